"""Files of users: read whole and within bounds, and written so that no half-written file is ever left.

Every file that the program reads for a user goes through `read`: saves, setups, content, scenes, files of other
programs, records, reports. Every file that it writes for a user goes through `write` or `replace`.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from typing import TypeAlias

    Source: TypeAlias = str | os.PathLike[str] | Traversable

LARGEST_FILE: Final = 16_000_000
"""Bytes of one file. Our largest has 60 kB, and the worst that fits in here takes less than half a gigabyte."""
LARGEST_FOLDER: Final = 4 * LARGEST_FILE
"""Bytes of all files of a folder that are read together: the game's own content stays in memory as long as it runs."""
LARGEST_RECORDS: Final = 16 * LARGEST_FILE
"""Bytes of the records of a simulation, which the program writes itself: two million games."""
MOST_FILES: Final = 10_000
"""Files and folders looked at in one folder; someone who names a home folder meant another one."""
MOST_FOLDERS: Final = 16
"""Folders in folders; a link may lead back up."""

_KINDS: Final = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
"""Opening waits for nobody: what was a file a moment ago may be a pipe now."""


class FileError(ValueError):
    """A file that cannot be read or written: ``path`` says which, ``reason`` what is wrong with it."""

    def __init__(self, path: object, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


def file_at(source: Source) -> Traversable:
    """A path as a file object; package resources pass as they are."""
    return Path(source) if isinstance(source, str | os.PathLike) else source


def read(source: Source, most: int = LARGEST_FILE) -> bytes:
    """The bytes of a regular file, at most ``most``.

    Raises FileError for a missing file, one that is larger, and what is no regular file; opening never waits.
    """
    file = file_at(source)
    try:
        with _opened(file, source) as stream:
            data: bytes = stream.read(most + 1)
    except FileNotFoundError:
        raise FileError(source, "there is no such file") from None
    except (OSError, ValueError) as error:  # a ValueError is a path with a zero character
        if isinstance(error, FileError):
            raise
        raise FileError(source, f"it cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > most:
        raise FileError(source, f"it is larger than {most:,} bytes, the most that is read")
    return data


def text_of(data: bytes) -> str:
    """Bytes as text in UTF-8, with or without a mark in front. Raises ValueError naming line, column and byte."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"byte 0x{data[error.start]:02x}"
        raise ValueError(f"{_place(data, error.start)}: the text is not UTF-8 ({found})") from None
    if (zero := data.find(b"\0")) >= 0:
        raise ValueError(f"{_place(data, zero)}: a zero character; it is no text, or it is not UTF-8")
    return text


def _place(data: bytes, at: int) -> str:
    """Where a byte stands, as editors count: its line, and its column in letters."""
    line, start = data.count(b"\n", 0, at) + 1, data.rfind(b"\n", 0, at) + 1
    return f"line {line}, column {len(data[start:at].decode(errors='replace')) + 1}"


def _opened(file: Traversable, source: Source) -> Any:
    if not isinstance(file, Path):
        return file.open("rb")
    _refuse_special(os.stat(file).st_mode, source)
    stream: BinaryIO = open(os.open(file, os.O_RDONLY | _AT_ONCE), "rb")  # noqa: SIM115 - closed by `read`
    try:
        _refuse_special(os.fstat(stream.fileno()).st_mode, source)
    except FileError:
        stream.close()
        raise
    return stream


def _refuse_special(mode: int, path: object) -> None:
    if not stat.S_ISREG(mode):
        kind = _KINDS.get(stat.S_IFMT(mode), "something else")
        raise FileError(path, f"it is {kind}, and a regular file is wanted")


def refuse_special(path: str | os.PathLike[str]) -> None:
    """Raise FileError where something stands at a path that is no regular file; an empty place is fine."""
    try:
        _refuse_special(os.stat(path).st_mode, path)
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        if isinstance(error, FileError):
            raise
        raise FileError(path, f"it cannot be used: {getattr(error, 'strerror', None) or error}") from None


def below(folder: Traversable) -> Iterator[tuple[str, Traversable]]:
    """What stands in a folder and in the folders in it, but for folders: each with its way from there, sorted.

    Links are followed; names that begin with a dot or an underscore are left out. Raises FileError for a folder that
    cannot be read, and for more than `MOST_FILES`.
    """
    looked = 0

    def walk(place: Traversable, way: str, depth: int) -> Iterator[tuple[str, Traversable]]:
        nonlocal looked
        try:
            items = list(islice(place.iterdir(), MOST_FILES + 1))
        except OSError as error:
            raise FileError(place, f"it cannot be read: {error.strerror or error}") from None
        looked += len(items)
        if looked > MOST_FILES:
            raise FileError(folder, f"it holds more than {MOST_FILES:,} files and folders; name the one that is meant")
        for item in sorted(items, key=lambda item: item.name):
            if item.name.startswith((".", "_")):
                continue
            if not item.is_dir():
                yield way + item.name, item
            elif depth:
                yield from walk(item, f"{way}{item.name}/", depth - 1)

    yield from walk(folder, "", MOST_FOLDERS)


def write(path: str | os.PathLike[str], data: str | bytes) -> None:
    """Write a file, text as UTF-8; one that is there is replaced when the new one is complete. As `replace`."""
    content = data.encode() if isinstance(data, str) else data
    replace(path, lambda part: part.write_bytes(content))


def replace(path: str | os.PathLike[str], write: Callable[[Path], object]) -> None:
    """Let ``write`` fill a new file beside a path, with the same ending, and put it there when it is complete.

    A link stays a link, and a file that was there keeps its permissions. Raises OSError, and FileError for a path at
    which something other than a regular file stands.
    """
    refuse_special(os.fspath(path))  # a number would be an open file
    target = Path(os.path.realpath(path))
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".rulewright-", suffix=target.suffix)
    os.close(handle)
    part = Path(name)
    try:
        write(part)
        part.chmod(mode)
        os.replace(part, target)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask

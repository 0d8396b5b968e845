"""XML of other people, packed or not, read without entities: what declares any is refused before it can grow."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import Any, Final, NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from ..files import LARGEST_FILE, LARGEST_FOLDER, MOST_FILES
from ..problems import ContentError, Problem

DEEPEST: Final = 100
"""Elements in elements; rosters and catalogues have some twenty."""
_ZIP: Final = b"PK"
_LOCAL: Final = 30
"""Bytes in front of the name of a file in an archive."""
_MOST_OF_HEAD: Final = 1 << 14
"""Bytes that are unpacked to recognize a format."""


def read_xml(data: bytes) -> Element:
    """The root of a document, its elements under their plain names.

    Raises ContentError for what is no XML, says where, and for a document type, with which entities are declared.
    """
    builder, depth = TreeBuilder(), 0
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise _refused(f"elements in more than {DEEPEST} elements", "a catalogue or a roster")
        builder.start(tag.rpartition(" ")[2], {name.rpartition(" ")[2]: value for name, value in attributes.items()})

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag.rpartition(" ")[2])

    def doctype(*_: Any) -> NoReturn:
        raise _refused("a document type", "XML without one: entities are not read")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        if isinstance(error, ContentError):
            raise
        raise _refused(str(error), "XML") from None
    return builder.close()


def unpacked(data: bytes) -> bytes:
    """What a packed file holds: itself, or the one file of a ZIP archive, whatever that is called.

    Raises ContentError for an archive with more or less in it, or with something too large.
    """
    if not data.startswith(_ZIP):
        return data
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = [one for one in archive.infolist() if not one.is_dir()]
            if len(files) != 1:
                raise _refused(f"an archive with {len(files)} files", "exactly one, the roster")
            with archive.open(files[0]) as inside:
                found = inside.read(LARGEST_FILE + 1)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError) as error:
        raise _refused(f"an archive that cannot be read: {error}", "a roster") from None
    if len(found) > LARGEST_FILE:
        raise _refused(f"a roster of more than {LARGEST_FILE:,} bytes", "less")
    return found


def files_in(data: bytes) -> dict[str, bytes]:
    """The files of an archive by their names; of what is no archive itself, without a name.

    Raises ContentError for what cannot be read, and for more or larger files than a folder may have.
    """
    if not data.startswith(_ZIP):
        return {"": data}
    found: dict[str, bytes] = {}
    left = LARGEST_FOLDER
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = [one for one in archive.infolist() if not one.is_dir()]
            if len(files) > MOST_FILES:
                raise _refused(f"an archive with {len(files):,} files", f"at most {MOST_FILES:,}")
            for one in files:
                with archive.open(one) as inside:
                    found[one.filename] = inside.read(left + 1)
                left -= len(found[one.filename])
                if left < 0:
                    raise _refused(f"an archive of more than {LARGEST_FOLDER:,} bytes", "less")
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, zlib.error) as error:
        raise _refused(f"an archive that cannot be read: {error}", "an archive of files") from None
    return found


def beginning(head: bytes) -> bytes:
    """The first bytes of what a file holds, of which ``head`` are the first bytes: themselves, or unpacked.

    As much as can be unpacked of the first file of an archive; nothing of what is no archive after all.
    """
    if not head.startswith(_ZIP) or len(head) < _LOCAL:
        return head
    names = int.from_bytes(head[26:28], "little") + int.from_bytes(head[28:30], "little")
    packed = head[_LOCAL + names :]
    if int.from_bytes(head[8:10], "little") == zipfile.ZIP_STORED:
        return packed
    try:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, _MOST_OF_HEAD)
    except zlib.error:
        return b""


def _refused(found: str, expected: str) -> ContentError:
    return ContentError([Problem("", found=found, expected=expected)])

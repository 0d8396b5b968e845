"""The door for files: regular ones only, within bounds, never waiting; what is written is whole or not there."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright import files
from rulewright.content import load_pack
from rulewright.documents import DocumentError, parse_json, parse_toml
from rulewright.files import LARGEST_FILE, FileError, below, read, replace, text_of, write
from rulewright.kinds import ContentKind
from rulewright.problems import ContentError
from tests.lengths import length

from .measuring import python, rulewright
from .test_content import KINDS, Card, Hero

MEGABYTES = 500
"""The most memory that reading may take, whatever is read."""


# What is no regular file ------------------------------------------------------------------


def fifo(path: Path) -> None:
    os.mkfifo(path)


def unix_socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # the name of a socket is short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


SPECIAL: list[tuple[Callable[[Path], None], str]] = [
    (fifo, "it is a pipe, and a regular file is wanted"),
    (unix_socket, "it is a socket, and a regular file is wanted"),
    (device, "it is a device, and a regular file is wanted"),
    (Path.mkdir, "it is a folder, and a regular file is wanted"),
]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
@pytest.mark.parametrize(("make", "words"), SPECIAL)
def test_what_is_no_regular_file_is_refused_by_name_and_never_waited_for(
    tmp_path: Path, make: Callable[[Path], None], words: str
) -> None:
    path = tmp_path / "strange.json"
    make(path)
    with pytest.raises(FileError) as caught:
        read(path)
    assert str(caught.value) == f"{path}: {words}"
    with pytest.raises(FileError, match=words):
        write(path, "x")
    assert sorted(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
def test_a_pipe_that_takes_the_place_of_a_file_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    What was a file when it was looked at may be a pipe when it is opened.
    """
    pipe, file = tmp_path / "pipe", tmp_path / "file"
    os.mkfifo(pipe)
    file.write_text("x")
    looked = os.stat
    monkeypatch.setattr(os, "stat", lambda path: looked(file if path == pipe else path))
    with pytest.raises(FileError, match="it is a pipe"):
        read(pipe)


COMMANDS = [
    ("check", "{}"),
    ("replay", "{}"),
    ("play", "dice_throne", "--seats", "random", "--load", "{}"),
    ("play", "dice_throne", "--seats", "random", "--setup", "{}"),
    ("play", "dice_throne", "--seats", "random", "--content", "{}"),
    ("simulate", "dice_throne", "--games", "1", "--setup", "{}"),
    ("simulate", "dice_throne", "--games", "1", "--records", "{}"),
    ("coverage", "dice_throne", "--report", "{}"),
    ("render", "{}", "-o", "out.svg"),
    ("import", "{}", "-o", "out.json"),
]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_hangs_on_a_pipe(tmp_path: Path, command: tuple[str, ...]) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    found = rulewright(*(word.format("pipe.csv") for word in command), folder=tmp_path)
    assert found.status == 1
    assert b"pipe.csv: it is a pipe, and a regular file is wanted" in found.out + found.err
    assert not (tmp_path / "out.svg").exists()


def test_a_pipe_among_content_is_a_problem_and_not_left_out(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    os.mkfifo(tmp_path / "cards" / "a.json")
    with pytest.raises(ContentError, match=r"cards/a\.json: it is a pipe"):
        load_pack(tmp_path, KINDS)


@pytest.mark.parametrize("name", ["nothing.json", "no\0name", "x" * 300])
def test_a_path_of_nothing_is_told_as_it_is(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileError, match=r"there is no such file|it cannot be read: "):
        read(tmp_path / name)


# Bounds -----------------------------------------------------------------------------------


def test_a_file_that_is_too_large_is_not_read_to_its_end(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(10**12)
    with pytest.raises(FileError, match=r"large: it is larger than 16,000,000 bytes, the most that is read"):
        read(tmp_path / "large")
    (tmp_path / "full").write_bytes(b"x" * LARGEST_FILE)
    assert len(read(tmp_path / "full")) == LARGEST_FILE


def test_a_folder_of_too_many_files_is_not_walked_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_FILES", 5)
    for number in range(3):
        (tmp_path / f"{number}").mkdir()
        (tmp_path / f"{number}" / "a.json").write_text("[]")
    with pytest.raises(FileError, match="it holds more than 5 files and folders"):
        list(below(tmp_path))
    with pytest.raises(ContentError, match="it holds more than 5 files and folders"):
        load_pack(tmp_path, KINDS)


def test_links_in_circles_come_to_an_end(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "up").symlink_to(tmp_path)
    for name in "abc":
        (tmp_path / "cards" / name).symlink_to(tmp_path / "cards")
    with pytest.raises(FileError, match="it holds more than 10,000 files and folders"):
        list(below(tmp_path))


def test_the_files_of_a_folder_are_bounded_together(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    for number in range(5):
        (tmp_path / "cards" / f"{number}.json").write_bytes(b"[]".ljust(LARGEST_FILE))
    with pytest.raises(ContentError) as caught:
        load_pack(tmp_path, KINDS)
    (problem,) = caught.value.problems
    assert str(problem).startswith("cards/4.json: the files before it hold 64,000,000 bytes")


# Texts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a\n\xc3\xa4\xff", r"line 2, column 2: the text is not UTF-8 \(byte 0xff\)"),
        ("{}".encode("utf-16"), r"line 1, column 1: the text is not UTF-8 \(byte 0xff\)"),
        ("{}".encode("utf-16-le"), "line 1, column 2: a zero character; it is no text, or it is not UTF-8"),
        (b"[1,\n\0]", "line 2, column 1: a zero character"),
    ],
)
def test_bytes_that_are_no_text_are_told_with_their_place(data: bytes, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        text_of(data)
    for parse in (parse_json, parse_toml):
        with pytest.raises(DocumentError, match=expected):
            parse(data)


def test_a_mark_of_the_byte_order_is_no_part_of_a_text() -> None:
    assert text_of(b"\xef\xbb\xbf[]") == "[]"


# Bombs ------------------------------------------------------------------------------------


def many(unit: str, size: int = 10_000_000) -> str:
    return ",".join([unit] * (size // (len(unit) + 1)))


def numbered(unit: str, count: int) -> str:
    return ",".join(unit.replace("#", str(number)) for number in range(count))


Bomb = Callable[[], str]

JSON_BOMBS: dict[str, Bomb] = {
    "ten megabytes of empty objects": lambda: "[" + many("{}") + "]",
    "ten megabytes of nested lists": lambda: "[" * 10_000_000,
    "a number of ten megabytes": lambda: "[" + "9" * 10_000_000 + "]",
    "a text of ten megabytes": lambda: '[{"id": "' + "x" * 10_000_000 + '"}]',
    "a name of ten megabytes": lambda: '{"' + "x" * 10_000_000 + '": 1}',
    "a million names": lambda: "{" + numbered('"k#":1', 800_000) + "}",
    "wrong values": lambda: '[{"id": "a", "cards": [' + many("{}", 360_000) + "]}]",
    "wrong entries": lambda: "[" + numbered('{"id":"x#","nmae":1}', 80_000) + "]",
    "wrong kinds": lambda: "{" + numbered('"heros#":1', 200_000) + "}",
    "zero bytes": lambda: "\0" * 10_000_000,
}
TOML_BOMBS: dict[str, Bomb] = {
    "long dotted keys": lambda: "a." * 900_000 + "a = 1",
    "dotted keys": lambda: "\n".join(f"b{number}.{'.'.join('a' * 14)} = 1" for number in range(25_000)),
    "headers": lambda: "\n".join(f"[b{number}.{'.'.join('a' * 14)}]" for number in range(25_000)),
    "tables in tables": lambda: "a = [" + many("{a={a={a=1}}}", 900_000) + "]",
    "a hexadecimal number": lambda: "a = 0x" + "f" * 900_000,
    "ten megabytes": lambda: "#\n" * 5_000_000,
}


@pytest.fixture(scope="module")
def bombs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("bombs") / "heroes"
    folder.mkdir()
    yield folder


@pytest.mark.parametrize("name", [*JSON_BOMBS, *TOML_BOMBS][:: length(3, 1)])
def test_no_file_takes_half_a_gigabyte_or_ends_without_words(bombs: Path, name: str) -> None:
    path = bombs / ("bomb.json" if name in JSON_BOMBS else "bomb.toml")
    path.write_text({**JSON_BOMBS, **TOML_BOMBS}[name]())
    commands = (("check", str(path), "--game", "dice_throne"), ("render", str(path), "-o", "picture.svg"))
    for command in commands[: length(1, 2)]:
        found = rulewright(*command, folder=bombs.parent)
        told = found.out + found.err
        assert found.status == 1 and str(path).encode() in told
        assert b"Traceback" not in told and len(told) < 200_000
        assert found.megabytes < MEGABYTES
    path.unlink()


def save_of(changes: dict[str, Any], folder: Path) -> Path:
    from rulewright import new_game

    new_game("dice_throne", seed=3).save(folder / "game.json")
    saved = json.loads((folder / "game.json").read_text())
    saved.update({name: value for name, value in changes.items() if name != "header"})
    saved["header"].update(changes.get("header", {}))
    path = folder / "bomb.json"
    path.write_text(json.dumps(saved))
    return path


SAVE_BOMBS: dict[str, Callable[[], dict[str, Any]]] = {
    "answers": lambda: {"answers": [[0, []]] * 900_000},
    "a long answer": lambda: {"answers": [[0, [[1]] * 400_000]]},
    "no answers": lambda: {"answers": [1] * 900_000},
    "marks": lambda: {"marks": [[0, {"a": 1}]] * 390_000},
    "a setup": lambda: {"header": {"setup": {f"k{number}": 1 for number in range(900_000)}}},
    "a name": lambda: {"header": {"ruleset": "x" * 9_000_000}},
    "unknown fields": lambda: {f"k{number}": 1 for number in range(500_000)},
}


@pytest.mark.parametrize("name", [*SAVE_BOMBS][:: length(2, 1)])
def test_no_save_takes_half_a_gigabyte_or_ends_without_words(tmp_path: Path, name: str) -> None:
    path = save_of(SAVE_BOMBS[name](), tmp_path)
    for command in ("check", "replay")[: length(1, 2)]:
        found = rulewright(command, str(path), folder=tmp_path)
        told = found.out + found.err
        assert found.status == 1 and told.strip()
        assert b"Traceback" not in told and len(told) < 200_000
        assert found.megabytes < MEGABYTES


def test_thousands_of_unknown_names_are_told_without_looking_for_the_nearest_of_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Counted, not timed: how many known names wrong ones are compared with.
    """
    compared = 0

    def counted(name: str, known: Iterable[str]) -> tuple[str, ...]:
        nonlocal compared
        compared += len(list(known))
        return ()

    monkeypatch.setattr("rulewright.content.nearest", counted)
    kinds = [ContentKind("cards", Card), ContentKind("heroes", Hero, names={"cards.*": "cards"})]
    cards = [{"id": f"card{number}"} for number in range(3_000)]
    heroes = [{"id": "x", "speed": 1, "cards": [f"kard{number}" for number in range(3_000)]}]
    (tmp_path / "cards.json").write_text(json.dumps(cards))
    (tmp_path / "heroes.json").write_text(json.dumps(heroes))
    with pytest.raises(ContentError) as caught:
        load_pack(tmp_path, kinds)
    assert len(caught.value.problems) == 500 and caught.value.omitted == 2_500
    assert 0 < compared <= 200_000


# Writing ----------------------------------------------------------------------------------


def test_a_file_is_there_whole_or_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("before")

    def half(part: Path) -> None:
        part.write_text("ha")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        replace(path, half)
    assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]
    write(path, "after ä")
    assert path.read_bytes() == "after ä".encode() and list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="permissions of another sort")
def test_a_file_keeps_its_permissions_and_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "game.json", tmp_path / "link.json"
    path.write_text("before")
    path.chmod(0o640)
    link.symlink_to(path)
    write(link, "after")
    assert link.is_symlink() and path.read_text() == "after" and path.stat().st_mode & 0o777 == 0o640
    before = os.umask(0o027)
    try:
        write(tmp_path / "new", "x")
    finally:
        os.umask(before)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640


def test_memory_is_measured_where_it_is_taken() -> None:
    """
    The bounds above could not fail if nothing were seen.
    """
    assert python("-c", "x = bytearray(10**9)").megabytes > 900

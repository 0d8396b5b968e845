"""The pages for authors: every snippet runs, in order, and what they show as printed was printed."""

from __future__ import annotations

import json
import re
from importlib import metadata
from pathlib import Path

import pytest

from rulewright.cli.creating import GAMES
from tests.lengths import long

from .snippets import LANGUAGES, Reader, WrongPage, compare, snippets, with_function

DOCS = Path(__file__).parents[2] / "docs"
RULESET = DOCS / "writing-a-ruleset.md"
EXPANSION = DOCS / "writing-an-expansion.md"
BOARDS = {"squares": DOCS / "a-game-on-squares.md", "inches": DOCS / "a-game-in-inches.md"}
"""The pages about games that are played on something, by what that is."""
MORE = DOCS / "more-in-inches.md"
UPGRADING = DOCS / "upgrading.md"
POWERS = DOCS / "powers.md"
VERBS = DOCS / "verbs.md"
CARDS = DOCS / "what-cards-say.md"

INSTEAD = {
    # What would reach for the network, or for an account at an index.
    "python3 -m venv .venv && . .venv/bin/activate": "",
    "pip install rulewright": "",
    "pip install -e '.[test]'": "pip install -e .",
    "pip install build twine": "",
    "python -m build": "python -m build --no-isolation",
    "twine upload dist/*": "not run",
}


def skip_unless_installed() -> None:
    """Plugins are found beside the metadata of an installed package."""
    try:
        metadata.version("rulewright")
    except metadata.PackageNotFoundError:
        pytest.skip("rulewright is not installed")


@pytest.fixture(scope="module")
def skerry(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """What someone has made who did everything on the first page."""
    skip_unless_installed()
    folder = tmp_path_factory.mktemp("docs") / "rulewright-skerry"
    folder.mkdir()
    reader = Reader(folder, (), INSTEAD)
    reader.read(RULESET)
    return reader


def test_a_ruleset_from_nothing(skerry: Reader) -> None:
    """
    Every snippet runs; the game passes its own tests, is checked by the kit, and is packed with its content.
    """
    assert skerry.count == len(list(snippets(RULESET)))
    assert skerry.not_run == ["twine upload dist/*"]
    assert (skerry.folder / "dist" / "rulewright_skerry-0.1.0-py3-none-any.whl").is_file()
    assert json.loads((skerry.folder / "rules.json").read_text(encoding="utf-8"))["games"]["skerry"]["unknown"] == {}


@long
def test_an_expansion_from_nothing(skerry: Reader, tmp_path: Path) -> None:
    """
    Every snippet of the page runs, with the game of the first page installed beside it.
    """
    pytest.importorskip("rulewright_dice_throne")
    reader = Reader(tmp_path, (skerry.folder,), INSTEAD)

    reader.read(EXPANSION)

    assert reader.count == len(list(snippets(EXPANSION)))
    assert (tmp_path / "rulewright-more-dice" / "pyproject.toml").is_file()


def test_powers(tmp_path: Path) -> None:
    """
    Every snippet of the page on powers runs, and prints what the page says.
    """
    reader = Reader(tmp_path, (), {})

    reader.read(POWERS)

    assert reader.count == len(list(snippets(POWERS)))


def test_verbs(tmp_path: Path) -> None:
    """
    Every snippet of the page on effects runs: a verb in one file and its test is played, worded and refused.
    """
    reader = Reader(tmp_path, (), {})

    reader.read(VERBS)

    assert reader.count == len(list(snippets(VERBS)))


def test_what_cards_say(tmp_path: Path) -> None:
    """
    Every snippet of the page runs: a game with a language for its cards, whose cards play, are said back and refused.
    """
    reader = Reader(tmp_path, (), {})

    reader.read(CARDS)

    assert reader.count == len(list(snippets(CARDS)))


MADE = "ready"
"""Where a project is made beside the one that a page writes."""


@long
@pytest.mark.parametrize("board", BOARDS)
def test_a_game_on_a_board_ends_as_the_template(board: str, tmp_path: Path) -> None:
    """
    Who writes again what the page takes away has the project of `rulewright new`, letter by letter.
    """
    skip_unless_installed()
    game = GAMES[board]
    folder = tmp_path / game.project
    ready = folder / MADE / game.project
    ready.parent.mkdir(parents=True)
    make = f"rulewright new {game.id} --{board}"
    instead = {make: f"{make} --into {MADE}", f"cd {game.project}": f"cp -r {MADE}/{game.project}/. ."}
    reader = Reader(folder, (), INSTEAD | instead)

    reader.read(BOARDS[board])

    assert reader.count == len(list(snippets(BOARDS[board])))
    paths = [path.relative_to(ready) for path in ready.rglob("*") if path.is_file()]
    assert len(paths) > 15
    assert [path for path in paths if (folder / path).read_bytes() != (ready / path).read_bytes()] == []


def test_more_of_a_game_in_inches(tmp_path: Path) -> None:
    """
    Every snippet runs in a project of `rulewright new`, and prints what the page says.
    """
    skip_unless_installed()
    game = GAMES["inches"]
    made = f"rulewright new {game.id} --inches"
    instead = {made: f"{made} --into {MADE}", f"cd {game.project}": f"cp -r {MADE}/{game.project}/. ."}
    (tmp_path / MADE).mkdir()
    reader = Reader(tmp_path, (), INSTEAD | instead)

    reader.read(MORE)

    assert reader.count == len(list(snippets(MORE)))


AUTHORS = (RULESET, EXPANSION, POWERS, CARDS, MORE, UPGRADING, *BOARDS.values())


@pytest.mark.parametrize("page", AUTHORS, ids=lambda page: page.stem)
def test_the_pages_link_to_what_is_there(page: Path) -> None:

    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))

    assert links
    assert [link for link in links if not (page.parent / link).exists()] == []


# The reader itself ----------------------------------------------------------------------


def page(folder: Path, text: str) -> Path:
    path = folder / "page.md"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("```python\n1 / 0\n```\n", "line 1: .*ZeroDivisionError"),
        ("words\n\n```python\nprint('a')\n```\n\n```text\nb\n```\n", "line 7: the page says 'b', and 'a' was printed"),
        ("```python\nprint('a')\nprint('b')\n```\n```text\na\n```\n", "leaves out 'b'"),
        ("```pyhton\nprint('a')\n```\n", f"a block of 'pyhton', expected {', '.join(LANGUAGES)}"),
        ("```sh\nfalse\n```\n", "line 1: false"),
        ("```sh\n! true\n```\n", "line 1: true"),
        ("```toml\na = 1\n```\n", "names no file"),
        ("```python\n# new.py, at the end\n```\n", "it is not there"),
        ("```python\n# new.py\na = 1\n```\n```python\n# new.py, part of it\nb\n```\n", "new.py has no such part"),
        ("```python\n# new.py\na = 1\n```\n```python\n# new.py, in place of f\n```\n", "there are 0 functions 'f'"),
    ],
)
def test_a_snippet_that_does_not_do_what_its_page_says_is_named(text: str, wrong: str, tmp_path: Path) -> None:
    with pytest.raises(WrongPage, match=f"(?s){wrong}"):
        Reader(tmp_path, (), {}).read(page(tmp_path, text))


def test_files_are_made_and_changed_as_the_page_says(tmp_path: Path) -> None:
    text = (
        "```python\n# new.py\nimport os\n\n\n@print\n@print\ndef f():\n    return 1\n\n\nA = 1\n```\n"
        "```python\n# new.py, in place of f\ndef f():\n    return 2\n```\n"
        "```python\n# new.py, at the end\nB = f()\n```\n"
        "```python\n# new.py, part of it\nA = 1\nB = f()\n```\n"
        "```python\nimport new\nprint(new.B)\n```\n```text\n2\n```\n"
    )

    Reader(tmp_path, (), {}).read(page(tmp_path, text))

    assert (tmp_path / "new.py").read_text() == "import os\n\n\ndef f():\n    return 2\n\n\nA = 1\nB = f()\n"


def test_dots_stand_for_what_is_left_out() -> None:
    compare("...\nb\n...\n", "a\nb\nc\n")
    compare("took ...\nb\n", "took 1.5 s\nb\n")

    with pytest.raises(WrongPage, match="the page says 'x'"):
        compare("...\nx\n", "a\nb\n")


def test_only_one_function_of_that_name_is_replaced() -> None:
    with pytest.raises(WrongPage, match="there are 2 functions 'f'"):
        with_function("def f(): ...\ndef f(): ...\n", "f", "")

"""The door for text: what a file, a plugin or a name says is shown letter by letter, and commands no terminal."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import click
import pytest
from click.testing import CliRunner
from pydantic import BaseModel
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rulewright import Event, GameOver, Loop, Ruleset, choose, hookimpl, panels, turns
from rulewright.bots import base
from rulewright.cli import main
from rulewright.cli.printing import Guard, json_of
from rulewright.cli.terminal import new_console
from rulewright.content import Pack, load_pack
from rulewright.geometry.maps import Map
from rulewright.odds_desk import Listing, OddsDesk, Option, Told
from rulewright.panels import Panel
from rulewright.plugins import BrokenPlugin, FileFormat, Imported, registry
from rulewright.rules import Ledger, Rule
from rulewright.ruleset import Matchups
from rulewright.simulate import compare, matchups, simulate
from rulewright.state import State
from rulewright.text import Texts, shown

HOSTILE = "\x1b[2J\x1b]0;title\x07\x9b31m\u202egnp.exe\u2066\x08\x7f\r\u2028<b>&"
"""Clears the screen, names the window, colours the rest, turns the line round, rings and goes back."""

ARMED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
"""What a terminal takes for a command, or shows otherwise than it stands there."""


# One text ---------------------------------------------------------------------------------


def test_every_letter_that_is_not_seen_stands_as_its_number() -> None:
    assert shown(HOSTILE) == (r"\x1b[2J\x1b]0;title\x07\x9b31m\u202egnp.exe\u2066\x08\x7f\r\u2028<b>&")
    for number in range(sys.maxunicode + 1):
        letter = shown(chr(number))
        assert letter.isprintable() or letter in "\n\t"


def test_what_can_be_seen_stays_as_it_is() -> None:
    for text in ("Thor’s hammer", "火法师：攻击\n\t第二行", "naïve \\x1b", ""):
        assert shown(text) == text
    assert shown("a\u00a0b\u3000c") == "a b c"
    assert shown("a\r\nb") == "a\nb"
    assert shown("a\nb", lines=False) == r"a\nb"


def test_a_json_document_is_the_same_data_and_commands_nothing() -> None:
    data = {HOSTILE: [HOSTILE, "火", "\U000e0041", "\ud800", 1.5, None]}
    text = json_of(data)
    assert not ARMED.search(text.replace("\n", "")) and "火" in text
    assert json.loads(text) == data


# A hostile plugin -------------------------------------------------------------------------


class Said(Event, frozen=True):
    """Someone said something."""

    player: int
    what: str


def say(game: Any, turn: Any) -> Any:
    what = yield choose(turn.player, "word", (HOSTILE, "yes"))
    yield Said(turn.player, HOSTILE + what)
    if turn.player == 1:
        if game.setup.fails:
            raise RuntimeError(HOSTILE)
        yield GameOver((0,), HOSTILE)


class Setup(BaseModel, extra="forbid"):
    """Options."""

    fails: bool = False
    word: str = HOSTILE


class Nothing(State):
    pass


class Thing(BaseModel):
    id: str
    word: str = ""


def load_things(more: Any = ()) -> Pack:
    pack = Pack({"things": {HOSTILE: Thing(id=HOSTILE)}})
    for addition in more:
        pack = pack.join(load_pack(addition, {"things": Thing}, base=pack))
    return pack


def tell_odds(rules: Any, wishes: Any, lang: str) -> Told:
    return Told(HOSTILE, (Listing(HOSTILE, (HOSTILE,), ((HOSTILE,),)),), (HOSTILE,), {HOSTILE: HOSTILE})


def hostile_panel() -> Panel:
    """Each piece with words that would command the terminal, and a map with them."""
    text = panels.Text(f"\x1b[31m{HOSTILE}\x1b]8;;http://trap\x1b\\here")
    items = (panels.Item(HOSTILE, HOSTILE, (HOSTILE,)),)
    lists = tuple(kind(items, HOSTILE) for kind in (panels.Items, panels.Cards, panels.Tokens))
    dice, bar = panels.Dice((panels.DieFace(HOSTILE, HOSTILE),), HOSTILE), panels.Bar(1, 2, HOSTILE)
    rows = panels.Rows((panels.Row((text, bar), (dice, *lists), HOSTILE),), (HOSTILE,), HOSTILE)
    spots = panels.Spots((panels.Spot(HOSTILE, 1, 1, HOSTILE),))
    sea = panels.MapOf(Map(False, 10.0, 10.0, title=HOSTILE))
    return Panel((panels.Heading(HOSTILE), text, bar, dice, *lists, rows, panels.Section((spots, sea), HOSTILE)))


LOUD = Ruleset(
    id="loud",
    title="Loud",
    version="1",
    state=Nothing,
    flow=Loop("turn", turns(lambda game: game.players), [say]),
    setup=Setup,
    content=load_things,
    odds=OddsDesk(HOSTILE, tell_odds, [Option("word", HOSTILE)]),
    ledger=Ledger("loud", [Rule("1.1", HOSTILE, HOSTILE, "mechanic", 1, (HOSTILE,), "loud", note=HOSTILE)]),
    texts=Texts({"event.said": {"en": "{what} is said", "zh": "{what}"}, "question.word": {"en": HOSTILE}}),
    name=lambda view, sort, thing, lang: HOSTILE,
    panel=lambda view: hostile_panel(),
    look=lambda view, what: hostile_panel(),
)


class Format:
    name = "loud"
    ruleset = "loud"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        return head.startswith(b"loud")

    def read(self, data: bytes) -> Imported:
        return Imported("setup", {"word": HOSTILE}, (HOSTILE,))


class Plugin:
    @staticmethod
    @hookimpl
    def register_ruleset() -> Ruleset:
        return LOUD

    @staticmethod
    @hookimpl
    def read_file_format() -> FileFormat:
        return Format()


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The plugin is installed beside a broken one, and the current directory is an empty one."""
    known = registry()
    before = dict(known.rulesets), list(known.plugins), list(known._broken)
    known.register(Plugin, "loud_plugin")
    known._broken.append(BrokenPlugin(HOSTILE, HOSTILE, HOSTILE))
    monkeypatch.chdir(tmp_path)
    yield
    known.rulesets, known.plugins, known._broken = before
    known._frozen.clear()


def printed(*arguments: str, typed: str = "", status: int | None = None) -> str:
    """All that a command prints, on both streams; none of it is armed."""
    found = CliRunner().invoke(main, arguments, input=typed, prog_name="rulewright", color=True)
    raw = (found.stdout_bytes + found.stderr_bytes).decode()
    assert status is None or found.exit_code == status, raw
    assert not ARMED.search(raw), (arguments, ARMED.findall(raw), raw)
    assert "Traceback" not in raw
    return raw


def test_what_a_plugin_says_of_itself_is_shown_letter_by_letter() -> None:
    hostile = re.escape(r"\x1b[2J")
    for arguments in (
        ("games",), ("describe", "loud"), ("rules", "loud"), ("rules", "loud", "1.1"), ("coverage", "loud"),
        ("odds", "loud"), ("odds", "loud", "--help"),
        ("play", "loud", "--seats", "random", "--seed", "1"),
        ("simulate", "loud", "--games", "2", "--set", "fails=true", "--jobs", "1"),
    ):  # fmt: skip
        assert re.search(hostile, printed(*arguments)) or arguments[0] == "coverage", arguments


def test_what_a_plugin_says_to_a_person_is_shown_letter_by_letter() -> None:
    typed = "look it\nwhy\ntable\nlog\nrule 1.1\nhelp\n9\n\x1b[2J\x9b\nsave \x1b[2J.json\n1\n1\n"
    raw = printed("play", "loud", "--seats", "human,random", "--seed", "1", typed=typed)
    assert r"\x1b[2J" in raw and "here" in raw and "trap" not in raw


def test_json_is_the_same_data_and_commands_nothing() -> None:
    for arguments in (("games",), ("describe", "loud"), ("rules", "loud"), ("odds", "loud"), ("schema", "loud")):
        printed(*arguments, "--json", status=0)
        json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)


def test_what_a_plugin_prints_by_itself_passes_the_same_door(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(rules: Any, wishes: Any, lang: str) -> Told:
        print(HOSTILE)
        print(HOSTILE, file=sys.stderr)
        sys.stdout.writelines([HOSTILE])
        assert not hasattr(sys.stdout, "buffer")
        return Told("done")

    monkeypatch.setitem(registry().rulesets, "loud", replace(LOUD, odds=OddsDesk("", ask)))
    registry()._frozen.clear()
    assert "done" in printed("odds", "loud", status=0)


@pytest.mark.parametrize("error", [ValueError(HOSTILE), OSError(2, HOSTILE, HOSTILE), click.UsageError(HOSTILE)])
def test_errors_are_shown_letter_by_letter(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(rules: Any, wishes: Any, lang: str) -> Told:
        raise error

    monkeypatch.setitem(registry().rulesets, "loud", replace(LOUD, odds=OddsDesk("", ask)))
    registry()._frozen.clear()
    assert r"\x1b[2J" in printed("odds", "loud")


def test_a_bot_that_fails_says_so_letter_by_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bad:
        def __init__(self, seed: int) -> None: ...

        def choose(self, view: Any, request: Any) -> Any:
            raise RuntimeError(HOSTILE)

    point = SimpleNamespace(name=HOSTILE, value="x:y", load=lambda: Bad)
    monkeypatch.setattr(base, "_installed", lambda: {"bad": [point]})
    assert r"\x1b[2J" in printed("play", "loud", "--seats", "bad")


# Hostile files ----------------------------------------------------------------------------


def documents() -> Iterator[tuple[str, tuple[str, ...]]]:
    escaped = json.dumps(HOSTILE)[1:-1]
    yield f'{{"{escaped}": 1}}', ("check", "replay", "render", "setup", "content", "report")
    yield f'{{"word": ["{escaped}"], "fails": "{escaped}"}}', ("setup", "check")
    yield f'{{"things": [{{"id": ["{escaped}"], "{escaped}": "{escaped}"}}]}}', ("content", "check")
    yield f'{{"{escaped}": 1, "{escaped}": 2}}', ("check", "render", "setup", "content", "report")
    yield f'{{"rulewright": 1, "header": {{"ruleset": "{escaped}"}}, "answers": []}}', ("check", "replay")
    yield f'{{"rulewright": "{escaped}", "header": {{}}, "answers": [], "{escaped}": 1}}', ("check", "replay")
    yield f'{{"board": {{"rows": ["{escaped}"]}}}}', ("render",)
    yield f'{{"rows": [{{"tiles": [{{"terrain": "{escaped}", "{escaped}": 1}}]}}]}}', ("render",)
    yield f'{{"table": {{"width": 9, "depth": 9}}, "show": ["{escaped}"]}}', ("render",)
    yield f'{{"table": {{"width": 9, "depth": 9}}, "title": "{escaped}"}}', ("render",)
    yield f"loud {HOSTILE}", ("import", "check", "replay")
    yield HOSTILE, ("check", "replay", "render", "import", "setup", "content", "report")


COMMANDS = {
    "check": ("check", "{}", "--game", "loud"),
    "replay": ("replay", "{}", "--verify"),
    "render": ("render", "{}", "-o", "{}.svg"),
    "import": ("import", "{}", "-o", "{}.json"),
    "setup": ("simulate", "loud", "--games", "1", "--jobs", "1", "--setup", "{}"),
    "content": ("simulate", "loud", "--games", "1", "--jobs", "1", "--content", "{}"),
    "report": ("coverage", "loud", "--report", "{}"),
}
NAMES = ("plain.json", "\x1b[2J\x9b\u202egnp.json")


@pytest.mark.parametrize("name", NAMES, ids=["a plain name", "a hostile name"])
@pytest.mark.parametrize("text", [text for text, _ in documents()], ids=range(12))
def test_what_a_file_says_is_shown_letter_by_letter(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8", newline="")
    for command in dict(documents())[text]:
        raw = printed(*(word.format(name) for word in COMMANDS[command]))
        assert name == NAMES[0] or command == "render" or r"\x1b[2J" in raw, command
        printed(*(word.format(name) for word in COMMANDS[command]), *(["--json"] if command != "play" else []))


def test_a_save_of_another_version_names_it_letter_by_letter() -> None:
    printed("play", "loud", "--seats", "random", "--seed", "1", "--save", "game.json", status=0)
    saved = json.loads(Path("game.json").read_text())
    saved["header"].update(version=HOSTILE, fingerprint=HOSTILE)
    saved["answers"] = saved["answers"][::-1]
    Path("game.json").write_text(json.dumps(saved))
    assert r"saved with loud \x1b[2J" in printed("replay", "game.json", status=1)
    printed("check", "game.json", status=1)
    printed("play", "loud", "--load", "game.json", status=1)


def test_a_command_that_is_none_is_named_letter_by_letter() -> None:
    for arguments in ((HOSTILE,), ("check", "--" + HOSTILE), ("describe", HOSTILE), ("odds", HOSTILE)):
        assert r"\x1b[2J" in printed(*arguments)


# A terminal -------------------------------------------------------------------------------


class Screen(StringIO):
    """A terminal that keeps what is written to it."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def on_screen(thing: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("TERM", "xterm-256color")
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", Guard(screen))
    new_console().print(thing)
    return screen.getvalue()


def test_colours_are_the_programs_own_and_nothing_else_is(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(title=Text(HOSTILE))
    table.add_column(HOSTILE)
    table.add_row(Text(HOSTILE, "bold red"))
    raw = on_screen(table, monkeypatch)
    assert "\x1b[1;31m" in raw
    assert not ARMED.search(re.sub("\x1b\\[[0-9;]*m", "", raw))


def test_a_drawing_of_a_plugin_has_colours_and_no_links(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Text.from_ansi("\x1b[31mred\x1b[0m \x1b]8;;http://trap\x9b\x1b\\here\x1b]8;;\x1b\\ \x9b2J\x07\u202e")
    raw = on_screen(drawn, monkeypatch)
    assert "\x1b[31mred" in raw and "here" in raw and "trap" not in raw
    assert not ARMED.search(re.sub("\x1b\\[[0-9;]*m", "", raw))


def test_rich_writes_behind_the_guard_and_everything_else_through_it(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", Guard(screen))
    assert Console().file is screen
    click.echo("\x1b[2J", color=True)
    assert screen.getvalue() == "\\x1b[2J\n" and sys.stdout.isatty()


# Pictures ---------------------------------------------------------------------------------


def test_a_picture_of_a_simulation_is_valid_xml_whatever_things_are_called(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    odd = f"{HOSTILE} $\\frac$"
    meet = Matchups(names=lambda content: (odd, "other"), setup=lambda setup, names: {"word": names[0]})
    loud = replace(LOUD, matchups=meet)
    point = SimpleNamespace(name=odd, value="x:y", load=lambda: base._built_in()["random"])
    monkeypatch.setattr(base, "_installed", lambda: {odd: [point]})

    simulate(loud, 2, seed=1, seats=(odd,), plot=tmp_path / "wins.svg")
    compare(loud, odd, "random", 2, seed=1, plot=tmp_path / "scores.svg")
    matchups(loud, 2, seed=1, plot=tmp_path / "matrix.svg")

    for name in ("wins", "scores", "matrix"):
        drawn = (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
        texts = "".join(ElementTree.fromstring(drawn).itertext())
        assert r"\x1b[2J" in texts and r"$\frac$" in texts and not ARMED.search(texts)

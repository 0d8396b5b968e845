"""Spaces speak for themselves: a kind that nobody knows is asked, typed, refused, sampled, encoded, checked, told."""

from __future__ import annotations

import ast
import io
import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

import rulewright
from rulewright import Game, Refused, load, new_game
from rulewright import env as environments
from rulewright.bots import GreedyBot, RandomBot, SearchBot
from rulewright.cli import main
from rulewright.cli.passing import AskAgain
from rulewright.cli.play import Sitting
from rulewright.cli.prompting import enter_passes
from rulewright.cli.saving import Saver
from rulewright.cli.terminal import Terminal
from rulewright.dice import D6, Die
from rulewright.geometry.maps import Map
from rulewright.narrator import Narrator
from rulewright.outcomes import ChanceSpace, DiceSpace, PickSpace, ShuffleSpace
from rulewright.panels import MapOf, Panel
from rulewright.plaindata import plain, same
from rulewright.plugins import registry
from rulewright.reading import Unreadable
from rulewright.refusals import Violation
from rulewright.requests import Request
from rulewright.ruleset import Ruleset
from rulewright.spaces import Allocation, Number, Options, Ordering, Space, Subset
from rulewright.testing import check_ruleset
from rulewright.testing.findings import KitFailure
from rulewright.testing.illegal import answers_outside
from rulewright.testing.named import answer_named, option_names
from rulewright.testing.transcripts import playthrough, transcript
from rulewright.text import show

from .small_games import SPACES, SURVEY, Walk, install
from .test_requests import SPACES as KNOWN

WALK = Walk((1.0, 1.0), 6.0)


class Colour(Space, frozen=True):
    """One of three colours: a kind with nothing of its own but what every space must have."""

    taken: tuple[str, ...] = ()

    def check(self, answer: Any) -> tuple[Violation, ...]:
        if answer not in ("red", "green", "blue"):
            return (Violation("no_colour"),)
        return (Violation("taken", "9.1", colour=answer),) if answer in self.taken else ()

    def sample(self, rng: Random) -> Any:
        return rng.choice([colour for colour in ("red", "green", "blue") if not self.check(colour)])


class ListedColour(Colour, frozen=True):
    """The same, listed."""

    def options(self) -> list[Any]:
        return [colour for colour in ("red", "green", "blue") if not self.check(colour)]


def at_walk(game: Any = SURVEY) -> Game:
    """A survey that asks for a walk."""
    found: Game = new_game(game, seed=1)
    rng = Random(1)
    while found.request.ask != "walk":
        found.answer(found.request.space.sample(rng))
    return found


def asking(space: Space, monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    """A game that asks for one answer of this space each."""
    monkeypatch.setattr("tests.core.small_games.SPACES", {"own": space})
    return SURVEY


# Answers that are kept ---------------------------------------------------------------


def test_an_intent_is_kept_as_the_exact_answer() -> None:
    game = at_walk()
    game.answer("north")
    assert game.answers[-1] == (0, (1.0, 7.0))


def test_a_replay_never_settles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = at_walk()
    game.answer("north")
    game.save(tmp_path / "walk.json")

    def fail(self: Walk, answer: Any) -> Any:
        raise AssertionError("a replay settles nothing")

    monkeypatch.setattr(Walk, "settle", fail)
    again = load(tmp_path / "walk.json", game=SURVEY)
    assert again.digest() == game.digest()
    game.undo()
    game.answer((1.0, 7.0))
    assert again.digest() == game.digest()


def test_an_intent_that_leads_nowhere_is_refused_with_the_reason_of_the_space() -> None:
    game = at_walk()
    before = game.digest()
    with pytest.raises(Refused, match=r"the walk is 11.3 long, 6 at most \[7.2\]") as caught:
        game.answer((9.0, 9.0))
    assert caught.value.facts["length"] == 6.0
    with pytest.raises(Refused, match="a walk ends at a point"):
        game.answer("up")
    assert game.digest() == before
    assert game.request.check("north") == () != game.request.check("up")


class Listing(Walk, frozen=True):
    """Settles to a list, which is no plain data."""

    def check(self, answer: Any) -> tuple[Violation, ...]:
        return super().check(tuple(answer) if isinstance(answer, list) else answer)

    def settle(self, answer: Any) -> Any:
        return list(super().settle(answer))


def test_what_is_kept_is_plain_data(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(asking(Listing((1.0, 1.0), 6.0), monkeypatch), seed=1)
    game.answer("north")
    assert same(game.answers[-1], (0, (1.0, 7.0)))


def test_secret_intents_are_settled_too() -> None:
    game = new_game(replace(SURVEY, flow=rulewright.Loop("turn", rulewright.turns(lambda game: game.players), [both])))
    game.answer("east", 1)
    game.answer("north", 0)
    assert dict(game.answers) == {0: (1.0, 7.0), 1: (7.0, 1.0)}


def both(game: Any, turn: Any) -> Any:
    yield rulewright.Together(tuple(Request(player, "walk", WALK) for player in game.players))
    yield rulewright.GameOver((), "done")


# What is shown is read ---------------------------------------------------------------


def names_of(space: Space) -> list[str]:
    return [f"{place}. {part}" if place % 2 else str(part) for place, part in enumerate(space.parts() or ())]


@given(KNOWN, st.integers(0, 99), st.booleans())
def test_every_space_reads_what_it_shows(space: Space, seed: int, named: bool) -> None:
    """
    Where nothing tells two equal items apart, either may be read for the other.
    """
    names = names_of(space) if named else ()
    for answer in space.suggest(5, random.Random(seed)):
        back = space.read(space.shown(answer, names).strip(), names)
        assert plain(back) == plain(answer) and same(plain(back), plain(answer))


DICE = Die("odd", ("Two swords", "two SWORDS", "a", 7), symbols=("x", "x", "y", "z"))


@pytest.mark.parametrize(
    "space",
    [
        DiceSpace((D6,) * 3),
        DiceSpace((DICE, D6, DICE)),
        DiceSpace(()),
        ShuffleSpace((3, 3, "a", None)),
        PickSpace(("x", "x", "y"), 2, ordered=True),
        PickSpace(("x", "y"), 0),
        Allocation(0, ()),
        Number(0.0, 1e-9, 0),
        Number(-1e9, 1e9, 0),
        WALK,
        Colour(("red",)),
        ListedColour(("red",)),
    ],
    ids=lambda space: type(space).__name__,
)
def test_spaces_of_chance_and_of_ones_own_read_what_they_show(space: Space) -> None:
    rng = random.Random(3)
    for _ in range(20):
        answer = space.sample(rng)
        back = space.read(space.shown(answer), ())
        assert same(back, answer), (answer, space.shown(answer), back)


@pytest.mark.parametrize("space", [*SPACES.values(), Colour(), ListedColour()], ids=lambda space: type(space).__name__)
def test_settling_an_exact_answer_changes_nothing(space: Space) -> None:
    for answer in space.suggest(10, random.Random(1)):
        assert space.settle(answer) == answer
        assert bool(space.preview(answer)) == isinstance(space, Walk)


# The terminal ------------------------------------------------------------------------


def typed(*lines: str, lang: str = "en") -> str:
    install()
    arguments = ["play", "survey", "--seed", "1", "--seats", "human,random", "--lang", lang]
    before = ["1", "1", "", "2 1", "5", "1", "1", "1 2"]
    result = CliRunner().invoke(main, arguments, input="\n".join([*before, *lines]) + "\n", prog_name="rulewright")
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.usefixtures("_elsewhere")
def test_a_new_kind_is_asked_typed_and_refused_at_the_terminal() -> None:
    told = typed("somewhere", "9,9", "help", "north", "undo", "a")
    assert "Type where to, at most 6 away." in told and "[Enter: stay] > " in told
    assert "a 1.0,7.0" in told and "b 7.0,1.0" in told
    assert "type where to as x,y, or a wind such as north" in told
    assert "That cannot be done: the walk is 11.3 long, 6 at most [7.2]" in told
    assert "Answered: player Player 1, ask walk, what 1, 7" in told
    told = typed("哪里", lang="zh")
    assert "请输入 x,y，或风向，例如 north" in told and "输入目的地，距离至多 6。" in told and "[回车：不动] > " in told


class Failing(Walk, frozen=True):
    """A kind that cannot say what to draw."""

    def preview(self, answer: Any = None) -> Any:
        raise ZeroDivisionError


def mapped(width: int = 10) -> Ruleset:
    sea = Map(False, float(width), 10.0, title={"en": "Sea", "zh": "海"})
    return replace(SURVEY, panel=lambda view: Panel((MapOf(sea),)))


@pytest.mark.usefixtures("_elsewhere")
def test_a_new_kind_is_drawn_on_the_map_before_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    install()
    monkeypatch.setitem(registry().rulesets, "survey", mapped())
    monkeypatch.setattr(registry(), "_frozen", {})
    for space, drawn in ((WALK, True), (Failing((1.0, 1.0), 6.0), False)):
        monkeypatch.setattr("tests.core.small_games.SPACES", {"own": space})
        arguments = ["play", "survey", "--seed", "1", "--seats", "human,random"]
        lines = ["map north", "map 9,9", "north"]
        told = CliRunner().invoke(main, arguments, input="\n".join(lines) + "\n").output
        assert "Sea" in told and ("* route" in told) == drawn and "That can be done." in told
        assert "That cannot be done: the walk is 11.3 long, 6 at most [7.2]" in told
        assert told.count("Answered: player Player 1") == 1


def test_nobody_else_sees_what_a_player_may_do() -> None:
    """At a hand-over whoever holds the screen sees the map without what the other is asked."""
    console = Console(file=io.StringIO(), width=60)
    game = at_walk(mapped())
    sitting = Sitting(game, {}, Terminal("en", console), Saver(None))
    for holder, drawn in ((game.request.player, True), (1 - game.request.player, False)):
        sitting.holder = holder
        console.file = io.StringIO()
        sitting.show_map("north")
        assert isinstance(console.file, io.StringIO) and ("* route" in console.file.getvalue()) == drawn
        assert "Sea" in console.file.getvalue()


@pytest.mark.usefixtures("_elsewhere")
def test_a_kind_that_says_nothing_of_itself_is_typed_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    install()
    for space, lines in (
        (Colour(("red",)), ("red", '"red"', '"blue"')),
        (ListedColour(("red",)), ("red", '"red"', "bl")),
    ):
        monkeypatch.setattr("tests.core.small_games.SPACES", {"own": space})
        arguments = ["play", "survey", "--seed", "1", "--seats", "human,random"]
        told = CliRunner().invoke(main, arguments, input="\n".join(lines) + "\n").output
        assert "That cannot be done: red is taken [9.1]" in told
        assert "what blue" in told or "what green" in told
        if space.options() is None:
            assert 'Type the answer as JSON, such as "' in told and "type the answer as JSON: " in told
        else:
            assert "1 green" in told and "2 blue" in told and "type a number from 1 to 2" in told


class MaybeColour(Colour, frozen=True):
    """A colour, or none at all; it cannot be listed."""

    def check(self, answer: Any) -> tuple[Violation, ...]:
        return () if answer is None else super().check(answer)

    def read(self, text: str, names: Any = ()) -> Any:
        return text or None


def test_passing_on_ends_where_it_cannot_be_known_what_is_offered() -> None:
    game = at_walk()
    said = AskAgain(0, len(game.log), (None, "red"), frozenset(), ())
    teller = Narrator(game.rules)
    listed = Request(0, "own", Options((None, "red")))
    assert enter_passes(listed) and said.goes_on(game, teller, listed)
    unlisted = Request(0, "own", MaybeColour())
    assert enter_passes(unlisted) and not said.goes_on(game, teller, unlisted)


@pytest.mark.parametrize("space", [*SPACES.values(), MaybeColour()], ids=lambda space: type(space).__name__)
def test_no_kind_looks_at_a_text_that_nobody_has_typed(space: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    for reader in ("read_one", "read_json", "read_some", "read_order", "read_measure", "split"):
        monkeypatch.setattr(rulewright.spaces, reader, lambda *given: looked.append(str(given)))
    most = space.MOST_TYPED
    for text in ("1" * (most + 1), "[" * 64_000, "1 " * 32_000, "a;" * 32_000):
        with pytest.raises(Unreadable, match=f"{len(text)} characters were typed, and an answer has at most {most}"):
            space.read(text)
    assert looked == []


def test_a_long_text_is_compared_with_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("difflib.get_close_matches", lambda *given, **more: pytest.fail("it was compared"))
    (violation,) = Options(("red", "blue")).check("r" * 60_000)
    assert len(violation.reason) < 300


@pytest.fixture
def _elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield


# Programs ----------------------------------------------------------------------------


@pytest.mark.parametrize("bot", [RandomBot, GreedyBot, SearchBot])
def test_bots_answer_it(bot: Any) -> None:
    game = at_walk()
    game.answer(bot(3).choose(game.view(0), game.request))
    assert game.request is None or game.request.ask != "walk"


@pytest.mark.parametrize("space", [Colour(("red",)), ListedColour(("red",)), WALK], ids=lambda s: type(s).__name__)
def test_environments_encode_it(space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    env = environments.aec(asking(space, monkeypatch).freeze(), seed=3, width=4)
    env.reset()
    for _ in env.agent_iter():
        seen, _, terminated, truncated, info = env.last()
        if not (terminated or truncated) and info["ask"] == "own":
            assert info["candidates"] and not any(map(space.check, info["candidates"]))
            assert info["complete"] is (space.options() is not None)
            assert len({row.tobytes() for row in seen["candidates"][: len(info["candidates"])]}) > 1
        env.step(None if terminated or truncated else 0)


@pytest.mark.parametrize("space", [Colour(("red",)), ListedColour(("red",)), WALK], ids=lambda s: type(s).__name__)
def test_the_kit_checks_it(space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    check_ruleset(asking(space, monkeypatch), games=2)
    outside = list(answers_outside(Request(0, "own", space), Random(1)))
    assert outside and all(map(space.check, outside))
    assert "north" not in [answer for answer in outside if isinstance(answer, str)]


class Forgetful(Walk, frozen=True):
    """Shows what it cannot read."""

    def shown(self, answer: Any, names: Any = ()) -> str:
        return "over there"


class Restless(Walk, frozen=True):
    """Makes something else of an exact answer."""

    def settle(self, answer: Any) -> Any:
        return (1.0, 1.0)


@pytest.mark.parametrize(
    ("space", "found"),
    [
        (Forgetful((1.0, 1.0), 6.0), "shows .* as 'over there', and cannot read it: type where to"),
        (Restless((1.0, 1.0), 6.0), "settles .* as something else"),
    ],
    ids=["forgetful", "restless"],
)
def test_the_kit_finds_a_space_that_contradicts_itself(
    space: Space, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(KitFailure, match=found):
        check_ruleset(asking(space, monkeypatch), games=1)


def test_tests_and_transcripts_name_its_answers() -> None:
    game = at_walk()
    assert answer_named(game, game.request, "north") == "north"
    assert answer_named(game, game.request, "2,3") == (2.0, 3.0)
    assert answer_named(game, game.request, "nowhere") == "nowhere"
    assert option_names(game, game.request) == []
    told = transcript(playthrough(SURVEY, seed=2))
    assert "> a, b" in told or "> a" in told
    assert "left " in told


# Nobody knows kinds ------------------------------------------------------------------


ASKERS = ("cli/**/*.py", "bots/*.py", "env/*.py", "testing/*.py", "simulate/*.py", "odds/*.py", "*.py")
KINDS = {kind.__name__ for kind in (Allocation, Number, Options, Ordering, Subset, PickSpace)}


def test_whoever_asks_knows_no_kinds_of_spaces() -> None:
    """
    A script of dice alone does: what lies in a heap that is not shuffled concerns chance, not how anyone is asked.
    """
    room = Path(rulewright.__file__).parent
    files = [file for name in ASKERS for file in sorted(room.glob(name))]
    found = {
        f"{file.relative_to(room)}: {kind}"
        for file in files
        for kind in kinds_told_apart(file.read_text(encoding="utf-8"))
    }
    assert len(files) > 50 and found == {"testing/scripts.py: PickSpace"}


def kinds_told_apart(source: str) -> Iterator[str]:
    """The kinds of spaces that a module asks for, by isinstance or in a match."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.MatchClass) or (isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance"):
            asked = node.cls if isinstance(node, ast.MatchClass) else node.args[1]
            yield from KINDS.intersection(re.findall(r"\w+", ast.unparse(asked)))


def test_a_space_says_nothing_that_is_no_sentence() -> None:
    chance = (DiceSpace((D6,)), ShuffleSpace((1, 2)), PickSpace((1, 2)))
    for space in (*SPACES.values(), Colour(), ListedColour(), *chance):
        prompt = space.prompt(names_of(space))
        for lang in ("en", "zh"):
            assert "{" not in show(prompt.how, lang) and show(prompt.how, lang)
            assert all(key and show(line, lang) for key, line in prompt.lines)
        assert space.options() is None or isinstance(space, ChanceSpace | Number) or prompt.lines
        assert json.dumps(space.describe())
        with pytest.raises(Unreadable):
            space.read("?!")

"""Wrong calls: each raises what its documentation says, in words, and leaves the game as it was."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from enum import IntEnum, StrEnum
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import rulewright
from rulewright import (
    FlowError,
    Game,
    GameError,
    Procedure,
    Refused,
    Ruleset,
    SaveError,
    SetupError,
    State,
    bots,
)
from rulewright import odds as odds_room
from rulewright import simulate as simulations
from rulewright.bots.base import UnknownBot
from rulewright.chance import LARGEST_SEED, Manual, Scripted, Seeded, SeedError
from rulewright.events import Noted
from rulewright.files import FileError
from rulewright.labels import by_field, by_kind, by_question
from rulewright.odds import OddsError
from rulewright.plaindata import plain
from rulewright.plugins import UnknownRuleset
from rulewright.ruleset import CALLED_WITH
from rulewright.simulate import game_seed

from . import single_games
from .small_games import DUEL, SPACES, SURVEY, duel, install

RULES = duel()

# Called wrongly here, so without their types.
new_game: Any = rulewright.new_game
load: Any = rulewright.load
rules_for: Any = rulewright.rules_for
make_bot: Any = bots.make_bot
fill_seats: Any = bots.fill_seats
simulate: Any = simulations.simulate
compare: Any = simulations.compare
play_game: Any = single_games.play_game
odds: Any = odds_room


@pytest.fixture(autouse=True)
def small_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    install()


@pytest.fixture
def game() -> Game:
    """A duel in its third turn."""
    game: Game = new_game(RULES, seed=4)
    game.answer("strike")
    while game.request.ask != "action":
        game.answer(None)
    game.answer("wait")
    return game


def untouched(game: Game) -> Any:
    """All that a wrong call must leave as it is."""
    return game.digest(), list(game.answers), list(game.log), game.request, game.positions()


class Evil:
    """Equal to everything, and looks like a text."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("strike")

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return str

    def __repr__(self) -> str:
        return "'strike'"


class Raising:
    """Whatever is asked of it raises."""

    def __eq__(self, other: object) -> bool:
        raise SystemExit("eq")

    def __hash__(self) -> int:
        raise SystemExit("hash")

    def __repr__(self) -> str:
        raise ValueError("repr")

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        raise ValueError("class")


class EvilText(str):
    """Another text than it claims to be equal to."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__

    def encode(self, *how: Any) -> bytes:
        raise SystemExit("encode")


class EvilNumber(int):
    def __eq__(self, other: object) -> bool:
        return True

    def __le__(self, other: object) -> bool:
        return True

    __ge__ = __lt__ = __gt__ = __le__
    __hash__ = int.__hash__


class EvilList(list[Any]):
    def __iter__(self) -> Iterator[Any]:
        raise SystemExit("iter")

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None


class EvilTuple(tuple[Any, ...]):
    def __eq__(self, other: object) -> bool:
        return True

    def __len__(self) -> int:
        return 1

    __hash__ = tuple.__hash__


class Pair(NamedTuple):
    one: Any
    other: Any


class Word(StrEnum):
    STRIKE = "strike"
    RED = "red"


class One(IntEnum):
    ONE = 1


RECURSIVE: list[Any] = []
RECURSIVE.append(RECURSIVE)
WIDE: list[Any] = []
WIDE.extend([WIDE] * 50)
DEEP: Any = ()
for _ in range(5000):
    DEEP = (DEEP,)

NO_SEED: tuple[Any, ...] = (1.5, 1.0, True, "7", b"7", (1,), Fraction(1), Evil(), Raising())
NO_PLAYER: tuple[Any, ...] = (99, 2, -2, "0", 0.0, True, False, 2**70, (0,), int, Evil(), Raising(), float("nan"))

# ----------------------------------------------------------------------------------------------------- games

Call = Callable[[Any], Any]
CALLS: dict[str, tuple[Call, type[BaseException] | tuple[type[BaseException], ...], str]] = {
    "new_game of nothing": (lambda game: new_game(None), TypeError, "a game is the name of a ruleset"),
    "new_game of a number": (lambda game: new_game(3), TypeError, "a game is the name of a ruleset"),
    "new_game of an unknown name": (lambda game: new_game("duell"), UnknownRuleset, "did you mean 'duel'"),
    "new_game of no name": (lambda game: new_game(""), UnknownRuleset, "no ruleset is named ''"),
    "setup of another kind": (lambda game: new_game(RULES, [1]), SetupError, "setup of duel"),
    "setup with unknown keys": (lambda game: new_game(RULES, {"hpp": 1}), SetupError, "did you mean 'hp'"),
    "setup that is an object": (lambda game: new_game(RULES, Evil()), SetupError, "expected a table"),
    "setup with an object": (lambda game: new_game(RULES, {"hp": object()}), SetupError, "hp: found something of type"),
    "setup with a huge number": (lambda game: new_game(RULES, {"hp": 10**5000}), SetupError, "a number of 16610 bits"),
    "setup that is a text": (lambda game: new_game(RULES, "hp=8"), SetupError, "found 'hp=8', expected a table"),
    "setup under a name that is none": (lambda game: new_game(RULES, {3: 8}), SetupError, "setup of duel"),
    "setup for nothing": (lambda game: new_game(SURVEY, {"hp": 1}), SetupError, "has no setup"),
    "chance of an unknown name": (lambda game: new_game(RULES, chance="loaded"), TypeError, "'seeded', 'manual' or"),
    "chance that is none": (lambda game: new_game(RULES, chance=None), TypeError, "'seeded', 'manual' or"),
    "chance that is a class": (lambda game: new_game(RULES, chance=Manual), TypeError, "'seeded', 'manual' or"),
    "content that is one file": (lambda game: rules_for("duel", "my.json"), TypeError, r"did you mean \['my.json'\]"),
    "content that is a path": (lambda game: rules_for("duel", Path("mine.json")), TypeError, "content is a list of"),
    "content that is not there": (
        lambda game: rules_for("dice_throne", ["not-here.json"]),
        FileError,
        "not-here.json: there is no such file",
    ),
    "load of nothing": (lambda game: load(None), TypeError, "NoneType"),
    "load of an open file": (lambda game: load(0), TypeError, "int"),
    "load of a folder": (lambda game: load("."), SaveError, "it is a folder"),
    "load of what is not there": (lambda game: load("no.json"), SaveError, "no.json: there is no such file"),
    # The running game.
    "answer for another": (lambda game: game.answer("strike", 1 - game.request.player), Refused, "is not asked"),
    "answer for chance": (lambda game: game.answer((6,), -1), Refused, "chance is not asked anything now"),
    "why of an unknown event": (lambda game: game.why(10**9), LookupError, "there is no event 1000000000"),
    "why far before the first": (lambda game: game.why(-(10**9)), LookupError, "there is no event"),
    "why of no number": (lambda game: game.why("3"), LookupError, "'3' is neither an event nor the number"),
    "why of a bool": (lambda game: game.why(True), LookupError, "True is neither an event nor the number"),
    "why of something evil": (lambda game: game.why(Evil()), LookupError, "is neither an event"),
    "why of something that raises": (lambda game: game.why(Raising()), LookupError, "is neither an event"),
    "why for nobody": (lambda game: game.why(0, 99), GameError, "there is no player 99; the seats are 0, 1"),
    "events since a text": (lambda game: game.events(since="1"), GameError, "events are numbered from 0 on"),
    "events since a part": (lambda game: game.events(since=1.5), GameError, "not from 1.5"),
    "events since before": (lambda game: game.events(since=-1), GameError, "not from -1"),
    "events of a view since before": (lambda game: game.view(0).events(-1), GameError, "not from -1"),
    "team of nobody": (lambda game: game.team(99), GameError, "there is no player 99"),
    "opponents of nobody": (lambda game: game.opponents(99), GameError, "there is no player 99"),
    "number of an unknown stat": (lambda game: game.number("migth", 0), LookupError, "did you mean 'might'"),
    "value of an unknown stat": (lambda game: game.view(0).value("x", 0), LookupError, "has no characteristic 'x'"),
    "number of nobody": (lambda game: game.view(0).number("might", 99), LookupError, "99"),
    "context of an unknown kind": (lambda game: game.context(int), LookupError, "no int is going on"),
    "imagining without chance": (lambda game: game.view(0).imagine(None), TypeError, r"a random\.Random, not pass"),
    "save in a folder that is not there": (lambda game: game.save("no/where.json"), OSError, "No such file"),
    "save of no path": (lambda game: game.save(7), TypeError, "int"),
    "chance that the script has not": (lambda game: game.fork(chance=Scripted([(7,)])).answer("strike"), Refused, "7"),
    # Bots, simulations, odds.
    "an unknown bot": (lambda game: make_bot("randon", 1), UnknownBot, "did you mean 'random'"),
    "a bot with a wrong keyword": (lambda game: make_bot("search:iterations=x", 1), UnknownBot, "is not a keyword"),
    "a bot that is no name": (lambda game: make_bot(3, 1), UnknownBot, "the name of a bot is text, not 3"),
    "too many bots": (lambda game: fill_seats(["random"] * 3, 2), ValueError, "2 seats, and 3 names"),
    "no bots": (lambda game: fill_seats([], 2), ValueError, "2 seats, and 0 names"),
    "bots that are one text": (lambda game: simulate(RULES, 2, seats="random"), ValueError, "seats are a list of bots"),
    "a part of a game": (lambda game: simulate(RULES, 1.5), ValueError, "0 or more, not 1.5"),
    "games that are a text": (lambda game: simulate(RULES, "2"), ValueError, "0 or more, not '2'"),
    "games below nothing": (lambda game: simulate(RULES, -1), ValueError, "0 or more, not -1"),
    "jobs that are a text": (lambda game: simulate(RULES, 1, jobs="2"), ValueError, "jobs is 1 or more"),
    "no jobs": (lambda game: simulate(RULES, 1, jobs=0), ValueError, "jobs is 1 or more"),
    "no decisions": (lambda game: simulate(RULES, 1, most=0), ValueError, "1 or more, not 0"),
    "an odd comparison": (lambda game: compare(RULES, "random", "greedy", 3), ValueError, "in pairs"),
    "a comparison of a part": (lambda game: compare(RULES, "random", "greedy", 1.5), ValueError, "not 1.5"),
    "a simulation of nothing": (lambda game: simulate(None, 1), TypeError, "a game is the name"),
    "odds of a game without a desk": (lambda game: odds.ask("duel"), OddsError, "has no odds to ask for"),
    "odds of a number": (lambda game: odds.ask(3), TypeError, "a game is the name of a ruleset"),
    "odds of an unknown game": (lambda game: odds.ask("duell"), UnknownRuleset, "did you mean 'duel'"),
    "odds after an illegal answer": (lambda game: odds.probability(game, bool, answers=["x"]), Refused, "'x' is not"),
    "odds until nothing that runs": (lambda game: odds.probability(game, bool, until="x"), OddsError, "nothing named"),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_call_raises_what_is_documented_and_changes_nothing(game: Game, name: str) -> None:
    call, error, words = CALLS[name]
    before = untouched(game)
    with pytest.raises(error, match=words):
        call(game)
    assert untouched(game) == before


@pytest.mark.parametrize("number", range(len(NO_PLAYER)))
def test_nobody_is_refused_as_a_player(game: Game, number: int) -> None:
    player = NO_PLAYER[number]
    before = untouched(game)
    calls: list[Call] = [
        lambda game: game.view(player),
        lambda game: game.events(player),
        lambda game: game.why(0, player),
    ]
    for call in calls:
        with pytest.raises(GameError, match=r"there is no player .*; the seats are 0, 1"):
            call(game)
    with pytest.raises(Refused, match=r"there is no player .*; the seats are 0, 1"):
        game.answer("strike", player)
    assert untouched(game) == before


def test_chance_has_no_view(game: Game) -> None:
    with pytest.raises(GameError, match="there is no player -1"):
        game.view(-1)


# ----------------------------------------------------------------------------------------------------- seeds


@pytest.mark.parametrize("number", range(len(NO_SEED)))
def test_what_is_no_whole_number_is_no_seed(game: Game, number: int) -> None:
    seed = NO_SEED[number]
    before = untouched(game)
    calls: list[Callable[[], Any]] = [
        lambda: new_game(RULES, seed=seed),
        lambda: new_game(RULES, seed=seed, chance="manual"),
        lambda: Seeded(seed),
        lambda: game.fork(seed=seed).digest(),
        lambda: simulate(RULES, 1, seed=seed),
        lambda: compare(RULES, "random", "greedy", 2, seed=seed),
    ]
    for call in calls:
        with pytest.raises(TypeError, match="a seed is a whole number, not "):
            call()
    assert untouched(game) == before


@pytest.mark.parametrize("number", range(5))
def test_a_seed_that_no_save_could_hold_is_refused(number: int) -> None:
    seed = (-1, -(2**63), 2**63, 2**70, 10**5000)[number]
    for call in (lambda: new_game(RULES, seed=seed), lambda: Seeded(seed), lambda: simulate(RULES, 1, seed=seed)):
        with pytest.raises(SeedError, match=f"a seed is a whole number from 0 to {LARGEST_SEED}, not "):
            call()


@pytest.mark.parametrize("seed", [0, LARGEST_SEED])
def test_a_game_of_any_other_seed_is_saved_and_loaded(tmp_path: Path, seed: int) -> None:
    game = new_game(RULES, seed=seed)
    game.answer("strike")
    game.save(tmp_path / "game.json")
    assert load(tmp_path / "game.json", game=RULES).digest() == game.digest()
    assert simulate(RULES, 1, seed=seed, failures=None, records="games.csv").finished == 1
    assert simulate(RULES, 1, seed=seed, failures=None, records="games.csv").kept == 1


# --------------------------------------------------------------------------------------------------- answers

FOREIGN: list[Any] = [
    Evil(), Raising(), object(), {}, {"a": 1}, {"strike"}, frozenset(), b"strike", 1j, Fraction(1), range(3),
    float("nan"), float("inf"), 10**5000, -(10**5000), 2**64, "\ud800", RECURSIVE, WIDE, DEEP, EvilText("kick"),
    EvilNumber(77), EvilList(["strike"]), EvilTuple(("strike", "kick")), (Evil(),), [Raising()], ("strike", Evil()),
    (EvilText("a"), EvilText("kick")), ("a", EvilNumber(9)), Exception, print, lambda: None, (float("nan"),) * 3,
    ((Evil(), 1.0),), (10**400, 10**400), memoryview(b"x"), iter("ab"),
]  # fmt: skip


def all_plain(value: Any) -> bool:
    """Whether a kept answer is plain data to the last."""
    if type(value) is tuple:
        return all(map(all_plain, value))
    return value is None or type(value) in (bool, int, float, str)


def surveyed(ask: str) -> Game:
    """A survey that stands at this question."""
    game: Game = new_game(SURVEY, seed=1)
    rng = Random(1)
    while game.request.ask != ask:
        game.answer(game.request.space.sample(rng), game.request.player)
    return game


@pytest.mark.parametrize("ask", [*SPACES, "secret"])
def test_what_is_no_plain_data_is_refused_by_every_space(ask: str) -> None:
    game = surveyed(ask)
    before = untouched(game)
    for answer in FOREIGN:
        for player in (None, 0):
            with pytest.raises(Refused) as caught:
                game.answer(answer, player)
            assert str(caught.value).strip() and len(str(caught.value)) < 1500
            assert untouched(game) == before


@pytest.mark.parametrize("ask", list(SPACES))
def test_no_space_takes_what_only_claims_to_be_equal(ask: str) -> None:
    game = surveyed(ask)
    request = game.request
    for seed in range(20):
        legal = request.space.sample(Random(seed))
        for disguised in (disguise(legal, all_of_it=True), disguise(legal, all_of_it=False), [disguise(legal, False)]):
            branch = game.fork()
            try:
                branch.answer(disguised)
            except Refused:
                assert untouched(branch) == untouched(game)
            else:
                kept = branch.answers[-1][1]
                assert kept == legal and all_plain(kept)


def disguise(value: Any, all_of_it: bool) -> Any:
    """The same value in classes of someone's own."""
    if isinstance(value, tuple):
        items = [disguise(item, all_of_it) for item in value]
        return EvilTuple(items) if all_of_it else tuple(items)
    if value is None or isinstance(value, bool):
        return value
    return EvilText(value) if isinstance(value, str) else EvilNumber(value) if isinstance(value, int) else value


def test_what_is_a_kind_of_plain_data_is_kept_as_plain_data() -> None:
    for ask, given, kept in (
        ("pick", Word.RED, "red"),
        ("some", Pair("a", "b"), ("a", "b")),
        ("cell", [[0, 1]], ((0, 1),)),
        ("cell", (Pair(0, One.ONE),), ((0, 1),)),
        ("number", One.ONE, 1),
    ):
        game = surveyed(ask)
        game.answer(given)
        assert game.answers[-1] == (0, kept) and all_plain(game.answers[-1][1])


def test_numbers_of_numpy_are_no_whole_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    for ask, given in (
        ("number", numpy.int64(3)),
        ("number", numpy.bool_(True)),
        ("pick", numpy.array(["red"])),
        ("share", numpy.array([1, 2])),
        ("share", (numpy.int64(1), numpy.int64(2))),
        ("walk", (numpy.float32(1), 1.0)),
    ):
        game = surveyed(ask)
        before = untouched(game)
        with pytest.raises(Refused, match=r"not something of type|an answer is plain data"):
            game.answer(given)
        assert untouched(game) == before
    game = surveyed("measure")
    game.answer(numpy.float64(1.5))  # a float, as numpy says itself
    assert type(game.answers[-1][1]) is float


def test_true_is_not_one() -> None:
    game = surveyed("number")
    with pytest.raises(Refused, match=r"a whole number from 0 to 10, not True \(of type bool\)"):
        game.answer(True)


def test_plain_calls_nothing_of_a_class_of_someone() -> None:
    assert plain([EvilText("a"), EvilNumber(2), EvilTuple((1, 2, 3)), EvilList([4])]) == ("a", 2, (1, 2, 3), (4,))
    for value in (Evil(), Raising(), [Raising()], EvilTuple([Evil()])):
        with pytest.raises(TypeError, match="not something of type"):
            plain(value)


# ------------------------------------------------------------------------------------------------- environments


def test_wrong_calls_of_environments_are_refused() -> None:
    pytest.importorskip("pettingzoo")
    from rulewright import env as environments
    from rulewright.env.match import EnvError

    env: Any = environments

    for seed in (1.5, "7", True, -1, 2**63):
        with pytest.raises((TypeError, SeedError), match="a seed is a whole number"):
            env.gym(DUEL, seed=seed)
    wrong: list[tuple[Callable[[], Any], type[Exception], str]] = [
        (lambda: env.gym(3), TypeError, "a game is the name of a ruleset"),
        (lambda: env.gym(DUEL, seat=9), EnvError, "no seat 9"),
        (lambda: env.gym(DUEL, seat="0"), EnvError, "no seat '0'"),
        (lambda: env.gym(DUEL, opponents="randon"), UnknownBot, "did you mean 'random'"),
        (lambda: env.gym(DUEL, width=0), EnvError, "width is a whole number"),
        (lambda: env.aec(DUEL, turns="some"), EnvError, "turns"),
        (lambda: env.aec(DUEL, widht=3), TypeError, "widht"),
    ]
    for call, error, words in wrong:
        with pytest.raises(error, match=words):
            call()
    made = env.gym(DUEL, seed=1, illegal="error")
    made.reset()
    before = untouched(made.match.game)
    for action in (999, -1, "0", 1.5, None, Evil()):
        with pytest.raises((EnvError, TypeError)):
            made.step(action)
        assert untouched(made.match.game) == before


def test_a_played_game_says_what_is_no_seed() -> None:
    with pytest.raises(TypeError, match="a seed is a whole number"):
        play_game(RULES, 1.5, ["random", "random"])
    assert game_seed(1, 2) <= LARGEST_SEED


# A ruleset whose functions take something else ----------------------------------------------


def test_a_function_of_a_ruleset_that_takes_something_else_is_refused_at_once() -> None:
    """
    As a look of an earlier version, which was given the language, too.
    """
    look: Any = lambda view, typed, lang: None  # noqa: E731

    with pytest.raises(FlowError) as told:
        Ruleset(id="duel", title="Duel", state=State, flow=Procedure("flow", []), look=look)

    assert str(told.value) == "duel: look is called with (view, what was typed), and this one takes (view, typed, lang)"


ONE: Any = lambda view: None  # noqa: E731
THREE: Any = lambda view, request, answer: None  # noqa: E731
FOUR: Any = lambda view, request, answer, lang: None  # noqa: E731


@pytest.mark.parametrize(
    ("field", "table", "wrong"),
    [
        ("label", by_question({"throw": THREE}), "label of 'throw' is called with (view, request"),
        ("label", by_question({"throw": FOUR}, nothing=ONE), "label of 'nothing' is called with (view, request"),
        ("label", by_question({"throw": FOUR}, other=ONE), "label of 'other' is called with (view, request"),
        ("about", by_question({"throw": FOUR}), "about of 'throw' is called with (view, request"),
        ("name", by_field({"ball": THREE}), "name of 'ball' is called with (view, field, value"),
        ("name", by_field({"ball": FOUR}, other=THREE), "name of 'other' is called with (view, field, value"),
        ("facts", by_kind({Noted: FOUR}, {}), "facts of 'Noted' is called with (view, event or request"),
        ("facts", by_kind({Noted: THREE}, {"throw": ONE}), "facts of 'throw' is called with (view, event or request"),
    ],
)
def test_an_entry_of_a_table_that_takes_something_else_is_refused_at_once_by_its_name(
    field: str, table: Any, wrong: str
) -> None:
    with pytest.raises(FlowError) as told:
        Ruleset(id="duel", title="Duel", state=State, flow=Procedure("flow", []), **{field: table})

    assert str(told.value).startswith(f"duel: {wrong}")


def test_a_function_may_take_more_than_it_is_called_with_where_that_has_a_default() -> None:
    look: Any = lambda view, typed, lang="en": None  # noqa: E731

    assert Ruleset(id="duel", title="Duel", state=State, flow=Procedure("flow", []), look=look).look is look
    assert Ruleset(id="duel", title="Duel", state=State, flow=Procedure("flow", []), players=max).players is max


def test_every_function_of_a_ruleset_says_what_it_is_called_with() -> None:
    """
    But those that are called in several ways, or need not be functions.
    """
    kinds = {field.name: str(field.type) for field in fields(Ruleset)}
    functions = {name for name, kind in kinds.items() if kind.startswith("Callable")}

    assert functions - CALLED_WITH.keys() == {"content"}
    for name, given in CALLED_WITH.items():
        arguments = re.match(r"Callable\[\[(.*?)\], ", kinds[name])
        assert arguments and len(arguments[1].split(", ")) == max(1, len(given)), name

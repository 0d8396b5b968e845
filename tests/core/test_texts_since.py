"""A text that remembers: "at the end of your next turn, each that was healed since loses 1"."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import pytest

import rulewright as rw
from rulewright.effects import EffectEnded, effects
from rulewright.powers.written import WrittenPart, WrittenPower, parts_of
from rulewright.programs import RESOLVE_OF_BEARER, OfBearer, each_of
from rulewright.testing import Scenario, set_up
from rulewright.vocabulary import Compiler, Count, Effect, Lexicon, Moments, NamedMoment, Some, Verb

# A game of figures that are healed and hurt ----------------------------------------------------------------


class Figure(rw.Record):
    player: int
    carries: tuple[str, ...] = ()
    life: int = 5


class Ward(rw.State):
    figures: rw.Table[Figure]


class Healed(rw.Event, frozen=True):
    figure: int

    def apply(self, state: Any) -> None:
        state.figures.edit(self.figure).life += 1


class Hurt(rw.Event, frozen=True):
    figure: int

    def apply(self, state: Any) -> None:
        state.figures.edit(self.figure).life -= 1


class TurnEnds(rw.Event, frozen=True):
    player: int


def act(game: Any, turn: rw.Turn) -> Any:
    """A figure is healed, or does what it offers; then the turn ends."""
    mine = [one.id for one in game.state.figures.values() if one.player == turn.player]
    offered = {(id, name): call for id in mine for _, (name, call) in game.offers("action", id)}
    answer = yield rw.choose(turn.player, "act", [None, *game.state.figures, *offered])
    if answer in offered:
        yield offered[answer]
    elif answer is not None:
        yield Healed(answer)
    yield TurnEnds(turn.player)


# Its words --------------------------------------------------------------------------------------------------


class Begin(Verb, name="begin"):
    """Something is said of a figure from now on."""

    what: str
    whom: Literal["self", "subject"] = "self"
    en, zh = "{what} begins for {whom}", "{whom}：{what}开始"

    def do(self, game: Any, run: OfBearer) -> Any:
        one = run.bearer if self.whom == "self" else run.subject
        data = {"by": run.bearer, "turn": game.context(rw.Turn).number}
        return rw.begin_effect(game, self.what, rw.FOREVER, target=("figures", one), player=run.player, data=data)


class EachOf(Verb, name="each"):
    """Something happens to each of whom the figure has said something, and that is over."""

    of: str
    then: tuple[Effect, ...] = ()
    en, zh = "for each {of}: {then}", "对每个{of}：{then}"

    def do(self, game: Any, run: OfBearer) -> Any:
        found = [one for one in effects(game, self.of) if one.data["by"] == run.bearer]
        if self.then:
            yield from each_of(run, dict.fromkeys(one.target for one in found), self.then)
        yield [EffectEnded(one.id) for one in found]


class Lose(Verb, name="lose"):
    """The chosen figure loses one."""

    en, zh = "it loses 1", "其失去 1"

    def do(self, game: Any, run: OfBearer) -> Any:
        return Hurt(run.chosen)


class TurnsOf(Count, key="turns_of"):
    """How many turns of its player have begun since something was said of the figure itself; -1 where it was not."""

    turns_of: str

    def count(self, game: Any, run: OfBearer) -> int:
        begun = [one.data["turn"] for one in effects(game, self.turns_of) if one.target == run.bearer]
        return (game.context(rw.Turn).number - begun[0]) // 2 if begun else -1


MOMENTS = Moments(
    NamedMoment("healed", Healed, "figure"), NamedMoment("turn ends", TurnEnds, "player", of="player"),
)  # fmt: skip
LEXICON = Lexicon(Begin, EachOf, Lose, TurnsOf)


class Book(NamedTuple):
    ops: Any


class Text(WrittenPart):
    moments = MOMENTS


class Entry(WrittenPower):
    does: Some[parts_of(Text)]  # type: ignore[valid-type]


HAS_BEGUN = {"amount": {"turns_of": "watch"}, "at_least": 0}
MARKS = {"do": "begin", "what": "healed since"}
WATCHER = {
    "id": "watcher",
    "does": [
        {"offers": "action", "once": "game", "effects": [{"do": "begin", "what": "watch"}]},
        {"when": "healed", "test": HAS_BEGUN, "effects": [MARKS]},
        {"when": "healed", "whose": "any", "test": HAS_BEGUN, "effects": [{**MARKS, "whom": "subject"}]},
        {"when": "turn ends", "test": {"amount": {"turns_of": "watch"}, "at_least": 1}, "effects": [
            {"do": "each", "of": "healed since", "then": [{"do": "lose"}]},
            {"do": "each", "of": "watch"},
        ]},
    ],
}  # fmt: skip
"""As an action, once: at the end of your next turn, each that was healed since loses 1."""


def ward() -> Scenario:
    """A watcher with a friend against a foe; each of them has 5 to lose."""
    compiler = Compiler()
    watcher = compiler.inside(LEXICON.read(Entry, WATCHER)).power(MOMENTS)
    rules = rw.Ruleset(
        id="ward",
        title="Ward",
        state=Ward,
        flow=rw.Loop("turn", rw.turns(lambda game: game.players), [act]),
        procedures=[RESOLVE_OF_BEARER],
        events=[Healed, Hurt, TurnEnds],
        content=lambda added: Book(compiler.ops),
        powers=[watcher],
        carriers=[rw.Carriers("figures", lambda content, one: one.carries)],
        offers=["action"],
    )
    return set_up(rules, [Figure(1, 0, ("watcher",)), Figure(2, 0), Figure(3, 1)]).begin("turn")


def lives(position: Scenario) -> list[int]:
    return [one.life for one in position.state.figures.values()]


WATCH = (1, "watcher")


def test_at_the_end_of_the_next_turn_each_that_was_healed_since_loses_one() -> None:
    position = ward().answer(WATCH).answer(3)
    assert lives(position) == [5, 5, 6]
    position.answer(2)
    assert lives(position) == [5, 5, 5] and not position.state.effects


@pytest.mark.parametrize("one", [1, 3])
def test_whoever_is_healed_counts_once_however_often_and_also_the_watcher_itself(one: int) -> None:
    position = ward().answer(WATCH).answer(one).answer(one)
    assert lives(position)[one - 1] == 5 + 2 - 1


def test_who_was_healed_before_or_is_later_loses_nothing() -> None:
    position = ward().answer(2).answer(2).answer(WATCH).answer(None).answer(None).answer(3).answer(3)
    assert lives(position) == [5, 7, 7]


def test_it_is_not_offered_again() -> None:
    position = ward()
    assert WATCH in position.options
    assert WATCH not in position.answer(WATCH).answer(None).options

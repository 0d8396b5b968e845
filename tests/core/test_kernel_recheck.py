"""A trigger that stands ready lapses when its source stops qualifying before its turn comes."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import Event, Procedure, Record, Ruleset, State, Table, TimingPolicy, choose, new_game, trigger


class Hero(Record):
    player: int


class Heroes(State):
    heroes: Table[Hero]


class Hit(Event, frozen=True):
    hero: int


class Fell(Event, frozen=True):
    hero: int

    def apply(self, state: Heroes) -> None:
        state.heroes.remove(self.hero)


class Avenged(Event, frozen=True):
    hero: int


def still_there(game: Any, event: Hit) -> list[int]:
    return [event.hero] if event.hero in game.state.heroes else []


def of_player(game: Any, event: Hit, hero: int) -> int:
    return int(game.state.heroes[hero].player)


@trigger(Hit, immediate=True, player=lambda game, event, source: None)
def fall(game: Any, event: Hit, source: None) -> Fell:
    return Fell(event.hero)


@trigger(Hit, sources=still_there, player=of_player)
def avenge(game: Any, event: Hit, hero: int) -> Avenged:
    return Avenged(hero)


def hit(game: Any, context: None) -> Hit:
    return Hit(1)


def wait(game: Any, context: None) -> Any:
    yield choose(0, "go on", (True,))


@pytest.mark.parametrize("nesting", ["at once", "wait", "others wait"])
@pytest.mark.parametrize("recheck", [True, False])
def test_what_an_immediate_trigger_took_away_does_not_react_any_more(nesting: str, recheck: bool) -> None:
    """The hero is gone before its own reaction comes; only a policy without recheck lets it resolve all the same."""
    policy = TimingPolicy(lambda game: game.players, nesting=nesting, recheck=recheck)
    rules = Ruleset(
        id="falls",
        title="Falls",
        state=Heroes,
        flow=Procedure("game", [hit, wait]),
        populate=lambda state, setup, content: state.heroes.add(Hero(1, 0)),
        triggers=[fall, avenge],
        timing=policy,
    )

    game = new_game(rules, seed=1)

    assert (Avenged(1) in game.events()) is not recheck


class Paid(Event, frozen=True):
    hero: int
    coins: int

    def apply(self, state: Purses) -> None:
        state.purses.edit(self.hero).coins += self.coins


class Purse(Record):
    coins: int = 0


class Purses(State):
    purses: Table[Purse]


@trigger(Hit, immediate=True, player=lambda game, event, source: None)
def console(game: Any, event: Hit, source: None) -> Paid:
    return Paid(event.hero, 1)


def _parry(name: str) -> Any:
    def parry(game: Any, event: Hit, source: None) -> Paid:
        return Paid(event.hero, -1)

    return trigger(
        Hit,
        name=name,
        optional=True,
        player=lambda game, event, source: 0,
        usable=lambda game, event, source: bool(game.state.purses[event.hero].coins),
    )(parry)


def test_whether_a_trigger_can_be_paid_for_is_asked_when_its_turn_comes() -> None:
    """The coin that pays came with the event itself; it pays for one of the two."""
    rules = Ruleset(
        id="purses",
        title="Purses",
        state=Purses,
        flow=Procedure("game", [hit, wait]),
        populate=lambda state, setup, content: state.purses.add(Purse(1)),
        triggers=[_parry("parry"), _parry("riposte"), console],
    )

    game = new_game(rules, seed=1)

    assert game.request.space.options() == (("parry", None), ("riposte", None), None)
    game.answer(("riposte", None))
    assert game.request.ask == "go on"
    assert game.state.purses[1].coins == 0


def test_what_can_never_be_paid_for_is_not_offered() -> None:
    """Without the coin nobody is asked."""
    rules = Ruleset(
        id="purses",
        title="Purses",
        state=Purses,
        flow=Procedure("game", [hit, wait]),
        populate=lambda state, setup, content: state.purses.add(Purse(1)),
        triggers=[_parry("parry")],
    )

    assert new_game(rules, seed=1).request.ask == "go on"


@pytest.mark.parametrize("coins", [0, 1])
def test_a_replacement_that_cannot_be_paid_for_is_not_offered(coins: int) -> None:
    """The same holds for what happens instead of an event."""

    def dodge(game: Any, event: Hit, source: None) -> Paid:
        return Paid(event.hero, -1)

    dodging = trigger(
        Hit,
        before=True,
        optional=True,
        player=lambda game, event, source: 0,
        usable=lambda game, event, source: bool(game.state.purses[event.hero].coins),
    )(dodge)
    rules = Ruleset(
        id="purses",
        title="Purses",
        state=Purses,
        flow=Procedure("game", [hit, wait]),
        populate=lambda state, setup, content: state.purses.add(Purse(1, coins)),
        triggers=[dodging],
    )

    game = new_game(rules, seed=1)

    assert (game.request.ask == "trigger") is bool(coins)

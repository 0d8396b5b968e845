"""A sound game for the tests of the kit: take from a heap, with a hidden hand of charms. Tests add faults to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import pytest

from rulewright import (
    Context,
    Event,
    GameOver,
    Loop,
    Procedure,
    Record,
    Roll,
    Ruleset,
    Seen,
    Shuffle,
    State,
    Steps,
    Table,
    Turn,
    Window,
    choose,
    reaction,
    trigger,
    turns,
)
from rulewright.dice import D6
from rulewright.testing import KitFailure, check_ruleset


class Heap(Record):
    left: int = 12
    colour: str = ""


class Hand(Record):
    charms: Annotated[tuple[str, ...], Seen.COUNT] = ()
    pile: Annotated[tuple[str, ...], Seen.NOBODY] = ()

    @property
    def player(self) -> int:
        return int(self.id)


class Board(State):
    heap: Table[Heap]
    hands: Table[Hand]


class Dealt(Event, frozen=True):
    player: int
    pile: Annotated[tuple[str, ...], Seen.NOBODY]

    def apply(self, state: Board) -> None:
        state.hands.edit(self.player).pile = self.pile


class Drawn(Event, frozen=True):
    player: int
    charm: Annotated[str, Seen.OWNER]

    def apply(self, state: Board) -> None:
        hand = state.hands.edit(self.player)
        hand.charms, hand.pile = (*hand.charms, hand.pile[0]), hand.pile[1:]


class Taken(Event, frozen=True):
    player: int
    amount: int

    def apply(self, state: Board) -> None:
        state.heap.edit(0).left -= self.amount


class Charmed(Event, frozen=True):
    player: int
    charm: str


class Told(Event, frozen=True):
    player: int
    what: Any = None


class Taking(Context):
    player: int
    amount: int = 0


def deal(game: Any, turn: Turn) -> Steps:
    if turn.number <= 2:
        pile = yield Shuffle(("luck", "might", "luck", "wit"), turn.player)
        yield Dealt(turn.player, pile)
    hand = game.state.hands[turn.player]
    if hand.pile:
        yield Drawn(turn.player, hand.pile[0])


def decide(game: Any, turn: Turn) -> Steps:
    left = game.state.heap[0].left
    amount = yield choose(turn.player, "take", range(1, min(3, left) + 1))
    yield TAKING(player=turn.player, amount=amount)
    if game.state.heap[0].left == 0:
        yield GameOver((turn.player,))


def roll_bonus(game: Any, taking: Taking) -> Steps:
    (face,) = yield Roll((D6,), taking.player)
    if face == 6:
        yield game.note(taking, amount=taking.amount + 1)


def take(game: Any, taking: Taking) -> Steps:
    yield Taken(taking.player, min(taking.amount, game.state.heap[0].left))


def charms(game: Any, player: int, taking: Taking) -> tuple[str, ...]:
    return game.state.hands[player].charms if player == taking.player else ()


@reaction("before taking", options=charms)
def use_charm(game: Any, player: int, charm: str, taking: Taking) -> Steps:
    yield Charmed(player, charm)
    if charm in game.state.hands[player].charms:
        yield CharmGone(player, charm)


class CharmGone(Event, frozen=True):
    player: int
    charm: str

    def apply(self, state: Board) -> None:
        hand = state.hands.edit(self.player)
        at = hand.charms.index(self.charm)
        hand.charms = hand.charms[:at] + hand.charms[at + 1 :]


@trigger(Taken)
def tell(game: Any, event: Taken, source: Any) -> Event:
    return Told(event.player, event.amount)


TAKING = Procedure("taking", [roll_bonus, Window("before taking"), take], Taking)


def set_up(state: Board, setup: Any, content: Any) -> None:
    state.heap.add(Heap(0))
    for player in (0, 1):
        state.hands.add(Hand(player))


def robbed(game: Any, player: int) -> list[Event]:
    return [CharmGone(player, charm) for charm in game.state.hands[player].charms]


EVENTS = (Dealt, Drawn, Taken, Charmed, CharmGone, Told)


def heap_game(*steps: Any, **changes: Any) -> Ruleset:
    """The sound game with further steps before the decision, and changes of what it registers."""
    flow = Loop("turn", turns(lambda game: game.players), [deal, *steps, decide])
    sound = Ruleset(
        id="heap",
        title="Take from a heap",
        state=Board,
        flow=flow,
        procedures=[TAKING],
        reactions=[use_charm],
        triggers=[tell],
        events=EVENTS,
        populate=set_up,
        leaves={"hands": (robbed,)},
    )
    return replace(sound, **changes)


SOUND = heap_game()


def fault_of(*steps: Any, games: int = 3, **changes: Any) -> KitFailure:
    """How the kit fails the game with these steps and changes."""
    with pytest.raises(KitFailure) as caught:
        check_ruleset(heap_game(*steps, **changes), games=games, looks=None)
    return caught.value

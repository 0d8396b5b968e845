"""One roll: re-rolls by an ability or a command point, before modifiers and never twice; a D3 made of a D6.

The ruleset is a drill: a player makes the rolls of a list, each in a phase of its own or together with others.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

import rulewright as rw
from rulewright.dice import D6, halved

from .terms import CommandPointSpent, Side

ONCE = rw.RerollRule(per_die=1, rule="commentary.re-rolls")
COMMAND_REROLL = ("hit", "wound", "save", "damage")
"""A Feel No Pain roll is not in the list."""


class Rolling(rw.Context):
    """One D6, or a D3 made of it, until it counts.

    ``again`` are the results that an ability lets re-roll, ``needed`` is what passes, ``also`` are further results
    from which on something changes.
    """

    player: int
    what: str
    needed: int = 1
    also: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    half: bool = False
    fallen: rw.DiceRoll = rw.DiceRoll((), ())

    @property
    def value(self) -> int:
        """The unmodified result, halved where a D3 is rolled."""
        return halved(self.fallen.total) if self.half else self.fallen.total


@cache
def tiers(*bounds: int, half: bool = False) -> tuple[tuple[int, ...], ...]:
    """The faces of a D6 (read as a D3) in groups between these bounds: within a group they make no difference."""
    tier = {face: bisect_right(sorted(bounds), halved(face) if half else face) for face in range(1, 7)}
    return tuple(tuple(face for face in tier if tier[face] == one) for one in dict.fromkeys(tier.values()))


def die(rolling: Rolling, what: str) -> rw.Roll:
    again = [bound for result in rolling.again for bound in (result, result + 1)]
    return rw.Roll((D6,), rolling.player, what, alike=tiers(rolling.needed, *rolling.also, *again, half=rolling.half))


def throw(game: rw.Game, rolling: Rolling) -> rw.Steps:
    dice = die(rolling, rolling.what)
    yield game.note(rolling, fallen=dice.fallen((yield dice)))


def throw_again(game: rw.Game, rolling: Rolling, source: str) -> rw.Steps:
    (face,) = yield die(rolling, f"{rolling.what} again")
    yield game.note(rolling, fallen=rolling.fallen.rerolled({0: face}, source, rolling.player))


def by_ability(game: rw.Game, player: int, rolling: Rolling) -> tuple[int, ...]:
    return ONCE.may_reroll(rolling.fallen, "ability") if rolling.value in rolling.again else ()


def by_command(game: rw.Game, player: int, rolling: Rolling) -> tuple[int, ...]:
    able = game.state.sides[player].cp > 0 and rolling.what in COMMAND_REROLL
    return ONCE.may_reroll(rolling.fallen, "command") if able else ()


def whose_roll(game: rw.Game, rolling: Rolling) -> tuple[int]:
    return (rolling.player,)


@rw.reaction("rolled", options=by_ability)
@rw.rule("commentary.re-rolls")
def reroll(game: rw.Game, player: int, die: int, rolling: Rolling) -> rw.Steps:
    return throw_again(game, rolling, "ability")


@rw.reaction("rolled", options=by_command, limit=rw.Limit(1, "phase", per="player"))
@rw.rule("errata.stratagem-command-reroll")
def command_reroll(game: rw.Game, player: int, die: int, rolling: Rolling) -> rw.Steps:
    """A Stratagem: no unit carries it, a player has it, so it is a reaction and no power."""
    yield CommandPointSpent(player)
    yield from throw_again(game, rolling, "command")


def hand_over(game: rw.Game, rolling: Rolling) -> rw.Event:
    """Whoever called for the roll finds in its context what was rolled; 0 if that is not enough."""
    return game.note(game.caller, rolled=rolling.value if rolling.value >= rolling.needed else 0)


ROLL = rw.Procedure("roll", [throw, rw.Window("rolled", order=whose_roll), hand_over], Rolling)
REROLLS = [reroll, command_reroll]

Modifiers = Callable[[rw.Game, Any], Iterable[rw.Modifier]]


def roll_modifier(name: str, modifiers: Modifiers) -> rw.StatRule:
    """What is added to a kind of roll: all modifiers together, and then at most 1 either way."""
    limit = rw.Layer("modifiers", "add", least=-1, most=1, rule="commentary.modifying-dice-rolls")
    return rw.StatRule(stat=rw.Stat(name, (limit,)), base=lambda game, subject: 0, modifiers=(modifiers,))


# ------------------------------------------------------------------------------------------------------- the drill


class Order(msgspec.Struct, frozen=True):
    """A roll to make; ``same_phase`` as the one before it."""

    what: str = "hit"
    modifiers: dict[str, int] = {}
    again: tuple[int, ...] = ()
    half: bool = False
    same_phase: bool = False


class Drill(msgspec.Struct, frozen=True):
    """The rolls of player 0, and the command points."""

    orders: tuple[Order, ...]
    cp: int = 0


class Range(rw.State):
    sides: rw.Table[Side]


class Scored(rw.Event, frozen=True):
    """The unmodified result of a roll, and what it comes to."""

    what: str
    value: int
    result: int


class Current(rw.Context):
    number: int
    rolled: int = 0


def populate(state: Range, setup: Drill, content: Any) -> None:
    state.sides.add(Side(0, setup.cp))


def next_phase(game: rw.Game, last: Current | None) -> Current | None:
    first = last.number if last else 0
    orders = game.setup.orders
    later = (n for n in range(first + bool(last), len(orders)) if n == 0 or not orders[n].same_phase)
    return next((Current(number=number) for number in later), None)


def next_order(game: rw.Game, last: Current | None) -> Current | None:
    number, orders = last.number + 1 if last else game.context(Current).number, game.setup.orders
    return Current(number=number) if number < len(orders) and (last is None or orders[number].same_phase) else None


def make_roll(game: rw.Game, current: Current) -> rw.Call:
    order = game.setup.orders[current.number]
    return ROLL(player=0, what=order.what, also=(2, 3, 4, 5, 6), again=order.again, half=order.half)


@rw.rule("core.re-rolls", "commentary.modifying-dice-rolls")
def score(game: rw.Game, current: Current) -> rw.Event:
    """Modifiers come after the re-rolls; the result is never below 1."""
    result = max(1, current.rolled + game.number("roll", current.number))
    return Scored(game.setup.orders[current.number].what, current.rolled, result)


def of_order(game: rw.Game, number: int) -> Iterator[rw.Modifier]:
    for name, amount in game.setup.orders[number].modifiers.items():
        yield rw.Modifier("roll", "modifiers", amount, name)


PHASE = rw.Phase("drill", [rw.Loop("orders", next_order, [make_roll, score])])
RULESET = rw.Ruleset(
    id="rolling",
    title="One roll",
    state=Range,
    flow=rw.Procedure("game", [rw.Loop("phases", next_phase, [PHASE]), lambda game, nothing: rw.GameOver((0,))]),
    procedures=[ROLL],
    populate=populate,
    setup=Drill,
    players=lambda setup: 1,
    reactions=REROLLS,
    stats=[roll_modifier("roll", of_order)],
    active=lambda game: 0,
)
RULES = RULESET.freeze()
SETUP = Drill((Order(again=(1,)), Order("damage", {"aim": 2}, (1,), half=True, same_phase=True), Order("wound")), cp=2)

"""Declare Battle Formations: who hovers, who leads whom, who is embarked where, and who starts in Reserves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from rulewright import Request, Together, Violation, rule

from ..events.attached_units import Attached
from ..events.before import CannotDeploy, HoverChosen, PutInReserves, UnitSplit, half
from ..events.transports import Embarked
from ..movement.reinforcements import DEEP_STRIKE, STRATEGIC
from ..space.declarations import Declarations
from ..terms import has_keyword, models, shared, sheet, unit, units
from ..transports.capacity import fits, inside, is_transport, over_capacity, overfull

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps

SHARE: Final = 4
"""The part of the points limit that Strategic Reserves may have: one in four (core.strategic-reserves 2)."""
LEADERS: Final = 2
"""Leaders of one unit, at most, where one of them may join it besides the other."""
Pairs = Sequence[tuple[str, str]]
"""What is declared: a unit, and what it joins or how."""
Judge = Callable[[Any], Iterable[Violation]]


def declaration(
    ask: str, rule_id: str, items: Callable[[Position, int], Any], judge: Callable[..., Any], event: type[Any]
) -> Any:  # fmt: skip
    """A step in which both players note something in secret, and then both reveal it."""

    @rule("core.mission-sequence", rule_id)
    def declare(game: Game, context: Any) -> Steps:
        """Both players note it in secret, then it is revealed."""
        requests = []
        for seat in game.players:
            if found := tuple(items(game, seat)):
                space = Declarations(found, judge=partial(judge, game, seat))
                requests.append(Request(seat, ask, space, rule_id))
        if not requests:
            return
        answers: Any = yield Together(tuple(requests))
        yield [_noted(event, one, rule_id) for answer in answers for one in answer]

    declare.__name__ = ask
    return declare


def _noted(event: type[Any], one: Any, rule_id: str) -> Event:
    return event(*one, rule=rule_id) if isinstance(one, tuple) else event(one, rule=rule_id)  # type: ignore[no-any-return]


# Hover ------------------------------------------------------------------------------------------------------


@rule("core.hover")
def hovering(position: Position, seat: int) -> list[str]:
    """The units that can be in Hover mode."""
    return [id for id in units(position, seat, "waiting") if "hover" in sheet(position, id).abilities]


def anything(position: Position, seat: int, chosen: Any) -> Iterator[Violation]:
    """Every choice is legal."""
    return iter(())


# Split units ------------------------------------------------------------------------------------------------


@rule("commentary.split-units")
def splitting(position: Position, seat: int) -> list[tuple[str, str]]:
    """Units that can be split, each with a Transport that carries half of one."""
    own = units(position, seat, "waiting")
    carriers = {at: room.splits for at in own if (room := sheet(position, at).transport) is not None}
    return [
        (id, at)
        for id in own
        for at, splits in carriers.items()
        if unit(position, id).sheet in splits and (gone := models(position, id)[half(len(models(position, id))) :])
        and not any(overfull(position, at, {id: gone}))
    ]  # fmt: skip


@rule("commentary.split-units")
def judge_splits(position: Position, seat: int, chosen: Pairs) -> Iterator[Violation]:
    """Each unit is split once only, into two, and each Transport splits one unit."""
    for id, count in Counter(id for id, _ in chosen).items():
        if count > 1:
            yield Violation("split_once", "commentary.split-units", unit=id)
    for at, count in Counter(at for _, at in chosen).items():
        if count > 1:
            yield Violation("splits_once", "commentary.split-units", transport=at)


# Leaders ----------------------------------------------------------------------------------------------------


@rule("core.ability-leader")
def leading(position: Position, seat: int) -> list[tuple[str, str]]:
    """Leaders, each with a unit on its datasheet that it can be attached to."""
    own = units(position, seat, "waiting")
    return [(one, led) for one in own for led in own if unit(position, led).sheet in sheet(position, one).leads]


@rule("core.ability-leader", "commentary.attached-unit-several-characters-limit")
def judge_leaders(position: Position, seat: int, chosen: Pairs) -> Iterator[Violation]:
    """Each Leader is attached to one unit, and each unit has one Leader."""
    for leader, count in Counter(leader for leader, _ in chosen).items():
        if count > 1:
            yield Violation("leads_once", "core.ability-leader", unit=leader)
    for led in dict.fromkeys(led for _, led in chosen):
        if not _lead_together(position, [leader for leader, other in chosen if other == led]):
            yield Violation("led_once", "core.ability-leader", unit=led)


@rule("core.ability-leader", "commentary.attached-unit-several-characters-limit")
def _lead_together(position: Position, leaders: Sequence[str]) -> bool:
    """One Leader, or two of which one may join a unit that the other leads."""
    if len(leaders) != LEADERS:
        return len(leaders) < LEADERS
    one, other = (sheet(position, leader) for leader in leaders)
    return one.id in other.joins or other.id in one.joins


# Transports -------------------------------------------------------------------------------------------------


@rule("core.transport-capacity")
def boarding(position: Position, seat: int) -> list[tuple[str, str]]:
    """Units, each with a Transport that could carry it."""
    own = units(position, seat, "waiting")
    carriers = [id for id in own if is_transport(position, id)]
    return [(id, at) for id in own for at in carriers if id != at and fits(position, at, id)]


@rule("core.transport-capacity", "core.aircraft-deployment")
def judge_boarding(position: Position, seat: int, chosen: Pairs) -> Iterator[Violation]:
    """Each unit is embarked within one Transport, each Transport has room, and Transports carry no Transports."""
    for id, count in Counter(id for id, _ in chosen).items():
        if count > 1:
            yield Violation("embarked_once", "core.transport-capacity", unit=id)
    for at in dict.fromkeys(at for _, at in chosen):
        within = tuple(id for id, carrier in chosen if carrier == at)
        yield from over_capacity(position, at, within)
        if any(id == at for id, _ in chosen):
            yield Violation("embarked_both", "core.transport-capacity", unit=at)
    airborne = [id for id, at in chosen if has_keyword(position, at, "Aircraft")]
    yield from _too_many(position, sum(points_within(position, id) for id in airborne), "core.aircraft-deployment")


# Reserves ---------------------------------------------------------------------------------------------------


@rule("core.strategic-reserves", "core.ability-deep-strike", "core.aircraft-deployment")
def reserving(position: Position, seat: int) -> Iterator[tuple[str, str]]:
    """Units with the ways in which they can be put into Reserves; Aircraft are there anyway."""
    for id in units(position, seat, "waiting"):
        if has_keyword(position, id, "Aircraft"):
            continue
        if shared(position, id, "deep-strike"):
            yield id, DEEP_STRIKE
        if not has_keyword(position, id, "Fortification"):
            yield id, STRATEGIC


@rule("core.strategic-reserves", "core.ability-deep-strike", "faq.reserves.aircraft-do-not-count-to-limit",
      "faq.reserves.limits-cover-strategic-reserves")  # fmt: skip
def judge_reserves(position: Position, seat: int, chosen: Pairs) -> Iterator[Violation]:
    """Strategic Reserves, with all that is embarked within them, have at most a quarter of the points limit.

    A mission may have a limit for all Reserves besides: it is about Strategic Reserves, too.
    """
    for id, count in Counter(id for id, _ in chosen).items():
        if count > 1:
            yield Violation("reserved_once", "core.ability-deep-strike", unit=id)
    airborne = [id for at in units(position, seat, "waiting") if has_keyword(position, at, "Aircraft")
                for id in inside(position, at)]  # fmt: skip
    strategic = [id for id, how in chosen if how == STRATEGIC]
    total = sum(points_within(position, id) for id in (*airborne, *strategic))
    yield from _too_many(position, total, "core.strategic-reserves")
    if (share := position.setup.reserves_limit) is not None:
        total += sum(points_within(position, id) for id, how in chosen if how != STRATEGIC)
        most = points_limit(position) * share // 100
        if total > most:
            by = "faq.reserves.limits-cover-strategic-reserves"
            yield Violation("too_many_in_reserves", by, points=total, limit=most)


@rule("core.strategic-reserves", "core.aircraft-deployment")
def _too_many(position: Position, points: int, by: str) -> Iterator[Violation]:
    """More points than Strategic Reserves may have; those within Aircraft, which start there, are among them."""
    limit = points_limit(position) // SHARE
    if points > limit:
        yield Violation("too_many_reserves", by, points=points, limit=limit)


def points_limit(position: Position) -> int:
    """The points limit of the battle size (core.muster-battle-size)."""
    from .rosters import POINTS

    return POINTS[position.setup.size]


@rule("core.strategic-reserves", "commentary.points-total", "faq.transports.split-unit-strategic-reserves-points")
def points_within(position: Position, id: str) -> int:
    """The points of a unit, its Leaders, and all that is embarked within it."""
    own = sum(unit(position, one).points for one in (id, *unit(position, id).leaders))
    return own + sum(points_within(position, one) for one in inside(position, id))


# What is settled --------------------------------------------------------------------------------------------


@rule("core.aircraft-deployment", "core.muster-dedicated-transports")
def settle(game: Game, context: Any) -> Iterator[Event]:
    """Aircraft start in Reserves; a Dedicated Transport in which nobody is embarked cannot be deployed."""
    for seat in game.players:
        for id in units(game, seat, "waiting"):
            if has_keyword(game, id, "Dedicated Transport") and not inside(game, id):
                yield CannotDeploy(id, rule="core.muster-dedicated-transports")
            elif has_keyword(game, id, "Aircraft"):
                yield PutInReserves(id, STRATEGIC, rule="core.aircraft-deployment")


FORMATIONS: Final = (
    declaration("hover", "core.hover", hovering, anything, HoverChosen),
    declaration("split_unit", "commentary.split-units", splitting, judge_splits, UnitSplit),
    declaration("attach", "core.ability-leader", leading, judge_leaders, Attached),
    declaration("embarked", "core.transport-capacity", boarding, judge_boarding, Embarked),
    declaration("reserve", "core.strategic-reserves", reserving, judge_reserves, PutInReserves),
    settle,
)
"""Declare Battle Formations, in the order of the rules (core.mission-sequence 3)."""

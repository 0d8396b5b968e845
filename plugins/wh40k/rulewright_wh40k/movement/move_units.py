"""The Movement phase: units move one at a time, in one way or another; then reinforcements arrive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import Context, Loop, Procedure, Request, Turn, ask_which, choose, rule
from rulewright.geometry.plane.move.moves import enemies_passed, policy_of

from ..attack import destroy
from ..dice.amounts import amount, roll
from ..dice.rolls import passing, thrown
from ..events.movement import AdvanceRolled, EscapeTested, Moved, MoveRolled
from ..moments import moment
from ..numbers import modified, settled, unmodified
from ..space.battlefield import ENGAGED, MOVING, SIGHT, TABLE, TOGETHER, engaged, nearest_first, places, policies
from ..space.normal_moves import Walk
from ..state import Deed
from ..terms import Move, can_move, did, each_once, has_keyword, models, on_table, profile, unit, units
from ..transports.embarking import DISEMBARK, board, disembark, may_disembark
from .aircraft import fly, move_over

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps
    from rulewright.field.inches import UnitMove

ESCAPES: Final = 3
"""The least face with which a model escapes (core.desperate-escape)."""
MOVED: Final = ("normal", "advance", "fall back", "stationary", "arrived")
"""What a unit has done that moves no more."""


# Which unit moves how ---------------------------------------------------------------------------------------


class Mover(Context):
    """A unit that moves; ``tried`` are those that stayed within, ``over`` when all others Remain Stationary."""

    player: int
    tried: tuple[str, ...] = ()
    over: bool = False


@rule("core.movement-phase")
def next_mover(game: Game, last: Mover | None) -> Mover | None:
    """One unit after another, as long as the player wants."""
    if last is not None and last.over:
        return None
    return Mover(player=game.context(Turn).player, tried=() if last is None else last.tried)


@rule("core.movement-phase", "core.remain-stationary", "commentary.remain-stationary",
      "faq.reserves.move-in-later-phases-after-arrival")  # fmt: skip
def select_mover(game: Game, mover: Mover) -> Steps:
    """The player selects a unit and how it moves; those that are not selected Remain Stationary."""
    player = mover.player
    options = [(id, way) for id in units(game, player) if not did(game, id, *MOVED) for way in ways(game, id)]
    within = [id for id in units(game, player, "embarked") if may_try(game, mover, id) and may_disembark(game, id)]
    options += [(id, DISEMBARK) for id in within]
    must = any(has_keyword(game, id, "Aircraft") for id, _ in options if id not in within)
    offered = options if must else [*options, None]
    chosen = (yield choose(player, "move", offered, "core.movement-phase")) if options else None
    if chosen is None:
        yield game.note(mover, over=True)
        for id in waiting(game, player):
            yield STAY(player=player, unit=id, way="normal")
        return None
    id, way = chosen
    if way == DISEMBARK:
        yield game.note(mover, tried=(*mover.tried, id))
        return (yield from disembark(game, player, id))
    return MOVE(player=player, unit=id, way=way)


@rule("core.disembark")
def may_try(position: Position, mover: Mover, id: str) -> bool:
    """Whether a unit that may have stayed within is asked: once, and once more when its Transport has moved."""
    return mover.tried.count(id) <= did(position, unit(position, id).carrier, "normal")


@rule(
    "core.movement-phase", "core.fall-back", "errata.model-characteristics", "commentary.moving-within-engagement-range"
)
def ways(position: Position, id: str) -> Iterator[str]:
    """How a unit can move: within Engagement Range it can only Fall Back, save from Aircraft; these fly on."""
    if not can_move(position, id):
        return
    foes = engaged(position, id)
    if has_keyword(position, id, "Aircraft"):
        yield "normal"
    elif any(not has_keyword(position, foe, "Aircraft") for foe in foes):
        yield "fall back"
    else:
        yield from ("normal", "advance")


# The move ---------------------------------------------------------------------------------------------------


@rule("core.random-characteristics")
def roll_move(game: Game, move: Move) -> Steps:
    """A random Move is rolled once for the whole unit."""
    dice = each_once(str(one) for one in moves_of(game, move.unit) if not isinstance(one, int))
    for one in dice:
        (inches,) = yield from roll(amount(one), 1, move.player, "move", "core.random-characteristics")
        yield MoveRolled(move.unit, one, inches, rule="core.random-characteristics")


def moves_of(position: Position, id: str) -> Iterator[int | str]:
    """The printed Moves of the models of a unit."""
    return (profile(position, str(one.id)).move for one in models(position, id))


@rule("core.advance", "commentary.do-not-make-an-advance-roll")
def roll_advance(game: Game, move: Move) -> Steps:
    """A unit that Advances rolls a D6, and moves so much farther; or as much as one of its abilities says instead."""
    yield from roll_move(game, move)
    if move.way != "advance":
        return
    if inches := int(game.number("set advance", move.unit)):
        yield AdvanceRolled(move.unit, inches, rule="commentary.do-not-make-an-advance-roll")
    else:
        throw: Any = yield from thrown(game, move.player, move.unit, "advance", 1, "core.advance")
        inches = modified(game, "advance", move.unit, throw.faces)
        yield AdvanceRolled(move.unit, inches, rule="core.advance")


@rule("core.desperate-escape", "core.command-phase-battle-shock-step")
def escape(game: Game, move: Move) -> Steps:
    """Each model of a Battle-shocked unit that Falls Back takes a test."""
    if move.way == "fall back" and unit(game, move.unit).shocked:
        yield from _tested(game, move, len(models(game, move.unit)))


@rule("core.desperate-escape")
def _tested(game: Game, move: Move, count: int) -> Steps:
    """So many Desperate Escape tests: on a 1 or 2 a model of what is left is destroyed, which its player selects."""
    throw: Any = yield from thrown(
        game, move.player, move.unit, "desperate escape", count, "core.desperate-escape",
        goal=lambda: passing(unmodified(game, "desperate escape", move.unit, ESCAPES)),
    )  # fmt: skip
    for face in throw.faces:
        id = game.context(Move).unit
        escaped = modified(game, "desperate escape", id, (face,)) >= ESCAPES
        yield EscapeTested(id, face, escaped, rule="core.desperate-escape")
        if not escaped and models(game, id):
            able = [str(one.id) for one in models(game, id)]
            lost = yield from ask_which(move.player, "escape", able, "core.desperate-escape", unit=id)
            if lost in game.state.models:
                yield from destroy(game, lost, rule="core.desperate-escape")


@rule("core.desperate-escape")
def crossing(position: Position, question: Walk, answer: Any) -> list[str]:
    """The models that move over enemies with an answer; those that are Titanic or can Fly do so freely."""
    scene = TABLE(position)
    found = []
    for move in question.moves(answer) if answer else ():
        if scene.models[move.model].traits.isdisjoint({"Titanic", "Fly"}):
            foes = enemies_passed(scene, move, policy_of(question.policy, move.model))
            if any("Aircraft" not in scene.models[foe].traits for foe in foes):
                found.append(move.model)
    return found


@rule("core.normal-move", "core.advance", "core.fall-back", "errata.unit-coherency", "core.desperate-escape",
      "core.remain-stationary")  # fmt: skip
def go(game: Game, move: Move) -> Steps:
    """The models move, each as far as its Move allows; those that would pass over enemies take a test before.

    If one is destroyed by that, the others may go another way. A unit that stays engaged has not Fallen Back.
    """
    id, way = move.unit, move.way
    if was_interrupted(game, id):
        return Moved(id, way, (), rule="faq.movement.surge-into-engagement-interrupts-move")
    if has_keyword(game, id, "Aircraft"):
        return (yield from fly(game, move))
    yield from settled(game, "move", [str(one.id) for one in models(game, id)])
    tested = {str(one.id) for one in models(game, id)} if unit(game, id).shocked else set()
    while before := len(models(game, id)):
        question = walk(game, id, way)
        answer = yield Request(move.player, "go", question, f"core.{RULES[way]}", {"unit": id, "way": way})
        daring = [one for one in crossing(game, question, answer) if one not in tested]
        tested.update(daring)
        if daring:
            yield from _tested(game, move, len(daring))
            id = game.context(Move).unit
        if len(models(game, id)) == before:
            yield from move_over(game, "going", question, answer)
            how = "stationary" if way == "fall back" and not answer else way
            return moved(game, question, id, how, answer)
    return None


@rule("faq.movement.surge-into-engagement-interrupts-move")
def was_interrupted(position: Position, id: str) -> bool:
    """Whether a unit that was shot as its move or charge began has surged to enemies, which ends what it began."""
    return did(position, id, "surged") and bool(engaged(position, id))


RULES: Final = {
    "normal": "normal-move",
    "advance": "advance",
    "fall back": "fall-back",
    "stationary": "remain-stationary",
}


@rule("core.normal-move", "core.advance", "faq.movement.normal-move-max-distance")
def distances(position: Position, id: str) -> dict[str, int]:
    """How far each model of a unit moves: its Move, and the Advance roll of the unit."""
    ids, more = [str(one.id) for one in models(position, id)], unit(position, id).bonus
    return {one: int(position.number("move", one)) + more for one in ids}


@rule("core.normal-move", "core.advance", "core.fall-back")
def walk(game: Game, id: str, way: str) -> Walk:
    """Where a unit may go, each of its models as far as it moves."""
    far = distances(game, id)
    most = max(far.values())
    slower = tuple((one, float(inches)) for one, inches in far.items() if inches < most)
    return replace(where(game, id, most, way), slower=slower)


@rule("errata.surge-moves")
def where(game: Game, id: str, inches: int, way: str) -> Walk:
    """Where a unit may go, and ideas where it should: to objective markers, and to the nearest enemy.

    A surge move may end within Engagement Range.
    """
    surges = way == "surge"
    foes = units(game, 1 - unit(game, id).player) if surges else ()
    moving = policies(game, id, engages=foes, over_enemies=way == "fall back", on_foot=surges)
    return Walk(
        TABLE(game),
        id,
        inches,
        moving,
        MOVING,
        TOGETHER,
        hints=game.on_demand(ideas_where, id),
        names=game.content.names,
        sight=SIGHT,
        leaves=ENGAGED if way == "fall back" else None,
    )


def ideas_where(position: Position, id: str) -> list[tuple[str, Any]]:
    """Where a unit may want to go: to objective markers, and to the nearest enemy."""
    markers = sorted(TABLE(position).markers)
    foes = nearest_first(position, id, units(position, 1 - unit(position, id).player))
    return [("", ("beside", thing, 0.0 if thing in markers else 1.1)) for thing in (*markers, *foes[:1])]


def moved(position: Position, question: UnitMove, id: str, how: Deed, answer: Any) -> Event:
    """The models of a unit are where an answer puts them."""
    ends = places(question, answer) if answer else ()
    return Moved(id, how, ends, rule=f"core.{RULES.get(how, 'charge-move')}")


def alive(game: Game) -> bool:
    """Whether anything of the unit that moves is left, and has not left the battlefield."""
    id = game.context(Move).unit
    return on_table(game, id) and bool(models(game, id))


MOVE: Final = Procedure(
    "going", [roll_advance, escape, moment("move starts"), go, moment("move ends"), board], Move, as_long_as=alive
)


# Units that disembarked and do not move ---------------------------------------------------------------------


@rule("core.disembark", "faq.movement.reaction-to-move-after-disembark")
def waiting(position: Position, player: int) -> list[str]:
    """The units that disembarked and have not moved: they cannot Remain Stationary."""
    own = units(position, player)
    return [id for id in own if did(position, id, "disembarked") and not did(position, id, *MOVED)]


@rule("core.disembark", "faq.movement.reaction-to-move-after-disembark")
def stay(game: Game, move: Move) -> Event:
    """Where the models of such a unit stay, that is its Normal move."""
    return Moved(move.unit, "normal", (), rule="core.disembark")


STAY: Final = Procedure("staying", [moment("move starts"), stay, moment("move ends")], Move, as_long_as=alive)
MOVEMENT: Final = Loop("movement", next_mover, [moment("select to move"), select_mover])

"""Pile In and Consolidate: models move closer to enemies, or else to an objective marker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Request, ask_which, rule
from rulewright.field import FaultRules
from rulewright.geometry import TOLERANCE

from ..charge import counted_near
from ..command import REACH
from ..events.fight import StayedInMelee
from ..events.movement import Moved
from ..space.battlefield import ENGAGED, TABLE, TOGETHER, engaged, marker_gap, places, policies, within
from ..space.consolidation_moves import MarkerMove
from ..space.pile_in_moves import CLOSER, MeleeMove
from ..state import Deed
from ..terms import Combat, can_move, has_keyword, unit, units
from .melee_attacks import meets
from .select_targets import fighting_models

if TYPE_CHECKING:
    from rulewright import Game, Steps

IN_MELEE: Final = FaultRules(
    {
        "too long": "core.pile-in",
        "not in base contact with": "commentary.pile-in-move",
        "not closer to": "commentary.pile-in-move",
        "not engaged with": "core.pile-in",
        "already in base contact with": "commentary.pile-in-move",
        "has nothing to get closer to": "commentary.pile-in-move",
        "too few of its unit near": "core.unit-coherency",
        "apart from the rest of its unit": "core.unit-coherency",
        "too far": "core.consolidate",
        "ends on": "core.objective-markers",
    },
    others="errata.moving-units",
)


@rule("core.pile-in", "commentary.pile-in", "commentary.pile-in-move")
def pile_in(game: Game, combat: Combat) -> Steps:
    """Its models may move closer to the closest enemy."""
    return (yield from melee_move(game, combat, consolidating=False))


@rule(
    "core.consolidate",
    "commentary.consolidation-move",
    "faq.fight-phase.consolidation-mandatory",
    "commentary.consolidate-without-moving",
)
def consolidate(game: Game, combat: Combat) -> Steps:
    """Its models may move closer to the closest enemy, or else to the closest objective marker."""
    return (yield from melee_move(game, combat, consolidating=True))


@rule("core.pile-in", "core.consolidate", "commentary.base-contact")
def melee_move(game: Game, combat: Combat, *, consolidating: bool) -> Steps:
    """Models of a unit may move some inches, if the unit ends engaged; whoever does has piled in or consolidated."""
    id = combat.unit
    if has_keyword(game, id, "Aircraft") or not fighting_models(game, combat) or not can_move(game, id):
        return None
    deed: Deed = "consolidate" if consolidating else "pile in"
    ask, rule = deed.replace(" ", "_"), f"core.{deed.replace(' ', '-')}"
    near = towards_enemies(game, id, consolidating=consolidating, only=combat.only)
    question = near if near is not None and can_answer(near) else None
    if question is None and consolidating and not engaged(game, id):
        question = yield from towards_marker(game, combat)
    answer = () if question is None else (yield Request(combat.player, ask, question, rule, {"unit": id}))
    if question is not None and answer:
        yield Moved(id, deed, places(question, answer), rule=rule)
    else:
        yield StayedInMelee(id, deed, rule=rule)
    if (made := near if question is None else question) is not None:
        yield from counted_near(made.kept_off(answer), "commentary.base-contact")


@rule("commentary.as-close-as-possible")
def can_answer(question: MeleeMove) -> bool:
    """Whether some model can move as a question asks, or may at least turn where it stands."""
    return question.settle(CLOSER) != CLOSER or question.may_turn()


@rule("core.pile-in", "core.consolidate", "commentary.pile-in-move", "commentary.consolidation-move")
def towards_enemies(game: Game, id: str, *, consolidating: bool, only: tuple[str, ...] = ()) -> MeleeMove | None:
    """The question where a unit moves that is near enough to end engaged; None where it is not."""
    foes = tuple(foe for foe in units(game, 1 - unit(game, id).player) if meets(game, id, foe))
    inches = float(game.number("consolidation" if consolidating else "pile in", id))
    if not any(within(game, id, foe, inches + ENGAGED, level=True) for foe in foes):
        return None
    moving = policies(game, id, engages=foes, on_foot=True)
    return MeleeMove(
        TABLE(game), id, inches, moving, IN_MELEE, TOGETHER, names=game.content.names,
        consolidating=consolidating, enemies=foes, only=only,
        ignored=frozenset() if has_keyword(game, id, "Fly") else frozenset({"Aircraft"}),
    )  # fmt: skip


@rule("core.consolidate", "commentary.consolidation-move", "commentary.closest", "commentary.nearest")
def towards_marker(game: Game, combat: Combat) -> Steps:
    """The question where a unit moves that can end within range of the closest objective marker; None where not.

    Of several equally close ones its player chooses.
    """
    id = combat.unit
    inches = float(game.number("consolidation", id))
    far = {str(one): marker_gap(game, id, str(one)) for one in game.state.objectives}
    if not far or min(far.values()) > inches + REACH:
        return None
    nearest = [one for one, inches in far.items() if inches <= min(far.values()) + TOLERANCE]
    marker = yield from ask_which(combat.player, "marker", nearest, "commentary.closest", unit=id)
    question = MarkerMove(
        TABLE(game), id, inches, policies(game, id, on_foot=True), IN_MELEE, TOGETHER, names=game.content.names,
        consolidating=True, marker=marker, only=combat.only,
    )  # fmt: skip
    return None if question.settle(CLOSER) == CLOSER else question

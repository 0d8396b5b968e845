"""The Fight phase: units that fight first, then all others; each piles in, attacks and consolidates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Procedure, Request, Turn, rule
from rulewright.field import FaultRules
from rulewright.geometry import TOLERANCE, plane

from .attack import STRIKE, doomed, fall
from .attack_events import StayedInMelee
from .barricades import foes_across
from .command import REACH
from .events import Moved, Selected
from .lasting import NO_BONUS, under
from .marker_moves import MarkerMove
from .melee_question import CLOSER, MeleeMove
from .melee_targets import Combat, fighting_models, joined, share
from .stratagems.moments import moment
from .terms import Declared, can_move, did, has_keyword, models, pick, unit, units, weapon
from .world import ENGAGED, TABLE, TOGETHER, engaged, marker_gap, places, policies, within

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

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


# Who fights, and when ---------------------------------------------------------------------------------------


@rule("core.fight-eligibility", "core.terrain-barricades")
def can_fight(position: Position, id: str) -> bool:
    """Whether a unit is eligible to fight: it is engaged, or it charged."""
    if did(position, id, "fought"):
        return False
    return bool(engaged(position, id)) or did(position, id, "charge") or _across(position, id)


def _across(position: Position, id: str) -> bool:
    """Whether a unit has enemies across a Barricade (core.terrain-barricades 4)."""
    return any(meets(position, id, foe) for one in models(position, id) for foe in foes_across(position, str(one.id)))


@rule("core.fights-first", "core.charge-bonus", "commentary.charge-bonus", "errata.stratagem-heroic-intervention")
def fights_first(position: Position, id: str) -> bool:
    """Whether a unit has Fights First: a unit that charged does."""
    return (did(position, id, "charge") and not under(position, NO_BONUS, id)) or position.may("fight first", id)


class Fighting(Context):
    """The Fight phase: which units fight in its first step, and in which step it is."""

    first: tuple[str, ...] = ()
    next: str = ""
    """The unit that fights next, whoever would be (core.stratagem-counter-offensive)."""


class Fighter(Context):
    """The next unit fights: that of ``player``, who has to select one; ``first`` in the Fights First step."""

    player: int
    first: bool
    unit: str = ""


@rule("core.fights-first", "core.remaining-combats")
def begin_fights(game: Game, fighting: Fighting) -> Any:
    """Who fights in the Fights First step is settled at the start of the phase."""
    first = [id for seat in game.players for id in units(game, seat) if can_fight(game, id) and fights_first(game, id)]
    return game.note(fighting, first=tuple(first))


@rule("core.fight-phase-sequence", "core.fights-first", "core.remaining-combats", "core.stratagem-counter-offensive")
def next_fighter(game: Game, last: Fighter | None) -> Fighter | None:
    """The players alternate, beginning with the one whose turn it is not; in the first step, then in the second."""
    called = game.context(Fighting).next
    first = set(game.context(Fighting).first)
    ready = {seat: [id for id in units(game, seat) if can_fight(game, id)] for seat in game.players}
    step = {seat: [id for id in ready[seat] if id in first] for seat in game.players}
    in_first = any(step.values())
    if called and can_fight(game, called):
        return Fighter(player=unit(game, called).player, first=in_first, unit=called)
    waiting = step if in_first else ready
    waits = 1 - game.context(Turn).player
    order = waits if last is None or last.first is not in_first else 1 - last.player
    for seat in (order, 1 - order):
        if waiting[seat]:
            return Fighter(player=seat, first=in_first)
    return None


@rule("core.fight-phase-sequence", "core.fight-eligibility")
def select_fighter(game: Game, fighter: Fighter) -> Steps:
    """The player selects an eligible unit."""
    fighting = game.context(Fighting)
    able = [id for id in units(game, fighter.player) if can_fight(game, id)]
    ready = [fighter.unit] if fighter.unit else [id for id in able if not fighter.first or id in fighting.first]
    if fighting.next:
        yield game.note(fighting, next="")
    id = yield from pick(fighter.player, "fight", ready, "core.fight-phase-sequence")
    yield Selected(id, "fought", rule="core.fight-phase-sequence")
    return FIGHT(player=fighter.player, unit=id)


# A unit fights ----------------------------------------------------------------------------------------------


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


def melee_move(game: Game, combat: Combat, *, consolidating: bool) -> Steps:
    """Models of a unit may move some inches, if the unit ends engaged; whoever does has piled in or consolidated."""
    id = combat.unit
    if has_keyword(game, id, "Aircraft") or not fighting_models(game, combat) or not can_move(game, id):
        return None
    ask, rule = ("consolidate", "core.consolidate") if consolidating else ("pile_in", "core.pile-in")
    question = towards_enemies(game, id, consolidating=consolidating, only=combat.only)
    if question is None and consolidating and not engaged(game, id):
        question = yield from towards_marker(game, combat)
    answer = () if question is None else (yield Request(combat.player, ask, question, rule, {"unit": id}))
    if question is not None and answer:
        return Moved(id, ask.replace("_", " "), places(question, answer), rule=rule)
    return StayedInMelee(id, ask.replace("_", " "), rule=rule)


@rule("core.pile-in", "core.consolidate", "commentary.pile-in-move", "commentary.consolidation-move")
def towards_enemies(game: Game, id: str, *, consolidating: bool, only: tuple[str, ...] = ()) -> MeleeMove | None:
    """The question where a unit moves that can end engaged; None where no model can move or the unit cannot."""
    foes = tuple(foe for foe in units(game, 1 - unit(game, id).player) if meets(game, id, foe))
    inches = float(game.number("consolidation" if consolidating else "pile in", id))
    if not any(within(game, id, foe, inches + ENGAGED) for foe in foes):
        return None
    question = MeleeMove(
        TABLE(game), id, inches, policies(game, id, engages=foes), IN_MELEE, TOGETHER, names=game.content.names,
        consolidating=consolidating, enemies=foes, only=only,
        ignored=frozenset() if has_keyword(game, id, "Fly") else frozenset({"Aircraft"}),
    )  # fmt: skip
    return None if question.settle(CLOSER) == CLOSER else question


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
    marker = yield from pick(combat.player, "marker", nearest, "commentary.closest", unit=id)
    question = MarkerMove(
        TABLE(game), id, inches, policies(game, id), IN_MELEE, TOGETHER, names=game.content.names, consolidating=True,
        marker=marker, only=combat.only,
    )  # fmt: skip
    return None if question.settle(CLOSER) == CLOSER else question


@rule("core.aircraft-charge-and-fight")
def meets(position: Position, id: str, foe: str) -> bool:
    """Whether two units can fight each other: Aircraft only with what can Fly."""
    pair = ((id, foe), (foe, id))
    return all(has_keyword(position, one, "Fly") or not has_keyword(position, other, "Aircraft") for one, other in pair)


@rule("core.which-models-fight", "core.select-melee-weapon", "core.select-melee-targets", "errata.extra-attacks",
      "commentary.fight")  # fmt: skip
def attack(game: Game, combat: Combat) -> Steps:
    """Each model that can reach an enemy attacks with a melee weapon; all targets are declared before."""
    id = combat.unit
    declared: list[Declared] = []
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for one in fighting_models(game, combat):
        reach = tuple(reached(game, str(one.id)))
        arms = tuple(used for used in one.weapons if weapon(game, used).melee)
        if reach and arms:
            groups.setdefault((reach, arms), []).append(str(one.id))
    for (foes, arms), ids in groups.items():
        extra = [used for used in arms if "extra attacks" in weapon(game, used).abilities]
        usual = [used for used in arms if used not in extra]
        if usual:
            chosen = yield from pick(
                combat.player, "melee_weapon", usual, "core.select-melee-weapon", unit=id, models=tuple(ids)
            )
            extra = [chosen, *extra]
        for used in extra:
            declared += yield from share(game, combat, used, foes, ids)
    if not declared:
        return None
    return STRIKE(player=combat.player, unit=id, melee=True, declared=tuple(joined(declared)), avenged=True)


@rule("core.which-models-fight", "core.select-melee-targets", "core.aircraft-charge-and-fight")
def reached(position: Position, id: str) -> list[str]:
    """The enemy units that a model can attack: it is engaged with them, or beside one of its unit that touches them."""
    scene = TABLE(position)
    found = dict.fromkeys(engaged_with(position, id))
    for friend in _touching(position, id):
        if scene.models[friend].unit == scene.models[id].unit:
            for foe in _touching(position, friend):
                if scene.models[foe].side != scene.models[id].side:
                    found[scene.models[foe].unit] = None
    found |= dict.fromkeys(foes_across(position, id))
    return [foe for foe in found if meets(position, scene.models[id].unit, foe)]


def engaged_with(position: Position, id: str) -> list[str]:
    """The enemy units within Engagement Range of a model."""
    scene = TABLE(position)
    near = plane.measure.models_within(scene, id, ENGAGED, 5.0)
    return [scene.models[other].unit for other in near if scene.models[other].side != scene.models[id].side]


def _touching(position: Position, id: str) -> tuple[str, ...]:
    scene = TABLE(position)
    near = plane.measure.models_within(scene, id, 0.1, 5.0)
    return tuple(other for other in near if other != id and plane.measure.touching(scene, id, other))


# Fighting on death ------------------------------------------------------------------------------------------


@rule("commentary.fight-on-death")
def next_last_fight(game: Game, last: Combat | None) -> Combat | None:
    """The destroyed models of one unit after another, before the unit that destroyed them Consolidates."""
    for id, ids in doomed(game).items():
        return Combat(player=unit(game, id).player, unit=id, only=ids)
    return None


@rule("commentary.fight-on-death", "faq.general.shoot-on-death-not-selected")
def remove_fallen(game: Game, combat: Combat) -> Steps:
    """Then they are removed; they do not Consolidate."""
    yield from fall(game, combat.only)


LAST_FIGHTS: Final = Loop("last fights", next_last_fight, [pile_in, attack, remove_fallen])
FIGHT: Final = Procedure(
    "fight",
    [moment("selected to fight"), pile_in, attack, LAST_FIGHTS, consolidate, moment("has fought")],
    Combat,
)
FIGHTS: Final = Procedure("fights", [begin_fights, Loop("fighters", next_fighter, [select_fighter])], Fighting)

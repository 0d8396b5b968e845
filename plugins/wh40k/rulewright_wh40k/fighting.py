"""The Fight phase: units that fight first, then all others; each piles in, attacks and consolidates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Procedure, Request, Turn, rule
from rulewright.field import FaultRules
from rulewright.geometry import plane

from .attack import STRIKE
from .events import Moved, Selected
from .lasting import NO_BONUS, under
from .melee_moves import MELEE_MOVE
from .melee_question import MeleeMove
from .stratagems.moments import moment
from .terms import SPLIT, Declared, did, has_keyword, models, pick, unit, units, weapon
from .world import ENGAGED, TABLE, TOGETHER, engaged, policy, within

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
    },
    others="errata.moving-units",
)


# Who fights, and when ---------------------------------------------------------------------------------------


@rule("core.fight-eligibility")
def can_fight(position: Position, id: str) -> bool:
    """Whether a unit is eligible to fight: it is engaged, or it charged."""
    return not did(position, id, "fought") and (bool(engaged(position, id)) or did(position, id, "charge"))


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


class Combat(Context):
    """A unit fights."""

    player: int
    unit: str


@rule("core.pile-in", "commentary.pile-in-move")
def pile_in(game: Game, combat: Combat) -> Steps:
    """Its models may move closer to the closest enemy."""
    return (yield from melee_move(game, combat, consolidating=False))


@rule("core.consolidate", "commentary.consolidation-move", "faq.fight-phase.consolidation-mandatory")
def consolidate(game: Game, combat: Combat) -> Steps:
    """Its models may move closer to the closest enemy."""
    return (yield from melee_move(game, combat, consolidating=True))


def melee_move(game: Game, combat: Combat, *, consolidating: bool) -> Steps:
    """Models of a unit may move up to 3 inches, if the unit ends engaged."""
    id = combat.unit
    foes = tuple(foe for foe in units(game, 1 - unit(game, id).player) if meets(game, id, foe))
    if has_keyword(game, id, "Aircraft") or not models(game, id) or not foes or not _near(game, id, foes):
        return None
    question = MeleeMove(
        TABLE(game), id, MELEE_MOVE, policy(game, id, engages=foes), IN_MELEE, TOGETHER, names=game.content.names,
        consolidating=consolidating, enemies=foes,
        ignored=frozenset() if has_keyword(game, id, "Fly") else frozenset({"Aircraft"}),
    )  # fmt: skip
    if question.settle(("closer",)) == ("closer",):
        return None
    ask, rule = ("consolidate", "core.consolidate") if consolidating else ("pile_in", "core.pile-in")
    answer = yield Request(combat.player, ask, question, rule, {"unit": id})
    return Moved(id, ask.replace("_", " "), tuple(question.ends(answer)), rule=rule) if answer else None


@rule("core.aircraft-charge-and-fight")
def meets(position: Position, id: str, foe: str) -> bool:
    """Whether two units can fight each other: Aircraft only with what can Fly."""
    pair = ((id, foe), (foe, id))
    return all(has_keyword(position, one, "Fly") or not has_keyword(position, other, "Aircraft") for one, other in pair)


def _near(position: Position, id: str, foes: tuple[str, ...]) -> bool:
    """Whether some enemy is so near that a unit could come to be engaged."""
    return any(within(position, id, foe, MELEE_MOVE + ENGAGED) for foe in foes)


@rule("core.which-models-fight", "core.select-melee-weapon", "core.select-melee-targets", "errata.extra-attacks",
      "commentary.fight")  # fmt: skip
def attack(game: Game, combat: Combat) -> Steps:
    """Each model that can reach an enemy attacks with a melee weapon; all targets are declared before."""
    id = combat.unit
    declared: dict[tuple[str, str], list[str]] = {}
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for one in models(game, id):
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
            for foe, some in (yield from _share(combat, used, foes, ids)).items():
                declared.setdefault((foe, used), []).extend(some)
    if not declared:
        return None
    plans = (Declared(foe, used, tuple(ids), len(models(game, foe))) for (foe, used), ids in declared.items())
    return STRIKE(player=combat.player, unit=id, melee=True, declared=tuple(plans))


@rule("core.select-melee-targets")
def _share(combat: Combat, used: str, foes: tuple[str, ...], ids: list[str]) -> Steps:
    """Which of these models attack which enemy with a weapon: all of them one, or each its own.

    Receives the models of each target.
    """
    about, rule = {"unit": combat.unit, "weapon": used}, "core.select-melee-targets"
    several = len(foes) > 1 and len(ids) > 1
    options = [*foes, SPLIT] if several else foes
    foe = yield from pick(combat.player, "melee_target", options, rule, models=tuple(ids), **about)
    if foe != SPLIT:
        return {foe: ids}
    shared: dict[str, list[str]] = {}
    for one in ids:
        foe = yield from pick(combat.player, "melee_target", foes, rule, models=(one,), **about)
        shared.setdefault(foe, []).append(one)
    return shared


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


FIGHT: Final = Procedure(
    "fight", [moment("selected to fight"), pile_in, attack, consolidate, moment("has fought")], Combat
)
FIGHTS: Final = Procedure("fights", [begin_fights, Loop("fighters", next_fighter, [select_fighter])], Fighting)

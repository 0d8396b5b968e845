"""What Stratagems do: each verb says whether it can be done at all now, and does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from rulewright import Roll, ask_which, begin_effect, during, rule

from ..attack import STRIKE, SUFFER
from ..charge import CHARGE, can_charge, chargeable
from ..command import Tested, gain_more, take_test
from ..dice.rolls import Throw, open_to_reroll, reroll_one
from ..events.attacks import Selected
from ..events.charge import ChargeDeclared
from ..events.stratagems import FoeHarmed
from ..fight.melee_attacks import engaged_with
from ..fight.phase import Fighting, can_fight
from ..lasting import CHALLENGED, NO_BONUS, SNAP
from ..movement.reinforcements import arrivals, land
from ..shooting.eligible import can_shoot
from ..shooting.select_targets import declare, open_targets
from ..space.battlefield import engaged, sees, within
from ..terms import did, has_keyword, models, unit, units
from .targets import Occasion

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..book.stratagems import BattleShock, Change, GainCp, Give, MortalWounds, Stratagem

AT_ONCE: Final = ("hit", "wound", "save", "damage", "attacks", "advance", "charge", "desperate escape", "hazardous")
"""The rolls that Command Re-roll is for (errata.stratagem-command-reroll)."""


class Using(Struct, frozen=True):
    """A player uses a Stratagem on units, when that is going on."""

    player: int
    stratagem: str
    units: tuple[str, ...]
    now: Occasion


def sheet(position: Position, using: Using) -> Stratagem:
    """The Stratagem that is used."""
    found: Stratagem = position.content.stratagems[using.stratagem]
    return found


def possible(game: Game, using: Using) -> bool:
    """Whether all that a Stratagem does can be done with these units."""
    return all(VERBS[one.do][0](game, using, one) for one in sheet(game, using).does)


def carry_out(game: Game, using: Using) -> Steps:
    """What a Stratagem does, in the order of its text."""
    for one in sheet(game, using).does:
        yield from VERBS[one.do][1](game, using, one)


def _always(game: Game, using: Using, one: Any) -> bool:
    return True


# For a time -------------------------------------------------------------------------------------------------


@rule("core.stratagem-go-to-ground", "core.stratagem-smokescreen", "errata.persisting-effects",
      "commentary.your-unit-in-stratagems", "faq.timing.stratagem-stays-when-battle-shocked")  # fmt: skip
def give(game: Game, using: Using, one: Give) -> Steps:
    """Its units have abilities until the end of the phase or turn."""
    cites = sheet(game, using).rule
    for id in using.units:
        data = {"gives": tuple(one.abilities), "name": using.stratagem}
        yield begin_effect(game, "stratagem", during(one.until), target=("units", id), data=data, rule=cites)


@rule("errata.persisting-effects", "commentary.modifying-a-units-characteristics",
      "commentary.your-unit-in-stratagems")  # fmt: skip
def change(game: Game, using: Using, one: Change) -> Steps:
    """A number of its units, or of every model in them, is another one until the end of the phase or turn."""
    cites = sheet(game, using).rule
    data = {"stat": one.stat, "layer": one.layer, "amount": one.by, "name": using.stratagem, "rule": cites}
    for id in using.units:
        whose = [("models", str(each.id)) for each in models(game, id)] if one.stat in OF_MODELS else [("units", id)]
        for target in whose:
            yield begin_effect(game, "stratagem", during(one.until), target=target, data=data, rule=cites)


OF_MODELS: Final = ("move", "toughness", "save", "invulnerable", "leadership", "oc", "saving throw")
"""The numbers that models have; a unit has the others."""


@rule("core.stratagem-epic-challenge")
def challenge(game: Game, using: Using, one: Any) -> Steps:
    """The melee attacks of one Character model have Precision until the end of the phase."""
    cites = sheet(game, using).rule
    for id in using.units:
        heroes = characters(game, id)
        hero = yield from ask_which(using.player, "challenger", heroes, cites, unit=id)
        yield begin_effect(game, CHALLENGED, during("phase"), target=("models", hero), rule=cites)


@rule("core.stratagem-epic-challenge", "commentary.any")
def can_challenge(game: Game, using: Using, one: Any) -> bool:
    """Whether a unit with a Character is within Engagement Range of any Attached units."""
    return all(characters(game, id) and any(attached(game, foe) for foe in engaged(game, id)) for id in using.units)


def characters(position: Position, id: str) -> list[str]:
    """The Character models in a unit."""
    return [str(one.id) for one in models(position, id) if has_keyword(position, one.origin, "Character")]


def attached(position: Position, id: str) -> bool:
    """Whether a unit is an Attached unit."""
    return len({one.origin for one in models(position, id)}) > 1


# Mortal wounds ----------------------------------------------------------------------------------------------


@rule("errata.stratagem-grenade", "errata.stratagem-tank-shock", "core.stratagem-grenade",
      "core.stratagem-tank-shock")  # fmt: skip
def pairs(position: Position, using: Using, one: MortalWounds) -> Iterator[tuple[str, str]]:
    """The models that can be selected, each with an enemy unit that can be selected with it."""
    for id in using.units:
        for model in models(position, id):
            if has_keyword(position, model.origin, one.by):
                for foe in units(position, 1 - using.player):
                    if _reaches(position, str(model.id), foe, one):
                        yield str(model.id), foe


def _reaches(position: Position, model: str, foe: str, one: MortalWounds) -> bool:
    """Whether an enemy unit fulfils all that is asked of it."""
    if one.free and engaged(position, foe):
        return False
    if one.within is not None and not within(position, model, foe, one.within):
        return False
    if one.engaged and foe not in engaged_with(position, model):
        return False
    return not one.seen or sees(position, model, foe)


def can_harm(game: Game, using: Using, one: MortalWounds) -> bool:
    """Whether there is an enemy unit to harm."""
    return any(True for _ in pairs(game, using, one))


@rule("errata.stratagem-grenade", "errata.stratagem-tank-shock", "core.stratagem-grenade",
      "core.stratagem-tank-shock", "commentary.dice-results-with-no-effect")  # fmt: skip
def harm(game: Game, using: Using, one: MortalWounds) -> Steps:
    """Enemy and model are selected, dice rolled, and the enemy suffers a mortal wound for each that is high enough."""
    cites, id = sheet(game, using).rule, using.units[0]
    found = list(pairs(game, using, one))
    foe = yield from ask_which(using.player, "harmed", sorted({foe for _, foe in found}), cites, unit=id)
    model = yield from ask_which(using.player, "harmer", [one for one, other in found if other == foe], cites, unit=id)
    count = int(game.number("toughness", model)) if one.dice == "toughness" else one.dice
    faces: Any = yield Roll.d6(count, using.player, using.stratagem, rule=cites)
    wounds = min(sum(face >= one.on for face in faces), one.most)
    yield FoeHarmed(id, foe, faces, wounds, rule=cites)
    if wounds:
        player = unit(game, foe).player
        yield SUFFER(player=player, unit=foe, damages=(1,) * wounds, by=id, spills=True)


def frightened(position: Position, using: Using, one: BattleShock) -> list[str]:
    """The enemy units that can be selected to take a Battle-shock test."""
    foes = units(position, 1 - using.player)
    return [foe for foe in foes if all(within(position, id, foe, one.within) for id in using.units)]


def can_frighten(game: Game, using: Using, one: BattleShock) -> bool:
    """Whether there is an enemy unit to frighten."""
    return bool(frightened(game, using, one))


@rule("commentary.battle-shock-tests", "faq.command-phase.two-battle-shock-tests")
def frighten(game: Game, using: Using, one: BattleShock) -> Steps:
    """An enemy unit takes a Battle-shock test, whatever its strength is, and even if it is Battle-shocked already."""
    cites = sheet(game, using).rule
    foe = yield from ask_which(using.player, "frightened", frightened(game, using, one), cites)
    yield from take_test(game, foe, cites)


# What is done at once ---------------------------------------------------------------------------------------


@rule("core.stratagem-command-re-roll", "errata.stratagem-command-reroll")
def can_reroll(game: Game, using: Using, one: Any) -> bool:
    """Whether the roll that was made is one of those that can be re-rolled, and was not re-rolled."""
    throw = game.find_context(Throw)
    return throw is None or (throw.what in AT_ONCE and bool(open_to_reroll(throw) or not throw.faces))


def reroll(game: Game, using: Using, one: Any) -> Steps:
    """One of the rolls that were made together is made again."""
    yield from reroll_one(game, game.context(Throw), sheet(game, using).rule)


@rule("core.stratagem-insane-bravery", "errata.stratagem-insane-bravery", "commentary.automatically-passes")
def passed(game: Game, using: Using, one: Any) -> Steps:
    """The unit passes its test without a roll."""
    yield game.note(game.context(Tested), passed=True)


@rule("errata.gaining-cp", "faq.command-phase.once-per-battle-cp-ignores-cap")
def gained(game: Game, using: Using, one: GainCp) -> Steps:
    """The player gains command points, besides those of Command phases."""
    stratagem = sheet(game, using)
    yield from gain_more(game, using.player, one.cp, stratagem.rule, once_a_battle=stratagem.once == "battle")


@rule("core.stratagem-fire-overwatch", "errata.stratagem-fire-overwatch")
def can_watch(game: Game, using: Using, one: Any) -> bool:
    """Whether a unit would be eligible to shoot, and has something to shoot at the enemy unit that acts."""
    foe = using.now.unit
    return bool(models(game, foe)) and all(
        can_shoot(game, id) and any(open_targets(game, id, foe)) for id in using.units
    )


@rule("core.stratagem-fire-overwatch", "errata.stratagem-fire-overwatch", "errata.out-of-phase",
      "commentary.out-of-phase-rules")  # fmt: skip
def watch(game: Game, using: Using, one: Any) -> Steps:
    """The unit shoots the enemy out of phase; until the end of the phase it hits only on unmodified sixes."""
    cites = sheet(game, using).rule
    for id in using.units:
        yield begin_effect(game, SNAP, during("phase"), target=("units", id), rule=cites)
        yield Selected(id, "shot", rule=cites)
        declared = yield from declare(game, using.player, id, using.now.unit)
        if declared:
            yield STRIKE(player=using.player, unit=id, declared=tuple(declared), out_of_phase=True)


@rule("core.stratagem-rapid-ingress", "errata.stratagem-rapid-ingress", "faq.reserves.rapid-ingress-first-round")
def can_ingress(game: Game, using: Using, one: Any) -> bool:
    """Whether a unit could normally arrive in this battle round."""
    return all(any(True for _ in arrivals(game, id)) for id in using.units)


@rule("core.stratagem-rapid-ingress", "errata.stratagem-rapid-ingress")
def ingress(game: Game, using: Using, one: Any) -> Steps:
    """The unit arrives as in the Reinforcements step of its player, by Deep Strike if all of its models have that."""
    cites = sheet(game, using).rule
    for id in using.units:
        ways = list(arrivals(game, id))
        way = yield from ask_which(using.player, "ingress", ways, cites, unit=id)
        call = yield from land(game, using.player, id, way)
        if call is not None:
            yield call


@rule("core.stratagem-heroic-intervention", "errata.stratagem-heroic-intervention")
def can_intervene(game: Game, using: Using, one: Any) -> bool:
    """Whether a unit could declare a charge against the enemy unit that has just charged."""
    foe = using.now.unit
    return did(game, foe, "charge") and all(can_charge(game, id) and foe in chargeable(game, id) for id in using.units)


@rule("core.stratagem-heroic-intervention", "errata.stratagem-heroic-intervention", "errata.out-of-phase")
def intervene(game: Game, using: Using, one: Any) -> Steps:
    """The unit charges only that enemy unit, out of phase, and has no Charge bonus this turn."""
    cites, foe = sheet(game, using).rule, using.now.unit
    for id in using.units:
        yield begin_effect(game, NO_BONUS, during("turn"), target=("units", id), rule=cites)
        yield ChargeDeclared(id, (foe,), rule=cites)
        yield CHARGE(player=using.player, unit=id, targets=(foe,), out_of_phase=True)


@rule("core.stratagem-counter-offensive")
def can_counter(game: Game, using: Using, one: Any) -> bool:
    """Whether an enemy unit has just fought, and the unit can still fight."""
    fought = using.now.unit
    return unit(game, fought).player != using.player and all(can_fight(game, id) for id in using.units)


@rule("core.stratagem-counter-offensive")
def counter(game: Game, using: Using, one: Any) -> Steps:
    """The unit fights next."""
    yield game.note(game.context(Fighting), next=using.units[0])


Verb = tuple[Callable[[Any, Using, Any], bool], Callable[[Any, Using, Any], Any]]

VERBS: Final[dict[str, Verb]] = {
    "give": (_always, give),
    "change": (_always, change),
    "mortal_wounds": (can_harm, harm),
    "battle_shock": (can_frighten, frighten),
    "gain_cp": (_always, gained),
    "reroll": (can_reroll, reroll),
    "pass": (_always, passed),
    "shoot": (can_watch, watch),
    "arrive": (can_ingress, ingress),
    "charge": (can_intervene, intervene),
    "fight_next": (can_counter, counter),
    "challenge": (can_challenge, challenge),
}
"""What content writes: whether it can be done, and how."""

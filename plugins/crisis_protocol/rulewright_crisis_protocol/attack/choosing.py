"""Steps 1 and 2: which attacks a character can make, and whom it may target."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright import Violation, choose, rule

from ..numbers import UNLIMITED, forbidden, with_printed
from ..space.battlefield import around, sees, within
from ..space.tools import BOARD, beam_inches, inches
from ..terms import Attack, Granted, Series, able, attacks_of, can_pay, character, lent_to, measured_from, origin_of

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..book.sheets import AttackSheet


@rule("attack-profile.cost", "attack.step-1")
def cost_of(position: Position, id: str, attack: AttackSheet) -> int:
    """The power that an attack costs a character now."""
    return with_printed(position, "attack cost", id, attack.cost)


@rule("attack.range", "area.definition", "measure.range-tools")
def reach_of(attack: AttackSheet) -> float:
    """How far an attack reaches, in inches: a beam as far as its tool, one that ignores range across the board."""
    if "range" in attack.ignores:
        return 2 * BOARD
    return beam_inches(attack.range) if attack.shape == "beam" else inches(attack.range)


@rule("attack.target", "attack.range", "attack.step-2", "damage.dazed-limits", "area.definition", "area.resolve",
      "measure.range-example")  # fmt: skip
def targets(position: Position, id: str, attack: AttackSheet, origin: str = "") -> Iterator[str]:
    """The enemies in range and line of sight, for a beam in range of the tool however it is laid; measured from the
    attacker, or from someone else."""
    player, origin, characters = character(position, id).player, origin or id, position.state.characters
    for foe in around(position, origin, reach_of(attack)):
        if characters[foe].player != player and able(position, foe):
            if seen(position, id, foe, attack, origin) and may_target(position, origin, foe, attack):
                yield foe


@rule("superpower.keywords", "attack.target")
def may_target(position: Position, id: str, foe: str, attack: AttackSheet) -> bool:
    """Whether nothing forbids a character to target an enemy; one with stealth must be within range 3."""
    return position.may("be targeted", foe) and ("stealth" in attack.ignores or _near_enough(position, id, foe))


def _near_enough(position: Position, id: str, foe: str) -> bool:
    """Whether a character is as near to an enemy as stealth or another text asks of attackers."""
    range = int(position.number("targeted within", foe))
    return range >= UNLIMITED or within(position, id, foe, range)


@rule("attack.range", "attack.step-2")
def seen(position: Position, id: str, foe: str, attack: AttackSheet, origin: str = "") -> bool:
    """Whether a character sees an enemy, or someone else from whom that is measured, or its attack does not need to."""
    needed = "sight" not in attack.ignores and position.may("need sight", id)
    return not needed or sees(position, origin or id, foe)


@rule("attack.step-1", "attack.step-2", "note.step-2-garbled", "stat-card.attacks", "damage.dazed-limits",
      "power.spend")  # fmt: skip
def open_attacks(
    position: Position, id: str, terms: Granted = Granted(), of_card: str = ""  # noqa: B008
) -> Iterator[str]:  # fmt: skip
    """The attacks that a character can pay and that have a target; the one of a card that lets it make it, too."""
    if not (able(position, id) and position.may("attack", id)):
        return
    for attack in dict.fromkeys((*attacks_of(position, id), *filter(None, (of_card,)))):
        sheet = position.content.attacks[attack]
        cheap = terms.most_cost is None or sheet.cost <= terms.most_cost
        if not cheap or attack in terms.barred or next(reached(position, id, sheet, terms), None) is None:
            continue
        if (terms.free or can_pay(position, id, cost_of(position, id, sheet))) and near_lender(position, id, attack):
            yield attack


@rule("attack.range", "attack.step-2")
def in_reach(position: Position, attack: Attack, foe: str) -> bool:
    """Whether an enemy is in the range of the attack that is being made, and in line of sight."""
    sheet, terms = position.content.attacks[attack.attack], attack.terms
    origin = measured_from(position, attack)
    near = terms.anywhere or foe in around(position, origin, reach_of(sheet))
    return near and (terms.unseen or seen(position, attack.attacker, foe, sheet, origin))


def reached(position: Position, id: str, attack: AttackSheet, terms: Granted) -> Iterator[str]:
    """Those whom an attack may target, as the effect says that grants it."""
    origin = origin_of(position, id, attack.id, terms)
    if not able(position, origin):
        return iter(())
    if not terms.anywhere:
        found = targets(position, id, attack, origin)
        return (foe for foe in found if not terms.against or foe in terms.against)
    return (
        foe
        for foe in terms.against
        if able(position, foe)
        and (terms.unseen or seen(position, id, foe, attack, origin))
        and may_target(position, origin, foe, attack)
    )


@rule("attack.range", "measure.within")
def near_lender(position: Position, id: str, attack: str) -> bool:
    """Whether a character is as near to the one from whom its attack is measured as the text that lends it says."""
    found = [one.data for one in lent_to(position, id) if one.data["attack"] == attack]
    return all(not one["near"] or (able(position, one["origin"]) and within(position, one["origin"], id, one["near"]))
               for one in found)  # fmt: skip


@rule("attack.step-1", "attack.range", "power.spend")
def closed_attacks(position: Position, id: str) -> Iterator[tuple[str, Violation]]:
    """The attacks that a character cannot make now, each with why."""
    barred = forbidden(position, "attack", id, "cannot_attack")
    for attack in attacks_of(position, id):
        sheet = position.content.attacks[attack]
        cost = cost_of(position, id, sheet)
        if barred is not None:
            yield attack, barred
        elif not can_pay(position, id, cost):
            yield attack, Violation("too_dear", "power.spend", cost=cost)
        elif not any(reached(position, id, sheet, Granted())):
            yield attack, Violation("no_target", "attack.range")


@rule("attack-profile.type", "attack.step-1")
def choose_type(game: Game, attack: Attack | Series) -> Steps:
    """Before the target is chosen: of which type the attack is, where its card leaves that open."""
    types = game.content.attacks[attack.attack].types
    if types and not attack.type:
        type = yield choose(
            attack.player, "attack_type", types, "attack-profile.type",
            attacker=attack.attacker, attack=attack.attack,
        )  # fmt: skip
        yield game.note(attack, type=type)

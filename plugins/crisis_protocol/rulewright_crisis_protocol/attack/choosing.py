"""Steps 1 and 2: which attacks a character can make, and whom it may target."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright import Violation, choose, rule

from ..numbers import UNLIMITED, forbidden, with_printed
from ..space.battlefield import around, sees, within
from ..space.tools import beam_inches, inches
from ..terms import Attack, Granted, Series, able, attacks_of, can_pay, character

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..book.sheets import AttackSheet


@rule("attack-profile.cost", "power.spend", "attack.step-1")
def cost_of(position: Position, id: str, attack: AttackSheet) -> int:
    """The power that an attack costs a character now."""
    return with_printed(position, "attack cost", id, attack.cost)


@rule("attack.target", "attack.range", "attack.step-2", "damage.dazed-limits", "area.definition", "area.resolve")
def targets(position: Position, id: str, attack: AttackSheet) -> Iterator[str]:
    """The enemies in range and line of sight, for a beam in range of the tool however it is laid."""
    reach = beam_inches(attack.range) if attack.shape == "beam" else inches(attack.range)
    player = character(position, id).player
    for foe in around(position, id, reach):
        if character(position, foe).player != player and able(position, foe) and seen(position, id, foe, attack):
            if may_target(position, id, foe, attack):
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
def seen(position: Position, id: str, foe: str, attack: AttackSheet) -> bool:
    """Whether a character sees an enemy, or its attack does not need to."""
    return "sight" in attack.ignores or sees(position, id, foe)


@rule("attack.step-1", "attack.step-2", "note.step-2-garbled", "stat-card.attacks", "damage.dazed-limits")
def open_attacks(
    position: Position, id: str, terms: Granted = Granted(), of_card: str = ""  # noqa: B008
) -> Iterator[str]:  # fmt: skip
    """The attacks that a character can pay and that have a target; the one of a card that lets it make it, too."""
    if not (able(position, id) and position.may("attack", id)):
        return
    for attack in dict.fromkeys((*attacks_of(position, id), *filter(None, (of_card,)))):
        sheet = position.content.attacks[attack]
        paid = terms.free or can_pay(position, id, cost_of(position, id, sheet))
        cheap = terms.most_cost is None or sheet.cost <= terms.most_cost
        if paid and cheap and attack not in terms.barred and any(reached(position, id, sheet, terms)):
            yield attack


@rule("attack.range", "attack.step-2")
def in_reach(position: Position, attack: Attack, foe: str) -> bool:
    """Whether an enemy is in the range of the attack that is being made, and in line of sight."""
    sheet, terms = position.content.attacks[attack.attack], attack.terms
    reach = beam_inches(sheet.range) if sheet.shape == "beam" else inches(sheet.range)
    near = terms.anywhere or foe in around(position, attack.attacker, reach)
    return near and (terms.unseen or seen(position, attack.attacker, foe, sheet))


def reached(position: Position, id: str, attack: AttackSheet, terms: Granted) -> Iterator[str]:
    """Those whom an attack may target, as the effect says that grants it."""
    if not terms.anywhere:
        return (foe for foe in targets(position, id, attack) if not terms.against or foe in terms.against)
    return (
        foe
        for foe in terms.against
        if able(position, foe)
        and (terms.unseen or seen(position, id, foe, attack))
        and may_target(position, id, foe, attack)
    )


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
        elif not any(targets(position, id, sheet)):
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

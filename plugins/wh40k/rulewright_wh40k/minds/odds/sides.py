"""What is asked for, as a unit of each side: from a list, or from the datasheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rulewright import rule
from rulewright.odds_desk import BadWish, one_of

from ...abilities import wrong_ability
from ...before.rosters import detachment_of
from ...book.choices import UnitChoice
from ...effects.lasting import Change, Give
from ...numbers import meant_by
from .battle import Altered, Matchup, Side

if TYPE_CHECKING:
    from ...book.models import Roster
    from ...cards.loading import Book
    from ...cards.stratagems import Stratagem

AGAIN: Final = ("ones", "failed", "uncritical")
"""What of a roll can be re-rolled."""
USUAL: Final = "usual-"
"""How the ids of units of usual profiles begin."""


def sides(book: Book, wishes: Mapping[str, Any], seat: str) -> list[Side]:
    """The units of a side that are asked about: one, or all of a list. Raises BadWish for what is not there."""
    attacks = seat == "attacker"
    name, list_of = wishes[seat], wishes["mine" if attacks else "theirs"]
    roster = _roster(book, "mine" if attacks else "theirs", list_of)
    if name is not None:
        choices = [_unit(book, wishes, seat, name, roster)]
    elif roster is not None:
        choices = list(roster.units)
    elif wishes["usual"] and not attacks:
        choices = [UnitChoice(sheet=id, models=None) for id in book.units if id.startswith(USUAL)]
    else:
        raise BadWish(seat, "attacks of a unit need --attacker and --target, or the lists --mine and --theirs")
    detachment = detachment_of(roster, book) if roster is not None else None
    return [
        Side(
            unit=choice,
            faction=roster.faction if roster is not None else "",
            detachment=detachment.id if detachment is not None else "",
            leaders=_leaders(book, wishes, attacks, choice, roster) if name is not None else (),
            gives=_gives(book, wishes, attacks),
            changes=tuple(_changes(book, wishes, attacks)),
            done=("charge",) if attacks and wishes["charged"] else ("normal",) if attacks and wishes["moved"] else (),
        )
        for choice in choices
    ]  # fmt: skip


def matchup(book: Book, wishes: Mapping[str, Any], attacker: Side, target: Side) -> Matchup:
    """What happens. Raises BadWish for weapons that the unit cannot have."""
    armed = dict.fromkeys(used for one in attacker.choices for used in book.units[one.sheet].weapons)
    for used in wishes["weapon"]:
        one_of("weapon", used, armed, f"weapon of {attacker.unit.sheet}")
    if len({book.weapons[used].melee for used in wishes["weapon"]}) > 1:
        raise BadWish("weapon", "a unit shoots, or it fights: name ranged weapons or melee weapons")
    alone = wishes["weapon"] and wishes["mine"] is None and wishes["models"] is None
    return Matchup(
        attacker=attacker, target=target, melee=wishes["fight"], weapons=wishes["weapon"], half=wishes["half"],
        precise=wishes["precise"],
        count=1 if alone and wishes["count"] is None else wishes["count"],
        hits=_again(wishes, "reroll_hits"), wounds=_again(wishes, "reroll_wounds"),
    )  # fmt: skip


def _again(wishes: Mapping[str, Any], name: str) -> str:
    return one_of(name, wishes[name], AGAIN, "re-roll") if wishes[name] is not None else ""


def _roster(book: Book, option: str, name: str | None) -> Roster | None:
    return book.rosters[one_of(option, name, book.rosters, "list")] if name is not None else None


def _unit(book: Book, wishes: Mapping[str, Any], seat: str, name: str, roster: Roster | None) -> UnitChoice:
    """A unit as the list has it, the second one of its datasheet as ``wardens#2``; or the smallest of a datasheet."""
    size = wishes["models" if seat == "attacker" else "size"]
    if roster is None or name.startswith(USUAL):
        choice = UnitChoice(sheet=one_of(seat, name, book.units, "datasheet"), models=None)
    else:
        choice = _in_list(seat, name, roster)
    if size is None:
        return choice
    sheet = book.units[choice.sheet]
    least, most = sum(part.least for part in sheet.parts), sum(part.most for part in sheet.parts)
    most = min(most, max(sheet.points))
    if not least <= size <= most:
        raise BadWish("models" if seat == "attacker" else "size", f"{choice.sheet} has {least} to {most} models")
    return choice.model_copy(update={"models": size})


def _in_list(option: str, name: str, roster: Roster) -> UnitChoice:
    known: dict[str, UnitChoice] = {}
    for choice in roster.units:
        number = 1 + sum(one.sheet == choice.sheet for one in known.values())
        known[choice.sheet if number == 1 else f"{choice.sheet}#{number}"] = choice
    return known[one_of(option, name.removesuffix("#1"), known, f"unit of {roster.id}")]


def _leaders(
    book: Book, wishes: Mapping[str, Any], attacks: bool, choice: UnitChoice, roster: Roster | None
) -> tuple[UnitChoice, ...]:
    """The Leaders that are attached to a unit."""
    option = "leader" if attacks else "target_leader"
    found: list[UnitChoice] = []
    for name in wishes[option]:
        if roster is None:
            leader = UnitChoice(sheet=one_of(option, name, book.units, "datasheet"), models=None)
        else:
            leader = _in_list(option, name, roster)
        if choice.sheet not in book.units[leader.sheet].leads:
            led = ", ".join(sorted(book.units[leader.sheet].leads)) or "no unit"
            raise BadWish(option, f"{leader.sheet} does not lead {choice.sheet}, but {led}")
        found.append(leader)
    return tuple(found)


def _used(book: Book, wishes: Mapping[str, Any], attacks: bool) -> list[Any]:
    """What the Stratagems do, and counts, that are used on a side. Raises BadWish for unknown ones."""
    option = "stratagem" if attacks else "target_stratagem"
    used = [book.stratagems[one_of(option, id, book.stratagems, "Stratagem")] for id in wishes[option]]
    return [does for one in used for does in counting(one)]


@rule("commentary.unit-toughness")
def counting(used: Stratagem) -> list[Any]:
    """What of a Stratagem counts here: abilities and numbers of the unit that it is used on.

    The Toughness of a target is that when it was selected: what changes it afterwards comes too late.
    """
    return [
        does for does in used.does
        if (isinstance(does, Give) or (isinstance(does, Change) and isinstance(does.by, int))) and does.to == "target"
        and not (isinstance(does, Change) and does.stat == "toughness" and used.when.moment == "targets selected")
    ]  # fmt: skip


def _gives(book: Book, wishes: Mapping[str, Any], attacks: bool) -> tuple[str, ...]:
    """Abilities that a side has besides."""
    option = "gives" if attacks else "target_gives"
    for name in wishes[option]:
        if wrong := wrong_ability(name):
            raise BadWish(option, wrong)
    cover = ["in-cover"] if wishes["cover"] and not attacks else []
    used = [does for does in _used(book, wishes, attacks) if isinstance(does, Give)]
    return tuple(dict.fromkeys((*wishes[option], *cover, *(name for does in used for name in does.abilities))))


OF_ATTACKER: Final = {
    "hit": ("hit", "roll", 1), "wound": ("wound", "roll", 1), "critical_hit": ("critical hit", "at least", 1),
    "critical_wound": ("critical wound", "at least", 1), "attacks": ("attacks", "changed", 1),
    "strength": ("strength", "changed", 1), "ap": ("ap", "changed", -1), "damage": ("damage", "changed", 1),
    "halve_damage": ("damage", "halved", 2),
}  # fmt: skip
OF_TARGET: Final = {
    "save": ("saving throw", "roll", 1), "invulnerable": ("invulnerable", "at least", 1),
    "feel_no_pain": ("feel no pain", "at least", 1), "toughness": ("toughness", "changed", 1),
}  # fmt: skip
"""By option the number that it changes, the layer, and by how much for each 1."""


def _changes(book: Book, wishes: Mapping[str, Any], attacks: bool) -> Iterator[Altered]:
    """Numbers of a side that are changed."""
    for name, (stat, layer, by) in (OF_ATTACKER if attacks else OF_TARGET).items():
        if wishes[name]:
            yield Altered(stat=stat, layer=layer, amount=int(wishes[name]) * by)
    for does in _used(book, wishes, attacks):
        if isinstance(does, Change):
            layer, sign = meant_by(does.stat, does.layer)
            amount: Any = does.by
            yield Altered(stat=does.stat, layer=layer, amount=sign * int(amount))

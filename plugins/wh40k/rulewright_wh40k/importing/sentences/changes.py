"""What sentences say that is so at all times, or while they count: characteristics, abilities, permissions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from rulewright import rule

from ...book.sheets import ability_id
from ..abilities import core_ability
from ..nouns import KEYWORDS, ROLES, STRATAGEMS, keywords, target
from ..patterns import matched
from .attacks import BETTER, CHANGE, OF_ATTACKS, arms
from .scope import HAVE, NAMES, WHO, Document, Parts, Scope, attacking, better, signed, whole_unit

OF_WEAPONS: Final = {**OF_ATTACKS, "range": "range"}
OF_MODELS: Final = {
    "move": "move", "toughness": "toughness", "save": "save", "wounds": "wounds", "leadership": "leadership",
    "objective control": "oc",
}  # fmt: skip
HARM: Final = r"(?: against ((?:mortal wounds|psychic attacks)(?: and (?:mortal wounds|psychic attacks))?))?"
STAT: Final = "|".join(OF_MODELS)
WHILE_TARGETING: Final = r"(?: (?:while|when) targeting (.+))?"
GRANTED: Final = ("deep-strike", "infiltrators", "scouts", "stealth")
"""The core abilities that sentences give to models."""
Meaning: TypeAlias = tuple[Document | None, Parts]
"""Whom a change is about, None where that is not known, and what it is."""


def change(printed: str, scope: Scope) -> Parts:
    """What is so at all times, or while the sentence counts."""
    for pattern, means in CHANGES:
        if found := matched(pattern, printed):
            about, parts = means(found, scope)
            return [scope.part(one, about) for one in parts] if about is not None else []
    return []


@rule("core.feel-no-pain")
def _pain(found: re.Match[str], scope: Scope) -> Meaning:
    harm = [one for one in ("mortal wounds", "psychic attacks") if found[3] and one in found[3].lower()]
    part: Document = {"modifies": "feel no pain", "layer": "at least", "by": int(found[2])}
    return scope.of(found[1]), [{**part, **({"test": {"harm": harm}} if harm else {})}]


@rule("core.invulnerable-save")
def _invulnerable(found: re.Match[str], scope: Scope) -> Meaning:
    part: Document = {"modifies": "invulnerable", "layer": "at least", "by": int(found[2])}
    return scope.of(found[1]), [{**part, **({"attacking": found[3].lower()} if found[3] else {})}]


@rule("core.ability-leader")
def _armed(found: re.Match[str], scope: Scope) -> Meaning:
    """Weapons of these have abilities."""
    return {}, _arming(found[2], attacking(found[1]), found[3], found[4], scope)


@rule("commentary.bearer")
def _own_armed(found: re.Match[str], scope: Scope) -> Meaning:
    """Weapons that are named, or all of a sort, have abilities."""
    sort = matched(r"(ranged |melee |)weapons", found[2])
    fields = attacking(sort[1]) if sort else {"weapons": found[2].split(" and ")}
    return {}, _arming(found[1], fields, found[3], found[4], scope)


def _arming(whom: str, fields: Document, abilities: str, at: str | None, scope: Scope) -> Parts:
    """Weapons of someone have abilities, against some targets only where that is said."""
    test = target(at) if at else None
    if at and not test:
        return []
    fields = {**fields, **({"test": test} if test else {})}
    return [{**one, **about, **fields} for about in scope.of_each(whom) for one in arms(abilities)]


@rule("core.command-phase-battle-shock-step")
def _unshaken(found: re.Match[str], scope: Scope) -> Meaning:
    return whole_unit(scope.of(found[1])), [{"permits": "stratagems while shocked"}]


@rule("core.attached-units")
def _granted(found: re.Match[str], scope: Scope) -> Meaning:
    """Core abilities of models."""
    names = [ability_id(core_ability(one)) for one in re.split(r", | and ", found[2])]
    if scope.that == "aura" or any(not one or one.partition(":")[0] not in GRANTED for one in names):
        return None, []
    return {}, [{"grants": names, **about} for about in scope.of_each(found[1])]


@rule("core.keywords")
def _named(found: re.Match[str], scope: Scope) -> Meaning:
    """Keywords of its unit; those by which models move, or are set up, are those of models."""
    words = keywords(found[2], named=True)
    own = found[1].lower() in ("this model", "the bearer", "this unit", "the bearer's unit", "this model's unit")
    if not words or not own or scope.that or scope.tests or not {*ROLES, "Fly"}.isdisjoint(words):
        return None, []
    return {}, [{"adds": words}]


@rule("core.reinforcements")
def _early(found: re.Match[str], scope: Scope) -> Meaning:
    return scope.of(found[1]), [{"grants": ["arrives-early-in-its-own-turn"]}]


@rule("commentary.modifying-dice-rolls")
def _tested(found: re.Match[str], scope: Scope) -> Meaning:
    """Battle-shock tests; Leadership tests of other rules are taken by hand."""
    return scope.of(found[1]), [{"modifies": "battle-shock", "by": signed(found[2], found[3])}]


CHARACTERISTIC: Final = rf"(?:the ({STAT}) characteristic of {WHO}|{NAMES}'s ({STAT}) characteristic)"
"""A characteristic of some models, in either order."""


def _characteristic(found: re.Match[str], first: int) -> tuple[str, str]:
    """Which characteristic is meant, and whose, by the ``first`` group of `CHARACTERISTIC` in a pattern."""
    return OF_MODELS[(found[first] or found[first + 3]).lower()], found[first + 1] or found[first + 2]


def _summed(found: re.Match[str], scope: Scope) -> Meaning:
    stat, whose = _characteristic(found, 3)
    if stat in ("save", "leadership"):
        return None, []
    return scope.of(whose), [{"modifies": stat, "by": signed(found[1], found[2])}]


def _improved(found: re.Match[str], scope: Scope) -> Meaning:
    stat, whose = _characteristic(found, 2)
    return scope.of(whose), [better(found[1], stat, found[6])]


def _set(found: re.Match[str], scope: Scope) -> Meaning:
    stat, whose = _characteristic(found, 1)
    return scope.of(whose), [{"modifies": stat, "layer": "replaced", "by": int(found[5])}]


def _has_set(found: re.Match[str], scope: Scope) -> Meaning:
    return scope.of(found[1]), [{"modifies": OF_MODELS[found[2].lower()], "layer": "replaced", "by": int(found[3])}]


def _weapons(found: re.Match[str], scope: Scope) -> Meaning:
    stat = OF_WEAPONS[found[3].lower()]
    about = scope.of(found[5])
    if stat in ("ap", "skill") or about is None or (stat == "range" and (about == {"of": "model"} or scope.reach)):
        return None, []
    sort = {} if stat == "range" and found[4].strip().lower() == "ranged" else attacking(found[4])
    return {**about, **sort}, [{"modifies": stat, "by": signed(found[1], found[2])}]


def _weapons_improved(found: re.Match[str], scope: Scope) -> Meaning:
    about = scope.of(found[4])
    return (None if about is None else {**about, **attacking(found[3])}), [
        better(found[1], OF_ATTACKS[found[2].lower()], found[5])
    ]


ROLLS: Final = r"(advance|charge|advance and charge|charge and advance) rolls made for"


def _rolled(printed: str) -> list[str]:
    return printed.lower().split(" and ")


def _rerolled(found: re.Match[str], scope: Scope) -> Meaning:
    return whole_unit(scope.of(found[2])), [{"rerolls": one} for one in _rolled(found[1])]


def _added(found: re.Match[str], scope: Scope) -> Meaning:
    parts: Parts = [{"modifies": one, "by": signed(found[1], found[2])} for one in _rolled(found[3])]
    return whole_unit(scope.of(found[4])), parts


def _eligible(found: re.Match[str], scope: Scope) -> Meaning:
    deeds = {"shoot": ["shoot"], "declare a charge": ["charge"], "shoot and declare a charge": ["shoot", "charge"]}
    how = {"fell back": "falling back", "advanced": "advancing"}
    ways = [how[one] for one in found[3].lower().split(" or ")]
    permitted: Parts = [{"permits": f"{deed} after {way}"} for way in ways for deed in deeds[found[2].lower()]]
    return whole_unit(scope.of(found[1])), permitted


def _lonely(found: re.Match[str], scope: Scope) -> Meaning:
    about = scope.of(found[1])
    return ({"of": "unit"} if about == {"of": "model"} else about), [{"permits": "lone operative"}]


def _first(found: re.Match[str], scope: Scope) -> Meaning:
    return whole_unit(scope.of(found[1])), [{"permits": "fight first"}]


@rule("core.benefit-of-cover")
def _covered(found: re.Match[str], scope: Scope) -> Meaning:
    return whole_unit(scope.of(found[1])), [{"permits": "cover"}]


@rule("commentary.modifying-stratagem-cost")
def _freed(found: re.Match[str], scope: Scope) -> Meaning:
    return whole_unit(scope.of(found[1])), [{"frees": [found[2].lower().replace(" ", "-")]}]


def _keeps_off(found: re.Match[str], scope: Scope) -> Meaning:
    return scope.of(found[2]), [{"modifies": "keeps off", "by": int(found[1])}]


CHANGES: Final[tuple[tuple[str, Callable[[re.Match[str], Scope], Meaning]], ...]] = (
    (rf"{WHO} {HAVE} the feel no pain ([2-6])\+ ability{HARM}", _pain),
    (rf"{WHO} {HAVE} an? ([2-6])\+ invulnerable save(?: against (ranged|melee) attacks)?", _invulnerable),
    (rf"(?:all )?(ranged |melee |)weapons equipped by {WHO} {HAVE} the (.+?) abilit(?:y|ies){WHILE_TARGETING}", _armed),
    (rf"{NAMES}'s (.+?) {HAVE} the (.+?) abilit(?:y|ies){WHILE_TARGETING}", _own_armed),
    (rf"{CHANGE} {CHARACTERISTIC}", _summed),
    (rf"{BETTER} {CHARACTERISTIC} by (\d)", _improved),
    (rf"{CHARACTERISTIC} is (\d+)[+\"]?", _set),
    (rf"{WHO} {HAVE} an? ({STAT}) characteristic of (\d+)[+\"]?", _has_set),
    (rf"{CHANGE} the ({'|'.join(OF_WEAPONS)}) characteristic of (ranged |melee |)weapons equipped by {WHO}", _weapons),
    (rf"{BETTER} the ({'|'.join(OF_ATTACKS)}) characteristic of (ranged |melee |)weapons equipped by {WHO} by (\d)",
     _weapons_improved),
    (rf"(?:you can )?re-roll {ROLLS} {NAMES}", _rerolled),
    (rf"{CHANGE} {ROLLS} {NAMES}", _added),
    (rf"{NAMES} is eligible to (shoot and declare a charge|shoot|declare a charge) in a turn in which it "
     r"(fell back|advanced|advanced or fell back|fell back or advanced)", _eligible),
    (rf"you can target {NAMES} with stratagems even (?:when|while|if) it is battle-shocked", _unshaken),
    (rf"{WHO} {HAVE} the lone operative ability", _lonely),
    (rf"{WHO} {HAVE} the fights first ability", _first),
    (rf"{WHO} {HAVE} the benefit of cover", _covered),
    (rf"{WHO} {HAVE} the (.+?) abilit(?:y|ies)", _granted),
    (rf"{WHO} {HAVE} the ({KEYWORDS}) keyword", _named),
    (rf"{NAMES} can be set up in the reinforcements step of your first, second or third movement phase, regardless of "
     r"any mission rules", _early),
    (rf"each time {NAMES} takes a battle-shock (?:or leadership )?test, (add|subtract) (\d) (?:to|from) that test",
     _tested),
    (rf"you can target {NAMES} with the ({STRATAGEMS}) stratagem for 0cp,?(?: and can do so)? even if "
     r"you have already (?:used that stratagem on a different unit|targeted a different unit with that stratagem) "
     r"this phase", _freed),
    (r"enemy units that are set up on the battlefield (?:from reserves|as reinforcements) cannot be set up "
     rf"within (\d+)\"(?: horizontally)? of {NAMES}", _keeps_off),
)  # fmt: skip
"""What a sentence changes, and what that means."""

"""Texts that the program understands: whole sentences, as datasheets print them, and what they say as data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from rulewright import rule

from ..abilities import wrong_ability
from ..book.sheets import ability_id
from .abilities import plain_text

Document: TypeAlias = dict[str, Any]

LEADING: Final = "while this model is leading a unit, "
WEAPONS: Final = r"(ranged |melee |)weapons equipped by (?:models in )?that unit have the (.+) abilit(?:y|ies)"
PAIN: Final = r"models in (that|this|the bearer's) unit have the feel no pain ([2-6])\+ ability"
ATTACKS: Final = (
    r"each time (this model|a model in this unit|a model in that unit) makes an? (ranged |melee |)attack"
    r"( that targets a monster or vehicle(?: unit)?)?, (.+)"
)
ADDED: Final = r"(add|subtract) ([1-3]) (?:to|from) the (hit|wound) roll"
BETTER: Final = r"(improve|worsen) the (.+) characteristic of that attack by ([1-9])"
IGNORED: Final = r"you can ignore any or all modifiers to (.+)"
OF_ATTACKS: Final = {
    "strength": "strength", "armour penetration": "ap", "armor penetration": "ap", "damage": "damage",
    "attacks": "attacks", "ballistic skill": "skill", "weapon skill": "skill",
}  # fmt: skip
"""The characteristics of attacks, as they are printed."""
IGNORABLE: Final = {
    "the hit roll": "hit", "the wound roll": "wound",
    **{f"that attack's {printed} characteristic": name for printed, name in OF_ATTACKS.items()},
}  # fmt: skip
BIG: Final = {"any": [{"unit": "attacked", "keyword": "Monster"}, {"unit": "attacked", "keyword": "Vehicle"}]}


@rule("commentary.while-leading-a-unit")
def by_program(text: str) -> list[Document]:
    """What a text says as data, where every word of it is understood; nothing for any other."""
    plain = re.sub(r"[\[\]]", "", plain_text(text)).replace("’", "'").removesuffix(".")
    leading = plain.startswith(LEADING)
    plain = plain.removeprefix(LEADING)
    about = {"of": "led"} if leading else {}
    if leading and (found := re.fullmatch(WEAPONS, plain)):
        return _arms(found[1].strip(), re.split(r" and |, ", found[2]))
    if (found := re.fullmatch(PAIN, plain)) and (found[1] == "that") is leading:
        return [{"modifies": "feel no pain", "layer": "at least", "by": int(found[2]), **about}]
    if found := re.fullmatch(r"this unit is eligible to (.+) in a turn in which it (fell back|advanced)", plain):
        deeds = {"shoot": ["shoot"], "declare a charge": ["charge"], "shoot and declare a charge": ["shoot", "charge"]}
        how = {"fell back": "falling back", "advanced": "advancing"}[found[2]]
        return [{"permits": f"{deed} after {how}"} for deed in deeds.get(found[1], ())]
    if found := re.fullmatch(ATTACKS, plain):
        whom, sort, big, rest = found.groups()
        if (whom == "a model in that unit") is leading:
            about |= {"of": "model"} if whom == "this model" else {}
            about |= {"attacking": sort.strip()} if sort else {}
            return [{**one, **({"test": BIG} if big else {}), **about} for one in _in_attacks(rest)]
    return []


@rule("commentary.modifying-by-improving-or-worsening", "commentary.ignoring-modifiers")
def _in_attacks(told: str) -> Iterator[Document]:
    """What changes in attacks: something is added to a roll, a characteristic is better or worse, or modifiers are
    ignored."""
    if found := re.fullmatch(ADDED, told):
        yield {"modifies": found[3], "by": int(found[2]) * (1 if found[1] == "add" else -1)}
    elif (found := re.fullmatch(BETTER, told)) and found[2] in OF_ATTACKS:
        yield {"modifies": OF_ATTACKS[found[2]], "layer": f"{found[1].removesuffix('e')}ed", "by": int(found[3])}
    elif found := re.fullmatch(IGNORED, told):
        names = re.split(r",? and/or (?:to )?|,? and (?:to )?|, ", found[1])
        if all(name in IGNORABLE for name in names):
            yield {"ignores": [IGNORABLE[name] for name in names]}


def _arms(sort: str, printed: list[str]) -> list[Document]:
    """Abilities of the weapons of a unit that is led; nothing where one of them is no ability of weapons."""
    names = [ability_id(one.removesuffix("+")) for one in printed]
    if any(map(wrong_ability, names)):
        return []
    return [{"arms": names, "of": "led", **({"attacking": sort} if sort else {})}]

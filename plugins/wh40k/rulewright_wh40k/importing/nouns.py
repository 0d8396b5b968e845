"""Whom sentences of datasheets speak of: keywords, the units that are attacked, and who is near."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from .patterns import matched

Document: TypeAlias = dict[str, Any]

ROLES: Final = (
    "Infantry", "Mounted", "Beast", "Swarm", "Monster", "Vehicle", "Character", "Walker", "Psyker", "Transport",
    "Battleline", "Aircraft", "Titanic", "Towering", "Fortification",
)  # fmt: skip
"""Keywords of one word that stand behind others: INFANTRY in NECRONS INFANTRY."""
SMALL: Final = ("of", "the")
"""Words within keywords that are not printed in capitals."""
OF_A_TIME: Final = ("Battle-shocked", "Below", "Spotted", "Guided", "Observer")
"""What units are for a time, and is no keyword."""
KEYWORDS: Final = r"[A-Z][\w' ,-]*?"
"""Where keywords stand in a sentence: one of these, or several with "or" between them."""
STRATAGEMS: Final = "|".join((
    "counter-offensive", "epic challenge", "tank shock", "fire overwatch", "go to ground", "smokescreen",
    "heroic intervention", "grenade", "command re-roll", "insane bravery",
))  # fmt: skip
"""The Stratagems that every army has and that are used on a unit, as they are printed."""
LEFT_OUT: Final = r"\(excluding ([^)]+?)(?: units| models)?\)"
"""Keywords that are left out, in brackets."""


def keywords(printed: str, *, named: bool = False) -> list[str] | None:
    """The keywords that all have to be there, of those that are printed one behind the other; None for other words.

    Keywords are printed in capitals; those of `ROLES` are known however they are printed. What is ``named`` so, as
    units are, need not be in capitals: no state that a unit may be in stands there.
    """
    words = printed.split()
    roles: list[str] = []
    while words and (role := _role(words[-1])):
        roles.insert(0, role)
        words.pop()
    big = [word for word in words if word not in SMALL]
    if any(not word[0].isupper() or word in OF_A_TIME or _role(word) for word in big):
        return None
    if not named and any(word != word.upper() for word in big):
        return None
    rest = " ".join(word.lower() if word.lower() in SMALL else _capitalized(word) for word in words)
    return [rest, *roles] if rest else roles or None


def _role(word: str) -> str:
    """The keyword that a word is, in the singular; nothing for any other word."""
    return next((one for one in ROLES if word.lower() in (one.lower(), f"{one.lower()}s")), "")


def _capitalized(word: str) -> str:
    return "-".join(part.capitalize() for part in word.split("-"))


def either(printed: str, *, named: bool = False) -> list[list[str]] | None:
    """Keywords with commas and "or" between them: of each all have to be there. None for other words."""
    found = [keywords(one, named=named) for one in re.split(r", (?:or |and )?| or | and ", printed)]
    return [one for one in found if one] if all(found) else None


def left_out(printed: str) -> list[str] | None:
    """The keywords that "excluding" leaves out, each by itself; None for other words."""
    found = either(printed, named=True)
    return [one[0] for one in found] if found and all(len(one) == 1 for one in found) else None


def having(found: Sequence[str]) -> Document:
    """The field of a group that has these keywords."""
    return {"keyword": found[0]} if len(found) == 1 else {"keywords": list(found)}


def in_common(found: Sequence[Sequence[str]]) -> Document | None:
    """The fields of a group that has all keywords of one of these lists; None where they differ by more than one."""
    if not found:
        return None
    if len(found) == 1:
        return having(found[0])
    shared = [one for one in found[0] if all(one in each for each in found)]
    rest = [[one for one in each if one not in shared] for each in found]
    if any(len(one) != 1 for one in rest):
        return None
    return {**(having(shared) if shared else {}), "either": [one[0] for one in rest]}


def with_keywords(unit: str, printed: str, *, named: bool = False) -> Document | None:
    """The condition that a unit has one of several keywords; None where these are no keywords."""
    found = either(printed, named=named)
    if not found:
        return None
    return any_of([{"unit": unit, **having(each)} for each in found])


def bearer(printed: str, excluded: str) -> Document | None:
    """The condition that the unit of a bearer is one whom an Enhancement is for; None for other words."""
    found = either(printed, named=True)
    without = either(excluded, named=True) if excluded else []
    if not found or without is None:
        return None
    test = any_of([{"unit": "target", **having(each)} for each in found])
    return all_of([test, *({"none": [{"unit": "target", **having(each)}]} for each in without)])


def any_of(tests: Sequence[Document]) -> Document:
    """One of several conditions."""
    return tests[0] if len(tests) == 1 else {"any": list(tests)}


def all_of(tests: Sequence[Document]) -> Document:
    """All of several conditions, each once."""
    each = [inner for one in tests for inner in (one["all"] if one.keys() == {"all"} else (one,))]
    found = [one for place, one in enumerate(each) if one not in each[:place]]
    return found[0] if len(found) == 1 else {"all": found}


OBJECTIVE: Final = (
    r"(?:with)?in range of (?:an|one or more) objective markers?(?: that)?"
    r"( you control| your opponent controls| under your control|)"
)
CLOSEST: Final = r"the closest eligible (?:target|(?:enemy )?unit)"
STATES: Final[dict[str, Document]] = {
    "below half-strength": {"strength": "below half"}, "below its starting strength": {"strength": "below start"},
    "battle-shocked": {"shocked": True},
}  # fmt: skip
"""What sentences say that a unit is."""
OWNERS: Final = {
    "": "any", " you control": "yours", " under your control": "yours", " your opponent controls": "theirs",
}  # fmt: skip


ALONE: Final[Document] = {"unit": "target", "alone": True}
"""The condition that "this model" is a whole unit."""
ATTACHED: Final[Document] = {"none": [ALONE]}
"""The condition that "this model" is part of an Attached unit."""


def measured(printed: str) -> Document:
    """From whom distances are measured that a sentence measures from these: a model, or without a word its unit."""
    return {"of": "bearer"} if printed.lower() in ("this model", "the bearer", "this fortification") else {}


def is_unit(unit: str, printed: str) -> Document | None:
    """What is said of a unit behind "is": a state, or that it is near an objective marker; None for other words."""
    if found := matched(OBJECTIVE, printed):
        return {"unit": unit, "objective": OWNERS[found[1].lower()]}
    if printed.lower() in STATES:
        return {"unit": unit, **STATES[printed.lower()]}
    if printed.lower() == "at its starting strength":
        return {"none": [{"unit": unit, "strength": "below start"}]}
    return None


def target(printed: str) -> Document | None:
    """The condition that an attack targets such a unit, as sentences say it; None for other words."""
    printed = re.sub(r"^(?:an? )?(?:enemy )?", "", printed, count=1, flags=re.IGNORECASE)
    printed = re.sub(r"^units (?=(?:that|within|in range))", "unit ", printed, count=1, flags=re.IGNORECASE)
    if found := matched(CLOSEST, printed):
        return {"attack_at": "closest"}
    if found := matched(r"unit within half range", printed):
        return {"attack_at": "half range"}
    if found := matched(r'units? (?:that is )?within (\d+)"', printed):
        return {"attack_within": int(found[1])}
    if found := re.fullmatch(r"unit \(excluding ([^)]+?)(?: units)?\)", printed, re.IGNORECASE):
        excluded = with_keywords("attacked", found[1])
        return {"none": [excluded]} if excluded else None
    if found := matched(r"unit that does not have the ([^,]+) keywords?", printed):
        lacking = with_keywords("attacked", found[1])
        return {"none": [lacking]} if lacking else None
    if matched(r"unit that contains one or more models with the stealth ability", printed):
        return {"attack_on": "stealth"}
    if matched(r"unit that can fly", printed):
        return {"unit": "attacked", "keyword": "Fly"}
    if matched(r"unit that cannot fly", printed):
        return {"none": [{"unit": "attacked", "keyword": "Fly"}]}
    if found := re.fullmatch(r"unit (?:that (?:is )?)?(.+)", printed, re.IGNORECASE):
        return is_unit("attacked", found[1])
    if found := matched(r"(battle-shocked) unit", printed):
        return is_unit("attacked", found[1])
    if found := re.fullmatch(r"(.+?)(?: units?)?", printed):
        return with_keywords("attacked", found[1])
    return None

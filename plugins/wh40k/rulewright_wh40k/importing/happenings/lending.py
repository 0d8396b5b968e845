"""What units have for a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulewright import rule

from ..nouns import either, measured
from ..patterns import matched
from .telling import THAT, Document, Parts, Telling

LONG: Final = {
    "the end of the phase": "phase", "the end of the turn": "turn", "the end of the battle": "battle",
    "the start of the next battle round": "round", "the start of your next turn": "next turn",
    "the start of your next command phase": "next turn", "the end of your opponent's next turn": "next turn",
    "the start of your next movement phase": "next movement phase",
    "the start of your next shooting phase": "next shooting phase",
}  # fmt: skip
"""How long something lasts, as it is printed; nothing happens between the end of a turn and the start of the next."""
UNTIL: Final = "|".join(sorted(LONG, key=len, reverse=True))
TOO_LATE: Final = ("assault", "pistol", "blast", "indirect-fire", "heavy")
"""Abilities of weapons that matter when targets are selected."""
AGAINST: Final = (
    r"each time (?:an? (?:friendly )?(?P<words>.*?)(?:(?P<noun>model)|unit)(?: from your army)?|"
    r"a model in an? (?:friendly )?(?P<in>.*?)unit(?: from your army)?) makes an? (?P<sort>ranged |melee |)attack "
    rf"(?:that targets|against) {THAT}, (?P<then>.+)"
)
UNCOVERED: Final = rf"(?:{THAT}|it) cannot have the benefit of cover"
TESTS: Final = rf"each time a battle-shock or leadership test is taken for {THAT}, subtract (\d) from that test"


@rule("errata.persisting-effects")
def lasting(found: re.Match[str], telling: Telling) -> Parts:
    """What units have until then."""
    return lasting_for(LONG[found["until"].lower()], found["said"], telling)


def lasting_for(until: str, said: str, telling: Telling) -> Parts:
    """What units have until then, as a sentence says it."""
    if telling.that and re.search(rf"{THAT}|\bit\b", said, re.IGNORECASE):
        parts = _of_chosen(said, telling)
        return [{"do": "lend", "to": telling.that, **_for(until), "parts": parts}] if parts else []
    parts = _said(_of_itself(said), telling)
    own = [one for one in parts if one.get("of") == "model"]
    if not parts or (own and own != parts):
        return []
    arms = [name for one in parts for name in one.get("arms", ())]
    if telling.when == "targets selected" and any(name.startswith(TOO_LATE) for name in arms):
        return []
    whom = {"to": "bearer"} if own else {}
    return [{"do": "lend", **whom, **_for(until), "parts": parts}]


def charges(found: re.Match[str], telling: Telling) -> Parts:
    """It can charge in this phase; a model where it is a whole unit."""
    if telling.when != "select to charge":
        return []
    whom = "this model" if measured(found["who"]) else "this unit"
    parts = telling.says(found[0].replace(found["who"], whom))
    return [{"do": "lend", "parts": parts}] if parts else []


def _for(until: str) -> Document:
    return {"until": until} if until != "phase" else {}


def _of_chosen(said: str, telling: Telling) -> Parts:
    """What is said of a unit that was chosen."""
    if matched(UNCOVERED, said):
        return [{"permits": "no cover"}]
    if found := matched(TESTS, said):
        return [{"modifies": "battle-shock", "by": -int(found[1])}]
    if found := matched(AGAINST, said):
        return list(_against(found, telling))
    if re.search(r"this (?:model|unit)|the bearer|your army|friendly|targets that", said, re.IGNORECASE):
        return []
    said = re.sub(rf"(?:models in )?{THAT}'s", "this unit's", said, flags=re.IGNORECASE)
    said = re.sub(THAT, "this unit", said, flags=re.IGNORECASE)
    said = re.sub(r"\b(from|to) its\b", r"\1 this unit's", said, flags=re.IGNORECASE)
    said = re.sub(r"\bmade for it\b", "made for this unit", said, flags=re.IGNORECASE)
    said = re.sub(r"allocated to a model in this unit", "targets this unit", said, flags=re.IGNORECASE)
    return _said(re.sub(r"an attack is targets", "an attack targets", said), telling)


def _against(found: re.Match[str], telling: Telling) -> Iterator[Document]:
    """What attackers do better against a unit, those with some keywords; those with several have it once."""
    words = (found["words"] or found["in"] or "").strip()
    groups = either(words, named=True) if words else [[]]
    parts = _said(f"each time a model in this unit makes an {found['sort']}attack, {found['then']}", telling)
    if not groups or any(one.get("of") != "unit" or "arms" in one or "ignores" in one for one in parts):
        return
    if len(groups) > 1 and any(len(one) != 1 for one in groups):
        return
    before: list[str] = []
    for group in groups:
        whom: Document = {"keywords": group} if group else {}
        whom |= {"without": list(before)} if before else {}
        whom |= {"themselves": True} if group and found["noun"] else {}
        yield from ({**one, "of": "unit attackers", **whom} for one in parts)
        before += group


def _of_itself(said: str) -> str:
    """What is said of the unit with the text, with the names that sentences have."""
    said = re.sub(r"^(it|that unit) (?=has|is)", _named, said, flags=re.IGNORECASE)
    said = re.sub(r"this model's (ranged |melee |)weapons (?=have)", r"\1weapons equipped by this model ", said,
                  flags=re.IGNORECASE)  # fmt: skip
    if found := re.search(r"(?:ranged |melee |)weapons equipped by (?:models in )?[\w' ]+?(?= by| and|,|$)", said,
                          re.IGNORECASE):  # fmt: skip
        said = re.sub(r"those weapons", found[0], said, flags=re.IGNORECASE)
    return re.sub(r"\bthat unit\b", "this unit", said, flags=re.IGNORECASE)


def _named(found: re.Match[str]) -> str:
    return "this model " if found[1].lower() == "it" else "this unit "


def _said(said: str, telling: Telling) -> Parts:
    """What a sentence says; Weapon Skill is one of melee weapons, Ballistic Skill of ranged ones."""
    parts = telling.says(said)
    sort = "melee" if "weapon skill" in said.lower() else "ranged"
    return [{**one, "attacking": sort} if one.get("modifies") == "skill" else one for one in parts]

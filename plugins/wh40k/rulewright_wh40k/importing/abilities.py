"""What the program knows of the abilities that files print: core abilities by name, and a few sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from rulewright import rule
from rulewright.importing import Profile

from .numbers import ABILITY, TRANSPORT

Document: TypeAlias = dict[str, Any]

CORE: Final = (
    r"(deep strike)", r"(infiltrators)", r"(stealth)", r"(lone operative)", r"(fights first)", r"(hover)",
    r"(scouts) (\d+)[\"”]?", r"(deadly demise) (\d*d[36](?:\+\d+)?|\d+)", r"(firing deck) (\d+)",
    r"(feel no pain) ([2-6]\+)",
)  # fmt: skip
"""Core abilities as files print them, in small letters."""
HANDLED: Final = ("leader", "transport")
"""Abilities that are read elsewhere."""
MOST_CARRIED: Final = 100
"""Models of a Transport, at most."""
ROLES: Final = ("Infantry", "Mounted", "Beast", "Swarm", "Monster", "Vehicle")
"""Keywords of models that Transports ask for."""

_INVULNERABLE: Final = re.compile(r"\b([2-6])\+")
_SAYS_NO_MORE: Final = re.compile(
    r"\b(?:this|each|the) (?:model|unit|bearer)\b|\b(?:all |each )?models? in (?:this|the bearer's) unit\b|"
    r"\b(?:has|have|gains?|an?|of)\b|[2-6]\+|invulnerable saves?|[(),.:\s]"
)
_DAMAGED: Final = re.compile(
    r"while this model has 1-(\d+) wounds remaining, "
    r"(?:subtract (\d+) from (?:this models?|this model's|its) objective control characteristic,? and )?"
    r"each time this model makes an attack, subtract 1 from the hit roll\.?",
)  # fmt: skip
_LED: Final = re.compile(r"can be attached to the following units?:?(.*?)(?:\n\s*\n(?!\s*[■\-•])|$)", re.DOTALL | re.I)


@rule("core.datasheet")
def core_ability(printed: str) -> str:
    """A core ability as content writes it, ``scouts 6``; empty for what is none."""
    plain = plain_text(printed)
    for pattern in CORE:
        if found := re.fullmatch(pattern, plain):
            return " ".join(found.groups())
    return ""


@rule("core.invulnerable-save")
def invulnerable_save(ability: Profile) -> tuple[int, bool] | None:
    """An invulnerable save, and whether it is one against ranged attacks only; None for what says more or less."""
    name, text = plain_text(ability.name), plain_text(ability.value("Description"))
    if "invulnerable save" not in name or _SAYS_NO_MORE.sub("", name):
        return None
    found = {*_INVULNERABLE.findall(text)} or {*_INVULNERABLE.findall(name)}
    rest = _SAYS_NO_MORE.sub("", text)
    if len(found) != 1 or rest not in ("", "againstrangedattacks"):
        return None
    return int(found.pop()), bool(rest)


@rule("core.datasheet")
def damaged(ability: Profile) -> Document | None:
    """What a model suffers that has few wounds left; None for a text that says something else."""
    found = _DAMAGED.fullmatch(plain_text(ability.value("Description")).replace("’", "'"))
    return {"wounds": int(found[1]), "oc": int(found[2] or 0)} if found else None


@rule("core.muster-warlord", "commentary.warlord-must-or-cannot")
def warlord(ability: Profile) -> str:
    """Whether a unit "must" or "cannot" be the Warlord; nothing for a text that says something else."""
    text = plain_text(ability.value("Description"))
    return next((one for one, words in OF_WARLORDS.items() if re.fullmatch(words, text)), "")


OF_WARLORDS: Final = {
    "must": r"if this model is in your army, it must be your warlord\.?",
    "cannot": r"this model cannot be (?:selected as )?your warlord\.?",
}


@rule("core.ability-leader")
def led_by(ability: Profile) -> list[str]:
    """The names of the units that a Leader can be attached to."""
    found = _LED.search(ability.value("Description").replace("*", "").replace("^", ""))
    names = re.split(r"[■•;,\n]|(?:^|\s)-\s", found[1]) if found else []
    return [name.strip(" .:\xa0") for name in names if name.strip(" .:\xa0")]


@rule("core.transport-capacity")
def capacity(profile: Profile) -> tuple[Document, str] | None:
    """What a Transport carries, Infantry where nothing else is said, and what else its text says.

    None where it does not say how many models, or more than content has.
    """
    if profile.type != TRANSPORT and (profile.type != ABILITY or plain_text(profile.name) != "transport"):
        return None
    text = " ".join(one for one in (str(each.text or "") for each in profile.characteristics) if one)
    text = re.sub(r"[*^]", "", text).replace("\xa0", " ")
    first = re.search(r"transport capacity of (\d+)\s*([^.(]*?)models?", text, re.IGNORECASE)
    if first is None or int(first[1]) > MOST_CARRIED:
        return None
    rest = text[first.end() :]
    room: Document = {"models": int(first[1])}
    room["only"] = [role for role in ROLES if role.lower() in first[2].lower()] or ["Infantry"]
    if found := re.match(r"[.\s]*It can only transport ([^.]*?) models?\.", rest, re.IGNORECASE):
        room["only"] = list(_listed(found[1]))
        rest = rest[found.end() :]
    rest = _without_never(rest, room)
    for found in re.finditer(r"(?:Each|each) ([A-Z][\w -]*?) model takes (?:up )?the space of (\d+) models", rest):
        room.setdefault("slots", {})[found[1].title()] = int(found[2])
    rest = _without_never(re.sub(r"\.?\s*Each .*? takes (?:up )?the space of .*?models\.", "", rest), room)
    return room, rest.strip(" .\n")


def _without_never(rest: str, room: Document) -> str:
    """What is left of a text behind whom a Transport cannot transport."""
    for sentence in (r"\s*\(excluding ([^)]*?) models?\)\.?", r"[.\s]*It cannot transport ([^.]*?) models?\s*(?:\.|$)"):
        if found := re.match(sentence, rest, re.IGNORECASE):
            room["never"] = [*room.get("never", ()), *_listed(found[1])]
            rest = rest[found.end() :]
    return rest


def _listed(words: str) -> Iterator[str]:
    """The names of a list: ``A, B or C``."""
    for one in re.split(r",| and | or ", words):
        if one.strip():
            yield one.strip().title()


def plain_text(printed: str) -> str:
    """A text in small letters, without marks of layout, its spaces single."""
    return unmarked(printed).lower()


def unmarked(printed: str) -> str:
    """A text without marks of layout, its spaces single."""
    return re.sub(r"\s+", " ", re.sub(r"[*^]", "", printed).replace("\xa0", " ")).strip()

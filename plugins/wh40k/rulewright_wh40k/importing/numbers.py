"""Stat lines and weapons as files print them, in the words of the content."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from rulewright import rule
from rulewright.importing import Profile

from ..book.weapons import WEAPON_ABILITIES

Document: TypeAlias = dict[str, Any]

STATS: Final = {"move": "M", "toughness": "T", "save": "SV", "wounds": "W", "leadership": "LD", "oc": "OC"}
"""Characteristics of models, and the columns in which files print them."""
RANGED, MELEE, UNIT, ABILITY, TRANSPORT = (
    "Ranged Weapons", "Melee Weapons", "Unit", "Abilities", "Transport",
)  # fmt: skip
WEAPONS: Final = (RANGED, MELEE)
"""The types of profiles that are weapons."""
POINTER: Final = "➤"
"""What files print in front of one of several profiles of a weapon."""
NOTHING: Final = ("-", "", "N/A")


@rule("errata.model-characteristics", "core.datasheet")
def stat_line(profile: Profile) -> dict[str, int]:
    """The characteristics of a model; a Move of - is 0, one of 20+" is 20. Raises ValueError for what is no number."""
    return {name: whole(profile.value(column), f"{profile.name}: {column}") for name, column in STATS.items()}


def whole(printed: str, place: str) -> int:
    """A number as it is printed, with what stands around it: ``6"``, ``3+``, ``20+"``, ``-`` for none."""
    if printed in NOTHING:
        return 0
    found = re.fullmatch(r'([-–−‑]?)(\d+)\+?["”]?\*?', printed)
    if found is None:
        raise ValueError(f"{place} is {printed!r}, which is no number")
    return -int(found[2]) if found[1] else int(found[2])


@rule("errata.weapon-characteristics", "core.datasheet")
def weapon(profile: Profile, id: str, names: Mapping[str, str], profile_of: str = "") -> tuple[Document, list[str]]:
    """A weapon as content, and its abilities that no rule here knows. Raises ValueError for what is no weapon."""
    melee = profile.type == MELEE
    place = profile.name
    skill = profile.value("WS" if melee else "BS")
    known, unknown = weapon_abilities(profile.value("Keywords"))
    found: Document = {
        "id": id,
        "name": dict(names),
        "attacks": dice(profile.value("A"), f"{place}: A"),
        "strength": whole(profile.value("S"), f"{place}: S"),
        "ap": -abs(whole(profile.value("AP"), f"{place}: AP")),
        "damage": dice(profile.value("D"), f"{place}: D"),
    }
    if not melee:
        found["range"] = whole(profile.value("Range"), f"{place}: Range")
    if skill not in NOTHING:
        found["skill"] = whole(skill, f"{place}: skill")
    if known:
        found["abilities"] = known
    if profile_of:
        found["profile_of"] = profile_of
    return found, unknown


def dice(printed: str, place: str) -> str:
    """A number or dice as they are printed: ``2``, ``D6``, ``2D6+1``."""
    plain = printed.upper().replace(" ", "")
    if not re.fullmatch(r"\d*D[36](\+\d+)?|\d+", plain):
        raise ValueError(f"{place} is {printed!r}, which is no number and no dice")
    return plain


def weapon_abilities(printed: str) -> tuple[list[str], list[str]]:
    """The abilities of a weapon in small letters, and those that no rule here knows, as they are printed."""
    words = [re.sub(r"[\[\]*^]", "", one).strip() for one in re.split(r"[,;]", printed)]
    named = [one for one in words if one not in NOTHING]
    plain = [re.sub(r"\s+", " ", one.lower().replace("‑", "-")) for one in named]
    known = [one for one in plain if one.startswith(WEAPON_ABILITIES) and re.fullmatch(r"[a-z][a-z0-9 +-]*", one)]
    return known, [shown for shown, one in zip(named, plain, strict=True) if one not in known]


def base_name(name: str) -> str:
    """The weapon of which a profile is one of several: what stands before the dash; empty where it is the only one."""
    if not name.startswith(POINTER):
        return ""
    return re.split(r"\s[-–—]\s", name.removeprefix(POINTER).strip(), maxsplit=1)[0]

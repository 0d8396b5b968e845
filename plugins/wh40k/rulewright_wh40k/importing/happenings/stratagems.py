"""Stratagems that a text makes cheaper, and CP that come back for them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rulewright import rule

from ..nouns import STRATAGEMS, having, keywords
from .telling import Document, Parts

OFTEN: Final = r"once per (?P<once>battle round|battle|turn), "
AGAIN: Final = (
    r",?(?: even if (?:(?:another unit from your army|a different unit) has already been targeted (?:by|with) that "
    r"stratagem|you have already (?:targeted a different unit with that stratagem|used that stratagem on a different "
    r"unit))| and can do so if you have already targeted a different unit with that stratagem) this phase"
)
WITH_ABILITY: Final = r"one (?:unit|model) from your army with this ability can "
REDUCED: Final = r"if it does, reduce the cp cost of that (?:use of that )?stratagem by (?P<less>\d)cp"
NAMED: Final = rf"the (?P<named>(?:{STRATAGEMS})(?: or (?:{STRATAGEMS}))*) stratagem"
SCORED: Final = (
    r"(?:\. in addition, each time you target this unit with the fire overwatch stratagem, while resolving that "
    r"stratagem, hits are scored on unmodified hit rolls of (?P<overwatch>\d)\+)?"
)
NEAR: Final = r"(?P<words>[^,.]+?) unit within (?P<inches>\d+)\" of "


@rule("commentary.modifying-stratagem-cost")
def _cheaper(found: re.Match[str]) -> Parts:
    """Stratagems that cost less once in a while: on its unit, on one of all that have the text, or on a unit near."""
    said = {"words": "", "less": "", "named": "", "overwatch": "", **found.groupdict(default="")}
    part: Document = {"frees": ["any"], "once": said["once"].lower().removeprefix("battle ")}
    if said["named"]:
        part["frees"] = [one.replace(" ", "-") for one in said["named"].lower().split(" or ")]
    if said["words"]:
        near = keywords(said["words"], named=True)
        if not near:
            return []
        part |= {"aura": int(said["inches"]), "keywords": near}
    else:
        part["of"] = "unit"
    plain = found[0].lower()
    if "with this ability" in plain:
        part["army"] = True
    if said["less"]:
        part["less"] = int(said["less"])
    if "already" not in plain:
        part["again"] = False
    scored = {"modifies": "overwatch", "layer": "at least", "by": int(said["overwatch"] or 6), "of": "unit"}
    return [part, *([scored] if said["overwatch"] else ())]


@rule("core.aura-abilities", "errata.gaining-cp")
def _repaid(found: re.Match[str]) -> Parts:
    """CP that may come back when a Stratagem is used on a unit near, once however many have the text."""
    words = keywords(found["words"], named=True)
    if not words:
        return []
    near = {"unit": "acting", "side": "friendly", **having(words), "within": int(found["inches"]), "of": "bearer"}
    gain = {"do": "roll", "on": int(found["on"]), "then": [{"do": "gain_cp", "cp": 1}]}
    return [{"when": "stratagem used", "whose": "any", "army": True, "test": near, "effects": [gain]}]


BARGAINS: Final[tuple[tuple[str, Callable[[re.Match[str]], Parts]], ...]] = (
    (rf"{OFTEN}{WITH_ABILITY}be targeted (?:with|by) (?:a stratagem|{NAMED}) for 0cp{AGAIN}{SCORED}", _cheaper),
    (rf"{OFTEN}{WITH_ABILITY}use it when its unit is targeted with a stratagem\. {REDUCED}", _cheaper),
    (rf"{OFTEN}when a friendly {NEAR}(?:this model|this unit|the bearer) is targeted with a stratagem, this model can "
     rf"use this ability\. {REDUCED}", _cheaper),
    (rf"{OFTEN}one friendly {NEAR}one or more models with this ability can be targeted with a stratagem for 0cp{AGAIN}",
     _cheaper),
    (rf"{OFTEN}(?:this model can use this ability\. if it does, )?you can target this unit with {NAMED} for 0cp"
     rf"(?:{AGAIN})?", _cheaper),
    (r"while a friendly (?P<words>[^,.]+?) unit is within (?P<inches>\d+)\" of (?:the bearer|this model|this "
     r"fortification), each time you (?:select that unit as the target of|target that unit with) a stratagem, roll one "
     r"d6: on a (?P<on>\d)\+, you gain 1cp", _repaid),
)  # fmt: skip
"""What texts say of Stratagems in several sentences, and what that means."""

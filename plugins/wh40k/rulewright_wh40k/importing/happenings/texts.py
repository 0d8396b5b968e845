"""Texts that say one thing in several sentences: moves, last fights, what stays under control, what reanimates."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rulewright import rule

from ..moments import ITSELF
from ..nouns import ALONE, all_of, measured
from ..patterns import matched
from .stratagems import BARGAINS
from .telling import Document, Parts, inches, is_model, many

# Moves ------------------------------------------------------------------------------------------------------

FREE: Final = r"not within engagement range of (?:one or more|any) enemy (?:units|models)"
NONE_ENGAGED: Final[Document] = {"none": [{"unit": "target", "engaged": True}]}
MOVES: Final = (
    rf"{ITSELF} can make a normal move of up to (?P<inches>d6|\d+)\"(?:\. if it does(?: so)?, until the "
    rf"end of the turn, {ITSELF} is not eligible to declare a charge)?"
)
"""What happens, as a text says it behind its moment."""
SURGE: Final = (
    rf"once per turn, when an enemy unit ends a normal, advance or fall back move within (\d+)\" of ({ITSELF}), "
    rf"(if {ITSELF} is {FREE}, |)(it|this unit|this model|this model's unit) can make a normal move of up to "
    r"(d6|\d+)\""
)


@rule("core.normal-move")
def moves(found: re.Match[str]) -> Parts:
    """A move, behind which a unit may no longer charge."""
    last = {"last": True} if "declare a charge" in found[0].lower() else {}
    return [{"do": "move", "inches": inches(found["inches"]), **last}]


@rule("core.normal-move")
def _surge(found: re.Match[str]) -> Parts:
    """A move when an enemy has moved near it."""
    near: Document = {"unit": "acting", "within": int(found[1]), **measured(found[2]), "moved": True}
    tests = [
        *([ALONE] if is_model(found[4], found[0][: found.start(4)]) else ()),
        near,
        *([NONE_ENGAGED] if found[3] else ()),
    ]
    return [{
        "when": "move ends", "whose": "opposing", "once": "turn", "may": True, "test": all_of(tests),
        "effects": [{"do": "move", "inches": inches(found[5])}],
    }]  # fmt: skip


# What stays under control -----------------------------------------------------------------------------------

REMAINS: Final = (
    r"that objective marker remains under your control,?(?: even if you have no models (?:within|in) range of it,)? "
    r"until (?:your opponent's level of control over (?:that(?: objective marker)?|it) is greater than yours at the "
    r"end of a phase|your opponent controls it at (?:the )?start or end of any turn)"
)
"""What stays so; whatever a text says, control is lost at the end of a phase."""
SECURED: Final = (
    r"if (?:this unit|the bearer's unit|this model's unit|that unit) is within range of an objective marker you "
    rf"control, {REMAINS}"
)
"""What happens, as a text says it behind its moment."""
KEPT: Final = (
    r"if you control an objective marker at the end of your command phase and this unit is within range of that "
    rf"objective marker, {REMAINS}"
)


@rule("commentary.objective-secured")
def secured() -> Parts:
    """Objective markers that stay under control without models."""
    return [{"do": "secure"}]


def _kept(found: re.Match[str]) -> Parts:
    return [{"when": "end of command phase", "effects": secured()}]


# Last fights ------------------------------------------------------------------------------------------------

FALLEN: Final = r"(?:the destroyed model|that destroyed model|this model|it)"
LAST_FIGHT: Final = (
    r"(?P<led>while (?:this model|the bearer) is leading a unit, |)(?:each time|if) (?P<who>a model in this unit|a "
    r"model in that unit|a model in the bearer's unit|this model) is destroyed by a melee attack, if (?:it|that model) "
    rf"ha[sd] not fought this phase, roll one d6(?:: |\. )on a (?P<on>\d)\+, do not remove {FALLEN} from play[.;] "
    rf"{FALLEN} can fight after the attacking (?:model's )?unit has finished making its attacks,? and (?:it )?is then "
    r"removed from play"
)


@rule("commentary.fight-on-death")
def _last_fight(found: re.Match[str]) -> Parts:
    """Models fight before they are removed, if a die is high enough."""
    of = "led" if found["led"] else "model" if found["who"].lower() == "this model" else "unit"
    return [{"modifies": "last fight", "layer": "at least", "by": int(found["on"]), "of": of}]


# What reanimates --------------------------------------------------------------------------------------------

REANIMATES: Final = (
    r"if your army faction is [^,]+, at the end of your command phase, each unit from your army with this ability"
    r"(?: that is on the battlefield)? activates its [\w ]+ and reanimates (?P<many>d3|d6|\d) wounds?\. (?P<so>.+)"
)
REANIMATING: Final = (
    r"each time such a unit reanimates a wound",
    r"if that unit contains one or more models with fewer than their starting number of wounds remaining, select one "
    r"of those models",
    r"that model regains one lost wound",
    r"if all models in that unit have their starting number of wounds, but that unit is not at its starting strength, "
    r"one destroyed model is returned to that unit with one wound remaining",
    r"once such a unit is at its starting strength and all of its models have their starting number of wounds, nothing "
    r"further happens",
)
"""The sentences that say what it is to reanimate a wound."""


@rule("commentary.regain-wounds", "commentary.returning-models-to-a-unit")
def _reanimates(found: re.Match[str]) -> Parts:
    """Wounds that come back one after the other, and with them models, if its text says so and nothing else."""
    said = re.split(r"[.:;] (?:■ )?", found["so"])
    if len(said) != len(REANIMATING) or not all(map(matched, REANIMATING, said)):
        return []
    return [{"when": "end of command phase", "effects": [{"do": "reanimate", **many(found["many"], "wounds")}]}]


TEXTS: Final[tuple[tuple[str, Callable[[re.Match[str]], Parts]], ...]] = (
    (SURGE, _surge), (KEPT, _kept), (LAST_FIGHT, _last_fight), (REANIMATES, _reanimates), *BARGAINS,
)  # fmt: skip
"""Texts that say one thing in several sentences, and what they mean."""


def whole_text(printed: str) -> Parts | None:
    """What a text says that is one of `TEXTS`; nothing where it names what is not known, None for any other."""
    return next((means(found) for pattern, means in TEXTS if (found := matched(pattern, printed))), None)

"""What happens, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rulewright import rule

from ..patterns import matched
from .dice import ROLLED, rolled
from .lending import UNTIL, charges, lasting
from .options import ONE_OF_TWO, PICKED, ROLLED_ABILITY, STANCES, one_of_two, picked, rolled_ability, stances
from .telling import SELF, THAT, Parts, Telling, many

FRESH: Final = r"\. each model can only be (?:selected for this ability|repaired) once per turn$"
CALLED: Final = (
    rf"until ({UNTIL}),?(?: while (?:that )?unit is on the battlefield,)? that (?:enemy )?unit is (\w+)\. "
    r"while a unit is \2, (.+)"
)
"""Something counts for whoever is called so; nothing else is said of them."""


def clauses(printed: str, telling: Telling) -> Parts:
    """What happens, clause by clause; nothing where one of them is not understood."""
    fresh = re.search(FRESH, printed, re.IGNORECASE)
    if fresh and telling.that:
        healed = clauses(printed[: fresh.start()], telling)
        return [{**one, "fresh": True} for one in healed] if [one["do"] for one in healed] == ["heal"] else []
    if told := matched(CALLED, printed):
        printed = f"until {told[1]}, {told[3]}"
    if found := _clause(printed, telling):
        return found
    for place in re.finditer(r"(?:\. |; |,? and,? |, )(?:in addition, )?", printed, re.IGNORECASE):
        first = _clause(printed[: place.start()], telling)
        if first and (more := clauses(printed[place.end() :], telling)):
            return first + more
    return []


def _clause(printed: str, telling: Telling) -> Parts:
    """What one clause says."""
    for pattern, means in CLAUSES:
        if (found := matched(pattern, printed)) and (told := means(found, telling)):
            return told
    return []


# What one clause says ---------------------------------------------------------------------------------------


def _test(found: re.Match[str], telling: Telling) -> Parts:
    if not telling.that:
        return []
    to = {"to": telling.that} if telling.that != "chosen" else {}
    return [{"do": "take_test", **to, **({"by": -int(found[1])} if found[1] else {})}]


def _recovered(found: re.Match[str], telling: Telling) -> Parts:
    return [{"do": "recover"}] if telling.that == "chosen" else []


def _suffers(found: re.Match[str], telling: Telling) -> Parts:
    own = bool(re.match(r"this|the bearer", found["who"], re.IGNORECASE))
    if own and matched(r"this model|the bearer", found["who"]):
        return []
    who = "target" if own else telling.that
    if not who:
        return []
    return [{"do": "suffer", **({"to": who} if who != "chosen" else {}), **many(found["many"], "wounds")}]


@rule("commentary.regain-wounds")
def _healed(found: re.Match[str], telling: Telling) -> Parts:
    return [{"do": "heal", "to": "chosen", **many(found["many"], "wounds")}] if telling.that == "chosen" else []


@rule("commentary.regain-wounds")
def _heals_itself(found: re.Match[str], telling: Telling) -> Parts:
    own = {"to": "bearer"} if re.match(r"this model|the bearer", found["who"], re.IGNORECASE) else {}
    return [{"do": "heal", **own, **many(found["many"], "wounds")}]


def _returned(found: re.Match[str], telling: Telling) -> Parts:
    return [{"do": "return", "to": "chosen"}] if telling.that == "chosen" else []


def _gained(found: re.Match[str], telling: Telling) -> Parts:
    return [{"do": "gain_cp", "cp": int(found[1])}]


@rule("commentary.repositioned-units")
def _withdrawn(found: re.Match[str], telling: Telling) -> Parts:
    return [] if telling.that else [{"do": "withdraw", **({"again": True} if found["again"] else {})}]


CLAUSES: Final[tuple[tuple[str, Callable[[re.Match[str], Telling], Parts]], ...]] = (
    (rf"{THAT} must take a battle-shock test(?:,? subtracting (\d) from (?:the (?:roll|result)|that test)"
     r"(?: when it does so)?)?", _test),
    (rf"{THAT} is no longer battle-shocked", _recovered),
    (rf"(?P<who>{THAT}|{SELF}) suffers (?P<many>d3(?:\+\d)?|d6(?:\+\d)?|\d) mortal wounds?", _suffers),
    (rf"(?:one model in )?{THAT} regains (?:up to )?(?P<many>d3(?:\+\d)?|d6|\d) lost wounds?", _healed),
    (r"(?P<who>one model in this unit|this model|the bearer) regains (?:up to )?(?P<many>d3(?:\+\d)?|d6|\d) "
     r"lost wounds?", _heals_itself),
    (rf"(?:one destroyed model is returned to {THAT}|return one destroyed model to {THAT})", _returned),
    (r"you gain (\d)cp", _gained),
    (rf"(?P<who>{SELF}) is eligible to declare a charge in a turn in which it (?:advanced|fell back)", charges),
    (rf"(?:you can )?remove {SELF} from the battlefield(?: and place it into strategic reserves|"
     rf"(?P<again>(?:\. (?:then, )?|,? (?:and )?then,? )in the reinforcements step of your (?:next|subsequent) "
     rf"movement phase, set (?:up {SELF}|{SELF} up) anywhere on the battlefield that is more than 9\" horizontally "
     r"away from all enemy models)"
     rf"(?:\. if the battle ends and {SELF} is not on the battlefield, it is destroyed)?)", _withdrawn),
    (ROLLED, lambda found, telling: rolled(found, telling, clauses)),
    (rf"until (?P<until>{UNTIL}), (?P<said>.+)", lasting),
    (PICKED, picked),
    (ONE_OF_TWO, one_of_two),
    (STANCES, stances),
    (ROLLED_ABILITY, rolled_ability),
)  # fmt: skip
"""What a clause says that happens, and what that means."""

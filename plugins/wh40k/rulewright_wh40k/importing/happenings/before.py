"""What stands before what happens: the moment, conditions, and whether a player may leave it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from ..moments import ITSELF, at_moment
from ..nouns import ALONE, ATTACHED, all_of, having, keywords
from ..patterns import matched
from .telling import Document, Parts, Says, Telling, is_model
from .texts import FREE, MOVES, NONE_ENGAGED, SECURED

LEADING: Final = r"while (?:this model|the bearer) is leading a unit, "
INEXACT: Final = r"destroys an|per battle for each|the first time"
"""Words about a moment that say more than the moment does."""
PERMISSION: Final = (
    r"(?:you|this model|this unit|the bearer|this fortification|it) can use this (?:ability|enhancement)\. "
    r"if (?:it does|you do)(?: so)?, |you can (?=select |remove )"
)
"""What leaves it to the player whether something happens."""
GOES: Final = (
    rf"(?P<moves>{ITSELF}) can make a normal move|(?:you can )?remove (?P<leaves>{ITSELF}) from the battlefield"
)
CONDITION: Final = r"if (?P<what>[^,]+?), (?:then )?"


class Before(Struct, frozen=True):
    """What stands before what happens: the moment as data, with its conditions; how the rest is told."""

    moment: Document
    telling: Telling
    may: bool
    """Whether its player may leave it."""
    rest: str


def before(printed: str, says: Says) -> Before | None:
    """What stands before what happens in a text; None where a word of it is not understood."""
    led = re.match(LEADING, printed, re.IGNORECASE)
    printed = printed[led.end() :] if led else printed
    head = at_moment(printed.lower())
    if head is None:
        return None
    means, behind = head
    start = len(printed) - len(behind)
    named, rest = printed[:start], printed[start:].removeprefix(",").strip().removesuffix(".")
    asked = _asked(rest)
    if asked is None or re.search(INEXACT, named, re.IGNORECASE):
        return None
    more, may, rest = asked
    tests = [*([means["test"]] if "test" in means else ()), *([ATTACHED] if led else ()), *more]
    if means["when"] == "model has shot" and matched(MOVES, rest):
        means = {**means, "when": "has shot"}
    if _is_of_model(printed.removesuffix("."), rest):
        tests = [ALONE, *tests]
    moment = {name: value for name, value in means.items() if name != "test"}
    if "a unit with this ability" in named.lower():
        moment["army"] = True
    if tests:
        moment["test"] = all_of(tests)
    return Before(moment, _telling(means, named.lower(), says), may or "once" in means, rest)


def _is_of_model(printed: str, rest: str) -> bool:
    """Whether it is a model that moves or leaves the battlefield; its whole unit is taken for it."""
    found = re.match(GOES, rest, re.IGNORECASE)
    return found is not None and is_model(found["moves"] or found["leaves"], printed[: len(printed) - len(rest)])


def _telling(means: Document, named: str, says: Says) -> Telling:
    """How what stands behind a moment is told, by the words that name it."""
    it = {"of": "bearer"} if re.search(r"this model|the bearer(?!'s)", named) else {}
    that = "acting" if means.get("whose") == "opposing" and "an enemy unit" in named else ""
    return Telling(means["when"], says, that, it)


def _asked(printed: str) -> tuple[Parts, bool, str] | None:
    """The conditions behind a moment, whether a player may leave it, and the rest; None for other conditions."""
    tests: Parts = []
    may = False
    while not matched(SECURED, printed):
        if found := re.match(PERMISSION, printed, re.IGNORECASE):
            may = True
        elif found := re.match(CONDITION, printed, re.IGNORECASE):
            more = _conditions(found["what"])
            if more is None:
                return None
            tests += more
        else:
            break
        printed = printed[found.end() :]
    return tests, may, printed


def _conditions(printed: str) -> Parts | None:
    """What is asked behind "if", one condition after the other; None for other words."""
    found: Parts = []
    for each in re.split(r" and (?=not within|is |if )", printed, flags=re.IGNORECASE):
        subject = re.match(rf"{ITSELF} is ", each, re.IGNORECASE)
        said = each[subject.end() :] if subject else re.sub(r"^is ", "", each, flags=re.IGNORECASE)
        if not (subject or found):
            return None
        for pattern, means in CONDITIONS:
            if told := matched(pattern, said):
                test = means(told)
                break
        else:
            return None
        if test is None:
            return None
        found += [test] if test else []
    return found


def _beside(found: re.Match[str]) -> Document | None:
    each = keywords(found[2], named=True)
    if not each:
        return None
    near = {"units": "friendly", "other": True, "within": int(found[1]), **having(each)}
    return {"amount": near, "at_least": 1}


CONDITIONS: Final[tuple[tuple[str, Callable[[re.Match[str]], Document | None]], ...]] = (
    (r"on the battlefield", lambda found: {}),
    (FREE, lambda found: NONE_ENGAGED),
    (r"within engagement range of one or more enemy units", lambda found: {"unit": "target", "engaged": True}),
    (r"not leading a unit", lambda found: ALONE),
    (
        r"wholly within (\d+)\" of one or more battlefield edges",
        lambda found: {"unit": "target", "edge": "wholly", "inches": int(found[1])},
    ),
    (
        r"within (\d+)\" of any battlefield edge",
        lambda found: {"unit": "target", "edge": "near", "inches": int(found[1])},
    ),
    (r"within (\d+)\" of one or more (?:other )?friendly (.+?) units", _beside),
)
"""What is said of the unit with the text behind "is"."""

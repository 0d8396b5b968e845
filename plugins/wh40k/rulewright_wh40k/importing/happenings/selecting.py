"""Whom a player selects, and all units to which something happens."""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from ..nouns import LEFT_OUT, either, in_common, left_out, measured
from ..patterns import matched
from .clauses import clauses
from .telling import Document, Parts, Telling
from .texts import MOVES, SECURED, moves, secured

SHOTS: Final = ("has shot", "model has shot")
"""The moments at which a unit has shot."""
ENDS: Final = r"(?:[.;] |,? and (?=roll)|,? then (?=roll)|, (?=roll)|; then |, and (?=that ))"
SELECTED: Final = (
    r"(?P<may>you can |)select one (?P<other>other |)(?P<side>friendly |enemy |)(?P<words>[^.;(]*?)"
    rf"(?P<sort>unit|model)\b(?P<where>[^.;:]*?){ENDS}(?P<then>.+)"
)
EACH_HARMED: Final = r"roll one d6 for each enemy unit(?P<where>[^.;:]+?): (?P<then>.+)"
OF_MODELS: Final = frozenset(("side", "keyword", "keywords", "within", "of"))
"""What a model may be asked for that is selected."""
ALL_TESTED: Final = r"each enemy unit(?P<where>[^.;]+?) (?P<then>must take a battle-shock test.*)"


def what_happens(printed: str, telling: Telling) -> tuple[Parts, bool]:
    """What a text says that happens, and whether its player may leave it."""
    if found := matched(MOVES, printed):
        return moves(found), True
    if matched(SECURED, printed):
        return secured(), False
    if found := matched(SELECTED, printed):
        return _selected(found, telling), bool(found["may"])
    for pattern, prefix in ((EACH_HARMED, "roll one d6: "), (ALL_TESTED, "that unit ")):
        if found := matched(pattern, printed):
            return _for_each(found["where"], prefix + found["then"], telling), False
    return clauses(printed, telling), bool(re.match(r"you can (?:remove|place)", printed, re.IGNORECASE))


def _selected(found: re.Match[str], telling: Telling) -> Parts:
    """What happens to a unit, or to a model of one, that its player selects."""
    group = _group(found, telling)
    if group is None:
        return []
    then = clauses(found["then"], replace(telling, that="chosen"))
    if found["sort"].lower() == "model":
        then = _of_model(then, group)
    return [{"do": "choose_unit", **group, "then": then}] if then else []


def _for_each(where: str, said: str, telling: Telling) -> Parts:
    """What happens to all enemy units that are somewhere."""
    which = _where(where, telling)
    if which is None:
        return []
    then = clauses(said, replace(telling, that="chosen"))
    return [{"do": "for_each", **which, "then": then}] if then else []


def _of_model(then: Parts, group: Document) -> Parts:
    """What happens to a model that is selected in a unit: it regains wounds. Nothing else is known of such."""
    if [one["do"] for one in then] != ["heal"] or not group.keys() <= OF_MODELS:
        return []
    if "within" in group and group.get("of") != "bearer":
        return []
    words = group.get("keywords", [group["keyword"]] if "keyword" in group else [])
    within = {"within": group["within"]} if "within" in group else {}
    return [{**then[0], **within, **({"keyword": " ".join(words)} if words else {})}]


def _group(found: re.Match[str], telling: Telling) -> Document | None:
    """Which units may be selected; None for other words."""
    words, where = found["words"].strip(), found["where"]
    which = _where(where, telling)
    if which is None:
        return None
    group: Document = {}
    side = found["side"].strip().lower()
    if side == "friendly":
        group["side"] = "friendly"
    elif not side and "hit" not in which:
        return None
    if shocked := re.match(r"battle-shocked ?", words, re.IGNORECASE):
        words, which = words[shocked.end() :], {"shocked": True, **which}
    if found["other"]:
        group["other"] = True
    if words:
        having_these = in_common(either(words, named=True) or [])
        if having_these is None:
            return None
        group |= having_these
    without = [*group.pop("without", ()), *which.pop("without", ())]
    return {**group, **({"without": without} if without else {}), **which}


NAMES: Final = r"(this model|this unit|the bearer|the bearer's unit|this model's unit|this fortification|it|that unit)"


def _where(printed: str, telling: Telling) -> Document | None:
    """Which units are meant by what stands behind "unit"; None for other words."""
    which: Document = {}
    if excluded := re.search(rf" ?{LEFT_OUT}", printed, re.IGNORECASE):
        without = left_out(excluded[1])
        if without is None:
            return None
        which["without"] = without
        printed = printed[: excluded.start()] + printed[excluded.end() :]
    printed = printed.strip()
    if flying := re.search(r",? that (can|cannot) fly$", printed, re.IGNORECASE):
        printed = printed[: flying.start()]
        which |= {"keyword": "Fly"} if flying[1].lower() == "can" else {"without": [*which.get("without", ()), "Fly"]}
    if shocked := re.match(r"that is battle-shocked and ", printed, re.IGNORECASE):
        printed, which = printed[shocked.end() :], {**which, "shocked": True}
    if not printed or printed.lower() == "on the battlefield":
        return which
    if found := matched(rf"within (\d+)\"(?: of(?P<seen> and visible to|) {NAMES})?", printed):
        seen = {"seen": True} if found["seen"] else {}
        return {**which, "within": int(found[1]), **seen, **_from(found[3], telling)}
    if found := matched(rf"within engagement range of {NAMES}", printed):
        return {**which, "engaging": True, **_from(found[1], telling)}
    if matched(r"it moved over during that move", printed):
        return {**which, "over": True} if telling.when == "move ends" else None
    if matched(r"hit by one or more of those attacks|it scored one or more hits against this phase", printed):
        return {"hit": True, **which} if telling.when in SHOTS else None
    return None


def _from(printed: str | None, telling: Telling) -> Document:
    """From whom distances are measured."""
    return telling.it if (printed or "").lower() == "it" else measured(printed or "")

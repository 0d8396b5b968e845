"""What texts say that happens at a moment, as data, where every word of it is understood."""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias

from rulewright import rule

from .moments import ITSELF, at_moment
from .nouns import ALONE, all_of, either, having, keywords, measured

Document: TypeAlias = dict[str, Any]
Parts: TypeAlias = list[Document]

ENEMY: Final = r"(?:that|that enemy|the selected) unit"
NUMBERS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
FREE: Final = rf"if {ITSELF} is not within engagement range of (?:one or more|any) enemy (?:units|models), "
SURGE: Final = (
    rf"once per turn, when an enemy unit ends a normal, advance or fall back move within (\d+)\" of ({ITSELF}), "
    rf"({FREE}|)"
    r"(?:it|this unit|this model|this model's unit) can make a normal move of up to (d6|\d+)\"\.?"
)
SELECTED: Final = r"(you can |)select one enemy unit (?P<which>[^.;]+?)"
TESTED: Final = rf"{SELECTED}[.;] {ENEMY} must take a battle-shock test\.?"
HARMED: Final = rf"{SELECTED},? and roll (?P<dice>{'|'.join(NUMBERS)}) d6: (?P<then>.+?)\.?"
EACH_HARMED: Final = r"roll one d6 for each enemy unit (?P<which>[^.;:]+?): (?P<then>.+?)\.?"
ALL_TESTED: Final = r"each enemy unit (?P<which>[^.;]+?) must take a battle-shock test\.?"
RALLIED: Final = (
    rf"you can select one friendly (.+?) unit that is battle-shocked and within (\d+)\" of ({ITSELF})\. "
    r"that unit is no longer battle-shocked\.?"
)
SECURED: Final = (
    r"if (?:this unit|the bearer's unit|this model's unit) is within range of an objective marker you control, "
    r"that objective marker remains under your control until your opponent's level of control over that objective "
    r"marker is greater than yours at the end of a phase\.?"
)
GAINED: Final = rf"(?:if {ITSELF} is on the battlefield, )?(?:roll one d6: on an? ([2-6])\+, )?you gain (\d)cp\.?"
NONE_ENGAGED: Final = {"none": [{"unit": "target", "engaged": True}]}


SUPPRESSED: Final = (
    r"select one enemy ([^.;(]*?)unit(?: \(excluding ([^)]+?)(?: units)?\))? hit by one or more of those attacks[.;] "
    r"until the start of your next turn,(?: while (?:that )?unit is on the battlefield,)? that enemy unit is (\w+)\. "
    r"while a unit is \3, each time a model in that unit makes an attack, subtract 1 from the hit roll\.?"
)
MOVES: Final = (
    rf"({FREE}|){ITSELF} can make a normal move of up to (d6|\d+)\"(?:\. if it does(?: so)?, until the end of the "
    rf"turn, {ITSELF} is not eligible to declare a charge)?\.?"
)


def happening(printed: str) -> Parts:
    """What a text says that happens at a moment; nothing where a word of it is not understood."""
    plain = printed.lower()
    if found := re.fullmatch(SURGE, plain):
        return [_surge(found)]
    head = at_moment(plain)
    if head is None:
        return []
    means, rest = head
    rest = rest.removeprefix(",").strip()
    if (found := re.fullmatch(MOVES, rest)) and means["when"] in ("has shot", "model has shot"):
        alone = [ALONE] if means["when"] == "model has shot" else []
        means = {**means, "when": "has shot"}
        tests = [*alone, *([means["test"]] if "test" in means else ()), *([NONE_ENGAGED] if found[1] else ())]
        last = {"last": True} if "declare a charge" in rest else {}
        return [
            {
                **means,
                "may": True,
                **({"test": all_of(tests)} if tests else {}),
                "effects": [{"do": "move", "inches": _inches(found[2]), **last}],
            }
        ]
    effects, may = _effects(rest, printed, means["when"])
    if not effects:
        return []
    return [{**means, **({"may": True} if may or "once" in means else {}), "effects": effects}]


@rule("core.normal-move")
def _surge(found: re.Match[str]) -> Document:
    """A move when an enemy has moved near it."""
    near: Document = {"unit": "acting", "within": int(found[1]), **measured(found[2]), "moved": True}
    return {
        "when": "move ends", "whose": "opposing", "once": "turn", "may": True,
        "test": {"all": [near, NONE_ENGAGED]} if found[3] else near,
        "effects": [{"do": "move", "inches": _inches(found[4])}],
    }  # fmt: skip


def _inches(printed: str) -> int | str:
    return int(printed) if printed.isdigit() else printed.upper()


def _effects(rest: str, printed: str, when: str) -> tuple[Parts, bool]:
    """The effects, and whether its player may leave them."""
    if found := re.fullmatch(GAINED, rest):
        gain = {"do": "gain_cp", "cp": int(found[2])}
        return [{"do": "roll", "on": int(found[1]), "then": [gain]} if found[1] else gain], False
    if re.fullmatch(SECURED, rest):
        return [{"do": "secure"}], False
    if found := re.fullmatch(RALLIED, rest):
        words = keywords(printed[len(printed) - len(rest) :][found.start(1) : found.end(1)], named=True)
        if not words:
            return [], True
        group = {"side": "friendly", "shocked": True, **having(words), "within": int(found[2]), **measured(found[3])}
        return [{"do": "choose_unit", **group, "then": [{"do": "recover"}]}], True
    if (found := re.fullmatch(SUPPRESSED, rest)) and when in ("has shot", "model has shot"):
        return _suppressed(found, printed[len(printed) - len(rest) :]), False
    if (found := re.fullmatch(TESTED, rest)) and (which := _which(found["which"], when)):
        return [{"do": "choose_unit", **which, "then": [{"do": "take_test"}]}], bool(found[1])
    if (found := re.fullmatch(ALL_TESTED, rest)) and (which := _which(found["which"], when)):
        return [{"do": "for_each", **which, "then": [{"do": "take_test"}]}], False
    if (found := re.fullmatch(HARMED, rest)) and (which := _which(found["which"], when)):
        harm = _harm(found["then"], NUMBERS[found["dice"]])
        return ([{"do": "choose_unit", **which, "then": [harm]}] if harm else []), bool(found[1])
    if (found := re.fullmatch(EACH_HARMED, rest)) and (which := _which(found["which"], when)):
        harm = _harm(found["then"], 1)
        return ([{"do": "for_each", **which, "then": [harm]}] if harm else []), False
    return [], False


@rule("errata.persisting-effects")
def _suppressed(found: re.Match[str], printed: str) -> Parts:
    """A unit that was hit hits worse until the next turn of the player; more than 1 is never subtracted."""
    told, excluded = printed[found.start(1) : found.end(1)].strip(), printed[found.start(2) : found.end(2)]
    words = either(told) if told else [[]]
    without = either(excluded) if excluded else []
    if not words or len(words) > 1 or without is None or any(len(one) != 1 for one in without):
        return []
    group = {"hit": True, **(having(words[0]) if words[0] else {})}
    group |= {"without": [one[0] for one in without]} if without else {}
    change = {"do": "change", "to": "chosen", "stat": "hit", "layer": "roll", "by": -1, "until": "next turn"}
    return [{"do": "choose_unit", **group, "then": [change]}]


def _which(printed: str, when: str) -> Document | None:
    """Which enemy unit is meant."""
    if found := re.fullmatch(rf"within (\d+)\" of( and visible to|) ({ITSELF})", printed):
        return {"within": int(found[1]), **({"seen": True} if found[2] else {}), **measured(found[3])}
    if found := re.fullmatch(rf"within engagement range of ({ITSELF})", printed):
        return {"engaging": True, **measured(found[1])}
    if re.fullmatch(r"hit by one or more of those attacks", printed) and when in ("has shot", "model has shot"):
        return {"hit": True}
    return None


OUTCOME: Final = rf"(?:on an?|for each) (\d)(?:(\+)|-(\d)|), {ENEMY} suffers (d3(?:\+\d)?|d6|\d) mortal wounds?"


@rule("core.mortal-wounds")
def _harm(printed: str, dice: int) -> Document | None:
    """Mortal wounds for the unit that was chosen, by what its dice show; None for other words."""
    results = []
    for one in re.split(r"[;,] (?=on an? )", printed):
        found = re.fullmatch(OUTCOME, one)
        if found is None:
            return None
        low, more, high, many = found.groups()
        shows = list(range(int(low), 7 if more else int(high or low) + 1))
        number: Document = {"wounds": int(many)} if many.isdigit() else {"dice": many.upper()}
        results.append({"shows": shows, "then": [{"do": "suffer", **number}]})
    return {"do": "roll_for", **({"dice": dice} if dice > 1 else {}), "results": results}

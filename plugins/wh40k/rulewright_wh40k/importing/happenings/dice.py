"""What dice decide."""

from __future__ import annotations

import re
from typing import Any, Final

from rulewright import rule

from ..patterns import matched
from .telling import Parts, Reads, Telling

NUMBERS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8}
DICE: Final[tuple[tuple[str, Any], ...]] = (
    (r" for each model in this unit", {"models": "target"}),
    (r" for each of this model's remaining wounds", {"wounds": "left"}),
)
"""For each of what a die is rolled, where it is for several."""
ROLLED: Final = (
    rf"roll (?P<dice>{'|'.join(NUMBERS)}) d6(?P<each>{'|'.join(each for each, _ in DICE)}|): (?P<then>.+?)"
    r"(?: \(to a maximum of (?P<most>\d+) mortal wounds\))?"
    r"(?P<shock>\. if (?:an enemy|an enemy unit|that enemy unit|that unit) suffers one or more mortal wounds as a "
    r"result of this ability, (?:it|that enemy unit|that unit) must take a battle-shock test)?"
)
OUTCOME: Final = r"(?P<how>on an?|for each) (?P<low>\d)(?:(?P<more>\+)|-(?P<high>\d)|), (?P<then>.+)"


@rule("core.mortal-wounds", "core.dice")
def rolled(found: re.Match[str], telling: Telling, clauses: Reads) -> Parts:
    """What dice decide, by what they show, as the clauses behind each result say it."""
    dice: Any = next((means for each, means in DICE if each == found["each"].lower()), NUMBERS[found["dice"].lower()])
    results: Parts = []
    for one in re.split(r"[;,] (?=on an? \d)", found["then"], flags=re.IGNORECASE):
        told = matched(OUTCOME, one)
        then = clauses(told["then"], telling) if told else []
        if told is None or not then or (dice != 1) is not (told["how"].lower() == "for each"):
            return []
        results.append({"shows": _shown(told), "then": then})
    does = [one["do"] for each in results for one in each["then"]]
    if (found["shock"] and does != ["suffer"]) or (found["most"] and (dice == 1 or does != ["suffer"])):
        return []
    if does == ["gain_cp"] and dice == 1 and results[0]["shows"][-1] == 6:
        return [{"do": "roll", "on": results[0]["shows"][0], "then": results[0]["then"]}]
    if found["shock"]:
        results.append({"of": "highest", "shows": results[0]["shows"], "then": [{"do": "take_test"}]})
    most = {"most": int(found["most"])} if found["most"] else {}
    return [{"do": "roll_for", **({"dice": dice} if dice != 1 else {}), **most, "results": results}]


def _shown(told: re.Match[str]) -> list[int]:
    """The results of a die that are meant: 4+, 2-5 or 6."""
    low = int(told["low"])
    return [*range(low, (6 if told["more"] else int(told["high"] or low)) + 1)]

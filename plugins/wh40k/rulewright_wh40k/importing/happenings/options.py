"""One of several abilities, which a player or a die picks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import Final

from rulewright import rule

from .lending import LONG, UNTIL, lasting_for
from .telling import Parts, Telling

OF_WEAPONS: Final = (
    r"(?P<whose>(?:ranged |melee |)weapons equipped by (?:models in (?:that|this) unit|the bearer|this model))"
)
PICKED: Final = (
    rf"select one of the following abilities to apply to {OF_WEAPONS} until the end of the phase: (?P<list>■.+)"
)
ONE_OF_TWO: Final = (
    r"select either the (?P<one>[^.]+?) or (?P<other>[^.]+?) ability\. until those attacks are resolved, "
    rf"{OF_WEAPONS} have the select(?:ed)? ability"
)
STANCES: Final = (
    r"select one of the [\w' ]+ below\. until that unit has finished making its attacks, the selected [\w' ]+ is "
    r"active for it and it gains the relevant ability\. (?P<list>■.+)"
)
STANCE: Final = re.compile(r"(?:[A-Z][\w'-]* )+?((?:Melee|Ranged) weapons .+)")
"""The sentence of a stance behind its name."""
ROLLED_ABILITY: Final = (
    rf"roll one d6: until (?P<until>{UNTIL}), {OF_WEAPONS} gain the ability below that corresponds with that roll: "
    r"(?P<list>■.+)"
)


def picked(found: re.Match[str], telling: Telling) -> Parts:
    """One of several abilities of weapons, which the player picks."""
    return _either(_each_lent(_abilities(found, _items(found)), telling, "phase"))


def one_of_two(found: re.Match[str], telling: Telling) -> Parts:
    """One of two abilities of weapons, which the player picks."""
    return _either(_each_lent(_abilities(found, (found["one"], found["other"])), telling, "phase"))


def stances(found: re.Match[str], telling: Telling) -> Parts:
    """One of several sentences, each behind a name, which the player picks."""
    said = [STANCE.fullmatch(one) for one in _items(found)]
    if telling.when != "selected to fight" or not all(said):
        return []
    return _either(_each_lent([one[1] for one in said if one], telling, "phase"))


@rule("core.dice")
def rolled_ability(found: re.Match[str], telling: Telling) -> Parts:
    """One of several abilities of weapons, which a die picks."""
    items = [re.fullmatch(r"(\d)(?:-(\d))?: (.+)", one) for one in _items(found)]
    shows = [[*range(int(one[1]), int(one[2] or one[1]) + 1)] for one in items if one]
    if not all(items) or [*chain.from_iterable(shows)] != [1, 2, 3, 4, 5, 6]:
        return []
    lent = _each_lent(_abilities(found, [one[3] for one in items if one]), telling, LONG[found["until"].lower()])
    results = [{"shows": each, "then": [one]} for each, one in zip(shows, lent, strict=False)]
    return [{"do": "roll_for", "results": results}] if lent else []


def _items(found: re.Match[str]) -> list[str]:
    """The items of a list."""
    return [one.strip().removesuffix(".") for one in found["list"].split("■") if one.strip()]


def _abilities(found: re.Match[str], names: Sequence[str]) -> list[str]:
    """Sentences that say which weapons have each of these abilities."""
    return [f"{found['whose']} have the {one} ability" for one in names]


def _each_lent(sentences: Sequence[str], telling: Telling, until: str) -> Parts:
    """What each sentence lends, each told apart; nothing where one of them is not understood."""
    lent = [lasting_for(until, said, telling) for said in sentences]
    if not all(len(one) == 1 for one in lent):
        return []
    return [{**one, "called": f"lent{number}"} for number, (one,) in enumerate(lent, start=1)]


def _either(lent: Parts) -> Parts:
    return [{"do": "choose", "options": [{"effects": [one]} for one in lent]}] if lent else []

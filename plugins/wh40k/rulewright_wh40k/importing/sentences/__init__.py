"""Texts that the program understands: whole sentences, as datasheets print them, and what they say as data.

A sentence is taken apart from its front: while what it counts (`conditions`), at which attacks (`attacks`), and what is
changed then (`changes`). Where any word of a text is left over nothing of it is claimed.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright import rule

from ..happenings import happening
from ..moments import ITSELF
from ..nouns import KEYWORDS, all_of, bearer, target
from ..patterns import matched
from .attacks import each_time
from .changes import change
from .conditions import WHILE, state
from .scope import HAVE, SELF, Document, Parts, Scope, folded, listed, whole_unit


@rule("commentary.while-leading-a-unit")
def by_program(text: str, *, of_detachment: bool = False) -> Parts:
    """What a text says as data, where every word of it is understood; nothing for any other.

    One ``of_detachment`` may speak of the models of an army.
    """
    printed = folded(text)
    scope = Scope(army=of_detachment)
    if found := re.match(rf"({KEYWORDS}) (?:models? )?only(?: \(excluding ({KEYWORDS}) models?\))?\. ", printed):
        test = bearer(found[1], found[2] or "")
        if test is None:
            return []
        printed, scope = printed[found.end() :], scope.when(test)
    return [{**one, **scope.under(one)} for one in happening(printed, _at_all_times)] or _sentences(printed, scope)


def _at_all_times(printed: str) -> Parts:
    """What a sentence says that counts at all times."""
    return _sentence(printed, Scope())


def _sentences(printed: str, scope: Scope) -> Parts:
    """What the sentences of a text say."""
    parts: Parts = []
    for one in re.split(r"(?<=[\w\]\"+])\.\s+(?=[A-Z])", printed.removesuffix(".")):
        found = _sentence(re.sub(r"^In addition, ", "", one), scope)
        if not found:
            return _whole(printed.removesuffix("."), scope)
        parts += found
    return parts


@rule("commentary.while-leading-a-unit", "core.aura-abilities")
def _sentence(printed: str, scope: Scope) -> Parts:
    """What a sentence says; nothing where a word of it is not understood."""
    if led := _while(printed, scope):
        inner, rest = led
        if own := re.match(rf"(?:while|if) ({SELF})\b", printed, re.IGNORECASE):
            rest = re.sub("^its ", f"{own[1]}'s ", re.sub("^it (?=has )", f"{own[1]} ", rest))
        return _sentence(rest, inner) if inner else []
    if found := matched(WHILE_BEHIND, printed):
        return _sentence(f"while {found[3] or found[2]} is {found[4]}, {found[1]}", scope)
    return each_time(printed, scope) or listed(printed, scope, change, _behind)


def _while(printed: str, scope: Scope) -> tuple[Scope | None, str] | None:
    """While what a sentence counts that says it first, None for what is not understood, and its rest."""
    for pattern, means in WHILE:
        if found := re.match(rf"(?:{pattern}), (.+)$", printed, re.IGNORECASE):
            return means(found, scope), found[found.re.groups]
    return None


WHILE_BEHIND: Final = (
    rf"((?:all |each )?(?:models? in )?({SELF}) {HAVE} .+?) while (?:({SELF}) is )?(leading a unit|within .+)"
)
"""While what a sentence counts may stand at its end, too."""


def _behind(printed: str, scope: Scope) -> Parts:
    """What may stand behind "and": a change, what happens each time, or what is so if more holds."""
    return (
        _sentence(printed, scope) if re.match("(?:each time|if) ", printed, re.IGNORECASE) else change(printed, scope)
    )


# Several sentences ------------------------------------------------------------------------------------------

NO_ROLL: Final = (
    r"each time (this unit|this model|the bearer's unit) advances, do not make an advance roll for it\. instead, until "
    r"the end of the phase, add (\d+)\"? to the move characteristic of (?:models in )?\1"
)
OVERWATCH: Final = (
    rf"each time you (?:target|select) {ITSELF} (?:with|for) the fire overwatch stratagem, (?:while resolving that "
    r"stratagem, hits are scored on unmodified hit rolls of ([2-6])\+|hits are scored on unmodified hit rolls of "
    r"([2-6])\+ "
    r"(?:while|when) resolving that stratagem)"
)
AS_WELL: Final = (
    r"(each time [^.]+? makes an? (?:ranged |melee |)attack[^.]*?, )([^.,]+)\. "
    r"((?:if|from) [^.]+?), ([^.,]+?) as well"
)
INSTEAD: Final = (
    r"(each time .+?), re-roll an? (hit|wound) roll of 1\. ((?:if|while) .+?), you can re-roll the \2 roll instead"
)
COSTS: Final = (
    r"each time your opponent targets a unit from their army with a stratagem, if that unit is within (\d+)\" of "
    r"this model, increase the cost of that use of that stratagem by (\d)cp"
)
ASSAULT: Final = (
    r"units can disembark from this (?:transport|vehicle|model) after it has advanced\. units that do so count as "
    r"having made a normal move(?: that phase)?,? and cannot declare a charge (?:that turn|in the same turn)"
    r"(?:, but can otherwise act normally(?: in the remainder of the turn)?)?"
)
STORMING: Final = (
    r"each time a unit disembarks from this (?:transport|vehicle|model) after it has made a normal move, that unit is "
    r"still eligible to declare a charge this turn"
)


@rule("core.aura-abilities", "commentary.modifying-stratagem-cost")
def _whole(printed: str, scope: Scope) -> Parts:
    """What several sentences say together, and what is no sentence of a usual form."""
    if led := _while(printed, scope):
        inner, rest = led
        return _whole(rest, inner) if inner else []
    if found := matched(NO_ROLL, printed):
        about = whole_unit(scope.of(found[1])) or {}
        return [scope.part({"modifies": "set advance", "by": int(found[2])}, about)]
    if found := matched(OVERWATCH, printed):
        return [
            scope.part({"modifies": "overwatch", "layer": "at least", "by": int(found[1] or found[2])}, {"of": "unit"})
        ]
    if found := matched(COSTS, printed):
        costs: Document = {"modifies": "stratagem cost", "by": int(found[2])}
        return [{**costs, "aura": int(found[1]), "side": "enemy", **scope.under({})}]
    if matched(ASSAULT, printed):
        return [scope.part({"permits": "disembark after advancing"}, {"of": "unit"})]
    if matched(STORMING, printed):
        return [scope.part({"permits": "charge after disembarking"}, {"of": "unit"})]
    if found := matched(AS_WELL, printed):
        return _as_well(found, scope)
    return _instead(found, scope) if (found := matched(INSTEAD, printed)) else []


def _as_well(found: re.Match[str], scope: Scope) -> Parts:
    """What happens each time, and something more if more holds."""
    test = _further(found[3], scope)
    first, more = _sentence(found[1] + found[2], scope), _sentence(found[1] + found[4], scope)
    return [*first, *(_under(one, test) for one in more)] if test and first and more else []


def _instead(found: re.Match[str], scope: Scope) -> Parts:
    """Rolls of 1 that are made again, and all rolls if more holds."""
    test, ones = _further(found[3], scope), _sentence(f"{found[1]}, re-roll a {found[2]} roll of 1", scope)
    if not test or not ones:
        return []
    (one,) = ones
    return [one, _under({name: value for name, value in one.items() if name != "only"}, test)]


def _under(part: Document, test: Document) -> Document:
    """A part under one more condition."""
    return {**part, "test": all_of([*([part["test"]] if "test" in part else ()), test])}


def _further(printed: str, scope: Scope) -> Document | None:
    """What else has to hold, as the next sentence says it; None for other words."""
    if found := matched(r"(?:if|while) that attack targets (.+)", printed):
        return target(found[1])
    if found := matched(r"(?:if|while) (?:that target|the target of that attack|that enemy unit) is (.+)", printed):
        told = re.sub(r"^(?:an? )?(?:enemy unit )?", "", found[1])
        return target(f"unit that is {told}") or target(f"{told} unit")
    return state(printed, scope)

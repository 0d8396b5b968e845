"""While what a sentence counts: who is led, who is near, what holds for a unit, and when it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from rulewright import rule

from ..nouns import (
    ALONE,
    ATTACHED,
    KEYWORDS,
    LEFT_OUT,
    all_of,
    any_of,
    either,
    having,
    is_unit,
    keywords,
    left_out,
    measured,
    with_keywords,
)  # fmt: skip
from ..patterns import matched
from .scope import NAMES, SELF, Document, Scope

NEAR: Final = rf"is within (\d+)\"? of {NAMES}"
ROUNDS: Final = ("first", "second", "third", "fourth", "fifth")
MET: Final = rf"(?:if|while) ({SELF}|that unit|that enemy unit) (.+)"


def state(printed: str, scope: Scope) -> Document | None:
    """The condition that is said of a unit behind "if", or of the battle round; None for other words."""
    if found := matched(rf"from the ({'|'.join(ROUNDS)}) battle round onwards", printed):
        return {"amount": "battle round", "at_least": ROUNDS.index(found[1].lower()) + 1}
    found = matched(MET, printed)
    if found is None or found[1].lower().startswith("that ") is not bool(scope.that):
        return None
    alone = [ALONE] if measured(found[1]) else []
    if matched(r"made a charge move this turn", found[2]):
        return all_of([{"unit": scope.subject, "charged": True}, *alone])
    if matched(r"was set up on the battlefield this turn", found[2]):
        return all_of([{"arrived": scope.subject}, *alone])
    if matched(r"is not an attached unit", found[2]):
        return ALONE
    told = matched(r"is (?:either )?(.+)", found[2])
    tests = [_is(one, scope) for one in re.split(" or (?=within)", told[1])] if told else [None]
    return all_of([any_of([one for one in tests if one]), *alone]) if all(tests) else None


def _is(printed: str, scope: Scope) -> Document | None:
    if matched("wholly within your deployment zone", printed):
        return {"unit": scope.subject, "area": "your zone"}
    return is_unit(scope.subject, printed)


def _led(found: re.Match[str], scope: Scope) -> Scope | None:
    return replace(scope, that="led") if not scope.that else None


def _led_by(found: re.Match[str], scope: Scope) -> Scope | None:
    each = either(found[1], named=True)
    if not each:
        return None
    return scope.when(any_of([all_of([{"unit": "target", "leader": each} for each in one]) for one in each]))


def _aura(found: re.Match[str], scope: Scope) -> Scope | None:
    side, printed, before, excluded, inches, _, _ = found.groups()
    own = keywords(printed.strip(), named=True) if printed.strip() else []
    without = left_out(before or excluded) if before or excluded else []
    if own is None or without is None or scope.that:
        return None
    reach: Document = {"aura": int(inches), **({"side": "enemy"} if side.lower() == "enemy" else {})}
    reach |= {"keywords": own} if own else {}
    reach |= {"without": without} if without else {}
    return replace(scope, that="aura", reach=reach)


def _while(found: re.Match[str], scope: Scope) -> Scope | None:
    test = state(found[1], scope)
    return scope.when(test) if test else None


def _beside(found: re.Match[str], scope: Scope) -> Scope | None:
    inches, printed = found[2], found[4]
    each = either(printed, named=True)
    if not each or scope.that:
        return None
    group: Document = {"units": "friendly", "other": True, "within": int(inches), **measured(found[1])}
    if found[5].strip().lower().startswith("model"):
        if found[3] or measured(found[1]):
            return None
        group = {"units": "friendly", "within": int(inches), "to_models": True}
    near = [{**group, **having(one)} for one in each]
    return scope.when(any_of([{"amount": one, "at_least": 1} for one in near]))


@rule("core.attached-units")
def _attached(found: re.Match[str], scope: Scope) -> Scope | None:
    each = with_keywords("target", found[1], named=True)
    return scope.when(ATTACHED).when(each) if each and not scope.that else None


@rule("core.battle-round")
def _in_rounds(found: re.Match[str], scope: Scope) -> Scope | None:
    """During battle rounds one after the other."""
    numbers = [ROUNDS.index(one) + 1 for one in re.split(r", and |, | and ", found[1].lower())]
    if numbers != list(range(numbers[0], numbers[-1] + 1)):
        return None
    first = [{"amount": "battle round", "at_least": numbers[0]}] if numbers[0] > 1 else []
    last = [{"amount": "battle round", "at_most": numbers[-1]}] if numbers[-1] < len(ROUNDS) else []
    return scope.when(all_of([*first, *last])) if first or last else None


IN_ROUNDS: Final = rf"((?:{'|'.join(ROUNDS)})(?:(?:,? and |, )(?:{'|'.join(ROUNDS)}))*)"
Means = Callable[[re.Match[str], Scope], Scope | None]
WHILE: Final[tuple[tuple[str, Means], ...]] = (
    (r"while (?:this model|the bearer) is leading a unit", _led),
    (rf"while an? ({KEYWORDS}) (?:model )?is leading this unit", _led_by),
    (rf"while an? (friendly|enemy) ({KEYWORDS} |)(?:{LEFT_OUT} )?unit(?: {LEFT_OUT})? {NEAR}",
     _aura),
    (rf"while ({SELF}) is within (\d+)\" of one or more (other )?friendly ({KEYWORDS})( units| models|)", _beside),
    (rf"if this model is attached to an? ({KEYWORDS}) unit during the declare battle formations step", _attached),
    (rf"during the {IN_ROUNDS} battle rounds?", _in_rounds),
    (rf"((?:while|if) (?:{SELF}|that unit|that enemy unit) (?:is (?:either )?(?:within|wholly within) [^,]+|"
     r"is [^,]+|made a charge move this turn|was set up on the battlefield this turn))", _while),
)  # fmt: skip
"""While what a sentence counts, and what that means."""

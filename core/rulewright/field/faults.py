"""Faults become refusals: geometry says what is wrong, a ruleset which rule forbids it, texts say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from ..content import did_you_mean, nearest
from ..geometry.evidence import Fault
from ..geometry.grid.board import name_of
from ..requests import Violation
from ..text import Texts

Names = Callable[[str], str]
"""What a thing is called, by its id."""


class FaultRules:
    """Which rule of a ruleset forbids what geometry finds wrong: kinds of faults and rule ids.

    ``others`` is the rule of all kinds that are not listed. ``kinds`` are those that may come; for one that neither is
    listed nor has ``others``, and for one that is listed and cannot come, FaultRules raises ValueError naming it, so it
    is found when the ruleset is made and not at the table.
    """

    def __init__(self, rules: Mapping[str, str], *, others: str = "", kinds: Iterable[str] = ()) -> None:
        self._rules = dict(rules)
        self._others = others
        known = frozenset(kinds)
        if missing := sorted(kind for kind in known if not self.rule(kind)):
            raise ValueError(f"no rule forbids {', '.join(map(repr, missing))}; list them, or give others=")
        for kind in self._rules:
            if known and kind not in known:
                raise ValueError(f"there is no fault {kind!r} here{did_you_mean(nearest(kind, known))}")

    def rule(self, kind: str) -> str:
        """The rule that forbids this; empty where none is named."""
        return self._rules.get(kind, self._others)

    def violations(self, faults: Iterable[Fault], names: Names = str) -> tuple[Violation, ...]:
        """The faults as a request refuses them."""
        return tuple(self._violation(fault, names) for fault in faults)

    def _violation(self, fault: Fault, names: Names) -> Violation:
        facts: dict[str, Any] = {"fault": fault.reason, **fault.facts}
        if fault.by:
            facts["name"] = names(fault.by)
        if fault.of:
            facts["model"] = names(fault.of)
        return Violation(fault_words(fault, "en", names), self.rule(fault.reason), facts)


def fault_words(fault: Fault, lang: str, names: Names = str) -> str:
    """A fault in words, things called by their names; a kind without a text is said as geometry says it."""
    texts = _texts()
    kind = fault.reason.replace(" ", "-")
    key = next((key for key in (f"{_place(fault)}.{kind}", f"fault.{kind}") if key in texts), None)
    if key is None:
        return str(fault)
    by = names(fault.by) if fault.by else ""
    thing = texts.say(f"thing.{by}", lang) if f"thing.{by}" in texts else by
    amount = int(fault.amount) if fault.amount.is_integer() else fault.amount
    squares = [*map(name_of, fault.squares)] or [by]
    of = names(fault.of) if fault.of else ""
    return texts.say(key, lang, of=of, by=thing, amount=amount, first=squares[0], last=squares[-1])


def refused_words(violation: Violation, lang: str) -> str | None:
    """What `FaultRules` refused, in words of a language; None for what is no fault."""
    if "fault" not in violation.facts:
        return None
    facts = {name: violation.facts[name] for name in Fault.__struct_fields__ if name in violation.facts}
    fault = Fault(**facts)
    called = {fault.by: violation.facts.get("name"), fault.of: violation.facts.get("model")}
    return fault_words(fault, lang, lambda thing: str(called.get(thing) or thing))


def _place(fault: Fault) -> str:
    """The texts that are looked into first: what shows squares is wrong on a board, the rest with a model or a unit."""
    return "square" if fault.squares else "model" if fault.of else "fault"


@cache
def _texts() -> Texts:
    return Texts.load(files(__package__) / "faults.toml")

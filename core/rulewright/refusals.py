"""Refusals: why an answer or action is not allowed, as keys with facts that are said in any language."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from .plaindata import shown
from .readonly import ReadOnlyDict
from .text import Texts, Words, show

if TYPE_CHECKING:
    pass


# --------------------------------------------------------------------------------------------- refusals

_SAID_IN: Final = ("refusals.toml", "field/faults.toml", "field/squares.toml", "field/inches/questions.toml")


@cache
def refusal_texts() -> Texts:
    """The sentences of all that the kernel refuses: the key of a violation, behind ``refusal.``."""
    from importlib.resources import files

    return Texts.load(*(files(__package__) / file for file in _SAID_IN))


@dataclass(frozen=True, init=False, slots=True)
class Violation:
    """
    One reason why something is refused: its key, the rule that forbids it, and the facts.

    The key names the sentence: ``refusal.too_far`` in the texts of the ruleset, or in the kernel's own, with the facts
    in its fields. A game that refuses finds the sentence; `words` say it where no text has the key::

        Violation("too_far", "11.3b", squares=9, range=8)
    """

    key: str
    rule: str
    facts: Mapping[str, Any]
    said: Words = field(compare=False, repr=False)

    def __init__(self, key: str, /, rule: str = "", *, words: Words = "", **facts: Any) -> None:
        if " " in key:
            warnings.warn(
                "a Violation is named by a key, not by a sentence: Violation('too_far', rule, range=8), with the "
                "sentence in the texts as refusal.too_far, or in words= (docs/upgrading.md)",
                DeprecationWarning,
                stacklevel=2,
            )
        self._hold(key, rule, facts, words)

    def _hold(self, key: str, rule: str, facts: Mapping[str, Any], words: Words) -> Violation:
        hold = object.__setattr__
        hold(self, "key", key)
        hold(self, "rule", rule)
        hold(self, "facts", ReadOnlyDict(facts))
        hold(self, "said", words)
        return self

    @property
    def words(self) -> Words:
        """The reason, in every language in which it is known."""
        return self.said or _in_words(refusal_texts(), self) or Texts().both(self.key, **self.facts)

    @property
    def reason(self) -> str:
        """The reason in English."""
        return show(self.words)

    def told(self, lang: str = "en") -> str:
        """The reason in a language, with the rule."""
        return _cited(show(self.words, lang), self.rule)

    def by(self, rule: str) -> Violation:
        """The same by this rule, unless it has one of its own."""
        if self.rule or not rule:
            return self
        return object.__new__(Violation)._hold(self.key, rule, self.facts, self.said)

    def said_in(self, texts: Texts) -> Violation:
        """The same in the words of a ruleset, where it has any for it."""
        words = _in_words(texts, self)
        return object.__new__(Violation)._hold(self.key, self.rule, self.facts, words) if words else self

    def __str__(self) -> str:
        return self.told()


def _in_words(texts: Texts, violation: Violation) -> Words:
    key = f"refusal.{violation.key}"
    return texts.both(key, **violation.facts) if key in texts else ""


def _cited(reason: str, rule: str) -> str:
    return f"{reason} [{rule}]" if rule else reason


class Refused(Exception):
    """
    An action or answer that a rule forbids, a wrong seat, a wrong moment. Whatever was tried, nothing has changed.

    `violations` has every reason apart; `reason` says them all in English, `rule` is the first rule that is named,
    `facts` are those of all reasons together.
    """

    def __init__(self, *violations: Violation) -> None:
        if not violations or not all(isinstance(one, Violation) for one in violations):
            raise TypeError(f"a refusal is made of one or more violations, not of {shown(violations)}")
        super().__init__(*violations)

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Every reason apart."""
        return self.args

    @property
    def reason(self) -> str:
        """The reasons in English."""
        return "; ".join(one.reason for one in self.violations)

    @property
    def rule(self) -> str:
        """The first rule that is named; empty where none is."""
        return next((one.rule for one in self.violations if one.rule), "")

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of all reasons; of those with one name the first."""
        return {name: fact for one in reversed(self.violations) for name, fact in one.facts.items()}

    def told(self, lang: str = "en") -> str:
        """The reasons in a language, with their rules."""
        apart = "；" if lang == "zh" else "; "
        if len({one.rule for one in self.violations}) == 1:
            return _cited(apart.join(show(one.words, lang) for one in self.violations), self.rule)
        return apart.join(one.told(lang) for one in self.violations)

    def said_in(self, texts: Texts) -> Refused:
        """The same in the words of a ruleset."""
        self.args = tuple(one.said_in(texts) for one in self.violations)
        return self

    def __str__(self) -> str:
        return self.told()


class NothingLegal(Exception):
    """There is no legal answer, or none could be found: the question should not have been asked like this."""

"""A vocabulary of effects in words: in which language, and what all its words need for that.

Each verb, amount and condition says itself (:mod:`rulewright.vocabulary`). A game derives from :class:`Wording` and
says how its own facts are put: whom an effect means, what a symbol or a status is called. The texts are those of the
game, where it has one of a key, and else those of this room.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from .text import PackageTexts, Texts, fill

if TYPE_CHECKING:
    from .vocabulary import Amount, Condition, Verb

TEXTS: Final = PackageTexts(__package__, "wording.toml")


class Wording:
    """Puts effects, amounts and conditions of the content into words of one language.

    ``facts`` are known to every text.
    """

    def __init__(self, texts: Texts, lang: str, facts: Mapping[str, Any] | None = None) -> None:
        self.lang = lang
        self.texts = texts
        self.facts = dict(facts or {})
        chinese = lang == "zh"
        self.colon = "：" if chinese else ": "
        self.apart = "；" if chinese else "; "
        self.comma = "，" if chinese else ", "
        self.either = self.say("or") if chinese else f" {self.say('or')} "

    def say(self, key: str, **facts: Any) -> str:
        """A text of the game, or else a shared one."""
        texts = self.texts if key in self.texts else TEXTS
        return texts.say(key, self.lang, **{**self.facts, **facts})

    def fill(self, en: str | Mapping[str, str], zh: str | Mapping[str, str], variant: str = "", **facts: Any) -> str:
        """A text that stands in the code, in its variant or else in the one that is for all others."""
        text = zh if self.lang == "zh" else en
        if not isinstance(text, str):
            text = text[variant] if variant in text else text[""]
        return fill(text, self.lang, {**self.facts, **facts})

    def of(self, verb: type[Verb], variant: str = "", **facts: Any) -> str:
        """The text of a verb with other facts than those of one effect, as where a trigger may be left."""
        return self.fill(verb.en, verb.zh, variant, **facts)

    def fact(self, name: str, value: Any) -> Any:
        """What stands in a text for a field of a verb. Words say themselves; all else stands as it is."""
        if isinstance(value, tuple | list):
            return self.effects(value)
        said = getattr(value, "said", None)
        return value if said is None else said(self)

    def effects(self, effects: Iterable[Verb]) -> str:
        """Several effects in the order of the text; those without words are left out."""
        return self.comma.join(filter(None, (effect.said(self) for effect in effects)))

    def amount(self, amount: Amount) -> str:
        """An amount, as it stands in a sentence."""
        return str(amount) if isinstance(amount, int) else amount.said(self)

    def value(self, name: str) -> str:
        """A named value."""
        return self.say(f"amount.{name}")

    def multiple(self, unit: str, amount: Any) -> str:
        """``times`` a unit, + ``plus``, at most ``at_most``."""
        told = unit if amount.times == 1 else f"{amount.times} × {unit}"
        told += f" {'+' if amount.plus > 0 else '-'} {abs(amount.plus)}" if amount.plus else ""
        return told if amount.at_most is None else self.say("amount.at_most", amount=told, most=amount.at_most)

    def whom(self, whom: Any) -> str:
        """Whom an effect means: a role, or everyone of a sort."""
        return self.say(f"who.{whom}") if isinstance(whom, str) else str(whom.told(self, "each"))

    def whose(self, whose: str) -> str:
        """One of a side, or the one whose text it is."""
        return self.say(f"part.whose_{whose}")

    def once(self, scope: str) -> str:
        """How often something may be done: the text "once.SCOPE", or else the name of the scope."""
        key = f"once.{scope.replace(' ', '_')}"
        return self.say(key) if key in self.texts else self.say("part.once", scope=scope)

    def moment(self, when: str, who: str) -> str:
        """A moment of someone: its text "moment.NAME", or else its name."""
        key = "moment." + when.replace(" ", "_").replace("'", "")
        return self.say(key, who=who) if key in self.texts else self.say("moment.named", who=who, when=when)

    def qualified(self, parts: Sequence[str]) -> str:
        """What someone is called, with what else holds of them: behind it in English, before it in Chinese."""
        called, *qualities = parts
        return "".join([*qualities, called]) if self.lang == "zh" else " ".join(parts)

    def condition(self, test: Condition) -> str:
        """A condition, as it stands behind an "if"."""
        return test.said(self)

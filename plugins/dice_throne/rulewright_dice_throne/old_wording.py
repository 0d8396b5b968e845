"""A vocabulary of effects in words: what the shared part of it says in every game (:mod:`rulewright.vocabulary`).

A game derives from :class:`Wording` and puts its own verbs, amounts and conditions into words; the texts are those of
the game, where it has one of a key, and else those of this room.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from rulewright.text import Texts


@cache
def shared_texts() -> Texts:
    """The texts of the shared vocabulary."""
    return Texts.load(files(__package__) / "old_wording.toml")


class Wording:
    """Puts effects, amounts and conditions of the content into words of one language."""

    def __init__(self, texts: Texts, lang: str) -> None:
        self.lang = lang
        self.texts = texts
        chinese = lang == "zh"
        self.colon = "：" if chinese else ": "
        self.apart = "；" if chinese else "; "
        self.comma = "，" if chinese else ", "
        self.either = self.say("or") if chinese else f" {self.say('or')} "

    def say(self, key: str, **facts: Any) -> str:
        """A text of the game, or else a shared one."""
        texts = self.texts if key in self.texts else shared_texts()
        return texts.say(key, self.lang, **facts)

    # -- effects

    def effects(self, effects: Iterable[Any]) -> str:
        """Several effects in the order of the text; those without words are left out."""
        return self.comma.join(filter(None, map(self.effect, effects)))

    def effect(self, effect: Any) -> str:
        """One effect; empty for what says nothing."""
        match effect.do:
            case "if":
                told = self.say("effect.if", test=self.condition(effect.test), effects=self.effects(effect.then))
                return self.comma.join((told, self._otherwise(effect))) if effect.otherwise else told
            case "may":
                return self.say("effect.may", effects=self.effects(effect.effects))
            case "choose":
                return self.either.join(self.effects(option.effects) for option in effect.options)
            case "pay":
                parts = {"then": self.effects(effect.then), "otherwise": self.effects(effect.otherwise)}
                key = "pay" if not effect.otherwise else "pay_else" if effect.then else "pay_or"
                return self.say(f"effect.{key}", cost=self.cost(effect.cost), **parts)
        return self.own_effect(effect)

    def _otherwise(self, effect: Any) -> str:
        return self.say("effect.otherwise", effects=self.effects(effect.otherwise))

    def own_effect(self, effect: Any) -> str:
        """An effect of a verb of the game. Raises NotImplementedError unless the game says how."""
        raise NotImplementedError(f"words for {effect.do!r}")

    def cost(self, cost: Any) -> str:
        """What is paid. Raises NotImplementedError unless the game says how."""
        raise NotImplementedError(f"words for the cost {cost!r}")

    # -- amounts

    def amount(self, amount: Any) -> str:
        """An amount, as it stands in a sentence."""
        from .old_vocabulary import Half, Multiple, Sum

        match amount:
            case int():
                return str(amount)
            case str():
                return self.value(amount)
            case Half():
                return self.say(f"amount.half_{amount.round}", amount=self.amount(amount.half))
            case Sum():
                return " + ".join(map(self.amount, amount.sum))
            case Multiple():
                return self.multiple(self.value(amount.value), amount)
        return self.own_amount(amount)

    def value(self, name: str) -> str:
        """A named value."""
        return self.say(f"amount.{name}")

    def multiple(self, unit: str, amount: Any) -> str:
        """``times`` a unit, + ``plus``, at most so much."""
        told = unit if amount.times == 1 else f"{amount.times} × {unit}"
        told += f" {'+' if amount.plus > 0 else '-'} {abs(amount.plus)}" if amount.plus else ""
        return told if amount.at_most is None else self.say("amount.at_most", amount=told, most=amount.at_most)

    def own_amount(self, amount: Any) -> str:
        """An amount of the game alone. Raises NotImplementedError unless the game says how."""
        raise NotImplementedError(f"words for the amount {amount!r}")

    # -- conditions

    def condition(self, test: Any) -> str:
        """A condition, as it stands behind an "if"."""
        from .old_vocabulary import AllTrue, AnyTrue, Compare, NoneTrue

        match test:
            case Compare():
                key, bound = test.bound
                return self.say(f"test.{key}", amount=self.amount(test.amount), bound=self.amount(bound))
            case AllTrue():
                return self.comma.join(map(self.condition, test.all))
            case AnyTrue():
                return self.either.join(map(self.condition, test.any))
            case NoneTrue():
                return self.say("test.none", either=self.either.join(map(self.condition, test.none)))
        return self.own_condition(test)

    def own_condition(self, test: Any) -> str:
        """A condition of the game alone. Raises NotImplementedError unless the game says how."""
        raise NotImplementedError(f"words for the condition {test!r}")

"""The words of the game: texts in both languages, what things are called, effects in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import wording
from rulewright.text import PackageTexts, Words

if TYPE_CHECKING:
    from rulewright.vocabulary import Amount

    from ..cards.loading import Book

PACKAGE: Final = "rulewright_unmatched_nemesis"
"""Where the texts and the content of the game lie."""

TEXTS: Final = PackageTexts(PACKAGE)
say, both = TEXTS.say, TEXTS.both


def listed(parts: Iterable[str], lang: str) -> str:
    """Parts of a sentence, with commas."""
    return ("，" if lang == "zh" else ", ").join(part for part in parts if part)


def called(book: Book, id: str, lang: str) -> str | None:
    """What a card, a skill, a special attack or a fighter is called; None for what is none of them."""
    found = entry_of(book, id)
    return None if found is None else getattr(found.name, lang)


def name_of(book: Book, id: str) -> Words:
    """What a card, a skill, a special attack or a fighter is called, by language; its id where it is none of them."""
    found = entry_of(book, id)
    return id if found is None else found.name.words


def entry_of(book: Book, id: str) -> Any:
    for kind in ("attacks", "skills", "fighters"):
        if id in book[kind]:
            return book[kind][id]
    return _special(book, id)


def _special(book: Book, id: str) -> Any:
    return next((special for _, special in every_special(book) if special.id == id), None)


def every_special(book: Book) -> Iterator[tuple[Any, Any]]:
    """Every special attack, behind the fighter who has it."""
    for fighter in book["fighters"].values():
        for side in (fighter.a, fighter.b):
            yield from ((fighter, special) for special in side.specials)


def token_name(fighter: Any, lang: str) -> str:
    """What the tokens of a fighter are called; of one who has none, or of nobody: tokens."""
    tokens = getattr(fighter, "tokens", None)
    return say("sheet.token", lang) if tokens is None else str(getattr(tokens.name, lang))


def damage_text(heavy: int | str, light: int | str, lang: str) -> str:
    """Damage points by their kinds."""
    parts = [say(f"sheet.damage_{kind}", lang, count=n) for kind, n in (("heavy", heavy), ("light", light)) if n]
    return " + ".join(parts) or say("sheet.no_damage", lang)


class Wording(wording.Wording):
    """Puts effects into words, those of a fighter with such tokens or of any fighter."""

    def __init__(self, lang: str, token: str = "") -> None:
        super().__init__(TEXTS, lang, {"token": token or token_name(None, lang)})
        self.comma = self.apart  # effects are sentences of their own

    def fact(self, name: str, value: Any) -> Any:
        """What stands in a text for a field of a verb."""
        return self.say(f"symbol.{value}") if name == "symbol" else super().fact(name, value)

    def damage(self, heavy: Amount, light: Amount) -> str:
        """Damage points by their kinds."""
        return damage_text(self._dealt(heavy), self._dealt(light), self.lang)

    def _dealt(self, amount: Amount) -> int | str:
        return amount if isinstance(amount, int) else self.amount(amount)

    def move(self, who: str, spaces: int, way: str, must: bool) -> str:
        """A move that a text brings."""
        limit = "" if must else self.say("direction.up_to")
        direction = "" if way == "any" else self.say(f"direction.{way}")
        return self.say(f"move.{who}", spaces=spaces, limit=limit, way=direction)

    def listed(self, parts: Iterable[str]) -> str:
        """Parts of a sentence, with commas."""
        return listed(parts, self.lang)

    def in_turn(self, parts: Iterable[str]) -> str:
        """What comes one after the other, with semicolons."""
        return ("；" if self.lang == "zh" else "; ").join(part for part in parts if part)

    # -- parts of texts

    def trigger(self, trigger: Any) -> str:
        """What a skill does at its moment."""
        from rulewright.vocabulary import May

        head = self.listed((self.say(f"moment.{trigger.when.replace(' ', '_')}"), self._if(trigger.test)))
        effects = self.effects(trigger.effects)
        told = self.of(May, effects=effects) if trigger.optional else effects
        return f"{head}{self.colon}{told}{self.say('change.once') if trigger.once_per_turn else ''}"

    def box(self, attack: Any) -> str:
        """What stands in the effect box of an attack: its effects, and what changes while it is resolved."""
        return self.in_turn((self.effects(attack.effects), *(change.said(self) for change in attack.changes)))

    def resolved(self, attack: Any) -> str:
        """What an attack does when it is resolved, and what changes meanwhile; empty where it only deals its damage."""
        told = self.box(attack)
        return f"{self.say('moment.resolved')}{self.colon}{told}" if told else ""

    def change(self, change: Any, told: str) -> str:
        """What a text changes, behind the condition under which it does."""
        return self.listed((told, self._if(change.test)))

    def ban(self, change: Any) -> str:
        """What a fighter cannot do."""
        return self.say(f"cannot.{change.cannot.replace(' ', '_')}", who=self.say(f"who.{change.of}"))

    def rule_change(self, change: Any) -> str:
        """A number of the rules, and what becomes of it."""
        number = self.say(f"rule_number.{change.rule.replace(' ', '_')}", whose=self.say(f"whose.{change.of}"))
        how = self.say("change.by", count=change.by) if change.by else self.say("change.to", count=change.to)
        return f"{number}{self.colon}{how}"

    def points(self, change: Any) -> str:
        """A number of heavy and light points, and how it changes."""
        counts = [(kind, getattr(change, kind)) for kind in ("heavy", "light", "soften")]
        key = {"light": "test"} if change.number == "test" else {}
        told = [self.say(f"change.{key.get(kind, kind)}", count=count) for kind, count in counts if count]
        number = self.say(f"number.{change.number.replace(' ', '_')}")
        return f"{number}{self.colon}{self.listed(told)}"

    def _if(self, test: Any) -> str:
        return "" if test is None else self.say("test.if", test=self.condition(test))

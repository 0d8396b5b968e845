"""Cards, panels and skills in words, made from their data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from rulewright import wording
from rulewright.text import LANGUAGES, Texts, Words, read_texts

if TYPE_CHECKING:
    from rulewright.vocabulary import Amount

    from .book import Book


@cache
def words() -> Texts:
    """The texts of the game."""
    return read_texts(files(__package__) / "text.toml")


def say(key: str, lang: str, **facts: Any) -> str:
    """A text of the game."""
    return words().say(key, lang, **facts)


def both(key: str, **facts: Any) -> Words:
    """A text of the game in both languages; its facts may be given by language, too."""
    return words().both(key, **facts)


def listed(parts: Iterable[str], lang: str) -> str:
    """Parts of a sentence, with commas."""
    return ("，" if lang == "zh" else ", ").join(part for part in parts if part)


def _in_turn(parts: Iterable[str], lang: str) -> str:
    """What comes one after the other, with semicolons."""
    return ("；" if lang == "zh" else "; ").join(part for part in parts if part)


def called(book: Book, id: str, lang: str) -> str | None:
    """What a card, a skill, a special attack or a fighter is called; None for what is none of them."""
    found = _entry(book, id)
    return None if found is None else getattr(found.name, lang)


def name_of(book: Book, id: str) -> Words:
    """What a card, a skill, a special attack or a fighter is called, by language; its id where it is none of them."""
    found = _entry(book, id)
    return id if found is None else {lang: getattr(found.name, lang) for lang in LANGUAGES}


def _entry(book: Book, id: str) -> Any:
    for kind in ("attacks", "skills", "fighters"):
        if id in book[kind]:
            return book[kind][id]
    return _special(book, id)


def _special(book: Book, id: str) -> Any:
    return next((special for _, special in _specials(book) if special.id == id), None)


def _specials(book: Book) -> Iterator[tuple[Any, Any]]:
    """Every special attack, behind the fighter who has it."""
    for fighter in book["fighters"].values():
        for side in (fighter.a, fighter.b):
            yield from ((fighter, special) for special in side.specials)


def token_name(fighter: Any, lang: str) -> str:
    """What the tokens of a fighter are called; of one who has none, or of nobody: tokens."""
    tokens = getattr(fighter, "tokens", None)
    return say("sheet.token", lang) if tokens is None else str(getattr(tokens.name, lang))


def _token(book: Book, id: str, lang: str) -> str:
    """What the tokens are called of which an attack speaks."""
    return token_name(next((fighter for fighter, special in _specials(book) if special.id == id), None), lang)


# Attacks ----------------------------------------------------------------------------------------------------


def card_name(book: Book, id: str, lang: str) -> str:
    """An attack card with its symbol."""
    card = book["attacks"][id]
    return say("sheet.card", lang, name=getattr(card.name, lang), symbol=say(f"symbol.{card.symbol}", lang))


def attack_text(book: Book, id: str, lang: str) -> str:
    """An attack card or special attack with all that it does."""
    return _with(attack_name(book, id, lang), attack_deed(book, id, lang), lang)


def attack_name(book: Book, id: str, lang: str) -> str:
    """An attack card with its symbol, or a special attack with its cost."""
    return card_name(book, id, lang) if id in book["attacks"] else special_name(_entry(book, id), lang)


def attack_deed(book: Book, id: str, lang: str) -> str:
    """All that an attack card or special attack does."""
    return _attack(_entry(book, id), _token(book, id, lang), lang)


def _with(name: str, deed: str, lang: str) -> str:
    return f"{name}{'：' if lang == 'zh' else ': '}{deed}"


def effect_text(book: Book, id: str, lang: str) -> str:
    """What stands in the effect box of an attack card or special attack."""
    return effects_text(_entry(book, id).effects, lang, _token(book, id, lang))


def special_name(special: Any, lang: str) -> str:
    """A special attack with its cost."""
    return say("sheet.special", lang, name=getattr(special.name, lang), cost=cost_text(special.cost, lang))


def cost_text(cost: Sequence[str], lang: str) -> str:
    """The symbols of a cost."""
    return " ".join(say(f"symbol.{symbol}", lang) for symbol in cost) or say("sheet.free", lang)


def _attack(attack: Any, token: str, lang: str) -> str:
    damage = damage_text(attack.heavy, attack.light, lang) if attack.heavy or attack.light else ""
    parts = [say(f"type.{attack.type}", lang), damage, _range(attack.range, lang)]
    parts += [say("sheet.knockdown", lang)] if attack.knockdown else []
    parts += [say("sheet.answers", lang)] if getattr(attack, "answers", None) else []
    changes = [_change(change, Wording(lang, token)) for change in attack.changes]
    return _in_turn((listed(parts, lang), effects_text(attack.effects, lang, token), *changes), lang)


def damage_text(heavy: int | str, light: int | str, lang: str) -> str:
    """Damage points by their kinds."""
    parts = [say(f"sheet.damage_{kind}", lang, count=n) for kind, n in (("heavy", heavy), ("light", light)) if n]
    return " + ".join(parts) or say("sheet.no_damage", lang)


def _range(reach: Any, lang: str) -> str:
    if reach is None or reach == type(reach)():
        return say("sheet.unlimited", lang)
    if reach.straight:
        return say("sheet.straight", lang)
    key = {reach.least: "range_exactly", None: "range_from"}.get(reach.most, "range_between")
    return say(f"sheet.{key}", lang, least=reach.least, most=reach.most)


# Effects ----------------------------------------------------------------------------------------------------


class Wording(wording.Wording):
    """Puts effects into words, those of a fighter with such tokens."""

    def __init__(self, lang: str, token: str) -> None:
        super().__init__(words(), lang, {"token": token})
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


def wording_for_all(lang: str) -> Wording:
    """Effects in words that fit every fighter."""
    return Wording(lang, token_name(None, lang))


def effects_text(effects: Iterable[Any], lang: str, token: str) -> str:
    """Effects, in their order, of someone with such tokens."""
    return Wording(lang, token).effects(effects)


# Skills -----------------------------------------------------------------------------------------------------


def skill_text(book: Book, id: str, lang: str) -> str:
    """A skill card with its initiative and all that it does."""
    return _with(skill_name(book, id, lang), skill_deed(book, id, lang), lang)


def skill_name(book: Book, id: str, lang: str) -> str:
    """A skill card with its initiative."""
    skill = book["skills"][id]
    return say("sheet.skill", lang, name=getattr(skill.name, lang), initiative=skill.initiative)


def skill_deed(book: Book, id: str, lang: str) -> str:
    """All that a skill card does."""
    skill, wording = book["skills"][id], Wording(lang, say("sheet.token", lang))
    parts = [*(_change(change, wording) for change in skill.changes), *(_trigger(it, wording) for it in skill.triggers)]
    return _in_turn(parts, lang)


def trigger_text(book: Book, name: str, lang: str) -> str:
    """One of the things that a skill does at a moment, behind its name; ``name`` is that of the trigger."""
    id, _, place = name.partition(".")
    skill, wording = book["skills"][id], Wording(lang, say("sheet.token", lang))
    return f"{getattr(skill.name, lang)}{wording.colon}{wording.effects(skill.triggers[int(place or 1) - 1].effects)}"


def _trigger(trigger: Any, wording: Wording) -> str:
    from .effects import May

    moment = wording.say(f"moment.{trigger.when.replace(' ', '_')}")
    head = listed((moment, _if(trigger.test, wording)), wording.lang)
    effects = wording.effects(trigger.effects)
    told = wording.of(May, effects=effects) if trigger.optional else effects
    return f"{head}{wording.colon}{told}{wording.say('change.once') if trigger.once_per_turn else ''}"


def _change(change: Any, wording: Wording) -> str:
    return listed((_TOLD[type(change).__name__](change, wording), _if(change.test, wording)), wording.lang)


def _banned(change: Any, wording: Wording) -> str:
    return wording.say(f"cannot.{change.cannot.replace(' ', '_')}", who=wording.say(f"who.{change.of}"))


def _rule_change(change: Any, wording: Wording) -> str:
    number = wording.say(f"rule_number.{change.rule.replace(' ', '_')}", whose=wording.say(f"whose.{change.of}"))
    how = wording.say("change.by", count=change.by) if change.by else wording.say("change.to", count=change.to)
    return f"{number}{wording.colon}{how}"


def _points(change: Any, wording: Wording) -> str:
    counts = [(kind, getattr(change, kind)) for kind in ("heavy", "light", "soften")]
    key = {"light": "test"} if change.number == "test" else {}
    told = [wording.say(f"change.{key.get(kind, kind)}", count=count) for kind, count in counts if count]
    number = wording.say(f"number.{change.number.replace(' ', '_')}")
    return f"{number}{wording.colon}{listed(told, wording.lang)}"


_TOLD: Final = {"Change": _points, "RuleChange": _rule_change, "Ban": _banned}


def _if(test: Any, wording: Wording) -> str:
    return "" if test is None else wording.say("test.if", test=wording.condition(test))

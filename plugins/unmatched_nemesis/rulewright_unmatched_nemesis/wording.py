"""Cards, panels and skills in words, made from their data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from rulewright.text import Texts

if TYPE_CHECKING:
    from .book import Book


@cache
def words() -> Texts:
    """The texts of the game."""
    return Texts.load(files(__package__) / "text.toml")


def say(key: str, lang: str, **facts: Any) -> str:
    """A text of the game."""
    return words().say(key, lang, **facts)


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
    colon = "：" if lang == "zh" else ": "
    attack = _entry(book, id)
    name = card_name(book, id, lang) if id in book["attacks"] else special_name(attack, lang)
    return f"{name}{colon}{_attack(attack, _token(book, id, lang), lang)}"


def effect_text(book: Book, id: str, lang: str) -> str:
    """What stands in the effect box of an attack card or special attack."""
    return effects_text(_entry(book, id).effects, lang, _token(book, id, lang))


def special_name(special: Any, lang: str) -> str:
    """A special attack with its cost."""
    return say("sheet.special", lang, name=getattr(special.name, lang), cost=cost_text(special.cost, lang))


def cost_text(cost: Sequence[str], lang: str) -> str:
    """The symbols of a cost."""
    return " ".join(say(f"symbol.{symbol}", lang) for symbol in cost)


def _attack(attack: Any, token: str, lang: str) -> str:
    damage = damage_text(attack.heavy, attack.light, lang) if attack.heavy or attack.light else ""
    parts = [say(f"type.{attack.type}", lang), damage, _range(attack.range, lang)]
    parts += [say("sheet.knockdown", lang)] if attack.knockdown else []
    parts += [say("sheet.answers", lang)] if getattr(attack, "answers", None) else []
    return _in_turn((listed(parts, lang), effects_text(attack.effects, lang, token)), lang)


def damage_text(heavy: int, light: int, lang: str) -> str:
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


def effects_text(effects: Iterable[Any], lang: str, token: str) -> str:
    """Effects, in their order, of somebody with such tokens."""
    return _in_turn((_effect(effect, token, lang) for effect in effects), lang)


def _effect(effect: Any, token: str, lang: str) -> str:
    facts = {name: getattr(effect, name) for name in type(effect).model_fields if name != "do"} | {"token": token}
    if effect.do == "move":
        return move_text(effect.who, effect.spaces, effect.way, effect.must, lang)
    who = ""
    if effect.do == "damage":
        who, facts = f"_{effect.to}", {"damage": damage_text(effect.heavy, effect.light, lang)}
    elif "who" in facts:
        who = f"_{effect.who}"
    if "symbol" in facts:
        facts["symbol"] = say(f"symbol.{facts['symbol']}", lang)
    if "condition" in facts:
        facts["condition"] = condition_text(facts["condition"], lang, token)
    if "then" in facts:
        facts["then"] = effects_text(facts["then"], lang, token)
    return say(f"effect.{effect.do}{who}", lang, **facts)


def move_text(who: str, spaces: int, way: str, must: bool, lang: str) -> str:
    """A move that a text brings."""
    limit = "" if must else say("direction.up_to", lang)
    direction = "" if way == "any" else say(f"direction.{way}", lang)
    return say(f"effect.move_{who}", lang, spaces=spaces, limit=limit, way=direction)


def condition_text(condition: Any, lang: str, token: str) -> str:
    """What a condition asks for; empty where it asks for nothing."""
    said = [(name, getattr(condition, name)) for name in type(condition).model_fields]
    told = (say(f"condition.{name}", lang, value=value, token=token) for name, value in said if value is not None)
    return listed(told, lang)


# Skills -----------------------------------------------------------------------------------------------------


def skill_text(book: Book, id: str, lang: str) -> str:
    """A skill card with its initiative and all that it does."""
    skill, token = book["skills"][id], say("sheet.token", lang)
    parts = [_change(change, token, lang) for change in skill.changes]
    if skill.when is not None:
        moment = say(f"moment.{skill.when.replace(' ', '_')}", lang)
        head = listed((moment, _if(condition_text(skill.condition, lang, token), lang)), lang)
        once = say("change.once", lang) if skill.once_a_turn else ""
        parts.append(f"{head}{'：' if lang == 'zh' else ': '}{effects_text(skill.effects, lang, token)}{once}")
    return say(
        "sheet.skill", lang, name=getattr(skill.name, lang), initiative=skill.initiative, what=_in_turn(parts, lang)
    )


def _change(change: Any, token: str, lang: str) -> str:
    counts = [(kind, getattr(change, kind)) for kind in ("heavy", "light", "soften")]
    key = {"light": "test"} if change.number == "test" else {}
    told = [say(f"change.{key.get(kind, kind)}", lang, count=count) for kind, count in counts if count]
    number = say(f"number.{change.number.replace(' ', '_')}", lang)
    what = f"{number}{'：' if lang == 'zh' else ': '}{listed(told, lang)}"
    return listed((what, _if(condition_text(change.condition, lang, token), lang)), lang)


def _if(condition: str, lang: str) -> str:
    return (f"若{condition}" if lang == "zh" else f"if {condition}") if condition else ""

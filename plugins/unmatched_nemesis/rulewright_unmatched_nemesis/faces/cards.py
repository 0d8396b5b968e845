"""Cards, panels and skills in words, made from their data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rulewright import rule

from ..book.wording import Wording, damage_text, entry_of, every_special, listed, say, token_name

if TYPE_CHECKING:
    from ..cards.loading import Book


def _token(book: Book, id: str, lang: str) -> str:
    """What the tokens are called of which an attack speaks."""
    return token_name(next((fighter for fighter, special in every_special(book) if special.id == id), None), lang)


# Attacks ----------------------------------------------------------------------------------------------------


@rule("attack-card.anatomy")
def card_name(book: Book, id: str, lang: str) -> str:
    """An attack card with its symbol."""
    card = book["attacks"][id]
    return say("sheet.card", lang, name=getattr(card.name, lang), symbol=say(f"symbol.{card.symbol}", lang))


def attack_text(book: Book, id: str, lang: str) -> str:
    """An attack card or special attack with all that it does."""
    return _with(attack_name(book, id, lang), attack_deed(book, id, lang), lang)


def attack_name(book: Book, id: str, lang: str) -> str:
    """An attack card with its symbol, or a special attack with its cost."""
    return card_name(book, id, lang) if id in book["attacks"] else special_name(entry_of(book, id), lang)


def attack_deed(book: Book, id: str, lang: str) -> str:
    """All that an attack card or special attack does."""
    return _attack(entry_of(book, id), _token(book, id, lang), lang)


def _with(name: str, deed: str, lang: str) -> str:
    return f"{name}{'：' if lang == 'zh' else ': '}{deed}"


def effect_text(book: Book, id: str, lang: str) -> str:
    """What stands in the effect box of an attack card or special attack."""
    return Wording(lang, _token(book, id, lang)).box(entry_of(book, id))


@rule("panel.anatomy")
def special_name(special: Any, lang: str) -> str:
    """A special attack with its cost."""
    return say("sheet.special", lang, name=getattr(special.name, lang), cost=cost_text(special.cost, lang))


def cost_text(cost: Sequence[str], lang: str) -> str:
    """The symbols of a cost."""
    return " ".join(say(f"symbol.{symbol}", lang) for symbol in cost) or say("sheet.free", lang)


@rule("attack-card.anatomy", "panel.anatomy")
def _attack(attack: Any, token: str, lang: str) -> str:
    damage = damage_text(attack.heavy, attack.light, lang) if attack.heavy or attack.light else ""
    parts = [say(f"type.{attack.type}", lang), damage, _range(attack.range, lang)]
    parts += [say("sheet.knockdown", lang)] if attack.knockdown else []
    parts += [say("sheet.answers", lang)] if getattr(attack, "answers", None) else []
    wording = Wording(lang, token)
    return wording.in_turn((listed(parts, lang), wording.box(attack)))


@rule("icon.straight", "icon.range-x", "icon.range-x-y")
def _range(reach: Any, lang: str) -> str:
    if reach is None or reach == type(reach)():
        return say("sheet.unlimited", lang)
    if reach.straight:
        return say("sheet.straight", lang)
    key = {reach.least: "range_exactly", None: "range_from"}.get(reach.most, "range_between")
    return say(f"sheet.{key}", lang, least=reach.least, most=reach.most)


def effects_text(effects: Iterable[Any], lang: str, token: str) -> str:
    """Effects, in their order, of someone with such tokens."""
    return Wording(lang, token).effects(effects)


# Skills -----------------------------------------------------------------------------------------------------


def skill_text(book: Book, id: str, lang: str) -> str:
    """A skill card with its initiative and all that it does."""
    return _with(skill_name(book, id, lang), skill_deed(book, id, lang), lang)


@rule("skill-card.anatomy")
def skill_name(book: Book, id: str, lang: str) -> str:
    """A skill card with its initiative."""
    skill = book["skills"][id]
    return say("sheet.skill", lang, name=getattr(skill.name, lang), initiative=skill.initiative)


def skill_deed(book: Book, id: str, lang: str) -> str:
    """All that a skill card does."""
    skill, wording = book["skills"][id], Wording(lang)
    return wording.in_turn(part.said(wording) for part in (*skill.changes, *skill.triggers))


def trigger_text(book: Book, name: str, lang: str) -> str:
    """One of the things that a skill does at a moment, behind its name; ``name`` is that of the trigger."""
    id, _, place = name.partition(".")
    skill, wording = book["skills"][id], Wording(lang)
    return f"{getattr(skill.name, lang)}{wording.colon}{wording.effects(skill.triggers[int(place or 1) - 1].effects)}"

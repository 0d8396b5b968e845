"""A game in words: what things are called, and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright.text import show

from ..attack.choosing import cost_of as cost_of_attack
from ..book.wording import say, wording_for_all
from ..conditions import CONDITIONS
from ..crises import SEAT
from ..effects.dice import pools
from ..minds.judgement import outlook
from ..numbers import with_printed
from ..superpowers.powers import cost_of as cost_of_superpower
from ..superpowers.powers import idle
from ..terms import Activation, Attack, attack_sheet, pool_in

if TYPE_CHECKING:
    from rulewright import Request, View

    from ..book.sheets import SpecialSheet

WORDS: Final = {
    "condition": "condition", "tool": "tool", "how": "how", "pool": "pool", "edge": "edge", "reason": "result",
}  # fmt: skip
"""Fields whose values stand among the texts, and where."""


def name(view: View, field: str, value: Any, lang: str) -> str | None:
    """What characters, cards, terrain, tokens and words are called; None for what the texts tell."""
    if field == "player" and type(value) is int:
        return say("seat.name", lang, number=value + 1)
    if field in WORDS and isinstance(value, str):
        return say(f"{WORDS[field]}.{value}", lang)
    if field == "cards" and isinstance(value, tuple):
        return ", ".join(show(view.content.names(card), lang) for card in value)
    if field == "faces" and isinstance(value, tuple):
        return " ".join(say(f"icon.{face}", lang) for face in value)
    if field == "window" and isinstance(value, str):
        return say(f"window.{value.replace(' ', '_')}", lang)
    if field == "power" and value in CONDITIONS:
        return say(f"condition.{value}", lang)
    if isinstance(value, str) and value:
        return show(view.content.names(value), lang)
    return None


def label(view: View, request: Request, answer: Any, lang: str) -> str | None:
    """An option in words; None for what the texts alone tell."""
    if answer is None:
        return say("option.none", lang)
    if request.ask in ("turn", "act", "way_to_move") and isinstance(answer, tuple):
        return _deed(view, request, answer, lang)
    if request.ask == "trigger" and isinstance(answer, tuple) and answer[0] == "crisis effect":
        crisis, number, whom = str(answer[1]).split()
        text = wording_for_all(lang).effects(view.content["crises"][crisis].effects[int(number)].effects)
        called = say("seat.name", lang, number=int(whom[1:]) + 1) if whom[0] == SEAT else name(view, "", whom, lang)
        return say("option.crisis", lang, what=name(view, "", crisis, lang), whom=called, text=text)
    if request.ask == "trigger" and isinstance(answer, tuple) and answer[0] == "special_rule":
        return _special(attack_sheet(view, view.context(Attack)).specials[answer[1]], lang)
    if request.ask == "special":
        special = view.content.attacks[request.about["attack"]].specials[request.about["special"]]
        return _special(special, lang) if answer else say("option.none", lang)
    if request.ask == "trigger" and isinstance(answer, tuple) and answer[0] == "reactive card":
        return say("option.card", lang, what=name(view, "", str(answer[1]).split()[1], lang))
    if request.ask == "trigger" and isinstance(answer, tuple):
        return _carried(view, answer[0], answer[1], lang)
    if request.ask == "react" and isinstance(answer, tuple):
        return _reaction(view, answer, lang)
    if request.ask in ("reroll", "change_die") and isinstance(answer, int):
        roll = pool_in(pools(view), request.about["pool"]).roll
        return None if roll is None else say(f"icon.{roll.faces[answer]}", lang)
    if request.ask in ("target", "next_target") and isinstance(answer, str):
        return _target(view, request, answer, lang)
    if request.ask == "aim" and isinstance(answer, tuple):
        return ", ".join(show(view.content.names(one), lang) for one in answer)
    if request.ask == "attack_type":
        return say(f"attack_type.{answer}", lang)
    if request.ask == "crisis_type":
        return say(f"crisis_type.{answer}", lang)
    if request.ask == "affiliation" and not answer:
        return say("affiliation.none", lang)
    if isinstance(answer, str):
        return name(view, request.ask, answer, lang)
    return None


def _deed(view: View, request: Request, answer: tuple[Any, ...], lang: str) -> str:
    kind, *what = answer
    facts: dict[str, Any] = {}
    if kind == "attack":
        sheet = view.content.attacks[what[0]]
        facts = {
            "type": say(f"attack_type.{sheet.type}", lang),
            "range": say(f"range.{sheet.shape or 'plain'}", lang, range=sheet.range),
            "strength": sheet.strength,
            "cost": cost_of_attack(view, request.about["character"], sheet),
        }
    elif kind == "superpower":
        activation = view.context(Activation)
        power = view.content.superpowers[what[0]]
        facts = {"cost": cost_of_superpower(view, activation.character, power)}
        kind = "leadership" if power.led else "idle" if idle(view, power, activation.character) else kind
    elif kind == "shake":
        return say("option.shake", lang, what=say(f"condition.{what[0]}", lang))
    elif kind == "advance":
        return say("option.advance", lang, what=say(f"tool.{what[0]}", lang))
    return say(f"option.{kind}", lang, what=name(view, "", what[0], lang) if what else "", **facts)


def _carried(view: View, power: str, bearer: str, lang: str) -> str | None:
    """The superpower or special condition of a character; None for any other trigger."""
    if power in view.content.superpowers:
        what = _priced(view, power, bearer, lang)
    elif power in CONDITIONS:
        what = say(f"condition.{power}", lang)
    else:
        return None
    return say("option.carried", lang, what=what, whom=name(view, "", bearer, lang))


def _priced(view: View, power: str, bearer: str, lang: str) -> str:
    """A superpower with what it costs its character, if it costs anything."""
    cost = cost_of_superpower(view, bearer, view.content.superpowers[power])
    called = name(view, "", power, lang) or ""
    return say("option.priced", lang, what=called, cost=cost) if cost else called


def _special(special: SpecialSheet, lang: str) -> str:
    """A special rule of an attack: its name, its icons and what it does."""
    key = "option.icon_special" if special.icons else "option.special"
    icons = " ".join(say(f"icon.{icon}", lang) for icon in special.icons)
    text = wording_for_all(lang).effects(special.effects)
    return say(key, lang, what=show(special.name, lang), icons=icons, text=text)


def _target(view: View, request: Request, target: str, lang: str) -> str:
    """Whom to attack, and what the dice promise as they stand now."""
    sheet = view.content.attacks[request.about["attack"]]
    attack = with_printed(view, "attack dice", request.about["attacker"], sheet.strength)
    defense = with_printed(view, "defense dice", target, view.number(sheet.type, target))
    damage, daze = outlook(view, target, attack, defense)
    what = name(view, "", target, lang)
    key = "option.last_target" if view.state.characters[target].injured else "option.target"
    return say(key, lang, what=what, damage=f"{damage:.1f}", daze=round(100 * daze))


def _reaction(view: View, answer: tuple[Any, ...], lang: str) -> str | None:
    kind, choice = answer
    if kind == "take_cover":
        roll = view.context(Attack).defense_pool.roll
        face = "" if roll is None else say(f"icon.{roll.faces[choice]}", lang)
        return say("option.cover", lang, face=face)
    if kind == "granted reroll":
        return say("option.granted_reroll", lang)
    if kind.startswith("card in "):
        return say("option.card", lang, what=name(view, "", choice, lang))
    power = kind.partition(".")[0]
    known = power in view.content.superpowers and choice in view.state.characters
    return _priced(view, power, choice, lang) if known else name(view, "", power, lang)

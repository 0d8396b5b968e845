"""A game in words: what things are called, and options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from rulewright.labels import by_field, by_question
from rulewright.text import show

from ..attack.choosing import cost_of as cost_of_attack
from ..book.wording import Wording, say
from ..conditions import CONDITIONS
from ..crises import IN_TURN, SEAT, SIDE
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


# Names ------------------------------------------------------------------------------------------------------


def _seat(view: View, field: str, value: Any, lang: str) -> str | None:
    return say("seat.name", lang, number=value + 1) if type(value) is int else None


def _word(view: View, field: str, value: Any, lang: str) -> str | None:
    return say(f"{WORDS[field]}.{value}", lang) if isinstance(value, str) else None


def _cards(view: View, field: str, value: Any, lang: str) -> str | None:
    return ", ".join(show(view.content.names(card), lang) for card in value) if isinstance(value, tuple) else None


def _faces(view: View, field: str, value: Any, lang: str) -> str | None:
    return " ".join(say(f"icon.{face}", lang) for face in value) if isinstance(value, tuple) else None


def _window(view: View, field: str, value: Any, lang: str) -> str | None:
    return say(f"window.{value.replace(' ', '_')}", lang) if isinstance(value, str) else None


def _power(view: View, field: str, value: Any, lang: str) -> str | None:
    return say(f"condition.{value}", lang) if value in CONDITIONS else None


def _called(view: View, field: str, value: Any, lang: str) -> str | None:
    return show(view.content.names(value), lang) if isinstance(value, str) and value else None


name: Final = by_field(
    {
        "player": _seat,
        **dict.fromkeys(WORDS, _word),
        "cards": _cards,
        "faces": _faces,
        "window": _window,
        "power": _power,
    },
    other=_called,
)
"""What characters, cards, terrain, tokens and words are called; None for what the texts tell."""

# Options ----------------------------------------------------------------------------------------------------


def _nothing(view: View, request: Request, answer: Any, lang: str) -> str:
    return say("option.none", lang)


def _deed(view: View, request: Request, answer: Any, lang: str) -> str | None:
    if not isinstance(answer, tuple):
        return None
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


def _crisis_effect(view: View, kind: str, what: Any, lang: str) -> str:
    crisis, number, whom = str(what).split()
    text = Wording(lang).effects(view.content["crises"][crisis].effects[int(number)].effects)
    if whom == IN_TURN:
        called = say("option.in_turn", lang)
    else:
        seated = whom[0] in (SEAT, SIDE)
        called = say("seat.name", lang, number=int(whom[1:]) + 1) if seated else name(view, "", whom, lang) or ""
    return say("option.crisis", lang, what=name(view, "", crisis, lang), whom=called, text=text)


def _special_rule(view: View, kind: str, what: Any, lang: str) -> str:
    return _special(attack_sheet(view, view.context(Attack)).specials[what], lang)


def _reactive_card(view: View, kind: str, what: Any, lang: str) -> str:
    return say("option.card", lang, what=name(view, "", str(what).split()[1], lang))


TRIGGERS: Final[Mapping[str, Callable[[View, str, Any, str], str | None]]] = {
    "crisis effect": _crisis_effect,
    "special_rule": _special_rule,
    "reactive card": _reactive_card,
}
"""What is triggered, by its name; all else is what a character carries."""


def _trigger(view: View, request: Request, answer: Any, lang: str) -> str | None:
    if not isinstance(answer, tuple):
        return None
    kind, what = answer
    return TRIGGERS.get(kind, _carried)(view, kind, what, lang)


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
    text = Wording(lang).effects(special.effects)
    return say(key, lang, what=show(special.name, lang), icons=icons, text=text)


def _resolved(view: View, request: Request, answer: bool, lang: str) -> str:
    """Whether a special rule is resolved."""
    if not answer:
        return _nothing(view, request, answer, lang)
    return _special(view.content.attacks[request.about["attack"]].specials[request.about["special"]], lang)


def _die(view: View, request: Request, answer: Any, lang: str) -> str | None:
    roll = pool_in(pools(view), request.about["pool"]).roll if isinstance(answer, int) else None
    return None if roll is None else say(f"icon.{roll.faces[answer]}", lang)


def _target(view: View, request: Request, target: Any, lang: str) -> str | None:
    """Whom to attack, and what the dice promise as they stand now."""
    if not isinstance(target, str):
        return None
    sheet = view.content.attacks[request.about["attack"]]
    attack = with_printed(view, "attack dice", request.about["attacker"], sheet.strength)
    defense = with_printed(view, "defense dice", target, view.number(sheet.type, target))
    damage, daze = outlook(view, target, attack, defense)
    what = name(view, "", target, lang)
    key = "option.last_target" if view.state.characters[target].injured else "option.target"
    return say(key, lang, what=what, damage=f"{damage:.1f}", daze=round(100 * daze))


def _aim(view: View, request: Request, answer: Any, lang: str) -> str | None:
    return _cards(view, "", answer, lang)


def _type(view: View, request: Request, answer: Any, lang: str) -> str:
    return say(f"{request.ask}.{answer}", lang)


def _affiliation(view: View, request: Request, answer: str, lang: str) -> str | None:
    return None if answer else say("affiliation.none", lang)


def _reaction(view: View, request: Request, answer: Any, lang: str) -> str | None:
    if not isinstance(answer, tuple):
        return None
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


def _face(view: View, request: Request, answer: Any, lang: str) -> str:
    return say(f"icon.{answer}", lang)


def _other(view: View, request: Request, answer: Any, lang: str) -> str | None:
    return name(view, request.ask, answer, lang) if isinstance(answer, str) else None


label: Final = by_question(
    {
        "turn": _deed,
        "act": _deed,
        "way_to_move": _deed,
        "trigger": _trigger,
        "special": _resolved,
        "react": _reaction,
        "reroll": _die,
        "change_die": _die,
        "change_to": _face,
        "target": _target,
        "next_target": _target,
        "aim": _aim,
        "attack_type": _type,
        "crisis_type": _type,
        "affiliation": _affiliation,
    },
    nothing=_nothing,
    other=_other,
)
"""An option in words; None for what the texts alone tell."""

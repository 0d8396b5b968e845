"""A game in words: what things are called, and options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright.labels import by_field, by_question
from rulewright.programs import Program, deed_at
from rulewright.text import show

from ..attack.choosing import cost_of as cost_of_attack
from ..book.wording import TEXTS, say
from ..conditions import CONDITIONS
from ..crises import IN_TURN, SEAT, SIDE
from ..effects.dice import pools
from ..minds.judgement import outlook
from ..numbers import with_printed
from ..superpowers.powers import cost_of as cost_of_superpower
from ..terms import Activation, Attack, attack_sheet, pool_in

if TYPE_CHECKING:
    from rulewright import Request, View

    from ..book.sheets import SpecialSheet, TacticSheet

WORDS: Final = {
    "condition": "condition", "tool": "tool", "how": "how", "pool": "pool", "edge": "edge", "reason": "result",
}  # fmt: skip
"""Fields whose values stand among the texts, and where."""
ROLLS: Final = (
    "priority", "attack roll", "defense roll", "attack criticals", "defense criticals", "dodge roll",
    "dodge criticals", "effect roll", "interaction", "reroll",
)  # fmt: skip
"""What dice are rolled for."""


# Names ------------------------------------------------------------------------------------------------------


def _seat(view: View, field: str, value: Any, lang: str) -> str | None:
    return say("seat.name", lang, number=value + 1) if type(value) is int else None


def _word(view: View, field: str, value: Any, lang: str) -> str | None:
    return say(f"{WORDS[field]}.{value}", lang) if isinstance(value, str) else None


def _cards(view: View, field: str, value: Any, lang: str) -> str | None:
    if not isinstance(value, tuple):
        return None
    return str(view.content.wording(lang).listed(show(view.content.names(card), lang) for card in value))


def _faces(view: View, field: str, value: Any, lang: str) -> str | None:
    return " ".join(say(f"icon.{face}", lang) for face in value) if isinstance(value, tuple) else None


def _face_of(view: View, field: str, value: Any, lang: str) -> str | None:
    return say(f"icon.{value}", lang) if isinstance(value, str) else None


def _window(view: View, field: str, value: Any, lang: str) -> str | None:
    return say(f"window.{value.replace(' ', '_')}", lang) if isinstance(value, str) else None


def _power(view: View, field: str, value: Any, lang: str) -> str | None:
    return say(f"condition.{value}", lang) if value in CONDITIONS else None


def _token(view: View, field: str, value: Any, lang: str) -> str | None:
    """A kind of token by the game's word for it; a token in play by its name."""
    known = isinstance(value, str) and f"token_name.{value}" in TEXTS
    return say(f"token_name.{value}", lang) if known else _called(view, field, value, lang)


def _layout(view: View, field: str, value: Any, lang: str) -> str | None:
    """A layout by its name; one that was scattered by the number that it was scattered by."""
    word, _, number = value.partition(" ") if isinstance(value, str) else ("", "", "")
    scattered = word == "random" and number.isdecimal()
    return say("layout.scattered", lang, number=number) if scattered else _called(view, field, value, lang)


def _called(view: View, field: str, value: Any, lang: str) -> str | None:
    return show(view.content.names(value), lang) if isinstance(value, str) and value else None


name: Final = by_field(
    {
        "player": _seat,
        **dict.fromkeys(WORDS, _word),
        "cards": _cards,
        "faces": _faces,
        **dict.fromkeys(ROLLS, _face_of),
        "window": _window,
        "power": _power,
        "token": _token,
        "kind": _token,
        "layout": _layout,
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
        kind = "leadership" if power.led else kind
    elif kind == "card":
        facts = {"paid": _cost(view.content.tactics[what[0]], lang)}
    elif kind == "shake":
        return say("option.shake", lang, what=say(f"condition.{what[0]}", lang))
    elif kind == "advance":
        return say("option.advance", lang, what=say(f"tool.{what[0]}", lang))
    return say(f"option.{kind}", lang, what=name(view, "", what[0], lang) if what else "", **facts)


def line(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def _crisis_effect(view: View, kind: str, what: Any, lang: str) -> str:
    crisis, number, whom = str(what).split()
    text = line(view.content.wording(lang).effects(view.content["crises"][crisis].effects[int(number)].effects))
    if whom == IN_TURN:
        called = say("option.in_turn", lang)
    else:
        seated = whom[0] in (SEAT, SIDE)
        called = say("seat.name", lang, number=int(whom[1:]) + 1) if seated else name(view, "", whom, lang) or ""
    return say("option.crisis", lang, what=name(view, "", crisis, lang), whom=called, text=text)


def _special_rule(view: View, kind: str, what: Any, lang: str) -> str:
    return _special(view, attack_sheet(view, view.context(Attack)).specials[what], lang)


def _reactive_card(view: View, kind: str, what: Any, lang: str) -> str:
    return _card(view, str(what).split()[1], lang)


def _card(view: View, card: str, lang: str) -> str:
    """A team tactic card to be played: its cost, and its text."""
    sheet = view.content.tactics[card]
    text = line(view.content["tactics"][card].said(view.content.wording(lang)))
    return say("option.card_text", lang, what=show(sheet.name, lang), paid=_cost(sheet, lang), text=text)


def _cost(sheet: TacticSheet, lang: str) -> str:
    """What a team tactic card costs; nothing where it costs nothing, or what it costs depends on who plays it."""
    return say("option.cost", lang, cost=sheet.cost) if sheet.cost and not sheet.costs else ""


def _left_over(view: View, kind: str, what: Any, lang: str) -> str:
    """What a text has left for the Cleanup Phase."""
    data = view.state.effects[what].data
    what, whom = (name(view, "", data[field], lang) for field in ("name", "character"))
    return say("option.carried_text", lang, what=what, whom=whom, text=program(view, data["queue"], lang))


def program(view: View, numbers: Program, lang: str) -> str:
    """What a program does."""
    return line(view.content.wording(lang).effects(deed_at(view.content, key).verb for key in numbers))


TRIGGERS: Final[Mapping[str, Callable[[View, str, Any, str], str | None]]] = {
    "crisis effect": _crisis_effect,
    "special_rule": _special_rule,
    "reactive card": _reactive_card,
    "card once it is resolved": _reactive_card,
    "card before it happens": _reactive_card,
    "in_cleanup": _left_over,
}
"""What is triggered, by its name; all else is what a character carries."""


def _trigger(view: View, request: Request, answer: Any, lang: str) -> str | None:
    if not isinstance(answer, tuple):
        return None
    kind, what, *again = answer
    told = TRIGGERS.get(kind, _carried)(view, kind, what, lang)
    return say("option.again", lang, what=told, number=again[0]) if again and told is not None else told


def _carried(view: View, power: str, bearer: str, lang: str) -> str | None:
    """The superpower or special condition of a character, and what it does; None for any other trigger."""
    whom = name(view, "", bearer, lang)
    if power in view.content.superpowers:
        text = program(view, view.content.superpowers[power].program, lang)
        what = _priced(view, power, bearer, lang)
    elif power in CONDITIONS:
        what, text = say(f"condition.{power}", lang), say(f"condition_does.{power}", lang)
    else:
        return None
    return say("option.carried_text" if text else "option.carried", lang, what=what, whom=whom, text=text)


def _priced(view: View, power: str, bearer: str, lang: str) -> str:
    """A superpower with what it costs its character, if it costs anything."""
    cost = cost_of_superpower(view, bearer, view.content.superpowers[power])
    called = name(view, "", power, lang) or ""
    return say("option.priced", lang, what=called, cost=cost) if cost else called


def _special(view: View, special: SpecialSheet, lang: str) -> str:
    """A special rule of an attack: its name, its icons and what it does."""
    key = "option.icon_special" if special.icons else "option.special"
    icons = " ".join(say(f"icon.{icon}", lang) for icon in special.icons)
    text = line(view.content.wording(lang).effects(special.effects))
    return say(key, lang, what=show(special.name, lang), icons=icons, text=text)


def _resolved(view: View, request: Request, answer: bool, lang: str) -> str:
    """Whether a special rule is resolved."""
    if not answer:
        return _nothing(view, request, answer, lang)
    return _special(view, view.content.attacks[request.about["attack"]].specials[request.about["special"]], lang)


def _die(view: View, request: Request, answer: Any, lang: str) -> str | None:
    roll = pool_in(pools(view), request.about["pool"]).roll if isinstance(answer, int) else None
    return None if roll is None else _die_of(roll.faces, answer, lang)


def _die_of(faces: Sequence[Any], number: int, lang: str) -> str:
    """A die of a roll: its face, and which one it is, for several may show the same."""
    return say("option.die", lang, face=say(f"icon.{faces[number]}", lang), number=number + 1)


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


def _conditions(view: View, request: Request, answer: Any, lang: str) -> str:
    """Special conditions, one or several."""
    several = answer if isinstance(answer, tuple) else (answer,)
    return str(view.content.wording(lang).listed(_condition(one, lang) for one in several))


def _condition(name: str, lang: str) -> str:
    """A special condition and what it does."""
    return say("option.condition", lang, what=say(f"condition.{name}", lang), does=say(f"condition_does.{name}", lang))


def _affiliation(view: View, request: Request, answer: str, lang: str) -> str | None:
    return None if answer else say("affiliation.none", lang)


def _reaction(view: View, request: Request, answer: Any, lang: str) -> str | None:
    if not isinstance(answer, tuple):
        return None
    kind, choice = answer
    if kind == "take_cover":
        roll = view.context(Attack).defense_pool.roll
        return say("option.cover", lang, die="" if roll is None else _die_of(roll.faces, choice, lang))
    if kind == "granted reroll":
        return say("option.granted_reroll", lang)
    if kind.startswith("card in "):
        return _card(view, choice, lang)
    power = kind.partition(".")[0]
    known = choice in view.state.characters
    return _carried(view, power, choice, lang) if known else name(view, "", power, lang)


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
        "conditions": _conditions,
        "cure": _conditions,
    },
    nothing=_nothing,
    other=_other,
)
"""An option in words; None for what the texts alone tell."""

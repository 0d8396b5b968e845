"""A match in words: names, facts for texts, and options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright.labels import by_field, by_kind, by_question
from rulewright.zones import CardsMoved

from ..blocks import REDUCE, reduced, threatened
from ..book.spaces import distance
from ..book.wording import TEXTS, Wording, called, damage_text, listed, say, token_name
from ..corridors import toll
from ..events.fighters import DamageTaken, TokensChanged
from ..hands import hand
from ..knockdown import chance_to_stand, cubes_in_test, recovered
from ..numbers import MOST_CARDS, TEST_DICE
from ..space.arena import is_in_range, sheet_of, space_of
from ..terms import Attack, panel_of
from .cards import attack_text, card_name, cost_text, effect_text, effects_text, skill_text, trigger_text

if TYPE_CHECKING:
    from rulewright import Request, View

SEATS: Final = ("player", "fighter")
PLACES: Final = ("origin", "target", "zone")

# Names ------------------------------------------------------------------------------------------------------


def fighter_name(view: View, seat: int, lang: str) -> str | None:
    """The fighter of a player; None for no seat."""
    return called(view.content, view.state.fighters[seat].name, lang) if seat in view.state.fighters else None


def _place(view: View, place: str, lang: str) -> str:
    kind, _, seat = place.partition(":")
    return say(f"place.{kind}", lang, player=fighter_name(view, int(seat), lang) if seat else "")


def _seat(view: View, field: str, value: Any, lang: str) -> str | None:
    return fighter_name(view, value, lang) if type(value) is int else None


def _zone(view: View, field: str, value: Any, lang: str) -> str | None:
    return _place(view, value, lang) if isinstance(value, str) else None


def _arena(view: View, field: str, value: Any, lang: str) -> str | None:
    return str(getattr(view.content["arenas"][value].name, lang)) if isinstance(value, str) else None


def _many(view: View, field: str, value: Any, lang: str) -> str | None:
    many = isinstance(value, tuple) and len(value) > MOST_CARDS
    return say("cards.hidden", lang, count=len(value)) if many else None


def _way(view: View, field: str, value: Any, lang: str) -> str | None:
    return " > ".join(value) if isinstance(value, tuple) else None


def _corridor(view: View, field: str, value: Any, lang: str) -> str | None:
    return None if not isinstance(value, bool) else say("way.corridor", lang) if value else ""


def _total(view: View, field: str, value: Any, lang: str) -> str | None:
    return None if not isinstance(value, int) else say("total.some", lang, total=value) if value else ""


def _reason(view: View, field: str, value: Any, lang: str) -> str | None:
    return say(f"result.{value}", lang) if isinstance(value, str) else None


def _window(view: View, field: str, window: Any, lang: str) -> str | None:
    if not isinstance(window, str):
        return None
    attack = view.context(Attack)
    facts = {
        "attack": attack_text(view.content, attack.name, lang),
        "damage": damage_text(*threatened(view, attack), lang),
    }
    return say(f"window.{window.replace(' ', '_')}", lang, **facts)


def _called(view: View, field: str, value: Any, lang: str) -> str | None:
    return called(view.content, value, lang) if isinstance(value, str) else None


name: Final = by_field(
    {
        **dict.fromkeys(SEATS, _seat),
        **dict.fromkeys(PLACES, _zone),
        "arena": _arena,
        "cards": _many,
        "way": _way,
        "corridor": _corridor,
        "total": _total,
        "reason": _reason,
        "window": _window,
    },
    other=_called,
)
"""What fighters, cards, skills, places and ways are called; None for what the texts tell."""


# What texts tell besides the fields of an event or a request -------------------------------------------------


def _taken(view: View, event: DamageTaken, lang: str) -> dict[str, Any]:
    return {"damage": damage_text(event.heavy, event.light, lang)}


def _moved(view: View, moved: CardsMoved, lang: str) -> dict[str, Any]:
    """What happened to cards, as players say it."""
    origin, target = str(moved.origin), str(moved.target)
    (left, _, giver), (came, _, player) = origin.partition(":"), target.partition(":")
    key = f"moved.{left}_{came}"
    told = say(
        key if key in TEXTS else "moved.elsewhere",
        lang,
        cards=_those(view, moved.cards, lang),
        giver=fighter_name(view, int(giver), lang) if giver else "",
        player=fighter_name(view, int(player), lang) if player else "",
        origin=_place(view, origin, lang),
        target=_place(view, target, lang),
    )
    return {"moved": told}


def _those(view: View, cards: Sequence[Any], lang: str) -> str:
    """Cards by their names; how many they are where they are hidden, or too many."""
    seen = [str(called(view.content, card, lang)) for card in cards if card is not None]
    if len(seen) < len(cards) or len(cards) > MOST_CARDS:
        return say("cards.hidden", lang, count=len(cards))
    return ("、" if lang == "zh" else ", ").join(seen)


def _test_facts(view: View, request: Request, lang: str) -> dict[str, Any]:
    target = int(request.about["fighter"])
    cubes = cubes_in_test(view, target)
    chance = f"{float(chance_to_stand(cubes, view.number('test dice', target))):.1%}"
    odds = say("odds.dice", lang, chance=chance) if view.setup.knockdown == "dice" else ""
    return {"cubes": cubes, "odds": odds, "half": recovered(view, target)}


def _move_facts(view: View, request: Request, lang: str) -> dict[str, Any]:
    who = "self" if request.about["fighter"] == request.player else "opponent"
    spaces, way, must = request.about["how"]
    return {"move": Wording(lang).move(who, spaces, way, must)}


def _paid_facts(view: View, request: Request, lang: str) -> dict[str, Any]:
    token = _token_facts(view, request, lang)["token"]
    return {"cost": view.content.ops[request.about["effect"]].verb.cost.said(Wording(lang, token))}


def _dice_facts(view: View, request: Request, lang: str) -> dict[str, Any]:
    count = view.number("test dice", request.player)
    return {"dice": say("odds.three", lang) if count == TEST_DICE else count}


def _action_facts(view: View, request: Request, lang: str) -> dict[str, Any]:
    return {"actions": view.number("actions", request.player)}


def _limit_facts(view: View, request: Request, lang: str) -> dict[str, Any]:
    return {"most": view.number("hand limit", request.player)}


def _token_facts(view: View, thing: TokensChanged | Request, lang: str) -> dict[str, Any]:
    return {"token": token_name(view.content["fighters"][view.state.fighters[thing.player].name], lang)}


def _cost_facts(view: View, request: Request, lang: str) -> dict[str, Any]:
    return {"cost": cost_text(request.about["cost"], lang)}


facts: Final = by_kind(
    {DamageTaken: _taken, CardsMoved: _moved, TokensChanged: _token_facts},
    {
        "action": _action_facts,
        "hand_limit": _limit_facts,
        "call_test": _test_facts,
        "move_to": _move_facts,
        "spend_to_move": _token_facts,
        "spend": _paid_facts,
        "knockdown_test": _dice_facts,
        "trade": _token_facts,
        "pay": _cost_facts,
    },
)
"""Damage in words, what a test is likely to bring, and how far a move goes."""

# Options ----------------------------------------------------------------------------------------------------


def _doing(view: View, request: Request, answer: Any, lang: str) -> str:
    if answer is None:
        return say("option.end_combo", lang)
    kind, what = answer
    if kind in ("attack", "special"):
        sheets = view.content.attacks if kind == "attack" else panel_of(view, request.player).specials
        reaches = is_in_range(view, request.player, sheets[what].range)
        line = say(f"option.{kind}", lang, what=attack_text(view.content, what, lang))
        return line if reaches else line + say(f"option.{kind}_out_of_range", lang)
    if kind == "corridor":
        price = damage_text(*toll(view, request.player, what), lang)
        return say("option.corridor", lang, space=what, damage=price, gap=_gap(view, request.player, what, lang))
    return say(f"option.{kind}", lang, space=what, gap=_gap(view, request.player, what, lang))


def _gap(view: View, mover: int, space: str, lang: str) -> str:
    """How far from the other fighter a space is."""
    steps = distance(sheet_of(view).place, space, space_of(view, 1 - mover))
    return say("option.gap", lang, steps=steps, other=fighter_name(view, 1 - mover, lang))


def _reaction(view: View, request: Request, answer: Any, lang: str) -> str:
    if answer is None:
        block = request.about.get("window") == "assault declared"
        return say("option.no_block" if block else "option.no_response", lang)
    kind, choice = answer
    if kind == "respond":
        return say("option.respond", lang, what=attack_text(view.content, choice, lang))
    use, card = choice
    shield, attack = card_name(view.content, card, lang), view.context(Attack)
    if use != REDUCE:
        effect = effect_text(view.content, attack.name, lang)
        return say(f"option.block_{'cancel' if effect else 'in_vain'}", lang, card=shield, effect=effect)
    left = reduced(view, len(hand(view, request.player)) - 1, *threatened(view, attack))
    return say("option.block_reduce", lang, card=shield, damage=damage_text(*left, lang))


def _going(view: View, request: Request, answer: Any, lang: str) -> str:
    if answer is None:
        return say("option.stay", lang)
    return say("option.go", lang, space=answer, gap=_gap(view, int(request.about["fighter"]), answer, lang))


def _card(view: View, request: Request, answer: Any, lang: str) -> str:
    return attack_text(view.content, answer, lang)


def _held(view: View, request: Request, answer: Any, lang: str) -> str:
    return card_name(view.content, answer, lang)


def _cards(view: View, request: Request, answer: Any, lang: str) -> str:
    return listed((card_name(view.content, card, lang) for card in answer), lang) or say("option.no_cards", lang)


def _skill(view: View, request: Request, answer: Any, lang: str) -> str:
    return skill_text(view.content, answer, lang)


def _yes(view: View, request: Request, answer: Any, lang: str) -> str:
    return say("option.yes" if answer else "option.no", lang)


def _tower(view: View, request: Request, answer: Any, lang: str) -> str:
    return say(f"built.{answer}", lang)


def _effect_option(view: View, request: Request, answer: Any, lang: str) -> str:
    """An effect that a player may choose, or leave."""
    verb = view.content.ops[request.about["effect"]].verb
    if request.ask == "may" and not answer:
        return _yes(view, request, answer, lang)
    effects = verb.effects if request.ask == "may" else verb.options[answer].effects
    token = token_name(view.content["fighters"][view.state.fighters[request.player].name], lang)
    return effects_text(effects, lang, token)


def _trigger_option(view: View, request: Request, answer: Any, lang: str) -> str:
    """One of the things that active skills do now, by the name of its trigger and the zone in which the card lies."""
    return say("option.no_skill", lang) if answer is None else trigger_text(view.content, answer[0], lang)


label: Final = by_question({
    "action": _doing,
    "combo": _doing,
    "react": _reaction,
    "move_to": _going,
    "spend_to_move": _going,
    "trade_places": _going,
    "take_card": _card,
    "hand_limit": _held,
    "discard_shown": _held,
    "name_card": _held,
    "pay": _cards,
    "discard": _cards,
    "show": _cards,
    "trade": _cards,
    "keep_skill": _skill,
    "keep_passed_skill": _skill,
    "turn_skill_up": _skill,
    "spend": _yes,
    "trigger": _trigger_option,
    "choose_option": _effect_option,
    "may": _effect_option,
    "call_test": _yes,
    "tower": _tower,
})  # fmt: skip
"""An option in words; None for what the texts alone tell."""

"""A battle in words: what things are called, and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright.text import show

from ..book.wording import say
from ..terms import SPLIT

if TYPE_CHECKING:
    from rulewright import Request, View

WORDS: Final = {"power": "power", "how": "how", "way": "how", "phase": "phase"}
"""Fields whose values stand among the texts, and where."""

PAIRS: Final = ("attach", "embarked", "reserve", "arrive", "firing_deck")
"""Questions whose options are a unit or model, and what it joins, how it comes, or what it shoots with."""


def name(view: View, field: str, value: Any, lang: str) -> str | None:
    """What units, models, weapons and words are called; None for what the texts tell."""
    if field == "player":
        return say("seat.name", lang, number=value + 1) if type(value) is int else say("seat.nobody", lang)
    if field in WORDS and isinstance(value, str):
        return say(f"{WORDS[field]}.{value.replace(' ', '_').replace('-', '_')}", lang)
    if field in ("models", "units", "targets") and isinstance(value, tuple):
        return ", ".join(show(view.content.names(one), lang) for one in value)
    if isinstance(value, str) and value:
        return show(view.content.names(value), lang)
    return None


def label(view: View, request: Request, answer: Any, lang: str) -> str | None:
    """An option in words; None for what the texts alone tell."""
    if answer is None:
        return say(f"none.{request.ask}", lang)
    if answer == SPLIT:
        return say("option.split", lang)
    if request.ask == "react" and isinstance(answer, tuple):
        return _stratagem(view, *answer[1], lang=lang)
    if request.ask == "reroll" and isinstance(answer, tuple):
        return " ".join(map(str, answer))
    if request.ask == "move" and isinstance(answer, tuple):
        unit, way = answer
        return say("option.move", lang, unit=name(view, "unit", unit, lang), way=name(view, "way", way, lang))
    if request.ask == "bolt" and isinstance(answer, tuple):
        unit, target = answer
        return say("option.bolt", lang, unit=name(view, "unit", unit, lang), target=name(view, "unit", target, lang))
    if request.ask in PAIRS and isinstance(answer, tuple) and len(answer) == 2:
        one, other = answer
        field = "way" if request.ask in ("reserve", "arrive") else "unit"
        about = {"unit": name(view, "unit", one, lang), "way": None, "other": None}
        about["way" if field == "way" else "other"] = name(view, field, other, lang)
        return say(f"option.{request.ask}", lang, **about)
    if request.ask == "deploy_way":
        return name(view, "way", answer, lang)
    if request.ask == "charge" and isinstance(answer, tuple):
        unit, targets = answer
        return say(
            "option.charge", lang, unit=name(view, "unit", unit, lang), targets=name(view, "units", targets, lang)
        )
    if isinstance(answer, str):
        return name(view, request.ask, answer, lang)
    return None


def _stratagem(view: View, id: str, *units: str, lang: str) -> str:
    """A Stratagem and the units that it is used on."""
    cp = view.content.stratagems[id].cp
    facts = {"stratagem": name(view, "stratagem", id, lang), "cp": cp, "units": name(view, "units", units, lang)}
    return say("option.stratagem" if units else "option.plain_stratagem", lang, **facts)

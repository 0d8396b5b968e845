"""How the game looks to people. The sentences stand in texts.toml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright import View
from rulewright.geometry import grid, maps

from .board import BOARD, needed, shows
from .state import Moved

CLICK = {
    "en": "speed {0.speed}, attack {0.attack}, damage {0.damage}",
    "zh": "速度 {0.speed}，攻击 {0.attack}，伤害 {0.damage}",
}
ATTACK = {"en": "Attack {who}: {least} or more", "zh": "攻击{who}：需要 {least} 点以上"}


def name(view: View, field: str, value: Any, lang: str) -> str | None:
    """Figures are called what their content says, squares by column and row."""
    if field in ("figure", "target") and value in view.content["figures"]:
        return str(getattr(view.content["figures"][value].name, lang))
    return grid.name_of(value) if field == "at" else None


def facts(view: View, thing: Any, lang: str) -> Mapping[str, Any]:
    """Where a way leads."""
    return {"end": grid.name_of(thing.way[-1])} if isinstance(thing, Moved) else {}


def label(view: View, request: Any, answer: Any, lang: str) -> str | None:
    """A target, with what the dice have to come to."""
    if request.ask != "act" or answer not in view.state.fighters:
        return None
    least = needed(view, request.about["figure"], answer)
    return ATTACK[lang].format(who=name(view, "figure", answer, lang), least=least)


def draw(view: View, lang: str) -> str:
    """The map in characters, and what the dials show."""
    scene = BOARD(view)
    shown = maps.map_of_board(scene.board, scene.figures, {one.id: one.side for one in scene.figures})
    dials = {name(view, "figure", one, lang): shows(view, one) for one in view.state.fighters}
    return "\n".join([*maps.as_text(shown), "", *(f"{who}: {CLICK[lang].format(dial)}" for who, dial in dials.items())])


def look(view: View, typed: str, lang: str) -> str | None:
    """All clicks of the figure whose name was typed."""
    for figure in view.content["figures"].values():
        if typed.lower() == getattr(figure.name, lang).lower():
            return "\n".join(f"{number} {CLICK[lang].format(click)}" for number, click in enumerate(figure.dial, 1))
    return None

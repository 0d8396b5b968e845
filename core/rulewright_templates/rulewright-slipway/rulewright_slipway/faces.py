"""How the game looks to people. The sentences stand in text.toml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from rulewright import View
from rulewright.geometry import grid, maps
from rulewright.panels import Heading, MapOf, Panel, Row, Rows, Section, Text
from rulewright.text import Words

from .book import Click
from .space import BOARD, needed, shows
from .state import Moved

CLICK: tuple[Words, ...] = (
    "",
    {"en": "speed", "zh": "速度"},
    {"en": "attack", "zh": "攻击"},
    {"en": "damage", "zh": "伤害"},
)
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


def panel(view: View) -> Panel:
    """The map, and what the dials show."""
    scene = BOARD(view)
    shown = maps.map_of_board(scene.board, scene.figures, names=partial(called, view))
    dials = (clicks(called(view, one), shows(view, one), about=one) for one in view.state.fighters)
    return Panel((MapOf(shown), Section((Rows(tuple(dials), CLICK),))))


def called(view: View, figure: str) -> Words:
    """What a figure is called, in both languages."""
    words: Words = view.content["figures"][figure].name.model_dump()
    return words


def clicks(title: Words, click: Click, about: str = "") -> Row:
    """A row of what a dial shows."""
    return Row((Text(title), *(Text(str(value)) for value in (click.speed, click.attack, click.damage))), about=about)


def look(view: View, typed: str) -> Panel | None:
    """All clicks of the figure whose name was typed."""
    for figure in view.content["figures"].values():
        if typed.lower() in (figure.name.en.lower(), figure.name.zh):
            rows = (clicks(str(number), click) for number, click in enumerate(figure.dial, 1))
            return Panel((Heading(called(view, figure.id), about=figure.id), Rows(tuple(rows), CLICK)))
    return None

"""How the game looks at a terminal. The sentences stand in texts.toml."""

from __future__ import annotations

from typing import Any

from rulewright import Request, View
from rulewright.events import Event
from rulewright.geometry.maps import as_text, map_of_scene

from .content import sheet
from .state import models
from .world import TABLE, gaps


def name(view: View, field: str, value: Any, lang: str) -> str | None:
    """Units are called what their content says, models after their units."""
    units = view.content["units"]
    if not isinstance(value, str):
        return None
    unit, _, number = value.rpartition(" ")
    if value in units:
        return str(getattr(units[value].name, lang))
    return f"{getattr(units[unit].name, lang)} {number}" if unit in units else None


def label(view: View, request: Request, answer: Any, lang: str) -> str | None:
    """A target with what one wants to know of it: how far it is away, and how many models it has."""
    if request.ask not in ("shoot", "charge", "fight") or answer is None:
        return None
    unit = request.about["unit"]
    return f"{name(view, 'unit', answer, lang)}: {gaps(view)[unit][answer]:.1f}″ × {len(models(view, answer))}"


def facts(view: View, said: Event | Request, lang: str) -> dict[str, Any]:
    """The question where a unit goes says how far it may go."""
    if isinstance(said, Request) and said.ask == "advance":
        unit = sheet(view, said.about["unit"])
        return {"inches": unit.tool or unit.move}
    return {}


def draw(view: View, lang: str) -> str:
    """The table from above."""
    return "\n".join(as_text(map_of_scene(TABLE(view))))


SHEET = {
    "en": "{name}: moves {move:g} inches, range {range:g}, shots {shots}, blows {blows}; wounds {left}",
    "zh": "{name}：移动 {move:g} 英寸，射程 {range:g}，射击 {shots}，近战 {blows}；伤口 {left}",
}


def look(view: View, typed: str, lang: str) -> str | None:
    """A unit in detail; all of them where nothing was typed."""
    wanted = [
        unit
        for unit in dict.fromkeys(one.unit for one in view.state.fighters.values())
        if typed.casefold() in ("", unit.casefold(), str(name(view, "unit", unit, lang)).casefold())
    ]
    lines = []
    for unit in wanted:
        printed = sheet(view, unit)
        left = " ".join(str(one.wounds) for one in models(view, unit))
        facts = {**dict(printed), "name": name(view, "unit", unit, lang), "move": printed.tool or printed.move}
        lines.append(SHEET[lang].format(**facts, left=left))
    return "\n".join(lines) or None

"""How the game looks to people. The sentences stand in text.toml."""

from __future__ import annotations

from typing import Any

from rulewright import Request, View
from rulewright.events import Event
from rulewright.geometry.maps import map_of_scene
from rulewright.panels import MapOf, Panel, Row, Rows, Text
from rulewright.text import LANGUAGES, Words, by_language

from .book import sheet
from .space import TABLE, gaps
from .state import models


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


def panel(view: View) -> Panel:
    """The table from above."""
    return Panel((MapOf(map_of_scene(TABLE(view), names=lambda thing: called(view, thing))),))


def called(view: View, thing: str) -> Words:
    """What a unit or a model is called in both languages; terrain as in its file."""
    return by_language(lambda lang: name(view, "unit", thing, lang) or thing)


def about(view: View, request: Request, answer: Any) -> list[str] | None:
    """A unit is on the table as its models. What else an option is about the answer names."""
    return [str(one.id) for one in models(view, answer)] if isinstance(answer, str) else None


COLUMNS: tuple[Words, ...] = (
    "",
    {"en": "moves", "zh": "移动"},
    {"en": "range", "zh": "射程"},
    {"en": "shots", "zh": "射击"},
    {"en": "blows", "zh": "近战"},
    {"en": "wounds", "zh": "伤口"},
)


def look(view: View, typed: str) -> Panel | None:
    """A unit in detail; all of them where nothing was typed."""
    units = dict.fromkeys(one.unit for one in view.state.fighters.values())
    names = {unit: (unit, *(name(view, "unit", unit, lang) or "" for lang in LANGUAGES)) for unit in units}
    wanted = [unit for unit in units if typed.casefold() in ("", *(one.casefold() for one in names[unit]))]
    return Panel((Rows(tuple(row(view, unit) for unit in wanted), COLUMNS),)) if wanted else None


def row(view: View, unit: str) -> Row:
    """What a unit can do, and the wounds of each of its models."""
    printed = sheet(view, unit)
    left = " ".join(str(one.wounds) for one in models(view, unit))
    inches = f"{printed.tool or printed.move:g}″", f"{printed.range:g}″"
    return Row((Text(called(view, unit)), *map(Text, (*inches, str(printed.shots), str(printed.blows), left))))

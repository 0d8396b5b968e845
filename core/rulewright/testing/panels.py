"""What a ruleset shows: panels that any face can draw, and options that are about what is on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final

import msgspec

from ..overview import about
from ..panels import Panel
from ..requests import naming
from ..text import LANGUAGES
from ..view import View
from .comparing import shortened
from .findings import CheckFailed

LISTED: Final = 40
"""Where there are more options, this many are looked at."""


def check_panel(view: View, make: Callable[[View], Panel], rng: Random) -> None:
    """The panel of a view can be drawn, and what options are about is on it.

    Raises CheckFailed, and whatever the ruleset raises.
    """
    panel = _drawable("panel", make(view))
    if (request := view.request) is not None:
        options = list(request.space.options() or request.space.suggest(LISTED, rng))
        for answer in options if len(options) <= LISTED else rng.sample(options, LISTED):
            _check_about(view, panel, request, answer)
        _check_map(panel, request.space.preview())
    else:
        _check_map(panel, ())


def check_look(view: View, look: Callable[[View, str], Panel | None]) -> None:
    """The closer look at nothing in particular can be drawn. Raises CheckFailed, and whatever the ruleset raises."""
    if (panel := look(view, "")) is not None:
        _drawable("look", panel)


def _drawable(what: str, panel: Any) -> Panel:
    if not isinstance(panel, Panel):
        raise CheckFailed("faces", f"{what} gives {shortened(panel)}, expected a Panel of rulewright.panels")
    try:
        msgspec.json.decode(msgspec.json.encode(panel), type=Panel)
    except (TypeError, ValueError) as error:
        raise CheckFailed("faces", f"{what} gives a panel that is no plain data: {error}") from None
    for part in panel.parts():
        for name, words in _words(part):
            if missing := [lang for lang in LANGUAGES if lang not in words]:
                where = f"{name} of {shortened(part)}"
                raise CheckFailed("faces", f"{what}: {where} is not there in {', '.join(missing)}")
    return panel


def _words(part: msgspec.Struct) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The texts of a part that are given by language."""
    for name in part.__struct_fields__:
        value = getattr(part, name)
        for words in value if isinstance(value, tuple) else (value,):
            if isinstance(words, Mapping):
                yield name, words


def _check_about(view: View, panel: Panel, request: Any, answer: Any) -> None:
    unknown = [id for id in about(view, panel, request, answer) if id not in panel.ids]
    if unknown:
        what = f"{answer!r} of {naming(request)} is about {', '.join(map(repr, unknown))}"
        known = ", ".join(map(repr, sorted(panel.ids))) or "nothing"
        raise CheckFailed("faces", f"{what}, which the panel does not show; it shows {known}")


def _check_map(panel: Panel, over: tuple[Any, ...]) -> None:
    """The map can be drawn, with what the player is asked over it."""
    if (shown := panel.map) is not None:
        from ..geometry.maps import as_svg, as_text

        for lang in LANGUAGES:
            as_text(shown.over(*over), lang=lang)
            as_svg(shown.over(*over), lang=lang)

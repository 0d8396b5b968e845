"""What a ruleset shows: panels that any face can draw, and questions whose options are about what is on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final

import msgspec

from ..overview import Choice, question_of
from ..panels import Panel
from ..plaindata import Answer, plain, same
from ..requests import naming
from ..text import LANGUAGES
from ..view import View
from .comparing import shortened
from .findings import CheckFailed

LISTED: Final = 40
"""Where there are more options, this many are looked at."""


def check_panel(view: View, make: Callable[[View], Panel]) -> Panel:
    """The panel of a view, which can be drawn. Raises CheckFailed, and whatever the ruleset raises."""
    panel = _drawable("panel", make(view))
    _check_map(panel, () if view.request is None else view.request.space.preview())
    return panel


def check_question(view: View, panel: Panel | None, rng: Random) -> None:
    """
    What a player is asked can be sent to a face as JSON, and what comes back is the answer that was meant.

    What options are about is on the panel, if there is one. Raises CheckFailed, and whatever the ruleset raises.
    """
    request = view.request
    question = question_of(view, panel=panel)
    if question is None:
        return
    try:
        sent = msgspec.json.decode(msgspec.json.encode(question))
    except (TypeError, ValueError) as error:
        raise CheckFailed("faces", f"{naming(request)} is not plain data: {error}") from None
    for kind in ("choices", "items", "ideas", "closed"):
        listed = list(zip(getattr(question, kind), sent.get(kind, ()), strict=True))
        for choice, data in listed if len(listed) <= LISTED else rng.sample(listed, LISTED):
            _check_choice(request, choice, data, panel)
    for answer in request.space.suggest(1, rng):
        _check_sent_back(request, answer, msgspec.json.decode(msgspec.json.encode(answer)))


def _check_choice(request: Any, choice: Choice, data: Any, panel: Panel | None) -> None:
    """What a face lists has a name in all languages, is about what is shown, and can be sent back."""
    if missing := [lang for lang in LANGUAGES if not choice.label.get(lang)]:
        raise CheckFailed("faces", f"{choice.answer!r} of {naming(request)} has no name in {', '.join(missing)}")
    if panel is not None:
        _check_about(request, panel, choice)
    _check_sent_back(request, choice.answer, data["answer"])


def _check_sent_back(request: Any, answer: Answer, data: Any) -> None:
    """An answer that was written as JSON and read back is the same."""
    if not same(back := plain(data), answer):
        raise CheckFailed("faces", f"{answer!r} of {naming(request)} comes back from JSON as {back!r}")


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
        raise CheckFailed("faces", f"{what} gives a panel that is not plain data: {error}") from None
    for part in panel.parts():
        for name, words in _words(part):
            if missing := [lang for lang in LANGUAGES if lang not in words]:
                where = f"{name} of {shortened(part)}"
                raise CheckFailed("faces", f"{what}: {where} is missing in {', '.join(missing)}")
    return panel


def _words(part: msgspec.Struct) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The texts of a part that are given by language."""
    for name in part.__struct_fields__:
        value = getattr(part, name)
        for words in value if isinstance(value, tuple) else (value,):
            if isinstance(words, Mapping):
                yield name, words


def _check_about(request: Any, panel: Panel, choice: Choice) -> None:
    if unknown := [id for id in choice.about if id not in panel.ids]:
        what = f"{choice.answer!r} of {naming(request)} is about {', '.join(map(repr, unknown))}"
        known = ", ".join(map(repr, sorted(panel.ids))) or "nothing"
        raise CheckFailed("faces", f"{what}, which the panel does not show; it shows {known}")


def _check_map(panel: Panel, over: tuple[Any, ...]) -> None:
    """The map can be drawn, with what the player is asked over it."""
    if (shown := panel.map) is not None:
        from ..geometry.maps import as_svg, as_text

        for lang in LANGUAGES:
            as_text(shown.over(*over), lang=lang)
            as_svg(shown.over(*over), lang=lang)

"""A game in words: what things are called, and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright.geometry import grid
from rulewright.labels import by_field, by_question
from rulewright.text import show

from ..attack.dice import dice_now
from ..attack.targets import legal_targets
from ..book.wording import TEXTS, Wording, say
from ..movement.break_away import roll_to_break_away
from ..space.board import stairs_of
from ..terms import GUARDS
from .chances import hits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulewright import Request, View

BETWEEN_WORDS: Final = str.maketrans(" -/", "___")
"""What stands between the words of a name, as keys of texts have it."""

BEGIN_WITH_A_MOVE: Final = ("move", "charge", "running-shot", "hypersonic-speed", "sidestep")
"""The actions that may take a roll to break away before anything else (10.8)."""

NONE: Final = ("action", "attack", "again", "another", "instead", "obey")
"""The questions whose answer for nothing has words of its own."""


def edge(id: str, lang: str) -> str:
    """What a starting area is called."""
    word, _, number = id.partition(" ")
    return say(f"edge.{word}", lang, number=number) if number else say(f"edge.{word}", lang)


def power(view: View, id: str, lang: str) -> str:
    """What a power or ability is called."""
    special = id.partition("/")[0]
    if special in view.content.specials:
        return show(view.content.name_of(special), lang)
    return say(f"power.{id.partition(':')[0].replace('-', '_')}", lang)


def terrain(view: View, id: str, lang: str) -> str:
    """A terrain marker with where it lies, or a piece of the map by its name; empty for a character."""
    marker = view.state.markers.get(id)
    if marker is None:
        return "" if id in view.state.characters else id
    where = " ".join(grid.name_of(square) for square in marker.squares)
    return say("option.marker", lang, kind=marker_name(view, marker, lang), where=where)


def marker_name(view: View, marker: Any, lang: str) -> str:
    """What a terrain marker is called: by its own name, or by its kind."""
    return show(view.content.name_of(marker.card), lang) if marker.card else say(f"kind.{marker.kind}", lang)


# Names ------------------------------------------------------------------------------------------------------


def _seat(view: View, field: str, value: Any, lang: str) -> str | None:
    return say("seat.name", lang, number=value + 1) if type(value) is int else None


def _squares(view: View, field: str, value: Any, lang: str) -> str | None:
    if not (isinstance(value, tuple) and value and isinstance(value[0], tuple)):
        return None
    return " ".join(grid.name_of(square) for square in value)


def _edge(view: View, field: str, value: Any, lang: str) -> str | None:
    return edge(value, lang) if isinstance(value, str) and value else None


def _marker(view: View, field: str, value: Any, lang: str) -> str | None:
    known = isinstance(value, str) and value in view.state.markers
    return marker_name(view, view.state.markers[value], lang) if known else None


def _kind(view: View, field: str, value: Any, lang: str) -> str | None:
    return say(f"kind.{value}", lang) if isinstance(value, str) and value else None


def _characters(view: View, field: str, value: Any, lang: str) -> str | None:
    return show([view.content.names(one) for one in value], lang) if isinstance(value, tuple) else None


def _power(view: View, field: str, value: Any, lang: str) -> str | None:
    return power(view, value, lang) if isinstance(value, str) else None


def _modifier(view: View, field: str, value: Any, lang: str) -> str | None:
    """What changes a number: a power by its name, or a rule; names of texts are their own."""
    key = str(value).lower().translate(BETWEEN_WORDS)
    known = next((found for found in (f"modifier.{key}", f"power.{key}") if found in TEXTS), None)
    return show(view.content.names(str(value)), lang) if known is None else say(known, lang)


def _window(view: View, field: str, value: Any, lang: str) -> str | None:
    key = f"window.{str(value).replace(' ', '_')}"
    return say(key, lang) if key in TEXTS else None


def _type(view: View, field: str, value: Any, lang: str) -> str | None:
    return say(f"type.{value}", lang) if isinstance(value, str) and value else None


def _called(view: View, field: str, value: Any, lang: str) -> str | None:
    return show(view.content.names(value), lang) if isinstance(value, str) and value else None


name: Final = by_field(
    {
        "player": _seat,
        "squares": _squares,
        "way": _squares,
        "edge": _edge,
        "id": _marker,
        "kind": _kind,
        "characters": _characters,
        "replacements": _characters,
        "name": _power,
        "modifier": _modifier,
        "type": _type,
        "window": _window,
    },
    other=_called,
)
"""What characters, powers, squares and words are called; None for what the texts tell."""

# Options ----------------------------------------------------------------------------------------------------


def _nothing(view: View, request: Request, answer: None, lang: str) -> str:
    return say(f"none.{request.ask if request.ask in NONE else 'other'}", lang)


def _action(view: View, request: Request, answer: Any, lang: str) -> str:
    id, what, type = answer
    who = show(view.content.names(id), lang)
    told = say("option.action", lang, who=who, type=say(f"type.{type}", lang), what=power(view, what, lang))
    told = _at_once(view, id, what, told, lang)
    special, _, part = what.partition("/")
    like = (one for one in _tuples(request) if (one[0], one[1].partition("/")[0], one[2]) == (id, special, type))
    return _of_part(view, told, special, int(part or 1) - 1, like, lang)


def _at_once(view: View, id: str, what: str, told: str, lang: str) -> str:
    """An action with what happens before anything else is asked: a roll to break away, or an attack on the only one in
    reach."""
    least = roll_to_break_away(view, id) if what in BEGIN_WITH_A_MOVE else None
    if least is not None:
        return say("option.break_away", lang, option=told, least=least)
    targets = legal_targets(view, id, what) if what in ("close", "range") else []
    if len(targets) != 1:
        return told
    aimed = say("option.at", lang, option=told, who=show(view.content.names(targets[0]), lang))
    return say("option.hits", lang, who=aimed, **hits(view, id, targets[0], what))


def _target(view: View, request: Request, answer: Any, lang: str) -> str | None:
    """A target with the number that is needed; of other targets of texts the name alone."""
    kind, attacker = request.about.get("kind"), request.about.get("character")
    who = _called(view, request.ask, answer, lang)
    if who is None or kind not in GUARDS or not isinstance(attacker, str) or attacker not in view.state.characters:
        return who
    return say("option.hits", lang, who=who, **hits(view, attacker, answer, kind))


def _terrain(view: View, request: Request, answer: str, lang: str) -> str | None:
    return terrain(view, answer, lang) or None


def _starting_area(view: View, request: Request, answer: str, lang: str) -> str:
    return edge(answer, lang)


def _base(view: View, request: Request, answer: Any, lang: str) -> str:
    return " ".join(grid.name_of(square) for square in answer)


def _stairs(view: View, request: Request, answer: int, lang: str) -> str:
    """Where the stairs of elevated terrain lead when it lies that way round."""
    printed = view.content.markers[request.about["card"]]
    stairs = stairs_of(printed, request.about["squares"], answer)
    where = ", ".join("-".join(map(grid.name_of, one)) for one in sorted(stairs))
    return say("option.stairs", lang, where=where)


def _player(view: View, request: Request, answer: int, lang: str) -> str:
    return say("seat.name", lang, number=answer + 1)


def _value(view: View, request: Request, answer: Any, lang: str) -> str:
    return say(f"value.{answer}", lang)


def _die(view: View, request: Request, answer: int, lang: str) -> str:
    return say("option.die", lang, number=answer + 1, face=dice_now(view)[answer])


def _may(view: View, request: Request, answer: bool, lang: str) -> str:
    return say(f"option.{'yes' if answer else 'no'}", lang)


def _attack(view: View, request: Request, answer: str, lang: str) -> str:
    return say(f"attack.{answer}", lang) if answer in ("close", "range") else power(view, answer, lang)


def _deed(view: View, request: Request, answer: Any, lang: str) -> str:
    return say(f"option.{request.ask}", lang)


def _change(view: View, request: Request, answer: Any, lang: str) -> str:
    return say("option.change", lang, stat=say(f"value.{answer[0]}", lang), by=f"{answer[1]:+d}")


def _of_power(view: View, request: Request, answer: str, lang: str) -> str:
    return power(view, answer, lang)


def _trigger(view: View, request: Request, answer: Any, lang: str) -> str | None:
    """The power of a character that is triggered; None for any other trigger."""
    if not isinstance(answer, tuple) or answer[1] not in view.state.characters:
        return None
    named = answer[0].partition(".")[0]
    what, version = power(view, named, lang), named.partition(":")[2]
    who = show(view.content.names(answer[1]), lang)
    told = say("option.trigger", lang, who=who, what=f"{what} ({version})" if version else what)
    return _of_function(view, request, answer, told, lang)


def _reaction(view: View, request: Request, answer: Any, lang: str) -> str | None:
    if not isinstance(answer, tuple):
        return None
    told = power(view, answer[0].partition(".")[0], lang)
    if len({one[1] for one in _tuples(request) if one[0] == answer[0]}) > 1:
        told = say("option.trigger", lang, who=show(view.content.names(answer[1]), lang), what=told)
    return _of_function(view, request, answer, told, lang)


def _tuples(request: Request) -> Iterator[Any]:
    """The options that consist of several words."""
    return (one for one in request.space.options() or () if isinstance(one, tuple))


def _of_function(view: View, request: Request, answer: Any, told: str, lang: str) -> str:
    """An option that is a function of a power, by its name with a dot, with what tells it from others of its text."""
    special, _, function = answer[0].partition(".")
    part = next((int(word) for word in reversed(function.split("_")) if word.isdecimal()), 0)
    like = (one for one in _tuples(request) if (one[0].partition(".")[0], *one[1:]) == (special, *answer[1:]))
    return _of_part(view, told, special, part, like, lang)


def _of_part(view: View, told: str, special: str, part: int, like: Iterable[Any], lang: str) -> str:
    """An option with what its part of the text does, where several parts offer one that is called like it."""
    text = view.content.specials.get(special)
    if text is None or part >= len(text.does) or len(list(like)) < 2:
        return told
    found, words = text.does[part], Wording(lang)
    does = words.effects(found.effects) if found.key == "action" else found.said(words)
    return say("option.part", lang, option=told, part=does)


def _other(view: View, request: Request, answer: Any, lang: str) -> str | None:
    return name(view, request.ask, answer, lang) if isinstance(answer, str) else None


label: Final = by_question(
    {
        "action": _action,
        "target": _target,
        "targets": _target,
        "destroy": _terrain,
        "destroy_special": _terrain,
        "lift": _terrain,
        "pick_up": _terrain,
        "edge": _starting_area,
        "place_base": _base,
        "lay_piece": _base,
        "turn_piece": _stairs,
        "first_player": _player,
        "value": _value,
        "die": _die,
        "may": _may,
        "attack": _attack,
        "obey": _attack,
        "again": _deed,
        "another": _deed,
        "drop": _deed,
        "knock_back": _deed,
        "impervious": _deed,
        "change": _change,
        "power": _of_power,
        "instead": _of_power,
        "as_free": _of_power,
        "trigger": _trigger,
        "react": _reaction,
    },
    nothing=_nothing,
    other=_other,
)
"""An option in words; None for what the texts alone tell."""

"""A battle in words: what things are called, and options."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from rulewright.labels import by_field, by_question
from rulewright.text import show

from ..book.wording import say
from ..dice.rolls import FAILED, Throw
from ..numbers import NUMBERS
from ..terms import SPLIT

if TYPE_CHECKING:
    from rulewright import Request, View

WORDS: Final = {"power": "power", "how": "how", "way": "how", "phase": "phase", "window": "window", "roll": "roll"}
"""Fields whose values stand among the texts, and where."""
MODIFIERS: Final = frozenset({"battle-shock", "plunging fire", "cover", "rapid fire", "cannot be modified", "ignored"})
"""What changes numbers, and why it does not, in words of the rules."""

# Names ------------------------------------------------------------------------------------------------------


def _seat(view: View, field: str, value: Any, lang: str) -> str:
    return say("seat.name", lang, number=value + 1) if type(value) is int else say("seat.nobody", lang)


def _word(view: View, field: str, value: Any, lang: str) -> str | None:
    key = value.replace(" ", "_").replace("-", "_") if isinstance(value, str) else ""
    return say(f"{WORDS[field]}.{key}", lang) if key else None


def _goal(view: View, field: str, value: Any, lang: str) -> str:
    return say("roll.needed" if value else "roll.more", lang, needed=value)


def _window(view: View, field: str, value: Any, lang: str) -> str | None:
    """A moment; of a roll what it was for, what it shows, and what is needed."""
    throw = view.find_context(Throw) if value == "rolled" else None
    if throw is None:
        return _word(view, field, value, lang)
    facts = {"roll": name(view, "roll", throw.what, lang), "goal": _goal(view, "goal", throw.needed, lang)}
    return say("window.after_roll", lang, faces=throw.faces, **facts)


def _several(view: View, field: str, value: Any, lang: str) -> str | None:
    if not isinstance(value, tuple):
        return None
    return ", ".join(show(view.content.names(str(getattr(one, "id", one))), lang) for one in value)


def _places(view: View, field: str, value: Any, lang: str) -> str:
    """Where models came to stand: the middle of their places, in inches."""
    if not value:
        return say("places.none", lang)
    x, y = (fmean(place[axis] for place in value) for axis in (1, 2))
    return say("places.about", lang, x=x, y=y)


def _called(view: View, field: str, value: Any, lang: str) -> str | None:
    return show(view.content.names(value), lang) if isinstance(value, str) and value else None


def _stat(view: View, field: str, value: Any, lang: str) -> str | None:
    return str(getattr(NUMBERS[value], lang)) if value in NUMBERS else None


def _modifier(view: View, field: str, value: Any, lang: str) -> str | None:
    """What changes a number: words of the rules, the text of an ability, a Stratagem, or the printed number itself."""
    if value in MODIFIERS:
        return say(f"modifier.{value.replace(' ', '_').replace('-', '_')}", lang)
    return _stat(view, field, value, lang) or _called(view, field, value, lang)


name: Final = by_field(
    {
        **dict.fromkeys(WORDS, _word), "player": _seat, "stat": _stat, "modifier": _modifier, "window": _window,
        "goal": _goal, "places": _places,
        **dict.fromkeys(("models", "units", "targets"), _several),
    },
    other=_called,
)  # fmt: skip
"""What units, models, weapons and words are called; None for what the texts tell."""

# Options ----------------------------------------------------------------------------------------------------


def _nothing(view: View, request: Request, answer: Any, lang: str) -> str:
    return say(f"none.{request.ask}", lang)


def _stratagem(view: View, request: Request, answer: Any, lang: str) -> str | None:
    """A Stratagem and the units that it is used on, or an ability of a unit."""
    if not isinstance(answer, tuple):
        return None
    if (text := answer[0].partition(" ")[0]) in view.content.texts:
        called = {"ability": name(view, "source", text, lang), "unit": name(view, "unit", answer[1], lang)}
        return say("option.ability", lang, **called)
    id, *units = answer[1]
    cp = view.content.stratagems[id].cp
    facts = {"stratagem": name(view, "stratagem", id, lang), "cp": cp, "units": name(view, "units", (*units,), lang)}
    return say("option.stratagem" if units else "option.plain_stratagem", lang, **facts)


def _triggered(view: View, request: Request, answer: Any, lang: str) -> str | None:
    """An ability of a unit or model that is due; None for any other trigger."""
    if not isinstance(answer, tuple):
        return None
    trigger, bearer = answer
    ability = _word(view, "power", trigger.partition(".")[0].partition(":")[0], lang)
    return say("option.ability", lang, ability=ability, unit=name(view, "unit", bearer, lang))


def _dice(view: View, request: Request, answer: Any, lang: str) -> str | None:
    if answer == FAILED:
        return say("option.failed", lang)
    return " ".join(map(str, answer)) if isinstance(answer, tuple) else None


def _two(second: str, field: str = "unit") -> Callable[[View, Request, Any, str], str | None]:
    """Options that are a unit or model, and what it joins, how it goes or comes, or what it shoots at or with.

    The text has the second part under a name; ``field`` says as what that is called.
    """

    def told(view: View, request: Request, answer: Any, lang: str) -> str | None:
        if not isinstance(answer, tuple) or len(answer) != 2:
            return None
        facts = {"unit": name(view, "unit", answer[0], lang), second: name(view, field, answer[1], lang)}
        return say(f"option.{request.ask}", lang, **facts)

    return told


def _rival(view: View, request: Request, answer: Any, lang: str) -> str | None:
    """A rule that sets a number, and to what."""
    rule, _, value = answer
    return say("option.set_last", lang, rule=_modifier(view, "modifier", rule, lang), value=value)


def _die(view: View, request: Request, answer: Any, lang: str) -> str | None:
    return say("option.die", lang, number=answer + 1)


def _extreme(view: View, request: Request, answer: Any, lang: str) -> str | None:
    return say(f"option.{answer}", lang)


def _way(view: View, request: Request, answer: Any, lang: str) -> str | None:
    return name(view, "way", answer, lang)


def _weapons(view: View, request: Request, answer: Any, lang: str) -> str | None:
    return name(view, "models", answer, lang) or None


def _other(view: View, request: Request, answer: Any, lang: str) -> str | None:
    if answer == SPLIT:
        return say("option.split" if request.ask == "melee_target" else "option.each", lang)
    return name(view, request.ask, answer, lang) if isinstance(answer, str) else None


label: Final = by_question(
    {
        "react": _stratagem,
        "trigger": _triggered,
        "happens_first": _stratagem,
        "reroll": _dice,
        "set_last": _rival,
        "highest_die": _die,
        "lowest_die": _die,
        "discard": _extreme,
        "move": _two("way", "way"),
        "reserve": _two("way", "way"),
        "arrive": _two("way", "way"),
        "attach": _two("other"),
        "embarked": _two("other"),
        "split_unit": _two("other"),
        "act": _two("other"),
        "firing_deck": _two("other"),
        "bolt": _two("target"),
        "next_attacks": _two("weapon", "weapon"),
        "charge": _two("targets", "units"),
        "deploy_way": _way,
        "ingress": _way,
        "returns_with": _weapons,
    },
    nothing=_nothing,
    other=_other,
)
"""An option in words; None for what the texts alone tell."""

"""Goals of moves as plain data: intents, and what planners make of them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from ...geometry.plane import Scene
from ...geometry.plane.measure.units import unit_of
from ...geometry.plane.move.goals import AwayFrom, Beside, Goal, Heading, OutOfSight, Spot
from ...geometry.plane.see import SightPolicy
from ...plaindata import shown
from ...text import Words
from .questions import TEXTS, Intent, NoAnswer, is_number
from .words import listed

SHAPES: dict[str, str] = {
    "spot": '("spot", x, y)',
    "beside": '("beside", thing, inches)',
    "heading": '("heading", degrees)',
    "away": '("away", thing)',
    "hide": '("hide", unit, ...)',
    "cover": '("cover", unit, ...)',
}
"""What goals look like, by their words."""


def goal_of(scene: Scene, intent: Intent, sight: SightPolicy, called: Mapping[str, Words]) -> Goal:
    """The goal that an intent means. Raises NoAnswer for what is none, and for things that are not here."""
    word, *rest = intent
    if word == "spot" and len(rest) == 2 and all(map(is_number, rest)):
        return Spot(float(rest[0]), float(rest[1]))
    if word == "heading" and len(rest) == 1 and is_number(rest[0]):
        return Heading(float(rest[0]))
    if word == "beside" and len(rest) == 2 and is_number(rest[1]) and rest[1] >= 0:
        return Beside(_known(rest[0], called), float(rest[1]))
    if word == "away" and len(rest) == 1:
        return AwayFrom(_known(rest[0], called))
    if word in ("hide", "cover") and rest:
        units = {unit_of(model) for model in scene.models.values()}
        names = {unit: called.get(unit, unit) for unit in units}
        return OutOfSight(tuple(_known(one, names) for one in rest), sight, cover=word == "cover")
    shape = SHAPES.get(word)
    if shape is None:
        raise NoAnswer("goals", goals=list(SHAPES), given=shown(word))
    raise NoAnswer("goal", shape=shape, given=shown(intent))


def goal_words(intent: Intent, called: Mapping[str, Words]) -> Words:
    """What an intent means, in a few words: "to Mob", "out of sight of Scouts"."""
    word, *rest = intent
    if word == "spot":
        return TEXTS.both("meant.spot", x=rest[0], y=rest[1])
    if word == "heading":
        return TEXTS.both("meant.heading", degrees=rest[0])
    things = [called.get(one, one) for one in rest if isinstance(one, str)]
    return TEXTS.both(f"meant.{word}", thing=things[0], things=things)


def goals_of(scene: Scene, own: tuple[str, ...]) -> tuple[str, ...]:
    """The ids of all that a move can be for: other units and models, markers, terrain, zones."""
    units = dict.fromkeys(unit_of(model) for model in scene.models.values() if model.id not in own)
    models = (name for name in scene.models if name not in own)
    return tuple(dict.fromkeys(chain(units, models, scene.markers, scene.pieces, scene.zones)))


def _known(thing: object, called: Mapping[str, Words]) -> str:
    if isinstance(thing, str) and thing in called:
        return thing
    raise NoAnswer("unknown", given=shown(thing), things=listed(called.values()))

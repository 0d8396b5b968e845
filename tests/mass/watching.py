"""What must hold all through a game, looked at after each answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from rulewright import Event, Game
from rulewright.events import Began

Watch: TypeAlias = Callable[[Game, Sequence[Event]], Iterator[str]]
"""Looks at a game and what has happened since it looked last; gives what is wrong, in words."""


def of_wh40k() -> Watch:
    """Units keep together, nobody overlaps or comes near enemies where none may, wounds and CP are conserved."""
    from rulewright.geometry import plane
    from rulewright_wh40k.attack import Suffering
    from rulewright_wh40k.events import attacks, before, command, movement, stratagems, transports
    from rulewright_wh40k.space.battlefield import TABLE, TOGETHER, engaged
    from rulewright_wh40k.terms import has_keyword, models, on_table, wounds_left

    set_up = (before.Deployed, movement.Arrived, transports.Disembarked)
    bereft: set[str] = set()
    falling: set[str] = set()
    points: dict[int, int] = {}

    def apart_from_enemies(event: Any) -> bool:
        walks = isinstance(event, movement.Moved) and event.how in ("normal", "advance", "fall back")
        return isinstance(event, set_up) or (walks and bool(event.places))

    def watch(game: Game, events: Sequence[Event]) -> Iterator[str]:
        last: dict[str, Event] = {}
        for event in events:
            match event:
                case Began(scope="turn"):
                    bereft.clear()
                case attacks.ModelRemoved() | attacks.ModelDestroyed():
                    bereft.add(event.unit)
                    falling.add(event.model)
                case command.CPGained():
                    points[event.player] = points.get(event.player, 0) + event.amount
                case stratagems.StratagemUsed():
                    points[event.player] = points.get(event.player, 0) - event.cost
                case attacks.WoundsLost() | attacks.WoundsRegained() if event.model in game.state.models:
                    if not wounds_left(game, event.model) <= int(game.number("wounds", event.model)):
                        yield f"{event.model} has more wounds than it began with"
            if isinstance(event, (*set_up, movement.Moved, movement.Surged)):
                last[event.unit] = event
        for army in game.state.armies.values():
            if army.cp != points.get(army.player, 0) or army.cp < 0:
                yield f"player {army.player} has {army.cp} CP, and should have {points.get(army.player, 0)}"
        for one in game.state.models.values() if game.find_context(Suffering) is None else ():
            if one.wounds < 1 and not one.doomed and one.id not in falling:
                yield f"{one.id} has {one.wounds} wounds"
        scene = TABLE(game)
        for id, event in last.items():
            if not on_table(game, id):
                continue
            if id not in bereft and not plane.measure.coherency(scene, id, TOGETHER).holds:
                yield f"{id} is out of Unit Coherency"
            if apart_from_enemies(event) and not has_keyword(game, id, "Aircraft"):
                if near := [foe for foe in engaged(game, id) if not has_keyword(game, foe, "Aircraft")]:
                    yield f"{id} is within Engagement Range of {near[0]}"
            for one in models(game, id):
                for other in plane.measure.models_within(scene, str(one.id), 0.0, 0.0):
                    footprints = (scene.models[str(one.id)].footprint, scene.models[other].footprint)
                    if other != one.id and plane.measure.overlaps(*footprints):
                        yield f"{one.id} overlaps {other}"

    return watch


WATCHES: Final[Mapping[str, Callable[[], Watch]]] = {"wh40k": of_wh40k}
"""For each game what is looked at; it is made anew for each game that is played."""


def watched(name: str) -> Watch:
    """The watch over a game; nothing is looked at where a game has none."""
    return WATCHES[name]() if name in WATCHES else lambda game, events: iter(())

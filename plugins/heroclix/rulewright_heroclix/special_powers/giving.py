"""Powers that a text gives or bars while its condition holds, to its character or to others near it (20.1, 20.4)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeAlias

from pydantic import Field, model_validator

from rulewright import FOREVER, EffectEnded, begin_effect, rule, trigger
from rulewright.geometry.grid import beside
from rulewright.powers import offers
from rulewright.vocabulary import Some, walk

from ..effects.words import Column, Everyone, of_column, powers_or_column
from ..events import EVENTS
from ..space.board import scene_of
from ..terms import character, on_map, on_maps
from ..terrain.markers import values
from .conditional import Part

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from rulewright import Event, Game, Position, Steps
    from rulewright.kinds import Location
    from rulewright.powers import Bearer
    from rulewright.powers.written import Marked

    from ..book.sheets import MarkerSheet
    from ..book.wording import Wording
    from ..state import Marker

GIVING: Final = "gives powers"
"""By this name texts offer to whom they give powers now: a function of the position."""
GIVEN: Final = "given"
"""The kind of effect by which a character has a power that a text gives while its condition holds."""
Key: TypeAlias = tuple[str, str, int, str]
"""What tells apart what is given: by whom, by which part of which text, and to whom."""


class WhileItHolds(Part):
    """Powers of its character, or of others, for as long as its condition holds."""

    always = ()
    data: ClassVar[str]
    """What an effect has for them."""

    whom: Everyone | None = Field(None, description="whose powers they are, where they are not its character's")

    @model_validator(mode="after")
    def _asks_for_others(self) -> Self:
        asked = {getattr(part, field, "") for _, part in walk(self) for field in ("has", "can_use")}
        if found := sorted(asked.intersection(self.powers())):
            raise ValueError(f"{self.key}: its condition asks for {found[0]!r} itself, and would change with it")
        return self

    def powers(self) -> tuple[str, ...]:
        """Which."""
        raise NotImplementedError

    def all_of(self, position: Position) -> tuple[str, ...]:
        """Which, in a game with its cards."""
        return self.powers()

    def told(self, wording: Wording) -> str:
        whom = wording.say("who.self") if self.whom is None else wording.whom(self.whom)
        powers = wording.comma.join(self.names(wording))
        return wording.say(f"part.{self.called}", whom=whom, powers=powers)

    def names(self, wording: Wording) -> list[str]:
        """Which, in words."""
        return list(map(wording.power, self.powers()))

    @rule("20.1", "20.4", "20.9", "19.2")
    def marked(self, moments: Any, place: Location) -> Marked:
        def give(game: Any, me: Bearer) -> Any:
            return lambda position: (place, {self.data: self.all_of(position)}, self.to_whom(position, me, place.entry))

        give.__name__ = self.label(place)
        return offers(GIVING)(give)

    def to_whom(self, position: Any, me: Bearer, source: str) -> list[str]:
        """Of whom it is so now."""
        if not self.met(position, me, source):
            return []
        if self.whom is None:
            return [str(me.id)]
        return self.whom.found(position, self.resolution(me, source, None, ()))


class Gives(WhileItHolds):
    """``{ gives = ["toughness"], whom = { every = "friendly", adjacent = true } }``: powers that it, or others, can use
    while its condition holds."""

    key = called = "gives"
    data = "gives"

    gives: Some[str]

    def powers(self) -> tuple[str, ...]:
        return self.gives


class Bars(WhileItHolds):
    """``{ bars = ["leadership"], whom = { every = "opposing", range = 6 } }``: powers that others cannot use while its
    condition holds."""

    key = called = "bars"
    data = "counters"

    bars: tuple[str, ...] = ()
    column: Column = Field("", description="all powers of that column, too")

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.bars and not self.column:
            raise ValueError("bars: it names powers, or a column")
        return self

    def powers(self) -> tuple[str, ...]:
        return self.bars

    def names(self, wording: Wording) -> list[str]:
        return powers_or_column(wording, self.bars, self.column)

    @rule("20.4")
    def all_of(self, position: Position) -> tuple[str, ...]:
        return (*self.bars, *of_column(position, self.column))


@trigger(*EVENTS, immediate=True, order_matters=False)
@rule("20.1", "20.6", "20.9")
def give_and_take(game: Game, event: Event, source: None) -> Steps | None:
    """After whatever happens, powers are given to whom the condition of a text has come to hold, and taken again."""
    return _settle(game) if game.content.gives_powers and _change(game, ()) is not None else None


def _settle(game: Game) -> Steps:
    """One change after the other, for each may be what keeps others from coming; none is taken back meanwhile."""
    settled: set[Key] = set()
    while (change := _change(game, settled)) is not None:
        key, event = change
        settled.add(key)
        yield event


def _change(game: Game, settled: Collection[Key]) -> tuple[Key, Event] | None:
    """The first change that is due: what no longer counts ends before anything begins."""
    due = _due(game)
    for effect in game.state.effects.values():
        if effect.kind == GIVEN:
            key = _key(effect.source, effect.data, effect.target)
            if due.pop(key, None) is None and key not in settled:
                return key, EffectEnded(effect.id, rule="20.6")
    for key, powers in due.items():
        if key not in settled:
            id, entry, number, one = key
            data = {"by": entry, "name": entry, "number": number, **powers}
            by, to = ("markers" if id in game.state.markers else "characters", id), ("characters", one)
            return key, begin_effect(game, GIVEN, FOREVER, source=by, target=to, data=data, rule="20.1")
    return None


def _due(position: Position) -> dict[Key, dict[str, tuple[str, ...]]]:
    """What is given and barred now."""
    found: dict[Key, dict[str, tuple[str, ...]]] = {}
    for giver in filter(partial(on_map, position), map(str, position.offering(GIVING))):
        for _, give in position.offers(GIVING, giver):
            place, powers, whom = give(position)
            found.update({(giver, place.entry, place.number, one): powers for one in whom})
    for marker in position.state.markers.values():
        if (printed := values(position, marker)).gives:
            data = {"gives": printed.gives}
            found.update({(str(marker.id), printed.id, 0, one): data for one in who_has(position, marker, printed)})
    return found


@rule("25.1", "25.9", "17.7")
def who_has(position: Position, marker: Marker, printed: MarkerSheet) -> Iterator[str]:
    """Whose the effects of a special object or of EFFECT terrain are; a holder's squares count as its squares."""
    if printed.gives_to == "holder":
        yield from filter(None, (marker.holder,))
        return
    board = scene_of(position).board
    squares = board.mask(character(position, marker.holder).squares if marker.holder else marker.squares)
    area = beside(board, squares) if printed.gives_to == "adjacent" else squares
    yield from (str(one.id) for one in on_maps(position) if board.mask(one.squares) & area)


def _key(source: Any, data: Any, target: Any) -> Key:
    return str(source), str(data["by"]), int(data["number"]), str(target)

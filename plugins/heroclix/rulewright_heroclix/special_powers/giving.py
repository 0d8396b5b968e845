"""Powers that a text gives or bars while its condition holds, to its character or to others near it (20.1, 20.4)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeAlias

from msgspec import Struct
from pydantic import Field, model_validator

from rulewright import FOREVER, EffectEnded, begin_effect, kept_while, rule, trigger
from rulewright.geometry.grid import beside
from rulewright.powers import Bearer, offers
from rulewright.vocabulary import AllTrue, AnyTrue, NoneTrue, Some, walk

from ..effects.amounts import Compare
from ..effects.words import Column, Everyone, Filter, of_column, powers_or_column
from ..events import EVENTS
from ..lasting import what_is_carried
from ..space.board import scene_of, standing
from ..terms import character, on_map, on_maps
from ..terrain.markers import values
from .conditional import Part

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from rulewright import Event, Game, Position, Steps
    from rulewright.kinds import Location
    from rulewright.powers.written import Marked

    from ..book.sheets import MarkerSheet
    from ..book.wording import Wording
    from ..state import Marker

GIVING: Final = "gives powers"
"""By this name texts offer what they give, the same as long as they are carried: to whom is asked of it."""
GIVEN: Final = "given"
"""The kind of effect by which a character has a power that a text gives while its condition holds."""
Key: TypeAlias = tuple[str, str, int, str]
"""What tells apart what is given: by whom, by which part of which text, and to whom."""
Due: TypeAlias = dict[Key, dict[str, tuple[str, ...]]]
"""What is given and barred."""


class Gift(Struct, frozen=True):
    """What a text gives or bars, and to whom."""

    place: Any
    """Which part of which text it is."""
    powers: dict[str, tuple[str, ...]]
    steady: bool
    """Whether it is given to the same characters as long as all stand where they do and carry what they do."""
    to_whom: Callable[[Any, str], list[str]]
    """To whom it is given: a function of the position and of whoever gives it."""


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
        def to_whom(position: Any, giver: str) -> list[str]:
            return self.to_whom(position, Bearer(position, "characters", giver), place.entry)

        def give(game: Any, me: Bearer) -> Any:
            return Gift(place, {self.data: self.all_of(game)}, self.steady, to_whom)

        give.__name__ = self.label(place)
        return offers(GIVING)(give)

    @cached_property
    def steady(self) -> bool:
        """Whether it asks for nothing but where characters stand and what they carry."""
        return all(isinstance(part, _STEADY) for _, part in walk(self)) and all(
            part.steady for _, part in walk(self) if isinstance(part, Filter)
        )

    def to_whom(self, position: Any, me: Bearer, source: str) -> list[str]:
        """Of whom it is so now."""
        if not self.met(position, me, source):
            return []
        if self.whom is None:
            return [str(me.id)]
        return self.whom.found(position, self.resolution(me, source, None, ()))


_STEADY: Final = (WhileItHolds, Filter, Compare, AllTrue, AnyTrue, NoneTrue)
"""The parts of such texts that ask for nothing else by themselves."""


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
    if not game.content.gives_powers or _settled(game) or _change(game, ()) is None:
        return None
    return _settle(game)


def _settle(game: Game) -> Steps:
    """One change after the other, for each may be what keeps others from coming; none is taken back meanwhile."""
    settled: set[Key] = set()
    while (change := _change(game, settled)) is not None:
        key, event = change
        settled.add(key)
        yield event


@kept_while(lambda position: (standing(position), position.state.effects.version))
def _settled(position: Position) -> bool:
    """Whether no change is due, nor will be as long as all stand where they do and carry what they do."""
    if _of_steady_texts(position) is None:
        return False
    given = [_key(one.source, one.data, one.target) for one in position.state.effects.values() if one.kind == GIVEN]
    return len(given) == len(due := _due(position)) and due.keys() == set(given)


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


def _due(position: Position) -> Due:
    """What is given and barred now."""
    of_texts = _of_steady_texts(position)
    return {**(_of_texts(position) if of_texts is None else of_texts), **_of_markers(position)}


@kept_while(standing)
def _of_steady_texts(position: Position) -> Due | None:
    """What texts give now, where all of it stays so as long as all stand where they do; None where it may not."""
    return _of_texts(position) if all(gift.steady for _, gift in _gifts(position)) else None


def _of_texts(position: Position) -> Due:
    """What texts give now."""
    return {
        (giver, gift.place.entry, gift.place.number, one): gift.powers
        for giver, gift in _gifts(position)
        for one in gift.to_whom(position, giver)
    }


def _gifts(position: Position) -> list[tuple[str, Gift]]:
    """What texts on the map may give, each with who gives it."""
    return [(giver, gift) for giver, gift in _all_gifts(position) if on_map(position, giver)]


@kept_while(what_is_carried)
def _all_gifts(position: Position) -> list[tuple[str, Gift]]:
    givers = map(str, position.offering(GIVING))
    return [(giver, gift) for giver in givers for _, gift in position.offers(GIVING, giver)]


@kept_while(standing)
def _of_markers(position: Position) -> Due:
    """What special objects and terrain give now."""
    found: Due = {}
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

"""What is worked out when it is first looked at, and what is remembered of a position until what it reads changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import wraps
from itertools import count
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar

from .plaindata import same

if TYPE_CHECKING:
    from random import Random

    from .position import Position

Found = TypeVar("Found")
More = ParamSpec("More")
Asked: TypeAlias = Callable[Concatenate[Any, More], Found]
"""A function of a position, and of what else it is asked about."""

_NUMBERS: Final = count()


class OnDemand(Sequence[Any]):
    """A list that a function gives when someone looks at it, and only then. `Game.on_demand` makes one for rules."""

    __slots__ = ("_values", "_work_out")

    def __init__(self, work_out: Callable[[], Iterable[Any]]) -> None:
        self._work_out = work_out
        self._values: list[tuple[Any, ...]] = []

    def _read(self) -> tuple[Any, ...]:
        values = self._values
        if not values:
            values.append(tuple(self._found()))
        return values[0]

    def _found(self) -> Iterable[Any]:
        return self._work_out()

    def __len__(self) -> int:
        return len(self._read())

    def __getitem__(self, place: Any) -> Any:
        return self._read()[place]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._read())

    def __contains__(self, value: object) -> bool:
        return value in self._read()

    def index(self, value: Any, *bounds: int) -> int:
        """The first place of a value. Raises ValueError where it is not there."""
        return self._read().index(value, *bounds)

    def __eq__(self, other: object) -> bool:
        return self._read() == (other._read() if isinstance(other, OnDemand) else other)

    def __hash__(self) -> int:
        return hash(self._read())

    def __repr__(self) -> str:
        return repr(self._read())

    def draw(self, rng: Random) -> Any:
        """Any of the values, each as likely as the others. Raises IndexError where there is none."""
        values = self._read()
        return values[int(rng.random() * len(values))]

    def share(self, other: OnDemand) -> None:
        """What is worked out for this list or for another one of the same question counts for both."""
        self._values = other._values


class OneByOne(OnDemand):
    """Those of some candidates that ``fits`` takes, which is asked of each when that has to be known, and once.

    To draw one, or to find out whether a value is among them, asks it of a few; whoever reads the list, of all.
    """

    __slots__ = ("_candidates", "_fits", "_told")

    def __init__(self, candidates: Callable[[], Iterable[Any]], fits: Callable[[Any], bool]) -> None:
        super().__init__(candidates)
        self._candidates = OnDemand(candidates)
        self._fits = fits
        self._told: dict[int, bool] = {}
        """Whether the candidate at each place fits, as far as it was asked."""

    def _found(self) -> Iterator[Any]:
        return (value for place, value in enumerate(self._candidates) if self._fits_at(place))

    def _fits_at(self, place: int) -> bool:
        told = self._told.get(place)
        if told is None:
            told = self._told[place] = bool(self._fits(self._candidates[place]))
        return told

    def __contains__(self, value: object) -> bool:
        return any(map(self._fits_at, self._places(value)))

    def holds(self, value: Any) -> bool:
        """Whether a value is among them, in value and in kind."""
        return any(same(self._candidates[place], value) and self._fits_at(place) for place in self._places(value))

    def _places(self, value: Any) -> Iterator[int]:
        """Where a value stands among the candidates."""
        candidates, place = self._candidates._read(), -1
        with suppress(ValueError):
            while True:
                place = candidates.index(value, place + 1)
                yield place

    def draw(self, rng: Random) -> Any:
        left = list(range(len(self._candidates)))
        while left:
            place = left.pop(int(rng.random() * len(left)))
            if self._fits_at(place):
                return self._candidates[place]
        raise IndexError("none of the candidates fits")

    def share(self, other: OnDemand) -> None:
        super().share(other)
        if isinstance(other, OneByOne):
            self._candidates.share(other._candidates)
            self._told = other._told


def share_lists(space: Any, alike: Any) -> None:
    """Let two spaces of the same question, asked at the same position, work out each of their lists once for both."""
    if type(space) is type(alike):
        for name in space.__struct_fields__:
            one, other = getattr(space, name), getattr(alike, name)
            if isinstance(one, OnDemand) and isinstance(other, OnDemand):
                one.share(other)


def version_of(position: Position) -> int:
    """A number that is another one whenever something has been written since."""
    version: int = position.state.version
    return version


def kept_while(reads: Callable[[Any], Any]) -> Callable[[Asked[More, Found]], Asked[More, Found]]:
    """Mark a function of a position that is worked out again only when what it ``reads`` has changed.

    ``reads(position)`` gives something that is equal as long as nothing changes on which the function depends: versions
    of tables, `version_of`, the scene. What is remembered belongs to the state: a fork goes on from what was remembered
    when it was made, as a view does that hides nothing, and after an undo it is worked out again. So the function gives
    nothing that holds the position itself, and whoever gets it leaves it as it is.
    """

    def mark(work_out: Asked[More, Found]) -> Asked[More, Found]:
        number, always = next(_NUMBERS), reads is version_of

        @wraps(work_out)
        def kept(position: Any, /, *arguments: More.args, **named: More.kwargs) -> Found:
            state = position.state
            now = state.version if always else reads(position)
            key = (number, arguments, *sorted(named.items())) if named else (number, arguments)
            remembered = state._kept.get(key)
            if remembered is not None and remembered[0] == now:
                found: Found = remembered[1]
                return found
            found = work_out(position, *arguments, **named)
            if not state.writes.open:  # an event may still change the record that it has written
                state._kept[key] = (now, found)
            return found

        return kept

    return mark

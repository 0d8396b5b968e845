"""An arena: a few spaces in rows, joined by links; distances, ranges, moves and passages between them.

An arena is plain data (:class:`Arena` can be read from JSON or TOML with msgspec) and never changes. Spaces are
named by their ids.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, TypeAlias

import msgspec

from rulewright.geometry import GeometryError
from rulewright.geometry.evidence import Fault
from rulewright.readonly import ReadOnlyDict

Cost: TypeAlias = Mapping[str, int]
"""What is paid, by its kind: {"light": 1}."""


class Space(msgspec.Struct, frozen=True):
    """A space: its id, and the horizontal row it lies in ("" for none)."""

    id: str
    row: str = ""


class Network(msgspec.Struct, frozen=True):
    """Passages that join each of their spaces with every other one; ``costs`` says what entering a space costs."""

    name: str
    costs: Mapping[str, Cost]


class Arena(msgspec.Struct, frozen=True, dict=True):
    """
    ``spaces``, the ``links`` that make two spaces adjacent (both ways), and ``networks`` of passages.

    Raises GeometryError, naming the space, for an arena without spaces, a space named twice, a link or passage
    to a space that is not there, a link of a space to itself, and a space that no links lead to.
    """

    spaces: tuple[Space, ...]
    links: tuple[tuple[str, str], ...] = ()
    networks: tuple[Network, ...] = ()
    name: str = "arena"

    def __post_init__(self) -> None:
        for problem in _problems(self):
            raise GeometryError(f"{self.name}: {problem}")

    @cached_property
    def by_id(self) -> Mapping[str, Space]:
        """The spaces by their ids."""
        return ReadOnlyDict({space.id: space for space in self.spaces})

    @cached_property
    def adjacent(self) -> Mapping[str, tuple[str, ...]]:
        """The spaces that links join each space with."""
        joined = {pair for a, b in self.links for pair in ((a, b), (b, a))}
        return ReadOnlyDict({a: tuple(b for b in self.by_id if (a, b) in joined) for a in self.by_id})

    @cached_property
    def distances(self) -> Mapping[str, Mapping[str, int]]:
        """The fewest steps from each space to every other one."""
        return ReadOnlyDict({space: ReadOnlyDict(_steps_from(space, self.adjacent)) for space in self.by_id})

    def row(self, space: str) -> tuple[str, ...]:
        """The spaces in the row of a space, itself included; only itself where it lies in no row."""
        self.known(space)
        own = self.by_id[space].row
        return tuple(other.id for other in self.spaces if other.id == space or (own and other.row == own))

    def known(self, *spaces: str) -> None:
        """Raises GeometryError naming the first of these that is no space of the arena."""
        for space in spaces:
            if space not in self.by_id:
                raise GeometryError(f"{self.name} has no space {space!r}; it has {', '.join(self.by_id)}")

    def network(self, name: str) -> Network:
        """The network of that name. Raises GeometryError where there is none."""
        for network in self.networks:
            if network.name == name:
                return network
        known = ", ".join(network.name for network in self.networks) or "none"
        raise GeometryError(f"{self.name} has no network {name!r}; it has {known}")


def _problems(arena: Arena) -> Iterator[str]:
    ids = [space.id for space in arena.spaces]
    if not ids:
        yield "an arena has at least one space"
    for number, id in enumerate(ids):
        if id in ids[:number]:
            yield f"two spaces are called {id!r}"
    for a, b in arena.links:
        if a == b:
            yield f"{a!r} is linked to itself"
        yield from (f"a link joins {a!r} and {b!r}, but there is no {end!r}" for end in (a, b) if end not in ids)
    for id in ids[1:]:
        if id not in arena.distances[ids[0]]:
            yield f"no links lead from {ids[0]!r} to {id!r}"
    for number, network in enumerate(arena.networks):
        if network.name in [other.name for other in arena.networks[:number]]:
            yield f"two networks are called {network.name!r}"
        if len(network.costs) < 2:
            yield f"network {network.name!r} joins at least two spaces, not {len(network.costs)}"
        for id, cost in network.costs.items():
            if id not in ids:
                yield f"network {network.name!r} leads to {id!r}, but there is no such space"
            if any(amount < 0 for amount in cost.values()):
                yield f"entering {id!r} through network {network.name!r} costs less than nothing: {dict(cost)}"


def _steps_from(start: str, adjacent: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, int]]:
    """Every space that can be come to, with its fewest steps, nearest first."""
    seen, front, steps = {start}, [start], 0
    while front:
        yield from ((space, steps) for space in front)
        front = [space for space in dict.fromkeys(n for at in front for n in adjacent[at]) if space not in seen]
        seen.update(front)
        steps += 1


def distance(arena: Arena, a: str, b: str) -> int:
    """The fewest steps between two spaces; adjacent ones are 1 apart. Passages do not count."""
    arena.known(a, b)
    return arena.distances[a][b]


# -------------------------------------------------------------------------------------------------- ranges


class Range(msgspec.Struct, frozen=True):
    """
    How many spaces away something may be: ``least`` to ``most`` (None: without end).

    With ``straight`` it may instead be in an adjacent space, or anywhere in the same row.
    Raises GeometryError for numbers that no distance lies between.
    """

    least: int = 0
    most: int | None = None
    straight: bool = False

    def __post_init__(self) -> None:
        if self.least < 0 or (self.most is not None and self.most < self.least):
            raise GeometryError(f"a range goes from 0 or more to no less, not from {self.least} to {self.most}")


UNLIMITED: Final = Range()
STRAIGHT: Final = Range(straight=True)


def out_of_range(arena: Arena, origin: str, target: str, within: Range) -> Fault | None:
    """Why the target is not in range of the origin: "too far" or "too near", by how much, or not "straight"."""
    steps = distance(arena, origin, target)
    if within.straight:
        straight = steps <= 1 or target in arena.row(origin)
        return None if straight else Fault("not in a straight line", target)
    if within.most is not None and steps > within.most:
        return Fault("too far", target, float(steps - within.most))
    if steps < within.least:
        return Fault("too near", target, float(within.least - steps))
    return None


# --------------------------------------------------------------------------------------------------- moves


class Move(msgspec.Struct, frozen=True):
    """
    How something moves: up to ``steps`` spaces, each adjacent to the one before.

    It neither enters nor ends in occupied spaces; ``through`` lets it pass through them. The distance to
    ``away_from`` has to grow with each step, that to ``toward`` to shrink.
    """

    steps: int = 1
    through: bool = False
    away_from: str | None = None
    toward: str | None = None

    def __post_init__(self) -> None:
        if self.steps < 0:
            raise GeometryError(f"a move has 0 steps or more, not {self.steps}")


def moves(arena: Arena, start: str, move: Move, occupied: Collection[str] = ()) -> dict[str, tuple[str, ...]]:
    """
    Where the mover can end, with a shortest way to each space (start and end included; always the same one).

    The start, where it may stay, comes first. Raises GeometryError for spaces that the arena does not have.
    """
    others = _others(arena, start, move, occupied)
    ways: dict[str, tuple[str, ...]] = {start: (start,)}
    front = [start]
    for _ in range(min(move.steps, len(arena.spaces))):
        behind, front = front, []
        for here in behind:
            for there in arena.adjacent[here]:
                if there not in ways and _may_step(arena, here, there, move, others):
                    ways[there] = (*ways[here], there)
                    front.append(there)
    return {space: way for space, way in ways.items() if space not in others}


def _others(arena: Arena, start: str, move: Move, occupied: Collection[str]) -> frozenset[str]:
    """The occupied spaces besides the mover's own."""
    arena.known(start, *occupied, *(space for space in (move.away_from, move.toward) if space is not None))
    return frozenset(occupied) - {start}


def _may_step(arena: Arena, here: str, there: str, move: Move, others: Collection[str]) -> bool:
    """Whether the mover may enter a space from an adjacent one."""
    if there in others and not move.through:
        return False
    ways = ((move.away_from, 1), (move.toward, -1))
    steps = ((arena.distances[space], way) for space, way in ways if space is not None)
    return all(distances[there] - distances[here] == way for distances, way in steps)


# ------------------------------------------------------------------------------------------------ passages


class Passage(msgspec.Struct, frozen=True):
    """A way through a network, and what it costs."""

    network: str
    start: str
    end: str
    cost: Cost


def passages(arena: Arena, start: str, occupied: Collection[str] = ()) -> tuple[Passage, ...]:
    """The passages from a space to spaces that are not occupied, whatever lies between."""
    arena.known(start, *occupied)
    return tuple(
        Passage(network.name, start, end, cost)
        for network in arena.networks
        for end, cost in network.costs.items()
        if no_passage(arena, network.name, start, end, occupied) is None
    )


def no_passage(arena: Arena, network: str, start: str, end: str, occupied: Collection[str] = ()) -> Fault | None:
    """Why nothing can go through that network from one space to another; None where it can."""
    costs = arena.network(network).costs
    arena.known(start, end, *occupied)
    for space in (start, end):
        if space not in costs:
            return Fault("no entrance", space)
    if start == end:
        return Fault("the same space", end)
    return Fault("occupied", end) if end in occupied else None

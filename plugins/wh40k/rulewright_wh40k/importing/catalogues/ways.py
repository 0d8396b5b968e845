"""All the ways in which a model can be equipped, and what is chosen for each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations_with_replacement
from math import comb
from typing import Final, TypeAlias

from msgspec import Struct

from rulewright.importing import Profile

from ..numbers import UNIT, WEAPONS
from ..units import copies_of
from .choosing import most_of
from .trees import Node

Kit: TypeAlias = tuple[str, ...]
"""What a model has, sorted: ids of weapons and of other wargear, each as often as it has it."""
Ways: TypeAlias = dict[Kit, Kit]
"""Kits, and the ids of the entries that are chosen for each, as often as they are chosen."""
MOST_WAYS: Final = 5_000
"""Kits of a model; most models have fewer than a hundred."""
PRINTED: Final = "="
"""What stands in front of something that a model has, and that is neither weapon nor wargear of its datasheet."""


class TooManyWays(Exception):
    """A model that can be equipped in more ways than anyone looks through."""


class Arms(Struct, frozen=True):
    """The ids that a datasheet gives weapons and other wargear."""

    weapons: Mapping[Profile, str]
    items: Mapping[tuple[str, tuple[Profile, ...]], str]

    def of(self, node: Node) -> Kit:
        """What an entry gives, without what is in it."""
        weapons = [one for one in node.profiles if one.type in WEAPONS]
        given = [self.weapons[one] for one in weapons] * copies_of(node.name, 1, weapons)
        if any(one.type not in (*WEAPONS, UNIT) for one in node.profiles):
            given.append(self.items.get((node.name, node.profiles), f"{PRINTED}{node.name}"))
        elif not given and not node.inside:
            given.append(f"{PRINTED}{node.name}")
        return tuple(sorted(given))


def ways(node: Node, arms: Arms) -> Ways:
    """The kits of a model. Raises TooManyWays."""
    return _inside(node, arms, arms.of(node))


def ways_besides_models(unit: Node, arms: Arms) -> Ways:
    """What a unit can have besides the kits of its models. Raises TooManyWays."""
    return _inside(unit, arms, ())


def _inside(node: Node, arms: Arms, own: Kit) -> Ways:
    found: dict[int, Ways] = {0: {own: ()}}
    for child in _besides_models(node):
        most = max(1 if child.most is None else child.most, child.least)
        found = _together(found, _of_child(child, most, arms))
    return _any_number(found)


def _of_child(child: Node, most: int, arms: Arms) -> dict[int, Ways]:
    return _of_group(child, arms) if child.type == "group" else _copies(child, child.least, most, arms)


def _of_group(group: Node, arms: Arms) -> dict[int, Ways]:
    """What members of a group give that are no models, by how many there are: as many as the group asks for."""
    found: dict[int, Ways] = {0: {(): ()}}
    for child in _besides_models(group):
        found = _together(found, _of_child(child, most_of(child, group), arms))
    least = 0 if any(one.type == "model" for one in group.walk()) else group.least
    most = max(found, default=0) if group.most is None else group.most
    return {count: kits for count, kits in found.items() if least <= count <= most}


def _copies(node: Node, least: int, most: int, arms: Arms) -> dict[int, Ways]:
    """What an entry gives, by how often it is chosen."""
    each = [(kit, (*node.ids, *chosen)) for kit, chosen in ways(node, arms).items()]
    if comb(len(each) + most, most) > MOST_WAYS:
        raise TooManyWays
    return {
        count: dict(map(_sum, combinations_with_replacement(each, count))) for count in range(least, most + 1)
    }  # fmt: skip


def _sum(some: Iterable[tuple[Kit, Kit]]) -> tuple[Kit, Kit]:
    pairs = list(some)
    return tuple(sorted(id for kit, _ in pairs for id in kit)), tuple(id for _, chosen in pairs for id in chosen)


def _together(one: Mapping[int, Ways], other: Mapping[int, Ways]) -> dict[int, Ways]:
    """Both, in all combinations; of several ways to one kit the first."""
    found: dict[int, Ways] = {}
    size = 0
    for count, kits in one.items():
        for more, others in other.items():
            own = found.setdefault(count + more, {})
            size += len(kits) * len(others)
            if size > MOST_WAYS:
                raise TooManyWays
            for pair in ((each, another) for each in kits.items() for another in others.items()):
                own.setdefault(*_sum(pair))
    return found


def _any_number(found: Mapping[int, Ways]) -> Ways:
    together: Ways = {}
    for kits in found.values():
        for kit, chosen in kits.items():
            together.setdefault(kit, chosen)
    return together


def _besides_models(node: Node) -> Iterator[Node]:
    return (one for one in node.inside if one.type != "model")

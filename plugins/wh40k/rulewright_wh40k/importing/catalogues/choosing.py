"""The smallest unit of a tree, the largest, and those between, as rosters have them; and what else it could have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final
from xml.etree.ElementTree import Element

from msgspec import Struct

from rulewright.importing import Cost, Selection

from .conditions import Counts, changes, holds, number_of
from .trees import Node

MOST_MODELS: Final = 100
COST: Final = "51b2-306e-1021-d207"
"""The id of points."""


class Choice(Struct):
    """What is chosen under one entry: the entry, how many, and how many there could be."""

    node: Node
    count: int
    most: int


def choices(node: Node, more: list[int]) -> list[Choice]:
    """What a unit has: all that it must have, and the usual one of each group.

    ``more`` are the models that it has besides; what is added is taken off.
    """
    found: list[Choice] = []
    for child in node.children:
        if child.type == "group":
            found += _more_of_group(child, more)
        else:
            most = child.least if child.most is None else child.most
            one = Choice(child, child.least, max(most, child.least))
            if child.type == "model":
                added = min(more[0], one.most - one.count)
                one.count += added
                more[0] -= added
            found.append(one)
    return [one for one in found if one.count]


def _more_of_group(group: Node, more: list[int]) -> list[Choice]:
    """The members of a group, with more models where it has any."""
    least = _of_group(group, group.least)
    if not more[0] or all(one.node.type != "model" for one in least):
        return least
    before = sum(one.count for one in least)
    most = MOST_MODELS if group.most is None else group.most
    found = _of_group(group, min(most, before + more[0]))
    more[0] -= sum(one.count for one in found) - before
    return found


def _of_group(group: Node, need: int) -> list[Choice]:
    """The members of a group: what each must be there, and for what is missing the usual one before all others."""
    found = [choice for child in group.children for choice in
             (_of_group(child, child.least) if child.type == "group"
              else [Choice(child, child.least, _most(child, group))])]  # fmt: skip
    found.sort(key=lambda one: group.default not in one.node.ids)
    for one in found:
        missing = need - sum(each.count for each in found)
        one.count += min(max(0, missing), one.most - one.count)
    return found


def _most(child: Node, group: Node) -> int:
    bounds = [one for one in (child.most, group.most) if one is not None]
    return max(child.least, min(bounds)) if bounds else max(1, child.least, group.least)


def sizes(node: Node) -> tuple[int, int]:
    """How many models a unit has, at least and at most."""
    if node.type == "model":
        return 1, 1
    least, most = (_models(_selection(node, 1, [more])) for more in (0, MOST_MODELS))
    return max(1, least), max(1, min(MOST_MODELS, most))


def _models(selection: Selection) -> int:
    if selection.type == "model":
        return round(selection.number)
    return sum(map(_models, selection.selections))


def unit(node: Node, models: int) -> Selection:
    """The unit with so many models, each with what it usually has."""
    return _selection(node, 1, [models - sizes(node)[0]])


def _selection(node: Node, count: int, more: list[int]) -> Selection:
    """Something chosen, and what is in it; ``more`` are the models that are still to be added."""
    spare = [0] if node.type == "model" else more
    inside = [_selection(one.node, count * one.count, more) for one in choices(node, spare)]
    costs = tuple(Cost(one.name, one.value * count) for one in node.costs)
    return Selection(
        node.name, node.type, count, profiles=node.profiles, rules=node.rules, categories=node.categories, costs=costs,
        selections=tuple(inside),
    )  # fmt: skip


def others(node: Node) -> list[Selection]:
    """Everything that a unit could have and usually has not, each once."""
    found: dict[tuple[object, ...], Selection] = {}
    for one in node.walk():
        if one is not node and (one.profiles or one.rules):
            plain = Selection(one.name, one.type, 1, profiles=one.profiles, rules=one.rules)
            found.setdefault((one.name, one.profiles, one.rules), plain)
    return list(found.values())


# Points -----------------------------------------------------------------------------------------------------


def points(node: Node, catalogue: frozenset[str]) -> Mapping[int, int]:
    """The points of a unit by the number of models: each price under the most models that have it."""
    least, most = sizes(node)
    prices = {models: _price(node, models, catalogue) for models in range(least, most + 1)}
    return {models: price for models, price in prices.items() if prices.get(models + 1) != price}


def _price(node: Node, models: int, catalogue: frozenset[str]) -> int:
    chosen = unit(node, models)
    counts = Counts(dict(_counted(node, chosen)) | {"model": models}, catalogue | node.ids)
    own = sum(one.value for one in node.costs)
    inside = sum(one.points for one in chosen.selections)
    for change, conditions in (each for source in node.sources for each in changes(source, COST)):
        value = number_of(change) * _times(change, counts)
        if all(holds(one, counts) for one in conditions):
            own = {"set": value, "increment": own + value, "decrement": own - value}.get(change.get("type", ""), own)
    return round(own + inside)


def _times(change: Element, counts: Counts) -> int:
    """How often a modifier counts: once, or for each so many of something."""
    repeats = list(change.iterfind("repeats/repeat"))
    return sum(
        int(counts.chosen.get(one.get("childId", ""), 0) // max(1, number_of(one, without=1)))
        * round(number_of(one, "repeats", 1))
        for one in repeats
    ) if repeats else 1  # fmt: skip


def _counted(node: Node, chosen: Selection) -> Iterator[tuple[str, int]]:
    """How many of each entry are chosen."""
    for child in (each for each in node.walk() if each is not node and each.type != "group"):
        same = (one for one in chosen.walk() if (one.name, one.profiles) == (child.name, child.profiles))
        number = sum(round(one.number) for one in same)
        yield from ((id, number) for id in child.ids)

"""The smallest unit of a tree, the largest, and those between, as rosters have them; and what else it could have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from rulewright.importing import Cost, Selection, Tree

from .trees import Node

MOST_MODELS: Final = 100


class Choice(Struct, Tree):
    """What is chosen under one entry: the entry, how many, how many there could be, and what is chosen in it.

    The number counts over the whole unit, as in rosters.
    """

    node: Node
    count: int
    most: int = 0
    inside: Sequence[Choice] = ()

    @property
    def selection(self) -> Selection:
        """It as a roster has it."""
        node = self.node
        return Selection(
            node.name, node.type, self.count, profiles=node.profiles, rules=node.rules, categories=node.categories,
            costs=tuple(Cost(one.name, one.value * self.count) for one in node.costs),
            selections=tuple(one.selection for one in self.inside),
        )  # fmt: skip

    @property
    def counts(self) -> Counter[str]:
        """How many of each entry are chosen in it, by id."""
        found: Counter[str] = Counter()
        for one in self.walk():
            found.update(dict.fromkeys(one.node.ids, one.count) if one is not self else {})
        return found


def choices(node: Node, more: list[int]) -> list[Choice]:
    """What a unit has: all that it must have, and the usual one of each group.

    ``more`` are the models that it has besides; what is added is taken off.
    """
    found: list[Choice] = []
    for child in node.inside:
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
    found = [choice for child in group.inside for choice in
             (_of_group(child, child.least) if child.type == "group"
              else [Choice(child, child.least, most_of(child, group))])]  # fmt: skip
    found.sort(key=lambda one: group.default not in one.node.ids)
    for one in found:
        missing = need - sum(each.count for each in found)
        one.count += min(max(0, missing), one.most - one.count)
    return found


def most_of(child: Node, group: Node) -> int:
    """How often a member of a group is chosen, at most."""
    bounds = [one for one in (child.most, group.most) if one is not None]
    return max(child.least, min(bounds)) if bounds else max(1, child.least, group.least)


def sizes(node: Node) -> tuple[int, int]:
    """How many models a unit has, at least and at most."""
    if node.type == "model":
        return 1, 1
    least, most = (_models(_chosen(node, 1, [more])) for more in (0, MOST_MODELS))
    return max(1, least), max(1, min(MOST_MODELS, most))


def _models(choice: Choice) -> int:
    return choice.count if choice.node.type == "model" else sum(map(_models, choice.inside))


def unit(node: Node, models: int) -> Choice:
    """The unit with this many models, each with what it usually has."""
    return _chosen(node, 1, [models - sizes(node)[0]])


def _chosen(node: Node, count: int, more: list[int]) -> Choice:
    """Something chosen, and what is in it; ``more`` are the models that are still to be added."""
    spare = [0] if node.type == "model" else more
    inside = [_chosen(one.node, count * one.count, more) for one in choices(node, spare)]
    return Choice(node, count, inside=inside)


def others(node: Node) -> list[Selection]:
    """Everything that a unit could have and usually has not, each once."""
    found: dict[tuple[object, ...], Selection] = {}
    for one in node.walk():
        if one is not node and (one.profiles or one.rules):
            plain = Selection(one.name, one.type, 1, profiles=one.profiles, rules=one.rules)
            found.setdefault((one.name, one.profiles, one.rules), plain)
    return list(found.values())

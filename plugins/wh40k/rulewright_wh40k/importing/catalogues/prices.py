"""The points of units: by their sizes, as content has them, and on what else they hang."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from .choosing import sizes, unit
from .conditions import Counts, amended, changes
from .trees import Node

COST: Final = "51b2-306e-1021-d207"
"""The id of points."""
MODELS: Final = "model"
"""What conditions name that ask for the number of models."""
ARMY: Final = ("roster", "force")
"""The scopes of conditions that count in the whole army."""


def points(node: Node, catalogue: frozenset[str]) -> Mapping[int, int]:
    """The points of a unit by the number of models: each price under the most models that have it.

    They are those of the first unit of its kind, with what it usually has.
    """
    least, most = sizes(node)
    prices = {models: _price(node, models, catalogue) for models in range(least, most + 1)}
    return {models: price for models, price in prices.items() if prices.get(models + 1) != price}


def _price(node: Node, models: int, catalogue: frozenset[str]) -> int:
    chosen = unit(node, models)
    counts = Counts(chosen.counts + Counter(node.ids) + Counter({MODELS: models}), catalogue | node.ids)
    return round(sum(
        amended(sum(cost.value for cost in one.node.costs), one.node.sources, COST, counts) * one.count
        for one in chosen.walk()
    ))  # fmt: skip


def other_points(node: Node) -> Iterator[str]:
    """On what the points of a unit hang besides its models, which content cannot say."""
    names = {id: one.name for one in node.walk() for id in one.ids}
    asked = list(_asked(node))
    if any(id in node.ids for id, scope in asked if scope in ARMY):
        yield "on how many of it an army has; they are those of the first one"
    if own := dict.fromkeys(names[id] for id, _ in asked if id in names and id not in node.ids):
        yield f"on {', '.join(own)}; they are those of what it usually has"
    if any(id not in names for id, _ in asked):
        yield "on what else an army has; they are those without it"


def _asked(node: Node) -> Iterator[tuple[str, str]]:
    """What modifiers of points ask for besides the number of models: the id, and where it is counted."""
    for source in (each for one in node.walk() for each in one.sources):
        for change, conditions in changes(source, COST):
            inside = (each for one in conditions for each in one.iter("condition"))
            for each in (*inside, *change.iterfind("repeats/repeat")):
                if (id := each.get("childId", "")) != MODELS:
                    yield id, each.get("scope", "")

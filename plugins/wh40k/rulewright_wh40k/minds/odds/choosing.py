"""Which of its weapons each model uses: of those that exclude each other the ones that do most."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulewright import rule

from ...terms import LARGE, model, sheet, weapon
from .law import mean_lost, strike

if TYPE_CHECKING:
    from .law import Volley
    from .reading import Reading


@rule("core.select-ranged-targets", "core.select-melee-targets", "core.weapon-pistol", "core.weapon-extra-attacks")
def chosen(found: Reading) -> list[Volley]:
    """The attacks that are made: no model uses two profiles of a weapon, a Pistol beside others, or two usual melee
    weapons."""
    worths = [mean_lost(found.ranks, strike(found.ranks, [one])) / one.models for one in found.volleys]
    able: dict[str, Counter[int]] = defaultdict(Counter)
    for place, ids in enumerate(found.bearers):
        for id in ids:
            able[id][place] += 1
    used: Counter[int] = Counter()
    for id, places in able.items():
        for place in _chosen_by(found, id, places, worths):
            used[place] += places[place]
    return [replace(one, models=used[place]) for place, one in enumerate(found.volleys) if used[place]]


def _chosen_by(found: Reading, id: str, places: Counter[int], worths: list[float]) -> list[int]:
    """What one model uses."""
    game, best = found.before, dict[str, int]()
    for place in sorted(places, key=lambda place: worths[place]):
        best[weapon(game, found.volleys[place].weapon).whole] = place

    def has(place: int, ability: str) -> bool:
        return ability in weapon(game, found.volleys[place].weapon, model(game, id).unit).abilities

    def worth(some: Iterable[int]) -> float:
        return sum(worths[place] * places[place] for place in some)

    if all(weapon(game, found.volleys[place].weapon).melee for place in places):
        usual = [place for place in best.values() if not has(place, "extra attacks")]
        return [place for place in best.values() if place not in usual] + sorted(usual, key=worths.__getitem__)[-1:]
    if LARGE & sheet(game, model(game, id).origin).keywords:
        return list(best.values())
    pistols = [place for place in best.values() if has(place, "pistol")]
    return max([place for place in best.values() if place not in pistols], pistols, key=worth)

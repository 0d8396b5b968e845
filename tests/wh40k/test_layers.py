"""Every characteristic in every layer, alone and in pairs, as it is met in play: attacks made, moves allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations
from math import ceil
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import pytest
from msgspec.structs import replace

from rulewright import Rules
from rulewright.testing import Scenario
from rulewright_wh40k.before.scouts import scouts_walk
from rulewright_wh40k.command import level
from rulewright_wh40k.events.attacks import HitsRolled, SavesRolled, WoundsLost, WoundsRolled
from rulewright_wh40k.events.command import ShockTested
from rulewright_wh40k.movement.move_units import MOVE
from rulewright_wh40k.numbers import NUMBERS
from rulewright_wh40k.shooting.select_targets import range_of

from .before import off
from .table import (
    FOES,
    MINE,
    arm,
    battle,
    blade,
    happened,
    invent,
    left,
    marker,
    phase,
    plain,
    rule,
    sheet,
    shooting,
    unit,
)
from .test_written_abilities import text

Change = tuple[str, int]
"""A word of a text, and its amount."""
CHANGES: Final[tuple[Change, ...]] = (
    ("replaced", 3), ("halved", 2), ("multiplied", 2), ("changed", 1), ("changed", -2), ("improved", 1),
    ("worsened", 3),
)  # fmt: skip
CASES: Final = [*((one,) for one in CHANGES), *combinations(CHANGES, 2)]
SAVES: Final = frozenset({"skill", "save", "leadership", "ap", "invulnerable", "feel no pain", "anti"})
"""Where a lower number is better."""


def come_to(stat: str, printed: int, changes: tuple[Change, ...], least: int | None, most: int | None) -> int:
    """What the rulebook makes of a printed number: set, divide, multiply, add and subtract, round up, limits."""
    value = Fraction(printed)
    for layer in ("replaced", "halved", "multiplied"):
        for word, by in changes:
            if word == layer:
                value = {"replaced": Fraction(by), "halved": value / by, "multiplied": value * by}[layer]
    better = -1 if stat in SAVES else 1
    for word, by in changes:
        value += {"changed": by, "improved": better * by, "worsened": -better * by}.get(word, 0)
    found = ceil(value)
    found = found if least is None else max(least, found)
    return found if most is None else min(most, found)


# Where each number is met -----------------------------------------------------------------------------------

D6: Final = (1, 2, 3, 4, 5, 6)
GAP: Final = 32 / 25.4
"""Inches between the middles of two bases of 32 mm that touch."""


class Met(NamedTuple):
    """A number that is printed on ``sheet``, and how a game shows what it has come to.

    ``play`` has the rules, the datasheet and the number that is expected, and says what the game shows; ``shows`` is
    what it should. Foes have so many wounds that none of them is destroyed, unless ``more`` says otherwise.
    """

    printed: int
    sheet: dict[str, Any]
    play: Callable[[Rules, str, int], Any]
    shows: Callable[[int], Any] = int
    least: int | None = None
    most: int | None = None
    foes: Mapping[str, Any] = MappingProxyType({})


def ours(id: str, *places: tuple[float, float], **more: Any) -> list[Any]:
    """Our unit, which has this datasheet."""
    return unit(id, *(places or [(20.0, 20.0)]), name=MINE, **more)


def theirs(id: str = FOES, **more: Any) -> list[Any]:
    """The foes, who have this datasheet."""
    return unit(id, (30, 20), player=1, name=FOES, **{"wounds": 50, **more})


def shot(rules: Rules, id: str, *rolls: tuple[int, ...]) -> Scenario:
    """Our unit of this datasheet has shot at the foes."""
    return shooting(ours(id), theirs(), weapon=f"{id}/gun", rules=rules, rolls=rolls)


def suffered(rules: Rules, id: str, *rolls: tuple[int, ...], **more: Any) -> Scenario:
    """Foes of this datasheet have been shot at."""
    return shooting(ours(MINE), theirs(id, **more), rules=rules, rolls=rolls)


def better_than_1(needed: int) -> int:
    """How many faces of a D6 are enough: a 6 always is, a 1 never."""
    return sum(face != 1 and (face >= needed or face == 6) for face in D6)


def wounding(strength: int, toughness: int) -> int:
    """What wounds, by the table of the book."""
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return 4 if strength == toughness else 3 if strength > toughness else 5


def gun(*abilities: str, **more: Any) -> dict[str, Any]:
    """A datasheet's gun."""
    return {"weapons": [arm("gun", *abilities, **more), blade()]}


TORRENT: Final = {"skill": None, "attacks": "6"}


def attacks(rules: Rules, id: str, expected: int) -> int:
    return len(happened(shot(rules, id, (1,) * expected), HitsRolled)[0].faces)


def skill(rules: Rules, id: str, expected: int) -> int:
    hits = better_than_1(expected)
    return int(happened(shot(rules, id, D6, (1,) * hits), HitsRolled)[0].hits)


def strength(rules: Rules, id: str, expected: int) -> int:
    wounds = better_than_1(wounding(expected, 4))
    return int(happened(shot(rules, id, D6, (6,) * wounds), WoundsRolled)[0].wounds)


def toughness(rules: Rules, id: str, expected: int) -> int:
    wounds = better_than_1(wounding(4, expected))
    return int(happened(suffered(rules, id, D6, (6,) * wounds), WoundsRolled)[0].wounds)


def ap(rules: Rules, id: str, expected: int) -> int:
    return int(happened(shot(rules, id, (6,), (6,), (6,)), SavesRolled)[0].needed)


def save(rules: Rules, id: str, expected: int) -> int:
    return int(happened(suffered(rules, id, (6,), (6,), (6,)), SavesRolled)[0].needed)


def damage(rules: Rules, id: str, expected: int) -> int:
    return 50 - left(shot(rules, id, (6,), (6,), (1,)))[0]


def rolled_damage(rules: Rules, id: str, expected: int) -> int:
    return 50 - left(shot(rules, id, (6,), (6,), (1,), (5,)))[0]


def reach(rules: Rules, id: str, expected: int) -> int:
    """A target stands just within, and then just out of the Range."""
    if expected == 1:  # a target so near is engaged
        return int(range_of(battle(ours(id), rules=rules).game, MINE, f"{id}/gun"))
    foes = [unit(FOES, (20 + GAP + expected + more, 20), wounds=50) for more in (-0.02, 0.02)]
    able = [phase(battle(ours(id), one, rules=rules), "shooting phase").asked == "shoot" for one in foes]
    return expected if able == [True, False] else -1


def move(rules: Rules, id: str, expected: int) -> int:
    position = battle(ours(id), theirs(), rules=rules).begin(MOVE(player=0, unit=MINE, way="normal"))
    return int(position.game.request.space.inches)


def leadership(rules: Rules, id: str, expected: int) -> int:
    position = phase(battle(ours(id, strength=3), rules=rules, rolls=[(1, 1)]), "command phase")
    return int(happened(plain(position), ShockTested)[0].leadership)


def oc(rules: Rules, id: str, expected: int) -> int:
    return level(battle(ours(id), marker(20, 21), rules=rules).game, "A", 0)


def wounds(rules: Rules, id: str, expected: int) -> int:
    """The wounds that it loses until it is destroyed."""
    position = suffered(rules, id, (6,) * 20, (6,) * 20, (1,) * 20, wounds=4)
    assert not left(position)
    return sum(event.wounds for event in happened(position, WoundsLost))


def invulnerable(rules: Rules, id: str, expected: int) -> int:
    return int(happened(suffered(rules, id, (6,), (6,), (6,)), SavesRolled)[0].needed)


def pain(rules: Rules, id: str, expected: int) -> int:
    rolls = [D6] if expected <= 6 else []
    return 50 - left(suffered(rules, id, (6,), (6,), (1,), *rolls))[0]


def sustained(rules: Rules, id: str, expected: int) -> int:
    return int(happened(shot(rules, id, (6,), (1,) * (1 + expected)), HitsRolled)[0].hits)


def rapid(rules: Rules, id: str, expected: int) -> int:
    return attacks(rules, id, 1 + expected)


def anti(rules: Rules, id: str, expected: int) -> int:
    faces = sum(face >= expected or face == 6 for face in D6)
    return int(happened(shot(rules, id, D6, (6,) * faces), WoundsRolled)[0].wounds)


def searing(rules: Rules, id: str, expected: int) -> int:
    return 50 - left(shot(rules, id, (6,), (6,), (6,)))[0]


def demise(rules: Rules, id: str, expected: int) -> int:
    """Who shoots what explodes suffers it."""
    foes = unit(id, (24, 20), player=1, name=FOES)
    position = shooting(ours(MINE, wounds=50), foes, rules=rules, rolls=[(6,), (6,), (1,), (6,)])
    return 50 - left(position, MINE)[0]


def bolt(rules: Rules, id: str, expected: int) -> int:
    things = ours(id, weapons=()), theirs()
    position = phase(battle(*things, rules=rules, rolls=[(2,)]), "shooting phase").answer((MINE, FOES))
    return 50 - left(position)[0]


def scouting(rules: Rules, id: str, expected: int) -> int:
    return int(scouts_walk(battle(ours(id), theirs(), rules=rules).game, MINE).inches)


def lending(rules: Rules, id: str, expected: int) -> int:
    riders, *rest = off(MINE, 6, name="riders", area="embarked")
    within = replace(riders, carrier=MINE), *rest
    position = phase(battle(ours(id), *within, theirs(), rules=rules), "shooting phase").answer(MINE)
    return int(position.game.request.space.most) if position.asked == "firing_deck" else 0


BIG: Final = {"wounds": 50}
MET: Final[dict[str, Met]] = {
    "attacks": Met(4, gun(attacks="4"), attacks, least=1),
    "skill": Met(4, gun(skill=4, attacks="6"), skill, better_than_1, least=2),
    "strength": Met(4, gun("torrent", **TORRENT), strength, lambda n: better_than_1(wounding(n, 4)), least=1,
                    foes={"save": 2}),
    "toughness": Met(4, {**BIG, "save": 2}, toughness, lambda n: better_than_1(wounding(4, n)), least=1,
                     foes=gun("torrent", **TORRENT)),
    "ap": Met(-1, gun(ap=-1), ap, lambda n: min(4 - n, 7), most=0),
    "save": Met(4, {**BIG, "save": 4}, save, lambda n: min(n, 7), least=2),
    "damage": Met(3, gun(damage="3"), damage, least=1),
    "damage of D6": Met(5, gun(damage="D6"), rolled_damage, least=1),
    "range": Met(10, gun(range=10), reach, least=1),
    "move": Met(6, {"move": 6}, move, least=1),
    "leadership": Met(6, {"leadership": 6}, leadership, least=5, most=8),
    "oc": Met(3, {"oc": 3}, oc, least=0),
    "wounds": Met(4, {"wounds": 4}, wounds, least=1, foes=gun(attacks="20", damage="1")),
    "invulnerable": Met(5, {**BIG, "invulnerable": 5, "save": 7}, invulnerable, least=2, foes=gun(ap=-6)),
    "feel no pain": Met(5, {**BIG, "abilities": ["feel no pain 5+"]}, pain,
                        lambda n: sum(face < n for face in D6), least=2, foes=gun(damage="6")),
    "sustained hits": Met(2, gun("sustained hits 2"), sustained, lambda n: 1 + n, least=0),
    "rapid fire": Met(2, gun("rapid fire 2"), rapid, lambda n: 1 + n, least=0),
    "melta": Met(2, gun("melta 2"), damage, lambda n: 1 + n, least=0),
    "anti": Met(4, gun("torrent", "anti-infantry 4+", **TORRENT, strength=1), anti,
                lambda n: sum(face >= n or face == 6 for face in D6), least=2, foes={"toughness": 20, "save": 2}),
    "searing": Met(2, gun("searing 2"), searing, least=0, foes={"save": 2}),
    "deadly demise": Met(3, {"abilities": ["deadly demise 3"]}, demise, least=0, foes=BIG),
    "psychic bolt": Met(3, {"abilities": ["psychic bolt 3"]}, bolt, least=0),
    "scouts": Met(6, {"abilities": ["scouts 6"]}, scouting, least=0),
    "firing deck": Met(2, {"abilities": ["firing deck 2"], "transport": {"models": 10}}, lending, least=0),
}  # fmt: skip
"""Every number that is printed somewhere, and what shows it."""


def test_every_printed_number_is_met() -> None:
    """What has the layers of characteristics is met below, or is no number of a model, a weapon or an ability."""
    others = {"pile in", "consolidation", "wounds on", "wounded on"}
    layered = {name for name, one in NUMBERS.items() if {"replaced", "halved"} <= {at.name for at in one.layers}}
    assert layered - others == {name.removesuffix(" of D6") for name in MET}


@rule("commentary.modifiers", 2, 3, 4, 5)
@rule("commentary.modifying-characteristics", 3, 5, 6, 7)
@rule("commentary.modifying-by-improving-or-worsening")
@pytest.mark.parametrize("name", MET)
def test_each_number_in_each_layer_alone_and_in_pairs(name: str) -> None:
    met, stat = MET[name], name.removesuffix(" of D6")
    sheets = []
    for place, changes in enumerate([(), *CASES]):
        does = [{"modifies": stat, "layer": word, "by": by} for word, by in changes]
        traits = dict(met.sheet)
        one = sheet(f"kind{place}", *traits.pop("weapons", ()), **traits)
        sheets.append({**one, "texts": [text(*does)] if does else []})
    others = dict(met.foes)
    arms = others.pop("weapons", ())
    rules = invent(*sheets, sheet(MINE, *arms, wounds=50), sheet(FOES, **{**BIG, **others}))
    found, wanted = {}, {}
    for place, changes in enumerate([(), *CASES]):
        number = come_to(stat, met.printed, changes, met.least, met.most)
        found[changes], wanted[changes] = met.play(rules, f"kind{place}", number), met.shows(number)
    assert {one: (found[one], wanted[one]) for one in wanted if found[one] != wanted[one]} == {}

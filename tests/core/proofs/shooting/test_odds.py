"""The law of damage from the rules themselves, against plain arithmetic that knows nothing of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rulewright import Game, odds

from . import attack
from .rolling import Rolling
from .scripted import battle
from .terms import Kind, Troop, Weapon
from .test_overwatch import FIRE, advance

Law = dict[Any, Fraction]
SIXTH = Fraction(1, 6)


def at_least(needed: int) -> Fraction:
    return Fraction(7 - min(7, max(2, needed)), 6)


def wounds_of(weapon: Weapon, attacks: int, toughness: int) -> Law:
    """The law of (wounds that may be saved, devastating wounds) of this many attacks; a six to wound always wounds."""
    strength = weapon.strength
    needed = 2 if strength >= 2 * toughness else 6 if 2 * strength <= toughness else 4 + (strength < toughness)
    needed -= toughness < strength < 2 * toughness
    devastating = SIXTH if "devastating wounds" in weapon.abilities else Fraction(0)
    one: Law = {(1, 0): at_least(needed) - devastating, (0, 1): devastating, (0, 0): 1 - at_least(needed)}
    lethal = "lethal hits" in weapon.abilities
    critical: Law = {(1, 0): Fraction(1)} if lethal else one
    for _ in range(weapon.sustained):
        critical = added(critical, one)
    hit, law = at_least(weapon.skill) - SIXTH, {(0, 0): Fraction(1)}
    attack = mixture((SIXTH, critical), (hit, one), (1 - SIXTH - hit, {(0, 0): Fraction(1)}))
    for _ in range(attacks):
        law = added(law, attack)
    return law


def added(one: Law, other: Law) -> Law:
    law: Law = {}
    for (a, p), (b, q) in product(one.items(), other.items()):
        key = tuple(map(sum, zip(a, b, strict=True)))
        law[key] = law.get(key, Fraction(0)) + p * q
    return law


def mixture(*parts: tuple[Fraction, Law]) -> Law:
    law: Law = {}
    for weight, part in parts:
        for value, chance in part.items():
            law[value] = law.get(value, Fraction(0)) + weight * chance
    return {value: chance for value, chance in law.items() if chance}


def suffered(law: Law, weapon: Weapon, kind: Kind, saveable: bool) -> Law:
    """One wound more for a unit of alike models, by (models destroyed, wounds that the next one has lost)."""
    unsaved = 1 - at_least(min(kind.save + weapon.ap, kind.invulnerable)) if saveable else Fraction(1)
    damages = {-(-face // 2) if weapon.die == 3 else face if weapon.die else 0 for face in range(1, 7)}
    felt = 1 - at_least(kind.feel_no_pain)
    after: Law = {}
    for (destroyed, hurt), chance in law.items():
        after[destroyed, hurt] = after.get((destroyed, hurt), Fraction(0)) + chance * (1 - unsaved)
        for extra in damages:
            for points, share in binomial(weapon.damage + extra, felt):
                lost = hurt + points
                value = (destroyed + 1, 0) if lost >= kind.wounds else (destroyed, lost)
                after[value] = after.get(value, Fraction(0)) + chance * unsaved * share / len(damages)
    return after


def binomial(n: int, p: Fraction) -> Iterator[tuple[int, Fraction]]:
    ways = 1
    for k in range(n + 1):
        yield k, ways * p**k * (1 - p) ** (n - k)
        ways = ways * (n - k) // (k + 1)


def by_hand(profiles: list[tuple[Weapon, int]], kind: Kind, models: int) -> Law:
    """Total damage and models slain: all saveable wounds, profile by profile, then all devastating ones."""
    law: Law = {((0, 0), (0,) * len(profiles)): Fraction(1)}
    for place, (weapon, attacks) in enumerate(profiles):
        rolled = wounds_of(weapon, attacks, kind.toughness)
        then: Law = {}
        for (state, aside), chance in law.items():
            for (wounds, devastating), share in rolled.items():
                waiting = (*aside[:place], devastating, *aside[place + 1 :])
                then[state, wounds, waiting] = then.get((state, wounds, waiting), Fraction(0)) + chance * share
        law = {}
        for state, wounds, waiting in then:
            for value, share in many(state, wounds, weapon, kind, True).items():
                law[value, waiting] = law.get((value, waiting), Fraction(0)) + then[state, wounds, waiting] * share
    for place, (weapon, _) in enumerate(profiles):
        parts = []
        for (state, aside), chance in law.items():
            resolved = many(state, aside[place], weapon, kind, False)
            parts.append((chance, {(value, aside): share for value, share in resolved.items()}))
        law = mixture(*parts)
    totals: Law = {}
    for ((destroyed, hurt), _), chance in law.items():
        slain = min(destroyed, models)
        value = (kind.wounds * slain + (hurt if destroyed < models else 0), slain)
        totals[value] = totals.get(value, Fraction(0)) + chance
    return dict(sorted(totals.items()))


MANY: dict[Any, Law] = {}


def many(state: tuple[int, int], wounds: int, weapon: Weapon, kind: Kind, saveable: bool) -> Law:
    key = (state, wounds, repr(weapon), repr(kind), saveable)
    if key not in MANY:
        if wounds == 0:
            MANY[key] = {state: Fraction(1)}
        else:
            MANY[key] = suffered(many(state, wounds - 1, weapon, kind, saveable), weapon, kind, saveable)
    return MANY[key]


RIFLE = Weapon(sustained=1, abilities=("lethal hits",))
CANNON = Weapon(36, 1, 4, 8, 2, 0, 3, abilities=("devastating wounds",))
EVERYTHING = Weapon(24, 1, 3, 5, 1, 0, 3, sustained=2, abilities=("lethal hits", "devastating wounds"))
TOUGH = Kind(wounds=2, save=3, feel_no_pain=5)
Profiles = dict[str, tuple[Weapon, int]]


def volley(profiles: Profiles, kind: Kind, models: int, cp: int = 0) -> Game:
    """Shooters with these profiles are about to be told to shoot at this many models."""
    units = [Troop(0, 0, {name: count for name, (_, count) in profiles.items()}), Troop(1, 12, {"target": models})]
    kinds = {"target": kind, **{name: Kind((name,)) for name in profiles}}
    return battle(
        attack.RULES, units, kinds, {name: weapon for name, (weapon, _) in profiles.items()}, [], (cp, 0)
    ).game


def law_of(profiles: Profiles, kind: Kind, models: int) -> Law:
    """Total damage and models slain, by playing the rules."""

    def measure(game: Game) -> tuple[int, int]:
        left = [model for model in game.state.models.values() if model.kind == "target"]
        return kind.wounds * models - sum(model.wounds for model in left), models - len(left)

    return odds.distribution(volley(profiles, kind, models), measure, answers=[0])


@pytest.mark.parametrize(
    ("profiles", "kind", "models"),
    [
        ({"rifle": (RIFLE, 3)}, TOUGH, 3),
        ({"rifle": (RIFLE, 4), "cannon": (CANNON, 2)}, Kind(wounds=3, save=4, invulnerable=5, feel_no_pain=4), 3),
        ({"all": (EVERYTHING, 2)}, TOUGH, 2),
        ({"all": (EVERYTHING, 1), "cannon": (CANNON, 2)}, Kind(toughness=5, save=2, wounds=2), 2),
        ({"cannon": (CANNON, 3)}, Kind(toughness=9, wounds=1, feel_no_pain=6), 2),
    ],
)
def test_odds_are_those_that_counting_gives(profiles: Profiles, kind: Kind, models: int) -> None:
    assert law_of(profiles, kind, models) == by_hand(list(profiles.values()), kind, models)


def test_odds_of_ten_models_with_two_profiles_are_quick() -> None:
    """Sustained hits, lethal hits, devastating wounds, D3 damage, feel no pain: exact, and within a second."""
    profiles = {"rifle": (RIFLE, 8), "cannon": (CANNON, 2)}
    law_of(profiles, TOUGH, 1)

    began = time.process_time()
    law = law_of(profiles, TOUGH, 10)
    seconds = time.process_time() - began

    assert law == by_hand(list(profiles.values()), TOUGH, 10)
    assert seconds < 1


def test_odds_with_a_command_re_roll_for_the_first_failure() -> None:
    """Two even chances in a row, one of which may be repeated: one half."""
    game = volley({"gun": (Weapon(), 1)}, Kind(save=7), 1, cp=1)

    def policy(then: Game, request: Any) -> Any:
        return ("command_reroll", 0) if then.context(Rolling).value < 4 else None

    chance = odds.probability(game, lambda then: 1 not in then.state.units, answers=[0], policy=policy, until="shoot")

    assert chance == Fraction(1, 2)


# -------------------------------------------------------------------------------------------- a volley in mid-move


def cancelling(game: Game, **how: Any) -> Fraction:
    """How probable it is that overwatch cancels the move, when whoever surges goes as far as possible."""

    def over(then: Game) -> bool:
        return then.request is None or then.request.ask in ("destination", "move", "shoot")

    return odds.probability(
        game,
        lambda then: then.request is None or then.request.ask != "destination",
        answers=[FIRE],
        policy=lambda then, request: max(request.space.values),
        until=over,
        **how,
    )


def test_odds_that_overwatch_cancels_a_move() -> None:
    """A six, a four or more, no save, and four or more for the surge: 1/6 * 1/2 * 1/2."""
    assert cancelling(advance([], distance=5).game) == Fraction(1, 24)


def test_odds_of_a_volley_in_mid_move_merge_like_any_others() -> None:
    """Ten shots at three berserks: all fall, or some do and the surge is long enough. Few courses are played."""
    slain = dict(binomial(10, SIXTH / 2))

    chance = cancelling(advance([], distance=5, berserks=3, watchers=10).game, limit=600)

    assert chance == (slain[1] + slain[2]) / 2 + 1 - slain[0] - slain[1] - slain[2]

"""Exact laws of attacks from their numbers: rolls as generating functions, damage as a chain of models that fall.

A chance is a float, and a law of whole numbers an array of chances by number. Nothing here knows a position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct

from rulewright import rule

Chances: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
"""A law of whole numbers; with two axes that of two of them together, or from where a chain goes where."""

Counts: TypeAlias = np.ndarray[Any, np.dtype[np.int_]]

D6: Final = (1, 2, 3, 4, 5, 6)
DUST: Final = 1e-18
"""Values that are together less likely than that are left out: a float cannot show what they add."""
FAILS, PASSES, CRITICAL = range(3)


class Grades(NamedTuple):
    """How likely a roll fails, passes without being critical, and is critical."""

    fails: float
    passes: float
    critical: float


class Volley(Struct, frozen=True):
    """Attacks with one weapon at one target, as the numbers of the game have them.

    ``each`` is the law of the attacks of one of its ``models``, ``damage`` that of the damage of an attack, and
    ``sustained`` that of the further hits of a Critical Hit. ``unsaved`` and ``felt`` say, for each model of the target
    in order, how likely a save fails and a wound is not ignored, ``felt_mortal`` the same of mortal wounds. Without
    ``hit`` each attack hits.
    """

    weapon: str
    models: int
    each: Chances
    hit: Grades | None
    wound: Grades
    damage: Chances
    unsaved: tuple[float, ...]
    felt: tuple[float, ...]
    felt_mortal: tuple[float, ...]
    sustained: Chances
    lethal: bool = False
    devastating: bool = False
    searing: int = 0
    precise: bool = False
    """Whether its wounds are allocated to a Leader who stands apart."""

    @property
    def attacks(self) -> Chances:
        """The law of the attacks of all models."""
        return total(self.each, self.models)


class Stages(NamedTuple):
    """Means of a volley, however much the target can lose: attacks, hits, wounds, those not saved, and their damage."""

    attacks: float
    hits: float
    wounds: float
    unsaved: float
    damage: float
    felt: float


# Laws of numbers --------------------------------------------------------------------------------------------


def certain(number: int) -> Chances:
    """The law of what is always so much."""
    return law_of([(number, 1.0)])


def law_of(chances: Sequence[tuple[int, float]]) -> Chances:
    """The law of numbers, none below 0, with their chances; those of equal ones add up."""
    found = np.zeros(max(number for number, _ in chances) + 1)
    for number, chance in chances:
        found[number] += chance
    return found


def dice(count: int, sides: int) -> Chances:
    """The law of the sum of dice."""
    one = law_of([(face, 1 / sides) for face in range(1, sides + 1)])
    return total(one, count)


def total(one: Chances, times: int) -> Chances:
    """The law of the sum of so many numbers of one law."""
    return reduce(np.convolve, [one] * times, np.ones(1))


def mean(law: Chances) -> float:
    """The mean of a law."""
    return float(law @ np.arange(len(law)))


@rule("core.re-rolls", "commentary.re-rolls")
def graded(grade: Callable[[int], int], again: frozenset[int] = frozenset(), kept: int = PASSES) -> Grades:
    """How likely the grades of a D6 are, where one of these results that is less than what is kept is rolled again."""
    once = [sum(grade(face) == each for face in D6) / 6 for each in (FAILS, PASSES, CRITICAL)]
    repeated = [
        sum(grade(face) == each and each < kept and face in again for face in D6) / 6
        for each in (FAILS, PASSES, CRITICAL)
    ]
    return Grades(*(
        chance - left + sum(repeated) * chance for chance, left in zip(once, repeated, strict=True)
    ))  # fmt: skip


# Attacks ----------------------------------------------------------------------------------------------------


@rule("core.weapon-devastating-wounds", "errata.devastating-wounds")
def _of_hit(one: Volley) -> Chances:
    """What a hit comes to: wounds that are allocated, and Critical Wounds that owe mortal wounds."""
    found = np.zeros((2, 2))
    found[0, 0], found[1, 0] = one.wound.fails, one.wound.passes
    owes = one.devastating or one.searing > 0
    found[0 if one.devastating else 1, 1 if owes else 0] += one.wound.critical
    return found


@rule("core.hit-roll", "core.weapon-torrent", "core.weapon-sustained-hits", "core.weapon-lethal-hits",
      "commentary.additional-hits", "commentary.automatically-wounds")  # fmt: skip
def _of_attack(one: Volley) -> Chances:
    """What an attack comes to: as for a hit."""
    hit = _of_hit(one)
    if one.hit is None:
        return hit
    missed = np.ones((1, 1))
    best = np.array([[0.0], [1.0]]) if one.lethal else hit
    more = _sum([(chance, _power(hit, times)) for times, chance in enumerate(one.sustained) if chance])
    return _sum([(one.hit.fails, missed), (one.hit.passes, hit), (one.hit.critical, _times(best, more))])


def wounding(one: Volley) -> Chances:
    """How likely so many wounds are allocated, and so many Critical Wounds owe mortal wounds, by all attacks."""
    each, found = _of_attack(one), np.zeros((1, 1))
    for chance in one.attacks[::-1]:
        found = _times(found, each)
        found[0, 0] += chance
    return _trimmed(_trimmed(found).T).T


def _times(big: Chances, small: Chances) -> Chances:
    """The law of the sum of pairs of two laws."""
    wide, high = big.shape
    found = np.zeros((wide + small.shape[0] - 1, high + small.shape[1] - 1))
    for (x, y), chance in np.ndenumerate(small):
        if chance:
            found[x : x + wide, y : y + high] += chance * big
    return found


def _power(one: Chances, times: int) -> Chances:
    return reduce(_times, [one] * times, np.ones((1, 1)))


def _sum(parts: Sequence[tuple[float, Chances]]) -> Chances:
    """A mixture of laws of pairs."""
    found = np.zeros(tuple(max(law.shape[axis] for _, law in parts) for axis in (0, 1)))
    for chance, law in parts:
        found[: law.shape[0], : law.shape[1]] += chance * law
    return found


def _trimmed(law: Chances) -> Chances:
    """A law without its last rows that are too unlikely to count."""
    tails = law.sum(axis=1)[::-1].cumsum()[::-1]
    return law[: max(1, int((tails > DUST).sum()))]


# Damage -----------------------------------------------------------------------------------------------------


class Ranks(Struct, frozen=True):
    """The models of a target by their wounds, in the order in which attacks are allocated to them.

    The last one may be a Leader who is picked out before the others: then it stands ``apart``. A place of the chain is
    how many wounds the others have lost, times one more than the Leader has, and how many the Leader has lost.
    """

    wounds: tuple[int, ...]
    apart: bool = False

    @property
    def parts(self) -> tuple[int, int]:
        """The wounds of the models that suffer in order, and of the one that stands apart."""
        leader = self.wounds[-1] if self.apart else 0
        return sum(self.wounds) - leader, leader

    @property
    def places(self) -> int:
        """How many places the chain has; in the last one all models have fallen."""
        body, leader = self.parts
        return (body + 1) * (leader + 1)

    def standing(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """For each place whether who stands apart has not fallen."""
        leader = self.parts[1]
        return np.arange(self.places) % (leader + 1) < leader

    def steps(self, picked: bool) -> Iterator[tuple[int, int, int, int]]:
        """For each place with anything to lose: it, the model that suffers next, the step of one wound, and the wounds
        that the model has left. Whoever stands apart is first where it is picked out, and last otherwise."""
        (body, leader), ends = self.parts, np.cumsum(self.wounds)
        for place in range(self.places):
            lost, of_leader = divmod(place, leader + 1)
            if of_leader < leader and (picked or lost == body):
                yield place, len(self.wounds) - 1, 1, leader - of_leader
            elif lost < body:
                model = int(np.searchsorted(ends, lost, side="right"))
                yield place, model, leader + 1, int(ends[model]) - lost

    def lost(self, place: int) -> int:
        """How many wounds are lost at a place."""
        return sum(divmod(place, self.parts[1] + 1))

    def slain(self, place: int) -> int:
        """How many models have fallen at a place."""
        lost, of_leader = divmod(place, self.parts[1] + 1)
        body = self.wounds[:-1] if self.apart else self.wounds
        return int((np.cumsum(body) <= lost).sum()) + (self.apart and of_leader == self.wounds[-1])


@rule("core.inflict-damage", "core.feel-no-pain", "core.allocate-attack", "errata.mortal-wounds")
def suffering(ranks: Ranks, damage: Chances, felt: Sequence[float], picked: bool = False) -> Chances:
    """Where the damage of one attack leads: it is felt wound by wound, and none of it spills over to another model."""
    found = np.eye(ranks.places)
    thinned = {keeps: sum(chance * _binomial(wounds, keeps, len(damage)) for wounds, chance in enumerate(damage))
               for keeps in set(felt)}  # fmt: skip
    for place, model, step, left in ranks.steps(picked):
        found[place, place] = 0.0
        for wounds, chance in enumerate(thinned[felt[model]]):
            found[place, place + step * min(wounds, left)] += chance
    return found


def _binomial(count: int, chance: float, size: int) -> Chances:
    """How many of so many are kept, each with a chance."""
    found = total(np.array([1 - chance, chance]), count)
    return np.pad(found, (0, size - len(found)))


@rule("core.saving-throw", "core.allocate-attack")
def _saving(ranks: Ranks, one: Volley, picked: bool) -> Chances:
    """Where one wound leads that may be saved; one that is allocated to a Leader who has fallen is lost."""
    found = suffering(ranks, one.damage, one.felt, picked)
    for place, model, _, _ in ranks.steps(picked):
        fails = one.unsaved[model]
        found[place] *= fails
        found[place, place] += 1 - fails
    if picked:
        gone = ~ranks.standing()
        found[gone] = np.eye(ranks.places)[gone]
    return found


@rule("core.make-ranged-attacks", "core.make-melee-attacks", "errata.devastating-wounds", "core.weapon-precision",
      "faq.timing.unresolved-attacks-after-target-destroyed")  # fmt: skip
def strike(ranks: Ranks, volleys: Sequence[Volley]) -> Chances:
    """How likely the attacks of a unit lead to each place of its target, weapon by weapon in this order.

    Mortal wounds of Critical Wounds come after all other damage, in the same order.
    """
    state, owed = np.eye(1, ranks.places).T, []
    counts = np.zeros((1, 0), int)
    for one in volleys:
        pairs = wounding(one)
        usual = _saving(ranks, one, picked=False)
        if one.precise and ranks.apart:
            standing = ranks.standing()[:, None]
            picking = _allocated(state * standing, _saving(ranks, one, picked=True), pairs)
            state = picking + _allocated(state * ~standing, usual, pairs)
        else:
            state = _allocated(state, usual, pairs)
        if (most := pairs.shape[1]) > 1:
            owed.append(one)
            counts = np.column_stack([counts.repeat(most, 0), np.tile(np.arange(most), len(counts))])
        state[-1, 0], state[-1, 1:] = state[-1].sum(), 0.0  # whatever is owed to a target that is gone
        likely = state.sum(axis=0) > DUST
        state, counts = state[:, likely], counts[likely]
    for one in owed:
        state, counts = _owing(state, counts, _mortal(ranks, one))
    return state.reshape(-1)


def mean_lost(ranks: Ranks, law: Chances) -> float:
    """How many wounds the target loses on average, by a law of its places."""
    return sum(float(chance) * ranks.lost(place) for place, chance in enumerate(law))


def _allocated(state: Chances, step: Chances, pairs: Chances) -> Chances:
    """The state after the wounds of a volley: each column becomes one for each number of Critical Wounds that owe.

    Rows are the places of the target, columns what is owed to it.
    """
    places, columns = state.shape
    walked = np.empty((len(pairs), places, columns))
    for number in range(len(pairs)):
        walked[number] = state
        state = step.T @ state
    return np.tensordot(walked, pairs, axes=(0, 0)).reshape(places, -1)


def _mortal(ranks: Ranks, one: Volley) -> tuple[Chances, Chances]:
    """Where the mortal wounds of one Critical Wound lead: those of Devastating Wounds, and those that spill over."""
    nowhere, picked = np.eye(ranks.places), one.precise
    devastates = suffering(ranks, one.damage, one.felt_mortal, picked) if one.devastating else nowhere
    wound, sears = suffering(ranks, certain(1), one.felt_mortal, picked), nowhere
    for _ in range(one.searing):
        sears = sears @ wound
    return devastates, sears


def _owing(state: Chances, counts: Counts, steps: tuple[Chances, Chances]) -> tuple[Chances, Counts]:
    """The state after what is owed first: all that does not spill over, and then all that does.

    ``counts`` are the Critical Wounds of each column, by the volley that scored them.
    """
    left, place = np.unique(counts[:, 1:], axis=0, return_inverse=True) if counts.shape[1] > 1 else (counts[:1, 1:], 0)
    where = np.broadcast_to(np.ravel(place), len(counts))
    found, reach = np.zeros((len(state), len(left))), [np.eye(len(state))] * 2
    for number in range(int(counts[:, 0].max()) + 1):
        these = counts[:, 0] == number
        found[:, where[these]] += (reach[0] @ reach[1]).T @ state[:, these]
        reach = [done @ step for done, step in zip(reach, steps, strict=True)]
    return found, left


# Means ------------------------------------------------------------------------------------------------------


def stages(one: Volley) -> Stages:
    """The means of a volley at the first model of its target."""
    attacks, hit = mean(one.attacks), one.hit or Grades(0.0, 1.0, 0.0)
    lethal = hit.critical if one.lethal else 0.0
    rolled = hit.passes + hit.critical * (1 + mean(one.sustained)) - lethal
    wounds = rolled * (one.wound.passes + one.wound.critical) + lethal
    through = rolled * one.wound.critical if one.devastating else 0.0
    failed = (wounds - through) * one.unsaved[0]
    usual, mortal = failed * mean(one.damage), through * mean(one.damage) + rolled * one.wound.critical * one.searing
    felt = usual * one.felt[0] + mortal * one.felt_mortal[0]
    return Stages(*(attacks * each for each in (1.0, rolled + lethal, wounds, failed + through, usual + mortal, felt)))

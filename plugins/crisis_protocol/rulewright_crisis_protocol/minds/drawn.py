"""What the dice of a pool come to, as far as anything looks at them, and how that is seen little by little."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from rulewright import DiceRoll, Die

from ..terms import DIE, ICONS, PICKED, SUCCESSES, Apart, Pool, alike

Name = Literal["attack", "defense"]
Asked: TypeAlias = tuple[tuple[str, ...], ...]
"""The icons of each special of which is asked whether they are shown."""

DRAWN: Final = "pool"
"""What chance is asked when a pool is drawn."""


class Glimpse(Pool, frozen=True):
    """A pool of which only the dice are known that ``seen`` names, with how many each critical has added."""

    seen: Apart = ()
    more: int = 0

    def of(self, pool: Pool) -> Pool:
        """What is seen of a pool; where single dice are, all of it."""
        if PICKED in self.seen:
            return pool
        faces = () if pool.roll is None else pool.roll.faces
        named = {icon for icons in self.seen for icon in icons}
        known = tuple(face for face in faces if face in named)
        return replace(self, roll=DiceRoll.of((DIE,) * len(known), known) if known else None)


class Drawn:
    """What a pool may be, and a die with the number of each."""

    def __init__(self, law: Mapping[Pool, Fraction]) -> None:
        whole = lcm(*(chance.denominator for chance in law.values()))
        self.law = law
        self.pools = (*law,)
        self.die = Die(DRAWN, tuple(range(len(law))), tuple(int(chance * whole) for chance in law.values()))

    @lru_cache(maxsize=4096)  # noqa: B019 - a few laws are in use, and they are small
    def seen(self, so_far: Glimpse, now: Glimpse) -> Drawn:
        """What is seen ``now``, where ``so_far`` has been seen."""
        law: dict[Pool, Fraction] = {}
        for pool in self._behind(replace(so_far, roll=None))[so_far]:
            shown = now.of(pool)
            law[shown] = law.get(shown, Fraction(0)) + self.law[pool]
        whole = sum(law.values())
        return Drawn({pool: chance / whole for pool, chance in law.items()})

    @lru_cache(maxsize=4096)  # noqa: B019 - as above
    def _behind(self, glance: Glimpse) -> dict[Pool, list[Pool]]:
        """The pools behind each thing that may be seen."""
        found: dict[Pool, list[Pool]] = {}
        for pool in self.pools:
            found.setdefault(glance.of(pool), []).append(pool)
        return found


class Lying(NamedTuple):
    """The faces that lie there, and how many successes are counted besides."""

    faces: tuple[str, ...] = ()
    besides: int = 0


class Kinds(NamedTuple):
    """What is told apart in a pool: the icon that each one is shown as, and those that are kept as dice, of some of
    which no more than so many make a difference; all are kept where ``single`` dice matter."""

    name: Name
    shown: Mapping[str, str]
    kept: frozenset[str]
    most: Mapping[str, int]
    asked: Asked
    single: bool

    @classmethod
    @lru_cache
    def of(cls, name: Name, apart: Apart, asked: Asked) -> Kinds:
        """The kinds where sets of icons are told apart, some of them only because specials are asked about: these sets
        stand there once more than they do for texts."""
        shown = {str(icon): str(group[0]) for group in alike(name, apart) for icon in group}
        if PICKED in apart:
            return cls(name, shown, frozenset(ICONS), {}, asked, True)
        wanted: Counter[str] = Counter()
        for icons in asked:
            wanted |= Counter(icons)
        told = {icon for icons in Counter(apart) - Counter((icon,) for icon in wanted) for icon in icons}
        most = {icon: number for icon, number in wanted.items() if icon not in told}
        return cls(name, shown, frozenset(icon for icons in apart for icon in icons), most, asked, False)

    def laid(self, faces: Iterable[Any], besides: int = 0) -> Lying:
        """The dice of a pool as far as they make a difference, in one order."""
        return self._with_no_more(Counter(self.shown[face] for face in faces), self.most, besides)

    def least(self, lying: Lying) -> Lying:
        """As few dice as show the same specials, where single dice do not matter."""
        if self.single:
            return lying
        found, shown = Counter(lying.faces), Counter[str]()
        for icons in map(Counter, self.asked):
            if icons <= found:
                shown |= icons
        return self._with_no_more(found, {icon: shown[icon] for icon in self.most}, lying.besides)

    def _with_no_more(self, found: Counter[str], most: Mapping[str, int], besides: int) -> Lying:
        for icon, number in most.items():
            more = max(0, found[icon] - number)
            found[icon] -= more
            if icon in SUCCESSES[self.name]:
                besides += more
        besides += sum(found[icon] for icon in SUCCESSES[self.name] if icon not in self.kept)
        return Lying(tuple(icon for icon in ICONS if icon in self.kept for _ in range(found[icon])), besides)


def pool_of(kinds: Kinds, dice: int, lying: Lying, criticals: int = 0) -> Pool:
    """The pool with these dice; where nothing looks at any, only successes count."""
    faces = lying.faces
    roll = DiceRoll.of((DIE,) * len(faces), faces) if kinds.kept else None
    successes = sum(face in SUCCESSES[kinds.name] for face in faces)
    return Pool(dice, criticals, successes + lying.besides, roll)


@lru_cache(maxsize=256)
def drawn(name: Name, dice: int, more: int, apart: Apart, asked: Asked) -> Drawn:
    """What a number of dice come to, with that number more for each critical."""
    kinds = Kinds.of(name, apart, asked)
    law: dict[Pool, Fraction] = {}
    thrown = _thrown(kinds, dice)[dice]
    added = _thrown(kinds, more * max(criticals for _, criticals in thrown))
    for (first, criticals), chance in thrown.items():
        for (then, _), share in added[more * criticals].items():
            lying = kinds.laid((*first.faces, *then.faces), first.besides + then.besides)
            pool = pool_of(kinds, dice, kinds.least(lying))
            law[pool] = law.get(pool, Fraction(0)) + chance * share
    return Drawn(law)


@lru_cache(maxsize=256)
def fallen(name: Name, dice: int, apart: Apart, asked: Asked) -> Drawn:
    """What a number of dice come to before criticals add any."""
    kinds = Kinds.of(name, apart, asked)
    thrown = _thrown(kinds, dice)[dice]
    return Drawn({pool_of(kinds, dice, lying, criticals): chance for (lying, criticals), chance in thrown.items()})


def _thrown(kinds: Kinds, most: int) -> list[dict[tuple[Lying, int], Fraction]]:
    """What each number of dice up to this one shows, and how many criticals fell."""
    laws: list[dict[tuple[Lying, int], Fraction]] = [{(Lying(), 0): Fraction(1)}]
    for _ in range(most):
        law: dict[tuple[Lying, int], Fraction] = {}
        for (lying, criticals), chance in laws[-1].items():
            for face, weight in DIE.law().items():
                now = kinds.laid((*lying.faces, face), lying.besides), criticals + (face == "critical")
                law[now] = law.get(now, Fraction(0)) + chance * weight
        laws.append(law)
    return laws

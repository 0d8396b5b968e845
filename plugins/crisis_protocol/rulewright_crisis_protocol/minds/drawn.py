"""What the dice of a pool come to, as far as anything looks at them, and how that is seen little by little."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rulewright import DiceRoll, Die

from ..terms import DIE, ICONS, PICKED, SUCCESSES, Apart, Pool, alike, game_dice

Name = Literal["attack", "defense"]
Asked: TypeAlias = tuple[tuple[str, ...], ...]
"""The icons of each special of which is asked whether they are shown."""

DRAWN: Final = "pool"
"""What chance is asked when a pool is drawn."""


class Offer(Struct, frozen=True):
    """What a side may modify of a pool: the icons that it ``takes``, the first ones first, and the one that they are
    changed ``to``, empty where they are rerolled; ``most`` is how many dice at most, None where that cannot be said.

    Before, icons are ``counted``, and of those ``needed`` it is asked whether so many are shown. What is told apart
    until then is ``apart``, and what is ``after`` it.
    """

    takes: tuple[str, ...]
    to: str
    most: int | None
    counted: tuple[str, ...]
    needed: tuple[tuple[str, int], ...]
    apart: Apart
    after: Apart

    @property
    def stands(self) -> str:
        """The icon as which all dice are seen that may be taken, where it makes no difference what they show."""
        return next((icon for icon in self.takes if icon not in self.named), "")

    @property
    def named(self) -> frozenset[str]:
        """The icons that are seen as what they are."""
        return frozenset((*self.counted, *(icon for icon, _ in self.needed)))

    @property
    def is_in_order(self) -> bool:
        """Whether dice that are seen as one icon are taken one after another, and there are such."""
        places = [place for place, icon in enumerate(self.takes) if icon not in self.named]
        return not self.takes or (bool(places) and places[-1] - places[0] < len(places))

    def shown(self, faces: Iterable[Any]) -> tuple[str, ...]:
        """What is seen of dice, in one order: no more of them than may be taken, or are needed."""
        named, needed = self.named, dict(self.needed)
        lying = Counter(icon if icon in named else self.stands for icon in faces if icon in named or icon in self.takes)
        for icon in lying:
            takes = icon not in named or icon in self.takes
            if icon not in self.counted and (self.most is not None or not takes):
                lying[icon] = min(lying[icon], needed.get(icon, 0) + (self.most or 0) * takes)
        return tuple(sorted(lying.elements(), key=ICONS.index))

    def left(self, faces: Iterable[str], number: int) -> Iterable[str]:
        """The dice of a pool that lie there when some of them have been taken, with those that were changed."""
        lying = Counter(faces)
        taken = Counter([icon for icon in self.takes for _ in range(lying[icon])][:number])
        changed = [self.to] * taken.total() if self.to else ()
        return (lying - taken + Counter(changed)).elements()


class Taken(Struct, frozen=True):
    """A side has had its offer: what it has seen of the pool, and how many dice it has taken."""

    offer: Offer
    shown: tuple[str, ...]
    number: int

    @property
    def again(self) -> int:
        """How many dice fall again."""
        return 0 if self.offer.to else self.number


class Glimpse(Pool, frozen=True):
    """A pool of which only the dice are known that ``seen`` names, with how many each critical has added."""

    seen: Apart = ()
    more: int = 0
    since: tuple[Taken, ...] = ()

    def of(self, pool: Pool) -> Pool:
        """What is seen of a pool; where single dice are, all of it."""
        if PICKED in self.seen:
            return pool
        faces = () if pool.roll is None else pool.roll.faces
        named = {icon for icons in self.seen for icon in icons}
        known = tuple(face for face in faces if face in named)
        return replace(self, roll=DiceRoll.of(game_dice(len(known)), known) if known else None)


class Offered(Glimpse, frozen=True):
    """A pool of which a side sees what it may take: dice that fall as they lie, for how they fall is seen later."""

    offer: Offer = Offer((), "", None, (), (), (), ())

    def of(self, pool: Pool) -> Pool:
        """What is seen of a pool."""
        faces = self.offer.shown(() if pool.roll is None else pool.roll.faces)
        dice = tuple(Die(face, tuple(dict.fromkeys((face, self.offer.to or face)))) for face in faces)
        return replace(self, roll=DiceRoll.of(dice, faces) if faces else None)

    def settled(self) -> Glimpse:
        """Nothing of it is seen, but it is known what has been done."""
        history = () if self.roll is None else self.roll.history
        shown = tuple(str(falls[0].face) for falls in history)
        taken = Taken(self.offer, shown, sum(len(falls) > 1 for falls in history))
        return Glimpse(self.dice, more=self.more, since=(*self.since, taken))


class Drawn:
    """What a pool may be, and a die with the number of each."""

    def __init__(self, law: Mapping[Pool, Fraction]) -> None:
        whole = lcm(*(chance.denominator for chance in law.values()))
        self.law = law
        self.pools = (*law,)
        self.die = Die(DRAWN, tuple(range(len(law))), tuple(int(chance * whole) for chance in law.values()))

    @classmethod
    def of(cls, ways: Mapping[Pool, int]) -> Drawn:
        """By the number of ways in which each pool comes about."""
        whole = sum(ways.values())
        return cls({pool: Fraction(number, whole) for pool, number in ways.items()})

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
    def after(self, name: Name, taken: Taken, asked: Asked) -> Drawn:
        """What a pool is when a side has had its offer; those that fall again do it for the first time here."""
        kinds = Kinds.of(name, taken.offer.after, asked)
        ways: Counter[Lying] = Counter()
        for pool, number in self._offered(taken.offer)[taken.shown]:
            faces = () if pool.roll is None else tuple(map(str, pool.roll.faces))
            besides = pool.successes - sum(face in SUCCESSES[name] for face in faces)
            ways[kinds.laid(taken.offer.left(faces, taken.number), besides)] += number
        for _ in range(taken.again):
            ways = _with_a_die(kinds, ways)
        return _fewest(kinds, self.pools[0].dice, ways)

    @lru_cache(maxsize=256)  # noqa: B019 - as above
    def _offered(self, offer: Offer) -> dict[tuple[str, ...], list[tuple[Pool, int]]]:
        """The pools behind each thing that a side may see of its offer, with the number of each."""
        found: dict[tuple[str, ...], list[tuple[Pool, int]]] = {}
        for pool, number in zip(self.pools, self.die.weights, strict=True):
            faces = () if pool.roll is None else pool.roll.faces
            found.setdefault(offer.shown(faces), []).append((pool, number))
        return found

    @lru_cache(maxsize=4096)  # noqa: B019 - as above
    def _behind(self, glance: Glimpse) -> dict[Pool, list[Pool]]:
        """The pools behind each thing that may be seen."""
        found: dict[Pool, list[Pool]] = {}
        for pool in self.pools:
            found.setdefault(glance.of(pool), []).append(pool)
        return found


DIE_WAYS: Final = sum(DIE.weights)
"""In how many ways a die falls."""


class Lying(NamedTuple):
    """The faces that lie there, and how many successes are counted besides."""

    faces: tuple[str, ...] = ()
    besides: int = 0


class Kinds(NamedTuple):
    """What is told apart in a pool: the icon that each one is shown as, and those that are kept as dice, of some of
    which no more than this many make a difference; ``single`` says whether something takes some of them."""

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
        wanted: Counter[str] = Counter()
        for icons in asked:
            wanted |= Counter(icons)
        told = {icon for icons in Counter(apart) - Counter((icon,) for icon in wanted) for icon in icons}
        most = {icon: number for icon, number in wanted.items() if icon not in told}
        return cls(name, shown, frozenset(icon for icons in apart for icon in icons), most, asked, PICKED in apart)

    def laid(self, faces: Iterable[Any], besides: int = 0) -> Lying:
        """The dice of a pool as far as they make a difference, in one order."""
        return self._with(Lying((), besides), (self.shown[face] for face in faces), self.most)

    def with_die(self, lying: Lying, face: Any) -> Lying:
        """The same with one die more."""
        return self._with(lying, (self.shown[face],), self.most)

    def least(self, lying: Lying) -> Lying:
        """As few dice as show the same specials, where nothing takes any."""
        if self.single:
            return lying
        found, shown = Counter(lying.faces), Counter[str]()
        for icons in map(Counter, self.asked):
            if icons <= found:
                shown |= icons
        return self._with(Lying((), lying.besides), lying.faces, {icon: shown[icon] for icon in self.most})

    def _with(self, lying: Lying, shown: Iterable[str], most: Mapping[str, int]) -> Lying:
        faces, besides = [*lying.faces], lying.besides
        for face in shown:
            if face in self.kept and faces.count(face) < most.get(face, len(faces) + 1):
                faces.append(face)
            else:
                besides += face in SUCCESSES[self.name]
        return Lying(tuple(sorted(faces, key=ICONS.index)), besides)


def pool_of(kinds: Kinds, dice: int, lying: Lying, criticals: int = 0) -> Pool:
    """The pool with these dice; where nothing looks at any, only successes count."""
    faces = lying.faces
    roll = DiceRoll.of(game_dice(len(faces)), faces) if kinds.kept else None
    successes = sum(face in SUCCESSES[kinds.name] for face in faces)
    return Pool(dice, criticals, successes + lying.besides, roll)


@lru_cache(maxsize=256)
def drawn(name: Name, dice: int, more: int, apart: Apart, asked: Asked) -> Drawn:
    """What a number of dice come to, with that number more for each critical: those with most criticals get theirs
    first, and then all that have come to lie alike go on together."""
    kinds = Kinds.of(name, apart, asked)
    thrown = _thrown(kinds, dice)
    ways: Counter[Lying] = Counter()
    for criticals in range(dice, -1, -1):
        due = more * (dice - criticals)
        for (lying, count), number in thrown.items():
            if count == criticals:
                ways[lying] += number * DIE_WAYS**due
        for _ in range(more if criticals else 0):
            ways = _with_a_die(kinds, ways)
    return _fewest(kinds, dice, ways)


def _fewest(kinds: Kinds, dice: int, ways: Mapping[Lying, int]) -> Drawn:
    """The pools that lie like this, with as few dice as make a difference."""
    found: Counter[Pool] = Counter()
    for lying, number in ways.items():
        found[pool_of(kinds, dice, kinds.least(lying))] += number
    return Drawn.of(found)


@lru_cache(maxsize=256)
def fallen(name: Name, dice: int, apart: Apart, asked: Asked) -> Drawn:
    """What a number of dice come to before criticals add any."""
    kinds = Kinds.of(name, apart, asked)
    thrown = _thrown(kinds, dice)
    return Drawn.of({pool_of(kinds, dice, lying, criticals): number for (lying, criticals), number in thrown.items()})


def _thrown(kinds: Kinds, dice: int) -> Counter[tuple[Lying, int]]:
    """In how many ways dice show what makes a difference, and how many criticals fell."""
    ways = Counter({(Lying(), 0): 1})
    for _ in range(dice):
        found: Counter[tuple[Lying, int]] = Counter()
        for (lying, criticals), number in ways.items():
            for face, weight in zip(ICONS, DIE.weights, strict=True):
                found[kinds.with_die(lying, face), criticals + (face == "critical")] += number * weight
        ways = found
    return ways


def _with_a_die(kinds: Kinds, ways: Counter[Lying]) -> Counter[Lying]:
    """In how many ways dice lie when another one has fallen."""
    found: Counter[Lying] = Counter()
    for lying, number in ways.items():
        for face, weight in zip(ICONS, DIE.weights, strict=True):
            found[kinds.with_die(lying, face)] += number * weight
    return found

"""The law of an attack by its pools: each by itself as far as nothing looks at the other one, then both together.

A pool is drawn from the law of what its dice come to with those that criticals add: what texts tell apart is kept, and
of an icon no more than anything asks for. What one side does to its own dice is played with that pool alone; then the
pools meet. All texts, and all that follows, are played by the rules of the game; `matchup.EXCHANGE` plays every die.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from math import lcm
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace
from pydantic import Field

from rulewright import DiceRoll, Die, Procedure, Request, Roll, Step, new_game
from rulewright.odds import distribution
from rulewright.odds.experiments import Experiment, is_known, known
from rulewright.text import show

from ..attack.apart import texts_of, told_apart
from ..attack.choosing import choose_type
from ..attack.dice import MOMENTS, dice_for_a_critical
from ..attack.sequence import BEFORE_DAMAGE, MEETING, OWN_DICE, declare_target
from ..pools import apart_in
from ..terms import DIE, ICONS, PICKED, SUCCESSES, Apart, Attack, Pool, alike, attack_sheet, pool_in
from .matchup import ATTACKER, DUEL, DURING, TARGET, Law, Matchup, built, decide, measured, populate, usable

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps
    from rulewright.ruleset import Rules

Name = Literal["attack", "defense"]
Icons: TypeAlias = tuple[tuple[str, int], ...]
"""Icons, and how many of each."""

DRAWN: Final = "pool"
"""What chance is asked when a pool is drawn."""
OWN: Final = ("own dice", "allied dice", "enemy dice")
"""The moments at which dice are modified before the pools meet."""
LATER: Final = DURING - {*OWN, "targeted", "attacks", "anyone targeted", "ally targeted", "ally attacks", "attack pool",
                         "defense pool"}  # fmt: skip
"""The moments of superpowers and cards after that, up to where the damage is known."""
SPECIALS_LATER: Final = ("opposing dice", "before damage")


class Drawn(NamedTuple):
    """What a pool may be, and a die with the number of each."""

    pools: tuple[Pool, ...]
    die: Die

    @classmethod
    def of(cls, law: Mapping[Pool, Fraction]) -> Drawn:
        """The pools of a law."""
        whole = lcm(*(chance.denominator for chance in law.values()))
        weights = (int(chance * whole) for chance in law.values())
        return cls((*law,), Die(DRAWN, tuple(range(len(law))), tuple(weights)))


class Part(Matchup):
    """What is played of an attack: a ``pool`` by itself, until its own side has modified it; or from the ``pools`` on
    that both sides have then; or, without either, all of it."""

    pool: Name | None = None
    pools: tuple[Any, Any] | None = Field(None, exclude=True)


def law_of(rules: Rules, asked: Matchup) -> Law:
    """How likely each amount of damage is, with the specials whose icons are shown; by the rules of `PARTS`."""
    told = asked.model_dump()
    halves: list[Drawn] = []
    for name in POOLS:
        game = new_game(rules, {"wishes": Part(**told, pool=name)}, seed=0, chance="manual")
        while isinstance(game.request, Request) and not is_known(game):
            game.answer(decide(game, game.request))
        if not _is_alone(game, name):
            return PARTS.law(rules, Part(**told))
        law = distribution(game, partial(_left, game), policy=decide, until=is_known)
        if not all(same for _, same in law):
            return PARTS.law(rules, Part(**told))
        halves.append(Drawn.of({pool: chance for (pool, _), chance in law.items()}))
    return PARTS.law(rules, Part(**told, pools=(halves[0], halves[1])))


# Whether a pool can be played by itself ---------------------------------------------------------------------


def _is_alone(game: Game, name: Name) -> bool:
    """Whether nothing has been asked so far, and what a side does to its own dice looks at no others."""
    request = game.request
    if not isinstance(request, Roll) or request.ask != DRAWN:
        return False
    attack = game.context(Attack)
    own = usable(game, OWN)
    texts = [(sheet, names) for sheet, names in texts_of(game, attack, ["own dice"]) if own(sheet)]
    mine = ((sheet, names) for sheet, names in texts if names["own"] in ((), (name,)))
    return all({*names[pool]} <= {name} for sheet, names in mine for pool, _ in sheet.apart)


def _is_same(before: Game, game: Game) -> bool:
    """Whether nothing has changed but the dice, as far as that can count later: power that was paid and uses that were
    counted do only where there are texts that may still be used."""
    later = usable(game, LATER)
    if _rows(before, every=True) == _rows(game, every=True):
        return True
    return _rows(before, every=False) == _rows(game, every=False) and not any(map(later, _texts(game)))


def _texts(game: Game) -> Iterator[Any]:
    """The superpowers of both sides, and their cards."""
    content = game.content
    for id in game.state.characters:
        found = (content.superpowers.get(item.name) for item in game.carried(id))
        yield from (power for power in found if power is not None)
    for squad in game.state.squads.values():
        yield from (content.tactics[card] for card in squad.tactics)


def _rows(game: Game, every: bool) -> list[dict[Any, Any]]:
    """The tables, and what is known of the attack besides its dice; only with ``every`` power and uses, too."""
    tables = {table.name: dict(table.items()) for table in game.state.tables}
    if not every:
        tables["uses"].clear()
        tables["characters"] = {id: replace(one, power=0) for id, one in tables["characters"].items()}
    attack = replace(game.context(Attack), id=0, attack_pool=Pool(), defense_pool=Pool())
    return [*tables.values(), {"attack": attack}]


# Pools ------------------------------------------------------------------------------------------------------


def asked_for(game: Game, attack: Attack, key: str) -> Icons:
    """The icons of a pool that what happens after the attack asks for, where that is asked about."""
    found: Counter[str] = Counter()
    if key == "attack_apart" and game.setup.wishes.triggers:
        for special in attack_sheet(game, attack).specials:
            if special.when not in MOMENTS[:-1]:
                found |= Counter(special.icons)
    return tuple(sorted(found.items()))


class Kinds(NamedTuple):
    """What is told apart in a pool: the icon that each one is shown as, those that are kept, of which no more than so
    many make a difference, and as what the others of these are shown."""

    shown: Mapping[str, str]
    kept: frozenset[str]
    most: Icons
    plain: str

    @classmethod
    @lru_cache
    def of(cls, name: Name, apart: Apart, asked: Icons) -> Kinds:
        """The kinds where sets of icons are told apart, some of them because what comes afterwards asks for them."""
        groups = [tuple(map(str, group)) for group in alike(name, apart)]
        texts = Counter(apart) - Counter((icon,) for icon, _ in asked)
        told, named = ({icon for icons in sets for icon in icons} for sets in (texts, apart))
        plain = next((group[0] for group in groups if group[0] in SUCCESSES[name] and group[0] not in named), "")
        most = tuple((icon, most) for icon, most in asked if plain and icon in SUCCESSES[name] and icon not in told)
        kept = ICONS if PICKED in apart else (*SUCCESSES[name], *named)
        return cls({icon: group[0] for group in groups for icon in group}, frozenset(kept), most, plain)

    def laid(self, faces: Iterable[Any]) -> tuple[str, ...]:
        """The faces of a pool as far as they make a difference, in one order."""
        found = Counter(self.shown[face] for face in faces)
        for icon, most in self.most:
            found[self.plain] += max(0, found[icon] - most)
            found[icon] = min(found[icon], most)
        return tuple(icon for icon in ICONS if icon in self.kept for _ in range(found[icon]))


def pool_of(name: Name, dice: int, faces: tuple[str, ...], looked_at: bool) -> Pool:
    """The pool with these faces; where nothing looks at them only successes count."""
    roll = DiceRoll.of((DIE,) * len(faces), faces) if looked_at else None
    return Pool(dice, 0, sum(face in SUCCESSES[name] for face in faces), roll)


@lru_cache(maxsize=256)
def drawn(name: Name, dice: int, more: int, apart: Apart, asked: Icons) -> Drawn:
    """What a number of dice come to, with that number more for each critical."""
    kinds = Kinds.of(name, apart, asked)
    law: dict[tuple[str, ...], Fraction] = {}
    thrown = _thrown(kinds, dice)[dice]
    added = _thrown(kinds, more * max(criticals for _, criticals in thrown))
    for (lying, criticals), chance in thrown.items():
        for (extra, _), then in added[more * criticals].items():
            faces = kinds.laid((*lying, *extra))
            law[faces] = law.get(faces, Fraction(0)) + chance * then
    return Drawn.of({pool_of(name, dice, faces, bool(apart)): chance for faces, chance in law.items()})


def _thrown(kinds: Kinds, most: int) -> list[dict[tuple[tuple[str, ...], int], Fraction]]:
    """What each number of dice up to this one shows, and how many criticals fell."""
    laws: list[dict[tuple[tuple[str, ...], int], Fraction]] = [{((), 0): Fraction(1)}]
    for _ in range(most):
        law: dict[tuple[tuple[str, ...], int], Fraction] = {}
        for (lying, criticals), chance in laws[-1].items():
            for face, weight in DIE.law().items():
                now = kinds.laid((*lying, face)), criticals + (face == "critical")
                law[now] = law.get(now, Fraction(0)) + chance * weight
        laws.append(law)
    return laws


# Steps ------------------------------------------------------------------------------------------------------


def looks(game: Game, attack: Attack, specials: Collection[str], moments: Collection[str]) -> dict[str, Any]:
    """What texts tell apart at these moments, and besides it the icons that what comes after the attack asks for: a set
    of icons stands there twice where both do."""
    found: dict[str, Apart] = told_apart(game, attack, specials, usable(game, moments))
    return {key: (*sets, *((icon,) for icon, _ in asked_for(game, attack, key))) for key, sets in found.items()}


def look(game: Game, attack: Attack) -> Event:
    """What is told apart from here on is noted anew: the windows before may have changed it."""
    return game.note(attack, **looks(game, attack, MOMENTS[:-1], DURING))


def drawing(name: Name) -> Step:
    """A pool is drawn: as its dice fall, or as its side has left them where that is known."""

    def draw(game: Game, attack: Attack) -> Steps:
        asked: Part = game.setup.wishes
        if asked.pool not in (None, name):
            return
        if asked.pools is not None:
            pools: Drawn = asked.pools[[*POOLS].index(name)]
        else:
            dice, more = pool_in(attack, name).dice, dice_for_a_critical(game, attack, name)
            pools = drawn(name, dice, more, apart_in(attack, name), asked_for(game, attack, f"{name}_apart"))
        faces = yield Roll((pools.die,), attack.player, DRAWN)
        noted: dict[str, Any] = {f"{name}_pool": pools.pools[faces[0]]}
        yield game.note(attack, **noted)

    return Step(draw, f"roll {name}")


def _begin(game: Game, context: None) -> Any:
    """The attacker attacks the target; every die is played where something happens before criticals add some."""
    asked: Part = game.setup.wishes
    procedure = ALONE if asked.pool else MET if asked.pools is not None else WHOLE
    if any(map(usable(game, ["dice rolled"]), _texts(game))):
        procedure = DUEL
    return procedure(player=0, attacker=ATTACKER, attack=asked.attack, target=TARGET)


def _left(before: Game, game: Game) -> tuple[Pool, bool]:
    """The pool that is played, as far as anything still looks at it, and whether nothing else has changed."""
    name, attack = game.setup.wishes.pool, game.context(Attack)
    pool, asked = pool_in(attack, name), asked_for(game, attack, f"{name}_apart")
    apart: Apart = looks(game, attack, SPECIALS_LATER, LATER)[f"{name}_apart"]
    if pool.roll is not None and not (PICKED in apart and _remembers(game, attack)):
        faces = Kinds.of(name, apart, asked).laid(pool.roll.faces)
        pool = pool_of(name, pool.dice, faces, bool(apart))
    return pool, _is_same(before, game)


def _remembers(game: Game, attack: Attack) -> bool:
    """Whether something that happens later has the name of something that a die may have been rerolled by already."""

    def names(moments: Collection[str]) -> set[str]:
        """What happens at these moments, by name: one ability rerolls a die once, wherever it comes from."""
        texts = [*filter(usable(game, moments), _texts(game))]
        texts += [special for special in attack_sheet(game, attack).specials if special.when in moments]
        return {show(text.name, "en") for text in texts}

    return not names(OWN).isdisjoint(names(LATER))


FIRST: Final = [choose_type, declare_target, *built(), look]
LAST: Final = [*MEETING, *BEFORE_DAMAGE, known]
POOLS: Final[Mapping[Name, Step]] = {"attack": drawing("attack"), "defense": drawing("defense")}
ALONE: Final = Procedure("alone", [*FIRST, *POOLS.values(), *OWN_DICE, known], Attack, scope="attack")
"""A pool by itself, until its own side has modified it."""
WHOLE: Final = Procedure("drawn", [*FIRST, *POOLS.values(), *OWN_DICE, *LAST], Attack, scope="attack")
MET: Final = Procedure("met", [*FIRST, *POOLS.values(), *LAST], Attack, scope="attack")
PARTS: Final = Experiment(
    Part, populate, Procedure("table", [_begin]), measured, decide, procedures=(ALONE, WHOLE, MET, DUEL)
)

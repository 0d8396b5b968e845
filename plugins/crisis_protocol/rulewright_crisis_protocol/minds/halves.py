"""The law of an attack by its pools: each by itself as far as nothing looks at the other one, then both together.

A pool is drawn from the law of what its dice come to with those that criticals add. Dice that texts may take or count
are kept, of an icon that only specials need no more than they need, and of all others their successes as a number;
before each stage of the attack what no later text looks at is forgotten. What one side does to its own dice is played
with that pool alone, where it looks at no other. Then the pools meet, and of each only so much is drawn at a time as is
looked at: all of a pool whose dice are modified, of another one the icons that are counted. Where a single text takes
dice of a pool, only how many it may take is drawn (`offers`). All texts, and all that follows, are played by the rules
of the game; `matchup.EXCHANGE` plays every die.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec.structs import replace
from pydantic import Field

from rulewright import Procedure, Request, Roll, Step, new_game
from rulewright.odds import distribution
from rulewright.odds.experiments import Experiment, is_known, known
from rulewright.text import show

from ..attack.apart import texts_of, told_apart
from ..attack.choosing import choose_type
from ..attack.cover import take_cover
from ..attack.damage import compare_successes
from ..attack.dice import MOMENTS, dice_for_a_critical
from ..attack.sequence import (
    BEFORE_DAMAGE,
    FRESH_DICE,
    MODIFIED_DICE,
    MORE_DICE,
    OPPOSING_DICE,
    OWN_DICE,
    declare_target,
)
from ..pools import apart_in
from ..terms import PICKED, SUCCESSES, Apart, Attack, Pool, attack_sheet, pool_in
from .drawn import DRAWN, Asked, Drawn, Glimpse, Kinds, Name, Offer, Offered, drawn, fallen, pool_of
from .matchup import (
    ATTACKER,
    DURING,
    TARGET,
    Law,
    Matchup,
    built,
    decide,
    looking,
    measured,
    populate,
    usable,
)
from .offers import awaits, offer_of

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps
    from rulewright.ruleset import Rules

FRESH: Final = "dice rolled"
"""The moment at which dice have fallen and criticals have added none yet."""


class Stage(NamedTuple):
    """Something happens to dice: at which moments of superpowers and cards, when of specials of the attack (empty where
    these have none), and its steps."""

    name: str
    moments: tuple[str, ...]
    special: str
    steps: Sequence[Any]


def expecting(name: Name) -> Step:
    """Of a pool of which nothing is seen it is known how many dice each critical adds."""

    def expect(game: Game, attack: Attack) -> Event | None:
        pool = pool_in(attack, name)
        if not isinstance(pool, Glimpse):
            return None
        noted: dict[str, Any] = {f"{name}_pool": replace(pool, more=dice_for_a_critical(game, attack, name))}
        return game.note(attack, **noted)

    return Step(expect, f"expect {name}")


FRESHLY: Final = Stage("fresh dice", (FRESH,), "", FRESH_DICE)
ADDED: Final = Stage("more dice", (), "", [expecting("attack"), expecting("defense"), *MORE_DICE])
OWN: Final = Stage("own dice", ("own dice", "allied dice", "enemy dice"), "own dice", OWN_DICE)
OPPOSING: Final = Stage("opposing dice", ("opposing dice",), "opposing dice", OPPOSING_DICE)
MODIFIED: Final = Stage("modified dice", ("dice modified",), "", MODIFIED_DICE)
BUILDING: Final = {
    "targeted", "attacks", "anyone targeted", "ally targeted", "ally attacks", "attack pool", "defense pool",
    "own pool",
}  # fmt: skip
END: Final = Stage(
    "damage",
    tuple(DURING - BUILDING.union(FRESHLY.moments, OWN.moments, OPPOSING.moments, MODIFIED.moments)),
    "before damage",
    [],
)
"""What follows, up to where the damage is known."""
STAGES: Final = (FRESHLY, ADDED, OWN, OPPOSING, MODIFIED, END)


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
        halves.append(_mixed(game, name, {pool: chance for (pool, _), chance in law.items()}))
    return PARTS.law(rules, Part(**told, pools=(halves[0], halves[1])))


def _mixed(game: Game, name: Name, law: Mapping[Pool, Fraction]) -> Drawn:
    """What a pool is that was played by itself, whatever its dice come to that nobody has looked at."""
    found: dict[Pool, Fraction] = {}
    for pool, chance in law.items():
        behind: Mapping[Pool, Fraction] = {pool: Fraction(1)}
        if isinstance(pool, Glimpse):
            behind = _law_of(game, game.context(Attack), name, END, pool).law
        for one, share in behind.items():
            found[one] = found.get(one, Fraction(0)) + chance * share
    return Drawn(found)


# Whether a pool can be played by itself ---------------------------------------------------------------------


def _is_alone(game: Game, name: Name) -> bool:
    """Whether nothing has been asked so far, and what a side does to its own dice looks at no others."""
    request = game.request
    if not isinstance(request, Roll) or request.ask != DRAWN:
        return False
    moments = (*FRESHLY.moments, *OWN.moments)
    looks = looking(game, moments)
    mine = (text for text in texts_of(game, game.context(Attack), moments) if text[1]["own"] in ((), (name,)))
    return all({*names[pool]} <= {name} for sheet, names in mine for pool, _ in looks(sheet))


def _is_fresh(game: Game, attack: Attack, name: Name) -> bool:
    """Whether something looks at the dice of a pool before criticals add any."""
    looks = looking(game, FRESHLY.moments)
    texts = texts_of(game, attack, FRESHLY.moments)
    return any(name in names[pool] for sheet, names in texts for pool, _ in looks(sheet))


def _is_same(before: Game, game: Game) -> bool:
    """Whether nothing has changed but the dice, as far as that can count later: power that was paid does only where
    texts may still be used, and uses that were counted do only of these."""
    texts = [*_texts(game)]
    later = [*filter(usable(game, moments_from(OPPOSING)), texts)]
    over = {take_cover.name, *map(_counted, texts)}.difference(map(_counted, later))
    return _rows(before, over, bool(later)) == _rows(game, over, bool(later))


def _counted(text: Any) -> str:
    """By which name the uses of a superpower or a card are counted."""
    return str(getattr(text, "counted", "") or text.id)


def _texts(game: Game) -> Iterator[Any]:
    """The superpowers of both sides, and their cards."""
    content = game.content
    for id in game.state.characters:
        found = (content.superpowers.get(item.name) for item in game.carried(id))
        yield from (power for power in found if power is not None)
    for squad in game.state.squads.values():
        yield from (content.tactics[card] for card in squad.tactics)


def _rows(game: Game, over: Collection[str], power: bool) -> list[dict[Any, Any]]:
    """The tables, and what is known of the attack besides its dice; without uses of what is ``over``, and with or
    without ``power``."""
    tables = {table.name: dict(table.items()) for table in game.state.tables}
    tables["uses"] = {id: one for id, one in tables["uses"].items() if id.partition("|")[0] not in over}
    if not power:
        tables["characters"] = {id: replace(one, power=0) for id, one in tables["characters"].items()}
    dice: dict[str, Any] = {"attack_pool": Pool(), "defense_pool": Pool(), "attack_apart": (), "defense_apart": ()}
    return [*tables.values(), {"attack": replace(game.context(Attack), id=0, **dice)}]


# Steps ------------------------------------------------------------------------------------------------------


def needed(game: Game, attack: Attack, name: Name) -> Asked:
    """The icons of each special of the attack that may happen up to the damage, or is asked about."""
    asked = game.setup.wishes.triggers
    specials = attack_sheet(game, attack).specials if name == "attack" else ()
    return tuple(one.icons for one in specials if one.icons and (asked or one.when != MOMENTS[-1]))


def looks_from(game: Game, attack: Attack, stage: Stage) -> dict[Name, Apart]:
    """What texts tell apart in each pool from a stage on, and besides it the icons that specials need: a set of icons
    stands there twice where both do."""
    found = told_apart(game, attack, specials_from(stage), looking(game, moments_from(stage), icons=False))
    icons = {name: {icon for special in needed(game, attack, name) for icon in special} for name in POOLS}
    return {name: (*found[f"{name}_apart"], *((icon,) for icon in sorted(icons[name]))) for name in POOLS}


def look(game: Game, attack: Attack) -> Event:
    """What is told apart from here on is noted anew: the windows before may have changed it."""
    looks = looks_from(game, attack, FRESHLY)
    return game.note(attack, attack_apart=looks["attack"], defense_apart=looks["defense"])


def hiding(name: Name) -> Step:
    """A pool lies there, and nothing of it is seen yet."""

    def hide(game: Game, attack: Attack) -> Event | None:
        asked: Part = game.setup.wishes
        if asked.pool not in (None, name):
            return None
        noted: dict[str, Any] = {f"{name}_pool": Glimpse(pool_in(attack, name).dice)}
        return game.note(attack, **noted)

    return Step(hide, f"roll {name}")


def forgetting(stage: Stage) -> Step:
    """What nothing looks at from a stage on is forgotten of the pools that lie there."""

    def forget(game: Game, attack: Attack) -> Event | None:
        pools = [pool_in(attack, name) for name in POOLS]
        if all(pool.roll is None and not isinstance(pool, Offered) for pool in pools):
            return None
        noted: dict[str, Any] = {}
        for name, apart in looks_from(game, attack, stage).items():
            pool = pool_in(attack, name)
            if isinstance(pool, Offered) or not isinstance(pool, Glimpse):
                noted |= {f"{name}_pool": settled(game, attack, name, stage, apart), f"{name}_apart": apart}
        return game.note(attack, **noted)

    return Step(forget, f"forget before {stage.name}")


def seeing(place: int, stage: Stage) -> Step:
    """Of the first or the second pool so much is drawn as a stage looks at: all of it before criticals add dice, and in
    the last one. The first one is that whose dice are counted to say how many of the other one are taken."""

    def see(game: Game, attack: Attack) -> Steps:
        name = _turn(game, attack, stage)[place]
        pool = pool_in(attack, name)
        if not isinstance(pool, Glimpse):
            return
        law, now = _looked_at(game, attack, name, stage, pool)
        if type(now) is type(pool) and now.seen == pool.seen:
            return
        found = law.seen(pool, now)
        faces = yield Roll((found.die,), attack.player, DRAWN)
        noted: dict[str, Any] = {f"{name}_pool": found.pools[faces[0]]}
        yield game.note(attack, **noted)

    return Step(see, f"see pool {place + 1} before {stage.name}")


def _turn(game: Game, attack: Attack, stage: Stage) -> tuple[Name, ...]:
    """In which order the pools are seen."""
    first, second = POOLS
    looks, moments = looking(game, stage.moments), (*stage.moments, stage.special)
    later = stage in (OWN, OPPOSING) and awaits(game, attack, first, moments, looks)
    return (second, first) if later else (first, second)


def _looked_at(game: Game, attack: Attack, name: Name, stage: Stage, pool: Glimpse) -> tuple[Drawn, Glimpse]:
    """The law of a pool at a stage, and what is looked at then: only what a side may take, where that is all."""
    offer = _offer(game, attack, name, stage)
    if offer is not None and not pool.seen:
        now = Offered(pool.dice, more=pool.more, since=pool.since, offer=offer)
        return _law_of(game, attack, name, stage, now), now
    seen = tuple(sorted({*pool.seen, *_seen_for(game, attack, name, stage)}))
    return _law_of(game, attack, name, stage, pool), replace(pool, roll=None, seen=seen)


def _offer(game: Game, attack: Attack, name: Name, stage: Stage) -> Offer | None:
    """What a side may take of a pool at a stage, where no more of it is looked at, or remembered later."""
    if stage not in (OWN, OPPOSING):
        return None
    then = STAGES[STAGES.index(stage) + 1]
    after = looks_from(game, attack, then)[name]
    if _remembers(game, attack, stage) or (PICKED in after and _remembers(game, attack, then)):
        return None
    offer = offer_of(game, attack, name, (*stage.moments, stage.special), looking(game, stage.moments), after)
    alone = game.setup.wishes.pool is not None
    return offer if offer is not None and (alone or offer.takes or offer.counted) else None


def _seen_for(game: Game, attack: Attack, name: Name, stage: Stage) -> Apart:
    """What a stage looks at in a pool."""
    if stage is (OWN if game.setup.wishes.pool else END):
        return (PICKED,)
    if stage is FRESHLY:
        return (PICKED,) if _is_fresh(game, attack, name) else ()
    found: Apart = told_apart(game, attack, (stage.special,), looking(game, stage.moments))[f"{name}_apart"]
    return found


def _law_of(game: Game, attack: Attack, name: Name, stage: Stage, pool: Glimpse) -> Drawn:
    """What a pool may be at a stage, whatever has been seen of it."""
    part, asked = game.setup.wishes, needed(game, attack, name)
    offers = [taken.offer for taken in pool.since] + ([pool.offer] if isinstance(pool, Offered) else [])
    apart = offers[0].apart if offers else apart_in(attack, name)
    if part.pools is not None:
        law: Drawn = part.pools[[*POOLS].index(name)]
    elif stage is FRESHLY:
        law = fallen(name, pool.dice, apart, asked)
    else:
        law = drawn(name, pool.dice, pool.more, apart, asked)
    for taken in pool.since:
        law = law.after(name, taken, asked)
    return law


def _begin(game: Game, context: None) -> Any:
    """The attacker attacks the target."""
    asked: Part = game.setup.wishes
    procedure = ALONE if asked.pool else WHOLE if asked.pools is None else MET
    return procedure(player=0, attacker=ATTACKER, attack=asked.attack, target=TARGET)


def _left(before: Game, game: Game) -> tuple[Pool, bool]:
    """The pool that is played, as far as anything still looks at it, and whether nothing else has changed."""
    attack, name = game.context(Attack), game.setup.wishes.pool
    apart = looks_from(game, attack, OPPOSING)[name]
    return settled(game, attack, name, OPPOSING, apart), _is_same(before, game)


def moments_from(stage: Stage) -> set[str]:
    """The moments of superpowers and cards from a stage on."""
    return {moment for one in STAGES[STAGES.index(stage) :] for moment in one.moments}


def specials_from(stage: Stage) -> set[str]:
    """Those of specials of the attack."""
    return {one.special for one in STAGES[STAGES.index(stage) :]}


def settled(game: Game, attack: Attack, name: Name, stage: Stage, apart: Apart) -> Pool:
    """A pool as far as anything looks at it from a stage on."""
    pool = pool_in(attack, name)
    if isinstance(pool, Offered):
        return pool.settled()
    if pool.roll is None or (PICKED in apart and _remembers(game, attack, stage)):
        return pool
    kinds = Kinds.of(name, apart, needed(game, attack, name))
    lying = kinds.laid(pool.roll.faces, pool.successes - pool.roll.count(SUCCESSES[name]))
    if stage is ADDED:
        return pool_of(kinds, pool.dice, lying, pool.criticals)
    return pool_of(kinds, pool.dice, kinds.least(lying))


def _remembers(game: Game, attack: Attack, stage: Stage) -> bool:
    """Whether something that happens later has the name of something that a die may have been rerolled by already."""

    def names(moments: Collection[str], specials: Collection[str]) -> set[str]:
        """What happens then, by name: one ability rerolls a die once, wherever it comes from."""
        texts = [*filter(usable(game, moments), _texts(game))]
        texts += [special for special in attack_sheet(game, attack).specials if special.when in specials]
        return {show(text.name, "en") for text in texts}

    moments, specials = moments_from(stage), specials_from(stage)
    before = names(moments_from(FRESHLY) - moments, specials_from(FRESHLY) - specials)
    return not before.isdisjoint(names(moments, specials))


POOLS: Final[Mapping[Name, Step]] = {"attack": hiding("attack"), "defense": hiding("defense")}
LAST: Final = [compare_successes, *BEFORE_DAMAGE, known]


def played(*stages: Stage) -> Iterator[Any]:
    """Stages one after another: before each, what no longer counts is forgotten, and what counts now is drawn."""
    for stage in stages:
        yield forgetting(stage)
        if stage.moments:
            yield from (seeing(place, stage) for place, _ in enumerate(POOLS))
        yield from stage.steps


FIRST: Final = [choose_type, declare_target, *built(), look, *POOLS.values()]
ALONE: Final = Procedure("alone", [*FIRST, *played(FRESHLY, ADDED, OWN), known], Attack, scope="attack")
"""A pool by itself, until its own side has modified it."""
WHOLE: Final = Procedure("drawn", [*FIRST, *played(*STAGES), *LAST], Attack, scope="attack")
MET: Final = Procedure("met", [*FIRST, *played(OPPOSING, MODIFIED, END), *LAST], Attack, scope="attack")
PARTS: Final = Experiment(
    Part, populate, Procedure("table", [_begin]), measured, decide, procedures=(ALONE, WHOLE, MET)
)

"""The law of an attack by its pools: each by itself as far as nothing looks at the other one, then both together.

A pool is drawn from the law of what its dice come to with those that criticals add: what texts tell apart is kept, and
of an icon no more than anything asks for. What one side does to its own dice is played with that pool alone, where it
looks at no other. Then the pools meet, and of each only so much is drawn at a time as is looked at: all of a pool whose
dice are modified, of another one the icons that are counted. All texts, and all that follows, are played by the rules
of the game; `matchup.EXCHANGE` plays every die.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
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
from ..attack.damage import compare_successes
from ..attack.dice import MOMENTS, dice_for_a_critical
from ..attack.sequence import BEFORE_DAMAGE, FRESH_DICE, OPPOSING_DICE, OWN_DICE, declare_target
from ..pools import apart_in
from ..terms import PICKED, SUCCESSES, Apart, Attack, Pool, attack_sheet, pool_in
from .drawn import DRAWN, Asked, Drawn, Glimpse, Kinds, Name, drawn, fallen, pool_of
from .matchup import (
    ATTACKER,
    DUEL,
    DURING,
    TARGET,
    Law,
    Matchup,
    asked_about,
    built,
    decide,
    measured,
    populate,
    usable,
)

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps
    from rulewright.ruleset import Rules

FRESH: Final = "dice rolled"
"""The moment at which dice have fallen and criticals have added none yet."""


class Stage(NamedTuple):
    """Dice are modified: at which moments of superpowers and cards, when of specials of the attack, and its steps."""

    moments: tuple[str, ...]
    special: str
    steps: Sequence[Any]


OWN: Final = Stage(("own dice", "allied dice", "enemy dice"), "own dice", OWN_DICE)
OPPOSING: Final = Stage(("opposing dice",), "opposing dice", OPPOSING_DICE)
END: Final = Stage(
    tuple(DURING - {*OWN.moments, *OPPOSING.moments, FRESH, "targeted", "attacks", "anyone targeted", "ally targeted",
                    "ally attacks", "attack pool", "defense pool"}), "before damage", [],
)  # fmt: skip
"""What follows, up to where the damage is known."""
STAGES: Final = (OWN, OPPOSING, END)


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
        halves.append(Drawn({pool: chance for (pool, _), chance in law.items()}))
    return PARTS.law(rules, Part(**told, pools=(halves[0], halves[1])))


# Whether a pool can be played by itself ---------------------------------------------------------------------


def _is_alone(game: Game, name: Name) -> bool:
    """Whether nothing has been asked so far, and what a side does to its own dice looks at no others."""
    request = game.request
    if not isinstance(request, Roll) or request.ask != DRAWN:
        return False
    moments = (*OWN.moments, FRESH)
    now = usable(game, moments)
    texts = [(sheet, names) for sheet, names in texts_of(game, game.context(Attack), moments) if now(sheet)]
    mine = ((sheet, names) for sheet, names in texts if names["own"] in ((), (name,)))
    return all({*names[pool]} <= {name} for sheet, names in mine for pool, _ in sheet.apart)


def _is_same(before: Game, game: Game) -> bool:
    """Whether nothing has changed but the dice, as far as that can count later: power that was paid and uses that were
    counted do only where there are texts that may still be used."""
    later = usable(game, moments_from(OPPOSING))
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


# Steps ------------------------------------------------------------------------------------------------------


def asked_for(game: Game, attack: Attack, name: Name) -> Asked:
    """The icons of each special of the attack, where it is asked about."""
    return tuple(special.icons for special in asked_about(game, attack)) if name == "attack" else ()


def looks(game: Game, attack: Attack, specials: Collection[str], moments: Collection[str]) -> dict[str, Any]:
    """What texts tell apart at these moments, and besides it the icons that what comes after the attack asks for: a set
    of icons stands there twice where both do."""
    found: dict[str, Apart] = told_apart(game, attack, specials, usable(game, moments))
    for name in POOLS:
        icons = {icon for special in asked_for(game, attack, name) for icon in special}
        found[f"{name}_apart"] = (*found[f"{name}_apart"], *((icon,) for icon in sorted(icons)))
    return found


def look(game: Game, attack: Attack) -> Event:
    """What is told apart from here on is noted anew: the windows before may have changed it."""
    return game.note(attack, **looks(game, attack, MOMENTS[:-1], DURING))


def hiding(name: Name) -> Step:
    """A pool lies there, and nothing of it is seen yet."""

    def hide(game: Game, attack: Attack) -> Event | None:
        asked: Part = game.setup.wishes
        if asked.pool not in (None, name):
            return None
        more = dice_for_a_critical(game, attack, name)
        noted: dict[str, Any] = {f"{name}_pool": Glimpse(pool_in(attack, name).dice, more=more)}
        return game.note(attack, **noted)

    return Step(hide, f"roll {name}")


def settling(name: Name, stage: Stage) -> Step:
    """What nothing looks at from a stage on is forgotten of a pool that lies there."""

    def settle(game: Game, attack: Attack) -> Event | None:
        pool = pool_in(attack, name)
        left = pool if isinstance(pool, Glimpse) else settled(game, attack, name, stage)
        noted: dict[str, Any] = {f"{name}_pool": left}
        return None if left == pool else game.note(attack, **noted)

    return Step(settle, f"settle {name} before {stage.special}")


def seeing(name: Name, stage: Stage) -> Step:
    """Of a pool so much is drawn as a stage looks at: all of it in the last one, and where it is played alone."""

    def see(game: Game, attack: Attack) -> Steps:
        part, pool = game.setup.wishes, pool_in(attack, name)
        if not isinstance(pool, Glimpse):
            return
        sets = told_apart(game, attack, (stage.special,), usable(game, stage.moments))[f"{name}_apart"]
        if stage is END or part.pool:
            sets = (PICKED,)
        seen = tuple(sorted({*pool.seen, *sets}))
        if seen == pool.seen:
            return
        found = _law_of(game, attack, name, pool).seen(pool, replace(pool, roll=None, seen=seen))
        faces = yield Roll((found.die,), attack.player, DRAWN)
        noted: dict[str, Any] = {f"{name}_pool": found.pools[faces[0]]}
        yield game.note(attack, **noted)

    return Step(see, f"see {name} before {stage.special}")


def _law_of(game: Game, attack: Attack, name: Name, pool: Glimpse) -> Drawn:
    """What a pool may be, whatever has been seen of it."""
    part: Part = game.setup.wishes
    if part.pools is not None:
        found: Drawn = part.pools[[*POOLS].index(name)]
        return found
    apart, asked = apart_in(attack, name), asked_for(game, attack, name)
    if _is_looked_at_fresh(game):
        return fallen(name, pool.dice, apart, asked)
    return drawn(name, pool.dice, pool.more, apart, asked)


def _is_looked_at_fresh(game: Game) -> bool:
    """Whether something happens before criticals add dice."""
    return any(map(usable(game, (FRESH,)), _texts(game)))


def _begin(game: Game, context: None) -> Any:
    """The attacker attacks the target; every die is played where both pools count before criticals add dice."""
    asked: Part = game.setup.wishes
    if asked.pool:
        procedure = ALONE
    elif asked.pools is not None:
        procedure = MET
    else:
        procedure = DUEL if _is_looked_at_fresh(game) else WHOLE
    return procedure(player=0, attacker=ATTACKER, attack=asked.attack, target=TARGET)


def _left(before: Game, game: Game) -> tuple[Pool, bool]:
    """The pool that is played, as far as anything still looks at it, and whether nothing else has changed."""
    return settled(game, game.context(Attack), game.setup.wishes.pool, OPPOSING), _is_same(before, game)


def moments_from(stage: Stage) -> set[str]:
    """The moments of superpowers and cards from a stage on."""
    return {moment for one in STAGES[STAGES.index(stage) :] for moment in one.moments}


def settled(game: Game, attack: Attack, name: Name, stage: Stage) -> Pool:
    """A pool as far as anything looks at it from a stage on."""
    pool, asked = pool_in(attack, name), asked_for(game, attack, name)
    later, specials = moments_from(stage), {one.special for one in STAGES[STAGES.index(stage) :]}
    apart: Apart = looks(game, attack, specials, later)[f"{name}_apart"]
    if pool.roll is None or (PICKED in apart and _remembers(game, attack, later, specials)):
        return pool
    kinds = Kinds.of(name, apart, asked)
    besides = pool.successes - pool.roll.count(SUCCESSES[name])
    return pool_of(kinds, pool.dice, kinds.least(kinds.laid(pool.roll.faces, besides)))


def _remembers(game: Game, attack: Attack, later: Collection[str], specials: Collection[str]) -> bool:
    """Whether something that happens later has the name of something that a die may have been rerolled by already."""

    def names(moments: Collection[str], specials: Collection[str]) -> set[str]:
        """What happens then, by name: one ability rerolls a die once, wherever it comes from."""
        texts = [*filter(usable(game, moments), _texts(game))]
        texts += [special for special in attack_sheet(game, attack).specials if special.when in specials]
        return {show(text.name, "en") for text in texts}

    before = {moment for stage in STAGES for moment in (*stage.moments, FRESH)}.difference(later)
    return not names(before, MOMENTS_OF_SPECIALS.difference(specials)).isdisjoint(names(later, specials))


MOMENTS_OF_SPECIALS: Final = {stage.special for stage in STAGES}
POOLS: Final[Mapping[Name, Step]] = {"attack": hiding("attack"), "defense": hiding("defense")}
LAST: Final = [compare_successes, *BEFORE_DAMAGE, known]


def played(*stages: Stage) -> Iterator[Any]:
    """Stages one after another: before each, what no longer counts is forgotten, and what counts now is drawn."""
    for stage in stages:
        for before in (settling, seeing):
            yield from (before(name, stage) for name in POOLS)
        yield from stage.steps


FIRST: Final = [choose_type, declare_target, *built(), look, *POOLS.values()]
ALONE: Final = Procedure(
    "alone", [*FIRST, *(seeing(name, OWN) for name in POOLS), *FRESH_DICE, *OWN.steps, known], Attack, scope="attack"
)
"""A pool by itself, until its own side has modified it."""
WHOLE: Final = Procedure("drawn", [*FIRST, *played(OWN, OPPOSING, END), *LAST], Attack, scope="attack")
MET: Final = Procedure("met", [*FIRST, *played(OPPOSING, END), *LAST], Attack, scope="attack")
PARTS: Final = Experiment(
    Part, populate, Procedure("table", [_begin]), measured, decide, procedures=(ALONE, WHOLE, MET, DUEL)
)

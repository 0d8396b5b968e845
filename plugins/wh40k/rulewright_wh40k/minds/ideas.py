"""Which answers programs think about: of most questions one that a formula finds, and several where a unit moves.

An idea is a function of the view and the question, which gives answers worth trying, the best first.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from rulewright.field.inches import SetUp
from rulewright.geometry.irrational import scalar
from rulewright.geometry.lattice import coarse

from ..command import REACH
from ..dice.rolls import FAILED
from ..shooting.eligible import carried, usable
from ..shooting.select_targets import models_with, targets
from ..space.battlefield import engaged, gap, marker_gap, zones
from ..terms import SPLIT, did, has_keyword, models, unit
from ..transports.embarking import BESIDE as OUTSIDE
from ..transports.embarking import DISEMBARK
from .judgement import HOLDING, holder, stands_on
from .matchup import arms_of, attacks, blows, control, exchange, harm, points, price, reaches, shots, standing, target
from .reactions import reactions

if TYPE_CHECKING:
    from rulewright import Request, View

Ideas = Sequence[Any]


def suggest(view: View, request: Request) -> Ideas | None:
    """The answers worth trying; None where programs should think of any."""
    idea = IDEAS.get(request.ask)
    found = idea(view, request) if idea is not None else None
    return found or None


# Before the battle ------------------------------------------------------------------------------------------


def everyone(view: View, request: Request) -> Ideas:
    """The longest of some lists of declarations: each Leader leads."""
    return sorted(request.options() or (), key=len)[-1:]


def nobody(view: View, request: Request) -> Ideas:
    """No declaration: all units are deployed."""
    return [()] if not request.check(()) else ()


def passengers(view: View, request: Request) -> Ideas:
    """Somebody within each Dedicated Transport, which is lost without: of those that fit whoever shoots least far."""
    space: Any = request.space
    offered: Sequence[tuple[str, str]] = space.items
    chosen: tuple[tuple[str, str], ...] = ()
    for at in dict.fromkeys(at for _, at in offered if has_keyword(view, at, "Dedicated Transport")):
        riders = [id for id, carrier in offered if carrier == at and not request.check((*chosen, (id, at)))]
        if riders:
            chosen = (*chosen, (min(riders, key=lambda id: (_shooting_range(view, id), -points(view, id))), at))
    return [chosen]


def _shooting_range(view: View, id: str) -> float:
    """The longest range of the weapons of a unit."""
    ranges = [arm.range for one in models(view, id) for arm in arms_of(view, one) if not arm.melee]
    return float(max(ranges, default=0))


def first(view: View, request: Request) -> Ideas:
    """The first answer that is something."""
    return _some(request)[:1] or [None]


def last(view: View, request: Request) -> Ideas:
    """The last answer: to infiltrate, where a unit can."""
    return _some(request)[-1:]


def _some(request: Request) -> list[Any]:
    """The answers that can be listed, but for passing."""
    return [option for option in request.options() or () if option is not None]


SPOTS: Final = 4
"""Places for a unit that are drawn and looked at, besides those at objective markers and on the way to them."""
CROWD: Final = 8.0
"""How many inches farther a marker may be for each unit fewer that is near to it."""


def forward(view: View, request: Request) -> Ideas:
    """The place for a unit that is nearest to an objective marker to which few others are near."""
    space: Any = request.space
    if not isinstance(space, SetUp):
        return ()
    spots = [("spot", one.x, one.y) for one in view.state.objectives.values()]
    if request.ask == "deploy":
        spots += _front(view, request.player)
    ahead = (space.settle(spot) for spot in spots)
    found = [answer for answer in ahead if not request.check(answer)]
    found += [answer for answer in space.suggest(SPOTS, Random(0)) if answer]
    crowds = _crowds(view, request.player)

    def way(answer: Any) -> float:
        places = [(place[1], place[2]) for place in answer]
        ways = (
            min(scalar.hypot(one.x - x, one.y - y) for x, y in places) + CROWD * crowds[str(one.id)]
            for one in view.state.objectives.values()
        )
        return coarse(min(ways))

    return [min(found, key=way)] if found and crowds else ()


def _front(view: View, player: int) -> list[tuple[str, float, float]]:
    """The places in a player's deployment zone that are nearest to the objective markers."""
    own = view.state.armies[player].role
    left, low, right, high = next(zone.polygon.bounds for zone in zones(view) if zone.id == own)
    markers = view.state.objectives.values()
    return [("spot", min(max(one.x, left), right), min(max(one.y, low), high)) for one in markers]


def _crowds(view: View, player: int) -> dict[str, int]:
    """How many units of a player are nearest to each objective marker."""
    crowds = {str(one): 0 for one in view.state.objectives}
    for id in (one for one in standing(view, player) if crowds and control(view, one)):
        crowds[min(crowds, key=lambda marker: coarse(marker_gap(view, id, marker)))] += 1
    return crowds


# Moving -----------------------------------------------------------------------------------------------------


def next_to_move(view: View, request: Request) -> Ideas:
    """One unit after another, each in the way that suits it; those in a fight that they can win stay there.

    Who is embarked gets out before its Transport moves, where that leads to something.
    """
    options = request.options() or ()
    leaving = next((one for one in options if one is not None and one[1] == DISEMBARK and gets_out(view, one[0])), None)
    if leaving is not None:
        return [leaving]
    moves = [option for option in options if option is not None and _wants_to_move(view, *option)]
    chosen = next((option for option in moves if option[1] != "advance"), None)
    if chosen is None:
        return [None] if None in options else [options[0]]
    id, _ = chosen
    return [(id, "advance")] if (id, "advance") in moves and hurries(view, id) else [chosen]


def _wants_to_move(view: View, id: str, way: str) -> bool:
    """Whether a unit moves at all; it falls back only from enemies that would win, and not off a marker."""
    if way != "fall back":
        return way in ("normal", "advance")
    return not stands_on(view, id) and all(exchange(view, id, foe) < 0 for foe in engaged(view, id))


def gets_out(view: View, id: str) -> bool:
    """Whether a unit leaves its Transport: a marker that its player does not hold, or a fight, is near enough."""
    at = unit(view, id).carrier
    moves_on = not did(view, at, "normal", "advance", "arrived")
    ahead = OUTSIDE + (_move(view, id) if moves_on else 0.0)
    if any(marker_gap(view, at, marker) - REACH <= ahead for marker in _open_markers(view, id)):
        return True
    foes = standing(view, 1 - unit(view, id).player)
    return moves_on and any(reaches(max(0.0, gap(view, at, foe) - ahead)) * exchange(view, id, foe) > 0 for foe in foes)


def hurries(view: View, id: str) -> bool:
    """Whether a unit Advances: to a marker that it would not reach otherwise, if that is worth more than its shots."""
    inches, foes = _move(view, id), standing(view, 1 - unit(view, id).player)
    if any(reaches(max(0.0, gap(view, id, foe) - inches)) for foe in foes):
        return False
    shot = max((price(view, foe, shots(view, id, foe, moved=inches)) for foe in foes), default=0.0)
    far = min((marker_gap(view, id, marker) - REACH for marker in _open_markers(view, id)), default=0.0)
    return far > inches and HOLDING * _chance_of(math.ceil(far - inches)) >= shot


def _chance_of(least: int) -> float:
    """How likely an Advance roll is at least that."""
    return max(0, 7 - least) / 6


def _move(view: View, id: str) -> float:
    """The inches of a Normal move of a unit."""
    return float(view.number("move", str(models(view, id)[0].id)))


def _open_markers(view: View, id: str) -> list[str]:
    """The objective markers that the player of a unit does not hold, if it can hold any."""
    player = unit(view, id).player
    if not control(view, id):
        return []
    return [str(one) for one in view.state.objectives if holder(view, str(one)) != player]


MARKERS: Final = 3
"""The nearest objective markers to which a unit thinks of going."""
FOES: Final = 2


def ways_to_go(view: View, request: Request) -> Ideas:
    """To stay; to the nearest objective markers, if it can hold any; and to the enemies whom the unit can harm most.

    Who Advances has given up its shots to get somewhere, and does not stay.
    """
    id, player = request.about["unit"], request.player
    markers = sorted(map(str, view.state.objectives), key=lambda marker: coarse(marker_gap(view, id, marker)))
    foes = sorted(standing(view, 1 - player), key=lambda foe: -coarse(_charm(view, id, foe)))
    goals = [("beside", marker, 0.0) for marker in (markers[:MARKERS] if control(view, id) else ())]
    goals += [("beside", foe, BESIDE) for foe in foes[:FOES]]
    settled = (request.space.settle(goal) for goal in goals)
    ways = [way for way in settled if not request.check(way)]
    return ways if ways and request.about.get("way") == "advance" else [*ways, ()]


BESIDE: Final = 1.1
"""How near to an enemy a unit goes that is not to come within Engagement Range."""


def _charm(view: View, id: str, foe: str) -> float:
    """How much an enemy draws a unit: what can be done to it, the less the farther it is."""
    far = gap(view, id, foe)
    return (1 + price(view, foe, shots(view, id, foe, moved=far)) + max(0.0, exchange(view, id, foe))) / (6 + far)


def closer(view: View, request: Request) -> Ideas:
    """The move into the enemy that is found; to stay where there is none."""
    found = (answer for answer in request.space.suggest(2, Random(0)) if answer)
    return [next(found, ())]


# Shooting ---------------------------------------------------------------------------------------------------


def best_shooter(view: View, request: Request) -> Ideas:
    """The unit with the most to shoot at shoots first."""
    foes = standing(view, 1 - request.player)

    def best(id: str) -> float:
        return coarse(max((price(view, foe, shots(view, id, foe)) for foe in foes), default=0.0))

    return [max(_some(request), key=best)]


def best_target(view: View, request: Request) -> Ideas:
    """The enemy from whom a weapon takes most beside what the unit's other weapons take from it before.

    Models shoot it at different enemies where one of them falls to fewer.
    """
    foes = [option for option in _some(request) if option != SPLIT]
    if not foes:
        return ()
    id, used, asked = _unit_of(view, request), request.about["weapon"], str(request.about["unit"])
    if asked == id:
        shared = _shared_out(view, id, used, foes, _taken_before(view, id, used))
        several = len({*shared}) > 1 and SPLIT in (request.options() or ())
        return [SPLIT] if several else [_most_taken(view, id, used, foes, _taken_before(view, id, used))]
    every = list(targets(view, id, used))
    own = _shared_out(view, id, used, every, _taken_before(view, id, used))[models_with(view, id, used).index(asked)]
    return [own if own in foes else _most_taken(view, id, used, foes, _taken_before(view, id, used))]


def _shared_out(view: View, id: str, used: str, foes: Sequence[str], before: Mapping[str, float]) -> list[str]:
    """For each model with a weapon the enemy from whom it takes most after all that was shot before it."""
    taken, shared = dict(before), []
    each = {foe: _dealt_by_each(view, used, foe) for foe in foes}
    for _ in models_with(view, id, used):
        foe = max(foes, key=lambda foe: _more(view, foe, taken.get(foe, 0.0), each[foe]))
        taken[foe] = taken.get(foe, 0.0) + each[foe]
        shared.append(foe)
    return shared


def _taken_before(view: View, id: str, used: str) -> Mapping[str, float]:
    """The mean wounds that enemies lose to the weapons of a unit for which targets are selected before this one."""
    taken: dict[str, float] = {}
    whole = view.content.weapons[used].whole
    for one in carried(view, id):
        if one == used:
            break
        if view.content.weapons[one].whole != whole and usable(view, id, one):
            foes = list(targets(view, id, one))
            for foe in _shared_out(view, id, one, foes, taken) if foes else ():
                taken[foe] = taken.get(foe, 0.0) + _dealt_by_each(view, one, foe)
    return taken


def _most_taken(view: View, id: str, used: str, foes: Sequence[str], before: Mapping[str, float]) -> str:
    """Of some enemies the one from whom a weapon takes most after what others have taken from it."""
    count = len(models_with(view, id, used))
    return max(foes, key=lambda foe: _more(view, foe, before.get(foe, 0.0), count * _dealt_by_each(view, used, foe)))


def _more(view: View, foe: str, lost: float, dealt: float) -> float:
    """What it is worth to take so many more wounds from an enemy that has lost some."""
    return coarse(_weight(view, foe) * (price(view, foe, lost + dealt) - price(view, foe, lost)))


def _dealt_by_each(view: View, used: str, foe: str) -> float:
    """The mean wounds that a model can shoot of a weapon at an enemy."""
    arm = view.content.weapons[used]
    return attacks(arm, len(models(view, foe)), 0.0) * harm(view.content, arm.id, target(view, foe))


def _unit_of(view: View, request: Request) -> str:
    """The unit of which a question is, also where it is about one of its models."""
    id = str(request.about["unit"])
    return id if id in view.state.units else str(view.state.models[id].unit)


ON_MARKER: Final = 1.5
"""How much more an enemy within range of an objective marker draws shots and blows."""


def _weight(view: View, foe: str) -> float:
    """How much what is taken from an enemy counts."""
    return ON_MARKER if stands_on(view, foe) else 1.0


def always(view: View, request: Request) -> Ideas:
    """What may be done is done."""
    return _some(request)[:1]


# Charging and fighting --------------------------------------------------------------------------------------


def charges_that_pay(view: View, request: Request) -> Ideas:
    """The charge at one enemy that promises most, if it promises more than to stay."""
    single = [option for option in _some(request) if len(option[1]) == 1]
    best = max(single, key=lambda option: coarse(promise(view, option[0], option[1][0])), default=None)
    return [best if best is not None and promise(view, best[0], best[1][0]) > 0 else None]


def promise(view: View, id: str, foe: str) -> float:
    """What a charge is worth: the exchange and a marker to be had, as likely as it is to succeed."""
    won = exchange(view, id, foe)
    theirs, own = stands_on(view, foe), stands_on(view, id)
    if theirs - own and control(view, id):
        won += HOLDING
    if own - theirs and control(view, id):
        won -= HOLDING
    return reaches(gap(view, id, foe)) * won


def best_fighter(view: View, request: Request) -> Ideas:
    """The unit that takes most from enemies fights first."""

    def best(id: str) -> float:
        return coarse(max((price(view, foe, blows(view, id, foe)) for foe in engaged(view, id)), default=0.0))

    return [max(_some(request), key=best)]


def best_victim(view: View, request: Request) -> Ideas:
    """The enemy from whom blows of a unit take most."""
    id = _unit_of(view, request)

    def taken(foe: str) -> float:
        return coarse(_weight(view, foe) * price(view, foe, blows(view, id, foe)))

    foes = [option for option in _some(request) if option != SPLIT]
    return [max(foes, key=taken)] if foes else ()


def least_missed(view: View, request: Request) -> Ideas:
    """The model of a unit that does least, and of several such the farthest from any marker."""
    own = view.state.models

    def missed(id: str) -> tuple[float, float]:
        one = own[id]
        power = sum(arm.attacks.mean * arm.strength * arm.damage.mean for arm in arms_of(view, one))
        markers = view.state.objectives.values()
        return power, -coarse(min((scalar.hypot(one.x - at.x, one.y - at.y) for at in markers), default=0.0))

    found = [option for option in _some(request) if option in own]
    return [min(found, key=missed)] if found else ()


# Dice -------------------------------------------------------------------------------------------------------


def what_failed(view: View, request: Request) -> Ideas:
    """All that failed is rolled again; else the first that may be."""
    options = request.options() or ()
    return [FAILED] if FAILED in options else options[:1]


def stays(view: View, request: Request) -> Ideas:
    """Nothing is changed."""
    return [None] if None in (request.options() or ()) else ()


IDEAS: Final[Mapping[str, Callable[[Any, Any], Ideas]]] = {
    "attach": everyone, "reserve": nobody, "embarked": passengers, "hover": nobody, "firing_deck": everyone,
    "deploy_unit": first, "deploy_way": last, "deploy": forward, "scout": always, "redeploy": stays,
    "move": next_to_move, "go": ways_to_go, "scouting": ways_to_go, "free_move": ways_to_go,
    "arrive": first, "land": forward, "disembark": forward, "embark": stays,
    "shoot": best_shooter, "ranged_target": best_target, "shoot_again": always,
    "charge": charges_that_pay, "charge_instead": always, "close_in": closer,
    "fight": best_fighter, "melee_target": best_victim, "pile_in": closer, "consolidate": closer,
    "allocate": least_missed, "escape": least_missed, "remove": least_missed, "hazard": least_missed,
    "reroll": what_failed, "react": reactions, "trigger": reactions, "next_attacks": stays, "set_last": stays,
}  # fmt: skip
"""What programs think of by what is asked."""

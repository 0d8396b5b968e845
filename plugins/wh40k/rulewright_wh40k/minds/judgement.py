"""What programs think: what texts are usually worth, and how good a position is for a player."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rulewright import Turn, programs

from ..command import MOST_SCORED, REACH, earned, in_range, level
from ..running import ROLES, Run
from ..shooting.actions import actions
from ..space.battlefield import engaged, gap, marker_gap
from ..stratagems.using import OFFERED
from ..terms import did, models, unit
from .matchup import blows, control, exchange, points, price, reaches, shots, standing, wounds

if TYPE_CHECKING:
    from rulewright import View
    from rulewright.vocabulary import Verb


# What texts are worth ---------------------------------------------------------------------------------------


class Judge(programs.Judge):
    """What texts are usually worth, in mortal wounds."""

    roles = ROLES
    run = Run
    values = MappingProxyType({"toughness": 5})
    sides = MappingProxyType({**programs.SIDES, "target": 1, "acting": -1, "attacked": -1})
    worths = MappingProxyType({
        "mortal wound": -1.0, "battle_shock": 0.7, "take_test": -0.7, "pass": 0.7, "gain_cp": 1.0, "return": 1.5,
        "reposition": 0.5, "move": 0.5, "withdraw": 0.2, "heal": 1.0, "reanimate": 1.5, "revive": 3.0, "add_unit": 3.0,
        "replace": 2.0, "shoot": 1.0, "charge": 1.0, "fight_next": 1.0, "arrive": 1.0, "challenge": 0.5, "reroll": 0.5,
        "recover": 0.5, "secure": 1.0, "give": 1.0, "change": 1.0,
    })  # fmt: skip

    def promise(self, position: View, request: Any, answer: Any) -> float:
        """What it costs to use a Stratagem counts, too."""
        used = stratagem_of(position, answer)
        cost = 0 if used is None else used.cp
        return super().promise(position, request, answer) - self.worths["gain_cp"] * cost

    def offered(self, position: View, answer: Any) -> Sequence[Verb]:
        used = stratagem_of(position, answer)
        return super().offered(position, answer) if used is None else used.does


def stratagem_of(view: View, answer: Any) -> Any:
    """The Stratagem that an answer uses; None for any other."""
    if isinstance(answer, tuple) and answer and str(answer[0]).startswith(OFFERED):
        return view.content.stratagems[answer[1][0]]
    return None


JUDGE: Final = Judge()


# How good a position is -------------------------------------------------------------------------------------

VICTORY: Final = 40.0
"""What a victory point is worth, in points of an army."""
HOLDING: Final = 40.0
"""What it is worth to a unit to be within range of an objective marker, in points, where nobody looks further."""
LATER: Final = 0.6
"""How much of what an objective marker would score in a Command phase counts one Command phase earlier."""
STANDING: Final = 0.3
"""How much of its points a unit is worth as long as it stands; the rest goes wound by wound."""
FAR_OFF: Final = 0.8
"""What an inch costs between an objective marker that is not controlled and the nearest unit that could take it."""
IDLE: Final = 0.15
"""What an inch costs between a unit and the nearest such marker or enemy."""
SHOTS_LEFT: Final = 0.6
"""How much of what a unit can still shoot or charge in this turn counts before it does."""
THREAT: Final = 0.2
"""How much of what an enemy can do next turn counts now."""
PRESSURE: Final = 0.2
"""The same of what a unit of the player can do in its next turn."""


def evaluate(view: View, player: int) -> float:
    """Victory points, objective markers, and what is left of both armies; what can be shot and charged at next, and
    how far the player's units are from markers and enemies."""
    worth = _worth(view, player) - _worth(view, 1 - player)
    threats = PRESSURE * _danger(view, 1 - player) - THREAT * _danger(view, player)
    return worth + _prospects(view, player) + threats - _way_to_go(view, player)


def _worth(view: View, player: int) -> float:
    """Victory points and those that the markers held now will score, and what units are worth."""
    held = min(MOST_SCORED, sum(holder(view, str(one)) == player for one in view.state.objectives))
    sure = view.state.armies[player].victory + _in_hand(view, player)
    total = VICTORY * (sure + held * scorings(view, player))
    alive = (one for one in view.state.units.values() if one.player == player and one.area in ALIVE)
    return float(total + sum(_strength(view, str(one.id)) for one in alive))


def _in_hand(view: View, player: int) -> int:
    """The victory points that a player scores at the end of this turn for what stands: Actions and the mission."""
    if view.active != player:
        return 0
    worth = {one.id: one.victory for one in actions(view)}
    acting = sum(worth[one.action] for one in view.state.performing.values() if unit(view, one.id).player == player)
    return acting + sum(points for _, points in earned(view, player))


ALIVE: Final = ("waiting", "table", "reserves", "embarked")


def _strength(view: View, id: str) -> float:
    """What a unit is worth: a part for standing, the rest by the wounds it has left."""
    left, full = wounds(view, id)
    return points(view, id) * (STANDING + (1 - STANDING) * left / full) if left else 0.0


def holder(view: View, marker: str) -> int | None:
    """The player whose Level of Control is higher at an objective marker now."""
    own, other = level(view, marker, 0), level(view, marker, 1)
    return None if own == other else int(other > own)


def scorings(view: View, player: int) -> float:
    """About how often what a player controls now will score: the Command phases to come, each worth less than the one
    before, as the markers may change hands."""
    left = commands_left(view, player)
    return sum(LATER**place for place in range(1, left + 1))


def stands_on(view: View, id: str) -> set[str]:
    """The objective markers within range of which a unit is."""
    return {str(one) for one in view.state.objectives if in_range(view, str(one), id)}


def commands_left(view: View, player: int) -> int:
    """The Command phases to come in which a player scores: from the second battle round on."""
    battle, turn = view.state.battle[0], view.find_context(Turn)
    begun = turn is not None and player in (battle.first, turn.player)
    over = max(1, battle.round) if begun else max(1, battle.round - 1)
    return int(max(0, view.setup.battle_rounds - over))


# What units can do next -------------------------------------------------------------------------------------


def _prospects(view: View, player: int) -> float:
    """What the units of a player can still shoot and charge in their turn."""
    if view.active != player:
        return 0.0
    foes = standing(view, 1 - player)
    return SHOTS_LEFT * sum(_best_deed(view, id, foes) for id in standing(view, player))


def _best_deed(view: View, id: str, foes: Sequence[str]) -> float:
    """The best that a unit can do to one of these enemies in what is left of the turn: shots, and then a charge."""
    fighting = engaged(view, id)
    if fighting:
        return max(exchange(view, id, foe) for foe in fighting) if not did(view, id, "fought") else 0.0
    ready = not did(view, id, "advance", "fall back") and id not in view.state.performing
    shoots = ready and view.phase in BEFORE_SHOTS and not did(view, id, "shot")
    charges = ready and view.phase in BEFORE_CHARGES
    best = 0.0
    for foe in foes:
        shot = price(view, foe, shots(view, id, foe)) if shoots else 0.0
        chance = reaches(gap(view, id, foe)) if charges else 0.0
        best = max(best, shot + (chance * max(0.0, exchange(view, id, foe)) if chance else 0.0))
    return best


BEFORE_SHOTS: Final = ("command phase", "movement phase", "shooting phase")
BEFORE_CHARGES: Final = (*BEFORE_SHOTS, "charge phase")


def _danger(view: View, player: int) -> float:
    """What the enemies can do in their next turn, each at its best to one unit of the player."""
    own = standing(view, player)
    return sum(max((_menace(view, foe, id) for id in own), default=0.0) for foe in standing(view, 1 - player))


def _menace(view: View, foe: str, id: str) -> float:
    """The points that a unit may lose to an enemy that moves and then shoots at it, or charges it."""
    inches = float(view.number("move", str(models(view, foe)[0].id)))
    shot = price(view, id, shots(view, foe, id, moved=inches))
    chance = reaches(max(0.0, gap(view, foe, id) - inches))
    return max(shot, chance * price(view, id, blows(view, foe, id)) if chance else 0.0)


def _way_to_go(view: View, player: int) -> float:
    """What it costs that markers are far from units that could take them, and units from anything to do.

    Who holds a marker that would be lost without it takes no other one, if somebody else can.
    """
    own, foes = standing(view, player), standing(view, 1 - player)
    goals = [str(one) for one in view.state.objectives if holder(view, str(one)) != player]
    able = [id for id in own if not unit(view, id).shocked and control(view, id)]
    free = [id for id in able if not is_bound(view, id)] or able
    far = {(id, goal): max(0.0, marker_gap(view, id, goal) - REACH) for id in able for goal in goals}
    cost = sum(FAR_OFF * min((far[id, goal] for id in free), default=0.0) for goal in goals)
    for id in own:
        ways = [*(far[id, goal] for goal in goals if id in able), *(gap(view, id, foe) for foe in foes)]
        cost += IDLE * min(ways, default=0.0)
    return cost


def is_bound(view: View, id: str) -> bool:
    """Whether a player would lose an objective marker without a unit that stands there."""
    player = unit(view, id).player
    levels = ((level(view, one, player), level(view, one, 1 - player)) for one in stands_on(view, id))
    return any(own > other >= own - control(view, id) for own, other in levels)

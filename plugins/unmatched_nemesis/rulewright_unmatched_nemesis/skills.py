"""Page 9: skill cards are powers. Active ones change numbers, or do something at their moment, as often as it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import Carriers, Limit, Power, rule
from rulewright.powers import Bearer, after, modifies
from rulewright.programs import resolve
from rulewright.zones import CardsMoved

from .book.sheets import holds
from .events.attacks import AttackResolved, Blocked
from .events.fighters import CubesDiscarded, DamageTaken, TokensChanged
from .events.knockdown import KnockdownTestPassed
from .events.movement import Moved
from .events.skills import SkillTriggered
from .events.turns import TurnStarted
from .hands import discard_surplus
from .state import ACTIVE

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps, View
    from rulewright.zones import Zone

    from .book.sheets import ChangeSheet, SkillSheet, TriggerSheet
    from .cards.loading import Book

MOMENTS: Final[dict[str, type[Event]]] = {
    "turn start": TurnStarted,
    "attack resolved": AttackResolved,
    "blocked": Blocked,
    "test passed": KnockdownTestPassed,
}
"""When skills do something: after which event, if it is about their player."""


@rule("skill-card.active")
def face_up(book: Book, zone: Zone) -> tuple[str, ...]:
    """The skill cards that lie face up before a player; those that lie face down do nothing."""
    return tuple(map(str, zone.cards))


CARRIERS: Final = Carriers("zones", face_up, reads=("cards",), player=lambda game, zone: zone.owner, rows=ACTIVE)


@rule("skill-card.initiative")
def initiative(game: Game | View, player: int) -> int:
    """The initiative of a player, the highest of the active skill cards."""
    return max(int(game.content.skills[id].initiative) for id in game.state.zones[ACTIVE[player]].cards)


def powers(book: Book) -> list[Power]:
    """Every skill card as a power."""
    return [Power.of(skill.id, *_parts(skill), rule="skill-card.active") for skill in book.skills.values()]


def _parts(skill: SkillSheet) -> Iterator[Callable[..., Any]]:
    for trigger in skill.triggers:
        yield _listener(skill.id, trigger)
    for change in skill.changes:
        yield _changer(skill.id, change)
    if any(change.stat == "hand limit" and change.test is not None for change in skill.changes):
        yield hands_kept


@after(Moved, DamageTaken, CubesDiscarded, TokensChanged, CardsMoved, order_matters=False)
@rule("rule.hand-limit")
def hands_kept(game: Game, me: Bearer, event: Any) -> Steps:
    """A hand limit that depends on a condition may have fallen with it: what is above it goes at once."""
    for player in game.players:
        yield from discard_surplus(game, player)


def _listener(skill: str, trigger: TriggerSheet) -> Callable[..., Any]:
    """What a skill does at a moment, if its condition holds then."""

    def is_triggered(game: Game, me: Bearer, event: Any) -> bool:
        return event.player == me.player and holds(game, trigger.test, me.player, skill)

    def do(game: Game, me: Bearer, event: Any) -> Steps:
        yield SkillTriggered(me.player, skill, rule="skill-card.active")
        return resolve(me.player, skill, trigger.program)

    do.__name__ = trigger.place
    limit = Limit(1, "turn") if trigger.once_per_turn else None
    return after(MOMENTS[trigger.when], only=is_triggered, optional=trigger.optional, limit=limit)(do)


def _changer(skill: str, change: ChangeSheet) -> Callable[..., Any]:
    """What a skill changes for the fighter whom it means."""

    def by(game: Game, me: Bearer, fighter: int) -> int | None:
        return change.amount if change.counts_for(game, fighter, me.player, skill) else None

    return modifies(change.stat, change.layer, others=True)(by)

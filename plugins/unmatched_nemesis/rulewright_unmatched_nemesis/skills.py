"""Page 9: skill cards are powers. Active ones change numbers, or do something at their moment, as often as it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import Carriers, Limit, Power, rule
from rulewright.powers import Bearer, after, modifies
from rulewright.programs import resolve
from rulewright.zones import CardsMoved

from .book.sheets import OfCard, holds, run_of
from .events.fighters import CubesDiscarded, DamageTaken, TokensChanged
from .events.movement import Moved
from .events.skills import SkillTriggered
from .hands import discard_surplus
from .skill_moments import MOMENTS, card_of
from .state import ACTIVE

if TYPE_CHECKING:
    from rulewright import Game, Steps, View
    from rulewright.zones import Zone

    from .book.sheets import ChangeSheet, SkillSheet, TriggerSheet
    from .cards.loading import Book


@rule("skill-card.active")
def face_up(book: Book, zone: Zone) -> tuple[str, ...]:
    """The skill cards that lie face up before a player; those that lie face down do nothing."""
    return tuple(map(str, zone.cards))


CARRIERS: Final = Carriers("zones", face_up, reads=("cards",), player=lambda game, zone: zone.owner, rows=ACTIVE)


@rule("next-round.hands")
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
    """What a skill does at a moment, if its condition holds then; nothing is left to choose that cannot be done."""
    moment = MOMENTS[trigger.when]

    def is_triggered(game: Game, me: Bearer, event: Any) -> bool:
        if not moment.concerns(event, me.player):
            return False
        card = card_of(event)
        if not holds(game, trigger.test, me.player, skill, card):
            return False
        first = game.content.ops[trigger.program[0]].verb
        return not trigger.optional or bool(first.can(game, run_of(me.player, skill, card)))

    def do(game: Game, me: Bearer, event: Any) -> Steps:
        yield SkillTriggered(me.player, skill, rule="skill-card.active")
        if card := card_of(event):
            return resolve(me.player, skill, trigger.program, OfCard, card=card)
        return resolve(me.player, skill, trigger.program)

    do.__name__ = trigger.place
    limit = Limit(1, "turn") if trigger.once_per_turn else None
    return after(*moment.events, only=is_triggered, optional=trigger.optional, limit=limit)(do)


def _changer(skill: str, change: ChangeSheet) -> Callable[..., Any]:
    """What a skill changes for the fighter whom it means."""

    def by(game: Game, me: Bearer, fighter: int) -> int | None:
        return change.amount if change.counts_for(game, fighter, me.player, skill) else None

    return modifies(change.stat, change.layer, others=True)(by)

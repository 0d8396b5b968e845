"""Page 9: skill cards. Active ones change numbers, or do something at their moment, as often as it comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import choose, rule
from rulewright.programs import Resolution, Test, resolve

from .events import SkillTriggered
from .state import ACTIVE

if TYPE_CHECKING:
    from rulewright import Game, Steps, View

    from .book import SkillSheet, TriggerSheet


@rule("skill-card.active")
def active_skills(game: Game | View, player: int) -> list[SkillSheet]:
    """The skill cards that lie face up."""
    return [game.content.skills[id] for id in game.state.zones[ACTIVE[player]].cards]


@rule("skill-card.initiative")
def initiative(game: Game, player: int) -> int:
    """The initiative of a player, the highest of the active skill cards."""
    return max(skill.initiative for skill in active_skills(game, player))


@rule("rule.golden", "attack.step-1")
def changed(game: Game | View, number: str, player: int, heavy: int, light: int) -> tuple[int, int]:
    """A number of damage as the active skills of a player change it."""
    for skill in active_skills(game, player):
        for change in skill.changes:
            if change.number == number and _holds(game, change.test, player, skill.id):
                softened = min(change.soften, heavy)
                heavy, light = heavy - softened + change.heavy, light + softened + change.light
    return max(0, heavy), max(0, light)


def _holds(game: Game | View, test: Test | None, player: int, skill: str) -> bool:
    return test is None or test(game, Resolution(player=player, source=skill, queue=()))


@rule("skill-card.active")
def use_skills(game: Game, moment: str, player: int) -> Steps:
    """What the active skills of a player do at a moment, in the order that the player chooses."""
    waiting = {
        trigger.key: (skill.id, trigger)
        for skill in active_skills(game, player)
        for trigger in skill.triggers
        if trigger.when == moment and _may_be_used(game, player, skill.id, trigger)
    }
    while waiting:
        key = next(iter(waiting))
        if len(waiting) > 1:
            key = yield choose(player, "first_skill", tuple(waiting), "skill-card.active")
        yield from _use(game, player, *waiting.pop(key))


def _may_be_used(game: Game, player: int, skill: str, trigger: TriggerSheet) -> bool:
    """Whether its condition holds, and it was not used before in this turn if it counts once a turn."""
    spent = trigger.once_per_turn and trigger.key in game.state.fighters[player].used
    return not spent and _holds(game, trigger.test, player, skill)


def _use(game: Game, player: int, skill: str, trigger: TriggerSheet) -> Steps:
    """One trigger of a skill, unless its player leaves it."""
    if trigger.optional and not (yield choose(player, "use_skill", (True, False), "skill-card.active", skill=skill)):
        return
    yield SkillTriggered(player, skill, trigger.key, rule="skill-card.active")
    yield resolve(player, skill, trigger.program)

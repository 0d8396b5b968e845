"""Page 9: skill cards. Active ones change numbers, or do something at their moment, as often as it comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import rule

from .events import SkillTriggered
from .state import ACTIVE

if TYPE_CHECKING:
    from rulewright import Game, Steps, View

    from .book import SkillSheet


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
            if change.number == number and change.counts(game, player):
                softened = min(change.soften, heavy)
                heavy, light = heavy - softened + change.heavy, light + softened + change.light
    return max(0, heavy), max(0, light)


@rule("skill-card.active")
def use_skills(game: Game, moment: str, player: int) -> Steps:
    """What the active skills of a player do at a moment."""
    for skill in active_skills(game, player):
        if skill.when != moment or not skill.counts(game, player):
            continue
        if skill.once_a_turn and skill.id in game.state.fighters[player].used:
            continue
        yield SkillTriggered(player, skill.id, rule="skill-card.active")
        for effect in skill.program:
            yield from effect(game, player)

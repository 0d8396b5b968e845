"""Chapters 5.2, 6.3, 8.5 and 10.2: the windows in which cards are played and tokens are spent, and who comes first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rulewright import Violation, Window, rule

from .modes import clockwise_from, in_play

if TYPE_CHECKING:
    from rulewright import Game, View

    from .state import Attack

UPKEEP_END: Final = Window("end of upkeep", rule="5.2.instant")
INCOME_END: Final = Window("end of income", rule="5.2.instant")
MAIN_ACTIONS: Final = Window("main actions", rule="3.3.actions")
DICE_ROLLED: Final = Window("dice rolled", rule="3.4.windows")
ANNOUNCED: Final = Window("ability announced", rule="3.4.windows")
ACTIVATED: Final = Window("ability activated", rule="3.4.windows")
AIMED: Final = Window("targeting die rolled", rule="3.5.roll")
TARGETED: Final = Window("target determined", rule="5.2.roll-phase")
LANDING: Final = Window("effects inflicted", rule="7.2.modifier-timing")
DEFENCE_ROLLED: Final = Window("defence rolled", rule="5.2.roll-phase")
LAST_CHANCE: Final = Window("last chance", rule="3.6.step-5")
DAMAGE_DEALT: Final = Window("damage dealt", rule="5.2.roll-phase")
DISCARD_END: Final = Window("end of discard", rule="5.2.instant")
THEN: Final = Window("then", rule="8.5.then")
EFFECT_ROLLED: Final = Window("effect rolled", rule="10.2.interfere")

WINDOWS: Final = (
    UPKEEP_END, INCOME_END, MAIN_ACTIONS, DICE_ROLLED, ANNOUNCED, ACTIVATED, AIMED, TARGETED, LANDING, DEFENCE_ROLLED,
    LAST_CHANCE, DAMAGE_DEALT, DISCARD_END, THEN, EFFECT_ROLLED,
)  # fmt: skip

NESTED: Final = (THEN.name, EFFECT_ROLLED.name)
"""Windows in the middle of an effect."""

MAIN_PHASES: Final = ("main_1", "main_2")
ROLL_PHASES: Final = ("offensive_roll", "targeting_roll", "defensive_roll")
UNDER_WAY: Final = ("activated", "landing", "counting")
"""The stages of an Attack from its activation until its damage has been applied."""


@rule("10.2.order", "3.order")
def clockwise(game: Game) -> tuple[int, ...]:
    """The active player, then the others clockwise, without players who are out."""
    return in_play(game, clockwise_from(game, game.state.round[0].active))


def active_player(game: Game) -> int:
    """Whose turn it is."""
    player: int = game.state.round[0].active
    return player


@rule("4.4.lock", "4.4.unstoppable", "11.ultimate")
def is_locked_out(game: Game | View, attack: Attack, player: int) -> bool:
    """From the activation of an Ultimate until its roll phases are over, the opponents of its player can do nothing.

    With the option ``until_damage`` only until its damage has been applied.
    """
    if not attack.ultimate or (attack.stage == "dealt" and game.setup.until_damage):
        return False
    heroes = game.state.heroes
    return bool(heroes[player].side != heroes[attack.attacker].side)


@rule("4.4.lock", "11.ultimate")
def ultimate_forbids(game: Game | View, players: Sequence[int]) -> Violation | None:
    """An Ultimate under way is why these players can do nothing; None unless it is so for all of them."""
    attack = game.state.attack[0]
    if not players or not all(is_locked_out(game, attack, player) for player in players):
        return None
    return Violation("locked_out", "4.4.lock", ability=game.content.names[attack.variant])


def why_not_asked(game: Game, player: int) -> Violation | None:
    """Why a player is not asked who is not."""
    return ultimate_forbids(game, (player,))

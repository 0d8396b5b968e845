"""When something may be played, spent or triggered: windows, phases, stages of an Attack, moments of texts."""

from __future__ import annotations

from typing import Final

from rulewright import Window

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

FIRED: Final = (
    "upkeep", "before_income", "income", "main_phase", "before_offensive_roll", "offensive_roll_end",
    "ability_activated", "attacking", "attacked", "defence_rolled", "damage_incoming", "damage_dealt",
    "damage_received", "attack_concluded", "roll_phase_end", "turn_end", "effect_rolled", "defeated",
    "status_incoming", "status_gained", "status_spent", "card_played",
)  # fmt: skip
"""The moments at which something can be triggered so far."""

USES: Final = "uses"

OFFERS: Final = (*FIRED, USES)
"""What the rules ask for: the triggers of each moment, as `TriggerSheet`, and the uses, as `UseSheet`."""

RECEIVED: Final = "damage_received"
"""The moment after damage, of whatever kind, has been applied to someone."""

DEFEATED: Final = "defeated"
"""The moment before someone's health becomes 0."""

"""When something may be played, spent or triggered: windows, phases, stages of an Attack, moments of texts."""

from __future__ import annotations

from typing import Final

from rulewright import Window
from rulewright.vocabulary import Moments, NamedMoment

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
COMING_STAGES: Final = ("announced", *UNDER_WAY)
"""The same from the announcement of the ability on."""

RECEIVED: Final = "damage_received"
"""The moment after damage, of whatever kind, has been applied to someone."""

DEFEATED: Final = "defeated"
"""The moment before someone's health becomes 0."""

# What a text can speak of -----------------------------------------------------------------------------------

LOOSE: Final = "dice that can be changed"
DICE: Final = "the dice of an Offensive Roll Phase"
DEFENDING: Final = "a defensive roll"
ABILITY: Final = "an offensive ability that has been announced"
COMING: Final = "an Attack whose damage is still to come"
UNDEFENDED: Final = "an Attack that may still be defended"
OWN: Final = "an Attack of one's own whose damage is still to come"
ATTACK: Final = "an Attack under way"
TARGET: Final = "the target of an Attack"
DEALT: Final = "damage that an Attack may have dealt"
DAMAGE: Final = "damage that is about to be dealt"
HURT: Final = "damage that has been received"
TOKENS: Final = "tokens that are being inflicted"
ENDING: Final = "an Attack that is still to end"
ROLLING: Final = "roll phases that are still to end"
MORE: Final = "roll phases that are still to come in this turn"
SUBJECT: Final = "a status effect or a card that the moment is about"
EFFECT_ROLL: Final = "dice of an effect that the moment is about"
INFLICTER: Final = "a token that someone inflicted"
NAMED: Final = "a player whom the text has named before, with choose"
ROLLED: Final = "dice that the text has rolled"
TURNED: Final = "a die that the text has turned"
PAID: Final = "something that has been paid"
SPENT: Final = "tokens that have been spent"
REMOVED: Final = "tokens that the text has removed"

TURN: Final = (DAMAGE, MORE)
"""What may be there in a phase of the turn, before its roll phases."""
MEANWHILE: Final = (HURT, LOOSE)
"""What may be there besides in a window, which may stand open in the middle of an effect."""
IN_WINDOW: Final = (*TURN, *MEANWHILE)
ANNOUNCED_ABILITY: Final = (ENDING, ROLLING, DICE, ABILITY, MORE)
LOCKED_IN: Final = (*ANNOUNCED_ABILITY, COMING, DAMAGE, UNDEFENDED)
ACTIVE: Final = (*LOCKED_IN, ATTACK, TARGET, TOKENS)
STRUCK: Final = tuple(thing for thing in ACTIVE if thing != UNDEFENDED)
DEFENDED: Final = (*STRUCK, LOOSE, DEFENDING)
OVER: Final = (*ANNOUNCED_ABILITY, TARGET, DEALT, HURT, DAMAGE)
"""What is there from step to step of the roll phases: from the announcement on, when the ability is locked in, when it
is activated, when its target has defended, with the dice of the defence, and when its damage has been dealt."""
ATTACKED: Final = (*DEFENDED, UNDEFENDED)
"""The same as long as the Attack lasts, before the defence or after it."""
ANYTIME: Final = (*ATTACKED, DEALT, HURT)
"""What may be there at a moment that can come at any time."""


class Moment(NamedMoment, frozen=True):
    """A moment of texts. ``offers`` is what is there where something is triggered; ``using`` where something is used at
    it, None where nothing is."""

    using: tuple[str, ...] | None = None
    fired: bool = True
    """Whether something can be triggered at it."""


MOMENTS: Final = Moments(
    Moment("any_time", using=ANYTIME, fired=False),
    Moment("upkeep", offers=TURN, using=IN_WINDOW),  # 3.1
    Moment("before_income", offers=(HURT, MORE)),
    Moment("income", offers=TURN, using=IN_WINDOW),
    Moment("main_phase", offers=TURN, using=IN_WINDOW),
    Moment("before_offensive_roll", offers=(HURT, MORE, ENDING, ROLLING), using=IN_WINDOW),
    # The ability is locked in, and nothing of it has happened.
    Moment("offensive_roll_end", offers=(*LOCKED_IN, OWN), using=(*ACTIVE, LOOSE, OWN)),
    Moment("ability_activated", offers=(*ACTIVE, OWN), using=(*ACTIVE, LOOSE, OWN)),
    # The holder's own Attack, from when its target is known until its damage is counted (7.2).
    Moment("attacking", offers=(*ACTIVE, OWN), using=(*ATTACKED, OWN)),
    # The same stretch, seen by the target; once an Attack, also for a token received during it.
    Moment("attacked", offers=ACTIVE, using=ATTACKED),
    Moment("defence_rolled", offers=DEFENDED, using=DEFENDED),
    # Damage is about to be dealt to the holder (7.1); as a trigger, that of an opponent's Attack.
    Moment("damage_incoming", offers=STRUCK, using=ANYTIME),
    # Tokens are about to be inflicted on the holder; prevent_status keeps them off.
    Moment("status_incoming", offers=(*ANYTIME, SUBJECT)),
    Moment("damage_dealt", offers=OVER, using=(*OVER, LOOSE)),  # after step 6 of the Defensive Roll Phase
    # Damage of any kind was applied to the holder; what answers come to is not answered again.
    Moment(RECEIVED, offers=ANYTIME, using=ANYTIME),
    Moment("attack_concluded", offers=OVER),  # the Attack is over, or an ability without one
    Moment("roll_phase_end", offers=(ROLLING, DICE, ABILITY, TARGET, DEALT, HURT, DAMAGE)),  # before Main Phase 2
    Moment("turn_end", offers=(DAMAGE,), using=(DAMAGE, *MEANWHILE)),
    # Dice of an effect lie on the table and count for nothing yet; not again after a reroll.
    Moment("effect_rolled", offers=(*ANYTIME, EFFECT_ROLL), using=ANYTIME),
    Moment("status_gained", offers=(*ANYTIME, SUBJECT)),  # tokens have come to the holder
    Moment("status_spent", offers=(*ANYTIME, SUBJECT)),  # the holder spent tokens, for their effect or as a price
    Moment("card_played", offers=(*ANYTIME, SUBJECT)),  # the holder paid for a card; its text is still to come
    Moment(DEFEATED, offers=ANYTIME),  # health is about to become 0
)
"""When something is triggered or may be used, and of what its text can speak then."""

FIRED: Final = tuple(name for name, moment in MOMENTS.items() if moment.fired)
"""The moments at which something can be triggered."""
USED: Final = tuple(name for name, moment in MOMENTS.items() if moment.using is not None)
"""The moments at which something can be used."""

USES: Final = "uses"

OFFERS: Final = (*FIRED, USES)
"""What the rules ask for: the triggers of each moment, as `TriggerSheet`, and the uses, as `UseSheet`."""

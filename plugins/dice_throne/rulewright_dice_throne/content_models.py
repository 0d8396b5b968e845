"""The shape of Dice Throne content: heroes, cards, status effects, and the vocabulary of effects.

An effect is a JSON object whose ``do`` names a verb; each verb is one model here and one small function in
the interpreter. Amounts, conditions, dice requirements and "who" are little languages of their own, told
apart by the one key that they carry. Every model refuses unknown keys and is immutable.

The words are those of the rulebook. Where a verb needs more than a change of state (a break, a watch, an
extra phase), its docstring says what the engine must offer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, get_args

from pydantic import Field, Tag, model_validator
from typing_extensions import TypeAliasType

from rulewright_dice_throne.old_vocabulary import (
    AllTrue,
    AnyTrue,
    Compare,
    Half,
    Id,
    If,
    Model,
    Multiple,
    Name,
    NoneTrue,
    Several,
    Shape,
    Some,
    Sum,
    Whole,
    known_verb,
    verbs_of,
)

from . import old_vocabulary as vocabulary
from .values import VALUES

MAX_CP = 15
FACES = 6

Amount = TypeAliasType("Amount", "_Amount")
Condition = TypeAliasType("Condition", "_Condition")
Effect = TypeAliasType("Effect", "_Effect")
Effects = tuple[Effect, ...]


PhaseId = Literal[
    "upkeep", "income", "main_1", "offensive_roll", "targeting_roll", "defensive_roll", "main_2", "discard"
]
Level = Annotated[int, Field(ge=1, le=3)]
CardKind = Literal["upgrade", "main", "roll", "instant"]
DamageType = Literal["normal", "undefendable", "pure", "collateral", "ultimate"]
Duration = Literal["end_of_attack", "end_of_roll_phase", "end_of_turn", "end_of_next_turn", "end_of_game"]

Moment = Literal[
    "upkeep",  # 3.1
    "before_income",
    "income",
    "main_phase",
    "before_offensive_roll",
    "offensive_roll_end",  # the ability is locked in, nothing of it has happened
    "ability_activated",
    "attacking",  # the holder's own Attack, from when its target is known until its damage is counted (7.2)
    "attacked",  # the same stretch, seen by the target; once an Attack, also for a token received during it
    "defence_rolled",
    "damage_incoming",  # damage is about to be dealt to the holder (7.1); as a trigger, that of an opponent's Attack
    "status_incoming",  # tokens are about to be inflicted on the holder; prevent_status keeps them off
    "damage_dealt",  # after step 6 of the Defensive Roll Phase
    "damage_received",  # damage of any kind was applied to the holder; what answers come to is not answered again
    "attack_concluded",  # the Attack is over, or an ability without one
    "roll_phase_end",  # immediately before Main Phase 2
    "turn_end",
    "effect_rolled",  # dice of an effect lie on the table and count for nothing yet; not again after a reroll
    "status_gained",  # tokens have come to the holder
    "status_spent",  # the holder spent tokens, for their effect or as a price
    "card_played",  # the holder paid for a card; its text is still to come
    "defeated",  # health is about to become 0
]
"""A named moment at which something triggers or may be used."""

Window = Moment | Literal["any_time"]


# ---------------------------------------------------------------------------------------------------------
# What dice must show
# ---------------------------------------------------------------------------------------------------------

SymbolId = Id
Count = Annotated[int, Field(ge=1, le=5)]


class SymbolsShown(Model):
    """At least this many dice of each symbol."""

    symbols: dict[SymbolId, Count] = Field(min_length=1)


class NumbersShown(Model):
    """At least this many dice of each number."""

    numbers: dict[Annotated[Whole, Field(ge=1, le=6)], Count] = Field(min_length=1)


class OfAKind(Model):
    """This many dice with one number."""

    of_a_kind: Annotated[Whole, Field(ge=2, le=5)]


class Straight(Model):
    """Consecutive numbers: 4 for a small straight, 5 for a large one."""

    straight: Literal["small", "large"]


class AnyRequirement(Model):
    """One of these is enough."""

    any: Several[Requirement]


class AllRequirements(Model):
    """All of these together."""

    all: Several[Requirement]


_REQUIREMENT = Shape("requirement", "symbols", "numbers", "of_a_kind", "straight", "any", "all")
Requirement = Annotated[
    Annotated[SymbolsShown, Tag("symbols")]
    | Annotated[NumbersShown, Tag("numbers")]
    | Annotated[OfAKind, Tag("of_a_kind")]
    | Annotated[Straight, Tag("straight")]
    | Annotated[AnyRequirement, Tag("any")]
    | Annotated[AllRequirements, Tag("all")],
    _REQUIREMENT.discriminator,
    _REQUIREMENT.known,
]

# ---------------------------------------------------------------------------------------------------------
# Who
# ---------------------------------------------------------------------------------------------------------

Role = Literal[
    "self",  # whose card, ability or token this is
    "target",  # the target of the Attack, or of the ability that needs one
    "attacker",
    "defender",
    "roller",  # whose roll phase this is
    "inflicter",  # who inflicted the token that is acting
    "chosen",  # whom the last choice in this effect named
    "each_opponent",
    "each_teammate",
    "each_player",
]


class ChosenPlayer(Model):
    """The player of the effect names someone; later `chosen` means the same."""

    choose: Literal["player", "opponent", "teammate", "self_or_teammate", "other_player"]
    count: Annotated[Whole, Field(ge=1)] = 1
    up_to: bool = False
    repeat: bool = False
    """Whether one player may be named more than once."""


_WHO = Shape("player", "choose", words=get_args(Role))
Who = Annotated[
    Annotated[Role, Tag("word")] | Annotated[ChosenPlayer, Tag("choose")],
    _WHO.discriminator,
    _WHO.known,
]

# ---------------------------------------------------------------------------------------------------------
# Amounts
# ---------------------------------------------------------------------------------------------------------

if TYPE_CHECKING:
    ValueName = str
else:
    ValueName = Literal[tuple(VALUES)]
"""The name of a value: what the moment is about, or a quantity of a player such as ``target_cp`` (`values.OWNED`)."""


class PerSymbol(Model):
    """``times`` x [symbol] + ``plus`` (8.3), counted in the last effect roll or the defensive roll."""

    per: SymbolId
    times: Whole = 1
    plus: Whole = 0
    dice: Literal["roll", "attack"] = "roll"
    at_most: Whole | None = None


class PerToken(Model):
    """``times`` for each token of a status effect, + ``plus``."""

    tokens: Id
    of: Who = "self"
    times: Whole = 1
    plus: Whole = 0
    at_most: Whole | None = None


class DialOf(Model):
    """What the dial of a companion shows, or how many of its tokens are there; 0 for who has no such companion."""

    dial: Id
    of: Who = "self"


class LimitOf(Model):
    """The stack limit of a status effect, as it stands for a player."""

    limit_of: Id
    of: Who = "self"


class DiceChosen(Model):
    """The number on one die of the last effect roll, chosen by the player of the effect."""

    best_die: Literal["chosen", "highest", "lowest"]


_AMOUNT = Shape(
    "amount", "per", "tokens", "value", "half", "sum", "dial", "limit_of", "best_die",
    number=True, words=tuple(VALUES),
)  # fmt: skip
_Amount = Annotated[
    Annotated[Whole, Tag("number")]
    | Annotated[ValueName, Tag("word")]
    | Annotated[PerSymbol, Tag("per")]
    | Annotated[PerToken, Tag("tokens")]
    | Annotated[Multiple[ValueName], Tag("value")]
    | Annotated[Half[Amount], Tag("half")]
    | Annotated[Sum[Amount], Tag("sum")]
    | Annotated[DialOf, Tag("dial")]
    | Annotated[LimitOf, Tag("limit_of")]
    | Annotated[DiceChosen, Tag("best_die")],
    _AMOUNT.discriminator,
    _AMOUNT.known,
]

# ---------------------------------------------------------------------------------------------------------
# Conditions
# ---------------------------------------------------------------------------------------------------------


class DiceShow(Model):
    """The dice of the Attack, or of the last effect or defensive roll, satisfy a requirement."""

    shows: Requirement
    dice: Literal["roll", "attack"] = "roll"


class HasStatus(Model):
    """Someone holds at least this many tokens of a status effect."""

    has: Id
    at_least: Annotated[Whole, Field(ge=1)] = 1
    of: Who = "self"


class TurnOf(Model):
    """Whose turn it is, seen from the player of the effect."""

    turn: Literal["own", "other"]


class InPhase(Model):
    """The phase of the turn is one of these."""

    phase: Some[PhaseId]


class IsStartPlayer(Model):
    """The player of the effect is, or is not, the start player."""

    start_player: bool


class AttackIs(Model):
    """There is an Attack, and it is of this kind; "undefended" on the player of the effect, as long as that player has
    activated no defensive ability.

    When its damage has been applied, that holds until the roll phases are over for the side that attacked, and for the
    target if it was dealt any: at `damage_received` it says whether that damage was an Attack's.
    """

    attack: Literal["any", "defendable", "undefendable", "ultimate", "undefended"]


class RollOf(Model):
    """The effect roll on the table belongs to this status effect, card or ability."""

    roll_of: Id


class Concerns(Model):
    """What the moment is about (a token gained or spent, a card played) is this status effect or card."""

    concerns: Id


class AbilityLevel(Model):
    """The player of the effect has an ability at this level or above."""

    ability: Id
    level: Level


class CompanionIs(Model):
    """A companion of the player of the effect is in this state; "away" while it is placed with another player."""

    companion: Id
    state: Literal["active", "inactive", "here", "away"]


_CONDITION = Shape(
    "condition", "shows", "amount", "has", "turn", "phase", "start_player", "attack", "roll_of", "concerns", "ability",
    "companion", "all", "any", "none",
)  # fmt: skip
_Condition = Annotated[
    Annotated[DiceShow, Tag("shows")]
    | Annotated[Compare[Amount], Tag("amount")]
    | Annotated[HasStatus, Tag("has")]
    | Annotated[TurnOf, Tag("turn")]
    | Annotated[InPhase, Tag("phase")]
    | Annotated[IsStartPlayer, Tag("start_player")]
    | Annotated[AttackIs, Tag("attack")]
    | Annotated[RollOf, Tag("roll_of")]
    | Annotated[Concerns, Tag("concerns")]
    | Annotated[AbilityLevel, Tag("ability")]
    | Annotated[CompanionIs, Tag("companion")]
    | Annotated[AllTrue[Condition], Tag("all")]
    | Annotated[AnyTrue[Condition], Tag("any")]
    | Annotated[NoneTrue[Condition], Tag("none")],
    _CONDITION.discriminator,
    _CONDITION.known,
]

# ---------------------------------------------------------------------------------------------------------
# Verbs: health
# ---------------------------------------------------------------------------------------------------------


class Damage(Model):
    """Deal damage. To the target, as part of an offensive ability, it makes the ability an Attack (7.2)."""

    do: Literal["damage"]
    amount: Amount
    type: DamageType = "normal"
    to: Who = "target"


class Heal(Model):
    """Raise health, as far as the cap allows (limits.health)."""

    do: Literal["heal"]
    amount: Amount
    to: Who = "self"


class SetHealth(Model):
    """Set health to a number, whatever it would have become."""

    do: Literal["set_health"]
    amount: Amount
    to: Who = "self"


class Prevent(Model):
    """Prevent a fixed amount or a fraction of the output damage to someone (10.1: counted after the sum)."""

    do: Literal["prevent"]
    amount: Amount | None = None
    fraction: Literal["half", "all"] | None = None
    to: Who = "self"
    round: Literal["up", "down"] = "up"

    @model_validator(mode="after")
    def _one_measure(self) -> Prevent:
        if (self.amount is None) == (self.fraction is None):
            raise ValueError("prevent takes exactly one of amount, fraction")
        return self


class Redirect(Model):
    """Another player, or a companion of one's own, takes the output damage instead.

    A companion takes its share of what prevention leaves, when damage is applied; what is more than its health is
    lost with it.
    """

    do: Literal["redirect"]
    to: Who | None = None
    companion: Id | None = None
    amount: Amount | Literal["any"] | None = None
    """How much of it; all of it if absent. A companion may take "any": as much as the player of the effect says."""

    @model_validator(mode="after")
    def _one_taker(self) -> Redirect:
        if (self.to is None) == (self.companion is None):
            raise ValueError("redirect takes exactly one of to, companion")
        if self.amount == "any" and self.companion is None:
            raise ValueError('amount "any" is said of what a companion takes')
        return self


# ---------------------------------------------------------------------------------------------------------
# Verbs: the Attack
# ---------------------------------------------------------------------------------------------------------


class ModifyAttack(Model):
    """Add to (or, below 0, take from) the damage of the Attack; the type stays that of the Attack (7.2)."""

    do: Literal["modify_attack"]
    add: Amount

    @property
    def lowers(self) -> bool:
        """Whether it is meant to take from the damage."""
        return (self.add if isinstance(self.add, int) else getattr(self.add, "times", 1)) < 0


class Undefendable(Model):
    """The Attack becomes undefendable."""

    do: Literal["undefendable"]


class CancelAttack(Model):
    """The offensive ability fails (everything), or only deals no damage."""

    do: Literal["cancel_attack"]
    what: Literal["everything", "damage"] = "everything"


# ---------------------------------------------------------------------------------------------------------
# Verbs: status effects
# ---------------------------------------------------------------------------------------------------------


class Gain(Model):
    """Put tokens on oneself, or on whom the text names as gaining (6.1, 6.2)."""

    do: Literal["gain"]
    status: Id
    amount: Amount = 1
    to: Who = "self"


class Inflict(Model):
    """Put tokens on another player (6.1, 6.2)."""

    do: Literal["inflict"]
    status: Id
    amount: Amount = 1
    to: Who = "target"


StatusFilter = Literal["any", "positive", "negative"]


class RemoveStatus(Model):
    """Take tokens off a player: a named status effect, or one that the player of the effect chooses."""

    do: Literal["remove_status"]
    status: Id | None = None
    among: StatusFilter = "any"
    amount: Amount | Literal["all"] = 1
    of: Who = "self"


class TransferStatus(Model):
    """Move tokens from one player to another."""

    do: Literal["transfer_status"]
    status: Id | None = None
    among: StatusFilter = "any"
    amount: Amount = 1
    of: Who
    to: Who


class PreventStatus(Model):
    """Tokens that this Attack inflicted on someone are not received; at `status_incoming` those about to come."""

    do: Literal["prevent_status"]
    amount: Amount | Literal["all"] = 1
    to: Who = "self"


class RaiseLimit(Model):
    """Raise the stack limit of a status effect for one player and the whole game (6.3)."""

    do: Literal["raise_limit"]
    status: Id
    amount: Amount = 1
    to: Who = "self"


class Companion(Model):
    """Change a companion of one's own (6.4).

    Its health, or the number of its tokens, is what the dial shows: `heal` and `gain` raise it, never above what
    the companion has at most, `damage` and `spend` lower it. At 0 it becomes inactive, raised from 0 active.
    `place` puts it with a player, oneself included.
    """

    do: Literal["companion"]
    companion: Id
    change: Literal["activate", "deactivate", "heal", "damage", "gain", "spend", "place"]
    amount: Amount = 1
    to: Who = "self"


# ---------------------------------------------------------------------------------------------------------
# Verbs: cards and CP
# ---------------------------------------------------------------------------------------------------------


class GainCp(Model):
    """Gain CP, as far as the cap allows."""

    do: Literal["gain_cp"]
    amount: Amount
    to: Who = "self"


class LoseCp(Model):
    """Lose CP, down to 0."""

    do: Literal["lose_cp"]
    amount: Amount
    to: Who = "target"


class Steal(Model):
    """Take from someone what they have, up to the amount, and add it to one's own (8.5b)."""

    do: Literal["steal"]
    what: Literal["cp", "health", "status"]
    amount: Amount = 1
    of: Who = "target"


class Draw(Model):
    """Draw cards."""

    do: Literal["draw"]
    amount: Amount = 1
    to: Who = "self"


class Discard(Model):
    """Discard cards from hand without gaining CP."""

    do: Literal["discard"]
    amount: Amount = 1
    of: Who = "self"
    how: Literal["choice", "random"] = "choice"


class Search(Model):
    """Search one's own deck for a card, perhaps of a kind; it is shown and comes to the hand, the deck is shuffled."""

    do: Literal["search"]
    kind: CardKind | None = None
    amount: Amount = 1


class Cost(Model):
    """What is paid: CP, tokens of a status effect, cards from hand; of ``any`` of them ``at_most`` this many."""

    cp: Annotated[Whole, Field(ge=1, le=MAX_CP)] | Literal["any"] | None = None
    status: Id | None = None
    tokens: Annotated[Whole, Field(ge=1)] | Literal["any"] = 1
    cards: Annotated[Whole, Field(ge=1)] | None = None
    at_most: Annotated[Whole, Field(ge=1)] | None = None

    @model_validator(mode="after")
    def _something(self) -> Cost:
        if self.at_most is not None and "any" not in (self.cp, self.tokens):
            raise ValueError("at_most limits an amount that is any")
        if self.cp is None and self.status is None and self.cards is None:
            raise ValueError("a cost names at least one of cp, status, cards")
        return self


class Pay(vocabulary.Pay[Cost, Effect]):
    """A player may pay; ``then`` follows if they do (the amount is `paid`), ``otherwise`` if not."""

    by: Who = "self"


# ---------------------------------------------------------------------------------------------------------
# Verbs: dice
# ---------------------------------------------------------------------------------------------------------


class Roll(Model):
    """Roll dice for an effect (8.1); each branch of ``on`` that the roll shows happens once (8.2).

    A key of ``on`` is a symbol, or numbers: ``"6"``, ``"1-2"``. ``otherwise`` happens if no branch did,
    ``then`` in any case afterwards. Between the fall of the dice and the branches lies the moment
    `effect_rolled`, at which the dice may be changed. Whom the roll is ``against`` is named before the dice fall.
    """

    do: Literal["roll"]
    dice: Amount = 1
    by: Who = "self"
    against: Who | None = None
    on: dict[str, Effects] = Field(default_factory=dict)
    otherwise: Effects = ()
    then: Effects = ()

    @model_validator(mode="after")
    def _otherwise_of_something(self) -> Roll:
        if self.otherwise and not self.on:
            raise ValueError("otherwise needs an on that it is the alternative of; write then")
        if not (self.on or self.then):
            raise ValueError("a roll needs on or then, or nothing comes of it")
        return self


class Contest(Model):
    """Two players compare one die each: the player of the effect against ``against``.

    ``own`` says whether the own die is rolled for this, or is the die of the defensive roll.
    """

    do: Literal["contest"]
    against: Who
    own: Literal["new", "defence"] = "new"
    tie: Literal["win", "lose", "neither"]
    win: Effects = ()
    lose: Effects = ()


class ChangeDie(Model):
    """Change numbers on dice that lie on the table.

    ``to``: a number, ``any`` number, or ``copy`` the number of another of the same dice; ``by``: up or down
    by as much, within 1 to 6.
    """

    do: Literal["change_die"]
    whose: Literal["own", "opponent", "any"] = "any"
    count: Annotated[Whole, Field(ge=1, le=5)] = 1
    up_to: bool = False
    to: Annotated[Whole, Field(ge=1, le=6)] | Literal["any", "copy"] | None = None
    by: Annotated[Whole, Field(ge=1, le=5)] | None = None

    @model_validator(mode="after")
    def _one_change(self) -> ChangeDie:
        if (self.to is None) == (self.by is None):
            raise ValueError("change_die takes exactly one of to, by")
        return self


class RerollDice(Model):
    """Reroll dice that lie on the table; ``one_by_one`` dice may name the same die again."""

    do: Literal["reroll_dice"]
    whose: Literal["own", "own_or_teammate", "opponent", "any"] = "own"
    count: Annotated[Whole, Field(ge=1, le=5)] = 1
    up_to: bool = True
    one_by_one: bool = False


class ExtraRoll(Model):
    """One more roll attempt of up to ``dice`` dice in a roll phase."""

    do: Literal["extra_roll"]
    phase: Literal["offensive_roll", "defensive_roll"]
    dice: Annotated[Whole, Field(ge=1, le=5)] = 5
    to: Who = "self"


class FewerRolls(Model):
    """Roll attempts fewer in the Offensive Roll Phase of this turn, or in that of the next turn of a player."""

    do: Literal["fewer_rolls"]
    amount: Amount = 1
    to: Who = "self"


# ---------------------------------------------------------------------------------------------------------
# Verbs: structure
# ---------------------------------------------------------------------------------------------------------


class Choose(vocabulary.Choose[Condition, Effect]):
    """The player picks exactly one option (8.4)."""

    by: Who = "self"


class May(vocabulary.May[Effect]):
    """The player decides whether this happens."""

    by: Who = "self"


class Then(Model):
    """A break in the resolution (8.5): instants, roll cards where they apply, spendable tokens; then on."""

    do: Literal["then"]


class Additionally(Model):
    """Resolved only after all other effects of the description (chapter 11)."""

    do: Literal["additionally"]
    effects: Some[Effect]


class AfterDamage(Model):
    """Resolved after the damage of the Attack has been applied; `damage_dealt` is known then."""

    do: Literal["after_damage"]
    dealt_at_least: Annotated[Whole, Field(ge=0)] = 1
    effects: Some[Effect]


class Watch(Model):
    """From now until a point, something triggers: a delayed trigger that the engine keeps."""

    do: Literal["watch"]
    until: Duration
    trigger: Trigger
    once: bool = False


class SkipPhase(Model):
    """A player skips a phase, the one about to begin or the next of this kind.

    Targeting and defence are parts of an Attack, not phases that a player has, and cannot be skipped.
    """

    do: Literal["skip_phase"]
    phase: PhaseId
    of: Who = "self"


class ExtraPhase(Model):
    """A player has one more Offensive Roll Phase after this Attack, against the same opponent if so said."""

    do: Literal["extra_phase"]
    phase: Literal["offensive_roll"] = "offensive_roll"
    by: Who = "self"
    against: Who | None = None


Forbidden = Literal["cards", "defence", "status_effects", "passives", "straights", "selling"]


class Forbid(Model):
    """A player may not do certain things for a while."""

    do: Literal["forbid"]
    what: Some[Forbidden]
    of: Who = "target"
    until: Duration = "end_of_attack"


Verb = (
    Damage | Heal | SetHealth | Prevent | Redirect
    | ModifyAttack | Undefendable | CancelAttack
    | Gain | Inflict | RemoveStatus | TransferStatus | PreventStatus | RaiseLimit | Companion
    | GainCp | LoseCp | Steal | Draw | Discard | Search | Pay
    | Roll | Contest | ChangeDie | RerollDice | ExtraRoll | FewerRolls
    | Choose | May | If[Condition, Effect] | Then | Additionally | AfterDamage | Watch | SkipPhase | ExtraPhase | Forbid
)  # fmt: skip

VERBS: dict[str, type[Model]] = verbs_of(Verb)
"""Every verb with its model: the list that an interpreter must serve."""

_Effect = Annotated[Verb, Field(discriminator="do"), known_verb(VERBS)]

# ---------------------------------------------------------------------------------------------------------
# Status effects, companions, cards, heroes
# ---------------------------------------------------------------------------------------------------------


class Entry(Model):
    """What a thing with a name carries: its names, and where its numbers are from."""

    id: Id
    name: Name
    source: str | None = None
    """Where the numbers of this entry are from, if not where the whole file says."""
    uncertain: str | None = None
    """What of this entry is not settled, and between which readings."""


class Trigger(vocabulary.Trigger[Moment, Condition, Effect]):
    """Effects at a moment; ``test`` must hold, ``optional`` ones the holder may leave.

    With ``not_on_turn_gained`` that of a token rests in the turn in which the token came.
    """

    not_on_turn_gained: bool = False


class Use(Model):
    """What a spendable token may be spent for, and when; ``attack_modifier`` as in 7.2.

    ``not_on_turn_gained`` takes only tokens that were there before this turn. Where every effect needs something to
    work on (a token to remove, damage to prevent, dice), the use is offered only while there is such a thing.
    """

    windows: Some[Window]
    tokens: Annotated[Whole, Field(ge=1)] | Literal["any"] = 1
    test: Condition | None = None
    attack_modifier: bool = False
    once_per_turn: bool = False
    not_on_turn_gained: bool = False
    effects: Some[Effect]


class Status(Entry):
    """A status effect (chapter 6): how many one player may hold, and what it does, as data."""

    kind: Literal["persistent", "spendable", "unique"]
    polarity: Literal["positive", "negative"]
    stack_limit: Annotated[Whole, Field(ge=1)]
    removable: bool = True
    transferable: bool = True
    covers: bool = False
    """Whether each token lies on an offensive ability of its holder, which cannot be announced meanwhile; whoever
    hands it out names the ability. One ability, besides the ultimate, always stays uncovered."""
    forbids: tuple[Forbidden, ...] = ()
    """What the holder may not do for as long as the token lies there."""
    triggers: tuple[Trigger, ...] = ()
    uses: tuple[Use, ...] = ()

    @model_validator(mode="after")
    def _does_something(self) -> Status:
        if self.kind == "spendable" and not self.uses:
            raise ValueError("a spendable status effect needs at least one use")
        if self.kind == "persistent" and self.uses:
            raise ValueError("a persistent status effect is not spent: it has no uses")
        if self.covers and self.transferable:
            raise ValueError("a status effect that covers an ability cannot be transferable")
        if not (self.uses or self.triggers or self.forbids or self.covers):
            raise ValueError("a status effect needs uses, triggers or forbids, or it does nothing")
        return self


class CompanionDef(Entry):
    """A companion (6.4): a dial of health, or tokens; nothing that removes status effects touches it.

    Its triggers and uses are there while it is active. A use of one that has tokens takes as many of them as it
    says; one that has health is not used up.
    """

    health: Annotated[Whole, Field(ge=1)] | None = None
    count: Annotated[Whole, Field(ge=1)] = 1
    """How many tokens there are at most, of one without health."""
    starts: Literal["active", "inactive"] = "inactive"
    triggers: tuple[Trigger, ...] = ()
    uses: tuple[Use, ...] = ()

    @property
    def most(self) -> int:
        """What its dial shows at most."""
        return self.health or self.count

    @model_validator(mode="after")
    def _uses_are_counted(self) -> CompanionDef:
        if any(use.tokens == "any" or use.not_on_turn_gained for use in self.uses):
            raise ValueError("a use of a companion takes a number of tokens, whenever they came")
        return self


class Play(Model):
    """A narrower time than the kind of a card gives: phases, a window, a condition."""

    phases: tuple[PhaseId, ...] = ()
    window: Window | None = None
    test: Condition | None = None


class Upgrade(Model):
    """Which ability an upgrade card covers, and the level that it brings."""

    ability: Id
    level: Annotated[Whole, Field(ge=2, le=3)]


class Card(Entry):
    """A card: an upgrade, or an action of one of the three kinds of 5.2."""

    kind: CardKind
    cost: Annotated[Whole, Field(ge=0, le=MAX_CP)]
    copies: Annotated[Whole, Field(ge=1)] = 1
    attack_modifier: bool = False
    play: Play | None = None
    upgrade: Upgrade | None = None
    effects: Effects = ()

    @model_validator(mode="after")
    def _upgrade_or_action(self) -> Card:
        if (self.kind == "upgrade") != (self.upgrade is not None):
            raise ValueError("a card of kind upgrade, and no other, has the key upgrade")
        if (self.kind == "upgrade") == bool(self.effects):
            raise ValueError("an action card has effects; an upgrade card has none of its own")
        return self


class Row(Model):
    """One tier of an ability: what the dice must show, and what then happens."""

    requires: Requirement
    effects: Effects = ()


class Variant(Model):
    """One thing that may be announced: its tiers in rising order, and what happens with any of them."""

    id: Id
    name: Name | None = None
    rows: Some[Row]
    also: Effects = ()

    @model_validator(mode="after")
    def _does_something(self) -> Variant:
        if not self.also and not all(row.effects for row in self.rows):
            raise ValueError("a row without effects needs an also")
        return self


class OffensiveLevel(Model):
    """An offensive ability or an ultimate at one level. An upgrade may bring a second variant."""

    name: Name | None = None
    variants: Some[Variant]
    uncertain: str | None = None


class DefensiveLevel(Model):
    """A defensive ability at one level: this many dice, then these effects, in which `roll` is that roll."""

    name: Name | None = None
    dice: Annotated[Whole, Field(ge=0, le=6)]
    effects: Some[Effect]
    uncertain: str | None = None


class PassiveLevel(Model):
    """A passive ability at one level: triggers, and things its owner may pay for."""

    name: Name | None = None
    triggers: tuple[Trigger, ...] = ()
    uses: tuple[PaidUse, ...] = ()
    uncertain: str | None = None

    @model_validator(mode="after")
    def _does_something(self) -> PassiveLevel:
        if not (self.triggers or self.uses):
            raise ValueError("a passive ability needs triggers or uses")
        return self


class PaidUse(Model):
    """A use of a passive ability: when, for what cost, what for."""

    windows: Some[Window]
    cost: Cost | None = None
    once_per_turn: bool = False
    test: Condition | None = None
    effects: Some[Effect]


class OffensiveAbility(Entry):
    """An ability that the dice of an Offensive Roll Phase activate."""

    kind: Literal["offensive"]
    levels: dict[Level, OffensiveLevel] = Field(min_length=1)


class UltimateAbility(Entry):
    """The ultimate of a hero (4.4)."""

    kind: Literal["ultimate"]
    levels: dict[Level, OffensiveLevel] = Field(min_length=1)


class DefensiveAbility(Entry):
    """A defensive ability (4.3)."""

    kind: Literal["defensive"]
    levels: dict[Level, DefensiveLevel] = Field(min_length=1)


class PassiveAbility(Entry):
    """A passive ability (4.2)."""

    kind: Literal["passive"]
    levels: dict[Level, PassiveLevel] = Field(min_length=1)


Ability = Annotated[OffensiveAbility | UltimateAbility | DefensiveAbility | PassiveAbility, Field(discriminator="kind")]


class Die(Model):
    """The die of a hero: the names of its symbols, and the symbol of each face from 1 to 6."""

    symbols: dict[SymbolId, Name]
    faces: tuple[SymbolId, ...] = Field(min_length=FACES, max_length=FACES)


class Deck(Model):
    """How many cards the deck holds, and which common cards are among them (all if none are named)."""

    size: Annotated[Whole, Field(ge=1)] = 33
    common: tuple[Id, ...] | Literal["all"] = "all"


class Hero(Entry):
    """A hero: die, board, tokens, cards; one file each."""

    sources: Some[str]
    edition: str
    health: Annotated[Whole, Field(ge=1)] = 50
    die: Die
    statuses: tuple[Id, ...]
    """The status effects whose tokens lie on the leaflet of this hero."""
    companions: tuple[CompanionDef, ...] = ()
    abilities: Some[Ability]
    cards: tuple[Card, ...]
    deck: Deck = Deck()
    setup: Effects = ()


for _model in list(globals().values()):
    if isinstance(_model, type) and issubclass(_model, Model):
        _model.model_rebuild()

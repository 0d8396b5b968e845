"""The shape of Dice Throne content: heroes, cards, status effects.

The verbs, amounts and conditions of effects are in `effects`, one class each. What dice must show and "who" are little
languages of their own, told apart by the one key that they carry. Every model refuses unknown keys and is immutable.

The words are those of the rulebook. Where a verb needs more than a change of state (a break, a watch, an
extra phase), its docstring says what the engine must offer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import Field, model_validator

from rulewright.vocabulary import Condition, ContentModel, Effect, Id, Name, Some, Whole

from ..effects.conditions import Level
from ..effects.order import Part, Trigger, Used
from ..effects.paying import Cost
from ..effects.prohibitions import Forbidden, RuleChange
from ..effects.requirements import Requirement
from ..effects.words import AbilityId, CardKind, Phase, StatusId
from ..moments import (
    ACTIVE,
    ANYTIME,
    DEFENDED,
    IN_WINDOW,
    INFLICTER,
    MOMENTS,
    OWN,
    PAID,
    ROLL_PHASES,
    ROLLED,
    SPENT,
    TURN,
    Moment,
)
from ..numbers import MAX_CP

if TYPE_CHECKING:
    from .wording import Wording

FACES = 6

Effects = tuple[Effect, ...]


class Entry(ContentModel):
    """What every named thing has: its names, and the sources of its numbers."""

    id: Id
    name: Name
    source: str | None = None
    """Where the numbers of this entry are from, if not where the whole file says."""
    uncertain: str | None = None
    """What of this entry is not settled, and between which readings."""


class TextEntry(Entry, Part):
    """An entry that is a text."""


class Usable(Part):
    """What may be used in windows: of what it can speak is there in each of them."""

    windows: Some[Used]
    test: Condition | None = None
    once_per_turn: bool = False
    effects: Some[Effect]

    def moment(self) -> Moment:
        return MOMENTS[self.windows[0]]

    def offered(self) -> frozenset[str]:
        return frozenset(self.always).union(there_in(self.windows))


class Use(Usable):
    """What a spendable token may be spent for, and when; ``attack_modifier`` as in 7.2.

    ``not_on_turn_gained`` takes only tokens that were there before this turn. Where every effect needs something to
    work on (a token to remove, damage to prevent, dice), the use is offered only while there is such a thing.
    """

    always = (SPENT,)

    tokens: Annotated[Whole, Field(ge=1)] | Literal["any"] = 1
    attack_modifier: bool = False
    not_on_turn_gained: bool = False

    def offered(self) -> frozenset[str]:
        return super().offered().union(ACTIVE if self.attack_modifier else ())

    def said(self, wording: Wording) -> str:
        return wording.used(self, spends=True)


def there_in(windows: Iterable[str]) -> frozenset[str]:
    """What is there in each of some windows."""
    return frozenset.intersection(*(frozenset(MOMENTS[window].using or ()) for window in windows))


class TokenTrigger(Trigger):
    """A trigger of a token, which someone inflicted."""

    always = (INFLICTER,)


class Status(TextEntry):
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
    changes: tuple[RuleChange, ...] = ()
    """What is different for the holder for as long."""
    triggers: tuple[TokenTrigger, ...] = ()
    uses: tuple[Use, ...] = ()

    def said(self, wording: Wording) -> str:
        return wording.holder(self)

    @model_validator(mode="after")
    def _does_something(self) -> Status:
        if self.kind == "spendable" and not self.uses:
            raise ValueError("a spendable status effect needs at least one use")
        if self.kind == "persistent" and self.uses:
            raise ValueError("a persistent status effect is not spent: it has no uses")
        if self.covers and self.transferable:
            raise ValueError("a status effect that covers an ability cannot be transferable")
        if not (self.uses or self.triggers or self.forbids or self.changes or self.covers):
            raise ValueError("a status effect needs uses, triggers, forbids or changes, or it does nothing")
        return self


class CompanionDef(TextEntry):
    """A companion (6.4): a dial of health, or tokens; nothing that removes status effects touches it.

    Its triggers and uses, and what it forbids its hero and changes, are there while it is active. A use of one that
    has tokens takes as many of them as it says; one that has health is not used up.
    """

    health: Annotated[Whole, Field(ge=1)] | None = None
    count: Annotated[Whole, Field(ge=1)] = 1
    """How many tokens there are at most, of one without health."""
    starts: Literal["active", "inactive"] = "inactive"
    triggers: tuple[Trigger, ...] = ()
    uses: tuple[Use, ...] = ()
    forbids: tuple[Forbidden, ...] = ()
    changes: tuple[RuleChange, ...] = ()

    @property
    def most(self) -> int:
        """What its dial shows at most."""
        return self.health or self.count

    def said(self, wording: Wording) -> str:
        return wording.holder(self)

    @model_validator(mode="after")
    def _uses_are_counted(self) -> CompanionDef:
        if any(use.tokens == "any" or use.not_on_turn_gained for use in self.uses):
            raise ValueError("a use of a companion takes a number of tokens, whenever they came")
        return self


class Play(ContentModel):
    """A narrower time than the kind of a card gives: phases, a window, a condition."""

    phases: tuple[Phase, ...] = ()
    window: Used | None = None
    test: Condition | None = None

    def allows(self, there: frozenset[str]) -> frozenset[str]:
        """What of that which may be there is there in its phases, and in its window, of one's own Attack perhaps."""
        if self.window is not None:
            there = there_in([self.window]).intersection((*there, OWN))
        if self.phases and not {*ROLL_PHASES}.intersection(self.phases):
            there &= frozenset(IN_WINDOW)
        return there


class Upgrade(ContentModel):
    """Which ability an upgrade card covers, and the level that it brings."""

    ability: AbilityId
    level: Annotated[Whole, Field(ge=2, le=3)]


AT_CARDS: Final = {"upgrade": (), "main": TURN, "roll": ANYTIME, "instant": ANYTIME}
"""What may be there where a card of a kind is played."""


class Card(TextEntry):
    """A card: an upgrade, or an action of one of the three kinds of 5.2; its ``cost`` is that in CP."""

    kind: CardKind
    cost: Annotated[Whole, Field(ge=0, le=MAX_CP)]
    price: Cost | None = None
    """What is paid besides CP: other cards from hand, health, tokens."""
    copies: Annotated[Whole, Field(ge=1)] = 1
    attack_modifier: bool = False
    play: Play | None = None
    upgrade: Upgrade | None = None
    effects: Effects = ()

    def moment(self) -> Moment | None:
        return MOMENTS[self.play.window] if self.play is not None and self.play.window is not None else None

    def offered(self) -> frozenset[str]:
        there = frozenset(AT_CARDS[self.kind])
        there = there if self.play is None else self.play.allows(there)
        return there.union(ACTIVE if self.attack_modifier else (), () if self.price is None else (PAID,))

    def said(self, wording: Wording) -> str:
        return wording.played(self)

    @model_validator(mode="after")
    def _upgrade_or_action(self) -> Card:
        if (self.kind == "upgrade") != (self.upgrade is not None):
            raise ValueError("a card of kind upgrade, and no other, has the key upgrade")
        if (self.kind == "upgrade") == bool(self.effects):
            raise ValueError("an action card has effects; an upgrade card has none of its own")
        if self.price is not None and (self.price.cp is not None or self.kind == "upgrade"):
            raise ValueError("price is what an action card is paid with besides CP; its CP are its cost")
        return self


class Row(ContentModel):
    """One tier of an ability: what the dice must show, and what then happens."""

    requires: Requirement
    effects: Effects = ()


class Variant(Part):
    """One thing that may be announced: its tiers in rising order, and what happens with any of them."""

    id: Id
    name: Name | None = None
    always = (*ACTIVE, OWN)

    rows: Some[Row]
    also: Effects = ()

    def said(self, wording: Wording) -> str:
        return wording.variant_of(self)

    @model_validator(mode="after")
    def _does_something(self) -> Variant:
        if not self.also and not all(row.effects for row in self.rows):
            raise ValueError("a row without effects needs an also")
        return self


class OffensiveLevel(ContentModel):
    """An offensive ability or an ultimate at one level. An upgrade may bring a second variant."""

    name: Name | None = None
    variants: Some[Variant]
    uncertain: str | None = None


class DefensiveLevel(Part):
    """A defensive ability at one level: this many dice, then these effects, in which `roll` is that roll."""

    name: Name | None = None
    always = DEFENDED

    dice: Annotated[Whole, Field(ge=0, le=6)]
    effects: Some[Effect]
    uncertain: str | None = None

    def offered(self) -> frozenset[str]:
        return super().offered().union((ROLLED,) if self.dice else ())

    def said(self, wording: Wording) -> str:
        return wording.roll(str(self.dice), wording.effects(self.effects))


class PaidUse(Usable):
    """A use of a passive ability: when, for what cost, what for."""

    cost: Cost | None = None

    def offered(self) -> frozenset[str]:
        return super().offered().union(() if self.cost is None else (PAID,))

    def said(self, wording: Wording) -> str:
        return wording.used(self)


class PassiveLevel(Part):
    """A passive ability at one level: triggers, things its owner may pay for, what it forbids its owner and changes."""

    name: Name | None = None
    triggers: tuple[Trigger, ...] = ()
    uses: tuple[PaidUse, ...] = ()
    forbids: tuple[Forbidden, ...] = ()
    changes: tuple[RuleChange, ...] = ()
    uncertain: str | None = None

    def said(self, wording: Wording) -> str:
        return wording.passive(self)

    @model_validator(mode="after")
    def _does_something(self) -> PassiveLevel:
        if not (self.triggers or self.uses or self.forbids or self.changes):
            raise ValueError("a passive ability needs triggers, uses, forbids or changes")
        return self


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


class Die(ContentModel):
    """The die of a hero: the names of its symbols, and the symbol of each face from 1 to 6."""

    symbols: dict[Id, Name]
    faces: tuple[Id, ...] = Field(min_length=FACES, max_length=FACES)


class Deck(ContentModel):
    """How many cards the deck holds, and which common cards are among them (all if none are named)."""

    size: Annotated[Whole, Field(ge=1)] = 33
    common: tuple[Id, ...] | Literal["all"] = "all"


class Hero(Entry):
    """A hero: die, board, tokens, cards; one file each."""

    sources: Some[str]
    edition: str
    health: Annotated[Whole, Field(ge=1)] = 50
    die: Die
    statuses: tuple[StatusId, ...]
    """The status effects whose tokens lie on the leaflet of this hero."""
    companions: tuple[CompanionDef, ...] = ()
    abilities: Some[Ability]
    cards: tuple[Card, ...]
    deck: Deck = Deck()
    setup: Effects = ()

"""The shape of the content: attack cards, fighter panels, skill cards, arenas.

The verbs, amounts and conditions of effects are in `effects`. Every model refuses unknown keys and is immutable.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, Tag, model_validator

from rulewright import rule, vocabulary
from rulewright.vocabulary import LARGEST, Condition, ContentModel, Effect, Id, Name, Shape, Some, TextPart, Whole

from ..book import spaces as geometry
from ..effects.words import Symbol, Who
from ..skill_moments import MOMENTS

if TYPE_CHECKING:
    from ..book.wording import Wording

AttackType = Literal["assault", "ability", "response"]
if TYPE_CHECKING:
    SkillMoment = str
else:
    SkillMoment = Literal[tuple(MOMENTS)]
Number = Literal["assault dealt", "assault taken", "corridor", "test"]
"""Numbers of heavy and light points."""
RuleNumber = Literal["hand limit", "actions", "range", "test dice"]
Permitted = Literal["block", "respond", "dash", "corridor", "be tested"]


class Part(TextPart):
    """One thing that a text of the game does."""

    moments = MOMENTS


class Entry(ContentModel):
    """What every entry has: its id, its name, and the box it comes from."""

    id: Id
    name: Name
    rules: tuple[str, ...] = Field((), description="ids of the rules that say what it is")
    box: Id = Field("nemesis", description="the box whose mark it carries; boxes are mixed by their marks")


# Changes ----------------------------------------------------------------------------------------------------

Changed = tuple[str, str, int]
"""What a change comes to: the registered number or permission, its layer, the amount."""


class Change(Part):
    """How a text changes a number of damage: points more or less, and heavy ones that become light.

    A test is that of the opponent, all else is the own fighter's.
    """

    number: Number
    heavy: Whole = 0
    light: Whole = 0
    soften: int = Field(0, ge=0, le=LARGEST, description="heavy damage that becomes light")
    test: Condition | None = None

    @model_validator(mode="after")
    def _changes_something(self) -> Change:
        if not (self.heavy or self.light or self.soften):
            raise ValueError("heavy, light, soften: a change has at least one of them")
        if self.soften and self.number == "test":
            raise ValueError("soften: heavy and light cubes count alike in a test; light = -1 takes one off")
        return self

    def said(self, wording: Wording) -> str:
        return wording.change(self, wording.points(self))

    @property
    def of(self) -> Who:
        """Whose number it is."""
        return "opponent" if self.number == "test" else "self"

    def parts(self) -> Iterator[Changed]:
        """The registered numbers that it changes."""
        for name, amount in (("softened", self.soften), ("heavy", self.heavy), ("light", self.light)):
            if amount:
                yield f"{self.number} {name}", "changed", amount


class RuleChange(Part):
    """How a text changes a number of the rules: by so much, or ``to`` so much."""

    rule: RuleNumber
    by: Whole = 0
    to: int | None = Field(None, ge=0, le=LARGEST)
    of: Who = "self"
    test: Condition | None = None

    @model_validator(mode="after")
    def _changes_something(self) -> RuleChange:
        if bool(self.by) == (self.to is not None):
            raise ValueError("by, to: a number changes by so much or becomes so much, one of the two")
        if self.to is not None and self.rule == "range":
            raise ValueError("to: each attack has a range of its own, which changes by this many spaces")
        return self

    def said(self, wording: Wording) -> str:
        return wording.change(self, wording.rule_change(self))

    def parts(self) -> Iterator[Changed]:
        """The registered number that it changes."""
        yield (self.rule, "changed", self.by) if self.to is None else (self.rule, "instead", self.to)


class Ban(Part):
    """What a fighter cannot do, or what cannot be done to it."""

    cannot: Permitted
    of: Who = "self"
    test: Condition | None = None

    def said(self, wording: Wording) -> str:
        return wording.change(self, wording.ban(self))

    def parts(self) -> Iterator[Changed]:
        """The registered permission that it takes."""
        yield self.cannot, "cannot", 0


_CHANGE = Shape("change", "number", "rule", "cannot")
AnyChange = Annotated[
    Annotated[Change, Tag("number")] | Annotated[RuleChange, Tag("rule")] | Annotated[Ban, Tag("cannot")],
    _CHANGE.discriminator,
    _CHANGE.known,
]

# Attacks ----------------------------------------------------------------------------------------------------

WHILE_RESOLVED = ("assault dealt", "test", "hand limit", "test dice", "block", "respond", "be tested")
"""What may matter while an attack is being resolved, so that the attack itself may change it."""


@rule("icon.straight", "icon.range-x", "icon.range-x-y")
class Range(ContentModel):
    """How far an attack reaches: ``least`` to ``most`` spaces, or a straight line. Without it, without end."""

    least: int = Field(1, ge=1, le=LARGEST)
    most: int | None = Field(None, ge=1, le=LARGEST)
    straight: bool = False

    @model_validator(mode="after")
    def _reaches(self) -> Range:
        if self.straight and (self.least > 1 or self.most is not None):
            raise ValueError("straight: a straight line begins next to the fighter and has no end")
        self.reach()
        return self

    def reach(self) -> geometry.Range:
        """The range on the spaces of an arena."""
        return geometry.Range(self.least, self.most, self.straight)


class Attack(Part):
    """What attack cards and special attacks have in common; what is not said is not there."""

    type: AttackType
    heavy: int = Field(0, ge=0, le=LARGEST, description="heavy damage in the damage slot")
    light: int = Field(0, ge=0, le=LARGEST, description="light damage in the damage slot")
    range: Range | None = None
    knockdown: bool = False
    effects: tuple[Effect, ...] = ()
    changes: tuple[AnyChange, ...] = Field((), description="what changes while it is being resolved")

    def said(self, wording: Wording) -> str:
        return wording.resolved(self)

    @model_validator(mode="after")
    def _changes_itself(self) -> Attack:
        for change in self.changes:
            name = next(getattr(change, key) for key in _CHANGE.keys if hasattr(change, key))
            if name not in WHILE_RESOLVED:
                wish = f"an attack changes what counts while it is resolved: {', '.join(WHILE_RESOLVED)}"
                raise ValueError(f"changes: {name!r} does not count then; {wish}")
        return self


@rule("field.attack-deck")
class AttackCard(Entry, Attack):
    """An attack card; ``copies`` of it are in the deck of its box."""

    symbol: Symbol
    copies: int = Field(2, ge=1, le=LARGEST)


class Special(Attack):
    """A special attack of a panel. A response names what it answers."""

    id: Id
    name: Name
    cost: tuple[Symbol, ...] = Field(description="a card of the hand for each symbol; [] for nothing")
    answers: Literal["assault"] | None = None
    rules: tuple[str, ...] = Field((), description="ids of the rules that say what it is")

    @model_validator(mode="after")
    @rule("attack-card.types")
    def _responses_answer(self) -> Special:
        if (self.type == "response") != (self.answers is not None):
            raise ValueError("answers: a response says what it answers, and nothing else does")
        return self


class Side(ContentModel):
    """One side of a panel."""

    name: Name
    specials: Some[Special]


class Tokens(ContentModel):
    """The tokens of a fighter, and how many it begins a round with."""

    name: Name
    start: int = Field(0, ge=0, le=LARGEST)


@rule("panel.anatomy")
class Fighter(Entry):
    """A fighter and its two-sided panel."""

    fighter_class: Name
    tokens: Tokens | None = None
    a: Side
    b: Side


# Skills -----------------------------------------------------------------------------------------------------


class Trigger(vocabulary.WrittenTrigger, Part):
    """What a skill card does at a moment."""

    when: SkillMoment

    def said(self, wording: Wording) -> str:
        return wording.trigger(self)


@rule("skill-card.anatomy", "field.skill-deck")
class Skill(Entry):
    """A skill card: what it does at which moments, and what it changes."""

    initiative: Whole
    triggers: tuple[Trigger, ...] = ()
    changes: tuple[AnyChange, ...] = ()

    @model_validator(mode="after")
    def _does_something(self) -> Skill:
        if not (self.triggers or self.changes):
            raise ValueError("triggers, changes: a skill card has at least one of them")
        return self


# Arenas -----------------------------------------------------------------------------------------------------


class Space(ContentModel):
    """A space: the row it lies in, and where it is drawn."""

    id: str
    row: str
    column: Whole
    start: bool = False


class Entrance(ContentModel):
    """A corridor entrance, and the damage of coming out of it."""

    space: str
    heavy: Whole = 0
    light: Whole = 0


@rule("field.arena-shape")
class Arena(Entry):
    """An arena: its spaces and links, its corridors, and the box whose attack deck and setup it needs."""

    spaces: tuple[Space, ...]
    links: tuple[tuple[str, str], ...]
    corridors: tuple[Entrance, ...] = ()
    deck: Id | None = Field(None, description="the box whose attack deck has to be used in it; none: any")

    @property
    def starts(self) -> tuple[str, ...]:
        """The starting spaces; in an arena with corridors they are red, that is, corridors lead to them."""
        return tuple(space.id for space in self.spaces if space.start)

    @model_validator(mode="after")
    @rule("arena.start-space", "note.start-spaces")
    def _is_an_arena(self) -> Arena:
        if len(self.starts) != 2:
            raise ValueError("spaces: an arena has two starting spaces")
        entrances = [door.space for door in self.corridors]
        if len({*entrances}) < len(entrances):
            raise ValueError("corridors: a space has one entrance")
        for start in self.starts if entrances else ():
            if start not in entrances:
                raise ValueError(f"corridors: {start!r} is a starting space, and no corridor leads to it")
        self.place()
        return self

    @rule("setup.step-2", "corridor.network")
    def place(self) -> geometry.Arena:
        """The spaces as a geometry, the corridors as a network."""
        costs = {door.space: {"heavy": door.heavy, "light": door.light} for door in self.corridors}
        networks = (geometry.Network("corridor", costs),) if costs else ()
        spaces = tuple(geometry.Space(space.id, space.row) for space in self.spaces)
        return geometry.Arena(spaces, self.links, networks, self.id)

"""Powers written as content: ``{"when": "damage taken", "me": "figure", "reduce": 1}``.

A game says which events content may name, and which field of each counts::

    OCCASIONS = NameRegistry[Occasion]("event")
    OCCASIONS.register("damage taken")(Occasion(DamageTaken, "amount"))
    KIND = ContentKind("powers", WrittenPower, names={"does.*.when": OCCASIONS})

and makes a power of each entry: ``entry.power(OCCASIONS)``. A game with a lexicon of verbs reads entries with it, gives
their effects numbers (`rulewright.vocabulary.Compiler`) and registers ``programs.RESOLVE_OF_BEARER``; then parts have
conditions and effects: after an event (`Happens`), in a window (`UsedInWindow`), or as something that the rules ask for
(`Offered`). What a game adds is a model of its own below `WrittenPart`. This room loads pydantic; import it where
content is read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace
from pydantic import Field, Tag

from ..events import Event
from ..flow import Call
from ..kinds import Location, NameRegistry
from ..problems import ContentError, Problem, did_you_mean, nearest
from ..programs import OfBearer, Program, Resolution, numbers
from ..timing import Limit
from ..vocabulary import Condition, ContentModel, Effect, Shape, Some, Whole
from . import hooks
from .hooks import Bearer, Power

Amount: TypeAlias = Whole | Literal["version"]
"""A whole number, or the one in the version of what is carried: 2 of ``toughness:2``, and 1 where it has none."""


class Occasion(msgspec.Struct, frozen=True):
    """An event that content may name, and its field that content may reduce and increase.

    Raises ValueError where the event has no such field.
    """

    event: type[Event]
    amount: str = ""

    def __post_init__(self) -> None:
        fields = self.event.__struct_fields__
        if self.amount and self.amount not in fields:
            near = did_you_mean(nearest(self.amount, fields))
            raise ValueError(f"{self.event.__name__} has no field {self.amount!r}{near}")


class WrittenPart(ContentModel):
    """One thing that a power does, as data; ``test`` must hold for it.

    Effects and conditions are those of its bearer (`programs.OfBearer`); a game whose effects remember more overrides
    `resolution`.
    """

    test: Condition | None = None

    def resolution(self, me: Bearer, source: str, other: Any, program: Program) -> Resolution:
        """Effects of the power that is their ``source``, of its bearer, with the other one that they concern."""
        return OfBearer(player=me.player, source=source, queue=program, bearer=me.id, other=other)

    def met(self, game: Any, me: Bearer, source: str, other: Any = None) -> bool:
        """Whether its condition holds."""
        return self.test is None or self.test.holds(game, self.resolution(me, source, other, ()))

    def marked(self, occasions: NameRegistry[Occasion], place: Location) -> Callable[..., Any]:
        """The function that does it, with its mark. Raises ContentError, with its place, where a name is wrong."""
        raise NotImplementedError


class WrittenChange(WrittenPart):
    """A change of a characteristic or a permission: of its bearer, or of ``others``, in the table ``of``."""

    others: bool = False
    of: str = ""

    def concerns(self, game: Any, me: Bearer, other: Any) -> bool:
        """Whether it is about this one of the others; a game says how its words mean them."""
        return True

    def counts(self, game: Any, me: Bearer, source: str, other: tuple[Any, ...]) -> bool:
        """Whether it counts now, for its bearer or for the other one that is given."""
        return (not other or self.concerns(game, me, other[0])) and self.met(game, me, source, *other)


class Modifies(WrittenChange):
    """``{"modifies": "speed", "layer": "more", "by": 2}``: it changes a characteristic."""

    modifies: str
    layer: str
    by: Amount
    group: str = ""

    def marked(self, occasions: NameRegistry[Occasion], place: Location) -> Callable[..., Any]:

        def modify(game: Any, me: Bearer, *other: Any) -> int | None:
            return _number(self.by, me) if self.counts(game, me, place.entry, other) else None

        return hooks.modifies(self.modifies, self.layer, others=self.others, group=self.group, of=self.of)(modify)


class Permits(WrittenChange):
    """``{"permits": "fly"}``: its bearer may do it, or others may."""

    permits: str

    def marked(self, occasions: NameRegistry[Occasion], place: Location) -> Callable[..., Any]:
        def permit(game: Any, me: Bearer, *other: Any) -> bool:
            return self.counts(game, me, place.entry, other)

        return hooks.permits(self.permits, others=self.others, of=self.of)(permit)


class Forbids(WrittenChange):
    """``{"forbids": "flee"}``: its bearer cannot do it, or others cannot."""

    forbids: str

    def marked(self, occasions: NameRegistry[Occasion], place: Location) -> Callable[..., Any]:
        def forbid(game: Any, me: Bearer, *other: Any) -> bool:
            return self.counts(game, me, place.entry, other)

        return hooks.forbids(self.forbids, others=self.others, of=self.of)(forbid)


class Before(WrittenPart):
    """Before an event: of its bearer, whom the field ``me`` names, or of anyone.

    ``optional`` lets its player choose, and ``once`` names the scope in which each bearer may do it once.
    """

    when: str
    me: str = ""
    of: str = ""
    optional: bool = False
    once: str = ""

    def instead(self, event: Event, amount: str, me: Bearer) -> Event | None:
        """What happens instead; the field ``amount`` of the event is what counts."""
        raise NotImplementedError

    def marked(self, occasions: NameRegistry[Occasion], place: Location) -> Callable[..., Any]:
        occasion = occasions.get(self.when, Location(place.file, place.entry, f"{place.field}.when"))
        if not occasion.amount and not isinstance(self, Prevents):
            found = f"{self.when!r}, of which nothing counts"
            raise ContentError([Problem(place.file, place.entry, place.field, found, "an event with an amount")])

        def only(game: Any, me: Bearer, event: Event) -> bool:
            return self.met(game, me, place.entry) and self.instead(event, occasion.amount, me) != event

        def change(game: Any, me: Bearer, event: Event) -> Event | None:
            return self.instead(event, occasion.amount, me)

        change.__name__ = type(self).__name__.lower()
        limit = Limit(1, self.once) if self.once else None
        how = hooks.before(occasion.event, me=self.me, of=self.of, only=only, optional=self.optional, limit=limit)
        return how(change)


class Reduces(Before):
    """``{"when": "damage taken", "me": "figure", "reduce": 1}``: by this much, but not below ``least``."""

    reduce: Amount
    least: Whole = 0

    def instead(self, event: Event, amount: str, me: Bearer) -> Event:
        now = getattr(event, amount)
        return replace(event, **{amount: min(now, max(self.least, now - _number(self.reduce, me)))})


class Increases(Before):
    """``{"when": "damage taken", "me": "by", "increase": 2}``."""

    increase: Amount

    def instead(self, event: Event, amount: str, me: Bearer) -> Event:
        return replace(event, **{amount: getattr(event, amount) + _number(self.increase, me)})


class Prevents(Before):
    """``{"when": "damage taken", "me": "figure", "prevent": true}``: it does not happen."""

    prevent: Literal[True]

    def instead(self, event: Event, amount: str, me: Bearer) -> None:
        return None


class Effects(WrittenPart):
    """Effects of the bearer; ``once`` names the scope in which each bearer may do it once."""

    once: str = ""
    effects: Some[Effect]

    @property
    def limit(self) -> Limit | None:
        """How often each bearer may do it."""
        return Limit(1, self.once) if self.once else None

    def call(self, me: Bearer, source: str, other: Any = None) -> Call:
        """The call that resolves the effects."""
        return Call("resolve", self.resolution(me, source, other, numbers(self.effects)))


class Happens(Effects):
    """``{"when": "damage taken", "me": "figure", "other": "by", "effects": [...]}``: effects after an event.

    It is an event of the bearer, whom the field ``me`` names, or of anyone; ``other`` is the field with the other one
    of whom the effects may speak. ``optional`` lets its player choose.
    """

    when: str
    me: str = ""
    other: str = ""
    of: str = ""
    optional: bool = False

    def marked(self, occasions: NameRegistry[Occasion], place: Location) -> Callable[..., Any]:
        kind = occasions.get(self.when, Location(place.file, place.entry, f"{place.field}.when")).event
        if self.other and self.other not in kind.__struct_fields__:
            near = nearest(self.other, kind.__struct_fields__)
            wish = f"a field of {kind.__name__}"
            raise ContentError([Problem(place.file, place.entry, f"{place.field}.other", repr(self.other), wish, near)])

        def only(game: Any, me: Bearer, event: Event) -> bool:
            return self.met(game, me, place.entry, _named_in(event, self.other))

        def happens(game: Any, me: Bearer, event: Event) -> Call:
            return self.call(me, place.entry, _named_in(event, self.other))

        how = hooks.after(kind, me=self.me, of=self.of, only=only, optional=self.optional, limit=self.limit)
        return how(happens)


class UsedInWindow(Effects):
    """``{"window": "attack rolled", "me": "attacker", "effects": [...]}``: effects that may be used in a window.

    ``me`` is the field of what is going on there that has to name the bearer, ``other`` the one with the other one.
    """

    window: str
    me: str = ""
    other: str = ""

    def marked(self, occasions: NameRegistry[Occasion], place: Location) -> Callable[..., Any]:
        def only(game: Any, me: Bearer, context: Any) -> bool:
            own = not self.me or getattr(context, self.me) == me.id
            return own and self.met(game, me, place.entry, _named_in(context, self.other))

        def used(game: Any, me: Bearer, context: Any) -> Call:
            return self.call(me, place.entry, _named_in(context, self.other))

        return hooks.use(self.window, only=only, limit=self.limit)(used)


class Offered(Effects):
    """``{"offers": "action", "effects": [...]}``: effects for which the rules ask by this name, such as an action.

    What the rules receive is the id of the power and the call that resolves its effects; nothing where the condition
    does not hold. How often it may be done the rules say.
    """

    offers: str

    def marked(self, occasions: NameRegistry[Occasion], place: Location) -> Callable[..., Any]:
        def offer(game: Any, me: Bearer) -> tuple[str, Call] | None:
            return (place.entry, self.call(me, place.entry)) if self.met(game, me, place.entry) else None

        return hooks.offers(self.offers)(offer)


def _named_in(thing: Any, field: str) -> Any:
    """Whom a field of an event or context names; nobody where no field is said."""
    return getattr(thing, field) if field else None


_SHAPE: Final = Shape(
    "part of a power", "modifies", "permits", "forbids", "reduce", "increase", "prevent", "window", "offers", "effects"
)

AnyPart: TypeAlias = Annotated[
    Annotated[Modifies, Tag("modifies")] | Annotated[Permits, Tag("permits")] | Annotated[Forbids, Tag("forbids")]
    | Annotated[Reduces, Tag("reduce")] | Annotated[Increases, Tag("increase")] | Annotated[Prevents, Tag("prevent")]
    | Annotated[UsedInWindow, Tag("window")] | Annotated[Offered, Tag("offers")] | Annotated[Happens, Tag("effects")],
    _SHAPE.discriminator, _SHAPE.known,
]  # fmt: skip
"""What a written power may do; the key that each carries tells them apart."""


class WrittenPower(ContentModel):
    """A power as an entry of content. A game with parts of its own overrides the field ``does``."""

    id: str = Field(pattern=r"^[^:*]+$")
    text: str = ""
    rule: str = ""
    does: Some[AnyPart]

    def power(self, occasions: NameRegistry[Occasion]) -> Power:
        """The power itself. Raises ContentError for an occasion that does not exist, or of which nothing counts."""
        places = [Location("", self.id, f"does[{number}]") for number in range(len(self.does))]
        parts = [part.marked(occasions, place) for part, place in zip(self.does, places, strict=True)]
        return Power.of(self.id, *parts, rule=self.rule, text=self.text)


def _number(amount: Amount, me: Bearer) -> int:
    """An amount for its bearer. Raises ValueError for a version that is no number."""
    if amount != "version":
        return amount
    if me.version and not me.version.lstrip("-").isdecimal():
        raise ValueError(f"{me.table} {me.id!r} carries the version {me.version!r}, expected a number")
    return int(me.version or 1)

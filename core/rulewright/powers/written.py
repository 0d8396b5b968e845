"""What the texts of cards do, as data: ``{"when": "damage taken", "reduce": 1}``; each is a part of a power.

A game declares its moments (`rulewright.vocabulary.Moments`), and says once what all its texts know: whose resolution
their effects are, who is on which side, what a change reaches. From that it has all parts of this room, and adds its
own (`parts_of`)::

    class Text(WrittenPart):
        moments = MOMENTS

        def resolution(self, me, source, other, program, subject=None):
            return Run(me.player, source, program, bearer=me.id, other=other)

    if TYPE_CHECKING:
        AnyPart = Text
    else:
        AnyPart = parts_of(Text, Rerolled)

    class Card(WrittenPower):
        does: Some[AnyPart]

An entry becomes a power with ``entry.power(MOMENTS)``. A game with a lexicon of verbs reads entries with it, gives
their effects numbers (`rulewright.vocabulary.Compiler`) and registers a procedure "resolve", such as
``programs.RESOLVE_OF_BEARER``. This room loads pydantic; import it where content is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_
from types import new_class
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal, Self, TypeAlias

import msgspec
from msgspec.structs import replace
from pydantic import AfterValidator, Field, Tag, model_validator

from ..events import Event
from ..flow import Call
from ..kinds import Location, NameRegistry
from ..problems import ContentError, Problem, nearest
from ..programs import OfBearer, Program, Resolution, can_do, number, numbers
from ..timing import Limit, use_key
from ..vocabulary import (
    LARGEST,
    Condition,
    ContentModel,
    Effect,
    NamedMoment,
    Shape,
    Some,
    TextPart,
    Whole,
    earlier_fields,
    unknown,
    with_present_fields,
)
from ..vocabulary import Amount as Counted
from . import hooks
from .hooks import PLACE, SAYS, Bearer, Power

Marked: TypeAlias = Callable[..., Any]
"""A function with a mark, which `Power.of` takes."""


def _one_or_more(amount: Any) -> Any:
    if isinstance(amount, int) and amount < 1:
        raise ValueError("at least 1")
    return amount


Varying = Annotated[Whole | Counted, Field(union_mode="left_to_right")]
"""A whole number, or an amount of the lexicon, counted for its bearer."""
More = Annotated[Whole | Literal["version"] | Counted, Field(union_mode="left_to_right"), AfterValidator(_one_or_more)]
"""By how much something is less or more: 1 or more, or an amount."""
Amount = Annotated[Whole | Literal["version"] | Counted, Field(union_mode="left_to_right")]
"""A whole number, or the one in the version of what is carried: 2 of ``toughness:2``, and 1 where it has none; or an
amount of the lexicon, counted for its bearer."""


class Occasion(msgspec.Struct, frozen=True):
    """An event that content may name, and its field that content may reduce and increase: a moment of nobody.

    Raises ValueError where the event has no such field.
    """

    event: type[Event]
    amount: str = ""

    def __post_init__(self) -> None:
        self.moment()

    def moment(self) -> NamedMoment:
        """It as a moment."""
        return NamedMoment("", self.event, amount=self.amount)


class WrittenPart(TextPart):
    """One thing that a text does; ``test`` must hold for it.

    Effects and conditions are those of its bearer (`programs.OfBearer`); a game whose effects remember more overrides
    `resolution`.
    """

    key: ClassVar[str] = ""
    """The field that tells such parts from all others."""
    earlier: ClassVar[str] = ""
    """What that field was called before: content with it is read, with a FutureWarning."""
    called: ClassVar[str] = ""
    """What its function is called in the name of the power's part; nothing for what the function says itself."""

    of_others: ClassVar[tuple[str, ...]] = ()
    """What is there at a moment of others besides, such as "someone else whom the moment concerns"."""

    test: Condition | None = None

    @model_validator(mode="before")
    @classmethod
    def _by_its_present_key(cls, data: Any) -> Any:
        return with_present_fields(data, {cls.earlier: cls.key} if cls.earlier else {})

    def resolution(self, me: Bearer, source: str, other: Any, program: Program, subject: Any = None) -> Resolution:
        """Effects of the power that is their ``source``, of its bearer, with the other one that they concern.

        ``subject`` is whose moment it is, where that is not its bearer's.
        """
        return OfBearer(
            player=me.player, source=source, queue=program, bearer=me.id, other=other,
            subject=me.id if subject is None else subject,
        )  # fmt: skip

    def met(self, game: Any, me: Bearer, source: str, other: Any = None, subject: Any = None) -> bool:
        """Whether its condition holds."""
        return self.test is None or self.test.holds(game, self.resolution(me, source, other, (), subject))

    def said(self, wording: Any) -> str:
        """It in words, with its condition."""
        told = self.told(wording)
        if self.test is None or not told:
            return told
        return str(wording.say("part.if", test=wording.condition(self.test), told=told))

    def told(self, wording: Any) -> str:
        """It in words, whatever its condition."""
        return super().said(wording)

    def label(self, place: Location) -> str:
        """What its function is called."""
        return self.called

    def marks(self, moments: Any, place: Location) -> Iterable[Marked]:
        """The functions that do it, with their marks: one, unless a part says otherwise.

        Raises ContentError, with its place, where a name is wrong.
        """
        one = self.marked(moments, place)
        one.__name__ = self.label(place) or one.__name__
        yield one

    def marked(self, moments: Any, place: Location) -> Marked:
        """The function that does it, with its mark."""
        raise NotImplementedError


# At all times -----------------------------------------------------------------------------------------------


class WrittenChange(WrittenPart):
    """A change of a characteristic or a permission: of its bearer, or of others, for whom a game has its words."""

    def reaches_others(self) -> bool:
        """Whether it is about others than its bearer."""
        return False

    def table(self) -> str:
        """Whose it is, where several tables carry powers."""
        return ""

    def stacks_as(self, place: Location) -> str:
        """The name under which only the strongest of several counts; none where all of them add up."""
        return ""

    def concerns(self, game: Any, me: Bearer, other: Any) -> bool:
        """Whether it is about this one of the others; a game says how its words mean them."""
        return True

    def reach(self, wording: Any) -> str:
        """Whom it is about, in words; a game says which others."""
        return str(wording.say("part.of_others")) if self.reaches_others() else ""

    def of_whom(self, wording: Any, told: str) -> str:
        """What it says, with whom it is about."""
        reach = self.reach(wording)
        return str(wording.say("part.of", whom=reach, told=told)) if reach else told

    def counts(self, game: Any, me: Bearer, source: str, other: tuple[Any, ...]) -> bool:
        """Whether it counts now, for its bearer or for the other one that is given."""
        return (not other or self.concerns(game, me, other[0])) and self.met(game, me, source, *other)

    def changes(self, stat: str, layer: str, by: Any, place: Location) -> Marked:
        """The function that changes a characteristic in a layer by an amount."""

        def modify(game: Any, me: Bearer, *other: Any) -> int | None:
            if not self.counts(game, me, place.entry, other):
                return None
            return _counted(by, game, me, self.resolution(me, place.entry, next(iter(other), None), ()))

        how: Any = {"others": self.reaches_others(), "group": self.stacks_as(place), "of": self.table()}
        return hooks.modifies(stat, layer, **how)(modify)

    def decides(self, permission: str, mark: Callable[..., Any], place: Location) -> Marked:
        """The function that permits or forbids something."""

        def counts(game: Any, me: Bearer, *other: Any) -> bool:
            return self.counts(game, me, place.entry, other)

        marked: Marked = mark(permission, others=self.reaches_others(), of=self.table())(counts)
        return marked


class NumberChange(WrittenChange):
    """``{"modifies": "speed", "layer": "more", "by": 2}``: it changes a characteristic, by an amount that may vary."""

    key, called = "modifies", "modify"

    modifies: str
    layer: str
    by: Amount

    def marked(self, moments: Any, place: Location) -> Marked:
        return self.changes(self.modifies, self.layer, self.by, place)

    def told(self, wording: Any) -> str:
        """The change in words, whatever its condition."""
        by = _said(wording, self.by)
        return self.of_whom(wording, wording.say("part.modifies", what=self.modifies, layer=self.layer, by=by))


class Allowance(WrittenChange):
    """``{"permits": "fly"}``: it may be done."""

    key, called = "permits", "permit"

    permits: str

    def marked(self, moments: Any, place: Location) -> Marked:
        return self.decides(self.permits, hooks.permits, place)

    def told(self, wording: Any) -> str:
        """What it permits, in words."""
        return self.of_whom(wording, wording.say("part.permits", what=self.permits))


class Ban(WrittenChange):
    """``{"forbids": "flee"}``: it cannot be done."""

    key, called = "forbids", "forbid"

    forbids: str

    def marked(self, moments: Any, place: Location) -> Marked:
        return self.decides(self.forbids, hooks.forbids, place)

    def told(self, wording: Any) -> str:
        """What it forbids, in words."""
        return self.of_whom(wording, wording.say("part.forbids", what=self.forbids))


# At a moment ------------------------------------------------------------------------------------------------

Whose = Literal["self", "friendly", "opposing", "any"]


class Timed(WrittenPart):
    """What it does at a moment, by default one of its bearer: ``whose`` says of whom else."""

    when: str
    whose: Whose = "self"
    may: bool = Field(False, description="its player may leave it")
    once: str = Field("", description="the scope in which each bearer may do it once")

    _read_earlier = earlier_fields(optional="may")

    @model_validator(mode="after")
    def _at_a_moment(self) -> Self:
        moment = self.moment()
        if moment is None and self.moments:
            raise unknown(self.when, "a known moment", self.moments)
        if moment is not None and (wrong := self.unfit(moment)):
            raise ValueError(wrong)
        return self

    def unfit(self, moment: NamedMoment) -> str:
        """Why it cannot stand at a moment; nothing where it can."""
        nobodys = self.whose != "self" and not moment.me
        return f"whose: {self.when!r} is nobody's moment" if nobodys else ""

    def offered(self) -> frozenset[str]:
        """A moment of others has someone of whom the text can speak: whoever's it is."""
        return super().offered().union(() if self.whose == "self" else self.of_others)

    def named(self, moments: Any, place: Location) -> NamedMoment:
        """Its moment. Raises ContentError."""
        return _named(moments, self.when, Location(place.file, place.entry, f"{place.field}.when"))

    def limit(self, place: Location) -> Limit | None:
        """How often each bearer may do it."""
        return Limit(1, self.once) if self.once else None

    def own(self, moment: NamedMoment) -> str:
        """The field of what happens that has to name the bearer; none where it may be someone else's moment."""
        return moment.me if self.whose == "self" and not moment.of_player else ""

    def table(self, moment: NamedMoment) -> str:
        """Whose records that field names, where several tables carry powers."""
        return "" if moment.of_player else moment.of

    def other_of(self, happening: Any, moment: NamedMoment) -> Any:
        """The other one of whom the text can speak."""
        return getattr(happening, moment.other) if moment.other else None

    def subject_of(self, happening: Any, moment: NamedMoment) -> Any:
        """Whose moment it is, where that is not its bearer's."""
        return getattr(happening, moment.me) if self.whose != "self" and moment.me and not moment.of_player else None

    def bearer(self, me: Bearer, happening: Any, moment: NamedMoment) -> Bearer:
        """Its bearer, who knows whose it was where it is gone."""
        own = moment.player and self.whose == "self"
        return replace(me, left_to=getattr(happening, moment.player)) if own else me

    def concerns(self, game: Any, me: Bearer, happening: Any, moment: NamedMoment) -> bool:
        """Whether it is a moment of whom the text means."""
        if not moment.me:
            return True
        one = getattr(happening, moment.me)
        if moment.of_player:
            return self.whose == "any" or (one == me.player) is (self.whose != "opposing")
        if self.whose == "self":
            return bool(one == me.id)
        if one == me.id or self.whose == "any":
            return bool(one != me.id)
        player = getattr(happening, moment.player) if moment.player else None
        return self.friendly(game, me, one, player) is (self.whose == "friendly")

    def friendly(self, game: Any, me: Bearer, one: Any, player: int | None = None) -> bool | None:
        """Whether someone else is on the side of the bearer; of who is gone ``player`` is who controlled it, if anyone
        says so, and else it is on none."""
        found = game.rules.powers.player(game, me.table, one)
        found = player if found is None else found
        return None if found is None else bool(found == me.player)

    def asked(self, moment: NamedMoment, place: Location) -> hooks.Asks:
        """Whether its moment has come and its condition holds."""

        def only(game: Any, me: Bearer, happening: Any) -> bool:
            me = self.bearer(me, happening, moment)
            if not self.concerns(game, me, happening, moment):
                return False
            subject = self.subject_of(happening, moment)
            return self.met(game, me, place.entry, self.other_of(happening, moment), subject)

        return only

    def how(self, moment: NamedMoment, place: Location) -> dict[str, Any]:
        """How it listens: the keywords of `before` and `after`."""
        return {
            "me": self.own(moment), "of": self.table(moment), "only": self.asked(moment, place), "optional": self.may,
            "limit": self.limit(place),
        }  # fmt: skip

    def told(self, wording: Any) -> str:
        """It in words, whatever its condition."""
        does = self.does(wording)
        if not does:
            return ""
        does = wording.say("part.may", effects=does) if self.may else does
        return str(wording.say("part.when", when=wording.comma.join(self.heads(wording)), does=does))

    def heads(self, wording: Any) -> list[str]:
        """How often and when, in words."""
        once = [wording.once(self.once)] if self.once else []
        return [*once, wording.moment(self.when, wording.whose(self.whose))]

    def does(self, wording: Any) -> str:
        """What it does then, in words."""
        raise NotImplementedError


class Instead(Timed):
    """Before an event: something else happens, or nothing."""

    def counted(self, amount: Any, me: Bearer) -> int:
        """By how much it is less or more now."""
        return max(0, _counted(amount, me.game, me, self.resolution(me, "", None, ())))

    def instead(self, event: Event, amount: str, me: Bearer) -> Event | None:
        """What happens instead; the field ``amount`` of the event is what counts."""
        raise NotImplementedError

    def unfit(self, moment: NamedMoment) -> str:
        """Only an event can be less, more or prevented, and less or more only what counts of it."""
        counts = moment.events and (moment.amount or isinstance(self, Prevention))
        return super().unfit(moment) if counts else f"when: at {self.when!r} nothing can be less or more"

    def marked(self, moments: Any, place: Location) -> Marked:
        moment = self.named(moments, place)
        if not moment.events or (not moment.amount and not isinstance(self, Prevention)):
            found = f"{self.when!r}, of which nothing counts"
            raise ContentError([Problem(place.file, place.entry, place.field, found, "an event with an amount")])
        asked = self.asked(moment, place)

        def only(game: Any, me: Bearer, event: Event) -> bool:
            return asked(game, me, event) and self.instead(event, moment.amount, me) != event

        def change(game: Any, me: Bearer, event: Event) -> Event | None:
            return self.instead(event, moment.amount, me)

        return hooks.before(*moment.events, **{**self.how(moment, place), "only": only})(change)


class Reduction(Instead):
    """``{"when": "damage taken", "reduce": 1}``: by this much, but not below ``least``."""

    key, called = "reduce", "reduces"

    reduce: More
    least: Annotated[int, Field(ge=0, le=LARGEST)] = 0

    def instead(self, event: Event, amount: str, me: Bearer) -> Event:
        now = getattr(event, amount)
        return replace(event, **{amount: min(now, max(self.least, now - self.counted(self.reduce, me)))})

    def does(self, wording: Any) -> str:
        by = wording.fact("reduce", self.reduce)
        return str(wording.say("part.reduces_to" if self.least else "part.reduces", by=by, least=self.least))


class Increase(Instead):
    """``{"when": "damage taken", "increase": 2}``."""

    key, called = "increase", "increases"

    increase: More

    def instead(self, event: Event, amount: str, me: Bearer) -> Event:
        return replace(event, **{amount: getattr(event, amount) + self.counted(self.increase, me)})

    def does(self, wording: Any) -> str:
        return str(wording.say("part.increases", by=wording.fact("increase", self.increase)))


class Prevention(Instead):
    """``{"when": "damage taken", "prevent": true}``: it does not happen."""

    key, called = "prevent", "prevents"

    prevent: Literal[True]

    def instead(self, event: Event, amount: str, me: Bearer) -> Event | None:
        return None

    def does(self, wording: Any) -> str:
        return str(wording.say("part.prevents"))


class AtMoment(Timed):
    """``{"when": "damage taken", "effects": [...]}``: effects after an event, or such as may be used in a window."""

    key, called = "effects", "happens"

    effects: Some[Effect]

    def unfit(self, moment: NamedMoment) -> str:
        """Effects come after what has happened."""
        return f"when: {self.when!r} has not happened yet" if moment.before else super().unfit(moment)

    def call(self, me: Bearer, source: str, other: Any, subject: Any = None) -> Call | None:
        """The call that resolves the effects."""
        return Call("resolve", self.resolution(me, source, other, numbers(self.effects), subject))

    def marked(self, moments: Any, place: Location) -> Marked:
        moment = self.named(moments, place)

        def happens(game: Any, me: Bearer, happening: Any) -> Call | None:
            other, subject = self.other_of(happening, moment), self.subject_of(happening, moment)
            return self.call(self.bearer(me, happening, moment), place.entry, other, subject)

        happens.__dict__[SAYS] = self.effects
        left = moment.left and self.whose == "self"
        return at(moment, happens, left=left, **self.how(moment, place))

    def does(self, wording: Any) -> str:
        return str(wording.effects(self.effects))


class Offered(WrittenPart):
    """``{"offers": "action", "effects": [...]}``: effects for which the rules ask by this name, such as an action.

    What the rules receive is the id of the power and the call that resolves its effects; nothing where the condition
    does not hold, the effects cannot be done, or its bearer has done it ``once`` in that scope. The call counts that.
    """

    key, called = "offers", "offer"

    offers: str
    once: str = Field("", description="the scope in which each bearer may do it once")
    effects: Some[Effect]

    def marked(self, moments: Any, place: Location) -> Marked:
        program = numbers(self.effects)
        limit = Limit(1, self.once, name=f"{place.entry}.{place.field}") if self.once else None

        def offer(game: Any, me: Bearer) -> tuple[str, Call] | None:
            run = self.resolution(me, place.entry, None, program)
            if not self.met(game, me, place.entry) or not can_do(game, run, self.effects):
                return None
            used = "" if limit is None else use_key(game, limit, "", me.id, me.player)
            return place.entry, Call("resolve", run, counts=used)

        offer.__dict__[SAYS] = self.effects
        return hooks.offers(self.offers, limit)(offer)

    def told(self, wording: Any) -> str:
        """What it offers, in words."""
        what = wording.comma.join([*([wording.once(self.once)] if self.once else ()), self.offers])
        return str(wording.say("part.offers", what=what, effects=wording.effects(self.effects)))


def at(moment: NamedMoment, do: Marked, **how: Any) -> Marked:
    """A function at a moment: in its windows where it may be left, else after its events; keywords as for `after`.

    At a moment that is a window alone it may be left, too, unless it ``must`` happen.
    """
    must = how.pop("must", False)
    if moment.windows and (how["optional"] or not moment.events):
        return hooks.use(*moment.windows, only=how["only"], limit=how["limit"], must=must)(do)
    return hooks.after(*moment.events, **how)(do)


PARTS: Final[tuple[type[WrittenPart], ...]] = (
    NumberChange, Allowance, Ban, Reduction, Increase, Prevention, Offered, AtMoment,
)  # fmt: skip
"""The parts that every game has."""


def parts_of(
    text: type[WrittenPart],
    *own: type[WrittenPart],
    changes: type[WrittenChange] | None = None,
    without: Iterable[str] = (),
    kind: str = "part of a text",
) -> Any:
    """The annotation of any part of a game's texts: the shared ones, each of them a ``text``, and its ``own``.

    ``text`` is what all texts of the game know, ``changes`` what those know that change a number or permission, such as
    whom they reach. Of two parts with one key the game's own counts; ``without`` are the
    keys of shared parts for which a game has no use; ``kind`` is what messages call a part. The key that each carries
    tells them apart.
    """
    keys = {one.key for one in own}.union(without)
    shared = [
        of_text(one, text if changes is None or not issubclass(one, WrittenChange) else changes)
        for one in PARTS
        if one.key not in keys
    ]
    return _told_apart(kind, sorted((*own, *shared), key=lambda one: one.key == AtMoment.key))


def of_text(part: type[WrittenPart], text: type[WrittenPart]) -> type[WrittenPart]:
    """A shared part that knows what all texts of a game know."""
    return new_class(part.__name__, (text, part), exec_body=lambda body: body.update(__module__=text.__module__))


def _told_apart(kind: str, parts: Iterable[type[WrittenPart]]) -> Any:
    found = list(parts)
    shape = Shape(kind, *(one.key for one in found), earlier={one.earlier: one.key for one in found if one.earlier})
    union = reduce(or_, (Annotated[one, Tag(one.key)] for one in found))
    return Annotated[union, shape.discriminator, shape.known]


# For games that name fields and tables in their content -----------------------------------------------------


class OfOthers(WrittenChange):
    """A change of its bearer, or of all ``others``, in the table ``of``."""

    others: bool = False
    of: str = ""

    def reaches_others(self) -> bool:
        return self.others

    def table(self) -> str:
        return self.of


class Modifies(OfOthers, NumberChange):
    """``{"modifies": "speed", "layer": "more", "by": 2}``; of several of one ``group`` only the strongest counts."""

    group: str = ""

    def stacks_as(self, place: Location) -> str:
        return self.group


class Permits(OfOthers, Allowance):
    """``{"permits": "fly"}``: its bearer may do it, or others may."""


class Forbids(OfOthers, Ban):
    """``{"forbids": "flee"}``: its bearer cannot do it, or others cannot."""


class OfEvent(Timed):
    """What happens at an event of its bearer, whom the field ``me`` names, in the table ``of``; or at one of anyone."""

    me: str = ""
    of: str = ""

    def named(self, moments: Any, place: Location) -> NamedMoment:
        moment = super().named(moments, place)
        fields = {"me": self.me, "other": getattr(self, "other", "")}
        for name, field in fields.items():
            if field:
                _field_of(moment.events, field, Location(place.file, place.entry, f"{place.field}.{name}"))
        return replace(moment, of=self.of, **fields)


class Reduces(OfEvent, Reduction):
    """``{"when": "damage taken", "me": "figure", "reduce": 1}``: by this much, but not below ``least``."""


class Increases(OfEvent, Increase):
    """``{"when": "damage taken", "me": "by", "increase": 2}``."""


class Prevents(OfEvent, Prevention):
    """``{"when": "damage taken", "me": "figure", "prevent": true}``: it does not happen."""


class Happens(OfEvent, AtMoment):
    """``{"when": "damage taken", "me": "figure", "other": "by", "effects": [...]}``: effects after an event.

    ``other`` is the field with the other one of whom the effects may speak.
    """

    other: str = ""


if TYPE_CHECKING:
    AnyPart: TypeAlias = WrittenPart
else:
    AnyPart = _told_apart(
        "part of a power", (Modifies, Permits, Forbids, Reduces, Increases, Prevents, Offered, Happens)
    )
    """What a written power may do; the key that each carries tells them apart."""


class WrittenPower(ContentModel):
    """A power as an entry of content. A game with parts of its own overrides the field ``does``."""

    id: str = Field(pattern=r"^[^:*]+$")
    text: str = ""
    rule: str = ""
    does: Some[AnyPart]

    def power(self, moments: Any, file: str = "") -> Power:
        """The power itself; ``file`` is where it stands, for messages.

        Raises ContentError for a moment that does not exist, or of which nothing counts.
        """
        return Power.of(self.id, *all_marks(self.does, moments, self.id, file), rule=self.rule, text=self.text)


def all_marks(parts: Iterable[WrittenPart], moments: Any, entry: str, file: str = "") -> Iterable[Marked]:
    """The functions of all parts of an entry, in their order, for `Power.of`."""
    for number_, part in enumerate(parts):
        place = Location(file, entry, f"does[{number_}]", number_)
        for one in part.marks(moments, place):
            one.__dict__[PLACE] = place
            yield one


def _named(moments: Any, name: str, place: Location) -> NamedMoment:
    """A moment by its name. Raises ContentError."""
    if isinstance(moments, NameRegistry):
        occasion: Occasion = moments.get(name, place)
        return occasion.moment()
    if name not in moments:
        near = nearest(name, moments)
        raise ContentError([Problem(place.file, place.entry, place.field, repr(name), "a known moment", near)])
    found: NamedMoment = moments[name]
    return found


def _field_of(events: Iterable[type[Event]], field: str, place: Location) -> None:
    """Raises ContentError where an event has no such field."""
    for kind in events:
        if field not in (known := kind.__struct_fields__):
            near = nearest(field, known)
            wish = f"a field of {kind.__name__}"
            raise ContentError([Problem(place.file, place.entry, place.field, repr(field), wish, near)])


def _whole(amount: int | str, me: Bearer) -> int:
    """A whole number for its bearer. Raises ValueError for a version that is no number."""
    if isinstance(amount, int):
        return amount
    if me.version and not me.version.lstrip("-").isdecimal():
        raise ValueError(f"{me.table} {me.id!r} carries the version {me.version!r}, expected a number")
    return int(me.version or 1)


def _counted(amount: Any, game: Any, me: Bearer, run: Resolution) -> int:
    """An amount now, for its bearer."""
    return _whole(amount, me) if isinstance(amount, int | str) else number(amount, game, run)


def _said(wording: Any, amount: Any) -> str:
    """An amount in words, with its sign."""
    if isinstance(amount, int):
        return f"{amount:+d}"
    return f"+ {amount if amount == 'version' else wording.amount(amount)}"

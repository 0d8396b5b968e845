"""When a text speaks up, and of what it can speak then.

A game declares each of its moments once, with what it offers: things that are there then and nowhere else, such as an
attack, dice that lie on the table, another one whom it concerns. Things are phrases::

    ATTACK, OTHER = "an attack", "someone else whom the moment concerns"

    MOMENTS = Moments(
        NamedMoment("turn begins", TurnBegan, me="player"),
        NamedMoment("hit", Hit, me="target", other="attacker", offers=(ATTACK, OTHER)),
    )

A part of a text stands at a moment (`TextPart`). A word says what it needs, what it opens for the effects inside it,
and what it leaves to those behind it::

    class AddDice(Verb, name="add_dice", needs=(POOL,)): ...
    class Chooses(Verb, name="choose_one", opens=(CHOSEN,)): ...

    Role = Annotated[Literal["self", "attacker"], Needs({"attacker": (ATTACK,)})]

    @speaks_of(ATTACK)
    def dealt(game, run): ...

When content is read, needs meet offers (`unmet`). That is a check of types: nothing is looked at twice at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, Final, TypeVar, get_args

import msgspec

from ..problems import did_you_mean, nearest
from ..readonly import Sealed
from .models import ContentModel, may_hold
from .words import Keyed, ValueWord, Verb

F = TypeVar("F", bound=Callable[..., Any])

NOTHING: Final[frozenset[str]] = frozenset()


class NamedMoment(msgspec.Struct, frozen=True):
    """A moment of the game by the name that content gives it.

    ``event`` is what happens then, or one of several; ``me`` and ``other`` are its fields that name whom it concerns,
    and the other one of whom a text may speak; ``of`` is the table of whom ``me`` names, where several carry powers,
    and "player" where that is a player. ``window`` is the window that is open then, or one of several;
    ``amount`` the field that a text may make less or more before it happens; ``before`` says that it can still be
    changed, ``left`` that its bearer may be gone by then, and ``player`` is the field that names who controlled it.
    ``offers`` are the things that are there.

    Raises ValueError for a field that an event has not.
    """

    name: str
    event: type[Any] | tuple[type[Any], ...] = ()
    me: str = ""
    other: str = ""
    offers: tuple[str, ...] = ()
    window: str | tuple[str, ...] = ""
    before: bool = False
    left: bool = False
    amount: str = ""
    of: str = ""
    player: str = ""

    def __post_init__(self) -> None:
        for kind in self.events:
            fields = kind.__struct_fields__
            for field in filter(None, (self.me, self.other, self.amount, self.player)):
                if field not in fields:
                    near = did_you_mean(nearest(field, fields))
                    named = f"the moment {self.name!r}: " if self.name else ""
                    raise ValueError(f"{named}{kind.__name__} has no field {field!r}{near}")

    @property
    def events(self) -> tuple[type[Any], ...]:
        """What may happen then."""
        return self.event if isinstance(self.event, tuple) else (self.event,)

    @property
    def windows(self) -> tuple[str, ...]:
        """The windows that may be open then."""
        return self.window if isinstance(self.window, tuple) else (self.window,) if self.window else ()

    @property
    def of_player(self) -> bool:
        """Whether it is a moment of a player, and not of something that carries texts."""
        return self.of == "player"


M = TypeVar("M", bound=NamedMoment)


class Moments(Sealed, Mapping[str, M]):
    """The moments of a game by name, in their order. Raises ValueError for two of one name."""

    def __init__(self, *moments: M) -> None:
        self._named: dict[str, M] = {}
        for one in moments:
            if self._named.setdefault(one.name, one) is not one:
                raise ValueError(f"two moments are both named {one.name!r}")

    def __getitem__(self, name: str) -> M:
        return self._named[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)

    def of(self, *names: str) -> Moments[M]:
        """Some of them. Raises KeyError."""
        return Moments(*[self[name] for name in names])


class TextPart(ContentModel):
    """One thing that a text does; a field ``when`` names its moment, if it has one.

    ``moments`` are those of the game; ``always`` is what is there wherever such a part counts, whatever its moment, and
    ``keeps`` what a part that stands inside another still has of what is there for that one.
    """

    moments: ClassVar[Mapping[str, NamedMoment]] = {}
    always: ClassVar[tuple[str, ...]] = ()
    keeps: ClassVar[tuple[str, ...]] = ()

    def moment(self) -> NamedMoment | None:
        """Its moment; None for a part that counts at all times, or is used."""
        return self.moments.get(str(getattr(self, "when", "")))

    def said(self, wording: Any) -> str:
        """It in words, for its owner to compare: its moment by name, and its effects. A game may say it better."""
        found, effects = self.moment(), getattr(self, "effects", ())
        told: str = wording.effects(effects) if effects else ""
        return f"[{found.name}] {told}" if found and told else told

    def offered(self) -> frozenset[str]:
        """Of what it can speak."""
        found = self.moment()
        return frozenset((*self.always, *(found.offers if found else ())))


class Needs:
    """For an annotation: what is needed by each word that may stand there, and by whatever stands there."""

    def __init__(self, of: Mapping[str, Iterable[str]] | None = None, *, anything: Iterable[str] = ()) -> None:
        self.of = {word: tuple(needs) for word, needs in (of or {}).items()}
        self.anything = tuple(anything)

    def needed(self, value: Any) -> tuple[str, ...]:
        """What a value of the field needs; an empty one, none, or one that says no needs nothing."""
        if value is None or value is False or value == "":
            return ()
        return (*self.anything, *(self.of.get(value, ()) if isinstance(value, str) else ()))


def speaks_of(*things: str) -> Callable[[F], F]:
    """For the function of a named value: what has to be there for it to be counted."""

    def mark(count: F) -> F:
        count.needs = things  # type: ignore[attr-defined]
        return count

    return mark


# Needs meet offers ------------------------------------------------------------------------------------------


def unmet(model: ContentModel, lexicon: Any = None) -> Iterator[tuple[str, str]]:
    """Each word of an entry that needs what is not there where it stands: the path to it, and what to say of it."""
    yield from _Reader(lexicon).look(model, "", TextPart.model_construct())


class _Reader:
    """Walks through an entry with what is offered at each place."""

    def __init__(self, lexicon: Any) -> None:
        self.lexicon = lexicon
        self.here: frozenset[str] = NOTHING

    def look(self, model: Any, path: str, part: TextPart) -> Iterator[tuple[str, str]]:
        """What is wrong with a model and with everything in it; what it leaves is there from then on."""
        before = self.here
        own = model if isinstance(model, TextPart) else None
        if own is not None and not isinstance(model, Verb):
            part, self.here = own, self._inside(own)
        if isinstance(model, Verb):
            self.here = self.here.union(model.brings())
        for field, what, needs in _asked_by(model):
            for need in needs:
                if need not in self.here:
                    yield f"{path}.{field}".strip("."), self._sentence(what, need, part)
        outside = self.here
        if own is not None and isinstance(model, Verb):
            part, self.here = own, self._inside(own)
        self.here = self.here.union(getattr(model, "opens", ()))
        dot = f"{path}." if path else ""
        for name, value in model:
            if may_hold(value.__class__):
                yield from self._look_into(value, dot + name, part)
        if isinstance(model, Verb):
            inner = NOTHING if own is not None else self.here.difference(model.opens)
            self.here = outside.union(model.leaves, inner)
        elif own is not None:
            self.here = before

    def _inside(self, part: TextPart) -> frozenset[str]:
        return part.offered().union(self.here.intersection(part.keeps))

    def _look_into(self, value: Any, path: str, part: TextPart) -> Iterator[tuple[str, str]]:
        if isinstance(value, ContentModel):
            yield from self.look(value, path, part)
        elif isinstance(value, dict):
            for key, item in value.items():
                if may_hold(item.__class__):
                    yield from self._look_into(item, f"{path}.{key}", part)
        elif isinstance(value, tuple | list):
            for number, item in enumerate(value):
                if may_hold(item.__class__):
                    yield from self._look_into(item, f"{path}[{number}]", part)

    def _sentence(self, what: str, need: str, part: TextPart) -> str:
        found = part.moment()
        where = f"at {found.name!r}" if found else "here"
        verbs = {} if self.lexicon is None else self.lexicon.verbs
        places = {
            "at": [name for name, one in part.moments.items() if need in one.offers],
            "inside": [word for word, verb in verbs.items() if need in verb.opens],
            "behind": [word for word, verb in verbs.items() if need in verb.leaves],
        }
        can = " or ".join(f"{how} {', '.join(map(repr, names))}" for how, names in places.items() if names)
        return f"{what} needs {need}, and {where} there is none" + (f"; it can stand {can}" if can else "")


def _asked_by(model: Any) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """What a model needs itself: in which field, by which word."""
    own = getattr(model, "needs", ()) if isinstance(model, Verb | Keyed) else ()
    if own:
        yield "", repr(model.word if isinstance(model, Verb) else model.key), own
    kind: Any = type(model)
    fields = _fields_with_needs(kind)
    for name, value in model:
        if isinstance(value, ValueWord):
            yield name, repr(value.name), value.needs
        elif name in fields:
            for one in value if isinstance(value, tuple | list) else (value,):
                what = repr(one if isinstance(one, str) else name)
                yield name, what, tuple(need for mark in fields[name] for need in mark.needed(one))


@cache
def _fields_with_needs(kind: type[ContentModel]) -> Mapping[str, list[Needs]]:
    """The fields of a model in which words stand that need something."""
    found = {}
    for name, field in kind.model_fields.items():
        marks = [one for one in (*field.metadata, *_marks(field.annotation)) if isinstance(one, Needs)]
        if marks:
            found[name] = marks
    return found


def _marks(annotation: Any) -> Iterator[Any]:
    """All metadata in an annotation."""
    yield from getattr(annotation, "__metadata__", ())
    for inner in get_args(annotation):
        yield from _marks(inner)

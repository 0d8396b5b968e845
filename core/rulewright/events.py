"""Events: facts in the past tense, the only writers of state."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Self

import msgspec

from .state import Context, Result, Seen, Viewer, hidden_fields, masked, may_see, owner_of, saved_fields

if TYPE_CHECKING:
    from .state import State


class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A fact. Subclasses add fields (positional) and say in :meth:`apply` what the fact does to the state.

    ``rule`` is the id of the rule that caused it. Fields may be hidden with ``Annotated[..., Seen.OWNER]``; the
    owner of an event is its field ``owner`` or ``player``. A class may set ``AUDIENCE`` to hide the whole event.
    """

    rule: str = ""

    def apply(self, state: Any) -> None:
        """Write the fact into the state. The only place where tables may be written."""

    def seen_by(self, viewer: Viewer) -> Self | None:
        """This event as ``viewer`` may know it; None where it must not know that it happened."""
        audience = getattr(type(self), "AUDIENCE", Seen.PUBLIC)
        if audience is not Seen.PUBLIC and not may_see(audience, owner_of(self), viewer):
            return None
        return masked(self, viewer)


@cache
def is_public(kind: type[Event]) -> bool:
    """Whether all players may know everything of all events of a kind."""
    told = getattr(kind, "AUDIENCE", Seen.PUBLIC) is Seen.PUBLIC and not hidden_fields(kind)
    return told and kind.seen_by is Event.seen_by


class Noted(Event, frozen=True):
    """Working facts of a procedure were written into its context (see :func:`note`)."""

    context: int
    fields: Any
    """The facts by name: a struct, which takes a sixth of the memory of a dictionary; there are many notes in a log."""

    AUDIENCE = Seen.NOBODY

    def apply(self, state: State) -> None:
        facts = self.fields
        if isinstance(facts, msgspec.Struct):
            state.note(self.context, msgspec.structs.asdict(facts))
        else:
            state.note(self.context, facts, saved=True)


def facts(kind: type[Context] = Context, /, **fields: Any) -> Any:
    """Facts by name as a struct, which is encoded with the names that saves give the fields of that kind of context."""
    return _facts_of(kind, *fields)(**fields)


@cache
def _facts_of(kind: type[Context], *names: str) -> type[msgspec.Struct]:
    """The struct of such facts; its fields stand in the order in which those of a dictionary are encoded."""
    saved = {name: saved for saved, name in saved_fields(kind).items()}
    in_order = sorted(names, key=lambda name: saved.get(name, name))
    return msgspec.defstruct("Facts", in_order, rename=saved, frozen=True, kw_only=True, gc=False)


class Began(Event, frozen=True):
    """A scope (round, turn, phase, ...) began; ``number`` says which one it is, where its loop counts."""

    scope: str
    name: str
    player: int | None = None
    number: int | None = None


class Ended(Event, frozen=True):
    """A scope ended."""

    scope: str
    name: str
    player: int | None = None


class GameOver(Event, frozen=True):
    """The game ended; empty ``winners`` mean a draw. Nothing happens after it."""

    winners: tuple[int, ...]
    reason: str = ""

    def apply(self, state: State) -> None:
        state.result = Result(self.winners, self.reason)


class PlayedByHand(Event, frozen=True):
    """A player said what a text does that no program understands: the text by language, and the effects.

    ``effects`` are what was said as data; ``told`` has it in words, by language.
    """

    player: int
    source: str
    text: dict[str, str]
    effects: tuple[tuple[Any, ...], ...]
    told: dict[str, str]


class LeftByHand(Event, frozen=True):
    """A player said that a text which no program understands has no effect."""

    player: int
    source: str
    text: dict[str, str]


class FoundImpossible(Event, frozen=True):
    """What a player said to happen by hand was impossible when its turn came: ``told`` and ``reason``, by language."""

    player: int
    source: str
    told: dict[str, str]
    reason: dict[str, str]


class Unseen(Event, frozen=True):
    """In the log of an imagined game: something happened that the imagining player may not know."""

    AUDIENCE = Seen.NOBODY

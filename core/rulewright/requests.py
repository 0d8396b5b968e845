"""Requests: the questions that the rules ask a player."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import force_setattr

from .ondemand import OnDemand
from .plaindata import Answer, plain, shown
from .readonly import NOTHING, ReadOnlyDict
from .refusals import Refused, Violation
from .renamed import earlier_names
from .spaces import Options, Space

if TYPE_CHECKING:
    pass


Player: TypeAlias = int

CHANCE: Final = -1
"""The player who rolls the dice and shuffles the cards."""


# --------------------------------------------------------------------------------------------- requests


class Request(Struct, frozen=True):
    """
    A question to one player: `ask` names it (and is the key of its text), `rule` is the rule that asks.

    `about` is plain data for the prompt: who attacks, which card is read, and the like. `seconds` is how long the
    player has for a task done by hand at the table: a face that asks a person runs a clock before the answer. Rules
    read no clock, and an answer is legal whenever it comes. Raises ValueError for a clock without time on it, or
    without an end.
    """

    player: Player
    ask: str
    space: Space
    rule: str = ""
    about: Mapping[str, Any] = NOTHING
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.about.__class__ is dict:
            force_setattr(self, "about", ReadOnlyDict(self.about))
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise ValueError(f"the clock of {self.ask!r} has a finite number of seconds above 0, not {self.seconds}")

    def options(self) -> Sequence[Answer] | None:
        """All legal answers, or None where they cannot be listed."""
        return self.space.options()

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        """Everything that is wrong with the answer; what names no rule of its own names the request's."""
        wrong = self.space.check(answer)
        return ruled(settled(self.space, answer, wrong)[1], self.rule) if wrong else wrong


def settled(space: Space, answer: Answer, wrong: tuple[Violation, ...]) -> tuple[Answer, tuple[Violation, ...]]:
    """The answer that is kept for one that is not legal as it stands, and what is wrong with that one."""
    exact = space.settle(answer)
    if exact is answer:
        return answer, wrong
    exact = plain(exact)
    return exact, space.check(exact)


def suggested(request: Request, answers: Iterable[Answer]) -> Iterator[Answer]:
    """The answers that a ruleset suggests, as they are kept: an intent is settled, and an impossible one left out.

    Raises ValueError naming what is neither an intent nor allowed.
    """
    for answer in answers:
        exact, wrong = answer, request.space.check(answer)
        if wrong:
            exact, wrong = settled(request.space, answer, wrong)
        if not wrong:
            yield exact
        elif exact is answer:
            refused = Refused(*ruled(wrong, request.rule))
            raise ValueError(f"{shown(answer)} for {request.ask!r}, which is not allowed: {refused}")


def naming(request: Any) -> str:
    """A request in a message."""
    window = f" in window {request.about['window']!r}" if "window" in request.about else ""
    return f"request {request.ask!r} to player {request.player}{window}"


def may_pass(request: Any) -> bool:
    """Whether to pass is among the answers of a question."""
    found: bool = request.space.may_pass()
    return found


def ruled(violations: Sequence[Violation], rule: str) -> tuple[Violation, ...]:
    """The violations, each with a rule: its own, or else this one."""
    return tuple([one.by(rule) for one in violations]) if violations else ()


class Together(Struct, frozen=True):
    """One question to each of several players, asked and answered in secret at the same time."""

    requests: tuple[Request, ...]

    @property
    def players(self) -> tuple[Player, ...]:
        """Who is asked, in the order of the requests and so of the answers."""
        return tuple([request.player for request in self.requests])


def choose(
    player: Player,
    ask: str,
    values: Iterable[Answer],
    rule: str = "",
    *,
    seconds: float | None = None,
    why_not: Sequence[tuple[Answer, Violation]] = (),
    idle: Sequence[Answer] = (),
    **about: Any,
) -> Request:
    """A request for one of these values, on a clock of this many `seconds`; other keywords are data for the prompt.

    ``why_not`` says of other answers why they are not among them, ``idle`` are those of which nothing comes (see
    `Options`). All may be lists that `Game.on_demand` works out when they are looked at.
    """
    listed = values if isinstance(values, OnDemand) else tuple(values)
    return Request(player, ask, Options(listed, why_not, idle), rule, about, seconds)


def ask_which(
    player: Player, ask: str, values: Sequence[Answer], rule: str = "", **how: Any
) -> Generator[Request, Any, Any]:
    """One of these values: the only one, or the one that a player chooses (see `choose`).

    target = yield from ask_which(turn.player, "target", targets, "combat.targets")
    """
    if len(values) == 1:
        return values[0]
    return (yield choose(player, ask, values, rule, **how))


if not TYPE_CHECKING:
    __getattr__ = earlier_names(__name__)

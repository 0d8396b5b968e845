"""Flow and procedures: named steps in rulebook order, as data.

A procedure is an ordered list of steps, windows and further procedures; a loop repeats its steps (rounds, turns,
alternating activations). The running position is a stack of frames, plain data: nothing is suspended between
steps. A step is a function of the game and the context of its procedure. As a generator it yields events,
requests, rolls and calls and is suspended only while one of those is under way. What a step *returns* (an event,
a call, :class:`Leave`) is done after the step has ended, with nothing suspended.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from .readonly import Sealed
from .rules import rules_of
from .state import Context

if TYPE_CHECKING:
    from .game import Game

Steps = Generator[Any, Any, Any]
"""What a step is: it yields events, requests, rolls and calls, and receives their outcomes."""

StepFunction = Callable[..., Any]


class FlowError(Exception):
    """A ruleset's procedures do not fit together."""


class Call(msgspec.Struct, frozen=True):
    """Resolve a procedure: yielded, the step waits and receives the finished context; returned, nothing waits."""

    procedure: str
    context: Context | None = None
    out_of_phase: bool = False
    """Inside, the game is in no phase: rules bound to a phase stay silent."""
    counts: str = ""
    """The counter of a limited thing that is used by it (`timing.use_key`): it goes up when the procedure begins."""


class Leave(msgspec.Struct, frozen=True):
    """Break off the innermost procedure, loop or phase of that name, with everything inside it."""

    name: str


class Step(Sealed):
    """A named step. The name is the function's unless another is given."""

    __slots__ = ("fn", "name", "rules", "when")

    def __init__(self, fn: StepFunction, name: str = "", when: Callable[[Game], bool] | None = None) -> None:
        self.fn = fn
        self.name = name or fn.__name__
        self.rules = rules_of(fn)
        self.when = when

    def __repr__(self) -> str:
        return f"Step({self.name!r})"


CLOSINGS: Final = ("all pass", "each until pass", "each once", "quiet round")


class Window(Sealed):
    """A named moment at which reactions may be used.

    ``until`` says when it closes: "all pass" (after a reaction everyone may react again), "each until pass"
    (each player in turn reacts until passing), "each once" (each player reacts at most once), "quiet round" (each
    may react once a round, round after round in the same order, until a whole round brings no reaction).
    ``order`` gives the players in order; without it the ruleset's timing policy does.
    """

    __slots__ = ("name", "order", "rule", "until")

    def __init__(
        self,
        name: str,
        until: str = "",
        order: Callable[[Game, Any], Iterable[int]] | None = None,
        rule: str = "",
    ) -> None:
        if until not in ("", *CLOSINGS):
            raise FlowError(f"window {name!r}: until is {until!r}, expected {', '.join(CLOSINGS)}")
        self.name = name
        self.until = until
        self.order = order
        self.rule = rule

    def __repr__(self) -> str:
        return f"Window({self.name!r})"


Part = "StepFunction | Step | Window | Procedure"


class Procedure(Sealed):
    """An ordered list of steps, windows and procedures under one name, with the context they share.

    ``scope`` is what durations and limits call it ("turn", "phase", "attack"); the name where not given.
    ``when`` is asked on entry; where it says False the whole procedure is skipped, also when it was called (whoever
    called it receives None); it sees the game before the procedure has its context. ``as_long_as`` is asked before
    each of its parts; once it says False the rest is skipped and the procedure ends as usual.
    With ``announce`` the events Began and Ended mark it in the log; a loop whose context has a ``number`` says which
    pass it is. Calling it makes a :class:`Call`.
    """

    def __init__(
        self,
        name: str,
        steps: Sequence[Any],
        context: type[Context] | None = None,
        *,
        scope: str = "",
        when: Callable[[Game], bool] | None = None,
        as_long_as: Callable[[Game], bool] | None = None,
        announce: bool = False,
    ) -> None:
        self.name = name
        self.steps: tuple[Step | Window | Procedure, ...] = tuple(_part(name, step) for step in steps)
        self.context = context
        self.scope = scope or name
        self.when = when
        self.as_long_as = as_long_as
        self.announce = announce

    def __call__(self, *args: Any, out_of_phase: bool = False, **fields: Any) -> Call:
        """Call this procedure, its context built from the given fields."""
        if self.context is None:
            if args or fields:
                raise FlowError(f"procedure {self.name!r} has no context, so it takes no fields")
            return Call(self.name, None, out_of_phase)
        return Call(self.name, self.context(*args, **fields), out_of_phase)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


class Phase(Procedure):
    """A procedure of scope "phase", announced, with windows "NAME start" and "NAME end" round its body.

    With ``windows`` False the two are left out: the body has those that it needs. ``rule`` is that of both.
    """

    def __init__(
        self,
        name: str,
        steps: Sequence[Any],
        context: type[Context] | None = None,
        *,
        when: Callable[[Game], bool] | None = None,
        announce: bool = True,
        windows: bool = True,
        rule: str = "",
    ) -> None:
        body = [Window(f"{name} start", rule=rule), *steps, Window(f"{name} end", rule=rule)] if windows else steps
        super().__init__(name, body, context, scope="phase", when=when, announce=announce)


class Loop(Procedure):
    """Steps repeated once per context that ``advance`` gives: rounds, turns, activations.

    ``advance(game, last)`` gets the context of the finished pass (None before the first) and returns a new one for
    the next, or None to end the loop. It must not write. With a ``context`` type the loop may be called with fields:
    then the context built from them is that of the first pass.
    """

    def __init__(
        self,
        name: str,
        advance: Callable[[Game, Any], Context | None],
        steps: Sequence[Any],
        context: type[Context] | None = None,
        *,
        scope: str = "",
        announce: bool = False,
        rule: str = "",
    ) -> None:
        super().__init__(name, steps, context, scope=scope, announce=announce)
        self.advance = advance
        self.rule = rule


class Turn(Context):
    """Whose turn, activation or action it is, and which one, counting from 1."""

    player: int
    number: int = 1


class Round(Context):
    """Which round it is, counting from 1."""

    number: int = 1


def rounds(most: int | None = None) -> Callable[[Game, Round | None], Round | None]:
    """Advance for a loop of numbered rounds, endless or ``most`` of them."""

    def advance(game: Game, last: Round | None) -> Round | None:
        number = last.number + 1 if last else 1
        return None if most is not None and number > most else Round(number=number)

    return advance


def turns(
    order: Callable[[Game], Sequence[int]], *, once: bool = False, playing: Callable[[Game, int], bool] | None = None
) -> Callable[[Game, Turn | None], Turn | None]:
    """Advance for turns of the players in ``order``, each once, or round and round.

    Those who play no more are skipped by ``playing``; they stay in the order, which says who comes after them.
    Raises FlowError when the player of the last turn is not in it.
    """

    def advance(game: Game, last: Turn | None) -> Turn | None:
        players = order(game)
        count = len(players)
        start, number = 0, 1
        if last is not None:
            if last.player not in players:
                raise FlowError(
                    f"player {last.player} had the last turn and is not in the order {tuple(players)}, so nobody can "
                    "say who comes next; leave those who play no more in the order, and skip them with playing="
                )
            start, number = players.index(last.player) + 1, last.number + 1
        for place in range(start, count if once else start + count):
            player = players[place % count]
            if playing is None or playing(game, player):
                return Turn(player=player, number=number)
        return None

    return advance


def alternating(
    order: Callable[[Game], Sequence[int]], able: Callable[[Game, int], bool]
) -> Callable[[Game, Turn | None], Turn | None]:
    """Advance for alternating activations: the next player who is able to act; ends when nobody is.

    A player who cannot act is passed over while the others go on. Passing by choice is part of ``able``.
    """
    return turns(order, playing=able)


STEP: Final = 0
PROCEDURE: Final = 1
LOOP: Final = 2


class Node(Sealed):
    """A compiled step, procedure or loop of one frozen ruleset. ``path`` names it from the outside in."""

    __slots__ = (
        "advance", "as_long_as", "context", "direct", "fn", "is_phase", "kind", "name", "path", "rules", "scope",
        "size", "steps", "when", "window",
    )  # fmt: skip

    def __init__(self, kind: int, name: str, path: str) -> None:
        self.kind = kind
        self.name = name
        self.path = path
        self.scope = name
        self.fn: StepFunction | None = None
        self.rules: tuple[str, ...] = ()
        self.steps: tuple[Node, ...] = ()
        self.size = 0
        self.context: type[Context] | None = None
        self.when: Callable[[Game], bool] | None = None
        self.as_long_as: Callable[[Game], bool] | None = None
        self.advance: Callable[[Game, Any], Context | None] | None = None
        self.window: Window | None = None
        self.is_phase = False
        self.direct = False
        """A step that nothing stands before: no condition of its own or of the procedure it is in."""

    def hold(self, steps: Sequence[Node]) -> None:
        """Take the parts of a procedure or loop, in order."""
        self.steps = tuple(steps)
        self.size = len(self.steps)
        for step in self.steps:
            step.direct = step.kind == STEP and step.when is None and self.as_long_as is None

    def __repr__(self) -> str:
        return f"<{self.path}>"


def _part(owner: str, part: Any) -> Step | Window | Procedure:
    if isinstance(part, Step | Window | Procedure):
        return part
    if callable(part):
        return Step(part)
    raise FlowError(f"procedure {owner!r}: {part!r} is neither a step function nor a window nor a procedure")


class Insert(Sealed):
    """A step, window or procedure that an extension puts before or after a named part of a procedure."""

    __slots__ = ("after", "before", "part", "procedure")

    def __init__(self, part: Any, *, procedure: str, before: str = "", after: str = "") -> None:
        if bool(before) == bool(after):
            raise FlowError(f"an insertion into {procedure!r} names either before or after, not both or neither")
        self.part = _part(procedure, part)
        self.procedure = procedure
        self.before = before
        self.after = after

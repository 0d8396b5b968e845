"""Programs: the effects of the content as numbered operations, so that effects under way are plain data.

Content says effects in a vocabulary (:mod:`rulewright.vocabulary`). When a ruleset reads it, every effect becomes an
:class:`Op` in one table, amounts and conditions become functions of the game and of the :class:`Resolution` under way,
and a program is the numbers of its operations. A pass of the loop does the first of them; effects that lead to others
put them in front of the rest, so nothing is suspended while a window is open or something else is resolved.

The content of a game that uses this has its table of operations as ``ops``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import ge, gt, le, lt
from typing import TYPE_CHECKING, Any, Final

import msgspec

from rulewright.flow import Call, Loop, Steps
from rulewright.readonly import Sealed
from rulewright.requests import choose
from rulewright.state import Context

if TYPE_CHECKING:
    from rulewright.events import Event
    from rulewright.game import Game

Program = tuple[int, ...]
"""Effects in the order of the text, by their numbers."""

Verb = Callable[[Any, Any, Any], Any]
"""What a verb does: ``(game, resolution, op)``; it returns what a step may return, or is one."""

Amount = int | Callable[[Any, Any], int]
"""A number, or a function of the game and the resolution."""

Test = Callable[[Any, Any], bool]
"""Whether a condition holds: a function of the game and the resolution."""


class Op(Sealed):
    """One effect as it is carried out: its number, its verb, and the fields of its verb as they are used."""

    number: int
    do: str
    verb: Verb

    model: Any
    """What the content says; None for a part of the machinery, which has no words of its own."""

    def __init__(self, do: str, model: Any = None) -> None:
        self.do, self.model = do, model

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def __repr__(self) -> str:
        return f"<{self.do} {self.number}>"

    def enter(self, ops: list[Any], verb: Verb, fields: Mapping[str, Any]) -> Op:
        """Take the next number of a table, with what to do and the facts for it.

        Raises TypeError for a fact that has the name of something that every operation has.
        """
        for name in ("do", "model", "number", "verb"):
            if name in fields:
                raise TypeError(f"the verb {self.do!r} has a field {name!r}, which every operation has of its own")
        self.number, self.verb = len(ops), verb
        ops.append(self)
        for name, value in fields.items():
            setattr(self, name, value)
        return self


class Verbs(dict[str, Verb]):
    """The verbs of a game by name, each a function; the instance decorates them."""

    def __call__(self, function: Verb) -> Verb:
        """Register the function as what the verb of its name does; an underscore behind the name does not count."""
        self[function.__name__.rstrip("_")] = function
        return function

    def serve(self, verbs: Iterable[str]) -> None:
        """Check that every verb of the content has its function. Raises TypeError naming those without one."""
        missing = [verb for verb in verbs if verb not in self]
        if missing:
            raise TypeError(f"verbs without a function: {', '.join(sorted(missing))}")


# Amounts and conditions -------------------------------------------------------------------------------------


def number(amount: Amount, game: Game, run: Any) -> int:
    """An amount now."""
    return amount if amount.__class__ is int else amount(game, run)  # type: ignore[operator]


def counted(amount: Amount, game: Game, run: Any) -> int:
    """This many things now: an amount, but never fewer than none."""
    return max(0, number(amount, game, run))


class Reader:
    """Reads the amounts and conditions of a vocabulary as functions.

    ``values`` are the named values of the game, functions of the game and the resolution. What is not in the shared
    vocabulary the game reads itself: ``amount`` and ``condition`` get such a model.
    """

    def __init__(
        self,
        values: Mapping[str, Callable[[Any, Any], int]],
        amount: Callable[[Any], Amount] | None = None,
        condition: Callable[[Any], Test] | None = None,
    ) -> None:
        self.values = values
        self._own_amount = amount
        self._own_condition = condition

    def amount(self, model: Any) -> Amount:
        """An amount as a number or a function. Raises TypeError for what is none."""
        from .old_vocabulary import Half, Multiple, Sum

        match model:
            case int():
                return model
            case str():
                return self.value(model)
            case Multiple():
                return scaled(self.value(model.value), model.times, model.plus, model.at_most)
            case Half():
                return _half(self.amount(model.half), 1 if model.round == "up" else 0)
            case Sum():
                parts = tuple(map(self.amount, model.sum))
                return lambda game, run: sum(number(part, game, run) for part in parts)
        if self._own_amount is None:
            raise TypeError(f"{model!r} is no amount")
        return self._own_amount(model)

    def value(self, name: str) -> Callable[[Any, Any], int]:
        """The function of a named value. Raises TypeError for a name that has none."""
        if name not in self.values:
            raise TypeError(f"no function for the value {name!r}; known are {', '.join(sorted(self.values))}")
        return self.values[name]

    def condition(self, model: Any) -> Test | None:
        """A condition as a function; None where there is none. Raises TypeError for what is no condition."""
        from .old_vocabulary import AllTrue, AnyTrue, Compare, NoneTrue

        match model:
            case None:
                return None
            case Compare():
                return self._compare(model)
            case AllTrue():
                return self._joined(all, model.all)
            case AnyTrue():
                return self._joined(any, model.any)
            case NoneTrue():
                some = self._joined(any, model.none)
                return lambda game, run: not some(game, run)
        if self._own_condition is None:
            raise TypeError(f"{model!r} is no condition")
        return self._own_condition(model)

    def _compare(self, model: Any) -> Test:
        key, bound = model.bound
        holds, amount, against = COMPARISONS[key], self.amount(model.amount), self.amount(bound)
        return lambda game, run: holds(number(amount, game, run), number(against, game, run))

    def _joined(self, how: Callable[[Any], bool], models: Sequence[Any]) -> Test:
        tests = tuple(test for test in map(self.condition, models) if test is not None)
        return lambda game, run: how(test(game, run) for test in tests)


COMPARISONS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "at_least": ge, "at_most": le, "more_than": gt, "less_than": lt,
}  # fmt: skip


def scaled(count: Callable[[Any, Any], int], times: int, plus: int, most: int | None) -> Amount:
    """``times`` a count, + ``plus``, at most so much."""
    if most is None:
        return lambda game, run: times * count(game, run) + plus
    return lambda game, run: min(most, times * count(game, run) + plus)


def _half(amount: Amount, up: int) -> Amount:
    return lambda game, run: (number(amount, game, run) + up) // 2


# Compiling --------------------------------------------------------------------------------------------------

PROGRAMS: Final = ("effects", "then", "otherwise")
"""The fields of the shared vocabulary that hold effects."""


class Compiler:
    """Enters effects of the content into a table of operations, each with its fields as they are used.

    A game with more to do for a verb overrides :meth:`effect` or :meth:`field`; ``amounts`` are the fields of its verbs
    that hold an amount, ``programs`` those that hold effects.
    """

    amounts: tuple[str, ...] = ("amount",)
    programs: tuple[str, ...] = PROGRAMS

    def __init__(self, verbs: Verbs, reader: Reader, ops: list[Any] | None = None) -> None:
        self.verbs = verbs
        self.reader = reader
        self.ops: list[Any] = [] if ops is None else ops

    def program(self, effects: Iterable[Any]) -> Program:
        """Effects in the order of the text."""
        return tuple(number for effect in effects for number in self.effect(effect))

    def effect(self, model: Any) -> Program:
        """One effect as the operations that it takes."""
        return (Op(model.do, model).enter(self.ops, self.verbs[model.do], self.fields(model)).number,)

    def fields(self, model: Any) -> dict[str, Any]:
        """All that the content says about an effect, besides its verb."""
        return {name: self.field(model, name) for name in type(model).model_fields if name != "do"}

    def field(self, model: Any, name: str) -> Any:
        """A field of an effect as it is used: amounts and conditions as functions, effects as programs."""
        value = getattr(model, name)
        if name in self.amounts:
            return None if value is None else self.reader.amount(value)
        if name in self.programs:
            return self.program(value)
        if name == "test":
            return self.reader.condition(value)
        if name == "options":
            return tuple(map(self._option, value))
        return value

    def _option(self, model: Any) -> tuple[Any, Test | None, Program]:
        name = model.name.model_dump() if model.name else None
        return name, self.reader.condition(model.test), self.program(model.effects)


# Running ----------------------------------------------------------------------------------------------------


class Resolution(Context):
    """Effects under way: whose they are, what they come from, and which are still to come.

    A game that has more to remember meanwhile has a context of its own below this one.
    """

    player: int
    source: str
    queue: Program


def resolve(player: int, source: str, program: Program) -> Call | None:
    """The call that resolves some effects of a player; None where there are none."""
    return Call("resolve", Resolution(player=player, source=source, queue=program)) if program else None


def next_effect(game: Game, last: Resolution | None) -> Resolution | None:
    """The effects without the one that has been dealt with."""
    if last is None or len(last.queue) < 2:
        return None
    return msgspec.structs.replace(last, queue=last.queue[1:])


def perform(game: Game, run: Resolution) -> Any:
    """Do the next effect."""
    op: Op = game.content.ops[run.queue[0]]
    return op.verb(game, run, op)


def then_do(game: Game, run: Resolution, program: Program, **facts: Any) -> Event | None:
    """Put effects in front of those that are still to come."""
    if program:
        facts["queue"] = (run.queue[0], *program, *run.queue[1:])
    return game.note(run, **facts) if facts else None


RESOLVE: Final = Loop("resolve", next_effect, [perform], Resolution)
"""Effects in the order of the text; a ruleset registers it among its procedures, or one of its own in its place."""


# Structure --------------------------------------------------------------------------------------------------


def if_(game: Game, run: Resolution, op: Op) -> Event | None:
    """The verb ``if``: whether a condition holds decides what happens."""
    return then_do(game, run, op.then if op.test(game, run) else op.otherwise)


def choose_option(game: Game, run: Resolution, op: Op, player: int, rule: str) -> Steps:
    """What a player picks of the options whose condition holds, without a question where that is only one.

    ``op.options`` are triples of a name by language or None, a condition or None, and a program.
    """
    options = [index for index, (_, test, _) in enumerate(op.options) if test is None or test(game, run)]
    if not options:
        return None
    index = options[0]
    if len(options) > 1:
        index = yield choose(player, "choose_option", options, rule, effect=op.number, source=run.source)
    return then_do(game, run, op.options[index][2])


def may_happen(game: Game, run: Resolution, op: Op, player: int, rule: str) -> Steps:
    """Whether a player lets the effects happen."""
    if (yield choose(player, "may", (True, False), rule, effect=op.number, source=run.source)):
        return then_do(game, run, op.effects)
    return None

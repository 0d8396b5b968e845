"""Programs: effects of the content under way, as plain data.

Content says effects in a vocabulary (:mod:`rulewright.vocabulary`). When a ruleset reads it, everything that a verb
does gets a number in one table of deeds, and a program is the numbers of its deeds. A pass of the loop does the first
of them; effects that lead to others put them in front of the rest, so nothing is suspended while a window is open or
something else is resolved.

The content of a game that uses this has its table of deeds as ``ops``; and, where effects may be said by hand, what can
be said as ``by_hand`` (:class:`rulewright.vocabulary.Sayings`). What was said has no number in the table: it stands in
the queue itself, as data, and is compiled when its turn comes. So deeds are found with `deed_at` and done with `do`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, TypeAlias

import msgspec

from .flow import Call, Loop
from .readonly import Sealed
from .refusals import Violation
from .renamed import earlier_names
from .state import Context
from .triggers import RunAs, carry_out

if TYPE_CHECKING:
    from .events import Event
    from .flow import Steps
    from .game import Game
    from .vocabulary import Amount, Verb

Said: TypeAlias = tuple[Any, ...]
"""An effect as someone says it: ``("damage", ("heavy", 2), ("to", "opponent"))``."""

Key: TypeAlias = int | tuple[Any, ...]
"""What names a deed: its number in the table; or, of an effect that was said by hand, the number of the event by which
that was told, the number of the deed that asked for it, what was said, and which of its deeds it is."""

Program: TypeAlias = tuple[Key, ...]
"""Effects in the order of the text, by the keys of their deeds."""


class Deed(Sealed):
    """What a key stands for: something that a verb does."""

    __slots__ = ("do", "name", "number", "verb")

    def __init__(self, number: Key, verb: Verb, name: str) -> None:
        self.number = number
        self.verb = verb
        self.name = name
        self.do: Callable[[Any, Any], Any] = getattr(verb, name)
        """Do it: ``(game, resolution)``; returns what a step may return, or is one."""

    @property
    def program(self) -> Program:
        """Its number alone."""
        return (self.number,)

    def __repr__(self) -> str:
        return f"<{self.verb.word}{'' if self.name == 'do' else f'.{self.name}'} {self.number}>"


class Doable(Protocol):
    """What has numbers: a verb that has been compiled, or one of its deeds."""

    @property
    def program(self) -> Program:
        """Its numbers, in the order in which they are done."""


def numbers(effects: Iterable[Doable]) -> Program:
    """Effects and deeds in this order, by their numbers."""
    return tuple([number for one in effects for number in one.program])


# Amounts ----------------------------------------------------------------------------------------------------


def number(amount: Amount, game: Game, run: Any) -> int:
    """An amount now."""
    return amount if isinstance(amount, int) else amount.count(game, run)


def counted(amount: Amount, game: Game, run: Any) -> int:
    """This many things now: an amount, but never fewer than none."""
    return max(0, amount if isinstance(amount, int) else amount.count(game, run))


# Running ----------------------------------------------------------------------------------------------------


class Resolution(Context):
    """Effects under way: whose they are, what they come from, and which are still to come.

    A game that has more to remember meanwhile has a context of its own below this one.
    """

    player: int
    source: str
    queue: Program


class OfBearer(Resolution):
    """Effects of what something carries: the record that carries it, and the other one whom they concern, if any.

    ``subject`` is whose moment it is: its bearer, or someone else at whose moment the text speaks up; ``chosen`` is
    whom the text has chosen last.
    """

    bearer: Any
    other: Any = None
    subject: Any = None
    chosen: Any = None


def resolve(
    player: int, source: str, program: Program, run: type[Resolution] = Resolution, **facts: Any
) -> Call | None:
    """The call that resolves some effects of a player; None where there are none.

    A game with a context of its own gives it as ``run``, with the facts that it remembers.
    """
    return Call("resolve", run(player=player, source=source, queue=program, **facts)) if program else None


class Roles:
    """Whom a text may name, such as "self" or "attacker": for each role a function ``(position, run)`` of those it is.

    ``able(position, one)`` says who can be affected now.
    """

    def __init__(
        self, roles: Mapping[str, Callable[[Any, Any], Iterable[Any]]], able: Callable[[Any, Any], bool]
    ) -> None:
        self.roles, self.able = roles, able

    def named(self, position: Any, run: Any, role: str) -> tuple[Any, ...]:
        """Those whom a text names, whether they can be affected or not."""
        return tuple(self.roles[role](position, run))

    def meant(self, position: Any, run: Any, whom: Any) -> list[Any]:
        """Those whom a text means: of a role who can be affected, or whom a `Group` finds."""
        if not isinstance(whom, str):
            return list(whom.found(position, run))
        return [one for one in self.roles[whom](position, run) if self.able(position, one)]


def next_effect(game: Game, last: Resolution | None) -> Resolution | None:
    """The effects without the one that has been dealt with."""
    if last is None or len(last.queue) < 2:
        return None
    return msgspec.structs.replace(last, queue=last.queue[1:])


def deed_at(content: Any, key: Key) -> Any:
    """The deed of a key: that of the table, or of what was said by hand."""
    return content.ops[key] if key.__class__ is int else content.by_hand.deed(key)


def perform(game: Game, run: Resolution) -> Any:
    """Do the next effect."""
    return do(game, run, deed_at(game.content, run.queue[0]))


def do(game: Game, run: Resolution, deed: Deed) -> Any:
    """Do a deed that stands first in the queue; of what was said by hand, only if that is possible now."""
    return deed.do(game, run) if deed.number.__class__ is int else _do_said(game, run, deed)


class Hand(msgspec.Struct, frozen=True):
    """Where effects come from that were said by hand."""

    name: str = "what was said by hand"
    rules: tuple[str, ...] = ()


HAND: Final = Hand()


def _do_said(game: Game, run: Resolution, deed: Deed) -> Steps:
    """What comes of an effect is because it was said; one that is impossible now is asked for anew, with the rest."""
    told, asked, _, name = deed.number  # type: ignore[misc]
    wrong = _hindrance(game, run, deed.verb) if name == "do" else None
    if wrong is None:
        yield RunAs(carry_out(deed.do(game, run)), HAND, told)
    else:
        yield from deed_at(game.content, asked).verb.ask_again(game, run, wrong)


def _hindrance(game: Game, run: Resolution, verb: Verb) -> Violation | None:
    """Why what was said by hand cannot be done now."""
    wrong = verb.hindrance(game.view(run.player), run)
    return Violation("cannot_be_done", verb.rule) if wrong is None and not verb.can(game, run) else wrong


def can_do(game: Any, run: Any, effects: Sequence[Verb]) -> bool:
    """Whether effects can be done, one after the other: whether the first of them can. None at all can."""
    return not effects or effects[0].can(game, run)


def then_do(game: Game, run: Resolution, effects: Iterable[Doable], **facts: Any) -> Event | None:
    """Put effects, and further steps of a verb, in front of those that are still to come."""
    program = numbers(effects)
    if program:
        facts["queue"] = (run.queue[0], *program, *run.queue[1:])
    return game.note(run, **facts) if facts else None


def each_of(run: Resolution, ones: Iterable[Any], effects: Iterable[Doable]) -> Iterator[Call]:
    """Effects for one after the other, each "chosen" in its turn: ``yield from each_of(run, found, self.then)``.

    The context of the effects has a field ``chosen``. Where there are no effects, nothing happens.
    """
    program = numbers(effects)
    for one in ones if program else ():
        yield Call("resolve", msgspec.structs.replace(run, queue=program, chosen=one))


RESOLVE: Final = Loop("resolve", next_effect, [perform], Resolution)
"""Effects in the order of the text; a ruleset registers it among its procedures, or one of its own in its place."""


RESOLVE_OF_BEARER: Final = Loop("resolve", next_effect, [perform], OfBearer)
"""The same for effects that remember whose they are (`rulewright.powers.written`)."""


# Judging ----------------------------------------------------------------------------------------------------


SIDES: Final[Mapping[str, int]] = MappingProxyType({
    **dict.fromkeys(("self", "you", "own", "friendly", "friend", "allied"), 1),
    **dict.fromkeys(("opponent", "opponents", "opposing", "enemy", "foe"), -1),
    **dict.fromkeys(("other", "chosen", "attacker", "target"), -1),
})  # fmt: skip
"""On which side those usually are whom a text means by a word: 1 for that of its player, -1 for the other one."""


class Judge:
    """What a program that plays thinks of effects: ``values`` are what named values usually come to, ``others`` what
    anything else does. A game adds what it weighs.

    ``worths`` says what one of each thing is worth to whom it comes, such as ``{"damage": -1, "token": 1.5}``; the word
    of a verb is such a thing, unless the verb says what it changes. ``sides`` says on which side those are whom a text
    means by a word, as far as nobody is known; for effects under way, whose context is a ``run``, the ``roles`` of the
    game know it.
    """

    values: Mapping[str, float] = MappingProxyType({})
    others: float = 1.0
    worths: Mapping[str, float] = MappingProxyType({})
    sides: Mapping[str, int] = SIDES
    roles: Roles | None = None
    run: type[Resolution] = Resolution

    def amount(self, amount: Amount | str | None) -> float:
        """About what an amount comes to; a word such as "all", or none, to as much as anything else."""
        if amount is None or isinstance(amount, str):
            return self.others
        return float(amount) if isinstance(amount, int) else amount.about(self)

    def effects(self, effects: Iterable[Verb]) -> float:
        """About what effects are worth together."""
        return sum(effect.worth(self) for effect in effects)

    def change(self, verb: Verb) -> float:
        """About what it is worth that a verb changes what it does: so much of a thing, for those whom it concerns."""
        thing, much, whom = verb.stake
        if whom == "":
            whom = next((name for name in ("who", "to") if hasattr(verb, name)), None)
        one = self.worths.get(thing, 0.0) * (1 if whom is None else self.side(getattr(verb, whom)))
        return one * self.amount(getattr(verb, much, 1))

    def inside(self, verb: Verb, effects: Sequence[Verb]) -> float:
        """About what effects inside a verb are worth: for those of whom it chooses one, on any side for the better."""
        if not hasattr(verb, "sort"):
            return self.effects(effects)
        side = self.side(verb)
        return max(self.where(chosen=one).effects(effects) for one in ((side,) if side else (1, -1)))

    def side(self, whom: Any) -> int:
        """On which side those are whom a text means: 1, -1 for the other one, and 0 where that cannot be said."""
        return self.sides.get(getattr(whom, "sort", whom), 0)

    def where(self, /, **sides: int) -> Self:
        """The same where it is known on which side those are whom a text means by these words."""
        found = copy(self)
        found.sides = {**self.sides, **sides}
        return found

    def at(self, position: Any, run: Any) -> Self:
        """The same for effects under way: whoever is meant by a role is on the side of who controls it."""
        if self.roles is None:
            return self
        powers, sides = position.rules.powers, {}
        for role in self.roles.roles:
            for one in self.roles.named(position, run, role)[:1]:
                owner = powers.player(position, powers.carriers[0].table, one)
                if owner is not None:
                    sides[role] = 1 if owner in position.team(run.player) else -1
        return self.where(**sides)

    def promise(self, position: Any, request: Any, answer: Any) -> float:
        """What texts say that an answer to a question is worth; 0 for one that leaves it, or about which none says
        anything."""
        if "effect" in request.about:
            run = position.find_context(self.run)
            here = self if run is None else self.at(position, run)
            return float(deed_at(position.content, request.about["effect"]).verb.promise(answer, here))
        return self.effects(self.offered(position, answer))

    def offered(self, position: Any, answer: Any) -> Sequence[Verb]:
        """The effects that an answer uses, of a window, a trigger or an action: those of the power that it names."""
        words = answer if isinstance(answer, tuple) else ()
        named = (position.rules.powers.effects(word) for word in words if isinstance(word, str))
        return next(filter(None, named), ())


if not TYPE_CHECKING:
    __getattr__ = earlier_names(__name__)

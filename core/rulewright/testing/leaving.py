"""Who is gone is gone: in the middle of anything something leaves, and the game goes on without it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

import msgspec

from ..api import new_game
from ..chance import Manual
from ..events import Event, GameOver, Noted
from ..flow import Steps
from ..game import Game, LoopDetected
from ..refusals import Refused
from ..requests import CHANCE, naming
from ..ruleset import Extension, Rules
from ..state import Id
from ..timing import Trigger
from ..triggers import Due, Postponed, Used, carry_out
from .comparing import compare, in_words, position_of, random_answer
from .findings import CheckFailed, KitFailure
from .patience import OutOfPatience

CHECK: Final = "gone"
ON: Final = 12
"""So many answers are given after something has left."""
MOST: Final = 20_000
"""So many answers at most has the game in which things leave."""
KEPT: Final = 4
"""So many occurrences are kept of each kind of event."""
SILENT: Final = (Noted, Used, Postponed, Due, GameOver)
"""What the engine tells itself, and the end: nothing is triggered by these."""

Thing = tuple[str, Id]
"""A table and the id of a record in it."""


def check_leaving(rules: Rules, setup: Any = None, seed: int = 1, count: int = 24, on: int | None = ON) -> int:
    """Let something leave a random game at ``count`` moments, each in a game of its own that goes on from there.

    A moment is an event of the game, of each kind as often as of others. What leaves is named by the event or by what
    is going on, and it leaves in a way that ``Ruleset(leaves=...)`` has for its table. The game goes on for ``on``
    answers (None: to its end), and the same answers lead to the same position. Returns how often something left.
    Raises KitFailure naming the event, what left, and what met it.
    """
    left = 0
    for leaving in leavings(rules, setup, seed, count, on):
        if leaving.fault:
            raise KitFailure(CHECK, rules.id, str(leaving), seed, leaving.decision)
        left += leaving.what is not None
    return left


@dataclass
class Leaving:
    """Something that leaves right after an event of a game: the ``number`` that draws it, and what became of it.

    ``at`` is the number of the event in the log. ``what`` and ``way`` are None and empty where nothing could leave.
    """

    number: int
    decision: int
    at: int
    event: str
    what: Thing | None = None
    way: str = ""
    fault: str = ""

    def __str__(self) -> str:
        table, id = self.what or ("", None)
        what = f"{self.way} of {id!r} in {table} (number {self.number})"
        return f"{self.event} (event {self.at}) happened, and then {what}: {self.fault}"


def leavings(rules: Rules, setup: Any, seed: int, count: int, on: int | None = ON) -> Iterator[Leaving]:
    """Play a random game, and games that part from it where something leaves: what left there, and what was wrong."""
    plant = _Plant(rules, seed)
    moments = _moments(plant.rules, setup, seed)
    rng = Random(f"{seed}/leaving")
    kinds = sorted(moments)
    rng.shuffle(kinds)
    for number in range(count if kinds else 0):
        kind = kinds[number % len(kinds)]
        moment = rng.choice(moments[kind])
        leaving = plant.leaving = Leaving(number, moment.decision, moment.at, kind)
        try:
            _go_on(moment, leaving, Random(f"{seed}/{number}/answers"), on)
        except CheckFailed as fault:
            leaving.fault = str(fault)
        except (Refused, LoopDetected, OutOfPatience) as error:
            leaving.fault = f"{type(error).__name__}: {error}"
        except Exception as error:
            leaving.fault = in_words(error)
        yield leaving


@dataclass
class _Moment:
    """An event of a game: its number in the log, and the game before the answer that led to it."""

    game: Game
    decision: int
    player: int
    answer: Any
    at: int


def _moments(rules: Rules, setup: Any, seed: int) -> dict[str, list[_Moment]]:
    """Some occurrences of each kind of event in a random game, each as likely as any other of its kind."""
    rng = Random(f"{seed}/answers")
    kept: dict[str, list[_Moment]] = {}
    seen: dict[str, int] = {}
    game = new_game(rules, setup, seed=seed)
    for decision in range(MOST):
        if game.request is None:
            break
        before, since = game.fork(), len(game.log)
        request = rng.choice(game.requests)
        answer = random_answer(request, rng)
        game.answer(answer, request.player)
        for at in range(since, len(game.log)):
            kind = type(game.log.events[at])
            if kind in SILENT:
                continue
            name = kind.__name__
            number = seen[name] = seen.get(name, 0) + 1
            place = number - 1 if number <= KEPT else rng.randrange(number)
            if place < KEPT:
                moments = kept.setdefault(name, [])
                moments[place : place + 1] = [_Moment(before, decision, request.player, answer, at)]
    return kept


def with_trigger(rules: Rules, trigger: Trigger) -> Rules:
    """The rules with one trigger more; their content is not read again."""
    content = rules.content
    ruleset = replace(rules.ruleset, content=lambda *_: content) if rules.ruleset.content else rules.ruleset
    return ruleset.freeze((*rules.extensions, Extension(ruleset=rules.id, id=trigger.name, triggers=[trigger])))


class _Plant:
    """The rules with one trigger more, which listens to every event and lets something leave after one of them."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.leaves = rules.ruleset.leaves
        self.seed = seed
        self.leaving: Leaving | None = None
        what = Trigger(
            self._leave, (Event,), name="something leaves", sources=self._sources, player=lambda *_: None,
            order_matters=False, immediate=True,
        )  # fmt: skip
        self.rules = with_trigger(rules, what)

    def _sources(self, game: Game, event: Event) -> tuple[None, ...]:
        events, leaving = game.log.events, self.leaving
        return (None,) if leaving is not None and len(events) > leaving.at and events[leaving.at] is event else ()

    def _leave(self, game: Game, event: Event, source: None) -> Steps:
        """The first thing and way, in an order drawn by seed, by which something happens."""
        leaving = self.leaving
        assert leaving is not None
        ways = [(thing, way) for thing in self._going_on(game, event) for way in self.leaves[thing[0]]]
        Random(f"{self.seed}/{leaving.number}").shuffle(ways)
        for thing, way in ways:
            leaving.what, leaving.way = thing, way.__name__
            happened = len(game.log)
            yield from carry_out(way(game, thing[1]))
            if len(game.log) > happened:
                return
        leaving.what = None

    def _going_on(self, game: Game, event: Event) -> list[Thing]:
        """What the event and the running contexts name, of the tables that something may leave."""
        contexts = [frame.context for frame in game.frames() if frame.context is not None]
        ids = dict.fromkeys(id for facts in (event, *contexts) for id in _ids(facts))
        tables = {table: getattr(game.state, table) for table in self.leaves}
        return [(name, id) for id in ids for name, table in tables.items() if id in table]


def _ids(value: Any) -> Iterator[Id]:
    """What may be the id of something in the facts of an event or a context."""
    if isinstance(value, str) or type(value) is int:
        yield value
    elif isinstance(value, msgspec.Struct):
        yield from _ids([getattr(value, name) for name in value.__struct_fields__])
    elif isinstance(value, dict):
        yield from _ids([*value.keys(), *value.values()])
    elif isinstance(value, Iterable):
        for item in value:
            yield from _ids(item)


def _go_on(moment: _Moment, leaving: Leaving, rng: Random, on: int | None) -> None:
    """Go on from a moment with random answers, and once more with the same ones. Raises CheckFailed."""
    game = moment.game.fork()
    game.answer(moment.answer, moment.player)
    given = len(moment.game.answers)
    for _ in range(MOST if on is None else on):
        if game.request is None or leaving.what is None:
            break
        request = rng.choice(game.requests)
        answer = random_answer(request, rng)
        try:
            game.answer(answer, request.player)
        except Refused as refused:
            raise CheckFailed(CHECK, f"{naming(request)} gives {answer!r}, but refuses it: {refused}") from None
    if leaving.what is None:
        return
    again = moment.game.fork(chance=Manual())
    for player, answer in game.answers[given:]:
        again = again.fork()
        again.answer(answer, None if player == CHANCE else player)
    compare(CHECK, "the same answers again, forked at each", _position_of(game), _position_of(again))


def _position_of(game: Game) -> dict[str, Any]:
    """A position, whoever rolled the dice."""
    return {**position_of(game), "chance": None}

"""Figures without a budget: what each operation of the kernel costs, and how fast the proofs are played."""

from __future__ import annotations

import importlib
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

from rulewright import Game, Ruleset, SetupError, load, new_game
from rulewright.api import rules_for
from rulewright.journal import journal_of
from rulewright.ruleset import Rules

from ..games import drill, duel, skirmish
from ..measure import Absent, Pair, Row, Sample, Tools, cost, less, rate
from ..players import play_any, play_listed
from .parts import EVENTS, answering

STEPS: Final = 100
MIDDLE: Final = 300


def _grows(rules: Rules, answers: int, events: int) -> None:
    """An answer leads to this many further answers and events."""
    game = new_game(rules, seed=1)
    game.answer(1)
    assert len(game.answers) == answers and len(game.log) == events, (len(game.answers), len(game.log))


def _decision(tools: Tools) -> Pair:
    _grows(drill.drill(0, steps=0), 1, 0)
    return Pair(answering(drill.drill(0, steps=0)), None, "one answer, no event")


def _difference(rules: Rules, without: Rules, each: int, answers: int, events: int) -> Pair:
    _grows(rules, answers, events)
    return Pair(less(answering(rules), answering(without), each), None, f"{answers} answers, {events} events")


def _step(tools: Tools) -> Pair:
    """A step that begins, does nothing and ends, with its checkpoint."""
    return _difference(drill.drill(0, steps=STEPS), drill.drill(0, steps=0), STEPS, 1, 0)


def _event(tools: Tools) -> Pair:
    return _difference(drill.drill(EVENTS), drill.drill(0), EVENTS, 1, EVENTS)


def _writing_event(tools: Tools) -> Pair:
    return _difference(drill.drill(EVENTS, drill.Counted), drill.drill(0), EVENTS, 1, EVENTS)


def _roll(tools: Tools) -> Pair:
    return _difference(drill.drill(EVENTS, lambda number: drill.DICE), drill.drill(0), EVENTS, 1 + EVENTS, 0)


def _begin_game(tools: Tools) -> Pair:
    assert new_game(skirmish.RULES, seed=1).digest() == new_game(skirmish.RULES, seed=1).digest()
    return Pair(cost(lambda: new_game(skirmish.RULES, seed=1)), None, "equal digest")


def _middle() -> Game:
    """A skirmish in its middle, in mid-step."""
    game, random = new_game(skirmish.RULES, seed=1), Random(1)
    while len(game.answers) < MIDDLE or game.request.ask != "target":
        game.answer(game.request.space.sample(random))
    return game


def _of_game(do: Callable[[Game], Any], same: Callable[[Game, Any], bool], twin: str) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        game = _middle()
        assert same(game, do(game))
        return Pair(cost(lambda: do(game)), None, twin)

    return build


def _files(measured: str) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        path = Path(tools.stack.enter_context(tempfile.TemporaryDirectory())) / "game.json"
        game, _ = play_listed(skirmish.RULES, 1)
        game.save(path)
        assert load(path, game=skirmish.RULES).digest() == game.digest()
        operations: dict[str, Sample] = {
            "save": cost(lambda: game.save(path), clock=perf_counter),
            "load": cost(lambda: load(path, game=skirmish.RULES)),
        }
        return Pair(operations[measured], None, "the loaded game has the digest of the saved one")

    return build


def _refused(tools: Tools) -> Pair:
    from rulewright import Refused

    game = _middle()
    before = game.digest()

    def refused() -> bool:
        try:
            game.answer("nonsense")
        except Refused:
            return True
        return False

    assert refused() and game.digest() == before
    return Pair(cost(refused), None, "refused, and the digest as before")


def proof(name: str) -> tuple[Rules, Any]:
    """The frozen ruleset of a proof of the kernel, and the setup it is played with. Raises Absent."""
    try:
        module = importlib.import_module(f"tests.core.proofs.{name}")
    except Exception as error:  # not there, or being worked on
        raise Absent(f"tests.core.proofs.{name} cannot be imported ({error})") from error
    found = next((thing for thing in vars(module).values() if isinstance(thing, Rules | Ruleset)), None)
    if found is None:
        raise Absent(f"tests.core.proofs.{name} has no ruleset")
    rules, setup = rules_for(found), getattr(module, "SETUP", None)
    try:
        new_game(rules, setup, seed=1)
    except SetupError as error:
        raise Absent(f"tests.core.proofs.{name} has no SETUP to be played with ({error})") from error
    return rules, setup


def _proof(name: str) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        rules, setup = proof(name)
        one, other = (play_any(rules, 1, setup)[0] for _ in range(2))
        assert one.result is not None and one.digest() == other.digest()
        return Pair(rate(lambda seed: play_any(rules, seed, setup)[1]), None, "ends, and ends equally a second time")

    return build


def _duel(tools: Tools) -> Pair:
    one, other = (play_listed(duel.RULES, 1)[0] for _ in range(2))
    assert one.digest() == other.digest()
    return Pair(rate(lambda seed: play_listed(duel.RULES, seed)[1]), None, "ends equally a second time")


PROOFS: Final = (
    "crisis_attack.attack", "crisis_attack.damage", "crisis_attack.dice", "crisis_attack.series",
    "grid_attack.rolling", "grid_attack.hitting", "grid_attack.dial", "grid_attack.control",
    "shooting.rolling", "shooting.damage", "shooting.attack", "shooting.overwatch", "shooting.splitting",
    "shooting.last_fight",
)  # fmt: skip

ROWS: Final = (
    Row("decision", "an answer checked and recorded, and the next question asked; one turn", "-", "ns", _decision),
    Row("step", "a step with its checkpoint that does nothing", "-", "ns", _step),
    Row("event", "an event that writes nothing", "-", "ns", _event),
    Row("event-write", "an event that writes one field", "-", "ns", _writing_event),
    Row("roll", "a roll of four dice, recorded", "-", "ns", _roll),
    Row("new-game", "a new skirmish of 20 units to its first question", "-", "us", _begin_game),
    Row("fork", "a fork of a skirmish in mid-step, and the first look at it", "-", "us",
        _of_game(lambda game: game.fork().request, lambda game, found: found == game.request, "the same question")),
    Row("fork-unseen", "a fork that nobody looks at", "-", "us",
        _of_game(lambda game: game.fork(), lambda game, found: found.digest() == game.digest(), "the same digest")),
    Row("view", "a player's view with its state", "-", "us",
        _of_game(lambda game: game.view(0).state,
                 lambda game, found: len(found.units) == skirmish.UNITS, "all units are seen")),
    Row("view-json", "a player's view as JSON", "-", "us",
        _of_game(lambda game: game.view(0).to_json(),
                 lambda game, found: found == game.view(0).to_json(), "the same twice")),
    Row("digest", "a digest of the position", "-", "us",
        _of_game(lambda game: game.digest(), lambda game, found: found == game.fork().digest(), "that of a fork")),
    Row("why", "why the last event happened", "-", "us",
        _of_game(lambda game: game.why(len(game.log) - 1), lambda game, found: bool(str(found)), "there is a reason")),
    Row("journal", "the journal of a skirmish in its middle, in memory", "-", "us",
        _of_game(journal_of, lambda game, found: found.answers == game.answers, "all answers")),
    Row("refusal", "an answer refused, with the reason", "-", "us", _refused),
    Row("save", "a finished skirmish written to a file", "-", "us", _files("save")),
    Row("load", "the same read, replayed and verified", "-", "us", _files("load")),
    Row("play-duel", "random duels", "-", "decisions/s", _duel, True),
    *(
        Row(f"proof-{re.sub('[_.]', '-', name)}", f"random games of the proof {name}", "-", "decisions/s",
            _proof(name), True)
        for name in PROOFS
    ),
)  # fmt: skip

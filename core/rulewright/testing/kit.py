"""The conformance kit: what every ruleset owes, checked over random games.

    check_ruleset("checkers", games=50, seed=1)

raises :class:`KitFailure` naming the check, the game and the first difference, or returns a :class:`Report` of what
was played and which steps, windows, triggers, reactions, effects and content it touched. The checks:

===========  ============================================================================================
ends         a random game ends, no step fails, nothing runs in circles
options      every listed answer is accepted, and a question has a legal answer
refusals     anything else is refused in words, and the position stays as it was
seed         one seed and the same answers give one log
rerun        the position rebuilt from its last checkpoint is this very position, with the same questions
fork         two forks go on alike under the same answers, and like a fresh replay; the game itself stands still
undo         a decision taken back leaves the position before it
save         a game saved and loaded, through JSON, is this position and goes on like it
state        the tables survive JSON
records      no record is changed except by an event, through its table; records hold no sets
clock        rules read no clock and no generator of random numbers but the game's
leak         two positions that differ only in what a player may not know look alike to that player, and so do two
             games in which a shuffle ended differently; no event tells a word (a card, a role) that lies hidden
alike        faces of dice that a roll calls alike make no difference to tables and questions
windows      nobody is asked for a reaction who has none, unless the timing policy asks all
faces        what the ruleset says, draws and reckons for a view works everywhere, and events can be explained
hash seeds   two processes with different hash seeds play the same games (needs ``where``)
replay       a fresh process plays the journals again, event by event (needs ``where``)
damage       spoilt saves, tables, setups and content files are refused in words, or read as what they were
===========  ============================================================================================
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import msgspec

from ..api import new_game, rules_for
from ..chance import Chance
from ..effects import EffectBegan
from ..game import BrokenRules, Game, LoopDetected
from ..requests import CHANCE, Refused
from ..ruleset import Rules, Ruleset
from .comparing import (
    naming,
    parting_of_logs,
    place_in_rules,
    random_answer,
)
from .damaged import check_damage
from .exercised import count_content, count_seen, counting, sum_up
from .findings import Fault, KitFailure, Report
from .hidden import check_opening, hides_anything
from .looks import Look
from .patience import OutOfPatience, patience
from .processes import same_under_hash_seeds
from .told import Recording, Told
from .watching import clocks_refused


def check_ruleset(
    game: str | Ruleset | Rules,
    games: int = 20,
    seed: int = 1,
    setup: Any = None,
    *,
    looks: int | None = 12,
    most: int = 20_000,
    where: str = "",
    damages: int = 30,
    content: Iterable[str | Path] = (),
    wait: float = 120.0,
    must_exercise: bool = False,
    excused: Iterable[str] = (),
) -> Report:
    """Check a ruleset over random games with the seeds ``seed``, ``seed + 1``, ...

    ``setup`` is a setup, or a function of the seed that gives one. ``looks`` is at how many decisions of each game
    the costly checks are made (None: at all of them). A game must end within ``most`` decisions. ``where`` names the
    ruleset as "module:attribute" for the processes of the check "hash seeds"; a ruleset given by name needs none.
    Saves, tables, setups and the files of ``content`` are spoilt in ``damages`` ways each. A game that takes more than
    ``wait`` seconds is taken to run without end. With ``must_exercise`` everything registered has to come up, except
    the names in ``excused``.
    Raises KitFailure.
    """
    started = time.perf_counter()
    rules = rules_for(game)
    report = Report(rules.id)
    played: list[Game] = []
    with counting(rules, report), clocks_refused(rules.id):
        for number in range(seed, seed + games):
            trial = _Trial(rules, setup(number) if callable(setup) else setup, number, most, looks, report)
            with patience(wait) if wait else nullcontext():
                played.append(trial.run())
    if damages and played:
        report.checks["damage"] += check_damage(played[-1], damages, seed, content=content)
    where = where or (game if isinstance(game, str) else "")
    if where:
        _elsewhere(where, played[:2], seed, setup, most, report)
    else:
        report.skipped["hash seeds"] = report.skipped["replay"] = 'pass where="module:attribute"'
    sum_up(report, rules, must_exercise, frozenset(excused))
    report.seconds = time.perf_counter() - started
    return report


def _elsewhere(where: str, played: Sequence[Game], seed: int, setup: Any, most: int, report: Report) -> None:
    """The checks in other processes."""
    alike = not callable(setup)
    same_under_hash_seeds(
        where,
        games=len(played) if alike else 0,
        seed=seed,
        setup=setup if alike else None,
        seeds=(1, 2) if alike else (1,),
        most=most,
        played=played,
    )
    report.checks["replay"] += len(played)
    if alike:
        report.checks["hash seeds"] += 1
    else:
        report.skipped["hash seeds"] = "setup is a function, which is not passed to other processes"


class _Trial:
    """One random game, played twice: plainly, and then again with every check."""

    def __init__(self, rules: Rules, setup: Any, seed: int, most: int, looks: int | None, report: Report) -> None:
        self.rules = rules
        self.setup = setup
        self.seed = seed
        self.most = most
        self.looks = looks
        self.report = report
        self.game: Game | None = None
        self.number = 0

    def run(self) -> Game:
        """Play and check; returns the game. Raises KitFailure."""
        try:
            digests, plain = self._play(frozenset())
            count_content(self.report, plain)
            _, checked = self._play(self._chosen(len(digests)), digests, plain)
            self._count(checked)
        except Fault as fault:
            self._fail(fault.check, str(fault))
        except BrokenRules as error:
            cause = error.__cause__
            self._fail(cause.check, str(cause)) if isinstance(cause, Fault) else self._fail("ends", str(error))
        except LoopDetected as error:
            self._fail("ends", str(error))
        except Refused as error:
            self._fail("ends", f"refused by the rules themselves: {error}")
        except OutOfPatience as error:
            self._fail("ends", f"{error}; the rules run in a circle there, or the game needs a longer wait=")
        return checked

    def _fail(self, check: str, difference: str) -> NoReturn:
        raise KitFailure(check, self.rules.id, difference, self.seed, self.number, _kept(self.game)) from None

    def _chosen(self, decisions: int) -> frozenset[int]:
        """At which decisions the costly checks are made."""
        if self.looks is None or decisions <= self.looks:
            return frozenset(range(decisions))
        return frozenset(Random(f"{self.seed}/looks").sample(range(decisions), self.looks))

    def _play(
        self, looks: frozenset[int], digests: Sequence[str] = (), like: Game | None = None
    ) -> tuple[list[str], Game]:
        rng = Random(f"{self.seed}/answers")
        self.number = 0
        chance = Recording(self.seed)
        game = self.game = self._begin(chance)
        told = Told(game, chance) if like is not None and hides_anything(self.rules) else None
        found: list[str] = []
        while game.request is not None:
            number = self.number = len(found)
            if number == self.most:
                raise Fault("ends", f"the game is not over after {number} decisions (see most=)")
            found.append(game.digest())
            if like is not None and (number >= len(digests) or found[-1] != digests[number]):
                raise Fault("seed", parting_of_logs(like, game))
            look = Look(self.rules, game, f"{self.seed}/{number}", self.report) if number in looks else None
            if look:
                look.check()
            request = rng.choice(game.requests)
            answer = random_answer(request, rng)
            try:
                game.answer(answer, request.player)
            except Refused as refused:
                raise Fault("options", f"{naming(request)} gives {answer!r}, but refuses it: {refused}") from None
            if look:
                look.check_records()
                look.check_events()
            if told:
                told.go_on(game)
        if like is not None and game.digest() != like.digest():
            raise Fault("seed", parting_of_logs(like, game))
        if told:
            told.go_on(game)
            self.report.checks["events told"] += len(game.log)
            check_opening(self._begin(Recording(self.seed)), Random(f"{self.seed}/opening"))
        return found, game

    def _begin(self, chance: Chance) -> Game:
        try:
            return new_game(self.rules, self.setup, seed=self.seed, chance=chance)
        except (Fault, Refused, LoopDetected):
            raise
        except Exception as error:
            what = f"{type(error).__name__}: {error}{place_in_rules(error)}"
            raise Fault("ends", f"the game does not begin: {what}") from error

    def _count(self, game: Game) -> None:
        report = self.report
        report.games += 1
        report.decisions += self.number + 1
        report.chances += sum(player == CHANCE for player, _ in game.answers)
        report.events += len(game.log)
        result = game.result
        winners = result.winners if result else ()
        report.results["draw" if not winners else "won by " + ", ".join(map(str, winners))] += 1
        report.checks["ends"] += 1
        report.checks["seed"] += 1
        for entry in game.log:
            count_seen(report, "event", type(entry.event).__name__)
            if isinstance(entry.event, EffectBegan):
                count_seen(report, "effect", entry.event.effect.kind)


def _kept(game: Game | None) -> str:
    """The journal of a game in a temporary file."""
    if game is None:
        return ""
    handle, path = tempfile.mkstemp(prefix=f"{game.rules.id}-", suffix=".json")
    try:
        data = msgspec.json.encode({"rulewright": 1, "header": game.header, "answers": game.answers})
    except (TypeError, ValueError) as error:
        data = json.dumps({"unreadable": str(error), "answers": repr(game.answers)}).encode()
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    return path


__all__ = ["KitFailure", "Report", "check_ruleset", "same_under_hash_seeds"]

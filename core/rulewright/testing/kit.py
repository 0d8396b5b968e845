"""The conformance kit: what every ruleset owes, checked over random games.

    check_ruleset("checkers", games=50, seed=1)

raises :class:`KitFailure` naming the check, the game and the first difference, or returns a :class:`Report` of what
was played and which steps, windows, triggers, reactions, effects and content it touched. The checks:

===========  ============================================================================================
ends         a random game ends, no step fails, nothing runs in circles
options      every listed answer is accepted, and a question has a legal answer; a space reads what it shows, and
             settles nothing that is exact
on demand    a list worked out on demand is what it would have been at once
refusals     anything else is refused in words, and the position stays as it was
seed         one seed and the same answers give one log
rerun        the position rebuilt from its last checkpoint is this very position, with the same questions
fork         two forks go on alike under the same answers, and like a fresh replay; the game itself stands still
undo         a decision taken back leaves the position before it
save         a game saved and loaded, through JSON, is this position and goes on like it
state        the tables survive JSON
worlds       what a row puts on a board or a scene follows from the row and from what never changes in a game
records      no record is changed except by an event, through its table, no context and no event at all; they hold
             plain data
clock        rules read no clock, no environment and no generator of random numbers but the game's
rules        a ledger has every rule that steps, triggers, reactions, windows and events cite
events       what happens stands in Ruleset(events=[...]) or that of an extension, where these list any
texts        a language in which anything is said has all the texts, and each text its facts
steps        no step makes an event, a question or a call and forgets to yield it, or catches everything round a yield
leak         two positions that differ only in what a player may not know look alike to that player, and so do two
             games in which a shuffle ended differently; no event tells a word (a card, a role) that lies hidden; what
             a player imagines is distributed alike in both
alike        faces of dice that a roll calls alike make no difference to tables and questions
windows      nobody is asked for a reaction who has none, unless the timing policy asks all
faces        what the ruleset says, draws and reckons for a view works everywhere in both languages, and events can
             be explained
hash seeds   processes with different hash seeds play the same games (needs ``where``)
replay       a fresh process plays the journals again, event by event (needs ``where``)
gone         what leaves, is replaced or changes hands in the middle of anything is not met again by the steps that go
             on (needs ``Ruleset(leaves=...)``)
damage       spoilt saves, tables, setups and content files are refused in words, or read as what they were
===========  ============================================================================================
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Any, Final, NoReturn

import msgspec

from ..api import new_game, rules_for
from ..chance import Chance
from ..effects import EffectBegan, EffectEnded
from ..game import Game, LoopDetected
from ..reasons import explanations
from ..refusals import Refused
from ..requests import CHANCE, naming
from ..ruleset import Rules, Ruleset
from ..state import Id
from .comparing import check_for, compare, in_words, parting_of_logs, position_of, random_answer, snapshot_of
from .damaged import check_damage
from .decisions import Kept, Look, Replayed
from .exercised import count_content, count_seen, counting, sum_up, traits_counted
from .findings import CheckFailed, KitFailure, Report
from .hidden import check_opening, hides_anything
from .leaving import check_leaving
from .patience import OutOfPatience, patience
from .processes import same_under_hash_seeds
from .secrets import KnownWords, Recording
from .static import check_registered, refuse_unknown, refuse_unlisted
from .watching import clocks_refused, on_demand_as_at_once
from .writing import check_views


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
    leavings: int = 16,
    content: Iterable[str | Path] = (),
    wait: float = 120.0,
    must_exercise: bool = False,
    excused: Iterable[str] = (),
) -> Report:
    """Check a ruleset over random games with the seeds ``seed``, ``seed + 1``, ...

    ``setup`` is a setup, or a function of the seed that gives one; without it the first game has the usual one, and the
    others have what the ruleset's ``sample_setup`` gives. ``looks`` is at how many decisions of each game
    the costly checks are made (None: at all of them). A game must end within ``most`` decisions. ``where`` names the
    ruleset as "module:attribute" for the processes of the check "hash seeds"; a ruleset given by name needs none.
    Saves, tables, setups and the files of ``content`` are spoilt in ``damages`` ways each. Something leaves the last
    game at ``leavings`` moments, where the ruleset says how; `check_leaving` does more of it. A game that takes more
    than ``wait`` seconds of processor time is taken to run without end. With ``must_exercise`` everything registered
    has to come up, except the names in ``excused``.
    Raises KitFailure.
    """
    started = time.perf_counter()
    rules = rules_for(game)
    report = Report(rules.id)
    try:
        check_registered(rules)
    except CheckFailed as fault:
        raise KitFailure(fault.check, rules.id, str(fault)) from None
    setups = [_setup_of(rules, setup, number, seed) for number in range(seed, seed + games)]
    played: list[Game] = []
    with counting(rules, report), traits_counted(report), clocks_refused(rules.id), on_demand_as_at_once(report):
        for number, one in enumerate(setups, seed):
            trial = _Trial(rules, one, number, most, looks, report)
            with patience(wait) if wait else nullcontext():
                played.append(trial.run())
    if damages and played:
        report.checks["damage"] += check_damage(played[-1], damages, seed, content=content)
    if leavings and played and rules.ruleset.leaves:
        with patience(wait) if wait else nullcontext():
            report.checks["gone"] += check_leaving(rules, setups[-1], seed + games - 1, leavings)
    elif leavings and played:
        report.skipped["gone"] = "say how what is in play leaves: Ruleset(leaves={...})"
    _refuse_emptiness(report, rules)
    if played:
        check_views(played[0], report)
    where = where or (game if isinstance(game, str) else "")
    if where:
        _elsewhere(where, played[:2], seed, setups[:2], most, report)
    else:
        report.skipped["hash seeds"] = report.skipped["replay"] = 'pass where="module:attribute"'
    try:
        refuse_unlisted(rules, {type(entry.event) for game in played for entry in game.log})
    except CheckFailed as fault:
        raise KitFailure(fault.check, rules.id, str(fault)) from None
    sum_up(report, rules, must_exercise, frozenset(excused))
    report.seconds = time.perf_counter() - started
    return report


def _refuse_emptiness(report: Report, rules: Rules) -> None:
    """Games without decisions, and positions made up as they are, prove nothing. Raises KitFailure."""
    if report.games and not report.decisions:
        raise KitFailure("ends", rules.id, f"{report.games} games were over before anyone was asked anything")
    if report.checks["leak"] or not hides_anything(rules):
        return
    if rules.ruleset.determinize is not None and report.true_to_life >= TRUE_TO_LIFE:
        raise KitFailure(
            "leak",
            rules.id,
            f"determinize made up {report.true_to_life} positions, and each was the true one, so that nothing could be "
            "compared: it deals again, with rng, what the view hides",
        )
    report.skipped["leak"] = "no other position could be made up that hides something else"


TRUE_TO_LIFE: Final = 20
"""A determinize that makes up nothing but the truth this many times knows it."""


def _setup_of(rules: Rules, setup: Any, number: int, first: int) -> Any:
    """The setup of the game with seed ``number``."""
    sample = rules.ruleset.sample_setup
    if setup is None and sample is not None and number > first:
        return sample(rules.content, Random(f"{number}/setup"))
    return setup(number) if callable(setup) else setup


def _elsewhere(where: str, played: Sequence[Game], seed: int, setups: Sequence[Any], most: int, report: Report) -> None:
    """The checks in other processes."""
    same_under_hash_seeds(
        where, games=len(played), seed=seed, setups=setups, seeds=HASH_SEEDS, most=most, played=played
    )  # fmt: skip
    report.checks["replay"] += len(played)
    report.checks["hash seeds"] += 1


HASH_SEEDS: Final = (1, 2, 3, 4)
"""Two words lie in a set in the same order under every second pair of seeds; under all of these in one of eight."""

LATELY: Final = 20
"""This many of the last questions are named of a game that does not end."""

NAMED: Final = 12
"""This many of the steps that ran are named where one of them has written what only events write."""


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
            self._count(plain)
            _, checked = self._play(self._chosen(len(digests)), digests, plain)
        except CheckFailed as fault:
            ran = f"; what ran: {', '.join([*self.report.lately][-NAMED:])}" if fault.check == "records" else ""
            self._fail(fault.check, f"{fault}{ran}")
        except Refused as error:
            self._fail("ends", f"refused by the rules themselves: {error}")
        except OutOfPatience as error:
            self._fail("ends", f"{error}; the rules run in a circle there, or the game needs a longer wait=")
        except Exception as error:
            if isinstance(cause := error.__cause__, CheckFailed):
                self._fail(cause.check, str(cause))
            self._fail(check_for(error, "ends"), in_words(error))
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
        told = KnownWords(game, chance) if like is not None and hides_anything(self.rules) else None
        found: list[str] = []
        kept = Kept(game) if like is not None else None
        asked: deque[str] = deque(maxlen=LATELY)
        replayed, last = Replayed(self.rules, game.setup), max(looks, default=-1)
        while game.request is not None:
            number = self.number = len(found)
            if number == self.most:
                lately = ", ".join(dict.fromkeys(asked))
                raise CheckFailed(
                    "ends", f"the game is not over after {number} decisions (see most=); lately: {lately}"
                )
            self._check_seats(game)
            found.append(_digest(game))
            if like is not None and (number >= len(digests) or found[-1] != digests[number]):
                self._part(like, game)
            look = None
            if number in looks:
                again = None if number == last else replayed  # the last look begins from nothing
                look = Look(self.rules, game, f"{self.seed}/{number}", self.report, again)
                look.check()
            request = rng.choice(game.requests)
            answer = random_answer(request, rng)
            asked.append(naming(request))
            self.report.lately.clear()
            try:
                game.answer(answer, request.player)
            except Refused as refused:
                raise CheckFailed("options", f"{naming(request)} gives {answer!r}, but refuses it: {refused}") from None
            if look:
                look.check_records()
                look.check_events()
            if told:
                told.go_on(game)
            if kept:
                kept.go_on()
        self._check_seats(game)
        _digest(game)
        if like is not None and kept is not None:
            if game.digest() != like.digest() or game.log != like.log:
                self._part(like, game)
            kept.check()
            Look(self.rules, game, f"{self.seed}/end", self.report).check_faces()
        if told:
            told.go_on(game)
            self.report.checks["events told"] += len(game.log)
            check_opening(self._begin(Recording(self.seed)), Random(f"{self.seed}/opening"))
        return found, game

    def _part(self, like: Game, game: Game) -> NoReturn:
        """Say where a game parts from the one that was played like it before. Raises CheckFailed."""
        if like.log[: len(game.log)] == game.log:  # the same was told, so a third game has to show the difference
            third = self._begin(Recording(self.seed))
            for player, answer in game.answers:
                if player != CHANCE:
                    third.answer(answer, player)
            outlives = "a variable of a module, a cache, a default that records share"
            what = f"two games with the same events; something outlives a game ({outlives})"
            compare("seed", what, position_of(game), position_of(third))
            raise CheckFailed("seed", f"the positions differ in {what}")
        raise CheckFailed("seed", parting_of_logs(like, game))

    def _check_seats(self, game: Game) -> None:
        """Only who sits at the table is asked, and wins. Raises CheckFailed."""
        seats = ", ".join(map(str, game.players))
        for request in game.requests:
            if request.player != CHANCE and request.player not in game.players:
                raise CheckFailed("options", f"{naming(request)} asks nobody: the seats are {seats}")
            count_seen(self.report, "seat", str(request.player))
        winners = game.result.winners if game.result else ()
        if not isinstance(winners, tuple) or not set(winners) <= set(game.players):
            raise CheckFailed("ends", f"the game is won by {winners!r}; winners are a tuple of the seats {seats}")

    def _begin(self, chance: Chance) -> Game:
        try:
            return new_game(self.rules, self.setup, seed=self.seed, chance=chance)
        except (CheckFailed, Refused, LoopDetected):
            raise
        except Exception as error:
            raise CheckFailed(check_for(error, "ends"), f"the game does not begin: {in_words(error)}") from error

    def _count(self, game: Game) -> None:
        report = self.report
        report.games += 1
        report.seats = max(report.seats, len(game.players))
        report.decisions += sum(player != CHANCE for player, _ in game.answers)
        report.chances += sum(player == CHANCE for player, _ in game.answers)
        report.events += len(game.log)
        result = game.result
        winners = result.winners if result else ()
        reason = f" ({result.reason})" if result and result.reason else ""
        report.results[("won by " + ", ".join(map(str, winners)) if winners else "draw") + reason] += 1
        report.checks["ends"] += 1
        report.checks["seed"] += 1
        lasting: dict[Id, str] = {}
        for entry in game.log:
            count_seen(report, "event", type(entry.event).__name__)
            what = f"the event {type(entry.event).__name__} of {entry.source!r}"
            told = [rule for one in explanations(entry.cause) for rule in one.rules]
            for rule in (entry.event.rule, *told):
                refuse_unknown(self.rules, rule, what)
            if isinstance(entry.event, EffectBegan):
                count_seen(report, "effect", entry.event.effect.kind)
                lasting[entry.event.effect.id] = entry.event.effect.kind
                if entry.event.effect.until != "game":
                    report.lasting[entry.event.effect.kind] = None
            if isinstance(entry.event, EffectEnded):
                count_seen(report, "end of effect", lasting[entry.event.effect])


def _digest(game: Game) -> str:
    """The digest of the position. Raises CheckFailed naming what cannot be written down."""
    try:
        return game.digest()
    except (TypeError, ValueError) as error:
        snapshot_of(game)
        raise CheckFailed("state", f"the position cannot be written down: {error}") from None


def _kept(game: Game | None) -> str:
    """The journal of a game in a temporary file."""
    if game is None:
        return ""
    handle, path = tempfile.mkstemp(prefix=f"{game.rules.id}-", suffix=".json")
    try:
        data = msgspec.json.encode({"rulewright": 1, "header": game.header, "answers": list(game.answers)})
    except (TypeError, ValueError) as error:
        data = json.dumps({"unreadable": str(error), "answers": repr(game.answers)}).encode()
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    return path

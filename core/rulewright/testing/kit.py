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
leak         two positions that differ only in what a player may not know look alike to that player
alike        faces of dice that a roll calls alike make no difference to tables and questions
windows      nobody is asked for a reaction who has none, unless the timing policy asks all
faces        what the ruleset says, draws and reckons for a view works everywhere, and events can be explained
hash seeds   two processes with different hash seeds play the same games (needs ``where``)
===========  ============================================================================================
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import Annotated, Any, Final, get_args, get_origin

import msgspec

from ..api import from_journal, new_game, rules_for
from ..chance import Manual
from ..dice import DiceSpace
from ..effects import EffectBegan
from ..events import Event, Noted
from ..flow import Node
from ..game import BrokenRules, Drift, Game, LoopDetected
from ..journal import journal_of, parse, rebuild
from ..requests import CHANCE, NothingLegal, Refused
from ..ruleset import Rules, Ruleset
from ..setups import plain_setup
from ..state import Seen, State, Viewer, hidden_fields, may_see, owner_of
from ..view import describe_request

NONSENSE: Final = (
    "no such answer", 10**30, -987_654_321, float("nan"), ("no", "such", "answer"), ((),), {"no": 1}, object(),
)  # fmt: skip
"""Answers that no question expects; one that happens to be listed is left out."""

LISTED: Final = 40
"""Of a longer list of answers so many are tried."""

ONWARD: Final = 4
"""Decisions played after a fork or a load, to see that it goes on alike."""


class KitFailure(AssertionError):
    """A ruleset fails a check.

    ``check`` is its name, ``seed`` that of the game, ``request`` the number of the decision (from 0),
    ``difference`` what was found, ``journal`` the path of the game's journal up to there.
    """

    def __init__(
        self, check: str, ruleset: str, difference: str, seed: int = 0, request: int | None = None, journal: str = ""
    ) -> None:
        self.check = check
        self.seed = seed
        self.request = request
        self.difference = difference
        self.journal = journal
        where = "" if request is None else f" (game with seed {seed}, decision {request})"
        kept = f"\n  journal: {journal}" if journal else ""
        super().__init__(f"{ruleset} fails the check {check!r}{where}:\n  {difference}{kept}")


class Fault(Exception):
    """For the kit: a check failed; becomes a KitFailure once game and decision are known."""

    def __init__(self, check: str, difference: str) -> None:
        super().__init__(difference)
        self.check = check


@dataclass
class Report:
    """What the kit played and saw.

    ``checks`` counts how often each check was made, ``skipped`` says why one was not. ``exercised`` counts, by kind
    ("step", "window", "trigger", "reaction", "effect", "event", "content ..."), how often each name came up;
    ``silent`` lists the names that never did.
    """

    ruleset: str
    games: int = 0
    decisions: int = 0
    chances: int = 0
    events: int = 0
    seconds: float = 0.0
    results: Counter[str] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    skipped: dict[str, str] = field(default_factory=dict)
    exercised: dict[str, Counter[str]] = field(default_factory=dict)
    silent: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __str__(self) -> str:
        lines = [
            f"{self.ruleset}: {self.games} games, {self.decisions} decisions, {self.chances} rolls and shuffles, "
            f"{self.events} events, {self.seconds:.1f} s",
            "  results: " + ", ".join(f"{name} {count}" for name, count in self.results.most_common()),
            "  checks: " + ", ".join(f"{name} {count}" for name, count in self.checks.items()),
            *(f"  not checked: {name}: {why}" for name, why in self.skipped.items()),
        ]
        for kind, names in self.silent.items():
            whole = len(names) + len(self.exercised.get(kind, ()))
            lines.append(f"  never came up: {len(names)} of {whole} {kind}s: {', '.join(names)}")
        return "\n".join(lines)


def check_ruleset(
    game: str | Ruleset | Rules,
    games: int = 20,
    seed: int = 1,
    setup: Any = None,
    *,
    looks: int | None = 12,
    most: int = 20_000,
    where: str = "",
    must_exercise: bool = False,
    excused: Iterable[str] = (),
) -> Report:
    """Check a ruleset over random games with the seeds ``seed``, ``seed + 1``, ...

    ``setup`` is a setup, or a function of the seed that gives one. ``looks`` is at how many decisions of each game
    the costly checks are made (None: at all of them). A game must end within ``most`` decisions. ``where`` names the
    ruleset as "module:attribute" for the processes of the check "hash seeds"; a ruleset given by name needs none.
    With ``must_exercise`` everything registered has to come up, except the names in ``excused``.
    Raises KitFailure.
    """
    started = time.perf_counter()
    rules = rules_for(game)
    report = Report(rules.id)
    with _counting(rules, report), _watching(rules.id):
        for number in range(seed, seed + games):
            _Trial(rules, setup(number) if callable(setup) else setup, number, most, looks, report).run()
    where = where or (game if isinstance(game, str) else "")
    if where and not callable(setup):
        same_under_hash_seeds(where, games=min(games, 2), seed=seed, setup=setup, most=most)
        report.checks["hash seeds"] += 1
    else:
        report.skipped["hash seeds"] = 'pass where="module:attribute"'
    _sum_up(report, rules, must_exercise, frozenset(excused))
    report.seconds = time.perf_counter() - started
    return report


# ------------------------------------------------------------------------------------------- one random game


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

    def run(self) -> None:
        """Play and check; raises KitFailure."""
        try:
            digests, plain = self._play(frozenset())
            _content_seen(self.report, plain)
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

    def _fail(self, check: str, difference: str) -> None:
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
        game = self.game = self._begin()
        found: list[str] = []
        while game.request is not None:
            number = self.number = len(found)
            if number == self.most:
                raise Fault("ends", f"the game is not over after {number} decisions (see most=)")
            found.append(game.digest())
            if like is not None and (number >= len(digests) or found[-1] != digests[number]):
                raise Fault("seed", _two_logs(like, game))
            look = _Look(self.rules, game, f"{self.seed}/{number}", self.report) if number in looks else None
            if look:
                look.check()
            request = rng.choice(game.requests)
            answer = _answer(request, rng)
            game.answer(answer, request.player)
            if look:
                look.check_records()
                look.check_events()
        if like is not None and game.digest() != like.digest():
            raise Fault("seed", _two_logs(like, game))
        return found, game

    def _begin(self) -> Game:
        try:
            return new_game(self.rules, self.setup, seed=self.seed)
        except (Fault, Refused, LoopDetected):
            raise
        except Exception as error:
            raise Fault("ends", f"the game does not begin: {type(error).__name__}: {error}") from error

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
            _seen(report, "event", type(entry.event).__name__)
            if isinstance(entry.event, EffectBegan):
                _seen(report, "effect", entry.event.effect.kind)


def _answer(request: Any, rng: Random) -> Any:
    try:
        return request.space.sample(rng)
    except NothingLegal as error:
        raise Fault("options", f"{_named(request)} has no legal answer: {error}") from None


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


# ------------------------------------------------------------------------------------------ one close look


class _Look:
    """All costly checks at one decision."""

    def __init__(self, rules: Rules, game: Game, seed: str, report: Report) -> None:
        self.rules = rules
        self.game = game
        self.seed = seed
        self.rng = Random(seed)
        self.report = report
        self.digest = game.digest()
        self.kept = _snapshot(game)
        self.state = game.state.fork()
        self.logged = len(game.log)

    def check(self) -> None:
        """Make them all. Raises Fault."""
        try:
            for check in (
                self.check_windows, self.check_rerun, self.check_state, self.check_options, self.check_refusals,
                self.check_fork, self.check_undo, self.check_save, self.check_alike, self.check_faces,
            ):  # fmt: skip
                self._begin(check.__name__)
                check()
                self.report.checks[check.__name__.removeprefix("check_")] += 1
            self._begin("check_leaks")
            self.check_leaks()
        finally:
            # A record that was changed behind the engine's back explains all other differences.
            self.check_records()
        if self.game.digest() != self.digest:
            raise Fault("fork", "looking at forks, saves and views has changed the game itself")

    def _begin(self, check: str) -> None:
        """Each check draws its own random numbers, whatever the others draw."""
        self.rng = Random(f"{self.seed}/{check}")

    def check_windows(self) -> None:
        policy = self.rules.timing.ask_all
        for request in self.game.requests:
            if request.ask == "react" and request.about.get("window") in self.rules.windows:
                window = request.about["window"]
                asks = policy if isinstance(policy, bool) else policy(self.game, request.player, window)
                if not asks and tuple(request.space.options() or ()) == (None,):
                    raise Fault("windows", f"player {request.player} is asked in window {window!r} and has no reaction")

    def check_rerun(self) -> None:
        game, again = self.game, self.game.fork()
        with _faulty("rerun", "the step that is open does not run a second time on the same answers"):
            again.digest()
        _compare("rerun", "running the open step again from its checkpoint", _position(game), _position(again))
        if game.log != again.log:
            raise Fault("rerun", f"running the open step again from its checkpoint: {_two_logs(game, again)}")

    def check_state(self) -> None:
        state = self.game.state
        with _faulty("state", "the tables do not survive JSON"):
            data = state.to_json()
            back = type(state).from_json(data)
        _compare("state", "the tables through JSON", _plain(state.plain()), _plain(back.plain()))
        if back.digest() != state.digest():
            raise Fault("state", "the tables through JSON have another digest: a field is read back as another type")

    def check_options(self) -> None:
        for request in self.game.requests:
            listed = request.space.options()
            if listed is None:
                listed = request.space.suggest(8, self.rng)
            if not len(listed):
                raise Fault("options", f"{_named(request)} has no legal answer")
            for option in listed if len(listed) <= LISTED else self.rng.sample(list(listed), LISTED):
                self._accepts(request, option)

    def _accepts(self, request: Any, option: Any) -> None:
        if violations := request.space.check(option):
            raise Fault("options", f"{_named(request)} lists {option!r}, but refuses it: {violations[0]}")
        try:
            self.game.fork().answer(option, request.player)
        except Refused as refused:
            raise Fault("options", f"{_named(request)} lists {option!r}, but refuses it: {refused}") from None
        except (BrokenRules, LoopDetected) as error:
            raise Fault("ends", f"answering {_named(request)} with {option!r}: {error}") from None

    def check_refusals(self) -> None:
        game = self.game
        for request in game.requests:
            listed = request.space.options()
            for nonsense in NONSENSE:
                if listed is not None and any(nonsense is option or nonsense == option for option in listed):
                    continue
                if listed is None and not request.space.check(nonsense):
                    continue
                self._refuses(request, nonsense)

    def _refuses(self, request: Any, nonsense: Any) -> None:
        fork = self.game.fork()
        try:
            fork.answer(nonsense, request.player)
        except Refused as refused:
            if not refused.reason:
                raise Fault("refusals", f"{_named(request)} refuses {nonsense!r} without a reason") from None
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise Fault("refusals", f"{_named(request)} fails on {nonsense!r} instead of refusing it: {what}") from None
        else:
            raise Fault("refusals", f"{_named(request)} accepts {nonsense!r}, which is not among its options")
        if fork.digest() != self.digest:
            raise Fault("refusals", f"{_named(request)} refuses {nonsense!r}, but the position has changed")

    def check_fork(self) -> None:
        one, other = self.game.fork(), self.game.fork()
        answers = _play_on(one, self.rng)
        if self.game.digest() != self.digest:
            raise Fault("fork", "playing on in a fork has changed the game it was taken from")
        _follow(other, answers, "fork", "another fork of the same moment")
        _compare("fork", "two forks after the same answers", _position(one), _position(other))
        if one.log != other.log:
            raise Fault("fork", f"two forks after the same answers: {_two_logs(one, other)}")
        with _faulty("fork", "a fresh replay of the answers fails"):
            fresh = rebuild(self.rules, self.game.setup, journal_of(one))
        _compare("fork", "a fork and a fresh replay of its answers", _position(one), _position(fresh))
        if one.log != fresh.log:
            raise Fault("fork", f"a fork and a fresh replay of its answers: {_two_logs(one, fresh)}")

    def check_undo(self) -> None:
        fork = self.game.fork()
        request = self.rng.choice(fork.requests)
        answer = _answer(request, self.rng)
        fork.answer(answer, request.player)
        try:
            fork.undo()
        except Refused:
            return
        what = f"after taking back {answer!r} to {_named(request)}"
        _compare("undo", what, _position(self.game), _position(fork))

    def check_save(self) -> None:
        with _faulty("save", "the game can not be saved and loaded"):
            data = msgspec.json.encode(journal_of(self.game))
            loaded = from_journal(parse(data), game=self.rules)
        _compare("save", "the game and its save", _position(self.game), _position(loaded))
        fork = self.game.fork()
        answers = _play_on(fork, self.rng)
        _follow(loaded, answers, "save", "the loaded game")
        _compare("save", "after the same answers the game and its save", _position(fork), _position(loaded))

    def check_leaks(self) -> None:
        game = self.game
        if not _hides(self.rules):
            self.report.skipped["leak"] = "this ruleset hides nothing"
            return
        for player in game.players:
            for other in _lookalikes(game, player, self.rng):
                seed = self.rng.getrandbits(48)
                self._go_alike(player, game.fork(seed), other.fork(seed))
                self.report.checks["leak"] += 1

    def _go_alike(self, player: int, one: Game, other: Game) -> None:
        """Two games that differ in what a player may not know look alike until something is revealed."""
        what = f"two positions that differ only in what player {player} may not know, as player {player} sees them"
        if one.events(player) != other.events(player):
            return  # What the open step has shown already is another thing in the made-up position.
        start = one._base.log  # where the open step began, which was run again on what is made up
        if not _look_alike(player, one, other, (start, start), what):
            return
        for _ in range(2 * ONWARD):
            if one.request is None:
                return
            request = self.rng.choice(one.requests)
            answer = _answer(request, self.rng)
            if not _takes(other, request.player, answer):
                return  # Somebody else's choice that the made-up position does not allow.
            since = len(one.log), len(other.log)
            with _faulty("ends", f"answering {_named(request)} with {answer!r}"):
                one.answer(answer, request.player)
            try:
                other.answer(answer, request.player)
            except (BrokenRules, LoopDetected, Refused):
                return  # Nor does it allow what follows.
            if not _look_alike(player, one, other, since, f"{what}, after {answer!r} to {_named(request)}"):
                return

    def check_alike(self) -> None:
        game = self.game.fork(chance=Manual())
        for _ in range(ONWARD):
            alike = _alike(game.request)
            if alike:
                break
            if game.request is None:
                return
            game.answer(_answer(game.request, self.rng), game.request.player)
        else:
            return
        one, other = game.fork(), game.fork()
        fallen = _answer(game.request, self.rng)
        as_good = tuple(self.rng.choice(next((group for group in alike if face in group), (face,))) for face in fallen)
        one.answer(fallen)
        other.answer(as_good)
        what = f"after {fallen!r} and {as_good!r}, which {_named(game.request)} calls alike,"
        for _ in range(2 * ONWARD):
            _compare("alike", what, _open_to_all(one), _open_to_all(other))
            if one.request is None:
                return
            answer = _answer(one.request, self.rng)
            one.answer(answer)
            other.answer(answer)

    def check_faces(self) -> None:
        game, ruleset = self.game, self.rules.ruleset
        for player in game.players:
            view = game.view(player)
            with _faulty("faces", "the ruleset's functions for views fail"):
                if ruleset.evaluate:
                    _expect("evaluate", ruleset.evaluate(view, player), (int, float))
                if ruleset.draw:
                    _expect("draw", ruleset.draw(view, "en"), (str,))
                if ruleset.label and view.request is not None:
                    answer = _answer(view.request, self.rng)
                    _expect("label", ruleset.label(view, view.request, answer, "en"), (str, type(None)))
        if game.log:
            with _faulty("faces", "an event can not be explained"):
                game.why(self.rng.randrange(len(game.log)))

    def check_records(self) -> None:
        """No record of the moment of this look was changed in place since."""
        for label, (thing, before) in self.kept.items():
            now = _plain(thing)
            if now != before:
                place, was, found = _difference(before, now, label) or (label, "", "")
                raise Fault(
                    "records",
                    f"{place} was {was} and is {found}, but no event wrote it: records and contexts never change in "
                    "place; an event's apply takes a copy with state.TABLE.edit(id), a step yields game.note(...)",
                )

    def check_events(self) -> None:
        """After the answer: the tables are what the events of the log have made of them."""
        state = self.state
        state.writing = True
        for entry in self.game.log[self.logged :]:
            if not isinstance(entry.event, Noted):
                _apply(entry.event, state)
        told, found = _rows(_plain(state.plain())), _rows(_plain(self.game.state.plain()))
        if difference := _difference(told, found, ""):
            raise Fault(
                "records",
                f"{difference[0].lstrip('.')} is {difference[2]}, but the events of the log make it {difference[1]}: "
                "only events may write, each only what its apply says",
            )
        self.report.checks["records"] += 1


def _takes(game: Game, player: int, answer: Any) -> bool:
    return any(r.player == player and not r.space.check(answer) for r in game.requests)


def _look_alike(player: int, one: Game, other: Game, since: tuple[int, int], what: str) -> bool:
    """Whether two games look alike to a player; False once the player rightly learns more. Raises Fault for a leak."""
    viewer = one.viewer(player)
    revealed = False
    for mine, theirs in zip(one.log[since[0] :], other.log[since[1] :], strict=False):
        reveals = _reveals(mine.event, player) or _reveals(theirs.event, player)
        seen, imagined = mine.event.seen_by(viewer), theirs.event.seen_by(viewer)
        if seen != imagined and (reveals or revealed):
            return False
        if seen != imagined and type(seen) is type(imagined):
            raise Fault(
                "leak",
                f"{_short(seen)} shows player {player} something hidden, for it might as well have been "
                f"{_short(imagined)}: mark the field with Seen, or the event REVEALS = True where it is turned up",
            )
        revealed = revealed or reveals
    now, then = _seen_by(one, player), _seen_by(other, player)
    if revealed and now != then:
        return False
    _compare("leak", what, now, then)
    return True


def _reveals(event: Event, player: int) -> bool:
    """Whether an event tells a player what was hidden so far, as it should."""
    kind = type(event)
    if getattr(kind, "REVEALS", False):
        return True
    hides = hidden_fields(kind) or getattr(kind, "AUDIENCE", Seen.PUBLIC) is not Seen.PUBLIC
    return owner_of(event) == player and bool(hides or kind.seen_by is not Event.seen_by)


def _expect(name: str, value: Any, kinds: tuple[type, ...]) -> None:
    if not isinstance(value, kinds):
        raise TypeError(f"{name} returned {value!r}, expected {kinds[0].__name__}")


def _apply(event: Event, state: State) -> None:
    """Apply an event. Raises Fault where it writes something that can not be taken back."""
    before, mark = state.sums(), len(state.undo)
    event.apply(state)
    state.rollback(mark)
    after = state.sums()
    if before != after:
        tables = [name for name in dict.fromkeys((*before, *after)) if before.get(name) != after.get(name)]
        raise Fault(
            "records",
            f"{type(event).__name__} changes a record of {', '.join(tables)} in place: its apply must take a copy with "
            "state.TABLE.edit(id) and write that",
        )
    event.apply(state)


def _named(request: Any) -> str:
    return f"request {request.ask!r} to player {request.player}"


@contextmanager
def _faulty(check: str, what: str) -> Iterator[None]:
    """Any error inside is a fault of the check."""
    try:
        yield
    except Fault:
        raise
    except Exception as error:
        raise Fault(check, f"{what}: {type(error).__name__}: {error}") from error


def _play_on(game: Game, rng: Random) -> list[tuple[int, Any]]:
    """Play some random decisions; returns them."""
    given: list[tuple[int, Any]] = []
    while len(given) < ONWARD and game.request is not None:
        request = rng.choice(game.requests)
        answer = _answer(request, rng)
        with _faulty("ends", f"answering {_named(request)} with {answer!r}"):
            game.answer(answer, request.player)
        given.append((request.player, answer))
    return given


def _follow(game: Game, answers: Iterable[tuple[int, Any]], check: str, what: str) -> None:
    with _faulty(check, f"{what} does not take the same answers"):
        for player, answer in answers:
            game.answer(answer, player)


# ------------------------------------------------------------------------------------------- comparing


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value, enc_hook=repr, str_keys=True)


def _position(game: Game) -> dict[str, Any]:
    """Everything that must be equal where two games stand alike."""
    position: dict[str, Any] = _plain(game.position())
    position["state"] = _rows(position["state"])
    position["requests"] = [_plain_request(request) for request in game.requests]
    position["result"] = _plain(game.result)
    position["chance"] = game.positions()
    return position


def _rows(tables: dict[str, Any]) -> dict[str, Any]:
    """Plain tables with their rows by id, so that a difference names the row."""
    by_id = {name: {repr(row["id"]): row for row in rows} for name, rows in tables.items() if isinstance(rows, list)}
    return {**tables, **by_id}


def _plain_request(request: Any) -> Any:
    return json.loads(json.dumps(_plain(describe_request(request)), default=repr))


def _seen_by(game: Game, player: int) -> dict[str, Any]:
    """Everything a player can learn from the game at this moment."""
    seen: dict[str, Any] = {"asked": [request.player for request in game.requests]}
    seen.update(json.loads(game.view(player).to_json()))
    seen["options"] = [_plain(r.space.options()) for r in game.requests if r.player == player]
    seen["events"] = [[type(event).__name__, _plain(event)] for event in game.events(player)]
    return seen


def _open_to_all(game: Game) -> dict[str, Any]:
    """The tables, and the answers that are legal."""
    return {
        "tables": _rows(_plain(game.state.plain())),
        "asked": [[request.player, request.ask, _plain(request.space.describe())] for request in game.requests],
    }


def _alike(request: Any) -> tuple[tuple[Any, ...], ...]:
    """The faces that the roll which is asked for calls alike."""
    space = getattr(request, "space", None)
    return space.alike if isinstance(space, DiceSpace) else ()


def _compare(check: str, what: str, one: Any, other: Any) -> None:
    found = _difference(one, other, "")
    if found:
        raise Fault(check, f"{what}: {found[0].lstrip('.')} is {found[1]} in the first and {found[2]} in the second")


def _difference(one: Any, other: Any, path: str) -> tuple[str, str, str] | None:
    """The first place where two plain values differ, with what stands there."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys((*one, *other)):
            if key not in one or key not in other:
                return f"{path}.{key}", _short(one.get(key, "missing")), _short(other.get(key, "missing"))
            if found := _difference(one[key], other[key], f"{path}.{key}"):
                return found
        if list(one) != list(other):
            return f"the order of {path}", _short(list(one)), _short(list(other))
        return None
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
            if found := _difference(mine, theirs, f"{path}[{number}]"):
                return found
        return None if len(one) == len(other) else (f"the length of {path}", str(len(one)), str(len(other)))
    return None if one == other and type(one) is type(other) else (path, _short(one), _short(other))


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 160 else f"{text[:157]}..."


def _two_logs(one: Game, other: Game) -> str:
    """Where the logs of two games part that should be the same."""
    for number, (mine, theirs) in enumerate(zip(one.log, other.log, strict=False)):
        if (mine.event, mine.cause) != (theirs.event, theirs.cause) or repr(mine.source) != repr(theirs.source):
            return (
                f"event {number} is {_short(mine.event)} (by {mine.source!r}) in the first and {_short(theirs.event)} "
                f"(by {theirs.source!r}) in the second; rules must depend on state, answers and chance alone"
            )
    if len(one.log) == len(other.log):
        return "the logs agree, but the positions differ: something was written without an event"
    longer = max(one, other, key=lambda game: len(game.log))
    number = min(len(one.log), len(other.log))
    return f"event {number}, {_short(longer.log[number].event)}, happened in only one of two games that should be alike"


def _snapshot(game: Game) -> dict[str, tuple[Any, Any]]:
    """Every record and context with its present content. Raises Fault for a set in one."""
    for table in game.state.tables:
        for key, record in table.items():
            if record.id != key:
                raise Fault("records", f"{table.name}[{key!r}] has the id {record.id!r}; an id never changes")
    things = [(f"{table.name}[{key!r}]", record) for table in game.state.tables for key, record in table.items()]
    things += [(f"the {type(f.context).__name__} of {f.node.name}", f.context) for f in game.frames() if f.context]
    kept = {}
    for label, thing in things:
        for name in thing.__struct_fields__:
            if isinstance(getattr(thing, name), set | frozenset):
                raise Fault("records", f"{label}.{name} is a set; sets have no order, use a tuple")
        kept[label] = (thing, _plain(thing))
    return kept


# ------------------------------------------------------------------------------------------- hidden things


def _hides(rules: Rules) -> bool:
    kinds = (*rules.tables.values(), *rules.contexts)
    return rules.ruleset.determinize is not None or any(
        hidden_fields(kind) or "seen_by" in vars(kind) for kind in kinds if isinstance(kind, type)
    )


def _lookalikes(game: Game, player: int, rng: Random) -> Iterator[Game]:
    """Positions that differ from this one only in what the player may not know, as far as any can be made up."""
    for _ in range(3):
        if game.rules.ruleset.determinize is not None:
            try:
                yield game.view(player).imagine(rng)
            except Drift:
                continue
            except Exception as error:
                what = f"determinize fails for player {player}: {type(error).__name__}: {error}"
                raise Fault("leak", what) from error
        elif records := _redealt(game, player, rng):
            other = game.fork()
            try:
                other.replace_hidden(records, player, exchange=False)
            except Exception:
                continue  # Dealt again at random, the position may be one that can not have come about.
            yield other


def _redealt(game: Game, player: int, rng: Random) -> dict[str, list[Any]]:
    """The records that hide something from the player, with each owner's hidden things dealt again."""
    viewer = game.viewer(player)
    places = list(_hidden_places(game.state, viewer))
    pools: dict[Any, list[Any]] = {}
    for _, record, name in places:
        value = getattr(record, name)
        pools.setdefault(_pool(record, name), []).extend(value if isinstance(value, tuple) else (value,))
    for pool in pools.values():
        rng.shuffle(pool)
    changed: dict[tuple[str, Any], Any] = {}
    for table, record, name in places:
        pool = pools[_pool(record, name)]
        value = getattr(record, name)
        dealt: Any = tuple(pool.pop() for _ in value) if isinstance(value, tuple) else pool.pop()
        key = (table, record.id)
        changed[key] = msgspec.structs.replace(changed.get(key, record), **{name: dealt})
    found: dict[str, list[Any]] = {}
    for (table, _), record in changed.items():
        found.setdefault(table, []).append(record)
    return found


def _pool(record: Any, name: str) -> Any:
    """Hidden things are dealt again among those of one owner and one kind of field."""
    kind = next(field.type for field in msgspec.structs.fields(type(record)) if field.name == name)
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    return owner_of(record), type(record).__name__, str(kind)


def _hidden_places(state: State, viewer: Viewer) -> Iterator[tuple[str, Any, str]]:
    for table in state.tables:
        if table.name != "contexts":
            for record in table.values():
                for name, seen in hidden_fields(type(record)):
                    if not may_see(seen, owner_of(record), viewer) and getattr(record, name) is not None:
                        yield table.name, record, name


# ------------------------------------------------------------------------------------------- two hash seeds

_CHILD: Final = "from rulewright.testing.kit import play_for_digests; play_for_digests()"


def same_under_hash_seeds(
    where: str, games: int = 2, seed: int = 1, setup: Any = None, *, seeds: Sequence[int] = (1, 2), most: int = 20_000
) -> None:
    """Play the same games in processes with different hash seeds; they must not differ in anything.

    ``where`` is "module:attribute" of a ruleset (or of a function that gives one), "file.py:attribute", or the name
    of an installed one. Raises KitFailure with the first difference.
    """
    plain = setup if setup is None or isinstance(setup, dict) else plain_setup(setup)
    task = json.dumps({"where": where, "games": games, "seed": seed, "setup": plain, "most": most, "path": sys.path})
    one, *others = (_in_process(where, task, hash_seed) for hash_seed in seeds)
    for hash_seed, other in zip(seeds[1:], others, strict=True):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            found = _difference(mine, theirs, "")
            if found:
                raise KitFailure(
                    "hash seeds",
                    where,
                    f"with PYTHONHASHSEED={seeds[0]} and {hash_seed} the game with seed {seed + number} differs: "
                    f"{found[0].lstrip('.')} is {found[1]} and {found[2]}; does a rule go through a set?",
                    seed + number,
                )


def _in_process(where: str, task: str, hash_seed: int) -> list[Any]:
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, json; sys.path[:] = json.loads(sys.argv[1])['path']; {_CHILD}", task],
        capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    if done.returncode:
        raise KitFailure("hash seeds", where, f"the games could not be played in a process:\n{done.stderr[-2000:]}")
    found: list[Any] = json.loads(done.stdout)
    return found


def play_for_digests() -> None:
    """For the kit's processes: play the games that the command line describes and print what happened."""
    task = json.loads(sys.argv[1])
    rules = rules_for(_located(task["where"]))
    played = []
    for seed in range(task["seed"], task["seed"] + task["games"]):
        game = new_game(rules, task["setup"], seed=seed)
        rng = Random(f"{seed}/answers")
        asked: list[Any] = []
        while game.request is not None and len(asked) < task["most"]:
            request = rng.choice(game.requests)
            asked.append(_plain_request(request))
            game.answer(_answer(request, rng), request.player)
        events = [[type(entry.event).__name__, _plain(entry.event)] for entry in game.log]
        played.append({"requests": asked, "events": events, "digest": game.digest()})
    print(json.dumps(played, default=repr))


def _located(where: str) -> Any:
    """The ruleset that ``where`` names."""
    module, _, attribute = where.rpartition(":")
    if not module:
        return where
    if module.endswith(".py"):
        from importlib.util import module_from_spec, spec_from_file_location

        spec = spec_from_file_location("ruleset_under_test", module)
        if spec is None or spec.loader is None:
            raise ImportError(f"{module} can not be imported")
        loaded = sys.modules["ruleset_under_test"] = module_from_spec(spec)
        spec.loader.exec_module(loaded)
    else:
        if os.getcwd() not in sys.path:
            sys.path.append(os.getcwd())
        loaded = import_module(module)
    found = getattr(loaded, attribute)
    return found if isinstance(found, Ruleset | Rules | str) else found()


# ------------------------------------------------------------------------------------- clocks and generators

_CLOCKS: Final = ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time")
_GENERATORS: Final = (
    "random", "randint", "randrange", "choice", "choices", "sample", "shuffle", "uniform", "getrandbits", "gauss",
)  # fmt: skip


@contextmanager
def _watching(ruleset: str) -> Iterator[None]:
    """While games are played, refuse the clock and the global generator to rules code."""
    replaced = [
        (module, name, getattr(module, name))
        for module, names in ((time, _CLOCKS), (random, _GENERATORS))
        for name in names
    ]
    for module, name, function in replaced:
        setattr(module, name, _refusing(f"{module.__name__}.{name}", function))
    try:
        yield
    finally:
        for module, name, function in replaced:
            setattr(module, name, function)


def _refusing(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        caller = sys._getframe(1)
        module = caller.f_globals.get("__name__", "")
        top = module.partition(".")[0]
        if top in sys.stdlib_module_names or top in _TRUSTED:
            return function(*args, **kwargs)
        where = f"{module}, line {caller.f_lineno}"
        raise Fault("clock", f"{where}, calls {name}(); rules ask chance with a Roll, Shuffle or Pick")

    return refuse


_TRUSTED: Final = ("rulewright", "pytest", "_pytest", "hypothesis", "pluggy", "pydantic", "coverage", "xdist")


# ------------------------------------------------------------------------------------- what was exercised


def _seen(report: Report, kind: str, name: str, times: int = 1) -> None:
    report.exercised.setdefault(kind, Counter())[name] += times


@contextmanager
def _counting(rules: Rules, report: Report) -> Iterator[None]:
    """Count every step, window, trigger and reaction that runs."""
    replaced: list[tuple[Any, str, Any]] = []

    def count(thing: Any, attribute: str, kind: str, name: str) -> None:
        function = getattr(thing, attribute)

        def counted(*args: Any) -> Any:
            _seen(report, kind, name)
            return function(*args)

        replaced.append((thing, attribute, function))
        setattr(thing, attribute, counted)

    for kind, node in _steps(rules):
        count(node, "fn", kind, node.path.removesuffix("/ask") if kind == "window" else node.path)
    for item in rules.triggers.values():
        count(item, "resolve", "trigger", item.name)
    for item in rules.reactions.values():
        count(item, "resolve", "reaction", item.name)
    try:
        yield
    finally:
        for thing, attribute, function in replaced:
            setattr(thing, attribute, function)


def _steps(rules: Rules) -> list[tuple[str, Node]]:
    """Every step of the compiled flow and procedures, and the asking step of every window, once."""
    found: dict[int, tuple[str, Node]] = {}
    waiting = list(rules.nodes.values())
    seen: set[int] = set()
    while waiting:
        node = waiting.pop(0)
        if id(node) in seen:
            continue
        seen.add(id(node))
        waiting.extend(node.steps)
        for step in node.steps:
            if step.fn is not None:
                found[id(step)] = ("window" if node.window is not None else "step", step)
    return list(found.values())


def _registered(rules: Rules) -> dict[str, list[str]]:
    """Everything that could come up, by kind."""
    found: dict[str, list[str]] = {}
    for kind, node in _steps(rules):
        found.setdefault(kind, []).append(node.path.removesuffix("/ask") if kind == "window" else node.path)
    used = {name for item in rules.reactions.values() for name in item.windows}
    found["window"] = [path for path in found.get("window", ()) if path.rpartition("/")[2] in used]
    found["trigger"] = list(rules.triggers)
    found["reaction"] = list(rules.reactions)
    found["effect"] = list(rules.effect_kinds)
    kinds = (*rules.ruleset.events, *(kind for extension in rules.extensions for kind in extension.events))
    found["event"] = [kind.__name__ for kind in kinds]
    for kind, entries in _content(rules).items():
        found[f"content {kind}"] = list(entries)
    return {kind: list(dict.fromkeys(names)) for kind, names in found.items()}


def _content(rules: Rules) -> dict[str, list[str]]:
    """The ids of the content entries by kind, where the content is a pack or a mapping of mappings."""
    content: Any = rules.content
    kinds: Any = getattr(content, "kinds", None)
    if kinds is None:
        kinds = list(content) if isinstance(content, Mapping) else ()
    return {str(kind): [str(id) for id in content[kind]] for kind in kinds if isinstance(content[kind], Mapping)}


def _content_seen(report: Report, game: Game) -> None:
    """Count the content entries whose id stands in some event or record of the game."""
    content = _content(game.rules)
    if not content:
        return
    words: set[str] = set()
    _gather([_plain(entry.event) for entry in game.log], words)
    _gather(_plain(game.state.plain()), words)
    for kind, ids in content.items():
        for id in ids:
            if id in words:
                _seen(report, f"content {kind}", id)


def _gather(value: Any, words: set[str]) -> None:
    if isinstance(value, str):
        words.add(value)
    elif isinstance(value, dict):
        words.update(key for key in value if isinstance(key, str))
        _gather(list(value.values()), words)
    elif isinstance(value, list | tuple):
        for item in value:
            _gather(item, words)


def _sum_up(report: Report, rules: Rules, must_exercise: bool, excused: frozenset[str]) -> None:
    for kind, names in _registered(rules).items():
        came_up = report.exercised.get(kind, Counter())
        missing = tuple(name for name in names if name not in came_up)
        if missing:
            report.silent[kind] = missing
    if rules.content is not None and not _content(rules):
        report.skipped["content"] = "the content is neither a pack nor a mapping of mappings"
    open_ = [f"{kind} {name}" for kind, names in report.silent.items() for name in names if name not in excused]
    if must_exercise and open_:
        raise KitFailure("exercised", rules.id, f"never came up in {report.games} games: {', '.join(open_)}")


__all__ = ["KitFailure", "Report", "check_ruleset", "same_under_hash_seeds"]

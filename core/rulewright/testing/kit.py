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
import tempfile
import time
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

import msgspec

from ..api import from_journal, new_game, rules_for
from ..chance import Manual
from ..dice import DiceSpace
from ..effects import EffectBegan
from ..events import Event, Noted
from ..game import BrokenRules, Game, LoopDetected
from ..journal import journal_of, parse, rebuild
from ..requests import CHANCE, Refused
from ..ruleset import Rules, Ruleset
from ..state import State
from .comparing import (
    as_plain,
    compare,
    faulty,
    first_difference,
    naming,
    open_to_all,
    parting_of_logs,
    position_of,
    random_answer,
    rows_by_id,
    snapshot_of,
)
from .exercised import count_content, count_seen, counting, sum_up
from .findings import Fault, KitFailure, Report
from .hidden import hides_anything, look_alike, lookalikes
from .processes import same_under_hash_seeds
from .watching import clocks_refused

NONSENSE: Final = (
    "no such answer", 10**30, -987_654_321, float("nan"), ("no", "such", "answer"), ((),), {"no": 1}, object(),
)  # fmt: skip
"""Answers that no question expects; one that happens to be listed is left out."""


LISTED: Final = 40
"""Of a longer list of answers so many are tried."""


ONWARD: Final = 4
"""Decisions played after a fork or a load, to see that it goes on alike."""


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
    with counting(rules, report), clocks_refused(rules.id):
        for number in range(seed, seed + games):
            _Trial(rules, setup(number) if callable(setup) else setup, number, most, looks, report).run()
    where = where or (game if isinstance(game, str) else "")
    if where and not callable(setup):
        same_under_hash_seeds(where, games=min(games, 2), seed=seed, setup=setup, most=most)
        report.checks["hash seeds"] += 1
    else:
        report.skipped["hash seeds"] = 'pass where="module:attribute"'
    sum_up(report, rules, must_exercise, frozenset(excused))
    report.seconds = time.perf_counter() - started
    return report


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
                raise Fault("seed", parting_of_logs(like, game))
            look = _Look(self.rules, game, f"{self.seed}/{number}", self.report) if number in looks else None
            if look:
                look.check()
            request = rng.choice(game.requests)
            answer = random_answer(request, rng)
            game.answer(answer, request.player)
            if look:
                look.check_records()
                look.check_events()
        if like is not None and game.digest() != like.digest():
            raise Fault("seed", parting_of_logs(like, game))
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


class _Look:
    """All costly checks at one decision."""

    def __init__(self, rules: Rules, game: Game, seed: str, report: Report) -> None:
        self.rules = rules
        self.game = game
        self.seed = seed
        self.rng = Random(seed)
        self.report = report
        self.digest = game.digest()
        self.kept = snapshot_of(game)
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
        with faulty("rerun", "the step that is open does not run a second time on the same answers"):
            again.digest()
        compare("rerun", "running the open step again from its checkpoint", position_of(game), position_of(again))
        if game.log != again.log:
            raise Fault("rerun", f"running the open step again from its checkpoint: {parting_of_logs(game, again)}")

    def check_state(self) -> None:
        state = self.game.state
        with faulty("state", "the tables do not survive JSON"):
            data = state.to_json()
            back = type(state).from_json(data)
        compare("state", "the tables through JSON", as_plain(state.plain()), as_plain(back.plain()))
        if back.digest() != state.digest():
            raise Fault("state", "the tables through JSON have another digest: a field is read back as another type")

    def check_options(self) -> None:
        for request in self.game.requests:
            listed = request.space.options()
            if listed is None:
                listed = request.space.suggest(8, self.rng)
            if not len(listed):
                raise Fault("options", f"{naming(request)} has no legal answer")
            for option in listed if len(listed) <= LISTED else self.rng.sample(list(listed), LISTED):
                self._accepts(request, option)

    def _accepts(self, request: Any, option: Any) -> None:
        if violations := request.space.check(option):
            raise Fault("options", f"{naming(request)} lists {option!r}, but refuses it: {violations[0]}")
        try:
            self.game.fork().answer(option, request.player)
        except Refused as refused:
            raise Fault("options", f"{naming(request)} lists {option!r}, but refuses it: {refused}") from None
        except (BrokenRules, LoopDetected) as error:
            raise Fault("ends", f"answering {naming(request)} with {option!r}: {error}") from None

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
                raise Fault("refusals", f"{naming(request)} refuses {nonsense!r} without a reason") from None
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise Fault("refusals", f"{naming(request)} fails on {nonsense!r} instead of refusing it: {what}") from None
        else:
            raise Fault("refusals", f"{naming(request)} accepts {nonsense!r}, which is not among its options")
        if fork.digest() != self.digest:
            raise Fault("refusals", f"{naming(request)} refuses {nonsense!r}, but the position has changed")

    def check_fork(self) -> None:
        one, other = self.game.fork(), self.game.fork()
        answers = _play_on(one, self.rng)
        if self.game.digest() != self.digest:
            raise Fault("fork", "playing on in a fork has changed the game it was taken from")
        _follow(other, answers, "fork", "another fork of the same moment")
        compare("fork", "two forks after the same answers", position_of(one), position_of(other))
        if one.log != other.log:
            raise Fault("fork", f"two forks after the same answers: {parting_of_logs(one, other)}")
        with faulty("fork", "a fresh replay of the answers fails"):
            fresh = rebuild(self.rules, self.game.setup, journal_of(one))
        compare("fork", "a fork and a fresh replay of its answers", position_of(one), position_of(fresh))
        if one.log != fresh.log:
            raise Fault("fork", f"a fork and a fresh replay of its answers: {parting_of_logs(one, fresh)}")

    def check_undo(self) -> None:
        fork = self.game.fork()
        request = self.rng.choice(fork.requests)
        answer = random_answer(request, self.rng)
        fork.answer(answer, request.player)
        try:
            fork.undo()
        except Refused:
            return
        what = f"after taking back {answer!r} to {naming(request)}"
        compare("undo", what, position_of(self.game), position_of(fork))

    def check_save(self) -> None:
        with faulty("save", "the game can not be saved and loaded"):
            data = msgspec.json.encode(journal_of(self.game))
            loaded = from_journal(parse(data), game=self.rules)
        compare("save", "the game and its save", position_of(self.game), position_of(loaded))
        fork = self.game.fork()
        answers = _play_on(fork, self.rng)
        _follow(loaded, answers, "save", "the loaded game")
        compare("save", "after the same answers the game and its save", position_of(fork), position_of(loaded))

    def check_leaks(self) -> None:
        game = self.game
        if not hides_anything(self.rules):
            self.report.skipped["leak"] = "this ruleset hides nothing"
            return
        for player in game.players:
            for other in lookalikes(game, player, self.rng):
                seed = self.rng.getrandbits(48)
                self._go_alike(player, game.fork(seed), other.fork(seed))
                self.report.checks["leak"] += 1

    def _go_alike(self, player: int, one: Game, other: Game) -> None:
        """Two games that differ in what a player may not know look alike until something is revealed."""
        what = f"two positions that differ only in what player {player} may not know, as player {player} sees them"
        if one.events(player) != other.events(player):
            return  # What the open step has shown already is another thing in the made-up position.
        start = one._base.log  # where the open step began, which was run again on what is made up
        if not look_alike(player, one, other, (start, start), what):
            return
        for _ in range(2 * ONWARD):
            if one.request is None:
                return
            request = self.rng.choice(one.requests)
            answer = random_answer(request, self.rng)
            if not _takes(other, request.player, answer):
                return  # Somebody else's choice that the made-up position does not allow.
            since = len(one.log), len(other.log)
            with faulty("ends", f"answering {naming(request)} with {answer!r}"):
                one.answer(answer, request.player)
            try:
                other.answer(answer, request.player)
            except (BrokenRules, LoopDetected, Refused):
                return  # Nor does it allow what follows.
            if not look_alike(player, one, other, since, f"{what}, after {answer!r} to {naming(request)}"):
                return

    def check_alike(self) -> None:
        game = self.game.fork(chance=Manual())
        for _ in range(ONWARD):
            alike = _alike(game.request)
            if alike:
                break
            if game.request is None:
                return
            game.answer(random_answer(game.request, self.rng), game.request.player)
        else:
            return
        one, other = game.fork(), game.fork()
        fallen = random_answer(game.request, self.rng)
        as_good = tuple(self.rng.choice(next((group for group in alike if face in group), (face,))) for face in fallen)
        one.answer(fallen)
        other.answer(as_good)
        what = f"after {fallen!r} and {as_good!r}, which {naming(game.request)} calls alike,"
        for _ in range(2 * ONWARD):
            compare("alike", what, open_to_all(one), open_to_all(other))
            if one.request is None:
                return
            answer = random_answer(one.request, self.rng)
            one.answer(answer)
            other.answer(answer)

    def check_faces(self) -> None:
        game, ruleset = self.game, self.rules.ruleset
        for player in game.players:
            view = game.view(player)
            with faulty("faces", "the ruleset's functions for views fail"):
                if ruleset.evaluate:
                    _expect("evaluate", ruleset.evaluate(view, player), (int, float))
                if ruleset.draw:
                    _expect("draw", ruleset.draw(view, "en"), (str,))
                if ruleset.label and view.request is not None:
                    answer = random_answer(view.request, self.rng)
                    _expect("label", ruleset.label(view, view.request, answer, "en"), (str, type(None)))
        if game.log:
            with faulty("faces", "an event can not be explained"):
                game.why(self.rng.randrange(len(game.log)))

    def check_records(self) -> None:
        """No record of the moment of this look was changed in place since."""
        for label, (thing, before) in self.kept.items():
            now = as_plain(thing)
            if now != before:
                place, was, found = first_difference(before, now, label) or (label, "", "")
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
        told, found = rows_by_id(as_plain(state.plain())), rows_by_id(as_plain(self.game.state.plain()))
        if difference := first_difference(told, found, ""):
            raise Fault(
                "records",
                f"{difference[0].lstrip('.')} is {difference[2]}, but the events of the log make it {difference[1]}: "
                "only events may write, each only what its apply says",
            )
        self.report.checks["records"] += 1


def _takes(game: Game, player: int, answer: Any) -> bool:
    return any(r.player == player and not r.space.check(answer) for r in game.requests)


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


def _play_on(game: Game, rng: Random) -> list[tuple[int, Any]]:
    """Play some random decisions; returns them."""
    given: list[tuple[int, Any]] = []
    while len(given) < ONWARD and game.request is not None:
        request = rng.choice(game.requests)
        answer = random_answer(request, rng)
        with faulty("ends", f"answering {naming(request)} with {answer!r}"):
            game.answer(answer, request.player)
        given.append((request.player, answer))
    return given


def _follow(game: Game, answers: Iterable[tuple[int, Any]], check: str, what: str) -> None:
    with faulty(check, f"{what} does not take the same answers"):
        for player, answer in answers:
            game.answer(answer, player)


def _alike(request: Any) -> tuple[tuple[Any, ...], ...]:
    """The faces that the roll which is asked for calls alike."""
    space = getattr(request, "space", None)
    return space.alike if isinstance(space, DiceSpace) else ()


__all__ = ["KitFailure", "Report", "check_ruleset", "same_under_hash_seeds"]

"""The costly checks at one decision of a game: on forks, re-runs, saves, views and made-up positions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from math import isfinite
from random import Random
from typing import Any, Final

import msgspec

from ..api import from_journal
from ..chance import Chance, Manual, Seeded
from ..events import Event, Noted
from ..game import BrokenRules, Game, LoopDetected
from ..journal import Journal, SaveError, check_marks, journal_of, parse, rebuild
from ..narrator import Narrator, part_keys, snake
from ..outcomes import DiceSpace
from ..plaindata import plain, same
from ..reading import Unreadable
from ..refusals import Refused
from ..requests import CHANCE, naming, suggested
from ..ruleset import Rules
from ..setups import make_setup
from ..state import State
from ..text import LANGUAGES
from .comparing import (
    as_plain,
    compare,
    faulty,
    first_difference,
    in_words,
    open_to_all,
    parting_of_logs,
    place_in_rules,
    position_of,
    random_answer,
    refuse_odd,
    rows_by_id,
    shortened,
    snapshot_of,
)
from .findings import CheckFailed, Report
from .hidden import (
    Reshuffled,
    check_determinize,
    hidden_things,
    hides_anything,
    look_alike,
    lookalikes,
    shuffle_is_hidden,
)
from .illegal import answers_outside
from .imagined import check_imagined
from .panels import check_look, check_panel, check_question
from .refusals import not_in_ledger

LISTED: Final = 40
"""Where the list of answers is longer, this many are tried."""

ONWARD: Final = 4
"""Decisions played after a fork or a load, to see that it goes on alike."""


BARRED: Final = 2
"""This many of the answers that a question gives reasons against are tried."""
RETOLD: Final = 12
"""This many events before the moment of a look are told in words."""

_FIELD: Final = re.compile(r"\{[^\W\d]\w*\}")


class Kept:
    """The events of a game as they were when they happened: an event is a fact, and facts do not change."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[bytes] = []
        self.go_on()

    def go_on(self) -> None:
        """Keep what has happened since. Raises CheckFailed for an event that holds more than plain data."""
        for entry in self.game.log[len(self.events) :]:
            try:
                self.events.append(msgspec.json.encode(entry.event))
            except (TypeError, ValueError):
                for name in entry.event.__struct_fields__:
                    refuse_odd(f"{type(entry.event).__name__}.{name}", getattr(entry.event, name))
                self.events.append(msgspec.json.encode(entry.event, enc_hook=repr))

    def check(self) -> None:
        """Nothing has changed since. Raises CheckFailed."""
        for number, (entry, kept) in enumerate(zip(self.game.log, self.events, strict=True)):
            if msgspec.json.encode(entry.event, enc_hook=repr) != kept:
                raise CheckFailed(
                    "records",
                    f"event {number}, now {shortened(entry.event)}, was {kept.decode()[:160]} when it happened: "
                    f"{entry.source!r} goes on writing into what it gave the event; give it a tuple",
                )


class Replayed:
    """A game that is played again from its journal, and goes on wherever a later journal of the same game does."""

    def __init__(self, rules: Rules, setup: Any) -> None:
        self.rules, self.setup = rules, setup
        self._game: Game | None = None

    def to(self, journal: Journal, chance: Chance) -> Game:
        """A copy of the game at the end of a journal, with ``chance`` from there on. Raises Drift and SaveError."""
        game = self._game
        if game is None:
            game = self._game = rebuild(self.rules, self.setup, journal, chance=Manual())
        elif not same(plain(journal.answers[: len(game.answers)]), plain(list(game.answers))):
            raise SaveError("the journal does not begin with the answers that it had before")
        give_all(game, journal.answers[len(game.answers) :])
        check_marks(game, journal)
        return game.fork(chance=chance)


class Look:
    """All costly checks at one decision.

    ``replayed`` is what was played again at the looks before this one of the same game; without it the game is played
    again from its beginning.
    """

    def __init__(self, rules: Rules, game: Game, seed: str, report: Report, replayed: Replayed | None = None) -> None:
        self.replayed = replayed
        self.rules = rules
        self.game = game
        self.seed = seed
        self.rng = Random(seed)
        self.report = report
        self.digest = game.digest()
        self.kept = snapshot_of(game)
        self.state = game.state.fork()
        self.logged = len(game.log)
        self.tellers = {lang: Narrator(rules, lang) for lang in LANGUAGES}

    def check(self) -> None:
        """Make them all. Raises CheckFailed."""
        try:
            for check in (
                self.check_windows, self.check_rerun, self.check_state, self.check_options, self.check_refusals,
                self.check_fork, self.check_undo, self.check_save, self.check_alike, self.check_draws, self.check_faces,
            ):  # fmt: skip
                self._begin(check.__name__)
                check()
                self.report.checks[check.__name__.removeprefix("check_")] += 1
            self.check_worlds()
            self._begin("check_leaks")
            self.check_leaks()
        finally:
            # A record that was changed behind the engine's back explains all other differences.
            self.check_records()
        if self.game.digest() != self.digest:
            raise CheckFailed("fork", "looking at forks, saves and views has changed the game itself")

    def _begin(self, check: str) -> None:
        """Each check draws its own random numbers, whatever the others draw."""
        self.rng = Random(f"{self.seed}/{check}")

    def check_windows(self) -> None:
        """Nobody is asked in a reaction window without having a reaction, unless the timing policy asks everyone."""
        policy = self.rules.timing.ask_all
        for request in self.game.requests:
            if request.ask == "react" and request.about.get("window") in self.rules.windows:
                window = request.about["window"]
                asks = policy if isinstance(policy, bool) else policy(self.game, request.player, window)
                if not asks and tuple(request.space.options() or ()) == (None,):
                    who = f"player {request.player}"
                    raise CheckFailed("windows", f"{who} is asked in window {window!r} and has no reaction")

    def check_rerun(self) -> None:
        """The open step, run again from its checkpoint, leads to the same position and the same log."""
        again = self.game.fork()
        with faulty("rerun", "the step that is open does not run a second time on the same answers"):
            again.digest()
        _same("rerun", "running the open step again from its checkpoint", self.game, again)

    def check_state(self) -> None:
        """The tables written as JSON and read back are the same tables, with the same digest."""
        state = self.game.state
        with faulty("state", "the tables do not survive JSON"):
            data = state.to_json()
            back = type(state).from_json(data)
        compare("state", "the tables through JSON", as_plain(state.plain()), as_plain(back.plain()))
        if back.digest() != state.digest():
            what = "the tables through JSON have another digest: a field is read back as another type"
            raise CheckFailed("state", what)

    def check_options(self) -> None:
        """Every request has an answer, and takes each one that it lists (a sample where there are many)."""
        for request in self.game.requests:
            listed = request.space.options()
            if listed is None:
                listed = request.space.suggest(8, self.rng)
            if not len(listed):
                raise CheckFailed("options", f"{naming(request)} has no legal answer")
            for option in listed if len(listed) <= LISTED else self.rng.sample(list(listed), LISTED):
                self._accepts(request, option)

    def _accepts(self, request: Any, option: Any) -> None:
        try:
            plain(option)
        except TypeError as error:
            raise CheckFailed("options", f"{naming(request)} lists {shortened(option)}; {error}") from None
        if violations := request.space.check(option):
            raise CheckFailed("options", f"{naming(request)} lists {option!r}, but refuses it: {violations[0]}")
        _check_speech(request, option)
        with faulty("ends", f"answering {naming(request)} with {option!r}"):
            try:
                self.game.fork().answer(option, request.player)
            except Refused as refused:
                raise CheckFailed("options", f"{naming(request)} lists {option!r}, but refuses it: {refused}") from None

    def check_refusals(self) -> None:
        """Answers outside the space of a request are refused, and the refusal names a rule that a ledger has."""
        for request in self.game.requests:
            barred = [answer for answer, _ in request.space.barred()]
            some = self.rng.sample(barred, min(BARRED, len(barred)))
            for outside in (*answers_outside(request, self.rng), *some):
                self._refuses(request, outside)

    def _refuses(self, request: Any, nonsense: Any) -> None:
        fork = self.game.fork()
        try:
            fork.answer(nonsense, request.player)
        except Refused as refused:
            if not refused.reason:
                raise CheckFailed("refusals", f"{naming(request)} refuses {nonsense!r} without a reason") from None
            self._cites(request, nonsense, refused)
        except Exception as error:
            what = f"fails on {nonsense!r} instead of refusing it: {type(error).__name__}: {error}"
            raise CheckFailed("refusals", f"{naming(request)} {what}") from None
        else:
            raise CheckFailed("refusals", f"{naming(request)} accepts {nonsense!r}, which is not among its options")
        if fork.digest() != self.digest:
            raise CheckFailed("refusals", f"{naming(request)} refuses {nonsense!r}, but the position has changed")

    def _cites(self, request: Any, nonsense: Any, refused: Refused) -> None:
        """Where a ruleset has a ledger, a refusal cites a rule that is in it."""
        if (near := not_in_ledger(self.rules, refused.rule)) is not None:
            what = f"by {refused.rule!r}, which no ledger has{near}" if refused.rule else "without the id of a rule"
            raise CheckFailed("refusals", f"{naming(request)} refuses {nonsense!r} {what}")

    def check_fork(self) -> None:
        """Two forks and a fresh replay go the same way on the same answers; the game itself does not notice."""
        one, other = self.game.fork(), self.game.fork()
        answers = _play_on(one, self.rng)
        if self.game.digest() != self.digest:
            raise CheckFailed("fork", "playing on in a fork has changed the game it was taken from")
        _follow(other, answers, "fork", "another fork of the same moment")
        _same("fork", "two forks after the same answers", one, other)
        with faulty("fork", "a fresh replay of the answers fails"):
            replayed = self.replayed or Replayed(self.rules, self.game.setup)
            fresh = replayed.to(journal_of(self.game), Manual())
            give_all(fresh, list(one.answers)[len(self.game.answers) :])
            fresh.go_on_with(Seeded(one.header.seed, one.positions()))
        _same("fork", "a fork and a fresh replay of its answers", one, fresh)

    def check_undo(self) -> None:
        """After an answer is taken back, the position is the one before it, if the game lets it be taken back."""
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
        """The setup and the game survive being saved and loaded, and the loaded game goes the same way on."""
        with faulty("save", "the setup cannot be saved and loaded"):
            header = json.loads(msgspec.json.encode(self.game.header.setup))
            setup = make_setup(self.rules, header)
        compare("save", "the setup, and what is saved of it,", fields_of(self.game.setup), fields_of(setup))
        with faulty("save", "the game cannot be saved and loaded"):
            journal = parse(msgspec.json.encode(journal_of(self.game)))
            if self.replayed is None:
                loaded = from_journal(journal, game=self.rules)
            else:
                loaded = self.replayed.to(journal, Seeded(journal.header.seed, dict(journal.streams)))
        compare("save", "the game and its save", position_of(self.game), position_of(loaded))
        fork = self.game.fork()
        answers = _play_on(fork, self.rng)
        _follow(loaded, answers, "save", "the loaded game")
        compare("save", "after the same answers the game and its save", position_of(fork), position_of(loaded))

    def check_leaks(self) -> None:
        """Nothing that a player is shown or asked depends on what is hidden from that player."""
        game = self.game
        if not hides_anything(self.rules):
            self.report.skipped["leak"] = "this ruleset hides nothing"
            return
        rng = Random(f"{self.seed}/imagined")
        imagining = rng.choice(game.players)
        for player in game.players:
            truth = hidden_things(game, player)
            check_determinize(game, player, self.rng)
            for other in lookalikes(game, player, self.rng):
                seed = self.rng.getrandbits(48)
                self._go_alike(player, game.fork(seed), other.fork(seed))
                if hidden_things(other, player) != truth:
                    self.report.checks["leak"] += 1
                    if player == imagining:
                        imagining = CHANCE  # once a look
                        check_imagined(game, other, player, rng, self.report)
                elif any(value for *_, value in truth):  # an empty hand is made up as it is
                    self.report.true_to_life += 1

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
            since = len(one.log), len(other.log)
            answered = self._answer_alike(one, other)
            if not answered or not look_alike(player, one, other, since, f"{what}, after {answered}"):
                return

    def _answer_alike(self, one: Game, other: Game) -> str:
        """A random answer to both of two games, in words; none where the second one does not allow it."""
        request = self.rng.choice(one.requests)
        answer = random_answer(request, self.rng)
        if not any(r.player == request.player and not r.space.check(answer) for r in other.requests):
            return ""
        with faulty("ends", f"answering {naming(request)} with {answer!r}"):
            one.answer(answer, request.player)
        try:
            other.answer(answer, request.player)
        except (BrokenRules, LoopDetected, Refused):
            return ""  # It does not allow what follows.
        return f"{answer!r} to {naming(request)}"

    def check_draws(self) -> None:
        """How a shuffle ends is hidden from everyone until it is drawn or turned up."""
        if not hides_anything(self.rules):
            return
        seed, which = self.rng.getrandbits(48), self.rng.randrange(2)
        one = self.game.fork(seed)
        other = self.game.fork(chance=Reshuffled(seed, which, self.rng))
        one.digest(), other.digest()
        watching = list(one.players)
        for _ in range(ONWARD):
            if one.request is None or not watching:
                return
            since = len(one.log), len(other.log)
            if not self._answer_alike(one, other):
                return
            watching = [p for p in watching if shuffle_is_hidden(p, one, other, since)]

    def check_alike(self) -> None:
        """Faces that a roll calls alike make no difference to what everyone sees."""
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

    def check_worlds(self) -> None:
        """What rows put on a board or a scene, which is kept for as long as they stay as they are, is so now."""
        from ..field.worlds import worlds_of

        for worlds in worlds_of(self.rules):
            with faulty("worlds", "what a row puts on a board or a scene cannot be told"):
                stale = worlds.stale(self.game)
            if stale:
                raise CheckFailed(
                    "worlds",
                    f"{stale}, though the row is the same: a function of Boards or Scenes reads the row and what "
                    "never changes in a game, and nothing else",
                )
            self.report.checks["worlds"] += 1

    def check_faces(self) -> None:
        """The ruleset's functions for views give what they promise, and an event of the log can be explained."""
        game, ruleset = self.game, self.rules.ruleset
        for player in game.players:
            view = game.view(player)
            with faulty("faces", "the ruleset's functions for views fail"):
                if ruleset.evaluate:
                    worth: Any = ruleset.evaluate(view, player)
                    if not isinstance(worth, int | float) or not isfinite(worth):
                        what = f"evaluate returned {worth!r} for player {player}"
                        raise CheckFailed("faces", f"{what}; expected a number")
                if ruleset.suggest:
                    self._check_suggestions(ruleset.suggest, view, player)
                check_question(view, check_panel(view, ruleset.panel) if ruleset.panel else None, self.rng)
                if ruleset.look:
                    check_look(view, ruleset.look)
            for lang, teller in self.tellers.items():
                with faulty("faces", f"the ruleset's functions for views fail in {lang!r} for player {player}"):
                    for what, said in self._told(teller, view):
                        if odd := _FIELD.search(said):
                            raise CheckFailed("texts", f"{what} is told as {said!r}: there is no fact {odd[0]}")
        if game.log:
            with faulty("faces", "an event cannot be explained"):
                game.why(self.rng.randrange(len(game.log)))

    def _check_suggestions(self, suggest: Any, view: Any, player: Any) -> None:
        """What the ruleset suggests to programs can be answered."""
        for request in self.game.requests:
            if request.player == player:
                ideas = suggest(view, request) or ()
                try:
                    for _ in suggested(request, ideas):
                        pass
                except ValueError as error:
                    raise CheckFailed("faces", f"suggest gives {error}") from error

    def _told(self, teller: Narrator, view: Any) -> Iterator[tuple[str, str]]:
        """What a player is told in words; where it is the kernel that fails, no ruleset is to blame."""
        try:
            yield from self._said(teller, view)
        except Exception as error:
            if place_in_rules(error):
                raise
            self.report.skipped["words"] = f"rulewright itself fails to tell them: {in_words(error)}"

    def _said(self, teller: Narrator, view: Any) -> Iterator[tuple[str, str]]:
        """What happened lately and what is asked, in words, each with its name."""
        for event in view.events(max(0, self.logged - RETOLD)):
            line = teller.event(view, event)
            if line:
                self._miss(teller, f"event.{snake(type(event).__name__)}")
            yield f"the event {type(event).__name__}", line + teller.heading(view, event)
        if view.result is not None:
            yield "the result", teller.result(view, view.result)
        if (request := view.request) is not None:
            self._miss(teller, f"question.{request.ask.replace(' ', '_')}")
            yield naming(request), teller.question(view, request)
            for answer in (request.space.options() or request.space.suggest(RETOLD, self.rng))[:LISTED]:
                self._miss_option(teller, view, request, answer)
                yield f"{answer!r} of {naming(request)}", teller.option(view, request, answer)

    def _miss_option(self, teller: Narrator, view: Any, request: Any, answer: Any) -> None:
        """Note a reaction or a trigger that nothing says in words."""
        label, keys = self.rules.ruleset.label, part_keys(request, answer)
        labelled = label is not None and label(view, request, answer, teller.lang)
        if keys and not labelled and not any(key in teller.texts for key in keys):
            self._miss(teller, keys[-1])

    def _miss(self, teller: Narrator, key: str) -> None:
        """Note a text that a ruleset which has texts has not."""
        if self.rules.ruleset.texts is not None and key not in teller.texts:
            self.report.wordless.add(key)

    def check_records(self) -> None:
        """No record of the moment of this look was changed in place since."""
        for label, (thing, before) in self.kept.items():
            now = as_plain(thing)
            if now != before:
                place, was, found = first_difference(before, now, label) or (label, "", "")
                raise CheckFailed(
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
            raise CheckFailed(
                "records",
                f"{difference[0].lstrip('.')} is {difference[2]}, but the events of the log make it {difference[1]}: "
                "only events may write, each only what its apply says",
            )
        self.report.checks["records"] += 1


def _same(check: str, what: str, one: Game, other: Game) -> None:
    """Two games stand alike and have the same log. Raises CheckFailed."""
    compare(check, what, position_of(one), position_of(other))
    if one.log != other.log:
        raise CheckFailed(check, f"{what}: {parting_of_logs(one, other)}")


def fields_of(setup: Any) -> Any:
    """All fields of a setup as plain data, also those that it does not write down."""
    return as_plain(dict(setup) if setup is not None and not isinstance(setup, msgspec.Struct) else setup)


def _apply(event: Event, state: State) -> None:
    """Apply an event. Raises CheckFailed where it writes something that cannot be taken back."""
    before, mark = state.sums(), len(state.undo)
    event.apply(state)
    state.rollback(mark)
    after = state.sums()
    if before != after:
        tables = [name for name in dict.fromkeys((*before, *after)) if before.get(name) != after.get(name)]
        raise CheckFailed(
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


def give_all(game: Game, answers: Iterable[tuple[int, Any]]) -> None:
    """Give a game that rolls no dice by itself these answers, those of chance among them."""
    for player, answer in answers:
        game.answer(answer, None if player == CHANCE else player)


def _follow(game: Game, answers: Iterable[tuple[int, Any]], check: str, what: str) -> None:
    with faulty(check, f"{what} does not take the same answers"):
        for player, answer in answers:
            game.answer(answer, player)


def _alike(request: Any) -> tuple[tuple[Any, ...], ...]:
    """The faces that the roll which is asked for calls alike."""
    space = getattr(request, "space", None)
    return space.alike if isinstance(space, DiceSpace) else ()


def _check_speech(request: Any, option: Any) -> None:
    """A space keeps an exact answer as it is, and reads what it shows."""
    space, exact = request.space, plain(option)
    if not same(plain(space.settle(exact)), exact):
        raise CheckFailed("options", f"{naming(request)} settles {option!r} as something else: {space.settle(exact)!r}")
    typed = space.shown(exact)
    shows = f"{naming(request)} shows {option!r} as {typed!r}"
    try:
        read = plain(space.read(typed.strip()))
    except Unreadable as problem:
        raise CheckFailed("options", f"{shows}, and cannot read it: {problem}") from None
    if not same(read, exact):
        raise CheckFailed("options", f"{shows}, and reads {read!r}")

"""Stateful fuzzing: hypothesis plays, rolls the dice, forks, takes back, saves and cheats, and shrinks what fails.

    fuzz("duel", invariants=[nobody_below_zero])

Hypothesis chooses every answer and every face, so that a failing game shrinks to the few that matter. What is left is
written as a journal that anyone can replay. Needs the extra ``test``, for hypothesis.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from ..api import new_game, rules_for
from ..chance import Manual
from ..game import Game
from ..journal import FORMAT, Journal, SaveError, journal_of, parse, read, rebuild
from ..outcomes import DiceSpace, ShuffleSpace
from ..plugins import registry
from ..refusals import Refused
from ..requests import CHANCE
from ..rolls import ChanceRequest
from ..ruleset import Rules, Ruleset
from ..setups import make_setup
from .comparing import first_difference, position_of

if TYPE_CHECKING:
    from hypothesis.stateful import RuleBasedStateMachine

Invariant: TypeAlias = Callable[[Game], Any]
"""Holds in every position: raises AssertionError, or returns False or a text that says what is wrong."""

IDEAS: Final = 12
"""Where answers cannot be listed, this many are tried."""


def fuzz(
    game: str | Ruleset | Rules,
    *,
    setup: Any = None,
    invariants: Sequence[Invariant] = (),
    examples: int = 60,
    steps: int = 50,
    skip: int = 0,
    seed: int | None = 0,
    journal: str | Path | None = None,
) -> None:
    """Look for a game that fails, and shrink it.

    Plays ``examples`` games of up to ``steps`` steps, each from its beginning or after up to ``skip`` random
    decisions. With ``seed`` None every run tries other games. ``journal`` is where a failing game is written (a
    temporary file without it). Raises what fails - an invariant, BrokenRules, LoopDetected - with a note on how to
    replay it.
    """
    import hypothesis
    from hypothesis.stateful import run_state_machine_as_test

    rules = rules_for(game)
    file = Path(journal) if journal is not None else _journal_of(rules)
    made = machine(rules, setup=setup, invariants=invariants, skip=skip, journal=file)
    settings = hypothesis.settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        derandomize=seed == 0,
        print_blob=False,
        report_multiple_bugs=False,
        phases=[phase for phase in hypothesis.Phase if phase is not hypothesis.Phase.explain],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    if seed:
        made = hypothesis.seed(seed)(made)
    try:
        run_state_machine_as_test(made, settings=settings)
    except Exception as error:
        _shorten(error, rules, file, invariants)
        raise


def machine(
    game: str | Ruleset | Rules,
    *,
    setup: Any = None,
    invariants: Sequence[Invariant] = (),
    skip: int = 0,
    journal: str | Path | None = None,
) -> type[RuleBasedStateMachine]:
    """A state machine of hypothesis that plays this game; ``TestDuel = machine("duel").TestCase`` is a test.

    Subclass it for rules of your own; ``self.game`` is the game, and what fails inside ``with self.step():`` is
    written to the journal.
    """
    from hypothesis import strategies as st
    from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

    rules = rules_for(game)
    path = Path(journal) if journal is not None else None

    class GameMachine(RuleBasedStateMachine):
        """One game, played by hypothesis."""

        def __init__(self) -> None:
            super().__init__()
            self.game: Game | None = None

        @contextmanager
        def step(self, *tried: tuple[int, Any]) -> Iterator[None]:
            """What fails inside is noted together with the journal up to there, ``tried`` being its last answers."""
            try:
                yield
            except Exception as error:
                _note(error, self.game, tried, path)
                raise

        @initialize(skipped=st.integers(0, skip), seed=st.integers(0, 2**16 if skip else 0))
        def begin(self, skipped: int, seed: int) -> None:
            header = new_game(rules, setup, seed=0, chance=Manual()).header
            self.game = Game(rules, header, make_setup(rules, setup), Manual())
            rng = Random(seed)
            for _ in range(skipped):
                if self.game.request is None:
                    break
                self._answer(rng.choice(self.game.requests), rng=rng)

        @precondition(lambda self: _asked(self.game) is not None)
        @rule(data=st.data())
        def answer(self, data: Any) -> None:
            """Answer a question, or say what falls."""
            game = self._game()
            several = len(game.requests) > 1
            request = data.draw(st.sampled_from(game.requests), "question") if several else game.request
            self._answer(request, data=data)

        # Hypothesis chooses evenly among rules; a game goes on by answers.
        answer_then = answer_next = answer_more = answer

        def _answer(self, request: Any, data: Any = None, rng: Random | None = None) -> None:
            chosen = request.space.sample(rng) if rng is not None else data.draw(_answers(request), request.ask)
            by_chance = isinstance(request, ChanceRequest)
            with self.step((CHANCE if by_chance else request.player, chosen)):
                self._game().answer(chosen, None if by_chance else request.player)

        @precondition(lambda self: _asked(self.game) is not None)
        @rule(nonsense=_nonsense())
        def cheat(self, nonsense: Any) -> None:
            """Give an answer that is not legal."""
            game = self._game()
            request = game.request
            if not request.space.check(nonsense):
                return
            with self.step():
                before = position_of(game)
                try:
                    game.answer(nonsense)
                except Refused:
                    pass
                else:
                    raise AssertionError(f"{request.ask!r} accepts {nonsense!r}, which its space does not admit")
                _same(f"after {nonsense!r} was refused", before, position_of(game))

        @precondition(lambda self: self.game is not None)
        @rule()
        def fork(self) -> None:
            """Go on with a fork, which stands where the game stands."""
            with self.step():
                self.game = _forked(self._game())

        @precondition(lambda self: self.game is not None)
        @rule()
        def save_and_load(self) -> None:
            """Go on with the game as it is saved and loaded."""
            with self.step():
                self.game = _loaded(self._game())

        @precondition(lambda self: self.game is not None and any(who != CHANCE for who, _ in self.game.answers))
        @rule(force=st.booleans())
        def undo(self, force: bool) -> None:
            """Take the last decision back, if that is allowed."""
            with self.step():
                self.game = _undone(self._game(), force)

        @invariant()
        def holds(self) -> None:
            if self.game is not None:
                with self.step():
                    _check(self.game, invariants)

        def _game(self) -> Game:
            assert self.game is not None
            return self.game

    GameMachine.__name__ = GameMachine.__qualname__ = f"{rules.id.title().replace('_', '').replace(' ', '')}Machine"
    return GameMachine


def reproduce(
    path: str | Path, game: str | Ruleset | Rules | None = None, invariants: Sequence[Invariant] = ()
) -> Game:
    """Replay a journal that fuzzing wrote, checking after each answer what fuzzing checks; raises what fails there.

    Returns the game where nothing does, for then the failure is gone.
    """
    journal = read(path)
    return _play(rules_for(game if game is not None else journal.header.ruleset), journal, invariants)


def _play(rules: Rules, journal: Journal, invariants: Sequence[Invariant]) -> Game:
    """Play a journal with all checks on the way."""
    played = Game(rules, journal.header, make_setup(rules, journal.header.setup), Manual())
    _check(played, invariants)
    for player, answer in journal.answers:
        _undone(_loaded(_forked(played)), force=True)
        played.answer(answer, None if player == CHANCE else player)
        _check(played, invariants)
    _undone(_loaded(_forked(played)), force=True)
    return played


# -- what a step does


def _forked(game: Game) -> Game:
    fork = game.fork()
    _same("a fork", position_of(game), position_of(fork))
    return fork


def _loaded(game: Game) -> Game:
    journal = parse(msgspec.json.encode(journal_of(game)))
    again = rebuild(game.rules, make_setup(game.rules, journal.header.setup), journal, chance=Manual())
    _same("saved and loaded, the game", position_of(game), position_of(again))
    return again


def _undone(game: Game, force: bool) -> Game:
    """The game with its last decision taken back: it stands as if that had not been made."""
    if all(who == CHANCE for who, _ in game.answers):
        return game
    try:
        game.undo(force=force)
    except Refused:
        return game
    fresh = Game(game.rules, game.header, game.setup, Manual(), game.answers)
    _same("after taking back a decision the game", position_of(fresh), position_of(game))
    return game


def _check(game: Game, invariants: Sequence[Invariant]) -> None:
    for invariant in invariants:
        verdict = invariant(game)
        if verdict is False or isinstance(verdict, str):
            name = getattr(invariant, "__name__", repr(invariant))
            raise AssertionError(f"{name} does not hold{f': {verdict}' if verdict else ''}")


def _same(what: str, one: Any, other: Any) -> None:
    if repr(one) == repr(other):
        return
    if found := first_difference(one, other, ""):
        raise AssertionError(f"{what} is another position: {found[0].lstrip('.')} is {found[1]} and not {found[2]}")


# -- what hypothesis draws


def _asked(game: Game | None) -> Any:
    return None if game is None else game.request


def _answers(request: Any) -> Any:
    """The answers that hypothesis may choose from, the simplest first."""
    from hypothesis import strategies as st

    space = request.space
    if isinstance(space, DiceSpace):
        return st.tuples(*(st.sampled_from(list(dict.fromkeys(die.faces))) for die in space.dice))
    if isinstance(space, ShuffleSpace):
        return st.permutations(space.items).map(tuple)
    listed = space.options()
    return st.sampled_from(listed if listed is not None else space.suggest(IDEAS, Random(0)))


def _nonsense() -> Any:
    from hypothesis import strategies as st

    atoms = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    return st.recursive(atoms, lambda inner: st.lists(inner, max_size=4).map(tuple), max_leaves=6)


# -- the journal


def _note(error: Exception, game: Game | None, tried: Sequence[tuple[int, Any]], path: Path | None) -> None:
    """Write the journal of a failing game, and say in the error where it is. The last one written is the shortest."""
    if game is None:
        return
    file = path or _journal_of(game.rules)
    journal = Journal(FORMAT, game.header, [*game.answers, *tried])
    _write(journal, file)
    installed = game.rules.id in registry().rulesets
    command = f"  rulewright replay {file}\n" if installed else ""
    called = f"{str(file)!r}" if installed else f"{str(file)!r}, RULESET"
    error.add_note(
        f"a game of {_extent(journal)}: replay it with\n{command}"
        f"  rulewright.testing.reproduce({called}, invariants=...), which checks on the way what fuzzing checked"
    )


def _journal_of(rules: Rules) -> Path:
    return Path(tempfile.gettempdir()) / f"{rules.id}-fuzz.json"


def _write(journal: Journal, file: Path) -> None:
    data = json.loads(msgspec.json.encode(journal))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(data, ensure_ascii=False) + "\n", encoding="utf-8")


def _extent(journal: Journal) -> str:
    decisions = sum(player != CHANCE for player, _ in journal.answers)
    return f"{decisions} decisions and {len(journal.answers) - decisions} results of chance"


# Hypothesis shrinks draw by draw, so that whole turns stay that mean nothing: without them other questions would come.
# Those are left out here, as long as the game fails in the same way.


def _shorten(error: Exception, rules: Rules, file: Path, invariants: Sequence[Invariant]) -> None:
    """Leave out of the journal of a failing game whatever the failure does not need."""
    try:
        journal = read(file)
    except (SaveError, OSError):
        return
    wanted, before = _likeness(error), len(journal.answers)
    if _failure(rules, journal, invariants) != wanted:
        return  # It took an answer that is not legal, or a step of the test's own.
    tries, size = TRIES, before // 2
    while size and tries:
        start = 0
        while start + size <= len(journal.answers) and tries:
            tries -= 1
            fewer = [*journal.answers[:start], *journal.answers[start + size :]]
            shorter = _reseated(rules, msgspec.structs.replace(journal, answers=fewer, chain=[]))
            if shorter is not None and _failure(rules, shorter, invariants) == wanted:
                journal = shorter
            else:
                start += 1
        size = min(size - 1, len(journal.answers) // 2) if size <= SMALL else size // 2
    if len(journal.answers) < before:
        _write(journal, file)
        error.add_note(f"the journal is shortened to {_extent(journal)}")


TRIES: Final = 600
"""This many shorter games are tried."""

SMALL: Final = 8
"""Up to this many answers in a row every number of them is left out."""


def _reseated(rules: Rules, journal: Journal) -> Journal | None:
    """The journal with each answer given by whoever is asked then; None where one does not fit."""
    game = Game(rules, journal.header, make_setup(rules, journal.header.setup), Manual())
    answers: list[tuple[int, Any]] = []
    for number, (player, answer) in enumerate(journal.answers, 1):
        asked = [request.player if not isinstance(request, ChanceRequest) else CHANCE for request in game.requests]
        if not asked or (player == CHANCE) != (asked[0] == CHANCE):
            return None
        who = player if player in asked else asked[0]
        answers.append((who, answer))
        if number < len(journal.answers):
            try:
                game.answer(answer, None if who == CHANCE else who)
            except Exception:
                return None
    return msgspec.structs.replace(journal, answers=answers, chain=[])


def _failure(rules: Rules, journal: Journal, invariants: Sequence[Invariant]) -> str:
    """How a journal fails; empty where it does not."""
    try:
        _play(rules, journal, invariants)
    except Exception as error:
        return _likeness(error)
    return ""


def _likeness(error: Exception) -> str:
    """What two failures of one kind have in common: all but the numbers."""
    return re.sub(r"\d+", "", f"{type(error).__name__}: {error}")

"""Fuzzing: a sound game passes, a planted bug is found, shrunk to a short journal, and replayed from it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulewright import BrokenRules, Game, Loop, Phase, Procedure, SaveError, Steps, Window, load, turns
from rulewright.requests import CHANCE
from rulewright.testing import fuzz, machine, playthrough, reproduce
from rulewright.testing.fuzzing import _shorten
from tests.core.heap_game import SOUND
from tests.core.small_games import BLOW, DUEL, SURVEY, Blow, act, deal, draw_card, fail, roll_blow, shuffle_decks

pytest.importorskip("hypothesis")


def decisions(file: Path) -> list[Any]:
    """What players decided in a journal."""
    return [answer for player, answer in json.loads(file.read_text())["answers"] if player != CHANCE]


def health_in_bounds(game: Game) -> bool:
    return all(0 <= fighter.hp <= 12 for fighter in game.state.fighters.values())


def test_a_sound_game_passes() -> None:
    fuzz(DUEL, invariants=[health_in_bounds], examples=15, steps=25)
    fuzz(SURVEY, examples=5, steps=15)


def always_above_two(game: Game) -> str | None:
    low = [fighter.hp for fighter in game.state.fighters.values() if fighter.hp <= 2]
    return f"someone has {low[0]}" if low else None


def test_an_invariant_that_breaks_is_shrunk_to_the_fewest_decisions(tmp_path: Path) -> None:
    file = tmp_path / "failing" / "duel.json"

    with pytest.raises(AssertionError, match="always_above_two does not hold: someone has 2") as caught:
        fuzz(DUEL, invariants=[always_above_two], examples=40, steps=15, journal=file)

    (note,) = [note for note in caught.value.__notes__ if "replay" in note]
    assert f"rulewright.testing.reproduce({str(file)!r}" in note
    assert "a game of 1 decisions" in note
    assert decisions(file) == ["strike"]
    with pytest.raises(AssertionError, match="someone has 2"):
        reproduce(file, DUEL, [always_above_two])
    assert load(file, game=DUEL).state.fighters[1].hp == 2


def test_the_journal_can_be_replayed_at_the_command_line(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from rulewright.cli import main
    from tests.core.small_games import install

    install()
    file = tmp_path / "duel.json"
    with pytest.raises(AssertionError) as caught:
        fuzz("duel", invariants=[always_above_two], examples=40, steps=15, journal=file)
    assert any(f"  rulewright replay {file}" in note for note in caught.value.__notes__)
    shown = CliRunner().invoke(main, ["replay", str(file)])

    assert shown.exit_code == 0, shown.output
    assert "Player 1 strikes Player 2: 6" in shown.output


def test_whole_turns_that_the_failure_does_not_need_are_left_out(tmp_path: Path) -> None:
    def many_left(game: Game) -> bool:
        return bool(game.state.heap[0].left > 9)

    file = tmp_path / "heap.json"
    game = playthrough(SOUND, seed=3)
    game.save(file)
    with pytest.raises(AssertionError) as caught:
        reproduce(file, SOUND, [many_left])
    _shorten(caught.value, SOUND.freeze(), file, [many_left])

    assert len(decisions(file)) < sum(player != CHANCE for player, _ in game.answers) - 2
    assert "the journal is shortened to " in caught.value.__notes__[-1]
    with pytest.raises(AssertionError, match="many_left does not hold"):
        reproduce(file, SOUND, [many_left])


def fragile_deal(game: Any, blow: Blow) -> Steps:
    if blow.damage == 5 and "oil" in game.state.fighters[blow.target].hand:
        raise ZeroDivisionError("oil and fire")
    yield from deal(game, blow)


def fragile_duel() -> Any:
    """A step fails when a five falls while the target holds a certain card."""
    blow = Procedure("blow", [roll_blow, Window("struck", rule="3.3"), fragile_deal], Blow)
    flow = Loop(
        "turn", turns(lambda g: g.players), [fail, shuffle_decks, draw_card, Phase("deed", [act])], announce=True
    )
    return replace(DUEL, flow=flow, procedures=[blow])


def test_rules_that_fail_are_shrunk_to_a_journal_on_which_they_fail(tmp_path: Path) -> None:
    file = tmp_path / "duel.json"

    with pytest.raises(BrokenRules, match="oil and fire"):
        fuzz(fragile_duel(), examples=60, steps=15, journal=file)

    assert len(decisions(file)) <= 4
    with pytest.raises(SaveError, match=r"the rules fail on the record: .*oil and fire"):
        load(file, game=fragile_duel())
    with pytest.raises(BrokenRules, match="oil and fire"):
        reproduce(file, fragile_duel())
    assert reproduce(file, DUEL).answers


def test_a_memory_outside_the_tables_is_found_by_a_fork(tmp_path: Path) -> None:
    calls: list[int] = []

    def forgetful(game: Any, blow: Blow) -> Steps:
        calls.append(1)
        yield game.note(blow, damage=len(calls) % 3)
        yield from roll_blow(game, blow)

    blow = Procedure("blow", [forgetful, Window("struck", rule="3.3"), deal], Blow)
    file = tmp_path / "duel.json"

    with pytest.raises(Exception, match=r"is another position: |inconsistent|Flaky"):
        fuzz(replace(DUEL, procedures=[blow]), examples=30, steps=15, journal=file)


def test_a_machine_is_a_test_case_and_takes_rules_of_ones_own() -> None:
    from hypothesis import settings
    from hypothesis.stateful import rule

    class Careful(machine(DUEL, skip=4)):  # type: ignore[misc]
        @rule()
        def look(self) -> None:
            with self.step():
                assert self.game.view(0).players == (0, 1)

    case = Careful.TestCase
    case.settings = settings(max_examples=4, stateful_step_count=6, deadline=None, database=None)
    case("runTest").debug()
    assert machine(DUEL).__name__ == "DuelMachine"
    assert BLOW.name == "blow"


def test_the_kit_does_not_import_hypothesis_before_it_is_needed() -> None:
    import subprocess
    import sys

    script = "import sys, rulewright.testing.fuzzing; print('hypothesis' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"

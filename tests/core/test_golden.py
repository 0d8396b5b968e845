"""Games in words, and golden files that they must bring about again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright import Turn
from rulewright.testing import playthrough, set_up, transcript
from rulewright.testing.golden import StaleGolden, compare_golden
from tests.core.small_games import BLOW, DUEL, SURVEY, Fighter

pytest_plugins = ("pytester",)


def struck() -> Any:
    """A blow, blocked."""
    position = set_up(DUEL, [Fighter(0, 8), Fighter(1, 8, ("shield", "oil"))], dice=[4])
    return position.begin(BLOW(player=0, target=1)).answer("block").game


def test_a_game_in_words_has_questions_answers_dice_and_events_with_their_rules() -> None:
    assert transcript(struck()).splitlines()[5:] == [
        "* Player 1: Blow: 4",
        "  Player 1 strikes Player 2: 4  [3.1]",
        "? Player 2: Do you react? (after the blow)  [3.3]",
        "    Pass",
        "  > Block with Shield",
        "  Player 2 plays Shield  [3.3]",
        "  Player 2 loses 1 health  [3.2]",
    ]


def test_a_game_is_told_in_chinese_too() -> None:
    assert "  > 用盾牌格挡" in transcript(struck(), "zh").splitlines()


def test_turns_and_phases_are_headings_and_the_end_is_told() -> None:
    game = playthrough(DUEL, seed=2)
    lines = transcript(game).splitlines()

    assert "== Turn of Player 1 ==" in lines
    assert "== Deed phase ==" in lines
    assert lines[-1].startswith("The game is over: Player ")
    assert any(line.startswith("* Player 1: Shuffle: ") and "potion" in line for line in lines)


def test_every_kind_of_answer_is_told() -> None:
    text = transcript(playthrough(SURVEY, seed=3))

    for ask in ("Pick", "Some", "Order", "Share", "Number", "Measure", "Cell", "Walk", "Secret"):
        assert f": {ask}" in text, ask


def test_equal_games_have_equal_transcripts_and_other_games_have_not() -> None:
    assert transcript(playthrough(DUEL, seed=2)) == transcript(playthrough(DUEL, seed=2))
    assert transcript(playthrough(DUEL, seed=2)) != transcript(playthrough(DUEL, seed=3))


def test_a_playthrough_stops_after_so_many_decisions() -> None:
    game = playthrough(DUEL, ["greedy", "random"], seed=2, decisions=5)

    assert sum(player >= 0 for player, _ in game.answers) == 5
    assert game.request is not None


def test_a_golden_file_is_written_compared_and_refused_with_the_difference(tmp_path: Path) -> None:
    file = tmp_path / "golden" / "duel.txt"
    with pytest.raises(StaleGolden, match=r"there is no golden file .*duel.txt; pytest --update-golden"):
        compare_golden(file, "one\ntwo\n")

    assert compare_golden(file, "one\ntwo\n", update=True)
    assert not compare_golden(file, "one\ntwo\n", update=True)
    compare_golden(file, "one\ntwo\n")
    file.write_bytes(b"one\r\ntwo\r\n")
    compare_golden(file, "one\ntwo\n")

    with pytest.raises(StaleGolden, match=r"duel.txt is stale(?s:.)*-two\n\+three"):
        compare_golden(file, "one\nthree\n")
    with pytest.raises(StaleGolden, match=r"\.\.\. and 123 lines more"):
        compare_golden(file, "\n".join(map(str, range(198))))


TEST = """
from tests.core.small_games import DUEL
from rulewright.testing import playthrough

def test_short(golden):
    golden(playthrough(DUEL, seed={seed}, decisions=3), "short duel")
    golden(playthrough(DUEL, seed=1, decisions=2))
"""


def test_the_fixture_keeps_golden_files_beside_the_test(pytester: pytest.Pytester) -> None:
    root = Path(__file__).parents[2]
    pytester.syspathinsert(root)
    plugins = ("-p", "no:cacheprovider", "-p", "no:xdist")
    pytester.makepyfile(TEST.format(seed=1))

    missing = pytester.runpytest_inprocess(*plugins)
    missing.assert_outcomes(failed=1)
    missing.stdout.fnmatch_lines(["*there is no golden file *short duel.txt; pytest --update-golden writes it again*"])
    assert not (pytester.path / "golden").exists()

    pytester.runpytest_inprocess(*plugins, "--update-golden").assert_outcomes(passed=1)
    assert sorted(file.name for file in (pytester.path / "golden").iterdir()) == ["short duel.txt", "short.txt"]
    pytester.runpytest_inprocess(*plugins).assert_outcomes(passed=1)

    pytester.makepyfile(TEST.format(seed=2))
    stale = pytester.runpytest_inprocess(*plugins)
    stale.assert_outcomes(failed=1)
    stale.stdout.fnmatch_lines(["*short duel.txt is stale; if the rules are right*", "--- golden", "+++ as the rules*"])


def test_a_position_can_be_golden_too() -> None:
    position = set_up(DUEL, [Fighter(0, 1), Fighter(1, 1)], dice=[1]).begin("turn/deed/act", Turn(player=1))
    position.answer("strike")

    assert transcript(position.game).endswith("The game is over: Player 2 wins. (knocked out)\n")

"""Tutorials: each lesson comes once, when its moment comes; a learner who takes the advice is told all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright import new_game, rules_for
from rulewright.bots import make_bot
from rulewright.cli.main import main
from rulewright.narrator import Narrator, snake
from rulewright.text import columns
from rulewright.tutorial import Lesson, Tutor, Tutorial, read_tutorial

from .small_games import install

GAMES = ["dice_throne", "unmatched_nemesis", "heroclix", "crisis_protocol", "wh40k"]


def told(game: str) -> list[str]:
    """The moments of the lessons that a learner is told who takes the advice."""
    rules = rules_for(game)
    tutorial = read_tutorial(rules.ruleset.tutorial)
    played = new_game(rules, tutorial.setup, tutorial.seed)
    tutor = Tutor(tutorial, 0)
    bots = [make_bot("normal", 1), make_bot("easy", 2)]
    seen = 0
    lessons: list[Lesson] = []
    while (request := played.request) is not None:
        for logged in played.log[seen:]:
            lessons += tutor.after(logged.event)
        seen = len(played.log)
        if request.player == 0:
            if tutor.is_over(played):
                break
            lessons += tutor.before(request)
        played.answer(bots[request.player].choose(played.view(request.player), request), request.player)
    return [lesson.at for lesson in lessons]


@pytest.mark.parametrize("game", GAMES)
def test_whoever_takes_the_advice_is_told_six_lessons_or_more_each_once(game: str) -> None:
    lessons = told(game)
    assert len(lessons) >= 6 and len(set(lessons)) == len(lessons), lessons


@pytest.mark.parametrize("game", GAMES)
def test_lessons_are_short_and_at_moments_of_the_game(game: str) -> None:
    rules = rules_for(game)
    tutorial = read_tutorial(rules.ruleset.tutorial)
    texts = Narrator(rules, "en").texts
    moments = {key.partition(".")[2] for key in texts if key.startswith(("question.", "event."))}
    moments |= set(rules.windows_used())
    for lesson in tutorial.lessons:
        assert lesson.at in moments or snake(lesson.at) in moments, lesson.at
        assert columns(lesson.en) <= 320 and columns(lesson.zh) <= 320, lesson.at


def test_lessons_for_one_moment_come_one_at_a_time() -> None:
    lessons = (Lesson("deed", "one", "一"), Lesson("deed", "two", "二"))
    tutor = Tutor(Tutorial(1, 1, lessons), 0)
    asked: Any = type("Asked", (), {"ask": "deed", "about": {}})
    assert [[lesson.en for lesson in tutor.before(asked)] for _ in range(3)] == [["one"], ["two"], []]


def test_a_damaged_tutorial_is_refused_by_its_place(tmp_path: Path) -> None:
    file = tmp_path / "tutorial.toml"
    file.write_text('seed = 3\nturns = 1\n[[lessons]]\nat = "deed"\nen = "x"\n')
    with pytest.raises(ValueError, match=r"tutorial.toml: .*`zh`.*lessons\[0\]"):
        read_tutorial(file)
    other = tmp_path / "other.toml"
    other.write_text('seed = 3\nturns = 1\nlessons = []\ncolour = "red"\n')
    with pytest.raises(ValueError, match="colour"):
        read_tutorial(other)


def test_the_tutorial_of_dice_throne_is_played_at_the_terminal() -> None:
    shown = CliRunner().invoke(main, ["tutorial", "dice_throne"], input="\n" * 6 + "quit\n").output
    assert "Main Phase: you may play" in shown and "You could answer: " in shown
    chinese = CliRunner().invoke(main, ["tutorial", "dice_throne", "--lang", "zh"], input="\n\n退出\n").output
    assert "主要阶段：可以花费 CP" in chinese and "可以这样回答：" in chinese


def test_a_game_without_a_tutorial_says_so() -> None:
    install()
    result = CliRunner().invoke(main, ["tutorial", "duel"])
    assert result.exit_code == 1 and "duel has no tutorial" in result.output
    nobody = CliRunner().invoke(main, ["tutorial"])
    assert nobody.exit_code == 2 and "which game? One of: " in nobody.output

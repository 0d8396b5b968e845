"""A bot answers for a person for a while; seats change hands in the middle of a game."""

from __future__ import annotations

from click.testing import CliRunner

from rulewright import load
from rulewright.cli import main

from .small_games import DUEL, install


def typed(*lines: str, lang: str = "en", seats: str = "human,random") -> tuple[str, list[int]]:
    """What is shown, and whose answers the saved game holds, without those of chance."""
    install()
    arguments = ["play", "duel", "--seed", "3", "--seats", seats, "--lang", lang, "--save", "game.json"]
    with CliRunner().isolated_filesystem():
        result = CliRunner().invoke(main, arguments, input="".join(f"{line}\n" for line in (*lines, "quit")))
        assert result.exit_code == 0, result.output
        return result.stdout, [player for player, _ in load("game.json", game=DUEL).answers if player >= 0]


def test_a_bot_answers_one_question() -> None:
    shown, answers = typed("auto")
    assert answers[0] == 0 and "Player 1 strikes Player 2" in shown


def test_a_bot_answers_until_the_next_turn_begins() -> None:
    """The next question to the person is one of turn 2, or of turn 3, where it is theirs again."""
    shown, answers = typed("auto turn")
    assert answers.count(0) >= 1 and "Turn of Player 2" in shown
    assert "代劳" in typed("帮助", lang="zh")[0] and typed("代劳 回合", lang="zh")[1] == answers


def test_seats_change_hands_and_are_taken_back() -> None:
    shown, _ = typed("seat Player 2 human", "", "", "")
    assert "Player 2: human" in shown and "press Enter when nobody else looks" in shown
    shown, _ = typed("seat 2 human", "seat 2 random", "1", "1", seats="human,random")
    assert "Player 2: random" in shown and "Turn of Player 2" in shown


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    shown, answers = typed("seat 1 random", "seat Bob human", "seat 2 nobody", "auto game")
    assert "Somebody has to sit at this terminal." in shown and "Whose seat?" in shown
    assert "nobody" in shown and "Not understood: game" in shown and answers == []

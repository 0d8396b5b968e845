"""A bot answers for a person for a while; seats change hands in the middle of a game."""

from __future__ import annotations

from io import StringIO

import pytest
from click.testing import CliRunner
from rich.console import Console

from rulewright import load, rules_for
from rulewright.cli import main
from rulewright.cli.start import choose_game, choose_level, choose_seat
from rulewright.cli.terminal import Terminal
from rulewright.narrator import Narrator
from rulewright.plugins import registry
from rulewright.text import columns

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
    assert "Player 2: human" in shown and "press Enter when nobody else is looking" in shown
    shown, _ = typed("seat 2 human", "seat 2 random", "1", "1", seats="human,random")
    assert "Player 2: random" in shown and "Turn of Player 2" in shown


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    shown, answers = typed("seat 1 random", "seat Bob human", "seat 2 nobody", "auto game")
    assert "At least one person has to sit at this terminal." in shown and "Whose seat?" in shown
    assert "nobody" in shown and "Not understood: game" in shown and answers == []


# Which game ------------------------------------------------------------------------------------------------


class Typing(Terminal):
    """A terminal at which these lines are typed."""

    def __init__(self, *lines: str, lang: str = "en") -> None:
        self.shown = StringIO()
        super().__init__(lang, Console(file=self.shown, width=80, highlight=False))
        self.lines = [*lines]

    def ask(self, prompt: str) -> str:
        self.show(prompt)
        return self.lines.pop(0)


def test_who_names_no_game_is_asked_which_and_how_well_the_bot_shall_play() -> None:
    install()
    number = str(sorted(registry().rulesets).index("dice_throne") + 1)
    assert choose_game(Typing("duel")) == "duel" and choose_level(Typing(""), "duel") == "normal"
    wrong = Typing("", "chess", number)
    assert choose_game(wrong) == "dice_throne" and "chess does not name one game" in wrong.shown.getvalue()
    brutal = Typing("brutal", "hard")
    assert choose_level(brutal, "duel") == "hard" and "There is no level brutal" in brutal.shown.getvalue()
    assert choose_game(Typing("marvel", lang="zh")) == "crisis_protocol"
    assert choose_level(Typing("简单", lang="zh"), "crisis_protocol") == "easy"


def test_who_names_no_seat_is_asked_whom_they_play() -> None:
    install()
    assert choose_seat(Typing(""), "dice_throne", "hard") == "human,hard"
    second = Typing("third", "3", "2")
    assert choose_seat(second, "dice_throne", "normal") == "normal,human"
    shown = second.shown.getvalue()
    assert "  1  Gunslinger" in shown and "  2  Barbarian" in shown and "There is no seat 3" in shown


def test_only_a_game_with_a_tutorial_offers_it() -> None:
    install()
    assert choose_level(Typing("tutorial"), "dice_throne") == "tutorial"
    refused = Typing("tutorial", "easy")
    assert choose_level(refused, "duel") == "easy" and "There is no level tutorial" in refused.shown.getvalue()


def test_levels_have_chinese_names() -> None:
    shown, _ = typed("座位 2 简单", lang="zh", seats="human,困难")
    assert "玩家 2：困难" in shown and "玩家 2：简单" in shown


def test_nobody_is_asked_where_nobody_types() -> None:
    result = CliRunner().invoke(main, ["play"])
    assert result.exit_code == 2 and "which game? One of: " in result.output


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("game", ["dice_throne", "unmatched_nemesis", "heroclix", "crisis_protocol", "wh40k"])
def test_a_game_says_in_five_lines_what_the_aim_is_and_how_a_turn_goes(game: str, lang: str) -> None:
    texts = Narrator(rules_for(game), lang).texts
    lines = texts.say("aim", lang).splitlines()
    assert len(lines) == 5 and all(columns(line) <= 120 for line in lines)


def test_the_tab_key_completes_options_commands_and_what_stands_behind_a_command() -> None:
    terminal = Typing()
    terminal.offered = ("Strike", "Drink Potion", "Drink Water", "look", "log")

    def all_of(typed: str) -> list[str]:
        found: list[str] = []
        while (one := terminal.complete(typed, len(found))) is not None:
            found.append(one)
        return found

    assert all_of("dr") == ["Drink Potion", "Drink Water"] and all_of("Drink P") == ["Drink Potion"]
    assert all_of("lo") == ["look", "log"] and all_of("look dri") == ["look Drink Potion", "look Drink Water"]
    assert all_of("x") == [] and len(all_of("")) == 5

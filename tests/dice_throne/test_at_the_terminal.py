"""Modes at the command line: chosen with --set, with a seat for everyone."""

from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli import main


def run(*arguments: str) -> Any:
    return CliRunner().invoke(main, list(arguments))


def typed(tmp_path: Any, *lines: str, lang: str = "en", seed: int = 1933340829, stops: str = "all") -> str:
    """What is shown when a person types these lines against a bot, and leaves."""
    save = str(tmp_path / "game.json")
    arguments = ["play", "dice_throne", "--seed", str(seed), "--lang", lang, "--seats", "human,greedy", "--save", save]
    arguments += ["--force", "--stops", stops]
    result = CliRunner().invoke(main, arguments, input="".join(f"{line}\n" for line in (*lines, "quit")))
    assert result.exit_code == 0, result.output
    return result.output.partition("[Enter")[2] + result.output.partition("[回车")[2]


@pytest.mark.parametrize(
    ("setting", "seats"),
    [("mode=teams", 4), ("mode=king_of_the_hill", 3), ("heroes=monk,ninja,samurai,monk,ninja", 5)],
)
def test_bots_play_a_game_of_every_mode(setting: str, seats: int) -> None:
    bots = ",".join(["random"] * seats)
    common = ("--games", "2", "--seed", "1", "--jobs", "1")
    result = run("simulate", "dice_throne", *common, "--seats", bots, "--set", setting)

    assert result.exit_code == 0, result.output


def test_a_game_of_teams_is_told_at_the_terminal(tmp_path: Any) -> None:
    save = str(tmp_path / "game.json")
    result = run("play", "dice_throne", "--seats", "random", "--seed", "3", "--set", "mode=teams", "--save", save)

    assert result.exit_code == 0, result.output
    assert " for the target" in result.output
    assert "the opponent has no health left" in result.output


@pytest.mark.parametrize(("lang", "turns"), [("en", "Turn {}: "), ("zh", "第 {} 回合：")])
def test_each_turn_is_numbered(tmp_path: Any, lang: str, turns: str) -> None:
    save = str(tmp_path / "game.json")
    result = run("play", "dice_throne", "--seats", "random", "--seed", "3", "--lang", lang, "--save", save)

    assert result.exit_code == 0, result.output
    assert [number for number in (1, 2, 3) if turns.format(number) not in result.output] == []


def test_a_mode_that_does_not_fit_is_refused_in_words() -> None:
    result = run("play", "dice_throne", "--seats", "random", "--set", "mode=teams", "--set", "heroes=monk,ninja,monk")

    assert result.exit_code == 1
    assert "teams is for 4 players, not for 3" in result.output


@pytest.mark.parametrize(("lang", "words"), [("en", "pass announcement"), ("zh", "跳过 宣告")])
def test_a_player_passes_until_the_announcement_with_one_word(tmp_path: Any, lang: str, words: str) -> None:
    shown = typed(tmp_path, words, lang=lang)

    announced = {"en": "Gunslinger - Announced: ", "zh": "神枪手——已宣告："}[lang]
    assert shown.count("[3.4.windows]") == 1 and announced in shown


@pytest.mark.parametrize(
    ("lang", "line", "words"),
    [
        ("en", "eat lead", "Eat Lead! is a Roll Phase Action card: it is played in roll phases only [5.2.roll-phase]"),
        ("zh", "打出移转", "是主要阶段行动牌：只能在自己主要阶段的行动之间打出 [5.2.main-phase]"),
        ("en", "play tr", "may be Play Try, Try Again! (1 CP): "),
    ],
)
def test_a_card_that_cannot_be_played_now_is_refused_by_its_rule(
    tmp_path: Any, lang: str, line: str, words: str
) -> None:
    shown = typed(tmp_path, line, lang=lang)

    assert ({"en": "That cannot be done: ", "zh": "不能这样做："}[lang] in shown) is (line != "play tr")
    assert words in shown


def test_a_number_whose_name_is_several_words_is_explained(tmp_path: Any) -> None:
    shown = typed(tmp_path, "why hand limit", "why Hand Limit 0", "why hand")

    assert shown.count("base 6 [3.8.limit]") == 2
    assert "There is no number hand; known are: hand limit" in shown


def test_a_person_is_asked_about_cards_for_dice_when_no_rolls_are_left(tmp_path: Any) -> None:
    """Gunslinger holds cards that alter dice, and an Instant: neither the upkeep nor the first roll is a moment."""
    before_the_first_reroll = {
        stops: typed(tmp_path, *[""] * 6, seed=3, stops=stops).partition("which dice do you reroll?")[0].count("> \n")
        for stops in ("all", "smart")
    }
    assert before_the_first_reroll == {"all": 3, "smart": 1}

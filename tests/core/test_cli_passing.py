"""Passing on at the terminal: said once, until a moment, the end of a turn or a phase, or what concerns the person."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright import (
    GameOver,
    Loop,
    Phase,
    Roll,
    Steps,
    TimingPolicy,
    Turn,
    Window,
    active_first,
    load,
    reaction,
    turns,
)
from rulewright.cli import main
from rulewright.plugins import registry
from rulewright.text import Texts

from .small_games import DUEL, TEXTS, Hurt, install


def weather(game: Any, turn: Turn) -> Steps:
    """Player 1 is hurt in turn 2, and the game ends after turn 6. With 10 health a die falls each day."""
    if game.setup.hp == 10:
        yield Roll.d6(1, turn.player, "rain")
    if turn.number == 2:
        yield Hurt(0, 1)
    if turn.number == 7:
        yield GameOver((), "tired")


def always(game: Any, player: int, context: Any) -> list[str]:
    return ["shield"] if player == 0 or game.setup.hp == 9 else []


def late(game: Any, player: int, context: Any) -> list[str]:
    return ["oil"] if player == 0 and context.number == 4 else []


def nothing(game: Any, player: int, choice: str, context: Any) -> Steps:
    yield from ()


HOLD = reaction("dawn", "dusk", options=always, name="hold")(nothing)
THROW = reaction("dusk", options=late, name="throw")(nothing)
DAYS = Loop(
    "turn",
    turns(lambda game: game.players),
    [Phase("early", [Window("dawn"), weather]), Phase("late", [Window("dusk")])],
    announce=True,
)


@pytest.fixture(autouse=True)
def days(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A game of nothing but days, with a window at dawn and one at dusk, is installed as the duel."""
    install()
    texts = TEXTS.join(Texts({"until.dusk": {"en": "sunset", "zh": "日落"}}))
    timing = TimingPolicy(active_first)
    game = replace(DUEL, flow=DAYS, procedures=(), reactions=(HOLD, THROW), texts=texts, timing=timing)
    monkeypatch.setitem(registry().rulesets, "duel", game)
    monkeypatch.setattr(registry(), "_frozen", {})
    monkeypatch.chdir(tmp_path)
    yield


def play(*lines: str, seats: str = "human,random", lang: str = "en", hp: int = 8) -> str:
    """What is shown when these lines are typed, and the game is left. With 9 health Player 2 holds a shield too."""
    arguments = ["play", "duel", "--seed", "1", "--seats", seats, "--lang", lang, "--save", "game.json", "--force"]
    arguments += ["--set", f"hp={hp}"]
    result = CliRunner().invoke(main, arguments, input="".join(f"{line}\n" for line in (*lines, "quit")))
    assert result.exit_code == 0, result.output
    return result.stdout


def passes() -> int:
    """How many passes of Player 1 the journal of the game holds."""
    return [answer for player, answer in load("game.json").answers if player == 0].count(None)


def test_a_turn_is_passed_with_one_word_and_the_journal_keeps_each_pass() -> None:
    shown = play("pass turn")
    assert shown.count("Do you react?") == 2 and shown.count("Turn of") == 2
    assert passes() == 2  # at dawn and at dusk


def test_a_phase_or_everything_until_a_moment_is_passed() -> None:
    assert "(dusk)" in play("pass phase") and passes() == 1
    assert "(dusk)" in play("pass dusk") and passes() == 1
    assert "(dusk)" in play("pass until the sunset") and passes() == 1
    assert "(dusk)" in play("pass sunset", "pass sunset") and passes() == 3  # from dusk to the next one
    assert "dusk" in play("跳过 日落", lang="zh") and passes() == 1
    assert play("过 回合", lang="zh").count("要作出反应吗") == 2 and passes() == 2


def test_what_concerns_the_person_ends_the_passing() -> None:
    hurt = play("pass turn", "pass turn")
    assert passes() == 3 and hurt.rindex("Player 1 loses 1 health") < hurt.rindex("Do you react? (dusk)")
    new = play(*["pass turn"] * 5)
    assert passes() == 7 and "Throw: Oil" in new[new.rindex("Do you react? (dusk)") :]


def test_other_people_at_the_terminal_do_not_learn_what_one_has() -> None:
    shown = play("", *["pass turn"] * 5, seats="human")
    assert passes() == 8 and "Throw" not in shown  # nobody sees that the oil has come


def test_each_of_several_people_passes_for_themselves() -> None:
    shown = play("", "pass turn", "", "", "pass turn", seats="human", hp=9)
    assert passes() == 2 and shown.count("Do you react?") == 3  # each at dawn, and then the next turn has begun


def test_who_passed_is_asked_again_when_someone_takes_the_pass_back() -> None:
    shown = play("", "pass turn", "", "", "undo", "undo", seats="human", hp=9)
    assert passes() == 0 and "(dawn)" in shown[shown.rindex("Do you react?") :]


def test_the_moments_stand_in_the_help_and_what_is_none_is_refused() -> None:
    for nothing in ("pass until", "过 直到", "pass the"):
        assert "There is no moment" in play(nothing) and passes() == 0
    shown = play("help", "pass noon")
    assert "pass turn" in shown and "until one of: dawn, sunset" in shown
    assert "There is no moment noon to pass until; known are: turn, phase, dawn, sunset" in shown
    assert passes() == 0


def test_what_must_be_chosen_cannot_be_passed() -> None:
    arguments = ["play", "survey", "--seed", "1", "--seats", "human,random"]
    shown = CliRunner().invoke(main, arguments, input="1\npass turn\nquit\n").stdout
    assert "something must be chosen here before you can pass on" in shown and "pass turn      " not in shown


def test_undo_takes_back_all_that_was_passed_at_once() -> None:
    assert "Taken back: Pass" in play("pass phase", "pass turn", "undo") and passes() == 1


def test_an_undo_that_is_refused_leaves_what_was_passed_as_it_is() -> None:
    shown = play("pass turn", "undo", hp=10)
    assert "undo! undoes that too" in shown and passes() == 2
    assert "(dawn)" in shown[shown.rindex("Do you react?") :]
    assert "Taken back: Pass" in play("pass turn", "undo", "undo!", hp=10) and passes() == 0


def test_where_a_person_is_asked_is_shown_and_changed_by_moment_phase_and_thing() -> None:
    shown = play("stops", "stops sunset never", "", "stops", "stops sunset smart", "")
    assert "You are asked about each thing at its best moment" in shown and "dawn, sunset" in shown
    assert shown.count("Never asked: sunset") == 2 and "As usual again: sunset" in shown
    assert passes() == 3  # at dawn; at dusk without a question; at the second dawn
    assert "(dusk)" not in play("stops 2 never turn", "")  # only in turn 1
    assert "(dusk)" in play("stops 2 never turn", "", "")
    assert "本回合不询问" in play("停顿 2 从不 本回合", lang="zh")


def test_an_unknown_stop_is_refused_and_nothing_changes() -> None:
    for wrong in ("stops noon never", "stops 1 never", "stops 9 always"):
        assert "There is no option, moment or phase" in play(wrong)
    for wrong in ("stops noon", "stops never", "stops 2 perhaps"):
        assert "I do not understand" in play(wrong)

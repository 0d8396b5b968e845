"""What may come of an answer: counted in imagined games, and told at the prompt."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright import Refused, new_game
from rulewright.bots import make_bot
from rulewright.cli import main
from rulewright.narrator import Narrator
from rulewright.prospects import Prospects, prospects

from .small_games import DUEL, install


def tell(game: Any, answer: Any, tries: int = 200) -> Prospects:
    return prospects(game.view(0), answer, Narrator(game.rules).event, Random(1), tries=tries)


def shares(found: Prospects) -> dict[str, float]:
    return {one.text: one.count / found.tries for one in found.found}


def test_what_happens_always_and_what_falls_are_told_apart() -> None:
    """A blow of the duel is a die against nothing: each face in a sixth of all games."""
    game = new_game(DUEL, seed=3)
    found = shares(tell(game, "strike", tries=600))
    struck = {text: share for text, share in found.items() if text.startswith("Player 1 strikes Player 2: ")}
    assert len(struck) == 6 and sum(struck.values()) == pytest.approx(1)
    assert all(abs(share - 1 / 6) < 0.06 for share in struck.values())


def test_the_real_game_is_as_it_was_and_the_same_seed_counts_the_same() -> None:
    game = new_game(DUEL, seed=3)
    before = game.digest()
    assert tell(game, "strike") == tell(game, "strike") and game.digest() == before


def test_what_is_not_legal_is_refused() -> None:
    with pytest.raises(Refused):
        tell(new_game(DUEL, seed=3), "fly")


def test_the_question_that_comes_next_is_told() -> None:
    """Running Shot asks where before anything else happens."""
    game = new_game("heroclix", seed=3)
    bots = [make_bot("random", 1), make_bot("random", 2)]
    while not (game.request.ask == "action" and game.request.player == 0):
        player = game.request.player
        game.answer(bots[player].choose(game.view(player), game.request), player)
    teller = Narrator(game.rules)
    answer = next(one for one in game.request.options() if one[1:] == ("running-shot", "POWER"))
    found = prospects(game.view(0), answer, teller.event, Random(1), tries=20, question=teller.question)
    (asked,) = found.asked
    assert asked.text.startswith("Where does Gale 11 move? (5 squares") and asked.count == 20


def test_time_bounds_the_tries_but_for_the_first_few() -> None:
    game = new_game(DUEL, seed=3)
    assert prospects(game.view(0), "strike", lambda view, event: "", Random(1), seconds=0.0) == Prospects(10, ())


def typed(*lines: str, lang: str = "en") -> str:
    install()
    arguments = ["play", "duel", "--seed", "3", "--seats", "human,random", "--lang", lang]
    with CliRunner().isolated_filesystem():
        result = CliRunner().invoke(main, arguments, input="".join(f"{line}\n" for line in (*lines, "quit")))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_odds_at_the_prompt_tell_shares_and_change_nothing() -> None:
    shown = typed("odds strike", "odds 99", "odds")
    assert "In 100 tries, up to your next choice, if the others pass:" in shown
    assert " %  Player 1 strikes Player 2: " in shown
    assert "99 is not" in shown and "Odds of which answer?" in shown
    assert "    0  Player 1 strikes" not in shown
    assert "试了 100 次" in typed("几率 1", lang="zh")


def test_a_hint_is_what_the_usual_bot_would_answer() -> None:
    assert "A bot would answer: Strike" in typed("hint")
    assert "机器人会回答：" in typed("建议", lang="zh")

"""Games saved in the middle of a move, a charge or an attack, when these went by other names."""

from pathlib import Path
from typing import Any

import pytest

from rulewright import load
from rulewright.journal import doubt, read
from rulewright_wh40k.terms import AttackSequence, DeclaredCharge, Move

SAVES = Path(__file__).parent / "saves"


@pytest.mark.parametrize(
    ("name", "asked", "context"),
    [("move", "go", Move), ("charge", "close_in", DeclaredCharge), ("attack", "allocate", AttackSequence)],
)
def test_a_game_saved_in_mid_step_goes_on(name: str, asked: str, context: Any) -> None:
    game = load(SAVES / f"{name}.json")

    assert doubt(read(SAVES / f"{name}.json"), game) == ""
    assert game.request.ask == asked and game.find_context(context) is not None

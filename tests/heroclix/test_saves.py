"""A game saved when the squares that a character was last on went by another name."""

from pathlib import Path

from rulewright import load
from rulewright.journal import doubt, read

SAVED = Path(__file__).parent / "saves" / "knocked_out.json"


def test_a_game_with_a_character_that_was_knocked_out_goes_on() -> None:
    game = load(SAVED)

    assert doubt(read(SAVED), game) in ("", "the rules write another log than when it was saved")
    assert game.state.characters["quill#21"].last_squares == ((2, 8),)

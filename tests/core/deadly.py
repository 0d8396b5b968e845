"""A duel in which some games end the process that plays them, as a crash or the system would."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any, Final

from rulewright import Loop, Phase, Turn, turns
from rulewright.simulate import game_seed
from tests.lengths import length

from .small_games import DUEL, act, draw_card, shuffle_decks

SEED: Final = 5
DEADLY_GAMES: Final = length((3,), (3, 11))


def die(game: Any, turn: Turn) -> None:
    if game.header.seed in [game_seed(SEED, number) for number in DEADLY_GAMES]:
        os._exit(9)


DEADLY = replace(
    DUEL,
    id="deadly",
    flow=Loop(
        "turn",
        turns(lambda game: game.players),
        [die, shuffle_decks, draw_card, Phase("deed", [act])],
        announce=True,
    ),
)

"""Simulations: many games between bots, each reproducible from its own seed."""

from .games import Failure, Played, game_seed, play_game, turns_of
from .run import FAILURES, Summary, simulate

__all__ = ["FAILURES", "Failure", "Played", "Summary", "game_seed", "play_game", "simulate", "turns_of"]

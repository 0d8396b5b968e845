"""Simulations: many games between bots, each reproducible from its own seed."""

from .executors import ClusterError
from .games import Failure, Played, play_game, turns_of
from .intervals import LEVEL, Rate, paired, wilson
from .matchups import Matchup, Matrix, matchups
from .plan import game_seed
from .records import RecordsError
from .run import FAILURES, Comparison, Summary, compare, simulate

__all__ = [
    "FAILURES",
    "LEVEL",
    "ClusterError",
    "Comparison",
    "Failure",
    "Matchup",
    "Matrix",
    "Played",
    "Rate",
    "RecordsError",
    "Summary",
    "compare",
    "game_seed",
    "matchups",
    "paired",
    "play_game",
    "simulate",
    "turns_of",
    "wilson",
]

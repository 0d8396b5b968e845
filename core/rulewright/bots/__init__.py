"""Bots: players that are programs. They see what a player sees, and nothing else."""

from .base import GROUP, Bot, RandomBot, UnknownBot, bot_names, fill_seats, make_bot, no_answer, seat_seed
from .greedy import GreedyBot
from .search import SearchBot

__all__ = [
    "GROUP",
    "Bot",
    "GreedyBot",
    "RandomBot",
    "SearchBot",
    "UnknownBot",
    "bot_names",
    "fill_seats",
    "make_bot",
    "no_answer",
    "seat_seed",
]

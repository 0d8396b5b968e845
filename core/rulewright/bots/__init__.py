"""Bots: players that are programs. They see what a player sees, and nothing else."""

from ..ruleset import LEVELS as LEVELS
from .base import GROUP as GROUP
from .base import AtLevel as AtLevel
from .base import Bot as Bot
from .base import RandomBot as RandomBot
from .base import UnknownBot as UnknownBot
from .base import bot_names as bot_names
from .base import fill_seats as fill_seats
from .base import make_bot as make_bot
from .base import no_answer as no_answer
from .base import seat_seed as seat_seed
from .greedy import GreedyBot as GreedyBot
from .rollout import RolloutBot as RolloutBot
from .search import SearchBot as SearchBot

"""Simulations: many games between bots, each reproducible from its own seed."""

from .executors import ClusterError as ClusterError
from .games import Failure as Failure
from .games import Played as Played
from .games import turns_of as turns_of
from .intervals import LEVEL as LEVEL
from .intervals import Rate as Rate
from .intervals import paired as paired
from .intervals import wilson as wilson
from .matchups import Matchup as Matchup
from .matchups import Matrix as Matrix
from .matchups import matchups as matchups
from .plan import game_seed as game_seed
from .records import RecordsError as RecordsError
from .run import FAILURES as FAILURES
from .run import Comparison as Comparison
from .run import Summary as Summary
from .run import compare as compare
from .run import simulate as simulate

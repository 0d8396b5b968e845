"""The public names of environments (see `rulewright.late`)."""

from .single import gym as gym
from .single import register as register
from .zoo import aec as aec
from .zoo import module as module
from .zoo import parallel as parallel

class MissingExtra(ImportError):
    """A library of the extra ``rl`` is not installed; the message says how to install it."""

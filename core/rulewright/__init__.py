"""Rulewright, a tabletop rules platform: one kernel that plays, referees, explains and replays any ruleset.

The public names, listed in `__init__.pyi`, load when they are first used, so that ``import rulewright`` stays quick.
"""

from .late import late_names

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = late_names(__name__)

"""Rulewright, a tabletop rules platform: one kernel that plays, referees, explains and replays any ruleset.

The public names, listed in `__init__.pyi`, load when they are first used, so that ``import rulewright`` stays quick.
"""

from .late import late_names

__version__ = "0.2.0"

API = 2
"""What authors build on: it goes up when something that a plugin may have written has to be written otherwise."""

__getattr__, __dir__, __all__ = late_names(__name__)

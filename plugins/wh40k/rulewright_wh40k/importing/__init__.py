"""What players own: rosters of BattleScribe and New Recruit, with the stat lines, weapons and texts in them.

`numbers` reads what is printed, `abilities` what the program knows of it, `units` makes datasheets and `rosters`
armies; `formats` is what `rulewright import` finds. What only people can play keeps its text.
"""

from __future__ import annotations

from .formats import RosterFile as RosterFile

"""Chapter 9: the modes, for how many players they are, and with what these begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

Mode = Literal["duel", "teams", "king_of_the_hill", "free_for_all"]

DUEL: Final = "duel"
TEAMS: Final = "teams"
KING: Final = "king_of_the_hill"
FREE: Final = "free_for_all"

SEATS: Final[Mapping[str, tuple[int, ...]]] = {DUEL: (2,), TEAMS: (4,), KING: (3,), FREE: (4, 5, 6)}
"""How many players a mode is for."""

USUAL: Final[Mapping[int, Mode]] = {2: DUEL, 3: KING, 4: TEAMS, 5: FREE, 6: FREE}
"""The mode for a number of players where none is named."""

PARTNERS: Final = ((0, 2), (1, 3))
"""The seats of the two teams: seats 1 and 3 of the rulebook against 2 and 4."""

FREE_HEALTH: Final = 35
"""With what a player begins where everyone plays for themselves (9.2)."""

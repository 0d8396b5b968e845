"""The file formats, as `rulewright import` finds them."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from rulewright.plugins import Imported

GAMES: Final = (b"warhammer 40,000", b"warhammer 40k")
"""How the files name the game, in small letters."""


class RosterFile(Struct, frozen=True):
    """Rosters of BattleScribe and New Recruit: packed (.rosz), XML (.ros) or JSON."""

    name: str = "Warhammer 40,000 roster"
    ruleset: str = "wh40k"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether a file holds a roster that does not name another game."""
        from rulewright.importing import beginning

        known = beginning(head).lower()
        if b"<roster" not in known and b'"roster"' not in known:
            return False
        return b"gamesystemname" not in known or any(game in known for game in GAMES)

    def read(self, data: bytes) -> Imported:
        """The roster as content: an army, and the datasheets of its units. Raises ContentError."""
        from rulewright.importing import read_roster

        from .rosters import Army, refuse_other_game

        roster = read_roster(data)
        refuse_other_game(roster, GAMES)
        army = Army(roster)
        return Imported("content", army.content, tuple(army.left_out), tuple(army.notes))


FORMATS: Final = (RosterFile(),)

"""The file formats, as `rulewright import` finds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from rulewright.plugins import Imported

GAME: Final = b"crisis protocol"
"""How the files name the game, in small letters."""
SYSTEM: Final = b"9c66-3ecf-4508-3b47"
"""The id of its game system."""


class CatalogueFile(Struct, frozen=True):
    """Catalogues (.cat) and game systems (.gst) of BSData; ``phrases`` are phrases of one's own."""

    phrases: tuple[Mapping[str, Any], ...] = ()
    name: str = "BSData catalogue"
    ruleset: str = "crisis_protocol"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether a file is XML with a catalogue that names no other game system, or with the system of this game."""
        if b"<catalogue" in head:
            return b"gameSystemId" not in head or SYSTEM in head
        return b"<gameSystem" in head and GAME in head.lower()

    def read(self, data: bytes) -> Imported:
        """The cards as content. Raises ContentError."""
        from rulewright.importing import read_xml

        from .catalogue import Catalogue, by_players, counts, is_catalogue, refuse_other

        root = read_xml(data)
        if not is_catalogue(root):
            raise refuse_other(root, "a catalogue or a game system")
        found = Catalogue(root, self.phrases)
        return Imported("content", found.content, (*found.notes, *by_players(found)), counts(found))

    def with_phrases(self, phrases: Mapping[str, Any]) -> CatalogueFile:
        """The same with phrases of one's own in front of the others. Raises ContentError where they are none."""
        from .texts import phrasebook

        phrasebook(*self.phrases, phrases)
        return CatalogueFile((*self.phrases, phrases))


class RosterFile(Struct, frozen=True):
    """Rosters of BattleScribe and New Recruit, packed (.rosz) or not (.ros)."""

    name: str = "BattleScribe roster"
    ruleset: str = "crisis_protocol"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether a file is XML with a roster of this game, packed or not."""
        from rulewright.importing import beginning

        known = beginning(head).lower()
        return b"<roster" in known and GAME in known

    def read(self, data: bytes) -> Imported:
        """The roster as a setup. Raises ContentError."""
        from rulewright.importing import read_xml, unpacked

        from .catalogue import refuse_other
        from .roster import setup_of

        root = read_xml(unpacked(data))
        if root.tag != "roster":
            raise refuse_other(root, "a roster")
        return Imported("setup", *setup_of(root))


FORMATS: Final = (CatalogueFile(), RosterFile())

"""The file formats, as `rulewright import` finds them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from rulewright.plugins import Imported

if TYPE_CHECKING:
    from ..cards.loading import Book

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


class ListFile(Struct, frozen=True):
    """Lists of names of characters, team tactic cards and crises, as text or JSON; ``content`` has the cards."""

    content: Book | None = None
    name: str = "Crisis Protocol list"
    ruleset: str = "crisis_protocol"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether a file is text or JSON with headings of at least two kinds of cards, team tactics among them."""
        from .lists import heading

        text = head.decode("utf-8", errors="ignore").lstrip("\ufeff \r\n")
        if text.startswith(("{", "[")):
            keys = {word.lower().replace("_", "") for word in _KEYS.findall(text)}
            return bool(keys & _TACTICS) and "characters" in keys and not keys & _OF_CONTENT
        if text.startswith(("<", "PK")):
            return False
        kinds = {found[0] for line in text.splitlines() if (found := heading(line))}
        return "tactics" in kinds and len(kinds) > 1

    def with_content(self, content: Any) -> ListFile:
        """The same for lists of this content."""
        return replace(self, content=content)

    def read(self, data: bytes) -> Imported:
        """The list as a setup. Raises ContentError."""
        from ..cards.loading import load_book
        from .lists import setup_of

        return Imported("setup", *setup_of(data, self.content or load_book()))


_KEYS: Final = re.compile(r'"([A-Za-z_]+)"\s*:')
_TACTICS: Final = {"tactics", "teamtactics", "teamtacticcards"}
_OF_CONTENT: Final = {"effects", "healthy", "squads", "rosters"}
"""What content and setups of the game have, and no list."""

FORMATS: Final = (CatalogueFile(), RosterFile(), ListFile())

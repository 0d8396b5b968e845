"""The file formats, as `rulewright import` finds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from rulewright.plugins import Imported


class CatalogueFile(Struct, frozen=True):
    """Catalogues (.cat) and game systems (.gst) of BSData; ``phrases`` are phrases of one's own."""

    phrases: tuple[Mapping[str, Any], ...] = ()
    name: str = "BSData catalogue"
    ruleset: str = "crisis_protocol"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether a file is XML with the catalogue of this game, or its game system."""
        return b"<catalogue" in head or b"<gameSystem" in head

    def read(self, data: bytes) -> Imported:
        """The cards as content. Raises ContentError."""
        from .catalogue import Catalogue, is_catalogue, refuse_other, report
        from .xml import read_xml

        root = read_xml(data)
        if not is_catalogue(root):
            raise refuse_other(root, "a catalogue or a game system")
        found = Catalogue(root, self.phrases)
        return Imported("content", found.content, report(found))

    def with_phrases(self, phrases: Mapping[str, Any]) -> CatalogueFile:
        """The same with phrases of one's own in front of the others."""
        return CatalogueFile((*self.phrases, phrases))


FORMATS: Final = (CatalogueFile(),)

"""The notations of units that `rulewright import` finds; each is read in its own room, once a file is in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from msgspec import Struct
from msgspec.structs import replace

from rulewright.plugins import Imported

if TYPE_CHECKING:
    from rulewright.phrases import Phrasebook


class UnitFile(Struct, frozen=True):
    """A notation of units, whose texts are read by the phrases of the game and, before them, those of a player."""

    phrases: tuple[Mapping[str, Any], ...] = ()
    name: str = ""
    ruleset: str = "heroclix"

    def with_phrases(self, phrases: Mapping[str, Any]) -> Self:
        """The same, with more phrases. Raises ContentError."""
        found = replace(self, phrases=(*self.phrases, phrases))
        found.book()
        return found

    def book(self) -> Phrasebook:
        """The phrases by which texts are read. Raises ContentError."""
        from .texts import phrasebook

        return phrasebook(*self.phrases)


class HCUnits(UnitFile, frozen=True):
    """The file format of hcunits."""

    name: str = "hcunits units"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether a file is a JSON array of units, or a patch of one."""
        begins = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
        patch = begins == b"{" and b'"updates"' in head and b'"special_powers"' in head
        return patch or (begins in (b"[", b"{") and b'"unit_id"' in head)

    def read(self, data: bytes) -> Imported:
        """The units as characters. Raises ContentError naming the unit and the key."""
        from .hcunits import read

        return read(data, self.book())


class DialRows(UnitFile, frozen=True):
    """The file format of rows: a character a line, its cells divided by strokes."""

    name: str = "rows of dials"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether the first line has the icons of a dial between strokes."""
        return re.search(rb"\|m-[a-z]+\|", head.partition(b"\n")[0]) is not None

    def read(self, data: bytes) -> Imported:
        """The rows as characters; rows that cannot be read are left out, each with its place. Raises ContentError."""
        from .dials import read_rows

        return read_rows(data, self.book())


class DialCode(UnitFile, frozen=True):
    """The file format of BBCode: one character after the other, each with a line of its name and a dial."""

    name: str = "dials in BBCode"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether there is a dial in BBCode."""
        return b"[dial]" in head and b"[slot=" in head

    def read(self, data: bytes) -> Imported:
        """The dials as characters. Raises ContentError naming the line."""
        from .dials import read_code

        return read_code(data, self.book())


class ColumnFile(UnitFile, frozen=True):
    """The file format of dials in YAML."""

    name: str = "dials in YAML"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether there are rows of values after a name."""
        return re.search(rb"(?m)^name:.*\n(?:\s+.*\n)*?\s+attack:\s*\d", head) is not None

    def read(self, data: bytes) -> Imported:
        """The units as characters. Raises ContentError naming the line."""
        from .columns import read

        return read(data, self.book())

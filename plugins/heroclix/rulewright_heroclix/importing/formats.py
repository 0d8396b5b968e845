"""The notations of units that `rulewright import` finds; each is read in its own room, once a file is in it."""

from __future__ import annotations

import re

from rulewright.plugins import Imported


class HCUnits:
    """The file format of hcunits."""

    name = "hcunits units"
    ruleset = "heroclix"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether a file is a JSON array of units."""
        begins = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"[", b"{")
        return begins and b'"unit_id"' in head

    def read(self, data: bytes) -> Imported:
        """The units as characters. Raises ContentError naming the unit and the key."""
        from .hcunits import read

        return read(data)


class DialRows:
    """The file format of rows: a character a line, its cells divided by strokes."""

    name = "rows of dials"
    ruleset = "heroclix"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether the first line has the icons of a dial between strokes."""
        return re.search(rb"\|m-[a-z]+\|", head.partition(b"\n")[0]) is not None

    def read(self, data: bytes) -> Imported:
        """The rows as characters; rows that cannot be read are left out, each with its place. Raises ContentError."""
        from .dials import read_rows

        return read_rows(data)


class DialCode:
    """The file format of BBCode: one character after the other, each with a line of its name and a dial."""

    name = "dials in BBCode"
    ruleset = "heroclix"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether there is a dial in BBCode."""
        return b"[dial]" in head and b"[slot=" in head

    def read(self, data: bytes) -> Imported:
        """The dials as characters. Raises ContentError naming the line."""
        from .dials import read_code

        return read_code(data)


class ColumnFile:
    """The file format of dials in YAML."""

    name = "dials in YAML"
    ruleset = "heroclix"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether there are rows of values after a name."""
        return re.search(rb"(?m)^name:.*\n(?:\s+.*\n)*?\s+attack:\s*\d", head) is not None

    def read(self, data: bytes) -> Imported:
        """The units as characters. Raises ContentError naming the line."""
        from .columns import read

        return read(data)

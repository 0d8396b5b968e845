"""The file formats, as `rulewright import` finds them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from rulewright.plugins import FileQuestion, Imported
from rulewright.problems import ContentError, Problem

if TYPE_CHECKING:
    from rulewright.importing import Roster

    from ..cards.loading import Book

DOCUMENTS: Final = (".toml", ".json", ".yml", ".yaml", ".py", ".svg", ".html", ".csv")
"""Files that hold no list, whatever stands in them."""
_ROSTER: Final = re.compile(rb'<roster\b|"roster"\s*:')
_LISTED: Final = re.compile(
    rb"\d ?(?:pts?|points?)\b|^\W*\d{1,2} ?x \w|^\W*(?:faction keyword|detachment|list name) ?:|exported with app",
    re.IGNORECASE | re.MULTILINE,
)
"""What a list has, and hardly any other text."""


class RosterFile(Struct, frozen=True):
    """Rosters of BattleScribe and New Recruit: packed (.rosz), XML (.ros) or JSON.

    ``content`` has the datasheets of units without stat lines, and ``answers`` say how others of them are played.
    """

    content: Book | None = None
    answers: Mapping[str, str] = {}
    name: str = "Warhammer 40,000 roster"
    ruleset: str = "wh40k"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether a file holds a roster of this game, or of one that is taken for it and refused by name."""
        from rulewright.importing import beginning

        from .editions import GAMES, OTHERS

        known = beginning(head).lower()
        if _ROSTER.search(known) is None:
            return False
        return b"gamesystemname" not in known or any(game.encode() in known for game in (*GAMES, *OTHERS))

    def with_content(self, content: Any) -> RosterFile:
        """The same for rosters whose units may be datasheets of this content."""
        return replace(self, content=content)

    def questions(self, data: bytes) -> list[FileQuestion]:
        """How units without a stat line are played. Raises ContentError."""
        from .lists.sheets import Sheets
        from .rosters import units_in
        from .stand_ins import StandIns

        asked = StandIns(self.answers, Sheets(self.content) if self.content else None)
        return list(asked.questions(units_in(self._roster(data))))

    def with_answers(self, answers: Mapping[str, str]) -> RosterFile:
        """The same with answers about units without a stat line."""
        return replace(self, answers=dict(answers))

    def read(self, data: bytes) -> Imported:
        """The roster as content: an army, and the datasheets of its units. Raises ContentError."""
        from .rosters import Army

        army = Army(self._roster(data), self.content, self.answers)
        return Imported("content", army.content, tuple(army.left_out), tuple(army.notes))

    def _roster(self, data: bytes) -> Roster:
        from rulewright.importing import read_roster

        from .editions import refuse_other_game

        roster = read_roster(data)
        refuse_other_game(roster)
        return roster


class ListFile(Struct, frozen=True):
    """Army lists as text; ``content`` is the content whose datasheets they name, the game's own without.

    ``answers`` say what plays for units that no datasheet is called.
    """

    content: Book | None = None
    answers: Mapping[str, str] = {}
    name: str = "Warhammer 40,000 list"
    ruleset: str = "wh40k"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether a file is text with points or counts as lists have them, or a roster of Rosterizer."""
        from .editions import GAMES
        from .lists.reading import is_rosterizer

        if is_rosterizer(head):
            return any(game.encode() in head.lower() for game in GAMES)
        if file_name.endswith(DOCUMENTS) or head.lstrip(b"\xef\xbb\xbf \r\n").startswith((b"<", b"{", b"[", b"PK")):
            return False
        return _LISTED.search(head.replace(b"\0", b"")) is not None

    def with_content(self, content: Any) -> ListFile:
        """The same for lists of this content."""
        return replace(self, content=content)

    def questions(self, data: bytes) -> list[FileQuestion]:
        """What plays for units that no datasheet is called. Raises ContentError."""
        from .lists import read_list
        from .lists.sheets import Sheets
        from .stand_ins import about_listed

        sheets = Sheets(self._book())
        names = dict.fromkeys(one.name for one in read_list(data).units if one.name not in sheets)
        return [about_listed(name, sheets.near(name)) for name in names if name not in self.answers]

    def with_answers(self, answers: Mapping[str, str]) -> ListFile:
        """The same with answers about units that no datasheet is called."""
        return replace(self, answers=dict(answers))

    def read(self, data: bytes) -> Imported:
        """The list as content: an army, and datasheets for units that are armed otherwise. Raises ContentError."""
        from .lists import read_list
        from .lists.matching import Mustered
        from .stand_ins import answered

        army = Mustered(answered(read_list(data), self.answers), self._book())
        return Imported("content", army.content, tuple(army.left_out), tuple(army.notes))

    def _book(self) -> Book:
        from ..cards.loading import load_book

        return self.content or load_book()


class CatalogueFiles(Struct, frozen=True):
    """Catalogues of BSData with their game system: a folder or an archive of them, or a single one."""

    name: str = "BSData catalogues of Warhammer 40,000"
    ruleset: str = "wh40k"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether a file, or the first one of an archive, is a catalogue or a system of this game."""
        from rulewright.importing import beginning

        from .editions import SYSTEM

        known = beginning(head)
        return SYSTEM.encode() in known and (b"<catalogue" in known or b"<gameSystem" in known)

    def read(self, data: bytes) -> Imported:
        """The datasheets and detachments as content. Raises ContentError."""
        from .catalogues.content import Contents
        from .catalogues.library import Library

        try:
            found = Contents(Library(data))
        except RecursionError:
            raise ContentError([Problem("", found="links that lead on and on", expected="links to parts")]) from None
        return Imported("content", found.content, tuple(found.left_out), tuple(found.notes))


class DataSets(Struct, frozen=True):
    """Data sets of 40kdc: a folder or an archive of them."""

    name: str = "40kdc data"
    ruleset: str = "wh40k"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether the first file of an archive has entities with an edition of the game."""
        from rulewright.importing import beginning

        known = beginning(head)
        return head.startswith(b"PK") and b'"game_version"' in known and b'"edition"' in known

    def read(self, data: bytes) -> Imported:
        """The datasheets and detachments as content. Raises ContentError."""
        from .data_sets import Contents

        found = Contents(data)
        return Imported("content", found.content, tuple(found.left_out), tuple(found.notes))


FORMATS: Final = (RosterFile(), ListFile(), CatalogueFiles(), DataSets())

"""Files of catalogues together: what stands under which id, and which entries an army can choose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from rulewright.importing import files_in, read_xml
from rulewright.problems import ContentError, Problem

from ..editions import READ, SYSTEM

ENDINGS: Final = (".cat", ".gst", ".catz", ".gstz")
ROOTS: Final = ("catalogue", "gameSystem")


class Library:
    """Catalogues and a game system; raises ContentError for what is neither, or of another game."""

    def __init__(self, data: bytes) -> None:
        named = {name: plain for name, plain in files_in(data).items() if not name or name.lower().endswith(ENDINGS)}
        if not named:
            raise _refused("", "an archive without catalogues", f"files that end with {', '.join(ENDINGS)}")
        self.roots = [_root(name, plain) for name, plain in named.items()]
        self.by_id: dict[str, Element] = {}
        for root in self.roots:
            for one in root.iter():
                if one.tag in TARGETS and (id := one.get("id")):
                    self.by_id.setdefault(id, one)

    @property
    def catalogues(self) -> list[Element]:
        """The catalogues, those of whole factions first."""
        found = [one for one in self.roots if one.tag == "catalogue"]
        return sorted(found, key=lambda one: one.get("library") == "true")

    @property
    def missing_links(self) -> list[str]:
        """The names of files that others need and that are not here."""
        here = {one.get("id") for one in self.roots}
        links = (link for root in self.roots for link in root.iterfind("catalogueLinks/catalogueLink"))
        return sorted({str(link.get("name")) for link in links if link.get("targetId") not in here})

    def target(self, link: Element) -> Element | None:
        """What a link means; None where its file is not here."""
        return self.by_id.get(link.get("targetId", ""))


TARGETS: Final = frozenset((
    "selectionEntry", "selectionEntryGroup", "profile", "rule", "infoGroup", "categoryEntry",
))  # fmt: skip
"""What links lead to."""


def parts(element: Element, *names: str) -> Iterator[Element]:
    """What stands in the lists of these names."""
    for name in names:
        for one in element.iterfind(name):
            yield from one


def _root(name: str, plain: bytes) -> Element:
    try:
        root = read_xml(next(iter(files_in(plain).values())))
    except ContentError as error:
        raise ContentError([Problem(name, found=one.found, expected=one.expected) for one in error.problems]) from None
    if root.tag not in ROOTS:
        raise _refused(name, f"a {root.tag}", "a catalogue or a game system")
    system = root.get("id") if root.tag == "gameSystem" else root.get("gameSystemId")
    if system != SYSTEM:
        raise _refused(name, f"{root.get('name')}, of the game system {system}", f"one of {READ}, {SYSTEM}")
    return root


def _refused(file: str, found: str, expected: str) -> ContentError:
    return ContentError([Problem(file, found=found, expected=expected)])

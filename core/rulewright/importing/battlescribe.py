"""Rosters of BattleScribe, of New Recruit and of those who write like them: one tree, from XML or JSON, packed or not.

The tree is that of the files: forces hold selections, and selections hold what they are made of. ``number`` counts over
the whole selection around it: five models with a gun each hold a gun of number 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Self
from xml.etree.ElementTree import Element

import msgspec
from msgspec import Struct, field

from ..problems import ContentError, Problem
from .xml import read_xml, unpacked

POINTS: Final = "pts"
"""The cost that counts in a points limit."""
_MARK: Final = b"\xef\xbb\xbf"
"""What some programs write in front of a text."""


class Characteristic(Struct, frozen=True):
    """A value of a profile as it is printed."""

    name: str
    text: str | int | float | None = field(name="$text", default="")


class Profile(Struct, frozen=True):
    """A table line: a stat line, a weapon, an ability with its text; ``type`` says which."""

    name: str
    type: str = field(name="typeName", default="")
    characteristics: tuple[Characteristic, ...] = ()

    def value(self, name: str) -> str:
        """A value as it is printed, without spaces around it; empty where there is none."""
        return next((str(one.text or "").strip() for one in self.characteristics if one.name == name), "")

    @property
    def text(self) -> str:
        """All values, one a line: what an ability says."""
        return "\n".join(str(one.text or "") for one in self.characteristics)


class NamedRule(Struct, frozen=True):
    """A rule with its text."""

    name: str
    description: str | None = ""


class Cost(Struct, frozen=True):
    """What something costs of one kind."""

    name: str
    value: float = 0.0


class Category(Struct, frozen=True):
    """A category of a selection, such as a keyword; the primary one is its role."""

    name: str
    primary: bool = False


class Tree:
    """What has more of its own kind in it: a selection, a force, an entry of a catalogue."""

    __slots__ = ()

    @property
    def inside(self) -> Sequence[Self]:
        """What is in it."""
        raise NotImplementedError

    def walk(self) -> Iterator[Self]:
        """Itself, and everything in it."""
        yield self
        for one in self.inside:
            yield from one.walk()


class Choosable(Struct, frozen=True, kw_only=True):
    """What something has that can be chosen, without what is in it."""

    profiles: tuple[Profile, ...] = ()
    rules: tuple[NamedRule, ...] = ()
    costs: tuple[Cost, ...] = ()
    categories: tuple[Category, ...] = ()


class Selection(Choosable, Tree, frozen=True):
    """Something chosen: a unit, a model or an upgrade, and what is in it."""

    name: str
    type: str = "upgrade"
    number: float = 1
    group: str = ""
    """The group that it was chosen from, where the file says so."""
    selections: tuple[Selection, ...] = ()

    @property
    def inside(self) -> tuple[Selection, ...]:
        return self.selections

    @property
    def points(self) -> float:
        """Its points, with those of everything in it."""
        return sum(cost.value for one in self.walk() for cost in one.costs if cost.name.strip() == POINTS)


class Force(Struct, Tree, frozen=True):
    """A force of a catalogue; further ones are allies."""

    name: str = ""
    catalogue: str | None = field(name="catalogueName", default="")
    rules: tuple[NamedRule, ...] = ()
    selections: tuple[Selection, ...] = ()
    forces: tuple[Force, ...] = ()

    @property
    def inside(self) -> tuple[Force, ...]:
        return self.forces


class Roster(Struct, frozen=True):
    """A roster; ``game`` is what its writer calls the game system, empty where it does not say."""

    name: str = ""
    game: str | None = field(name="gameSystemName", default="")
    costs: tuple[Cost, ...] = ()
    forces: tuple[Force, ...] = ()

    @property
    def points(self) -> float:
        """The points that the file states."""
        return sum(cost.value for cost in self.costs if cost.name.strip() == POINTS)

    def selections(self) -> Iterator[Selection]:
        """What is chosen in all forces, without what is in it."""
        for force in self.forces:
            for one in force.walk():
                yield from one.selections


class _Document(Struct):
    roster: Roster


def read_roster(data: bytes) -> Roster:
    """A roster from XML or JSON, packed or not, whatever the file is called.

    Raises ContentError for what is none, with the place.
    """
    plain = unpacked(data)
    try:
        if (text := plain.removeprefix(_MARK).lstrip()).startswith(b"{"):
            return msgspec.json.decode(text, type=_Document).roster
        root = read_xml(plain)
        if root.tag != "roster":
            raise _refused(f"a {root.tag}", "a roster")
        return msgspec.convert(_tree(root), Roster, strict=False)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise _refused(str(error), "a roster of BattleScribe or New Recruit") from None


def _tree(element: Element) -> dict[str, Any]:
    """An element as JSON writes it: its attributes, and lists of what is in it."""
    found: dict[str, Any] = dict(element.attrib)
    for part in element:
        found[part.tag] = [_tree(one) for one in part] if len(part) or part.tag not in _TEXTS else part.text or ""
    if element.tag == "characteristic":
        found["$text"] = element.text or ""
    return found


_TEXTS: Final = ("description", "customNotes")
"""What has a text in it, and no list."""


def _refused(found: str, expected: str) -> ContentError:
    return ContentError([Problem("", found=found, expected=expected)])

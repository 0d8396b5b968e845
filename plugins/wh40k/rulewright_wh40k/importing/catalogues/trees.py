"""Entries of catalogues with their links resolved: what can be chosen, how often, and what it has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from rulewright.importing import Category, Characteristic, Choosable, Cost, NamedRule, Profile, Tree
from rulewright.problems import ContentError, Problem

from .conditions import Counts, amended, changes, holds, number_of
from .library import Library, parts

POINTS: Final = "pts"
CHOSEN: Final = ("selectionEntries", "selectionEntryGroups", "entryLinks")
"""Where that stands which can be chosen."""
DEEPEST: Final = 30
"""Links in links; catalogues have some ten."""
MOST_NODES: Final = 50_000
"""Parts of an entry; units have some hundred."""
BESIDES: Final = (
    "crusade", "codex ", "weapon modification", "weapon upgrade", "battle trait", "battle scar", "battle honour",
    "boarding", "specialism", "enhancement", "mighty champion", "order of battle",
)  # fmt: skip
"""What the names of groups for campaigns and of Enhancements begin with."""
WARLORD: Final = "warlord"


class Node(Choosable, Tree, frozen=True):
    """An entry or a group: how often it is chosen in what is around it; ``default`` is the id of its usual member."""

    name: str
    type: str
    ids: frozenset[str]
    sources: tuple[Element, ...]
    least: int = 0
    most: int | None = None
    default: str = ""
    inside: tuple[Node, ...] = ()

    @property
    def id(self) -> str:
        """The id under which it is chosen: that of the link, where one leads to it."""
        return self.sources[-1].get("id", "")


class Trees:
    """Makes trees; ``lost`` are the names of links whose files are not here."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.lost: list[str] = []
        self._left = MOST_NODES
        self.counts = Counts({}, frozenset())

    def node(self, element: Element, depth: int = 0) -> Node | None:
        """The tree of an entry, a group or a link to one; None where its file is not here, or nobody can choose it."""
        target = self.library.target(element) if element.tag == "entryLink" else element
        if target is None:
            self.lost += [] if depth and _is_besides(element) else [element.get("name", "")]
            return None
        self._left = self._left - 1 if depth else MOST_NODES
        if self._left < 0:
            wish = f"an entry with at most {MOST_NODES:,} parts"
            raise ContentError([Problem("", found=f"{target.get('name')}: links that lead on and on", expected=wish)])
        sources = (target,) if target is element else (target, element)
        if depth and (depth > DEEPEST or any(map(self.is_hidden, sources)) or _is_besides(target)):
            return None
        inside = (one for source in sources for one in parts(source, *CHOSEN))
        children = [node for one in inside if (node := self.node(one, depth + 1)) is not None]
        least, most = self._bounds(sources)
        usual = (id for one in sources[::-1] if (id := one.get("defaultSelectionEntryId")))
        return Node(
            name=target.get("name", ""), type=target.get("type", "group"), sources=sources, least=least, most=most,
            ids=frozenset(one.get("id", "") for one in sources), default=next(usual, ""),
            profiles=tuple(profile for one in sources for profile in self.profiles(one)),
            rules=tuple(rule for one in sources for rule in self.rules(one)),
            categories=tuple(self._categories(sources)), costs=tuple(costs_of(target)), inside=tuple(children),
        )  # fmt: skip

    # -- what it has

    def profiles(self, element: Element) -> Iterator[Profile]:
        """The profiles of an element, those that it links to among them."""
        for one in parts(element, "profiles"):
            if not self.is_hidden(one):
                yield _profile(one, one.get("name", ""))
        for one in self._groups(element):
            yield from self.profiles(one)
        for link, target in self._infos(element):
            if target is not None and target.tag == "profile":
                yield _profile(target, _named(link, target.get("name", "")))
            elif target is not None and target.tag == "infoGroup":
                yield from self.profiles(target)

    def rules(self, element: Element) -> Iterator[NamedRule]:
        """The rules of an element; of one whose file is not here there is the name."""
        for one in parts(element, "rules"):
            if not self.is_hidden(one):
                yield NamedRule(one.get("name", ""), one.findtext("description") or "")
        for one in self._groups(element):
            yield from self.rules(one)
        for link, target in self._infos(element):
            if link.get("type") == "rule":
                plain = link if target is None else target
                yield NamedRule(_named(link, plain.get("name", "")), plain.findtext("description") or "")
            elif target is not None and target.tag == "infoGroup":
                yield from self.rules(target)

    def _groups(self, element: Element) -> Iterator[Element]:
        return (one for one in parts(element, "infoGroups") if not self.is_hidden(one))

    def _infos(self, element: Element) -> Iterator[tuple[Element, Element | None]]:
        for link in parts(element, "infoLinks"):
            target = self.library.target(link)
            if not self.is_hidden(link) and (target is None or not self.is_hidden(target)):
                yield link, target

    def _categories(self, sources: tuple[Element, ...]) -> Iterator[Category]:
        for one in (link for source in sources for link in parts(source, "categoryLinks")):
            target = self.library.target(one)
            name = one.get("name", "") if target is None else target.get("name", "")
            yield Category(name, one.get("primary") == "true")

    # -- whether and how often

    def is_hidden(self, element: Element) -> bool:
        """Whether an element is hidden where nothing but the unit itself is chosen."""
        hidden = element.get("hidden") == "true"
        for change, conditions in changes(element, "hidden"):
            if all(holds(one, self.counts) for one in conditions):
                hidden = change.get("value") == "true"
        return hidden

    def _bounds(self, sources: tuple[Element, ...]) -> tuple[int, int | None]:
        """How often something is chosen, at least and at most, in what is around it."""
        least, most = 0, None
        for source in sources:
            for one in parts(source, "constraints"):
                if one.get("field") != "selections" or one.get("scope") not in ("parent", "self"):
                    continue
                value = round(amended(number_of(one), sources, one.get("id", ""), self.counts))
                if one.get("type") == "min":
                    least = max(least, value)
                elif value >= 0:
                    most = value if most is None else min(most, value)
        return least, most


def _is_besides(element: Element) -> bool:
    """Whether an element is no part of a unit: a group for campaigns, Enhancements, the Warlord."""
    name = element.get("name", "").lower()
    is_group = "selectionEntryGroup" in (element.tag, element.get("type"))
    return name.startswith(BESIDES) if is_group else name == WARLORD


def _profile(element: Element, name: str) -> Profile:
    values = ((one.get("name", ""), one.text or "") for one in element.iterfind("characteristics/characteristic"))
    return Profile(name, element.get("typeName", ""), tuple(Characteristic(*one) for one in values))


def _named(link: Element, name: str) -> str:
    """The name of what a link means, with what the link always adds to it."""
    for change, conditions in changes(link, "name"):
        if not conditions and change.get("type") == "append":
            name = f"{name} {change.get('value', '')}"
        elif not conditions and change.get("type") == "set":
            name = change.get("value", "")
    return name


def costs_of(element: Element) -> Iterator[Cost]:
    """The points of an entry, where it has any."""
    for one in parts(element, "costs"):
        if one.get("name", "").strip() == POINTS and (value := number_of(one)):
            yield Cost(POINTS, value)

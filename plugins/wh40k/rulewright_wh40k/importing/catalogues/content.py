"""Catalogues as content: datasheets, and detachments with their rules and Enhancements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias
from xml.etree.ElementTree import Element

from msgspec import Struct

from rulewright import rule
from rulewright.importing import Ids, both, slug
from rulewright.problems import ContentError

from ..abilities import plain_text
from ..rosters import DETACHMENTS
from ..sound import refuse_unsound
from ..stratagems import Card, of_card, of_profile, of_rule
from ..units import UNALIGNED, NoStatLine, factions_of, rule_text, unit_of
from .choosing import others, sizes, unit
from .conditions import changes
from .library import Library, parts
from .options import Options
from .prices import other_points, points
from .trees import Node, Trees, costs_of

Document: TypeAlias = dict[str, Any]
Gift: TypeAlias = tuple[str, Document]
"""The name of a detachment, and an Enhancement of it."""
ENHANCEMENTS: Final = "enhancements"
UNITS: Final = ("unit", "model")


class Sheet(Struct):
    """A datasheet, and the names of the units that its Leader can be attached to."""

    document: Document
    leads: list[str]


class Contents:
    """What catalogues come to; ``left_out`` names what of them does not."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.trees = Trees(library)
        self.left_out: list[str] = []
        self.ids = Ids()
        self.sheets: list[Sheet] = []
        self.detachments: list[Document] = []
        self.stratagems: list[Document] = []
        for catalogue in library.catalogues:
            self._add(list(self._roots(catalogue)), frozenset({catalogue.get("id", "")}))
        self._name_led()
        self.left_out += [f"the file {name}, which others need, is not here" for name in library.missing_links]

    def _roots(self, catalogue: Element) -> Iterator[Node]:
        """What an army of a catalogue can choose."""
        for one in parts(catalogue, "entryLinks", "selectionEntries"):
            self.trees.lost.clear()
            node = self.trees.node(one)
            if node is not None:
                yield node
            lost = ", ".join(dict.fromkeys(self.trees.lost))
            if lost and node is None:
                self.left_out.append(f"{lost} of {catalogue.get('name')}: in a file that is not here")
            elif lost and node is not None and node.type in UNITS:
                self.left_out.append(f"{node.name}: without {lost}, in a file that is not here")

    def _add(self, roots: list[Node], catalogue: frozenset[str]) -> None:
        made = [sheet for node in roots if node.type in UNITS and (sheet := self._sheet(node, catalogue))]
        self.sheets += made
        if made:
            faction = Counter(one.document["faction"] for one in made).most_common(1)[0][0]
            for node in (one for one in roots if plain_text(one.name) in DETACHMENTS):
                self.detachments += self._detachments(node, faction)

    # -- units

    @rule("core.datasheet")
    def _sheet(self, node: Node, catalogue: frozenset[str]) -> Sheet | None:
        """A unit as a datasheet: that of its smallest size, with what the largest one and other choices add."""
        least, most = sizes(node)
        small, large = unit(node, least).selection, unit(node, most).selection
        faction = next(iter(factions_of(small)), UNALIGNED)
        more = others(node)
        try:
            made, full = unit_of(small, faction, more), unit_of(large, faction, more)
            sheet = made.sheet
            sheet["points"] = dict(points(node, catalogue))
            sheet["composition"] = list(_ranges(sheet["composition"], full.sheet["composition"]))
            known = {one["id"] for one in sheet["profiles"]}
            options = Options(node, made, catalogue)
            if options.documents:
                sheet["options"] = options.documents
            sheet["profiles"] += [one for one in full.sheet["profiles"] if one["id"] not in known]
            refuse_unsound(sheet)
        except NoStatLine:
            self.left_out.append(f"{node.name}: it has no stat line")
            return None
        except ValueError as error:
            self.left_out.append(f"{node.name}: left out: {error}")
            return None
        sheet["id"] = ""
        sheet["id"] = self.ids.give(node.name, repr(sheet))
        if any(one.document["id"] == sheet["id"] for one in self.sheets):
            return None
        self.left_out += [f"points of {node.name} hang {one}" for one in other_points(node)]
        self.left_out += [f"options of {node.name}: {one}" for one in options.told]
        return Sheet(sheet, made.leads)

    @rule("core.ability-leader")
    def _name_led(self) -> None:
        """Leaders lead the units that their texts name."""
        for one in self.sheets:
            names = {slug(name) for name in one.leads}
            led = [other.document["id"] for other in self.sheets if slug(other.document["name"]["en"]) in names]
            if led:
                one.document["leads"] = led

    # -- detachments

    @rule("core.muster-detachment")
    def _detachments(self, node: Node, faction: str) -> Iterator[Document]:
        """The detachments of a faction, with their rules and Enhancements."""
        members = [one for one in node.walk() if one.type == "upgrade" and one is not node]
        gifts = self._enhancements({id: one.name for one in members for id in one.ids})
        for one in members:
            id = self.ids.give(one.name, ("detachment", faction))
            found: Document = {"id": id, "name": both(one.name), "faction": faction}
            if texts := list(_texts(one)):
                found["texts"] = texts
            if own := gifts.get(one.name):
                found["enhancements"] = own
            yield found
            self._add_stratagems(one, id)

    @rule("core.stratagems")
    def _add_stratagems(self, detachment: Node, id: str) -> None:
        """The Stratagems that stand as profiles or rules under a detachment; others are left out by name."""
        for card in _cards(detachment):
            found = of_card(card, self.ids.give(card.name, (id, card)), id)
            if isinstance(found, str):
                self.left_out.append(f"the Stratagem {card.name} of {detachment.name}: {found}")
            else:
                self.stratagems.append(found)

    @rule("core.muster-enhancements")
    def _enhancements(self, detachments: Mapping[str, str]) -> dict[str, list[Document]]:
        """The Enhancements by detachment: the one that their conditions, or the comments of the file, name."""
        found: dict[str, list[Document]] = {}
        for group in (each for root in self.library.roots for each in parts(root, "sharedSelectionEntryGroups")):
            if plain_text(group.get("name", "")) == ENHANCEMENTS:
                for entry, around in _inside(group, ()):
                    for of, gift in self._enhancement(entry, (*around, entry), detachments):
                        own = found.setdefault(of, [])
                        own += [gift] if all(one["id"] != gift["id"] for one in own) else []
        return found

    def _enhancement(
        self, entry: Element, around: tuple[Element, ...], detachments: Mapping[str, str]
    ) -> Iterator[Gift]:
        """An Enhancement, where one detachment is named; others are left out by name."""
        asked = {
            detachments[each.get("childId", "")] for one in around for _, conditions in changes(one, "hidden")
            for condition in conditions for each in condition.iter() if each.get("childId") in detachments
        }  # fmt: skip
        said = {each.text or "" for one in around for each in one.iterfind("comment")} & set(detachments.values())
        of, name = asked if len(asked) == 1 else said, entry.get("name", "")
        if len(of) == 1:
            texts = [rule_text(one.name, one.text) for one in self.trees.profiles(entry)]
            texts += [rule_text(one.name, one.description or "") for one in self.trees.rules(entry)]
            cost = round(sum(one.value for one in costs_of(entry)))
            found: Document = {"id": slug(name), "name": both(name), "points": cost}
            found |= {"texts": texts} if texts else {}
            try:
                refuse_unsound(found, "Enhancement")
                yield of.pop(), found
            except ContentError as error:
                self.left_out.append(f"the Enhancement {name}: left out: {error}")
        elif asked or said:
            self.left_out.append(f"the Enhancement {name}: the file names {len(asked | said)} detachments for it")

    # -- all of it

    @property
    def content(self) -> Document:
        """The content, under the names of its kinds."""
        sheets = [one.document for one in self.sheets]
        kinds = {"datasheets": sheets, "detachments": self.detachments, "stratagems": self.stratagems}
        return {kind: entries for kind, entries in kinds.items() if entries}

    @property
    def notes(self) -> list[str]:
        """What its owner should know."""
        factions = ", ".join(dict.fromkeys(one.document["faction"] for one in self.sheets))
        options = sum(len(one.document.get("options", ())) for one in self.sheets)
        gifts = sum(len(one.get("enhancements", ())) for one in self.detachments)
        count = f"{len(self.sheets)} datasheets of {factions}; {len(self.detachments)} detachments"
        return [
            f"{count} with {gifts} Enhancements and {len(self.stratagems) or 'no'} Stratagems",
            f"units have what they usually have, and {options} wargear options for what content can say of the rest; "
            "lists arm them with whatever stands on their datasheets",
            "what changes with other choices of an army, such as points or keywords by detachment, is not read",
            "catalogues have no bases: models stand on what such models usually stand on",
        ]


def _inside(group: Element, around: tuple[Element, ...]) -> Iterator[tuple[Element, tuple[Element, ...]]]:
    """The entries of a group, each with the groups around it."""
    for entry in parts(group, "selectionEntries"):
        yield entry, (*around, group)
    for inner in parts(group, "selectionEntryGroups"):
        yield from _inside(inner, (*around, group))


def _texts(node: Node) -> Iterator[Document]:
    """The rules of a detachment that are no Stratagems."""
    for one in node.rules:
        if of_rule(one) is None:
            yield rule_text(one.name, one.description or "", of_detachment=True)
    for profile in node.profiles:
        if of_profile(profile) is None:
            yield rule_text(profile.name, profile.text, of_detachment=True)


def _cards(node: Node) -> Iterator[Card]:
    """The Stratagems of a detachment."""
    yield from filter(None, map(of_profile, node.profiles))
    yield from filter(None, map(of_rule, node.rules))


def _ranges(small: list[Document], large: list[Document]) -> Iterator[Document]:
    """The composition of the smallest unit, and how many of each of its lines the largest one has."""
    for part in large:
        same = [one for one in small if _of_line(one) == _of_line(part)]
        least = same[0]["least"] if same else 0
        yield {**part, "least": least, "most": max(part["most"], least)}
    for part in small:
        if all(_of_line(one) != _of_line(part) for one in large):
            yield part


def _of_line(part: Document) -> tuple[Any, ...]:
    """What models a line of the composition has: their profile, and what they are equipped with."""
    return part["profile"], part["weapons"], part.get("wargear", [])

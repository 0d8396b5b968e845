"""The content of a game as it is played, made of the files of content."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rulewright.content import Compiled, PackageContent
from rulewright.problems import Problem, did_you_mean, nearest
from rulewright.programs import Deed
from rulewright.text import numbered

from ..book.sheets import (
    DetachmentSheet,
    EnhancementSheet,
    FieldSheet,
    PartSheet,
    UnitSheet,
    WeaponSheet,
    ability_id,
    split,
)
from ..book.wording import PACKAGE, Wording, both
from ..dice.amounts import amount

if TYPE_CHECKING:
    from rulewright.content import Pack
    from rulewright.kinds import ContentKind
    from rulewright.text import Words
    from rulewright.vocabulary import Lexicon

    from ..book.models import Datasheet, Detachment, Profile, Roster
    from .stratagems import Stratagem


class Book(Compiled):
    """All content of a game. ``pack`` has it as it stands in the files."""

    def __init__(self, pack: Pack, words: Lexicon) -> None:
        from rulewright.vocabulary import Compiler, Sayings

        super().__init__(pack, _mistaken(pack))
        compiler = Compiler()
        datasheets = list(pack["datasheets"].values())
        self.units = {one.id: _unit(one) for one in datasheets}
        self.profiles: Mapping[str, Profile] = {f"{one.id}/{at.id}": at for one in datasheets for at in one.profiles}
        self.weapons = {f"{one.id}/{at.id}": _weapon(one.id, at) for one in datasheets for at in one.weapons}
        self.detachments = {one.id: _detachment(one) for one in pack["detachments"].values()}
        self.enhancements = {at.id: at for one in self.detachments.values() for at in one.enhancements}
        self.battlefields = {one.id: _battlefield(one) for one in pack["battlefields"].values()}
        self.stratagems: Mapping[str, Stratagem] = {id: compiler.inside(one) for id, one in pack["stratagems"].items()}
        self.ops: list[Deed] = compiler.ops
        self.by_hand = Sayings(words, Wording)
        self.rosters: Mapping[str, Roster] = dict(pack["rosters"])
        self._stratagems_at = _by_moment(self.stratagems)
        named: dict[str, Words] = {id: one.name.words for id, one in self.profiles.items()}
        named |= {one.id: one.name for one in self.units.values()}
        named |= {one.id: one.name for one in self.weapons.values()}
        named |= {one.id: one.name for one in self.battlefields.values()}
        named |= {one.id: one.name.words for one in self.stratagems.values()}
        named |= {one.id: one.name for one in self.detachments.values()}
        named |= {one.id: one.name for one in self.enhancements.values()}
        self._named = {**named, "objective": both("thing.objective")}

    def name_of(self, id: str) -> Words:
        """What something is called, by language; its id where nothing has that name."""
        return self._named.get(id, id)

    def stratagems_at(self, moment: str, detachment: str) -> tuple[Stratagem, ...]:
        """The Stratagems that are used at a moment: the core ones, and those of a detachment."""
        core = self._stratagems_at.get((moment, ""), ())
        return (*core, *self._stratagems_at.get((moment, detachment), ())) if detachment else core

    def names(self, id: str) -> Words:
        """What a unit or a model in play is called: its datasheet or profile, and a number where it has one."""
        return numbered(id, self._named)


def _by_moment(stratagems: Mapping[str, Stratagem]) -> dict[tuple[str, str], tuple[Stratagem, ...]]:
    """The Stratagems of each moment and detachment; the core ones stand under ``""``."""
    found: dict[tuple[str, str], tuple[Stratagem, ...]] = {}
    for one in stratagems.values():
        for moment in one.when.moments:
            found[moment, one.detachment] = (*found.get((moment, one.detachment), ()), one)
    return found


def _unit(one: Datasheet) -> UnitSheet:
    parts = tuple(
        PartSheet(f"{one.id}/{at.profile}", at.least, at.most, tuple(f"{one.id}/{weapon}" for weapon in at.weapons))
        for at in one.composition
    )
    keywords, points = frozenset((one.faction, *one.keywords)), dict(sorted(one.points.items()))
    abilities = tuple(map(ability_id, one.abilities))
    if one.damaged is not None:
        abilities += (f"damaged:{one.damaged.wounds}/{one.damaged.oc}",)
    if any(at.ranged_invulnerable for at in one.profiles):
        abilities += ("ranged-invulnerable-save",)
    return UnitSheet(one.id, one.name.words, one.faction, keywords, points, parts, abilities, frozenset(one.leads),
                     one.transport, frozenset(one.joins), one.warlord, frozenset(one.battleline))  # fmt: skip


def _detachment(one: Detachment) -> DetachmentSheet:
    gifts = tuple(
        EnhancementSheet(f"{one.id}/{at.id}", at.name.words, at.points, tuple(map(ability_id, at.abilities)))
        for at in one.enhancements
    )
    names = one.name.words, one.faction
    return DetachmentSheet(one.id, *names, one.requires, one.forbids, frozenset(one.battleline), gifts)


def _weapon(sheet: str, one: Any) -> WeaponSheet:
    abilities = dict(map(split, one.abilities))
    return WeaponSheet(
        f"{sheet}/{one.id}", one.name.words, one.range, amount(one.attacks), one.skill, one.strength, one.ap,
        amount(one.damage), abilities, f"{sheet}/{one.profile_of or one.id}",
    )  # fmt: skip


def _battlefield(one: Any) -> FieldSheet:
    scene = one.scene()
    return FieldSheet(
        one.id, one.name.words, scene.width, scene.depth, tuple(scene.pieces.values()), tuple(scene.zones.values()),
        tuple(scene.markers.values()),
    )  # fmt: skip


def _mistaken(pack: Pack) -> Iterator[Problem]:
    """Datasheets that lead what does not exist."""
    sheets = pack["datasheets"]
    for id, sheet in sheets.items():
        for place, led in enumerate(sheet.leads):
            if led not in sheets:
                wish = f"the id of a datasheet{did_you_mean(nearest(led, sheets))}"
                yield Problem(pack.file_of("datasheets", id), id, f"leads[{place}]", repr(led), wish)


def _kinds(words: Lexicon) -> list[ContentKind]:
    from ..book.models import Battlefield, Datasheet, Detachment, Roster
    from .stratagems import Stratagem

    return words.kinds(
        {
            "datasheets": Datasheet, "battlefields": Battlefield, "detachments": Detachment, "stratagems": Stratagem,
            "rosters": Roster,
        }
    )  # fmt: skip


CONTENT: Final = PackageContent(PACKAGE, _kinds, Book)
lexicon, load_book = CONTENT.lexicon, CONTENT.load

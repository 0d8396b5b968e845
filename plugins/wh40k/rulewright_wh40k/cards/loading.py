"""The content of a game as it is played, made of the files of content."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rulewright import rule
from rulewright.content import Compiled, PackageContent
from rulewright.problems import Problem, did_you_mean, nearest
from rulewright.programs import Deed
from rulewright.text import numbered, show
from rulewright.vocabulary import walk

from ..book.sheets import (
    DetachmentSheet,
    EnhancementSheet,
    FieldSheet,
    OptionSheet,
    PartSheet,
    TextSheet,
    UnitSheet,
    WeaponSheet,
    ability_id,
    once,
    split,
)
from ..book.weapons import ANTI
from ..book.wording import PACKAGE, Wording, both
from ..dice.amounts import amount
from ..moments import BEFORE
from ..terms import LENT, lent_id

if TYPE_CHECKING:
    from rulewright.content import Pack
    from rulewright.kinds import ContentKind
    from rulewright.text import Words
    from rulewright.vocabulary import Compiler, Lexicon

    from ..book.missions import Mission
    from ..book.models import Profile, Roster
    from ..book.sheets import Kind
    from .models import Datasheet, Detachment, RuleText
    from .stratagems import Stratagem


class Book(Compiled):
    """All content of a game. ``pack`` has it as it stands in the files."""

    def __init__(self, pack: Pack, words: Lexicon) -> None:
        from rulewright.vocabulary import Compiler, Sayings

        super().__init__(pack, _mistaken(pack))
        compiler = Compiler()
        datasheets = list(pack["datasheets"].values())
        self.texts = {one.id: one for one in _texts(pack, compiler)}
        """The texts of which the program plays something."""
        self.lent = frozenset(
            "anti" if name.startswith(ANTI) else name.partition(":")[0]
            for text in self.texts.values() for part in text.does for name in getattr(part, "arms", ())
        )  # fmt: skip
        """The abilities that texts give to weapons."""
        self.lent_from_afar = any(
            getattr(part, "arms", ()) and part.aura is not None for text in self.texts.values() for part in text.does
        )
        """Whether Auras give weapons abilities."""
        self.granting = frozenset(id for id, text in self.texts.items() if any(part.anywhere for part in text.does))
        """The texts that count wherever their unit is, such as those that give models core abilities."""
        self.adding = any(getattr(part, "adds", ()) for text in self.texts.values() for part in text.does)
        """Whether texts give units keywords."""
        self.granted = frozenset(
            name.partition(":")[0] for id in self.granting for part in self.texts[id].does
            for name in getattr(part, "grants", ())
        )  # fmt: skip
        """The core abilities that texts give."""
        asked = [one for text in self.texts.values() for part in text.does for _, one in walk(part)]
        self.distances = sorted({inches for one in asked if (inches := getattr(one, "attack_within", None))})
        """The distances within which texts ask whether the target of an attack is."""
        self.asks_for_closest = any(getattr(one, "attack_at", "") == "closest" for one in asked)
        """Whether texts ask for the closest eligible target."""
        self.from_within = frozenset(
            id for id, text in self.texts.items() if any(one.of_transport for one in text.does)
        )
        """The texts that are about the Transport within which their unit is embarked."""
        self.ignoring = any(getattr(part, "ignores", ()) for text in self.texts.values() for part in text.does)
        """Whether texts let anybody ignore modifiers."""
        self.freeing = any(getattr(part, "frees", ()) for text in self.texts.values() for part in text.does)
        """Whether texts let anybody use Stratagems for nothing."""
        self.rerolling = any(getattr(part, "rerolls", ()) for text in self.texts.values() for part in text.does)
        """Whether texts let anybody re-roll."""
        self.units = {
            one.id: _unit(one, self._texts_of(one.id, "datasheet", "profile", "weapon", "wargear"))
            for one in datasheets
        }
        self.profiles: Mapping[str, Profile] = {f"{one.id}/{at.id}": at for one in datasheets for at in one.profiles}
        self.weapons = {f"{one.id}/{at.id}": _weapon(one.id, at) for one in datasheets for at in one.weapons}
        self.detachments = {one.id: self._detachment(one) for one in pack["detachments"].values()}
        self.of_faction = {one.faction: tuple(self._of_faction(one.faction)) for one in datasheets}
        """The texts of the detachments of a faction."""
        self.enhancements = {at.id: at for one in self.detachments.values() for at in one.enhancements}
        self.before_battle = frozenset(
            id for id, text in self.texts.items() if any(getattr(part, "when", "") in BEFORE for part in text.does)
        )
        """The texts that are used before the battle."""
        said = [getattr(part, "when", "") for text in self.texts.values() for part in text.does]
        said += [moment for one in pack["stratagems"].values() for moment in one.when.moments]
        self.follow_shots = not {"has shot", "model has shot"}.isdisjoint(said)
        """Whether texts follow what a unit has shot at."""
        self.follow_moves = any(
            getattr(one, "over", False) for text in self.texts.values() for part in text.does for _, one in walk(part)
        )
        """Whether texts ask what a unit has moved over."""
        self.battlefields = {one.id: _battlefield(one) for one in pack["battlefields"].values()}
        self.stratagems: Mapping[str, Stratagem] = {id: compiler.inside(one) for id, one in pack["stratagems"].items()}
        self.ops: list[Deed] = compiler.ops
        self.by_hand = Sayings(words, Wording)
        self.rosters: Mapping[str, Roster] = dict(pack["rosters"])
        self.missions: Mapping[str, Mission] = dict(pack["missions"])
        self._stratagems_at = _by_moment(self.stratagems)
        named: dict[str, Words] = {id: one.name.words for id, one in self.profiles.items()}
        named |= {one.id: one.name for one in self.units.values()}
        named |= {one.id: one.name for one in self.weapons.values()}
        named |= {one.id: one.name for one in self.battlefields.values()}
        named |= {one.id: one.name.words for one in self.stratagems.values()}
        named |= {one.id: one.name for one in self.detachments.values()}
        named |= {one.id: one.name for one in self.enhancements.values()}
        named |= {one.id: one.name for one in self.texts.values()}
        named |= {one.id: one.name.words for one in self.missions.values()}
        named |= {act.id: act.name.words for one in self.missions.values() for act in one.actions}
        named |= {at.id: at.name.words for one in self.missions.values() for at in one.secondaries}
        named |= {
            piece.id: {"en": piece.name.en, "zh": piece.name.zh}
            for one in pack["battlefields"].values() for piece in one.terrain if piece.name is not None
        }  # fmt: skip
        self._named = {**named, "objective": both("thing.objective")}

    def _texts_of(self, owner: str, *kinds: str) -> tuple[str, ...]:
        """The texts of a datasheet and what is on it, or of an Enhancement."""
        own = (one for one in self.texts.values() if one.kind in kinds)
        return tuple(one.id for one in own if one.owner == owner or one.owner.startswith(f"{owner}/"))

    def _of_faction(self, faction: str) -> Iterator[str]:
        for one in self.detachments.values():
            if one.faction == faction:
                yield from self._texts_of(one.id, "detachment")

    def _detachment(self, one: Detachment) -> DetachmentSheet:
        gifts = tuple(
            EnhancementSheet(id, at.name.words, at.points,
                             (*map(ability_id, at.abilities), *self._texts_of(id, "enhancement")))
            for at in one.enhancements
            for id in (f"{one.id}/{at.id}",)
        )  # fmt: skip
        names = one.name.words, one.faction
        return DetachmentSheet(one.id, *names, one.requires, one.forbids, frozenset(one.battleline), gifts,
                               one.only, frozenset(one.besides))  # fmt: skip

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


@rule("faq.timing.start-of-rules-first", "commentary.end-of-phase")
def _by_moment(stratagems: Mapping[str, Stratagem]) -> dict[tuple[str, str], tuple[Stratagem, ...]]:
    """The Stratagems of each moment and detachment; the core ones stand under ``""``."""
    found: dict[tuple[str, str], tuple[Stratagem, ...]] = {}
    for one in stratagems.values():
        for moment in one.when.moments:
            found[moment, one.detachment] = (*found.get((moment, one.detachment), ()), one)
    return found


def _texts(pack: Pack, compiler: Compiler) -> Iterator[TextSheet]:
    """The texts of which the program plays something, with their effects compiled."""
    for sheet in pack["datasheets"].values():
        yield from _texts_on(sheet, "datasheet", sheet.id, compiler)
        for profile in sheet.profiles:
            yield from _texts_on(profile, "profile", f"{sheet.id}/{profile.id}", compiler)
        for arm in sheet.weapons:
            yield from _texts_on(arm, "weapon", f"{sheet.id}/{arm.id}", compiler)
        for item in sheet.wargear:
            yield from _texts_on(item, "wargear", f"{sheet.id}/{item.id}", compiler)
    for one in pack["detachments"].values():
        yield from _texts_on(one, "detachment", one.id, compiler)
        for gift in one.enhancements:
            yield from _texts_on(gift, "enhancement", f"{one.id}/{gift.id}", compiler)
    for one in pack["stratagems"].values():
        yield from _lent_by(one, one.id, one.name.words, compiler)


def _texts_on(one: Any, kind: Kind, owner: str, compiler: Compiler) -> Iterator[TextSheet]:
    taken: set[str] = set()
    for number, text in enumerate(one.texts):
        if text.does:
            slug = re.sub(r"[^a-z0-9]+", "-", show(text.called).lower()).strip("-") or "text"
            id = f"{owner}.{slug}" + (f"-{number}" if slug in taken else "")
            taken.add(slug)
            yield TextSheet(id, text.called, kind, owner, text.text, tuple(map(compiler.inside, text.does)))
            yield from _lent_by(text, id, text.called, compiler)


@rule("errata.persisting-effects")
def _lent_by(one: RuleText | Stratagem, id: str, name: Any, compiler: Compiler) -> Iterator[TextSheet]:
    """What a text or a Stratagem lends to units for a time, each as a text of its own."""
    from ..effects.lending import Lend

    for _, verb in walk(one):
        if isinstance(verb, Lend):
            yield TextSheet(lent_id(id, verb.called), name, LENT, id, one.text, tuple(map(compiler.inside, verb.parts)))


def _unit(one: Datasheet, texts: tuple[str, ...]) -> UnitSheet:
    parts = tuple(
        PartSheet(f"{one.id}/{at.profile}", at.least, at.most, _of(one.id, at.weapons), _of(one.id, at.wargear))
        for at in one.composition
    )
    keywords, points = frozenset((one.faction, *one.keywords)), dict(sorted(one.points.items()))
    abilities = tuple(map(ability_id, one.abilities))
    if one.damaged is not None:
        abilities += (f"damaged:{one.damaged.wounds}/{one.damaged.oc}",)
    if any(at.ranged_invulnerable for at in one.profiles):
        abilities += ("ranged-invulnerable-save",)
    abilities += texts
    wargear = frozenset(_of(one.id, (item.id for item in one.wargear)))
    options = tuple(
        OptionSheet(
            at.who == "all",
            _of(one.id, at.replaces),
            _of(one.id, at.by),
            at.most or ANY,
            f"{one.id}/{at.profile}" if at.profile else "",
            at.per or 0,
        )
        for at in one.options
    )
    return UnitSheet(one.id, one.name.words, one.faction, keywords, points, parts, abilities, frozenset(one.leads),
                     one.transport, frozenset(one.joins), one.warlord, frozenset(one.battleline), options,
                     wargear)  # fmt: skip


ANY: Final = 100
"""More models than use an option for any number of them."""


def _of(sheet: str, ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{sheet}/{id}" for id in ids)


def _weapon(sheet: str, one: Any) -> WeaponSheet:
    abilities = once(map(split, one.abilities))
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
    """Datasheets that lead or split what does not exist."""
    sheets = pack["datasheets"]
    for id, sheet in sheets.items():
        named = {"leads": sheet.leads, "transport.splits": sheet.transport.splits if sheet.transport else ()}
        for field, ids in named.items():
            for place, other in enumerate(ids):
                if other not in sheets:
                    wish = f"the id of a datasheet{did_you_mean(nearest(other, sheets))}"
                    yield Problem(pack.file_of("datasheets", id), id, f"{field}[{place}]", repr(other), wish)


def _kinds(words: Lexicon) -> list[ContentKind]:
    from ..book.missions import Mission
    from ..book.models import Battlefield, Roster
    from .models import Datasheet, Detachment
    from .stratagems import Stratagem

    return words.kinds(
        {
            "datasheets": Datasheet, "battlefields": Battlefield, "detachments": Detachment, "stratagems": Stratagem,
            "rosters": Roster, "missions": Mission,
        }
    )  # fmt: skip


CONTENT: Final = PackageContent(PACKAGE, _kinds, Book)
lexicon, load_book = CONTENT.lexicon, CONTENT.load

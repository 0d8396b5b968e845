"""The content as it is played: all sheets, made of the files of content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import rule
from rulewright.content import Compiled, PackageContent
from rulewright.kinds import ContentKind
from rulewright.problems import Problem, did_you_mean, nearest
from rulewright.text import numbered

from ..book.sheets import COLUMNS, HEAVY_OBJECT, KO_CLICK, CharacterSheet, Click, MapSheet, MarkerSheet
from ..book.wording import PACKAGE, both, power_name
from ..powers import ALL, NAMES
from .grants import all_granted, always, granted, inherent, of_size, of_special, of_symbols

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rulewright.content import Pack
    from rulewright.powers import Held
    from rulewright.text import Words
    from rulewright.vocabulary import Lexicon

    from . import models


class Book(Compiled):
    """All content of a game. ``pack`` has it as it stands in the files."""

    def __init__(self, pack: Pack, words: Lexicon) -> None:
        from rulewright.vocabulary import Compiler, Sayings

        from ..book.wording import Wording
        from ..special_powers.giving import WhileItHolds
        from ..special_powers.passive import Limited

        super().__init__(pack, _mistaken(pack))
        compiler = Compiler()
        figures = [compiler.inside(figure) for figure in pack["characters"].values()]
        self.teams: Mapping[str, models.Team] = {one.id: compiler.inside(one) for one in pack["teams"].values()}
        self.elements: Mapping[str, models.Element] = {
            one.id: compiler.inside(one) for one in pack["elements"].values()
        }
        self.ops: list[Any] = compiler.ops
        self.by_hand = Sayings(words, Wording)
        printed = [*_all_printed(figures)]
        own = (one for _, card, _ in printed for one in (*card.specials, *card.traits))
        bonuses = (bonus for one in self.elements.values() for bonus in one.bonuses)
        pieces = [compiler.inside(one) for one in pack["markers"].values()]
        self.special_markers = {one.id: one for one in pieces if one.points}
        given = (*self.teams.values(), *self.elements.values(), *bonuses, *self.special_markers.values())
        self.specials = {one.id: one for one in (*own, *given)}
        giving = (isinstance(part, WhileItHolds) for one in self.specials.values() for part in one.does)
        self.gives_powers = bool(self.special_markers) or any(giving)
        self.limits_others = any(getattr(part, "of", None) is not None for part in self._parts(Limited))
        self.characters = {card.id: self._character(figure, card, version) for figure, card, version in printed}
        self.remembers = _remembers(self.characters.values(), self.specials)
        self.in_column = {column: _special_in(self.characters.values(), column) for column in COLUMNS}
        self.markers = {HEAVY_OBJECT: MarkerSheet(HEAVY_OBJECT, heavy=True), **{one.id: _marker(one) for one in pieces}}
        self.maps = {one.id: MapSheet(one.id, one.name.words, one.map) for one in pack["maps"].values()}
        entries = [entry for kind in pack.kinds for entry in pack[kind].values()]
        cards = (card for figure in pack["characters"].values() for card in figure.cards)
        named = {one.id: one.name.words for one in (*entries, *cards, *self.specials.values())}
        standard = {HEAVY_OBJECT: both("kind.heavy_object")}
        self._named: dict[str, Words] = {one.name: power_name(one.name) for one in ALL} | standard | named

    def _parts(self, kind: type[Any]) -> Iterator[Any]:
        """The parts of a kind of all powers and abilities."""
        return (part for one in self.specials.values() for part in one.does if isinstance(part, kind))

    def figure(self, id: str) -> CharacterSheet | None:
        """The sheet of a character with its own card; None where there is none."""
        found = self.characters.get(id)
        return found if found is not None and found.version is None else None

    def name_of(self, id: str) -> Words:
        """What something is called, by language; its id where nothing has that name."""
        return self._named.get(id, id)

    def names(self, id: str) -> Words:
        """What a thing in play is called: its card, with its number where it has one."""
        return numbered(id, self._named)

    @rule("1.1", "1.2", "1.9", "1.9c")
    def _character(self, figure: str, card: models.Character, version: models.Card | None) -> CharacterSheet:
        """What base, dial and card say in play."""
        active = [one for one in (*card.traits, *card.specials) if one.sideline]
        wide, deep = card.base.split("x")
        return CharacterSheet(
            card.id, figure, card.name.words, {point.value: point.click for point in card.points}, card.range,
            card.bolts, tuple(self._clicks(card.dial)), card.size, (int(wide), int(deep)), card.keywords, card.ring,
            self._carried(card), tuple(item for one in active for item in of_special(one)),
            tuple(one.id for one in card.specials), card, tuple(one for one in card.traits if one.at is not None),
            version,
        )  # fmt: skip

    @rule("1.3", "1.4", "19.2", "19.4")
    def _carried(self, card: models.Character) -> tuple[str | Held, ...]:
        """What it has on every click, each once: what its symbols grant, and beside that its traits and teams."""
        printed = (*inherent(), *of_symbols(card.symbols), *of_size(card.size), *all_granted(card.improved))
        gained = (*filter(always, card.traits), *(self.teams[team] for team in card.teams))
        return tuple(dict.fromkeys((*printed, *(item for one in gained for item in of_special(one)))))

    @rule("1.2", "1.5", "1.8", "24.3")
    def _clicks(self, dial: models.Dial) -> Iterator[Click]:
        for cells in zip(dial.speed, dial.attack, dial.defense, dial.damage, strict=True):
            if "KO" in cells:
                yield KO_CLICK
                continue
            pairs = [cell.partition(" ") for cell in cells]
            if pairs[0][0] == "countdown":
                yield Click(powers=("countdown",), countdown=int(pairs[0][2]))
                continue
            shown = [power for _, _, power in pairs if power]
            speed, attack, defense, damage = (int(value) for value, _, _ in pairs)
            yield Click(speed, attack, defense, damage, tuple(dict.fromkeys(self._shown(shown))))

    def _shown(self, names: Iterable[str]) -> Iterator[str | Held]:
        for name in names:
            special = self.specials.get(name)
            yield from granted(name) if special is None else of_special(special)


def _special_in(cards: Iterable[CharacterSheet], column: str) -> tuple[str, ...]:
    """The special powers that dials show in a column."""
    cells = (cell for card in cards for cell in getattr(card.printed.dial, column))
    own = {one.id for card in cards for one in card.printed.specials}
    return tuple(dict.fromkeys(power for cell in cells if (power := cell.partition(" ")[2]) in own))


def _remembers(cards: Iterable[CharacterSheet], specials: Mapping[str, Any]) -> Mapping[str, frozenset[str]]:
    """What is to be remembered of a turn for whoever has a card, or was given a power."""
    from ..special_powers.memory import asked_of

    of_texts = {id: asked_of(one) for id, one in specials.items()}
    of_cards = {
        card.id: frozenset().union(*(asked_of(one) for one in (*card.printed.specials, *card.printed.traits)))
        for card in cards
    }
    return {id: asked for id, asked in {**of_texts, **of_cards}.items() if asked}


def _kinds(words: Lexicon) -> list[ContentKind]:
    from .models import Character, Element, Map, Team, TerrainPiece

    return [
        ContentKind("characters", Character, names={"teams.*": "teams", "cards.*.teams.*": "teams"}, lexicon=words),
        ContentKind("maps", Map),
        ContentKind("teams", Team, lexicon=words),
        ContentKind("elements", Element, lexicon=words),
        ContentKind("markers", TerrainPiece, lexicon=words),
    ]


CONTENT: Final = PackageContent(PACKAGE, _kinds, Book)
lexicon, load_book = CONTENT.lexicon, CONTENT.load


@rule("25.1", "25.1a", "25.5e", "25.9")
def _marker(one: models.TerrainPiece) -> MarkerSheet:
    derived = ("indestructible", "immobile", "heavy", "gives")
    values = {name: getattr(one, name) for name in MarkerSheet.__struct_fields__ if name not in derived}
    lasting = one.special_terrain or (one.kind == "object" and one.points > 0)
    names = (held if isinstance(held, str) else held.name for held in of_special(one))
    return MarkerSheet(
        **values, indestructible=one.indestructible or lasting, immobile=one.immobile or one.special_terrain,
        heavy=one.border == "red", gives=tuple(dict.fromkeys(names)) if one.grants or one.does else (),
    )  # fmt: skip


@rule("1.9", "1.9a")
def _all_printed(figures: Iterable[Any]) -> Iterator[tuple[str, models.Character, models.Card | None]]:
    """Each character with each of its cards."""
    for figure in figures:
        yield figure.id, figure, None
        yield from ((figure.id, figure.with_card(card), card) for card in figure.cards)


def _mistaken(pack: Pack) -> Iterator[Problem]:
    """Powers that are none, on a dial or granted, and cards of another collector number."""
    for figure, card, version in _all_printed(pack["characters"].values()):
        place = "" if version is None else f"card {card.id}: "
        for field, found, wish in (*_wrong_powers(card), *_wrong_number(pack, figure, card)):
            yield Problem(pack.file_of("characters", figure), figure, place + field, repr(found), wish)
    yield from _wrong_names(pack)
    yield from _wrong_entries(pack)
    for kind in ("teams", "elements", "markers"):
        for one in pack[kind].values():
            for number, power in enumerate(one.grants):
                if wish := _unknown_power(power, ()):
                    yield Problem(pack.file_of(kind, one.id), one.id, f"grants[{number}]", repr(power), wish)


@rule("18.1", "18.2")
def _wrong_names(pack: Pack) -> Iterator[Problem]:
    """Powers that parts of special powers name and nothing is called."""
    from rulewright.vocabulary import walk

    from ..special_powers import NAMING

    entries: list[tuple[str, Any]] = [(kind, entry) for kind in pack.kinds for entry in pack[kind].values()]
    parts: list[tuple[str, Any, str, Any]] = [(*one, place, part) for one in entries for place, part in walk(one[1])]
    known = {*NAMES, *(one.name for one in ALL)} | {one.id for *_, one in parts if hasattr(one, "grants")}
    for kind, entry, place, part in parts:
        field: str | None = NAMING.get(type(part))
        given = () if field is None else getattr(part, field)
        for name in (given,) if isinstance(given, str) else given:
            if name and name.partition(":")[0] not in known:
                wish = f"a standard power or ability, or a special power{did_you_mean(nearest(name, known))}"
                yield Problem(pack.file_of(kind, entry.id), entry.id, f"{place}.{field}", repr(name), wish)


@rule("21.6", "21.12a")
def _wrong_entries(pack: Pack) -> Iterator[Problem]:
    """Characters and terrain markers that texts generate, and that nothing is."""
    from rulewright.vocabulary import walk

    from ..special_powers import ENTRIES

    cards = [card.id for figure in pack["characters"].values() for card in figure.cards]
    known = {"characters": {*pack["characters"], *cards}, "markers": {*pack["markers"]}}
    for kind in pack.kinds:
        for entry in pack[kind].values():
            for place, part in walk(entry):
                field, of = ENTRIES.get(type(part), ("", ""))
                name = getattr(part, field, "")
                if name and name not in known[of]:
                    wish = f"one of the {of}{did_you_mean(nearest(name, known[of]))}"
                    yield Problem(pack.file_of(kind, entry.id), entry.id, f"{place}.{field}", repr(name), wish)


def _wrong_powers(card: models.Character) -> Iterator[tuple[str, str, str]]:
    own = {one.id for one in card.specials}
    for place, power in _named_powers(card):
        if wish := _unknown_power(power, own):
            yield place, power, wish


def _unknown_power(power: str, own: Iterable[str]) -> str:
    if power.partition(":")[0] in NAMES or power in own:
        return ""
    hint = did_you_mean(nearest(power, [*NAMES, *own]))
    return f"a standard power, or a special power of the character{hint}"


@rule("1.9a")
def _wrong_number(pack: Pack, figure: str, card: models.Character) -> Iterator[tuple[str, str, str]]:
    own = pack["characters"][figure]
    version = next((one for one in own.cards if one.id == card.id), None)
    if version is not None and version.number not in (None, own.number):
        yield "number", version.number, f"{own.number!r}, the collector number of the figure (1.9a)"


def _named_powers(card: models.Character) -> Iterator[tuple[str, str]]:
    for column in COLUMNS:
        for number, cell in enumerate(getattr(card.dial, column)):
            value, _, power = cell.partition(" ")
            if power and value != "countdown":
                yield f"dial.{column}[{number}]", power
    for field in ("specials", "traits"):
        for number, one in enumerate(getattr(card, field)):
            yield from ((f"{field}[{number}].grants[{place}]", power) for place, power in enumerate(one.grants))

"""The content in the form in which it is played: sheets of characters with the clicks of their dials, and maps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from rulewright import rule
from rulewright.content import Compiled, load_pack
from rulewright.problems import ContentError, Problem, did_you_mean, nearest
from rulewright.readonly import read_only
from rulewright.text import LANGUAGES

from .grants import INHERENT, SIZES, SYMBOLS, all_granted, granted, of_special
from .pac import NAMES, STANDARD

if TYPE_CHECKING:
    from rulewright.content import Pack
    from rulewright.geometry.grid import Board
    from rulewright.powers import Held
    from rulewright.text import Words
    from rulewright.vocabulary import Lexicon

    from . import content_models as models


class Click(Struct, frozen=True):
    """What one click of a dial shows: combat values, and powers."""

    speed: int = 0
    attack: int = 0
    defense: int = 0
    damage: int = 0
    powers: tuple[str | Held, ...] = ()
    ko: bool = False


KO_CLICK: Final = Click(ko=True)


class CharacterSheet(Struct, frozen=True):
    """A character: what its base, dial and card say. ``carries`` are the powers and abilities of every click."""

    id: str
    name: Words
    points: Mapping[int, int]
    """The point values, each with the click number of its starting line."""
    range: int
    bolts: int
    dial: tuple[Click, ...]
    size: str
    shape: tuple[int, int]
    """The columns and rows of its base."""
    keywords: tuple[str, ...]
    ring: str
    carries: tuple[str | Held, ...]
    sideline: tuple[str | Held, ...] = ()
    """What it can use on the Sideline, too (keyword.sideline-active)."""
    specials: tuple[str, ...] = ()
    """The special powers on its card (18.2)."""

    @property
    @rule("18.6", "18.3")
    def printed(self) -> tuple[str, ...]:
        """The standard powers printed on its card: those of any click of its dial, not those that it is granted."""
        shown = (power for click in self.dial for power in click.powers if isinstance(power, str) and power in STANDARD)
        return tuple(dict.fromkeys(shown))

    def shows(self, click: int) -> Click:
        """What the dial shows at a click number; beyond its last click it shows KO."""
        return self.dial[click - 1] if 1 <= click <= len(self.dial) else KO_CLICK

    @property
    def great(self) -> int:
        """Its size as a number."""
        return list(SIZES).index(self.size)


class MapSheet(Struct, frozen=True, dict=True):
    """A map."""

    id: str
    name: Words
    data: Any

    @cached_property
    def board(self) -> Board:
        """Its printed board."""
        board: Board = read_only(self.data.board(self.id))
        return board


class Book(Compiled):
    """All content of a game. ``pack`` has it as it stands in the files."""

    def __init__(self, pack: Pack, words: Lexicon) -> None:
        from rulewright.vocabulary import Compiler, Sayings

        from .wording import Wording

        if problems := list(_mistaken(pack)):
            raise ContentError(problems)
        super().__init__(pack)
        compiler = Compiler()
        cards = [compiler.inside(card) for card in pack["characters"].values()]
        self.ops: list[Any] = compiler.ops
        self.by_hand = Sayings(words, Wording)
        self.specials = {one.id: one for card in cards for one in (*card.specials, *card.traits)}
        self.characters = {one.id: self._character(one) for one in cards}
        self.maps = {one.id: MapSheet(one.id, _words(one.name), one.map) for one in pack["maps"].values()}
        entries = (entry for kind in pack.kinds for entry in pack[kind].values())
        self._named = {one.id: _words(one.name) for one in (*entries, *self.specials.values())}

    def name_of(self, id: str) -> Words:
        """What something is called, by language; its id where nothing has that name."""
        return self._named.get(id, id)

    def names(self, id: str) -> Words:
        """What a thing in play is called: its card, with its number where it has one."""
        card, _, number = id.partition("#")
        name = self.name_of(card)
        if isinstance(name, str) or not number:
            return name
        return {lang: f"{name[lang]} {number}" for lang in LANGUAGES}

    def _character(self, card: models.Character) -> CharacterSheet:
        symbols = [power for symbol in card.symbols for power in SYMBOLS[symbol]]
        printed = all_granted((*INHERENT, *symbols, *SIZES[card.size], *card.improved))
        carries = (*printed, *(item for trait in card.traits for item in of_special(trait)))
        active = [one for one in (*card.traits, *card.specials) if one.sideline]
        wide, deep = card.base.split("x")
        return CharacterSheet(
            card.id, _words(card.name), {point.value: point.click for point in card.points}, card.range, card.bolts,
            tuple(self._clicks(card.dial)), card.size, (int(wide), int(deep)), card.keywords, card.ring,
            tuple(dict.fromkeys(carries)), tuple(item for one in active for item in of_special(one)),
            tuple(one.id for one in card.specials),
        )  # fmt: skip

    def _clicks(self, dial: models.Dial) -> Iterator[Click]:
        for cells in zip(dial.speed, dial.attack, dial.defense, dial.damage, strict=True):
            if "KO" in cells:
                yield KO_CLICK
                continue
            pairs = [cell.partition(" ") for cell in cells]
            shown = [power for _, _, power in pairs if power]
            speed, attack, defense, damage = (int(value) for value, _, _ in pairs)
            yield Click(speed, attack, defense, damage, tuple(dict.fromkeys(self._shown(shown))))

    def _shown(self, names: Iterable[str]) -> Iterator[str | Held]:
        for name in names:
            special = self.specials.get(name)
            yield from granted(name) if special is None else of_special(special)


def lexicon() -> Lexicon:
    """The words of effects."""
    from .effects import LEXICON

    return LEXICON


def load_book(extras: Iterable[Any] = (), words: Lexicon | None = None) -> Book:
    """The content that comes with the package, with what extensions add.

    Raises:
        ContentError: every problem in every file, with the nearest known names.
    """
    from rulewright import ContentKind

    from .content_models import Character, Map

    words = words or lexicon()
    kinds = [ContentKind("characters", Character, lexicon=words), ContentKind("maps", Map)]
    pack = load_pack(files(__package__) / "content", kinds)
    for folder in extras:
        pack = pack.join(load_pack(folder, kinds, base=pack))
    return Book(pack, words)


def _mistaken(pack: Pack) -> Iterator[Problem]:
    """Powers that are none, on a dial or granted."""
    for card in pack["characters"].values():
        own = {one.id for one in card.specials}
        for place, power in _named_powers(card):
            if power.partition(":")[0] not in NAMES and power not in own:
                hint = did_you_mean(nearest(power, [*NAMES, *own]))
                wish = f"a standard power, or a special power of the character{hint}"
                yield Problem(pack.file_of("characters", card.id), card.id, place, repr(power), wish)


def _named_powers(card: models.Character) -> Iterator[tuple[str, str]]:
    from .content_models import COLUMNS

    for column in COLUMNS:
        for number, cell in enumerate(getattr(card.dial, column)):
            if power := cell.partition(" ")[2]:
                yield f"dial.{column}[{number}]", power
    for field in ("specials", "traits"):
        for number, one in enumerate(getattr(card, field)):
            yield from ((f"{field}[{number}].grants[{place}]", power) for place, power in enumerate(one.grants))


def _words(name: Any) -> Words:
    return {lang: str(getattr(name, lang)) for lang in LANGUAGES}

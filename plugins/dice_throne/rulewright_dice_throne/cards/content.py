"""The heroes, cards and status effects, as they stand in files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from rulewright import rule
from rulewright.content import Pack, PackageContent, load_pack
from rulewright.kinds import ContentKind
from rulewright.problems import ContentError

from ..book.wording import PACKAGE
from .checks import cards_in_deck, problems

if TYPE_CHECKING:
    from rulewright.files import Source
    from rulewright.vocabulary import Lexicon

    from .models import Card, Hero, Status


class Content(Struct, frozen=True):
    """All content of the game, by id. Common cards stand in `cards`; the cards of a hero in the hero."""

    heroes: Mapping[str, Hero]
    cards: Mapping[str, Card]
    statuses: Mapping[str, Status]
    pack: Pack
    words: Lexicon
    """The words of its effects."""

    @rule("field.deck", "setup.deck")
    def deck_of(self, hero: str) -> tuple[str, ...]:
        """The ids of the cards in a hero's deck, one for each copy: common cards first."""
        cards = cards_in_deck(self.heroes[hero], self.cards)
        return tuple(card.id for card in cards for _ in range(card.copies))

    def check(self, heroes: Iterable[str]) -> None:
        """Refuse names that nothing answers to, and heroes that cannot be played, among these heroes and what all have.

        Raises ContentError with all that is wrong.
        """
        if found := list(problems(self, heroes)):
            raise ContentError(found)

    def card(self, hero: str, card: str) -> Card:
        """A card as this hero has it. Raises `KeyError` for a card that is neither the hero's nor common."""
        own = {own.id: own for own in self.heroes[hero].cards}
        return own[card] if card in own else self.cards[card]


def load_content(root: Source | None = None, *more: Source, words: Lexicon | None = None) -> Content:
    """Read a folder with `heroes`, `cards` and `statuses`; without one, what comes with the package.

    ``words`` are those of effects, without it those of the game.

    Further folders add to it: they may use its cards and status effects, and may not have an id that it has.

    What comes with the package alone is not checked any further here: its heroes are when they are seated.

    Raises:
        ContentError: every problem in every file, with the nearest known names.
    """
    if root is None:
        content = CONTENT.load(more, words)
        if more:
            content.check(content.heroes)
        return content
    known = words or CONTENT.lexicon()
    return add_content(load_pack(root, _kinds(known)), *more, words=known)


def add_content(pack: Pack, *more: Source, words: Lexicon) -> Content:
    """What a pack and further folders hold together, checked. Raises ContentError (`load_content`)."""
    for addition in more:
        pack = pack.join(load_pack(addition, _kinds(words), base=pack))
    content = _content(pack, words)
    content.check(content.heroes)
    return content


def _content(pack: Pack, words: Lexicon) -> Content:
    return Content(pack["heroes"], pack["cards"], pack["statuses"], pack, words)


def _kinds(words: Lexicon) -> list[ContentKind]:
    """The kinds of content; imported when content is loaded, for their models need pydantic."""
    from .models import Card, Hero, Status

    return words.kinds({"heroes": Hero, "cards": Card, "statuses": Status})


CONTENT: Final = PackageContent(PACKAGE, _kinds, _content, room="effects.lexicon")

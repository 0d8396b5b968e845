"""All content of a game, compiled for play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from rulewright import rule
from rulewright.content import Compiled
from rulewright.programs import Program

from .sheets import HeroSheet, Names, Op, RowSheet, StatusSheet, TriggerSheet, UseSheet, VariantSheet

if TYPE_CHECKING:
    from rulewright.vocabulary import Sayings

    from ..cards.content import Content

MOST_REMEMBERED: Final = 20_000


class Book(Compiled):
    """All content of a game, compiled for play."""

    def __init__(self, content: Content) -> None:
        super().__init__(content.pack)
        self.content = content
        self.ops: list[Op] = []
        self.by_hand: Sayings
        """What players may say by hand."""
        self.triggers: list[TriggerSheet] = []
        self.heroes: dict[str, HeroSheet] = {}
        self.statuses: dict[str, StatusSheet] = {}
        self.put_away: Program = ()
        """The effect by which a card that was played goes on the discard pile."""
        self.moments: set[str] = set()
        """The moments at which anything of this content triggers; at all others nothing has to be looked for."""
        self._checked: set[str] = set()
        self._matches: dict[tuple[str, tuple[int, ...], tuple[int, ...]], tuple[str, ...]] = {}
        self._names: dict[str, Names] = {}
        self._variants: dict[tuple[str, tuple[int, ...]], dict[str, VariantSheet]] = {}

    def check(self, heroes: Iterable[str]) -> None:
        """Check what is played for the first time (`Content.check`). Raises ContentError."""
        new = dict.fromkeys(hero for hero in heroes if hero not in self._checked)
        if new:
            self.content.check(new)
            self._checked.update(new)

    def variants(self, hero: str, levels: tuple[int, ...]) -> dict[str, VariantSheet]:
        """Everything that a hero with abilities at these levels can announce, in the order of the board."""
        known = self._variants.get((hero, levels))
        if known is None:
            sheet = self.heroes[hero]
            known = {
                variant.id: variant
                for slot in range(len(sheet.abilities))
                for variant in sheet.level(slot, levels).variants
            }
            self._variants[hero, levels] = known
        return known

    def matches(self, hero: str, levels: tuple[int, ...], faces: tuple[int, ...]) -> tuple[str, ...]:
        """The variants whose requirement these dice satisfy."""
        faces = tuple(sorted(faces))
        key = (hero, levels, faces)
        known = self._matches.get(key)
        if known is None:
            symbols = self.heroes[hero].faces
            known = tuple(
                variant.id
                for variant in self.variants(hero, levels).values()
                if any(row.met(faces, symbols) for row in variant.rows)
            )
            if len(self._matches) >= MOST_REMEMBERED:
                self._matches.clear()
            self._matches[key] = known
        return known

    @rule("field.board", "4.1.requirement")
    def row(self, hero: str, variant: VariantSheet, faces: tuple[int, ...]) -> RowSheet | None:
        """The highest tier of a variant that the dice satisfy; None where they satisfy none."""
        faces = tuple(sorted(faces))
        symbols = self.heroes[hero].faces
        return next((row for row in reversed(variant.rows) if row.met(faces, symbols)), None)

    @property
    def names(self) -> Mapping[str, Names]:
        """What every card, ability, variant, status effect and companion is called, by its id; also by the name of the
        power that it is."""
        if not self._names:
            for status in self.statuses.values():
                self._names[status.id] = status.name
            for sheet in self.heroes.values():
                self._names[sheet.id] = sheet.name
                self._names.update({card.id: card.name for card in sheet.cards.values()})
                for companion in sheet.companions.values():
                    self._names[companion.id] = self._names[f"{sheet.id}.{companion.id}"] = companion.name
                for ability in sheet.abilities:
                    for number, level in enumerate(ability.levels, 1):
                        self._names.update({variant.id: variant.name for variant in level.variants})
                        self._names[f"{sheet.id}.{ability.id}:{number}"] = ability.name
                    self._names[ability.id] = ability.name
        return self._names

    def spend(self, status: str, key: str) -> UseSheet:
        """The use of a status effect of that key."""
        return next(use for use in self.statuses[status].uses if use.key == key)

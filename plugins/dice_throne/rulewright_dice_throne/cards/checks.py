"""What no single file of content can know.

A model checks one entry. Here names meet: a card names a status effect, an upgrade names an ability and the
level that it brings, a requirement names symbols of the die and must be possible, a deck adds up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, get_args

from rulewright.problems import Problem, nearest

from ..dice.requirements import is_achievable, read_requirement

if TYPE_CHECKING:
    from pydantic import BaseModel

    from rulewright.vocabulary import ContentModel

    from .content import Content
    from .models import Card, Hero

NAMED_DIE_KEYS = frozenset("123456,-")


def cards_in_deck(hero: Hero, common: Mapping[str, Card]) -> tuple[Card, ...]:
    """The cards of a deck, each once: the common ones that the hero uses, then the hero's own."""
    names = common if hero.deck.common == "all" else hero.deck.common
    return (*(common[name] for name in names if name in common), *hero.cards)


def references(model: BaseModel) -> Iterator[tuple[str, str, str]]:
    """The names that one model uses: field, sort of thing, name."""
    for field, sort in naming_fields(type(model)).items():
        value = getattr(model, field)
        for name in (value,) if isinstance(value, str) else value or ():
            if not (sort == "symbol" and set(name) <= NAMED_DIE_KEYS):
                yield field, sort, name


@cache
def naming_fields(model: type[BaseModel]) -> Mapping[str, str]:
    """The fields of a model that hold names of something, and of which sort."""
    from ..effects.words import Named

    def sort_of(annotation: Any, *metadata: Any) -> str:
        if isinstance(annotation, Named):
            return annotation.sort
        parts = (*metadata, *getattr(annotation, "__metadata__", ()), *get_args(annotation))
        return next(filter(None, map(sort_of, parts)), "")

    found = {name: sort_of(field.annotation, *field.metadata) for name, field in model.model_fields.items()}
    return {name: sort for name, sort in found.items() if sort}


def known_names(content: Content) -> dict[str, set[str]]:
    """The names that any entry may use, by sort."""
    cards = {card.id for hero in content.heroes.values() for card in hero.cards} | set(content.cards)
    return {
        "status effect": set(content.statuses),
        "hero": set(content.heroes),
        "companion": {companion.id for hero in content.heroes.values() for companion in hero.companions},
        "status effect, ability or card": cards | set(content.statuses),
    }


def problems(content: Content, heroes: Iterable[str]) -> Iterator[Problem]:
    known = known_names(content)
    for kind in ("cards", "statuses"):
        for entry in content.pack[kind].values():
            yield from _unknown_names(entry, content.pack.file_of(kind, entry.id), entry.id, known)
    for hero in map(content.heroes.__getitem__, heroes):
        place = content.pack.file_of("heroes", hero.id)
        yield from _unknown_names(hero, place, hero.id, _names_of(hero, content))
        for check in (_repeated_ids, _broken_levels, _impossible_rows, _stray_upgrades):
            yield from check(hero, place)
        yield from _wrong_deck(hero, place, content)


def _names_of(hero: Hero, content: Content) -> dict[str, set[str]]:
    abilities = {ability.id for ability in hero.abilities}
    cards = {card.id for card in (*hero.cards, *content.cards.values())}
    return {
        "status effect": set(content.statuses),
        "hero": set(content.heroes),
        "symbol": set(hero.die.symbols),
        "ability": abilities,
        "companion": {companion.id for companion in hero.companions},
        "status effect, ability or card": abilities | cards | set(content.statuses),
    }


def _unknown_names(entry: ContentModel, file: str, id: str, known: Mapping[str, set[str]]) -> Iterator[Problem]:
    """Unknown names in an entry. A sort that `known` lacks cannot be used there at all."""
    from rulewright.vocabulary import walk

    for path, model in walk(entry):
        for field, sort, name in references(model):
            names = known.get(sort, set())
            if name not in names:
                at = f"{path}.{field}" if path else field
                wish = f"the name of a known {sort}"
                yield Problem(file, id, at, repr(name), wish, nearest(name, sorted(names)))


def _repeated_ids(hero: Hero, file: str) -> Iterator[Problem]:
    variants = [
        variant.id
        for ability in hero.abilities
        if ability.kind in ("offensive", "ultimate")
        for level in ability.levels.values()
        for variant in {variant.id: variant for variant in level.variants}.values()
        if variant.id != ability.id
    ]
    groups: dict[str, Iterable[str]] = {
        "abilities": [ability.id for ability in hero.abilities],
        "abilities.variants": [*(ability.id for ability in hero.abilities), *sorted(set(variants))],
        "cards": [card.id for card in hero.cards],
        "statuses": hero.statuses,
    }
    for field, ids in groups.items():
        for id, count in Counter(ids).items():
            if count > 1:
                yield Problem(file, hero.id, field, f"{id!r} {count} times", "an id of its own")


def _broken_levels(hero: Hero, file: str) -> Iterator[Problem]:
    """Every ability begins at level I and leaves no level out."""
    for ability in hero.abilities:
        if sorted(ability.levels) != list(range(1, len(ability.levels) + 1)):
            at, found = f"abilities.{ability.id}.levels", ", ".join(map(str, sorted(ability.levels)))
            yield Problem(file, hero.id, at, found, "levels from 1 on without a gap")
    for symbol in hero.die.faces:
        if symbol not in hero.die.symbols:
            names = nearest(symbol, hero.die.symbols)
            yield Problem(file, hero.id, "die.faces", repr(symbol), "a symbol of this die", names)


def _impossible_rows(hero: Hero, file: str) -> Iterator[Problem]:
    from rulewright.vocabulary import walk

    from .models import Row

    for path, model in walk(hero):
        if isinstance(model, Row) and set(hero.die.faces) <= set(hero.die.symbols):
            requirement: dict[str, Any] = model.requires.model_dump()
            if not is_achievable(read_requirement(requirement), hero.die.faces):
                yield Problem(file, hero.id, f"{path}.requires", str(requirement), "what five dice can show")


def _stray_upgrades(hero: Hero, file: str) -> Iterator[Problem]:
    """Each upgrade card brings a level that its ability has, and each level above I has its one card."""
    levels = {(ability.id, level) for ability in hero.abilities for level in ability.levels if level > 1}
    cards = Counter((card.upgrade.ability, card.upgrade.level) for card in hero.cards if card.upgrade)
    known = {ability.id for ability in hero.abilities}
    for ability, level in sorted(levels | set(cards)):
        if ability in known and (ability, level) not in levels:
            found = f"an upgrade of {ability!r} to level {level}"
            yield Problem(file, hero.id, "cards", found, "a level that the board has")
        elif (ability, level) not in cards:
            yield Problem(file, hero.id, f"abilities.{ability}.levels.{level}", "no card", "one upgrade card")
        elif cards[ability, level] > 1:
            found = f"{cards[ability, level]} upgrades of {ability!r} to level {level}"
            yield Problem(file, hero.id, "cards", found, "one")


def _wrong_deck(hero: Hero, file: str, content: Content) -> Iterator[Problem]:
    if hero.deck.common != "all":
        for name in hero.deck.common:
            if name not in content.cards:
                names = nearest(name, content.cards)
                yield Problem(file, hero.id, "deck.common", repr(name), "the id of a common card", names)
    for card in hero.cards:
        if card.id in content.cards:
            yield Problem(file, hero.id, "cards", f"{card.id!r}", "an id that no common card has")
    size = sum(card.copies for card in cards_in_deck(hero, content.cards))
    if size != hero.deck.size:
        yield Problem(file, hero.id, "deck", f"{size} cards", f"{hero.deck.size} cards")

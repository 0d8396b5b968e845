"""From the models of the content to the book: every effect gets its number and its function, once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from operator import methodcaller
from typing import TYPE_CHECKING, Any, Final

from rulewright import rule, vocabulary
from rulewright.programs import Program, numbers

from ..book.compiled import Book
from ..book.sheets import (
    KINDS,
    AbilitySheet,
    CardSheet,
    Change,
    CompanionSheet,
    HeroSheet,
    LevelSheet,
    Op,
    RowSheet,
    StatusSheet,
    Triggers,
    TriggerSheet,
    UseSheet,
    VariantSheet,
)
from ..dice.requirements import read_requirement
from ..effects.playing import MarkUsed, PayPrice, PlayCard, PutAway, SpendTokens, UseCompanion
from ..effects.requirements import Straight
from ..effects.verb import Verb, objects_of, parts_of
from .checks import cards_in_deck, known_names, naming_fields
from .wording import ROLES, Wording

if TYPE_CHECKING:
    from ..effects.order import Trigger
    from .content import Content
    from .models import Ability, Card, CompanionDef, Hero, Status

IN_ATTACK: Final = ("attacking", "attacked", "offensive_roll_end", "ability_activated", "defence_rolled")
"""Moments that lie in the course of an Attack."""


STRIKES: Final = methodcaller("strikes")
WEAKENS: Final = methodcaller("weakens")
SHIELDS: Final = methodcaller("shields")
"""Kinds of effects."""


class EffectCompiler(vocabulary.Compiler):
    """Gives effects of one content their numbers, and works out what is known about them."""

    deed = Op

    def __init__(self, content: Content, ops: list[Op] | None = None) -> None:
        super().__init__(ops)
        self.content = content

    def steps(self, verb: Any) -> Iterable[str]:
        """The further deeds of a verb that may come: not every effect has someone to choose."""
        return [name for name in verb.steps if verb.takes(name, self.content)]

    def settle(self, verb: Any) -> None:
        """What is known about a verb before it is done."""
        known = {
            "at_target": verb.means_target(),
            "aims_only": verb.aims_only(),
            "special": verb.aims_elsewhere(),
            "strikes": parts_of(verb, STRIKES),
        }
        for name in (name for name, holds in known.items() if holds):
            setattr(verb.deed, name, True)
        if verb.waits_for_target():
            for deed in verb.deeds():
                deed.needs_target = True
        verb.compiled(self)


class Compiler(EffectCompiler):
    """Reads one content into one book."""

    def __init__(self, content: Content) -> None:
        self.book = Book(content)
        self.book.by_hand = Sayings(self.book)
        super().__init__(content, self.book.ops)
        self.play_card, put_away, self.spend_tokens, self.use_companion, self.mark_used = self.effects(
            (PlayCard(), PutAway(), SpendTokens(), UseCompanion(), MarkUsed())
        )
        self.book.put_away = put_away.program

    def compile(self) -> Book:
        for status in self.content.statuses.values():
            self._add_status(status)
        for hero in self.content.heroes.values():
            self._add_hero(hero)
        for op in self.book.ops:
            if op.name == "do" and op.verb.tells and self.book.moments.isdisjoint(op.verb.listened):
                op.tells = True
        return self.book

    # -- triggers and uses

    def trigger(self, model: Trigger, kind: str, source: str, program: Program) -> TriggerSheet:
        """A trigger whose effects have their numbers."""
        sheet = TriggerSheet(
            len(self.book.triggers), kind, source, model.when, model.test, model.optional,
            model.once_per_turn, model.not_on_turn_gained, program,
        )  # fmt: skip
        self.book.triggers.append(sheet)
        self.book.moments.add(model.when)
        return sheet

    def triggers(self, models: Iterable[Any], kind: str, source: str) -> Triggers:
        """Triggers by moment."""
        found: dict[str, tuple[TriggerSheet, ...]] = {}
        for model in models:
            sheet = self.trigger(model, kind, source, self.program(model.effects))
            found[model.when] = (*found.get(model.when, ()), sheet)
        return found

    def uses(self, models: Iterable[Any], kind: str, source: str, *, counted: bool = False) -> tuple[UseSheet, ...]:
        """Uses of tokens, of a companion or of a passive ability; the second and further ones are numbered."""
        takes = {"status": self.spend_tokens, "companion": self.use_companion}.get(kind)
        found = []
        for place, model in enumerate(models, 1):
            key = source if place == 1 else f"{source}#{place}"
            cost = getattr(model, "cost", None)
            tokens = getattr(model, "tokens", 0)
            first = takes or self.effect(PayPrice(cost=cost))
            start = first.program + (self.mark_used.program if model.once_per_turn else ())
            effects = self.effects(model.effects)
            found.append(
                UseSheet(
                    key, kind, source, model.windows, 0 if tokens == "any" else tokens, counted, cost, model.test,
                    getattr(model, "attack_modifier", False), all(window in IN_ATTACK for window in model.windows),
                    model.once_per_turn,
                    getattr(model, "not_on_turn_gained", False), start + numbers(effects), effects,
                    objects_of(effects),
                )
            )  # fmt: skip
        return tuple(found)

    # -- entries

    def _add_status(self, model: Status) -> None:
        self.book.statuses[model.id] = StatusSheet(
            model.id, model.name.words, model.kind, model.polarity == "positive", model.stack_limit,
            model.removable, model.transferable, model.covers, _changes(model.forbids, model.changes),
            self.triggers(model.triggers, "status", model.id),
            self.uses(model.uses, "status", model.id, counted=True),
            _triggers_one(model, WEAKENS), _triggers_one(model, SHIELDS),
        )  # fmt: skip

    def _add_hero(self, model: Hero) -> None:
        abilities = tuple(self._ability(ability, slot) for slot, ability in enumerate(model.abilities))
        slots = {ability.id: slot for slot, ability in enumerate(abilities)}
        models = cards_in_deck(model, self.content.cards)
        cards = {card.id: self._card(card, slots) for card in models}
        companions = {companion.id: self._companion(companion) for companion in model.companions}
        self.book.heroes[model.id] = HeroSheet(
            model.id,
            model.name.words,
            model.health,
            model.die.faces,
            {symbol: name.words for symbol, name in model.die.symbols.items()},
            abilities,
            slots,
            tuple(slot for slot, ability in enumerate(abilities) if ability.kind == "passive"),
            tuple(slot for slot, ability in enumerate(abilities) if ability.kind == "defensive"),
            cards,
            tuple(sorted(cards.values(), key=lambda card: (not card.plain, -card.bit, card.cost))),
            self.content.deck_of(model.id),
            {(card.slot, card.level): card.cost for card in cards.values() if card.level},
            companions,
            self.program(model.setup),
        )

    def _companion(self, model: CompanionDef) -> CompanionSheet:
        return CompanionSheet(
            model.id, model.name.words, model.health is not None, model.most, model.starts,
            self.triggers(model.triggers, "companion", model.id),
            self.uses(model.uses, "companion", model.id, counted=model.health is None),
            _changes(model.forbids, model.changes),
        )  # fmt: skip

    def _ability(self, model: Ability, slot: int) -> AbilitySheet:
        levels = tuple(self._level(model, model.levels[level], slot) for level in sorted(model.levels))
        return AbilitySheet(model.id, model.kind, model.name.words, levels)

    def _level(self, ability: Any, level: Any, slot: int) -> LevelSheet:
        name = (level.name or ability.name).words
        match ability.kind:
            case "defensive":
                return LevelSheet(name, dice=level.dice, program=self.program(level.effects))
            case "passive":
                return LevelSheet(
                    name, triggers=self.triggers(level.triggers, "passive", ability.id),
                    uses=self.uses(level.uses, "passive", ability.id),
                    changes=_changes(level.forbids, level.changes),
                )  # fmt: skip
        variants = tuple(self._variant(ability, variant, slot, name) for variant in level.variants)
        return LevelSheet(name, variants)

    @rule("field.ultimate", "field.board", "5.1.permanent")
    def _variant(self, ability: Any, model: Any, slot: int, name: dict[str, str]) -> VariantSheet:
        own = model.name.words if model.name else name
        rows = tuple(self._row(row, self.effects((*row.effects, *model.also))) for row in model.rows)
        straights = any(isinstance(row.requires, Straight) for row in model.rows)
        return VariantSheet(model.id, own, ability.id, slot, rows, ability.kind == "ultimate", straights)

    def _row(self, row: Any, effects: tuple[Any, ...]) -> RowSheet:
        strikes = any(parts_of(effect, STRIKES) for effect in effects)
        return RowSheet(read_requirement(row.requires.model_dump()), effects, numbers(effects), strikes)

    def _card(self, model: Card, slots: dict[str, int]) -> CardSheet:
        effects: tuple[Any, ...] = self.effects(model.effects)
        play = model.play
        needs = objects_of(effects)
        paid = () if model.price is None else self.effect(PayPrice(cost=model.price)).program
        return CardSheet(
            model.id,
            model.name.words,
            model.kind,
            KINDS[model.kind],
            model.cost,
            model.copies,
            model.attack_modifier,
            play.phases if play else (),
            (play.window or "") if play else "",
            play.test if play else None,
            slots[model.upgrade.ability] if model.upgrade else -1,
            model.upgrade.level if model.upgrade else 0,
            (*self.play_card.program, *paid, *numbers(effects)) if effects else (),
            needs,
            model.price,
            not (needs or play or model.attack_modifier or model.upgrade or model.price),
        )


def _changes(forbids: Iterable[str], changes: Iterable[Any]) -> tuple[Change, ...]:
    """What a text forbids, and how it changes numbers of the rules."""
    return (*(Change(what, "cannot") for what in forbids), *(change.part for change in changes))


@rule("11.ultimate")
def _triggers_one(status: Status, kind: Callable[[Verb], bool]) -> bool:
    """Whether a status effect triggers an effect of a kind."""
    return any(parts_of(trigger, kind) for trigger in status.triggers)


class Sayings(vocabulary.Sayings):
    """What players may say by hand: a status effect or companion by its id, and a player by the id of the hero."""

    def __init__(self, book: Book) -> None:
        content = book.content
        super().__init__(content.words, partial(Wording, book), partial(EffectCompiler, content), self._ids)
        self.known = {sort: sorted(names) for sort, names in known_names(content).items()}

    def _ids(self, verb: Any) -> dict[str, list[str]]:
        """The ids that the fields of a verb may name."""
        fields = {field: self.known[sort] for field, sort in naming_fields(verb).items() if sort in self.known}
        return {
            **dict.fromkeys((role for role in verb.roles if role in verb.model_fields), self.known["hero"]),
            **fields,
        }

    def written(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Where a player is meant, the id of a hero means the player of that hero."""
        heroes = self.known["hero"]
        return {name: {"hero": value} if name in ROLES and value in heroes else value for name, value in fields.items()}


def make_book(content: Content) -> Book:
    """The book of a content. Raises ContentError for what is wrong."""
    try:
        return Compiler(content).compile()
    except LookupError:  # a name that nothing answers to
        content.check(content.heroes)
        raise

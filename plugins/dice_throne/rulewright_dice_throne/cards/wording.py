"""What cards, abilities and tokens do, in a few words made from the vocabulary of effects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import wording

from ..book.wording import TEXTS, name_of, symbol_name
from ..effects.values import OWNED

if TYPE_CHECKING:
    from ..book.compiled import Book

ROLES: Final = ("to", "of", "by", "against")
"""The fields of verbs that say whom they mean."""
SORTS: Final = {"type": "type", "phase": "phase", "what": "resource", "kind": "kind"}
"""Fields of verbs whose values have words of their own, and where these stand."""


class Wording(wording.Wording):
    """Puts effects into words."""

    def __init__(self, book: Book, lang: str) -> None:
        super().__init__(TEXTS, lang)
        self.book = book

    # -- facts of effects

    def fact(self, name: str, value: Any) -> Any:
        """What stands in a text for a field of a verb."""
        if name in ROLES:
            return self.who(value)
        if name == "amount" and (value is None or isinstance(value, str)):
            return self.say(f"amount.{value or 'all'}")
        if name in SORTS and isinstance(value, str):
            return self.say(f"{SORTS[name]}.{value}")
        if name in ("status", "companion"):
            return self.name(value) if value else self.say("effect.some_status")
        return super().fact(name, value)

    def name(self, id: str) -> str:
        """What something is called."""
        return name_of(self.book, id, self.lang)

    def symbol(self, symbol: str) -> str:
        """What a symbol is called."""
        return symbol_name(self.book, symbol, self.lang)

    def who(self, who: Any) -> str:
        """Whom an effect means; oneself where it names nobody."""
        if who is None or isinstance(who, str):
            return self.say(f"who.{who or 'self'}")
        return self.name(who.hero) if hasattr(who, "hero") else self.say(f"who.{who.choose}")

    def roll(self, dice: str, results: str) -> str:
        """Dice that are rolled, and what comes of them."""
        return self.say("effect.roll_one" if dice == "1" else "effect.roll", dice=dice, results=results)

    def dice(self, verb: Any) -> str:
        """The dice on the table that a verb may touch."""
        some = "one" if verb.count == 1 else "some" if verb.up_to else "many"
        return self.say(f"effect.dice_{some}", count=verb.count, whose=self.say(f"effect.whose_{verb.whose}"))

    # -- amounts, conditions, requirements

    def value(self, name: str) -> str:
        """A named value; of a quantity, whose it is."""
        whose, what = OWNED.get(name, ("own", name))
        return super().value(name) if whose == "own" else self.say(f"amount.of_{what}", who=self.say(f"who.{whose}"))

    def held(self, key: str, role: str, thing: str) -> str:
        """What someone has of something."""
        text = f"amount.{key}" if role == "self" else f"amount.{key}_other"
        return self.say(text, thing=self.name(thing), who=self.who(role))

    def requirement(self, needs: Any) -> str:
        """What dice must show."""
        if hasattr(needs, "symbols"):
            return " + ".join(f"{n} {self.symbol(symbol)}" for symbol, n in needs.symbols.items())
        if hasattr(needs, "numbers"):
            return " + ".join(f"{n}×[{number}]" for number, n in needs.numbers.items())
        if hasattr(needs, "of_a_kind"):
            return self.say("requirement.of_a_kind", count=needs.of_a_kind)
        if hasattr(needs, "straight"):
            return self.say(f"requirement.{needs.straight}_straight")
        if hasattr(needs, "any"):
            return self.either.join(map(self.requirement, needs.any))
        return " + ".join(map(self.requirement, needs.all))

    # -- entries of the content

    def card(self, hero: str, card: str) -> str:
        """What a card does; for an upgrade, what is new on the board."""
        model = self.book.content.card(hero, card)
        if model.upgrade is None:
            return self.paid_for(model.price, self.effects(model.effects))
        ability = next(a for a in self.book.content.heroes[hero].abilities if a.id == model.upgrade.ability)
        return self.level(ability, model.upgrade.level)

    def level(self, ability: Any, level: int) -> str:
        """What an ability does at a level."""
        sheet = ability.levels[level]
        if ability.kind in ("defensive", "passive"):
            told: str = sheet.said(self)
            return told
        return self.apart.join(self.variant_of(v) for v in sheet.variants)

    def passive(self, level: Any) -> str:
        """What a passive ability does at a level."""
        return self.apart.join((*self._changes(level), *self._deeds(level, spends=False)))

    def played(self, card: Any) -> str:
        """What an action card does, behind when it is played; nothing of an upgrade, whose level says it."""
        if card.upgrade is not None:
            return ""
        play, when = card.play, [self.say(f"kind.{card.kind}")]
        if card.attack_modifier:
            when.append(self.say("kind.attack_modifier"))
        if play is not None:
            when += [self.say(f"phase.{phase}") for phase in play.phases]
            when += [self.say(f"moment.{play.window}")] if play.window else []
        effects = self.paid_for(card.price, self.effects(card.effects))
        return f"[{self.comma.join(when)}] {self._if(None if play is None else play.test, effects)}"

    def holder(self, thing: Any) -> str:
        """What a status effect or a companion forbids, does and is spent for."""
        told = self._changes(thing)
        told += [self.say("holder.covers")] if getattr(thing, "covers", False) else []
        spends = getattr(thing, "health", None) is None
        return self.apart.join((*told, *self._deeds(thing, spends=spends))) or self.say("effect.nothing")

    def _changes(self, thing: Any) -> list[str]:
        """What a token, a passive ability or a companion forbids, and how it changes numbers of the rules."""
        return [self.say(f"forbidden.{what}") for what in thing.forbids] + [one.said(self) for one in thing.changes]

    def _deeds(self, thing: Any, *, spends: bool) -> list[str]:
        """What its triggers do at their moments, and what it is used for."""
        told = [self.deed(trigger) for trigger in thing.triggers]
        return told + [self.used(use, spends=spends) for use in thing.uses]

    def used(self, use: Any, *, spends: bool = False) -> str:
        """What something is used for, and when; tokens are spent for it."""
        moment = self.either.join(self.say(f"moment.{window}") for window in use.windows)
        amount = self.fact("amount", getattr(use, "tokens", 0))
        key = "holder.use" if spends else "holder.use_freely"
        return self.say(key, moment=moment, amount=amount, effects=self._tested(use))

    def deed(self, trigger: Any) -> str:
        """What a trigger does at its moment."""
        key = "holder.may" if trigger.optional else "holder.trigger"
        return self.say(key, moment=self.say(f"moment.{trigger.when}"), effects=self._tested(trigger))

    def _tested(self, deed: Any) -> str:
        """The effects of a trigger or a use, behind what they cost and what must hold."""
        return self._if(deed.test, self.paid_for(getattr(deed, "cost", None), self.effects(deed.effects)))

    def _if(self, test: Any, effects: str) -> str:
        """Effects behind what must hold, where anything must."""
        from ..effects.choices import If

        return effects if test is None else self.of(If, test=self.condition(test), then=effects)

    def paid_for(self, cost: Any, effects: str) -> str:
        """Effects behind what they cost, where they cost anything."""
        from ..effects.paying import Pay

        return effects if cost is None else self.of(Pay, cost=cost.said(self), then=effects)

    def variant_of(self, variant: Any) -> str:
        """What a variant needs and does, behind its name where it has one of its own."""
        text, named = self._rows(variant), variant.name
        return text if named is None else f"{getattr(named, self.lang)}{self.colon}{text}"

    def _rows(self, variant: Any) -> str:
        """What each tier of a variant needs and does; what they have in common stands behind the last."""
        rows = [f"{self.requirement(row.requires)}{self.colon}{self.effects(row.effects)}" for row in variant.rows]
        told, also = " / ".join(rows), self.effects(variant.also)
        if not also:
            return told
        return told + (self.comma + also if len(rows) == 1 else self.say("effect.besides", effects=also))

    def variant(self, hero: str, variant: str, levels: tuple[int, ...]) -> str:
        """What a variant needs and does at the levels that a hero has, without its name."""
        sheet = self.book.variants(hero, levels)[variant]
        level: Any = self.book.content.heroes[hero].abilities[sheet.slot].levels[levels[sheet.slot]]
        return self._rows(next(model for model in level.variants if model.id == variant))

    def announced(self, hero: str, variant: str, levels: tuple[int, ...], faces: tuple[int, ...]) -> str:
        """What a variant does with these dice; empty where they do not satisfy it."""
        sheet = self.book.variants(hero, levels).get(variant)
        row = self.book.row(hero, sheet, faces) if sheet is not None else None
        if sheet is None or row is None:
            return ""
        ability = self.book.content.heroes[hero].abilities[sheet.slot]
        level: Any = ability.levels[levels[sheet.slot]]
        model = next(model for model in level.variants if model.id == variant)
        return self.effects((*model.rows[sheet.rows.index(row)].effects, *model.also))

    def use(self, source: str, key: str, hero: Any = None) -> str:
        """What tokens or companions are used for, or a passive ability as a hero has it now, with its price."""
        number = int(key.partition("#")[2] or 1) - 1
        model = self.book.content.statuses.get(source) or self._companions().get(source)
        if model is not None:
            return self.effects(model.uses[number].effects)
        own = source in self.book.heroes[hero.name].slots
        owner = hero.name if own else next(other.id for other in self.book.heroes.values() if source in other.slots)
        slot = self.book.heroes[owner].slots[source]
        level: Any = self.book.content.heroes[owner].abilities[slot].levels[hero.levels[slot] if own else 1]
        use = level.uses[number]
        return self.paid_for(use.cost, self.effects(use.effects))

    def _companions(self) -> dict[str, Any]:
        return {companion.id: companion for hero in self.book.content.heroes.values() for companion in hero.companions}

    def moment(self, source: str, moment: str) -> str:
        """What something triggers at a moment; empty where it is not known."""
        holder = self.book.content.statuses.get(source) or self._companions().get(source)
        triggers: list[Any] = list(holder.triggers) if holder is not None else []
        for hero in self.book.content.heroes.values():
            for ability in hero.abilities:
                if ability.id == source and ability.kind == "passive":
                    triggers = [t for level in ability.levels.values() for t in level.triggers]
        found = [self.effects(trigger.effects) for trigger in triggers if trigger.when == moment]
        return found[-1] if found else ""

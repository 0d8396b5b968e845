"""What cards, abilities and tokens do, in a few words made from the vocabulary of effects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from rulewright.text import Texts

from . import old_wording as wording
from .values import OWNED

if TYPE_CHECKING:
    from .book import Book

Names = Mapping[str, str]

_CONDITIONS: Final = (
    "shows", "has", "turn", "phase", "start_player", "attack", "roll_of", "concerns", "ability", "companion",
)  # fmt: skip
"""The keys by which the conditions of this game are told apart."""

_WHOM: Final = {"to": "to", "of": "of", "by": "by", "against": "against"}


@cache
def words() -> Texts:
    """The texts of the plugin."""
    return Texts.load(files(__package__) / "text.toml")


@cache
def symbols_of(book: Book) -> dict[str, Names]:
    """The names of all symbols."""
    return {symbol: name for hero in book.heroes.values() for symbol, name in hero.symbols.items()}


def name_of(book: Book, id: str, lang: str) -> str:
    """What something is called; its id where it has no name."""
    known = book.names.get(id)
    return id.replace("-", " ") if known is None else known.get(lang) or known["en"]


def symbol_name(book: Book, symbol: str, lang: str) -> str:
    """What a symbol is called."""
    known = symbols_of(book).get(symbol)
    return symbol if known is None else known.get(lang) or known["en"]


class Wording(wording.Wording):
    """Puts effects into words. They may be models of the content or numbers of the book."""

    def __init__(self, book: Book, lang: str) -> None:
        super().__init__(words(), lang)
        self.book = book

    # -- effects

    def effects(self, effects: Iterable[Any]) -> str:
        """Several effects in the order of the text."""
        models = (self.book.ops[effect].model if isinstance(effect, int) else effect for effect in effects)
        return super().effects(model for model in models if model is not None)

    def own_effect(self, op: Any) -> str:
        """An effect of a verb of the game; empty for what is only a break between others."""
        if op.do == "then":
            return ""
        special = getattr(self, f"_{op.do}", None)
        return self._verb(op.do, op) if special is None else str(special(op))

    def _verb(self, key: str, op: Any) -> str:
        whom = next((getattr(op, field) for field in _WHOM if getattr(op, field, None) is not None), "self")
        role = self.role(whom)
        facts = {"who": self.say(f"who.{role}")}
        amount = getattr(op, "amount", getattr(op, "add", None))
        facts["amount"] = self.say("amount.all") if amount in ("all", None) else self.amount(amount)
        status = getattr(op, "status", None)
        facts["status"] = name_of(self.book, status, self.lang) if status else self.say("effect.some_status")
        for field in ("type", "phase", "what"):
            value = getattr(op, field, None)
            facts[field] = self.say(f"{_SORTS[field]}.{value}") if isinstance(value, str) else ""
        own = f"effect.{key}_{role}"
        return self.say(own if own in self.texts else f"effect.{key}", **facts)

    def role(self, who: Any) -> str:
        """The role of someone whom an effect names."""
        if isinstance(who, str):
            return who
        return str(who.choose)

    def _redirect(self, op: Any) -> str:
        if op.companion is None:
            return self._verb("redirect", op)
        amount = self.say("amount.all") if op.amount is None else self.amount(op.amount)
        return self.say("effect.companion_takes", companion=name_of(self.book, op.companion, self.lang), amount=amount)

    def _companion(self, op: Any) -> str:
        facts = {"companion": name_of(self.book, op.companion, self.lang), "amount": self.amount(op.amount)}
        return self.say(f"effect.companion_{op.change}", who=self.say(f"who.{self.role(op.to)}"), **facts)

    def _search(self, op: Any) -> str:
        amount = self.amount(op.amount)
        if op.kind is None:
            return self.say("effect.search", amount=amount)
        return self.say("effect.search_kind", amount=amount, kind=self.say(f"kind.{op.kind}"))

    def _modify_attack(self, op: Any) -> str:
        if not op.lowers:
            return self._verb("modify_attack", op)
        less = -op.add if isinstance(op.add, int) else op.add.model_copy(update={"times": -op.add.times})
        return self.say("effect.lower_attack", amount=self.amount(less))

    def _remove_status(self, op: Any) -> str:
        return self._verb("remove_all" if op.amount == "all" else "remove_status", op)

    def _prevent(self, op: Any) -> str:
        key = "prevent" if op.fraction is None else f"prevent_{op.fraction}"
        role = self.role(op.to)
        who = "" if role == "self" else self.say("effect.for", who=self.say(f"who.{role}"))
        return self.say(f"effect.{key}", amount=0 if op.amount is None else self.amount(op.amount), whom=who)

    def _roll(self, op: Any) -> str:
        branches = [self._branch(key, effects) for key, effects in op.on.items()]
        if op.otherwise:
            branches.append(self.say("effect.otherwise", effects=self.effects(op.otherwise)))
        if op.then:
            branches.append(self.effects(op.then))
        key = "effect.roll_one" if op.dice == 1 else "effect.roll"
        told = self.say(key, dice=self.amount(op.dice), results=self.apart.join(branches))
        return (
            told
            if op.against is None
            else self.say("effect.against", who=self.say(f"who.{self.role(op.against)}"), effect=told)
        )

    def _branch(self, key: str, effects: Any) -> str:
        return self.say("effect.on", shown=symbol_name(self.book, key, self.lang), effects=self.effects(effects))

    def _contest(self, op: Any) -> str:
        facts = {name: self.effects(getattr(op, name)) or self.say("effect.nothing") for name in ("win", "lose")}
        return self.say("effect.contest", tie="" if op.tie == "neither" else self.say(f"effect.tie_{op.tie}"), **facts)

    def _change_die(self, op: Any) -> str:
        key = "by" if op.by is not None else op.to if isinstance(op.to, str) else "to"
        return self.say(f"effect.change_die_{key}", dice=self._dice(op), number=op.by if key == "by" else op.to)

    def _reroll_dice(self, op: Any) -> str:
        key = "reroll_one_by_one" if op.one_by_one and op.count > 1 else "reroll_dice"
        return self.say(f"effect.{key}", dice=self._dice(op))

    def _dice(self, op: Any) -> str:
        some = "one" if op.count == 1 else "some" if op.up_to else "many"
        whose = self.say(f"effect.whose_{op.whose}")
        return self.say(f"effect.dice_{some}", count=op.count, whose=whose)

    def cost(self, cost: Any) -> str:
        """What is paid."""
        if cost.cp is not None:
            return f"{cost.cp if isinstance(cost.cp, int) else 'X'} CP"
        if cost.status is not None:
            most = "" if cost.at_most is None else f" (≤ {cost.at_most})"
            count = "X" if cost.tokens == "any" else cost.tokens
            return f"{count}{most} {name_of(self.book, cost.status, self.lang)}"
        return self.say("effect.cards", count=cost.cards)

    def _additionally(self, op: Any) -> str:
        return self.effects(op.effects)

    def _after_damage(self, op: Any) -> str:
        return self.say("effect.after_damage", effects=self.effects(op.effects))

    def _watch(self, op: Any) -> str:
        roll_of = getattr(op.trigger.test, "roll_of", None)
        if roll_of is None:
            return self._deed(op.trigger)
        source, effects = name_of(self.book, roll_of, self.lang), self.effects(op.trigger.effects)
        if op.trigger.optional:
            effects = self.say("effect.may", effects=effects)
        return self.say("effect.watch_roll", effects=effects, source=source)

    def _forbid(self, op: Any) -> str:
        what = self.comma.join(self.say(f"forbidden.{what}") for what in op.what)
        return self.say("effect.forbid", who=self.say(f"who.{self.role(op.of)}"), what=what)

    # -- amounts, conditions, requirements

    def value(self, name: str) -> str:
        """A named value; of a quantity, whose it is."""
        whose, what = OWNED.get(name, ("own", name))
        return super().value(name) if whose == "own" else self.say(f"amount.of_{what}", who=self.say(f"who.{whose}"))

    def own_amount(self, amount: Any) -> str:
        """An amount of this game alone."""
        from . import content_models as models

        match amount:
            case models.PerSymbol():
                unit = self.say("amount.number_of", thing=symbol_name(self.book, amount.per, self.lang))
                return self.multiple(unit, amount)
            case models.PerToken():
                return self.multiple(self._held("number_of", amount.of, amount.tokens), amount)
            case models.DialOf():
                return self._held("dial", amount.of, amount.dial)
            case models.LimitOf():
                return self._held("limit_of", amount.of, amount.limit_of)
        return self.say("amount.best_die")

    def _held(self, key: str, of: Any, thing: str) -> str:
        role = self.role(of)
        facts = {"thing": name_of(self.book, thing, self.lang), "who": self.say(f"who.{role}")}
        return self.say(f"amount.{key}" if role == "self" else f"amount.{key}_other", **facts)

    def own_condition(self, test: Any) -> str:
        """A condition of this game alone."""
        key = next(key for key in _CONDITIONS if hasattr(test, key))
        value = getattr(test, key)
        match key:
            case "shows":
                return self.requirement(value)
            case "has":
                status, who = name_of(self.book, value, self.lang), self.role(test.of)
                text = "test.has" if who == "self" else "test.has_other"
                count = "" if test.at_least == 1 else f"{test.at_least} "
                return self.say(text, who=self.say(f"who.{who}"), status=f"{count}{status}")
            case "phase":
                return self.say("test.phase", phase=self.either.join(self.say(f"phase.{phase}") for phase in value))
            case "roll_of" | "concerns":
                return self.say(f"test.{key}", thing=name_of(self.book, value, self.lang))
            case "ability":
                return self.say("test.ability", ability=name_of(self.book, value, self.lang), level=test.level)
            case "companion":
                return self.say(f"test.companion_{test.state}", companion=name_of(self.book, value, self.lang))
        return self.say(f"test.{key}_{str(value).lower()}")

    def requirement(self, needs: Any) -> str:
        """What dice must show."""
        if hasattr(needs, "symbols"):
            return " + ".join(f"{n} {symbol_name(self.book, symbol, self.lang)}" for symbol, n in needs.symbols.items())
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
            return self.effects(model.effects)
        ability = next(a for a in self.book.content.heroes[hero].abilities if a.id == model.upgrade.ability)
        return self.level(ability, model.upgrade.level)

    def level(self, ability: Any, level: int) -> str:
        """What an ability does at a level."""
        sheet = ability.levels[level]
        if ability.kind == "defensive":
            key = "effect.roll_one" if sheet.dice == 1 else "effect.roll"
            return self.say(key, dice=str(sheet.dice), results=self.effects(sheet.effects))
        if ability.kind == "passive":
            return self.apart.join(self._deeds(sheet, spends=False))
        return self.apart.join(self._variant(v) for v in sheet.variants)

    def holder(self, thing: Any) -> str:
        """What a status effect or a companion forbids, does and is spent for."""
        told = [self.say(f"forbidden.{what}") for what in getattr(thing, "forbids", ())]
        told += [self.say("holder.covers")] if getattr(thing, "covers", False) else []
        spends = getattr(thing, "health", None) is None
        return self.apart.join((*told, *self._deeds(thing, spends=spends))) or self.say("effect.nothing")

    def _deeds(self, thing: Any, *, spends: bool) -> list[str]:
        """What its triggers do at their moments, and what it is used for."""
        told = [self._deed(trigger) for trigger in thing.triggers]
        for use in thing.uses:
            moment = self.either.join(self.say(f"moment.{window}") for window in use.windows)
            amount = self.amount(getattr(use, "tokens", 0))
            key = "holder.use" if spends else "holder.use_freely"
            told.append(self.say(key, moment=moment, amount=amount, effects=self._tested(use)))
        return told

    def _deed(self, trigger: Any) -> str:
        key = "holder.may" if trigger.optional else "holder.trigger"
        return self.say(key, moment=self.say(f"moment.{trigger.when}"), effects=self._tested(trigger))

    def _tested(self, deed: Any) -> str:
        """The effects of a trigger or a use, behind what they cost and what must hold."""
        effects = self.effects(deed.effects)
        if getattr(deed, "cost", None) is not None:
            effects = self.say("effect.pay", cost=self.cost(deed.cost), then=effects)
        if deed.test is None:
            return effects
        return self.say("effect.if", test=self.condition(deed.test), effects=effects)

    def _variant(self, variant: Any) -> str:
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
        """What tokens or companions are used for, or a passive ability of a hero as it is now, with its price."""
        number = int(key.partition("#")[2] or 1) - 1
        model = self.book.content.statuses.get(source) or self._companions().get(source)
        if model is not None:
            return self.effects(model.uses[number].effects)
        slot = self.book.heroes[hero.name].slots[source]
        level: Any = self.book.content.heroes[hero.name].abilities[slot].levels[hero.levels[slot]]
        use = level.uses[number]
        effects = self.effects(use.effects)
        return effects if use.cost is None else self.say("effect.pay", cost=self.cost(use.cost), then=effects)

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


_SORTS: Final = {"type": "type", "phase": "phase", "what": "resource"}

"""From the models of the content to the book: every effect gets its number and its function, once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from rulewright import rule
from rulewright.content import ContentError, Problem
from rulewright_dice_throne.old_programs import PROGRAMS, Compiler, Program

from .activation import read_requirement
from .book import (
    KINDS,
    AbilitySheet,
    Book,
    CardSheet,
    CompanionSheet,
    HeroSheet,
    LevelSheet,
    Op,
    RowSheet,
    StatusSheet,
    Triggers,
    TriggerSheet,
    Unsupported,
    UseSheet,
    VariantSheet,
)
from .content import cards_in_deck
from .damage import TYPES
from .effects import LISTENED, NEEDS_OBJECT, PARTS, TELLING, VERBS
from .statuses import MOMENTS
from .values import OWNED, READER, ROLES, read_amount, read_condition

if TYPE_CHECKING:
    from rulewright_dice_throne.old_vocabulary import Model

    from .content import Content
    from .content_models import Ability, Card, CompanionDef, Hero, Status

AMOUNTS: Final = ("amount", "add")
ROLE_FIELDS: Final = ("to", "of", "by", "against")
OWN: Final = ("self", "attacker", "roller", "each_teammate")
"""Roles that are known when an offensive ability is activated, before there is a target."""

PATIENT: Final = (
    "inflict", "steal", "lose_cp", "remove_status", "transfer_status", "discard", "forbid", "contest", "skip_phase",
    "fewer_rolls", "extra_phase", "choose_players",
)  # fmt: skip
"""Verbs that wait for the target if they concern anyone but the attacker."""

FOR_ONE: Final = ("roll", "contest", "choose", "may", "pay", "extra_phase")
"""Verbs that one player carries out, against one other."""

FIRED: Final = frozenset(
    (
        "upkeep", "before_income", "income", "main_phase", "before_offensive_roll", "offensive_roll_end",
        "ability_activated", "attacking", "attacked", "defence_rolled", "damage_incoming", "damage_dealt",
        "damage_received", "attack_concluded", "roll_phase_end", "turn_end", "effect_rolled", "defeated",
        "status_incoming", "status_gained", "status_spent", "card_played",
    )
)  # fmt: skip
"""The moments at which something can be triggered so far."""

OPEN: Final = frozenset((*MOMENTS, "damage_incoming", "damage_received", "effect_rolled"))
"""The moments at which something can be used so far."""

IN_ATTACK: Final = ("attacking", "attacked", "offensive_roll_end", "ability_activated", "defence_rolled")
"""Moments that lie in the course of an Attack."""

SKIPPED: Final = frozenset(("upkeep", "income", "main_1", "offensive_roll", "main_2", "discard"))
"""The phases that can be skipped so far."""


SHARED: Final = (
    "play_card", "put_away", "spend_tokens", "use_companion", "mark_used", "effect_triggers", "effect_window"
)  # fmt: skip
"""Effects without fields of their own: one of each is enough."""


class _Compiler(Compiler):
    """Reads one content into one book."""

    programs = (*PROGRAMS, "win", "lose")

    def __init__(self, content: Content) -> None:
        self.book = Book(content)
        super().__init__(VERBS, READER, self.book.ops)
        self.content = content
        self.internal = {name: self._internal(name) for name in SHARED}
        self.book.put_away = (self.internal["put_away"].number,)

    def compile(self) -> Book:
        problems: list[Problem] = []
        for status in self.content.statuses.values():
            self._try(problems, "statuses", status.id, lambda status=status: self._add_status(status))
        for hero in self.content.heroes.values():
            self._try(problems, "heroes", hero.id, lambda hero=hero: self._add_hero(hero))
        if problems:
            raise ContentError(problems)
        for op in self.book.ops:
            op.tells = op.do in TELLING and self.book.moments.isdisjoint(LISTENED.get(op.do, ()))
        return self.book

    def _try(self, problems: list[Problem], kind: str, id: str, read: Any) -> None:
        try:
            read()
        except Unsupported as error:
            file = self.content.pack.file_of(kind, id)
            problems.append(Problem(file, id, found=str(error), expected="what this version of the rules plays"))

    # -- effects

    def _internal(self, name: str, **fields: Any) -> Op:
        return self._number(Op(name), PARTS[name], fields)

    def _number(self, op: Op, verb: Any, fields: dict[str, Any]) -> Op:
        op.enter(self.book.ops, verb, fields)
        return op

    def effect(self, model: Any) -> Program:
        """One effect: its number, and before it that of the choice of a player."""
        op = Op(model.do, model)
        self._number(op, VERBS[model.do], self.fields(model))
        self._finish(op, model)
        op.needs_target = self._needs_target(op, model)
        op.strikes = _deals_damage(model)
        op.at_target = _means_target(model, *ROLE_FIELDS, *AMOUNTS, "test")
        roles = [getattr(model, name, None) for name in ROLE_FIELDS]
        spec = next((who for who in roles if hasattr(who, "choose")), None)
        before: Program = ()
        if spec is not None and model.do != "transfer_status":
            before = (self._internal("choose_players", spec=spec, before=op, needs_target=op.needs_target).number,)
        if any(_is_chosen_die(getattr(model, name, None)) for name in AMOUNTS):
            before += (self._internal("choose_counted_die", needs_target=op.needs_target).number,)
        return (*before, op.number, *self._after(op, model))

    def _after(self, op: Op, model: Any) -> Program:
        """What follows at once: tokens that cover abilities are laid on them."""
        if model.do not in ("gain", "inflict") or not self.content.statuses[model.status].covers:
            return ()
        fields = {"status": op.status, "to": op.to, "needs_target": op.needs_target}
        return (self._internal("cover_abilities", **fields).number,)

    def field(self, model: Any, name: str) -> Any:
        """A field as it is used; roles as functions, too, and amounts as what they usually come to besides."""
        value = getattr(model, name)
        if name in AMOUNTS or (name == "dice" and model.do == "roll"):
            return value if value in (None, "all", "any") else read_amount(value)
        if name in ROLE_FIELDS and not isinstance(value, int | None):
            return self._roles(model, value)
        return super().field(model, name)

    def _roles(self, model: Any, who: Any) -> Any:
        if model.do == "change_die":
            return who  # `to` is a number there
        if isinstance(who, str):
            return ROLES[who]
        return who if model.do == "transfer_status" else ROLES["chosen"]

    def _needs_target(self, op: Op, model: Any) -> bool:
        if model.do not in PATIENT:
            return False
        roles = [getattr(model, name) for name in ROLE_FIELDS if hasattr(model, name)]
        return any(not (who is None or (isinstance(who, str) and who in OWN)) for who in roles)

    def _finish(self, op: Op, model: Any) -> None:
        """What single verbs need besides their fields."""
        if model.do in FOR_ONE and any(_names_several(getattr(model, name, None)) for name in ("by", "against")):
            raise Unsupported(f"{model.do!r} for several players")
        match model.do:
            case "damage":
                op.special = model.to == "target" and TYPES[model.type].special_targeting
                op.aims = model.to == "target" and not op.special
                op.aims_only = op.aims and not _means_target(model, *AMOUNTS)
                op.self_only = model.to == "self"
            case "roll":
                op.on = tuple((_faces_named(key), self.program(effects)) for key, effects in model.on.items())
                counted = self._internal("count_roll", on=op.on, otherwise=op.otherwise, then=op.then)
                self._add_aftermath(op, counted)
            case "may":
                op.works_on = self._objects_of(op.effects)
            case "contest":
                counted = self._internal("count_contest", tie=op.tie, win=op.win, lose=op.lose)
                self._add_aftermath(op, counted)
            case "inflict":
                about = {"to": op.to, "status": op.status, "amount": op.amount}
                steps = (self._internal(name, **about) for name in ("status_incoming", "status_arrives"))
                op.arrival = tuple(step.number for step in steps)
            case "pay":
                op.cost = self._cost(model.cost)
                op.told = self._internal("status_spent", status=model.cost.status).number if model.cost.status else -1
            case "watch":
                op.trigger = self._trigger(model.trigger, "")
            case "skip_phase" if model.phase not in SKIPPED:
                raise Unsupported(f"skipping the phase {model.phase!r}")

    def _add_aftermath(self, op: Op, counted: Op) -> None:
        op.triggered = self.internal["effect_triggers"].number
        op.interrupted = self.internal["effect_window"].number
        op.counted = counted.number

    def _objects_of(self, effects: Program) -> tuple[Op, ...]:
        """The effects, those behind an "if" among them, if each of them needs an object; otherwise none."""
        found: tuple[Op, ...] = ()
        for op in map(self.book.ops.__getitem__, effects):
            if op.do == "choose_players":
                continue
            parts: tuple[Op, ...] = (op,) if op.do in NEEDS_OBJECT else ()
            if op.do == "if" and op.otherwise:
                sides = self._objects_of(op.then), self._objects_of(op.otherwise)
                parts = sides[0] + sides[1] if all(sides) else ()
            if not parts:
                return ()
            found += parts
        return found

    def _cost(self, model: Any) -> Op | None:
        if model is None:
            return None
        cost = Op("cost")
        cost.cp, cost.status, cost.tokens, cost.cards = model.cp, model.status, model.tokens, model.cards
        cost.at_most = model.at_most
        cost.any = "any" in (model.cp, model.tokens)
        return cost

    # -- triggers and uses

    def _trigger(self, model: Any, source: str) -> TriggerSheet:
        if model.when not in FIRED:
            raise Unsupported(f"a trigger at the moment {model.when!r}")
        sheet = TriggerSheet(
            len(self.book.triggers), source, model.when, read_condition(model.test), model.optional,
            model.once_per_turn, model.not_on_turn_gained, (),
        )  # fmt: skip
        self.book.triggers.append(sheet)
        self.book.moments.add(model.when)
        sheet.program = self.program(model.effects)
        return sheet

    def triggers(self, models: Iterable[Any], source: str) -> Triggers:
        """Triggers by moment."""
        found: dict[str, tuple[TriggerSheet, ...]] = {}
        for model in models:
            found[model.when] = (*found.get(model.when, ()), self._trigger(model, source))
        return found

    def uses(self, models: Iterable[Any], source: str, takes: str = "spend_tokens") -> tuple[UseSheet, ...]:
        """Uses of tokens, of a companion or of a passive ability; the second and further ones are numbered."""
        found = []
        for place, model in enumerate(models, 1):
            for window in model.windows:
                if window not in OPEN:
                    raise Unsupported(f"a use at the moment {window!r}")
            key = source if place == 1 else f"{source}#{place}"
            cost = self._cost(getattr(model, "cost", None))
            tokens = getattr(model, "tokens", 0)
            spends = hasattr(model, "tokens")
            first = self.internal[takes] if spends else self._internal("use_passive", cost=cost)
            start: Program = (first.number,)
            if model.once_per_turn:
                start += (self.internal["mark_used"].number,)
            effects = self.program(model.effects)
            found.append(
                UseSheet(
                    key, model.windows, 0 if tokens == "any" else tokens, cost, read_condition(model.test),
                    getattr(model, "attack_modifier", False), all(window in IN_ATTACK for window in model.windows),
                    model.once_per_turn,
                    getattr(model, "not_on_turn_gained", False), start + effects, self._objects_of(effects),
                )
            )  # fmt: skip
        return tuple(found)

    # -- entries

    def _add_status(self, model: Status) -> None:
        self.book.statuses[model.id] = StatusSheet(
            model.id, model.name.model_dump(), model.kind, model.polarity == "positive", model.stack_limit,
            model.removable, model.transferable, model.covers, frozenset(model.forbids),
            self.triggers(model.triggers, model.id), self.uses(model.uses, model.id),
            _triggers_one(model, _weakens), _triggers_one(model, _shields),
        )  # fmt: skip

    def _add_hero(self, model: Hero) -> None:
        abilities = tuple(self._ability(ability, slot) for slot, ability in enumerate(model.abilities))
        slots = {ability.id: slot for slot, ability in enumerate(abilities)}
        models = cards_in_deck(model, self.content.cards)
        cards = {card.id: self._card(card, slots) for card in models}
        companions = {companion.id: self._companion(companion) for companion in model.companions}
        self.book.heroes[model.id] = HeroSheet(
            model.id,
            model.name.model_dump(),
            model.health,
            model.die.faces,
            {symbol: name.model_dump() for symbol, name in model.die.symbols.items()},
            abilities,
            slots,
            tuple(slot for slot, ability in enumerate(abilities) if ability.kind == "passive"),
            tuple(slot for slot, ability in enumerate(abilities) if ability.kind == "defensive"),
            any(level.uses for ability in abilities for level in ability.levels)
            or any(companion.uses for companion in companions.values()),
            cards,
            tuple(sorted(cards.values(), key=lambda card: (not card.plain, -card.bit, card.cost))),
            self.content.deck_of(model.id),
            {(card.slot, card.level): card.cost for card in cards.values() if card.level},
            companions,
            self.program(model.setup),
        )

    def _companion(self, model: CompanionDef) -> CompanionSheet:
        for trigger in model.triggers:
            self.book.companions_at.add(trigger.when)
        return CompanionSheet(
            model.id, model.name.model_dump(), model.health is not None, model.most, model.starts,
            self.triggers(model.triggers, model.id), self.uses(model.uses, model.id, takes="use_companion"),
        )  # fmt: skip

    def _ability(self, model: Ability, slot: int) -> AbilitySheet:
        levels = tuple(self._level(model, model.levels[level], slot) for level in sorted(model.levels))
        return AbilitySheet(model.id, model.kind, model.name.model_dump(), levels)

    def _level(self, ability: Any, level: Any, slot: int) -> LevelSheet:
        name = (level.name or ability.name).model_dump()
        match ability.kind:
            case "defensive":
                return LevelSheet(name, dice=level.dice, program=self.program(level.effects))
            case "passive":
                self.book.passive_at.update(trigger.when for trigger in level.triggers)
                return LevelSheet(
                    name, triggers=self.triggers(level.triggers, ability.id), uses=self.uses(level.uses, ability.id)
                )
        variants = tuple(self._variant(ability, variant, slot, name) for variant in level.variants)
        return LevelSheet(name, variants)

    @rule("field.ultimate", "field.board", "5.1.permanent")
    def _variant(self, ability: Any, model: Any, slot: int, name: dict[str, str]) -> VariantSheet:
        from .content_models import Straight

        own = model.name.model_dump() if model.name else name
        rows = tuple(
            RowSheet(
                read_requirement(row.requires.model_dump()),
                self.program((*row.effects, *model.also)),
                any(_deals_damage(effect) for effect in (*row.effects, *model.also)),
            )
            for row in model.rows
        )
        straights = any(isinstance(row.requires, Straight) for row in model.rows)
        return VariantSheet(model.id, own, ability.id, slot, rows, ability.kind == "ultimate", straights)

    def _card(self, model: Card, slots: dict[str, int]) -> CardSheet:
        effects = self.program(model.effects)
        play = model.play
        if play is not None and play.window is not None and play.window not in OPEN:
            raise Unsupported(f"a card for the moment {play.window!r}")
        needs = self._objects_of(effects)
        return CardSheet(
            model.id,
            model.name.model_dump(),
            model.kind,
            KINDS[model.kind],
            model.cost,
            model.copies,
            model.attack_modifier,
            play.phases if play else (),
            (play.window or "") if play else "",
            read_condition(play.test) if play else None,
            slots[model.upgrade.ability] if model.upgrade else -1,
            model.upgrade.level if model.upgrade else 0,
            (self.internal["play_card"].number, *effects) if effects else (),
            needs,
            not (needs or play or model.attack_modifier or model.upgrade),
        )


def _faces_named(key: str) -> frozenset[str | int]:
    """The faces that a branch of a roll names: a symbol, or numbers such as "1-2" and "6"."""
    if not set(key) <= set("123456,-"):
        return frozenset((key,))
    numbers: set[str | int] = set()
    for part in key.split(","):
        first, _, last = part.partition("-")
        numbers |= set(range(int(first), int(last or first) + 1))
    return frozenset(numbers)


@rule("3.5.trigger")
def _means_target(model: Model, *fields: str) -> bool:
    """Whether an effect speaks of the target in some of its fields: roles, amounts, a condition."""
    from rulewright_dice_throne.old_vocabulary import Model as AnyModel
    from rulewright_dice_throne.old_vocabulary import walk

    own = [getattr(model, name) for name in fields if hasattr(model, name)]
    parts = [part for value in own if isinstance(value, AnyModel) for _, part in walk(value)]
    named = own + [getattr(part, name) for part in parts for name in type(part).model_fields]
    return any(value == "target" or OWNED.get(value, ("",))[0] == "target" for value in named if isinstance(value, str))


def _names_several(who: Any) -> bool:
    """Whether a role, or the choice of a player, may mean more than one."""
    return who in ("each_opponent", "each_player") or (hasattr(who, "choose") and who.count > 1)


def _is_chosen_die(amount: Any) -> bool:
    """Whether an amount, or one inside it, is a die that the player chooses."""
    from rulewright_dice_throne.old_vocabulary import Model, walk

    from .content_models import DiceChosen

    parts = walk(amount) if isinstance(amount, Model) else ()
    return any(isinstance(part, DiceChosen) and part.best_die == "chosen" for _, part in parts)


def _deals_damage(model: Any) -> bool:
    """Whether an effect, or one inside it, deals damage to the target of an ability."""
    from rulewright_dice_throne.old_vocabulary import walk

    from .content_models import Damage

    return any(
        isinstance(part, Damage) and part.to == "target" and part.type != "collateral" for _, part in walk(model)
    )


@rule("11.ultimate")
def _triggers_one(status: Status, kind: Callable[[Any], bool]) -> bool:
    """Whether a status effect triggers an effect of a kind."""
    from rulewright_dice_throne.old_vocabulary import walk

    return any(kind(part) for trigger in status.triggers for _, part in walk(trigger))


def _weakens(model: Any) -> bool:
    from .content_models import CancelAttack, ModifyAttack

    return isinstance(model, CancelAttack) or (isinstance(model, ModifyAttack) and model.lowers)


def _shields(model: Any) -> bool:
    from .content_models import Prevent, PreventStatus, Redirect, SetHealth

    return isinstance(model, Prevent | PreventStatus | Redirect | SetHealth)


def make_book(content: Content) -> Book:
    """The book of a content. Raises ContentError for what the rules do not play yet, by name."""
    from .content_models import VERBS as MODELS

    VERBS.serve(MODELS)
    return _Compiler(content).compile()

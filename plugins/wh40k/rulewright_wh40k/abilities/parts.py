"""What the texts of abilities say, as data: numbers and permissions that they change, and effects at a moment."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

from msgspec.structs import replace
from pydantic import Field, model_validator

from rulewright import Limit, Turn, rule
from rulewright.kinds import Location
from rulewright.powers import Bearer, hooks
from rulewright.powers.hooks import Asks
from rulewright.powers.written import (
    Allowance,
    AtMoment,
    Ban,
    Marked,
    NumberChange,
    WrittenChange,
    WrittenPart,
    parts_of,
)
from rulewright.programs import Program, can_do
from rulewright.vocabulary import NamedMoment, OpenWord, Some, walk

from ..book.fields import one_of
from ..dice.rolls import REROLLS, Again
from ..moments import ACTS, ATTACKED, BEFORE, OF_ABILITIES, TARGET
from ..numbers import (
    CHARACTERISTICS,
    IGNORES,
    NUMBERS,
    PERMISSIONS,
    ROLLS,
    meant_by,
    usual_layer,
    wrong_change,
)
from ..running import Run
from ..space.battlefield import within
from ..terms import (
    ADDS,
    ARMS,
    FREES,
    GRANTS,
    Bargain,
    Fallen,
    Shot,
    attack_of,
    has_itself,
    has_keyword,
    models,
    on_table,
    unit,
    weapon,
)
from . import wrong_ability, wrong_arm
from .whose import attacked, bearers, counts_for, fights_in, is_first, of_unit, targeted, text_of

if TYPE_CHECKING:
    from ..book.sheets import WeaponSheet
    from ..book.wording import Wording

    When = str
else:
    When = Literal[tuple(OF_ABILITIES)]

SCOPES: Final = {"battle": "game"}
"""The scopes of the kernel by what texts call them, where that is another name."""
MANY: Final = {"characteristics": CHARACTERISTICS, "rolls": ROLLS}
"""Words for several numbers."""
DEEDS: Final = {one.name: one for one in PERMISSIONS}
Deed = Annotated[str, one_of("a permission", DEEDS)]
Reach = Literal["", "model", "unit", "led", "weapon", "attackers", "unit attackers", "led attackers", "transport"]
ATTACKERS: Final = ("attackers", "unit attackers", "led attackers")
"""Those whom a text is about that attack others."""
OF_LED: Final = ("led", "led attackers")
"""What is said of the unit that someone leads."""
USUAL: Final = {"profile": "model", "enhancement": "model", "weapon": "weapon"}
"""Whom a text is about where it does not say; that of a datasheet or a detachment is about the unit."""


class Ability(WrittenPart):
    """What all parts of an ability know: whose effects they are."""

    moments = OF_ABILITIES
    always: ClassVar[tuple[str, ...]] = (TARGET,)

    def resolution(self, me: Bearer, source: str, other: Any, program: Program, subject: Any = None) -> Run:
        """Effects of the unit in which the bearer fights, which may speak of whom the unit that acts attacks."""
        id = fights_in(me)
        foes, hit = targeted(me.game, id)
        return Run(
            player=me.player, source=source, queue=program, units=(id,), acting=subject or other or id, attacked=foes,
            models=bearers(me, source), cites="core.datasheet", hit=hit,
        )  # fmt: skip

    def met(self, game: Any, me: Bearer, source: str, other: Any = None, subject: Any = None) -> bool:
        embarked = None if self.anywhere else self.of_transport
        return counts_for(me, source, embarked=embarked) and super().met(game, me, source, other)

    @property
    def anywhere(self) -> bool:
        """Whether it counts wherever its unit is: in Reserves, and embarked."""
        return False

    @property
    def of_transport(self) -> bool:
        """Whether it is about the Transport within which its unit is embarked."""
        return False


def _offers(question: str, answer: Callable[..., Any], place: Location) -> Marked:
    """A function that gives a bearer what answers a question of the rules, by the text that it has it from."""

    def offer(game: Any, me: Bearer) -> Marked:
        return partial(answer, me, place.entry)

    return hooks.offers(question)(offer)


# At all times -----------------------------------------------------------------------------------------------


class Reaching(Ability, WrittenChange):
    """A change of those that a text is about; it counts in attacks, too."""

    always = (TARGET, ACTS, ATTACKED)

    of: Reach = Field(
        "", description="the model that has the text, its whole unit, the unit that it leads, attacks with this "
        "weapon, attacks of others that are allocated to it, that target its unit, or the unit that it leads, or the "
        "Transport within which its unit is embarked"
    )  # fmt: skip
    aura: float | None = Field(None, gt=0, le=100, description="inches within which units count, too")
    side: Literal["friendly", "enemy"] = Field("friendly", description="of an aura: whose units")
    attacking: Literal["any", "ranged", "melee"] = Field("any", description="only in such attacks")
    keywords: Annotated[tuple[str, ...], OpenWord("keyword")] = Field((), description="only units with all of these")
    without: Annotated[tuple[str, ...], OpenWord("keyword")] = Field((), description="only units with none of these")
    themselves: bool = Field(False, description="only models that have these keywords, and lack those, themselves")
    weapons: tuple[str, ...] = Field((), description="only attacks with weapons that are called this")

    def counts(self, game: Any, me: Bearer, source: str, other: tuple[Any, ...]) -> bool:
        """Whether it counts now, for its bearer or for the other one that is given."""
        subject = str(other[0]) if other else str(me.id)
        fits = self._fits(game) and self._is_such(game, self._about(game, subject), subject)
        if not fits or not self.reaches(me, source, subject):
            return False
        return self.met(game, me, source, self._about(game, subject) if self.aura is not None else None)

    def resolution(self, me: Bearer, source: str, other: Any, program: Program, subject: Any = None) -> Run:
        """Effects of its unit; of an Aura the unit within it is the one that acts."""
        run = super().resolution(me, source, other, program, subject)
        if self.aura is None or other not in me.game.state.units:
            return run
        foes, hit = targeted(me.game, other)
        return replace(run, attacked=foes, hit=hit)

    def _about(self, game: Any, subject: str) -> str:
        """The unit that it is about: that of who is asked, or the one that this attacks."""
        if self.of in ATTACKERS and self.aura is not None:
            attack = attack_of(game)
            return "" if attack is None else attack.target
        one = game.state.models.get(subject)
        return subject if one is None else str(one.unit)

    def reaches_others(self) -> bool:
        return True

    @property
    def of_transport(self) -> bool:
        return self.of == "transport"

    @rule("core.aura-abilities", "commentary.abilities-with-the-same-name")
    def stacks_as(self, place: Location) -> str:
        """The same Aura counts once, however many units have it."""
        return f"{place.entry} {place.number}" if self.aura is not None else ""

    def label(self, place: Location) -> str:
        """What its function is called."""
        return f"{self.called}_{place.number}"

    def _fits(self, game: Any) -> bool:
        if self.attacking == "any" and not self.weapons:
            return True
        attack = attack_of(game)
        return attack is not None and self._is_with(weapon(game, attack.weapon))

    def _is_with(self, used: WeaponSheet) -> bool:
        """Whether it is about such a weapon."""
        sort = self.attacking == "any" or used.melee is (self.attacking == "melee")
        return sort and (not self.weapons or not _called(used).isdisjoint(map(_plain, self.weapons)))

    @rule("core.keywords")
    def _is_such(self, game: Any, id: str, asked: str) -> bool:
        """Whether a unit has the keywords, or all of its models that are ``asked`` for have them."""
        if not self.keywords and not self.without:
            return True
        if id not in game.state.units:
            return False
        if self.themselves:
            return all(self._has(has_itself, game, one) for one in self._asked(game, id, asked))
        return self._has(has_keyword, game, id)

    def _has(self, has: Callable[[Any, str, str], bool], game: Any, id: str) -> bool:
        return all(has(game, id, each) for each in self.keywords) and not any(
            has(game, id, each) for each in self.without
        )

    def _asked(self, game: Any, id: str, asked: str) -> tuple[str, ...]:
        """The models of a unit that are asked for: one, those that attack, or all."""
        if asked in game.state.models:
            return (asked,)
        attack = attack_of(game)
        if attack is not None and attack.unit == id:
            return tuple(attack.models)
        return tuple(str(one.id) for one in models(game, id))

    @rule("core.ability-leader", "core.aura-abilities", "commentary.bearer", "commentary.while-leading-a-unit")
    def reaches(self, me: Bearer, source: str, subject: str) -> bool:
        """Whether it is about a unit, a model, or the attacks of a unit."""
        id, game, text = fights_in(me), me.game, text_of(me.game, source)
        if self.aura is not None:
            attack = attack_of(game)
            if self.of in ATTACKERS and (attack is None or attack.unit != subject):
                return False
            return self._in_aura(me, id, bearers(me, source), self._about(game, subject))
        match self.of or USUAL.get(text.kind, "unit"):
            case "attackers":
                return attacked(game, bearers(me, source), id, subject)
            case "unit attackers" | "led attackers":
                attack = attack_of(game)
                targets = attack is not None and attack.unit == subject and attack.target == id
                return targets and (self.of == "unit attackers" or id != me.id)
            case "led":
                return id != me.id and of_unit(game, id, subject)
            case "transport":
                return of_unit(game, unit(game, id).carrier, subject)
            case "weapon":
                attack = attack_of(game)
                return attack is not None and attack.unit == subject == id and attack.weapon == text.owner
            case "model":
                attack, own = attack_of(game), bearers(me, source)
                by_them = attack is not None and attack.unit == subject == id and set(attack.models) <= set(own)
                return subject in own or by_them
            case _:
                once = text.kind != "detachment" or me.id == id  # each part of an Attached unit has that text
                return once and of_unit(game, id, subject)

    def _in_aura(self, me: Bearer, id: str, own: tuple[str, ...], subject: str) -> bool:
        game, theirs = me.game, subject
        if theirs not in game.state.units or not (on_table(game, theirs) and on_table(game, id)):
            return False
        if (unit(game, theirs).player == me.player) is not (self.side == "friendly"):
            return False
        return theirs == id or any(within(game, one, theirs, self.aura or 0) for one in own)

    def whom(self, wording: Wording) -> str:
        """Whom it is about, in words."""
        told = wording.say(f"reach.{self.of or 'usual'}")
        if self.aura is not None:
            told = wording.say(f"reach.{self.side}", inches=wording.inches(self.aura))
            told = wording.say("reach.attacks_at", whom=told) if self.of in ATTACKERS else told
        for words, key in ((self.keywords, "with"), (self.without, "without")):
            told += wording.say(f"reach.{key}", keywords=wording.listed(words)) if words else ""
        told += wording.say("reach.themselves") if self.themselves else ""
        told += wording.say("reach.weapons", weapons=wording.listed(self.weapons)) if self.weapons else ""
        return told + (wording.say(f"reach.{self.attacking}") if self.attacking != "any" else "")


def _called(used: WeaponSheet) -> set[str]:
    """What a weapon is called, and that of which it is a profile, by which texts name it."""
    names = (used.name,) if isinstance(used.name, str) else used.name.values()
    return {_plain(one.rpartition("/")[2]) for one in (used.id, used.whole, *names)}


def _plain(name: str) -> str:
    """A name for comparing: without what makes no difference, as the plural."""
    return re.sub(r"[\W_]+", "", name.casefold()).removesuffix("s")


class Changes(Reaching, NumberChange):
    """``{"modifies": "feel no pain", "layer": "at least", "by": 5}``: a number of those that it is about is another."""

    modifies: Annotated[str, one_of("a number", NUMBERS)]
    layer: str = ""

    @model_validator(mode="after")
    def _layer_is_there(self) -> Changes:
        if wrong := wrong_change(self.modifies, self.layer or usual_layer(self.modifies), self.by):
            raise ValueError(wrong)
        return self

    @model_validator(mode="after")
    def _hangs_on_nothing_that_hangs_on_it(self) -> Changes:
        if self.modifies == "wounds":
            for place, one in walk(self):
                if getattr(one, "wounds", "") or getattr(one, "strength", ""):
                    raise ValueError(f"{place}: what changes Wounds cannot hang on the wounds that someone has left")
        return self

    def marked(self, moments: Any, place: Location) -> Marked:
        """A number may be asked of the unit that has the text, and of others that it is about."""
        layer, sign = meant_by(self.modifies, self.layer)
        amount = self.changes(self.modifies, layer, self.by, place)

        def modify(game: Any, me: Bearer, *other: Any) -> int | None:
            found = amount(game, me, *other)
            return None if found is None else sign * int(found)

        group = self.stacks_as(place)
        of_others = hooks.modifies(self.modifies, layer, others=True, group=group)(modify)
        return hooks.modifies(self.modifies, layer, group=group)(of_others)

    def told(self, wording: Any) -> str:
        """The change in words, whatever its condition."""
        stat = getattr(NUMBERS[self.modifies], wording.lang)
        by = wording.change(self.layer or usual_layer(self.modifies), self.by)
        return str(wording.say("reach.changes", whom=self.whom(wording), stat=stat, by=by))


class Permits(Reaching, Allowance):
    """``{"permits": "shoot after advancing"}``: those that it is about may do it."""

    permits: Deed

    def marked(self, moments: Any, place: Location) -> Marked:
        marked: Marked = hooks.permits(self.permits)(super().marked(moments, place))
        return marked

    def told(self, wording: Any) -> str:
        """What it permits, in words."""
        deed = getattr(DEEDS[self.permits], wording.lang)
        return str(wording.say("reach.permits", whom=self.whom(wording), deed=deed))


class Forbids(Reaching, Ban):
    """``{"forbids": "charge after advancing"}``: those that it is about cannot do it."""

    forbids: Deed

    def marked(self, moments: Any, place: Location) -> Marked:
        marked: Marked = hooks.forbids(self.forbids)(super().marked(moments, place))
        return marked

    def told(self, wording: Any) -> str:
        """What it forbids, in words."""
        deed = getattr(DEEDS[self.forbids], wording.lang)
        return str(wording.say("reach.forbids", whom=self.whom(wording), deed=deed))


class Arms(Reaching):
    """``{"arms": ["lethal-hits"], "of": "led"}``: the weapons of those that it is about have abilities."""

    key = "arms"

    arms: Some[str]

    @model_validator(mode="after")
    def _of_weapons(self) -> Arms:
        for name in self.arms:
            if wrong := wrong_arm(name):
                raise ValueError(f"arms: {wrong}")
        if self.of in ATTACKERS:
            told = "texts of their unit, of who has or leads it or is within it, of their own, or Auras"
            raise ValueError(f"of: weapons are given abilities by {told}")
        return self

    def marked(self, moments: Any, place: Location) -> Marked:
        """What the rules ask for when they look at a weapon: a function of a unit and its sheet that gives them."""
        return _offers(ARMS, self.on, place)

    @rule("errata.weapon-characteristics", "commentary.while-leading-a-unit", "core.aura-abilities")
    def on(self, me: Bearer, source: str, id: str, used: WeaponSheet, near: bool) -> tuple[str, ...]:
        """What a weapon of a unit has by it; ``near`` is who has a text of it, of who leads it or is within it."""
        if not self._is_with(used) or not self._arms_such(me.game, id, used):
            return ()
        if self.aura is not None:
            there = self._in_aura(me, fights_in(me), bearers(me, source), id)
            return self.arms if there and self.met(me.game, me, source, id) else ()
        text = text_of(me.game, source)
        match self.of or USUAL.get(text.kind):
            case "weapon":
                near = near and used.id == text.owner
            case "model":
                near = near and self._theirs(me, bearers(me, source), id, used)
            case "led":
                near = near and fights_in(me) != me.id
        return self.arms if near and self.met(me.game, me, source) else ()

    @rule("commentary.bearer")
    def _theirs(self, me: Bearer, own: tuple[str, ...], id: str, used: WeaponSheet) -> bool:
        """Whether the models that have the text use a weapon."""
        using = self._using(me.game, id, used)
        return bool(using) and using <= set(own)

    @rule("commentary.keywords")
    def _arms_such(self, game: Any, id: str, used: WeaponSheet) -> bool:
        """Whether a unit, or all of its models that use a weapon, have the keywords."""
        if not self.themselves:
            return self._is_such(game, id, id)
        using = self._using(game, id, used)
        return bool(using) and all(self._has(has_itself, game, one) for one in using)

    def _using(self, game: Any, id: str, used: WeaponSheet) -> set[str]:
        """The models of a unit that attack with a weapon now, or all that have it."""
        attack = attack_of(game)
        if attack is not None and (attack.unit, attack.weapon) == (id, used.id):
            return set(attack.models)
        return {str(one.id) for one in models(game, id) if used.id in one.weapons}

    def told(self, wording: Any) -> str:
        """What they have, in words."""
        names = wording.listed(map(wording.ability, self.arms))
        return str(wording.say("reach.arms", whom=self.whom(wording), names=names))


CORE: Final = (
    "deep-strike", "infiltrators", "scouts", "stealth", "arrives-early", "arrives-early-in-its-own-turn",
)  # fmt: skip
"""The core abilities that texts give to models."""


class Grants(Reaching):
    """``{"grants": ["deep-strike"], "of": "led"}``: the models that it is about have core abilities.

    They have them before they are on the battlefield, too.
    """

    key = "grants"

    grants: Some[str]

    @model_validator(mode="after")
    def _of_models(self) -> Grants:
        for name in self.grants:
            if wrong := wrong_ability(name):
                raise ValueError(f"grants: {wrong}")
            if name.partition(":")[0] not in CORE:
                raise ValueError(f"grants: found {name!r}, expected one of {', '.join(CORE)}")
        if self.aura is not None or self.of not in ("", "model", "unit", "led"):
            raise ValueError("of: core abilities are given to a model, to its unit, or to the unit that it leads")
        return self

    @property
    def anywhere(self) -> bool:
        return True

    def marked(self, moments: Any, place: Location) -> Marked:
        """What the rules ask for when they look at a model: a function of it that gives the abilities."""
        return _offers(GRANTS, self.to, place)

    @rule("core.attached-units", "commentary.while-leading-a-unit")
    def to(self, me: Bearer, source: str, subject: str) -> tuple[str, ...]:
        """What a model has by it."""
        return self.grants if self.counts(me.game, me, source, (subject,)) else ()

    def told(self, wording: Any) -> str:
        """What they have, in words."""
        names = wording.listed(map(wording.ability, self.grants))
        return str(wording.say("reach.grants", whom=self.whom(wording), names=names))


class Adds(Ability):
    """``{"adds": ["Smoke"]}``: the unit has these keywords, too, as long as a model that has the text is left."""

    key = "adds"

    adds: Some[Annotated[str, OpenWord("keyword", carried=True)]]

    @model_validator(mode="after")
    def _hangs_on_nothing(self) -> Adds:
        if self.test is not None:
            raise ValueError("test: keywords hang on no condition, as conditions hang on keywords")
        return self

    @property
    def anywhere(self) -> bool:
        return True

    def label(self, place: Location) -> str:
        """What its function is called."""
        return f"{self.called}_{place.number}"

    def marked(self, moments: Any, place: Location) -> Marked:
        """What the rules ask for when they look for keywords: a function that gives them."""
        return _offers(ADDS, self.given, place)

    @rule("core.keywords")
    def given(self, me: Bearer, source: str) -> tuple[str, ...]:
        """The keywords that its unit has by it."""
        return self.adds if self.met(me.game, me, source) else ()

    def told(self, wording: Any) -> str:
        """Which these are, in words."""
        return str(wording.say("reach.adds", names=wording.listed(self.adds)))


class Ignores(Reaching):
    """``{"ignores": ["hit", "skill"]}``: those that it is about ignore modifiers that make these numbers worse.

    ``"characteristics"`` are all of models and weapons, and ``"rolls"`` all rolls.
    """

    key = "ignores"

    ignores: Some[Annotated[str, one_of("a number", (*NUMBERS, *MANY))]]

    @model_validator(mode="after")
    def _of_own(self) -> Ignores:
        if self.aura is not None or self.of in (*ATTACKERS, "transport"):
            raise ValueError("of: modifiers are ignored by a model, by its unit, or by the unit that it leads")
        return self

    def marked(self, moments: Any, place: Location) -> Marked:
        """What the rules ask for when they look at modifiers: a function of a number, and of whose it is."""
        return _offers(IGNORES, self.names, place)

    @rule("commentary.ignoring-modifiers")
    def names(self, me: Bearer, source: str, stat: str, subject: str) -> bool:
        """Whether it is about a number of a unit or a model."""
        named = any(stat in MANY.get(one, (one,)) for one in self.ignores)
        return named and self.counts(me.game, me, source, (subject,))

    def told(self, wording: Any) -> str:
        """What they ignore, in words."""
        told = {**NUMBERS, **{one: wording.say(f"numbers.{one}") for one in MANY}}
        names = wording.listed(getattr(told[one], wording.lang, told[one]) for one in self.ignores)
        return str(wording.say("reach.ignores", whom=self.whom(wording), names=names))


class Rerolls(Reaching):
    """``{"rerolls": "hit", "only": [1]}``: those that it is about may re-roll such rolls, of some results only."""

    key = "rerolls"

    rerolls: Literal["hit", "wound", "damage", "attacks", "save", "advance", "charge"]
    only: tuple[Annotated[int, Field(ge=1, le=6)], ...] = Field((), description="only rolls that show these")

    @model_validator(mode="after")
    def _of_own(self) -> Rerolls:
        if self.of in ("attackers", "led attackers", "transport"):
            told = "a model, its unit, the unit that it leads, or those that attack its unit"
            raise ValueError(f"of: rolls are made again for {told}")
        if self.of in ("model", "weapon") and self.rerolls in ("save", "advance", "charge"):
            raise ValueError(f"of: the {self.rerolls} roll is one of the whole unit")
        return self

    def marked(self, moments: Any, place: Location) -> Marked:
        """What the rules ask for when dice have fallen: a function of a unit that gives what it may re-roll."""
        return _offers(REROLLS, self.again, place)

    @rule("commentary.re-rolls")
    def again(self, me: Bearer, source: str, subject: str) -> Again | None:
        """What a unit may re-roll by it."""
        return Again(self.rerolls, self.only) if self.counts(me.game, me, source, (subject,)) else None

    def told(self, wording: Any) -> str:
        """What they may re-roll, in words."""
        only = wording.say("reach.only", results=wording.listed(map(str, self.only))) if self.only else ""
        roll = wording.say(f"roll.{self.rerolls}")
        return str(wording.say("reach.rerolls", whom=self.whom(wording), roll=roll, only=only))


FREE: Final = 6
"""As many CP as any Stratagem costs at most."""


class Frees(Reaching):
    """``{"frees": ["heroic-intervention"]}``: these Stratagems cost nothing when they are used on those that it is
    about, and can be used on them though they were used on another unit in the phase.
    """

    key = "frees"

    frees: Some[str] = Field(description='ids of Stratagems, or "any"')
    less: int = Field(FREE, ge=1, le=FREE, description="how many CP less; they cost nothing without")
    once: Literal["", "turn", "round", "battle"] = Field("", description="how often; whenever they are used without")
    army: bool = Field(False, description="counted for all units of the army that have a text of this name")
    again: bool = Field(True, description="whether they can be used on it though they were used on another unit")

    @model_validator(mode="after")
    def _of_whole_units(self) -> Frees:
        if self.of not in ("", "unit", "led"):
            raise ValueError("of: Stratagems are used on its unit, or on the unit that it leads")
        return self

    def marked(self, moments: Any, place: Location) -> Marked:
        """What the rules ask for when a Stratagem may be used: a function of a unit and of a Stratagem."""
        return _offers(FREES, self.on, place)

    @rule("commentary.modifying-stratagem-cost")
    def on(self, me: Bearer, source: str, subject: str, stratagem: str) -> Bargain | None:
        """What it makes of the cost of a Stratagem on a unit; None where it is not about that."""
        if not {stratagem, "any"}.intersection(self.frees) or not self.counts(me.game, me, source, (subject,)):
            return None
        return Bargain(source, self.less, self._limit(source), str(me.id), self.again)

    def _limit(self, source: str) -> Limit | None:
        """How often that is so."""
        if not self.once:
            return None
        per = "player" if self.army else "source"
        return Limit(1, SCOPES.get(self.once, self.once), per, f"frees {source.rpartition('.')[2]}")

    def told(self, wording: Any) -> str:
        """Which these are, in words."""
        listed = wording.listed(one.replace("-", " ").title() for one in self.frees)
        names = wording.say("reach.any_stratagem") if "any" in self.frees else listed
        often = [*([wording.once(self.once)] if self.once else ()), *([wording.say("once.army")] if self.army else ())]
        cheaper = wording.say("reach.free" if self.less == FREE else "reach.cheaper", less=self.less)
        again = wording.say("reach.again") if self.again else ""
        told = wording.comma.join([*often, cheaper])
        return str(wording.say("reach.frees", whom=self.whom(wording), cost=told, again=again, names=names))


# At a moment ------------------------------------------------------------------------------------------------


class Happens(Ability, AtMoment):
    """``{"when": "phase start", "effects": [...]}``: what happens, or ``may`` be used, once at each such moment."""

    when: When
    once: Literal["", "phase", "turn", "round", "battle"] = Field(
        "", description="how often; once at its moment without"
    )
    times: int = Field(1, ge=1, le=6, description="how many times then")
    army: bool = Field(False, description="counted for all units of the army that have a text of this name")

    def label(self, place: Location) -> str:
        """What its function is called."""
        return f"{self.called}_{place.number}"

    def met(self, game: Any, me: Bearer, source: str, other: Any = None, subject: Any = None) -> bool:
        """Whether its condition holds; before the battle also for units that are not on the battlefield."""
        if self.when in BEFORE:
            return bool(bearers(me, source)) and WrittenPart.met(self, game, me, source, other)
        return super().met(game, me, source, other, subject)

    def limit(self, place: Location) -> Limit:
        """How often each bearer may do it."""
        scope = SCOPES.get(self.once, self.once) or OF_ABILITIES[self.when].scope
        if self.army:
            return Limit(self.times, scope, "player", f"{place.entry.rpartition('.')[2]} {place.number}")
        return Limit(self.times, scope)

    def heads(self, wording: Any) -> list[str]:
        """How often and when, in words."""
        once, *when = [*([] if self.once else [""]), *super().heads(wording)]
        often = wording.say(f"times.{self.once}", times=self.times) if self.once and self.times > 1 else once
        return [*([often] if often else ()), *when, *([wording.say("once.army")] if self.army else ())]

    @rule("core.sequencing")
    def how(self, moment: NamedMoment, place: Location) -> dict[str, Any]:
        """What its player need not choose happens, first of all at its moment."""
        return {**super().how(moment, place), "must": not self.may}

    @rule("commentary.measuring-to-destroyed-units")
    def other_of(self, happening: Any, moment: NamedMoment) -> Any:
        """The unit that acts; of one that is destroyed its last model."""
        return happening.last if isinstance(happening, Fallen) else super().other_of(happening, moment)

    def subject_of(self, happening: Any, moment: NamedMoment) -> Any:
        subject = super().subject_of(happening, moment)
        return subject and self.other_of(happening, moment)

    @rule("commentary.active-player", "commentary.you", "errata.leader")
    def concerns(self, game: Any, me: Bearer, happening: Any, moment: NamedMoment) -> bool:
        if moment.of_player:
            turn = game.find_context(Turn)
            return turn is None or self.whose == "any" or (turn.player == me.player) is (self.whose != "opposing")
        id, own = str(happening.unit), str(me.id) if isinstance(happening, Fallen) else fights_in(me)
        if self.whose in ("self", "any"):
            return self.whose == "any" or id == own
        theirs = game.state.units.get(id)
        return theirs is not None and id != own and (theirs.player == me.player) is (self.whose == "friendly")

    def asked(self, moment: NamedMoment, place: Location) -> Asks:
        """Whether its moment has come, its condition holds, and it can be done."""
        asked = super().asked(moment, place)

        def only(game: Any, me: Bearer, happening: Any) -> bool:
            if not asked(game, me, happening):
                return False
            if self.army and text_of(game, place.entry).kind == "detachment" and not is_first(me, place.entry):
                return False
            if isinstance(happening, Shot) and happening.model and self.whose == "self":
                if happening.model not in bearers(me, place.entry):
                    return False
            run = self.resolution(me, place.entry, self.other_of(happening, moment), ())
            if isinstance(happening, Shot):  # it has not begun when it is asked whether anything comes of it
                run = replace(run, attacked=happening.targets, hit=happening.hit)
            return can_do(game, run, self.effects)

        return only


if TYPE_CHECKING:
    AnyPart = Ability
else:
    AnyPart = parts_of(
        Ability, Changes, Permits, Forbids, Arms, Grants, Adds, Ignores, Rerolls, Frees, Happens,
        without=("reduce", "increase", "prevent", "offers"), kind="part of an ability",
    )  # fmt: skip
    """What the text of an ability may do; the key that each part carries tells them apart."""

"""What special powers and traits do, as data: the model of each part, and the function of the power that it becomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import Field, Tag

from rulewright import Limit, Roll, choose, rule
from rulewright.powers import Bearer, after, forbids, modifies, offers, permits, use
from rulewright.programs import numbers
from rulewright.vocabulary import Condition, ContentModel, Effect, Shape, Some, Whole

from .actions import ACTION, Action, always
from .board import adjacent
from .effects.words import CombatValue, Type
from .events import attacks, before, harm, moves, turns
from .pac import Limitable
from .rolls import Rolling
from .running import Run, resolve
from .terms import Attack, attack_of, friendly, on_map

Marked = Callable[..., Any]
Whose = Literal["self", "friendly", "opposing", "any"]


class Moment(NamedTuple):
    """When something triggers: an event, the field that names the character, and the one that names the other one."""

    event: type[Any]
    me: str = ""
    other: str = ""
    left: bool = False


MOMENTS: Final[Mapping[str, Moment]] = {
    "game begins": Moment(before.GameBegan),
    "your turn begins": Moment(turns.TurnBegan),
    "your turn ends": Moment(turns.TurnEnding),
    "starts the game": Moment(before.StartedGame, "character"),
    "given an action": Moment(turns.ActionGiven, "character"),
    "action resolved": Moment(turns.ActionResolved, "character"),
    "given a token": Moment(turns.TokenGiven, "character", "by"),
    "moved": Moment(moves.Moved, "character"),
    "placed": Moment(moves.Placed, "character"),
    "knocked back": Moment(moves.KnockedBack, "character"),
    "targets": Moment(attacks.Targeted, "attacker", "target"),
    "targeted": Moment(attacks.Targeted, "target", "attacker"),
    "hits": Moment(attacks.Hit, "attacker", "target"),
    "hit": Moment(attacks.Hit, "target", "attacker"),
    "misses": Moment(attacks.Missed, "attacker", "target"),
    "missed": Moment(attacks.Missed, "target", "attacker"),
    "attack resolved": Moment(attacks.AttackResolved, "attacker"),
    "takes damage": Moment(harm.TookDamage, "character", "by"),
    "damages": Moment(harm.TookDamage, "by", "character"),
    "healed": Moment(harm.Healed, "character"),
    "revealed": Moment(harm.Turned, "character"),
    "KO'd": Moment(harm.KnockedOut, "character", "by", left=True),
    "KOs": Moment(harm.KnockedOut, "by", "character"),
}
"""What content may say under ``when``."""

When = Literal[
    "game begins", "your turn begins", "your turn ends", "starts the game", "given an action", "action resolved",
    "given a token", "moved", "placed", "knocked back", "targets", "targeted", "hits", "hit", "misses", "missed",
    "attack resolved", "takes damage", "damages", "healed", "revealed", "KO'd", "KOs",
]  # fmt: skip


class Part(ContentModel):
    """One thing that a special power or trait does. ``test`` is its condition ("if", 20.9)."""

    test: Condition | None = None

    def marked(self, id: str, place: int) -> Iterator[Marked]:
        """The functions of the power with that id that do it; ``place`` is which of its parts it is."""
        raise NotImplementedError

    @rule("20.9", "20.9a")
    def met(self, game: Any, me: Bearer, id: str) -> bool:
        """Whether its condition is met."""
        if self.test is None:
            return True
        return self.test.holds(game, Run(player=me.player, source=id, queue=(), character=str(me.id)))


# Actions ----------------------------------------------------------------------------------------------------


class Activated(Part):
    """``{ action = ["CLOSE", "RANGE"], effects = [...] }``: what it does with an action of one of these types."""

    action: Some[Type]
    effects: Some[Effect]

    @rule("21.1a", "21.1d", "20.9a")
    def marked(self, id: str, place: int) -> Iterator[Marked]:
        name = f"{id}/{place + 1}" if place else id
        program = numbers(self.effects)

        def do(game: Any, doing: Any) -> Any:
            me = Bearer(game, "characters", doing.character)
            call = resolve(doing.player, doing.character, id, program)
            if call is not None and self.met(game, me, id):
                yield call

        def offer_of(type: Type) -> Marked:
            def offer(game: Any, me: Bearer) -> Action:
                return Action(type, name, do, always)

            offer.__name__ = f"action_{type}_{place}"
            marked: Marked = offers(ACTION)(offer)
            return marked

        yield from map(offer_of, self.action)


# Triggers ---------------------------------------------------------------------------------------------------


class Triggered(Part):
    """``{ when = "hits", may = true, effects = [...] }``: what it does at a moment of its own or another character."""

    when: When
    whose: Whose = Field("self", description="whose moment it is")
    may: bool = Field(False, description="its player may leave it (8.1e)")
    after_resolutions: bool = Field(False, description="it waits until what resolves has resolved (8.1c)")
    immediately: bool = Field(False, description="before others of the same timing (8.1d)")
    once: Literal["", "turn", "game"] = Field("", description="once per turn or game (21.11)")
    using: str = Field("", description="given an action: only to use this power or ability (8.1f)")
    effects: Some[Effect]

    @rule("8.1", "8.1a", "8.1e", "8.1f", "21.1b", "21.11", "18.4", "20.9a")
    def marked(self, id: str, place: int) -> Iterator[Marked]:
        moment, program = MOMENTS[self.when], numbers(self.effects)
        limit = Limit(1, self.once, name=f"{id} {place}") if self.once else None

        def only(game: Any, me: Bearer, event: Any) -> bool:
            return self._concerns(game, me, event, moment, id)

        def react(game: Any, me: Bearer, event: Any) -> Any:
            other = getattr(event, moment.other) if moment.other else ""
            if self.whose != "self":
                other = getattr(event, moment.me)
            call = resolve(me.player, str(me.id), id, program, other)
            return call if self.met(game, me, id) else None

        react.__name__ = f"trigger_{place}"
        own = moment.me if self.whose == "self" else ""
        yield after(
            moment.event, me=own, left=moment.left and self.whose == "self", only=only, optional=self.may, limit=limit,
            immediate=self.immediately, delay="action" if self.after_resolutions else "",
        )(react)  # fmt: skip

    def _concerns(self, game: Any, me: Bearer, event: Any, moment: Moment, id: str) -> bool:
        if self.when in ("your turn begins", "your turn ends"):
            return bool(event.player == me.player)
        if self.using and event.name.partition(":")[0] != self.using:
            return False
        if self.when == "game begins":
            return True
        if self.when == "revealed":
            return id in _shown(game, event)
        if self.whose == "self":
            return True
        one = getattr(event, moment.me)
        near = friendly(game, str(me.id), one) if one in game.state.characters else False
        return one != me.id and (self.whose == "any" or near == (self.whose == "friendly"))


@rule("18.4")
def _shown(game: Any, event: Any) -> set[str]:
    """The special powers that a turned dial reveals."""
    card = game.content.characters[game.state.characters[event.character].card]
    return {one if isinstance(one, str) else one.name for one in card.shows(event.click).powers}


# Passive effects --------------------------------------------------------------------------------------------


class Passive(Part):
    """``{ modifies = "attack", by = 1, attacking = "close" }``: it, or others, modify a combat value."""

    modifies: CombatValue
    by: Whole
    layer: Literal["modify", "replace", "multiply", "divide", "beyond", "minimum", "maximum"] = "modify"
    """``beyond`` modifies it whatever the Rule of 3 says (14)."""
    to: Whose = "self"
    adjacent: bool = Field(False, description="only those adjacent to it")
    attacking: Literal["", "close", "range", "any"] = Field("", description="while they make such an attack")
    against: Literal["", "close", "range", "any"] = Field("", description="while they are targets of such an attack")
    unique: bool = Field(False, description="UNIQUE MODIFIER (22.10)")

    @rule("6.7", "8.2", "keyword.unique-modifier", "22.10")
    def marked(self, id: str, place: int) -> Iterator[Marked]:
        others = self.to != "self"

        def change(game: Any, me: Bearer, *other: Any) -> int | None:
            who = str(other[0]) if others else str(me.id)
            return self.by if self._counts(game, me, who) and self.met(game, me, id) else None

        change.__name__ = f"passive_{place}"
        group = f"unique {id}" if self.unique else ""
        yield modifies(self.modifies, self.layer, others=others, group=group)(change)

    def _counts(self, game: Any, me: Bearer, who: str) -> bool:
        attack = attack_of(game)
        if self.attacking and (attack is None or attack.attacker != who or self.attacking not in ("any", attack.kind)):
            return False
        if self.against and (attack is None or who not in attack.targets or self.against not in ("any", attack.kind)):
            return False
        if self.to in ("friendly", "opposing") and friendly(game, str(me.id), who) != (self.to == "friendly"):
            return False
        return not self.adjacent or adjacent(game, str(me.id), who)


class Permitted(Part):
    """``{ permits = "shoot beside foes" }``: it may do something."""

    permits: str

    def marked(self, id: str, place: int) -> Iterator[Marked]:
        def allow(game: Any, me: Bearer) -> bool:
            return self.met(game, me, id)

        allow.__name__ = f"permits_{place}"
        yield permits(self.permits)(allow)


class Forbidden(Part):
    """``{ forbids = "be placed" }``: it cannot do something."""

    forbids: str

    def marked(self, id: str, place: int) -> Iterator[Marked]:
        def bar(game: Any, me: Bearer) -> bool:
            return self.met(game, me, id)

        bar.__name__ = f"forbids_{place}"
        yield forbids(self.forbids)(bar)


class Limited(Part):
    """``{ limits = "flurry", test = ... }``: it can use a standard power only while its condition is met (20.2)."""

    limits: Limitable

    @rule("20.2")
    def marked(self, id: str, place: int) -> Iterator[Marked]:
        def bar(game: Any, me: Bearer) -> bool:
            return not self.met(game, me, id)

        bar.__name__ = f"limits_{place}"
        yield forbids(f"use {self.limits}")(bar)


class Using(Part):
    """``{ using = "super-senses", result = 1 }``: it can use a standard power with a change of its d6.

    With ``any`` the change is a separate effect, behind "//": it counts whatever gives the standard power (20.7a).
    """

    using: Literal[
        "super-senses", "shape-change", "willpower", "leadership", "impervious", "regeneration", "support",
        "blades-claws-fangs",
    ]  # fmt: skip
    result: Whole
    any: bool = False

    @rule("20.7a", "21.1e", "18.2")
    def marked(self, id: str, place: int) -> Iterator[Marked]:
        def more(game: Any, me: Bearer) -> int | None:
            return self.result if self.met(game, me, id) else None

        more.__name__ = f"using_{place}"
        if self.any:
            yield modifies(f"result of {self.using}", "increase")(more)


# Dice -------------------------------------------------------------------------------------------------------


class OfDice(Part):
    """Something that may be done to a roll of a character, once a turn."""

    roll: Literal["attack", "break away", "any"] = "attack"
    whose: Whose = "self"
    once: Literal["turn", "game"] = "turn"

    def _reaches(self, game: Any, me: Bearer, roll: Any, id: str) -> bool:
        who = roll.attacker if isinstance(roll, Attack) else roll.character
        kind = "attack" if isinstance(roll, Attack) else roll.what
        if self.roll not in ("any", kind) or not on_map(game, who) or not self.met(game, me, id):
            return False
        if self.whose == "self":
            return bool(who == me.id)
        return self.whose == "any" or friendly(game, str(me.id), who) == (self.whose == "friendly")


class Rerolled(OfDice):
    """``{ rerolls = true, roll = "attack" }``: the roll may be rolled again."""

    rerolls: Literal[True]

    @rule("21.3", "21.3a", "21.11")
    def marked(self, id: str, place: int) -> Iterator[Marked]:
        def again(game: Any, me: Bearer, roll: Attack | Rolling) -> Any:
            faces = yield Roll.d6(len(roll.roll.numbers), roll.player, "reroll", "21.3")
            yield game.note(roll, roll=roll.roll.rerolled(dict(enumerate(faces)), id, me.player))

        again.__name__ = f"rerolls_{place}"
        limit = Limit(1, self.once, name=f"{id} {place}")
        yield use("reroll", only=lambda game, me, roll: self._reaches(game, me, roll, id), limit=limit)(again)


class DieReplaced(OfDice):
    """``{ replaces_die = 6, roll = "attack" }``: a die of the roll may be replaced by one with this result."""

    replaces_die: int = Field(ge=1, le=6)

    @rule("21.4", "21.11")
    def marked(self, id: str, place: int) -> Iterator[Marked]:
        def put(game: Any, me: Bearer, roll: Attack | Rolling) -> Any:
            options = list(range(len(roll.roll.numbers)))
            die = options[0] if len(options) == 1 else (yield choose(me.player, "die", options, "21.4"))
            yield game.note(roll, roll=roll.roll.changed({die: self.replaces_die}, id, me.player))

        put.__name__ = f"replaces_{place}"
        limit = Limit(1, self.once, name=f"{id} {place}")
        yield use("replace dice", only=lambda game, me, roll: self._reaches(game, me, roll, id), limit=limit)(put)


_SHAPE: Final = Shape(
    "part of a special power",
    "action",
    "when",
    "modifies",
    "permits",
    "forbids",
    "limits",
    "using",
    "rerolls",
    "replaces_die",
)

AnyPart = Annotated[
    Annotated[Activated, Tag("action")] | Annotated[Triggered, Tag("when")] | Annotated[Passive, Tag("modifies")]
    | Annotated[Permitted, Tag("permits")] | Annotated[Forbidden, Tag("forbids")] | Annotated[Limited, Tag("limits")]
    | Annotated[Using, Tag("using")]
    | Annotated[Rerolled, Tag("rerolls")] | Annotated[DieReplaced, Tag("replaces_die")],
    _SHAPE.discriminator, _SHAPE.known,
]  # fmt: skip
"""What a special power or trait may do; the key that each part carries tells them apart."""

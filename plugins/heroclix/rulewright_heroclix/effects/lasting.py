"""Effects that last: modifiers, powers given and taken, and what cannot be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field, model_validator

from rulewright import (
    FOREVER,
    EffectEnded,
    Event,
    Turn,
    active_effects,
    ask_which,
    begin_effect,
    choose,
    during,
    rule,
    trigger,
    until,
    until_next,
)
from rulewright.effects import CONDITION
from rulewright.vocabulary import Needs, Some, Verb, Whole, variants

from ..book.sheets import COLUMNS
from ..events.damage import KnockedOut
from ..events.movement import Moved
from ..events.turns import ActionGiven, TokensCleared, TurnOver
from ..lasting import CHOSE, HIDDEN, SPECIAL
from ..numbers import may
from ..powers import STANDARD
from ..terms import friendly, sheet
from .permissions import PermissionName
from .resolution import RESOLVING
from .words import (
    ACTION,
    ATTACK,
    CHOSEN,
    Column,
    CombatValue,
    Who,
    meant,
    of_column,
    powers_or_column,
    standard_of,
)

if TYPE_CHECKING:
    from typing import Self

    from rulewright import Game, Steps
    from rulewright.state import Effect

    from ..book.sheets import CharacterSheet
    from ..book.wording import Wording
    from .resolution import Run

Duration = Annotated[
    Literal[
        "action",
        "attack",
        "this turn",
        "your next turn",
        "end of your next turn",
        "this game",
        "it clears",
        "it moves",
        "a friend KOs",
        "activated again",
    ],
    Needs({"action": (ACTION,), "attack": (ATTACK,)}),
]
"""Until when: the end of the action, attack, turn or game, the beginning or the end of the next turn of the one whose
effect it is, or until something happens to the character (20.3)."""

SCOPES: Final = {"action": "action", "attack": "attack", "this turn": "turn"}


@rule("20.3", "6.9a")
def unsaid(game: Game, run: Run) -> str:
    """How long something lasts that does not say so: for the attack, move or action that goes on, or else the turn."""
    going_on = (name for frame in game.frames() for name in (frame.node.name, frame.node.scope))
    return next((str(name) for name in going_on if name in RESOLVING and name not in run.over), "turn")


@rule("20.3", "20.6c")
def until_when(game: Game, run: Run, duration: str | None) -> Any:
    """How long something lasts."""
    if duration is None:
        return during(unsaid(game, run))
    if duration in SCOPES:
        return during(SCOPES[duration])
    if duration == "your next turn":
        return until_next("turn", run.player)
    return FOREVER if duration == "this game" else until(duration)


@rule("20.3", "20.4", "20.6", "20.6c")
def given_no_more(game: Game, effect: Any) -> bool:
    """Whether the character that gave the effect has lost the power that did, or can no longer use it."""
    return effect.source_table == "characters" and not game.has(effect.data["by"], effect.source)


def turns_over(game: Game, player: int, more: int = 0) -> list[int]:
    """A player, and how many turns the player has completed."""
    return [player, game.state.forces[player].turns + more]


@rule("20.3")
def next_turn(game: Game, player: int) -> list[int]:
    """As ``turns_over`` says it when the next turn of a player is over, which has not begun yet."""
    turn = game.find_context(Turn)
    return turns_over(game, player, 2 if turn is not None and turn.player == player else 1)


NEXT_TURN: Final = "end of your next turn"
ENDED_BY: Final[Mapping[str, tuple[type[Event], Callable[[Game, Effect, Any], bool]]]] = {
    "it clears": (TokensCleared, lambda game, effect, event: effect.target in event.characters),
    "a friend KOs": (
        KnockedOut,
        lambda game, effect, event: event.by not in ("", effect.target) and event.by in game.state.characters
        and friendly(game, str(effect.target), event.by) and not friendly(game, str(effect.target), event.character),
    ),
    "it moves": (Moved, lambda game, effect, event: effect.target == event.character),
    "activated again": (
        ActionGiven, lambda game, effect, event: (effect.source, effect.data["by"]) == (event.character, event.name)
    ),
    NEXT_TURN: (
        TurnOver, lambda game, effect, event: effect.data["ends"] == turns_over(game, event.player)
    ),
}  # fmt: skip
"""What ends effects that last until something happens (20.3): an event, and whether it ends that effect."""


@trigger(*(kind for kind, _ in ENDED_BY.values()), immediate=True, order_matters=False)
@rule("20.3")
def end_with_event(game: Game, event: Event, source: None) -> list[Event] | None:
    """Effects end that last until this happens."""
    return [EffectEnded(one.id, rule="20.3") for one in game.state.effects.values() if _ends(game, one, event)] or None


def _ends(game: Game, effect: Effect, event: Event) -> bool:
    found = ENDED_BY.get(effect.until.removeprefix(CONDITION))
    return found is not None and isinstance(event, found[0]) and found[1](game, effect, event)


CONDITIONS: Final = dict.fromkeys(ENDED_BY, lambda game, effect: False)
"""The names of these durations; none of them ever holds by itself, for its event ends the effect."""


@rule("20.3")
def running(game: Game, run: Run, duration: str | None) -> bool:
    """Whether something can last so long: not where the attack or action is over until whose end it would last.

    Where nothing resolves, this is asked about an action that has not been given yet.
    """
    scope = unsaid(game, run) if duration is None else SCOPES.get(duration)
    return scope is None or game.scope(scope) is not None or (scope == "action" and game.scope("resolve") is None)


@rule("20.6e", "20.6f")
def begin(
    game: Game, run: Run, id: str, duration: str | None, data: dict[str, Any], *, kind: str = SPECIAL,
    lost: bool = False, rule: str,
) -> Event:  # fmt: skip
    """The event by which something that lasts begins for a character; ``lost``: also without the power that gave it."""
    ends = {"ends": next_turn(game, run.player)} if duration == NEXT_TURN else {}
    return begin_effect(
        game, kind, until_when(game, run, duration), source=("characters", run.character),
        even_if_lost=lost or duration == "this game", target=("characters", id),
        data={"by": run.source, "name": run.source, **ends, **data}, rule=rule,
    )  # fmt: skip


class Lasting(Verb):
    """Something that holds for characters for a while."""

    to: Who = "self"
    until: Duration | None = Field(
        None, description="without it to the end of the attack, move or action that brings it, or else of the turn"
    )
    even_if_lost: bool = Field(False, description="it goes on without the power that gave it (20.6e)")

    @rule("20.3")
    def whom(self, game: Game, run: Run) -> list[str]:
        """For whom it begins; for nobody where the attack or action is over until whose end it would last."""
        return meant(game, run, self.to) if running(game, run, self.until) else []

    def can(self, game: Game, run: Run) -> bool:
        return bool(self.whom(game, run))

    def said(self, wording: Wording) -> str:
        said = (name for name in ("unique", "even_if_lost") if getattr(self, name, False))
        return reduce(lambda told, name: wording.say(f"verb.{name}", told=told), said, super().said(wording))

    def begin(self, game: Game, run: Run, id: str, data: dict[str, Any]) -> Any:
        """The event by which it begins for a character."""
        return begin(game, run, id, self.until, data, lost=self.even_if_lost, rule=self.rule)


class Modify(Lasting, name="modify", rule="6.7", by="by"):
    """A combat value is modified; of several named the player chooses one. ``unique``: UNIQUE MODIFIER (22.10)."""

    values: Some[CombatValue]
    by: Whole = 1
    unique: bool = False

    en = "modify {values} of {to} by {by} ({until})"
    zh = "修正{to}的{values} {by}（{until}）"

    def do(self, game: Game, run: Run) -> Steps:
        group = unique_group(game, run.source) if self.unique else ""
        for id in self.whom(game, run):
            if group and already_modified(game, id, group, run.character):
                continue
            value = yield from ask_which(run.player, "value", self.values, self.rule, character=id)
            yield self.begin(game, run, id, {"stat": value, "layer": "modify", "amount": self.by, "group": group})


@rule("keyword.unique-modifier", "22.10")
def unique_group(game: Game, source: str) -> str:
    """What tells UNIQUE MODIFIER effects apart: the name of the power or ability."""
    return f"unique {game.content.specials[source].name.en}"


@rule("keyword.unique-modifier", "22.10")
def already_modified(game: Game, id: str, group: str, by: str) -> bool:
    """Whether the same effect of another character modifies a value of a character already."""
    on = (effect for effect in game.state.effects.values() if effect.target == id and effect.source != by)
    return any(effect.data.get("group") == group for effect in on)


class Increase(Lasting, name="increase", rule="6.10", by="by"):
    """A number that is no combat value is increased, or is at least or at most so much for a while."""

    number: Literal["attack roll", "attack total", "dealt", "targets", "break away"]
    by: Whole = 1
    layer: Literal["increase", "minimum", "maximum"] = "increase"

    en = variants(
        "increase {number} of {to} by {by} ({until})", minimum="let {number} of {to} be at least {by} ({until})",
        maximum="let {number} of {to} be at most {by} ({until})",
    )  # fmt: skip
    zh = variants(
        "{to}的{number} {by}（{until}）", minimum="{to}的{number}至少为 {by}（{until}）",
        maximum="{to}的{number}至多为 {by}（{until}）",
    )  # fmt: skip

    def facts(self, wording: Wording) -> dict[str, Any]:
        by = f"{self.by:+d}" if self.layer == "increase" else str(self.by)
        return {**super().facts(wording), "number": wording.number(self.number.replace(" ", "_")), "by": by}

    def do(self, game: Game, run: Run) -> Any:
        change = {"stat": self.number, "layer": self.layer, "amount": self.by}
        return [self.begin(game, run, id, change) for id in self.whom(game, run)]

    def variant(self) -> str:
        return "" if self.layer == "increase" else self.layer


class Become(Lasting, name="becomes", rule="6.8"):
    """A combat value becomes a number."""

    value: CombatValue
    number: int = Field(ge=0, le=30)

    en = "set {value} of {to} to {number} ({until})"
    zh = "{to}的{value}变为 {number}（{until}）"

    def do(self, game: Game, run: Run) -> Any:
        change = {"stat": self.value, "layer": "replace", "amount": self.number}
        return [self.begin(game, run, id, change) for id in self.whom(game, run)]


class Hide(Lasting, name="hide", rule="12.1c"):
    """Opposing characters that are not adjacent cannot target characters."""

    en = "keep {to} from being targeted by opposing characters that are not adjacent ({until})"
    zh = "不相邻的敌方角色不能指定{to}为目标（{until}）"

    def do(self, game: Game, run: Run) -> Any:
        return [self.begin(game, run, id, {HIDDEN: True}) for id in self.whom(game, run)]


class GivePowers(Lasting, name="can_use", rule="20.1"):
    """Characters can use powers or abilities."""

    powers: Some[str]

    en = "let {to} use {powers} ({until})"
    zh = "{to}可以使用{powers}（{until}）"

    def facts(self, wording: Wording) -> dict[str, Any]:
        """All of the powers."""
        return {**super().facts(wording), "powers": wording.comma.join(map(wording.power, self.powers))}

    def do(self, game: Game, run: Run) -> Any:
        return [self.begin(game, run, id, {"gives": self.powers}) for id in self.whom(game, run)]


class TakePowers(Lasting, name="cannot_use", rule="20.4"):
    """Characters cannot use powers or abilities, or all powers of a column."""

    powers: tuple[str, ...] = ()
    column: Column = Field("", description="all powers of that column, too")

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.powers and not self.column:
            raise ValueError("powers: it names powers, or a column")
        return self

    en = "keep {to} from using {powers} ({until})"
    zh = "{to}不能使用{powers}（{until}）"

    def facts(self, wording: Wording) -> dict[str, Any]:
        taken = powers_or_column(wording, self.powers, self.column)
        return {**super().facts(wording), "powers": wording.either.join(taken)}

    def do(self, game: Game, run: Run) -> Any:
        taken = {"counters": (*self.powers, *of_column(game, self.column))}
        return [self.begin(game, run, id, taken) for id in self.whom(game, run)]


class Forbid(Lasting, name="forbid", earlier="cannot", rule="20.4"):
    """Characters cannot do something, such as "move" or "be given POWER actions"."""

    what: PermissionName

    en = "forbid {to} to {what} ({until})"
    zh = "{to}不能{what}（{until}）"

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {**super().facts(wording), "what": may(self.what, wording.lang).removeprefix("to ")}

    def do(self, game: Game, run: Run) -> Any:
        change = {"stat": self.what, "layer": "cannot"}
        return [self.begin(game, run, id, change) for id in self.whom(game, run)]


class Permit(Lasting, name="permit", rule="20.4"):
    """Characters may do something that they otherwise may not, such as "deal penetrating damage"."""

    what: PermissionName

    en = "let {to} {what} ({until})"
    zh = "{to}可以{what}（{until}）"

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {**super().facts(wording), "what": may(self.what, wording.lang).removeprefix("to ")}

    def do(self, game: Game, run: Run) -> Any:
        change = {"stat": self.what, "layer": "may"}
        return [self.begin(game, run, id, change) for id in self.whom(game, run)]


class CopyPower(Lasting, name="copy", rule="18.5", needs=(CHOSEN,)):
    """The player chooses a standard power that "chosen" can use; whom it is for can use it in its standard version.

    With ``special`` it is a special power of that character, with all that it says, and with ``printed`` a standard
    power printed on its card, on whatever click.
    """

    special: bool = False
    printed: bool = False

    @model_validator(mode="after")
    def _one_sort(self) -> Self:
        if self.special and self.printed:
            raise ValueError("special, printed: it says one of them, for what is printed on a card is a standard power")
        return self

    en = variants(
        "copy a standard power of the chosen character ({until})",
        special="copy a special power of that character ({until})",
        printed="copy a standard power printed on the card of that character ({until})",
    )  # fmt: skip
    zh = variants(
        "复制所选角色的一个标准威能（{until}）", special="复制所选角色的一个特殊威能（{until}）",
        printed="复制所选角色的角色卡上印刷的一个标准威能（{until}）",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Steps:
        for id in meant(game, run, "chosen"):
            if found := self.copied(game, id):
                power = yield from ask_which(run.player, "power", found, self.rule, character=run.character)
                yield [self.begin(game, run, to, {"gives": power}) for to in self.whom(game, run)]

    def copied(self, game: Game, id: str) -> list[str]:
        """The powers of a character that can be copied."""
        if self.printed:
            return printed_on(sheet(game, id))
        held = dict.fromkeys(item.name.partition(":")[0] for item in game.carried(id) if item.countered_by is None)
        known = game.content.specials if self.special else STANDARD
        return [name for name in held if name in known]

    @rule("20.9b")
    def can(self, game: Game, run: Run) -> bool:
        return super().can(game, run) and any(self.copied(game, id) for id in meant(game, run, "chosen"))

    def variant(self) -> str:
        return "special" if self.special else "printed" if self.printed else ""


@rule("18.6")
def printed_on(card: CharacterSheet) -> list[str]:
    """The standard powers printed on a card: those that its dial has on any click, and none that anything grants."""
    shown = (cell.partition(" ")[2] for column in COLUMNS for cell in getattr(card.printed.dial, column))
    return [name for name in dict.fromkeys(shown) if name in STANDARD]


class ChoosePower(Lasting, name="choose_power", rule="20.2"):
    """The player chooses a standard power that the character can use from then on."""

    powers: tuple[str, ...] = ()
    column: Column = Field("", description="the standard powers of that column, instead of powers by name (18.3)")
    noted: bool = Field(False, description="it is only noted, for others who can use it")
    another: bool = Field(False, description="none that was chosen for it in its player's last turn")

    @model_validator(mode="after")
    def _of_which(self) -> Self:
        if bool(self.powers) == bool(self.column):
            raise ValueError("powers, column: it says one of them, which powers or those of which column")
        return self

    def facts(self, wording: Wording) -> dict[str, Any]:
        if not self.column:
            return super().facts(wording)
        column = wording.say("part.standard_column", column=wording.number(self.column))
        return {**super().facts(wording), "powers": column}

    en = variants(
        "choose one of {powers} for {to} to use ({until})",
        another="choose one of {powers}, but not that of your last turn, for {to} to use ({until})",
        noted="choose and note one of {powers} ({until})",
    )  # fmt: skip
    zh = variants(
        "从{powers}中选择一个，{to}可以使用（{until}）",
        another="从{powers}中选择一个你上一回合未选择的，{to}可以使用（{until}）",
        noted="从{powers}中选择一个并记下（{until}）",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Steps:
        if whom := self.whom(game, run):
            powers = standard_of(self.column) if self.column else self.powers
            found = [power for power in powers if power not in self.chosen(game, run)]
            power = yield choose(run.player, "power", found, self.rule, character=run.character)
            data = {CHOSE: power} if self.noted else {"gives": power}
            yield [self.begin(game, run, id, data) for id in whom]
            if self.another:
                yield begin(game, run, run.character, NEXT_TURN, {CHOSE: power}, lost=True, rule=self.rule)

    @rule("20.2")
    def chosen(self, game: Game, run: Run) -> set[str]:
        """What the same text has chosen in its player's last turn."""
        own = active_effects(game, SPECIAL, run.character)
        return {one.data[CHOSE] for one in own if one.data["by"] == run.source and CHOSE in one.data}

    def variant(self) -> str:
        return "noted" if self.noted else "another" if self.another else ""

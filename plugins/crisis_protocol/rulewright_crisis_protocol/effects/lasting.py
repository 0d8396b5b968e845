"""What effects change for a time: numbers, permissions, and superpowers and keywords that they give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, model_validator

from rulewright import FOREVER, EffectKind, begin_effect, during, rule
from rulewright.programs import counted, number
from rulewright.text import show
from rulewright.vocabulary import Amount, Needs, Verb, unknown, variants

from ..attack.dice import with_pools
from ..lasting import COLLISION as IN_COLLISION
from ..lasting import FOR_A_TIME, IN_ATTACK, NEXT_ACTIVATION, NEXT_ATTACK, NEXT_TURN, WAITING
from ..numbers import PERMISSIONS, STATS
from ..pools import faces_of
from ..running import Run, named
from ..superpowers.moments import ACTIVATION, ATTACK, COLLISION, TURN
from ..terms import LENT
from .words import Role, Who, meant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rulewright import Event, Game, Steps

    from ..book.wording import Wording

Until = Annotated[
    Literal[
        "attack",
        "next attack",
        "next attack action",
        "coming attack",
        "activation",
        "next activation",
        "next turn",
        "turn",
        "phase",
        "round",
        "game",
        "collision",
    ],
    Needs(
        {
            "attack": (ATTACK,),
            "next attack": (TURN,),
            "next attack action": (TURN,),
            "activation": (ACTIVATION,),
            "turn": (TURN,),
            "collision": (COLLISION,),
        }
    ),
]


_KINDS: Final = {
    "attack": IN_ATTACK, "next activation": NEXT_ACTIVATION, "next turn": NEXT_TURN, "collision": IN_COLLISION,
}  # fmt: skip
THIS_TURN: Final = ("next attack", "next attack action")
"""The times that are those of an attack to come in this turn: one attack, or all of an action."""
COMING: Final = (*THIS_TURN, "coming attack")
"""The times that are those of an attack to come: in this turn, or whenever it comes."""


def _one_of(what: str, names: tuple[str, ...]) -> AfterValidator:
    def check(name: str) -> str:
        if name not in names:
            raise unknown(name, f"the name of {what}", names)
        return name

    return AfterValidator(check)


NUMBERS: Final = {one.stat.name: one.stat for one in STATS}
DEEDS: Final = {one.name: one for one in PERMISSIONS}

Stat = Annotated[str, _one_of("a number", tuple(NUMBERS))]
Permitted = Annotated[str, _one_of("a permission", tuple(DEEDS))]


def lasting(
    game: Game, run: Run, whom: Iterable[str | None], until: str, counts: Mapping[str, Any], rule: str
) -> list[Event] | None:
    """The events by which something begins to count, for characters or nobody; None where its scope is not there."""
    scope = until if until not in THIS_TURN else "turn" if game.scope("turn") is not None else "activation"
    forever = until in ("game", "coming attack", "next activation", "next turn", "collision")
    if not forever and game.scope(scope) is None:
        return None
    kind = _kind(until, counts)
    ends = FOREVER if forever else during(scope)
    data = {"name": run.source, "rule": rule, "until": until, **counts}
    source = ("characters", run.character) if run.character in game.state.characters else None
    events: list[Event] = [
        begin_effect(
            game, kind.name, ends, source=source, target=None if one is None else ("characters", one),
            even_if_lost=True, data=data, rule=rule,
        )
        for one in whom
    ]  # fmt: skip
    return events or None


def _kind(until: str, counts: Mapping[str, Any]) -> EffectKind:
    if until in COMING:
        return WAITING if "brings" in counts else NEXT_ATTACK
    return _KINDS.get(until, FOR_A_TIME)


class Lasting(Verb):
    """Something that counts for characters until a scope ends, or to the end of their next activation.

    The next attack has to come in the same turn, the coming one need not. The next attack action is all attacks of a
    beam or an area, the next attack the first of them.
    """

    who: Who = "self"
    until: Until = "turn"

    def do(self, game: Game, run: Run) -> Steps:
        begun = lasting(game, run, meant(game, run, self.who), self.until, self.counts(game, run) or {}, self.rule)
        if begun:
            yield begun

    @rule("terms.duplicates")
    def can(self, game: Game, run: Run) -> bool:
        """Whether it is not yet so for anyone whom it means: effects of one name count once."""
        whom, facts = meant(game, run, self.who), self.counts(game, run)
        if not whom or facts is None:
            return True
        counts = {"name": run.source, **facts}
        kind = _kind(self.until, counts).name
        so = {
            one.target for one in game.state.effects.values() if one.kind == kind and counts.items() <= one.data.items()
        }
        return not so.issuperset(whom)

    def counts(self, game: Game, run: Run) -> Mapping[str, Any] | None:
        """What counts, as an effect has it; None where the verb begins an effect of its own."""
        return None

    def changes(self) -> str:
        """The number or the permission that it changes; empty where it is about something else."""
        return ""

    def apart(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What it tells apart: faces of which it changes what they count for."""
        yield from ((pool, (face,)) for face in faces_of(self.changes()) for pool in ("attack", "defense"))

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {**super().facts(wording), "until": wording.say(f"for.{self.until.replace(' ', '_')}")}


class Change(Lasting, name="change", rule="terms.effects", by="by"):
    """A number of characters is changed, halved or limited for a time."""

    stat: Stat
    by: Amount = 0
    most: int | None = Field(None, ge=0, le=99)
    least: int | None = Field(None, ge=0, le=99)
    halve: bool = False

    en = variants("{who} has {by} {stat} {until}", most="{who} has {most} {stat} at most {until}",
                  least="{who} has {least} {stat} at least {until}",
                  halve="{who} has half its {stat} {until}")  # fmt: skip
    zh = variants(
        "{until}{who}的{stat} {by}", most="{until}{who}的{stat}至多为 {most}", halve="{until}{who}的{stat}减半",
        least="{until}{who}的{stat}至少为 {least}",
    )  # fmt: skip

    @model_validator(mode="after")
    def _layer_is_there(self) -> Change:
        if self.layer not in [layer.name for layer in NUMBERS[self.stat].layers]:
            raise ValueError(f"stat: {self.stat!r} cannot be changed in this way")
        return self

    def changes(self) -> str:
        return self.stat

    @property
    def layer(self) -> str:
        """In which layer of the number it counts."""
        if self.halve:
            return "halved"
        if self.most is not None:
            return "at most"
        if self.least is not None:
            return "at least"
        return "dice" if self.stat.endswith("dice") else "changed"

    @rule("attack.step-4", "attack.step-5")
    def do(self, game: Game, run: Run) -> Steps:
        yield from with_pools(game, super().do(game, run))

    @rule("terms.duplicates")
    def counts(self, game: Game, run: Run) -> Mapping[str, Any]:
        limit = self.least if self.most is None else self.most
        amount = 2 if self.halve else number(self.by, game, run) if limit is None else limit
        name = show(game.content.name_of(run.source))
        return {"stat": self.stat, "layer": self.layer, "amount": amount, "group": f"{name}: {self.stat} {self.layer}"}

    def variant(self) -> str:
        return {"halved": "halve", "at most": "most", "at least": "least"}.get(self.layer, "")

    def facts(self, wording: Wording) -> dict[str, Any]:
        by = f"{self.by:+d}" if isinstance(self.by, int) else f"+ {wording.amount(self.by)}"
        return {**super().facts(wording), "by": by, "stat": getattr(NUMBERS[self.stat], wording.lang)}


class Forbid(Lasting, name="forbid", rule="terms.cannot-beats-can"):
    """Something is forbidden to characters for a time, or to do to them."""

    cannot: Permitted

    en = "{who} is not allowed {cannot} {until}"
    zh = "{until}{who}不能{cannot}"

    def changes(self) -> str:
        return self.cannot

    def counts(self, game: Game, run: Run) -> Mapping[str, Any]:
        return {"stat": self.cannot, "layer": "cannot"}

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {**super().facts(wording), "cannot": getattr(DEEDS[self.cannot], wording.lang)}


class LendAttack(Lasting, name="lend_attack", rule="action.attack"):
    """Characters have an attack of a card besides their own for a time, for once or for any number of times."""

    attack: str = Field(description="the id of an attack of a team tactic card")
    until: Literal["activation", "turn", "round", "game"] = "activation"
    once: bool = Field(True, description="whether it can be made only once")
    measured_from: Role = Field("self", description="from whom its range and sight are measured")
    near: int | None = Field(None, ge=1, le=5, description="how near to that one they have to be to make it")
    dice: Amount = Field(0, description="dice more in its pool")

    en = variants("{who} has the attack {attack} {until}, once", often="{who} has the attack {attack} {until}")
    zh = variants("{until}{who}具有攻击{attack}，限一次", often="{until}{who}具有攻击{attack}")

    def do(self, game: Game, run: Run) -> Steps:
        if self.until != "game" and game.scope(self.until) is None:
            return
        ends = FOREVER if self.until == "game" else during(self.until)
        origin = "" if self.measured_from == "self" else named(game, run, self.measured_from)
        data = {
            "name": run.source, "attack": self.attack, "once": self.once, "origin": origin, "near": self.near or 0,
            "dice": counted(self.dice, game, run),
        }  # fmt: skip
        yield [
            begin_effect(
                game, LENT, ends, target=("characters", one), even_if_lost=True, data=data, rule=self.rule
            )
            for one in meant(game, run, self.who)
        ]  # fmt: skip

    def variant(self) -> str:
        return "" if self.once else "often"

    def facts(self, wording: Wording) -> dict[str, Any]:
        facts = {"value": wording.whom(self.measured_from), "range": self.near}
        measured = "" if self.measured_from == "self" else wording.say("attack.measured_from", **facts)
        near = wording.say("attack.near", **facts) if self.near else ""
        dice = wording.say("attack.more_dice", value=wording.amount(self.dice)) if self.dice else ""
        return {**super().facts(wording), "attack": f"{wording.called(self.attack)}{dice}{measured}{near}"}


class Give(Lasting, name="give", rule="superpower.innate"):
    """Characters have a keyword, an innate superpower or an ability for a time."""

    power: str = Field(description="a keyword, or the id of a superpower or an ability")

    en = "{who} has {power} {until}"
    zh = "{until}{who}具有{power}"

    def counts(self, game: Game, run: Run) -> Mapping[str, Any]:
        return {"gives": (self.power,)}

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {**super().facts(wording), "power": wording.power(self.power)}


class TakeAway(Lasting, name="take_away", rule="terms.cannot-beats-can"):
    """Characters are without a keyword or a superpower for a time, and cannot have it again before."""

    power: str = Field(description="a keyword, or the id of a superpower")

    en = "{who} is without {power} {until}"
    zh = "{until}{who}没有{power}"

    def counts(self, game: Game, run: Run) -> Mapping[str, Any]:
        return {"counters": (self.power,)}

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {**super().facts(wording), "power": wording.power(self.power)}


class Mark(Lasting, name="mark", rule="terms.effects"):
    """Characters are marked for a time, so that other parts of the text can mean them, even as they are KO'd."""

    mark: str = Field(description="a name of the text's own")
    who: Who = "chosen"

    en = "mark {who} {until}"
    zh = "{until}标记{who}"

    def do(self, game: Game, run: Run) -> Steps:
        for one in meant(game, run, self.who):
            marks = {"marks": self.mark, "marked": one}
            if begun := lasting(game, run, (None,), self.until, marks, self.rule):
                yield begun

"""Moves, places, attacks, and actions as FREE."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, model_validator

from rulewright import FOREVER, EffectEnded, ask_which, begin_effect, choose, rule, until_next
from rulewright.vocabulary import Amount, Some, Verb, Whole, variants

from ..actions import free_actions, given_as_free
from ..attack.sequence import make_attack
from ..attack.targets import has_target
from ..lasting import BOUND
from ..movement.moves import can_move, make_move
from ..movement.placing import ask_where, free_placements, nearest_placements, opponent_of, placed
from ..numbers import to_use
from ..space.board import beside, printed_hindering, scene_of
from ..space.sight import near as squares_near
from ..space.sight import seen
from ..terms import Doing, Type, character, immune
from .amounts import amount_of
from .words import Role, meant

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps
    from rulewright.geometry.grid import Mask

    from ..actions import Action
    from ..book.wording import Wording
    from .resolution import Run


class Move(Verb, name="move", rule="10.2"):
    """A character moves with its speed value, or over a number of squares; who fails to break away has not done so."""

    who: Role = "self"
    squares: Amount | None = None
    direct: bool = Field(False, description="in a direct path (10.6)")

    en = variants(
        "move {who}", so_many="move {who} up to {squares} square{squares:s}", direct="move {who} in a direct path",
        direct_so_many="move {who} up to {squares} square{squares:s} in a direct path",
    )  # fmt: skip
    zh = variants(
        "{who}移动", so_many="{who}移动最多 {squares} 格", direct="{who}沿直线移动",
        direct_so_many="{who}沿直线移动最多 {squares} 格",
    )  # fmt: skip

    @rule("10.8a", "20.9b")
    def do(self, game: Game, run: Run) -> Steps:
        moved = []
        for id in self.able(game, run):
            squares = None if self.squares is None else amount_of(self.squares, game, run)
            moved.append((yield from make_move(game, id, squares, direct=self.direct)))
        if run.did and not any(way is not None for way in moved):
            yield game.note(run, did=False)

    def able(self, game: Game, run: Run) -> list[str]:
        """Those whom it means and who can move."""
        return [id for id in meant(game, run, self.who) if can_move(game, id) and not immune(game, id, run.character)]

    @rule("13.3", "20.9b")
    def can(self, game: Game, run: Run) -> bool:
        return bool(self.able(game, run))

    def variant(self) -> str:
        words = [word for word, said in (("direct", self.direct), ("so_many", self.squares is not None)) if said]
        return "_".join(words)


class Place(Verb, name="place", rule="10.9"):
    """A character is placed adjacent to another one; by an opponent as close as possible where there is no room."""

    who: Role = "self"
    near: Role = "chosen"
    squares: int = Field(
        0,
        ge=0,
        le=20,
        description="within so many squares and line of fire of the other one, instead of adjacent to it",
    )
    into: Literal["", "printed hindering"] = Field("", description="only in terrain of this kind")

    en = variants(
        "place {who} adjacent to {near}", within="place {who} within {squares} squares and line of fire of {near}",
        into="place {who} in printed hindering terrain within {squares} squares and line of fire of {near}",
        into_beside="place {who} in printed hindering terrain adjacent to {near}",
    )  # fmt: skip
    zh = variants(
        "将{who}放置于{near}相邻格", within="将{who}放置于{near} {squares} 格和火线内",
        into="将{who}放置于{near} {squares} 格和火线内的印制阻碍地形",
        into_beside="将{who}放置于{near}相邻的印制阻碍地形",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Steps:
        for id in self.able(game, run):
            squares = yield from self.where(game, run, id)
            yield placed(game, id, squares, self.rule)

    @rule("13.2")
    def where(self, game: Game, run: Run, id: str) -> Steps:
        """The squares that its player chooses, or, where there is no room, an opponent as close as possible."""
        if room := self.room(game, run, id):
            return (yield from ask_where(game, run.player, id, room, self.rule, "put_down"))
        opponent = yield from opponent_of(game, run.player, id)
        return (yield from ask_where(game, opponent, id, self.nearest(game, run, id), "13.2", "put_down"))

    @rule("10.9", "13.2")
    def able(self, game: Game, run: Run) -> list[str]:
        """Those who can be placed there: those who find room, or any at all where it must be done."""
        if not meant(game, run, self.near):
            return []
        placeable = (id for id in meant(game, run, self.who) if game.may("be placed", id))
        open_ = (id for id in placeable if not immune(game, id, run.character))
        return [id for id in open_ if self.room(game, run, id) or (not run.may and self.nearest(game, run, id))]

    @rule("10.9", "24.2a")
    def room(self, game: Game, run: Run, id: str) -> list[Mask]:
        """Where a character finds room beside the other one."""
        around = self.around(game, meant(game, run, self.near)[0])
        own = scene_of(game).figures.mask(id)
        return [placement for placement in free_placements(game, id, own) if placement & around]

    @rule("10.9", "11.4")
    def around(self, game: Game, id: str) -> Mask:
        """The squares where it may be placed, whoever stands there."""
        around = squares_near(game, id, self.squares) & seen(game, id) if self.squares else beside(game, id)
        return around & printed_hindering(game) if self.into else around

    def variant(self) -> str:
        if self.into:
            return "into" if self.squares else "into_beside"
        return "within" if self.squares else ""

    @rule("13.2")
    def nearest(self, game: Game, run: Run, id: str) -> tuple[Mask, ...]:
        """Where it is placed that finds no room: as close as possible to the other one."""
        near = character(game, meant(game, run, self.near)[0])
        return nearest_placements(game, id, near.squares, scene_of(game).figures.mask(id))

    @rule("20.9b")
    def can(self, game: Game, run: Run) -> bool:
        return bool(self.able(game, run))


class AttackNow(Verb, name="attack", rule="7.2"):
    """A character makes an attack, of a kind or of either, perhaps with other values than it has."""

    who: Role = "self"
    kind: Literal["close", "range", "either"] = "either"
    optional: bool = False
    by: Whole = Field(0, description="what modifies its attack value for this attack")
    damage: Whole = Field(0, description="what modifies its damage value for this attack")

    def do(self, game: Game, run: Run) -> Steps:
        for id in meant(game, run, self.who):
            kinds = self.able(game, id)
            options: list[Any] = [*kinds, *([None] if self.optional else [])]
            kind = (yield from ask_which(run.player, "attack", options, self.rule, character=id)) if kinds else None
            if kinds and kind is None:
                yield game.note(run, left=True)
            if kind is not None:
                begun = yield self._modified(game, run, id)
                yield from make_attack(game, id, kind)
                effects = [event.effect.id for event in begun]
                yield [EffectEnded(effect, rule=self.rule) for effect in effects if effect in game.state.effects]

    @rule("6.7", "6.9a")
    def _modified(self, game: Game, run: Run, id: str) -> list[Event]:
        """What modifies the values of the attacker for this attack."""
        changes = {"attack": self.by, "damage": self.damage}
        return [
            begin_effect(
                game, "special", FOREVER, source=("characters", run.character), target=("characters", id),
                even_if_lost=True, rule="6.7",
                data={"by": run.source, "name": run.source, "stat": stat, "layer": "modify", "amount": amount},
            )
            for stat, amount in changes.items() if amount
        ]  # fmt: skip

    def able(self, game: Game, id: str) -> tuple[str, ...]:
        """The kinds of attack for which a character has a target."""
        kinds = ("close", "range") if self.kind == "either" else (self.kind,)
        return tuple(kind for kind in kinds if has_target(game, id, kind))

    @rule("20.9b")
    def can(self, game: Game, run: Run) -> bool:
        return any(self.able(game, id) for id in meant(game, run, self.who))

    def said(self, wording: Wording) -> str:
        who = "" if self.who == "self" else "_of"
        told = wording.say(f"verb.attack_{self.kind}{who}", who=wording.whom(self.who))
        for value, by in (("attack", self.by), ("damage", self.damage)):
            if by:
                told = wording.say("verb.attack_with_more", told=told, value=wording.number(value), by=f"{by:+d}")
        return told


class AsFree(Verb, name="as_free", rule="7.6"):
    """A character may be given an action of these types as FREE: any that it has, or one of those named."""

    types: Some[Type] = ("MOVE", "CLOSE", "RANGE", "POWER", "FREE")
    powers: tuple[str, ...] = Field((), description="the powers or abilities whose actions they are; any without")
    who: Role = "self"
    lends: bool = Field(False, description="whether it can use those powers for this, also where it has them not")
    optional: bool = Field(True, description="whether none may be given after all")
    on: Role | None = Field(None, description="whom alone it may target with them")
    markers: int | None = Field(None, ge=1, le=6, description="the most terrain markers that it may generate")
    where: Literal["", "beside it", "on its way"] = Field(
        "", description="where these may lie: in its own and adjacent squares, or where it has been this turn"
    )
    touching: Role | None = Field(None, description="to whom one of them, at least, is adjacent")

    @property
    def remembers(self) -> str:
        """What is to be remembered of a turn for it."""
        return "trail" if self.where == "on its way" else ""

    def do(self, game: Game, run: Run) -> Steps:
        if not self._may_touch(game, run):
            return
        bound = yield self._bound(game, run)
        yield from self.choose(game, run)
        yield [EffectEnded(event.effect.id, rule=self.rule) for event in bound]

    @rule("20.2", "20.9b")
    def _may_touch(self, game: Game, run: Run) -> bool:
        """Whether someone is there whom one of the markers touches, where one has to."""
        return self.touching is None or bool(meant(game, run, self.touching))

    @rule("20.2")
    def _bound(self, game: Game, run: Run) -> list[Event]:
        """What binds those who are given such an action as long as it resolves."""
        roles = {"upon": self.on, "touching": self.touching}
        data: dict[str, Any] = {name: meant(game, run, role) for name, role in roles.items() if role is not None}
        data |= {"markers": self.markers} if self.markers is not None else {}
        data |= {"where": self.where} if self.where else {}
        return [
            begin_effect(game, BOUND, FOREVER, source=("characters", run.character), target=("characters", id),
                         even_if_lost=True, data=data, rule=self.rule)
            for id in (meant(game, run, self.who) if data else ())
        ]  # fmt: skip

    def choose(self, game: Game, run: Run) -> Steps:
        """Its player chooses an action for each of them, or none."""
        for id in meant(game, run, self.who):
            lent = [power for power in self.powers if not game.has(power, id)] if self.lends else []
            begun = (yield self._lasting(run, game, id, {"gives": tuple(lent)})) if lent else None
            doing = self.doing(game, run, id)
            found, chosen = self.able(game, doing), None
            if found:
                idle = tuple(name for name, action in found.items() if not action.comes(game, id))
                options = (*found, None) if self.optional or idle else (*found,)
                chosen = options[0]
                if len(options) > 1:
                    chosen = yield choose(run.player, "as_free", options, self.rule, idle=idle, character=id)
            if chosen is not None:
                yield given_as_free(game, doing, found[chosen])
                yield [
                    self._lasting(run, game, id, {"stat": to_use(power), "layer": "cannot"})
                    for power in lent if to_use(power) in game.rules.permissions
                ]  # fmt: skip
            elif begun is not None:
                yield EffectEnded(begun.effect.id, rule=self.rule)

    @rule("7.6", "20.1", "20.2")
    def _lasting(self, run: Run, game: Game, id: str, data: dict[str, Any]) -> Event:
        """It has the powers as long as what they bring, but for no further action."""
        return begin_effect(
            game, "special", until_next("turn", run.player), source=("characters", run.character),
            target=("characters", id), even_if_lost=True, rule="7.6",
            data={"by": run.source, "name": run.source, **data},
        )  # fmt: skip

    @model_validator(mode="after")
    def _lends_something(self) -> AsFree:
        if self.lends and not self.powers:
            raise ValueError("lends: it names the powers that it lends")
        return self

    def can(self, game: Game, run: Run) -> bool:
        if not self._may_touch(game, run):
            return False
        return self.lends or any(self.able(game, self.doing(game, run, id)) for id in meant(game, run, self.who))

    def doing(self, game: Game, run: Run, id: str) -> Doing:
        """The action of the character that is being resolved; where there is none, what gives it the action."""
        doing = game.find_context(Doing)
        if doing is not None and doing.character == id:
            return doing
        return Doing(player=run.player, character=id, type="", name=run.source)

    def able(self, game: Game, doing: Doing) -> dict[str, Action]:
        """The actions that can be given, by name."""
        found = free_actions(game, doing, *self.types)
        return {one.name: one for one in found if not self.powers or one.name.partition(":")[0] in self.powers}

    def said(self, wording: Any) -> str:
        powers = wording.either.join(map(wording.power, self.powers)) or wording.either.join(self.types)
        key = "verb.as_free" if self.who == "self" else "verb.as_free_of"
        bound = [wording.say("as_free.on", who=wording.whom(self.on))] if self.on is not None else []
        bound += [wording.say("as_free.markers", markers=self.markers)] if self.markers is not None else []
        bound += [wording.say(f"as_free.{self.where.replace(' ', '_')}")] if self.where else []
        bound += [wording.say("as_free.touching", who=wording.whom(self.touching))] if self.touching is not None else []
        return "".join((str(wording.say(key, powers=powers, who=wording.whom(self.who))), *bound))

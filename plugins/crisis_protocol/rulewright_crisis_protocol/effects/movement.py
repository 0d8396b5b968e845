"""Pushes, throws, places and moves, by whom and which way; collisions and terrain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from rulewright import Request, Subset, ask_which, rule
from rulewright.programs import counted, each_of, then_do
from rulewright.vocabulary import Amount, Effect, Needs, Some, Verb, variants

from ..movement.moves import MOVE, goes, is_enemy, may_be_moved, place
from ..movement.throws import collide, destroyed, push, throw, throw_terrain, throwable
from ..running import Run, doer, named, of_leadership, who
from ..space.tools import SPEEDS
from ..superpowers.moments import CARD_TOKEN, CHOSEN, MUCH, TOKEN
from ..terms import able, character
from .of_crises import other_tokens, player_of
from .words import OneOf, Role, Tool, Way, Who, meant, next_of

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps

    from ..book.wording import Wording


# Moved by someone else --------------------------------------------------------------------------------------


Decider = Literal["own", "opponent"]
"""Who says where: the player of the effect, or the opponent of the one who is moved."""


class Forced(Verb):
    """A movement that someone else causes: away from or toward someone, or in any direction."""

    tool: Tool = "short"
    who: Who = "target"
    way: Way = "away"
    of: Role = Field("self", description="away from or toward whom")

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {**super().facts(wording), "way": wording.way(self.way, self.of)}

    def possible(self, game: Game, run: Run) -> bool:
        """Whether the one whose effect it is can act, and there is someone to move away from or toward."""
        return _acts(game, run) and (not self.way or named(game, run, self.of) in game.state.characters)


class Push(Forced, name="push", rule="push.rules", leaves=(MUCH,)):
    """Characters are pushed; "that_much" is how many of them came somewhere else."""

    decided_by: Decider = "own"

    en = variants("push {who} {tool}{way}", opponent="the opponent pushes {who} {tool}{way}")
    zh = variants("推动{who}{way}（{tool}）", opponent="对手推动{who}{way}（{tool}）")

    def do(self, game: Game, run: Run) -> Steps:
        pushed, left = 0, [*meant(game, run, self.who)]
        while one := (yield from next_of(game, run, left, self.rule)):
            if self.possible(game, run):
                before = _spot(game, one)
                asked = player_of(game, run, one, self.decided_by)
                yield from push(game, doer(game, run), one, self.tool, self.way, named(game, run, self.of), asked)
                pushed += _spot(game, one) != before
        yield game.note(run, much=pushed)

    def variant(self) -> str:
        return "opponent" if self.decided_by == "opponent" else ""


def _spot(game: Game, one: str) -> tuple[float, float] | None:
    found = game.state.characters.get(one)
    return None if found is None else (found.x, found.y)


class Throw(Forced, name="throw", rule="throw.character-tool"):
    """Characters, or a terrain feature that was chosen, are thrown, and collide with what they meet."""

    unharmed: bool = Field(False, description="whether they suffer no damage if they collide")
    dodge: int = Field(0, ge=-5, le=5, description="dice more that enemies roll whom they hit, to dodge them")
    struck: tuple[Effect, ...] = Field((), description='what happens to such an enemy, as "chosen"')

    en = variants("throw {who} {tool}{way}{struck}", unharmed="throw {who} {tool}{way}, unharmed by collisions{struck}")
    zh = variants("投掷{who}{way}（{tool}）{struck}", unharmed="投掷{who}{way}（{tool}），其不受碰撞伤害{struck}")

    def do(self, game: Game, run: Run) -> Steps:
        if self.who == "chosen" and run.chosen in game.state.terrain and able(game, run.character):
            yield from throw_terrain(game, run.character, run.chosen, self.tool)
            return
        left = [*meant(game, run, self.who)]
        while one := (yield from next_of(game, run, left, self.rule)):
            if self.possible(game, run):
                of = named(game, run, self.of)
                terms: dict[str, Any] = {"unharmed": self.unharmed, "dodge": self.dodge}
                hit = yield from throw(game, run.character, one, self.tool, self.way, of, **terms)
                if self.struck and able(game, hit) and is_enemy(game, run.character, hit):
                    yield from each_of(run, [hit], self.struck)

    def variant(self) -> str:
        return "unharmed" if self.unharmed else ""

    def facts(self, wording: Wording) -> dict[str, Any]:
        struck = ""
        if self.struck or self.dodge:
            told = wording.effects(self.struck)
            struck = wording.say("thrown.struck", dice=self.dodge, then=told)
        return {**super().facts(wording), "struck": struck}


class Place(Verb, name="place", rule="place.range"):
    """Characters are placed within a range of where they are, of someone, or of a token."""

    range: Amount = 1
    who: Who = "self"
    of: Annotated[
        Literal["itself", "token", "another token", "card token"] | Role,
        Needs({"token": (TOKEN,), "another token": (TOKEN,), "card token": (CARD_TOKEN,)}),
    ] = "itself"
    decided_by: Decider = "own"

    en = variants(
        "place {who} within range {range}", other="place {who} within range {range} of {of}",
        opponent="the opponent places {who} within range {range}",
        other_opponent="the opponent places {who} within range {range} of {of}",
    )  # fmt: skip
    zh = variants(
        "将{who}放置在距离 {range} 内", other="将{who}放置在{of}距离 {range} 内",
        opponent="对手将{who}放置在距离 {range} 内", other_opponent="对手将{who}放置在{of}距离 {range} 内",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Steps:
        reach, left = min(counted(self.range, game, run), 5), [*meant(game, run, self.who)]
        while one := (yield from next_of(game, run, left, self.rule)):
            if not reach or not _acts(game, run):
                continue
            asked = player_of(game, run, one, self.decided_by)
            if self.of == "another token":
                if others := other_tokens(game, run.token):
                    token = yield from ask_which(asked, "token_to", others, self.rule, character=one)
                    yield from place(game, doer(game, run), one, reach, token, asked)
                continue
            of = {"itself": one, "token": run.token, "card token": run.token}.get(self.of) or named(game, run, self.of)
            if any(of in table for table in (game.state.characters, game.state.objectives, game.state.card_tokens)):
                yield from place(game, doer(game, run), one, reach, of, asked)

    def variant(self) -> str:
        others = "" if self.of == "itself" else "other"
        return others if self.decided_by == "own" else f"{others}_opponent".lstrip("_")


class Collide(Verb, name="collide", rule="throw.collision-stop"):
    """A character collides with another one, or with a terrain feature that was chosen, as if it had been thrown."""

    who: Role = "target"
    into: Role = "self"
    unharmed: bool = Field(False, description="whether only the other one can be damaged by it")

    en = variants(
        "{who} collides with {into} as if thrown", unharmed="{who} collides with {into} as if thrown, itself unharmed"
    )
    zh = variants("{who}如被投掷般与{into}碰撞", unharmed="{who}如被投掷般与{into}碰撞，自身不受伤害")

    def do(self, game: Game, run: Run) -> Steps:
        one, hit = who(game, run, self.who), named(game, run, self.into)
        if one and one != hit and able(game, run.character) and (hit in game.state.terrain or able(game, hit)):
            yield from collide(game, run.character, one, hit, unharmed=self.unharmed)

    def variant(self) -> str:
        return "unharmed" if self.unharmed else ""


# Terrain ----------------------------------------------------------------------------------------------------


class ChooseTerrain(OneOf, name="choose_terrain", rule="field.throw-requirements", opens=(CHOSEN,)):
    """An interactive terrain feature is chosen, which what follows means by "chosen"."""

    range: int = Field(2, ge=1, le=5)
    size: Amount = 5
    of: Role = Field("self", description="from whom the range is measured")
    up_to: Amount | None = Field(None, description="how many may be chosen, or none; without it one must be")
    then: Some[Effect]

    en = variants(
        "choose a terrain feature of size {size} or less within range {range} of {of}: {then}",
        several="choose up to {up_to} terrain features of size {size} or less within range {range} of {of}: {then}",
    )
    zh = variants(
        "选择{of}距离 {range} 内尺寸 {size} 或更小的地形：{then}",
        several="选择{of}距离 {range} 内尺寸 {size} 或更小的至多 {up_to} 个地形：{then}",
    )

    def candidates(self, game: Game, run: Run) -> list[str]:
        """What may be chosen now."""
        origin = who(game, run, self.of)
        return throwable(game, origin, self.range, counted(self.size, game, run)) if origin else []

    def do(self, game: Game, run: Run) -> Steps:
        found = self.candidates(game, run)
        if found and self.up_to is None:
            yield then_do(game, run, self.then, chosen=(yield from pick_terrain(game, run, found)))
        elif found and self.up_to is not None and (most := min(counted(self.up_to, game, run), len(found))):
            about = {"character": run.character}
            chosen = yield Request(run.player, "terrains", Subset(found, 0, most), "field.throw-requirements", about)
            yield from each_of(run, chosen, self.then)

    def variant(self) -> str:
        return "" if self.up_to is None else "several"


def pick_terrain(game: Game, run: Run, found: list[str]) -> Steps:
    """Which of several terrain features the player of an effect chooses."""
    return (yield from ask_which(run.player, "terrain", found, "field.throw-requirements", character=run.character))


class ThrowTerrain(OneOf, name="throw_terrain", rule="throw.terrain-tool"):
    """The character throws an interactive terrain feature near it."""

    tool: Tool = "medium"
    size: Amount = 2
    range: int = Field(2, ge=1, le=5, description="the reach to the terrain")

    en = "throw a terrain feature of size {size} or less within range {range} {tool}"
    zh = "投掷距离 {range} 内尺寸 {size} 或更小的地形（{tool}）"

    def candidates(self, game: Game, run: Run) -> list[str]:
        """What may be thrown now."""
        if not able(game, run.character):
            return []
        return throwable(game, run.character, self.range, counted(self.size, game, run))

    def do(self, game: Game, run: Run) -> Steps:
        if found := self.candidates(game, run):
            terrain = yield from pick_terrain(game, run, found)
            yield from throw_terrain(game, run.character, terrain, self.tool)


class DestroyTerrain(Verb, name="destroy_terrain", rule="terrain.destroyed"):
    """The terrain feature that was chosen is destroyed."""

    en = "destroy that terrain feature"
    zh = "摧毁该地形"

    def do(self, game: Game, run: Run) -> list[Event]:
        return destroyed(game, run.chosen, self.rule) if run.chosen in game.state.terrain else []


# By its own will --------------------------------------------------------------------------------------------


class Advance(Verb, name="move", rule="action.granted", opens=(CHOSEN,)):
    """Characters make a move action, or advance with a movement tool of at most this length, or that of their speed;
    ``otherwise`` happens to each of them that stays where it was, by "chosen"."""

    who: Who = "self"
    tool: Tool | Literal["speed"] | None = Field(None, description="how far they advance; none: a move action")
    way: Way = Field("", description="whether it has to end up nearer or farther")
    of: Role = Field("self", description="away from or toward whom")
    moved_by: Literal["owner", "self", "opponent"] = Field(
        "owner", description="who says where: its player, that of the effect, or the opponent of its player"
    )
    otherwise: tuple[Effect, ...] = ()

    en = variants(
        "{who} moves{tool}{way}", otherwise="{who} moves{tool}{way}; each that does not: {otherwise}",
        opponent="the opponent moves {who}{tool}{way}",
    )  # fmt: skip
    zh = variants(
        "{who}移动{tool}{way}", otherwise="{who}移动{tool}{way}；每个未移动者：{otherwise}",
        opponent="对手移动{who}{tool}{way}",
    )  # fmt: skip

    def variant(self) -> str:
        return "otherwise" if self.otherwise else "opponent" if self.moved_by == "opponent" else ""

    def do(self, game: Game, run: Run) -> Steps:
        left = [*meant(game, run, self.who)]
        while one := (yield from next_of(game, run, left, self.rule)):
            stood = _place(game, one)
            there = not self.way or named(game, run, self.of) in game.state.characters
            if there and game.may("move", one) and _may_advance(game, run, one) and (yield from _goes(game, run, one)):
                owner = character(game, one).player
                player = {"owner": owner, "self": run.player, "opponent": 1 - owner}[self.moved_by]
                of = named(game, run, self.of) if self.way else ""
                own = self.tool == "speed"
                tool = SPEEDS[-1] if own else self.tool or ""
                yield MOVE(player=player, character=one, tool=tool, least="" if own else tool, way=self.way, of=of)
            if self.otherwise and one in game.state.characters and _place(game, one) == stood:
                yield from each_of(run, [one], self.otherwise)

    def facts(self, wording: Wording) -> dict[str, Any]:
        tool = "" if self.tool is None else wording.say("move.tool", tool=wording.tool(self.tool))
        return {**super().facts(wording), "tool": tool, "way": wording.way(self.way, self.of)}


@rule("leadership.active")
def _acts(game: Game, run: Run) -> bool:
    """Whether the one whose effect it is can act; a crisis card always can, and a leadership ability does what it does
    while its leader is dazed, too."""
    return of_leadership(game, run) or able(game, run.character) or run.source in game.content.nobodys


def _place(game: Game, id: str) -> tuple[float, float]:
    one = character(game, id)
    return one.x, one.y


def _goes(game: Game, run: Run, id: str) -> Steps:
    """Whether nothing keeps a character where it is that an effect of another one would advance."""
    return run.character == id or (yield from goes(game, id, doer(game, run), "advanced"))


def _may_advance(game: Game, run: Run, id: str) -> bool:
    """Whether a character can be made to advance by this effect: by that of someone else only if nothing forbids it."""
    return run.character == id or may_be_moved(game, id, run.character, "advanced")

"""Moves, pushes, throws and places; actions that are granted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from rulewright import choose
from rulewright.vocabulary import Verb, variants

from .. import forced, moving
from ..attack import ATTACK_ACTION
from ..moving import MOVE
from ..objectives import drop_all
from ..running import Run, who
from ..terms import able, character
from .words import Tool, Who

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from ..wording import Wording


_WAYS = Literal["", "away", "toward"]


class Forced(Verb):
    """A movement that someone else causes: away from or toward the one whose effect it is, or in any direction."""

    tool: Tool = "short"
    who: Who = "target"
    way: _WAYS = "away"

    def variant(self) -> str:
        return self.who

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"tool": wording.tool(self.tool), "way": wording.way(self.way)}

    def whom(self, game: Game, run: Run) -> str:
        """Whom it moves; empty where nobody is meant, or whose effect it is cannot act any more."""
        return who(game, run, self.who) if able(game, run.character) else ""


class Push(Forced, name="push", rule="push.rules"):
    """A character is pushed."""

    en = variants(
        self="push it {tool}{way}", target="push the target {tool}{way}", attacker="push the attacker {tool}{way}",
        chosen="push that character {tool}{way}",
    )  # fmt: skip
    zh = variants(
        self="推动其{way}（{tool}）", target="推动目标{way}（{tool}）", attacker="推动攻击者{way}（{tool}）",
        chosen="推动该角色{way}（{tool}）",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Steps:
        if one := self.whom(game, run):
            yield from forced.push(game, run.character, one, self.tool, self.way)


class Throw(Forced, name="throw", rule="throw.character-tool"):
    """A character is thrown, and collides with what it meets."""

    en = variants(
        self="throw it {tool}{way}", target="throw the target {tool}{way}", attacker="throw the attacker {tool}{way}",
        chosen="throw that character {tool}{way}",
    )  # fmt: skip
    zh = variants(
        self="投掷其{way}（{tool}）", target="投掷目标{way}（{tool}）", attacker="投掷攻击者{way}（{tool}）",
        chosen="投掷该角色{way}（{tool}）",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Steps:
        if one := self.whom(game, run):
            yield from forced.throw(game, run.character, one, self.tool, self.way)


class ThrowTerrain(Verb, name="throw_terrain", rule="throw.terrain-tool"):
    """The character throws an interactive terrain feature near it."""

    tool: Tool = "medium"
    size: int = Field(2, ge=1, le=5, description="the largest size that may be thrown")
    range: int = Field(2, ge=1, le=5, description="the reach to the terrain")

    en = "throw a terrain feature of size {size} or less within range {range} {tool}"
    zh = "投掷距离 {range} 内尺寸 {size} 或更小的地形（{tool}）"

    def do(self, game: Game, run: Run) -> Steps:
        if not able(game, run.character):
            return
        found = forced.throwable(game, run.character, self.range, self.size)
        if found:
            terrain = found[0]
            if len(found) > 1:
                about = run.character
                terrain = yield choose(run.player, "terrain", found, "field.throw-requirements", character=about)
            yield from forced.throw_terrain(game, run.character, terrain, self.tool)

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"tool": wording.tool(self.tool), "size": self.size, "range": self.range}


class Place(Verb, name="place", rule="place.range"):
    """A character is placed within a range of where it is, or of the one whose effect it is."""

    range: int = Field(1, ge=1, le=5)
    who: Who = "self"
    of: Literal["itself", "self"] = "itself"

    en = variants(
        self="place it within range {range}", target="place the target within range {range}{of}",
        attacker="place the attacker within range {range}{of}", chosen="place that character within range {range}{of}",
    )  # fmt: skip
    zh = variants(
        self="将其放置在距离 {range} 内", target="将目标放置在{of}距离 {range} 内",
        attacker="将攻击者放置在{of}距离 {range} 内", chosen="将该角色放置在{of}距离 {range} 内",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Steps:
        one = who(game, run, self.who)
        if one and able(game, run.character):
            of = run.character if self.of == "self" else ""
            yield from moving.place(game, run.character, one, self.range, of)

    def variant(self) -> str:
        return self.who

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"range": self.range, "of": wording.say("place.of_self") if self.of == "self" else ""}


class Advance(Verb, name="move", rule="action.granted"):
    """A character makes a move, with its speed or with a movement tool of at most this length."""

    who: Who = "self"
    tool: Tool | None = None

    en = variants(self="it moves{tool}", target="the target moves{tool}", chosen="that character moves{tool}")
    zh = variants(self="其移动{tool}", target="目标移动{tool}", chosen="该角色移动{tool}")

    def do(self, game: Game, run: Run) -> Any:
        one = who(game, run, self.who)
        if not one or not game.may("move", one):
            return None
        return MOVE(player=character(game, one).player, character=one, tool=self.tool or "")

    def variant(self) -> str:
        return self.who

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"tool": "" if self.tool is None else wording.say("move.tool", tool=wording.tool(self.tool))}


class AttackNow(Verb, name="attack", rule="action.granted"):
    """The character makes an attack action that does not count as one of its own."""

    attack: str | None = Field(None, description="which of its attacks; any without")

    en = "it makes an attack"
    zh = "其进行一次攻击"

    def do(self, game: Game, run: Run) -> Any:
        if not able(game, run.character) or not game.may("attack", run.character):
            return None
        return ATTACK_ACTION(player=run.player, character=run.character, attack=self.attack or "")


class Drop(Verb, name="drop", rule="objective.drop"):
    """A character drops the objective tokens that it holds."""

    who: Who = "target"

    en = variants(target="the target drops its objective tokens", chosen="that character drops its objective tokens")
    zh = variants(target="目标丢弃其目标标记", chosen="该角色丢弃其目标标记")

    def do(self, game: Game, run: Run) -> Steps:
        one = who(game, run, self.who)
        if one:
            yield from drop_all(game, one)

    def variant(self) -> str:
        return "chosen" if self.who == "chosen" else "target"

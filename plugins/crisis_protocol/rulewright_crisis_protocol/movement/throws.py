"""Throws and pushes of characters, throws of terrain, collisions, and dodging."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright import DiceRoll, Procedure, Request, Roll, Window, ask_which, rule
from rulewright.field.inches import Direction
from rulewright.geometry import TOLERANCE, plane

from ..damage import damage
from ..events.attacks import RollOver
from ..events.movement import Brushed, Collided, DodgeBegan, DodgeReached, Moved, TerrainDestroyed, TerrainThrown
from ..lasting import ended_with_collision
from ..numbers import with_printed
from ..pools import shows, successes_of
from ..space.battlefield import TABLE, terrain_around
from ..space.faults import AIMING, SLIDING
from ..space.hints import into_things
from ..space.tools import LENGTHS, MM, Speed, movement_tool
from ..terms import DICE_SCOPE, DIE, SUCCESSES, Dodge, Pool, able, allied, character, game_dice, has
from .moves import DISPLACEMENT, Forced, goes, may_be_moved

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps
    from rulewright.geometry.plane.tools import MovementTool, Struck, Thrown


EDGE: Final = 0.001
"""How much of the end of a tool touches a base at least, in inches."""


# Directions -------------------------------------------------------------------------------------------------


@rule(
    "toward-away.setup", "toward-away.example-away", "toward-away.example-toward", "field.forced-full",
    "throw.character-tool",
)  # fmt: skip
def directions(position: Position, id: str, way: str, other: str, hints: Any = ()) -> Direction:
    """In which directions a character may be moved: freely, or within the wedge toward or away from something."""
    scene = TABLE(position)
    least, width = 0.0, 360.0
    if way:
        wedge = plane.tools.wedge(scene.models[id].footprint, scene.models[other].footprint, toward=way == "toward")
        least, width = wedge.directions[0], wedge.directions[1] - wedge.directions[0]
    return Direction(scene, SLIDING, least, width, id, names=position.content.names, hints=hints)


@rule("damage.dazed-limits", "move.kinds")
def movable(position: Position, id: str, by: str, how: Forced) -> bool:
    """Whether a character can be pushed or thrown by an effect of that one."""
    return able(position, id) and may_be_moved(position, id, by, how)


# Pushes and throws of characters ----------------------------------------------------------------------------


@rule("push.rules", "move.overlap-forced", "move.battlefield-edge", "field.forced-full")
def push(
    game: Game, by: str, id: str, tool: Speed, way: str = "", of: str = "", asked: int | None = None
) -> Steps:  # fmt: skip
    """A character is pushed along a straight tool; it collides with nothing. Who pushes it says which way, or
    the player who is asked."""
    if not movable(game, id, by, "pushed"):
        return
    if by != id and not (yield from goes(game, id, by, "pushed")):
        return
    direction, length = (yield _asked(game, by, id, "push", tool, way, of or by, asked=asked)), slide(game, id, tool)
    slid = plane.tools.push(TABLE(game), id, direction, length, game.setup.may_end_wholly_on)
    touches = "pushes into terrain" in game.content.moments and _touches_terrain(game, id, direction, length)
    if slid.travelled > TOLERANCE:
        yield Moved(id, "push", slid.end.x, slid.end.y, by, rule="push.rules")
    if touches and by in game.state.characters:
        yield Brushed(id, by, rule="push.rules")


@rule("push.rules")
def _touches_terrain(position: Position, id: str, direction: float, length: float) -> bool:
    """Whether a push that way comes upon terrain."""
    scene = TABLE(position)
    return bool(plane.tools.throw(scene, id, direction, length, tuple(scene.models)).hit)


@rule("throw.character-tool", "throw.collision-stop", "throw.example", "move.overlap-forced", "field.multi-collision")
def throw(
    game: Game, by: str, id: str, tool: Speed, way: str = "", of: str = "", *, unharmed: bool = False, dodge: int = 0
) -> Steps:
    """A character is thrown along a straight tool; it collides with the first thing that it touches, which is given.

    ``dodge`` is how many dice more enemies roll that it hits."""
    if not movable(game, id, by, "thrown") or (by != id and not (yield from goes(game, id, by, "thrown"))):
        return ""
    player, length = character(game, by).player, slide(game, id, tool)
    hints = game.on_demand(_throws, by, id, length)
    slid = _thrown(game, by, id, length, (yield _asked(game, by, id, "throw", tool, way, of or by, hints)))
    if slid.travelled > TOLERANCE:
        yield Moved(id, "throw", slid.end.x, slid.end.y, by, rule="throw.character-tool")
    met = [one for one in slid.hit if one in game.state.characters or one in game.state.terrain]
    if not met or not able(game, id):
        return ""
    hit = yield from _one_of(player, by, id, met)
    foe = hit in game.state.characters and not allied(game, by, hit)
    yield from collide(game, by, id, hit, unharmed=unharmed, dodge=dodge if foe else 0)
    return hit


def _thrown(position: Position, by: str, id: str, length: float, direction: float) -> Thrown:
    passed = {by, *_passed(position)}
    return plane.tools.throw(TABLE(position), id, direction, length, passed, position.setup.may_end_wholly_on)


def _throws(position: Position, by: str, id: str, length: float) -> Iterator[tuple[Any, Any]]:
    return into_things(position, by, id, length, lambda angle: _thrown(position, by, id, length, angle).hit)


@rule("field.forced-full", "throw.character-tool")
def slide(position: Position, id: str, tool: Speed) -> float:
    """How far a character is pushed or thrown: the length of the tool, or by a reading of the setup to its far end."""
    return LENGTHS[tool] + _base(position, id) if position.setup.to_the_far_end else LENGTHS[tool]


def _base(position: Position, id: str) -> float:
    """The diameter of the base of a character, in inches."""
    return float(position.content.characters[character(position, id).card].base * MM)


def _asked(
    game: Game, by: str, id: str, ask: str, tool: str, way: str, of: str, hints: Any = (), asked: int | None = None
) -> Request:  # fmt: skip
    about = {"character": id, "by": by, "tool": tool}
    question = directions(game, id, way, of, hints)
    player = character(game, by).player if asked is None else asked
    return Request(player, ask, question, "field.forced-full", about)


def _passed(position: Position) -> list[str]:
    """Who does not stand in the way of what is thrown, by a reading of the setup."""
    if position.setup.dazed_collide:
        return []
    return [str(one.id) for one in position.state.characters.values() if one.dazed]


@rule("field.multi-collision")
def _one_of(player: int, by: str, thrown: str, hit: Sequence[str]) -> Steps:
    """Of several things that are met at the same moment the thrower chooses one."""
    return (yield from ask_which(player, "collide", hit, "field.multi-collision", by=by, thrown=thrown))


@rule("throw.hits-terrain", "throw.hits-character", "note.terrain-destroy-compare", "throw.collision-stop")
def collide(game: Game, by: str, id: str, hit: str, *, unharmed: bool = False, dodge: int = 0) -> Steps:
    """Who was thrown suffers 1 damage if no text spares it; smaller terrain is destroyed, a character dodges."""
    size = _size(game, id)
    yield Collided(id, hit, by, rule="throw.collision-stop")
    dodged: list[Event] = []
    if hit in game.state.terrain:
        others = destroyed(game, hit, "throw.hits-terrain") if _size(game, hit) < size else []
        rule = "throw.hits-terrain"
    else:
        others, dodged = yield from _dodged(game, by, hit, size, living=True, dice=dodge)
        rule = "throw.hits-character"
    hurt = not unharmed and able(game, id) and collision_hurts(game, id, living=rule == "throw.hits-character")
    yield [*([damage(game, id, 1, by, rule=rule)] if hurt else ()), *others]
    yield ended_with_collision(game)
    yield dodged


@rule("throw.collision-stop", "terms.cannot-beats-can")
def collision_hurts(position: Position, id: str, *, living: bool) -> bool:
    """Whether a collision can damage a character: one with a character, or one with terrain."""
    spared = living and not position.may("damage from characters", id)
    return position.may("damage from collisions", id) and not spared


@rule("dodge.damage", "dodge.result", "note.dodge-size", "damage.dazed-limits")
def _dodged(game: Game, by: str, id: str, size: int, *, living: bool, dice: int = 0) -> Steps:
    """A character dodges something of a size: a success takes 1 off the damage.

    Gives what is left to be suffered, and what is told when that is done.
    """
    if not able(game, id):
        return [], []
    dodge = yield DODGE(player=character(game, id).player, character=id, damage=size + 1, by=by, dice=dice)
    if not able(game, id):
        return [], []
    rest = dodge.damage - successes_of(game, dodge.dodge_pool, id)
    hurt = rest > 0 and collision_hurts(game, id, living=living)
    roll = dodge.dodge_pool.roll
    faces = () if roll is None else tuple(map(str, roll.faces))
    dodged = [RollOver(id, faces, rule="dodge.roll")] if "rolled" in game.content.moments else []
    return [damage(game, id, rest, by, rule="dodge.result")] if hurt else [], dodged


def _size(position: Position, id: str) -> int:
    terrain = position.state.terrain.get(id)
    if terrain is not None:
        return int(position.content.terrain[terrain.kind].size)
    return int(position.content.characters[character(position, id).card].size)


# Terrain ----------------------------------------------------------------------------------------------------


@rule("terrain.interactive", "terrain.non-interactive", "field.throw-requirements")
def throwable(position: Position, by: str, range: int, size: int) -> list[str]:
    """The terrain that a character may throw: interactive, within reach, and not too large."""
    kinds, near = position.content.terrain, terrain_around(position, by, range)
    return [
        str(one.id)
        for one in position.state.terrain.values()
        if one.id in near and kinds[one.kind].interactive and kinds[one.kind].size <= size
    ]


@rule("terrain.destroyed", "terrain.non-interactive", "throw.terrain-destroyed")
def destroyed(position: Position, terrain: str, rule: str) -> list[Event]:
    """Interactive terrain is removed; who stood on it stands on the battlefield at the same place."""
    found = position.state.terrain.get(terrain)
    if found is None or not position.content.terrain[found.kind].interactive:
        return []
    return [TerrainDestroyed(terrain, found.kind, rule=rule)]


@rule(
    "throw.terrain-tool", "throw.terrain-destroyed", "throw.terrain-hits-terrain", "throw.terrain-hits-character",
    "note.terrain-destroy-compare",
)  # fmt: skip
def throw_terrain(game: Game, by: str, terrain: str, tool: Speed) -> Steps:
    """Terrain is thrown along a straight tool, laid anywhere along the base, into the first thing that it touches."""
    player, size = character(game, by).player, _size(game, terrain)
    about = {"terrain": terrain, "by": by, "tool": tool}
    lane = movement_tool(tool, game.setup.tool_width)
    question = Direction(
        TABLE(game), AIMING, origin=by, aside=_base(game, by) / 2 + lane.half - EDGE, names=game.content.names,
        hints=game.on_demand(_terrain_throws, by, terrain, lane),
    )  # fmt: skip
    answer = yield Request(player, "throw_terrain", question, "throw.terrain-tool", about)
    direction, aside = question.laid(answer)
    met = _met(game, by, terrain, lane, direction, aside)
    hit = (yield from _one_of(player, by, terrain, met)) if met else ""
    yield TerrainThrown(terrain, by, direction, hit, rule="throw.terrain-tool")
    yield destroyed(game, terrain, "throw.terrain-destroyed")
    if not hit:
        return
    yield Collided(terrain, hit, by, rule="throw.terrain-tool")
    if hit not in game.state.terrain:
        suffered, dodged = yield from _dodged(game, by, hit, size, living=False)
        yield suffered
        yield ended_with_collision(game)
        yield dodged
    elif _size(game, hit) <= size:
        yield destroyed(game, hit, "throw.terrain-hits-terrain")


def _met(
    position: Position, by: str, terrain: str, lane: MovementTool, direction: float, aside: float = 0.0
) -> list[str]:
    """What thrown terrain meets first."""
    struck = plane.tools.throw_piece(TABLE(position), by, terrain, direction, lane, aside)
    return _first_of(struck, _passed(position))


def _terrain_throws(position: Position, by: str, terrain: str, lane: MovementTool) -> Iterator[tuple[Any, Any]]:
    return into_things(position, by, by, lane.length, lambda angle: _met(position, by, terrain, lane, angle))


def _first_of(struck: Struck, passed: Iterable[str]) -> list[str]:
    """What a tool meets first, without those that are passed by; several at the same distance."""
    met = [(travel, hit) for travel, hit in zip(struck.travels, struck.hit, strict=True) if hit not in passed]
    return [hit for travel, hit in met if travel <= met[0][0] + TOLERANCE]


# Dodging ----------------------------------------------------------------------------------------------------


@rule("dodge.roll", "superpower.reactive")
def begin_dodge(game: Game, dodge: Dodge) -> Event | None:
    """What triggers on a dodge before its dice are rolled."""
    told = "defends or dodges" in game.content.moments
    return DodgeBegan(dodge.character, dodge.by, rule="dodge.roll") if told else None


@rule("dodge.roll")
def roll_dodge(game: Game, dodge: Dodge) -> Steps:
    """Dice equal to the physical defense are rolled, or to another one by a text."""
    id = dodge.character
    defense = next((kind for kind in ("energy", "mystic") if has(game, f"dodges by:{kind}", id)), "physical")
    count = max(0, with_printed(game, "dodge dice", id, game.number(defense, id)) + dodge.dice)
    request = Roll(game_dice(count), dodge.player, "dodge roll", "dodge.roll")
    roll = request.fallen((yield request))
    yield game.note(dodge, dodge_pool=Pool(count, roll.count(("critical",)), roll.count(SUCCESSES["dodge"]), roll))


@rule("dodge.roll", "field.condition.hex")
def add_to_dodge(game: Game, dodge: Dodge) -> Steps:
    """Each critical of the initial roll adds a die, whose criticals add none."""
    id, pool = dodge.character, dodge.dodge_pool
    roll: DiceRoll = pool.roll  # type: ignore[assignment]
    if pool.criticals and game.may("critical dice", id):
        added = yield Roll(game_dice(pool.criticals), dodge.player, "dodge criticals", "dodge.roll")
        roll = roll.with_added(DIE, added, "criticals")
    yield from shows(game, dodge, "dodge", roll, "dodge.roll")
    if "own dice" in game.content.unasked:
        yield DodgeReached(id, rule="superpower.innate")


@rule("dodge.modify")
def dodging(game: Game, dodge: Dodge) -> tuple[int, ...]:
    """Who may modify the dice of a dodge: its own player first."""
    return dodge.player, 1 - dodge.player


DODGE: Final = Procedure(
    "dodge",
    [
        begin_dodge, roll_dodge, Window("dodge rolled", order=dodging, rule="dodge.roll"), add_to_dodge,
        Window("modify dodge dice", order=dodging, rule="dodge.modify"),
    ],
    Dodge, scope=DICE_SCOPE,
)  # fmt: skip

PROCEDURES: Final[list[Any]] = [DODGE, DISPLACEMENT]

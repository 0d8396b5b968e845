"""Movement by a character's own will: advancing and climbing with a movement tool, and being placed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from rulewright import Call, Context, Procedure, Request, choose, rule
from rulewright.field.inches import Place, ToolMove
from rulewright.geometry import plane
from rulewright.geometry.plane.tools import Passage, Wedge

from ..events.movement import AdvanceBegan, MoveBegan, Moved, MoveEnded, WouldBeMoved
from ..numbers import speed
from ..space.battlefield import TABLE
from ..space.faults import ADVANCING, CLIMBING, PLACING
from ..space.hints import places, proposals
from ..space.tools import SPEEDS, Speed, inches, movement_tool
from ..terms import Activation, able, allied, character

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps

Forced: TypeAlias = Literal["advanced", "placed", "pushed", "thrown"]
"""How an effect of another one moves a character."""

MOVES: Final = ("move begins", "enemy move begins")
"""The moments when a move action begins."""
MOVES_END: Final = ("move ends", "enemy move ends")
"""The moments when one is over."""
CLIMBER: Final = 5
"""The size as which a climbing, flying or wall-crawling character counts where the tool is placed."""


class Move(Context):
    """A move action, or an advance that an effect grants with a ``tool`` of its own, which is no action, and is the
    ``least`` one, too, unless it is that of the speed; such an advance may have to go toward or away from someone."""

    player: int
    character: str
    tool: str = ""
    way: str = ""
    of: str = ""
    least: str = ""
    """The tool that it may use at least, where nothing makes it slow,"""
    most: str = ""
    """and at most, where a text says so of this move."""
    afterwards: tuple[Any, ...] = ()
    """What texts let happen when it is over: whole runs of effects."""


class Displacement(Context):
    """An effect of someone is about to move a character; ``stopped`` says that a text keeps it where it is."""

    player: int
    character: str
    how: str
    by: str
    stopped: bool = False


@rule("move.kinds", "superpower.reactive")
def announce(game: Game, displacement: Displacement) -> Event:
    """What triggers on a character that would be moved."""
    return WouldBeMoved(displacement.character, displacement.how, displacement.by, rule="move.kinds")


DISPLACEMENT: Final = Procedure("displacement", [announce], Displacement)


@rule("terms.cannot-beats-can", "move.kinds")
def goes(game: Game, id: str, by: str, how: Forced) -> Steps:
    """Whether a character is moved at all that an effect would move; texts may keep it where it is."""
    if "would be moved" not in game.content.moments and "anyone would be moved" not in game.content.moments:
        return True
    found = yield DISPLACEMENT(player=character(game, id).player, character=id, how=how, by=by)
    return able(game, id) and by in ("", *game.state.characters) and not found.stopped


@rule("action.move", "move.tool", "field.condition.slow")
def ways_to_move(
    position: Position, id: str, longest: str = "", least: str = "", climbs: bool = True
) -> list[tuple[str, Speed]]:
    """To advance with the tool of the speed or a shorter one; a move action may be a climb with the short one."""
    most = speed(position, id, least)
    if longest:
        most = SPEEDS[min(SPEEDS.index(most), [*SPEEDS].index(longest))]  # type: ignore[arg-type]
    ways: list[tuple[str, Speed]] = [("advance", tool) for tool in reversed(SPEEDS[: SPEEDS.index(most) + 1])]
    return [*ways, ("climb", "short")] if climbs else ways


@rule("action.move", "terms.cannot-example")
def choose_way(game: Game, move: Move) -> Steps:
    """How the character moves, and where; where it cannot make another move action, nothing happens."""
    if not move.tool:
        if not can_move_again(game, move.character):
            return
        activation = game.find_context(Activation)
        if activation is not None and activation.character == move.character:
            yield game.note(activation, moves=activation.moves + 1)
        if not game.content.moments.isdisjoint(MOVES):
            yield MoveBegan(move.character, rule="action.move")
        if not able(game, move.character):
            return
        move = game.context(Move)
    how, tool = yield choose(
        move.player, "way_to_move",
        ways_to_move(game, move.character, move.tool or move.most, move.least, climbs=not move.tool),
        "action.move", character=move.character,
    )  # fmt: skip
    if how == "advance" and "advance begins" in game.content.moments:
        yield AdvanceBegan(move.character, rule="move.kinds")
        if not able(game, move.character):
            return
        move = game.context(Move)
    question = tool_move(game, move.character, how, tool, between(game, move))
    answer = yield Request(
        move.player, how, question, f"{how}.tool", {"character": move.character, "tool": tool}
    )  # fmt: skip
    if answer:
        x, y = answer[3]
        yield Moved(move.character, how, x, y, move.character, rule="advance.place")


@rule("terms.cannot-beats-can", "terms.cannot-example")
def can_move_again(position: Position, id: str) -> bool:
    """Whether a character can make a move action, which a text may limit to fewer in a turn than it has actions."""
    if not position.may("move", id):
        return False
    activation = position.find_context(Activation)
    made = activation.moves if activation is not None and activation.character == id else 0
    return bool(made < position.number("move actions", id))


@rule("terms.after")
def finish_move(game: Game, move: Move) -> Steps:
    """What texts let happen after this move."""
    for run in move.afterwards:
        yield Call("resolve", run)
    heard = not game.content.moments.isdisjoint(MOVES_END)
    if not move.tool and heard and move.character in game.state.characters:
        yield MoveEnded(move.character, rule="action.move")


MOVE: Final = Procedure("move", [choose_way, finish_move], Move)


@rule("toward-away.setup")
def between(position: Position, move: Move) -> Wedge | None:
    """Between which arms a character has to end that moves toward or away from someone."""
    models = TABLE(position).models
    if not move.way or move.of not in models:
        return None
    return plane.tools.wedge(models[move.character].footprint, models[move.of].footprint, toward=move.way == "toward")


@rule(
    "advance.tool", "advance.place", "climb.tool", "climb.limit", "keyword.flight", "keyword.wall-crawler",
    "measure.placing", "move.overlap", "move.fit", "move.balance", "measure.move-example", "move.bend-example",
    "climb.example",
)  # fmt: skip
def tool_move(game: Game, id: str, how: str, tool: Speed, between: Wedge | None = None) -> ToolMove:
    """The question where a character goes with a movement tool."""
    rules = CLIMBING if how == "climb" else ADVANCING
    question = ToolMove(
        TABLE(game), id, movement_tool(tool, game.setup.tool_width), Passage(reach(game, id, how)), rules, between,
        names=game.content.names,
    )  # fmt: skip
    return replace(question, hints=game.on_demand(proposals, question, tool))


@rule("keyword.flight", "keyword.wall-crawler", "climb.tool")
def reach(position: Position, id: str, how: str) -> int:
    """Over terrain of which size the tool may lie."""
    own = int(position.number("movement size", id))
    return max(own, CLIMBER) if how == "climb" else own


@rule("terms.enemy-effect", "terms.cannot-beats-can", "move.kinds")
def may_be_moved(position: Position, id: str, by: str, how: Forced) -> bool:
    """Whether nothing forbids that a character is moved like that by an effect of that one, or by nobody's."""
    return (
        position.may("be moved", id)
        and position.may(f"be {how}", id)
        and not (is_enemy(position, id, by) and not position.may("be moved by enemies", id))
    )


def is_enemy(position: Position, id: str, by: str) -> bool:
    """Whether an effect of that one is an enemy's for a character."""
    return by in position.state.characters and not allied(position, by, id)


@rule("place.range", "move.balance", "move.fit")
def place(game: Game, by: str, id: str, range: int, of: str = "", asked: int | None = None) -> Steps:
    """A character is placed within a range of itself, or of something else; who causes it says where, or the player
    who is asked."""
    if not able(game, id) or not (by == id or may_be_moved(game, id, by, "placed")):
        return
    if by != id and not (yield from goes(game, id, by, "placed")):
        return
    scene = TABLE(game)
    ground = (scene.markers if of in scene.markers else scene.models)[of].footprint if of else None
    question = Place(scene, id, inches(range), PLACING, ground, names=game.content.names)
    player = character(game, by).player if asked is None else asked
    question = replace(question, hints=game.on_demand(places, question, player))
    x, y, *_ = yield Request(player, "place", question, "place.range", {"character": id, "by": by})
    yield Moved(id, "place", x, y, by, rule="place.range")

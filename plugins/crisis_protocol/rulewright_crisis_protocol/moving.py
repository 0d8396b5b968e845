"""Movement by a character's own will: advancing and climbing with a movement tool, and being placed."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Procedure, Request, choose, rule
from rulewright.field.inches import Place, ToolMove
from rulewright.geometry.plane.tools import Passage

from .events import Moved
from .numbers import speed
from .objectives import gap_to
from .space_rules import ADVANCING, CLIMBING, PLACING
from .terms import Activation, able, character, has
from .tools import SPEEDS, Speed, inches, movement_tool
from .world import TABLE

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

CLIMBER: Final = 5
"""The size as which a climbing, flying or wall-crawling character counts where the tool is placed."""
GOALS: Final = 3
"""How many of the nearest enemies and tokens a move is suggested towards."""


class Move(Context):
    """A move action, or an advance that an effect grants with a ``tool`` of its own, which is no action."""

    player: int
    character: str
    tool: str = ""


@rule("action.move", "move.tool", "field.condition.slow")
def ways_to_move(position: Position, id: str, longest: str = "") -> list[tuple[str, Speed]]:
    """To advance with the tool of the speed or a shorter one, or to climb with the short one."""
    most = speed(position, id)
    if longest:
        most = SPEEDS[min(SPEEDS.index(most), [*SPEEDS].index(longest))]  # type: ignore[arg-type]
    return [*(("advance", tool) for tool in reversed(SPEEDS[: SPEEDS.index(most) + 1])), ("climb", "short")]


@rule("action.move", "terms.cannot-example")
def choose_way(game: Game, move: Move) -> Steps:
    """How the character moves, and where; where it cannot make another move action, nothing happens."""
    if not move.tool:
        if not can_move_again(game, move.character):
            return
        activation = game.find_context(Activation)
        if activation is not None and activation.character == move.character:
            yield game.note(activation, moves=activation.moves + 1)
    how, tool = yield choose(
        move.player, "way_to_move", ways_to_move(game, move.character, move.tool), "action.move",
        character=move.character,
    )  # fmt: skip
    question = tool_move(game, move.character, how, tool)
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


MOVE: Final = Procedure("move", [choose_way], Move)


@rule(
    "advance.tool", "advance.place", "climb.tool", "climb.limit", "keyword.flight", "keyword.wall-crawler",
    "measure.placing", "move.overlap", "move.fit", "move.balance", "measure.move-example", "move.bend-example",
    "climb.example",
)  # fmt: skip
def tool_move(game: Game, id: str, how: str, tool: Speed) -> ToolMove:
    """The question where a character goes with a movement tool."""
    rules = CLIMBING if how == "climb" else ADVANCING
    return ToolMove(
        TABLE(game), id, movement_tool(tool, game.setup.tool_width), Passage(reach(game, id, how)), rules,
        names=game.content.names, hints=game.on_demand(_towards, id),
    )  # fmt: skip


@rule("keyword.flight", "keyword.wall-crawler", "climb.tool")
def reach(position: Position, id: str, how: str) -> int:
    """Over terrain of which size the tool may lie."""
    own = int(position.content.characters[character(position, id).card].size)
    climbs = how == "climb" or has(position, "flight", id) or has(position, "wall crawler", id)
    return max(own, CLIMBER) if climbs else own


def _towards(position: Position, id: str) -> Iterator[tuple[Any, Any]]:
    """Towards the nearest tokens and enemies, straight."""
    scene, own = TABLE(position), character(position, id)
    foes = [str(one.id) for one in position.state.characters.values() if one.player != own.player]
    things = [*scene.markers, *(foe for foe in foes if able(position, foe))]
    for thing in sorted(things, key=lambda thing: gap_to(position, id, thing))[:GOALS]:
        at = scene.markers[thing] if thing in scene.markers else scene.models[thing].pose
        way = degrees(atan2(at.y - own.y, at.x - own.x))
        yield position.content.towards(position, thing), ("lay", way, 0.0)


@rule("place.range", "move.balance", "move.fit")
def place(game: Game, by: str, id: str, range: int, of: str = "") -> Steps:
    """A character is placed within a range of itself, or of something else; who causes it says where."""
    if not able(game, id) or not (by == id or game.may("be moved", id)):
        return
    scene = TABLE(game)
    ground = scene.models[of].footprint if of in scene.models else None
    question = Place(scene, id, inches(range), PLACING, ground, names=game.content.names)
    player = character(game, by).player
    x, y, *_ = yield Request(player, "place", question, "place.range", {"character": id, "by": by})
    yield Moved(id, "place", x, y, by, rule="place.range")

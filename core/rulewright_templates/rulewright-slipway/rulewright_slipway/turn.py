"""2 The turn: a figure moves, and then attacks or throws smoke. And the end of the game."""

from __future__ import annotations

from functools import partial

from rulewright import Context, Game, GameOver, Loop, Request, Roll, Steps, choose, rule
from rulewright.field import FaultRules, Route, Squares
from rulewright.geometry import grid

from .minds import worth_going_to
from .space import BOARD, clicks_left, crew, needed, shows, targets
from .state import Attacked, Damaged, KnockedOut, Moved, SmokeLaid

POTS = 2
THROW = 4
SMOKE = "smoke pot"

MOVING = FaultRules(
    {
        "too far": "2.2",
        "wall between": "2.4",
        "change of elevation": "2.4",
        "has to stop beside an opposing figure": "2.5",
        "has to stop": "2.6",
        "opposing figure": "2.5",
    },
    others="2.3",
)
THROWING = FaultRules({}, others="4.1")


class Deed(Context):
    """What the figure of this turn does."""

    player: int
    round: int = 1
    figure: str = ""
    act: str = ""


def next_deed(game: Game, last: Deed | None) -> Deed:
    """The crews take turns."""
    if last is None:
        return Deed(player=0)
    return Deed(player=1 - last.player, round=last.round + last.player)


@rule("2.1")
def pick_figure(game: Game, deed: Deed) -> Steps:
    """The player picks one of their figures."""
    figure = yield choose(deed.player, "figure", [one.id for one in crew(game, deed.player)], "2.1")
    yield game.note(deed, figure=figure)


@rule("2.2", "2.3", "2.4", "2.5", "2.6")
def move(game: Game, deed: Deed) -> Steps:
    """It moves up to its speed, square by square."""
    scene, speed = BOARD(game), shows(game, deed.figure).speed
    stops = grid.beside(scene.board, scene.others(deed.player)) | scene.board.where(grid.WATER)
    hints = partial(worth_going_to, game.content, scene, deed.figure)
    route = Route(scene, deed.figure, speed, rules=MOVING, hints=hints, beside_foes=stops)
    way = yield Request(deed.player, "move", route, "2.2", {"figure": deed.figure, "speed": speed})
    if len(way) > 1:
        yield Moved(deed.figure, way, rule="2.2")


@rule("3.1", "4.1")
def choose_act(game: Game, deed: Deed) -> Steps:
    """Then it attacks someone in its line of fire, throws a smoke pot, or does nothing."""
    pots = POTS - sum(smoke.player == deed.player for smoke in game.state.smoke.values())
    acts = [*targets(game, deed.figure), *([SMOKE] if pots else [])]
    if acts:
        act = yield choose(deed.player, "act", [*acts, None], "3.1", figure=deed.figure)
        yield game.note(deed, act=act or "")


@rule("4.1")
def throw_smoke(game: Game, deed: Deed) -> Steps:
    """The pot lands in a clear square without a figure, in the line of fire and at most four squares away."""
    if deed.act != SMOKE:
        return
    scene = BOARD(game)
    seen, _ = grid.seen_by(scene.board, deed.figure, scene.figures)
    near = grid.ball(scene.board, scene.figures.mask(deed.figure), THROW)
    squares = seen & near & scene.board.where(grid.CLEAR) & ~scene.side(0, 1)
    if squares:
        at = yield Request(deed.player, "throw", Squares(scene, squares, THROWING), "4.1")
        yield SmokeLaid(deed.player, at, rule="4.1")


@rule("3.2", "3.3")
def attack(game: Game, deed: Deed) -> Steps:
    """Two dice and the attack value come to 15, or to 17 where the line is hindered: a hit."""
    if deed.act in ("", SMOKE):
        return
    wanted = needed(game, deed.figure, deed.act)
    faces = yield Roll.d6(2, deed.player, "attack", rule="3.2")
    hit = sum(faces) >= wanted
    yield Attacked(deed.figure, deed.act, faces, wanted, hit, rule="3.2")
    if hit:
        yield damage(game, deed.act, shows(game, deed.figure).damage)


@rule("3.4", "3.5")
def damage(game: Game, target: str, clicks: int) -> Damaged | KnockedOut:
    """A hit turns the dial of the target; past its last click it is knocked out."""
    left = len(game.content["figures"][target].dial) - game.state.fighters[target].click
    return Damaged(target, clicks, rule="3.4") if clicks < left else KnockedOut(target, rule="3.5")


@rule("5.1", "5.2")
def finish(game: Game, deed: Deed) -> GameOver | None:
    """The last crew on the map wins; after the last round the one with more clicks left."""
    left = [clicks_left(game, player) for player in game.players]
    if 0 in left:
        return GameOver((left.index(max(left)),), "last crew standing", rule="5.1")
    if deed.player == 1 and deed.round == game.setup.rounds:
        winners = (left.index(max(left)),) if left[0] != left[1] else ()
        return GameOver(winners, "time is up", rule="5.2")
    return None


GAME = Loop("turn", next_deed, [pick_figure, move, choose_act, throw_smoke, attack, finish], announce=True)

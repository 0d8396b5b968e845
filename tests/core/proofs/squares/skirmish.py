"""A turn: a player picks a figure, it moves over the map, and attacks someone in its line of fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import rulewright as rw
from rulewright.field import BoardScene, FaultRules, Route
from rulewright.geometry import grid

from .figures import BOARD, Attacked, Damaged, Fighter, KnockedOut, Moved, Setup, Yard, lines, populate
from .looks import DESK, LEDGER, TEXTS, called, label, name, panel

TURNS = 40

MOVING = FaultRules(
    {
        "too far": "move.speed",
        "ends in an occupied square": "move.end",
        "ends in blocking terrain": "move.end",
        "has to stop beside an opposing figure": "move.beside",
        "change of elevation": "move.ramp",
        "wall between": "move.wall",
    },
    others="move.way",
)


class Deed(rw.Context):
    """What the figure of this turn does."""

    player: int
    figure: str
    target: str = ""


def mine(position: Any, player: int) -> list[Fighter]:
    return [fighter for fighter in position.state.fighters.values() if fighter.player == player]


@rw.rule("turn.figure")
def pick_figure(game: rw.Game, turn: rw.Turn) -> rw.Steps:
    """The player picks one of their figures."""
    figure = yield rw.choose(turn.player, "figure", [one.id for one in mine(game, turn.player)], "turn.figure")
    return DEED(player=turn.player, figure=figure)


# -------------------------------------------------------------------------------------------------------------- moving


@rw.rule("move.speed", "move.way")
def move(game: rw.Game, deed: Deed) -> rw.Steps:
    """It moves up to its speed, square by square."""
    fighter = game.state.fighters[deed.figure]
    scene = BOARD(game)

    def hints(reach: grid.Reach) -> Iterator[tuple[Any, grid.Square]]:
        """Squares from which it can attack, and the one nearest to an opposing figure."""
        foes = [one for one in scene.figures if one.side != fighter.player]
        for foe in foes:
            seen, hindered = grid.seen_by(scene.board, foe.id, scene.figures)
            near = grid.ball(scene.board, scene.figures.mask(foe.id), max(1, fighter.card.range))
            for squares in (seen & ~hindered & near & reach.ends, seen & near & reach.ends):
                if squares:
                    words = {lang: attack + called(foe.id)[lang] for lang, attack in ATTACK.items()}
                    yield words, farthest_from(scene, squares, foe.squares[0])
                    break

    route = Route(scene, deed.figure, fighter.shows.speed, rules=MOVING, hints=hints, names=called)
    about = {"figure": deed.figure, "speed": fighter.shows.speed}
    way = yield rw.Request(deed.player, "move", route, "move.way", about)
    if len(way) > 1:
        yield Moved(deed.figure, way, rule="move.way")


ATTACK = {"en": "to attack ", "zh": "去攻击"}


def farthest_from(scene: BoardScene, squares: grid.Mask, foe: grid.Square) -> grid.Square:
    return max(scene.board.squares(squares), key=lambda at: grid.distance(at, foe))


# ----------------------------------------------------------------------------------------------------------- attacking


def targets(game: Any, figure: str) -> list[str]:
    """Opposing figures within range and line of fire; without range those beside it."""
    fighters = game.state.fighters
    player, reach = fighters[figure].player, max(1, fighters[figure].card.range)
    aims = lines(game).row(figure)
    foes = [one for one in aims if fighters[one].player != player]
    return [foe for foe in foes if aims[foe].within(reach) != grid.LineState.BLOCKED]


@rw.rule("attack.line")
def choose_target(game: rw.Game, deed: Deed) -> rw.Steps:
    """It may attack someone within its range and line of fire."""
    if found := targets(game, deed.figure):
        target = yield rw.choose(deed.player, "target", [*found, None], "attack.line", figure=deed.figure)
        if target is not None:
            yield game.note(deed, target=target)


@rw.rule("attack.roll", "attack.hindered")
def roll_attack(game: rw.Game, deed: Deed) -> rw.Steps:
    """Two dice and the attack value reach the defense of the target, one more behind hindering terrain."""
    if not deed.target:
        return
    shooter, target = game.state.fighters[deed.figure], game.state.fighters[deed.target]
    line = lines(game)[deed.figure, deed.target].within(max(1, shooter.card.range))
    faces = yield rw.Roll.d6(2, deed.player, "attack", rule="attack.roll")
    needed = target.shows.defense + (line == grid.LineState.HINDERED)
    hit = sum(faces) + shooter.shows.attack >= needed
    yield Attacked(deed.figure, deed.target, faces, hit, rule="attack.roll")
    if hit:
        yield from damage(target, shooter.shows.damage)


@rw.rule("attack.damage", "attack.out")
def damage(target: Fighter, clicks: int) -> Iterator[rw.Event]:
    """The dial of the target turns by the damage; past its last click it is knocked out."""
    left = len(target.card.dial) - 1 - target.click
    if clicks > left:
        yield KnockedOut(str(target.id), rule="attack.out")
    else:
        yield Damaged(str(target.id), clicks, rule="attack.damage")


DEED = rw.Procedure("deed", [move, choose_target, roll_attack], Deed)

# ----------------------------------------------------------------------------------------------------------- the game


@rw.rule("end.last", "end.time")
def finish(game: rw.Game, turn: rw.Turn) -> rw.Event | None:
    """The last side standing wins; after forty turns the one with more clicks left."""
    left = [health(game, player) for player in game.players]
    if 0 in left:
        return rw.GameOver((left.index(max(left)),), "last side standing", rule="end.last")
    if turn.number >= TURNS:
        winners = tuple(player for player in game.players if left[player] == max(left) > min(left))
        return rw.GameOver(winners, "time is up", rule="end.time")
    return None


def health(position: Any, player: int) -> int:
    """The clicks that a player's figures have left."""
    return sum(len(fighter.card.dial) - fighter.click for fighter in mine(position, player))


def evaluate(view: rw.View, player: int) -> float:
    """Clicks left on either side; figures that are near to an opposing one."""
    own, others = mine(view, player), mine(view, 1 - player)
    near = sum(min((grid.distance(one.at, other.at) for other in others), default=0) for one in own)
    return health(view, player) - health(view, 1 - player) - 0.02 * near


def suggest(view: rw.View, request: Any) -> Sequence[Any] | None:
    """Of all ways those that lead to an attack, and a few more."""
    if request.ask != "move":
        return None
    ways: Sequence[Any] = request.space.suggest(6, Random(0))
    return ways


SKIRMISH = rw.Ruleset(
    id="squares_skirmish",
    title="Skirmish in the yard",
    state=Yard,
    flow=rw.Loop("turn", rw.turns(lambda game: game.players), [pick_figure, finish], announce=True),
    procedures=[DEED],
    setup=Setup,
    populate=populate,
    events=[Moved, Attacked, Damaged, KnockedOut],
    texts=TEXTS,
    ledger=LEDGER,
    evaluate=evaluate,
    suggest=suggest,
    label=label,
    name=name,
    panel=panel,
    odds=DESK,
)

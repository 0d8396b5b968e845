"""Winning: victory points, who is defeated, how a game ends (chapters 5 and 26)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from rulewright import EffectEnded, GameOver, Roll, rule, trigger

from .events.belongings import Unequipped
from .events.characters import RemovedFromGame
from .events.damage import KnockedOut
from .events.victory import Defeated, Divided, ElementLost, Scored, TieRolled
from .state import element_of
from .terms import character, turn_order

if TYPE_CHECKING:
    from collections.abc import Collection

    from rulewright import Event, Game, Position, Steps

    from .state import Character

ENOUGH: Final = 100
"""With this many victory points more than the build total a player defeats all opponents (5.2)."""

MISSION: Final = 20
"""The mission points with which a player wins (5.3c)."""

GONE: Final = ("ko", "removed")
"""The areas of what has left the game."""

IN_PLAY: Final = ("map", "card", "outside", "aside")
"""The areas of what a player controls (2.5)."""


# Scoring ----------------------------------------------------------------------------------------------------


@trigger(KnockedOut, RemovedFromGame, player=lambda game, event, source: None)
@rule("12.5d", "20.6b")
def effects_end(game: Any, event: KnockedOut | RemovedFromGame, source: None) -> Any:
    """Effects on a KO'd character end, and its own do unless they last even so."""
    gone = ("characters", event.character)
    return [
        EffectEnded(effect.id, "lost", rule="12.5d")
        for effect in game.state.effects.values()
        if (effect.target_table, effect.target) == gone
        or ((effect.source_table, effect.source) == gone and not effect.even_if_lost)
    ]


@trigger(KnockedOut, RemovedFromGame, player=lambda game, event, source: None)
@rule("3.2a", "5.4a", "5.4b", "2.2b", "2.2c", "3.4a", "21.8")
def score_ko(game: Any, event: KnockedOut | RemovedFromGame, source: None) -> Any:
    """A KO'd character is scored: the point value of its starting line, and what was paid for its traits."""
    lost = character(game, event.character)
    points = points_of_replacements(game, lost) if lost.replaces else lost.points + lost.extra
    return scored(game, lost.starting, points, lost.hurt_by)


@rule("21.12b")
def points_of_replacements(game: Game, lost: Character) -> int:
    """When all who stand in the place of a character are KO'd: its points, or those of them together if that is more.

    Whoever replaced a replacement stands for all before; by the option only for the one that it replaced itself.
    """
    steps = 1 if game.setup.one_step_of_replacements else len(game.state.characters)
    lines = {one.id: (*one.stands_for[-steps:], str(one.id)) for one in game.state.characters.values()}
    (first, *_) = lines[lost.id]
    last = {id: line for id, line in lines.items() if len(line) > 1 and line[0] == first}
    if any(character(game, str(id)).area not in GONE for id in last):
        return 0
    return worth(game, (first,), last.values())


@rule("21.12b")
def worth(game: Game, place: tuple[str, ...], lines: Collection[tuple[str, ...]]) -> int:
    """What stood in a place is worth: the last of those who did, or all who took its place, if that is more."""
    one, steps = character(game, place[-1]), len(place)
    after = {line[: steps + 1] for line in lines if line[:steps] == place and len(line) > steps}
    return max(one.points + one.extra, sum(worth(game, line, lines) for line in after))


@trigger(KnockedOut, RemovedFromGame, player=lambda game, event, source: None)
@rule("21.7")
def attached_goes(game: Any, event: KnockedOut | RemovedFromGame, source: None) -> Any:
    """What is attached to a KO'd element leaves the map and is removed from the game."""
    attached = [one for one in game.state.characters.values() if one.attached == event.character]
    return [RemovedFromGame(str(one.id), rule="21.7") for one in attached if one.area == "map"] or None


@trigger(ElementLost, player=lambda game, event, source: None)
@rule("5.4a", "25.6b")
def score_element(game: Any, event: ElementLost, source: None) -> Any:
    """An object or game element that is KO'd or destroyed is scored, a location with the bonuses that were paid for."""
    book, name = game.content, element_of(event.element)
    if name in book.special_markers:
        return scored(game, event.player, book.special_markers[name].points)
    element, paid = book.elements[name], game.state.forces[event.player].bonuses
    bonuses = sum(bonus.points for bonus in element.bonuses if bonus.id in paid)
    return scored(game, event.player, element.points + bonuses)


@rule("5.4a", "26.3")
def scored(game: Game, owner: int, points: int, hurt_by: int | None = None) -> Event | None:
    """The opponent of two players scores; of more, the one whose turn it is, or else who last damaged it."""
    if not points:
        return None
    if len(game.players) == 2:
        return Scored(1 - owner, points, rule="5.4a")
    active = game.active
    scorer = active if active in game.opponents(owner) else hurt_by
    if scorer is None:
        return Divided(owner, points, rule="26.3")
    return Scored(scorer, points, rule="26.3")


@rule("26.3", "5.4")
def victory_points(position: Position, player: int) -> Fraction:
    """The victory points of a player, with a share of what nobody scored."""
    divided = ((position.opponents(owner), points) for owner, points in position.state.match[0].divided)
    shared = sum((Fraction(points, len(others)) for others, points in divided if player in others), Fraction(0))
    return shared + int(position.state.forces[player].victory)


# Defeat -----------------------------------------------------------------------------------------------------


@rule("5", "5.1", "5.2", "5.3b", "5.3c", "26.1", "26.4")
def defeats(game: Game, context: Any = None) -> Steps:
    """Who is defeated falls; the game ends when one side is left, or none."""
    while fallen := [seat for seat in standing(game) if is_defeated(game, seat)]:
        yield [Defeated(seat, rule="5.2") for seat in fallen]
        for seat in fallen:
            yield from fall(game, seat)
    left = standing(game)
    if not left or (len(left) == 1 and game.setup.event == "battle royale"):
        yield GameOver((yield from most_points(game)), "victory_points", rule="5.4")
    elif len({game.team(seat) for seat in left}) == 1:
        yield GameOver(game.team(left[0]), "last_standing", rule="5.1")


def standing(position: Position) -> list[int]:
    """The players who are not defeated, the first player first."""
    return [seat for seat in turn_order(position) if not position.state.forces[seat].defeated]


@rule("5.2", "5.3b", "5.3c", "2.5")
def is_defeated(position: Position, player: int) -> bool:
    """Whether a player was made to lose or has no character of at least 1 point, or an opponent has scored enough."""
    forces = position.state.forces
    if forces[player].lost:
        return True
    everyone = position.state.characters.values()
    if not any(one.player == player and one.area in IN_PLAY and one.points > 0 for one in everyone):
        return True
    others = position.opponents(player)
    if any(forces[seat].mission >= MISSION for seat in others):
        return True
    limit = position.setup.build_total + ENOUGH
    return position.setup.event != "battle royale" and any(forces[seat].victory >= limit for seat in others)


@rule("26.1", "5.4b", "25.4a", "25.5", "25.6b")
def fall(game: Game, player: int) -> Steps:
    """All that is left of a defeated force is KO'd and scored, but for its Sideline."""
    for one in list(game.state.characters.values()):
        if one.player == player and one.area in IN_PLAY:
            yield KnockedOut(str(one.id), rule="26.1")
    for element in game.state.forces[player].elements:
        worn = (str(one.id) for one in game.state.characters.values() if one.equipment == element)
        yield [Unequipped(id, element, rule="26.1") for id in worn]
        yield ElementLost(player, element, rule="5.4b")


# The end ----------------------------------------------------------------------------------------------------


@rule("5.4", "26.4")
def most_points(game: Game) -> Any:
    """The players with the most victory points; of those who are tied the one who rolls highest."""
    points = {seat: victory_points(game, seat) for seat in turn_order(game)}
    sums = {team: sum(points[seat] for seat in team) for team in map(game.team, points)}
    tied = [team for team in sums if sums[team] == max(sums.values())]
    while len(tied) > 1:
        rolls: dict[tuple[int, ...], int] = {}
        for team in tied:
            faces = yield Roll.d6(2, team[0], "tie", rule="5.4")
            yield TieRolled(team[0], faces, rule="5.4")
            rolls[team] = sum(faces)
        tied = [team for team in tied if rolls[team] == max(rolls.values())]
    return tied[0]

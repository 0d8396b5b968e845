"""Damage, healing and KO: dials turn click by click, and players score."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, GameOver, Procedure, rule

from .events import DamageDealt, Defeated, Healed, KnockedOut, RemovedFromGame, Scored, TookDamage, Turned
from .terms import character, characters_of, has, on_map, shows

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps


class Turning(Context):
    """A dial is turned by so many clicks, back where it is healed; ``turned`` counts them."""

    character: str
    clicks: int
    attack: bool = False
    turned: int = 0


@rule("1.6a", "6.6", "12.5c", "18.4", "18.4a", "keyword.stop")
def turn_dial(game: Game, turning: Turning) -> Steps:
    """Click by click: to the KO click, back to the starting line, or as far as a STOP click."""
    id, step = turning.character, 1 if turning.clicks > 0 else -1
    for turned in range(1, abs(turning.clicks) + 1):
        now = character(game, id)
        if shows(game, id).ko if step > 0 else now.click <= now.start:
            return
        yield Turned(id, now.click + step, step < 0, rule="12.5c" if step > 0 else "6.6")
        yield game.note(turning, turned=turned)
        if step > 0 and turning.attack and has(game, "stop", id):
            return


TURN_DIAL: Final = Procedure("turn the dial", [turn_dial], Turning)


@rule("12.5", "12.5a", "12.5d", "12.4d", "12.4")
def deal(
    game: Game, shares: Iterable[tuple[str, int]], by: str = "", kind: str = "", *, attack: bool = False, rule: str
) -> Steps:
    """Characters are dealt damage at the same time; each then turns its dial and is checked for KO.

    Receives the clicks that each has taken.
    """
    dealt = [DamageDealt(id, amount, amount, by, kind, attack, rule=rule) for id, amount in shares if on_map(game, id)]
    taken = yield dealt
    clicks: dict[str, int] = {}
    for event in taken:
        if event is None or not event.taken or not on_map(game, event.character):
            continue
        done = yield TURN_DIAL(character=event.character, clicks=event.taken, attack=attack)
        if done.turned:
            clicks[event.character] = done.turned
            yield TookDamage(event.character, done.turned, by, attack, rule="12.5c")
        yield from check_for_ko(game, event.character, by)
    return clicks


@rule("12.5d", "1.8", "24.1")
def check_for_ko(game: Game, id: str, by: str = "") -> Steps:
    """A character whose dial shows KO is KO'd."""
    if on_map(game, id) and shows(game, id).ko:
        yield KnockedOut(id, by, rule="12.5d")


@rule("6.6", "6.6a")
def heal(game: Game, id: str, clicks: int, rule: str) -> Steps:
    """A character is healed, at most to its starting line."""
    if clicks > 0 and on_map(game, id):
        done = yield TURN_DIAL(character=id, clicks=-clicks)
        if done.turned:
            yield Healed(id, done.turned, rule=rule)


# Scoring and the end ----------------------------------------------------------------------------------------


@rule("5.4", "5.4a", "26.3")
def score(game: Game, event: KnockedOut | RemovedFromGame) -> Event | None:
    """Whoever opposes a KO'd character scores the point value of its starting line."""
    lost = character(game, event.character)
    scorer = next(seat for seat in game.players if seat != lost.starting)
    points: int = points_of_replacements(game, lost.replaces) if lost.replaces else lost.points
    return Scored(scorer, points, rule="5.4a") if points else None


@rule("21.12b")
def points_of_replacements(game: Game, replaced: str) -> int:
    """When all that replaced a character are KO'd: its points, or those of them together if that is more."""
    came = [one for one in game.state.characters.values() if one.replaces == replaced]
    if any(one.area not in ("ko", "removed") for one in came):
        return 0
    total: int = sum(one.points for one in came)
    return max(character(game, replaced).points, total)


@rule("5.1", "5.2")
def defeats(game: Game, context: Any = None) -> Steps:
    """A player without characters of at least 1 point is defeated; so is one whose opponent scored enough."""
    limit = game.setup.build_total + 100
    for seat in game.players:
        left = any(one.points > 0 for one in characters_of(game, seat))
        beaten = any(game.state.forces[other].victory >= limit for other in game.players if other != seat)
        if not game.state.forces[seat].defeated and (not left or beaten):
            yield Defeated(seat, rule="5.2")
    standing = [seat for seat in game.players if not game.state.forces[seat].defeated]
    if len(standing) == 1:
        yield GameOver((standing[0],), "last_standing", rule="5.1")
    elif not standing:
        yield GameOver(most_points(game), "victory_points", rule="5.4")


@rule("5.4")
def most_points(game: Game) -> tuple[int, ...]:
    """The players with the most victory points."""
    points = {seat: game.state.forces[seat].victory for seat in game.players}
    return tuple(seat for seat in game.players if points[seat] == max(points.values()))

"""Beams and areas: series of attacks, of which each is resolved completely."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rulewright import Context, Loop, Procedure, ask_which, rule
from rulewright.geometry import plane
from rulewright.geometry.caching import kept

from ..damage import damage
from ..events.attacks import SeriesAimed
from ..events.characters import PowerSpent
from ..lasting import ended_for
from ..space.battlefield import TABLE
from ..space.beams import Lay, beam_lays
from ..space.tools import inches
from ..terms import Series, able, allied, character, origin_of
from .choosing import choose_type, cost_of, may_target, reached, seen
from .sequence import ATTACK

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps
    from rulewright.geometry.plane import Scene


@rule("attack.step-3", "beam.resolve", "area.resolve")
def pay_once(game: Game, series: Series) -> Event | None:
    """The cost is paid once for the whole series."""
    cost = 0 if series.terms.free else cost_of(game, series.attacker, game.content.attacks[series.attack])
    return PowerSpent(series.attacker, cost, rule="beam.resolve") if cost else None


@rule("beam.definition", "beam.resolve", "beam.example", "area.definition", "area.resolve", "area.allies")
def strike_out(game: Game, series: Series) -> Steps:
    """Who is hit: enemies are attacked one by one, each ally suffers 1 damage; by one who is dazed or gone, nobody."""
    if not able(game, series.attacker):
        return
    sheet = game.content.attacks[series.attack]
    if sheet.shape == "beam":
        hit = yield from _aim(game, series, sheet.range)
        id = "beam.resolve"
    else:
        hit, id = plane.tools.area(TABLE(game), _origin(game, series), inches(sheet.range)), "area.allies"
    players = {one: character(game, one).player for one in hit if one != series.attacker and able(game, one)}
    foes = [one for one, player in players.items() if player != series.player]
    aimed = tuple(foe for foe in foes if may_target(game, _origin(game, series), foe, sheet))
    yield game.note(series, left=aimed, aimed=len(aimed))
    yield SeriesAimed(series.attacker, series.attack, tuple(players), rule=f"{sheet.shape}.definition")
    allies = [one for one, player in players.items() if player == series.player]
    if allies and "allies" not in sheet.ignores:
        yield [damage(game, one, 1, series.attacker, rule=id) for one in allies]


@rule("beam.definition", "beam.specific-target", "beam.example", "field.tools.range")
def _aim(game: Game, series: Series, range: int) -> Steps:
    """The attacker lays the beam anywhere along its base so that it hits an enemy: whom it is laid over is chosen."""
    who = series.attacker
    foes = {*reached(game, who, game.content.attacks[series.attack], series.terms)}
    others = tuple(str(one.id) for one in game.state.characters.values() if one.id != who and able(game, str(one.id)))
    lays = _lays(TABLE(game), _origin(game, series), range, others)
    hits = [lay.hit for lay in lays if foes & {*lay.hit}]
    hits.sort(key=lambda hit: (sum(allied(game, who, one) for one in hit), -len(hit)))
    return (yield from ask_which(series.player, "aim", hits, "beam.definition", character=who, attack=series.attack))


@kept
def _lays(scene: Scene, origin: str, range: int, others: tuple[str, ...]) -> tuple[Lay, ...]:
    """The ways of laying a beam that hit different ones of these."""
    return beam_lays(scene, origin, inches(range), inches(1), others)


def _left_to_strike(game: Game, series: Series) -> Iterator[str]:
    sheet = game.content.attacks[series.attack]
    who, origin = series.attacker, _origin(game, series)
    return (foe for foe in series.left if able(game, foe) and seen(game, who, foe, sheet, origin))


def _origin(game: Game, series: Series) -> str:
    return origin_of(game, series.attacker, series.attack, series.terms)


class Strike(Context):
    """One attack of a series, against whom; ``target`` is empty where none is left."""

    target: str


@rule("beam.resolve", "area.resolve")
def next_strike(game: Game, last: Strike | None) -> Strike | None:
    """As long as enemies are left who can be attacked, and the attacker can attack."""
    series = game.context(Series)
    goes_on = able(game, series.attacker) and any(_left_to_strike(game, series))
    return Strike(target="") if goes_on else None


@rule("beam.resolve", "area.resolve")
def strike(game: Game, context: Strike) -> Steps:
    """The attacker chooses the next target; its attack is resolved completely."""
    series = game.context(Series)
    left = list(_left_to_strike(game, series))
    target = yield from ask_which(
        series.player, "next_target", left, "beam.resolve", attacker=series.attacker, attack=series.attack
    )
    yield game.note(series, left=tuple(foe for foe in left if foe != target), struck=series.struck + 1)
    return ATTACK(
        player=series.player, attacker=series.attacker, attack=series.attack, target=target, series=True,
        terms=series.terms, type=series.type,
    )  # fmt: skip


@rule("attack.step-14", "beam.resolve", "area.resolve")
def end_series(game: Game, series: Series) -> list[Event]:
    """What counts for the next attack action of the attacker ends with the last of its attacks."""
    return ended_for(game, series.attacker)


SERIES: Final = Procedure(
    "series", [choose_type, pay_once, strike_out, Loop("strikes", next_strike, [strike]), end_series], Series
)

"""The battle: rounds of turns, and phases in which one unit after the other acts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import rulewright as rw

from .terms import CARRIERS, Battle, PhaseOver, Setup, Unit, populate


class Pick(rw.Context):
    """A player chooses which unit acts next."""

    player: int
    units: tuple[int, ...]


Advance = Callable[[rw.Game, Pick | None], Pick | None]


def picking(able: Callable[[rw.Game, Unit], Any], in_turn: bool = False) -> Advance:
    """Advance: the active player's units one by one, or those of both players in turn, the other player's first."""

    def advance(game: rw.Game, last: Pick | None) -> Pick | None:
        active = game.context(rw.Turn).player
        first = 1 - (last.player if last else active)
        for player in (first, 1 - first) if in_turn else (active,):
            own = [unit for unit in game.state.units.values() if unit.owner == player and not unit.done]
            units = tuple(unit.id for unit in own if able(game, unit))
            if units:
                return Pick(player=player, units=units)
        return None

    return advance


def phase_over(game: rw.Game, turn: rw.Turn) -> rw.Event:
    return PhaseOver()


def wiped_out(game: rw.Game, turn: rw.Turn) -> rw.Event | None:
    owners = {unit.owner for unit in game.state.units.values()}
    return rw.GameOver(tuple(owners)) if len(owners) < 2 else None


def verdict(game: rw.Game, nothing: None) -> rw.Event:
    """Whoever has more models left wins."""
    owners = [game.state.units[model.unit].owner for model in game.state.models.values()]
    return rw.GameOver(tuple(player for player in (0, 1) if owners.count(player) > owners.count(1 - player)))


def ruleset(name: str, *phases: tuple[str, rw.Loop], **parts: Any) -> rw.Ruleset:
    """A battle of some rounds, in whose turns these phases follow each other."""
    steps = [rw.Phase(phase, [loop, phase_over]) for phase, loop in phases]
    turn = rw.Loop("turn", rw.turns(lambda game: game.players, once=True), [*steps, wiped_out])
    battle = rw.Loop("round", lambda game, last: rw.rounds(game.setup.rounds)(game, last), [turn])
    flow = rw.Procedure("battle", [battle, verdict])
    return rw.Ruleset(
        id=name, title=name, state=Battle, flow=flow, populate=populate, setup=Setup,
        carriers=CARRIERS, active=lambda game: getattr(game.find_context(rw.Turn), "player", None),
        timing=rw.TimingPolicy(rw.active_first), **parts,
    )  # fmt: skip

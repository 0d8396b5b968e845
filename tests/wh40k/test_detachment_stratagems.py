"""The Stratagems of the detachments that come with the game: when, on whom, and what they do."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import HitsRolled
from rulewright_wh40k.events.charge import ChargeRolled
from rulewright_wh40k.events.command import ShockTested
from rulewright_wh40k.terms import DeclaredCharge

from .table import FOES, MINE, army, battle, happened, invent, offered, phase, plain, sheet, unit, use

GAP = 32 / 25.4
WATCH: dict[str, Any] = {"detachment": "night-watch"}
GROWTH: dict[str, Any] = {"detachment": "wild-growth"}


def begun(name: str, *things: Any, mine: Any = None, foes: Any = None, apart: float = 10, **more: Any) -> Scenario:
    """A phase of player 0, with one unit of each player."""
    rules = invent(sheet(MINE, **(mine or {})), sheet(FOES, **(foes or {})))
    both = unit(MINE, (20, 20), **more.pop("unit", {})), unit(FOES, (20 + apart, 20))
    return phase(battle(*both, *things, rules=rules, **more), f"{name} phase")


def test_steady_light_hits_better() -> None:
    position = begun("shooting", army(0, 1, **WATCH), rolls=[(2,), (1,)]).answer(MINE, FOES)
    assert ("steady-light", MINE) in offered(position)
    plain(use(position, "steady-light", MINE))
    assert [event.hits for event in happened(position, HitsRolled)] == [1]


def test_with_lamps_out_infantry_is_hard_to_hit() -> None:
    position = begun("shooting", army(1, 1, **WATCH), rolls=[(3,)]).answer(MINE, FOES)
    use(position, "lamps-out", FOES)
    assert [event.hits for event in happened(position, HitsRolled)] == [0]
    beasts = begun("shooting", army(1, 1, **WATCH), foes={"keywords": ["Beast"]}, rolls=[(1,)]).answer(MINE, FOES)
    assert not offered(beasts)


def test_who_holds_the_wall_is_tougher() -> None:
    position = begun("fight", army(1, 1, **WATCH), apart=GAP, unit={"done": ("charge",)})
    assert ("hold-the-wall", FOES) in offered(position)
    use(position, "hold-the-wall", FOES)
    assert position.game.number("toughness", f"{FOES}.1") == 5


def test_all_clear_controls_more_for_a_turn() -> None:
    line = {"keywords": ["Battleline"]}
    position = begun("command", army(0, 0, **WATCH), mine=line)
    assert offered(position) == [("all-clear", MINE)]
    use(position, "all-clear", MINE)
    assert position.game.number("oc", f"{MINE}.1") == 2
    assert not offered(begun("command", army(0, 0, **WATCH)))


@pytest.mark.parametrize(("name", "more"), [("shooting", {}), ("fight", {"apart": GAP, "unit": {"done": ("charge",)}})])
def test_knitting_bark_keeps_wounds(name: str, more: Any) -> None:
    rolls = [(4,), (4,), (1,), (5,)]
    position = begun(name, army(1, 1, **GROWTH), rolls=rolls, **more)
    if name == "shooting":
        position.answer(MINE, FOES)
    use(position, "knitting-bark", FOES)
    assert [one.wounds for one in position.state.models.values() if one.unit == FOES] == [1]


def test_thorn_frenzy_strikes_once_more() -> None:
    position = begun("fight", army(0, 2, **GROWTH), apart=GAP, unit={"done": ("charge",)}, rolls=[(1, 1), (1,)])
    assert offered(position) == [("thorn-frenzy", MINE)]
    use(position, "thorn-frenzy", MINE)
    assert next(event.faces for event in happened(position, HitsRolled)) == (1, 1)


def test_sudden_shoots_charge_farther() -> None:
    position = begun("charge", army(0, 1, **GROWTH), apart=10, rolls=[(4, 4)])
    use(position, "sudden-shoots", MINE)
    position.answer((MINE, (FOES,)))
    assert happened(position, ChargeRolled) and position.game.context(DeclaredCharge).inches == 9


def test_creeping_dark_frightens_who_is_near() -> None:
    thorns = {"faction": "Thornkin"}
    far = begun("shooting", army(0, 1, **GROWTH), mine=thorns, apart=9 + GAP + 0.1)
    assert not offered(far)
    position = begun("shooting", army(0, 1, **GROWTH), mine=thorns, apart=9, rolls=[(1, 1)])
    use(position, "creeping-dark", MINE)
    assert [(event.unit, event.passed) for event in happened(position, ShockTested)] == [(FOES, False)]

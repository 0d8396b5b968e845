"""Insane Bravery, Grenade, Tank Shock, Go to Ground and Smokescreen: what they do, when, and to whom."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import HitsRolled, SavesRolled, TargetsDeclared
from rulewright_wh40k.events.command import ShockTested
from rulewright_wh40k.events.stratagems import FoeHarmed, StratagemUsed

from .table import (
    FOES,
    MINE,
    arm,
    army,
    battle,
    blade,
    happened,
    invent,
    left,
    offered,
    phase,
    plain,
    rule,
    sheet,
    unit,
    use,
)

GAP = 32 / 25.4
"""Inches between the middles of two bases of 32 mm that touch."""
GRENADES: dict[str, Any] = {"keywords": ["Infantry", "Grenades"]}


def cites(position: Scenario, id: str) -> None:
    """The Stratagem that was used last cost 1 CP."""
    event = happened(position, StratagemUsed)[-1]
    assert (event.stratagem, event.cost) == (id, 1)


# Insane Bravery ---------------------------------------------------------------------------------------------


@rule("errata.stratagem-insane-bravery", 2, 3, 4, 5)
@rule("core.stratagem-insane-bravery")
@rule("commentary.automatically-passes")
def test_insane_bravery_passes_the_test_once_in_a_battle() -> None:
    two = unit(MINE, (20, 20), strength=3), unit(MINE, (20, 30), strength=3, name="other")
    position = phase(battle(*two, unit(FOES, (40, 20)), army(0, 3), rolls=[(1, 1)]), "command phase")
    assert (position.window, offered(position)) == ("battle-shock test", [("insane-bravery", MINE)])
    use(position, "insane-bravery", MINE)
    cites(position, "insane-bravery")
    assert [(event.unit, event.faces, event.passed) for event in happened(position, ShockTested)] == [
        (MINE, (), True), ("other", (1, 1), False),
    ]  # fmt: skip
    assert [one.shocked for one in position.state.units.values()][:2] == [False, True]
    used = position.state.armies[0].used
    later = phase(battle(*two, unit(FOES, (40, 20)), army(0, 3, used=used), rolls=[(6, 6), (6, 6)], round=2),
                  "command phase", number=2)  # fmt: skip
    assert not offered(later) and len(happened(later, ShockTested)) == 2


@rule("errata.stratagem-insane-bravery", 1, 2)
def test_insane_bravery_is_an_epic_deed_of_the_own_command_phase() -> None:
    assert set(invent().content.stratagems["insane-bravery"].labels) == {"core", "epic deed"}
    weak = unit(FOES, (40, 20), strength=3), unit(MINE, (20, 20))
    position = phase(battle(*weak, army(0, 3), army(1, 0), rolls=[(6, 6)]), "command phase", 1)
    assert (position.player, offered(position)) == (1, [("insane-bravery", FOES)])


# Grenade ----------------------------------------------------------------------------------------------------


def thrower(
    *, done: tuple[str, ...] = (), at: tuple[float, float] = (25, 20), rolls: Any = (), **more: Any
) -> Scenario:
    """A Shooting phase with a unit that has grenades."""
    ours = unit(MINE, (20, 20), done=done)
    rules = invent(sheet(MINE, **more.pop("traits", GRENADES)), sheet(FOES, wounds=10), terrain=more.pop("terrain", ()))
    things = ours, unit(FOES, at, wounds=10), army(0, 1), *more.pop("things", ())
    return phase(battle(*things, rules=rules, rolls=rolls, **more), "shooting phase")


@rule("errata.stratagem-grenade", 2, 5, 6)
@rule("core.stratagem-grenade")
@rule("commentary.dice-results-with-no-effect")
def test_grenades_harm_on_4_and_more() -> None:
    position = use(thrower(rolls=[(1, 2, 3, 4, 5, 6)]), "grenade", MINE)
    assert [(event.faces, event.wounds) for event in happened(position, FoeHarmed)] == [((1, 2, 3, 4, 5, 6), 3)]
    assert left(position) == [7]
    cites(position, "grenade")


@rule("errata.stratagem-grenade", 1)
def test_grenade_is_wargear() -> None:
    assert set(invent().content.stratagems["grenade"].labels) == {"core", "wargear"}


@rule("errata.stratagem-grenade", 3, 4)
@pytest.mark.parametrize(
    ("more", "able"),
    [
        ({}, True),
        ({"done": ("normal",)}, True),
        ({"done": ("advance",)}, False),
        ({"done": ("fall back",)}, False),
        ({"done": ("shot",)}, False),
        ({"traits": {}}, False),
        ({"at": (20 + GAP + 0.5, 20)}, False),
    ],
)
def test_who_throws_grenades(more: Any, able: bool) -> None:
    assert (offered(thrower(**more)) == [("grenade", MINE)]) is able


WALL = {"id": "wall", "outline": [[22, 0], [23, 0], [23, 44], [22, 44]], "height": 9, "traits": ["ruin"]}


@rule("errata.stratagem-grenade", 5)
@pytest.mark.parametrize(
    ("more", "able"),
    [
        ({"at": (20 + GAP + 7.99, 20)}, True),
        ({"at": (20 + GAP + 8.01, 20)}, False),
        ({"terrain": [WALL]}, False),
        ({"things": [unit(MINE, (25, 21.5), name="friend")]}, False),
    ],
)
def test_at_whom_grenades_are_thrown(more: Any, able: bool) -> None:
    traits = GRENADES
    position = thrower(traits=traits, **more)
    assert (("grenade", MINE) in offered(position)) is able


# Tank Shock -------------------------------------------------------------------------------------------------


def tank(*, keywords: tuple[str, ...] = ("Vehicle",), toughness: int = 4, rolls: Any, cp: int = 1) -> Scenario:
    """Our unit charges: it rolled, and moves into contact."""
    rules = invent(sheet(MINE, keywords=list(keywords), toughness=toughness), sheet(FOES, wounds=12))
    things = unit(MINE, (20, 20)), unit(FOES, (25, 20), wounds=12), army(0, cp)
    position = phase(battle(*things, rules=rules, rolls=rolls), "charge phase").answer((MINE, (FOES,)))
    plain(position)
    return position.answer(((f"{MINE}.1", ((25 - GAP, 20.0),)),)) if position.asked == "close_in" else position


@rule("errata.stratagem-tank-shock", 2, 3, 4, 5)
@rule("core.stratagem-tank-shock")
def test_a_vehicle_that_charged_shocks_with_its_toughness() -> None:
    position = tank(rolls=[(6, 6), (4, 5, 6, 1)])
    assert (position.window, offered(position)) == ("charge ended", [("tank-shock", MINE)])
    use(position, "tank-shock", MINE)
    assert [(event.target, event.faces, event.wounds) for event in happened(position, FoeHarmed)] == [
        (FOES, (4, 5, 6, 1), 2)
    ]
    assert left(position) == [10]
    cites(position, "tank-shock")


@rule("errata.stratagem-tank-shock", 6)
def test_tank_shock_does_not_inflict_more_than_six() -> None:
    position = use(tank(toughness=10, rolls=[(6, 6), (6,) * 10]), "tank-shock", MINE)
    assert left(position) == [6]


@rule("errata.stratagem-tank-shock", 2, 3)
def test_no_tank_shock_without_a_charge_move_or_a_vehicle() -> None:
    assert not offered(tank(keywords=("Infantry",), rolls=[(6, 6)]))
    assert not offered(tank(rolls=[(1, 1)]))


@rule("errata.stratagem-tank-shock", 1)
@rule("errata.stratagem-fire-overwatch", 1)
@rule("errata.stratagem-heroic-intervention", 2)
def test_the_strategic_ploys() -> None:
    ploys = {id for id, one in invent().content.stratagems.items() if "strategic ploy" in one.labels}
    assert {"tank-shock", "fire-overwatch", "heroic-intervention", "counter-offensive"} <= ploys


# Go to Ground and Smokescreen -------------------------------------------------------------------------------


def shot_at(*keywords: str, player: int = 1, rolls: Any = ()) -> Scenario:
    """A unit with these keywords is shot at; its player has 1 CP."""
    foe = sheet(FOES, keywords=list(keywords), save=5, wounds=3)
    ours = unit(MINE, (20, 20)), unit(MINE, (20, 40), name="more")
    things = *ours, unit(FOES, (30, 20), wounds=3), unit(FOES, (30, 30), name="else"), army(player, 1)
    rules = invent(sheet(MINE, arm("gun", ap=-3), blade()), foe)
    position = phase(battle(*things, rules=rules, rolls=rolls), "shooting phase")
    return position.answer(MINE, FOES)


@rule("core.stratagem-go-to-ground")
@rule("errata.persisting-effects", 1)
def test_who_goes_to_ground_has_cover_and_a_ward() -> None:
    position = shot_at("Infantry", rolls=[(6,), (6,), (6,)])
    assert happened(position, TargetsDeclared) and not happened(position, HitsRolled)
    assert (position.window, position.player, offered(position)) == ("targets selected", 1, [("go-to-ground", FOES)])
    game = position.game
    before = game.number("invulnerable", f"{FOES}.1")
    use(position, "go-to-ground", FOES)
    assert before == 7 and [(event.needed, event.failed) for event in happened(position, SavesRolled)] == [(6, 0)]
    cites(position, "go-to-ground")
    assert game.may("cover", FOES) and game.number("invulnerable", f"{FOES}.1") == 6
    assert not game.may("cover", "else") and game.number("invulnerable", "else.1") == 7
    position.answer(None)
    assert not position.game.may("cover", FOES) and position.game.number("invulnerable", f"{FOES}.1") == 7


@rule("core.stratagem-smokescreen")
def test_behind_a_smokescreen_units_have_cover_and_stealth() -> None:
    position = shot_at("Vehicle", "Smoke", rolls=[(3,), (6,), (6,)])
    assert offered(position) == [("smokescreen", FOES)]
    use(position, "smokescreen", FOES)
    assert [(event.faces, event.hits) for event in happened(position, HitsRolled)] == [((3,), 0)]
    assert position.game.may("cover", FOES) and position.game.has("stealth", FOES)
    cites(position, "smokescreen")


@rule("core.stratagem-go-to-ground", 2, 3)
@rule("core.stratagem-smokescreen", 2, 3)
def test_nobody_else_hides() -> None:
    assert not offered(shot_at("Vehicle", rolls=[(1,)]))
    own = shot_at("Infantry", "Smoke", player=0, rolls=[(1,)])
    assert all(choice[0] == "command-re-roll" for choice in offered(own))

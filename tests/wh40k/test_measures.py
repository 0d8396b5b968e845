"""Distances and what follows from them: Engagement Range, charges up terrain, destroyed models, and small words."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.testing import Scenario
from rulewright_wh40k.before.deployment import EDGES
from rulewright_wh40k.events.attacks import ModelDestroyed, TargetsDeclared, WoundsLost, WoundsRolled
from rulewright_wh40k.events.charge import ChargeFailed
from rulewright_wh40k.events.movement import Moved
from rulewright_wh40k.space.battlefield import engaged, own_edge
from rulewright_wh40k.terms import AttackSequence, has_full_wounds

from .changes import changed
from .table import FOES, MINE, arm, battle, blade, happened, invent, left, phase, rule, sheet, shooting, unit

GAP = 32 / 25.4
"""Inches between the middles of two bases of 32 mm that touch."""


def raised(things: list[Any], ground: float) -> list[Any]:
    """A unit whose models stand so high."""
    return [things[0], *(replace(one, ground=ground) for one in things[1:])]


def charging(*things: Any, roll: tuple[int, int], **more: Any) -> Scenario:
    """Our unit has declared a charge and rolled for it."""
    return phase(battle(*things, rolls=[roll], **more), "charge phase").answer((MINE, (FOES,)))


def top(x: float, height: float) -> dict[str, Any]:
    """A hill from this x on."""
    return {
        "id": "hill",
        "outline": [[x, 10], [x + 15, 10], [x + 15, 30], [x, 30]],
        "height": height,
        "traits": ["hill"],
    }


def goes(position: Scenario, x: float) -> bool:
    """Whether the charge can end there; else it fails or is refused."""
    if position.asked != "close_in":
        assert happened(position, ChargeFailed)
        return False
    answer = (("mine.1", ((x, 20.0),)),)
    if position.game.request.space.check(answer):
        return False
    position.answer(answer)
    return bool(happened(position, Moved))


# Engagement Range -------------------------------------------------------------------------------------------


@rule("commentary.horizontal-and-vertical-distance")
@pytest.mark.parametrize(("across", "up", "found"), [(1.0, 5.0, True), (1.0, 5.1, False), (1.1, 0.0, False)])
def test_horizontal_and_vertical_distances_are_never_diagonal(across: float, up: float, found: bool) -> None:
    """1 inch across and 5 inches up is more than 5 inches away, and still engaged."""
    foes = raised(unit(FOES, (20 + GAP + across, 20)), up)
    position = battle(unit(MINE, (20, 20)), foes)
    assert (engaged(position.game, MINE) == (FOES,)) is found


@rule("commentary.unit-engagement-range")
@rule("commentary.any")
@pytest.mark.parametrize(("others", "found"), [((), (FOES,)), (((20 - GAP, 20.0),), (FOES, "more"))])
def test_a_unit_is_engaged_by_any_of_its_models_with_any_enemy(others: Any, found: tuple[str, ...]) -> None:
    more = [unit(FOES, *others, name="more")] if others else []
    position = battle(unit(MINE, (20, 20), (24, 20)), unit(FOES, (24 + GAP, 20)), *more)
    assert set(engaged(position.game, MINE)) == set(found)
    phase(position, "movement phase")
    assert [one for one in position.options if one is not None] == [(MINE, "fall back")]


# Charges ----------------------------------------------------------------------------------------------------


@rule("core.charging-over-terrain", 3)
@pytest.mark.parametrize(("roll", "legal"), [((3, 4), True), ((3, 3), False)])
def test_a_charge_onto_terrain_pays_for_the_way_up(roll: tuple[int, int], legal: bool) -> None:
    """At a unit 4.5 inches away on top of 3 inches: 3 up and 3.5 across."""
    foes = raised(unit(FOES, (20 + GAP + 4.5, 20)), 3.0)
    position = charging(unit(MINE, (20, 20)), foes, roll=roll, rules=invent(terrain=[top(22.8, 3.0)]))
    assert goes(position, 23.5) is legal


@rule("core.charging-over-terrain", 2)
@pytest.mark.parametrize(("roll", "legal"), [((6, 6), True), ((3, 4), False)])
def test_a_charge_does_not_end_halfway_up(roll: tuple[int, int], legal: bool) -> None:
    """On top of 8 inches no enemy is engaged from below, and 7 inches end on the wall."""
    foes = raised(unit(FOES, (20 + GAP + 3, 20)), 8.0)
    position = charging(unit(MINE, (20, 20)), foes, roll=roll, rules=invent(terrain=[top(21.4, 8.0)]))
    assert goes(position, 23.0) is legal


@rule("core.charging-with-fly", 1)
@rule("commentary.charging-over-terrain-with-fly")
@pytest.mark.parametrize(("keyword", "legal"), [("Fly", True), ("Infantry", False)])
def test_who_flies_charges_through_the_air(keyword: str, legal: bool) -> None:
    """6 inches up and 7 across are 13 on foot, and less than 10 through the air."""
    foes = raised(unit(FOES, (27 + GAP, 20)), 6.0)
    rules = invent(sheet(MINE, keywords=[keyword]), terrain=[top(26.0, 6.0)])
    assert goes(charging(unit(MINE, (20, 20)), foes, roll=(5, 5), rules=rules), 27.0) is legal


# Destroyed models -------------------------------------------------------------------------------------------


@rule("commentary.measuring-to-destroyed-models")
@pytest.mark.parametrize(
    ("keywords", "base", "edge"),
    [(["Infantry"], "50.8mm", 1.0), (["Vehicle"], "50.8mm", 2.0), (["Vehicle", "Walker"], "50.8mm", 1.0),
     (["Infantry"], None, 2.0)],
)  # fmt: skip
@pytest.mark.parametrize(("more", "hurt"), [(-0.01, True), (0.01, False)])
def test_a_destroyed_model_is_measured_to_as_it_stood(
    keywords: list[str], base: str | None, edge: float, more: float, hurt: bool
) -> None:
    """Its Deadly Demise reaches 6 inches from its base, or from its hull, 2 inches from the middle."""
    foes = sheet(FOES, keywords=keywords, base=base, hull="101.6mm", abilities=["deadly demise 1"])
    near = unit(MINE, (30 + edge + 6 + 16 / 25.4 + more, 20), name="near")
    position = shooting(near, rules=invent(foes), rolls=[(3,), (4,), (1,), (6,)])
    assert left(position) == [] and (left(position, "near") == []) is hurt


# Words ------------------------------------------------------------------------------------------------------


@rule("commentary.full-wounds")
@pytest.mark.parametrize(("wounds", "full"), [(3, True), (2, False)])
def test_a_model_has_full_wounds_while_it_has_lost_none(wounds: int, full: bool) -> None:
    """The one that has lost some suffers first."""
    one, *models = unit(FOES, (30, 20), (30, 22), wounds=3)
    foes = [one, models[0], replace(models[1], wounds=wounds)]
    position = shooting(foes, rules=invent(sheet(FOES, wounds=3)), rolls=[(3,), (4,), (1,)])
    if full:
        assert has_full_wounds(position.game, "foes.2") and position.options == ["foes.1", "foes.2"]
    else:
        assert [event.model for event in happened(position, WoundsLost)] == ["foes.2"]
        assert not has_full_wounds(position.game, "foes.2") and has_full_wounds(position.game, "foes.1")


@rule("commentary.shooting-model-unit")
def test_the_unit_that_makes_ranged_attacks_is_the_shooting_unit() -> None:
    position = shooting(unit(FOES, (30, 20), (30, 22)), rolls=[(3,), (4,), (1,)])
    attack = position.game.find_context(AttackSequence)
    assert position.asked == "allocate" and attack is not None
    assert (attack.unit, attack.models, attack.target) == (MINE, ("mine.1",), FOES)
    position.answer("foes.1")
    assert position.game.find_context(AttackSequence) is None


@rule("commentary.bearer")
def test_a_weapon_is_shot_by_its_bearers() -> None:
    one, *models = unit(MINE, (20, 20), (20, 22), weapons=(f"{MINE}/gun",))
    models[1] = replace(models[1], weapons=(f"{MINE}/rifle",))
    rules = invent(sheet(MINE, arm("gun"), arm("rifle")))
    position = phase(battle([one, *models], unit(FOES, (30, 20)), rules=rules, rolls=[(1,), (1,)]), "shooting phase")
    position.answer(MINE, FOES, FOES)
    found = [(event.weapon, event.models) for event in happened(position, TargetsDeclared)]
    assert found == [(f"{MINE}/gun", ("mine.1",)), (f"{MINE}/rifle", ("mine.2",))]


@rule("commentary.precedence-attacks")
@pytest.mark.parametrize(
    ("side", "face", "wounds"), [("target", 4, 1), ("target", 3, 0), ("both", 2, 1), ("both", 1, 0)]
)
def test_the_rule_of_the_attacker_goes_before_that_of_the_target(side: str, face: int, wounds: int) -> None:
    """A target that only 4+ wounds, and attacks that wound on 2+; Strength 8 against 4 would need 2+ anyway."""
    strong = sheet(MINE, arm("gun", strength=8 if side == "target" else 1))
    rules = changed("wounded on", 4, strong, unit=FOES)
    if side == "both":
        rules = changed("wounds on", 2, strong, unit=MINE, then=("wounded on", 4, FOES))
    position = shooting(rules=rules, rolls=[(3,), (face,), *([(6,)] * wounds)])
    assert happened(position, WoundsRolled)[0].wounds == wounds
    assert not happened(position, ModelDestroyed)


# Setting up and base contact --------------------------------------------------------------------------------


@rule("core.engagement-range", 2)
@pytest.mark.parametrize(("gap", "legal"), [(0.9, False), (1.0, False), (1.1, True)])
def test_nobody_is_set_up_within_engagement_range(gap: float, legal: bool) -> None:
    (one, model), foes = unit(MINE, (0, 0)), unit(FOES, (8, 20))
    position = battle([replace(one, area="waiting"), replace(model, away=True)], foes).begin("game/set-up/deployment")
    assert (position.asked, position.player) == ("deploy", 0)
    place = (("mine.1", 8 - GAP - gap, 20.0),)
    if legal:
        position.answer(place)
        assert position.state.units[MINE].area == "table"
    else:
        with position.refused():
            position.answer(place)


@rule("commentary.vehicles-with-bases", 2, 3)
@rule("commentary.base-contact", 1)
@pytest.mark.parametrize(("gap", "held"), [(0.0, True), (0.5, False)])
@pytest.mark.parametrize("mine", [True, False])
def test_who_touches_any_part_of_a_vehicle_is_in_base_contact(mine: bool, gap: float, held: bool) -> None:
    """The model, or the Vehicle with a hull wider than its base, does not pile in any more."""
    vehicle: dict[str, Any] = {"keywords": ["Vehicle"], "base": "50.8mm", "hull": "101.6mm"}
    tank, other = (MINE, FOES) if mine else (FOES, MINE)
    rules = invent(sheet(tank, **vehicle), sheet(other))
    one = unit(MINE, (20, 20), weapons=())
    position = phase(battle(one, unit(FOES, (20 + 2 + 16 / 25.4 + gap, 20), weapons=()), rules=rules), "fight phase")
    asked = not position.idle and position.asked == "pile_in"
    assert asked is not held


@rule("commentary.battlefield-edge")
def test_the_battlefield_has_four_edges_of_which_each_player_has_the_nearest() -> None:
    game = battle(unit(MINE, (20, 20))).game
    assert sorted(EDGES) == ["back", "front", "left", "right"]
    assert [own_edge(game, seat) for seat in game.players] == ["left", "right"]


@rule("core.measuring", 2, 4)
@rule("core.select-ranged-targets", 2)
@rule("core.charge-eligibility", 2)
@pytest.mark.parametrize(
    ("phase_of", "inches", "ground", "able"),
    [
        ("shooting", 24, 0, True), ("shooting", 22, 9, True), ("shooting", 23, 9, False),
        ("charge", 12, 0, True), ("charge", 11, 4, True), ("charge", 11.5, 4, False),
    ],
)  # fmt: skip
def test_other_distances_are_measured_between_the_closest_points_also_up_and_down(
    phase_of: str, inches: float, ground: float, able: bool
) -> None:
    things = raised(unit(MINE, (20, 20)), ground), unit(FOES, (20 + GAP + inches, 20))
    position = phase(battle(*things), f"{phase_of} phase")
    assert ((position.asked, position.player) == ("shoot" if phase_of == "shooting" else "charge", 0)) is able


@rule("core.measuring", 2)
@rule("core.select-ranged-targets", 2)
def test_the_model_that_is_seen_is_the_one_in_range() -> None:
    """Of two enemies the near one stands behind a wall, and the other one is in range but for its height."""
    wall = {"id": "wall", "outline": [[28, 0], [29, 0], [29, 16], [28, 16]], "height": 9, "traits": ["ruin"]}
    one, hidden, high = unit(FOES, (31, 14), (20 + GAP + 23, 24))
    for ground, able in ((0.0, True), (12.0, False)):
        things = unit(MINE, (20, 14)), [one, hidden, replace(high, ground=ground)]
        position = phase(
            battle(*things, rules=invent(sheet(MINE, arm(range=25), blade()), terrain=[wall])), "shooting phase"
        )
        assert (position.asked == "shoot") is able

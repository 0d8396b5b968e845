"""Piling in and consolidating, one model and whole units."""

import pytest
from hypothesis import given

from rulewright.geometry.evidence import Fault
from rulewright.geometry.plane.measure.ranges import gap
from rulewright.geometry.plane.measure.units import Together
from rulewright.geometry.plane.move.charges import check_closer, check_engaged
from rulewright.geometry.plane.move.legs import Move, To
from rulewright.geometry.plane.move.policy import MovePolicy
from rulewright.geometry.plane.scene import Marker, Model, Scene
from rulewright.geometry.plane.shapes import Base, Circle, Pose
from rulewright_wh40k.space.melee_moves import (
    check_consolidate,
    check_consolidate_to_marker,
    check_pile_in,
    plan_melee_move,
    suggest_consolidate,
    suggest_pile_in,
)
from tests.lengths import examples

from ..core.geometry.battles import CHARGE, OVALS, ROUNDS, battle
from ..core.geometry.test_plane_charges import tables

INCH = 25.4
WALK = MovePolicy()


def inch(name: str, x: float, y: float, height: float = 0.0, side: int = 0, **more: object) -> Model:
    return Model(name, Circle(INCH), Pose(x, y, 0.0, height), side=side, **more)  # type: ignore[arg-type]


def reasons(faults: tuple[Fault, ...]) -> list[str]:
    return [f"{fault.reason} {fault.by}".strip() for fault in faults]


def test_without_enemies_nobody_piles_in_or_consolidates_towards_them() -> None:
    """Such a move ends closer to the closest enemy (wh40k:commentary.pile-in-move 3, consolidation-move 4)."""
    scene = Scene(60, 44, models=[inch("a", 10, 10), inch("b", 12, 10)])
    for check in (check_pile_in, check_consolidate):
        assert reasons(check(scene, Move("a", (To(11, 10),)), WALK)) == ["has nothing to get closer to"]
    assert suggest_pile_in(scene, "a", WALK) == suggest_consolidate(scene, "a", WALK) == ()


def test_a_pile_in_ends_closer_to_the_closest_enemy() -> None:
    scene = Scene(60, 44, models=[inch("a", 10, 10), inch("e", 14.5, 10, side=1), inch("f", 10, 15, side=1)])
    assert check_pile_in(scene, Move("a", (To(13, 10),)), WALK) == ()
    assert reasons(check_pile_in(scene, Move("a", (To(10, 12),)), WALK)) == ["not closer to e"]
    assert reasons(check_pile_in(scene, Move("a", (To(13.1, 10),)), WALK)) == ["too long a"]
    (fault,) = check_pile_in(scene, Move("a", ()), WALK)
    assert (fault.reason, fault.amount) == ("not closer to", 0.0)
    tied = Scene(60, 44, models=[inch("a", 10, 10), inch("e", 15, 10, side=1), inch("f", 10, 15, side=1)])
    assert check_pile_in(tied, Move("a", (To(10, 12),)), WALK) == ()
    assert check_closer(tied, "a", Pose(9, 12), ["e", "f"]) == ()


def test_a_pile_in_ends_in_contact_if_it_can() -> None:
    scene = Scene(60, 44, models=[inch("a", 10, 10), inch("e", 13, 10, side=1), inch("f", 10, 13.5, side=1)])
    assert check_pile_in(scene, Move("a", (To(12, 10),)), WALK) == ()
    assert reasons(check_pile_in(scene, Move("a", (To(11, 10),)), WALK)) == ["not in base contact with e"]
    # Any enemy does for a pile-in that also ends closer to the closest; consolidating goes to the closest.
    beside = Scene(60, 44, models=[inch("a", 10, 10), inch("e", 13, 10.5, side=1), inch("f", 12.9, 12, side=1)])
    to_f = Move("a", (To(11.9, 12),))
    assert gap(beside, beside.model("a").at(Pose(11.9, 12)), "e").horizontal < gap(beside, "a", "e").horizontal
    assert check_pile_in(beside, to_f, WALK) == ()
    assert reasons(check_consolidate(beside, to_f, WALK)) == ["not in base contact with e"]
    assert check_pile_in(beside, suggest_pile_in(beside, "a", WALK)[0].move, WALK) == ()
    held = Scene(60, 44, models=[inch("a", 10, 10), inch("e", 11, 10, side=1)])
    assert reasons(check_pile_in(held, Move("a", (To(10, 10.2),)), WALK)) == ["already in base contact with e"]
    assert suggest_pile_in(held, "a", WALK) == ()


def test_what_does_not_fly_ignores_aircraft() -> None:
    jet = inch("jet", 10, 12, side=1, traits=frozenset({"aircraft"}))
    scene = Scene(60, 44, models=[inch("a", 10, 10), jet, inch("e", 14, 10, side=1)])
    away = Move("a", (To(12.9, 9.9),))
    assert reasons(check_consolidate(scene, away, WALK)) == ["not closer to jet", "not in base contact with jet"]
    ignoring = check_consolidate(scene, away, WALK, ignored=frozenset({"aircraft"}))
    assert reasons(ignoring) == ["not in base contact with e"]


@examples(15)
@given(tables())
def test_what_is_suggested_is_allowed(scene: Scene) -> None:
    for way in suggest_pile_in(scene, "a", WALK):
        assert check_pile_in(scene, way.move, WALK) == ()
    assert suggest_consolidate(scene, "a", WALK) == suggest_consolidate(scene, "a", WALK)
    for way in suggest_consolidate(scene, "a", WALK)[:2]:
        assert check_consolidate(scene, way.move, WALK) == ()


def test_consolidating_to_a_marker_goes_any_way() -> None:
    scene = Scene(60, 44, models=[inch("a", 10, 10)], markers=[Marker("m", 15, 10)])
    closer = Move("a", (To(10, 11), To(11.9, 11)))
    assert check_consolidate_to_marker(scene, closer, WALK, "m") == ()
    (short,) = check_consolidate_to_marker(scene, Move("a", (To(10.5, 10),)), WALK, "m")
    assert short.reason == "too far"
    assert short.amount == pytest.approx(4.5 - 0.5 - 20 / INCH - 3)
    assert reasons(check_consolidate_to_marker(scene, Move("a", (To(9, 10),)), WALK, "m")) == [
        "not closer to m",
        "too far m",
    ]
    on_it = Scene(60, 44, models=[inch("a", 15, 10)], markers=[Marker("m", 15, 10)])
    assert reasons(check_consolidate_to_marker(on_it, Move("a", (To(15, 10.1),)), WALK, "m")) == ["not closer to m"]


@pytest.mark.parametrize("bases", [ROUNDS, OVALS])
@pytest.mark.parametrize("consolidating", [False, True])
def test_a_unit_piles_in_and_consolidates_as_it_may(bases: tuple[Base, ...], consolidating: bool) -> None:
    check = check_consolidate if consolidating else check_pile_in
    moved = 0
    for seed in range(8):
        scene = battle(seed, bases, apart=4.5)
        unit = [name for name, model in scene.models.items() if model.unit == "A"]
        plan = plan_melee_move(scene, unit, CHARGE, together=Together(), consolidating=consolidating)
        now = scene
        for move in plan.moves:
            assert check(now, move, CHARGE) == ()
            now = now.moved({move.model: plan.ends[move.model]})
        if plan.moves:
            assert check_engaged(now, unit, ["E", "F"], every=False) == ()
            assert Together().faults(now, tuple(unit)) == ()
            moved += 1
        assert {name: now.model(name).pose for name in unit} == plan.ends
    assert moved >= 4


def test_nobody_piles_in_without_enemies() -> None:
    scene = Scene(60, 44, models=[inch("a", 10, 10)])
    plan = plan_melee_move(scene, ["a"], WALK)
    assert (plan.moves, plan.certain, plan.ends) == ((), True, {"a": Pose(10, 10)})

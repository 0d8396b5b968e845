"""Models with hulls that overhang their bases: who ends where, and who counts as near though kept off."""

import pytest

from rulewright.geometry.plane import Circle, Held, Model, Pose, Rectangle, Scene
from rulewright.geometry.plane.measure import engaged_units, foes_of, gap, in_contact, touching
from rulewright.geometry.plane.move import (
    Move,
    MovePolicy,
    To,
    cannot_charge,
    check_charge,
    check_engaged,
    check_move,
    moved_to,
    plan_charge,
)
from rulewright.geometry.plane.place import SetupPolicy, check_setup

INCH = 25.4
WALK = MovePolicy()
WINGS = Rectangle(6 * INCH, 6 * INCH)
"""Six inches square: it reaches 2.5 inches beyond a base of one inch."""


def inch(name: str, x: float, y: float = 10.0, **more: object) -> Model:
    return Model(name, Circle(INCH), Pose(x, y), height=2.0, **more)  # type: ignore[arg-type]


def table(*models: Model) -> Scene:
    return Scene(60, 44, models=models)


def reasons(faults: object) -> list[str]:
    return [f"{fault.reason} {fault.by}".strip() for fault in faults]  # type: ignore[attr-defined]


FOE = inch("e", 20, side=1, unit="E", hull=WINGS)


@pytest.mark.parametrize(("x", "legal"), [(16.5, True), (16.6, False), (17.5, False), (24, True)])
@pytest.mark.parametrize("side", [0, 1])
def test_no_base_ends_where_another_model_overhangs_its_base(x: float, legal: bool, side: int) -> None:
    """Friend or enemy; on the way it is passed beneath."""
    over = MovePolicy(over_enemies=True)
    scene = table(inch("a", 10, 12, side=side), FOE)
    found = check_move(scene, Move("a", (To(x, 12),)), 20, over)
    assert reasons(found) == ([] if legal else ["ends on e"])
    below = check_move(scene, Move("a", (To(16, 12.2), To(24, 12.2))), 20, WALK)
    assert below == (), "wings are passed beneath by who does not touch the base"


def test_its_own_wings_are_over_others() -> None:
    """A model ends beside another one that stands where its hull is."""
    winged = inch("a", 10, hull=WINGS)
    assert check_move(table(winged, inch("e", 20, side=1)), Move("a", (To(19, 10),)), 9, WALK) == ()


def test_what_is_higher_or_lower_is_not_ended_on() -> None:
    low = Model("a", Circle(INCH), Pose(10, 12), height=0.5)
    high = Model("e", Circle(INCH), Pose(20, 10, 0.0, 3.0), height=2.0, side=1, hull=WINGS)
    assert check_move(Scene(60, 44, models=[low, high]), Move("a", (To(18, 12),)), 9, WALK) == ()


def test_nobody_is_set_up_beneath_wings() -> None:
    policy = SetupPolicy()
    assert reasons(check_setup(table(FOE), [inch("a", 18, 12)], policy)) == ["ends on e"]
    assert check_setup(table(FOE), [inch("a", 16.5, 12)], policy) == ()


def test_distances_are_those_of_the_base() -> None:
    assert gap(table(inch("a", 10), FOE), "a", "e").horizontal == pytest.approx(9.0)


# --------------------------------------------------------------------------------------------- who counts as near


def test_pairs_count_as_engaged_or_as_touching() -> None:
    scene = table(inch("a", 10, unit="A"), FOE)
    assert engaged_units(scene) == () and not touching(scene, "a", "e")
    near = scene.with_held([Held("near", ("a", "e"))])
    assert engaged_units(near) == (("A", "E"),) and foes_of(near, "e") == ("a",) and foes_of(near, "a") == ("e",)
    assert not touching(near, "a", "e") and in_contact(near, "a") == () and not check_engaged(near, "A", ["E"])
    held = near.with_held([Held("touching", ("e", "a"), contact=True)])
    assert touching(held, "a", "e") and in_contact(held, "a") == ("e",) and in_contact(held, "e") == ("a",)
    assert engaged_units(held.without_held(["near", "touching"])) == ()
    assert engaged_units(held.without_models(["e"])) == (), "who is gone is near nobody"


@pytest.mark.parametrize(("inches", "x", "near"), [(8.0, 16.5, True), (7.9, 16.5, False), (8.0, 16.4, False)])
def test_who_is_kept_off_counts_as_engaged(inches: float, x: float, near: bool) -> None:
    """8 inches would lead within an inch of the base; 6.5 lead to the wings."""
    scene = table(inch("a", 10, unit="A"), FOE)
    moves = [Move("a", (To(x, 10),))]
    faults, after = check_charge(scene, moves, inches, WALK, ["E"])
    assert reasons(faults) == ([] if near else ["not engaged with E"])
    if near:
        assert engaged_units(after) == (("A", "E"),) and not touching(after, "a", "e")


def test_who_can_be_reached_is_not_engaged_from_afar() -> None:
    """The wings of this one leave its base open from the side: whoever stops at their tip could go round."""
    foe = inch("e", 20, side=1, unit="E", hull=Rectangle(6 * INCH, 0.5 * INCH))
    scene = table(inch("a", 15.5, 12, unit="A"), foe)
    assert not moved_to(scene, "a", Pose(16.5, 10), 8, WALK, ["E"]).held
    assert reasons(check_charge(scene, [Move("a", (To(16.5, 10),))], 8, WALK, ["E"])[0])


def test_a_plan_engages_who_overhangs_its_base() -> None:
    ours = [inch(f"a{number}", 10, 8 + 2 * number, unit="A") for number in range(3)]
    scene = table(*ours, FOE)
    names = [one.id for one in ours]
    assert not cannot_charge(scene, names, ["E"], 8.5, WALK)
    plan = plan_charge(scene, names, ["E"], 8.5, WALK)
    assert plan.moves and plan.missing == () and plan.contacts == ()
    assert check_charge(scene, plan.moves, 8.5, WALK, ["E"])[0] == ()
    assert plan_charge(scene, names, ["E"], 7.4, WALK).missing == ("E",)


def test_contact_needs_the_inches_to_the_base() -> None:
    scene = table(inch("a", 15, unit="A"), FOE)
    ends = {inches: moved_to(scene, "a", Pose(16.5, 10), inches, WALK, ["E"], (0.0, 0.0)) for inches in (4.0, 3.9)}
    assert touching(ends[4.0], "a", "e") and not touching(ends[3.9], "a", "e")

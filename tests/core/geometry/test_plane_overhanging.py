"""Models with hulls that overhang their bases: who ends where, and who counts as near though kept off."""

from typing import Any

import pytest

from rulewright.geometry.maps import Kind, as_svg, as_text, map_of_scene
from rulewright.geometry.plane import Circle, HeldPair, Hull, Model, Piece, Pose, Rectangle, Scene, covers, joined
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
from rulewright.geometry.plane.see import (
    Screen,
    SeeThrough,
    SightPolicy,
    fully_visible,
    sees,
    sight,
    sight_table,
)

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
    near = scene.with_held([HeldPair("near", ("a", "e"))])
    assert engaged_units(near) == (("A", "E"),) and foes_of(near, "e") == ("a",) and foes_of(near, "a") == ("e",)
    assert not touching(near, "a", "e") and in_contact(near, "a") == () and not check_engaged(near, "A", ["E"])
    held = near.with_held([HeldPair("touching", ("e", "a"), contact=True)])
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


# ------------------------------------------------------------------------------------------------------- sight

RUINS = SightPolicy(screens=(Screen("ruin", SeeThrough.INTO),))


def wall(left: float, low: float, right: float, high: float, *traits: str) -> Piece:
    outline = ((left, low), (right, low), (right, high), (left, high))
    return Piece("wall", outline, traits=frozenset(traits))


@pytest.mark.parametrize(("hull", "seen"), [(WINGS, True), (None, False)])
@pytest.mark.parametrize("way", [("a", "e"), ("e", "a")])
def test_a_model_sees_and_is_seen_by_what_overhangs_its_base(hull: Rectangle | None, seen: bool, way: Any) -> None:
    """The wall hides all of the base, and ends an inch and a half before the tip of the wings."""
    e = inch("e", 20, side=1, hull=hull)
    scene = Scene(60, 44, [wall(15, 4, 16, 11.5)], [inch("a", 10), e])
    assert sees(scene, *way) is seen and sight(scene, *way).seen is seen
    assert bool(sight_table(scene)[[*scene.models].index(way[0]), [*scene.models].index(way[1])]) is seen


def test_who_moves_its_wings_out_of_sight_is_seen_no_more() -> None:
    scene = Scene(60, 44, [wall(15, 4, 16, 11.5)], [inch("a", 10), FOE])
    assert sees(scene, "a", "e")
    lower = scene.moved({"e": Pose(20, 7)})
    assert not sees(lower, "a", "e") and sees(lower.moved({"e": Pose(20, 10)}), "a", "e")
    turned = scene.with_models([inch("e", 20, side=1, hull=Rectangle(6 * INCH, INCH))])
    assert not sees(turned, "a", "e")
    assert sees(turned.moved({"e": Pose(20, 10, 90.0)}), "a", "e"), "its wings are turned up"


def test_wings_hide_what_stands_behind_them() -> None:
    scene = Scene(60, 44, models=[inch("a", 10, 12.4), inch("b", 30, 12.4, side=1), FOE])
    models = SightPolicy(models=True)
    assert not sees(scene, "a", "b", models)
    assert sees(scene.with_models([inch("e", 20, side=1)]), "a", "b", models)


def test_what_overhangs_the_edge_of_the_table_is_seen_and_sees_nothing() -> None:
    """The wall hides all that stands before it; past its end, beyond the edge, one sees what hangs over that."""
    e = inch("e", 1.5, 10, side=1, hull=Rectangle(8 * INCH, INCH))
    scene = Scene(60, 44, [wall(-0.5, 11, 30, 12)], [inch("a", 0.5, 20), e])
    assert sees(scene, "a", "e"), "past the end of the wall, at what hangs over the edge"
    assert not sees(scene, "e", "a"), "it does not look from there"
    assert sight(scene, "a", "e").seen and not sight(scene, "e", "a").seen
    table = sight_table(scene)
    assert table[0, 1] and not table[1, 0]
    assert not sees(scene.with_models([inch("e", 1.5, 10, side=1)]), "a", "e")


@pytest.mark.parametrize(("y", "seen"), [(10.0, False), (16.0, True)])
def test_into_a_ruin_one_sees_only_bases(y: float, seen: bool) -> None:
    """The base stands behind the ruin and its wings reach into it, or beside it, too."""
    ruin = wall(13, 5, 18, 14, "ruin")
    scene = Scene(60, 44, [ruin], [inch("a", 8), inch("e", 20, y, side=1, hull=WINGS)])
    assert sees(scene, "a", "e", RUINS) is seen
    assert not sees(scene.with_models([inch("e", 20, y, side=1)]), "a", "e", RUINS)


@pytest.mark.parametrize(("low", "full"), [(12.0, False), (13.2, True)])
def test_a_model_is_fully_visible_where_its_wings_are(low: float, full: bool) -> None:
    """The wall hides the tip of the wings, which reach up to 13, or begins above it."""
    scene = Scene(60, 44, [wall(15, low, 16, 20)], [inch("a", 10), FOE])
    assert fully_visible(scene, "a", "e") is full
    assert fully_visible(scene.with_models([inch("e", 20, side=1)]), "a", "e")


def test_past_a_ruin_a_model_is_fully_visible_by_its_base() -> None:
    scene = Scene(60, 44, [wall(15, 11.5, 18.5, 14, "ruin")], [inch("a", 10), FOE])
    assert fully_visible(scene, "a", "e", RUINS)
    assert not fully_visible(scene, "a", "e")


# -------------------------------------------------------------------------------------------- base and hull as one


def test_what_covers_the_other_is_all_of_both() -> None:
    base, hull = Circle(2 * INCH), Rectangle(4 * INCH, 3 * INCH)
    assert joined(base, hull) == hull == joined(hull, base) and covers(hull, base) and not covers(base, hull)
    assert joined(Circle(6 * INCH), hull) == Circle(6 * INCH)


@pytest.mark.parametrize("facing", [0.0, 90.0])
def test_a_base_wider_than_a_long_hull_is_measured_with_it(facing: float) -> None:
    whole = joined(Circle(4 * INCH), Rectangle(8 * INCH, 2 * INCH))
    assert isinstance(whole, Hull)
    scene = Scene(60, 44, models=[Model("e", whole, Pose(20, 10, facing)), inch("a", 30), inch("b", 20, 20)])
    ahead, aside = ("a", "b") if facing == 0.0 else ("b", "a")
    assert gap(scene, "e", ahead).horizontal == pytest.approx(10 - 4 - 0.5)
    assert gap(scene, "e", aside).horizontal == pytest.approx(10 - 2 - 0.5)
    assert len(scene.models["e"].footprint.parts) == 2
    to = Move("a", (To(24.5, 10),)) if facing == 0.0 else Move("b", (To(20, 14.5),))
    assert check_move(scene, to, 9, WALK) == ()


# -------------------------------------------------------------------------------------------------------- maps


def test_a_map_shows_hulls_under_the_bases() -> None:
    shown = map_of_scene(table(inch("a", 10), FOE))
    kinds = [(item.kind, item.about) for item in shown.items]
    assert kinds == [(Kind.HULL, "e"), (Kind.BASE, "a"), (Kind.BASE, "e")]
    assert as_svg(shown, styled=False).count('class="hull') == 1
    assert any(line.endswith("hull") for line in as_text(shown))
    assert not any("hull" in line for line in as_text(map_of_scene(table(inch("a", 10)))))

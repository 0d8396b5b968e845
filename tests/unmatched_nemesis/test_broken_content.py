"""Content that could not be played, or not as it is printed, is refused with the place and the reason."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.problems import ContentError

from .table import fighter, invent, rule, special

SLAM = special("slam", light=1)


def two_sided(b: Any) -> dict[str, Any]:
    """A fighter with Slam on side a, and something on side b."""
    made = fighter(SLAM)
    return {**made, "b": {**made["b"], "specials": [b]}}


def line(*, starts: tuple[int, ...] = (1, 3), **more: Any) -> dict[str, Any]:
    """An arena of three spaces."""
    spaces = [{"id": f"x{n}", "row": "x", "column": n, "start": n in starts} for n in (1, 2, 3)]
    return {"id": "line", "spaces": spaces, "links": [["x1", "x2"], ["x2", "x3"]], **more}


def test_the_two_sides_of_a_panel_may_share_a_special_attack_and_not_only_its_id() -> None:
    invent(fighters=[two_sided(SLAM)])
    with pytest.raises(ContentError, match=r"fighters.json: tester: id: found 'slam', expected an id of its"):
        invent(fighters=[two_sided(special("slam", light=3))])


@rule("skill-card.anatomy")
@pytest.mark.parametrize("nothing", [{}, {"changes": [{"number": "test"}]}])
def test_a_skill_card_without_an_effect_is_refused(nothing: dict[str, Any]) -> None:
    with pytest.raises(ContentError, match=r"skills\.json: idle"):
        invent(skills=[{"id": "idle", "initiative": 1, **nothing}])


def test_cubes_cannot_be_softened_in_a_test_where_all_count_alike() -> None:
    with pytest.raises(ContentError, match="soften: heavy and light cubes count alike in a test"):
        invent(skills=[{"id": "idle", "initiative": 1, "changes": [{"number": "test", "soften": 1}]}])


@rule("attack.step-2", 2)
@pytest.mark.parametrize("effect", [{"do": "damage"}, {"do": "damage", "heavy": 0, "to": "self"}])
def test_damage_of_nothing_is_refused(effect: dict[str, Any]) -> None:
    with pytest.raises(ContentError, match="heavy, light: damage has at least one of them"):
        invent(fighters=[fighter(special("slam", effect))])


@rule("move.backward")
def test_backward_is_refused_for_ones_own_fighter() -> None:
    with pytest.raises(ContentError, match=r"who: \"backward\" moves the opponent away, .* leave who out"):
        invent(fighters=[fighter(special("slam", {"do": "move", "who": "self", "way": "backward"}))])


def test_one_mistake_inside_a_panel_is_one_problem() -> None:
    effect = {"do": "if", "test": {"amount": "distnce", "at_most": 1}, "then": [{"do": "draw"}]}
    with pytest.raises(ContentError) as caught:
        invent(fighters=[{**fighter(SLAM), "a": fighter(special("slam", effect))["a"]}])

    (problem,) = caught.value.problems
    assert (problem.expected, problem.nearest[0]) == ("the name of an amount", "distance")


@rule("arena.start-space", 1)
@rule("note.start-spaces")
@rule("field.arena-shape", 3)
def test_starting_spaces_are_red() -> None:
    doors = [{"space": "x1", "heavy": 1}, {"space": "x2", "light": 1}]
    with pytest.raises(ContentError, match="'x3' is a starting space, and no corridor leads to it"):
        invent(arenas=[line(corridors=doors)])
    invent(arenas=[line(corridors=[*doors, {"space": "x3", "heavy": 1}])])


@rule("setup.step-3")
@rule("note.start-spaces")
@rule("arena.start-space", 2)
@pytest.mark.parametrize("starts", [(1,), (1, 2, 3)])
def test_an_arena_has_two_starting_spaces(starts: tuple[int, ...]) -> None:
    with pytest.raises(ContentError, match=r"arenas\.json: line: spaces: an arena has two starting spaces"):
        invent(arenas=[line(starts=starts)])

"""Models whose hulls overhang their bases: where others end, who counts as near them, and what is seen of them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import HitsRolled
from rulewright_wh40k.events.battle_round import TurnEnded
from rulewright_wh40k.events.charge import ChargeFailed, CountedNear
from rulewright_wh40k.events.fight import StayedInMelee
from rulewright_wh40k.events.movement import Moved
from rulewright_wh40k.space.battlefield import engaged, gap, sees

from .table import FOES, MINE, battle, happened, invent, phase, rule, sheet, unit
from .test_terrain import block

HALF = 32 / 25.4 / 2
"""Half of a base of 32 mm, in inches."""
BEAST: dict[str, Any] = {"keywords": ["Monster"], "base": "50.8mm", "hull": "152.4x152.4mm rectangle", "wounds": 9}
"""A base of 2 inches, and wings of 6 by 6: they reach 2 inches beyond it, farther than Engagement Range."""
EDGE = 26 - 3 - HALF
"""Where the base of our model stands at the edge of the wings of a beast at (26, 20): 2 inches from its base."""
BASE = 26 - 1 - HALF
"""Where it would touch that base."""


def rules(**more: Any) -> Any:
    return invent(sheet(FOES, **{**BEAST, **more}))


def charging(x: float, roll: tuple[int, int], *things: Any, **more: Any) -> Scenario:
    """Our model charges a beast at (26, 20) that may overhang its base."""
    foes = unit(FOES, (26, 20), weapons=(), wounds=9)
    position = battle(unit(MINE, (x, 20)), foes, *things, rules=rules(**more), rolls=[roll])
    return phase(position, "charge phase").answer((MINE, (FOES,)))


def to(x: float, y: float = 20.0, model: str = "mine.1") -> Any:
    """A model goes straight to a place."""
    return ((model, ((x, y),)),)


# Where others end -------------------------------------------------------------------------------------------


@rule("errata.moving-units", 10)
@pytest.mark.parametrize(("x", "legal"), [(EDGE, True), (EDGE + 0.01, False)])
@pytest.mark.parametrize("player", [0, 1])
def test_no_base_ends_where_another_model_overhangs_its_base(x: float, legal: bool, player: int) -> None:
    foes = unit(FOES, (26, 20), name="beast", player=player, wounds=9)
    far = unit(MINE, (50, 40), name="far", player=1)
    position = battle(unit(MINE, (20, 20)), foes, far, rules=rules(move=6))
    phase(position, "movement phase").answer((MINE, "normal"))
    if legal:
        assert position.answer(to(x)).state.models["mine.1"].x == x
    else:
        with position.refused(rule="errata.moving-units"):
            position.answer(to(x))


@rule("errata.moving-units", 4)
@pytest.mark.parametrize(("beside", "legal"), [(1.01, True), (0.99, False)])
def test_what_overhangs_a_base_is_passed_beneath(beside: float, legal: bool) -> None:
    """So far beside the base of the enemy, whose wings reach 2 inches beyond it; the move ends on the other side."""
    y = 20 + 1 + beside + HALF
    made = invent(sheet(MINE, move=12), sheet(FOES, **BEAST))
    position = battle(unit(MINE, (20, y)), unit(FOES, (26, 20), wounds=9), rules=made)
    phase(position, "movement phase").answer((MINE, "normal"))
    if legal:
        assert position.answer(to(30, y)).state.models["mine.1"].x == 30
    else:
        with position.refused(rule="core.normal-move"):
            position.answer(to(30, y))


# Charges ----------------------------------------------------------------------------------------------------


@rule("commentary.charging-with-units", 1, 2, 3, 4)
@rule("core.charge-move", 4)
@pytest.mark.parametrize(
    ("roll", "x", "near"),
    [((2, 3), EDGE, True), ((2, 2), EDGE, False), ((2, 3), EDGE - 0.05, False), ((6, 6), EDGE, True)],
)  # fmt: skip
def test_who_is_kept_off_by_wings_counts_as_engaged(roll: tuple[int, int], x: float, near: bool) -> None:
    """From 4 inches before the wings: 5 inches would lead within Engagement Range of the base, 4 do not."""
    position = charging(EDGE - 4, roll)
    if near:
        position.answer(to(x))
        first = happened(position, CountedNear)[0]
        assert (first.model, first.enemy, first.contact) == ("mine.1", "foes.1", False)
        assert engaged(position.game, MINE) == (FOES,) and engaged(position.game, FOES) == (MINE,)
        assert gap(position.game, MINE, FOES) == pytest.approx(2.0)
    elif roll == (2, 2):
        assert happened(position, ChargeFailed)
    else:
        with position.refused(rule="core.charge-roll"):
            position.answer(to(x))


@rule("commentary.charging-with-units", 1)
def test_without_the_wings_nobody_counts_as_engaged_from_so_far() -> None:
    position = charging(EDGE - 4, (2, 3), hull=None)
    with position.refused():
        position.answer(to(EDGE))


@rule("commentary.charging-with-units", 1)
def test_who_can_come_near_must() -> None:
    """These wings are narrow: who stops at their tip could go round them, and is not engaged."""
    position = charging(EDGE - 1, (6, 6), hull="152.4x12.7mm rectangle")
    with position.refused(rule="core.charge-move"):
        position.answer(to(EDGE))


@rule("commentary.charging-with-units", 4)
@pytest.mark.parametrize(("ground", "near"), [(0.0, True), (3.0, False)])
def test_some_part_is_within_1_inch_of_some_part(ground: float, near: bool) -> None:
    """The wings are 1.5 inches high; who is 3 inches up on a hill is 1.5 above them."""
    hill = {"id": "hill", "outline": [[10, 10], [23, 10], [23, 30], [10, 30]], "height": 3, "traits": ["hill"]}
    made = invent(sheet(FOES, **BEAST), terrain=[hill] if ground else [])
    one, model = unit(MINE, (EDGE - 4, 20))
    foes = unit(FOES, (26, 20), weapons=(), wounds=9)
    position = battle([one, replace(model, ground=ground)], foes, rules=made, rolls=[(6, 6)])
    phase(position, "charge phase").answer((MINE, (FOES,)))
    answer = (("mine.1", ((EDGE, 20, ground),)),)
    if near:
        assert happened(position.answer(answer), CountedNear)
    else:
        with position.refused(rule="core.charge-roll"):
            position.answer(answer)


@rule("commentary.charging-with-units", 1)
def test_a_program_charges_a_beast_with_wings() -> None:
    """The charge that is proposed is legal and counts."""
    position = charging(EDGE - 4, (2, 3)).answer(("charge",))
    assert happened(position, CountedNear) and engaged(position.game, MINE) == (FOES,)


@rule("commentary.charging-with-units", 1)
@rule("core.which-models-fight", 1)
def test_who_counts_as_engaged_fights_until_the_turn_is_over() -> None:
    foes = unit(FOES, (26, 20), wounds=9)
    position = battle(unit(MINE, (EDGE - 4, 20)), foes, rules=rules(), rolls=[(2, 3), (1,), (1,)])
    phase(position, "charge phase").answer((MINE, (FOES,)), to(EDGE))
    while not position.idle and position.asked in ("react", "pile_in", "consolidate"):
        position.answer(None if position.asked == "react" else ())
    assert {event.unit for event in happened(position, HitsRolled)} == {MINE, FOES}
    assert happened(position, TurnEnded)
    assert not engaged(position.game, MINE) and not position.state.kept_off


# Piling in and consolidating --------------------------------------------------------------------------------


def piling(x: float, *things: Any, **more: Any) -> Scenario:
    """The Fight phase of a model that has charged, beside a beast at (26, 20)."""
    foes = unit(FOES, (26, 20), weapons=(), wounds=9)
    return phase(battle(unit(MINE, (x, 20), done=("charge",)), foes, *things, rules=rules(**more), rolls=[(1,)]),
                 "fight phase")  # fmt: skip


@rule("commentary.base-contact", 2, 3, 4, 5)
@pytest.mark.parametrize(
    ("start", "x", "touches"),
    [(BASE - 3.0, EDGE, True), (BASE - 3.01, EDGE, False), (BASE - 3.0, EDGE - 0.05, False)],
)
def test_who_is_kept_off_counts_as_in_base_contact(start: float, x: float, touches: bool) -> None:
    """3 inches would lead to the base; the wings are 2 inches nearer."""
    position = piling(start)
    if not touches:
        if position.asked == "pile_in":
            with position.refused(rule="core.pile-in"):
                position.answer(to(x))
        return
    position.answer(to(x))
    assert [event.contact for event in happened(position, CountedNear)] == [True]
    assert [event.unit for event in happened(position, HitsRolled)] == [MINE], "it fights"
    assert [event.how for event in happened(position, Moved, StayedInMelee)][:1] == ["pile in"]


@rule("commentary.base-contact", 2)
def test_who_counts_as_in_base_contact_piles_in_no_more_and_lets_others_fight() -> None:
    """The comrade stands behind, out of Engagement Range of everybody; it fights beside who counts as touching."""
    foes = unit(FOES, (26, 20), weapons=(), wounds=9)
    start = BASE - 3.0
    ours = unit(MINE, (start, 20), (start, 22), done=("charge",))
    position = phase(battle(ours, foes, rules=rules(), rolls=[(1, 1)]), "fight phase")
    position.answer((("mine.1", ((EDGE, 20),)), ("mine.2", ((EDGE - 2 * HALF, 20),))))
    assert [(event.model, event.contact) for event in happened(position, CountedNear)] == [("mine.1", True)]
    assert [len(event.faces) for event in happened(position, HitsRolled)] == [2]
    assert position.idle or position.asked != "pile_in"


# Sight and distances ----------------------------------------------------------------------------------------


@rule("core.visibility")
@rule("commentary.visible", 1)
@pytest.mark.parametrize(("hull", "visible"), [(BEAST["hull"], True), (None, False)])
def test_wings_are_seen_and_see_past_what_hides_the_base(hull: str | None, visible: bool) -> None:
    wall = block("debris", (20, 21), (10, 21.5))
    position = battle(unit(MINE, (15, 20)), unit(FOES, (26, 20), wounds=9),
                      rules=invent(sheet(FOES, **{**BEAST, "hull": hull}), terrain=[wall]))  # fmt: skip
    assert sees(position.game, MINE, FOES) is visible and sees(position.game, FOES, MINE) is visible


def at_the_edge(player: int, hull: str | None = "203.2x25.4mm rectangle", x: float = 1.5) -> Scenario:
    """A beast near the left edge, with a wing of 4 inches to each side, and an enemy behind a wall that ends at it."""
    wall = block("debris", (-0.5, 30), (21, 22))
    rules = invent(sheet("beast", **{**BEAST, "hull": hull}), terrain=[wall])
    other = unit(MINE if player else FOES, (0.7, 30), name="other", player=1 - player)
    return battle(unit("beast", (x, 19.9), player=player, wounds=9), other, rules=rules)


@rule("faq.movement.overhang-visibility", 1, 2)
@rule("faq.movement.overhang-battlefield-edge")
@pytest.mark.parametrize("player", [0, 1])
def test_what_overhangs_the_battlefield_edge_is_seen_by_the_opponent_and_sees_nothing(player: int) -> None:
    """The wall hides all of the beast that is on the battlefield; past its end one sees the wing beyond the edge."""
    game = at_the_edge(player).game
    assert sees(game, "other", "beast") and not sees(game, "beast", "other")


@rule("faq.movement.overhang-visibility", 2)
@pytest.mark.parametrize(("hull", "x"), [(None, 1.5), ("203.2x25.4mm rectangle", 4.0)])
def test_what_is_on_the_battlefield_is_hidden_by_the_wall(hull: str | None, x: float) -> None:
    """Without wings, or with all of them on the battlefield."""
    assert not sees(at_the_edge(0, hull, x).game, "other", "beast")


@rule("faq.movement.overhang-visibility", 1)
def test_from_what_is_on_the_battlefield_a_model_sees_although_it_overhangs_the_edge() -> None:
    rules = invent(sheet("beast", **BEAST))
    game = battle(unit("beast", (1.5, 20), wounds=9), unit(FOES, (20, 20)), rules=rules).game
    assert sees(game, "beast", FOES) and sees(game, FOES, "beast")


@rule("faq.movement.overhang-battlefield-edge")
@pytest.mark.parametrize(("x", "legal"), [(1.0, True), (0.99, False)])
@pytest.mark.parametrize("keyword", ["Monster", "Vehicle"])
def test_a_base_stays_on_the_battlefield_and_wings_may_overhang_it(x: float, legal: bool, keyword: str) -> None:
    """The hull of a Vehicle is what counts for it: that is 3 inches wide on each side."""
    x += 2.0 * (keyword == "Vehicle")
    rules = invent(sheet(MINE, **{**BEAST, "keywords": [keyword]}))
    position = battle(unit(MINE, (6, 20), wounds=9), unit(FOES, (50, 20)), rules=rules)
    phase(position, "movement phase").answer((MINE, "normal"))
    if legal:
        assert position.answer(to(x)).state.models["mine.1"].x == x
    else:
        with position.refused(rule="errata.moving-units"):
            position.answer(to(x))


@rule("commentary.vehicles-with-bases", 1)
@pytest.mark.parametrize(
    ("keywords", "ahead", "aside"),
    [(["Vehicle"], 4.0, 2.0), (["Vehicle", "Walker"], 2.0, 2.0), (["Monster"], 2.0, 2.0)],
)
def test_the_nearest_part_of_a_vehicle_is_of_its_base_or_of_its_hull(
    keywords: list[str], ahead: float, aside: float
) -> None:
    """A base 4 inches wide, and a hull of 8 by 2 inches: it is longer ahead, and the base is wider aside."""
    tank = sheet(FOES, **{**BEAST, "keywords": keywords, "base": "101.6mm", "hull": "203.2x50.8mm rectangle"})
    beside = unit(MINE, (40, 30), name="beside")
    game = battle(unit(MINE, (50, 20)), beside, unit(FOES, (40, 20), wounds=9), rules=invent(tank)).game
    assert gap(game, MINE, FOES) == pytest.approx(10 - ahead - HALF)
    assert gap(game, "beside", FOES) == pytest.approx(10 - aside - HALF)

"""Transports: embarking, disembarking, destroyed Transports and Firing Decks."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.testing import Scenario
from rulewright_wh40k.events.attached_units import UnitDestroyed
from rulewright_wh40k.events.attacks import ModelDestroyed, ModelRemoved, NoRoom
from rulewright_wh40k.events.movement import Moved
from rulewright_wh40k.events.transports import CrashRolled, Disembarked, Embarked
from rulewright_wh40k.movement.move_units import MOVE
from rulewright_wh40k.transports.embarking import has_base

from .before import CARRIER, carrier, off, places, pocket, within
from .table import FOES, MINE, army, battle, happened, invent, left, named, offered, phase, plain, rule, sheet, unit

HALF, LARGE = 32 / 25.4 / 2, 60 / 25.4 / 2
"""The radii of bases of 32 and 60 mm, in inches."""
FAR = unit(FOES, (55, 40))
RULES = invent(carrier())


def truck(**more: Any) -> Any:
    """A Transport at (20, 20)."""
    return unit(CARRIER, (20, 20), wounds=2, weapons=(f"{CARRIER}/gun",), **more)


def moving(*things: Any, **more: Any) -> Scenario:
    """The Movement phase of player 0."""
    return phase(battle(*things, **{"rules": RULES, **more}), "movement phase")


def ways(position: Scenario, id: str) -> list[str]:
    """How a unit may move."""
    return [one[1] for one in position.options or () if one and one[0] == id]


# Embarking --------------------------------------------------------------------------------------------------


@rule("core.embark", 1, 3)
@pytest.mark.parametrize("way", ["normal", "advance", "fall back"])
@pytest.mark.parametrize(("gap", "able"), [(3.0, True), (3.01, False)])
def test_a_unit_whose_models_all_end_a_move_near_a_transport_can_embark(way: str, gap: float, able: bool) -> None:
    x = 20 + LARGE + gap + HALF
    start = x + 3
    foes = unit(FOES, (start + 2 * HALF + 0.5, 22.5)) if way == "fall back" else FAR
    position = moving(truck(), unit(MINE, (start, 20), (start, 22)), foes, rolls=[(1,)] if way == "advance" else [])
    position.answer((MINE, way), (("mine.1", ((x, 20),)), ("mine.2", ((x - 2, 22),))))
    assert (position.asked == "embark") is able
    if able:
        assert position.options == [CARRIER, None]
        position.answer(CARRIER)
        assert [(event.unit, event.transport) for event in happened(position, Embarked)] == [(MINE, CARRIER)]
        assert (position.state.units[MINE].area, position.state.units[MINE].carrier) == ("embarked", CARRIER)


BASED: Any = {"base": "60mm", "hull": None}
"""A Transport with a base, as large as the others."""


@rule("commentary.vehicles-with-bases", 4)
@rule("commentary.within-and-wholly-within", 6)
@pytest.mark.parametrize(("gap", "able"), [(3 - 2 * HALF, True), (3.01 - 2 * HALF, False), (3.0, False)])
def test_a_unit_wholly_within_3_inches_of_a_transport_with_a_base_can_embark(gap: float, able: bool) -> None:
    """One of its models is near in any case; the other has its base within 3 inches, or a hair of it beyond."""
    x = 20 + LARGE + gap + HALF
    position = moving(truck(), unit(MINE, (x + 3, 20), (22.8, 21.5)), FAR, rules=invent(carrier(**BASED)))
    position.answer((MINE, "normal"), (("mine.1", ((x, 20),)),))
    assert (position.asked == "embark") is able


@rule("commentary.vehicles-with-bases", 4)
@pytest.mark.parametrize(("height", "able"), [(5.0, True), (5.1, False)])
@pytest.mark.parametrize("based", [True, False])
def test_a_transport_is_no_more_than_5_inches_above_or_below(height: float, able: bool, based: bool) -> None:
    hill = {"id": "hill", "outline": [[22, 18], [26, 18], [26, 22], [22, 22]], "height": height, "traits": ["hill"]}
    rules = invent(carrier(**(BASED if based else {})), sheet(MINE, move=12), terrain=[hill])
    one, model = unit(MINE, (23.5, 20))
    position = moving(truck(), [one, replace(model, ground=height)], FAR, rules=rules)
    position.answer((MINE, "normal"), (("mine.1", ((23, 20),)),))
    assert (position.asked == "embark") is able


@rule("commentary.vehicles-with-bases", 4, 5)
@pytest.mark.parametrize("keyword", ["Walker", "Aircraft"])
def test_walkers_and_aircraft_are_no_vehicles_with_bases_here(keyword: str) -> None:
    keywords = ["Vehicle", "Transport", keyword]
    game = battle(truck(), FAR, rules=invent(carrier(**BASED, keywords=keywords))).game
    assert not has_base(game, CARRIER)
    beast = carrier(**BASED, keywords=["Monster", "Transport"])
    assert not has_base(battle(truck(), FAR, rules=invent(beast)).game, CARRIER)
    assert has_base(battle(truck(), FAR, rules=invent(carrier(**BASED))).game, CARRIER)
    assert not has_base(battle(truck(), FAR, rules=RULES).game, CARRIER)


@rule("commentary.vehicles-with-bases", 5)
@pytest.mark.parametrize(("gap", "legal"), [(3.0, True), (3.01, False), (0.0, True)])
def test_who_leaves_a_transport_with_a_base_is_set_up_within_3_inches_of_it(gap: float, legal: bool) -> None:
    position = moving(truck(), within(MINE), FAR, rules=invent(carrier(**BASED))).answer((MINE, "disembark"))
    spot = places((20 + LARGE + gap + HALF, 20))
    if legal:
        assert position.answer(spot).state.units[MINE].area == "table"
    else:
        with position.refused(rule="core.disembark"):
            position.answer(spot)


@rule("commentary.vehicles-with-bases", 5)
def test_nobody_leaves_a_transport_with_a_base_near_enemies_or_far_above_it() -> None:
    hill = {"id": "hill", "outline": [[14, 18], [18, 18], [18, 22], [14, 22]], "height": 5.1, "traits": ["hill"]}
    rules = invent(carrier(**BASED), terrain=[hill])
    position = moving(truck(), within(MINE), unit(FOES, (26.3, 20)), rules=rules).answer((MINE, "disembark"))
    for spot in ((24.5, 20), (17, 20)):
        with position.refused(rule="core.disembark"):
            position.answer(places(spot))
    assert position.answer(places((24, 20))).state.units[MINE].area == "table"


@rule("core.embark", 3)
@rule("commentary.embarked-units", 1)
def test_who_is_embarked_is_not_on_the_battlefield() -> None:
    position = phase(
        battle(truck(done=("normal",)), within(MINE, 2), unit(FOES, (26, 20)), rules=RULES), "shooting phase"
    )
    assert position.options == [CARRIER, None]
    other = phase(battle(truck(), within(MINE), unit(FOES, (21, 30)), rules=RULES), "charge phase")
    assert (other.asked, other.player) == ("charge", 0) and all(
        one is None or one[0] == CARRIER for one in other.options
    )


@rule("core.transport-capacity", 1)
@rule("core.embark", 1)
def test_nobody_embarks_where_there_is_no_room() -> None:
    position = moving(truck(), within(MINE, 10, name="other"), unit(MINE, (24, 20)), FAR)
    position.answer((MINE, "normal"), (("mine.1", ((23.5, 20),)),))
    assert position.asked != "embark"


@rule("core.embark", 2)
def test_who_disembarked_does_not_embark_in_the_same_phase() -> None:
    position = moving(truck(), within(MINE), FAR).answer((MINE, "disembark"), places((22, 20)))
    position.answer((MINE, "normal"), (("mine.1", ((22.5, 20),)),))
    assert position.asked != "embark" and position.state.units[MINE].area == "table"


@rule("core.disembark", 1)
def test_who_embarked_does_not_disembark_in_the_same_phase() -> None:
    position = moving(truck(), unit(MINE, (26, 20)), FAR)
    position.answer((MINE, "normal"), (("mine.1", ((23, 20),)),), CARRIER)
    assert position.asked == "move" and ways(position, MINE) == []


# Disembarking -----------------------------------------------------------------------------------------------


@rule("core.disembark", 2, 3)
@pytest.mark.parametrize(
    ("spots", "legal"),
    [
        ([(20 + LARGE + 3 - HALF, 20)], True),
        ([(20 + LARGE + 3.01 - HALF, 20)], False),
        ([(20 + LARGE + HALF, 20), (20 + LARGE + 3.01 - HALF, 20)], False),
    ],
)
def test_units_are_set_up_wholly_within_3_inches_of_their_transport(spots: Any, legal: bool) -> None:
    position = moving(truck(), within(MINE, len(spots)), FAR).answer((MINE, "disembark"))
    if legal:
        position.answer(places(*spots))
        assert [event.unit for event in happened(position, Disembarked)] == [MINE]
        assert position.state.units[MINE].area == "table"
    else:
        with position.refused(rule="core.disembark"):
            position.answer(places(*spots))
        assert position.state.units[MINE].area == "embarked"


@rule("core.disembark", 2)
def test_nobody_disembarks_near_enemies() -> None:
    position = moving(truck(), within(MINE), unit(FOES, (24.5, 20))).answer((MINE, "disembark"))
    with position.refused(rule="core.disembark"):
        position.answer(places((22.6, 20)))
    position.answer(places((17.5, 20)))
    assert position.state.units[MINE].area == "table"


@rule("core.disembark", 3)
def test_who_has_no_room_stays_within() -> None:
    position = moving(truck(), within(MINE), ring(2.9)).answer((MINE, "disembark"))
    with position.refused():
        position.answer(places((22, 20)))
    position.answer(())
    assert position.state.units[MINE].area == "embarked" and ways(position, MINE) == []


@rule("core.disembark", 1, 5)
def test_who_stayed_within_may_get_out_when_the_transport_has_moved() -> None:
    position = moving(truck(), within(MINE), FAR).answer((MINE, "disembark"), ())
    assert ways(position, MINE) == []
    position.answer((CARRIER, "normal"), ((f"{CARRIER}.1", ((22, 20),)),))
    assert ways(position, MINE) == ["disembark"]


@rule("commentary.vehicles-with-bases", 5)
@rule("commentary.disembarking-large-models")
@rule("core.disembark", 2)
@pytest.mark.parametrize(
    ("base", "gap", "able", "based"),
    [("76mm", 0.0, True, False), ("76mm", 0.5, False, False), ("76mm", 0.5, True, True),
     *(("80mm", *found, based) for based in (True, False) for found in ((1.0, True), (1.01, False)))],
)  # fmt: skip
def test_models_larger_than_3_inches_are_set_up_within_1_inch(base: str, gap: float, able: bool, based: bool) -> None:
    """Also around a Transport with a base, of which other models are set up within 3 inches and not wholly."""
    rules = invent(carrier(**(BASED if based else {})), sheet(MINE, base=base))
    position = moving(truck(), within(MINE), FAR, rules=rules).answer((MINE, "disembark"))
    spot = 20 + LARGE + gap + float(base.removesuffix("mm")) / 25.4 / 2
    assert (not position.game.requests[0].check(places((spot, 20)))) is able


@rule("commentary.disembarking-large-models", 2)
def test_large_models_are_not_set_up_near_enemies() -> None:
    rules = invent(carrier(), sheet(MINE, base="80mm"))
    position = moving(truck(), within(MINE), unit(FOES, (25.8, 20)), rules=rules).answer((MINE, "disembark"))
    with position.refused(rule="core.disembark"):
        position.answer(places((20 + LARGE + 80 / 50.8, 20)))


@rule("faq.transports.embark-after-out-of-phase-move")
@rule("core.embark", 1)
@pytest.mark.parametrize("way", ["normal", "fall back"])
def test_a_move_in_another_phase_lets_a_unit_embark(way: str) -> None:
    foes = unit(FOES, (26 + 2 * HALF + 0.5, 20)) if way == "fall back" else FAR
    position = battle(truck(), unit(MINE, (26, 20)), foes, rules=RULES)
    position.begin(MOVE(player=0, unit=MINE, way=way)).answer((("mine.1", ((23, 20),)),))
    assert (position.asked, position.options) == ("embark", [CARRIER, None])


@rule("commentary.embarked-units", 2)
def test_who_is_embarked_does_nothing() -> None:
    things = [truck(), within(MINE, 2), unit(FOES, (20 + LARGE + HALF + 0.5, 20))]
    for name, asked in (("shooting", "shoot"), ("charge", "charge"), ("fight", "fight")):
        position = phase(battle(*things, rules=RULES), f"{name} phase")
        listed = [one[0] if isinstance(one, tuple) else one for one in position.options or ()]
        assert MINE not in listed, asked
    position = moving(*things)
    assert ways(position, MINE) == ["disembark"]


@rule("core.disembark", 4)
@rule("faq.movement.reaction-to-move-after-disembark", 1)
@pytest.mark.parametrize("done", [(), ("stationary",)])
def test_who_leaves_a_transport_that_has_not_moved_acts_normally(done: tuple[str, ...]) -> None:
    position = moving(truck(done=done), within(MINE), unit(FOES, (30, 20))).answer(
        (MINE, "disembark"), places((22, 20))
    )
    assert ways(position, MINE) == ["normal", "advance"]
    position.answer(None)
    assert position.state.units[MINE].done == ("disembarked", "normal")
    assert [(event.unit, event.how) for event in happened(position, Moved)] == [(MINE, "normal")]
    assert position.asked == "shoot" and MINE in position.options
    position.answer(None)
    assert position.asked == "charge" and (MINE, (FOES,)) in position.options


@rule("core.disembark", 4)
@rule("faq.movement.reaction-to-move-after-disembark", 2)
@rule("errata.stratagem-fire-overwatch", 2)
def test_a_unit_that_disembarked_and_stays_has_made_a_move_to_which_others_react() -> None:
    position = moving(truck(), within(MINE), within(MINE, name="other"), unit(FOES, (32, 20)), army(1, 1))
    plain(position.answer((MINE, "disembark"), places((22, 20))))
    plain(position.answer(("other", "disembark"), places((18, 20), name="other"))).answer(None)
    seen = []
    while position.asked == "react":
        seen.append((position.window, offered(position)))
        position.answer(None)
    assert seen == [("move starts", [("fire-overwatch", FOES)]), ("move ends", [("fire-overwatch", FOES)])] * 2
    assert "normal" in position.state.units["other"].done


@rule("core.disembark", 5)
@rule("commentary.counts-as-normal-move", 5)
@rule("faq.movement.no-reaction-to-disembark-after-move")
def test_who_leaves_a_transport_that_moved_moves_no_more_and_charges_nobody() -> None:
    position = moving(truck(), within(MINE), unit(FOES, (30, 20)))
    position.answer((CARRIER, "normal"), ((f"{CARRIER}.1", ((21, 20),)),), (MINE, "disembark"), places((22.9, 20)))
    assert [event.unit for event in happened(position, Moved)] == [CARRIER]
    assert position.asked == "shoot" and MINE in position.options
    position.answer(None)
    assert position.asked == "charge" and all(one is None or one[0] != MINE for one in position.options)


@rule("core.disembark", 6)
@pytest.mark.parametrize(("done", "able"), [("advance", False), ("fall back", False), ("normal", True)])
def test_nobody_leaves_a_transport_that_advanced_or_fell_back(done: str, able: bool) -> None:
    position = moving(truck(done=(done,)), within(MINE), unit(MINE, (5, 5), name="other"), FAR)
    assert (ways(position, MINE) == ["disembark"]) is able


# From Reserves ----------------------------------------------------------------------------------------------


@rule("commentary.embarked-units-and-reserves")
@rule("faq.transports.disembark-from-strategic-reserves-transport")
@rule("faq.transports.no-embark-on-arrival-from-reserves")
@pytest.mark.parametrize(("apart", "legal"), [(9.01, True), (9.0, False)])
def test_who_is_within_a_transport_from_reserves_disembarks_at_once(apart: float, legal: bool) -> None:
    things = [off(CARRIER, 1, "reserves", reserve="strategic reserves"), within(MINE)]
    spot = (20.0, LARGE + 6 - 2 * LARGE + LARGE + HALF + 1.0)
    foes = unit(FOES, (20, spot[1] + 2 * HALF + apart))
    position = phase(battle(*things, foes, rules=RULES, round=3), "movement phase/reinforcements")
    position.answer((CARRIER, "strategic reserves"), places((20, 6 - LARGE), name=CARRIER))
    assert position.options == [(MINE, "disembark"), None]
    position.answer((MINE, "disembark"))
    if not legal:
        with position.refused(rule="core.disembark"):
            position.answer(places(spot))
        return
    position.answer(places(spot))
    assert spot[1] + HALF > 6
    assert set(position.state.units[MINE].done) == {"disembarked", "normal", "no charge"}
    assert position.asked == "shoot" and MINE in position.options
    position.answer(None)
    assert position.asked != "charge" or all(one is None or one[0] != MINE for one in position.options)


@rule("faq.transports.overwatch-on-disembarked-unit", 2)
def test_who_disembarks_on_arrival_is_fired_at() -> None:
    things = [off(CARRIER, 1, "reserves", reserve="strategic reserves"), within(MINE), army(1, 2)]
    spot = (20.0, LARGE + 6 - 2 * LARGE + LARGE + HALF + 1.0)
    foes = unit(FOES, (20, spot[1] + 12))
    position = phase(battle(*things, foes, rules=RULES, round=3), "movement phase/reinforcements")
    position.answer((CARRIER, "strategic reserves"), places((20, 6 - LARGE), name=CARRIER))
    while position.asked == "react":
        position.answer(None)
    position.answer((MINE, "disembark"), places(spot))
    assert (position.window, offered(position)) == ("set up", [("fire-overwatch", FOES)])


# Destroyed Transports ---------------------------------------------------------------------------------------


def wreck(*things: Any, rolls: Any, wounds: int = 1, damage: str = "1", **more: Any) -> Scenario:
    """A Transport of player 0 is destroyed by shots of the foes."""
    from rulewright_wh40k.attack import STRIKE
    from rulewright_wh40k.shooting.select_targets import aimed

    rules = more.pop("rules", RULES)
    foes = unit(FOES, (36, 20))
    position = battle(unit(CARRIER, (20, 20), wounds=1, weapons=(f"{CARRIER}/gun",)), *things, foes,
                      rules=rules, rolls=[(6,), (6,), (1,), *rolls], **more)  # fmt: skip
    declared = aimed(position.game, FOES, CARRIER, f"{FOES}/gun", ["foes.1"])
    return position.begin(STRIKE(player=1, unit=FOES, declared=tuple(declared)))


@rule("core.destroyed-transport", 1, 3, 4, 5)
@pytest.mark.parametrize(("faces", "lost"), [((2, 6, 3), 0), ((1, 6, 2), 1), ((1, 1, 1), 3)])
def test_who_is_within_a_destroyed_transport_gets_out_with_a_risk(faces: tuple[int, ...], lost: int) -> None:
    position = wreck(within(MINE, 3), rolls=[faces])
    assert (position.player, position.asked) == (0, "disembark") and not happened(position, ModelRemoved)
    position.answer(places((22.2, 20), (22.2, 21.5), (22.2, 18.5)))
    while position.asked == "allocate":
        position.answer(position.options[0])
    kinds = [type(event) for event in happened(position, Disembarked, CrashRolled, ModelRemoved)]
    assert kinds[:2] == [Disembarked, CrashRolled]
    assert [event.wounds for event in happened(position, CrashRolled)] == [lost]
    assert len(left(position, MINE)) == 3 - lost and CARRIER + ".1" not in position.state.models
    one = position.state.units[MINE]
    assert one.shocked and set(one.done) == {"disembarked", "normal", "no charge"}


@rule("core.destroyed-transport", 4)
def test_it_is_shocked_until_its_next_command_phase() -> None:
    things = [unit(MINE, (20, 20), shocked=True, done=("disembarked",)), FAR]
    position = phase(battle(*things), "command phase", player=1)
    assert position.state.units[MINE].shocked
    again = phase(battle(*things), "command phase", player=0)
    assert not again.state.units[MINE].shocked


@rule("core.destroyed-transport", 5)
def test_it_declares_no_charge() -> None:
    ours = unit(MINE, (20, 20), done=("disembarked", "normal", "no charge"))
    position = phase(battle(ours, unit(FOES, (26, 20))), "charge phase")
    assert (position.player, position.asked) != (0, "charge")


@rule("core.destroyed-transport", 2)
def test_who_gets_out_does_not_suffer_from_its_deadly_demise() -> None:
    rules = invent(carrier(10, "deadly demise 1"))
    near = unit(MINE, (26, 20), name="other")
    position = wreck(within(MINE), near, rolls=[(6,), (4,)], rules=rules)
    position.answer(places((22.2, 20)))
    assert [event.unit for event in happened(position, ModelDestroyed)] == [CARRIER, "other"]
    assert len(left(position, MINE)) == 1


@rule("core.destroyed-transport", 6)
@rule("faq.transports.destroyed-transport-several-units-order")
@rule("faq.transports.destroyed-transport-who-orders")
def test_all_units_get_out_in_the_order_of_their_player_before_any_dice() -> None:
    position = wreck(within(MINE, name="a"), within(MINE, name="b"), rolls=[(4,), (5,)])
    assert (position.player, position.asked, position.options) == (0, "spill", ["a", "b"])
    position.answer("b", places((22.2, 20), name="b"), places((17.8, 20), name="a"))
    found = [(type(event), event.unit) for event in happened(position, Disembarked, CrashRolled)]
    assert found == [(Disembarked, "b"), (Disembarked, "a"), (CrashRolled, "b"), (CrashRolled, "a")]


def ring(inches: float, name: str = "ring") -> list[Any]:
    """Enemies all around the Transport, so far away that nobody finds room beside it."""
    from math import cos, pi, sin

    spots = [(20 + inches * cos(at * pi / 12), 20 + inches * sin(at * pi / 12)) for at in range(24)]
    return unit(FOES, *spots, name=name, player=1)


@rule("core.emergency-disembarkation", 1, 2, 4)
@rule("core.destroyed-transport", 3)
@pytest.mark.parametrize(("face", "hurt"), [(1, 1), (3, 1), (4, 0)])
def test_without_room_they_get_out_farther_and_at_a_higher_risk(face: int, hurt: int) -> None:
    position = wreck(within(MINE), ring(2.9), rolls=[(face,)])
    assert position.asked == "disembark"
    with position.refused(rule="core.disembark"):
        position.answer(places((21.9, 20)))
    with position.refused(rule="core.disembark"):
        position.answer(places((20 + LARGE + 6.01 - HALF, 20)))
    position.answer(places((20 + LARGE + 6 - HALF, 20)))
    assert [event.wounds for event in happened(position, CrashRolled)] == [hurt]
    assert hurt or (position.state.units[MINE].shocked and "no charge" in position.state.units[MINE].done)


@rule("faq.movement.no-room-to-set-up", 1, 2)
@rule("commentary.set-up-on-the-battlefield", 3)
@pytest.mark.parametrize("lost", ["mine.1", "mine.2"])
def test_the_player_selects_who_is_destroyed_where_there_is_not_room_for_all(lost: str) -> None:
    """Debris all around leaves room for one of two models, one of which has no weapons."""
    two = within(MINE, 2)
    two[2] = replace(two[2], weapons=())
    position = wreck(two, rolls=[(6,)], rules=invent(carrier(), terrain=pocket(21.3, 19.4, 2 * HALF + 0.1)))
    assert (position.asked, position.options) == ("left_behind", ["mine.1", "mine.2"])
    position.answer(lost)
    assert [event.model for event in happened(position, NoRoom)] == [lost]


@rule("core.emergency-disembarkation", 3)
@rule("faq.movement.no-room-to-set-up", 1, 2)
@rule("commentary.set-up-on-the-battlefield", 3, 4)
def test_models_without_any_room_are_destroyed_and_trigger_nothing() -> None:
    rules = invent(carrier(), sheet(MINE, abilities=["deadly demise 1"]))
    rings = [ring(2.9), ring(6.0, "outer")]
    position = wreck(within(MINE, 2), *rings, rolls=[], rules=rules)
    assert {event.model for event in happened(position, ModelRemoved)} >= {"mine.1", "mine.2"}
    assert {event.model for event in happened(position, NoRoom)} == {"mine.1", "mine.2"}
    assert MINE not in {event.unit for event in happened(position, ModelDestroyed)}
    assert position.state.units[MINE].area == "destroyed"


@rule("faq.movement.no-room-to-set-up", 3)
@pytest.mark.parametrize(("rings", "points"), [(2, 4), (1, 0)])
def test_who_finds_no_room_is_destroyed_by_the_army_of_the_opponent_and_by_no_unit_of_it(
    rings: int, points: int
) -> None:
    """A mission scores for Character units that are destroyed; who finds room farther away is not destroyed."""
    hero = sheet(MINE, keywords=["Infantry", "Character"])
    watch = {**named("watch"), "characters": 4}
    around = [ring(2.9), ring(6.0, "outer")][:rings]
    position = wreck(
        within(MINE), *around, rolls=[(6,)], rules=invent(carrier(), hero, missions=[watch]), mission="watch"
    )
    assert position.state.armies[1].victory == points
    assert MINE not in {event.unit for event in happened(position, ModelDestroyed)}
    assert [event.unit for event in happened(position, UnitDestroyed) if event.unit == MINE] == [MINE] * (points > 0)


@rule("faq.transports.overwatch-on-disembarked-unit", 1)
@rule("errata.stratagem-fire-overwatch", 2)
def test_who_gets_out_of_a_transport_that_did_not_escape_is_fired_at() -> None:
    """A Battle-shocked Transport Falls Back, and is destroyed by its Desperate Escape test."""
    near, far = unit(FOES, (20 + LARGE + HALF + 0.5, 20), weapons=()), unit(FOES, (20, 32), name="far")
    things = truck(shocked=True), within(MINE), near, far, army(1, 1)
    position = moving(*things, rolls=[(1,), (6,)]).answer((CARRIER, "fall back"))
    assert position.asked == "disembark" and position.player == 0
    position.answer(places((17.6, 20)))
    assert (position.window, offered(position)) == ("set up", [("fire-overwatch", "far")])


@rule("core.disembark", 2)
@rule("core.engagement-range", 1)
@pytest.mark.parametrize(("ground", "legal"), [(5.0, False), (5.1, True)])
def test_enemies_high_above_keep_nobody_within(ground: float, legal: bool) -> None:
    above, foe = unit(FOES, (23.5, 20))
    position = moving(truck(), within(MINE), [above, replace(foe, ground=ground)]).answer((MINE, "disembark"))
    assert (not position.game.request.space.check(places((22.2, 20)))) is legal


def ruin(height: float) -> Any:
    """A Ruin beside the Transport, with a floor so high."""
    outline = [[22, 18], [28, 18], [28, 22], [22, 22]]
    floors = [{"height": height, "outline": outline}]
    return invent(
        carrier(), terrain=[{"id": "ruin", "outline": outline, "height": 12, "traits": ["ruin"], "floors": floors}]
    )


@rule("core.disembark", 2)
@pytest.mark.parametrize(("height", "legal"), [(5.0, True), (6.0, False)])
def test_nobody_disembarks_higher_than_5_inches(height: float, legal: bool) -> None:
    position = moving(truck(), within(MINE), FAR, rules=ruin(height)).answer((MINE, "disembark"))
    assert (not position.game.request.space.check((("mine.1", 23.0, 20.0, 0.0, height),))) is legal


@rule("core.embark", 1)
@pytest.mark.parametrize(("height", "able"), [(5.0, True), (6.0, False)])
def test_nobody_embarks_from_higher_than_5_inches(height: float, able: bool) -> None:
    one, high = unit(MINE, (23, 20))
    position = moving(truck(), [one, replace(high, ground=height)], FAR, rules=ruin(height))
    assert (position.answer((MINE, "normal"), ()).asked == "embark") is able

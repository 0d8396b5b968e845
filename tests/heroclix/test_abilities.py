"""Abilities: inherent, improved and keyphrase abilities (chapters 19, 22, keyword.*, improved.*)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from rulewright import FOREVER, Refused, begin_effect
from rulewright.testing import Scenario
from rulewright_heroclix.attack.sequence import ATTACK
from rulewright_heroclix.attack.targets import may_target
from rulewright_heroclix.events.attacks import Hit
from rulewright_heroclix.events.damage import DamageDealt, TookDamage
from rulewright_heroclix.events.movement import BreakAwayFailed, BrokeAway, Carried, KnockedBack, Moved
from rulewright_heroclix.terms import size_of

from .table import BLANK, FOE, HERO, at, attacking, clix, dice, happened, invent, moving, one, play, rule, turn


def gift(*grants: str, id: str = "gift", **more: Any) -> dict[str, Any]:
    return {"id": id, "name": {"en": "Gift", "zh": "天赋"}, "grants": list(grants), **more}


def able(*grants: str, rows: Any = BLANK, things: Any = None, rolls: tuple[str, ...] = (), **more: Any) -> Scenario:
    """The hero in C3 has a trait with these grants; its turn."""
    of_map = {key: more.pop(key) for key in ("elevation", "walls", "indoor") if key in more}
    rules = invent(clix(HERO, *("8/10/17/3",) * 5, traits=[gift(*grants)] if grants else [], **more),
                   clix(FOE, *("8/10/16/2",) * 6), rows=rows, **of_map)  # fmt: skip
    standing = things if things is not None else (at(FOE, "P16"),)
    hero = () if HERO in {str(one.id) for one in standing} else (at(HERO, "C3"),)
    return turn(play(*hero, *standing, rules=rules, rolls=dice(*rolls)))


def goes(position: Scenario, square: str) -> bool:
    """Whether the hero can move there."""
    with suppress(Refused):
        position.answer((HERO, "move", "MOVE")).answer(square)
    return bool(happened(position, Moved))


# Kinds of ability -------------------------------------------------------------------------------------------


@rule("19", 1)
@rule("19.2", 2, 3)
@rule("20.1")
@rule("18.1", 3)
def test_what_a_character_can_use_comes_from_its_dial_its_base_and_its_card() -> None:
    special = {"id": "brawn", "name": {"en": "Brawn", "zh": "蛮力"}, "grants": ["charge"]}
    card = clix(HERO, "8 brawn/10/17 toughness/3", "8/10/17/3", specials=[special], symbols=["flight"],
                traits=[gift("stealth")])  # fmt: skip
    game = play(at(HERO, "C3"), at(FOE, "P16"), at(HERO, "C5", name="hurt", click=2), rules=invent(card)).game

    assert all(game.has(name, HERO) for name in ("brawn", "charge", "toughness", "flight", "gift", "stealth", "carry"))
    assert [game.has(name, "hurt") for name in ("brawn", "charge", "toughness", "flight", "stealth", "move")] == [
        False, False, False, True, True, True,
    ]  # fmt: skip


@rule("19.1")
def test_inherent_abilities_are_everyones_unless_an_effect_takes_them() -> None:
    position = play(at(HERO, "C3"), at(FOE, "P16"))
    assert all(position.game.has(name, id) for name in ("move", "close", "range", "carry") for id in (HERO, FOE))

    position.happen(
        begin_effect(position.game, "bound", FOREVER, target=("characters", HERO), data={"counters": "move"})
    )
    assert (HERO, "move", "MOVE") not in turn(position).options


@rule("19.5", 1, 3)
def test_symbols_grant_keyphrases_and_keyphrases_have_numbers() -> None:
    rules = invent(clix(HERO, symbols=["flight", "autonomous"]), clix(FOE, size="colossal"))
    game = play(at(HERO, "C3"), at(FOE, "P16"), rules=rules).game

    assert game.has("passenger:1", HERO) and game.has("autonomous", HERO)
    assert game.has("giant-reach:3", FOE) and not game.has("giant-reach:2", FOE)


@rule("keyword.sideline-active")
def test_only_what_says_so_can_be_used_on_the_sideline() -> None:
    watcher = clix(HERO, traits=[gift("leadership", id="watch", sideline=True), gift("stealth")])
    game = play(at(HERO, area="sideline"), at(HERO, "A1", name="other"), at(FOE, "P16"), rules=invent(watcher)).game

    assert game.has("watch", HERO) and game.has("leadership", HERO)
    assert not game.has("stealth", HERO) and not game.has("move", HERO)


# Keyphrases -------------------------------------------------------------------------------------------------


@rule("keyword.giant-reach", 1, 2, 3)
@rule("22.3")
@pytest.mark.parametrize(("size", "square", "reached"), [
    ("standard", "E3", False), ("giant", "D3", True), ("giant", "E3", True), ("giant", "F3", False),
    ("colossal", "F3", True), ("colossal", "G3", False),
])  # fmt: skip
def test_giant_reach_makes_close_attacks_within_so_many_squares_and_line_of_fire(
    size: str, square: str, reached: bool
) -> None:
    hedge = ("...hhhh.........",) * 16
    position = able(things=(at(FOE, square),), size=size, rows=hedge, rolls=("56",))

    assert ((HERO, "close", "CLOSE") in position.options) is reached
    if reached:
        position.answer((HERO, "close", "CLOSE"))
        assert happened(position, Hit)[0].defense == 16


@rule("keyword.giant-reach", 1)
def test_giant_reach_needs_a_line_of_fire() -> None:
    position = able(things=(at(FOE, "E3"),), size="giant", rows=("...#............",) * 16, indoor=["A1:P16"])

    assert (HERO, "close", "CLOSE") not in position.options


@rule("keyword.great-size", 1, 2, 7)
@rule("keyword.flight", 1, 2, 3)
def test_great_size_and_flight_include_improved_abilities() -> None:
    rules = invent(clix(HERO, symbols=["flight"]), clix(FOE, size="giant"))
    game = play(at(HERO, "C3"), at(FOE, "P16"), rules=rules).game
    movement = ("elevated", "outdoor-blocking", "move-through")

    assert all(game.has(f"improved-movement-{name}", id) for name in movement for id in (HERO, FOE))
    assert game.has("improved-targeting-adjacent", FOE) and not game.has("improved-targeting-adjacent", HERO)
    assert game.has("great-size", FOE) and game.has("passenger", HERO)


@rule("keyword.immobile", 1)
@rule("12.6f", 4)
def test_who_is_immobile_is_neither_moved_nor_placed() -> None:
    position = able("immobile")
    assert (HERO, "move", "MOVE") not in position.options

    rules = invent(clix(FOE, *("8/10/16/2",) * 6, traits=[gift("immobile")]))
    struck = attacking(rules=rules, rolls=dice("44"))
    assert not happened(struck, KnockedBack) and struck.asked == ""


@rule("keyword.knockback")
@rule("22.4", 2)
def test_knockback_is_optional_and_needs_no_doubles() -> None:
    rules = invent(clix(HERO, traits=[gift("knockback")]), clix(FOE, *("8/10/16/2",) * 6))

    assert happened(attacking(rules=rules, rolls=dice("56")).answer("yes"), KnockedBack)
    assert not happened(attacking(rules=rules, rolls=dice("56")).answer(None), KnockedBack)


@rule("22.4", 1)
def test_knockback_from_several_sources_does_nothing_more() -> None:
    rules = invent(clix(HERO, "8/10 super-strength/17/3", traits=[gift("knockback")]), clix(FOE, *("8/10/16/2",) * 6))
    position = attacking(rules=rules, rolls=dice("55")).answer("yes")

    assert len(happened(position, KnockedBack)) == 1 and position.asked == ""


@rule("22.4", 3)
def test_either_all_hit_characters_are_knocked_back_or_none() -> None:
    rules = invent(clix(HERO, bolts=2, traits=[gift("knockback")]), clix(FOE, *("8/10/16/2",) * 6))
    things = at(FOE, "D3"), at(FOE, "B3", name="other", player=1)
    position = (
        attacking(*things, rules=rules, rolls=dice("56"))
        .answer((FOE, "other"))
        .answer((2, 1))
        .answer("yes")
        .answer(FOE)
    )

    assert {event.character for event in happened(position, KnockedBack)} == {FOE, "other"}


@rule("keyword.passenger", 1, 2)
@pytest.mark.parametrize(("grants", "most"), [((), 0), (("passenger:1",), 1), (("passenger:2",), 2)])
def test_passenger_carries_so_many_characters_of_its_own_size(grants: tuple[str, ...], most: int) -> None:
    friends = [at(FOE, square, name=square, player=0) for square in ("B3", "B4", "C4")]
    position = able(*grants, things=(*friends, at(FOE, "P16"))).answer((HERO, "move", "MOVE"))

    assert position.asked == ("carry" if most else "move")
    if most:
        assert max(map(len, position.options)) == most


@rule("keyword.passenger", 3)
@rule("22.5")
def test_with_passenger_0_nobody_is_carried() -> None:
    friend = at(FOE, "B3", name="friend", player=0)

    assert (
        able("passenger:0", things=(friend, at(FOE, "P16")), size="giant").answer((HERO, "move", "MOVE")).asked
        == "move"
    )


@rule("pac.carry", 1, 2, 3, 4, 5)
@rule("22.1", 1)
def test_a_smaller_friend_is_carried_at_one_speed_less_and_given_no_costed_action() -> None:
    friend = at(FOE, "B3", name="friend", player=0)
    position = able(things=(friend, at(FOE, "P16")), size="giant").answer((HERO, "move", "MOVE")).answer(("friend",))

    assert position.game.request is not None and position.game.request.about["squares"] == 7
    position.answer("stay").answer("D3")
    assert [event.character for event in happened(position, Carried)] == ["friend"]
    assert one(position, "friend").squares == ((3, 2),)


@rule("pac.carry", 2)
def test_without_passenger_one_friend_is_carried_that_is_smaller_and_no_vehicle() -> None:
    rules = invent(clix(HERO, size="giant"), clix("mate"), clix("peer", size="giant"), clix("car", symbols=["vehicle"]))
    mates = at("mate", "B3", name="one"), at("mate", "C4", name="two"), at("mate", "F3", name="far")
    others = at("peer", "D3"), at("car", "B2"), at(FOE, "D4")
    position = moving(play(at(HERO, "C3"), *mates, *others, rules=rules), 4)

    assert position.asked == "carry" and set(position.options) == {(), ("one",), ("two",)}


@rule("pac.carry", 5)
def test_who_was_carried_is_given_free_actions_only() -> None:
    quick = clix("quick", "8 sidestep/10/17/3")
    rules = invent(clix(HERO, size="giant"), quick)
    position = turn(play(at(HERO, "C3"), at("quick", "B3"), at(FOE, "P16"), rules=rules))
    position.answer((HERO, "move", "MOVE")).answer(("quick",)).answer("stay").answer("D3")

    assert set(position.options) == {("quick", "sidestep", "FREE"), None}
    with position.refused(rule="pac.carry"):
        position.answer(("quick", "move", "MOVE"))


@rule("keyword.tiny-size")
@pytest.mark.parametrize(("square", "kind", "defense"), [("F3", "range", 17), ("D3", "close", 16)])
def test_tiny_characters_have_defense_one_higher_against_range_attacks(square: str, kind: str, defense: int) -> None:
    rules = invent(clix(HERO), clix(FOE, *("8/10/16/2",) * 6, size="tiny"))

    position = attacking(at(FOE, square), kind=kind, rules=rules, rolls=dice("56"))
    assert happened(position, Hit)[0].defense == defense


STOP = {"id": "hold", "name": {"en": "Hold", "zh": "坚守"}, "grants": ["stop", "toughness"]}


@rule("keyword.stop", 1)
@rule("18.4a")
def test_the_dial_turns_no_further_than_a_stop_click() -> None:
    wall = clix(FOE, "8/10/16/2", "8 hold/10/15/2", "8/10/14/2", "8/10/13/2", specials=[STOP])
    position = attacking(rules=invent(clix(HERO), wall), rolls=dice("56"))

    assert one(position, FOE).click == 2 and happened(position, TookDamage)[0].clicks == 1


@rule("keyword.stop", 1)
def test_other_damage_goes_on_past_a_stop_click() -> None:
    """Two ones deal the attacker damage that is not an opponent's attack."""
    wall = clix(HERO, "8 hold/10/17/3", "8/10/16/3", specials=[STOP])
    position = attacking(rules=invent(wall), rolls=dice("11"))

    assert one(position, HERO).click == 2


@rule("keyword.stop", 1)
@rule("18.4a")
@pytest.mark.parametrize(("who", "click"), [(FOE, 2), ("mate", 4)])
def test_the_dial_turns_past_a_stop_click_by_a_friendly_attack(who: str, click: int) -> None:
    dial = ("8/10/12/2", "8 hold/10/12/2", *("8/10/12/2",) * 4)
    rules = invent(clix(HERO), clix(who, *dial, specials=[STOP]))
    position = play(at(HERO, "C3"), at(who, "E3"), rules=rules, rolls=dice("56"))
    position.begin(ATTACK(player=0, attacker=HERO, kind="range", targets=(who,)))

    assert happened(position, Hit) and one(position, who).click == click


@rule("keyword.stop", 3)
@rule("22.9", 2)
@rule("keyword.protected-outwit", 1)
def test_outwit_cannot_choose_a_special_power_with_stop_nor_what_it_contains() -> None:
    wall = clix(FOE, *("8 hold/10/16/2",) * 3, specials=[STOP])
    rules = invent(clix(HERO, "8/10/17/3 outwit"), wall)
    position = turn(play(at(HERO, "C3"), at(FOE, "F3"), rules=rules)).answer((HERO, "outwit", "FREE"))

    assert "hold" not in position.options and "toughness" not in position.options and "charge" in position.options


@rule("22.7", 2, 3)
@rule("keyword.protected-outwit", 1, 3)
def test_only_the_protected_standard_power_in_an_outwitted_special_power_is_used() -> None:
    special = {"id": "brawn", "name": {"en": "Brawn", "zh": "蛮力"}, "grants": ["charge"],
               "protects": {"super-senses": ["outwit"]}}  # fmt: skip
    foe = clix(FOE, "8 brawn/10/16/2", specials=[special])
    rules = invent(clix(HERO, "8/10/17/3 outwit"), foe)
    position = turn(play(at(HERO, "C3"), at(FOE, "F3"), rules=rules)).answer((HERO, "outwit", "FREE"))

    assert "brawn" in position.options and "super-senses" not in position.options
    position.answer("brawn")
    assert not position.game.has("charge", FOE) and position.game.has("super-senses", FOE)


@rule("keyword.protected-outwit", 2)
def test_outwit_ends_when_the_power_becomes_protected() -> None:
    special = {"id": "brawn", "name": {"en": "Brawn", "zh": "蛮力"}, "grants": ["toughness"], "protected": ["outwit"]}
    foe = clix(FOE, "8/10/16 toughness/2", "8 brawn/10/16/2", specials=[special])
    rules = invent(clix(HERO, "8/10 poison/17/3 outwit"), foe)
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=rules)).answer((HERO, "outwit", "FREE"))
    position.answer("toughness")

    assert not position.game.has("toughness", FOE)
    position.answer((HERO, "poison", "FREE"))
    assert position.game.has("toughness", FOE) and not list(position.game.state.effects)


@rule("keyword.safeguard", 2, 3)
@pytest.mark.parametrize("power", ["outwit", "perplex"])
def test_an_effect_ends_when_its_target_becomes_safe_from_it(power: str) -> None:
    foe = clix(FOE, "8/10/16 toughness/2", "8/10/16 toughness/2")
    fresh = play(at(HERO, "C3"), at(FOE, "D3"), rules=invent(clix(HERO, f"8/10/17/3 {power}"), foe))
    data = {"counters": "toughness"} if power == "outwit" else {"stat": "defense", "layer": "modify", "amount": -1}
    kind = {"outwit": "outwitted", "perplex": "perplexed"}[power]
    begun = begin_effect(fresh.game, kind, FOREVER, source=("characters", HERO), target=("characters", FOE), data=data)
    fresh.happen(begun)
    assert len(fresh.game.state.effects) == 1
    safe = {"gives": f"safeguard:{power}"}
    fresh.happen(begin_effect(fresh.game, "saved", FOREVER, target=("characters", FOE), data=safe))
    assert [effect.kind for effect in fresh.game.state.effects.values()] == ["saved"]


@rule("keyword.safeguard", 1)
@pytest.mark.parametrize(("power", "type"), [("perplex", "FREE"), ("outwit", "FREE"), ("mind-control", "CLOSE"),
                                             ("poison", "FREE"), ("pulse-wave", "RANGE")])  # fmt: skip
def test_the_stated_effect_neither_targets_nor_damages_who_is_safe_from_it(power: str, type: str) -> None:
    column = {"perplex": "8/10/17/3 {}", "outwit": "8/10/17/3 {}", "mind-control": "8 {}/10/17/3"}.get(
        power, "8/10 {}/17/3"
    )
    foe = clix(FOE, *("8/10/16/2",) * 6, traits=[gift(f"safeguard:{power}")])
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=invent(clix(HERO, column.format(power)), foe)))

    if power == "perplex":
        position.answer((HERO, power, type))
        assert position.options == [HERO]
    else:
        assert (HERO, power, type) not in position.options


@rule("keyword.safeguard", 3)
def test_safeguard_from_pulse_wave_is_used_while_it_resolves() -> None:
    foe = clix(FOE, *("8/10/16/2",) * 6, traits=[gift("safeguard:pulse-wave")])
    things = at(HERO, "C3"), at(FOE, "D3"), at(HERO, "E3", name="plain", player=1)
    position = turn(play(*things, rules=invent(clix(HERO, "8/10 pulse-wave/17/3"), foe), rolls=dice("56")))
    position.answer((HERO, "pulse-wave", "RANGE"))

    assert [event.character for event in happened(position, DamageDealt)] == ["plain"]


# Improved movement ------------------------------------------------------------------------------------------

OUTDOORS = ("....##..........",) * 16
ROW = tuple(at(FOE, f"E{number}", name=f"e{number}", player=1) for number in range(1, 17))


@rule("improved.movement-elevated")
@pytest.mark.parametrize(("ability", "over"), [("improved-movement-elevated", True), ("stealth", False)])
def test_who_has_improved_movement_elevated_does_not_stop_at_borders_of_elevation(ability: str, over: bool) -> None:
    assert goes(able(ability, elevation=["1111222222222222"] * 16), "G3") is over


@rule("improved.movement-blocking")
@rule("improved.movement-outdoor-blocking")
@rule("16.3a", 1)
@pytest.mark.parametrize(("ability", "indoors", "square", "goes_there"), [
    ("improved-movement-blocking", False, "G3", True), ("improved-movement-blocking", True, "G3", True),
    ("improved-movement-blocking", False, "E3", False), ("improved-movement-outdoor-blocking", False, "G3", True),
    ("improved-movement-outdoor-blocking", True, "G3", False),
    ("improved-movement-outdoor-blocking", False, "F3", False), ("stealth", False, "G3", False),
])  # fmt: skip
def test_improved_movement_goes_through_blocking_terrain_and_ends_beyond(
    ability: str, indoors: bool, square: str, goes_there: bool
) -> None:
    position = able(ability, rows=OUTDOORS, indoor=["A1:P16"] if indoors else [])

    assert goes(position, square) is goes_there


@rule("improved.movement-characters")
@rule("improved.movement-move-through")
@pytest.mark.parametrize(("ability", "rolls", "broke"), [
    ("improved-movement-characters", (), True), ("improved-movement-move-through", ("4",), True),
    ("improved-movement-move-through", ("3",), False),
])  # fmt: skip
def test_improved_movement_goes_through_and_past_characters_and_breaks_away_or_must(
    ability: str, rolls: tuple[str, ...], broke: bool
) -> None:
    position = able(ability, things=(*ROW, at(FOE, "C4", name="beside", player=1)), rolls=rolls)
    position.answer((HERO, "move", "MOVE"))

    assert bool(happened(position, BrokeAway)) is broke and bool(happened(position, BreakAwayFailed)) is not broke
    if broke:
        position.answer("H3")
        assert one(position, HERO).squares == ((7, 2),)


@rule("improved.movement-hindering")
@rule("improved.movement-water")
@pytest.mark.parametrize("terrain", ["h", "~"])
def test_hindering_and_water_terrain_stop_nobody_so_old_abilities_change_nothing(terrain: str) -> None:
    assert goes(able(rows=(f"...{terrain * 4}.........",) * 16), "H3")
    assert goes(
        able("improved-movement-hindering", "improved-movement-water", rows=(f"...{terrain * 4}.........",) * 16), "H3"
    )


# Improved targeting -----------------------------------------------------------------------------------------


@rule("improved.targeting-hindering")
@rule("improved.targeting-blocking")
@rule("improved.targeting-characters")
@rule("improved.targeting-elevated")
@pytest.mark.parametrize(("ability", "rows", "between", "elevation", "seen"), [
    ("", OUTDOORS, False, None, False), ("improved-targeting-blocking", OUTDOORS, False, None, True),
    ("", BLANK, True, None, False), ("improved-targeting-characters", BLANK, True, None, True),
    ("", BLANK, False, ["1111221111111111"] * 16, False),
    ("improved-targeting-elevated", BLANK, False, ["1111221111111111"] * 16, True),
])  # fmt: skip
def test_improved_targeting_draws_lines_of_fire_past_what_blocks_others(
    ability: str, rows: Any, between: bool, elevation: Any, seen: bool
) -> None:
    things = (at(FOE, "H3"), *([at(FOE, "F3", name="wall", player=0)] if between else []))
    more = {"elevation": elevation} if elevation else {}
    position = able(*([ability] if ability else []), things=things, rows=rows, **more)

    assert ((HERO, "range", "RANGE") in position.options) is seen


@rule("improved.targeting-hindering")
@pytest.mark.parametrize(("ability", "defense"), [("improved-targeting-hindering", 16), ("stealth", 17)])
def test_lines_of_fire_with_improved_targeting_hindering_are_not_hindered(ability: str, defense: int) -> None:
    position = able(ability, things=(at(FOE, "H3"),), rows=("....hh..........",) * 16, rolls=("56",))

    position.answer((HERO, "range", "RANGE"))
    assert happened(position, Hit)[0].defense == defense


@rule("improved.targeting-adjacent")
@rule("11.2a")
@pytest.mark.parametrize("target", [FOE, "far"])
def test_improved_targeting_adjacent_shoots_beside_foes_at_adjacent_and_other_characters(target: str) -> None:
    things = at(FOE, "D3"), at(FOE, "C7", name="far", player=1)
    position = able("improved-targeting-adjacent", things=things, rolls=("56",)).answer((HERO, "range", "RANGE"))

    position.answer(target)
    assert [event.target for event in happened(position, Hit)] == [target]


@rule("keyword.great-size", 3, 4)
@pytest.mark.parametrize(("size", "defense"), [("giant", 16), ("standard", 17)])
def test_lines_to_a_great_character_are_hindered_only_in_its_own_square(size: str, defense: int) -> None:
    rules = invent(clix(HERO), clix(FOE, *("8/10/16/2",) * 6, size=size), rows=("....h...........",) * 16)
    position = attacking(at(FOE, "F3"), kind="range", rules=rules, rolls=dice("66"))

    assert happened(position, Hit)[0].defense == defense


@rule("keyword.great-size", 3)
@pytest.mark.parametrize("size", ["giant", "standard"])
def test_lines_to_a_great_character_go_over_outdoor_blocking_and_elevated_terrain(size: str) -> None:
    for more in ({"rows": OUTDOORS}, {"elevation": ["1111221111111111"] * 16}):
        rules = invent(clix(HERO), clix(FOE, *("8/10/16/2",) * 6, size=size), **more)
        position = turn(play(at(HERO, "C3"), at(FOE, "H3"), rules=rules))

        assert ((HERO, "range", "RANGE") in position.options) is (size == "giant")


# Sizes ------------------------------------------------------------------------------------------------------


@rule("21.2")
@rule("21.2a")
def test_there_are_four_sizes_from_tiny_to_colossal() -> None:
    sizes = ("tiny", "standard", "giant", "colossal")
    rules = invent(*(clix(size, size=size) for size in sizes))

    position = play(*(at(size, f"{column}3") for column, size in zip("CEGJ", sizes, strict=True)), rules=rules)

    assert [size_of(position.game, size) for size in sizes] == [0, 1, 2, 3]


@rule("21.2b", 2, 3)
@rule("10.8", 5)
@pytest.mark.parametrize(("size", "face", "breaks"), [
    ("giant", "3", True), ("giant", "2", False), ("standard", "3", False), ("colossal", "", True),
])  # fmt: skip
def test_larger_characters_break_away_from_smaller_ones_on_three_or_at_once(size: str, face: str, breaks: bool) -> None:
    rules = invent(clix(HERO, size=size), clix(FOE))
    position = moving(play(at(HERO, "C3"), at(FOE, "D3"), rules=rules, rolls=dice(*([face] if face else []))), 4)

    assert bool(happened(position, BrokeAway)) is breaks


@rule("21.2b", 3)
@pytest.mark.parametrize(("beside", "rolls"), [(("tiny",), ""), (("tiny", "standard"), "2")])
def test_large_characters_break_away_at_once_only_where_all_are_two_sizes_smaller(
    beside: tuple[str, ...], rolls: str
) -> None:
    rules = invent(clix(HERO, size="giant"), *(clix(size, size=size) for size in ("tiny", "standard")))
    foes = [at(size, square, player=1) for size, square in zip(beside, ("D3", "C4"), strict=False)]
    position = moving(play(at(HERO, "C3"), *foes, rules=rules, rolls=dice(*rolls)), 4)

    assert bool(happened(position, BrokeAway)) is not bool(rolls)


@rule("21.2b", 4)
@pytest.mark.parametrize(("hero", "foe", "back"), [("standard", "giant", False), ("giant", "standard", True)])
def test_a_smaller_character_does_not_knock_back_a_larger_one(hero: str, foe: str, back: bool) -> None:
    rules = invent(clix(HERO, size=hero), clix(FOE, *("8/10/16/2",) * 6, size=foe))
    position = attacking(rules=rules, rolls=dice("55"))

    assert (position.asked == "knock_back") is back


@rule("21.2b", 1)
def test_smaller_characters_do_not_block_lines_of_fire_of_a_larger_one() -> None:
    rules = invent(clix(HERO, size="giant"), clix(FOE, *("8/10/16/2",) * 6))
    things = at(HERO, "C3"), at(FOE, "H3"), at(FOE, "F3", name="between", player=0)
    game = play(*things, rules=rules).game

    assert may_target(game, HERO, FOE, "range") and not may_target(game, FOE, HERO, "range")

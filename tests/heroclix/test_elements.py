"""Additional game elements in play: resources, locations, mystery cards (25.4, 25.6, 25.8)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from rulewright import Game, Rules, Turn, new_game, testing
from rulewright.cli.drawing import drawn
from rulewright.geometry.grid import square_of
from rulewright.testing import Scenario, Script
from rulewright_heroclix.events.belongings import ClueFound
from rulewright_heroclix.events.characters import Replaced
from rulewright_heroclix.events.damage import KnockedOut
from rulewright_heroclix.events.movement import ChangedForce
from rulewright_heroclix.events.victory import ElementLost
from rulewright_heroclix.faces.look import look
from rulewright_heroclix.faces.panel import panel

from .table import BLANK, FOE, HERO, at, clix, dice, happened, play, rule
from .test_forces import element, faults, members

PLAIN = {"members": [{"character": FOE}]}


def rules(*elements: Any, cards: Sequence[Any] = ()) -> Rules:
    """The rules with these elements, a hero and a foe of the Guild, and two maps."""
    maps = [{"id": id, "name": {"en": id, "zh": id}, "map": {"rows": list(BLANK)}} for id in ("field", "dock")]
    both = [clix(HERO, keywords=["Guild"]), clix(FOE), clix("plain")]
    return testing.invent("heroclix", characters=[*both, *cards], elements=list(elements), maps=maps)


def begun(found: Rules, *answers: Any, rolls: Sequence[str] = ("66", "11"), **setup: Any) -> Game:
    """A game with these answers; squares by their names."""
    game = new_game(found, {"map": "field", **setup}, chance=Script(dice(*rolls)))
    for answer in answers:
        game.answer(square_of(answer) if isinstance(answer, str) and answer[:1].isupper() else answer)
    return game


# Resources --------------------------------------------------------------------------------------------------


def rich(*things: Any) -> Any:
    """A hero with a resource, in play."""
    vault = element("vault", "resource", grants=["toughness"])
    hero = at(HERO, "A1", given=("vault",))
    return play(hero, at(FOE, "P16"), *things, rules=rules(vault), forces={0: {"elements": ("vault",)}})


@rule("25.4", 1, 3)
@rule("25.4a", 1)
def test_a_resource_is_used_by_the_characters_to_which_it_is_assigned() -> None:
    force = {"members": [{"character": HERO, "resource": True}, {"character": HERO}], "elements": ["vault"]}
    found = rules(element("vault", "resource", grants=["toughness"]))
    game = begun(found, 0, "north", "A1", "B1", "A16", forces=[force, PLAIN])

    assert game.has("toughness", "hero#11") and not game.has("toughness", "hero#12")
    (problem,) = faults(rules(), {"members": [{"character": "plain", "resource": True}]})
    assert problem.endswith("found true, expected false, for the force has no resource (25.4a)")


@rule("24.4", 6)
def test_a_resource_is_not_assigned_to_a_vehicle() -> None:
    found = rules(element("vault", "resource"), cards=[clix("car", symbols=["vehicle"])])
    force = {"members": [{"character": "car", "resource": True}, {"character": "plain"}], "elements": ["vault"]}

    assert faults(found, force) == (
        "forces[0].members[0].resource: found true, expected false, for it is a Vehicle (24.4)",
    )


@rule("25.4a", 2)
@rule("5.4a", 2)
def test_a_resource_is_knocked_out_with_the_last_character_to_which_it_is_assigned() -> None:
    position = rich(at(HERO, "C1", name="other", given=("vault",))).happen(KnockedOut(HERO))
    assert not happened(position, ElementLost)

    position.happen(KnockedOut("other"))
    assert [event.element for event in happened(position, ElementLost)] == ["vault"]
    assert position.state.forces[1].victory == 110


@rule("25.4a", 3)
def test_a_character_on_another_force_cannot_use_the_resource() -> None:
    position = rich()
    assert position.game.has("toughness", HERO)

    position.happen(ChangedForce(HERO, 1))
    assert not position.game.has("toughness", HERO)
    position.happen(ChangedForce(HERO, 0))
    assert position.game.has("toughness", HERO)


@rule("25.4b", 1, 2)
@pytest.mark.parametrize("all_of_them", [True, False])
def test_a_replacement_is_assigned_only_the_resource_of_the_whole_force(all_of_them: bool) -> None:
    given = ("vault",) if all_of_them else ()
    friend = at("plain", "C1", name="friend", given=given)
    position = rich(friend, at("plain", name="new", area="sideline"))
    position.happen(Replaced(HERO, ("new",), (((0, 0),),), 1))

    assert position.game.has("toughness", "new") is all_of_them
    assert bool(happened(position, ElementLost)) is not all_of_them


# Locations --------------------------------------------------------------------------------------------------


def port(*paid: str, rolls: Sequence[str] = ("66", "11"), first: int = 0, chosen: str = "dock") -> Game:
    """A game on a map that the second player chose; player 1 paid for bonuses of the location ``dock``."""
    bonus = {
        "id": "tide",
        "name": {"en": "tide", "zh": "tide"},
        "points": 10,
        "grants": ["swim"],
        "consolation": ["flight"],
    }
    more = {"id": "fog", "name": {"en": "fog", "zh": "fog"}, "points": 5, "grants": ["stealth"]}
    found = rules(element("docks", "location", points=1, map="dock", bonuses=[bonus, more]))
    force = {"members": [{"character": HERO}], "elements": ["docks"], "bonuses": list(paid)}
    return begun(found, first, chosen, "north", "A1", "A16", rolls=rolls, forces=[PLAIN, force], maps=("field", "dock"))


@rule("25.6", 1, 2)
@rule("25.6a", 2)
def test_who_chooses_the_map_of_a_location_has_the_bonuses_that_were_paid_for() -> None:
    both, one = port("tide", "fog"), port("tide")

    assert both.has("swim", "hero#21") and both.has("stealth", "hero#21") and not both.has("flight", "hero#21")
    assert one.has("swim", "hero#21") and not one.has("stealth", "hero#21")
    assert not port("tide", chosen="field").has("swim", "hero#21")


@rule("25.6", 3)
def test_who_neither_chose_the_map_nor_won_the_roll_has_the_consolation() -> None:
    game = port("tide", first=1)
    assert game.state.match[0].winner == 0 and game.has("flight", "hero#21") and not game.has("swim", "hero#21")

    won = port("tide", rolls=("11", "66"), first=1)
    assert not won.has("flight", "hero#21") and not won.has("swim", "hero#21")


@rule("25.6a", 2)
def test_bonuses_are_paid_for_and_belong_to_the_location() -> None:
    bonus = {"id": "tide", "name": {"en": "tide", "zh": "tide"}, "points": 10}
    found = rules(element("docks", "location", points=1, map="dock", bonuses=[bonus]))
    paid = members("plain", elements=["docks"], bonuses=["tide"])

    assert faults(found, paid, build_total=61) == () and "found 61 points" in faults(found, paid, build_total=60)[0]
    (problem,) = faults(found, members("plain", bonuses=["tide"]))
    assert problem.startswith("forces[0].bonuses[0]: found 'tide', expected the id once, of a bonus of its location")


@rule("25.6b", 1)
def test_the_bonuses_of_a_defeated_player_are_scored() -> None:
    """The tide was paid for, and the ebb was not."""
    bonuses = [{"id": id, "name": {"en": id, "zh": id}, "points": points} for id, points in (("tide", 10), ("ebb", 20))]
    found = rules(element("docks", "location", points=1, map="dock", bonuses=bonuses))
    forces = {1: {"elements": ("docks",), "bonuses": ("tide",)}}
    position = play(at(HERO, "A1"), at(FOE, area="ko"), rules=found, forces=forces)
    position.begin("game/turn/defeats", Turn(player=0, number=1))

    assert position.state.forces[0].victory == 11


# Mystery cards ----------------------------------------------------------------------------------------------


def case(id: str, clues: int, **more: Any) -> dict[str, Any]:
    """A mystery card of the Guild."""
    return element(id, "mystery card", clue="knocks out", clues=clues, specified={"keywords": ["Guild"]}, **more)


def hunt(*cards: dict[str, Any]) -> Any:
    """A hero of the Guild with mystery cards, and three foes."""
    forces = {0: {"elements": tuple(card["id"] for card in cards)}}
    foes = [at(FOE, f"{column}16", name=f"foe{column}") for column in "ACE"]
    return play(at(HERO, "A1"), at("plain", "C1"), *foes, rules=rules(*cards), forces=forces)


@rule("25.8", 1, 4, 5, 7, 8)
def test_a_mystery_card_gives_its_effect_with_enough_clues() -> None:
    position = hunt(case("murder", 2, grants=["toughness"])).happen(KnockedOut("foeA", HERO))
    assert len(happened(position, ClueFound)) == 1 and not position.game.has("toughness", HERO)

    position.happen(KnockedOut("foeC", "plain"))
    assert len(happened(position, ClueFound)) == 1 and not position.game.has("toughness", HERO)
    position.happen(KnockedOut("foeE", HERO))
    assert position.game.has("toughness", HERO) and not position.game.has("toughness", "plain")


@rule("25.8", 6)
def test_one_card_of_several_gets_the_clue() -> None:
    position = hunt(case("murder", 1), case("theft", 1)).happen(KnockedOut("foeA", HERO))

    assert position.state.forces[0].clues == ("murder",)


@rule("25.8", 2, 3)
@rule("2.6a", 1)
def test_mystery_cards_are_unique_and_lie_on_the_sideline() -> None:
    cards = [element(f"case{number}", "mystery card", points=1) for number in range(7)]
    found = rules(*cards)

    assert faults(found, members("plain", elements=[f"case{number}" for number in range(6)])) == ()
    (many,) = faults(found, members("plain", elements=[f"case{number}" for number in range(7)]))
    assert many.endswith("found 7 elements, expected at most 6 on the Sideline (2.6a)")
    (twice,) = faults(found, members("plain", elements=["case1", "case1"]))
    assert twice.endswith("found 2 of case1, expected one copy of a unique element (2.4a)")


# Several of the same ----------------------------------------------------------------------------------------


SAME = (
    element("vault", "resource", grants=["toughness"], name={"en": "Vault", "zh": "金库"}),
    element("docks", "location", map="dock"),
    case("murder", 1, grants=["stealth"]),
    element("coat", "equipment", grants=["flight"], name={"en": "Coat", "zh": "外套"}, unequip="drop"),
)


def alike() -> Game:
    """A game of two forces with the same equipment, resource, location and mystery card; the second has two heroes."""
    rich = {"character": HERO, "equipment": "coat", "resource": True}
    elements = ["docks", "vault", "murder"]
    forces = [{"members": members, "elements": elements} for members in ([rich], [rich, {"character": HERO}])]
    return begun(rules(*SAME), 0, "north", "A1", "A16", "B16", forces=forces)


def going_on() -> Scenario:
    """A position of that game."""
    state = alike().state
    forces = {seat: {"elements": state.forces[seat].elements} for seat in (0, 1)}
    return play(*state.characters.values(), rules=rules(*SAME), forces=forces)


@rule("25", 1)
@rule("25.2a", 2)
@rule("25.2b", 6)
@rule("25.4a", 1)
def test_two_forces_may_have_the_same_elements_and_each_is_one_of_its_own() -> None:
    game = alike()
    assert game.state.forces[0].elements == ("docks", "vault", "murder", "coat")
    assert game.state.forces[1].elements == ("docks#2", "vault#2", "murder#2", "coat#2")
    assert not game.state.tarot
    worn = {str(one.id): (one.equipment, one.given) for one in game.state.characters.values()}
    assert worn == {"hero#11": ("coat", ("coat", "vault")), "hero#21": ("coat#2", ("coat#2", "vault#2")),
                    "hero#22": ("", ())}  # fmt: skip
    assert [game.has("flight", id) and game.has("toughness", id) for id in worn] == [True, True, False]


@rule("25.4a", 2)
@rule("25.8", 1)
def test_what_becomes_of_one_of_them_does_not_concern_the_other() -> None:
    position = going_on().happen(KnockedOut("hero#21", "hero#11"))

    assert [(event.player, event.element) for event in happened(position, ElementLost)] == [(1, "vault#2")]
    assert position.game.has("toughness", "hero#11") and position.state.markers["coat#2"].player == 1
    assert [(event.player, event.card) for event in happened(position, ClueFound)] == [(0, "murder")]
    assert position.game.has("stealth", "hero#11") and not position.game.has("stealth", "hero#22")


@rule("25.2c", 1)
def test_the_table_names_each_of_them_and_a_closer_look_finds_it() -> None:
    position = going_on().happen(KnockedOut("hero#21", "hero#11"))
    told = drawn(panel(position.game.view(0)), "en", 200).plain
    rows = [re.split(r" {2,}", line.strip()) for line in told.splitlines()]

    for row in (["Coat", "Player 1", "hero 11"], ["Coat 2", "Player 2", "A16"], ["Vault", "Player 1", "-"],
                ["murder", "Player 1", "-"], ["murder 2", "Player 2", "-"]):  # fmt: skip
        assert row in rows
    assert not any(row[0] == "Vault 2" for row in rows)
    for typed, line in (("Coat", "worn by hero 11"), ("Coat 2", "in A16"), ("murder", "1 clue")):
        seen = look(position.game.view(0), typed)
        assert seen is not None and line in drawn(seen, "en", 200).plain

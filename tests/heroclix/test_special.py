"""Team abilities and wild cards, Vehicles, title characters, bystanders, equipment in play (19.4, 24, 25.2)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import Rules, Turn, testing
from rulewright.testing import Scenario
from rulewright_heroclix.attack.sequence import ATTACK
from rulewright_heroclix.damage import TURN_DIAL
from rulewright_heroclix.effects.elements import ReplaceCharacter
from rulewright_heroclix.events.before import GameBegan
from rulewright_heroclix.events.belongings import Disembarked, Equipped, PlotActivated, TeamCopied, Unequipped
from rulewright_heroclix.events.damage import DamageDealt, KnockedOut
from rulewright_heroclix.events.terrain import MarkerPlaced
from rulewright_heroclix.events.turns import TokenGiven
from rulewright_heroclix.events.victory import ElementLost
from rulewright_heroclix.powers.defense import pawns
from rulewright_heroclix.terrain.markers import values

from .table import BLANK, FOE, HERO, at, attacking, clix, dice, happened, marker, one, play, rule, turn

SQUARE = ((0, 0), (1, 0), (0, 1), (1, 1))


def named(id: str, **more: Any) -> dict[str, Any]:
    """A trait, a team ability or a game element."""
    return {"id": id, "name": {"en": id, "zh": id}, **more}


def gear(id: str, **more: Any) -> dict[str, Any]:
    """Equipment of 10 points."""
    return named(id, kind="equipment", set="test", number=id, points=10, **more)


def rules(*cards: Any, teams: Any = (), elements: Any = ()) -> Rules:
    """The rules with these characters, a hero and a foe where they are not among them."""
    known = {one["id"] for one in cards}
    both = [clix(id) for id in (HERO, FOE) if id not in known]
    field = {"id": "field", "name": {"en": "Field", "zh": "空地"}, "map": {"rows": list(BLANK)}}
    return testing.invent("heroclix", characters=[*cards, *both], teams=teams, elements=elements, maps=[field])


# Team abilities ---------------------------------------------------------------------------------------------

TEAMS = [
    named("lamps", grants=["toughness"]),
    named("guild", grants=["flight"], uncopyable=True),
    named("tramps", grants=["wild-card"], uncopyable=True),
]


def wild(*things: Any) -> Scenario:
    """A turn of a wild card in A1."""
    cards = rules(
        clix(HERO, teams=["tramps"]), clix("lamp", teams=["lamps"]), clix("smith", teams=["guild"]), teams=TEAMS
    )
    return turn(play(at(HERO, "A1"), at(FOE, "P16"), *things, rules=cards))


@rule("19.4", 1, 2)
def test_a_character_uses_the_team_abilities_on_its_base() -> None:
    position = wild(at("lamp", "C1"))

    assert position.game.has("toughness", "lamp") and not position.game.has("toughness", HERO)


@rule("19.4a", 1, 2)
@rule("19.4b", 1)
def test_a_wild_card_copies_a_team_ability_of_a_friend_unless_it_is_uncopyable() -> None:
    position = wild(at("lamp", "C1"), at("smith", "E1"), at(HERO, "G1", name="other"))
    position.answer((HERO, "wild-card", "FREE"))
    assert position.options == ["lamps"]

    position.answer("lamps")
    assert position.game.has("toughness", HERO) and position.game.has("lamps", HERO)
    assert (HERO, "move", "MOVE") in position.options


@rule("19.4a", 1)
def test_a_wild_card_without_a_friend_whose_ability_it_could_copy_has_nothing_to_choose() -> None:
    position = wild(at("smith", "E1"), at("lamp", "C1", player=1))

    assert (HERO, "wild-card", "FREE") not in position.options


@rule("19.4a", 3, 4)
def test_a_wild_card_keeps_the_ability_when_its_friend_is_gone_but_gains_no_symbol() -> None:
    position = play(
        at(HERO, "A1", given=("lamps",)), at(FOE, "P16"), rules=rules(clix(HERO, teams=["tramps"]), teams=TEAMS)
    )

    assert position.game.has("toughness", HERO)
    assert position.game.content.characters[HERO].printed.teams == ("tramps",)


@rule("19.4a", 1, 5)
def test_a_wild_card_uses_one_copied_ability_until_it_chooses_again() -> None:
    more = [*TEAMS, named("divers", grants=["swim"])]
    cards = rules(
        clix(HERO, traits=[named("stray", grants=["wild-card"])]), clix("diver", teams=["divers"]), teams=more
    )
    position = turn(play(at(HERO, "A1", given=("lamps",)), at("diver", "C1"), at(FOE, "P16"), rules=cards))
    position.answer((HERO, "wild-card", "FREE")).answer("divers")

    assert happened(position, TeamCopied)[0].before == "lamps"
    assert position.game.has("swim", HERO) and not position.game.has("toughness", HERO)


# Bystanders -------------------------------------------------------------------------------------------------


@rule("24.1", 7)
@rule("24", 1)
def test_a_bystander_is_knocked_out_by_any_damage_and_never_healed() -> None:
    drone = clix("drone", "6/8/14/1", bystander=True, points=5)
    position = play(at(HERO, "A1"), at("drone", "C1", player=1), at(FOE, "P16"), rules=rules(drone))
    assert position.game.content.characters["drone"].points == {5: 1}

    position.begin(TURN_DIAL(character="drone", clicks=-2))
    assert one(position, "drone").click == 1
    position.happen(KnockedOut("drone"))
    assert one(position, "drone").area == "ko"


@rule("24.1", 3)
def test_an_attack_that_deals_damage_knocks_a_bystander_out() -> None:
    drone = clix(FOE, "6/8/14/1", bystander=True, points=5)
    position = attacking(rules=rules(drone), rolls=dice("64"))

    assert [event.character for event in happened(position, KnockedOut)] == [FOE]


# Vehicles ---------------------------------------------------------------------------------------------------


def garage(*things: Any, car: Any = None, rolls: Any = (), **more: Any) -> Scenario:
    """A turn with a Vehicle on a base of four squares, and a hero beside it in C1."""
    vehicle = clix("car", base="2x2", symbols=["vehicle"], **(car or {}))
    driver = clix(HERO, "8/11 poison/17/4 perplex", "8/10/17/3", keywords=["Drivers"], range=3)
    own = () if more.pop("bare", False) else (at("car", "A1", "B1", "A2", "B2"),)
    where = at(HERO, area="card") if any(str(one.id) == "car" for one in things) else at(HERO, "C1")
    return play(*own, where, at(FOE, "P16"), *things, rules=rules(vehicle, driver), rolls=dice(*rolls), **more)


def manned(**more: Any) -> Scenario:
    """A Vehicle whose pilot is the hero."""
    return garage(at("car", "A1", "B1", "A2", "B2", pilot=HERO), bare=True, **more)


def of(position: Scenario, id: str) -> set[tuple[str, str]]:
    """The actions that a character can be given: name and type."""
    return {(name, type) for who, name, type in filter(None, position.options) if who == id}


@rule("1.3i", 1)
@rule("24.4", 1, 2, 7, 14)
def test_a_vehicle_without_a_pilot_is_given_no_action_but_a_friend_beside_it_can_become_its_pilot() -> None:
    position = turn(garage(at(HERO, "P1", name="far"), at("car", "F1", "G1", "F2", "G2", name="other")))

    assert not of(position, "car")
    assert ("pilot", "POWER") in of(position, HERO) and ("pilot", "POWER") not in of(position, "far")


@rule("24.4", 14)
@rule("1.10")
@pytest.mark.parametrize(("printed", "may"), [
    ({}, True), ({"equippable": False}, True), ({"base": "1x2"}, True), ({"base": "2x2"}, False),
    ({"symbols": ["autonomous"]}, False), ({"symbols": ["vehicle"]}, False),
])  # fmt: skip
def test_any_standard_character_can_become_a_pilot_and_no_other(printed: Any, may: bool) -> None:
    cards = rules(clix("car", base="2x2", symbols=["vehicle"]), clix(HERO, **printed))
    square = {"1x2": ("C1", "C2"), "2x2": ("C1", "D1", "C2", "D2")}.get(printed.get("base"), ("C1",))
    position = turn(play(at("car", "A1", "B1", "A2", "B2"), at(HERO, *square), at(FOE, "P16"), rules=cards))

    assert (("pilot", "POWER") in of(position, HERO)) is may


@rule("24.4", 14, 15)
@rule("3.1", 1)
def test_a_pilot_lies_on_the_card_of_its_vehicle_and_has_been_given_an_action() -> None:
    position = turn(garage()).answer((HERO, "pilot", "POWER"))

    assert (one(position, HERO).area, one(position, HERO).squares, one(position, "car").pilot) == ("card", (), HERO)
    assert [event.character for event in happened(position, TokenGiven)] == [HERO]
    assert ("move", "MOVE") in of(position, "car") and not of(position, HERO)


@rule("24.4", 16)
def test_a_vehicle_puts_its_pilot_down_beside_it() -> None:
    position = turn(manned()).answer(("car", "vehicle", "POWER")).answer("C2")

    assert (one(position, HERO).squares, one(position, HERO).area) == (((2, 1),), "map")
    assert one(position, "car").pilot == "" and one(position, "car").tokens == 1


@rule("24.4", 17)
def test_a_vehicle_may_have_the_values_of_its_pilot_until_the_next_turn() -> None:
    position = turn(manned()).answer(("car", "pilot-values", "FREE"))
    number = position.game.number
    assert [number(stat, "car") for stat in ("speed", "attack", "damage", "range")] == [8, 11, 4, 3]

    position.answer(None)
    assert number("attack", "car") == 11
    position.answer(None)
    assert [number(stat, "car") for stat in ("attack", "damage", "range")] == [10, 3, 6]


@rule("24.4", 18)
def test_a_vehicle_may_use_a_power_of_its_pilot_instead_of_its_own() -> None:
    dial = {stat: [value] * 4 for stat, value in (("speed", "8"), ("defense", "17"), ("damage", "3 outwit"))}
    position = turn(manned(car={"dial": {**dial, "attack": ["10"] * 4}})).answer(("car", "pilot-power", "FREE"))
    assert position.options == ["poison", "perplex"]

    position.answer("perplex")
    assert position.game.has("perplex", "car") and not position.game.has("outwit", "car")


@rule("24.4", 4, 12, 13)
@rule("24.2", 3)
def test_a_vehicle_is_not_carried_and_breaks_away_and_is_safe_from_mind_control() -> None:
    game = manned().game

    assert not game.may("be carried", "car") and game.may("break away automatically", "car")
    assert game.has("safeguard:mind-control", "car")


@rule("24.4", 5)
def test_a_vehicle_takes_no_hit_for_a_mastermind() -> None:
    boss = clix("boss", "8/10/17 mastermind/3", "8/10/17/3")
    cards = rules(clix("car", symbols=["vehicle"]), boss, clix("thug"))
    position = play(at("boss", "C3", player=1, points=90), at("car", "C2", player=1), at("thug", "D2", player=1),
                    at(HERO, "B3"), at(FOE, "P16"), rules=cards, rolls=dice("64"))  # fmt: skip
    position.begin(ATTACK(player=0, attacker=HERO, kind="close", targets=("boss",)))

    assert pawns(position.game, "boss") == ["thug"]


@rule("24.4", 9, 10, 11)
@pytest.mark.parametrize(("face", "damage"), [("3", 2), ("4", 1)])
def test_a_wreck_leaves_an_object_and_hurts_the_pilot_who_is_placed_beside_it(face: str, damage: int) -> None:
    position = manned(rolls=(face,)).happen(KnockedOut("car"))
    (placed,) = happened(position, MarkerPlaced)
    assert placed.squares == ((0, 0),) and values(position.game, position.state.markers[placed.id]).heavy
    with position.refused(rule="24.4"):
        position.answer("D1")

    position.answer("C3")
    assert happened(position, Disembarked)[0].squares == ((2, 2),)
    dealt = [(event.character, event.amount, event.kind) for event in happened(position, DamageDealt)]
    assert dealt == [(HERO, damage, "unavoidable")]


@rule("24.4", 9)
def test_a_vehicle_that_came_back_leaves_a_second_wreck() -> None:
    first, car = marker("object", "H8", name="wreck of car"), at("car", "A1", "B1", "A2", "B2")
    position = garage(first, car, bare=True).happen(KnockedOut("car"))

    assert [*position.state.markers] == ["wreck of car", "wreck of car#2"]


@rule("24.4a", 1, 2)
def test_a_vehicle_uses_a_pilot_ability_with_the_right_pilot() -> None:
    traits = [named("drift", grants=["flight"], pilot={"keywords": ["Drivers"]}),
              named("dive", grants=["swim"], pilot={"names": ["nobody"]})]  # fmt: skip
    position = turn(garage(car={"traits": traits}))
    assert not position.game.has("flight", "car")

    position.answer((HERO, "pilot", "POWER"))
    assert position.game.has("flight", "car") and not position.game.has("swim", "car")
    position.answer(("car", "vehicle", "POWER")).answer("C1")
    assert not position.game.has("flight", "car")


@rule("24.4b", 1, 2, 3)
def test_autopilot_acts_without_a_pilot_and_takes_damage_for_it() -> None:
    position = turn(garage(car={"traits": [named("robot", grants=["autopilot"])]}))
    position.answer(("car", "move", "MOVE")).answer("stay")

    dealt = [(event.character, event.amount, event.kind) for event in happened(position, DamageDealt)]
    assert dealt == [("car", 1, "unavoidable")]


# Title characters -------------------------------------------------------------------------------------------


def stage(plot: int = 1) -> Scenario:
    """A turn of a title character with two plot abilities."""
    traits = [named("gather", plot=1), named("strike", plot=-2, grants=["toughness"]),
              named("curse", continuity=True, grants=["swim"])]  # fmt: skip
    star = clix(HERO, title=True, plot_points=1, traits=traits)
    return turn(play(at(HERO, "A1", plot=plot), at(FOE, "P16"), rules=rules(star)))


@rule("24.5", 2, 6, 7)
@rule("24.5a", 1, 2)
def test_a_plus_plot_ability_adds_plot_points_once_a_turn() -> None:
    position = stage(plot=2).answer((HERO, "gather", "FREE"))

    assert one(position, HERO).plot == 3 and happened(position, PlotActivated)[0].points == 1
    assert not {("gather", "FREE"), ("strike", "FREE")} & of(position, HERO)
    position.answer(None).answer(None)
    assert ("strike", "FREE") in of(position, HERO)


@rule("24.5", 8, 9)
def test_a_minus_plot_ability_spends_points_that_are_there_and_gives_what_it_grants() -> None:
    assert ("strike", "FREE") not in of(stage(plot=1), HERO)
    position = stage(plot=2)
    assert not position.game.has("toughness", HERO)

    position.answer((HERO, "strike", "FREE"))
    assert one(position, HERO).plot == 0 and position.game.has("toughness", HERO)


@rule("24.5", 3)
def test_a_title_character_begins_with_its_plot_points() -> None:
    star = clix("star", title=True, plot_points=4)
    game = testing.begin_game(
        rules(star), {"map": "field", "forces": [{"members": [{"character": id}]} for id in ("star", HERO)]}
    )

    assert [one.plot for one in game.game.state.characters.values()] == [4, 0]


@rule("24.5", 5)
def test_a_title_character_neither_replaces_nor_is_replaced() -> None:

    for titles, may in (((), True), ((HERO,), False), (("other",), False)):
        cards = [clix(id, title=id in titles) for id in (HERO, "other")]
        position = play(at(HERO, "A1"), at("other", area="sideline"), at(FOE, "P16"), rules=rules(*cards))
        assert bool(ReplaceCharacter.model_validate({}).able(position.game, HERO, fitting=True)) is may


@rule("24.5b", 1)
def test_a_continuity_ability_is_protected_against_pulse_wave() -> None:
    carries = stage().game.content.characters[HERO].carries
    protected = [one.name for one in carries if not isinstance(one, str) and "pulse-waved" in one.proof]

    assert protected == ["curse", "swim"]


# Equipment --------------------------------------------------------------------------------------------------


def armed(unequip: str = "ko", **more: Any) -> Scenario:
    """A hero with a cloak of toughness."""
    cloak = gear("cloak", grants=["toughness"], unequip=unequip, **more)
    forces = {0: {"elements": ("cloak",)}}
    hero = at(HERO, "C1", equipment="cloak", given=("cloak",))
    return play(hero, at(FOE, "P16"), at(HERO, "A1", name="friend"), rules=rules(elements=[cloak]), forces=forces)


@rule("25.2", 1, 2)
@rule("25.2c", 3)
def test_an_equipped_character_uses_the_effect_of_its_equipment() -> None:
    position = armed()

    assert position.game.has("toughness", HERO) and not position.game.has("toughness", "friend")


@rule("25.2d", 1, 3)
@rule("25.2e", 3)
@rule("5.4a", 2)
def test_equipment_is_destroyed_and_scored_when_its_character_is_knocked_out() -> None:
    position = armed().happen(KnockedOut(HERO))

    assert happened(position, Unequipped) and happened(position, ElementLost)[0].element == "cloak"
    assert position.state.forces[1].victory == 60 and position.state.forces[0].elements == ()


@rule("25.2", 3)
@rule("25.2d", 2)
@rule("25.2e", 1, 4)
def test_dropped_equipment_can_be_equipped_by_a_friend_in_its_square() -> None:
    position = armed("drop").happen(KnockedOut(HERO))
    assert position.state.markers["cloak"].squares == ((2, 0),) and not happened(position, ElementLost)

    turn(position)
    assert ("equip", "POWER") not in of(position, "friend")
    position.answer(("friend", "move", "MOVE")).answer("C1").answer(None).answer(None)
    position.answer(("friend", "equip", "POWER"))
    assert position.game.has("toughness", "friend") and "cloak" not in position.state.markers


def twins(unequip: str, **more: Any) -> Scenario:
    """A hero and a friend of two forces with a cloak each; the hero's own force has a second one."""
    cloak = gear("cloak", grants=["toughness"], unequip=unequip, equip="any", **more)
    worn: list[dict[str, Any]] = [{"equipment": id, "given": (id,)} for id in ("cloak", "cloak#2", "cloak#3")]
    cards = rules(clix(HERO), clix(FOE), elements=[cloak])
    forces: dict[int, dict[str, Any]] = {0: {"elements": ("cloak", "cloak#2")}, 1: {"elements": ("cloak#3",)}}
    three = (at(HERO, "C1", **worn[0]), at(HERO, "C2", name="twin", **worn[1]), at(FOE, "D1", **worn[2]))
    return play(*three, at(HERO, "A1", name="friend"), at(FOE, "P16", name="last"), rules=cards, forces=forces)


@rule("25.2d", 3)
@rule("25.2e", 4)
def test_equipment_is_dropped_in_one_square_of_a_larger_base() -> None:
    cards = rules(clix(HERO, base="1x2"), elements=[gear("cloak", unequip="drop")])
    things = at(HERO, "C1", "C2", equipment="cloak", given=("cloak",)), at(HERO, "A1", "A2", name="mate")
    position = play(*things, at(FOE, "P16"), rules=cards, forces={0: {"elements": ("cloak",)}}).happen(KnockedOut(HERO))

    assert position.state.markers["cloak"].squares in {((2, 0),), ((2, 1),)}


@rule("25.2b", 7)
@rule("25.2f", 1)
@pytest.mark.parametrize("equippable", [True, False])
def test_a_trait_gives_no_equipment_to_who_cannot_be_equipped(equippable: bool) -> None:
    knight = clix(HERO, equippable=equippable, traits=[named("squire", equipment="cloak")])
    position = play(at(HERO, "A1"), at(FOE, "P16"), rules=rules(knight, elements=[gear("cloak")])).happen(GameBegan(0))

    assert bool(happened(position, Equipped)) is equippable


@rule("25.2e", 4)
def test_equipment_of_one_kind_is_dropped_as_often_as_there_are_copies() -> None:
    position = twins("drop").happen(KnockedOut(HERO)).happen(KnockedOut(FOE)).happen(KnockedOut("twin"))

    lying = {id: (one.squares, one.player) for id, one in position.state.markers.items()}
    assert lying == {"cloak": (((2, 0),), 0), "cloak#3": (((3, 0),), 1), "cloak#2": (((2, 1),), 0)}


@rule("25.2e", 1)
def test_a_character_is_equipped_with_the_very_copy_in_its_square() -> None:
    lying = marker("object", "P1", name="cloak"), marker("object", "A1", name="cloak#2")
    cards = rules(elements=[gear("cloak", grants=["toughness"])])
    position = turn(play(at(HERO, "A1", name="friend"), at(FOE, "P16"), *lying, rules=cards))
    position.answer(("friend", "equip", "POWER"))

    assert one(position, "friend").equipment == "cloak#2" and position.game.has("toughness", "friend")
    assert set(position.state.markers) == {"cloak"}


@rule("5.4a", 2)
def test_of_two_copies_of_equipment_one_is_lost_at_a_time() -> None:
    position = twins("ko").happen(KnockedOut(HERO))
    assert position.state.forces[0].elements == ("cloak#2",) and position.state.forces[1].elements == ("cloak#3",)

    position.happen(KnockedOut("twin"))
    assert position.state.forces[0].elements == ()


@rule("5.4a", 2)
@rule("25.2e", 2, 4)
@pytest.mark.parametrize(("unequip", "lost"), [("ko", [(0, "cloak")]), ("drop", [])])
def test_equipment_that_an_opponent_has_taken_belongs_to_the_force_that_it_began_on(unequip: str, lost: Any) -> None:
    """The opponent took it up with EQUIP: ANY; it is scored against its own force, or lies there as a friend of it."""
    taken: dict[str, Any] = {"equipment": "cloak", "given": ("cloak",)}
    cards = rules(elements=[gear("cloak", unequip=unequip, equip="any")])
    position = play(at(HERO, "A1"), at(FOE, "C1", **taken), at(FOE, "P16", name="last"), rules=cards,
                    forces={0: {"elements": ("cloak",)}}).happen(KnockedOut(FOE))  # fmt: skip

    assert [(event.player, event.element) for event in happened(position, ElementLost)] == lost
    assert [(str(each.id), each.player) for each in position.state.markers.values()] == [("cloak", 0)] * (not lost)
    assert position.state.forces[0].elements == (() if lost else ("cloak",))


@rule("26.1", 3)
def test_an_opponent_no_longer_wears_the_equipment_of_a_defeated_force() -> None:
    worn: list[dict[str, Any]] = [{"equipment": id, "given": (id,)} for id in ("cloak", "helm")]
    cards = rules(elements=[gear("cloak", grants=["toughness"], equip="any"), gear("helm")])
    position = play(at(HERO, area="ko"), at(FOE, "C1", **worn[0]), at(FOE, "P16", player=2, name="last", **worn[1]),
                    rules=cards, forces={0: {"elements": ("cloak",)}, 2: {"elements": ("helm",)}},
                    players=3)  # fmt: skip
    position.begin("game/turn/defeats", Turn(player=1, number=2))

    assert one(position, FOE).equipment == "" and not position.game.has("toughness", FOE)
    assert one(position, "last").equipment == "helm"
    assert [(event.player, event.element) for event in happened(position, ElementLost)] == [(0, "cloak")]


@rule("25.2f", 2)
def test_two_traits_that_give_the_same_equipment_give_two_copies() -> None:
    knight = clix(HERO, traits=[named("squire", equipment="cloak")])
    cards = rules(knight, elements=[gear("cloak")])
    position = play(at(HERO, "A1"), at(HERO, "C1", name="twin"), at(FOE, "P16"), rules=cards).happen(GameBegan(0))

    assert position.state.forces[0].elements == ("cloak", "cloak#2")
    assert [one(position, id).equipment for id in (HERO, "twin")] == ["cloak", "cloak#2"]


@rule("25.2b", 7)
@pytest.mark.parametrize("equippable", [True, False])
def test_who_cannot_be_equipped_takes_up_no_equipment_in_the_game(equippable: bool) -> None:
    ghost = rules(clix(HERO, equippable=equippable), elements=[gear("cloak")])
    position = turn(play(at(HERO, "A1"), at(FOE, "P16"), marker("object", "A1", name="cloak"), rules=ghost))

    assert (("equip", "POWER") in of(position, HERO)) is equippable


@rule("25.2e", 1, 2)
@pytest.mark.parametrize(("equip", "may"), [("friendly", False), ("any", True)])
def test_opponents_equip_only_what_anyone_may(equip: str, may: bool) -> None:
    cloak = gear("cloak", equip=equip)
    lying = marker("object", "P16", name="cloak", player=0)
    position = turn(play(at(HERO, "A1"), at(FOE, "P16"), lying, rules=rules(elements=[cloak])), 1)

    assert (("equip", "POWER") in of(position, FOE)) is may


@rule("25.2f", 1, 2, 3)
@rule("4.4", 3)
def test_a_trait_gives_equipment_at_the_beginning_of_the_game_unless_some_was_assigned() -> None:
    knight = clix(HERO, traits=[named("squire", equipment="cloak")])
    both = rules(knight, elements=[gear("cloak"), gear("ring")])
    position = play(
        at(HERO, "A1"), at(HERO, "C1", name="other", equipment="ring", given=("ring",)),
        at(HERO, name="waiting", area="sideline"), at(FOE, "P16"), rules=both,
    ).happen(GameBegan(0))  # fmt: skip

    assert [(event.character, event.equipment) for event in happened(position, Equipped)] == [(HERO, "cloak")]


@rule("24.6", 1, 2)
def test_tags_are_words_without_an_effect_of_their_own() -> None:
    found = rules(clix(HERO, tags=["ally", "captain", "secret identity", "sidekick"]))

    assert found.content.characters[HERO].carries == rules().content.characters[HERO].carries

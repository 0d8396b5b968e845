"""Sentences that one case does not prove: both sides of a boundary, the other order, and who is not meant."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import FOREVER, ContentError, SetupError, begin_effect, new_game
from rulewright.bots import RandomBot
from rulewright.testing import begin_game
from rulewright_crisis_protocol.attack.choosing import open_attacks
from rulewright_crisis_protocol.attack.series import SERIES
from rulewright_crisis_protocol.events.activation import Activated, ActivatedTokensRemoved
from rulewright_crisis_protocol.events.characters import DamageSuffered, Dazed, PowerGained
from rulewright_crisis_protocol.events.movement import Collided, TerrainDestroyed
from rulewright_crisis_protocol.events.rounds import RoundBegan, Scored
from rulewright_crisis_protocol.movement.throws import destroyed, throwable
from rulewright_crisis_protocol.objectives import secured_by
from rulewright_crisis_protocol.space.battlefield import cover
from rulewright_crisis_protocol.space.tools import RANGES

from .effects_table import happens
from .table import (
    HERO,
    VILLAIN,
    at,
    attack,
    battle,
    card,
    invent,
    named,
    one,
    phase,
    piece,
    power,
    rule,
    tactic,
    token,
    turn,
)  # fmt: skip
from .test_mission import CARDS, NAMES, content, crisis, game, roster, with_mission

SMALL = 35 / 25.4
HAIR = 0.01


# Rounds -----------------------------------------------------------------------------------------------------


@rule("round.structure", 2)
def test_each_round_is_power_then_activations_then_cleanup() -> None:
    played = new_game("crisis_protocol", seed=5)
    bot = RandomBot(1)
    while played.result is None and played.state.mission[0].round < 4:
        request = played.requests[0]
        played.answer(bot.choose(played.view(request.player), request), player=request.player)

    letters = {RoundBegan: "b", PowerGained: "p", Activated: "a", ActivatedTokensRemoved: "c", Scored: "s"}
    events = [entry.event for entry in played.log if not isinstance(entry.event, PowerGained)
              or entry.event.rule == "power-phase.step-1"]  # fmt: skip
    order = [letters[type(event)] for event in events if type(event) in letters]
    rounds = "".join(order).split("b")[1:4]
    assert len(rounds) == 3
    for one_round in rounds:
        assert one_round.rindex("p") < one_round.index("a") <= one_round.rindex("a") < one_round.index("c")
        assert "s" not in one_round or one_round.rindex("a") < one_round.index("s")


@rule("activation.alternate", 1)
@pytest.mark.parametrize("first", [0, 1])
def test_whoever_has_priority_has_the_first_turn(first: int) -> None:
    position = battle(at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), mission={"priority": first})
    assert phase(position, "activation phase").player == first


@rule("activation.end")
def test_the_dazed_are_not_waited_for_and_everyone_else_of_both_players_is() -> None:
    things = at(HERO, 10, 10), at("other", 12, 10, dazed=True), at(VILLAIN, 30, 30, 1)
    position = turn(battle(*things, rules=invent(card("other"))))
    order = []
    while not position.events(ActivatedTokensRemoved):
        option = next(each for each in position.options if each[0] in ("activate", "end"))
        order += [option[1]] if option[0] == "activate" else []
        position.answer(option)
    assert order == [HERO, VILLAIN]


@rule("field.contest-tie")
@pytest.mark.parametrize(("mine", "yours", "holder"), [("i", "i", None), ("ii", "ii", None), ("ii", "i", 0)])
def test_with_none_healthy_the_injured_are_counted(mine: str, yours: str, holder: int | None) -> None:
    spots, names = iter([(16.0, 18.0), (20.0, 18.0), (18.0, 16.0), (18.0, 20.0)]), iter("abcd")
    sides = enumerate((mine, yours))
    things = [at(next(names), *next(spots), player, injured=True) for player, states in sides for _ in states]
    position = battle(*things, token("t", 18, 18), rules=invent(*map(card, "abcd")))
    assert secured_by(position.game, "t") == holder


# Power, damage, conditions ----------------------------------------------------------------------------------


@rule("damage.power", 1)
@rule("field.power", 2)
@pytest.mark.parametrize(("amount", "gained"), [(4, 4), (5, 5), (9, 5)])
def test_damage_beyond_the_stamina_gives_no_power(amount: int, gained: int) -> None:
    position = battle(at(HERO, 10, 10), at(VILLAIN, 30, 30, 1)).happen(DamageSuffered(VILLAIN, amount, HERO, True))
    assert one(position, VILLAIN).power == gained


@rule("field.power", 1)
def test_power_comes_from_the_phase_from_enemies_and_from_the_builder_attack() -> None:
    builds = {"effects": [{"do": "gain_power", "amount": 1}]}
    rules = invent(card(HERO, attack("builder", builds, cost=0)))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), rules=rules, rolls=["HH-", "--"])
    phase(position, "power")
    assert (one(position, HERO).power, one(position, VILLAIN).power) == (1, 1)
    position.answer(("activate", HERO)).answer(("attack", "builder"))
    assert (one(position, HERO).power, one(position, VILLAIN).power) == (2, 3)


def ill(*conditions: str) -> Any:
    return at(HERO, 10, 10, conditions=conditions)


@rule("field.condition.removal", 1)
def test_a_condition_goes_by_a_shake_an_effect_immunity_or_recovering_and_by_nothing_else() -> None:
    position = turn(battle(ill("hex", "slow"), at(VILLAIN, 30, 30, 1))).answer(("activate", HERO))
    assert one(position.answer(("shake", "slow")), HERO).conditions == ("hex",)

    removed = happens({"do": "remove_condition", "condition": "hex"}, things=[ill("hex", "slow")])
    assert one(removed, HERO).conditions == ("slow",)

    position = battle(ill("hex", "slow"), at(VILLAIN, 30, 30, 1))
    immune = begin_effect(position.game, "for a time", FOREVER, target=("characters", HERO), even_if_lost=True,
                          data={"gives": ("immunity:hex",)}, rule="superpower.innate")  # fmt: skip
    assert one(position.happen(immune), HERO).conditions == ("slow",)

    for dazed, left in ((True, ()), (False, ("hex", "slow"))):
        hero = at(HERO, 10, 10, conditions=("hex", "slow"), dazed=dazed, damage=5 if dazed else 0)
        assert one(phase(battle(hero, at(VILLAIN, 30, 30, 1)), "cleanup"), HERO).conditions == left


# Attacks ----------------------------------------------------------------------------------------------------


@rule("attack-profile.range")
@pytest.mark.parametrize("range", [1, 2, 3, 4, 5])
def test_the_range_of_an_attack_is_that_of_the_tool_of_its_number(range: int) -> None:
    rules = invent(card(HERO, attack("shot", range=str(range))))
    for more, reached in ((0.0, ["shot"]), (HAIR, [])):
        foe = at(VILLAIN, 10 + SMALL + RANGES[range] + more, 10, 1)
        assert list(open_attacks(battle(at(HERO, 10, 10), foe, rules=rules).game, HERO)) == reached


@rule("attack-profile.range")
@pytest.mark.parametrize("range", ["0", "6", "B0", "A6"])
def test_no_attack_has_another_range_than_1_to_5(range: str) -> None:
    with pytest.raises(ContentError, match="range"):
        invent(card(HERO, attack("shot", range=range)))


@rule("beam.resolve", 5)
def test_an_ally_within_the_beam_suffers_nothing_besides_the_damage() -> None:
    spite = {"when": "after attack", "effects": [{"do": "condition", "condition": "hex", "who": "target"}]}
    rules = invent(card(HERO, attack("wave", spite, range="B3")), card("friend"))
    things = at(VILLAIN, 13, 10, 1), at("friend", 12, 11.6)
    position = battle(at(HERO, 10, 10), *things, rules=rules, rolls=["HHH", "--"])
    position.begin(SERIES(player=0, attacker=HERO, attack="wave"))
    position.answer(next(hit for hit in position.options if {*hit} == {VILLAIN, "friend"}))

    friend, foe = one(position, "friend"), one(position, VILLAIN)
    assert (friend.damage, friend.conditions, friend.power) == (1, (), 0)
    assert (foe.damage, foe.conditions) == (3, ("hex",))


@rule("superpower.anatomy")
@pytest.mark.parametrize(("cost", "power_left", "usable"), [(0, 0, True), (2, 1, False), (2, 2, True)])
def test_a_superpower_has_a_type_a_name_maybe_a_cost_and_effects(cost: int, power_left: int, usable: bool) -> None:
    mend = power("mend", "active", {"do": "heal"}, cost=cost)
    rules = invent(card(HERO, superpowers=[mend, power("firm", "innate", does=[{"modifies": "physical", "by": 1}])]))
    hero = at(HERO, 10, 10, power=power_left, damage=2)
    position = turn(battle(hero, at(VILLAIN, 30, 30, 1), rules=rules)).answer(("activate", HERO))

    assert (("superpower", "mend") in position.options) is usable
    assert ("superpower", "firm") not in position.options and position.game.number("physical", HERO) == 3
    if usable:
        position.answer(("superpower", "mend"))
        assert (one(position, HERO).power, one(position, HERO).damage) == (power_left - cost, 1)
    for missing in ("kind", "name"):
        with pytest.raises(ContentError, match=missing):
            invent(card(HERO, superpowers=[{key: value for key, value in mend.items() if key != missing}]))


# Moved by force ---------------------------------------------------------------------------------------------


@rule("field.forced-full", 2)
@pytest.mark.parametrize("do", ["push", "throw"])
def test_whose_effect_it_is_chooses_the_direction_freely_or_within_the_wedge(do: str) -> None:
    def moved(**more: Any) -> Any:
        return happens({"do": do, "who": "chosen", "tool": "short", **more}, things=[at(VILLAIN, 10, 15, 1)],
                       chosen=VILLAIN)  # fmt: skip

    for direction in (0.0, 90.0, 180.0, 270.0):
        free = moved(way="")
        assert free.player == 0
        assert free.answer(direction).idle
    for direction, allowed in ((90.0, True), (45.1, True), (44.9, False), (270.0, False)):
        away = moved(way="away", of="self")
        assert away.player == 0
        if allowed:
            assert away.answer(direction).idle
        else:
            with away.refused():
                away.answer(direction)


# Rosters and squads -----------------------------------------------------------------------------------------


@rule("roster.alter-ego")
@rule("stat-card.alter-ego")
def test_one_alter_ego_is_in_a_roster_once_whatever_the_cards_are_called() -> None:
    def with_egos(first: str, second: str) -> Any:
        cards = [card(name, threat=4) for name in NAMES[2:]]
        rules = invent(card("c0", threat=4, alter_ego=first), card("c1", threat=4, alter_ego=second), *cards,
                       tactics=[tactic(name, {"do": "heal"}) for name in CARDS],
                       crises=list(crises()))  # fmt: skip
        return begin_game(rules, {"rosters": (roster(), roster()), "layout": "crossroads"}, seed=1)

    with_egos("Ann", "Ben")
    with pytest.raises(SetupError, match=r"Ann is there twice \(roster.alter-ego\)"):
        with_egos("Ann", "Ann")


def crises() -> Any:
    """Three crisis cards of each type."""
    return [crisis(f"s{n}", "secure", 14 + n) for n in range(3)] + [
        crisis(f"e{n}", "extract", 17 + n) for n in range(3)
    ]


@rule("roster.tactics", 1)
def test_two_cards_of_one_name_are_one_card_too_many() -> None:
    cards = [tactic(name, {"do": "heal"}) for name in CARDS]
    twin = {**cards[1], "name": cards[0]["name"]}
    rules = invent(*(card(name, threat=4) for name in NAMES), tactics=[cards[0], twin, *cards[2:]], crises=crises())
    with pytest.raises(SetupError, match=r"'t0' is there twice \(roster.tactics\)"):
        begin_game(rules, {"rosters": (roster(), roster()), "layout": "crossroads"}, seed=1)


@rule("roster.any-characters")
def test_a_roster_mixes_characters_of_any_affiliation_and_of_none() -> None:
    found = content().content.characters
    assert {found[name].affiliations for name in NAMES} == {("wardens",), ()}
    assert game(rosters=(roster(), roster())).asked


@rule("stat-card.threat")
@pytest.mark.parametrize(("threats", "fits"), [((8, 8), True), ((8, 9), False), ((5, 5, 6), True), ((5, 5, 7), False)])
def test_the_threat_levels_of_a_squad_are_added_up_against_that_of_the_mission(threats: Any, fits: bool) -> None:
    cards = [card(f"c{number}", threat=threat) for number, threat in enumerate(threats)]
    squads = {"characters": [one["id"] for one in cards]}, {"characters": [VILLAIN]}
    setup = {"squads": squads, "secure": "s2", "extract": "e0", "threat": "secure"}
    rules = invent(*cards, crises=crises())
    if fits:
        begin_game(rules, setup, seed=1)
    else:
        with pytest.raises(SetupError, match=r"the mission allows 16 \(squad.threat\)"):
            begin_game(rules, setup, seed=1)


@rule("mission.composition", 1)
def test_a_mission_is_a_secure_and_an_extract_card_that_allows_the_squads() -> None:
    rules = invent(card("titan", threat=9), card("giant", threat=8), crises=crises())
    squads = {"characters": ["titan", "giant"]}, {"characters": [VILLAIN]}
    found = set()
    for seed in range(12):
        state = new_game(rules, {"squads": squads}, seed=seed).state.mission[0]
        found.add((state.secure, state.extract, state.threat))
    types = {one: rules.content["crises"][one].type for pair in found for one in pair[:2]}
    assert len(found) > 2 and {tuple(types[one] for one in pair[:2]) for pair in found} == {("secure", "extract")}
    assert min(threat for *_, threat in found) >= 17

    drawn = with_mission().state.mission[0]
    assert (drawn.secure, drawn.extract) == ("s2", "e1")


@rule("squad.tactics", 1)
def test_at_most_five_cards_are_chosen_and_only_of_those_in_the_own_roster() -> None:
    position = with_mission().answer("south").answer(("c4",), player=0).answer(("c5",), player=1)
    position.answer("", player=0).answer("", player=1)
    for wrong in (tuple(CARDS[1:7]), ("second-wind",), ("t1", "t1")):
        with position.refused():
            position.answer(wrong, player=0)
    position.answer(tuple(CARDS[1:6]), player=0).answer((), player=1)
    assert [len(position.state.squads[seat].tactics) for seat in (0, 1)] == [5, 0]


@rule("affiliation.condition", 2, 3)
def test_a_squad_has_one_affiliation_or_none() -> None:
    rules = invent(card("both", affiliations=["wardens", "crew"]))

    def squad(affiliation: Any) -> Any:
        return {"squads": ({"characters": ["both"], "affiliation": affiliation}, {"characters": [VILLAIN]})}

    for affiliation in ("", "wardens", "crew"):
        begin_game(rules, squad(affiliation), seed=1)
    with pytest.raises(SetupError, match="affiliation"):
        begin_game(rules, squad(["wardens", "crew"]), seed=1)


@rule("affiliation.shorthand")
@pytest.mark.parametrize(
    ("asked", "found"),
    [({"affiliation": "wardens"}, {"second", "third"}), ({"affiliation": "crew"}, {"second"}),
     ({"not_affiliation": "crew"}, {HERO, "third"}), ({}, {HERO, "second", "third"}),
     ({"affiliation": "wardens", "not_affiliation": "crew"}, {"third"})],
)  # fmt: skip
def test_of_every_affiliation_are_those_who_have_it_and_no_others(asked: Any, found: set[str]) -> None:
    effect = {"do": "gain_power", "who": {"every": "allied", "itself": True, **asked}}
    cards = [card("second", affiliations=["crew", "wardens"]), card("third", affiliations=["wardens"])]
    position = happens(effect, things=[at("second", 12, 10), at("third", 14, 10)], cards=cards)
    assert {event.character for event in position.events(PowerGained)} == found


@rule("affiliation.shorthand")
def test_a_character_of_an_affiliation_is_one_that_has_it_whatever_its_squad_uses() -> None:
    crew = {"do": "gain_power", "who": {"every": "any", "affiliation": "crew"}}
    cards = [card("second", affiliations=["crew", "wardens"]), card("third", affiliations=["wardens"])]
    things = [at("second", 12, 10), at("third", 14, 10), at("second", 20, 10, 1, name="foe")]
    position = happens(crew, things=things, cards=cards)
    assert {event.character for event in position.events(PowerGained)} == {"second", "foe"}


@rule("scoring.simultaneous", 2)
@pytest.mark.parametrize("dazed", [True, False])
def test_the_dazed_score_neither_what_they_hold_nor_what_they_stand_by(dazed: bool) -> None:
    hero = at(HERO, 10, 10, dazed=dazed, damage=5 if dazed else 0)
    things = hero, at(VILLAIN, 30, 30, 1), token("t", 10, 11.9), token("v", 0, 0, "vials", holder=HERO)
    position = phase(battle(*things), "cleanup")
    assert [event.crisis for event in position.events(Scored)] == ([] if dazed else ["relays", "vials"])
    assert not position.events(Dazed)


@rule("terrain.interactive")
@pytest.mark.parametrize(("more", "found"), [({}, ["heap"]), ({"interactive": False}, [])])
def test_terrain_of_a_kind_that_says_nothing_else_is_interactive_and_may_be_thrown(more: Any, found: list[str]) -> None:
    square = [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    heap = named({"id": "heap", "size": 3, "outline": square, **more})
    things = at(HERO, 10, 10), piece("heap", 10, 13), piece("heap", 10, 25, "far")
    game = battle(*things, rules=invent(terrain=[heap])).game
    assert throwable(game, HERO, 2, 3) == found
    assert throwable(game, HERO, 2, 2) == throwable(game, HERO, 1, 3) == []
    gone = [TerrainDestroyed(name, "heap", rule="terrain.destroyed") for name in found]
    assert destroyed(game, "heap", "terrain.destroyed") == gone


@rule("terrain.interactive")
def test_interactive_terrain_is_cover_and_weapon_and_something_to_be_thrown_into() -> None:
    things = at(HERO, 10, 10), at(VILLAIN, 17, 10, 1), piece("car", 14.8, 10, facing=90)
    game = battle(*things).game
    assert cover(game, HERO, VILLAIN) and throwable(game, HERO, 3, 3) == ["car"]

    thrown = happens({"do": "throw", "who": "chosen", "tool": "medium", "way": ""},
                     things=[at(VILLAIN, 10, 15, 1), piece("car", 15, 15, facing=90)], chosen=VILLAIN)  # fmt: skip
    assert [event.hit for event in thrown.answer(0.0).events(Collided)] == ["car"]

"""Ties, limits and illegal choices of the book's chapters before the game and on the round, written before the code."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import SetupError, new_game
from rulewright.testing import Scenario, begin_game
from rulewright_crisis_protocol.activation import ACTIVATION, may_pass
from rulewright_crisis_protocol.events import (
    ActivatedTokensRemoved,
    CrisisEffects,
    Dazed,
    Deployed,
    EdgeChosen,
    KnockedOut,
    LeaderAnnounced,
    Passed,
    PlayerEffects,
    PriorityTaken,
    Recovered,
    RoundBegan,
    Scored,
    TacticPlayed,
    TerrainMoved,
)
from rulewright_crisis_protocol.events import DamageSuffered as Damaged
from rulewright_crisis_protocol.objectives import secured_by
from rulewright_crisis_protocol.setup import lead

from .table import (
    HERO,
    VILLAIN,
    at,
    battle,
    card,
    invent,
    named,
    one,
    phase,
    piece,
    power,
    rule,
    rules,
    tactic,
    token,
    turn,
)
from .test_mission import CARDS, NAMES, content, crisis, game, roster, with_mission
from .test_opening import LEADER, opening

BOTH = at(HERO, 10, 10), at(VILLAIN, 30, 30, 1)
Setup = dict[str, Any]


def winner_of(position: Any) -> int | None:
    result = position.game.result
    return None if result is None else int(result.winners[0])


# Rosters ----------------------------------------------------------------------------------------------------


@rule("roster.contents")
@pytest.mark.parametrize("extra", ["characters", "tactics", "secure", "extract"])
def test_one_card_more_than_a_roster_has_is_refused(extra: str) -> None:
    with pytest.raises(SetupError, match=f"rosters.*{extra}"):
        game(rosters=(roster(), roster(**{extra: [*roster()[extra], "more"]})))


@rule("roster.tactics", 1)
@rule("roster.crises")
def test_cards_of_one_name_are_the_same_card_whatever_they_are_called_in_the_file() -> None:
    twin = {"en": "t0", "zh": "t0"}
    rules = invent(
        *(card(name) for name in NAMES),
        tactics=[tactic(name, {"do": "heal"}) for name in CARDS[:7]] + [tactic("t9", {"do": "heal"}, name=twin)],
        crises=[crisis(f"s{n}", "secure", 15) for n in range(3)] + [crisis(f"e{n}", "extract", 15) for n in range(2)]
        + [crisis("e9", "extract", 15, name={"en": "s1", "zh": "s1"})],
    )  # fmt: skip
    wrong = roster(tactics=[*CARDS[:7], "t9"], extract=["e0", "e1", "e9"])
    with pytest.raises(SetupError) as refusal:
        game(rules=rules, rosters=(wrong, wrong))

    assert refusal.value.problems[:2] == (
        "rosters[0].tactics: 't0' is there twice (roster.tactics)",
        "rosters[0].secure, extract: 's1' is there twice (roster.crises)",
    )


@rule("roster.alter-ego")
def test_an_alter_ego_is_unique_in_a_roster_and_both_players_may_have_it() -> None:
    game()
    two = [card(name, **({"alter_ego": "Ann"} if n < 2 else {})) for n, name in enumerate(NAMES)]
    rules = invent(
        *two,
        tactics=[tactic(name, {"do": "heal"}) for name in CARDS],
        crises=[crisis(f"{kind[0]}{n}", kind, 15) for kind in ("secure", "extract") for n in range(3)],
    )
    with pytest.raises(SetupError, match=r"rosters\[0\].characters: Ann is there twice \(roster.alter-ego\)"):
        game(rules=rules)


def test_a_crisis_of_the_other_type_is_refused_with_those_there_are() -> None:
    with pytest.raises(SetupError, match=r"rosters\[1\].secure: there is no 'e0'"):
        game(rosters=(roster(), roster(secure=["s0", "s1", "e0"])))


# The mission ------------------------------------------------------------------------------------------------


@rule("mission.step-3", 2)
@rule("mission.cards", 3)
def test_what_each_drew_and_chose_is_hidden_until_both_have_chosen() -> None:
    position = game().answer("secure").answer("e2", player=1)

    assert position.game.view(0).state.squads[1].drawn is None
    assert "e2" not in repr(list(position.game.view(0).events()))
    assert position.state.mission[0].extract == ""


@rule("mission.step-4")
def test_with_one_maximum_threat_there_is_nothing_to_choose() -> None:
    crises = [crisis(f"{kind[0]}{n}", kind, 17) for kind in ("secure", "extract") for n in range(3)]
    rules = invent(*map(card, NAMES), tactics=[tactic(name, {"do": "heal"}) for name in CARDS], crises=crises)
    position = game(rules=rules).answer("secure").answer("s0", player=0).answer("e1", player=1)

    assert position.asked == "edge" and position.state.mission[0].threat == 17


@rule("mission.step-5", 1, 2)
@pytest.mark.parametrize(
    ("edge", "other"), [("south", "north"), ("north", "south"), ("west", "east"), ("east", "west")]
)
def test_any_edge_may_be_chosen_and_the_other_player_has_the_opposite_one(edge: str, other: str) -> None:
    position = opening("HHH--", "-----")
    assert set(position.options) == {"south", "north", "west", "east"}

    position.answer(edge)
    assert [(event.player, event.edge) for event in position.events(EdgeChosen)] == [(1, edge), (0, other)]


@rule("mission.step-6")
@rule("crisis-card.anatomy", 3)
@pytest.mark.parametrize("edge", ["south", "north", "west", "east"])
def test_the_map_of_a_crisis_lies_between_the_deployment_edges(edge: str) -> None:
    """The gates lie in a row half way between the two edges, whichever these are."""
    position = opening("HHH--", "-----", secure="gates").answer(edge)
    spots = {(one.x, one.y) for id, one in position.state.objectives.items() if str(id).startswith("gates")}

    across = edge in ("south", "north")
    assert spots == ({(6, 18), (18, 18), (30, 18)} if across else {(18, 6), (18, 18), (18, 30)})


@rule("terrain.size-6-tokens")
def test_terrain_that_gives_way_stays_on_the_battlefield_and_off_other_terrain_and_size_5_stays() -> None:
    corner = named({"id": "corner", "terrain": [
        {"kind": "bastion", "at": [1.5, 18]}, {"kind": "house", "at": [5.5, 18]}, {"kind": "monument", "at": [30, 18]},
    ]})  # fmt: skip
    edges = crisis("edges", "secure", 15, spots=[[1.5, 18], [34.5, 18], [30, 18]])
    setup: Setup = {"secure": "edges", "layout": "corner", "spacing": "as agreed", "priority": 0}
    position = opening(rules=invent(layouts=[corner], crises=[edges]), **setup).answer("south")

    (moved,) = position.events(TerrainMoved)
    assert moved.terrain == "bastion#1"
    assert moved.x >= 1.5 and abs(moved.y - 18) >= 1.5 + 0.5
    assert abs(moved.x - 5.5) >= 4 - 1e-6 or abs(moved.y - 18) >= 4 - 1e-6


@rule("battlefield.size")
@pytest.mark.parametrize(("spot", "on"), [((35.3, 35.3), True), ((35.32, 35.0), False), ((35.0, 35.32), False)])
def test_the_battlefield_is_36_by_36_inches(spot: tuple[float, float], on: bool) -> None:
    """A base of 35 mm has a radius of 0.689 inches."""
    position = opening("HHH--", "-----").answer("south")
    if on:
        assert position.answer(((HERO, *spot),)).last(Deployed).x == spot[0]
    else:
        with position.refused(match="over the table edge"):
            position.answer(((HERO, *spot),))


# Squads -----------------------------------------------------------------------------------------------------


@rule("squad.threat", 1)
@pytest.mark.parametrize(("last", "allowed"), [(3, True), (4, False)])
def test_a_squad_may_reach_the_maximum_threat_and_not_pass_it(last: int, allowed: bool) -> None:
    cards = [card(f"c{n}", threat=4) for n in range(3)] + [card("last", threat=last)]
    squads = ({"characters": [one["id"] for one in cards]}, {"characters": [VILLAIN]})
    setup: Setup = {"squads": squads, "secure": "relays", "threat": "secure"}  # 15
    if allowed:
        opening("HHH--", "-----", rules=invent(*cards), **setup)
        return
    with pytest.raises(SetupError, match=r"squads\[0\].characters: threat 16, and the mission allows 15"):
        opening(rules=invent(*cards), **setup)


@rule("squad.threat", 1)
def test_an_empty_squad_is_refused_in_the_setup_and_in_play() -> None:
    with pytest.raises(SetupError, match=r"squads\[0\].characters"):
        opening(squads=({"characters": []}, {"characters": [VILLAIN]}))
    position = with_mission().answer("south")
    with position.refused():
        position.answer((), player=0)


@rule("affiliation.condition", 1, 2, 3)
@pytest.mark.parametrize(("members", "others", "may"), [(2, 2, False), (3, 2, True), (1, 0, True), (0, 1, False)])
def test_more_than_half_means_more_than_half(members: int, others: int, may: bool) -> None:
    cards = [card(f"m{n}", affiliations=["wardens", "outcasts"], threat=2) for n in range(5)] + [
        card(f"o{n}", threat=2) for n in range(5)
    ]
    rules = invent(
        *cards, tactics=[tactic(name, {"do": "heal"}) for name in CARDS],
        crises=[crisis(f"{kind[0]}{n}", kind, 17) for kind in ("secure", "extract") for n in range(3)],
    )  # fmt: skip
    both = roster(characters=[one["id"] for one in cards])
    position = game(rules=rules, rosters=(both, both)).answer("secure").answer("s0", player=0).answer("e1", player=1)
    squad = (*(f"m{n}" for n in range(members)), *(f"o{n}" for n in range(others)))
    position.answer("south").answer(squad, player=0).answer(("o4",), player=1)

    assert list(position.game.requests[0].space.options()) == (["", "wardens", "outcasts"] if may else [""])


@rule("squad.tactics", 1)
@rule("roster.tactics", 2)
@pytest.mark.parametrize(("count", "allowed"), [(0, True), (5, True), (6, False)])
def test_a_squad_brings_at_most_five_cards(count: int, allowed: bool) -> None:
    position = with_mission().answer("south").answer(("c4",), player=0).answer(("c5",), player=1)
    position.answer("", player=0).answer("", player=1)
    if allowed:
        position.answer(tuple(CARDS[1 : count + 1]), player=0)
    else:
        with position.refused():
            position.answer(tuple(CARDS[1 : count + 1]), player=0)


@rule("overview.players", 2)
@rule("squad.threat", 2)
def test_a_squad_is_chosen_from_the_own_roster() -> None:
    position = with_mission().answer("south")
    with position.refused():
        position.answer(("brick",), player=0)
    assert position.answer(("c0", "c1", "c2", "c3"), player=0).asked == "squad"


# Leaderships ------------------------------------------------------------------------------------------------


def led(*affiliations: str, squad: str = "wardens", **squads: Any) -> Scenario:
    """A squad of leaders, one for each affiliation that leads, all of them wardens, stands on the battlefield."""
    leaders = [
        card(f"l{n}", affiliations=["wardens"], leadership={**LEADER, "id": f"lead{n}", "affiliation": name})
        for n, name in enumerate(affiliations)
    ]
    own = {"characters": [one["id"] for one in leaders], "affiliation": squad, "edge": "south"}
    places = [(6.0 + 3 * n, 3.0) for n in range(len(leaders))]
    both = ({**own, "places": places, **squads}, {"characters": [VILLAIN], "places": [(10.0, 33.0)]})
    return opening(rules=invent(*leaders), squads=both, priority=0)


@rule("affiliation.leadership", 2, 3)
@rule("leadership.active", 3)
@rule("note.leadership-choice")
def test_of_two_leaderships_one_is_chosen_after_deployment() -> None:
    position = led("wardens", "wardens")
    assert (position.asked, position.player, position.options) == ("leader", 0, ["l0", "l1"])
    assert len(position.events(Deployed)) == 3

    found = position.answer("l1").game
    assert found.has("lead1", "l0") and found.has("lead1", "l1")
    assert not found.has("lead0", "l0")


@rule("affiliation.leadership", 1)
@rule("leadership.active", 1)
@rule("leadership.example")
def test_a_leadership_of_another_affiliation_is_not_announced() -> None:
    position = led("outcasts", "tidebound")
    assert position.events(LeaderAnnounced) == [] and position.asked == "turn"
    assert not position.game.has("lead0", "l0")


@rule("affiliation.condition", 2)
@rule("leadership.active", 1)
def test_a_squad_that_does_not_use_its_affiliation_has_no_leader() -> None:
    assert led("wardens", "wardens", squad="").events(LeaderAnnounced) == []


@rule("leadership.active", 2)
@rule("leadership.example")
@rule("field.ko-effects")
def test_a_dazed_leader_leads_and_one_who_is_knocked_out_does_not() -> None:
    rules = invent(card(HERO, leadership=LEADER), card("mate"))

    def fallen(*, injured: bool) -> Scenario:
        things = at(HERO, 6, 3, injured=injured), at("mate", 9, 3), at(VILLAIN, 10, 33, 1)
        position = battle(*things, rules=rules)
        position.happen(*lead(position.game, 0, HERO))
        assert position.game.has("forward", "mate")
        return position.happen(Damaged(HERO, 5, VILLAIN, True))

    dazed, out = fallen(injured=False), fallen(injured=True)
    assert dazed.events(Dazed) and dazed.game.has("forward", "mate")
    assert out.events(KnockedOut) and not out.game.has("forward", "mate")


# Deployment -------------------------------------------------------------------------------------------------


@rule("deployment.order", 1, 3)
def test_a_larger_squad_deploys_the_rest_alone_and_then_the_first_round_begins() -> None:
    squads = ({"characters": [HERO]}, {"characters": [VILLAIN, "b", "c"]})
    setup: Setup = {"squads": squads, "priority": 1}
    position = opening(rules=invent(card("b"), card("c")), **setup).answer("west")
    position.answer(VILLAIN, ((VILLAIN, 33.0, 10.0),), ((HERO, 3.0, 10.0),))
    position.answer("b", (("b", 33.0, 14.0),), (("c", 33.0, 18.0),))

    assert [event.character for event in position.events(Deployed)] == [VILLAIN, HERO, "b", "c"]
    assert position.last(RoundBegan).number == 1 and position.asked == "turn"


@rule("deployment.order", 2)
@pytest.mark.parametrize(
    ("edge", "spot", "allowed"),
    [
        ("south", (18.0, 6 + 0.688), True), ("south", (18.0, 6 + 0.70), False), ("south", (18.0, 0.6), False),
        ("north", (18.0, 30 - 0.688), True), ("north", (18.0, 30 - 0.70), False),
        ("west", (6 + 0.688, 18.0), True), ("west", (6 + 0.70, 18.0), False),
        ("east", (30 - 0.688, 18.0), True), ("east", (30 - 0.70, 18.0), False),
    ],
)  # fmt: skip
def test_a_base_of_35_mm_is_deployed_with_some_of_it_within_range_3_of_its_edge(
    edge: str, spot: tuple[float, float], allowed: bool
) -> None:
    position = opening("-----", "HHH--", layout="market").answer(edge)
    villain = {"south": (18.0, 33.0), "north": (18.0, 3.0), "west": (33.0, 18.0), "east": (3.0, 18.0)}[edge]
    position.answer(((VILLAIN, *villain),))
    if allowed:
        assert position.answer(((HERO, *spot),)).asked == "turn"
    else:
        with position.refused():
            position.answer(((HERO, *spot),))


@rule("deployment.order", 2)
@pytest.mark.parametrize(("spot", "rule_id"), [((23.5, 4.0), None), ((12.5, 5.0), "move.overlap")])
def test_deployment_is_on_terrain_wholly_or_not_at_all(spot: tuple[float, float], rule_id: str | None) -> None:
    """A truck is 6 by 2.5 inches, a hoarding 4 by 1."""
    ground = named(
        {"id": "yard", "terrain": [{"kind": "truck", "at": [23.5, 4]}, {"kind": "hoarding", "at": [12.5, 5]}]}
    )
    setup: Setup = {"layout": "yard", "spacing": "as agreed", "priority": 0}
    position = opening(rules=invent(layouts=[ground]), **setup).answer("north")
    if rule_id is None:
        assert position.answer(((HERO, *spot),)).last(Deployed).character == HERO
    else:
        with position.refused(rule=rule_id):
            position.answer(((HERO, *spot),))


# The power phase --------------------------------------------------------------------------------------------


@rule("power-phase.step-1")
@rule("overview.priority-of-rules")
def test_a_text_may_keep_the_power_of_the_phase_from_a_character() -> None:
    dull = power("dull", "innate", changes=[{"stat": "power gained", "by": -1}])
    position = phase(battle(*BOTH, rules=invent(card(HERO, superpowers=[dull]))), "power")
    assert (one(position, HERO).power, one(position, VILLAIN).power) == (0, 1)


# Turns ------------------------------------------------------------------------------------------------------


@rule("activation.pass", 1)
@rule("note.pass-count")
@pytest.mark.parametrize(
    ("mine", "yours", "may"),
    [
        ("a-", "--", True), ("ad-", "a-", True), ("d-", "--", True),
        ("a-", "a-", False), ("b--", "a-", False), ("--", "a-", False),
    ],
)  # fmt: skip
def test_a_character_counts_once_whatever_tokens_it_has(mine: str, yours: str, may: bool) -> None:
    """a: activated, d: dazed, b: both."""
    things = [
        at(f"{name}{n}", 5 + 3 * n, 10 + 16 * player, player, activated=state in "ab", dazed=state in "db")
        for player, (name, states) in enumerate((("m", mine), ("y", yours)))
        for n, state in enumerate(states)
    ]
    rules = invent(*(card(str(thing.id)) for thing in things))
    assert may_pass(battle(*things, rules=rules).game, 0) is may
    assert (("pass",) in turn(battle(*things, rules=rules)).options) is may


@rule("activation.pass", 1, 2, 3)
@rule("activation.alternate", 2)
def test_who_may_pass_is_settled_at_the_start_of_the_turn_and_cards_come_before_and_after() -> None:
    """A card that dazes an own character in the turn does not make passing possible."""
    pain = tactic("pain", {"do": "choose_character", "side": "allied", "range": 5,
                           "then": [{"do": "damage", "who": "chosen", "amount": 9}]})  # fmt: skip
    rules = invent(card("mate"), tactics=[pain, tactic("rest", {"do": "heal"})])
    things = at(HERO, 10, 10), at("mate", 12, 10), at(VILLAIN, 30, 30, 1)
    cards = {0: {"tactics": ("pain", "rest")}}
    position = turn(battle(*things, rules=rules, squads=cards)).answer(("card", "pain"), HERO)
    assert one(position, "mate").dazed and ("pass",) not in position.options

    used = at(HERO, 10, 10), at("mate", 12, 10, activated=True), at(VILLAIN, 30, 30, 1)
    position = turn(battle(*used, rules=rules, squads=cards)).answer(("pass",))
    assert position.last(Passed).player == 0
    assert position.options == [("card", "pain"), ("card", "rest"), ("end",)]
    position.answer(("card", "rest"), HERO).answer(("end",))
    assert position.player == 1


@rule("activation.alternate", 3)
@rule("activation.pass", 1)
def test_who_can_activate_and_may_not_pass_cannot_end_the_turn() -> None:
    position = turn(battle(*BOTH))
    for deed in (("end",), ("pass",)):
        with position.refused():
            position.answer(deed)


@rule("priority.token", 1)
@rule("activation.alternate", 1)
@pytest.mark.parametrize("priority", [0, 1])
def test_priority_decides_who_has_the_first_turn(priority: int) -> None:
    position = battle(*BOTH, mission={"priority": priority}).begin("rounds/round/activation phase")
    assert (position.asked, position.player) == ("turn", priority)


@rule("activation.step-1")
@rule("activation.step-3")
@pytest.mark.parametrize(("at_end", "moment"), [(False, "activation begins"), (True, "activation ends")])
def test_effects_of_players_come_before_those_of_crises_at_both_ends_of_the_phase(at_end: bool, moment: str) -> None:
    things = at(HERO, 10, 10, activated=at_end), at(VILLAIN, 30, 30, 1, activated=at_end)
    position = battle(*things).begin("rounds/round/activation phase", at="turn" if at_end else "")
    told = [event for event in position.news if isinstance(event, PlayerEffects | CrisisEffects)]
    assert [type(event) for event in told if event.phase == moment] == [PlayerEffects, CrisisEffects]


@rule("activation.end")
@rule("activation.step-2", 1)
def test_who_has_nobody_left_still_has_turns_with_cards() -> None:
    things = at(HERO, 10, 10, activated=True), at("mate", 12, 10, activated=True), at(VILLAIN, 30, 30, 1)
    rules = invent(card("mate"), tactics=[tactic("rest", {"do": "heal"})])
    position = turn(battle(*things, rules=rules, squads={0: {"tactics": ("rest",)}}))

    assert position.options == [("card", "rest"), ("end",)]
    assert position.answer(("end",)).player == 1
    assert not position.events(ActivatedTokensRemoved)


@rule("activation.alternate", 3)
@rule("damage.dazed-limits", 9)
@rule("cleanup.dazed", 1)
def test_who_was_dazed_before_its_activation_is_back_in_the_next_round() -> None:
    things = at(HERO, 10, 10, dazed=True, damage=5), at(VILLAIN, 30, 30, 1, activated=True)
    position = battle(*things, mission={"priority": 1}).begin("rounds/round/activation phase")

    assert position.last(RoundBegan).number == 2
    assert position.events(Recovered) and one(position, HERO).injured


@rule("tactic-card.active")
@rule("tactic-card.play")
@rule("damage.dazed-limits", 6)
def test_an_active_card_is_played_in_the_own_turn_once_by_who_is_able() -> None:
    rules = invent(card("mate"), tactics=[tactic("rest", {"do": "heal"}, cost=2)])
    things = at(HERO, 10, 10, dazed=True, power=5), at("mate", 12, 10, power=2), at(VILLAIN, 30, 30, 1, power=5)
    both = {seat: {"tactics": ("rest",)} for seat in (0, 1)}
    position = turn(battle(*things, rules=rules, squads=both)).answer(("card", "rest"))

    assert one(position, "mate").power == 0 and one(position, HERO).power == 5
    assert position.state.squads[0].tactics == () and position.state.squads[1].tactics == ("rest",)
    assert ("card", "rest") not in position.options


@rule("tactic-card.play", 1)
@pytest.mark.parametrize(("power", "dazed"), [(1, False), (5, True)])
def test_a_card_that_nobody_able_can_pay_for_is_not_offered(power: int, dazed: bool) -> None:
    rules = invent(card("mate"), tactics=[tactic("rest", {"do": "heal"}, cost=2)])
    things = at(HERO, 10, 10, dazed=dazed, power=power), at("mate", 12, 10), at(VILLAIN, 30, 30, 1)
    position = turn(battle(*things, rules=rules, squads={0: {"tactics": ("rest",)}}))
    assert ("card", "rest") not in position.options


@rule("tactic-card.active")
@rule("timing.any-time")
def test_a_card_may_be_played_between_the_actions_of_an_activation() -> None:
    rules = invent(tactics=[tactic("rest", {"do": "heal"})])
    things = at(HERO, 10, 10, damage=2), at(VILLAIN, 14, 10, 1)
    position = battle(*things, rules=rules, rolls=["---", "--"], squads={0: {"tactics": ("rest",)}})
    position.begin(ACTIVATION(player=0, character=HERO)).answer(("attack", "hero-blow"), ("card", "rest"))

    assert position.last(TacticPlayed).card == "rest"
    assert one(position, HERO).damage == 1 and ("attack", "hero-blow") in position.options


@rule("activation.token", 1)
@rule("activation.step-2", 3)
def test_a_token_lies_on_the_card_when_all_is_done_and_not_before() -> None:
    position = battle(*BOTH).begin(ACTIVATION(player=0, character=HERO))
    assert not one(position, HERO).activated
    assert one(position.answer(("end",)), HERO).activated


@rule("overview.priority-of-rules")
@rule("activation.two-actions")
def test_a_text_that_gives_a_third_action_goes_before_the_two_of_the_book() -> None:
    quick = power("quick", "innate", changes=[{"stat": "actions", "by": 1}])
    things = at(HERO, 10, 10), at(VILLAIN, 14, 10, 1)
    for powers, actions in (([], 2), ([quick], 3)):
        rules = invent(card(HERO, superpowers=powers))
        position = battle(*things, rules=rules, rolls=["---", "--"] * actions)
        position.begin(ACTIVATION(player=0, character=HERO)).answer(*[("attack", "hero-blow")] * actions)
        assert one(position, HERO).activated


# Objectives -------------------------------------------------------------------------------------------------

REACH = 1 + 0.5 + 35 / 25.4 / 2


@rule("objective.contest", 1)
@rule("field.tokens")
@pytest.mark.parametrize(("far", "player"), [(REACH - 0.001, 0), (REACH + 0.001, None), (0.0, 0)])
def test_a_token_is_contested_from_edge_to_edge_at_exactly_range_1(far: float, player: int | None) -> None:
    position = battle(at(HERO, 18, 18 - far), BOTH[1], token("t", 18, 18))
    assert secured_by(position.game, "t") == player


@rule("objective.contest", 2, 3, 4, 5)
@rule("field.contest-tie")
def test_one_healthy_character_outweighs_three_injured_ones_and_a_dazed_one_nothing() -> None:
    names = ["b", "c", "d"]
    injured = [at(name, x, y, 1, injured=True) for name, x, y in (("b", 16, 18), ("c", 20, 18), ("d", 18, 16))]
    rules = invent(*map(card, names))
    assert secured_by(battle(*injured, at(HERO, 18, 20), token("t", 18, 18), rules=rules).game, "t") == 0
    dazed = at(HERO, 18, 20, dazed=True)
    assert secured_by(battle(*injured, dazed, token("t", 18, 18), rules=rules).game, "t") == 1


@rule("objective.contest", 1)
@rule("objective.hold", 2)
def test_nobody_secures_a_token_that_lies_on_a_card() -> None:
    position = battle(at(HERO, 18, 16), BOTH[1], token("t", 18, 18, "vials", holder=HERO))
    assert secured_by(position.game, "t") is None


@rule("objective.drop")
@rule("damage.dazed")
@pytest.mark.parametrize("injured", [False, True])
def test_each_token_that_was_held_is_dropped_by_the_opponent(injured: bool) -> None:
    held = [token(name, 0, 0, "vials", holder=HERO) for name in "ab"]
    things = at(HERO, 10, 10, injured=injured), at("mate", 30, 10), at(VILLAIN, 30, 30, 1)
    position = battle(*things, *held, rules=invent(card("mate"))).happen(Damaged(HERO, 5, VILLAIN, True))
    far = 3 + 0.5 + 35 / 25.4 / 2

    for name in "ab":
        assert (position.asked, position.player) == ("drop", 1)
        assert HERO in position.state.characters
        with position.refused(rule="objective.drop"):
            position.answer((10.0, 10 + far + 0.001))
        with position.refused():
            position.answer((10.0, -5.0))
        position.answer((10.0, 10 + far - 0.001))
        assert position.state.objectives[name].holder == ""
    assert (HERO in position.state.characters) is not injured


@rule("objective.no-size", 1, 2, 3)
@rule("objective.on-terrain")
def test_a_token_may_be_dropped_on_a_base_or_on_terrain_and_hinders_nobody() -> None:
    things = at(HERO, 10, 10), at("mate", 12, 10), at(VILLAIN, 30, 30, 1), piece("car", 10, 13)
    for spot in ((12.0, 10.0), (10.0, 13.0), (10.0, 10.0)):
        rules = invent(card("mate"))
        position = battle(*things, token("a", 0, 0, "vials", holder=HERO), rules=rules)
        position.happen(Damaged(HERO, 5, VILLAIN, True)).answer(spot)
        assert (position.state.objectives["a"].x, position.state.objectives["a"].y) == spot


# Cleanup and victory ----------------------------------------------------------------------------------------


@rule("scoring.simultaneous", 1, 2)
@rule("cleanup.vp")
def test_scoring_comes_before_recovery() -> None:
    things = at(HERO, 18, 16, dazed=True, damage=5), at(VILLAIN, 18, 20, 1, injured=True), token("t", 18, 18)
    position = phase(battle(*things), "cleanup")

    told = [type(event) for event in position.news]
    assert told.index(Scored) < told.index(Recovered)
    assert position.state.squads[1].points == 1 and position.state.squads[0].points == 0


@rule("cleanup.priority", 1, 2)
@pytest.mark.parametrize(
    ("before", "last", "after"), [(0, None, 0), (0, 0, 1), (0, 1, 0), (1, None, 1), (1, 0, 1), (1, 1, 0)]
)
def test_priority_stays_where_nobody_or_the_other_player_was_last(before: int, last: int | None, after: int) -> None:
    position = battle(*BOTH, mission={"last": last, "priority": before})
    assert phase(position, "cleanup").state.mission[0].priority == after


@rule("cleanup.priority", 1)
@rule("cleanup.activated")
def test_the_steps_of_cleanup_come_in_the_order_of_the_book() -> None:
    things = at(HERO, 18, 16, activated=True), at(VILLAIN, 30, 30, 1, dazed=True, damage=5), token("t", 18, 18)
    position = phase(battle(*things, mission={"last": 0}), "cleanup")
    told = [type(event).__name__ for event in position.news]
    steps = [
        "Scored",
        "PlayerEffects",
        "CrisisEffects",
        "Recovered",
        "PriorityTaken",
        "ActivatedTokensRemoved",
        "RoundBegan",
    ]

    assert sorted(steps, key=told.index) == steps
    assert position.last(PriorityTaken).player == 1


def two_tokens(**more: Any) -> Scenario:
    """Each player secures one token; the points and the round are given."""
    things = at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), token("t", 10, 12), token("v", 30, 28)
    return phase(battle(*things, **more), "cleanup", more.get("mission", {}).get("round", 1))


@rule("win.sixteen", 2, 3, 4)
@rule("note.sixteen-and-simultaneous")
def test_a_tie_beyond_16_goes_on_and_the_next_lead_wins() -> None:
    tied = two_tokens(squads={0: {"points": 15}, 1: {"points": 15}})
    assert winner_of(tied) is None and tied.state.squads[0].points == 16

    lead = two_tokens(squads={0: {"points": 17}, 1: {"points": 16}})
    assert winner_of(lead) == 0


@rule("win.round-six", 1)
@pytest.mark.parametrize(("number", "over"), [(5, False), (6, True)])
def test_a_lead_decides_at_the_end_of_round_6_and_not_before(number: int, over: bool) -> None:
    position = two_tokens(squads={0: {"points": 4}, 1: {"points": 3}}, mission={"round": number})
    assert (winner_of(position) == 0) is over
    assert not over or ActivatedTokensRemoved in {type(event) for event in position.news}


@rule("win.round-six", 2)
def test_after_a_tied_round_6_a_lead_wins_in_the_step_of_scoring() -> None:
    things = at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), token("t", 10, 12)
    position = battle(*things, mission={"round": 7}, squads={seat: {"points": 5} for seat in (0, 1)})
    phase(position, "cleanup", 7)

    assert winner_of(position) == 0
    assert ActivatedTokensRemoved not in {type(event) for event in position.news}


@rule("win.round-six", 2)
def test_a_tie_after_round_6_goes_on() -> None:
    position = two_tokens(mission={"round": 7})
    assert winner_of(position) is None and position.last(RoundBegan).number == 8


@rule("win.sixteen", 1)
@rule("note.sixteen-and-simultaneous")
@pytest.mark.parametrize(
    ("before", "number", "winner"), [((15, 0), 3, 0), ((14, 0), 3, None), ((15, 16), 3, None), ((2, 2), 7, 0)]
)
def test_points_in_the_middle_of_a_round_may_win_at_once(
    before: tuple[int, int], number: int, winner: int | None
) -> None:
    squads = {seat: {"points": value} for seat, value in enumerate(before)}
    position = battle(*BOTH, mission={"round": number}, squads=squads).happen(Scored(0, 1))
    assert winner_of(position) == winner


@rule("win.last-standing")
def test_a_squad_of_dazed_characters_is_on_the_battlefield() -> None:
    position = battle(*BOTH).happen(Damaged(VILLAIN, 9, HERO, True))
    assert one(position, VILLAIN).dazed and winner_of(position) is None


@rule("cleanup.next-round")
@rule("round.structure", 2)
@rule("mission.tracker")
def test_the_tracker_moves_on_to_the_next_round() -> None:
    position = phase(battle(*BOTH, mission={"round": 2}), "cleanup", 2)
    assert position.state.mission[0].round == 3 and position.game.phase == "activation phase"


# A setup that says all --------------------------------------------------------------------------------------

WHOLE: Any = {
    "squads": (
        {"characters": [HERO, "mate"], "edge": "west", "places": [(3.0, 10.0), (3.0, 14.0)], "affiliation": "wardens",
         "leader": "mate", "tactics": ["stockpile"]},
        {"characters": [VILLAIN], "places": [(33.0, 20.0)]},
    ),
    "priority": 1,
}  # fmt: skip


def whole_rules() -> Any:
    lead = [
        card(name, affiliations=["wardens"], leadership={**LEADER, "id": f"lead-{name}"}) for name in (HERO, "mate")
    ]
    return invent(*lead)


def tables(position: Scenario) -> Any:
    return [sorted(map(repr, table.values())) for table in position.state.tables]


def test_a_whole_setup_and_one_played_step_by_step_reach_the_same_state() -> None:
    rules = whole_rules()
    whole = opening(rules=rules, **WHOLE)
    assert whole.asked == "turn" and whole.player == 1

    parts = [{key: squad[key] for key in squad if key not in ("edge", "places", "leader")} for squad in WHOLE["squads"]]
    played = opening("-----", "HHH--", rules=rules, squads=tuple(parts)).answer("west")
    played.answer(((VILLAIN, 33.0, 20.0),), HERO, ((HERO, 3.0, 10.0),), (("mate", 3.0, 14.0),), "mate")
    assert played.asked == "turn" and tables(whole) == tables(played)


@rule("mission.step-5", 2)
@pytest.mark.parametrize("edges", [("west", "east"), ("west", ""), ("", "east")])
def test_one_edge_of_a_setup_says_the_other(edges: tuple[str, str]) -> None:
    squads = tuple({**squad, "edge": edge} for squad, edge in zip(WHOLE["squads"], edges, strict=True))
    position = opening(rules=whole_rules(), **{**WHOLE, "squads": squads})
    assert [squad.edge for squad in position.state.squads.values()] == ["west", "east"]


@pytest.mark.parametrize(
    ("seat", "change", "wrong"),
    [
        (0, {"places": [(3.0, 10.0), (9.0, 14.0)]}, r"places: mate cannot stand at 9, 14 \(deployment.order\)"),
        (0, {"places": [(3.0, 10.0), (3.5, 10.0)]}, r"places: mate cannot stand at 3.5, 10 \(move.overlap\)"),
        (0, {"places": [(3.0, 10.0)]}, "places: found 1, expected 2"),
        (0, {"places": []}, r"places are given for both squads, and with an edge"),
        (0, {"edge": ""}, r"places are given for both squads, and with an edge"),
        (1, {"edge": "north"}, r"squads\[1\].edge: found 'north', expected 'east' \(mission.step-5\)"),
        (1, {"leader": VILLAIN}, r"squads\[1\].leader: 'villain' cannot lead this squad \(affiliation.leadership\)"),
    ],
)  # fmt: skip
def test_a_whole_setup_that_the_rules_forbid_is_refused(seat: int, change: Any, wrong: str) -> None:
    squads = list(WHOLE["squads"])
    squads[seat] = {**squads[seat], **change}
    with pytest.raises(SetupError, match=wrong):
        opening(rules=whole_rules(), **{**WHOLE, "squads": tuple(squads)})


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ({"squads": ({"characters": ["c0"]}, {"characters": ["c1"]})}, "with rosters the squads are chosen in play"),
        ({"threat": "secure"}, "with rosters the mission is built in play"),
    ],
)
def test_rosters_leave_squads_and_mission_to_be_played(more: Any, wrong: str) -> None:
    with pytest.raises(SetupError, match=wrong):
        begin_game(content(), {"rosters": (roster(), roster()), **more})


# What a setup leaves open -----------------------------------------------------------------------------------


def begun(seed: int, **setup: Any) -> Any:
    game = new_game(rules(), setup or None, seed=seed)
    assert game.request is not None and game.request.ask == "edge"
    game.answer("south", game.request.player)
    return game


@rule("overview.players", 1)
@rule("squad.threat")
@rule("affiliation.condition")
@pytest.mark.parametrize("seed", range(8))
def test_without_a_setup_a_sensible_game_is_drawn(seed: int) -> None:
    game = begun(seed)
    mission = game.state.mission[0]
    assert mission.secure in game.content.crises_of("secure") and mission.extract in game.content.crises_of("extract")
    for squad in game.state.squads.values():
        cards = [game.content.characters[one.card] for one in game.state.characters.values() if one.player == squad.id]
        left = mission.threat - sum(card.threat for card in cards)
        egos = {card.alter_ego for card in cards}
        assert len(cards) >= 3 and left >= 0 and len(egos) == len(cards)
        assert all(other.threat > left or other.alter_ego in egos for other in game.content.characters.values())
        assert not squad.affiliation or 2 * sum(squad.affiliation in card.affiliations for card in cards) > len(cards)
        assert len(squad.tactics) == 5


def test_each_seed_draws_another_game_and_the_same_seed_the_same() -> None:
    def drawn(seed: int) -> Any:
        state = begun(seed).state
        return [repr(state.mission[0]), sorted(map(str, state.characters)), sorted(map(str, state.terrain))]

    assert len({repr(drawn(seed)) for seed in range(8)}) == 8
    assert drawn(3) == drawn(3)


@pytest.mark.parametrize("seed", range(6))
def test_the_mission_that_is_drawn_allows_the_squads_that_are_named(seed: int) -> None:
    threats = {id: sheet.threat for id, sheet in rules().content.characters.items()}
    big = sorted(threats, key=lambda id: -threats[id])[1:6]
    total = sum(threats[id] for id in big)
    assert 17 < total <= 20
    squads = ({"characters": big}, {"characters": big[:1]})
    assert begun(seed, squads=squads).state.mission[0].threat >= total
    assert begun(seed, squads=squads, extract="sealed-vault").state.mission[0].extract == "sealed-vault"


def test_what_is_open_is_drawn_even_where_two_remain() -> None:
    named: Setup = {"secure": "relays", "extract": "vials", "layout": "market"}
    assert {begun(seed, **named).state.mission[0].threat for seed in range(8)} == {15, 16}


def test_squads_that_no_mission_allows_are_refused() -> None:
    with pytest.raises(SetupError, match=r"threat 24, and the mission allows 20 \(squad.threat\)"):
        squads = ({"characters": [f"c{n}" for n in range(6)]}, {"characters": ["c6"]})
        begin_game(content(), {"squads": squads})

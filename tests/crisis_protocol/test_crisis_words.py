"""What crisis cards say of their tokens: interactions, tokens that move, whoever is near, and what both players do."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import ContentError
from rulewright.testing import Scenario, playthrough, set_up
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.attack.cover import covered
from rulewright_crisis_protocol.events.attacks import DiceRolled
from rulewright_crisis_protocol.events.characters import DamageSuffered, PowerGained, PowerLost
from rulewright_crisis_protocol.events.movement import Moved
from rulewright_crisis_protocol.events.objectives import (
    ControlTaken,
    CrisisStruck,
    ObjectivePlaced,
    ObjectiveRemoved,
)
from rulewright_crisis_protocol.events.rounds import Scored
from rulewright_crisis_protocol.state import Mission, Squad
from rulewright_crisis_protocol.terms import Attack

from .table import HERO, VILLAIN, at, battle, card, one, phase, place, power, rule, token
from .test_crises import crisis, struck, with_crises
from .test_looking import seen

HURT = {"do": "damage", "who": "self"}
FAR = at(VILLAIN, 33, 33, 1, power=3)
SECURE: dict[str, Any] = {"type": "secure", "interaction": None, "score": "secured"}
CONTROL: dict[str, Any] = {"type": "secure", "interaction": "other", "score": "controlled"}
IDLE: list[Any] = []


def text(*effects: Any, **more: Any) -> dict[str, Any]:
    """What happens with a token."""
    return {"effects": list(effects), **more}


def interacting(card: Any, *things: Any, rolls: Any = (), cards: Any = (), **mission: Any) -> Scenario:
    """The hero has interacted with the token "a" of a crisis."""
    type = "secure" if card["type"] == "secure" else "extract"
    rules = with_crises(card, characters=cards)
    position = battle(*things, rules=rules, rolls=rolls, mission={type: card["id"], **mission})
    return position.begin(ACTIVATION(player=0, character=HERO)).answer(("interact", "a"))


def cleanup(
    *cards: Any, things: Any, rolls: Any = (), name: str = "cleanup", characters: Any = (), **mission: Any
) -> Scenario:
    """A phase with the crises of these cards in play."""
    played = {("secure" if one["type"] == "secure" else "extract"): one["id"] for one in cards}
    rules = with_crises(*cards, characters=characters)
    return phase(battle(*things, rules=rules, rolls=rolls, mission={**played, **mission}), name)


# Interactions -----------------------------------------------------------------------------------------------

FREE = {"amount": {"contesting": "enemy"}, "at_most": 0}
MORE = {"amount": {"faces": ["critical", "hit"], "of": "roll"}, "more_than": {"contesting": "enemy", "healthy": True}}


@rule("objective.interact", 4)
@rule("objective.contest", 1)
@pytest.mark.parametrize(
    ("there", "control"), [(FAR, 0), (at(VILLAIN, 10, 14, 1), None), (at(VILLAIN, 10, 14, 1, injured=True), None)]
)
def test_an_interaction_may_ask_who_contests_the_token(there: Any, control: int | None) -> None:
    consoles = crisis("consoles", **CONTROL, interacting=text({"do": "if", "test": FREE, "then": [{"do": "control"}]}))
    position = interacting(consoles, at(HERO, 10, 10, power=3), there, token("a", 10, 12, "consoles"))
    assert position.state.objectives["a"].control == control


@rule("objective.interact", 4)
@rule("objective.control", 2)
@pytest.mark.parametrize(
    ("rolls", "there", "control"),
    [
        ("CH--", at(VILLAIN, 10, 14, 1), 0),
        ("C---", at(VILLAIN, 10, 14, 1), None),
        ("C---", at(VILLAIN, 10, 14, 1, injured=True), 0),
        ("C---", FAR, 0),
        ("WB--", FAR, None),
    ],
)
def test_dice_are_compared_with_the_healthy_enemies_who_contest_the_token(rolls: str, there: Any, control: Any) -> None:
    """As many dice as the defense of who interacts."""
    effect = {
        "do": "roll",
        "dice": {"stat": "energy"},
        "then": [{"do": "if", "test": MORE, "then": [{"do": "control"}]}],
    }
    bombs = crisis("bombs", **CONTROL, interacting=text(effect))
    things = at(HERO, 10, 10, power=3), there, token("a", 10, 12, "bombs")
    position = interacting(bombs, *things, rolls=[rolls], cards=[card(HERO, energy=4)])
    assert len(position.last(DiceRolled).faces) == 4
    assert position.state.objectives["a"].control == control


@rule("objective.hold", 1)
@pytest.mark.parametrize(("rolls", "pushed"), [("--", True), ("C-", False)])
def test_what_is_picked_up_may_struggle_and_the_opponent_says_whereto(rolls: str, pushed: bool) -> None:
    push = {"do": "push", "who": "self", "way": "", "decided_by": "opponent"}
    calm = {"amount": {"faces": "critical", "of": "roll"}, "at_most": 0}
    effect = {"do": "roll", "dice": 2, "then": [{"do": "if", "test": calm, "then": [push]}]}
    agents = crisis("agents", interacting=text(effect))
    things = at(HERO, 10, 10, power=3), FAR, token("a", 10, 12, "agents")
    position = interacting(agents, *things, rolls=[rolls])
    assert position.state.objectives["a"].holder == HERO
    assert (position.asked == "push") is pushed
    if pushed:
        assert position.player == 1
        position.answer(0)
        assert position.last(Moved).by == "" and place(position, HERO)[0] > 10


@rule("terms.enemy-effect", 2)
def test_a_crisis_is_no_enemy_who_pushes() -> None:
    """Neither who has it done nor the opponent who decides is whose effect it is."""
    steady = power("steady", "innate", does=[{"forbids": "be pushed", "test": {"effect_of": ["any"], "by": "enemy"}}])
    rooted = power("rooted", "innate", does=[{"forbids": "be moved by enemies"}])
    push = {"do": "push", "who": "chosen", "way": "", "decided_by": "opponent"}
    some = {"do": "choose_character", "side": "enemy", "range": None, "up_to": 1, "then": [push]}
    guns = crisis("guns", ("power phase", "each side", some), **SECURE)
    guns["effects"][0]["test"] = {"amount": {"controlled": "allied"}, "more_than": {"controlled": "enemy"}}
    things = at(HERO, 10, 10), at(VILLAIN, 20, 20, 1), token("a", 30, 10, "guns", control=1), token("b", 4, 4, "guns")
    position = cleanup(guns, things=things, name="power", characters=[card(HERO, superpowers=[steady, rooted])])
    assert (position.asked, position.player) == ("characters", 1)
    position.answer([HERO])
    assert (position.asked, position.player) == ("push", 1)
    assert position.answer(0).last(Moved).character == HERO


@rule("place.range")
@rule("objective.interact", 4)
@pytest.mark.parametrize(("by", "asked"), [("own", 0), ("opponent", 1)])
def test_a_portal_leads_to_another_token(by: str, asked: int) -> None:
    jump = {"do": "place", "of": "another token", "decided_by": by}
    portals = crisis(
        "portals", **{**SECURE, "interaction": "other"}, interacting=text({"do": "drop", "who": "self"}, jump)
    )
    tokens = token("a", 10, 12, "portals"), token("b", 30, 12, "portals"), token("c", 20, 30, "portals")
    position = interacting(portals, at(HERO, 10, 10, power=3), FAR, *tokens)
    assert (position.asked, position.player, position.options) == ("token_to", asked, ["b", "c"])
    position.answer("b")
    assert (position.asked, position.player) == ("place", asked)
    position.answer((30.0, 10.0))
    assert place(position, HERO) == (30.0, 10.0)


def test_where_there_is_no_other_token_a_portal_leads_nowhere() -> None:
    jump = {"do": "place", "of": "another token"}
    portals = crisis("portals", **{**SECURE, "interaction": "other"}, interacting=text(jump))
    position = interacting(portals, at(HERO, 10, 10, power=3), FAR, token("a", 10, 12, "portals"))
    assert place(position, HERO) == (10.0, 10.0) and position.asked == "act"


@rule("objective.hold", 1)
@rule("field.crisis-data", 7)
@pytest.mark.parametrize(("where", "lost"), [((12, 10), 0), ((20, 20), 1)])
def test_who_picks_up_a_token_alone_pays_for_it(where: tuple[float, float], lost: int) -> None:
    alone = {"none": [{"there_is": {"every": "allied", "range": 2}}]}
    rage = crisis("rage", taken=text({"do": "lose_power", "who": "self"}, test=alone))
    things = at(HERO, 10, 10, power=3), at("friend", *where), FAR, token("a", 10, 12, "rage")
    position = interacting(rage, *things, cards=[card("friend")])
    assert len(position.events(PowerLost)) == lost


@rule("objective.hold", 1)
def test_what_happens_at_picking_up_happens_without_an_interaction_too() -> None:
    rage = crisis("rage", taken=text(HURT))
    grab = power("grab", "active", {"do": "take_token"})
    rules = with_crises(rage, characters=[card(HERO, superpowers=[grab])])
    things = at(HERO, 10, 10, power=3), FAR, token("a", 10, 12, "rage")
    position = battle(*things, rules=rules, mission={"extract": "rage"}).begin(ACTIVATION(player=0, character=HERO))
    assert position.answer(("superpower", "grab")).last(DamageSuffered).character == HERO


@rule("objective.hold", 1)
@pytest.mark.parametrize("picked_up", [True, False])
def test_what_happens_at_picking_up_happens_where_a_text_says_that_a_held_token_is_picked_up(picked_up: bool) -> None:
    rage = crisis("rage", taken=text(HURT))
    grab = power("grab", "active", {"do": "choose_character", "then": [{"do": "pass_token", "picked_up": picked_up}]})
    rules = with_crises(rage, characters=[card(HERO, superpowers=[grab])])
    things = at(HERO, 10, 10, power=3), at(VILLAIN, 12, 10, 1), token("a", 0, 0, "rage", holder=VILLAIN)
    position = battle(*things, rules=rules, mission={"extract": "rage"}).begin(ACTIVATION(player=0, character=HERO))
    position.answer(("superpower", "grab"))
    assert position.state.objectives["a"].holder == HERO
    assert [event.character for event in position.events(DamageSuffered)] == [HERO] * picked_up


@rule("objective.hold")
@rule("power.spend")
@pytest.mark.parametrize("power", [4, 6])
def test_whoever_holds_a_token_may_bring_it_to_safety(power: int) -> None:
    ride = {"id": "ride", "name": {"en": "ride", "zh": "ride"}, "optional": True, "cost": 4}
    ride["effects"] = [{"do": "score", "points": 2}, {"do": "remove_token"}]
    bus = crisis("bus", abilities=[ride])
    position = interacting(bus, at(HERO, 10, 10, power=power), FAR, token("a", 10, 12, "bus"))
    assert (("superpower", "ride") in position.options) is (power > 4)
    if power > 4:
        position.answer(("superpower", "ride"))
        assert position.last(ObjectiveRemoved).objective == "a" and "a" not in position.state.objectives
        assert position.last(Scored).points == 2 and one(position, HERO).power == power - 1 - 4
        assert ("superpower", "ride") not in position.options and not position.state.effects


# At moments of the round ------------------------------------------------------------------------------------


@rule("measure.within")
def test_who_is_near_a_token_is_struck_whether_it_contests_or_not() -> None:
    timid = power("timid", "innate", does=[{"forbids": "contest"}])
    near = crisis("near", ("cleanup", "each near", HURT), **SECURE)
    contest = crisis("contest", ("cleanup", "each contesting", HURT), **SECURE)
    for one_, expected in ((near, [HERO]), (contest, IDLE)):
        things = at(HERO, 18, 16), FAR, token("a", 18, 18, one_["id"])
        position = cleanup(one_, things=things, characters=[card(HERO, superpowers=[timid])])
        assert [who for _, who in struck(position)] == expected


@rule("measure.within")
def test_who_is_far_from_all_tokens_is_struck() -> None:
    storm = crisis("storm", ("cleanup", "each character", HURT), **SECURE)
    storm["effects"][0]["test"] = {"none": [{"near_token": 2}]}
    things = at(HERO, 18, 16), FAR, token("a", 18, 18, "storm"), token("other", 32, 32, "vials")
    assert struck(cleanup(storm, things=things)) == [("storm", VILLAIN)]


@rule("power-phase.step-3")
@rule("priority.token")
@pytest.mark.parametrize("priority", [0, 1])
def test_one_after_the_other_each_player_decides_from_priority_on(priority: int) -> None:
    """Whoever is struck first is through before the next one rolls, and the opponent moves it."""
    walk = {"do": "roll", "then": [{"do": "if", "test": {"amount": {"faces": "wild", "of": "roll"}, "at_least": 1},
            "then": [{"do": "move", "tool": "short", "moved_by": "opponent"}]}]}  # fmt: skip
    swarm = crisis("swarm", ("power phase", "each holder", walk))
    swarm["effects"][0]["in_turn"] = True
    tokens = [token(id, 0, 0, "swarm", holder=holder) for id, holder in (("a", HERO), ("b", "friend"), ("c", VILLAIN))]
    things = at(HERO, 10, 10), at("friend", 10, 20), FAR, *tokens
    rolls = ["W"] * 3
    position = cleanup(swarm, things=things, rolls=rolls, name="power", characters=[card("friend")], priority=priority)
    order: list[str] = []
    while position.asked != "turn":
        if position.asked == "strikes":
            assert position.player == 0
            position.answer("friend")
        elif position.asked == "way_to_move":
            moved = position.last(CrisisStruck).character
            order.append(moved)
            assert position.player == (0 if moved == VILLAIN else 1)
            position.answer(("advance", "short"))
        else:
            position.answer(())
    own = ["friend", HERO]
    assert order == ([*own, VILLAIN] if priority == 0 else [VILLAIN, *own])


DRIFT = {"do": "for_tokens", "that": "secured", "by": "opponent", "once": "round", "then": [{"do": "place_token"}]}


@rule("cleanup.crisis-effects")
@rule("objective.contest", 2)
@pytest.mark.parametrize("priority", [0, 1])
def test_each_player_places_the_tokens_that_the_opponent_secures_each_once(priority: int) -> None:
    """The token that one has placed is not placed again, even if now the other one secures it."""
    clouds = crisis("clouds", ("cleanup", "each side", DRIFT), ("cleanup", "each near", HURT), **SECURE)
    clouds["effects"][0]["in_turn"] = True
    clouds["effects"][1]["follows"] = True
    things = at(HERO, 10, 10), at(VILLAIN, 12.5, 13, 1), token("a", 10, 8, "clouds")
    position = cleanup(clouds, things=things, priority=priority)
    assert (position.asked, position.player) == ("place_token", 1)
    position.answer((12.2, 11.2))
    if position.asked == "strikes":
        position.answer(position.options[0])

    assert [(event.objective, event.x) for event in position.events(ObjectivePlaced)] == [("a", 12.2)]
    assert [event.character for event in position.events(DamageSuffered)] == [VILLAIN]


@rule("cleanup.crisis-effects")
def test_what_follows_on_the_card_comes_even_if_no_token_was_placed() -> None:
    clouds = crisis("clouds", ("cleanup", "each side", DRIFT), ("cleanup", "each near", HURT), **SECURE)
    clouds["effects"][0]["in_turn"] = True
    clouds["effects"][1]["follows"] = True
    things = at(HERO, 10, 10), at(VILLAIN, 10, 14, 1), token("a", 10, 12, "clouds")
    position = cleanup(clouds, things=things)
    while position.asked == "strikes":
        position.answer(position.options[0])
    assert not position.events(ObjectivePlaced)
    assert {event.character for event in position.events(DamageSuffered)} == {HERO, VILLAIN}


@rule("measure.within")
def test_who_is_near_the_token_that_was_placed_is_hurt_where_it_lies_now() -> None:
    hurt = {"do": "damage", "who": {"every": "any", "itself": True, "range": 1, "of": "token"}}
    witness = {**DRIFT, "then": [{"do": "place_token"}, hurt]}
    clouds = crisis("clouds", ("cleanup", "each side", witness), **SECURE)
    things = at(HERO, 10, 10), at(VILLAIN, 12.5, 13, 1), token("a", 10, 8, "clouds")
    position = cleanup(clouds, things=things)
    if position.asked == "trigger":
        position.answer(("crisis effect", "clouds 0 =1"))
    position.answer((12.2, 11.2))
    assert [event.character for event in position.events(DamageSuffered)] == [VILLAIN]


@rule("damage.dazed-limits")
def test_a_player_whose_characters_are_all_dazed_places_tokens_all_the_same() -> None:
    clouds = crisis("clouds", ("cleanup", "each side", DRIFT), **SECURE)
    clouds["effects"][0]["in_turn"] = True
    things = at(HERO, 10, 10), at(VILLAIN, 30, 30, 1, dazed=True), token("a", 10, 8, "clouds")
    position = cleanup(clouds, things=things)
    assert (position.asked, position.player) == ("place_token", 1)


@rule("cleanup.crisis-effects")
def test_for_each_token_that_a_player_controls_an_enemy_near_it_is_chosen() -> None:
    shock = {
        "do": "choose_character",
        "side": "enemy",
        "of": "token",
        "range": 2,
        "then": [{"do": "damage", "who": "chosen"}],
    }
    traps = crisis(
        "traps", ("cleanup", "each side", {"do": "for_tokens", "that": "controlled", "then": [shock]}), **SECURE
    )
    tokens = [token(id, x, 12, "traps", control=0) for id, x in (("a", 20), ("b", 24), ("c", 4))]
    things = at(HERO, 4, 30), at(VILLAIN, 22, 12, 1), at("foe", 26, 12, 1), *tokens
    position = cleanup(traps, things=things, characters=[card("foe")])
    while position.asked == "trigger":
        position.answer(position.options[0])
    assert (position.asked, position.player) == ("next_token", 0)
    position.answer("a")
    assert position.last(DamageSuffered).character == VILLAIN
    position.answer("b")
    assert (position.asked, position.options) == ("character", [VILLAIN, "foe"])
    position.answer("foe")
    assert len(position.events(DamageSuffered)) == 2


@rule("power.tokens")
def test_damage_for_each_token_held_gives_as_much_power() -> None:
    effects = {"do": "damage", "who": "self", "amount": {"holds": "self"}}
    shards = crisis("shards", ("cleanup", "each holder", effects), most=5)
    shards["effects"][0]["effects"].append({"do": "gain_power", "amount": "that_much"})
    tokens = [token(id, 0, 0, "shards", holder=HERO) for id in "ab"]
    position = cleanup(shards, things=(at(HERO, 10, 10), FAR, *tokens))
    assert (one(position, HERO).damage, position.events(PowerGained)[0].amount) == (2, 2)


@rule("cleanup.vp")
@pytest.mark.parametrize(("x", "points"), [(12.0, 1), (30.0, 0)])
def test_points_for_a_holder_beside_an_ally(x: float, points: int) -> None:
    """Once for a player, however many there are."""
    holder = {"every": "allied", "itself": True, "holding": True, "beside": 2}
    panic = crisis("panic", ("cleanup", "each side", {"do": "score"}))
    panic["effects"][0]["test"] = {"there_is": holder}
    tokens = token("a", 0, 0, "panic", holder=HERO), token("b", 0, 0, "panic", holder="friend")
    things = at(HERO, 10, 10), at("friend", x, 10), FAR, *tokens
    position = cleanup(panic, things=things, characters=[card("friend")])
    assert sum(event.points for event in position.events(Scored)[1:]) == points


@rule("win.sixteen")
@rule("overview.win", 2)
def test_points_that_a_text_gives_win_at_once() -> None:
    gift = crisis("gift", ("power phase", "each holder", {"do": "score", "points": 2}))
    things = at(HERO, 10, 10), FAR, token("a", 0, 0, "gift", holder=HERO)
    position = battle(*things, rules=with_crises(gift), mission={"extract": "gift"}, squads={0: {"points": 14}})
    assert phase(position, "power").game.result is not None


# Scoring and cover ------------------------------------------------------------------------------------------


@rule("cleanup.vp")
@rule("field.crisis-data", 4)
@pytest.mark.parametrize(("edges", "points"), [(("south", "north"), (2, 1)), (("north", "south"), (1, 1))])
def test_the_token_farthest_from_the_own_edge_is_worth_more(edges: Any, points: tuple[int, int]) -> None:
    shelters = crisis("shelters", **SECURE, far=2)
    tokens = [token(id, 18, y, "shelters") for id, y in (("a", 8), ("b", 18), ("c", 28))]
    things = at(HERO, 18, 30), at(VILLAIN, 18, 20, 1), *tokens
    position = phase(_sides(things, with_crises(shelters), edges), "cleanup")
    assert tuple(position.state.squads[seat].points for seat in (0, 1)) == points


def _sides(things: Any, rules: Any, edges: Any, secure: str = "shelters") -> Scenario:
    """A battle whose players have these edges."""
    squads = [Squad(seat, seat, edge=edge) for seat, edge in enumerate(edges)]
    mission = Mission(0, secure=secure, extract="vials", threat=16, round=1)
    return set_up(rules, [*things, *squads, mission], empty=True)


@rule("cover.effect")
@rule("objective.contest", 1)
@pytest.mark.parametrize(("attacker", "cover"), [((10, 20), True), ((10, 14), False), ((12.1, 12), False)])
def test_contesting_a_token_gives_cover_from_all_who_do_not_contest_it(attacker: Any, cover: bool) -> None:
    ambush = crisis("ambush", **SECURE, cover=True)
    things = at(VILLAIN, 10, 10, 1), at(HERO, *attacker), token("a", 10, 12, "ambush"), token("b", 30, 30, "ambush")
    position = battle(*things, rules=with_crises(ambush), mission={"secure": "ambush"})
    attack = Attack(player=0, attacker=HERO, attack="hero-blow", target=VILLAIN)
    assert covered(position.game, attack) is cover


def test_a_held_token_or_one_of_another_card_gives_no_cover() -> None:
    ambush = crisis("ambush", **SECURE, cover=True)
    things = at(VILLAIN, 10, 10, 1), at(HERO, 10, 20), token("a", 10, 12, "vials")
    position = battle(*things, rules=with_crises(ambush), mission={"secure": "ambush"})
    attack = Attack(player=0, attacker=HERO, attack="hero-blow", target=VILLAIN)
    assert not covered(position.game, attack)


# Goals ------------------------------------------------------------------------------------------------------

GOALS: dict[str, Any] = {**SECURE, "points": 2, "goals": [[18, 9], [18, 27]], "brought": 1}


@rule("cleanup.vp")
@rule("measure.within")
@pytest.mark.parametrize(("y", "points"), [(27.0, 3), (25.1, 3), (24.9, 2), (9.0, 2)])
def test_a_token_that_was_brought_to_the_far_goal_is_worth_more(y: float, points: int) -> None:
    envoy = crisis("envoy", **GOALS)
    marks = [token(id, 18, at_, "envoy") for id, at_ in (("envoy#101", 9), ("envoy#102", 27))]
    things = at(HERO, 18, y), at(VILLAIN, 33, 18, 1), token("a", 18, y, "envoy"), *marks
    position = phase(_sides(things, with_crises(envoy), ("south", "north"), "envoy"), "cleanup")
    assert position.state.squads[0].points == points


@rule("cleanup.vp")
@rule("objective.interact")
def test_a_goal_itself_scores_nothing_and_is_not_interacted_with() -> None:
    envoy = crisis("envoy", ("cleanup", "each near", HURT), **{**GOALS, "interaction": "other"}, interacting=text(HURT))
    things = at(HERO, 18, 9, power=3), FAR, token("a", 33, 3, "envoy"), token("envoy#101", 18, 9, "envoy")
    rules, mission = with_crises(envoy), {"secure": "envoy"}
    position = phase(battle(*things, rules=rules, mission=mission), "cleanup")
    assert struck(position) == [] and position.events(Scored) == []
    position = battle(*things, rules=rules, mission=mission).begin(ACTIVATION(player=0, character=HERO))
    assert not position.offered("interact")


@rule("mission.step-6")
def test_goals_are_laid_with_the_other_tokens() -> None:
    game = playthrough("crisis_protocol", ["random"], seed=3, decisions=40, setup={"secure": "lost-envoy"})
    laid = [one for one in game.view(0).state.objectives.values() if one.crisis == "lost-envoy"]
    assert [one.goal for one in laid] == [False, True, True]


# What could not be meant ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ({"interaction": "other", "score": "secured"}, "what else an interaction does"),
        ({"interaction": None, "score": "secured", "interacting": text(HURT)}, "no interaction at which"),
        ({"type": "secure", "interaction": "other", "score": "controlled", "interacting": text(HURT)}, "'control'"),
        ({"interaction": None, "score": "secured", "taken": text(HURT)}, "nobody holds a token"),
        ({"effects": [{"when": "cleanup", "whom": "each near", "follows": True, "effects": [HURT]}]}, "what follows"),
        ({"goals": [[18, 9]]}, "goals are what"),
        ({"effects": [{"when": "cleanup", "whom": "each near", "effects": [{"do": "control"}]}]}, "token of which"),
    ],
)  # fmt: skip
def test_a_crisis_that_could_not_be_played_is_refused(more: Any, wrong: str) -> None:
    with pytest.raises(ContentError, match=wrong):
        with_crises(crisis("odd", **more))


@pytest.mark.parametrize(
    ("id", "told"),
    [
        ("quay-pumps", "when someone interacts with a token []: roll its physical defense dice"),
        ("drifting-lanterns", "for each token that is secured by the opponent, once per round: place the token"),
        ("signal-mirrors", "1 VP for each token that is secured, 2 for the one farthest from the own edge"),
        ("lost-envoy", "2 VP for each token that is secured, 1 more within range 1 of the goal farthest from the own"),
        (
            "heavy-ore",
            "when someone picks up a token []: if it is not so that there is another allied character within",
        ),
        ("night-bus", "All aboard [for whoever holds a token]: score 2 VP, an objective token that it holds"),
    ],
)
def test_what_the_shipped_crises_do_is_said(id: str, told: str) -> None:
    assert told in seen(id)
    assert "{" not in seen(id, "zh")


def test_control_is_taken_by_the_one_who_interacts() -> None:
    position = interacting(
        crisis("c", **CONTROL, interacting=text({"do": "control"})),
        at(HERO, 10, 10, power=3),
        FAR,
        token("a", 10, 12, "c"),
    )
    assert position.last(ControlTaken).player == 0

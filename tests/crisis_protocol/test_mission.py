"""Rosters, the mission in six steps, and squads chosen in secret."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from rulewright import Rules, SetupError
from rulewright.testing import Scenario, begin_game
from rulewright_crisis_protocol.before.mission import compatible
from rulewright_crisis_protocol.events.before import CrisesDrawn, MissionSet, SquadRevealed, TerrainMoved, ThreatChosen
from rulewright_crisis_protocol.space.battlefield import TABLE

from .table import card, dice, invent, named, rule, tactic

NAMES = [f"c{n}" for n in range(10)]
CARDS = [f"t{n}" for n in range(8)]


def crisis(id: str, type: str, threat: int, **more: Any) -> dict[str, Any]:
    """A crisis card."""
    facts = {"type": type, "threat": threat, "token": "asset", "spots": [[18, 18]], "score": "secured"}
    return named({"id": id, **facts, **more})


@cache
def content() -> Rules:
    """Ten characters of threat 4, of whom the first three are wardens; eight cards; three crises of each type."""
    cards = [card(name, threat=4, affiliations=["wardens"] if n < 3 else []) for n, name in enumerate(NAMES)]
    tactics = [
        tactic(name, {"do": "heal"}, **({"affiliation": "wardens"} if n == 0 else {})) for n, name in enumerate(CARDS)
    ]
    crises = [crisis(f"s{n}", "secure", 14 + n) for n in range(3)] + [
        crisis(f"e{n}", "extract", 17 + n) for n in range(3)
    ]
    return invent(*cards, tactics=tactics, crises=crises)


def roster(**changes: Any) -> dict[str, Any]:
    """A roster; some of it may be changed."""
    decks = {"secure": ["s0", "s1", "s2"], "extract": ["e0", "e1", "e2"]}
    return {"characters": NAMES, "tactics": CARDS, **decks, **changes}


def game(*rolls: str, drawn: Any = (("s0", "s2"), ("e1", "e2")), rules: Rules | None = None, **setup: Any) -> Scenario:
    """A game from its beginning; player 0 wins priority."""
    rosters = {"rosters": (roster(), roster()), "layout": "crossroads", **setup}
    return begin_game(
        rules or content(), rosters, dice=[dice(roll) for roll in rolls or ("HHH--", "-----")], cards=drawn
    )


def with_mission(**setup: Any) -> Scenario:
    """The secure card s2 (threat 16) and the extract card e1 (threat 18), of which that of s2 counts."""
    return game(**setup).answer("secure").answer("s2", player=0).answer("e1", player=1).answer("s2")


@rule("roster.contents")
@pytest.mark.parametrize(
    ("field", "cards"), [("characters", NAMES[:9]), ("tactics", CARDS[:7]), ("secure", ["s0", "s1"])]
)
def test_a_roster_has_ten_characters_eight_cards_and_three_crises_of_each_type(field: str, cards: list[str]) -> None:
    game()
    with pytest.raises(SetupError, match=field):
        game(rosters=(roster(**{field: cards}), roster()))


@rule("roster.tactics", 1)
@rule("roster.crises")
@pytest.mark.parametrize(
    ("field", "cards", "id"),
    [("tactics", [*CARDS[:7], "t0"], "roster.tactics"), ("secure", ["s0", "s1", "s0"], "roster.crises")],
)
def test_no_card_is_in_a_roster_twice(field: str, cards: list[str], id: str) -> None:
    with pytest.raises(SetupError, match=rf"is there twice \({id}\)"):
        game(rosters=(roster(**{field: cards}), roster()))


@rule("overview.priority-of-rules")
def test_some_cards_are_in_no_roster_and_no_squad_together() -> None:
    cards = [card(name) for name in NAMES]
    tactics = [tactic(name, {"do": "heal"}, not_with=["t1"] if n == 6 else []) for n, name in enumerate(CARDS)]
    crises = [crisis(f"{type[0]}{n}", type, 15) for n in range(3) for type in ("secure", "extract")]
    rules = invent(*cards, tactics=tactics, crises=crises)
    with pytest.raises(SetupError, match="'t1' and 't6' cannot be included together"):
        game(rules=rules)

    squad = {"characters": ["c0"], "tactics": ["t6", "t1"]}
    facts = {"squads": [squad, squad], "secure": "s0", "extract": "e0"}
    with pytest.raises(SetupError, match=r"squads\[0\].tactics: 't6' and 't1' cannot"):
        begin_game(rules, facts)
    assert compatible(rules.content, ("t6", "t1", "t0")) == ("t6", "t0")


@rule("mission.step-1")
@rule("mission.step-2")
@rule("mission.example")
@rule("mission.secure")
@rule("mission.extract")
def test_who_has_priority_draws_from_the_deck_it_chooses_and_the_other_from_the_other() -> None:
    position = game(drawn=(("e1", "e2"), ("s0", "s2")))
    assert (position.asked, position.player) == ("crisis_type", 0)
    position.answer("extract")

    assert [(event.player, event.type) for event in position.events(CrisesDrawn)] == [(0, "extract"), (1, "secure")]
    assert position.state.squads[0].drawn == ("e1", "e2")
    assert position.game.view(0).state.squads[1].drawn is None


@rule("mission.step-3")
@rule("mission.cards")
@pytest.mark.parametrize("order", [(("s2", 0), ("e1", 1)), (("e1", 1), ("s2", 0))])
def test_both_choose_in_secret_and_reveal_together(order: Sequence[tuple[str, int]]) -> None:
    """Each has the choice of the two that it drew; whoever chooses first, the other one learns nothing of it."""
    position = game().answer("secure")
    assert [list(each.space.options()) for each in position.game.requests] == [["s0", "s2"], ["e1", "e2"]]
    (first, player), (second, other) = order
    with position.refused():
        position.answer("s1", player=0)
    before = position.game.view(other).state
    position.answer(first, player=player)

    assert position.events(MissionSet) == [] and position.game.view(other).state == before
    assert position.game.view(other).state.squads[player].drawn is None
    position.answer(second, player=other)
    found = position.last(MissionSet)
    assert (found.secure, found.extract) == ("s2", "e1")


@rule("mission.step-4")
@rule("note.threat-of-priority")
@rule("crisis-card.anatomy", 2)
def test_who_has_priority_chooses_which_threat_counts() -> None:
    position = game().answer("secure").answer("s2", player=0).answer("e1", player=1)

    assert (position.asked, position.player) == ("threat", 0)
    assert position.answer("e1").last(ThreatChosen).threat == 18


@rule("mission.step-6")
def test_the_tokens_lie_where_the_cards_say() -> None:
    position = with_mission().answer("south")
    assert {id: (one.x, one.y) for id, one in position.state.objectives.items()} == {"s2#1": (18, 18), "e1#1": (18, 18)}


@rule("terrain.size-6-tokens")
def test_terrain_of_size_6_gives_way_to_a_token() -> None:
    layout = named(
        {"id": "square", "terrain": [{"kind": "bastion", "at": [18, 19]}, {"kind": "house", "at": [18, 25]}]}
    )
    rules = invent(crises=[crisis("s0", "secure", 15)], layouts=[layout])
    squads = ({"characters": ["hero"]}, {"characters": ["villain"]})
    mission = {"secure": "s0", "extract": "vials", "threat": "secure", "layout": "square", "spacing": "as agreed"}
    position = begin_game(rules, {"squads": squads, "priority": 0, **mission}).answer("south")

    moved = position.last(TerrainMoved)
    scene = TABLE(position.game)
    ground = scene.pieces["bastion#1"].polygon
    assert moved.terrain == "bastion#1"
    assert all(ground.intersection(one.footprint.polygon).area < 1e-6 for one in scene.markers.values())


@rule("squad.threat")
@rule("squad.secret")
@rule("affiliation.when")
@rule("squad.tactics", 2)
@rule("tactic-card.open")
def test_squads_affiliations_and_cards_are_chosen_in_secret_and_revealed_before_deployment() -> None:
    position = with_mission().answer("south")
    assert position.asked == "squad"
    with position.refused(rule="squad.threat"):
        position.answer(tuple(NAMES[:5]), player=0)
    position.answer(tuple(NAMES[:3]), player=0)
    assert position.state.squads[0].chosen == ()
    position.answer(("c4", "c5", "c6"), player=1)
    assert position.game.view(1).state.squads[0].chosen is None

    position.answer("wardens", player=0)
    with position.refused():
        position.answer("wardens", player=1)
    position.answer("", player=1)
    assert ("t0",) in position.game.requests[0].space.options()
    assert ("t0",) not in position.game.requests[1].space.options()
    position.answer(("t0", "t1"), player=0).answer(("t2",), player=1)

    first, second = position.events(SquadRevealed)
    assert (first.affiliation, first.tactics, second.tactics) == ("wardens", ("t0", "t1"), ("t2",))
    assert position.game.view(1).state.squads[0].tactics == ("t0", "t1")
    assert [one.player for one in position.state.characters.values()] == [0, 0, 0, 1, 1, 1]
    assert position.asked == "deploy"


@rule("affiliation.when")
@pytest.mark.parametrize(("chosen", "may"), [(("c0", "c1", "c4"), ["", "wardens"]), (("c0", "c4", "c5"), [""])])
def test_one_roster_makes_squads_of_an_affiliation_or_of_none_as_each_is_built(
    chosen: tuple[str, ...], may: list[str]
) -> None:
    with pytest.raises(SetupError, match="affiliation"):
        game(rosters=(roster(affiliation="wardens"), roster()))
    position = with_mission().answer("south").answer(chosen, player=0).answer(("c7",), player=1)
    assert position.asked == "affiliation" and list(position.game.requests[0].space.options()) == may


@rule("affiliation.when")
@pytest.mark.parametrize("affiliation", ["", "wardens"])
def test_a_squad_that_the_setup_names_has_the_affiliation_that_it_names_with_it(affiliation: str) -> None:
    squads = {"characters": ["c0", "c1"], "affiliation": affiliation}, {"characters": ["c4"]}
    position = begin_game(content(), {"squads": squads, "secure": "s2", "extract": "e1", "priority": 0})
    position.answer("south")
    assert [event.affiliation for event in position.events(SquadRevealed)] == [affiliation, ""]


@rule("overview.players", 1, 2)
@rule("roster.tactics", 2)
def test_each_of_two_players_chooses_a_squad_and_some_of_the_cards_from_a_roster() -> None:
    position = with_mission().answer("south")
    assert position.game.players == (0, 1)
    with position.refused():
        position.answer(("ember",), player=0)
    position.answer(("c4",), player=0).answer(("c5",), player=1).answer("", player=0).answer("", player=1)
    with position.refused():
        position.answer(tuple(CARDS[1:7]), player=0)
    position.answer(tuple(CARDS[1:6]), player=0).answer((), player=1)

    assert [(one.player, one.card) for one in position.state.characters.values()] == [(0, "c4"), (1, "c5")]
    assert set(roster()["tactics"]) - set(position.state.squads[0].tactics) == {"t0", "t6", "t7"}


def test_both_squads_may_have_the_same_character() -> None:
    position = with_mission().answer("south").answer(("c0",), player=0).answer(("c0",), player=1)
    position.answer("", player=0).answer("", player=1).answer((), player=0).answer((), player=1)

    assert list(position.state.characters) == ["c0#1", "c0#2"]

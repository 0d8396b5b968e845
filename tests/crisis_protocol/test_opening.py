"""Before the game: priority, edges, deployment, leadership; and what characters carry."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulewright import SetupError, new_game
from rulewright.testing import Scenario, begin_game
from rulewright_crisis_protocol.events.before import Deployed, EdgeChosen, LeaderAnnounced
from rulewright_crisis_protocol.events.rounds import PriorityTaken

from .table import HERO, VILLAIN, at, battle, card, dice, invent, power, rule

MISSION: Any = {"secure": "relays", "extract": "vials", "threat": "extract", "layout": "crossroads"}


def opening(*rolls: str, rules: Any = None, drawn: Any = (), **setup: Any) -> Scenario:
    """A game from its beginning; each has the hero or the villain."""
    squads = ({"characters": [HERO]}, {"characters": [VILLAIN]})
    setup = {"squads": squads, **MISSION, **setup}
    return begin_game(rules or invent(), setup, dice=[dice(roll) for roll in rolls], cards=drawn)


@rule("priority.roll", 1, 2, 3, 4)
@rule("priority.token")
@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [("HHH--", "HH---", 0), ("H----", "WH---", 1), ("CH---", "HHB--", 0), ("CWH--", "CHH--", 0), ("HHHBB", "CWH--", 1)],
)
def test_the_better_roll_takes_priority(first: str, second: str, winner: int) -> None:
    assert opening(first, second).last(PriorityTaken).player == winner


@rule("priority.roll", 5)
def test_a_tie_in_everything_is_rolled_again() -> None:
    position = opening("CH---", "CHBBB", "H----", "-----")
    assert position.last(PriorityTaken).player == 0


@rule("mission.step-5")
def test_the_player_without_priority_chooses_an_edge() -> None:
    position = opening("HHH--", "-----")

    assert (position.asked, position.player) == ("edge", 1)
    position.answer("south")
    assert [(event.player, event.edge) for event in position.events(EdgeChosen)] == [(1, "south"), (0, "north")]


@rule("deployment.order")
def test_players_deploy_in_turn_within_range_3_of_their_edge() -> None:
    rules = invent(card("third"))
    squads = ({"characters": [HERO, "third"]}, {"characters": [VILLAIN]})
    position = opening("HHH--", "-----", rules=rules, squads=squads).answer("north").answer(HERO)

    with position.refused(rule="deployment.order"):
        position.answer(((HERO, 10.0, 7.0),))
    position.answer(((HERO, 10.0, 6.6),))
    position.answer(((VILLAIN, 10.0, 33.0),)).answer((("third", 16.0, 3.0),))
    assert [event.character for event in position.events(Deployed)] == [HERO, VILLAIN, "third"]
    assert position.asked == "turn"


LEADER: Any = {
    "id": "forward", "name": {"en": "forward", "zh": "forward"}, "affiliation": "wardens",
    "changes": [{"stat": "attack dice", "by": 1}],
}  # fmt: skip


def led(affiliation: str, third: Any = None) -> Scenario:
    rules = invent(
        card(HERO, leadership=LEADER, affiliations=["wardens"]),
        card("third", affiliations=["wardens"], **({"leadership": third} if third else {})),
    )
    squads = ({"characters": [HERO, "third"], "affiliation": affiliation}, {"characters": [VILLAIN]})
    position = opening("HHH--", "-----", rules=rules, squads=squads).answer("north").answer(HERO)
    return position.answer(((HERO, 10.0, 3.0),), ((VILLAIN, 10.0, 33.0),), (("third", 16.0, 3.0),))


@rule("leadership.active", 1)
@rule("leadership.example")
@rule("affiliation.leadership", 1, 3)
@rule("stat-card.leadership")
@rule("note.leadership-choice")
def test_a_leader_leads_the_squad_that_uses_its_affiliation() -> None:
    position = led("wardens")
    game = position.game

    assert position.last(LeaderAnnounced).character == HERO
    assert game.has("forward", "third") and not game.has("forward", VILLAIN)
    assert not led("").game.has("forward", "third")


@rule("leadership.active", 3)
@rule("affiliation.leadership", 2)
@pytest.mark.parametrize(("leader", "leads"), [(HERO, "forward"), ("third", "back")])
def test_of_two_leaders_one_is_chosen_after_deployment(leader: str, leads: str) -> None:
    position = led("wardens", third={**LEADER, "id": "back"})
    assert (position.asked, position.player) == ("leader", 0) and len(position.events(Deployed)) == 3
    position.answer(leader)

    assert [event.character for event in position.events(LeaderAnnounced)] == [leader]
    assert [id for id in ("forward", "back") if position.game.has(id, "third")] == [leads]


@rule("stat-card.sides", 2)
def test_everyone_begins_on_the_healthy_side() -> None:
    game = new_game("crisis_protocol", seed=1)
    assert not any(one.injured or one.damage for one in game.state.characters.values())


def test_a_setup_that_names_nobody_known_is_refused_with_the_nearest() -> None:
    with pytest.raises((SetupError, LookupError)) as refusal:
        new_game("crisis_protocol", {"squads": ({"characters": ["lumne"]}, {"characters": ["brick"]})})
    assert "lumne" in str(refusal.value)


@rule("keyword.immunity", 1)
def test_an_immune_character_does_not_gain_the_condition() -> None:
    from rulewright_crisis_protocol.conditions import afflict

    game = battle(at(HERO, 10, 10), rules=invent(card(HERO, keywords=["immunity:slow"]))).game
    assert afflict(game, HERO, "slow", "condition.gain") is None
    assert afflict(game, HERO, "hex", "condition.gain") is not None


@rule("superpower.innate", 1, 2, 3)
@rule("superpower.innate-example")
@rule("damage.dazed-limits", 6)
def test_an_innate_superpower_applies_by_itself_but_not_for_the_dazed() -> None:
    firm = power("firm", "innate", changes=[{"stat": "physical", "by": 2}])
    rules = invent(card(HERO, superpowers=[firm]))

    assert battle(at(HERO, 10, 10), rules=rules).game.number("physical", HERO) == 4
    assert battle(at(HERO, 10, 10, dazed=True), rules=rules).game.number("physical", HERO) == 2


ANY: Any = ({"characters": [HERO]}, {"characters": [VILLAIN]})


@rule("squad.threat", 1, 2)
@rule("squad.crisis-limit")
@rule("mission.step-4")
@rule("crisis-card.anatomy", 2)
@pytest.mark.parametrize(("threat", "allowed"), [("secure", False), ("extract", True)])
def test_a_squad_keeps_to_the_maximum_threat_that_was_chosen(threat: str, allowed: bool) -> None:
    heavy = [card(f"c{n}", threat=4) for n in range(4)]  # 16: more than the secure card allows
    squads = ({"characters": [one["id"] for one in heavy]}, {"characters": [VILLAIN]})
    if allowed:
        opening("HHH--", "-----", rules=invent(*heavy), squads=squads, threat=threat)
    else:
        with pytest.raises(SetupError, match=r"threat 16, and the mission allows 15 \(squad.threat\)"):
            opening(rules=invent(*heavy), squads=squads, threat=threat)


def test_nobody_is_there_twice() -> None:
    rules = invent(card("one", alter_ego="Ann"), card("two", alter_ego="Ann"))
    with pytest.raises(SetupError, match=r"Ann is there twice \(roster.alter-ego\)"):
        opening(rules=rules, squads=({"characters": ["one", "two"]}, {"characters": [VILLAIN]}))


@rule("affiliation.condition", 1)
@pytest.mark.parametrize(("members", "of", "allowed"), [(1, 2, False), (1, 3, False), (2, 3, True)])
def test_more_than_half_of_a_squad_belong_to_its_affiliation(members: int, of: int, allowed: bool) -> None:
    cards = [card(f"c{n}", affiliations=["wardens"] if n < members else []) for n in range(of)]
    squads = ({"characters": [one["id"] for one in cards], "affiliation": "wardens"}, {"characters": [VILLAIN]})
    if allowed:
        opening("HHH--", "-----", rules=invent(*cards), squads=squads)
    else:
        found = rf"found {members} of {of} that belong to 'wardens', expected more than half \(affiliation.condition\)"
        with pytest.raises(SetupError, match=found):
            opening(rules=invent(*cards), squads=squads)


@rule("squad.tactics", 1, 2)
@rule("tactic-card.affiliation", 1, 2)
@rule("roster.tactics", 1)
def test_a_squad_brings_five_cards_it_may_use() -> None:
    own = {"id": "ours", "name": {"en": "ours", "zh": "ours"}, "affiliation": "wardens", "effects": [{"do": "heal"}]}
    rules = invent(tactics=[own])

    def bringing(*tactics: str) -> Any:
        return {"squads": ({"characters": [HERO], "tactics": list(tactics)}, {"characters": [VILLAIN]})}

    opening("HHH--", "-----", rules=rules, **bringing("second-wind"))
    with pytest.raises(SetupError, match=r"needs the affiliation 'wardens' \(tactic-card.affiliation\)"):
        opening(rules=rules, **bringing("ours"))
    with pytest.raises(SetupError, match=r"is there twice \(roster.tactics\)"):
        opening(rules=rules, **bringing("second-wind", "second-wind"))
    with pytest.raises(SetupError, match="at most 5"):
        opening(rules=rules, **bringing(*["second-wind"] * 6))


def of_the_page(name: str) -> dict[str, Any]:
    """A file that the pages about the game show."""
    docs = Path(__file__).parents[2] / "docs"
    pages = "".join(
        (docs / page).read_text(encoding="utf-8") for page in ("crisis-protocol.md", "crisis-characters.md")
    )
    (found,) = re.findall(rf"```toml\n# {name}.toml.*?\n(.*?)```", pages, re.DOTALL)
    return tomllib.loads(found)


def test_the_setup_of_the_page_begins_with_the_first_turn() -> None:
    game = new_game("crisis_protocol", of_the_page("game"), seed=1)
    assert game.request is not None and (game.request.ask, game.request.player) == ("turn", 1)


def test_the_crisis_and_the_layout_of_the_page_play() -> None:
    content = of_the_page("tide")
    setup = {"extract": "tide", "layout": "shore", "spacing": "as agreed", "priority": 0}
    position = opening(rules=invent(**content), **setup).answer("south")
    assert [terrain.kind for terrain in position.state.terrain.values()] == ["truck", "house"]
    assert position.state.objectives["tide#2"].y == 26


def test_the_character_of_the_page_plays() -> None:
    (entry,) = of_the_page("mothwing")["characters"]
    game = battle(at("mothwing", 10, 10), rules=invent(entry)).game

    assert game.has("flight", "mothwing") and game.has("carry", "mothwing")

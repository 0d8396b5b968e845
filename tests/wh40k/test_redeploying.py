"""Redeployment: when it comes, who does it in which order, and where units are set up again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.testing import Scenario
from rulewright_wh40k.events.before import AttackerSet, Deployed, FirstTurnSet, Redeployed

from .before import CARRIER, before, carrier, off, places
from .table import FOES, MINE, happened, invent, rule, sheet, unit

SLY = sheet("sly", abilities=["redeploy 2"])
THEIRS = sheet("theirs", abilities=["redeploy 1"])


def redeploying(*things: Any, sheets: Any = (SLY,), **more: Any) -> Scenario:
    """The step after Deploy Armies; player 0 is the Attacker."""
    return before("redeployment", *things, rules=invent(*sheets), **more)


@rule("errata.redeploy", 1, 3)
def test_units_are_redeployed_before_it_is_known_who_goes_first() -> None:
    position = redeploying(unit("sly", (5, 5), player=0), unit(MINE, (5, 20)), unit(FOES, (50, 20)), rolls=[(6, 1)])
    assert (position.asked, position.player) == ("redeploy", 0)
    assert position.options == ["sly", MINE, None] and not happened(position, FirstTurnSet)
    position.answer(MINE)
    with position.refused(rule="core.only-war-deployment"):
        position.answer(places((15, 20)))
    position.answer(places((10, 40)), None)
    assert [event.unit for event in happened(position, Redeployed)] == [MINE]
    one = position.state.models["mine.1"]
    assert (one.x, one.y, one.away) == (10, 40, False)
    assert [event.player for event in happened(position, FirstTurnSet)] == [0]


@rule("errata.redeploy", 1)
def test_it_comes_right_after_deployment_also_for_who_deploys_last() -> None:
    things = unit("sly", (5, 5), player=0), off(FOES)
    position = before("deployment", *things, rules=invent(SLY), rolls=[(6, 1)])
    assert (position.asked, position.player) == ("deploy", 1)
    position.answer(places((50, 20), name=FOES))
    assert happened(position, Deployed) and (position.asked, position.player) == ("redeploy", 0)


@rule("errata.redeploy", 3)
def test_so_many_units_are_redeployed_at_most_each_once_in_any_order() -> None:
    things = unit("sly", (5, 5), player=0), unit(MINE, (5, 20)), unit(MINE, (5, 30), name="other")
    position = redeploying(*things, unit(FOES, (50, 20)), rolls=[(6, 1)])
    position.answer("other", places((10, 30), name="other"))
    assert position.options == ["sly", MINE, None]
    position.answer("sly", places((10, 5), name="sly"))
    assert [event.unit for event in happened(position, Redeployed)] == ["other", "sly"]
    assert happened(position, FirstTurnSet)


@rule("errata.redeploy", 3)
def test_the_place_that_a_unit_leaves_is_free_for_it() -> None:
    things = unit("sly", (5, 5), (6.5, 5), player=0), unit(FOES, (50, 20))
    position = redeploying(*things, rolls=[(6, 1)]).answer("sly", places((6.5, 5), (5.2, 5), name="sly"), None)
    assert [position.state.models[f"sly.{number}"].x for number in (1, 2)] == [6.5, 5.2]


@rule("errata.redeploy", 4)
@pytest.mark.parametrize("all_of_it", [True, False])
def test_infiltrators_are_redeployed_as_infiltrators_if_all_of_them_are(all_of_it: bool) -> None:
    sly = sheet("sly", abilities=["redeploy 1", "infiltrators"])
    boss, head = unit("boss", (6.5, 5), player=0)
    body = unit("sly", (5, 5), player=0, leaders=() if all_of_it else ("boss",))
    led = [] if all_of_it else [replace(boss, area="attached"), replace(head, unit="sly")]
    position = redeploying([*body, *led], unit(FOES, (50, 20)), sheets=[sly, sheet("boss")], rolls=[(6, 1)])
    position.answer("sly")
    assert (position.asked == "deploy_way") is all_of_it
    if all_of_it:
        position.answer("infiltrate", places((30, 20), name="sly"))
        assert position.state.models["sly.1"].x == 30


@rule("errata.redeploy", 5)
@pytest.mark.parametrize("first", [0, 1])
def test_the_players_alternate_beginning_with_the_attacker(first: int) -> None:
    """Player 0 is the Attacker; where only the Defender has such a rule, the Defender begins."""
    own = [unit("sly", (5, 5), player=0), unit("sly", (5, 9), name="more", player=0)] if first == 0 else []
    things = *own, unit(MINE, (5, 20)), unit("theirs", (50, 20), player=1), unit("theirs", (50, 9), name="x", player=1)
    position = redeploying(*things, sheets=[SLY, THEIRS], rolls=[(6, 1)])
    seen = []
    while position.asked in ("redeploys", "redeploy"):
        if position.asked == "redeploys":
            position.answer(position.options[0])
        seen.append(position.player)
        position.answer(None)
    assert seen == ([0, 1, 0, 1] if first == 0 else [1, 1])


@rule("errata.redeploy", 5)
def test_of_several_such_rules_their_player_picks_one() -> None:
    things = unit("sly", (5, 5), player=0), unit("sly", (5, 9), name="more", player=0), unit(FOES, (50, 20))
    position = redeploying(*things, rolls=[(6, 1)])
    assert (position.asked, position.options) == ("redeploys", ["sly", "more"])
    position.answer("more", None)
    assert (position.asked, position.player) == ("redeploy", 0), "the other one follows"


@rule("errata.redeploy", 3)
@rule("commentary.reserves-units", 4)
def test_a_rule_counts_also_where_its_unit_is_not_on_the_battlefield() -> None:
    things = (
        off("sly", area="reserves", reserve="strategic reserves", player=0),
        unit(MINE, (5, 20)),
        unit(FOES, (50, 20)),
    )
    assert redeploying(*things, rolls=[(6, 1)]).options == [MINE, None]


def test_nothing_is_asked_where_nobody_redeploys() -> None:
    position = before("deployment", unit(MINE, (5, 20)), off(FOES), rolls=[(6, 1)])
    assert position.answer(places((50, 20), name=FOES)).asked not in ("redeploys", "redeploy")


@rule("core.mission-sequence", 1, 3)
def test_a_mission_is_played_in_its_order() -> None:
    """Who attacks, markers, notes on Leaders, Transports and Reserves, deployment, redeployment, and the first turn."""
    sheets = sheet("sly", abilities=["redeploy 1", "scouts 6"]), sheet("boss", leads=["sly"]), carrier()
    ours = off("sly", player=0), off("boss", player=0), off(CARRIER)
    position = before("determine_attacker", *ours, off(FOES), rules=invent(*sheets), rolls=4 * [(6, 1)], round=0)
    asked: list[str] = []
    while position.state.battle[0].round == 0 and not position.idle:
        if not asked or asked[-1] != position.asked:
            asked.append(position.asked)
        notes, passes = ("attach", "embarked", "reserve"), ("redeploy", "scout")
        drawn = position.game.requests[0].space.sample(Random(1))
        position.answer(() if position.asked in notes else None if position.asked in passes else drawn)
    told = [one for one in asked if not one.startswith(("deploy", "place"))]
    assert told == ["attach", "embarked", "reserve", "redeploy", "scout"]
    assert asked.index("place_marker") < asked.index("attach")
    assert asked.index("reserve") < asked.index("deploy_unit") < asked.index("redeploy") < asked.index("scout")
    order = [type(event) for event in position.game.events()]
    assert order.index(AttackerSet) < order.index(Deployed) < order.index(FirstTurnSet)

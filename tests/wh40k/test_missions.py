"""Missions beside Only War: Actions, and points for Characters, also for those that have returned."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright import ContentError, SetupError, Turn, new_game
from rulewright.narrator import Narrator
from rulewright.testing import Scenario
from rulewright_wh40k.attack import SUFFER
from rulewright_wh40k.charge import can_charge
from rulewright_wh40k.events.army import UnitReturned
from rulewright_wh40k.events.command import ActionCompleted, ActionStarted, SecondaryScored, TrophyTaken
from rulewright_wh40k.shooting.eligible import can_shoot
from rulewright_wh40k.state import Performing

from .before import off
from .table import FOES, MINE, attached, battle, happened, invent, named, phase, rule, sheet, unit


def mission(**more: Any) -> dict[str, Any]:
    """A mission."""
    return {**named("watch"), **more}


def action(id: str = "beacon", **more: Any) -> dict[str, Any]:
    """An Action of it."""
    return {**named(id), "victory": 3, **more}


def acting(*things: Any, actions: Any = (), sheets: Any = (), player: int = 0, **more: Any) -> Scenario:
    """The Shooting phase of a player in a mission with Actions."""
    rules = invent(*sheets, missions=[mission(actions=list(actions))])
    return phase(battle(*things, rules=rules, mission="watch", **more), "shooting phase", player)


OURS = unit(MINE, (20, 20)), unit(MINE, (20, 24), name="other")
NEAR, FAR = unit(FOES, (30, 22)), unit(FOES, (55, 40))


# Actions ----------------------------------------------------------------------------------------------------


@rule("faq.actions.one-unit-per-action")
@pytest.mark.parametrize("one", [True, False])
def test_of_an_action_for_one_unit_one_unit_performs_it_at_a_time(one: bool) -> None:
    position = acting(*OURS, NEAR, actions=[action(one=one), action("lookout")])
    both = [(MINE, "beacon"), ("other", "beacon")]
    assert position.options == [*both, (MINE, "lookout"), ("other", "lookout"), None]
    position.answer((MINE, "beacon"))
    assert position.options == [*([] if one else both[1:]), ("other", "lookout"), None]


@rule("faq.actions.one-unit-per-action")
def test_the_units_of_the_other_player_may_perform_it_as_well() -> None:
    theirs = Performing(FOES, "beacon", ())
    position = acting(*OURS, NEAR, theirs, actions=[action(one=True)])
    assert position.options == [(MINE, "beacon"), ("other", "beacon"), None]


@rule("faq.actions.one-unit-per-action")
def test_in_the_next_turn_another_unit_may_perform_it() -> None:
    position = acting(*OURS, FAR, actions=[action(one=True)]).answer((MINE, "beacon"))
    position.until("act", declines=("move", "charge", "shoot"))
    assert position.player == 1
    position.answer(None).until("act", declines=("move", "charge", "shoot"))
    assert position.options == [(MINE, "beacon"), ("other", "beacon"), None]


def test_who_performs_an_action_neither_shoots_nor_charges_and_scores_for_it() -> None:
    position = acting(*OURS, NEAR, actions=[action(one=True)])
    assert can_shoot(position.game, MINE) and can_charge(position.game, MINE)
    position.answer((MINE, "beacon"))
    assert not can_shoot(position.game, MINE) and not can_charge(position.game, MINE)
    assert (position.asked, position.options) == ("shoot", ["other", None])
    position.until("move", declines=("shoot", "charge"))
    assert [(event.player, event.unit, event.points) for event in happened(position, ActionCompleted)] == [(0, MINE, 3)]
    assert position.state.armies[0].victory == 3 and not position.state.performing


def ending(*done: Any, before: Any = (), ours: Any = OURS[0]) -> Scenario:
    """The end of the turn in which a unit performs an Action; ``before`` is what it had done when it began."""
    doing = [replace(ours[0], done=done), *ours[1:]]
    rules = invent(missions=[mission(actions=[action()])])
    things = doing, OURS[1], FAR, Performing(MINE, "beacon", before)
    return battle(*things, rules=rules, mission="watch").begin("game/round/turn/complete", Turn(player=0, number=1))


@pytest.mark.parametrize(
    ("done", "before", "completed"),
    [((), (), True), (("normal",), ("normal",), True), (("normal",), (), False), (("arrived",), (), False),
     (("normal", "arrived"), ("normal",), False), (("fought",), (), True)],
)  # fmt: skip
def test_who_moves_meanwhile_completes_no_action(done: Any, before: Any, completed: bool) -> None:
    assert len(happened(ending(*done, before=before), ActionCompleted)) == completed


def test_who_is_destroyed_meanwhile_completes_no_action() -> None:
    position = ending(ours=off(MINE, 0, "destroyed"))
    assert not happened(position, ActionCompleted) and position.state.armies[0].victory == 0


@rule("errata.leader", 1)
def test_a_leader_goes_on_with_the_action_of_its_unit() -> None:
    led = attached(unit(MINE, (20, 20)), unit("boss", (20, 21.5), player=0))
    rules = invent(sheet("boss"), missions=[mission(actions=[action()])])
    position = battle(led, NEAR, Performing(MINE, "beacon", ()), rules=rules, mission="watch")
    position.begin(SUFFER(player=0, unit=MINE, damages=(1,), model="mine.1", by=FOES))
    assert not can_charge(position.game, "boss")
    position.begin("game/round/turn/complete", Turn(player=0, number=1))
    assert [event.unit for event in happened(position, ActionCompleted)] == ["boss"]


@pytest.mark.parametrize(
    ("more", "able"),
    [({}, True), ({"shocked": True}, False), ({"done": ("advance",)}, False), ({"done": ("normal",)}, True)],
)
def test_only_who_is_eligible_to_shoot_and_not_shocked_begins_an_action(more: Any, able: bool) -> None:
    position = acting(unit(MINE, (20, 20), **more), FAR, actions=[action()])
    assert (position.asked == "act") is able


@pytest.mark.parametrize(
    ("words", "able"), [({"keywords": ["Infantry"]}, True), ({"keywords": ["Infantry", "Psyker"]}, False),
                        ({"without": ["Infantry"]}, False), ({"without": ["Vehicle"]}, True)],
)  # fmt: skip
def test_an_action_says_which_units_perform_it(words: Any, able: bool) -> None:
    seer = sheet("seer", keywords=["Psyker", "Vehicle"])
    position = acting(unit(MINE, (20, 20)), FAR, actions=[action(**words)], sheets=[seer])
    assert (position.asked == "act") is able


# Characters -------------------------------------------------------------------------------------------------

HERO = sheet(FOES, keywords=["Infantry", "Character"])


def slain(*things: Any, foes: Any = HERO, characters: int = 4, again: bool = True) -> Scenario:
    """A unit of player 1 is destroyed."""
    rules = invent(foes, missions=[mission(characters=characters, again=again)])
    position = battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), *things, rules=rules, mission="watch")
    return position.begin(SUFFER(player=1, unit=FOES, damages=(1,), by=MINE))


def points(position: Scenario) -> list[int]:
    """What was scored for Characters, each time."""
    assert {event.player for event in happened(position, TrophyTaken)} <= {0}
    return [event.points for event in happened(position, TrophyTaken)]


def returned(position: Scenario) -> Scenario:
    """The unit returns, and is destroyed again."""
    anew = replace(unit(FOES, (30, 20))[1], away=True)
    position.happen(UnitReturned(FOES, (anew,), (("foes.1", 30.0, 20.0, 0.0, 0.0),)))
    return position.begin(SUFFER(player=1, unit=FOES, damages=(1,), by=MINE))


@rule("faq.actions.returned-characters-score-again")
@pytest.mark.parametrize(("again", "found"), [(True, [4, 4]), (False, [4])])
def test_who_returned_and_is_destroyed_again_scores_again(again: bool, found: list[int]) -> None:
    position = slain(again=again)
    assert points(position) == [4] and position.state.armies[0].victory == 4
    assert points(returned(position)) == found
    assert position.state.armies[0].victory == sum(found)


@rule("faq.actions.returned-characters-score-again")
def test_other_units_and_other_missions_score_nothing() -> None:
    assert points(slain(foes=sheet(FOES))) == []
    assert points(slain(characters=0)) == []


def test_a_leader_in_an_attached_unit_scores_when_it_alone_is_destroyed() -> None:
    rules = invent(sheet("boss", keywords=["Infantry", "Character"]), missions=[mission(characters=4)])
    boss, head = unit("boss", (31.5, 20), player=1)
    body = unit(FOES, (30, 20), leaders=("boss",), strength=2)
    things = [*body, replace(boss, area="attached"), replace(head, unit=FOES)], unit(MINE, (20, 20))
    position = battle(*things, rules=rules, mission="watch")
    position.begin(SUFFER(player=1, unit=FOES, damages=(1,), model="boss.1", by=MINE))
    assert [event.unit for event in happened(position, TrophyTaken)] == ["boss"]


# What else is scored ----------------------------------------------------------------------------------------


def secondary(victory: Any = 1, **more: Any) -> dict[str, Any]:
    """Something for which victory points are scored."""
    return {**named("spread"), "victory": victory, **more}


def scored(*things: Any, player: int = 0, round: int = 1, **told: Any) -> list[int]:
    """What the player scores for it at the end of a turn."""
    rules = invent(missions=[mission(secondaries=[secondary(**told)])])
    position = battle(*things, rules=rules, mission="watch", round=round)
    position.begin("game/round/turn/complete", Turn(player=player, number=round))
    assert {event.player for event in happened(position, SecondaryScored)} <= {player}
    points = [event.points for event in happened(position, SecondaryScored)]
    assert sum(points) <= sum(one.victory for one in position.state.armies.values())
    return points[:1]


CORNERS = unit(MINE, (5, 5)), unit(MINE, (55, 5), name="b"), unit(MINE, (55, 40), name="c"), unit(FOES, (5, 40))


@rule("core.only-war-scoring")
@pytest.mark.parametrize(("told", "found"), [
    ({"victory": {"quarters": "friendly"}}, [3]), ({"victory": {"quarters": "friendly"}, "most": 2}, [2]),
    ({"victory": {"units": "friendly", "area": "their zone"}}, [2]), ({"victory": 2, "since": 2}, []),
    ({"victory": 2, "test": {"amount": {"quarters": "friendly"}, "at_least": 3}}, [2]),
    ({"victory": 2, "test": {"amount": {"quarters": "friendly"}, "at_least": 4}}, []),
])  # fmt: skip
def test_a_mission_says_what_is_scored_at_the_end_of_a_turn(told: Any, found: list[int]) -> None:
    assert scored(*CORNERS, **told) == found


@rule("core.only-war-scoring")
def test_each_player_scores_for_the_own_units_in_the_own_turn() -> None:
    assert scored(*CORNERS, player=1, victory={"quarters": "friendly"}) == [1]
    assert scored(*CORNERS, player=1, round=3, victory={"units": "friendly", "area": "their zone"}, since=3) == [1]


def test_a_mission_measures_from_no_unit() -> None:
    with pytest.raises(ContentError, match="inches and views are measured from a unit, and a mission has none"):
        scored(victory={"units": "friendly", "within": 6})


def test_what_is_scored_is_told_in_both_languages() -> None:
    rules = invent(missions=[mission(secondaries=[secondary(2)])])
    position = battle(*CORNERS, rules=rules, mission="watch")
    position.begin("game/round/turn/complete", Turn(player=0, number=1))
    event = happened(position, SecondaryScored)[0]
    told = [Narrator(rules, lang).event(position.game.view(0), event) for lang in ("en", "zh")]
    assert told == ["Player 1 scores 2 VP: spread", "玩家 1 获得 2 胜利点：spread"]


# Which mission ----------------------------------------------------------------------------------------------


def test_a_mission_that_there_is_not_is_refused() -> None:
    with pytest.raises(SetupError, match=r"mission: found 'long-wach', expected the id of a mission.*'long-watch'"):
        new_game("wh40k", {"mission": "long-wach"})


def test_the_mission_that_comes_with_the_game_can_be_played() -> None:
    game = new_game("wh40k", {"mission": "long-watch"}, seed=1)
    found = game.content.missions["long-watch"]
    assert [(one.id, one.one) for one in found.actions] == [("light-the-beacon", True), ("keep-lookout", False)]


def test_actions_are_told_in_both_languages() -> None:
    position = acting(*OURS, FAR, actions=[action()]).answer((MINE, "beacon"))
    (event,) = happened(position, ActionStarted)
    told = [Narrator(position.game.rules, lang).event(position.game.view(0), event) for lang in ("en", "zh")]
    assert told == ["mine begins an Action: beacon", "mine 开始执行行动：beacon"]

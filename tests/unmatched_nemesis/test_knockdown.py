"""Pages 17 and 19: the knockdown test, by dice and with a tower."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rulewright import Refused, odds
from rulewright.testing import Scenario
from rulewright_unmatched_nemesis.events.fighters import CubesDiscarded
from rulewright_unmatched_nemesis.events.knockdown import KnockdownTestCalled, KnockdownTestFailed, KnockdownTestPassed
from rulewright_unmatched_nemesis.events.rounds import RoundBegan, RoundWon
from rulewright_unmatched_nemesis.state import ACTIVE

from .table import IDLE, acting, attack, attacking, by_either, cubes, fighter, invent, rule, seated, special


def trial(*dice: int, heavy: int = 0, light: int = 0, caller: int = 0, **how: Any) -> Scenario:
    """A player strikes the other with Last Word (1 light, not blocked) and calls for a test with these cubes."""
    position = struck(heavy, light, caller, dice=[dice] if dice else (), **how)
    return position.answer(True)


def struck(heavy: int, light: int, caller: int = 0, own: tuple[int, int] = (0, 0), **how: Any) -> Scenario:
    """A player with cubes of their own has struck the other, who has these now, and may call for a test."""
    cubes = {"heavy": seated(caller, own[0], heavy), "light": seated(caller, own[1], light - 1)}
    skills = {"active": seated(caller, ("quick-feet",), ("merciless",)), "kept": seated(caller, (), ("second-wind",))}
    wishes: dict[str, Any] = {"display": ("last-word",) + (IDLE,) * 3, **cubes, **skills} | how
    return acting(caller, **wishes).answer(("attack", "last-word"))


def outcome(position: Scenario) -> str:
    passed, failed = position.events(KnockdownTestPassed), position.events(KnockdownTestFailed)
    return "passed" if passed else "failed" if failed else "open"


@rule("knockdown.dice-use")
@rule("knockdown.dice-roll", 1, 2, 4)
@rule("field.knockdown-digital", 1)
@rule("attack.step-3", 1)
@by_either
@pytest.mark.parametrize(("dice", "outcome_"), [((4, 4, 3), "passed"), ((4, 3, 3), "failed"), ((6, 6, 6), "passed")])
def test_three_dice_have_to_reach_the_number_of_all_cubes(dice: tuple[int, ...], outcome_: str, player: int) -> None:
    """Without a word about towers the test is one of dice."""
    position = trial(*dice, heavy=5, light=6, caller=player)

    assert position.last(KnockdownTestCalled) == KnockdownTestCalled(1 - player, 11, rule="attack.step-3")
    assert outcome(position) == outcome_
    (told,) = position.events(KnockdownTestPassed) + position.events(KnockdownTestFailed)
    assert (told.player, told.total) == (1 - player, sum(dice))


@rule("knockdown.dice-roll", 1)
def test_the_dice_of_a_test_are_three_of_six_sides() -> None:
    position = acting(display=("last-word",) * 4, dice=[(1, 6, 6)]).answer(("attack", "last-word"), True)
    assert position.last(KnockdownTestPassed).total == 13
    for thrown in ((1, 6), (1, 6, 6, 1), (7, 1, 1)):
        with pytest.raises(Refused, match="does not fit 'knockdown_test'"):
            acting(display=("last-word",) * 4, dice=[thrown]).answer(("attack", "last-word"), True)


@rule("knockdown.dice-roll", 5)
def test_with_nineteen_cubes_the_best_dice_fail() -> None:
    assert outcome(trial(6, 6, 6, heavy=10, light=9)) == "failed"
    assert outcome(trial(6, 6, 6, heavy=10, light=8)) == "passed"


@rule("knockdown.dice-roll", 6)
def test_with_three_cubes_the_worst_dice_pass() -> None:
    assert outcome(trial(1, 1, 1, heavy=2, light=1)) == "passed"
    assert outcome(trial(1, 1, 1, heavy=2, light=2)) == "failed"


@rule("knockdown.dice-roll", 3)
@rule("knockdown.dice-use", 1)
@rule("knockdown.pass", 2, 3, 4)
@by_either
@pytest.mark.parametrize(("light", "left"), [(7, 4), (8, 4), (2, 1), (1, 1)])
@pytest.mark.parametrize("knockdown", ["dice", "tower"])
def test_who_passes_discards_half_of_the_light_cubes_and_goes_on(
    knockdown: str, light: int, left: int, player: int
) -> None:
    """The tested player alone, no heavy cube, and nothing where half of them is none."""
    position = trial(6, 6, 6, heavy=3, light=light, caller=player, own=(1, 6), knockdown=knockdown)
    if knockdown == "tower":
        position.answer("stands")

    assert cubes(position, 1 - player) == (3, left)
    assert cubes(position, player) == (1, 6)
    assert [event.light for event in position.events(CubesDiscarded)] == ([light - left] if light > 1 else [])
    assert position.asked
    assert not position.events(RoundWon)


@rule("knockdown.dice-roll", 4)
@rule("knockdown.dice-use", 2)
@rule("round-end.knockdown")
@rule("round-end.token", 2)
@rule("round-end.flip")
@rule("attack-card.knockdown-effect")
@rule("attack.step-3", 1)
@rule("goal.knock-down")
@rule("goal.match")
@rule("round-end.triggers", 1)
@pytest.mark.parametrize("caller", [0, 1])
def test_who_fails_is_knocked_down_and_the_attacker_wins_the_round(caller: int) -> None:
    position = trial(1, 1, 1, heavy=3, light=2, caller=caller)

    won = position.last(RoundWon)
    assert (won.player, won.reason) == (caller, "knockdown")
    assert (position.state.fighters[caller].wins, position.state.fighters[1 - caller].wins) == (1, 0)
    assert position.last(RoundBegan).number == 2
    assert set(position.cards(ACTIVE[1 - caller])) == {"merciless", "second-wind"}


@rule("goal.knock-down")
@rule("round-end.knockdown", 1)
@rule("round-end.triggers", 1)
@pytest.mark.parametrize("caller", [0, 1])
def test_damage_alone_or_a_test_that_is_passed_wins_nothing(caller: int) -> None:
    """Thirty cubes knock nobody down as long as nobody calls for a test, and nobody calls for one with an Elbow."""
    hurt: Any = {"heavy": seated(caller, 0, 19), "light": seated(caller, 0, 10)}
    elbow = acting(caller, display=("elbow",) + (IDLE,) * 3, **hurt).answer(("attack", "elbow"))
    assert elbow.asked == "action"
    for position in (
        elbow, struck(20, 10, caller).answer(False), trial(2, 2, 1, heavy=3, light=2, caller=caller)
    ):  # fmt: skip
        assert not position.events(RoundWon)
        assert not position.events(RoundBegan)


@rule("overview.players", 2)
@rule("goal.match")
@rule("round-end.triggers", 1)
@rule("round-end.token", 1)
@pytest.mark.parametrize("caller", [0, 1])
def test_who_knocks_the_other_down_in_a_second_round_wins_the_match(caller: int) -> None:
    position = trial(1, 1, 1, heavy=3, light=2, caller=caller, wins=(1, 1))

    assert position.game.result is not None
    assert position.game.result.winners == (caller,)


@rule("round-end.knockdown", 2)
def test_a_response_knocks_down_the_player_whose_turn_it_is() -> None:
    answer = special("answer", type="response", answers="assault", knockdown=True, cost=("eye",))
    position = acting(
        rules=invent(fighters=[fighter(answer)]),
        fighters=("katie", "tester"),
        hands=((), ("taunt",)),
        display=("elbow",) + (IDLE,) * 3,
        heavy=(4, 0),
        active=(("merciless",), ("quick-feet",)),
        dice=[(1, 1, 1)],
    )
    position.answer(("attack", "elbow"), ("respond", "answer"), True)

    assert position.last(RoundWon).player == 1
    assert position.last(RoundBegan).number == 2


@rule("field.knockdown-digital", 2)
@pytest.mark.parametrize("count", [3, 4, 11, 18, 19])
def test_how_likely_the_dice_are_to_pass(count: int) -> None:
    """Exactly as likely as among all throws of three dice."""
    throws = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    chance = Fraction(sum(thrown >= count for thrown in throws), len(throws))
    position = acting(heavy=(0, count - 1), display=("last-word",) + (IDLE,) * 3, wins=(1, 0))
    position.answer(("attack", "last-word"))

    law = odds.distribution(position.game.fork(), lambda then: then.state.fighters[0].wins, answers=[True])
    assert dict(law.items()) == {wins: one for wins, one in ((1, chance), (2, 1 - chance)) if one}


# The tower --------------------------------------------------------------------------------------------------


@rule("knockdown.procedure", 1, 3)
@rule("knockdown.dice-use", 1)
@rule("field.knockdown-digital", 1)
@rule("attack.step-3", 1)
@by_either
def test_a_tower_of_all_cubes_is_built_in_ten_seconds_and_the_players_say_how_it_ended(player: int) -> None:
    position = trial(heavy=3, light=7, caller=player, knockdown="tower")

    request = position.game.request
    assert (request.ask, request.player) == ("tower", 1 - player)
    assert (dict(request.about), request.seconds) == ({"cubes": 10}, 10)
    assert position.options == ["stands", "falls"]


@rule("knockdown.procedure", 3)
@rule("knockdown.pass", 1)
@by_either
def test_a_tower_that_stands_passes_the_test(player: int) -> None:
    position = trial(heavy=3, light=7, caller=player, knockdown="tower").answer("stands")

    assert position.events(KnockdownTestPassed) == [KnockdownTestPassed(1 - player, 0, rule="knockdown.pass")]
    assert outcome(position) == "passed"
    assert cubes(position, 1 - player) == (3, 4)


@rule("knockdown.procedure", 3)
@rule("knockdown.pass", 1)
@rule("knockdown.fail")
def test_a_tower_of_no_cubes_needs_no_hands() -> None:
    """One of a single cube does."""
    bluff = attack("bluff", knockdown=True, type="ability")
    position = attacking(bluff, knockdown="tower").answer(True)
    assert position.events(KnockdownTestPassed) == [KnockdownTestPassed(1, 0, rule="knockdown.pass")]
    assert position.idle

    assert attacking(bluff, light=(0, 1), knockdown="tower").answer(True).asked == "tower"


@rule("knockdown.fail")
@rule("knockdown.pass", 1)
@rule("knockdown.procedure", 3)
@by_either
def test_a_tower_that_is_not_finished_loses_the_round(player: int) -> None:
    """However few cubes there are."""
    position = trial(heavy=1, light=1, caller=player, knockdown="tower").answer("falls")

    assert position.events(KnockdownTestFailed) == [KnockdownTestFailed(1 - player, 0, rule="knockdown.fail")]
    assert outcome(position) == "failed"
    assert position.last(RoundWon).player == player
    assert position.last(RoundBegan).number == 2

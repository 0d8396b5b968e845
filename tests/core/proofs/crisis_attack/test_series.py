"""A series of attacks on the kernel: one fact a test, the smallest position, scripted dice."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rulewright import Game, Refused
from rulewright.testing.kit import check_ruleset

from .scripted import asked, hero, of, offered, play, tell, villain
from .series import RULESET, SETUP, Attack, AttackResolved
from .terms import Character, Damaged, Fell, Moved, PowerChanged

ALLY = hero(id="ally", place=-9)


def blast(*characters: Character, rolls: tuple[str, ...], then: tuple[Any, ...] = ("villain",)) -> Game:
    """The hero attacks everyone in reach; further answers follow, first the first target."""
    return tell(play(RULESET, *characters, rolls=rolls), "hero", "attack", *then)


def attacked(game: Game) -> list[str]:
    return [event.target for event in of(game, AttackResolved)]


def test_the_attacker_chooses_the_order_and_pays_once() -> None:
    """Each attack is resolved completely before the next target is even chosen."""
    rivals = (villain(id="one", place=1), villain(id="two", place=2), villain(id="far", place=3))
    game = blast(hero(1, cost=1), *rivals, rolls=("H", "-", "H", "-"), then=())

    assert offered(game) == ["one", "two"]
    game.answer("two")
    assert [event.target for event in of(game, Damaged)] == ["two"]
    assert offered(game) == ["one"]
    game.answer("one")
    assert attacked(game) == ["two", "one"]
    assert [(event.target, event.by) for event in of(game, PowerChanged) if event.by < 0] == [("hero", -1)]


@pytest.mark.parametrize("wrong", ["two", "far", "hero"])
def test_whoever_was_attacked_or_is_no_target_cannot_be_chosen(wrong: str) -> None:
    """Nobody is declared a target twice; refused is what is not offered, and nothing changes."""
    rivals = (villain(id="one", place=1), villain(id="two", place=2), villain(id="far", place=3))
    game = blast(hero(1), *rivals, rolls=("H", "-"), then=("two",))
    before = game.digest()

    with pytest.raises(Refused) as refused:
        game.answer(wrong)
    assert refused.value.rule == "attack.step-2"
    assert game.digest() == before


def test_only_an_ally_in_reach_is_nobody_to_attack() -> None:
    """Without an enemy in reach the area attack is not offered."""
    game = tell(play(RULESET, hero(1), hero(id="ally"), villain(place=3)), "hero")

    assert offered(game) == ["left", "right"]


def test_who_comes_into_reach_meanwhile_is_not_attacked() -> None:
    """The targets are those in reach when the attack was chosen; the attacker has advanced since."""
    rivals = (villain(), villain(id="two", place=2), villain(id="far", place=3))
    game = blast(hero(1, "advance"), *rivals, rolls=("W", "B", "-", "-"))

    assert game.state.characters["hero"].place == 1
    assert offered(game) == ["two"]
    assert attacked(tell(game, "two")) == ["villain", "two"]


def test_who_is_out_of_reach_of_an_attacker_that_moved_is_left_out() -> None:
    """The range is measured anew for each attack."""
    game = blast(hero(1, "advance"), villain(), villain(id="behind", place=-2), rolls=("W", "B"))

    assert attacked(game) == ["villain"]
    assert game.request.ask == "activate"


def test_a_target_that_was_pushed_out_of_range_meanwhile_is_left_out() -> None:
    """A bodyguard took the first attack and was pushed away: it is no legal target of the second."""
    guard = villain(1, "bodyguard", id="guard", place=2, power=1)
    game = blast(hero(1, "shove"), villain(), guard, rolls=("W", "B"), then=("villain", ("bodyguard", "guard")))

    assert game.state.characters["guard"].place == 3
    assert attacked(game) == ["guard"]
    assert game.request.ask == "activate"


@pytest.mark.parametrize("injured", [False, True])
def test_a_target_that_was_dazed_or_knocked_out_meanwhile_is_left_out(injured: bool) -> None:
    """A dazed character cannot be the target of an attack, and one who has left neither."""
    guard = villain(1, "bodyguard", id="guard", place=2, power=1, stamina=1, injured=injured)
    game = blast(hero(1), villain(), guard, rolls=("H", "-"), then=("villain", ("bodyguard", "guard")))

    assert [event.out for event in of(game, Fell)] == [injured]
    assert attacked(game) == ["guard"]
    assert game.request.ask == "activate"


def test_a_bodyguard_may_become_a_target_twice() -> None:
    """It stood in for another and is still to be attacked itself: both attacks are made."""
    guard = villain(1, "bodyguard", id="guard", place=2, power=1)
    game = blast(hero(1), villain(), guard, rolls=("-", "B", "-", "B"), then=("villain", ("bodyguard", "guard")))

    assert attacked(tell(game, "guard")) == ["guard", "guard"]


def test_a_reactive_superpower_may_be_used_in_each_attack_of_the_series() -> None:
    """Each attack is an event of its own; the guard who can pay twice stands in twice."""
    guard = villain(1, "bodyguard", id="guard", place=1, power=2)
    rivals = (villain(place=0), villain(id="two", place=2))
    game = blast(hero(1), *rivals, guard, rolls=("-", "B") * 2, then=("villain", ("bodyguard", "guard"), "two"))

    assert offered(game) == [("bodyguard", "guard"), None]


def test_an_attacker_dazed_in_the_series_makes_no_further_attack_and_ends_the_activation() -> None:
    """Dazed by a counter after the first attack: the second is not made, and not even the bleeding comes."""
    fragile = hero(1, stamina=1, conditions=("bleed",))
    rivals = (villain(1, "counter", power=1), villain(id="two", place=2))
    game = blast(fragile, ALLY, *rivals, rolls=("-", "-"), then=("villain", ("counter", "villain")))

    assert of(game, Fell) == [Fell("hero", out=False)]
    assert attacked(game) == ["villain"]
    assert asked(game) == (1, "activate")
    assert len(of(game, Damaged)) == 1


def test_an_attacker_knocked_out_by_spite_leaves_an_unfinished_attack_behind() -> None:
    """In step 13 already: step 14 of that attack does not come, and the turn is the opponent's."""
    fragile = hero(2, "shove", stamina=1, injured=True)
    rivals = (villain(1, "spite"), villain(id="two", place=2))
    game = blast(fragile, ALLY, *rivals, rolls=("WH", "-"), then=("villain", ("spite", "villain")))

    assert "hero" not in game.state.characters
    assert not of(game, AttackResolved) and not of(game, Moved)
    assert asked(game) == (1, "activate")
    with pytest.raises(LookupError):
        game.context(Attack)


def test_an_ally_in_the_area_may_fall_and_the_series_goes_on() -> None:
    """Two allies suffer 1 damage at the same time, which gives them nothing; one is dazed by it."""
    allies = (hero(id="one", place=1, stamina=1), hero(id="two", place=-1), hero(id="far", place=-3))
    game = blast(hero(1), *allies, villain(), rolls=("-", "-"))

    assert [(event.target, event.amount) for event in of(game, Damaged)] == [("one", 1), ("two", 1)]
    assert game.state.characters["one"].dazed
    assert game.state.characters["two"].power == 0
    assert attacked(game) == ["villain"]


def test_allies_in_the_area_suffer_once_however_many_enemies_are_attacked() -> None:
    """The damage to allies belongs to the area attack, not to each attack of the series."""
    rivals = (villain(id="one"), villain(id="two"))
    game = blast(hero(1), hero(id="ally"), *rivals, rolls=("-", "-") * 2, then=("one", "two"))

    assert attacked(game) == ["one", "two"]
    assert [event.target for event in of(game, Damaged)] == ["ally"]


def test_a_fork_in_the_middle_of_the_series_goes_its_own_way() -> None:
    """Both orders of the remaining targets, from the same position."""
    rivals = (villain(id="one"), villain(id="two"), villain(id="three"))
    game = blast(hero(1), *rivals, rolls=("-", "-") * 3, then=("two",))
    fork = game.fork()

    assert attacked(tell(game, "one", "three")) == ["two", "one", "three"]
    assert attacked(tell(fork, "three", "one")) == ["two", "three", "one"]


def test_the_kit_finds_nothing() -> None:
    """Random games end; forks, saves, replays and hash seeds agree, and everything registered comes up."""
    setup = msgspec.to_builtins(SETUP)

    check_ruleset(RULESET, games=6, setup=setup, looks=6, must_exercise=True, where=f"{__package__}.series:RULESET")

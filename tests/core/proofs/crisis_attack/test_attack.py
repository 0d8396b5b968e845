"""The fourteen steps of an attack on the kernel: one fact a test, the smallest position, scripted dice."""

from __future__ import annotations

import msgspec
import pytest

from rulewright import Refused
from rulewright.testing.kit import check_ruleset
from tests.lengths import length

from .attack import RULESET, SETUP, Attack, Targeted
from .scripted import asked, attack, dice, hero, of, offered, play, tell, villain
from .terms import Character, Damaged

# ------------------------------------------------------------------------------------------------------ steps 1 and 2


@pytest.mark.parametrize(
    ("attacker", "rivals"),
    [
        (hero(1, reach=2), [villain(place=3)]),
        (hero(1, cost=2), [villain()]),
        (hero(1), [villain(dazed=True), villain(id="far", place=9)]),
    ],
)
def test_an_attack_without_a_legal_target_or_too_dear_is_not_offered(
    attacker: Character, rivals: list[Character]
) -> None:
    """Out of range, not to be paid in full, only dazed ones in range."""
    game = tell(play(RULESET, attacker, hero(id="ally"), *rivals), "hero")

    with pytest.raises(Refused):
        game.answer("attack")
    assert offered(game) == ["left", "right"]


def test_exactly_in_range_is_in_range_and_an_ally_is_no_target() -> None:
    """At range 2 with reach 2; the ally beside is not on the list."""
    game = tell(play(RULESET, hero(1, reach=2), hero(id="ally"), villain(place=2)), "hero", "attack")

    with pytest.raises(Refused) as refused:
        game.answer("ally")
    assert offered(game) == ["villain"]
    assert refused.value.rule == "attack.step-2"


def test_a_bodyguard_becomes_the_target_and_defends_with_its_own_dice() -> None:
    """The reaction to being targeted comes in step 2, before anything is rolled or paid."""
    guard = villain(3, "bodyguard", id="guard", place=2, power=1)
    game = attack(hero(2, cost=1), villain(1), guard, rolls=("HH", "---"))

    assert (game.request.player, offered(game)) == (1, [("bodyguard", "guard"), None])
    assert game.state.characters["hero"].power == 1
    game.answer(("bodyguard", "guard"))
    assert game.state.characters["hero"].power == 0
    assert [event.target for event in of(game, Damaged)] == ["guard"]


def test_a_bodyguard_whom_the_attack_cannot_have_as_its_target_cannot_become_it() -> None:
    """The superpower says the ally becomes the target; out of range, or dazed, nobody can be a target."""
    far = villain(1, "bodyguard", id="far", place=3, power=3)
    dazed = villain(1, "bodyguard", id="dazed", place=1, power=3, dazed=True)

    game = attack(hero(1, reach=2), villain(place=2), far, dazed, rolls=("-", "-"))

    assert [event.target for event in of(game, Targeted)] == ["villain"]


def test_being_targeted_anew_is_a_new_event() -> None:
    """Two bodyguards may pass the attack to and fro as long as they can pay; each once per event."""
    one = villain(1, "bodyguard", id="one", place=1, power=1)
    two = villain(1, "bodyguard", id="two", place=2, power=2)
    game = attack(hero(1), one, two, rolls=("-", "-"), target="one")

    for guard in ("two", "one", "two"):
        assert offered(game) == [("bodyguard", guard), None]
        game.answer(("bodyguard", guard))
    assert [event.target for event in of(game, Targeted)] == ["one", "two", "one", "two"]
    assert game.request.ask == "activate"


def test_of_several_bodyguards_only_one_can_take_the_place_of_a_target() -> None:
    """After the first has stepped in, the others have no target to guard any more, unless they guard the guard."""
    one, two = (villain(1, "bodyguard", id=name, place=place, power=1) for name, place in (("one", 0), ("two", 2)))
    game = attack(hero(1), villain(place=1), one, two, rolls=("-", "-"))

    assert offered(game) == [("bodyguard", "one"), ("bodyguard", "two"), None]
    game.answer(("bodyguard", "one"))
    assert game.request.ask == "activate"  # two stands at range 2 of one


# ------------------------------------------------------------------------------------------------------ steps 3 to 10


def test_the_steps_come_in_their_order() -> None:
    """Paid, rolled by the attacker and the defender, added dice likewise, own dice, opposing dice, damage."""
    game = attack(hero(2, "luck", cost=1, power=1), villain(1, "brace", "jinx", power=2), rolls=None)

    seen = []
    for answer in (dice("C-"), dice("C"), dice("H"), dice("-"), None, None, None):
        seen.append(asked(game))
        game.answer(answer)
    assert [ask for _, ask in seen] == [
        "attack roll", "defense roll", "attack criticals", "defense criticals",
        "modify own dice", "modify opposing dice", "before damage",
    ]  # fmt: skip
    assert [player for player, _ in seen[4:]] == [0, 1, 1]


def test_the_attacker_comes_first_in_each_window_and_the_own_dice_before_the_others() -> None:
    """Step 9: attacker, then defender; step 10: attacker, then defender. Who has passed is not asked again."""
    both = ("luck", "jinx")
    game = attack(hero(2, *both, power=5), villain(2, *both, power=5), rolls=("--", "--", "H", "-"))

    assert asked(game) == (0, "modify own dice")
    assert asked(tell(game, None)) == (1, "modify own dice")
    assert asked(tell(game, ("luck", "villain"), (0,))) == (0, "modify opposing dice")
    assert asked(tell(game, ("jinx", "hero"), (1,))) == (1, "modify opposing dice")


def test_the_attacker_comes_first_also_where_it_is_the_second_player() -> None:
    """The order is that of the attack, not that of seats or priority."""
    game = play(RULESET, hero(2, "luck", power=3), villain(3, "luck", power=3), rolls=("---", "-"))

    assert asked(tell(game, "hero", "right", "villain", "attack", "hero")) == (1, "modify own dice")
    assert asked(tell(game, None)) == (0, "modify own dice")


def test_a_superpower_for_the_opponents_dice_cannot_be_used_in_step_9() -> None:
    """Each superpower has its window."""
    game = attack(hero(2, "luck", "jinx", power=5), villain(2), rolls=("--", "--"))

    with pytest.raises(Refused):
        game.answer(("jinx", "hero"))


def test_the_opponents_reroll_comes_after_the_own_one_and_may_undo_it() -> None:
    """The jinx of step 10 may hit the die that luck has just re-rolled: another ability."""
    game = attack(hero(1, "luck"), villain(1, "jinx", "brace", power=2), rolls=("-", "B", "H", "W"))
    fork = tell(game, ("luck", "hero"), (0,)).fork()
    tell(game, ("jinx", "villain"), (0,))

    assert not of(game, Damaged)
    assert fork.request.about["window"] == "modify opposing dice"
    roll = fork.context(Attack).attack
    assert roll is not None and [fall.by for fall in roll.history[0]] == [0, 0]


def test_who_rerolled_which_die_is_known() -> None:
    """The history of the die in the window before damage: rolled, luck of the attacker, jinx of the defender."""
    game = attack(hero(1, "luck"), villain(1, "jinx", "brace", power=2), rolls=("-", "-", "H", "W"))
    tell(game, ("luck", "hero"), (0,), ("jinx", "villain"), (0,))

    roll = game.context(Attack).attack
    assert roll is not None and [(fall.source, fall.by) for fall in roll.history[0]] == [
        ("", 0), ("luck", 0), ("jinx", 1),
    ]  # fmt: skip


def test_a_reactive_superpower_is_used_once_in_an_attack_and_again_in_the_next() -> None:
    """Five power would pay for five re-rolls; the event is one."""
    game = attack(hero(2, "luck", power=5), villain(), rolls=("--", "-", "-", "--", "-"))

    assert asked(tell(game, ("luck", "hero"), (0,))) == (1, "activate")
    tell(game, "villain", "right", "hero", "attack", "villain")
    assert offered(game) == [None, ("luck", "hero")]


def test_who_cannot_pay_is_not_asked() -> None:
    """A superpower that cannot be paid in full cannot be used."""
    game = attack(hero(2), villain(2, "luck", "jinx", "brace"), rolls=("HH", "--"))

    assert game.request.ask == "activate"


def test_the_kit_finds_nothing() -> None:
    """Random games end; forks, saves, replays and hash seeds agree, and everything registered comes up."""
    setup = msgspec.to_builtins(SETUP)

    where = f"{__package__}.attack:RULESET"
    check_ruleset(RULESET, games=6, setup=setup, looks=length(2, 6), must_exercise=True, where=where)

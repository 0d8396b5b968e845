"""Dice pools on the kernel: one fact a test, the smallest position, scripted dice."""

from __future__ import annotations

import msgspec
import pytest

from rulewright import Refused
from rulewright.testing.kit import check_ruleset
from tests.lengths import length

from .dice import RULESET, SETUP, DiceFell
from .scripted import asked, damage, dice, exchange, hero, of, offered, tell, villain
from .terms import Character, Damaged

# -------------------------------------------------------------------------------------------------- pools and criticals


def pools(*characters: Character) -> tuple[int, int]:
    """How many dice the attacker and the defender roll at first."""
    game = exchange(*characters, rolls=None)
    first = len(game.request.space.dice)
    game.answer(dice("-" * first))
    return first, len(game.request.space.dice)


@pytest.mark.parametrize(
    ("attacker", "defender", "expected"),
    [
        (hero(5), villain(3), (5, 3)),
        (hero(1, conditions=("shock",)), villain(0), (1, 1)),
        (hero(2, conditions=("shock",)), villain(), (1, 1)),
        (hero(5), villain(2, "bulwark"), (3, 2)),
        (hero(1), villain(2, "bulwark"), (1, 2)),
        (hero(4), villain(2, "bulwark"), (2, 2)),
    ],
)
def test_pools_are_never_below_one_die_and_halves_round_up(
    attacker: Character, defender: Character, expected: tuple[int, int]
) -> None:
    """The pool is the strength, or the defense, changed by what adds dice or removes them, and at least 1 die."""
    assert pools(attacker, defender) == expected


def test_effects_of_one_name_do_not_stack() -> None:
    """Two allies who rally add one die together; halving comes first."""
    rallying = [hero(1, "rally", id=name, place=1) for name in ("one", "two")]

    assert pools(hero(4), villain(), *rallying) == (5, 1)
    assert pools(hero(5), villain(1, "bulwark"), *rallying) == (4, 1)


def test_a_dazed_ally_gives_nothing() -> None:
    """A dazed character gives no benefit of innate superpowers."""
    assert pools(hero(4), villain(), hero(1, "rally", id="ally", dazed=True)) == (4, 1)


@pytest.mark.parametrize(
    ("struck", "stopped", "suffered"), [("HHH", "B", 2), ("H--", "B", 0), ("---", "W", 0), ("WBH", "H", 2)]
)
def test_the_damage_is_the_difference_of_successes(struck: str, stopped: str, suffered: int) -> None:
    """Hits count for the attacker, blocks for the defender, wilds for both; a tie is no damage."""
    game = exchange(hero(3), villain(), rolls=(struck, stopped))

    assert damage(game) == suffered
    assert [event.amount for event in of(game, Damaged)] == [suffered] * bool(suffered)


def test_each_critical_of_the_first_roll_adds_one_die_and_those_add_none() -> None:
    """Two criticals add two dice; that both are criticals again adds nothing. The attacker's come first."""
    game = exchange(hero(3), villain(2), rolls=("CC-", "C-", "CC", "C"))

    assert [(event.side, event.faces) for event in of(game, DiceFell)] == [
        ("attack", dice("CC-")), ("defense", dice("C-")), ("attack", dice("CC")), ("defense", dice("C")),
    ]  # fmt: skip
    assert [event.amount for event in of(game, Damaged)] == [2]


def test_a_critical_that_comes_from_a_reroll_adds_no_die() -> None:
    """Criticals of step 9 are not of the initial roll."""
    game = exchange(hero(3, "focus", power=1), villain(), rolls=("H--", "-", "CC"))
    tell(game, ("focus", "hero"), (1, 2))

    assert [event.faces for event in of(game, DiceFell)][-1] == dice("HCC")
    assert damage(game) == 3


def test_a_critical_that_was_rerolled_away_has_added_its_die_before() -> None:
    """The added die stays, and it can be re-rolled like the others."""
    game = exchange(hero(2, "focus", power=1), villain(), rolls=("C-", "-", "B", "-H"))
    tell(game, ("focus", "hero"), (0, 2))

    roll = of(game, DiceFell)[-1].pool.roll
    histories = [[fall.how for fall in falls] for falls in roll.history]
    assert roll.faces == dice("--H")
    assert histories == [["rolled", "rerolled"], ["rolled"], ["added", "rerolled"]]


# ----------------------------------------------------------------------------------------------------- cannot beats can


def test_hex_forbids_the_dice_that_criticals_add() -> None:
    """No further die is rolled for a critical of a hexed character; its opponent's are rolled as ever."""
    game = exchange(hero(2, conditions=("hex",)), villain(), rolls=("CC", "C", "B"))

    assert [event.side for event in of(game, DiceFell)] == ["attack", "defense", "defense"]
    assert damage(game) == 0


def test_cannot_beats_can_and_says_so() -> None:
    """One superpower says that the dice are added, a condition that they cannot be: they are not."""
    game = exchange(hero(2, "momentum", conditions=("hex",)), villain(), rolls=("CC", "-"))
    verdict = game.verdict("critical dice", "hero")

    assert len(of(game, DiceFell)) == 2
    assert verdict.explain() == [
        "by default: yes [attack.step-8]", "ignored: may momentum (cannot beats can)", "cannot hex", "result: no",
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------ re-rolls and failures


def test_a_failure_cannot_be_rerolled() -> None:
    """Only the dice that show no failure may be chosen, and the refusal names the rule."""
    game = tell(exchange(hero(3, "focus", power=1), villain(), rolls=("F-F", "-", "H")), ("focus", "hero"))

    assert offered(game) == [(1,)]
    with pytest.raises(Refused) as refused:
        game.answer((0, 1))
    assert refused.value.rule == "attack.reroll-limit"
    game.answer((1,))
    assert of(game, DiceFell)[-1].faces == dice("FHF")


def test_nobody_is_asked_for_a_reroll_where_all_dice_are_failures() -> None:
    """A reactive superpower without anything to do is not offered."""
    assert exchange(hero(2, "focus", power=1), villain(), rolls=("FF", "-")).request is None


def test_a_reroll_that_falls_on_a_failure_is_final() -> None:
    """Not even another ability can re-roll it any more."""
    game = exchange(hero(2, "focus", "luck", power=2), villain(), rolls=("--", "-", "FH"))
    tell(game, ("focus", "hero"), (0, 1))

    assert offered(game) == [None, ("luck", "hero")]
    game.answer(("luck", "hero"))
    assert offered(game) == [(1,)]


def test_who_cannot_pay_is_not_asked() -> None:
    """A superpower that cannot be paid in full cannot be used."""
    assert exchange(hero(2, "luck"), villain(2, "luck"), rolls=("HH", "--")).request is None


def test_one_ability_rerolls_a_die_once_even_when_it_comes_from_two_sources() -> None:
    """The superpower and the crisis card give the same ability: each may be used, but never on the same die."""
    game = exchange(hero(3, "focus", power=1), villain(), rolls=("---", "-", "--", "H"), crisis="focus")

    assert offered(game) == [None, ("focus", "hero"), ("focus:free", "hero")]
    tell(game, ("focus", "hero"), (0, 1))
    assert offered(game) == [None, ("focus:free", "hero")]
    game.answer(("focus:free", "hero"))
    assert offered(game) == [(2,)]


def test_the_second_source_is_not_offered_once_the_ability_has_rerolled_every_die() -> None:
    """Nothing is left for the crisis card to re-roll; it helps the defender too, who is asked next."""
    game = exchange(hero(2, "focus", power=1), villain(), rolls=("--", "-", "--"), crisis="focus")

    assert asked(tell(game, ("focus", "hero"), (0, 1))) == (1, "modify own dice")


def test_another_ability_may_reroll_a_die_that_was_rerolled() -> None:
    """There is no limit on how often a die is re-rolled, only on how often by one ability."""
    game = exchange(hero(2, "focus", "luck", power=2), villain(), rolls=("--", "-", "-H", "H"))
    tell(game, ("focus", "hero"), (0, 1), ("luck", "hero"), (0,))

    roll = of(game, DiceFell)[-1].pool.roll
    assert roll.faces == dice("HH")
    assert [fall.source for fall in roll.history[0]] == ["", "focus", "luck"]


def test_cover_turns_one_die_to_a_block_but_never_a_failure() -> None:
    """Cover is used in step 9 by the defender; a failure cannot be modified."""
    game = exchange(hero(2), villain(3, place=3, covered=True), rolls=("HH", "F-H"))

    assert asked(game) == (1, "modify own dice")
    assert offered(game) == [None, ("take_cover", 1), ("take_cover", 2)]
    game.answer(("take_cover", 1))
    assert game.request is None  # at most one die
    assert damage(game) == 1


def test_there_is_no_cover_where_the_attacker_is_within_range_2() -> None:
    """At range 2 exactly the defender is not covered."""
    assert exchange(hero(2), villain(2, place=2, covered=True), rolls=("HH", "--")).request is None


def test_a_refused_answer_in_a_window_changes_nothing() -> None:
    """Three dice may not be chosen where the superpower re-rolls two."""
    game = tell(exchange(hero(3, "focus", power=1), villain(), rolls=("---", "-", "--")), ("focus", "hero"))
    before = game.digest()

    with pytest.raises(Refused):
        game.answer((0, 1, 2))
    assert game.digest() == before


def test_a_fork_in_the_middle_of_a_window_goes_its_own_way() -> None:
    """Both branches of a choice to re-roll, from the same position."""
    game = exchange(hero(2, "luck", power=1), villain(), rolls=("H-", "-", "H"))
    fork = game.fork()

    assert damage(tell(game, None)) == 1
    assert damage(tell(fork, ("luck", "hero"), (1,))) == 2


@pytest.mark.parametrize("crisis", ["focus", "luck"])
def test_the_kit_finds_nothing(crisis: str) -> None:
    """Random games end; forks, saves, replays and hash seeds agree, and everything registered comes up."""
    setup = {**msgspec.to_builtins(SETUP), "crisis": crisis}

    where = f"{__package__}.dice:RULESET"
    check_ruleset(RULESET, games=5, seed=1, setup=setup, looks=length(2, 6), must_exercise=True, where=where)

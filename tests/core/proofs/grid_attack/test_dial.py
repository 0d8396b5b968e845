"""Tests of dials. Each docstring is the rule's sentence, in own words, with its id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from rulewright import FOREVER, Game, Modifier, active_effects, begin_effect, odds
from rulewright.testing.kit import check_ruleset
from tests.lengths import length

from . import scripted
from .dial import DIAL, Setup
from .figures import Click, Damaged, Figure, KnockedOut, Turned
from .scripted import PAIRS, any_figures, asked, clicks, duel, facts, figure, hits, hurt, law, refuses

RULES = DIAL.freeze()
ATTACK = [("attack", 1, 2)]


def play(figures: Iterable[Figure], answers: Sequence[Any] = (), dice: Iterable[Any] = ()) -> Game:
    return scripted.play(RULES, Setup(tuple(figures)), answers, dice)


def struck(*dial: Any, traits: str = "") -> Game:
    """Figure 1 has hit figure 2, which has this dial, for 3."""
    others = [duel()[0], figure(3, 1, (4, 4))]
    return play([*others, figure(2, 1, (1, 0), *dial, traits=traits)], ATTACK, [(5, 5)])


# ------------------------------------------------------------------------------------------------------- the dial


@pytest.mark.parametrize(
    ("dial", "click"),
    [
        pytest.param(("", "toughness", "toughness", ""), 3, id="a power that appears in mid-damage reduces nothing"),
        pytest.param(("toughness", "", "", ""), 2, id="a power that vanishes in mid-damage has reduced all of it"),
        pytest.param(("invulnerability", "toughness", ""), 1, id="what appears does not reduce a second time"),
        pytest.param(("", "stop", "", ""), 1, id="a STOP click stops the dial (18.4a)"),
    ],
)
def test_damage_taken_is_fixed_before_the_dial_turns(dial: tuple[str, ...], click: int) -> None:
    """Damage taken is fixed before the dial turns; a revealed STOP turns it no further. (12.5a, 20.6a, 18.4a)"""
    assert clicks(struck(*dial))[2] == click


@pytest.mark.parametrize(
    ("dial", "turned"),
    [
        pytest.param(("", "burst", "", "", ""), [(2, 1), (2, 2), (2, 3), (1, 1)], id="although the dial turns past it"),
        pytest.param(("burst", "", "", ""), [(2, 1), (2, 2), (2, 3)], id="a power that vanishes is not revealed"),
    ],
)
def test_a_power_is_revealed_where_it_appears(dial: tuple[str, ...], turned: list[tuple[int, int]]) -> None:
    """A reveal triggers even if the dial was turned past that click, and when it has been turned. (18.4)"""
    assert facts(struck(*dial), Turned) == [Turned(*each) for each in turned]


def test_each_reveal_triggers_apart() -> None:
    """One turn of the dial can cause several reveals and so several triggers. (18.4, 8.1g)"""
    game = struck("", "burst", "", "burst", "")
    game.answer(("burst", 2))
    assert facts(game, Turned)[-2:] == [Turned(1, 1), Turned(1, 2)]


def test_a_reveal_on_the_way_to_the_ko_click_triggers() -> None:
    """The check for KO comes after the dial was turned. (12.5d)"""
    game = struck("", "burst")
    assert facts(game, Turned, KnockedOut) == [Turned(2, 1), Turned(2, 2), Turned(1, 1), KnockedOut(2)]


def test_healing_reveals_too_and_stops_at_the_starting_line() -> None:
    """A power is revealed whenever it appears; nobody is healed past the starting line. (18.4, 6.6)"""
    game = struck("burst", "", traits="phoenix")
    assert facts(game, Turned) == [Turned(2, 1), Turned(2, 2), Turned(2, 1), Turned(2, 0), Turned(1, 1)]


def test_a_figure_knocked_out_before_its_dial_turns_turns_no_more() -> None:
    """Damage is dealt to all at the same time; a knocked out figure is not affected any more. (12.4, 12.5d)"""
    figures = [
        figure(1, 0, (1, 0), Click(damage=1), "", ""),
        figure(2, 1, (1, 1), "", "burst", ""),
        figure(3, 1, (1, 2), "", "burst"),
        figure(4, 1, (0, 2), ""),
    ]
    game = play(figures, ATTACK, [(5, 5)])
    # 2 bursts on 1, 3 and 4; 3 bursts inside that, on 2 and 4, which is knocked out before its own turn has come
    assert facts(game, KnockedOut) == [KnockedOut(4)]
    assert facts(game, Turned)[-2:] == [Turned(2, 2), Turned(4, 1)]
    assert [event.figure for event in facts(game, Damaged)] == [2, 1, 3, 4, 2, 4]


def test_only_one_power_reduces_damage() -> None:
    """One effect that reduces damage applies to an instance of damage; the controller chooses. (12.5b)"""
    game = play(duel("", "toughness, invulnerability"), ATTACK, [(5, 5)])
    assert asked(game) == (1, "trigger")
    assert refuses(game, None, ("phoenix", 2), ("toughness", 1))
    game.answer(("toughness", 2))
    assert clicks(game)[2] == 2


def test_unavoidable_damage_is_not_reduced() -> None:
    """Two ones deal the attacker 1 unavoidable damage. (12.3c)"""
    game = play(duel("toughness"), ATTACK, [(1, 1)])
    assert facts(game, Damaged) == [Damaged(1, 1, "unavoidable")]
    assert clicks(game)[1] == 1


@pytest.mark.parametrize("wrong", [("attack", 1, 1), ("attack", 2, 1), ("perplex", 1, 2, "damage", 1), "attack"])
def test_what_is_not_on_offer_is_refused(wrong: Any) -> None:
    """Own figures attack opposing ones, and Perplex does not change damage. (12.1, pac.perplex)"""
    assert refuses(play(duel("perplex")), wrong, ("perplex", 1, 2, "attack", 2))


# ------------------------------------------------------------------------------------------------ lasting effects


def test_a_lasting_effect_is_lost_with_the_power_that_gave_it() -> None:
    """Its duration ends when the power is lost, and does not come back with it. (20.3, 20.6a)"""
    figures = [
        figure(1, 0, (0, 0), "perplex", "", traits="phoenix"),
        figure(2, 1, (1, 0), Click(damage=1), Click(damage=1), Click(damage=1)),
    ]
    answers = [("perplex", 1, 1, "attack", 1), ("attack", 2, 1), None, ("attack", 2, 1)]
    assert play(figures, answers[:1]).number("attack", 1) == 11
    game = play(figures, answers, [(5, 5), (5, 5)])
    assert clicks(game)[1] == 0  # healed back to the click with Perplex
    assert (game.number("attack", 1), list(active_effects(game))) == (10, [])


def test_a_lasting_effect_ends_with_the_players_next_turn() -> None:
    """The modifier lasts until that player's next turn. (pac.perplex)"""
    game = play(duel("perplex"), [("perplex", 1, 2, "defense", -1)])
    assert game.number("defense", 2) == 15
    game.answer(None)
    assert game.number("defense", 2) == 16


# ------------------------------------------------------------------------------------------------------- numbers


def modified(base: Click, powers: str, *changes: tuple[str, str, int]) -> Game:
    """A game in which figure 1 shows this and these effects have begun."""
    game = play([figure(1, 0, (0, 0), base, traits=powers), figure(2, 1, (1, 0))])
    game.state.writing = True
    for stat, layer, amount in changes:
        data = {"stat": stat, "layer": layer, "amount": amount}
        begin_effect(game, "test", FOREVER, target=("figures", 1), data=data).apply(game.state)
    game.state.writing = False
    return game


@pytest.mark.parametrize(("changes", "expected"), [((1, 1, 1), 13), ((2, 2), 13), ((-2, -2), 7), ((2, 2, -1), 13)])
def test_rule_of_three(changes: tuple[int, ...], expected: int) -> None:
    """All modifiers of a value together are at most +3 and at least -3. (14.2)"""
    game = modified(Click(attack=10), "", *(("attack", "modify", amount) for amount in changes))
    assert game.number("attack", 1) == expected


def test_powers_count_among_the_modifiers_that_are_limited() -> None:
    """A power that modifies and an effect that does are one sum. (14.2)"""
    assert modified(Click(defense=16), "brace").number("defense", 1) == 18
    assert modified(Click(defense=16), "brace", ("defense", "modify", 2)).number("defense", 1) == 19


@pytest.mark.parametrize(("printed", "half"), [(3, 2), (4, 2), (1, 1), (0, 0)])
def test_halves_are_rounded_up(printed: int, half: int) -> None:
    """A fraction is rounded up at once. (6.11)"""
    assert modified(Click(damage=printed), "weakened").number("damage", 1) == half


def test_replace_then_halve_then_modify() -> None:
    """Replacements come first, then halves and doubles, then modifiers, whatever came first in time. (13.1)"""
    changes = [("attack", "modify", 2), ("attack", "divide", 2), ("attack", "modify", 2), ("attack", "replace", 7)]
    game = modified(Click(attack=10), "", *changes)
    assert game.number("attack", 1) == 4 + 3
    assert game.value("attack", 1).explain()[1:] == [
        "= 7 test", "/ 2 test", "rounded up to 4 [6.11]", "+2 test", "+2 test",
        "sum of modifiers +4 limited to +3 [14.2]", "result: 7",
    ]  # fmt: skip


def test_the_rule_of_three_does_not_limit_replacements() -> None:
    """Replacement values are not limited. (14.2)"""
    assert modified(Click(attack=5), "rage", ("attack", "modify", 1)).number("attack", 1) == 13


def test_a_result_below_zero_is_zero() -> None:
    """A final result below 0 is 0. (13.1)"""
    assert modified(Click(damage=1), "", ("damage", "modify", -3)).number("damage", 1) == 0


def test_a_maximum_beats_a_minimum() -> None:
    """If no number satisfies both, only the maximum is used. (13.4a)"""
    game = modified(Click(attack=7), "", ("attack", "minimum", 10), ("attack", "maximum", 4))
    assert game.number("attack", 1) == 4
    assert game.number("attack", 1, Modifier("attack", "maximum", 3)) == 3


# ---------------------------------------------------------------------------------------------------- exact odds


def test_odds_of_a_reduced_hit_that_bursts() -> None:
    """A brave target is tough; its first click reveals a burst on the attacker, who shows rage."""
    figures = [
        figure(1, 0, (0, 0), *["rage"] * 4),
        figure(2, 1, (1, 0), "brace, toughness", "burst", *[""] * 3),
    ]
    found = odds.distribution(play(figures), hurt, answers=ATTACK, until="turn")
    # 12 against 18; two ones deal the attacker 1, a hit deals 2 and the burst 1
    assert found == law((1, 2) if hits(faces, 6) else (int(faces == (1, 1)), 0) for faces in PAIRS)


# ---------------------------------------------------------------------------------------------------- any game


def test_random_games() -> None:
    """The usual setup, with every check of the kit."""
    where = "tests.core.proofs.grid_attack.dial:DIAL"
    assert check_ruleset(RULES, games=6, seed=3, looks=6, where=where, must_exercise=True).games == 6


def test_random_figures() -> None:
    """Any powers on any dials: games end, forks, saves and reruns agree."""
    powers = ("perplex", "burst", "stop", "toughness", "invulnerability", "rage", "weakened", "brace")

    def any_setup(seed: int) -> Setup:
        return Setup(any_figures(seed, powers, ("phoenix", "burst", "toughness")), 20)

    assert check_ruleset(RULES, games=6, seed=1, setup=any_setup, looks=length(2, 6)).games == 6

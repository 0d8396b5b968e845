"""How a position looks to a program: dice that are kept, Attacks under way, what is worth how much."""

from itertools import product
from typing import Any

import pytest

import rulewright
from rulewright.bots import make_bot, seat_seed
from rulewright_dice_throne.effects.worth import CARD, CP
from rulewright_dice_throne.minds.judgement import evaluate, roll_values, suggest

from .table import NOTHING, Table, packaged, sit

SWORDS = (1, 1, 2, 4, 6)
LEVELS = (1, 1, 1, 1, 1, 1, 1, 1, 1)


def worth(table: Table, player: int = 0) -> float:
    return evaluate(table.game.view(player), player)


def test_what_is_good_for_one_is_bad_for_the_other() -> None:
    table = sit({"health": 40, "cp": 5}, {"tokens": {"bounty": 1}})

    assert worth(table, 0) == pytest.approx(-worth(table, 1))


BETTER: list[dict[str, object]] = [
    {"health": 45},
    {"cp": 6},
    {"hand": ("so-wild", "tip-it")},
    {"tokens": {"evasive": 1}},
    {"levels": {"revolver": 2}},
]


@pytest.mark.parametrize("better", BETTER)
def test_health_cp_cards_tokens_and_upgrades_are_worth_something(better: dict[str, object]) -> None:
    base = {"health": 40, "cp": 2, "hand": ("so-wild",)}

    assert worth(sit({**base, **better})) > worth(sit(base))


def test_an_attack_under_way_is_worth_its_damage() -> None:
    table = sit(dice=[SWORDS]).attack("revolver")
    before = worth(table)
    stronger = sit({"levels": {"revolver": 2}}, dice=[SWORDS]).attack("revolver")

    assert worth(stronger) > before > worth(sit())


def test_an_attack_of_opponents_among_themselves_is_good() -> None:
    heroes = ("gunslinger", "barbarian", "barbarian")
    before = sit(heroes=heroes, dice=[SWORDS])
    table = sit(heroes=heroes, dice=[SWORDS]).attack("revolver").until("target").answer(1)

    assert worth(table, 2) - worth(table, 1) == pytest.approx(2 * 3)
    assert worth(table, 0) > worth(before, 0)


def test_who_is_out_counts_for_nothing() -> None:
    """What the loser held is no advantage any more, and no harm."""
    hit = {"health": 1, "tokens": {"burn": 1}, "hand": ("so-wild",) * 3, "cp": 9}
    table = sit(hit, {"health": 20}, {"health": 20}, heroes=("barbarian",) * 3)
    while not table.game.state.heroes[0].out:
        table.skip()

    assert worth(table, 1) == pytest.approx(-worth(table, 2))


def test_dice_on_the_table_are_worth_what_can_be_made_of_them() -> None:
    good = sit(dice=[(6, 6, 6, 6, 1)]).until("keep_or_reroll")
    bad = sit(dice=[NOTHING]).until("keep_or_reroll")

    assert worth(good) > worth(bad)
    assert worth(good, 1) < worth(bad, 1)


def test_the_value_of_a_throw_is_that_of_the_best_ability_and_never_falls_with_more_attempts() -> None:
    values, expected = roll_values(sit().game.content, "gunslinger", LEVELS)

    assert values[0][NOTHING] == 0
    assert values[0][(6, 6, 6, 6, 6)] == max(values[0].values())
    for left in (0, 1):
        assert all(values[left + 1][throw] >= values[left][throw] - 1e-9 for throw in values[left])
    every = [values[0][tuple(sorted(throw))] for throw in product(range(1, 7), repeat=5)]
    assert expected[0][()] == pytest.approx(sum(every) / len(every))


def test_of_kept_dice_the_mean_over_all_throws_of_the_others_is_expected() -> None:
    values, expected = roll_values(sit().game.content, "gunslinger", LEVELS)
    throws = [tuple(sorted((6, 6, 6, *others))) for others in product(range(1, 7), repeat=2)]

    assert expected[1][(6, 6, 6)] == pytest.approx(sum(values[1][throw] for throw in throws) / 36)


def test_what_is_suggested_to_reroll_is_ranked_by_the_exact_odds_of_the_board() -> None:
    decks = [{"deck": packaged().deck_of(hero)} for hero in ("gunslinger", "barbarian")]
    for dice in ((6, 6, 1, 6, 6), (1, 2, 3, 4, 4), NOTHING):
        table = sit(*decks, dice=[dice]).until("keep_or_reroll")
        hero, view = table.game.state.heroes[0], table.game.view(0)
        found = suggest(view, table.game.request)
        values, expected = roll_values(view.content, hero.name, hero.levels)

        def promised(again: tuple[int, ...], dice: tuple[int, ...] = dice) -> float:
            kept = tuple(sorted(face for place, face in enumerate(dice) if place not in again))
            return expected[1][kept] if again else values[0][kept]  # noqa: B023

        assert found is not None
        every = [promised(again) for again in table.game.request.space.options()]
        assert promised(found[0]) == max(every)
        assert [promised(again) for again in found] == sorted(map(promised, found), reverse=True)
        assert len({tuple(sorted(dice[index] for index in again)) for again in found}) == len(found)


def test_nothing_is_suggested_for_most_questions() -> None:
    assert suggest(sit().game.view(0), sit().game.request) is None


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("dice", [(6, 6, 6, 6, 1), NOTHING])
def test_an_alteration_is_worth_what_it_changes_whether_the_roll_was_lucky_or_not(dice: Any, player: int) -> None:
    """Also a bad one: a 1 turned to a 2 is no gain for an opponent only because the dice had fallen well before."""
    seat = {"cp": 5, "hand": ("so-wild",), "deck": packaged().deck_of("gunslinger")}
    table = sit(seat, seat, heroes=("gunslinger", "gunslinger"), dice=[dice]).until(window="dice rolled", player=player)
    place = dice.index(1)
    before = worth(table, player)
    table.play("so-wild").answer((0, place), 2)
    values, _ = roll_values(table.game.content, "gunslinger", LEVELS)
    change = values[2][tuple(sorted(table.dice))] - values[2][tuple(sorted(dice))]

    assert worth(table, player) - before == pytest.approx((1 if player == 0 else -1) * change - CARD - 2 * CP)


REVOLVER = (1, 1, 2, 4, 6)


def with_rolls_to_give(player: int) -> Table:
    """Revolver has been announced with two attempts left, and a player is asked who holds cards for further rolls."""
    seat = {"cp": 5, "hand": ("one-more-time", "tip-it"), "deck": packaged().deck_of("gunslinger")}
    table = sit(seat, seat, heroes=("gunslinger", "gunslinger"), dice=[REVOLVER]).until("announce").answer("revolver")
    return table.until(window="ability announced", player=player)


def test_the_greedy_bot_gives_no_roll_attempt_to_an_opponent() -> None:
    """It thinks of others as answering at random, and a random reroll would spoil what they have announced."""
    table = with_rolls_to_give(1)
    view, request = table.game.view(1), table.game.request
    assert ("play", "one-more-time") in table.options

    found = suggest(view, request)
    assert found is not None
    assert set(found) == {*table.options} - {("play", "one-more-time")}
    assert {make_bot("greedy", seat_seed(seed, 1)).choose(view, request) for seed in range(6)} <= {*found}


def test_a_roll_attempt_of_ones_own_is_worth_trying() -> None:
    table = with_rolls_to_give(0)

    assert ("play", "one-more-time") in table.options
    assert suggest(table.game.view(0), table.game.request) is None


def test_the_greedy_bot_keeps_an_ultimate_and_most_of_what_is_nearly_one() -> None:
    """It looks at what the dice that fall bring, so a die more or less may be luck; but it throws nothing away."""
    decks = [{"deck": packaged().deck_of(hero)} for hero in ("gunslinger", "barbarian")]
    for dice, spare in (((6, 6, 6, 6, 6), 0), ((6, 6, 1, 6, 6), 1)):
        table = sit(*decks, dice=[dice]).until("keep_or_reroll")
        view, request = table.game.view(0), table.game.request
        answers = [make_bot("greedy", seat_seed(seed, 0)).choose(view, request) for seed in range(4)]
        thrown_away = [sum(dice[index] == 6 for index in answer) for answer in answers]
        assert max(thrown_away) <= spare, answers


def test_the_greedy_bot_beats_the_random_one() -> None:
    won = 0
    for seed in range(4):
        game = rulewright.new_game("dice_throne", {"heroes": ("pyromancer", "pyromancer")}, seed=seed)  # short games
        bots = [make_bot(name, seat_seed(seed, seat)) for seat, name in enumerate(("greedy", "random"))]
        while (request := game.request) is not None:
            game.answer(bots[request.player].choose(game.view(request.player), request))
        won += game.result is not None and game.result.winners == (0,)

    assert won >= 3

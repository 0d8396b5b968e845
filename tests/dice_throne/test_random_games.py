"""What every game owes: random games end, forks and saves are faithful, and nothing hidden leaks."""

from collections import Counter
from random import Random
from typing import Any

import pytest

import rulewright
from rulewright.testing import playthrough
from rulewright.testing.kit import HASH_SEEDS, check_ruleset
from rulewright.testing.processes import same_under_hash_seeds
from rulewright_dice_throne.state import DECK, DISCARD, HAND, PLAYED
from tests.lengths import length

from .table import IDLE, packaged, rule, sit

TWO: dict[str, Any] = {"heroes": ["gunslinger", "barbarian"]}


def test_random_games_of_the_two_heroes_keep_what_the_kit_asks_for() -> None:
    rules = rulewright.rules_for("dice_throne")  # without a name: other processes play the games of all modes below
    report = check_ruleset(rules, games=length(1, 2), seed=11, looks=length(2, 6), setup=TWO, damages=length(8, 30))

    assert report.games == length(1, 2) and {*report.skipped} >= {"hash seeds", "replay"}


MODES: dict[str, dict[str, Any]] = {
    "teams": {"mode": "teams"},
    "teams side by side": {"mode": "teams", "seating": "same side"},
    "three": {"mode": "king_of_the_hill"},
    "five": {"heroes": ["barbarian", "gunslinger", "barbarian", "gunslinger", "barbarian"]},
}


@pytest.mark.parametrize("mode", MODES)
def test_random_games_of_every_mode_keep_what_the_kit_asks_for(mode: str) -> None:
    rules = rulewright.rules_for("dice_throne")
    report = check_ruleset(rules, games=1, seed=5, looks=length(1, 5), setup=MODES[mode], damages=0)

    assert report.games == 1


def test_games_of_every_mode_go_alike_in_other_processes_and_are_replayed_there() -> None:
    """What the kit asks of other processes, for all modes in the same few."""
    setups = [TWO, *MODES.values()]
    played = [playthrough("dice_throne", setup=setup, seed=5) for setup in setups]

    same_under_hash_seeds("dice_throne", len(setups), 5, setups=setups, seeds=length((1, 2), HASH_SEEDS), played=played)


@pytest.mark.parametrize("mode", MODES)
def test_games_of_every_mode_come_to_an_end_with_a_side_that_wins_or_nobody(mode: str) -> None:
    for seed in range(length(1, 3)):
        game = rulewright.new_game("dice_throne", {**MODES[mode], "asked": "whoever can"}, seed=seed)
        rng = Random(seed)
        while (request := game.request) is not None:
            assert not game.state.heroes[request.player].out
            game.answer(request.space.sample(rng), request.player)
        assert game.result is not None
        assert game.result.winners in (*game.teams, ())


PAIRINGS = [("barbarian", "barbarian"), ("gunslinger", "gunslinger"), ("barbarian", "gunslinger")]


@pytest.mark.parametrize("heroes", PAIRINGS)
def test_all_pairings_come_to_an_end(heroes: tuple[str, str]) -> None:
    for seed in range(length(2, 5)):
        game = rulewright.new_game("dice_throne", {"heroes": heroes, "asked": "whoever can"}, seed=seed)
        rng = Random(seed)
        while game.request is not None:
            game.answer(game.request.space.sample(rng))
        assert game.result is not None


def test_cards_cp_health_and_tokens_keep_their_bounds_throughout() -> None:
    game = rulewright.new_game("dice_throne", seed=3)
    rng = Random(3)
    while game.request is not None:
        game.answer(game.request.space.sample(rng))
        state = game.state
        for player, hero in state.heroes.items():
            cards = [card for of in (DECK, HAND, DISCARD, PLAYED) for card in state.zones[of[player]].cards]
            assert Counter(cards) + Counter(hero.upgrades) == Counter(packaged().deck_of(hero.name))
            assert 0 <= hero.cp <= 15
            for token in hero.tokens:
                assert 1 <= token.count <= packaged().statuses[token.status].stack_limit
        assert all(0 <= side.health <= 60 for side in state.sides.values())


@rule("field.hidden-hand")
def test_a_hand_and_the_order_of_decks_are_hidden_and_the_rest_is_not() -> None:
    table = sit({"hand": ("so-wild",), "discard": ("tip-it",)}).until(window="main actions")
    own, other = table.game.view(0).state, table.game.view(1).state

    assert own.zones[HAND[0]].cards == ("so-wild", IDLE)
    assert other.zones[HAND[0]].cards == (None, None)
    assert own.zones[DECK[0]].cards == other.zones[DECK[0]].cards == (None,) * 7
    assert other.zones[DISCARD[0]].cards == ("tip-it",)
    assert other.heroes[0].tokens == own.heroes[0].tokens


def test_who_is_asked_for_a_reaction_does_not_depend_on_the_hand() -> None:
    """With the default setup a player with any card is asked; with the other reading only who can do something."""
    hand: Any = {"hand": ("six-it",)}
    open_table = sit(hand, hand, asked="whoever might")
    assert (open_table.window, open_table.options) == ("end of upkeep", [None])

    assert sit(hand, hand).window == "main actions"


def test_an_imagined_game_has_the_cards_that_are_known_to_be_there() -> None:
    game = rulewright.new_game("dice_throne", seed=5)
    rng = Random(5)
    for _ in range(60):
        game.answer(game.request.space.sample(rng))
    player = game.request.player
    imagined = game.view(player).imagine(Random(1))

    assert imagined.state.zones[HAND[player]].cards == game.state.zones[HAND[player]].cards
    for seat, hero in imagined.state.heroes.items():
        cards = [card for of in (DECK, HAND, DISCARD, PLAYED) for card in imagined.state.zones[of[seat]].cards]
        assert Counter(cards) + Counter(hero.upgrades) == Counter(packaged().deck_of(hero.name))


def test_the_setup_stands_in_the_header_and_a_save_goes_on_alike(tmp_path: Any) -> None:
    game = rulewright.new_game("dice_throne", {"prevention": "fixed first"}, seed=9)
    rng = Random(9)
    for _ in range(40):
        game.answer(game.request.space.sample(rng))
    game.save(tmp_path / "game.json")
    loaded = rulewright.load(tmp_path / "game.json")

    assert loaded.setup.prevention == "fixed first"
    assert loaded.digest() == game.digest()

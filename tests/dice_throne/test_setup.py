"""Chapters 1 and 2: what lies on the table when the game begins."""

from typing import Any

import pytest

from rulewright import Scripted, SetupError, new_game
from rulewright.chance import Seeded
from rulewright_dice_throne.events.cards import CpGained
from rulewright_dice_throne.events.dice import EffectDiceRolled
from rulewright_dice_throne.events.phases import TurnBegan
from rulewright_dice_throne.state import DECK, DISCARD, HAND

from .table import HEROES, IDLE, invent, offence, packaged, rule, sit


def begin(setup: Any = None, *, start: tuple[int, ...] = (), seed: int = 1) -> Any:
    """A whole new game, with the dice that find the start player."""
    chance: Any = _StartDice(seed, start) if start else "seeded"
    return new_game("dice_throne", setup, seed=seed, chance=chance)


class _StartDice:
    """Seeded chance, but for the dice that find the start player."""

    def __init__(self, seed: int, faces: tuple[int, ...]) -> None:
        self.seeded = Seeded(seed)
        self.start = Scripted([(face,) for face in faces])

    def draw(self, request: Any) -> Any:
        return self.start.draw(request) if request.ask == "start_roll" else self.seeded.draw(request)

    def copy(self) -> Any:
        return self

    def take_back(self, draws: int) -> None:
        self.seeded.take_back(draws)

    def positions(self) -> dict[str, int]:
        return self.seeded.positions()


@rule("overview.structure", 1)
def test_turns_follow_one_another_with_at_most_three_rolls_in_each() -> None:
    table = sit(dice=[(1, 2, 4, 4, 6), (4,), (4,)])
    table.until("keep_or_reroll").answer((0,))
    table.until("keep_or_reroll").answer((0,))
    while table.phase != "main_2":
        assert table.asked != "keep_or_reroll"
        table.skip()

    assert table.game.state.round[0].active == 0
    table.until(phase="main_1")
    assert table.game.state.round[0].active == 1


@rule("overview.structure", 2, 3)
def test_dice_activate_an_ability_which_attacks_the_opponent() -> None:
    """Three bullets are a Revolver, two are nothing; 3 damage defeat an opponent with 3 health."""
    assert sit(dice=[(1, 2, 3, 4, 6)]).attack("revolver").defend(None).settle().health == (50, 47)
    assert sit(dice=[(1, 2, 4, 5, 6)]).settle_undefended().health == (50, 50)

    table = sit(second={"health": 3}, dice=[(1, 2, 3, 4, 6)]).attack("revolver").defend(None).settle()
    assert table.outcome == ((0,), "defeat")


@rule("overview.win")
@rule("overview.lose", 1, 3)
def test_who_reduces_the_opponent_to_0_wins_at_once_and_health_is_never_below_0() -> None:
    table = sit(second={"health": 2}, dice=[(1, 2, 3, 4, 6)]).attack("revolver").defend(None).settle()

    assert table.health == (50, 0)
    assert table.game.result is not None
    assert table.game.result.winners == (0,)
    assert table.phase == "defensive_roll"


@rule("overview.lose", 2, 4)
def test_both_at_0_in_one_resolution_is_a_draw_whoever_has_more_damage() -> None:
    """The attack deals 8 to a hero with 1 health, the Duel 1 to a hero with 1 health: nobody is better off."""
    table = sit({"health": 1}, {"health": 1}, heroes=("barbarian", "gunslinger"), dice=[(1, 1, 2, 2, 3), (1,), (6,)])
    table.attack("smack").defend("duel").settle()

    assert table.health == (0, 0)
    assert table.game.result is not None
    assert table.game.result.winners == ()
    assert table.game.result.reason == "draw"


@rule("setup.components")
@rule("setup.tokens")
@pytest.mark.parametrize("name", HEROES)
def test_each_player_has_one_hero_with_board_deck_and_dials_and_no_token_on_the_board(name: str) -> None:
    game = begin({"heroes": [name, "barbarian"], "start_player": 1})

    assert [hero.name for hero in game.state.heroes.values()] == [name, "barbarian"]
    assert [(side.health, side.most) for side in game.state.sides.values()] == [(50, 60), (50, 60)]
    for player, hero in game.state.heroes.items():
        assert (hero.cp, hero.tokens, hero.upgrades, hero.covered) == (2, (), (), ())
        assert len(game.content.heroes[hero.name].faces) == 6
        companions = game.content.heroes[hero.name].companions
        assert [companion.name for companion in hero.companions] == list(companions)
        assert all(companion.at < 0 for companion in hero.companions)
        assert all(companion.condition == companions[companion.name].starts for companion in hero.companions)
        assert hero.levels == (1,) * len(game.content.heroes[hero.name].abilities)
        zones = [game.state.zones[names[player]].cards for names in (DECK, HAND, DISCARD)]
        assert sorted(card for zone in zones for card in zone) == sorted(packaged().deck_of(hero.name))


@rule("setup.health")
@rule("setup.cp")
@rule("setup.hand")
@pytest.mark.parametrize("name", HEROES)
def test_each_player_starts_with_50_health_2_cp_and_4_cards(name: str) -> None:
    game = begin({"heroes": [name, "barbarian"]})

    assert [side.health for side in game.state.sides.values()] == [50, 50]
    assert [hero.cp for hero in game.state.heroes.values()] == [2, 2]
    assert [len(game.state.zones[hand].cards) for hand in HAND[:2]] == [4, 4]


@rule("setup.deck", 1)
@rule("field.deck", 1)
def test_a_deck_is_as_large_as_the_content_of_the_hero_says() -> None:
    plan = {"id": "plan", "kind": "main", "cost": 0, "copies": 7, "effects": [{"do": "draw"}]}
    rules = invent([offence("cut", {"do": "damage", "amount": 1})], [plan], deck={"size": 7, "common": ()})
    game = new_game(rules, {"heroes": ["tester", "barbarian"]}, seed=1)

    sizes = [sum(len(game.state.zones[zone[seat]].cards) for zone in (DECK, HAND, DISCARD)) for seat in (0, 1)]
    assert sizes == [7, 33]


@rule("setup.deck", 2)
def test_an_empty_deck_is_made_of_the_shuffled_discard_pile_and_the_draw_goes_on() -> None:
    discards = ("double-up", "getting-paid", "tip-it")
    table = sit({"deck": (), "discard": discards}, cards=[("tip-it", "double-up", "getting-paid")])
    table.until(window="main actions")

    assert table.hand(0) == ["tip-it"]
    assert table.deck(0) == ["double-up", "getting-paid"]
    assert table.discards(0) == []


@rule("setup.deck", 2)
def test_a_deck_that_has_just_been_drawn_is_not_made_anew_before_another_card_is_drawn() -> None:
    table = sit({"cp": 5, "deck": (IDLE,) * 4, "discard": ("tip-it",), "hand": ("triple-up",)})
    table.until(window="main actions").play("triple-up")

    assert (table.deck(0), table.discards(0), len(table.hand(0))) == ([], ["triple-up", "tip-it"], 4)


@rule("field.empty-draw")
@pytest.mark.parametrize(
    ("deck", "discard", "drawn"), [((IDLE,), (), 0), ((IDLE, "so-wild"), (), 1), ((IDLE,), ("so-wild",), 1)]
)
def test_only_where_both_are_empty_nothing_is_drawn(
    deck: tuple[str, ...], discard: tuple[str, ...], drawn: int
) -> None:
    """The income takes the first card."""
    seat = {"deck": deck, "discard": discard, "hand": ("double-up",)}
    table = sit(seat, dice=[("so-wild",)] * drawn if discard else []).until(window="main actions").play("double-up")

    assert table.hand(0) == [IDLE, "so-wild"][: 1 + drawn]
    assert table.discards(0) == ["double-up"]


@rule("field.empty-draw")
def test_without_deck_and_discards_a_draw_has_no_effect() -> None:
    """The card itself is not among the discards before its text has been carried out."""
    table = sit({"deck": (), "hand": ("double-up",)}, dice=[(1, 2, 3, 4, 5)]).until(window="main actions")
    table.play("double-up")

    assert table.hand(0) == []
    assert table.discards(0) == ["double-up"]


@rule("setup.deck", 2)
def test_a_draw_takes_what_the_deck_has_before_the_discards_are_shuffled() -> None:
    table = sit({"deck": (IDLE, "so-wild"), "discard": ("tip-it",), "hand": ("triple-up",)}, dice=[("tip-it",)])
    table.until(window="main actions").play("triple-up")

    assert table.hand(0) == [IDLE, "so-wild", "tip-it"]


@rule("setup.start-player")
@pytest.mark.parametrize(("faces", "start"), [((3, 5), 1), ((6, 5), 0), ((2, 6, 4), 1), ((5, 1, 6), 2)])
def test_the_highest_die_finds_the_start_player(faces: tuple[int, ...], start: int) -> None:
    game = begin({"heroes": ["barbarian"] * len(faces)}, start=faces)

    assert game.state.round[0].active == game.state.round[0].start == start
    rolled = [entry.event for entry in game.log if isinstance(entry.event, EffectDiceRolled)]
    assert [(event.player, *event.faces) for event in rolled] == list(enumerate(faces))
    assert not any(lot.faces for lot in game.state.rolls.values())


@rule("field.start-tie")
def test_players_tied_for_the_highest_die_roll_again_among_themselves() -> None:
    assert begin(start=(4, 4, 2, 2, 1, 3)).state.round[0].start == 1

    game = begin({"heroes": ["barbarian"] * 3}, start=(5, 2, 5, 1, 3))
    rolled = [entry.event.player for entry in game.log if isinstance(entry.event, EffectDiceRolled)]
    assert (rolled, game.state.round[0].start) == ([0, 1, 2, 0, 2], 2)


@rule("setup.extra")
def test_special_setup_steps_of_a_hero_are_carried_out() -> None:
    """Without a break, before the first turn begins."""
    from dataclasses import replace

    from msgspec.structs import force_setattr

    from rulewright_dice_throne.flow import GAME
    from rulewright_dice_throne.ruleset import RULESET

    gain = {"do": "gain_cp", "amount": 3}
    book = invent(
        [offence("cut", {"do": "damage", "amount": 1})], besides=["gunslinger"], setup=[gain, {"do": "then"}]
    ).content
    rules = replace(RULESET, content=lambda *_: book, flow=GAME).freeze()
    heroes = ["barbarian", "gunslinger"]
    game = new_game(rules, {"heroes": heroes}, seed=1)
    assert [hero.cp for hero in game.state.heroes.values()] == [2, 2]

    force_setattr(book.heroes["gunslinger"], "setup", book.heroes["tester"].setup)
    game = new_game(rules, {"heroes": heroes}, seed=1)
    assert [hero.cp for hero in game.state.heroes.values()] == [2, 5]
    kinds = [type(entry.event) for entry in game.log]
    assert kinds.index(CpGained) < kinds.index(TurnBegan)


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ({"heroes": ["gunslinger"]}, "one player cannot play; two to 6 can"),
        ({"heroes": ["gunslinger"] * 7}, "7 players cannot play"),
        ({"heroes": []}, "0 players cannot play"),
        ({"mode": "teams", "heroes": ["gunslinger"] * 3}, "teams is for 4 players, not for 3"),
        ({"mode": "duel", "heroes": ["gunslinger"] * 3}, "duel is for 2 players, not for 3"),
        ({"mode": "king_of_the_hill", "heroes": ["gunslinger"] * 4}, "king_of_the_hill is for 3 players, not for 4"),
        ({"mode": "free_for_all", "heroes": ["gunslinger"] * 3}, "free_for_all is for 4 or 5 or 6 players, not for 3"),
        ({"mode": "battle"}, "mode"),
        ({"mode": "teams", "start_player": 4}, "there is no seat 4, only 0 to 3"),
        ({"seating": "same side"}, "there are none in duel"),
        ({"heroes": ["gunslinger", "barbrian"]}, "no hero 'barbrian'; did you mean 'barbarian'"),
        ({"start_player": 2}, "there is no seat 2"),
        ({"prevention": "both"}, "prevention"),
        ({"heros": []}, "heros"),
    ],
)
def test_a_setup_that_cannot_be_played_is_refused_by_name(setup: Any, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        begin(setup)


def test_the_setup_may_name_the_start_player_and_a_hero_twice() -> None:
    game = begin({"heroes": ["barbarian", "barbarian"], "start_player": 1})

    assert game.state.round[0].active == 1
    assert not any(player == -1 and answer in ((1,), (6,)) for player, answer in game.answers)

"""Each rule by itself - a small position, known dice, one thing done, one fact - and the game as a whole.

The mark names the rule, and the assert of it, that a test proves; `pytest --rule-report rules.json` and
`rulewright coverage brawl --report rules.json` show what is still open.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from rulewright import Game, Result, Seen, View, new_game, odds
from rulewright.narrator import Narrator
from rulewright.panels import Cards
from rulewright.problems import ContentError
from rulewright.testing import Scenario, check_ruleset, set_up
from rulewright.zones import Zone

from rulewright_brawl.attack import ATTACK
from rulewright_brawl.cards import deck_list, load_cards
from rulewright_brawl.faces import panel
from rulewright_brawl.state import Fighter, deck, hand

MISS = (1, 2, 3)


def fight(*dice: Sequence[int], mine: Sequence[str] = (), theirs: Sequence[str] = (), health: int = 10) -> Scenario:
    """Two fighters who hold these cards, and the dice that fall when they roll."""
    fighters = [Fighter(0, health), Fighter(1, health)]
    hands = [Zone(hand(0), 0, Seen.OWNER, tuple(mine)), Zone(hand(1), 1, Seen.OWNER, tuple(theirs))]
    return set_up("brawl", [*fighters, *hands], dice=dice)


def attack(position: Scenario, *cards: str) -> Scenario:
    """The first player attacks; the second plays these cards, and then nobody reacts any more."""
    position.begin(ATTACK(player=0, opponent=1))
    for card in cards:
        position.until("react", player=1).answer(f"Play {card}")
    return position.until()


def health(position: Scenario) -> list[int]:
    """What both fighters have left."""
    return [fighter.health for fighter in position.state.fighters.values()]


def held(game: Game | Scenario, player: int) -> tuple[str, ...]:
    """The cards in a hand."""
    cards: tuple[str, ...] = game.state.zones[hand(player)].cards
    return cards


# 1 Preparation


@pytest.mark.rule("brawl:1.1")
def test_both_have_the_health_of_the_setup_and_the_same_cards() -> None:
    game = new_game("brawl", {"health": 7, "cards": 0}, seed=1)

    assert [fighter.health for fighter in game.state.fighters.values()] == [7, 7]
    assert sorted(game.state.zones[deck(1)].cards) == sorted(deck_list(load_cards()))


@pytest.mark.rule("brawl:1.2")
def test_three_cards_are_drawn_from_the_shuffled_deck() -> None:
    games = [new_game("brawl", seed=seed) for seed in range(10)]

    assert {len(held(game, 1)) for game in games} == {3}
    assert len({held(game, 1) for game in games}) > 1


# 2 The turn


@pytest.mark.rule("brawl:2.1")
def test_a_turn_begins_with_a_card() -> None:
    position = fight().begin("turn")

    assert held(position, 0) == ("potion",)  # the decks are not shuffled
    assert position.asked == "deed"


@pytest.mark.rule("brawl:2.2")
def test_who_cannot_draw_tires() -> None:
    position = set_up("brawl", [Zone(deck(0), 0, Seen.COUNT)]).begin("turn")

    assert health(position) == [9, 10]


@pytest.mark.rule("brawl:2.3", 1)
def test_any_number_of_cards_may_be_played_before_the_attack() -> None:
    position = fight(mine=["potion", "potion", "rage"]).begin("turn").answer("Potion", "Potion", "Rage")

    assert health(position) == [14, 10]
    assert position.game.number("strength", 0) == 5


@pytest.mark.rule("brawl:2.3", 2)
def test_a_card_for_a_roll_is_refused_before_the_attack() -> None:
    position = fight(mine=["parry"]).begin("turn")

    with position.refused(rule="2.3"):
        position.answer("parry")


# 3 The attack


@pytest.mark.rule("brawl:3.1")
@pytest.mark.rule("brawl:3.3")
@pytest.mark.parametrize(("faces", "wounds"), [(MISS, 0), ((1, 3, 4), 1), ((5, 6, 2), 2), ((4, 4, 6), 3)])
def test_three_dice_hit_on_four_or_more_and_each_hit_wounds(faces: tuple[int, ...], wounds: int) -> None:
    assert health(attack(fight(faces))) == [10, 10 - wounds]


@pytest.mark.rule("brawl:3.2")
def test_both_react_to_the_roll_until_both_pass() -> None:
    position = fight((6, 1, 1), (4, 4), mine=["feint", "feint"], theirs=["parry", "parry"])

    position.begin(ATTACK(player=0, opponent=1))
    asked = []
    for answer in ("Play Feint", "Play Parry", "pass", "Play Parry", "pass"):
        asked.append(position.player)
        position.answer(answer)

    assert asked == [0, 1, 0, 1, 0]
    assert health(position) == [10, 10]


def test_the_odds_of_an_attack_are_those_of_three_coins() -> None:
    """
    The odds come from the rules themselves: nobody writes them down a second time.
    """
    game = new_game("brawl", {"cards": 0}, seed=1)

    law = odds.distribution(
        game, lambda then: then.state.fighters[1].health, answers=["attack"], until="attack", policy=lambda *_: None
    )

    assert law == {7: Fraction(1, 8), 8: Fraction(3, 8), 9: Fraction(3, 8), 10: Fraction(1, 8)}


# 4 Grit, 5 the end


@pytest.mark.rule("brawl:4.1")
@pytest.mark.parametrize(("faces", "drawn"), [((4, 4, 1), 0), ((4, 4, 4), 1)])
def test_three_wounds_at_once_bring_a_card(faces: tuple[int, ...], drawn: int) -> None:
    assert len(held(attack(fight(faces)), 1)) == drawn


@pytest.mark.rule("brawl:5.1")
def test_the_other_player_wins_at_once() -> None:
    position = fight((6, 6, 6), theirs=["riposte"], health=1)

    attack(position, "Riposte")

    assert position.game.result == Result((1,), "knocked out")
    assert health(position) == [0, 1]


# 6 The effects of cards


@pytest.mark.rule("brawl:6.1")
def test_a_potion_heals_two() -> None:
    assert health(fight(mine=["potion"], health=5).begin("turn").answer("Potion")) == [7, 5]


@pytest.mark.rule("brawl:6.2")
def test_rage_lasts_for_one_turn() -> None:
    position = fight((1, 1, 1, 1, 1), mine=["rage"]).begin("turn").answer("Rage", "Attack")

    assert position.until("deed", player=1).game.number("strength", 0) == 3


@pytest.mark.rule("brawl:6.3")
def test_parry_cancels_two_hits_and_never_more_than_there_are() -> None:
    position = fight((6, 6, 6), theirs=["parry", "parry"])

    assert health(attack(position, "Parry", "Parry")) == [10, 10]


@pytest.mark.rule("brawl:6.4")
def test_feint_rolls_two_missed_dice_again() -> None:
    position = fight((1, 1, 1), (6, 2), mine=["feint"]).begin(ATTACK(player=0, opponent=1))

    position.answer("Play Feint").until()

    assert health(position) == [10, 9]


@pytest.mark.rule("brawl:6.5")
def test_riposte_hurts_the_attacker() -> None:
    assert health(attack(fight(MISS, theirs=["riposte"]), "Riposte")) == [9, 10]


# The game as a whole: what every ruleset owes, what stays hidden, what people read


def test_the_game_keeps_what_every_ruleset_owes() -> None:
    """
    Random games end, every listed answer is accepted and nothing else is, saves and forks go on alike, nothing leaks;
    and everything is told in texts of its own, in both languages.
    """
    report = check_ruleset("brawl", games=8, seed=1, looks=2, must_exercise=True)

    assert report.checks["leak"] > 0
    assert report.wordless == set()


def test_a_hand_is_seen_by_its_owner_only() -> None:
    game = new_game("brawl", seed=1)
    mine, theirs = game.view(0), game.view(1)

    assert None not in mine.state.zones[hand(0)].cards
    assert theirs.state.zones[hand(0)].cards == (None,) * 4
    assert set(theirs.state.zones[deck(1)].cards) == {None}
    assert [known(mine, event) for event in game.events(0)] != [known(theirs, event) for event in game.events(1)]


def test_the_panel_shows_the_own_hand_and_counts_the_other() -> None:
    view = new_game("brawl", seed=1).view(0)
    hands = {part.about: part for part in panel(view).parts() if isinstance(part, Cards)}

    assert [card.about for card in hands[hand(0)].cards] == list(view.state.zones[hand(0)].cards)
    assert (hands[hand(1)].cards, hands[hand(1)].hidden) == ((), 3)


def known(view: View, event: object) -> str:
    """An event as a player reads it."""
    return Narrator(view.rules).event(view, event)  # type: ignore[arg-type]


def test_wrong_cards_are_refused_with_every_problem(tmp_path: Path) -> None:
    (tmp_path / "cards.toml").write_text(
        '[[cards]]\nid = "mug"\nname = { en = "Mug", zh = "酒杯" }\nmoment = "turn"\neffect = "heel"\n\n'
        '[[cards]]\nid = "stool"\nname = { en = "Stool", zh = "凳子" }\nmoment = "noon"\neffect = "hurt"\n',
        encoding="utf-8",
    )

    with pytest.raises(ContentError) as wrong:
        load_cards([tmp_path])

    assert [(problem.entry, problem.field, problem.nearest) for problem in wrong.value.problems] == [
        ("stool", "moment", ()),
        ("mug", "effect", ("heal",)),
    ]

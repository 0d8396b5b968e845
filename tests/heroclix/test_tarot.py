"""Tarot cards (25.7): decks, what is drawn, and for whom it counts."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright import load, new_game, rules_for
from rulewright.cli.drawing import drawn
from rulewright.geometry.grid import square_of
from rulewright.problems import ContentError
from rulewright.testing import Scenario, Script
from rulewright_heroclix.events.belongings import TarotDrawn, TarotPassed, TarotShuffled
from rulewright_heroclix.events.characters import CharacterGenerated
from rulewright_heroclix.events.damage import Healed, Turned
from rulewright_heroclix.events.turns import TurnBegan
from rulewright_heroclix.faces.look import look
from rulewright_heroclix.faces.panel import panel
from rulewright_heroclix.state import Tarot

from .table import FOE, HERO, at, happened, play, rule, turn
from .test_elements import rules
from .test_forces import element

STAR = {"modifies": "attack", "by": 1}
TOWER = {"modifies": "defense", "by": -1}


def tarot(id: str, suit: str, *does: Any, name: str = "") -> dict[str, Any]:
    shown = name or id
    return element(id, "tarot card", suit=suit, does=list(does), **{"points": 1}) | {"name": {"en": shown, "zh": shown}}


DECK = [
    tarot("star", "major arcana", STAR), tarot("tower", "major arcana", TOWER), tarot("ace", "cups"),
    tarot("lone-star", "swords", name="star"),
]  # fmt: skip


def telling(*rolls: str, other: dict[str, Any] | None = None, **own: Any) -> Scenario:
    """A hero and a foe, whose players have these tarot cards; what is drawn stands in ``rolls``."""
    decks = [Tarot(seat, **one) for seat, one in enumerate((own, other or {})) if one]
    given = tuple(card for deck in decks for card in deck.active)
    things = at(HERO, "A1", given=given), at(FOE, "P16", given=given), *decks
    forces = {int(one.id): {"elements": (*one.deck, *one.under, *one.drawn)} for one in decks}
    return play(*things, rules=rules(*DECK), forces=forces, cards=[(card,) for card in rolls])


def values(position: Scenario) -> list[int]:
    return [int(position.game.number(stat, who)) for who in (HERO, FOE) for stat in ("attack", "defense")]


def cards(position: Scenario) -> list[Any]:
    return [type(event) for event in happened(position, TarotDrawn, TarotPassed, TarotShuffled)]


@rule("25.7", 1, 6, 7)
def test_what_is_drawn_counts_for_the_characters_of_all_players() -> None:
    position = telling("star", deck=("star", "tower"))
    assert values(position) == [10, 17, 10, 17]

    turn(position)
    assert values(position) == [11, 17, 11, 17]
    assert position.state.tarot[0].drawn == ("star",)


@rule("25.7", 8)
def test_only_the_top_card_of_a_player_is_active_and_those_of_two_players_count_together() -> None:
    position = telling("tower", deck=("ace", "tower"), drawn=("star",), other={"drawn": ("ace",)})
    assert values(position) == [11, 17, 11, 17]
    assert values(turn(position)) == [10, 16, 10, 16]

    assert values(turn(telling("star", deck=("star",), other={"drawn": ("tower",)}))) == [11, 16, 11, 16]


@rule("25.7", 6)
def test_who_has_no_deck_draws_nothing() -> None:
    position = turn(telling(other={"deck": ("star",)}))
    assert not happened(position, TarotDrawn) and values(position) == [10, 17, 10, 17]


@rule("25.7", 10)
@pytest.mark.parametrize(
    ("theirs", "passed"), [(("star",), True), (("tower", "star"), True), (("star", "tower"), False)]
)
def test_a_card_of_the_name_of_another_players_active_card_goes_to_the_bottom(theirs: Any, passed: bool) -> None:
    rolls = ("lone-star", "ace") if passed else ("lone-star",)
    position = turn(telling(*rolls, deck=("lone-star", "ace"), other={"drawn": theirs}))

    assert position.state.tarot[0].drawn == rolls[-1:]
    assert position.state.tarot[0].under == (("lone-star",) if passed else ())
    assert len(happened(position, TarotPassed)) == passed


@rule("25.7", 10)
def test_what_went_to_the_bottom_is_drawn_last() -> None:
    position = turn(telling(under=("ace", "tower"), drawn=("star",)))
    assert position.state.tarot[0].drawn == ("star", "ace") and position.state.tarot[0].under == ("tower",)


@rule("25.7", 11)
def test_an_empty_deck_is_shuffled_anew_without_the_active_card() -> None:
    position = turn(telling("tower", drawn=("tower", "ace", "star")))

    assert cards(position) == [TarotShuffled, TarotDrawn]
    own = position.state.tarot[0]
    assert (own.drawn, set(own.deck)) == (("star", "tower"), {"ace"})


@rule("25.7", 11)
def test_a_last_card_that_cannot_be_drawn_is_shuffled_with_the_others() -> None:
    position = turn(telling("tower", deck=("lone-star",), drawn=("tower", "ace"), other={"drawn": ("star",)}))

    assert cards(position) == [TarotShuffled, TarotDrawn]
    assert position.state.tarot[0].drawn == ("ace", "tower") and position.state.tarot[0].deck == ("lone-star",)


@rule("25.7", 1)
def test_who_comes_later_is_under_the_card_as_well() -> None:
    position = telling(drawn=("star",), other={"deck": ("tower",)})
    position.happen(CharacterGenerated("new", FOE, 1, FOE, ((3, 3),)))
    assert position.game.number("attack", "new") == 11


# When it is drawn and when it leaves ------------------------------------------------------------------------

FLOOD = {"do": "damage", "to": {"every": "opposing"}, "amount": 1, "kind": "unavoidable"}
BALM = {"do": "heal", "who": {"every": "friendly", "itself": True}, "amount": 1}


@rule("25.7", 7)
def test_what_happens_as_it_is_drawn_happens_once_and_for_the_player_who_draws() -> None:
    deck = [tarot("flood", "cups") | {"drawn": [FLOOD]}]
    forces = {0: {"elements": ("flood",)}}
    things = at(HERO, "A1"), at(HERO, "C1", name="second"), at(FOE, "P16"), Tarot(0, ("flood",))
    position = turn(play(*things, rules=rules(*deck), forces=forces))

    assert [each.click for each in position.state.characters.values()] == [1, 1, 2]
    told = [type(event) for event in happened(position, TarotDrawn, TurnBegan, Turned)]
    assert told == [TarotDrawn, Turned, TurnBegan]


@rule("25.7", 9)
def test_what_leaves_play_acts_before_the_new_card_does() -> None:
    hurt = {"do": "damage", "to": {"every": "friendly", "itself": True}, "amount": 1, "kind": "unavoidable"}
    deck = [tarot("old", "cups") | {"leaves": [BALM]}, tarot("new", "wands", STAR) | {"drawn": [hurt]}]
    things = at(HERO, "A1", click=2, given=("old",)), at(FOE, "P16", given=("old",)), Tarot(0, ("new",), drawn=("old",))
    position = turn(play(*things, rules=rules(*deck), forces={0: {"elements": ("old", "new")}}))

    assert [type(event) for event in happened(position, Healed, TarotDrawn, Turned)] == [
        Turned, Healed, TarotDrawn, Turned,
    ]  # fmt: skip
    assert position.state.characters[HERO].click == 2


@rule("25.7", 7)
def test_nothing_happens_for_who_has_nobody_on_the_map() -> None:
    deck = [tarot("flood", "cups") | {"drawn": [FLOOD]}]
    things = at(HERO, area="ko"), at(FOE, "P16"), Tarot(0, ("flood",))
    position = turn(play(*things, rules=rules(*deck), forces={0: {"elements": ("flood",)}}))
    assert position.state.characters[FOE].click == 1


def test_only_tarot_cards_are_drawn() -> None:
    with pytest.raises(ContentError, match="only a tarot card is drawn"):
        rules(element("book", "location", map="field") | {"drawn": [FLOOD]})


# From set-up ------------------------------------------------------------------------------------------------


@rule("25.7", 5, 6)
def test_decks_are_drawn_from_the_first_turn_on_before_anything_else() -> None:
    suits = ("cups", "wands", "swords", "coins", "major arcana")
    deck = [tarot(f"card-{number}", suit, STAR) for number, suit in enumerate(suits)]
    force = {"members": [{"character": HERO}], "elements": [one["id"] for one in deck]}
    setup = {"map": "field", "forces": [force, {"members": [{"character": FOE}]}]}
    game = new_game(rules(*deck), setup, chance=Script([(6, 6), (1, 1)], [("card-2",)]))
    for answer in (0, "north", square_of("A1"), square_of("A16")):
        game.answer(answer)

    assert game.state.tarot[0].drawn == ("card-2",)
    assert {int(game.number("attack", who)) for who in game.state.characters} == {11}
    kinds = [type(entry.event) for entry in game.log if isinstance(entry.event, TarotDrawn | TurnBegan)]
    assert kinds == [TarotDrawn, TurnBegan]


@rule("25.7", 6)
def test_the_table_shows_which_card_is_active() -> None:
    position = turn(telling("star", deck=("star", "tower")))
    told = drawn(panel(position.game.view(0)), "en", 200).plain
    assert "star" in told
    star, tower = (look(position.game.view(0), card) for card in ("star", "tower"))
    assert star is not None and tower is not None
    assert "active" in drawn(star, "en", 200).plain and "active" not in drawn(tower, "en", 200).plain


def test_a_game_with_two_decks_comes_to_its_end_and_replays(tmp_path: Path) -> None:
    elements = rules_for("heroclix").content.elements
    cards = [id for id, one in elements.items() if one.kind == "tarot card"]
    forces = [{"members": [{"character": one}], "elements": cards} for one in ("gale", "mason")]
    game = new_game("heroclix", {"forces": forces, "map": "square", "turns": 40}, seed=4)
    chance = Random(4)
    while (request := game.request) is not None:
        game.answer(request.space.sample(chance), request.player)

    drawn_by = [entry.event.player for entry in game.log if isinstance(entry.event, TarotDrawn)]
    assert {0, 1} == set(drawn_by) and len(drawn_by) > len(cards)
    assert any(isinstance(entry.event, TarotShuffled) for entry in game.log)
    game.save(tmp_path / "game.json")
    assert load(tmp_path / "game.json").digest() == game.digest()

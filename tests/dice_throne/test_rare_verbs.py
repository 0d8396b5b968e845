"""What no packaged hero says, and the vocabulary can: a die that is chosen, other phases skipped, search, covers."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from rulewright.testing.kit import check_ruleset
from rulewright_dice_throne.before.setup import lay_table
from rulewright_dice_throne.cards.models import Status
from rulewright_dice_throne.cards.wording import Wording
from rulewright_dice_throne.effects.lexicon import LEXICON
from rulewright_dice_throne.events.cards import CardFound, DeckShuffled
from rulewright_dice_throne.flow import TURNS
from rulewright_dice_throne.ruleset import RULESET

from .table import IDLE, NOTHING, Seat, Table, card, defence, invent, offence, rule, seat_players, sit, status

HEROES = ("tester", "tester")
CUT = offence("cut", {"do": "damage", "amount": 7})
STAB = offence("stab", {"do": "damage", "amount": 3})
RAGE = offence("rage", {"do": "damage", "amount": 9, "type": "ultimate"}, kind="ultimate")


def play(cards: list[Any], hand: tuple[str, ...], *, dice: Any = (), statuses: Any = (), **seat: Any) -> Table:
    """A tester with two offensive abilities and an ultimate in the main phase, with these cards."""
    rules = invent([CUT, STAB, RAGE], cards, statuses)
    table = sit({"hand": hand, "cp": 9, **seat}, rules=rules, heroes=HEROES, dice=dice)
    return table.until(window="main actions")


# A die that is chosen ---------------------------------------------------------------------------------------

RAY = card("ray", {"do": "roll", "dice": 2, "then": [{"do": "gain_cp", "amount": {"best_die": "chosen"}}]})


@rule("8.1.roll", 1)
@pytest.mark.parametrize("face", [2, 5])
def test_the_player_chooses_which_die_counts(face: int) -> None:
    table = play([RAY], ("ray",), dice=[(5, 2)], cp=0).play("ray")
    assert (table.asked, table.options) == ("count_die", [2, 5])
    table.answer(face)

    assert table.cp[0] == 1 + face


def test_equal_dice_leave_no_choice() -> None:
    assert play([RAY], ("ray",), dice=[(4, 4)], cp=0).play("ray").cp[0] == 5


def test_a_chosen_die_inside_another_amount() -> None:
    half = {"half": {"best_die": "chosen"}}
    ray = card("ray", {"do": "roll", "dice": 2, "then": [{"do": "gain_cp", "amount": {"sum": [half, 1]}}]})

    assert play([ray], ("ray",), dice=[(5, 2)], cp=0).play("ray").answer(5).cp[0] == 1 + 3 + 1


def test_an_attack_of_a_chosen_die() -> None:
    throw = offence("throw", {"do": "roll", "dice": 3, "then": [{"do": "damage", "amount": {"best_die": "chosen"}}]})
    table = sit(rules=invent([throw]), heroes=HEROES, dice=[NOTHING, (1, 3, 6)])
    table.attack("throw").answer(6).defend(None).settle()

    assert table.health == (50, 44)


# Phases that are skipped ------------------------------------------------------------------------------------


def lull(phase: str) -> Any:
    return card("lull", {"do": "skip_phase", "phase": phase, "of": {"choose": "opponent"}})


def test_an_upkeep_phase_is_skipped_with_what_happens_in_it() -> None:
    pain = status("pain", triggers=[{"when": "upkeep", "effects": [{"do": "damage", "amount": 1, "to": "self"}]}])
    rules = invent([CUT], [lull("upkeep")], [pain])
    table = sit({"hand": ("lull",)}, {"tokens": {"pain": 1}}, rules=rules, heroes=HEROES, dice=[NOTHING] * 3)
    table.until(window="main actions").play("lull").until(window="main actions", player=1)
    assert table.health[1] == 50
    table.until(window="main actions", player=0).until(window="main actions", player=1)

    assert table.health[1] == 49


def test_a_discard_phase_is_skipped_and_the_hand_stays() -> None:
    rest = card("rest", {"do": "skip_phase", "phase": "discard"})
    table = play([rest], ("rest", *(IDLE,) * 7), dice=[NOTHING, NOTHING]).play("rest")
    table.until(window="main actions", player=1)

    assert len(table.hand(0)) == 8


# Search -----------------------------------------------------------------------------------------------------


def test_a_search_finds_a_card_of_a_kind_shows_it_and_shuffles() -> None:
    seek = card("seek", {"do": "search", "kind": "instant"})
    table = play([seek], ("seek",), deck=("tip-it", IDLE, "buh-bye")).play("seek")
    assert (table.asked, table.options) == ("search", ["buh-bye", None])
    table.answer("buh-bye")

    assert table.hand(0) == ["tip-it", "buh-bye"]
    assert table.deck(0) == [IDLE]
    assert len(table.events(CardFound)) == len(table.events(DeckShuffled)) == 1


@pytest.mark.parametrize("deck", [(IDLE,) * 3, (IDLE, "tip-it", "tip-it")])
def test_a_search_may_find_nothing(deck: tuple[str, ...]) -> None:
    seek = card("seek", {"do": "search", "kind": "instant", "amount": 2})
    table = play([seek], ("seek",), deck=deck).play("seek")
    if table.asked == "search":
        table.answer(None)

    assert table.hand(0) == [IDLE]
    assert len(table.events(DeckShuffled)) == 1


def test_games_with_a_search_keep_what_the_kit_asks_for() -> None:
    rules = invent([CUT], [card("seek", {"do": "search", "amount": 2}, copies=15)])
    deck = rules.content.heroes["tester"].deck
    seats = (Seat(hand=deck[-2:], deck=deck[:-2], health=12),) * 2

    def populate(state: Any, setup: Any, book: Any) -> None:
        lay_table(state, setup, book)
        seat_players(state, book, seats)

    played = replace(RULESET, flow=TURNS, populate=populate, content=lambda *_: rules.content)
    report = check_ruleset(played, games=2, seed=5, setup={"heroes": HEROES}, looks=6, damages=0)

    assert report.exercised["event"]["CardFound"]


# Covers -----------------------------------------------------------------------------------------------------

SPELL = status("spell", kind="unique", limit=3, covers=True, transferable=False)
CAST = card("cast", {"do": "inflict", "status": "spell", "to": {"choose": "opponent"}})


@rule("6.3.unique", 1)
def test_a_token_covers_an_ability_which_cannot_be_announced() -> None:
    table = play([CAST], ("cast", "cast"), statuses=[SPELL], dice=[NOTHING, NOTHING, NOTHING]).play("cast")
    assert (table.asked, table.options) == ("cover", ["cut", "stab"])
    table.answer("cut").play("cast")
    assert table.tokens(1) == {"spell": 1}
    table.until("announce", player=1)

    assert table.options == ["stab", "rage", None]


def test_a_covered_ability_is_free_again_when_the_token_goes() -> None:
    seat: Any = {"hand": ("cast",), "cp": 9}
    rules = invent([CUT, STAB], [CAST], [SPELL])
    table = sit(seat, {"hand": ("buh-bye",), "cp": 9}, rules=rules, heroes=HEROES, dice=[NOTHING, NOTHING])
    table.until(window="main actions").play("cast").answer("stab").until(window="end of upkeep", player=1)
    table.play("buh-bye").until("announce", player=1)

    assert table.options == ["cut", "stab", None]
    assert table.game.state.heroes[1].covered == ()


def test_a_token_that_comes_with_an_attack_covers_too() -> None:
    curse = offence("curse", {"do": "inflict", "status": "spell"}, {"do": "damage", "amount": 1})
    table = sit(rules=invent([curse, STAB], statuses=[SPELL]), heroes=HEROES, dice=[NOTHING, NOTHING])
    table.attack("curse").until("cover").answer("curse").defend(None).until("announce", player=1)

    assert table.options == ["stab", None]


def test_what_covers_cannot_be_moved() -> None:
    with pytest.raises(ValidationError, match="transferable"):
        LEXICON.read(Status, {**SPELL, "name": {"en": "Spell", "zh": "咒"}, "transferable": True})


# Words ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_rare_effects_are_told(lang: str) -> None:
    cards = [RAY, CAST, card("seek", {"do": "search"}), card("find", {"do": "search", "kind": "upgrade"})]
    wording = Wording(invent([CUT], cards, [SPELL]).content, lang)
    told = [wording.card("tester", card["id"]) for card in cards]

    assert len(set(told)) == 4 and all(told)


def test_a_defence_reads_dice_that_are_rerolled_in_it() -> None:
    guard = defence("guard", {"do": "reroll", "count": 1}, {"do": "prevent", "amount": "roll"}, dice=2)
    table = sit(rules=invent([CUT, guard]), heroes=HEROES, dice=[NOTHING, (1, 1), (4,)])
    table.attack("cut").defend("guard").until("choose_die").answer((1, 1)).settle()

    assert table.health[1] == 50 - 7 + 5


@pytest.mark.parametrize(("earlier", "present", "fields"), [("reroll_dice", "reroll", {"count": 2})])
def test_content_with_an_earlier_word_is_read(earlier: str, present: str, fields: dict[str, Any]) -> None:
    with pytest.warns(FutureWarning, match=f"^do = '{earlier}' in content is now '{present}'$"):
        read = LEXICON.effect({"do": earlier, **fields})

    assert read == LEXICON.effect({"do": present, **fields})

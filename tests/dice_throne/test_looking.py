"""A closer look: boards, cards, status effects and discard piles, by a name or a part of it in either language."""

from __future__ import annotations

import re

import pytest

from rulewright import rules_for
from rulewright.cli.drawing import drawn
from rulewright_dice_throne.book.wording import TEXTS
from rulewright_dice_throne.cards.wording import Wording
from rulewright_dice_throne.faces.look import look
from rulewright_dice_throne.moments import MOMENTS
from rulewright_dice_throne.ruleset import RULESET

from .table import GUNSLINGER, Table, rule, sit

LANGUAGES = ("en", "zh")


def seen(table: Table, what: str, lang: str = "en") -> str | None:
    """What the first player sees at a very wide terminal."""
    found = look(table.game.view(GUNSLINGER), what)
    return None if found is None else drawn(found, lang, 1_000).plain


def test_without_a_name_it_is_the_own_board() -> None:
    lines = str(seen(sit({"levels": {"revolver": 2}, "tokens": {"evasive": 1}}), "")).splitlines()

    assert lines[:2] == ["Gunslinger: 50 health, 3 CP", "Die: [1 2 3] Bullet, [4 5] Dash, [6] Bullseye"]
    assert any(line.startswith("Revolver II (offensive ability): 3 Bullet: 4 damage") for line in lines)
    assert any(line.startswith("Quick Draw I (passive ability): in the Upkeep Phase: gain 1 Reload") for line in lines)
    assert any(line.startswith("Evasive (spendable status effect, stack limit 3): ") for line in lines)


@rule("6.3.unique", 2)
def test_a_unique_token_is_told_apart_from_others() -> None:
    """In the place of its own shape or size."""
    kinds = {"persistent": "bounty", "spendable": "evasive", "unique": "blessing of divinity"}
    for kind, name in kinds.items():
        assert f"({kind} status effect" in str(seen(sit(), name))


@pytest.mark.parametrize("name", ["barbarian", "Barb", "2", "狂战士"])
def test_the_board_of_an_opponent(name: str) -> None:
    assert str(seen(sit(), name)).startswith("Barbarian: 50 health")


def test_an_ability_is_told_at_each_level_and_the_present_one_is_marked() -> None:
    lines = str(seen(sit({"levels": {"showdown": 2}}), "showdown")).splitlines()[:3]
    assert [line[:13] for line in lines] == ["  Showdown I ", "> Showdown II", "  Showdown II"]


@pytest.mark.parametrize("name", ["not this time", "NotThisTime!", "这次不算"])
def test_a_card_has_its_kind_cost_copies_and_effect(name: str) -> None:
    told = "Not This Time! (Roll Phase Action, 1 CP, 1 in the deck): prevent 6 damage to a player"
    assert seen(sit(), name) == told


def test_discard_piles_are_open() -> None:
    table = sit({"discard": ("tip-it", "six-it")})
    assert seen(table, "discard") == "Discard pile of Gunslinger: Tip It!, Six-It!\nDiscard pile of Barbarian: none"
    assert str(seen(table, "弃牌", "zh")).startswith("神枪手的弃牌堆：")


def test_what_is_not_known_is_nothing() -> None:
    assert seen(sit(), "no such thing") is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_board_card_status_effect_and_companion_can_be_looked_at(lang: str) -> None:
    book = rules_for("dice_throne").content
    wording = Wording(book, lang)
    for status in book.content.statuses.values():
        assert wording.holder(status)
    for hero in book.heroes:
        text = str(seen(sit(heroes=(hero, "gunslinger")), "", lang))
        assert not re.search(r"[{}_]", text), text
        assert all(wording.level(ability, 1) in text for ability in book.content.heroes[hero].abilities)


def test_every_moment_has_a_text() -> None:
    assert all(f"moment.{moment}" in TEXTS for moment in MOMENTS)


def test_the_terminal_has_it() -> None:
    assert RULESET.look is look


def test_the_own_hand_and_the_boards_of_opponents_have_names_too() -> None:
    table = sit({"hand": ("so-wild",)}).until(window="main actions")

    assert "So Wild!: turn 1 die on the table" in str(seen(table, "hand"))
    assert "让它变万用！" in str(seen(table, "手牌", "zh"))
    assert str(seen(table, "opponent")).startswith("Barbarian: ")
    assert str(seen(table, "对手", "zh")).startswith("狂战士：")

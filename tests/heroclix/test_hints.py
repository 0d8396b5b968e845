"""Squares that are proposed for a move, for what comes after it."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.geometry.grid import name_of
from rulewright.narrator import Narrator
from rulewright.testing import Scenario
from rulewright.text import show
from rulewright_heroclix.attack.targets import legal_targets
from rulewright_heroclix.faces.chances import hits

from .specials import special
from .table import FOE, HERO, at, clix, invent, play, rule, turn


def moving(action: str, type: str, *things: Any, rows: Any = None, **hero: Any) -> Scenario:
    """The hero in C3 is asked where it moves, by an action."""
    facts = {"range": 6, "traits": [special(id="ways", grants=(action,))] if action != "move" else [], **hero}
    rules = invent(clix(HERO, *("8/10/17/3",) * 6, **facts), clix("idle"), **({} if rows is None else {"rows": rows}))
    position = turn(play(at(HERO, "C3"), at("idle", "P16"), *things, rules=rules))
    return position.answer((HERO, action, type))


def proposed(position: Scenario, lang: str = "en") -> dict[str, str]:
    """The squares that are proposed, by what is said of them."""
    hints = position.game.request.space._hints()
    return {show(words, lang): name_of(square) for words, square in hints}


def asked(position: Scenario) -> str:
    """The open question in words."""
    game = position.game
    return Narrator(game.rules, "en").question(game.view(0), game.request)


@rule("pac.running-shot")
@rule("11.2a")
def test_running_shot_is_proposed_squares_from_which_the_shot_can_be_made() -> None:
    position = moving("running-shot", "POWER", at(FOE, "F3"))
    ((said, square),) = proposed(position).items()
    assert said.startswith("shoot foe from ") and said.endswith("(hits 58%)")

    position.answer(square)
    assert FOE in legal_targets(position.game, HERO, "range")


@rule("pac.running-shot")
def test_the_likeliest_shot_is_proposed_first() -> None:
    foes = at(FOE, "F3"), at("idle", "F6", player=1, name="weak", click=3)
    position = moving("running-shot", "POWER", *foes)
    chances = [int(said.partition("(hits ")[2].partition("%")[0]) for said in proposed(position)]

    assert next(iter(proposed(position))).startswith("shoot weak")
    assert len(chances) == 2 and chances == sorted(chances, reverse=True)


@rule("pac.charge")
def test_charge_is_proposed_squares_beside_a_foe_with_the_chance() -> None:
    position = moving("charge", "POWER", at(FOE, "F3"))
    ((said, square),) = proposed(position).items()
    assert said == "attack foe from here (hits 58%)"
    position.answer(square)
    assert FOE in legal_targets(position.game, HERO, "close")


def test_a_move_alone_is_proposed_a_square_beside_one_in_sight_and_one_behind_cover() -> None:
    rows = [*("................",) * 3, "..##............", *("................",) * 12]
    found = proposed(moving("move", "MOVE", at(FOE, "J3"), rows=rows))
    assert found["next to foe"] in ("I2", "I3", "I4") and any(said.startswith("behind cover, ") for said in found)
    assert any(said.endswith("from foe, in line of fire") for said in found)


@rule("16.2b")
@rule("pac.stealth")
@pytest.mark.parametrize(("powers", "squares"), [((), 1), (("stealth",), 0)])
def test_nobody_is_proposed_to_shoot_who_is_hidden(powers: tuple[str, ...], squares: int) -> None:
    rows = [*("h" * 16,) * 16]
    rules = invent(
        clix(HERO, *("8/10/17/3",) * 6, range=6, traits=[special(id="ways", grants=("running-shot",))]),
        clix(FOE, *("8/10/16/2",) * 6, traits=[special(id="veil", grants=powers)]), clix("idle"), rows=rows,
    )  # fmt: skip
    position = turn(play(at(HERO, "C3"), at(FOE, "F3"), at("idle", "P16"), rules=rules))
    shots = [said for said in proposed(position.answer((HERO, "running-shot", "POWER"))) if said.startswith("shoot ")]
    assert len(shots) == squares


@pytest.mark.parametrize(
    ("action", "type", "said"),
    [
        ("running-shot", "POWER", "then it may make a range attack, but not from beside an opposing character"),
        ("charge", "POWER", "then it may make a close attack"),
    ],
)
def test_the_question_says_which_attack_follows(action: str, type: str, said: str) -> None:
    position = moving(action, type, at(FOE, "F3"))
    assert said in asked(position) and "then" not in asked(moving("move", "MOVE", at(FOE, "F3")))


@rule("12.2a")
def test_a_target_is_named_with_what_the_dice_must_show() -> None:
    """Attack 10 against 17; +2 for Energy Shield against a range attack alone."""
    shield = invent(clix(HERO, range=6), clix(FOE, traits=[special(id="shield", grants=("energy-shield-deflection",))]))
    plain = turn(play(at(HERO, "C3"), at(FOE, "C6"), rules=invent(clix(HERO, range=6)))).game.view(0)
    shielded = turn(play(at(HERO, "C3"), at(FOE, "C6"), rules=shield)).game.view(0)
    assert hits(plain, HERO, FOE, "range") == {"need": 7, "chance": 58}
    assert hits(shielded, HERO, FOE, "range") == {"need": 9, "chance": 28}
    assert hits(shielded, HERO, FOE, "close") == {"need": 7, "chance": 58}


@rule("pac.charge")
def test_where_no_foe_is_in_reach_the_squares_nearest_to_them_are_proposed() -> None:
    """The hero goes four of eight squares, from C3 towards F13 and P3, and nearest first."""
    found = proposed(moving("charge", "POWER", at(FOE, "F13"), at("idle", "P3", player=1, name="far")))
    assert list(found) == ["towards foe, to 6 squares from it", "towards far, to 9 squares from it"]
    assert found["towards far, to 9 squares from it"].startswith("G")

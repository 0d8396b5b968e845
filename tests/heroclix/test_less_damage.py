"""Special powers that reduce damage or prevent it (12.4d, 12.5b), of their character or of others."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.problems import ContentError
from rulewright.testing import Scenario
from rulewright_heroclix.book.wording import Wording
from rulewright_heroclix.events.damage import DamageDealt

from .specials import act, acting, special, use
from .table import FOE, HERO, clix, happened, invent, rule

LESS = {"when": "would take damage", "reduce": 1}
NONE = {"when": "would take damage", "prevent": True}


def hurt(part: Any, amount: int = 3, kind: str = "", holder: str = FOE, defense: str = "16") -> Scenario:
    """The hero deals the foe damage with a power; the holder has a trait with the part."""
    blow = {"do": "target", "then": [{"do": "damage", "amount": amount, "kind": kind}]}
    traits = {HERO: [special(act(blow))], FOE: []}
    traits[holder].append(special(part, id="hide"))
    hero, foe = f"8/10/17/{amount}", f"8/10/{defense}/2"
    cards = clix(HERO, *(hero,) * 3, traits=traits[HERO]), clix(FOE, *(foe,) * 9, traits=traits[FOE])
    return use(acting(cards=cards))


def taken(position: Scenario) -> list[int]:
    return [event.taken for event in happened(position, DamageDealt)]


@rule("12.5b", 3)
@pytest.mark.parametrize(
    ("more", "amount", "left"),
    [({}, 3, 2), ({}, 1, 0), ({"reduce": 5}, 3, 0), ({"least": 2, "reduce": 2}, 3, 2), ({"least": 2}, 2, 2)],
)
def test_damage_is_reduced_but_not_below_what_the_text_leaves(more: Any, amount: int, left: int) -> None:
    assert taken(hurt({**LESS, **more}, amount)) == [left]


@rule("12.5b", 1, 2)
@pytest.mark.parametrize(("chosen", "left"), [("hide", 1), ("toughness", 2)])
def test_only_one_effect_reduces_it_and_its_controller_chooses_which(chosen: str, left: int) -> None:
    position = hurt({**LESS, "reduce": 2}, defense="16 toughness")
    assert position.game.request.player == 1
    (answer,) = (one for one in position.game.request.space.options() if chosen in str(one))
    assert taken(position.answer(answer)) == [left]


@rule("12.4d", 2)
@pytest.mark.parametrize(("part", "left"), [(LESS, 3), ({**LESS, "piercing": True}, 2), (NONE, 0)])
def test_penetrating_damage_is_reduced_only_by_what_says_so(part: Any, left: int) -> None:
    assert sum(taken(hurt(part, kind="penetrating"))) == left


@rule("12.4d", 3)
@pytest.mark.parametrize("part", [{**LESS, "piercing": True}, NONE])
def test_nothing_reduces_or_prevents_unavoidable_damage(part: Any) -> None:
    assert taken(hurt(part, kind="unavoidable")) == [3]


@pytest.mark.parametrize(("whose", "left"), [("self", 3), ("friendly", 3), ("opposing", 2), ("any", 2)])
def test_it_may_be_the_damage_of_others(whose: str, left: int) -> None:
    assert taken(hurt({**LESS, "whose": whose}, holder=HERO)) == [left]


def test_its_player_may_leave_it() -> None:
    for answer, left in ((True, 2), (False, 3)):
        position = hurt({**LESS, "may": True, "once": "turn"})
        assert position.game.request.player == 1
        use_it = next(one for one in position.game.request.space.options() if one is not None)
        assert taken(position.answer(use_it if answer else None)) == [left]


def test_after_it_has_been_taken_nothing_is_less() -> None:
    with pytest.raises(ContentError, match="'would take damage'"):
        invent(clix(HERO, traits=[special({"when": "takes damage", "reduce": 1})]))


def test_it_says_itself_in_both_languages() -> None:
    part = {**LESS, "whose": "friendly", "may": True, "piercing": True}
    (read,) = invent(clix(HERO, traits=[special(part)])).content.specials["brawn"].does
    assert [read.said(Wording(lang)) for lang in ("en", "zh")] == [
        "when a friendly character would take damage: you may reduce it by 1, penetrating damage too",
        "一个友方角色将要受到伤害时：你可以减少 1 点，穿透伤害亦然",
    ]

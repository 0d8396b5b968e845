"""Abilities that look at attacks: at cover, targets, Damage and Strength."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright_wh40k.events.attacks import HitsRolled, SavesRolled

from .changes import allowed
from .table import FOES, MINE, arm, as_declared, happened, invent, left, rule, sheet, shooting, unit
from .test_attack_words import armed, carrying, far, shoot

# Cover from rules -------------------------------------------------------------------------------------------


@rule("commentary.benefit-of-cover-outside-terrain", 1)
@pytest.mark.parametrize(("abilities", "need"), [((), 4), (("ignores cover",), 5)])
def test_a_rule_gives_cover_in_the_open_and_what_ignores_cover_ignores_it(abilities: Any, need: int) -> None:
    rules = allowed("cover", sheet(MINE, arm("gun", *abilities)), sheet(FOES, save=5), unit=FOES)
    assert happened(shooting(rules=rules, rolls=[(3,), (4,), (6,)]), SavesRolled)[0].needed == need


# Abilities that look at attacks -----------------------------------------------------------------------------


@rule("commentary.single-target-unit")
@pytest.mark.parametrize(("second", "hits"), [(FOES, [1, 1]), ("far", [0, 0]), (None, [1])])
def test_a_unit_that_shoots_at_a_single_target_focuses(second: str | None, hits: list[int]) -> None:
    """All attacks of all weapons count; a 2 hits on 3+ only with the bonus."""
    rules = armed(arm("gun"), arm("rifle"), abilities=["focused fire"])
    rolls = [roll for hit in hits for roll in ([(2,), (1,)] if hit else [(2,)])]
    position = shoot(carrying("gun", "rifle"), unit(FOES, (30, 20)), far(), rules=rules, rolls=rolls)
    as_declared(position.answer(MINE, FOES, second))
    assert [event.hits for event in happened(position, HitsRolled)] == hits


@rule("commentary.against-an-attack-with-characteristic", 1)
@pytest.mark.parametrize(("x", "need"), [(30.0, 4), (40.0, 3)])
def test_damage_matters_when_an_attack_is_allocated(x: float, need: int) -> None:
    """Attacks with Damage 1 are saved better, but within half range Melta has made it 3 by then."""
    rules = invent(sheet(MINE, arm("gun", "melta 2")), sheet(FOES, wounds=5, abilities=["stoic"]))
    position = shooting(unit(FOES, (x, 20), wounds=5), rules=rules, rolls=[(3,), (4,), (6,)])
    assert happened(position, SavesRolled)[0].needed == need


@rule("commentary.against-an-attack-with-characteristic", 2)
@pytest.mark.parametrize(("strength", "hits"), [(8, 0), (7, 1)])
def test_strength_matters_from_the_start_of_an_attack(strength: int, hits: int) -> None:
    """Already the Hit roll is worse against strong attacks."""
    rules = invent(sheet(MINE, arm("gun", strength=strength)), sheet(FOES, abilities=["hardy"]))
    position = shooting(rules=rules, rolls=[(3,), *([(1,)] * hits)])
    assert happened(position, HitsRolled)[0].hits == hits


@rule("commentary.target-of-an-ability", 3)
@pytest.mark.parametrize(("strength", "attacks"), [(3, [3, 1]), (7, [4, 2])])
def test_a_target_that_was_strong_when_selected_stays_so_for_abilities(strength: int, attacks: list[int]) -> None:
    """The first weapon leaves none or one of three; only what was Below Half-strength before draws predators."""
    rules = armed(arm("gun", attacks="3"), arm("rifle"), abilities=["predators"])
    foes = unit(FOES, (30, 20), (30, 22), (30, 24), strength=strength)
    more = attacks[0] - 3
    rolls = [(3, 3, *((1,) * (1 + more))), (4, 4), (1, 1), (1,) * attacks[1]]
    position = shoot(carrying("gun", "rifle"), foes, rules=rules, rolls=rolls)
    as_declared(position.answer(MINE, FOES, FOES))
    while not position.idle and position.asked == "allocate":
        position.answer(position.options[0])
    assert [len(event.faces) for event in happened(position, HitsRolled)] == attacks and len(left(position)) == 1


@rule("commentary.benefit-of-cover-outside-terrain", 2)
@pytest.mark.parametrize(("source", "hits"), [("rule", 0), ("terrain", 0), ("", 1)])
def test_a_rule_for_those_in_cover_applies_whatever_covers_them(source: str, hits: int) -> None:
    """A camouflaged unit is hit less by a rule in the open as behind a wall."""
    wall = {"id": "wall", "outline": [[27, 20], [28, 20], [28, 30], [27, 30]], "height": 6, "traits": ["debris"]}
    foes, terrain = sheet(FOES, abilities=["camouflaged"]), [wall] if source == "terrain" else []
    rules = allowed("cover", foes, unit=FOES) if source == "rule" else invent(foes, terrain=terrain)
    position = shooting(rules=rules, rolls=[(3,), *([(1,)] * hits)])
    assert happened(position, HitsRolled)[0].hits == hits

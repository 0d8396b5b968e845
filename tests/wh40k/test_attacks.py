"""The attack sequence: hits, wounds, allocation, saves and damage."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulewright.narrator import Narrator
from rulewright_wh40k.attack import needed
from rulewright_wh40k.events.attacks import HitsRolled, ModelDestroyed, SavesRolled, WoundsLost, WoundsRolled

from .table import FOES, MINE, arm, happened, invent, left, rule, sheet, shooting, unit

GUN = f"{MINE}/gun"


def hits(position: object) -> int:
    (event,) = happened(position, HitsRolled)  # type: ignore[arg-type]
    return int(event.hits)


@rule("core.hit-roll", 1, 2)
@rule("core.dice", 3)
@pytest.mark.parametrize(("face", "hit"), [(1, 0), (2, 0), (3, 1), (6, 1)])
def test_a_hit_roll_needs_the_skill(face: int, hit: int) -> None:
    position = shooting(rolls=[(face,), *([(1,)] if hit else [])])
    assert hits(position) == hit


@rule("core.hit-roll", 2)
def test_a_6_always_hits_and_is_critical() -> None:
    weak = invent(sheet(MINE, arm(skill=6)), sheet(FOES, abilities=["stealth"]))
    assert hits(shooting(rules=weak, rolls=[(6,), (1,)])) == 1


@rule("core.stealth")
@rule("core.hit-roll", 4)
def test_stealth_takes_one_from_ranged_hit_rolls() -> None:
    rules = invent(sheet(FOES, abilities=["stealth"]))
    assert hits(shooting(rules=rules, rolls=[(3,)])) == 0
    assert hits(shooting(rules=rules, rolls=[(4,), (1,)])) == 1


@rule("core.wound-roll", 2, 3, 4, 5, 6)
@pytest.mark.parametrize(
    ("strength", "toughness", "need"), [(8, 4, 2), (7, 4, 3), (5, 4, 3), (4, 4, 4), (3, 4, 5), (2, 4, 6), (5, 10, 6)]
)
def test_strength_against_toughness(strength: int, toughness: int, need: int) -> None:
    assert needed(strength, toughness) == need


@rule("core.wound-roll", 1, 7)
@rule("core.inflict-damage", 1, 2)
@pytest.mark.parametrize(("face", "saves", "wounds"), [(3, [], 2), (4, [(3,)], 1), (4, [(4,)], 2), (6, [(1,)], 1)])
def test_a_wound_that_is_not_saved_does_its_damage(face: int, saves: list[tuple[int, ...]], wounds: int) -> None:
    position = shooting(
        unit(FOES, (30, 20), wounds=2), rules=invent(sheet(FOES, wounds=2)), rolls=[(3,), (face,), *saves]
    )
    assert left(position) == [wounds]


@rule("core.inflict-damage", 2, 3)
@rule("core.destroyed")
def test_excess_damage_is_lost() -> None:
    rules = invent(sheet(MINE, arm(damage="3")))
    foes = unit(FOES, (30, 20), (31.5, 20))
    position = shooting(foes, rules=rules, rolls=[(3,), (4,), (1,)]).answer("foes.1")
    assert left(position) == [1]
    assert [event.model for event in happened(position, ModelDestroyed)] == ["foes.1"]


@rule("core.saving-throw", 1, 3)
@rule("core.invulnerable-save", 1, 2)
@pytest.mark.parametrize(
    ("save", "invulnerable", "ap", "need"),
    [(4, None, 0, 4), (4, None, -1, 5), (3, 5, -3, 5), (3, 4, 0, 3), (2, None, 0, 2)],
)
def test_the_better_of_both_saves_is_used(save: int, invulnerable: int | None, ap: int, need: int) -> None:
    rules = invent(sheet(MINE, arm(ap=ap)), sheet(FOES, save=save, invulnerable=invulnerable))
    position = shooting(rules=rules, rolls=[(3,), (4,), (6,)])
    assert happened(position, SavesRolled)[0].needed == need


@rule("core.allocate-attack", 1, 2, 3)
def test_a_model_that_has_lost_wounds_takes_the_next_attack() -> None:
    rules = invent(sheet(MINE, arm(attacks="2")), sheet(FOES, wounds=2))
    foes = unit(FOES, (30, 20), (31.5, 20), wounds=2)
    position = shooting(foes, rules=rules, rolls=[(3, 3), (4, 4), (1, 1)])
    assert (position.asked, position.player) == ("allocate", 1)
    assert left(position.answer("foes.2")) == [2]


@rule("core.feel-no-pain", 1)
def test_feel_no_pain_keeps_wounds() -> None:
    rules = invent(sheet(MINE, arm(damage="2")), sheet(FOES, wounds=3, abilities=["feel no pain 5+"]))
    position = shooting(unit(FOES, (30, 20), wounds=3), rules=rules, rolls=[(3,), (4,), (1,), (4, 5)])
    assert left(position) == [2]


# Abilities of weapons ---------------------------------------------------------------------------------------


@rule("core.weapon-torrent")
def test_torrent_hits_without_a_roll() -> None:
    rules = invent(sheet(MINE, arm("gun", "torrent", skill=None)))
    position = shooting(rules=rules, rolls=[(1,)])
    assert not happened(position, HitsRolled) and happened(position, WoundsRolled)[0].wounds == 0


@rule("core.weapon-rapid-fire")
@pytest.mark.parametrize(("x", "attacks"), [(30.0, 3), (20 + 12 + 1.259, 3), (20 + 12 + 1.3, 1)])
def test_rapid_fire_within_half_range(x: float, attacks: int) -> None:
    rules = invent(sheet(MINE, arm("gun", "rapid fire 2")))
    position = shooting(unit(FOES, (x, 20)), rules=rules, rolls=[(1,) * attacks])
    assert len(happened(position, HitsRolled)[0].faces) == attacks


@rule("core.weapon-sustained-hits")
def test_sustained_hits_score_more() -> None:
    rules = invent(sheet(MINE, arm("gun", "sustained hits 2")))
    assert hits(shooting(rules=rules, rolls=[(6,), (1, 1, 1)])) == 3


@rule("core.weapon-lethal-hits")
def test_lethal_hits_wound_without_a_roll() -> None:
    rules = invent(sheet(MINE, arm("gun", "lethal hits", attacks="2", strength=1)))
    position = shooting(rules=rules, rolls=[(6, 3), (5,), (4,)])
    (rolled,) = happened(position, WoundsRolled)
    assert (rolled.faces, rolled.wounds) == ((5,), 1)


@rule("core.weapon-twin-linked")
@rule("core.re-rolls", 1)
def test_twin_linked_rolls_failed_wounds_again_once() -> None:
    rules = invent(sheet(MINE, arm("gun", "twin-linked", attacks="2")))
    position = shooting(rules=rules, rolls=[(3, 3), (4, 1), (3,), (4,)])
    assert (position.asked, position.options) == ("reroll", [(1,), None])
    assert happened(position.answer((1,)), WoundsRolled)[0].wounds == 1


@rule("core.weapon-twin-linked")
@rule("commentary.re-rolls", 1)
def test_wounds_of_twin_linked_weapons_need_not_be_rolled_again() -> None:
    rules = invent(sheet(MINE, arm("gun", "twin-linked", attacks="2")))
    position = shooting(rules=rules, rolls=[(3, 3), (4, 1), (4,)]).answer(None)
    assert [event.faces for event in happened(position, WoundsRolled)] == [(4, 1)]


@rule("core.weapon-twin-linked")
@pytest.mark.parametrize(("ability", "asked"), [("devastating wounds", True), ("searing 1", True), ("lance", False)])
def test_what_wounded_is_rolled_again_only_for_critical_wounds(ability: str, asked: bool) -> None:
    """Enter leaves what has wounded."""
    rules = invent(sheet(MINE, arm("gun", "twin-linked", ability)), sheet(FOES, save=2, wounds=9))
    position = shooting(unit(FOES, (30, 20), wounds=9), rules=rules, rolls=[(3,), (4,), (6,), (6,)])
    assert ((position.asked, position.options) == ("reroll", [None, (4,)])) is asked
    if asked:
        assert happened(position.answer((4,)), WoundsRolled)[0].faces == (6,)


@rule("core.weapon-twin-linked")
def test_all_failed_wounds_are_rolled_again_at_once() -> None:
    rules = invent(sheet(MINE, arm("gun", "twin-linked", attacks="4")))
    position = shooting(rules=rules, rolls=[(3, 3, 3, 3), (1, 4, 2, 1), (5, 3, 6), (1, 1, 1)])
    assert position.options == ["failed", (1,), (2,), None]
    told = Narrator(position.game.rules, "en").option(position.game.view(0), position.game.requests[0], "failed")
    assert told == "All that failed"
    position.answer("failed")
    assert [event.faces for event in happened(position, WoundsRolled)] == [(5, 4, 3, 6)]


@rule("core.weapon-devastating-wounds")
@rule("errata.devastating-wounds", 1, 2, 3)
def test_devastating_wounds_are_not_saved() -> None:
    rules = invent(sheet(MINE, arm("gun", "devastating wounds", damage="2")), sheet(FOES, wounds=3))
    position = shooting(unit(FOES, (30, 20), wounds=3), rules=rules, rolls=[(3,), (6,)])
    assert left(position) == [1] and not happened(position, SavesRolled)


@rule("core.weapon-anti")
@pytest.mark.parametrize(("face", "wounds"), [(3, 0), (4, 1)])
def test_anti_scores_critical_wounds_against_a_keyword(face: int, wounds: int) -> None:
    rules = invent(sheet(MINE, arm("gun", "anti-infantry 4+", strength=1)))
    position = shooting(rules=rules, rolls=[(3,), (face,), *([(4,)] * wounds)])
    assert happened(position, WoundsRolled)[0].wounds == wounds


@rule("core.weapon-blast", 1)
def test_blast_makes_more_attacks_against_many() -> None:
    rules = invent(sheet(MINE, arm("gun", "blast")))
    foes = unit(FOES, *((30 + 1.5 * n, 20) for n in range(11)))
    position = shooting(foes, rules=rules, rolls=[(1, 1, 1)])
    assert len(happened(position, HitsRolled)[0].faces) == 3


@rule("core.weapon-melta")
@pytest.mark.parametrize(("x", "damage"), [(30.0, 3), (40.0, 1)])
def test_melta_does_more_damage_within_half_range(x: float, damage: int) -> None:
    rules = invent(sheet(MINE, arm("gun", "melta 2")), sheet(FOES, wounds=5))
    position = shooting(unit(FOES, (x, 20), wounds=5), rules=rules, rolls=[(3,), (4,), (1,)])
    assert left(position) == [5 - damage]


@rule("core.weapon-heavy")
@pytest.mark.parametrize(("done", "hit"), [((), 1), (("normal",), 0)])
def test_heavy_aims_better_after_standing_still(done: tuple[str, ...], hit: int) -> None:
    rules = invent(sheet(MINE, arm("gun", "heavy")))
    position = shooting(unit(MINE, (20, 20), done=done), rules=rules, rolls=[(2,), *([(1,)] * hit)])
    assert hits(position) == hit


@rule("core.deadly-demise", 1, 4)
def test_deadly_demise_hurts_all_within_6_inches() -> None:
    rules = invent(sheet(FOES, abilities=["deadly demise 1"]))
    near, far = unit(MINE, (34, 20), name="near"), unit(MINE, (40, 20), name="far")
    position = shooting(near, far, rules=rules, rolls=[(3,), (4,), (1,), (6,)])
    assert (left(position), left(position, "near"), left(position, "far")) == ([], [], [1])
    assert [event.model for event in happened(position, WoundsLost)] == ["foes.1", "near.1"]


@rule("errata.hazardous", 2, 7)
@pytest.mark.parametrize(("face", "wounds"), [(1, 2), (2, 5)])
def test_a_hazardous_weapon_may_hurt_its_bearer(face: int, wounds: int) -> None:
    rules = invent(sheet(MINE, arm("gun", "hazardous"), wounds=5))
    position = shooting(unit(MINE, (20, 20), wounds=5, weapons=(GUN,)), rules=rules, rolls=[(1,), (face,)])
    assert left(position, MINE) == [wounds]


# Cover ------------------------------------------------------------------------------------------------------

WALL = {"id": "wall", "outline": [[27, 20], [28, 20], [28, 30], [27, 30]], "height": 6, "traits": ["debris"]}


@rule("core.benefit-of-cover", 1, 2, 3)
@rule("core.weapon-ignores-cover")
@pytest.mark.parametrize(
    ("abilities", "save", "ap", "need"), [((), 5, 0, 4), (("ignores cover",), 5, 0, 5), ((), 3, 0, 3), ((), 3, -1, 3)]
)
def test_who_is_partly_hidden_saves_better(abilities: tuple[str, ...], save: int, ap: int, need: int) -> None:
    rules = invent(sheet(MINE, arm("gun", *abilities, ap=ap)), sheet(FOES, save=save), terrain=[WALL])
    position = shooting(rules=rules, rolls=[(3,), (4,), (6,)])
    assert happened(position, SavesRolled)[0].needed == need


# Attached units ---------------------------------------------------------------------------------------------


def attached() -> list[object]:
    """A unit of one model with a leader beside it."""
    (one, body), (leader, head) = unit(FOES, (30, 20), strength=2), unit("hero", (31.5, 20), player=1)
    return [one, body, replace(leader, area="waiting"), replace(head, unit=FOES)]


@rule("core.weapon-precision", 1)
@rule("core.allocate-attack", 4)
@pytest.mark.parametrize(("answer", "slain"), [("hero.1", "hero.1"), (None, "foes.1")])
def test_precision_picks_out_a_character(answer: str | None, slain: str) -> None:
    rules = invent(sheet(MINE, arm("gun", "precision")), sheet("hero", keywords=["Character"]))
    position = shooting(attached(), rules=rules, rolls=[(3,), (4,), (1,)])
    assert (position.asked, position.player, position.options) == ("precision", 0, ["hero.1", None])
    position.answer(answer)
    assert [event.model for event in happened(position, ModelDestroyed)] == [slain]


@rule("core.allocate-attack", 4, 5)
def test_a_bodyguard_suffers_before_its_leader() -> None:
    rules = invent(sheet(MINE, arm("gun", attacks="2")), sheet("hero", keywords=["Character"]))
    position = shooting(attached(), rules=rules, rolls=[(3, 3), (4, 4), (1,), (1,)])
    assert [event.model for event in happened(position, ModelDestroyed)] == ["foes.1", "hero.1"]


@rule("core.weapon-lance")
@pytest.mark.parametrize(("done", "wounds"), [((), 0), (("charge",), 1)])
def test_a_lance_wounds_better_after_a_charge(done: tuple[str, ...], wounds: int) -> None:
    rules = invent(sheet(MINE, arm("gun", "lance")))
    position = shooting(unit(MINE, (20, 20), done=done), rules=rules, rolls=[(3,), (3,), *([(4,)] * wounds)])
    assert happened(position, WoundsRolled)[0].wounds == wounds


@rule("core.weapon-extra-attacks")
@rule("errata.extra-attacks", 2)
@pytest.mark.parametrize(("more", "attacks"), [((), 3), (("extra attacks",), 1)])
def test_extra_attacks_are_never_more(more: tuple[str, ...], attacks: int) -> None:
    rules = invent(sheet(MINE, arm("gun", "blast", *more)))
    foes = unit(FOES, *((30 + 1.5 * n, 20) for n in range(10)))
    position = shooting(foes, rules=rules, rolls=[(1,) * attacks])
    assert len(happened(position, HitsRolled)[0].faces) == attacks

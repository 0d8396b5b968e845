"""What texts lend to units for a time: parts of abilities that these have until then."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright import FOREVER, ContentError, begin_effect
from rulewright.testing import Scenario
from rulewright_wh40k.dice.rolls import offers
from rulewright_wh40k.events.attacks import ModelRemoved
from rulewright_wh40k.terms import lent_id, weapon

from .table import FOES, MINE, army, battle, invent, phase, rule, unit, use
from .test_stratagems import own, stratagem
from .test_words_of_imported_texts import GUN
from .test_written_abilities import HERO, led, said, with_texts

HIT: Any = {"modifies": "hit", "by": 1}
ONES: Any = {"rerolls": "hit", "only": [1]}


def lending(*parts: Any, to: str = "target", until: str = "phase", **more: Any) -> Any:
    """A part that lends these at the start of the Shooting phase."""
    lend = {"do": "lend", "to": to, "until": until, "parts": list(parts), **more}
    if to == "chosen":
        lend = {"do": "choose_unit", **more.pop("whom", {}), "then": [lend]}
    return {"when": "shooting phase start", "effects": [lend]}


def at_start(*does: Any, **more: Any) -> Scenario:
    """Our Shooting phase in which a text has been used."""
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20))
    return phase(battle(*things, rules=invent(with_texts(MINE, *does, **more))), "shooting phase")


@rule("errata.persisting-effects")
def test_a_unit_has_what_is_lent_to_it() -> None:
    position = at_start(lending(HIT))
    assert position.game.number("hit", MINE) == 1 and position.game.number("hit", FOES) == 0


@rule("errata.persisting-effects")
@pytest.mark.parametrize(
    ("until", "lasts"),
    [("phase", "scope"), ("turn", "scope"), ("next turn", "next turn"), ("next movement phase", "next movement phase"),
     ("next shooting phase", "next shooting phase"), ("battle", "game")],
)  # fmt: skip
def test_it_has_it_for_as_long_as_is_said(until: str, lasts: str) -> None:
    position = at_start(lending(HIT, until=until))
    (effect,) = (one for one in position.state.effects.values() if one.target == MINE)
    assert effect.until == lasts


@rule("errata.persisting-effects")
def test_it_ends_then() -> None:
    position = at_start(lending(HIT))
    position.answer(None)
    assert position.game.number("hit", MINE) == 0


def test_weapons_have_abilities_that_are_lent() -> None:
    armed = at_start(lending({"arms": ["lethal-hits"], "attacking": "ranged"}))
    game = armed.game
    assert "lethal hits" in weapon(game, f"{MINE}/gun", MINE).abilities
    assert "lethal hits" not in weapon(game, f"{MINE}/blade", MINE).abilities


@rule("commentary.re-rolls")
@pytest.mark.parametrize(("keyword", "again"), [("Infantry", True), ("Monster", False)])
def test_what_is_lent_to_enemies_is_about_attacks_at_them(keyword: str, again: bool) -> None:
    """Re-rolls for our units whose attacks target them."""
    part = lending({**ONES, "of": "unit attackers", "keywords": [keyword]}, to="chosen")
    things = unit(MINE, (20, 20), weapons=GUN), unit(FOES, (30, 20))
    position = phase(battle(*things, rules=invent(with_texts(MINE, part)), rolls=[(1,), (1,)]), "shooting phase")
    position.answer(MINE, FOES)
    assert (position.asked == "reroll") is again


@rule("errata.persisting-effects")
def test_it_lasts_when_the_model_with_the_text_is_gone() -> None:
    rules = invent(with_texts("boss", lending(HIT, until="battle"), **HERO))
    position = battle(led((20, 20), (21.5, 20)), unit(FOES, (30, 20)), rules=rules)
    data = {"gives": (lent_id("boss.text", "lent"),), "name": "boss.text"}
    position.happen(begin_effect(position.game, "stratagem", FOREVER, target=("units", MINE), data=data))
    position.happen(ModelRemoved("boss.1", MINE))
    assert position.game.number("hit", MINE) == 1


@rule("commentary.bearer")
def test_what_is_lent_to_the_model_with_the_text_is_its_own() -> None:
    rules = invent(with_texts("boss", lending({"modifies": "toughness", "by": 1, "of": "model"}, to="bearer"), **HERO))
    position = phase(battle(led((20, 20), (21.5, 20)), unit(FOES, (30, 20)), rules=rules), "shooting phase")
    plain = position.game.number("toughness", "mine.1")
    assert position.game.number("toughness", "boss.1") == plain + 1


@rule("commentary.bearer")
def test_weapons_that_are_lent_abilities_are_those_of_the_models_with_the_text() -> None:
    """The blade of the boss, and not those of the unit that the boss leads."""
    rules = invent(with_texts("boss", lending({"arms": ["lethal-hits"], "of": "model"}, to="bearer"), **HERO))
    things = led((20, 20), (21.5, 20))
    ours = [replace(one, weapons=("boss/blade",)) if one.id == "boss.1" else one for one in things]
    game = phase(battle(ours, unit(FOES, (30, 20)), rules=rules), "shooting phase").game
    assert "lethal hits" in weapon(game, "boss/blade", MINE).abilities
    assert "lethal hits" not in weapon(game, f"{MINE}/blade", MINE).abilities


def test_a_stratagem_lends_too() -> None:
    aim = stratagem("aim", does=[{"do": "lend", "parts": [ONES]}])
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20)), army(0, 2, detachment="own")
    position = phase(battle(*things, rules=own(aim)), "shooting phase")
    assert not offers(position.game, 0, MINE, "hit")
    use(position, "aim", MINE)
    assert offers(position.game, 0, MINE, "hit")


def test_nothing_is_lent_twice() -> None:
    part = lending(HIT)
    part["effects"] *= 2
    assert at_start(part).game.number("hit", MINE) == 1


def test_happenings_are_not_lent() -> None:
    with pytest.raises(ContentError):
        invent(with_texts(MINE, lending({"when": "select to shoot", "effects": [{"do": "gain_cp", "cp": 1}]})))


def test_it_says_itself_in_both_languages() -> None:
    does = lending(HIT, ONES, to="bearer")
    assert "this model has until the end of the phase: Hit roll +1; may re-roll: Hit roll of 1" in said(does)
    assert "本阶段结束前，本模型具有：命中骰 +1" in said(does, lang="zh")

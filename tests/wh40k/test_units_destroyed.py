"""What is used when a unit is destroyed, and how far it is to that unit then."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.testing import Scenario
from rulewright_wh40k.attack import SUFFER
from rulewright_wh40k.events.attacks import ModelDestroyed, ModelRemoved, WoundsLost

from .table import FOES, MINE, army, battle, happened, invent, left, offered, rule, sheet, unit, use
from .test_stratagems import own, stratagem
from .test_written_abilities import with_texts

HALF = 32 / 25.4 / 2
BURST: Any = {
    "when": "unit destroyed", "whose": "opposing",
    "effects": [{"do": "for_each", "side": "any", "within": 6, "of": "acting", "then": [{"do": "suffer"}]}],
}  # fmt: skip
"""Each time an enemy unit is destroyed, each unit within 6 inches of it suffers a mortal wound."""


def bursting(*spots: tuple[float, float], near: float, wounds: int = 9) -> Scenario:
    """The models of a unit are destroyed one after the other, from the first to the last; another unit stands near."""
    rules = invent(with_texts(MINE, BURST, wounds=9), sheet("other", wounds=9))
    things = unit(MINE, (5, 5), wounds=wounds), unit(FOES, *spots), unit("other", (near, 20), player=1, wounds=9)
    position = battle(*things, rules=rules)
    for number, _ in enumerate(spots, start=1):
        position.begin(SUFFER(player=1, unit=FOES, damages=(1,), model=f"foes.{number}", by=MINE))
    return position


@rule("commentary.measuring-to-destroyed-units")
@pytest.mark.parametrize(("apart", "hurt"), [(6.0, True), (6.01, False)])
@pytest.mark.parametrize("spots", [((34, 20),), ((25, 20), (34, 20)), ((25, 20), (28, 20), (34, 20))])
def test_the_distance_to_a_destroyed_unit_is_to_its_last_model(spots: Any, apart: float, hurt: bool) -> None:
    position = bursting(*spots, near=34 + 2 * HALF + apart)
    assert left(position, "other") == [9 - hurt]


@rule("commentary.measuring-to-destroyed-units")
def test_who_was_near_a_model_that_went_before_is_not_near() -> None:
    position = bursting((25, 20), (34, 20), near=25 - 2 * HALF - 1)
    assert left(position, "other") == [9] and len(happened(position, ModelDestroyed)) == 2


@rule("commentary.measuring-to-destroyed-units")
def test_it_comes_before_the_last_model_is_removed() -> None:
    position = bursting((34, 20), near=37)
    seen = [type(event) for event in position.game.events()]
    assert seen.index(ModelDestroyed) < seen.index(WoundsLost, seen.index(ModelDestroyed)) < seen.index(ModelRemoved)


def test_while_a_part_of_an_attached_unit_is_left_the_unit_is_not_destroyed() -> None:
    boss, head = unit("boss", (31.5, 20), player=1, wounds=9)
    body = unit(FOES, (30, 20), leaders=("boss",), strength=2)
    things = [*body, replace(boss, area="attached"), replace(head, unit=FOES)], unit(MINE, (5, 5), wounds=9)
    position = battle(*things, rules=invent(with_texts(MINE, BURST, wounds=9), sheet("boss", wounds=9)))
    position.begin(SUFFER(player=1, unit=FOES, damages=(1,), model="foes.1", by=MINE))
    assert position.state.models["boss.1"].wounds == 9


def test_it_is_used_once_where_models_are_still_to_fight() -> None:
    """The unit is destroyed when the last of them is removed, not when it was struck down."""
    foes = unit(FOES, (34, 20), (36, 20))
    foes[1] = replace(foes[1], doomed=True)
    things = foes, unit(MINE, (5, 5), wounds=9), unit("other", (38, 20), player=1, wounds=9)
    position = battle(*things, rules=invent(with_texts(MINE, BURST, wounds=9), sheet("other", wounds=9)))
    position.begin(SUFFER(player=1, unit=FOES, damages=(1,), model="foes.2", by=MINE))
    assert [event.model for event in happened(position, ModelRemoved)] == ["foes.2"]
    assert left(position, "other") == [9]


def test_a_stratagem_is_used_then() -> None:
    text = stratagem("mourn", {"do": "gain_cp", "cp": 1}, when={"moment": "unit destroyed"}, target={"who": "none"})
    things = unit(MINE, (20, 20)), unit("friend", (20, 30), player=0), unit(FOES, (30, 20))
    position = battle(*things, army(0, 1, detachment="own"), rules=own(text, sheets=[sheet("friend")]))
    position.begin(SUFFER(player=0, unit=MINE, damages=(1,), by=FOES))
    assert (position.window, offered(position)) == ("unit destroyed", [("mourn",)])
    use(position, "mourn")
    assert left(position, MINE) == [] and position.state.armies[0].cp == 1

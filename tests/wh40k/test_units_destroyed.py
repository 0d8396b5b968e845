"""What is used when a unit is destroyed, and how far it is to that unit then."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.testing import Scenario
from rulewright_wh40k.attack import SUFFER
from rulewright_wh40k.events.attacks import ModelDestroyed, ModelRemoved, WoundsLost

from .table import FOES, MINE, army, attached, battle, happened, invent, left, offered, rule, sheet, unit, use
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


@rule("core.attached-units", 3)
@rule("errata.leader", 4)
@rule("commentary.measuring-to-destroyed-units")
@pytest.mark.parametrize(("lost", "near"), [("foes.1", 24.0), ("boss.1", 46.0)])
def test_each_unit_of_an_attached_unit_is_destroyed_by_itself(lost: str, near: float) -> None:
    """It is measured from its own last model: who stands near the other end of the Attached unit is not near."""
    led = attached(unit(FOES, (30, 20), wounds=3), unit("boss", (40, 20), player=1, wounds=3))
    others = [unit("other", (x, 20), player=1, wounds=9, name=f"at {x}") for x in (24.0, 46.0)]
    sheets = with_texts(MINE, BURST, wounds=9), *(sheet(id, wounds=9) for id in (FOES, "boss", "other"))
    position = battle(led, *others, unit(MINE, (5, 5), wounds=9), rules=invent(*sheets))
    position.begin(SUFFER(player=1, unit=FOES, damages=(3,), model=lost, by=MINE))
    assert [id for id in ("at 24.0", "at 46.0") if left(position, id) == [8]] == [f"at {near}"]


@rule("errata.leader", 4)
@pytest.mark.parametrize("owner", [MINE, "boss"])
@pytest.mark.parametrize("lost", [MINE, "boss"])
def test_a_text_about_its_own_destruction_is_not_about_that_of_who_leads_it_or_is_led(owner: str, lost: str) -> None:
    mourned = with_texts(owner, {"when": "unit destroyed", "effects": [{"do": "gain_cp", "cp": 1}]})
    things = attached(unit(MINE, (20, 20)), unit("boss", (21.5, 20), player=0)), unit(FOES, (40, 20))
    position = battle(*things, army(0), rules=invent(sheet("boss"), mourned) if owner == MINE else invent(mourned))
    position.begin(SUFFER(player=0, unit=MINE, damages=(1,), model=f"{lost}.1", by=FOES))
    assert position.state.armies[0].cp == (owner == lost)


def test_a_stratagem_is_not_used_on_a_unit_that_is_destroyed_though_its_leader_is_left() -> None:
    text = stratagem("mourn", {"do": "gain_cp", "cp": 1}, when={"moment": "unit destroyed"}, target={"who": "acting"})
    things = attached(unit(MINE, (20, 20)), unit("boss", (21.5, 20), player=0)), unit(FOES, (30, 20))
    position = battle(*things, army(0, 1, detachment="own"), rules=own(text, sheets=[sheet("boss")]))
    position.begin(SUFFER(player=0, unit=MINE, damages=(1,), model="mine.1", by=FOES))
    assert position.idle and len(happened(position, ModelRemoved)) == 1


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

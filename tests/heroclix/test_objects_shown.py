"""Objects are seen: on the map where they lie, and beside whoever holds them."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import Rules, testing
from rulewright.cli.drawing import drawn
from rulewright.testing import Scenario
from rulewright_heroclix.faces.look import look
from rulewright_heroclix.faces.panel import panel

from .specials import special
from .table import BLANK, FOE, HERO, at, clix, invent, marker, play, rule, turn


def shown(position: Scenario, lang: str = "en") -> str:
    found: str = drawn(panel(position.game.view(0)), lang, 100).plain
    return found


@rule("17.2")
@pytest.mark.parametrize(("lang", "line"), [("en", "o An object at E5"), ("zh", "o 物品位于 E5")])
def test_an_object_that_lies_there_stands_on_the_map_and_in_its_legend(lang: str, line: str) -> None:
    told = shown(play(at(HERO, "C3"), at(FOE, "P16"), marker("object", "E5")), lang)
    row = next(one for one in told.splitlines() if one.startswith(" 5 "))
    assert row.count("o") == 1 and row.index("o") > row.index(".", 18) and line in told


@rule("17.7")
def test_who_holds_an_object_says_so_and_it_lies_nowhere() -> None:
    told = shown(play(at(HERO, "C3"), at(FOE, "P16"), marker("object", holder=HERO)))
    assert "hero (holds An object)" in told and "An object at" not in told
    assert "foe (holds" not in told


@rule("17.14a")
def test_other_markers_are_drawn_as_their_terrain_alone() -> None:
    told = shown(play(at(HERO, "C3"), at(FOE, "P16"), marker("hindering", "E5")))
    row = next(one for one in told.splitlines() if one.startswith(" 5 "))
    assert '"' in row and "o" not in row


def with_piece(kind: str, **more: Any) -> Rules:
    names = {"en": "Bell", "zh": "钟"}
    printed = {"id": "bell", "name": names, "kind": kind, **more}
    field = {"id": "field", "name": names, "map": {"rows": BLANK}}
    return testing.invent("heroclix", characters=[clix(HERO), clix(FOE)], maps=[field], markers=[printed])


EFFECTS = {"grants": ["toughness"], "points": 5}


@pytest.mark.parametrize(
    ("kind", "more", "shown_as"),
    [
        pytest.param("object", EFFECTS, "⚙ Bell at E5", marks=rule("25.1", 2)),
        pytest.param("object", {}, "Bell at E5", marks=rule("25.1", 2)),
        pytest.param("hindering", EFFECTS, "⛰ Bell at E5", marks=rule("25.9", 2)),
        pytest.param("hindering", {}, "", marks=rule("25.9", 2)),
    ],
)
def test_what_has_effects_bears_its_symbol_on_the_map(kind: str, more: dict[str, Any], shown_as: str) -> None:
    lies = marker(kind, "E5", name="bell", card="bell")
    told = shown(play(at(HERO, "C3"), at(FOE, "P16"), lies, rules=with_piece(kind, **more)))

    assert ("⚙" in told, "⛰" in told) == ("⚙" in shown_as, "⛰" in shown_as)
    assert shown_as in told and (bool(shown_as) or "Bell" not in told)


@rule("25.1", 2)
def test_a_special_object_bears_its_symbol_in_the_hand_and_in_a_look() -> None:
    lies = marker("object", name="bell", card="bell", holder=HERO)
    position = play(at(HERO, "C3"), at(FOE, "P16"), lies, rules=with_piece("object", **EFFECTS))

    assert "hero (holds ⚙ Bell)" in shown(position)
    found = look(position.game.view(0), "bell")
    assert found is not None and "⚙ Bell" in drawn(found, "en", 100).plain


@rule("6.7")
@rule("9", 1)
def test_the_table_shows_values_as_they_are_now_and_the_turn() -> None:
    rules = invent(clix(HERO, traits=[special({"modifies": "attack", "by": 1})]))
    told = shown(turn(play(at(HERO, "C3"), at(FOE, "P16"), rules=rules), number=3))
    assert "11 (10)" in told and told.count("(10)") == 1
    assert "Turn 3 of 60" in told

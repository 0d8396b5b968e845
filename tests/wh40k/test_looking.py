"""A closer look at datasheets, units and Stratagems."""

from __future__ import annotations

from functools import cache

from rulewright import Game, new_game
from rulewright.panels import Items, Panel, Row, Rows, Text
from rulewright.text import show
from rulewright_wh40k.faces.look import look

from .table import FOES, MINE, arm, battle, blade, invent, marker, sheet, unit

SHEET = {
    **sheet(MINE, arm("gun", "rapid fire d3", "anti-vehicle 4+"), blade(), wounds=3, invulnerable=4,
            ranged_invulnerable=5, abilities=["feel no pain 5+", "stealth"]),
    "damaged": {"wounds": 1, "oc": 1}, "texts": [{"name": "Waltz", "text": "They dance."}],
}  # fmt: skip


def seen(what: str, lang: str = "en") -> str:
    """All words of a look, a line for each row or text; empty where nothing has that name."""
    position = battle(unit(MINE, (20, 20), wounds=1), unit(FOES, (40, 20)), rules=invent(SHEET))
    panel = look(position.game.view(0), what)
    return "" if panel is None else "\n".join(lines(panel, lang))


def lines(panel: Panel, lang: str) -> list[str]:
    found = []
    for piece in panel.pieces:
        if isinstance(piece, Rows):
            found += [" | ".join(_cell(row, place, lang) for place in range(len(row.cells))) for row in piece.rows]
        elif isinstance(piece, Items):
            found += [f"{show(one.name, lang)}: {show(one.text, lang)}" for one in piece.items]
        else:
            found.append(show(piece.text, lang))  # type: ignore[union-attr]
    return found


def _cell(row: Row, place: int, lang: str) -> str:
    cell = row.cells[place]
    assert isinstance(cell, Text)
    return show(cell.text, lang)


def test_a_unit_shows_what_is_left_of_it_and_its_datasheet() -> None:
    """It has one wound left, and so it is damaged: of its Objective Control of 1 nothing is left."""
    told = seen(MINE)
    assert told.splitlines()[:2] == [MINE, "Now: models 1, wounds 1, Objective Control 0"]
    assert 'one | 6" | 4 | 4+ 4++ (5++ against shooting) | 3 | 7+ | 1' in told
    assert 'gun | 24" | 1 | 3+ | 4 | 0 | 1 | Rapid Fire D3, Anti-Vehicle 4+' in told
    assert "blade | melee | 1 | 3+ | 4 | 0 | 1 | " in told
    assert "Abilities: Feel No Pain 5+, Stealth" in told
    assert "Damaged, with up to 1 wound left: Hit rolls -1, Objective Control -1" in told
    assert "Keywords: A, Infantry" in told
    assert "Waltz: They dance." in told


def test_a_part_of_a_name_is_enough_and_none_is_the_own_army() -> None:
    assert "1 CP" in seen("fire over")
    assert "Keywords: A, Infantry" in seen("")
    assert seen("nobody of that name") == ""


def test_it_is_told_in_chinese() -> None:
    assert "关键词：A, Infantry" in seen(MINE, "zh")


@cache
def begun() -> Game:
    """A game of the content that comes with the package, as it begins."""
    return new_game("wh40k", seed=1)


def told(what: str, lang: str = "en") -> str:
    panel = look(begun().view(0), what)
    return "" if panel is None else "\n".join(lines(panel, lang))


def test_weapons_enhancements_and_terrain_have_names_too() -> None:
    assert seen("gun").splitlines()[0] == 'gun | 24" | 1 | 3+ | 4 | 0 | 1 | Rapid Fire D3, Anti-Vehicle 4+'
    for id, one in begun().content.enhancements.items():
        assert f"Enhancement, {one.points} points: " in told(id)
    assert told("copse") == "copse: Woods, 4 inches high"
    assert "east-ruin: 废墟，高 6 英寸" in told("废墟", "zh")


def test_an_objective_marker_tells_where_it_lies_and_whose_it_is() -> None:
    there = marker(20, 22, "objective#1", controller=0)
    position = battle(unit(MINE, (20, 20)), unit(FOES, (40, 20)), there)
    panel = look(position.game.view(0), "objective 1")
    assert panel is not None
    assert lines(panel, "en") == [
        "Objective 1: At 20, 22; controlled by Player 1; Objective Control of the players: 1, 0"
    ]  # fmt: skip


def test_an_ability_is_told_with_the_rule_that_it_stands_in() -> None:
    assert told("feel no pain").startswith("Feel No Pain: ")
    panel = look(begun().view(0), "重型")
    assert panel is not None
    (shown,) = panel.pieces
    assert isinstance(shown, Items)
    assert show(shown.items[0].notes[0], "en").startswith("core.weapon-heavy ")

"""Units that players own, in the notations that they have them in."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright import new_game, testing
from rulewright.cli.main import main
from rulewright.plugins import Imported
from rulewright.problems import ContentError
from rulewright_heroclix.importing.formats import ColumnFile, DialCode, DialRows, HCUnits

SHARED = Path(__file__).parents[3] / "shared" / "data" / "heroclix"
REAL: list[tuple[Any, str]] = [
    (HCUnits(), "synthetic/syn_units_hcunits_shape.json"),
    (DialRows(), "other/nealmaze_new_dials_first120.csv"),
    (ColumnFile(), "other/soleone_heroes.yml"),
]

CLICK = {"speed_value": 8, "speed_power": "charge", "attack_value": 10, "defense_value": 17, "damage_value": 3}
BRAWLER = {
    "unit_id": "own001", "set_id": "own", "collector_number": "001", "name": "Cinder Jack", "type": "character",
    "point_values": [60, 40], "keywords": ["Brute"], "unit_range": "5", "targets": "2", "speed_type": "wing",
    "damage_type": "giant", "dimensions": "1x1", "improved_movement": ["hindering"],
    "dial": [{**CLICK, "click_number": 1, "starting_line": True, "attack_power": "special"},
             {**CLICK, "click_number": 2, "starting_line": True}],
    "special_powers": [{"type": "attack", "name": "Embers", "description": "Cinder Jack can use Poison and Flurry."},
                       {"type": "trait", "name": "Smoulder", "description": "Invented text that nobody understands."}],
}  # fmt: skip
CODE = """own002 common [b]Cinder Jill[/b]
Team: Strays
Range 8 :bolt:
Points 55
Keywords Brute, Harbour
[dial][header][icon]m-wing[/icon][icon]a-fist[/icon][icon]d-shield[/icon][icon]g-starburst[/icon][/header]\
[click][slot=green]8[/slot][slot=none]10[/slot][slot=lime]17[/slot][slot=blue]3[/slot][/click]\
[click][slot=none]7[/slot][slot=red]9[/slot][slot=none]16[/slot][slot=darkblue]2[/slot][/click]\
[click][slot=ko]KO[/slot][slot=ko]KO[/slot][slot=ko]KO[/slot][slot=ko]KO[/slot][/click][/dial]
"""
ROW = (
    '"own003|Cinder Joe|Strays|6|bolt|70|Brute|m-boot|a-fist|d-shield|g-tiny|orange|9|none|10|special|17|none|2|'
    "none|8|none|9|none|16|none|2|ko|KO|ko|KO|ko|KO|ko|KO|Improved Movement:|Elevated, Hindering|"
    "Speed_null|Speed_null|Attack_null|Attack_null|Ash:|Toughness. When Joe is hit, he laughs.|Damage_null|Damage_null"
)
COLUMNS = """name: Cinder Jo
  range: 6
  flight: 9 gray, 8 special
  attack: 10, 9
  defense: 17 orange, 16
  damage: 3, 2
  special powers:
    Updraft: "Jo can use Charge."
"""


def entry(found: Imported) -> dict[str, Any]:
    """The only character of what was imported."""
    (one,) = found.data["characters"]
    return dict(one)


def units(**changes: Any) -> bytes:
    """A file of one unit with these keys changed."""
    return json.dumps([{**BRAWLER, **changes}]).encode()


def test_a_unit_of_hcunits() -> None:
    found = entry(HCUnits().read(units()))

    assert found["points"] == [{"value": 60, "click": 1}, {"value": 40, "click": 2}]
    assert found["dial"]["attack"] == ["10 cinder-jack-embers", "10"] and found["dial"]["speed"][0] == "8 charge"
    assert (found["range"], found["bolts"], found["size"], found["symbols"]) == (5, 2, "giant", ["flight"])
    assert found["specials"][0]["grants"] == ["poison", "flurry"]
    assert found["improved"] == ["improved-movement-hindering"]


def test_a_dial_in_bbcode() -> None:
    found = entry(DialCode().read(CODE.encode()))

    assert found["dial"]["speed"] == ["8 charge", "7"] and found["dial"]["attack"] == ["10", "9 blades-claws-fangs"]
    assert found["dial"]["defense"][0] == "17 combat-reflexes"
    assert found["dial"]["damage"] == ["3 probability-control", "2 shape-change"]
    assert (found["set"], found["number"], found["points"][0]["value"]) == ("own", "002", 55)
    assert found["keywords"] == ["Brute", "Harbour"]


def test_a_row_of_a_dial() -> None:
    found = entry(DialRows().read(ROW.encode()))

    assert found["dial"]["defense"] == ["17 cinder-joe-ash", "16"] and found["size"] == "tiny"
    assert found["specials"][0]["grants"] == ["toughness"] and found["specials"][0]["does"]
    assert found["traits"][0]["grants"] == ["improved-movement-elevated", "improved-movement-hindering"]


def test_columns_in_yaml() -> None:
    found = entry(ColumnFile().read(COLUMNS.encode()))

    assert found["dial"]["speed"] == ["9 running-shot", "8 cinder-jo-updraft"] and found["symbols"] == ["flight"]
    assert found["dial"]["defense"] == ["17 toughness", "16"]


def test_what_was_imported_is_played() -> None:
    files = (HCUnits().read(units()), DialCode().read(CODE.encode()), DialRows().read(ROW.encode()))
    rules = testing.invent("heroclix", characters=[entry(one) for one in files])
    forces = [{"members": [{"character": "cinder-jack"}]}, {"members": [{"character": "cinder-jill"}]}]
    game = new_game(rules, {"forces": forces, "turns": 12}, seed=1)
    chance = Random(1)
    while (request := game.request) is not None:
        game.answer(request.space.sample(chance), request.player)

    assert game.result is not None and rules.content.characters["cinder-joe"].size == "tiny"


def test_the_commands_of_the_page(tmp_path: Path) -> None:
    source, out = tmp_path / "units.json", tmp_path / "mine.json"
    source.write_bytes(units(team_abilities=["strays"]))
    told = CliRunner().invoke(main, ["import", str(source), "--game", "heroclix", "-o", str(out)])

    assert told.exit_code == 0 and "texts: 1 of 2 by program, 0 partly, 1 by hand" in told.output
    assert "team ability strays" in told.output
    played = ["simulate", "heroclix", "--content", str(out), "--games", "1", "--records", str(tmp_path / "r.csv")]
    assert CliRunner().invoke(main, played).exit_code == 0


@pytest.mark.parametrize(("form", "name"), REAL, ids=[name for _, name in REAL])
def test_files_that_players_have(form: Any, name: str) -> None:
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"no {name} here")
    data = path.read_bytes()
    found = form.read(data)

    assert form.recognizes(path.name, data[:4096])
    rules = testing.invent("heroclix", **found.data)
    assert all(one["id"] in rules.content.characters for one in found.data["characters"])


@pytest.mark.parametrize(
    ("form", "data", "place"),
    [
        (HCUnits(), b"[{", "line 1"),
        (HCUnits(), b'{"unit_id": 1}', "an array of units"),
        (HCUnits(), units(dial=[{**CLICK, "speed_power": "charg"}]), r"unit 1 \(own001\).dial\[1\].speed_power"),
        (HCUnits(), units(dial=[{**CLICK, "attack_value": "ten"}]), r"dial\[1\].attack_value"),
        (HCUnits(), units(name=""), r"unit 1 \(own001\).name"),
        (HCUnits(), units(dial=[]), "0 clicks"),
        (HCUnits(), units(type="map"), "map"),
        (DialCode(), CODE.replace("slot=green", "slot=teal").encode(), "line 6: click 1: speed"),
        (DialCode(), CODE.replace("[slot=none]10[/slot]", "").encode(), "3 values"),
        (DialCode(), CODE.replace("Points 55", "Points many").encode(), "points"),
        (DialRows(), ROW.replace("|70|", "|many|").encode(), "line 1: points"),
        (ColumnFile(), COLUMNS.replace("9 gray", "9 mauve").encode(), "line 3: flight: click 1"),
        (ColumnFile(), COLUMNS.replace("  damage: 3, 2\n", "").encode(), "no damage"),
        (ColumnFile(), b"name: \xff", "UTF-8"),
    ],
)
def test_bad_files_are_refused_with_the_place(form: Any, data: bytes, place: str) -> None:
    with pytest.raises(ContentError, match=place):
        form.read(data)


@pytest.mark.parametrize("found", [[], {}, 3])
def test_a_shape_that_is_no_word_is_no_shape(found: Any) -> None:
    (one,) = HCUnits().read(units(defense_type=found, dimensions=found, damage_type=found)).data["characters"]

    assert not one.keys() & {"size", "base"} and "dolphin" not in one["symbols"]


def test_traits_that_cost_points_or_use_plot_points() -> None:
    texts = [
        {"type": "costed_trait", "name": "Forge", "description": "Charge.", "point_value": 10},
        {"type": "title_trait", "name": "Plan", "description": "Flurry.", "plot_points": -2},
        {"type": "title_trait", "name": "Plot", "description": "It rains.", "plot_points": 1},
        {"type": "rally_trait", "name": "Rally", "description": "Stealth."},
    ]
    found = HCUnits().read(units(special_powers=texts, properties=["title"]))
    forge, plan, plot, rally = entry(found)["traits"]

    assert (forge["cost"], forge["grants"]) == (10, ["charge"]) and entry(found)["title"]
    assert (plan["plot"], plan["grants"]) == (-2, ["flurry"])
    assert "plot" not in plot and any("+1 plot points" in one for one in found.left_out)
    assert "grants" not in rally and rally["does"] and any("rally_trait" in one for one in found.notes)


GAUNTLET = {
    "unit_id": "own101", "set_id": "own", "collector_number": "101", "name": "Cinder Gauntlet", "type": "equipment",
    "point_values": [5], "properties": ["unique"], "object_keyphrases": ["equip_any", "unequip_drop", "indestructible"],
    "special_powers": [{"name": "EFFECT", "description": "This character can use Flurry.", "powers": ["flurry"]},
                       {"name": "MORE", "description": "When this character has no action tokens, modify attack +1."}],
}  # fmt: skip


def test_equipment() -> None:
    found = HCUnits().read(json.dumps([BRAWLER, GAUNTLET]).encode())
    (gauntlet,) = found.data["elements"]

    assert gauntlet["kind"] == "equipment" and (gauntlet["equip"], gauntlet["unequip"]) == ("any", "drop")
    assert (gauntlet["points"], gauntlet["ring"], gauntlet["grants"]) == (5, "unique", ["flurry"])
    assert gauntlet["does"][0]["modifies"] == "attack" and "keyphrase indestructible" in found.left_out[-1]
    assert testing.invent("heroclix", **found.data).content.elements["cinder-gauntlet"].equip == "any"


def test_the_name_of_equipment_is_no_character() -> None:
    texts = [{"name": "EFFECT", "description": "Cinder Gauntlet can use Flurry."}]
    found = HCUnits().read(json.dumps([{**GAUNTLET, "special_powers": texts}]).encode())

    assert "grants" not in found.data["elements"][0] and "1 by hand" in found.notes[0]


def test_a_figure_that_is_called_as_one_of_the_game_has_an_id_of_its_own() -> None:
    shipped = next(iter(testing.invent("heroclix").content.characters.values()))
    found = HCUnits().read(units(name=shipped.name["en"]))

    assert entry(found)["id"] == f"{shipped.id}-2" and testing.invent("heroclix", **found.data)


def test_properties_and_symbols() -> None:
    found = HCUnits().read(units(properties=["prime", "captain", "secret_identity", "legacy"], attack_type="duo"))
    shooter = entry(HCUnits().read(units(attack_type="sharpshooter", defense_type="indomitable")))

    assert (entry(found)["ring"], entry(found)["tags"]) == ("prime", ["captain", "secret identity"])
    assert [one.partition(": ")[2] for one in found.left_out[:2]] == ["attack symbol duo", "property legacy"]
    assert shooter["improved"] == ["improved-movement-hindering", "improved-targeting-adjacent"]


def test_a_patch_adds_units_and_names_what_it_changes_elsewhere() -> None:
    other = {**BRAWLER, "unit_id": "own002", "name": "Cinder Jill"}
    patch = {
        "additions": [BRAWLER, other], "updates": {"own001": {"unit_range": "7"}, "own009": {"name": "Cinder Joe"}},
        "deletions": ["own002", "own008"],
    }  # fmt: skip
    data = json.dumps(patch).encode()
    found = HCUnits().read(data)

    assert HCUnits().recognizes("patch.json", data) and entry(found)["range"] == 7
    assert {"own009: its name in another file", "own008: deleted in another file"} <= {*found.left_out}


@pytest.mark.parametrize(
    ("patch", "place"),
    [
        ({"updates": ["own001"]}, "file.updates"),
        ({"updates": {"own001": 3}}, "file.updates.own001"),
        ({"additions": {"own001": 3}}, "file.additions"),
        ({"additions": [3]}, "unit 1"),
        ({"deletions": ["own001"]}, "one character or more"),
    ],
)
def test_a_bad_patch_is_refused_with_the_place(patch: dict[str, Any], place: str) -> None:
    with pytest.raises(ContentError, match=place):
        HCUnits().read(json.dumps(patch).encode())


@pytest.mark.parametrize(
    ("text", "place"),
    [({"type": "costed_trait"}, "point_value"), ({"type": "title_trait", "plot_points": "many"}, "plot_points")],
)
def test_a_trait_without_its_number_is_refused(text: dict[str, Any], place: str) -> None:
    with pytest.raises(ContentError, match=place):
        HCUnits().read(units(special_powers=[text]))


def test_units_with_unknown_values_are_left_out_by_name() -> None:
    unknown = {**BRAWLER, "unit_id": "own009", "dial": [{**CLICK, "attack_value": "?"}]}
    found = HCUnits().read(json.dumps([BRAWLER, unknown]).encode())

    assert len(found.data["characters"]) == 1 and "own009" in found.left_out[0]


def test_files_are_recognized_without_the_rules() -> None:
    looks = "[form.recognizes('a.json', b'[{}]') for form in rulewright_heroclix.read_file_format()]"
    loaded = "[name for name in sys.modules if name.startswith('rulewright_heroclix.powers')]"
    code = f"import sys, rulewright_heroclix; print(len({looks}), {loaded})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "5 []\n"

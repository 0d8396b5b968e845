"""Data sets of 40kdc that players own become content; what they do not say is left out by name."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.problems import ContentError
from rulewright_wh40k.cards.loading import load_book
from rulewright_wh40k.importing.formats import DataSets, ListFile

from .table import rule

REAL: Final = Path(__file__).parents[2].parent / "shared" / "data" / "40k" / "40kdc-10e"
VERSION: Final = {"edition": "10th", "dataslate": "2025-q3"}


def entity(id: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "name": id.replace("-", " ").capitalize(), "game_version": VERSION, **more}


def unit(id: str, *weapons: str, **more: Any) -> dict[str, Any]:
    line = {"name": "Trooper", "M": 6, "T": 4, "W": 2, "Sv": 3, "invuln_sv": 5, "Ld": 6, "OC": 2}
    usual = {
        "profiles": [line], "points": [{"models": 5, "cost": 90}, {"models": 10, "cost": 180}],
        "keywords": ["Infantry"], "faction_keywords": ["Demo Folk"], "weapon_ids": list(weapons),
    }  # fmt: skip
    return entity(id, **{**usual, **more})


def gun(id: str, **stats: Any) -> dict[str, Any]:
    own = {"A": "D3", "S": 4, "AP": -1, "D": 1, "BS": 3, **stats}
    return entity(id, type="ranged", profiles=[{"name": "X", "range": 24, "stats": own, "keywords": ["Rapid Fire 1"]}])


SQUAD: Final = [{"unit_id": "squad", "models": [{"name": "Trooper", "min": 5, "max": 10}]}]


def packed(**files: Any) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, entities in files.items():
            archive.writestr(f"core/demo/{name.replace('_', '-')}.json", json.dumps(entities))
    return out.getvalue()


def read(*units: Any, **files: Any) -> Any:
    return DataSets().read(packed(units=list(units), **files))


@rule("core.datasheet")
def test_a_unit_has_its_line_its_sizes_and_the_weapons_that_it_may_have() -> None:
    found = read(unit("squad", "rifle"), weapons=[gun("rifle"), gun("cannon", S=9)], unit_compositions=SQUAD)
    (sheet,) = found.data["datasheets"]
    (profile,) = sheet["profiles"]
    columns = "move", "toughness", "save", "wounds", "leadership", "oc", "invulnerable"
    assert [profile[each] for each in columns] == [6, 4, 3, 2, 6, 2, 5]
    assert (sheet["id"], sheet["faction"], sheet["points"]) == ("squad", "Demo Folk", {5: 90, 10: 180})
    assert sheet["composition"] == [{"profile": "trooper", "least": 5, "most": 10, "weapons": []}]
    (rifle,) = sheet["weapons"]
    assert (rifle["attacks"], rifle["ap"], rifle["skill"], rifle["abilities"]) == ("D3", -1, 3, ["rapid fire 1"])


def test_weapons_that_the_files_do_not_tell_apart_are_left_out_by_name() -> None:
    found = read(unit("squad", "rifle", "horn"), weapons=[gun("rifle"), gun("rifle", S=5), gun("rifle")])
    assert found.data["datasheets"][0]["weapons"] == []
    assert found.left_out == (
        "Squad: rifle: several weapons have that id, none says which", "Squad: horn: no weapon has that id"
    )  # fmt: skip


def test_several_profiles_are_one_weapon_for_shooting_and_striking() -> None:
    stats = {"A": 2, "S": 5, "AP": 0, "D": 1}
    spear = entity("spear", profiles=[
        {"name": "Throw", "range": 12, "stats": {**stats, "BS": 3}},
        {"name": "Stab", "range": "Melee", "stats": {**stats, "WS": 2}},
    ])  # fmt: skip
    (sheet,) = read(unit("squad", "spear"), weapons=[spear]).data["datasheets"]
    assert [(one["id"], one.get("range"), one["profile_of"]) for one in sheet["weapons"]] == [
        ("spear-throw", 12, "spear"), ("spear-stab", None, "spear"),
    ]  # fmt: skip


@rule("core.ability-leader")
def test_leaders_abilities_and_detachments() -> None:
    abilities = [
        {"name": "Deep Strike", "unit_ids": ["hero"], "ability_type": "core"},
        {"name": "Waltz", "unit_ids": ["hero"], "ability_type": "unit"},
    ]
    found = read(
        unit("hero"), unit("squad"), unit("free", points=[]), abilities=abilities,
        leader_attachments=[{"leader_id": "hero", "eligible_bodyguard_ids": ["squad", "gone"]}],
        detachments=[entity("demo-host", stratagem_ids=["a", "b"])],
        enhancements=[entity("crown", detachment_id="demo-host", cost=25)],
    )  # fmt: skip
    hero, squad = found.data["datasheets"]
    assert (hero["abilities"], hero["texts"], hero["leads"]) == (
        ["deep strike"],
        [{"name": "Waltz", "text": ""}],
        ["squad"],
    )
    assert "leads" not in squad
    (host,) = found.data["detachments"]
    assert [(one["id"], one["points"]) for one in host["enhancements"]] == [("crown", 25)]
    assert found.left_out == (
        "Demo host: a, b: no Stratagem of it has that id", "units without points: Free",
    )  # fmt: skip


def card(id: str, *phases: str, **more: Any) -> dict[str, Any]:
    usual = {
        "category": "detachment", "type": "epic-deed", "detachment_id": "demo-host", "cp_cost": 2,
        "phases": list(phases), "player_turn": "either", "timing": "once-per-phase", "target_restrictions": None,
    }  # fmt: skip
    return entity(id, **{**usual, **more})


def test_stratagems_are_played_by_hand_at_the_usual_moments_of_their_phases() -> None:
    asked = {"required_keywords": ["Infantry"], "excluded_keywords": ["Swarm"]}
    cards = [
        card("hum", "fight", "shooting", target_restrictions=asked),
        card("sing", "movement", player_turn="opponent-turn", timing="once-per-battle"),
        card("hop", "lunch"), card("core", "fight", category="core", detachment_id=None),
    ]  # fmt: skip
    found = read(unit("squad"), detachments=[entity("demo-host")], stratagems=cards)
    hum, sing = found.data["stratagems"]
    assert (hum["labels"], hum["cp"], hum["detachment"]) == (["epic deed"], 2, "demo-host")
    assert hum["when"] == {
        "moment": "select to shoot", "also": ["targets selected", "selected to fight"], "phases": ["shooting", "fight"]
    }  # fmt: skip
    assert hum["target"] == {"who": "own", "keywords": ["Infantry"], "without": ["Swarm"]}
    assert hum["does"] == [{"do": "by_hand", "text": {"en": "Hum, as it is printed", "zh": "Hum：按印刷的文本"}}]
    assert (sing["when"]["turn"], sing["once"]) == ("theirs", "battle")
    assert found.left_out == ("the Stratagem Hop: no phase and label that the game knows",)


def test_a_list_arms_the_units(tmp_path: Path) -> None:
    data = read(
        unit("squad", "rifle", "cannon"), weapons=[gun("rifle"), gun("cannon", S=9)], unit_compositions=SQUAD
    ).data
    content = tmp_path / "content.json"
    content.write_text(json.dumps(data), encoding="utf-8")
    found = ListFile(load_book([content])).read(b"Squad (90 pts)\n- 5x Trooper\n  - 4x Rifle\n  - 1x Cannon\n")
    (sheet,) = found.data["datasheets"]
    assert [(one["least"], one["weapons"]) for one in sheet["composition"]] == [(4, ["rifle"]), (1, ["cannon"])]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (packed(weapons=[]), "found no units, expected a folder with units.json"),
        (packed(units=[unit("a", game_version={"edition": "11th"})]), "units of the 11th edition, expected Warhammer"),
        (packed(units=[{"id": "a"}]), "core/demo/units.json: found Object missing required field"),
    ],
)  # fmt: skip
def test_what_is_no_data_set_of_the_edition_is_refused(data: bytes, told: str) -> None:
    with pytest.raises(ContentError, match=told):
        DataSets().read(data)


@pytest.mark.skipif(not REAL.is_dir(), reason="the data set is not here")
def test_every_unit_of_the_real_data_set_has_the_lines_and_points_of_its_file(tmp_path: Path) -> None:
    out = tmp_path / "content.json"
    done = CliRunner().invoke(main, ["import", str(REAL), "-o", str(out)])
    assert done.exit_code == 0, done.output
    data = json.loads(out.read_text(encoding="utf-8"))
    units = [one for file in REAL.glob("core/*/units.json") for one in json.loads(file.read_bytes())]
    priced = [one for one in units if one["points"]]
    different = {json.dumps(one, sort_keys=True) for one in priced}
    assert (len(units), len(priced), len(different), len(data["datasheets"])) == (404, 334, 314, 314)
    cards = [one for file in REAL.glob("core/*/stratagems.json") for one in json.loads(file.read_bytes())]
    assert (len(cards), len(data["stratagems"])) == (168, 168)
    assert CliRunner().invoke(main, ["check", str(out), "--game", "wh40k"]).exit_code == 0
    by_name: dict[tuple[str, str], list[Any]] = {}
    for sheet in data["datasheets"]:
        by_name.setdefault((sheet["name"]["en"], sheet["faction"]), []).append(sheet)
    columns = {"move": "M", "toughness": "T", "save": "Sv", "wounds": "W", "leadership": "Ld", "oc": "OC"}
    for one in priced:
        lines = [{name: line[column] or 0 for name, column in columns.items()} for line in one["profiles"]]
        prices = {str(each["models"]): each["cost"] for each in one["points"]}
        assert any(
            sheet["points"] == prices and all({name: p[name] for name in columns} in lines for p in sheet["profiles"])
            for sheet in by_name[one["name"], (one["faction_keywords"] or ["Unaligned"])[0]]
        ), one["name"]

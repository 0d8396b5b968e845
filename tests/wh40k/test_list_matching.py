"""Lists become armies: names are those of datasheets, and units have the models, weapons and points of the list."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from click.testing import CliRunner

from rulewright import new_game, rules_for
from rulewright.cli.main import main
from rulewright.importing import both, slug
from rulewright.problems import ContentError
from rulewright_wh40k.before.rosters import points_of
from rulewright_wh40k.book.choices import UnitChoice
from rulewright_wh40k.book.sheets import composition
from rulewright_wh40k.cards.loading import Book, load_book
from rulewright_wh40k.importing.formats import ListFile, RosterFile
from rulewright_wh40k.importing.lists import read_list

from .table import rule

ROSTERS: Final = Path(__file__).parents[2].parent / "shared" / "data" / "40k" / "rosters"
real = pytest.mark.skipif(not ROSTERS.is_dir(), reason="the rosters are not here")

WARDENS: Final = "Wardens (80 pts)\n"


def read(text: str, book: Book | None = None) -> Any:
    return ListFile(book).read(text.encode())


def content_of(text: str) -> dict[str, Any]:
    return dict(read(text).data)


def army_of(text: str) -> dict[str, Any]:
    (army,) = content_of(text)["rosters"]
    return dict(army)


def only_sheet(text: str) -> dict[str, Any]:
    (sheet,) = content_of(text)["datasheets"]
    return dict(sheet)


def book_of(tmp_path: Path, content: Any) -> Book:
    file = tmp_path / "content.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    return load_book([file])


# Names ------------------------------------------------------------------------------------------------------


@rule("core.muster-roster")
def test_units_are_the_datasheets_of_their_names() -> None:
    army = army_of("Border Watch (155 pts)\n\nWarden Captain (75 pts)\n• Warlord\n\nWardens (80 pts)\n")
    assert army == {
        "id": "border-watch", "name": {"en": "Border Watch", "zh": "Border Watch"}, "faction": "Lantern Guard",
        "units": [{"sheet": "warden-captain", "models": 1, "warlord": True}, {"sheet": "wardens", "models": 5}],
    }  # fmt: skip


@pytest.mark.parametrize("shown", ["Marsh Guard [Legends]", "Marsh Guard (Cannon)"])
def test_what_stands_in_brackets_behind_a_name_need_not_be_in_the_list(shown: str, tmp_path: Path) -> None:
    sheet = load_book().pack["datasheets"]["wardens"].model_dump(mode="json", exclude_unset=True)
    book = book_of(tmp_path, {"datasheets": [{**sheet, "id": "marsh", "name": {"en": shown, "zh": shown}}]})
    assert read("Marsh Guard (80 pts)\n", book).data["rosters"][0]["units"] == [{"sheet": "marsh", "models": 5}]


@pytest.mark.parametrize("name", ["WARDENS", "wardens", "Wárdens", "War\u200bdens", "wardens ", "守望者小队"])
def test_names_are_compared_without_what_typing_changes(name: str) -> None:
    assert army_of(f"{name} (80 pts)\n")["units"] == [{"sheet": "wardens", "models": 5}]


def test_unknown_names_are_refused_all_at_once_with_their_lines_and_the_nearest_names() -> None:
    with pytest.raises(ContentError) as refused:
        read("Wardenz (80 pts)\n\nWardens (80 pts)\nZzyzx Horror (90 pts)\n")
    first, second = map(str, refused.value.problems)
    assert first == (
        "line 1: found 'Wardenz', expected the name of a datasheet; further ones come with --content FILE; "
        "did you mean 'Wardens'?"
    )
    assert second.startswith("line 4: found 'Zzyzx Horror'")
    assert "did you mean" not in second


# Models -----------------------------------------------------------------------------------------------------


@rule("core.muster-units")
@pytest.mark.parametrize(
    ("line", "models"),
    [
        ("Wardens (150 pts)", 10), ("Wardens (80 pts)", 5), ("10x Wardens (150 pts)", 10), ("1x Wardens (150 pts)", 10),
        ("7x Wardens (150 pts)", 7), ("10x Wardens", 10), ("Wardens (150 pts)\n• 10x Warden", 10),
    ],
)  # fmt: skip
def test_a_unit_has_as_many_models_as_the_list_says_or_pays_for(line: str, models: int) -> None:
    assert army_of(f"{line}\n")["units"] == [{"sheet": "wardens", "models": models}]


def test_more_models_than_anyone_has_are_refused_with_their_unit() -> None:
    with pytest.raises(ContentError, match="Wardens: found 1998 models, expected at most 100"):
        read("Wardens (80 pts)\n• 999x Warden\n  ◦ 1x Carbine\n• 999x Warden\n  ◦ 1x Carbine\n")


def test_a_size_that_nothing_says_is_told() -> None:
    assert any(
        "line 1: Wardens: no number of models is written; 5 are taken" in note for note in read("Wardens\n").notes
    )


# Wargear ----------------------------------------------------------------------------------------------------


def test_what_a_datasheet_usually_has_needs_no_datasheet_of_its_own() -> None:
    text = f"{WARDENS}• 4x Warden\n  ◦ 4x Carbine\n  ◦ 4x Bayonet\n• 1x Warden\n  ◦ 1x Lance gun\n  ◦ 1x Bayonet\n"
    assert content_of(text)["rosters"][0]["units"] == [{"sheet": "wardens", "models": 5}]
    assert "datasheets" not in content_of(text)


@rule("core.datasheet")
@pytest.mark.parametrize(
    "text",
    [
        f"{WARDENS}• 5x Warden\n  ◦ 3x Carbine\n  ◦ 2x Lance gun\n  ◦ 5x Bayonet\n",
        f"{WARDENS}• 5x Warden\n• 3x Carbine\n• 2x Lance gun\n• 5x Bayonet\n",
        f"{WARDENS}• 5x Warden\n  3 with Carbine, Bayonet\n  2 with Lance gun, Bayonet\n",
        "5x Wardens (80 pts): 3x Carbine, 2x Lance gun, 5x Bayonet\n",
    ],
    ids=["nested", "flat", "with", "compact"],
)
def test_models_carry_what_the_list_says(text: str) -> None:
    """A weapon goes first to models that have fewest of its sort, so that two lance guns are not with the carbines."""
    sheet = only_sheet(text)
    assert sheet["id"] == "lantern-guard-80-wardens"
    assert sheet["points"] == {5: 80}
    parts = [(part["least"], part["most"], sorted(part["weapons"])) for part in sheet["composition"]]
    assert sorted(parts) == [(2, 2, ["bayonet", "lance-gun"]), (3, 3, ["bayonet", "carbine"])]
    assert army_of(text)["units"] == [{"sheet": "lantern-guard-80-wardens", "models": 5}]


def test_two_units_that_are_armed_alike_share_a_datasheet_and_others_do_not() -> None:
    one, other = f"{WARDENS}• 5x Carbine\n", f"{WARDENS}• 5x Lance gun\n"
    army = army_of(one + one + other)
    assert [unit["sheet"] for unit in army["units"]] == [
        "lantern-guard-240-wardens", "lantern-guard-240-wardens", "lantern-guard-240-wardens-2",
    ]  # fmt: skip


def test_units_of_one_name_that_are_armed_otherwise_are_told_apart() -> None:
    """Beside one with what such units usually have, and whose name stays."""
    sabres, guns = f"{WARDENS}• 5x Bayonet\n", f"{WARDENS}• 5x Lance gun\n"
    names = [one["name"]["en"] for one in content_of(WARDENS + sabres + guns)["datasheets"]]
    assert names == ["Wardens (5x Bayonet)", "Wardens (5x Lance gun)"]
    assert [one["name"]["en"] for one in content_of(sabres)["datasheets"]] == ["Wardens"]


def test_what_a_datasheet_does_not_have_is_left_out_by_name() -> None:
    found = read(f"{WARDENS}• 5x Carbine\n• 1x Carbyne\n• Signal flare\n• Night Gunners\n")
    assert found.left_out == (
        "line 3: Carbyne: nothing of Wardens is called that; did you mean 'Carbine'?",
        "line 4: Signal flare: nothing of Wardens is called that",
        "line 5: Night Gunners: a unit, but the line has no points and stands under Wardens",
    )


def test_models_without_a_weapon_are_told() -> None:
    assert any("3 of 5 models have no weapon in the list" in note for note in read(f"{WARDENS}• 2x Carbine\n").notes)


@rule("core.datasheet")
def test_wargear_that_is_no_weapon_is_carried_by_the_models_that_the_list_names(tmp_path: Path) -> None:
    sheet = load_book().pack["datasheets"]["wardens"].model_dump(mode="json", exclude_unset=True)
    flag = {
        "id": "flag",
        "name": {"en": "Dawn flag", "zh": "Dawn flag"},
        "texts": [{"name": "Dawn", "text": "It waves."}],
    }
    own = {**sheet, "id": "marsh-guard", "name": {"en": "Marsh Guard", "zh": "Marsh Guard"}, "wargear": [flag]}
    book = book_of(tmp_path, {"datasheets": [own]})
    found = read("Marsh Guard (80 pts)\n• 5x Warden\n  ◦ 5x Carbine\n  ◦ 1x Dawn flag\n", book)
    (made,) = found.data["datasheets"]
    parts = [(part["least"], part["weapons"], part.get("wargear")) for part in made["composition"]]
    assert parts == [(1, ["carbine"], ["flag"]), (4, ["carbine"], None)]
    assert (made["wargear"][0]["texts"][0]["name"], found.left_out) == ("Dawn", ())
    (alone,) = read("5x Marsh Guard (80 pts): Dawn flag\n", book).data["datasheets"]
    assert sorted(part["weapons"] for part in alone["composition"] if part.get("wargear")) == [["carbine", "bayonet"]]


# Points -----------------------------------------------------------------------------------------------------


@rule("commentary.points-total")
def test_points_are_those_of_the_list_and_differences_are_told() -> None:
    found = read("5x Wardens (95 pts)\n")
    assert found.data["datasheets"][0]["points"] == {5: 95}
    assert "Wardens: 95 points as in the list; its datasheet says 80" in found.notes
    found = read("My list (200 pts)\n\nLantern Guard\n\nWarden Captain (75 pts)\n\nWardens (80 pts)\n")
    assert "the list says 200 points, and its units come to 155" in found.notes


# Leaders, Warlord, detachment -------------------------------------------------------------------------------


@rule("core.ability-leader")
def test_leaders_lead_units_with_datasheets_of_their_own() -> None:
    content = content_of(f"Warden Captain (75 pts)\n\n{WARDENS}• 5x Carbine\n\n{WARDENS}")
    leads = {one["id"]: one.get("leads") for one in content["datasheets"]}
    assert leads == {
        "lantern-guard-235-warden-captain": ["lantern-guard-235-wardens", "wardens"], "lantern-guard-235-wardens": None,
    }  # fmt: skip


@rule("core.muster-warlord")
@pytest.mark.parametrize("whom", ["Char1: Warden Captain", "Warden Captain"])
def test_the_head_says_who_has_the_warlord(whom: str) -> None:
    head = f"+ FACTION KEYWORD: Lantern Guard\n+ TOTAL ARMY POINTS: 155pts\n+ WARLORD: {whom}\n\n"
    army = army_of(f"{head}Char1: 1x Warden Captain (75 pts)\n5x Wardens (80 pts)\n")
    assert [unit.get("warlord") for unit in army["units"]] == [True, None]


DETACHED: Final = (
    "+ FACTION KEYWORD: Lantern Guard\n+ DETACHMENT: {}\n\n1x Warden Captain (90 pts)\nEnhancement: {} (+15 pts)\n"
)


@rule("core.muster-detachment")
def test_a_detachment_of_the_content_has_its_enhancements() -> None:
    book = load_book()
    (detachment,) = [one for one in book.pack["detachments"].values() if one.id == "night-watch"]
    gift = detachment.enhancements[0]
    text = DETACHED.format("Night Watch (Lights Out)", gift.name.en).replace("90 pts", f"{75 + gift.points} pts")
    army = army_of(text)
    assert army["detachment"] == "night-watch"
    assert army["units"] == [{"sheet": "warden-captain", "models": 1, "enhancement": f"night-watch/{gift.id}"}]


@pytest.mark.parametrize(
    "line",
    [
        "Warden Captain [95 pts]: Through Dusk, Dawn [20 pts], Arc sabre, Beam pistol",
        "Warden Captain (95 pts)\n• Enhancements: Through Dusk, Dawn\n• Arc sabre\n• Beam pistol",
        "Warden Captain (95 pts)\n• Through Dusk, Dawn (+20 pts)\n• Arc sabre\n• Beam pistol",
    ],
)
def test_names_of_enhancements_may_have_commas(line: str, tmp_path: Path) -> None:
    gift = {"id": "dusk", "name": {"en": "Through Dusk, Dawn", "zh": "Through Dusk, Dawn"}, "points": 20}
    host = {"id": "host", "name": {"en": "Host", "zh": "Host"}, "faction": "Lantern Guard", "enhancements": [gift]}
    found = read(f"Mine - [95 pts]\n\nDetachment: Host\n\n{line}\n", book_of(tmp_path, {"detachments": [host]}))
    (unit,) = found.data["rosters"][0]["units"]
    assert (unit, found.left_out) == ({"sheet": "warden-captain", "models": 1, "enhancement": "host/dusk"}, ())


def test_a_detachment_that_the_content_does_not_have_is_made_without_rules() -> None:
    found = read(DETACHED.format("Nigth Watch", "Spare Lamp"))
    (made,) = found.data["detachments"]
    assert (made["id"], made["faction"]) == ("lantern-guard-90-nigth-watch", "Lantern Guard")
    assert made["enhancements"] == [
        {"id": "spare-lamp", "name": {"en": "Spare Lamp", "zh": "Spare Lamp"}, "points": 15}
    ]
    (unit,) = found.data["rosters"][0]["units"]
    assert unit == {
        "sheet": "warden-captain", "models": 1, "enhancement": "lantern-guard-90-nigth-watch/spare-lamp",
    }  # fmt: skip
    assert any("did you mean 'Night Watch'?" in note for note in found.notes)


def test_a_second_enhancement_is_left_out_by_name() -> None:
    found = read(DETACHED.format("Odd Watch", "Spare Lamp") + "Enhancement: Old Lamp (+5 pts)\n")
    assert found.left_out == ("line 6: Old Lamp of Warden Captain: a unit has one Enhancement",)


def test_who_may_join_a_unit_of_another_loadout_still_may(tmp_path: Path) -> None:
    """A datasheet that names others names those that the army plays with."""
    pack = load_book().pack["datasheets"]
    herald = pack["warden-captain"].model_dump(mode="json", exclude_unset=True)
    herald |= {"id": "herald", "name": {"en": "Herald", "zh": "Herald"}, "joins": ["warden-captain"]}
    found = read("Herald (75 pts)\n\nWarden Captain (70 pts)\n", book_of(tmp_path, {"datasheets": [herald]}))
    joins = {one["name"]["en"]: one.get("joins") for one in found.data["datasheets"]}
    assert joins == {"Herald": ["lantern-guard-145-warden-captain"], "Warden Captain": None}


def test_an_enhancement_that_a_detachment_does_not_have_stays_in_the_points_of_its_unit() -> None:
    found = read(DETACHED.format("Night Watch", "Spare Lamp"))
    assert found.data["rosters"][0]["units"] == [{"sheet": "lantern-guard-90-warden-captain", "models": 1}]
    assert found.data["datasheets"][0]["points"] == {1: 90}
    (told,) = found.left_out
    assert told.startswith("line 5: Spare Lamp of Warden Captain: no Enhancement of Night Watch is called that")


# On the command line ----------------------------------------------------------------------------------------


def test_a_list_on_standard_input_is_an_army_that_plays(tmp_path: Path) -> None:
    out = tmp_path / "army.json"
    text = f"Border Watch (155 pts)\n\nWarden Captain (75 pts)\n\n{WARDENS}• 5x Carbine\n• 5x Bayonet\n"
    done = CliRunner().invoke(main, ["import", "-", "-o", str(out)], input=text)
    assert (done.exit_code, "2 units of Lantern Guard, 155 points" in done.output) == (0, True), done.output
    done = CliRunner().invoke(main, ["check", str(out)])
    assert done.exit_code == 0, done.output
    game = new_game(rules_for("wh40k", content=[out]), {"rosters": ["border-watch", "border-watch"]}, seed=1)
    rng = Random(1)
    while game.state.battle[0].round < 2 and game.request is not None:
        game.answer(game.request.space.sample(rng), game.request.player)
    carried = [one.weapons for one in game.state.models.values() if one.profile.startswith("border-watch-wardens/")]
    assert len(carried) == 10
    assert set(carried) == {("border-watch-wardens/carbine", "border-watch-wardens/bayonet")}


def test_a_list_names_datasheets_of_other_content(tmp_path: Path) -> None:
    sheet = load_book().pack["datasheets"]["wardens"].model_dump(mode="json", exclude_unset=True)
    given = {"datasheets": [{**sheet, "id": "marsh-guard", "name": {"en": "Marsh Guard", "zh": "Marsh Guard"}}]}
    content, file, out = tmp_path / "marsh.json", tmp_path / "list.txt", tmp_path / "out.json"
    content.write_text(json.dumps(given), encoding="utf-8")
    file.write_text("Marsh Guard (80 pts)\n", encoding="utf-8")
    refused = CliRunner().invoke(main, ["import", str(file), "-o", str(out)])
    assert (refused.exit_code, "line 1: found 'Marsh Guard'" in refused.output) == (1, True), refused.output
    assert not out.exists()
    done = CliRunner().invoke(main, ["import", str(file), "-o", str(out), "--content", str(content)])
    assert done.exit_code == 0, done.output
    assert json.loads(out.read_text())["rosters"][0]["units"] == [{"sheet": "marsh-guard", "models": 5}]


# Rosters that players own, written as lists -----------------------------------------------------------------


def written(book: Book, army: Any) -> Iterator[str]:
    """An army of the content as the official app would copy it."""
    yield f"{army.name.en} (99999 points)\n\n{army.faction}\nStrike Force (2000 points)\n\nCHARACTERS\n"
    for choice in army.units:
        sheet, own = book.units[choice.sheet], book.pack["datasheets"][choice.sheet]
        yield f"{own.name.en} ({sheet.points[choice.models]} points)"
        arms = {f"{sheet.id}/{one.id}": one for one in own.weapons}
        for kit, count in Counter(composition(sheet, choice.models)).items():
            yield f"  • {count}x {book.profiles[kit.profile].name.en}"
            for name, each in named(arms[weapon] for weapon in kit.weapons).items():
                yield f"     ◦ {count * each}x {name}"


def named(weapons: Iterable[Any]) -> dict[str, int]:
    """Weapons by the names that lists have: one that shoots and strikes is one, and so are all profiles of one."""
    found: dict[str, int] = {}
    for one, count in Counter(weapons).items():
        name = one.profile_of.replace("-", " ") or one.name.en
        found[name] = max(found.get(name, 0), count)
    return found


@real
@pytest.mark.parametrize(
    "file",
    [
        "rosz/01.LoV.Leviathan.v0102.rosz", "rosz/Necrons 10e.rosz", "rosz/Ultramarines_10E.rosz",
        "rosz/Tyranids 1600 090624.rosz", "rosz/army-composition.rosz", "rosz/yes-multi-statline.rosz",
        "newrecruit-json/custodes-test-army.json", "newrecruit-json/testList.json", "newrecruit-json/sunforges.json",
    ],
)  # fmt: skip
def test_a_real_army_written_as_a_list_is_the_same_army(file: str, tmp_path: Path) -> None:
    book = book_of(tmp_path, RosterFile().read((ROSTERS / file).read_bytes()).data)
    (army,) = book.rosters.values()
    found = read("\n".join(written(book, army)) + "\n", book)
    assert found.left_out == ()
    again = tmp_path / "again.json"
    again.write_text(json.dumps(found.data), encoding="utf-8")
    both = load_book([tmp_path / "content.json", again])
    (listed,) = found.data["rosters"]
    for unit, choice in zip(listed["units"], army.units, strict=True):
        own, sheet, models = both.units[unit["sheet"]], book.units[choice.sheet], choice.models or 0
        assert own.points[unit["models"]] == sheet.points[models]
        assert carried(own, unit["models"]) == carried(sheet, models)


def carried(sheet: Any, models: int) -> Counter[Any]:
    return Counter(
        (kit.profile.partition("/")[2], tuple(sorted(weapon.partition("/")[2] for weapon in kit.weapons)))
        for kit in composition(sheet, models)
    )


# Lists that players own, with datasheets made up for their names ----------------------------------------------


LINE: Final = {"move": 6, "toughness": 4, "save": 3, "wounds": 2, "leadership": 6, "oc": 1, "base": "32mm"}
ARM: Final = {"range": 24, "attacks": "2", "skill": 3, "strength": 4, "damage": "1"}


def made_up(text: bytes, *no_weapons: str) -> dict[str, Any]:
    """A datasheet for each unit that a list names, with a weapon for each thing under it."""
    sheets: dict[str, Any] = {}
    for unit in read_list(text).units:
        id = slug(unit.name)
        sheet = sheets.setdefault(id, {
            "id": id, "name": both(unit.name), "faction": "Demo Folk", "keywords": ["Character"], "points": {1: 1},
            "profiles": [{"id": "line", "name": both(f"{unit.name} line"), **LINE}], "weapons": [],
            "composition": [{"profile": "line", "least": 1, "most": 10}],
        })  # fmt: skip
        things = (each for one in unit.entries for each in (one.inside or (one,)) if each.name not in no_weapons)
        known = {one["id"] for one in sheet["weapons"]}
        new = [name for name in dict.fromkeys(each.name for each in things) if slug(name) not in known]
        sheet["weapons"] += [{"id": slug(name), "name": both(name), **ARM} for name in new]
    return {"datasheets": list(sheets.values())}


@real
@pytest.mark.parametrize(
    ("file", "total", "models"),
    [
        ("40kdc-chaos-knights-houndpack-input.newrecruit-simple.txt", 485, 6),
        ("40kdc-chaos-knights-houndpack-input.newrecruit-wtc-compact.txt", 485, 6),
        ("40kdc-chaos-knights-houndpack-input.newrecruit-wtc-full.txt", 485, 6),
        ("40kdc-cd-daemonic-incursion-input.listforge-text.txt", 795, 18),
        ("40kdc-gw-chaos-knights-input.gw.txt", 2000, 20),
    ],
)  # fmt: skip
def test_a_real_list_becomes_an_army_of_its_points(file: str, total: int, models: int, tmp_path: Path) -> None:
    text = (ROSTERS / "text" / file).read_bytes()
    book = book_of(tmp_path, made_up(text, "Houndpack Lance Character", "Instrument of Chaos", "Daemonic Icon"))
    found = ListFile(book).read(text)
    assert all("Houndpack" in told or "Instrument" in told or "Icon" in told for told in found.left_out)
    army = tmp_path / "army.json"
    army.write_text(json.dumps(found.data), encoding="utf-8")
    whole = load_book([tmp_path / "content.json", army])
    (listed,) = found.data["rosters"]
    units = [UnitChoice(**one) for one in listed["units"]]
    assert sum(points_of(whole.units[one.sheet], one, whole) for one in units) == total
    assert sum(one.models or 0 for one in units) == models
    assert sum(one.warlord for one in units) == 1

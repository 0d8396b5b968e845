"""Catalogues that players own become content: every field of a datasheet is that of the files."""

from __future__ import annotations

import io
import json
import re
import unicodedata
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

import pytest
from click.testing import CliRunner

from rulewright import new_game, rules_for
from rulewright.cli.main import main
from rulewright.problems import ContentError
from rulewright_wh40k.cards.loading import Book, load_book
from rulewright_wh40k.importing.formats import CatalogueFiles, ListFile, RosterFile

from .table import rule

DATA: Final = Path(__file__).parents[2].parent / "shared" / "data" / "40k"
real = pytest.mark.skipif(not (DATA / "bsdata-10e").is_dir(), reason="the catalogues are not here")
SYSTEM: Final = "sys-352e-adc2-7639-d6a9"
PTS: Final = "51b2-306e-1021-d207"


# Files as they are written ----------------------------------------------------------------------------------


def tag(element: str, /, *inside: str, **values: object) -> str:
    shown = "".join(f" {key}={quoteattr(str(value))}" for key, value in values.items())
    return f"<{element}{shown}>{''.join(inside)}</{element}>"


def profile(kind: str, name: str, **values: str) -> str:
    columns = (tag("characteristic", text, name=column) for column, text in values.items())
    return tag("profile", tag("characteristics", *columns), name=name, typeName=kind, hidden="false", id=f"p-{name}")


def line(name: str, **values: str) -> str:
    return profile("Unit", name, **{"M": "6", "T": "4", "SV": "3+", "W": "2", "LD": "6+", "OC": "2", **values})


def gun(name: str, **values: str) -> str:
    return profile("Ranged Weapons", name, **{
        "Range": "24", "A": "2", "BS": "3+", "S": "4", "AP": "-1", "D": "1", "Keywords": "Assault", **values
    })  # fmt: skip


def bounds(least: int | None = None, most: int | None = None) -> str:
    found = [("min", least), ("max", most)]
    return tag("constraints", *(
        tag("constraint", type=kind, value=value, field="selections", scope="parent", id=f"c-{kind}")
        for kind, value in found if value is not None
    ))  # fmt: skip


def entry(name: str, *inside: str, type: str = "upgrade", id: str = "", **more: object) -> str:
    return tag("selectionEntry", *inside, name=name, type=type, id=id or f"e-{name}", hidden="false", **more)


def entries(*inside: str) -> str:
    return tag("selectionEntries", *inside)


def group(name: str, *inside: str, default: str = "") -> str:
    return tag(
        "selectionEntryGroup", *inside, name=name, id=f"g-{name}", hidden="false", defaultSelectionEntryId=default
    )


def groups(*inside: str) -> str:
    return tag("selectionEntryGroups", *inside)


def links(*names: str) -> str:
    return tag("entryLinks", *(
        tag("entryLink", name=name, targetId=f"e-{name}", type="selectionEntry", id=f"l-{name}", hidden="false")
        for name in names
    ))  # fmt: skip


def points(value: int, *changes: str) -> str:
    modifiers = tag("modifiers", *changes) if changes else ""
    return tag("costs", tag("cost", name="pts", typeId=PTS, value=value)) + modifiers


def priced(value: int, from_models: int, unit: str, kind: str = "set") -> str:
    condition = tag(
        "condition", type="atLeast", value=from_models, field="selections", scope=f"e-{unit}", childId="model"
    )
    return tag("modifier", tag("conditions", condition), type=kind, value=value, field=PTS)


def keywords(*names: str) -> str:
    return tag("categoryLinks", *(tag("categoryLink", name=name, targetId="x", primary="false") for name in names))


def catalogue(*inside: str, name: str = "Demo Folk", system: str = SYSTEM, **more: object) -> bytes:
    return tag("catalogue", *inside, name=name, id=f"cat-{name}", gameSystemId=system, **more).encode()


OF_DEMO: Final = keywords("Faction: Demo Folk", "Infantry")
RIFLE: Final = entry("Rifle", bounds(1, 1), tag("profiles", gun("Rifle")))
CANNON: Final = entry("Cannon", bounds(0, 1), tag("profiles", gun("Cannon", S="9")))
ICON: Final = entry("Icon", bounds(0, 1), tag("profiles", profile("Abilities", "Icon", Description="They cheer.")))


def squad(*inside: str, least: int = 5, most: int = 10) -> str:
    trooper = entry("Trooper", bounds(None, most), entries(RIFLE), type="model")
    gunner = entry("Gunner", bounds(0, 2), entries(CANNON.replace('value="0"', 'value="1"'), ICON), type="model")
    troops = group("Troopers", bounds(least, most), entries(gunner, trooper), default="e-Trooper")
    return entry("Squad", OF_DEMO, tag("profiles", line("Trooper")), groups(troops), *inside, type="unit")


def packed(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(f"{name}.cat", data)
    return out.getvalue()


def read(*units: str, shared: str = "", **files: bytes) -> Any:
    root = catalogue(entries(*units), shared)
    return CatalogueFiles().read(packed(main=root, **files))


def only(*units: str, shared: str = "") -> dict[str, Any]:
    (sheet,) = read(*units, shared=shared).data["datasheets"]
    return dict(sheet)


# Datasheets -------------------------------------------------------------------------------------------------


@rule("core.datasheet", 1)
def test_a_unit_has_its_sizes_points_lines_and_weapons() -> None:
    sheet = only(squad(points(90, priced(180, 6, "Squad"))))
    assert (sheet["id"], sheet["faction"], sheet["keywords"]) == ("squad", "Demo Folk", ["Infantry"])
    assert sheet["points"] == {5: 90, 10: 180}
    assert sheet["composition"] == [{"profile": "trooper", "least": 5, "most": 10, "weapons": ["rifle"]}]
    assert [(one["id"], one["strength"]) for one in sheet["weapons"]] == [("rifle", 4), ("cannon", 9)]
    (one,) = sheet["profiles"]
    assert [one[name] for name in ("move", "toughness", "save", "wounds", "leadership", "oc")] == [6, 4, 3, 2, 6, 2]


@pytest.mark.parametrize(
    ("changes", "prices"),
    [
        ((), {10: 90}),
        ((priced(180, 6, "Squad"),), {5: 90, 10: 180}),
        ((priced(20, 6, "Squad", "increment"), priced(50, 9, "Squad", "increment")), {5: 90, 8: 110, 10: 160}),
        ((priced(5, 5, "Other", "decrement"),), {10: 85}),
    ],
)  # fmt: skip
def test_points_are_those_of_each_size(changes: tuple[str, ...], prices: dict[int, int]) -> None:
    assert only(squad(points(90, *changes)))["points"] == prices


def in_army(value: int, from_units: int, kind: str = "increment") -> str:
    """Points from a number of units of its kind in the army."""
    condition = tag(
        "condition", type="atLeast", value=from_units, field="selections", scope="roster", childId="e-Squad"
    )
    return tag("modifier", tag("conditions", condition), type=kind, value=value, field=PTS)


def test_points_by_how_many_of_it_an_army_has_are_those_of_the_first_and_told() -> None:
    found = read(squad(points(90, in_army(10, 4), in_army(5, 1))))
    assert found.data["datasheets"][0]["points"] == {10: 95}
    told = "points of Squad hang on how many of it an army has; they are those of the first one"
    assert told in found.left_out


def test_points_by_what_a_unit_has_are_those_of_the_usual_and_told() -> None:
    each = tag("repeats", tag("repeat", value=1, repeats=1, field="selections", scope="e-Squad", childId="e-Cannon"))
    by_guns = tag("modifier", each, type="increment", value=5, field=PTS)
    found = read(squad(points(90, by_guns, priced(7, 1, "Host").replace('"model"', '"e-Host"'))))
    assert found.data["datasheets"][0]["points"] == {10: 90}
    assert [told for told in found.left_out if told.startswith("points of")] == [
        "points of Squad hang on Cannon; they are those of what it usually has",
        "points of Squad hang on what else an army has; they are those without it",
    ]


def test_models_that_cost_otherwise_in_a_large_unit_are_counted_each() -> None:
    trooper = entry("Trooper", bounds(None, 10), entries(RIFLE), points(10, priced(9, 8, "Squad")), type="model")
    troops = groups(group("Troopers", bounds(5, 10), entries(trooper), default="e-Trooper"))
    prices = only(entry("Squad", OF_DEMO, tag("profiles", line("Trooper")), troops, type="unit"))["points"]
    assert prices == {5: 50, 6: 60, 7: 70, 8: 72, 9: 81, 10: 90}


def test_what_must_be_there_is_there_and_the_usual_one_of_each_group() -> None:
    """A sergeant, a choice of weapons whose usual one is the second, and two of one weapon."""
    sword = entry("Sword", tag("profiles", profile("Melee Weapons", "Sword", A="4", WS="3+", S="5", AP="-2", D="1")))
    choice = group("Weapon", bounds(1, 1), entries(CANNON, sword), default="e-Sword")
    twice = entry("Pistol", bounds(2, 2), tag("profiles", gun("Pistol")))
    boss = entry("Boss", bounds(1, 1), entries(twice), groups(choice), type="model")
    sheet = only(squad(entries(boss)))
    assert [(one["least"], one["most"], sorted(one["weapons"])) for one in sheet["composition"]] == [
        (1, 1, ["pistol", "pistol", "sword"]), (5, 10, ["rifle"]),
    ]  # fmt: skip


def test_links_lead_to_what_they_mean_in_any_of_the_files() -> None:
    hero = entry("Hero", OF_DEMO, tag("profiles", line("Hero", W="5")), links("Blaster"), points(60), type="model")
    rules = tag("infoLinks",
                tag("infoLink", tag("modifiers", tag("modifier", type="append", field="name", value="5+")), type="rule",
                    name="Feel No Pain", targetId="r1", id="i1", hidden="false"),
                tag("infoLink", type="profile", name="Waltz", targetId="p-Waltz", id="i2", hidden="false"))  # fmt: skip
    hero = hero.replace("</profiles>", f"</profiles>{rules}", 1)
    shared = catalogue(
        tag("sharedSelectionEntries", entry("Blaster", bounds(1, 1), tag("profiles", gun("Blaster", D="D3")))),
        tag("sharedRules", tag("rule", name="Feel No Pain", id="r1")),
        tag("sharedProfiles", profile("Abilities", "Waltz", Description="They dance.")),
        name="Library", library="true",
    )  # fmt: skip
    (sheet,) = read(hero, library=shared).data["datasheets"]
    assert [(one["id"], one["damage"]) for one in sheet["weapons"]] == [("blaster", "D3")]
    assert (sheet["abilities"], sheet["texts"]) == (["feel no pain 5+"], [{"name": "Waltz", "text": "They dance."}])
    assert read(hero).left_out == ("Hero: without Blaster, in a file that is not here",)


def test_what_is_hidden_or_for_campaigns_is_no_part_of_a_unit() -> None:
    hidden = entry("Secret", bounds(1, 1), tag("profiles", gun("Secret"))).replace('hidden="false"', 'hidden="true"', 1)
    relics = group("Crusade Relics", entries(entry("Old Gun", bounds(1, 1), id="e-old")))
    relic = group("Relic weapon", bounds(1, 1), entries(entry("Relic", tag("profiles", gun("Relic")))))
    sheet = only(squad(entries(hidden), groups(relics, relic)))
    assert [one["id"] for one in sheet["weapons"]] == ["rifle", "relic", "cannon"]


def test_wargear_that_a_unit_could_have_stands_on_its_datasheet() -> None:
    (icon,) = only(squad())["wargear"]
    assert icon == {
        "id": "icon", "name": {"en": "Icon", "zh": "Icon"}, "texts": [{"name": "Icon", "text": "They cheer."}]
    }  # fmt: skip


@rule("core.ability-leader")
def test_leaders_lead_the_units_of_the_catalogues() -> None:
    words = profile("Abilities", "Leader", Description="This model can be attached to the following unit: ■ Squad")
    hero = entry("Hero", OF_DEMO, tag("profiles", line("Hero"), words), type="model")
    assert [one.get("leads") for one in read(squad(), hero).data["datasheets"]] == [None, ["squad"]]


@rule("core.muster-detachment", 1)
def test_detachments_have_their_rules_and_enhancements() -> None:
    host = entry("Demo Host", tag("rules", tag("rule", tag("description", "They march."), name="March", id="r-m")))
    court = entry("Demo Court")
    choice = entry("Detachment", groups(group("Detachment", bounds(1, 1), entries(host, court))))
    hide = tag("modifiers", tag("modifier", tag("conditions", tag(
        "condition", type="lessThan", value=1, field="selections", scope="force", childId="e-Demo Court")),
        type="set", field="hidden", value="true"))  # fmt: skip
    words = tag("profiles", profile("Abilities", "Crown", Description="It shines."))
    crown = entry("Crown", words, tag("costs", tag("cost", name="pts", typeId=PTS, value=25)), hide)
    said = entry("Banner", tag("comment", "Demo Host"))
    gifts = tag("sharedSelectionEntryGroups", group("Enhancements", entries(crown, said)))
    first, second = read(squad(), choice, shared=gifts).data["detachments"]
    assert (first["name"]["en"], first["texts"]) == ("Demo Host", [{"name": "March", "text": "They march."}])
    assert [one["name"]["en"] for one in first["enhancements"]] == ["Banner"]
    assert second["enhancements"] == [{
        "id": "crown", "name": {"en": "Crown", "zh": "Crown"}, "points": 25,
        "texts": [{"name": "Crown", "text": "It shines."}],
    }]  # fmt: skip


def host(*inside: str) -> list[str]:
    """A squad, and the choice of one detachment."""
    return [
        squad(),
        entry("Detachment", groups(group("Detachment", bounds(1, 1), entries(entry("Demo Host", *inside))))),
    ]


def card(name: str, **columns: str) -> str:
    return profile(
        "Stratagem", name, **{"Type": "Battle Tactic", "Target": "One unit.", "Effect": "They hum.", **columns}
    )


@pytest.mark.parametrize(
    ("when", "moments", "turn", "who"),
    [
        ("Your Shooting phase.", ["select to shoot"], "yours", "own"),
        ("Your opponent’s Charge phase.", ["charge declared", "charge ended"], "theirs", "own"),
        ("Fight phase.", ["selected to fight", "targets selected"], None, "own"),
        ("Start of your Command phase.", ["command step"], "yours", "own"),
        ("End of your opponent's Movement phase.", ["end of movement phase"], "theirs", "own"),
        ("Your opponent's Shooting phase, just after an enemy unit has selected its targets.", ["targets selected"],
         "theirs", "attacked"),
        ("Fight phase, just after a Demo unit from your army has fought.", ["has fought"], None, "acting"),
    ],
)  # fmt: skip
def test_stratagems_that_stand_under_a_detachment_are_asked_for_when_they_say(
    when: str, moments: list[str], turn: str | None, who: str
) -> None:
    found = read(*host(tag("profiles", card("Hum (2CP)", When=when))))
    (one,) = found.data["stratagems"]
    assert [one["when"]["moment"], *one["when"].get("also", [])] == moments
    assert (one["when"].get("turn"), one["target"]) == (turn, {"who": who})
    assert (one["id"], one["name"]["en"], one["cp"], one["labels"]) == ("hum", "Hum", 2, ["battle tactic"])
    assert (one["detachment"], one["does"]) == ("demo-host", [{"do": "by_hand", "text": "One unit. They hum."}])
    assert "texts" not in found.data["detachments"][0]


def test_a_stratagem_that_stands_as_a_rule_is_read_alike() -> None:
    words = "Wargear Stratagem (1CP) **WHEN:** Any phase. **TARGET:** One unit. **EFFECT:** They hum."
    (one,) = read(*host(tag("rules", tag("rule", tag("description", words), name="Hum", id="r-h")))).data["stratagems"]
    assert (one["cp"], one["labels"], len(one["when"]["phases"])) == (1, ["wargear"], 5)
    assert one["text"] == "One unit. They hum."


def test_stratagems_that_cannot_be_read_are_left_out_by_name() -> None:
    shown = (card("Hum", When="Fight phase."), card("Sing (1CP)", When="When it rains."),
             card("Hop (1CP)", When="Fight phase.", Type="Prank"))  # fmt: skip
    found = read(*host(tag("profiles", *shown)))
    assert "stratagems" not in found.data
    assert found.left_out[1:] == (
        "the Stratagem Hum of Demo Host: it has no cost in CP",
        "the Stratagem Sing of Demo Host: its WHEN is 'When it rains.', at which nobody is asked",
        "the Stratagem Hop of Demo Host: it has none of the labels battle tactic, epic deed, strategic ploy, wargear",
    )


def test_a_stratagem_of_a_catalogue_is_one_of_the_game(tmp_path: Path) -> None:
    content = tmp_path / "content.json"
    content.write_text(
        json.dumps(read(*host(tag("profiles", card("Hum (1CP)", When="Any phase.")))).data), encoding="utf-8"
    )
    offered = load_book([content]).stratagems_at("targets selected", "demo-host")
    assert "hum" in {one.id for one in offered}


def test_what_cannot_be_read_is_left_out_by_name() -> None:
    broken = entry("Broken", OF_DEMO, tag("profiles", line("Broken", T="*")), type="model")
    bare = entry("Bare", OF_DEMO, type="model")
    found = read(squad(), broken, bare)
    assert found.left_out == (
        "options of Squad: how many models have one of Cannon, Cannon and Icon is not counted together",
            "Broken: left out: Broken: T is '*', which is no number",
        "Bare: it has no stat line",
    )  # fmt: skip
    told = read(squad(), squad(points(-5)).replace("Squad", "Cheap")).left_out[-1]
    assert told == "Cheap: left out: points[5]: found -5, expected at least 0"


@pytest.mark.parametrize("wrong", ["many", "1e400", "nan", "-1000000"])
def test_numbers_that_are_none_are_refused_with_their_place(wrong: str) -> None:
    with pytest.raises(ContentError, match=f"constraint c-max: value: found '{wrong}', expected a number of at most"):
        read(squad().replace('type="max" value="10"', f'type="max" value="{wrong}"'))
    with pytest.raises(ContentError, match="cost: value: found"):
        read(squad(points(90)).replace('value="90"', f'value="{wrong}"'))


def test_units_of_more_models_than_anyone_has_are_left_out() -> None:
    assert read(squad(least=5000, most=9000)).left_out == ("Squad: left out: Trooper: 5000 models, at most 100",)


def test_links_that_lead_in_a_circle_are_refused() -> None:
    both_ways = links("Loop", "Loop")
    with pytest.raises(ContentError, match="Loop: links that lead on and on"):
        read(entry("Loop", both_ways, tag("profiles", line("Loop")), type="model"))


def test_groups_of_texts_that_lead_in_a_circle_are_refused() -> None:
    circle = tag("infoLinks", tag("infoLink", name="Round", type="infoGroup", targetId="ig", id="il", hidden="false"))
    shared = tag("sharedInfoGroups", tag("infoGroup", circle, name="Round", id="ig", hidden="false"))
    with pytest.raises(ContentError, match="links that lead on and on"):
        read(entry("Hero", tag("profiles", line("Hero")), circle, type="model"), shared=shared)


# Files ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (packed(other=catalogue(system="sys-other")), "other.cat: found Demo Folk, of the game system sys-other"),
        (packed(other=b"<roster/>"), "other.cat: found a roster, expected a catalogue"),
        (packed(other=b"<catalogue"), "other.cat: found .*expected XML"),
        (b"PK\3\4broken", "an archive that cannot be read"),
    ],
)  # fmt: skip
def test_what_is_no_catalogue_of_the_game_is_refused(data: bytes, told: str) -> None:
    with pytest.raises(ContentError, match=told):
        CatalogueFiles().read(data)


def test_a_folder_an_archive_and_one_file_are_read(tmp_path: Path) -> None:
    """And a list of names with the content is an army that plays."""
    folder = tmp_path / "demo"
    folder.mkdir()
    hero = entry("Hero", keywords("Faction: Demo Folk", "Infantry", "Character"), tag("profiles", line("Hero")),
                 entries(RIFLE), points(60), type="model")  # fmt: skip
    data = catalogue(entries(squad(points(90)), hero))
    (folder / "demo.cat").write_bytes(data)
    (folder / "README.md").write_text("catalogues")
    (tmp_path / "demo.zip").write_bytes(packed(demo=data))
    (tmp_path / "one.cat").write_bytes(data)
    written = []
    for source in (folder, tmp_path / "demo.zip", tmp_path / "one.cat"):
        out = tmp_path / f"{source.name}.json"
        done = CliRunner().invoke(main, ["import", str(source), "-o", str(out)])
        assert (done.exit_code, "2 datasheets of Demo Folk" in done.output) == (0, True), done.output
        written.append(out.read_text(encoding="utf-8"))
    assert written[0] == written[1] == written[2]
    text = tmp_path / "list.txt"
    text.write_text("My army (150 pts)\n\nHero (60 pts)\n• Warlord\n\nSquad (90 pts)\n• 4x Trooper\n  ◦ 4x Rifle\n"
                    "• 1x Gunner\n  ◦ 1x Cannon\n  ◦ 1x Icon\n", encoding="utf-8")  # fmt: skip
    army = tmp_path / "army.json"
    done = CliRunner().invoke(main, ["import", str(text), "-o", str(army), "--content", str(tmp_path / "demo.json")])
    assert (done.exit_code, "left out" in done.output) == (0, False), done.output
    rules = rules_for("wh40k", content=[tmp_path / "demo.json", army])
    game = new_game(rules, {"rosters": ["my-army", "my-army"]}, seed=1)
    rng = Random(1)
    while game.state.battle[0].round < 2 and game.request is not None:
        game.answer(game.request.space.sample(rng), game.request.player)
    weapons = sorted(one.weapons for one in game.state.models.values() if one.player == 0)
    assert [each for (each,) in weapons] == ["hero/rifle", "my-army-squad/cannon", *["my-army-squad/rifle"] * 4]


# Catalogues that players own --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def owned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Book]:
    """What the catalogues come to, and the content with it."""
    if not (DATA / "bsdata-10e").is_dir():
        pytest.skip("the catalogues are not here")
    found = CatalogueFiles().read(packed(**{one.name: one.read_bytes() for one in (DATA / "bsdata-10e").iterdir()}))
    file = tmp_path_factory.mktemp("catalogues") / "content.json"
    file.write_text(json.dumps(found.data), encoding="utf-8")
    return found, load_book([file])


def plain(name: str) -> str:
    return re.sub("[^a-z0-9]", "", unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode())


def number(printed: str) -> int | str:
    if re.search("[dD]", printed):
        return printed.upper().replace(" ", "")
    return int(re.sub(r"[^\d-]", "", printed) or 0) if printed not in ("-", "N/A") else 0


def printed(kind: str, *columns: str) -> Iterator[tuple[str, tuple[int | str, ...]]]:
    """Every profile of a kind in the files, read without the program's own reader."""
    for file in (DATA / "bsdata-10e").iterdir():
        for one in ElementTree.parse(file).iter():
            if one.tag.endswith("}profile") and one.get("typeName") == kind:
                values = {
                    each.get("name"): each.text or "" for each in one.iter() if each.tag.endswith("}characteristic")
                }
                try:
                    yield plain(one.get("name", "")), tuple(number(values[column]) for column in columns)
                except (KeyError, ValueError):
                    continue


def test_every_line_and_weapon_of_real_datasheets_stands_in_the_files(owned: tuple[Any, Book]) -> None:
    sheets = owned[0].data["datasheets"]
    lines = set(printed("Unit", "M", "T", "SV", "W", "LD", "OC"))
    columns = "move", "toughness", "save", "wounds", "leadership", "oc"
    own = {(plain(one["name"]["en"]), tuple(one[each] for each in columns)) for s in sheets for one in s["profiles"]}
    assert own <= lines
    for kind, skill, melee in (("Ranged Weapons", "BS", False), ("Melee Weapons", "WS", True)):
        arms = {(name, values) for name, values in printed(kind, "A", skill, "S", "AP", "D")}
        mine = {
            (plain(one["name"]["en"]), (number(one["attacks"]), one.get("skill", 0), one["strength"], one["ap"],
                                        number(one["damage"])))
            for s in sheets for one in s.get("weapons", ()) if ("range" not in one) is melee
        }  # fmt: skip
        assert mine <= arms, kind


def test_real_datasheets_are_those_of_the_root_entries(owned: tuple[Any, Book]) -> None:
    """Each root entry with a stat line somewhere in it is a datasheet, or is named as left out."""
    found, book = owned
    names = {plain(one["name"]["en"]) for one in found.data["datasheets"]}
    for file in ("Necrons.cat", "Leagues of Votann.cat", "T'au Empire.cat"):
        root = ElementTree.parse(DATA / "bsdata-10e" / file).getroot()
        by_id = {one.get("id"): one for one in root.iter() if one.tag.endswith("}selectionEntry")}
        targets = (by_id.get(one.get("targetId")) for one in root.iterfind("{*}entryLinks/{*}entryLink"))
        units = [one for one in targets if one is not None and one.get("type") in ("unit", "model")]
        missing = [str(one.get("name")) for one in units if plain(str(one.get("name"))) not in names]
        assert [name for name in missing if not any(name in told for told in found.left_out)] == []
    assert book.units.keys() >= {one["id"] for one in found.data["datasheets"]}


@pytest.mark.parametrize(
    ("faction", "shared", "other_points"),
    [
        ("necrons", 52, {"C’tan Shard of the Nightbringer", "C’tan Shard of the Void Dragon",
                         "C’tan Shard of the Deceiver", "Transcendent C’tan"}),
        ("leagues-of-votann", 22, {"Berehk Stornbröw"}),
        ("tau-empire", 42, {"The Twin Lance", "Tidewall Shieldline"}),
    ],
)  # fmt: skip
def test_real_datasheets_agree_with_an_independent_data_set(
    owned: tuple[Any, Book], faction: str, shared: int, other_points: set[str]
) -> None:
    """All stat lines are equal; points differ where the other data set is of another date."""
    sheets = {plain(one["name"]["en"]): one for one in reversed(owned[0].data["datasheets"])}
    others = json.loads((DATA / "40kdc-10e" / "core" / faction / "units.json").read_bytes())
    both = [(one, sheets[plain(one["name"])]) for one in others if plain(one["name"]) in sheets]
    assert len(both) == shared
    differ = set()
    for other, own in both:
        lines = {(one["T"], one["Sv"], one["W"], one["Ld"], one["OC"]) for one in other["profiles"]}
        columns = "toughness", "save", "wounds", "leadership", "oc"
        assert {tuple(one[each] for each in columns) for one in own["profiles"]} == lines, other["name"]
        if {one["models"]: one["cost"] for one in other["points"]} != own["points"]:
            differ.add(other["name"])
    assert differ == other_points


def test_a_list_of_names_with_real_catalogues_is_an_army_that_plays(owned: tuple[Any, Book], tmp_path: Path) -> None:
    text = (
        "Kin (380 pts)\n\nLeagues of Votann\nHearthband\n\nCHARACTERS\n\nKâhl (100 pts)\n• Warlord\n"
        "• Enhancements: High Kâhl (+30 pts)\n\nBATTLELINE\n\nHearthkyn Warriors (100 pts)\n• 1x Theyn\n"
        "  ◦ 1x Plasma knife\n• 9x Hearthkyn Warrior\n  ◦ 8x Ion blaster\n  ◦ 1x Magna-rail rifle\n\n"
        "OTHER DATASHEETS\n\nHernkyn Pioneers (80 pts)\n\nHernkyn Yaegirs (90 pts)\n"
    )
    found = ListFile(owned[1]).read(text.encode())
    assert found.left_out == ()
    content = [tmp_path / "catalogues.json", tmp_path / "army.json"]
    for file, data in zip(content, (owned[0].data, found.data), strict=True):
        file.write_text(json.dumps(data), encoding="utf-8")
    (army,) = found.data["rosters"]
    assert (army["detachment"], army["units"][0]["enhancement"]) == ("hearthband", "hearthband/high-kahl")
    game = new_game(rules_for("wh40k", content=content), {"rosters": ["kin", "kin"]}, seed=2)
    rng = Random(2)
    while game.state.battle[0].round < 2 and game.request is not None:
        game.answer(game.request.space.sample(rng), game.request.player)
    warriors = [one for one in game.state.models.values() if one.unit.startswith("kin-hearthkyn-warriors#1")]
    arms = sorted(each.partition("/")[2] for one in warriors for each in one.weapons)
    assert (arms.count("ion-blaster"), arms.count("magna-rail-rifle"), arms.count("plasma-knife")) == (8, 1, 1)


@real
def test_a_real_roster_of_names_has_the_datasheets_of_the_catalogues(owned: tuple[Any, Book]) -> None:
    data = (DATA / "rosters" / "newrecruit-json" / "testList.json").read_bytes()
    assert RosterFile(owned[1]).read(data).data == RosterFile().read(data).data

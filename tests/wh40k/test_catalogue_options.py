"""Wargear options of catalogues: what content can say of them is on the datasheet, and the rest is named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from click.testing import CliRunner

from rulewright import new_game, rules_for
from rulewright.cli.main import main
from rulewright_wh40k.before.rosters import able_to_use, mistakes_of
from rulewright_wh40k.book.choices import ArmyChoice, UnitChoice
from rulewright_wh40k.book.sheets import composition
from rulewright_wh40k.cards.loading import Book, load_book
from rulewright_wh40k.importing.formats import CatalogueFiles, ListFile

from .test_catalogues import (
    CANNON,
    DATA,
    ICON,
    OF_DEMO,
    RIFLE,
    bounds,
    entries,
    entry,
    group,
    groups,
    gun,
    keywords,
    line,
    links,
    packed,
    plain,
    points,
    profile,
    read,
    tag,
)

BLADE: Final = entry("Blade", tag("profiles", profile(
    "Melee Weapons", "Blade", A="4", WS="3+", S="5", AP="-2", D="1"
)))  # fmt: skip


def one_of(*names: str) -> str:
    """Guns that can be chosen."""
    return "".join(entry(name, tag("profiles", gun(name))) for name in names)


def must(thing: str) -> str:
    """Something that a model has, where another one may have it."""
    return thing.replace('type="min" value="0"', 'type="min" value="1"')


def model(name: str, *inside: str, least: int | None = None, most: int | None = None) -> str:
    return entry(name, bounds(least, most), *inside, type="model")


def squad(*members: str, least: int = 5, most: int = 10, beside: str = "", more: str = "") -> str:
    """A squad of troopers with rifles, with other members of its group, and with what the unit has beside it."""
    trooper = model("Trooper", entries(RIFLE), most=most)
    troops = group("Troopers", bounds(least, most), entries(trooper, *members), default="e-Trooper")
    return entry("Squad", OF_DEMO, tag("profiles", line("Trooper")), groups(troops), beside, more, type="unit")


def options(*units: str, shared: str = "") -> tuple[list[dict[str, Any]], list[str]]:
    """The options of the only unit, and what is told of those that it has not."""
    found = read(*units, shared=shared)
    (sheet,) = found.data["datasheets"]
    return sheet.get("options", []), [
        told.partition(": ")[2] for told in found.left_out if told.startswith("options of ")
    ]


def choice(*inside: str, default: str, named: str = "Weapon") -> str:
    return groups(group(named, bounds(1, 1), entries(*inside), default=default))


def error(name: str, *conditions: tuple[str, int, str]) -> str:
    """An error of a unit when all of these hold."""
    found = (
        tag("condition", type=kind, value=value, field="selections", scope="e-Squad", childId=of)
        for kind, value, of in conditions
    )
    change = tag("modifier", tag("conditionGroups", tag("conditionGroup", tag("conditions", *found), type="and")),
                 type="add", field="error", value=name)  # fmt: skip
    return tag("modifiers", change)


# What an option is ------------------------------------------------------------------------------------------


def test_a_choice_of_weapons_is_an_option_for_each_but_the_usual_one() -> None:
    hero = model(
        "Hero", OF_DEMO, tag("profiles", line("Hero")), choice(one_of("Cannon", "Rifle"), BLADE, default="e-Rifle")
    )
    assert options(hero) == (
        [{"who": "any", "replaces": "rifle", "by": "cannon"}, {"who": "any", "replaces": "rifle", "by": "blade"}], []
    )  # fmt: skip


def test_links_lead_to_what_a_model_can_have() -> None:
    shared = tag("sharedSelectionEntries", entry("Blaster", tag("profiles", gun("Blaster", D="D3"))))
    weapons = group("Weapon", bounds(1, 1), entries(one_of("Rifle")), links("Blaster"), default="e-Rifle")
    hero = model("Hero", OF_DEMO, tag("profiles", line("Hero")), groups(weapons))
    assert options(hero, shared=shared)[0] == [{"who": "any", "replaces": "rifle", "by": "blaster"}]


def test_a_model_of_another_kind_is_an_option_for_as_many_as_there_can_be() -> None:
    gunner = model("Gunner", entries(must(CANNON)), most=2)
    assert options(squad(gunner))[0] == [{"who": "any", "replaces": "rifle", "by": "cannon", "most": 2}]
    assert options(squad(model("Gunner", entries(must(CANNON)), most=10)))[0] == [
        {"who": "any", "replaces": "rifle", "by": "cannon"}
    ]


def test_what_any_model_can_have_besides_replaces_nothing() -> None:
    trooper = model("Trooper", entries(RIFLE, ICON), most=10)
    troops = groups(group("Troopers", bounds(5, 10), entries(trooper), default="e-Trooper"))
    unit = entry("Squad", OF_DEMO, tag("profiles", line("Trooper")), troops, type="unit")
    assert options(unit) == ([{"who": "any", "by": "icon"}], [])


def test_models_that_must_be_equipped_alike_use_an_option_all_or_none() -> None:
    gunner = model("Gunner", entries(must(CANNON)), most=10)
    alike = error("All alike", ("atLeast", 1, "e-Trooper"), ("atLeast", 1, "e-Gunner"))
    assert options(squad(gunner, more=alike))[0] == [{"who": "all", "replaces": "rifle", "by": "cannon"}]


def test_what_a_unit_has_besides_its_models_is_for_any_of_them() -> None:
    drone = ICON.replace("Icon", "Drone").replace('type="max" value="1"', 'type="max" value="2"')
    assert options(squad(beside=entries(drone)))[0] == [{"who": "any", "by": "drone", "most": 2}]


def test_a_limit_of_the_whole_unit_counts() -> None:
    limit = tag("constraints", tag(
        "constraint", type="max", value=1, field="selections", scope="unit", id="c-unit", includeChildSelections="true"
    ))  # fmt: skip
    cannon = entry("Cannon", limit, tag("profiles", gun("Cannon", S="9")))
    trooper = model("Trooper", choice(one_of("Rifle"), cannon, default="e-Rifle"), most=10)
    troops = groups(group("Troopers", bounds(5, 10), entries(trooper), default="e-Trooper"))
    unit = entry("Squad", OF_DEMO, tag("profiles", line("Trooper")), troops, type="unit")
    assert options(unit)[0] == [{"who": "any", "replaces": "rifle", "by": "cannon", "most": 1}]


# What content cannot say ------------------------------------------------------------------------------------


@pytest.mark.parametrize("scaled", ["modifier", "repeat", "error"])
def test_one_for_five_models_is_an_option_for_as_many(scaled: str) -> None:
    more = tag("conditions", tag(
        "condition", type="atLeast", value=10, field="selections", scope="e-Squad", childId="model"
    ))  # fmt: skip
    each = tag("repeats", tag("repeat", value=10, repeats=1, field="selections", scope="e-Squad", childId="model"))
    change = tag("modifiers", tag(
        "modifier", {"modifier": more, "repeat": each, "error": ""}[scaled], type="increment", value=1,
        field="c-max" if scaled != "error" else "name",
    ))  # fmt: skip
    gunner = model("Gunner", change, entries(must(CANNON)), most=2 if scaled == "error" else 1)
    wrong = error("One for five", ("atLeast", 2, "e-Gunner"), ("lessThan", 10, "model")) if scaled == "error" else ""
    assert options(squad(gunner, more=wrong)) == (
        [{"who": "any", "replaces": "rifle", "by": "cannon", "most": 1, "per": 5}], []
    )  # fmt: skip


def test_what_only_a_large_unit_can_have_is_told() -> None:
    few = tag("conditions", tag(
        "condition", type="lessThan", value=10, field="selections", scope="unit", childId="model"
    ))  # fmt: skip
    none = tag("modifiers", tag("modifier", few, type="set", value=0, field="c-max"))
    assert options(squad(model("Gunner", none, entries(must(CANNON)), most=1))) == ([], ["none for Cannon"])


def test_a_weapon_that_others_have_too_is_not_replaced_for_some_of_them() -> None:
    """Options are for any model that has a weapon: the boss would get the cannon as well."""
    boss = entries(model("Boss", entries(RIFLE), least=1, most=1))
    gunner = model("Gunner", entries(must(CANNON)), most=2)
    assert options(squad(gunner, beside=boss)) == ([], ["none for Cannon"])


def test_both_profiles_of_a_weapon_are_one_option() -> None:
    twin = tag("profiles", gun("➤ Plasma - standard"), gun("➤ Plasma - overcharge", S="8"))
    weapons = choice(one_of("Rifle"), entry("Plasma", twin), default="e-Rifle")
    hero = model("Hero", OF_DEMO, tag("profiles", line("Hero")), weapons)
    twice = ["plasma-overcharge", "plasma-standard"]
    assert options(hero) == ([{"who": "any", "replaces": "rifle", "by": twice}], [])


def test_a_sword_and_a_shield_are_for_a_spear_at_once() -> None:
    both = entry("Sword and shield", tag("profiles", gun("Sword"), gun("Shield bash")))
    hero = model(
        "Hero", OF_DEMO, tag("profiles", line("Hero")), choice(both, one_of("Rifle", "Cannon"), default="e-Rifle")
    )
    found, told = options(hero)
    assert {"who": "any", "replaces": "rifle", "by": ["shield-bash", "sword"]} in found and not told


def test_of_things_that_exclude_each_other_the_first_is_an_option() -> None:
    horn = ICON.replace("Icon", "Horn")
    either = groups(group("Wargear", bounds(None, 1), entries(ICON, horn)))
    hero = model("Hero", OF_DEMO, tag("profiles", line("Hero")), entries(RIFLE), either)
    assert options(hero) == ([{"who": "any", "by": "icon"}], ["none for Horn"])


def test_two_of_a_kind_are_an_option_besides_one() -> None:
    missile = CANNON.replace("Cannon", "Missile").replace('type="max" value="1"', 'type="max" value="2"')
    hero = model("Hero", OF_DEMO, tag("profiles", line("Hero")), entries(RIFLE, missile))
    one, two = {"who": "any", "by": "missile"}, {"who": "any", "by": ["missile", "missile"]}
    assert options(hero) == ([one, two], [])


def test_a_limit_of_several_options_together_is_told() -> None:
    gunners = (
        model(name, entries(must(CANNON.replace("Cannon", name[:-2]))), most=1) for name in ("Mortarer", "Lancerer")
    )
    heavy = group("Heavy", bounds(None, 1), entries(*gunners))
    trooper = model("Trooper", entries(RIFLE), most=10)
    troops = groups(group("Troopers", bounds(5, 10), entries(trooper), groups(heavy), default="e-Trooper"))
    unit = entry("Squad", OF_DEMO, tag("profiles", line("Trooper")), troops, type="unit")
    found, told = options(unit)
    assert [(one["by"], one["most"]) for one in found] == [("mortar", 1), ("lancer", 1)]
    assert told == ["how many models have one of Mortar, Lancer is not counted together"]


def test_an_option_that_costs_points_is_told() -> None:
    hero = model("Hero", OF_DEMO, tag("profiles", line("Hero")), entries(RIFLE, CANNON.replace(
        "<profiles>", points(15) + "<profiles>"
    )))  # fmt: skip
    assert options(hero) == ([], ["none for Cannon"])


def test_a_model_of_more_ways_than_are_looked_through_has_no_options() -> None:
    guns = entries(*(CANNON.replace("Cannon", f"Gun {number}") for number in range(16)))
    assert options(model("Hero", OF_DEMO, tag("profiles", line("Hero")), guns)) == (
        [], ["none, since there are more ways to equip it than are looked through"]
    )  # fmt: skip


def test_a_roster_uses_options_of_a_catalogue(tmp_path: Path) -> None:
    """And the game refuses more than the file has."""
    hero = model("Hero", keywords("Faction: Demo Folk", "Infantry", "Character"), tag("profiles", line("Hero")),
                 choice(one_of("Pistol", "Rifle"), default="e-Rifle"), points(60))  # fmt: skip
    gunner = model("Gunner", entries(must(CANNON)), most=2)
    data = read(squad(gunner, more=points(90)), hero).data
    army = {"id": "mine", "name": {"en": "Mine", "zh": "Mine"}, "faction": "Demo Folk", "units": [
        {"sheet": "hero", "options": {"1": 1}}, {"sheet": "squad", "options": {"1": 2}},
    ]}  # fmt: skip
    content = tmp_path / "content.json"
    content.write_text(json.dumps({**data, "rosters": [army]}), encoding="utf-8")
    game = new_game(rules_for("wh40k", content=[content]), {"rosters": ["mine", "mine"]}, seed=1)
    rng = Random(1)
    while game.state.battle[0].round < 2 and game.request is not None:
        game.answer(game.request.space.sample(rng), game.request.player)
    arms = sorted(id for one in game.state.models.values() if one.player == 0 for id in one.weapons)
    assert arms == ["hero/pistol", "squad/cannon", "squad/cannon", *["squad/rifle"] * 8]
    wrong = ArmyChoice(faction="Demo Folk", units=(UnitChoice(sheet="squad", models=10, options={1: 3}),))
    (problem,) = mistakes_of("army", wrong, None, load_book([content]))
    assert "at most 2 models" in str(problem)


# Catalogues that players own --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def owned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Path, Book]:
    """What the catalogues come to, a file of it, and the content with it."""
    if not (DATA / "bsdata-10e").is_dir():
        pytest.skip("the catalogues are not here")
    found = CatalogueFiles().read(packed(**{one.name: one.read_bytes() for one in (DATA / "bsdata-10e").iterdir()}))
    file = tmp_path_factory.mktemp("catalogues") / "content.json"
    file.write_text(json.dumps(found.data), encoding="utf-8")
    return found, file, load_book([file])


def test_everything_that_is_imported_is_accepted_by_check(owned: tuple[Any, Path, Book]) -> None:
    done = CliRunner().invoke(main, ["check", str(owned[1]), "--game", "wh40k"])
    assert done.exit_code == 0, done.output


def test_the_game_accepts_every_option_as_often_as_it_says(owned: tuple[Any, Path, Book]) -> None:
    """In the smallest unit and in the largest one; and refuses it for one model more."""
    found, _, book = owned
    tried = 0
    for sheet in (book.units[one["id"]] for one in found.data["datasheets"]):
        for models in {min(sheet.points), max(sheet.points)}:
            for number, option in enumerate(sheet.options, start=1):
                able, tried = able_to_use(option, list(composition(sheet, models))), tried + 1
                assert able > 0, sheet.id
                for count, wrong in ((able, 0), (able + 1, 1)):
                    unit = UnitChoice(sheet=sheet.id, models=models, options={number: count})
                    army = ArmyChoice(faction=sheet.faction, units=(unit,))
                    assert len(list(mistakes_of("army", army, None, book))) == wrong, (sheet.id, option)
    assert tried > 150


def inside(entry: Element, name: str) -> Iterator[Element]:
    return (one for one in entry.iter() if one.tag.endswith("}" + name))


@pytest.mark.parametrize(
    ("file", "unit", "group"),
    [
        ("Necrons", "Immortals", "Weapons"),
        ("Necrons", "Tomb Blades", "Weapon"),
        ("Necrons", "Necron Warriors", ""),
        ("Necrons", "Sentry Pylon [Legends]", ""),
        ("T'au Empire", "Drone Sentry Turret [Legends]", ""),
        ("T'au Empire", "Krootox Riders", ""),
        ("T'au Empire", "Heavy Gun Drones [Legends]", ""),
    ],
)
def test_real_units_have_an_option_for_each_weapon_of_a_group_but_one(
    owned: tuple[Any, Path, Book], file: str, unit: str, group: str
) -> None:
    """Counted in the file without the program's own reader."""
    root = ElementTree.parse(DATA / "bsdata-10e" / f"{file}.cat").getroot()
    (entry,) = (
        one for one in inside(root, "selectionEntry") if one.get("name") == unit and one.get("type") != "upgrade"
    )
    profiles = {one.get("id"): one for one in inside(root, "profile")}
    shared = {one.get("id"): one for one in inside(root, "selectionEntry")}
    around = [one for one in inside(entry, "selectionEntryGroup") if one.get("name") == group] or [entry]
    offered = set()
    for part in around[0].iter():
        target = shared.get(part.get("targetId", "")) if part.tag.endswith("}entryLink") else part
        for each in () if target is None else target.iter():
            one = profiles.get(each.get("targetId", "")) if each.tag.endswith("}infoLink") else each
            if one is not None and one.get("typeName") in ("Ranged Weapons", "Melee Weapons"):
                offered.add(plain(str(one.get("name"))))
    sheet = next(one for one in owned[0].data["datasheets"] if one["name"]["en"] == unit)
    names = {one["id"]: plain(one["name"]["en"]) for one in sheet["weapons"]}
    swaps = [one for one in sheet["options"] if "replaces" in one]
    usual = {names[id] for part in sheet["composition"] for id in part["weapons"]}
    assert sorted(names[one["by"]] for one in swaps) == sorted(offered - usual)


def test_a_real_list_and_a_roster_arm_a_unit_alike(owned: tuple[Any, Path, Book], tmp_path: Path) -> None:
    """The list says in words what the roster says by the number of the option."""
    _, file, book = owned
    text = (
        "Dynasty (190 pts)\n\nNecrons\n\nPlasmancer (55 pts)\n• Warlord\n\nNecron Warriors (90 pts)\n"
        "• 10x Warrior\n  ◦ 10x Close combat weapon\n  ◦ 6x Gauss flayer\n  ◦ 4x Gauss reaper\n"
    )
    data = ListFile(book).read(text.encode()).data
    units = [{"sheet": "plasmancer", "warlord": True}, {"sheet": "necron-warriors", "options": {"1": 4}}]
    army = {"id": "mine", "name": {"en": "Mine", "zh": "Mine"}, "faction": "Necrons", "units": units}
    data["rosters"].append(army)
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps(data), encoding="utf-8")
    setup = {"rosters": ["dynasty", "mine"]}
    game = new_game(rules_for("wh40k", content=[file, mine]), setup, seed=3)
    arms = [
        sorted(id.partition("/")[2] for one in game.state.models.values() if one.player == player for id in one.weapons)
        for player in (0, 1)
    ]
    assert arms[0] == arms[1]
    assert (arms[1].count("gauss-reaper"), arms[1].count("gauss-flayer")) == (4, 6)

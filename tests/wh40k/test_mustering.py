"""Mustering: what an Army Roster may hold, and the clear refusal of everything else."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import SetupError, new_game, testing
from rulewright_wh40k.terms import has_keyword, shared

from .before import CARRIER, before, carrier, off, within
from .table import FOES, MINE, field, named, rule, sheet, unit


def gift(id: str, points: int = 10, *abilities: str) -> dict[str, Any]:
    """An Enhancement."""
    return {**named(id), "points": points, "abilities": list(abilities)}


BOSS = sheet("boss", keywords=["Infantry", "Character"], points={1: 50, 2: 100})
DETACHMENT = {
    **named("band"), "faction": "A",
    "enhancements": [gift("a", 10, "scouts 6"), gift("b"), gift("c"), gift("d")],
}  # fmt: skip


def world(*sheets: Any, detachments: Any = (DETACHMENT,)) -> Any:
    """Rules with these datasheets, a Character and plain units."""
    known = {one["id"] for one in sheets}
    usual = [one for one in (BOSS, sheet(MINE, points={5: 50, 10: 100})) if one["id"] not in known]
    fields = [field(width=90)]
    return testing.invent("wh40k", datasheets=[*usual, *sheets], battlefields=fields, detachments=list(detachments))


def army(*units: Any, boss: bool = True, **more: Any) -> dict[str, Any]:
    """An army of these units, with a Character."""
    listed = [one if isinstance(one, dict) else {"sheet": one} for one in units]
    return {"faction": "A", **more, "units": ([{"sheet": "boss"}] if boss else []) + listed}


def start(*units: Any, rules: Any = None, size: str = "incursion", boss: bool = True, **more: Any) -> Any:
    """A battle with such an army for player 0."""
    armies = [army(*units, boss=boss, **more), army()]
    return new_game(rules or world(), {"battlefield": "field", "armies": armies, "size": size}, seed=1)


def refused(told: str, *units: Any, **more: Any) -> None:
    """The army is refused, and told why."""
    with pytest.raises(SetupError) as error:
        start(*units, **more)
    assert told in str(error.value)


@rule("core.muster-battle-size")
@rule("core.muster-units", 1)
@rule("commentary.points-total")
@pytest.mark.parametrize(("size", "limit"), [("incursion", 1000), ("strike force", 2000), ("onslaught", 3000)])
def test_an_army_has_at_most_the_points_of_its_size(size: str, limit: int) -> None:
    rules = world(sheet("many", points={1: limit - 50}, keywords=["Battleline"]))
    start("many", rules=rules, size=size)
    rules = world(sheet("many", points={1: limit - 49}, keywords=["Battleline"]))
    refused(f"{limit + 1} points", "many", rules=rules, size=size)


@rule("core.only-war-battlefield", 1, 2)
@pytest.mark.parametrize(("width", "fits"), [(59, []), (60, ["incursion", "strike force"]),
                                            (90, ["incursion", "strike force", "onslaught"])])  # fmt: skip
def test_a_battlefield_is_large_enough_for_its_battle(width: int, fits: list[str]) -> None:
    rules = testing.invent("wh40k", datasheets=[BOSS], battlefields=[field(width=width)], detachments=[DETACHMENT])
    for size in ("incursion", "strike force", "onslaught"):
        setup = {"battlefield": "field", "armies": [army(), army()], "size": size}
        if size in fits:
            new_game(rules, setup, seed=1)
        else:
            with pytest.raises(SetupError, match=r"core\.only-war-battlefield"):
                new_game(rules, setup, seed=1)


@rule("core.muster-units", 2, 3)
@pytest.mark.parametrize(("keyword", "most"), [("Infantry", 3), ("Battleline", 6), ("Dedicated Transport", 6)])
def test_at_most_three_or_six_units_have_the_same_datasheet(keyword: str, most: int) -> None:
    rules = world(sheet("one", keywords=[keyword], points={1: 5}))
    start(*["one"] * most, rules=rules)
    refused(f"at most {most} units of that datasheet (core.muster-units)", *["one"] * (most + 1), rules=rules)


@rule("core.muster-units", 4)
def test_an_epic_hero_is_there_once() -> None:
    rules = world(sheet("hero", keywords=["Character", "Epic Hero"], points={1: 5}))
    start("hero", rules=rules)
    refused("at most 1 units", "hero", "hero", rules=rules)


@rule("core.muster-faction")
def test_every_unit_has_the_army_faction() -> None:
    rules = world(sheet("alien", faction="B"), sheet("friend", faction="B", keywords=["A"]))
    start("friend", rules=rules)
    refused("a unit of A, the Army Faction (core.muster-faction)", "alien", rules=rules)


@rule("core.muster-units", 5)
@rule("errata.select-units", 1)
@rule("core.muster-warlord")
def test_an_army_has_a_character_that_is_its_warlord() -> None:
    refused("at least one that can be the Warlord", MINE, boss=False)
    rules = world(sheet("shy", keywords=["Character"], warlord="cannot"))
    refused("at least one that can be the Warlord", "shy", boss=False, rules=rules)
    game = start(MINE, {"sheet": "boss", "warlord": True})
    assert game.state.armies[0].warlord == "boss/one#2.1"
    assert has_keyword(game, "boss#2", "Warlord") and not has_keyword(game, "boss#1", "Warlord")
    refused("one (core.muster-warlord)", {"sheet": "boss", "warlord": True}, {"sheet": "boss", "warlord": True})
    refused("a Character that can be the Warlord", {"sheet": MINE, "warlord": True})


@rule("commentary.warlord-must-or-cannot")
def test_who_must_be_the_warlord_is_and_who_cannot_is_not() -> None:
    kings = [sheet(id, keywords=["Character"], warlord="must", points={1: 5}) for id in ("king", "queen")]
    rules = world(*kings)
    assert start("king", rules=rules).state.armies[0].warlord == "king/one#1.1"
    refused("king, which must be the Warlord", "king", {"sheet": "boss", "warlord": True}, rules=rules)
    game = start("king", {"sheet": "queen", "warlord": True}, rules=rules)
    assert game.state.armies[0].warlord == "queen/one#1.1"
    both = {**sheet("fool", keywords=["Character"], points={1: 5}), "warlord": "cannot"}
    assert start({"sheet": "fool"}, rules=world(both)).state.armies[0].warlord == "boss/one#1.1"


@rule("commentary.battleline-if")
@rule("errata.select-units", 2)
def test_a_detachment_or_a_warlord_makes_units_battleline() -> None:
    plain = sheet("elite", points={1: 5})
    four = ["elite"] * 4
    refused("at most 3", *four, rules=world(plain))
    start(*four, rules=world(plain, detachments=[{**DETACHMENT, "battleline": ["elite"]}]))
    lord = sheet("lord", keywords=["Character"], points={1: 5}, battleline=["elite"])
    start(*four, {"sheet": "lord", "warlord": True}, rules=world(plain, lord))
    refused("at most 3", *four, "lord", rules=world(plain, lord))


@rule("core.muster-detachment")
def test_an_army_follows_what_its_detachment_asks() -> None:
    other = {**named("strict"), "faction": "A", "forbids": ["Vehicle"], "requires": ["Beast"]}
    rules = world(sheet("car", keywords=["Vehicle"]), sheet("dog", keywords=["Beast"]), detachments=[DETACHMENT, other])
    assert start("car", rules=rules).state.armies[0].detachment == "band"
    start("dog", rules=rules, detachment="strict")
    refused("a unit with the keyword Beast (core.muster-detachment)", rules=rules, detachment="strict")
    refused("no unit with the keyword Vehicle", "dog", "car", rules=rules, detachment="strict")
    refused("did you mean 'strict'", rules=rules, detachment="stict")


@rule("core.muster-enhancements", 1)
@pytest.mark.parametrize(
    ("given", "told"),
    [("abc", ""), ("abcd", "at most 3"), ("aa", "different Enhancements"), ("x", "an Enhancement of the detachment")],
)
def test_an_army_has_up_to_three_different_enhancements(given: str, told: str) -> None:
    bosses = sheet("boss", keywords=["Character", "Battleline"], points={1: 5})
    units = [{"sheet": "boss", "enhancement": f"band/{one}"} for one in given]
    if told:
        refused(told, *units, rules=world(bosses))
    else:
        units_in_play = start(*units, rules=world(bosses)).state.units
        assert [one.enhancement for one in units_in_play.values() if one.enhancement] == ["band/a", "band/b", "band/c"]


@rule("core.muster-enhancements", 2, 3)
@pytest.mark.parametrize(("keywords", "legal"), [
    (["Character"], True), (["Infantry"], False), (["Character", "Epic Hero"], False),
])  # fmt: skip
def test_only_characters_that_are_no_epic_heroes_have_enhancements(keywords: list[str], legal: bool) -> None:
    rules = world(sheet("one", keywords=keywords, points={1: 5}))
    unit = {"sheet": "one", "enhancement": "band/a"}
    if legal:
        start(unit, rules=rules)
    else:
        refused("a Character that is no Epic Hero (core.muster-enhancements)", unit, rules=rules)


@rule("commentary.enhancement-bearer")
def test_a_player_says_which_model_bears_an_enhancement() -> None:
    two = {"sheet": "boss", "models": 2, "enhancement": "band/a"}
    refused("which model bears the Enhancement", two)
    game = start({**two, "bearer": 2})
    assert game.state.units["boss#2"].bearer == "boss/one#2.2"
    assert shared(game, "boss#2", "scouts") == []
    one = start({"sheet": "boss", "enhancement": "band/a"})
    assert shared(one, "boss#2", "scouts") == ["6"]


@rule("errata.scouts", 5)
@pytest.mark.parametrize("bearer", ["", "boss.1"])
def test_a_transport_uses_scouts_that_come_from_an_enhancement(bearer: str) -> None:
    truck = carrier(keywords=["Vehicle", "Transport", "Dedicated Transport"])
    rules = world(truck, sheet(FOES))
    things = [unit(CARRIER, (20, 20)), within("boss", enhancement="band/a", bearer=bearer), unit(FOES, (55, 40))]
    position = before("scouting", *things, rules=rules)
    assert (position.asked == "scout") is bool(bearer)


def roster(state: Any) -> dict[str, Any]:
    """What is noted of the units of player 0."""
    own = {id: one for id, one in state.units.items() if one.player == 0}
    return {id: (one.strength, one.points, one.enhancement) for id, one in own.items()}


@rule("core.muster-roster")
@rule("commentary.points-total")
@rule("commentary.starting-strength")
def test_the_roster_says_what_each_unit_is_and_both_players_see_it() -> None:
    game = start({"sheet": MINE, "models": 8}, {"sheet": "boss", "enhancement": "band/a"})
    assert roster(game.state) == {"boss#1": (1, 50, ""), f"{MINE}#1": (8, 100, ""), "boss#2": (1, 60, "band/a")}
    for seat in (0, 1):
        seen = game.view(seat).state
        assert roster(seen) == roster(game.state)
        weapons = {one.weapons for one in seen.models.values() if one.unit == f"{MINE}#1"}
        assert weapons == {(f"{MINE}/gun", f"{MINE}/blade")}


@rule("faq.mustering.two-enhancements-in-attached-unit")
@rule("commentary.attached-unit-several-characters-limit")
def test_two_characters_of_one_attached_unit_can_have_enhancements() -> None:
    aide = sheet("aide", keywords=["Character"], leads=[MINE], joins=["boss"], points={1: 5})
    page = sheet("page", keywords=["Character"], leads=[MINE], points={1: 5})
    boss = {**BOSS, "leads": [MINE]}
    rules = world(boss, aide, page, sheet(FOES))
    start({"sheet": "boss", "enhancement": "band/a"}, {"sheet": "aide", "enhancement": "band/b"}, rules=rules)
    things = [off("boss", enhancement="band/a"), off("aide", enhancement="band/b"), off("page"), off(MINE, 5)]
    position = before("attach", *things, unit(FOES, (55, 40)), rules=rules)
    with position.refused(rule="core.ability-leader"):
        position.answer((("boss", MINE), ("page", MINE)))
    with position.refused(rule="core.ability-leader"):
        position.answer((("boss", MINE), ("aide", MINE), ("page", MINE)))
    position.answer((("boss", MINE), ("aide", MINE)))
    assert position.state.units[MINE].leaders == ("boss", "aide")

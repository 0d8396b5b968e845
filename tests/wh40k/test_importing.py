"""Rosters that players own become armies that play: stat lines, weapons, abilities, and the texts that are left."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from rulewright import new_game, rules_for
from rulewright.cli.main import main
from rulewright.importing import Profile, read_roster
from rulewright.problems import ContentError
from rulewright_wh40k.cards.loading import load_book
from rulewright_wh40k.importing.abilities import capacity, core_ability, damaged, invulnerable_save, led_by
from rulewright_wh40k.importing.formats import RosterFile
from rulewright_wh40k.importing.numbers import dice, weapon_abilities, whole
from rulewright_wh40k.importing.rosters import Army

from .table import rule

ROSTERS = Path(__file__).parents[2].parent / "shared" / "data" / "40k" / "rosters"
real = pytest.mark.skipif(not ROSTERS.is_dir(), reason="the rosters are not here")

REAL_FILES: Final = {
    "rosz/01.LoV.Leviathan.v0102.rosz": (8, 965),
    "rosz/Necrons 10e.rosz": (4, 1205),
    "rosz/Ultramarines_10E.rosz": (10, 810),
    "rosz/Tyranids 1600 090624.rosz": (9, 1600),
    "rosz/army-composition.rosz": (6, 680),
    "rosz/yes-multi-statline.rosz": (1, 105),
    "newrecruit-json/Marines.json": (25, 3170),
    "newrecruit-json/knights.json": (15, 3070),
    "newrecruit-json/custodes-test-army.json": (13, 1985),
    "newrecruit-json/testList.json": (13, 1930),
    "newrecruit-json/sunforges.json": (1, 150),
}
"""Rosters that are read in tests where they are there: their units and points."""

LINE = {"M": '6"', "T": "4", "SV": "3+", "W": "2", "LD": "6+", "OC": "1"}
GUN = {"Range": '24"', "A": "2", "BS": "3+", "S": "4", "AP": "-1", "D": "1", "Keywords": "Rapid Fire 1, Assault"}
KNIFE = {"Range": "Melee", "A": "3", "WS": "4+", "S": "4", "AP": "0", "D": "D3+1", "Keywords": "-"}


# Files as they are written ----------------------------------------------------------------------------------


def profile(type: str, name: str, /, **values: Any) -> dict[str, Any]:
    return {"name": name, "typeName": type, "characteristics": [{"name": k, "$text": v} for k, v in values.items()]}


def line(name: str = "Trooper", **values: str) -> dict[str, Any]:
    return profile("Unit", name, **{**LINE, **values})


def gun(name: str = "Rifle", **values: str) -> dict[str, Any]:
    return profile("Ranged Weapons", name, **{**GUN, **values})


def knife(name: str = "Knife", **values: str) -> dict[str, Any]:
    return profile("Melee Weapons", name, **{**KNIFE, **values})


def text(name: str, words: str) -> dict[str, Any]:
    return profile("Abilities", name, Description=words)


def chosen(name: str, *inside: dict[str, Any], type: str = "upgrade", number: int = 1, **more: Any) -> dict[str, Any]:
    """A selection; what stands in it are profiles and other selections."""
    profiles = [one for one in inside if "typeName" in one]
    selections = [one for one in inside if "typeName" not in one]
    return {"name": name, "type": type, "number": number, "profiles": profiles, "selections": selections, **more}


def model(name: str, number: int, *inside: dict[str, Any]) -> dict[str, Any]:
    return chosen(name, *inside, type="model", number=number)


def unit(
    name: str, *inside: dict[str, Any], points: int = 90, keywords: Any = ("Infantry",), **more: Any
) -> dict[str, Any]:  # fmt: skip
    categories = [{"name": one} for one in (*keywords, "Faction: Demo Folk")]
    usual = {"type": "unit", "costs": [{"name": "pts", "value": points}], "categories": categories}
    return chosen(name, *inside, **{**usual, **more})


def squad(*inside: dict[str, Any], **more: Any) -> dict[str, Any]:
    rifle, blade = chosen("Rifle", gun(), number=4), chosen("Knife", knife(), number=4)
    return unit("Squad", line(), model("Trooper", 4, rifle, blade), *inside, **more)


def roster(*units: dict[str, Any], **more: Any) -> bytes:
    tree = {"name": "Demo Host", "gameSystemName": "Warhammer 40,000 10th Edition", **more}
    return json.dumps({"roster": {**tree, "forces": [{"name": "Army", "selections": list(units)}]}}).encode()


def read(*units: dict[str, Any], **more: Any) -> Army:
    return Army(read_roster(roster(*units, **more)))


def only(*units: dict[str, Any]) -> dict[str, Any]:
    (sheet,) = read(*units).content["datasheets"]
    return dict(sheet)


# Datasheets -------------------------------------------------------------------------------------------------


@rule("core.datasheet", 1)
def test_a_unit_has_its_line_its_weapons_and_its_points() -> None:
    sheet = only(squad())
    (one,) = sheet["profiles"]
    assert {name: one[name] for name in ("move", "toughness", "save", "wounds", "leadership", "oc")} == {
        "move": 6, "toughness": 4, "save": 3, "wounds": 2, "leadership": 6, "oc": 1,
    }  # fmt: skip
    assert (one["base"], one["height"]) == ("32mm", 1.5)
    assert (sheet["faction"], sheet["keywords"], sheet["points"]) == ("Demo Folk", ["Infantry"], {4: 90})
    rifle, blade = sheet["weapons"]
    assert rifle == {
        "id": "rifle", "name": {"en": "Rifle", "zh": "Rifle"}, "attacks": "2", "strength": 4, "ap": -1, "damage": "1",
        "range": 24, "skill": 3, "abilities": ["rapid fire 1", "assault"],
    }  # fmt: skip
    assert (blade["damage"], blade["skill"], "range" in blade, "abilities" in blade) == ("D3+1", 4, False, False)
    assert sheet["composition"] == [{"profile": "trooper", "least": 4, "most": 4, "weapons": ["rifle", "knife"]}]


def test_models_carry_what_is_chosen_for_them() -> None:
    """Numbers count over the whole selection; what is chosen for the unit goes to its first model."""
    heavy = model("Gunner", 2, chosen("Cannon", gun("Cannon"), number=3))
    sheet = only(unit("Squad", line(), model("Boss", 1, chosen("Knife", knife())), heavy, chosen("Rifle", gun())))
    carried = [(part["least"], part["weapons"]) for part in sheet["composition"]]
    assert carried == [(1, ["knife", "rifle"]), (1, ["cannon", "cannon"]), (1, ["cannon"])]


def test_a_selection_of_two_weapons_is_two() -> None:
    sheet = only(unit("Tank", line(), chosen("2 Rifles", gun()), type="model"))
    assert sheet["composition"][0]["weapons"] == ["rifle", "rifle"]


def test_a_weapon_without_a_profile_is_the_one_of_that_name() -> None:
    sheet = only(squad(model("Boss", 1, chosen("rifle"))))
    assert sheet["composition"][-1] == {"profile": "trooper", "least": 1, "most": 1, "weapons": ["rifle"]}


def test_several_profiles_are_one_weapon() -> None:
    frag, krak = gun("➤ Launcher - frag"), gun("➤ Launcher - krak", S="9")
    sheet = only(unit("Tank", line(), chosen("Launcher", frag, krak), type="model"))
    assert [(one["id"], one["profile_of"]) for one in sheet["weapons"]] == [
        ("launcher-frag", "launcher"), ("launcher-krak", "launcher"),
    ]  # fmt: skip


def test_a_weapon_that_shoots_and_strikes_is_two() -> None:
    sheet = only(unit("Guard", line(), chosen("Spear", gun("Spear"), knife("Spear")), type="model"))
    assert [one["id"] for one in sheet["weapons"]] == ["spear", "spear-melee"]


def test_weapons_of_one_name_that_differ_are_two() -> None:
    sheet = only(squad(model("Boss", 1, chosen("Rifle", gun(S="5")))))
    assert [(one["id"], one["strength"]) for one in sheet["weapons"]] == [("rifle", 4), ("knife", 4), ("rifle-2", 5)]


def test_each_model_has_the_line_of_its_name() -> None:
    hound = model("Hound", 2, chosen("Knife", knife(), number=2))
    sheet = only(unit("Pack", line("Hound", W="1"), line("Pack Master", W="4"), model("Master", 1), hound))
    assert [(one["id"], one["wounds"]) for one in sheet["profiles"]] == [("pack-master", 4), ("hound", 1)]


@pytest.mark.parametrize(
    ("keywords", "wounds", "base"),
    [
        (["Infantry"], "2", "32mm"), (["Infantry"], "3", "40mm"), (["Vehicle"], "9", "60mm"),
        (["Vehicle"], "10", "120x92mm"), (["Monster"], "9", "80mm"), (["Vehicle", "Titanic"], "24", "170x105mm"),
        (["Mounted"], "3", "75x42mm"), ([], "1", "40mm"),
    ],
)  # fmt: skip
def test_bases_are_those_that_such_models_usually_have(keywords: list[str], wounds: str, base: str) -> None:
    sheet = only(unit("Thing", line(W=wounds), type="model", keywords=keywords))
    assert sheet["profiles"][0]["base"] == base


@pytest.mark.parametrize(
    ("printed", "number"), [('6"', 6), ("3+", 3), ('20+"', 20), ("-", 0), ("N/A", 0), ("-2", -2), ("5+*", 5)]
)
def test_numbers_are_read_as_they_are_printed(printed: str, number: int) -> None:
    assert whole(printed, "here") == number


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (unit("Horde", line(), model("Trooper", 10**9)), "Horde: left out: Trooper: 1e+09 models, at most 100"),
        (unit("Tank", line(), chosen("Gun", gun("Gun"), number=10**9), type="model"),
         "Tank: left out: Gun: 1000000000 for 1 models, at most 100 for each"),
    ],
)  # fmt: skip
def test_more_than_anyone_has_is_left_out(one: Any, told: str) -> None:
    assert read(squad(), one).left_out == [told]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"W": "0"}, "profiles[0].wounds: found 0, expected at least 1"),
        ({"SV": "1+"}, "profiles[0].save: found 1, expected at least 2"),
        ({"LD": "4+"}, "profiles[0]: leadership: found 4, expected 5 to 8, or 0 where it is printed as -"),
    ],
)  # fmt: skip
def test_a_unit_that_the_game_would_refuse_is_left_out_and_the_others_are_imported(
    values: dict[str, str], told: str
) -> None:
    army = read(squad(), unit("Odd Squad", line(**values)))
    assert [one["name"]["en"] for one in army.content["datasheets"]] == ["Squad"]
    assert army.left_out == [f"Odd Squad: left out: {told}"]


def test_what_is_no_number_names_its_place() -> None:
    with pytest.raises(ValueError, match="Rifle: S is 'user'"):
        whole("user", "Rifle: S")
    with pytest.raises(ValueError, match="Rifle: A is 'D7'"):
        dice("D7", "Rifle: A")
    left_out = read(squad(), unit("Odd Squad", line(T="*"))).left_out
    assert left_out == ["Odd Squad: left out: Trooper: T is '*', which is no number"]


def test_abilities_of_weapons_that_no_rule_knows_are_told() -> None:
    printed = "[Anti-INFANTRY 4+], Sustained Hits D3, twin‑linked, Conversion"
    known, unknown = weapon_abilities(printed)
    assert (known, unknown) == (["anti-infantry 4+", "sustained hits d3", "twin-linked"], ["Conversion"])
    sheet = only(unit("Tank", line(), chosen("Beam", gun("Beam", Keywords="Conversion")), type="model"))
    assert sheet["texts"] == [{"name": "Beam: Conversion", "text": ""}]


# Abilities --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "ability"),
    [
        ("Deep Strike", "deep strike"), ('Scouts 6"', "scouts 6"), ("Deadly Demise D6+2", "deadly demise d6+2"),
        ("Feel No Pain 5+", "feel no pain 5+"), ("Firing Deck 6", "firing deck 6"), ("Feel No Pain", ""),
        ("Deadly Demise D6 (one model only)", ""), ("Waltz", ""),
    ],
)  # fmt: skip
def test_core_abilities_are_known_by_name(printed: str, ability: str) -> None:
    assert core_ability(printed) == ability


def ability(name: str, words: str, type: str = "Abilities") -> Profile:
    (found,) = read_roster(roster(unit("A", profile(type, name, Description=words)))).forces[0].selections[0].profiles
    return found


@rule("core.invulnerable-save")
@pytest.mark.parametrize(
    ("name", "words", "found"),
    [
        ("Invulnerable Save", "4+", (4, False)),
        ("Invulnerable Save (5+)", "This model has a 5+ invulnerable save.", (5, False)),
        ("Invulnerable Save (5+*)", "This model has a 5+ invulnerable save against ranged attacks.", (5, True)),
        ("Invulnerable Save", "Models in this unit have a 6+ invulnerable save.", (6, False)),
        ("Invulnerable Save", "This model has an invulnerable save of 4+.", (4, False)),
        ("4+ Invulnerable Save", "", (4, False)),
        ("Invulnerable Save 5+", "-", None),
        ("Invulnerable Saves*", "The bearer has a 4+ Invulnerable Save", (4, False)),
        ("Invulnerable Save", "Against ranged attacks, this unit has an invulnerable save of 5+.", (5, True)),
        ("Invulnerable Save", "This unit has an invulnerable save of 5+ against ranged attacks.", (5, True)),
        ("Invulnerable Save", "This model has a 4+ invulnerable save in its own turn.", None),
        ("Invulnerable Save", "This model has a 4+ or a 5+ invulnerable save.", None),
        ("Iron Halo", "This model has a 4+ invulnerable save.", None),
    ],
)
def test_invulnerable_saves_are_read_whole_or_not_at_all(name: str, words: str, found: Any) -> None:
    assert invulnerable_save(ability(name, words)) == found


def test_invulnerable_saves_stand_on_the_profile() -> None:
    shield = chosen("Shield", text("Invulnerable Save", "4+"))
    sheet = only(unit("Squad", line(), model("Boss", 1, shield), model("Trooper", 3)))
    assert [(one["id"], one.get("invulnerable")) for one in sheet["profiles"]] == [("trooper", 4), ("trooper-2", None)]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("1-4 wounds remaining, each time this model makes an attack, subtract 1 from the Hit roll.",
         {"wounds": 4, "oc": 0}),
        ("1-8 wounds remaining, subtract 4 from its Objective Control characteristic and each time this model makes an "
         "attack, subtract 1 from the Hit roll.", {"wounds": 8, "oc": 4}),
        ("1-5 wounds remaining, subtract 3 from this models Objective Control characteristic, and each time this model "
         "makes an attack, subtract 1 from the Hit roll.", {"wounds": 5, "oc": 3}),
        ("1-4 wounds remaining, halve its Attacks.", None),
    ],
)  # fmt: skip
def test_what_damage_does_is_read_whole_or_not_at_all(words: str, found: Any) -> None:
    assert damaged(ability("Damaged: 1-4 Wounds Remaining", f"While this model has {words}")) == found


@rule("core.transport-capacity")
def test_the_room_of_a_transport() -> None:
    words = (
        "This model has a transport capacity of 12 DEMO FOLK INFANTRY models. It cannot transport Jump Pack or "
        "Terminator models. Each BROAD model takes up the space of 2 models. It may sing."
    )
    room = {"models": 12, "only": ["Infantry"], "never": ["Jump Pack", "Terminator"], "slots": {"Broad": 2}}
    found = capacity(ability("Hauler", words, "Transport"))
    assert found is not None
    assert found[0] == room
    assert "It may sing" in found[1]
    assert capacity(ability("Hauler", "It carries many.", "Transport")) is None
    only = "This model has a transport capacity of 6 models. It can only transport Scout Squad and Old Scout models."
    assert capacity(ability("Transport", only)) == ({"models": 6, "only": ["Scout Squad", "Old Scout"]}, "")
    large = "This model has a transport capacity of 6 models. Each Ogre model takes up the space of 2 models. It can"
    never = capacity(ability("Transport", f"{large}not transport ARTILLERY or Giant models"))
    assert never is not None and (never[0]["never"], never[1]) == (["Artillery", "Giant"], "")
    unread = capacity(ability("Transport", f"{large}not transport models with a Wounds characteristic of 4 or more."))
    assert unread is not None and "never" not in unread[0] and unread[1].startswith("It cannot transport")
    plain = capacity(ability("Transport", "This model has a transport capacity of 6 models."))
    assert plain == ({"models": 6, "only": ["Infantry"]}, "")


@rule("core.muster-warlord")
@rule("commentary.warlord-must-or-cannot")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("If this model is in your army, it must be your **^^Warlord^^**.", "must"),
        ("This model cannot be your WARLORD.", "cannot"),
        ("This model cannot be your WARLORD and sings.", None),
    ],
)
def test_who_must_or_cannot_be_the_warlord(words: str, said: str | None) -> None:
    sheet = only(unit("Hero", line("Hero"), gun(), text("Pride", words), type="model"))
    assert (sheet.get("warlord"), "texts" in sheet) == (said, said is None)


@rule("core.ability-leader")
def test_leaders_lead_the_units_of_the_roster_that_they_name() -> None:
    words = "This model can be attached to the following units:\n■ SQUAD\n■ Other Squad\n\nYou can sing."
    assert led_by(ability("Leader", words)) == ["SQUAD", "Other Squad"]
    hero = unit("Hero", line("Hero"), text("Leader", words), type="model", keywords=("Infantry", "Character"))
    content = read(squad(), hero).content
    assert [one.get("leads") for one in content["datasheets"]] == [None, ["demo-host-squad"]]


@pytest.mark.parametrize(
    ("one", "abilities", "texts"),
    [
        (unit("Tank", line(), gun(), type="model", rules=[{"name": "Deep Strike"}]), ["deep strike"], []),
        (unit("Tank", line(), chosen("Wings", rules=[{"name": "Deep Strike"}]), type="model"), ["deep strike"], []),
        (squad(chosen("Wings", rules=[{"name": "Deep Strike"}], number=4)), ["deep strike"], []),
        (squad(chosen("Cloak", rules=[{"name": "Stealth", "description": "Hard to hit."}])), None,
         [{"name": "Stealth (Cloak)", "text": "Hard to hit."}]),
        (squad(chosen("Gun", gun(), rules=[{"name": "Rapid Fire"}, {"name": "Oath", "description": "They swear."}])),
         None,
         [{"name": "Oath", "text": "They swear."}]),
    ],
    ids=["beside weapons", "on an upgrade", "on an upgrade of all", "on an upgrade of one", "on a weapon"],
)  # fmt: skip
def test_rules_count_wherever_they_stand(one: Any, abilities: list[str] | None, texts: list[Any]) -> None:
    """Those of weapons stand on their profiles; a core ability of one model of several is played by people."""
    sheet = only(one)
    assert sheet.get("abilities") == abilities
    assert sheet.get("texts", []) == texts


@rule("core.datasheet")
@pytest.mark.parametrize(
    ("count", "text", "played"),
    [
        (1, "Each time the bearer makes an attack, add 1 to the Hit roll.", False),
        (4, "Each time the bearer makes an attack, add 1 to the Hit roll.", True),
        (1, "Models in the bearer's unit have the Feel No Pain 6+ ability.", True),
        (
            4,
            'In your Command phase, select one enemy unit within 9" of the bearer. That unit must take a Battle-shock '
            "test.",
            True,
        ),
        (
            1,
            'In your Command phase, select one enemy unit within 9" of the bearer. That unit must take a Battle-shock '
            "test.",
            False,
        ),
    ],
)
def test_what_some_models_have_is_not_played_for_all(count: int, text: str, played: bool) -> None:
    """Who of a unit bears what is not on its datasheet."""
    (found,) = only(squad(chosen("Charm", profile("Abilities", "Charm", Description=text), number=count)))["texts"]
    assert ("by_hand" not in repr(found["does"])) is played


SAVED = "Each time this model makes an attack, add 1 to the Hit roll."


@rule("commentary.bearer")
@rule("core.datasheet")
def test_what_is_said_of_a_bearer_is_a_text_of_the_wargear_that_its_models_have() -> None:
    """One for two models is borne by neither for sure, so that its text stands on the datasheet."""
    crest = text("Crest", "Add 1 to the bearer's Wounds characteristic.")
    one = unit(
        "Squad", line(), model("Captain", 1, chosen("Rifle", gun()), chosen("Crest", crest)),
        model("Trooper", 2, chosen("Rifle", gun(), number=2), chosen("Lamp", text("Lamp", SAVED))),
    )  # fmt: skip
    sheet = only(one)
    does = [{"modifies": "wounds", "by": 1, "of": "model"}]
    told = {"name": "Crest", "text": "Add 1 to the bearer's Wounds characteristic.", "does": does}
    assert sheet["wargear"] == [{"id": "crest", "name": {"en": "Crest", "zh": "Crest"}, "texts": [told]}]
    assert [part.get("wargear") for part in sheet["composition"]] == [["crest"], None]
    assert [(one["name"], "by_hand" in repr(one["does"])) for one in sheet["texts"]] == [("Lamp", True)]


@rule("commentary.bearer")
def test_what_is_said_of_one_kind_of_model_is_a_text_of_its_profile() -> None:
    words = "This unit's Captain model has the Feel No Pain 5+ ability."
    one = unit(
        "Squad", text("Grit", words), text("Song", "Sing."),
        model("Captain", 1, line("Captain"), chosen("Rifle", gun())),
        model("Trooper", 2, line("Trooper", W="1"), chosen("Rifle", gun(), number=2)),
    )  # fmt: skip
    sheet = only(one)
    texts = {profile["id"]: [each["name"] for each in profile.get("texts", ())] for profile in sheet["profiles"]}
    assert texts == {"captain": ["Grit"], "trooper": []}
    assert [each["name"] for each in sheet["texts"]] == ["Song"]


@rule("commentary.bearer")
def test_what_is_said_of_models_of_a_name_that_several_profiles_have_stays_on_the_datasheet() -> None:
    one = unit(
        "Squad", text("Grit", "This unit's Captain model has the Feel No Pain 5+ ability."),
        model("Captain", 1, line("Captain"), gun()), model("Captain", 1, line("Captain", W="3"), gun()),
    )  # fmt: skip
    sheet = only(one)
    assert ["texts" in profile for profile in sheet["profiles"]] == [False, False]
    assert [("by_hand" in repr(each["does"])) for each in sheet["texts"]] == [True]


@pytest.mark.parametrize("type", ["model", "unit"])
def test_crew_is_neither_wargear_nor_on_the_battlefield(type: str) -> None:
    pilot = chosen("Pilot", line("Pilot", W="1"), chosen("Pistol", gun("Pistol")), type="crew",
                   rules=[{"name": "Lone Operative"}])  # fmt: skip
    cannon = chosen("Cannon", gun("Cannon"))
    inside = (line("Walker", W="12"), cannon, pilot) if type == "model" else (model("Walker", 1, line(), cannon), pilot)
    army = read(unit("Walker", *inside, type=type))
    (sheet,) = army.content["datasheets"]
    assert ([one["id"] for one in sheet["weapons"]], sheet["points"], sheet.get("abilities")) == (
        ["cannon"],
        {1: 90},
        None,
    )
    assert army.left_out == ["Pilot of Walker: crew, who come into play by a rule only"]


@pytest.mark.parametrize(("printed", "ap"), [("-2", -2), ("2", -2), ("0", 0), ("-", 0), ("−3", -3)])
def test_ap_is_0_or_less_however_it_is_printed(printed: str, ap: int, tmp_path: Path) -> None:
    army = read(unit("Tank", line(), chosen("Gun", gun("Gun", AP=printed)), type="model"))
    assert army.content["datasheets"][0]["weapons"][0]["ap"] == ap
    file = tmp_path / "content.json"
    file.write_text(json.dumps(army.content), encoding="utf-8")
    load_book([file])


def test_what_no_rule_knows_keeps_its_text() -> None:
    army = read(squad(text("Waltz", "They dance."), rules=[{"name": "Oath", "description": "They swear."}]))
    (sheet,) = army.content["datasheets"]
    assert sheet["texts"] == [{"name": "Oath", "text": "They swear."}, {"name": "Waltz", "text": "They dance."}]
    assert any("2 abilities are not played by the program" in note and "Oath, Waltz" in note for note in army.notes)


def test_texts_at_a_moment_are_told_as_the_program_or_people_play_them() -> None:
    own = "At the start of your Command phase, you gain 1CP."
    army = read(squad(text("Plans", own), text("Song", "At the start of your Command phase, sing a song.")))
    assert any(note.startswith("1 ability is played by hand") and note.endswith(": Song") for note in army.notes)
    assert any(note.startswith("1 ability is played by the program") and note.endswith("Plans") for note in army.notes)


# Rosters ----------------------------------------------------------------------------------------------------


def test_a_roster_names_its_units_its_warlord_and_its_detachment() -> None:
    config = chosen("Detachment", chosen("Demo Company"))
    hero = unit("Hero", line("Hero"), chosen("Warlord"), type="model", points=60, keywords=("Infantry", "Character"))
    content = read(config, squad(), squad(), hero, squad(text("Waltz", "They dance."))).content
    (army,) = content["rosters"]
    assert (army["id"], army["faction"], army["detachment"]) == ("demo-host", "Demo Folk", "demo-host-demo-company")
    assert army["units"] == [
        {"sheet": "demo-host-squad", "models": 4}, {"sheet": "demo-host-squad", "models": 4},
        {"sheet": "demo-host-hero", "models": 1, "warlord": True}, {"sheet": "demo-host-squad-2", "models": 4},
    ]  # fmt: skip
    assert [one["id"] for one in content["detachments"]] == ["demo-host-demo-company"]


def test_rosters_share_no_ids() -> None:
    """Two lists of one faction stand side by side, also where both have the name that a program gave."""
    named = [read(squad(), name=name).content for name in ("First", "Second", "New Roster", "")]
    ids = [[one["id"] for kind in content.values() for one in kind] for content in named]
    assert ids[0] == ["first-squad", "first"]
    assert ids[2] == ids[3] == ["demo-folk-0-squad", "demo-folk-0"]


def test_units_without_a_stat_line_need_their_datasheets_from_elsewhere() -> None:
    army = read(unit("War Dog"))
    assert army.content == {
        "rosters": [{"id": "demo-host", "name": {"en": "Demo Host", "zh": "Demo Host"}, "faction": "Demo Folk",
                     "units": [{"sheet": "war-dog"}]}]
    }  # fmt: skip
    assert any("no stat lines of War Dog: bring their datasheets" in note for note in army.notes)


def test_units_of_one_name_that_differ_have_names_of_their_own() -> None:
    """In play both would be called Squad 1."""
    heavy = squad(model("Gunner", 1, chosen("Cannon", gun("Cannon"))))
    more, gifted = squad(model("Boss", 1)), squad(text("Relic", "Old."))
    found = read(squad(), heavy, more, gifted).content["datasheets"]
    assert [one["name"]["en"] for one in found] == [
        "Squad (A)", "Squad (Cannon)", "Squad (B)", "Squad (Relic)",
    ]  # fmt: skip


def test_units_without_a_stat_line_have_the_datasheets_of_the_content() -> None:
    """A roster of names alone plays with them, as a list of names does."""
    config = chosen("Detachment", chosen("Night Watch"))
    captain = chosen("Warden Captain", chosen("Warlord"), type="model", costs=[{"name": "pts", "value": 75}])
    guns = chosen("Warden", chosen("Carbine", number=5), chosen("Bayonet", number=5), type="model", number=5)
    wardens = chosen("Wardens", guns, type="unit", costs=[{"name": "pts", "value": 80}])
    unknown = chosen("War Dog", type="model")
    army = Army(read_roster(roster(config, captain, wardens, unknown)), load_book())
    (listed,) = army.content["rosters"]
    assert (listed["faction"], listed["detachment"]) == ("Lantern Guard", "night-watch")
    assert [(one["sheet"], one.get("models"), one.get("warlord")) for one in listed["units"]] == [
        ("demo-host-warden-captain", 1, True), ("demo-host-wardens", 5, None), ("war-dog", None, None),
    ]  # fmt: skip
    wardens_own = next(one for one in army.content["datasheets"] if one["id"] == "demo-host-wardens")
    assert wardens_own["composition"] == [
        {"profile": "warden", "least": 5, "most": 5, "weapons": ["carbine", "bayonet"]}
    ]  # fmt: skip
    assert any("no stat lines of War Dog:" in note for note in army.notes)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (roster(chosen("Detachment")), "without units"),
        (roster(squad(), gameSystemName="Some Other Game"), "Some Other Game"),
        (roster(squad(), gameSystemName="Warhammer 40,000 9th Edition"),
         "found a roster of Warhammer 40,000 9th Edition, expected Warhammer 40,000 10th Edition, which alone is read"),
        (roster(squad(), gameSystemName="Warhammer 40,000 11th Edition"), "11th Edition, expected"),
        (roster(squad(), gameSystemName="Warhammer 40,000: Kill Team"), "Kill Team, expected"),
        (roster(unit("Squad", line(WS="3+", BS="3+"), profile("Weapon", "Gun", Range="24")), gameSystemName=None),
         "a stat line with WS and BS, Trooper, as earlier editions have it"),
    ],
)  # fmt: skip
def test_what_is_no_army_is_refused(data: bytes, told: str) -> None:
    with pytest.raises(ContentError, match=told):
        RosterFile().read(data)


def test_the_format_knows_its_files() -> None:
    known = RosterFile().recognizes
    assert known("a.json", roster(squad())[:200])
    assert known("a.txt", b'<roster gameSystemName="Warhammer 40,000 10th Edition">')
    assert known("a.ros", b'<roster gameSystemName="Kill Team (2021)">')
    assert not known("a.ros", b'<roster gameSystemName="Marvel Crisis Protocol">')
    assert not known("a.json", b'{"army": []}')


def test_what_an_import_writes_is_played(tmp_path: Path) -> None:
    """A roster becomes content; two rosters of the content are the armies of a battle."""
    hero = unit("Hero", line("Hero"), type="model", points=60, keywords=("Infantry", "Character"))
    file, out = tmp_path / "mine.json", tmp_path / "content.json"
    file.write_bytes(roster(squad(), hero))
    done = CliRunner().invoke(main, ["import", str(file), "-o", str(out)])
    assert (done.exit_code, "2 units of Demo Folk, 150 points" in done.output) == (0, True), done.output
    rules = rules_for("wh40k", content=[out])
    game = new_game(rules, {"rosters": ["demo-host", "demo-host"]}, seed=1)
    rng = Random(1)
    while game.state.battle[0].round < 2 and game.request is not None:
        game.answer(game.request.space.sample(rng), game.request.player)
    names = {str(one.sheet) for one in game.state.units.values()}
    assert names == {"demo-host-squad", "demo-host-hero"}


@rule("core.muster-roster")
@pytest.mark.parametrize(
    ("setup", "told"),
    [
        ({"rosters": ["demo-hots", "demo-host"]}, "did you mean 'demo-host'"),
        ({"rosters": ["demo-host", "demo-host"], "armies": [{"faction": "A", "units": [{"sheet": "wardens"}]}] * 2},
         "not both"),
        ({"rosters": ["demo-host", "demo-host"]}, "expected at most 1000"),
    ],
)  # fmt: skip
def test_a_setup_of_rosters_that_does_not_fit_is_refused(setup: Any, told: str, tmp_path: Path) -> None:
    hero = unit("Hero", line("Hero"), type="model", points=60, keywords=("Infantry", "Character"))
    content = tmp_path / "content.json"
    content.write_text(json.dumps(read(squad(points=990), hero).content), encoding="utf-8")
    rules = rules_for("wh40k", content=[content])
    with pytest.raises(ValueError, match=told):
        new_game(rules, setup, seed=1)
    new_game(rules, {"rosters": ["demo-host", "demo-host"], "open_play": True}, seed=1)


@real
@pytest.mark.parametrize(("file", "units", "points"), [(file, *rest) for file, rest in REAL_FILES.items()])
def test_real_rosters_have_their_units_and_points_and_can_be_set_up(
    file: str, units: int, points: int, tmp_path: Path
) -> None:
    found = RosterFile().read((ROSTERS / file).read_bytes())
    assert [one for one in found.left_out if "crew" not in one] == []
    content = tmp_path / "content.json"
    content.write_text(json.dumps(found.data), encoding="utf-8")
    book = load_book([content])
    (army,) = [book.rosters[one["id"]] for one in found.data["rosters"]]
    assert len(army.units) == units
    costs = [book.units[one.sheet].points[one.models or 0] for one in army.units]
    assert sum(costs) == points
    game = new_game(rules_for("wh40k", content=[content]), {"rosters": [army.id] * 2, "open_play": True}, seed=1)
    assert sum(one.points for one in game.state.units.values()) == 2 * points


@real
@pytest.mark.parametrize("file", sorted(ROSTERS.glob("newrecruit-json/40kdc-*")), ids=lambda file: file.name[:30])
def test_rosters_of_names_alone_are_told_what_they_need(file: Path) -> None:
    found = RosterFile().read(file.read_bytes())
    assert any("bring their datasheets" in note for note in found.notes)
    units = plain_tree(file)
    assert len(found.data["rosters"][0]["units"]) == len(units)
    (cost,) = [one["value"] for one in json.loads(file.read_bytes())["roster"]["costs"] if one["name"] == "pts"]
    assert sum(map(points_in, units)) == cost
    assert any(f"{cost} points" in note for note in found.notes)


# Every field of a roster that players own --------------------------------------------------------------------


def plain_tree(file: Path) -> list[dict[str, Any]]:
    """The units of a roster file as plain data, read without the program's own reader."""
    data = file.read_bytes()
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            data = archive.read(archive.namelist()[0])
    if data.lstrip().startswith(b"{"):
        forces = json.loads(data)["roster"]["forces"]
    else:
        forces = [_plain(one) for one in ElementTree.fromstring(data).iterfind("{*}forces/{*}force")]
    return [one for force in forces for one in force.get("selections", ()) if one["type"] in ("unit", "model")]


def _plain(element: ElementTree.Element) -> dict[str, Any]:
    found: dict[str, Any] = dict(element.attrib)
    for part in element:
        found[part.tag.rpartition("}")[2]] = [_plain(one) for one in part] or part.text
    return {**found, "$text": element.text}


def parts_of(selection: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield selection
    for one in selection.get("selections") or ():
        if one["type"] != "crew":
            yield from parts_of(one)


def models_in(selection: dict[str, Any]) -> int:
    if selection["type"] == "model":
        return int(selection["number"])
    return sum(map(models_in, selection.get("selections") or ()))


def lines_of(selection: dict[str, Any], type: str, *columns: str) -> set[tuple[int | str, ...]]:
    """The profiles of a type, each as the numbers in the columns; what is no number as it is printed."""
    found = set()
    for part in parts_of(selection):
        for one in part.get("profiles") or ():
            if one["typeName"] == type:
                values = {each["name"]: str(each.get("$text") or "") for each in one["characteristics"]}
                found.add(tuple(_number(values[column]) for column in columns))
    return found


def _number(printed: str) -> int | str:
    digits = re.sub(r"[^\d-]", "", printed)
    if printed in ("-", "N/A", ""):
        return 0
    return printed.upper().replace(" ", "") if re.search("[dD]", printed) else int(digits)


def points_in(selection: dict[str, Any]) -> float:
    costs = [one for part in parts_of(selection) for one in part.get("costs") or ()]
    return sum(float(one["value"]) for one in costs if one["name"].strip() == "pts")


@real
@pytest.mark.parametrize("file", REAL_FILES)
def test_every_field_of_a_real_roster_is_the_one_of_the_file(file: str) -> None:
    data = RosterFile().read((ROSTERS / file).read_bytes()).data
    sheets = {one["id"]: one for one in data.get("datasheets", ())}
    for unit, listed in zip(plain_tree(ROSTERS / file), data["rosters"][0]["units"], strict=True):
        if (sheet := sheets.get(listed["sheet"])) is None:
            assert not lines_of(unit, "Unit", "T"), unit["name"]  # knights: some have no stat line in the file
            continue
        assert sheet["name"]["en"].startswith(unit["name"])
        assert sheet["points"] == {models_in(unit): points_in(unit)}
        assert listed["models"] == sum(part["most"] for part in sheet["composition"]) == models_in(unit)
        stats = lines_of(unit, "Unit", "M", "T", "SV", "W", "LD", "OC")
        columns = "move", "toughness", "save", "wounds", "leadership", "oc"
        assert {tuple(one[column] for column in columns) for one in sheet["profiles"]} <= stats
        for type, melee in (("Ranged Weapons", False), ("Melee Weapons", True)):
            printed = lines_of(unit, type, "A", "WS" if melee else "BS", "S", "AP", "D", *([] if melee else ["Range"]))
            own = {
                (_number(one["attacks"]), one.get("skill", 0), one["strength"], one["ap"], _number(one["damage"]),
                 *([] if melee else [one["range"]]))
                for one in sheet["weapons"] if ("range" not in one) is melee
            }  # fmt: skip
            assert own == printed, (unit["name"], type)


OWNED: Final = [*sorted(ROSTERS.glob("rosz/*")), *sorted(ROSTERS.glob("newrecruit-json/*")),
                ROSTERS.parent / "bsdata-10e", ROSTERS.parent / "40kdc-10e"]  # fmt: skip


@real
@pytest.mark.parametrize("source", OWNED, ids=lambda source: source.name[:40])
def test_what_an_import_of_a_real_file_writes_is_accepted_by_check(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    done = CliRunner().invoke(main, ["import", str(source), "-o", str(out)])
    assert done.exit_code == 0, done.output
    checked = CliRunner().invoke(main, ["check", str(out)])
    assert (checked.exit_code, "fine (content of wh40k)" in checked.output) == (0, True), checked.output


@real
@pytest.mark.parametrize("file", sorted(ROSTERS.glob("other/*.ros")), ids=lambda file: file.name[:40])
def test_real_rosters_of_another_game_are_refused(file: Path) -> None:
    done = CliRunner().invoke(main, ["import", str(file), "-o", "nowhere.json", "--game", "wh40k"])
    assert (done.exit_code, Path("nowhere.json").exists()) == (1, False), done.output

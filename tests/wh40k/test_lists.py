"""Lists as players paste them: every layout comes to the same list, whatever pasting does to its lines."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.problems import ContentError
from rulewright_wh40k.importing.formats import ListFile
from rulewright_wh40k.importing.lists import ArmyList, Entry, ListedUnit, read_list

TEXTS: Final = Path(__file__).parents[2].parent / "shared" / "data" / "40k" / "rosters" / "text"
real = pytest.mark.skipif(not TEXTS.is_dir(), reason="the lists are not here")

APP = """\
Border Watch (325 points)

Lantern Guard
Night Watch
Incursion (1000 points)

CHARACTERS

Warden Captain (95 points)
  • Warlord
  • 1x Relic blade
  • Enhancements: Moon Lantern

BATTLELINE

Wardens (150 points)
  • 9x Warden
     ◦ 9x Bayonet
     ◦ 9x Carbine
  • 1x Warden Gunner
     ◦ 1x Lance gun

OTHER DATASHEETS

Bastion Walker (80 points)
  • 2x Bolt cannon

Exported with App Version: v1.2.0 (1), Data Version: v345
"""
HEAD = """\
+++++++++++++++++++++++++++++++++++++++++++++++
+ LIST NAME: Border Watch
+ FACTION KEYWORD: Lantern Guard
+ DETACHMENT: Night Watch
+ TOTAL ARMY POINTS: 325pts
+ POINTS LIMIT: 1000pts
+
+ WARLORD: Char1: Warden Captain
+ ENHANCEMENT: Moon Lantern (on Char1: Warden Captain)
+ NUMBER OF UNITS: 3
+ SECONDARY: - Bring Them Down: (1x2)
+++++++++++++++++++++++++++++++++++++++++++++++

"""
GW = f"""{HEAD}\
CHARACTER

Warden Captain (95 pts)
• 1x Relic blade
• Warlord
• Moon Lantern (+15 pts)

BATTLELINE

Wardens (150 pts)
• 9x Warden
    • 9x Bayonet
    • 9x Carbine
• 1x Warden Gunner
    • 1x Lance gun

VEHICLE

Bastion Walker (80 pts)
• 2x Bolt cannon
"""
COMPACT = f"""{HEAD}\
Char1: 1x Warden Captain (95 pts): Relic blade, Warlord
Enhancement: Moon Lantern (+15 pts)
10x Wardens (150 pts)
• 9x Warden: 9 with Bayonet, Carbine
• 1x Warden Gunner: 1 with Lance gun
1x Bastion Walker (80 pts): 2x Bolt cannon
"""
FULL = f"""{HEAD}\
CHARACTER

Char1: 1x Warden Captain (95 pts)
• Relic blade, Warlord
Enhancement: Moon Lantern (+15 pts)

BATTLELINE

10x Wardens (150 pts)
• 9x Warden
    9 with Bayonet, Carbine
• 1x Warden Gunner
    1 with Lance gun

VEHICLE

1x Bastion Walker (80 pts)
1 with 2x Bolt cannon
"""
SIMPLE = """\
Lantern Guard - Border Watch - [1000 pts]

# ++ Army Roster ++ [325 pts]
## Configuration
Battle Size: Incursion (1000 Point limit)
Detachment: Night Watch
Show/Hide Options: Legends are visible

## Character [95 pts]
Warden Captain [95 pts]: Warlord, Moon Lantern [15 pts], Relic blade

## Battleline [150 pts]
Wardens [150 pts]:
• 9x Warden: Bayonet, Carbine
• 1x Warden Gunner: Lance gun

## Vehicle [80 pts]
Bastion Walker [80 pts]: 2x Bolt cannon
"""
LISTFORGE = """\
Border Watch - Lantern Guard - Night Watch (325 Points)


Character:
Warden Captain (95 pts)
  • Relic blade
  • E: Moon Lantern
  • Warlord


Battleline:
Wardens (150 pts)
  • 9x Warden
    • 9x Bayonet
    • 9x Carbine
  • Warden Gunner
    • Lance gun


Vehicle:
Bastion Walker (80 pts)
  • 2x Bolt cannon
"""
BATTLESCRIBE: Final = """\
++ Army Roster (Lantern Guard) [325pts] ++

+ Configuration +

Battle Size: 1. Incursion (1000 Point limit)

Detachment: Night Watch

+ Character +

Warden Captain [95pts]: Relic blade, Moon Lantern [15pts], Warlord

+ Battleline +

Wardens [150pts]
. 9x Warden: 9x Bayonet, 9x Carbine
. Warden Gunner: Lance gun

+ Vehicle +

Bastion Walker [80pts]: 2x Bolt cannon

++ Total: [325pts] ++

Created with BattleScribe (https://battlescribe.net)
"""
LAYOUTS: Final = {
    "official app": APP, "GW": GW, "WTC compact": COMPACT, "WTC full": FULL, "New Recruit simple": SIMPLE,
    "List Forge": LISTFORGE,
}  # fmt: skip
each_layout = pytest.mark.parametrize("layout", LAYOUTS)


def read(text: str) -> ArmyList:
    return read_list(text.encode())


def things(entries: tuple[Entry, ...]) -> dict[str, int]:
    """What a unit has, wherever it stands; models that are told apart by what they carry are one line more."""
    found: dict[str, int] = {}
    for entry in (each for one in entries for each in one.walk()):
        found[entry.name.casefold()] = max(found.get(entry.name.casefold(), 0), entry.count)
    return found


def said(found: ArmyList) -> Any:
    """What a list says, without the places where it says so."""
    units = [
        (one.name.casefold(), one.points, one.warlord, [gift.name.casefold() for gift in one.enhancements])
        for one in found.units
    ]
    return units, [things(one.entries) for one in found.units]


def named(entries: dict[str, int], *, walker: str = "") -> dict[str, int]:
    """What WTC full says of a unit of one model: its name, too."""
    return {name: count for name, count in entries.items() if name != walker}


# Layouts ----------------------------------------------------------------------------------------------------


@each_layout
def test_every_layout_says_the_same(layout: str) -> None:
    found = read(LAYOUTS[layout])
    assert (found.layout, found.name, found.faction, found.detachment, found.points) == (
        layout, "Border Watch", "Lantern Guard", "Night Watch", 325,
    )  # fmt: skip
    units, entries = said(found)
    assert units == [
        ("warden captain", 95, True, ["moon lantern"]), ("wardens", 150, False, []), ("bastion walker", 80, False, []),
    ]  # fmt: skip
    assert entries[0] == {"relic blade": 1}
    assert entries[1] == {"warden": 9, "bayonet": 9, "carbine": 9, "warden gunner": 1, "lance gun": 1}
    assert named(entries[2], walker="bastion walker") == {"bolt cannon": 2}


@each_layout
def test_weapons_stand_under_the_models_that_have_them(layout: str) -> None:
    _, wardens, _ = read(LAYOUTS[layout]).units
    gunner = wardens.entries[1]
    assert gunner.name == "Warden Gunner"
    assert [one.name for one in gunner.walk() if one.name != gunner.name] == ["Lance gun"]


def test_the_layout_of_battlescribe_says_the_same_without_a_name() -> None:
    found = read(BATTLESCRIBE)
    assert (found.layout, found.name, found.faction, found.detachment, found.points) == (
        "BattleScribe", "", "Lantern Guard", "Night Watch", 325,
    )  # fmt: skip
    assert said(found) == said(read(GW))


@each_layout
def test_lines_are_those_of_the_text(layout: str) -> None:
    rows = LAYOUTS[layout].splitlines()
    for unit in read(LAYOUTS[layout]).units:
        assert unit.name in rows[unit.line - 1]
        for entry in (each for one in unit.entries for each in one.walk()):
            assert entry.name in rows[entry.line - 1] or "with" in rows[entry.line - 1]


# Damage -----------------------------------------------------------------------------------------------------


def _bold(text: str) -> str:
    return re.sub(r"^(\s*)(?![+#•◦\s])(.+)$", r"\1**\2**", text, flags=re.MULTILINE)


DAMAGE: Final[dict[str, Callable[[str], str]]] = {
    "hyphens for bullets": lambda text: re.sub("[•◦]", "-", text),
    "stars for bullets": lambda text: re.sub("[•◦]", "*", text),
    "escaped bullets": lambda text: re.sub("[•◦]", r"\\-", text),
    "hidden characters": lambda text: text.replace("•", "\u200b•\ufeff").replace(" (", "\xa0\u200e("),
    "tabs": lambda text: re.sub(r"^ {4,5}", "\t\t", re.sub(r"^ {2}(?=\S)", "\t", text, flags=re.M), flags=re.M),
    "markdown": _bold,
    "a quotation": lambda text: re.sub(r"^", "> ", text, flags=re.M),
    "a block of code": lambda text: f"```\n{text}```\n",
    "capitals": str.upper,
    "small letters": str.lower,
    "no empty lines": lambda text: re.sub(r"\n+", "\n", text),
    "empty lines everywhere": lambda text: text.replace("\n", "\n\n"),
    "line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "no 1x": lambda text: re.sub(r"\b1x ", "", text),
    "another times sign": lambda text: re.sub(r"\b(\d+)x ", r"\1 × ", text),
    "counts behind": lambda text: re.sub(r"(?<=[•◦] )([2-9])x ([\w ]+?)(?=$|:)", r"\2 x\1", text, flags=re.M),
    "points in words": lambda text: re.sub(r"(\d+) ?pts", r"\1 Points", text),
    "points in front": lambda text: re.sub(
        r"^((?:Char1: )?(?:\d+x )?)(Ward|Bast)(.*?) ([\[(]\d+ p\w+[\])])", r"\4 \1\2\3", text, flags=re.M
    ),
    "points behind a hyphen": lambda text: re.sub(
        r"^((?:\d+x )?(?:Ward|Bast)[\w ]*?) [\[(](\d+) p\w+[\])]$", r"\1 - \2pts", text, flags=re.M
    ),
    "plus signs lost": lambda text: re.sub(r"^\+ ", "", text, flags=re.M),
    "plus signs that became bullets": lambda text: re.sub(r"^\+ ", "• ", text, flags=re.M),
    "entities": lambda text: text.replace("•", "&bull;").replace(" - ", " &ndash; "),
}  # fmt: skip


@each_layout
@pytest.mark.parametrize("damage", DAMAGE)
def test_pasting_changes_nothing(layout: str, damage: str) -> None:
    changed = DAMAGE[damage](LAYOUTS[layout])
    found, whole = read(changed), read(LAYOUTS[layout])
    assert said(found) == said(whole)
    assert [text.casefold() for text in (found.layout, found.name, found.faction, found.detachment)] == [
        text.casefold() for text in (whole.layout, whole.name, whole.faction, whole.detachment)
    ]


@each_layout
@pytest.mark.parametrize(
    "damage",
    [
        lambda text: re.sub(r"^\s+", "", text, flags=re.M),
        lambda text: re.sub(r"^\s*[•◦]\s*", "", text, flags=re.M),
    ],
    ids=["no indentation", "no bullets"],
)
def test_what_belongs_to_a_unit_stays_with_it_without_indentation_and_bullets(
    layout: str, damage: Callable[[str], str]
) -> None:
    units, entries = said(read(damage(LAYOUTS[layout])))
    whole_units, whole_entries = said(read(LAYOUTS[layout]))
    assert units == whole_units
    assert [named(one, walker="bastion walker") for one in entries] == [
        named(one, walker="bastion walker") for one in whole_entries
    ]


@each_layout
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_texts_of_other_encodings_are_read(layout: str, encoding: str) -> None:
    text = LAYOUTS[layout].replace("◦", "•")
    assert said(read_list(text.encode(encoding))) == said(read(text))


@pytest.mark.parametrize("layout", ["GW", "WTC compact", "WTC full"])
def test_a_line_above_the_head_is_a_title(layout: str) -> None:
    text = "My list for Saturday:\n\n" + LAYOUTS[layout]
    assert said(read(text)) == said(read(LAYOUTS[layout]))
    assert read(text.replace("+ LIST NAME: Border Watch\n", "")).name == "My list for Saturday:"


def test_a_title_that_is_missing_makes_no_unit_a_title() -> None:
    text = APP[APP.index("CHARACTERS") :]
    assert said(read(text)) == said(read(APP))
    text = text.removeprefix("CHARACTERS\n\n")
    assert said(read(text)) == said(read(APP))


@pytest.mark.parametrize(
    "line",
    [
        "Squad (Warlord) (90 pts)",
        "Squad (90 pts) — Warlord",
        "Squad [Warlord] - 90 pts",
        "Squad (90 pts)\n• Warlord: Yes",
    ],
)
def test_the_warlord_may_stand_behind_the_name(line: str) -> None:
    (unit,) = read(f"{line}\n").units
    assert (unit.name, unit.warlord, unit.points) == ("Squad", True, 90)


@pytest.mark.parametrize("points", ["300", "1", "2000"])
def test_a_title_may_have_other_points_than_its_units(points: str) -> None:
    found = read(APP.replace("(325 points)", f"({points} points)"))
    assert (found.name, found.faction, found.points) == ("Border Watch", "Lantern Guard", int(points))
    assert said(found) == said(read(APP))


def test_the_size_of_the_battle_is_no_unit_wherever_it_stands() -> None:
    lines = APP.replace("Incursion (1000 points)\n", "").replace("BATTLELINE", "Incursion (1000 points)\n\nBATTLELINE")
    assert said(read(lines)) == said(read(APP))


def test_enhancements_of_the_head_are_those_of_the_units_that_it_names() -> None:
    text = COMPACT.replace("Enhancement: Moon Lantern (+15 pts)\n", "")
    assert said(read(text))[0][0][-1] == ["moon lantern"]


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("Wardens\nBastion Walker\n", [("Wardens", None), ("Bastion Walker", None)]),
        ("My list:\n10x Wardens\n2 Bastion Walkers", [("Wardens", 10), ("Bastion Walkers", 2)]),
        ("Border\n- 10x Wardens\n- 1x Bastion Walker", [("Wardens", 10), ("Bastion Walker", 1)]),
        ("Wardens (150 pts)\nBastion Walker (80 pts)\n", [("Wardens", None), ("Bastion Walker", None)]),
        ("- Wardens 150pts\n- Bastion Walker: 80 points", [("Wardens", None), ("Bastion Walker", None)]),
    ],
)  # fmt: skip
def test_names_alone_are_a_list(text: str, units: list[tuple[str, int | None]]) -> None:
    assert [(one.name, one.count) for one in read(text).units] == units


@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("Squad (90 pts)\n• 5x Trooper\n  3 with Rifle\n  2 with 2x Pistol", {"trooper": 3, "rifle": 3, "pistol": 4}),
        ("Squad (90 pts)\n• Helmet, Torch (lit, warm), 2x Rope", {"helmet": 1, "torch (lit, warm)": 1, "rope": 2}),
        ("Squad (90 pts)\n• 5x Trooper: 3 with Rifle, Knife, 2 with Pistol",
         {"trooper": 3, "rifle": 3, "knife": 3, "pistol": 2}),
    ],
)  # fmt: skip
def test_what_a_unit_has_is_counted_over_the_whole_unit(text: str, has: dict[str, int]) -> None:
    (unit,) = read(text).units
    found = things(tuple(one for entry in unit.entries for one in entry.inside or (entry,)))
    assert {name: found.get(name) for name in has} == has


# Rosterizer -------------------------------------------------------------------------------------------------


def asset(item: str, *inside: dict[str, Any], points: int | None = None, quantity: int = 1) -> dict[str, Any]:
    stats = {} if points is None else {"stats": {"Points": {"value": points}}}
    name = item.partition("§")[2]
    return {"item": item, "name": name, "quantity": quantity, **stats, "assets": {"included": list(inside)}}


def rosterizer(*inside: dict[str, Any]) -> bytes:
    root = {**asset("Roster§Roster", *inside, points=325), "name": "Border Watch"}
    return json.dumps({"rulebook": {"game": "Warhammer 40,000"}, "snapshot": root}).encode()


def test_rosters_of_rosterizer_are_lists() -> None:
    captain = asset("Unit§Warden Captain", asset("Enhancement§Moon Lantern", points=15), asset("Weapon§Relic blade"),
                    asset("Trait§Warlord"), points=80)  # fmt: skip
    gunner = asset("Model§Warden Gunner", asset("Weapon§Lance gun"))
    warden = asset("Model§Warden", asset("Weapon§Bayonet", quantity=9), asset("Weapon§Carbine", quantity=9), quantity=9)
    walker = asset("Unit§Bastion Walker", asset("Weapon§Bolt cannon", quantity=2), points=80)
    data = rosterizer(asset("Faction§Lantern Guard"), asset("Detachment§Night Watch"), captain,
                      asset("Unit§Wardens", warden, gunner, points=150), walker)  # fmt: skip
    found = read_list(data)
    assert (found.layout, found.name, found.faction, found.detachment, found.points) == (
        "Rosterizer", "Border Watch", "Lantern Guard", "Night Watch", 325,
    )  # fmt: skip
    units, entries = said(found)
    assert (units, entries) == said(read(GW))
    assert ListFile().recognizes("mine.json", data)
    with pytest.raises(ContentError, match="without units"):
        read_list(rosterizer())
    with pytest.raises(ContentError, match="expected a roster of Rosterizer"):
        read_list(b'{"rulebook": {}, "snapshot": 3}')


# What is no list --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "without units"), (b"\n\n+++\n", "without units"), (b"BATTLELINE\n", "without units"),
        (b"Kill Team\n\nWardens (80 pts)\nWardens (80 pts)\n", "line 1: found 'Kill Team', expected"),
        (b"My list (160 points)\n\nLantern Guard\n11th Edition\n\nBATTLELINE\nWardens (80 pts)\nWardens (80 pts)",
         "line 4: found '11th Edition'"),
        (b"\0\1\2\3", "no text"), (b"a\n" * 4000, "at most 3,000"), (b"a" * 2000, "line 1: 2,000 characters"),
    ],
)  # fmt: skip
def test_what_is_no_list_is_refused(data: bytes, told: str) -> None:
    with pytest.raises(ContentError, match=told):
        read_list(data)


@given(st.text(alphabet="aA1 x•-+#:()[]pts,\n\t*", max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = read(text)
    except ContentError:
        return
    assert all(isinstance(one, ListedUnit) for one in found.units)


# Lists that players own -------------------------------------------------------------------------------------


@real
@pytest.mark.parametrize(
    ("file", "layout", "detachment", "points", "prices"),
    [
        ("40kdc-chaos-knights-houndpack-input.newrecruit-simple.txt", "New Recruit simple", "Houndpack Lance", 485,
         [165, 150, 130, 40]),
        ("40kdc-chaos-knights-houndpack-input.newrecruit-wtc-compact.txt", "WTC compact", "Houndpack Lance", 485,
         [165, 150, 130, 40]),
        ("40kdc-chaos-knights-houndpack-input.newrecruit-wtc-full.txt", "WTC full", "Houndpack Lance", 485,
         [165, 150, 130, 40]),
        ("40kdc-cd-daemonic-incursion-input.listforge-text.txt", "List Forge", "Daemonic Incursion", 1995,
         [250, 295, 65, 110, 75]),
        ("40kdc-gw-chaos-knights-input.gw.txt", "GW", "Houndpack Lance (Marked Prey)", 2000,
         [140, 140, 130, 130, 165, 150, 150, 150, 140, 140, 140, 140, 140, 65, 40, 40]),
    ],
)  # fmt: skip
def test_real_lists_are_read_whole(file: str, layout: str, detachment: str, points: int, prices: list[int]) -> None:
    found = read_list((TEXTS / file).read_bytes())
    assert (found.layout, found.detachment, found.points) == (layout, detachment, points)
    assert [one.points for one in found.units] == prices
    assert sum(one.warlord for one in found.units) == (1 if "chaos-knights" in file or "cd-" in file else 0)


@real
def test_a_real_list_has_the_wargear_that_its_published_reading_has() -> None:
    found = read_list((TEXTS / "40kdc-gw-chaos-knights-input.gw.txt").read_bytes())
    expected = json.loads((TEXTS / "40kdc-gw-chaos-knights-expected.roster.json").read_bytes())["units"]
    for unit, published in zip(found.units, expected, strict=True):
        assert (unit.name, unit.points, unit.warlord) == (
            published["ref"]["raw_name"], published["points"] + (published["enhancement_points"] or 0),
            published["is_warlord"],
        )  # fmt: skip
        own = things(unit.entries)
        for item in published["wargear"]:
            assert own[item["ref"]["raw_name"].casefold()] == item["count"]


@real
def test_a_real_roster_of_rosterizer_has_its_units_and_points() -> None:
    found = read_list((TEXTS.parent / "other" / "40kdc-chaos-knights-houndpack-input.rosterizer.json").read_bytes())
    assert (found.points, [one.points for one in found.units]) == (485, [165, 150, 130, 40])
    assert [one.warlord for one in found.units] == [False, False, True, False]

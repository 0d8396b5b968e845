"""What importers share: packed files are known by what they hold, and one tree stands for rosters in XML and JSON."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from rulewright.importing import Roster, Selection, beginning, read_roster, unpacked
from rulewright.problems import ContentError

REAL = Path(__file__).parents[2].parent / "shared" / "data" / "40k" / "rosters"

XML = b"""<?xml version="1.0"?>
<roster name="Demo" gameSystemName="Some Game" xmlns="http://www.battlescribe.net/schema/rosterSchema">
<costs><cost name="pts" value="95.0"/></costs>
<forces><force name="Army" catalogueName="Demo Folk"><selections>
<selection name="Squad" number="1" type="unit"><selections>
<selection name="Trooper" number="5" type="model"><profiles><profile name="Trooper" typeName="Unit">
<characteristics><characteristic name="M"> 6" </characteristic><characteristic name="T"/></characteristics></profile>
</profiles><rules><rule name="Stealth"><description>It hides.</description></rule></rules></selection></selections>
<costs><cost name="pts" value="90.0"/><cost name="Crusade" value="4"/></costs>
<categories><category name="Infantry" primary="true"/><category name="Faction: Demo" primary="false"/></categories>
</selection></selections>
<forces><force name="Allies"><selections><selection name="Friend" type="model" number="1">
<costs><cost name=" pts" value="5"/></costs></selection></selections></force></forces>
</force></forces></roster>"""

TREE: dict[str, Any] = {
    "name": "Demo", "gameSystemName": "Some Game", "generatedBy": "somebody", "costs": [{"name": "pts", "value": 95}],
    "forces": [{"name": "Army", "catalogueName": "Demo Folk", "selections": [
        {"name": "Squad", "number": 1, "type": "unit", "from": "entry",
         "selections": [{"name": "Trooper", "number": 5, "type": "model",
                         "profiles": [{"name": "Trooper", "typeName": "Unit", "characteristics": [
                             {"name": "M", "$text": " 6\" "}, {"name": "T"}]}],
                         "rules": [{"name": "Stealth", "description": "It hides."}]}],
         "costs": [{"name": "pts", "value": 90}, {"name": "Crusade", "value": 4}],
         "categories": [{"name": "Infantry", "primary": True}, {"name": "Faction: Demo"}]}],
        "forces": [{"name": "Allies", "selections": [
            {"name": "Friend", "type": "model", "number": 1, "costs": [{"name": " pts", "value": 5}]}]}]}],
}  # fmt: skip
JSON = json.dumps({"roster": TREE}).encode()


def packed(*files: bytes, stored: bool = False) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED) as archive:
        for number, data in enumerate(files):
            archive.writestr(f"{number}.ros", data)
    return out.getvalue()


@pytest.mark.parametrize("data", [XML, JSON, b"\xef\xbb\xbf" + JSON, packed(XML), packed(JSON)])
def test_a_roster_is_one_tree_whoever_wrote_it(data: bytes) -> None:
    roster = read_roster(data)
    assert (roster.name, roster.game, roster.points) == ("Demo", "Some Game", 95)
    squad, friend = roster.selections()
    assert (squad.name, squad.points, friend.points) == ("Squad", 90, 5)
    assert [(one.name, one.primary) for one in squad.categories] == [("Infantry", True), ("Faction: Demo", False)]
    (trooper,) = squad.selections
    assert (trooper.number, trooper.type, trooper.rules[0].description) == (5, "model", "It hides.")
    (line,) = trooper.profiles
    assert (line.type, line.value("M"), line.value("T"), line.value("W")) == ("Unit", '6"', "", "")
    assert [one.name for one in squad.walk()] == ["Squad", "Trooper"]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"<catalogue/>", "a catalogue"),
        (b"<roster><forces><force><selections><selection number='x' name='A'/></selections></force></forces></roster>",
         r"forces\[0\].selections\[0\].number"),
        (b'{"roster": {"forces": [{"selections": [{"name": 3}]}]}}', r"selections\[0\].name"),
        (b'{"army": {}}', "roster"),
        (b'{"roster": ' + b'{"forces": [' * 3000, "roster"),
        (b"\xef\xbb\xbf{\xff", "roster"),
        (b"<!DOCTYPE roster [<!ENTITY a 'b'>]><roster/>", "document type"),
        (b"Army of words", "XML"),
    ],
)  # fmt: skip
def test_what_is_no_roster_is_refused_with_the_place(data: bytes, told: str) -> None:
    with pytest.raises(ContentError, match=told):
        read_roster(data)


@pytest.mark.parametrize("stored", [False, True])
def test_the_beginning_of_a_packed_file_is_that_of_what_it_holds(stored: bool) -> None:
    head = packed(XML, stored=stored)[:300]
    assert beginning(head).startswith(b"<?xml")
    assert beginning(XML[:50]) == XML[:50]


@pytest.mark.parametrize("head", [b"PK\x03\x04", b"PK\x03\x04" + b"\x08" * 40, b""])
def test_what_is_no_archive_after_all_has_no_beginning_to_unpack(head: bytes) -> None:
    assert b"<" not in beginning(head)


def test_an_archive_holds_exactly_one_file() -> None:
    assert unpacked(packed(b"words")) == b"words" == unpacked(b"words")
    for wrong in (packed(b"one", b"two"), packed(), b"PK\x03\x04 and nothing"):
        with pytest.raises(ContentError, match="archive"):
            unpacked(wrong)


def test_points_are_those_of_all_that_is_in_a_selection() -> None:
    inner = Selection("Hammer", costs=read_roster(XML).costs)
    assert Selection("Hero", selections=(inner, Selection("Shield"))).points == 95
    assert Roster().points == 0


@pytest.mark.skipif(not REAL.is_dir(), reason="the rosters are not here")
def test_the_points_of_real_rosters_add_up() -> None:
    """Of every writer's file the selections cost what the roster states."""
    files = [*REAL.glob("rosz/*.rosz"), *REAL.glob("newrecruit-json/*.json"), *REAL.glob("other/*.ros")]
    assert len(files) == 19
    for file in files:
        roster = read_roster(file.read_bytes())
        assert sum(one.points for one in roster.selections()) == roster.points > 0, file.name

"""Lists of names that players share: text and JSON, matched to the cards of the content."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright import new_game
from rulewright.cli.main import main
from rulewright.problems import ContentError
from rulewright.text import show
from rulewright_crisis_protocol.cards.loading import load_book
from rulewright_crisis_protocol.importing.formats import FORMATS, ListFile
from rulewright_crisis_protocol.importing.lists import heading

from .table import card, invent, tactic

NAMES = ["Sedge", "Warden, Lord of Lamps", "St. Elmo", "Marsh"]
CARDS = [{**card(f"c{number}", alter_ego=name), "name": {"en": name, "zh": name}} for number, name in enumerate(NAMES)]
TWINS = [{**card(f"twin-{ego.lower()}", alter_ego=ego), "name": {"en": "Twin", "zh": "Twin"}} for ego in ("Ada", "Bea")]
SHOUT = {**tactic("shout", {"do": "heal"}), "name": {"en": "Shout, and Run!", "zh": "Shout"}}
BOOK = invent(*CARDS, *TWINS, tactics=[SHOUT]).content


def called(one: Any) -> str:
    return show(one.name, "en")


def read(text: str) -> Any:
    return ListFile(BOOK).read(text.encode())


def squad_of(text: str) -> Any:
    return read(text).data["squads"][0]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Characters", ("characters", "")),
        ("**Team Tactic Cards (5)**", ("tactics", "")),
        ("== Secure Crises ==", ("secure", "")),
        ("Extraction: Vials of something green", ("extract", "Vials of something green")),
        ("Roster 10/10", ("characters", "")),
        ("Character witness", None),
        ("Extract of Bog", None),
    ],
)
def test_headings_say_of_which_kind_cards_are(line: str, found: Any) -> None:
    assert heading(line) == found


@pytest.mark.parametrize(
    "text",
    [
        "My squad\n\nCharacters\nSedge\nWarden, Lord of Lamps\n\nTeam Tactics\nShout, and Run!\n",
        "Characters (2)\n- Sedge (4)\n- Warden, Lord of Lamps [5]\nTactics:\n* SHOUT AND RUN\n",
        "Characters: Sedge, Warden, Lord of Lamps\nTeam Tactic Cards: Shout, and Run!\n",
        "# Roster\n1. Sedge - 4\n2. Warden, Lord Of Lamps - Threat 5\n# Tactic cards\n1x Shout, and Run!\n",
    ],
)
def test_names_in_lines_become_a_squad(text: str) -> None:
    assert squad_of(text) == {"characters": ["c0", "c1"], "tactics": ["shout"]}


def test_what_stands_above_the_first_heading_is_told() -> None:
    assert "line 1: 'My squad': not read" in read("My squad\nCharacters\nSedge\nTactics\nShout, and Run").left_out[0]


def test_two_of_a_name_are_told_apart_by_who_they_are() -> None:
    assert squad_of("Characters\nTwin (Bea)\nTactics\n")["characters"] == ["twin-bea"]
    with pytest.raises(ContentError, match=r"line 2.*'Twin', which several are called, expected \(Ada\) or \(Bea\)"):
        read("Characters\nTwin\nTactics\n")


def test_every_name_that_is_no_card_is_named_with_the_nearest() -> None:
    with pytest.raises(ContentError) as caught:
        read("Characters\nSedg\nMarch\nTactics\nShout, and Run!")
    first, second = caught.value.problems
    assert (first.file, first.found, first.nearest[0]) == ("line 2", "'Sedg'", "sedge")
    assert second.file == "line 3" and "marsh" in second.nearest


@pytest.mark.parametrize(
    "data",
    [
        {"characters": ["Sedge", "St Elmo"], "teamTactics": ["Shout, and Run!"]},
        {"name": "Mine", "roster": {"characters": [{"name": "Sedge", "threat": 3}, {"name": "St. Elmo"}]},
         "tactics": [{"name": "Shout, and Run!", "text": "..."}]},
    ],
)  # fmt: skip
def test_json_has_its_names_under_keys(data: Any) -> None:
    assert squad_of(json.dumps(data)) == {"characters": ["c0", "c2"], "tactics": ["shout"]}


def test_ten_eight_and_six_are_a_whole_roster() -> None:
    book = BOOK
    known = load_book()
    own = list(known.characters)[:10]
    names = [called(book.characters[id]) for id in own]
    tactics = [called(book.tactics[id]) for id in list(book.tactics)[:8]]
    crises = [called(book["crises"][id]) for kind in ("secure", "extract") for id in list(book.crises_of(kind))[:3]]
    text = "\n".join(["Characters", *names, "Team tactics", *tactics, "Crises", *crises])
    (first, second) = read(text).data["rosters"]
    assert first == second and first["characters"] == own and len(first["extract"]) == 3


def test_lists_are_told_from_what_others_write() -> None:
    (form,) = (one for one in FORMATS if isinstance(one, ListFile))
    assert form.recognizes("a.txt", b"Characters\nSedge\nTeam Tactics\nShout")
    assert form.recognizes("a.json", b'{"characters": [], "team_tactics": []}')
    assert not form.recognizes("a.txt", b"CHARACTERS\n\nWardens (80 points)\n")
    assert not form.recognizes("a.json", b'{"characters": [], "datasheets": []}')
    assert not form.recognizes("a.xml", b"<roster/>")
    own = json.dumps({"tactics": [SHOUT], "characters": [CARDS[0]]}).encode()
    assert not form.recognizes("mine.json", own)
    assert not form.recognizes("setup.json", b'{"squads": [{"characters": [], "tactics": []}]}')


def test_a_list_at_the_command_line_is_a_setup_that_plays(tmp_path: Path) -> None:
    book = load_book()
    names = [called(one) for one in book.characters.values() if "warden" in "".join(one.affiliations)][:3]
    file, out = tmp_path / "list.txt", tmp_path / "setup.json"
    file.write_text("\n".join(["Characters", *names, "Team Tactics", "Regroup"]), encoding="utf-8")
    done = CliRunner().invoke(main, ["import", str(file), "--out", str(out)])
    assert done.exit_code == 0, done.output
    setup = json.loads(out.read_text(encoding="utf-8"))
    assert new_game("crisis_protocol", setup.get("setup", setup), seed=1).requests

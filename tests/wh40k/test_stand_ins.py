"""Units without a stat line: their owner is asked whether to play without them, by hand, or with another datasheet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright import new_game, rules_for
from rulewright.cli.converting import import_file
from rulewright.cli.main import main
from rulewright.problems import ContentError
from rulewright_wh40k.cards.loading import load_book
from rulewright_wh40k.importing.editions import SYSTEM
from rulewright_wh40k.importing.formats import ListFile, RosterFile
from rulewright_wh40k.importing.stand_ins import arm, stat_line

from .test_importing import chosen, gun, line, roster, squad, unit

HOUND = unit("War Hound", chosen("Maw"), chosen("Howl gun"), chosen("Warlord"), type="model", points=140)


def read(answers: dict[str, str], *units: Any) -> Any:
    return RosterFile(load_book()).with_answers(answers).read(roster(*units))


def asked(form: Any, data: bytes) -> list[str]:
    return [one.about for one in form.questions(data)]


def test_units_without_a_stat_line_are_asked_about() -> None:
    """Those that have one, or the name of a datasheet of the content, are not."""
    data = roster(squad(), HOUND, unit("Wardens"))
    assert asked(RosterFile(), data) == ["War Hound", "Wardens"]
    assert asked(RosterFile(load_book()), data) == ["War Hound"]
    typed = RosterFile(load_book()).with_answers({"War Hound": "M10 T10 SV3+ W12 LD6+ OC8"})
    assert asked(typed, data) == ["War Hound/Maw", "War Hound/Howl gun"]
    assert asked(RosterFile().with_answers({"War Hound": "without", "Wardens": "without"}), data) == []


def test_an_army_plays_without_a_unit() -> None:
    found = read({"War Hound": "without"}, squad(), HOUND)
    assert [one["sheet"] for one in found.data["rosters"][0]["units"]] == ["demo-host-squad"]
    assert found.left_out == ("War Hound: the army plays without it, as answered",)


@pytest.mark.parametrize("name", ["bastion-walker", "Bastion Walker"])
def test_another_datasheet_of_the_content_plays_for_it(name: str) -> None:
    (listed,) = read({"War Hound": name}, HOUND).data["rosters"]
    assert [(one["models"], one["warlord"]) for one in listed["units"]] == [(1, True)]
    (sheet,) = read({"War Hound": name}, HOUND).data["datasheets"]
    assert (sheet["name"]["en"], sheet["points"]) == ("Bastion Walker", {1: 140})


def test_a_unit_is_played_by_hand_with_what_its_owner_types() -> None:
    answers = {
        "War Hound": "M10 T10 SV3+ W12 LD6+ OC8", "War Hound/Maw": "melee A5 WS3+ S8 AP-2 D2 [Twin-linked]",
        "War Hound/Howl gun": '24" AD6 BS3+ S6 AP0 D1',
    }  # fmt: skip
    (sheet,) = read(answers, HOUND).data["datasheets"]
    (profile,) = sheet["profiles"]
    assert [profile[name] for name in ("move", "toughness", "save", "wounds", "leadership", "oc")] == [
        10,
        10,
        3,
        12,
        6,
        8,
    ]
    maw, howl = sheet["weapons"]
    assert (maw["attacks"], maw["skill"], maw["ap"], maw["abilities"]) == ("5", 3, -2, ["twin-linked"])
    assert (howl["range"], howl["attacks"], howl["damage"]) == (24, "D6", "1")
    assert sheet["composition"][0]["weapons"] == ["maw", "howl-gun"]


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ({"War Hound": "bastion walke"}, "War Hound: found 'bastion walke', expected without, the name or id .*"
                                         "did you mean 'Bastion Walker'"),
        ({"War Hound": "M10 T10 SV3+ W12 LD6+ OC8", "War Hound/Maw": "sharp"},
         "War Hound/Maw: found 'sharp', expected without, or a weapon such as 24 A2"),
    ],
)  # fmt: skip
def test_an_answer_that_is_none_is_refused(answers: dict[str, str], told: str) -> None:
    with pytest.raises(ContentError, match=told):
        read(answers, HOUND)


@pytest.mark.parametrize("typed", ["", "M6", "M6 T4 SV3+ W2 LD6+", "24 A2 BS3+ S4 AP-1 D1", "M6 T4 SV3+ W2 LD6+ OCx"])
def test_what_is_no_stat_line_is_none(typed: str) -> None:
    assert stat_line("A", typed) is None


@pytest.mark.parametrize("typed", ["", "24", "24 A2 BS3+ S4 AP-1", "M6 T4 SV3+ W2 LD6+ OC1", "24 Ax BS3+ S4 AP-1 D1"])
def test_what_is_no_weapon_is_none(typed: str) -> None:
    assert arm("A", typed) is None


def test_a_stat_line_of_the_file_is_not_asked_about_and_stays() -> None:
    own = unit("War Hound", line(), chosen("Howl gun", gun("Howl gun")), type="model")
    assert read({"War Hound": "without"}, own).data == read({}, own).data


# Lists ------------------------------------------------------------------------------------------------------

LIST = b"Wardenz (80 pts)\n\nWar Hound (140 pts)\n\nWarden Captain (75 pts)\n"


def test_names_of_a_list_that_no_datasheet_has_are_asked_about() -> None:
    first, second = ListFile().questions(LIST)
    assert (first.about, first.answers["Wardens"], second.about) == ("Wardenz", "with this datasheet", "War Hound")
    found = ListFile().with_answers({"Wardenz": "Wardens", "War Hound": "without"}).read(LIST)
    assert [one["sheet"] for one in found.data["rosters"][0]["units"]] == ["wardens", "warden-captain"]
    assert found.left_out == ("line 3: War Hound: the army plays without it, as answered",)
    with pytest.raises(ContentError, match="line 3: found 'Fox'"):
        ListFile().with_answers({"Wardenz": "Wardens", "War Hound": "Fox"}).read(LIST)


# On the command line ----------------------------------------------------------------------------------------


def test_answers_are_given_on_the_command_line(tmp_path: Path) -> None:
    file, out = tmp_path / "list.txt", tmp_path / "out.json"
    file.write_bytes(LIST)
    command = ["import", str(file), "-o", str(out), "--answer", "Wardenz=Wardens"]
    done = CliRunner().invoke(main, command)
    assert (done.exit_code, "line 3: found 'War Hound'" in done.output) == (1, True), done.output
    done = CliRunner().invoke(main, [*command, "--answer", "War Hund=without"])
    assert (done.exit_code, "nothing is asked about 'War Hund'; did you mean 'War Hound'?" in done.output) == (1, True)
    assert not out.exists()
    done = CliRunner().invoke(main, [*command, "--answer", "War Hound=without"])
    assert done.exit_code == 0, done.output
    assert len(json.loads(out.read_text(encoding="utf-8"))["rosters"][0]["units"]) == 2


def test_a_person_at_a_terminal_is_asked_and_what_they_build_plays(tmp_path: Path) -> None:
    file, out = tmp_path / "mine.json", tmp_path / "out.json"
    file.write_bytes(roster(HOUND))
    typed = "M10 T10 SV3+ W12 LD6+ OC8\nmelee A5 WS3+ S8 AP-2 D2\nwithout\n"
    with CliRunner().isolation(input=typed) as (_, told, *_rest):
        import_file(file, out, ask=True)
        shown = told.getvalue().decode()
    assert "The file has no stat line of War Hound. How is it played?" in shown
    assert "without: the army plays without it" in shown
    game = new_game(rules_for("wh40k", content=[out]), {"rosters": ["demo-host"] * 2, "open_play": True}, seed=1)
    (first, _) = game.state.models.values()
    assert first.weapons == ("demo-host-war-hound/maw",)


def test_formats_that_ask_nothing_take_no_answers(tmp_path: Path) -> None:
    file = tmp_path / "demo.cat"
    file.write_text(f'<catalogue name="Demo" gameSystemId="{SYSTEM}"/>', encoding="utf-8")
    done = CliRunner().invoke(main, ["import", str(file), "--answer", "a=b", "-o", str(tmp_path / "out.json")])
    assert (done.exit_code, "asks nothing" in done.output) == (1, True), done.output

"""Files of other programs: what an import writes is what the game takes, under the id that its owner wishes."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulewright.cli import main
from rulewright.cli.converting import id_of, renamed
from rulewright.cli.failing import Failed
from rulewright.cli.importing import read_bytes
from rulewright.files import FileError
from rulewright.importing import files_in
from rulewright.plugins import Imported, registry
from rulewright.problems import ContentError
from tests.lengths import length

DATA = Path(__file__).parents[2].parent / "shared" / "data"
STRIKE: dict[str, Any] = {"name": "Strike", "notation": "[666]", "damage": 5}
LONE = {"id": "lone", "name": "Lone", "objectives": [STRIKE]}
YARD = {"name": "Yard", "width": 8, "height": 8, "rows": [{"y": y + 1, "tiles": [{}] * 8} for y in range(8)]}


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


def written(path: Path, data: Any) -> Path:
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def imported(path: Path, *more: object) -> tuple[Result, Path]:
    """The import of a file, and what it wrote, or would have."""
    out = path.parent / f"{path.stem}-made.json"
    return run("import", path, "-o", out, *more), out


# Another id -------------------------------------------------------------------------------


def test_two_maps_of_one_name_are_told_apart_by_an_id(tmp_path: Path) -> None:
    _, first = imported(written(tmp_path / "one.json", YARD))
    done, second = imported(written(tmp_path / "two.json", YARD))
    assert done.output.splitlines()[0].endswith("(content of heroclix) as yard")

    both = ("simulate", "heroclix", "--games", 1, "--jobs", 1, "--content", first, "--content", second)
    assert "'yard'" in run(*both).stderr and "import --id gives another one" in run(*both).stderr

    imported(tmp_path / "two.json", "--id", "yard-by-night", "--force")
    assert run(*both, "--set", "map=yard-by-night").exit_code == 0


def test_what_would_collide_is_told_before_it_is_written(tmp_path: Path) -> None:
    _, first = imported(written(tmp_path / "one.json", YARD))
    done, second = imported(written(tmp_path / "two.json", YARD), "--content", first)

    assert done.exit_code == 1 and "import --id gives another one" in done.stderr and not second.exists()
    assert imported(tmp_path / "two.json", "--content", first, "--id", "other")[0].exit_code == 0


def test_the_ids_of_parts_begin_with_the_other_id_too_and_words_stay() -> None:
    roster = {"id": "host", "name": {"en": "host", "zh": "host"}, "units": [{"sheet": "host-squad"}]}
    squad = {"id": "host-squad", "profiles": [{"id": "squad"}]}
    found = renamed(Imported("content", {"datasheets": [squad], "rosters": [roster]}), "mine")

    assert found.data == {
        "datasheets": [{"id": "mine-squad", "profiles": [{"id": "squad"}]}],
        "rosters": [{"id": "mine", "name": {"en": "host", "zh": "host"}, "units": [{"sheet": "mine-squad"}]}],
    }


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (Imported("content", {"heroes": [{"id": "one"}, {"id": "two"}]}), "2 entries with ids of their own"),
        (Imported("setup", {"map": "yard"}), "a setup, which has no id"),
    ],
)
def test_one_id_is_not_given_to_several_things(found: Imported, told: str) -> None:
    assert id_of(found) == ""
    with pytest.raises(Failed, match=told):
        renamed(found, "mine")


# What is written is right -----------------------------------------------------------------


def test_what_the_game_refuses_is_not_written_and_is_told_by_its_name_in_the_file(tmp_path: Path) -> None:
    source = written(tmp_path / "lone.json", {**LONE, "objectives": [STRIKE, {**STRIKE, "name": "Big", "heal": 10**6}]})
    done, out = imported(source)

    assert done.exit_code == 1 and not out.exists()
    assert done.stderr.startswith(f"rulewright: {source}: Lone: Big: levels.1.") and "1000000" in done.stderr


def test_a_setup_is_checked_with_the_content_that_it_needs(tmp_path: Path) -> None:
    from tests.crisis_protocol.test_importing import catalogue, profile, roster

    cards = catalogue(
        profile("Team Tactics", "PEP TALK", Type="Active", Special_Rules="Draw."), name="DEMO HERO (Jane)"
    )
    (tmp_path / "cards.cat").write_bytes(cards)
    (tmp_path / "mine.ros").write_bytes(roster("DEMO HERO (Jane)"))
    done, out = imported(tmp_path / "mine.ros")
    assert done.exit_code == 1 and not out.exists() and "'demo-hero'" in done.stderr and "--content" in done.stderr

    _, content = imported(tmp_path / "cards.cat")
    assert imported(tmp_path / "mine.ros", "--content", content)[0].exit_code == 0 and out.exists()


def test_a_file_of_which_nothing_becomes_content_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.cat").write_text('<catalogue xmlns="x"/>', encoding="utf-8")
    done, out = imported(tmp_path / "empty.cat")

    assert done.exit_code == 1 and "nothing that becomes content" in done.stderr and not out.exists()


@pytest.mark.skipif(not DATA.is_dir(), reason="the files of other programs are not here")
def test_of_all_files_that_are_imported_the_result_is_fine(tmp_path: Path) -> None:
    games = sorted({form.ruleset for form in registry().file_formats("")})
    fine = 0
    for file in sorted(path for path in DATA.rglob("*") if path.is_file())[:: length(4, 1)]:
        for game in games:
            out = tmp_path / f"{game}-{fine}.json"
            done = run("import", file, "-o", out, "--game", game)
            if "has it; import --id" in done.stderr:  # a hero that comes with the game
                done = run("import", file, "-o", out, "--game", game, "--id", f"own-{file.stem}")
            assert (done.exit_code == 0) is out.exists(), file
            if done.exit_code == 0:
                checked = run("check", out, "--game", game)
                assert checked.exit_code == 0, (file, checked.output)
                fine += 1
    assert fine > length(12, 60)


def test_standard_input_needs_a_place_for_what_it_becomes() -> None:
    done = CliRunner().invoke(main, ["import", "-"], input="Wardens (80 pts)\n")
    assert (done.exit_code, "-o says where" in done.output) == (2, True), done.output


def test_a_folder_is_an_archive_of_its_files_the_largest_first(tmp_path: Path) -> None:
    """Hidden files are no part of it; a folder of too much is refused."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "small.txt").write_bytes(b"a")
    (tmp_path / "inner" / "large.txt").write_bytes(b"b" * 99)
    (tmp_path / ".hidden").write_bytes(b"c" * 200)
    found = files_in(read_bytes(tmp_path))
    assert list(found.items()) == [("inner/large.txt", b"b" * 99), ("small.txt", b"a")]


def test_files_of_an_archive_have_bounds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"a" * 60)
    (tmp_path / "b.txt").write_bytes(b"b" * 60)
    packed = read_bytes(tmp_path)
    assert files_in(b"plain") == {"": b"plain"}
    monkeypatch.setattr("rulewright.importing.xml.LARGEST_FOLDER", 100)
    with pytest.raises(ContentError, match="an archive of more than 100 bytes"):
        files_in(packed)
    monkeypatch.setattr("rulewright.importing.xml.MOST_FILES", 1)
    with pytest.raises(ContentError, match="an archive with 2 files"):
        files_in(packed)
    with pytest.raises(ContentError, match="cannot be read"):
        files_in(packed[:-30])
    monkeypatch.setattr("rulewright.cli.importing.LARGEST_FOLDER", 100)
    with pytest.raises(FileError, match="larger than 100 bytes together"):
        read_bytes(tmp_path)

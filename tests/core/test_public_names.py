"""What authors build on does not change unseen: the public names with their signatures are a golden file."""

from pathlib import Path

import pytest

import rulewright
from rulewright.testing.golden import StaleGolden, compare_golden

from .public_names import ROOT, author_imports, imports, is_room, offered, rooms, written

GOLDEN = Path(__file__).parent / "golden" / "public_names.txt"
AUTHORS = ROOT.parent / "shared" / "authors"
SAY_IT = "A public name or its signature has changed: say in CHANGELOG.md what authors write instead."


def missing(found: set[tuple[str, str]]) -> list[str]:
    """Which of these imports name nothing that is public."""
    known = {room: {*offered(room), ""} for room in rooms()}
    return sorted(
        f"{room}.{name}" for room, name in found if name not in known.get(room, ()) and not is_room(f"{room}.{name}")
    )


def compare(text: str, update: bool) -> None:
    """Compare the public names with their golden file, or write it."""
    try:
        compare_golden(GOLDEN, text, update=update)
    except StaleGolden as stale:
        pytest.fail(f"{SAY_IT}\n{stale}", pytrace=False)


def test_the_public_names_are_those_of_the_golden_file(pytestconfig: pytest.Config) -> None:
    compare(written(), update=pytestconfig.getoption("--update-golden"))


def test_the_golden_file_has_all_that_rulewright_offers_with_every_field_of_what_is_registered() -> None:
    text = written()

    assert set(offered("rulewright")) == set(vars(rulewright)["__all__"])
    assert "\n    suggest: Callable[[Any, Request], Sequence[Any] | None] | None = None\n" in text
    for kind in (rulewright.Ruleset, rulewright.Extension):
        assert [name for name in kind.__dataclass_fields__ if f"\n    {name}: " not in text] == []


def test_pages_and_new_projects_import_public_names_alone() -> None:
    assert len(author_imports()) > 150
    assert missing(author_imports()) == []


def test_a_name_that_is_not_public_is_named() -> None:
    assert missing({("rulewright.content", "MAX_PROBLEMS")}) == ["rulewright.content.MAX_PROBLEMS"]


@pytest.mark.parametrize("game", ["beast_arena", "border_patrol"])
def test_what_others_import_is_public(game: str) -> None:
    if not (AUTHORS / game).is_dir():
        pytest.skip(f"{game} is not beside the checkout")

    assert missing(imports((AUTHORS / game).rglob("*.py"))) == []


def test_a_changed_signature_is_told_with_where_to_write_it_down() -> None:
    changed = written().replace("did_you_mean(names: ", "did_you_mean(most: int, names: ")

    with pytest.raises(pytest.fail.Exception, match=r"CHANGELOG\.md.*\n[\s\S]*\+did_you_mean\(most: int"):
        compare(changed, update=False)

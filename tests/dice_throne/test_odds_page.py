"""The page about odds: every snippet runs and prints what the page shows."""

from pathlib import Path

from ..core.snippets import Reader, snippets

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "dice-throne-odds.md"


def test_the_page_about_odds(tmp_path: Path) -> None:
    reader = Reader(tmp_path, (ROOT / "core", ROOT / "plugins" / "dice_throne"), {})

    reader.read(PAGE)

    assert reader.count == len(list(snippets(PAGE))) > 10

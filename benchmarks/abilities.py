"""How many abilities of real rosters and catalogues of Warhammer 40,000 the program plays, and how others are played.

``python -m benchmarks.abilities [FOLDER]`` counts the distinct texts in the files of a folder: by program, by hand at a
moment, or shown only; the folder is ``../shared/data/40k`` where none is named. With ``--draw N`` it prints N texts
that are played by the program, drawn by chance, each beside what is said back; ``--seed`` draws others.
"""

from __future__ import annotations

import argparse
import io
import random
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rulewright.problems import ContentError
from rulewright_wh40k.book.wording import Wording
from rulewright_wh40k.cards.models import RuleText
from rulewright_wh40k.effects import LEXICON
from rulewright_wh40k.importing.abilities import plain_text
from rulewright_wh40k.importing.formats import CatalogueFiles, RosterFile

REAL: Final = Path(__file__).parents[1].parent / "shared" / "data" / "40k"
ROSTERS: Final = (".json", ".rosz", ".ros")


def contents(folder: Path) -> Iterator[Any]:
    """The content of every roster, and of the catalogues; other files are skipped."""
    for file in sorted((folder / "rosters").rglob("*")):
        if file.suffix in ROSTERS:
            try:
                yield RosterFile().read(file.read_bytes()).data
            except ContentError:
                continue
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for file in sorted((folder / "bsdata-10e").iterdir()):
            archive.write(file, file.name)
    yield CatalogueFiles().read(packed.getvalue()).data


def texts_in(content: Any) -> Iterator[dict[str, Any]]:
    """All texts of some content, wherever they stand."""
    if isinstance(content, dict):
        yield from content.get("texts", ())
        content = list(content.values())
    if isinstance(content, list | tuple):
        for one in content:
            yield from texts_in(one)


def played(text: dict[str, Any]) -> str:
    """How a text is played."""
    effects = [one["do"] for part in text.get("does", ()) for one in part.get("effects", ())]
    if text.get("repeats"):
        return "core rules repeated"
    return "shown" if "does" not in text else "by hand" if "by_hand" in effects else "by program"


def distinct(folder: Path) -> dict[str, dict[str, Any]]:
    """The distinct texts, by how they read without marks of layout; the first of several that read alike."""
    found: dict[str, dict[str, Any]] = {}
    for content in contents(folder):
        for text in texts_in(content):
            if plain := plain_text(text.get("text", "")).replace("’", "'"):
                found.setdefault(plain, text)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=REAL)
    parser.add_argument("--draw", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = distinct(asked.folder)
    counts = Counter(map(played, found.values()))
    print(f"{len(found)} distinct texts: " + ", ".join(f"{counts[how]} {how}" for how in sorted(counts)))
    own = [text for _, text in sorted(found.items()) if played(text) == "by program"]
    for text in random.Random(asked.seed).sample(own, min(asked.draw, len(own))):
        print(f"\n{text['text']}\n  => {LEXICON.read(RuleText, text).said(Wording('en'))}")


if __name__ == "__main__":
    main()

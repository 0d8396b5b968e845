"""The section on heroes in docs/dice-throne.md, made from the content: `python -m tests.dice_throne.heroes_in_docs`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "dice-throne.md"
BLOCK = re.compile(r"(<!-- written by: [^\n]* -->\n)(.*?)(<!-- end -->)", re.DOTALL)
LEVELS = {"1": " I", "2": " II", "3": " III"}


def heroes() -> list[dict[str, Any]]:
    """The files of the heroes that come with the package, by name."""
    folder = files("rulewright_dice_throne") / "content" / "heroes"
    read = [json.loads(file.read_text(encoding="utf-8")) for file in folder.iterdir() if file.name.endswith(".json")]
    return sorted(read, key=lambda hero: str(hero["id"]))


def section() -> str:
    """A table of the heroes, and below it for each what is uncertain."""
    lines = ["| hero | in Chinese | edition | `--set heroes=` | uncertain |", "|---|---|---|---|---|"]
    for hero in heroes():
        count = len(list(doubts(hero, "")))
        name = hero["name"]
        lines.append(f"| {name['en']} | {name['zh']} | {hero['edition']} | `{hero['id']}` | {count} |")
    for hero in heroes():
        lines += ["", f"### {hero['name']['en']}", ""]
        lines += [f"- {where + ': ' if where else ''}{what}" for where, what in doubts(hero, "")] or ["Nothing."]
    return "\n".join(lines) + "\n\n"


def doubts(thing: Any, where: str) -> Iterator[tuple[str, str]]:
    """Where something is uncertain, by the nearest name above it, and what."""
    if isinstance(thing, list):
        for part in thing:
            yield from doubts(part, where)
    if not isinstance(thing, dict):
        return
    named = thing.get("name")
    if "edition" not in thing and isinstance(named, dict):
        where = named["en"]
    if "uncertain" in thing:
        yield where, thing["uncertain"]
    for key, part in thing.items():
        yield from doubts(part, f"{where}{LEVELS[key]}" if key in LEVELS and isinstance(part, dict) else where)


def written() -> str:
    """The page with the section as it should be."""
    return BLOCK.sub(lambda found: found[1] + section() + found[3], PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")

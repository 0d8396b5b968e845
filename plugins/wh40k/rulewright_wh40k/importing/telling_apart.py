"""Names of units that are called the same and are not the same: with what one of them has alone, in brackets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import Any, TypeAlias

from rulewright.importing import both

Document: TypeAlias = dict[str, Any]


def tell_apart(sheets: Sequence[Document], others: Sequence[Document] = ()) -> None:
    """Give datasheets of one name names by which players tell them apart; ``others`` in the same army keep theirs."""
    for name in dict.fromkeys(one["name"]["en"] for one in sheets):
        alike = [one for one in (*sheets, *others) if one["name"]["en"] == name]
        taken: set[str] = set()
        for sheet in (one for one in sheets if len(alike) > 1 and any(one is each for each in alike)):
            rest = {mark for one in alike if one is not sheet for mark in _marks(one)}
            own = (mark for mark in _marks(sheet) if mark not in rest)
            mark = next((one for one in (*own, *ascii_uppercase, sheet["id"]) if one not in taken), "")
            taken.add(mark)
            sheet["name"] = both(f"{name} ({mark})")


def _marks(sheet: Document) -> Iterator[str]:
    """What players see of a unit: its weapons, how many models have each of them, how many there are, its points."""
    names = {one["id"]: one["name"]["en"] for one in sheet.get("weapons", ())}
    yield from names.values()
    for id, name in names.items():
        yield f"{sum(part['most'] for part in sheet['composition'] if id in part.get('weapons', ()))}x {name}"
    yield from (f"{models} models" for models in sheet["points"])
    yield from (text["name"] for text in sheet.get("texts", ()))
    yield from (f"{points} points" for points in sheet["points"].values())

"""The notation of dice in roll-tree files."""

from __future__ import annotations

import re
from typing import Final

SLOTS: Final = re.compile(r"\[((?:[1-6]|\([1-6]+\))+)\]")

Slots = tuple[tuple[int, ...], ...]
"""For each die the numbers that it may show, in rising order."""


def read_slots(text: str) -> Slots | None:
    """The slots of ``[(123)(45)6]``; None for anything else."""
    match = SLOTS.fullmatch(text)
    if match is None:
        return None
    return tuple(tuple(sorted({int(face) for face in slot})) for slot in re.findall(r"[1-6]+(?=\))|[1-6]", match[1]))

"""What a template means, with what its slots hold put in.

``"<slot>"`` alone is what the slot holds; in a longer text it stands as text. What speaks of a slot that was not
written is left out, unless it says what counts then: ``"<slot|short>"``. A table with ``each = "<slot>"`` is there once
for every item of the list in the slot, as ``"<each>"``, or as what stands under ``is``; a list in a list is laid
flat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

_KEY: Final = re.compile(r"<([\w ]+)(?:\|([^<>]*))?>")
EACH: Final = "each"
MISSING: Final = object()
"""In place of what speaks of a slot that was not written."""


def keys_in(means: Any) -> Iterator[str]:
    """The slots without which a meaning makes no sense."""
    if isinstance(means, str):
        yield from (key for key, other in _KEY.findall(means) if key != EACH and not other)
    elif isinstance(means, Mapping):
        for value in means.values():
            yield from keys_in(value)
    elif isinstance(means, list):
        for value in means:
            yield from keys_in(value)


def fill(means: Any, slots: Mapping[str, Any]) -> Any:
    """The meaning with what the slots hold; `MISSING` where it speaks of one that was not written."""
    if isinstance(means, str):
        return _text(means, slots)
    if isinstance(means, list):
        return list(_items(means, slots))
    if isinstance(means, Mapping):
        if EACH in means:
            return list(_items([means], slots))
        filled = {key: fill(value, slots) for key, value in means.items()}
        return {key: value for key, value in filled.items() if value is not MISSING}
    return means


def _text(means: str, slots: Mapping[str, Any]) -> Any:
    alone = _KEY.fullmatch(means)
    if alone:
        return slots.get(alone[1], MISSING if alone[2] is None else alone[2])
    if any(key not in slots for key, other in _KEY.findall(means) if not other):
        return MISSING
    return _KEY.sub(lambda found: str(slots.get(found[1], found[2])), means)


def _items(means: list[Any], slots: Mapping[str, Any]) -> Iterator[Any]:
    for one in means:
        if isinstance(one, Mapping) and EACH in one:
            rest = {key: value for key, value in one.items() if key != EACH}
            for item in fill(one[EACH], slots):
                filled = fill(rest, {**slots, EACH: item})
                yield filled.get("is", filled)
            continue
        filled = fill(one, slots)
        if isinstance(filled, list):
            yield from filled
        elif filled is not MISSING:
            yield filled

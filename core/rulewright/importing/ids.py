"""Ids made from names: two things of one name get numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable


def slug(name: str) -> str:
    """A name as an id: lower-case words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", name.replace("'", "").replace("’", "")).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", plain.lower())
    found = "-".join(words) or "nameless"
    return found if found[0].isalpha() else f"n-{found}"


class Ids:
    """Ids that are given once; who asks with the same thing gets the same id again."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._given: dict[str, object] = dict.fromkeys(taken)

    def give(self, name: str, thing: object) -> str:
        """The id of a thing of that name."""
        plain = slug(name)
        number, id = 1, plain
        while self._given.setdefault(id, thing) != thing:
            number += 1
            id = f"{plain}-{number}"
        return id


def both(name: str) -> dict[str, str]:
    """A name in both languages: files have one."""
    return {"en": name, "zh": name}

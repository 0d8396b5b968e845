"""Words of a list that all layouts share: counts, points in any place, headings, things joined by commas."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

_NUMBER: Final = r"([+]?\s*\d{1,3}(?:[,. ]\d{3})+|[+]?\s*\d+)"
_POINTS: Final = re.compile(
    rf"[\[(]\s*{_NUMBER}\s*(?:pts?|points?|pkt)\b\.?\s*[\])]|(?:^|[\s:,-])\s*{_NUMBER}\s*(?:pts?|points?|pkt)\b\.?",
    re.IGNORECASE,
)
_BEFORE: Final = re.compile(r"(\d{1,3})\s*[x×]\s*(?=[^\W\d])|[x×](\d{1,3})\s+|(\d{1,2})\s+(?=[^\W\d])", re.IGNORECASE)
_AFTER: Final = re.compile(r"\s+(?:[x×](\d{1,3})|(\d{1,3})[x×]|\([x×]?(\d{1,3})[x×]?\))$", re.IGNORECASE)

ROLES: Final = frozenset((
    "characters", "character", "epic hero", "epic heroes", "battleline", "dedicated transport", "dedicated transports",
    "other datasheets", "other", "allied units", "allies", "infantry", "mounted", "beast", "beasts", "swarm", "swarms",
    "monster", "monsters", "vehicle", "vehicles", "aircraft", "fortification", "fortifications", "transport",
    "transports", "configuration", "army roster", "units", "hq", "troops", "elites", "fast attack", "heavy support",
    "lords of war", "lord of war", "flyer", "titanic",
))  # fmt: skip
"""What lists call their parts, in small letters."""
SIZES: Final = ("combat patrol", "incursion", "strike force", "onslaught")
"""The sizes of battles, which lists write with a limit of points."""


def points_in(text: str) -> tuple[str, int | None, bool]:
    """A text without the points in it, the points, and whether they are added, as those of an Enhancement are."""
    found = _POINTS.search(text)
    if found is None:
        return text, None, False
    number = found[1] or found[2]
    before, after = text[: found.start()].rstrip(" -–—,"), text[found.end() :].lstrip()
    kept = f"{before}{after}" if after.startswith(":") else f"{before} {after.lstrip('-–—, ')}"
    return kept.strip(), int(re.sub(r"\D", "", number)), "+" in number


def counted(text: str) -> tuple[int | None, str]:
    """How many a text says, ``3x Cannon``, and of what; None where it says no number."""
    for pattern, rest in ((_BEFORE.match(text), 1), (_AFTER.search(text), 0)):
        if pattern is not None and (number := next(int(one) for one in pattern.groups() if one)):
            return number, (text[pattern.end() :] if rest else text[: pattern.start()]).strip()
    return None, text.strip()


def is_heading(text: str) -> bool:
    """Whether a line names a part of a list, such as BATTLELINE."""
    return points_in(text)[0].strip(" :").lower() in ROLES


def listed(text: str) -> Iterator[str]:
    """The parts of a text that commas separate, save those in brackets."""
    for one in re.split(r",\s+(?![^(\[]*[)\]])", text):
        if part := one.strip(" ,;."):
            yield part


def same_words(name: str) -> str:
    """A name for comparing: small letters of any script, without accents, apostrophes or marks."""
    plain = unicodedata.normalize("NFKD", name.casefold().replace("ı", "i"))
    letters = "".join(one for one in plain if not unicodedata.combining(one) and one not in "'’‘`´")
    return re.sub(r"[\W_]+", "-", letters).strip("-")

"""Lines of a pasted text without what pasting does to them: bullets, markdown, hidden characters."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from rulewright.problems import ContentError, Problem

BULLETS: Final = ".•‣●■▪◆·*➤–—-"
INNER: Final = "◦○▫□◇"
"""Bullets that stand under others, also where the spaces before them are lost."""
MOST_LINES: Final = 3000
LONGEST: Final = 1000
"""Characters of a line."""
_HIDDEN: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufe0f]")
_BULLET: Final = re.compile(rf"\\?[{re.escape(BULLETS + INNER)}](?=\s|\w*\d|[A-Z])\s*")
_EMPHASIS: Final = re.compile(r"(\*\*|__|~~|`|\|\|)(?=\S)(.+?)\1")
_SLANTED: Final = re.compile(r"(?<![\w*])([*_])(?=[^\s*_])([^*_]*[^\s*_])\1(?![\w*])")
_RULE: Final = re.compile(r"[-+=_*#~\s•]*|\s*(?:```|~~~)\s*\w*\s*")
"""A line across the page, or the edge of a block of code."""


class Line(Struct, frozen=True):
    """A line that says something: where it stands, how deep, and its text without marks."""

    number: int
    text: str
    depth: tuple[int, int] = (0, 0)
    """Spaces before it, then 1 for a bullet and 2 for one that stands under others."""
    head: str = ""
    """The marks of a headline, ``#`` or ``+``, that stood before it."""

    @property
    def bulleted(self) -> bool:
        """Whether it had a bullet."""
        return self.depth[1] > 0


def clean_lines(data: bytes) -> list[Line]:
    """The lines of a text that say something. Raises ContentError for what is no text, or far too much of it."""
    text = _decoded(data)
    rows = text.splitlines()
    if len(rows) > MOST_LINES:
        raise _refused(f"{len(rows):,} lines", f"a list of at most {MOST_LINES:,}")
    return list(_cleaned(rows))


def _decoded(data: bytes) -> str:
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"", "utf-8-sig"), (b"", "cp1252")):
        try:
            if data.startswith(mark) and "\0" not in (text := data.decode(encoding)):
                return text
        except UnicodeDecodeError:
            continue
    raise _refused("bytes that are no text", "a list as text, such as an app copies it")


def _cleaned(rows: list[str]) -> Iterator[Line]:
    for number, row in enumerate(rows, start=1):
        if len(row) > LONGEST:
            raise _refused(f"line {number}: {len(row):,} characters", f"at most {LONGEST:,}")
        plain = _HIDDEN.sub("", html.unescape(row)).replace("\xa0", " ").expandtabs(4)
        plain = re.sub(r"^(\s*>)+ ?", "", plain).rstrip()
        if _RULE.fullmatch(plain):
            continue
        indent = len(plain) - len(plain.lstrip())
        found = re.match(r"(\s*)(#+|\++)\s*(?=\S)", plain)
        head = found[2] if found and not (found[2] == "+" and indent) else ""
        rest = _unmarked(plain[found.end() :] if found and head else plain.lstrip())
        bullet = "" if head else _bullet_of(rest)
        text = _unmarked(rest.removeprefix(bullet)).strip().strip("+#").strip()
        if text:
            rank = 0 if not bullet else 2 if bullet.lstrip("\\")[0] in INNER else 1
            yield Line(number, re.sub(r"\s+", " ", text), (indent, rank), head)


def _bullet_of(text: str) -> str:
    found = _BULLET.match(text)
    return found[0] if found else ""


def _unmarked(text: str) -> str:
    """A text without marks of emphasis."""
    for pattern in (_EMPHASIS, _SLANTED):
        text = pattern.sub(r"\2", text)
    return text.strip()


def _refused(found: str, expected: str) -> ContentError:
    return ContentError([Problem("", found=found, expected=expected)])

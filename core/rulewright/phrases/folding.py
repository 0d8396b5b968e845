"""Texts as they are compared: one sign for each of its looks, small letters, digits for number words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

_LOOKS: Final = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′`", "'"),
        **dict.fromkeys("“”„‟″", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "…": "...",
        "[": "",
        "]": "",
    }
)
_INVISIBLE: Final = re.compile("[\u200b-\u200d\u2060\ufeff\u00ad]")
_NUMBERS: Final = {
    word: str(number)
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
}
_NUMBER_WORD: Final = re.compile(rf"\b(?:{'|'.join(_NUMBERS)})\b")
_SENTENCE: Final = re.compile(r"(?<=[.!?])(?=\s)|\n")


def fold(text: str, spelling: Mapping[str, str] | None = None) -> str:
    """A text with one sign for each of its looks (NFKC, quotes, dashes), in small letters, number words as digits.

    Square brackets fall away: on cards they only set a number or a word apart. Symbols such as ``{HIT}`` stay, line
    breaks separate, other blanks count as one. ``spelling`` has words and groups of words that are written in another
    way, as they are folded themselves.
    """
    text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).translate(_LOOKS).lower()
    text = _NUMBER_WORD.sub(lambda found: _NUMBERS[found[0]], text)
    lines = (" ".join(line.split()) for line in text.splitlines())
    text = "\n".join(line for line in lines if line)
    for wrong, right in (spelling or {}).items():
        if wrong in text:
            text = re.sub(rf"(?<!\w){re.escape(wrong)}(?!\w)", right, text)
    return text


def sentences(text: str) -> Iterator[str]:
    """The sentences of a folded text, without the mark at their ends and the bullet in front."""
    for part in _SENTENCE.split(text):
        sentence = part.strip(" .!?").removeprefix("- ").strip()
        if sentence:
            yield sentence

"""The colours of a map, light and dark, as a style sheet."""

from functools import cache
from importlib.resources import files
from typing import Final

NAME: Final = "rulewright-map"
"""The class of a map: its rules concern nothing else on a page."""

SIDES: Final = (("#2f6fab", "#5b9bd6"), ("#b5452f", "#de7a63"), ("#4f8335", "#82b866"), ("#7a4e9e", "#ad84cf"),
                ("#a07410", "#d3a94a"), ("#2f8585", "#63b9b9"))  # fmt: skip
"""The colours of the sides, for light and for dark paper."""

_COLOURS: Final = {
    "paper": ("#f5f2ea", "#16181b"),
    "ground": ("#fffdf7", "#202327"),
    "ink": ("#2b2a27", "#e9e5da"),
    "soft": ("#7d766a", "#9a958a"),
    "faint": ("#ddd6c7", "#363a40"),
    "stone": ("#d8d0c0", "#4b4a46"),
    "edge": ("#8b8170", "#8f897c"),
    "hindering": ("#d3e5c4", "#33492c"),
    "blocking": ("#a78d6e", "#6d5a43"),
    "water": ("#c3dff0", "#24465c"),
    "special": ("#f5e2b8", "#57471f"),
    "obscuring": ("#dcd4ea", "#443a5a"),
    "cliff": ("#bf3a2b", "#e0705f"),
    "indoors": ("#d5ab00", "#cfae3a"),
    "glass": ("#4b95c9", "#6db5e6"),
    "door": ("#a2703a", "#cf9a5f"),
    "good": ("#12804a", "#4cc38a"),
    "doubt": ("#bd8200", "#e5b043"),
    "bad": ("#c22f24", "#ff7366"),
    "reach": ("#e38c14", "#f0a63c"),
    "light": ("#ffffff", "#ffffff"),
    "dark": ("#2b2a27", "#2b2a27"),
}

LIGHT: Final = {name: pair[0] for name, pair in _COLOURS.items()}
"""The colours on light paper, by name."""


def _rules(dark: bool) -> str:
    """The rules of ``style.css``, in which ``$ink`` stands for a colour, and those of the sides."""
    lines = (files(__package__) / "style.css").read_text(encoding="utf-8").split("\n")
    for side, pair in enumerate(SIDES):
        lines += [f".s{side} {{fill:{pair[dark]}}}", f".s{side} .core,.ghost.s{side} {{stroke:{pair[dark]}}}"]
    text = "".join(_scoped(line) for line in lines if line)
    # The longest names first, so that none is taken for the beginning of another.
    for name in sorted(_COLOURS, key=len, reverse=True):
        text = text.replace(f"${name}", _COLOURS[name][dark])
    return text


def _scoped(rule: str) -> str:
    names, _, what = rule.partition(" {")
    return ",".join(f".{NAME} {name}" for name in names.split(",")) + "{" + what


@cache
def stylesheet(dark: bool | None = None) -> str:
    """The rules for light or dark paper; with None for both, as the reader's screen is."""
    if dark is not None:
        return _rules(dark)
    return f"{_rules(False)}@media (prefers-color-scheme:dark){{{_rules(True)}}}"

"""The colours of a map, light and dark, as a style sheet."""

from functools import cache
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

_RULES: Final = """
text {font-family:Inter,"Segoe UI","Helvetica Neue",Arial,"Noto Sans","Noto Sans CJK SC",sans-serif;fill:$ink}
.paper {fill:$paper}
.ground {fill:$ground}
.frame {fill:none;stroke:$ink;stroke-width:1.4}
.grid {fill:none;stroke:$faint;stroke-width:1}
.ruler text {fill:$soft;text-anchor:middle}
.title {font-size:19px;font-weight:650}
.said {font-size:13.5px}
.square {stroke:$faint;stroke-width:1}
.clear {fill:$ground}
.hindering {fill:$hindering}
.blocking {fill:$blocking}
.water {fill:$water}
.special {fill:$special}
.obscuring {fill:$obscuring}
.level text {fill:$cliff;text-anchor:middle}
.line {fill:none;stroke-linecap:round;stroke-linejoin:round}
.over {pointer-events:none}
.indoors {stroke:$indoors;stroke-width:3}
.cliff {stroke:$cliff;stroke-width:1.6}
.wall {stroke:$ink;stroke-width:4.5}
.window {stroke:$glass;stroke-width:4.5;stroke-dasharray:2 6}
.door {stroke:$door;stroke-width:4.5;stroke-dasharray:9 7}
.ramp {fill:$light;stroke:$cliff;stroke-width:1.4}
.zone {fill:$soft;fill-opacity:.07;stroke:$soft;stroke-width:1.2;stroke-dasharray:7 5}
.terrain {fill:$stone;stroke:$edge;stroke-width:1.6;stroke-linejoin:round;fill-rule:evenodd}
.seen {fill:$good;fill-opacity:.17;fill-rule:evenodd}
.range {fill:$reach;fill-opacity:.13;stroke:$reach;stroke-dasharray:3 3}
.reach {fill:$reach;fill-opacity:.24;stroke:$reach;stroke-width:1.5;stroke-linejoin:round;fill-rule:evenodd}
.hatch {stroke:$bad;stroke-width:1.6}
.blocker {fill:url(#rulewright-hatch);fill-rule:evenodd;stroke:$bad;stroke-width:2.2}
.hinderer {fill:none;stroke:$doubt;stroke-width:2.2}
.edge.blocker,.edge.hinderer {stroke-width:6}
.hidden {stroke:$bad;stroke-width:4.5}
.route {stroke:$reach;stroke-width:2.6}
.free {stroke:$good;stroke-width:2.4}
.hindered {stroke:$doubt;stroke-width:2.4}
.blocked {stroke:$bad;stroke-width:2.2;stroke-dasharray:7 5}
.measure {stroke:$ink;stroke-width:1.5;stroke-dasharray:1.5 4}
.fault {fill:$bad;fill-opacity:.16;stroke:$bad;stroke-width:2.4;stroke-dasharray:3 5}
.line.fault {fill:none}
.cross {fill:none;stroke:$bad;stroke-width:3.4;stroke-linecap:round}
.end {stroke:$light;stroke-width:1.4}
.marker {fill:$light;fill-opacity:.92;stroke:$dark;stroke-width:1.8}
.base {stroke:$dark;stroke-width:1.4}
.ghost {fill-opacity:.22;stroke-dasharray:4 3;stroke-width:1.8}
.shell {stroke:$dark;fill:none;stroke-linecap:round;stroke-linejoin:round}
.rim {fill:none;stroke-linecap:round}
.area {stroke:none}
.core {fill:none;stroke-linecap:round;stroke-linejoin:round}
.nose {fill:$light;stroke:none}
.label {text-anchor:middle;font-weight:550;pointer-events:none}
.on,.by,.more {paint-order:stroke;stroke:$ground;stroke-width:3px;stroke-linejoin:round}
.on.of-terrain,.more.of-terrain {stroke:$stone}
.on.of-zone {stroke:none}
.more,.on.of-zone,.of-ghost {fill:$soft;font-weight:400}
.in.of-base {fill:$light}
.in.of-marker {fill:$dark}
.of-seen,.of-free {fill:$good}
.of-reach,.of-range,.of-route {fill:$reach}
.of-hindered,.of-hinderer {fill:$doubt}
.of-blocked,.of-blocker,.of-hidden,.of-fault {fill:$bad}
"""


def _rules(dark: bool) -> str:
    lines = _RULES.split("\n")
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

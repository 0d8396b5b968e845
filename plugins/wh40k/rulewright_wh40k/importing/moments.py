"""Texts that no program understands: at which moment their first words say that people play them."""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias

from .abilities import plain_text

Document: TypeAlias = dict[str, Any]

PHASES: Final = r"(movement|shooting|charge|fight)"
ITSELF: Final = r"(?:this (?:unit|model|fortification|model's unit)|the bearer(?:'s unit)?|that unit|it)"
MODEL: Final = r"(?:this model|this fortification|the bearer)"
AFTER: Final = r"(?:each time|when|after|just after)"


def _now(phase: str) -> Document:
    """The condition that it is a phase of one's own turn."""
    return {"phase": phase, "turn": "yours"}


HEADS: Final[tuple[tuple[str, Document], ...]] = (
    (r"at the start of the battle round", {"when": "battle round start"}),
    (r"at the end of the battle round", {"when": "battle round end"}),
    (r"at the start of (?:any phase|your command, movement, shooting, charge or fight phase)",
     {"when": "phase start", "whose": "any"}),
    (r"at the end of your command phase", {"when": "end of command phase"}),
    (r"at the end of your opponent's command phase", {"when": "end of command phase", "whose": "opposing"}),
    (r"(?:at the start of|in|during) your command phase", {"when": "command step"}),
    (r"(?:at the start of|in) your opponent's command phase", {"when": "command step", "whose": "opposing"}),
    (r"in the battle-shock step of your opponent's command phase", {"when": "command step", "whose": "opposing"}),
    (r"(?:at the start of|in) (?:the|any|either player's) command phase", {"when": "command step", "whose": "any"}),
    (r"at the start of (?:any|each|the) turn", {"when": "command phase start", "whose": "any"}),
    (r"at the start of your turn", {"when": "command phase start"}),
    (rf"at the start of your {PHASES} phase", {"when": "{} phase start"}),
    (rf"at the start of your opponent's {PHASES} phase", {"when": "{} phase start", "whose": "opposing"}),
    (r"(?:at the start of|in) the (fight) phase", {"when": "{} phase start", "whose": "any"}),
    (rf"at the end of your {PHASES} phase", {"when": "end of {} phase"}),
    (rf"at the end of your opponent's {PHASES} phase", {"when": "end of {} phase", "whose": "opposing"}),
    (r"at the end of the (fight) phase", {"when": "end of {} phase", "whose": "any"}),
    (r"at the end of your turn", {"when": "end of fight phase"}),
    (r"at the end of your opponent's turn", {"when": "end of fight phase", "whose": "opposing"}),
    (r"at the end of (?:the|each|any) turn", {"when": "end of fight phase", "whose": "any"}),
    (rf"in your shooting phase, {AFTER} {MODEL} has shot", {"when": "model has shot", "test": _now("shooting")}),
    (rf"in your shooting phase, {AFTER} {ITSELF} has shot", {"when": "has shot", "test": _now("shooting")}),
    (rf"{AFTER} {MODEL} has shot", {"when": "model has shot"}),
    (rf"{AFTER} {ITSELF} has shot", {"when": "has shot"}),
    (rf"in your movement phase, {AFTER} {ITSELF} ends a (?:normal|advance|fall back)",
     {"when": "move ends", "test": _now("movement")}),
    (rf"(?:in your movement phase, (?:if|when) {ITSELF} remains|each time {ITSELF} remains) stationary",
     {"when": "end of movement phase", "test": {"unit": "target", "stationary": True}}),
    (rf"in your shooting phase, (?:each time|when) {ITSELF} is selected to shoot",
     {"when": "targets selected", "test": _now("shooting")}),
    (rf"(?:each time|when) {ITSELF} is selected to shoot in your shooting phase",
     {"when": "targets selected", "test": _now("shooting")}),
    (rf"(?:each time|when) {ITSELF} is selected to shoot or fight", {"when": "targets selected"}),
    (r"in your movement phase", {"when": "select to move"}),
    (r"in your shooting phase", {"when": "select to shoot"}),
    (r"in your charge phase", {"when": "select to charge"}),
    (rf"(?:each time|when) {ITSELF} is selected to shoot", {"when": "targets selected", "test": {"strike": "ranged"}}),
    (rf"(?:each time|when) {ITSELF} is selected to fight", {"when": "selected to fight"}),
    (rf"{AFTER} {ITSELF} (?:has fought|fights)", {"when": "has fought"}),
    (rf"{AFTER} {ITSELF} (?:ends|makes) a charge move", {"when": "charge ended"}),
    (rf"{AFTER} {ITSELF} ends a (?:normal|advance|fall back)", {"when": "move ends"}),
    (rf"(?:each time|before|when) {ITSELF} (?:makes a normal, advance or fall back move)", {"when": "move starts"}),
    (rf"(?:each time|before|when) {ITSELF} (?:makes a (?:normal|advance|fall back))", {"when": "move starts"}),
    (rf"(?:each time|before|when) {ITSELF} (?:advances|is selected to advance)",
     {"when": "move starts", "test": {"move": ["advance"]}}),
    (r"(?:each time|when|after) an enemy unit ends a charge move", {"when": "charge ended", "whose": "opposing"}),
    (r"(?:each time|when|after) an enemy unit ends a", {"when": "move ends", "whose": "opposing"}),
    (r"(?:each time|when) an enemy unit (?:\([^)]*\) )?(?:that is )?within (?:engagement range|\d+\") of "
     r"[^,.]*?falls? back", {"when": "move starts", "whose": "opposing"}),
    (rf"(?:each time|when) an enemy unit selects {ITSELF} as (?:the|a) target of a charge",
     {"when": "charge declared", "whose": "opposing", "test": {"unit": "target", "attacked": True}}),
    (rf"(?:each time|when) {ITSELF} is set up", {"when": "set up"}),
    (rf"(?:(?:each|the first) time|if|when) {ITSELF} is destroyed", {"when": "unit destroyed"}),
    (rf"(?:each time|when) (?:an enemy unit is destroyed|{ITSELF} destroys an enemy unit)",
     {"when": "unit destroyed", "whose": "opposing"}),
)  # fmt: skip
"""The first words of texts, and the moment that they name, with the phase in its place."""
_MAY: Final = re.compile(r"\b(can|may)\b")
"""What happens is a choice; so is when, where it happens only once in a while."""
_ONCE: Final = re.compile(r"once per (battle round|battle|turn|phase)(?: for each [^,]+)?,? *")
_FOR: Final = re.compile(r"^[^.]+ model only(?: \([^)]*\))?\. |^while (?:this model|the bearer) is leading a unit, ")
"""Whom an Enhancement is for, and whom its bearer has to lead."""


def by_hand(text: str) -> list[Document]:
    """What a text does by hand at the moment that its first words name; nothing where they name none."""
    plain = plain_text(text).replace("’", "'")
    plain = _FOR.sub("", plain)
    found = at_moment(plain)
    if found is None:
        return []
    means, _ = found
    may = {"may": True} if "once" in means or _MAY.search(plain) else {}
    return [{**means, **may, "effects": [{"do": "by_hand", "text": text}]}]


def at_moment(plain: str) -> tuple[Document, str] | None:
    """The moment that the first words of a text name, with how often it is used, and the text behind them.

    None where they name no moment. The text is in small letters.
    """
    often = _ONCE.match(plain)
    rest = plain[often.end() :] if often else plain
    for head, means in HEADS:
        if found := re.match(head, rest):
            when = means["when"].format(*filter(None, found.groups()))
            once = {"once": often[1].removeprefix("battle ") or often[1]} if often else {}
            return {**means, "when": when, **once}, rest[found.end() :]
    return None

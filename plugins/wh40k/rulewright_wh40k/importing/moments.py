"""Texts that no program understands: at which moment their first words say that people play them."""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias

from .abilities import plain_text

Document: TypeAlias = dict[str, Any]
Heads: TypeAlias = tuple[tuple[str, Document], ...]

PHASES: Final = r"(movement|shooting|charge|fight)"
ITSELF: Final = r"(?:this (?:unit|model|fortification|model's unit)|the bearer(?:'s unit)?|that unit|it)"
MODEL: Final = r"(?:this model|this fortification|the bearer)"
AFTER: Final = r"(?:each time|when|after|just after)"


def _now(phase: str) -> Document:
    """The condition that it is a phase of one's own turn."""
    return {"phase": phase, "turn": "yours"}


HEADS: Final[Heads] = (
    (r"at the start of the battle round", {"when": "battle round start"}),
    (r"at the end of the battle round", {"when": "battle round end"}),
    (r"at the start of any phase", {"when": "phase start", "whose": "any"}),
    (r"at the start of your command, movement, shooting, charge or fight phase", {"when": "phase start"}),
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
    (rf"(?:each time|when) {ITSELF} is select(?:ed)? to shoot",
     {"when": "targets selected", "test": {"strike": "ranged"}}),
    (rf"(?:each time|when) (?:{ITSELF}|a unit with this ability) is selected to fight", {"when": "selected to fight"}),
    (rf"(?:each time|when) an attack targets {ITSELF}",
     {"when": "targets selected", "whose": "opposing", "test": {"unit": "target", "attacked": True}}),
    (rf"(?:each time|when) (?:a ranged attack targets {ITSELF}|{ITSELF} is selected as the target of a ranged attack)",
     {"when": "targets selected", "whose": "opposing",
      "test": {"all": [{"unit": "target", "attacked": True}, {"strike": "ranged"}]}}),
    (rf"each time you (?:target|select) {ITSELF} (?:with|as the target of) a stratagem", {"when": "stratagem used"}),
    (rf"{AFTER} {ITSELF} (?:has fought|fights)", {"when": "has fought"}),
    (rf"{AFTER} {ITSELF} (?:ends|makes) a charge move", {"when": "charge ended"}),
    (rf"{AFTER} {ITSELF} ends a normal move", {"when": "move ends", "test": {"move": ["normal"]}}),
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
ATTACKED: Final = {"unit": "target", "attacked": True}
FIRST: Final = {"amount": "battle round", "at_most": 1}
"""The condition that it is the first battle round."""
MODELS: Final = r"(?:models?|units?)"
LOOSE: Final[Heads] = (
    (r"after both players have deployed their armies", {"when": "armies deployed", "once": "battle"}),
    (r"(?:at the start of|during|in) the declare battle formations step", {"when": "battle formations"}),
    (r"if this model is attached to [^,]+ during the declare battle formations step", {"when": "battle formations"}),
    (r"(?:during deployment|in the (?:deploy armies|create the battlefield)|at the end of the read mission)",
     {"when": "battle formations"}),
    (r"(?:at the start of the first (?:battle|balle) round|at the start of the battle)",
     {"when": "battle round start", "once": "battle", "test": FIRST}),
    (r"at the end of (?:any|each) phase", {"when": "phase end", "whose": "any"}),
    (r"at the start of each phase", {"when": "phase start", "whose": "any"}),
    (r"(?:at the end of the your command phase|if you control an objective marker at the end of your command phase)",
     {"when": "end of command phase"}),
    (r"in the reinforcements step of your movement phase", {"when": "end of movement phase"}),
    (r"in the reinforcements step of your opponent's movement phase, when an enemy unit is set up",
     {"when": "set up", "whose": "opposing"}),
    (r"in your opponent's shooting phase, each time an enemy unit has shot",
     {"when": "has shot", "whose": "opposing", "test": {"phase": "shooting", "turn": "theirs"}}),
    (r"each time an enemy unit is selected to shoot or fight, after it has finished making its attacks",
     {"when": "has shot", "whose": "opposing", "also": "has fought"}),
    (r"just after an enemy unit finishes making its attacks",
     {"when": "has shot", "whose": "opposing", "also": "has fought"}),
    (r"each time an enemy unit is selected to shoot, after that unit has shot",
     {"when": "has shot", "whose": "opposing"}),
    (r"in your opponent's shooting phase, when (?:a friendly [^,]+ is selected as the target of an attack|an enemy "
     r"unit makes a ranged attack that targets)", {"when": "has shot", "whose": "opposing"}),
    (rf"when {ITSELF} is selected as the target of",
     {"when": "targets selected", "whose": "opposing", "test": ATTACKED}),
    (r"(?:each time|when|after) an? (?:ranged |melee )?attack (?:targets|is allocated to|has been allocated to) "
     r"(?:this|the bearer|a model)", {"when": "targets selected", "whose": "opposing", "test": ATTACKED}),
    (rf"each time [^,.]*{MODELS}[^,.]* (?:is|are) destroyed by an? (?:melee )?attack",
     {"when": "targets selected", "whose": "opposing", "test": ATTACKED}),
    (r"(?:in the fight phase, )?each time a model in [^,.]+ is destroyed",
     {"when": "targets selected", "whose": "opposing", "test": ATTACKED}),
    (rf"each time (?:this model|the bearer|(?:a|an|this) [^,.]*?{MODELS}[^,.]*?) (?:makes? an? |targets )"
     r"(?:ranged |melee )?(?:attack|an enemy)", {"when": "targets selected"}),
    (r"each time an attack is made with this weapon", {"when": "targets selected"}),
    (r"in your shooting phase, (?:each time|when) [^,.]+ is selected to shoot",
     {"when": "targets selected", "test": _now("shooting")}),
    (r"(?:each time )?you (?:can )?(?:target|select|use) [^.]*?stratagem", {"when": "stratagem used"}),
    (r"(?:each time|after) your opponent (?:targets|uses)",
     {"when": "stratagem used", "whose": "opposing"}),
    (r"(?:one (?:unit|model) from your army with this ability|one friendly [^.]+? unit within [^.]+?) can "
     r"(?:be targeted|use it when its unit is targeted)", {"when": "stratagem used"}),
    (r"when (?:a friendly [^,.]+|you target [^,.]+) (?:is targeted with|with) [^,.]*?stratagem",
     {"when": "stratagem used", "whose": "any"}),
    (r"(?:this model can use this ability\. if it does, )?you can target this unit with", {"when": "stratagem used"}),
    (r"each time your opponent gains a cp", {"when": "command step", "whose": "any"}),
    (r"(?:each time|when) (?:a|this) (?:unit|model) disembarks", {"when": "set up", "whose": "friendly"}),
    (r"when this (?:unit|model) arrives", {"when": "set up"}),
    (r"when this (?:unit|model|fortification) is first set up", {"when": "armies deployed"}),
    (r"(?:each time|when|while|if) [^,.]*(?:observer|guided) unit", {"when": "shooting phase start"}),
    (r"(?:each time|when) [^,.]*reanimation protocols activate|when a friendly [^,.]* activates",
     {"when": "end of command phase"}),
    (r"each time an enemy unit destroys", {"when": "unit destroyed", "whose": "friendly"}),
    (r"(?:each time|when|if|one model from your army with this ability can use it when) (?:the bearer's|its|that|this) "
     r"unit destroys", {"when": "unit destroyed", "whose": "opposing"}),
    (r"each time [^,.]+ declares a charge", {"when": "charge declared"}),
    (r"each time [^,.]* takes a hazardous test", {"when": "has shot"}),
    (r"each time [^,.]* suffers a mortal wound", {"when": "mortal wounds"}),
    (r"each time [^,.]*unit takes a battle-shock", {"when": "battle-shock test", "whose": "any"}),
    (r"each time [^,.]* (?:makes a (?:normal|advance)|ends a)", {"when": "move starts"}),
)  # fmt: skip
"""More first words, for texts that are played by hand: the moment at which people best say what happens.

A text is asked for at a second moment, too, where it is about both (``also``).
"""
_MAY: Final = re.compile(r"\b(can|may)\b")
"""What happens is a choice; so is when, where it happens only once in a while."""
_ONCE: Final = re.compile(r"(?:(once)|(?:up to )?(twice)) per (battle round|battle|turn|phase)(?: for each [^,]+)?,? *")
_FOR: Final = re.compile(
    r"^[^.]+ models?(?: with [^.]+| equipped with [^.]+)? only(?: \([^)]*\))?\. |"
    r"^while (?:this model|the bearer) is leading a unit, |^if your army (?:faction is|includes) [^,]+, (?:then )?|"
    r"^[^.:]+ have the following ability: [^:]+: |"
    r"^while (?!a friendly|an enemy)[^,.]+, (?=each time|at the|once per|in your)|^- "
)
"""Whom an Enhancement is for, whom its bearer has to lead, and what else stands before the moment."""
_BEGINS: Final = re.compile(r"(?<=[.:]) (?:in addition, )?|(?:^| )[■•-] ?|, and (?=each time)")
"""Where a text may begin to speak of a moment."""
_EXPLAINS: Final = re.compile(r"^(?:weapons with|some (?:models|units) have)\b")
"""What explains an ability that the rules have."""
_RULES: Final = re.compile(r"\b(?:models?|units?|bearer|you|your|fortification|terrain)\b")
"""What a text speaks of that is a rule, and no list of numbers."""


def by_hand(text: str, *, army: bool = False) -> list[Document]:
    """What a text does by hand: at the moment that its words name, else when both armies have been deployed.

    The text of a whole ``army``, or of all units of its faction, is asked for once. Nothing for what is no rule, or
    explains an ability of the rules.
    """
    plain = plain_text(text).replace("’", "'").replace("‑", "-")
    found = _first_moment(plain)
    if _EXPLAINS.match(plain) or not (found or _RULES.search(plain)):
        return []
    means = found or {"when": "armies deployed", "once": "battle", "may": True}
    may = {"may": True} if "once" in means or _MAY.search(plain) else {}
    whole = {"army": True} if army or plain.startswith("if your army faction is") else {}
    effects = {"effects": [{"do": "by_hand", "text": text}]}
    also = means.get("also")
    means = {name: value for name, value in means.items() if name != "also"}
    parts = [{**means, **may, **whole, **effects}]
    return parts + [{**one, "when": also} for one in parts if also]


def _first_moment(plain: str) -> Document | None:
    """The moment that a text names: its first words, what stands behind its conditions, or a later sentence."""
    starts = [0, *(found.end() for found in _BEGINS.finditer(plain))]
    for start in starts:
        rest = plain[start:]
        while found := _FOR.match(rest):
            rest = rest[found.end() :]
        if head := at_moment(rest, (*HEADS, *LOOSE)):
            return head[0]
    return None


def at_moment(plain: str, heads: Heads = HEADS) -> tuple[Document, str] | None:
    """The moment that the first words of a text name, with how often it is used, and the text behind them.

    None where they name no moment. The text is in small letters.
    """
    often = _ONCE.match(plain)
    rest = plain[often.end() :] if often else plain
    once: Document = {"once": often[3].removeprefix("battle ")} if often else {}
    if often and often[2]:
        once["times"] = 2
    while found := _FOR.match(rest):
        if heads is HEADS or not often:
            break
        rest = rest[found.end() :]
    for head, means in heads:
        if found := re.match(head, rest):
            when = means["when"].format(*filter(None, found.groups()))
            return {**means, "when": when, **once}, rest[found.end() :]
    return None

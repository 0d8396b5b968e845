"""What a team tactic card gives for a time: superpowers that it prints, and sentences that hold "this round"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from .texts import Document

_POWER: Final = re.compile(
    r"^\{(?P<kind>innate|active|reactive)\}[ \t]+(?P<name>[A-Z][A-Z'’!,? -]+?)"
    r"(?:[ \t]+\{(?:PWR|COST)\}[ \t]*(?P<cost>\d+))?"
    r"[ \t]*(?:-[ \t]+(?P<first>\S.*))?$",
    re.MULTILINE | re.IGNORECASE,
)
_PERIOD: Final = r"(?P<period>round|turn|activation|game)(?! phase)"
_FOR: Final = r"(?:for the (?:rest|remainder) of |until the end of |during )?(?:the|this)"
_TIMES: Final = (
    re.compile(rf"^(?P<able>until this character is dazed or )?{_FOR} {_PERIOD},? (?P<text>.+)$"),
    re.compile(rf"^(?P<text>.+?),? {_FOR} {_PERIOD}$"),
    re.compile(rf"^(?P<text>.+?),? {_FOR} {_PERIOD}(?P<more>,? .+)$"),
)
"""How long a sentence holds: in front of it, behind it, and behind its moment."""
_SELF: Final = "this character"
_SPENT: Final = (
    r"(?:each |an? )?(?:allied )?characters? that (?:spent \{pwr\}(?: to play this card)?|played this card)|"
    r"these characters"
)
_CHOSEN: Final = r"^(?:the chosen (?:enemy |allied )?|that |the (?:enemy|allied) )character(?!s)"
_MARKED: Final = r"\bthe chosen (?:enemy |allied )?character(?!s)"
_TOO: Final = re.compile(rf"^{_SELF} and {_SELF},? (?:(gain)|(?=may ))\b")
_OTHERS_OF_IT: Final = re.compile(rf"^{_SELF} and other allied characters within \{{rng\}} (\d) of it\b")
_WHILE: Final = re.compile(
    r"^while within \{rng\} (?P<range>\d) of this character"
    r"(?: \(x is equal to the \{pwr\} spent to play this card\))?, "
)
"""How a sentence begins about all allies that are near, the one who plays the card among them."""
_NEAR: Final = r" (?:while (?:they are )?)?(?:that (?:is|are) )?within \{rng\} (?P<range>\d) of this character"


OTHER: Final = "whoever is beside it"
"""The other one of two who played a card."""
_CLEANUP: Final = r"(?:next cleanup phase|end of the cleanup phase)"
_TOGETHER: Final = re.compile(
    r"^while (?:this character and the chosen character are |these characters are )?within \{rng\} (?P<range>\d) of "
    r"each other this round,? (?P<text>.+)$"
)
_NEAR_IT: Final = re.compile(
    r"^for the rest of this (?P<period>round), while other allied characters are within \{rng\} (?P<range>\d) of this "
    r"character, they have (?P<text>.+)$"
)
_ONCE: Final = re.compile(r"^once this (?P<period>round|turn|activation), (?P<text>each .+)$")
_BY_TOKEN: Final = re.compile(
    r"^(?:while this character has an? [\w ]+ token, it .*\bthe chosen character\b.*|"
    r"when the character with the [\w ]+ token .*\bthe chosen character\b.*|"
    r"if it is not the chosen character attacking, .*|"
    r"this character loses the [\w ]+ token when the chosen character is ko'd)$"
)
"""What counts as long as a character has a token of the card."""
_NEXT_ACTION: Final = re.compile(
    r"^during the next attack action made by this character this activation, it (?P<text>.+)$"
)
_BY_ANYONE: Final = re.compile(
    r"^(?P<once>once per turn, )?(?:at any time )?during a character's activation, (?P<near>while within [^,]*, )it "
    r"may (?P<text>.+)$"
)
"""What any character may do in its activation for the rest of the game."""
_BY_ALLIES: Final = re.compile(
    r"^(?P<near>while within \{rng\} \d of an? [\w ]+ token, )allied characters gain (?P<text>.+)$"
)
"""What all allies have near a token of the card, as long as that lies there."""
_ADDITIONAL: Final = re.compile(
    r"^(?:that|the chosen) character (?P<text>may .+ as an additional action) during its next activation this round$"
)


class PrintedPower(Struct, frozen=True):
    """A superpower as a card prints it."""

    kind: str
    name: str
    cost: int
    text: str


def printed_powers(text: str) -> tuple[list[PrintedPower], str]:
    """The superpowers that a card prints, each from its name to the next empty line, and the text without them."""
    found, rest = [], []
    for block in re.split(r"\n\s*\n", text):
        begin = _POWER.search(block)
        if begin is None or not begin["name"].isupper():
            rest.append(block)
            continue
        rest.append(block[: begin.start()])
        told = f"{begin['first'] or ''}\n{block[begin.end() :]}".strip()
        found.append(PrintedPower(begin["kind"].lower(), begin["name"].strip(), int(begin["cost"] or 0), told))
    return found, "\n\n".join(filter(str.strip, rest))


class Gift(Struct, frozen=True):
    """What holds for a time: for whom, for how long, and what, as it stands in the text of that character."""

    who: Any
    until: str
    text: str
    near: int = 0
    """How near they have to be to the one who plays the card, of whom it speaks."""
    able: bool = False
    """Whether it ends when they are dazed."""
    marks: bool = False
    """Whether it speaks of the character that was chosen, who is marked."""
    together: int = 0
    """How near those who played the card have to be to each other."""
    once: bool = False
    """Whether each of them may do it once."""
    activated: bool = False
    """Whether it is there from the next activation on, and in that alone."""
    too: bool = False
    """Whether the one who plays the card has it, too, besides those who are near."""
    named: str = ""
    """The superpower that it gives, where the card prints it; else it goes by the name of the card."""


def gift_of(sentence: str, squad: str, squads: Mapping[str, str]) -> Gift | None:
    """What a sentence gives for a time; None where it names no time, or nobody."""
    sentence = re.sub(rf"until the {_CLEANUP}\b", "until the end of the round", sentence)
    if special := _special(sentence):
        return special
    for time in _TIMES:
        found = time.match(sentence)
        if found is not None:
            text = found["text"] + (found.groupdict().get("more") or "")
            gift = _borne(re.sub(r"^(?:additionally|also), ", "", text), found["period"], squad, squads)
            ends = bool(found.groupdict().get("able"))
            return gift if gift is None or not ends else replace(gift, able=True)
    with_token = re.match(r"^characters with an? [\w ]+ token (?P<text>.+)$", sentence)
    if with_token:
        return Gift(_group(played=True), "game", f"{_SELF} {_singular(with_token['text'])}")
    return None


def _special(sentence: str) -> Gift | None:
    """What a sentence gives that says in a way of its own for how long, or to whom."""
    if found := _TOGETHER.match(sentence):
        text = re.sub(rf"^(?:the )?(?:{_SPENT}|they)\b", _SELF, found["text"])
        text = re.sub(r", (?:and )?(?=they |after an attack )", ". ", text)
        text = re.sub(r"\bthey\b", _SELF, text).replace("either of them", _SELF)
        text = text.replace("their defensive values", f"its defensive values with {OTHER}")
        return Gift(_group(played=True), "round", _singular(text), together=int(found["range"]))
    if found := _NEAR_IT.match(sentence):
        near = Gift({"every": "allied"}, found["period"], f"{_SELF} has {found['text']}")
        return replace(near, near=int(found["range"]))
    if _BY_TOKEN.match(sentence):
        return Gift("self", "game", re.sub(r"\bthe chosen character\b", "the marked character", sentence), marks=True)
    if found := _ONCE.match(sentence):
        gift = _borne(found["text"], found["period"], r"(?!)", {})
        return None if gift is None else replace(gift, once=True)
    if found := _BY_ANYONE.match(sentence):
        text = f"{found['once'] or ''}{found['near']}{_SELF} may {found['text']}"
        return Gift({"every": "any", "itself": True}, "game", text)
    if found := _BY_ALLIES.match(sentence):
        text = re.sub(r"\bthey deal\b", "it deals", found["text"])
        return Gift(_group(), "game", f"{found['near']}{_SELF} gains {text}")
    if found := _NEXT_ACTION.match(sentence):
        return Gift("self", "next attack action", f"{_SELF} {found['text']}")
    if found := _ADDITIONAL.match(sentence):
        return Gift("chosen", "round", f"{_SELF} {found['text']}", activated=True)
    return None


def _borne(text: str, until: str, squad: str, squads: Mapping[str, str]) -> Gift | None:
    """Whose sentence it is: that of the card, of those who played it, of an ally, of whom was chosen, of an enemy."""
    if re.search(_SPENT, text):
        return Gift(_group(played=True), until, _singular(re.sub(_SPENT, _SELF, text)))
    text = _OTHERS_OF_IT.sub(rf"{_SELF} and allied characters within {{rng}} \1 of {_SELF}", text)
    allied = re.compile(
        rf"\b(?:(?:an|each|all|any) allied (?:(?P<one>{squad}) )?characters?|allied (?:(?P<many>{squad}) )?characters)"
    )
    about = allied.search(text)
    near = re.search(rf"{allied.pattern}{_NEAR}", text)
    if begun := _WHILE.match(text):
        own = _singular(re.sub(r"\ballied characters are\b", f"{_SELF} is", text[begun.end() :]))
        return Gift("self", until, re.sub(r"\ballied characters\b", _SELF, own), int(begun["range"]), too=True)
    marked = re.sub(_MARKED, "the marked character", text)
    if about is not None and (near is not None or _SELF not in text):
        who: Document = _group()
        if named := about["one"] or about["many"]:
            who["affiliation"] = squads[named]
        own = re.sub(rf"{allied.pattern}(?:{_NEAR})?", _SELF, marked, count=1)
        own = re.sub(r"\b(?:the allied|that) character\b", _SELF, allied.sub(_SELF, own))
        own, too = _TOO.subn(lambda found: f"{_SELF} {'gains' if found[1] else ''}", own)
        if too and near is None:
            return None
        range = int(near["range"]) if near else 0
        return Gift(who, until, _singular(own), range, marks=marked != text, too=bool(too))
    if _SELF in text:
        return Gift("self", until, marked, marks=marked != text)
    if re.match(_CHOSEN, text) or marked != text:
        return Gift("chosen", until, _other_side(re.sub(_CHOSEN, _SELF, re.sub(_MARKED, _SELF, text))))
    own, enemies = re.subn(r"^(?:each |all )?enemy characters?\b", _SELF, text)
    return Gift({"every": "enemy"}, until, _singular(own)) if enemies else None


def _group(*, played: bool = False) -> Document:
    return {"every": "allied", "itself": True, **({"played": True} if played else {})}


def _singular(text: str) -> str:
    return re.sub(r"\btheir\b", "its", re.sub(r"\bthemselves\b", "itself", text))


def _other_side(text: str) -> str:
    """Who is an enemy for the one who plays the card is an ally of the one who was chosen."""
    return re.sub(r"\bother enemy characters\b", "other allied characters", text)


def lists_of(text: str) -> Iterator[tuple[str, list[str]]]:
    """The sentences of a folded text that end in a colon, and the lines with a dash behind each."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not line.endswith(":"):
            continue
        options = []
        for option in lines[number + 1 :]:
            if not option.startswith("- "):
                break
            options.append(option.removeprefix("- "))
        if len(options) > 1:
            yield line, options

"""Who plays a team tactic card: its first words, and its text as it stands in the text of that character."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Final, TypeAlias

from msgspec import Struct

from rulewright import rule
from rulewright.phrases import fold

from .texts import Document

Names: TypeAlias = Mapping[str, tuple[str, ...]]
"""What texts call characters, folded, and the names and alter egos that it means."""

ATTACK: Final = re.compile(
    r"^\{(?P<type>phys|enrg|myst)\} (?P<name>[^{}\n]+?) \{rng\} (?P<range>[ab]?[1-5]) \{str\} (?P<strength>\d+)"
    r"(?: \{cost\} (?P<cost>\d+))?$", re.MULTILINE,
)  # fmt: skip
"""An attack as a card prints it; its special rules are the lines behind it that begin with a dash or an icon."""
_SPECIAL: Final = re.compile(r"- |\{(?:crit|wild|hit|block|blank|fail)\}")
COUNTS: Final = {
    "any number of": (1, 10), "2": (2, 2), "up to 2": (1, 2), "up to 3": (1, 3), "up to 4": (1, 4),
}  # fmt: skip
"""How many characters play a card."""
_PRONOUN: Final = r"(?:it|they|he|she|both characters|the active character|that (?:allied )?character)"
_PAYS: Final = r"(?:may|can) (?:both |each )*(?P<pays>(?:spend|pay|play)\b[^.]*? to play this card|play this card)"
_PLAYED: Final = r"(?:the |that )?character that (?:played|spent \{pwr\} to play) this card"


class Played(Struct, frozen=True):
    """Fields of the card that say who plays it, and its text about "this character"."""

    fields: Document
    text: str


def names_of(cards: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """What texts call characters, by their names and alter egos: whole, and without what stands behind a comma."""
    found: dict[str, list[str]] = {}
    for name, alter_ego in cards:
        for called in (name, alter_ego):
            for short in {called, called.split(",")[0], called.removeprefix("The ")}:
                meant = found.setdefault(fold(short), [])
                if called not in meant:
                    meant.append(called)
    return {called: tuple(meant) for called, meant in found.items()}


def attack_of(text: str) -> tuple[re.Match[str] | None, list[str], str]:
    """The attack that a folded text prints, the lines of its special rules, and the text without them."""
    found = ATTACK.search(text)
    if found is None:
        return None, [], text
    behind = text[found.end() :].lstrip("\n").split("\n")
    specials = list(takewhile(_SPECIAL.match, behind))
    rest = text[: found.start()] + "\n".join(behind[len(specials) :])
    rest = re.sub(r"the (?:above attack|attack (?:listed|shown) above)", f"the {found['name']} attack", rest)
    return found, specials, re.sub(rf"(the {re.escape(found['name'])} attack) (?:listed|shown) above", r"\1", rest)


class Players:
    """Reads who plays cards, given what texts call characters and affiliations."""

    def __init__(self, names: Names, squads: Mapping[str, str]) -> None:
        self.names, self.squads = names, squads
        name = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or r"(?!)"
        squad = "|".join(map(re.escape, sorted(squads, key=len, reverse=True))) or r"(?!)"
        self._one = (
            r"(?:(?:an?|any|each) )?(?P<injured>injured )?(?:allied )?(?P<injured2>injured )?"
            rf"(?:(?P<name>{name})(?: or (?:an )?(?:allied )?(?P<other>{name}))?(?: character)?|"
            rf"(?P<squad>{squad}) characters?|characters?)"
            r"(?P<unburdened> (?:that (?:is|are) )?not holding (?:an )?objective tokens?)?"
        )
        self._name = rf"(?:an )?(?:allied )?(?:{name})"

    @rule("tactic-card.play", "tactic-card.anatomy")
    def read(self, plain: str) -> Played | None:
        """Who plays a card with this folded text; None where its first words are not understood."""
        for pattern, means in (
            (rf"(?P<count>{'|'.join(COUNTS)}) {self._one} {_PAYS}", self._several),
            (rf"(?P<first>{self._name}) and (?P<second>{self._name}) {_PAYS}", self._both),
            (rf"{self._one} {_PAYS}", self._single),
        ):
            if (found := re.search(rf"(?:^|(?<=[.,:] )|(?<=\n)){pattern}", plain)) and (played := means(found, plain)):
                return played
        return self._in_front(plain)

    def _several(self, found: re.Match[str], plain: str) -> Played:
        least, most = COUNTS[found["count"]]
        fields = {"by": self._sorts(found), **({"least": least} if least > 1 else {}), "most": most}
        return Played(fields, self._about(plain, found, ()))

    def _both(self, found: re.Match[str], plain: str) -> Played:
        first, second = (re.sub(r"^(?:an )?(?:allied )?", "", found[each]) for each in ("first", "second"))
        fields = {"by": [{"named": list(self.names[one])} for one in (first, second)], "together": True}
        text = self._about(plain, found, (first,))
        return Played(fields, re.sub(rf"\b{re.escape(second)}\b", "the chosen character", text))

    def _single(self, found: re.Match[str], plain: str) -> Played:
        by = self._sorts(found)
        return Played({"by": by} if by != [{}] else {}, self._about(plain, found, self._called(found)))

    def _in_front(self, plain: str) -> Played | None:
        """Whom the first words are about plays it: "during an allied X character's activation, it may ..."."""
        paid = re.search(rf"{_PRONOUN} {_PAYS}", plain)
        if paid is None:
            return None
        head = plain[: paid.start()].rpartition("\n")[2].rpartition(". ")[2]
        start = paid.start() - len(head)
        found = re.match(
            rf"(?P<moment>(?:when|if|while|during|after|at the (?:start|end) of) ){self._one}(?='s?\b|s?'| )", head
        )
        if found is None:
            return None
        by = self._sorts(found)
        behind = head[found.end() :]
        text = (
            f"{plain[:start]}{found['moment']}this character{behind}this character {_paid(paid)}{plain[paid.end() :]}"
        )
        for called in self._called(found):
            text = re.sub(rf"(?:\b(?:an )?allied )?\b{re.escape(called)}\b", "this character", text)
        return Played({"by": by} if by != [{}] else {}, re.sub(_PLAYED, "this character", text))

    def _called(self, found: re.Match[str]) -> tuple[str, ...]:
        return tuple(found[one] for one in ("name", "other") if found[one])

    def _sorts(self, found: re.Match[str]) -> list[Document]:
        """Who may play it: of a name, an affiliation, or anyone, as what else is said of them has it."""
        one: Document = {}
        if called := self._called(found):
            one["named"] = list(dict.fromkeys(each for name in called for each in self.names[name]))
        if found["squad"]:
            one["affiliation"] = self.squads[found["squad"]]
        if found["injured"] or found["injured2"]:
            one["injured"] = True
        if found["unburdened"]:
            one["holding"] = False
        return [one]

    def _about(self, plain: str, found: re.Match[str], called: Iterable[str]) -> str:
        """The text about "this character", which pays."""
        text = f"{plain[: found.start()]}this character {_paid(found)}{plain[found.end() :]}"
        for name in called:
            text = re.sub(rf"(?:\b(?:an )?allied )?\b{re.escape(name)}\b", "this character", text)
        return re.sub(_PLAYED, "this character", text)


def _paid(found: re.Match[str]) -> str:
    """What is paid, by each of them where there are several."""
    return "may " + re.sub(r"\beach ", "", found["pays"])


def active(card: Document) -> Document:
    """A card that is played in the activation of who plays it, where its text says so."""
    if not card.pop("active", False):
        return card
    return {**card, "by": [{**one, "active": True} for one in card.get("by", [{}])]}

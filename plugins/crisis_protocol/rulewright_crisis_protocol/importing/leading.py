"""Leaderships in words: whom their texts are about, and their rules as abilities of every character of the squad."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from .delays import within
from .texts import OPTIONAL, Document, NotUnderstood, Parts, whole_rule

_SUBJECT: Final = re.compile(
    r"(?:\b(when|while|during|after|by|time|targeting|targets|the start of) an|(^|[.,:]\s*)(?:an|each)|\bthe)"
    r" allied character(?!s)",
    re.IGNORECASE,
)
_ALL: Final = re.compile(r"\ballied characters (gain|may)\b", re.IGNORECASE)
_SELF: Final = re.compile(r"\bthis character\b", re.IGNORECASE)
_REROLLED: Final = ("reroll",)


_ANY_OF_THEM: Final = re.compile(r"\bthis character or an allied character(?!s)", re.IGNORECASE)
OWN: Final = "own"
"""The field by which a head says that something happens once for the squad."""
OTHERS: Final = "others"
"""The same for what all of the squad have but their leader."""
OF_ALL: Final = "of_all"
"""The same for what all of the squad have although it speaks of their leader, too."""


def about_leader(text: str, name: str) -> str:
    """A text with "this character" for its leader, as texts of the leader itself call it."""
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "this character", text, flags=re.IGNORECASE) if name else text


def about_one(text: str) -> str:
    """A text about "an allied character" as it stands in the text of that character; "" where it means its leader."""
    text = _ANY_OF_THEM.sub("an allied character", text)
    if _SELF.search(text):
        return ""
    found = _SUBJECT.sub(lambda one: f"{_before(one)}this character", text)
    return _ALL.sub(lambda one: f"this character {'gains' if one[1].lower() == 'gain' else 'may'}", found)


def _before(found: re.Match[str]) -> str:
    return f"{found[1]} " if found[1] else found[2] or ""


def abilities(rules: Iterable[Parts], alone: bool = False) -> Iterator[tuple[str, Document]]:
    """The rules of a leadership as abilities, each under the field in which it stands; what may be left out is asked
    before it counts as used. Where the text means its leader ``alone`` there are only those that are the leader's.

    Raises NotUnderstood.
    """
    for rule in rules:
        own, others, of_all = (rule.head.pop(field, False) for field in (OWN, OTHERS, OF_ALL))
        if others or of_all:
            yield OTHERS if others else "abilities", _ability(rule)
            continue
        if alone is not own and (alone or any(one.get("who") == "self" for one in within(rule.effects))):
            raise NotUnderstood("it means its leader, or someone else")
        if rule.keywords or rule.attack or not all("modifies" in one for one in rule.does):
            raise NotUnderstood("more than changes and abilities")
        if rule.effects:
            yield OWN if own else "abilities", _ability(rule)


def _ability(rule: Parts) -> Document:
    tests, effects, found = [*rule.test], rule.effects, dict[str, object]()
    if len(effects) == 1 and effects[0]["do"] == "if" and not effects[0].get("otherwise"):
        tests.append(effects[0]["test"])
        effects = effects[0]["then"]
    if rule.head.pop("of_each", False):
        found["each"] = True
    only = effects[0] if len(effects) == 1 else {}
    if only.get("do") == OPTIONAL:
        found["optional"], effects = True, only["effects"]
    elif only.get("do") == "spend" and only["up_to"] == only.get("least", 1):
        found |= {"optional": True, "cost": only["up_to"]}
        effects = _no_more_asked(only["then"])
    elif only.get("do") in _REROLLED:
        found["optional"] = True
    if "when" not in rule.head and not found.get("optional"):
        raise NotUnderstood("it does not say when")
    return {**whole_rule(Parts(head=rule.head, test=tests, effects=effects)), **found}


def _no_more_asked(effects: list[Document]) -> list[Document]:
    """What was paid for; who rerolls dice chooses none if the player wants none, and is not asked before."""
    if len(effects) == 1 and effects[0]["do"] == OPTIONAL and effects[0]["effects"][0]["do"] in _REROLLED:
        inside: list[Document] = effects[0]["effects"]
        return inside if len(inside) == 1 else effects
    return effects

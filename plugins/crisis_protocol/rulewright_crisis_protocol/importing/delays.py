"""Sentences that begin "after the attack is resolved" in a rule about an attack: what happens later in that attack."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

Document = dict[str, Any]

SAID: Final = "said"
"""The field by which a head says that it is about the attack of which the sentence before spoke."""
AFTER: Final = {
    "targeted": ("self", "after attacked"),
    "attacks": ("self", "after attack"),
    "ally attacks": ("attacker", "after attack"),
    "ally targeted": ("self", "attack resolved"),
    "anyone targeted": ("self", "attack resolved"),
}
"""At which moments in an attack a rule may speak of what comes after it: who has that then, and when it is."""
_OF_THE_TARGET: Final = re.compile(r'"(?:target|damage_dealt)"')
"""What is about whoever is the target in the end; the rest comes whoever took the attack."""
_SPEAKS_OF_IT: Final = re.compile(r'"(?:target|attacker|attack|defense|damage_dealt)"')
"""What is about the attack itself, and comes with each attack of a beam or an area; the rest comes once behind all."""
ROLES: Final = ("who", "of", "against", "not_against", "to", "into")
"""The fields in which whom a text means is a role."""
OUTSIDE: Final = ("activation begins", "move begins", "move ends")
"""Moments of an activation at which no attack is being made: what comes after one is about the next."""
BRANCHES: Final = ("then", "otherwise", "effects", "options")


def delayed(first: Any, second: Any, all: Callable[[list[Any]], Any]) -> bool:
    """Put what a second rule says into the first one, as something later; False where that would not be the same."""
    if second.does or second.keywords or second.attack or set(second.head) != {"when"}:
        return False
    when = first.head.get("when")
    who, moment = AFTER.get(when, ("self", "after attack"))
    if when == "targeted" and not _OF_THE_TARGET.search(json.dumps([second.effects, second.test])):
        moment = "attack resolved"
    if when == "targeted" and _of_the_new_target(first, second, all):
        return True
    when = None if when in OUTSIDE else when
    if (when is not None and when not in AFTER) or not _means_the_same(second, who):
        return False
    later: Document = {"do": "later", "when": moment, "effects": second.effects}
    if second.test:
        later["test"] = all(second.test)
    if when is not None:
        first.effects.append({**later, "who": who, "until": "attack"})
        return True
    granted = [one for one in within(first.effects) if one.get("do") == "attack"]
    if granted and not second.test and not _SPEAKS_OF_IT.search(json.dumps(second.effects)):
        granted[-1]["after"] = [*granted[-1].get("after", ()), *second.effects]
        return True
    if granted and granted[-1].get("who", "self") == "self":
        granted[-1]["besides"] = [*granted[-1].get("besides", ()), later]
        return True
    if any(one.get("until") == "next attack" and not one.get("attacks") for one in first.effects):
        first.effects.append(later)
        return True
    return False


def _of_the_new_target(first: Any, second: Any, all: Callable[[list[Any]], Any]) -> bool:
    """What a second rule says of whoever was chosen to become the target is something later of that one's own."""
    chosen = next((one for one in first.effects if one.get("do") == "choose_character" and "up_to" not in one), None)
    if chosen is None or {"do": "redirect", "who": "chosen"} not in chosen["then"]:
        return False
    parts = [one for effect in second.effects for one in _own(effect)]
    if '"chosen"' in json.dumps(parts) or any(f'"{one}"' in json.dumps(second.test) for one in ("self", "target")):
        return False
    later: Document = {"do": "later", "when": "after attacked", "who": "chosen", "until": "attack"}
    if second.test:
        later["test"] = renamed(all(second.test), {"chosen": "self"})
    later["effects"] = parts
    chosen["then"].append(later)
    return True


def _own(effect: Document) -> list[Any]:
    """What the chosen one does, or what happens to it, as its own text says it."""
    if (effect["do"], effect.get("who")) == ("let", "chosen"):
        return list(effect["effects"])
    if effect["do"] == "if" and '"self"' not in json.dumps(effect["test"]):
        test, then = renamed(effect["test"], {"chosen": "self"}), [part for one in effect["then"] for part in _own(one)]
        return [{**effect, "test": test, "then": then}]
    return [effect if '"self"' in json.dumps(effect) else renamed(effect, {"chosen": "self"})]


def renamed(means: Any, roles: Mapping[str, str]) -> Any:
    """Effects, amounts and conditions with other roles in them."""
    if isinstance(means, list):
        return [renamed(one, roles) for one in means]
    if isinstance(means, dict):
        return {key: roles.get(one, one) if key in ROLES and isinstance(one, str) else renamed(one, roles)
                for key, one in means.items()}  # fmt: skip
    return means


def _means_the_same(rule: Any, who: str) -> bool:
    """Whether a text means the same whom and how much when it happens later."""
    told = json.dumps([rule.effects, rule.test])
    open_ = '"chosen"' in told and '"choose_' not in told
    others = who != "self" and any(one.get("who") not in ("attacker", "target") for one in within(rule.effects))
    return not (open_ or others or "power_spent" in told or "that_much" in told)


def within(effects: Iterable[Any]) -> Iterator[Document]:
    """Effects and all that are in them, in their order."""
    for effect in effects:
        yield effect
        for key in BRANCHES:
            yield from within(effect.get(key, ()))


def laters(document: Any) -> Iterator[Document]:
    """What happens later in a rule, wherever it stands."""
    if isinstance(document, dict):
        if document.get("do") == "later":
            yield document
        document = list(document.values())
    if isinstance(document, list):
        for part in document:
            yield from laters(part)

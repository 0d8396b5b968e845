"""When something happens: the parts that a frame begins, which have no effects yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..powers import LIMITED, USED
from .effects import SHOT
from .frames import FREE, Document, Frame, NotUnderstood, all_of, within

ATTACKS: Final = ("energy-explosion", "mind-control", "pulse-wave", "quake")
"""The powers that make an attack of their own."""
RANGE_ATTACKS: Final = ("energy-explosion", "pulse-wave")
"""The powers that make a range attack in any case."""
DAMAGE: Final = ("damages", "takes damage")
"""The moments of damage, which attacks deal, and other effects."""
TOLD: Final = ("when", "once", "case", "types", "using", "least", "most", "immediately")
"""What a phrase may say of a moment as the game says it."""


def parts_of(frame: Frame) -> Iterator[Document]:
    """The parts that a frame begins: one for each power that is used."""
    if frame.during:
        raise NotUnderstood("an attack at a moment")
    if "action" in frame.head:
        if frame.late or frame.once == "attack" or (frame.once == "turn" and frame.head != FREE):
            raise NotUnderstood("how often an action can be given")
        a_game = {"once": "game"} if frame.once == "game" else {}
        yield {**frame.head, **a_game, **all_of(frame.tests), "effects": []}
        return
    once: Document = {"once": frame.once} if frame.once else {}
    once |= {"shared": ""} if frame.shared else {}
    for head, tests in _moments(frame):
        if once and "once" in head:
            raise NotUnderstood("how often in an attack")
        if frame.late and any(_of_attack(test) for test in (*tests, *frame.tests)):
            raise NotUnderstood("an attack that is over")
        yield {**once, **head, **all_of([*tests, *frame.tests]), "effects": []}


def _of_attack(test: Any) -> bool:
    """Whether a condition asks about the attack that is being made."""
    words = ("attacking", "attack_by", "attack_with", "targets")
    return any(word in one or one.get("of") == word for one in within(test) for word in words)


def _moments(frame: Frame) -> Iterator[tuple[Document, list[Any]]]:
    """When it happens, and in which case that is a moment of the text."""
    late: Document = {"after_resolutions": True} if frame.late else {}
    if frame.uses is None:
        cases = [*([frame.head["case"]] if "case" in frame.head else []), *_about(frame.head)]
        only: Document = {"case": cases[0] if len(cases) == 1 else {"all": cases}} if cases else {}
        for kind in _kinds(frame.head):
            yield {**moment(frame.head), **only, **kind, **late}, []
        return
    late |= {"immediately": True} if "immediately" in frame.uses else {}
    case: Document = {"case": frame.uses["case"]} if "case" in frame.uses else {}
    if case and not (frame.late and set(frame.uses["powers"]).issubset(LIMITED)):
        raise NotUnderstood("a case of the use of a power")
    if "attacks" in frame.uses:
        yield {"when": "attack resolved", **late}, []
    for power in _apart(frame.uses["powers"]) if frame.late else frame.uses["powers"]:
        if "hit" in frame.names and power in ATTACKS:
            yield {"when": "hits", **late}, [{"attack_with": power}]
        elif power in USED and "other" in frame.names:
            yield {"when": "uses a power", "using": power, **late}, []
        elif power in LIMITED:
            yield {"when": "action resolved" if frame.late else "given an action", "using": power, **case, **late}, []
        elif power == SHOT:
            when = "attack resolved" if frame.late else "targets"
            yield {"when": when, "once": "attack", "attacking": "range", **late}, []
        elif power in USED and "resolved" not in frame.uses:
            yield {"when": "uses a power", "using": power, **late}, []
        else:
            raise NotUnderstood("when a power is used of which nobody hears")


def _apart(powers: list[str]) -> list[str]:
    """Powers without those whose attacks are range attacks, where every one of these is heard of."""
    return [power for power in powers if SHOT not in powers or power not in RANGE_ATTACKS]


def attack_made(during: Document) -> Document:
    """The moment of an attack that is made by the character, or against it. Raises NotUnderstood."""
    if "foe" in during or "test" in during:
        raise NotUnderstood("what someone else does in an attack")
    when, kind = ("targets", "attacking") if "attacking" in during else ("targeted", "against")
    return {"when": when, "once": "attack", "attacking": during[kind]}


def _kinds(head: Document) -> Iterator[Document]:
    """The kinds of attack in which a moment counts; of damage it is said where it is that of an attack."""
    kind = head.get("attacking") or head.get("against") or "any"
    if kind != "any":
        yield {"attacking": kind}
    elif head["when"] in DAMAGE and ("attacking" in head or "against" in head):
        yield from ({"attacking": one} for one in ("close", "range"))
    else:
        yield {}


def moment(head: Document) -> Document:
    """A moment, whose it is, and against whom."""
    found: Document = {key: head[key] for key in TOLD if key in head}
    if of := head.get("of"):
        found["whose"] = of["every"]
        more = {key: one for key, one in of.items() if key != "itself"}
        found |= {"of": more} if len(more) > 1 else {}
    if whom := _everyone(head.get("whom", {})):
        found["against"] = whom
    return found


def _everyone(whom: Document) -> Document:
    """Who is told apart by a text; nobody where it may be anyone. Points are compared with those of the character."""
    points = whom.get("points", {})
    more = {key: one for key, one in {**whom, **points}.items() if key not in ("points", "bound", "many")}
    return {} if more == {"every": "any"} else more


def _about(head: Document) -> Iterator[Any]:
    """The conditions that are said together with a moment: it is one only where they hold."""
    if "of_attack" in head:
        raise NotUnderstood("the attack of someone else")
    if bound := head.get("whom", {}).get("points", {}).get("bound"):
        yield {"amount": {"number": "points", "of": "other"}, bound: {"number": "points"}}
    if "by" in head:
        yield {"attack_by": head["by"]}

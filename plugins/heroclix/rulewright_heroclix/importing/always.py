"""What counts all the time, or in some case: powers, combat values, and whole parts."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final

from ..powers.reach import TARGETING
from .effects import free_use
from .frames import FREE, ROLES, Deed, Document, Frame, NotUnderstood, Said, all_of, own, within


def is_free(deeds: list[Deed]) -> bool:
    """Whether it is the use of a power as FREE, which the character can be given at any time."""
    return len(deeds) == 1 and deeds[0].kind == "effect" and "power" in deeds[0].means and "on" not in deeds[0].means


def always(deed: Deed, frame: Frame, said: Said) -> Iterator[Document]:
    """The parts that say what always counts, or in some case. Raises NotUnderstood."""
    if deed.kind == "only":
        yield from _only_on(deed, frame, said)
        return
    if deed.kind == "part":
        yield from _whole(deed, frame, said)
        return
    if frame.late or (frame.once and not (is_free([deed]) and frame.once != "attack")):
        raise NotUnderstood("how often something counts")
    test = all_of(frame.tests)
    if is_free([deed]):
        if deed.until or frame.during:
            raise NotUnderstood("an action that lasts, or in an attack")
        once = {"once": "game"} if frame.once == "game" else {}
        yield {**FREE, **once, **test, "effects": list(free_use(own(deed.means), said))}
    elif deed.kind == "grant":
        yield from _granted(deed.means, frame, said)
    else:
        yield from _passive(deed.means, frame, test)


def _only_on(deed: Deed, frame: Frame, said: Said) -> Iterator[Document]:
    """On whom alone the power that was named last is used: on some, or by two on each other.

    Raises NotUnderstood.
    """
    each_other = "each_other" in deed.means
    limited = frame.timed or frame.during or frame.once or frame.late or (frame.tests and not each_other)
    if limited or len(said.powers) != 1 or said.powers[0] not in TARGETING or (each_other and not frame.other):
        raise NotUnderstood("which power may target only some")
    whom, test = (frame.other if each_other else deed.means["whom"]), all_of(frame.tests)
    yield {"limits": said.powers[0], "whom": whom, **test}
    if each_other:
        yield {"limits": said.powers[0], "of": whom, **test}


def _whole(deed: Deed, frame: Frame, said: Said) -> Iterator[Document]:
    """A part that a clause says as a whole, or several. Raises NotUnderstood."""
    part = own(deed.means)
    said.grants += part.pop("grants", [])
    if "parts" in part:
        for one in part["parts"]:
            yield from _whole(Deed("part", one, deed.until), frame, said)
        return
    if "completes" in part:
        _complete(part, said.does[-1] if said.does else {})
        return
    if part.pop("of_group", False):
        yield from _of_group(_of_last(part, said), said)
        return
    part = _of_last(part, said)
    if frame.late or frame.during or deed.until or (frame.once and "rerolls" not in part):
        raise NotUnderstood("how often, or in which attack, a part counts")
    if "rerolls" in part and not frame.once:
        raise NotUnderstood("how often it may be rolled again")
    tests = [*frame.tests, *([part["test"]] if "test" in part else [])]
    yield {**part, **({"once": frame.once} if frame.once else {}), **all_of(tests)}


def _of_group(part: Document, said: Said) -> Iterator[Document]:
    """A part about the moments of those to whom powers were given last, its own character among them where it is one.

    Raises NotUnderstood where they were given to no others.
    """
    whom = dict(said.does[-1].get("whom", {})) if said.does and "gives" in said.does[-1] else {}
    if not whom:
        raise NotUnderstood("whose moment it is")
    if whom.pop("itself", False):
        own_part = deepcopy(part)
        for one in within(own_part["effects"]):
            one.update({key: "self" for key in ROLES if one.get(key) == "other"})
        yield own_part
    yield {**part, "whose": whom["every"], "of": whom}


def _complete(part: Document, begun: Document) -> None:
    """Put into a part that has begun what it still needs. Raises NotUnderstood."""
    if part["completes"] not in begun or "incomplete" not in begun:
        raise NotUnderstood("what it goes on with")
    if "outcome" in part:
        begun["outcomes"].append(part["outcome"])
        faces = [face for one in begun["outcomes"] for face in range(one["least"], one["most"] + 1)]
        if sorted(faces) != list(range(1, 7)):
            return
    del begun["incomplete"]


LAST: Final = {"using": str, "again": str, "bars": list}
"""The fields that may speak of the power that was named last: one power, or a list of them."""


def _of_last(part: Document, said: Said) -> Document:
    """A part in which the power that was named last is named. Raises NotUnderstood where there are several."""
    part = deepcopy(part)
    for one in within(part):
        for key, kind in LAST.items():
            if one.get(key) == "last":
                if len(said.powers) != 1:
                    raise NotUnderstood("which power is meant")
                one[key] = said.powers if kind is list else said.powers[0]
    return part


def _granted(means: Document, frame: Frame, said: Said) -> Iterator[Document]:
    """Powers that it can use, or others can: always, or in some case."""
    tests = list(frame.tests)
    for key in ("attacking", "against", "foe"):
        if kind := frame.during.get(key):
            tests.append({"attacking": kind, **({} if key == "attacking" else {"against": True})})
    both = ["self", frame.other] if means["to"] == "both" else [means["to"], means.get("and")]
    whom = [one for one in both if one is not None]
    if {} in whom:
        raise NotUnderstood("both of whom")
    if "untargetable" in means:
        if whom != ["self"]:
            raise NotUnderstood("others who cannot be targeted")
        kept_off = {key: one for key, one in means.items() if key != "to"}
        yield {**kept_off, **all_of(tests)}
        return
    for one in whom:
        if one == "self" and not tests:
            said.grants += means["powers"]
        elif one == "self" or isinstance(one, dict):
            yield {"gives": means["powers"], **({} if one == "self" else {"whom": one}), **all_of(tests)}
        else:
            raise NotUnderstood("powers of others")
    said.powers = means["powers"]


def _passive(means: Document, frame: Frame, test: Document) -> Iterator[Document]:
    """Combat values that are modified while something is so."""
    during = frame.during
    case: Document = {key: during[key] for key in ("attacking", "against") if key in during}
    if "foe" in during:
        kind = during["foe"]
        case = {"to": "opposing", "attacking": kind}
        test = all_of([*([test["test"]] if test else []), {"attacking": kind, "against": True}])
    if ("foe" in during) != (means["to"] in ("opponent", "other")):
        raise NotUnderstood("whose values")
    unique: Document = {"unique": True} if frame.unique else {}
    for change in means.get("pairs") or [means["change"]]:
        if "choice" in change:
            raise NotUnderstood("a choice that always counts")
        by = _counted(change) if "per" in change else change["by"]
        for value in change["values"]:
            for whom in _whose_values("beside" if "other" in change else means["to"], frame):
                yield {"modifies": value, "by": by, **whom, **unique, **case, **test}


def _whose_values(to: Any, frame: Frame) -> Iterator[Document]:
    """Those whose values change: its own, or those of others, or of both."""
    if isinstance(to, dict):
        yield {"whom": to}
    elif to not in ("self", "opponent", "other") and not (to in ("both", "beside") and frame.other):
        raise NotUnderstood("values of someone in particular")
    if to in ("self", "opponent", "other", "both"):
        yield {}
    if to in ("both", "beside"):
        yield {"whom": frame.other}


def _counted(change: Document) -> Any:
    """So much for each of something."""
    return change["per"] if change["times"] == 1 else {"value": change["per"], "times": change["times"]}

"""The clauses of a sentence: a *frame*, which says when, how often and in which case, and *deeds*, which happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

from msgspec import Struct, field

from rulewright.phrases import Clause

Document: TypeAlias = dict[str, Any]

FREE: Final = {"action": ["FREE"]}
"""What begins a part that is given as FREE."""
ROLES: Final = ("to", "who", "near", "on", "touching")
"""The fields of effects that name someone."""
NOTHING: Final = "nothing"
"""The kind of clauses that remind of what holds anyway."""
FRAMES: Final = ("moment", "action", "once", "late", "uses", "during", "test")
"""The kinds of clauses that say when, how often, or in which case."""


class NotUnderstood(Exception):
    """A text with words that are not understood, or that make no text together; says which."""


class Frame(Struct):
    """When and how often something happens, and in which case."""

    head: Document = field(default_factory=dict)
    tests: list[Any] = field(default_factory=list)
    uses: Document | None = None
    during: Document = field(default_factory=dict)
    other: Document = field(default_factory=dict)
    """Who else is named in the case."""
    once: str = ""
    shared: bool = False
    """Whether all who have the text share that limit."""
    late: bool = False
    unique: bool = False
    """Whether what changes counts once only, whoever else changes it so (22.10)."""
    names: frozenset[str] = frozenset()
    """Whom its deeds name."""

    @property
    def timed(self) -> bool:
        """Whether it says when."""
        return bool(self.head or self.uses)

    @property
    def limited(self) -> bool:
        """Whether it says anything."""
        return self.timed or bool(self.tests or self.during or self.once or self.late or self.unique)


class Deed(Struct):
    """Something that happens or counts, and for how long."""

    kind: str
    means: Any
    until: str = ""


class Said(Struct):
    """What the sentences of a text have come to so far."""

    grants: list[str] = field(default_factory=list)
    protected: list[str] = field(default_factory=list)
    does: list[Document] = field(default_factory=list)
    powers: list[str] = field(default_factory=list)
    """The powers that were named last, of which "it" and "he does" speak."""
    options: list[str] = field(default_factory=list)
    """The powers of which one is to be chosen."""
    another: bool = False
    """Whether that is none that was chosen last."""
    always: list[Document] = field(default_factory=list)
    """The parts that count whatever the other sentences say."""
    attacks: list[Document] = field(default_factory=list)
    """The parts about an attack that hits or misses, whoever and however many are hit or missed."""
    friends: list[Document] = field(default_factory=list)
    """The parts about a moment of a friendly character, which may be the character itself (6.2)."""
    open: list[Document] = field(default_factory=list)
    """The parts that a sentence without a frame goes on with."""


# Dividing ---------------------------------------------------------------------------------------------------


def segments(clauses: Iterable[Clause]) -> Iterator[list[Clause]]:
    """The parts of a sentence that each say when and what; a case that is set apart begins one, and at the end it is
    that of the part before."""
    found: list[list[Clause]] = [[]]
    for clause in clauses:
        if clause.kind in FRAMES and clause.joint and any(one.kind not in FRAMES for one in found[-1]):
            found.append([])
        found[-1].append(clause)
    if len(found) > 1 and all(one.kind in FRAMES for one in found[-1]):
        found[-2:] = [[*found[-2], *found[-1]]]
    yield from found


def divided(clauses: Iterable[Clause], said: Said) -> tuple[Frame, list[Deed]]:
    """The frame of a sentence, and its deeds."""
    frame, deeds, until, behind = Frame(), list[Deed](), "", False
    for clause in clauses:
        means = clause.means
        behind |= clause.kind in FRAMES and bool(deeds)
        if behind and clause.kind not in (*FRAMES, "until", NOTHING):
            raise NotUnderstood("to which of two deeds a case between them belongs")
        if clause.kind in ("moment", "action"):
            if frame.timed:
                raise NotUnderstood(clause.text)
            frame.head = dict(own(means))
            frame.late |= bool(frame.head.pop("late", False))
            frame.tests += (own(one)["test"] for one in frame.head.pop("states", ()))
        elif clause.kind == "test":
            frame.tests += (own(one)["test"] for one in means)
            frame.other = next((one["other"] for one in means if "other" in one), {})
        elif clause.kind == "uses":
            frame.uses = _uses(own(means), said)
            frame.late |= "resolved" in means
            frame.tests += (own(one)["test"] for one in means.get("states", ()))
            frame.tests += [{"turn": means["turn"]}] if "turn" in means else []
        elif clause.kind == "during":
            frame.during = own(means)
            frame.tests += [frame.during["test"]] if "test" in frame.during else []
        elif clause.kind == "once" and isinstance(means, dict):
            frame.once, frame.shared = means["once"], True
        elif clause.kind in ("once", "late", "unique"):
            setattr(frame, clause.kind, means)
        elif clause.kind == "until" and deeds and deeds[-1].kind not in ("may", "done", "result"):
            deeds[-1].until = _until(means, deeds[-1].means)
        elif clause.kind == "until":
            until = means
        elif clause.kind != NOTHING:
            deeds.append(Deed(clause.kind, means, _until(until, means)))
    return frame, deeds


def _until(until: Any, means: Any) -> str:
    """Until when something lasts. Raises NotUnderstood where anyone else ends it than the one for whom it lasts."""
    if isinstance(until, str):
        return until
    if not isinstance(means, dict) or means.get("to") != until["of"]:
        raise NotUnderstood("until someone else does something")
    return str(until["until"])


def _uses(means: Document, said: Said) -> Document:
    powers = means["powers"]
    if powers == "last":
        powers = said.powers
        if not powers or (len(powers) > 1 and not means.get("resolved")):
            raise NotUnderstood("which power is used")
    return {**means, "powers": powers}


def own(means: Document) -> Document:
    """What is said of the character itself. Raises NotUnderstood where it is said of anyone else."""
    if means.get("me", "self") != "self":
        raise NotUnderstood(f"{means['me']!r} instead of the character itself")
    return {key: value for key, value in means.items() if key != "me"}


# Documents --------------------------------------------------------------------------------------------------


def within(means: Any) -> Iterator[Document]:
    """All documents in a part, in their order."""
    if isinstance(means, dict):
        yield means
        for one in means.values():
            yield from within(one)
    elif isinstance(means, list):
        for one in means:
            yield from within(one)


def named(means: Any) -> set[str]:
    """Whom a deed names."""
    return {str(one[key]) for one in within(means) for key in ROLES if key in one}


def all_of(tests: list[Any]) -> Document:
    """The condition of a part that all of these are met; none without any."""
    return {} if not tests else {"test": tests[0] if len(tests) == 1 else {"all": tests}}

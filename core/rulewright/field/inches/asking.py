"""What all questions about a table of inches have in common.

An answer is exact plain data, or an intent, a tuple that begins with a word: ``("beside", "objective 2", 1.0)``.
`settle` turns an intent into the exact answer that is kept, so a replay plans nothing. `check` takes anything:
what has another shape is refused in words, the rest by the geometry and the rules that its faults stand for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from msgspec import Struct, structs

from ...geometry import GeometryError
from ...geometry.evidence import Fault
from ...geometry.plane import Pose, Scene
from ...plaindata import Answer, shown
from ...reading import Find, Prompt, Unreadable, Words, read_json, show_json
from ...requests import NothingLegal, Space, Violation
from ...text import Texts, show
from ..faults import FaultRules, Names

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

TRIES: Final = 4
"""Answers that are drawn until one is legal; nearly always the first one is."""
MORE: Final = 4
"""Random answers that are suggested besides hints."""
FARTHEST: Final = 1e6
"""Inches beyond any table."""

Found = TypeVar("Found")

Intent = tuple[Any, ...]
Line = tuple[tuple[float, float], ...]


class Preview(Struct, frozen=True):
    """
    What a face may draw of a question: places are in inches.

    ``region`` is where the centre of a base can come, as outlines, each followed by those of its holes; ``ghosts``
    where models would stand (id, x, y, facing), ``lines`` the ways there, ``faults`` what is wrong with that.
    """

    region: tuple[tuple[Line, ...], ...] = ()
    ghosts: tuple[tuple[str, float, float, float], ...] = ()
    lines: tuple[Line, ...] = ()
    faults: tuple[Fault, ...] = ()


class Inches(Space, frozen=True, kw_only=True):
    """A question about a table of inches.

    ``rules`` says which rule forbids what; ``names`` what things are called in refusals. ``hints`` are what the
    ruleset thinks worth doing, in words, with the answer or intent that is meant; they are suggested first.
    """

    KINDS: ClassVar[frozenset[str]] = frozenset()
    """The faults that an answer may have, for ``FaultRules(kinds=...)``."""
    CERTAIN: ClassVar[bool] = True
    """Whether what `plan` gives is always legal."""

    names: Names = str
    hints: tuple[tuple[str, Answer], ...] = ()

    @property
    def scene(self) -> Scene:
        """The table as it stands: a field of each kind of question, as are `rules`."""
        raise NotImplementedError(f"{type(self).__name__} has no scene")

    @property
    def rules(self) -> FaultRules:
        """Which rule forbids what."""
        raise NotImplementedError(f"{type(self).__name__} has no rules")

    # ------------------------------------------------------------------------------- what a kind of question says

    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        """Everything the geometry finds wrong with an exact answer. Raises GeometryError for what is none."""
        raise NotImplementedError(f"{type(self).__name__} finds no faults")

    def draw(self, rng: Random) -> Answer | None:
        """A random exact answer that is legal nearly always; None where none was found."""
        raise NotImplementedError(f"{type(self).__name__} draws no answers")

    def plan(self, intent: Intent) -> Answer | None:
        """The exact answer for an intent; None where it leads nowhere. Raises GeometryError for what is none."""
        raise GeometryError(f"{show_json(intent)} is no answer to this question")

    def unsettled(self, intent: Intent) -> tuple[Violation, ...]:
        """Why an intent is no answer as it stands. Raises GeometryError for what is no intent."""
        what = "no way was found to do this" if self._planned(intent) is None else "this has to be settled first"
        return (Violation(f"{what}: {self.shown(intent)}", facts={"intent": as_json(intent)}),)

    def last_resort(self) -> Iterator[Answer]:
        """Answers that are tried where none was drawn."""
        return iter(())

    def things(self) -> Sequence[str]:
        """The ids of the things that an answer may name."""
        return ()

    def typed(self, text: str, called: Mapping[str, str]) -> Answer | None:
        """What was typed as an answer; None for what is no answer. ``called`` has names of things by their ids."""
        return None

    def in_words(self, answer: Answer) -> str:
        """Where a legal answer leads, in a few words."""
        return show_json(answer)

    def texts(self, answer: Answer, called: Mapping[str, str]) -> Iterator[str]:
        """How an answer might be typed."""
        return iter(())

    def reach(self) -> BaseGeometry | None:
        """Where the centre of a base can come."""
        return None

    def outcome(self, answer: Answer) -> Preview:
        """What an exact answer looks like, its faults left out."""
        return Preview()

    # ------------------------------------------------------------------------------------------ the protocol

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        """Everything that is wrong with the answer; of an intent, why it is no answer as it stands."""
        try:
            if intends(answer):
                return self.unsettled(answer)
            found = self._once("faults", answer, self.faults)
        except GeometryError as error:
            return (Violation(str(error)),)
        return self.rules.violations(found, self.names) if found else ()

    def settle(self, answer: Answer) -> Answer:
        """The exact answer for an intent; anything else, and an intent that leads nowhere, as it is."""
        if not intends(answer):
            return answer
        try:
            exact = self._planned(answer)
        except GeometryError:
            return answer
        return answer if exact is None else exact

    def sample(self, rng: Random) -> Answer:
        """A random legal answer. Raises NothingLegal where none was found."""
        for _ in range(TRIES):
            answer = self.draw(rng)
            if answer is not None and not self.check(answer):
                return answer
        for answer in (*self.last_resort(), *(self.settle(hint) for _, hint in self.hints)):
            if not self.check(answer):
                return answer
        raise NothingLegal("no legal answer was found")

    def suggest(self, n: int, rng: Random) -> list[Answer]:
        """Up to `n` distinct legal answers: what the hints come to, then random ones, a few where there are hints."""
        more = min(n, MORE) if self.hints else n
        found: dict[str, Answer] = {}
        for answer in chain(self._ideas(rng), (self.draw(rng) for _ in range(more))):
            if len(found) == n:
                break
            if answer is not None and not self.check(answer):
                found.setdefault(repr(answer), answer)
        return list(found.values())

    def _ideas(self, rng: Random) -> Iterator[Answer]:
        yield from (self.settle(answer) for _, answer in self.hints)
        yield from self.last_resort()

    def read(self, text: str, names: Sequence[str] = ()) -> Answer:
        """The answer that was typed: the words of a hint, what the kind of question reads, or JSON."""
        text = " ".join(text.split())
        for words, answer in self.hints:
            if text.casefold() == words.casefold():
                return answer
        if text.startswith("["):
            return read_json(text)
        answer = self.typed(text, self._called(names))
        if answer is None:
            raise Unreadable(self.how())
        return answer

    def shown(self, answer: Answer, names: Sequence[str] = ()) -> str:
        """An answer as it would be typed: `read` gives it back."""
        hinted = (words for words, hint in self.hints if hint == answer)
        try:
            for text in (*hinted, *self.texts(answer, self._called(names))):
                if repr(self.read(text, names)) == repr(answer):
                    return text
        except (GeometryError, Unreadable, ValueError, TypeError):
            pass
        return show_json(answer)

    def named(self, given: Any, find: Find) -> Answer:
        """A text as it would be typed; anything else, and what cannot be read, as it is."""
        try:
            return self.read(given) if isinstance(given, str) else given
        except Unreadable:
            return given

    def how(self) -> Words:
        """What may be typed, by language."""
        hints = "".join(f"{words}; " for words, _ in self.hints)
        return _texts().both(f"how.{type(self).__name__.lower()}", hints=hints)

    def prompt(self, names: Sequence[str] = ()) -> Prompt:
        """How a face asks: what may be typed, and suggestions."""
        return Prompt(self.how(), suggests=True)

    def hint(self, answer: Answer) -> Words:
        """A legal answer in a few words: those of a hint that comes to it, else where it leads."""
        return next((words for words, hint in self.hints if self.settle(hint) == answer), self.in_words(answer))

    def told(self, answer: Answer, name: Any = str) -> str:
        """A legal answer in words, for a log."""
        return show(self.hint(answer))

    def preview(self, answer: Answer = None) -> Preview:
        """Without an answer where one can go; else what the answer looks like, with its faults."""
        if answer is None:
            return Preview(region=outlines(self.reach()))
        exact = self.settle(answer)
        try:
            if not intends(exact):
                return structs.replace(self.outcome(exact), faults=self.faults(exact))
        except GeometryError:
            pass
        return Preview()

    def parts(self) -> Sequence[Answer] | None:
        """The things that an answer may name."""
        return self.things()

    def describe(self) -> dict[str, Any]:
        """The kind of question, its hints and the table as JSON data."""
        hints = [{"words": words, "answer": as_json(answer)} for words, answer in self.hints]
        table = {"width": self.scene.width, "depth": self.scene.depth}
        return {"kind": type(self).__name__.lower(), "table": table, "hints": hints}

    # ------------------------------------------------------------------------------------------------ helpers

    def _planned(self, intent: Intent) -> Answer | None:
        """The exact answer for an intent; what planners find has passed the check already."""

        def plan(intent: Intent) -> Answer | None:
            exact = self.plan(intent)
            if exact is not None and self.CERTAIN:
                self._once("faults", exact, lambda answer: ())
            return exact

        return self._once("plan", intent, plan)

    def _once(self, what: str, answer: Answer, work_out: Callable[[Any], Found]) -> Found:
        """What is found out about an answer, once for this scene, whoever asks the same question."""
        known: dict[Any, Found] = self.scene.kept("asked", lambda scene: {})
        key = (what, type(self), self._question(), repr(answer))
        if key not in known:
            known[key] = work_out(answer)
        return known[key]

    def _question(self) -> str:
        """What the question is besides the scene."""
        return repr([getattr(self, name) for name in self.__struct_fields__ if name not in _BESIDES])

    def _called(self, names: Sequence[str]) -> dict[str, str]:
        """What the things are called, by their ids."""
        things = self.things()
        return dict(zip(things, names if len(names) == len(things) else map(self.names, things), strict=True))


@cache
def _texts() -> Texts:
    return Texts.load(files(__package__) / "asking.toml")


_BESIDES: Final = ("scene", "rules", "names", "hints")


# ------------------------------------------------------------------------------------------------------- plain data


def intends(answer: Answer) -> bool:
    """Whether an answer is an intent: a tuple that begins with a word."""
    return isinstance(answer, tuple) and bool(answer) and isinstance(answer[0], str)


def is_number(value: Any) -> bool:
    """A finite int or float that may lie on a table; no bool."""
    return type(value) in (int, float) and math.isfinite(value) and abs(value) <= FARTHEST


def numbers(value: Any, counts: Sequence[int], what: str) -> tuple[float, ...]:
    """A tuple of this many numbers. Raises GeometryError saying what it should be."""
    if isinstance(value, tuple) and len(value) in counts and all(map(is_number, value)):
        return value
    raise GeometryError(f"{what}, not {shown(value)}")


def as_json(value: Any) -> Any:
    """Plain data with lists for tuples."""
    return [as_json(item) for item in value] if isinstance(value, list | tuple) else value


def ghost(name: str, pose: Pose) -> tuple[str, float, float, float]:
    """Where a model would stand, as it is drawn."""
    return (name, pose.x, pose.y, pose.facing)


def named(faults: Sequence[Fault], model: str) -> tuple[Fault, ...]:
    """The faults of one model, as its own."""
    return tuple(fault if fault.of else structs.replace(fault, of=model) for fault in faults)


def outlines(region: BaseGeometry | None) -> tuple[tuple[Line, ...], ...]:
    """A region as outlines, each followed by those of its holes."""
    import shapely

    if region is None:
        return ()
    areas = [part for part in shapely.get_parts(region) if isinstance(part, shapely.Polygon) and not part.is_empty]
    return tuple(
        tuple(tuple((float(x), float(y)) for x, y in ring.coords) for ring in (area.exterior, *area.interiors))
        for area in areas
    )

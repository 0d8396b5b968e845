"""What all questions about a table of inches have in common.

An answer is exact plain data, or an intent, a tuple that begins with a word: ``("beside", "objective 2", 1.0)``.
`settle` turns an intent into the exact answer that is kept, so a replay plans nothing. `check` takes anything:
what has another shape is refused in words, the rest by the geometry and the rules that its faults stand for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from operator import attrgetter
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from msgspec import structs

from ...geometry import GeometryError
from ...geometry.evidence import Fault
from ...geometry.lattice import NARROW, WIDE, alike, near
from ...geometry.plane import Scene
from ...plaindata import Answer, as_json, shown
from ...reading import Find, Prompt, Unreadable, read_json, show_json
from ...refusals import NothingLegal, Violation
from ...spaces import Space
from ...text import LANGUAGES, PackageTexts, Words, show
from ..faults import FaultRules, Names, words_of
from .words import spellings

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from ...geometry.maps import Item

TRIES: Final = 4
"""Answers that are drawn until one is legal; nearly always the first one is."""
MORE: Final = 4
"""Random answers that are suggested besides hints."""
FARTHEST: Final = 1e6
"""Inches beyond any table."""

Found = TypeVar("Found")

Intent = tuple[Any, ...]
Hint = tuple[Words, Answer]
"""An answer or an intent that is worth a suggestion, and why; the kernel's own words where they are empty."""


_DECLARED: Final[dict[str, str]] = {}
"""The class that declares each key of a question."""


def _declare(key: str, name: str) -> None:
    """Let a class have a key. Raises TypeError where another one has it."""
    if (owner := _DECLARED.setdefault(key, name)) != name:
        raise TypeError(f"{name}.KEY: found {key!r}, which is that of {owner}; expected a key of its own")


class NoAnswer(GeometryError):
    """What is no answer to a question, or leads nowhere: why."""

    def __init__(self, key: str, **facts: Any) -> None:
        self.violation = Violation(f"inches.{key}", **facts)
        super().__init__(key, facts)

    def __str__(self) -> str:
        return self.violation.reason


class Inches(Space, frozen=True, kw_only=True):
    """A question about a table of inches.

    ``rules`` says which rule forbids what; ``names`` what things are called, by language if need be. ``hints`` are what
    the ruleset thinks worth doing: words, with the answer or intent that is meant. They are suggested first; where the
    words are empty the kernel says what is meant, such as "to Mob". With `Game.on_demand` they are worked out when
    someone looks at them. Raises ValueError where ``rules`` name no rule for a kind of fault.
    """

    KEY: ClassVar[str]
    """What such a question is called by its texts and by `describe`. No two classes declare the same one."""
    KINDS: ClassVar[frozenset[str]] = frozenset()
    """The faults that an answer may have."""
    CERTAIN: ClassVar[bool] = True
    """Whether what `plan` gives is always legal."""
    LATTICES: ClassVar[tuple[int, ...]] = (WIDE, NARROW)
    """The decimals that answers are rounded to: the first with which one is legal."""
    EARLIER: ClassVar[Mapping[str, str]] = {**Space.EARLIER, "_planned": "planned"}
    MOST_TYPED: ClassVar[int] = 20_000
    """An exact answer, which is typed as JSON, has up to a hundred characters for each model."""

    names: Names = str
    hints: Sequence[Hint] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if (key := vars(cls).get("KEY")) is not None:
            _declare(key, f"{cls.__module__}.{cls.__qualname__}")

    def __post_init__(self) -> None:
        self.rules.cover(self.KINDS)

    if TYPE_CHECKING:  # fields of every kind of question, each in its own order

        @property
        def scene(self) -> Scene:
            """The table as it stands."""

        @property
        def rules(self) -> FaultRules:
            """Which rule forbids what."""

    # ------------------------------------------------------------------------------- what a kind of question says

    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        """Everything the geometry finds wrong with an exact answer. Raises GeometryError for what is none."""
        raise NotImplementedError(f"{type(self).__name__} finds no faults")

    def draw(self, rng: Random) -> Answer | None:
        """A random exact answer that is legal nearly always; None where none was found."""
        raise NotImplementedError(f"{type(self).__name__} draws no answers")

    def plan(self, intent: Intent) -> Answer | None:
        """The exact answer for an intent; None where it leads nowhere. Raises NoAnswer for what is none."""
        raise NoAnswer("intent", given=shown(intent))

    def unsettled(self, intent: Intent) -> tuple[Fault, ...]:
        """What the geometry finds wrong with an intent. Raises NoAnswer where it leads nowhere for no such reason."""
        why = "nowhere" if self.planned(intent) is None else "unsettled"
        raise NoAnswer(why, meant=self.in_words(intent))

    def last_resort(self) -> Iterator[Answer]:
        """Answers that are tried where none was drawn."""
        return iter(())

    def things(self) -> Sequence[str]:
        """The ids of the things that an answer may name."""
        return ()

    def typed(self, text: str, called: Mapping[str, Words]) -> Answer | None:
        """What was typed as an answer; None for what is no answer. ``called`` has names of things by their ids."""
        return None

    def in_words(self, answer: Answer) -> Words:
        """What an intent means, or where a legal answer leads, in a few words."""
        return show_json(answer)

    def texts(self, answer: Answer, called: Mapping[str, Words]) -> Iterator[str]:
        """How an answer might be typed."""
        return iter(())

    def reach(self) -> BaseGeometry | None:
        """Where the centre of a base can come."""
        return None

    def ranges(self) -> Iterator[Item]:
        """Ranges that matter for an answer, as a face draws them."""
        return iter(())

    def outcome(self, answer: Answer) -> Iterator[Item]:
        """What an exact answer looks like, its faults left out: ghosts of models, the ways there."""
        return iter(())

    def ends(self, answer: Answer) -> tuple[tuple[str, float, float, float], ...]:
        """Where an exact answer puts models: id, x and y of the centre in inches, facing in degrees."""
        from ...geometry.maps import Stand

        stands = [item for item in self.outcome(answer) if isinstance(item, Stand)]
        return tuple((item.about, item.pose.x, item.pose.y, item.pose.facing) for item in stands)

    # ------------------------------------------------------------------------------------------ the protocol

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        """Everything that is wrong with the answer; of an intent, why it is no answer as it stands."""
        try:
            found = self._found(answer)
        except NoAnswer as error:
            return (error.violation,)
        except GeometryError as error:
            return (Violation("inches.impossible", problem=str(error)),)
        return self.rules.violations(found, self.names) if found else ()

    def _found(self, answer: Answer) -> tuple[Fault, ...]:
        """What is wrong with an exact answer, or with an intent as it stands. Raises GeometryError for what is none."""
        return self.unsettled(answer) if intends(answer) else self._once("faults", answer, self.faults)

    def settle(self, answer: Answer) -> Answer:
        """The exact answer for an intent; anything else, and an intent that leads nowhere, as it is."""
        if not intends(answer):
            return answer
        try:
            exact = self.planned(answer)
        except GeometryError:
            return answer
        return answer if exact is None else exact

    def sample(self, rng: Random) -> Answer:
        """A random legal answer. Raises NothingLegal where none was found."""
        for _ in range(TRIES):
            answer = self._drawn(rng)
            if answer is not None and not self.check(answer):
                return answer
        for answer in chain(map(self._laid, self.last_resort()), self._meant()):
            if not self.check(answer):
                return answer
        raise NothingLegal("no legal answer was found")

    def suggest(self, n: int, rng: Random) -> list[Answer]:
        """Up to `n` distinct legal answers: what the hints come to, then random ones, a few where there are hints."""
        more = min(n, MORE) if self.hints else n
        found: dict[str, Answer] = {}
        for answer in chain(map(self._laid, self.ideas(rng)), (self._drawn(rng) for _ in range(more))):
            if len(found) == n:
                break
            if answer is not None and not self.check(answer):
                found.setdefault(repr(answer), answer)
        return list(found.values())

    def ideas(self, rng: Random) -> Iterator[Answer]:
        """Answers that suggestions begin with; the others are drawn. A game's own question may have better ones."""
        yield from self._meant()
        yield from self.last_resort()

    def read(self, text: str, names: Sequence[str] = ()) -> Answer:
        """The answer that was typed: the words of a hint, what the kind of question reads, or JSON."""
        text = " ".join(text.split())
        for words, answer in self._hints():
            if text.casefold() in map(str.casefold, spellings(words)):
                return answer
        if text.startswith("["):
            return read_json(text)
        answer = self.typed(text, self._called(names))
        if answer is None:
            raise Unreadable({lang: show(self.how(), lang).rstrip(".。") for lang in LANGUAGES})
        return answer

    def shown(self, answer: Answer, names: Sequence[str] = ()) -> str:
        """An answer as it would be typed: `read` gives it back."""
        hinted = (show(words) for words, hint in self._hints() if hint == answer)
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
        key, apart = f"how.{self.KEY}", {"en": "; ", "zh": "；"}
        hints = {lang: "".join(show(words, lang) + apart[lang] for words, _ in self._hints()) for lang in LANGUAGES}
        return TEXTS.both(key, hints=hints)

    def prompt(self, names: Sequence[str] = ()) -> Prompt:
        """How a face asks: what may be typed, and suggestions."""
        return Prompt(self.how(), suggests=True)

    def hint(self, answer: Answer) -> Words:
        """A legal answer in a few words: those of a hint that comes to it, else where it leads."""
        return next((words for words, hint in self._hints() if alike(self.settle(hint), answer)), self.in_words(answer))

    def _meant(self) -> Iterator[Answer]:
        """What the hints come to; nobody looks at them before the first is wanted."""
        yield from (self.settle(answer) for _, answer in self.hints)

    def _hints(self) -> Iterator[Hint]:
        """The hints, each with words."""
        return ((words or self.in_words(answer), answer) for words, answer in self.hints)

    def told(self, answer: Answer, name: Any = str) -> Words:
        """A legal answer in words, for a log."""
        return self.hint(answer)

    def preview(self, answer: Answer = None) -> tuple[Item, ...]:
        """Where one can go, and ranges; with an answer also what it looks like, and what is wrong with it."""
        from ...geometry import maps

        reach = self._once("reach", None, lambda _: self.reach())
        items = [*self.ranges(), *(maps.region(reach) if reach is not None else ())]
        if answer is None:
            return tuple(items)
        exact = self.settle(answer)
        try:
            outcome = () if intends(exact) else tuple(self.outcome(exact))
            return (*items, *outcome, *self._marked(self._found(exact), outcome))
        except GeometryError:
            return tuple(items)

    def _marked(self, faults: Iterable[Fault], outcome: Iterable[Item]) -> Iterator[Item]:
        """What is wrong, where it is wrong; what has no place of its own where its model would stand."""
        from ...geometry import maps

        where = {item.about: item.pose.centre for item in outcome if isinstance(item, maps.Stand)}
        for fault in faults:
            placed = structs.replace(fault, points=(where[fault.of],)) if fault.of in where else fault
            yield from maps.faults([fault if fault.points else placed], lambda found: words_of(found, self.names))

    def parts(self) -> Sequence[Answer] | None:
        """The things that an answer may name."""
        return self.things()

    def describe(self) -> dict[str, Any]:
        """The kind of question, its hints and the table as JSON data."""
        hints = [{"words": words, "answer": as_json(answer)} for words, answer in self._hints()]
        table = {"width": self.scene.width, "depth": self.scene.depth}
        return {"kind": self.KEY, "table": table, "hints": hints}

    # ------------------------------------------------------------------------------------------------ helpers

    def planned(self, intent: Intent) -> Answer | None:
        """The exact answer for an intent, on the lattice."""

        def plan(intent: Intent) -> Answer | None:
            exact = self.plan(near(intent, NARROW))
            if exact is not None and self.CERTAIN:
                self._once("faults", exact, lambda answer: ())
            return None if exact is None else self._laid(exact)

        return self._once("plan", intent, plan)

    def _drawn(self, rng: Random) -> Answer | None:
        """A random answer on the lattice; None where none was found."""
        answer = self.draw(rng)
        return None if answer is None else self._laid(answer)

    def _laid(self, answer: Answer) -> Answer:
        """An exact answer on the widest lattice on which it is legal."""
        if intends(answer):
            return answer
        places = (*(near(answer, decimals) for decimals in self.LATTICES), answer)
        legal = (place for place in places if not self._once("faults", place, self.faults))
        return next(legal, places[-2])

    def _once(self, what: str, answer: Answer, work_out: Callable[[Any], Found]) -> Found:
        """What is found out about an answer, once for this scene, whoever asks the same question."""
        known: dict[Any, tuple[Answer, Any]] = self.scene.kept("asked", _nothing)
        question = (what, type(self), _asked_about(type(self))(self))
        found: Found
        if question in known:
            latest, found = known[question]
            if latest is answer:  # as a random answer is, which has just been checked
                return found
        key = (question, repr(answer))
        found = known[key][1] if key in known else work_out(answer)
        known[key] = known[question] = (answer, found)
        return found

    def _called(self, names: Sequence[str]) -> dict[str, Words]:
        """What the things are called, by their ids."""
        things = self.things()
        return dict(zip(things, names if len(names) == len(things) else map(self.names, things), strict=True))


TEXTS: Final = PackageTexts(__package__, "questions.toml")
"""The sentences of questions about inches."""


def _nothing(scene: Scene) -> dict[Any, Any]:
    return {}


_BESIDES: Final = ("scene", "rules", "names", "hints")


@cache
def _asked_about(kind: type[Inches]) -> Callable[[Inches], Any]:
    """What tells two questions of a kind about the same scene from each other."""
    return attrgetter(*[name for name in kind.__struct_fields__ if name not in _BESIDES])


# ------------------------------------------------------------------------------------------------------- plain data


def intends(answer: Answer) -> bool:
    """Whether an answer is an intent: a tuple that begins with a word."""
    return isinstance(answer, tuple) and bool(answer) and isinstance(answer[0], str)


def is_number(value: Any) -> bool:
    """A finite int or float that may lie on a table; no bool."""
    return type(value) in (int, float) and math.isfinite(value) and abs(value) <= FARTHEST


def numbers(value: Any, counts: Sequence[int], what: str) -> tuple[float, ...]:
    """A tuple of this many numbers. Raises NoAnswer saying what it should be: ``what`` is the key of the sentence."""
    if isinstance(value, tuple) and len(value) in counts and all(map(is_number, value)):
        return value
    raise NoAnswer(what, given=shown(value))


def each_once(models: Sequence[str], names: Names) -> None:
    """Raises NoAnswer where a model is named twice."""
    for place, model in enumerate(models):
        if model in models[:place]:
            raise NoAnswer("twice", model=names(model))


def named(faults: Sequence[Fault], model: str) -> tuple[Fault, ...]:
    """The faults of one model, as its own."""
    return tuple(fault if fault.of else structs.replace(fault, of=model) for fault in faults)

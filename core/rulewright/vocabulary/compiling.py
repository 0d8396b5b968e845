"""Compiling: effects of the content get the numbers with which they are carried out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from ..programs import Deed, Program, Said, numbers
from .models import ContentModel, may_hold
from .words import Verb

V = TypeVar("V", bound=Verb)
M = TypeVar("M", bound=ContentModel)


class Compiler:
    """Enters effects into a table of deeds. A game with more to say about each of them overrides `settle`."""

    deed: type[Deed] = Deed
    said: tuple[int, int, Said] | None = None
    """Of an effect that was said by hand: the number of the event by which it was told, that of the deed that asked for
    it, and what was said. Its deeds are named by these."""

    def __init__(self, ops: list[Any] | None = None) -> None:
        self.ops: list[Any] = [] if ops is None else ops

    def program(self, effects: Iterable[Verb]) -> Program:
        """The numbers of effects, in the order of the text."""
        return numbers(self.effects(effects))

    def effects(self, effects: Iterable[V]) -> tuple[V, ...]:
        """The same effects, each with its numbers, and so are those inside them."""
        return tuple(map(self.effect, effects))

    def effect(self, verb: V) -> V:
        """The same verb with numbers: those of effects inside it, its own, those of its further steps."""
        ready = self.inside(verb)
        facts = ready.__dict__
        facts["deed"] = self.enter(ready, "do")
        for name in self.steps(ready):
            facts[name] = self.enter(ready, name)
        self.settle(ready)
        facts["program"] = numbers(ready.deeds())
        return ready

    def inside(self, model: M) -> M:
        """A copy of a model in which effects have their numbers; what the model remembers of itself stays behind."""
        fields = {name: self._entered(value) if may_hold(value.__class__) else value for name, value in model}
        return model.model_construct(model.model_fields_set, **fields)

    def enter(self, verb: Verb, name: str) -> Deed:
        """Take the next number for a method of a verb; a key where it was said by hand."""
        deed = self.deed(len(self.ops) if self.said is None else (*self.said, name), verb, name)
        self.ops.append(deed)
        return deed

    def steps(self, verb: Any) -> Iterable[str]:
        """The further deeds of a verb that may come, by their names: all, unless a game says otherwise."""
        found: tuple[str, ...] = verb.steps
        return found

    def settle(self, verb: Any) -> None:
        """What a game works out about a verb once, when its deeds have their numbers."""

    def _entered(self, value: Any) -> Any:
        if isinstance(value, Verb):
            return self.effect(value)
        if isinstance(value, tuple | list):
            return tuple(map(self._entered, value))
        if isinstance(value, dict):
            return {key: self._entered(item) for key, item in value.items()}
        return self.inside(value) if isinstance(value, ContentModel) else value

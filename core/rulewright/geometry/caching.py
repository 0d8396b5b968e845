"""What was computed for something that never changes, and comes along to what is derived from it."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar

Value = TypeVar("Value")
Changes = TypeVar("Changes")
Thing = TypeVar("Thing", bound="Keeps[Any]")
More = ParamSpec("More")


class Keeps(Generic[Changes]):
    """A thing that never changes and keeps what was computed for it; ``Changes`` says how another one differs."""

    def __init__(self) -> None:
        self._kept: dict[Any, Any] = {}
        self._alone: dict[Any, Any] = {}
        """What is of use to nothing that is derived from this."""
        self._stale: dict[Any, tuple[Any, Changes]] = {}

    def kept(
        self, key: Any, build: Callable[[Self], Value], update: Callable[[Value, Self, Changes], Value] | None = None
    ) -> Value:
        """
        The value that ``build`` makes of this, made once.

        Where something that this was derived from had it, ``update(old value, this, what changed since)`` makes
        it instead; it must leave the old value alone, which others still use.
        """
        kept = self._alone if update is None else self._kept
        if key in kept:
            value: Value = kept[key]
            return value
        stale = None if update is None else self._stale.pop(key, None)
        made = build(self) if stale is None or update is None else update(stale[0], self, stale[1])
        kept[key] = made
        return made

    def _derive_from(self, old: Self, changes: Changes, since: Callable[[Changes], Changes]) -> None:
        """Take over what was kept: ``since`` gives the changes of something that was already stale there."""
        stale: dict[Any, tuple[Any, Changes]] = {}
        after: dict[int, Changes] = {}  # what became stale together has the very same changes
        for key, (value, before) in old._stale.items():
            if id(before) not in after:
                after[id(before)] = since(before)
            stale[key] = (value, after[id(before)])
        for key, value in old._kept.items():
            stale[key] = (value, changes)
        self.__dict__.update(_kept={}, _alone={}, _stale=stale)

    def __getstate__(self) -> dict[str, Any]:
        """What is copied or sent works out anew what was computed for it."""
        return {**self.__dict__, "_kept": {}, "_alone": {}, "_stale": {}}


def kept(work_out: Callable[Concatenate[Thing, More], Value]) -> Callable[Concatenate[Thing, More], Value]:
    """What a function works out for such a thing is kept with the thing, once for the same further arguments."""

    @wraps(work_out)
    def known(thing: Thing, /, *arguments: More.args, **named: More.kwargs) -> Value:
        key, alone = (work_out, *arguments, *named.items()), thing._alone
        if key not in alone:
            alone[key] = work_out(thing, *arguments, **named)
        found: Value = alone[key]
        return found

    return known

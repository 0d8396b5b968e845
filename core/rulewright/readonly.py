"""Read-only objects: rules, content, and everything that views and events hand out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from operator import is_
from typing import TYPE_CHECKING, Any, Final, NoReturn

from msgspec import Struct
from msgspec.structs import force_setattr

if TYPE_CHECKING:
    from typing import Self


class WrittenInPlace(TypeError):
    """Something that never changes was written to: a record, a context, rules, content, or what a view shows."""


def _refuse(self: Any, *_: Any, **__: Any) -> NoReturn:
    what = "dictionary" if isinstance(self, dict) else "list"
    raise WrittenInPlace(f"a read-only {what} of {', '.join(map(repr, islice(self, 3))) or 'nothing'} is written to")


class ReadOnlyDict(dict[Any, Any]):
    """A dictionary that is read only."""

    __slots__ = ()

    __setitem__ = __delitem__ = _refuse
    clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def __reduce__(self) -> tuple[type[Self], tuple[dict[Any, Any]]]:
        return type(self), (dict(self),)


class ReadOnlyList(list[Any]):
    """A list that is read only."""

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse

    def __reduce__(self) -> tuple[type[Self], tuple[list[Any]]]:
        return type(self), (list(self),)


NOTHING: Final = ReadOnlyDict()
"""The empty mapping."""


class Sealed:
    """A base for objects that are put together once, and then sealed: their attributes can no longer be set.

    Names that begin with an underscore stay writable, for what an object remembers for itself.
    """

    __slots__ = ("_sealed",)

    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None:
            if name[0] != "_" and hasattr(self, "_sealed"):
                raise WrittenInPlace(f"{name} of a {type(self).__name__} is written to, and it never changes")
            object.__setattr__(self, name, value)

    def seal(self) -> None:
        """Make it read-only from now on, with everything it holds."""
        if not hasattr(self, "_sealed"):
            object.__setattr__(self, "_sealed", True)
            for name in _public(self):
                held = getattr(self, name)
                if held.__class__ not in _PLAIN and (kept := read_only(held)) is not held:
                    object.__setattr__(self, name, kept)


def _public(thing: object) -> list[str]:
    """The attributes that an object holds, without those that are its own business."""
    kind: Any = thing.__class__
    own = [name for name in getattr(thing, "__dict__", ()) if name[0] != "_"]
    return [name for name in _slots(kind) if hasattr(thing, name)] + own


@cache
def _slots(kind: Any) -> tuple[str, ...]:
    """The slots of a class and its bases, without those that are its own business."""
    slots = [base.__dict__.get("__slots__", ()) for base in kind.__mro__]
    names = [name for some in slots for name in ((some,) if isinstance(some, str) else some)]
    return tuple([name for name in names if name[0] != "_"])


_PLAIN: Final = frozenset((str, int, float, bool, bytes, type(None)))


def read_only(value: Any) -> Any:
    """The same with containers that are read only, all the way down; what is Sealed is sealed.

    It looks into plain containers, Sealed objects, and dataclasses, msgspec structs and pydantic models that are
    frozen, and leaves all else as it is.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is dict:
        return ReadOnlyDict({key: item if item.__class__ in _PLAIN else read_only(item) for key, item in value.items()})
    if kind is list:
        return ReadOnlyList([item if item.__class__ in _PLAIN else read_only(item) for item in value])
    if kind is tuple:
        items = tuple([item if item.__class__ in _PLAIN else read_only(item) for item in value])
        return value if all(map(is_, items, value)) else items
    if kind is set:
        return frozenset(value)
    if isinstance(value, Sealed):
        value.seal()
    else:
        put, names = _frozen_fields(kind)  # type: ignore[arg-type]
        for name in names:
            held = getattr(value, name)
            if type(held) not in _PLAIN and (kept := read_only(held)) is not held:
                put(value, name, kept)
    return value


@cache
def _frozen_fields(kind: Any) -> tuple[Callable[[Any, str, Any], None], tuple[str, ...]]:
    """The fields of a frozen class and how they are set all the same; none where it is not frozen."""
    if issubclass(kind, Struct):
        return force_setattr, kind.__struct_fields__ if kind.__struct_config__.frozen else ()
    if dataclass := getattr(kind, "__dataclass_params__", None):
        return object.__setattr__, tuple(kind.__dataclass_fields__) if dataclass.frozen else ()
    if getattr(kind, "model_config", {}).get("frozen"):
        return _put_field, tuple(kind.model_fields)
    return object.__setattr__, ()


def _put_field(model: Any, name: str, value: Any) -> None:
    model.__dict__[name] = value

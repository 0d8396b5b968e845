"""Kinds of content: their models, and the names that data may use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from .problems import ContentError, Problem, nearest, shortened

if TYPE_CHECKING:
    from pydantic import BaseModel

else:
    BaseModel = Any  # what msgspec evaluates for a signature; pydantic is slow to import


T = TypeVar("T")
F = TypeVar("F")


class Location(msgspec.Struct, frozen=True):
    """Where in the content a name stands; ``number`` is which of several things in that field it is."""

    file: str = ""
    entry: str = ""
    field: str = ""
    number: int = 0


class NameRegistry(Generic[T]):
    """The names of one sort that data may use, each with the code behind it.

    >>> POWERS = NameRegistry("power")
    >>> @POWERS.register("toughness")
    ... class Toughness: ...
    >>> POWERS.get("toughness") is Toughness
    True
    """

    def __init__(self, sort: str) -> None:
        self.sort = sort
        self._things: dict[str, T] = {}

    def register(self, *names: str) -> Callable[[F], F]:
        """A decorator that names the thing below it. Raises `ValueError` for a name in use."""

        def keep(thing: F) -> F:
            for name in names:
                if name in self._things:
                    raise ValueError(f"two {self.sort} registrations are both named {name!r}")
                self._things[name] = thing  # type: ignore[assignment]
            return thing

        return keep

    def get(self, name: str, place: Location | str = "") -> T:
        """The thing of that name. Raises `ContentError` with place and nearest names for an unknown one."""
        if (problem := self.problem(name, place)) is not None:
            raise ContentError([problem])
        return self._things[name]

    def problem(self, name: str, place: Location | str = "") -> Problem | None:
        """What is wrong with a name in the data; None when it is known."""
        if name in self._things:
            return None
        where = Location(place) if isinstance(place, str) else place
        return Problem(
            where.file,
            where.entry,
            where.field,
            found=shortened(name),
            expected=f"a known {self.sort}",
            nearest=nearest(name, self._things),
        )

    def __contains__(self, name: object) -> bool:
        return name in self._things

    def __iter__(self) -> Iterator[str]:
        """All names, sorted."""
        return iter(sorted(self._things))

    def __len__(self) -> int:
        return len(self._things)

    def __repr__(self) -> str:
        return f"NameRegistry({self.sort!r}, {len(self)} names)"


class ContentKind(msgspec.Struct, frozen=True):
    """A kind of content: its name, in the plural as its folder is called, and the model of one entry.

    `key` is the field that tells entries apart. `names` joins the names in the data: it maps a field path,
    with ``*`` for every item (``"dial.*.powers.*"``), to the vocabulary, or to the kind, that must have the
    name. `lexicon` has the words of effects in the entries (:mod:`rulewright.vocabulary`).
    """

    name: str
    model: type[BaseModel]
    key: str = "id"
    names: Mapping[str, NameRegistry[Any] | str] = {}
    lexicon: Any = None


def fields_of(model: type[BaseModel]) -> list[str]:
    """The fields of a model as a file names them."""
    return [field.alias or name for name, field in model.model_fields.items()]

"""The models of which content is made, and the unions whose members are told apart by one key."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, partial
from typing import Annotated, Any, Final, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, model_validator

from ..problems import ContentError, Problem, nearest
from ..readonly import NOTHING
from ..text import by_language

T = TypeVar("T")


class ContentModel(BaseModel):
    """What all content has in common: no unknown key, no change after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **more: Any) -> None:
        """Forget the annotations of class variables: pydantic would evaluate them again for each subclass."""
        super().__pydantic_init_subclass__(**more)
        for name in cls.__class_vars__ & cls.__annotations__.keys():
            del cls.__annotations__[name]

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuse, also for what is worked out once, which pydantic would let be set. Raises AttributeError."""
        if isinstance(getattr(type(self), name, None), cached_property):
            raise AttributeError(f"{name} of a {type(self).__name__} is worked out, and cannot be set")
        super().__setattr__(name, value)

    def beside_its_parts(self, wording: Any) -> str:
        """What a text says besides the parts in it, in words: powers that it grants by name. A game says which."""
        return ""


Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")]
"""Lower-case words joined by hyphens: ``take-cover``."""


LARGEST: Final = 999
"""No number of content is larger, nor smaller than this with a minus sign: what is made of several stays small, too."""

Whole = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
"""A whole number, as content has them."""


class Name(ContentModel):
    """A name in the two languages of the project."""

    en: str = Field(min_length=1)
    zh: str = Field(min_length=1)

    @property
    def words(self) -> dict[str, str]:
        """It by language, as texts take it."""
        return by_language(partial(getattr, self))


def at_least(count: int) -> AfterValidator:
    """For an annotation: this many items. Unlike a ``min_length`` it is silent where the items themselves are wrong."""

    def check(items: tuple[Any, ...]) -> tuple[Any, ...]:
        if len(items) < count:
            raise ValueError(f"at least {count} of them")
        return items

    return AfterValidator(check)


Some = Annotated[tuple[T, ...], at_least(1)]
"""One or more."""
Several = Annotated[tuple[T, ...], at_least(2)]
"""Two or more."""


# Little languages -------------------------------------------------------------------------------------------


class Shape:
    """The members of a union, told apart by the one key that each carries.

    Used twice in the annotation of a union whose members are tagged with their keys: as ``shape.known``, which refuses
    a value that no member knows and names the nearest key, and as ``shape.discriminator``. A whole number has the tag
    "number", one of the ``words`` the tag "word". ``earlier`` are the keys of members by those that they had before.
    """

    def __init__(
        self, kind: str, *keys: str, number: bool = False, words: tuple[str, ...] = (),
        earlier: Mapping[str, str] = NOTHING,
    ) -> None:  # fmt: skip
        self.kind, self.keys, self.number, self.words, self.earlier = kind, keys, number, words, earlier
        self.discriminator = Discriminator(self._tag)
        self.known = BeforeValidator(self._refuse_unknown)

    def _tag(self, value: Any) -> str | None:
        if isinstance(value, BaseModel):
            return next((key for key in self.keys if key in type(value).model_fields), None)
        if isinstance(value, dict):
            present = next((key for key in self.keys if key in value), None)
            return present or next((key for old, key in self.earlier.items() if old in value), None)
        if self.number and isinstance(value, int) and not isinstance(value, bool):
            return "number"
        return "word" if self.words and isinstance(value, str) else None

    @property
    def _a_kind(self) -> str:
        return f"{'an' if self.kind[0] in 'aeiou' else 'a'} {self.kind}"

    def _refuse_unknown(self, value: Any) -> Any:
        if isinstance(value, str) and self.words and value not in self.words:
            raise unknown(value, f"the name of {self._a_kind}", self.words)
        if isinstance(value, dict) and self._tag(value) is None:
            keys = ", ".join(map(str, value))
            raise unknown(keys, f"{self._a_kind} with one of the keys {', '.join(self.keys)}", self.keys)
        return value


def unknown(found: str, expected: str, known: Iterable[str]) -> ContentError:
    """The error about a word that nothing answers to, with the nearest known ones."""
    return ContentError([Problem("", found=repr(found), expected=expected, nearest=nearest(found, known))])


def with_present_word(data: Any, renamed: Mapping[str, str]) -> Any:
    """An effect by its present word, with a warning where that under the key ``do`` has been renamed."""
    word = data.get("do") if isinstance(data, dict) else None
    if not isinstance(word, str) or word not in renamed:
        return data
    warnings.warn(f"do = {word!r} in content is now {renamed[word]!r}", FutureWarning, stacklevel=2)
    return {**data, "do": renamed[word]}


def earlier_fields(**renamed: str) -> Any:
    """For a model: fields that have been renamed are still read by their earlier names, with a FutureWarning.

    ``_read_earlier = earlier_fields(optional="may")``; what has both names is refused by the present one. Lists under
    several earlier names of one field come one after the other.
    """

    def present(cls: type[ContentModel], data: Any) -> Any:
        return with_present_fields(data, renamed)

    return model_validator(mode="before")(classmethod(present))  # type: ignore[arg-type]


def with_present_fields(data: Any, renamed: Mapping[str, str]) -> Any:
    """Data by the present names of fields that have been renamed, with a FutureWarning for each (`earlier_fields`)."""
    if not isinstance(data, dict) or not any(old in data for old in renamed):
        return data
    found: dict[str, Any] = {}
    for old, value in data.items():
        key = renamed.get(old, old)
        if key != old:
            warnings.warn(f"{old} = ... in content is now {key} = ...", FutureWarning, stacklevel=2)
            key = old if key in data else key
        if isinstance(found.get(key), list) and isinstance(value, list):
            value = [*found[key], *value]
        found[old if key in found and not isinstance(value, list) else key] = value
    return found


# Looking into models ----------------------------------------------------------------------------------------


def walk(model: BaseModel, path: str = "") -> Iterator[tuple[str, BaseModel]]:
    """A model and every model in it, each with its path: ``abilities[2].levels.1.variants[0]``."""
    waiting: list[tuple[str, Any]] = [(path, model)]
    while waiting:
        path, value = waiting.pop()
        names = _names(value.__class__)
        if names is not None:
            yield path, value
            inside, dot = vars(value), f"{path}." if path else ""
            held = [(dot + name, item) for name in names if may_hold((item := inside.get(name)).__class__)]
        elif isinstance(value, dict):
            held = [(f"{path}.{key}", item) for key, item in value.items() if may_hold(item.__class__)]
        else:
            held = [(f"{path}[{number}]", item) for number, item in enumerate(value) if may_hold(item.__class__)]
        waiting += reversed(held)


class OpenWord:
    """For an annotation: words that no list has, such as keywords, which some entries carry and others ask for.

    ``keywords: Annotated[tuple[str, ...], OpenWord("keyword", carried=True)]`` where they are carried, and without
    ``carried`` where a text asks for them: what nothing carries may be misspelt (`open_words`).
    """

    def __init__(self, sort: str, *, carried: bool = False) -> None:
        self.sort, self.carried = sort, carried


def open_words(model: BaseModel) -> Iterator[tuple[str, OpenWord, str]]:
    """The open words in a model, each with its path and what it is."""
    for path, part in walk(model):
        for name, mark in _open_fields(part.__class__):
            value = getattr(part, name)
            for word in (value,) if isinstance(value, str) else value or ():
                if word:
                    yield f"{path}.{name}" if path else name, mark, word


@cache
def _open_fields(kind: type[BaseModel]) -> tuple[tuple[str, OpenWord], ...]:
    fields = kind.model_fields.items()
    return tuple((name, mark) for name, field in fields for mark in field.metadata if isinstance(mark, OpenWord))


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    """The fields of a model, in their order; None for what is no model."""
    return tuple(kind.model_fields) if issubclass(kind, BaseModel) else None


@cache
def may_hold(kind: type) -> bool:
    """Whether there may be models in things of a class."""
    return issubclass(kind, BaseModel | tuple | list | dict)

"""What vocabularies of effects have in common: the models with which content says amounts, conditions and structure.

A game writes down its own verbs, each a model whose key ``do`` names it, and takes from here what every game says in
the same way: ``if``, ``choose``, ``may``, ``pay``; amounts that are a multiple, a half or a sum; comparisons, ``all``,
``any`` and ``none``; triggers. What an effect, a condition or an amount of the game may be is filled in as a type
parameter::

    Effect = TypeAliasType("Effect", "Annotated[Verb, Field(discriminator='do')]")
    Condition = TypeAliasType("Condition", "Annotated[...]")

    class Damage(Model):
        do: Literal["damage"]
        amount: Amount

    Verb = Damage | If[Condition, Effect] | May[Effect]

How these models become functions, and effects a program that runs, is in :mod:`rulewright.programs`. This room loads
pydantic; import it where content is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, Generic, Literal, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, model_validator

from rulewright.content import ContentError, Problem, nearest

A = TypeVar("A")
"""An amount of the game."""
C = TypeVar("C")
"""A condition of the game."""
E = TypeVar("E")
"""An effect of the game."""
T = TypeVar("T")


class Model(BaseModel):
    """What all content has in common: no unknown key, no change after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")]
"""Lower-case words joined by hyphens: ``take-cover``."""


LARGEST: Final = 999
"""No number of content is larger, nor smaller than this with a minus sign: what is made of several stays small, too."""

Whole = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
"""A whole number, as content has them."""


class Name(Model):
    """A name in the two languages of the project."""

    en: str = Field(min_length=1)
    zh: str = Field(min_length=1)


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
    "number", one of the ``words`` the tag "word".
    """

    def __init__(self, kind: str, *keys: str, number: bool = False, words: tuple[str, ...] = ()) -> None:
        self.kind, self.keys, self.number, self.words = kind, keys, number, words
        self.discriminator = Discriminator(self._tag)
        self.known = BeforeValidator(self._refuse_unknown)

    def _tag(self, value: Any) -> str | None:
        if isinstance(value, BaseModel):
            return next((key for key in self.keys if key in type(value).model_fields), None)
        if isinstance(value, dict):
            return next((key for key in self.keys if key in value), None)
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


def verbs_of(union: Any) -> dict[str, type[Model]]:
    """Every verb of a union of effects with its model: the list that an interpreter must serve."""
    return {get_args(model.model_fields["do"].annotation)[0]: model for model in get_args(union)}


def known_verb(verbs: Mapping[str, Any]) -> BeforeValidator:
    """For the annotation of a union of effects: refuses a verb that is none of these, with the nearest of them."""

    def refuse(value: Any) -> Any:
        verb = value.get("do", "nothing") if isinstance(value, dict) else ""
        if isinstance(value, dict) and (not isinstance(verb, str) or verb not in verbs):
            raise unknown(str(verb), "a verb under the key do", verbs)
        return value

    return BeforeValidator(refuse)


# Amounts ----------------------------------------------------------------------------------------------------


class Multiple(Model, Generic[T]):
    """``times`` a named value, + ``plus``, at most so much."""

    value: T
    times: Whole = 1
    plus: Whole = 0
    at_most: Whole | None = None


class Half(Model, Generic[A]):
    """One half of an amount; rounded up unless the text says otherwise."""

    half: A
    round: Literal["up", "down"] = "up"


class Sum(Model, Generic[A]):
    """Several amounts together."""

    sum: Several[A]


# Conditions -------------------------------------------------------------------------------------------------

BOUNDS = ("at_least", "at_most", "more_than", "less_than")


class Compare(Model, Generic[A]):
    """An amount against a bound, which is an amount, too."""

    amount: A
    at_least: A | None = None
    at_most: A | None = None
    more_than: A | None = None
    less_than: A | None = None

    @property
    def bound(self) -> tuple[str, A]:
        """The one bound that it names, and the key under which it stands."""
        return next((key, getattr(self, key)) for key in BOUNDS if getattr(self, key) is not None)

    @model_validator(mode="after")
    def _one_bound(self) -> Compare[A]:
        if sum(getattr(self, key) is not None for key in BOUNDS) != 1:
            raise ValueError(f"compare an amount with exactly one of {', '.join(BOUNDS)}")
        return self


class AllTrue(Model, Generic[C]):
    """All of these hold."""

    all: Several[C]


class AnyTrue(Model, Generic[C]):
    """At least one of these holds."""

    any: Several[C]


class NoneTrue(Model, Generic[C]):
    """None of these holds."""

    none: Some[C]


# Structure --------------------------------------------------------------------------------------------------


class If(Model, Generic[C, E]):
    """Whether a condition holds decides what happens."""

    do: Literal["if"]
    test: C
    then: Some[E]
    otherwise: tuple[E, ...] = ()


class Option(Model, Generic[C, E]):
    """One side of an "or"."""

    name: Name | None = None
    test: C | None = None
    effects: Some[E]


class Choose(Model, Generic[C, E]):
    """The player picks exactly one option, of those whose condition holds."""

    do: Literal["choose"]
    options: Several[Option[C, E]]


class May(Model, Generic[E]):
    """The player decides whether this happens."""

    do: Literal["may"]
    effects: Some[E]


class Pay(Model, Generic[T, E]):
    """A player may pay; ``then`` follows if they do, ``otherwise`` if not."""

    do: Literal["pay"]
    cost: T
    then: tuple[E, ...] = ()
    otherwise: tuple[E, ...] = ()

    @model_validator(mode="after")
    def _for_something(self) -> Pay[T, E]:
        if not self.then and not self.otherwise:
            raise ValueError("then or otherwise says what a payment is for")
        return self


class Trigger(Model, Generic[T, C, E]):
    """Effects at a moment; ``test`` must hold, ``optional`` ones the player may leave."""

    when: T
    test: C | None = None
    optional: bool = False
    once_per_turn: bool = False
    effects: Some[E]


# Looking into models ----------------------------------------------------------------------------------------


def walk(model: BaseModel, path: str = "") -> Iterator[tuple[str, BaseModel]]:
    """A model and every model in it, each with its path: ``abilities[2].levels.1.variants[0]``."""
    yield path, model
    for name in type(model).model_fields:
        yield from _walk_value(getattr(model, name), f"{path}.{name}" if path else name)


def _walk_value(value: object, path: str) -> Iterator[tuple[str, BaseModel]]:
    if isinstance(value, BaseModel):
        yield from walk(value, path)
    elif isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from _walk_value(item, f"{path}[{number}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _walk_value(item, f"{path}.{key}")

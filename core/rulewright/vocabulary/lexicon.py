"""The words of one ruleset, with those that extensions add, and how content is read with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType, ModuleType
from typing import Any, Final, TypeVar

from pydantic_core import PydanticKnownError

from ..kinds import ContentKind
from ..problems import ContentError, Problem
from ..readonly import Sealed
from . import amounts, conditions, structure
from .models import LARGEST, ContentModel, unknown, with_present_word
from .moments import unmet
from .words import PLACE, Count, Test, ValueWord, Verb

M = TypeVar("M", bound=ContentModel)

SHARED: Final = (amounts, conditions, structure)
"""What every game has; a word of the game of the same name counts instead."""


class Lexicon(Sealed):
    """The verbs, amounts, conditions and named values that the content of a ruleset may use.

    ``rooms`` are modules with the classes of the game, or such classes; ``values`` are the functions ``(game, run)`` of
    named values. No number that stands for an amount is below ``least``; every verb derives from ``base``, where a game
    has more to know about its verbs. Raises ValueError for one that does not, and for two words of one name.
    """

    def __init__(
        self,
        *rooms: ModuleType | type[ContentModel],
        values: Mapping[str, Callable[[Any, Any], int]] | None = None,
        least: int = -LARGEST,
        base: type[Verb] = Verb,
    ) -> None:
        self.rooms, self.least, self.base = rooms, least, base
        own = [*_words_in(rooms)]
        shared = [*_words_in(SHARED)]
        self.verbs: Mapping[str, type[Verb]] = _by_name(Verb, "verb", "word", shared, own)
        self.amounts: Mapping[str, type[Count]] = _by_name(Count, "amount", "key", shared, own)
        self.conditions: Mapping[str, type[Test]] = _by_name(Test, "condition", "key", shared, own)
        self.values = {name: ValueWord(name, count) for name, count in (values or {}).items()}
        self.renamed = {
            verb.earlier: word for word, verb in self.verbs.items() if verb.earlier not in ("", *self.verbs)
        }
        """The present words of verbs by their earlier ones."""
        strange = next((word for word, verb in self.verbs.items() if not issubclass(verb, base)), None)
        if strange is not None:
            raise ValueError(f"the verb {strange!r} does not derive from {base.__module__}.{base.__qualname__}")

    def join(self, verbs: Iterable[type[Verb]]) -> Lexicon:
        """The same with the verbs of extensions. Raises ValueError for two of one name."""
        values = {name: value.count for name, value in self.values.items()}
        more = tuple(verbs)
        taken = next((verb.word for verb in more if verb.word in self.verbs), None)
        if taken is not None:
            raise ValueError(f"two verbs are both named {taken!r}")
        return Lexicon(*self.rooms, *more, values=values, least=self.least, base=self.base)

    # -- reading

    def read(self, model: type[M], data: Any) -> M:
        """Data as a model, in which effects, amounts and conditions may stand.

        Raises pydantic's ValidationError, and ContentError for a word that needs what is not there where it stands.
        """
        found = model.model_validate(data, extra="forbid", context=self)
        if wrong := [Problem("", "", path, said) for path, said in self.unmet(found)]:
            raise ContentError(wrong)
        return found

    def unmet(self, model: ContentModel) -> Iterator[tuple[str, str]]:
        """Each word of an entry that needs what is not there where it stands: the path to it, and what to say of it."""
        return unmet(model, self)

    def kinds(self, models: Mapping[str, type[Any]]) -> list[ContentKind]:
        """The kinds of content in which these words are used, with the model of each."""
        return [ContentKind(name, model, lexicon=self) for name, model in models.items()]

    def effect(self, data: Any) -> Verb:
        """An effect of the content as a verb. Warns of a verb that goes by its earlier word."""
        if isinstance(data, Verb):
            return data
        if not isinstance(data, dict):
            raise ValueError("an effect is a table with a verb under the key do")
        data = with_present_word(data, self.renamed)
        word = data.get("do", "nothing")
        if not isinstance(word, str) or word not in self.verbs:
            raise unknown(str(word), "a verb under the key do", self.verbs)
        return self.verbs[word].model_validate(data, context=self)

    def amount(self, data: Any) -> int | Count | ValueWord:
        """An amount of the content: a whole number, a named value, or a model that counts."""
        if data.__class__ is int:
            return self._bounded(data)
        if isinstance(data, str):
            return self.value(data)
        return data if isinstance(data, ValueWord) else self._by_key(data, "amount", Count, self.amounts)

    def value(self, data: Any) -> ValueWord:
        """A named value."""
        if isinstance(data, ValueWord):
            return data
        if not isinstance(data, str) or data not in self.values:
            raise unknown(str(data), "the name of an amount", self.values)
        return self.values[data]

    def condition(self, data: Any) -> Test:
        """A condition of the content as a model that holds or not."""
        return self._by_key(data, "condition", Test, self.conditions)

    def _bounded(self, amount: int) -> int:
        if amount < self.least:
            raise PydanticKnownError("greater_than_equal", {"ge": self.least})
        if amount > LARGEST:
            raise PydanticKnownError("less_than_equal", {"le": LARGEST})
        return amount

    def _by_key(self, data: Any, sort: str, kind: type[M], known: Mapping[str, Any]) -> M:
        if isinstance(data, kind):
            return data
        keys = f"{'an' if sort[0] in 'aeiou' else 'a'} {sort} with one of the keys {', '.join(known)}"
        if not isinstance(data, dict):
            raise ValueError(keys)
        key = next((key for key in known if key in data), None)
        if key is None:
            raise unknown(", ".join(map(str, data)), keys, known)
        found: M = known[key].model_validate(data, context=self)
        return found

    # -- what it says about itself

    @property
    def models(self) -> tuple[type[ContentModel], ...]:
        """The classes of all words."""
        return (*self.verbs.values(), *self.amounts.values(), *self.conditions.values())

    def complete(self, definitions: dict[str, Any], references: Mapping[type[ContentModel], Any]) -> None:
        """Say in the definitions of a JSON Schema what may stand where any word of a sort may."""
        whole = {"type": "integer", "minimum": self.least, "maximum": LARGEST}
        named = {"type": "string", "enum": [*self.values]}
        sorts = {
            "effect": [references[verb] for verb in self.verbs.values()],
            "amount": [whole, *([named] if self.values else ()), *map(references.__getitem__, self.amounts.values())],
            "condition": [references[test] for test in self.conditions.values()],
            "value": [named],
        }
        _fill_in(definitions)
        definitions.update({sort.title(): {"oneOf": forms} for sort, forms in sorts.items()})
        definitions["Effect"]["discriminator"] = {
            "propertyName": "do",
            "mapping": {word: references[verb]["$ref"] for word, verb in self.verbs.items()},
        }

    def __repr__(self) -> str:
        return f"Lexicon({len(self.verbs)} verbs)"


def _fill_in(schema: Any) -> None:
    """Refer to the definition of a sort wherever any word of it may stand."""
    if isinstance(schema, dict):
        if PLACE in schema:
            schema["$ref"] = f"#/$defs/{schema.pop(PLACE).title()}"
        for part in schema.values():
            _fill_in(part)
    elif isinstance(schema, list):
        for part in schema:
            _fill_in(part)


def _words_in(rooms: Iterable[Any]) -> Iterator[type[ContentModel]]:
    """The classes of words: those given, and those that modules define."""
    for room in rooms:
        if isinstance(room, ModuleType):
            yield from (
                thing for thing in vars(room).values()
                if isinstance(thing, type) and issubclass(thing, Verb | Count | Test)
                and thing.__module__ == room.__name__
            )  # fmt: skip
        else:
            yield room


def _by_name(kind: type[Any], what: str, field: str, shared: Iterable[Any], own: Iterable[Any]) -> Mapping[str, Any]:
    """Words of a sort by name; those of the game count instead of shared ones."""
    found = {getattr(one, field): one for one in shared if issubclass(one, kind)}
    mine: dict[str, Any] = {}
    for one in own:
        if issubclass(one, kind) and (name := getattr(one, field)):
            if mine.setdefault(name, one) is not one:
                raise ValueError(f"two {what}s are both named {name!r}")
    found.pop("", None)
    return MappingProxyType({**found, **mine})

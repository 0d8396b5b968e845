"""Verbs, amounts and conditions: what each word of a vocabulary is, whichever game has it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, NamedTuple, TypeAlias, overload

from pydantic import ConfigDict, ValidationInfo, model_serializer, model_validator
from pydantic_core import core_schema

from ..readonly import Sealed
from ..text import Texts
from .models import ContentModel

if TYPE_CHECKING:
    from ..programs import Deed, Judge, Program
    from ..refusals import Violation
    from ..wording import Wording

Words: TypeAlias = str | Mapping[str, str]
"""A text with fields in braces, or several by the variant of a verb."""


def variants(others: str | None = None, /, **texts: str) -> Mapping[str, str]:
    """A text for each variant of a verb, and perhaps one for all others."""
    return MappingProxyType(texts if others is None else {"": others, **texts})


class step:
    """A further deed of a verb: a method ``(self, game, run)`` that comes later, with a number of its own.

    ``then_do(game, run, (self.landed,))`` puts it in front of the effects that are still to come.
    """

    def __init__(self, method: Callable[..., Any]) -> None:
        self.method = method
        self.__doc__ = method.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, verb: None, kind: type) -> step: ...
    @overload
    def __get__(self, verb: Verb, kind: type) -> Deed: ...
    def __get__(self, verb: Verb | None, kind: type) -> Any:
        """The deed; of a verb that has no numbers yet, the method."""
        return self if verb is None else self.method.__get__(verb)


# Verbs ------------------------------------------------------------------------------------------------------


class Stake(NamedTuple):
    """What a verb is about for who judges it: the thing of which it changes some, and the fields that say how much of
    it, and whom it concerns; where none is named those that are usual, and None for nobody."""

    thing: str = ""
    much: str = "amount"
    whom: str | None = ""


class Verb(ContentModel):
    """What content says under the key ``do``: a class whose fields are what it says besides.

    ``name`` is its word in the content, ``rule`` the rule that it carries out; a class without a name is a base for
    others. Content and saves may still have the word that it had ``earlier``. ``en`` and ``zh`` say it: texts with its
    fields in braces, for each `variant` its own where there are several (`variants`); or else `said` does. What a
    program that plays may think of it is its `worth`. Raises TypeError for a verb that does nothing, or that nobody can
    put into words.

    ``changes`` is the thing of which it gives or takes some, as a `programs.Judge` knows it, by default its word;
    ``by`` is its field with how much of that, by default ``amount``, and ``whom`` the one with those whom it concerns,
    by default ``who`` or ``to``, and None where its player has something of it, whoever that is.
    """

    model_config = ConfigDict(ignored_types=(step,))

    word: ClassVar[str] = ""
    earlier: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    en: ClassVar[Words] = ""
    zh: ClassVar[Words] = ""
    steps: ClassVar[tuple[str, ...]] = ()
    """The names of its further deeds, in the order of the code."""
    sayable: ClassVar[bool] = True
    """Whether someone may say it by hand, if its fields can be said."""
    needs: ClassVar[tuple[str, ...]] = ()
    """What has to be there where it stands (:mod:`rulewright.vocabulary.moments`)."""
    stake: ClassVar[Stake] = Stake()
    """What it changes, and its fields with how much of that and with those whom it concerns."""
    opens: ClassVar[tuple[str, ...]] = ()
    """What is there for the effects inside it."""
    leaves: ClassVar[tuple[str, ...]] = ()
    """What is there for the effects behind it."""

    if TYPE_CHECKING:

        @property
        def deed(self) -> Deed:
            """What is carried out first, with its number; of a verb that has been compiled."""

        @property
        def program(self) -> Program:
            """The numbers of what is to be done, in this order; of a verb that has been compiled."""

    def __init_subclass__(
        cls, *, name: str = "", earlier: str = "", rule: str = "", needs: tuple[str, ...] = (),
        opens: tuple[str, ...] = (), leaves: tuple[str, ...] = (), changes: str = "", by: str = "",
        whom: str | None = "", **others: Any,
    ) -> None:  # fmt: skip
        super().__init_subclass__(**others)
        cls.word, cls.earlier = name, earlier
        thing, much, ones = cls.stake
        cls.stake = Stake(changes or name or thing, by or much, ones if whom == "" else whom)
        cls.rule = rule or cls.rule
        cls.needs, cls.opens, cls.leaves = needs or cls.needs, opens or cls.opens, leaves or cls.leaves
        things = {label: thing for kind in reversed(cls.__mro__) for label, thing in vars(kind).items()}
        cls.steps = tuple(label for label, thing in things.items() if isinstance(thing, step))
        if name:
            _refuse_mute(cls)

    @model_validator(mode="before")
    @classmethod
    def _has_its_word(cls, data: Any) -> Any:
        """The fields alone: which verb it is has been found by its word."""
        if isinstance(data, dict) and "do" in data:
            if data["do"] != cls.word:
                raise ValueError(f"do: {data['do']!r} is another verb than {cls.word!r}")
            return {key: value for key, value in data.items() if key != "do"}
        return data

    @model_serializer(mode="wrap")
    def _with_its_word(self, fields: Any) -> dict[str, Any]:
        return {"do": self.word, **fields(self)}

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        found = handler(schema)
        own = handler.resolve_ref_schema(found)
        own["properties"] = {"do": {"const": cls.word, "type": "string"}, **own.get("properties", {})}
        own["required"] = ["do", *own.get("required", ())]
        return found

    # -- what it does

    def do(self, game: Any, run: Any) -> Any:
        """Do it: ``(game, resolution)``; returns what a step may return, or is a step."""
        raise NotImplementedError

    def can(self, game: Any, run: Any) -> bool:
        """Whether it can be done now: whether it would come to anything. Asked of what may be done, and chosen."""
        return True

    def matters(self, game: Any, run: Any) -> bool:
        """Whether anything would be otherwise after it: what can be done and changes nothing is of no use now."""
        return self.can(game, run)

    def brings(self) -> Iterable[str]:
        """What its fields bring, such as someone who is named for it: it is there for itself, for the effects inside it
        and for those behind it."""
        return ()

    def deeds(self) -> Iterable[Deed]:
        """What its program consists of: what it does; a game may put something before or behind it."""
        return (self.deed,)

    def hindrance(self, view: Any, run: Any) -> Violation | None:
        """Why it is impossible now, for the player who says it by hand; None where it can be done."""
        return None

    # -- how it is said

    def said(self, wording: Any) -> str:
        """It in words; nothing for what is only a break between others."""
        told: str = wording.fill(self.en, self.zh, self.variant(), **self.facts(wording))
        return told

    def variant(self) -> str:
        """Which of several texts says it."""
        return ""

    def facts(self, wording: Any) -> dict[str, Any]:
        """What stands in the text for each field."""
        return {name: wording.fact(name, getattr(self, name)) for name in type(self).model_fields}

    # -- what it is worth

    def worth(self, judge: Any) -> float:
        """How good it usually is for the player who does it, for bots; 0 if that cannot be said.

        By default that is what it changes, with what the effects inside it are worth.
        """
        own: float = judge.change(self)
        return own + float(judge.inside(self, tuple(self.inside())))

    def promise(self, answer: Any, judge: Any) -> float:
        """How good an answer is to the question that it asks, for the player who is asked; 0 if that cannot be said."""
        return 0.0

    def inside(self) -> Iterator[Verb]:
        """The effects that stand in it, without those that stand in them."""
        waiting: list[Any] = [getattr(self, name) for name in type(self).model_fields]
        for one in waiting:
            if isinstance(one, Verb):
                yield one
            elif isinstance(one, ContentModel):
                waiting += [getattr(one, name) for name in type(one).model_fields]
            elif isinstance(one, tuple | Mapping):
                waiting += one.values() if isinstance(one, Mapping) else one


def _refuse_mute(kind: type[Verb]) -> None:
    if kind.do is Verb.do:
        raise TypeError(f"the verb {kind.word!r} does nothing: it has no method do")
    if kind.said is not Verb.said:
        return
    en, zh = ({"": words} if isinstance(words, str) else words for words in (kind.en, kind.zh))
    for variant in {**en, **zh}:
        text = {"en": en.get(variant, ""), "zh": zh.get(variant, "")}
        name = f"{kind.word} {variant}".strip()
        for lang in (lang for lang in text if not text[lang]):
            raise TypeError(f"the verb {name!r} has no words in {lang}: give it en and zh, or a method said")
        Texts({name: text})


# Amounts and conditions -------------------------------------------------------------------------------------


class ValueWord(Sealed):
    """A named value: a number that content calls by its name, and the function ``(game, run)`` that counts it."""

    def __init__(self, name: str, count: Callable[[Any, Any], int]) -> None:
        self.name, self.count = name, count
        self.needs: tuple[str, ...] = getattr(count, "needs", ())

    def said(self, wording: Wording) -> str:
        """It in words."""
        return wording.value(self.name)

    def about(self, judge: Judge) -> float:
        """What it usually comes to."""
        return judge.values.get(self.name, judge.others)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ValueWord) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return repr(self.name)


class Keyed(ContentModel):
    """A kind of amount or of condition, told apart from others by its ``key``, which is a field of it."""

    key: ClassVar[str] = ""
    needs: ClassVar[tuple[str, ...]] = ()
    """What has to be there where it stands (:mod:`rulewright.vocabulary.moments`)."""

    def __init_subclass__(cls, *, key: str = "", needs: tuple[str, ...] = (), **others: Any) -> None:
        super().__init_subclass__(**others)
        cls.key = key
        cls.needs = needs or cls.needs

    def said(self, wording: Any) -> str:
        """It as it stands in a sentence; a condition behind an "if"."""
        raise NotImplementedError


class Count(Keyed):
    """A kind of amount."""

    def count(self, game: Any, run: Any) -> int:
        """The number now."""
        raise NotImplementedError

    def about(self, judge: Judge) -> float:
        """Its usual value, for bots."""
        return judge.others


class Test(Keyed):
    """A kind of condition."""

    __test__ = False  # for pytest

    def holds(self, game: Any, run: Any) -> bool:
        """Whether it holds now."""
        raise NotImplementedError


# Fields -----------------------------------------------------------------------------------------------------


class Said:
    """For an annotation: what stands there is a word of the lexicon with which the content is read."""

    def __init__(self, sort: str) -> None:
        self.sort = sort

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> core_schema.CoreSchema:
        plain = core_schema.plain_serializer_function_ser_schema(_plain)
        return core_schema.with_info_plain_validator_function(self._read, serialization=plain)

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        return {PLACE: self.sort}

    def _read(self, value: Any, info: ValidationInfo) -> Any:
        read = getattr(info.context, self.sort, None)
        if read is None:
            raise TypeError(f"{self.sort}s are read with a lexicon: lexicon.read(model, data)")
        return read(value)


def _plain(value: Any) -> Any:
    if isinstance(value, ValueWord):
        return value.name
    return value.model_dump() if isinstance(value, ContentModel) else value


PLACE: Final = "x-word"
"""Where a JSON schema speaks of any word of a sort, which the lexicon fills in."""

if TYPE_CHECKING:
    Effect: TypeAlias = Verb
    Amount: TypeAlias = int | Count | ValueWord
    Condition: TypeAlias = Test
    NamedValue: TypeAlias = ValueWord
else:
    Effect = Annotated[Any, Said("effect")]
    Amount = Annotated[Any, Said("amount")]
    Condition = Annotated[Any, Said("condition")]
    NamedValue = Annotated[Any, Said("value")]

"""Effects as people say them: what can be said of a vocabulary, how it is typed, checked and shown.

A verb can be said if each field that it must have takes one word: a number, a name, yes or no. What leads to other
effects cannot.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec
from pydantic import ValidationError

from ..problems import ContentError, nearest
from ..programs import Key, Said
from ..reading import Prompt, Unreadable, read_json, unreadable, words
from ..readonly import Sealed
from ..refusals import Violation
from ..spaces import Space, as_given
from ..text import LANGUAGES, fill
from ..validation import problems_of
from .compiling import Compiler
from .words import PLACE, Verb

if TYPE_CHECKING:
    from random import Random

    from ..plaindata import Answer
    from ..programs import Deed
    from ..text import Words
    from ..wording import Wording
    from .lexicon import Lexicon

NOTHING: Final = ("nothing", "none", "-", "无", "无效果")
YES: Final = ("yes", "true", "是")
NO: Final = ("no", "false", "否")

Hindrance: TypeAlias = Callable[[Verb], Violation | None]
"""Why an effect is impossible now; None where it can be done."""

_NAME: Final = re.compile(r"[^\W\d][\w-]*")
_TOKEN: Final = re.compile(r'"(?:\\.|[^"\\])*"|[;；,，\n]|[^\s;；,，"]+|"')
_BREAKS: Final = frozenset(";；,，\n")
_LISTED: Final = 8
"""At most this many words that a field takes are listed; of more, a few."""
_MOST: Final = 3
"""The largest number in an effect that is drawn at random."""
_TRIES: Final = 16


def _either(one: str, other: str) -> str:
    return fill("{one}或{other}", "zh", {"one": one, "other": other})


class Slot(msgspec.Struct, frozen=True):
    """A field of a verb as it can be said: these words, a whole number, any name, yes or no."""

    name: str
    required: bool
    words: tuple[str, ...] = ()
    number: bool = False
    text: bool = False
    flag: bool = False

    def takes(self, value: Any) -> bool:
        """Whether a value is of a kind that it takes."""
        if isinstance(value, bool):
            return self.flag
        if isinstance(value, int):
            return self.number
        return isinstance(value, str) and (self.text or value in self.words)

    @property
    def sayable(self) -> bool:
        """Whether there is anything that it takes."""
        return bool(self.words or self.number or self.text or self.flag)

    @property
    def kinds(self) -> dict[str, str]:
        """What it takes, in words."""
        kinds = [("a whole number", "整数")] if self.number else []
        if len(self.words) > _LISTED:
            few, count = self.words[:3], len(self.words)
            kinds.append((f"one of {count} words such as {', '.join(few)}", f"{count} 个词之一，例如{'、'.join(few)}"))
        else:
            kinds += [(word, word) for word in self.words]
        kinds += [("a name", "名称")] if self.text else []
        kinds += [("yes or no", "是或否")] if self.flag else []
        either = reduce(_either, (zh for _, zh in kinds)) if kinds else ""
        return {"en": " or ".join(en for en, _ in kinds), "zh": either}

    def nearest(self, value: Any) -> tuple[str, ...]:
        """The words most like one that it does not take."""
        return nearest(value, self.words) if isinstance(value, str) else ()

    def refusal(self, verb: str, value: Any) -> Violation:
        """Why a value is refused that it does not take."""
        given = as_given(value)
        if near := self.nearest(value):
            return Violation("unknown_name", verb=verb, field=self.name, given=given, names=near)
        return Violation("wrong_value", verb=verb, field=self.name, given=given, kinds=self.kinds)

    def value(self, token: str) -> int | str | bool:
        """What a word that was typed means here."""
        if token.startswith('"'):
            try:
                return str(json.loads(token))
            except ValueError:
                return token
        if self.number and re.fullmatch(r"-?\d{1,9}", token):
            return int(token)
        if self.flag and token.lower() in YES + NO:
            return token.lower() in YES
        return token

    def examples(self) -> tuple[int | str | bool, ...]:
        """A few values that it takes; a name is one that may not be there."""
        numbers = tuple(range(1, _MOST + 1)) if self.number else ()
        return (*numbers, *self.words, *((True,) if self.flag else ()), *(("name",) if self.text else ()))


class Sayings(Sealed):
    """What can be said by hand in the content of a game, which has it as ``by_hand``.

    ``wording`` puts effects into words of a language, ``compiler`` makes a compiler with a table of its own; what that
    refuses with a ValueError cannot be said. ``names`` gives the fields of a verb that name something of the content,
    each with the ids that are there. A game that says a field in a word which its content writes in another way
    overrides `written`.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        wording: Callable[[str], Wording],
        compiler: Callable[[], Compiler] = Compiler,
        names: Callable[[type[Verb]], Mapping[str, Iterable[str]]] = lambda verb: {},
    ) -> None:
        self.lexicon = lexicon
        self.wording = wording
        self.compiler = compiler
        self.names = names
        self._verbs: Mapping[str, Mapping[str, Slot]] | None = None

    @property
    def verbs(self) -> Mapping[str, Mapping[str, Slot]]:
        """The verbs that can be said, with the fields that can."""
        if self._verbs is None:
            slots = {word: self._slots(verb) for word, verb in self.lexicon.verbs.items()}
            self._verbs = {word: fields for word, fields in slots.items() if fields is not None}
        return self._verbs

    def _slots(self, verb: type[Verb]) -> Mapping[str, Slot] | None:
        if not verb.sayable:
            return None
        schema = verb.model_json_schema()
        required, ids = schema["required"], self.names(verb)
        slots = [
            self._slot(name, name in required, part, schema, ids.get(name))
            for name, part in schema["properties"].items()
            if name != "do"
        ]
        if any(slot.required and not slot.sayable for slot in slots):
            return None
        return {slot.name: slot for slot in slots if slot.sayable}

    def _slot(self, name: str, required: bool, part: Any, schema: Any, ids: Iterable[str] | None) -> Slot:
        forms = list(_forms(part, schema))
        words = [word for form in forms for word in form.get("enum", (form.get("const"),)) if isinstance(word, str)]
        values = [*self.lexicon.values] if any(form.get(PLACE) in ("amount", "value") for form in forms) else []
        kinds = {form.get("type") for form in forms if "enum" not in form and "const" not in form}
        number = "integer" in kinds or any(form.get(PLACE) == "amount" for form in forms)
        known = (*words, *values, *(ids or ()))
        return Slot(name, required, known, number, "string" in kinds and ids is None, "boolean" in kinds)

    # -- as verbs

    def effect(self, said: Said) -> Verb:
        """What was said as a verb. Raises ContentError or pydantic's ValidationError."""
        word, *fields = said
        return self.lexicon.effect({"do": self._present(word), **self.written(dict(fields))})

    def _present(self, word: str) -> str:
        """The present word of a verb; a save may have its earlier one."""
        return self.lexicon.renamed.get(word, word)

    def written(self, fields: dict[str, Any]) -> Mapping[str, Any]:
        """The fields of what was said as content writes them."""
        return fields

    def compiled(self, said: Said, cause: int = -1, asked: int = -1) -> Verb:
        """What was said as a verb with keys in place of numbers.

        ``cause`` is the number of the event by which it was told, ``asked`` that of the deed that asked for it. Raises
        what `effect` does, and ValueError where the compiler refuses it.
        """
        compiler = self.compiler()
        compiler.said = (cause, asked, said)
        return compiler.effect(self.effect(said))

    def deed(self, key: Key) -> Deed:
        """The deed with the key that `compiled` gave it."""
        assert isinstance(key, tuple)
        cause, asked, said, name = key
        verb = self.compiled(said, cause, asked)
        found: Deed = verb.deed if name == "do" else getattr(verb, name)
        return found

    def told(self, answer: Iterable[Said]) -> dict[str, str]:
        """Effects in words, by language."""
        verbs = [*map(self.effect, answer)]
        return {lang: self.wording(lang).effects(verbs) for lang in LANGUAGES}

    # -- what is wrong with them

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        """Everything that is wrong with an answer as such; () for effects that the vocabulary has. Never raises."""
        if not isinstance(answer, tuple):
            return (Violation("not_effects", given=as_given(answer), example=str(self.examples()[:1])),)
        return tuple(wrong for said in answer for wrong in self._wrong(said))

    def _wrong(self, said: Any) -> Iterator[Violation]:
        if not _is_said(said):
            yield Violation("not_an_effect", given=as_given(said), example=str(self.examples()[:1]))
            return
        word, fields = self._present(said[0]), said[1:]
        if word not in self.verbs:
            yield self._unknown(word)
            return
        wrong = [*self._wrong_fields(word, fields)]
        yield from wrong
        if not wrong:
            yield from self._wrong_together(said)

    def _unknown(self, word: str) -> Violation:
        if word in self.lexicon.verbs:
            return Violation("verb_with_structure", verb=word, verbs=[*self.verbs])
        near = nearest(word, self.verbs)
        return Violation("unknown_verb", given=word, verbs=near or [*self.verbs])

    def _wrong_fields(self, word: str, fields: Sequence[tuple[str, Any]]) -> Iterator[Violation]:
        slots = self.verbs[word]
        names = [name for name, _ in fields]
        for name, value in fields:
            if name not in slots:
                yield Violation("unknown_field", verb=word, given=name, fields=[*slots])
            elif not slots[name].takes(value):
                yield slots[name].refusal(word, value)
        if len(set(names)) < len(names):
            yield Violation("field_twice", verb=word, field=next(name for name in names if names.count(name) > 1))

    def _wrong_together(self, said: Said) -> Iterator[Violation]:
        verb = self.lexicon.verbs[self._present(said[0])]
        try:
            self.compiled(said)
        except ValidationError as error:
            for problem in problems_of(error, verb, data=dict(said[1:]), lexicon=self.lexicon):
                yield Violation("wrong_effect", effect=self.shown((said,)), problem=str(problem))
        except (ContentError, ValueError) as error:
            yield Violation("wrong_effect", effect=self.shown((said,)), problem=str(error))

    # -- as people type them

    def read(self, text: str) -> Answer:
        """Effects that were typed, between semicolons or commas: ``damage 2 to opponent; draw``. Raises Unreadable."""
        if text.startswith("["):
            return as_said(_json(text))
        if text.lower() in NOTHING:
            return ()
        parts: list[list[str]] = [[]]
        for token in _TOKEN.findall(text):
            if token in _BREAKS:
                parts.append([])
            else:
                parts[-1].append(token)
        said = tuple(self._read_one(*part) for part in parts if part)
        if not said:
            raise unreadable("no_effect", example=self.shown(self.examples()[:1]))
        return said

    def _read_one(self, typed: str, *tokens: str) -> Said:
        word = self._present(typed if typed in self.verbs else typed.lower().replace("-", "_"))
        if word not in self.verbs:
            raise _said_wrong(self._unknown(typed))
        slots, given, left = self.verbs[word], dict[str, Any](), [*tokens]
        while left:
            token = left.pop(0)
            slot = slots.get(token)
            if slot is None:
                slot = _first_that_takes(token, slots, given, word)
                given[slot.name] = slot.value(token)
            elif slot.name in given:
                raise _said_wrong(Violation("field_twice", verb=word, field=slot.name))
            else:
                given[slot.name] = _behind(slot, left, word)
        return (word, *given.items())

    def shown(self, answer: Iterable[Said]) -> str:
        """Effects as they would be typed; `read` gives them back."""
        return "; ".join(map(_typed, answer)) or NOTHING[0]

    # -- examples

    def examples(self) -> tuple[Said, ...]:
        """Each verb that can be said, with the fields that it needs, and with a number where it takes one."""
        found = []
        for word, slots in self.verbs.items():
            needed = [slot for slot in slots.values() if slot.required]
            counted = [slot for slot in slots.values() if slot.number and not slot.required]
            for chosen in ([*needed, *counted[:1]], needed, [*slots.values()]):
                said = (word, *((slot.name, slot.examples()[0]) for slot in chosen))
                if not [*self._wrong(said)]:
                    found.append(said)
                    break
        return tuple(found)

    def random(self, rng: Random) -> Said | None:
        """A random effect, without names that may not be there; None where none was found."""
        words = [
            word for word, slots in self.verbs.items() if all(_closed(s) or not s.required for s in slots.values())
        ]
        for _ in range(_TRIES if words else 0):
            word = rng.choice(words)
            fields = [slot for slot in self.verbs[word].values() if slot.required or rng.random() < 0.5]
            rng.shuffle(fields)
            said = (word, *((slot.name, rng.choice(_closed(slot))) for slot in fields if _closed(slot)))
            if not [*self._wrong(said)]:
                return said
        return None


class HandEffects(Space, frozen=True):
    """What someone says to happen: a tuple of effects, () for nothing.

    An effect is its verb and its fields: ``("damage", ("heavy", 2), ("to", "opponent"))``. The first one is refused
    where ``hindrance`` finds that it is impossible now. What comes later may become possible by those before it, so it
    is looked at when its turn comes; what is impossible then is asked for again, with all that was to follow.
    """

    sayings: Sayings
    hindrance: Hindrance | None = None

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        wrong = self.sayings.check(answer)
        if wrong or not answer or self.hindrance is None:
            return wrong
        hindered = self.hindrance(self.sayings.compiled(answer[0]))
        return () if hindered is None else (hindered,)

    def sample(self, rng: Random) -> Answer:
        """Mostly nothing, else one or two effects."""
        if rng.random() < 0.6:
            return ()
        drawn = [self.sayings.random(rng) for _ in range(rng.randint(1, 2))]
        answer = tuple(said for said in drawn if said is not None)
        return () if self.check(answer) else answer

    def for_program(self, rng: Random) -> Answer:
        """Nothing: a program does not understand the text."""
        return ()

    def suggest(self, n: int, rng: Random) -> list[Answer]:
        return [()]

    def may_pass(self) -> bool:
        return False

    def parts(self) -> None:
        return None

    def prompt(self, names: Sequence[str] = ()) -> Prompt:
        sayings = self.sayings
        examples = sayings.examples()
        lines: list[tuple[str, Words]] = [
            (sayings.shown((said,)), _with_fields(sayings.told((said,)), sayings.verbs[said[0]])) for said in examples
        ]
        lines.append((NOTHING[0], words("how.no_effect")))
        return Prompt(words("how.effects", example=sayings.shown(examples[:2])), all=tuple(lines))

    def read(self, text: str, names: Sequence[str] = ()) -> Answer:
        return self.sayings.read(text)

    def shown(self, answer: Answer, names: Sequence[str] = ()) -> str:
        return self.sayings.shown(answer)

    def named(self, given: Any, find: Any) -> Answer:
        if isinstance(given, str):
            return super().named(given, find)
        return as_said(given)

    def told(self, answer: Answer, name: Any) -> Words:
        return self.sayings.told(answer) if answer else words("how.no_effect")

    def describe(self) -> dict[str, Any]:
        fields = {word: [*map(msgspec.to_builtins, slots.values())] for word, slots in self.sayings.verbs.items()}
        return {"kind": "effects", "verbs": fields}


def as_said(given: Any) -> Answer:
    """Effects as content writes them, ``[{"do": "damage", "heavy": 2}]``, as an answer; anything else as it is."""
    if not isinstance(given, list | tuple):
        return given
    return tuple(
        (one["do"], *((name, value) for name, value in one.items() if name != "do"))
        if isinstance(one, Mapping) and "do" in one
        else _as_tuple(one)
        for one in given
    )


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list | tuple) else value


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return read_json(text)


def _is_said(said: Any) -> bool:
    if not isinstance(said, tuple) or not said or not isinstance(said[0], str):
        return False
    return all(isinstance(field, tuple) and len(field) == 2 and isinstance(field[0], str) for field in said[1:])


def _first_that_takes(token: str, slots: Mapping[str, Slot], given: Mapping[str, Any], verb: str) -> Slot:
    """The first field without a value that takes what was typed, or a word like it. Raises Unreadable."""
    free = [slot for slot in slots.values() if slot.name not in given]
    for fits in (lambda slot: slot.takes(slot.value(token)), lambda slot: slot.nearest(slot.value(token))):
        found = next(filter(fits, free), None)
        if found is not None:
            return found
    raise unreadable("no_field", verb=verb, text=token, fields=_fields_in_words(slots))


def _behind(slot: Slot, left: list[str], verb: str) -> int | str | bool:
    """The value behind the name of a field, taken from what is left; yes may go without saying. Raises Unreadable."""
    if slot.flag and not (left and isinstance(slot.value(left[0]), bool)):
        return True
    if not left:
        raise unreadable("no_value", verb=verb, field=slot.name, kinds=slot.kinds)
    return slot.value(left.pop(0))


def _said_wrong(violation: Violation) -> Unreadable:
    return Unreadable(violation.words, violation.facts)


def _typed(said: Said) -> str:
    word, *fields = said
    return " ".join([word, *(f"{name} {_as_typed(value)}" for name, value in fields)])


def _as_typed(value: Any) -> str:
    if isinstance(value, bool):
        return (YES if value else NO)[0]
    plain = not isinstance(value, str) or (_NAME.fullmatch(value) and value.lower() not in YES + NO)
    return str(value) if plain else json.dumps(value, ensure_ascii=False)


def _fields_in_words(slots: Mapping[str, Slot]) -> Words:
    told = [(name, slot.kinds) for name, slot in slots.items()]
    return {lang: "; ".join(f"{name}: {kinds[lang]}" for name, kinds in told) for lang in LANGUAGES} if told else "-"


def _with_fields(told: Mapping[str, str], slots: Mapping[str, Slot]) -> Words:
    """An effect in words, with the fields of its verb."""
    fields = ", ".join(slots)
    return words("how.effect", effect=told, fields=fields) if fields else told


def _closed(slot: Slot) -> Sequence[int | str | bool]:
    """Examples without names: only the game knows whether one is there."""
    return [value for value in slot.examples() if not (slot.text and value == "name")]


def _forms(part: Any, schema: Any) -> Iterator[Any]:
    """The forms that a value may have, by its JSON schema."""
    if "$ref" in part:
        yield from _forms(schema["$defs"][part["$ref"].rpartition("/")[2]], schema)
    elif some := [*part.get("anyOf", ()), *part.get("oneOf", ())]:
        for one in some:
            yield from _forms(one, schema)
    else:
        yield part

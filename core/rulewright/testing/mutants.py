"""Content made from sound content: what a person might write, right or wrong, so that what is accepted can be played.

`spoiling` makes damaged files; here the damage is of a kind that a model may let through: words of the same sort,
parts of other entries in the place of one, parts that are made up from the schema of the content.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from ..text import brief
from .spoiling import EDITS, at, named, places, put

NUMBERS: Final = (-999, -1, 0, 1, 2, 3, 4, 5, 6, 7, 15, 33, 99, 999, 10**6, 2**63, -(10**18), 0.5, 1e308, float("nan"))
DEEPEST: Final = 6
"""So deep parts that are made up are nested, besides what they need."""


def _anything(what: Any) -> bool:
    return True


class Mutator:
    """Makes mutants of content documents: tables with a list of entries under the name of each kind.

    ``schemas`` are the JSON Schemas of the kinds, ``library`` documents from which words and parts are taken.
    """

    def __init__(self, schemas: Mapping[str, Any], library: Sequence[Any]) -> None:
        self._fields: dict[str, list[tuple[Any, Any]]] = {}
        for schema in schemas.values():
            for model in (schema, *schema.get("$defs", {}).values()):
                for name, field in model.get("properties", {}).items():
                    self._fields.setdefault(name, []).append((field, schema))
        self._library = _words(library)
        self._ways = (self._edit, self._word, self._word, self._number, self._empty, self._remove, self._transplant,
                      self._invent, self._invent, self._flood, self._flood, self._flood, self._flood)  # fmt: skip

    def mutant(self, document: Any, rng: Random) -> tuple[str, Any]:
        """A changed copy of a document, and what was done to it: mostly one thing, at times several."""
        changed, told = copy.deepcopy(document), []
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            told.append(rng.choice(self._ways)(changed, rng))
        return "; ".join(told), changed

    def _edit(self, document: Any, rng: Random) -> str:
        return str(rng.choice(EDITS)(document, _place_of(document, rng), rng))

    def _word(self, document: Any, rng: Random) -> str:
        """Another word that stands under such a key somewhere."""
        return self._transplant(document, rng, lambda value: isinstance(value, str))

    def _number(self, document: Any, rng: Random) -> str:
        place = _place_of(document, rng, lambda value: type(value) in (int, float))
        return self._replaced(document, place, rng.choice(NUMBERS))

    def _empty(self, document: Any, rng: Random) -> str:
        place = _place_of(document, rng, lambda value: isinstance(value, dict | list | str))
        return self._replaced(document, place, type(at(document, place))())

    def _remove(self, document: Any, rng: Random) -> str:
        place = _place_of(document, rng)
        del at(document, place[:-1])[place[-1]]
        return f"{named(place)} is missing"

    def _transplant(self, document: Any, rng: Random, fits: Any = _anything) -> str:
        """What stands under such a key somewhere else."""
        place = _place_of(document, rng, fits)
        return self._replaced(document, place, self._known(_key(place), document, rng))

    def _invent(self, document: Any, rng: Random) -> str:
        """Something made up under a key."""
        place = _place_of(document, rng, place=lambda place: _key(place) in self._fields)
        while isinstance(place[-1], int):
            place = place[:-1]
        field, schema = rng.choice(self._fields[_key(place)])
        return self._replaced(document, place, self._made_up(field, schema, _key(place), document, rng, 0))

    def _flood(self, document: Any, rng: Random) -> str:
        """The same thing under such a key wherever another key stands above it, so that it surely comes up."""
        inside = [place for place in places(document) if len(place) > 2 and _key(place) != "id"]
        lists = [place for place in inside if isinstance(at(document, place), list)]
        chosen = rng.choice(lists if lists and rng.random() < 0.8 else inside)
        key, above = _key(chosen), rng.choice([step for step in chosen if isinstance(step, str)])
        value = self._known(key, document, rng)
        if key in self._fields and rng.random() < 0.8:
            field, schema = rng.choice(self._fields[key])
            value = self._made_up(field, schema, key, document, rng, 2)
        for place in list(places(document)):
            if place and place[-1] == key and above in place and _is_there(document, place):
                put(document, place, copy.deepcopy(value))
        return f"every {key} of {above} is {brief(ascii(value), 300)}"

    def _replaced(self, document: Any, place: tuple[Any, ...], value: Any) -> str:
        put(document, place, copy.deepcopy(value))
        return f"{named(place)} is {brief(ascii(value), 300)}"

    def _known(self, key: str, document: Any, rng: Random) -> Any:
        """What stands under a key: in the document itself for the most part."""
        own = _words([document]).get(key, [])
        return rng.choice(own if own and rng.random() < 0.7 else self._library.get(key, own or [0]))

    # -- from schemas

    def _made_up(self, field: Any, schema: Any, key: str, document: Any, rng: Random, depth: int) -> Any:
        """A value that a schema allows, or nearly: names are those that stand under such keys."""
        if "$ref" in field:
            return self._made_up(_resolved(field["$ref"], schema), schema, key, document, rng, depth)
        for several in ("anyOf", "oneOf"):
            if several in field:
                return self._made_up(_one_of(field[several], depth, rng), schema, key, document, rng, depth + 1)
        if "const" in field:
            return field["const"]
        if "enum" in field:
            return rng.choice(field["enum"])
        kind = field.get("type")
        if kind == "object":
            return self._table(field, schema, key, document, rng, depth)
        if kind == "array":
            least, most = field.get("minItems", 0), field.get("maxItems", 4)
            items = field.get("prefixItems") or [field.get("items", {})] * rng.randint(least, max(least, min(most, 3)))
            if depth > DEEPEST and "prefixItems" not in field:
                items = items[:least]
            return [self._made_up(item, schema, key, document, rng, depth + 1) for item in items]
        if kind in ("integer", "number"):
            low = field.get("minimum", -2)
            return rng.choice((low, low + 1, rng.randint(low, max(low, field.get("maximum", low + 9))), 3))
        if kind == "boolean":
            return rng.random() < 0.5
        if kind == "null":
            return None
        return self._known(key, document, rng)

    def _table(self, field: Any, schema: Any, key: str, document: Any, rng: Random, depth: int) -> Any:
        needed = field.get("required", ())
        share = 0.5 if depth <= DEEPEST else 0.0
        made = {
            name: self._made_up(part, schema, name, document, rng, depth + 1)
            for name, part in field.get("properties", {}).items()
            if name in needed or rng.random() < share
        }
        if isinstance(more := field.get("additionalProperties"), dict):
            for _ in range(rng.randint(field.get("minProperties", 0), 3)):
                name = rng.choice(self._keys(key, document))
                made[name] = self._made_up(more, schema, key, document, rng, depth + 1)
        return made

    def _keys(self, key: str, document: Any) -> list[str]:
        """The keys of tables that stand under a key."""
        found = [value for word in (_words([document]), self._library) for value in word.get(key, [])]
        return sorted({name for value in found if isinstance(value, dict) for name in value}) or ["1"]


def _words(documents: Sequence[Any]) -> dict[str, list[Any]]:
    """What stands under each key of the documents."""
    found: dict[str, list[Any]] = {}
    for document in documents:
        for place in places(document):
            if place:
                found.setdefault(_key(place), []).append(at(document, place))
    return found


def _key(place: Sequence[Any]) -> str:
    """The last name in a place; entries of a list stand under that of the list."""
    return next((step for step in reversed(place) if isinstance(step, str)), "")


def _place_of(document: Any, rng: Random, value: Any = _anything, place: Any = _anything) -> tuple[Any, ...]:
    """A place inside an entry with such a value; those near the top as often as those deep down."""
    found = [one for one in places(document) if len(one) > 2 and value(at(document, one)) and place(one)]
    depth = rng.choice(sorted({len(one) for one in found}))
    return rng.choice([one for one in found if len(one) == depth])


def _is_there(document: Any, place: Sequence[Any]) -> bool:
    for step in place:
        if isinstance(document, dict):
            if step not in document:
                return False
        elif not (isinstance(document, list) and isinstance(step, int) and step < len(document)):
            return False
        document = document[step]
    return True


def _resolved(ref: str, schema: Any) -> Any:
    for step in ref.removeprefix("#/").split("/"):
        schema = schema[step]
    return schema


def _one_of(forms: Sequence[Any], depth: int, rng: Random) -> Any:
    """One of several forms; far down, one that does not go deeper where there is such."""
    shallow = [form for form in forms if "$ref" not in form and form.get("type") not in ("object", "array")]
    return rng.choice(shallow if shallow and depth > DEEPEST else forms)

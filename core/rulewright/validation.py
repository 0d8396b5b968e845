"""What pydantic finds wrong with content, as problems with their places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from .kinds import Location, fields_of
from .problems import MAX_PROBLEMS, ContentError, Problem, names_listed, nearest, shortened
from .text import fill

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError

else:
    BaseModel = Any  # what msgspec evaluates for a signature; pydantic is slow to import


def problems_of(
    error: ValidationError, model: type[BaseModel], place: Location | None = None, data: Any = None, lexicon: Any = None
) -> Iterator[Problem]:
    """What pydantic found wrong in data for a model, in words of this room; with the data, at its places there.

    ``lexicon`` is the one with which the data was read.
    """
    place = place or Location()
    if error.error_count() > MAX_PROBLEMS:
        yield Problem(place.file, place.entry, found=f"{error.error_count()} wrong values")
        return
    details = error.errors(include_url=False)
    for detail in details:
        if not _counts_wrong_ones(detail, details):
            yield from _problems_in(detail, place, model, data, lexicon)


def _counts_wrong_ones(detail: Any, details: Iterable[Any]) -> bool:
    """Whether a list is too short only because what is wrong in it is not counted."""
    where, least = detail["loc"], detail.get("ctx", {}).get("min_length", 0)
    inside = any(one is not detail and one["loc"][: len(where)] == where for one in details)
    return detail["type"] == "too_short" and inside and len(detail["input"]) >= least


def _problems_in(detail: Any, place: Location, model: type[BaseModel], data: Any, lexicon: Any) -> Iterator[Problem]:
    where = detail["loc"]
    if data is not None:
        missing = where[-1:] if detail["type"] == "missing" else ()  # of which there is no value, but of what lacks it
        where = (*_place_in(data, where[: len(where) - len(missing)], detail["input"]), *missing)
    field = _field_path(where)
    context = detail.get("ctx", {})
    if isinstance(cause := context.get("error"), ContentError):
        for problem in cause.problems:  # a model that looked at its parts says which of them
            inner = f"{field}.{problem.field}".strip(".")
            yield Problem(place.file, place.entry, inner, problem.found, problem.expected, problem.nearest)
        return
    found, wish = shortened(detail["input"]), _wish_of(detail)
    known: tuple[str, ...] = ()
    if detail["type"] in ("value_error", "assertion_error"):  # a sentence of the model's author
        whole = isinstance(detail["input"], dict | list | tuple)  # how many parts it has tells nothing
        found, wish = wish if whole else f"{wish}, found {found}", ""
    elif detail["type"] == "missing":
        found, wish = "nothing", "a value"
    elif detail["type"] == "extra_forbidden":
        found, wish = "an unknown field", "a known one"
        models = (model, *(() if lexicon is None else lexicon.models))
        known = nearest(str(detail["loc"][-1]), [name for one in models for name in _field_names(one)])
        if not known and len(detail["loc"]) == 1:
            wish = f"one of: {names_listed(fields_of(model))}"
    elif isinstance(detail["input"], str):
        allowed = context.get("expected") or context.get("expected_tags") or ""
        known = nearest(detail["input"], re.findall(r"'([^']*)'", str(allowed)))
    yield Problem(place.file, place.entry, field, found, wish, known)


_KINDS: Final = {
    "int": "a whole number", "float": "a number", "string": "a text", "bool": "true or false", "list": "a list",
    "tuple": "a list", "set": "a list", "frozen_set": "a list", "dict": "a table", "model": "a table",
}  # fmt: skip
"""What a value of another kind should be: pydantic's name, and ours."""
_BOUNDS: Final = {
    "greater_than_equal": "at least {ge}", "less_than_equal": "at most {le}", "greater_than": "more than {gt}",
    "less_than": "less than {lt}", "too_short": "at least {min_length} item{min_length:s}",
    "too_long": "at most {max_length} item{max_length:s}",
    "string_too_long": "at most {max_length} character{max_length:s}",
    "string_too_short": "at least {min_length} character{min_length:s}",
    "string_pattern_mismatch": "a text of the form {pattern}",
}  # fmt: skip
_OF_A_KIND: Final = re.compile(r"(\w+?)_(attributes_)?(type|parsing|from_float)(_size)?")


def _wish_of(detail: Any) -> str:
    """What pydantic wants, in our words where we have some, as it goes on after "expected"."""
    if detail["type"] in _BOUNDS:
        return fill(_BOUNDS[detail["type"]], "en", detail.get("ctx", {}))
    if (kind := _OF_A_KIND.fullmatch(detail["type"])) is not None and kind[1] in _KINDS:
        return _KINDS[kind[1]]
    message = re.sub("^(Value error|Assertion failed), ", "", detail["msg"])
    message = re.sub(r"^Input should be |, (unable to|got) .*", "", message)
    return re.sub(r"^[A-Z]\w+ should ", "to ", message)


def _place_in(data: Any, location: tuple[int | str, ...], value: Any) -> tuple[int | str, ...]:
    """The way to a value through the data: what tells the members of a union apart is no part of it.

    Where that has the name of a key, too, the way that ends at the value is meant.
    """
    ways: dict[tuple[int | str, ...], Any] = {(): data}
    for step in location:
        for way, there in [*ways.items()]:
            known = range(len(there)) if isinstance(there, list | tuple) else there
            if isinstance(known, Mapping | range) and step in known:
                ways.pop((*way, step), None)
                ways[(*way, step)] = there[step]
    return next((way for way in reversed(ways) if ways[way] is value), max(ways, key=len))


def _field_path(location: tuple[int | str, ...]) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in location)
    return "".join(steps).removeprefix(".")


@cache
def _field_names(model: type[BaseModel]) -> list[str]:
    """The fields of a model and of the models in it."""
    from pydantic import PydanticUserError

    try:
        schema = model.model_json_schema()
    except PydanticUserError:  # a type without JSON Schema
        return list(model.model_fields)
    parts = [schema, *schema.get("$defs", {}).values()]
    return [name for part in parts for name in part.get("properties", ())]

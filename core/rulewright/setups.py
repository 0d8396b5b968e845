"""Setups: the options with which a game begins, checked against the model of its ruleset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from .documents import MOST_VALUES, values_in
from .flow import FlowError
from .plaindata import shown
from .problems import MAX_PROBLEMS, did_you_mean, nearest
from .text import brief
from .validation import problems_of

if TYPE_CHECKING:
    from .ruleset import Rules, Ruleset


class SetupError(ValueError):
    """A setup does not fit its ruleset; the message names each field, what was found and what would be right.

    ``problems`` has the parts of the message, one for each thing that is wrong.
    """

    def __init__(self, message: str, problems: Sequence[str] = ()) -> None:
        self.problems = tuple(problems) or (message,)
        super().__init__(f"{message}: {'; '.join(problems)}" if problems else message)


def setup_model(rules: Rules | Ruleset) -> Any:
    """The setup model of a ruleset: a pydantic model or msgspec struct type; None where it has none.

    Raises FlowError where the ruleset says where its model is, and it is not there.
    """
    ruleset: Any = getattr(rules, "ruleset", rules)
    model = ruleset.setup
    if isinstance(model, str):
        return _model_at(model, ruleset.id)
    return model() if model is not None and not isinstance(model, type) else model


def _model_at(place: str, game: str) -> Any:
    room, _, name = place.partition(":")
    try:
        return getattr(import_module(room), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise FlowError(f"{game}: setup={place!r} is no model, such as 'my_game.book:Setup': {error}") from error


def make_setup(rules: Rules, data: Any) -> Any:
    """A setup from plain data (or as it is). Raises SetupError with every problem."""
    model = setup_model(rules)
    if model is None:
        if data:
            raise SetupError(f"{rules.id} has no setup, but one was given: {shown(data)}")
        return None
    if isinstance(data, model):
        return data
    data = {} if data is None else data
    if not issubclass(type(data), Mapping):
        raise SetupError(f"setup of {rules.id}", [f"found {shown(data)}, expected a table"])
    data = {key: value for key, value in data.items() if key != "$schema"}  # the editor's
    _refuse_broken_text(rules, data)
    if values_in(data) > MOST_VALUES:
        raise SetupError(f"setup of {rules.id}", [f"more than {MOST_VALUES:,} values"])
    if issubclass(model, msgspec.Struct):
        try:
            return msgspec.convert(data, model)
        except msgspec.ValidationError as error:
            problems = problems_of_struct(data, model) or [str(error)]
            raise SetupError(f"setup of {rules.id}", problems) from None
    from pydantic import ValidationError

    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise SetupError(f"setup of {rules.id}", list(map(str, problems_of(error, model, data=data)))) from None


def _refuse_broken_text(rules: Rules, data: Any) -> None:
    """A setup stands in the header of every save, so its texts must be texts."""
    try:
        msgspec.json.encode(data)
    except UnicodeEncodeError as error:
        raise SetupError(f"setup of {rules.id}", [f"text that is not valid Unicode: {error}"]) from None
    except (TypeError, ValueError, RecursionError):
        pass  # what is no plain data is for the model to judge


def plain_setup(model: Any) -> Any:
    """A setup as plain data for the header of a journal."""
    if model is None or isinstance(model, msgspec.Struct):
        return msgspec.to_builtins(model)
    return model.model_dump(mode="json")


def problems_of_struct(data: Any, model: type[msgspec.Struct]) -> list[str]:
    """What is wrong with each field of plain data for a struct; msgspec itself stops at the first."""
    if not isinstance(data, Mapping):
        return []
    known = {field.encode_name: field for field in msgspec.structs.fields(model)}
    problems = []
    for name, field in known.items():
        if name not in data:
            if field.required:
                problems.append(f"{name}: nothing there, expected a value")
            continue
        try:
            msgspec.convert(data[name], field.type)
        except msgspec.ValidationError as error:
            problems.append(f"{name}: {error}, found {brief(repr(data[name]), 200)}")
    if model.__struct_config__.forbid_unknown_fields:
        unknown = (name for name in data if name not in known)
        for name in islice(unknown, MAX_PROBLEMS):
            problems.append(f"{brief(str(name), 200)}: unknown field{did_you_mean(nearest(str(name), known))}")
        if more := sum(1 for _ in unknown):
            problems.append(f"{more:,} further unknown fields")
    return problems

"""Setups: what a game is begun with, checked against the model of its ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from .ruleset import Rules


class SetupError(ValueError):
    """A setup does not fit its ruleset; the message names each field, what was found and what would be right."""


def setup_model(rules: Rules) -> Any:
    """The setup model of a ruleset: a pydantic model or msgspec struct type; None where it has none."""
    model = rules.ruleset.setup
    return model() if model is not None and not isinstance(model, type) else model


def make_setup(rules: Rules, data: Any) -> Any:
    """A setup from plain data (or as it is). Raises SetupError with every problem."""
    model = setup_model(rules)
    if model is None:
        if data:
            raise SetupError(f"{rules.id} has no setup, but one was given: {data!r}")
        return None
    if isinstance(data, model):
        return data
    data = {} if data is None else data
    if issubclass(model, msgspec.Struct):
        try:
            return msgspec.convert(data, model)
        except msgspec.ValidationError as error:
            raise SetupError(f"setup of {rules.id}: {error}") from None
    from pydantic import ValidationError

    try:
        return model.model_validate(data)
    except ValidationError as error:
        problems = [f"{_place(e['loc'])}: {e['msg']}, found {e['input']!r}" for e in error.errors()]
        raise SetupError(f"setup of {rules.id}: " + "; ".join(problems)) from None


def plain_setup(model: Any) -> Any:
    """A setup as plain data for the header of a journal."""
    if model is None or isinstance(model, msgspec.Struct):
        return msgspec.to_builtins(model)
    return model.model_dump(mode="json")


def _place(place: tuple[Any, ...]) -> str:
    return ".".join(map(str, place)) or "setup"

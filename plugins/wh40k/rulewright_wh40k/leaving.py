"""How what is in play leaves in the middle of anything else: for tests, which let it happen anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import rule

from .attack.damage import destroy
from .terms import is_left, model, models

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rulewright import Game, Steps

    from .state import Model


@rule("core.destroyed")
def destroyed(game: Game, id: str) -> Steps:
    """A model on the battlefield is destroyed."""
    return _destroyed(game, [model(game, id)])


@rule("core.destroyed")
def wiped_out(game: Game, id: str) -> Steps:
    """All models of a unit are destroyed."""
    yield from _destroyed(game, models(game, id))


@rule("core.destroyed")
def decimated(game: Game, id: str) -> Steps:
    """All models of a unit but one are destroyed."""
    yield from _destroyed(game, models(game, id)[1:])


def fights(game: Game, id: str) -> bool:
    """Whether a model is on the battlefield, and not being destroyed already."""
    return is_left(game, id) and not model(game, id).away


def _destroyed(game: Game, all: Iterable[Model]) -> Steps:
    for one in all:
        if fights(game, str(one.id)):
            yield from destroy(game, str(one.id))


LEAVES: Final[Mapping[str, Any]] = {"models": (destroyed,), "units": (wiped_out, decimated)}

"""Environments for learning agents: any ruleset as a PettingZoo or a Gymnasium environment.

They need the extra ``rl`` (``pip install 'rulewright[rl]'``). `docs/learning.md` explains what an agent sees, does
and is rewarded for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, Unpack

if TYPE_CHECKING:
    from pettingzoo import AECEnv, ParallelEnv

    from ..ruleset import Rules, Ruleset
    from .match import Settings
    from .single import Opponents, SeatEnv
    from .zoo import Module

__all__ = ["MissingExtra", "aec", "gym", "module", "parallel", "register"]

_EXTRA = ("gymnasium", "numpy", "pettingzoo")


class MissingExtra(ImportError):
    """A library of the extra ``rl`` is not installed; the message says how to install it."""


def aec(
    game: str | Ruleset | Rules,
    *,
    seed: int | None = None,
    turns: Literal["asked", "all"] = "asked",
    **settings: Unpack[Settings],
) -> AECEnv[str, Any, Any]:
    """A PettingZoo environment in which agents act one at a time.

    With ``turns="asked"`` an agent acts when the game asks it something. With ``turns="all"`` every agent acts in
    every cycle, in seat order, and those who are not asked wait (action 0): the form that PettingZoo can turn into a
    parallel environment. The first game is played with ``seed``. Raises MissingExtra, EnvError, UnknownRuleset.
    """
    env: AECEnv[str, Any, Any] = _room("zoo").make_aec(game, seed, turns, settings)
    return env


def parallel(
    game: str | Ruleset | Rules, *, seed: int | None = None, **settings: Unpack[Settings]
) -> ParallelEnv[str, Any, Any]:
    """A PettingZoo environment in which all agents act at once; those who are not asked wait (action 0).

    Raises MissingExtra, EnvError, UnknownRuleset.
    """
    env: ParallelEnv[str, Any, Any] = _room("zoo").make_parallel(game, seed, settings)
    return env


def module(game: str | Ruleset | Rules, *, seed: int | None = None, **settings: Unpack[Settings]) -> Module:
    """What PettingZoo's tools take for a module of an environment: its functions ``env`` and ``parallel_env``.

    Both have every agent act in every cycle. Tools that take a module choose actions without the mask, so an action
    that it forbids stands for a legal one unless ``illegal`` says otherwise. Raises MissingExtra.
    """
    made: Module = _room("zoo").Module(game, seed, settings)
    return made


def gym(
    game: str | Ruleset | Rules,
    *,
    seat: int = 0,
    opponents: Opponents = "random",
    seed: int | None = None,
    **settings: Unpack[Settings],
) -> SeatEnv:
    """A Gymnasium environment for one seat; bots play the other seats.

    ``opponents`` is the name of a bot, a bot (anything with ``choose(view, request)``) or a function that makes one
    from a seed, for all other seats; or one of these for each of them, in a list in seat order or by seat. The first
    game is played with ``seed``. Raises MissingExtra, EnvError, UnknownBot, UnknownRuleset.
    """
    env: SeatEnv = _room("single").make_gym(game, seat, opponents, seed, settings)
    return env


def register() -> list[str]:
    """Register every installed ruleset with Gymnasium; returns the ids, such as ``rulewright/brawl-v0``.

    `gymnasium.make` takes the keywords of `gym`. Raises MissingExtra.
    """
    ids: list[str] = _room("single").register_all()
    return ids


def _room(name: str) -> Any:
    """A module of this room, which needs the extra."""
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in _EXTRA:
            raise
        raise MissingExtra(
            f"environments for learning need {library}, which is not installed; "
            "install the extra rl: pip install 'rulewright[rl]'",
            name=library,
        ) from error

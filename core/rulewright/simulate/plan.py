"""What is to be played: which game, from which seeds, and who sits where in which game."""

from __future__ import annotations

import contextlib
import os
import pickle
import socket
from collections.abc import Iterator
from hashlib import blake2b
from itertools import chain
from typing import Any, Final

import msgspec

from .. import __version__
from ..api import rules_for
from ..bots import make_bot
from ..ruleset import Rules, Ruleset


class Lineup(msgspec.Struct, frozen=True):
    """Which bot sits where, and the setup as plain data."""

    seats: tuple[str, ...]
    setup: Any


class Plan(msgspec.Struct, frozen=True):
    """All that decides how the games of a simulation go, as workers on any machine need it.

    Game ``number`` takes the next of the ``lineups``; a seed is used once for each of them, so that games are
    paired where there are two.
    """

    game: str
    version: str
    seed: int
    lineups: tuple[Lineup, ...]
    most: int

    def seed_of(self, number: int) -> int:
        """The seed of a game."""
        return game_seed(self.seed, number // len(self.lineups))

    def lineup_of(self, number: int) -> Lineup:
        """Who sits where in a game, and its setup."""
        return self.lineups[number % len(self.lineups)]


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a simulation, from that of the simulation and the game's number."""
    return int.from_bytes(blake2b(f"{seed}/game {number}".encode(), digest_size=6).digest())


def version_of(rules: Rules) -> str:
    """Kernel, ruleset and fingerprint: games of different versions are not the same games."""
    return f"{__version__} {rules.ruleset.version} {rules.fingerprint}"


# From one process to another ------------------------------------------------------------


class WrongRules(Exception):
    """A worker has other rules than the process that asked it."""


_KNOWN: Final[dict[bytes, tuple[Plan, Rules]]] = {}


@contextlib.contextmanager
def known(plan: Plan, rules: Rules) -> Iterator[bytes]:
    """A name for a plan and its rules, which this process and its forks understand."""
    name = os.urandom(12)
    _KNOWN[name] = plan, rules
    try:
        yield name
    finally:
        del _KNOWN[name]


def packed(plan: Plan, rules: Rules) -> bytes:
    """A plan and its rules, as they can be sent to any process that has the same packages."""
    import cloudpickle

    data: bytes = cloudpickle.dumps((plan, _portable(rules)))
    return data


def _portable(rules: Rules) -> str | tuple[Ruleset, tuple[Any, ...]]:
    """How other processes get these rules: by name where they are installed, else the ruleset itself."""
    from ..plugins import registry

    plugin = registry().plugin_of(rules.id)
    installed = plugin is not None and plugin.distribution and registry().rules(rules.id) is rules
    return rules.id if installed else (rules.ruleset, rules.extensions)


def unpacked(name: bytes) -> tuple[Plan, Rules]:
    """The plan of a name or of what was sent, with its rules. Raises WrongRules."""
    if name not in _KNOWN:
        _KNOWN[name] = _unpack(name)
    return _KNOWN[name]


def _unpack(data: bytes) -> tuple[Plan, Rules]:
    here = f"the worker on {socket.gethostname()}"
    try:
        plan, sent = pickle.loads(data)
        rules = rules_for(sent) if isinstance(sent, str) else sent[0].freeze(sent[1])
        for name in dict.fromkeys(chain(*(lineup.seats for lineup in plan.lineups))):
            make_bot(name, 0)
    except Exception as error:
        raise WrongRules(f"{here} does not have the game or its bots: {type(error).__name__}: {error}") from None
    if version_of(rules) != plan.version:
        found = f"has {plan.game} {version_of(rules)}, and the games are to be played by {plan.version}"
        raise WrongRules(f"{here} {found}; install the same versions everywhere")
    return plan, rules

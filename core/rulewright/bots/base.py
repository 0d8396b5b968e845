"""What a bot is, how bots are found by name, and the simplest one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from ..plaindata import shown
from ..problems import did_you_mean, nearest
from ..requests import naming
from ..ruleset import LEVELS
from .levels import at_level

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from ..game import Game
    from ..plaindata import Answer
    from ..refusals import NothingLegal
    from ..view import View

GROUP: Final = "rulewright.bots"
"""The entry points of bots: a name and a function that makes the bot from a seed, and from keywords if it likes."""


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View, request: Any) -> Answer:
        """A legal answer to a request to the player whose view this is."""


MakeBot: TypeAlias = Callable[..., Bot]


class UnknownBot(LookupError):
    """No bot of that name can play; the message has the nearest names, or says what is broken."""


class RandomBot:
    """Answers with any legal answer. The same seed gives the same answers to the same requests."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, view: View, request: Any) -> Answer:
        """A random legal answer."""
        return request.space.for_program(self._rng)


class AtLevel:
    """A bot of one of the `LEVELS`: it plays what a game has for that level (`Ruleset.levels`), or what is usual."""

    def __init__(self, level: str, seed: int) -> None:
        self._level = level
        self._seed = seed
        self._bot: Bot | None = None

    def choose(self, view: View, request: Any) -> Answer:
        """The answer of the bot that plays at this level. Raises `UnknownBot` where the game names one that cannot."""
        if self._bot is None:
            self._bot = make_bot(at_level(view.rules.ruleset, self._level), self._seed)
        return self._bot.choose(view, request)


def make_bot(name: str, seed: int) -> Bot:
    """The bot of that name: a level (`levels`), another one that is built-in, or one of a plugin. Raises `UnknownBot`.

    Numbers behind the name are keywords for whatever makes the bot: ``search:iterations=400:width=12``.
    """
    if not isinstance(name, str):
        raise UnknownBot(f"the name of a bot is text, not {shown(name)}")
    kind, *given = name.split(":")
    keywords = _numbers(name, given)
    where, load = _maker(kind)
    try:
        bot = load()(seed, **keywords)
    except Exception as error:
        raise UnknownBot(f"bot {name!r}{where} is broken: {type(error).__name__}: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise UnknownBot(f"bot {name!r}{where} is broken: {type(bot).__name__} has no choose(view, request)")
    return bot


def _maker(kind: str) -> tuple[str, Callable[[], MakeBot]]:
    """Where a bot comes from, in words, and what loads the function that makes it. Raises `UnknownBot`."""
    if kind in _built_in():
        return "", lambda: _built_in()[kind]
    points = _installed().get(kind, ())
    if not points:
        names = bot_names()
        there = f"; there are: {', '.join(names)}"
        raise UnknownBot(f"no bot is named {kind!r}{did_you_mean(nearest(kind, names)) or there}")
    if len(points) > 1:
        packages = ", ".join(point.value for point in points)
        raise UnknownBot(f"{len(points)} packages register a bot {kind!r} ({packages}); uninstall one")
    return f" ({points[0].value})", points[0].load


def _numbers(name: str, given: Sequence[str]) -> dict[str, float]:
    """``iterations=400`` as a keyword. Raises `UnknownBot`."""
    found: dict[str, float] = {}
    for one in given:
        key, _, number = one.partition("=")
        try:
            found[key] = float(number) if "." in number else int(number)
        except ValueError:
            raise UnknownBot(f"bot {name!r}: {one!r} is not a keyword with a number, such as iterations=400") from None
    return found


def bot_names() -> tuple[str, ...]:
    """The names of all bots: the levels, the others that are built-in, and those of plugins."""
    return (*_built_in(), *(name for name in _installed() if name not in _built_in()))


def seat_seed(seed: int, seat: int) -> int:
    """The seed of the bot on a seat of a game with this seed: the same in play and in simulations."""
    return int.from_bytes(blake2b(f"{seed}/seat {seat}".encode(), digest_size=6).digest())


def no_answer(game: Game, request: Any, error: NothingLegal) -> str:
    """The message for a question without an answer: it names the step and rule that ask, because they are at fault."""
    rule = f" [{request.rule}]" if request.rule else ""
    return f"{game.rules.id}: {naming(request)} has no legal answer: {error}; it is asked by {game._at_work()!r}{rule}"


def fill_seats(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Who sits where: one name for each seat, or one for all. Raises ValueError for another number of names."""
    if isinstance(names, str):
        raise ValueError(f"seats are a list of bots, not {names!r}; did you mean [{names!r}]?")
    if len(names) == 1:
        return tuple(names) * players
    if len(names) != players:
        raise ValueError(f"the game has {players} seats, and {len(names)} names are given: {', '.join(names)}")
    return tuple(names)


def _built_in() -> dict[str, MakeBot]:
    from .greedy import GreedyBot
    from .rollout import RolloutBot
    from .search import SearchBot

    levels: dict[str, MakeBot] = {level: partial(AtLevel, level) for level in LEVELS}
    return {**levels, "random": RandomBot, "greedy": GreedyBot, "search": SearchBot, "rollout": RolloutBot}


@cache
def _installed() -> dict[str, list[EntryPoint]]:
    from importlib.metadata import entry_points

    found: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        found.setdefault(point.name, []).append(point)
    return found

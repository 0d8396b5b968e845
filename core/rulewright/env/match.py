"""One game after the other, as agents meet them: who is asked, what may be chosen, what is seen and what it brings."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from operator import index
from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..api import new_game, rules_for
from ..bots.judging import evaluated
from ..chance import checked_seed
from ..narrator import Narrator
from ..overview import panel_of
from ..plaindata import Answer, shown
from ..requests import Player
from ..setups import make_setup
from ..text import shown as plain_text
from ..view import View
from .choices import Choices, choices_of
from .encoding import LIMIT, AnswerEncoder, ViewEncoder

if TYPE_CHECKING:
    from ..game import Game
    from ..ruleset import Rules, Ruleset
    from ..state import Result

WIDE: Final = 100
"""The columns of a table in characters."""

MOST_UNASKED: Final = 100_000
"""This many answers may be given, by bots or because there is only one, until an agent is asked again."""

Observation: TypeAlias = dict[str, NDArray[Any]]
Encode: TypeAlias = Callable[[View, Any], NDArray[np.float32]]
"""``(view, request) -> array``; the request is None where the player is asked nothing."""


class EnvError(ValueError):
    """An environment was made or used wrongly; the message says what was given and what would be right."""


class Settings(TypedDict, total=False):
    """What environments can be told; every one has a default."""

    setup: Any
    """The setup of the games, or a function ``(random.Random) -> setup`` that is called for each of them."""
    width: int
    """How many actions there are: this many answers can be told apart at once. 64."""
    size: int
    """How many numbers an observation has. 1024."""
    features: int
    """How many numbers stand for each answer in ``candidates``; 0 leaves that key out. 32."""
    encode: Encode | None
    """A view in numbers in your own way, instead of the built-in encoder."""
    space: spaces.Box | None
    """The space of what ``encode`` returns; the encoder may also have it as its attribute ``space``."""
    max_cycles: int
    """A game is truncated after this many questions. 10,000."""
    illegal: Literal["terminate", "error", "replace"]
    """What an action does that the mask forbids: it ends the game and costs its agent 1 (the default, as in
    PettingZoo's own games), raises `EnvError`, or stands for the legal action of the same number, counted round."""
    skip_forced: bool
    """Whether a question with only one answer is answered at once. True."""
    shaping: float
    """What a gain of 1 in the ruleset's `evaluate` is worth, besides the result. 0."""
    words: bool
    """Whether the info has the candidates in words; without them infos are quicker to send between processes. True."""
    lang: str
    """The language of words and pictures. "en"."""
    render_mode: str | None
    """"ansi": `render` returns the table in characters. "human": it is printed after each step."""


DEFAULTS: Final[Settings] = {
    "setup": None,
    "width": 64,
    "size": 1024,
    "features": 32,
    "encode": None,
    "space": None,
    "max_cycles": 10_000,
    "illegal": "terminate",
    "skip_forced": True,
    "shaping": 0.0,
    "words": True,
    "lang": "en",
    "render_mode": None,
}
RENDER_MODES: Final = ("human", "ansi")
_WHOLE: Final = {"width": 2, "size": 1, "features": 0, "max_cycles": 1}
"""Settings that are whole numbers, with the least of each."""


def complete(settings: Settings) -> Settings:
    """The settings with all defaults. Raises TypeError for an unknown one, EnvError for a wrong one."""
    for name in settings:
        if name not in DEFAULTS:
            raise TypeError(f"an environment has no setting {name!r}; it has {', '.join(DEFAULTS)}")
    full: Settings = {**DEFAULTS, **settings}
    for name, least in _WHOLE.items():
        number: Any = full[name]  # type: ignore[literal-required]
        if type(number) is not int or number < least:
            raise EnvError(f"{name} is a whole number from {least} on, not {number!r}")
    if full["illegal"] not in ("terminate", "error", "replace"):
        raise EnvError(f"illegal is 'terminate', 'error' or 'replace', not {full['illegal']!r}")
    if full["render_mode"] not in (None, *RENDER_MODES):
        raise EnvError(f"render_mode is None, 'human' or 'ansi', not {full['render_mode']!r}")
    return full


class Words(Sequence[str]):
    """Answers in words, put together when someone looks; once the game has gone on, they are the bare answers.

    Equal words are those of the same answers to the same question. A pickled or copied one is a tuple of texts.
    """

    def __init__(self, ask: str, answers: tuple[Answer, ...], tell: Callable[[], list[str] | None]) -> None:
        self._of = (ask, answers)
        self._tell = tell
        self._told: tuple[str, ...] | None = None

    def told(self) -> tuple[str, ...]:
        """The words."""
        if self._told is None:
            found = self._tell()
            self._told = tuple(map(shown, self._of[1]) if found is None else found)
        return self._told

    def __getitem__(self, place: Any) -> Any:
        return self.told()[place]

    def __len__(self) -> int:
        return len(self._of[1])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and self._of == other._of

    def __hash__(self) -> int:
        return hash(self._of)

    def __reduce__(self) -> Any:
        return (tuple, (self.told(),))

    def __repr__(self) -> str:
        return repr(self.told())


class Match:
    """The games of one environment, one at a time.

    ``asked`` are the players who are to act now; ``over`` and ``truncated`` say how a game ended for the agents.
    ``rewards`` are those of the last action, by player, ``cycles`` the questions answered so far.
    """

    def __init__(self, game: str | Ruleset | Rules, seed: int | None, settings: Settings) -> None:
        self.settings = complete(settings)
        self.rules = rules_for(game)
        self.width = self.settings["width"]
        self._seeds = _Seeds(seed)
        self._encode_answers = AnswerEncoder(self.settings["features"]) if self.settings["features"] else None
        self._teller = Narrator(self.rules, self.settings["lang"])
        self._encode, self._seen = self._encoder()
        self._setup: Any = None
        if not callable(self.settings["setup"]):
            self._setup = make_setup(self.rules, self.settings["setup"])
        else:
            self._setup = make_setup(self.rules, self.settings["setup"](Random(0)))
        self.players: tuple[Player, ...] = tuple(range(self.rules.ruleset.players(self._setup)))
        if self.settings["shaping"] and self.rules.ruleset.evaluate is None:
            raise EnvError(f"{self.rules.id} has no evaluate function, so rewards cannot be shaped by it")
        self._game: Game | None = None
        self.truncated = False
        self.offender: Player | None = None
        self.seed = 0
        """That of the game, from which candidates are drawn too."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        """A match that goes on by itself, with the same dice and after it the same games."""
        new = memo[id(self)] = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new._seeds = copy.copy(self._seeds)
        new._encode, new._seen = new._encoder()
        if self._game is not None:
            new._game = self._game.fork()
            new._clear()
        return new

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Raises TypeError: rules are code."""
        raise TypeError(
            "an environment cannot be pickled: send a function that makes it, and save its game "
            "(env.unwrapped.match.game.save); copy.deepcopy copies an environment"
        )

    def _encoder(self) -> tuple[Encode, spaces.Box]:
        encode = self.settings["encode"]
        if encode is None:
            size = self.settings["size"]
            return ViewEncoder(size), spaces.Box(-LIMIT, LIMIT, (size,), np.float32)
        space = self.settings["space"] or getattr(encode, "space", None)
        if not isinstance(space, spaces.Box):
            raise EnvError(
                "what encode= returns needs a space: give space=gymnasium.spaces.Box(low, high, shape, dtype), "
                f"or the encoder an attribute space; found {space!r}"
            )
        return encode, space

    # ---------------------------------------------------------------------------------------------------- games

    @property
    def begun(self) -> bool:
        """Whether there is a game."""
        return self._game is not None

    @property
    def game(self) -> Game:
        """The game that is being played. Raises EnvError before the first one."""
        if self._game is None:
            raise EnvError("no game has begun: call reset() first")
        return self._game

    def begin(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new game. With a seed it is the game of that seed, and those after it follow from it.

        Where the options have a ``game``, play goes on from a copy of it instead; with a seed, by other dice. Other
        options are not looked at. Raises EnvError for a game that does not fit the environment.
        """
        fresh = seed is None
        seed = self._seeds.following(seed)
        given = (options or {}).get("game")
        if given is not None:
            game = self._copy_of(given, None if fresh else seed)
        else:
            setup = self.settings["setup"]
            if callable(setup):
                self._setup = make_setup(self.rules, setup(Random(f"{seed}/setup")))
            game = new_game(self.rules, self._setup, seed)
        if game.players != self.players:
            raise EnvError(f"a game is for {len(game.players)} players, the environment for {len(self.players)}")
        self._game = game
        self.seed = seed
        self.cycles = 0
        self.truncated = False
        self.offender = None
        self._moves = 0
        self._clear()
        self.answer_forced()
        self._potential = self._potentials()
        self.rewards = dict.fromkeys(self.players, 0.0)

    def _copy_of(self, game: Any, seed: int | None) -> Game:
        from ..game import Game

        if not isinstance(game, Game) or game.rules.id != self.rules.id:
            found = f"one of {game.rules.id}" if isinstance(game, Game) else repr(game)
            raise EnvError(f"options['game'] is a game of {self.rules.id}, not {found}")
        return game.fork(seed)

    @property
    def over(self) -> bool:
        """Whether the game has ended by its rules or by an illegal action."""
        return self.game.request is None or self.offender is not None

    @property
    def asked(self) -> tuple[Player, ...]:
        """Who is to act now; nobody once the game is over or truncated."""
        if self.truncated or self.offender is not None:
            return ()
        return tuple(request.player for request in self.game.requests)

    def _clear(self) -> None:
        """Forget what was worked out for the questions before the last answer."""
        self._listed: dict[Player, Sequence[Answer] | None] = {}
        self._choices: dict[Player, Choices] = {}
        self._views: dict[Player, View] = {}

    # -------------------------------------------------------------------------------------------------- choosing

    def request(self, player: Player) -> Any:
        """What a player is asked now; None where it is asked nothing."""
        if self.truncated or self.offender is not None:
            return None
        return next((request for request in self.game.requests if request.player == player), None)

    def choices(self, player: Player) -> Choices:
        """What the actions of a player stand for now; nothing where it is asked nothing."""
        found = self._choices.get(player)
        if found is None:
            request = self.request(player)
            if request is None:
                return Choices()
            found = choices_of(request, self._options(request), self.width, self.seed)
            self._choices[player] = found
        return found

    def _options(self, request: Any) -> Sequence[Answer] | None:
        player = request.player
        if player not in self._listed:
            self._listed[player] = request.space.options()
        return self._listed[player]

    def act(self, player: Player, action: int) -> None:
        """Do what an action stands for. Raises EnvError for one that stands for nothing, where that is an error."""
        answers = self.choices(player).answers
        place = index(action)
        if not 0 <= place < len(answers):
            place = self._illegal(player, place, len(answers))
        if self.offender is not None:
            self.rewards = {each: -1.0 if each == player else 0.0 for each in self.players}
            return
        question = self.game.pending
        self.answer(player, answers[place])
        self.answer_forced()
        if self.game.pending is not question:
            self.cycles += 1
        self._settle()

    def answer(self, player: Player, answer: Answer) -> None:
        """Give an answer for a player, whoever chose it."""
        self.game.answer(answer, player)
        self._moves += 1
        self._clear()

    def _illegal(self, player: Player, action: int, legal: int) -> int:
        how = self.settings["illegal"]
        if legal == 0:
            raise EnvError(f"player {player} is asked nothing now")
        if how == "error":
            raise EnvError(f"action {action} of player {player} stands for no answer: the mask allows 0 to {legal - 1}")
        if how == "terminate":
            self.offender = player
        return action % legal

    def answer_forced(self) -> None:
        """Answer the questions that have one answer only."""
        if not self.settings["skip_forced"]:
            return
        for _ in range(MOST_UNASKED):
            forced = next(self._forced(), None)
            if forced is None:
                return
            self.answer(*forced)
        self.truncated = True

    def _forced(self) -> Iterator[tuple[Player, Answer]]:
        for request in self.game.requests:
            listed = self._options(request)
            if listed is not None and len(listed) == 1:
                yield request.player, listed[0]

    def settle_others(self) -> None:
        """Count what the answers of others brought that were given since the last action."""
        before = self.rewards
        self._settle()
        self.rewards = {player: before[player] + reward for player, reward in self.rewards.items()}

    def _settle(self) -> None:
        """What the last action brought to each player, and whether the game goes on."""
        result = self.game.result
        potential = self._potentials()
        weight = self.settings["shaping"]
        gained = {player: weight * (value - self._potential[player]) for player, value in potential.items()}
        self._potential = potential
        if result is None:
            self.truncated = self.truncated or self.cycles >= self.settings["max_cycles"]
            self.rewards = {player: gained.get(player, 0.0) for player in self.players}
        else:
            scores = scores_of(result, self.game.teams)
            self.rewards = {player: scores[player] + gained.get(player, 0.0) for player in self.players}

    def _potentials(self) -> dict[Player, float]:
        """How good the position looks to each player; 0 at the end, so that shaping changes no best policy.

        Ng, Harada and Russell 1999, undiscounted.
        """
        if not self.settings["shaping"]:
            return {}
        if self.game.result is not None:
            return dict.fromkeys(self.players, 0.0)
        return {player: evaluated(self.view(player), player) for player in self.players}

    # ---------------------------------------------------------------------------------------------------- seeing

    def view(self, player: Player) -> View:
        """What a player may know now."""
        found = self._views.get(player)
        if found is None:
            found = self._views[player] = self.game.view(player)
        return found

    def observation_space(self) -> spaces.Dict:
        """A new space of observations."""
        seen = self._seen
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(seen.low, seen.high, seen.shape, seen.dtype),
            "action_mask": spaces.Box(0, 1, (self.width,), np.int8),
        }
        if self._encode_answers is not None:
            shape = (self.width, self.settings["features"])
            parts["candidates"] = spaces.Box(-LIMIT, LIMIT, shape, np.float32)
        return spaces.Dict(parts)

    def action_space(self) -> spaces.Discrete:
        """A new space of actions."""
        return spaces.Discrete(self.width)

    def observe(self, player: Player, waits: bool = False) -> Observation:
        """What a player sees, in numbers. With ``waits`` a player who is asked nothing has the one action 0."""
        request = self.request(player)
        answers = self.choices(player).answers
        seen = self._encode(self.view(player), request)
        if self._moves == 0:
            self._check(seen)
        mask = np.zeros(self.width, dtype=np.int8)
        mask[: len(answers) or int(waits)] = 1
        observation: Observation = {"observation": seen, "action_mask": mask}
        if self._encode_answers is not None:
            ask = "" if request is None else request.ask
            observation["candidates"] = self._encode_answers(ask, answers, self.width)
        return observation

    def _check(self, seen: Any) -> None:
        if self.settings["encode"] is not None and not self._seen.contains(seen):
            found = f"{seen.dtype}, shape {seen.shape}" if isinstance(seen, np.ndarray) else type(seen).__name__
            raise EnvError(f"encode= returned {found}, which is not in its space {self._seen}")

    def info(self, player: Player) -> dict[str, Any]:
        """What a person may want to know about a question: what is asked, and the answers behind the actions."""
        request = self.request(player)
        if request is None:
            return {}
        answers, whole = self.choices(player)
        info = {"ask": request.ask, "rule": request.rule, "candidates": answers, "complete": whole}
        if not self.settings["words"]:
            return info
        moment = (self._game, self._moves)

        def tell() -> list[str] | None:
            if moment != (self._game, self._moves):
                return None
            view = self.view(player)
            return [self._teller.option(view, request, answer) for answer in answers]

        return {**info, "words": Words(request.ask, answers, tell)}

    def render(self, player: Player) -> str:
        """The table as a player sees it, in characters."""
        from ..cli.drawing import drawn

        view = self.game.view(player)
        lines = [drawn(panel_of(view), self._teller.lang, WIDE).plain]
        if view.result is not None:
            lines.append(plain_text(self._teller.result(view, view.result)))
        elif (request := self.request(player)) is not None:
            lines.append(plain_text(self._teller.question(view, request)))
        return "\n".join(line for line in lines if line) + "\n"

    def shown(self, player: Player) -> str | None:
        """The same as text for ``render_mode="ansi"``; printed for "human". Raises EnvError without such a mode."""
        if self.settings["render_mode"] is None:
            raise EnvError("this environment renders nothing: make it with render_mode='ansi' or 'human'")
        text = self.render(player)
        if self.settings["render_mode"] == "ansi":
            return text
        print(text)
        return None


class _Seeds:
    """The seeds of the games: the one that was given, then others that follow from it."""

    def __init__(self, seed: int | None) -> None:
        self._first = None if seed is None else _plain_seed(seed)
        self._number = 0

    def following(self, seed: int | None) -> int:
        """The seed of the next game; with a seed, that one."""
        if seed is not None:
            self._first, self._number = _plain_seed(seed), 0
        if self._first is None:
            self._first = secrets.randbits(31)
        number, self._number = self._number, self._number + 1
        if number == 0:
            return self._first
        return int.from_bytes(blake2b(f"{self._first}/game {number}".encode(), digest_size=6).digest())


def _plain_seed(seed: Any) -> int:
    return checked_seed(int(seed) if isinstance(seed, np.integer) else seed)


def scores_of(result: Result, teams: Sequence[Sequence[Player]]) -> Mapping[Player, float]:
    """What a result is worth to each player, from -1 to 1.

    A player wins with its side. Winners get 1 and losers -1 where they are equally many; otherwise the more numerous
    share what the others lose or win, so that all together get 0. A draw is 0. Where there is one side only it gets 1
    or -1.
    """
    won = [any(player in result.winners for player in side) for side in teams]
    if len(won) == 1:
        return dict.fromkeys(teams[0], 1.0 if won[0] else -1.0)
    winners = sum(len(side) for side, wins in zip(teams, won, strict=True) if wins)
    losers = sum(len(side) for side, wins in zip(teams, won, strict=True) if not wins)
    if not winners or not losers:
        return dict.fromkeys([player for side in teams for player in side], 0.0)
    gain, loss = min(1.0, losers / winners), -min(1.0, winners / losers)
    return {player: gain if wins else loss for side, wins in zip(teams, won, strict=True) for player in side}

"""A Gymnasium environment over any ruleset: one agent on one seat, bots on the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, Unpack

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from ..bots import Bot, make_bot, seat_seed
from ..plugins import registry
from .match import MOST_UNASKED, RENDER_MODES, EnvError, Match, Observation, Settings

if TYPE_CHECKING:
    from ..requests import Player
    from ..ruleset import Rules, Ruleset

MakeBot: TypeAlias = Callable[[int], Bot]
Opponent: TypeAlias = str | Bot | MakeBot
Opponents: TypeAlias = Opponent | Sequence[Opponent] | Mapping[int, Opponent]
FALSE_STARTS = 100
"""This many games in a row may be over before the agent is asked anything."""


class SeatEnv(gymnasium.Env[Observation, int]):
    """A game as a Gymnasium environment. ``match`` is what it plays, ``seat`` where the agent sits."""

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(self, match: Match, seat: int, opponents: Opponents) -> None:
        if seat not in match.players:
            raise EnvError(f"{match.rules.id} has the seats {match.players}, and no seat {seat!r}")
        self.match = match
        self.seat = seat
        self.render_mode = match.settings["render_mode"]
        self.observation_space = match.observation_space()  # type: ignore[assignment]
        self.action_space = match.action_space()  # type: ignore[assignment]
        self._makers = makers_of(opponents, seat, match.players)
        self._bots: dict[Player, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, that of the seed or the next one, or play from a copy of ``options["game"]``.

        The others play up to the agent's first question.
        """
        super().reset(seed=seed)
        for _ in range(FALSE_STARTS):
            self.match.begin(seed, options)
            seed = None
            self._bots = {player: make(seat_seed(self.match.seed, player)) for player, make in self._makers.items()}
            self._play_others()
            if self.seat in self.match.asked:
                return self._observed()
        raise EnvError(
            f"{FALSE_STARTS} games of {self.match.rules.id} ended before seat {self.seat} was asked anything"
        )

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do what the agent wants, and let the others play until it is asked again. Raises ResetNeeded."""
        match = self.match
        if not match.begun:
            raise ResetNeeded("no game has begun: call reset() before the first step")
        if self.seat not in match.asked:
            raise ResetNeeded("the game is over: call reset() before the next step")
        match.act(self.seat, action)
        if match.asked:
            self._play_others()
            match.settle_others()
        observation, info = self._observed()
        if self.render_mode == "human":
            self.render()
        truncated = match.truncated and not match.over
        return observation, float(match.rewards[self.seat]), match.over, truncated, info

    def _observed(self) -> tuple[Observation, dict[str, Any]]:
        observation = self.match.observe(self.seat)
        return observation, {**self.match.info(self.seat), "action_mask": observation["action_mask"].copy()}

    def _play_others(self) -> None:
        """The bots answer until the agent is asked, or the game is over."""
        match = self.match
        for _ in range(MOST_UNASKED):
            asked = match.asked
            if not asked or self.seat in asked:
                return
            player = asked[0]
            match.answer(player, self._bots[player].choose(match.view(player), match.request(player)))
            match.answer_forced()
        match.truncated = True

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as MaskablePPO of sb3-contrib asks for them."""
        mask = np.zeros(self.match.width, dtype=np.bool_)
        mask[: len(self.match.choices(self.seat).answers)] = True
        return mask

    def render(self) -> str | None:
        """The table as the agent sees it."""
        return self.match.shown(self.seat)


def makers_of(opponents: Opponents, seat: Player, players: Sequence[Player]) -> dict[Player, MakeBot]:
    """How to make the bot of each seat but the agent's. Raises EnvError, UnknownBot."""
    others = [player for player in players if player != seat]
    if isinstance(opponents, Mapping):
        given = dict(opponents)
    elif isinstance(opponents, Sequence) and not isinstance(opponents, str):
        if len(opponents) != len(others):
            raise EnvError(f"{len(others)} seats need an opponent, and {len(opponents)} are given")
        given = dict(zip(others, opponents, strict=True))
    else:
        given = dict.fromkeys(others, opponents)
    if set(given) != set(others):
        raise EnvError(f"opponents are needed for the seats {others}, and given for {sorted(given)}")
    return {player: _maker(given[player]) for player in others}


def _maker(opponent: Any) -> MakeBot:
    if isinstance(opponent, str):
        make_bot(opponent, 0)  # an unknown name is refused here, not in the middle of training
        return lambda seed: make_bot(opponent, seed)
    if not isinstance(opponent, type) and hasattr(opponent, "choose"):
        return lambda seed: opponent
    if callable(opponent):
        make: MakeBot = opponent
        return make
    raise EnvError(
        "an opponent is the name of a bot, a bot (with choose(view, request)) or a function that makes one "
        f"from a seed, not {opponent!r}"
    )


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
    return SeatEnv(Match(game, seed, settings), seat, opponents)


def register() -> list[str]:
    """Register every installed ruleset with Gymnasium; returns the ids, such as ``rulewright/brawl-v0``.

    `gymnasium.make` takes the keywords of `gym`. Raises MissingExtra.
    """
    ids = []
    for name in registry().rulesets:
        ids.append(f"rulewright/{name}-v0")
        if ids[-1] not in gymnasium.registry:
            gymnasium.register(ids[-1], entry_point="rulewright.env:gym", kwargs={"game": name})
    return ids

"""PettingZoo environments over any ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Unpack, cast

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from .match import RENDER_MODES, EnvError, Match, Observation, Settings

if TYPE_CHECKING:
    from ..requests import Player
    from ..ruleset import Rules, Ruleset


def agent_name(player: Player) -> str:
    """What PettingZoo calls a seat."""
    return f"player_{player}"


def metadata_of(match: Match, parallelizable: bool) -> dict[str, Any]:
    """What PettingZoo wants to know about an environment."""
    name = f"rulewright_{match.rules.id}_v0"
    return {"name": name, "render_modes": [*RENDER_MODES], "is_parallelizable": parallelizable, "render_fps": 1}


class _Agents:
    """What both kinds of environments have: agents with spaces, and a table that can be shown."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.render_mode = match.settings["render_mode"]
        self.possible_agents = [agent_name(player) for player in match.players]
        self._players = dict(zip(self.possible_agents, match.players, strict=True))
        self._observations = {agent: match.observation_space() for agent in self.possible_agents}
        self._actions = {agent: match.action_space() for agent in self.possible_agents}

    def _begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        self.match.begin(seed, options)
        if not self.match.asked:
            raise EnvError(f"the game of {self.match.rules.id} with seed {self.match.seed} has nothing to ask anyone")

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent observes: `observation`, `action_mask` and `candidates`."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of the candidates."""
        return self._actions[agent]

    def close(self) -> None:
        """Nothing is held open."""


class TurnEnv(_Agents, AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """A game as a PettingZoo environment: an agent acts when it is asked something."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.metadata = metadata_of(match, parallelizable=False)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game, that of the seed or the next one; or play from a copy of ``options["game"]``."""
        self._begin(seed, options)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        """It is the turn of the first player who is asked."""
        player = self.match.asked[0]
        self.agent_selection = agent_name(player)
        self.infos[self.agent_selection] = self.match.info(player)

    def observe(self, agent: str) -> Observation:
        """What an agent sees now, in numbers."""
        return self.match.observe(self._players[agent])

    def step(self, action: int | None) -> None:
        """Do what the selected agent wants; None removes an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(cast("int", action))
            return
        if action is None:
            raise EnvError(f"{agent} is asked something: its action is a number, not None")
        self._cumulative_rewards[agent] = 0.0
        self.match.act(self._players[agent], action)
        self.infos = {each: {} for each in self.agents}
        self.rewards = {each: self.match.rewards[self._players[each]] for each in self.agents}
        self._accumulate_rewards()
        if self.match.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.match.truncated:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as the selected agent sees it."""
        return self.match.shown(self._players[self.agent_selection])


class CycleEnv(_Agents, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """A game as a parallel PettingZoo environment: who is not asked waits, with action 0."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.metadata = metadata_of(match, parallelizable=True)
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new game, that of the seed or the next one; or play from a copy of ``options["game"]``."""
        self._begin(seed, options)
        self.agents = [*self.possible_agents]
        return self._observed()

    def _observed(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        waits = bool(self.match.asked)
        seen = {agent: self.match.observe(self._players[agent], waits=waits) for agent in self.agents}
        return seen, {agent: self.match.info(self._players[agent]) for agent in self.agents}

    def step(
        self, actions: Mapping[str, int | None]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Do what the agents want who are asked something; what the others want makes no difference."""
        rewards = dict.fromkeys(self.agents, 0.0)
        question = self.match.game.pending
        for player in self.match.asked:
            if player not in self.match.asked or self.match.game.pending is not question:
                break
            self.match.act(player, self._action(actions, agent_name(player)))
            for agent in self.agents:
                rewards[agent] += self.match.rewards[self._players[agent]]
        observations, infos = self._observed()
        terminations = dict.fromkeys(self.agents, self.match.over)
        truncations = dict.fromkeys(self.agents, self.match.truncated and not self.match.over)
        if self.match.over or self.match.truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, terminations, truncations, infos

    @staticmethod
    def _action(actions: Mapping[str, int | None], agent: str) -> int:
        action = actions.get(agent)
        if action is None:
            raise EnvError(f"{agent} is asked something and has no action; there are actions for {', '.join(actions)}")
        return action

    def render(self) -> str | None:
        """The table as the first agent that is asked sees it."""
        return self.match.shown((*self.match.asked, 0)[0])


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
    if turns == "all":
        return cast("AECEnv[str, Any, Any]", parallel_to_aec(parallel(game, seed=seed, **settings)))
    if turns != "asked":
        raise EnvError(f"turns is 'asked' or 'all', not {turns!r}")
    env = TurnEnv(Match(game, seed, settings))
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(env))


def parallel(
    game: str | Ruleset | Rules, *, seed: int | None = None, **settings: Unpack[Settings]
) -> ParallelEnv[str, Any, Any]:
    """A PettingZoo environment in which all agents act at once; those who are not asked wait (action 0).

    Raises MissingExtra, EnvError, UnknownRuleset.
    """
    return CycleEnv(Match(game, seed, settings))


def module(game: str | Ruleset | Rules, *, seed: int | None = None, **settings: Unpack[Settings]) -> Module:
    """What PettingZoo's tools take for a module of an environment: its functions ``env`` and ``parallel_env``.

    Both have every agent act in every cycle. Tools that take a module choose actions without the mask, so an action
    that it forbids stands for a legal one unless ``illegal`` says otherwise. Raises MissingExtra.
    """
    return Module(game, seed, settings)


class Module:
    """The functions of a PettingZoo module for one game; what they are called with comes before its settings."""

    def __init__(self, game: str | Ruleset | Rules, seed: int | None, settings: Settings) -> None:
        self._game = game
        self._seed = seed
        self._settings: Settings = {"illegal": "replace", **settings}

    def env(self, **settings: Any) -> AECEnv[str, Any, Any]:
        """The environment in which agents act one after the other, all of them in every cycle."""
        return aec(self._game, seed=self._seed, turns="all", **cast("Settings", {**self._settings, **settings}))

    raw_env = env

    def parallel_env(self, **settings: Any) -> ParallelEnv[str, Any, Any]:
        """The environment in which all agents act at once."""
        return parallel(self._game, seed=self._seed, **cast("Settings", {**self._settings, **settings}))

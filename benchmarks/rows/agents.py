"""Environments for learning agents: the same loop over agents, in ours and in PettingZoo's own games."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from rulewright.ruleset import Rules

from ..games import leduc, tictactoe
from ..measure import Pair, Row, Tools, needs, rate
from ..peers import cards, zoo
from .cards import same_leduc
from .play import TWINS, rules_of


def aec(rules: Rules, **settings: Any) -> Any:
    """Our environment of these rules. Raises Absent."""
    with needs("pettingzoo"):
        from rulewright import env
    return env.aec(rules, seed=1, **settings)


def same_sight() -> dict[str, Any]:
    """Settings with which our tic-tac-toe shows agents what PettingZoo's does, and asks as often. Raises Absent."""
    with needs("pettingzoo"):
        import numpy as np
        from gymnasium.spaces import Box
    boards = np.array([[marks >> cell & 1 for cell in range(9)] for marks in range(tictactoe.FULL + 1)], dtype=np.int8)
    boards = boards.reshape(-1, 3, 3)

    def encode(view: Any, request: Any) -> Any:
        marks = view.state.board[0].marks
        seen = np.empty((3, 3, 2), dtype=np.int8)
        seen[:, :, 0] = boards[marks[view.player]]
        seen[:, :, 1] = boards[marks[1 - view.player]]
        return seen

    space = Box(0, 1, (3, 3, 2), np.int8)
    return {"encode": encode, "space": space, "features": 0, "width": 9, "skip_forced": False, "words": False}


def same_game(ours: Any, theirs: Any, seed: int, *, same_eyes: bool) -> None:
    """A random tic-tac-toe is the same in both environments: who acts, what is free, what is seen, what it brings."""
    random = Random(seed).random
    ours.reset()
    theirs.reset()
    while not any(theirs.terminations.values()):
        mine, other = ours.last()[0], theirs.last()[0]
        if same_eyes:
            assert (mine["observation"] == other["observation"]).all(), "agents see different boards"
        free = other["action_mask"].nonzero()[0].tolist()
        cells = ours.infos[ours.agent_selection]["candidates"]
        assert list(cells) == free and int(mine["action_mask"].sum()) == len(free), (cells, free)
        choice = int(random() * len(free))
        ours.step(choice)
        theirs.step(free[choice])
    assert all(ours.terminations.values()), "the game is over in theirs only"
    rewards = [[env.rewards[agent] for agent in env.possible_agents] for env in (ours, theirs)]
    assert rewards[0] == rewards[1], rewards


def _tictactoe(*, same_eyes: bool) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        theirs = zoo.classic("tictactoe_v3")
        ours = aec(tictactoe.RULES, **(same_sight() if same_eyes else {"skip_forced": False}))
        for seed in range(TWINS):
            same_game(ours, theirs, seed, same_eyes=same_eyes)
        twin = f"{TWINS} games with equal {'observations, ' if same_eyes else ''}choices and rewards"
        return Pair(rate(zoo.random_game(ours)), rate(zoo.random_game(theirs)), twin)

    return build


def _leduc(tools: Tools) -> Pair:
    theirs = zoo.classic("leduc_holdem_v4")
    for played in cards.leduc_games(TWINS):
        same_leduc(played)
    twin = f"{TWINS} games recorded in RLCard, which theirs is made of, have the same choices and payments"
    return Pair(rate(zoo.random_game(aec(leduc.RULES))), rate(zoo.random_game(theirs)), twin)


def _dice_throne(name: str) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        theirs = zoo.random_game(zoo.classic(name))
        rules = rules_of("dice_throne")
        one, other = (zoo.random_game(aec(rules)) for _ in range(2))
        assert [one(seed) for seed in range(3)] == [other(seed) for seed in range(3)], "games are not repeatable"
        return Pair(rate(one), rate(theirs), "3 games have as many decisions a second time")

    return build


ROWS: Final = (
    Row("aec-tictactoe", "tic-tac-toe as an environment, its 18 numbers", "PettingZoo tictactoe_v3", "decisions/s",
        _tictactoe(same_eyes=True), True),
    Row("aec-tictactoe-encoded", "the same, built-in encoder (1,024 numbers)", "PettingZoo tictactoe_v3", "decisions/s",
        _tictactoe(same_eyes=False), True),
    Row("aec-leduc", "Leduc hold'em as an environment, built-in encoder", "PettingZoo leduc_holdem_v4", "decisions/s",
        _leduc, True),
    Row("aec-dice-throne-hanabi", "Dice Throne as an environment, built-in encoder", "PettingZoo hanabi_v5",
        "decisions/s", _dice_throne("hanabi_v5"), True),
    Row("aec-dice-throne-four", "Dice Throne as an environment, built-in encoder", "PettingZoo connect_four_v3",
        "decisions/s", _dice_throne("connect_four_v3"), True),
)  # fmt: skip

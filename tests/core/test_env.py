"""Environments for learning: PettingZoo's and Gymnasium's own checks, and what an agent sees, does and receives."""

from __future__ import annotations

import copy
import os
import pickle
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Annotated, Any

import pytest

pytest.importorskip("gymnasium", reason="the extra rl is not installed")
pytest.importorskip("pettingzoo", reason="the extra rl is not installed")

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test

import rulewright
from rulewright import (
    GameOver,
    Options,
    Procedure,
    Record,
    Request,
    Ruleset,
    Seen,
    State,
    Steps,
    Table,
    Together,
    View,
    choose,
    new_game,
)
from rulewright import env as environments
from rulewright.bots import RandomBot, UnknownBot
from rulewright.env.choices import choices_of
from rulewright.env.encoding import LIMIT, AnswerEncoder, ViewEncoder
from rulewright.env.match import EnvError, Match, scores_of
from rulewright.narrator import Narrator
from rulewright.plaindata import shown
from rulewright.refusals import NothingLegal
from rulewright.setups import SetupError
from rulewright.state import Result

from .small_games import SURVEY, Walk, duel

DUEL = duel()
SPACES = SURVEY.freeze()
DICE_THRONE = pytest.param("dice_throne", id="dice_throne")
GAMES = [DICE_THRONE, pytest.param(DUEL, id="duel"), pytest.param(SPACES, id="survey")]
BOTH = [DICE_THRONE, pytest.param(DUEL, id="duel")]
LEARNING = Path(__file__).parents[2] / "docs" / "learning.md"


@pytest.fixture(autouse=True)
def _installed(request: pytest.FixtureRequest) -> None:
    if "dice_throne" in request.node.name:
        pytest.importorskip("rulewright_dice_throne")


def match_of(env: Any) -> Match:
    match: Match = env.unwrapped.match
    return match


def at_random(env: Any, rng: Random) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Every decision of a game played at random: the agent, what it sees, and the info."""
    for agent in env.agent_iter():
        seen, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        yield agent, seen, info
        env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))


def games_at_random(env: Any, rng: Random) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Every decision of one game after the other."""
    while True:
        env.reset()
        yield from at_random(env, rng)


def same_numbers(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[key], other[key]) for key in one)


# The checks of PettingZoo and Gymnasium ------------------------------------------------


@pytest.mark.parametrize("turns", ["asked", "all"])
@pytest.mark.parametrize("game", BOTH)
def test_pettingzoo_api_test(game: Any, turns: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # PettingZoo warns of every observation with a mask that is not one of its own games'.
        warnings.filterwarnings("ignore", message="Observation (is not a NumPy array|space for each agent probably)")
        api_test(environments.aec(game, seed=1, turns=turns), num_cycles=200)


@pytest.mark.parametrize("turns", ["asked", "all"])
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_seed_test(game: Any, turns: Any) -> None:
    seed_test(lambda: environments.aec(game, seed=1, turns=turns), num_cycles=60)


@pytest.mark.parametrize(("game", "setup"), [pytest.param("dice_throne", None, id="dice_throne"), (DUEL, {"hp": 30})])
def test_pettingzoo_max_cycles_test(game: Any, setup: Any) -> None:
    """
    PettingZoo's test counts four actions of every agent, so it takes games that last that long.
    """
    max_cycles_test(environments.module(game, seed=1, setup=setup))


def test_pettingzoo_parallel_api_test() -> None:
    parallel_api_test(environments.parallel(DUEL, seed=1), num_cycles=100)


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_check_env(game: Any) -> None:
    """
    A person has nothing to correct: of the warnings there is only the one that the environment was not registered.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check_env(environments.gym(game, seat=0, opponents="random", seed=1))

    assert [str(w.message) for w in caught if "not having a spec" not in str(w.message)] == []


def test_gymnasium_check_env_of_a_registered_game_dice_throne(capsys: pytest.CaptureFixture[str]) -> None:
    """
    Registered games are made by name, and checked in both render modes.
    """
    assert "rulewright/dice_throne-v0" in environments.register()
    env = gymnasium.make("rulewright/dice_throne-v0", seat=1, opponents="random", seed=1)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)

    assert "Barbarian" in capsys.readouterr().out


# What may be chosen --------------------------------------------------------------------


@pytest.mark.parametrize("width", [4, 64])
@pytest.mark.parametrize("game", GAMES)
def test_every_candidate_is_legal_and_stands_where_the_mask_says(game: Any, width: int) -> None:
    env = environments.aec(game, seed=5, width=width, skip_forced=False)
    kinds = set()
    for agent, seen, info in islice(games_at_random(env, Random(5)), 200):
        request = match_of(env).request(int(agent[-1]))
        candidates = info["candidates"]
        listed = request.options()
        kinds.add(info["complete"])
        assert [request.check(answer) for answer in candidates] == [()] * len(candidates)
        assert seen["action_mask"].tolist() == [1] * len(candidates) + [0] * (width - len(candidates))
        assert len(candidates) == len(set(map(repr, candidates)))
        assert info["complete"] == (listed is not None and len(listed) <= width)
        if info["complete"]:
            assert candidates == tuple(listed)
        assert seen["candidates"][len(candidates) :].any() == np.False_
    assert kinds == {True} or game is not DUEL
    assert False in kinds or game is DUEL or width == 64


def test_the_same_question_has_the_same_candidates() -> None:
    """
    Suggestions depend on the seed and the question as it is read, not on who drew before or how often one looks.
    """
    request = Request(0, "walk", Walk((1.0, 1.0), 6.0))
    other = Request(0, "walk", Walk((1.5, 1.0), 6.0))

    drawn = [
        choices_of(asked, None, 16, seed) for asked, seed in ((request, 7), (request, 7), (request, 8), (other, 7))
    ]

    assert drawn[0] == drawn[1]
    assert not drawn[0].complete and len(drawn[0].answers) == 16
    assert len({repr(choices.answers) for choices in drawn}) == 3


def test_many_options_are_thinned_out_in_their_order_and_passing_stays() -> None:
    values = (*range(40), None, *range(40, 80))
    for seed in range(20):
        found = choices_of(Request(0, "pick", Options(values)), values, 8, seed)
        assert len(found.answers) == 8 and not found.complete
        assert None in found.answers
        assert list(found.answers) == sorted(found.answers, key=values.index)


def test_a_question_without_answers_is_named() -> None:
    with pytest.raises(NothingLegal, match="'pick', which player 1 is asked"):
        choices_of(Request(1, "pick", Options(())), (), 8, 0)


def test_an_action_is_the_option_of_its_number_dice_throne() -> None:
    env = environments.aec("dice_throne", seed=2)
    env.reset()
    game = match_of(env).game
    for _, _, info in islice(at_random(env, Random(1)), 100):
        wanted = info["candidates"][-1]
        asked, player = len(game.answers), int(env.agent_selection[-1])
        env.step(len(info["candidates"]) - 1)
        assert game.answers[asked] == (player, wanted)
        if env.terminations[env.agent_selection]:
            break


def test_questions_with_one_answer_are_answered_at_once() -> None:
    asked = environments.aec("dice_throne" if _has_dice_throne() else DUEL, seed=3)
    every = environments.aec("dice_throne" if _has_dice_throne() else DUEL, seed=3, skip_forced=False)
    counts = []
    for env in (asked, every):
        env.reset()
        counts.append([len(info["candidates"]) for _, _, info in at_random(env, Random(0))])

    assert min(counts[0]) == 2
    assert min(counts[1]) == 1


def _has_dice_throne() -> bool:
    from rulewright.plugins import registry

    return "dice_throne" in registry().rulesets


@pytest.mark.parametrize("turns", ["asked", "all"])
def test_an_action_that_the_mask_forbids(turns: Any) -> None:
    """
    It ends the game and costs its agent 1; or is an error that says what is allowed; or stands for a legal one.
    """
    env = environments.aec(DUEL, seed=1, turns=turns)
    env.reset()
    env.step(63)
    if turns == "all":
        env.step(0)
    assert set(env.terminations.values()) == {True}
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0}

    env = environments.aec(DUEL, seed=1, turns=turns, illegal="error")
    env.reset()
    with pytest.raises(EnvError, match="action 63 of player 0 stands for no answer: the mask allows 0 to"):
        env.step(63)
        env.step(0)

    env = environments.aec(DUEL, seed=1, turns=turns, illegal="replace")
    env.reset()
    legal = env.last()[-1]["candidates"]
    env.step(63)
    env.step(0)
    game = match_of(env).game
    assert next(answer for player, answer in game.answers if player == 0) == legal[63 % len(legal)]


# What is seen --------------------------------------------------------------------------


def encoded_leak(view: View, request: Any) -> Any:
    """An encoder that looks behind the view."""
    return np.array([hash(repr(view._game.state.plain())) % 97], dtype=np.float32)


@pytest.mark.parametrize("game", BOTH)
def test_no_hidden_data_is_seen(game: Any) -> None:
    """
    Positions that differ only in what a player may not know give that player the same numbers, candidates and words.
    """
    env = environments.aec(game, seed=11)
    twin = Match(game, 11, {})
    leaky = Match(game, 11, {"encode": encoded_leak, "space": gymnasium.spaces.Box(0, 97, (1,))})
    found_out, differ, rng = 0, 0, Random(3)
    for number, (agent, seen, info) in enumerate(islice(games_at_random(env, Random(4)), 120)):
        if number % 2:
            continue
        match, player = match_of(env), int(agent[-1])
        other = match.view(player).imagine(rng)
        differ += other.state.plain() != match.game.state.plain()
        twin.begin(options={"game": other})
        twin.seed = match.seed
        assert twin.request(player).ask == info["ask"]
        assert same_numbers(twin.observe(player), seen)
        assert twin.info(player) == info
        assert [*twin.info(player)["words"]] == [*info["words"]]
        assert twin.render(player) == match.render(player)
        leaks: list[Any] = []
        for position in (match.game, other):
            leaky.begin(options={"game": position})
            leaks.append(leaky.observe(player)["observation"])
        found_out += not np.array_equal(leaks[0], leaks[1])

    assert differ > 10
    assert found_out > 10, "a leaking encoder would have been found out"


def test_a_secret_answer_is_not_seen_by_those_who_answer_after_it() -> None:
    """
    Of several who answer in secret at once the later one sees the same, whatever the earlier one has answered.
    """
    seen = []
    for action in (0, 1):
        env = environments.aec(SPACES, seed=1)
        env.reset()
        while env.last()[-1]["ask"] != "secret":
            env.step(0)
        assert env.agent_selection == "player_0"
        env.step(action)
        assert env.agent_selection == "player_1"
        observation, *_, info = env.last()
        seen.append((observation, info))

    assert same_numbers(seen[0][0], seen[1][0])
    assert seen[0][1] == seen[1][1]
    assert seen[0][1]["candidates"] == ("stone", "paper")


def test_who_is_not_asked_sees_the_table_and_has_no_action() -> None:
    env = environments.aec(DUEL, seed=1)
    env.reset()
    waiting = env.observe("player_1")

    assert not waiting["action_mask"].any() and not waiting["candidates"].any()
    assert waiting["observation"].any()
    assert env.infos["player_1"] == {}


@pytest.mark.parametrize("game", GAMES)
def test_numbers_do_not_depend_on_what_was_seen_before(game: Any) -> None:
    """
    Counting only what has changed since the last look gives exactly what counting everything gives, within bounds.
    """
    env = environments.aec(game, seed=8)
    for number, (agent, seen, _) in enumerate(islice(games_at_random(env, Random(2)), 160)):
        assert np.abs(seen["observation"]).max() < LIMIT
        assert seen["observation"].dtype == np.float32
        if number % 8 == 0:
            match, player = match_of(env), int(agent[-1])
            fresh = ViewEncoder(1024)(match.view(player), match.request(player))
            assert np.array_equal(fresh, seen["observation"])


class Hero(Record):
    health: int = 0
    tags: tuple[str, ...] = ()
    hand: Annotated[tuple[str, ...], Seen.COUNT] = ()

    @property
    def player(self) -> int:
        return int(self.id)


class Piece(Record):
    owner: int = 0
    x: float = 0.0
    on: bool = False
    note: str | None = None


class Board(State):
    heroes: Table[Hero]
    pieces: Table[Piece]


def ask_both(game: Any, context: Any) -> Steps:
    yield Together(tuple(choose(player, "hide", ("left", "right")) for player in game.players))
    yield GameOver((0,), "done")


def board(**rows: Any) -> Any:
    """A game in which both players are asked on a table of these records."""

    def populate(state: Board, setup: Any, content: Any) -> None:
        for name, records in rows.items():
            for record in records:
                getattr(state, name).add(record)

    rules = Ruleset(id="board", title="A table", state=Board, flow=Procedure("game", [ask_both]), populate=populate)
    return new_game(rules, seed=1)


def numbers(game: Any, player: int, size: int = 4096) -> Any:
    view = game.view(player)
    return ViewEncoder(size)(view, view.request)


def test_seats_are_counted_from_the_player_who_looks() -> None:
    """
    The same table seen from the other side is the same, but for the number of the own seat.
    """
    one = board(heroes=[Hero(0, 5, hand=("a",)), Hero(1, 9)], pieces=[Piece("ace:0", 0, 2.0), Piece("ace:1", 1, 7.5)])
    other = board(heroes=[Hero(0, 9), Hero(1, 5, hand=("a",))], pieces=[Piece("ace:0", 0, 7.5), Piece("ace:1", 1, 2.0)])

    apart = numbers(one, 0) - numbers(other, 1)

    assert np.abs(apart[apart.nonzero()]).tolist() == [1.0, 1.0]
    assert np.count_nonzero(numbers(one, 0) - numbers(other, 0)) > 2


@pytest.mark.parametrize(
    "change",
    [
        {"heroes": [Hero(0, 6), Hero(1, 5)]},
        {"heroes": [Hero(0, 5, ("slow",)), Hero(1, 5)]},
        {"heroes": [Hero(0, 5), Hero(1, 5, hand=("a",))]},
        {"heroes": [Hero(0, 5), Hero(1, 5)], "pieces": [Piece(1, 0)]},
        {"heroes": [Hero(0, 5), Hero(1, 5)], "pieces": [Piece(1, 1)]},
        {"heroes": [Hero(0, 5), Hero(1, 5)], "pieces": [Piece(1, 0, 1.25)]},
        {"heroes": [Hero(0, 5), Hero(1, 5)], "pieces": [Piece(1, 0, on=True)]},
        {"heroes": [Hero(0, 5), Hero(1, 5)], "pieces": [Piece(1, 0, note="up")]},
        {"heroes": [Hero(0, 5), Hero(1, 5)], "pieces": [Piece(1, 0), Piece(2, 0)]},
        {"heroes": [Hero(0, 5), Hero(1, 5)], "pieces": [Piece(1, 0, 1e300)]},
    ],
)
def test_every_visible_difference_is_a_difference_in_numbers(change: Any) -> None:
    plain = board(heroes=[Hero(0, 5), Hero(1, 5)])
    piece = board(heroes=[Hero(0, 5), Hero(1, 5)], pieces=[Piece(1, 0)])
    changed = board(**change)

    assert not np.array_equal(numbers(changed, 0), numbers(plain, 0))
    if change.get("pieces") not in (None, [Piece(1, 0)]):
        assert not np.array_equal(numbers(changed, 0), numbers(piece, 0))
    assert np.abs(numbers(changed, 0)).max() <= LIMIT


def test_a_hidden_hand_counts_as_its_number_of_cards() -> None:
    hands = [board(heroes=[Hero(0, 5), Hero(1, 5, hand=hand)]) for hand in (("a", "b"), ("c", "d"), ("c",))]
    theirs = [numbers(game, 0) for game in hands]
    own = [numbers(game, 1) for game in hands]

    assert np.array_equal(theirs[0], theirs[1]) and not np.array_equal(theirs[1], theirs[2])
    assert not np.array_equal(own[0], own[1])


def test_answers_have_rows_that_tell_them_apart() -> None:
    answers = (None, "strike", ("play", "ace"), ("play", "king"), (0, 2), (0, 3), ((1.5, 2.0),), ((2.0, 1.5),), 40, 41)
    rows = AnswerEncoder(256)("act", answers, 16)

    assert rows.shape == (16, 256) and not rows[10:].any()
    assert len({row.tobytes() for row in rows[:10]}) == 10
    assert np.array_equal(rows, AnswerEncoder(256)("act", answers, 16))
    assert not np.array_equal(rows, AnswerEncoder(256)("other", answers, 16))
    # What two answers have in common, they have in common in their rows.
    assert float(rows[2] @ rows[3]) > float(rows[2] @ rows[1])


def test_ones_own_encoder() -> None:
    """
    Any function of view and request will do, if it says in which space its results are.
    """

    def health(view: View, request: Any) -> Any:
        return np.array([hero.hp for hero in view.state.fighters.values()], dtype=np.float32)

    space = gymnasium.spaces.Box(0, 8, (2,), np.float32)
    env = environments.aec(DUEL, seed=1, encode=health, space=space, features=0)
    env.reset()
    seen = env.last()[0]

    assert seen["observation"].tolist() == [8.0, 8.0]
    assert set(seen) == {"observation", "action_mask"} == set(env.observation_space("player_0").spaces)
    with pytest.raises(EnvError, match=r"give space=gymnasium\.spaces\.Box"):
        environments.aec(DUEL, encode=health)
    wrong = environments.aec(DUEL, encode=health, space=gymnasium.spaces.Box(0, 7, (2,), np.float32))
    wrong.reset()
    with pytest.raises(EnvError, match="encode= returned float32, shape \\(2,\\), which is not in its space"):
        wrong.last()


def test_candidates_in_words_for_people() -> None:
    env = environments.aec(DUEL, seed=4)
    env.reset()
    *_, info = env.last()
    view = new_game(DUEL, seed=4).view(0)
    words = Narrator(DUEL)

    assert info["ask"] == "action" and info["rule"] == "2.1"
    assert [*info["words"]] == [words.option(view, view.request, answer) for answer in info["candidates"]]
    assert "Strike" in info["words"]
    assert pickle.loads(pickle.dumps(info["words"])) == copy.deepcopy(info["words"]) == tuple(info["words"])
    env.step(0)
    assert "Strike" in info["words"], "what was looked at once is kept"
    late = env.last()[-1]
    env.step(0)
    assert [*late["words"]] == [shown(answer) for answer in late["candidates"]], "nobody had looked in time"


def test_infos_without_words() -> None:
    env = environments.aec(DUEL, seed=4, words=False)
    env.reset()

    assert set(env.last()[-1]) == {"ask", "rule", "candidates", "complete"}


def test_several_games_in_a_vector() -> None:
    """
    Gymnasium's vectors of environments take observations, infos and candidates of different lengths.
    """
    vector = gymnasium.vector.SyncVectorEnv([lambda: environments.gym(DUEL)] * 3)
    _, infos = vector.reset(seed=4)
    for _ in range(40):
        seen, _, _, _, infos = vector.step(np.zeros(3, dtype=np.int64))

    assert seen["observation"].shape == (3, 1024) and seen["candidates"].shape == (3, 64, 32)
    assert len(infos["candidates"]) == 3
    vector.close()


def test_words_in_another_language() -> None:
    env = environments.aec(DUEL, seed=4, lang="zh")
    env.reset()

    assert "攻击" in env.last()[-1]["words"]


def test_a_continuous_move_is_chosen_among_suggestions() -> None:
    """
    A walk has as many candidates as there is room for, what the space suggests first, all of them legal.
    """
    env = environments.aec(SPACES, seed=3, width=24)
    env.reset()
    moves = [info for _, _, info in at_random(env, Random(3)) if info["ask"] == "walk"]

    assert moves and not any(info["complete"] for info in moves)
    assert {len(info["candidates"]) for info in moves} == {24}
    assert all(len(set(info["candidates"])) == 24 for info in moves)
    assert match_of(env).game.result is not None


# Games, rewards, ends --------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_random_agents_with_a_mask_finish_games(game: Any) -> None:
    """
    Whoever wins gets 1 and whoever loses -1, together 0; the last agent to act learns it too.
    """
    env = environments.aec(game, seed=6)
    for _ in range(2):
        env.reset()
        total = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            total[agent] += reward
            over = terminated or truncated
            env.step(None if over else Random(len(total)).choice(np.flatnonzero(seen["action_mask"]).tolist()))
        played = match_of(env).game
        assert played.result is not None
        assert total == {f"player_{seat}": score for seat, score in scores_of(played.result, played.teams).items()}
        assert sum(total.values()) == 0.0


@pytest.mark.parametrize(
    ("winners", "teams", "scores"),
    [
        ((1,), ((0,), (1,)), [-1.0, 1.0]),
        ((), ((0,), (1,)), [0.0, 0.0]),
        ((0, 1), ((0,), (1,)), [0.0, 0.0]),
        ((2,), ((0,), (1,), (2,)), [-0.5, -0.5, 1.0]),
        ((0, 1), ((0,), (1,), (2,)), [0.5, 0.5, -1.0]),
        ((0,), ((0, 2), (1, 3)), [1.0, -1.0, 1.0, -1.0]),
        ((0,), ((0,), (1, 2)), [1.0, -0.5, -0.5]),
        ((0, 1), ((0, 1),), [1.0, 1.0]),
        ((), ((0, 1),), [-1.0, -1.0]),
    ],
)
def test_what_a_result_is_worth(winners: Any, teams: Any, scores: list[float]) -> None:
    """
    A side wins and loses together, all get 0 together; those who play on one side only win or lose with it.
    """
    found = scores_of(Result(winners), teams)

    assert [found[player] for player in range(len(scores))] == scores


def test_shaped_rewards_sum_up_to_the_result_less_the_first_evaluation() -> None:
    """
    What shaping gives on the way is taken back at the end, so the best way to play stays the best.
    """
    env = environments.aec(DUEL, seed=2, shaping=0.25)
    env.reset()
    evaluate = DUEL.ruleset.evaluate
    assert evaluate is not None
    first = [evaluate(match_of(env).view(player), player) for player in (0, 1)]
    gained = {"player_0": 0.0, "player_1": 0.0}
    steps = 0
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        gained[agent] += reward
        steps += reward != 0
        env.step(None if terminated or truncated else 0)

    result = match_of(env).game.result
    assert result is not None
    scores = scores_of(result, ((0,), (1,)))
    assert steps > 4
    assert gained == pytest.approx({f"player_{seat}": scores[seat] - 0.25 * first[seat] for seat in (0, 1)})
    with pytest.raises(EnvError, match="survey has no evaluate function"):
        environments.aec(SPACES, shaping=1.0)


@pytest.mark.parametrize("turns", ["asked", "all"])
def test_a_game_is_truncated_after_so_many_questions(turns: Any) -> None:
    env = environments.aec(DUEL, seed=2, turns=turns, max_cycles=5)
    env.reset()
    decisions = [(agent, info) for agent, _, info in at_random(env, Random(1)) if info]

    assert len(decisions) == 5
    env.reset()
    for _ in range(5 if turns == "asked" else 10):
        assert not any(env.truncations.values())
        env.step(0)
    assert set(env.truncations.values()) == {True} and set(env.terminations.values()) == {False}
    assert set(env.rewards.values()) == {0.0}


def test_secret_answers_are_given_in_one_parallel_step() -> None:
    env = environments.parallel(SPACES, seed=1)
    env.reset()
    asked = [info["ask"] for info in _cycles(env)]

    assert asked.count("secret") == 2, "once in each turn"
    given = [player for player, answer in match_of(env).game.answers if answer in ("stone", "paper")]
    assert given == [0, 1, 0, 1]


def _cycles(env: Any) -> Iterator[dict[str, Any]]:
    infos = {agent: match_of(env).info(int(agent[-1])) for agent in env.agents}
    while env.agents:
        waiting = [agent for agent in env.agents if not infos[agent]]
        assert all(match_of(env).observe(int(a[-1]), waits=True)["action_mask"].tolist()[:2] == [1, 0] for a in waiting)
        yield next(info for info in infos.values() if info)
        *_, infos = env.step(dict.fromkeys(env.agents, 0))


def test_a_parallel_step_needs_the_actions_of_those_who_are_asked() -> None:
    env = environments.parallel(DUEL, seed=1)
    env.reset()
    with pytest.raises(EnvError, match="player_0 is asked something and has no action"):
        env.step({"player_1": 0})


# Seeds and positions ---------------------------------------------------------------------


def test_a_seed_is_the_seed_of_the_game() -> None:
    """
    The game of seed 9 is that of `rulewright.new_game(seed=9)`; the games after it follow from it.
    """
    env = environments.aec(DUEL, seed=9)
    env.reset()
    assert match_of(env).game.digest() == new_game(DUEL, seed=9).digest()
    seeds = [match_of(env).seed]
    for _ in range(3):
        env.reset()
        seeds.append(match_of(env).seed)
    env.reset(seed=9)
    again = [match_of(env).seed]
    for _ in range(3):
        env.reset()
        again.append(match_of(env).seed)

    assert seeds == again and len(set(seeds)) == 4


def test_play_goes_on_from_a_given_position() -> None:
    """
    The option ``game`` begins from a copy of a game; with a seed other dice fall from there on.
    """
    game = new_game(DUEL, seed=3)
    for answer in ("strike", None, "wait"):
        if game.request.check(answer):
            answer = game.request.space.options()[0]
        game.answer(answer)
    before = game.digest()
    env = environments.aec(DUEL, seed=1, skip_forced=False)
    env.reset(options={"game": game})
    assert match_of(env).game.digest() == before
    rolls = []
    for seed in (1, 1, 2, 3):
        env.reset(seed=seed, options={"game": game})
        for _ in at_random(env, Random(0)):
            pass
        rolls.append(match_of(env).game.answers)

    assert game.digest() == before
    assert rolls[0] == rolls[1] and rolls[1:] != [rolls[1]] * 3
    with pytest.raises(EnvError, match="a game of duel, not one of survey"):
        env.reset(options={"game": new_game(SPACES)})


def test_setups_may_differ_from_game_to_game() -> None:
    env = environments.aec(DUEL, seed=3, setup=lambda rng: {"hp": rng.randint(1, 30)})
    healths = []
    for _ in range(6):
        env.reset()
        healths.append(match_of(env).game.setup.hp)
    env.reset(seed=3)

    assert len(set(healths)) > 3
    assert match_of(env).game.setup.hp == healths[0]
    with pytest.raises(SetupError, match="hp"):
        environments.aec(DUEL, setup={"hp": 99})


# The Gymnasium environment -----------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("opponents", ["random", ["random"], RandomBot(5), RandomBot])
def test_one_agent_plays_against_bots(seat: int, opponents: Any) -> None:
    env = environments.gym(DUEL, seat=seat, opponents=opponents, seed=3)
    rng = Random(1)
    for _ in range(3):
        seen, info = env.reset()
        over, total = False, 0.0
        while not over:
            assert np.array_equal(env.action_masks(), seen["action_mask"].astype(bool))
            assert np.array_equal(info["action_mask"], seen["action_mask"])
            seen, reward, terminated, truncated, info = env.step(rng.randrange(int(env.action_masks().sum())))
            total += reward
            over = terminated or truncated
        result = match_of(env).game.result
        assert result is not None and not truncated
        assert total == scores_of(result, ((0,), (1,)))[seat] != 0
        assert not env.action_masks().any()
        with pytest.raises(ResetNeeded, match="reset"):
            env.step(0)


def test_three_seats_with_different_opponents() -> None:
    trio = replace(SURVEY, players=lambda setup: 3).freeze()
    env = environments.gym(trio, seat=1, opponents={0: "random", 2: RandomBot}, seed=3, width=8)
    env.reset()
    for _ in range(100):
        _, reward, terminated, _, _ = env.step(0)
        if terminated:
            break
    assert terminated and abs(reward) in (0.0, 0.5, 1.0)
    assert {player for player, _ in match_of(env).game.answers if player >= 0} == {0, 1, 2}


def test_a_seat_that_is_truncated_while_it_plays() -> None:
    env = environments.gym(DUEL, seed=3, max_cycles=3)
    env.reset()
    ends: list[bool] = []
    while not any(ends[-1:]):
        _, _, terminated, truncated, _ = env.step(0)
        assert not terminated
        ends.append(truncated)
    assert ends == [False, False, True]


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"seat": 2}, EnvError, r"duel has the seats \(0, 1\), and no seat 2"),
        ({"opponents": "randm"}, UnknownBot, "no bot is named 'randm'"),
        ({"opponents": ["random", "random"]}, EnvError, "1 seats need an opponent, and 2 are given"),
        ({"opponents": {0: "random"}}, EnvError, r"needed for the seats \[1\], and given for \[0\]"),
        ({"opponents": 5}, EnvError, "not 5"),
        ({"width": 1}, EnvError, "width is a whole number from 2 on, not 1"),
        ({"max_cycles": 0}, EnvError, "max_cycles is a whole number from 1 on, not 0"),
        ({"illegal": "ignore"}, EnvError, "illegal is 'terminate', 'error' or 'replace', not 'ignore'"),
        ({"render_mode": "rgb_array"}, EnvError, "render_mode is None, 'human' or 'ansi', not 'rgb_array'"),
        ({"widht": 8}, TypeError, "no setting 'widht'; it has setup, width"),
    ],
)
def test_what_is_wrong_is_named(wrong: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        environments.gym(DUEL, **wrong)


def test_a_step_before_the_first_game_is_named() -> None:
    with pytest.raises(ResetNeeded, match="no game has begun"):
        environments.gym(duel(), seed=1).step(0)


def test_an_action_is_a_whole_number() -> None:
    env = environments.gym(duel(), seed=1)
    env.reset()
    for wrong in (1.7, None, "0"):
        with pytest.raises(TypeError, match="as an integer"):
            env.step(wrong)  # type: ignore[arg-type]
    env.step(np.int64(0))  # type: ignore[arg-type]


def played_on(env: Any, actions: list[int]) -> list[Any]:
    """What comes of some actions; the next game begins where one is over."""
    found = []
    for action in actions:
        if env.match.asked:
            seen, *rest, info = env.step(action % int(env.action_masks().sum()))
            found.append((seen["observation"].tobytes(), seen["candidates"].tobytes(), rest, info.get("candidates")))
        else:
            found.append(env.reset()[0]["observation"].tobytes())
    return found


@pytest.mark.parametrize(("game", "opponents"), [(duel(), "greedy"), (SURVEY, "random")])
def test_a_copy_goes_on_by_itself_as_the_original_does(game: Any, opponents: str) -> None:
    env = environments.gym(game, opponents=opponents, seed=1, width=6)
    environment_before_a_game = copy.deepcopy(env)
    env.reset()
    environment_before_a_game.reset()
    rng = Random(1)
    for _ in range(25):
        actions = [rng.randrange(6) for _ in range(3)]
        twin = copy.deepcopy(env)
        assert twin.match.rules is env.match.rules and twin.match.game is not env.match.game
        assert played_on(twin, actions) == played_on(env, actions) == played_on(environment_before_a_game, actions)


@pytest.mark.parametrize("turns", ["asked", "all"])
def test_a_copy_of_an_environment_for_several_agents(turns: Any) -> None:
    env = environments.aec(SURVEY, seed=1, turns=turns)
    env.reset()
    for _ in range(20):
        twin = copy.deepcopy(env)
        for each in (env, twin):
            seen, _, terminated, truncated, _ = each.last()
            each.step(None if terminated or truncated else int(seen["action_mask"].sum()) - 1)
        if not env.agents:
            break
        assert twin.agent_selection == env.agent_selection and twin.rewards == env.rewards
        assert same_numbers(twin.observe(env.agent_selection), env.observe(env.agent_selection))


def test_what_cannot_be_pickled_says_what_to_do_instead() -> None:
    with pytest.raises(TypeError, match="send a function that makes it"):
        pickle.dumps(environments.gym(duel(), seed=1))


def test_turns_are_asked_or_all() -> None:
    with pytest.raises(EnvError, match="turns is 'asked' or 'all', not 'some'"):
        environments.aec(DUEL, turns="some")  # type: ignore[arg-type]


def ask_nothing(game: Any, context: Any) -> Any:
    return GameOver((0,), "at once")


def test_a_game_that_asks_nothing_is_named() -> None:
    rules = Ruleset(id="mute", title="No questions", state=State, flow=Procedure("game", [ask_nothing])).freeze()
    with pytest.raises(EnvError, match="the game of mute with seed 4 has nothing to ask anyone"):
        environments.aec(rules, seed=4).reset()
    with pytest.raises(EnvError, match="100 games of mute ended before seat 0 was asked anything"):
        environments.gym(rules, seed=4).reset()


# Pictures and installing -------------------------------------------------------------------


def test_the_table_in_characters(capsys: pytest.CaptureFixture[str]) -> None:
    """
    As the ruleset draws it, for the agent whose turn it is, with the question.
    """
    env = environments.aec(DUEL, seed=4, render_mode="ansi")
    env.reset()
    text = env.render()
    assert "0: 8 hp, 1 cards" in text and "What do you do at 8 health?" in text
    for _ in at_random(env, Random(1)):
        pass
    assert "The game is over" in env.unwrapped.match.render(0)
    assert capsys.readouterr().out == ""

    shown = environments.gym(DUEL, seed=4, render_mode="human")
    shown.reset()
    assert shown.render() is None
    assert "0: 8 hp" in capsys.readouterr().out
    with pytest.raises(EnvError, match="render_mode='ansi' or 'human'"):
        environments.gym(DUEL, seed=4).render()


@pytest.mark.parametrize(("call", "library"), [("aec('duel')", "pettingzoo"), ("gym('duel')", "gymnasium")])
def test_without_the_extra_the_error_says_what_to_install(call: str, library: str, tmp_path: Path) -> None:
    code = f"import sys; sys.modules[{library!r}] = None\nimport rulewright.env\nrulewright.env.{call}"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(rulewright.__file__).parents[1])},
        check=False,
    )
    last = done.stderr.strip().splitlines()[-1]
    assert last == (
        f"rulewright.env.MissingExtra: environments for learning need {library}, which is not installed; "
        "install the extra rl: pip install 'rulewright[rl]'"
    )


def test_importing_the_room_loads_neither_numpy_nor_the_libraries(tmp_path: Path) -> None:
    code = "import sys, rulewright.env\nprint([n for n in ('numpy', 'gymnasium', 'pettingzoo') if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(rulewright.__file__).parents[1])},
        check=True,
    )
    assert done.stdout.strip() == "[]"


# The page about it ---------------------------------------------------------------------------


def snippets() -> list[str]:
    return re.findall(r"```python\n(.*?)```", LEARNING.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("number", range(len(snippets())))
def test_the_python_of_the_page_runs_dice_throne(number: int) -> None:
    """
    As it is printed, but that the agent learns from 8 games only.
    """
    code = snippets()[number].replace("games=600", "games=8")
    names: dict[str, Any] = {}
    exec(compile(code, str(LEARNING), "exec"), names)
    if "learn" in names:
        assert len(names["rewards"]) == 8 and names["weights"].any()
    if "Earlier" in names:
        seen, _ = names["env"].reset()
        assert seen["action_mask"].any()


def test_the_agent_of_the_page_learns() -> None:
    """
    It finds out that striking wins a duel: the later games go better than the first, and better than random ones.
    """
    names: dict[str, Any] = {"__name__": "learning"}
    (code,) = (code for code in snippets() if "def learn" in code)
    exec(compile(code.split("\nenv = ")[0], str(LEARNING), "exec"), names)
    env = environments.gym(DUEL, seat=0, opponents="random", seed=1, features=64)

    weights, rewards = names["learn"](env, games=200)
    rng = np.random.default_rng(5)
    trained, random = (
        np.mean([names["play"](env, by, rng)[0] > 0 for _ in range(150)]) for by in (weights, np.zeros_like(weights))
    )

    assert np.mean(rewards[-60:]) > np.mean(rewards[:60])
    assert trained > random + 0.1

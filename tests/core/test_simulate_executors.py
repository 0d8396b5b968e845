"""Games are the same wherever they are played, and a process that dies costs one of them: forks, others, a cluster."""

from __future__ import annotations

import os
import pickle
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cloudpickle
import msgspec
import pytest

from rulewright import load
from rulewright.bots import base
from rulewright.simulate import ClusterError, Summary, executors, simulate
from rulewright.simulate.plan import Lineup, Plan, WrongRules, unpacked
from tests.lengths import length

from .deadly import DEADLY, DEADLY_GAMES, SEED
from .small_games import duel
from .test_cli_terminal import Person

RULES = duel()
CLUSTER = "cluster"


LOST = "is lost: its scheduler (has no workers since|answers no more)"
"""A worker that leaves with a result in its hands is either gone, or never lets go of it."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a real Dask cluster of two processes on this machine."""
    dask = pytest.importorskip("dask")
    distributed = pytest.importorskip("distributed")
    settings = {"distributed.scheduler.allowed-failures": 0}
    with (
        dask.config.set(settings),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=2, processes=True, dashboard_address=":0", silence_logs=100
        ) as found,
    ):
        yield found.scheduler_address


@pytest.fixture(params=["forks", "loky", CLUSTER])
def place(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Where games are played: two forks, two processes that know nothing, a cluster."""
    if request.param == CLUSTER:
        return {"cluster": request.getfixturevalue("cluster")}
    if request.param == "forks" and not executors._forks():
        pytest.skip("processes are not forked on this system")
    monkeypatch.setattr(executors, "_forks", lambda: request.param == "forks")
    return {"jobs": 2}


def plain(summary: Summary) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(summary)
    del data["seconds"]
    return data


def test_games_are_the_same_everywhere(place: dict[str, Any]) -> None:
    home = plain(simulate(RULES, 40, seed=7, seats=("greedy", "random")))
    assert home["finished"] == 40
    assert plain(simulate(RULES, 40, seed=7, seats=("greedy", "random"), **place)) == home


def test_failed_games_leave_their_journals_with_whoever_asked(place: dict[str, Any], tmp_path: Path) -> None:
    summary = simulate(RULES, 6, seed=1, setup={"fail_at": 6}, failures=tmp_path, **place)
    assert 0 < summary.failed < 6
    for failure in summary.failures:
        assert "the rules fail on purpose" in failure.error
        assert load(tmp_path / Path(failure.journal).name, game=RULES).header.seed == failure.seed


def test_a_process_that_dies_costs_the_game_that_killed_it(place: dict[str, Any]) -> None:
    summary = simulate(DEADLY, 16, seed=SEED, failures=None, **place)
    assert summary.finished == 16 - len(DEADLY_GAMES)
    assert [(one.number, one.error) for one in summary.failures] == [(n, executors.DIED) for n in DEADLY_GAMES]


def test_installed_games_are_sent_by_name(cluster: str) -> None:
    pytest.importorskip("rulewright_dice_throne")
    assert plain(simulate("dice_throne", 4, seed=1, cluster=cluster)) == plain(simulate("dice_throne", 4, seed=1))


def test_a_worker_with_other_rules_is_refused() -> None:
    plan = Plan("duel", "0 0 0", 1, (Lineup(("random", "random"), None),), 100)
    with pytest.raises(WrongRules, match="are to be played by 0 0 0; install the same versions"):
        unpacked(cloudpickle.dumps((plan, (RULES.ruleset, ()))))
    with pytest.raises(WrongRules, match=r"does not have the game or its bots: UnknownRuleset: .*'chess_of_mars'"):
        unpacked(pickle.dumps((plan, "chess_of_mars")))


def test_a_bot_that_workers_do_not_have_is_refused(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_built_in", lambda: {"ours": base.RandomBot})
    with pytest.raises(ClusterError, match="does not have the game or its bots: UnknownBot: no bot is named 'ours'"):
        simulate(RULES, 2, seats=("ours",), cluster=cluster)


def test_a_cluster_that_all_workers_have_left_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(executors, "LOOKED", 0.1)
    monkeypatch.setattr(executors, "DESERTED", 0.5)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=100
    ) as found:

        def leave(games: int) -> None:
            if games:
                found.scale(0)

        with pytest.raises(ClusterError, match=LOST):
            simulate(RULES, 5_000, seed=1, cluster=found.scheduler_address, progress=leave)


def test_a_lost_cluster_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    for name, seconds in (("LOOKED", 0.1), ("DESERTED", 0.5), ("PATIENCE", 2.0)):
        monkeypatch.setattr(executors, name, seconds)
    silent, asked = threading.Event(), []

    def never(*_: object, **__: object) -> None:
        asked.append(threading.current_thread())
        silent.wait(60.0)

    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=100
    ) as found:

        def leave(games: int) -> None:
            if games:
                monkeypatch.setattr(distributed.Client, "cancel", never)
                found.scale(0)

        with pytest.raises(ClusterError, match=LOST):
            simulate(RULES, 5_000, seed=1, cluster=found.scheduler_address, progress=leave)
    assert asked and threading.main_thread() not in asked
    silent.set()


def test_a_cluster_that_was_given_up_is_sent_nothing_to_wait_for() -> None:
    """A game that is played once more, by itself, may be sent after the last worker was missed."""

    class Lost:
        def submit(self, call: Callable[[], Any], pure: bool) -> Future[Any]:
            return Future()

    errands = executors._Errands()
    before = errands.send(Lost(), int)
    errands.give_up()
    after = errands.send(Lost(), int)
    for call in (before, after):
        with pytest.raises(CancelledError):
            call.result(timeout=0)


def test_a_scheduler_that_does_not_answer_has_no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "PATIENCE", 0.05)
    silent = threading.Event()
    lost = SimpleNamespace(scheduler_info=lambda: silent.wait(10.0))
    gone = SimpleNamespace(scheduler_info=dict)
    here = SimpleNamespace(scheduler_info=lambda: {"workers": {"tcp://": {}}})
    empty = SimpleNamespace(scheduler_info=lambda: {"workers": {}})
    assert [executors._has_workers(one) for one in (lost, gone, here, empty)] == [False, False, True, False]
    silent.set()


def test_what_keeps_a_cluster_from_playing_is_named(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for address in ("tcp://127.0.0.1:1", "nonsense", ""):
        with pytest.raises(ClusterError, match=f"there is no Dask scheduler at {address}: "):
            simulate(RULES, 2, cluster=address)
    monkeypatch.setattr(executors, "version_here", lambda: "99.0")
    with pytest.raises(ClusterError, match=r"worker tcp://.* has rulewright .*, and 99\.0 is wanted"):
        simulate(RULES, 2, cluster=cluster)
    monkeypatch.setattr(executors, "PACKAGE", "no-such-package")
    with pytest.raises(ClusterError, match=r"worker tcp://.* of the cluster has no no-such-package: install it there"):
        simulate(RULES, 2, cluster=cluster)


def test_a_cluster_without_workers_is_refused() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=100) as empty,
        pytest.raises(ClusterError, match="has no workers"),
    ):
        simulate(RULES, 2, cluster=empty.scheduler_address)


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'rulewright\[cluster\]'"):
        simulate(RULES, 2, cluster="tcp://127.0.0.1:8786")


# Stopping -------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", length([0.0, 0.1], [0.0, 0.02, 0.1, 0.3]))
def test_ctrl_c_ends_a_simulation_at_any_moment(tmp_path: Path, moment: float) -> None:
    """
    While processes begin, in the first games, later: one line, and nobody is left who holds the terminal.
    """
    person = Person(tmp_path, "simulate", "duel", "--games", "2000000", "--seed", "1", "--jobs", "2")
    try:
        person.sees("/2000000")
        time.sleep(moment)
        os.write(person.terminal, b"\x03")
        assert person.leaves() == 1
        assert "rulewright: interrupted" in person.everything()
        assert "Traceback" not in person.everything()
    finally:
        person.close()

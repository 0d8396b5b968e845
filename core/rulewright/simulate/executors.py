"""Where games are played: in this process, in others on this machine, or on a Dask cluster.

Other processes are joblib's business: it hands out games in batches that take a fraction of a second, and brings
results as they come. What is ours is which `concurrent.futures` executor it works with.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future, InvalidStateError, ProcessPoolExecutor
from importlib import metadata
from time import monotonic
from typing import Any, Final, TypeAlias, TypeVar

from ..ruleset import Rules
from .games import Failure, Played, attempt
from .plan import Plan, WrongRules, known, packed, unpacked

Outcome: TypeAlias = tuple[Played, bytes]
"""A game, and its journal where it failed."""

PATIENCE: Final = 10.0
"""A cluster has this many seconds to answer what it is asked besides games."""

STOPPING: Final = 5.0
"""A pool that was stopped is waited for so many seconds."""
LOOKED: Final = 1.0
"""This many seconds lie between two looks at the workers of a cluster."""

DESERTED: Final = 60.0
"""A cluster that has had no workers for this many seconds will not get any more."""

PACKAGE: Final = "rulewright"

ALONE: Final = 3
"""A game has to end this many processes by itself until it is the one that is to blame."""

DIED: Final = "the process that played this game died"

Answer = TypeVar("Answer")


class ClusterError(Exception):
    """A cluster that cannot play: it is not there, or its workers have not what they need."""


def play(plan: Plan, rules: Rules, numbers: Iterable[int], jobs: int, cluster: str | None = None) -> Iterator[Outcome]:
    """Play the games of these numbers, in any order, in ``jobs`` processes or on all workers of a cluster.

    Raises ClusterError.
    """
    if cluster is not None:
        with _client(cluster) as client, _watched(client) as errands:
            try:
                yield from _everywhere(_on_cluster(client, errands), packed(plan, rules), plan, numbers, work_apart)
            except WrongRules as error:
                raise ClusterError(f"the cluster at {cluster} cannot play: {error}") from None
            except (CancelledError, OSError):
                why = f"has no workers since {DESERTED:g} s" if errands.given_up else "answers no more"
                raise ClusterError(f"the cluster at {cluster} is lost: its scheduler {why}") from None
    elif jobs == 1:
        for number in numbers:
            yield _attempt(plan, rules, number)
    elif _forks():
        with known(plan, rules) as name:
            yield from _everywhere(_in_forks(jobs), name, plan, numbers)
    else:
        from joblib.parallel import LokyBackend

        yield from _everywhere(lambda: (LokyBackend(), jobs), packed(plan, rules), plan, numbers)


def processors() -> int:
    """How many processes this machine has room for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _attempt(plan: Plan, rules: Rules, number: int) -> Outcome:
    lineup = plan.lineup_of(number)
    return attempt(rules, plan.seed_of(number), lineup.seats, lineup.setup, number=number, most=plan.most)


_ONE_AT_A_TIME: Final = threading.Lock()  # a worker of a cluster may have several threads, and gains nothing by them


def _work(name: bytes, number: int) -> Outcome:
    plan, rules = unpacked(name)
    with _ONE_AT_A_TIME:
        return _attempt(plan, rules, number)


def work_apart(name: bytes, number: int) -> Outcome:
    """Play a game in a process of its own. Raises BrokenExecutor when it dies.

    Workers of a cluster may not have processes of ``multiprocessing`` beside them, and one that dies while it begins
    does not come back.
    """
    found = subprocess.run(
        [sys.executable, "-c", f"from {__name__} import answer_apart; answer_apart()"],
        input=pickle.dumps((name, number)),
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        check=False,
    )
    if found.returncode:
        raise BrokenExecutor(DIED)
    outcome: Outcome | Exception = pickle.loads(found.stdout)
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def answer_apart() -> None:
    """The other side of `work_apart`: a game from standard input, its outcome on standard output."""
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # rules may print
        name, number = pickle.load(sys.stdin.buffer)
        outcome: Outcome | Exception
        try:
            outcome = _work(name, number)
        except Exception as error:
            outcome = error
        out.write(pickle.dumps(outcome))


# Handing out games ----------------------------------------------------------------------

Work: TypeAlias = Callable[[bytes, int], Outcome]

Backend: TypeAlias = Callable[[], tuple[Any, int]]
"""Gives a new backend of joblib, and how many processes it has."""


def _everywhere(
    backend: Backend, name: bytes, plan: Plan, numbers: Iterable[int], suspected: Work = _work
) -> Iterator[Outcome]:
    """Play games in other processes. When one dies, games under way are played one by one, to find what killed it.

    ``suspected`` is how: in a new process that may die as well.
    """
    waiting = iter(numbers)
    under_way: set[int] = set()
    while True:
        try:
            for outcome in _batch(backend, _work, name, _noted(waiting, under_way)):
                under_way.discard(outcome[0].number)
                yield outcome
        except _deaths():
            suspects, under_way = sorted(under_way), set()
            for number in suspects:
                yield _alone(backend, suspected, name, plan, number)
        else:
            return


def _noted(numbers: Iterator[int], under_way: set[int]) -> Iterator[int]:
    for number in numbers:
        under_way.add(number)
        yield number


def _alone(backend: Backend, work: Work, name: bytes, plan: Plan, number: int) -> Outcome:
    """Play one game by itself. Once more where its process dies: a cluster cannot stop what was under way before."""
    for _ in range(ALONE):
        with contextlib.suppress(*_deaths()):
            (outcome,) = _batch(backend, work, name, [number])
            return outcome
    seed = plan.seed_of(number)
    return Played(number, seed, failure=Failure(number, seed, DIED)), b""


def _batch(backend: Backend, work: Work, name: bytes, numbers: Iterable[int]) -> Iterator[Outcome]:
    """Results as they come. Whoever stops listening ends the processes at once."""
    from joblib import Parallel, delayed

    results: Any = None
    try:
        with _deaf():  # the new processes stay deaf; what is pressed meanwhile is heard afterwards
            made, jobs = backend()
            parallel = Parallel(n_jobs=jobs, backend=made, return_as="generator_unordered")
            results = parallel(delayed(work)(name, number) for number in numbers)
        yield from results
    finally:
        if results is not None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # joblib regrets games that nobody asks for any more
                results.close()


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C is not heard here, nor in processes and threads that begin here; it is for the one who waits."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _deaths() -> tuple[type[Exception], ...]:
    """What is raised when a process dies."""
    distributed = sys.modules.get("distributed")
    return (BrokenExecutor, distributed.KilledWorker) if distributed is not None else (BrokenExecutor,)


# Executors ------------------------------------------------------------------------------


def _backend(start: Callable[[Callable[[], Any]], Any], stop: Callable[[], None], finish: Callable[[], None]) -> Any:
    """A backend of joblib for anything with futures: ``start`` gives one for a call, the others end the work.

    joblib's own way to Dask waits for ever when a worker dies, or cannot import what is sent to it.
    """
    from joblib.parallel import AutoBatchingMixin, ParallelBackendBase, SequentialBackend

    class Futures(AutoBatchingMixin, ParallelBackendBase):  # type: ignore[misc]
        supports_retrieve_callback = True

        def effective_n_jobs(self, n_jobs: int) -> int:
            return n_jobs

        def submit(self, func: Callable[[], Any], callback: Any = None) -> Any:
            future = start(func)
            future.add_done_callback(callback)
            return future

        def retrieve_result_callback(self, out: Any) -> Any:
            return out.result()

        def terminate(self) -> None:
            finish()

        def abort_everything(self, ensure_ready: bool = True) -> None:
            stop()

        def get_nested_backend(self) -> tuple[Any, None]:
            return SequentialBackend(nesting_level=1), None

    return Futures()


def _forks() -> bool:
    """Forks begin at once and know all that this process knows; elsewhere than on Linux they are not safe."""
    return sys.platform == "linux"


def _in_forks(jobs: int) -> Backend:
    def begin() -> tuple[Any, int]:
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _begin_work)

        def stop() -> None:
            processes = list((getattr(pool, "_processes", None) or {}).values())
            manager = getattr(pool, "_executor_manager_thread", None)
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            if manager is not None:  # it closes a pipe that Python writes to when it ends
                manager.join(STOPPING)

        return _backend(pool.submit, stop, pool.shutdown), jobs

    return begin


def _begin_work() -> None:
    """Whatever happens to the process that asks, its workers do not outlive it."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class _Errands:
    """Calls that a cluster is carrying out, each with a future of ours that can be ended without the cluster."""

    def __init__(self) -> None:
        self.given_up = False
        self._under_way: dict[Future[Any], Any] = {}
        """Dask forgets a call whose future nobody holds."""

    def send(self, client: Any, call: Callable[[], Any]) -> Future[Any]:
        """Let the cluster carry out a call."""
        ours: Future[Any] = Future()
        self._under_way[ours] = theirs = client.submit(call, pure=False)
        theirs.add_done_callback(lambda done: self._ended(ours, done))
        if self.given_up:  # whoever gave up may have looked before this call was under way
            self._end(ours, ours.set_exception, CancelledError())
        return ours

    def _ended(self, ours: Future[Any], theirs: Any) -> None:
        try:
            result = theirs.result(timeout=DESERTED)  # a worker that left may hold it, and another works it out anew
        except BaseException as error:
            self._end(ours, ours.set_exception, error)
        else:
            self._end(ours, ours.set_result, result)

    def give_up(self) -> None:
        """Nobody carries the calls out any more."""
        self.given_up = True
        for ours in list(self._under_way):
            self._end(ours, ours.set_exception, CancelledError())

    def recall(self, client: Any) -> None:
        """Ask the cluster to drop what is under way; it may be the one that is lost."""
        left = list(self._under_way.values())
        self._under_way.clear()
        with contextlib.suppress(Exception):
            _asked(lambda: client.cancel(left))

    def _end(self, ours: Future[Any], how: Callable[[Any], None], what: Any) -> None:
        self._under_way.pop(ours, None)
        with contextlib.suppress(InvalidStateError):  # it was given up, or came after all
            how(what)


def _on_cluster(client: Any, errands: _Errands) -> Backend:
    def begin() -> tuple[Any, int]:
        workers = max(2, sum(_asked(client.ncores).values()))  # joblib would play at home what is for one
        return _backend(lambda call: errands.send(client, call), lambda: errands.recall(client), lambda: None), workers

    return begin


def _asked(question: Callable[[], Answer]) -> Answer:
    """What a cluster answers. Raises TimeoutError after `PATIENCE` seconds: Dask would wait for ever for a lost one."""
    answer: Future[Answer] = Future()

    def ask() -> None:
        try:
            answer.set_result(question())
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=ask, daemon=True).start()
    return answer.result(PATIENCE)


@contextlib.contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        import distributed
    except ImportError:
        raise ClusterError("a cluster takes Dask, which is not installed: pip install 'rulewright[cluster]'") from None
    comm: Any = distributed.comm
    try:  # a client that finds nobody knocks for a long time, and takes as long to give up
        with socket.create_connection(comm.get_address_host_port(address), PATIENCE):
            pass
        connect: Any = distributed.Client
        client = connect(address, set_as_default=False, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise ClusterError(f"there is no Dask scheduler at {address}: {error}") from None
    try:
        _check_workers(client, address)
        yield client
    finally:
        with contextlib.suppress(Exception):
            _asked(client.close)


@contextlib.contextmanager
def _watched(client: Any) -> Iterator[_Errands]:
    """Give a cluster up whose workers are all gone: it would wait for others for ever."""
    errands, over = _Errands(), threading.Event()

    def watch() -> None:
        seen = monotonic()
        while not over.wait(LOOKED):
            if _has_workers(client):
                seen = monotonic()
            elif monotonic() - seen >= DESERTED:
                errands.give_up()
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield errands
    finally:
        over.set()
        watcher.join(STOPPING)


def _has_workers(client: Any) -> bool:
    """Whether a cluster has workers; one that does not answer has none that it could tell."""
    with contextlib.suppress(Exception):
        return bool(_asked(client.scheduler_info)["workers"])
    return False


def _check_workers(client: Any, address: str) -> None:
    """A worker that is sent what it cannot import ends without a word, so it is asked first."""
    try:
        found = _asked(lambda: client.run(metadata.version, PACKAGE, on_error="return"))
    except OSError:
        raise ClusterError(f"the cluster at {address} does not answer within {PATIENCE:g} s") from None
    if not found:
        raise ClusterError(f"the cluster at {address} has no workers")
    for worker, version in sorted(found.items()):
        if isinstance(version, Exception):
            raise ClusterError(f"worker {worker} of the cluster has no {PACKAGE}: install it there, and the game")
        if version != (here := version_here()):
            raise ClusterError(f"worker {worker} of the cluster has {PACKAGE} {version}, and {here} is wanted")


def version_here() -> str:
    """The version of the package that every worker must have."""
    return metadata.version(PACKAGE)

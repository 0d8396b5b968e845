"""Limits on work and memory, so that what never ends or never has enough is named and not waited for."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType


class OutOfPatience(BaseException):
    """It took too long. No Exception, so that no ``except`` in rules code keeps it."""


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Break off what works longer than this. Raises OutOfPatience naming the place.

    Seconds of processor time are counted, so that a busy machine ends nothing early; who sleeps or waits does no work.
    Works in the main thread of systems that have timers; elsewhere there is no limit. Limits may be nested: the
    inner one counts while it lasts.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        where = f"{frame.f_code.co_qualname}, line {frame.f_lineno}" if frame is not None else "somewhere"
        raise OutOfPatience(f"it works for more than {seconds:g} seconds of processor time, and is in {where}")

    before = signal.signal(signal.SIGPROF, ring)
    left, every = signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, left, every)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def frugality(megabytes: int) -> Iterator[None]:
    """Whatever takes this much more memory than is in use now fails with a MemoryError.

    Works where the system can limit a process (Linux); elsewhere there is no limit.
    """
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        before = resource.getrlimit(resource.RLIMIT_AS)
        wanted = pages * resource.getpagesize() + megabytes * 2**20
        if before[0] != resource.RLIM_INFINITY and before[0] <= wanted:
            wanted = before[0]
        resource.setrlimit(resource.RLIMIT_AS, (wanted, before[1]))
    except (ImportError, OSError, ValueError):
        yield
        return
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)

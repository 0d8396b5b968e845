"""The program in a process of its own: what it prints, byte for byte, and how much memory it takes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec

PATIENCE = 120
"""Seconds after which a process counts as hanging."""

_WATCHER = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, timeout={patience}).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(status)
"""


class Measured(msgspec.Struct, frozen=True):
    """What became of a process; ``megabytes`` is the most that it had at once."""

    status: int
    out: bytes
    err: bytes
    megabytes: float


def python(*arguments: str, folder: Path | None = None) -> Measured:
    """Run Python with these arguments. A process between counts for it: a child begins with its parent's peak."""
    watcher = [sys.executable, "-c", _WATCHER.format(patience=PATIENCE), sys.executable, *arguments]
    found = subprocess.run(watcher, stdin=subprocess.DEVNULL, capture_output=True, cwd=folder, check=False)
    err, _, kilobytes = found.stderr.rstrip(b"\n").rpartition(b"\n")
    return Measured(found.returncode, found.stdout, err, int(kilobytes) / 1024)


def rulewright(*arguments: str, folder: Path | None = None) -> Measured:
    """Run the program with these arguments, as at a command line."""
    return python("-m", "rulewright", *arguments, folder=folder)

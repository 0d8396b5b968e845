"""Which rules tests prove: small changes of the code that cites a rule are tried, and the tests that claim it are run.

A test that claims a rule and stays green whatever is changed does not prove it. All is done in one process and its
forks: tests are collected once, and each change replaces the code of functions that have been loaded. Content that was
read when tests were collected is not read again.
"""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any, Final

import msgspec
import pytest

from .changes import CodeChange, changed_tree, changes_of
from .report import RuledGame

CITED: Final = re.compile(r"^(?P<file>.+):\d+ \((?P<name>[\w.]+)\)$")
PATIENCE: Final = 120
"""Seconds after which tests with a change are stopped: it has been noticed then."""

Remembered: Final = type(cache(lambda: None))
"""A function that remembers its results, such as content that has been read."""


class Proof(msgspec.Struct, frozen=True):
    """What came of trying a rule: how many tests claim it, the changes that they noticed, and those that they did not.

    ``broken`` says that they fail without any change. A rule that no test claims, or whose code cannot be changed, has
    no changes.
    """

    rule: str
    tests: int
    noticed: tuple[CodeChange, ...] = ()
    unnoticed: tuple[CodeChange, ...] = ()
    broken: bool = False

    @property
    def proven(self) -> bool:
        """Whether a test noticed that the rule was another one."""
        return bool(self.noticed) and not self.broken


def prove(game: RuledGame, tests: str, rules: Iterable[str] = (), *, most: int = 6, seed: int = 0) -> Iterator[Proof]:
    """Try up to ``most`` changes of each of these rules, or of all that tests below a path claim.

    Raises ValueError where tests cannot be collected, and OSError where processes cannot be forked.
    """
    if not hasattr(os, "fork"):
        raise OSError("rules are proven in forks of a process, which this system does not have")
    claims = claims_below(tests)
    cited, name = game.cited(), game.ledger.game
    for rule in rules or [one.id for one in game.ledger]:
        claimed = claims.get(f"{name}:{rule}", ())
        if claimed or rules:
            yield _proof(rule, claimed, cited.get(rule, ()), game.packages, most, seed)


def _proof(
    rule: str, tests: Sequence[str], cited: Sequence[str], packages: Sequence[Path], most: int, seed: int
) -> Proof:
    found = [change for place in cited for change in _changes_at(place, packages)]
    if not tests or not found:
        return Proof(rule, len(tests))
    if not _green(tests, None):
        return Proof(rule, len(tests), broken=True)
    drawn = Random(f"{seed}/{rule}").sample(found, min(most, len(found)))
    results = [(change, _green(tests, change)) for change in drawn]
    return Proof(
        rule, len(tests), tuple(change for change, green in results if green is False),
        tuple(change for change, green in results if green),
    )  # fmt: skip


def _changes_at(place: str, packages: Sequence[Path]) -> list[CodeChange]:
    """The changes of the function that cites a rule; none where something else does, such as a table."""
    found = CITED.match(place)
    if found is None:
        return []
    paths = (package / found["file"] for package in packages if found["file"].endswith(".py"))
    return [change for path in paths if path.is_file() for change in changes_of(path, found["name"])]


# Tests ------------------------------------------------------------------------------------------------------


class _Collector:
    """Notes which tests claim which rules."""

    def __init__(self) -> None:
        self.claims: dict[str, list[str]] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            for mark in item.iter_markers("rule"):
                self.claims.setdefault(str(mark.args[0]), []).append(item.nodeid)


GREEN, NOTICED, UNTRIED = 0, 1, 3
"""What came of tests with a change."""
OPTIONS: Final = ("-x", "-p", "no:cacheprovider")


def claims_below(path: str) -> dict[str, list[str]]:
    """The tests below a path that claim each rule, by its full id. Raises ValueError where they cannot be collected."""
    collector = _Collector()
    with redirect_stdout(StringIO()):
        code = pytest.main([path, "--collect-only", *OPTIONS], plugins=[collector])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise ValueError(f"the tests below {path} cannot be collected ({pytest.ExitCode(code).name})")
    return collector.claims


def _green(tests: Sequence[str], change: CodeChange | None) -> bool | None:
    """Whether tests pass with a change, in a fork of this process; tests that do not end do not.

    None where nothing that has been loaded has that code, so that nothing was changed.
    """
    child = os.fork()
    if not child:
        os._exit(_run(tests, change))
    signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
    signal.alarm(PATIENCE)
    try:
        _, status = os.waitpid(child, 0)
    finally:
        signal.alarm(0)
    code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else NOTICED
    return None if code == UNTRIED else code == GREEN


def _run(tests: Sequence[str], change: CodeChange | None) -> int:
    """Run tests with a change, silently; what came of it as the exit status of a process."""
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    try:
        if change is not None and not apply(change):
            return UNTRIED
    except BaseException:  # a change that cannot be made is none that tests notice
        return UNTRIED
    try:
        return GREEN if pytest.main([*tests, *OPTIONS]) == pytest.ExitCode.OK else NOTICED
    except BaseException:
        return NOTICED


# Code -------------------------------------------------------------------------------------------------------


def apply(change: CodeChange) -> int:
    """CodeChange the code of functions that have been loaded, and forget what any remember; how many were changed."""
    path = Path(change.file)
    known = {_place(code): code for code in _codes(compile(changed_tree(path, change), change.file, "exec"))}
    changed = 0
    gc.unfreeze()  # what is set aside is not among the objects
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == change.file:
            code = known.get(_place(one.__code__))
            if code is not None and code.co_freevars == one.__code__.co_freevars:
                one.__code__ = code
                changed += 1
        elif isinstance(one, Remembered):
            one.cache_clear()
    return changed


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname if sys.version_info >= (3, 11) else code.co_name, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A code object with all that stand in it."""
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _codes(one)


def told(proof: Proof) -> Iterator[str]:
    """What came of a rule, in words, with each change that nobody noticed."""
    tried = len(proof.noticed) + len(proof.unnoticed)
    if proof.broken:
        yield f"{proof.rule}  its tests fail as it is"
    elif not proof.tests:
        yield f"{proof.rule}  claimed by no test"
    elif not tried:
        yield f"{proof.rule}  claimed by {proof.tests} tests; no code to change"
    else:
        verdict = "proven" if proof.proven else "claimed, not proven"
        yield f"{proof.rule}  {verdict}: {len(proof.noticed)} of {tried} changes noticed by {proof.tests} tests"
        yield from (f"    not noticed: {change}" for change in proof.unnoticed)


def summary(proofs: Iterable[Proof]) -> dict[str, Any]:
    """How many rules were tried, claimed and proven, and how many changes were noticed."""
    found = list(proofs)
    return {
        "rules": len(found),
        "claimed": sum(bool(one.tests) for one in found),
        "proven": sum(one.proven for one in found),
        "changes": sum(len(one.noticed) + len(one.unnoticed) for one in found),
        "noticed": sum(len(one.noticed) for one in found),
    }

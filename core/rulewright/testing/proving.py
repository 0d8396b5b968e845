"""Which rules tests prove: small changes of the code that cites a rule are tried, and the tests that claim it are run.

A test that claims a rule and stays green whatever is changed does not prove it. Tests are collected once, and each
change of a function replaces its code in a fork of the process. Tables, fields of classes and what no loaded function
has are changed in a copy of the package, with a process of its own. Changes that make no difference to any game are
excused in files `equivalent.toml` beside the tests.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from functools import cache
from hashlib import sha256
from io import StringIO
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any, Final

import msgspec
import pytest

from ..documents import DocumentError, parse_document
from ..files import read
from ..rules import PLACE
from .changes import CodeChange, changed_tree, changes_of
from .copies import GREEN, NOTICED, OPTIONS, PATIENCE, UNTRIED, Copies
from .reached import codes
from .report import RuledGame

EXCUSES: Final = "equivalent.toml"

Remembered: Final = type(cache(lambda: None))
"""A function that remembers its results, such as content that has been read."""


class Excuse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change that makes no difference to any game, and why not: ``function`` is "attack.py (Attack.hits)"."""

    function: str
    before: str
    after: str
    reason: str

    def names(self, change: CodeChange) -> bool:
        """Whether it is that change."""
        here = self.function, self.before, self.after
        return here == (f"{change.module} ({change.function})", change.before, change.after)


class Excuses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of excuses, and the game whose code they are about."""

    game: str
    change: tuple[Excuse, ...] = ()


class Proof(msgspec.Struct, frozen=True):
    """What came of trying a rule: how many tests claim it, the changes that they noticed, and those that they did not.

    ``broken`` says that they fail without any change. A rule that no test claims, or whose code cannot be changed, has
    no changes. Of changes that are ``excused`` nothing is asked.
    """

    rule: str
    tests: int
    noticed: tuple[CodeChange, ...] = ()
    unnoticed: tuple[CodeChange, ...] = ()
    broken: bool = False
    excused: tuple[CodeChange, ...] = ()

    @property
    def proven(self) -> bool:
        """Whether a test noticed that the rule was another one."""
        return bool(self.noticed) and not self.broken


def prove(
    game: RuledGame, tests: str, rules: Iterable[str] = (), *, most: int = 6, first: bool = False, seed: int = 0
) -> Iterator[Proof]:
    """Try up to ``most`` changes of each of these rules, or of all that tests below a path claim.

    With ``first`` it is enough for a rule that one change is noticed, and no further ones are tried.

    Raises ValueError where tests cannot be collected or an excuse is for no change that there is, and OSError where
    processes cannot be forked.
    """
    if not hasattr(os, "fork"):
        raise OSError("rules are proven in forks of a process, which this system does not have")
    cited, name = game.cited(), game.ledger.game
    excuses = excuses_below(Path(tests), name)
    _refuse_stale(excuses, cited, game.packages)
    claims = claims_below(tests)
    with Copies(game.packages) as copies:
        for rule in rules or [one.id for one in game.ledger]:
            claimed = claims.get(f"{name}:{rule}", ())
            if claimed or rules:
                places = cited.get(rule, ())
                found = dict.fromkeys(change for place in places for change in _changes_at(place, game.packages))
                excused = tuple(one for one in found if any(excuse.names(one) for excuse in excuses))
                asked = [one for one in found if one not in excused]
                drawn = Random(f"{seed}/{rule}").sample(asked, min(most, len(asked)))
                yield _proof(rule, claimed, drawn, excused, first, copies)


def _proof(
    rule: str, tests: Sequence[str], changes: Sequence[CodeChange], excused: tuple[CodeChange, ...], first: bool,
    copies: Copies,
) -> Proof:  # fmt: skip
    if not tests or not changes:
        return Proof(rule, len(tests), excused=excused)
    if not _green(tests, None, copies):
        return Proof(rule, len(tests), broken=True)
    noticed: list[CodeChange] = []
    unnoticed: list[CodeChange] = []
    for change in changes:
        green = _green(tests, change, copies)
        if green is not None:
            (unnoticed if green else noticed).append(change)
        if first and noticed:
            break
    return Proof(rule, len(tests), tuple(noticed), tuple(unnoticed), excused=excused)


def sampled(ids: Iterable[str], count: int, seed: int = 0) -> list[str]:
    """So many of some rules, the same ones also when there are more rules; in the order of their ids."""
    by_lot = sorted(ids, key=lambda id: sha256(f"{seed}/{id}".encode()).digest())
    return sorted(by_lot[:count])


def _changes_at(place: str, packages: Sequence[Path]) -> list[CodeChange]:
    """The changes of what cites a rule; none of content."""
    found = PLACE.match(place)
    if found is None or not found["file"].endswith(".py"):
        return []
    there = [package for package in packages if (package / found["file"]).is_file()]
    line = int(found["line"] or 0)
    return [change for one in there for change in changes_of(one / found["file"], found["name"], one, line)]


# Excuses ----------------------------------------------------------------------------------------------------


def excuses_below(path: Path, game: str) -> list[Excuse]:
    """The excuses of a game beside its tests: those in files `equivalent.toml` below a path that name it.

    Raises ValueError for a path that is not there, and for a damaged file.
    """
    if not path.exists():
        raise ValueError(f"there are no tests at {path}")
    found: list[Excuse] = []
    for file in sorted((path if path.is_dir() else path.parent).rglob(EXCUSES)):
        try:
            data = msgspec.convert(parse_document(read(file), file.name), Excuses)
        except (DocumentError, msgspec.ValidationError) as error:
            raise ValueError(f"{file}: {error}") from error
        found += data.change if data.game == game else ()
    return found


def _refuse_stale(excuses: Iterable[Excuse], cited: Mapping[str, Sequence[str]], packages: Sequence[Path]) -> None:
    """An excuse is for a change that there is: the code may have become other than it was."""
    places = dict.fromkeys(place for found in cited.values() for place in found)
    for excuse in excuses:
        here = [place for place in places if place.partition(":")[0] == excuse.function.partition(" ")[0]]
        if not any(excuse.names(change) for place in here for change in _changes_at(place, packages)):
            raise ValueError(f"{EXCUSES}: {excuse.function} has no change {excuse.before!r} -> {excuse.after!r}")


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


def claims_below(path: str) -> dict[str, list[str]]:
    """The tests below a path that claim each rule, by its full id. Raises ValueError where they cannot be collected."""
    collector = _Collector()
    with redirect_stdout(StringIO()):
        code = pytest.main([path, "--collect-only", *OPTIONS], plugins=[collector])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise ValueError(f"the tests below {path} cannot be collected ({pytest.ExitCode(code).name})")
    return collector.claims


def _green(tests: Sequence[str], change: CodeChange | None, copies: Copies) -> bool | None:
    """Whether tests pass with a change; tests that do not end do not. None where it could not be made."""
    code = UNTRIED if change is not None and change.data else _forked(tests, change)
    if code == UNTRIED and change is not None:
        code = copies.tried(tests, change)
    return None if code == UNTRIED else code == GREEN


def _forked(tests: Sequence[str], change: CodeChange | None) -> int:
    """What comes of tests with a change in a fork of this process: untried where nothing loaded has that code."""
    child = os.fork()
    if not child:
        os._exit(_run(tests, change))
    signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
    signal.alarm(PATIENCE)
    try:
        _, status = os.waitpid(child, 0)
    finally:
        signal.alarm(0)
    return os.WEXITSTATUS(status) if os.WIFEXITED(status) else NOTICED


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
    """Change the code of functions that have been loaded, and forget what any remember; how many were changed."""
    path = Path(change.file)
    known = {_place(code): code for code in codes(compile(changed_tree(path, change), change.file, "exec"))}
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
    return code.co_qualname, code.co_firstlineno


def told(proof: Proof) -> Iterator[str]:
    """What came of a rule, in words, with each change that nobody noticed."""
    tried = len(proof.noticed) + len(proof.unnoticed)
    if proof.broken:
        yield f"{proof.rule}  its tests fail as it is"
    elif not proof.tests:
        yield f"{proof.rule}  claimed by no test"
    elif not tried:
        excused = f" but {len(proof.excused)} that make no difference" if proof.excused else ""
        yield f"{proof.rule}  claimed by {proof.tests} tests; no change of code could be made{excused}"
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
        "excused": len({change for one in found for change in one.excused}),
    }

"""Tests that cite the rules they prove: what a run of pytest learns about rules, and its report.

`pytest_plugin` brings it into a run that cites rules or asks for the report, and into no other.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import Any, Final

import pytest

from ..plugins import registry
from ..problems import did_you_mean, nearest
from ..rules import CitationError, LedgerError, UnknownRule
from . import report as rule_report
from .report import RuledGame

Claim = tuple[str, int]
"""What a test proves: a full id and the number of an assert."""

CLAIMS: Final = pytest.StashKey[list[Claim]]()
FAULTS: Final = pytest.StashKey[str]()
PHASES: Final = frozenset({"setup", "call", "teardown"})
FINISHED: Final = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)


class MarkError(ValueError):
    """A rule mark that cites nothing that there is."""


def claims_of(mark: pytest.Mark, games: Mapping[str, RuledGame]) -> list[Claim]:
    """The asserts that a rule mark cites. Raises `MarkError` with the nearest id."""
    if not mark.args or not isinstance(mark.args[0], str) or mark.kwargs:
        raise MarkError("a rule mark takes the id of a rule, and numbers of asserts")
    full_id, *numbers = mark.args
    game, colon, _ = full_id.partition(":")
    if not colon:
        raise MarkError(f"the rule {full_id!r} has no game; write it as 'game:{full_id}'")
    if game not in games:
        if broken := [str(one) for one in registry().broken if one.name == game]:
            raise MarkError(broken[0])
        names = did_you_mean(nearest(game, games)) or f"; there are: {', '.join(games) or 'none'}"
        raise MarkError(f"no installed ruleset {game!r} has a rule ledger{names}")
    try:
        rule = games[game].ledger[full_id]
    except UnknownRule as error:
        raise MarkError(str(error)) from error
    known = range(1, len(rule.asserts) + 1)
    for number in numbers:
        if type(number) is not int or number not in known:
            raise MarkError(f"{rule.full_id} has the asserts 1 to {len(known)}, and none is {number!r}")
    return [(rule.full_id, number) for number in (numbers or known)]


class Outcome:
    """How a test went, over its phases."""

    def __init__(self, claims: Iterable[Iterable[Any]], test: str) -> None:
        self.claims = [tuple(claim) for claim in claims]
        self.test = test  # without the case of a parametrized test
        self.passed: set[str] = set()
        self.failed = False

    def add(self, report: pytest.TestReport) -> None:
        """Count one phase of the test: setup, call or teardown."""
        self.failed = self.failed or report.failed
        if report.passed and not hasattr(report, "wasxfail") and report.when is not None:
            self.passed.add(report.when)


class RuleTests:
    """What one run of pytest learns about rules."""

    def __init__(self, config: pytest.Config) -> None:
        self.file: str | None = config.getoption("--rule-report")
        self.is_worker = hasattr(config, "workerinput")  # of pytest-xdist
        self.outcomes: dict[str, Outcome] = {}
        self.notes: list[str] = []
        self._games: dict[str, RuledGame] | None = None

    @property
    def games(self) -> dict[str, RuledGame]:
        """The games with a ledger; looked for only when a test or a report needs them."""
        if self._games is None:
            try:
                self._games = rule_report.find_games()
            except LedgerError as error:
                raise pytest.UsageError(f"a rule ledger is damaged:\n{error}") from error
        return self._games

    # Which test proves what

    @pytest.hookimpl(tryfirst=True)  # before tests are deselected: their marks are checked too
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        faults: dict[str, list[str]] = {}
        for item in items:
            try:
                item.stash[CLAIMS] = [c for mark in item.iter_markers("rule") for c in claims_of(mark, self.games)]
            except MarkError as error:
                item.stash[FAULTS] = str(error)
                faults.setdefault(str(error), []).append(_test_of(item))
        if faults and not self.is_worker:
            raise pytest.UsageError("\n".join(f"{_first(tests)}: {error}" for error, tests in faults.items()))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if (fault := item.stash.get(FAULTS, "")) != "":
            pytest.fail(fault, pytrace=False)

    # What passed

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, Any]:
        report = yield
        if claims := item.stash.get(CLAIMS, []):
            # Plain lists: pytest-xdist sends them from the worker.
            report.rule_claims = [[*map(list, claims)], _test_of(item)]
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        claims, test = getattr(report, "rule_claims", ((), ""))
        if claims:
            self.outcomes.setdefault(report.nodeid, Outcome(claims, test)).add(report)

    def proofs(self) -> dict[Claim, list[str]]:
        """The tests that prove each assert."""
        outcomes = self.outcomes.items()
        doubtful = {(o.test, claim) for _, o in outcomes if o.failed for claim in o.claims}
        proofs: dict[Claim, list[str]] = {}
        for nodeid, outcome in sorted(outcomes):
            if outcome.passed >= PHASES:
                for claim in dict.fromkeys(outcome.claims):
                    if (outcome.test, claim) not in doubtful:
                        proofs.setdefault(claim, []).append(nodeid)
        return proofs

    # The report

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if self.file is None or self.is_worker or exitstatus not in FINISHED or session.config.option.collectonly:
            return
        try:
            report = rule_report.build(self.games, self.proofs())
        except (CitationError, pytest.UsageError) as error:
            self._fail(session, str(error))
            return
        rule_report.write_report(report, session.config.invocation_params.dir / self.file)
        for game in report["games"]:
            numbers = rule_report.summary(report, game)
            self.notes.append(f"{game}: {numbers['claimed']} of {numbers['rules']} rules claimed")
        for game in sorted({claim[0].partition(":")[0] for o in self.outcomes.values() for claim in o.claims}):
            self._refuse_unknown(session, game, report["games"][game]["unknown"])

    def _refuse_unknown(self, session: pytest.Session, game: str, unknown: dict[str, list[str]]) -> None:
        """Fail a run that tests a game whose code cites rules that its ledger does not have."""
        for id, places in unknown.items():
            code = [place for place in places if ".py:" in place]
            if code:
                near = did_you_mean(nearest(id, [rule.id for rule in self.games[game].ledger]))
                self._fail(session, f"{game} has no rule {id!r}, which is cited in {', '.join(code)}{near}")

    def _fail(self, session: pytest.Session, reason: str) -> None:
        self.notes.append(f"ERROR: {reason}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.notes:
            terminalreporter.section(f"rule report {self.file}")
            for note in self.notes:
                terminalreporter.line(note)


def _first(tests: list[str]) -> str:
    """The first of some tests, and how many more there are."""
    more = len(dict.fromkeys(tests)) - 1
    return f"{tests[0]} and {more} more" if more else tests[0]


def _test_of(item: pytest.Item) -> str:
    """The test of an item without its case: the node id up to the bracket."""
    case = getattr(item, "callspec", None)
    return item.nodeid.removesuffix(f"[{case.id}]") if case is not None else item.nodeid

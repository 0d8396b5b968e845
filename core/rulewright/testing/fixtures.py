"""Fixtures that the pytest plugin gives to every test."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ..game import Game
    from .refusals import Refusal
    from .scenarios import Scenario


class Tables:
    """The scenarios that one test has set up."""

    def __init__(self) -> None:
        self.scenarios: list[Scenario] = []

    def set_up(self, *args: Any, **wishes: Any) -> Scenario:
        """Set up a scenario, and remember it."""
        from .scenarios import set_up

        self.scenarios.append(set_up(*args, **wishes))
        return self.scenarios[-1]

    def refused(
        self, *games: Game, rule: str | None = None, match: str | None = None
    ) -> AbstractContextManager[Refusal]:
        """Expect a refusal that changes none of the games: those given, or all that the test has set up."""
        from .refusals import refused

        watched = games or tuple(scenario.game for scenario in self.scenarios)
        if not watched:
            raise pytest.UsageError("refused() does not know which game stays untouched; use set_up, or pass the game")
        return refused(*watched, rule=rule, match=match)


@pytest.fixture
def _tables() -> Tables:
    return Tables()


@pytest.fixture(name="set_up")
def set_up_fixture(_tables: Tables) -> Callable[..., Scenario]:
    """Set up a scenario: ``set_up("duel", [records], dice=[...])``; see `rulewright.testing.set_up`."""
    return _tables.set_up


@pytest.fixture(name="refused")
def refused_fixture(_tables: Tables) -> Callable[..., AbstractContextManager[Refusal]]:
    """Expect a refusal: ``with refused(rule="12.3b", match="...")`` with every scenario of the test untouched."""
    return _tables.refused


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Compare a game with its golden file: ``golden(game)``, or ``golden(game, "knockout")``.

    The file stands in the folder ``golden`` beside the test, under the given name or that of the test. With
    ``--update-golden`` it is written.
    """

    def check(game: Any, name: str = "", lang: str = "en") -> None:
        from .golden import StaleGolden, compare_golden
        from .transcripts import transcript

        stem = name or re.sub(r"[^\w.-]+", "-", request.node.name).strip("-").removeprefix("test_")
        file = request.path.parent / "golden" / f"{stem}.txt"
        text = game if isinstance(game, str) else transcript(getattr(game, "game", game), lang)
        try:
            compare_golden(file, text, update=request.config.getoption("--update-golden"))
        except StaleGolden as stale:
            pytest.fail(str(stale), pytrace=False)

    return check

"""What the kit finds: a report where all is well, a failure where something is not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final


class KitFailure(AssertionError):
    """A ruleset fails a check.

    ``check`` is its name, ``seed`` that of the game, ``request`` the number of the decision (from 0),
    ``difference`` what was found, ``journal`` the path of the game's journal up to there.
    """

    def __init__(
        self, check: str, ruleset: str, difference: str, seed: int = 0, request: int | None = None, journal: str = ""
    ) -> None:
        self._told = (check, ruleset, difference, seed, request, journal)
        self.check = check
        self.seed = seed
        self.request = request
        self.difference = difference
        self.journal = journal
        where = "" if request is None else f" (game with seed {seed}, decision {request})"
        kept = f"\n  journal: {journal}" if journal else ""
        super().__init__(f"{ruleset} fails the check {check!r}{where}:\n  {difference}{kept}")

    def __reduce__(self) -> Any:
        return type(self), self._told


class CheckFailed(Exception):
    """For the kit: a check failed; becomes a KitFailure once game and decision are known."""

    def __init__(self, check: str, difference: str) -> None:
        super().__init__(difference)
        self.check = check


SHOWN: Final = 5
"""Of a long list, this many are named."""


@dataclass
class Report:
    """What the kit played and saw.

    ``checks`` counts how often each check was made, ``skipped`` says why one was not. By kind ("step", "window",
    "trigger", "reaction", "effect", "event", "seat", "trait", "content ..."), ``registered`` says how many names there
    are, ``exercised`` how often each came up, ``silent`` which never did. ``true_to_life`` counts the positions made up
    for the check "leak" that were the true one, ``wordless`` has the texts that the ruleset lacks, ``writable`` what
    can be written to of the setup and content that a view hands out. ``lasting`` are the kinds of effect that began and
    do not last for ever, ``lately`` the steps since the last answer. ``traits`` are those that policies for sight and
    moves name.
    """

    ruleset: str
    games: int = 0
    decisions: int = 0
    chances: int = 0
    events: int = 0
    seats: int = 0
    true_to_life: int = 0
    wordless: set[str] = field(default_factory=set)
    writable: list[str] = field(default_factory=list)
    lasting: dict[str, None] = field(default_factory=dict)
    lately: dict[str, None] = field(default_factory=dict)
    traits: dict[str, None] = field(default_factory=dict)
    seconds: float = 0.0
    results: Counter[str] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    skipped: dict[str, str] = field(default_factory=dict)
    exercised: dict[str, Counter[str]] = field(default_factory=dict)
    silent: dict[str, tuple[str, ...]] = field(default_factory=dict)
    registered: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        lines = [
            f"{self.ruleset}: {self.games} games, {self.decisions} decisions, {self.chances} rolls and shuffles, "
            f"{self.events} events, {self.seconds:.1f} s",
            "  results: " + ", ".join(f"{name} {count}" for name, count in self.results.most_common()),
            "  checks: " + ", ".join(f"{name} {count}" for name, count in self.checks.items()),
            *(f"  not checked: {name}: {why}" for name, why in self.skipped.items()),
        ]
        if self.wordless:
            lines.append(f"  told without a text of their own: {', '.join(sorted(self.wordless))}")
        if self.writable:
            lines.append(f"  can be written to through a view: {'; '.join(self.writable[:SHOWN])}")
            lines.append(f"    ({len(self.writable)} in all; frozen models, tuples and rulewright.readonly help)")
        for kind, names in self.silent.items():
            lines.append(f"  never came up ({kind}, {len(names)} of {self.registered[kind]}): {', '.join(names)}")
        return "\n".join(lines)

"""What the kit finds: a report where all is well, a failure where something is not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


class KitFailure(AssertionError):
    """A ruleset fails a check.

    ``check`` is its name, ``seed`` that of the game, ``request`` the number of the decision (from 0),
    ``difference`` what was found, ``journal`` the path of the game's journal up to there.
    """

    def __init__(
        self, check: str, ruleset: str, difference: str, seed: int = 0, request: int | None = None, journal: str = ""
    ) -> None:
        self.check = check
        self.seed = seed
        self.request = request
        self.difference = difference
        self.journal = journal
        where = "" if request is None else f" (game with seed {seed}, decision {request})"
        kept = f"\n  journal: {journal}" if journal else ""
        super().__init__(f"{ruleset} fails the check {check!r}{where}:\n  {difference}{kept}")


class Fault(Exception):
    """For the kit: a check failed; becomes a KitFailure once game and decision are known."""

    def __init__(self, check: str, difference: str) -> None:
        super().__init__(difference)
        self.check = check


@dataclass
class Report:
    """What the kit played and saw.

    ``checks`` counts how often each check was made, ``skipped`` says why one was not. ``exercised`` counts, by kind
    ("step", "window", "trigger", "reaction", "effect", "event", "content ..."), how often each name came up;
    ``silent`` lists the names that never did, ``registered`` how many there are of each kind.
    """

    ruleset: str
    games: int = 0
    decisions: int = 0
    chances: int = 0
    events: int = 0
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
        for kind, names in self.silent.items():
            lines.append(f"  never came up ({kind}, {len(names)} of {self.registered[kind]}): {', '.join(names)}")
        return "\n".join(lines)

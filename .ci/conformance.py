"""Run the conformance kit on every installed ruleset, on all processors."""

from concurrent.futures import ProcessPoolExecutor
from itertools import product

from rulewright.plugins import registry
from rulewright.testing.kit import check_ruleset

GAMES = 3
"""Games that a process plays at once,"""
SEEDS = (1, 1 + GAMES)
"""with these seeds and the next ones."""


def checked(task: tuple[int, str]) -> str:
    """What the kit says of some games of a ruleset. Raises KitFailure."""
    seed, name = task
    report = check_ruleset(name, games=GAMES, seed=seed)
    assert not report.writable
    assert not report.wordless, f"{name} has no words for {', '.join(sorted(report.wordless))}"
    return f"{name}, seeds from {seed} on: {report}"


if __name__ == "__main__":
    with ProcessPoolExecutor() as pool:
        # The games that take longest come last in the alphabet: they begin first.
        for told in pool.map(checked, product(SEEDS, sorted(registry().rulesets, reverse=True))):
            print(told)

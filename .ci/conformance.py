"""Run the conformance kit on every installed ruleset, on all processors."""

from concurrent.futures import ProcessPoolExecutor

from rulewright.plugins import registry
from rulewright.testing.kit import check_ruleset


def checked(name: str) -> str:
    """What the kit says of a ruleset. Raises CheckFailed."""
    report = check_ruleset(name, games=6, seed=1)
    assert not report.writable
    assert not report.wordless, f"{name} has no words for {', '.join(sorted(report.wordless))}"
    return f"{name}: {report}"


if __name__ == "__main__":
    with ProcessPoolExecutor() as pool:
        for told in pool.map(checked, registry().rulesets):
            print(told)

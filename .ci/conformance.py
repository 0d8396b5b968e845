"""Run the conformance kit on every installed ruleset."""

from rulewright.plugins import registry
from rulewright.testing.kit import check_ruleset

for name in registry().rulesets:
    report = check_ruleset(name, games=6, seed=1)
    print(f"{name}: {report}")
    assert not report.writable

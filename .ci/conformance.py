"""Run the conformance kit on every installed ruleset."""

from rulewright.plugins import registry
from rulewright.testing.kit import check_ruleset

for name in registry().rulesets:
    print(f"{name}: {check_ruleset(name, games=6, seed=1)}")

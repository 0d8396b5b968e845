"""What the rulesets are measured beside: other systems, and the same games without a kernel."""

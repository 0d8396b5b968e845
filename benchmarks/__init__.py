"""Measurements of Rulewright, each beside another system in the same run."""

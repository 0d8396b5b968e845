"""Attacks in the manner of Marvel: Crisis Protocol, one small ruleset for each of their hard cases."""

"""Dice Throne for Rulewright."""

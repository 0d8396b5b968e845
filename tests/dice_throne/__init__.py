"""Tests of Dice Throne."""

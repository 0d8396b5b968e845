"""Tests of Knockdown: Nemesis."""

"""Tests of Warhammer 40,000."""

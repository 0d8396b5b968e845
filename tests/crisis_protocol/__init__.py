"""Tests of Marvel: Crisis Protocol."""

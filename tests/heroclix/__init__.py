"""Tests of HeroClix."""

"""Tests of the geometry: every query beside a plain twin that is slow and obviously right."""

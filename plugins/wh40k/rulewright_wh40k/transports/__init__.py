"""Transports: who fits in, getting in and out, and what happens when one is destroyed."""

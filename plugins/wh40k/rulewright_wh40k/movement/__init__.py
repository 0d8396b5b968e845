"""The Movement phase: Move Units, and Reinforcements."""

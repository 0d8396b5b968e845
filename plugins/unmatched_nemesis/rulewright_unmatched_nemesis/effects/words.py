"""Words that several effects share."""

from __future__ import annotations

from typing import Literal

Symbol = Literal["shield", "dash", "yin_yang", "fist", "eye", "wild"]
"""What is printed in the corner of an attack card, and what costs are made of; "wild" is the question mark."""
Who = Literal["self", "opponent"]
Way = Literal["any", "teleport", "forward", "backward"]

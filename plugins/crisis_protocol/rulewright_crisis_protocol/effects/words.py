"""What words of effects have in common: whom they mean, and the names of what lies on the table."""

from __future__ import annotations

from typing import Literal

Who = Literal["self", "chosen", "attacker", "target"]
Condition = Literal["bleed", "hex", "incinerate", "judgement", "poison", "root", "shock", "slow", "stagger", "stun"]
Tool = Literal["short", "medium", "long"]
Icon = Literal["critical", "wild", "hit", "block", "blank", "failure"]

"""The attack in fourteen steps: choosing, dice, cover, damage; special rules; beams and areas as series of attacks."""

from __future__ import annotations

from typing import Any, Final

from .action import ATTACK_ACTION
from .cover import take_cover
from .sequence import ATTACK
from .series import SERIES

PROCEDURES: Final[list[Any]] = [ATTACK, SERIES, ATTACK_ACTION]
REACTIONS: Final[list[Any]] = [take_cover]

"""What BattleScribe copies: ``++ Army Roster (Faction) [1,000pts] ++``, models with a dot in front of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ..lines import Line
from ..model import ArmyList
from ..units import units_of
from ..words import points_in
from .simple import detachment_in

_FORCE: Final = re.compile(r".*\((.+)\)")


class BattleScribe(Struct, frozen=True):
    """BattleScribe."""

    name: str = "BattleScribe"

    def knows(self, lines: Sequence[Line]) -> bool:
        """Whether a headline with ++ has points."""
        return any(line.head == "++" and points_in(line.text)[1] is not None for line in lines)

    def read(self, lines: Sequence[Line]) -> ArmyList:
        """The headline has the faction in brackets, and the last of them the total."""
        heads = [points_in(line.text) for line in lines if line.head == "++"]
        factions = [found[1] for text, _, _ in heads if (found := _FORCE.match(text))]
        totals = [points for text, points, _ in heads if text.lower().startswith("total")]
        total = totals[-1] if totals else heads[0][1]
        faction = factions[0] if factions else ""
        return ArmyList(self.name, tuple(units_of(lines)), "", faction, detachment_in(lines), total)

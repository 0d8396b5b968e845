"""The plain twin of the index of powers: a look at every record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.powers import Carriers
from rulewright.powers.index import Names, carried, giving, standing, touches
from rulewright.state import Id, State


def scanned(carriers: Carriers, state: State, content: Any) -> Iterator[tuple[Id, Names]]:
    """What each record carries, were all effects to count."""
    for key, record in getattr(state, carriers.table).items():
        if carriers.rows and key not in carriers.rows:
            continue
        effects = [
            effect for effect in state.effects.values() if touches(effect, carriers.table) and effect.target == key
        ]
        found = carried(tuple(carriers.powers(content, record)), effects, giving(carriers, content, record))
        yield key, standing(found)

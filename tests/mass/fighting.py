"""A player of any game who looks for a fight: random players hardly ever meet."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

ANY: Final = ""
"""Any answer but a pass."""

FOND: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "crisis_protocol": {"act": ("interact", "attack", "superpower", "move"), "react": (ANY,)},
    "dice_throne": {"announce": (ANY,), "react": (ANY,), "defence": (ANY,)},
    "heroclix": {
        "action": ("CLOSE", "RANGE", "charge", "running-shot", "hypersonic-speed", "mind-control", "MOVE"),
        "attack": ("close", "range"),
        "obey": (ANY,),
    },
    "unmatched_nemesis": {"action": ("attack",), "combo": (ANY,)},
    "wh40k": {
        "move": ("normal", "advance"),
        "arrive": (ANY,),
        "shoot": (ANY,),
        "ranged_target": (ANY,),
        "charge": (ANY,),
        "bolt": (ANY,),
    },
}
"""For each game and question the kinds of options that lead to a fight, the likeliest first."""

EAGER: Final = 0.8
"""So often the player does what leads to a fight; otherwise anything."""


def fight(request: Any, rng: Random, fond: Mapping[str, tuple[str, ...]]) -> Any:
    """A legal answer, mostly one that leads to a fight: of the kinds that are asked for, or where the hints lead."""
    space = request.space
    if rng.random() < EAGER:
        for kind in fond.get(request.ask, ()):
            if found := [option for option in space.options() or () if is_of(option, kind)]:
                return rng.choice(found)
        if getattr(space, "hints", ()) and (ideas := space.suggest(rng.randint(1, 4), rng)):
            return ideas[-1]
    return space.for_program(rng)


def is_of(option: Any, kind: str) -> bool:
    """Whether an option is of a kind, which is one of its words."""
    return option is not None if kind == ANY else kind in (option if isinstance(option, tuple) else (option,))

"""Units beside the battlefield, for tests of what happens before the battle, in Reserves and in Transports."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from rulewright.testing import Scenario
from rulewright_wh40k.state import Model, Unit

from .table import FOES, battle, sheet

CARRIER = "carrier"


def off(
    id: str, count: int = 1, area: str = "waiting", *, name: str = "", player: int | None = None, **more: Any
) -> Any:
    """A unit of that datasheet that is not on the battlefield; what is given more is for the unit."""
    seat = (1 if id == FOES else 0) if player is None else player
    called = name or id
    weapons = more.pop("weapons", (f"{id}/gun", f"{id}/blade"))
    one = Unit(called, seat, id, area=area, strength=more.pop("strength", count), **more)  # type: ignore[arg-type]
    wounds = [
        Model(f"{called}.{number}", called, called, seat, f"{id}/one", tuple(weapons), 1, away=True)
        for number in range(1, count + 1)
    ]
    return [one, *wounds]


def within(id: str, count: int = 1, carrier: str = CARRIER, **more: Any) -> Any:
    """A unit that is embarked."""
    return off(id, count, "embarked", carrier=carrier, **more)


def carrier(capacity: int = 10, *abilities: str, **more: Any) -> dict[str, Any]:
    """The datasheet of a Transport, which stands without a base."""
    room: Mapping[str, Any] = {"models": capacity, **more.pop("transport", {})}
    usual = {"keywords": ["Vehicle", "Transport"], "base": None, "hull": "60mm", "move": 10, "wounds": 2}
    return {**sheet(CARRIER, abilities=list(abilities), **{**usual, **more}), "transport": room}


def before(step: str, *things: Any, **more: Any) -> Scenario:
    """A step before the battle; player 0 is the Attacker."""
    return battle(*things, **more).begin(f"game/set-up/{step}")


def places(*spots: tuple[float, float], name: str = "mine") -> Any:
    """An answer: the models of a unit at these places."""
    return tuple((f"{name}.{number}", float(x), float(y)) for number, (x, y) in enumerate(spots, start=1))


def pocket(x: float, y: float, side: float, width: float = 60.0) -> list[dict[str, Any]]:
    """Debris up to ``width`` inches from the left edge, but for a square of this side from (x, y) on."""
    blocks = (
        (0, x, 0, 44), (x + side, width, 0, 44), (x, x + side, 0, y), (x, x + side, y + side, 44),
    )  # fmt: skip
    return [
        {"id": f"heap-{number}", "outline": [[a, c], [b, c], [b, d], [a, d]], "height": 0.5, "traits": ["debris"]}
        for number, (a, b, c, d) in enumerate(blocks)
    ]


def records(*things: Any) -> list[Any]:
    """Things as one list."""
    return list(chain.from_iterable(one if isinstance(one, list) else [one] for one in things))

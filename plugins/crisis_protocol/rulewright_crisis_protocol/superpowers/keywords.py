"""Keywords that are superpowers of many characters: flight, wall crawler, stealth and others."""

from __future__ import annotations

from typing import Any, Final

from rulewright import Power, rule
from rulewright.powers import Bearer, modifies

from ..movement.moves import CLIMBER
from ..numbers import UNLIMITED

STEALTH: Final = 3
"""The range within which attackers of a character with stealth must be."""


def _limit(keyword: str, stat: str, layer: str, amount: int, rule: str) -> Any:
    """A keyword that limits a number of its character."""

    def limit(game: Any, me: Bearer) -> int:
        return amount

    text = f"It counts as size {amount} where the movement tool is placed."
    return Power.of(keyword, modifies(stat, layer)(limit), text=text, rule=rule)


@modifies("targeted within", "at most")
@rule("superpower.keywords")
def _stealth(game: Any, me: Bearer) -> int:
    """Attackers must be near, where nothing forbids that it benefits from stealth."""
    return STEALTH if game.may("benefit from stealth", me.id) else UNLIMITED


KEYWORDS: Final = (
    _limit("flight", "movement size", "at least", CLIMBER, "keyword.flight"),
    _limit("wall crawler", "movement size", "at least", CLIMBER, "keyword.wall-crawler"),
    Power.of("stealth", _stealth, text=f"Attackers must be within range {STEALTH} of it.", rule="superpower.keywords"),
    Power.of("rogue agent", text="One in a squad counts as affiliated.", rule="affiliation.condition"),
    Power.of("always in cover", text="It benefits from cover wherever it stands.", rule="cover.effect"),
    Power.of("never injured for tokens", text="It contests tokens as if it were healthy.", rule="objective.contest"),
    Power.of("drops its own tokens", text="Its own player says where its tokens drop.", rule="objective.drop"),
    Power.of("free interaction", text="It pays nothing to interact with such tokens.", rule="objective.interact"),
    Power.of(
        "contests for the enemy", text="It contests such tokens as if it were an enemy.", rule="objective.contest"
    ),
    Power.of("never injured", text="It is KO'd instead of turning to its injured side.", rule="damage.ko"),
    Power.of("dodges by", text="It dodges by another defense.", rule="dodge.roll"),
    Power.of("immunity", text="It cannot be affected by the named special condition.", rule="keyword.immunity"),
)

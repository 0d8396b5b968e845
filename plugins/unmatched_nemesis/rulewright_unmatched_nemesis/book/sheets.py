"""The content as the rules use it: sheets of attacks, panels, skills and arenas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rulewright.programs import Program, Resolution

from .spaces import Arena, Range

if TYPE_CHECKING:
    from rulewright import Game, View
    from rulewright.vocabulary import Test


class AttackSheet(Struct, frozen=True):
    """An attack card or a special attack, ready to be resolved."""

    id: str
    type: str
    heavy: int
    light: int
    range: Range
    knockdown: bool
    program: Program
    symbol: str = ""
    """The symbol of an attack card."""
    cost: tuple[str, ...] = ()
    """The cost of a special attack."""
    answers: str = ""
    """What a response answers."""
    changes: tuple[ChangeSheet, ...] = ()
    """What changes while it is being resolved."""


class PanelSheet(Struct, frozen=True):
    """One side of a fighter's panel: special attacks for combos, and responses."""

    specials: Mapping[str, AttackSheet]
    responses: Mapping[str, AttackSheet]


class ChangeSheet(Struct, frozen=True):
    """How a text changes a registered number or permission, for its player's fighter or the opponent's."""

    stat: str
    layer: str
    amount: int
    opponent: bool
    test: Test | None

    def counts_for(self, game: Any, fighter: int, player: int, source: str) -> bool:
        """Whether the text of a player means a fighter, and its condition holds."""
        return (fighter != player) is self.opponent and holds(game, self.test, player, source)


class TriggerSheet(Struct, frozen=True):
    """What a skill does at a moment; ``place`` counts its moments from 1."""

    place: str
    when: str
    test: Test | None
    optional: bool
    once_per_turn: bool
    program: Program


class SkillSheet(Struct, frozen=True):
    """A skill card."""

    id: str
    initiative: int
    triggers: tuple[TriggerSheet, ...]
    changes: tuple[ChangeSheet, ...]


class ArenaSheet(Struct, frozen=True):
    """An arena, its corridors with their damage, and the box whose attack deck it needs."""

    place: Arena
    starts: tuple[str, str]
    entrances: Mapping[str, tuple[int, int]]
    deck: str


class OfCard(Resolution):
    """Effects at a moment that is about a card."""

    card: str


def run_of(player: int, source: str, card: str = "") -> Resolution:
    """What a text looks at before any of it is carried out, at a moment that is about a card or about none."""
    if card:
        return OfCard(player=player, source=source, queue=(), card=card)
    return Resolution(player=player, source=source, queue=())


def holds(game: Game | View, test: Test | None, player: int, source: str, card: str = "") -> bool:
    """Whether the condition of a text holds for its player."""
    return test is None or test.holds(game, run_of(player, source, card))

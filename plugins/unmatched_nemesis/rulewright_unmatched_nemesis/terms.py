"""What an attack under way is: who attacks with what, and how it was blocked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import Context, rule

if TYPE_CHECKING:
    from rulewright import Game, View

    from .book.sheets import AttackSheet, PanelSheet


class Attack(Context):
    """An attack under way. ``blocks`` are the uses of block made against it."""

    player: int
    name: str
    blocks: tuple[str, ...] = ()


@rule("setup.step-1")
def panel_of(game: Game | View, player: int) -> PanelSheet:
    """The side of the panel that a player uses."""
    fighter = game.state.fighters[player]
    found: PanelSheet = game.content.panels[fighter.name, fighter.side]
    return found


def sheet_of(game: Game | View, attack: Attack) -> AttackSheet:
    """The attack card, special attack or response that is being resolved."""
    panel = panel_of(game, attack.player)
    for sheets in (panel.specials, panel.responses, game.content.attacks):
        if attack.name in sheets:
            found: AttackSheet = sheets[attack.name]
            return found
    raise LookupError(attack.name)

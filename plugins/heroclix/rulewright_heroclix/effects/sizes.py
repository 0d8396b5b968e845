"""Sizes that change, for good or for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import EffectEnded, rule, trigger
from rulewright.vocabulary import variants

from ..book.sheets import Size
from ..events.characters import OldSizeReturned, SizeChanged
from ..terms import character, sheet
from .harm import OnCharacters
from .lasting import Duration, begin, running
from .words import Who

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright import Game, Steps
    from rulewright.state import Effect

    from .resolution import Run

RESIZED: Final = "resized"
"""The kind of effect by which a size symbol lasts for a while; its data have the symbol that comes back ("was")."""


class ChangeSize(OnCharacters, name="change_size", rule="21.2c", whom="to"):
    """Characters gain a size symbol, which replaces the one that they had; a Vehicle does not change size.

    With ``until`` the old one comes back when that time is over, or the power that gave the new one is lost (20.3).
    """

    to: Who = "self"
    size: Size
    until: Duration | None = None

    en = variants("give {to} the {size} size symbol", lasting="give {to} the {size} size symbol ({until})")
    zh = variants("{to}获得{size}体积标记", lasting="{to}获得{size}体积标记（{until}）")

    def do(self, game: Game, run: Run) -> Steps:
        for id in self.able(game, run):
            yield [EffectEnded(one.id, rule=self.rule) for one in resizing(game, id)]
            was = character(game, id).size
            yield SizeChanged(id, self.size, rule=self.rule)
            if self.until is not None:
                yield begin(game, run, id, self.until, {"was": was}, kind=RESIZED, rule=self.rule)

    @rule("21.2c", "1.4", "24.4")
    def possible(self, game: Game, id: str) -> bool:
        return not sheet(game, id).vehicle

    @rule("20.3")
    def able(self, game: Game, run: Run) -> list[str]:
        return super().able(game, run) if self.until is None or running(game, run, self.until) else []

    def variant(self) -> str:
        return "lasting" if self.until else ""


@rule("21.2c")
def resizing(game: Game, id: str) -> Iterator[Effect]:
    """What gives a character the size symbol that it has for a while; another one replaces it."""
    return (one for one in game.state.effects.values() if one.kind == RESIZED and one.target == id)


def _lasting(game: Game, event: EffectEnded) -> tuple[None, ...]:
    effect = game.state.effects.get(event.effect)
    due = effect is not None and effect.kind == RESIZED and effect.target in game.state.characters
    return (None,) if due and not isinstance(event, OldSizeReturned) else ()


@trigger(EffectEnded, before=True, sources=_lasting, order_matters=False, player=lambda game, event, source: None)
@rule("20.3", "21.2c")
def old_size_returns(game: Game, event: EffectEnded, source: None) -> EffectEnded:
    """When a size symbol has lasted its time, the character has its old one."""
    effect = game.state.effects[event.effect]
    return OldSizeReturned(event.effect, event.why, str(effect.target), effect.data["was"], rule="20.3")

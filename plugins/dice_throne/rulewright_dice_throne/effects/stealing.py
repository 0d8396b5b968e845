"""Stealing (8.5b)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, Literal

from rulewright import ask_which, rule
from rulewright.programs import counted
from rulewright.vocabulary import Amount

from ..damage.types import THEFT
from ..decks import cp_gained
from ..events.cards import CpLost
from ..events.damage import DamageGathered, HealingGathered
from ..events.status_effects import StatusRemoved
from ..resolution import Resolution, fire
from .tokens import received
from .tokens_removed import removable
from .verb import Verb
from .words import Who, seats

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from .worth import Judge


class Steal(Verb, name="steal", rule="8.5b.steal"):
    """Take from someone what they have, up to the amount, and add it to one's own (8.5b)."""

    patient = True

    what: Literal["cp", "health", "status"]
    amount: Amount = 1
    of: Who = "target"

    en = "steal {amount} {what} from {of}"
    zh = "盗取{of} {amount} {what}"

    def do(self, game: Game, run: Resolution) -> Steps:
        amount = counted(self.amount, game, run)
        moved: list[tuple[str, int, str]] = []
        for player in seats(game, run, self.of):
            moved += (yield from STOLEN[self.what](game, run, player, amount)) or ()
        return fire(game, *moved[0][:2], *moved[1:], about=moved[0][2], open=run.open) if moved else None

    def finds(self, game: Game, run: Resolution, player: int) -> bool:
        if self.what == "status":
            return bool(removable(game, player, to_move=True))
        hero = game.state.heroes[player]
        return bool(hero.cp if self.what == "cp" else game.state.sides[hero.side].health)

    def worth(self, judge: Judge) -> float:
        return judge.cp * judge.amount(self.amount)


@rule("note.double-8.5")
def _steal_cp(game: Game, run: Resolution, player: int, amount: int) -> Steps:
    amount = min(amount, game.state.heroes[player].cp)
    if amount:
        yield CpLost(player, amount, rule="8.5b.steal")
        gained = cp_gained(game, run.player, amount, "8.5b.steal")
        if gained is not None:
            yield gained


def _steal_health(game: Game, run: Resolution, player: int, amount: int) -> Steps:
    side = game.state.heroes[player].side
    waiting = (game.state.pending[seat].damage for seat, hero in game.state.heroes.items() if hero.side == side)
    gone = sum(taken for damage in waiting for type, taken, _ in damage if type == THEFT)
    amount = min(amount, game.state.sides[side].health - gone)
    if amount > 0:
        yield DamageGathered(player, amount, THEFT, run.source, rule="8.5b.steal")
        if game.may("healing", run.player):
            yield HealingGathered(run.player, amount, run.source, rule="8.5b.steal")


def _steal_status(game: Game, run: Resolution, player: int, amount: int) -> Steps:
    moved: list[tuple[str, int, str]] = []
    for _ in range(amount):
        names = removable(game, player, to_move=True)
        if not names:
            break
        name = yield from ask_which(run.player, "choose_status", names, "8.5b.steal", of=player, source=run.source)
        yield StatusRemoved(player, name, 1, rule="8.5b.steal")
        event = received(game, run, run.player, name, 1, inflicted=False)
        if event is not None:
            yield event
            moved.append(("status_gained", run.player, name))
    return moved


STOLEN: Final[Mapping[str, Callable[[Game, Resolution, int, int], Steps]]] = {
    "cp": _steal_cp, "health": _steal_health, "status": _steal_status,
}  # fmt: skip

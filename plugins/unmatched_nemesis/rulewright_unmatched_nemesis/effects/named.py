"""Words about a card that a player names, and that the opponent takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal

from rulewright import Violation, begin_effect, choose, during
from rulewright.effects import EffectEnded, effects
from rulewright.programs import Resolution
from rulewright.vocabulary import Test, Verb, variants

from ..book.sheets import OfCard
from ..hands import discard, hand
from ..skill_moments import TAKEN

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps, View
    from rulewright.state import Effect

    from ..book.wording import Wording

NAMED: Final = "named card"
"""The kind of effect that keeps a card which a player has named for a skill."""


def named_by(game: Game, run: Resolution) -> Iterator[Effect]:
    """What the player of a text has named for it."""
    return (one for one in effects(game, NAMED) if one.player == run.player and one.data["name"] == run.source)


class NameCard(Verb, name="name_card", rule="rule.golden"):
    """The acting player names an attack card of the deck, openly, until the round is over or another is named."""

    en = "name an attack card"
    zh = "指定一张攻击牌"

    def do(self, game: Game, run: Resolution) -> Steps:
        deck = game.content.deck(game.state.match[0].deck)
        card = yield choose(run.player, "name_card", tuple(dict.fromkeys(deck)), self.rule, source=run.source)
        for earlier in list(named_by(game, run)):
            yield EffectEnded(earlier.id, "replaced", rule=self.rule)
        data = {"name": run.source, "card": card}
        yield begin_effect(game, NAMED, during("round"), player=run.player, data=data, rule=self.rule)


class TakenIs(Test, key="taken", needs=(TAKEN,)):
    """The card that has been taken is the one that the player of the text has named."""

    taken: Literal["named"]

    def holds(self, game: Game, run: Resolution) -> bool:
        return isinstance(run, OfCard) and any(one.data["card"] == run.card for one in named_by(game, run))

    def said(self, wording: Wording) -> str:
        return wording.say("test.taken_named")


class DiscardTaken(Verb, name="discard_taken", rule="rule.golden", needs=(TAKEN,), whom="of"):
    """Whoever of them holds the card that has been taken discards it; of several, one."""

    of: Literal["self", "opponent", "both"] = "opponent"

    en = variants(
        self="you discard the same card", opponent="the opponent discards it", both="both of you discard that card"
    )
    zh = variants(self="你弃掉同名牌", opponent="对手弃掉该牌", both="双方各弃掉一张该牌")

    def do(self, game: Game, run: Resolution) -> list[Event]:
        return [discard(game, player, [card], self.rule) for player, card in self._held(game, run)]

    def can(self, game: Game, run: Resolution) -> bool:
        return any(self._held(game, run))

    def hindrance(self, view: View, run: Resolution) -> Violation | None:
        """Where no card has been taken, or it has gone, nobody discards it."""
        return None if any(self._held(view, run)) else Violation("nothing_taken", self.rule)

    def _held(self, game: Game | View, run: Resolution) -> Iterator[tuple[int, str]]:
        """Who of them holds the card."""
        seats = {"self": (run.player,), "opponent": (1 - run.player,), "both": (run.player, 1 - run.player)}[self.of]
        if isinstance(run, OfCard):
            yield from ((player, run.card) for player in seats if run.card in hand(game, player))

    def variant(self) -> str:
        return self.of

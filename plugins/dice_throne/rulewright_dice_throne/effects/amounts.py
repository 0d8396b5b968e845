"""Amounts of this game alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from rulewright import rule
from rulewright.programs import Judge
from rulewright.vocabulary import Count, Whole
from rulewright.vocabulary.amounts import multiple

from ..moments import ROLLED
from .values import ROLES, companion_of, faces_shown, stack_limit, symbols_of
from .words import CompanionId, Dice, Role, StatusId, SymbolId

if TYPE_CHECKING:
    from rulewright import Game

    from ..cards.wording import Wording
    from ..resolution import Resolution

SHOWN: Final = 1.5
HELD: Final = 2.0
"""What usually comes to dice that show a symbol, and to tokens that someone holds."""


@rule("8.3.multiplier")
class PerSymbol(Count, key="per"):
    """``times`` x [symbol] + ``plus`` (8.3), counted in the last effect roll or the defensive roll."""

    per: SymbolId
    times: Whole = 1
    plus: Whole = 0
    dice: Dice = "roll"
    at_most: Whole | None = None

    def count(self, game: Game, run: Resolution) -> int:
        symbols = symbols_of(game, run, self.dice)
        return multiple(self, sum(symbols[face - 1] == self.per for face in faces_shown(game, run, self.dice)))

    def said(self, wording: Wording) -> str:
        return wording.multiple(wording.say("amount.number_of", thing=wording.symbol(self.per)), self)

    def about(self, judge: Judge) -> float:
        return self.times * SHOWN + self.plus


class PerToken(Count, key="tokens"):
    """``times`` for each token of a status effect, + ``plus``."""

    tokens: StatusId
    of: Role = "self"
    times: Whole = 1
    plus: Whole = 0
    at_most: Whole | None = None

    def count(self, game: Game, run: Resolution) -> int:
        heroes = game.state.heroes
        return multiple(self, sum(heroes[player].count(self.tokens) for player in ROLES[self.of](game, run)))

    def said(self, wording: Wording) -> str:
        return wording.multiple(wording.held("number_of", self.of, self.tokens), self)

    def about(self, judge: Judge) -> float:
        return self.times * HELD + self.plus


class DialOf(Count, key="dial"):
    """What the dial of a companion shows, or the number of its tokens; 0 for a player without that companion."""

    dial: CompanionId
    of: Role = "self"

    def count(self, game: Game, run: Resolution) -> int:
        companions = (companion_of(game, player, self.dial) for player in ROLES[self.of](game, run))
        return sum(companion.dial for companion in companions if companion is not None)

    def said(self, wording: Wording) -> str:
        return wording.held("dial", self.of, self.dial)


class LimitOf(Count, key="limit_of"):
    """The stack limit of a status effect, as it stands for a player."""

    limit_of: StatusId
    of: Role = "self"

    def count(self, game: Game, run: Resolution) -> int:
        return sum(stack_limit(game, player, self.limit_of) for player in ROLES[self.of](game, run))

    def said(self, wording: Wording) -> str:
        return wording.held("limit_of", self.of, self.limit_of)


class Different(Count, key="different"):
    """How many different symbols, or numbers, dice show."""

    different: Literal["symbols", "numbers"]
    dice: Dice = "roll"

    def count(self, game: Game, run: Resolution) -> int:
        faces = faces_shown(game, run, self.dice)
        symbols = symbols_of(game, run, self.dice)
        return len(set(faces) if self.different == "numbers" else {symbols[face - 1] for face in faces})

    def said(self, wording: Wording) -> str:
        return wording.say(f"amount.different_{self.different}")

    def about(self, judge: Judge) -> float:
        return SHOWN


class DiceChosen(Count, key="best_die", needs=(ROLLED,)):
    """The number on one die of the last effect roll, chosen by the player of the effect."""

    best_die: Literal["chosen", "highest", "lowest"]

    def count(self, game: Game, run: Resolution) -> int:
        if self.best_die == "chosen":
            return run.picked
        best = max if self.best_die == "highest" else min
        return best(faces_shown(game, run, "roll"), default=0)

    def said(self, wording: Wording) -> str:
        return wording.say("amount.best_die")

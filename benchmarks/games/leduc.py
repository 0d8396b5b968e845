"""Leduc hold'em for two: a card each, a round of betting, a card for both, a second round; six cards of three ranks.

The blinds are 1 and 2, and the small blind, drawn by lot, begins. A raise is 2 chips beyond the other's in the first
round and 4 in the second; each round sees two at most. A pair with the card on the table wins, else the higher rank.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from rulewright import (
    Event,
    Game,
    GameOver,
    Loop,
    Options,
    Phase,
    Procedure,
    Record,
    Request,
    Ruleset,
    Seen,
    Shuffle,
    State,
    Steps,
    Table,
    Turn,
    trigger,
)
from rulewright.requests import CHANCE

from .tally import Tally

ACTIONS: Final = ("call", "raise", "fold", "check")
BLINDS: Final = (1, 2)
RAISE: Final = (2, 4)
RAISES: Final = 2
ASK: Final = tuple(
    tuple(
        tuple(
            Request(player, "bet", Options(tuple(action for action in ACTIONS if action not in (barred, full))))
            for barred in ("call", "check")
        )
        for full in (None, "raise")
    )
    for player in (0, 1)
)
"""The question to a player, by whether the round has had its raises and whether the other has put in more."""

DEAL: Final = Shuffle(tuple(range(6)), CHANCE)
LOT: Final = Shuffle((0, 1), CHANCE)
TALLY: Final = Tally()


class Seat(Record):
    """A player's card, two of each rank from the lowest, and the chips put in."""

    card: Annotated[int, Seen.OWNER] = -1
    chips: int = 0

    @property
    def player(self) -> int:
        """Whose seat it is."""
        return int(self.id)


class Middle(Record):
    """The card that will lie on the table and the one that does; the betting of the round."""

    covered: Annotated[int, Seen.NOBODY] = -1
    shown: int | None = None
    next: int = 0
    raises: int = 0
    agreed: int = 0


class Pub(State):
    """Two seats and one middle, with id 0."""

    seats: Table[Seat]
    middle: Table[Middle]


class Dealt(Event, frozen=True):
    """The cards are dealt from the end of the deck, and the blinds put in."""

    cards: Annotated[tuple[int, ...], Seen.NOBODY]
    small_blind: int

    def apply(self, state: Any) -> None:
        for player in (0, 1):
            seat = state.seats.edit(player)
            seat.card = self.cards[-1 - player]
            seat.chips = BLINDS[player != self.small_blind]
        middle = state.middle.edit(0)
        middle.covered = self.cards[-3]
        middle.next = self.small_blind


class Bet(Event, frozen=True):
    """A player has put in this many chips, none for a check."""

    player: int
    chips: int
    raised: bool

    def apply(self, state: Any) -> None:
        middle = state.middle.edit(0)
        middle.raises += self.raised
        middle.agreed = 1 if self.raised else middle.agreed + 1
        middle.next = 1 - self.player
        if self.chips:
            state.seats.edit(self.player).chips += self.chips


class Shown(Event, frozen=True):
    """The card for both lies on the table, and a new round of betting begins."""

    REVEALS = True

    def apply(self, state: Any) -> None:
        middle = state.middle.edit(0)
        middle.shown = middle.covered
        middle.raises = middle.agreed = 0


def deal(game: Game, context: None) -> Steps:
    """Shuffle, draw lots for the small blind, deal."""
    cards = yield DEAL
    lots = yield LOT
    return Dealt(cards, lots[0])


def bet(game: Game, turn: Turn) -> Steps:
    """Call or check, raise, or give up."""
    player = turn.player
    middle, seats = game.state.middle[0], game.state.seats
    behind = seats[1 - player].chips - seats[player].chips
    action = yield ASK[player][middle.raises == RAISES][behind > 0]
    if action == "fold":
        return GameOver((1 - player,), "fold")
    raised = action == "raise"
    return Bet(player, behind + RAISE[middle.shown is not None] if raised else behind, raised)


def betting(game: Game, last: Turn | None) -> Turn | None:
    """In turn until both have put in the same."""
    middle = game.state.middle[0]
    return None if middle.agreed == 2 else Turn(player=middle.next, number=last.number + 1 if last else 1)


def show(game: Game, context: None) -> Shown:
    """The card for both."""
    return Shown()


def showdown(game: Game, context: None) -> GameOver:
    """A pair, else the higher rank; equal ranks share."""
    shown = game.state.middle[0].shown // 2
    ranks = [game.state.seats[player].card // 2 for player in (0, 1)]
    if ranks[0] == ranks[1]:
        return GameOver((), "shared")
    return GameOver((ranks.index(shown if shown in ranks else max(ranks)),), "showdown")


@trigger(Bet, order_matters=False)
def onlooker(game: Game, event: Bet, source: Any) -> None:
    """Counts the bets."""
    TALLY.seen += 1


def populate(state: Pub, setup: Any, content: Any) -> None:
    """Two seats without cards."""
    for player in (0, 1):
        state.seats.add(Seat(player))
    state.middle.add(Middle(0))


LEDUC: Final = Ruleset(
    id="bench_leduc",
    title="Leduc hold'em",
    state=Pub,
    flow=Procedure(
        "leduc",
        [
            deal,
            Phase("first", [Loop("first bet", betting, [bet])]),
            show,
            Phase("second", [Loop("second bet", betting, [bet])]),
            showdown,
        ],
    ),
    populate=populate,
    events=(Dealt, Bet, Shown),
    triggers=(onlooker,),
)
RULES: Final = LEDUC.freeze()

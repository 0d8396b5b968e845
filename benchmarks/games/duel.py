"""A card duel in two phases: both draft a hand, then they play cards and strike with them in turns of two stages.

Draft: in turn, each takes one to three cards, until both have at least five. Battle: a turn begins with a card from the
deck; the player then may put one card from the hand on the table (stage "main"), and may give up one card on the table
to strike for a die of damage (stage "attack"). Who brings the other from 30 to 0 wins; after turn 200 it is a draw.
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
    Roll,
    Ruleset,
    Seen,
    Shuffle,
    State,
    Steps,
    Table,
    Turn,
    trigger,
)
from rulewright.dice import Die
from rulewright.requests import CHANCE

from .tally import Tally

CARDS: Final = 60
HEALTH: Final = 30
ENOUGH: Final = 5
LAST_TURN: Final = 200
D6: Final = Die.numbered(6)


def _questions(ask: str) -> tuple[tuple[Request, ...], ...]:
    """By player and number of cards: which card by its place, or none."""
    return tuple(
        tuple(Request(player, ask, Options((None, *range(cards)))) for cards in range(CARDS + 1)) for player in (0, 1)
    )


TAKE: Final = tuple(Request(player, "take", Options((1, 2, 3))) for player in (0, 1))
PLAY: Final = _questions("play")
STRIKE: Final = _questions("strike")
DAMAGE: Final = tuple(Roll((D6,), player, "damage") for player in (0, 1))
DEAL: Final = Shuffle(tuple(range(CARDS)), CHANCE)

TALLY: Final = Tally()


class Side(Record):
    """A player's health, hidden hand and cards on the table."""

    hp: int = HEALTH
    hand: Annotated[tuple[int, ...], Seen.COUNT] = ()
    board: tuple[int, ...] = ()

    @property
    def player(self) -> int:
        """Whose side it is."""
        return int(self.id)


class Deck(Record):
    """The cards that nobody has seen, the next one last; and how many turns of the draft there were."""

    cards: Annotated[tuple[int, ...], Seen.NOBODY] = ()
    drafts: int = 0


class Arena(State):
    """Two sides and one deck, with id 0."""

    sides: Table[Side]
    deck: Table[Deck]


class Dealt(Event, frozen=True):
    """The deck lies shuffled."""

    cards: Annotated[tuple[int, ...], Seen.NOBODY]

    def apply(self, state: Any) -> None:
        state.deck.edit(0).cards = self.cards


class Taken(Event, frozen=True):
    """A player took this many cards in the draft."""

    player: int
    count: int

    REVEALS = True

    def apply(self, state: Any) -> None:
        deck = state.deck.edit(0)
        side = state.sides.edit(self.player)
        side.hand += deck.cards[: -self.count - 1 : -1]
        deck.cards = deck.cards[: -self.count]
        deck.drafts += 1


class Drawn(Event, frozen=True):
    """A player drew the next card."""

    player: int

    REVEALS = True

    def apply(self, state: Any) -> None:
        deck = state.deck.edit(0)
        side = state.sides.edit(self.player)
        cards = deck.cards
        side.hand += cards[-1:]
        deck.cards = cards[:-1]


class Played(Event, frozen=True):
    """A player put the card at that place of the hand on the table."""

    player: int
    place: int

    def apply(self, state: Any) -> None:
        side = state.sides.edit(self.player)
        hand = side.hand
        side.board += (hand[self.place],)
        side.hand = hand[: self.place] + hand[self.place + 1 :]


class Struck(Event, frozen=True):
    """A player gave up the card at that place on the table and struck the other."""

    player: int
    place: int
    damage: int

    def apply(self, state: Any) -> None:
        side = state.sides.edit(self.player)
        board = side.board
        side.board = board[: self.place] + board[self.place + 1 :]
        state.sides.edit(1 - self.player).hp -= self.damage


def deal(game: Game, context: None) -> Steps:
    """Shuffle the deck."""
    cards = yield DEAL
    return Dealt(cards)


def take(game: Game, turn: Turn) -> Steps:
    """Take one to three cards."""
    count = yield TAKE[turn.player]
    return Taken(turn.player, count)


def draw(game: Game, turn: Turn) -> Drawn | None:
    """The turn begins with a card, while there are any."""
    return Drawn(turn.player) if game.state.deck[0].cards else None


def main(game: Game, turn: Turn) -> Steps:
    """Put a card on the table, or none."""
    player = turn.player
    place = yield PLAY[player][len(game.state.sides[player].hand)]
    return None if place is None else Played(player, place)


def attack(game: Game, turn: Turn) -> Steps:
    """Strike with a card on the table, or hold."""
    player = turn.player
    place = yield STRIKE[player][len(game.state.sides[player].board)]
    if place is None:
        return
    (damage,) = yield DAMAGE[player]
    yield Struck(player, place, damage)
    if game.state.sides[1 - player].hp <= 0:
        return GameOver((player,))


def draft_turns(game: Game, last: Turn | None) -> Turn | None:
    """In turn until both have enough."""
    if last is None:
        return Turn(player=0)
    sides = game.state.sides
    if len(sides[0].hand) >= ENOUGH and len(sides[1].hand) >= ENOUGH:
        return None
    return Turn(player=1 - last.player, number=last.number + 1)


def battle_turns(game: Game, last: Turn | None) -> Turn | None:
    """The player after the last one who drafted begins; turns are counted on from the draft."""
    if last is None:
        drafts = game.state.deck[0].drafts
        return Turn(player=drafts % 2, number=drafts + 1)
    return Turn(player=1 - last.player, number=last.number + 1) if last.number < LAST_TURN else None


def exhausted(game: Game, context: None) -> GameOver:
    """Nobody has won in time."""
    return GameOver((), "time")


@trigger(Played, order_matters=False)
def onlooker(game: Game, event: Played, source: Any) -> None:
    """Counts the cards that are played."""
    TALLY.seen += 1


@trigger(Struck, order_matters=False)
def medic(game: Game, event: Struck, source: Any) -> None:
    """Counts the strikes."""
    TALLY.seen += 1


def populate(state: Arena, setup: Any, content: Any) -> None:
    """Two fresh sides and a deck not dealt yet."""
    for player in (0, 1):
        state.sides.add(Side(player))
    state.deck.add(Deck(0))


DUEL: Final = Ruleset(
    id="bench_duel",
    title="Duel",
    state=Arena,
    flow=Procedure(
        "duel",
        [
            deal,
            Phase("draft", [Loop("draft turn", draft_turns, [take])]),
            Phase("battle", [Loop("turn", battle_turns, [draw, main, attack])]),
            exhausted,
        ],
    ),
    populate=populate,
    events=(Dealt, Taken, Drawn, Played, Struck),
    triggers=(onlooker, medic),
)
RULES: Final = DUEL.freeze()

"""Page 11, steps 5 and 6: the display, the start player and the first hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Pick, Procedure, ask_which, rule
from rulewright.requests import CHANCE
from rulewright.zones import shuffle

from ..display import fill_display, take
from ..events.before import StartPlayerFound
from ..skills import initiative
from ..state import DECK, DISPLAY, DISPLAY_SIZE

if TYPE_CHECKING:
    from rulewright import Game, Steps
    from rulewright.zones import CardsMoved


@rule("next-round.deck")
def lay_display(game: Game, context: Any) -> Steps:
    """The attack deck is shuffled, and four cards are turned up."""
    yield from shuffle(game, DECK, rule="setup.display")
    yield fill_display(game, "setup.display")


@rule("note.start-player-term")
def find_start_player(game: Game, context: Any) -> Steps:
    """The higher initiative starts round 1; the loser of a round starts the next one."""
    if game.state.match[0].round > 1:
        yield StartPlayerFound(game.state.match[0].start, rule="next-round.start-player")
    else:
        yield from compare_initiative(game)


@rule("skill-card.initiative")
def compare_initiative(game: Game) -> Steps:
    """The player with the higher initiative starts, one whom chance picks where they are equal."""
    highest = max(initiative(game, seat) for seat in game.players)
    found = tuple(seat for seat in game.players if initiative(game, seat) == highest)
    if len(found) == 1:
        (player,) = found
    else:
        (player,) = yield Pick(found, 1, CHANCE, "start_player", "setup.step-6-first", stream="setup")
    yield StartPlayerFound(player, rule="setup.step-6-first")


class Taking(Context):
    """Whose turn it is to take a card from the display, and which card it is, counting from 1."""

    player: int
    number: int = 1


@rule("next-round.hands", "note.initiative")
def draft_leader(game: Game) -> int:
    """Who takes the first card: the start player of round 1, then the higher initiative; a tie goes to the former."""
    start = int(game.state.match[0].start)
    if game.setup.draft_order == "start player":
        return start
    return max((start, 1 - start), key=lambda player: initiative(game, player))


@rule("setup.step-6-draft", "next-round.hands")
def next_taking(game: Game, last: Taking | None) -> Taking | None:
    """The first player takes one card, the other two, the first the last one."""
    if last is None:
        return Taking(player=draft_leader(game))
    if last.number == DISPLAY_SIZE:
        return None
    return Taking(player=1 - last.player if last.number in (1, 3) else last.player, number=last.number + 1)


@rule("setup.step-6-draft", "next-round.hands")
def take_from_display(game: Game, taking: Taking) -> Steps:
    """A card of the display, as long as there is one, comes into the hand; its attack is not resolved."""
    cards = tuple(dict.fromkeys(game.state.zones[DISPLAY].cards))
    if not cards:
        return
    card = yield from ask_which(taking.player, "take_card", cards, "setup.step-6-draft")
    yield take(game, taking.player, card, "setup.step-6-draft")


@rule("setup.step-6-refill", "next-round.hands")
def refill_after_draft(game: Game, context: Any) -> CardsMoved | None:
    """Four new cards are turned up."""
    return fill_display(game, "setup.step-6-refill")


OPENING: Final = Procedure(
    "opening",
    [lay_display, find_start_player, Loop("opening draft", next_taking, [take_from_display]), refill_after_draft],
)

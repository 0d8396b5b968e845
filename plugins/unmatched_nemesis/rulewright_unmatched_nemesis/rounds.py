"""Pages 18 and 19: how a round is won, what comes then, and who wins the match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from rulewright import GameOver, Leave, rule
from rulewright.zones import move

from .events.rounds import RoundBegan, RoundWon
from .space.arena import sheet_of
from .state import ACTIVE, DECK, DISCARD, DISPLAY, HAND, KEPT, Fighter

if TYPE_CHECKING:
    from rulewright import Game, Round, Steps
    from rulewright.zones import CardsMoved

ROUNDS_TO_WIN: Final = 2


@rule("round-end.token", "round-end.triggers", "goal.match")
def win_round(game: Game, winner: int, reason: str, rule: str) -> Steps:
    """The winner takes a victory token, or wins the match with the second; otherwise the next round begins."""
    yield RoundWon(winner, reason, rule=rule)
    if game.state.fighters[winner].wins == ROUNDS_TO_WIN:
        return GameOver((winner,), reason, rule="goal.match")
    yield turn_up_second(game, 1 - winner)
    return Leave("round")


@rule("next-round.start-player", "note.flip-twice")
def turn_up_second(game: Game, loser: int) -> CardsMoved:
    """The loser of a round turns up the other skill."""
    return move(game, game.state.zones[KEPT[loser]].cards, KEPT[loser], ACTIVE[loser], rule="round-end.flip")


@rule("round-end.deck-out", "goal.deck-out", "note.least-damage")
def win_by_damage(game: Game, active: int) -> Steps:
    """Least heavy damage wins, then least light damage, then the player whose turn it is."""
    best = min(_fighters(game), key=lambda fighter: (fighter.heavy, fighter.light, fighter.id != active))
    return (yield from win_round(game, int(best.id), "deck_out", "round-end.deck-out"))


@rule("next-round.discard", "next-round.models", "setup.step-3", "setup.step-7")
def begin_round(game: Game, context: Round) -> RoundBegan:
    """No cubes, the models on the starting spaces, and the tokens of the beginning."""
    starts = sheet_of(game).starts
    first, second = (first_tokens(game, fighter, context.number) for fighter in _fighters(game))
    return RoundBegan(context.number, starts, (first, second), rule="next-round.models")


@rule("note.tokens-between-rounds")
def first_tokens(game: Game, fighter: Fighter, number: int) -> int:
    """The tokens with which a fighter begins a round of that number."""
    keeps = number > 1 and game.setup.tokens == "kept"
    return fighter.tokens if keeps else own_tokens(game, fighter.name)


@rule("setup.step-1", "field.fighters")
def own_tokens(game: Game, fighter: str) -> int:
    """The tokens that a fighter brings to the table, if it has any."""
    tokens: Any = game.content["fighters"][fighter].tokens
    return 0 if tokens is None else int(tokens.start)


def _fighters(game: Game) -> Iterable[Fighter]:
    found: Iterable[Fighter] = game.state.fighters.values()
    return found


@rule("next-round.discard", "next-round.deck")
def gather_cards(game: Game, context: Round) -> Steps:
    """Hands are discarded, and all attack cards make a new deck."""
    for place in (*HAND, DISPLAY):
        if cards := game.state.zones[place].cards:
            yield move(game, cards, place, DISCARD, rule="next-round.discard")
    if cards := game.state.zones[DISCARD].cards:
        yield move(game, cards, DISCARD, DECK, rule="next-round.deck")

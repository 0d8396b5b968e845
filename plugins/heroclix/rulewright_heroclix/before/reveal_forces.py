"""Step 1 before the game: forces are revealed, and the first player is determined (4.1)."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Roll, choose, rule

from ..events.before import CardChosen, FirstPlayerSet, InitiativeRolled
from ..forces.muster import musters, named
from ..forces.restrictions import unmet
from ..terms import character, sheet

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps


THEMED: Final = 3
"""The initiative bonus of a themed team (23.3)."""


class Revealing(Context):
    """A player may use another card of a character."""

    player: int
    character: str


@rule("1.9b", "1.9bi")
def next_revealed(game: Game, last: Revealing | None) -> Revealing | None:
    """Each character of which another card may be used, in order of the seats."""
    ids = list(map(str, game.state.characters))
    left = ids if last is None else ids[ids.index(last.character) + 1 :]
    id = next((one for one in left if other_cards(game, one)), None)
    return None if id is None else Revealing(player=character(game, id).player, character=id)


@rule("1.9b", "1.9bi", "1.9c")
def other_cards(position: Position, id: str) -> list[str]:
    """The default card and the alternate cards that a character may use instead of the one it has."""
    now, own = sheet(position, id), position.content.characters
    if now.version is not None and now.version.kind == "legacy":
        return []
    seat = character(position, id).starting
    force = musters(position.setup, position.content)[seat]
    one = next(recruit for name, recruit in named(seat, force) if name == id)
    cards = [own[card.id] for card in now.printed.cards if card.kind != "legacy"]
    return [card.id for card in cards if card.id != now.id and not unmet(force, one, card)]


@rule("1.9b", "4.1")
def choose_card(game: Game, revealing: Revealing) -> Steps:
    """Its player may replace the card that it has by an alternate card whose requirement is met."""
    id = revealing.character
    options = [*other_cards(game, id), None]
    card = yield choose(revealing.player, "card", options, "1.9b", character=id)
    if card is not None:
        yield CardChosen(id, card, rule="1.9b")


@rule("4.1a", "4.1b", "23.3")
def determine_first_player(game: Game, context: Any) -> Steps:
    """Each player rolls for the first turn; the highest may decline, and then the second highest is first."""
    highest, second, *_ = yield from _ranked(game, game.players)
    first = yield choose(highest, "first_player", (highest, second), "4.1b")
    yield FirstPlayerSet(first, highest, rule="4.1b")


@rule("4.1b", "23.3")
def _ranked(game: Game, seats: tuple[int, ...]) -> Any:
    """The players by their rolls of 2d6 with the initiative bonus, the highest first; those who are tied roll again."""
    if len(seats) == 1:
        return seats
    sums: dict[int, int] = {}
    for seat in seats:
        faces = yield Roll.d6(2, seat, "initiative", rule="4.1b")
        bonus = THEMED if game.state.forces[seat].keyword else 0
        yield InitiativeRolled(seat, faces, bonus, rule="4.1b")
        sums[seat] = sum(faces) + bonus
    ranked: list[int] = []
    for _, tied in groupby(sorted(seats, key=lambda seat: -sums[seat]), key=lambda seat: sums[seat]):
        ranked += yield from _ranked(game, tuple(tied))
    return tuple(ranked)

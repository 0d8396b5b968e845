"""Page 12: a turn fills the display and has exactly two actions: move, attack or combo. Corridors come in between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Procedure, Turn, Violation, because, choose, rule
from rulewright.zones import CardsMoved

from .attack import ATTACK
from .book.wording import name_of
from .combo import COMBO, closed_links, open_links
from .corridors import closed_corridors, corridors, use_corridor
from .display import fill_display, take
from .events.attacks import AttackMissed
from .events.movement import Moved
from .events.turns import TurnBegan, TurnStarted
from .hands import hand
from .rounds import win_by_damage
from .space.arena import closed_ways, is_in_range, space_of, ways
from .state import DECK, DISPLAY, DISPLAY_SIZE

if TYPE_CHECKING:
    from rulewright import Game, Steps


@rule("turn.order", "next-round.start-player")
def next_turn(game: Game, last: Turn | None) -> Turn:
    """From the start player on the two players take turns."""
    if last is None:
        return Turn(player=game.state.match[0].start)
    return Turn(player=1 - last.player, number=last.number + 1)


def begin_turn(game: Game, turn: Turn) -> TurnBegan:
    """It is a player's turn."""
    return TurnBegan(turn.player, turn.number, rule="turn.order")


@rule("turn.refill", "round-end.triggers", "goal.deck-out", "note.display-empty")
def refill(game: Game, turn: Turn) -> Steps:
    """The display is filled up to four; where the deck cannot do it, the round is over."""
    zones = game.state.zones
    if len(zones[DISPLAY].cards) + len(zones[DECK].cards) < DISPLAY_SIZE:
        return (yield from win_by_damage(game, turn.player))
    return fill_display(game, "turn.refill")


@rule("corridor.not-before-start", "skill-card.active")
def start_of_turn(game: Game, turn: Turn) -> TurnStarted:
    """What active skills do at the start of the turn; corridors are closed until then."""
    return TurnStarted(turn.player, rule="turn.order")


class Action(Context):
    """Which action of a turn it is, counting from 1; ``free`` where a corridor was used and it is still to come."""

    player: int
    number: int = 1
    free: bool = False


@rule("turn.actions", "corridor.free", "corridor.not-after-second", "note.actions")
def next_action(game: Game, last: Action | None) -> Action | None:
    """Exactly two actions; a corridor is none, and may be used before each of them."""
    if last is None:
        return Action(player=game.context(Turn).player)
    if last.free:
        return Action(player=last.player, number=last.number)
    left = last.number < game.number("actions", last.player)
    return Action(player=last.player, number=last.number + 1) if left else None


@rule("turn.actions", "turn.attack-choose", "combo.contents", "corridor.free", "corridor.not-during-action")
@rule("note.empty-combo")
def open_actions(game: Game, player: int) -> list[tuple[str, str]]:
    """Everything that a player can do now; a combo begins with its first link."""
    cards = dict.fromkeys(game.state.zones[DISPLAY].cards)
    return [
        *(("attack", card) for card in cards),
        *(("move", space) for space in ways(game, player)),
        *open_links(game, player),
        *(("corridor", space) for space in corridors(game, player)),
    ]


@rule("turn.attack-choose", "combo.hand-cards")
def closed_actions(game: Game, player: int) -> Iterator[tuple[tuple[str, str], Violation]]:
    """The actions that are closed to a player now, each with the reason."""
    display = game.state.zones[DISPLAY].cards
    for card in dict.fromkeys(hand(game, player)):
        if card not in display:
            name = name_of(game.content, card)
            yield ("attack", card), Violation("not_in_display", "combo.hand-cards", what=name)
    for space, why in closed_ways(game, player, "turn.move"):
        yield ("move", space), why
    yield from closed_links(game, player)
    for space, why in closed_corridors(game, player):
        yield ("corridor", space), why


@rule("turn.actions")
def act(game: Game, action: Action) -> Steps:
    """The player chooses and carries out an action, the same one as before or another."""
    player = action.player
    what = yield choose(
        player, "action", game.on_demand(open_actions, player), "turn.actions",
        why_not=game.on_demand(closed_actions, player), number=action.number,
    )  # fmt: skip
    kind, name = what
    if kind == "attack":
        return because(ATTACK_ACTION(player=player, card=name), rules=("turn.actions",))
    if kind == "move":
        return Moved(player, (space_of(game, player), name), rule="turn.move")
    if kind == "corridor":
        yield game.note(action, free=True)
        return (yield from use_corridor(game, player, name))
    return because(COMBO(player=player, what=what), rules=("turn.actions",))


class Strike(Context):
    """An attack action with a card of the display."""

    player: int
    card: str


@rule("turn.attack-resolve", "attack.range-required", "combo.hand-cards")
def resolve_attack(game: Game, strike: Strike) -> Any:
    """The attack is resolved if the opponent is in range."""
    if is_in_range(game, strike.player, game.content.attacks[strike.card].range):
        return because(ATTACK(player=strike.player, name=strike.card), rules=("turn.attack-resolve",))
    return AttackMissed(strike.player, strike.card, rule="attack.range-required")


@rule("turn.attack-take")
def take_card(game: Game, strike: Strike) -> CardsMoved | None:
    """The card comes into the hand, resolved or not, unless it has left the display."""
    there = strike.card in game.state.zones[DISPLAY].cards
    return take(game, strike.player, strike.card, "turn.attack-take") if there else None


ATTACK_ACTION: Final = Procedure("attack action", [resolve_attack, take_card], Strike)
ACTIONS: Final = Loop("action", next_action, [act])
TURNS: Final = Loop("turn", next_turn, [begin_turn, refill, start_of_turn, ACTIONS])

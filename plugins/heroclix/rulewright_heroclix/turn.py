"""A turn in its four phases (chapter 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, GameOver, Loop, Turn, choose, rule

from .actions import Deed, can_act, can_be_given, closed_actions, comes_to_nothing, deeds, given
from .events.turns import Cleared, TokensCleared, TurnBegan, TurnEnding, TurnOver
from .movement.placing import bring_back
from .tarot import draw_tarot
from .terms import turn_order
from .terrain.markers import remove_markers
from .victory import defeats, most_points

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps


@rule("4.5", "26.1", "4.1b")
def next_turn(game: Game, last: Turn | None) -> Turn | None:
    """The first player begins; turns pass to the left, past defeated players."""
    order = turn_order(game)
    number = 1 if last is None else last.number + 1
    after = order if last is None else (*order[order.index(last.player) + 1 :], *order)
    seat = next((one for one in after if not game.state.forces[one].defeated), None)
    return None if seat is None or number > game.setup.turns else Turn(player=seat, number=number)


@rule("4.1b", "8.1h", "26.2")
def active_player(game: Game) -> int | None:
    """Whose turn it is; before the first turn, the first player."""
    turn = game.find_context(Turn)
    if turn is not None:
        return turn.player
    found = game.state.match.get(0)
    return None if found is None else found.first


@rule("9.1", "pac.smoke-cloud", "pac.barrier", "15.3a")
def clear_markers(game: Game, turn: Turn) -> list[Event]:
    """Markers that last until this turn of the player are removed, before the turn brings new ones."""
    return remove_markers(game, turn.player)


@rule("9", "9.1", "9.1a", "25.7")
def begin_turn(game: Game, turn: Turn) -> Steps:
    """A tarot card is drawn before anything else, then what is stated to happen at the beginning of a turn happens."""
    if turn.player in game.state.tarot:
        yield from draw_tarot(game, turn.player)
    yield TurnBegan(turn.player, rule="9.1")


class Choice(Context):
    """Something that a player does in the action phase; ``over`` when the player goes on to the end of the turn."""

    player: int
    over: bool = False


@rule("9.2", "9.2a")
def next_choice(game: Game, last: Choice | None) -> Choice | None:
    """Until the active player decides to go to the end of turn phase."""
    player = game.context(Turn).player
    if (last is not None and last.over) or game.state.forces[player].defeated:
        return None
    return Choice(player=player)


def possible_deeds(game: Game, player: int) -> list[Any]:
    """The actions that the active player may be able to give, and None for the end of the action phase."""
    return [*deeds(game, player), None]


@rule("7", "9.2", "9.2a", "8.1j")
def act(game: Game, choice: Choice) -> Steps:
    """The active player gives an action, or ends the action phase."""
    player = choice.player
    deed = None
    if can_act(game, player):

        def open(game: Game, deed: Deed | None) -> bool:
            return deed is None or can_be_given(game, player, deed)

        def idle(game: Game, deed: Deed) -> bool:
            return comes_to_nothing(game, player, deed)

        options = game.on_demand(possible_deeds, player, only=open)
        why_not = game.on_demand(closed_actions, player)
        nothing = game.on_demand(deeds, player, only=idle)
        deed = yield choose(player, "action", options, "9.2", why_not=why_not, idle=nothing)
    if deed is None:
        return game.note(choice, over=True)
    return given(game, *deed)


@rule("9", "9.3", "9.3a")
def end_turn(game: Game, turn: Turn) -> Event:
    """What is stated to happen at the end of a turn happens."""
    return TurnEnding(turn.player, rule="9.3")


@rule("9", "9.4", "9.4a", "22.2")
def clear(game: Game, turn: Turn) -> Steps:
    """Each character of the active player that was not given a token this turn loses its action tokens."""
    force = [one for one in game.state.characters.values() if one.player == turn.player]
    rested = (str(one.id) for one in force if one.tokens and not {"token", "strained"} & set(one.done))
    cleared = tuple(id for id in rested if game.may("clear tokens", id))
    if cleared:
        yield TokensCleared(cleared, rule="9.4")
        if game.rules.powers.listens(Cleared):
            yield [Cleared(id, rule="9.4") for id in cleared]


@rule("9.4")
def finish_turn(game: Game, turn: Turn) -> Event:
    """The turn ends."""
    return TurnOver(turn.player, rule="9.4")


@rule("5.3a", "5.4", "26.4")
def time_is_up(game: Game, turn: Turn) -> Steps:
    """After the last turn that was agreed on, victory points decide."""
    if turn.number >= game.setup.turns:
        yield GameOver((yield from most_points(game)), "time", rule="5.3a")


GAME_TURN: Final = Loop(
    "turn",
    next_turn,
    [
        clear_markers,
        begin_turn,
        bring_back,
        Loop("actions", next_choice, [act]),
        end_turn,
        clear,
        finish_turn,
        defeats,
        time_is_up,
    ],
    announce=True,
)

"""Team tactic cards: played by a player in the own turn, or at their moment, and paid by a character of the squad."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from rulewright import Trigger, ask_which, reaction, rule
from rulewright.powers import Bearer

from .events.characters import PowerSpent
from .events.superpowers import TacticPlayed
from .running import Run, resolve
from .superpowers.moments import MOMENTS, WINDOWS
from .superpowers.powers import near
from .terms import Dodge, able, can_pay, character, characters_of, pool_of

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps
    from rulewright.timing import Reaction

    from .book.sheets import TacticSheet
    from .cards.loading import Book


@rule("tactic-card.active", "tactic-card.play", "damage.dazed-limits", "power.spend")
def open_tactics(game: Game, player: int) -> list[str]:
    """The active cards that a player can play now: some character can pay for them."""
    cards = game.content.tactics
    mine = game.state.squads[player].tactics
    return [id for id in mine if not cards[id].when and any(payers(game, player, cards[id]))]


@rule("tactic-card.play", "damage.dazed-limits", "power.spend")
def payers(position: Position, player: int, card: TacticSheet) -> Iterator[str]:
    """The characters that may play a card and can pay for it: able ones of the squad."""
    return (str(one.id) for one in characters_of(position, player) if may_play(position, str(one.id), card))


@rule("tactic-card.play", "tactic-card.anatomy", "damage.dazed-limits", "power.spend")
def may_play(position: Position, id: str, card: TacticSheet) -> bool:
    """Whether a character can pay for a card, is one of those that it names, and its condition holds."""
    if not able(position, id) or not can_pay(position, id, card.cost):
        return False
    run = Run(player=character(position, id).player, source=card.id, queue=(), character=id)
    named = not card.by or any(one.fits(position, run, id) for one in card.by)
    return named and (card.test is None or card.test.holds(position, run))


@rule("tactic-card.play", "tactic-card.active", "timing.any-time")
def play_tactic(game: Game, player: int, id: str) -> Steps:
    """A character pays for the card, which is discarded, and its text happens."""
    found = list(payers(game, player, game.content.tactics[id]))
    who = yield from ask_which(player, "payer", found, "tactic-card.play", card=id)
    return (yield from _play(game, player, id, who))


def _play(game: Game, player: int, id: str, who: str, chosen: str = "") -> Steps:
    card = game.content.tactics[id]
    yield TacticPlayed(player, id, rule="tactic-card.play")
    if card.cost and who in game.state.characters:
        yield PowerSpent(who, card.cost, rule="power.spend")
    return resolve(player, who, id, card.program, chosen, card.cost) if who in game.state.characters else None


# Reactive cards ---------------------------------------------------------------------------------------------


@rule("tactic-card.reactive", "tactic-card.play")
def playable_in(window: str) -> Callable[[Game, int, Any], Iterator[str]]:
    """The reactive cards that a player can play in a window, for the character that rolls there."""
    moments = {moment for moment, (name, _) in WINDOWS.items() if name == window}

    def options(game: Game, player: int, context: Any) -> Iterator[str]:
        who = _roller(game, player, context)
        for id in game.state.squads[player].tactics:
            card = game.content.tactics[id]
            if card.when in moments and who and may_play(game, who, card):
                pool = WINDOWS[card.when][1]
                if not pool or pool == pool_of(context, who):
                    yield id

    return options


def _roller(game: Game, player: int, context: Any) -> str:
    fighters = (context.character,) if isinstance(context, Dodge) else (context.attacker, context.target)
    return next((one for one in fighters if one in game.state.characters and character(game, one).player == player), "")


def _reaction_in(window: str) -> Reaction:
    @reaction(window, options=playable_in(window), name=f"card in {window}")
    @rule("tactic-card.reactive", "tactic-card.play")
    def play(game: Game, player: int, id: str, context: Any) -> Steps:
        """A reactive card is played, for the character that rolls."""
        return _play(game, player, id, _roller(game, player, context))

    return play


REACTIONS: Final = [_reaction_in(window) for window in dict.fromkeys(name for name, _ in WINDOWS.values())]

EVENTS: Final = {
    event: frozenset(name for name, one in MOMENTS.items() if event in one.events and not one.windows)
    for event in dict.fromkeys(chain.from_iterable(one.events for one in MOMENTS.values() if not one.windows))
}
"""The moments of reactive cards after each event."""


@rule("tactic-card.reactive")
def triggered(game: Game, event: Any) -> list[str]:
    """The reactive cards for which an event is the moment, as "player card"."""
    moments, cards = EVENTS[type(event)], game.content.tactics
    return [
        f"{squad.id} {id}"
        for squad in game.state.squads.values()
        for id in squad.tactics
        if cards[id].when in moments and any(True for _ in concerned(game, int(squad.id), cards[id], event))
    ]


@rule("tactic-card.reactive", "measure.within")
def concerned(game: Game, player: int, card: TacticSheet, event: Any) -> Iterator[tuple[str, str]]:
    """The characters that may play a card for an event, each with whom its text means by "chosen"."""
    moment = MOMENTS[card.when]
    for id in payers(game, player, card):
        if not moment.me or getattr(event, moment.me) == id:
            other = moment.meant(game, Bearer(game, "characters", id), event)
            if other is not None and near(game, card, id, other or id):
                yield id, other


@rule("tactic-card.reactive", "tactic-card.play")
def play_at_moment(game: Game, event: Any, source: str) -> Steps:
    """A reactive card is played when its trigger happens, by one of the characters that may."""
    player, id = source.split()
    found = dict(concerned(game, int(player), game.content.tactics[id], event))
    if not found:
        return None
    who = yield from ask_which(int(player), "payer", list(found), "tactic-card.play", card=id)
    return (yield from _play(game, int(player), id, who, found[who]))


def card_triggers(book: Book) -> list[Trigger]:
    """What listens to the events that are moments of cards; nothing listens to others."""
    events = tuple(event for event, moments in EVENTS.items() if not moments.isdisjoint(book.card_moments))
    return [
        Trigger(
            play_at_moment, events, optional=True, name="reactive card", sources=triggered,
            player=lambda game, event, source: int(source.split()[0]),
        )
    ] if events else []  # fmt: skip

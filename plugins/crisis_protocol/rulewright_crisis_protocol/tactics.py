"""Team tactic cards: played by a player in the own turn, or at their moment, and paid by a character of the squad."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import ask_which, reaction, rule, trigger

from .events.attacks import AttackResolved, Targeted
from .events.characters import DamageSuffered, PowerSpent
from .events.superpowers import TacticPlayed
from .running import resolve
from .superpowers.moments import WINDOWS
from .terms import Dodge, able, can_pay, character, characters_of, pool_of

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps
    from rulewright.timing import Reaction

    from .book.sheets import TacticSheet


@rule("tactic-card.active", "tactic-card.play", "damage.dazed-limits", "power.spend")
def open_tactics(game: Game, player: int) -> list[str]:
    """The active cards that a player can play now: some character can pay for them."""
    cards = game.content.tactics
    mine = game.state.squads[player].tactics
    return [id for id in mine if not cards[id].when and any(payers(game, player, cards[id]))]


@rule("tactic-card.play", "damage.dazed-limits", "power.spend")
def payers(position: Position, player: int, card: TacticSheet) -> Iterator[str]:
    """The characters that can pay for a card: able ones of the squad."""
    for one in characters_of(position, player):
        if able(position, str(one.id)) and can_pay(position, str(one.id), card.cost):
            yield str(one.id)


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
            if card.when in moments and who and able(game, who) and can_pay(game, who, card.cost):
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

CONCERNS: Final[dict[type[Any], dict[str, tuple[str, str]]]] = {
    Targeted: {"targeted": ("target", "attacker")},
    AttackResolved: {"after attack": ("attacker", "target"), "after attacked": ("target", "attacker")},
    DamageSuffered: {"damaged": ("character", "by")},
}
"""The moments of reactive cards after an event: whose card it is, and whom its text means by "chosen"."""


@rule("tactic-card.reactive")
def triggered(game: Game, event: Any) -> list[str]:
    """The reactive cards for which an event is the moment, as "player card"."""
    found = []
    for moment, (field, _) in CONCERNS[type(event)].items():
        who = getattr(event, field)
        if not able(game, who) or (isinstance(event, DamageSuffered) and not event.amount):
            continue
        player = character(game, who).player
        for id in game.state.squads[player].tactics:
            card = game.content.tactics[id]
            if card.when == moment and can_pay(game, who, card.cost):
                found.append(f"{player} {id}")
    return found


@trigger(
    Targeted, AttackResolved, DamageSuffered, optional=True, name="reactive card",
    sources=triggered, player=lambda game, event, source: int(source.split()[0]),
)  # fmt: skip
@rule("tactic-card.reactive", "tactic-card.play")
def play_at_moment(game: Game, event: Any, source: str) -> Steps:
    """A reactive card is played when its trigger happens."""
    player, id = source.split()
    who, chosen = CONCERNS[type(event)][game.content.tactics[id].when]
    return _play(game, int(player), id, getattr(event, who), getattr(event, chosen))

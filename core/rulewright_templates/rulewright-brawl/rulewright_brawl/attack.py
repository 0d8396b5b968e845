"""3 The attack: roll the dice, let both players react, count the hits."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright import Game, Layer, Procedure, Roll, Stat, StatRule, Steps, Window, reaction, rule, trigger
from rulewright.zones import draw

from .cards import Attack, count_hits, play, playable
from .state import DiceRolled, Wounded, deck, hand

STRENGTH = StatRule(
    stat=Stat("strength", (Layer("modify", "add"),), least=0, en="strength", zh="力量", rule="3.1"),
    base=lambda game, fighter: 3,
    reads=("fighters", "effects"),
)


@rule("3.1")
def roll_dice(game: Game, attack: Attack) -> Steps:
    """The attacker rolls as many dice as the fighter is strong; each 4, 5 and 6 is a hit."""
    faces = yield Roll.d6(game.number("strength", attack.player), attack.player, "attack", rule="3.1")
    yield DiceRolled(attack.player, faces, rule="3.1")
    hits = count_hits(faces)
    yield game.note(attack, hits=hits, misses=len(faces) - hits)


@rule("3.3")
def wound(game: Game, attack: Attack) -> Steps:
    """Each hit costs the defender 1 health."""
    if attack.hits:
        yield Wounded(attack.opponent, attack.hits, rule="3.3")


ATTACK = Procedure("attack", [roll_dice, Window("attack rolled", rule="3.2"), wound], Attack)


def cards_to_react(game: Game, player: int, attack: Attack) -> Iterable[str]:
    """The cards with which a player may react to a roll."""
    return playable(game, player, "attacker" if player == attack.player else "defender")


@reaction("attack rolled", options=cards_to_react)
@rule("3.2")
def react(game: Game, player: int, card: str, attack: Attack) -> Steps:
    """Both may play cards on a roll, until both pass."""
    yield from play(game, player, card, rule="3.2")


def may_hold_reaction(game: Game, player: int, window: str) -> bool:
    """Who holds cards is asked, whatever cards they are: not being asked would tell the opponent."""
    return bool(game.state.zones[hand(player)].cards)


def badly_wounded(game: Game, event: Wounded) -> Iterable[int]:
    """Whom the trigger below is for."""
    return [event.player] if event.amount >= 3 else []


@trigger(Wounded, sources=badly_wounded, player=lambda game, event, source: event.player)
@rule("4.1")
def grit(game: Game, event: Wounded, player: int) -> Steps:
    """Who loses 3 health or more at once draws a card."""
    yield from draw(game, 1, deck(player), hand(player), rule="4.1")

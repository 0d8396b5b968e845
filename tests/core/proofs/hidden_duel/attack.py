"""An attack with a card of the row: blocked with cards of a hidden hand in windows that tell nothing, then the dice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec

import rulewright as rw

from .hands import (
    DEAL,
    Action,
    Duel,
    Fighter,
    Hurt,
    Scene,
    cards,
    discard,
    fill_row,
    hand,
    imagine,
    lay_out,
    name_of,
    row_is_short,
    symbol,
    take,
    two_actions,
)
from .market import discard_at_once


class Attack(msgspec.Struct, frozen=True):
    """What an attack card does besides its symbol. Abilities are not blocked."""

    kind: str = "assault"
    heavy: int = 0
    light: int = 0
    effect: str = ""
    knockdown: bool = False


ATTACKS = {
    "guard": Attack(light=1),
    "parry": Attack(light=2),
    "kick": Attack(light=2, effect="disarm"),
    "lunge": Attack(heavy=1, effect="bruise"),
    "elbow": Attack(heavy=1, light=1),
    "hook": Attack(heavy=2, knockdown=True),
    "taunt": Attack(kind="ability", light=1, effect="disarm"),
    "stare": Attack(kind="ability", light=1, knockdown=True),
}


class Cubes(Scene, frozen=True):
    """A scene with the wounds that the fighters have."""

    heavy: tuple[int, int] = (0, 0)
    light: tuple[int, int] = (0, 0)


def populate(duel: Duel, setup: Cubes, content: Any) -> None:
    lay_out(duel, setup)
    for player in (0, 1):
        duel.fighters.add(Fighter(player, setup.heavy[player], setup.light[player]))


class Recovered(rw.Event, frozen=True):
    fighter: int
    light: int

    def apply(self, duel: Duel) -> None:
        duel.fighters.edit(self.fighter).light -= self.light


# ----------------------------------------------------------------------------------------------------------- a turn


@rw.rule("round-end.deck-out")
def refill(game: rw.Game, turn: rw.Turn) -> Any:
    """Where the deck cannot fill the row the round is over: least heavy, then least light, then who is on turn."""
    if not row_is_short(game):
        return fill_row(game)
    fighters = game.state.fighters.values()
    best = min(fighters, key=lambda fighter: (fighter.heavy, fighter.light, fighter.id != turn.player))
    return rw.GameOver((int(best.id),), "least wounds", rule="round-end.deck-out")


class Blow(rw.Context):
    """An attack that is resolved. ``blocks`` are the uses of block made against it."""

    player: int
    card: str
    blocks: tuple[str, ...] = ()

    @property
    def attack(self) -> Attack:
        return ATTACKS[name_of(self.card)]


def attack_with_card(game: rw.Game, action: Action) -> rw.Steps:
    card = yield rw.choose(action.player, "attack with", cards(game, "row"), "turn.actions")
    return BLOW(player=action.player, card=card)


def take_card(game: rw.Game, blow: Blow) -> rw.Event:
    """The card of the attack comes into the hand when it is resolved: it counts for no block."""
    return take(game, blow.player, blow.card, "turn.attack-take")


# --------------------------------------------------------------------------------------------------------- blocking


def blocks(game: rw.Game, player: int, blow: Blow) -> Iterator[tuple[str, str]]:
    uses = ("reduce", "cancel") if blow.attack.effect else ("reduce",)
    shields = [card for card in hand(game, player) if symbol(card) == "shield"]
    yield from product((use for use in uses if use not in blow.blocks), shields)


@rw.reaction("assault declared", options=blocks)
@rw.rule("block.use")
def block(game: rw.Game, player: int, choice: tuple[str, str], blow: Blow) -> rw.Steps:
    """A shield reduces the damage or cancels the effect; two shields do both."""
    use, shield = choice
    yield discard(game, player, [shield], "block.use")
    yield game.note(blow, blocks=(*blow.blocks, use))


def may_hold_shield(game: rw.Game, player: int, window: str) -> bool:
    """Whether the opponent cannot rule out a shield: then the defender is asked, whatever the hand is."""
    zone = game.state.zones[f"hand:{player}"]
    if len(game.context(Blow).blocks) == 2:
        return False
    return any(1 - player not in knowers for knowers in zone.known or ((),) * len(zone.cards))


BLOCKING = rw.Procedure(
    "blocking",
    [rw.Window("assault declared", "each until pass", lambda game, blow: (1 - blow.player,), "block.use")],
    when=lambda game: game.context(Blow).attack.kind == "assault",
)


# -------------------------------------------------------------------------------------------------- damage and effect


@rw.rule("attack.step-1")
def deal_damage(game: rw.Game, blow: Blow) -> Hurt | None:
    """A reducing block ignores 1 heavy for every two cards in hand and 1 light for each, discarded shields apart."""
    count = len(hand(game, 1 - blow.player)) if "reduce" in blow.blocks else 0
    heavy, light = max(0, blow.attack.heavy - count // 2), max(0, blow.attack.light - count)
    return Hurt(1 - blow.player, heavy, light, rule="attack.step-1") if heavy or light else None


@rw.rule("attack.step-2")
def resolve_effect(game: rw.Game, blow: Blow) -> rw.Steps:
    other, effect = 1 - blow.player, "" if "cancel" in blow.blocks else blow.attack.effect
    if effect == "bruise":
        yield Hurt(other, 0, 1, rule="attack.step-2")
    if effect == "disarm" and hand(game, other):
        card = yield rw.choose(other, "discard", hand(game, other), "attack.step-2")
        yield discard(game, other, [card], "attack.step-2")


@rw.rule("knockdown.dice-roll")
def knockdown_test(game: rw.Game, blow: Blow) -> rw.Steps:
    """The attacker may call for a test: three dice against all cubes of the opponent."""
    if not blow.attack.knockdown:
        return None
    called = yield rw.choose(blow.player, "knockdown test", (True, False), "attack.step-3")
    if not called:
        return None
    faces = yield rw.Roll.d6(3, 1 - blow.player, "knockdown test", "knockdown.dice-roll")
    fighter = game.state.fighters[1 - blow.player]
    if sum(faces) < fighter.heavy + fighter.light:
        return rw.GameOver((blow.player,), "knocked down", rule="round-end.knockdown")
    return Recovered(1 - blow.player, fighter.light // 2, rule="knockdown.dice-roll")


BLOW = rw.Procedure("blow", [BLOCKING, deal_damage, resolve_effect, knockdown_test, take_card], Blow)
ACTIONS = rw.Loop("action", two_actions, [attack_with_card])
RULESET = rw.Ruleset(
    id="hidden-duel-attack",
    title="Attacks and hidden hands",
    state=Duel,
    flow=rw.Procedure("duel", [DEAL, rw.Loop("turn", rw.turns(lambda game: game.players), [refill, ACTIONS])]),
    procedures=[BLOW],
    populate=populate,
    setup=Cubes,
    triggers=[discard_at_once],
    reactions=[block],
    timing=rw.TimingPolicy(rw.active_first, ask_all=may_hold_shield),
    determinize=imagine,
)
RULES = RULESET.freeze()

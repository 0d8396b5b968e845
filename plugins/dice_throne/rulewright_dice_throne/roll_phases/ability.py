"""What becomes of the announced ability: whether it is an Attack, and whether it needs a target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import rule
from rulewright.programs import deed_at

from ..decks import draw_cards
from ..events.attack import AttackAdvanced
from ..resolution import resolve
from ..state import OFFENCE
from ..terms import has_leaders, leaders
from .rolling import RollPhases

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from ..book.sheets import RowSheet, VariantSheet
    from ..state import Attack


def is_announced(game: Game) -> bool:
    """Whether there is an ability to activate."""
    return bool(game.state.attack[0].stage == "announced")


def announced(game: Game, player: int) -> tuple[VariantSheet, RowSheet]:
    """The announced ability, and the highest of its tiers that the dice satisfy."""
    hero = game.state.heroes[player]
    variant = game.content.variants(hero.name, hero.levels)[game.state.attack[0].variant]
    return variant, game.content.row(hero.name, variant, game.state.rolls[OFFENCE].faces)


@rule("9.2.reward", "9.2.reward-timing", "9.2.sole-leader", "9.2.tied-leader")
def reward(game: Game, *, counted: bool = False) -> Steps:
    """A player who attacks a leader draws a card as soon as the target is named; a sole leader cannot attack one.

    With the option ``card_for_damage`` it is drawn when the damage has been ``counted``.
    """
    attack = game.state.attack[0]
    if counted is not game.setup.card_for_damage:
        return
    if has_leaders(game) and attack.attacks and attack.target in leaders(game):
        yield from draw_cards(game, attack.attacker, 1, "9.2.reward")


@rule("7.2.attack", "11.attack", "3.4.step-4", "3.6.trigger")
def is_to_attack(game: Game) -> bool:
    """Whether the activated ability deals damage to its target, or may do so once there is one."""
    attack = game.state.attack[0]
    book = game.content
    return bool(attack.attacks and (attack.parts or any(deed_at(book, key).strikes for key in attack.deferred)))


@rule("3.4.step-4", "3.5.trigger")
def finish_without_attack(game: Game, phases: RollPhases) -> Steps | None:
    """An ability without an Attack is finished at once: its other effects find their target now."""
    attack = game.state.attack[0]
    if is_to_attack(game) or not attack.deferred or needs_targeting(game) or is_lost(game, attack):
        return None
    return land(game, phases)


@rule("field.elimination")
def is_lost(game: Game, attack: Attack) -> bool:
    """Whether the attacker or the target is out, so that nothing more comes of the ability."""
    heroes = game.state.heroes
    return bool(heroes[attack.attacker].out or (attack.target >= 0 and heroes[attack.target].out))


@rule("3.6.step-1")
def land(game: Game, phases: RollPhases) -> Steps:
    """Step 1: everything of the ability that is not damage reaches the target, before the defence."""
    attack = game.state.attack[0]
    yield AttackAdvanced("landing", rule="3.6.step-1")
    return resolve(
        attack.attacker, "ability", attack.variant, attack.deferred,
        dice=attack.dice, chosen=attack.chosen, paid=attack.paid, removed=attack.removed, roller=attack.attacker,
    )  # fmt: skip


@rule("3.5.trigger", "field.skip-targeting", "note.step-4-next-phase", "note.collateral-target")
def needs_targeting(game: Game) -> bool:
    """With one opponent there is nothing to find out, nor for effects that say themselves whom they concern."""
    attack = game.state.attack[0]
    if attack.stage != "activated" or attack.target >= 0 or is_lost(game, attack):
        return False
    return is_to_attack(game) or any(deed_at(game.content, key).at_target for key in attack.deferred)

"""3.6, steps 1 to 4: the Attack reaches its target, who defends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Call, Procedure, Roll, Window, because, choose, rule
from rulewright.dice import D6

from ..damage.attacks import is_attack, is_defendable
from ..events.attack import DefenceChosen, DefenceLocked
from ..events.dice import EffectDiceRolled
from ..moments import DEFENCE_ROLLED, LANDING
from ..numbers import MOST_DICE, explained
from ..resolution import fire, resolve
from ..state import DEFENCE
from .ability import is_lost, is_to_attack
from .rolling import RollPhases

if TYPE_CHECKING:
    from rulewright import Because, Event, Game, Steps

    from ..book.sheets import HeroSheet, LevelSheet
    from ..state import Attack


@rule("3.6.trigger", "note.undefendable-phase")
def is_under_attack(game: Game) -> bool:
    """The Offensive Roll Phase has produced an Attack."""
    attack = game.state.attack[0]
    return attack.stage == "activated" and not is_lost(game, attack) and is_to_attack(game)


@rule("7.2.modifier", "4.2.passive", "6.1.active", "field.status-negative")
def modified(game: Game, context: Any) -> Because | None:
    """Everything of attacker and target that the Attack triggers, including tokens just gained."""
    attack = game.state.attack[0]
    if not is_attack(attack):
        return None
    return because(fire(game, "attacking", attack.attacker, ("attacked", attack.target)), rules=("7.2.modifier",))


def window_if_attacked(game: Game, phases: RollPhases) -> Window | None:
    """Attack modifiers may be played before the defence."""
    return LANDING if is_attack(game.state.attack[0]) else None


@rule("3.6.step-2", "4.3.defensive", "7.1.normal", "7.1.collateral")
def choose_defence(game: Game, phases: RollPhases) -> Steps | None:
    """Step 2: against an Attack that is defendable the defender may activate one defensive ability."""
    attack = game.state.attack[0]
    if not is_defendable(attack) or not game.may("defence", attack.target):
        return None
    return _choose_defence(game, attack.target)


def _choose_defence(game: Game, defender: int) -> Steps:
    hero = game.state.heroes[defender]
    sheet = game.content.heroes[hero.name]
    names = tuple(sheet.abilities[slot].id for slot in sheet.defences)
    if names:
        ability = yield choose(defender, "defence", (*names, None), "3.6.step-2")
        if ability is not None:
            yield DefenceChosen(defender, ability, rule="3.6.step-2")


def is_defended(game: Game) -> bool:
    """Whether the defender uses a defensive ability."""
    return bool(game.state.attack[0].defence)


@rule("3.6.step-3", "field.defence")
def roll_defence(game: Game, phases: RollPhases) -> Steps:
    """Step 3: the defender rolls the dice of the defensive ability, once."""
    attack = game.state.attack[0]
    level = _defence(game, attack)
    dice = min(MOST_DICE, level.dice + game.number("defence dice", attack.target))
    if level.dice and dice > 0:
        faces = yield Roll((D6,) * dice, attack.target, "defensive_roll", "3.6.step-3")
        rolled = EffectDiceRolled(attack.target, DEFENCE, faces, attack.defence, rule="3.6.step-3")
        yield explained(game, rolled, "defence dice", attack.target)
    return DEFENCE_ROLLED


def _defence(game: Game, attack: Attack) -> LevelSheet:
    hero = game.state.heroes[attack.target]
    sheet: HeroSheet = game.content.heroes[hero.name]
    return sheet.level(sheet.slots[attack.defence], hero.levels)


def defence_rolled(game: Game, phases: RollPhases) -> Call | None:
    """What is triggered by the defensive roll."""
    return fire(game, "defence_rolled", game.state.attack[0].target)


@rule("3.6.step-4", "field.defence")
def resolve_defence(game: Game, phases: RollPhases) -> Because | None:
    """Step 4: the results of the defensive roll; the damage and prevention among them wait for step 6."""
    attack = game.state.attack[0]
    program = _defence(game, attack).program
    effect = resolve(attack.target, "defence", attack.defence, program, roller=attack.target, place=DEFENCE)
    return because(effect, rules=("3.6.step-4",))


def lock_defence(game: Game, phases: RollPhases) -> Event:
    """The defensive dice have done their work."""
    return DefenceLocked(rule="3.6.step-4")


DEFENCE_STEPS: Final = Procedure(
    "defence", [roll_defence, defence_rolled, resolve_defence, lock_defence], when=is_defended
)

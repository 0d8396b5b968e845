"""Chapters 3.4 step 4, 3.5, 3.6 and 4: an ability is activated, finds its target, is defended against and counted."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from rulewright import Call, Context, Loop, Phase, Procedure, Roll, Step, Window, because, choose, rule
from rulewright.dice import D6
from rulewright.programs import deed_at, numbers

from .damage import (
    SETTLED,
    about_to_fall,
    attack_parts,
    damage_left,
    is_anything_pending,
    is_attack,
    is_defendable,
    output,
    settle_all,
    who_received,
)
from .decks import draw_cards
from .events import (
    AbilityActivated,
    AbilityLocked,
    AttackAdvanced,
    AttackCounted,
    AttackDealt,
    DefenceChosen,
    DefenceLocked,
    DiceTaken,
    EffectDiceRolled,
    PhaseBegan,
    RollPhasesBegan,
    RollPhasesEnded,
    TargetChosen,
    TargetingDieRolled,
)
from .modes import TEAMS, has_leaders, leaders, neighbours, opponents, targets
from .numbers import MOST_DICE, explained
from .resolution import fire, resolve
from .rolling import ROLLING, RollPhases
from .state import ASIDE, DEFENCE, OFFENCE
from .statuses import is_to_be_modified
from .timing import ACTIVATED, AIMED, DAMAGE_DEALT, DEFENCE_ROLLED, LANDING, LAST_CHANCE, TARGETED, UNDER_WAY

if TYPE_CHECKING:
    from rulewright import Because, Event, Game, Steps

    from .book import HeroSheet, LevelSheet, RowSheet, VariantSheet
    from .state import Attack


def next_roll_phases(game: Game, last: RollPhases | None) -> RollPhases | None:
    """Once a turn, and once more for each further Offensive Roll Phase that was ordered."""
    now = game.state.round[0]
    if last is None:
        return RollPhases(player=now.active)
    if not now.extra:
        return None
    player, against = now.extra[0]
    return RollPhases(player=player, against=against, again=True)


def begin_roll_phases(game: Game, phases: RollPhases) -> Event:
    """No dice lie on the table, and no Attack is under way."""
    return RollPhasesBegan(phases.player, phases.again, rule="3.order")


def before_offensive_roll(game: Game, phases: RollPhases) -> Call | None:
    """What is triggered before the Offensive Roll Phase, and may make the player skip it."""
    return fire(game, "before_offensive_roll", phases.player)


# Step 4 -----------------------------------------------------------------------------------------------------


def is_announced(game: Game) -> bool:
    """Whether there is an ability to activate."""
    return bool(game.state.attack[0].stage == "announced")


@rule("4.4.counter", "4.1.requirement", "field.board")
def lock_in(game: Game, phases: RollPhases) -> Steps:
    """The announcement stands: the dice are locked, nothing of the ability has happened."""
    variant, row = announced(game, phases.player)
    yield AbilityLocked(row.attacks, variant.ultimate, rule="4.4.counter")
    return fire(game, "offensive_roll_end", phases.player)


def announced(game: Game, player: int) -> tuple[VariantSheet, RowSheet]:
    """The announced ability, and the highest of its tiers that the dice satisfy."""
    hero = game.state.heroes[player]
    variant = game.content.variants(hero.name, hero.levels)[game.state.attack[0].variant]
    return variant, game.content.row(hero.name, variant, game.state.rolls[OFFENCE].faces)


@rule("3.4.step-4", "4.1.requirement", "4.4.counter", "field.board", "overview.structure", "field.skip-targeting")
def activate(game: Game, phases: RollPhases) -> Steps:
    """Step 4: the announced ability is activated, the highest of its tiers that the dice satisfy."""
    player = phases.player
    variant, row = announced(game, player)
    others = opponents(game, player)
    target = phases.against if phases.against >= 0 else others[0] if len(others) == 1 else -1
    yield AbilityActivated(player, variant.id, target, rule="3.4.step-4")
    yield from reward(game)
    return resolve(player, "ability", variant.id, row.program, staged=True)


def activated(game: Game, phases: RollPhases) -> Call | None:
    """What is triggered by the activation."""
    return fire(game, "ability_activated", phases.player)


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


@rule("7.2.attack", "11.attack", "3.4.step-4")
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
    """Whether the attacker or the target is out, so that nothing comes of the ability any more."""
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


CARRIED_OUT: Final = Procedure(
    "carried out", [activate, activated, finish_without_attack, ACTIVATED], when=is_announced
)
ACTIVATION: Final = Procedure("activation", [lock_in, CARRIED_OUT], when=is_announced)
"""An ability that fails between the two is not activated at all."""

# 3.5 --------------------------------------------------------------------------------------------------------


@rule("3.5.trigger", "field.skip-targeting", "7.1.collateral", "note.collateral-target")
def needs_targeting(game: Game) -> bool:
    """With one opponent there is nothing to find out, nor for effects that say themselves whom they concern."""
    attack = game.state.attack[0]
    if attack.stage != "activated" or attack.target >= 0 or is_lost(game, attack):
        return False
    return is_to_attack(game) or any(deed_at(game.content, key).at_target for key in attack.deferred)


@rule("3.5.roll")
def roll_for_target(game: Game, phases: RollPhases) -> Steps | None:
    """Against a team a die finds the target. Like other dice it may be changed, but not after an Ultimate."""
    return _roll_for_target(game, phases.player) if game.setup.mode == TEAMS else None


def _roll_for_target(game: Game, player: int) -> Steps:
    faces = yield Roll((D6,), player, "targeting_roll", "3.5.roll")
    locked = game.state.attack[0].ultimate
    yield TargetingDieRolled(player, ASIDE, faces, "targeting", locked, rule="3.5.roll")
    return None if locked else AIMED


@rule("3.5.trigger")
def find_target(game: Game, phases: RollPhases) -> Steps:
    """The target is determined, also for an ability without an Attack."""
    player = phases.player
    if game.state.rolls[ASIDE].faces:
        target = yield from aimed_at(game, player, game.state.rolls[ASIDE].faces[0])
        yield DiceTaken((ASIDE,))
    else:
        target = yield from chosen_target(game, player)
    yield TargetChosen(player, target, rule="3.5.trigger")
    if is_to_attack(game):
        yield from reward(game)
    return TARGETED


@rule("3.5.table", "9.1.teams")
def aimed_at(game: Game, player: int, face: int) -> Steps:
    """1 and 2 the opponent on the left, 3 and 4 on the right; with 5 the opponents decide, with 6 the active player."""
    left, right = neighbours(game, player)
    if face in ON_THE_LEFT:
        return left
    if face in ON_THE_RIGHT:
        return right
    found = targets(game, player)
    if len(found) == 1:
        return found[0]
    if face == THEY_DECIDE:
        return (yield choose(left, "who_defends", found, "3.5.table", attacker=player))
    return (yield choose(player, "target", found, "3.5.table"))


ON_THE_LEFT: Final = (1, 2)
ON_THE_RIGHT: Final = (3, 4)
THEY_DECIDE: Final = 5


@rule("3.5.king-of-the-hill")
def chosen_target(game: Game, player: int) -> Steps:
    """Where everyone plays alone no die is rolled: the active player chooses among all opponents."""
    others = targets(game, player)
    return (yield choose(player, "target", others, "3.5.king-of-the-hill")) if len(others) > 1 else others[0]


# 3.6 --------------------------------------------------------------------------------------------------------


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
    dice = min(MOST_DICE, level.dice + game.number("defence dice", attack.target)) if level.dice else 0
    if dice > 0:
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


DAMAGE_INCOMING: Final = "damage_incoming"


class LastChance(Context):
    """The last window, which stands open once more when tokens that came in it change the Attack."""


@rule("3.6.step-5", "6.1.active")
def next_chance(game: Game, last: LastChance | None) -> LastChance | None:
    """Once, and once more as long as there is something new that modifies the Attack."""
    return LastChance() if last is None or is_to_be_modified(game) else None


@rule("3.6.step-5")
def last_chance(game: Game, chance: LastChance) -> Steps | None:
    """Step 5: the last window before damage is counted."""
    return _last_chance(game) if is_attack(game.state.attack[0]) else None


def _last_chance(game: Game) -> Steps:
    if game.state.attack[0].stage != "counting":
        yield AttackAdvanced("counting", rule="3.6.step-5")
    return LAST_CHANCE


LAST_CHANCES: Final = Loop("last chances", next_chance, [Step(modified, "modified_by_late_tokens"), last_chance])


@rule("6.3.spendable", "note.spend-windows")
def late_chance(game: Game, context: Any) -> Window | None:
    """Damage outside of an Attack that no window has followed so far can be prevented like any other."""
    return LAST_CHANCE if any(pending.damage for pending in game.state.pending.values()) else None


@rule("7.1.output", "7.3.ignorable")
def damage_incoming(game: Game, phases: RollPhases) -> Call | None:
    """What is triggered by damage that is about to be dealt to the target and to others whom the Attack hurts."""
    attack = game.state.attack[0]
    if attack.stage != "counting":
        return None
    hurt = [player for player in opponents(game, attack.attacker) if player != attack.target and output(game, player)]
    return fire(game, DAMAGE_INCOMING, attack.target, *((DAMAGE_INCOMING, player) for player in hurt))


@rule("3.6.step-6", "10.1.order", "10.3.simultaneous", "4.4.unstoppable", "9.2.reward-timing")
def count_damage(game: Game, phases: RollPhases) -> Steps:
    """Step 6: the Attack joins the other damage, prevention and healing of the phase, and all is applied together."""
    attack = game.state.attack[0]
    target = attack.target
    others = damage_left(game, game.state.pending[target])
    parts = attack_parts(attack) if attack.stage == "counting" else ()
    if parts:
        yield from reward(game, counted=True)
    for type, amount in parts:
        yield AttackCounted(target, amount, type, attack.variant, rule="3.6.step-6")
    dealt: dict[int, int] = {}
    if parts or is_anything_pending(game):
        dealt = yield from settle_all(game)
    amount = max(0, dealt.get(target, 0) - others)
    yield AttackDealt(attack.attacker, target, amount, rule="3.6.step-6")


def after_damage(game: Game, phases: RollPhases) -> Call | None:
    """The effects of the ability that come after its damage; players who are out do nothing."""
    attack = game.state.attack[0]
    if game.state.heroes[attack.attacker].out:
        return None
    ordered = [deed_at(game.content, key).verb for least, key in attack.after if attack.dealt >= least]
    effects = [effect for verb in ordered for effect in verb.effects]
    return resolve(
        attack.attacker, "after", attack.variant, numbers(effects),
        dice=attack.dice, paid=attack.paid, removed=attack.removed, roller=attack.attacker,
    )  # fmt: skip


def damage_was_dealt(game: Game, phases: RollPhases) -> Call | None:
    """What is triggered by the damage that the Attack dealt, and by all damage that was received with it."""
    attack = game.state.attack[0]
    hurt = [("damage_dealt", attack.attacker)] if attack.dealt else []
    hurt += who_received(game, game.players)
    return fire(game, *hurt[0], *hurt[1:]) if hurt else None


def was_activated(game: Game) -> bool:
    """Whether an ability was activated, an Attack or not."""
    return game.state.attack[0].stage in (*UNDER_WAY, "dealt")


@rule("field.status-negative")
def concluded(game: Game, phases: RollPhases) -> Call | None:
    """What is triggered when the Attack is over, or what an ability without one has done to its target.

    With the option ``waits_for_attack`` the latter waits for an Attack.
    """
    attack = game.state.attack[0]
    waits = game.setup.waits_for_attack and not is_attack(attack)
    targets = [] if waits or attack.target < 0 else [("attack_concluded", attack.target)]
    return fire(game, "attack_concluded", attack.attacker, *targets)


CONCLUDED: Final = Procedure("concluded", [concluded, *SETTLED], when=was_activated)


# The phases -------------------------------------------------------------------------------------------------


def begins(phase: str) -> Any:
    """The step by which a phase begins."""

    @cache
    def began(player: int) -> Event:
        return PhaseBegan(player, phase, rule="3.order")

    def begin_phase(game: Game, context: Any) -> Event:
        return began(game.state.round[0].active)

    return begin_phase


@rule("overview.lose", "field.elimination")
def is_held(game: Game, phase: str) -> bool:
    """Whether a phase takes place in this turn: it is not skipped, and the active player has not lost meanwhile."""
    now = game.state.round[0]
    return not (phase in now.skipped or game.state.heroes[now.active].out)


def unless_skipped(phase: str) -> Any:
    """The condition under which a phase takes place."""
    return lambda game: is_held(game, phase)


OFFENSIVE_ROLL: Final = Phase(
    "offensive_roll",
    [
        begins("offensive_roll"), ROLLING, ACTIVATION, *SETTLED
    ],
    when=unless_skipped("offensive_roll"), announce=False, windows=False,
)  # fmt: skip

TARGETING_ROLL: Final = Phase(
    "targeting_roll",
    [begins("targeting_roll"), roll_for_target, find_target, finish_without_attack, late_chance, *SETTLED],
    when=needs_targeting, announce=False, windows=False,
)  # fmt: skip

DEFENSIVE_ROLL: Final = Phase(
    "defensive_roll",
    [
        begins("defensive_roll"),
        land, modified, window_if_attacked,
        choose_defence, DEFENCE_STEPS,
        LAST_CHANCES, damage_incoming,
        Step(about_to_fall, "about_to_fall_by_attack"), count_damage,
        after_damage, damage_was_dealt, DAMAGE_DEALT, *SETTLED,
    ],
    when=is_under_attack, announce=False, windows=False,
)  # fmt: skip

ROLL_PHASES: Final = Loop(
    "roll phases",
    next_roll_phases,
    [begin_roll_phases, before_offensive_roll, OFFENSIVE_ROLL, TARGETING_ROLL, DEFENSIVE_ROLL, CONCLUDED],
)


@rule("11.roll-phase-end")
def roll_phase_end(game: Game, context: Any) -> Call | None:
    """What acts at the end of the roll phase acts immediately before Main Phase 2."""
    return fire(game, "roll_phase_end", game.state.round[0].active)


def end_roll_phases(game: Game, context: Any) -> Event:
    """The dice go off the table."""
    return RollPhasesEnded(game.state.round[0].active, rule="11.roll-phase-end")


ROLLS: Final = Procedure("rolls", [ROLL_PHASES, roll_phase_end, late_chance, *SETTLED, end_roll_phases])

"""The hard cases of a shooting attack and of what interrupts it, each on the smallest position that shows it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright import Event, Game, GameOver, Refused, Scripted, new_game, odds
from rulewright.testing.kit import check_ruleset

from . import shooting
from .shooting import (
    RULES,
    Avenged,
    CommandPointSpent,
    Kind,
    ModelDestroyed,
    ModelRemoved,
    MoveCancelled,
    Moved,
    Rolling,
    Setup,
    Troop,
    UnitSplit,
    Weapon,
    WoundsLost,
)

UNHURT = 10
"""Wounds of a target that survives everything that a test does to it."""


class Battle:
    """A battle of these units with scripted dice; ``left`` dice have not fallen."""

    def __init__(
        self,
        units: tuple[Troop, ...],
        kinds: dict[str, Kind],
        dice: list[int],
        cp: tuple[int, int] = (0, 0),
        weapons: dict[str, Weapon] | None = None,
        rounds: int = 1,
    ) -> None:
        self.script = Scripted([(face,) for face in dice])
        setup = Setup(weapons=weapons or {"gun": Weapon()}, kinds=kinds, units=units, cp=cp, rounds=rounds)
        self.game: Game = new_game(RULES, setup, seed=1, chance=self.script)

    @property
    def left(self) -> int:
        return self.script.left

    @property
    def asked(self) -> tuple[int, str]:
        return self.game.request.player, self.game.request.ask

    @property
    def offered(self) -> list[str]:
        """The reactions that may be used now."""
        assert self.game.request.ask == "react"
        return [option[0] for option in self.game.request.space.values if option is not None]

    def play(self, *answers: Any) -> Battle:
        for answer in answers:
            self.game.answer(answer)
        return self

    def events(self, *kinds: type[Event]) -> list[Any]:
        return [event for event in self.game.events() if isinstance(event, kinds)]

    @property
    def lost(self) -> list[int]:
        """How many wounds were lost at a time, in order."""
        return [event.wounds for event in self.events(WoundsLost)]

    def models(self, unit: int) -> list[int]:
        return [model.id for model in self.game.state.models.values() if model.unit == unit]


def duel(
    dice: list[int],
    weapon: Weapon | None = None,
    kind: Kind | None = None,
    shooters: int = 1,
    targets: int = 1,
    cp: tuple[int, int] = (0, 0),
) -> Battle:
    """Some shooters fire at some targets, unless a re-roll is offered first."""
    units = (Troop(0, 0, {"shooter": shooters}), Troop(1, 12, {"target": targets}))
    target = kind or Kind(wounds=UNHURT, save=7)
    weapons = {"gun": weapon or Weapon()}
    battle = Battle(units, {"shooter": Kind(("gun",)), "target": target}, dice, cp, weapons).play(None, 0)
    return battle.play(None) if cp[0] else battle  # no Stratagem of the Shooting phase


# -------------------------------------------------------------------------------------------------------- to hit


@pytest.mark.parametrize(
    ("weapon", "target", "needed"),
    [(0, 0, 4), (1, 0, 3), (2, 0, 3), (-1, 0, 5), (0, -2, 5), (1, -1, 4), (2, -1, 3), (3, -3, 4), (2, -4, 5)],
)
def test_hit_modifiers_are_added_up_and_then_limited(weapon: int, target: int, needed: int) -> None:
    """All modifiers are added up first; a total of -2 or worse becomes -1, one of +2 or better +1."""
    gun = Weapon(skill=4, modifiers={"hit roll": weapon})
    kind = Kind(wounds=UNHURT, save=7, against={"hit roll": target})

    assert duel([needed, 1], gun, kind).left == 0
    assert duel([needed - 1, 1], gun, kind).left == 1


@pytest.mark.parametrize(("weapon", "target", "needed"), [(2, 0, 3), (-3, 0, 5), (2, -1, 3), (1, -1, 4)])
def test_wound_modifiers_are_added_up_and_then_limited(weapon: int, target: int, needed: int) -> None:
    """A Wound roll can never be modified by more than -1 or +1."""
    gun = Weapon(modifiers={"wound roll": weapon})
    kind = Kind(wounds=UNHURT, save=7, against={"wound roll": target})

    assert duel([4, needed, 1], gun, kind).lost == [1]
    assert duel([4, needed - 1], gun, kind).lost == []


def test_an_unmodified_six_always_hits_and_a_one_never_does() -> None:
    assert duel([6, 1], Weapon(skill=6, modifiers={"hit roll": -1})).left == 0
    assert duel([5], Weapon(skill=6, modifiers={"hit roll": -1})).left == 0
    assert duel([1], Weapon(skill=2, modifiers={"hit roll": 1})).left == 0


def test_the_limit_of_modifiers_is_explained() -> None:
    """The trace of a Hit roll's modifier names the weapon, the target and the limit."""
    battle = duel([3], Weapon(modifiers={"hit roll": 3}), Kind(wounds=UNHURT, against={"hit roll": -1}), cp=(1, 0))

    value = battle.game.value("hit roll", 0)

    assert value.number == 1
    assert [(line.op, line.name, line.amount) for line in value.trace] == [
        ("add", "gun", 3),
        ("add", "target", -1),
        ("limit", "", 1),
    ]
    assert value.trace[-1].rule == "commentary.modifying-dice-rolls"


# ------------------------------------------------------------------------------------------- critical hits, wounds


@pytest.mark.parametrize(
    ("strength", "toughness", "needed"),
    [(8, 4, 2), (7, 4, 3), (5, 4, 3), (4, 4, 4), (3, 4, 5), (3, 5, 5), (2, 4, 6), (2, 5, 6)],
)
def test_the_wound_roll_compares_strength_and_toughness(strength: int, toughness: int, needed: int) -> None:
    kind = Kind(wounds=UNHURT, save=7, toughness=toughness)

    assert duel([4, needed, 1], Weapon(strength=strength), kind).lost == [1]
    assert duel([4, needed - 1], Weapon(strength=strength), kind).lost == []


def test_sustained_hits_score_additional_hits_on_a_critical_hit() -> None:
    """[SUSTAINED HITS 2] scores three hits in total on a Critical Hit, and one on any other."""
    gun = Weapon(sustained=2)

    assert duel([6, 4, 1, 4, 1, 4, 1], gun).lost == [1, 1, 1]
    assert duel([5, 4, 1], gun).lost == [1]


def test_a_lethal_hit_wounds_once_and_its_additional_hit_rolls_to_wound() -> None:
    """A Critical Hit of [SUSTAINED HITS 1] and [LETHAL HITS] wounds once by itself; the additional hit must roll."""
    gun = Weapon(sustained=1, abilities=("lethal hits",))

    battle = duel([6, 1, 3], gun)

    assert (battle.lost, battle.left) == ([1], 0)


def test_only_a_critical_hit_is_lethal() -> None:
    assert duel([5, 3], Weapon(abilities=("lethal hits",))).left == 0


def test_an_automatic_wound_is_no_critical_wound() -> None:
    """After a lethal hit rules triggered by Critical Wounds do not apply: the attack may be saved."""
    battle = duel([6, 4], Weapon(abilities=("lethal hits", "devastating wounds")), Kind(save=4))

    assert (battle.lost, battle.left) == ([], 0)


def test_an_additional_hit_may_score_a_critical_wound() -> None:
    """The lethal hit is saved; the additional one wounds critically, waits, and can not be saved."""
    gun = Weapon(sustained=1, abilities=("lethal hits", "devastating wounds"))

    battle = duel([6, 6, 6], gun, Kind(save=2, wounds=2))

    assert (battle.lost, battle.left) == ([1], 0)


# ---------------------------------------------------------------------------------------------- devastating wounds


def test_devastating_wounds_come_after_all_other_attacks() -> None:
    """Such an attack is allocated only after all the other attacks have been allocated and resolved."""
    gun = Weapon(damage=0, die=3, abilities=("devastating wounds",))

    battle = duel([4, 6, 4, 4, 1, 5, 1], gun, shooters=2)

    assert (battle.lost, battle.left) == ([3, 1], 0)


def test_devastating_wounds_can_not_be_saved() -> None:
    battle = duel([4, 6], Weapon(damage=2, abilities=("devastating wounds",)), Kind(save=2, wounds=3))

    assert battle.lost == [2]


def test_mortal_wounds_of_a_critical_wound_do_not_carry_over() -> None:
    """When the model is destroyed by them, the remaining mortal wounds of that attack are lost."""
    battle = duel([4, 6], Weapon(damage=3, abilities=("devastating wounds",)), targets=3, kind=Kind())

    assert battle.lost == [1]
    assert len(battle.models(1)) == 2


def test_attacks_set_aside_are_not_resolved_when_the_unit_is_destroyed() -> None:
    battle = duel([4, 6, 4, 4, 1], Weapon(abilities=("devastating wounds",)), Kind(save=4), shooters=2)

    assert (battle.lost, battle.left) == ([1], 0)
    assert battle.game.result is not None


def test_excess_damage_is_lost() -> None:
    battle = duel([4, 4, 1], Weapon(damage=3), Kind(wounds=2), targets=2)

    assert battle.lost == [2]
    assert len(battle.models(1)) == 1


# ---------------------------------------------------------------------------------------------------- two profiles


def two_profiles(dice: list[int]) -> Battle:
    """Eight rifles and two cannons face two units; the cannons reach further."""
    units = (Troop(0, 0, {"rifle": 8, "cannon": 2}), Troop(1, 12, {"near": 1}), Troop(1, 30, {"far": 1}))
    kinds = {name: Kind((name,)) for name in ("rifle", "cannon")}
    kinds |= {name: Kind(wounds=UNHURT, save=7) for name in ("near", "far")}
    weapons = {"rifle": Weapon(), "cannon": Weapon(36, damage=3)}
    return Battle(units, kinds, dice, weapons=weapons).play(None, 0)


def test_targets_are_selected_before_any_attack_is_resolved() -> None:
    """Only the cannons have a choice; it is asked while no die has fallen, and what is out of reach is refused."""
    battle = two_profiles([1] * 10)

    assert battle.asked == (0, "target")
    assert battle.game.request.about == {"weapon": "cannon"}
    assert battle.left == 10
    with pytest.raises(Refused):
        battle.game.answer(0)
    assert battle.play(2).left == 0


def test_all_attacks_of_a_profile_are_resolved_before_those_of_another() -> None:
    """Ten attacks, one by one: eight rifles for 1, then two cannons for 3."""
    assert two_profiles([4, 4, 1] * 10).play(1).lost == [1] * 8 + [2]
    assert two_profiles([4, 4, 1] * 10).play(2).lost == [1] * 8 + [3, 3]


def test_all_attacks_at_a_target_are_resolved_before_those_at_another() -> None:
    """The blades of two kinds of models: three attacks at the first target selected, then one at the other."""
    units = (Troop(0, 1, {"one": 1, "two": 1, "three": 1}), Troop(1, 0, {"left": 1}), Troop(1, 2, {"right": 1}))
    kinds = {"one": Kind(("a",)), "two": Kind(("b",)), "three": Kind(("c",))}
    kinds |= {name: Kind(wounds=UNHURT, save=7) for name in ("left", "right")}
    weapons = {name: Weapon(0, damage=damage) for name, damage in (("a", 1), ("b", 2), ("c", 3))}
    battle = Battle(units, kinds, [4, 4, 1] * 3, weapons=weapons).play(1, 0, 2, 1, 2)

    assert [(event.model, event.wounds) for event in battle.events(WoundsLost)] == [(4, 1), (4, 3), (3, 2)]


# ------------------------------------------------------------------------------------------- saves, feel no pain


@pytest.mark.parametrize(
    ("save", "ap", "invulnerable", "needed"), [(3, 0, 7, 3), (3, 1, 7, 4), (3, 3, 4, 4), (2, 0, 4, 2), (6, 0, 5, 5)]
)
def test_the_better_save_is_used_and_ap_does_not_touch_an_invulnerable_one(
    save: int, ap: int, invulnerable: int, needed: int
) -> None:
    kind = Kind(wounds=UNHURT, save=save, invulnerable=invulnerable)

    assert duel([4, 4, needed], Weapon(ap=ap), kind).lost == []
    assert duel([4, 4, needed - 1], Weapon(ap=ap), kind).lost == [1]


def test_feel_no_pain_is_rolled_for_every_wound() -> None:
    """A failed save against Damage 2 with Feel No Pain 5+ leads to two rolls; with 1 and 6 one wound is lost."""
    battle = duel([4, 4, 1, 1, 6], Weapon(damage=2), Kind(wounds=UNHURT, feel_no_pain=5))

    assert (battle.lost, battle.left) == ([1], 0)


def test_feel_no_pain_works_against_mortal_wounds() -> None:
    gun = Weapon(damage=2, abilities=("devastating wounds",))

    battle = duel([4, 6, 5, 4], gun, Kind(wounds=UNHURT, feel_no_pain=5))

    assert (battle.lost, battle.left) == ([1], 0)


def test_feel_no_pain_ends_with_the_model() -> None:
    """The model is destroyed by the second point; for the third nobody rolls."""
    battle = duel([4, 4, 1, 6, 1], Weapon(damage=3), Kind(feel_no_pain=5), targets=2)

    assert (battle.lost, battle.left) == ([1], 0)
    assert len(battle.models(1)) == 1


# ------------------------------------------------------------------------------------------------------ allocation


def mixed(dice: list[int], shooters: int = 2, **kinds: Kind) -> Battle:
    units = (Troop(0, 0, {"shooter": shooters}), Troop(1, 12, dict.fromkeys(kinds, 2)))
    return Battle(units, {"shooter": Kind(("gun",)), **kinds}, dice).play(None, 0)


def test_the_owner_allocates_and_a_wounded_model_goes_on_suffering() -> None:
    """A model that has lost wounds must be allocated the next attack; models 0 and 1 are the shooters."""
    battle = mixed([4, 4, 1, 4, 4, 1], grunt=Kind(), brute=Kind(wounds=3))

    assert battle.asked == (1, "allocate")
    assert battle.game.request.space.values == (2, 4)
    battle.play(4)
    assert [event.model for event in battle.events(WoundsLost)] == [4, 4]


def test_a_model_that_saved_an_attack_must_take_the_next_one() -> None:
    """If a model has already had attacks allocated to it this phase, the attack must be allocated to it."""
    battle = mixed([4, 4, 6, 4, 4, 1], grunt=Kind(), brute=Kind(wounds=3)).play(4)

    assert [event.model for event in battle.events(WoundsLost)] == [4]


def test_nobody_is_asked_where_all_models_are_alike() -> None:
    battle = duel([4, 4, 1, 4, 4, 1], shooters=2, targets=3, kind=Kind())

    assert len(battle.models(1)) == 1


def test_an_attack_can_not_be_allocated_past_the_bodyguard() -> None:
    """Attacks can not be allocated to Characters while any Bodyguard model remains; the refusal changes nothing."""
    battle = mixed([4, 4], grunt=Kind(), brute=Kind(), captain=Kind(abilities=("character",)))
    before = battle.game.digest()

    assert battle.game.request.space.values == (2, 4)
    with pytest.raises(Refused):
        battle.game.answer(6)
    assert battle.game.digest() == before


# -------------------------------------------------------------------------------------------------------- re-rolls


def what_is_rolled(battle: Battle) -> str:
    return battle.game.context(Rolling).what


def test_a_command_re_roll_is_offered_after_every_roll_of_the_attacker_but_its_number() -> None:
    """After a Hit, Wound or Damage roll; the saving throw is the other player's, who has no command point."""
    battle = duel([4, 4, 1, 5], Weapon(damage=0, die=3), cp=(1, 0))
    seen = []
    while battle.game.request.ask == "react":
        seen.append((what_is_rolled(battle), battle.game.request.player, tuple(battle.offered)))
        battle.play(None)

    assert seen == [(what, 0, ("command_reroll",)) for what in ("hit", "wound", "damage")]
    assert battle.lost == [3]


def test_a_command_re_roll_is_not_offered_for_feel_no_pain() -> None:
    """The defender may re-roll the saving throw; a Feel No Pain roll is not in the list."""
    battle = duel([4, 4, 1, 1], Weapon(), Kind(wounds=UNHURT, feel_no_pain=5), cp=(0, 1))

    assert (what_is_rolled(battle), battle.asked) == ("save", (1, "react"))
    battle.play(None)
    assert battle.lost == [1]


def test_a_command_re_roll_costs_a_point_and_is_used_once_a_phase() -> None:
    """The second roll is what counts, and nothing further is offered in this phase."""
    battle = duel([3, 4, 3], cp=(2, 0)).play(("command_reroll", 0))

    assert battle.events(CommandPointSpent) == [CommandPointSpent(0)]
    assert battle.game.state.sides[0].cp == 1
    assert (battle.asked, battle.left) == ((1, "move"), 0)


AGAIN = Weapon(again={"hit": (1,)})


def test_a_die_re_rolled_by_an_ability_is_not_re_rolled_by_a_stratagem() -> None:
    """A roll can never be re-rolled more than once."""
    battle = duel([1, 2], AGAIN, cp=(1, 0))

    assert battle.offered == ["reroll", "command_reroll"]
    battle.play(("reroll", 0))
    assert (battle.asked, battle.left) == ((1, "move"), 0)


def test_a_die_re_rolled_by_a_stratagem_is_not_re_rolled_by_an_ability() -> None:
    """The re-rolled die shows a 1 again, and stays."""
    battle = duel([1, 1], AGAIN, cp=(1, 0)).play(("command_reroll", 0))

    assert (battle.asked, battle.left) == ((1, "move"), 0)


def test_a_re_roll_may_be_declined() -> None:
    assert duel([1], AGAIN).play(None).asked == (1, "move")


@pytest.mark.parametrize(("face", "modifier", "offered"), [(1, 1, True), (1, -1, True), (2, -1, False), (2, 0, False)])
def test_re_rolls_come_before_modifiers(face: int, modifier: int, offered: bool) -> None:
    """What may be re-rolled is judged by the unmodified result: a 2 with -1 is no 1, and a 1 with +1 is one."""
    battle = duel([face], Weapon(modifiers={"hit roll": modifier}, again={"hit": (1,)}))

    assert (battle.game.request.ask == "react") is offered


@pytest.mark.parametrize(("face", "offered"), [(1, True), (2, True), (3, False), (6, False)])
def test_a_d3_is_re_rolled_by_its_halved_result(face: int, offered: bool) -> None:
    """ "Re-roll results of 1" on a D3 allows a re-roll when the D6 shows 1 or 2."""
    cannon = Weapon(damage=0, die=3, again={"damage": (1,)})

    battle = duel([4, 4, 1, face], cannon)

    assert (battle.game.request.ask == "react") is offered


@pytest.mark.parametrize(("face", "offered"), [(1, True), (2, False)])
def test_a_d6_is_re_rolled_by_its_own_result(face: int, offered: bool) -> None:
    battle = duel([4, 4, 1, face], Weapon(damage=0, die=6, again={"damage": (1,)}))

    assert (battle.game.request.ask == "react") is offered


def test_a_d3_that_is_re_rolled_is_halved_again() -> None:
    battle = duel([4, 4, 1, 2, 5], Weapon(damage=1, die=3, again={"damage": (1,)})).play(("reroll", 0))

    assert battle.lost == [4]


def test_both_branches_of_a_re_roll() -> None:
    """A fork at the offer goes its own way; the game itself stands still."""
    game = duel([3, 4, 3], cp=(1, 0)).game
    fork = game.fork()
    before = game.digest()

    fork.answer(("command_reroll", 0))

    assert fork.state.sides[0].cp == 0
    assert game.digest() == before
    game.answer(None)
    assert game.state.sides[0].cp == 1


# ---------------------------------------------------------------------------------- a reaction shot in mid-move

WEAPONS = {"gun": Weapon(skill=2), "cannon": Weapon(damage=5, skill=2)}
BERSERK = Kind(abilities=("blood surge",), save=7)


def advance(
    dice: list[int], distance: int, berserks: int = 2, cp: int = 1, watchers: int = 1, **watcher: Any
) -> Battle:
    """Berserks at 0 start a move; somebody who may shoot at them stands so far away."""
    units = (Troop(0, 0, {"berserk": berserks}), Troop(1, distance, {"watcher": watchers}))
    watching = Kind(("gun",), wounds=UNHURT, **watcher)
    return Battle(units, {"berserk": BERSERK, "watcher": watching}, dice, (0, cp), WEAPONS).play(0)


def test_a_surge_into_engagement_range_cancels_the_move_that_was_shot_at() -> None:
    """If the unit surges into Engagement Range, the move that triggered Fire Overwatch can not be resolved."""
    battle = advance([6, 4, 1, 6], distance=5)

    assert (battle.asked, battle.offered) == ((1, "react"), ["fire_overwatch"])
    battle.play(("fire_overwatch", 1))
    assert len(battle.models(0)) == 1
    assert (battle.asked, battle.game.request.space.values) == ((0, "surge"), (0, 1, 2, 3, 4))
    battle.play(4)
    assert battle.events(Moved, MoveCancelled) == [Moved(0, 4), MoveCancelled(0)]
    assert battle.asked == (1, "fight")


def test_a_surge_that_engages_nobody_does_not_cancel_the_move() -> None:
    """The original move is resolved as normal, from where the unit now stands."""
    battle = advance([6, 4, 1, 2], distance=12).play(("fire_overwatch", 1), 2)

    assert battle.asked == (0, "destination")
    assert max(battle.game.request.space.values) == 8
    battle.play(8)
    assert battle.events(Moved, MoveCancelled) == [Moved(0, 2), Moved(0, 8)]


def test_a_declined_surge_does_not_cancel_the_move() -> None:
    """After seeing the roll the player may choose not to move."""
    battle = advance([6, 4, 1, 6], distance=5).play(("fire_overwatch", 1), 0)

    assert battle.asked == (0, "destination")


def test_a_destroyed_unit_does_not_go_on_moving() -> None:
    battle = advance([6, 4, 1], distance=5, berserks=1).play(("fire_overwatch", 1))

    assert battle.events(MoveCancelled) == [MoveCancelled(0)]
    assert 0 not in battle.game.state.units


def test_a_declined_overwatch_changes_nothing() -> None:
    battle = advance([], distance=5).play(None)

    assert battle.asked == (0, "destination")


def test_a_unit_shot_at_after_its_move_has_moved() -> None:
    """Fire Overwatch may wait for the end of the move: there is nothing left to cancel."""
    battle = advance([6, 4, 1, 6], distance=8).play(None, 6)

    assert battle.offered == ["fire_overwatch"]
    battle.play(("fire_overwatch", 1), 7)
    assert battle.events(Moved, MoveCancelled) == [Moved(0, 6), Moved(0, 7)]


def test_overwatch_hits_on_unmodified_sixes_only_and_only_in_this_phase() -> None:
    """Until the end of the phase it hits only on a 6, whatever the skill; then as usual."""
    battle = advance([5, 2, 4, 1, 1], distance=12).play(("fire_overwatch", 1), 0)

    assert battle.lost == []
    assert not battle.game.state.effects
    battle.play(None, 1)
    assert battle.lost == [1]


def test_overwatch_is_fired_once_a_turn_and_costs_a_command_point() -> None:
    battle = advance([1], distance=12, cp=3).play(("fire_overwatch", 1), None, 3)

    assert battle.asked == (1, "move")
    assert battle.events(CommandPointSpent) == [CommandPointSpent(1)]


def test_overwatch_needs_a_command_point_and_range() -> None:
    assert advance([], distance=12, cp=0).asked == (0, "destination")
    assert advance([], distance=25).asked == (0, "destination")


def test_nothing_of_the_shooting_phase_happens_in_overwatch() -> None:
    """In the opponent's Movement phase an ability of "your Shooting phase" does not trigger from Fire Overwatch."""
    battle = advance([6, 4, 1, 1], distance=12, cp=3, abilities=("pinning",)).play(("fire_overwatch", 1))

    assert battle.game.phase == ""
    seen = []
    while battle.game.request.ask == "react":  # a command re-roll belongs to any phase
        seen += battle.offered
        battle.play(None)
    assert seen == ["command_reroll", "command_reroll"]
    battle.play(0)
    assert battle.asked == (0, "destination")
    assert max(battle.game.request.space.values) == 6


def test_the_same_rules_do_happen_in_their_own_phase() -> None:
    """A Stratagem of the Shooting phase, and the ability after shooting: the targets are slower in their next turn."""
    units = (Troop(0, 0, {"watcher": 1}), Troop(1, 12, {"berserk": 2}))
    kinds = {"berserk": BERSERK, "watcher": Kind(("gun",), abilities=("pinning",))}
    battle = Battle(units, kinds, [2, 1], (1, 0), {"gun": Weapon(skill=3)}).play(None, 0)

    assert battle.offered == ["precise_volley"]
    battle.play(("precise_volley", 0))
    assert battle.left == 0
    assert battle.asked == (1, "move")
    assert [effect.kind for effect in battle.game.state.effects.values()] == ["pinned"]
    assert battle.play(1).game.number("move", 1) == 4


def test_an_effect_until_the_next_turn_of_its_player_ends_when_that_begins() -> None:
    """The pinned unit is slow in its own turn, and no longer when the turn of the one who pinned it comes round."""
    units = (Troop(0, 0, {"watcher": 1}), Troop(1, 12, {"target": 1}))
    kinds = {"watcher": Kind(("gun",), abilities=("pinning",)), "target": Kind()}
    battle = Battle(units, kinds, [1], rounds=2).play(None, 0)

    assert (battle.asked, battle.game.number("move", 1)) == ((1, "move"), 4)
    battle.play(None)
    assert (battle.asked, battle.game.number("move", 1)) == ((0, "move"), 6)


def test_a_stratagem_of_the_shooting_phase_is_not_used_in_the_fight_phase() -> None:
    """Also in its player's own turn."""
    units = (Troop(0, 1, {"attacker": 1}), Troop(1, 0, {"target": 1}))
    kinds = {"attacker": Kind(("blade",)), "target": Kind(wounds=UNHURT)}
    battle = Battle(units, kinds, [2], (1, 0), {"blade": Weapon(0)}).play(1, 0)

    assert battle.offered == ["command_reroll"]
    assert battle.game.phase == "fighting"


def test_why_a_move_was_cancelled() -> None:
    battle = advance([6, 4, 1, 6], distance=5).play(("fire_overwatch", 1), 4)

    assert "faq.movement.surge-into-engagement-interrupts-move" in battle.game.why(MoveCancelled(0)).rules


# ------------------------------------------------------------------------------------------- a unit that splits

LEADERS = {"captain": Kind(abilities=("character",), wounds=3, save=7), "sage": Kind(abilities=("character",), save=7)}


def squad(dice: list[int], shooters: int = 3, models: dict[str, int] | None = None, **weapon: Any) -> Battle:
    """Shooters fire at an Attached unit: one grunt who guards a captain and a sage, unless told otherwise."""
    units = (Troop(0, 0, {"shooter": shooters}), Troop(1, 12, models or {"grunt": 1, "captain": 1, "sage": 1}))
    kinds = {"shooter": Kind(("gun",)), "grunt": Kind(save=7), **LEADERS}
    return Battle(units, kinds, dice, weapons={"gun": Weapon(**weapon)})


def test_a_unit_splits_only_after_all_attacks_are_resolved() -> None:
    """When the last Bodyguard falls to an attack, the units are split after the attacking unit's last attack."""
    battle = squad([4, 4, 1, 4, 4, 1, 4, 4, 1]).play(None, 0)

    captain = battle.models(1)[0]
    assert battle.asked == (1, "allocate")  # the rest may now go to the Characters, who still are one unit
    assert not battle.events(UnitSplit)
    battle.play(captain)
    assert battle.events(WoundsLost, UnitSplit) == [
        WoundsLost(3, 1),
        WoundsLost(captain, 1),
        WoundsLost(captain, 1),
        UnitSplit(1, {1: 1, 2: 2}),
    ]
    assert [(unit.id, unit.parts) for unit in battle.game.state.units.values()] == [(0, (3,)), (1, (1,)), (2, (1,))]
    assert (len(battle.models(1)), len(battle.models(2))) == (1, 1)


def test_a_set_aside_attack_still_finds_the_whole_unit() -> None:
    """The critical wound is resolved after the bodyguard has fallen, and before the unit splits."""
    gun: dict[str, Any] = {"damage": 1, "abilities": ("devastating wounds",)}
    battle = squad([4, 6, 4, 4, 1], shooters=2, **gun).play(None, 0)

    assert (battle.asked, battle.events(UnitSplit)) == ((1, "allocate"), [])
    battle.play(battle.models(1)[1])
    assert battle.events(WoundsLost, UnitSplit) == [WoundsLost(2, 1), WoundsLost(4, 1), UnitSplit(1, {1: 1})]
    assert battle.game.state.units[1].parts == (1,)


def test_a_unit_with_a_bodyguard_left_does_not_split() -> None:
    battle = squad([4, 4, 1], 1, {"grunt": 2, "captain": 1, "sage": 1}).play(None, 0)

    assert battle.lost == [1]
    assert not battle.events(UnitSplit)


def test_a_unit_that_is_wiped_out_does_not_split() -> None:
    battle = squad([4, 4, 1] * 3, 3, {"grunt": 2, "sage": 1}).play(None, 0)

    assert not battle.events(UnitSplit)
    assert 1 not in battle.game.state.units


def test_a_persisting_effect_stays_on_both_parts() -> None:
    """If a persisting effect applies to an Attached unit that splits, it goes on for every part."""
    units = (
        Troop(0, 0, {"pinner": 1}),
        Troop(0, 0, {"shooter": 1}),
        Troop(1, 12, {"grunt": 1, "captain": 1, "sage": 1}),
    )
    pinner = Kind(("gun",), abilities=("pinning",))
    kinds = {"pinner": pinner, "shooter": Kind(("gun",)), "grunt": Kind(save=7), **LEADERS}
    battle = Battle(units, kinds, [1, 4, 4, 1]).play(None, 0)

    assert [effect.target for effect in battle.game.state.effects.values()] == [2]
    battle.play(1)
    assert battle.events(UnitSplit) == [UnitSplit(2, {1: 2, 2: 3})]
    effects = battle.game.state.effects.values()
    assert [(effect.kind, effect.target) for effect in effects] == [("pinned", 2), ("pinned", 3)]
    assert [battle.game.number("move", unit) for unit in (2, 3)] == [4, 4]


def test_why_a_unit_split() -> None:
    battle = squad([4, 4, 1], shooters=1).play(None, 0)

    why = battle.game.why(UnitSplit(1, {1: 1, 2: 2}))

    assert why.rules[0] == "errata.leader"


# -------------------------------------------------------------------------------- destroyed, but not yet removed


def brawl(dice: list[int], attacks: int = 3, damage: int = 1, **kinds: Kind) -> Battle:
    """Attackers of player 1, who fights first, stand against two avengers of player 0."""
    units = (Troop(0, 0, {"avenger": 2}), Troop(1, 1, {"attacker": 1}))
    axe = Weapon(0, attacks, damage=damage, abilities=("devastating wounds",))
    weapons = {"axe": axe, "blade": Weapon(0)}
    usual = {
        "avenger": Kind(("blade",), save=7, abilities=("fight on death",)),
        "attacker": Kind(("axe",), save=7, wounds=UNHURT),
    }
    return Battle(units, {**usual, **kinds}, dice, weapons=weapons)


DEATH = (4, 4, 1)
"""Hit, wound, and no save."""


def test_destroyed_models_fight_together_before_they_are_removed() -> None:
    """They fight after the attacker's last attack and before it consolidates; then they are removed."""
    battle = brawl([*DEATH, *DEATH, *DEATH, *DEATH]).play(1)

    kinds = (ModelDestroyed, Avenged, WoundsLost, ModelRemoved, Moved)
    assert battle.left == 0
    assert battle.events(*kinds) == [
        WoundsLost(0, 1),
        ModelDestroyed(0, 0),
        WoundsLost(1, 1),
        ModelDestroyed(1, 0),
        Avenged((0, 1)),
        WoundsLost(2, 1),
        WoundsLost(2, 1),
        ModelRemoved(0, 0),
        ModelRemoved(1, 0),
        Moved(1, 1),
    ]


def test_no_attack_is_made_at_a_unit_of_which_only_the_dead_stand() -> None:
    """When the target unit is destroyed, remaining attacks are not resolved, though its models still stand there."""
    battle = brawl([*DEATH, *DEATH, 1, 1], attacks=9).play(1)

    assert battle.left == 0


def test_no_wound_is_allocated_to_a_destroyed_model() -> None:
    battle = brawl([*DEATH, 4, 4, 6, 1, 1], attacks=2, avenger=Kind(("blade",), save=6, abilities=("fight on death",)))
    battle.play(1)

    assert battle.events(Avenged) == [Avenged((0,))]
    assert battle.models(0) == [1]


def test_a_destroyed_model_suffers_nothing_more() -> None:
    """It is destroyed by the first point of damage, and stays to fight; the second point is lost."""
    avenger = Kind(("blade",), save=7, feel_no_pain=5, abilities=("fight on death",))
    battle = brawl([4, 6, 1, 1], attacks=1, damage=2, avenger=avenger).play(1)

    assert (battle.lost, battle.left) == ([1], 0)


def test_a_model_fights_on_death_only_once() -> None:
    """The second attacker destroys the other model; the first one has fought and is gone."""
    units = (Troop(0, 1, {"avenger": 2}), Troop(1, 0, {"attacker": 1}), Troop(1, 2, {"attacker": 1}))
    avenger = Kind(("blade",), save=7, abilities=("fight on death",))
    kinds = {"avenger": avenger, "attacker": Kind(("blade",), save=7, wounds=UNHURT)}
    dice = [*DEATH, 1, 1, *DEATH, 1]  # the survivor fights between the two attackers
    battle = Battle(units, kinds, dice, weapons={"blade": Weapon(0)})
    battle.play(1, 1, 0, 1, 2, 1)

    assert battle.events(Avenged) == [Avenged((0,)), Avenged((1,))]
    assert battle.left == 0


def test_a_model_that_is_shot_does_not_fight_on_death() -> None:
    battle = duel([*DEATH], kind=Kind(("blade",), abilities=("fight on death",)), targets=2)

    assert battle.events(ModelRemoved) == [ModelRemoved(1, 1)]
    assert not battle.events(Avenged)


def test_fighting_on_death_comes_before_what_the_destruction_triggers() -> None:
    """It fights, then Deadly Demise is rolled, then the model is removed; the blast wounds every unit nearby."""
    both = Kind(("blade",), save=7, wounds=1, abilities=("fight on death", "deadly demise"))
    battle = brawl([*DEATH, *DEATH, 6, 1, 1], attacks=1, avenger=both).play(1)

    kinds = (ModelDestroyed, Avenged, WoundsLost, ModelRemoved)
    assert battle.left == 0
    assert battle.events(*kinds) == [
        WoundsLost(0, 1),
        ModelDestroyed(0, 0),
        Avenged((0,)),
        WoundsLost(2, 1),  # by the last fight
        WoundsLost(1, 1),  # by the blast, as the next
        ModelDestroyed(1, 0),
        WoundsLost(2, 1),
        ModelRemoved(0, 0),
        Avenged((1,)),
        ModelRemoved(1, 0),
    ]


def test_two_units_that_fight_on_death_destroy_each_other() -> None:
    """The dead kill their killer, who may fight on death too, against whoever is still alive."""
    killer = Kind(("blade",), save=7, abilities=("fight on death",))
    battle = brawl([*DEATH, *DEATH, *DEATH], attacker=killer).play(1)

    assert battle.events(ModelDestroyed) == [ModelDestroyed(0, 0), ModelDestroyed(2, 1), ModelDestroyed(1, 0)]
    assert battle.events(Avenged) == [Avenged((0,)), Avenged((2,)), Avenged((1,))]
    assert battle.events(GameOver) == [GameOver(())]


# ------------------------------------------------------------------------------------------------------ exact odds

Law = dict[Any, Fraction]
SIXTH = Fraction(1, 6)


def at_least(needed: int) -> Fraction:
    return Fraction(7 - min(7, max(2, needed)), 6)


def wounds_of(weapon: Weapon, attacks: int, toughness: int) -> Law:
    """The law of (wounds that may be saved, devastating wounds) of so many attacks; a six to wound always wounds."""
    strength = weapon.strength
    needed = 2 if strength >= 2 * toughness else 6 if 2 * strength <= toughness else 4 + (strength < toughness)
    needed -= toughness < strength < 2 * toughness
    devastating = SIXTH if "devastating wounds" in weapon.abilities else Fraction(0)
    one: Law = {(1, 0): at_least(needed) - devastating, (0, 1): devastating, (0, 0): 1 - at_least(needed)}
    lethal = "lethal hits" in weapon.abilities
    critical: Law = {(1, 0): Fraction(1)} if lethal else one
    for _ in range(weapon.sustained):
        critical = added(critical, one)
    hit, law = at_least(weapon.skill) - SIXTH, {(0, 0): Fraction(1)}
    attack = mixture((SIXTH, critical), (hit, one), (1 - SIXTH - hit, {(0, 0): Fraction(1)}))
    for _ in range(attacks):
        law = added(law, attack)
    return law


def added(one: Law, other: Law) -> Law:
    law: Law = {}
    for (a, p), (b, q) in product(one.items(), other.items()):
        key = tuple(map(sum, zip(a, b, strict=True)))
        law[key] = law.get(key, Fraction(0)) + p * q
    return law


def mixture(*parts: tuple[Fraction, Law]) -> Law:
    law: Law = {}
    for weight, part in parts:
        for value, chance in part.items():
            law[value] = law.get(value, Fraction(0)) + weight * chance
    return {value: chance for value, chance in law.items() if chance}


def suffered(law: Law, weapon: Weapon, kind: Kind, saveable: bool) -> Law:
    """One wound more for a unit of alike models, by (models destroyed, wounds that the next one has lost)."""
    unsaved = 1 - at_least(min(kind.save + weapon.ap, kind.invulnerable)) if saveable else Fraction(1)
    damages = {-(-face // 2) if weapon.die == 3 else face if weapon.die else 0 for face in range(1, 7)}
    felt = 1 - at_least(kind.feel_no_pain)
    after: Law = {}
    for (destroyed, hurt), chance in law.items():
        after[destroyed, hurt] = after.get((destroyed, hurt), Fraction(0)) + chance * (1 - unsaved)
        for extra in damages:
            for points, share in binomial(weapon.damage + extra, felt):
                lost = hurt + points
                value = (destroyed + 1, 0) if lost >= kind.wounds else (destroyed, lost)
                after[value] = after.get(value, Fraction(0)) + chance * unsaved * share / len(damages)
    return after


def binomial(n: int, p: Fraction) -> Iterator[tuple[int, Fraction]]:
    ways = 1
    for k in range(n + 1):
        yield k, ways * p**k * (1 - p) ** (n - k)
        ways = ways * (n - k) // (k + 1)


def by_hand(profiles: list[tuple[Weapon, int]], kind: Kind, models: int) -> Law:
    """Total damage and models slain: all saveable wounds, profile by profile, then all devastating ones."""
    law: Law = {((0, 0), (0,) * len(profiles)): Fraction(1)}
    for place, (weapon, attacks) in enumerate(profiles):
        rolled = wounds_of(weapon, attacks, kind.toughness)
        then: Law = {}
        for (state, aside), chance in law.items():
            for (wounds, devastating), share in rolled.items():
                waiting = (*aside[:place], devastating, *aside[place + 1 :])
                then[state, wounds, waiting] = then.get((state, wounds, waiting), Fraction(0)) + chance * share
        law = {}
        for state, wounds, waiting in then:
            for value, share in many(state, wounds, weapon, kind, True).items():
                law[value, waiting] = law.get((value, waiting), Fraction(0)) + then[state, wounds, waiting] * share
    for place, (weapon, _) in enumerate(profiles):
        parts = []
        for (state, aside), chance in law.items():
            resolved = many(state, aside[place], weapon, kind, False)
            parts.append((chance, {(value, aside): share for value, share in resolved.items()}))
        law = mixture(*parts)
    totals: Law = {}
    for ((destroyed, hurt), _), chance in law.items():
        slain = min(destroyed, models)
        value = (kind.wounds * slain + (hurt if destroyed < models else 0), slain)
        totals[value] = totals.get(value, Fraction(0)) + chance
    return dict(sorted(totals.items()))


MANY: dict[Any, Law] = {}


def many(state: tuple[int, int], wounds: int, weapon: Weapon, kind: Kind, saveable: bool) -> Law:
    key = (state, wounds, repr(weapon), repr(kind), saveable)
    if key not in MANY:
        if wounds == 0:
            MANY[key] = {state: Fraction(1)}
        else:
            MANY[key] = suffered(many(state, wounds - 1, weapon, kind, saveable), weapon, kind, saveable)
    return MANY[key]


RIFLE = Weapon(sustained=1, abilities=("lethal hits",))
CANNON = Weapon(36, 1, 4, 8, 2, 0, 3, abilities=("devastating wounds",))
EVERYTHING = Weapon(24, 1, 3, 5, 1, 0, 3, sustained=2, abilities=("lethal hits", "devastating wounds"))
TOUGH = Kind(wounds=2, save=3, feel_no_pain=5)


def volley(profiles: dict[str, tuple[Weapon, int]], kind: Kind, models: int) -> Game:
    """Shooters with these profiles are about to be told to shoot at so many models."""
    units = (Troop(0, 0, {name: count for name, (_, count) in profiles.items()}), Troop(1, 12, {"target": models}))
    kinds = {name: Kind((name,)) for name in profiles}
    weapons = {name: weapon for name, (weapon, _) in profiles.items()}
    return Battle(units, {"target": kind, **kinds}, [], weapons=weapons).play(None).game


def damage_and_slain(kind: Kind, models: int) -> Any:
    def measure(game: Game) -> tuple[int, int]:
        left = [model for model in game.state.models.values() if model.kind == "target"]
        return kind.wounds * models - sum(model.wounds for model in left), models - len(left)

    return measure


@pytest.mark.parametrize(
    ("profiles", "kind", "models"),
    [
        ({"rifle": (RIFLE, 3)}, TOUGH, 3),
        ({"rifle": (RIFLE, 4), "cannon": (CANNON, 2)}, Kind(wounds=3, save=4, invulnerable=5, feel_no_pain=4), 3),
        ({"all": (EVERYTHING, 2)}, TOUGH, 2),
        ({"all": (EVERYTHING, 1), "cannon": (CANNON, 2)}, Kind(toughness=5, save=2, wounds=2), 2),
        ({"cannon": (CANNON, 3)}, Kind(toughness=9, wounds=1, feel_no_pain=6), 2),
    ],
)
def test_odds_are_those_that_counting_gives(profiles: dict[str, tuple[Weapon, int]], kind: Kind, models: int) -> None:
    """The law of total damage and models slain from the rules themselves is that of plain arithmetic."""
    game = volley(profiles, kind, models)

    law = odds.distribution(game, damage_and_slain(kind, models), answers=[0])

    assert law == by_hand(list(profiles.values()), kind, models)


def test_odds_of_ten_models_with_two_profiles_are_quick() -> None:
    """Sustained hits, lethal hits, devastating wounds, D3 damage, feel no pain: exact, and within a second."""
    profiles = {"rifle": (RIFLE, 8), "cannon": (CANNON, 2)}
    game = volley(profiles, TOUGH, 10)
    odds.distribution(game, damage_and_slain(TOUGH, 10), answers=[0])

    began = time.process_time()
    law = odds.distribution(game, damage_and_slain(TOUGH, 10), answers=[0])
    seconds = time.process_time() - began

    assert law == by_hand(list(profiles.values()), TOUGH, 10)
    assert seconds < 1


def test_odds_with_a_command_re_roll_for_the_first_failure() -> None:
    """Two even chances in a row, one of which may be repeated: one half."""
    units = (Troop(0, 0, {"shooter": 1}), Troop(1, 12, {"target": 1}))
    battle = Battle(units, {"shooter": Kind(("gun",)), "target": Kind(save=7)}, [], cp=(1, 0)).play(None)

    def policy(game: Game, request: Any) -> Any:
        rolling = game.find_context(Rolling)
        return ("command_reroll", 0) if rolling is not None and rolling.value < 4 else None

    def destroyed(game: Game) -> bool:
        return 1 not in game.state.units

    chance = odds.probability(battle.game, destroyed, answers=[0], policy=policy, until="shoot")

    assert chance == Fraction(1, 2)


def test_odds_of_a_d3_whose_ones_are_re_rolled() -> None:
    cannon = Weapon(skill=2, strength=8, damage=0, die=3, again={"damage": (1,)})
    kind = Kind(save=7, wounds=UNHURT)
    game = volley({"cannon": (cannon, 1)}, kind, 1)

    law = odds.distribution(
        game, damage_and_slain(kind, 1), answers=[0], policy=lambda game, request: ("reroll", 0), until="shoot"
    )

    landed = Fraction(25, 36)
    assert law == {
        (0, 0): 1 - landed,
        (1, 0): landed / 9,
        (2, 0): landed * 4 / 9,
        (3, 0): landed * 4 / 9,
    }


def cancelling(battle: Battle, **how: Any) -> Fraction:
    """How probable it is that overwatch cancels the move, when whoever surges goes as far as possible."""

    def over(game: Game) -> bool:
        return game.request is None or game.request.ask in ("destination", "move", "shoot", "fight")

    return odds.probability(
        battle.game,
        lambda game: game.request is None or game.request.ask != "destination",
        answers=[("fire_overwatch", 1)],
        policy=lambda game, request: max(request.space.values),
        until=over,
        **how,
    )


def test_odds_that_overwatch_cancels_a_move() -> None:
    """A six, a four or more, no save, and four or more for the surge: 1/6 * 1/2 * 1/2."""
    assert cancelling(advance([], distance=5)) == Fraction(1, 24)


def test_odds_of_a_volley_in_mid_move_merge_like_any_others() -> None:
    """Ten shots at three berserks: all fall, or some do and the surge is long enough. Few courses are played."""
    slain = dict(binomial(10, SIXTH / 2))

    chance = cancelling(advance([], distance=5, berserks=3, watchers=10), limit=600)

    assert chance == (slain[1] + slain[2]) / 2 + 1 - slain[0] - slain[1] - slain[2]


# ---------------------------------------------------------------------------------------------------- whole battles


def test_the_ruleset_conforms() -> None:
    """Random battles end; forks, saves, replays and hash seeds agree, and everything registered comes up."""
    where = f"{Path(shooting.__file__)}:RULES"

    report = check_ruleset(RULES, games=12, seed=1, looks=6, where=where, must_exercise=True)

    assert report.checks["hash seeds"] == 1


def test_the_ruleset_conforms_with_many_models_and_command_points() -> None:
    """Larger units, and so many command points that windows open all the time."""
    armies = tuple(Troop(owner, 10 + 14 * owner, {"rifleman": 6, "captain": 1, "sage": 1}) for owner in (0, 1))
    mobs = tuple(Troop(owner, 14 + 5 * owner, {"raider": 6}) for owner in (0, 1))

    check_ruleset(RULES, games=2, seed=9, setup=Setup(units=armies + mobs, cp=(12, 12), rounds=2), looks=8)


def test_no_model_is_left_between_life_and_death() -> None:
    """Between two decisions a destroyed model stands only while somebody still has to fight or allocate."""
    for seed in range(6):
        game, rng = new_game(RULES, seed=seed), Random(seed)
        while game.request is not None:
            if game.request.ask in ("move", "shoot", "fight"):
                assert not any(model.destroyed for model in game.state.models.values())
                assert not game.state.delayed
            game.answer(game.request.space.sample(rng))

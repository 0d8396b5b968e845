"""A move, the volley that interrupts it, and what belongs to the Shooting phase alone."""

from __future__ import annotations

from typing import Any

from rulewright.testing.kit import check_ruleset
from tests.lengths import length

from . import overwatch
from .damage import WoundsLost
from .overwatch import RULES, SETUP, MoveCancelled
from .scripted import DEATH, UNHURT, Battle, battle
from .terms import CommandPointSpent, Kind, Moved, Troop, Weapon

BERSERK = Kind(shared=("blood surge",), save=7)
KILL = (6, 4, 1)
"""A snap shot that hits, wounds, and is not saved."""
FIRE = ("fire_overwatch", 1)


def advance(
    dice: list[int], distance: int, berserks: int = 2, cp: int = 1, watchers: int = 1, **watcher: Any
) -> Battle:
    """Berserks at 0 start a move; unit 1, who may shoot at them, stands so far away."""
    units = [Troop(0, 0, {"berserk": berserks}), Troop(1, distance, {"watcher": watchers})]
    kinds = {"berserk": BERSERK, "watcher": Kind(("gun",), wounds=UNHURT, **watcher)}
    return battle(RULES, units, kinds, {"gun": Weapon(skill=2)}, dice, (0, cp)).play(0)


# ----------------------------------------------------------------------------------------- what cancels the move


def test_a_surge_into_engagement_range_cancels_the_move_that_was_shot_at() -> None:
    """If the unit surges into Engagement Range, the move that triggered Fire Overwatch cannot be resolved."""
    battle = advance([*KILL, 6], distance=5)

    assert (battle.asked, battle.offered) == ((1, "react"), ["fire_overwatch"])
    battle.play(FIRE)
    assert len(battle.models(0)) == 1
    assert (battle.asked, battle.game.request.space.values) == ((0, "surge"), (0, 1, 2, 3, 4))
    battle.play(4)
    assert battle.events(Moved, MoveCancelled) == [Moved(0, 4), MoveCancelled(0)]
    assert "faq.movement.surge-into-engagement-interrupts-move" in battle.game.why(MoveCancelled(0)).rules


def test_a_surge_that_engages_nobody_does_not_cancel_the_move() -> None:
    """The original move is resolved as normal, from where the unit now stands."""
    battle = advance([*KILL, 2], distance=12).play(FIRE, 2)

    assert battle.asked == (0, "destination")
    assert max(battle.game.request.space.values) == 8
    assert battle.play(8).events(Moved, MoveCancelled) == [Moved(0, 2), Moved(0, 8)]


def test_a_surge_to_the_brink_of_engagement_range_does_not_cancel_the_move() -> None:
    """2" away is not within Engagement Range; from there a Normal move leads only back."""
    battle = advance([*KILL, 6], distance=5).play(FIRE, 3)

    assert battle.asked == (0, "destination")
    assert max(battle.game.request.space.values) == 3


def test_a_declined_surge_does_not_cancel_the_move() -> None:
    """After seeing the roll the player may choose not to move."""
    assert advance([*KILL, 6], distance=5).play(FIRE, 0).asked == (0, "destination")


def test_a_destroyed_unit_does_not_go_on_moving() -> None:
    battle = advance([*KILL], distance=5, berserks=1).play(FIRE)

    assert battle.events(MoveCancelled) == [MoveCancelled(0)]
    assert 0 not in battle.game.state.units


def test_two_losses_are_one_surge() -> None:
    """Each unit can make only one surge move per phase, however many of its models fall."""
    battle = advance([*KILL, *KILL, 1], distance=12, berserks=3, watchers=2).play(FIRE, 1)

    assert battle.asked == (0, "destination")
    assert battle.left == 0


def test_a_declined_overwatch_changes_nothing() -> None:
    assert advance([], distance=5).play(None).asked == (0, "destination")


def test_a_unit_shot_at_after_its_move_has_moved() -> None:
    """Fire Overwatch may wait for the end of the move: there is nothing left to cancel."""
    battle = advance([*KILL, 6], distance=8).play(None, 6)

    assert battle.offered == ["fire_overwatch"]
    assert battle.play(FIRE, 7).events(Moved, MoveCancelled) == [Moved(0, 6), Moved(0, 7)]


# -------------------------------------------------------------------------------------------------- Fire Overwatch


def test_overwatch_hits_on_unmodified_sixes_only_and_only_in_this_phase() -> None:
    """Until the end of the phase it hits only on a 6, whatever the skill; in its own turn as usual."""
    battle = advance([5, 2, 4, 1, 1], distance=12).play(FIRE, 0)

    assert battle.events(WoundsLost) == []
    assert not battle.game.state.effects
    assert battle.play(None, 1).events(WoundsLost) == [WoundsLost(0, 1)]


def test_overwatch_is_fired_once_a_turn_and_costs_a_command_point() -> None:
    """At the end of the same move it is not offered again."""
    battle = advance([1], distance=12, cp=3).play(FIRE, None, 3)

    assert battle.asked == (1, "move")
    assert battle.events(CommandPointSpent) == [CommandPointSpent(1)]


def test_overwatch_needs_a_command_point_and_range() -> None:
    assert advance([], distance=12, cp=0).asked == (0, "destination")
    assert advance([], distance=25).asked == (0, "destination")


def test_one_watches_with_ones_own_units_and_not_ones_own_units() -> None:
    """Both players have command points; only the opponent is asked, with the one unit that is in range."""
    units = [Troop(0, 0, {"watcher": 1}), Troop(0, 5, {"watcher": 1}), Troop(1, 20, {"watcher": 1})]
    watched = battle(RULES, units, {"watcher": Kind(("gun",))}, {"gun": Weapon()}, [], (3, 3)).play(0)

    assert watched.asked == (1, "react")
    assert watched.game.request.space.values == (None, ("fire_overwatch", 2))
    assert watched.play(None).asked == (0, "destination")


# ------------------------------------------------------------------------------- what belongs to the Shooting phase


def test_nothing_of_the_shooting_phase_happens_in_overwatch() -> None:
    """In the opponent's Movement phase an ability of "your Shooting phase" does not trigger from Fire Overwatch."""
    battle = advance([*KILL, 1], distance=12, cp=3, shared=("pinning",)).play(FIRE)

    assert battle.game.phase == ""
    seen = []
    while battle.offered:  # a command re-roll belongs to any phase
        seen += battle.offered
        battle.play(None)
    assert seen == ["command_reroll", "command_reroll"]
    battle.play(0)
    assert battle.asked == (0, "destination")
    assert max(battle.game.request.space.values) == 6


def test_the_same_rules_do_happen_in_their_own_phase() -> None:
    """A Stratagem of the Shooting phase, and the ability after shooting: a 2 hits, and the target is slower."""
    units = [Troop(0, 0, {"watcher": 1}), Troop(1, 12, {"berserk": 2})]
    kinds = {"berserk": BERSERK, "watcher": Kind(("gun",), shared=("pinning",))}
    shot = battle(RULES, units, kinds, {"gun": Weapon(skill=3)}, [2, 1], (1, 0)).play(None, 0)

    assert shot.offered == ["precise_volley"]
    shot.play(("precise_volley", 0))
    assert (shot.left, shot.asked) == (0, (1, "move"))
    assert [effect.kind for effect in shot.game.state.effects.values()] == ["pinned"]
    assert shot.game.number("move", 1) == 4


def test_an_effect_until_the_next_turn_of_its_player_ends_when_that_begins() -> None:
    """The pinned unit is slow in its own turn, and no longer when the turn of the one who pinned it comes round."""
    units = [Troop(0, 0, {"watcher": 1}), Troop(1, 12, {"target": 1})]
    kinds = {"watcher": Kind(("gun",), shared=("pinning",)), "target": Kind()}
    shot = battle(RULES, units, kinds, {"gun": Weapon()}, [1], rounds=2).play(None, 0)

    assert (shot.asked, shot.game.number("move", 1)) == ((1, "move"), 4)
    shot.play(None)
    assert (shot.asked, shot.game.number("move", 1)) == ((0, "move"), 6)


def test_the_ruleset_conforms() -> None:
    where = f"{overwatch.__name__}:RULES"

    check_ruleset(
        RULES, games=10, seed=1, setup=SETUP, looks=length(2, 6), where=where, must_exercise=True,
        excused=("reroll", "shoot/attacks/devastating/devastate"),
    )  # fmt: skip


def test_a_fork_in_the_middle_of_the_volley_goes_on_alike() -> None:
    """Both stand in the middle of someone else's move, at the offer of a re-roll."""
    game = advance([*DEATH, 1], distance=12, cp=2).play(FIRE).game
    fork = game.fork()

    for one in (game, fork):
        assert one.request.ask == "react"
        one.answer(None)
    assert game.digest() == fork.digest()

"""Page 9: active skills, each of the eight."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright_unmatched_nemesis.attack import ATTACK
from rulewright_unmatched_nemesis.events.knockdown import KnockdownTestCalled
from rulewright_unmatched_nemesis.events.movement import Moved
from rulewright_unmatched_nemesis.events.skills import SkillTriggered
from rulewright_unmatched_nemesis.state import HAND

from .table import FAR, IDLE, acting, attack, attacking, by_either, cubes, duel, invent, rule, seated, space, turn

SHIELD = "guard-jab"
GAIN, RECOVER = ("grit.1", "active:0"), ("grit.2", "active:0")


@rule("skill-card.active", 3)
def test_a_skill_counts_every_time_its_moment_comes() -> None:
    position = acting(display=("vault", "vault", IDLE, IDLE), active=(("quick-feet",), ()))
    for _ in range(2):
        position.answer(("attack", "vault"), None, None)

    assert len(position.events(SkillTriggered)) == 2


@rule("skill-card.active", 3)
def test_a_skill_with_a_limit_counts_once_a_turn() -> None:
    """Sharp Eye draws a card after the first attack of a turn."""
    position = acting(display=("taunt", "taunt", IDLE, IDLE), active=(("sharp-eye",), ()), spaces=FAR)
    position.answer(("attack", "taunt"), None)
    assert len(position.cards(HAND[0])) == 2
    position.answer(("attack", "taunt"), None)

    assert len(position.events(SkillTriggered)) == 1
    assert len(position.cards(HAND[0])) == 3

    for _ in range(2):
        position.answer(next(option for option in position.options if option[0] == "move"))
    position.answer(("attack", IDLE))
    assert len(position.events(SkillTriggered)) == 2


@rule("skill-card.active", 2)
def test_after_the_draft_each_player_has_an_active_skill() -> None:
    from random import Random

    from rulewright import new_game

    from .table import rules

    game, rng = new_game(rules(), seed=3), Random(3)
    while game.request is not None:
        game.answer(game.request.space.sample(rng), game.request.player)
        if game.state.match[0].round:
            assert all(game.state.zones[f"active:{seat}"].cards for seat in (0, 1))


@rule("attack.step-1", 2)
@by_either
def test_skills_and_a_block_change_the_damage(player: int) -> None:
    """Low Kick deals 2 light, 3 with Close Quarters; Iron Jaw makes a heavy light; a block with one card ignores 1."""
    other, close = 1 - player, {"active": seated(player, ("close-quarters",), ())}
    assert cubes(attacking("low-kick", player, **close), other) == (0, 3)
    far = attacking(attack("test", light=1), player, spaces=("b1", "b3"), **close)
    assert cubes(far, other) == (0, 1)
    assert cubes(attacking("uppercut", player, active=seated(player, (), ("iron-jaw",))), other) == (0, 2)
    assert cubes(attacking("uppercut", player, active=seated(player, ("iron-jaw",), ())), other) == (1, 1)

    blocked = attacking("low-kick", player, hands=seated(player, (), (SHIELD, IDLE)), **close)
    assert cubes(blocked.answer(("block", ("reduce", SHIELD))), other) == (0, 2)


@rule("attack.step-1", 2)
@by_either
def test_the_arena_and_the_text_of_a_fighter_change_the_damage(player: int) -> None:
    """Two light more against whoever stands on a red space, by a skill; one more by what the attack itself says."""
    red = {"number": "assault dealt", "light": 2, "test": {"on_red": "opponent"}}
    rules = invent(
        skills=[{"id": "vent", "initiative": 9, "changes": [red]}],
        attacks=[attack("test", light=1, changes=[{"number": "assault dealt", "light": 1}]), attack("plain", light=1)],
    )
    here: Any = {"rules": rules, "active": seated(player, ("vent",), ())}
    for name, target, light in (("plain", "b3", 3), ("plain", "a3", 1), ("test", "b3", 4), ("test", "a3", 2)):
        position = duel(spaces=seated(player, "b2", target), **here).begin(ATTACK(player=player, name=name))
        assert cubes(position, 1 - player) == (0, light)


@rule("attack.step-1", 2)
def test_abilities_are_no_assaults() -> None:
    assert cubes(attacking("vault", active=(("close-quarters",), ("iron-jaw",))).answer(None), 1) == (0, 1)


def test_iron_jaw_turns_one_heavy_into_light() -> None:
    assert cubes(attacking("haymaker", active=((), ("iron-jaw",))).answer(False), 1) == (1, 1)


@rule("rule.golden")
def test_a_card_wins_over_the_rules() -> None:
    """Through a corridor to the edge costs a heavy, with Tunnel Rat a light; Merciless adds a cube to a test."""
    position = acting(spaces=("b1", "a5"), active=(("tunnel-rat",), ())).answer(("corridor", "b5"))
    assert cubes(position, 0) == (0, 1)

    tested = attacking("last-word", heavy=(0, 4), active=(("merciless",), ()), dice=[(3, 2, 1)]).answer(True)
    assert tested.last(KnockdownTestCalled).cubes == 6


@rule("rule.golden")
def test_a_skill_may_take_cubes_off_a_test() -> None:
    """The number of a test is all cubes, as the caller's active skills change it."""
    mild = {"id": "mild", "initiative": 1, "changes": [{"number": "test", "heavy": 1, "light": -3}]}
    position = acting(
        rules=invent(skills=[mild]), display=("last-word",) * 4, light=(0, 5), active=(("mild",), ()), dice=[(1, 1, 2)]
    )
    position.answer(("attack", "last-word"), True)

    assert cubes(position, 1) == (0, 3)


@rule("skill-card.active", 3)
def test_second_wind_helps_who_is_behind() -> None:
    skills: Any = {"active": (("second-wind",), ())}
    assert cubes(turn(duel(light=(3, 2), **skills)), 0) == (0, 2)
    assert cubes(turn(duel(light=(3, 3), **skills)), 0) == (0, 3)
    assert cubes(turn(duel(light=(3, 2), **skills), player=1), 0) == (0, 3)
    assert cubes(turn(duel(light=(2, 3), active=((), ("second-wind",))), player=1), 1) == (0, 2)


def test_counterstep_moves_in_the_turn_of_the_opponent() -> None:
    position = attacking("low-kick", hands=((), (SHIELD,)), active=((), ("counterstep",)))
    position.answer(("block", ("reduce", SHIELD)))
    assert (position.asked, position.player) == ("move_to", 1)
    position.answer("b4")

    assert space(position, 1) == "b4"
    assert position.last(Moved).player == 1


@rule("skill-card.active", 3)
@pytest.mark.parametrize(("spaces", "asked"), [(("b2", "b3"), True), (("b1", "b5"), False)])
def test_quick_feet_move_after_an_attack_from_nearby(spaces: tuple[str, str], asked: bool) -> None:
    card = attack("test", light=1, type="ability")
    position = attacking(card, spaces=spaces, active=(("quick-feet",), ()))

    assert (position.asked == "move_to") == asked


def test_a_moment_of_a_passed_test() -> None:
    passed = {"when": "test passed", "effects": [{"do": "recover", "amount": 1}]}
    skill = {"id": "grit", "initiative": 9, "triggers": [passed]}
    position = duel(rules=invent(skills=[skill]), light=(0, 4), active=((), ("grit",)), dice=[(6, 6, 6)])
    position.begin(ATTACK(player=0, name="last-word")).answer(True)
    assert cubes(position, 1) == (0, 2)


def test_a_skill_may_do_several_things_and_leave_them_to_its_player() -> None:
    """What counts once a turn is counted by itself, and a use that is declined is none."""
    once = {"when": "attack resolved", "once_per_turn": True, "optional": True, "effects": [{"do": "gain_tokens"}]}
    always = {"when": "attack resolved", "effects": [{"do": "recover"}]}
    skill = {"id": "grit", "initiative": 9, "triggers": [once, always]}
    here: Any = {"rules": invent(skills=[skill]), "active": (("grit",), ()), "light": (9, 0), "spaces": FAR}
    position = acting(display=("taunt", "taunt", "taunt", IDLE), **here)
    position.answer(("attack", "taunt"), None)
    assert (position.asked, position.options) == ("trigger", [GAIN, RECOVER])
    assert position.labels == ["grit: gain 1 token", "grit: discard 1 light cube"]
    position.answer(RECOVER)
    assert (position.asked, position.labels) == ("trigger", ["grit: gain 1 token", "None"])
    position.answer(None)
    assert (position.state.fighters[0].tokens, cubes(position, 0)) == (0, (0, 8))
    position.answer(("attack", "taunt"), None, RECOVER, GAIN)
    assert (position.state.fighters[0].tokens, cubes(position, 0)) == (1, (0, 7))


@rule("skill-card.active", 3)
def test_of_two_skills_at_one_moment_the_player_says_which_comes_first() -> None:
    """Quick Feet and Sharp Eye both follow an attack from nearby; each happens once, in either order."""
    here: Any = {"active": (("quick-feet", "sharp-eye"), ())}
    quick, sharp = ("quick-feet", "active:0"), ("sharp-eye", "active:0")
    for first in (quick, sharp):
        position = attacking(attack("test", light=1, type="ability"), **here)
        assert (position.asked, position.options) == ("trigger", [quick, sharp])
        position.answer(first)
        assert position.asked == "move_to"
        assert len(position.cards(HAND[0])) == (first == sharp)
        position.answer(None)
        assert len(position.cards(HAND[0])) == 1
        assert position.idle


def test_a_skill_is_told_with_all_its_moments() -> None:
    from rulewright_unmatched_nemesis.faces.cards import skill_text

    behind = {"amount": "own_cubes", "more_than": "opponent_cubes"}
    first = {"when": "blocked", "optional": True, "effects": [{"do": "draw", "amount": {"half": "own_hand"}}]}
    second = {"when": "turn start", "test": behind, "once_per_turn": True, "effects": [{"do": "gain_tokens"}]}
    book = invent(skills=[{"id": "grit", "initiative": 9, "triggers": [first, second]}]).content

    assert skill_text(book, "grit", "en").endswith(
        "after you block: you may choose: draw half your hand size cards from the deck; at the start of your turn, "
        "if your cube count is more than the opponent's cube count: gain 1 token (once a turn)"
    )
    assert "若你的伤害方块数多于对手的伤害方块数" in skill_text(book, "grit", "zh")

"""An attack in fourteen steps, on the kernel: one fact a test, the smallest position, scripted dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rulewright
from rulewright import Game, Manual, Refused, Scripted, odds
from rulewright.testing.kit import check_ruleset

from .crisis_attack import (
    CRITICAL_DICE,
    RULES,
    Attack,
    AttackResolved,
    Character,
    Damaged,
    DiceFell,
    Fell,
    Icons,
    Moved,
    PowerChanged,
    Profile,
    Skirmish,
    Targeted,
    said_of,
)

LETTERS = {"C": "critical", "W": "wild", "H": "hit", "B": "block", "-": "blank", "F": "failure"}


def dice(letters: str) -> tuple[str, ...]:
    return tuple(LETTERS[letter] for letter in letters)


def skirmish(*characters: Character, rolls: Iterable[str] | None = (), crisis: str = "") -> Game:
    """A game of these characters; rolls in the letters of the faces, or None: whoever answers rolls too."""
    chance = Manual() if rolls is None else Scripted([dice(roll) for roll in rolls])
    return rulewright.new_game(RULES, Skirmish(characters, crisis), chance=chance)


def hero(strength: int = 3, *powers: str, **how: Any) -> Character:
    """The attacker: seat 0, place 0; its activation gives it 1 power."""
    profile = {name: how.pop(name) for name in ("reach", "cost", "area", "icons") if name in how}
    attacks = (Profile(strength, **profile),)
    return Character(how.pop("id", "hero"), 0, how.pop("place", 0), attacks, powers, **how)


def villain(defense: int = 1, *powers: str, id: str = "villain", place: int = 1, **how: Any) -> Character:
    return Character(id, 1, place, powers=powers, defense=defense, **{"stamina": 9, **how})


def attack(game: Game, *answers: Any, who: str = "hero", target: str = "villain") -> Game:
    """The character attacks the target; further answers follow."""
    for answer in (who, "attack", 0, target, *answers):
        game.answer(answer)
    return game


def of(game: Game, kind: type) -> list[Any]:
    return [event for event in game.events() if isinstance(event, kind)]


def asked(game: Game) -> tuple[int, str]:
    """Who is asked, and what: in a window its name, otherwise the question."""
    request = game.request
    return request.player, request.about.get("window", request.ask)


def offered(game: Game) -> list[Any]:
    return list(game.request.space.options())


# -------------------------------------------------------------------------------------------------- pools and criticals


def pools(*characters: Character) -> tuple[int, int]:
    """How many dice the attacker and the defender roll at first."""
    game = attack(skirmish(*characters, rolls=None))
    first = len(game.request.space.dice)
    game.answer(dice("-" * first))
    return first, len(game.request.space.dice)


@pytest.mark.parametrize(
    ("attacker", "defender", "expected"),
    [
        (hero(5), villain(3), (5, 3)),
        (hero(1, conditions=("shock",)), villain(0), (1, 1)),
        (hero(2, conditions=("shock",)), villain(), (1, 1)),
        (hero(5), villain(2, "bulwark"), (3, 2)),
        (hero(1), villain(2, "bulwark"), (1, 2)),
        (hero(4), villain(2, "bulwark"), (2, 2)),
    ],
)
def test_pools_are_never_below_one_die_and_halves_round_up(
    attacker: Character, defender: Character, expected: tuple[int, int]
) -> None:
    """The pool is the strength, or the defense, changed by what adds dice or removes them, and at least 1 die."""
    assert pools(attacker, defender) == expected


def test_effects_of_one_name_do_not_stack() -> None:
    """Two allies who rally add one die together; halving comes first."""
    allies = [hero(id=name, place=1) for name in ("one", "two")]
    rallying = [Character(ally.id, 0, 1, powers=("rally",)) for ally in allies]

    assert pools(hero(4), villain(), *rallying) == (5, 1)
    assert pools(hero(5), villain(1, "bulwark"), *rallying) == (4, 1)


def test_a_dazed_ally_gives_nothing() -> None:
    """A dazed character gets and gives no benefit of innate superpowers."""
    assert pools(hero(4), villain(), Character("ally", 0, 1, powers=("rally",), dazed=True)) == (4, 1)


@pytest.mark.parametrize(
    ("struck", "stopped", "damage"), [("HHH", "B", 2), ("H--", "B", 0), ("---", "W", 0), ("WBH", "H", 2)]
)
def test_the_damage_is_the_difference_of_successes(struck: str, stopped: str, damage: int) -> None:
    """Hits count for the attacker, blocks for the defender, wilds for both; a tie is no damage."""
    game = attack(skirmish(hero(3), villain(), rolls=(struck, stopped)))

    assert game.state.characters["villain"].damage == damage
    assert [event.amount for event in of(game, Damaged)] == [damage] * bool(damage)


def test_each_critical_of_the_first_roll_adds_one_die_and_those_add_none() -> None:
    """Two criticals add two dice; that both are criticals again adds nothing. The attacker's come first."""
    game = attack(skirmish(hero(3), villain(2), rolls=("CC-", "C-", "CC", "C")))

    fallen = [(event.side, event.faces) for event in of(game, DiceFell)]
    assert fallen == [
        ("attack", dice("CC-")), ("defense", dice("C-")), ("attack", dice("CC")), ("defense", dice("C")),
    ]  # fmt: skip
    assert [event.amount for event in of(game, Damaged)] == [2]


def test_a_critical_that_comes_from_a_reroll_adds_no_die() -> None:
    """Criticals of steps 9 and 10 are not of the initial roll."""
    game = attack(skirmish(hero(3, "focus"), villain(), rolls=("H--", "-", "CC")), ("focus", "hero"), (1, 2))

    assert [event.faces for event in of(game, DiceFell)][-1] == dice("HCC")
    assert game.state.characters["villain"].damage == 3


def test_a_critical_that_was_rerolled_away_has_added_its_die_before() -> None:
    """The added die stays, and it can be re-rolled like the others."""
    game = attack(skirmish(hero(2, "focus"), villain(), rolls=("C-", "-", "B", "-H")), ("focus", "hero"), (0, 2))

    roll = of(game, DiceFell)[-1].pool.roll
    assert roll.faces == dice("--H")
    histories = [[fall.how for fall in falls] for falls in roll.history]
    assert histories == [["rolled", "rerolled"], ["rolled"], ["added", "rerolled"]]


# ----------------------------------------------------------------------------------------------------- cannot beats can


def test_hex_forbids_the_dice_that_criticals_add() -> None:
    """No further die is rolled for a critical of a hexed character; its opponent's are rolled as ever."""
    game = attack(skirmish(hero(2, conditions=("hex",)), villain(), rolls=("CC", "C", "B")))

    assert [event.side for event in of(game, DiceFell)] == ["attack", "defense", "defense"]
    assert game.state.characters["villain"].damage == 0


def test_cannot_beats_can_and_says_so() -> None:
    """One superpower says that the dice are added, a condition that they can not be: they are not."""
    game = attack(skirmish(hero(2, "momentum", conditions=("hex",)), villain(), rolls=("CC", "-")))
    verdict = CRITICAL_DICE.verdict(said_of(game, CRITICAL_DICE, "hero"))

    assert len(of(game, DiceFell)) == 2
    assert verdict.explain() == [
        "by default: yes [attack.step-8]", "ignored: may momentum (cannot beats can)", "cannot hex", "result: no",
    ]  # fmt: skip


def test_a_bodyguard_whom_the_attack_cannot_have_as_its_target_cannot_become_it() -> None:
    """The superpower says the ally becomes the target; out of range, or dazed, nobody can be a target."""
    far = villain(1, "bodyguard", id="far", place=3, power=3)
    dazed = villain(1, "bodyguard", id="dazed", place=1, power=3, dazed=True)

    game = attack(skirmish(hero(1, reach=2), villain(place=2), far, dazed, rolls=("-", "-")))

    assert [event.target for event in of(game, Targeted)] == ["villain"]


# ------------------------------------------------------------------------------------------------ re-rolls and failures


def test_a_failure_can_not_be_rerolled() -> None:
    """Only the dice that show no failure may be chosen, and the refusal names the rule."""
    game = attack(skirmish(hero(3, "focus"), villain(), rolls=("F-F", "-", "H")), ("focus", "hero"))

    assert offered(game) == [(1,)]
    with pytest.raises(Refused) as refused:
        game.answer((0, 1))
    assert refused.value.rule == "attack.reroll-limit"
    game.answer((1,))
    assert of(game, DiceFell)[-1].faces == dice("FHF")


def test_nobody_is_asked_for_a_reroll_where_all_dice_are_failures() -> None:
    """A reactive superpower without anything to do is not offered."""
    game = attack(skirmish(hero(2, "focus"), villain(1, "jinx", power=3), rolls=("FF", "-")))

    assert game.request.ask == "activate"


def test_a_reroll_that_falls_on_a_failure_is_final() -> None:
    """Not even another ability can re-roll it any more."""
    lucky = hero(2, "focus", "luck", power=2)
    game = attack(skirmish(lucky, villain(), rolls=("--", "-", "FH")), ("focus", "hero"), (0, 1))

    assert offered(game) == [None, ("luck", "hero")]
    game.answer(("luck", "hero"))
    assert offered(game) == [(1,)]


def test_one_ability_rerolls_a_die_once_even_when_it_comes_from_two_sources() -> None:
    """The superpower and the crisis card give the same ability: each may be used, but never on the same die."""
    game = attack(skirmish(hero(3, "focus"), villain(), rolls=("---", "-", "--", "H"), crisis="focus"))

    assert offered(game) == [None, ("focus", "hero"), ("focus", "crisis")]
    game.answer(("focus", "hero"))
    game.answer((0, 1))
    assert offered(game) == [None, ("focus", "crisis")]
    game.answer(("focus", "crisis"))
    assert offered(game) == [(2,)]


def test_the_second_source_is_not_offered_once_the_ability_has_rerolled_every_die() -> None:
    """Nothing is left for the crisis card to re-roll."""
    game = attack(skirmish(hero(2, "focus"), villain(), rolls=("--", "-", "--"), crisis="focus"))
    game.answer(("focus", "hero"))
    game.answer((0, 1))

    assert asked(game) == (1, "modify own dice")  # the crisis card helps the defender too


def test_another_ability_may_reroll_a_die_that_was_rerolled() -> None:
    """There is no limit on how often a die is re-rolled, only on how often by one ability."""
    game = attack(skirmish(hero(2, "focus", "luck", power=1), villain(), rolls=("--", "-", "-H", "H")))
    for answer in (("focus", "hero"), (0, 1), ("luck", "hero"), (0,)):
        game.answer(answer)

    roll = of(game, DiceFell)[-1].pool.roll
    assert roll.faces == dice("HH")
    assert [fall.source for fall in roll.history[0]] == ["", "focus", "luck"]


def test_cover_turns_one_die_to_a_block_but_never_a_failure() -> None:
    """Cover is used in step 9 by the defender; a failure can not be modified."""
    covered = villain(3, place=3, covered=True)
    game = attack(skirmish(hero(2, reach=3), covered, rolls=("HH", "F-H")))

    assert asked(game) == (1, "modify own dice")
    assert offered(game) == [None, ("take_cover", 1), ("take_cover", 2)]
    game.answer(("take_cover", 1))
    assert game.request.ask == "activate"  # at most one die
    assert game.state.characters["villain"].damage == 1


def test_there_is_no_cover_where_the_attacker_is_within_range_2() -> None:
    """At range 2 exactly the defender is not covered."""
    game = attack(skirmish(hero(2, reach=3), villain(2, place=2, covered=True), rolls=("HH", "--")))

    assert game.request.ask == "activate"


# ---------------------------------------------------------------------------------------------------- windows and order


def test_the_attacker_comes_first_in_each_window_and_the_own_dice_before_the_others() -> None:
    """Step 9: attacker, then defender; step 10: attacker, then defender. Who has passed is not asked again."""
    both = ("luck", "jinx")
    game = attack(skirmish(hero(2, *both, power=5), villain(2, *both, power=5), rolls=("--", "--", "H", "-")))

    assert asked(game) == (0, "modify own dice")
    game.answer(None)
    assert asked(game) == (1, "modify own dice")
    game.answer(("luck", "villain"))
    game.answer((0,))
    assert asked(game) == (0, "modify opposing dice")
    game.answer(("jinx", "hero"))
    game.answer((1,))
    assert asked(game) == (1, "modify opposing dice")


def test_the_attacker_comes_first_also_where_it_is_the_second_player() -> None:
    """The order is that of the attack, not that of seats or priority."""
    both = [Character(name, seat, seat, (Profile(2),), ("luck",), power=3) for seat, name in enumerate(("zero", "one"))]
    game = skirmish(*both, rolls=("--", "---"))
    for answer in ("zero", "right", "one", "attack", 0, "zero"):
        game.answer(answer)

    assert asked(game) == (1, "modify own dice")
    game.answer(None)
    assert asked(game) == (0, "modify own dice")


def test_a_superpower_for_the_opponents_dice_can_not_be_used_in_step_9() -> None:
    """Each superpower has its window."""
    game = attack(skirmish(hero(2, "focus", "jinx", power=5), villain(2), rolls=("--", "--")))

    with pytest.raises(Refused):
        game.answer(("jinx", "hero"))


def test_the_opponents_reroll_comes_after_the_own_one_and_may_undo_it() -> None:
    """The jinx of step 10 may hit the die that luck has just re-rolled: another ability."""
    game = attack(skirmish(hero(1, "luck"), villain(1, "jinx", power=1), rolls=("-", "-", "H", "F")))
    for answer in (("luck", "hero"), (0,), ("jinx", "villain"), (0,)):
        game.answer(answer)

    assert [fall.by for fall in of(game, DiceFell)[-1].pool.roll.history[0]] == [0, 0, 1]
    assert not of(game, Damaged)


def test_a_reactive_superpower_is_used_once_in_an_attack_and_again_in_the_next() -> None:
    """Five power would pay for five re-rolls; the event is one."""
    game = attack(skirmish(hero(2, "luck", power=5), villain(), rolls=("--", "-", "-", "--", "-")))
    game.answer(("luck", "hero"))
    game.answer((0,))
    assert game.request.ask == "activate"

    for answer in ("villain", "right", "hero", "attack", 0, "villain"):
        game.answer(answer)
    assert offered(game) == [None, ("luck", "hero")]


def test_who_can_not_pay_is_not_asked() -> None:
    """A superpower that can not be paid in full can not be used."""
    game = attack(skirmish(hero(2), villain(2, "luck", "brace"), rolls=("HH", "--")))

    assert game.request.ask == "activate"


def test_before_damage_is_suffered_the_target_may_brace() -> None:
    """Step 12 can take the last damage away: then none is suffered, and no power comes of it."""
    game = attack(skirmish(hero(1), villain(1, "brace", power=1), rolls=("H", "-")))

    assert asked(game) == (1, "before damage")
    game.answer(("brace", "villain"))
    assert not of(game, Damaged)
    assert game.state.characters["villain"].power == 0


def test_nobody_braces_against_nothing() -> None:
    """Where the attack deals no damage, nothing triggers before it."""
    game = attack(skirmish(hero(1), villain(1, "brace", power=1), rolls=("H", "B")))

    assert game.request.ask == "activate"


# ----------------------------------------------------------------------------------------------------- damage and power


@pytest.mark.parametrize(("stamina", "suffered"), [(9, 5), (5, 5), (3, 3)])
def test_damage_of_an_enemy_gives_as_much_power_as_was_suffered(stamina: int, suffered: int) -> None:
    """Five damage against three stamina are three damage and three power; the excess is ignored."""
    others = Character("other", 1, 9)
    game = attack(skirmish(hero(5), villain(1, stamina=stamina), others, rolls=("HHHHH", "-")))

    card = game.state.characters["villain"]
    assert (card.damage, card.power, card.dazed) == (suffered, suffered, suffered == stamina)


def test_nobody_has_more_than_ten_power() -> None:
    """Power gained beyond 10 is lost."""
    game = attack(skirmish(hero(5), villain(1, power=8), rolls=("HHHHH", "-")))

    assert game.state.characters["villain"].power == 10


def test_damage_of_an_ally_gives_no_power() -> None:
    """An area attack costs allies in its range 1 stamina, and gives them nothing."""
    ally, far = hero(id="ally", place=-1), hero(id="far", place=-3)
    game = attack(skirmish(hero(1, area=True), villain(), ally, far, rolls=("-", "-")))

    assert [(event.target, event.amount) for event in of(game, Damaged)] == [("ally", 1)]
    assert game.state.characters["ally"].power == 0


def test_damage_of_a_condition_gives_no_power() -> None:
    """Conditions are no enemy effects; the 1 power is that of the activation."""
    game = skirmish(hero(1, conditions=("bleed",)), villain(), rolls=())
    for answer in ("hero", "left"):
        game.answer(answer)

    card = game.state.characters["hero"]
    assert (card.damage, card.power) == (1, 1)


def test_whoever_is_judged_gains_no_power_from_damage() -> None:
    """The rule says the power is gained, the condition that it can not be."""
    game = attack(skirmish(hero(2), villain(1, conditions=("judgement",)), rolls=("HH", "-")))

    card = game.state.characters["villain"]
    assert (card.damage, card.power) == (2, 0)


def test_a_reactive_superpower_is_used_once_for_each_instance_of_damage() -> None:
    """Spite answers spite: every damage is an event of its own, and each event is answered at most once."""
    angry = hero(1, "spite", stamina=9, power=1)
    game = attack(skirmish(angry, villain(1, "spite"), rolls=("H", "-")))

    spiteful = []
    for _ in range(3):
        assert game.request.ask == "trigger"
        spiteful.append(game.request.player)
        game.answer(offered(game)[0])
    assert spiteful == [1, 0, 1]  # the power just gained pays for it
    assert offered(game) == [("spite", "hero"), None]
    game.answer(None)
    assert game.request.ask == "activate"
    assert [event.target for event in of(game, Damaged)] == ["villain", "hero", "villain", "hero"]


def test_whoever_is_dazed_by_the_damage_can_not_react_to_it() -> None:
    """A dazed character has no superpowers, though the power came with the very damage."""
    others = Character("other", 1, 9)
    game = attack(skirmish(hero(2), villain(1, "spite", stamina=2), others, rolls=("HH", "-")))

    assert (game.request.player, game.request.ask) == (1, "activate")
    assert game.state.characters["villain"].power == 2


def test_whoever_is_knocked_out_is_gone_before_anything_else_happens() -> None:
    """Injured at full damage: the character leaves, its reactions lapse, the attack goes on to its end."""
    others = Character("other", 1, 9)
    fragile = villain(1, "spite", "counter", stamina=2, injured=True)
    game = attack(skirmish(hero(2, icons=(Icons(("hit",), "push"),)), fragile, others, rolls=("HH", "-")))

    assert [event.out for event in of(game, Fell)] == [True]
    assert "villain" not in game.state.characters
    assert of(game, AttackResolved) and not of(game, Moved)
    assert game.request.ask == "activate"


def test_the_last_one_to_fall_loses_in_the_middle_of_the_attack() -> None:
    """When only one squad is left standing it wins at once: the attack is not even finished."""
    game = attack(skirmish(hero(2), villain(1, stamina=2), rolls=("HH", "-")))

    assert game.result is not None and game.result.winners == (0,)
    assert not of(game, AttackResolved)


# ----------------------------------------------------------------------------------------------- what follows an attack


@pytest.mark.parametrize(
    ("faces", "hexed"), [("WH", True), ("WW", False), ("HH", False), ("W-", False), ("CH", False), ("HW", True)]
)
def test_each_icon_of_a_rule_needs_a_die_of_its_own(faces: str, hexed: bool) -> None:
    """A wild and a hit are needed; a second wild is no hit."""
    icons = (Icons(("hit", "wild"), "hex"),)
    game = attack(skirmish(hero(2, icons=icons, conditions=("hex",)), villain(), rolls=(faces, "B")))

    assert (game.state.characters["villain"].conditions == ("hex",)) is hexed


@pytest.mark.parametrize(("faces", "hexed"), [("W-", False), ("WW", True), ("WC", False)])
def test_a_rule_with_an_icon_twice_needs_two_dice(faces: str, hexed: bool) -> None:
    """Two wilds are two dice; a critical is no wild."""
    icons = (Icons(("wild", "wild"), "hex"),)
    game = attack(skirmish(hero(2, icons=icons, conditions=("hex",)), villain(), rolls=(faces, "B")))

    assert (game.state.characters["villain"].conditions == ("hex",)) is hexed


def test_icons_are_read_from_the_final_roll() -> None:
    """A wild that the defender made the attacker re-roll triggers nothing."""
    icons = (Icons(("wild",), "hex"),)
    jinxing = villain(1, "jinx", power=1)
    game = attack(skirmish(hero(1, icons=icons), jinxing, rolls=("W", "-", "H")), ("jinx", "villain"), (0,))

    assert game.state.characters["villain"].conditions == ()


def test_a_condition_is_not_gained_twice() -> None:
    """Two rules that give the same condition give it once."""
    icons = (Icons(("wild",), "hex"), Icons(("hit",), "hex"))
    game = attack(skirmish(hero(2, icons=icons), villain(), rolls=("WH", "-")), ("icon_rule", 1))

    assert game.state.characters["villain"].conditions == ("hex",)


def test_the_attacker_orders_the_own_effects() -> None:
    """Two rules of one attack: its player chooses which comes first."""
    icons = (Icons(("wild",), "push"), Icons(("hit",), "hex"))
    game = attack(skirmish(hero(2, icons=icons), villain(), rolls=("WH", "-")))

    assert (game.request.player, offered(game)) == (0, [("icon_rule", 0), ("icon_rule", 1)])


def test_the_attackers_effects_come_before_the_defenders_reaction_and_may_prevent_it() -> None:
    """Step 14: the push takes the target out of the range of its counter."""

    def countered(place: int) -> bool:
        icons = (Icons(("wild",), "push"),)
        game = attack(skirmish(hero(1, reach=3, icons=icons), villain(1, "counter", place=place), rolls=("W", "-")))
        return bool(game.request.ask == "trigger")

    assert countered(2)  # pushed to range 3
    assert not countered(3)


def test_a_dazed_target_is_affected_by_nothing_more() -> None:
    """Special rules do not move or change a dazed character."""
    icons = (Icons(("wild",), "push"), Icons(("hit",), "bleed"))
    others = Character("other", 1, 9)
    game = attack(skirmish(hero(2, icons=icons), villain(1, stamina=2), others, rolls=("WH", "-")), ("icon_rule", 0))

    card = game.state.characters["villain"]
    assert (card.dazed, card.place, card.conditions) == (True, 1, ())


def test_a_bodyguard_becomes_the_target_and_defends_with_its_own_dice() -> None:
    """The reaction to being targeted comes in step 2, before anything is rolled or paid."""
    guard = villain(3, "bodyguard", id="guard", place=2, power=1)
    game = attack(skirmish(hero(2, cost=1), villain(1), guard, rolls=("HH", "---")))

    assert (game.request.player, offered(game)) == (1, [("bodyguard", "guard"), None])
    assert game.state.characters["hero"].power == 1
    game.answer(("bodyguard", "guard"))
    assert game.state.characters["hero"].power == 0
    assert [event.target for event in of(game, Damaged)] == ["guard"]


def test_being_targeted_anew_is_a_new_event() -> None:
    """Two bodyguards may pass the attack to and fro as long as they can pay; each once per event."""
    one = villain(1, "bodyguard", id="one", place=1, power=1)
    two = villain(1, "bodyguard", id="two", place=2, power=2)
    game = attack(skirmish(hero(1), one, two, rolls=("-", "-")), target="one")

    for guard in ("two", "one", "two"):
        assert offered(game) == [("bodyguard", guard), None]
        game.answer(("bodyguard", guard))
    assert [event.target for event in of(game, Targeted)] == ["one", "two", "one", "two"]
    assert game.request.ask == "activate"


def test_of_several_bodyguards_only_one_can_take_the_place_of_a_target() -> None:
    """After the first has stepped in, the others have no target to guard any more, unless they guard the guard."""
    one, two = (villain(1, "bodyguard", id=name, place=place, power=1) for name, place in (("one", 0), ("two", 2)))
    game = attack(skirmish(hero(1), villain(place=1), one, two, rolls=("-", "-")))

    assert offered(game) == [("bodyguard", "one"), ("bodyguard", "two"), None]
    game.answer(("bodyguard", "one"))
    assert game.request.ask == "activate"  # two stands at range 2 of one


# -------------------------------------------------------------------------------- several targets, a table that changes


def blast(game: Game, *answers: Any) -> Game:
    for answer in ("hero", "attack", 0, *answers):
        game.answer(answer)
    return game


def test_an_area_attack_is_a_series_in_the_order_the_attacker_chooses_and_paid_once() -> None:
    """Each attack is resolved completely before the next target is even chosen."""
    rivals = (villain(id="one", place=1), villain(id="two", place=2), villain(id="far", place=3))
    game = blast(skirmish(hero(1, area=True, cost=1), *rivals, rolls=("H", "-", "H", "-")))

    assert offered(game) == ["one", "two"]
    game.answer("two")
    assert [event.target for event in of(game, Damaged)] == ["two"]
    assert offered(game) == ["one"]
    game.answer("one")
    assert [event.target for event in of(game, AttackResolved)] == ["two", "one"]
    assert [(event.target, event.by) for event in of(game, PowerChanged) if event.by < 0] == [("hero", -1)]


def test_a_target_that_was_pushed_out_of_range_meanwhile_is_left_out() -> None:
    """A bodyguard took the first attack and was pushed away: it is no legal target of the second."""
    guard = villain(1, "bodyguard", id="guard", place=2, power=1)
    icons = (Icons(("wild",), "push"),)
    game = blast(skirmish(hero(1, area=True, icons=icons), villain(place=1), guard, rolls=("W", "B")), "villain")
    game.answer(("bodyguard", "guard"))

    assert game.state.characters["guard"].place == 3
    assert [event.target for event in of(game, AttackResolved)] == ["guard"]
    assert game.request.ask == "activate"


@pytest.mark.parametrize("injured", [False, True])
def test_a_target_that_was_dazed_or_knocked_out_meanwhile_is_left_out(injured: bool) -> None:
    """A dazed character can not be the target of an attack, and one who has left neither."""
    guard = villain(1, "bodyguard", id="guard", place=2, power=1, stamina=1, injured=injured)
    game = blast(skirmish(hero(1, area=True), villain(place=1), guard, rolls=("H", "-")), "villain")
    game.answer(("bodyguard", "guard"))

    assert [event.out for event in of(game, Fell)] == [injured]
    assert game.request.ask == "activate"


def test_a_bodyguard_may_become_a_target_twice() -> None:
    """It stood in for another and is still to be attacked itself: both attacks are made."""
    guard = villain(1, "bodyguard", id="guard", place=2, power=1)
    game = blast(skirmish(hero(1, area=True), villain(place=1), guard, rolls=("-", "B", "-", "B")), "villain")
    game.answer(("bodyguard", "guard"))
    game.answer("guard")

    assert [event.target for event in of(game, AttackResolved)] == ["guard", "guard"]


def test_an_attacker_dazed_in_the_series_makes_no_further_attack_and_ends_the_activation() -> None:
    """Dazed by a counter after the first attack: the second is not made, and not even the bleeding comes."""
    fragile = hero(1, area=True, stamina=1, conditions=("bleed",))
    rivals = (villain(1, "counter", place=1, power=1), villain(id="two", place=2))
    game = blast(skirmish(fragile, Character("ally", 0, -9), *rivals, rolls=("-", "-")), "villain")
    game.answer(("counter", "villain"))

    assert of(game, Fell) == [Fell("hero", out=False)]
    assert [event.target for event in of(game, AttackResolved)] == ["villain"]
    assert (game.request.player, game.request.ask) == (1, "activate")
    assert len(of(game, Damaged)) == 1


def test_an_attacker_knocked_out_by_spite_leaves_an_unfinished_attack_behind() -> None:
    """In step 13 already: step 14 of that attack does not come, and the turn is the opponent's."""
    fragile = hero(2, area=True, stamina=1, injured=True, icons=(Icons(("wild",), "push"),))
    rivals = (villain(1, "spite", place=1), villain(id="two", place=2))
    game = blast(skirmish(fragile, Character("ally", 0, -9), *rivals, rolls=("WH", "-")), "villain")
    game.answer(("spite", "villain"))

    assert "hero" not in game.state.characters
    assert not of(game, AttackResolved) and not of(game, Moved)
    assert (game.request.player, game.request.ask) == (1, "activate")
    with pytest.raises(LookupError):
        game.context(Attack)


def test_an_ally_in_the_area_may_fall_and_the_series_goes_on() -> None:
    """Two allies suffer 1 damage at the same time; one is dazed by it."""
    allies = (hero(id="one", place=1, stamina=1), hero(id="two", place=-1))
    game = blast(skirmish(hero(1, area=True), *allies, villain(), rolls=("-", "-")), "villain")

    assert [event.target for event in of(game, Damaged)] == ["one", "two"]
    assert game.state.characters["one"].dazed
    assert of(game, AttackResolved)


def test_allies_in_the_area_suffer_once_however_many_enemies_are_attacked() -> None:
    """The damage to allies belongs to the area attack, not to each attack of the series."""
    rivals = (villain(id="one"), villain(id="two"))
    game = blast(skirmish(hero(1, area=True), hero(id="ally"), *rivals, rolls=("-", "-") * 2), "one", "two")

    assert [event.target for event in of(game, Damaged)] == ["ally"]


# ------------------------------------------------------------------------------------------------------ illegal choices


@pytest.mark.parametrize(
    ("attacker", "rivals"),
    [
        (hero(1, reach=2), [villain(place=3)]),
        (hero(1, cost=2), [villain()]),
        (hero(1), [villain(dazed=True), villain(id="far", place=9)]),
        (hero(1, area=True), [villain(place=3)]),
    ],
)
def test_an_attack_without_a_legal_target_or_too_dear_is_not_offered(
    attacker: Character, rivals: list[Character]
) -> None:
    """Out of range, not to be paid in full, only dazed ones in range, only an ally in the area."""
    game = skirmish(attacker, hero(id="ally"), *rivals)
    game.answer("hero")

    with pytest.raises(Refused):
        game.answer("attack")
    assert offered(game) == ["left", "right"]


def test_exactly_in_range_is_in_range_and_an_ally_is_no_target() -> None:
    """At range 2 with reach 2; the ally beside is not on the list."""
    game = skirmish(hero(1, reach=2), hero(id="ally"), villain(place=2))
    for answer in ("hero", "attack", 0):
        game.answer(answer)

    with pytest.raises(Refused) as refused:
        game.answer("ally")
    assert offered(game) == ["villain"]
    assert refused.value.rule == "attack.step-2"


def test_a_refused_answer_in_a_window_changes_nothing() -> None:
    """Three dice may not be chosen where the superpower re-rolls two."""
    game = attack(skirmish(hero(3, "focus"), villain(), rolls=("---", "-", "--")), ("focus", "hero"))
    before = game.digest()

    with pytest.raises(Refused):
        game.answer((0, 1, 2))
    assert game.digest() == before


def test_why_damage_was_suffered() -> None:
    """The log says by which rules: the power by damage.power, because of the damage, by step 13."""
    game = attack(skirmish(hero(1), villain(), rolls=("H", "-")))
    gained = next(event for event in of(game, PowerChanged) if event.target == "villain")

    assert game.why(gained).rules == ("damage.power", "condition.not-enemy", "attack.step-13")


# ----------------------------------------------------------------------------------------------------------------- odds


ATTACK_FACES = {"critical": 1, "wild": 1, "hit": 2, "block": 1, "blank": 2, "failure": 1}


def law_of_successes(number: int, good: int) -> dict[int, Fraction]:
    """Of so many dice, each with ``good`` of 8 faces that count, one of them a critical that adds one die, once."""
    first: dict[tuple[int, int], int] = {(0, 0): 1}
    for _ in range(number):
        following: dict[tuple[int, int], int] = {}
        for (criticals, successes), ways in first.items():
            for more, counts, faces in ((1, 1, 1), (0, 1, good - 1), (0, 0, 8 - good)):
                key = (criticals + more, successes + counts)
                following[key] = following.get(key, 0) + ways * faces
        first = following
    law: dict[int, Fraction] = {}
    for (criticals, successes), ways in first.items():
        added = {0: Fraction(1)}
        for _ in range(criticals):
            once: dict[int, Fraction] = {}
            for count, chance in added.items():
                once[count + 1] = once.get(count + 1, Fraction(0)) + chance * Fraction(good, 8)
                once[count] = once.get(count, Fraction(0)) + chance * Fraction(8 - good, 8)
            added = once
        for count, chance in added.items():
            law[successes + count] = law.get(successes + count, Fraction(0)) + Fraction(ways, 8**number) * chance
    return law


def law_of_damage(attack_dice: int, defense_dice: int) -> dict[int, Fraction]:
    law: dict[int, Fraction] = {}
    for (struck, one), (stopped, other) in product(
        law_of_successes(attack_dice, 4).items(), law_of_successes(defense_dice, 3).items()
    ):
        damage = max(0, struck - stopped)
        law[damage] = law.get(damage, Fraction(0)) + one * other
    return law


def odds_of_damage(strength: int, defense: int, **how: Any) -> Mapping[int, Fraction]:
    """By playing the rules; only one rule of the attack, which nine wilds would trigger, looks at single dice."""
    icons = how.pop("icons", ())
    game = skirmish(hero(strength, icons=icons), villain(defense, stamina=99), rolls=None)
    answers = ("hero", "attack", 0, "villain")
    return odds.distribution(game, lambda then: then.state.characters["villain"].damage, answers=answers, **how)


def test_exact_odds_of_six_dice_against_four() -> None:
    """The law that the real rules give is that of an independent calculation, to the last digit."""
    law = odds_of_damage(6, 4)

    assert law == law_of_damage(6, 4)
    assert sum(law.values()) == 1 and max(law) == 12


@pytest.mark.parametrize(("strength", "defense"), [(1, 1), (1, 4), (5, 1), (2, 3)])
def test_exact_odds_of_small_pools(strength: int, defense: int) -> None:
    """The same at the edges."""
    assert odds_of_damage(strength, defense) == law_of_damage(strength, defense)


def test_faces_that_make_no_difference_really_make_none() -> None:
    """Where something may look at single dice all faces are played; the law of the damage is the same."""
    icons = (Icons(("wild",) * 9, "push"),)

    assert odds_of_damage(2, 2, icons=icons) == odds_of_damage(2, 2) == law_of_damage(2, 2)


def test_exact_odds_with_a_player_who_decides() -> None:
    """Luck re-rolls the first die that shows neither a success nor a failure, if there is one."""

    def policy(game: Game, request: Any) -> Any:
        roll = game.context(Attack).attack.roll
        idle = [n for n, face in enumerate(roll.faces if roll else ()) if face in ("block", "blank")]
        if request.ask == "react":
            return ("luck", "hero") if idle else None
        return (idle[0],)

    game = skirmish(hero(2, "luck"), villain(1, stamina=99), rolls=None)
    answers = ("hero", "attack", 0, "villain")

    def damage(then: Game) -> int:
        return int(then.state.characters["villain"].damage)

    def over(then: Game) -> bool:
        return bool(then.request.ask == "activate")

    law = odds.distribution(game, damage, answers=answers, policy=policy, until=over)

    assert law == law_with_luck()


def law_with_luck() -> dict[int, Fraction]:
    """Two attack dice, criticals add, one block or blank of them is rolled again; against one defense die."""
    law: dict[int, Fraction] = {}
    stopped = law_of_successes(1, 3)
    for first in product(ATTACK_FACES, repeat=2):
        for added in product(ATTACK_FACES, repeat=first.count("critical")):
            faces = (*first, *added)
            ways = Fraction(1)
            for face in faces:
                ways *= Fraction(ATTACK_FACES[face], 8)
            struck = sum(face in ("critical", "wild", "hit") for face in faces)
            idle = any(face in ("block", "blank") for face in faces)
            again = {1: Fraction(1, 2), 0: Fraction(1, 2)} if idle else {0: Fraction(1)}
            for (more, one), (less, other) in product(again.items(), stopped.items()):
                damage = max(0, struck + more - less)
                law[damage] = law.get(damage, Fraction(0)) + ways * one * other
    return law


# ------------------------------------------------------------------------------------------------- what every game owes


STRIKE = Profile(5, reach=4, icons=(Icons(("wild",), "push"), Icons(("hit", "wild"), "hex")))
BLAST = Profile(6, reach=3, cost=2, area=True, icons=(Icons(("critical",), "bleed"), Icons(("wild",), "shock")))
POWERS = (("focus", "counter", "rally"), ("luck", "spite", "bodyguard", "momentum"), ("jinx", "brace", "bulwark"))
SQUADS = tuple([
    Character(f"{name}{side}", side, place + 3 * side, (STRIKE, BLAST), powers, covered=place == 0, injured=place == 2)
    for side in (0, 1) for place, (name, powers) in enumerate(zip("abc", POWERS, strict=True))
])  # fmt: skip
SETUP = msgspec.to_builtins(Skirmish(SQUADS))


def test_the_kit_finds_nothing() -> None:
    """Random games end; forks, saves, replays and hash seeds agree, and everything registered comes up."""
    where = f"{Path(__file__).with_name('crisis_attack.py')}:RULES"

    check_ruleset(RULES, games=8, seed=1, setup=SETUP, where=where, looks=6, must_exercise=True)


def test_the_kit_finds_nothing_where_a_crisis_gives_everybody_a_superpower() -> None:
    """Two sources of one ability in all games."""
    check_ruleset(RULES, games=3, seed=50, setup={**SETUP, "crisis": "luck"}, looks=6)


def test_a_fork_in_the_middle_of_a_window_goes_its_own_way() -> None:
    """Both branches of a choice to re-roll, from the same position."""
    game = attack(skirmish(hero(2, "luck"), villain(), rolls=("H-", "-", "H")))
    fork = game.fork()
    game.answer(None)
    for answer in (("luck", "hero"), (1,)):
        fork.answer(answer)

    assert [g.state.characters["villain"].damage for g in (game, fork)] == [1, 2]

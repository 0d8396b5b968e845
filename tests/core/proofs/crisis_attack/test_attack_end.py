"""The last steps of an attack on the kernel: what comes before, with and after its damage."""

from __future__ import annotations

import pytest

from .attack import AttackResolved
from .scripted import asked, attack, hero, of, offered, tell, villain
from .terms import Damaged, Fell, Icons, Moved, PowerChanged

OTHER = villain(id="other", place=9)
PUSH = (Icons(("wild",)),)


# ----------------------------------------------------------------------------------------------------- steps 12 and 13


def test_before_damage_is_suffered_the_target_may_brace() -> None:
    """Step 12 can take the last damage away: then none is suffered, and no power comes of it."""
    game = attack(hero(1), villain(1, "brace", power=1), rolls=("H", "-"))

    assert asked(game) == (1, "before damage")
    game.answer(("brace", "villain"))
    assert not of(game, Damaged)
    assert game.state.characters["villain"].power == 0


def test_nobody_braces_against_nothing() -> None:
    """Where the attack deals no damage, nothing triggers before it."""
    assert attack(hero(1), villain(1, "brace", power=1), rolls=("H", "B")).request.ask == "activate"


def test_spite_answers_the_damage_of_step_13_before_step_14() -> None:
    """The damage pays for it; the attack is resolved only afterwards."""
    game = attack(hero(1), villain(1, "spite"), rolls=("H", "-"))

    assert offered(game) == [("spite", "villain"), None]
    assert not of(game, AttackResolved)
    game.answer(("spite", "villain"))
    assert [event.target for event in of(game, Damaged)] == ["villain", "hero"]
    assert of(game, AttackResolved)


def test_the_last_one_to_fall_loses_in_the_middle_of_the_attack() -> None:
    """When only one squad is left standing it wins at once: the attack is not even finished."""
    game = attack(hero(2), villain(1, stamina=2), rolls=("HH", "-"))

    assert game.result is not None and game.result.winners == (0,)
    assert not of(game, AttackResolved)


def test_why_power_was_gained() -> None:
    """The log says by which rules: the power by damage.power, because of the damage, by step 13 of the action."""
    game = attack(hero(1), villain(), rolls=("H", "-"))
    gained = next(event for event in of(game, PowerChanged) if event.target == "villain")

    by_step_13 = "attack.step-13", "action.attack", "attack.step-1"
    assert game.why(gained).rules == ("damage.power", "condition.not-enemy", *by_step_13)


# ------------------------------------------------------------------------------------------------------------- step 14


@pytest.mark.parametrize(
    ("icons", "faces", "pushed"),
    [
        (("hit", "wild"), "WH", True),
        (("hit", "wild"), "HW", True),
        (("hit", "wild"), "WW", False),
        (("hit", "wild"), "HH", False),
        (("hit", "wild"), "W-", False),
        (("wild", "wild"), "W-", False),
        (("wild", "wild"), "WW", True),
        (("wild", "wild"), "WC", False),
        (("hit", "wild"), "CH", False),
    ],
)
def test_each_icon_of_a_rule_needs_a_die_of_its_own(icons: tuple[str, ...], faces: str, pushed: bool) -> None:
    """A wild and a hit are needed, and a second wild is no hit; two wilds are two dice, a critical is none."""
    game = attack(hero(2, icons=(Icons(icons),)), villain(), rolls=(faces, "B", *"-" * faces.count("C")))

    assert bool(of(game, Moved)) is pushed


def test_icons_are_read_from_the_final_roll() -> None:
    """A wild that the defender made the attacker re-roll triggers nothing."""
    game = attack(hero(1, icons=PUSH), villain(1, "jinx", power=1), rolls=("W", "-", "H"))

    assert not of(tell(game, ("jinx", "villain"), (0,)), Moved)


def test_the_attacker_orders_the_own_effects() -> None:
    """Two rules of one attack: its player chooses which comes first."""
    game = attack(hero(2, icons=(*PUSH, Icons(("hit",), -1))), villain(), rolls=("WH", "-"))

    assert (game.request.player, offered(game)) == (0, [("icon_rule", 0), ("icon_rule", 1)])
    game.answer(("icon_rule", 1))
    assert [event.by for event in of(game, Moved)] == [-1, 1]


@pytest.mark.parametrize(("place", "countered"), [(2, True), (3, False)])
def test_the_attackers_effects_come_before_the_defenders_reaction_and_may_prevent_it(
    place: int, countered: bool
) -> None:
    """The push takes a target at range 3, but not one at range 2, out of the range of its counter."""
    game = attack(hero(1, reach=3, icons=PUSH), villain(1, "counter", place=place), rolls=("W", "-"))

    assert (game.request.ask == "trigger") is countered


@pytest.mark.parametrize("injured", [False, True])
def test_a_dazed_or_knocked_out_target_is_affected_by_nothing_more(injured: bool) -> None:
    """The attack goes on to its end, but moves nobody, and there is nobody to react."""
    fragile = villain(1, "spite", "counter", stamina=2, injured=injured)
    game = attack(hero(2, icons=(Icons(("hit",)),)), fragile, OTHER, rolls=("HH", "-"))

    assert of(game, Fell) == [Fell("villain", out=injured)]
    assert of(game, AttackResolved) and not of(game, Moved)
    assert game.request.ask == "activate"

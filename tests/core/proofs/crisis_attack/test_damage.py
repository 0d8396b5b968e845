"""Damage and power on the kernel: one fact a test, the smallest position."""

from __future__ import annotations

import msgspec
import pytest

from rulewright import Game
from rulewright.testing.kit import check_ruleset
from tests.lengths import length

from .damage import RULESET, SETUP
from .scripted import asked, hero, of, offered, play, tell, villain
from .terms import Character, Damaged, Fell, PowerChanged

OTHER = villain(id="other", place=9)


def blast(*characters: Character) -> Game:
    """The hero deals as much damage as its strength to everyone in reach."""
    return tell(play(RULESET, *characters), "hero", "blast")


@pytest.mark.parametrize(("stamina", "suffered"), [(9, 5), (5, 5), (3, 3)])
def test_damage_of_an_enemy_gives_as_much_power_as_was_suffered(stamina: int, suffered: int) -> None:
    """Five damage against three stamina are three damage and three power; the excess is ignored."""
    card = blast(hero(5), villain(stamina=stamina), OTHER).state.characters["villain"]

    assert (card.damage, card.power, card.dazed) == (suffered, suffered, suffered == stamina)


def test_nobody_has_more_than_ten_power() -> None:
    """Power gained beyond 10 is lost."""
    assert blast(hero(5), villain(power=8)).state.characters["villain"].power == 10


def test_damage_of_an_ally_gives_no_power() -> None:
    """The same effect at the same time: power for the enemy, none for the ally, nothing beyond the reach."""
    game = blast(hero(2), villain(), hero(id="ally", place=-1), hero(id="far", place=-3))

    assert [(event.target, event.amount) for event in of(game, Damaged)] == [("villain", 2), ("ally", 2)]
    assert [game.state.characters[who].power for who in ("villain", "ally", "far")] == [2, 0, 0]


def test_damage_of_a_condition_gives_no_power() -> None:
    """Conditions are no enemy effects; the 1 power is that of the activation."""
    game = tell(play(RULESET, hero(conditions=("bleed",)), villain()), "hero", "left")

    card = game.state.characters["hero"]
    assert (card.damage, card.power) == (1, 1)


def test_whoever_is_judged_gains_no_power_from_damage() -> None:
    """The rule says the power is gained, the condition that it cannot be."""
    card = blast(hero(2), villain(conditions=("judgement",))).state.characters["villain"]

    assert (card.damage, card.power) == (2, 0)


def test_a_reactive_superpower_is_used_once_for_each_instance_of_damage() -> None:
    """Spite answers spite: every damage is an event of its own, and each event is answered at most once."""
    game = blast(hero(1, "spite", power=1), villain(1, "spite"))

    spiteful = []
    for _ in range(3):
        assert game.request.ask == "trigger"
        spiteful.append(game.request.player)
        game.answer(offered(game)[0])
    assert spiteful == [1, 0, 1]  # the power just gained pays for it
    assert offered(game) == [("spite", "hero"), None]
    game.answer(None)
    assert asked(game) == (1, "activate")
    assert [event.target for event in of(game, Damaged)] == ["villain", "hero", "villain", "hero"]


def test_nobody_spites_an_ally() -> None:
    """The reaction is to damage by enemies; that it could be paid does not matter."""
    assert asked(blast(hero(1), hero(1, "spite", id="ally", power=3), villain())) == (1, "activate")


def test_whoever_is_dazed_by_the_damage_cannot_react_to_it() -> None:
    """A dazed character has no superpowers, though the power came with the very damage."""
    game = blast(hero(2), villain(1, "spite", stamina=2), OTHER)

    assert asked(game) == (1, "activate")
    assert game.state.characters["villain"].power == 2
    assert offered(game) == ["other"]


def test_whoever_is_knocked_out_is_gone_before_anything_else_happens() -> None:
    """Injured at full damage: the character leaves and its reactions lapse."""
    game = blast(hero(2), villain(1, "spite", stamina=2, injured=True), OTHER)

    assert of(game, Fell) == [Fell("villain", out=True)]
    assert "villain" not in game.state.characters
    assert asked(game) == (1, "activate")


def test_an_activation_ends_at_once_with_its_character() -> None:
    """Dazed by spite: not even the bleeding comes any more."""
    fragile = hero(1, stamina=1, conditions=("bleed",))
    game = tell(blast(fragile, hero(id="ally", place=-9), villain(1, "spite")), ("spite", "villain"))

    assert of(game, Fell) == [Fell("hero", out=False)]
    assert [event.target for event in of(game, Damaged)] == ["villain", "hero"]
    assert asked(game) == (1, "activate")


def test_the_last_one_to_fall_loses_at_once() -> None:
    """When only one squad is left standing it wins in the middle of an activation."""
    game = blast(hero(2, conditions=("bleed",)), villain(stamina=2))

    assert game.result is not None and game.result.winners == (0,)
    assert [event.target for event in of(game, Damaged)] == ["villain"]


def test_why_power_was_gained() -> None:
    """The log says by which rules: the power by damage.power, because of the damage of the action."""
    game = blast(hero(1), villain())
    gained = next(event for event in of(game, PowerChanged) if event.target == "villain")

    assert game.why(gained).rules == ("damage.power", "condition.not-enemy", "action.move", "area.resolve")


def test_the_kit_finds_nothing() -> None:
    """Random games end; forks, saves, replays and hash seeds agree, and everything registered comes up."""
    setup = msgspec.to_builtins(SETUP)

    where = f"{__package__}.damage:RULESET"
    check_ruleset(RULESET, games=6, setup=setup, looks=length(2, 6), must_exercise=True, where=where)

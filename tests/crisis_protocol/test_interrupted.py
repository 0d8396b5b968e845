"""Who is KO'd or changed in the middle of something is not met again by what goes on (field.ko-effects)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulewright import Event
from rulewright.testing import Scenario
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.crises import MOMENTS
from rulewright_crisis_protocol.events.attacks import DiceRolled, RollOver
from rulewright_crisis_protocol.events.characters import DamageSuffered, KnockedOut, PowerGained, PowerSpent
from rulewright_crisis_protocol.events.movement import Collided, MoveBegan, Moved, TerrainDestroyed, TerrainThrown
from rulewright_crisis_protocol.events.objectives import CrisisStruck
from rulewright_crisis_protocol.events.rounds import CrisisEffects
from rulewright_crisis_protocol.events.superpowers import SuperpowerUsed, TacticPlayed
from rulewright_crisis_protocol.leaderships import lead
from rulewright_crisis_protocol.running import resolve
from rulewright_crisis_protocol.space.battlefield import TABLE
from tests.interrupted import interrupted

from .table import HERO, VILLAIN, at, battle, card, invent, named, piece, power, rule, tactic

GAIN = {"do": "gain_power", "amount": 1}


def ko(id: str) -> Callable[[Any, Any], Event | None]:
    """A character is KO'd, where it is still there."""

    def knock_out(game: Any, event: Any) -> Event | None:
        found = game.state.characters.get(id)
        return None if found is None else KnockedOut(id, found.player)

    return knock_out


def acting(*things: Any, rules: Any, **more: Any) -> Scenario:
    """The hero is activated, beside a friend, and the villain far away."""
    both = at(HERO, 10, 10, power=3), at("friend", 20, 30), at(VILLAIN, 30, 30, 1)
    return battle(*both, *things, rules=rules, **more).begin(ACTIVATION(player=0, character=HERO))


@rule("field.ko-effects")
@pytest.mark.parametrize("on", [SuperpowerUsed, PowerSpent])
@pytest.mark.parametrize("once", [{}, {"once": "turn"}])
def test_a_superpower_of_one_who_is_gone_by_its_use_does_nothing(on: type[Event], once: dict[str, Any]) -> None:
    hum = power("hum", "active", GAIN, cost=1, **once)
    rules = invent(card(HERO, superpowers=[hum]), card("friend"))
    position = acting(rules=interrupted(rules, on, ko(HERO))).answer(("superpower", "hum"))

    assert position.idle and HERO not in position.state.characters
    assert not position.events(PowerGained) and len(position.events(PowerSpent)) == (on is PowerSpent)


@rule("tactic-card.play")
@rule("field.ko-effects")
@pytest.mark.parametrize("on", [TacticPlayed, PowerSpent])
def test_a_card_of_which_the_payer_is_gone_is_discarded_without_effect(on: type[Event]) -> None:
    rules = invent(card("friend"), tactics=[tactic("rally", GAIN, cost=1)])
    squads = {0: {"tactics": ("rally",)}}
    position = acting(rules=interrupted(rules, on, ko(HERO)), squads=squads).answer(("card", "rally"))

    assert position.idle and position.state.squads[0].tactics == () and not position.events(PowerGained)


@rule("field.ko-effects")
def test_who_is_gone_when_its_move_begins_goes_nowhere() -> None:
    lift = power("lift", "reactive", GAIN, when="move begins")
    rules = invent(card(HERO, superpowers=[lift]), card("friend"))
    position = acting(rules=interrupted(rules, MoveBegan, ko(HERO))).answer(("move",))

    assert position.idle and not position.events(Moved)


HURL = {"do": "throw_terrain", "tool": "medium", "size": 3, "range": 2}


def thrown(on: type[Event], do: Callable[[Any, Any], Any]) -> Scenario:
    """The hero throws a car at the villain, and something happens meanwhile."""
    things = [at(HERO, 10, 10), at(VILLAIN, 13, 10, 1), at("friend", 30, 30), piece("car", 10, 13)]
    rules = invent(card("friend"), card("doer", superpowers=[power("deed", "active", HURL)]))
    position = battle(*things, rules=interrupted(rules, on, do), rolls=["--", "--"])
    deed = resolve(0, HERO, "deed", rules.content.superpowers["deed"].program)
    assert deed is not None
    return position.begin(deed).answer(0.0)


@rule("throw.terrain-destroyed")
def test_terrain_that_is_gone_when_it_has_been_thrown_is_not_destroyed_again() -> None:
    position = thrown(TerrainThrown, lambda game, event: TerrainDestroyed(event.terrain, "car"))

    assert len(position.events(TerrainDestroyed)) == 1 and position.events(Collided)


@rule("dodge.result")
@rule("terms.enemy-effect")
def test_what_is_thrown_by_one_who_is_gone_hurts_as_nobody_s_effect() -> None:
    (hurt,) = thrown(Collided, ko(HERO)).events(DamageSuffered)

    assert (hurt.character, hurt.by, hurt.enemy) == (VILLAIN, "", False)


@rule("dodge.result")
def test_who_is_gone_by_its_dodge_suffers_nothing() -> None:
    position = thrown(DiceRolled, ko(VILLAIN))

    assert not position.events(DamageSuffered) and not position.events(RollOver)


@rule("damage.power")
def test_who_is_gone_by_damage_gains_no_power() -> None:
    rules = interrupted(invent(), DamageSuffered, ko(VILLAIN))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 13, 10, 1), at(VILLAIN, 30, 30, 1, name="other"), rules=rules)
    position.happen(DamageSuffered(VILLAIN, 1, HERO, True))

    assert VILLAIN not in position.state.characters and not position.events(PowerGained)


@rule("cleanup.crisis-effects")
def test_a_crisis_does_nothing_to_one_who_is_gone_when_it_strikes() -> None:
    moment = next(when for when, phase in MOMENTS.items() if phase == "cleanup")
    effect = {"when": moment, "whom": "each player", "effects": [GAIN]}
    crisis = {"id": "storm", "type": "secure", "threat": 16, "spots": [[18, 18]], "token": "asset", "score": "secured"}
    rules = invent(card("friend"), crises=[{**named(crisis), "effects": [effect]}])
    things = at(HERO, 10, 10), at("friend", 20, 10), at(VILLAIN, 13, 10, 1)
    position = battle(*things, rules=interrupted(rules, CrisisStruck, ko(HERO)), mission={"secure": "storm"})
    position.happen(CrisisEffects("cleanup"))
    while not position.idle:
        position.answer(position.options[0])

    assert [event.character for event in position.events(PowerGained)] == [VILLAIN]


@rule("leadership.active")
def test_one_who_is_gone_leads_nobody() -> None:
    position = battle(at(HERO, 10, 10), at(VILLAIN, 13, 10, 1))

    assert list(lead(position.game, 0, "nobody")) == []


@rule("stat-card.sides", 3)
def test_a_form_on_a_larger_base_stays_on_the_battlefield() -> None:
    rules = invent(card("giant", base=65))
    position = battle(at("giant", 35.5, 0.2), at(VILLAIN, 13, 10, 1), rules=rules)
    pose, half = TABLE(position.game).models["giant"].pose, 65 / 25.4 / 2

    assert (pose.x, pose.y) == pytest.approx((36 - half, half))


def test_who_was_taken_away_while_it_was_dazed_drops_nothing_any_more() -> None:
    """A text that answers the daze may KO the character: it is off the table before it would drop what it held."""
    from rulewright import new_game
    from rulewright_crisis_protocol.objectives import drop_all

    assert [*drop_all(new_game("crisis_protocol", seed=1), "whoever is gone")] == []

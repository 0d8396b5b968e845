"""When effects trigger and resolve, and in which order (chapters 6, 8 and 13)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_heroclix.events.attacks import AttackResolved, Hit
from rulewright_heroclix.events.characters import NamedTokens
from rulewright_heroclix.events.damage import DamageDealt
from rulewright_heroclix.events.movement import Moved
from rulewright_heroclix.events.turns import ActionGiven, ActionResolved, TokenGiven, TurnBegan, TurnEnding

from .specials import act, acting, special, use, when
from .table import FOE, HERO, at, clix, dice, happened, invent, one, play, rule, turn

SOLID = ("8/10/17/3",) * 8


def mark(name: str) -> dict[str, Any]:
    """An effect that shows that it has resolved: a token of that name."""
    return {"do": "named_tokens", "token": name}


def marking(moment: str, name: str, **more: Any) -> dict[str, Any]:
    """A trait that does nothing else."""
    return special(when(moment, mark(name), **more), id=name)


def order(position: Scenario) -> list[str]:
    """The names of the tokens, in the order in which they came."""
    return [event.token for event in happened(position, NamedTokens)]


def both(mine: list[Any], theirs: list[Any], *rolls: str) -> Scenario:
    """The turn of a hero in C3, with a foe in D3, each with traits."""
    rules = invent(clix(HERO, *SOLID, traits=mine), clix(FOE, *("8/10/16/3",) * 8, traits=theirs), clix("idle"))
    return turn(play(at(HERO, "C3"), at(FOE, "D3"), at("idle", "P16"), rules=rules, rolls=dice(*rolls)))


# 6.5 Resolve ------------------------------------------------------------------------------------------------


@rule("6.5", 1, 2)
def test_moves_attacks_triggered_effects_and_actions_resolve_with_their_last_step() -> None:
    traits = [special(act({"do": "move"}, {"do": "attack", "kind": "close"})), marking("hits", "glee")]
    rules = invent(clix(HERO, *SOLID, traits=traits), clix(FOE, *SOLID), clix("idle"))
    position = turn(play(at(HERO, "C3"), at(FOE, "F3"), at("idle", "P16"), rules=rules, rolls=dice("65")))
    use(position).answer("E3")

    events = happened(position, ActionGiven, Moved, Hit, NamedTokens, DamageDealt, AttackResolved, TokenGiven,
                      ActionResolved)  # fmt: skip
    assert [type(event) for event in events] == [
        ActionGiven, Moved, Hit, NamedTokens, DamageDealt, AttackResolved, TokenGiven, ActionResolved,
    ]  # fmt: skip


# 8.1 Triggers -----------------------------------------------------------------------------------------------


@rule("8.1", 1)
@rule("8.1a", 1)
@pytest.mark.parametrize(("moment", "phase"), [("your turn begins", TurnBegan), ("your turn ends", TurnEnding)])
def test_an_effect_triggers_in_its_phase_and_not_without_it(moment: str, phase: type[Any]) -> None:
    position = both([marking(moment, "bell")], [])
    before = happened(position, phase, NamedTokens)
    assert bool(before) is (moment == "your turn begins")

    position.answer(None)
    found = [event for event in happened(position, phase, NamedTokens) if getattr(event, "player", 0) == 0]
    assert [type(event) for event in found] == [phase, NamedTokens]


@rule("8.1d", 3)
def test_immediately_after_resolutions_comes_before_others_after_resolutions() -> None:
    late = {"after_resolutions": True}
    traits = [marking("hits", "then", **late), marking("hits", "first", immediately=True, **late)]
    position = both(traits, [], "65").answer((HERO, "close", "CLOSE"))

    assert order(position) == ["first", "then"]
    events = happened(position, ActionResolved, NamedTokens)
    assert [type(event) for event in events] == [ActionResolved, NamedTokens, NamedTokens]


@rule("8.1f", 1)
def test_an_effect_that_waits_for_nothing_resolves_directly_after_its_event() -> None:
    position = both([marking("hits", "now")], [], "65").answer((HERO, "close", "CLOSE"))

    found = [type(event) for event in happened(position, Hit, NamedTokens, DamageDealt)]
    assert found == [Hit, NamedTokens, DamageDealt]


@rule("8.1f", 2)
@rule("21.1b", 1)
def test_what_has_triggered_resolves_though_its_power_is_lost() -> None:
    """The attack knocks the dial off the click that shows the power; the effect waits until then."""
    wrath = special(when("hit", mark("wrath"), after_resolutions=True), id="wrath")
    foe = clix(FOE, "8/10/16 wrath/3", *("8/10/16/3",) * 5, specials=[wrath])
    rules = invent(clix(HERO, *SOLID), foe, clix("idle"))
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), at("idle", "P16"), rules=rules, rolls=dice("65")))
    position.answer((HERO, "close", "CLOSE"))

    assert not position.game.has("wrath", FOE)
    assert order(position) == ["wrath"] and one(position, FOE).named == (("wrath", 1),)


@rule("8.1h", 1, 3)
@rule("8.1d", 1)
def test_immediate_effects_of_both_players_come_before_all_others_the_active_players_first() -> None:
    mine = [marking("hits", "mine"), marking("hits", "mine-first", immediately=True)]
    theirs = [marking("hit", "theirs"), marking("hit", "theirs-first", immediately=True)]
    for traits in (theirs, theirs[::-1]):
        position = both(mine, traits, "65").answer((HERO, "close", "CLOSE"))
        assert order(position) == ["mine-first", "theirs-first", "mine", "theirs"]


@rule("8.1h", 4)
def test_what_the_opponent_triggers_waits_until_the_active_player_has_resolved_everything() -> None:
    burn = special(when("hits", {"do": "damage", "to": "other"}), id="burn")
    position = both([burn, marking("hits", "after")], [marking("takes damage", "ouch")], "65")
    position.answer((HERO, "close", "CLOSE"))
    while position.asked == "order" or (position.asked and position.game.request.ask != "action"):
        names = [option for option in position.options if option is not None]
        first = next((name for name in names if "burn" in str(name)), names[0])
        position.answer(first)

    assert order(position)[:2] == ["after", "ouch"]


@rule("8.1i", 3)
def test_would_be_hit_is_settled_before_anything_that_is_hit() -> None:
    """Super Senses turn the hit into a miss before the effects of the hit; without success both trigger."""
    for face, names in (("6", []), ("1", ["hurt"])):
        seer = clix(FOE, *("8/10/16 super-senses/3",) * 8, traits=[marking("hit", "hurt")])
        rules = invent(clix(HERO, *SOLID), seer, clix("idle"))
        position = turn(play(at(HERO, "C3"), at(FOE, "D3"), at("idle", "P16"), rules=rules, rolls=dice("65", face)))
        position.answer((HERO, "close", "CLOSE"))
        assert position.options == [("super-senses", FOE), None] and not order(position)

        position.answer(("super-senses", FOE))
        assert order(position) == names


@rule("8.1j", 1)
def test_the_player_gives_the_next_action_when_neither_action_nor_triggered_effect_is_left() -> None:
    ask = {"do": "may", "effects": [mark("late")]}
    position = both([special(when("hits", ask, after_resolutions=True))], [], "65")
    position.answer((HERO, "close", "CLOSE"))
    assert position.asked == "may" and [event.name for event in happened(position, ActionResolved)] == ["close"]

    position.answer(True)
    assert order(position) == ["late"] and position.asked == "action"


# 6.9a and 13 ------------------------------------------------------------------------------------------------


@rule("6.9a", 1)
def test_a_modifier_without_a_duration_lasts_as_long_as_the_attack() -> None:
    brawl = special({"modifies": "damage", "by": 2, "attacking": "close"}, id="brawl")
    position = both([brawl], [], "65")
    assert position.game.number("damage", HERO) == 3

    position.answer((HERO, "close", "CLOSE"))
    assert [event.amount for event in happened(position, DamageDealt)] == [5]
    assert position.game.number("damage", HERO) == 3


@rule("13.1", 5)
def test_calculations_of_several_effects_are_carried_out_in_the_order_of_the_steps() -> None:
    layers = [("modify", 1), ("multiply", 2), ("replace", 4)]
    traits = [special({"modifies": "attack", "by": by, "layer": layer}, id=layer) for layer, by in layers]
    for number in range(len(traits)):
        position = both(traits[number:] + traits[:number], [])
        assert position.game.number("attack", HERO) == 4 * 2 + 1


@rule("13", 1, 2)
def test_no_text_breaks_a_golden_rule() -> None:
    """A third token, and damage below 0: each effect does what the rule leaves of it."""
    tokens = special(act(*({"do": "give_token", "to": "self"},) * 3, action=("FREE",)))
    position = use(acting(trait=tokens), "FREE")
    assert one(position, HERO).tokens == 2 and len(happened(position, TokenGiven)) == 2

    weak = special({"modifies": "damage", "by": 0, "layer": "replace"}, {"modifies": "damage", "by": -3}, id="weak")
    assert both([weak], []).game.number("damage", HERO) == 0

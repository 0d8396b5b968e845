"""Firing Decks: embarked models lend weapons to the Transport that shoots."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import HitsRolled
from rulewright_wh40k.events.shooting import DeckUsed

from .before import CARRIER, carrier, within
from .table import FOES, MINE, arm, as_declared, battle, blade, happened, invent, phase, rule, sheet, unit


def truck(**more: Any) -> Any:
    """A Transport at (20, 20)."""
    return unit(CARRIER, (20, 20), wounds=2, weapons=(f"{CARRIER}/gun",), **more)


def deck(*things: Any, number: int = 2, weapons: Any = (), **more: Any) -> Scenario:
    """A Transport with a Firing Deck is selected to shoot at foes 10 inches away."""
    guns = weapons or (arm(), blade())
    rules = more.pop("rules", None) or invent(carrier(10, f"firing deck {number}"), sheet(MINE, *guns))
    position = phase(battle(truck(), *things, unit(FOES, (30, 20)), rules=rules, **more), "shooting phase")
    return position.answer(CARRIER)


@rule("errata.firing-deck", 1, 2)
@rule("core.firing-deck")
def test_up_to_so_many_embarked_models_lend_a_ranged_weapon_each() -> None:
    ours = within(MINE, 3, weapons=(f"{MINE}/gun", f"{MINE}/other", f"{MINE}/blade"))
    position = deck(ours, weapons=[arm(), arm("other"), blade()])
    items = position.game.requests[0].space.items
    guns = (f"{MINE}/gun", f"{MINE}/other")
    assert items == tuple((f"mine.{number}", gun) for number in (1, 2, 3) for gun in guns)
    with position.refused(rule="errata.firing-deck"):
        position.answer((("mine.1", guns[0]), ("mine.1", guns[1])))
    with position.refused():
        position.answer(tuple((f"mine.{number}", guns[0]) for number in (1, 2, 3)))
    position.answer((("mine.1", guns[0]), ("mine.2", guns[1])))
    assert [event.lent for event in happened(position, DeckUsed)] == [(("mine.1", guns[0]), ("mine.2", guns[1]))]


@rule("errata.firing-deck", 3)
@rule("commentary.one-shot", 2)
def test_one_shot_weapons_are_not_lent() -> None:
    ours = within(MINE, 1, weapons=(f"{MINE}/gun", f"{MINE}/rocket"))
    position = deck(ours, weapons=[arm(), arm("rocket", "one shot")])
    assert position.game.requests[0].space.items == (("mine.1", f"{MINE}/gun"),)


@rule("errata.firing-deck", 1)
def test_units_that_have_shot_lend_nothing() -> None:
    assert deck(within(MINE, 1, done=("shot",))).asked == "ranged_target"


@rule("errata.firing-deck", 4, 5)
def test_a_transport_shoots_with_what_it_was_lent_and_with_its_own() -> None:
    position = deck(within(MINE, 2), rolls=[(6,), (1,), (1, 1)])
    position.answer((("mine.1", f"{MINE}/gun"), ("mine.2", f"{MINE}/gun")))
    while position.asked == "ranged_target":
        position.answer(FOES)
    as_declared(position)
    rolled = [(event.unit, len(event.faces)) for event in happened(position, HitsRolled)]
    assert rolled == [(CARRIER, 1), (CARRIER, 2)]
    assert position.state.models[f"{CARRIER}.1"].weapons == (f"{CARRIER}/gun",)
    assert position.state.units[MINE].done == ("shot",)


@rule("faq.transports.firing-deck-after-fall-back-or-advance")
@pytest.mark.parametrize("done", ["fall back", "advance"])
def test_who_fell_back_or_advanced_and_embarked_lends_weapons(done: str) -> None:
    position = deck(within(MINE, 1, done=(done, "embarked")))
    assert position.game.requests[0].space.items == (("mine.1", f"{MINE}/gun"),)
    position.answer((("mine.1", f"{MINE}/gun"),))
    asked = [position.game.requests[0].about["weapon"]]
    position.answer(None)
    asked.append(position.game.requests[0].about["weapon"])
    assert asked == [f"{CARRIER}/gun", f"{MINE}/gun"]


@rule("faq.transports.firing-deck-extra-rules")
@rule("faq.transports.embarked-unit-rules-do-not-affect-transport")
def test_abilities_of_those_within_do_not_work_for_the_transport() -> None:
    rules = invent(carrier(10, "firing deck 1"), sheet(MINE, arm("gun", "assault"), abilities=["stealth"]))
    position = battle(truck(done=("advance",)), within(MINE), unit(FOES, (30, 20)), rules=rules)
    assert not position.game.has("stealth", CARRIER)
    assert not position.game.may("shoot after advancing", CARRIER)
    assert phase(position, "shooting phase").asked != "shoot"


@rule("errata.firing-deck", 1)
@pytest.mark.parametrize(("x", "inside", "able"), [(50, 3, True), (58, 3, False), (50, 0, False)])
def test_a_transport_shoots_though_only_its_deck_reaches(x: float, inside: int, able: bool) -> None:
    rules = invent(carrier(10, "firing deck 2"), sheet(MINE, arm(range=36), blade()))
    transport = unit(CARRIER, (20, 20), wounds=2, weapons=(f"{CARRIER}/gun",))
    things = [transport, unit(FOES, (x, 20)), *([within(MINE, inside)] if inside else [])]
    position = phase(battle(*things, rules=rules), "shooting phase")
    assert (position.asked == "shoot" and position.player == 0 and CARRIER in position.options) is able


WALL = {"id": "wall", "outline": [[28, 0], [29, 0], [29, 44], [28, 44]], "height": 9, "traits": ["ruin"]}
LOCKED = [unit(MINE, (38 + 32 / 25.4, 20), name="friend", weapons=())]


@rule("errata.selected-to-shoot", 1, 3)
@rule("errata.firing-deck", 4)
@pytest.mark.parametrize(
    ("gun", "foe", "things", "terrain", "able"),
    [
        (arm(range=36), {}, [], [], True),
        (arm(range=36), {"abilities": ["lone operative"]}, [], [], False),
        (arm(range=36), {}, LOCKED, [], False),
        (arm(range=36), {"keywords": ["Vehicle"]}, LOCKED, [], True),
        (arm("gun", "blast", range=36), {"keywords": ["Vehicle"]}, LOCKED, [], False),
        (arm(range=36), {}, [], [WALL], False),
        (arm("gun", "indirect fire", range=36), {}, [], [WALL], True),
        (arm("gun", "indirect fire", "torrent", range=36), {}, [], [WALL], False),
    ],
)
def test_a_deck_has_the_targets_that_its_weapons_have(
    gun: Any, foe: Any, things: Any, terrain: Any, able: bool
) -> None:
    rules = invent(carrier(10, "firing deck 2"), sheet(MINE, gun, blade()), sheet(FOES, **foe), terrain=terrain)
    transport = unit(CARRIER, (20, 20), wounds=2, weapons=())
    position = phase(battle(transport, within(MINE, 2), unit(FOES, (38, 20)), *things, rules=rules), "shooting phase")
    assert (position.asked == "shoot" and CARRIER in position.options) is able

"""Firing Decks: embarked models lend weapons to the Transport that shoots."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright import ContentError
from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import HitsRolled
from rulewright_wh40k.events.shooting import DeckUsed

from .before import CARRIER, carrier, off, within
from .table import FOES, MINE, arm, army, as_declared, battle, blade, happened, invent, phase, rule, sheet, unit
from .test_written_abilities import with_texts


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


# Texts of those within --------------------------------------------------------------------------------------


def drilled(*parts: Any, inside: Any = None, done: Any = (), owner: str = MINE, rolls: Any = ()) -> Scenario:
    """A Transport with a Firing Deck, foes 10 inches away, and within it a unit with a text."""
    sheets = [carrier(10, "firing deck 1"), *(sheet(id) for id in (MINE, "boss") if id != owner)]
    things = truck(done=done), inside or within(MINE), unit(FOES, (30, 20)), army(0), army(1)
    return battle(*things, rules=invent(*sheets, with_texts(owner, *parts)), rolls=rolls)


@rule("faq.transports.embarked-unit-rules-do-not-affect-transport", 1, 2)
@pytest.mark.parametrize(("of", "able"), [("transport", True), ("unit", False), ("", False)])
@pytest.mark.parametrize("step", ["shoot", "charge"])
def test_a_text_is_about_the_transport_only_where_it_says_so(of: str, able: bool, step: str) -> None:
    """Its unit may shoot and charge after it has fallen back."""
    position = drilled({"permits": f"{step} after falling back", "of": of}, done=("fall back",))
    assert position.game.may(f"{step} after falling back", CARRIER) is able
    found = phase(position, {"shoot": "shooting phase", "charge": "charge phase"}[step])
    assert (found.asked == step) is able


@rule("faq.transports.embarked-unit-rules-do-not-affect-transport", 1)
def test_it_is_about_the_transport_within_which_the_unit_is() -> None:
    """Not about another Transport, nor about that one once the unit has got out, nor about the unit itself."""
    text = {"modifies": "move", "by": 2, "of": "transport"}

    def moves(position: Scenario, *models: str) -> list[int]:
        return [int(position.game.number("move", id)) for id in models]

    other = unit(CARRIER, (40, 40), name="other", wounds=2)
    position = drilled(text, inside=[*within(MINE), *other])
    assert moves(position, f"{CARRIER}.1", "other.1", "mine.1") == [12, 10, 6]
    assert moves(drilled(text, inside=unit(MINE, (22, 22))), f"{CARRIER}.1", "mine.1") == [10, 6]


@rule("faq.transports.embarked-unit-rules-do-not-affect-transport", 1)
def test_who_leads_the_unit_within_may_have_the_text() -> None:
    led = [*within(MINE), *off("boss", area="attached", player=0)]
    led = [replace(led[0], leaders=("boss",), strength=2), led[1], led[2], replace(led[3], unit=MINE)]
    text = {"modifies": "move", "by": 2, "of": "transport"}
    assert int(drilled(text, inside=led, owner="boss").game.number("move", f"{CARRIER}.1")) == 12


@rule("commentary.embarked-units", 2)
@pytest.mark.parametrize(("area", "gained"), [("embarked", 0), ("table", 1)])
def test_the_text_of_a_leader_says_nothing_while_the_unit_is_embarked(area: str, gained: int) -> None:
    gain = {"when": "movement phase start", "effects": [{"do": "gain_cp", "cp": 1}]}
    body = within(MINE) if area == "embarked" else unit(MINE, (10, 10))
    boss = off("boss", area="attached", player=0) if area == "embarked" else unit("boss", (11.5, 10), player=0)
    led = [replace(body[0], leaders=("boss",), strength=2), body[1], replace(boss[0], area="attached"),
           replace(boss[1], unit=MINE)]  # fmt: skip
    position = phase(drilled(gain, inside=led, owner="boss"), "movement phase")
    assert position.state.armies[0].cp == gained


@rule("faq.transports.firing-deck-extra-rules", 1)
@pytest.mark.parametrize(("of", "hits"), [("transport", 3), ("unit", 1)])
def test_weapons_that_are_lent_have_what_those_within_give_to_their_transport(of: str, hits: int) -> None:
    """Sustained Hits 2 for ranged weapons: an unmodified 6 with the lent gun, and a miss with the own one."""
    text = {"arms": ["sustained-hits:2"], "attacking": "ranged", "of": of}
    position = drilled(text, rolls=[(1,), (6,), (1,) * hits])
    phase(position, "shooting phase").answer(CARRIER).answer((("mine.1", f"{MINE}/gun"),))
    while position.asked == "ranged_target":
        position.answer(FOES)
    as_declared(position)
    assert [event.hits for event in happened(position, HitsRolled)] == [0, hits]


@pytest.mark.parametrize("part", [{"ignores": ["hit"]}])
def test_modifiers_are_not_ignored_for_a_transport(part: Any) -> None:
    with pytest.raises(
        ContentError, match="modifiers are ignored by a model, by its unit, or by the unit that it leads"
    ):
        drilled({**part, "of": "transport"})


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

"""Crisis cards: their effects at moments of the round, interactions with their tokens, and what those score."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from rulewright import ContentError, Rules
from rulewright.panels import Items
from rulewright.testing import Scenario
from rulewright.text import show
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.cards.models import CrisisEffect
from rulewright_crisis_protocol.events.attacks import DiceRolled
from rulewright_crisis_protocol.events.characters import DamageSuffered, PowerGained, PowerLost
from rulewright_crisis_protocol.events.movement import Moved
from rulewright_crisis_protocol.events.objectives import ControlLost, CrisisStruck, Interacted
from rulewright_crisis_protocol.events.rounds import Scored
from rulewright_crisis_protocol.events.superpowers import SuperpowerUsed
from rulewright_crisis_protocol.faces.look import tactic as look_tactic

from .table import (
    HERO,
    VILLAIN,
    at,
    battle,
    card,
    invent,
    named,
    one,
    phase,
    power,
    rule,
    rules,
    tactic,
    token,
    turn,
)  # fmt: skip

BOTH = at(HERO, 10, 10, power=3), at(VILLAIN, 30, 30, 1, power=3)
HURT = {"do": "damage", "who": "self"}
TIRE = {"do": "lose_power", "who": "self"}


def crisis(id: str, *effects: Any, **more: Any) -> dict[str, Any]:
    """An extract card whose tokens are taken, with effects (moment, whom, what)."""
    facts: dict[str, Any] = {"type": "extract", "threat": 16, "token": "asset", "spots": [[18, 18]]}
    facts |= {"interaction": "take", "score": "held"}
    said = [{"when": when, "whom": whom, "effects": [what]} for when, whom, what in effects]
    return named({"id": id, "effects": said, **facts, **more})


def with_crises(*cards: Any, characters: Any = ()) -> Rules:
    return invent(*characters, crises=cards)


def struck(position: Scenario) -> list[tuple[str, str]]:
    return [(event.crisis, event.character) for event in position.events(CrisisStruck)]


# Whom, and when ---------------------------------------------------------------------------------------------


@rule("power-phase.step-3")
@rule("field.crisis-data", 1, 7)
@rule("crisis-card.anatomy", 5)
@rule("terms.enemy-effect", 2)
def test_each_holder_is_struck_and_nobody_did_it() -> None:
    burning = with_crises(crisis("fire", ("power phase", "each holder", HURT)))
    things = *BOTH, token("a", 0, 0, "fire", holder=HERO), token("b", 18, 18, "fire")
    position = phase(battle(*things, rules=burning, mission={"extract": "fire"}), "power")

    assert struck(position) == [("fire", HERO)]
    suffered = position.last(DamageSuffered)
    assert (suffered.character, suffered.by, suffered.enemy) == (HERO, "", False)
    assert one(position, HERO).power == 3 + 1


@rule("cleanup.crisis-effects")
def test_each_contesting_character_is_struck_once_and_the_dazed_and_the_distant_are_not() -> None:
    names = ["far", "out"]
    leak = with_crises(
        crisis("leak", ("cleanup", "each contesting", TIRE), interaction=None, score="secured", type="secure"),
        characters=map(card, names),
    )
    near = at(HERO, 18, 16, power=3), at(VILLAIN, 18, 20, 1, power=3), at("out", 16, 18, power=3, dazed=True)
    things = *near, at("far", 18, 21.5, power=3), token("a", 18, 18, "leak"), token("b", 18.5, 18, "leak")
    position = phase(battle(*things, rules=leak, mission={"secure": "leak"}), "cleanup")
    position.answer(position.options[0])

    assert struck(position) == [("leak", HERO), ("leak", VILLAIN)]
    assert [event.character for event in position.events(PowerLost)] == [HERO, VILLAIN]


@rule("objective.hold", 2)
def test_a_held_token_is_contested_by_nobody() -> None:
    leak = with_crises(crisis("leak", ("cleanup", "each contesting", TIRE)))
    things = at(HERO, 18, 16, power=3), BOTH[1], token("a", 18, 18, "leak", holder=HERO)
    assert struck(phase(battle(*things, rules=leak, mission={"extract": "leak"}), "cleanup")) == []


def test_each_player_chooses_a_character_that_is_not_dazed() -> None:
    gift = with_crises(
        crisis("gift", ("power phase", "each player", {"do": "gain_power", "amount": 2})),
        characters=map(card, ("other", "out")),
    )
    things = *BOTH, at("other", 12, 10), at("out", 14, 10, dazed=True)
    position = battle(*things, rules=gift, mission={"extract": "gift", "priority": 1})
    phase(position, "power").answer(("crisis effect", "gift 0 @0"))
    assert (position.asked, position.player, position.options) == ("strikes", 0, [HERO, "other"])
    position.answer("other")

    assert struck(position) == [("gift", "other"), ("gift", VILLAIN)]
    assert [event.amount for event in position.events(PowerGained)][-2:] == [2, 2]


@rule("activation.step-1")
@rule("activation.step-3")
@pytest.mark.parametrize("when", ["activation phase begins", "activation phase ends"])
def test_crises_have_moments_at_both_ends_of_the_activation_phase(when: str) -> None:
    fire = with_crises(crisis("fire", (when, "each holder", HURT)))
    used = when.endswith("ends")
    both = at(HERO, 10, 10, activated=used), at(VILLAIN, 30, 30, 1, activated=used)
    position = battle(*both, token("a", 0, 0, "fire", holder=HERO), rules=fire, mission={"extract": "fire"})
    position.begin("rounds/round/activation phase", at="turn" if used else "")

    assert struck(position) == [("fire", HERO)]


@rule("terms.enemy-effect", 2)
@rule("field.crisis-data", 7)
def test_what_a_token_does_to_its_holder_is_nobodys_effect_and_ends_when_it_is_dropped() -> None:
    sting = power("sting", "innate", HURT, when="activation ends")
    thorns = with_crises(crisis("thorns", holder=[sting]))
    things = at(HERO, 10, 10, power=5), BOTH[1], token("a", 10, 12, "thorns")
    position = interacting(*things, rules=thorns, mission={"extract": "thorns"})
    position.answer(("interact", "a"))
    assert position.game.has("sting", HERO)

    suffered = position.answer(("end",)).last(DamageSuffered)
    assert (suffered.character, suffered.by) == (HERO, "")
    position.happen(DamageSuffered(HERO, 9, VILLAIN, True)).answer((10.0, 12.0))
    assert not position.state.effects


# In which order ---------------------------------------------------------------------------------------------


@rule("power-phase.step-2")
@rule("power-phase.step-3")
@rule("cleanup.player-effects")
@rule("cleanup.crisis-effects")
@pytest.mark.parametrize(("when", "where"), [("power phase", "power"), ("cleanup", "cleanup")])
@pytest.mark.parametrize("priority", [0, 1])
def test_effects_of_players_come_first_from_priority_on_and_those_of_crises_after_them(
    priority: int, when: str, where: str
) -> None:
    rest = [card(id, superpowers=[power(f"{id}-rest", "innate", {"do": "heal"}, when=when)]) for id in NAMES]
    fire = with_crises(crisis("fire", (when, "each holder", HURT)), characters=rest)
    things = (
        at(HERO, 10, 10, damage=2), at(VILLAIN, 30, 30, 1, damage=2), token("a", 0, 0, "fire", holder=HERO),
    )  # fmt: skip
    position = phase(battle(*things, rules=fire, mission={"extract": "fire", "priority": priority}), where)
    told = [event for event in position.news if isinstance(event, SuperpowerUsed | CrisisStruck)]

    assert [event.character for event in told] == [NAMES[priority], NAMES[1 - priority], HERO]
    assert isinstance(told[2], CrisisStruck)


NAMES = (HERO, VILLAIN)


@rule("power-phase.step-3")
@rule("cleanup.crisis-effects")
@pytest.mark.parametrize("phase_name", ["power", "cleanup"])
@pytest.mark.parametrize("first", ["fire", "leak"])
def test_the_player_with_priority_orders_the_effects_of_both_crises(phase_name: str, first: str) -> None:
    when = {"power": "power phase", "cleanup": "cleanup"}[phase_name]
    two = with_crises(
        crisis("fire", (when, "each holder", HURT)),
        crisis("leak", (when, "each player", TIRE), type="secure"),
    )
    things = *BOTH, token("a", 0, 0, "fire", holder=HERO)
    mission = {"secure": "leak", "extract": "fire", "priority": 1}
    position = phase(battle(*things, rules=two, mission=mission), phase_name)

    assert (position.asked, position.player) == ("trigger", 1)
    assert set(position.options) == {
        ("crisis effect", "fire 0 hero"), ("crisis effect", "leak 0 @0"), ("crisis effect", "leak 0 @1"),
    }  # fmt: skip
    position.answer(next(option for option in position.options if option[1].startswith(first)))
    assert struck(position)[0][0] == first


@rule("cleanup.crisis-effects")
@rule("win.last-standing")
def test_a_crisis_may_knock_out_the_last_character_and_the_order_decides_who_wins() -> None:
    fire = with_crises(crisis("fire", ("cleanup", "each holder", HURT)))
    ends = at(HERO, 10, 10, damage=4, injured=True), at(VILLAIN, 30, 30, 1, damage=4, injured=True)
    things = *ends, token("a", 0, 0, "fire", holder=HERO), token("b", 0, 0, "fire", holder=VILLAIN)
    position = phase(battle(*things, rules=fire, mission={"extract": "fire"}), "cleanup")
    position.answer(("crisis effect", f"fire 0 {VILLAIN}")).answer((30.0, 27.0))

    assert position.game.result is not None and position.game.result.winners == (0,)


def test_who_is_dazed_by_the_first_effect_is_spared_the_second() -> None:
    fire = with_crises(crisis("fire", *[("power phase", "each holder", HURT)] * 2))
    things = at(HERO, 10, 10, damage=4), BOTH[1], token("a", 0, 0, "fire", holder=HERO)
    position = phase(battle(*things, rules=fire, mission={"extract": "fire"}), "power")
    position.answer(("crisis effect", "fire 0 hero")).answer((10.0, 12.0))

    assert struck(position) == [("fire", HERO)]


@rule("win.sixteen", 1)
def test_a_game_that_is_won_by_points_has_no_more_effects_in_cleanup() -> None:
    fire = with_crises(crisis("fire", ("cleanup", "each holder", HURT)))
    things = *BOTH, token("a", 0, 0, "fire", holder=HERO)
    position = battle(*things, rules=fire, mission={"extract": "fire"}, squads={0: {"points": 15}})

    assert phase(position, "cleanup").events(CrisisStruck) == [] and position.game.result is not None


# In words and in the content --------------------------------------------------------------------------------


def test_an_effect_to_be_ordered_is_said_with_its_card_and_whom_it_strikes() -> None:
    things = *BOTH, token("a", 0, 0, "embers", holder=HERO), token("b", 0, 0, "embers", holder=VILLAIN)
    position = phase(battle(*things, mission={"extract": "embers"}), "power")
    assert position.labels == [
        "Embers of a fallen star, hero: it suffers 1 damage", "Embers of a fallen star, villain: it suffers 1 damage",
    ]  # fmt: skip

    position = phase(battle(*BOTH, mission={"extract": "sealed-vault"}), "power")
    assert position.labels == [
        "The vault that hums, Player 1: it gains 1 power", "The vault that hums, Player 2: it gains 1 power",
    ]  # fmt: skip


def test_shipped_crises_have_effects_of_each_kind() -> None:
    found = {id: effects for id, effects in rules().content.crisis_effects.items() if effects}
    kinds = {(effect.when, effect.whom) for effects in found.values() for effect in effects}

    assert {*found} >= {"embers", "floodgates", "sealed-vault"}
    assert {whom for _, whom in kinds} == {*get_args(CrisisEffect.model_fields["whom"].annotation)}
    assert {when for when, _ in kinds} == {"power phase", "cleanup"}


@pytest.mark.parametrize(
    ("extract", "holder", "character", "loss"), [("embers", HERO, HERO, 1), ("embers", VILLAIN, VILLAIN, 1)]
)
def test_embers_burn_who_holds_them(extract: str, holder: str, character: str, loss: int) -> None:
    position = phase(battle(*BOTH, token("a", 0, 0, extract, holder=holder), mission={"extract": extract}), "power")
    assert one(position, character).damage == loss


def test_floodgates_tire_who_contests_them() -> None:
    things = at(HERO, 18, 16, power=3), BOTH[1], token("a", 18, 18, "floodgates")
    position = phase(battle(*things, mission={"secure": "floodgates"}), "cleanup")
    assert [event.character for event in position.events(PowerLost)] == [HERO]


def test_the_vault_gives_power_to_one_character_of_each_player() -> None:
    position = phase(battle(*BOTH, mission={"extract": "sealed-vault"}), "power").answer(
        ("crisis effect", "sealed-vault 0 @1")
    )
    assert (one(position, HERO).power, one(position, VILLAIN).power) == (3 + 1 + 1, 3 + 1 + 1)


SAID: Any = {"when": "cleanup", "whom": "each holder", "effects": [HURT]}


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ({"interaction": None, "score": "secured", "effects": [SAID]},
         "nobody holds a token that is not taken"),
        ({"interaction": "control", "score": "controlled",
          "holder": [power("p", "innate", does=[{"forbids": "move"}])]},
         "nobody holds a token that is not taken"),
        ({"holder": [power("p", "innate", HURT, when="cleanup")]}, "what happens in these phases stands in effects"),
        ({"token": "point of interest"}, "a point of interest is not picked up"),
        ({"effects": [{**SAID, "when": "attack"}]}, "when"),
    ],
)  # fmt: skip
def test_a_crisis_whose_text_could_not_be_meant_is_refused(more: Any, wrong: str) -> None:
    with pytest.raises(ContentError, match=wrong):
        with_crises(crisis("odd", **more))


@rule("crisis-card.anatomy", 1)
@rule("squad.crisis-limit")
@pytest.mark.parametrize("part", ["name", "type", "threat", "token", "spots", "score"])
def test_a_crisis_card_lacks_none_of_its_parts(part: str) -> None:
    whole = crisis("odd")
    with_crises(whole)
    with pytest.raises(ContentError, match=f"odd: {part}"):
        with_crises({key: value for key, value in whole.items() if key != part})


@rule("tactic-card.anatomy")
@pytest.mark.parametrize(("more", "notes", "active"), [
    ({}, ["team tactic card", "0 power"], True),
    ({"affiliation": "wardens"}, ["team tactic card", "0 power", "Wardens"], True),
    ({"when": "damaged"}, ["team tactic card", "0 power"], False),
])  # fmt: skip
def test_a_tactic_card_is_read_with_its_parts_and_is_played_in_the_own_turn_only_if_it_is_active(
    more: Any, notes: list[str], active: bool
) -> None:
    rules = invent(card(HERO, affiliations=["wardens"]), tactics=[tactic("odd", {"do": "heal", "who": "self"}, **more)])
    hurt = at(HERO, 10, 10, damage=1)
    position = turn(battle(hurt, at(VILLAIN, 30, 30, 1), rules=rules, squads={0: {"tactics": ("odd",)}}))
    view = position.game.view(0)
    (shown,) = look_tactic(view, view.content.pack["tactics"]["odd"])
    assert isinstance(shown, Items)
    (item,) = shown.items
    assert (show(item.name, "en"), [show(note, "en") for note in item.notes]) == ("odd", notes)
    assert show(item.text, "en") == ("" if active else "when it is damaged: ") + "remove 1 damage from it"
    assert (("card", "odd") in position.options) is active


@rule("tactic-card.anatomy")
@rule("tactic-card.definition")
@pytest.mark.parametrize("part", ["name", "effects"])
def test_a_tactic_card_has_a_name_and_a_text_and_may_have_an_affiliation_and_a_moment(part: str) -> None:
    whole = tactic("odd", {"do": "heal"})
    found = invent(tactics=[whole, {**whole, "id": "odder", "affiliation": "wardens", "when": "damaged"}]).content
    assert [(found.tactics[id].affiliation, found.tactics[id].when) for id in ("odd", "odder")] == [
        ("", ""), ("wardens", "damaged"),
    ]  # fmt: skip
    with pytest.raises(ContentError, match=f"odd: {part}"):
        invent(tactics=[{key: value for key, value in whole.items() if key != part}])


# Control ----------------------------------------------------------------------------------------------------


@rule("objective.control", 4)
@rule("note.control-persists")
@pytest.mark.parametrize(("reading", "kept"), [("lasts", True), ("while near", False)])
def test_control_lasts_when_its_player_walks_away_unless_the_reading_ends_it(reading: str, kept: bool) -> None:
    position = battle(*BOTH, token("a", 10, 12, "breakers", control=0), control=reading)
    assert position.happen(Moved(HERO, "advance", 10.0, 9.9, HERO)).state.objectives["a"].control == 0
    position.happen(Moved(HERO, "advance", 20.0, 20.0, HERO))

    assert (position.state.objectives["a"].control == 0) is kept
    assert bool(position.events(ControlLost)) is not kept


@rule("objective.control", 4)
@pytest.mark.parametrize(("reading", "kept"), [("lasts", True), ("while near", False)])
@pytest.mark.parametrize("injured", [False, True])
def test_control_outlives_who_took_it(reading: str, kept: bool, injured: bool) -> None:
    spare = at("spare", 30, 10)
    things = at(HERO, 10, 10, injured=injured), spare, BOTH[1], token("a", 10, 12, "breakers", control=0)
    position = battle(*things, rules=invent(card("spare")), control=reading)
    position.happen(DamageSuffered(HERO, 5, VILLAIN, True))

    assert (position.state.objectives["a"].control == 0) is kept


# Interactions and points ------------------------------------------------------------------------------------


def interacting(*things: Any, rolls: Any = (), **more: Any) -> Scenario:
    """The hero is activated."""
    return battle(*things, rolls=rolls, **more).begin(ACTIVATION(player=0, character=HERO))


@rule("objective.control-example")
@rule("objective.interact", 4)
@rule("objective.control", 2)
@pytest.mark.parametrize(("roll", "control"), [("CF", 0), ("-C", 0), ("CC", 0), ("WH", 1)])
def test_a_gate_is_controlled_with_one_critical_of_two_dice(roll: str, control: int) -> None:
    things = at(HERO, 10, 10, power=2), BOTH[1], token("a", 10, 12, "gates", control=1)
    position = interacting(*things, rolls=[roll]).answer(("interact", "a"))

    assert position.state.objectives["a"].control == control
    assert position.last(Interacted).objective == "a"
    assert len(position.last(DiceRolled).faces) == 2
    assert one(position, HERO).power == 1
    assert ("interact", "a") not in position.options


@rule("objective.interact", 3)
def test_after_a_failed_roll_the_same_token_waits_for_another_activation() -> None:
    things = at(HERO, 10, 10, power=5), BOTH[1], token("a", 10, 12, "gates"), token("b", 10, 8, "gates")
    position = interacting(*things, rolls=["--", "C-"]).answer(("interact", "a"))

    assert ("interact", "a") not in position.options
    assert position.answer(("interact", "b")).state.objectives["b"].control == 0


@rule("objective.hold", 1)
@rule("field.crisis-data", 6)
@rule("objective.asset")
@rule("objective.civilian")
def test_nobody_holds_more_tokens_of_a_crisis_than_its_card_allows() -> None:
    things = at(HERO, 10, 10, power=5), BOTH[1], token("a", 10, 12, "witnesses"), token("b", 10, 8, "witnesses")
    position = interacting(*things).answer(("interact", "a"))
    assert ("interact", "b") not in position.options

    pairs = with_crises(crisis("pairs", most=2))
    things = at(HERO, 10, 10, power=5), BOTH[1], token("a", 10, 12, "pairs"), token("b", 10, 8, "pairs")
    position = interacting(*things, rules=pairs, mission={"extract": "pairs"}).answer(("interact", "a"))
    assert position.answer(("interact", "b")).state.objectives["b"].holder == HERO


@rule("objective.point-of-interest")
@rule("objective.interact", 1)
def test_a_card_without_an_interaction_offers_none() -> None:
    position = interacting(at(HERO, 10, 10, power=5), BOTH[1], token("a", 10, 12, "relays"))
    assert not position.offered("interact")


@rule("objective.interact", 2)
@rule("timing.any-time")
@rule("activation.step-2", 3)
def test_interaction_comes_before_between_and_after_actions() -> None:
    tokens = [token(name, 10, y, "breakers") for name, y in (("a", 12), ("b", 8))]
    things = at(HERO, 10, 10, power=5), at(VILLAIN, 14, 10, 1), *tokens
    position = interacting(*things, rolls=["---", "--", "---", "--"]).answer(("interact", "a"))
    position.answer(("attack", "hero-blow"), ("attack", "hero-blow"))

    assert position.offered("interact") == ["b"]
    assert not position.offered("attack")
    assert position.answer(("interact", "b")).state.objectives["b"].control == 0


@rule("objective.interact", 3)
def test_a_token_that_was_dropped_is_not_taken_again_in_the_same_activation() -> None:
    trip = power("trip", "innate", {"do": "drop", "who": "chosen"}, when="after attacked")
    things = at(HERO, 10, 10, power=5), at(VILLAIN, 14, 10, 1), token("a", 10, 12, "vials")
    position = interacting(*things, rules=invent(card(VILLAIN, superpowers=[trip])), rolls=["---", "--"])
    position.answer(("interact", "a"), ("attack", "hero-blow"), (10.0, 12.0))

    assert position.state.objectives["a"].holder == ""
    assert position.offered("attack") and not position.offered("interact")


@rule("cleanup.vp")
@rule("field.crisis-data", 4, 5, 6)
@rule("overview.win", 2)
@rule("crisis-card.anatomy", 4)
@rule("mission.composition", 2)
@pytest.mark.parametrize(
    ("mission", "things", "points"),
    [
        ({"secure": "relays"}, [token("t", 10, 12, "relays")], (1, 0)),
        ({"secure": "breakers"}, [token("t", 20, 20, "breakers", control=0)], (1, 0)),
        ({"secure": "gates"}, [token("t", 10, 12, "gates", control=1)], (0, 2)),
        ({"extract": "vials"}, [token("t", 0, 0, "vials", holder=VILLAIN), token("u", 10, 12, "vials")], (0, 1)),
        ({"extract": "sealed-vault"}, [token("t", 0, 0, "sealed-vault", holder=HERO)], (2, 0)),
    ],
)
def test_tokens_that_are_secured_controlled_or_held_score_as_the_card_says(
    mission: Any, things: Any, points: tuple[int, int]
) -> None:
    position = phase(battle(*BOTH, *things, mission=mission), "cleanup")

    assert tuple(position.state.squads[seat].points for seat in (0, 1)) == points
    assert position.events(Scored)[0].rule == "cleanup.vp"

"""Words that texts of printed figures brought: bounds of actions, dice, first and second attacks, and who is safe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from rulewright.geometry.grid import square_of
from rulewright.problems import ContentError
from rulewright.refusals import Refused
from rulewright.testing import Scenario
from rulewright_heroclix.attack.targets import legal_targets
from rulewright_heroclix.events.attacks import Hit, Missed, Targeted
from rulewright_heroclix.events.characters import Replaced
from rulewright_heroclix.events.damage import DamageDealt, Healed, KnockedOut, Turned
from rulewright_heroclix.events.memory import Remembered
from rulewright_heroclix.events.movement import KnockedBack, Placed
from rulewright_heroclix.events.terrain import MarkerPlaced
from rulewright_heroclix.events.turns import ActionResolved, TokenGiven, TokenRemoved
from rulewright_heroclix.powers import STANDARD
from rulewright_heroclix.powers.card import column_of
from rulewright_heroclix.powers.damage import choosable, helped
from rulewright_heroclix.powers.reach import reached

from .specials import act, acting, special, use, when
from .table import FOE, HERO, at, attacking, clix, dice, happened, invent, marker, one, play, rule, turn


def turn_over(position: Scenario, until: int = 0) -> Scenario:
    """The turns end until that of a player has begun."""
    position.answer(None)
    while position.game.active != until or position.asked != "action":
        position.answer(None)
    return position


SMOKE = {"do": "as_free", "powers": ["smoke-cloud"], "lends": True}
BITE = {"action": ["FREE"], "effects": [{"do": "target", "among": "opposing", "adjacent": True, "then": [
    {"do": "as_free", "powers": ["close"], "on": "chosen"}]}]}  # fmt: skip


# Actions that are bound -------------------------------------------------------------------------------------


@rule("20.2")
@rule("7.6")
def test_an_action_as_free_may_target_only_the_chosen_one() -> None:
    other = clix("other", *("8/10/16/2",) * 4)
    position = acting(at(FOE, "D3"), at("other", "C4", player=1), trait=special(BITE), cards=(other,), rolls=("56",))

    use(position, "FREE").answer("other")
    assert legal_targets(position.game, HERO, "close") == ["other"]
    position.answer("close")
    assert [event.target for event in happened(position, Targeted)] == ["other"]
    assert set(legal_targets(position.game, HERO, "close")) == {FOE, "other"}


def test_a_power_as_free_may_be_used_on_that_character_alone() -> None:
    found = when("uses a power", {"do": "as_free", "powers": ["perplex"], "lends": True, "on": "other"}, using="outwit")
    position = acting(at(FOE, "E3"), trait=special(found, grants=("outwit",)), cards=(clix("near"),))

    use(position, "FREE", "outwit").answer("perplex")
    assert position.options == [FOE]


@pytest.mark.parametrize(("bound", "laid"), [({"markers": 2}, 2), ({"markers": 1}, 1), ({}, 6)])
def test_only_so_many_markers_are_generated(bound: dict[str, Any], laid: int) -> None:
    position = acting(trait=special(act({**SMOKE, **bound}, action=("FREE",))))
    use(position, "FREE").answer("smoke-cloud").answer("D3")
    for square in ("E3", "F3", "G3", "H3", "I3"):
        if position.asked == "another":
            position.answer("yes")
            position.answer(square if square in position.options else position.options[0])

    assert len(happened(position, MarkerPlaced)) == laid


def test_markers_lie_only_beside_it() -> None:
    position = acting(trait=special(act({**SMOKE, "where": "beside it"}, action=("FREE",))))
    use(position, "FREE").answer("smoke-cloud")

    assert set(position.options) == {square_of(f"{column}{row}") for column in "BCD" for row in (2, 3, 4)}


def test_markers_lie_only_where_it_has_been_this_turn() -> None:
    trait = special(when("action resolved", {**SMOKE, "where": "on its way"}, types=["MOVE"]))
    position = use(acting(trait=trait), "MOVE", "move").answer("C3 C4 C5 D5")
    position.answer("smoke-cloud")

    assert set(position.options) == {square_of(one) for one in ("C3", "C4", "C5", "D5")} and happened(
        position, Remembered
    )


def test_nothing_is_remembered_where_no_text_asks_for_it() -> None:
    position = use(acting(trait=special(act({"do": "heal"}))), "MOVE", "move").answer("C3 C4")

    assert not happened(position, Remembered)


def test_a_marker_touches_the_hit_character() -> None:
    trait = special(when("hits", {**SMOKE, "touching": "other", "markers": 1}, after_resolutions=True))
    position = use(acting(at(FOE, "D3"), trait=trait, rolls=("56",)), "CLOSE", "close").answer("smoke-cloud")

    beside = {square_of(f"{column}{row}") for column in "CDE" for row in (2, 3, 4)}
    assert set(position.options) and beside.issuperset(position.options)


@rule("20.2")
@pytest.mark.parametrize("stands", [True, False])
def test_where_a_marker_must_touch_a_hit_character_it_is_one_that_stands(stands: bool) -> None:
    trait = special(
        when("hits", {**SMOKE, "touching": "other", "markers": 1}, after_resolutions=True), grants=("energy-explosion",)
    )
    thug, brute = clix("thug", "8/10/10/2", "8/10/10/2"), clix("brute", *("8/10/10/2",) * 6)
    things = (at(FOE, "P1"), at("thug", "F3", player=1), *([at("brute", "G3", player=1)] if stands else []))
    position = acting(*things, trait=trait, cards=(thug, brute), rolls=("56",))
    use(position, "RANGE", "energy-explosion")
    while position.asked in ("target", "trigger"):
        position.answer("thug" if position.asked == "target" else position.options[0])

    assert [each.character for each in happened(position, KnockedOut)] == ["thug"]
    assert (position.asked == "as_free") == stands
    if stands:
        position.answer("smoke-cloud")
        beside = {square_of(f"{column}{row}") for column in "FGH" for row in (2, 3, 4)}
        assert position.options and beside.issuperset(position.options)


@rule("pac.smoke-cloud", 7)
@rule("9.1")
@pytest.mark.parametrize("power", ["smoke-cloud", "barrier"])
def test_markers_laid_as_the_turn_begins_lie_until_the_next_turn_begins(power: str) -> None:
    def laid() -> list[Any]:
        return [each.squares[0] for each in position.state.markers.values()]

    lay = {"do": "as_free", "powers": [power], "lends": True, "markers": 1}
    position = acting(trait=special(when("your turn begins", lay)))
    position.answer(power).answer("D3")
    assert position.asked == "action" and laid() == [square_of("D3")]
    assert position.answer(None).game.active == 1 and laid() == [square_of("D3")]

    position.answer(None)
    assert position.game.active == 0 and position.asked == "as_free" and not laid()
    position.answer(power).answer("E3")
    assert position.asked == "action" and laid() == [square_of("E3")]


# Dice -------------------------------------------------------------------------------------------------------


@rule("6.4")
@pytest.mark.parametrize(("face", "kind"), [("3", "penetrating"), ("4", "")])
def test_what_the_d6_of_a_power_shows_is_a_moment(face: str, kind: str) -> None:
    pierced = when("rolls", {"do": "permit", "what": "deal penetrating damage"}, using="blades-claws-fangs", most=3)
    card = clix(HERO, *("8/10/17/3",) * 4, traits=[special(pierced, grants=("blades-claws-fangs",))])
    position = attacking(rules=invent(card), rolls=dice("56", face)).answer("blades-claws-fangs")

    assert position.last(DamageDealt).kind == kind


def test_a_result_is_asked_for_only_where_a_d6_is_rolled() -> None:
    with pytest.raises(ContentError, match="no d6 is rolled"):
        acting(trait=special(when("hits", {"do": "heal"}, most=3)))
    with pytest.raises(ContentError, match="there is no action"):
        acting(trait=special(when("hits", {"do": "heal"}, types=["MOVE"])))


@rule("21.3")
def test_a_final_roll_cannot_be_rerolled() -> None:
    def healed(*, final: bool) -> bool:
        roll = {"do": "roll", "final": final, "results": [{"least": 5, "effects": [{"do": "heal"}]}]}
        trait = special(act(roll), {"rerolls": True, "roll": "any"})
        return bool(happened(use(acting(at(HERO, "C3", click=3), trait=trait, rolls=("6",))), Healed))

    assert healed(final=True) and not healed(final=False)  # else it may be rerolled first


@rule("21.11")
def test_once_a_turn_for_all_who_share_a_text() -> None:
    found = when("action resolved", {"do": "heal"}, types=["MOVE"], once="turn", shared="Together")
    mate = clix("mate", *("8/10/17/3",) * 6, traits=[special(found, id="brawl")])
    position = acting(at(HERO, "C3", click=3), at("mate", "A9", click=3), trait=special(found), cards=(mate,))
    use(position, "MOVE", "move").answer("C3 C4")
    position.answer(("mate", "move", "MOVE")).answer("A9 A10")

    assert [event.character for event in happened(position, Healed)] == [HERO]


@rule("pac.probability-control")
def test_a_power_is_used_once_more() -> None:
    card = clix(
        HERO, traits=[special({"again": "probability-control", "once": "turn"}, grants=("probability-control",))]
    )
    position = attacking(rules=invent(card), rolls=dice("11", "12", "56"))
    position.answer("probability-control").answer("brawn")

    assert happened(position, Hit) and not happened(position, Missed)


@rule("21.11", 3)
@pytest.mark.parametrize("more", [False, True])
def test_a_text_changes_how_often_another_effect_can_be_used(more: bool) -> None:
    """Probability Control is used once per turn; with the text twice, and no third time."""
    twice = {"again": "probability-control", "once": "turn"}
    card = clix(HERO, traits=[special(*([twice] if more else []), grants=("probability-control",))])
    position = attacking(rules=invent(card), rolls=dice("11", "12", "21"))
    position.answer("probability-control")
    assert (position.window == "reroll") is more
    if more:
        position.answer("brawn")
    assert position.window != "reroll"


AGAIN = {"again": "probability-control", "once": "attack", "test": {"attacking": "any", "against": True}}


@rule("pac.probability-control", 2)
@pytest.mark.parametrize(("square", "target", "asked"), [("F3", FOE, True), ("F3", "mate", False), ("I3", FOE, False)])
def test_a_power_is_used_once_more_only_where_its_condition_holds_and_it_reaches(
    square: str, target: str, asked: bool
) -> None:
    """The text is for attacks against its character, which reaches 4 squares."""
    cards = clix(HERO, range=8), clix(FOE, *("8/10/16/2",) * 4, range=0, traits=[special(AGAIN)]), clix("mate")
    things = at(FOE, square), at("mate", "C6", player=1)
    position = attacking(*things, kind="range", rules=invent(*cards), rolls=dice("12")).answer(target)

    assert (position.window == "reroll") is asked


@rule("keyword.protected-pulse-wave")
@pytest.mark.parametrize("protected", [["pulse-wave"], ["outwit"], ["outwit", "pulse-wave"], []])
def test_a_power_in_a_protected_text_is_used_in_a_pulse_wave(protected: list[str]) -> None:
    foe = clix(FOE, *("8/10/16/2",) * 4, traits=[special(AGAIN, protected=protected)])
    rules = invent(clix(HERO, "8/10/17/3 pulse-wave"), foe)
    position = turn(play(at(HERO, "C3"), at(FOE, "E3"), rules=rules, rolls=dice("56", "12")))
    position.answer((HERO, "pulse-wave", "RANGE"))

    if "pulse-wave" in protected:
        position.answer("brawn")
    assert bool(happened(position, Hit)) == ("pulse-wave" not in protected)


@rule("keyword.protected-outwit")
@pytest.mark.parametrize("protected", [["outwit"], ["pulse-wave"], []])
def test_outwit_stops_no_power_in_a_protected_text(protected: list[str]) -> None:
    foe = clix(FOE, *("8/10/16/2",) * 4, traits=[special(AGAIN, protected=protected)])
    card = clix(HERO, "8/10/17/3 outwit")
    safe = play(at(HERO, "C3"), at(FOE, "E3"), rules=invent(card, foe))
    assert ("probability-control" in choosable(safe.game, FOE)) == ("outwit" not in protected)

    dial = clix(FOE, *("8/10/16/2 probability-control",) * 4, traits=[special(AGAIN, protected=protected)])
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=invent(card, dial), rolls=dice("56", "12")))
    position.answer((HERO, "outwit", "FREE")).answer("probability-control").answer((HERO, "close", "CLOSE"))
    if "outwit" in protected:
        position.answer("brawn")
    assert bool(happened(position, Hit)) == ("outwit" not in protected)


# Attacks ----------------------------------------------------------------------------------------------------


def test_the_first_attack_of_a_turn() -> None:
    found = when("hits", {"do": "give_token", "to": "other"}, case={"first_attack": True})
    trait = special(found, grants=("flurry",))
    position = acting(at(FOE, "D3"), trait=trait, rolls=("56", "56"))
    use(position, "CLOSE", "flurry").answer("yes")

    assert len(happened(position, Hit)) == 2 and len([one for one in happened(position, TokenGiven) if one.by]) == 1


@rule("pac.flurry")
def test_the_second_attack_on_the_same_character_pierces() -> None:
    found = {"permits": "deal penetrating damage", "test": {"attacked_before": "same", "using": "flurry"}}
    second = {"modifies": "attack", "by": -1, "test": {"attacked_before": "other", "using": "flurry"}}
    card = clix("other", *("8/10/16/2",) * 4)

    def flurry(*targets: str) -> Any:
        trait = special(found, second, grants=("flurry",))
        things = (at(FOE, "D3"), at("other", "C4", player=1))
        position = use(acting(*things, trait=trait, cards=(card,), rolls=("56", "56")), "CLOSE", "flurry")
        return position.answer(targets[0]).answer("yes").answer(targets[1])

    same, others = flurry(FOE, FOE), flurry(FOE, "other")
    assert [event.kind for event in happened(same, DamageDealt)] == ["", "penetrating"]
    assert [event.kind for event in happened(others, DamageDealt)] == ["", ""]
    assert [event.total for event in happened(others, Hit)] == [21, 20] and [e.total for e in happened(same, Hit)] == [
        21,
        21,
    ]


@pytest.mark.parametrize(("second", "left"), [("56", 0), ("12", 1)])
def test_both_attacks_of_a_flurry_hit(second: str, left: int) -> None:
    found = when("action resolved", {"do": "remove_token"}, using="flurry",
                 case={"amount": {"attacks_that_hit": True}, "at_least": 2})  # fmt: skip
    trait = special(found, grants=("flurry",))
    position = use(acting(at(FOE, "D3"), trait=trait, rolls=("56", second)), "CLOSE", "flurry").answer("yes")

    assert len(happened(position, ActionResolved)) == 1 and one(position, HERO).tokens == left


@pytest.mark.parametrize(("way", "healed"), [("C3 C4", 1), ("C3 C4 C5", 0)])
def test_how_far_it_moved_in_its_action(way: str, healed: int) -> None:
    found = when("action resolved", {"do": "heal"}, case={"amount": {"squares_moved": True}, "at_most": 1})
    position = use(acting(at(HERO, "C3", click=3), trait=special(found)), "MOVE", "move").answer(way)

    assert len(happened(position, Healed)) == healed


@pytest.mark.parametrize(("roll", "tokens"), [("55", 1), ("56", 0)])
def test_doubles(roll: str, tokens: int) -> None:
    card = clix(HERO, traits=[special(when("hits", {"do": "give_token", "to": "other"}, test={"doubles": True}))])

    assert one(attacking(rules=invent(card), rolls=dice(roll)), FOE).tokens == tokens


@pytest.mark.parametrize(("defense", "healed"), [(16, 1), (30, 0)])
def test_all_targets_are_hit(defense: int, healed: int) -> None:
    card = clix(HERO, *("8/10/17/3",) * 4, bolts=2,
                traits=[special(when("attack resolved", {"do": "heal"}, case={"hit_all": True}))])  # fmt: skip
    other = clix("other", *(f"8/10/{defense}/2",) * 4)
    things = (at(HERO, "C3", click=2), at(FOE, "F3"), at("other", "F5", player=1))
    position = attacking(*things, kind="range", rules=invent(card, other), rolls=dice("46"))
    position.answer((FOE, "other"))
    if position.asked == "divide":
        position.answer((2, 1))

    assert len(happened(position, Healed)) == healed


@rule("12.4d")
def test_damage_is_penetrating_for_some() -> None:
    def dealt(keyword: str) -> str:
        foe = clix(FOE, *("8/10/16/2",) * 4, keywords=[keyword])
        card = clix(HERO, traits=[special({"pierces": {"every": "any", "keyword": "Ruler"}})])
        return str(attacking(rules=invent(card, foe), rolls=dice("56")).last(DamageDealt).kind)

    assert (dealt("Ruler"), dealt("Spy")) == ("penetrating", "")


def test_a_power_of_its_targets_is_barred() -> None:
    bars = {"bars": ["super-senses"], "whom": {"every": "any", "named": FOE, "targeted": True}}
    foe = clix(FOE, *("8/10/16/2",) * 4, traits=[special(grants=("super-senses",), id="nimble")])
    rules = invent(clix(HERO, traits=[special(bars)]), foe)

    assert play(at(HERO, "C3"), at(FOE, "D3"), rules=rules).game.has("super-senses", FOE)
    assert happened(attacking(rules=rules, rolls=dice("56")), Hit)  # nobody is asked


REFLEXES = special(grants=("combat-reflexes",), id="reflexes")
AGAINST_FLIERS = {"amount": {"how_many": "opposing", "attacks": True, "can_use": "flight"}, "at_least": 1}


@rule("12.2a")
@rule("20.4")
@pytest.mark.parametrize(
    ("part", "defense"),
    [
        ({"bars": ["combat-reflexes"], "test": AGAINST_FLIERS}, 16),
        ({"bars": ["combat-reflexes"], "test": {"attacking": "close", "against": True}}, 16),
        ({"bars": ["combat-reflexes"], "test": {"attacking": "range", "against": True}}, 18),
    ],
)
def test_what_a_target_cannot_use_when_attacked_is_not_in_its_defense_value(part: Any, defense: int) -> None:
    wings = special(grants=("flight",), id="wings")
    foe = clix(FOE, *("8/10/16/2",) * 4, traits=[REFLEXES, special(part)])
    position = attacking(rules=invent(clix(HERO, traits=[wings]), foe), rolls=dice("34"))

    assert [each.defense for each in happened(position, Hit, Missed)] == [defense]
    assert bool(happened(position, Hit)) == (defense == 16)


@rule("12.2a")
@rule("20.1")
@pytest.mark.parametrize("kind", ["close", "range"])
def test_what_a_target_can_use_when_attacked_is_in_its_defense_value(kind: str) -> None:
    part = {"gives": ["combat-reflexes"], "test": {"attacking": kind, "against": True}}
    foe = clix(FOE, *("8/10/16/2",) * 4, traits=[special(part)])
    position = attacking(rules=invent(foe), rolls=dice("34"))

    assert [each.defense for each in happened(position, Hit, Missed)] == [18 if kind == "close" else 16]


@rule("12.2a")
@rule("20.4")
def test_what_an_attacker_ignores_of_its_targets_is_not_in_their_defense_values() -> None:
    bars = {"bars": ["combat-reflexes"], "whom": {"every": "opposing", "targeted": True}}
    foe = clix(FOE, *("8/10/16/2",) * 4, traits=[REFLEXES])
    position = attacking(rules=invent(clix(HERO, traits=[special(bars)]), foe), rolls=dice("34"))

    assert [each.defense for each in happened(position, Hit, Missed)] == [16]


@rule("12.2a")
@rule("20.1")
def test_what_an_attacker_can_use_against_its_target_is_in_its_attack_value() -> None:
    found = {"amount": {"how_many": "opposing", "targeted": True, "keyword": "Ruler"}, "at_least": 1}
    part = {"gives": ["close-combat-expert"], "test": found}

    def total(keyword: str) -> int:
        foe = clix(FOE, *("8/10/16/2",) * 4, keywords=[keyword])
        position = attacking(rules=invent(clix(HERO, traits=[special(part)]), foe), rolls=dice("34"))
        return int(happened(position, Hit, Missed)[0].total)

    assert (total("Ruler"), total("Spy")) == (18, 17)


@rule("12.3a")
def test_it_evades_at_a_cost() -> None:
    found = {"when": "would be hit", "evade": 1, "may": True, "cost": [{"do": "give_token", "to": "self"}]}

    def attacked(tokens: int) -> Any:
        foe = clix(FOE, *("8/10/16/2",) * 4, traits=[special(found)])
        return attacking(at(FOE, "D3", tokens=tokens), rules=invent(foe), rolls=dice("56"))

    position = attacked(0).answer(("brawn", FOE))
    assert happened(position, Missed) and one(position, FOE).tokens == 1
    assert happened(attacked(2), Hit)


@rule("12.6f")
def test_what_its_own_attack_knocks_back() -> None:
    found = when("knocked back", {"do": "heal"}, whose="opposing", case={"attacking": "any"})
    card = clix(HERO, *("8/10/17/3",) * 4, traits=[special(found, {"permits": "knock back"})])
    position = attacking(at(HERO, "C3", click=3), rules=invent(card), rolls=dice("56")).answer("yes")
    other = play(at(HERO, "C3", click=3), at(FOE, "D3"), rules=invent(card))
    other.happen(KnockedBack(FOE, (square_of("E3"),)))

    assert happened(position, KnockedBack) and happened(position, Healed) and not happened(other, Healed)


# What powers that are given include -------------------------------------------------------------------------

INCLUDED = {
    "battle-fury": {"safeguard:mind-control"},
    "telekinesis": {"telekinetic-throw"},
    "flight": {"passenger:1", "improved-movement-elevated"},
    "great-size": {"willpower:3", "improved-targeting-adjacent"},
}
GIVING: Mapping[str, Callable[[str], Any]] = {
    "gives": lambda power: {"gives": [power], "test": {"amount": {"number": "tokens"}, "at_most": 2}},
    "can_use": lambda power: act({"do": "can_use", "powers": [power], "until": "your next turn"}, action=("FREE",)),
    "chosen": lambda power: act(
        {"do": "choose_power", "powers": [power, "flurry"], "until": "this turn"}, action=("FREE",)
    ),
    "lent": lambda power: act({"do": "as_free", "powers": [power, "perplex"], "lends": True}, action=("FREE",)),
}


def given_by_text(how: str, power: str) -> Scenario:
    """The turn of the hero, to whom a text has just given a power."""
    position = acting(at(FOE, "D3"), trait=special(GIVING[how](power)))
    if how != "gives":
        use(position, "FREE")
    return position.answer(power) if how == "chosen" else position


@rule("pac.battle-fury")
@rule("pac.telekinesis")
@rule("keyword.flight")
@rule("keyword.great-size")
@pytest.mark.parametrize("power", INCLUDED)
@pytest.mark.parametrize("how", GIVING)
def test_powers_that_a_text_gives_come_with_what_they_include(how: str, power: str) -> None:
    game = given_by_text(how, power).game
    assert {one for one in (power, *INCLUDED[power]) if game.has(one, HERO)} == {power, *INCLUDED[power]}


@rule("20.2")
@rule("pac.telekinesis")
@pytest.mark.parametrize("tokens", [0, 1])
def test_what_limits_a_power_limits_what_it_includes(tokens: int) -> None:
    limit = {"limits": "telekinesis", "test": {"amount": {"number": "tokens"}, "at_least": 1}}
    things = (at(HERO, "C3", tokens=tokens), at(FOE, "F3"), marker("object", "D3"))
    position = acting(*things, trait=special(limit, grants=("telekinesis",)))

    assert ((HERO, "telekinetic-throw", "RANGE") in position.options) == bool(tokens)


@rule("7.6")
@rule("pac.telekinesis")
def test_a_power_lent_for_one_action_brings_no_other() -> None:
    lend = act({"do": "as_free", "powers": ["telekinesis"], "lends": True}, action=("FREE",))
    position = use(acting(at(FOE, "F3"), marker("object", "D3"), trait=special(lend)), "FREE")
    position.answer("telekinesis").answer("object").answer("E3")

    assert position.asked == "action" and (HERO, "telekinetic-throw", "RANGE") not in position.options


@rule("pac.battle-fury")
@rule("keyword.safeguard")
@pytest.mark.parametrize("taken", [False, True])
def test_who_is_given_battle_fury_is_safe_from_mind_control(taken: bool) -> None:
    bars = {"bars": ["battle-fury"], "whom": {"every": "opposing"}}
    text = special({"gives": ["battle-fury"], "test": {"amount": {"number": "tokens"}, "at_most": 0}})
    foe = clix(FOE, *("8 mind-control/10/16/2",) * 4, traits=[special(bars, id="calm")] if taken else [])
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=invent(clix(HERO, traits=[text]), foe)), 1)

    assert (HERO in legal_targets(position.game, FOE, "close", "mind-control")) == taken


@rule("18.5")
@pytest.mark.parametrize("special_power", [False, True])
def test_a_power_that_is_copied_comes_with_what_it_includes(special_power: bool) -> None:
    copies = {"do": "copy", "special": special_power, "until": "this turn"}
    found = act({"do": "target", "then": [copies]}, action=("FREE",))
    rage = special(id="rage", grants=("battle-fury",))
    foe = clix(FOE, *(f"8/10/16/2 {'rage' if special_power else 'battle-fury'}",) * 4, specials=[rage])
    position = use(acting(at(FOE, "D3"), trait=special(found), cards=(foe,)), "FREE")

    assert position.game.has("battle-fury", HERO) and position.game.has("safeguard:mind-control", HERO)


@rule("keyword.protected-pulse-wave")
@pytest.mark.parametrize(("protected", "taken"), [(["pulse-wave"], 0), ([], 1)])
def test_what_a_protected_text_gives_is_used_in_a_pulse_wave(protected: list[str], taken: int) -> None:
    part = {"gives": ["toughness"], "test": {"amount": {"number": "tokens"}, "at_most": 0}}
    foe = clix(FOE, *("8/10/16/2",) * 4, traits=[special(part, protected=protected)])
    position = turn(play(at(HERO, "C3"), at(FOE, "E3"), rules=invent(clix(HERO, "8/10/17/3 pulse-wave"), foe),
                         rolls=dice("56")))  # fmt: skip
    position.answer((HERO, "pulse-wave", "RANGE"))

    assert [event.taken for event in happened(position, DamageDealt)] == [taken]


# Who is safe ------------------------------------------------------------------------------------------------


@rule("12.1c")
def test_who_hides_is_targeted_only_from_beside() -> None:
    trait = special(act({"do": "hide", "until": "your next turn"}, action=("FREE",)))
    foe = clix(FOE, traits=[special(grants=("outwit",), id="sly")])
    position = use(acting(at(FOE, "F3"), at(FOE, "D3", name="near"), trait=trait, cards=(foe,)), "FREE")

    assert legal_targets(position.game, FOE, "range") == []
    assert legal_targets(position.game, "near", "close") == [HERO]
    assert HERO not in reached(position.game, FOE, "outwit") and HERO in reached(position.game, "near", "outwit")


@rule("20.4")
def test_some_cannot_use_a_power_on_it() -> None:
    def outwits(points: int) -> bool:
        card = clix(HERO, traits=[special({"shelters": "outwit", "by": {"every": "opposing", "fewer_points": True}})])
        foe = clix(FOE, traits=[special(grants=("outwit",), id="sly")])
        position = play(at(HERO, "C3"), at(FOE, "E3", points=points), rules=invent(card, foe))
        return HERO in reached(position.game, FOE, "outwit")

    assert (outwits(40), outwits(50)) == (False, True)


@rule("keyword.protected-outwit")
def test_its_other_powers_cannot_be_chosen() -> None:
    card = clix(HERO, "8/10/17 aegis/3", "8/10/17/3", specials=[special({"protects": "others"}, id="aegis")])
    position = play(at(HERO, "C3"), at(FOE, "E3"), rules=invent(card))
    assert choosable(position.game, HERO) == ["aegis"]
    position.happen(Turned(HERO, 2))
    assert "charge" in choosable(position.game, HERO)


@rule("13.3")
def test_who_has_no_power_to_choose_is_not_outwitted() -> None:
    foe = clix(FOE, traits=[special({"protects": "others"}, id="aegis")])
    position = acting(at(FOE, "E3"), trait=special(grants=("outwit", "perplex")), cards=(foe,))

    assert (HERO, "outwit", "FREE") not in position.options and (HERO, "perplex", "FREE") in position.options


def test_a_power_that_reaches_nobody_is_not_offered() -> None:
    only = {"limits": "perplex", "whom": {"every": "friendly", "named": "nobody"}}
    position = acting(at(FOE, "E3"), trait=special(only, grants=("perplex",)))

    assert (HERO, "perplex", "FREE") not in position.options


@rule("12.5c")
def test_the_dial_stops_at_its_click() -> None:
    foe = clix(FOE, "8/10/16/2", "8/10/16 bulwark/2", *("8/10/16/2",) * 4,
               specials=[special({"forbids": "turn on"}, id="bulwark")])  # fmt: skip
    assert one(attacking(rules=invent(foe), rolls=dice("56")), FOE).click == 2


@rule("20.2")
def test_leadership_reaches_others() -> None:
    found = {"reaches": "leadership", "whom": {"every": "friendly", "range": 4, "keyword": "Crew"}}
    mate = clix("mate", points=200, keywords=["Crew"])
    card = clix(HERO, traits=[special(found, grants=("leadership",))])
    position = play(at(HERO, "C3"), at("mate", "F3", points=200, tokens=2), at(FOE, "P16"), rules=invent(card, mate),
                    rolls=dice("5"))  # fmt: skip
    turn(position).answer("leadership")

    assert [event.character for event in happened(position, TokenRemoved)] == ["mate"]


def test_a_moment_of_success() -> None:
    found = when(
        "rolls", {"do": "give_token", "to": {"every": "opposing", "adjacent": True}}, using="leadership", least=5
    )
    card = clix(HERO, traits=[special(found, grants=("leadership",))])

    def led(face: str) -> int:
        things = (at(HERO, "C3"), at("mate", "C4", points=10, tokens=1), at(FOE, "D3"))
        position = play(*things, rules=invent(card, clix("mate")), rolls=dice(face))
        turn(position).answer("leadership")
        return one(position, FOE).tokens

    assert (led("5"), led("4")) == (1, 0)


@rule("pac.leadership", 2)
@pytest.mark.parametrize(("moment", "using", "asked"), [
    ("rolls", "leadership", True), ("uses a power", "leadership", True), ("rolls", "support", False),
])  # fmt: skip
def test_leadership_is_rolled_for_a_text_that_hears_of_it_too(moment: str, using: str, asked: bool) -> None:
    heard = when(moment, {"do": "give_token", "to": {"every": "opposing", "adjacent": True}}, using=using)
    card = clix(HERO, traits=[special(heard, grants=("leadership",))])
    things = (at(HERO, "C3"), at("mate", "C4", points=10), at(FOE, "D3"))
    position = turn(play(*things, rules=invent(card, clix("mate")), rolls=dice("5")))

    assert (position.asked == "trigger") is asked
    if asked:
        position.answer("leadership")
        assert (one(position, FOE).tokens, happened(position, TokenRemoved)) == (1, [])


# What lasts, and what was chosen ----------------------------------------------------------------------------


@rule("20.3")
def test_until_another_friend_knocks_someone_out() -> None:
    grows = act({"do": "modify", "values": ["attack"], "by": 1, "until": "a friend KOs"}, action=("FREE",))
    ends = act({"do": "target", "among": "opposing", "then": [{"do": "ko"}]}, action=("FREE",))
    mate = clix("mate", traits=[special(ends, id="end")])
    own = special(grows, {**ends, "once": "game"})
    position = acting(at("mate", "A9"), at(FOE, "A1", name="other"), trait=own, cards=(mate,))
    use(position, "FREE")
    use(position, "FREE", "brawn/2").answer("other")
    assert position.game.number("attack", HERO) == 11
    position.answer(("mate", "end", "FREE"))
    assert happened(position, KnockedOut)[-1].by == "mate" and position.game.number("attack", HERO) == 10


@rule("20.2")
def test_none_that_was_chosen_in_the_last_turn() -> None:
    choice = {"do": "choose_power", "powers": ["charge", "flurry"], "until": "your next turn", "another": True}
    position = acting(trait=special(act(choice, action=("FREE",))))
    use(position, "FREE").answer("flurry")
    assert position.game.has("flurry", HERO)
    turn_over(position)
    use(position, "FREE")
    assert position.options == ["charge"]
    position.answer("charge")
    turn_over(position)
    use(position, "FREE").answer("flurry")
    assert position.game.has("flurry", HERO) and not position.game.has("charge", HERO)


def test_a_power_that_was_noted() -> None:
    choice = {"do": "choose_power", "powers": ["charge", "flurry"], "noted": True, "until": "this game"}
    lessens = {"modifies": "attack", "by": -1, "whom": {"every": "opposing", "attacks": True, "can_use_chosen": True}}

    def totals(power: str) -> int:
        trait = special(act(choice, action=("FREE",)), lessens)
        foe = clix(FOE, *("8/10/16/2",) * 4, traits=[special(grants=("flurry",), id="quick")])
        position = acting(at(FOE, "D3"), trait=trait, cards=(foe,), rolls=("56",))
        turn_over(use(position, "FREE").answer(power), until=1)
        position.answer((FOE, "close", "CLOSE"))
        return int(position.last(Hit).total)

    assert (totals("flurry"), totals("charge")) == (20, 21)


@rule("6.10")
def test_a_number_is_increased_for_a_while() -> None:
    found = when("targets", {"do": "increase", "to": "other", "number": "dealt", "by": 2, "until": "attack"})
    position = attacking(rules=invent(clix(HERO, traits=[special(found)])), rolls=dice("56"))

    assert position.last(DamageDealt).amount == 5


# Places and replacements ------------------------------------------------------------------------------------


@rule("10.9")
def test_it_is_placed_in_printed_hindering_terrain() -> None:
    rows = ["................", "................", "....h..h........", *["................"] * 13]
    found = when("given an action", {"do": "place", "near": "self", "squares": 4, "into": "printed hindering"},
                 types=["MOVE"], case={"occupies": "clear"}, after_resolutions=True, may=True)  # fmt: skip
    rules = invent(clix(HERO, *("8/10/17/3",) * 6, traits=[special(found)]), clix("idle"), rows=rows)
    position = turn(play(at(HERO, "C3"), at(FOE, "A16"), at("idle", "P16"), rules=rules))
    use(position, "MOVE", "move").answer("C3 D3").answer(("brawn", HERO)).answer("E3")

    assert one(position, HERO).squares == (square_of("E3"),)


def swapping(*does: dict[str, Any], card: dict[str, Any], points: int = 50, **more: Any) -> Any:
    return acting(at(card["id"], area="sideline", points=points, start=2, **more), trait=special(*does), cards=(card,))


@rule("21.12")
def test_a_replacement_comes_on_its_starting_line() -> None:
    card = clix("double", *("9/11/18/4",) * 4)
    position = use(swapping(act({"do": "replace", "click": "starting line", "optional": False}), card=card))

    assert one(position, "double").click == 2 and happened(position, Replaced)


@rule("19.2")
def test_only_those_with_a_trait_of_that_name() -> None:
    swap = act({"do": "replace", "traits": ["Ember"], "optional": False})
    ember = clix("double", traits=[special({"modifies": "attack", "by": 1}, id="ember")])

    assert happened(use(swapping(swap, card=ember)), Replaced)
    assert not happened(use(swapping(swap, card=clix("double"))), Replaced)


def test_who_has_come_this_turn() -> None:
    back = special(act({"do": "heal"}, action=("FREE",), test={"none": [{"this_turn": "came"}]}), id="settled")
    card = clix("double", *("9/11/18/4",) * 4, traits=[back])
    position = use(swapping(act({"do": "replace", "optional": False}, action=("FREE",)), card=card), "FREE")

    assert one(position, "double").area == "map"
    assert not happened(position.answer(("double", "settled", "FREE")), Healed)


@rule("keyword.sideline-active")
@pytest.mark.parametrize(("points", "comes"), [(50, True), (60, False)])
def test_a_character_of_the_sideline_steps_in(points: int, comes: bool) -> None:
    trait = special({"steps_in_for": [HERO]}, id="understudy", sideline=True)
    card = clix("double", *("9/11/18/4",) * 4, traits=[trait])
    position = swapping({"modifies": "attack", "by": 1}, card=card, points=points)

    assert ((HERO, "understudy", "FREE") in position.options) is comes
    if comes:
        use(position, "FREE", "understudy")
        assert one(position, "double").area == "map" and one(position, HERO).area == "sideline"


def test_one_of_two_powers_is_used_in_a_turn() -> None:
    used = {"none": [{"amount": {"how_many": "any", "alone": True, "has_used": "charge"}, "at_least": 1}]}
    trait = special({"limits": "perplex", "test": used}, grants=("charge", "perplex"))
    position = acting(trait=trait)
    assert (HERO, "perplex", "FREE") in position.options
    use(position, "POWER", "charge").answer("C3 D3")
    assert (HERO, "perplex", "FREE") not in position.options


@rule("10.7d")
def test_it_moves_past_opposing_characters_unless_it_carries_someone() -> None:
    found = {"permits": "move past opposing characters", "test": {"none": [{"carries": True}]}}
    trait = special(found, grants=("passenger:1",))
    past = "C3 D3 E3 F3 G3"

    def moving(*carried: str) -> Scenario:
        position = acting(at("mate", "C4"), at(FOE, "E2"), trait=trait, cards=(clix("mate"),))
        return use(position, "MOVE", "move").answer(carried)

    assert one(moving().answer(past), HERO).squares == (square_of("G3"),)
    with pytest.raises(Refused):
        moving("mate").answer(past)


@rule("12.3b")
@rule("12.3c")
@pytest.mark.parametrize(("rolls", "hit", "critical"), [("46", True, True), ("45", False, False)])
def test_other_rolls_are_critical_hits(rolls: str, hit: bool, critical: bool) -> None:
    card = clix(
        HERO, *("8/10/17/3",) * 4, traits=[special({"criticals": "hit", "roll": 10, "test": {"attacking": "any"}})]
    )
    position = attacking(rules=invent(card, clix(FOE, *("8/10/30/2",) * 9)), rolls=dice(rolls))

    assert bool(happened(position, Hit)) is hit
    assert [event.amount for event in happened(position, DamageDealt)] == ([4] if critical else [])


@rule("12.3c")
def test_other_rolls_are_critical_misses() -> None:
    against = {"criticals": "miss", "roll": 4, "test": {"attacking": "any", "against": True}}
    foe = clix(FOE, *("8/10/10/2",) * 9, traits=[special(against)])
    position = attacking(rules=invent(foe), rolls=dice("13"))

    assert happened(position, Missed) and [event.character for event in happened(position, DamageDealt)] == [HERO]


@rule("20.2")
@rule("pac.mastermind", 2)
def test_a_text_says_for_whom_alone_mastermind_is_used() -> None:
    limit = {"limits": "mastermind", "whom": {"every": "any", "itself": True, "keyword": "Crew"}}
    boss = clix(FOE, *("8/10/16 mastermind/2",) * 6, traits=[special(limit)])
    mates = at("thug", "D4", player=1, points=10), at("sailor", "E3", player=1, points=10)
    cards = boss, clix("thug"), clix("sailor", keywords=["Crew"])
    position = attacking(at(FOE, "D3"), *mates, rules=invent(*cards), rolls=dice("56")).answer(FOE)
    position.answer(("mastermind", FOE))

    assert [event.target for event in happened(position, Hit)] == ["sailor"]


@rule("20.2")
def test_two_use_a_power_on_each_other_alone() -> None:
    beside = {"every": "any", "adjacent": True, "named": "mate"}
    parts = ({"gives": ["support"]}, {"gives": ["support"], "whom": beside}, {"limits": "support", "whom": beside},
             {"limits": "support", "of": beside})  # fmt: skip
    rules = invent(clix(HERO, traits=[special(*parts)]), clix("mate"), clix("other"))
    position = play(at(HERO, "C3"), at("mate", "C4"), at("other", "D4"), rules=rules)

    assert helped(position.game, HERO) == ["mate"] and helped(position.game, "mate") == [HERO]
    own = invent(clix(HERO, traits=[special(*parts)]), clix("mate", traits=[special(grants=("support",), id="medic")]),
                 clix("other"))  # fmt: skip
    assert set(helped(play(at(HERO, "C3"), at("mate", "C4"), at("other", "D4"), rules=own).game, "mate")) == {
        HERO,
        "other",
    }


@rule("20.4")
@rule("18.3", 1)
def test_all_powers_of_a_column_are_barred() -> None:
    bars = {"column": "defense", "bars": [], "whom": {"every": "opposing"}}
    foe = clix(FOE, "8/10/16 shell/2", *("8/10/16/2",) * 4,
               specials=[special({"when": "would take damage", "reduce": 1}, id="shell")],
               traits=[special(grants=("toughness", "flurry"), id="tough")])  # fmt: skip
    position = play(at(HERO, "C3"), at(FOE, "D3"), rules=invent(clix(HERO, traits=[special(bars)]), foe))
    position.happen(Placed(HERO, (square_of("C4"),)))

    assert [position.game.has(power, FOE) for power in ("toughness", "shell", "flurry")] == [False, False, True]


@rule("12.5")
@pytest.mark.parametrize(("face", "click"), [("1", 6), ("3", 5), ("5", 3), ("6", 1)])
def test_a_d6_says_what_becomes_of_damage(face: str, click: int) -> None:
    outcomes = [
        {"least": 1, "most": 1, "more": 1}, {"least": 2, "most": 3}, {"least": 4, "most": 5, "becomes": 1},
        {"least": 6, "most": 6, "becomes": 0, "effects": [{"do": "heal"}]},
    ]  # fmt: skip
    foe = clix(FOE, *("8/10/16/2",) * 9, traits=[special({"when": "would take damage", "outcomes": outcomes})])
    position = attacking(at(FOE, "D3", click=2), rules=invent(foe), rolls=dice("56", face))

    assert one(position, FOE).click == click


@rule("12.5b")
@pytest.mark.parametrize(("face", "taken"), [("1", 4), ("2", 2), ("3", 1)])
def test_what_a_d6_makes_of_damage_is_not_reduced(face: str, taken: int) -> None:
    outcomes = [{"most": 1, "more": 1}, {"least": 2, "most": 2}, {"least": 3, "becomes": 1}]
    luck = special({"when": "would take damage", "outcomes": outcomes}, id="luck")
    foe = clix(FOE, *("8/10/16/2",) * 9, traits=[special(grants=("toughness",), id="tough"), luck])
    position = attacking(rules=invent(foe), rolls=dice("56", face))

    assert (position.asked, one(position, FOE).click) == ("", 1 + taken)


@pytest.mark.parametrize(("option", "tokens", "barred"), [(0, 2, False), (1, 0, True)])
def test_the_player_of_another_character_chooses(option: int, tokens: int, barred: bool) -> None:
    taken = {"do": "cannot_use", "to": "other", "column": "defense", "until": "your next turn"}
    token = {"do": "give_token", "to": "other"}
    choice = {"do": "choose", "by": "other", "options": [{"effects": [token, token]}, {"effects": [taken]}]}
    foe = clix(FOE, *("8/10/16/2",) * 9, traits=[special(grants=("toughness",), id="tough")])
    rules = invent(clix(HERO, *("8/10/17/3",) * 4, traits=[special(when("hits", choice))]), foe)
    position = attacking(rules=rules, rolls=dice("56"))

    assert position.player == 1
    position.answer(option)
    assert (one(position, FOE).tokens, position.game.has("toughness", FOE)) == (tokens, not barred)


@rule("16.5")
@pytest.mark.parametrize(
    ("where", "indoor", "healed"), [("D3", [], True), ("C3", [], False), ("D3", ["D1:P16"], False)]
)
def test_it_stands_outdoors_at_the_highest_elevation(where: str, indoor: list[str], healed: bool) -> None:
    trait = special(when("your turn begins", {"do": "heal"}, test={"occupies": "highest outdoor"}))
    card = clix(HERO, *("8/10/17/3",) * 6, traits=[trait])
    rules = invent(card, elevated={"2": ["D1:P16"]}, indoor=indoor)
    position = turn(play(at(HERO, where, click=3), at(FOE, "P16"), rules=rules))

    assert bool(happened(position, Healed)) is healed


# Powers by column and by card -------------------------------------------------------------------------------


@rule("18.2", 2)
@pytest.mark.parametrize(("shown", "lost"), [("attack", True), ("defense", False)])
def test_a_special_power_is_of_the_type_of_the_value_that_it_covers(shown: str, lost: bool) -> None:
    """All attack powers of the foe are stopped: its special one where the dial shows it over the attack value."""
    row = "8/10 shell/16/2" if shown == "attack" else "8/10/16 shell/2"
    foe = clix(FOE, *(row,) * 6, specials=[special({"modifies": "speed", "by": 1}, id="shell")])
    stop = act(
        {"do": "cannot_use", "to": {"every": "opposing"}, "column": "attack", "until": "this turn"}, action=("FREE",)
    )
    position = use(acting(trait=special(stop), cards=(foe,)), "FREE")

    assert position.game.has("shell", FOE) is not lost


@rule("18.3", 2)
@pytest.mark.parametrize("column", ["speed", "attack", "defense", "damage"])
def test_standard_powers_of_a_type_are_those_that_the_card_lists(column: str) -> None:
    shell = special({"modifies": "speed", "by": 1}, id="shell")
    text = special(act({"do": "choose_power", "column": column, "until": "this turn"}, action=("FREE",)))
    own = clix(HERO, *("8 shell/10 shell/17 shell/3 shell",) * 4, specials=[shell], traits=[text])
    position = use(acting(cards=(own,)), "FREE")

    assert position.options == [name for name in STANDARD if column_of(name) == column]
    chosen = position.options[-1]
    assert position.answer(chosen).game.has(chosen, HERO)


@pytest.mark.parametrize("wrong", [{}, {"powers": ["flurry"], "column": "speed"}])
def test_which_powers_are_chosen_from_is_said_once(wrong: dict[str, Any]) -> None:
    with pytest.raises(ContentError, match="powers, column: it says one of them"):
        invent(clix(HERO, traits=[special(act({"do": "choose_power", **wrong}))]))


@rule("18.6", 1, 2)
@rule("18.5")
def test_standard_powers_printed_on_a_card_are_those_of_its_dial_on_any_click() -> None:
    """Neither what a special power or a trait grants, nor a special power itself."""
    shell = special(grants=("toughness",), id="shell")
    rows = ("8/10/16/2", "8 charge/10/16 shell/2", "8 charge/10/16 impervious/2 outwit")
    mate = clix("mate", *rows, specials=[shell], traits=[special(grants=("stealth",), id="trait")])
    copy = {"do": "copy", "printed": True, "until": "this turn"}
    text = act({"do": "target", "among": "friendly", "named": "mate", "then": [copy]}, action=("FREE",))
    position = use(acting(at("mate", "D4"), trait=special(text), cards=(mate,)), "FREE")

    assert set(position.options) == {"charge", "impervious", "outwit"}
    assert position.answer("impervious").game.has("impervious", HERO)


@rule("18.6", 1)
def test_a_card_without_standard_powers_has_none_to_copy() -> None:
    mate = clix("mate", *("8/10/16 shell/2",) * 4, specials=[special(grants=("toughness",), id="shell")])
    copy = {"do": "copy", "printed": True, "until": "this turn"}
    text = act({"do": "target", "among": "friendly", "named": "mate", "then": [copy]}, action=("FREE",))
    position = use(acting(at("mate", "D4"), trait=special(text), cards=(mate,)), "FREE")

    assert position.asked == "action" and not position.game.has("toughness", HERO)
    with pytest.raises(ContentError, match="special, printed: it says one of them"):
        invent(clix(HERO, traits=[special(act(
            {"do": "target", "then": [{"do": "copy", "printed": True, "special": True}]}))]))  # fmt: skip


@rule("6.3c", 1, 2)
@pytest.mark.parametrize(
    ("where", "walls", "touches", "adjoins"),
    [("D4", [], True, True), ("D3", ["C3|D3"], True, False), ("D4", ["C3|D3", "C3|C4"], True, False),
     ("E3", [], False, False)],
)  # fmt: skip
def test_who_touches_another_one_need_not_be_adjacent(
    where: str, walls: list[str], touches: bool, adjoins: bool
) -> None:
    """They touch across a wall, and across a corner that walls close."""
    parts = [act({"do": "give_token", "to": {"every": "opposing", word: True}}, action=("FREE",))
             for word in ("touching", "adjacent")]  # fmt: skip
    rules = invent(clix(HERO, traits=[special(*parts)]), clix("mate"), walls=walls)
    position = turn(play(at(HERO, "C3"), at("mate", "P1"), at(FOE, where), rules=rules))
    for power, found in (("brawn", touches), ("brawn/2", adjoins)):
        before = one(position, FOE).tokens
        use(position, "FREE", power)
        assert one(position, FOE).tokens - before == found

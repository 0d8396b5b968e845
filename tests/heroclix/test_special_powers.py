"""Special powers and traits as data, and how powers are used (chapters 18 to 21)."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from msgspec.structs import replace

from rulewright import Power
from rulewright.problems import ContentError
from rulewright.testing import Scenario
from rulewright_heroclix.actions import GIVEN_ACTION, same
from rulewright_heroclix.book.wording import Wording
from rulewright_heroclix.effects import LEXICON
from rulewright_heroclix.effects.words import plain_name
from rulewright_heroclix.events.attacks import AttackResolved, Hit, Missed, RollFinalized, Targeted
from rulewright_heroclix.events.characters import CharacterGenerated, NamedTokens, RemovedFromGame, Replaced
from rulewright_heroclix.events.damage import DamageDealt, Healed, KnockedOut, Turned
from rulewright_heroclix.events.movement import Moved
from rulewright_heroclix.events.terrain import MarkerPlaced
from rulewright_heroclix.events.turns import ActionGiven, ActionResolved, TokenGiven, TokensCleared
from rulewright_heroclix.events.victory import Scored
from rulewright_heroclix.powers import NAMES, STANDARD
from rulewright_heroclix.powers.card import CARD, standard

from .specials import act, acting, special, use, when
from .table import FOE, HERO, at, attacking, clix, dice, happened, invent, marker, one, play, rule

# Activated effects ------------------------------------------------------------------------------------------


@rule("18")
@rule("18.2", 1)
@rule("20", 1)
@rule("21.1")
@rule("21.1a", 1)
def test_what_stands_behind_an_action_belongs_to_that_action() -> None:
    position = acting(trait=special(act({"do": "heal", "amount": 2})), cards=())
    hurt = acting(at(HERO, "C3", click=4), trait=special(act({"do": "heal", "amount": 2})))

    use(hurt)
    assert one(hurt, HERO).click == 2 and one(hurt, HERO).tokens == 1
    assert [event.name for event in happened(hurt, ActionGiven, ActionResolved)] == ["brawn", "brawn"]
    assert (HERO, "brawn", "POWER") in position.options and not happened(position, Healed)


@rule("21.1a", 2)
@rule("7.6")
def test_an_action_can_contain_further_actions_as_free() -> None:
    trait = special(act({"do": "move"}, {"do": "as_free", "types": ["CLOSE"]}), grants=("flurry",))
    position = use(acting(at(FOE, "E3"), trait=trait, rolls=("12", "12"))).answer("D3").answer("flurry").answer("yes")

    assert [(event.name, event.type) for event in happened(position, ActionGiven)] == [
        ("brawn", "POWER"), ("flurry", "FREE"),
    ]  # fmt: skip
    assert len(happened(position, Targeted)) == 2 and one(position, HERO).tokens == 1


@rule("7.5", 10)
def test_a_free_action_for_any_action_does_not_activate_itself_again() -> None:
    trait = special(act({"do": "as_free"}, action=("FREE",)), grants=("sidestep",))
    position = use(acting(trait=trait), "FREE")

    assert "brawn" not in position.options and {"sidestep", "move", "range"} <= set(position.options)


@rule("21.1d")
@pytest.mark.parametrize(("type", "foe", "kind"), [("CLOSE", "D3", "close"), ("RANGE", "F3", "range")])
def test_of_two_types_the_player_chooses_and_the_attack_is_of_that_kind(type: str, foe: str, kind: str) -> None:
    parts = (act({"do": "attack", "kind": "close"}, action=("CLOSE",)),
             act({"do": "attack", "kind": "range"}, action=("RANGE",)))  # fmt: skip
    position = acting(at(FOE, foe), trait=special(*parts), rolls=("56",))
    use(position, type, "brawn" if type == "CLOSE" else "brawn/2")

    assert happened(position, Hit) and position.last(AttackResolved).kind == kind


@rule("20.9", 1)
@rule("20.9a")
@pytest.mark.parametrize(("tokens", "healed"), [(1, True), (0, False)])
def test_if_is_checked_when_the_action_has_been_given(tokens: int, healed: bool) -> None:
    trait = special(act({"do": "heal"}, test={"amount": {"number": "tokens"}, "at_least": 1}))
    position = use(acting(at(HERO, "C3", click=3, tokens=tokens), trait=trait))

    assert bool(happened(position, Healed)) is healed
    assert happened(position, ActionResolved) and one(position, HERO).tokens == tokens + 1


@rule("20.9a", 1, 2)
@pytest.mark.parametrize(("square", "healed"), [("D3", True), ("F3", False)])
def test_if_is_checked_when_an_effect_triggers(square: str, healed: bool) -> None:
    trait = special(when("hits", {"do": "heal"}, test={"attacking": "close"}))
    position = acting(at(HERO, "C3", click=3), at(FOE, square), trait=trait, rolls=("56",))
    kind = "close" if square == "D3" else "range"
    position.answer((HERO, kind, kind.upper()))

    assert bool(happened(position, Healed)) is healed


@rule("20.9b")
@pytest.mark.parametrize(("answer", "healed"), [(True, 1), (False, 0)])
def test_if_you_do_follows_whatever_came_of_what_was_done(answer: bool, healed: int) -> None:
    """The damage is reduced to nothing, and still it was dealt."""
    damage = {"do": "target", "then": [{"do": "damage"}]}
    trait = special(act({"do": "may", "effects": [damage], "if_done": [{"do": "heal"}]}))
    cards = (clix(FOE, *("8/10/16 toughness/2",) * 3),)
    position = use(acting(at(HERO, "C3", click=3), trait=trait, cards=cards)).answer(answer)

    assert len(happened(position, Healed)) == healed
    assert [event.taken for event in happened(position, DamageDealt)] == [0] * healed


# Triggered effects ------------------------------------------------------------------------------------------


@rule("20", 2, 3)
@rule("21.1b", 1)
@rule("8.1e", 1, 2)
@pytest.mark.parametrize(("may", "answer", "damage"), [(True, None, 0), (True, ("brawn", HERO), 1), (False, None, 1)])
def test_a_trigger_with_may_is_optional_and_any_other_is_mandatory(may: bool, answer: Any, damage: int) -> None:
    hit_back = {"do": "damage", "to": "other"}
    trait = special(when("hits", hit_back, may=may))
    position = acting(at(FOE, "D3"), trait=trait, rolls=("56",)).answer((HERO, "close", "CLOSE"))
    if may:
        position.answer(answer)

    assert len([event for event in happened(position, DamageDealt) if not event.attack]) == damage


@rule("21.1b", 2)
def test_what_a_trigger_brings_can_contain_an_action_as_free() -> None:
    trait = special(when("KOs", {"do": "as_free", "types": ["FREE"]}), grants=("sidestep",))
    things = at(FOE, "D3", click=8), at(FOE, "P1", name="other", player=1)
    position = acting(*things, trait=trait, rolls=("56",)).answer((HERO, "close", "CLOSE"))

    assert position.asked == "as_free" and happened(position, KnockedOut)
    position.answer("sidestep").answer("C4")
    assert one(position, HERO).squares == ((2, 3),)


@rule("8.1c")
def test_after_resolutions_waits_for_the_action_and_its_token() -> None:
    soon = special(when("hits", {"do": "named_tokens", "token": "soon"}), id="soon")
    late = special(when("hits", {"do": "named_tokens", "token": "late"}, after_resolutions=True), id="late")
    cards = (clix(HERO, *("8/10/17/3",) * 6, traits=[late, soon]),)
    position = acting(at(FOE, "D3"), cards=cards, rolls=("56",)).answer((HERO, "close", "CLOSE"))

    order = [getattr(event, "token", "TOKEN") for event in happened(position, NamedTokens, TokenGiven)]
    assert order == ["soon", "TOKEN", "late"]


@rule("8.1d", 1)
def test_what_triggers_immediately_goes_first() -> None:
    first = special(when("hits", {"do": "named_tokens", "token": "first"}, immediately=True), id="first")
    then = special(when("hits", {"do": "named_tokens", "token": "then"}), id="then")
    cards = (clix(HERO, *("8/10/17/3",) * 6, traits=[then, first]),)
    position = acting(at(FOE, "D3"), cards=cards, rolls=("56",)).answer((HERO, "close", "CLOSE"))

    assert [event.token for event in happened(position, NamedTokens)] == ["first", "then"]


@rule("18.4", 1, 2, 3)
def test_a_power_is_revealed_also_where_the_dial_turns_past_it() -> None:
    flash = special(when("revealed", {"do": "named_tokens", "token": "spark"}), id="flash")
    foe = clix(FOE, "8/10/16/2", "8 flash/10/16/2", "8/10/16/2", "8 flash/10/16/2", "8/10/16/2", specials=[flash])
    position = acting(at(FOE, "D3"), cards=(foe,), rolls=("66",)).answer((HERO, "close", "CLOSE"))
    if position.asked == "knock_back":
        position.answer(None)

    assert one(position, FOE).click == 5 and len(happened(position, Turned)) == 4
    assert dict(one(position, FOE).named) == {"spark": 2}


@rule("18.4", 4)
def test_the_first_reveal_triggers_once_a_game() -> None:
    flash = special(when("revealed", {"do": "named_tokens", "token": "spark"}, once="game"), id="flash")
    foe = clix(FOE, "8/10/16/2", "8 flash/10/16/2", "8 flash/10/16/2", "8 flash/10/16/2", specials=[flash])
    position = acting(at(FOE, "D3"), cards=(foe,), rolls=("56",)).answer((HERO, "close", "CLOSE"))

    assert one(position, FOE).click == 4 and dict(one(position, FOE).named) == {"spark": 1}


@rule("21.11", 1, 2)
def test_once_a_turn_counts_for_a_character_whatever_gives_the_effect() -> None:
    trait = special(when("hits", {"do": "named_tokens", "token": "spark"}, once="turn"), grants=("flurry",))
    position = acting(at(FOE, "D3"), trait=trait, rolls=("56", "56")).answer((HERO, "flurry", "CLOSE")).answer("yes")

    assert len(happened(position, Hit)) == 2 and dict(one(position, HERO).named) == {"spark": 1}


@rule("21.11", 1)
def test_once_per_turn_comes_again_in_the_next_turn() -> None:
    trait = special(when("your turn begins", {"do": "named_tokens", "token": "dawn"}, once="turn"))
    position = acting(at(FOE, "D3"), trait=trait)
    position.answer(None).answer(None)

    assert dict(one(position, HERO).named) == {"dawn": 2}


# Gaining powers, versions -----------------------------------------------------------------------------------


@rule("18", 3)
@rule("18.1", 1, 3)
@rule("21.1c", 1)
@rule("6.1", 1)
def test_a_special_power_lets_a_character_use_standard_powers_that_are_not_on_its_dial() -> None:
    position = acting(trait=special(grants=("charge", "passenger:1")))

    assert position.game.has("charge", HERO) and position.game.has("passenger:1", HERO)
    assert (HERO, "charge", "POWER") in position.options
    assert len(STANDARD) == len(set(STANDARD)) == 48 and set(STANDARD) <= NAMES


@rule("21.1c", 2)
def test_a_power_inside_a_sentence_is_used_only_in_the_way_described() -> None:
    trait = special(act({"do": "can_use", "powers": ["flurry"]}, {"do": "as_free", "powers": ["flurry"]}))
    position = acting(at(FOE, "D3"), trait=trait, rolls=("12",))
    assert (HERO, "flurry", "CLOSE") not in position.options

    use(position).answer("flurry").answer(None)
    assert [event.name for event in happened(position, ActionGiven)] == ["brawn", "flurry"]


@rule("18.2", 3, 4)
@rule("20.7a", 1, 3)
@rule("20.7", 2, 3)
@pytest.mark.parametrize(("version", "evades"), [("super-senses", False), ("super-senses:brawn", True)])
def test_an_additional_effect_counts_only_for_the_standard_power_that_comes_with_it(version: str, evades: bool) -> None:
    better = special({"using": "super-senses", "result": 1})
    rules = invent(clix(HERO), clix(FOE, *("8/10/16 super-senses/2",) * 9, traits=[better]))
    position = attacking(rules=rules, rolls=dice("56", "4"))

    assert set(position.options) == {("super-senses", FOE), ("super-senses:brawn", FOE), None}
    position.answer((version, FOE))
    assert bool(happened(position, Missed)) is evades and bool(happened(position, Hit)) is not evades


@rule("20.7a", 2, 3)
@rule("21.1e")
def test_behind_two_strokes_the_additional_effect_counts_for_any_use_of_the_standard_power() -> None:
    better = special({"using": "super-senses", "result": 1, "any": True}, grants=("super-senses",))
    rules = invent(clix(HERO), clix(FOE, *("8/10/16 super-senses/2",) * 9, traits=[better]))
    position = attacking(rules=rules, rolls=dice("56", "4")).answer(("super-senses", FOE))

    assert happened(position, Missed)


@rule("20.8")
def test_a_standard_power_is_the_same_in_whatever_version_it_is_granted() -> None:
    assert same("regeneration", "regeneration:brawn") and not same("regeneration", "support")

    better = special({"using": "regeneration", "result": 1})
    cards = (clix(HERO, *("8/10/17 regeneration/3",) * 6, traits=[better]),)
    position = acting(at(HERO, "C3", click=5), cards=cards, rolls=("4",))
    assert {(HERO, "regeneration", "POWER"), (HERO, "regeneration:brawn", "POWER")} <= set(position.options)
    use(position, power="regeneration:brawn")
    assert one(position, HERO).click == 2


@rule("20.7", 2)
def test_of_several_versions_of_an_action_one_is_chosen() -> None:
    better = special({"using": "regeneration", "result": 2})
    cards = (clix(HERO, *("8/10/17 regeneration/3",) * 6, traits=[better]),)
    position = acting(at(HERO, "C3", click=6), cards=cards, rolls=("4",))

    use(position, power="regeneration")
    assert one(position, HERO).click == 4


# Durations --------------------------------------------------------------------------------------------------


def modifier(until: str, **more: Any) -> dict[str, Any]:
    return {"do": "modify", "values": ["attack"], "by": 1, "until": until, **more}


@rule("20.3", 1, 4)
def test_this_turn_ends_with_the_turn() -> None:
    position = use(acting(trait=special(act(modifier("this turn"), action=("FREE",)))), "FREE")

    assert position.game.number("attack", HERO) == 11
    position.answer(None)
    assert position.player == 1 and position.game.number("attack", HERO) == 10


@rule("20.3", 3)
@pytest.mark.parametrize(("until", "deed"), [("it moves", "move"), ("activated again", "again"), ("it clears", "rest")])
def test_until_something_happens(until: str, deed: str) -> None:
    trait = special(act(modifier(until), action=("FREE",)))
    position = use(acting(at(HERO, "C3", tokens=1), trait=trait), "FREE")
    assert position.game.number("attack", HERO) == 11

    if deed == "move":
        position.answer((HERO, "move", "MOVE")).answer("stay")
    elif deed == "rest":
        position.answer(None)
    else:
        position.answer(None).answer(None)
        assert position.game.number("attack", HERO) == 11
        use(position, "FREE")
        assert len(list(position.game.state.effects)) == 1
        return
    assert position.game.number("attack", HERO) == 10


@rule("20.3", 3)
@pytest.mark.parametrize(("until", "event"), [
    ("it moves", Moved(HERO, (), ((2, 2),))), ("activated again", ActionGiven(HERO, "FREE", "brawn", True)),
    ("it clears", TokensCleared((HERO,))),
])  # fmt: skip
@pytest.mark.parametrize("others", [False, True])
def test_what_ends_an_effect_ends_it_whatever_else_happens_at_once(until: str, event: Any, others: bool) -> None:
    rules = invent(clix(HERO, traits=[special(act(modifier(until), action=("FREE",)))]))
    brawn = GIVEN_ACTION(player=0, character=HERO, type="FREE", name="brawn", free=True)
    position = play(at(HERO, "C3"), at(FOE, "F3"), rules=rules).begin(brawn)
    assert position.game.number("attack", HERO) == 11
    assert [effect.until for effect in position.state.effects.values()] == [f"condition {until}"]  # as saves have it

    position.happen(event, *([Healed(FOE, 0)] if others else []))
    assert position.game.number("attack", HERO) == 10


@rule("20.3", 3)
def test_until_your_next_turn_lasts_through_the_other_players_turn() -> None:
    position = use(acting(trait=special(act(modifier("your next turn"), action=("FREE",)))), "FREE").answer(None)

    assert position.player == 1 and position.game.number("attack", HERO) == 11
    position.answer(None)
    assert position.player == 0 and position.game.number("attack", HERO) == 10


@rule("20.3", 3)
def test_until_the_end_of_your_next_turn_lasts_through_that_turn() -> None:
    position = use(acting(trait=special(act(modifier("end of your next turn"), action=("FREE",)))), "FREE").answer(None)
    position.answer(None)
    assert position.player == 0 and position.game.number("attack", HERO) == 11

    position.answer(None)
    assert position.player == 1 and position.game.number("attack", HERO) == 10


@rule("20.3", 3)
def test_the_end_of_your_next_turn_counted_from_an_opponents_turn_is_that_of_the_coming_one() -> None:
    position = acting(trait=special(when("opposing turn begins", modifier("end of your next turn")))).answer(None)
    assert position.player == 1 and position.game.number("attack", HERO) == 11

    position.answer(None)
    assert position.player == 0 and position.game.number("attack", HERO) == 11
    effects = [effect.id for effect in position.state.effects.values()]
    position.answer(None)
    assert not set(effects) & {effect.id for effect in position.state.effects.values()}


@rule("20.3", 1)
@pytest.mark.parametrize("until", ["attack", "action"])
def test_what_lasts_for_an_attack_or_action_ends_with_it(until: str) -> None:
    trait = special(when("targets", modifier(until)))
    position = acting(at(FOE, "D3"), trait=trait, rolls=("56",)).answer((HERO, "close", "CLOSE"))

    assert happened(position, Hit)[0].total == 22 and position.game.number("attack", HERO) == 10


@rule("20.3", 6)
def test_as_long_as_lasts_until_the_condition_changes() -> None:
    passive = {"modifies": "defense", "by": 1, "test": {"amount": {"number": "tokens"}, "at_least": 1}}
    position = acting(trait=special(passive))
    assert position.game.number("defense", HERO) == 17

    position.answer((HERO, "move", "MOVE")).answer("stay")
    assert position.game.number("defense", HERO) == 18


def losing(until: str, **more: Any) -> Scenario:
    """The hero modifies its attack by a special power that its second click does not show, and loses it."""
    power = special(act(modifier(until, **more), action=("FREE",)))
    cards = (clix(HERO, "8 brawn/10/17/3", *("8/10/17/3",) * 5, specials=[power]),)
    position = use(acting(at(FOE, "D3"), cards=cards, rolls=("11",)), "FREE")
    assert position.game.number("attack", HERO) == 11
    return position.answer((HERO, "close", "CLOSE"))


@rule("20.3", 2, 9)
@rule("20.4", 1, 6)
@rule("20.6")
@rule("20.6a")
def test_a_duration_ends_when_the_power_that_gave_it_is_lost() -> None:
    position = losing("your next turn")

    assert one(position, HERO).click == 2 and position.game.number("attack", HERO) == 10


@rule("20.6e")
@pytest.mark.parametrize(("even_if_lost", "attack"), [(True, 11), (False, 10)])
def test_only_even_if_lost_the_effect_goes_on_without_the_power_that_gave_it(even_if_lost: bool, attack: int) -> None:
    assert losing("your next turn", even_if_lost=even_if_lost).game.number("attack", HERO) == attack


@rule("20.6f")
@rule("20.3", 5)
def test_for_the_rest_of_the_game_the_effect_goes_on() -> None:
    position = losing("this game")
    position.answer(None).answer(None)

    assert position.game.number("attack", HERO) == 11


@rule("20.6c")
def test_what_another_characters_effect_grants_is_lost_with_that_effect() -> None:
    give = {"do": "can_use", "powers": ["toughness"], "to": {"every": "friendly"}, "until": "your next turn"}
    cards = (clix(HERO, "8 brawn/10/17/3", *("8/10/17/3",) * 5, specials=[special(act(give, action=("FREE",)))]),)
    position = use(acting(at(FOE, "D3"), cards=cards, rolls=("11",)), "FREE")

    assert position.game.has("toughness", "idle") and not position.game.has("toughness", FOE)
    position.answer((HERO, "close", "CLOSE"))
    assert not position.game.has("toughness", "idle")


@rule("20.6b")
@pytest.mark.parametrize(("even_if_lost", "attack"), [(False, 10), (True, 11)])
def test_a_character_that_is_ko_d_loses_everything_it_could_use(even_if_lost: bool, attack: int) -> None:
    cheer = modifier("your next turn", to={"every": "friendly", "itself": True}, even_if_lost=even_if_lost)
    trait = special(act(cheer, {"do": "ko", "who": "self"}, action=("FREE",)), grants=("charge",))
    position = use(acting(trait=trait), "FREE")

    assert one(position, HERO).area == "ko" and position.game.number("attack", "idle") == attack
    assert not any(position.game.has(power, HERO) for power in ("brawn", "charge", "move"))


@rule("20.6d")
@rule("21.5", 1, 2, 3)
def test_named_tokens_and_markers_stay_when_the_effect_that_made_them_is_lost() -> None:
    make = ({"do": "named_tokens", "token": "spark", "change": 2}, {"do": "generate_marker", "marker": "smoke"})
    cards = (clix(HERO, "8 brawn/10/17/3", *("8/10/17/3",) * 5, specials=[special(act(*make, action=("FREE",)))]),)
    position = use(acting(at(FOE, "D3"), cards=cards, rolls=("11",)), "FREE").answer("B3")
    position.answer((HERO, "close", "CLOSE"))

    assert one(position, HERO).click == 2 and not position.game.has("brawn", HERO)
    assert dict(one(position, HERO).named) == {"spark": 2} and one(position, HERO).tokens == 1
    assert [marker.kind for marker in position.state.markers.values()] == ["smoke"]


@rule("21.5", 3, 4)
def test_named_tokens_belong_to_the_character_whose_effect_uses_them() -> None:
    trait = special(act({"do": "named_tokens", "token": "spark"}, action=("FREE",)))
    position = acting(at(HERO, "C5", name="twin"), trait=trait)
    use(position, "FREE")

    assert dict(one(position, HERO).named) == {"spark": 1} and not one(position, "twin").named


@rule("21.5", 2)
def test_named_tokens_are_taken_off_the_card() -> None:
    parts = (act({"do": "named_tokens", "token": "spark", "change": 2}, action=("FREE",)),
             act({"do": "named_tokens", "token": "spark", "change": -5}))  # fmt: skip
    position = use(acting(trait=special(*parts)), "FREE")
    use(position, power="brawn/2")

    assert one(position, HERO).named == ()


@rule("20.5", 3)
@rule("20.2", 2)
def test_a_power_is_used_once_it_is_chosen_and_goes_with_the_effect_that_let_it_be_chosen() -> None:
    choose = {"do": "choose_power", "powers": ["flurry", "toughness"], "until": "activated again"}
    cards = (clix(HERO, "8 brawn/10/17/3", *("8/10/17/3",) * 5, specials=[special(act(choose, action=("FREE",)))]),)
    position = acting(at(FOE, "D3"), cards=cards, rolls=("11",))
    assert not position.game.has("toughness", HERO)

    use(position, "FREE").answer("toughness")
    assert position.game.has("toughness", HERO) and not position.game.has("flurry", HERO)
    position.answer((HERO, "close", "CLOSE"))
    assert not position.game.has("toughness", HERO)


@rule("20.4", 1, 5)
def test_an_effect_says_what_cannot_be_done() -> None:
    cannot = {"do": "forbid", "what": "move", "to": "chosen", "until": "your next turn"}
    trait = special(act({"do": "target", "then": [cannot]}))
    position = use(acting(trait=trait)).answer(None)

    assert position.player == 1 and (FOE, "move", "MOVE") not in position.options
    assert (FOE, "range", "RANGE") in position.options


# Copies -----------------------------------------------------------------------------------------------------


@rule("18.5", 1)
def test_a_copied_standard_power_is_the_standard_version() -> None:
    copies = {"do": "copy", "until": "your next turn"}
    copy = act({"do": "target", "among": "friendly", "then": [copies]}, action=("FREE",))
    better = special({"using": "super-senses", "result": 2}, id="better")
    cards = (clix(HERO, *("8/10/17/3",) * 6, traits=[special(copy)]), clix("model", traits=[better]))
    position = acting(at("model", "B3"), cards=cards)
    use(position, "FREE").answer("model")

    assert position.game.has("super-senses", HERO) and not position.game.has("super-senses:better", HERO)


@rule("18.5", 2)
@rule("21.9d")
def test_a_copied_special_power_comes_with_all_that_it_says_and_speaks_of_the_copying_character() -> None:
    copy = {"do": "copy", "special": True, "until": "your next turn"}
    parts = act({"do": "target", "among": "friendly", "then": [copy]}, action=("FREE",))
    mend = special(act({"do": "heal"}), id="mend", grants=("toughness",))
    cards = (clix(HERO, *("8/10/17/3",) * 6, traits=[special(parts)]), clix("model", "8 mend/10/17/3", specials=[mend]))
    position = acting(at("model", "B3"), at(HERO, "C3", click=3), cards=cards)
    use(position, "FREE")

    assert position.game.has("toughness", HERO)
    use(position, power="mend")
    assert one(position, HERO).click == 2 and one(position, "model").click == 1


# UNIQUE MODIFIER --------------------------------------------------------------------------------------------


@rule("keyword.unique-modifier")
@rule("22.10", 1)
@pytest.mark.parametrize(("unique", "attack"), [(True, 12), (False, 13)])
def test_the_same_unique_modifier_of_two_characters_counts_once_and_of_two_effects_twice(
    unique: bool, attack: int
) -> None:
    def aura(id: str) -> dict[str, Any]:
        passive = {"modifies": "attack", "by": 1, "to": "friendly", "adjacent": True, "unique": unique}
        return special(passive, id=id)

    cards = (clix("drum", traits=[aura("drum-roll")]), clix("horn", traits=[aura("horn-call")]))
    position = acting(at("drum", "B3"), at("drum", "B4", name="second"), at("horn", "C4"), cards=cards)

    assert position.game.number("attack", HERO) == attack


@rule("22.10", 3)
@rule("keyword.unique-modifier")
def test_a_character_benefits_from_a_unique_modifier_once_even_if_it_offers_a_choice() -> None:
    to = {"every": "friendly", "adjacent": True}
    cheer = {"do": "modify", "values": ["attack", "damage"], "by": 1, "to": to, "until": "this turn", "unique": True}
    cards = (clix("drum", traits=[special(act(cheer, action=("FREE",)), id="cheer")]),)
    things = at("drum", "B3"), at("drum", "D3", name="second"), at("mate", "E3")
    position = acting(*things, cards=(*cards, clix("mate")))
    position.answer(("drum", "cheer", "FREE")).answer("attack")
    position.answer(("second", "cheer", "FREE")).answer("damage")

    assert position.asked == "action"
    found = {id: tuple(position.game.number(stat, id) for stat in ("attack", "damage")) for id in (HERO, "mate")}
    assert found == {HERO: (11, 3), "mate": (10, 4)}


@rule("22.10", 2)
def test_effects_of_different_names_are_different_though_their_texts_are_the_same() -> None:
    to = {"every": "friendly", "adjacent": True}
    cheer = {"do": "modify", "values": ["attack"], "by": 1, "to": to, "until": "this turn", "unique": True}
    cards = tuple(clix(id, traits=[special(act(cheer, action=("FREE",)), id=f"{id}-cheer")]) for id in ("drum", "horn"))
    position = acting(at("drum", "B3"), at("horn", "D3"), cards=cards)
    for id in ("drum", "horn"):
        position.answer((id, f"{id}-cheer", "FREE"))

    assert position.game.number("attack", HERO) == 12


# Dice and coins ---------------------------------------------------------------------------------------------


@rule("21.4", 1, 2, 3, 4)
def test_a_die_is_replaced_after_both_have_declined_to_reroll() -> None:
    trait = special({"replaces_die": 6, "roll": "attack"}, {"rerolls": True, "roll": "attack"})
    position = acting(at(FOE, "D3"), trait=trait, rolls=("12", "34")).answer((HERO, "close", "CLOSE"))

    assert position.window == "reroll"
    position.answer(("brawn.rerolls_1", HERO))
    assert position.window == "replace dice"
    position.answer(("brawn.replaces_0", HERO)).answer(0)
    assert happened(position, RollFinalized)[0].faces == (6, 4)


@rule("21.4", 5, 6)
def test_the_active_player_replaces_dice_first_and_the_round_starts_again() -> None:
    trait = special({"replaces_die": 6, "roll": "attack", "whose": "any"})
    cards = tuple(clix(id, *("8/10/16/3",) * 9, traits=[{**trait, "id": f"{id}-luck"}]) for id in (HERO, FOE))
    position = acting(at(FOE, "D3"), at(HERO, "A1", name="second"), cards=cards, rolls=("11",))
    position.answer((HERO, "close", "CLOSE"))

    asked = [position.player]
    position.answer(("hero-luck", HERO)).answer(0)
    asked.append(position.player)
    position.answer(("foe-luck", FOE)).answer(1)
    asked.append(position.player)
    position.answer(None)
    assert asked == [0, 1, 0] and happened(position, RollFinalized)[0].faces == (6, 6)


@rule("21.3a", 2)
@rule("21.13", 1, 2, 3, 4)
@pytest.mark.parametrize(("side", "token"), [("heads", "sun"), ("tails", "moon")])
def test_a_coin_has_two_sides_and_nothing_rerolls_it(side: str, token: str) -> None:
    flip = {"do": "flip", "heads": [{"do": "named_tokens", "token": "sun"}],
            "tails": [{"do": "named_tokens", "token": "moon"}]}  # fmt: skip
    trait = special(act(flip), {"rerolls": True, "roll": "any"}, {"replaces_die": 6, "roll": "any"})
    position = use(acting(trait=trait))

    assert position.asked == "coin"
    position.answer((side,))
    assert dict(one(position, HERO).named) == {token: 1} and position.window == ""


@rule("6.4", 1, 2, 3, 5, 6, 7)
@rule("21.3a", 1)
@pytest.mark.parametrize(("face", "least", "more", "holds"), [
    ("4", 5, 1, True), ("3", 5, 1, False), ("6", 5, -3, True), ("1", 2, 3, False),
])  # fmt: skip
def test_a_d6_succeeds_in_its_range_always_on_six_and_never_on_one(
    face: str, least: int, more: int, holds: bool
) -> None:
    results = [{"least": least, "effects": [{"do": "named_tokens", "token": "spark"}]}]
    roll = {"do": "roll", "more": more, "results": results}
    position = use(acting(trait=special(act(roll)), rolls=(face,)))

    assert bool(one(position, HERO).named) is holds


@rule("6.4", 5, 6)
@pytest.mark.parametrize(("face", "token"), [("1", "low"), ("3", "low"), ("4", "high"), ("6", "high")])
def test_an_effect_roll_has_an_effect_for_each_range(face: str, token: str) -> None:
    results = [{"least": 1, "most": 3, "effects": [{"do": "named_tokens", "token": "low"}]},
               {"least": 4, "most": 6, "effects": [{"do": "named_tokens", "token": "high"}]}]  # fmt: skip
    position = use(acting(trait=special(act({"do": "roll", "results": results})), rolls=(face,)))

    assert dict(one(position, HERO).named) == {token: 1}


@rule("6.4", 1)
@rule("6.11")
@pytest.mark.parametrize(("face", "healed"), [("1", 1), ("2", 1), ("3", 2), ("6", 3)])
def test_a_roll_for_which_no_range_is_stated_counts_on_a_one_too(face: str, healed: int) -> None:
    heal = {"do": "heal", "amount": {"half": {"rolled": True}}}
    roll = {"do": "roll", "results": [{"effects": [heal]}]}
    position = use(acting(at(HERO, "C3", click=5), trait=special(act(roll)), rolls=(face,)))

    assert one(position, HERO).click == 5 - healed


# Generated elements -----------------------------------------------------------------------------------------


@rule("21.6", 1, 2, 3)
@rule("21.6a", 1)
@rule("21.6b")
@rule("21.6d", 1)
def test_generated_elements_are_placed_beside_who_generates_them_one_at_a_time() -> None:
    make = {"do": "generate", "card": "imp", "amount": 2}
    position = use(acting(trait=special(act(make)), cards=(clix("imp", points=0),)))

    with position.refused():
        position.answer("F5")
    position.answer("B3")
    assert len(happened(position, CharacterGenerated)) == 1
    position.answer("B4")
    came = [position.state.characters[event.id] for event in happened(position, CharacterGenerated)]
    assert [(imp.squares, imp.player, imp.by) for imp in came] == [(((1, 2),), 0, HERO), (((1, 3),), 0, HERO)]


@rule("21.6", 3, 4)
@rule("21.6c")
@rule("keyword.max-x")
def test_max_x_counts_what_the_same_character_has_on_the_map() -> None:
    make = {"do": "generate", "card": "imp", "amount": 3, "most": 2}
    position = acting(at(HERO, "C8", name="twin"), trait=special(act(make)), cards=(clix("imp", points=0),))
    use(position).answer("B3").answer("B4")

    assert position.asked == "action" and len(happened(position, CharacterGenerated)) == 2
    position.answer(("twin", "brawn", "POWER")).answer("B8").answer("B9")
    assert len(happened(position, CharacterGenerated)) == 4


@rule("21.6c", 1)
@rule("keyword.max-x", 1)
@pytest.mark.parametrize(("there", "may"), [
    (at("imp", "B4", name="there", by=HERO), False),
    (at("imp", "B4", name="there", by=FOE), True),
    (at("imp", name="there", area="ko", by=HERO), True),
    (at("elf", "B4", name="there", by=HERO), True),
])  # fmt: skip
def test_max_x_counts_no_other_characters_and_none_that_have_left_the_map(there: Any, may: bool) -> None:
    make = {"do": "generate", "card": "imp", "most": 1}
    cards = (clix("imp", points=0), clix("elf", points=0))
    position = use(acting(there, trait=special(act(make)), cards=cards))

    assert position.asked == ("generate" if may else "action")
    if may:
        assert happened(position.answer("B3"), CharacterGenerated)


@rule("21.6c", 1)
@rule("keyword.max-x", 1)
@pytest.mark.parametrize(("kind", "by", "may"), [
    ("hindering", HERO, False), ("hindering", FOE, True), ("smoke", HERO, True),
])  # fmt: skip
def test_max_x_counts_no_other_markers(kind: str, by: str, may: bool) -> None:
    make = {"do": "generate_marker", "marker": "hindering", "most": 1}
    position = use(acting(marker(kind, "B4", name="there", by=by), trait=special(act(make))))

    assert position.asked == ("generate" if may else "action")


@rule("21.6d", 1)
def test_what_a_controlled_character_generates_is_friendly_to_its_starting_force() -> None:
    make = {"do": "generate", "card": "imp"}
    cards = (clix(HERO, traits=[special(when("moved", make))]), clix("imp", points=0))
    controlled = replace(at(HERO, "C3"), player=1)
    position = play(controlled, at(FOE, "P1"), rules=invent(*cards))
    position.happen(Moved(HERO, ((2, 2),), ((2, 2),))).answer("B3")

    assert [event.player for event in happened(position, CharacterGenerated)] == [0]


@rule("21.6d", 3, 4)
def test_generated_markers_are_of_the_plain_kind() -> None:
    position = use(acting(trait=special(act({"do": "generate_marker", "marker": "object"})))).answer("B3")

    assert [(event.kind, event.player, event.by) for event in happened(position, MarkerPlaced)] == [("object", 0, HERO)]


@rule("21.6", 1)
@pytest.mark.parametrize("make", [{"do": "generate_marker", "marker": "object"}, {"do": "generate", "card": "imp"}])
def test_what_is_generated_has_an_id_of_its_own_whatever_began_the_game(make: dict[str, Any]) -> None:
    taken = [f"{number}" for number in range(1, 40)]
    imps = (at("imp", "P16", name=f"imp#{number}", player=0) for number in taken)
    objects = (marker("object", "P15", name=f"object#{number}") for number in taken)
    trait = special(act(make))
    position = use(acting(*imps, *objects, trait=trait, cards=(clix("imp", points=0),))).answer("B3")

    (event,) = happened(position, MarkerPlaced, CharacterGenerated)
    assert event.id in (*position.state.markers, *position.state.characters)


@rule("21.7")
@rule("21.8", 1, 2)
def test_what_is_attached_is_removed_from_the_game_with_what_it_is_attached_to() -> None:
    grief = special(when("KO'd", {"do": "named_tokens", "token": "grief"}, whose="any"), id="grief")
    cards = (clix("imp", points=30), clix("idle", traits=[grief]))
    things = at(HERO, "C3"), at("imp", "B3", attached=HERO, points=30), at("idle", "P16"), at(FOE, "F3")
    position = play(*things, rules=invent(*cards))
    position.happen(KnockedOut(HERO, FOE))

    assert one(position, "imp").area == "removed" and one(position, "imp").squares == ()
    assert [event.character for event in happened(position, RemovedFromGame)] == ["imp"]
    assert sum(event.points for event in happened(position, Scored)) == 80
    assert dict(one(position, "idle").named) == {"grief": 1}


@rule("21.7", 2)
def test_what_was_attached_and_is_gone_is_not_scored_again() -> None:
    things = at(HERO, "C3"), at("imp", attached=HERO, area="ko", points=30), at(FOE, "F3")
    position = play(*things, rules=invent(clix("imp", points=30))).happen(KnockedOut(HERO, FOE))

    assert not happened(position, RemovedFromGame)
    assert [event.points for event in happened(position, Scored)] == [50]


@rule("21.8", 1, 3)
def test_an_element_can_be_removed_from_the_game_and_is_scored() -> None:
    trait = special(act({"do": "target", "then": [{"do": "remove_from_game"}]}))
    position = use(acting(at(FOE, "G3", name="other", player=1), trait=trait)).answer(FOE)

    assert one(position, FOE).area == "removed" and not happened(position, KnockedOut)
    assert [(event.player, event.points) for event in happened(position, Scored)] == [(0, 50)]


# Replacing --------------------------------------------------------------------------------------------------

REPLACE = special(act({"do": "replace"}))


@rule("21.12")
@rule("21.12a", 1, 3, 6, 7, 10)
def test_a_replacement_keeps_tokens_click_square_and_what_was_done() -> None:
    cards = (clix("shade", *("9/9/15/2",) * 5), clix("other"))
    things = at(HERO, "C3", click=3, tokens=1), at("shade", area="sideline"), at(HERO, name="same", area="sideline")
    position = use(acting(*things, trait=REPLACE, cards=cards))

    assert position.options == ["shade", None]
    position.answer("shade")
    shade = one(position, "shade")
    assert (shade.area, shade.squares, shade.click, shade.tokens) == ("map", ((2, 2),), 3, 2)  # and that of the action
    assert "costed" in shade.done and one(position, HERO).area == "sideline"
    assert [event.replacements for event in happened(position, Replaced)] == [("shade",)]
    assert ("shade", "move", "MOVE") not in position.options


@rule("21.12a", 10)
@rule("1.1a", 2)
@pytest.mark.parametrize(("other", "found"), [
    ({"name": {"en": HERO, "zh": HERO}}, False), ({"name": {"en": "Night", "zh": "夜"}}, True),
    ({"name": {"en": HERO, "zh": HERO}, "number": "2"}, True), ({"name": {"en": HERO, "zh": HERO}, "set": "ex"}, True),
])  # fmt: skip
def test_a_replacement_is_another_figure_by_name_set_or_collector_number(other: dict[str, Any], found: bool) -> None:
    cards = (clix("reprint", **{"number": HERO, **other}),)
    position = use(acting(at("reprint", area="sideline"), trait=REPLACE, cards=cards))

    assert ("reprint" in position.options) is found


@rule("21.12a", 10)
def test_an_alternate_card_makes_no_other_figure() -> None:
    night = {"id": "hero-night", "name": {"en": "Night", "zh": "夜"}, "kind": "alternate"}
    cards = (clix(HERO, *("8/10/17/3",) * 6, traits=[REPLACE], cards=[night]),)
    position = use(acting(at("hero-night", area="sideline"), cards=cards))

    assert position.asked == "action" and not happened(position, Replaced)


@rule("21.12a", 2, 5, 11)
def test_a_character_from_the_sideline_that_was_replaced_can_come_back_without_effects() -> None:
    trait = special(act(modifier("this game"), {"do": "replace"}, action=("FREE",)))
    back = special(act({"do": "replace"}, action=("FREE",)), id="back")
    cards = (clix("shade", *("9/9/15/2",) * 5, traits=[back]),)
    position = use(acting(at("shade", area="sideline"), trait=trait, cards=cards), "FREE").answer("shade")

    assert position.game.number("attack", "shade") == 9
    position.answer(("shade", "back", "FREE")).answer(HERO)
    assert one(position, HERO).area == "map" and one(position, "shade").area == "sideline"


@rule("21.12a", 8)
def test_only_a_character_of_the_own_starting_force_is_replaced() -> None:
    guest = replace(at(HERO, "C3"), starting=1)
    position = use(acting(guest, at("shade", area="sideline"), trait=REPLACE, cards=(clix("shade"),)))

    assert not happened(position, Replaced) and position.asked == "action"


@rule("21.12a", 9)
def test_what_the_replaced_character_held_lies_in_its_square() -> None:
    held = marker("object", holder=HERO, name="crate")
    things = at("shade", area="sideline"), held
    position = use(acting(*things, trait=REPLACE, cards=(clix("shade"),))).answer("shade")

    crate = position.state.markers["crate"]
    assert crate.holder == "" and crate.squares == ((2, 2),)


@rule("21.12a", 12)
def test_a_replacement_whose_base_does_not_fit_is_not_offered() -> None:
    position = use(acting(at("shade", area="sideline"), trait=REPLACE, cards=(clix("shade", base="2x2"),)))

    assert not happened(position, Replaced)


@rule("21.12a", 6)
@rule("12.5d", 1)
def test_a_replacement_whose_dial_shows_ko_on_that_click_is_ko_d() -> None:
    things = at(HERO, "C3", click=3), at("shade", area="sideline")
    position = use(acting(*things, trait=REPLACE, cards=(clix("shade", "9/9/15/2"),))).answer("shade")

    assert one(position, "shade").area == "ko" and happened(position, KnockedOut)


@rule("21.12a", 14)
def test_each_of_several_replacements_has_the_tokens() -> None:
    trait = special(act({"do": "replace", "count": 2}))
    things = (
        at(HERO, "C3", tokens=1), at("shade", area="sideline"), at("shade", area="sideline", name="second"),
    )  # fmt: skip
    position = use(acting(*things, trait=trait, cards=(clix("shade"),))).answer("shade", "second", "C4")

    assert [one(position, id).tokens for id in ("shade", "second")] == [2, 2]  # and that of the action
    assert [one(position, id).squares for id in ("shade", "second")] == [((2, 2),), ((2, 3),)]


@rule("21.12b")
@pytest.mark.parametrize(("points", "scored"), [(30, 50), (70, 70)])
def test_the_higher_of_both_point_values_is_scored_when_the_replacement_is_ko_d(points: int, scored: int) -> None:
    things = at(HERO, area="sideline"), at("shade", "C3", replaces=HERO, points=points), at(FOE, "F3"), at("idle", "A1")
    position = play(*things, rules=invent(clix("shade"), clix("idle")))
    position.happen(KnockedOut("shade", FOE))

    assert [event.points for event in happened(position, Scored)] == [scored]


STANDS: Final = {
    "rook": at("rook", "C3", points=30, replaces=f"{HERO} queen"),
    "pawn": at("pawn", "C4", points=20, replaces=HERO),
    "knight": at("knight", "C5", points=90, replaces=HERO),
}
"""Who stands on the map for the hero (100 points), who is on the Sideline, and so is the queen (40)."""


@rule("21.12b")
@pytest.mark.parametrize(("who", "one_step", "scored"), [
    (("rook",), False, [100]), (("rook",), True, [40]),
    (("rook", "pawn"), False, [100]), (("rook", "knight"), False, [130]), (("knight", "rook"), False, [130]),
])  # fmt: skip
def test_who_replaced_a_replacement_stands_for_all_before(
    who: tuple[str, ...], one_step: bool, scored: list[int]
) -> None:
    away = at(HERO, area="sideline", points=100), at("queen", area="sideline", points=40)
    things = (*away, *(STANDS[id] for id in who), at(FOE, "F3"), at("idle", "A1"))
    rules = invent(*map(clix, ("queen", "idle", *STANDS)))
    position = play(*things, rules=rules, one_step_of_replacements=one_step)
    for id in who:
        assert not happened(position, Scored)
        position.happen(KnockedOut(id, FOE))

    assert [event.points for event in happened(position, Scored)] == scored


@rule("21.12a", 2, 3)
def test_who_stands_there_after_two_replacements_in_one_action_is_given_its_token() -> None:
    """The queen replaces the hero by its action, and is replaced as soon as it starts the game."""
    yields = special(when("starts the game", {"do": "replace", "cards": ["rook"]}), id="yields")
    cards = clix("queen", *("9/9/15/2",) * 6, traits=[yields]), clix("rook", *("9/9/15/2",) * 6)
    things = at("queen", area="sideline"), at("rook", area="sideline")
    trait = special(act({"do": "replace", "cards": ["queen"]}))
    position = use(acting(*things, trait=trait, cards=cards)).answer("queen").answer(("yields", "queen"))

    assert one(position, "rook").stands_for == (HERO, "queen")
    assert (one(position, "rook").tokens, one(position, "queen").tokens, one(position, HERO).tokens) == (1, 0, 0)


@rule("21.12b")
def test_a_line_of_replacements_is_remembered_until_who_stood_in_it_is_replaced() -> None:
    swap = act({"do": "replace"}, action=("FREE",))
    cards = tuple(clix(id, *("9/9/15/2",) * 6, traits=[special(swap, id=f"as-{id}")]) for id in ("queen", "rook"))
    things = at("queen", area="sideline"), at("rook", area="sideline")
    position = use(acting(*things, trait=special(swap), cards=cards), "FREE").answer("queen")
    position.answer(("queen", "as-queen", "FREE")).answer("rook")
    assert one(position, "rook").stands_for == (HERO, "queen") and one(position, "queen").stands_for == ()

    position.answer(("rook", "as-rook", "FREE")).answer(HERO)
    assert one(position, HERO).stands_for == (HERO, "queen", "rook") and one(position, "rook").stands_for == ()
    rules = invent(*cards, clix("idle"))
    fresh = play(*position.state.characters.values(), rules=rules).happen(KnockedOut(HERO, FOE))
    assert [event.points for event in happened(fresh, Scored)] == [50]


# Names, points ----------------------------------------------------------------------------------------------


@rule("21.9")
@rule("21.9a")
@rule("21.9c")
@pytest.mark.parametrize(("wanted", "name", "found"), [
    ("Rob", "Robert", False), ("Rob", "Mr. Rob", False), ("Rob", "Robot", False), ("Rob", "Rob (old)", True),
    ("Mister Quill", "Mr. Quill", True), ("The Gale", "Gale", True), ("Gale", "The Gale", True),
])  # fmt: skip
def test_a_name_is_looked_for_as_a_whole(wanted: str, name: str, found: bool) -> None:
    assert (plain_name(wanted) == plain_name(name)) is found

    cards = (clix("namesake", points=50),)
    cards[0]["name"] = {"en": name, "zh": name}
    to = {"every": "any", "named": wanted, "itself": True}
    position = use(acting(at("namesake", "A5"), trait=special(act({"do": "damage", "to": to})), cards=cards))
    assert [event.character for event in happened(position, DamageDealt)] == (["namesake"] if found else [])


@rule("21.9b")
@rule("20", 4)
def test_a_power_that_names_its_own_character_means_that_very_one() -> None:
    both = at(HERO, "C3", click=3), at(HERO, "C5", click=3, name="twin")
    position = use(acting(*both, trait=special(act({"do": "heal"}))))

    assert (one(position, HERO).click, one(position, "twin").click) == (2, 3)


@rule("21.10", 1)
@rule("21.10a", 1)
@pytest.mark.parametrize(("points", "asked"), [((40, 60), False), ((60, 60), True)])
def test_the_highest_point_character_is_a_single_one_and_ties_are_the_players_choice(
    points: tuple[int, int], asked: bool
) -> None:
    trait = special(act({"do": "target", "points": "highest", "then": [{"do": "damage"}]}))
    things = at(FOE, "F3", points=points[0]), at(FOE, "F5", name="other", player=1, points=points[1])
    position = use(acting(*things, trait=trait))

    assert (position.asked == "target") is asked
    if asked:
        position.answer("other")
    assert [event.character for event in happened(position, DamageDealt)] == ["other"]


@rule("21.10", 2)
@rule("21.10a", 2)
def test_in_the_plural_it_means_all_that_qualify_and_where_all_are_alike_each_does() -> None:
    to = {"every": "opposing", "points": "lowest"}
    position = use(acting(at(FOE, "F5", name="other", player=1), trait=special(act({"do": "damage", "to": to}))))

    assert {event.character for event in happened(position, DamageDealt)} == {FOE, "other"}


@rule("19.2a")
@pytest.mark.parametrize(("points", "there"), [(100, True), (50, False)])
def test_a_trait_with_a_point_value_is_for_who_was_added_at_that_value(points: int, there: bool) -> None:
    trait = special(id="prime", grants=("toughness",), at=100)
    card = clix(HERO, traits=[trait], points=[{"value": 100}, {"value": 50, "click": 2}])
    game = play(at(HERO, "C3", points=points), at(FOE, "F3"), rules=invent(card)).game

    assert game.has("prime", HERO) is there and game.has("toughness", HERO) is there


@rule("19.2b", 1, 3, 4, 5)
@pytest.mark.parametrize(("given", "scored"), [(("extra",), 60), ((), 50)])
def test_an_optional_trait_is_there_only_for_who_has_paid_and_its_cost_is_scored(
    given: tuple[str, ...], scored: int
) -> None:
    card = clix(HERO, traits=[special(id="extra", grants=("toughness",), cost=10)])
    things = at(HERO, "C3", given=given, extra=10 * len(given)), at(FOE, "F3"), at(FOE, "A1", name="idle", player=0)
    position = play(*things, rules=invent(card))

    assert position.game.has("toughness", HERO) is bool(given) and one(position, HERO).points == 50
    position.happen(KnockedOut(HERO, FOE))
    assert [event.points for event in happened(position, Scored)] == [scored]


# Content ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("part", "words"), [
    ({"when": "hitz", "effects": [{"do": "heal"}]}, "hits"),
    ({"action": ["POWER"], "effects": [{"do": "heall"}]}, "heal"), ({"modify": "attack", "by": 1}, "modifies"),
])  # fmt: skip
def test_a_word_that_is_none_is_refused_with_the_nearest(part: dict[str, Any], words: str) -> None:
    with pytest.raises(Exception, match=words) as error:
        invent(clix(HERO, traits=[special(part)]))
    assert isinstance(error.value, ContentError)


@pytest.mark.parametrize("name", ["evade", "sideline-active", "chargge"])
def test_only_what_a_character_can_carry_is_granted(name: str) -> None:
    with pytest.raises(ContentError, match=f"'{name}', expected a standard power, or a special power"):
        invent(clix(HERO, traits=[special(grants=(name,))]))


@pytest.mark.parametrize(("power", "type"), [
    ("energy-explosion", "RANGE"), ("pulse-wave", "RANGE"), ("poison", "FREE"), ("hypersonic-speed", "POWER"),
])  # fmt: skip
def test_every_standard_power_with_an_action_can_be_limited(power: str, type: str) -> None:
    limit = {"limits": power, "test": {"amount": {"number": "tokens"}, "at_least": 1}}
    cards = (clix(HERO, traits=[special(limit, grants=(power,))]),)

    for tokens in (0, 1):
        position = acting(at(HERO, "C3", tokens=tokens), at(FOE, "D3" if type == "FREE" else "F3"), cards=cards)
        assert ((HERO, power, type) in position.options) is bool(tokens)


def test_a_power_without_an_action_cannot_be_limited() -> None:
    with pytest.raises(ContentError, match="leap-climb"):
        invent(clix(HERO, traits=[special({"limits": "leap-climb"})]))


@pytest.mark.parametrize(("column", "color"), [("speed", "red"), ("speed", "mauve"), ("range", "red")])
def test_a_power_is_put_in_a_free_place_of_the_card_only(column: str, color: str) -> None:
    before = list(CARD.values())

    with pytest.raises(ValueError, match=f"no place left for a power in {color} under {column}"):
        standard(column, color)(Power.of("surge"))
    assert list(CARD.values()) == before and None not in before


def test_a_text_that_no_program_understands_is_played_by_hand() -> None:
    text = {"do": "by_hand", "text": "The tide turns against whoever stands in it."}
    position = use(acting(at(HERO, "C3", click=4), trait=special(act(text))))

    assert position.asked == "by_hand"
    position.answer((("heal", ("amount", 2)),))
    assert one(position, HERO).click == 2


def test_every_verb_says_itself_in_both_languages() -> None:
    heal = {"do": "heal"}
    examples: list[dict[str, Any]] = [
        {"do": "target", "adjacent": True, "sight": True, "range": 4, "then": [heal]}, heal,
        {"do": "may", "effects": [heal], "if_done": [heal]}, {"do": "flip", "heads": [heal], "tails": [heal]},
        {"do": "roll", "results": [{"least": 5, "effects": [heal]}]}, {"do": "damage", "kind": "penetrating"},
        {"do": "give_token"}, {"do": "remove_token"}, {"do": "named_tokens", "token": "spark"}, {"do": "ko"},
        {"do": "keyword", "gain": "Crew"}, {"do": "keyword", "to": "chosen", "lose": "Crew"},
        {"do": "remove_from_game"}, {"do": "move", "squares": 2}, {"do": "place"}, {"do": "attack"},
        {"do": "as_free", "powers": ["flurry"]}, modifier("this game"),
        {"do": "becomes", "value": "speed", "number": 6},
        {"do": "can_use", "powers": ["toughness"]}, {"do": "cannot_use", "powers": ["toughness"]},
        {"do": "forbid", "what": "move"}, {"do": "copy"},
        {"do": "permit", "what": "deal penetrating damage"}, {"do": "choose_power", "powers": ["flurry", "toughness"]},
        {"do": "generate", "card": "imp"}, {"do": "generate_marker", "marker": "smoke"}, {"do": "replace"},
        {"do": "by_hand", "text": "The tide turns."}, {"do": "heal", "past": True}, {"do": "move", "direct": True},
        {"do": "change_size", "to": "chosen", "size": "giant"}, {"do": "lose", "who": "you"}, {"do": "lose"},
        {"do": "take_off"}, {"do": "target", "direct": True, "by_elevated": True, "then": [heal]},
        {"do": "if", "test": {"has": "flurry"}, "then": [{"do": "heal", "amount": {"number": "tokens"}}]},
        {"do": "increase", "number": "targets", "by": 3, "layer": "minimum", "until": "action"},
        {"do": "hide", "until": "your next turn"}, {"do": "call_in"}, {"do": "turn_dial"},
        {"do": "destroy_special_terrain"}, {"do": "bring_back"}, {"do": "bring_back", "to": "sideline"},
        {"do": "call_in", "named": "Wren", "then": [heal]},
        {"do": "copy", "printed": True}, {"do": "choose_power", "column": "speed"}, {"do": "give_token", "amount": 2},
        {"do": "generate_marker", "piece": "stage"}, {"do": "replace", "named": "Wren", "figure": "TST #012"},
    ]  # fmt: skip
    said = {lang: [Wording(lang).effects([LEXICON.effect(one)]) for one in examples] for lang in ("en", "zh")}

    assert {one["do"] for one in examples} >= {*LEXICON.verbs} - {"choose", "may", "nothing", "pay"}
    assert all(text and "{" not in text for texts in said.values() for text in texts)
    assert set(re.findall("[a-z]{2,}", " ".join(said["zh"]))) == {
        "spark",
        "imp",
        "he",
        "tide",
        "turns",
        "rew",
        "ren",
        "stage",
    }
    first = "choose an opposing character adjacent to it within line of fire within 4 squares: "
    assert said["en"][0] == first + said["en"][1]


@pytest.mark.parametrize(
    ("earlier", "present", "fields"),
    [("you_may", "may", {"effects": [{"do": "heal"}]}), ("cannot", "forbid", {"what": "move"})],
)
def test_content_with_an_earlier_word_is_read(earlier: str, present: str, fields: dict[str, Any]) -> None:
    with pytest.warns(FutureWarning, match=f"^do = '{earlier}' in content is now '{present}'$"):
        read = LEXICON.effect({"do": earlier, **fields})

    assert read == LEXICON.effect({"do": present, **fields})

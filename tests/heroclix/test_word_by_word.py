"""Texts of printed figures, read and played: each test is a word of a text that was once played otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright_heroclix.effects.elements import of_figure
from rulewright_heroclix.events.attacks import AttackResolved
from rulewright_heroclix.events.damage import Healed
from rulewright_heroclix.events.terrain import MarkerPlaced
from rulewright_heroclix.events.turns import ActionResolved, TokenGiven, TokenRemoved
from rulewright_heroclix.importing.texts import Text, graded
from rulewright_heroclix.powers.reach import further, reached

from .specials import act, acting, special, use, when
from .table import FOE, HERO, at, clix, dice, happened, invent, one, play, rule, turn


def text(words: str, **more: Any) -> dict[str, Any]:
    """A trait of the hero with what the importer makes of its words."""
    found, grade = graded(Text("t", words), HERO)
    assert grade == "program", found
    return {"id": "brawn", "name": {"en": "Brawn", "zh": "brawn"}, **found, **more}


# After resolutions, and immediately -------------------------------------------------------------------------

WINDED = text(
    "Charge, Flurry. When Hero uses Flurry and hits with both attacks, after resolutions remove all action tokens from "
    "him."
)


@rule("8.1c")
@rule("7.4", 5)
def test_after_resolutions_is_after_the_action_in_which_an_action_was_free() -> None:
    position = acting(at(FOE, "F3"), trait=WINDED, rolls=("45", "45"))
    use(position, "POWER", "charge").answer("E3").answer("flurry").answer("yes")

    order = [type(event) for event in happened(position, ActionResolved, TokenGiven, TokenRemoved)]
    assert order == [ActionResolved, TokenGiven, ActionResolved, TokenRemoved]
    assert one(position, HERO).tokens == 0


@rule("8.1c")
def test_what_an_attack_brings_waits_for_the_charge_in_which_it_was_made() -> None:
    waits = when("hits", {"do": "remove_token", "who": "self"}, after_resolutions=True)
    position = acting(at(FOE, "F3"), trait=special(waits, grants=("charge",)), rolls=("45",))
    use(position, "POWER", "charge").answer("E3").answer("close")

    assert one(position, HERO).tokens == 0


@rule("8.1c")
def test_an_action_as_free_outside_of_any_other_is_waited_for() -> None:
    """What is given as FREE at the beginning of a turn is no part of another action, but resolves itself."""
    strikes = when("your turn begins", {"do": "as_free", "powers": ["close"]})
    waits = when("hits", {"do": "give_token", "to": "self"}, after_resolutions=True)
    rules = invent(clix(HERO, traits=[special(strikes, waits)]), clix(FOE, *("8/10/16/2",) * 9))
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=rules, rolls=dice("45"))).answer("close")

    order = [type(event) for event in happened(position, ActionResolved, TokenGiven)]
    assert order == [ActionResolved, TokenGiven]


@rule("20.3")
def test_what_an_action_as_free_brings_ends_with_it_and_not_with_the_whole_action() -> None:
    strong = when("given an action", {"do": "modify", "to": "self", "values": ["attack"], "by": 1}, using="flurry")
    first = act({"do": "as_free", "powers": ["flurry"]}, {"do": "as_free", "powers": ["close"]})
    position = acting(at(FOE, "D3"), trait=special(first, strong, grants=("flurry",)), rolls=("12", "12"))
    use(position).answer("flurry")
    assert position.game.number("attack", HERO) == 11
    position.answer(None)

    assert position.asked == "as_free" and position.game.number("attack", HERO) == 10


SMOKE = text(
    "Immediately after the resolution of an attack where an opposing character takes damage from an attack by Hero, he "
    "can use Smoke Cloud as a free action."
)


@rule("8.1d")
def test_immediately_after_an_attack_is_between_the_attacks_of_flurry() -> None:
    position = acting(at(FOE, "D3"), trait={**SMOKE, "grants": ["flurry"]}, rolls=("45", "45"))
    use(position, "CLOSE", "flurry").answer("smoke-cloud").answer((5, 5)).answer(None)

    assert position.asked == "again"
    order = [type(event) for event in happened(position, AttackResolved, MarkerPlaced)]
    assert order == [AttackResolved, MarkerPlaced]


@pytest.mark.parametrize(("rolls", "defense", "asked"), [("45", "16", "as_free"), ("12", "16", "action")])
def test_only_an_attack_from_which_damage_was_taken_brings_it(rolls: str, defense: str, asked: str) -> None:
    foe = clix(FOE, *(f"8/10/{defense}/2",) * 9)
    position = use(acting(at(FOE, "D3"), trait=SMOKE, cards=(foe,), rolls=(rolls,)), "CLOSE", "close")

    assert position.asked == asked


def test_damage_that_ko_s_is_damage_taken() -> None:
    position = acting(at(FOE, "D3"), trait=SMOKE, cards=(clix(FOE, "8/10/16/2"),), rolls=("45",))
    use(position, "CLOSE", "close")

    assert one(position, FOE).area == "ko" and position.asked == "as_free"


@pytest.mark.parametrize(("side", "given"), [("friendly", 1), ("opposing", 0)])
def test_whose_damage_it_was_is_told_apart(side: str, given: int) -> None:
    """The wave hits a friend and misses the foe."""
    heard = when("attack resolved", {"do": "named_tokens", "token": "noted"}, case={"has_damaged": side})
    hero = clix(HERO, *("8/10 pulse-wave/17/3",) * 6, traits=[special(heard)])
    cards = (hero, clix("mate", *("8/10/10/2",) * 6), clix(FOE, *("8/10/19/2",) * 6))
    position = acting(at("mate", "D4"), at(FOE, "E3"), cards=cards, rolls=("35",))
    use(position, "RANGE", "pulse-wave")

    assert dict(one(position, HERO).named).get("noted", 0) == given


# Once per turn, in which case -------------------------------------------------------------------------------

SPITE = text(
    "Once per turn, when an opposing character of higher points hits Hero, after resolutions roll a d6. Heal Hero "
    "equal to half the result."
)


@rule("21.11", 1)
@rule("20.9a")
def test_a_hit_of_someone_else_does_not_use_what_comes_once_a_turn() -> None:
    position = acting(at(FOE, "D3", points=10), at(FOE, "C4", name="big", player=1, points=200), trait=SPITE,
                      rolls=("45", "45", "6"))  # fmt: skip
    position.answer(None).answer((FOE, "close", "CLOSE"))
    assert not happened(position, Healed)
    position.answer(("big", "close", "CLOSE"))

    assert [event.clicks for event in happened(position, Healed)] == [3]


# Tokens that someone chooses --------------------------------------------------------------------------------

REPENT = text(
    "When Hero hits an opposing character and actions resolve, that character's controller chooses one: give that "
    "character two action tokens: or that character's defense powers are countered until your next turn."
)


@rule("13.3", 3)
@pytest.mark.parametrize(("tokens", "choices"), [(0, [0, 1]), (1, None), (2, None)])
def test_nobody_chooses_what_gives_a_third_token(tokens: int, choices: list[int] | None) -> None:
    position = acting(at(FOE, "D3", tokens=tokens), trait=REPENT, rolls=("45",))
    use(position, "CLOSE", "close")

    assert (position.options if choices else None) == choices
    assert one(position, FOE).tokens == tokens


@rule("13.3", 2)
def test_what_has_to_give_two_tokens_gives_as_many_as_there_is_room_for() -> None:
    both = when("hits", {"do": "give_token", "to": "other", "amount": 2})
    position = use(acting(at(FOE, "D3", tokens=1), trait=special(both), rolls=("45",)), "CLOSE", "close")

    assert one(position, FOE).tokens == 2
    assert sum(event.character == FOE for event in happened(position, TokenGiven)) == 1


# Of several versions of a power, a text limits its own ------------------------------------------------------

KIND = text("Hero can use Perplex, but only to target friendly characters.")


@rule("20.7", 2)
@rule("20.7a")
@pytest.mark.parametrize(("shown", "targets"), [("", {HERO}), (" perplex", {HERO, FOE})])
def test_a_text_that_gives_a_power_limits_no_other_version_of_it(shown: str, targets: set[str]) -> None:
    own = clix(HERO, *(f"8/10/17/3{shown}",) * 6, traits=[KIND])
    position = acting(cards=(own,))

    assert set(reached(position.game, HERO, "perplex")) == targets


@rule("20.2")
def test_a_text_that_does_not_give_it_limits_the_power_on_the_dial() -> None:
    only = special({"limits": "perplex", "whom": {"every": "friendly", "itself": True}})
    position = acting(cards=(clix(HERO, *("8/10/17/3 perplex",) * 6, traits=[only]),))

    assert reached(position.game, HERO, "perplex") == [HERO]


@rule("20.7", 2)
def test_a_power_that_is_lent_is_another_version() -> None:
    lent = act({"do": "can_use", "powers": ["perplex"], "until": "this turn"})
    other = {**special(lent, id="lender")}
    position = acting(cards=(clix(HERO, *("8/10/17/3",) * 6, traits=[KIND, other]),))
    assert reached(position.game, HERO, "perplex") == [HERO]
    use(position, power="lender")

    assert set(reached(position.game, HERO, "perplex")) == {HERO, FOE}


@rule("20.7", 2)
@pytest.mark.parametrize(("shown", "open_"), [("", False), (" flurry", True)])
def test_a_condition_of_its_own_version_leaves_that_of_the_dial(shown: str, open_: bool) -> None:
    only = special({"limits": "flurry", "test": {"amount": {"number": "tokens"}, "at_least": 1}}, grants=("flurry",))
    position = acting(at(FOE, "D3"), cards=(clix(HERO, *(f"8{shown}/10/17/3",) * 6, traits=[only]),))

    assert ((HERO, "flurry", "CLOSE") in position.options) is open_


# Who is meant -----------------------------------------------------------------------------------------------


@rule("6.2")
def test_a_friendly_character_may_be_the_one_that_uses_leadership() -> None:
    words = (
        "Hero can use Leadership. When he uses Leadership and succeeds, he may instead remove the action token from a "
        "friendly character with the Night Crew keyword within 3 squares and regardless of point value."
    )
    rules = invent(clix(HERO, traits=[text(words)], keywords=["Night Crew"]))
    position = play(at(HERO, "C3", tokens=1), at(FOE, "P16"), rules=rules)

    assert further(position.game, HERO, "leadership") == [HERO]


@rule("1.9a")
@pytest.mark.parametrize(
    ("named", "fits"), [("TST #012b", True), ("T:ST #012B", True), ("TST #012", False), ("TS #t012b", False)]
)
def test_a_figure_is_named_by_its_set_and_its_collector_number(named: str, fits: bool) -> None:
    """A colon in a set symbol, and large letters, are spelling."""
    rules = invent(clix("wren", set="tst", number="012b"))

    assert of_figure(rules.content.characters["wren"], named) is fits


@rule("1.9a")
@rule("21.12")
def test_a_replacement_of_the_right_name_is_that_of_the_figure() -> None:
    swap = text("POWER: Replace Hero with TST #012 Wren on the same click number.")
    cards = (clix("wren", set="tst", number="012", name={"en": "Wren", "zh": "Wren"}),
             clix("later", set="tst", number="013", name={"en": "Wren", "zh": "Wren"}))  # fmt: skip
    position = acting(at("wren", area="sideline"), at("later", area="sideline"), trait=swap, cards=cards)
    use(position)

    assert (one(position, "wren").area, one(position, "later").area) == ("map", "sideline")

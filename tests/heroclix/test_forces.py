"""Forces: build totals, point values, restrictions, Sidelines, cards, themed teams (chapters 1, 2, 23, 25)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rulewright import Game, Rules, SetupError, new_game, testing
from rulewright.geometry.grid import square_of
from rulewright.problems import ContentError

from .table import BLANK, clix, rule

PLAIN = {"members": [{"character": "plain"}]}


def element(id: str, kind: str, **more: Any) -> dict[str, Any]:
    """A game element of 10 points."""
    named = {"en": id, "zh": id}
    return {"id": id, "name": named, "kind": kind, "set": "test", "number": id, "points": 10, **more}


def trait(id: str, **more: Any) -> dict[str, Any]:
    """A trait."""
    return {"id": id, "name": {"en": id, "zh": id}, **more}


def rules(*cards: Mapping[str, Any], elements: Sequence[Mapping[str, Any]] = ()) -> Rules:
    """The rules with these characters, a plain one, and elements."""
    field = {"id": "field", "name": {"en": "Field", "zh": "空地"}, "map": {"rows": list(BLANK)}}
    return testing.invent("heroclix", characters=[clix("plain"), *cards], elements=list(elements), maps=[field])


def begun(found: Rules, force: Mapping[str, Any], **setup: Any) -> Game:
    """A game in which the first player has that force."""
    return new_game(found, {"map": "field", "forces": [force, PLAIN], **setup})


def faults(found: Rules, force: Mapping[str, Any], **setup: Any) -> tuple[str, ...]:
    """What is wrong with a force; empty where nothing is."""
    try:
        begun(found, force, **setup)
    except SetupError as error:
        return error.problems
    return ()


def not_played(problem: str) -> bool:
    """Whether a fault is that these rules do not play such an element."""
    return problem.endswith("another game element: this kind cannot be played yet")


def members(*ids: str, **more: Any) -> dict[str, Any]:
    """A force of these characters."""
    return {"members": [{"character": id} for id in ids], **more}


@rule("2", 1, 2)
def test_each_player_assembles_a_force_of_characters_standard_objects_and_other_elements() -> None:
    force = members("plain", "plain", markers=["object", "hindering"], elements=["case"])
    state = begun(rules(elements=[element("case", "mystery card", grants=["charge"])]), force).state

    assert sorted((one.player, one.card) for one in state.characters.values()) == [
        (0, "plain"), (0, "plain"), (1, "plain"),
    ]  # fmt: skip
    assert [(one.player, one.kind) for one in state.markers.values()] == [(0, "object"), (0, "hindering")]
    assert [len(force.elements) for force in state.forces.values()] == [1, 0]


# Build totals and point values ------------------------------------------------------------------------------


@rule("2.1", 1, 2)
@rule("2", 1)
@rule("2.2", 1)
def test_a_force_has_at_most_the_points_of_the_build_total() -> None:
    found = rules(clix("big", points=150))

    assert faults(found, members("big", "big")) == ()
    (problem,) = faults(found, members("big", "big", "plain"))
    assert problem == "forces[0]: found 350 points, expected at most 300, the build total (2.1)"


@rule("2.2", 1)
@rule("2.1", 1)
@pytest.mark.parametrize(("build_total", "right"), [(170, True), (169, False)])
def test_a_force_pays_the_point_values_of_all_its_elements(build_total: int, right: bool) -> None:
    things = [element("helm", "equipment"), element("case", "mystery card", grants=["charge"])]
    force = {"members": [{"character": "big", "equipment": "helm"}], "elements": ["case"]}

    assert (faults(rules(clix("big", points=150), elements=things), force, build_total=build_total) == ()) is right


@rule("2.1a", 1, 2)
@rule("7.9", 4)
def test_other_build_totals_are_agreed_on_and_give_at_most_ten_actions() -> None:
    found = rules(clix("big", points=150))

    assert faults(found, members("big", "big", "plain"), build_total=400) == ()
    assert begun(found, members("plain"), build_total=1200).number("action total", 0) == 10


@rule("2.2a", 1, 2, 3)
@rule("1.7", 1, 2)
@rule("1.7a", 1)
@rule("4.1", 2, 3)
def test_a_character_is_added_at_one_of_its_point_values_and_starts_on_its_line() -> None:
    two = clix("two", points=[{"value": 80}, {"value": 40, "click": 3}])
    game = begun(rules(two), {"members": [{"character": "two", "points": 40}, {"character": "two"}]})

    lines = [(one.points, one.click, one.start) for one in game.state.characters.values() if one.player == 0]
    assert lines == [(40, 3, 3), (80, 1, 1)]
    (problem,) = faults(rules(two), {"members": [{"character": "two", "points": 60}]})
    assert problem == "forces[0].members[0].points: found 60, expected one of 80, 40 (2.2a)"


@rule("2.2b", 1, 2)
def test_what_is_added_without_paying_its_cost_counts_nothing_and_keeps_its_points() -> None:
    pet = clix("pet", points=100, free_with={"names": ["plain"]})
    free = {"members": [{"character": "plain"}, {"character": "pet", "free": True}]}

    assert faults(rules(pet), free, build_total=50) == ()
    game = begun(rules(pet), free, build_total=50)
    assert [one.points for one in game.state.characters.values() if one.card == "pet"] == [100]
    (problem,) = faults(rules(pet), {"members": [{"character": "pet", "free": True}]})
    assert problem.startswith("forces[0].members[0].free: found pet, expected its cost paid") and "2.2b" in problem


@rule("2.2c", 1, 2, 3)
@rule("1.7a", 2)
def test_an_optional_trait_costs_more_and_may_offer_another_starting_line() -> None:
    vain = clix("vain", traits=[trait("crown", cost=30, click=2, grants=["toughness"])])
    bought = {"members": [{"character": "vain", "traits": ["crown"], "click": 2}]}
    game = begun(rules(vain), bought, build_total=80)
    (one,) = (one for one in game.state.characters.values() if one.card == "vain")

    assert (one.points, one.extra, one.click, one.given) == (50, 30, 2, ("crown",))
    (total,) = faults(rules(vain), bought, build_total=70)
    assert total == "forces[0]: found 80 points, expected at most 70, the build total (2.1)"
    (line,) = faults(rules(vain), {"members": [{"character": "vain", "click": 2}]})
    assert line.startswith("forces[0].members[0].click: found 2, expected a starting line that a trait it paid for")


@rule("2.2c", 1)
def test_who_does_not_pay_for_an_optional_trait_does_not_have_it() -> None:
    vain = clix("vain", traits=[trait("crown", cost=30, grants=["toughness"])])
    for traits, has in (([], False), (["crown"], True)):
        game = begun(rules(vain), {"members": [{"character": "vain", "traits": traits}]})
        for answer in (0, "north", square_of("A1"), square_of("A16")):
            game.answer(answer)
        assert game.has("toughness", "vain#11") is has


# Restrictions -----------------------------------------------------------------------------------------------


@rule("2.3", 2)
@rule("24.1", 4)
def test_a_force_has_a_character_that_is_no_bystander() -> None:
    drone = clix("drone", "6/8/14/1", bystander=True, points=5)

    assert faults(rules(drone), members("drone", "plain")) == ()
    (problem,) = faults(rules(drone), members("drone", "drone"))
    assert problem == "forces[0]: found bystanders only, expected at least one character that is no bystander (2.3)"


@rule("2.4a", 2, 3, 5)
def test_one_copy_of_a_unique_character_sideline_included() -> None:
    lone = clix("lone", ring="unique", points=20, traits=[trait("call", builds_sideline=True)])
    found = rules(lone, clix("other", ring="unique", points=20))

    assert faults(found, members("lone", "other")) == ()
    expected = ("forces[0]: found 2 of lone, expected one copy of a unique element (2.4a)",)
    assert faults(found, members("lone", "lone")) == expected
    assert faults(found, members("lone", sideline=[{"character": "lone"}])) == expected


@rule("2.4a", 4)
@rule("25.1", 4)
def test_one_copy_of_unique_equipment() -> None:
    found = rules(elements=[element("ring", "equipment")])
    both = {"members": [{"character": "plain", "equipment": "ring"}] * 2}

    assert faults(found, both) == ("forces[0]: found 2 of ring, expected one copy of a unique element (2.4a)",)


@rule("2.4b", 1, 2)
@rule("2.4c", 1, 2)
@rule("24.5", 1, 4)
@pytest.mark.parametrize(("kind", "word"), [({"ring": "prime"}, "prime"), ({"title": True}, "title")])
def test_one_prime_and_one_title_character_sideline_included(kind: Mapping[str, Any], word: str) -> None:
    call = [trait("call", builds_sideline=True)]
    found = rules(clix("one", points=20, traits=call, **kind), clix("two", points=20, **kind))
    both = members("one", sideline=[{"character": "two"}])

    assert faults(found, members("one")) == ()
    for force in (members("one", "two"), both):
        (problem,) = faults(found, force)
        assert problem.startswith(f"forces[0]: found one, two, expected at most one {word} character (2.4")


@rule("2.4d", 1, 2)
@rule("1.1", 1)
@rule("1.1a", 1)
def test_an_element_needs_a_set_symbol_a_number_and_a_point() -> None:
    bare = clix("bare", set="", number="", points=0)

    assert faults(rules(bare), members("plain", "bare")) == (
        "forces[0].members[1]: found bare without a set symbol, expected an element with one (2.4d)",
        "forces[0].members[1]: found bare without a collector number, expected an element with one (2.4d)",
        "forces[0].members[1]: found bare of 0 points, expected an element of at least 1 point (2.4d)",
    )
    assert faults(rules(clix("cheap", points=1)), members("plain", "cheap")) == ()


@rule("2.4e", 2)
def test_promotional_elements_are_refused_in_tournaments() -> None:
    found = rules(clix("gift", ring="promotional"))

    assert faults(found, members("gift")) == ()
    (problem,) = faults(found, members("gift"), event="tournament")
    assert problem.endswith("found the promotional gift, expected an element for tournaments (2.4e)")


@rule("2.4", 1)
def test_every_fault_of_a_setup_is_named_at_once() -> None:
    found = rules(clix("lone", ring="unique", points=200))
    force = members("lone", "lone", "plian", keyword="Harbour", sideline=[{"character": "plain"}])
    problems = faults(found, force, map="feild")

    assert len(problems) == 6
    assert problems[0].startswith("map: found 'feild', expected the id of a map; did you mean 'field'")
    assert problems[1].startswith("forces[0].members[2].character: found 'plian'")
    for part in ("400 points", "2 of lone", "sideline: found 1 characters", "keyword: found 'Harbour'"):
        assert any(part in problem for problem in problems)


@rule("26.4", 3)
def test_a_battle_royale_restricts_no_force() -> None:
    found = rules(clix("lone", ring="unique", points=200))

    assert faults(found, members("lone", "lone"), event="battle royale") == ()
    assert faults(found, members("nobody"), event="battle royale")


# Sidelines --------------------------------------------------------------------------------------------------


@rule("2.6", 1)
@rule("2.6a", 1, 2)
@rule("2.1a", 3)
@rule("3.3", 1)
def test_a_sideline_needs_leave_and_has_two_elements_for_each_hundred_points() -> None:
    found = rules(clix("captain", traits=[trait("call", builds_sideline=True)]))

    def fault(count: int, leader: str = "captain", **setup: Any) -> tuple[str, ...]:
        return faults(found, members(leader, sideline=[{"character": "plain"}] * count), **setup)

    assert fault(6) == fault(10, build_total=1000) == ()
    assert fault(7) == ("forces[0].sideline: found 7 elements, expected at most 6 on the Sideline (2.6a)",)
    (many,) = fault(11, build_total=1000)
    assert many.endswith("expected at most 10 on the Sideline (2.6a)")
    (none,) = fault(1, "plain")
    assert none.endswith("expected none, for nothing on the force allows a Sideline (2.6)")
    waiting = begun(found, members("captain", sideline=[{"character": "plain"}])).state.characters["plain#12"]
    assert waiting.area == "sideline"


@rule("2.3", 1)
@rule("2.6", 2)
def test_a_sideline_costs_nothing() -> None:
    found = rules(clix("captain", traits=[trait("call", builds_sideline=True)]))

    assert faults(found, members("captain", sideline=[{"character": "plain"}] * 2), build_total=100) == ()


# Cards ------------------------------------------------------------------------------------------------------


def other_card(id: str, kind: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "name": {"en": id, "zh": id}, "kind": kind, **more}


@rule("1.9a", 1, 2)
def test_a_card_belongs_to_the_figure_of_its_collector_number() -> None:
    with pytest.raises(ContentError, match=r"card echo: number: found '7', expected 'one', the collector number"):
        rules(clix("one", cards=[other_card("echo", "alternate", number="7")]))


@rule("1.9b", 1, 2, 3)
def test_an_alternate_card_is_chosen_after_the_forces_are_revealed_while_its_requirement_is_met() -> None:
    one = clix(
        "one",
        cards=[other_card("day", "alternate"), other_card("night", "alternate", requires={"names": ["plain"]})],
    )
    game = begun(rules(one), members("one", "plain"))
    assert (game.request.ask, game.request.space.options()) == ("card", ("day", "night", None))
    game.answer("night")
    assert game.state.characters["one#11"].card == "night"

    alone = begun(rules(one), {"members": [{"character": "one", "card": "day"}]})
    assert alone.request.ask != "card"
    (problem,) = faults(rules(one), {"members": [{"character": "one", "card": "night"}]})
    assert problem.endswith("expected another character on the force that fits plain (1.9b)")


@rule("1.9bi", 1, 2)
def test_a_team_up_card_needs_a_force_without_another_character_of_its_name() -> None:
    one = clix("one", cards=[other_card("duo", "team-up")])
    twin = clix("twin", name={"en": "one", "zh": "one"})

    assert begun(rules(one, twin), members("one")).request.ask == "card"
    assert begun(rules(one, twin), members("one", "twin")).request.ask != "card"
    chosen = {"members": [{"character": "one", "card": "duo"}, {"character": "twin"}]}
    (problem,) = faults(rules(one, twin), chosen)
    assert problem.endswith("expected no other character of that name on the force (1.9bi)")


@rule("1.9c", 5)
@rule("1.1b", 1)
@pytest.mark.parametrize("kind", ["alternate", "team-up"])
def test_only_a_legacy_card_changes_the_rarity(kind: str) -> None:
    cards = [other_card("one-else", kind), other_card("one-now", "legacy")]
    found = rules(clix("one", rarity="uncommon", cards=cards)).content.characters

    assert [found[id].printed.rarity for id in ("one", "one-else", "one-now")] == ["uncommon", "uncommon", "chase"]


@rule("1.9c", 1, 2, 3, 4, 5, 6)
@rule("1.1b", 1)
def test_a_legacy_card_replaces_what_it_names_and_makes_an_old_character_modern() -> None:
    new = other_card("elder-now", "legacy", points=[{"value": 90}], keywords=["Harbour"], ring="unique", symbols=[])
    found = rules(clix("elder", old=True, symbols=["flight"], cards=[new]))
    legacy = {"members": [{"character": "elder", "card": "elder-now"}]}

    (problem,) = faults(found, members("elder"), event="modern")
    assert problem == "forces[0].members[0]: found elder, expected it with its Legacy card (1.9c)"
    assert faults(found, legacy, event="modern") == ()
    game = begun(found, legacy)
    sheet = game.content.characters["elder-now"]
    assert (sheet.points, sheet.keywords, sheet.ring, sheet.printed.rarity) == (
        {90: 1},
        ("Harbour",),
        "unique",
        "chase",
    )
    assert "flight" not in sheet.carries and game.request.ask != "card"
    assert game.state.characters["elder#11"].points == 90


@rule("1.10", 1, 2, 3, 4)
@pytest.mark.parametrize(
    ("printed", "standard"),
    [({}, True), ({"base": "1x2"}, True), ({"base": "2x2"}, False), ({"symbols": ["autonomous"]}, False),
     ({"symbols": ["flight"]}, True), ({"symbols": ["vehicle"]}, False)],
)  # fmt: skip
def test_standard_characters(printed: Mapping[str, Any], standard: bool) -> None:
    assert rules(clix("one", **printed)).content.characters["one"].standard is standard


@rule("1.10", 2)
def test_a_bystander_is_no_standard_character_and_has_one_set_of_values() -> None:
    assert not rules(clix("one", "6/8/14/1", bystander=True)).content.characters["one"].standard
    with pytest.raises(ContentError, match=r"a bystander has one set of values \(24\.1\); found 4 clicks"):
        rules(clix("one", bystander=True))


# Themed teams -----------------------------------------------------------------------------------------------


@rule("23.1", 2)
@rule("23.2", 1)
@rule("23.2a", 1, 2)
@rule("23.2c", 1)
def test_a_themed_team_shares_a_keyword_of_its_players_choice_bystanders_aside() -> None:
    found = rules(
        clix("one", keywords=["Harbour", "Guild"]), clix("two", keywords=["Guild", "Harbour"]), clix("odd"),
        clix("drone", "6/8/14/1", bystander=True, points=5),
    )  # fmt: skip

    for keyword in ("Harbour", "Guild"):
        assert faults(found, members("one", "two", "drone", keyword=keyword)) == ()
    (problem,) = faults(found, members("one", "odd", keyword="Guild"))
    assert problem.endswith("found 'Guild', expected a keyword of all characters, but not of odd (23.2a)")


# Equipment and other elements -------------------------------------------------------------------------------


@rule("25.2a", 1, 3)
@rule("25.2b", 1, 2, 4, 6)
@rule("25.2c", 1)
def test_equipment_is_paid_for_and_assigned_to_a_standard_character_of_the_starting_force() -> None:
    call = [trait("call", builds_sideline=True)]
    found = rules(
        clix("captain", traits=call), clix("car", symbols=["vehicle"]), elements=[element("ring", "equipment")]
    )
    game = begun(found, {"members": [{"character": "plain", "equipment": "ring"}]}, build_total=60)

    assert game.state.characters["plain#11"].equipment == "ring"
    (total,) = faults(found, {"members": [{"character": "plain", "equipment": "ring"}]}, build_total=59)
    assert "found 60 points" in total
    (waiting,) = faults(found, members("captain", sideline=[{"character": "plain", "equipment": "ring"}]))
    assert waiting.endswith("found ring, expected none on the Sideline (25.2b)")
    (car,) = faults(found, {"members": [{"character": "car", "equipment": "ring"}]})
    assert car.endswith("found ring, expected none, for it is no standard character (25.2b)")


@rule("25.2b", 5)
def test_one_equipment_is_assigned_to_a_character() -> None:
    found = rules(elements=[element("ring", "equipment"), element("rope", "equipment")])

    problems = faults(found, {"members": [{"character": "plain", "equipment": ["ring", "rope"]}]})
    assert any("members[0].equipment" in problem and "expected" in problem for problem in problems), problems


@rule("25.2a", 5)
@rule("25.2b", 3)
def test_equipment_is_free_for_a_character_that_it_specifies() -> None:
    ring = element("ring", "equipment", specified={"keywords": ["Guild"]})
    found = rules(clix("smith", keywords=["Guild"]), elements=[ring])

    def fault(character: str) -> tuple[str, ...]:
        free = {"character": character, "equipment": "ring", "equipment_free": True}
        return faults(found, {"members": [free]}, build_total=50)

    assert fault("smith") == ()
    (problem,) = fault("plain")
    assert problem.startswith("forces[0].members[0].equipment_free: found ring, expected its cost paid")


@rule("25.3", 2)
@pytest.mark.parametrize(("ring", "refused"), [("unique", True), ("", False)])
def test_a_unique_id_card_is_added_once_and_another_as_often_as_its_player_likes(ring: str, refused: bool) -> None:
    card = element("badge", "id card", ring=ring, specified={"names": ["friend"]})
    found = rules(clix("friend"), elements=[card])
    problems = faults(found, members("plain", elements=["badge"] * 2, sideline=[{"character": "friend"}]))

    assert bool(problems) is refused and all("2 of badge" in problem for problem in problems)


@rule("25.3", 3)
@pytest.mark.parametrize(("count", "refused"), [(6, False), (7, True)])
def test_id_characters_count_against_the_limit_of_the_sideline(count: int, refused: bool) -> None:
    found = rules(clix("friend"), elements=[element("badge", "id card", specified={"names": ["friend"]})])
    problems = faults(found, members("plain", elements=["badge"], sideline=[{"character": "friend"}] * count))

    assert bool(problems) is refused and all("at most 6 on the Sideline" in problem for problem in problems)


@rule("25.3", 4)
def test_an_id_card_needs_its_character_on_the_sideline() -> None:
    card = element("badge", "id card", ring="unique", specified={"names": ["friend"]})
    found = rules(clix("friend"), elements=[card])

    assert faults(found, members("plain", elements=["badge"], sideline=[{"character": "friend"}])) == ()
    (problem,) = faults(found, members("plain", elements=["badge"]))
    assert problem.endswith("found none for badge, expected a character on the Sideline that fits friend (25.3)")


@rule("25", 1)
@rule("25.4", 2)
@rule("25.6a", 1)
@pytest.mark.parametrize(("kind", "rule_id"), [("resource", "25.4"), ("location", "25.6a")])
def test_at_most_one_resource_and_location(kind: str, rule_id: str) -> None:
    found = rules(elements=[element("one", kind), element("two", kind)])

    def fault(*elements: str, build_total: int = 300) -> list[str]:
        return [one for one in faults(found, members("plain", elements=elements), build_total=build_total)
                if not not_played(one)]  # fmt: skip

    assert fault("one", build_total=60) == []
    assert "found 60 points" in fault("one", build_total=55)[0]
    (problem,) = fault("one", "two")
    assert problem.endswith(f"found one, two, expected at most one {kind} ({rule_id})")


@pytest.mark.parametrize(("more", "refused"), [({}, True), ({"grants": ["charge"]}, False)])
def test_a_tarot_card_whose_text_nothing_plays_is_refused_by_name(more: dict[str, object], refused: bool) -> None:
    card = element("moon", "tarot card", suit="cups", text="All characters shiver.", **more)
    found = faults(rules(elements=[card]), members("plain", elements=["moon"]))
    assert any("the tarot card moon, expected a tarot card that says in `does`" in one for one in found) is refused


@rule("25.7", 2, 3, 4)
def test_a_tarot_deck_has_cards_of_every_suit() -> None:
    suits = ("cups", "wands", "swords", "coins", "major arcana")
    cards = [element(f"{suit[:2]}{number}", "tarot card", points=1, suit=suit) for suit in suits for number in range(5)]
    found, deck = rules(elements=cards), ["cu0", "wa0", "sw0", "ma0", "ma1", "ma2", "ma3"]

    def fault(*more: str) -> list[str]:
        problems = faults(found, members("plain", elements=[*deck, *more]))
        return [one for one in problems if not not_played(one)]

    assert fault("co0") == []
    assert fault("ma4", "wa1", "wa2") == [
        "forces[0].elements: found 3 cards of wands, expected 1 to 2 of that suit in a tarot deck (25.7)",
        "forces[0].elements: found 0 cards of coins, expected 1 to 2 of that suit in a tarot deck (25.7)",
        "forces[0].elements: found 5 cards of major arcana, expected 1 to 4 of that suit in a tarot deck (25.7)",
    ]


def test_what_is_wrong_in_a_force_is_said_without_counting_the_forces() -> None:
    gale = {"members": [{"character": "gale"}]}
    wrong = {"forces": [{**gale, "sideline": ["hush"]}, gale]}
    with pytest.raises(SetupError) as raised:
        new_game("heroclix", wrong, seed=1)
    assert raised.value.problems == ("forces[0].sideline[0]: found 'hush', expected a table",)
    with pytest.raises(SetupError, match="forces: found a list of 1 item, expected at least 2 items"):
        new_game("heroclix", {"forces": [gale]}, seed=1)

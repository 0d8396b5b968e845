"""ID cards: what they give to whom, and who is called in (25.3)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import Rules, SetupError, new_game, testing
from rulewright.geometry.grid import square_of
from rulewright.testing import Scenario
from rulewright_heroclix.events.before import StartedGame
from rulewright_heroclix.events.characters import CalledIn, SentBack
from rulewright_heroclix.events.victory import Scored

from .specials import act, when
from .table import BLANK, FOE, HERO, at, clix, happened, marker, one, play, rule, turn

CALL = act({"do": "call_in"}, action=("FREE",))
NOTED = {"do": "named_tokens", "token": "noted"}


def badge(*does: Any, **more: Any) -> dict[str, Any]:
    """An ID card of those who are called Wren, or have the Order keyword."""
    printed = {"id": "badge", "name": {"en": "Badge", "zh": "badge"}, "kind": "id card", "set": "t", "number": "1"}
    return {**printed, "points": 5, "specified": {"names": ["wren"], "keywords": ["Order"]}, "does": list(does), **more}


def rules_of(*cards: Any, card: Any = None) -> Rules:
    known = {one["id"] for one in cards}
    more = [clix(id, *("8/10/16/3",) * 6) for id in (HERO, FOE, "wren", "monk") if id not in known]
    field = {"id": "field", "name": {"en": "Field", "zh": "field"}, "map": {"rows": list(BLANK)}}
    return testing.invent(
        "heroclix", characters=[*cards, *more], maps=[field], elements=[card or badge(CALL)], markers=[]
    )


def table(*things: Any, rules: Rules | None = None, **more: Any) -> Scenario:
    """The turn of the hero in C3, who can use the badge; Wren and a monk wait on the Sideline."""
    names = {str(thing.id) for thing in things}
    hero = () if HERO in names else (at(HERO, "C3", given=("badge",)),)
    waits = [at(id, area="sideline", name=id) for id in ("wren", "monk") if id not in names]
    foe = () if FOE in names else (at(FOE, "P16"),)
    return turn(play(*hero, *foe, *waits, *things, rules=rules or rules_of(), **more))


def call(position: Scenario, at: str = "C4") -> Scenario:
    return position.answer((HERO, "badge", "FREE")).answer(square_of(at))


# In a force -------------------------------------------------------------------------------------------------


def force(*sideline: str, elements: tuple[str, ...] = ("badge",)) -> dict[str, Any]:
    members = [{"character": HERO}, {"character": "monk"}]
    return {"members": members, "elements": elements, "sideline": [{"character": id} for id in sideline]}


def begun(rules: Rules, *sideline: str) -> Any:
    forces = [force(*sideline), {"members": [{"character": FOE}]}]
    return new_game(rules, {"map": "field", "forces": forces, "build_total": 200}, seed=3)


@rule("25.3b")
@pytest.mark.parametrize(
    ("inspires", "who"),
    [
        (None, {HERO, "monk"}),
        ({"keywords": ["Order"]}, {"monk"}),
        ({"names": [HERO]}, {HERO}),
        ({"names": ["x"]}, set()),
    ],
)
def test_it_inspires_those_of_the_starting_force_that_it_names(inspires: Any, who: set[str]) -> None:
    card = badge(grants=["toughness"], **({"inspires": inspires} if inspires else {}))
    game = begun(rules_of(clix("monk", keywords=["Order"]), card=card), "wren")

    assert {one.card for one in game.state.characters.values() if "badge" in one.given} == who


@rule("25.3b")
def test_what_it_grants_and_does_is_theirs() -> None:
    rules = rules_of(card=badge({"modifies": "attack", "by": 1}, grants=["toughness"]))
    position = table(rules=rules)

    assert position.game.has("toughness", HERO) and position.game.number("attack", HERO) == 11
    assert not position.game.has("toughness", FOE)


@rule("25.3b")
@rule("4.4")
def test_what_it_says_of_the_beginning_of_the_game_happens_then() -> None:
    rules = rules_of(card=badge(when("game begins", NOTED), inspires={"names": [HERO]}))
    game = begun(rules, "wren")
    while game.request.ask != "action":
        game.answer(game.request.space.options()[0] if game.request.space.options() else None)

    assert [dict(one.named) for one in game.state.characters.values() if one.card == HERO] == [{"noted": 1}]


@rule("25.3b")
@pytest.mark.parametrize(("more", "refused"), [({"does": []}, True), ({"does": [CALL]}, False), ({"text": ""}, False)])
def test_a_card_of_which_there_is_only_a_text_is_refused_by_name(more: dict[str, Any], refused: bool) -> None:
    rules = rules_of(card={**badge(), "text": "Someone helps.", **more})
    if not refused:
        begun(rules, "wren")
        return
    with pytest.raises(SetupError, match="the id card badge, expected an ID card that says in `does`"):
        begun(rules, "wren")


# Called in --------------------------------------------------------------------------------------------------


@rule("25.3", 1)
@rule("25.3b")
def test_an_id_character_comes_to_the_map_beside_who_calls_it_in() -> None:
    position = call(table())

    assert (one(position, "wren").area, one(position, "wren").squares) == ("map", (square_of("C4"),))
    assert one(position, "monk").area == "sideline"
    assert [event.character for event in happened(position, StartedGame)] == ["wren"]
    assert ("wren", "move", "MOVE") in position.options


@rule("25.3", 3)
def test_only_id_characters_of_the_card_are_called_in() -> None:
    rules = rules_of(clix("monk", keywords=["Order"]))
    position = table(rules=rules).answer((HERO, "badge", "FREE"))
    assert (position.asked, position.options) == ("call_in", ["wren", "monk"])
    named = table(rules=rules_of(card=badge(act({"do": "call_in", "named": "monk"}, action=("FREE",)))))
    call(named)

    assert one(named, "monk").area == "map"


@rule("25.3", 1)
@rule("20.3")
@pytest.mark.parametrize(("until", "turns"), [("this turn", 1), ("your next turn", 2), ("end of your next turn", 3)])
def test_it_goes_back_to_the_sideline_when_its_time_is_over(until: str, turns: int) -> None:
    position = call(table(rules=rules_of(card=badge(act({"do": "call_in", "until": until}, action=("FREE",))))))
    for _ in range(turns):
        assert one(position, "wren").area == "map"
        position.answer(None)

    assert (one(position, "wren").area, one(position, "wren").squares) == ("sideline", ())
    assert len(happened(position, SentBack)) == 1


@rule("20.3")
@rule("20.6b")
def test_it_goes_back_when_who_called_it_in_is_ko_d() -> None:
    falls = act({"do": "ko", "who": "self"}, action=("FREE",))
    position = call(table(at("monk", "E8"), rules=rules_of(card=badge(CALL, falls))))
    position.answer((HERO, "badge/2", "FREE"))

    assert (one(position, HERO).area, one(position, "wren").area) == ("ko", "sideline")


@rule("25.3", 1)
def test_who_is_ko_d_on_the_map_does_not_go_back_and_is_scored() -> None:
    falls = act({"do": "call_in", "then": [{"do": "ko", "who": "chosen"}]}, action=("FREE",))
    position = call(table(at("wren", area="sideline", points=40), rules=rules_of(card=badge(falls))))
    position.answer(None)

    assert one(position, "wren").area == "ko" and not happened(position, SentBack)
    assert [event.points for event in happened(position, Scored)] == [40]


@rule("2.6")
def test_what_it_holds_lies_where_it_stood() -> None:
    position = call(table(marker("object", "C4")))
    position.answer(("wren", "move", "MOVE")).answer((square_of("C4"),)).answer("object")
    assert position.state.markers["object"].holder == "wren"
    position.answer(None)
    while position.asked == "put_down":
        position.answer(square_of("C5"))

    assert position.state.markers["object"].holder == "" and one(position, "wren").area == "sideline"


@rule("25.3b")
def test_what_follows_speaks_of_who_was_called_in() -> None:
    after = act({"do": "call_in", "then": [{"do": "as_free", "who": "chosen", "powers": ["close"]}]}, action=("FREE",))
    position = call(table(at(FOE, "D4"), rules=rules_of(card=badge(after))))

    assert position.asked == "as_free" and position.options == ["close", None]


@rule("13.2", 4)
def test_where_it_has_to_come_and_finds_no_room_an_opponent_places_it() -> None:
    walls = [at(HERO, square, name=square) for square in ("B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4")]
    position = table(*walls, at(HERO, "C3", given=("badge",))).answer((HERO, "badge", "FREE"))

    assert position.game.request.player == 1
    assert square_of("A1") in position.options and square_of("P16") not in position.options
    position.answer(square_of("A1"))
    assert one(position, "wren").squares == (square_of("A1"),)


@rule("25.3", 1)
def test_who_is_gone_calls_nobody_in() -> None:
    falls = act({"do": "ko", "who": "self"}, action=("FREE",))
    last = when("KO'd", {"do": "call_in"})
    position = table(at("monk", "E8"), rules=rules_of(card=badge(last, falls)))
    position.answer((HERO, "badge/2", "FREE"))

    assert one(position, HERO).area == "ko" and not happened(position, CalledIn)


@rule("20.9b")
def test_nobody_is_called_in_who_is_not_on_the_sideline() -> None:
    position = table(at("wren", "E5"))
    position.answer((HERO, "badge", "FREE"))

    assert not happened(position, CalledIn) and position.asked == "action"

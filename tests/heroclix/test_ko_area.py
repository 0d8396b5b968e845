"""Effects that refer to the KO area: who returns from it, and as whom (3.2a, 12.5d)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.geometry.grid import square_of
from rulewright.testing import Scenario
from rulewright_heroclix.events.before import StartedGame
from rulewright_heroclix.events.characters import CameBack
from rulewright_heroclix.events.victory import Scored

from .specials import act, acting, special, use, when
from .table import FOE, at, clix, happened, one, rule

BACK = {"do": "bring_back"}
MATE = clix("mate", *("8/10/17/3",) * 4, keywords=["Crew"], points=[{"value": 40}, {"value": 20, "click": 3}])


def fallen(*things: Any, text: dict[str, Any] = BACK, trait: Any = None, **more: Any) -> Scenario:
    """The turn of the hero, who can bring someone back; a mate of 20 points lies in the KO area."""
    trait = trait or special(act(text, action=("FREE",)))
    lies = at("mate", area="ko", points=20, click=4, tokens=0, name="lost")
    return acting(lies, *things, trait=trait, cards=(MATE,), **more)


def back(position: Scenario, at: str = "C4") -> Any:
    """Who came back there."""
    use(position, "FREE").answer(square_of(at))
    (came,) = happened(position, CameBack)
    return one(position, came.id)


@rule("3.2a", 1)
@rule("12.5d", 6)
def test_who_returns_is_a_new_character_on_its_starting_line() -> None:
    position = fallen()
    new = back(position)

    assert (new.area, new.squares, new.click, new.start, new.points, new.tokens) == (
        "map", (square_of("C4"),), 3, 3, 20, 0,
    )  # fmt: skip
    assert new.id != "lost" and one(position, "lost").area != "ko"
    assert [event.character for event in happened(position, StartedGame)] == [new.id]


@rule("3.2a", 1)
def test_who_has_returned_can_act_and_is_not_returned_once_more() -> None:
    position = fallen(text=BACK)
    new = back(position)
    assert (new.id, "move", "MOVE") in position.options
    position.answer(None)
    while position.game.active != 0:
        position.answer(None)
    use(position, "FREE")

    assert len(happened(position, CameBack)) == 1


@rule("3.2a", 1)
@rule("5.4b", 5)
def test_who_is_ko_d_once_more_is_scored_once_more() -> None:
    trait = special(act({**BACK, "then": [{"do": "ko", "who": "chosen"}]}, action=("FREE",)))
    position = fallen(trait=trait)
    new = back(position)

    assert new.area == "ko" and [event.points for event in happened(position, Scored)] == [20]


@rule("3.2a", 1)
def test_it_may_return_to_the_sideline() -> None:
    position = use(fallen(text={**BACK, "to": "sideline"}), "FREE")

    (came,) = happened(position, CameBack)
    assert (one(position, came.id).area, one(position, came.id).click) == ("sideline", 3)
    assert not happened(position, StartedGame)


@rule("12.5d", 6)
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ({"keyword": "Crew"}, True), ({"keyword": "Rats"}, False), ({"named": "mate"}, True),
        ({"named": "hero"}, False), ({"points_at_most": 20}, True), ({"points_at_most": 19}, False),
        ({"among": "opposing"}, False), ({"among": "any"}, True),
    ],
)  # fmt: skip
def test_only_whom_the_text_means_returns(text: dict[str, Any], found: bool) -> None:
    position = use(fallen(text={**BACK, **text, "to": "sideline"}), "FREE")

    assert bool(happened(position, CameBack)) is found


@rule("12.5d", 6)
def test_who_is_on_the_map_or_removed_from_the_game_does_not_return() -> None:
    things = at("mate", "E5", name="here"), at("mate", area="removed", name="gone")
    position = acting(*things, trait=special(act(BACK, action=("FREE",))), cards=(MATE,))
    use(position, "FREE")

    assert not happened(position, CameBack)


@rule("13.2", 4)
def test_where_it_finds_no_room_an_opponent_places_it_and_what_may_be_left_is_not_offered() -> None:
    walls = [at("idle", square, name=square) for square in ("B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4")]
    position = use(fallen(*walls), "FREE")
    assert position.game.request.player == 1 and square_of("A1") in position.options

    left = special(when("your turn begins", BACK, may=True))
    assert fallen(*walls, trait=left).asked == "action"
    assert fallen(trait=left).asked == "trigger"


@rule("3.2a", 1)
def test_an_opposing_character_returns_to_its_own_force() -> None:
    lies = at(FOE, area="ko", name="enemy", player=1)
    position = acting(lies, trait=special(act({**BACK, "among": "opposing"}, action=("FREE",))))
    new = back(position)

    assert (new.player, new.starting, new.card) == (1, 1, FOE)

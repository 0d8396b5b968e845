"""Players of one side: their characters are friends wherever the game asks who is friendly (6.2, 26)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.geometry.grid import square_of
from rulewright.testing import Scenario
from rulewright_heroclix.events.damage import DamageDealt, KnockedOut
from rulewright_heroclix.events.victory import Scored
from rulewright_heroclix.victory import victory_points

from .specials import act, special, use
from .table import FOE, HERO, at, clix, happened, invent, one, play, rule, turn

SIDES = (0, 1, 0, 1)
BETRAYS = special(act({"do": "target", "among": "friendly", "then": [{"do": "ko"}]}, action=("FREE",)))


def allied(*things: Any, trait: Any = None, ally: str = "L12", of_ally: dict[str, Any] | None = None) -> Scenario:
    """The turn of a hero in C3; its ally is played by player 2, two foes by players 1 and 3."""
    rules = invent(clix(HERO, *("8/10/17/3",) * 4, traits=[trait] if trait else []), clix("ally"))
    foes = (at(FOE, "P1", name="west"), at(FOE, "P16", name="east", player=3))
    friends = (at(HERO, "C3"), at("ally", ally, player=2, **(of_ally or {})))
    return turn(play(*friends, *foes, *things, rules=rules, players=4, sides=SIDES))


@rule("6.2", 1, 2)
@rule("26", 2)
@pytest.mark.parametrize(("side", "hurt"), [("opposing", {"west", "east"}), ("friendly", {"ally"})])
def test_texts_take_the_characters_of_an_ally_for_friends(side: str, hurt: set[str]) -> None:
    trait = special(act({"do": "damage", "to": {"every": side}}, action=("FREE",)))
    position = use(allied(trait=trait), "FREE")

    assert {event.character for event in happened(position, DamageDealt)} == hurt


@rule("6.2", 1)
def test_a_friend_of_the_ally_can_be_chosen_as_a_friend() -> None:
    assert [event.character for event in happened(use(allied(trait=BETRAYS), "FREE"), KnockedOut)] == ["ally"]


@rule("10.7b")
@rule("10.7d")
@rule("26", 2)
def test_a_move_goes_through_an_ally_and_does_not_stop_beside_it() -> None:
    position = allied(ally="F3").answer((HERO, "move", "MOVE"))
    position.answer([square_of(f"{column}3") for column in "CDEFGH"])

    assert one(position, HERO).squares == (square_of("H3"),)


def test_no_square_beside_an_ally_is_proposed_as_one_worth_going_to() -> None:
    position = allied(at(FOE, "C9", name="near"), ally="F3").answer((HERO, "move", "MOVE"))

    said = " ".join(words["en"] for words, _ in position.game.request.space.describe()["hints"])
    assert "next to near" in said and "ally" not in said


@rule("26.3", 1, 2, 3)
@pytest.mark.parametrize(("hurt_by", "scored", "points"), [(3, [(3, 50)], [0, 0, 0, 50]), (None, [], [0, 25, 0, 25])])
def test_who_is_ko_d_in_the_turn_of_an_ally_is_scored_by_the_other_side(
    hurt_by: int | None, scored: list[tuple[int, int]], points: list[int]
) -> None:
    position = use(allied(trait=BETRAYS, of_ally={"hurt_by": hurt_by}), "FREE")

    assert [(event.player, event.points) for event in happened(position, Scored)] == scored
    assert [victory_points(position.game, seat) for seat in range(4)] == points

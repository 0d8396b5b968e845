"""What may be left: a limit counts what was done, not what was asked (21.11, 21.12a)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_heroclix.events.characters import Replaced

from .specials import act, acting, special, use, when
from .table import FOE, HERO, at, clix, happened, one, rule

SWAP = {"do": "replace", "optional": True}
TWIN, BROAD = clix("twin", *("9/9/15/2",) * 6), clix("broad", *("9/9/15/2",) * 6, base="2x2")


def next_turn(position: Scenario) -> Scenario:
    """The turns go by until the hero's player has the next one, or is asked something else."""
    position.answer(None)
    while position.game.active != 0 and position.asked == "action":
        position.answer(None)
    return position


def waiting(*does: Any, card: dict[str, Any] = TWIN, things: tuple[Any, ...] = (), **more: Any) -> Scenario:
    return acting(at(card["id"], area="sideline"), *things, trait=special(*does), cards=(card,), **more)


@rule("21.11", 1)
def test_no_to_a_replacement_once_per_game_leaves_it_for_another_turn() -> None:
    position = use(waiting(act(SWAP, action=("FREE",), once="game")), "FREE").answer(None)
    assert not happened(position, Replaced) and (HERO, "brawn", "FREE") not in position.options  # once a turn (7.5)
    next_turn(position)
    assert (HERO, "brawn", "FREE") in position.options
    use(position, "FREE").answer("twin")

    assert one(position, "twin").area == "map"


@rule("21.11", 1)
def test_a_replacement_that_was_made_uses_it_up() -> None:
    back = special(act(SWAP, action=("FREE",), once="game"))
    twin = clix("twin", *("9/9/15/2",) * 6, traits=[{**back, "id": "back"}])
    position = waiting(act(SWAP, action=("FREE",), once="game"), card=twin)
    use(position, "FREE").answer("twin")
    next_turn(position)
    position.answer(("twin", "back", "FREE")).answer(HERO)
    next_turn(position)

    assert one(position, HERO).area == "map" and (HERO, "brawn", "FREE") not in position.options


@rule("21.11", 1)
@pytest.mark.parametrize(
    ("effect", "chosen"),
    [
        ({"do": "attack", "kind": "close", "optional": True}, "close"),
        ({"do": "target", "adjacent": True, "optional": True, "then": [{"do": "give_token"}]}, FOE),
    ],
)
def test_no_to_an_attack_or_a_target_leaves_it_too(effect: dict[str, Any], chosen: str) -> None:
    position = acting(at(FOE, "D3"), trait=special(act(effect, once="game")), rolls=("12",))
    use(position).answer(None)
    next_turn(position)
    next_turn(position)  # it has a token more than it may have before it clears
    assert (HERO, "brawn", "POWER") in position.options
    use(position).answer(chosen)
    next_turn(position)
    next_turn(position)

    assert (HERO, "brawn", "POWER") not in position.options


@rule("21.11", 1)
def test_an_action_with_anything_else_in_it_is_used_whatever_is_left_of_it() -> None:
    noted = {"do": "named_tokens", "token": "noted"}
    position = waiting(act(noted, SWAP, action=("FREE",), once="game"))
    use(position, "FREE").answer(None)
    next_turn(position)

    assert (HERO, "brawn", "FREE") not in position.options


@rule("8.1e")
@rule("21.11", 1)
def test_a_replacement_at_a_moment_is_left_as_a_whole() -> None:
    position = waiting(when("your turn begins", SWAP, once="game"))
    assert position.asked == "trigger"
    position.answer(None)
    next_turn(position)
    assert position.asked == "trigger"
    position.answer(("brawn", HERO))

    assert one(position, "twin").area == "map"


@rule("21.12a", 10)
def test_what_may_be_left_is_not_offered_where_the_replacement_finds_no_room() -> None:
    """A mandatory one is placed by the opponent then; one that may be left is not used."""
    walls = [at("idle", square, name=square) for square in ("B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4")]
    text = when("your turn begins", {"do": "replace", "optional": False}, may=True)
    position = waiting(text, card=BROAD, things=tuple(walls))

    assert position.asked == "action" and not happened(position, Replaced)


def test_where_it_finds_room_it_is_offered() -> None:
    position = waiting(when("your turn begins", {"do": "replace", "optional": False}, may=True), card=BROAD)

    assert position.asked == "trigger"


CLOUD = when("attack resolved", {"do": "as_free", "powers": ["smoke-cloud"], "lends": True}, once="turn")


@rule("21.11", 1)
@pytest.mark.parametrize(("first", "again"), [(None, True), (("brawn", HERO), False)])
def test_an_action_as_free_once_a_turn_that_was_left_is_offered_again(first: Any, again: bool) -> None:
    """Flurry makes two attacks; what comes at the first of them is taken or left."""
    position = acting(at(FOE, "D3"), trait=special(CLOUD, grants=("flurry",)), rolls=("12", "12"))
    use(position, "CLOSE", "flurry")
    assert position.asked == "trigger"
    position.answer(first)
    while position.asked in ("generate", "another"):
        position.answer((5, 5) if position.asked == "generate" else None)
    assert position.asked == "again"
    position.answer("yes")

    assert (position.asked == "trigger") is again

"""The four phases of a turn (chapter 9)."""

from __future__ import annotations

from rulewright_heroclix.events.turns import (
    ActionGiven,
    TokenGiven,
    TokenRemoved,
    TokensCleared,
    TurnBegan,
    TurnEnding,
    TurnOver,
)

from .table import FOE, HERO, at, clix, dice, happened, invent, one, play, rule, turn

FAR = (at(HERO, "A1"), at(FOE, "P16"))


@rule("9", 1, 2)
@rule("9.1", 1)
@rule("9.3", 1)
@rule("9.4", 1, 8)
def test_a_turn_has_four_phases_in_order_and_then_the_next_one_begins() -> None:
    position = turn(play(at(HERO, "A1"), at(HERO, "C1", name="tired", tokens=1), at(FOE, "P16")))
    position.answer((HERO, "move", "MOVE")).answer("stay").answer(None)

    order = happened(position, TurnBegan, ActionGiven, TurnEnding, TokensCleared, TurnOver)
    phases = [TurnBegan, ActionGiven, TurnEnding, TokensCleared, TurnOver, TurnBegan]
    assert [type(event) for event in order][:6] == phases
    assert order[0].player == 0 and order[5].player == 1


@rule("9.1a", 1)
@rule("9.2", 1)
def test_the_action_phase_waits_for_what_happens_at_the_beginning_of_the_turn() -> None:
    willing = clix(HERO, *("8/10/17 willpower/3",) * 4)
    position = turn(play(at(HERO, "A1", tokens=1), at(FOE, "P16"), rules=invent(willing), rolls=dice("6")))
    assert position.game.request.ask != "action"

    position.answer(position.options[0])
    assert happened(position, TokenRemoved) and position.game.request.ask == "action"


@rule("9.2a", 1)
def test_the_action_phase_ends_when_its_player_says_so() -> None:
    position = turn(play(*FAR))
    assert not happened(position, TurnEnding)

    position.answer(None)
    assert happened(position, TurnEnding)


@rule("9.4", 2, 3, 4, 6)
def test_a_character_keeps_all_its_tokens_or_loses_all() -> None:
    position = turn(play(at(HERO, "A1", tokens=1), at(HERO, "C1", name="rested", tokens=2), at(HERO, "E1", name="new"),
                         at(FOE, "P16", tokens=1)))  # fmt: skip
    position.answer((HERO, "move", "MOVE")).answer("stay").answer(None)

    assert happened(position, TokensCleared)[0].characters == ("rested",)
    assert [one(position, id).tokens for id in (HERO, "rested", "new", FOE)] == [2, 0, 0, 1]


@rule("9.4a", 1)
@rule("3.3", 1, 2)
def test_characters_off_the_map_clear_too() -> None:
    position = turn(play(*FAR, at(HERO, name="waiting", area="sideline", tokens=2))).answer(None)

    assert one(position, "waiting").tokens == 0


@rule("9.4a", 2)
def test_a_third_token_is_none_so_that_the_character_clears() -> None:
    position = play(at(HERO, "A1", tokens=2), at(FOE, "P16")).happen(TokenGiven(HERO))
    assert one(position, HERO).tokens == 2

    turn(position).answer(None)
    assert one(position, HERO).tokens == 0


@rule("9.4a", 3)
@rule("9.4", 5)
def test_a_token_removed_by_an_effect_is_not_cleared() -> None:
    position = play(at(HERO, "A1", tokens=1), at(FOE, "P16")).happen(TokenRemoved(HERO))
    turn(position).answer(None)

    assert not [event for event in happened(position, TokensCleared) if HERO in event.characters]


@rule("9.4a", 4)
@rule("9.3a", 1)
def test_tokens_are_cleared_after_the_end_of_the_turn_and_before_it_is_over() -> None:
    position = turn(play(at(HERO, "A1", tokens=1), at(FOE, "P16"))).answer(None)

    order = [type(event) for event in happened(position, TurnEnding, TokensCleared, TurnOver)][:3]
    assert order == [TurnEnding, TokensCleared, TurnOver]

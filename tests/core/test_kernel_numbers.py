"""Characteristics of a running game: what counts for one use only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from rulewright import (
    FOREVER,
    EffectKind,
    FlowError,
    Game,
    GameOver,
    Layer,
    Modifier,
    Permission,
    PermissionRule,
    Procedure,
    Record,
    Ruleset,
    Stat,
    State,
    StatRule,
    Table,
    begin_effect,
    choose,
    new_game,
)


class Piece(Record):
    reach: int = 2


class Board(State):
    pieces: Table[Piece]


REACH = StatRule(
    stat=Stat("reach", (Layer("modify", "add"), Layer("minimum", "least"))),
    base=lambda game, piece: game.state.pieces[piece].reach,
    reads=("pieces",),
)


def wait(game: object, context: object) -> Iterator[Any]:
    return (yield choose(0, "wait", (1,)))


def test_a_modifier_given_with_the_question_counts_for_that_question_only() -> None:
    """It is neither remembered nor does it read what is remembered."""
    flow = Procedure("main", [wait, lambda game, context: GameOver(())])
    rules = Ruleset(
        id="t", title="t", state=Board, flow=flow, stats=[REACH],
        populate=lambda state, setup, content: state.pieces.add(Piece(1)),
    )  # fmt: skip
    game = new_game(rules, seed=1)
    at_least_four = Modifier("reach", "minimum", 4, "long shot")
    assert [game.number("reach", 1), game.number("reach", 1, at_least_four), game.number("reach", 1)] == [2, 4, 2]
    assert game.value("reach", 1, at_least_four).explain()[1] == "at least 4 long shot"


def test_a_characteristic_and_a_permission_of_one_name_are_refused() -> None:
    """An effect that names it could mean either."""
    rules = Ruleset(
        id="t", title="t", state=Board, flow=Procedure("main", [wait]), stats=[REACH],
        permissions=[PermissionRule(permission=Permission("reach"))],
    )  # fmt: skip
    with pytest.raises(FlowError, match="a characteristic and a permission are both called 'reach'"):
        rules.freeze()


def test_a_permission_that_no_code_changes_is_registered_as_it_is() -> None:
    rules = Ruleset(
        id="t", title="t", state=Board, flow=Procedure("main", [wait]),
        permissions=[Permission("dig", default=True), PermissionRule(permission=Permission("fly"))],
        populate=lambda state, setup, content: state.pieces.add(Piece(1)),
    )  # fmt: skip
    game = new_game(rules, seed=1)

    assert [game.may("dig", 1), game.may("fly", 1)] == [True, False]


def test_a_rule_about_modifiers_says_which_count_and_in_which_order() -> None:
    """It is asked only where something changes the number, and what it says counts in the number and in its trace."""
    asked = []

    def weighed(game: Game, piece: int, modifiers: list[Modifier]) -> list[Modifier]:
        asked.append([one.amount for one in modifiers])
        ignored = [replace(one, unless="ignored") if one.amount < 0 else one for one in modifiers]
        return sorted(ignored, key=lambda one: one.layer == "set" and one.amount == 5)

    def shorter(game: Game, piece: int) -> list[Modifier]:
        return [Modifier("reach", "modify", -1, "mud")] if piece == 2 else []

    def two(state: Board, setup: Any, content: Any) -> None:
        for id in (1, 2):
            state.pieces.add(Piece(id))

    stat = Stat("reach", (Layer("set", "set"), Layer("modify", "add")))
    rules = Ruleset(
        id="t", title="t", state=Board, flow=Procedure("main", [wait]),
        stats=[StatRule(stat=stat, base=2, modifiers=(shorter,), weighs=weighed)],
        populate=two,
    )  # fmt: skip
    game = new_game(rules, seed=1)
    assert game.number("reach", 1) == 2 and asked == []
    assert game.number("reach", 2) == 2 and asked == [[-1]]
    five, nine = Modifier("reach", "set", 5, "pole"), Modifier("reach", "set", 9, "rope")
    assert game.number("reach", 1, five, nine) == 5
    told = game.value("reach", 2, five, nine)
    assert told.number == 5 and [line.counted for line in told.trace] == [False, True, False]
    assert told.trace[-1].why == "ignored"


def test_what_effects_add_is_weighed_like_everything_else() -> None:
    def weighed(game: Game, piece: int, modifiers: list[Modifier]) -> list[Modifier]:
        return [replace(one, unless="ignored") for one in modifiers]

    def push(game: Game, context: object) -> Any:
        data = {"stat": "reach", "layer": "modify", "amount": 3}
        yield begin_effect(game, "push", FOREVER, target=("pieces", 1), data=data)
        yield from wait(game, context)

    rules = Ruleset(
        id="t", title="t", state=Board, flow=Procedure("main", [push]), effects=[EffectKind("push")],
        stats=[StatRule(stat=Stat("reach", (Layer("modify", "add"),)), base=2, weighs=weighed)],
        populate=lambda state, setup, content: state.pieces.add(Piece(1)),
    )  # fmt: skip
    game = new_game(rules, seed=1)
    assert [game.number("reach", 1), game.value("reach", 1).number] == [2, 2]

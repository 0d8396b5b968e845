"""Characteristics of a running game: what counts for one use only."""

from __future__ import annotations

import pytest

from rulewright import (
    FlowError,
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


def wait(game: object, context: object) -> object:
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

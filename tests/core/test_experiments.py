"""An experiment: one exchange of a game, by the game's own rules, in a position that is laid out for the question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from msgspec import Struct
from pydantic import BaseModel

from rulewright import (
    Context,
    Event,
    Game,
    Loop,
    Options,
    Procedure,
    Record,
    Request,
    Roll,
    Ruleset,
    State,
    Table,
    Turn,
    new_game,
)
from rulewright.dice import D6
from rulewright.odds.experiments import Experiment, is_known, known


class Fighter(Record):
    """Someone who can be hurt."""

    seat: int
    health: int


class Ring(State):
    """The fighters, by seat."""

    fighters: Table[Fighter]


class Wounded(Event, frozen=True):
    """A fighter loses health."""

    seat: int
    by: int

    def apply(self, state: Ring) -> None:
        """Take it off."""
        state.fighters.edit(self.seat).health -= self.by


class Blow(Context):
    """A blow at someone, and whether the attacker holds back."""

    target: int
    gentle: bool = False


def strike(game: Game, blow: Blow) -> Iterator[Any]:
    """A die; the attacker may hold back: half, rounded up."""
    faces: Any = yield Roll((D6,), 0)
    face = int(faces[0])
    gentle = yield Request(1 - blow.target, "gentle", Options((False, True)))
    yield Wounded(blow.target, (face + 1) // 2 if gentle else face)


BLOW = Procedure("blow", [strike], Blow)


class Names(BaseModel):
    """Who fights."""

    model_config = {"extra": "forbid"}
    names: tuple[str, str] = ("red", "blue")


def begin(state: Ring, setup: Names, content: object) -> None:
    """Both are well."""
    for seat in range(2):
        state.fighters.add(Fighter(seat, seat, 20))


def turns(game: Game, last: Turn | None) -> Turn:
    """For ever."""
    return Turn(player=0 if last is None else 1 - last.player)


def fight(game: Game, turn: Turn) -> Any:
    """Whose turn it is strikes."""
    return BLOW(target=1 - turn.player)


RINGSIDE = Ruleset(
    id="ringside", title="Ringside", version="1", state=Ring, flow=Loop("turn", turns, [fight]),
    procedures=[BLOW], populate=begin, setup=Names, events=[Wounded],
)  # fmt: skip


class Wishes(BaseModel):
    """With how much health the target begins, and whether the attacker holds back."""

    health: int
    gentle: bool = False


def lay(state: Ring, setup: Any, content: object) -> None:
    """A target with the health that is asked about."""
    state.fighters.add(Fighter(0, 0, 1))
    state.fighters.add(Fighter(1, 1, setup.wishes.health))


def one_blow(game: Game, context: None) -> Any:
    """The blow that is asked about."""
    return BLOW(target=1)


def lost(before: Game, after: Game) -> int:
    """The health that the target has lost."""
    return int(before.state.fighters[1].health - after.state.fighters[1].health)


def decide(game: Game, request: Any) -> bool:
    """As the question says."""
    return bool(game.setup.wishes.gentle)


EXPERIMENT = Experiment(Wishes, lay, Procedure("table", [one_blow, known]), lost, decide)


def test_the_law_is_that_of_the_rules_of_the_game() -> None:
    rules = EXPERIMENT.rules(RINGSIDE.freeze())
    assert EXPERIMENT.law(rules, Wishes(health=7)) == {face: Fraction(1, 6) for face in range(1, 7)}
    assert EXPERIMENT.law(rules, Wishes(health=9, gentle=True)) == {half: Fraction(1, 3) for half in (1, 2, 3)}


def test_what_is_measured_may_look_at_a_procedure_that_ends_with_being_known() -> None:
    duel = Procedure("duel", [strike, known], Blow)
    asked = Experiment(
        Wishes, lay, Procedure("table", [lambda game, _: duel(target=1)]),
        lambda before, after: after.context(Blow).target, decide, procedures=[duel],
    )  # fmt: skip
    assert asked.law(asked.rules(RINGSIDE.freeze()), Wishes(health=3)) == {1: 1}


def test_the_setup_of_the_game_stays_what_it_is() -> None:
    rules = EXPERIMENT.rules(RINGSIDE.freeze())
    assert set(rules.ruleset.setup.model_fields) == {"names", "wishes"}
    assert issubclass(rules.ruleset.setup, Names) and "wishes" not in Names.model_fields


def test_a_setup_that_is_no_pydantic_model_is_refused_by_name() -> None:
    class Seats(Struct):
        """Not a pydantic model."""

    rules = replace(RINGSIDE, setup=Seats).freeze()
    with pytest.raises(TypeError, match=r"ringside: an experiment adds its wishes to a pydantic model, and .*Seats"):
        EXPERIMENT.rules(rules)


def test_another_question_is_not_the_end_of_an_experiment() -> None:
    game = new_game(EXPERIMENT.rules(RINGSIDE.freeze()), {"wishes": Wishes(health=7)}, seed=0)
    assert game.request is not None and game.request.ask == "gentle" and not is_known(game)
    game.answer(False)
    assert is_known(game)


def test_the_rest_of_the_setup_may_be_given_besides() -> None:
    asked = Experiment(
        Wishes, lay, EXPERIMENT.flow, lambda before, after: (lost(before, after), after.setup.names), decide
    )
    law = asked.law(asked.rules(RINGSIDE.freeze()), Wishes(health=9, gentle=True), names=("ada", "bo"))
    assert law == {(half, ("ada", "bo")): Fraction(1, 3) for half in (1, 2, 3)}

"""Plain listeners and lapsing effects: what a step receives, and in which order things happen."""

from itertools import product
from random import Random
from typing import Any

import pytest

from rulewright import (
    FOREVER,
    Event,
    GameOver,
    Procedure,
    Record,
    Ruleset,
    State,
    Steps,
    Table,
    begin_effect,
    new_game,
    trigger,
)
from rulewright.effects import EffectEnded
from rulewright.game import Game
from rulewright.state import Context
from rulewright.timing import Trigger
from rulewright.triggers import happen_alone
from tests.core.random_rules import random_rules
from tests.core.sketch import told


class Token(Record):
    pass


class Tokens(State):
    tokens: Table[Token]


class Taken(Event, frozen=True):
    token: int

    def apply(self, state: Tokens) -> None:
        state.tokens.remove(self.token)


class Noticed(Event, frozen=True):
    token: int


class Received(Event, frozen=True):
    what: str


@trigger(Taken, order_matters=False)
def notice(game: Game, event: Taken, source: None) -> Event:
    """A plain listener that wants an event."""
    return Noticed(event.token)


def take(game: Game, context: Context) -> Steps:
    yield begin_effect(game, "glow", FOREVER, target=("tokens", 1))
    received = yield Taken(1)
    yield Received(type(received).__name__)
    yield GameOver(())


def populate(state: Tokens, setup: None, content: None) -> None:
    state.tokens.add(Token(1))


def kinds(*triggers: object) -> list[str]:
    ruleset = Ruleset(
        id="tokens",
        title="Tokens",
        state=Tokens,
        flow=Procedure("game", [take]),
        populate=populate,
        triggers=triggers,  # type: ignore[arg-type]
    )
    game = new_game(ruleset, seed=1)
    assert [e.event for e in game.log if isinstance(e.event, Received)] == [Received("Taken")]
    return [type(entry.event).__name__ for entry in game.log]


def test_an_effect_ends_with_its_target_before_the_step_goes_on() -> None:
    """An effect whose target leaves the game ends at once, and the step receives its own event."""
    assert kinds() == ["EffectBegan", "Taken", EffectEnded.__name__, "Received", "GameOver"]


def test_a_plain_listener_and_an_ending_effect_meet() -> None:
    """The effect ends first, then the listener's event happens, then the step goes on with its own event."""
    assert kinds(notice) == ["EffectBegan", "Taken", "EffectEnded", "Noticed", "Received", "GameOver"]


def noticing(number: int, wants: bool, **how: Any) -> Trigger:
    """A plain function that wants an event, or none."""

    def notice(game: Game, event: Taken, source: None) -> Event | None:
        return Noticed(number) if wants else None

    return Trigger(notice, (Taken,), name=f"notice {number}", order_matters=False, **how)


def noticing_slowly(number: int, **how: Any) -> Trigger:
    def notice(game: Game, event: Taken, source: None) -> Steps:
        yield Noticed(number)

    return Trigger(notice, (Taken,), name=f"notice {number}", **how)


@pytest.mark.parametrize("wants", [*product((False, True), repeat=3)])
@pytest.mark.parametrize("slow", [None, False, True])
def test_plain_functions_of_several_ranks_are_asked_in_the_order_of_the_policy(
    wants: tuple[bool, ...], slow: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(game: Game, event: Event, source: None) -> None:
        return None

    triggers = [
        noticing(1, wants[0], player=nobody),
        noticing(2, wants[1], immediate=True),
        noticing(3, wants[2], immediate=True, player=nobody),
    ]
    if slow is not None:
        triggers.insert(1, noticing_slowly(4, immediate=slow))
    quick = numbers(*triggers)
    monkeypatch.setattr("rulewright.triggers.unless_idle", lambda game, ready, agenda: ready)
    monkeypatch.setattr("rulewright.game.unless_idle", lambda game, ready, agenda: ready)

    assert numbers(*triggers) == quick and len(quick) == sum(wants) + (slow is not None)


def numbers(*triggers: Trigger) -> list[int]:
    """What these notice of what happens, in the order in which they do."""
    ruleset = Ruleset(
        id="tokens", title="Tokens", state=Tokens, flow=Procedure("game", [take]), populate=populate, triggers=triggers
    )
    return [entry.event.token for entry in new_game(ruleset, seed=1).log if isinstance(entry.event, Noticed)]


@pytest.mark.parametrize("seed", range(40))
def test_an_event_whose_triggers_do_not_stand_ready_goes_the_long_way_with_the_same_outcome(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = played(seed)

    def let_happen(game: Game, event: Event, source: Any, cause: int) -> None:
        game._open.append((happen_alone(game, event), source, cause, False))

    monkeypatch.setattr(Game, "_let_happen", let_happen)
    assert played(seed) == quick


def played(seed: int) -> tuple[str, list[tuple[str, str, str]], Any]:
    """Where a random game of random rules comes to, and all that happened."""
    game, rng = new_game(random_rules(seed), seed=seed), Random(seed)
    while game.request is not None:
        game.answer(game.request.space.sample(rng), game.request.player)
    return game.digest(), told(game), game.answers

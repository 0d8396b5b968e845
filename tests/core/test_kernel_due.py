"""What is postponed to the end of a scope while that end is being resolved is still resolved."""

from __future__ import annotations

from typing import Any

from rulewright import (
    Event,
    Game,
    Limit,
    LoopDetected,
    Procedure,
    Ruleset,
    State,
    Steps,
    begin_effect,
    choose,
    during,
    new_game,
    trigger,
)


class Fell(Event, frozen=True):
    number: int


class Buried(Event, frozen=True):
    number: int


def play(bury: Any) -> Game:
    def fight(game: Game, context: Any) -> Event:
        return Fell(1)

    def rest(game: Game, context: Any) -> Steps:
        yield choose(0, "go on", (1,))

    flow = Procedure("main", [Procedure("fight", [fight]), rest])
    return new_game(Ruleset(id="t", title="t", state=State, flow=flow, triggers=[bury]), seed=1)


def test_what_falls_at_the_end_is_buried_at_the_end() -> None:
    """The burial of the first makes a second fall, whose burial waits for the same end."""

    @trigger(Fell, delay="fight")
    def bury(game: Game, event: Fell, source: None) -> Steps:
        yield Buried(event.number)
        if event.number < 3:
            yield Fell(event.number + 1)

    game = play(bury)

    assert [event.number for event in game.events() if isinstance(event, Buried)] == [1, 2, 3]
    assert not game.state.delayed


def test_an_effect_that_begins_at_the_end_ends_with_it() -> None:
    @trigger(Fell, delay="fight", limit=Limit(1))
    def bury(game: Game, event: Fell, source: None) -> Steps:
        yield begin_effect(game, "mourning", during("fight"))

    game = play(bury)

    assert not game.state.effects
    assert game.request.ask == "go on"


def test_an_end_that_never_ends_is_named() -> None:
    @trigger(Fell, delay="fight")
    def bury(game: Game, event: Fell, source: None) -> Event:
        return Fell(event.number + 1)

    try:
        play(bury)
    except LoopDetected as error:
        assert "Fell" in str(error)
    else:
        raise AssertionError("the rules run in circles and nobody says so")


def test_who_waits_alike_is_numbered_alike() -> None:
    """Positions in which the same things wait are the same, however many procedures ran before; odds merge them."""

    @trigger(Fell, delay="fight")
    def bury(game: Game, event: Fell, source: None) -> Event:
        return Buried(event.number)

    def detour(game: Game, context: Any) -> Steps:
        for _ in range((yield choose(0, "detours", (0, 5)))):
            yield DETOUR()

    def fight(game: Game, context: Any) -> list[Event]:
        return [Fell(1), Fell(2)]

    def rest(game: Game, context: Any) -> Steps:
        yield choose(0, "go on", (1,))

    DETOUR = Procedure("detour", [lambda game, context: None])
    DETOUR.steps[0].name = "nothing"
    flow = Procedure("main", [Procedure("fight", [detour, fight, rest])])
    rules = Ruleset(id="t", title="t", state=State, flow=flow, triggers=[bury], procedures=[DETOUR]).freeze()
    waiting = []
    for detours in (0, 5):
        game = new_game(rules, seed=1)
        game.answer(detours)
        waiting.append([(delayed.id, delayed.event) for delayed in game.state.delayed.values()])

    assert waiting[0] == waiting[1]
    assert len(waiting[0]) == 2


def test_why_leads_from_what_was_postponed_to_the_event_that_triggered_it() -> None:
    @trigger(Fell, delay="fight")
    def bury(game: Game, event: Fell, source: None) -> Steps:
        yield Buried(event.number)
        if event.number < 3:
            yield Fell(event.number + 1)

    chain = [link.event for link in play(bury).why(Buried(3)).chain]

    assert [event for event in chain if isinstance(event, Fell | Buried)] == [Buried(3), Fell(3), Fell(2), Fell(1)]

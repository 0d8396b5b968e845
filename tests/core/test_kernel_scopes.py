"""What belongs to a running procedure: its context, the numbers read from it, the effects that last as long as it."""

from __future__ import annotations

from typing import Any

from rulewright import (
    Context,
    Event,
    Leave,
    Procedure,
    Record,
    Ruleset,
    Stat,
    State,
    StatRule,
    Steps,
    Table,
    begin_effect,
    choose,
    during,
    new_game,
    trigger,
)


class Hero(Record):
    hp: int = 5


class Heroes(State):
    heroes: Table[Hero]


class Volley(Context):
    dice: int = 0


class Fired(Event, frozen=True):
    dice: int


class Struck(Event, frozen=True):
    hero: int


class Mourned(Event, frozen=True):
    hero: int


def ruleset(*procedures: Procedure, first: Any, **more: Any) -> Ruleset:
    def begin(game: Any, context: None) -> Steps:
        yield first

    def wait(game: Any, context: None) -> Steps:
        yield choose(0, "go on", (True,))

    return Ruleset(
        id="volleys",
        title="Volleys",
        state=Heroes,
        flow=Procedure("game", [begin, wait]),
        procedures=procedures,
        populate=lambda state, setup, content: state.heroes.add(Hero(1)),
        **more,
    )


def test_a_number_read_from_a_context_is_that_of_the_procedure_running_now() -> None:
    """Two volleys one after the other have their own dice, though nothing happened between them."""

    def aim(game: Any, volley: Volley) -> None:
        game.number("dice", 1)

    def fire(game: Any, volley: Volley) -> Fired:
        return Fired(game.number("dice", 1))

    def both(game: Any, context: None) -> Steps:
        yield look(dice=3)
        yield shoot(dice=4)

    look, shoot = Procedure("look", [aim], Volley), Procedure("shoot", [fire], Volley)
    battle = Procedure("battle", [both])
    dice = StatRule(stat=Stat("dice", ()), base=lambda game, hero: game.context(Volley).dice)

    game = new_game(ruleset(battle, look, shoot, first=battle(), stats=[dice]), seed=1)

    assert Fired(4) in game.events()


def test_effects_of_a_procedure_that_is_broken_off_end_with_it() -> None:
    """What lasts during a volley ends also when a procedure round the volley is left from inside."""

    def shine(game: Any, context: None) -> Steps:
        yield begin_effect(game, "aura", during("volley"), target=("heroes", 1))
        yield Leave("battle")

    battle = Procedure("battle", [Procedure("volley", [shine])])

    game = new_game(ruleset(battle, first=battle()), seed=1)

    assert not game.state.effects
    assert game.request.ask == "go on"


def test_what_waits_for_the_end_of_a_procedure_resolves_when_it_is_broken_off() -> None:
    """A delayed trigger is due when its scope ends, however it ends."""

    @trigger(Struck, delay="volley")
    def mourn(game: Any, event: Struck, source: None) -> Mourned:
        return Mourned(event.hero)

    def strike(game: Any, context: None) -> Steps:
        yield Struck(1)
        yield Leave("battle")

    battle = Procedure("battle", [Procedure("volley", [strike])])

    game = new_game(ruleset(battle, first=battle(), triggers=[mourn]), seed=1)

    assert Mourned(1) in game.events()
    assert not game.state.delayed

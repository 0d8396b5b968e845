"""Reactions in windows and triggers on events: who is asked, in which order, how often, and what comes of it."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

import pytest

from rulewright import (
    BrokenRules,
    EffectEnded,
    Event,
    Extension,
    FlowError,
    Game,
    Limit,
    Loop,
    Phase,
    Procedure,
    Refused,
    Seen,
    Steps,
    TimingPolicy,
    Turn,
    Window,
    active_effects,
    active_first,
    begin_effect,
    during,
    in_seat_order,
    new_game,
    reaction,
    rounds,
    trigger,
    turns,
)
from rulewright.triggers import Postponed, Used
from tests.core.sketch import Came, Grew, Said, Shrank, Went, ask, said, sketch, sketch_rules, value

PASS = None


def asked(game: Game) -> list[int]:
    """Who is asked when everyone passes."""
    players = []
    while game.request is not None:
        players.append(game.request.player)
        game.answer(PASS)
    return players


# ------------------------------------------------------------------------------------------------------ windows


@reaction("moment", options=lambda game, player, context: (1, 2) if player != 1 else ())
def shout(game: Game, player: int, choice: int, context: Any) -> Steps:
    yield Said((player, choice))


@reaction("moment", options=lambda game, player, context: ("w",) if player == 2 else ())
def whisper(game: Game, player: int, choice: str, context: Any) -> Steps:
    yield Said((player, choice))


def moment(until: str = "", **registered: Any) -> Game:
    """A game that is nothing but one window, with three players of whom player 1 has no reaction."""
    registered.setdefault("reactions", [shout, whisper])
    return sketch(Window("moment", until=until, rule="9.1"), players=lambda setup: 3, **registered)


def test_the_options_are_reactions_with_their_choices_and_to_pass() -> None:
    game = moment()

    assert game.request.space.options() == (None, ("shout", 1), ("shout", 2))
    assert game.request.rule == "9.1"
    assert game.request.about == {"window": "moment"}
    game.answer(PASS)
    assert game.request.space.options() == (None, ("shout", 1), ("shout", 2), ("whisper", "w"))


def test_nobody_is_asked_who_has_nothing_to_use() -> None:
    assert asked(moment()) == [0, 2]


def test_a_window_that_nobody_can_use_does_not_open() -> None:
    assert asked(moment(reactions=[])) == []


def test_everyone_is_asked_where_a_skipped_window_would_tell_a_hand() -> None:
    assert asked(moment(timing=TimingPolicy(in_seat_order, ask_all=True))) == [0, 1, 2]
    only = TimingPolicy(in_seat_order, ask_all=lambda game, player, window: player == 1 and window == "moment")
    assert asked(moment(timing=only)) == [0, 1, 2]


def played(until: str, *answers: Any) -> tuple[list[Any], int | None]:
    """What was said after these answers, and who is asked then."""
    game = moment(until)
    for answer in answers:
        game.answer(answer)
    return said(game), game.request.player if game.request else None


def test_all_pass_lets_everyone_react_again_after_a_reaction() -> None:
    one, two = ("shout", 1), ("shout", 2)

    assert played("all pass", one) == ([(0, 1)], 2)
    assert played("all pass", one, two) == ([(0, 1), (2, 2)], 0)
    assert played("all pass", one, two, PASS) == ([(0, 1), (2, 2)], 2)
    assert played("all pass", one, two, PASS, PASS) == ([(0, 1), (2, 2)], None)
    assert played("all pass", PASS, two) == ([(2, 2)], 0)
    assert played("all pass", PASS, two, one) == ([(2, 2), (0, 1)], 2)
    assert played("all pass", PASS, PASS) == ([], None)


def test_each_until_pass_lets_one_player_finish_before_the_next() -> None:
    one, two = ("shout", 1), ("shout", 2)

    assert played("each until pass", one) == ([(0, 1)], 0)
    assert played("each until pass", one, two) == ([(0, 1), (0, 2)], 0)
    assert played("each until pass", one, PASS) == ([(0, 1)], 2)
    assert played("each until pass", one, PASS, one, one, PASS) == ([(0, 1), (2, 1), (2, 1)], None)


def test_each_once_lets_every_player_react_at_most_once() -> None:
    one = ("shout", 1)

    assert played("each once", one) == ([(0, 1)], 2)
    assert played("each once", one, one) == ([(0, 1), (2, 1)], None)
    assert played("each once", PASS, one) == ([(2, 1)], None)


def test_the_policy_says_when_a_window_closes_unless_it_says_so_itself() -> None:
    timing = TimingPolicy(in_seat_order, until="each once")
    game = moment(timing=timing)
    game.answer(("shout", 1))
    game.answer(("shout", 1))
    assert game.request is None
    game = moment("each until pass", timing=timing)
    game.answer(("shout", 1))
    assert game.request.player == 0


def test_the_window_gives_the_order_or_else_the_policy() -> None:
    backwards = TimingPolicy(lambda game: (2, 1, 0))

    assert asked(moment(timing=backwards)) == [2, 0]
    game = sketch(
        Window("moment", order=lambda game, context: (0,)), players=lambda setup: 3, reactions=[shout], timing=backwards
    )
    assert asked(game) == [0]


def test_the_active_player_comes_first_then_clockwise() -> None:
    game = sketch(
        Loop("turn", turns(lambda game: (1, 0), once=True), [Window("moment")]),
        players=lambda setup: 3,
        reactions=[shout, whisper],
        timing=TimingPolicy(active_first),
    )

    assert asked(game) == [2, 0, 0, 2]


def test_options_are_asked_for_with_the_context_of_the_procedure_round_the_window() -> None:
    seen: list[Any] = []

    @reaction("moment", options=lambda game, player, turn: (turn.player,) if player == 0 else ())
    def look(game: Game, player: int, choice: int, turn: Turn) -> None:
        seen.append((choice, turn.player, turn.number))

    once = Window("moment", until="each once")
    game = sketch(Loop("turn", turns(lambda game: (1, 0), once=True), [once]), reactions=[look])
    game.answer(("look", 1))
    game.answer(("look", 0))

    assert seen == [(1, 1, 1), (0, 0, 2)]


def test_a_reaction_may_ask_and_open_windows_of_its_own() -> None:
    @reaction("moment", options=lambda game, player, context: ("up",) if value(game) < 2 else ())
    def climb(game: Game, player: int, choice: Any, context: Any) -> Steps:
        yield Grew(0)
        word = yield ask("why", "fun", "duty", player=player)
        yield Said((player, word))
        yield Window("moment")

    game = sketch(Window("moment", until="each once"), reactions=[climb], windows=[Window("moment", until="each once")])
    for answer in (("climb", "up"), "fun", ("climb", "up"), "duty"):
        assert game.fork().digest() == game.digest()
        game.answer(answer)

    assert game.request is None
    assert said(game) == [(0, "fun"), (0, "duty")]


def test_a_reaction_that_is_not_among_the_options_is_refused() -> None:
    game = moment()

    for answer in (("whisper", "w"), ("shout", 3), "shout", ()):
        with pytest.raises(Refused):
            game.answer(answer)


# ------------------------------------------------------------------------------------------------------- limits


def limited(limit: Limit, **how: Any) -> Any:
    @reaction("moment", options=lambda game, player, context: ("a", "b"), limit=limit, **how)
    def poke(game: Game, player: int, choice: str, context: Any) -> Steps:
        yield Said((player, choice))

    return poke


def pokes(limit: Limit, flow: Procedure, most: int = 60, **how: Any) -> list[Any]:
    """What is said when everyone always reacts with the first option."""
    game = sketch(flow=flow, reactions=[limited(limit, **how)])
    while game.request is not None and most:
        options = game.request.space.options()
        game.answer(options[1])
        most -= 1
    assert most, "there is no end of it"
    return said(game)


WINDOW = Window("moment", until="each until pass")
TWO_ROUNDS = Loop("round", rounds(2), [Loop("turn", turns(lambda game: (0, 1), once=True), [WINDOW])])


def test_once_in_the_game_for_the_rule_itself() -> None:
    assert pokes(Limit(1, "game", per="rule"), TWO_ROUNDS) == [(0, "a")]


def test_once_in_the_game_for_each_player() -> None:
    assert pokes(Limit(1, "game", per="player"), TWO_ROUNDS) == [(0, "a"), (1, "a")]


def test_twice_a_round_for_each_player() -> None:
    assert pokes(Limit(2, "round", per="player"), TWO_ROUNDS) == [(0, "a"), (0, "a"), (1, "a"), (1, "a")] * 2


def test_once_a_turn() -> None:
    assert pokes(Limit(1, "turn", per="player"), TWO_ROUNDS) == [(0, "a"), (1, "a")] * 4


def test_once_for_each_source() -> None:
    once = Limit(1, "game", per="source")

    assert pokes(once, TWO_ROUNDS, source=lambda choice: choice) == [(0, "a"), (0, "b")]


def test_a_use_is_in_the_log() -> None:
    game = sketch(WINDOW, reactions=[limited(Limit(1, "game", per="player"))])
    game.answer(("poke", "b"))

    assert any(isinstance(entry.event, Used) for entry in game.log)
    assert game.request.player == 1


def test_counters_of_scopes_that_have_ended_are_forgotten() -> None:
    """Two rounds of two turns with a use each: only the counter of the last turn is left."""
    game = sketch(flow=TWO_ROUNDS, reactions=[limited(Limit(1, "turn", per="player")), once_in_the_game])
    seen = set()
    while game.request is not None:
        game.answer(game.request.space.options()[1])
        seen.add(len(game.state.uses))
    assert len(said(game)) == 4 * 2 + 1
    assert max(seen) == 3


@reaction("moment", options=lambda game, player, context: (1,), limit=Limit(1, "game", per="rule"))
def once_in_the_game(game: Game, player: int, choice: int, context: Any) -> Event:
    return Said("once")


def counting_trigger(limit: Limit | None, **how: Any) -> Any:
    @trigger(Grew, limit=limit, **how)
    def count(game: Game, event: Grew, source: Any) -> Event:
        return Said((source, event.thing))

    return count


def grow_all(game: Game, context: Any) -> Steps:
    for thing in (0, 1):
        yield [Grew(thing), Grew(thing)]


def counted(limit: Limit | None, **how: Any) -> list[Any]:
    flow = Loop("round", rounds(2), [Loop("turn", turns(lambda game: (0, 1), once=True), [grow_all])])
    return said(sketch(flow=flow, triggers=[counting_trigger(limit, order_matters=False, **how)]))


@pytest.mark.parametrize(
    ("limit", "times"),
    [(None, 16), (Limit(1, "game"), 1), (Limit(3, "game"), 3), (Limit(1, "round"), 2), (Limit(1, "turn"), 4)],
)
def test_a_trigger_is_limited_per_scope(limit: Limit | None, times: int) -> None:
    assert len(counted(limit)) == times


def test_a_trigger_is_limited_per_source() -> None:
    """Each thing reacts once a turn, to whatever grows."""
    found = counted(Limit(1, "turn"), sources=lambda game, event: (0, 2))

    assert [source for source, _ in found] == [0, 2] * 4


def test_a_trigger_reacts_to_an_event_only_once() -> None:
    """Once per event: counted for the thing that grew, within one procedure."""
    limit = Limit(1, "blow")

    def blow(game: Game, context: Any) -> Steps:
        yield Grew(0)
        yield Grew(0)
        yield Grew(1)

    attack = Procedure("blow", [blow])
    count = counting_trigger(limit, sources=lambda game, event: (event.thing,))
    again = Loop("round", rounds(2), [attack])

    assert said(sketch(again, triggers=[count])) == [(0, 0), (1, 1)] * 2


# ----------------------------------------------------------------------------------------------------- triggers


def grow(game: Game, context: Any) -> Steps:
    done = yield Grew(0)
    yield Said(("after", done))


def telling(name: str, *on: type[Event], **how: Any) -> Any:
    """A trigger that says its name."""

    def resolve(game: Game, event: Event, source: Any) -> Event:
        return Said(name if source is None else (name, source))

    return trigger(*(on or (Grew,)), name=name, **how)(resolve)


def test_what_is_triggered_comes_before_the_step_goes_on() -> None:
    assert said(sketch(grow, triggers=[telling("t")])) == ["t", ("after", Grew(0))]


def test_triggers_hear_events_of_derived_types() -> None:
    class GrewFast(Grew, frozen=True):
        pass

    assert said(sketch(lambda game, context: GrewFast(0), triggers=[telling("t")])) == ["t"]
    assert said(sketch(lambda game, context: Shrank(0), triggers=[telling("t")])) == []
    assert said(sketch(lambda game, context: Shrank(0), triggers=[telling("any", Grew, Shrank)])) == ["any"]


def test_a_trigger_is_ready_once_for_each_of_its_sources() -> None:
    pair = telling("t", sources=lambda game, event: (1, 2), order_matters=False)

    assert said(sketch(grow, triggers=[pair]))[:-1] == [("t", 1), ("t", 2)]


def test_immediate_triggers_come_first_whoever_controls_them() -> None:
    slow = telling("slow", player=lambda game, event, source: 0)
    quick = telling("quick", player=lambda game, event, source: 1, immediate=True)

    assert said(sketch(grow, triggers=[slow, quick]))[:-1] == ["quick", "slow"]


def test_the_policy_orders_the_players_whose_triggers_are_ready() -> None:
    zero = telling("zero", player=lambda game, event, source: 0)
    one = telling("one", player=lambda game, event, source: 1)
    nobody = telling("nobody", player=lambda game, event, source: None)

    def order(*players: int) -> list[Any]:
        return said(sketch(grow, triggers=[zero, one, nobody], timing=TimingPolicy(lambda game: players)))[:-1]

    assert order(0, 1) == ["nobody", "zero", "one"]
    assert order(1, 0) == ["nobody", "one", "zero"]


def test_a_player_orders_the_own_forced_triggers() -> None:
    def both(**timing: Any) -> Game:
        mine = [telling(name, player=lambda game, event, source: 1) for name in ("a", "b", "c")]
        return sketch(grow, triggers=mine, timing=TimingPolicy(in_seat_order, **timing))

    game = both()
    assert (game.request.player, game.request.ask) == (1, "trigger")
    assert game.request.space.options() == (("a", None), ("b", None), ("c", None))
    game.answer(("c", None))
    game.answer(("a", None))
    assert said(game)[:-1] == ["c", "a", "b"]
    assert said(both(ask_order=False))[:-1] == ["a", "b", "c"]


def test_nobody_is_asked_for_an_order_that_does_not_matter() -> None:
    pair = [
        telling(name, player=lambda game, event, source: 0, order_matters=matters)
        for name, matters in (("a", True), ("b", False))
    ]

    assert said(sketch(grow, triggers=pair))[:-1] == ["a", "b"]


def test_an_optional_trigger_may_be_declined() -> None:
    def may(answer: Any) -> list[Any]:
        game = sketch(grow, triggers=[telling("may", optional=True, player=lambda game, event, source: 1)])
        assert game.request.space.options() == (("may", None), None)
        game.answer(answer)
        return said(game)[:-1]

    assert may(("may", None)) == ["may"]
    assert may(None) == []


def test_optional_ones_beside_a_forced_one_can_be_declined_when_that_is_done() -> None:
    def who(game: Game, event: Event, source: Any) -> int:
        return 0

    game = sketch(grow, triggers=[telling("may", optional=True, player=who), telling("must", player=who)])
    assert game.request.space.options() == (("may", None), ("must", None))
    game.answer(("must", None))
    assert game.request.space.options() == (("may", None), None)
    game.answer(None)
    assert said(game)[:-1] == ["must"]


def test_events_that_happen_together_have_all_happened_when_triggers_resolve() -> None:
    @trigger(Grew)
    def look(game: Game, event: Grew, source: Any) -> Event:
        return Said((event.thing, value(game, 0), value(game, 1)))

    timing = TimingPolicy(in_seat_order, ask_order=False)
    game = sketch(lambda game, context: (Grew(0), Grew(1, 5)), triggers=[look], timing=timing)

    assert said(game) == [(0, 1, 5), (1, 1, 5)]


def test_a_trigger_of_a_phase_is_silent_outside_it() -> None:
    bound = telling("bound", phase="fight")
    act = Procedure("act", [grow])

    def both(game: Game, context: Any) -> Steps:
        yield act()
        yield act(out_of_phase=True)

    heard = said(sketch(Phase("move", [grow]), Phase("fight", [both]), triggers=[bound], procedures=[act]))

    assert [word for word in heard if word == "bound"] == ["bound"]


def test_a_trigger_of_an_effect_comes_from_each_effect_that_counts() -> None:
    def enchant(game: Game, context: Any) -> Steps:
        yield begin_effect(game, "curse", during("game"))
        yield begin_effect(game, "curse", during("game"))
        yield Grew(0)

    def curses(game: Game, event: Event) -> list[Any]:
        return [effect.id for effect in active_effects(game, "curse")]

    cursed = telling("cursed", sources=curses, order_matters=False)

    assert len(said(sketch(enchant, triggers=[cursed]))) == 2


# ------------------------------------------------------------------------------------------------- replacements


def replacing(name: str, change: Any, on: type[Event] = Grew, **how: Any) -> Any:
    def resolve(game: Game, event: Any, source: Any) -> Any:
        return change(event)

    return trigger(on, before=True, name=name, **how)(resolve)


def test_a_replacement_changes_what_happens() -> None:
    double = replacing("double", lambda event: Grew(event.thing, 2 * event.by))

    game = sketch(grow, triggers=[double])

    assert value(game) == 2
    assert said(game) == [("after", Grew(0, 2))]


def test_a_prevented_event_does_not_happen_and_triggers_nothing() -> None:
    game = sketch(grow, triggers=[replacing("prevent", lambda event: None), telling("t")])

    assert value(game) == 0
    assert said(game) == [("after", None)]


def test_an_event_replaced_by_one_of_another_type_is_heard_as_that() -> None:
    turn = replacing("turn", lambda event: Shrank(event.thing, event.by))
    game = sketch(grow, triggers=[turn, telling("grew"), telling("shrank", Shrank)])

    assert value(game) == -1
    assert said(game) == ["shrank", ("after", Shrank(0))]


def test_the_replacement_may_be_replaced_by_what_hears_its_type() -> None:
    turn = replacing("turn", lambda event: Shrank(event.thing, event.by))
    halve = replacing("halve", lambda event: Shrank(event.thing, 10), on=Shrank)

    assert value(sketch(grow, triggers=[turn, halve])) == -10


def test_each_replacement_is_offered_an_event_once() -> None:
    more = replacing("more", lambda event: Grew(event.thing, event.by + 1))

    assert value(sketch(grow, triggers=[more])) == 2


def test_the_player_orders_replacements() -> None:
    def who(game: Game, event: Event, source: Any) -> int:
        return 1

    double = replacing("double", lambda event: Grew(event.thing, 2 * event.by), player=who)
    more = replacing("more", lambda event: Grew(event.thing, event.by + 3), player=who)

    def first(name: str) -> int:
        game = sketch(grow, triggers=[double, more])
        assert game.request.player == 1
        game.answer((name, None))
        return value(game)

    assert (first("double"), first("more")) == (5, 8)


def test_a_replacement_may_ask_and_be_declined() -> None:
    @trigger(Grew, before=True, optional=True, player=lambda game, event, source: 1)
    def soften(game: Game, event: Grew, source: Any) -> Steps:
        by = yield ask("by", 7, 8, player=1)
        return Grew(event.thing, by)

    game = sketch(grow, triggers=[soften])
    game.answer(("soften", None))
    game.answer(8)
    assert value(game) == 8
    game = sketch(grow, triggers=[soften])
    game.answer(None)
    assert value(game) == 1


def test_a_replacement_in_a_batch_replaces_only_its_event() -> None:
    prevent = replacing("prevent", lambda event: None if event.thing == 1 else event)

    def all_grow(game: Game, context: Any) -> Steps:
        done = yield [Grew(0), Grew(1), Grew(2)]
        yield Said(done)

    assert said(sketch(all_grow, triggers=[prevent])) == [[Grew(0), None, Grew(2)]]


def test_what_a_replacement_puts_in_place_must_be_an_event() -> None:
    game = sketch(start, triggers=[replacing("odd", lambda event: (event, event))])

    with pytest.raises(BrokenRules, match=r"Trigger\('odd'\) puts \(Grew.* in place of Grew; expected an event"):
        game.answer(True)


def start(game: Game, context: Any) -> Steps:
    yield ask("start")
    yield Grew(0)


# ---------------------------------------------------------------------------------------------- delayed triggers


def brawl(game: Game, context: Any) -> Steps:
    yield Grew(0, 3)
    yield Said("brawl goes on")


BRAWL = Procedure("brawl", [brawl])


def test_a_delayed_trigger_waits_for_the_end_of_its_scope() -> None:
    late = telling("late", delay="brawl")

    assert said(sketch(BRAWL, lambda game, context: Said("next"), triggers=[late])) == ["brawl goes on", "late", "next"]


def test_a_delayed_trigger_outside_its_scope_resolves_at_once() -> None:
    game = sketch(grow, triggers=[telling("late", delay="brawl")], procedures=[BRAWL])

    assert said(game) == ["late", ("after", Grew(0))]


def test_a_delayed_trigger_gets_the_event_that_set_it_off() -> None:
    @trigger(Grew, delay="brawl")
    def late(game: Game, event: Grew, source: Any) -> Event:
        return Said((event.thing, event.by))

    assert said(sketch(BRAWL, triggers=[late])) == ["brawl goes on", (0, 3)]


class Whispered(Event, frozen=True):
    """Player 0 alone knows what."""

    player: int
    what: Annotated[str, Seen.OWNER]


def test_what_a_delayed_trigger_waits_with_is_known_to_those_who_know_the_event() -> None:
    @trigger(Whispered, Said, delay="brawl")
    def late(game: Game, event: Event, source: Any) -> Any:
        return Said("heard") if isinstance(event, Whispered) else None

    def talk(game: Game, context: Any) -> Steps:
        yield Whispered(0, "secret")
        yield Said("aloud")
        yield ask("go on", 1)

    game = sketch(Procedure("brawl", [talk]), triggers=[late])
    for player, knows in ((0, True), (1, False)):
        view = game.view(player)
        waiting = list(view.state.delayed.values())
        told = [event.delayed for event in view.events() if isinstance(event, Postponed)]
        for whispered, aloud in (waiting, told):
            assert ("secret" in str(whispered.event), whispered.event_type) == (knows, "Whispered" if knows else "")
            assert "aloud" in str(aloud.event)
        assert (b"secret" in view.to_json()) is knows

    game.answer(1)
    assert said(game)[-1] == "heard"


class Shouted(Said, frozen=True):
    pass


def test_a_delayed_trigger_gets_an_event_of_a_derived_type_back() -> None:
    """Also where the event came in a batch and its type was never registered."""

    @trigger(Said, delay="brawl")
    def late(game: Game, event: Said, source: Any) -> Any:
        return Grew(1, 5) if isinstance(event, Shouted) else None

    def cry(game: Game, context: Any) -> Steps:
        yield (Shouted("a"), Grew(0))

    game = sketch(Procedure("brawl", [cry]), triggers=[late])

    assert value(game, 1) == 5


def test_what_a_delayed_trigger_delays_to_the_same_end_is_not_lost() -> None:
    @trigger(Grew, delay="brawl")
    def late(game: Game, event: Grew, source: Any) -> Any:
        return Grew(0, event.by - 1) if event.by > 1 else Said("done")

    assert said(sketch(BRAWL, triggers=[late]))[-1] == "done"


def test_what_the_end_of_an_effect_delays_to_the_same_end_is_not_lost() -> None:
    def enchant(game: Game, context: Any) -> Steps:
        yield begin_effect(game, "spell", during("brawl"))

    late = telling("late", EffectEnded, delay="brawl")

    assert said(sketch(Procedure("brawl", [enchant]), triggers=[late])) == ["late"]


def test_a_delayed_trigger_of_a_loop_waits_for_the_end_of_the_pass() -> None:
    def grow_first(game: Game, turn: Turn) -> Steps:
        if turn.number == 1:
            yield Grew(0)
        yield Said(("turn", turn.number))

    flow = Loop("turn", turns(lambda game: (0, 1), once=True), [grow_first])

    assert said(sketch(flow=flow, triggers=[telling("late", delay="turn")])) == [("turn", 1), "late", ("turn", 2)]


def test_a_delayed_trigger_survives_a_fork_and_a_question_in_between() -> None:
    def grow_and_ask(game: Game, context: Any) -> Steps:
        yield Grew(0)
        yield ask("on")

    game = sketch(Procedure("brawl", [grow_and_ask, grow_and_ask_again]), triggers=[telling("late", delay="brawl")])
    game.answer(True)
    fork = game.fork()
    fork.answer(True)

    assert said(fork) == ["late"]
    assert said(game) == []


def grow_and_ask_again(game: Game, context: Any) -> Steps:
    yield ask("again")


def test_delayed_triggers_are_ordered_by_the_policy_when_their_time_comes() -> None:
    def who(game: Game, event: Grew, source: Any) -> int:
        return event.thing

    @trigger(Grew, delay="brawl", player=who)
    def late(game: Game, event: Grew, source: Any) -> Event:
        return Said(event.thing)

    def grow_both(game: Game, context: Any) -> Steps:
        yield Grew(0)
        yield Grew(1)

    timing = TimingPolicy(lambda game: (1, 0))

    assert said(sketch(Procedure("brawl", [grow_both]), triggers=[late], timing=timing)) == [1, 0]


# ------------------------------------------------------------------------------------------------------ nesting


def chain(nesting: str) -> list[Any]:
    """One event sets off A and B; what A does sets off C."""

    @trigger(Grew)
    def a(game: Game, event: Grew, source: Any) -> Steps:
        yield Said("a begins")
        yield Shrank(1)
        yield Said("a ends")

    timing = TimingPolicy(in_seat_order, nesting=nesting, ask_order=False)
    return said(sketch(lambda game, context: Grew(0), triggers=[a, telling("b"), telling("c", Shrank)], timing=timing))


def test_nested_at_once() -> None:
    assert chain("at once") == ["a begins", "c", "a ends", "b"]


def test_nested_triggers_wait_until_what_is_being_resolved_is_done() -> None:
    assert chain("wait") == ["a begins", "a ends", "b", "c"]


# --------------------------------------------------------------------------------------------------- registration


def test_two_triggers_of_one_name_are_refused() -> None:
    with pytest.raises(FlowError, match="two triggers are named 't'"):
        sketch_rules(grow, triggers=[telling("t"), telling("t", Shrank)]).freeze()


def test_two_reactions_of_one_name_are_refused_also_from_an_extension() -> None:
    rules = sketch_rules(Window("moment"), reactions=[shout])

    with pytest.raises(FlowError, match="two reactions are named 'shout'"):
        rules.freeze([Extension(ruleset="sketch", id="more", reactions=[shout])])


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"limit": Limit(1, "trun")}, r"is limited per 'trun', which nothing is named; did you mean 'turn'\?"),
        ({"delay": "trun"}, r"waits for the end of 'trun', which nothing is named; did you mean 'turn'\?"),
        ({"phase": "shoting"}, r"belongs to the phase 'shoting', which nothing is named; did you mean 'shooting'\?"),
    ],
)
def test_a_scope_that_is_misspelt_is_refused(how: dict[str, Any], words: str) -> None:
    rules = sketch_rules(Phase("shooting", []), Procedure("turn", []), triggers=[telling("t", **how)])

    with pytest.raises(FlowError, match=r"Trigger\('t'\) " + words):
        rules.freeze()


def test_an_extension_adds_triggers_and_reactions() -> None:
    rules = sketch_rules(grow, Window("moment"), reactions=[shout], players=lambda setup: 3)
    more = Extension(ruleset="sketch", id="more", reactions=[whisper], triggers=[telling("t")])

    game = new_game(rules.freeze([more]), seed=1)

    assert said(game)[0] == "t"
    assert asked(game) == [0, 2]


def test_a_request_to_order_triggers_shows_no_hidden_source() -> None:
    """What names a trigger is its name and source: public facts; the event is told as its player knows it."""

    class Drew(Came, frozen=True):
        AUDIENCE = Seen.OWNER

    def asked_about(owner: int) -> Any:
        pair = [telling(name, Drew, player=lambda game, event, source: 0) for name in ("a", "b")]
        return sketch(lambda game, context: Drew(9, owner), triggers=pair).request.about

    assert asked_about(1) == {"event": "Drew", "what": {}}
    assert asked_about(0) == {"event": "Drew", "what": {"thing": 9, "owner": 0, "value": 0}}


@pytest.mark.parametrize("seed", range(4))
def test_random_nests_of_triggers_and_windows_fork_as_they_go_on(seed: int) -> None:
    rng = Random(seed)

    @trigger(Grew, optional=True, player=lambda game, event, source: 1, limit=Limit(4, "game"))
    def poke(game: Game, event: Grew, source: Any) -> Steps:
        yield Window("moment")
        yield Went(event.thing) if event.thing in game.state.things and rng_free(event) else Said("poked")

    def rng_free(event: Grew) -> bool:
        return event.by % 2 == 0

    @reaction("moment", options=lambda game, player, context: tuple(game.state.things)[:2], limit=Limit(5, "game"))
    def nudge(game: Game, player: int, choice: int, context: Any) -> Steps:
        if choice in game.state.things:
            yield [Grew(choice), Said(("nudge", player))]

    game = sketch(
        grow, Window("moment"), triggers=[poke], reactions=[nudge],
        timing=TimingPolicy(in_seat_order, nesting=("at once", "wait")[seed % 2]),
    )  # fmt: skip
    while game.request is not None:
        fork = game.fork()
        assert fork.digest() == game.digest()
        assert fork.log == game.log
        game.answer(game.request.space.sample(rng))

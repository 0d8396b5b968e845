"""Windows in rounds, limits per source, batches, and who waits for whom: what timing policies promise."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import (
    FOREVER,
    Context,
    EffectKind,
    Event,
    FlowError,
    Game,
    GameOver,
    Limit,
    Procedure,
    Record,
    Ruleset,
    State,
    Steps,
    Table,
    TimingPolicy,
    Window,
    active_effects,
    begin_effect,
    choose,
    new_game,
    reaction,
    trigger,
)


class Piece(Record):
    owner: int = 0
    marks: int = 0


class Board(State):
    pieces: Table[Piece]


class Struck(Event, frozen=True):
    piece: int

    def apply(self, state: Board) -> None:
        state.pieces.edit(self.piece).marks += 1


class Told(Event, frozen=True):
    what: str


class Removed(Event, frozen=True):
    piece: int

    def apply(self, state: Board) -> None:
        state.pieces.remove(self.piece)


def populate(state: Board, setup: Any, content: Any) -> None:
    for number in range(4):
        state.pieces.add(Piece(number, owner=number % 2))


def game_of(*steps: Any, **parts: Any) -> Game:
    """A game that runs these steps once and is then over."""
    flow = Procedure("main", [*steps, over])
    parts.setdefault("timing", TimingPolicy(lambda game: game.players))
    return new_game(Ruleset(id="t", title="t", state=Board, flow=flow, populate=populate, **parts), seed=1)


def over(game: Game, context: Any) -> Event:
    return GameOver(())


def told(game: Game) -> list[str]:
    return [event.what for event in game.events() if isinstance(event, Told)]


# -- windows


def used(game: Game, player: int, choice: int, context: Any) -> Event:
    return Told(f"{player}:{choice}")


def windowed(until: str, **how: Any) -> Game:
    use = reaction("w", options=lambda game, player, context: (player, player + 2), name="use", **how)(used)
    return game_of(Window("w", until), reactions=[use])


def test_a_quiet_round_asks_everyone_again_after_a_reaction() -> None:
    """The round goes on to its end after a reaction; then a new one begins with the first player."""
    game = windowed("quiet round")
    asked = []
    for answer in (("use", 0), None, None, ("use", 3), None, None):
        asked.append(game.request.player)
        game.answer(answer)
    assert asked == [0, 1, 0, 1, 0, 1]
    assert game.result is not None


def test_all_pass_closes_without_asking_the_last_to_pass_again() -> None:
    game = windowed("all pass")
    asked = []
    for answer in (("use", 0), None, None):
        asked.append(game.request.player)
        game.answer(answer)
    assert asked == [0, 1, 0]
    assert game.result is not None


def test_an_unknown_closing_is_refused() -> None:
    with pytest.raises(FlowError, match="expected all pass, each until pass, each once, quiet round"):
        Window("w", "when bored")


def test_a_reaction_is_limited_per_source() -> None:
    game = windowed("quiet round", limit=Limit(1, "main"), source=lambda choice: choice)
    game.answer(("use", 0))
    game.answer(None)
    assert game.request.space.values == (None, ("use", 2))


# -- batches


def test_a_list_of_one_event_is_received_as_a_list() -> None:
    def step(game: Game, context: Any) -> Steps:
        one = yield [Told("a")]
        none = yield []
        yield Told(repr((len(one), none)))

    assert told(game_of(step)) == ["a", "(1, [])"]


@trigger(
    Struck, before=True, optional=True, sources=lambda game, event: (event.piece,),
    player=lambda game, event, piece: game.state.pieces[piece].owner,
)  # fmt: skip
def dodge(game: Game, event: Struck, piece: int) -> Event:
    return Told(f"{piece} dodged")


def test_what_would_happen_together_is_offered_in_the_order_of_the_policy() -> None:
    """Replacements of simultaneous events are ordered by player, not by event."""

    def step(game: Game, context: Any) -> Steps:
        yield [Struck(1), Struck(0), Struck(2)]

    game = game_of(step, triggers=[dodge])
    assert (game.request.player, game.request.space.values) == (0, (("dodge", 0), ("dodge", 2), None))
    game.answer(("dodge", 2))
    game.answer(None)
    assert game.request.player == 1
    game.answer(("dodge", 1))
    assert [piece.marks for piece in game.state.pieces.values()] == [1, 0, 0, 0]


def test_the_same_trigger_on_two_events_is_offered_twice() -> None:
    @trigger(Struck, optional=True, player=lambda game, event, source: 0)
    def cheer(game: Game, event: Struck, source: None) -> Event:
        return Told(f"for {event.piece}")

    def step(game: Game, context: Any) -> Steps:
        yield [Struck(0), Struck(2)]

    game = game_of(step, triggers=[cheer])
    assert game.request.space.values == (("cheer", None), ("cheer", None, 2), None)
    game.answer(("cheer", None, 2))
    game.answer(("cheer", None))
    assert told(game) == ["for 2", "for 0"]


# -- who waits for whom


class Rang(Event, frozen=True):
    bell: str


RINGS = {"start": ("a1", "a2", "b1"), "a1": ("a3", "b2"), "b1": ("a4",)}


@trigger(
    Rang, sources=lambda game, event: RINGS.get(event.bell, ()),
    player=lambda game, event, name: "ab".index(name[0]),
)  # fmt: skip
def ring(game: Game, event: Rang, name: str) -> Steps:
    yield Told(name)
    yield Rang(name)
    yield Told(f"{name} done")


def rung(nesting: str) -> list[str]:
    def step(game: Game, context: Any) -> Event:
        return Rang("start")

    timing = TimingPolicy(lambda game: game.players, nesting=nesting, ask_order=False)
    return [what for what in told(game_of(step, triggers=[ring], timing=timing)) if not what.endswith("done")]


@pytest.mark.parametrize(
    ("nesting", "order"),
    [
        ("at once", ["a1", "a3", "b2", "a2", "b1", "a4"]),
        ("wait", ["a1", "a2", "b1", "a3", "a4", "b2"]),
        ("others wait", ["a1", "a3", "a2", "b1", "b2", "a4"]),
    ],
)
def test_nesting(nesting: str, order: list[str]) -> None:
    """Player a has a1, a2, then b has b1; a1 triggers a3 and b2, b1 triggers a4."""
    assert rung(nesting) == order


def test_an_unknown_nesting_is_refused() -> None:
    with pytest.raises(ValueError, match="others wait"):
        TimingPolicy(lambda game: game.players, nesting="sometimes")


def test_what_a_replacement_triggers_for_the_other_player_waits_for_its_end() -> None:
    """A replacement is resolved by a player too."""

    @trigger(Struck, before=True, player=lambda game, event, source: 0)
    def parry(game: Game, event: Struck, source: None) -> Steps:
        yield Rang("b1")
        yield Told("parried")
        return event

    def step(game: Game, context: Any) -> Event:
        return Struck(0)

    @trigger(Rang, player=lambda game, event, source: 1)
    def hear(game: Game, event: Rang, source: None) -> Event:
        return Told("heard")

    timing = TimingPolicy(lambda game: game.players, nesting="others wait")
    assert told(game_of(step, triggers=[parry, hear], timing=timing)) == ["parried", "heard"]


def test_an_effect_waits_for_every_other_player_who_is_resolving() -> None:
    """Player 0 resolves; inside, player 1 replaces something, which triggers an effect of player 1: it waits for 0."""

    @trigger(Rang, sources=lambda game, event: (None,) if event.bell == "start" else (), player=lambda g, e, source: 0)
    def strike(game: Game, event: Rang, source: None) -> Steps:
        yield Struck(0)
        yield Told("0 done")

    @trigger(Struck, before=True, player=lambda game, event, source: 1)
    def parry(game: Game, event: Struck, source: None) -> Steps:
        yield Rang("parried")
        yield Told("1 done")
        return event

    @trigger(Rang, sources=lambda game, event: (None,) if event.bell == "parried" else (), player=lambda g, e, s: 1)
    def hear(game: Game, event: Rang, source: None) -> Event:
        return Told("heard")

    def step(game: Game, context: Any) -> Event:
        return Rang("start")

    timing = TimingPolicy(lambda game: game.players, nesting="others wait")
    game = game_of(step, triggers=[strike, parry, hear], timing=timing)
    assert told(game) == ["1 done", "0 done", "heard"]


@pytest.mark.parametrize(("recheck", "expected"), [(True, ["0"]), (False, ["0", "2"])])
def test_recheck(recheck: bool, expected: list[str]) -> None:
    """Two pieces of one player react; the first takes the second away before its turn comes."""

    @trigger(Rang, sources=lambda game, event: [p.id for p in game.state.pieces.values() if p.owner == 0])
    def answer(game: Game, event: Rang, piece: int) -> Steps:
        yield Told(str(piece))
        if piece == 0:
            yield Removed(2)

    def step(game: Game, context: Any) -> Event:
        return Rang("start")

    timing = TimingPolicy(lambda game: game.players, ask_order=False, recheck=recheck)
    assert told(game_of(step, triggers=[answer], timing=timing)) == expected


# -- as long as, contexts, lost


class Count(Context):
    left: int = 0
    name: str = ""


def test_the_rest_of_a_procedure_is_skipped_once_its_condition_fails() -> None:
    def down(game: Game, count: Count) -> Event:
        return game.note(count, left=count.left - 1)

    def again(game: Game, count: Count) -> Event:
        return Told("again")

    def never(game: Game, count: Count) -> Event:
        return Told("never")

    going = Procedure("going", [down, again, Window("w"), down_twice, never], as_long_as=has_left)
    whole = Procedure("whole", [going, lambda game, count: Told(f"ended at {count.left}")], Count)
    assert told(game_of(lambda game, context: whole(left=2), procedures=[whole])) == ["again", "ended at 0"]


def has_left(game: Game) -> bool:
    return game.context(Count).left > 0


def down_twice(game: Game, count: Count) -> Event:
    return game.note(count, left=0)


def test_contexts_lists_nested_ones_from_the_inside_out() -> None:
    def look(game: Game, count: Count) -> Steps:
        yield Told(" in ".join(each.name for each in game.contexts(Count)))
        if count.name == "outer":
            yield nest(name="inner")

    nest = Procedure("nest", [Procedure("body", [look])], Count)
    assert told(game_of(lambda game, context: nest(name="outer"), procedures=[nest])) == ["outer", "inner in outer"]


def test_an_effect_that_its_kind_says_is_lost_ends_for_good() -> None:
    """It ends after the very event, once, and two at a time; even_if_lost keeps it."""
    fragile = EffectKind("fragile", lost=lambda game, effect: game.state.pieces[effect.source].marks > 0)

    def step(game: Game, context: Any) -> Steps:
        for keep in (False, False, True):
            yield begin_effect(game, "fragile", FOREVER, source=("pieces", 0), even_if_lost=keep)
        yield Struck(0)
        yield Told(str(len(list(active_effects(game, "fragile")))))

    game = game_of(step, effects=[fragile])
    assert told(game) == ["1"]
    assert [type(event).__name__ for event in game.events()].count("EffectEnded") == 2


def test_waiting_triggers_survive_a_fork_in_between() -> None:
    """A fork in the middle of a resolution goes on as the game itself does."""

    @trigger(Rang, sources=lambda game, event: RINGS.get(event.bell, ()), player=lambda g, e, name: "ab".index(name[0]))
    def ask(game: Game, event: Rang, name: str) -> Steps:
        yield choose("ab".index(name[0]), name, (1, 2))
        yield Told(name)
        yield Rang(name)

    def step(game: Game, context: Any) -> Event:
        return Rang("start")

    timing = TimingPolicy(lambda game: game.players, nesting="others wait", ask_order=False)
    game = game_of(step, triggers=[ask], timing=timing)
    while game.request is not None:
        fork = game.fork()
        while fork.request is not None:
            fork.answer(1)
        assert told(fork) == ["a1", "a3", "a2", "b1", "b2", "a4"]
        game.answer(1)


def test_a_called_procedure_asks_its_condition_too() -> None:
    """Whoever called it receives None."""
    never = Procedure("never", [lambda game, context: Told("never")], when=lambda game: False)

    def step(game: Game, context: Any) -> Steps:
        yield Told(repr((yield never())))

    assert told(game_of(step, procedures=[never])) == ["None"]


# -- who orders, apart from who controls


def owner(game: Game, event: Event, piece: int) -> int:
    return int(game.state.pieces[piece].owner)


def chime(game: Game, event: Rang, piece: int) -> Event:
    return Told(f"{piece} chimes")


def chiming(*pieces: int, optional: tuple[int, ...] = (), timing: Any = None, **how: Any) -> Game:
    """A bell at which these pieces chime; they belong to player 0 (even) or 1 (odd), and 1 orders."""
    orders = timing or TimingPolicy(lambda game: game.players, orders=lambda game: 1)
    triggers = [
        trigger(
            Rang, name=f"chime {piece}", sources=lambda game, event, piece=piece: (piece,), player=owner,
            optional=piece in optional, **how,
        )(chime)
        for piece in pieces
    ]  # fmt: skip
    return game_of(lambda game, context: Rang(""), triggers=triggers, timing=orders)


def asked(game: Game) -> tuple[int, tuple[Any, ...]]:
    return game.request.player, tuple(option and option[1] for option in game.request.space.options())


def of(piece: int) -> tuple[str, int]:
    return (f"chime {piece}", piece)


def test_one_player_orders_what_several_players_control() -> None:
    game = chiming(0, 1, 2)
    assert asked(game) == (1, (0, 2, 1))  # in one question, in the order of the policy
    game.answer(of(2))
    assert asked(game) == (1, (0, 1))
    game.answer(of(1))
    assert told(game) == ["2 chimes", "1 chimes", "0 chimes"]
    assert game.result is not None


def test_who_controls_what_is_optional_says_whether_it_is_used() -> None:
    game = chiming(0, 1, 2, optional=(0, 1))
    assert asked(game) == (1, (0, 2, 1))
    game.answer(of(0))
    assert asked(game) == (0, (0, None))
    game.answer(None)
    assert asked(game) == (1, (2, 1))
    game.answer(of(2))
    assert asked(game) == (1, (1, None))  # nothing is left to order: whether
    game.answer(of(1))
    assert told(game) == ["2 chimes", "1 chimes"]


def test_nobody_is_asked_where_there_is_nothing_to_choose() -> None:
    assert told(chiming(0)) == ["0 chimes"]
    assert told(chiming(0, 1, order_matters=False)) == ["0 chimes", "1 chimes"]
    unasked = TimingPolicy(lambda game: (1, 0), ask_order=False, orders=lambda game: 1)
    assert told(chiming(0, 1, 2, timing=unasked)) == ["1 chimes", "0 chimes", "2 chimes"]
    game = chiming(0, optional=(0,))
    assert asked(game) == (0, (0, None))
    game.answer(of(0))
    assert told(game) == ["0 chimes"]


def test_who_orders_its_own_is_asked_once_for_order_and_whether() -> None:
    game = chiming(1, 3, optional=(1, 3))
    assert asked(game) == (1, (1, 3, None))
    game.answer(None)
    assert told(game) == []


def test_what_need_not_be_ordered_goes_first_and_what_nobody_controls_before_it() -> None:
    @trigger(Rang, player=lambda game, event, source: None)
    def echo(game: Game, event: Rang, source: Any) -> Event:
        return Told("echo")

    quick = trigger(Rang, sources=lambda game, event: (2,), player=owner, name="chime 2", order_matters=False)(chime)
    slow = [
        trigger(Rang, name=f"chime {one}", sources=lambda game, event, one=one: (one,), player=owner)(chime)
        for one in (0, 1)
    ]
    orders = TimingPolicy(lambda game: game.players, orders=lambda game: 1)
    game = game_of(lambda game, context: Rang(""), triggers=[*slow, quick, echo], timing=orders)
    assert told(game) == ["echo", "2 chimes"]
    assert asked(game) == (1, (0, 1))


def test_what_would_happen_is_ordered_by_the_same_player_and_replayed() -> None:
    """Player 1 orders, player 0 declines for its piece; the answers, given again, tell the same story."""

    @trigger(Struck, before=True, sources=lambda game, event: (0, 1), player=owner, optional=True)
    def duck(game: Game, event: Struck, piece: int) -> Event:
        return Told(f"{piece} ducks")

    orders = TimingPolicy(lambda game: game.players, orders=lambda game: 1)

    def struck() -> Game:
        return game_of(lambda game, context: Struck(3), triggers=[duck], timing=orders)

    game = struck()
    assert asked(game) == (1, (0, 1))
    game.answer(("duck", 0))
    assert asked(game) == (0, (0, None))
    game.answer(None)
    assert asked(game) == (1, (1, None))
    fork = game.fork()
    for one in (game, fork):
        one.answer(("duck", 1))
        assert told(one) == ["1 ducks"]
    again = struck()
    for _, answer in game.answers:
        again.answer(answer)
    assert again.events() == game.events()


def test_an_optional_trigger_without_a_player_is_named() -> None:
    """It is not quietly resolved as if it were forced."""

    @trigger(Struck, optional=True)
    def cheer(game: Game, event: Struck, source: None) -> Event:
        return Told("cheer")

    with pytest.raises(FlowError, match="'cheer' is optional, but no player"):
        game_of(lambda game, context: Struck(0), triggers=[cheer])

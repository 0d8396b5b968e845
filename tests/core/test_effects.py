"""Continuous effects: from when until when they count, and what ends them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rulewright import (
    FOREVER,
    BrokenRules,
    EffectBegan,
    EffectEnded,
    EffectKind,
    Event,
    Game,
    Layer,
    Leave,
    Limit,
    Loop,
    Modifier,
    Permission,
    PermissionRule,
    Phase,
    Procedure,
    Round,
    Stat,
    Steps,
    TimingPolicy,
    Turn,
    Window,
    active_effects,
    begin_effect,
    during,
    in_seat_order,
    reaction,
    rounds,
    trigger,
    turns,
    until,
    until_next,
)
from rulewright.effects import ending_before, ending_step, ending_with, fulfilled, lost
from rulewright.flow import Node
from rulewright.ruleset import StatRule
from rulewright.state import Effect, Frame
from tests.core.sketch import Grew, Said, Went, ask, said, sketch, value


def begin(*durations: Any, **how: Any) -> Callable[[Game, Any], Steps]:
    """A step that begins an effect of each of these durations."""

    def begin_effects(game: Game, context: Any) -> Steps:
        for number, duration in enumerate(durations):
            yield begin_effect(game, f"e{number}", duration, **how)

    return begin_effects


def look(label: Any = "now") -> Callable[[Game, Any], Event]:
    """A step that says which effects count."""

    def look_now(game: Game, context: Any) -> Event:
        return Said((label, [effect.kind for effect in active_effects(game)]))

    look_now.__name__ = f"look {label}"
    return look_now


def ends(game: Game) -> list[str]:
    """Why effects ended, in the order in which they did."""
    return [entry.event.why for entry in game.log if isinstance(entry.event, EffectEnded)]


# ------------------------------------------------------------------------------------------------- durations


def test_an_effect_lasts_to_the_end_of_the_named_scope() -> None:
    inner = Procedure("attack", [begin(during("attack"), during("battle")), look("attack")])
    game = sketch(Procedure("battle", [inner, look("battle")]), look("after"))

    assert said(game) == [("attack", ["e0", "e1"]), ("battle", ["e1"]), ("after", [])]
    assert ends(game) == ["over", "over"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"stat": "atack"}, r"changes 'atack', but there is no such number or permission; did you mean 'attack'\?"),
        ({"stat": "flyy", "layer": "may"}, r"changes 'flyy', but there is no such .*; did you mean 'fly'"),
        (
            {"stat": "attack", "layer": "modfy"},
            r"changes the layer 'modfy' of 'attack', which has 'modify'; did you mean",
        ),
        ({"stat": "attack"}, r"changes the layer None of 'attack', which has 'modify'$"),
        ({"stat": "fly", "layer": "can"}, r"changes the layer 'can' of 'fly', which has 'may', 'cannot'"),
    ],
)
def test_a_change_that_could_never_count_is_refused(data: dict[str, Any], words: str) -> None:
    def cast(game: Game, context: Any) -> Steps:
        yield begin_effect(game, "curse", FOREVER, data={**data, "amount": 1})

    attack = StatRule(stat=Stat("attack", (Layer("modify", "add"),)), base=lambda game, subject: 1)
    with pytest.raises(Exception, match=f"effect 'curse' {words}"):
        sketch(cast, stats=[attack], permissions=[PermissionRule(permission=Permission("fly"))])


def test_an_effect_lasts_during_the_step() -> None:
    def step(game: Game, context: Any) -> Steps:
        yield begin_effect(game, "brief", during("step"))
        yield look("same step")(game, context)

    assert said(sketch(step, look("next step"))) == [("same step", ["brief"]), ("next step", [])]


def test_an_effect_of_the_last_step_ends_with_the_procedure() -> None:
    assert said(sketch(Procedure("p", [begin(during("step"))]), look("after"))) == [("after", [])]


def test_an_effect_of_a_step_lasts_through_what_the_step_calls() -> None:
    sub = Procedure("sub", [look("inside"), look("still inside")])

    def step(game: Game, context: Any) -> Steps:
        yield begin_effect(game, "brief", during("step"))
        yield sub()
        yield look("back")(game, context)

    game = sketch(step, look("next"), procedures=[sub])

    assert [kinds for _, kinds in said(game)] == [["brief"], ["brief"], ["brief"], []]


def test_of_nested_scopes_of_one_name_the_innermost_is_meant() -> None:
    def call(game: Game, context: Any) -> Steps:
        yield begin_effect(game, "outer", during("attack"))
        yield counter()
        yield look("after counter")(game, context)

    def strike_back(game: Game, context: Any) -> Steps:
        yield begin_effect(game, "inner", during("attack"))
        yield look("in counter")(game, context)

    counter = Procedure("counter attack", [strike_back], scope="attack")
    attack = Procedure("attack", [call])

    assert said(sketch(attack, look("over"), procedures=[counter])) == [
        ("in counter", ["outer", "inner"]),
        ("after counter", ["outer"]),
        ("over", []),
    ]


def test_a_procedure_that_calls_itself_ends_only_its_own_effects() -> None:
    def dig(game: Game, context: Any) -> Steps:
        depth = len(list(active_effects(game)))
        yield begin_effect(game, f"d{depth}", during("dig"))
        if depth < 2:
            yield DIG()
        yield look(depth)(game, context)

    DIG = Procedure("dig", [dig])

    assert said(sketch(DIG, look("out"), procedures=[DIG])) == [
        (2, ["d0", "d1", "d2"]),
        (1, ["d0", "d1"]),
        (0, ["d0"]),
        ("out", []),
    ]


def test_an_effect_of_a_turn_ends_with_that_pass_of_the_loop() -> None:
    def enchant(game: Game, turn: Turn) -> Steps:
        if turn.number in (1, 3):
            yield begin_effect(game, "spell", during("turn"))

    flow = Loop("turn", turns(lambda game: (0, 1)), [enchant, look(), stop_after(4)])

    assert [kinds for _, kinds in said(sketch(flow=flow))] == [["spell"], [], ["spell"], []]


def stop_after(number: int) -> Callable[[Game, Turn], Any]:
    def stop(game: Game, turn: Turn) -> Any:
        return Leave("turn") if turn.number == number else None

    return stop


def test_an_effect_of_the_round_lasts_through_its_turns() -> None:
    def enchant(game: Game, turn: Turn) -> Steps:
        if turn.number == 1 and game.context(Round).number == 1:
            yield begin_effect(game, "spell", during("round"))

    inner = Loop("turn", turns(lambda game: (0, 1), once=True), [enchant, look()])

    game = sketch(flow=Loop("round", rounds(2), [inner]))

    assert [kinds for _, kinds in said(game)] == [["spell"], ["spell"], [], []]


def test_an_effect_of_a_phase_is_named_by_the_phase_or_by_what_it_is() -> None:
    flow = [
        Phase("move", [begin(during("move"), during("phase")), look("move")]),
        Phase("fight", [look("fight")]),
    ]

    assert said(sketch(*flow)) == [("move", ["e0", "e1"]), ("fight", [])]


def test_an_effect_lasts_until_the_next_turn_of_a_player_begins() -> None:
    """Over other players' turns, to the first moment of the own one."""

    def enchant(game: Game, turn: Turn) -> Steps:
        yield look(turn.number)(game, turn)
        if turn.number == 1:
            yield begin_effect(game, "spell", until_next("turn", 0))
            yield begin_effect(game, "hex", until_next("turn", 1))

    flow = Loop("turn", turns(lambda game: (0, 1, 2)), [enchant, stop_after(5)])
    game = sketch(flow=flow, players=lambda setup: 3)

    assert said(game) == [(1, []), (2, ["spell"]), (3, ["spell"]), (4, []), (5, [])]


def test_until_the_next_phase_of_a_name() -> None:
    """A phase has no player of its own, but is in someone's turn."""
    begins = once("act", begin(until_next("phase", 1), until_next("act", 1)))
    body = [Phase("rest", [look("rest")]), Phase("act", [begins, look("act")])]
    game = sketch(flow=Loop("turn", turns(lambda game: (0, 1), once=True), body))

    assert said(game) == [("rest", []), ("act", ["e0", "e1"]), ("rest", ["e1"]), ("act", [])]


def once(name: str, step: Any) -> Any:
    """The step, only the first time it comes up."""

    def first(game: Game, context: Any) -> Any:
        return step(game, context) if not any(isinstance(e.event, EffectBegan) for e in game.log) else None

    first.__name__ = name
    return first


def test_an_effect_lasts_until_a_condition_first_holds() -> None:
    def grow(game: Game, context: Any) -> Steps:
        for _ in range(3):
            yield Grew(0)
            yield look(value(game))(game, context)

    big = {"big": lambda game, effect: value(game) >= 2}
    game = sketch(begin(until("big")), grow, conditions=big)

    assert said(game) == [(1, ["e0"]), (2, []), (3, [])]
    assert ends(game) == ["fulfilled"]


def test_a_condition_may_look_at_the_effect() -> None:
    def grow(game: Game, context: Any) -> Steps:
        yield begin_effect(game, "a", until("enough"), data={"enough": 1})
        yield begin_effect(game, "b", until("enough"), data={"enough": 2})
        yield Grew(0)
        yield look(1)(game, context)
        yield Grew(0)
        yield look(2)(game, context)

    enough = {"enough": lambda game, effect: value(game) >= effect.data["enough"]}

    assert said(sketch(grow, conditions=enough)) == [(1, ["b"]), (2, [])]


def test_two_effects_that_end_at_once_end_once_each() -> None:
    big = {"big": lambda game, effect: value(game) >= 1}
    game = sketch(begin(until("big"), until("big")), lambda game, context: Grew(0), conditions=big)

    assert ends(game) == ["fulfilled", "fulfilled"]


def test_an_effect_that_is_fulfilled_from_the_beginning_ends_at_once() -> None:
    game = sketch(begin(until("always")), look(), conditions={"always": lambda game, effect: True})

    assert said(game) == [("now", [])]


@pytest.mark.parametrize(
    ("duration", "words"),
    [
        (until("doomsday"), r"last until 'doomsday', but there is no such condition; did you mean 'doomsdaay'\?"),
        (until_next("tunr", 0), r"last until 'tunr', but there is no such scope; did you mean 'turn'\?"),
        (during("siege"), r"last during 'siege', but no such scope is running"),
    ],
)
def test_a_duration_that_could_never_end_is_refused(duration: Any, words: str) -> None:
    def enchant(game: Game, context: Any) -> Steps:
        yield ask("begin")
        yield begin_effect(game, "spell", duration)

    turn = Procedure("turn", [enchant])
    with pytest.raises(BrokenRules, match=words):
        sketch(turn, conditions={"doomsdaay": lambda game, effect: False}).answer(True)


def test_forever_is_the_rest_of_the_game() -> None:
    game = sketch(Procedure("p", [begin(FOREVER)]), look("after"))

    assert said(game) == [("after", ["e0"])]
    assert ends(game) == []


def test_an_effect_can_be_ended_by_its_id() -> None:
    def dispel(game: Game, context: Any) -> Steps:
        began = yield begin_effect(game, "spell", FOREVER)
        yield EffectEnded(began.effect.id, "dispelled")
        yield look()(game, context)

    game = sketch(dispel)

    assert said(game) == [("now", [])]
    assert ends(game) == ["dispelled"]


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_effects_end_with_whatever_is_broken_off(depth: int) -> None:
    """Leaving the outermost ends the effects of all procedures inside it, and asks no more for them."""

    def leave(game: Game, context: Any) -> Steps:
        for name in ("outer", "middle", "inner"):
            yield begin_effect(game, name, during(name))
        yield Leave(("inner", "middle", "outer")[depth])

    inner = Procedure("inner", [leave])
    middle = Procedure("middle", [inner, look("middle")])
    outer = Procedure("outer", [middle, look("outer")])

    left = said(sketch(outer, look("after")))

    assert left == [("middle", ["outer", "middle"]), ("outer", ["outer"]), ("after", [])][depth:]


def test_effects_of_a_reaction_and_of_its_window() -> None:
    @reaction("moment", options=lambda game, player, context: ("cast",), limit=Limit(1))
    def cast(game: Game, player: int, choice: Any, context: Any) -> Steps:
        yield begin_effect(game, "window", during("moment"))
        yield begin_effect(game, "fight", during("fight"))

    game = sketch(Procedure("fight", [Window("moment"), look("fight")]), look("after"), reactions=[cast])
    game.answer(("cast", "cast"))
    while game.request:
        game.answer(None)

    assert said(game) == [("fight", ["fight"]), ("after", [])]


# ----------------------------------------------------------------------------------------- sources and targets


def enchant_things(game: Game, context: Any) -> Steps:
    yield begin_effect(game, "by 1", FOREVER, source=("things", 1))
    yield begin_effect(game, "by 1 for good", FOREVER, source=("things", 1), even_if_lost=True)
    yield begin_effect(game, "on 2", FOREVER, target=("things", 2), source=("things", 1), even_if_lost=True)
    yield begin_effect(game, "free", FOREVER)


def leave_table(*things: int) -> Callable[[Game, Any], Steps]:
    def leave(game: Game, context: Any) -> Steps:
        for thing in things:
            yield Went(thing)
            yield look(thing)(game, context)

    return leave


def test_an_effect_ends_when_its_source_leaves_unless_it_outlives_it() -> None:
    game = sketch(enchant_things, leave_table(0, 1, 2))

    assert said(game) == [
        (0, ["by 1", "by 1 for good", "on 2", "free"]),
        (1, ["by 1 for good", "on 2", "free"]),
        (2, ["by 1 for good", "free"]),
    ]
    assert ends(game) == ["lost", "lost"]


def test_a_source_that_leaves_among_simultaneous_events() -> None:
    @trigger(Went)
    def mourn(game: Game, event: Went, source: Any) -> Event:
        return look("mourning")(game, None)

    timing = TimingPolicy(in_seat_order, ask_order=False)
    game = sketch(enchant_things, lambda game, context: [Went(1), Went(2)], triggers=[mourn], timing=timing)

    assert said(game) == [("mourning", ["by 1 for good", "free"])] * 2


def test_a_record_of_the_same_id_in_another_table_is_no_source() -> None:
    game = sketch(begin(FOREVER, source=("effects", 1)), leave_table(1))

    assert said(game) == [(1, ["e0"])]


def test_the_end_of_an_effect_may_take_others_with_it() -> None:
    """The source of the second effect is the first."""

    def chain(game: Game, context: Any) -> Steps:
        first = yield begin_effect(game, "first", FOREVER, source=("things", 0))
        yield begin_effect(game, "second", FOREVER, source=("effects", first.effect.id))
        yield Went(0)
        yield look()(game, context)

    game = sketch(chain)

    assert said(game) == [("now", [])]
    assert ends(game) == ["lost", "lost"]


# -------------------------------------------------------------------------------------- what effects are good for


def test_an_effect_that_does_not_count_now_stays() -> None:
    kind = EffectKind("e0", active=lambda game, effect: value(game) == 1)

    def grow(game: Game, context: Any) -> Steps:
        for number in range(3):
            yield look(number)(game, context)
            yield Grew(0)

    assert said(sketch(begin(FOREVER), grow, effects=[kind])) == [(0, []), (1, ["e0"]), (2, [])]


def test_effects_are_found_by_kind_and_target() -> None:
    game = sketch(enchant_things)

    assert [effect.kind for effect in active_effects(game, "free")] == ["free"]
    assert [effect.kind for effect in active_effects(game, target=2)] == ["on 2"]
    assert list(active_effects(game, "free", target=2)) == []


def test_an_effect_that_listens_stops_listening_when_it_ends() -> None:
    @trigger(Grew, sources=lambda game, event: [effect.id for effect in active_effects(game, "ears")])
    def hear(game: Game, event: Grew, source: Any) -> Event:
        return Said(source)

    def listen(game: Game, context: Any) -> Steps:
        began = yield begin_effect(game, "ears", during("scene"))
        yield Grew(0)
        yield Said(began.effect.id == said(game)[-1])

    scene = Procedure("scene", [listen])
    game = sketch(scene, lambda game, context: Grew(0), triggers=[hear])

    assert said(game)[1] is True
    assert len(said(game)) == 2


def test_an_effect_may_modify_a_number() -> None:
    might = Stat("might", (Layer("modify", "add"),))
    stats = [StatRule(stat=might, base=lambda game, subject: 3, reads=("effects",))]

    def strengthen(game: Game, context: Any) -> Steps:
        data = {"stat": "might", "layer": "modify", "amount": 2}
        yield begin_effect(game, "strength", during("scene"), target=("things", 1), data=data)
        yield begin_effect(game, "all", during("scene"), data={**data, "amount": 10})
        yield Said([game.number("might", thing) for thing in (0, 1)])

    def after(game: Game, context: Any) -> Event:
        return Said([game.number("might", thing) for thing in (0, 1)])

    assert said(sketch(Procedure("scene", [strengthen]), after, stats=stats)) == [[13, 15], [3, 3]]
    assert Modifier("might", "modify", 1).stat == "might"


def test_effects_survive_a_fork_in_the_middle_of_their_scope() -> None:
    def wait(game: Game, context: Any) -> Steps:
        yield begin_effect(game, "spell", during("scene"))
        yield ask("on")

    game = sketch(Procedure("scene", [begin(during("step"), during("scene")), wait]), look("after"))
    fork = game.fork()

    assert [effect.kind for effect in active_effects(fork)] == ["e1", "spell"]
    fork.answer(True)
    assert said(fork) == [("after", [])]
    assert [effect.kind for effect in active_effects(game)] == ["e1", "spell"]


def test_an_effect_is_public_data_in_its_event() -> None:
    game = sketch(begin(during("game"), player=1, data={"x": (1, 2)}, rule="4.2"))
    event = next(entry.event for entry in game.log if isinstance(entry.event, EffectBegan))

    assert (event.rule, event.effect.kind, event.effect.player, event.effect.data) == ("4.2", "e0", 1, {"x": (1, 2)})


# -------------------------------------------------- what the engine keeps of effects, beside a look at all of them

MIGHT = Stat(
    "might", (Layer("first", "set", stacking="first"), Layer("more", "add", most=5), Layer("less", "subtract"))
)
"""A number that tells which of its modifiers came first."""
KINDS = {
    "even": EffectKind("even", active=lambda game, effect: value(game) % 2 == 0),
    "losable": EffectKind("losable", lost=lambda game, effect: value(game) % 3 == 0),
    "heedful": EffectKind("heedful", lost=lambda game, effect: value(game) % 3 == 0, reads=value),
}
LOSABLE = ("losable", "heedful")
CONDITIONS: dict[str, Callable[[Game, Effect], bool]] = {"four": lambda game, effect: value(game) % 4 == 0}
SCOPES = ("turn", "fight")
SUBJECTS = (0, 1, 2, None)


def random_effect(rng: Random, number: int) -> Effect:
    """Of any kind and duration; what it does to a number adds up, does not, or makes no sense."""
    where = rng.choice(("", "things"))
    data: dict[str, Any] = {"stat": rng.choice(("might", "might", "mood", ["might"]))}
    if rng.random() < 0.9:
        group = rng.choice(("", "", "banner"))
        data |= {"layer": rng.choice(("first", "more", "more", "less")), "amount": rng.randrange(1, 4), "group": group}
    until = rng.choice(("game", "step", "scope", "next turn", "next fight", "condition four"))
    return Effect(
        number, rng.choice(("plain", "even", "losable", "heedful")), rng.randrange(4), rng.choice((None, 0, 1)), where,
        where, until=until, until_uid=rng.randrange(3), until_player=rng.randrange(2), even_if_lost=rng.random() < 0.3,
        data=data,
    )  # fmt: skip


def write_at_random(rng: Random, game: Game) -> None:
    """Some writes as an event makes them, or as a rollback does, or past the table as who exchanges positions does."""
    state, how = game.state, rng.random()
    if how < 0.2:
        state.rollback(3 * rng.randrange(len(state.undo) // 3 + 1))
    elif how < 0.3 and state.effects:
        key = rng.choice(list(state.effects))
        dict.__setitem__(state.effects, key, random_effect(rng, key))
        state.effects.version += 1
    else:
        state.writing = True
        for _ in range(rng.choice((1, 1, 1, 2, 3, 70))):
            key = rng.randrange(12)
            deed = rng.choice(("put", "edit", "remove", "thing"))
            if deed == "thing":
                state.things.edit(0).value += 1
            elif deed == "put":
                state.effects.put(random_effect(rng, key))
            elif key in state.effects and deed == "remove":
                state.effects.remove(key)
            elif key in state.effects:
                fresh = random_effect(rng, key)
                written = state.effects.edit(key)
                for field in fresh.__struct_fields__:
                    setattr(written, field, getattr(fresh, field))
        state.writing = False
    state.version += 1


def kept(game: Game) -> dict[str, Any]:
    """What the engine says of the effects."""
    frames = [Frame(None, 0, Node(0, name, name), None, 0, 0) for name in SCOPES]
    return {
        "scope": [ending_with(game, uid) for uid in range(3)],
        "step": [ending_step(game, uid) for uid in range(3)],
        "next": [ending_before(game, frame, player) for frame in frames for player in range(2)],
        "lost": [lost(game, gone) for gone in ((), [("things", 1)], [("things", 0), ("things", 3)])],
        "fulfilled": fulfilled(game),
        "watched": game.effect_ends.watched,
        "brief": game.effect_ends.brief,
        "might": [outcome(game.number, thing) for thing in SUBJECTS],
    }


def looked_at(game: Game) -> dict[str, Any]:
    """The same from a look at every effect."""
    every = list(game.state.effects.values())

    def is_lost(effect: Effect, gone: Any) -> bool:
        by_kind = effect.kind in LOSABLE and value(game) % 3 == 0
        source = (effect.source_table, effect.source) in gone or by_kind
        return (effect.target_table, effect.target) in gone or (source and not effect.even_if_lost)

    return {
        "scope": [[e for e in every if e.until in ("scope", "step") and e.until_uid == uid] for uid in range(3)],
        "step": [[e for e in every if e.until == "step" and e.until_uid == uid] for uid in range(3)],
        "next": [
            [e for e in every if e.until == f"next {name}" and e.until_player == player]
            for name in SCOPES
            for player in range(2)
        ],
        "lost": [
            [e for e in every if is_lost(e, gone)] for gone in ((), [("things", 1)], [("things", 0), ("things", 3)])
        ],
        "fulfilled": [e for e in every if e.until == "condition four" and CONDITIONS["four"](game, e)],
        "watched": any(e.until == "condition four" or (e.kind in LOSABLE and not e.even_if_lost) for e in every),
        "brief": any(e.until == "step" for e in every),
        "might": [outcome(game.value, thing) for thing in SUBJECTS],
    }


def outcome(ask: Callable[[str, Any], Any], subject: int | None) -> int | str:
    """How mighty a thing is, or what is wrong with an effect on it."""
    try:
        return int(ask("might", subject))
    except KeyError as error:
        return repr(error)


@pytest.mark.parametrize("reads", [(), ("things",), ("things", "effects")])
@pytest.mark.parametrize("seed", range(12))
def test_what_is_kept_of_effects_is_what_a_look_at_all_of_them_finds(seed: int, reads: tuple[str, ...]) -> None:
    rng = Random(seed)
    stats = [StatRule(stat=MIGHT, base=lambda game, subject: 3 + value(game), reads=reads)]
    game = sketch(lambda game, context: ask("wait"), stats=stats, effects=list(KINDS.values()), conditions=CONDITIONS)
    for _ in range(60):
        write_at_random(rng, game)
        assert kept(game) == looked_at(game)
        fork = game.fork()
        assert kept(fork) == looked_at(fork)
        write_at_random(rng, fork)
        assert kept(fork) == looked_at(fork) and kept(game) == looked_at(game), "each has its own"
        if rng.random() < 0.2:
            game = fork


@pytest.mark.parametrize("reads", [("things",), ()])
def test_a_number_follows_an_effect_whether_or_not_its_rule_says_that_it_reads_effects(reads: tuple[str, ...]) -> None:
    stats = [StatRule(stat=MIGHT, base=lambda game, subject: 3, reads=reads)]

    def strengthen(game: Game, context: Any) -> Steps:
        yield Said(game.number("might", 1))
        yield begin_effect(game, "strength", FOREVER, data={"stat": "might", "layer": "more", "amount": 2})
        yield Said(game.number("might", 1))

    assert said(sketch(strengthen, stats=stats)) == [3, 5]


def test_a_number_of_the_subjects_own_record_is_not_worked_out_again_for_what_happens_to_others() -> None:
    asked = []

    def base(game: Game, subject: int) -> int:
        asked.append(subject)
        return value(game, subject)

    def look_around(game: Game, context: Any) -> Steps:
        for grown in (0, 1, 1, 2):
            yield Grew(grown)
            yield Said([game.number("might", thing) for thing in range(3)])
        data = {"stat": "might", "layer": "more", "amount": 2}
        yield begin_effect(game, "strength", FOREVER, target=("things", 2), data=data)
        yield Said([game.number("might", thing) for thing in range(3)])

    game = sketch(look_around, stats=[StatRule(stat=MIGHT, base=base, own=("things",))])

    assert said(game) == [[1, 0, 0], [1, 1, 0], [1, 2, 0], [1, 2, 1], [1, 2, 3]]
    assert asked == [0, 1, 2, 1, 1, 2, 2]

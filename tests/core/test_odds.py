"""Exact odds from the real rule code, against arithmetic that knows nothing of the rules engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from rulewright import (
    BrokenRules,
    Context,
    Event,
    Game,
    GameOver,
    Leave,
    Limit,
    Loop,
    Manual,
    Pick,
    Procedure,
    Record,
    Refused,
    Request,
    Roll,
    Ruleset,
    Scripted,
    Shuffle,
    State,
    Steps,
    Table,
    TimingPolicy,
    Together,
    Turn,
    Window,
    active_effects,
    begin_effect,
    choose,
    during,
    in_seat_order,
    new_game,
    reaction,
    trigger,
    turns,
)
from rulewright.dice import D6, Die
from rulewright.odds import OddsError, distribution, probability
from tests.core.random_rules import random_rules
from tests.lengths import length

D8 = Die("d8", ("critical", "wild", "hit", "hit", "block", "blank", "blank", "failure"))
D3 = Die.numbered(3)
HITS = ("critical", "wild", "hit")
BLOCKS = ("critical", "wild", "block")

# ------------------------------------------------------------------------------------------- a game of attacks


class Figure(Record):
    health: int = 20
    shield: int = 0


class Board(State):
    figures: Table[Figure]


class Fell(Event, frozen=True):
    what: str
    faces: tuple[Any, ...]


class Hurt(Event, frozen=True):
    target: int
    amount: int

    def apply(self, state: Board) -> None:
        state.figures.edit(self.target).health -= self.amount


class Shielded(Event, frozen=True):
    target: int

    def apply(self, state: Board) -> None:
        state.figures.edit(self.target).shield += 1


class Attack(Context):
    player: int = 0
    target: int = 1
    dice: int = 5
    defense: int = 4
    hits: int = 0
    criticals: int = 0
    blocks: int = 0


def roll_attack(game: Game, attack: Attack) -> Steps:
    faces = yield Roll((D8,) * attack.dice, attack.player, "attack")
    yield Fell("attack", faces)
    yield game.note(attack, hits=sum(f in HITS for f in faces), criticals=faces.count("critical"))


def roll_criticals(game: Game, attack: Attack) -> Steps:
    if attack.criticals:
        faces = yield Roll((D8,) * attack.criticals, attack.player, "criticals")
        yield Fell("criticals", faces)
        yield game.note(attack, hits=attack.hits + sum(f in HITS for f in faces), criticals=0)


def roll_defense(game: Game, attack: Attack) -> Steps:
    faces = yield Roll((D8,) * attack.defense, attack.target, "defense")
    yield game.note(attack, blocks=sum(f in BLOCKS for f in faces))


def deal_damage(game: Game, attack: Attack) -> Steps:
    if attack.hits > attack.blocks:
        yield Hurt(attack.target, attack.hits - attack.blocks)


ATTACK = Procedure("attack", [roll_attack, roll_criticals, Window("rolled"), roll_defense, deal_damage], Attack)


def populate(state: Board, setup: Any, content: Any) -> None:
    for seat in (0, 1):
        state.figures.add(Figure(seat))


def game_of(*steps: Any, procedures: Any = (ATTACK,), chance: Any = "manual", **registered: Any) -> Game:
    """A game whose turns are these steps."""
    flow = Loop("turn", turns(lambda game: game.players), list(steps))
    rules = Ruleset(
        id="attacks", title="Attacks", state=Board, flow=flow, procedures=procedures, populate=populate, **registered
    )
    return new_game(rules, seed=1, chance=chance)


def act(game: Game, turn: Turn) -> Steps:
    action = yield choose(turn.player, "action", ("attack", "attack inside", "small attack", "wait"))
    if action == "attack inside":
        yield ATTACK()
        return None
    return {"attack": ATTACK(), "small attack": ATTACK(dice=2, defense=2)}.get(action)


def lost(game: Game) -> int:
    return 20 - int(game.state.figures[1].health)


def brute(
    game: Game,
    measure: Callable[[Game], Any],
    policy: Callable[[Game, Request], Any] | None = None,
    over: Callable[[Game], bool] = lambda game: False,
    most: int = 100_000,
) -> Any:
    """The law by forking the game for every outcome of every roll, without a thought of which positions are alike.

    None where there are more than ``most`` courses.
    """
    law: dict[Any, Fraction] = {}
    waiting = [(game.fork(chance=Manual()), Fraction(1))]
    ended = 0
    while waiting and ended + len(waiting) <= most:
        here, share = waiting.pop()
        while policy is not None and isinstance(here.request, Request) and not over(here):
            here.answer(policy(here, here.request), here.request.player)
        if here.request is None or isinstance(here.request, Request) or over(here):
            law[measure(here)] = law.get(measure(here), Fraction(0)) + share
            ended += 1
            continue
        for faces, chance in here.request.space.outcomes():
            fork = here.fork()
            fork.answer(faces)
            waiting.append((fork, share * chance))
    return None if waiting else dict(sorted(law.items()))


def by_hand(attack: int, defense: int) -> dict[int, Fraction]:
    """The law of the damage of an attack, by counting faces."""
    part = Fraction(1, 8)
    one = {(1, 1): part, (1, 0): 3 * part, (0, 0): 4 * part}

    def add(law: dict[Any, Fraction], more: dict[Any, Fraction]) -> dict[Any, Fraction]:
        total: dict[Any, Fraction] = {}
        for (a, pa), (b, pb) in product(law.items(), more.items()):
            key = tuple(x + y for x, y in zip(a, b, strict=True))
            total[key] = total.get(key, Fraction(0)) + pa * pb
        return total

    law: dict[Any, Fraction] = {(0, 0): Fraction(1)}
    for _ in range(attack):
        law = add(law, one)
    hits: dict[int, Fraction] = {}
    for (count, criticals), chance in law.items():
        extra: dict[Any, Fraction] = {(0,): Fraction(1)}
        for _ in range(criticals):
            extra = add(extra, {(1,): Fraction(1, 2), (0,): Fraction(1, 2)})
        for (more,), share in extra.items():
            hits[count + more] = hits.get(count + more, Fraction(0)) + chance * share
    blocks: dict[Any, Fraction] = {(0,): Fraction(1)}
    for _ in range(defense):
        blocks = add(blocks, {(1,): Fraction(3, 8), (0,): Fraction(5, 8)})
    damage: dict[int, Fraction] = {}
    for (count, chance), ((stopped,), share) in product(hits.items(), blocks.items()):
        amount = max(0, count - stopped)
        damage[amount] = damage.get(amount, Fraction(0)) + chance * share
    return dict(sorted(damage.items()))


# --------------------------------------------------------------------------------------------- right numbers


def test_an_attack_has_the_law_that_counting_faces_gives() -> None:
    assert distribution(game_of(act), lost, answers=["attack"]) == by_hand(5, 4)


def test_a_procedure_called_from_an_open_step_has_the_same_law() -> None:
    assert distribution(game_of(act), lost, answers=["attack inside"]) == by_hand(5, 4)


@pytest.mark.parametrize("chance", ["manual", "seeded", Scripted([])])
def test_the_driver_of_the_game_does_not_matter_and_the_game_stays_as_it_is(chance: Any) -> None:
    game = game_of(act, chance=chance)
    before = game.digest(), len(game.log), game.positions()

    law = distribution(game, lost, answers=["small attack"])

    assert law == by_hand(2, 2)
    assert (game.digest(), len(game.log), game.positions()) == before


def test_odds_from_the_middle_of_an_attack() -> None:
    """Two hits have fallen, one of them critical; the rest is open."""
    game = game_of(act)
    game.answer("attack")
    game.answer(("critical", "hit", "blank", "blank", "blank"))

    law = distribution(game, lost)

    blocks = {n: Fraction(0) for n in range(5)}
    for faces in product(D8.faces, repeat=4):
        blocks[sum(f in BLOCKS for f in faces)] += Fraction(1, 8**4)
    expected: dict[int, Fraction] = {}
    for hits, (stopped, chance) in product((2, 3), blocks.items()):
        damage = max(0, hits - stopped)
        expected[damage] = expected.get(damage, Fraction(0)) + chance / 2
    assert law == dict(sorted(expected.items()))


def test_probability() -> None:
    law = by_hand(2, 2)
    game = game_of(act)

    assert probability(game, lambda g: lost(g) >= 2, answers=["small attack"]) == sum(
        chance for amount, chance in law.items() if amount >= 2
    )
    assert probability(game, lambda g: lost(g) >= 9, answers=["small attack"]) == 0


def test_floats_where_fractions_are_not_needed() -> None:
    law = distribution(game_of(act), lost, answers=["small attack"], exact=False)

    assert all(type(chance) is float for chance in law.values())
    assert law == pytest.approx({amount: float(chance) for amount, chance in by_hand(2, 2).items()})


def test_where_no_chance_is_asked_one_thing_is_certain() -> None:
    assert distribution(game_of(act), lost) == {0: 1}
    assert distribution(game_of(act), lost, answers=["wait"]) == {0: 1}


def test_shuffles_and_picks_are_chance_too() -> None:
    def deal(game: Game, turn: Turn) -> Steps:
        order = yield Shuffle((1, 2, 3), 0)
        (picked,) = yield Pick((4, 5), 1, 0)
        yield Hurt(1, order[0] * picked)
        yield choose(0, "on", (True,))

    # The first die of chance stands open already, so nothing is answered first.
    law = distribution(game_of(deal), lost)

    assert law == {n: Fraction(1, 6) for n in (4, 5, 8, 10, 12, 15)}


def test_dice_of_a_weighted_kind() -> None:
    coin = Die("coin", ("heads", "tails"), (2, 1))

    def toss(game: Game, turn: Turn) -> Steps:
        faces = yield Roll((coin, coin), 0)
        yield Hurt(1, faces.count("heads"))
        yield choose(0, "on", (True,))

    assert distribution(game_of(toss), lost) == {0: Fraction(1, 9), 1: Fraction(4, 9), 2: Fraction(4, 9)}


def test_a_game_that_ends_on_the_way() -> None:
    def duel(game: Game, turn: Turn) -> Steps:
        (face,) = yield Roll((D6,), turn.player)
        if face == 6:
            yield GameOver((turn.player,))
        elif turn.number == 2:
            yield GameOver(())

    law = distribution(game_of(duel), lambda game: game.result.winners if game.result else None)

    assert law == {(): Fraction(25, 36), (0,): Fraction(6, 36), (1,): Fraction(5, 36)}


# -------------------------------------------------------------- everything the engine keeps, against brute force


def small(game: Game, turn: Turn) -> Steps:
    yield choose(turn.player, "begin", (True,))
    return BLOW()


class Blow(Context):
    sum: int = 0
    rolls: int = 0


def strike(game: Game, blow: Blow) -> Steps:
    (face,) = yield Roll((D3,), 0, "strike")
    yield Fell("strike", (face,))
    yield game.note(blow, sum=blow.sum + (face > 2), rolls=blow.rolls + 1)


BLOW = Procedure("blow", [strike, Window("struck"), lambda game, blow: Hurt(1, blow.sum)], Blow)
BLOW.steps[2].name = "land"


@trigger(Hurt, limit=Limit(1, "turn"))
def parry(game: Game, event: Hurt, source: Any) -> Steps:
    (face,) = yield Roll((D3,), 1, "parry")
    yield Hurt(1, face % 3)


@trigger(Hurt, before=True)
def soften(game: Game, event: Hurt, source: Any) -> Any:
    return event if event.amount < 2 else Shielded(event.target)


@trigger(Shielded, delay="blow")
def later(game: Game, event: Shielded, source: Any) -> Steps:
    (face,) = yield Roll((D3,), 1, "later")
    yield Hurt(1, face == 1)


def two_blows(game: Game, turn: Turn) -> Steps:
    yield choose(turn.player, "begin", (True,))
    yield BLOW()
    first = lost(game)
    yield BLOW(sum=first)


def blow_under_effects(game: Game, turn: Turn) -> Steps:
    yield choose(turn.player, "begin", (True,))
    (face,) = yield Roll((D3,), 0, "spell")
    if face > 2:
        yield begin_effect(game, "fury", during("turn"))
    yield BLOW(sum=len(list(active_effects(game, "fury"))))
    yield BLOW(sum=len(list(active_effects(game, "fury"))))


def leave_early(game: Game, turn: Turn) -> Steps:
    yield choose(turn.player, "begin", (True,))
    yield BRAWL()
    yield BLOW()


def brawl(game: Game, context: Any) -> Steps:
    for _ in range(2):
        (face,) = yield Roll((D3,), 0, "brawl")
        yield Hurt(1, 1)
        if face == 3:
            yield Leave("brawl")


BRAWL = Procedure("brawl", [brawl])

NESTING = [
    TimingPolicy(in_seat_order),
    TimingPolicy(in_seat_order, nesting="wait"),
]


@pytest.mark.parametrize("timing", NESTING, ids=["at once", "wait"])
@pytest.mark.parametrize("step", [small, two_blows, blow_under_effects, leave_early])
@pytest.mark.parametrize("triggers", [(), (parry,), (soften, later), (parry, soften, later)], ids=len)
def test_merging_loses_nothing(step: Any, triggers: Any, timing: TimingPolicy) -> None:
    game = game_of(step, procedures=[BLOW, BRAWL], triggers=triggers, timing=timing, events=[Shielded])
    game.answer(True)

    def measure(then: Game) -> Hashable:
        figure = then.state.figures[1]
        return figure.health, figure.shield, len(then.state.effects)

    assert distribution(game, measure) == brute(game, measure)


def test_limits_and_effects_count_from_where_the_odds_begin() -> None:
    """The parry of this turn is used up before the odds are asked for; in the next turn it is there again."""

    def twice(game: Game, turn: Turn) -> Steps:
        for _ in range(2):
            yield choose(turn.player, "hit", (1,))
            yield Hurt(1, 1)

    game = game_of(twice, triggers=[parry])
    game.answer(1)
    game.answer((3,))

    assert distribution(game, lost, answers=[1]) == {2: 1}
    game.answer(1)
    assert distribution(game, lost, answers=[1]) == {n: Fraction(1, 3) for n in (3, 4, 5)}


def test_a_step_that_remembers_what_fell_before_a_call_is_not_confused() -> None:
    """Two positions with the same tables, but an open step that still knows which face it saw."""

    def remember(game: Game, turn: Turn) -> Steps:
        yield choose(turn.player, "begin", (True,))
        (face,) = yield Roll((D3,), 0, "seen")
        yield BLOW()
        yield Hurt(1, 10 * face)

    game = game_of(remember, procedures=[BLOW])
    game.answer(True)

    assert distribution(game, lost) == brute(game, lost)
    assert len(distribution(game, lost)) == 6


def test_records_that_come_and_go_are_put_back() -> None:
    class Left(Event, frozen=True):
        who: int

        def apply(self, state: Board) -> None:
            state.figures.remove(self.who)

    class Came(Event, frozen=True):
        who: int

        def apply(self, state: Board) -> None:
            state.figures.add(Figure(self.who, health=5))

    def move(game: Game, turn: Turn) -> Steps:
        yield choose(turn.player, "begin", (True,))
        return moves()

    def leave(game: Game, context: Any) -> Steps:
        (face,) = yield Roll((D3,), 0)
        if face < 3:
            yield Left(face - 1)

    def come(game: Game, context: Any) -> Steps:
        (face,) = yield Roll((D3,), 0)
        if face < 3 and face - 1 not in game.state.figures:
            yield Came(face - 1)

    def swap(game: Game, context: Any) -> Steps:
        (face,) = yield Roll((D3,), 0)
        if face == 1:
            for who in [*game.state.figures][:1]:
                yield Left(who)
                yield Came(who)

    moves = Procedure("moves", [leave, come, swap])
    game = game_of(move, procedures=[moves])
    game.answer(True)

    def measure(then: Game) -> Hashable:
        return tuple((who, figure.health) for who, figure in then.state.figures.items())

    law = distribution(game, lambda g: repr(measure(g)))
    assert law == brute(game, lambda g: repr(measure(g)))
    assert len(law) > 6


def settled(then: Game, request: Request) -> Any:
    """Some answer that depends on nothing but the position."""
    options = request.space.options()
    assert options is not None
    return options[(then.state.things[0].value + len(request.ask)) % len(options)]


@pytest.mark.parametrize("seed", range(length(15, 40)))
def test_random_rules_have_the_law_that_brute_force_finds(seed: int) -> None:
    game, rng = new_game(random_rules(seed), seed=seed), Random(seed)
    for _ in range(rng.randrange(8)):
        if game.request is not None:
            game.answer(game.request.space.sample(rng))
    turn = game.find_context(Turn)
    if turn is None:
        return
    end = turn.number + 1

    def over(then: Game) -> bool:
        now = then.find_context(Turn)
        return now is None or now.number > end

    def measure(then: Game) -> Hashable:
        things = tuple((thing.id, thing.value) for thing in then.state.things.values())
        return things, tuple(effect.kind for effect in then.state.effects.values()), over(then)

    expected = brute(game, lambda then: repr(measure(then)), settled, over, most=400)
    if expected is not None:
        found = distribution(game, lambda then: repr(measure(then)), policy=settled, until=over)
        assert found == expected


# ------------------------------------------------------------------------------------- players, and where to stop


def ask_then_roll(game: Game, turn: Turn) -> Steps:
    yield choose(turn.player, "begin", (True,))
    (face,) = yield Roll((D6,), 0, "first")
    again = yield choose(0, "again", (True, False), face=face)
    if again:
        (face,) = yield Roll((D6,), 0, "second")
    yield Hurt(1, face)


def test_odds_stop_at_the_first_question_to_a_player() -> None:
    def face_seen(game: Game) -> Any:
        return game.request.about["face"]

    law = distribution(game_of(ask_then_roll), face_seen, answers=[True])

    assert law == {face: Fraction(1, 6) for face in range(1, 7)}


def test_a_policy_decides_for_the_players() -> None:
    """Rolling again below 4 is worth 4.25 on a die."""

    def policy(game: Game, request: Request) -> Any:
        return request.about["face"] < 4 if request.ask == "again" else True

    game = game_of(ask_then_roll)
    law = distribution(game, lost, answers=[True], policy=policy, until=lambda then: lost(then) > 0)

    assert sum(worth * chance for worth, chance in law.items()) == Fraction(17, 4)


def test_a_policy_answers_secret_questions_one_by_one() -> None:
    def secret(game: Game, turn: Turn) -> Steps:
        yield choose(turn.player, "begin", (True,))
        (face,) = yield Roll((D6,), 0)
        mine, theirs = yield Together((choose(0, "bid", (1, 2)), choose(1, "bid", (1, 2))))
        yield Hurt(1, face * mine * theirs)
        yield choose(turn.player, "end", (True,))

    def policy(game: Game, request: Request) -> Any:
        return 1 + request.player

    game = game_of(secret)
    law = distribution(game, lost, answers=[True], policy=policy, until=lambda then: then.request.ask == "end")

    assert law == {2 * face: Fraction(1, 6) for face in range(1, 7)}


def test_a_policy_with_an_illegal_answer_is_refused() -> None:
    with pytest.raises(Refused, match="not among the options"):
        distribution(game_of(ask_then_roll), lost, answers=[True], policy=lambda game, request: "perhaps")


def test_a_reaction_in_a_window_is_a_question_to_a_player() -> None:
    @reaction("rolled", options=lambda game, player, attack: (1,) if player == 1 and attack.hits > 1 else ())
    def duck(game: Game, player: int, choice: Any, attack: Attack) -> Steps:
        yield game.note(attack, hits=0)

    game = game_of(act, reactions=[duck])

    def ducks(then: Game, request: Request) -> Any:
        return ("duck", 1) if request.ask == "react" else "wait"

    assert probability(game, lambda then: then.request.ask == "react", answers=["small attack"]) > 0
    law = distribution(game, lost, answers=["small attack"], policy=ducks, until="attack")
    assert set(law) == {0, 1}


def test_until_the_end_of_a_procedure_by_name() -> None:
    def series(game: Game, turn: Turn) -> Steps:
        yield choose(turn.player, "begin", (True,))
        yield BLOW()
        (face,) = yield Roll((D6,), 0, "after")
        yield Hurt(1, 10 * face)

    game = game_of(series, procedures=[BLOW])

    law = distribution(game, lost, answers=[True], until="blow")

    assert law == {0: Fraction(2, 3), 1: Fraction(1, 3)}


def test_until_the_end_of_one_pass_of_a_loop() -> None:
    """The second pass looks like the first, but it is another one."""

    def roll(game: Game, context: Any) -> Steps:
        (face,) = yield Roll((D3,), 0, "bout")
        if face == 3:
            yield Hurt(1, 1)

    bout = Loop("bout", lambda game, last: Context(), [roll])
    game = game_of(lambda game, turn: bout(), procedures=[bout])

    assert distribution(game, lost, until="bout") == {0: Fraction(2, 3), 1: Fraction(1, 3)}


def test_until_a_procedure_that_is_not_running_is_refused() -> None:
    with pytest.raises(OddsError, match="nothing named 'siege' is running"):
        distribution(game_of(act), lost, answers=["attack"], until="siege")


# ------------------------------------------------------------------------------------------------- what is refused


def test_endless_rolling_is_named() -> None:
    """A die is rolled until it shows a six: no finite number of courses."""

    def begin(game: Game, turn: Turn) -> Steps:
        yield choose(turn.player, "begin", (True,))
        return again()

    def another(game: Game, last: Any) -> Any:
        return None if game.state.figures[0].shield else Context()

    def roll(game: Game, context: Any) -> Steps:
        (face,) = yield Roll((D6,), 0, "try")
        if face == 6:
            yield Shielded(0)

    again = Loop("again", another, [roll])
    with pytest.raises(OddsError, match="circles for ever: 'try'"):
        distribution(game_of(begin, procedures=[again]), lost, answers=[True])


def test_too_many_courses_are_refused_with_advice() -> None:
    with pytest.raises(OddsError, match=r"more than 100 courses.*note what counts"):
        distribution(game_of(act), lost, answers=["attack"], limit=100)


def test_a_roll_with_too_many_outcomes_is_named() -> None:
    def deal(game: Game, turn: Turn) -> Steps:
        yield choose(turn.player, "begin", (True,))
        yield Shuffle(tuple(range(60)), 0, "deck")

    with pytest.raises(OddsError, match="'deck': 60 items are shuffled"):
        distribution(game_of(deal), lost, answers=[True])


def test_a_measure_must_not_read_the_log() -> None:
    with pytest.raises(OddsError, match="reads the position, not the log"):
        distribution(game_of(act), lambda game: len(game.log), answers=["small attack"])


def test_rules_that_fail_on_one_course_are_named() -> None:
    def fragile(game: Game, turn: Turn) -> Steps:
        yield choose(turn.player, "begin", (True,))
        (face,) = yield Roll((D6,), 0, "die")
        yield Hurt(1, 6 // (face - 4))

    with pytest.raises(BrokenRules, match=r"\(4,\) falls for 'die': ZeroDivisionError"):
        distribution(game_of(fragile), lost, answers=[True])


def test_answers_are_given_where_players_are_asked() -> None:
    with pytest.raises(OddsError, match="answer 1, 'wait', is given where no player is asked"):
        distribution(game_of(act), lost, answers=["attack", "wait"])


# ----------------------------------------------------------------------------------------------------- how quick


def test_an_attack_takes_no_longer_than_a_look() -> None:
    """Five dice, criticals add dice, against four: some thousand courses. Generous, for slow machines."""
    game = game_of(act)
    seconds = []
    for _ in range(3):
        started = time.perf_counter()
        distribution(game, lost, answers=["attack"])
        seconds.append(time.perf_counter() - started)

    assert min(seconds) < 0.5

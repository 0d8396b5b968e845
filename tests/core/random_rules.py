"""Rulesets made at random: steps, calls, windows, triggers, effects and departures in combinations nobody would write.

Whatever they do, a game of theirs must fork, go back, be saved and be reckoned like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from rulewright import (
    FOREVER,
    Context,
    EffectEnded,
    Event,
    Game,
    GameOver,
    Leave,
    Limit,
    Loop,
    Phase,
    Procedure,
    Roll,
    Ruleset,
    Shuffle,
    Steps,
    TimingPolicy,
    Together,
    Turn,
    Window,
    active_effects,
    active_first,
    begin_effect,
    choose,
    during,
    in_seat_order,
    reaction,
    trigger,
    turns,
    until,
    until_next,
)
from rulewright.dice import Die
from rulewright.timing import Reaction, Trigger
from tests.core.sketch import Came, Grew, Said, Shelf, Shrank, Went, stock

D3 = Die.numbered(3)
PROCEDURES = ("p0", "p1", "p2", "p3")
SCOPES = (*PROCEDURES, "turn", "act", "game")
FUEL = 50
"""Once the things have grown so much, nothing new begins."""

Op = tuple[str, int]
Deed = Callable[[Game, int, str], Steps]


class Job(Context):
    player: int = 0
    number: int = 0


def spent(game: Game) -> bool:
    """Whether the game should come to its end."""
    return bool(sum(thing.value for thing in game.state.things.values()) > FUEL)


# ------------------------------------------------------------------------------------------------ what steps do


def say(game: Game, n: int, where: str) -> Steps:
    yield Said((where, n))


def grow(game: Game, n: int, where: str) -> Steps:
    yield Grew(n % 2, 1 + n % 3)


def shrink(game: Game, n: int, where: str) -> Steps:
    yield Shrank(1)


def together(game: Game, n: int, where: str) -> Steps:
    yield [Grew(0), Said(n), Shrank(1)][: 1 + n % 3]


def question(game: Game, n: int, where: str) -> Steps:
    answer = yield choose(n % 2, "question", (0, 1, 2))
    yield Said((where, answer))
    yield Grew(0)
    return answer == 2


def secret(game: Game, n: int, where: str) -> Steps:
    yield Said((yield Together((choose(0, "secret", (0, 1)), choose(1, "secret", (0, 1))))))
    yield Grew(0)


def roll(game: Game, n: int, where: str) -> Steps:
    (face,) = yield Roll((D3,), n % 2)
    yield Said(face)
    if face > 2:
        yield Grew(1, face)


def shuffle(game: Game, n: int, where: str) -> Steps:
    yield Said((yield Shuffle((1, 2, 3), 0)))


def call(game: Game, n: int, where: str) -> Steps:
    yield Grew(0)
    if len(list(game.frames())) < 12:
        job = yield game.rules.ruleset.procedures[n % 4](number=n)
        yield Said((where, job.number))


def window(game: Game, n: int, where: str) -> Steps:
    yield Grew(0)
    yield Window(f"w{n % 2}")


def leave(game: Game, n: int, where: str) -> Steps:
    if n % 3 == 0 and game.scope(PROCEDURES[n % 4]):
        yield Leave(PROCEDURES[n % 4])
    yield Grew(0)


def effect(game: Game, n: int, where: str) -> Steps:
    scope = SCOPES[n % 7]
    duration = (
        during("step"),
        during(scope) if game.scope(scope) else FOREVER,
        until_next("turn", n % 2),
        until_next("act", n % 2),
        until("even"),
    )[n % 5]
    target = ("things", n % 4) if n % 2 else None
    yield begin_effect(game, f"e{n % 3}", duration, source=("things", n % 6), target=target, even_if_lost=n % 4 == 0)


def end_effect(game: Game, n: int, where: str) -> Steps:
    found = list(active_effects(game))
    if found:
        yield EffectEnded(found[n % len(found)].id, "cut short")


def note(game: Game, n: int, where: str) -> Steps:
    job = game.find_context(Job)
    if job is not None:
        yield game.note(job, number=n)


def come_or_go(game: Game, n: int, where: str) -> Steps:
    thing = 3 + n % 3
    yield Went(thing) if thing in game.state.things else Came(thing, n % 2)


def end(game: Game, n: int, where: str) -> Steps:
    yield GameOver((n % 2,)) if n < 3 else Grew(0)


DEEDS: dict[str, Deed] = {
    deed.__name__: deed
    for deed in (
        say, grow, shrink, together, question, secret, roll, shuffle, call, window, leave, effect, end_effect, note,
        come_or_go, end,
    )
}  # fmt: skip
OFTEN = ("grow", "question", "roll", "roll", "call", "effect")


def program(rng: Random) -> list[Op]:
    return [(rng.choice((*DEEDS, *OFTEN)), rng.randrange(100)) for _ in range(rng.randint(1, 4))]


def run(game: Game, ops: list[Op], where: str) -> Steps:
    """Do what a program says, until the fuel is spent or a question ends it."""
    for name, n in ops:
        if spent(game) or (yield from DEEDS[name](game, n, where)):
            return


def step(rng: Random, name: str) -> Callable[..., Any]:
    """A step that runs a program, or a plain one; sometimes it ends in a call."""
    ops, kind, n = program(rng), rng.random(), rng.randrange(4)

    def generator(game: Game, context: Any) -> Steps:
        yield from run(game, ops, name)
        if kind < 0.3 and not spent(game) and len(list(game.frames())) < 12:
            yield Grew(0)
            return game.rules.ruleset.procedures[n](number=n)
        return None

    def plain(game: Game, context: Any) -> Any:
        return None if spent(game) else (Said(name), [Grew(0), Said(name)], choose(0, "plain", (1, 2)), Grew(1))[n]

    chosen: Callable[..., Any] = plain if kind > 0.85 else generator
    chosen.__name__ = name
    return chosen


# ------------------------------------------------------------------------------------------------- what reacts


def always(seat: int) -> Callable[..., int]:
    return lambda game, event, source: seat


def random_trigger(rng: Random, name: str) -> Trigger:
    kinds: tuple[type[Event], ...] = (Grew, Shrank, Said, Came, Went, EffectEnded)
    on = rng.choice(kinds)
    how: dict[str, Any] = {
        "optional": rng.random() < 0.3,
        "immediate": rng.random() < 0.2,
        "order_matters": rng.random() < 0.5,
        "limit": Limit(rng.randint(1, 3), rng.choice(["game", "turn", "act", "p1"]), rng.choice(["source", "rule"])),
        "player": always(rng.randrange(2)),
    }
    if rng.random() < 0.3:
        kind = f"e{rng.randrange(3)}"
        how["sources"] = lambda game, event: [effect.id for effect in active_effects(game, kind)]
    if rng.random() < 0.3 and on in (Grew, Shrank, Said):
        return trigger(on, name=name, before=True, **how)(replacement(rng))
    if rng.random() < 0.3:
        how["delay"] = rng.choice(["turn", "act", "p0", "p2"])
    if rng.random() < 0.15:
        how["phase"] = "act"
    ops = program(rng)

    def resolve(game: Game, event: Event, source: Any) -> Steps:
        yield Grew(2)
        yield from run(game, ops, name)

    return trigger(on, name=name, **how)(resolve)


def replacement(rng: Random) -> Callable[..., Any]:
    def ask(game: Game, event: Event, source: Any) -> Steps:
        kept = yield choose(0, "replace", (True, False))
        return event if kept else None

    def turn(game: Game, event: Event, source: Any) -> Event:
        return Said("instead") if isinstance(event, Shrank) else event

    return rng.choice([ask, turn])


def random_reaction(rng: Random, name: str, windows: list[str]) -> Reaction:
    ops, choices = program(rng), rng.randrange(4)

    def resolve(game: Game, player: int, choice: int, context: Any) -> Steps:
        yield Grew(0)
        yield from run(game, ops, name)

    return reaction(
        *rng.sample(windows, 2),
        name=name,
        options=lambda game, player, context: () if spent(game) else range(choices),
        limit=Limit(2, rng.choice(["turn", "game"]), per="player"),
    )(resolve)


# ------------------------------------------------------------------------------------------------- the rulesets


def parts(rng: Random, name: str) -> Iterator[Any]:
    for number in range(rng.randint(1, 3)):
        yield step(rng, f"{name} {number}")
    if rng.random() < 0.4:
        yield Window(f"{name} ends")


def next_turn(game: Game, last: Turn | None) -> Turn | None:
    return None if last is not None and (last.number >= 5 or spent(game)) else ROUND(game, last)


ROUND = turns(lambda game: game.players)


def random_rules(seed: int) -> Ruleset:
    """The ruleset of a seed."""
    rng = Random(seed)
    procedures = [Procedure(name, list(parts(rng, name)), Job, announce=rng.random() < 0.2) for name in PROCEDURES]
    body = [*(step(rng, f"turn {number}") for number in range(rng.randint(1, 3))), Phase("act", [step(rng, "acting")])]
    windows = ["w0", "w1", "act start", "act end"]
    timing = TimingPolicy(
        rng.choice([in_seat_order, active_first]),
        nesting=rng.choice(["at once", "wait", "others wait"]),
        until=rng.choice(["all pass", "each until pass", "each once", "quiet round"]),
        ask_order=rng.random() < 0.5,
        ask_all=rng.random() < 0.1,
    )
    return Ruleset(
        id=f"random {seed}",
        title="Made at random",
        state=Shelf,
        populate=stock,
        flow=Loop("turn", next_turn, body, announce=rng.random() < 0.5),
        procedures=procedures,
        windows=[Window("w0"), Window("w1", until="each once")],
        triggers=[random_trigger(rng, f"trigger {number}") for number in range(rng.randrange(5))],
        reactions=[random_reaction(rng, f"reaction {number}", windows) for number in range(rng.randint(1, 3))],
        timing=timing,
        conditions={"even": lambda game, effect: game.state.things[1].value % 4 == 0},
    )

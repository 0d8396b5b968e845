"""How the tests of this proof set figures up, play a script with given dice, and read what happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import msgspec

import rulewright as rw
from rulewright.game import Game
from rulewright.ruleset import Rules

from .figures import Click, Figure


def names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def figure(id: int, player: int, at: tuple[int, int], *clicks: Any, traits: str = "", **fields: Any) -> Figure:
    """A figure; a click is given as a Click or by the powers that it shows, "a, b"."""
    dial = tuple(click if isinstance(click, Click) else Click(powers=names(click)) for click in clicks)
    return Figure(id, player, at, dial or (Click(),) * 3, names(traits), **fields)


def duel(mine: str = "", theirs: str = "", **fields: Any) -> list[Figure]:
    """Figure 1 of player 0 with these traits beside figure 2 of player 1 with those."""
    return [figure(1, 0, (0, 0), traits=mine, **fields), figure(2, 1, (1, 0), traits=theirs)]


def volley(theirs: str, others: str, mine: str = "", *dial: Any) -> list[Figure]:
    """Figure 1 with two bolts between figures 2 and 3 of the opponent."""
    return [
        figure(1, 0, (1, 0), *dial, traits=mine, bolts=2),
        figure(2, 1, (0, 0), traits=theirs),
        figure(3, 1, (2, 0), traits=others),
    ]


def play(rules: Rules, setup: Any, answers: Sequence[Any] = (), dice: Iterable[Any] = ()) -> Game:
    """A game in which these answers were given and these dice have fallen."""
    chance = rw.Scripted([faces if isinstance(faces, tuple) else (faces,) for faces in dice])
    game = rw.new_game(rules, setup, seed=1, chance=chance)
    for answer in answers:
        game.answer(answer)
    return game


def facts(game: Game, *kinds: type[rw.Event]) -> list[Any]:
    """The events of these kinds, without their rules."""
    return [msgspec.structs.replace(event, rule="") for event in game.events() if isinstance(event, kinds)]


def asked(game: Game) -> tuple[int, str]:
    return game.request.player, game.request.ask


def clicks(game: Game) -> dict[Any, int]:
    return {figure.id: figure.click for figure in game.state.figures.values()}


def refuses(game: Game, *answers: Any) -> bool:
    """Whether all of these are refused, and the game is as before."""
    before = game.digest()
    for answer in answers:
        try:
            game.answer(answer)
        except rw.Refused:
            continue
        return False
    return game.digest() == before


def any_figures(seed: int, powers: Sequence[str], traits: Sequence[str]) -> tuple[Figure, ...]:
    """Six figures with random dials, powers and places."""
    rng = Random(seed)
    squares = rng.sample(list(product(range(4), range(4))), 6)
    figures = []
    for number, at in enumerate(squares):
        dial = tuple(
            Click(
                rng.randrange(7), rng.randint(8, 12), rng.randint(14, 19), rng.randrange(5),
                tuple(rng.sample(powers, min(3, len(powers)))),
            )
            for _ in range(rng.randint(1, 4))
        )  # fmt: skip
        of_card = tuple(rng.sample(traits, min(2, len(traits))))
        figures.append(Figure(number, number % 2, at, dial, of_card, rng.randrange(5), rng.randint(1, 3)))
    return tuple(figures)


# -------------------------------------------------------------------------------- odds, reckoned another way

D6 = range(1, 7)
PAIRS = list(product(D6, repeat=2))


def hits(faces: Any, needed: int) -> bool:
    """The rule of the hit in plain words: for the independent sums."""
    return bool(faces != (1, 1) and (faces == (6, 6) or sum(faces) >= needed))


def law(outcomes: Iterable[Any]) -> dict[Any, Fraction]:
    """The law of equally likely outcomes."""
    counts: dict[Any, int] = {}
    for outcome in outcomes:
        counts[outcome] = counts.get(outcome, 0) + 1
    whole = sum(counts.values())
    return {value: Fraction(count, whole) for value, count in sorted(counts.items())}


def hurt(game: Game) -> tuple[int, ...]:
    """How far the dials of the figures are turned."""
    return tuple(clicks(game).values())

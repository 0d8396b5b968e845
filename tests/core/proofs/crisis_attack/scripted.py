"""Small positions and scripted dice for the tests of this package."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import rulewright
from rulewright import Game, Manual, Scripted

from . import attack as steps
from . import dice as pools
from .terms import Character, Profile, Skirmish

LETTERS = {"C": "critical", "W": "wild", "H": "hit", "B": "block", "-": "blank", "F": "failure"}


def dice(letters: str) -> tuple[str, ...]:
    return tuple(LETTERS[letter] for letter in letters)


Rolls = Iterable[str] | None


def play(rules: Any, *characters: Character, rolls: Rolls = (), crisis: str = "", turns: int = 20) -> Game:
    """A game of these characters; rolls in the letters of the faces, or None: whoever answers rolls too."""
    chance = Manual() if rolls is None else Scripted([dice(roll) for roll in rolls])
    return rulewright.new_game(rules, Skirmish(characters, crisis, turns), chance=chance)


def hero(strength: int = 3, *powers: str, id: str = "hero", place: int = 0, **how: Any) -> Character:
    """Who attacks: seat 0, place 0; where characters are activated, that gives 1 power."""
    profile = {name: how.pop(name) for name in ("reach", "cost", "icons") if name in how}
    return Character(id, 0, place, Profile(strength, **profile), powers, **how)


def villain(defense: int = 1, *powers: str, id: str = "villain", place: int = 1, **how: Any) -> Character:
    """Who is attacked: seat 1, in reach."""
    return Character(id, 1, place, powers=powers, defense=defense, **how)


def tell(game: Game, *answers: Any) -> Game:
    for answer in answers:
        game.answer(answer)
    return game


def of(game: Game, kind: type) -> list[Any]:
    return [event for event in game.events() if isinstance(event, kind)]


def asked(game: Game) -> tuple[int, str]:
    """Who is asked, and what: in a window its name, otherwise the question."""
    request = game.request
    return request.player, request.about.get("window", request.ask)


def offered(game: Game) -> list[Any]:
    return list(game.request.space.options())


def exchange(*characters: Character, rolls: Rolls = (), crisis: str = "") -> Game:
    """One attack by the rules of dice.py."""
    return play(pools.RULESET, *characters, rolls=rolls, crisis=crisis, turns=1)


def damage(game: Game) -> int:
    return int(game.state.characters["villain"].damage)


def attack(*characters: Character, rolls: Rolls = (), target: str = "villain") -> Game:
    """The hero attacks the target by the rules of attack.py."""
    return tell(play(steps.RULESET, *characters, rolls=rolls), "hero", "attack", target)

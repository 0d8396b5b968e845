"""How the tests of this proof put up armies, play with given dice, and read what happened."""

from __future__ import annotations

from typing import Any

import rulewright as rw
from rulewright.ruleset import Rules

from .rolling import Rolling
from .terms import Kind, Setup, Troop, Weapon

UNHURT = 10
"""Wounds of a target that survives everything that a test does to it."""

DEATH = (4, 4, 1)
"""Hit, wound, and no save."""


class Battle:
    """A game with scripted dice, of which ``left`` have not fallen."""

    def __init__(self, rules: Rules, setup: Any, dice: list[int]) -> None:
        self.script = rw.Scripted([(face,) for face in dice])
        self.game: rw.Game = rw.new_game(rules, setup, seed=1, chance=self.script)

    def play(self, *answers: Any) -> Battle:
        for answer in answers:
            self.game.answer(answer)
        return self

    @property
    def left(self) -> int:
        return self.script.left

    @property
    def asked(self) -> tuple[int, str] | None:
        """Who is asked what; None when the battle is over."""
        request = self.game.request
        return None if request is None else (request.player, request.ask)

    @property
    def rolled(self) -> str:
        """Which roll may be re-rolled now."""
        return self.game.context(Rolling).what

    @property
    def offered(self) -> list[str]:
        """The reactions that may be used now; none where something else is asked."""
        if self.asked is None or self.asked[1] != "react":
            return []
        return [option[0] for option in self.game.request.space.values if option is not None]

    def events(self, *kinds: type[rw.Event]) -> list[Any]:
        return [event for event in self.game.events() if isinstance(event, kinds)]

    def models(self, unit: int) -> list[int]:
        return [model.id for model in self.game.state.models.values() if model.unit == unit]


def battle(
    rules: Rules,
    units: list[Troop],
    kinds: dict[str, Kind],
    weapons: dict[str, Weapon],
    dice: list[int],
    cp: tuple[int, int] = (0, 0),
    rounds: int = 1,
) -> Battle:
    setup = Setup(units=tuple(units), kinds=kinds, weapons=weapons, cp=cp, rounds=rounds)
    return Battle(rules, setup, dice)

"""Experiments: what a game does once, by its own rules, in a position that is laid out for the question.

    ATTACK = Experiment(Matchup, two_units, Procedure("table", [attack, known]), wounds_lost, first_option)

    law = ATTACK.law(ATTACK.rules(rules), Matchup(attacker="knight", target="wolf"))

What is asked about is ``setup.wishes``. The experiment is over where its flow asks what it did (`known`), so that what
is measured can still look at the contexts of the procedures that are running.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from ..requests import Request
from ..setups import setup_model
from ..spaces import Options

if TYPE_CHECKING:
    from ..flow import Procedure
    from ..game import Game
    from ..ruleset import Rules

KNOWN: Final = "known"


def known(game: Game, context: Any) -> Any:
    """The last step: what the experiment did is known."""
    yield Request(0, KNOWN, Options((True,)))


def is_known(game: Game) -> bool:
    """Whether an experiment is over."""
    return game.request is not None and game.request.ask == KNOWN


@dataclass(frozen=True, slots=True)
class Experiment:
    """One exchange of a game, such as an attack on one target.

    ``wishes`` is the type of what is asked about. ``populate(state, setup, content)`` puts into play what that needs,
    ``flow`` is what happens then, ``measure(before, after)`` is what the law is about, and ``decide(game, request)``
    answers for all players. ``procedures`` are those that only the experiment calls.
    """

    wishes: Any
    populate: Callable[[Any, Any, Any], None]
    flow: Procedure
    measure: Callable[[Game, Game], Any]
    decide: Callable[[Game, Any], Any]
    procedures: Sequence[Procedure] = ()

    def rules(self, rules: Rules, content: Any = None) -> Rules:
        """The rules of the game, of which only the experiment is played; with other content where there is some.

        Raises TypeError for a game whose setup is no pydantic model.
        """
        from pydantic import BaseModel, create_model

        game, book = rules.ruleset, rules.content if content is None else content
        usual = setup_model(game)
        if usual is not None and not issubclass(usual, BaseModel):
            raise TypeError(f"{rules.id}: an experiment adds its wishes to a pydantic model, and {usual!r} is none")
        setup = create_model("Experiment", __base__=usual, wishes=(self.wishes, ...))
        own = replace(
            game, flow=self.flow, setup=setup, populate=self.populate, content=lambda *_: book,
            procedures=[game.flow, *game.procedures, *self.procedures],
        )  # fmt: skip
        return own.freeze(rules.extensions)

    def law(self, rules: Rules, wishes: Any, **setup: Any) -> dict[Any, Fraction]:
        """How likely each value is that is measured, by the ``rules`` that `Experiment.rules` gave.

        ``setup`` has what else of the setup is not as usual. Raises OddsError where there are too many courses.
        """
        from ..api import new_game
        from . import distribution

        before = new_game(rules, {**setup, "wishes": wishes}, seed=0, chance="manual")
        return distribution(before, partial(self.measure, before), policy=self.decide, until=is_known)


__all__ = ["Experiment", "is_known", "known"]

"""A game in words, from its beginning: questions, answers, dice, events. For reading, and to be compared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, Final

from ..api import new_game
from ..chance import Chance, Manual
from ..game import Game
from ..narrator import Narrator
from ..plaindata import same
from ..requests import CHANCE
from ..ruleset import Rules, Ruleset
from ..text import show

LISTED: Final = 8
"""More options than that are counted, not listed."""


def transcript(game: Game, lang: str = "en") -> str:
    """The whole game in words, as someone knows it who may see everything.

    It is played again from its header and answers, so two games with equal transcripts went the same way as far as
    words tell; a position is told by its questions and events.
    """
    return "\n".join(_Writer(game, lang).lines()) + "\n"


def playthrough(
    game: str | Ruleset | Rules,
    seats: Sequence[str] = ("random",),
    *,
    setup: Any = None,
    seed: int = 1,
    decisions: int | None = None,
    chance: Chance | None = None,
) -> Game:
    """A game played by bots (one name for each seat, or one for all), to its end or for this many decisions."""
    from ..bots import fill_seats, make_bot, seat_seed

    played = new_game(game, setup, seed=seed, chance=chance or "seeded")
    names = fill_seats(seats, len(played.players))
    bots = [make_bot(name, seat_seed(seed, seat)) for seat, name in enumerate(names)]
    for number in count():
        request = played.request
        if request is None or number == decisions:
            break
        played.answer(bots[request.player].choose(played.view(request.player), request), request.player)
    return played


class _Writer:
    """Plays a game again and writes down what comes."""

    def __init__(self, game: Game, lang: str) -> None:
        self.teller = Narrator(game.rules, lang)
        self.answers = game.answers
        self.game = Game(game.rules, game.header, game.setup, Manual())
        self.told = 0

    def lines(self) -> Iterator[str]:
        header = self.game.header
        yield self.game.rules.ruleset.title
        if header.setup:
            yield f"setup: {json.dumps(header.setup, ensure_ascii=False)}"
        yield ""
        yield from self._events()
        for player, answer in self.answers:
            yield self._chance(answer) if player == CHANCE else self._decision(player, answer)
            self.game.answer(answer, None if player == CHANCE else player)
            yield from self._events()
        if self.game.result is not None:
            yield ""
            yield self.teller.result(self._view(), self.game.result)

    def _view(self) -> Any:
        return self.game.view(self.game.players[0])

    def _decision(self, player: int, answer: Any) -> str:
        request = next(request for request in self.game.requests if request.player == player)
        view = self.game.view(player)
        asked = f"? {self.teller.asked(view, request)}{_cited(request.rule)}"
        options = request.space.parts()
        if options is not None and not any(same(option, answer) for option in options):
            options = None  # they are what the answer is made of
        if options is None or not 1 < len(options) <= LISTED:
            among = f" (of {len(options)})" if options is not None and len(options) > LISTED else ""
            told = request.space.told(answer, lambda part: self.teller.option(view, request, part))
            return f"{asked}\n  > {show(told, self.teller.lang)}{among}"
        marks = ("> " if same(option, answer) else "  " for option in options)
        listed = [self.teller.option(view, request, option) for option in options]
        return "\n".join([asked, *(f"  {mark}{label}" for mark, label in zip(marks, listed, strict=True))])

    def _chance(self, answer: Any) -> str:
        return f"* {self.teller.rolled(self._view(), self.game.pending, answer)}"

    def _events(self) -> Iterator[str]:
        view = self._view()
        for event in self.game.events(since=self.told):
            if heading := self.teller.heading(view, event):
                yield f"\n== {heading} =="
            elif line := self.teller.event(view, event):
                yield f"  {line}{_cited(event.rule)}"
        self.told = len(self.game.log)


def _cited(rule: str) -> str:
    return f"  [{rule}]" if rule else ""

"""Answers by name: the option's name or label instead of the value itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from ..game import Game
from ..narrator import Narrator

PASS: Final = "pass"
"""The name of the answer None."""


class AmbiguousName(AssertionError):
    """A name that several options have; the message lists them."""


def answer_named(game: Game, request: Any, given: Any) -> Any:
    """The answer that a test means by ``given``: itself where it is legal, else the option of that name.

    A name is the text of the option, its label in English or Chinese, the name of a reaction, or "pass" for None;
    its beginning or a part of it will do where no other option has that too. Of several items a list of names is
    given, of an allocation a mapping of names to amounts, of dice faces or their symbols. What names nothing legal is
    returned for the game to refuse: as what it names among answers that cannot be given now, or as it is. Raises
    AmbiguousName.
    """
    space, names = request.space, _Names(game, request)
    if not space.check(given):
        return given
    found = space.named(given, names.find)
    return names.find([answer for answer, _ in space.barred()], given) if found is given else found


def option_names(game: Game, request: Any) -> list[str]:
    """The labels of the options (or items) of a request, in English; empty where they cannot be listed."""
    names = _Names(game, request)
    return [names.labels(value)[0] for value in request.space.parts() or ()]


class _Names:
    """What the options of one request are called."""

    def __init__(self, game: Game, request: Any) -> None:
        self.request = request
        self.view = game.view(request.player if request.player in game.players else game.players[0])
        self.tellers = (Narrator(game.rules, "en"), Narrator(game.rules, "zh"))

    def labels(self, value: Any) -> tuple[str, ...]:
        """An option in both languages."""
        return tuple(teller.option(self.view, self.request, value) for teller in self.tellers)

    def find(self, values: Sequence[Any], given: Any) -> Any:
        """The value of that name; what was given where there is none."""
        if not isinstance(given, str) or given in values:
            return given
        wanted = given.casefold()
        named = [(value, [name.casefold() for name in self._of(value)]) for value in values]
        ways: tuple[Callable[[str], bool], ...] = (wanted.__eq__, lambda n: n.startswith(wanted), lambda n: wanted in n)
        found = next(filter(None, ([v for v, names in named if any(map(way, names))] for way in ways)), [])
        if len(found) > 1:
            listed = ", ".join(f"{self.labels(value)[0]} ({value!r})" for value in found)
            raise AmbiguousName(f"{given!r} may be each of these answers to {self.request.ask!r}: {listed}")
        return found[0] if found else given

    def _of(self, value: Any) -> Iterator[str]:
        yield from self.labels(value)
        if value is None:
            yield PASS
        elif isinstance(value, str):
            yield value
        elif isinstance(value, tuple) and value and isinstance(value[0], str):
            yield value[0]
            yield " ".join(str(part) for part in value if part is not None)

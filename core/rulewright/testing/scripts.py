"""Chance in a test: dice fall and cards lie as the test says; what it does not say is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from ..chance import misfit
from ..outcomes import DiceSpace, PickSpace, ShuffleSpace
from ..plaindata import plain

Results: TypeAlias = Iterable[Any] | Mapping[str, Iterable[Any]]
"""What falls: results in order, whatever asks for them, or the results of each question by its name."""


class Script:
    """A driver of chance for tests.

    ``dice`` are for rolls, ``cards`` for shuffles and picks: a list in order, or for each question by its name.
    A result is a tuple of faces or items; a single die may be given bare. Afterwards a roll falls as ``otherwise``
    says for a question of its name (``{"attack": (1, 2, 4)}``: the first of these faces, as many as are rolled), again
    and again; any other is left to be answered like a question, and cards lie as they lay before. Raises Refused when
    a result does not fit.
    """

    def __init__(
        self, dice: Results = (), cards: Results = (), otherwise: Mapping[str, Iterable[Any]] | None = None
    ) -> None:
        self._otherwise = {ask: tuple(faces) for ask, faces in (otherwise or {}).items()}
        self._lists: dict[tuple[str, str], list[Any]] = {}
        self._used: dict[tuple[str, str], int] = {}
        self._trail: list[tuple[str, str] | None] = []
        self.add(dice, cards)

    def add(self, dice: Results = (), cards: Results = ()) -> None:
        """Say what falls after all that was said before."""
        for kind, results in (("dice", dice), ("cards", cards)):
            by_ask = results if isinstance(results, Mapping) else {"": results}
            for ask, of_ask in by_ask.items():
                self._lists.setdefault((kind, ask), []).extend(map(_as_result, of_ask))

    @property
    def left(self) -> list[Any]:
        """What has not fallen yet."""
        return [result for key, results in self._lists.items() for result in results[self._used.get(key, 0) :]]

    def draw(self, request: Any) -> Any:
        """The next result for a request to chance; None leaves a roll open."""
        kind = "dice" if isinstance(request.space, DiceSpace) else "cards"
        for key in ((kind, request.ask), (kind, "")):
            at = self._used.get(key, 0)
            if at < len(self._lists.get(key, ())):
                result = self._lists[key][at]
                if violations := request.space.check(result):
                    name = f"{kind} for {key[1]!r}" if key[1] else kind
                    raise misfit(f"scripted {name}", at, result, request, violations)
                self._used[key] = at + 1
                self._trail.append(key)
                return result
        result = self._unscripted(request)
        if result is not None:
            self._trail.append(None)
        return result

    def _unscripted(self, request: Any) -> Any:
        """Cards as they lie, and dice as they fall otherwise; None for what is left to be answered."""
        space = request.space
        if isinstance(space, ShuffleSpace):
            return tuple(space.items)
        if not isinstance(space, DiceSpace):
            return tuple(space.items[: space.count]) if isinstance(space, PickSpace) else None
        faces = self._otherwise.get(request.ask)
        if faces is None:
            return None
        if violations := space.check(faces[: len(space.dice)]):
            raise misfit("dice that fall otherwise", 1, faces, request, violations)
        return faces[: len(space.dice)]

    def copy(self) -> Script:
        """The same script at the same place, for a fork."""
        new = Script(otherwise=self._otherwise)
        new._lists = {key: list(results) for key, results in self._lists.items()}
        new._used = dict(self._used)
        return new

    def take_back(self, draws: int) -> None:
        """Be as before this many of the last draws."""
        for _ in range(min(draws, len(self._trail))):
            key = self._trail.pop()
            if key is not None:
                self._used[key] -= 1

    def positions(self) -> dict[str, int]:
        """None: a save of this game goes on with dice of its seed."""
        return {}


def _as_result(result: Any) -> Any:
    return plain(result) if isinstance(result, tuple | list) else (plain(result),)

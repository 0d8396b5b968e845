"""What one player may know: the state without what is hidden, and nothing more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, NoReturn

import msgspec

from .events import Event
from .game import Drift
from .plaindata import shown
from .readonly import WrittenInPlace
from .requests import Player
from .state import Record, State, Viewer, masked_state

if TYPE_CHECKING:
    from .game import Game
    from .ruleset import Rules
    from .stats import Modifier, Value, Verdict

IMAGINED: Final = 8
"""How often hidden things are made up until the open step runs on them."""


class View:
    """A game as one player sees it at one moment.

    ``state`` has the tables of the ruleset with hidden fields None. ``rules`` and ``content`` are public.
    """

    __slots__ = ("_answers", "_game", "_state", "content", "player", "players", "rules", "setup", "teams")

    player: Player
    players: tuple[Player, ...]
    teams: tuple[tuple[Player, ...], ...]
    rules: Rules
    setup: Any
    content: Any
    _game: Game
    _answers: int
    _state: State | None

    def __init__(self, game: Game, player: Player) -> None:
        put = object.__setattr__
        put(self, "player", player)
        put(self, "players", game.players)
        put(self, "teams", game.teams)
        put(self, "rules", game.rules)
        put(self, "setup", game.setup)
        put(self, "content", game.content)
        put(self, "_game", game)
        put(self, "_answers", len(game.answers))
        put(self, "_state", None)

    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: object) -> NoReturn:
            raise WrittenInPlace(f"{name} of a view is written to")

    def _now(self) -> Game:
        if len(self._game.answers) != self._answers:
            raise RuntimeError("this view is of an earlier moment; ask the game for a new one")
        return self._game

    @property
    def state(self) -> Any:
        """The tables as the player may know them. Raises RuntimeError when the game has gone on."""
        if self._state is None:
            game = self._now()
            object.__setattr__(self, "_state", masked_state(game.state, game.viewer(self.player)))
        return self._state

    @property
    def request(self) -> Any:
        """What this player is asked now; None when it is somebody else's move."""
        return next((request for request in self._now().requests if request.player == self.player), None)

    @property
    def asked(self) -> tuple[Player, ...]:
        """Who is asked something now."""
        return tuple(request.player for request in self._now().requests)

    @property
    def phase(self) -> str:
        """The running phase."""
        return self._now().phase

    @property
    def active(self) -> Player | None:
        """Whose turn it is."""
        return self._now().active

    @property
    def result(self) -> Any:
        """How the game ended; None while it is running."""
        return self._now().result

    def find_context(self, kind: type[Any]) -> Any:
        """The innermost running context of that type as the player may know it; None when there is none."""
        game = self._now()
        found = game.find_context(kind)
        return None if found is None else found.seen_by(game.viewer(self.player))

    def events(self, since: int = 0) -> list[Event]:
        """The log as the player may know it."""
        return self._now().events(self.player, since)

    def number(self, stat: str, subject: Any, *also: Modifier) -> Any:
        """A characteristic now, with modifiers that count only here; characteristics are public."""
        return self._now().number(stat, subject, *also)

    def value(self, stat: str, subject: Any, *also: Modifier) -> Value:
        """A characteristic with its trace."""
        return self._now().value(stat, subject, *also)

    def may(self, permission: str, subject: Any, *also: Modifier) -> bool:
        """Whether something is permitted now; permissions are public."""
        return self._now().may(permission, subject, *also)

    def verdict(self, permission: str, subject: Any, *also: Modifier) -> Verdict:
        """A permission with the trace of what permits and what forbids."""
        return self._now().verdict(permission, subject, *also)

    def has(self, power: str, subject: Any, table: str = "") -> bool:
        """Whether a record has a power now, as far as the player may know."""
        self._now()
        return self.rules.powers.has(self, power, subject, table)

    def imagine(self, rng: Random) -> Game:
        """A game that could be this one for all the player knows: hidden things and chance are made up.

        The ruleset's ``determinize`` fills in what the view hides, from the view alone. Raises Drift where the
        open step does not run on what it makes up, and TypeError for what is no `random.Random`.
        """
        if not isinstance(rng, Random):
            raise TypeError(f"what a view hides is made up with a random.Random, not {shown(rng)}")
        fork, given = self._made_up(rng)
        for request in fork.requests if given else ():
            if request.player in given:
                own = request.player == self.player
                fork.answer(given[request.player] if own else request.space.sample(rng), request.player)
        return fork

    def _made_up(self, rng: Random) -> tuple[Game, dict[Player, Any]]:
        """A fork with hidden things made up, and the secret answers that were taken back in it."""
        fill = self.rules.ruleset.determinize
        problem = "the open step comes to a position that looks different"
        for number in range(IMAGINED):
            fork = self._now().fork(seed=rng.getrandbits(48))
            given = fork.retract_secrets()
            records = fill(self, rng) if fill is not None else {}
            try:
                carried = fork.replace_hidden(records, self.player, exchange=number % 2 == 0)
            except Exception as error:  # whatever the rules say of a position that cannot have come about
                problem = f"{type(error).__name__}: {error}"
                continue
            if not carried or self._looks_like(fork):
                fork.forget_hidden(self.player)
                return fork, given
        raise Drift(f"nothing that player {self.player} does not know could be made up: {problem}")

    def _looks_like(self, other: Game) -> bool:
        """Whether another game has the same tables for this player."""
        return bool(masked_state(other.state, other.viewer(self.player)).plain() == self.state.plain())

    def to_json(self) -> bytes:
        """The view as one JSON document."""
        game = self._now()
        request = self.request
        return msgspec.json.encode(
            {
                "player": self.player,
                "active": self.active,
                "phase": self.phase,
                "asked": self.asked,
                "request": None if request is None else describe_request(request),
                "state": self.state.plain(),
                "answers": len(game.answers),
            },
            order="deterministic",
        )


def describe_request(request: Any) -> dict[str, Any]:
    """A request as plain data: who is asked what, on which clock if any, and which answers are legal."""
    seconds = getattr(request, "seconds", None)  # dice have none
    return {
        "player": request.player,
        "ask": request.ask,
        "rule": request.rule,
        "about": dict(request.about),
        "space": request.space.describe(),
        **({} if seconds is None else {"seconds": seconds}),
    }


# ----------------------------------------------------------------------------- carrying back what is made up

# ``determinize`` makes up the hidden parts of the position as it is now. The engine goes on from the checkpoint
# below the open step, and the step may have moved hidden cards before it asked. So what was made up takes the place
# of what it was made up for in the records as they stood then, and in the recorded answers.

Change = tuple[Record, ...]
"""Three forms of one record: as it stood at the checkpoint, as it is now, and as it is made up now."""


class Exchange:
    """What is made up for what: element by element of the fields of records that differ."""

    def __init__(self, changes: Iterable[tuple[Record, Record]]) -> None:
        self._for: dict[Any, Any] = {}
        doubtful = set()
        for real, made_up in changes:
            for one, other in _pairs(real, made_up):
                if self._for.setdefault(one, other) != other:
                    doubtful.add(one)
        self._for = {one: other for one, other in self._for.items() if one not in doubtful and one != other}

    def answer(self, answer: Any) -> Any:
        """The answer with each element exchanged for what is made up for it, where that is one thing only."""
        if isinstance(answer, tuple):
            return tuple([self.answer(item) for item in answer])
        return self._for.get(answer, answer)


def carried_back(changes: Sequence[Change], viewer: Viewer | None = None) -> list[Record]:
    """The records as they stood at the checkpoint, with what is made up now in place of what ``viewer`` did not see."""
    spare: dict[Any, list[Any]] = {}
    begun = [_Begun(change, spare, viewer) for change in changes]
    return [item.finished(spare) for item in begun]


class _Begun:
    """A record in work: what is still in it is exchanged; what left it is looked for in the others afterwards."""

    def __init__(self, change: Change, spare: dict[Any, list[Any]], viewer: Viewer | None) -> None:
        self.old, now, made_up = change
        seen = self.old if viewer is None else self.old.seen_by(viewer)
        self.fields: dict[str, Any] = {}
        self.gone: dict[str, list[int]] = {}
        for name in self.old.__struct_fields__:
            then, real, other = getattr(self.old, name), getattr(now, name), getattr(made_up, name)
            if real == other:
                if isinstance(real, tuple):
                    self.fields[name], gone = _align(then, real, real, spare)
                    self.gone[name] = [place for place in gone if not _shows(getattr(seen, name), place)]
            elif isinstance(then, tuple) and isinstance(real, tuple) and isinstance(other, tuple):
                if len(real) == len(other):
                    self.fields[name], self.gone[name] = _align(then, real, other, spare)
            elif then == real:
                self.fields[name] = other

    def finished(self, spare: dict[Any, list[Any]]) -> Record:
        for name, places in self.gone.items():
            values = list(self.fields[name])
            for place in places:
                waiting = spare.get(values[place])
                if waiting:
                    values[place] = waiting.pop(0)
            self.fields[name] = tuple(values)
        return msgspec.structs.replace(self.old, **self.fields)


def _shows(seen: Any, place: int) -> bool:
    return isinstance(seen, tuple) and seen[place] is not None


def _align(
    then: Sequence[Any], real: Sequence[Any], made_up: Sequence[Any], spare: dict[Any, list[Any]]
) -> tuple[list[Any], list[int]]:
    """The old elements, exchanged where they are still there, and the places of those that are not.

    What has come since is laid by in ``spare``, by what it really is.
    """
    left = list(range(len(real)))
    values, gone = list(then), []
    for place, value in enumerate(then):
        found = next((index for index in left if real[index] == value), None)
        if found is None:
            gone.append(place)
        else:
            left.remove(found)
            values[place] = made_up[found]
    for index in left:
        spare.setdefault(real[index], []).append(made_up[index])
    return values, gone


def _pairs(real: Record, made_up: Record) -> Iterable[tuple[Any, Any]]:
    for name in real.__struct_fields__:
        one, other = getattr(real, name), getattr(made_up, name)
        if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
            yield from zip(one, other, strict=True)
        elif isinstance(one, str) and isinstance(other, str):
            yield one, other

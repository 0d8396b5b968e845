"""Positions that differ only in what a player may not know must look alike to that player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from random import Random
from typing import Annotated, Any, Final, Self, get_args, get_origin

import msgspec

from ..chance import Seeded
from ..describe import has_secrets
from ..events import Event
from ..game import Drift, Game
from ..imagining import remade
from ..outcomes import ShuffleSpace
from ..requests import naming
from ..ruleset import Rules
from ..state import Seen, State, Viewer, hidden_fields, may_see, owner_of
from .comparing import as_plain, compare, faulty, in_words, seen_by_player, shortened
from .findings import CheckFailed

SHUFFLES: Final = 4
"""This many shuffles before the first question are done in another way."""


def hides_anything(rules: Rules) -> bool:
    """Whether a ruleset keeps anything from anyone; what may be used in a window follows from the rest."""
    return rules.ruleset.determinize is not None or has_secrets(rules)


def lookalikes(game: Game, player: int, rng: Random) -> Iterator[Game]:
    """Positions that differ from this one only in what the player may not know, as far as any can be made up."""
    for _ in range(3):
        if game.rules.ruleset.determinize is not None:
            try:
                yield game.view(player).imagine(rng)
            except Drift:
                continue
            except CheckFailed:
                raise
            except Exception as error:
                what = f"determinize fails for player {player}: {in_words(error)}"
                raise CheckFailed("leak", what) from error
        elif (other := _with_redealt(game, player, rng)) is not None:
            yield other


def _with_redealt(game: Game, player: int, rng: Random) -> Game | None:
    """A fork in which everything hidden from the player is dealt again among its owners' places, if it comes about."""
    records = _redealt(game, player, rng)
    try:
        return remade(game, records, player) if records else None
    except Exception:
        return None  # Dealt again at random, the position may be one that cannot have come about.


def _redealt(game: Game, player: int, rng: Random) -> dict[str, list[Any]]:
    """The records that hide something from the player, with each owner's hidden things dealt again."""
    viewer = game.viewer(player)
    places = list(_hidden_places(game.state, viewer))
    pools: dict[Any, list[Any]] = {}
    for _, record, name in places:
        value = getattr(record, name)
        pools.setdefault(_pool(record, name), []).extend(value if isinstance(value, tuple) else (value,))
    for pool in pools.values():
        rng.shuffle(pool)
    changed: dict[tuple[str, Any], Any] = {}
    for table, record, name in places:
        pool = pools[_pool(record, name)]
        value = getattr(record, name)
        dealt: Any = tuple(pool.pop() for _ in value) if isinstance(value, tuple) else pool.pop()
        key = (table, record.id)
        changed[key] = msgspec.structs.replace(changed.get(key, record), **{name: dealt})
    found: dict[str, list[Any]] = {}
    for (table, _), record in changed.items():
        found.setdefault(table, []).append(record)
    return found


def _pool(record: Any, name: str) -> Any:
    """Hidden things are dealt again among those of one owner and one kind of field."""
    kind = next(field.type for field in msgspec.structs.fields(type(record)) if field.name == name)
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    return owner_of(record), type(record).__name__, str(kind)


def _hidden_places(state: State, viewer: Viewer) -> Iterator[tuple[str, Any, str]]:
    for table in state.tables:
        if table.name != "contexts":
            for record in table.values():
                for name, seen in hidden_fields(type(record)):
                    if not may_see(seen, owner_of(record), viewer) and getattr(record, name) is not None:
                        yield table.name, record, name


def look_alike(player: int, one: Game, other: Game, since: tuple[int, int], what: str) -> bool:
    """Whether two games look alike to a player; False once the player may learn more. Raises CheckFailed for a leak."""
    viewer = one.viewer(player)
    revealed = False
    for mine, theirs in zip(one.log[since[0] :], other.log[since[1] :], strict=False):
        turned_up = reveals(mine.event, player) or reveals(theirs.event, player)
        seen, imagined = mine.event.seen_by(viewer), theirs.event.seen_by(viewer)
        if seen != imagined and (turned_up or revealed):
            return False
        if seen != imagined and type(seen) is type(imagined):
            raise CheckFailed(
                "leak",
                f"{shortened(seen)} shows player {player} something hidden, for it might as well have been "
                f"{shortened(imagined)}: mark the field with Seen, or the event REVEALS = True where it is turned up",
            )
        revealed = revealed or turned_up
    now, then = seen_by_player(one, player, since[0]), seen_by_player(other, player, since[1])
    if revealed and now != then:
        return False
    if now != then:
        _tell_apart(what, one, other, now["events"], then["events"])
    compare("leak", what, now, then)
    compare("leak", f"the panel of {what}", *(_shown(game, player) for game in (one, other)))
    compare("leak", f"what is refused in {what}", _refusals(one, player), _refusals(other, player))
    return True


def _tell_apart(what: str, one: Game, other: Game, now: Sequence[Any], then: Sequence[Any]) -> None:
    """Name what the player sees of the difference, where it is an event or a question. Raises CheckFailed."""
    for (mine, _), (theirs, _) in zip_longest(now, then, fillvalue=("no event", ())):
        if mine != theirs:
            raise CheckFailed(
                "leak",
                f"{what}: {mine} happens in the first, and {theirs} in the second; whether an event that a player sees "
                "happens must not depend on what is hidden, or the event has an AUDIENCE",
            )
    asks, others = ([naming(request) for request in game.requests] for game in (one, other))
    if asks != others:
        raise CheckFailed(
            "leak",
            f"{what}: there is {' and '.join(asks) or 'no request'} in the first, and {' and '.join(others) or 'none'} "
            "in the second; who is asked must not depend on what is hidden (a window asks everyone where "
            "TimingPolicy has ask_all)",
        )


def _shown(game: Game, player: int) -> Any:
    """What the ruleset shows a player, as plain data; what it raises is found by the check of the faces."""
    make = game.rules.ruleset.panel
    if make is None:
        return None
    try:
        return msgspec.to_builtins(make(game.view(player)))
    except Exception as error:
        return repr(error)


def _refusals(game: Game, player: int) -> list[str]:
    """Why some answers that nobody may give are refused to the player."""
    outside = ((r, answer) for r in game.requests if r.player == player for answer in _OUTSIDE)
    return [f"{answer!r}: {shortened(request.space.check(answer))}" for request, answer in outside]


_OUTSIDE: Final = ("no such answer", -987_654_321, ())


def seem_alike(game: Game, other: Game, player: int) -> bool:
    """Whether a player sees the same tables and events in two positions."""
    one, two = game.view(player), other.view(player)
    return one.to_json() == two.to_json() and one.events() == two.events()


def check_determinize(game: Game, player: int, rng: Random) -> None:
    """What is made up depends on the view alone: positions that look alike are made up alike. Raises CheckFailed."""
    fill, seed = game.rules.ruleset.determinize, rng.getrandbits(48)
    other = None if fill is None else _with_redealt(game, player, rng)
    if fill is None or other is None:
        return
    if not seem_alike(game, other, player):
        return
    first, second = (
        {table: as_plain(list(rows)) for table, rows in fill(one.view(player), Random(seed)).items()}
        for one in (game, other)
    )
    what = f"what determinize makes up, with one rng, in two positions that look alike to player {player}"
    try:
        compare("leak", what, first, second)
    except CheckFailed as fault:
        raise CheckFailed("leak", f"{fault}; it may read nothing but the view") from None


def reveals(event: Event, player: int) -> bool:
    """Whether an event tells a player what was hidden so far, as it should."""
    kind = type(event)
    if getattr(kind, "REVEALS", False):
        return True
    hides = hidden_fields(kind) or getattr(kind, "AUDIENCE", Seen.PUBLIC) is not Seen.PUBLIC
    return owner_of(event) == player and bool(hides or kind.seen_by is not Event.seen_by)


class Reshuffled(Seeded):
    """Chance of a seed, but of all shuffles one ends in another order: what nobody sees when it happens."""

    def __init__(self, seed: int, which: int, rng: Random) -> None:
        super().__init__(seed)
        self.shuffles = 0
        self._which = which
        self._rng = rng

    def draw(self, request: Any) -> Any:
        result = super().draw(request)
        if isinstance(request.space, ShuffleSpace):
            self.shuffles += 1
            if self.shuffles == self._which + 1:
                result = tuple(self._rng.sample(result, len(result)))
        return result

    def copy(self) -> Self:
        """The same chance; forks of it are not made up."""
        return self


def hidden_things(game: Game, player: int) -> list[Any]:
    """What a player does not see of the tables."""
    return [(table, key, field, value) for table, key, field, value, _ in masked_in(game.state, game.viewer(player))]


def masked_in(state: State, viewer: Viewer) -> Iterator[tuple[str, Any, str, Any, Any]]:
    """What is hidden from a viewer: its table, record and field, what stands there, and what is seen instead."""
    for table in state.tables:
        for key, record in table.items():
            if (seen := record.seen_by(viewer)) is not record:
                for field in record.__struct_fields__:
                    if (value := getattr(record, field)) != (shown := getattr(seen, field)):
                        yield table.name, key, field, value, shown


def shuffle_is_hidden(player: int, one: Game, other: Game, since: tuple[int, int]) -> bool:
    """Whether two games that part at a shuffle look alike to a player; False once the player rightly learns more.

    A shuffle that hides nothing (who begins) is open. Raises CheckFailed for a leak.
    """
    what = f"two games in which one shuffle ended differently, as player {player} sees them"
    try:
        return look_alike(player, one, other, since, what)
    except CheckFailed:
        if hidden_things(one, player) == hidden_things(other, player):
            return False
        raise


def check_opening(game: Game, rng: Random) -> None:
    """Nothing that is told before the first question depends on how a shuffle ended. Raises CheckFailed."""
    for which in range(SHUFFLES):
        chance = Reshuffled(game.header.seed, which, rng)
        with faulty("ends", "the game does not begin when a shuffle ends in another order"):
            other = Game(game.rules, game.header, game.setup, chance)
        if chance.shuffles <= which:
            return
        for player in game.players:
            shuffle_is_hidden(player, game, other, (0, 0))

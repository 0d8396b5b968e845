"""Positions that differ only in what a player may not know must look alike to that player."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Annotated, Any, get_args, get_origin

import msgspec

from ..events import Event
from ..game import Drift, Game
from ..ruleset import Rules
from ..state import Seen, State, Viewer, hidden_fields, may_see, owner_of
from .comparing import compare, seen_by_player, shortened
from .findings import Fault


def hides_anything(rules: Rules) -> bool:
    """Whether a ruleset keeps anything from anybody."""
    kinds = (*rules.tables.values(), *rules.contexts)
    return rules.ruleset.determinize is not None or any(
        hidden_fields(kind) or "seen_by" in vars(kind) for kind in kinds if isinstance(kind, type)
    )


def lookalikes(game: Game, player: int, rng: Random) -> Iterator[Game]:
    """Positions that differ from this one only in what the player may not know, as far as any can be made up."""
    for _ in range(3):
        if game.rules.ruleset.determinize is not None:
            try:
                yield game.view(player).imagine(rng)
            except Drift:
                continue
            except Exception as error:
                what = f"determinize fails for player {player}: {type(error).__name__}: {error}"
                raise Fault("leak", what) from error
        elif records := _redealt(game, player, rng):
            other = game.fork()
            try:
                other.replace_hidden(records, player, exchange=False)
            except Exception:
                continue  # Dealt again at random, the position may be one that can not have come about.
            yield other


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
    """Whether two games look alike to a player; False once the player rightly learns more. Raises Fault for a leak."""
    viewer = one.viewer(player)
    revealed = False
    for mine, theirs in zip(one.log[since[0] :], other.log[since[1] :], strict=False):
        reveals = _reveals(mine.event, player) or _reveals(theirs.event, player)
        seen, imagined = mine.event.seen_by(viewer), theirs.event.seen_by(viewer)
        if seen != imagined and (reveals or revealed):
            return False
        if seen != imagined and type(seen) is type(imagined):
            raise Fault(
                "leak",
                f"{shortened(seen)} shows player {player} something hidden, for it might as well have been "
                f"{shortened(imagined)}: mark the field with Seen, or the event REVEALS = True where it is turned up",
            )
        revealed = revealed or reveals
    now, then = seen_by_player(one, player), seen_by_player(other, player)
    if revealed and now != then:
        return False
    compare("leak", what, now, then)
    return True


def _reveals(event: Event, player: int) -> bool:
    """Whether an event tells a player what was hidden so far, as it should."""
    kind = type(event)
    if getattr(kind, "REVEALS", False):
        return True
    hides = hidden_fields(kind) or getattr(kind, "AUDIENCE", Seen.PUBLIC) is not Seen.PUBLIC
    return owner_of(event) == player and bool(hides or kind.seen_by is not Event.seen_by)

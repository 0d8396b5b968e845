"""Taking back among people: one's own choice, while no die fell, nothing hidden was shown and nobody acted since."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from rulewright.api import rules_for
from rulewright.plugins import registry
from rulewright.refusals import Refused
from rulewright.requests import CHANCE
from rulewright.web.store import Act, SqliteStore
from rulewright.web.table import LiveTable, new_record

GAMES = sorted(registry().rulesets)
CHOICES = 40
SEED = 11


def at_a_table(file: Path, game: str, seats: list[str], play: Callable[[LiveTable], Awaitable[None]]) -> None:
    """Open a table, and have something done at it."""

    async def sit() -> None:
        store = SqliteStore(file)
        rules = rules_for(game)
        record = structs.replace(new_record(rules, None, seats), seed=SEED)
        await store.add(record)
        try:
            await play(LiveTable(record, rules, store))
        finally:
            store.close()

    asyncio.run(sit())


async def settled(table: LiveTable) -> None:
    """Until a person has to think."""
    table.let_bots_play()
    assert table.thinking is not None
    await table.thinking


async def choose(table: LiveTable, rng: Random) -> tuple[int, int]:
    """Someone who is asked answers: who, and how many answers there were before."""
    await settled(table)
    request = rng.choice(table.game.requests)
    given = len(table.game.answers)
    await table.act(Act(request.player, request.space.for_program(rng)), table.count)
    await settled(table)
    return request.player, given


async def takes_back(table: LiveTable, seat: int) -> str:
    """Why a seat may not take back; empty where it has."""
    try:
        await table.act(Act(seat, back=True), table.count)
    except Refused as refused:
        return refused.violations[0].key
    return ""


def hidden(table: LiveTable, seat: int) -> dict[Any, Any]:
    """What a seat may not know: each field of a record, with its value."""
    seen = dict(leaves(table.game.view(seat).state.plain()))
    return {place: value for place, value in leaves(table.game.state.plain()) if seen.get(place) != value}


def leaves(thing: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, Any]]:
    if isinstance(thing, dict):
        return [leaf for key, part in thing.items() for leaf in leaves(part, (*place, key))]
    if isinstance(thing, list | tuple):
        return [leaf for key, part in enumerate(thing) for leaf in leaves(part, (*place, key))]
    return [(place, thing)]


@pytest.mark.parametrize("game", GAMES)
def test_nobody_takes_back_the_choice_of_another(tmp_path: Path, game: str) -> None:
    async def play(table: LiveTable) -> None:
        rng = Random(3)
        for _ in range(CHOICES):
            who, _ = await choose(table, rng)
            before = table.game.digest(), len(table.game.answers), table.count
            last = [seat for seat in table.game.answers.seats if seat != CHANCE][-1]
            for seat in table.game.players:
                if seat != last:
                    assert await takes_back(table, seat) in ("undo_acted", "nothing_to_undo"), (who, seat)
            assert (table.game.digest(), len(table.game.answers), table.count) == before

    at_a_table(tmp_path / "t.db", game, ["person", "person"], play)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_taken_back_was_ones_own_and_nothing_came_to_light_since(tmp_path: Path, game: str) -> None:
    told: dict[str, int] = {}

    async def play(table: LiveTable) -> None:
        rng = Random(5)
        for _ in range(3 * CHOICES):
            await settled(table)
            digest, secrets = table.game.digest(), [hidden(table, seat) for seat in table.game.players]
            who, given = await choose(table, rng)
            since = set(table.game.answers.seats[given:])
            now, after = [hidden(table, seat) for seat in table.game.players], dict(leaves(table.game.state.plain()))
            stood = table.game.digest()
            why = await takes_back(table, who)
            told[why] = told.get(why, 0) + 1
            if why:
                assert table.game.digest() == stood
            else:
                assert table.game.digest() == digest
                assert since == {who}
                for before, later in zip(secrets, now, strict=True):
                    shown = [
                        place for place, value in before.items() if place not in later and after.get(place) == value
                    ]
                    assert shown == []
                await choose(table, rng)

    at_a_table(tmp_path / "t.db", game, ["person", "person"], play)
    assert told.pop("", 0) > 0 and set(told) & {"undo_dice", "undo_acted", "undo_seen"}, told


@pytest.mark.parametrize("game", GAMES)
def test_a_table_where_much_was_taken_back_comes_back_as_it_was(tmp_path: Path, game: str) -> None:
    stood: list[Any] = []

    async def play(table: LiveTable) -> None:
        rng = Random(7)
        for _ in range(CHOICES):
            who, _ = await choose(table, rng)
            await takes_back(table, who)
        stood.append((table.record, table.game.digest(), list(table.game.answers)))

    at_a_table(tmp_path / "t.db", game, ["person", "person"], play)
    record, digest, answers = stood[0]
    store = SqliteStore(tmp_path / "t.db")
    again = LiveTable(record, rules_for(game), store)
    store.close()
    assert (again.stopped, again.game.digest(), list(again.game.answers)) == ("", digest, answers)

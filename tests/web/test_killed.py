"""A server that is killed at any moment loses no acknowledged answer, gives none twice, and plays all tables on.

``python -m tests.web.test_killed 200`` kills it 200 times.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import pytest

from .server import Server, free_port

websockets = pytest.importorskip("websockets")

GAME = "unmatched_nemesis"
TABLES = 4
PATIENCE = 100
"""Looks, a hundredth of a second apart, in which nobody is acknowledged before the server is killed all the same."""


class Player:
    """A person's page: it answers whatever it is asked, and sends again what was not acknowledged."""

    def __init__(self, port: int, table: str, key: str, rng: Random) -> None:
        self.address = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
        self.key, self.rng = key, rng
        self.waiting: dict[str, Any] | None = None
        self.acknowledged: list[str] = []
        self.again = False
        """Whether what waits was sent again."""
        self.refused: list[str] = []
        """Why moves that were lost on the way were refused when they came again."""
        self.count = 0

    async def play(self) -> None:
        """Answer until the connection is lost."""
        try:
            async with websockets.connect(self.address) as socket:
                await socket.send(json.dumps({"key": self.key}))
                if self.waiting is not None:
                    self.again = True
                    await socket.send(json.dumps(self.waiting))
                async for frame in socket:
                    await self._take(socket, json.loads(frame))
        except (OSError, websockets.exceptions.WebSocketException):
            return

    async def _take(self, socket: Any, frame: dict[str, Any]) -> None:
        if "ack" in frame:
            assert self.waiting is not None and frame["ack"] == self.waiting["id"]
            self.acknowledged.append(frame["ack"])
            self.waiting = None
        elif "nack" in frame:
            if self.waiting is not None and self.again and "answer" in self.waiting:
                self.refused.append(frame["why"])
            self.waiting = None
        elif self.waiting is None and (question := frame["table"]["question"]) is not None:
            choices = question.get("choices") or question.get("ideas") or ()
            self.count += 1
            given = {"answer": self.rng.choice(choices)["answer"]} if choices else {"typed": "1"}
            self.waiting = {"do": "answer", "id": f"{self.key[:4]}{self.count}", "at": frame["table"]["at"], **given}
            self.again = False
            await socket.send(json.dumps(self.waiting))


async def attack(file: Path, kills: int, seed: int) -> int:
    """Kill the server that often while people play; how many answers were acknowledged. Fails where one is lost."""
    from rulewright.web.store import SqliteStore

    rng, port = Random(seed), free_port()
    server = await asyncio.to_thread(Server, file, port)
    tables = [server.open(GAME, ["person", "person"]) for _ in range(TABLES)]
    players = [Player(port, table, key, rng) for table, keys in tables for key in keys]
    for _ in range(kills):
        playing = [asyncio.create_task(player.play()) for player in players]
        await _until(players, _acknowledged(players) + rng.randint(1, 30), playing)
        await asyncio.sleep(rng.uniform(0.0, 0.03))
        server.kill()
        await asyncio.gather(*playing)
        server = await asyncio.to_thread(Server, file, port)
    server.kill()
    store = SqliteStore(file)
    try:
        kept = [act.id.partition(" ")[2] for table, _ in tables for act in store.acts(table) if act.id]
    finally:
        store.close()
    assert len(kept) == len(set(kept)), "an answer was given twice"
    lost = {id for player in players for id in player.acknowledged} - set(kept)
    assert not lost, f"acknowledged and lost: {sorted(lost)}"
    assert [why for player in players for why in player.refused] == []
    return _acknowledged(players)


def _acknowledged(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


async def _until(players: list[Player], count: int, playing: list[Any]) -> None:
    """Wait until so many answers were acknowledged, however slow the machine is; no longer than nobody answers."""
    seen, still = -1, 0
    while seen < count and still < PATIENCE and not all(task.done() for task in playing):
        now = _acknowledged(players)
        seen, still = now, still + 1 if now == seen else 0
        await asyncio.sleep(0.01)


def test_no_acknowledged_answer_is_lost_or_given_twice(tmp_path: Path) -> None:
    assert asyncio.run(attack(tmp_path / "t.db", 4, 1)) > 10


if __name__ == "__main__":
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as folder:
        told = asyncio.run(attack(Path(folder) / "t.db", times, 2))
    print(f"killed {times} times: {told} acknowledged answers, none lost, none given twice")

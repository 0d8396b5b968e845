"""A server of our own for tests: an application in this process, or one that can be killed."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """``rulewright serve`` as a process of its own."""

    def __init__(self, file: Path, port: int | None = None) -> None:
        self.file = file
        self.port = port or free_port()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rulewright", "serve", "--port", str(self.port), "--file", str(file)],
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        self.wait()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def wait(self) -> None:
        """Until it answers."""
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.address}/api/tables").read()
                return
            except OSError:
                time.sleep(0.05)
        raise TimeoutError("the server does not answer")

    def kill(self) -> None:
        """At once, without a chance to finish anything."""
        self.process.kill()
        self.process.wait()

    def open(self, game: str, seats: list[str], **more: Any) -> tuple[str, list[str]]:
        """A new table: its id, and the keys of its seats."""
        body = json.dumps({"game": game, "seats": seats, **more}).encode()
        request = urllib.request.Request(f"{self.address}/api/tables", body, {"content-type": "application/json"})
        found = json.load(urllib.request.urlopen(request))
        return found["id"], found["keys"]

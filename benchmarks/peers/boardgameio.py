"""boardgame.io (npm) in a process of its own that stays warm between samples."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final

from ..measure import Absent, Sample, Tools

PACKAGE: Final = "boardgame.io@0.50.2"
SCRIPT: Final = Path(__file__).with_name("boardgameio.cjs")
WARM_UP: Final = 4.0


class BoardgameIo:
    """Runs and traces random games. Raises Absent where node or npm or the package cannot be had."""

    def __init__(self, tools: Tools) -> None:
        node = shutil.which("node")
        if node is None:
            raise Absent("node is not installed")
        modules = _modules(tools)
        environment = {**os.environ, "NODE_PATH": str(modules), "NODE_ENV": "production"}
        self._process = subprocess.Popen(
            [node, str(SCRIPT)], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        tools.stack.callback(self._close)

    def _close(self) -> None:
        self._process.terminate()
        self._process.wait()

    def _ask(self, order: str) -> Any:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{order}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise Absent("boardgame.io stopped with an error")
        return json.loads(line)

    def traces(self, game: str, count: int) -> list[dict[str, Any]]:
        """Random games as they went: the deck, who made which move, the dice, who won."""
        found: list[dict[str, Any]] = self._ask(f"trace {game} {count}")
        return found

    def sample(self, game: str) -> Sample:
        """Decisions a second of random games, warmed up."""
        self._ask(f"run {game} {WARM_UP}")

        def run(seconds: float) -> float:
            outcome = self._ask(f"run {game} {seconds}")
            return float(outcome["decisions"] / outcome["seconds"])

        return run


def _modules(tools: Tools) -> Path:
    """A folder with the package, installed now unless one was named."""
    if tools.node is not None:
        return tools.node / "node_modules"
    npm = shutil.which("npm")
    if npm is None:
        raise Absent("npm is not installed")
    folder = Path(tools.stack.enter_context(tempfile.TemporaryDirectory()))
    command = [npm, "install", "--no-audit", "--no-fund", "--silent", PACKAGE]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if done.returncode:
        raise Absent(f"npm cannot install {PACKAGE}")
    return folder / "node_modules"

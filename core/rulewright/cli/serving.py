"""`rulewright serve`: the table in the browser."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Sequence
from pathlib import Path

import click

from .failing import Failed


def serve(
    host: str, port: int, file: Path, *, names: Sequence[str] = (), begin_within: float = 1, keep_finished: float = 7
) -> None:
    """Serve tables until someone stops it; port 0 is any that is free.

    It answers to its host and ``names`` only. Tables that nobody has begun end after ``begin_within`` hours, finished
    ones after ``keep_finished`` days.

    Raises Failed where the extra is not installed, the file is none of ours, or nobody can listen there.
    """
    try:
        import uvicorn

        from ..web.app import DAY, HOUR, create_app
        from ..web.gate import Names
        from ..web.store import SqliteStore, StoreError
    except ImportError as error:
        raise Failed(f"the browser's table needs {error.name}; install it: pip install 'rulewright[web]'") from None
    try:
        listening = socket.create_server((host, port))
    except OSError as error:
        raise Failed(
            f"nobody can listen at {host}:{port} ({error.strerror}); choose another --port or --host"
        ) from None
    try:
        store = SqliteStore(file)
    except StoreError as error:
        listening.close()
        raise Failed(str(error)) from None
    address = f"http://{host}:{listening.getsockname()[1]}/"
    click.echo(f"Rulewright: {address}  (tables are kept in {file}; stop with Ctrl-C)")
    app = create_app(
        store, Names(host, names), begin_within=begin_within * HOUR, keep_finished=keep_finished * DAY
    )  # fmt: skip
    config = uvicorn.Config(app, log_level="warning", ws_max_size=1 << 17)
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])

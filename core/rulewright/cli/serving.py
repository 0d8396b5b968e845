"""`rulewright serve`: the table in the browser."""

from __future__ import annotations

import contextlib
from pathlib import Path

import click

from .failing import Failed


def serve(host: str, port: int, file: Path) -> None:
    """Serve tables until someone stops it. Raises Failed where the extra is not installed, or the file is none."""
    try:
        import uvicorn

        from ..web.app import create_app
        from ..web.store import SqliteStore, StoreError
    except ImportError as error:
        raise Failed(
            f"the table in the browser needs {error.name}; install it with: pip install 'rulewright[web]'"
        ) from None
    try:
        store = SqliteStore(file)
    except StoreError as error:
        raise Failed(str(error)) from None
    click.echo(f"Rulewright: http://{host}:{port}/  (tables are kept in {file}; stop with Ctrl-C)")
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.run(create_app(store), host=host, port=port, log_level="warning", ws_max_size=1 << 17)

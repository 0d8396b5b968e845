"""The command that serves tables says what stands in its way."""

import socket
from pathlib import Path

import pytest

from rulewright.cli.failing import Failed
from rulewright.cli.serving import serve


def test_a_port_that_is_taken_is_refused_by_name(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Failed, match=f"127.0.0.1:{port} .*choose another --port"):
            serve("127.0.0.1", port, tmp_path / "t.db")
    assert not (tmp_path / "t.db").exists()


def test_a_file_that_is_no_store_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database, but long enough to be looked at as one " * 100)
    with pytest.raises(Failed, match=r"notes\.txt: file is not a database"):
        serve("127.0.0.1", 0, tmp_path / "notes.txt")

"""The README's Python runs as it is printed."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"


def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A game is played, asked about, forked and saved.
    """
    pytest.importorskip("rulewright_dice_throne")
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(code, str(README), "exec"), names)
    assert (tmp_path / "game.json").is_file()
    assert names["game"].result is not None  # type: ignore[attr-defined]

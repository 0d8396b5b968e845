"""Copies of packages in which something is changed: a process of its own imports them instead, and runs tests."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import PathFinder
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from .changes import CodeChange, changed_tree

GREEN, NOTICED, UNTRIED = 0, 1, 3
"""What came of tests with a change."""
OPTIONS: Final = ("-x", "-p", "no:cacheprovider")
PATIENCE: Final = 120
"""Seconds after which tests with a change are stopped: it has been noticed then."""


class Copies:
    """Copies of packages, in a folder that is there as long as they are used."""

    def __init__(self, packages: Iterable[Path]) -> None:
        self._packages = tuple(packages)
        self._folder = TemporaryDirectory(prefix="rulewright-")
        self._homes: dict[str, Path] = {}

    def __enter__(self) -> Copies:
        for number, package in enumerate(self._packages):
            home = self._homes[str(package)] = Path(self._folder.name, str(number), package.name)
            shutil.copytree(package, home, ignore=shutil.ignore_patterns("__pycache__"))
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def tried(self, tests: Sequence[str], change: CodeChange) -> int:
        """What comes of tests with a change; untried where nothing can be imported with it."""
        home = self._homes[change.package]
        is_package = (home / "__init__.py").is_file()
        name = home.name if is_package else Path(change.module).stem
        file = home / change.module
        text = file.read_text(encoding="utf-8")
        words = [sys.executable, "-m", __spec__.name, name, str(home.parent if is_package else home), *tests, *OPTIONS]
        env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        file.write_text(ast.unparse(changed_tree(Path(change.file), change)), encoding="utf-8")
        try:
            done = subprocess.run(words, capture_output=True, check=False, env=env, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return NOTICED
        finally:
            file.write_text(text, encoding="utf-8")
        return done.returncode if done.returncode in (GREEN, NOTICED) else UNTRIED


class _Instead:
    """Finds one package or module in a folder, wherever else it may be."""

    def __init__(self, name: str, folder: str) -> None:
        self.name, self.folder = name, folder

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Where it is; None for anything else."""
        return PathFinder.find_spec(name, [self.folder]) if name == self.name else None


def main() -> None:
    """Run tests, ``NAME FOLDER TESTS...``, with the package or module of that name in a folder."""
    import pytest

    name, folder, *tests = sys.argv[1:]
    sys.path.insert(0, os.getcwd())
    sys.meta_path.insert(0, _Instead(name, folder))
    raise SystemExit(pytest.main(tests))


if __name__ == "__main__":
    main()

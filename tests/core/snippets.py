"""Runs a page of documentation: its snippets, in order, as a reader would, in a folder of its own.

A snippet whose first line is a comment with a path is that file, or is added to it where the comment says "at the end",
or takes the place of one of its functions where the comment says "in place of NAME". Where the comment says "part of
it", the file already exists and the snippet stands in it, letter by letter.
Any other Python is run, and so are shell commands. A block of text is what the block before it printed; a line of three
dots stands for lines left out, and dots at the end of a line for the rest of that line.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from rulewright.testing import pytest_plugin

FILE = re.compile(r"# ([\w./-]+\.(?:py|toml|json|tmj|txt))(, at the end|, part of it|, in place of (\w+))?\n")
LANGUAGES = ("python", "toml", "sh", "text", "json")


class Snippet(NamedTuple):
    """A fenced block of a page."""

    line: int
    language: str
    text: str


class WrongPage(AssertionError):
    """A snippet does not do what its page says."""


def snippets(page: Path) -> Iterator[Snippet]:
    """The fenced blocks of a page, in order. Raises WrongPage for one of no known language."""
    text = page.read_text(encoding="utf-8")
    for found in re.finditer(r"^```([^\n]*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, found.start()) + 1
        if found[1] not in LANGUAGES:
            raise WrongPage(f"{page.name}, line {line}: a block of {found[1]!r}, expected {', '.join(LANGUAGES)}")
        yield Snippet(line, found[1], found[2])


class Reader:
    """Someone who does in a folder what a page says."""

    def __init__(self, folder: Path, installed: tuple[Path, ...], instead: Mapping[str, str]) -> None:
        self.folder = folder
        self.installed = installed
        self.instead = instead
        """Commands of which something else is done: what needs a network or an account."""
        self.printed = ""
        self.not_run: list[str] = []
        self.count = 0

    def read(self, page: Path) -> None:
        """Do everything on a page. Raises WrongPage naming the line."""
        for snippet in snippets(page):
            try:
                self._do(snippet)
            except WrongPage as wrong:
                raise WrongPage(f"{page.name}, line {snippet.line}: {wrong}") from None
            self.count += 1

    def _do(self, snippet: Snippet) -> None:
        if snippet.language == "text":
            compare(snippet.text, self.printed)
        elif snippet.language == "sh":
            self.printed = "".join(map(self._command, snippet.text.splitlines()))
        elif (found := FILE.match(snippet.text)) is not None:
            self._write(self.folder / found[1], snippet.text[found.end() :], found[2] or "", found[3] or "")
        elif snippet.language == "python":
            self.printed = self._run([sys.executable, "-c", snippet.text])
        else:
            raise WrongPage(f"a block of {snippet.language} that names no file")

    @staticmethod
    def _write(path: Path, text: str, how: str, replaced: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if how and not path.exists():
            raise WrongPage(f"nothing can be changed in {path.name}: it is not there")
        there = path.read_text(encoding="utf-8") if how else ""
        if replaced:
            text = with_function(there, replaced, text)
        elif how == ", part of it":
            if text not in there:
                raise WrongPage(f"{path.name} has no such part")
            return
        else:
            text = there + text
        path.write_text(text, encoding="utf-8")

    def _command(self, line: str) -> str:
        printed, line = line, self.instead.get(line, line)
        if line == "not run":
            self.not_run.append(printed)
        if line == "pip install -e .":
            as_if_installed(self.folder)
        if line in ("", "not run", "pip install -e ."):
            return ""
        fails, words = line.startswith("! "), shlex.split(line.removeprefix("! "))
        if words[0] in ("pytest", "rulewright"):
            words = [sys.executable, "-m", *words]
        elif words[0] == "python":
            words[0] = sys.executable
        return self._run(words, fails=fails)

    def _run(self, words: list[str], *, fails: bool = False) -> str:
        env = {**with_modules(self.folder, *self.installed), "PYTHONUTF8": "1"}
        done = subprocess.run(
            words, cwd=self.folder, env=env, capture_output=True, text=True, input="", check=False, encoding="utf-8"
        )
        if bool(done.returncode) != fails:
            raise WrongPage(f"{words[-1]}\n{done.stdout}{done.stderr}")
        return done.stdout


def with_function(module: str, name: str, text: str) -> str:
    """A module with another text in place of one of its functions. Raises WrongPage when it is not there."""
    found = [node for node in ast.parse(module).body if isinstance(node, ast.FunctionDef) and node.name == name]
    if len(found) != 1 or found[0].end_lineno is None:
        raise WrongPage(f"there are {len(found)} functions {name!r}, expected one")
    lines = module.splitlines(keepends=True)
    first = min([found[0].lineno, *(decorator.lineno for decorator in found[0].decorator_list)])
    return "".join([*lines[: first - 1], text, *lines[found[0].end_lineno :]])


def compare(said: str, printed: str) -> None:
    """Whether a page says what was printed. Raises WrongPage with the first line that is not there."""
    lines = iter(printed.splitlines())
    skipping = False
    for wanted in said.splitlines():
        if wanted == "...":
            skipping = True
            continue
        start = wanted.removesuffix(" ...") if wanted.endswith(" ...") else None
        for line in lines:
            if line == wanted or (start is not None and line.startswith(start)):
                break
            if not skipping:
                raise WrongPage(f"the page says {wanted!r}, and {line!r} was printed")
        else:
            raise WrongPage(f"the page says {wanted!r}, and this was printed:\n{printed}")
        skipping = False
    if not skipping and (left := next(lines, None)) is not None:
        raise WrongPage(f"the page leaves out {left!r} without saying so")


def with_modules(*folders: Path) -> dict[str, str]:
    """The environment of a process that finds modules in these folders.

    Its pytest loads the plugin of Rulewright and none of the others that happen to be installed: those would take most
    of its time.
    """
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, folders)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTEST_PLUGINS": pytest_plugin.__name__,
    }
    env.pop("PYTEST_ADDOPTS", None)
    return env


def as_if_installed(project: Path) -> None:
    """Give a project the metadata by which its entry points are found once it lies on the path of modules."""
    data = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    points = data["entry-points"]["rulewright.rulesets"]
    info = project / f"{data['name'].replace('-', '_')}-{data['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {data['name']}\nVersion: {data['version']}\n")
    lines = [f"{name} = {module}" for name, module in points.items()]
    (info / "entry_points.txt").write_text("\n".join(["[rulewright.rulesets]", *lines]) + "\n")

"""Where games are saved; nothing but the game's own file is overwritten unless someone says so."""

from __future__ import annotations

import tempfile
from errno import errorcode
from pathlib import Path
from typing import TYPE_CHECKING

from ..files import FileError
from ..journal import save
from ..text import show
from .terminal import TEXTS

if TYPE_CHECKING:
    from ..game import Game
    from ..text import Words


class NotSaved(Exception):
    """A game cannot be saved under a name: why not, by language."""

    def __init__(self, words: Words) -> None:
        super().__init__(show(words))
        self.words = words


class Saver:
    """Keeps a game in a file: the one that was named, or ``brawl-7.save.json`` in the current directory."""

    def __init__(self, target: Path | None, key: bytes | None = None) -> None:
        self.target = target
        self.key = key
        self.named = target is not None
        self._ours: set[Path] = {target.resolve()} if target is not None else set()

    def save(self, game: Game, name: str = "") -> Path:
        """Save under a name, or where the game belongs. Raises NotSaved."""
        path = Path(name).expanduser() if name else self.target or _unused(Path(_name(game)), self._ours)
        if path.resolve() not in self._ours and (problem := occupied(path)):
            raise NotSaved(problem)
        try:
            save(game, path, self.key)
        except FileError as error:
            raise NotSaved(TEXTS.both("save.file", reason=error.reason)) from error
        except OSError as error:
            raise NotSaved(_of_system(error)) from error
        self._ours.add(path.resolve())
        self.target = path
        return path

    def save_somewhere(self, game: Game) -> Path:
        """Save where the game belongs, or if that cannot be done where it can. Raises NotSaved if nowhere."""
        try:
            return self.save(game)
        except NotSaved as error:
            for folder in (Path.cwd(), Path.home(), Path(tempfile.gettempdir())):
                try:
                    return self.save(game, str(_unused(folder / _name(game), self._ours)))
                except NotSaved:
                    continue
            raise NotSaved(error.words) from error


def _name(game: Game) -> str:
    return f"{game.rules.id}-{game.header.seed}.save.json"


def occupied(path: Path) -> Words:
    """Why a game is not saved there: something is in the way. Empty where nothing is, or an empty file."""
    if path.is_dir():
        return TEXTS.both("save.folder")
    empty = not path.exists() or (path.is_file() and path.stat().st_size == 0)
    return "" if empty else TEXTS.both("save.exists")


def _of_system(error: OSError) -> Words:
    """What the system says, in Chinese, too, where it is usual."""
    key = f"save.{errorcode.get(error.errno or 0, '')}"
    reason = error.strerror or str(error)
    return TEXTS.both(key if key in TEXTS else "save.system", reason=reason)


def _unused(path: Path, ours: set[Path]) -> Path:
    """The path, or one with a number, that belongs to no other game."""
    stem = path.name.removesuffix(".save.json")
    number = 1
    found = path
    while found.exists() and found.resolve() not in ours:
        number += 1
        found = path.with_name(f"{stem}-{number}.save.json")
    return found

"""Names that Rulewright once had, and what to write instead, from one table: ``renamed.toml``.

A room that had other names gives `earlier_names` as its ``__getattr__``. A name that has moved works until the next
API, with a warning that says the new one; a name that is gone says what to write.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from . import API, __version__

PAGE: Final = "docs/upgrading.md"
"""The page of the documentation that says all of it."""

_NAME: Final = re.compile(r"cannot import name '(\w+)' from '(rulewright(?:\.\w+)*)'")
_ARGUMENT: Final = re.compile(r"(\w+)(?:\.__init__)?\(\) got an unexpected keyword argument '(\w+)'")


class NameGone(ImportError):
    """A name that is no longer there; the message says what to write instead."""


@cache
def table() -> dict[str, Any]:
    """What the file says: ``changed`` by API, and by room the names that have ``moved`` and those that are ``gone``."""
    import tomllib
    from importlib.resources import files

    return tomllib.loads((files(__package__) / "renamed.toml").read_text(encoding="utf-8"))


def earlier_names(room: str) -> Callable[[str], object]:
    """What a room takes for its ``__getattr__``."""
    return lambda name: earlier(room, name)


def earlier(room: str, name: str) -> object:
    """What a name of a room meant before, with a warning. Raises `NameGone`, or AttributeError for no known name."""
    if not name.startswith("_"):
        if (new := table()["moved"].get(room, {}).get(name)) is not None:
            warnings.warn(f"{room}.{name} is now {new}", DeprecationWarning, stacklevel=3)
            home, _, own = new.rpartition(".")
            return getattr(import_module(home), own)
        if (words := table()["gone"].get(room, {}).get(name)) is not None:
            raise NameGone(f"{room}.{name} is gone: {words}", name=room)
    raise AttributeError(f"module {room!r} has no attribute {name!r}")


def instead(room: str, name: str) -> str:
    """What to write instead of a name; "" where the table does not have it."""
    if (new := table()["moved"].get(room, {}).get(name)) is not None:
        return f"write {new}"
    return str(table()["gone"].get(room, {}).get(name, ""))


def remedy(error: BaseException) -> str:
    """What helps against an error that comes of another version of Rulewright; "" where it does not."""
    if isinstance(error, NameGone):
        return PAGE
    room, name = _meant(error)
    if room.partition(".")[0] != "rulewright":
        return ""
    if words := instead(room, name):
        return f"{words} ({PAGE})"
    return f"Rulewright {__version__} has no such name; {PAGE} says which ones have changed"


def _meant(error: BaseException) -> tuple[str, str]:
    """The room and the name that an error is about; empty where it is about none."""
    if isinstance(error, ModuleNotFoundError):
        room, _, name = (error.name or "").rpartition(".")
        return room, name
    if isinstance(error, ImportError) and (found := _NAME.match(str(error))):
        return found[2], found[1]
    if isinstance(error, AttributeError) and isinstance(error.obj, ModuleType):
        return error.obj.__name__, error.name or ""
    if isinstance(error, TypeError) and (found := _ARGUMENT.match(str(error))):
        known = instead(f"rulewright.{found[1]}", found[2])
        return (f"rulewright.{found[1]}", found[2]) if known else ("", "")
    return "", ""


def why_not(built: object) -> str:
    """Why a plugin that was built for this API cannot be used; "" where it can."""
    if built == API and type(built) is int:
        return ""
    here = f"this is Rulewright {__version__} with API {API}"
    if type(built) is not int or built < 1:
        return f"says RULEWRIGHT_API = {built!r:.60}; expected a whole number, and {here}"
    if built > API:
        return f"was built for API {built} of Rulewright, and {here}; install a newer Rulewright"
    changed = " ".join(table()["changed"][str(number)] for number in range(built + 1, API + 1))
    return f"was built for API {built} of Rulewright, and {here}: {changed} {PAGE} says what to write instead"

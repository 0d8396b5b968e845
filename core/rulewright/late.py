"""Public names of a package that load when they are first used.

The stub of the package, ``__init__.pyi``, is the one list of them: type checkers read it, and so does the package.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import PathFinder
from typing import Any


def late_names(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """What a package takes for its ``__getattr__``, ``__dir__`` and ``__all__``.

    ``from .game import Game as Game`` in the stub gives a name that is at home in a room, ``from . import odds as
    odds`` a package with names of its own. ``__all__`` has the former alone: some packages need further libraries.
    """
    module: Any = sys.modules[package]
    homes = _homes(module.__spec__.loader.get_data(f"{module.__file__}i").decode())

    def load(name: str) -> object:
        if name not in homes:
            if PathFinder.find_spec(f"{package}.{name}", module.__path__) is None:  # else Python imports a room of it
                from .renamed import earlier

                return earlier(package, name)
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = homes[name]
        value = getattr(import_module(f"{package}{home}"), name) if home != "." else import_module(f"{package}.{name}")
        setattr(module, name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(module), *homes})

    return load, names, sorted(name for name, home in homes.items() if home != ".")


def _homes(stub: str) -> dict[str, str]:
    """Each public name with the room it comes from: ``.game``, or ``.`` where it is a package itself."""
    imports = (line.split() for line in stub.splitlines() if line.startswith("from ."))
    return {words[3]: words[1] for words in imports}

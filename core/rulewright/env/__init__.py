"""Environments for learning agents: any ruleset as a PettingZoo or a Gymnasium environment.

They need the extra ``rl`` (``pip install 'rulewright[rl]'``). `docs/learning.md` explains what an agent sees, does
and is rewarded for.
"""

from ..late import late_names

_load, __dir__, __all__ = late_names(__name__)

_EXTRA = ("gymnasium", "numpy", "pettingzoo")


class MissingExtra(ImportError):
    """A library of the extra ``rl`` is not installed; the message says how to install it."""


def __getattr__(name: str) -> object:
    try:
        return _load(name)
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in _EXTRA:
            raise
        raise MissingExtra(
            f"environments for learning need {library}, which is not installed; "
            "install the extra rl: pip install 'rulewright[rl]'",
            name=library,
        ) from error

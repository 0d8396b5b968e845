"""The test kit: for the tests of a ruleset, whoever wrote it.

``check_ruleset("checkers", games=50, seed=1)`` checks over random games what every ruleset owes. ``set_up`` puts a
game into any position, ``refused`` expects a refusal, ``transcript`` writes a game down in words, ``fuzz`` and
``machine`` look for a failing game with hypothesis and shrink it, ``check_damage`` hands damaged files to everything
that reads files. ``pytest_plugin``, which pytest finds by itself, gives tests the fixtures ``set_up``, ``refused`` and
``golden``, the marker ``@pytest.mark.rule`` and the options ``--rule-report`` and ``--update-golden``.
"""

from importlib import import_module
from typing import TYPE_CHECKING

# A public name stands twice: here for type checkers, and in _ROOMS.
if TYPE_CHECKING:
    from .damaged import check_damage as check_damage
    from .damaged import check_damaged_file as check_damaged_file
    from .findings import KitFailure as KitFailure
    from .findings import Report as Report
    from .fuzzing import fuzz as fuzz
    from .fuzzing import machine as machine
    from .fuzzing import reproduce as reproduce
    from .kit import check_ruleset as check_ruleset
    from .named import answer_named as answer_named
    from .positions import Position as Position
    from .positions import set_up as set_up
    from .processes import same_under_hash_seeds as same_under_hash_seeds
    from .refusals import refused as refused
    from .scripts import Script as Script
    from .transcripts import playthrough as playthrough
    from .transcripts import transcript as transcript

_ROOMS = {
    "check_damage": "damaged",
    "check_damaged_file": "damaged",
    "KitFailure": "findings",
    "Report": "findings",
    "fuzz": "fuzzing",
    "machine": "fuzzing",
    "reproduce": "fuzzing",
    "check_ruleset": "kit",
    "answer_named": "named",
    "Position": "positions",
    "set_up": "positions",
    "same_under_hash_seeds": "processes",
    "refused": "refusals",
    "Script": "scripts",
    "playthrough": "transcripts",
    "transcript": "transcripts",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load a public name from its room, once."""
        if name not in _ROOMS:
            raise AttributeError(f"module 'rulewright.testing' has no attribute {name!r}")
        value = getattr(import_module(f"rulewright.testing.{_ROOMS[name]}"), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *_ROOMS})

"""The test kit: for the tests of a ruleset, whoever wrote it.

``check_ruleset("checkers", games=50, seed=1)`` checks over random games what every ruleset owes. ``set_up`` puts a
game into any position, ``begin_game`` begins a whole one, ``invent`` adds content, ``refused`` expects a refusal,
``transcript`` writes a game down in words, ``fuzz`` and ``machine`` look for a failing game with hypothesis and
shrink it, ``check_damage`` hands damaged files to everything that reads files. ``pytest_plugin``, which pytest finds by
itself, gives tests the fixtures ``set_up``, ``refused`` and ``golden``, the marker ``@pytest.mark.rule`` and the
options ``--rule-report`` and ``--update-golden``.
"""

from ..late import late_names

__getattr__, __dir__, __all__ = late_names(__name__)

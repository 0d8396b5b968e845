"""The test kit: for the tests of a ruleset, whoever wrote it.

``kit`` checks over random games what every ruleset owes: ``check_ruleset("checkers", games=50, seed=1)``.
``report`` shows which rules the code cites and which the tests prove; ``pytest_plugin``, which pytest finds by
itself, gives tests the marker ``@pytest.mark.rule`` and the option ``--rule-report``.
"""

"""`why` knows a character by the name that the table shows."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from rulewright.cli import main

from .table import rule


@rule("6.7")
@pytest.mark.parametrize(
    ("typed", "said"),
    [("why attack Gale 11", "base 11"), ("why attack gale#11", "base 11"), ("why attack Gale", "Of whom?")],
)
def test_why_of_a_number_takes_the_name_of_the_table(typed: str, said: str) -> None:
    arguments = ["play", "heroclix", "--seed", "1", "--seats", "human,random", "--set", "map=square"]
    shown = CliRunner().invoke(main, arguments, input=f"{typed}\n").output
    assert said in shown

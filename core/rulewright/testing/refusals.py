"""Refusals that a test expects: for the right reason, by the right rule, with the game untouched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from ..game import Game
from ..problems import did_you_mean, nearest
from ..refusals import Refused
from ..rules import Ledger
from ..ruleset import Rules
from .comparing import first_difference, position_of

SCRIPTED: Final = frozenset(("script_misfit", "script_over"))
"""What is refused of the test itself: results that do not fall, or no longer."""


class Refusal:
    """What ``with refused(...) as refusal`` gives; ``value`` is the Refused once it was caught."""

    value: Refused

    @property
    def reason(self) -> str:
        """The refusal in words."""
        return self.value.reason

    @property
    def facts(self) -> dict[str, Any]:
        """The numbers of the refusal."""
        return self.value.facts


@contextmanager
def refused(*games: Game, rule: str | None = None, match: str | None = None) -> Iterator[Refusal]:
    """Expect a refusal inside the ``with``, and these games to be exactly as they were.

    ``rule`` is the id of the rule that forbids it, with or without the game's name; ``match`` a regular expression
    that the reason contains. Scripted dice that cannot fall are the test's own fault, and no such refusal. Raises
    AssertionError.
    """
    if rule is not None:
        _check_known(games, rule)
    before = [_standing(game) for game in games]
    refusal = Refusal()
    try:
        yield refusal
    except Refused as error:
        if error.violations[0].key in SCRIPTED:
            raise
        refusal.value = error
    else:
        raise AssertionError("expected a refusal, but everything was accepted")
    for game, then in zip(games, before, strict=True):
        if difference := first_difference(then, _standing(game), ""):
            place, was, now = difference
            raise AssertionError(f"refused, but {place.lstrip('.')} was {was} and is {now}: {refusal.value}")
    if match is not None and not re.search(match, refusal.reason):
        raise AssertionError(f"expected a reason that matches {match!r}, found: {refusal.value}")
    # Of a violation that names no rule, the refusal has that of the question.
    ids = [_bare(id) for id in dict.fromkeys((refusal.value.rule, *(v.rule for v in refusal.value.violations)))]
    if rule is not None and _bare(rule) not in ids:
        cited = ", ".join(filter(None, ids)) or "no rule"
        raise AssertionError(f"expected a refusal by the rule {rule}, found {cited}: {refusal.value}")


def _standing(game: Game) -> dict[str, Any]:
    """Everything about a game that a refusal leaves as it was."""
    return {**position_of(game), "answers": list(game.answers), "events": len(game.log)}


def _bare(rule: str) -> str:
    return rule.rpartition(":")[2]


def _check_known(games: tuple[Game, ...], rule: str) -> None:
    """A rule that no ledger has is misspelt. Raises AssertionError."""
    for game in games:
        if (near := not_in_ledger(game.rules, _bare(rule))) is not None:
            raise AssertionError(f"{game.rules.id} has no rule {rule!r}{near}")


def not_in_ledger(rules: Rules, id: str) -> str | None:
    """For a rule that no ledger has, the end of a message with the nearest ids; None where there is no ledger."""
    ledgers = ledgers_of(rules)
    if not ledgers or any(id in ledger for ledger in ledgers):
        return None
    return did_you_mean(nearest(id, [rule.id for ledger in ledgers for rule in ledger]))


def ledgers_of(rules: Rules) -> list[Ledger]:
    """The ledgers of a ruleset and its extensions."""
    sources = [rules.ruleset.ledger, *(extension.ledger for extension in rules.extensions)]
    return [Ledger.load(source, rules.id) for source in sources if source is not None]

"""Kinds of fields of content: names that the rules know."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import AfterValidator

from rulewright.vocabulary import unknown


def one_of(what: str, names: Iterable[str]) -> AfterValidator:
    """For an annotation: one of these names, or one of them with a number behind a colon."""
    known = frozenset(names)

    def check(name: str) -> str:
        if name.partition(":")[0] not in known:
            raise unknown(name, what, known)
        return name

    return AfterValidator(check)

"""Traits that a policy names and nothing on the table has, though something has one that is written almost alike."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from ...problems import did_you_mean, nearest
from .. import GeometryError

ALIKE: Final = 0.8
"""Words at least this much alike, as difflib counts it, are taken for one word: ``wods`` and ``woods``."""

MET: Final[list[Callable[[frozenset[str], frozenset[str]], None]]] = []
"""Who is told, when a policy meets a table, which traits it names and which there are: the kit, while it plays."""


def refuse_misspelt(policy: str, named: Mapping[str, Collection[str]], things: Iterable[frozenset[str]]) -> None:
    """
    Refuse a trait, by the field of the policy that names it, which is almost one that a thing on the table has.

    A policy is for many tables, and one without woods is no fault. So a trait that nothing has is refused only where
    something has another that is written almost alike and that the policy does not name. Words that differ in
    their numbers are different words. Raises GeometryError with the word that was probably meant.
    """
    found = frozenset().union(*things)
    meant = found.difference(*named.values())
    for tell in MET:
        tell(frozenset().union(*named.values()), found)
    for field, words in named.items():
        for word in sorted(set(words) - found):
            near = [other for other in nearest(word, meant) if _alike(word, other)]
            if near:
                raise GeometryError(f"{policy}: {field} names {word!r}, which nothing here is{did_you_mean(near[:1])}")


def _alike(word: str, other: str) -> bool:
    """Whether one is the other with a slip of the pen."""
    from difflib import SequenceMatcher

    one, two = ("".join(sign for sign in text if not sign.isdigit()).strip() for text in (word, other))
    return one != two and SequenceMatcher(None, one.casefold(), two.casefold()).ratio() >= ALIKE

"""The content of a game whose cards have texts: every effect in it with its numbers, and what may be said by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..content import Compiled
from ..programs import Program, numbers
from ..vocabulary import Compiler, Sayings

if TYPE_CHECKING:
    from ..content import Pack
    from ..vocabulary import Lexicon, Verb
    from ..wording import Wording
    from .hooks import Power


class TextContent(Compiled):
    """All content of a game as it is played: entries whose effects have their numbers.

    ``wording`` puts effects into words of a language, ``names`` are ids of the content that may be said by hand, as for
    `Sayings`.
    """

    def __init__(
        self, pack: Pack, lexicon: Lexicon, wording: Callable[[str], Wording],
        names: Callable[[type[Verb]], Mapping[str, Iterable[str]]] = lambda verb: {},
    ) -> None:  # fmt: skip
        super().__init__(pack)
        compiler = Compiler()
        self._entries = {
            kind: MappingProxyType({id: compiler.inside(entry) for id, entry in pack[kind].items()})
            for kind in pack.kinds
        }
        self.ops = compiler.ops
        self.by_hand = Sayings(lexicon, wording, names=names)

    def __getitem__(self, kind: str) -> Mapping[str, Any]:
        """The entries of a kind, by id. Raises `ContentError` for an unknown kind."""
        return self._entries[kind] if kind in self._entries else super().__getitem__(kind)

    def powers(self, kind: str, moments: Any) -> list[Power]:
        """The powers of the entries of a kind, which are written ones (`rulewright.powers.written.WrittenPower`)."""
        return [one.power(moments, self.pack.file_of(kind, id)) for id, one in self[kind].items()]

    def program(self, kind: str, id: str, field: str = "effects") -> Program:
        """The effects in a field of an entry, by their numbers."""
        return numbers(getattr(self[kind][id], field))

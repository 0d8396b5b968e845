"""Texts that are played by hand, at the moments that their words name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rulewright.phrases import Clause, Phrasebook, Sentence, Words, read

from ..powers import LIMITED, USED
from .effects import SHOT
from .frames import FREE, Document
from .happening import moment

MOMENTS: Final = ("moment", "action", "uses", "during")
"""The kinds of clauses that name a moment."""
ASKED: Final = "asked"
"""The kind of clauses that name one at least for whoever plays a text by hand."""
UNHEARD: Final = {
    **dict.fromkeys(("leadership", "regeneration"), "your turn begins"),
    **dict.fromkeys(("energy-shield-deflection", "combat-reflexes", "defend"), "targeted"),
    **dict.fromkeys(("incapacitate", "blades-claws-fangs", "steal-energy"), "hits"),
    **dict.fromkeys(("super-strength", "precision-strike", "exploit-weakness", "ranged-combat-expert"), "targets"),
    **dict.fromkeys(("close-combat-expert", SHOT), "targets"),
}  # fmt: skip
"""When texts ask that speak of the use of a power of which nobody hears."""
AGAIN: Final = re.compile(r"[,:;] | and | but ")
"""Where a moment may be named behind words that are not understood."""


def by_hand(words: str, heads: Iterable[Document]) -> Iterator[Document]:
    """The text, to be played by hand at each of these moments, or else as FREE."""
    found: list[Document] = []
    for head in heads:
        if head not in found:
            found.append(head)
    for head in found or [FREE]:
        yield {**head, "effects": [{"do": "by_hand", "text": words}]}


class Asking:
    """When the sentences of a text ask for its player, as far as their words name a moment."""

    def __init__(self, book: Phrasebook, words: Words) -> None:
        self.book, self.words = book, words
        self.powers: list[str] = []
        """The powers that were named last."""

    def of(self, sentence: Sentence, understood: bool) -> Document | None:
        """The moment that a sentence names first; an attack only where the program does not play what it says."""
        found = next(filter(None, (self._head(one, understood) for one in self._clauses(sentence))), None)
        for clause in sentence.clauses:
            if clause.kind == "grant" and "powers" in clause.means:
                self.powers = clause.means["powers"]
        return found

    def _clauses(self, sentence: Sentence) -> Iterator[Clause]:
        """The clauses that name a moment, also behind words that are not understood."""
        yield from sentence.clauses
        if sentence.rest:
            starts = [0, *(found.end() for found in AGAIN.finditer(sentence.text))]
            for behind in (sentence.text[start:] for start in starts):
                for found in read(self.book, behind, "self", self.words, (*MOMENTS, ASKED)).sentences[:1]:
                    yield from found.clauses[:1]

    def _head(self, clause: Clause, understood: bool) -> Document | None:
        means = clause.means
        if not isinstance(means, Mapping) or means.get("me", "self") != "self":
            return None
        if clause.kind == "moment":
            return {key: one for key, one in moment(dict(means)).items() if key != "once"}
        if clause.kind == "action":
            return {"action": means["action"]}
        if "powers" in means and clause.kind in ("uses", ASKED):
            return self._use(means)
        if clause.kind == ASKED:
            return {key: one for key, one in means.items() if key != "me"}
        if clause.kind == "during" and not understood:
            return {"when": "targets"} if "attacking" in means else {"when": "targeted"}
        return None

    def _use(self, means: Mapping[str, object]) -> Document | None:
        powers = self.powers if means["powers"] == "last" else means["powers"]
        power = powers[0] if isinstance(powers, list) and len(powers) == 1 else ""
        if power in LIMITED:
            return {"when": "given an action", "using": power}
        if power in USED:
            return {"when": "uses a power", "using": power}
        return {"when": UNHEARD[power]} if power in UNHEARD else None

"""The texts of printed cards, understood by templates that are data.

A *template* says how something is written and what that means: ``"<who> gain[s] <number> power"`` means
``{do = "gain_power", to = "<who>", amount = "<number>"}``, a document in the vocabulary of some game. Templates have
kinds; a slot ``<number>`` stands for anything that a template of that kind, a word of that kind or a plain number says,
so templates nest. A :class:`Phrasebook` is read from TOML, and users may put files of their own in front of it.

A text is folded (:func:`fold`) and cut into sentences; a sentence is a chain of *clauses*, templates of the kinds that
the phrasebook names, each matched from its first letter to its last. There are no wildcards and no guesses: where no
chain reaches the end of a sentence, :class:`Sentence` keeps the clauses that were understood and the rest as it stands.

Pronouns are bound to what was named last. The kind that the phrasebook calls ``referents`` is what may be named; a
template of that kind with ``refers`` is a pronoun. ``refers = "last"`` ("it") means the last one named before its
clause that the clause does not name itself, and else whoever was named last; ``refers = "subject"`` ("itself") means
the first one of its clause. A template with ``names`` says who is meant from then on: the one just chosen.
"""

from __future__ import annotations

from .folding import fold as fold
from .folding import sentences as sentences
from .reading import Clause as Clause
from .reading import Reading as Reading
from .reading import Sentence as Sentence
from .reading import read as read
from .templates import Phrasebook as Phrasebook
from .templates import Template as Template
from .templates import Words as Words

"""Texts of special powers and traits in words of the game: by program where every clause is understood, else by hand at
their moment.

`phrases.toml` says which phrase is a clause of which kind. A sentence without a frame goes on where the one before it
was, or says what always counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct, field

from rulewright.documents import parse_toml
from rulewright.phrases import Clause, Phrasebook, Sentence, read
from rulewright.problems import ContentError

from ..book.sheets import COLUMNS
from ..powers import STANDARD
from ..powers.card import column_of
from .always import always, is_free
from .by_hand import ASKED, Asking, by_hand
from .effects import carry_out, complete
from .frames import NOTHING, Deed, Document, Frame, NotUnderstood, Said, divided, named, segments, within
from .happening import attack_made, parts_of

Grade: TypeAlias = Literal["program", "partly", "by hand"]

THIS: Final = "this trait"
"""How a text names itself."""
NO_TOKENS: Final = ("action", "bystander", "clue")
"""Tokens that are no named ones, which any word may name (21.5)."""
OF_ATTACK: Final = ("hits", "misses")
"""Moments of an attack that come for each of its targets."""
ALWAYS: Final = ("grant", "only", "modify", "part")
"""Deeds that count all the time where nothing says when."""


@cache
def own_phrases() -> Mapping[str, Any]:
    """The phrases that come with the game."""
    found: Mapping[str, Any] = parse_toml((files(__package__) / "phrases.toml").read_bytes())
    return found


def phrasebook(*more: Mapping[str, Any]) -> Phrasebook:
    """The phrases of the game, behind those of a player. Raises ContentError."""
    return Phrasebook([own_phrases(), *more])


class Text(Struct):
    """A special power or trait: the column whose clicks show it, empty for a trait; what a file says it grants."""

    name: str
    words: str
    column: str = ""
    grants: tuple[str, ...] = ()
    more: Document = field(default_factory=dict)
    """Further fields of a trait, such as what it costs."""
    strange: str = ""
    """A kind of text that the game has not, and that is played by hand whatever it says."""


# Reading ----------------------------------------------------------------------------------------------------


def graded(text: Text, name: str = "", book: Phrasebook | None = None) -> tuple[Document, Grade]:
    """What a text of a character of that name does as fields of the content, and who does it.

    What the program does not understand is asked by hand, with the text of its owner, at the moment that it names.
    """
    shown: Document = {**text.more, **({"text": text.words} if text.words else {})}
    if text.strange:
        return {**shown, "does": list(by_hand(text.words or text.name, ()))}, "by hand"
    book = book or phrasebook()
    words = own_words(text.words, name, book)
    played = [kind for kind in book.clauses if kind != ASKED]
    sentences = read(book, _printed(text), "self", words, played).sentences
    said = Said()
    rest: list[Sentence] = []
    for sentence in sentences:
        try:
            said = with_sentence(said, sentence)
        except NotUnderstood:
            rest.append(sentence)
            said.open, said.powers, said.options = [], [], []
    try:
        complete(said)
    except NotUnderstood:
        rest = rest or list(sentences)
    for part in said.does:
        if "shared" in part:
            part["shared"] = text.name
        for one in within(part):
            if "traits" in one:
                one["traits"] = [text.name if name == THIS else name for name in one["traits"]]
    unmentioned = [power for power in text.grants if not any(_names(one, power) for one in sentences)]
    if not rest:
        found = _fields([*unmentioned, *said.grants], said.protected, said.does)
        found |= {"sideline": True} if any("steps_in_for" in part for part in said.does) else {}
        if found and _sound(found) and not ("plot" in text.more and "does" in found):
            return {**found, **shown}, "program"
        rest = list(sentences)
    asking = Asking(book, words)
    heads = [asking.of(one, understood=one not in rest) for one in sentences]
    asked = list(by_hand(text.words or text.name, filter(None, heads)))
    anytime = list(by_hand(text.words or text.name, ()))
    kept = _fields([*unmentioned, *said.grants], said.protected, [*said.always, *asked])
    ways = (kept, _fields(unmentioned, (), asked), _fields(unmentioned, (), anytime))
    found = next(one for one in ways if _sound(one) or one is ways[-1])
    if "plot" in shown:
        del shown["plot"]  # only what it grants is given with plot points
    return {**found, **shown}, "partly" if "grants" in found or len(found["does"]) > len(asked) else "by hand"


def _fields(grants: Iterable[str], protected: Iterable[str], does: list[Document]) -> Document:
    found = {"grants": list(dict.fromkeys(grants)), "protected": list(dict.fromkeys(protected)), "does": does}
    return {key: value for key, value in found.items() if value}


def _printed(text: Text) -> str:
    """A text as it is read: an improved ability that its name tells stands in front of it (19.3), and PROTECTED in
    capitals is SAFEGUARD (22.6)."""
    words = text.words.replace("PROTECTED:", "SAFEGUARD:")
    if kind := re.match(r"improved (movement|targeting)", text.name, re.IGNORECASE):
        words = re.sub(rf"^(?!\s*improved {kind[1]})", f"{kind[0]}: ", words, flags=re.IGNORECASE)
    return words


def _names(sentence: Sentence, power: str) -> bool:
    """Whether a sentence names a standard power."""
    return power in re.sub(r"[^a-z]+", "-", sentence.text)


def own_words(words: str, name: str, book: Phrasebook) -> dict[str, dict[str, Any]]:
    """What a text calls its own character, the names, keywords and tokens that it may mention, and the standard powers
    of each column."""
    parts = re.sub(r"[(),]", " ", name).split()
    own = [" ".join(parts[start:end]) for start in range(len(parts)) for end in range(start + 1, len(parts) + 1)]
    proper = {book.folded(one): one for one in _proper(words)}
    tokens = {one for one in re.findall(r"\b([a-z]+) (?:token|counter)s?\b", words) if one not in NO_TOKENS}
    return {
        "own": {book.folded(one): "self" for one in own},
        "named": proper,
        "keyword": proper,
        "token": {**proper, **{book.folded(one): one for one in tokens}},
        "trait": {book.folded(one): one for one in re.findall(r"\bthe ((?:[A-Z][\w'’-]*:? ?)+) trait\b", words)},
        "figure": {book.folded(one): one for one in re.findall(r"[\w:]+ #\w+", words)},
        "column": {column: list(names) for column, names in by_column().items()},
    }


@cache
def by_column() -> dict[str, tuple[str, ...]]:
    """The standard powers of each column of the card."""
    return {one: tuple(power for power in STANDARD if column_of(power) == one) for one in COLUMNS}


def _proper(words: str) -> Iterator[str]:
    """Words of a text that begin with large letters, alone and together: what may be a name."""
    tokens = re.findall(r"[\w.'’&-]*[\w!]|\S", words)
    for start, first in enumerate(tokens):
        for end in range(start + 1, min(start + 5, len(tokens)) + 1):
            last = tokens[end - 1]
            if not all(one[0].isupper() or one in ("of", "the", "&") for one in tokens[start:end]):
                break
            if first[0].isupper() and last[0].isupper():
                yield " ".join(tokens[start:end])


@cache
def _lexicon() -> Any:
    from ..cards.loading import lexicon

    return lexicon()


def _sound(found: Document) -> bool:
    """Whether the game takes it."""
    from pydantic import ValidationError

    from ..cards.models import Trait

    try:
        _lexicon().read(Trait, {"id": "text", "name": {"en": "text", "zh": "text"}, **found})
    except (ContentError, ValidationError):
        return False
    return True


# Sentences --------------------------------------------------------------------------------------------------


def with_sentence(before: Said, sentence: Sentence) -> Said:
    """What a text has come to with one more sentence. Raises NotUnderstood."""
    if sentence.rest:
        raise NotUnderstood(sentence.rest)
    said = deepcopy(before)
    for clauses in segments(sentence.clauses):
        _add(said, clauses)
    return said


def _add(said: Said, clauses: list[Clause]) -> None:
    frame, deeds = divided(clauses, said)
    if frame.unique and any(one.kind not in ("modify", "may") for one in deeds):
        raise NotUnderstood("what counts once only")
    deeds = [one for one in deeds if not _protects(one, said, frame)]
    if not deeds:
        if "action" in frame.head or "types" in frame.head:  # the next sentence says what it does
            said.open = list(parts_of(frame))
            said.does += said.open
        elif frame.limited and not any(one.kind == NOTHING for one in clauses):
            raise NotUnderstood("it says when, and not what")
        return
    _tell_others(deeds, someone="of" in frame.head or (not frame.timed and any("whose" in one for one in said.open)))
    frame.names = frozenset(name for one in deeds for name in named(one.means))
    if frame.during and not frame.timed and any(one.kind not in ALWAYS for one in deeds):
        frame.head, frame.during = attack_made(frame.during), {}
    if frame.timed:
        parts = list(parts_of(frame))
        carry_out(said, deeds, parts, frame)
        said.open = parts
        if frame.head.get("when") in OF_ATTACK and "many" in frame.head.get("whom", {"many": True}):
            said.attacks += parts
        if frame.head.get("of", {}).get("itself") and frame.head["of"]["every"] == "friendly":
            said.friends += parts
        said.does += parts
    elif goes_on(deeds):
        late = frame.late and any(part.get("when") != "action resolved" for part in said.open)
        if not said.open or frame.during or frame.once or late:
            raise NotUnderstood("it goes on with nothing")
        carry_out(said, deeds, said.open, frame)
    else:
        parts = [part for deed in deeds for part in always(deed, frame, said)]
        said.does += parts
        said.always += parts


def _tell_others(deeds: list[Deed], *, someone: bool) -> None:
    """All others are others than the character itself, or, at the moment of someone else, than that one."""
    for means in (one for deed in deeds for one in within(deed.means)):
        if means.pop("others", False) and someone:
            means["itself"] = True


def _protects(deed: Deed, said: Said, frame: Frame) -> bool:
    if deed.kind != "protected":
        return False
    if frame.limited:
        raise NotUnderstood("protected in some case only")
    said.protected += deed.means
    return True


def goes_on(deeds: list[Deed]) -> bool:
    """Whether deeds without a frame belong to the sentence before."""
    return any(one.kind not in ALWAYS or one.until for one in deeds) and not is_free(deeds)

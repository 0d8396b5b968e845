"""Texts of special powers and traits in words of the game: by program where every clause is understood, else by hand at
their moment.

`phrases.toml` says which phrase is a clause of which kind. The clauses of a sentence are a *frame* (when, how often, in
which case) and *deeds* (what happens); a sentence without a frame goes on where the one before it was, or says what
always counts.
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

from ..powers import LIMITED, USED
from ..powers.reach import TARGETING

Document: TypeAlias = dict[str, Any]
Grade: TypeAlias = Literal["program", "partly", "by hand"]

ATTACKS: Final = ("energy-explosion", "mind-control", "pulse-wave", "quake")
"""The powers that make an attack of their own."""
SHOT: Final = "penetrating-psychic-blast"
"""The power that is used in every range attack."""
TURN_ENDS: Final = ("your turn ends", "opposing turn ends")
"""The moments at which what lasts for the turn counts for nothing else any more."""
FREE: Final = {"action": ["FREE"]}
ALWAYS: Final = ("grant", "only", "modify", "part")
"""Deeds that count all the time where nothing says when."""
FRAMES: Final = ("moment", "action", "once", "late", "uses", "during", "test")
"""The kinds of clauses that say when, how often, or in which case."""


class NotUnderstood(Exception):
    """A text with words that are not understood, or that make no text together; says which."""


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


class Frame(Struct):
    """When and how often something happens, and in which case."""

    head: Document = field(default_factory=dict)
    tests: list[Any] = field(default_factory=list)
    uses: Document | None = None
    during: Document = field(default_factory=dict)
    other: Document = field(default_factory=dict)
    """Who else is named in the case."""
    once: str = ""
    late: bool = False
    unique: bool = False
    """Whether what changes counts once only, whoever else changes it so (22.10)."""
    hits: bool = False
    """Whether it speaks of the characters that are hit."""

    @property
    def timed(self) -> bool:
        """Whether it says when."""
        return bool(self.head or self.uses)

    @property
    def limited(self) -> bool:
        """Whether it says anything."""
        return self.timed or bool(self.tests or self.during or self.once or self.late or self.unique)


class Deed(Struct):
    """Something that happens or counts, and for how long."""

    kind: str
    means: Any
    until: str = ""


class Said(Struct):
    """What the sentences of a text have come to so far."""

    grants: list[str] = field(default_factory=list)
    protected: list[str] = field(default_factory=list)
    does: list[Document] = field(default_factory=list)
    powers: list[str] = field(default_factory=list)
    """The powers that were named last, of which "it" and "he does" speak."""
    options: list[str] = field(default_factory=list)
    """The powers of which one is to be chosen."""
    always: list[Document] = field(default_factory=list)
    """The parts that count whatever the other sentences say."""
    attacks: list[Document] = field(default_factory=list)
    """The parts about an attack that hits, whoever and however many it hits."""
    open: list[Document] = field(default_factory=list)
    """The parts that a sentence without a frame goes on with."""


# Reading ----------------------------------------------------------------------------------------------------


def graded(text: Text, name: str = "", book: Phrasebook | None = None) -> tuple[Document, Grade]:
    """What a text of a character of that name does as fields of the content, and who does it.

    What the program does not understand is asked by hand, with the text of its owner, at the moment that it names.
    """
    shown: Document = {**text.more, **({"text": text.words} if text.words else {})}
    if text.strange:
        return {**shown, "does": list(_by_hand((), (), text.words or text.name))}, "by hand"
    sentences = _sentences(text, name, book or phrasebook())
    said = Said()
    rest: list[Sentence] = []
    for sentence in sentences:
        try:
            said = _with(said, sentence)
        except NotUnderstood:
            rest.append(sentence)
            said.open, said.powers, said.options = [], [], []
    try:
        _complete(said)
    except NotUnderstood:
        rest = rest or list(sentences)
    unmentioned = [power for power in text.grants if not any(_names(one, power) for one in sentences)]
    if not rest:
        found = _fields([*unmentioned, *said.grants], said.protected, said.does)
        if found and _sound(found) and not ("plot" in text.more and "does" in found):
            return {**found, **shown}, "program"
        rest = list(sentences)
    hand = list(_by_hand(sentences, rest, text.words or text.name))
    found = _fields([*unmentioned, *said.grants], said.protected, [*said.always, *hand])
    if not _sound(found):
        found = _fields(unmentioned, (), hand)
    if "plot" in shown:
        del shown["plot"]  # only what it grants is given with plot points
    return {**found, **shown}, "partly" if found.keys() - {"does"} or len(found["does"]) > len(hand) else "by hand"


def _fields(grants: Iterable[str], protected: Iterable[str], does: list[Document]) -> Document:
    found = {"grants": list(dict.fromkeys(grants)), "protected": list(dict.fromkeys(protected)), "does": does}
    return {key: value for key, value in found.items() if value}


def _sentences(text: Text, name: str, book: Phrasebook) -> tuple[Sentence, ...]:
    words = text.words.replace("PROTECTED:", "SAFEGUARD:")
    if kind := re.match(r"improved (movement|targeting)", text.name, re.IGNORECASE):
        words = re.sub(rf"^(?!\s*improved {kind[1]})", f"{kind[0]}: ", words, flags=re.IGNORECASE)
    return read(book, words, last="self", words=own_words(text.words, name, book)).sentences


def _names(sentence: Sentence, power: str) -> bool:
    """Whether a sentence names a standard power."""
    return power in re.sub(r"[^a-z]+", "-", sentence.text)


def own_words(words: str, name: str, book: Phrasebook) -> dict[str, dict[str, str]]:
    """What a text calls its own character, and the names, keywords and tokens that it may mention."""
    parts = re.sub(r"[(),]", " ", name).split()
    own = [" ".join(parts[start:end]) for start in range(len(parts)) for end in range(start + 1, len(parts) + 1)]
    proper = {book.folded(one): one for one in _proper(words)}
    return {
        "own": {book.folded(one): "self" for one in own}, "named": proper, "keyword": proper, "token": proper,
    }  # fmt: skip


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


def _with(before: Said, sentence: Sentence) -> Said:
    """What a text has come to with one more sentence. Raises NotUnderstood."""
    if sentence.rest:
        raise NotUnderstood(sentence.rest)
    said = deepcopy(before)
    for clauses in _segments(sentence.clauses):
        _add(said, clauses)
    return said


def _segments(clauses: Iterable[Clause]) -> Iterator[list[Clause]]:
    """The parts of a sentence that each say when and what; a case that is set apart begins one, and at the end it is
    that of the part before."""
    found: list[list[Clause]] = [[]]
    for clause in clauses:
        if clause.kind in FRAMES and clause.joint and any(one.kind not in FRAMES for one in found[-1]):
            found.append([])
        found[-1].append(clause)
    if len(found) > 1 and all(one.kind in FRAMES for one in found[-1]):
        found[-2:] = [[*found[-2], *found[-1]]]
    yield from found


def _add(said: Said, clauses: Iterable[Clause]) -> None:
    frame, deeds = _divided(clauses, said)
    if frame.unique and any(one.kind not in ("modify", "may") for one in deeds):
        raise NotUnderstood("what counts once only")
    deeds = [one for one in deeds if not _protects(one, said, frame)]
    if not deeds:
        if frame.limited:
            raise NotUnderstood("it says when, and not what")
        return
    if frame.timed:
        frame.hits = any("hit" in _named(one.means) for one in deeds)
        parts = list(_parts(frame))
        _carry_out(said, deeds, parts, frame)
        said.open = parts
        if frame.head.get("when") == "hits" and "many" in frame.head.get("whom", {"many": True}):
            said.attacks += parts
        said.does += parts
    elif _goes_on(deeds):
        if not said.open or frame.during or frame.once or frame.late:
            raise NotUnderstood("it goes on with nothing")
        _carry_out(said, deeds, said.open, frame)
    else:
        parts = [part for deed in deeds for part in _always(deed, frame, said)]
        said.does += parts
        said.always += parts


def _divided(clauses: Iterable[Clause], said: Said) -> tuple[Frame, list[Deed]]:
    """The frame of a sentence, and its deeds."""
    frame, deeds, until = Frame(), list[Deed](), ""
    for clause in clauses:
        means = clause.means
        if clause.kind in ("moment", "action"):
            if frame.timed:
                raise NotUnderstood(clause.text)
            frame.head = dict(_own(means))
        elif clause.kind == "test":
            frame.tests += (_own(one)["test"] for one in means)
            frame.other = next((one["other"] for one in means if "other" in one), {})
        elif clause.kind == "uses":
            frame.uses = _uses(_own(means), said)
        elif clause.kind == "during":
            frame.during = _own(means)
            frame.tests += [frame.during["test"]] if "test" in frame.during else []
        elif clause.kind in ("once", "late", "unique"):
            setattr(frame, clause.kind, means)
        elif clause.kind == "until" and deeds:
            deeds[-1].until = _until(means, deeds[-1].means)
        elif clause.kind == "until":
            until = means
        else:
            deeds.append(Deed(clause.kind, means, _until(until, means)))
    return frame, deeds


def _until(until: Any, means: Any) -> str:
    """Until when something lasts. Raises NotUnderstood where anyone else ends it than the one for whom it lasts."""
    if isinstance(until, str):
        return until
    if not isinstance(means, dict) or means.get("to") != until["of"]:
        raise NotUnderstood("until someone else does something")
    return str(until["until"])


def _named(means: Any) -> set[str]:
    """Whom a deed names."""
    return {str(one[key]) for one in _within(means) for key in ("to", "who", "near") if key in one}


def _own(means: Document) -> Document:
    """What is said of the character itself. Raises NotUnderstood where it is said of anyone else."""
    if means.get("me", "self") != "self":
        raise NotUnderstood(f"{means['me']!r} instead of the character itself")
    return {key: value for key, value in means.items() if key != "me"}


def _uses(means: Document, said: Said) -> Document:
    powers = means["powers"]
    if powers == "last":
        powers = said.powers
        if not powers or (len(powers) > 1 and not means.get("resolved")):
            raise NotUnderstood("which power is used")
    return {**means, "powers": powers}


def _protects(deed: Deed, said: Said, frame: Frame) -> bool:
    if deed.kind != "protected":
        return False
    if frame.limited:
        raise NotUnderstood("protected in some case only")
    said.protected += deed.means
    return True


def _goes_on(deeds: list[Deed]) -> bool:
    """Whether deeds without a frame belong to the sentence before."""
    return any(one.kind not in ALWAYS or one.until for one in deeds) and not _is_free(deeds)


def _is_free(deeds: list[Deed]) -> bool:
    """Whether it is the use of a power as FREE, which the character can be given at any time."""
    return len(deeds) == 1 and deeds[0].kind == "effect" and "power" in deeds[0].means


# What always counts -----------------------------------------------------------------------------------------


def _always(deed: Deed, frame: Frame, said: Said) -> Iterator[Document]:
    """The parts that say what always counts, or in some case. Raises NotUnderstood."""
    if deed.kind == "only":
        if frame.limited or len(said.powers) != 1 or said.powers[0] not in TARGETING:
            raise NotUnderstood("which power may target only some")
        yield {"limits": said.powers[0], "whom": deed.means["whom"]}
        return
    if deed.kind == "part":
        yield _whole(deed, frame)
        return
    if frame.late or (frame.once and not (_is_free([deed]) and frame.once != "attack")):
        raise NotUnderstood("how often something counts")
    test = _all(frame.tests)
    if _is_free([deed]):
        if deed.until or frame.during:
            raise NotUnderstood("an action that lasts, or in an attack")
        once = {"once": "game"} if frame.once == "game" else {}
        yield {**FREE, **once, **test, "effects": list(_free(_own(deed.means), said))}
    elif deed.kind == "grant":
        yield from _granted(deed.means, frame, said)
    else:
        yield from _passive(deed.means, frame, test)


def _whole(deed: Deed, frame: Frame) -> Document:
    """A part that a clause says as a whole. Raises NotUnderstood."""
    part = _own(deed.means)
    if frame.late or frame.during or deed.until or (frame.once and "rerolls" not in part):
        raise NotUnderstood("how often, or in which attack, a part counts")
    if "rerolls" in part and not frame.once:
        raise NotUnderstood("how often it may be rolled again")
    return {**part, **({"once": frame.once} if frame.once else {}), **_all(frame.tests)}


def _granted(means: Document, frame: Frame, said: Said) -> Iterator[Document]:
    """Powers that it can use, or others can: always, or in some case."""
    tests = list(frame.tests)
    for key in ("attacking", "against", "foe"):
        if kind := frame.during.get(key):
            tests.append({"attacking": kind, **({} if key == "attacking" else {"against": True})})
    both = ["self", frame.other] if means["to"] == "both" else [means["to"], means.get("and")]
    whom = [one for one in both if one is not None]
    if {} in whom:
        raise NotUnderstood("both of whom")
    if "untargetable" in means:
        if whom != ["self"]:
            raise NotUnderstood("others who cannot be targeted")
        kept_off = {key: one for key, one in means.items() if key != "to"}
        yield {**kept_off, **_all(tests)}
        return
    for one in whom:
        if one == "self" and not tests:
            said.grants += means["powers"]
        elif one == "self" or isinstance(one, dict):
            yield {"gives": means["powers"], **({} if one == "self" else {"whom": one}), **_all(tests)}
        else:
            raise NotUnderstood("powers of others")
    said.powers = means["powers"]


def _all(tests: list[Any]) -> Document:
    return {} if not tests else {"test": tests[0] if len(tests) == 1 else {"all": tests}}


def _passive(means: Document, frame: Frame, test: Document) -> Iterator[Document]:
    """Combat values that are modified while something is so."""
    during = frame.during
    case: Document = {key: during[key] for key in ("attacking", "against") if key in during}
    if "foe" in during:
        kind = during["foe"]
        case = {"to": "opposing", "attacking": kind}
        test = _all([*([test["test"]] if test else []), {"attacking": kind, "against": True}])
    if ("foe" in during) != (means["to"] in ("opponent", "other")):
        raise NotUnderstood("whose values")
    unique: Document = {"unique": True} if frame.unique else {}
    for change in means.get("pairs") or [means["change"]]:
        if "choice" in change:
            raise NotUnderstood("a choice that always counts")
        by = _counted(change) if "per" in change else change["by"]
        for value in change["values"]:
            for whom in _whose_values("beside" if "other" in change else means["to"], frame):
                yield {"modifies": value, "by": by, **whom, **unique, **case, **test}


def _whose_values(to: Any, frame: Frame) -> Iterator[Document]:
    """Those whose values change: its own, or those of others, or of both."""
    if isinstance(to, dict):
        yield {"whom": to}
    elif to not in ("self", "opponent", "other") and not (to in ("both", "beside") and frame.other):
        raise NotUnderstood("values of someone in particular")
    if to in ("self", "opponent", "other", "both"):
        yield {}
    if to in ("both", "beside"):
        yield {"whom": frame.other}


def _counted(change: Document) -> Any:
    """So much for each of something."""
    return change["per"] if change["times"] == 1 else {"value": change["per"], "times": change["times"]}


# What happens at a moment -----------------------------------------------------------------------------------


def _parts(frame: Frame) -> Iterator[Document]:
    """The parts that a frame begins: one for each power that is used."""
    if frame.during:
        raise NotUnderstood("an attack at a moment")
    if "action" in frame.head:
        if frame.late or frame.once == "attack" or (frame.once == "turn" and frame.head != FREE):
            raise NotUnderstood("how often an action can be given")
        once = {"once": "game"} if frame.once == "game" else {}
        yield {**frame.head, **once, **_all(frame.tests), "effects": []}
        return
    once = {"once": frame.once} if frame.once else {}
    for head, tests in _moments(frame):
        if frame.late and any(_of_attack(test) for test in (*tests, *frame.tests)):
            raise NotUnderstood("an attack that is over")
        yield {**once, **head, **_all([*tests, *frame.tests]), "effects": []}


def _of_attack(test: Any) -> bool:
    """Whether a condition asks about the attack that is being made."""
    words = ("attacking", "attack_by", "attack_with", "targets")
    return any(word in one or one.get("of") == word for one in _within(test) for word in words)


def _moments(frame: Frame) -> Iterator[tuple[Document, list[Any]]]:
    """When it happens, and in which case that is a moment of the text."""
    late: Document = {"after_resolutions": True} if frame.late else {}
    if frame.uses is None:
        yield {**_moment(frame.head), **late}, list(_about(frame.head))
        return
    resolved = frame.late or "resolved" in frame.uses
    for power in frame.uses["powers"]:
        if frame.hits and power in ATTACKS:
            yield {"when": "hits", **late}, [{"attack_with": power}]
        elif power in LIMITED:
            yield {"when": "action resolved" if resolved else "given an action", "using": power}, []
        elif power == SHOT and not resolved:
            yield {"when": "targets", "once": "attack"}, [{"attacking": "range"}]
        elif power in USED and "resolved" not in frame.uses:
            yield {"when": "uses a power", "using": power, **late}, []
        else:
            raise NotUnderstood("when a power is used of which nobody hears")


def _moment(head: Document) -> Document:
    """A moment, whose it is, and against whom."""
    found = {"when": head["when"]}
    if of := head.get("of"):
        found["whose"] = of["every"]
        found |= {"of": of} if len(of) > 1 else {}
    if whom := _everyone(head.get("whom", {})):
        found["against"] = whom
    return found


def _everyone(whom: Document) -> Document:
    """Who is told apart by a text; nobody where it may be anyone. Points are compared with those of the character."""
    points = whom.get("points", {})
    more = {key: one for key, one in {**whom, **points}.items() if key not in ("points", "bound", "many")}
    return {} if more == {"every": "any"} else more


def _about(head: Document) -> Iterator[Any]:
    """The conditions that are said together with a moment."""
    if "of_attack" in head:
        raise NotUnderstood("the attack of someone else")
    if bound := head.get("whom", {}).get("points", {}).get("bound"):
        yield {"amount": {"number": "points", "of": "other"}, bound: {"number": "points"}}
    if "attacking" in head:
        yield {"attacking": head["attacking"]}
    if "against" in head:
        yield {"attacking": head["against"], "against": True}
    if "by" in head:
        yield {"attack_by": head["by"]}


def _carry_out(said: Said, deeds: list[Deed], parts: list[Document], frame: Frame) -> None:
    """Put what happens into parts that have begun."""
    for part in parts:
        place = _opened(part["effects"])
        if not frame.timed and frame.tests:
            place.append({"do": "if", **_all(frame.tests), "then": []})
            place = place[-1]["then"]
        for deed in deeds:
            place = _put(said, deed, part, place, frame)


def _put(said: Said, deed: Deed, part: Document, place: list[Document], frame: Frame) -> list[Document]:
    """Put a deed into a part; where the next one goes."""
    means = deed.means
    if deed.kind == "may":
        if means != "self":
            raise NotUnderstood("what someone else may do")
        place.append({"do": "may", "effects": []})
        return place[-1]["effects"]  # type: ignore[no-any-return]
    if deed.kind == "done":
        return _last(part, "may").setdefault("if_done", [])  # type: ignore[no-any-return]
    if deed.kind == "result":
        return _with_result(_last(part, "roll"), means)
    if deed.kind == "effect" and "victim" in means and not deed.until:
        effects = [{**means["victim"], "then": [means["then"]] if "then" in means else []}]
    else:
        effects = list(_effects(said, deed, part, frame.unique))
    if place and place[-1]["do"] == "roll" and not place[-1]["results"]:
        place[-1]["results"].append({"effects": effects})
        return place
    place += effects
    return _opened(place)


def _opened(place: list[Document]) -> list[Document]:
    """Where effects behind these go: to whoever has been chosen for nothing yet."""
    last = place[-1] if place else {}
    if last.get("do") == "target" and not last["then"]:
        return last["then"]  # type: ignore[no-any-return]
    if last.get("do") == "may":
        inside = _opened(last["effects"])
        return place if inside is last["effects"] else inside
    return place


def _last(part: Document, verb: str) -> Document:
    """The last effect of a part with a verb."""
    found = [one for one in _within(part) if one.get("do") == verb]
    if not found:
        raise NotUnderstood(f"{verb} of nothing")
    return found[-1]


def _within(means: Any) -> Iterator[Document]:
    """All documents in a part, in their order."""
    if isinstance(means, dict):
        yield means
        for one in means.values():
            yield from _within(one)
    elif isinstance(means, list):
        for one in means:
            yield from _within(one)


def _with_result(roll: Document, means: Document) -> list[Document]:
    """Where the effects of a result go."""
    effects: list[Document] = []
    if means.get("next") and means["most"] != means["least"] + 1:
        raise NotUnderstood("two results that are no range")
    means = {key: means[key] for key in ("least", "most") if key in means}
    if "adds" not in roll:
        roll["results"].append({**means, "effects": effects})
        return effects
    if "most" in means:
        raise NotUnderstood("a range of results with something added")
    amount = {"sum": [{"rolled": True}, roll.pop("adds")]}
    test = {"amount": amount, "at_least": means["least"]}
    roll["results"].append({"effects": [{"do": "if", "test": test, "then": effects}]})
    return effects


def _effects(said: Said, deed: Deed, part: Document, unique: bool) -> Iterator[Document]:
    """What happens, as verbs of the game. Raises NotUnderstood."""
    means, when = deed.means, part.get("when", "")
    if deed.kind == "grant":
        if "and" in means or "untargetable" in means or means["to"] == "both":
            raise NotUnderstood("powers of several, or who cannot be targeted for a while")
        yield {"do": "can_use", "to": _whom(means["to"], part), "powers": means["powers"], **_lasts(deed.until)}
    elif deed.kind == "modify":
        yield from _modify(means, {**_lasts(deed.until), **({"unique": True} if unique else {})}, part)
    elif deed.kind == "chosen":
        if not said.options:
            raise NotUnderstood("which power was chosen")
        if not deed.until:
            raise NotUnderstood("how long the chosen power can be used")
        _own(means)
        yield {"do": "choose_power", "powers": said.options, "until": deed.until}
        said.options = []
    elif deed.kind != "effect" or deed.until:
        raise NotUnderstood(deed.kind)
    elif isinstance(means, list):
        yield from ({**one, **_roles(one, part)} for one in means)
    elif "choose" in means:
        said.options = means["choose"]
    elif "between" in means:
        options = [
            {"effects": [{"do": "can_use", "powers": one["powers"], "until": means["until"]}]}
            for one in map(_of_itself, means["between"])
        ]
        yield {"do": "choose", "options": options}
    elif "power" in means:
        yield from _free(_own(means), said, when)
    else:
        yield {**_own(means), **_roles(means, part)}


def _of_itself(means: Document) -> Document:
    if means["to"] != "self":
        raise NotUnderstood("powers of others")
    return means


def _roles(means: Document, part: Document) -> Document:
    """Whom it means there."""
    return {key: _whom(means[key], part) for key in ("to", "who", "near") if key in means}


def _whom(whom: Any, part: Document) -> Any:
    """At the moment of each hit "hit characters" are the one that is hit; "that character" is the one chosen last."""
    if whom == "hit" and part.get("when") == "hits":
        return "other"
    chosen = any(one.get("do") == "target" for one in _within(part))
    return "chosen" if whom == "other" and chosen else whom


def _lasts(until: str) -> Document:
    """How long something lasts, where the text says so (20.3)."""
    return {"until": until} if until else {}


def _modify(means: Document, how: Document, part: Document) -> Iterator[Document]:
    to = _whom(means["to"], part)
    if to in ("opponent", "both"):
        raise NotUnderstood("whose values")
    for one in means.get("pairs") or [means["change"]]:
        if "per" in one or "other" in one or one.get("same", one.get("by")) != one.get("by"):
            raise NotUnderstood("an amount for a while, values of another one, or a choice of different amounts")
        for values in [one["choice"]] if "choice" in one else [[value] for value in one["values"]]:
            yield {"do": "modify", "to": to, "values": values, "by": one["by"], **how}


def _free(means: Document, said: Said, when: str = "") -> Iterator[Document]:
    """An action of a power as FREE, which the character can use for it if it cannot otherwise."""
    power = means["power"]
    if power not in LIMITED:
        raise NotUnderstood("a power without an action as FREE")
    if power not in said.grants:
        yield {"do": "can_use", "powers": [power], **({} if when in TURN_ENDS else {"until": "action"})}
    yield {"do": "as_free", "powers": [power]}


def _complete(said: Said) -> None:
    """Refuse what says of something that it happens, and not what; what may be left is left as a whole.

    Raises NotUnderstood.
    """
    if said.options:
        raise NotUnderstood("a power is chosen for nothing")
    for one in _within(said.does):
        wanted = {"may": "effects", "roll": "results", "if": "then", "target": "then"}.get(one.get("do", ""), "")
        if (wanted and not one[wanted]) or one.get("effects") == [] or one.get("if_done") == [] or "adds" in one:
            raise NotUnderstood("it says when, and not what")
    for part in said.attacks:
        _once_an_attack(part)
    for part in said.does:
        only = part["effects"][0] if len(part.get("effects", ())) == 1 else {}
        if "when" in part and only.get("do") == "may":
            part.update(may=True, effects=[*only["effects"], *only.get("if_done", ())])


def _once_an_attack(part: Document) -> None:
    """What an attack brings that hits comes once, and not for each of those whom it hits, unless it speaks of them.

    Raises NotUnderstood for dice that would be rolled for each of them.
    """
    if not _named(part["effects"]) & {"other", "hit"}:
        part.setdefault("once", "attack")
    elif any(one.get("do") == "roll" for one in _within(part)):
        raise NotUnderstood("whether dice are rolled for each of those who are hit")


# By hand ----------------------------------------------------------------------------------------------------


def _by_hand(sentences: Iterable[Sentence], rest: Iterable[Sentence], words: str) -> Iterator[Document]:
    """The text, to be played by hand at each moment that its sentences name first, or else as FREE.

    An attack is named by those that are the ``rest``; what the others say of attacks is played by the program.
    """
    heads: list[Document] = []
    for sentence in sentences:
        asked = (one for one in sentence.clauses if one.kind != "during" or sentence in rest)
        head = next((found for one in asked if (found := _head(one))), None)
        if head is not None and head not in heads:
            heads.append(head)
    for head in heads or [FREE]:
        yield {**head, "effects": [{"do": "by_hand", "text": words}]}


def _head(clause: Clause) -> Document | None:
    """The moment that a clause names."""
    means = clause.means
    if not isinstance(means, dict) or means.get("me", "self") != "self":
        return None
    if clause.kind == "moment":
        return _moment(means)
    if clause.kind == "action":
        return {"action": means["action"]}
    if clause.kind == "during":
        return {"when": "targets"} if "attacking" in means else {"when": "targeted"}
    if clause.kind == "uses" and len(means["powers"]) == 1 and means["powers"][0] in LIMITED:
        return {"when": "given an action", "using": means["powers"][0]}
    return None

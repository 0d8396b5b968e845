"""Which steps, windows, triggers, powers, words, effects, events and content came up in the games of the kit."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import msgspec
from pydantic import BaseModel

from ..describe import content_tables
from ..flow import Node
from ..game import Game
from ..powers.index import Index, base
from ..programs import Deed
from ..ruleset import Rules
from ..state import Context
from ..vocabulary import walk
from .comparing import as_plain, first_difference
from .findings import CheckFailed, KitFailure, Report


def count_seen(report: Report, kind: str, name: str, times: int = 1) -> None:
    """Count a name that came up."""
    report.exercised.setdefault(kind, Counter())[name] += times


@contextmanager
def counting(rules: Rules, report: Report) -> Iterator[None]:
    """Count steps, windows, triggers, reactions and powers that run, and name what changes its context in place.

    Of powers that have no part it is counted that something had them, of the words of texts that they were done, held
    or came to something.
    """
    replaced: list[tuple[Any, str, Any]] = []
    watched = _Watched()

    def count(thing: Any, attribute: str, kind: str, name: str) -> None:
        function = getattr(thing, attribute)

        def counted(*args: Any) -> Any:
            count_seen(report, kind, name)
            report.lately[name] = None
            watched.begin(f"the {kind} {name!r}", args[-1])
            return function(*args)

        replaced.append((thing, attribute, function))
        _put(thing, attribute, counted)

    for kind, node in steps_of(rules):
        count(node, "fn", kind, node.path.removesuffix("/ask") if kind == "window" else node.path)
    for item in rules.triggers.values():
        count(item, "resolve", "trigger", item.name)
    for item in rules.reactions.values():
        count(item, "resolve", "reaction", item.name)
    for part in rules.powers.parts():
        count(part, "do", "power", part.name)
    for deed in _deeds(rules):
        count(deed, "do", "word", deed.verb.word)

    def count_yes(thing: Any, attribute: str, function: Any, named: Callable[..., tuple[str, str]]) -> None:
        def counted(*args: Any) -> Any:
            answer = function(*args)
            if answer:
                count_seen(report, *named(*args))
            return answer

        replaced.append((thing, attribute, vars(thing).get(attribute, _INHERITED)))
        _put(thing, attribute, counted)

    def noted(index: Index, key: Any, names: tuple[str, ...]) -> None:
        for name in names:
            count_seen(report, "power held", base(name))
        note(index, key, names)

    note = Index._note
    replaced.append((Index, "_note", note))
    _put(Index, "_note", noted)
    for word, asked, how, function in [(*one, getattr(one[1], one[2])) for one in _asked(rules)]:
        count_yes(asked, how, function, lambda *_, word=word: ("word", word))
    try:
        yield
    finally:
        for thing, attribute, function in reversed(replaced):
            _put(thing, attribute, function)


def _deeds(rules: Rules) -> Iterable[Deed]:
    """The deeds of all verbs that stand in the content."""
    return getattr(rules.content, "ops", ())


def _asked(rules: Rules) -> list[tuple[str, type[Any], str]]:
    """The conditions and amounts of the texts of a ruleset: the word, the class, and the method that answers."""
    lexicon = rules.lexicon
    if lexicon is None:
        return []
    conditions = [(word, kind, "holds") for word, kind in lexicon.conditions.items()]
    return [*conditions, *((word, kind, "count") for word, kind in lexicon.amounts.items())]


@contextmanager
def traits_counted(report: Report) -> Iterator[None]:
    """Count the traits that policies for sight and moves name, where the table that they meet has them."""
    room = sys.modules.get("rulewright.geometry.plane.misspelt")
    if room is None:  # no table in inches
        yield
        return

    def count(named: frozenset[str], there: frozenset[str]) -> None:
        report.traits.update(dict.fromkeys(sorted(named)))
        for trait in named & there:
            count_seen(report, "trait", trait)

    room.MET.append(count)
    try:
        yield
    finally:
        room.MET.remove(count)


_INHERITED: Final = object()
"""In place of what a thing has not itself."""


def _put(thing: Any, attribute: str, function: Any) -> None:
    if function is _INHERITED:
        type.__delattr__(thing, attribute) if isinstance(thing, type) else object.__delattr__(thing, attribute)
    elif isinstance(thing, type):
        type.__setattr__(thing, attribute, function)
    elif isinstance(thing, msgspec.Struct):
        msgspec.structs.force_setattr(thing, attribute, function)
    else:
        object.__setattr__(thing, attribute, function)


class _Watched:
    """The context of the step that ran last, and what was in it: until the next begins, nobody writes into it."""

    def __init__(self) -> None:
        self.name = ""
        self.context: Context | None = None
        self.content = b""

    def begin(self, name: str, context: Any) -> None:
        """The next step begins. Raises CheckFailed where the last one has changed its context."""
        last, content = self.context, self.content
        self.context = None
        if last is not None and _ENCODER.encode(last) != content:
            was, found = msgspec.msgpack.decode(content), msgspec.msgpack.decode(_ENCODER.encode(last))
            field, before, now = first_difference(was, found, "") or ("", "", "")
            raise CheckFailed(
                "records",
                f"{self.name} changes its {type(last).__name__} in place: {field.lstrip('.')} was {before} and is "
                f"{now}; contexts never change, a step yields game.note(context, {field.lstrip('.')}=...)",
            )
        if isinstance(context, Context):
            self.name, self.context, self.content = name, context, _ENCODER.encode(context)


_ENCODER: Final = msgspec.msgpack.Encoder(enc_hook=repr)


def steps_of(rules: Rules) -> list[tuple[str, Node]]:
    """Every step of the compiled flow and procedures, and the asking step of every window, once."""
    found: dict[int, tuple[str, Node]] = {}
    waiting = list(rules.nodes.values())
    seen: set[int] = set()
    while waiting:
        node = waiting.pop(0)
        if id(node) in seen:
            continue
        seen.add(id(node))
        waiting.extend(node.steps)
        for step in node.steps:
            if step.fn is not None:
                found[id(step)] = ("window" if node.window is not None else "step", step)
    return list(found.values())


def _registered(rules: Rules, report: Report) -> dict[str, list[str]]:
    """Everything that could come up, by kind."""
    found: dict[str, list[str]] = {}
    for kind, node in steps_of(rules):
        found.setdefault(kind, []).append(node.path.removesuffix("/ask") if kind == "window" else node.path)
    used = rules.windows_used()
    found["window"] = [path for path in found.get("window", ()) if path.rpartition("/")[2] in used]
    found["trigger"] = list(rules.triggers)
    found["reaction"] = list(rules.reactions)
    found["power"] = [part.name for part in rules.powers.parts()]
    found["power held"] = [name for name, power in rules.powers.powers.items() if not power.parts]
    found["word"] = [*(deed.verb.word for deed in _deeds(rules)), *_words_asked(rules)]
    found["seat"] = [str(seat) for seat in range(report.seats)]
    found["effect"] = list(rules.effect_kinds)
    found["end of effect"] = list(report.lasting)
    found["trait"] = list(report.traits)
    kinds = (*rules.ruleset.events, *(kind for extension in rules.extensions for kind in extension.events))
    found["event"] = [kind.__name__ for kind in kinds]
    for kind, entries in content_tables(rules.content).items():
        found[f"content {kind}"] = list(map(str, entries))
    return {kind: list(dict.fromkeys(names)) for kind, names in found.items()}


def _words_asked(rules: Rules) -> Iterator[str]:
    """The conditions and amounts that stand in the content."""
    words: dict[Any, str] = {kind: word for word, kind, _ in _asked(rules)}
    for table in content_tables(rules.content).values() if words else ():
        for entry in table.values():
            if isinstance(entry, BaseModel):
                yield from (words[type(part)] for _, part in walk(entry) if type(part) in words)


def count_content(report: Report, game: Game) -> None:
    """Count the content entries whose id stands in the setup, or in some event or record of the game."""
    content = content_tables(game.rules.content)
    if not content:
        return
    words: set[str] = set()
    _gather(as_plain(game.header.setup), words)
    _gather([as_plain(entry.event) for entry in game.log], words)
    _gather(as_plain(game.state.plain()), words)
    for kind, entries in content.items():
        for id in map(str, entries):
            if id in words:
                count_seen(report, f"content {kind}", id)


def _gather(value: Any, words: set[str]) -> None:
    if isinstance(value, str):
        words.add(value)
    elif isinstance(value, dict):
        words.update(key for key in value if isinstance(key, str))
        _gather(list(value.values()), words)
    elif isinstance(value, list | tuple):
        for item in value:
            _gather(item, words)


ONLY_TOLD: Final = ("word", "power held")
"""What the report tells and no test demands."""


def sum_up(report: Report, rules: Rules, must_exercise: bool, excused: frozenset[str]) -> None:
    """Put into the report what never came up. Raises KitFailure where everything must and something did not.

    Words and powers without a part are only told: content may have more of them than a few games can show.
    """
    for kind, names in _registered(rules, report).items():
        came_up = report.exercised.get(kind, Counter())
        report.registered[kind] = len(names)
        missing = tuple(name for name in names if name not in came_up)
        if missing:
            report.silent[kind] = missing
    if rules.content is not None and not content_tables(rules.content):
        report.skipped["content"] = "the content is neither a pack nor a mapping of mappings"
    demanded = ((kind, name) for kind, names in report.silent.items() if kind not in ONLY_TOLD for name in names)
    open_ = [f"{kind} {name}" for kind, name in demanded if name not in excused]
    if must_exercise and open_:
        raise KitFailure("exercised", rules.id, f"never came up in {report.games} games: {', '.join(open_)}")

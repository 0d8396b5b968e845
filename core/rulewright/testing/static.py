"""What can be read off a ruleset before a game is played: rules cited, texts, and what is made and then dropped."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeAlias

from ..effects import begin_effect
from ..events import Event
from ..flow import Call, Procedure
from ..narrator import WORDS, Narrator
from ..requests import Request, Together, choose
from ..rolls import Roll
from ..ruleset import Rules
from ..text import LANGUAGES
from .exercised import steps_of
from .findings import CheckFailed
from .refusals import not_in_ledger


def check_registered(rules: Rules) -> None:
    """Check what needs no game. Raises CheckFailed."""
    _check_citations(rules)
    _check_texts(rules)
    _check_steps(rules)


def _functions(rules: Rules) -> Iterator[tuple[str, Any, Callable[..., Any], tuple[str, ...]]]:
    """What runs in a game: its kind, name, function and the rules that it cites."""
    for kind, node in steps_of(rules):
        if kind == "step" and node.fn is not None:
            yield "step", node.path, node.fn, node.rules
    for item in (*rules.triggers.values(), *rules.reactions.values()):
        yield type(item).__name__.lower(), item.name, item.resolve, item.rules
    for part in rules.powers.parts():
        yield "power", part.name, part.do, part.rules


def _check_citations(rules: Rules) -> None:
    for kind, name, _, cited in _functions(rules):
        for id in cited:
            refuse_unknown(rules, id, f"the {kind} {name!r}")
    for window in rules.windows.values():
        refuse_unknown(rules, window.rule, f"the window {window.name!r}")


def refuse_unlisted(rules: Rules, happened: Iterable[type[Event]]) -> None:
    """Where a ruleset lists its events, those that happened are listed; the kernel's need not. Raises CheckFailed."""
    listed = {*rules.ruleset.events, *(event for extension in rules.extensions for event in extension.events)}
    own = {kind for kind in happened if not kind.__module__.startswith("rulewright.")}
    if listed and (missing := sorted(kind.__name__ for kind in own - listed)):
        raise CheckFailed(
            "events", f"{', '.join(missing)} happened and stand in no list; add them to Ruleset(events=[...])"
        )


def refuse_unknown(rules: Rules, id: str, who: str) -> None:
    """Where a ruleset has a ledger, the rules that are cited are in it. Raises CheckFailed."""
    if id and (near := not_in_ledger(rules, id)) is not None:
        raise CheckFailed("rules", f"{who} cites {id!r}, which no ledger has{near}")


def _check_texts(rules: Rules) -> None:
    """A ruleset that speaks a language says everything in it."""
    texts = Narrator(rules).texts
    own = [key for key in texts if key not in WORDS]
    missing = {lang: set(texts.missing(lang)) for lang in LANGUAGES}
    for lang, keys in missing.items():
        spoken = any(key not in keys for key in own)
        gaps = [key for key in own if key in keys and not all(key in others for others in missing.values())]
        if spoken and gaps:
            raise CheckFailed(
                "texts", f"{len(gaps)} of {len(own)} texts are missing in {lang!r}: {', '.join(gaps[:8])}"
            )


# What a step makes it must yield. An event, a question or a call that is made in a statement of its own is lost, and
# so is all that a helper yields which is called without "yield from": nothing fails, the rule is just not there.

_Written: TypeAlias = dict[str, dict[tuple[str, int], ast.AST]]
"""The functions of modules, by name and first line."""

_YIELDED: Final = (Event, Request, Together, Roll, Call)


def _check_steps(rules: Rules) -> None:
    written: _Written = {}
    seen: set[Any] = set()
    for kind, name, function, _ in _functions(rules):
        waiting = [function]
        while waiting:
            made = inspect.unwrap(waiting.pop())
            code = getattr(made, "__code__", None)
            if code is None or code in seen or made.__module__.partition(".")[0] == "rulewright":
                continue
            seen.add(code)
            names = {**made.__globals__, **_closure(made)}
            helpers = (names.get(used) for used in code.co_names + code.co_freevars)
            waiting.extend(helper for helper in helpers if inspect.isfunction(helper))
            for line, what in _slips(made, names, written):
                place = f"{made.__name__}, line {line} of {made.__module__}"
                raise CheckFailed("steps", f"the {kind} {name!r}: {place}, {what}")


def _closure(function: Any) -> dict[str, Any]:
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue  # not filled yet
    return found


def _slips(function: Any, names: dict[str, Any], written: _Written) -> Iterator[tuple[int, str]]:
    """The lines of a function at which something is lost, with what is wrong there."""
    if function.__module__ not in written:
        written[function.__module__] = dict(_definitions(function.__module__))
    code = function.__code__
    node = written[function.__module__].get((code.co_name, code.co_firstlineno))
    for part in ast.walk(node) if node is not None else ():
        if isinstance(part, ast.Try) and _catches_all(part):
            yield part.lineno, "catches everything round a yield, also what ends a step: name the exceptions"
        call = part.value if isinstance(part, ast.Expr) else None
        if isinstance(call, ast.Call) and (what := _lost(ast.unparse(call.func), names, code.co_varnames[:1])):
            yield call.lineno, what


def _catches_all(part: ast.Try) -> bool:
    """Whether an exception that closes the step would be kept."""
    waits = any(isinstance(inner, ast.Yield | ast.YieldFrom) for line in part.body for inner in ast.walk(line))
    caught = [handler for handler in part.handlers if not any(isinstance(line, ast.Raise) for line in handler.body)]
    return waits and any(h.type is None or ast.unparse(h.type) in _EVERYTHING for h in caught)


_EVERYTHING: Final = ("BaseException", "GeneratorExit")


def _definitions(module: str) -> Iterator[tuple[tuple[str, int], ast.AST]]:
    """The functions of a module by name and first line; none where it was typed in or has no source."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (KeyError, OSError, TypeError, SyntaxError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield (node.name, min([node.lineno, *(mark.lineno for mark in node.decorator_list)])), node


def _lost(called: str, names: dict[str, Any], game: tuple[str, ...]) -> str:
    """What is wrong with calling this in a statement of its own; empty where nothing is."""
    if called in [f"{name}.note" for name in game]:
        return f"makes a note with {called}(...) and drops it: yield it"
    first, *rest = called.split(".")
    thing: Any = names.get(first)
    kind = thing if isinstance(thing, type) else type(thing)
    for part in rest:
        thing = getattr(thing, part, None)
    if isinstance(thing, type) and issubclass(thing, _YIELDED):
        kind = thing
    if issubclass(kind, _YIELDED) or thing in (choose, begin_effect) or (not rest and issubclass(kind, Procedure)):
        return f"makes {called}(...) and drops it: yield it"
    if inspect.isgeneratorfunction(thing):
        return f"calls {called}(...), which does nothing like that: yield from {called}(...)"
    return ""

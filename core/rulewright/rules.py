"""The rule ledger: every rule of a rulebook has an id; code and tests cite it.

``rules.toml`` of a game says what the rules are (`Ledger`), `rule` marks the code that carries one, and
`citations` finds all marks without running anything.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from .documents import DocumentError, parse_document
from .files import FileError, file_at, read, text_of
from .problems import did_you_mean, nearest
from .readonly import Sealed

if TYPE_CHECKING:
    import ast
    import os

    from .files import Source

KINDS: Final = (
    "mechanic",
    "timing",
    "geometry",
    "limit",
    "setup",
    "roster",
    "scoring",
    "content",
    "definition",
    "legacy",
    "advice",
)
"""What a rule is about. Only of "advice" there is nothing for a program to do."""

Thing = TypeVar("Thing")

# Marks in code ----------------------------------------------------------------------


def rule(*ids: str) -> Callable[[Thing], Thing]:
    """Mark the function or class below as the code of these rules: ``@rule("12.3b", "12.4")``.

    The thing itself comes back, not a wrapper: a mark costs nothing at call time. A bare id belongs to the
    game of the plugin; ``"brawl:12.3b"`` names the game. Marks add up, the outermost first; a class also
    has the marks of its bases.
    """
    checked_ids('@rule takes the ids of rules, as in @rule("12.3b")', ids)
    if not ids:
        raise TypeError("@rule takes at least one id of a rule")

    def mark(thing: Thing) -> Thing:
        target: Any = _inner(thing)
        target.__rules__ = tuple(dict.fromkeys(ids + rules_of(target)))
        return thing

    return mark


def checked_ids(wanted: str, ids: Iterable[str]) -> tuple[str, ...]:
    """The ids themselves. Raises TypeError, saying what is ``wanted``, for what is no id of a rule."""
    found = tuple(ids)
    for id in found:
        if not isinstance(id, str) or not id or any(letter.isspace() for letter in id):
            raise TypeError(f"{wanted}, not {id!r}")
    return found


def rules_of(thing: object) -> tuple[str, ...]:
    """The ids with which `rule` marked a function, a class or the class of an object; often none."""
    found: tuple[str, ...] = getattr(_inner(thing), "__rules__", ())
    return found


def _inner(thing: object) -> object:
    """The function inside a static method, class method or property: what a caller gets to see."""
    if isinstance(thing, staticmethod | classmethod):
        return thing.__func__
    return thing.fget if isinstance(thing, property) else thing


# The ledger -------------------------------------------------------------------------


class Rule(msgspec.Struct, frozen=True):
    """One rule: its id, what it is called, and what it asserts, each assert a thing that a test can check."""

    id: str
    en: str
    zh: str
    kind: str  # one of KINDS
    line: int  # of the source document where the rule's text starts; 0 where it does not stand there
    asserts: tuple[str, ...]
    game: str
    seed: str = ""  # the source document
    note: str = ""
    excuse: str = ""  # why there is nothing for a program to do, or nothing to test
    open: str = ""  # what is still missing, where a rule is not played or not proven as a whole

    @property
    def full_id(self) -> str:
        """The id with its game: ``brawl:12.3b``."""
        return f"{self.game}:{self.id}"

    def title(self, lang: str = "en") -> str:
        """What the rule is called, in English where there is no other name."""
        return (self.zh if lang == "zh" else "") or self.en


class UnknownRule(LookupError):
    """A rule id that the ledger does not have; `nearest` holds the ids that look most like it."""

    def __init__(self, message: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(message + did_you_mean(nearest))
        self.nearest = nearest


class LedgerError(ValueError):
    """A rules.toml that is damaged: one line for every problem, with file, entry and field."""


class Ledger(Sealed):
    """The rules of one game, in the order of its rulebook. Raises LedgerError for two of one id."""

    def __init__(self, game: str, rules: Iterable[Rule], seed: str = "") -> None:
        self.game = game
        self.seed = seed
        self._rules: dict[str, Rule] = {}
        for rule in rules:
            if self._rules.setdefault(rule.id, rule) is not rule:
                raise LedgerError(f"{game}: two rules have the id {rule.id!r}")

    @classmethod
    def load(cls, source: Source | Ledger, game: str = "") -> Ledger:
        """Read a rules.toml, which must be that of `game` if one is given; a ledger as it is. Raises `LedgerError`."""
        if isinstance(source, Ledger):
            return source
        name = file_at(source).name
        try:
            return _ledger_in(read(source), name, game)
        except FileError as error:
            raise LedgerError(f"{name}: {error.reason}") from None

    def __getitem__(self, id: str) -> Rule:
        """The rule of that id, bare or with the game before it. Raises `UnknownRule` with the nearest ids."""
        game, _, bare = id.rpartition(":")
        if game and game != self.game:
            raise UnknownRule(f"{id!r} is a rule of {game}, and this is the ledger of {self.game}")
        if bare not in self._rules:
            raise UnknownRule(f"{self.game} has no rule {bare!r}", nearest(bare, self._rules))
        return self._rules[bare]

    def __contains__(self, id: object) -> bool:
        if not isinstance(id, str):
            return False
        game, _, bare = id.rpartition(":")
        return game in ("", self.game) and bare in self._rules

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def search(self, text: str, lang: str | None = None) -> tuple[Rule, ...]:
        """The rules that have every word of `text` in id, title or asserts; upper and lower case are alike.

        `lang` ("en" or "zh") searches in that title only. Without a word no rule is found.
        """
        words = text.casefold().split()
        return tuple(rule for rule in self if words and _has_words(rule, words, lang))

    def __repr__(self) -> str:
        return f"Ledger({self.game!r}, {len(self)} rules)"


def _has_words(rule: Rule, words: list[str], lang: str | None) -> bool:
    titles = {"en": [rule.en], "zh": [rule.zh]}.get(lang or "", [rule.en, rule.zh])
    text = "\n".join([rule.full_id, *titles, *rule.asserts]).casefold()
    return all(word in text for word in words)


_FIELDS: Final[Mapping[str, type]] = {
    "id": str,
    "en": str,
    "zh": str,
    "kind": str,
    "line": int,
    "asserts": list,
}
_EXTRA: Final[Mapping[str, type]] = {"note": str, "excuse": str, "open": str}
_WORDS: Final = {str: "a text", int: "a whole number", list: "a list of texts"}


@lru_cache(maxsize=16)
def _ledger_in(data: bytes, name: str, game: str) -> Ledger:
    """The ledger in the text of a file; the same text is read once, for a ledger does not change."""
    try:
        document = parse_document(data, name)
    except DocumentError as error:
        raise LedgerError(f"{name}: {error}") from error
    if not isinstance(document, dict):
        raise LedgerError(f"{name}: found a list, expected a table with game and [[rule]] entries")
    return _Reader(name, document, game).ledger()


class _Reader:
    """Makes a ledger of the data of a rules.toml, and collects what is wrong in it."""

    def __init__(self, file: str, document: Mapping[str, Any], game: str) -> None:
        self.file = file
        self.document = document
        self.problems: list[str] = []
        self.game = self._top("game") or game
        if game and self.game != game:
            self.problems.append(f"{file}: game is {self.game!r}, expected {game!r}")

    def ledger(self) -> Ledger:
        seed = self._top("seed", needed=False)
        entries = self.document.get("rule", [])
        if not isinstance(entries, list):
            raise LedgerError(f"{self.file}: rule is a table, expected [[rule]] entries")
        for key in sorted(self.document.keys() - {"game", "seed", "rule"}):
            self.problems.append(f"{self.file}: unknown field {key!r}")
        rules = [self._rule(number, entry, seed) for number, entry in enumerate(entries, start=1)]
        self._refuse_duplicates(rules)
        if self.problems:
            raise LedgerError("\n".join(sorted(self.problems, key=_by_entry)))
        return Ledger(self.game, [rule for rule in rules if rule is not None], seed)

    def _top(self, key: str, *, needed: bool = True) -> str:
        value = self.document.get(key, "")
        if not isinstance(value, str) or (needed and not value):
            self.problems.append(f"{self.file}: {key}: found {value!r}, expected a text")
            return ""
        return value

    def _rule(self, number: int, entry: object, seed: str) -> Rule | None:
        if not isinstance(entry, dict):
            self.problems.append(f"{self.file}: rule {number}: found {entry!r}, expected a table")
            return None
        place = f"{self.file}: rule {number} ({entry.get('id', 'without id')})"
        wrong = list(_wrong_fields(entry))
        self.problems += [f"{place}: {problem}" for problem in wrong]
        if wrong:
            return None
        return Rule(**{**entry, "asserts": tuple(entry["asserts"])}, game=self.game, seed=seed)

    def _refuse_duplicates(self, rules: list[Rule | None]) -> None:
        first: dict[str, int] = {}
        for number, rule in enumerate(rules, start=1):
            if rule is not None and first.setdefault(rule.id, number) != number:
                place = f"{self.file}: rule {number} ({rule.id})"
                self.problems.append(f"{place}: id: rule {first[rule.id]} has the same id")


def _by_entry(problem: str) -> int:
    found = re.search(r": rule (\d+)", problem)
    return int(found[1]) if found else 0


def _wrong_fields(entry: Mapping[str, Any]) -> Iterator[str]:
    for field, wanted in {**_FIELDS, **_EXTRA}.items():
        if field not in entry:
            if field in _FIELDS:
                yield f"{field}: nothing there, expected {_WORDS[wanted]}"
        elif type(entry[field]) is not wanted:
            yield f"{field}: found {entry[field]!r}, expected {_WORDS[wanted]}"
    for field in sorted(entry.keys() - _FIELDS.keys() - _EXTRA.keys()):
        yield f"{field}: unknown field{did_you_mean(nearest(field, [*_FIELDS, *_EXTRA]))}"
    if entry.get("excuse") and entry.get("open"):
        yield "open: found an excuse as well, expected one of the two"
    if isinstance(id := entry.get("id"), str) and not re.fullmatch(r"[^\s:]+", id):
        yield f"id: found {id!r}, expected a text without spaces and colons"
    if isinstance(kind := entry.get("kind"), str) and kind not in KINDS:
        yield f"kind: found {kind!r}, expected one of {', '.join(KINDS)}{did_you_mean(nearest(kind, KINDS))}"
    if isinstance(asserts := entry.get("asserts"), list):
        yield from _wrong_asserts(asserts, needed=entry.get("kind") != "advice")


def _wrong_asserts(asserts: list[Any], *, needed: bool) -> Iterator[str]:
    for number, text in enumerate(asserts, start=1):
        if not isinstance(text, str) or not text.strip():
            yield f"asserts[{number}]: found {text!r}, expected a text"
    if needed and not asserts:
        yield "asserts: found an empty list, expected at least one assert"


# Finding the marks ------------------------------------------------------------------


PLACE: Final = re.compile(r"^(?P<file>.+?)(:(?P<line>\d+))? \((?P<name>[\w.]+)\)$")
"""A place that cites a rule, ``attack.py:12 (deal_damage)``."""


class CitationError(ValueError):
    """A file of a package that cannot be read in search of citations."""


def citations(package_dir: str | os.PathLike[str], game: str) -> dict[str, list[str]]:
    """Where the files of a package cite rules: rule id -> places such as ``attack.py:12 (deal_damage)``.

    Found are ``@rule("...")``, the keyword arguments ``rule="..."`` and ``rules=("...", "...")`` of calls and classes,
    fields of these names in a class body, and keys of these names in JSON and TOML files. An id is given as a text, a
    choice between texts, or a constant of the same module; one that is put together while the program runs
    is not found. Ids of `game` come back bare, those of other games with their game before them.

    Raises `CitationError` for a damaged file.
    """
    found: dict[str, list[str]] = {}
    for id, place in _all_citations(Path(package_dir)):
        found.setdefault(id.removeprefix(f"{game}:"), []).append(place)
    return found


def _all_citations(package: Path) -> Iterator[tuple[str, str]]:
    """The ids cited, as they are written, each with its place."""
    for path in sorted(package.rglob("*")):
        label = path.relative_to(package).as_posix()
        hidden = any(part.startswith((".", "__pycache__")) for part in path.relative_to(package).parts)
        if hidden or not path.is_file() or label == "rules.toml":
            continue
        if path.suffix == ".py":
            yield from _in_code(path, label)
        elif path.suffix in (".json", ".toml"):
            yield from _in_data(path, label)


def _in_code(path: Path, label: str) -> Iterator[tuple[str, str]]:
    import ast

    try:
        tree = ast.parse(read(path))
    except (SyntaxError, ValueError, RecursionError) as error:
        raise CitationError(f"{label}: {error}") from error
    for id, line, name in sorted(_Finder(tree).found, key=lambda found: found[1]):
        yield id, f"{label}:{line} ({name})"


class _Finder:
    """Walks through a module and keeps (id, line, name of the thing that cites it)."""

    def __init__(self, tree: ast.Module) -> None:
        self.found: list[tuple[str, int, str]] = []
        self.constants = dict(_constants(tree))
        self.decorator_names = {"rule", *_other_names_of_rule(tree)}
        self._walk(tree, ())

    def _walk(self, node: ast.AST, scope: tuple[str, ...]) -> None:
        import ast

        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            scope = (*scope, node.name)
            if isinstance(node, ast.ClassDef):
                self._keywords(node.keywords, scope)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            if {"rule", "rules"} & set(names):
                self._keep(node.value, scope)
            elif names and not scope:
                scope = (names[0],)
        elif isinstance(node, ast.Call):
            self._call(node, scope)
        for child in ast.iter_child_nodes(node):
            self._walk(child, scope)

    def _call(self, call: ast.Call, scope: tuple[str, ...]) -> None:
        self._keywords(call.keywords, scope or (_name_of(call.func),))
        if self._is_decorator(call.func):
            for argument in call.args:
                self._keep(argument, scope)

    def _keywords(self, keywords: Iterable[ast.keyword], scope: tuple[str, ...]) -> None:
        for keyword in keywords:
            if keyword.arg in ("rule", "rules"):
                self._keep(keyword.value, scope)

    def _is_decorator(self, function: ast.expr) -> bool:
        import ast

        if isinstance(function, ast.Attribute):  # but not pytest.mark.rule
            return function.attr == "rule" and _name_of(function.value) != "mark"
        return isinstance(function, ast.Name) and function.id in self.decorator_names

    def _keep(self, value: ast.expr | None, scope: tuple[str, ...]) -> None:
        for id, line in self._texts(value):
            if id and not re.search(r"\s", id):
                self.found.append((id, line, ".".join(scope) or "module"))

    def _texts(self, value: ast.expr | None) -> Iterator[tuple[str, int]]:
        import ast

        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value, value.lineno
        elif isinstance(value, ast.Name) and value.id in self.constants:
            for id, _ in self._texts(self.constants[value.id]):
                yield id, value.lineno
        elif isinstance(value, ast.Tuple | ast.List | ast.Set):
            for item in value.elts:
                yield from self._texts(item)
        elif isinstance(value, ast.IfExp):
            yield from self._texts(value.body)
            yield from self._texts(value.orelse)


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The names that the module gives to texts and to tuples of texts."""
    import ast

    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name) and all(isinstance(part, ast.Constant) for part in parts):
                    yield target.id, node.value


def _other_names_of_rule(tree: ast.Module) -> Iterator[str]:
    """``cites`` of ``from rulewright import rule as cites``."""
    import ast

    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (alias.asname for alias in node.names if alias.name == "rule" and alias.asname)


def _name_of(node: ast.expr) -> str:
    import ast

    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else "module"


def _in_data(path: Path, label: str) -> Iterator[tuple[str, str]]:
    try:
        data = read(path)
        document = parse_document(data, path.name)
    except FileError as error:
        raise CitationError(f"{label}: {error.reason}") from error
    except DocumentError as error:
        raise CitationError(f"{label}: {error}") from error
    lines = _lines_of_ids(text_of(data))
    for id, name in _ids_in(document, ""):
        places = lines.get(id, [])
        line = f":{places.pop(0)}" if places else ""
        yield id, f"{label}{line} ({name or 'rule'})"


def _ids_in(value: object, name: str) -> Iterator[tuple[str, str]]:
    """The texts below keys "rule" and "rules", each with the id of the entry around it."""
    if isinstance(value, list):
        for item in value:
            yield from _ids_in(item, name)
    elif isinstance(value, dict):
        own = value.get("id", name)
        name = own if isinstance(own, str) else name
        for key, item in value.items():
            texts = (item if isinstance(item, list) else [item]) if key in ("rule", "rules") else ()
            for text in texts:
                if isinstance(text, str) and re.fullmatch(r"\S+", text):
                    yield text, name
            yield from _ids_in(item, name)


_RULE_KEY = re.compile(r"""\brules?["']?[ \t]*[:=]\s*(\[[^\]]*\]|"[^"\n]*"|'[^'\n]*')""")


def _lines_of_ids(text: str) -> dict[str, list[int]]:
    """In which lines an id stands behind a key "rule" or "rules", in order."""
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    lines: dict[str, list[int]] = {}
    for found in _RULE_KEY.finditer(text):
        for quoted in re.finditer(r"""(["'])(.*?)\1""", found[1]):
            line = bisect_right(starts, found.start(1) + quoted.start())
            lines.setdefault(quoted[2], []).append(line)
    return lines

"""Texts in English and Chinese, with named fields for the facts.

A file of texts is TOML; the key of a text is its path, such as ``attack.hit``::

    [attack]
    hit = {en = "{attacker} hits {target} for {clicks}", zh = "{attacker}命中{target}，伤害{clicks}"}

A field is a plain name, with a number format behind a colon if need be (``{range:.1f}``, ``{bonus:+d}``); the
formats ``s`` and ``es`` are the ending of a plural (``{count} card{count:s}``, ``{gap} inch{gap:es}``).
Anything else that `str.format` would do, above all looking into objects, is refused when texts are loaded and
stays as it is written when a text comes from elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from unicodedata import category, east_asian_width

if TYPE_CHECKING:
    from .files import Source

LANGUAGES: Final = ("en", "zh")

Words: TypeAlias = str | Mapping[str, str]
"""A sentence or a name, in one language or by language (``{"en": ..., "zh": ...}``), as `show` shows it."""

WIDTH: Final = 80
"""A terminal has at least this many columns."""

_BRACES: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_FIELD: Final = re.compile(r"([^\W\d]\w*)(?::([+,]?0?\d{0,2}(?:\.\d{1,2})?[df%]?|e?s))?")
PLURALS: Final = ("s", "es")
_NONE: Final[Mapping[str, str]] = {}


def columns(text: str) -> int:
    """How many columns of a terminal a text takes; a Chinese character takes two."""
    return len(text) if text.isascii() else sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def cut(text: str, wide: int = WIDTH) -> str:
    """A text in at most this many columns; where something is left out it ends in ``~``."""
    if columns(text) <= wide:
        return text
    while columns(text) > wide - 1:
        text = text[:-1]
    return text + "~"


def brief(text: str, most: int = 2_000) -> str:
    """An untrusted text in at most this many letters; it ends in ``...`` if it was longer."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def padded(text: str, wide: int) -> str:
    """A text with spaces behind it, up to this many columns."""
    return text + " " * max(0, wide - columns(text))


def numbered(id: str, names: Mapping[str, Words]) -> Words:
    """What something in play is called: what ``names`` has for its id, and its number, as in ``wolf#2``.

    An id that nothing is called by stands for itself.
    """
    what, _, number = id.partition("#")
    name = names.get(what, id)
    return name if isinstance(name, str) or not number else {lang: f"{told} {number}" for lang, told in name.items()}


def by_language(tell: Callable[[str], str]) -> dict[str, str]:
    """What a function of the language tells, in each language."""
    return {lang: tell(lang) for lang in LANGUAGES}


def shown(text: str, *, lines: bool = True) -> str:
    """A text from outside, made harmless for whatever shows it: every letter is visible.

    What is no letter stands as its number: controls, also those from 0x80 to 0x9f, and marks that turn the direction
    of a line. Every sort of blank is a blank, tabs stay, and so do new lines where there may be several ``lines``.
    """
    if text.isprintable():
        return text
    if lines:
        return "\n".join(shown(line, lines=False) for line in text.replace("\r\n", "\n").split("\n"))
    return "".join(map(_seen, text))


def _seen(letter: str) -> str:
    if letter.isprintable() or letter == "\t":
        return letter
    return " " if category(letter) == "Zs" else ascii(letter)[1:-1]


class TextError(ValueError):
    """A file of texts that is damaged: one line for every problem, with file and key."""


class Texts:
    """The texts of a kernel, a ruleset or an extension, by key and language. Texts do not change."""

    __slots__ = ("_texts",)

    def __init__(self, texts: Mapping[str, Mapping[str, str]] | None = None) -> None:
        """Raises `TextError` for a field that is more than a name."""
        self._texts = {key: dict(text) for key, text in (texts or {}).items()}
        _refuse([f"{key}: {problem}" for key, text in self._texts.items() for problem in _wrong(text)])

    @classmethod
    def load(cls, *sources: Source) -> Texts:
        """The texts of TOML files; of two with the same key the later one counts. Raises `TextError`."""
        texts = cls()
        for source in sources:
            texts = texts.join(_load(source))
        return texts

    def join(self, *others: Texts) -> Texts:
        """All texts together; the later ones replace those of the same key."""
        joined = Texts()
        for texts in (self, *others):
            joined._texts.update(texts._texts)
        return joined

    def say(self, key: str, lang: str, /, **facts: object) -> str:
        """The text of that key with the facts in it, in English where there is no other.

        Never fails: an unknown key gives its own words and the facts, an unknown field stays as written.
        """
        text = self._texts.get(key)
        if not text:
            return _plain(key, lang, facts)
        return fill(text[lang] if lang in text else text.get("en") or next(iter(text.values())), lang, facts)

    def both(self, key: str, /, **facts: object) -> dict[str, str]:
        """The text of that key in each language, for readers not known yet; itself a fact (`show`)."""
        return by_language(lambda lang: self.say(key, lang, **facts))

    def __contains__(self, key: object) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def missing(self, lang: str) -> tuple[str, ...]:
        """The keys that have no text in that language."""
        return tuple(key for key, text in self._texts.items() if not text.get(lang))

    def fields(self, key: str) -> frozenset[str]:
        """The names of the facts that a text uses, in all its languages."""
        return frozenset(name for text in self._texts.get(key, _NONE).values() for name in _names(text))

    def __repr__(self) -> str:
        return f"Texts({len(self)} texts)"


class PackageTexts(Texts):
    """The texts of a package, from a file in it, read when they are first asked for.

        TEXTS = PackageTexts("rulewright_saltern")
        say, both = TEXTS.say, TEXTS.both

    What is wrong in the file is raised then, as `TextError`.
    """

    __slots__ = ("_file", "_package")

    def __init__(self, package: str, file: str = "text.toml") -> None:
        self._package, self._file = package, file

    def __getattr__(self, name: str) -> Any:
        if name != "_texts":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        from importlib.resources import files

        self._texts = read_texts(files(self._package) / self._file)._texts
        return self._texts


def fill(template: str, lang: str, facts: Mapping[str, object]) -> str:
    """A template with the facts in its fields; safe with a stranger's: only plain names are looked up.

    In Chinese a space stands between a fact and the text beside it where letters or digits meet characters, and none
    where characters meet characters.
    """
    told, end = "", 0
    for found in _BRACES.finditer(template):
        told, end = _joined(told, template[end : found.start()], lang), found.end()
        told = _joined(told, _filled(found, lang, facts), lang)
    return _joined(told, template[end:], lang)


def _filled(found: re.Match[str], lang: str, facts: Mapping[str, object]) -> str:
    if found[0] in ("{{", "}}"):
        return found[0][0]
    field = _FIELD.fullmatch(found[1] or "")
    if field is None or field[1] not in facts:
        return found[0]
    return show(facts[field[1]], lang, field[2] or "")


def _joined(left: str, right: str, lang: str) -> str:
    """Two pieces of a sentence, in Chinese with a space where a letter or digit meets a Chinese character.

    Between two Chinese characters there is none, also where one was written beside the field.
    """
    if lang != "zh":
        return left + right
    before, behind = left.rstrip(" "), right.lstrip(" ")
    spaces = len(left) - len(before) + len(right) - len(behind)
    scripts = {_script(before[-1:]), _script(behind[:1])}
    if spaces == 0 and scripts == {"latin", "han"}:
        return f"{left} {right}"
    return before + behind if spaces == 1 and scripts == {"han"} else left + right


def _script(letter: str) -> str:
    if "\u4e00" <= letter <= "\u9fff":
        return "han"
    return "latin" if letter.isascii() and letter.isalnum() else ""


def show(fact: object, lang: str = "en", form: str = "") -> str:
    """A fact in words: one by language (``{"en": ..., "zh": ...}``) in this or else in English, lists with commas."""
    if isinstance(fact, Mapping) and (lang in fact or "en" in fact):
        return str(fact.get(lang) or fact["en"])
    if form in PLURALS:
        return "" if type(fact) in (int, str) and fact in (1, "1") else form
    if isinstance(fact, list | tuple):
        return ("、" if lang == "zh" else ", ").join(show(item, lang, form) for item in fact)
    if form and type(fact) in (int, float):
        return _formatted(fact, form)
    if isinstance(fact, float):
        return f"{fact:.3f}".rstrip("0").rstrip(".")
    return str(fact)


def _formatted(number: Any, form: str) -> str:
    try:
        return format(number, form)
    except ValueError:  # such as d for a float
        return str(number)


def _plain(key: str, lang: str, facts: Mapping[str, object]) -> str:
    words = key.replace(".", " ").replace("_", " ").replace("-", " ").strip()
    listed = ", ".join(f"{name.replace('_', ' ')}: {show(fact, lang)}" for name, fact in facts.items())
    return f"{words} ({listed})" if listed else words


def _names(template: str) -> Iterator[str]:
    for found in _BRACES.finditer(template):
        if found[1] is not None and (field := _FIELD.fullmatch(found[1])):
            yield field[1]


# Loading ----------------------------------------------------------------------------


def read_texts(source: Source) -> Texts:
    """The texts of a TOML file that stays as it is, read once a process. Raises `TextError`."""
    kept: Any = source
    return _read(kept)


@cache
def _read(source: Any) -> Texts:
    return Texts.load(source)


def _load(source: Source) -> Texts:
    from .documents import DocumentError, read_document
    from .files import file_at

    name = file_at(source).name
    try:
        document = read_document(source)
    except DocumentError as error:
        raise TextError(f"{name}: {error}") from error
    texts: dict[str, dict[str, str]] = {}
    problems: list[str] = []
    for key, table in _tables("", document):
        if isinstance(table, dict):
            texts[key] = table
            problems += [f"{name}: {key}: {problem}" for problem in _wrong(table)]
        else:
            problems.append(f"{name}: {key}: found {table!r}, expected a table with en and zh")
    _refuse(problems)
    loaded = Texts()
    loaded._texts.update(texts)
    return loaded


def _tables(key: str, value: object) -> Iterator[tuple[str, object]]:
    """The texts in a document: the innermost tables, and what is no table at all."""
    if isinstance(value, dict) and not any(isinstance(value.get(lang), str) for lang in LANGUAGES):
        for name, item in value.items():
            yield from _tables(f"{key}.{name}" if key else name, item)
    else:
        yield key, value


def _refuse(problems: Iterable[str]) -> None:
    if lines := "\n".join(problems):
        raise TextError(lines)


def _wrong(text: Mapping[str, object]) -> Iterator[str]:
    for lang, template in text.items():
        if lang not in LANGUAGES:
            yield f"{lang}: unknown language, expected one of {', '.join(LANGUAGES)}"
        elif not isinstance(template, str):
            yield f"{lang}: found {template!r}, expected a text"
        else:
            yield from (f"{lang}: {problem}" for problem in _wrong_fields(template))


def _wrong_fields(template: str) -> Iterator[str]:
    for found in _BRACES.finditer(template) if "{" in template or "}" in template else ():
        if found[0] in ("{", "}"):
            yield f"a single {found[0]}, expected {found[0] * 2} or a field such as {{name}}"
        elif found[1] is not None and not _FIELD.fullmatch(found[1]):
            yield f"the field {found[0]} is more than a name with a number format"

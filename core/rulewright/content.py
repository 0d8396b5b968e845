"""Content packs: the heroes, cards, maps and missions of a game, as data.

A pack is a folder (or a package resource) of JSON files, for bulk, and TOML files, for hands. Every *kind*
of content has a pydantic model. The entries of a kind lie in a folder of its name (``heroes/*.json``), in
one file of its name (``heroes.toml``), or under its name in any other file (``starter.toml`` with
``[[heroes]]``). A file holds one entry or a list of them.

All problems of a pack are found at once, each with its file, entry and field, what stands there, what would
be right, and the nearest known name. Nothing is dropped in silence: an unknown field, folder or name is a
problem.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from .documents import DocumentError, parse_document
from .files import LARGEST_FOLDER, FileError, below, file_at, read
from .kinds import ContentKind, Location, NameRegistry, fields_of
from .problems import MAX_PROBLEMS, Problem, names_listed, nearest, shortened
from .problems import ContentError as ContentError  # noqa: PLC0414  # authors import it from here
from .readonly import ReadOnlyDict, Sealed, read_only
from .renamed import earlier_names
from .validation import problems_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from typing import TypeAlias

    from pydantic import BaseModel

    from .files import Source
    from .vocabulary import Lexicon

    Kinds: TypeAlias = "Mapping[str, type[BaseModel]] | Iterable[ContentKind]"
else:
    BaseModel = Any  # what msgspec evaluates for a signature; pydantic is slow to import

_B = TypeVar("_B")

MOST_COMPARISONS = 200_000  # of wrong names with known ones; three seconds
_MOST_PACKAGED = 8  # readings of the content of one package with different kinds


# Packs --------------------------------------------------------------------------------------------


class Pack(Sealed):
    """Loaded content: ``pack["heroes"]["thor"]``. It does not change; `join` makes a new one.

    ``forms`` has the :class:`ContentKind` of each kind, where the pack was loaded from files.
    """

    __slots__ = ("_entries", "_files", "_fingerprint", "_joined", "_texts", "forms")

    def __init__(
        self,
        entries: Mapping[str, Mapping[str, BaseModel]],
        files: Mapping[tuple[str, str], str] | None = None,
        forms: Mapping[str, ContentKind] | None = None,
    ) -> None:
        self.forms = dict(forms or {})
        self._entries = {kind: MappingProxyType(_read_only(table)) for kind, table in entries.items()}
        self._files = dict(files or {})
        self._fingerprint = ""
        self._joined: tuple[Pack, ...] = ()
        self._texts: Mapping[str, Mapping[str, str]] = {}
        self.seal()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of content in this pack."""
        return tuple(self._entries)

    def __contains__(self, kind: object) -> bool:
        return kind in self._entries

    def __getitem__(self, kind: str) -> Mapping[str, Any]:
        """The entries of a kind by id. Raises `ContentError` for an unknown kind."""
        if kind not in self._entries:
            raise ContentError([_unknown_kind("content", kind, self._entries)])
        return self._entries[kind]

    def get(self, kind: str, id: str, place: Location | str = "") -> Any:
        """One entry. Raises `ContentError` with the place where the id stood and the nearest ids."""
        table = self[kind]
        if id not in table:
            where = Location(place) if isinstance(place, str) else place
            raise ContentError([_unknown_reference(where, kind, id, nearest(id, table))])
        return table[id]

    def file_of(self, kind: str, id: str) -> str:
        """The file from which an entry came, as it is named in messages."""
        return self._files.get((kind, id), "")

    def join(self, *others: Pack) -> Pack:
        """One pack of all entries. Raises `ContentError` for an id of two packs, naming both files."""
        entries = {kind: dict(table) for kind, table in self._entries.items()}
        files = dict(self._files)
        forms = dict(self.forms)
        problems = []
        for other in others:
            forms.update(other.forms)
            for kind, table in other._entries.items():
                mine = entries.setdefault(kind, {})
                for id, entry in table.items():
                    if id in mine:
                        places = other.file_of(kind, id), files.get((kind, id), "")
                        problems.append(_duplicate(kind, "id", id, *places))
                    mine[id] = entry
                    files[kind, id] = other.file_of(kind, id)
        if problems:
            raise ContentError(problems)
        joined = Pack({kind: ReadOnlyDict(table) for kind, table in entries.items()}, files, forms)
        joined._joined = (self, *others)
        return joined

    def fingerprint(self) -> str:
        """A hash of everything in the pack, the same wherever and in whichever order it was loaded."""
        if not self._fingerprint:
            self._fingerprint = _hash_of(self._written())
        return self._fingerprint

    def _written(self) -> Mapping[str, Mapping[str, str]]:
        """Every entry as text, by kind and id. An entry is written once for all packs that its own was joined to."""
        if not self._texts:
            texts: dict[str, dict[str, str]] = {kind: {} for kind in self._entries}
            for pack in self._joined:
                for kind, written in pack._written().items():
                    texts[kind].update(written)
            if not self._joined:
                texts = {kind: _written(table) for kind, table in self._entries.items()}
            self._texts = texts
        return self._texts

    def __repr__(self) -> str:
        return f"Pack({', '.join(f'{len(table)} {kind}' for kind, table in self._entries.items())})"


def _read_only(table: Mapping[str, BaseModel]) -> Mapping[str, BaseModel]:
    """The entries of a kind as a pack holds them; what another pack held already is so."""
    held: Mapping[str, BaseModel] = table if isinstance(table, ReadOnlyDict) else read_only(dict(table))
    return held


class Compiled(Sealed):
    """A base for all content of a game as it is played, compiled from a pack: what a ruleset's ``content`` gives.

    ``problems`` are what the game finds wrong in it. Raises `ContentError` with all of them.
    """

    def __init__(self, pack: Pack, problems: Iterable[Problem] = ()) -> None:
        if wrong := list(problems):
            raise ContentError(wrong)
        self.pack = pack

    @property
    def fingerprint(self) -> str:
        """A hash of the content."""
        return self.pack.fingerprint()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of content."""
        return self.pack.kinds

    @property
    def forms(self) -> Mapping[str, ContentKind]:
        """The kinds as they were read, by name: with their models, and the words of their effects."""
        return self.pack.forms

    def __getitem__(self, kind: str) -> Mapping[str, Any]:
        """The entries of a kind as they were read, by id. Raises `ContentError` for an unknown kind."""
        return self.pack[kind]


class PackageContent(Generic[_B]):
    """The content that comes with a package of a game, and the words of its effects, as a ruleset takes them.

        CONTENT = PackageContent("rulewright_saltern", kinds, Book)
        lexicon, load_book = CONTENT.lexicon, CONTENT.load     # Ruleset(..., lexicon=lexicon, content=load_book)

    ``kinds(words)`` are the kinds of content, read with these words; ``book(pack, words)`` is all content as it is
    played. The words are ``LEXICON`` in a room of the package, ``effects`` or another one. All that is imported when it
    is asked for.
    """

    __slots__ = ("book", "kinds", "package", "room")

    def __init__(
        self,
        package: str,
        kinds: Callable[[Lexicon], Kinds],
        book: Callable[[Pack, Lexicon], _B],
        room: str = "effects",
    ) -> None:
        self.package, self.kinds, self.book, self.room = package, kinds, book, room

    def lexicon(self) -> Lexicon:
        """The words of effects in the content."""
        words: Lexicon = import_module(f"{self.package}.{self.room}").LEXICON
        return words

    def load(self, extras: Iterable[Source] = (), words: Lexicon | None = None) -> _B:
        """The content of the package with what extensions and players add, read with its words or with these.

        Raises `ContentError` with every problem of every file, with the nearest known names.
        """
        words = words or self.lexicon()
        return self.book(load_package(self.package, self.kinds(words), extras), words)


def load_pack(root: Source, kinds: Kinds, added: Iterable[Source] = (), *, base: Pack | None = None) -> Pack:
    """All content below a folder, or in one file. Entries may refer to those of `base`, not part of the result.

    So may those of what is `added`, folders and files of extensions and players, to all before them.

    Raises `ContentError` with every problem of every file, of the first that has any.
    """
    loader = _Loader(kinds, base)
    loader.read_root(file_at(root))
    return _with_added(loader.finish(), kinds, added)


_PACKAGED: Final[dict[str, list[Pack]]] = {}


def load_package(package: str, kinds: Kinds, added: Iterable[Source] = ()) -> Pack:
    """The content of a package, from its folder ``content``, with what is `added` to it (see `load_pack`).

    What comes with the package is read once a process as long as the kinds are the same: a pack does not change.

    Raises `ContentError` with every problem of every file, of the first that has any.
    """
    forms = _kinds_of(kinds)
    known = _PACKAGED.setdefault(package, [])
    pack = next((pack for pack in known if pack.forms == forms), None)
    if pack is None:
        pack = load_pack(files(package) / "content", forms.values())
        known[:] = [pack, *known[: _MOST_PACKAGED - 1]]
    return _with_added(pack, forms.values(), added)


def _with_added(pack: Pack, kinds: Kinds, added: Iterable[Source]) -> Pack:
    for more in added:
        pack = pack.join(load_pack(more, kinds, base=pack))
    return pack


def load_files(paths: Iterable[Source], kinds: Kinds, *, kind: str | None = None, base: Pack | None = None) -> Pack:
    """The content of single files, such as a player's own. `kind` says what they hold if they do not.

    Raises `ContentError` with every problem of every file.
    """
    loader = _Loader(kinds, base)
    for path in paths:
        file = file_at(path)
        loader.read_file(file, str(path), kind or loader.kind_of_stem(file.name))
    return loader.finish()


def json_schema(kinds: Kinds) -> dict[str, Any]:
    """One JSON Schema (2020-12) of a content file: a table with a list of entries for each kind."""
    from pydantic.json_schema import models_json_schema

    known = _kinds_of(kinds)
    lexicon = next((kind.lexicon for kind in known.values() if kind.lexicon is not None), None)
    entries = [kind.model for kind in known.values()]
    models = [(model, "validation") for model in (*entries, *(() if lexicon is None else lexicon.models))]
    references, schema = models_json_schema(models, ref_template="#/$defs/{model}")  # type: ignore[arg-type]
    definitions = schema.get("$defs", {})
    if lexicon is not None:
        lexicon.complete(definitions, {model: reference for (model, _), reference in references.items()})
        definitions = _reached(definitions, [references[model, "validation"] for model in entries])
    for definition in definitions.values():
        if definition.get("type") == "object" and "properties" in definition:
            definition["additionalProperties"] = False  # as the loader has it
    properties: dict[str, Any] = {"$schema": {"type": "string"}}
    for kind in known.values():
        properties[kind.name] = {"type": "array", "items": references[kind.model, "validation"]}
        for path, names in kind.names.items():
            if isinstance(names, NameRegistry):
                for text in _texts_at(references[kind.model, "validation"], path.split("."), definitions):
                    text["enum"] = sorted({*text.get("enum", ()), *names})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "$defs": definitions,
    }


def _reached(definitions: Mapping[str, Any], schemas: Any) -> dict[str, Any]:
    """The definitions to which schemas refer, and those to which these refer."""
    names: set[str] = set()
    waiting = [schemas]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            name = str(part.get("$ref", "")).rpartition("/")[2]
            if name and name not in names:
                names.add(name)
                waiting.append(definitions[name])
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)
    return {name: schema for name, schema in definitions.items() if name in names}


def _texts_at(schema: Any, path: list[str], definitions: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The parts of a schema that say "a text" where a path with stars leads."""
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    for other in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from _texts_at(other, path, definitions)
    if not path:
        if schema.get("type") == "string":
            yield schema
        return
    step, *rest = path
    below = [schema.get("items"), schema.get("additionalProperties")] if step == "*" else []
    for part in (*below, schema.get("properties", {}).get(step)):
        if isinstance(part, dict):
            yield from _texts_at(part, rest, definitions)


class _Loader:
    """Reads files one by one and keeps what is right and what is wrong in them."""

    def __init__(self, kinds: Kinds, base: Pack | None) -> None:
        self.kinds = _kinds_of(kinds)
        self.base = base
        self.entries: dict[str, dict[str, BaseModel]] = {name: {} for name in self.kinds}
        self.files: dict[tuple[str, str], str] = {}
        self.problems: list[Problem] = []
        self.omitted = 0
        self.room = LARGEST_FOLDER
        self.comparisons = MOST_COMPARISONS
        self.raw: list[tuple[ContentKind, Location, Mapping[str, Any]]] = []
        self.broken: dict[str, set[str]] = {}
        """The ids of entries with problems of their own: who refers to them does nothing wrong."""

    def _report(self, problems: Callable[[], Iterable[Problem]], count: int = 1) -> None:
        """Keep problems up to the limit, and only count the others, which are never put into words."""
        room = MAX_PROBLEMS - len(self.problems)
        found = [*problems()] if room > 0 else []
        self.problems.extend(found[:room])
        self.omitted += len(found[room:]) if room > 0 else count

    def _report_one(self, file: str, entry: str = "", found: str = "", expected: str = "") -> None:
        self._report(lambda: [Problem(file, entry, found=found, expected=expected)])

    def _nearest(self, name: str, known: Collection[str]) -> tuple[str, ...]:
        """The nearest known names, unless there are too many to compare."""
        self.comparisons -= len(known)
        return nearest(name, known) if self.comparisons > 0 else ()

    def _unknown_kind(self, label: str, name: str) -> None:
        self._report(lambda: [_unknown_kind(label, name, self.kinds)])

    def kind_of_stem(self, file_name: str) -> str | None:
        stem = _stem(file_name)
        return stem if stem in self.kinds else None

    def _kind_of_folder(self, file: Traversable) -> str | None:
        folder = file.resolve().parent.name if isinstance(file, Path) else ""
        return folder if folder in self.kinds else None

    def read_root(self, root: Traversable) -> None:
        if root.is_dir():
            try:
                self._read_folder(root)
            except FileError as error:
                self._report_one(str(error.path), found=error.reason)
        elif not (root.is_file() or (isinstance(root, Path) and root.exists())):
            self._report_one(str(root), found="no such folder or file", expected="content")
        else:
            self.read_file(root, root.name, self.kind_of_stem(root.name) or self._kind_of_folder(root))

    def _read_folder(self, root: Traversable) -> None:
        strange: set[str] = set()
        files = list(below(root))
        documents = [(label, file) for label, file in files if is_document(file)]
        if files and not documents:
            told = "files of content; those of other programs are read by 'rulewright import' first"
            self._report_one(str(root), found=repr(files[0][0]), expected=told)
        for label, file in documents:
            folder, inside, _ = label.partition("/")
            if not inside:
                self.read_file(file, label, self.kind_of_stem(label))
            elif folder in self.kinds:
                self.read_file(file, label, folder)
            elif folder not in strange:
                strange.add(folder)
                self._unknown_kind(f"{folder}/", folder)

    def read_file(self, file: Traversable, label: str, kind: str | None) -> None:
        try:
            document = parse_document(self._read(file), file.name)
        except FileError as error:
            self._report_one(label, found=error.reason)
            return
        except DocumentError as error:
            self._report_one(label, found=str(error))
            return
        if kind is not None and kind not in self.kinds:
            self._unknown_kind(label, kind)
            return
        for name, entries in self._sort(document, label, kind):
            for number, entry in enumerate(entries, start=1):
                self._read_entry(self.kinds[name], label, number, entry)

    def _read(self, file: Traversable) -> bytes:
        """The bytes of a file, unless there were too many before it. Raises FileError."""
        data = read(file)
        self.room -= len(data)
        if self.room < 0:
            raise FileError(file, f"the files before it hold {LARGEST_FOLDER:,} bytes, the most that is read together")
        return data

    def _sort(self, document: object, label: str, kind: str | None) -> Iterator[tuple[str, list[Any]]]:
        """The lists of entries in a document, each with the name of its kind."""
        if isinstance(document, dict):
            table = {key: value for key, value in document.items() if key != "$schema"}
            if kind is not None and self._is_entry(table, kind):
                yield kind, [table]
            else:
                yield from self._sort_table(table, label)
        elif kind is not None:
            yield kind, document if isinstance(document, list) else [document]
        else:
            self._unknown_kind(label, _stem(label))

    def _is_entry(self, table: Mapping[str, Any], kind: str) -> bool:
        """Whether a table is an entry of the kind, and not one with entries under the names of their kinds."""
        if table and self.kinds.keys() >= table.keys():
            return False
        return not self._names_kinds(table) or not table.keys().isdisjoint(fields_of(self.kinds[kind].model))

    def _names_kinds(self, table: Mapping[str, Any]) -> bool:
        """Whether any key of a table is the name of a kind, or like one."""
        return any(key in self.kinds for key in table) or any(self._nearest(key, self.kinds) for key in table)

    def _sort_table(self, table: Mapping[str, Any], label: str) -> Iterator[tuple[str, list[Any]]]:
        if not self._names_kinds(table):
            self._unknown_kind(label, _stem(label))
            return
        for key, value in table.items():
            if key in self.kinds:
                yield key, value if isinstance(value, list) else [value]
            else:
                self._unknown_kind(label, key)

    def _read_entry(self, kind: ContentKind, file: str, number: int, entry: object) -> None:
        from pydantic import ValidationError

        if not isinstance(entry, dict):
            wish = f"a table, one of the {kind.name}"
            self._report_one(file, f"entry {number}", shortened(entry), wish)
            return
        given = entry.get(kind.key)
        place = Location(file, given if isinstance(given, str) and given else f"entry {number}")
        self.raw.append((kind, place, entry))
        try:
            model = kind.model.model_validate(entry, extra="forbid", context=kind.lexicon)
        except ValidationError as error:
            self._report(partial(problems_of, error, kind.model, place, entry, kind.lexicon), error.error_count())
            self.broken.setdefault(kind.name, set()).add(str(given))
            return
        if kind.lexicon is not None and not self._can_speak(kind, place, model):
            return
        self._keep(kind, place, str(getattr(model, kind.key)), model)

    def _can_speak(self, kind: ContentKind, place: Location, model: Any) -> bool:
        """Whether what its words need is there where they stand; reports what is not."""
        wrong = [Problem(place.file, place.entry, path, said) for path, said in kind.lexicon.unmet(model)]
        if wrong:
            self._report(lambda: wrong)
            self.broken.setdefault(kind.name, set()).add(str(getattr(model, kind.key)))
        return not wrong

    def _keep(self, kind: ContentKind, place: Location, id: str, model: BaseModel) -> None:
        first = self.files.get((kind.name, id))
        if first is None and self.base is not None and kind.name in self.base and id in self.base[kind.name]:
            first = self.base.file_of(kind.name, id)
        if first is not None:
            self._report(lambda: [_duplicate(kind.name, kind.key, id, place.file, first)])
            return
        self.entries[kind.name][id] = model
        self.files[kind.name, id] = place.file

    def finish(self) -> Pack:
        for kind, place, entry in self.raw:
            for path, known in kind.names.items():
                for field, name in _values_at(entry, path.split("."), ""):
                    self._check_name(Location(place.file, place.entry, field), name, known)
        if self.problems:
            error = ContentError(self.problems, self.omitted)
            error.forms = self.kinds
            raise error
        return Pack(self.entries, self.files, self.kinds)

    def _check_name(self, place: Location, name: str, known: NameRegistry[Any] | str) -> None:
        if isinstance(known, NameRegistry):
            if name not in known:
                self._report(lambda: filter(None, [known.problem(name, place)]))
        elif not any(name in ids for ids in (*self._ids(known), self.broken.get(known, ()))):
            self._report(lambda: [self._unknown_reference(place, known, name)])

    def _ids(self, kind: str) -> list[Mapping[str, Any]]:
        """The entries of a kind: those that were read, and those of the base."""
        base = self.base[kind] if self.base is not None and kind in self.base else {}
        return [self.entries.get(kind, {}), base]

    def _unknown_reference(self, place: Location, kind: str, name: str) -> Problem:
        near = self._nearest(name, [id for ids in self._ids(kind) for id in ids])
        return _unknown_reference(place, kind, name, near)


def _kinds_of(kinds: Kinds) -> dict[str, ContentKind]:
    if isinstance(kinds, Mapping):
        kinds = [ContentKind(name, model) for name, model in kinds.items()]
    known: dict[str, ContentKind] = {}
    for kind in kinds:
        if kind.name in known:
            raise ValueError(f"two kinds of content are both named {kind.name!r}")
        if kind.key not in kind.model.model_fields:
            raise ValueError(f"{kind.name}: the model has no field {kind.key!r}")
        for path in kind.names:
            if path.split(".")[0] not in fields_of(kind.model):
                raise ValueError(f"{kind.name}: names has the path {path!r}, but the model has no such field")
        known[kind.name] = kind
    return known


def _stem(label: str) -> str:
    return re.split(r"[/\\]", label)[-1].rpartition(".")[0]


def is_document(file: Traversable) -> bool:
    """Whether a name says that content is there; what is then no regular file is a problem, and not left out."""
    return file.name.lower().endswith((".json", ".toml"))


def _values_at(value: object, path: list[str], field: str) -> Iterator[tuple[str, str]]:
    """The texts that a path with stars leads to, each with its field path."""
    if not path:
        if isinstance(value, str):
            yield field, value
        return
    step, *rest = path
    if isinstance(value, list) and step == "*":
        for number, item in enumerate(value):
            yield from _values_at(item, rest, f"{field}[{number}]")
    elif isinstance(value, dict):
        for key in value if step == "*" else [step] if step in value else []:
            yield from _values_at(value[key], rest, f"{field}.{key}" if field else key)


def _unknown_kind(file: str, name: str, known: Iterable[str]) -> Problem:
    known = list(known)
    wish = f"a kind of content: {names_listed(known)}"
    return Problem(file, found=shortened(name), expected=wish, nearest=nearest(name, known))


def _unknown_reference(place: Location, kind: str, id: str, near: tuple[str, ...]) -> Problem:
    wish = f"the id of one of the {kind}"
    return Problem(place.file, place.entry, place.field, found=shortened(id), expected=wish, nearest=near)


def _duplicate(kind: str, key: str, id: str, file: str, first: str) -> Problem:
    wish = f"an id of its own: one of the {kind} in {first or 'another pack'} has it; import --id gives another one"
    return Problem(file, id, key, found=shortened(id), expected=wish)


# Fingerprint --------------------------------------------------------------------------------------


def _written(entries: Mapping[str, BaseModel]) -> dict[str, str]:
    """Entries as JSON texts with one possible form."""
    return {id: _json_of(_plain(entry.model_dump())) for id, entry in entries.items()}


def _hash_of(written: Mapping[str, Mapping[str, str]]) -> str:
    """A hash of the text of all content: of every kind that has entries, and of every entry, in the order of names."""
    from hashlib import blake2b

    tables = {kind: _table_of(table) for kind, table in written.items() if table}
    return blake2b(_table_of(tables).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _table_of(texts: Mapping[str, str]) -> str:
    """A JSON table of what are JSON texts already."""
    return f"{{{','.join(f'{_json_of(key)}:{texts[key]}' for key in sorted(texts))}}}"


def _json_of(data: object) -> str:
    import json

    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _plain(value: object) -> Any:
    """A value as JSON data with one possible form: sets are sorted, keys are texts."""
    kind = type(value)
    if kind in _ONE_FORM:
        return value
    if isinstance(value, dict):
        return {
            key if type(key) is str else str(_json(key)): item if type(item) in _ONE_FORM else _plain(item)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [item if type(item) in _ONE_FORM else _plain(item) for item in value]
    if isinstance(value, set | frozenset):
        import json

        return sorted((_plain(item) for item in value), key=lambda item: json.dumps(item, sort_keys=True))
    return _json(value)


_ONE_FORM: Final = frozenset((str, int, float, bool, type(None)))


def _json(value: object) -> Any:
    from pydantic_core import to_jsonable_python

    return to_jsonable_python(value)


if not TYPE_CHECKING:
    __getattr__ = earlier_names(__name__)

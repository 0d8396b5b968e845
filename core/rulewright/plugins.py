"""Plugins: how rulesets are found, and how those that do not work are reported.

A plugin is a module named by an entry point of the group ``rulewright.rulesets``; its hooks are functions
marked with `hookimpl` and named as in `Hooks`. Built-in games are found in exactly the same way. A broken
plugin never stops the others: the registry keeps its name and what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, overload, runtime_checkable

import msgspec

from . import API
from .content import is_document
from .files import below, read
from .problems import ContentError, did_you_mean, nearest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from .ruleset import Extension, Rules, Ruleset

GROUP: Final = "rulewright.rulesets"
PROJECT: Final = "rulewright"
MARK: Final = "RULEWRIGHT_API"
"""What a plugin calls, in its module, the number of the API that it was written for."""

F = TypeVar("F", bound=Callable[..., Any])


class _Marker:
    """A pluggy marker that loads pluggy when it is first used."""

    def __init__(self, sort: str) -> None:
        self._sort = sort

    @overload
    def __call__(self, function: F) -> F: ...

    @overload
    def __call__(self, function: None = None, **options: Any) -> Callable[[F], F]: ...

    def __call__(self, function: F | None = None, **options: Any) -> F | Callable[[F], F]:
        import pluggy

        marker = getattr(pluggy, self._sort)(PROJECT)
        marked: F | Callable[[F], F] = marker(function, **options)
        return marked


hookspec = _Marker("HookspecMarker")
hookimpl = _Marker("HookimplMarker")
"""Marks a function of a plugin as a hook; its name must be one of `Hooks`."""


class Imported(msgspec.Struct, frozen=True):
    """The content of a file of another program, as data of the ruleset."""

    kind: str
    """"setup", "content" for entries under the names of their kinds, one kind of content, or "scene" for a table or
    a board as `rulewright render` draws it."""
    data: Any
    left_out: tuple[str, ...] = ()
    """What of the file could not be carried over, each in words that name it."""
    notes: tuple[str, ...] = ()
    """What its owner should know besides, such as how much of it the program plays."""
    scene: Any = None
    """The table or the board that the data hold, as `rulewright render` draws it; of a "scene" it is the data."""


class FileFormat(Protocol):
    """A file format of another program, for rosters, decks or maps that players have."""

    @property
    def name(self) -> str:
        """What the format is called, such as "BattleScribe roster"."""

    @property
    def ruleset(self) -> str:
        """The id of the ruleset whose setups, content or scenes the files hold."""

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether a file of that name, with these first bytes, is of this format."""

    def read(self, data: bytes) -> Imported:
        """What the file holds, as a setup, content or scene of the ruleset. Raises `ContentError`."""


@runtime_checkable
class ReadsTexts(FileFormat, Protocol):
    """A file format with texts that phrases explain (`rulewright.phrases`), to which users may add their own."""

    def with_phrases(self, phrases: Mapping[str, Any]) -> FileFormat:
        """The same with a document of phrases that come before its own. Raises `ContentError`."""


@runtime_checkable
class ReadsWithContent(FileFormat, Protocol):
    """A file format of names, such as army lists, that mean something with the content of the ruleset only."""

    def with_content(self, content: Any) -> FileFormat:
        """The same for files that name what is in this content, as `Ruleset.content` loads it."""


class FileQuestion(msgspec.Struct, frozen=True):
    """What a file does not say and its owner knows: ``about`` names it, and ``answers`` are those that fit.

    An answer in capitals stands for words of the owner, such as the id of a card.
    """

    about: str
    text: str
    answers: Mapping[str, str]
    """Each answer with what it means."""


@runtime_checkable
class Asks(FileFormat, Protocol):
    """A file format that asks its owner what a file does not say; without an answer it reads the file as it is."""

    def questions(self, data: bytes) -> Sequence[FileQuestion]:
        """What is open in a file, with the answers that were given. Raises `ContentError`."""

    def with_answers(self, answers: Mapping[str, str]) -> FileFormat:
        """The same with these answers by what they are about. Raises `ContentError` for one that does not fit."""


class Announced(msgspec.Struct, frozen=True):
    """A game as `rulewright games` lists it; its rules are imported when someone asks for them.

    ``rules()`` returns the ruleset, which has the same id, title and version.
    """

    id: str
    title: str
    version: str
    rules: Callable[[], Any]


class Hooks:
    """The hooks that a plugin may have, any number of them; none takes an argument."""

    @staticmethod
    def register_ruleset() -> Announced | Ruleset:  # type: ignore[empty-body]
        """A new game: what `rulewright games` lists. A game of more than a file announces its rules."""

    @staticmethod
    def extend_ruleset() -> Extension | list[Extension]:  # type: ignore[empty-body]
        """What an expansion adds to the ruleset of this or another plugin."""

    @staticmethod
    def read_file_format() -> FileFormat | list[FileFormat]:  # type: ignore[empty-body]
        """A reader for files of another program."""


HOOKS: Final = tuple(name for name in vars(Hooks) if not name.startswith("_"))


class BrokenPlugin(msgspec.Struct, frozen=True):
    """A plugin that is not used, and why."""

    name: str
    module: str
    error: str
    distribution: str = ""

    def __str__(self) -> str:
        return f"ruleset plugin {self.name!r} ({self.module}) {self.error}"


class PluginError(Exception):
    """A plugin that cannot be used."""


class UnknownRuleset(LookupError):
    """No ruleset of that name can be played; the message has the nearest names, or says what is broken."""


class Plugin(msgspec.Struct, frozen=True, eq=False):
    """A plugin that works, with what its hooks gave."""

    name: str
    module: str
    distribution: str
    code: Any
    rulesets: tuple[Any, ...] = ()
    extensions: tuple[Any, ...] = ()
    file_formats: tuple[Any, ...] = ()

    @property
    def folder(self) -> Path | None:
        """The folder of the plugin's package, where it has one."""
        file = getattr(self.code, "__file__", None)
        return Path(file).parent if file else None


class Registry:
    """The plugins of a process: their rulesets, extensions and file formats."""

    def __init__(self) -> None:
        self.plugins: list[Plugin] = []
        self.rulesets: dict[str, Ruleset | Announced] = {}
        self._broken: list[BrokenPlugin] = []
        self._frozen: dict[tuple[str, tuple[str, ...]], Rules] = {}

    @property
    def broken(self) -> tuple[BrokenPlugin, ...]:
        """The plugins that are installed and not used, each with what is wrong."""
        return tuple(self._broken)

    def get(self, name: str) -> Ruleset:
        """The ruleset of that name as its plugin registered it. Raises `UnknownRuleset`."""
        found = self.rulesets.get(name)
        if isinstance(found, Announced):
            found = self._import_rules(found)
        if found is None:
            raise UnknownRuleset(self._why_not(name))
        return found

    def import_all(self) -> None:
        """Import the rules that were only announced. Games whose rules fail are broken from now on."""
        for announced in [one for one in self.rulesets.values() if isinstance(one, Announced)]:
            self._import_rules(announced)

    def _import_rules(self, announced: Announced) -> Ruleset | None:
        """The rules of a game that was announced. Those that fail are no longer there, and None is returned."""
        plugin = self.plugin_of(announced.id)
        assert plugin is not None  # who announced it
        try:
            with attempt("failed to import its rules"):
                ruleset: Ruleset = announced.rules()
                _refuse_unlike(announced, ruleset)
        except PluginError as error:
            del self.rulesets[announced.id]
            self._broken.append(BrokenPlugin(announced.id, plugin.module, str(error), plugin.distribution))
            return None
        self.rulesets[announced.id] = ruleset
        return ruleset

    def rules(self, name: str, content: Sequence[str | PathLike[str]] = ()) -> Rules:
        """The ruleset joined with its extensions and frozen: what games run on. Made once for the same content.

        ``content`` are files and folders of a player's own; each counts as an extension of the file's name.

        Raises `UnknownRuleset` for an unknown name, `ContentError` for what is wrong in ``content``, and `PluginError`
        if the parts do not fit together.
        """
        ruleset = self.get(name)
        own = [own_content(name, path) for path in content]
        key = name, tuple(f"{one.content} {one.version}" for one in own)
        if key not in self._frozen:
            extensions = (*self.extensions(name), *own)
            names = [name, *(extension.id for extension in extensions)]
            with attempt(f"{' with '.join(names)} cannot be played", ContentError if content else ()):
                self._frozen[key] = ruleset.freeze(extensions)
        return self._frozen[key]

    def extensions(self, ruleset: str) -> tuple[Extension, ...]:
        """The extensions of a ruleset, in the order of their ids."""
        found = [e for plugin in self.plugins for e in plugin.extensions if e.ruleset == ruleset]
        return tuple(sorted(found, key=lambda extension: str(extension.id)))

    def file_formats(self, ruleset: str = "") -> tuple[FileFormat, ...]:
        """The file formats of a ruleset, or of all."""
        found = [item for plugin in self.plugins for item in plugin.file_formats]
        return tuple(item for item in found if ruleset in ("", item.ruleset))

    def plugin_of(self, ruleset: str) -> Plugin | None:
        """The plugin that registered a ruleset."""
        found = (plugin for plugin in self.plugins for one in plugin.rulesets if one.id == ruleset)
        return next(found, None)

    def register(self, code: object, name: str = "") -> Plugin:
        """Add a plugin of this process: a module, or any object with hooks; a known one changes nothing.

        Raises `PluginError` if it cannot be used.
        """
        for known in self.plugins:
            if known.code is code:
                return known
        module = type(code).__name__
        try:
            with attempt("cannot be searched for hooks"):
                module = str(getattr(code, "__name__", module))
            plugin = _read_hooks(code, name or module, module, "")
        except PluginError as error:
            raise PluginError(str(BrokenPlugin(name or module, module, str(error)))) from error
        for fault in _faults(plugin, self.plugins, self.plugins):
            raise PluginError(str(fault))
        self._add(plugin)
        return plugin

    def _add(self, plugin: Plugin) -> None:
        self.plugins.append(plugin)
        self.rulesets.update((ruleset.id, ruleset) for ruleset in plugin.rulesets)
        self._frozen.clear()

    def _why_not(self, name: str) -> str:
        broken: dict[str, str] = {}
        for plugin in self._broken:
            if plugin.name == name:
                broken.setdefault(plugin.error, str(plugin))  # rivals have one error in common
        if broken:
            return "; ".join(broken.values())
        near = nearest(name, [*self.rulesets, *(plugin.name for plugin in self._broken)])
        others = [f"; {plugin}" for plugin in self._broken if plugin.name in near]
        installed = f"; installed: {', '.join(sorted(self.rulesets)) or 'none'}"
        if self._broken:
            installed += f"; broken plugins: {', '.join(plugin.name for plugin in self._broken)}"
        return f"no ruleset is named {name!r}{did_you_mean(near) or installed}{''.join(others)}"


def own_content(ruleset: str, path: str | PathLike[str]) -> Extension:
    """A file or folder of a player's own as an extension, whose version changes with every byte of its content.

    Raises FileError for what cannot be read.
    """
    from hashlib import blake2b

    from .ruleset import Extension

    place = Path(path).resolve()
    digest = blake2b(digest_size=4)
    for way, file in below(place) if place.is_dir() else [(".", place)]:
        if is_document(file) or file is place:
            digest.update(f"{way}\n".encode("utf-8", "surrogateescape") + read(file))
    return Extension(ruleset=ruleset, id=place.name, version=digest.hexdigest(), content=place)


@cache
def registry() -> Registry:
    """The plugins that are installed, loaded once a process."""
    return load_plugins()


def load_plugins(entry_points: Iterable[EntryPoint] | None = None) -> Registry:
    """Load the plugins of these entry points, or all installed ones; a broken plugin raises nothing."""
    broken: list[BrokenPlugin] = []
    if entry_points is None:
        from importlib import metadata

        try:
            entry_points = metadata.entry_points(group=GROUP)
        except Exception:  # the entry points of some package, whatever it is for, cannot be read
            entry_points = list(_readable_points(broken))
    return _Loader(entry_points, broken).load()


def _readable_points(broken: list[BrokenPlugin]) -> Iterator[EntryPoint]:
    """The entry points of all packages whose entry points can be read; the others are named in ``broken``."""
    from importlib import metadata

    seen: set[str] = set()
    for package in metadata.distributions():
        name = ""
        try:
            name = package.name or ""
            if name in seen:  # hidden by the one that was found first
                continue
            yield from package.entry_points.select(group=GROUP)
        except Exception as error:
            words = f"has entry points that cannot be read: {_told(error)}"
            broken.append(BrokenPlugin(name, "entry_points.txt", words, name))
        seen.update({name} - {""})


class _Loader:
    """Walks through the entry points: pluggy's own walk would silently keep one of two with the same name."""

    def __init__(self, entry_points: Iterable[EntryPoint], broken: Iterable[BrokenPlugin]) -> None:
        self.entry_points = sorted(entry_points, key=lambda point: (point.name, _distribution(point)))
        self.registry = Registry()
        self.registry._broken.extend(broken)

    def load(self) -> Registry:
        plugins = [plugin for point in self._lone_points() if (plugin := self._plugin(point)) is not None]
        while faulty := [plugin for number, plugin in enumerate(plugins) if self._find_fault(plugins, number)]:
            plugins = [plugin for plugin in plugins if plugin not in faulty]
        for plugin in plugins:
            self.registry._add(plugin)
        return self.registry

    def _find_fault(self, plugins: list[Plugin], number: int) -> bool:
        """Whether a plugin does not fit the others; of two rivals neither does, of two extensions the second."""
        before, plugin, after = plugins[:number], plugins[number], plugins[number + 1 :]
        faults = list(_faults(plugin, [*before, *after], before))
        self.registry._broken.extend(faults)
        return bool(faults)

    def _lone_points(self) -> Iterator[EntryPoint]:
        """The entry points whose name no other one has; the rest is refused."""
        by_name: dict[str, list[EntryPoint]] = {}
        for point in self.entry_points:
            by_name.setdefault(point.name, []).append(point)
        for points in by_name.values():
            if len(points) == 1:
                yield points[0]
                continue
            error = _both("plugin", points[0].name, [_distribution(point) or point.value for point in points])
            self.registry._broken.extend(
                BrokenPlugin(point.name, point.value, error, _distribution(point)) for point in points
            )

    def _plugin(self, point: EntryPoint) -> Plugin | None:
        try:
            with attempt("failed to import"):
                code = point.load()
            return _read_hooks(code, point.name, point.value, _distribution(point))
        except PluginError as error:
            self.registry._broken.append(BrokenPlugin(point.name, point.value, str(error), _distribution(point)))
            return None


def _faults(plugin: Plugin, others: list[Plugin], earlier: list[Plugin]) -> Iterator[BrokenPlugin]:
    """What keeps a plugin from joining the others, those named earlier among them."""
    ids = [ruleset.id for known in [*others, plugin] for ruleset in known.rulesets]
    for ruleset in plugin.rulesets:
        if ids.count(ruleset.id) > 1:
            them = [known for known in others if any(one.id == ruleset.id for one in known.rulesets)]
            error = _both("ruleset", ruleset.id, sorted(one.distribution or one.module for one in [*them, plugin]))
            yield BrokenPlugin(ruleset.id, plugin.module, error, plugin.distribution)
    taken = [(e.ruleset, e.id) for known in earlier for e in known.extensions]
    for extension in plugin.extensions:
        error = ""
        if extension.ruleset not in ids:
            near = did_you_mean(nearest(extension.ruleset, ids))
            error = f"extends the ruleset {extension.ruleset!r} with {extension.id!r}, and it is not there{near}"
        elif (extension.ruleset, extension.id) in taken:
            error = f"has a second extension {extension.id!r} of {extension.ruleset!r}"
        if error:
            yield BrokenPlugin(plugin.name, plugin.module, error, plugin.distribution)
        taken.append((extension.ruleset, extension.id))


# One plugin -------------------------------------------------------------------------

_TEXTS: Final[dict[str, tuple[str, ...]]] = {
    "register_ruleset": ("id", "title", "version"),
    "extend_ruleset": ("id", "ruleset", "version"),
    "read_file_format": ("name", "ruleset"),
}
"""What of a hook's result must be text, as it stands in lists, messages and headers of saves."""

_FUNCTIONS: Final[dict[str, tuple[str, ...]]] = {"read_file_format": ("recognizes", "read")}

_REGISTERED: Final = {"register_ruleset": "Ruleset", "extend_ruleset": "Extension"}


class attempt:
    """Run code of a plugin; whatever it raises becomes a `PluginError` that begins with ``failed``.

    What ``passes`` names is raised as it is. So is a person's Ctrl-C, which comes as a signal; a KeyboardInterrupt
    without one was raised by the plugin, and is an error like others.
    """

    def __init__(self, failed: str, passes: type[Exception] | tuple[type[Exception], ...] = ()) -> None:
        self._failed = failed
        self._passes = passes
        self._interrupted = False
        self._before: Any = None

    def __enter__(self) -> None:
        import signal
        from threading import current_thread, main_thread

        handler = signal.getsignal(signal.SIGINT)
        if callable(handler) and current_thread() is main_thread():  # else no signal becomes a KeyboardInterrupt
            self._before = handler
            signal.signal(signal.SIGINT, self._interrupt)

    def _interrupt(self, number: int, frame: Any) -> None:
        self._interrupted = True
        self._before(number, frame)

    def __exit__(self, kind: object, error: BaseException | None, at: TracebackType | None) -> None:
        import signal

        if self._before is not None and signal.getsignal(signal.SIGINT) == self._interrupt:
            signal.signal(signal.SIGINT, self._before)
        if error is None or isinstance(error, (PluginError, self._passes)):
            return
        if isinstance(error, KeyboardInterrupt) and self._interrupted:
            return
        raise PluginError(f"{self._failed}: {_words(error)}") from error


def _read_hooks(code: object, name: str, module: str, distribution: str) -> Plugin:
    """What the hooks of one plugin give. Raises `PluginError` without the plugin's name in it."""
    import pluggy

    manager = pluggy.PluginManager(PROJECT)  # one for each plugin: a broken one leaves no trace
    for hook in HOOKS:
        hookspec(getattr(Hooks, hook))
    manager.add_hookspecs(Hooks)
    with attempt("cannot be searched for hooks"):  # an attribute may raise when it is looked at
        try:
            manager.register(code, name)
            manager.check_pending()
        except pluggy.PluginValidationError as error:
            raise PluginError(_misfit(manager, error)) from error
        found = {hook: getattr(manager.hook, hook).get_hookimpls() for hook in HOOKS}
        _refuse_other_api(getattr(code, MARK, API))
        for hook in HOOKS:
            if not found[hook] and callable(getattr(code, hook, None)):
                raise PluginError(f"defines {hook}, but does not mark it with @hookimpl")
    if not any(found.values()):
        raise PluginError(f"has no hook; expected a function marked with @hookimpl: {', '.join(HOOKS)}")
    results = [tuple(_results(hook, found[hook])) for hook in HOOKS]
    return Plugin(name, module, distribution, code, *results)


def _refuse_other_api(built: object) -> None:
    """Raise `PluginError` for a plugin that names another API than this one; one that names none is taken as it is."""
    if built is not API:
        from .renamed import why_not

        if words := why_not(built):
            raise PluginError(words)


def _misfit(manager: Any, error: Exception) -> str:
    """Why pluggy does not take the hooks: names that do not exist, or arguments that no hook takes."""
    for name, caller in vars(manager.hook).items():
        if not name.startswith("_") and not caller.has_spec():
            return f"has a hook {name!r}, which does not exist{did_you_mean(nearest(name, HOOKS)[:1])}"
    return f"has a hook that does not fit: {' '.join(str(error).split())}"


def _results(hook: str, implementations: Iterable[Any]) -> Iterator[object]:
    for implementation in implementations:
        with attempt(f"failed in its hook {hook}"):
            result = implementation.function()
            found = list(result) if isinstance(result, list | tuple) else [result]
            for item in found:
                _refuse_unfit(hook, item)
        yield from found


def _refuse_unfit(hook: str, item: object) -> None:
    """Raise `PluginError` for a hook's result that the registry cannot use."""
    gave = f"gave a {type(item).__name__} from its hook {hook}"
    announced = hook == "register_ruleset" and isinstance(item, Announced)
    if (expected := _REGISTERED.get(hook)) is not None and not announced:
        from . import ruleset

        if not isinstance(item, getattr(ruleset, expected)):
            raise PluginError(f"{gave}; expected rulewright.{expected}")
    functions = _FUNCTIONS.get(hook, ())
    if missing := [name for name in (*_TEXTS[hook], *functions) if not hasattr(item, name)]:
        raise PluginError(f"{gave}, which has no {', '.join(missing)}")
    if wrong := [name for name in functions if not callable(getattr(item, name))]:
        raise PluginError(f"{gave}, whose {wrong[0]} cannot be called")
    for name in _TEXTS[hook]:
        value = getattr(item, name)
        if type(value) is not str:
            kind = "list" if isinstance(value, list) else type(value).__name__
            raise PluginError(f"{gave}, whose {name} is a {kind}; expected text on one line")
        if not value.strip() or not value.isprintable():
            raise PluginError(f"{gave}, whose {name} is {value!r}; expected text on one line")


def _refuse_unlike(announced: Announced, ruleset: object) -> None:
    """Raise `PluginError` for rules that are none, or are not the game that was announced."""
    from .ruleset import Ruleset

    if not isinstance(ruleset, Ruleset):
        raise PluginError(f"announced a game whose rules are a {type(ruleset).__name__}; expected rulewright.Ruleset")
    for name in _TEXTS["register_ruleset"]:
        said, found = getattr(announced, name), getattr(ruleset, name)
        if said != found:
            raise PluginError(f"announced a game whose {name} is {said!r}, and the {name} of its rules is {found!r}")


# Words ------------------------------------------------------------------------------


def _both(sort: str, name: str, origins: Iterable[str]) -> str:
    names = list(origins)
    count = "two" if len(names) == 2 else str(len(names))
    all_of_them = f"{'both' if len(names) == 2 else 'all'} register the {sort} {name!r}"
    return f"is refused: {count} packages {all_of_them} ({', '.join(names)}); uninstall one"


def _distribution(point: EntryPoint) -> str:
    """Name and version of the package that an entry point belongs to."""
    dist = getattr(point, "dist", None)
    return f"{dist.name} {dist.version}" if dist is not None else ""


def _words(error: BaseException) -> str:
    """An error with its place, and what helps against it: ``KeyError: 'thor' (powers.py, line 12)``."""
    from traceback import extract_tb

    from .renamed import remedy

    frames = [frame for frame in extract_tb(error.__traceback__) if not _is_loader(frame.filename)]
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    help = remedy(error)
    return f"{_told(error)}{place}{help and f'; {help}'}"


def _told(error: BaseException) -> str:
    """The sort of an error and what it says, where it says something."""
    try:
        said = str(error)
    except BaseException as failing:  # its __str__ is as broken as the plugin
        said = f"its own message failed with a {type(failing).__name__}"
    if isinstance(error, ImportError) and said:
        return said
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


_LOADERS: Final = frozenset(str(Path(__file__).with_name(f"{room}.py")) for room in ("plugins", "late", "renamed"))
"""Where names and plugins are loaded: no place of an error of a plugin."""


def _is_loader(file: str) -> bool:
    return file.startswith("<frozen") or file in _LOADERS or "importlib" in Path(file).parts

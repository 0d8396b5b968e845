"""Plugins: how rulesets are found, and what is said about those that do not work.

A plugin is a module named by an entry point of the group ``rulewright.rulesets``; its hooks are functions
marked with `hookimpl` and named as in `Hooks`. Built-in games are found in exactly the same way. A broken
plugin never stops the others: the registry keeps its name and what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, overload

import msgspec

from .content import ContentError, did_you_mean, is_document, nearest
from .files import below, read

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from .ruleset import Extension, Rules, Ruleset

GROUP: Final = "rulewright.rulesets"
PROJECT: Final = "rulewright"

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
    """What a file of another program holds, as the ruleset's own."""

    kind: str
    """"setup", "content" for entries under the names of their kinds, or one kind of content."""
    data: Any
    left_out: tuple[str, ...] = ()
    """What of the file could not be carried over, each in words that name it."""


class FileFormat(Protocol):
    """A file format of another program that players own: rosters, decks, maps."""

    @property
    def name(self) -> str:
        """What the format is called, such as "BattleScribe roster"."""

    @property
    def ruleset(self) -> str:
        """The id of the ruleset whose setups or content the files hold."""

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether a file of that name, with these first bytes, is of this format."""

    def read(self, data: bytes) -> Imported:
        """What the file holds, as the ruleset's own setup or content. Raises `ContentError`."""


class Renderer(Protocol):
    """Shows the table of a game."""

    @property
    def name(self) -> str:
        """What the renderer is called, such as "text"."""

    @property
    def ruleset(self) -> str:
        """The id of the ruleset whose games it draws."""

    def draw(self, view: Any, lang: str) -> str:
        """What one player may see, drawn in characters or as markup."""


class Hooks:
    """The hooks that a plugin may have, any number of them; none takes an argument."""

    @staticmethod
    def register_ruleset() -> Ruleset:  # type: ignore[empty-body]
        """A new game: what `rulewright games` lists."""

    @staticmethod
    def extend_ruleset() -> Extension | list[Extension]:  # type: ignore[empty-body]
        """What an expansion adds to the ruleset of this or another plugin."""

    @staticmethod
    def read_file_format() -> FileFormat | list[FileFormat]:  # type: ignore[empty-body]
        """A reader for files of another program."""

    @staticmethod
    def draw_game() -> Renderer | list[Renderer]:  # type: ignore[empty-body]
        """A way to show the table of a game."""


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
    """A plugin that can not be used."""


class UnknownRuleset(LookupError):
    """No ruleset of that name can be played; says which names are near, or what is broken about it."""


class Plugin(msgspec.Struct, frozen=True, eq=False):
    """A plugin that works, with what its hooks gave."""

    name: str
    module: str
    distribution: str
    code: Any
    rulesets: tuple[Any, ...] = ()
    extensions: tuple[Any, ...] = ()
    file_formats: tuple[Any, ...] = ()
    renderers: tuple[Any, ...] = ()

    @property
    def folder(self) -> Path | None:
        """The folder of the plugin's package, where it has one."""
        file = getattr(self.code, "__file__", None)
        return Path(file).parent if file else None


class Registry:
    """The plugins of a process: their rulesets, extensions, file formats and renderers."""

    def __init__(self) -> None:
        self.plugins: list[Plugin] = []
        self.rulesets: dict[str, Ruleset] = {}
        self._broken: list[BrokenPlugin] = []
        self._frozen: dict[tuple[str, tuple[str, ...]], Rules] = {}

    @property
    def broken(self) -> tuple[BrokenPlugin, ...]:
        """The plugins that are installed and not used, each with what is wrong."""
        return tuple(self._broken)

    def get(self, name: str) -> Ruleset:
        """The ruleset of that name as its plugin registered it. Raises `UnknownRuleset`."""
        if name not in self.rulesets:
            raise UnknownRuleset(self._why_not(name))
        return self.rulesets[name]

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
            try:
                self._frozen[key] = ruleset.freeze(extensions)
            except Exception as error:
                if content and isinstance(error, ContentError):
                    raise
                names = [ruleset.id, *(extension.id for extension in extensions)]
                raise PluginError(f"{' with '.join(names)} can not be played: {_words(error)}") from error
        return self._frozen[key]

    def extensions(self, ruleset: str) -> tuple[Extension, ...]:
        """The extensions of a ruleset, in the order of their ids."""
        found = [e for plugin in self.plugins for e in plugin.extensions if e.ruleset == ruleset]
        return tuple(sorted(found, key=lambda extension: str(extension.id)))

    def file_formats(self, ruleset: str = "") -> tuple[FileFormat, ...]:
        """The file formats of a ruleset, or of all."""
        found = [item for plugin in self.plugins for item in plugin.file_formats]
        return tuple(item for item in found if ruleset in ("", item.ruleset))

    def renderers(self, ruleset: str) -> tuple[Renderer, ...]:
        """The ways to draw a game."""
        found = [item for plugin in self.plugins for item in plugin.renderers]
        return tuple(item for item in found if item.ruleset == ruleset)

    def plugin_of(self, ruleset: str) -> Plugin | None:
        """The plugin that registered a ruleset."""
        found = (plugin for plugin in self.plugins for one in plugin.rulesets if one.id == ruleset)
        return next(found, None)

    def register(self, code: object, name: str = "") -> Plugin:
        """Add a plugin of this process: a module, or any object with hooks; a known one changes nothing.

        Raises `PluginError` if it can not be used.
        """
        for known in self.plugins:
            if known.code is code:
                return known
        module = str(getattr(code, "__name__", type(code).__name__))
        try:
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
    if entry_points is None:
        from importlib import metadata

        entry_points = metadata.entry_points(group=GROUP)
    return _Loader(entry_points).load()


class _Loader:
    """Walks through the entry points: pluggy's own walk would silently keep one of two with the same name."""

    def __init__(self, entry_points: Iterable[EntryPoint]) -> None:
        self.entry_points = sorted(entry_points, key=lambda point: (point.name, _distribution(point)))
        self.registry = Registry()

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
            code = point.load()
        except (Exception, SystemExit) as error:
            self._break(point, f"failed to import: {_words(error)}")
            return None
        try:
            return _read_hooks(code, point.name, point.value, _distribution(point))
        except PluginError as error:
            self._break(point, str(error))
            return None

    def _break(self, point: EntryPoint, error: str) -> None:
        broken = BrokenPlugin(point.name, point.value, error, _distribution(point))
        self.registry._broken.append(broken)


def _faults(plugin: Plugin, others: list[Plugin], earlier: list[Plugin]) -> Iterator[BrokenPlugin]:
    """What keeps a plugin from joining the others, those named earlier among them."""
    ids = [ruleset.id for known in [*others, plugin] for ruleset in known.rulesets]
    for ruleset in plugin.rulesets:
        if ids.count(ruleset.id) > 1:
            them = [known for known in others if any(one.id == ruleset.id for one in known.rulesets)]
            error = _both("ruleset", ruleset.id, sorted(map(_origin, [*them, plugin])))
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

_NEEDED: Final[dict[str, tuple[str, ...]]] = {
    "register_ruleset": ("id", "title", "version", "freeze"),
    "extend_ruleset": ("id", "ruleset"),
    "read_file_format": ("name", "ruleset", "recognizes", "read"),
    "draw_game": ("name", "ruleset", "draw"),
}


def _read_hooks(code: object, name: str, module: str, distribution: str) -> Plugin:
    """What the hooks of one plugin give. Raises `PluginError` without the plugin's name in it."""
    import pluggy

    manager = pluggy.PluginManager(PROJECT)  # one for each plugin: a broken one leaves no trace
    manager.add_hookspecs(_marked_hooks())
    try:
        manager.register(code, name)
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        raise PluginError(_misfit(manager, error)) from error
    except Exception as error:  # an attribute of the plugin that raises when it is looked at
        raise PluginError(f"can not be searched for hooks: {_words(error)}") from error
    found = {hook: getattr(manager.hook, hook).get_hookimpls() for hook in HOOKS}
    _refuse_unmarked(code, [hook for hook in HOOKS if not found[hook]])
    if not any(found.values()):
        raise PluginError(f"has no hook; expected a function marked with @hookimpl: {', '.join(HOOKS)}")
    results = [tuple(_results(hook, found[hook])) for hook in HOOKS]
    return Plugin(name, module, distribution, code, *results)


def _marked_hooks() -> type[Hooks]:
    for hook in HOOKS:
        hookspec(getattr(Hooks, hook))
    return Hooks


def _misfit(manager: Any, error: Exception) -> str:
    """Why pluggy does not take the hooks: names that are none, or arguments that there are not."""
    for name, caller in vars(manager.hook).items():
        if not name.startswith("_") and not caller.has_spec():
            return f"has a hook {name!r}, which does not exist{did_you_mean(nearest(name, HOOKS)[:1])}"
    return f"has a hook that does not fit: {' '.join(str(error).split())}"


def _refuse_unmarked(code: object, absent: Iterable[str]) -> None:
    for hook in absent:
        if callable(getattr(code, hook, None)):
            raise PluginError(f"defines {hook}, but does not mark it with @hookimpl")


def _results(hook: str, implementations: Iterable[Any]) -> Iterator[object]:
    for implementation in implementations:
        try:
            result = implementation.function()
        except Exception as error:
            raise PluginError(f"failed in its hook {hook}: {_words(error)}") from error
        for item in result if isinstance(result, list | tuple) else [result]:
            if missing := [name for name in _NEEDED[hook] if not hasattr(item, name)]:
                sort = type(item).__name__
                raise PluginError(f"gave a {sort} from its hook {hook}, which has no {', '.join(missing)}")
            yield item


# Words ------------------------------------------------------------------------------


def _both(sort: str, name: str, origins: Iterable[str]) -> str:
    names = list(origins)
    count = "two" if len(names) == 2 else str(len(names))
    all_of_them = f"{'both' if len(names) == 2 else 'all'} register the {sort} {name!r}"
    return f"is refused: {count} packages {all_of_them} ({', '.join(names)}); uninstall one"


def _origin(plugin: Plugin) -> str:
    return plugin.distribution or plugin.module


def _distribution(point: EntryPoint) -> str:
    """Name and version of the package that an entry point belongs to."""
    dist = getattr(point, "dist", None)
    return f"{dist.name} {dist.version}" if dist is not None else ""


def _words(error: BaseException) -> str:
    """An error with its place: ``KeyError: 'thor' (powers.py, line 12)``."""
    from traceback import extract_tb

    sort = "" if isinstance(error, ImportError) else f"{type(error).__name__}: "
    frames = [frame for frame in extract_tb(error.__traceback__) if not _is_loader(frame.filename)]
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{sort}{error}{place}"


def _is_loader(file: str) -> bool:
    return file.startswith("<frozen") or file == __file__ or "importlib" in Path(file).parts

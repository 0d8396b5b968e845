"""Plugins: how rulesets are found, and what is said about those that do not work.

A plugin is a module named by an entry point of the group ``rulewright.rulesets``; its hooks are functions marked
with `hookimpl` and named as in `Hooks`. Built-in games are found in exactly the same way. A broken plugin never
stops the others: the registry keeps its name and what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, overload

import msgspec

from .content import did_you_mean, nearest

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

    def read(self, data: bytes) -> Any:
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


class Plugin(msgspec.Struct, frozen=True):
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
        self._frozen: dict[str, Rules] = {}

    @property
    def broken(self) -> tuple[BrokenPlugin, ...]:
        """The plugins that are installed and not used, each with what is wrong."""
        return tuple(self._broken)

    def get(self, name: str) -> Ruleset:
        """The ruleset of that name as its plugin registered it. Raises `UnknownRuleset`."""
        if name not in self.rulesets:
            raise UnknownRuleset(self._why_not(name))
        return self.rulesets[name]

    def rules(self, name: str) -> Rules:
        """The ruleset joined with its extensions and frozen: what games run on. Made once.

        Raises `UnknownRuleset` for an unknown name and `PluginError` if the parts do not fit together.
        """
        if name not in self._frozen:
            ruleset = self.get(name)
            try:
                self._frozen[name] = ruleset.freeze(self.extensions(name))
            except Exception as error:
                names = [ruleset.id, *(extension.id for extension in self.extensions(name))]
                raise PluginError(f"{' with '.join(names)} can not be played: {_words(error)}") from error
        return self._frozen[name]

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
        """Add a plugin of this process: a module, or any object with hooks. The same one again changes nothing.

        Raises `PluginError` if it can not be used.
        """
        for known in self.plugins:
            if known.code is code:
                return known
        module = str(getattr(code, "__name__", type(code).__name__))
        plugin = _read_hooks(code, name or module, module, "")
        for problem in self._clashes(plugin):
            raise PluginError(str(problem))
        self._add(plugin)
        return plugin

    def _add(self, plugin: Plugin) -> None:
        self.plugins.append(plugin)
        self.rulesets.update((ruleset.id, ruleset) for ruleset in plugin.rulesets)
        self._frozen.clear()

    def _clashes(self, plugin: Plugin) -> Iterator[BrokenPlugin]:
        """What keeps a plugin from joining those that are registered already."""
        for ruleset in plugin.rulesets:
            if (other := self.plugin_of(ruleset.id)) is not None:
                yield _broken(plugin, _twice(f"the ruleset {ruleset.id!r}", [other, plugin]))
        ids = {*self.rulesets, *(ruleset.id for ruleset in plugin.rulesets)}
        for extension in plugin.extensions:
            if extension.ruleset not in ids:
                yield _broken(plugin, self._lost(extension, ids))
            taken = [e.id for e in self.extensions(extension.ruleset)]
            if extension.id in taken:
                yield _broken(plugin, f"has a second extension {extension.id!r} of {extension.ruleset!r}")

    def _lost(self, extension: Extension, ids: Iterable[str]) -> str:
        near = did_you_mean(nearest(extension.ruleset, ids))
        broken = [f"; {plugin}" for plugin in self._broken if plugin.name == extension.ruleset]
        return (
            f"extends the ruleset {extension.ruleset!r}, which is not there{near}{''.join(broken)} "
            f"(extension {extension.id!r})"
        )

    def _why_not(self, name: str) -> str:
        if broken := [str(plugin) for plugin in self._broken if plugin.name == name]:
            return "; ".join(broken)
        near = nearest(name, [*self.rulesets, *(plugin.name for plugin in self._broken)])
        others = [f"; {plugin}" for plugin in self._broken if plugin.name in near]
        installed = f"; installed: {', '.join(sorted(self.rulesets)) or 'none'}"
        return f"no ruleset is named {name!r}{did_you_mean(near) or installed}{''.join(others)}"


@cache
def registry() -> Registry:
    """The plugins that are installed, loaded once a process."""
    return load_plugins()


def load_plugins(entry_points: Iterable[EntryPoint] | None = None) -> Registry:
    """Load the plugins of these entry points, or of all that are installed. Never raises for a broken plugin."""
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
        plugins = self._without_rivals(plugins)
        # Those that only extend come last: the ruleset they extend may be in any plugin.
        for plugin in sorted(plugins, key=lambda plugin: not plugin.rulesets):
            clashes = list(self.registry._clashes(plugin))
            self.registry._broken.extend(clashes)
            if not clashes:
                self.registry._add(plugin)
        return self.registry

    def _lone_points(self) -> Iterator[EntryPoint]:
        """The entry points whose name no other one has; the rest is refused."""
        by_name: dict[str, list[EntryPoint]] = {}
        for point in self.entry_points:
            by_name.setdefault(point.name, []).append(point)
        for points in by_name.values():
            if len(points) == 1:
                yield points[0]
                continue
            error = _refusal("the plugin", points[0].name, [_distribution(point) for point in points])
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

    def _without_rivals(self, plugins: list[Plugin]) -> list[Plugin]:
        """The plugins whose rulesets no other plugin registers; neither of two rivals is used."""
        rivals: dict[str, list[Plugin]] = {}
        for plugin in plugins:
            for ruleset in plugin.rulesets:
                rivals.setdefault(ruleset.id, []).append(plugin)
        refused = {id: them for id, them in rivals.items() if len(them) > 1}
        for id, them in refused.items():
            error = _twice(f"the ruleset {id!r}", them)
            self.registry._broken.extend(
                BrokenPlugin(id, plugin.module, error, plugin.distribution) for plugin in them
            )
        return [plugin for plugin in plugins if not any(plugin in them for them in refused.values())]

"""Plugins: finding rulesets, and naming what is broken about a plugin."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rulewright import plugins
from rulewright.plugins import (
    GROUP,
    BrokenPlugin,
    PluginError,
    Registry,
    UnknownRuleset,
    hookimpl,
    load_plugins,
    registry,
)


@dataclass
class Game:
    """Stands in for a ruleset."""

    id: str
    title: str = "A game"
    version: str = "1"
    frozen: list[list[str]] = field(default_factory=list)

    def freeze(self, extensions: Any) -> tuple[str, ...]:
        self.frozen.append([extension.id for extension in extensions])
        return (self.id, *self.frozen[-1])


@dataclass
class Expansion:
    """Stands in for an extension."""

    ruleset: str
    id: str


@dataclass
class Drawing:
    """Stands in for a renderer and for a file format."""

    name: str
    ruleset: str

    def draw(self, view: object, lang: str) -> str:
        return f"{self.name} {lang}"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        return True

    def read(self, data: bytes) -> object:
        return data


@dataclass
class Package:
    """Stands in for an installed distribution."""

    name: str
    version: str = "1.0"


class Packages:
    """Writes plugin modules and their entry points."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.points: list[EntryPoint] = []

    def add(self, name: str, code: str, *, module: str = "", package: str = "") -> None:
        module = module or f"plugged_{name}"
        lines = "from rulewright.plugins import hookimpl\nfrom tests.core.test_plugins import *\n"
        (self.folder / f"{module}.py").write_text(lines + code)
        point = EntryPoint(name, module, GROUP)
        vars(point)["dist"] = Package(package or f"dist-{name}")
        self.points.append(point)

    def load(self) -> Registry:
        return load_plugins(self.points)


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Packages]:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend(Path(__file__).parents[2])
    before = set(sys.modules)
    yield Packages(tmp_path)
    for name in set(sys.modules) - before:
        if name.startswith("plugged_"):
            del sys.modules[name]


def ruleset(id: str) -> str:
    return f"@hookimpl\ndef register_ruleset(): return Game({id!r})\n"


def extension(of: str, id: str) -> str:
    return f"@hookimpl\ndef extend_ruleset(): return Expansion({of!r}, {id!r})\n"


def error_of(found: Registry) -> str:
    (broken,) = found.broken
    return str(broken)


# What works -------------------------------------------------------------------------


def test_rulesets_and_their_extensions_are_found_whatever_the_order(packages: Packages) -> None:
    packages.add("aaa", extension("duel", "second"))
    packages.add("duel", ruleset("duel"))
    packages.add("zzz", "@hookimpl\ndef extend_ruleset(): return [Expansion('duel', 'first')]\n")
    found = packages.load()
    assert found.broken == ()
    assert list(found.rulesets) == ["duel"]
    assert found.get("duel") is found.rulesets["duel"]
    assert [e.id for e in found.extensions("duel")] == ["first", "second"]
    plugin = found.plugin_of("duel")
    assert plugin is not None
    assert (plugin.distribution, plugin.folder) == ("dist-duel 1.0", packages.folder)


def test_a_ruleset_is_frozen_once_with_its_extensions() -> None:
    found, game = Registry(), Game("duel")
    found.register(module(register_ruleset=lambda: game))
    found.register(module(extend_ruleset=lambda: Expansion("duel", "more")))
    assert found.rules("duel") == ("duel", "more")  # type: ignore[comparison-overlap]
    assert found.rules("duel") is found.rules("duel")
    assert game.frozen == [["more"]]


def test_a_later_extension_thaws_the_ruleset() -> None:
    found = Registry()
    found.register(module(register_ruleset=lambda: Game("duel")))
    assert found.rules("duel") == ("duel",)  # type: ignore[comparison-overlap]
    found.register(module(extend_ruleset=lambda: Expansion("duel", "more")))
    assert found.rules("duel") == ("duel", "more")  # type: ignore[comparison-overlap]


def test_file_formats_and_renderers_are_found_by_ruleset() -> None:
    found = Registry()
    found.register(
        module(
            register_ruleset=lambda: Game("duel"),
            draw_game=lambda: Drawing("text", "duel"),
            read_file_format=lambda: [Drawing("csv", "duel"), Drawing("xml", "chess")],
        )
    )
    assert [item.name for item in found.renderers("duel")] == ["text"]
    assert found.renderers("chess") == ()
    assert [item.name for item in found.file_formats("duel")] == ["csv"]
    assert [item.name for item in found.file_formats()] == ["csv", "xml"]


def test_the_installed_plugins_are_loaded_once(packages: Packages, monkeypatch: pytest.MonkeyPatch) -> None:
    packages.add("duel", ruleset("duel"))
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: packages.points)
    registry.cache_clear()
    try:
        assert list(registry().rulesets) == ["duel"]
        assert registry() is registry()
    finally:
        registry.cache_clear()


# What is refused --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "error"),
    [
        (
            "import nothing_here",
            "failed to import: No module named 'nothing_here' (plugged_broken.py, line 3)",
        ),
        ("x = {}['thor']", "failed to import: KeyError: 'thor' (plugged_broken.py, line 3)"),
        ("raise SystemExit(3)", "failed to import: SystemExit: 3 (plugged_broken.py, line 3)"),
        ("def (", "failed to import: SyntaxError: "),
        (
            "@hookimpl\ndef register_ruleset(): return 1 / 0",
            "failed in its hook register_ruleset: ZeroDivisionError: division by zero (plugged_broken.py, line 4)",
        ),
        (
            "@hookimpl\ndef register_rulset(): pass",
            "has a hook 'register_rulset', which does not exist; did you mean 'register_ruleset'?",
        ),
        (
            ruleset("broken") + "@hookimpl\ndef draw_gmae(): pass",
            "has a hook 'draw_gmae', which does not exist; did you mean 'draw_game'?",
        ),
        ("x = 1", "has no hook; expected a function marked with @hookimpl: register_ruleset, extend"),
        (
            "def register_ruleset(): return Game('broken')",
            "defines register_ruleset, but does not mark it with @hookimpl",
        ),
        (
            "@hookimpl\ndef register_ruleset(config): return Game('broken')",
            "has a hook that does not fit: Plugin 'broken' for hook 'register_ruleset'",
        ),
        (
            "@hookimpl\ndef register_ruleset(): pass",
            "gave a NoneType from its hook register_ruleset, which has no id, title, version, freeze",
        ),
        (
            "@hookimpl\ndef extend_ruleset(): return Game('broken')",
            "gave a Game from its hook extend_ruleset, which has no ruleset",
        ),
        (
            extension("duell", "more"),
            "extends the ruleset 'duell' with 'more', and it is not there; did you mean 'duel'?",
        ),
    ],
)
def test_a_broken_plugin_is_named_with_its_error_while_the_others_load(
    packages: Packages, code: str, error: str
) -> None:
    packages.add("broken", code)
    packages.add("duel", ruleset("duel"))
    found = packages.load()
    assert error_of(found).startswith(f"ruleset plugin 'broken' (plugged_broken) {error}")
    assert found.broken[0].distribution == "dist-broken 1.0"
    assert list(found.rulesets) == ["duel"]
    with pytest.raises(UnknownRuleset) as caught:
        found.get("broken")
    assert str(caught.value) == error_of(found)


def test_two_packages_with_one_ruleset_are_refused_by_name_and_neither_wins(packages: Packages) -> None:
    packages.add("duel", ruleset("duel"), package="rulewright-duel")
    packages.add("other", ruleset("duel"), package="my-duel")
    packages.add("chess", ruleset("chess"))
    found = packages.load()
    assert list(found.rulesets) == ["chess"]
    assert [broken.module for broken in found.broken] == ["plugged_duel", "plugged_other"]
    with pytest.raises(UnknownRuleset) as caught:
        found.get("duel")
    assert str(caught.value) == (
        "ruleset plugin 'duel' (plugged_duel) is refused: two packages both register the ruleset 'duel' "
        "(my-duel 1.0, rulewright-duel 1.0); uninstall one"
    )


def test_two_packages_with_one_plugin_name_are_refused_without_loading_either(packages: Packages) -> None:
    packages.add("duel", "raise AssertionError('loaded')", module="plugged_one", package="one")
    packages.add("duel", ruleset("duel"), module="plugged_two", package="two")
    found = packages.load()
    assert found.rulesets == {}
    assert {broken.error for broken in found.broken} == {
        "is refused: two packages both register the plugin 'duel' (one 1.0, two 1.0); uninstall one"
    }


def test_a_second_extension_of_the_same_name_is_refused(packages: Packages) -> None:
    packages.add("a", extension("duel", "more"))
    packages.add("b", extension("duel", "more"))
    packages.add("duel", ruleset("duel"))
    found = packages.load()
    assert error_of(found) == "ruleset plugin 'b' (plugged_b) has a second extension 'more' of 'duel'"


def test_games_may_extend_each_other(packages: Packages) -> None:
    packages.add("aaa", ruleset("aaa") + extension("zzz", "more"))
    packages.add("zzz", ruleset("zzz") + extension("aaa", "more"))
    found = packages.load()
    assert found.broken == ()
    assert [e.ruleset for id in ("aaa", "zzz") for e in found.extensions(id)] == ["aaa", "zzz"]


def test_an_extension_of_a_broken_ruleset_is_broken_too(packages: Packages) -> None:
    packages.add("duel", "import nothing_here")
    packages.add("more", ruleset("more") + extension("duel", "x"))
    packages.add("most", extension("more", "y"))
    found = packages.load()
    assert [(broken.name, broken.error.split()[0]) for broken in found.broken] == [
        ("duel", "failed"),
        ("more", "extends"),
        ("most", "extends"),
    ]


def test_an_unknown_ruleset_is_refused_with_the_nearest_names(packages: Packages) -> None:
    packages.add("duel", ruleset("duel"))
    packages.add("chess", ruleset("chess"))
    packages.add("duals", "import nothing_here")
    found = packages.load()
    with pytest.raises(UnknownRuleset, match=r"no ruleset is named 'ches'; did you mean 'chess'\?$"):
        found.get("ches")
    with pytest.raises(UnknownRuleset, match=r"did you mean 'duals' or 'duel'\?; ruleset plugin 'duals'"):
        found.get("dual")
    with pytest.raises(UnknownRuleset, match=r"'x'; installed: chess, duel; broken plugins: duals$"):
        found.rules("x")


def test_parts_that_do_not_fit_together_are_named_when_the_ruleset_freezes() -> None:
    class Stubborn(Game):
        def freeze(self, extensions: Any) -> tuple[str, ...]:
            raise ValueError("two steps are named 'roll'")

    found = Registry()
    found.register(module(register_ruleset=lambda: Stubborn("duel")))
    found.register(module(extend_ruleset=lambda: Expansion("duel", "more")))
    with pytest.raises(PluginError, match="duel with more can not be played: ValueError: two steps are named"):
        found.rules("duel")


# Plugins of this process ------------------------------------------------------------


def module(**hooks: Any) -> ModuleType:
    made = ModuleType("made")
    for name, function in hooks.items():
        setattr(made, name, hookimpl(function))
    return made


def test_an_object_with_hooks_is_registered_like_a_module_and_only_once() -> None:
    class Home:
        @hookimpl
        def register_ruleset(self) -> Game:
            return Game("home")

    found, home = Registry(), Home()
    assert found.register(home) is found.register(home)
    assert list(found.rulesets) == ["home"]
    assert found.plugins[0].folder is None


def test_registering_something_broken_raises() -> None:
    found = Registry()
    found.register(module(register_ruleset=lambda: Game("duel")))
    with pytest.raises(PluginError, match=r"packages both register the ruleset 'duel' \(made, made\)"):
        found.register(module(register_ruleset=lambda: Game("duel")))
    with pytest.raises(PluginError, match=r"ruleset plugin 'made' \(made\) has no hook"):
        found.register(module())
    with pytest.raises(PluginError, match="extends the ruleset 'chess' with 'more', and it is not there"):
        found.register(module(extend_ruleset=lambda: Expansion("chess", "more")))
    assert len(found.plugins) == 1


def test_every_hook_is_explained() -> None:
    assert plugins.HOOKS == ("register_ruleset", "extend_ruleset", "read_file_format", "draw_game")
    assert all(getattr(plugins.Hooks, hook).__doc__ for hook in plugins.HOOKS)


def test_broken_plugins_compare_by_what_they_say() -> None:
    assert BrokenPlugin("a", "b", "c") == BrokenPlugin("a", "b", "c")


def test_importing_the_room_loads_neither_pluggy_nor_metadata() -> None:
    script = (
        "import sys, rulewright.plugins\n"
        "print([name for name in ('pluggy', 'importlib.metadata') if name in sys.modules])"
    )
    core = Path(__file__).parents[2] / "core"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(core)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"

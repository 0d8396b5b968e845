"""Plugins: finding rulesets, and naming what is broken about a plugin."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import rulewright
from rulewright import API, Extension, Procedure, Ruleset, State, plugins
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


class Game(Ruleset):
    """A ruleset that notes with which extensions it was frozen."""

    frozen: list[list[str]]

    def __init__(self, id: Any, title: str = "A game", version: str = "1") -> None:
        super().__init__(id=id, title=title, version=version, state=State, flow=Procedure("flow", []))
        vars(self)["frozen"] = []

    def freeze(self, extensions: Any = ()) -> Any:
        self.frozen.append([extension.id for extension in extensions])
        return (self.id, *self.frozen[-1])


class Expansion(Extension):
    """An extension that adds nothing."""

    def __init__(self, ruleset: Any, id: Any) -> None:
        super().__init__(ruleset=ruleset, id=id)


@dataclass
class Format:
    """Stands in for a file format."""

    name: str
    ruleset: str

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


def test_file_formats_are_found_by_ruleset() -> None:
    found = Registry()
    found.register(
        module(
            register_ruleset=lambda: Game("duel"),
            read_file_format=lambda: [Format("csv", "duel"), Format("xml", "chess")],
        )
    )
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


HOOK = "@hookimpl\ndef register_ruleset(): "


class Mute(Exception):
    """An error that cannot even say what it is."""

    def __str__(self) -> str:
        raise SystemExit("no words")

    __repr__ = __str__


class Prickly:
    """Whatever is done to it raises, and not even a plain error."""

    def __getattr__(self, name: str) -> Any:
        raise KeyboardInterrupt(name)

    def __repr__(self) -> str:
        raise SystemExit("repr")

    def __eq__(self, other: object) -> bool:
        raise SystemExit("eq")

    __str__ = __repr__
    __hash__ = None  # type: ignore[assignment]


class Sly(str):
    """Text that is equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__


class Endless(list[Any]):
    """A list that breaks whoever goes through it."""

    def __iter__(self) -> Iterator[Any]:
        raise GeneratorExit("endless")


def fall() -> Any:
    """Recurse for ever."""
    return fall()


BROKEN: list[tuple[str, str]] = [
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
        ruleset("broken") + "@hookimpl\ndef read_file_fromat(): pass",
        "has a hook 'read_file_fromat', which does not exist; did you mean 'read_file_format'?",
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
        "gave a NoneType from its hook register_ruleset; expected rulewright.Ruleset",
    ),
    (
        "@hookimpl\ndef extend_ruleset(): return Game('broken')",
        "gave a Game from its hook extend_ruleset; expected rulewright.Extension",
    ),
    (
        extension("duell", "more"),
        "extends the ruleset 'duell' with 'more', and it is not there; did you mean 'duel'?",
    ),
    # What is raised at import.
    ("raise SystemExit", "failed to import: SystemExit (plugged_broken.py, line 3)"),
    ("raise KeyboardInterrupt", "failed to import: KeyboardInterrupt (plugged_broken.py, line 3)"),
    ("raise GeneratorExit('gone')", "failed to import: GeneratorExit: gone (plugged_broken.py, line 3)"),
    ("raise BaseException('all')", "failed to import: BaseException: all (plugged_broken.py, line 3)"),
    ("raise ImportError", "failed to import: ImportError (plugged_broken.py, line 3)"),
    ("raise MemoryError", "failed to import: MemoryError (plugged_broken.py, line 3)"),
    ("raise StopIteration", "failed to import: StopIteration (plugged_broken.py, line 3)"),
    ("raise PluginError('mine')", "mine"),
    ("raise Mute", "failed to import: Mute: its own message failed with a SystemExit (plugged_broken.py, line 3)"),
    ("fall()", "failed to import: RecursionError: maximum recursion depth exceeded"),
    ("import sys; sys.exit('bye')", "failed to import: SystemExit: bye (plugged_broken.py, line 3)"),
    # What is raised while it is searched.
    ("import sys; sys.modules[__name__] = Prickly()", "cannot be searched for hooks: "),
    ("def __getattr__(name): raise SystemExit(name)", "cannot be searched for hooks: SystemExit: "),
    ("odd = Prickly()" + "\n" + ruleset("broken") + extension("x", "y"), "extends the ruleset 'x' with 'y', and it"),
    # What is raised in a hook.
    (HOOK + "raise SystemExit(3)", "failed in its hook register_ruleset: SystemExit: 3 (plugged_broken.py, line 4)"),
    (HOOK + "raise KeyboardInterrupt", "failed in its hook register_ruleset: KeyboardInterrupt (plugged_broken.py"),
    (HOOK + "raise GeneratorExit", "failed in its hook register_ruleset: GeneratorExit (plugged_broken.py"),
    (HOOK + "raise Mute", "failed in its hook register_ruleset: Mute: its own message failed with a SystemExit"),
    (HOOK + "return fall()", "failed in its hook register_ruleset: RecursionError: maximum recursion"),
    # What a hook gives.
    (HOOK + "return 5", "gave a int from its hook register_ruleset; expected rulewright.Ruleset"),
    (HOOK + "return Game", "gave a type from its hook register_ruleset; expected rulewright.Ruleset"),
    (HOOK + "return [Game('fine'), None]", "gave a NoneType from its hook register_ruleset; expected"),
    (HOOK + "return {'id': 'broken'}", "gave a dict from its hook register_ruleset; expected"),
    (HOOK + "yield Game('broken')", "gave a generator from its hook register_ruleset; expected"),
    (HOOK + "return Prickly()", "gave a Prickly from its hook register_ruleset; expected rulewright.Ruleset"),
    (HOOK + "return Endless([1])", "failed in its hook register_ruleset: GeneratorExit: endless"),
    (
        "@hookimpl\ndef read_file_format(): return Prickly()",
        "failed in its hook read_file_format: KeyboardInterrupt: name",
    ),
    (
        "@hookimpl\ndef read_file_format(): return Format(3, 'duel')",
        "gave a Format from its hook read_file_format, whose name is a",
    ),
    (
        "@hookimpl\ndef read_file_format():\n"
        "    return type('D', (), {'name': 'a', 'ruleset': 'b', 'recognizes': 1, 'read': print})()",
        "gave a D from its hook read_file_format, whose recognizes cannot be called",
    ),
    # What a ruleset is called.
    (
        HOOK + "return Game(['a', 'list'])",
        "gave a Game from its hook register_ruleset, whose id is a list; expected text",
    ),
    (HOOK + "return Game(None)", "gave a Game from its hook register_ruleset, whose id is a NoneType; expected text"),
    (HOOK + "return Game('')", "gave a Game from its hook register_ruleset, whose id is ''; expected text on one line"),
    (HOOK + "return Game(' ')", "gave a Game from its hook register_ruleset, whose id is ' '; expected text"),
    (
        HOOK + "return Game('a\\x1b[2Jb')",
        "gave a Game from its hook register_ruleset, whose id is 'a\\x1b[2Jb'; expected",
    ),
    (HOOK + "return Game('a\\nb')", "gave a Game from its hook register_ruleset, whose id is 'a\\nb'; expected text"),
    (HOOK + "return Game(Sly('duel'))", "gave a Game from its hook register_ruleset, whose id is a Sly; expected text"),
    (HOOK + "return Game(Prickly())", "gave a Game from its hook register_ruleset, whose id is a Prickly; expected"),
    (
        HOOK + "return Game('broken', title=None)",
        "gave a Game from its hook register_ruleset, whose title is a NoneType",
    ),
    (HOOK + "return Game('broken', version=2)", "gave a Game from its hook register_ruleset, whose version is a int"),
    (extension("duel", ""), "gave a Expansion from its hook extend_ruleset, whose id is ''; expected text"),
    (
        "@hookimpl\ndef extend_ruleset(): return Expansion(['duel'], 'x')",
        "gave a Expansion from its hook extend_ruleset, whose ruleset is a list; expected text",
    ),
]


@pytest.mark.parametrize(("code", "error"), BROKEN)
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


def test_any_number_of_broken_plugins_stop_no_other(packages: Packages) -> None:
    packages.add("aaa", ruleset("aaa"))
    for number, (code, _) in enumerate(BROKEN):
        packages.add(f"broken{number}", code)
    packages.add("duel", ruleset("duel"))
    found = packages.load()
    assert list(found.rulesets) == ["aaa", "duel"]
    assert {broken.name for broken in found.broken} == {f"broken{number}" for number in range(len(BROKEN))}


@pytest.mark.parametrize("at_import", [True, False])
def test_a_person_who_presses_ctrl_c_stops_the_loading(packages: Packages, at_import: bool) -> None:
    press = "__import__('signal').raise_signal(2)"
    packages.add("slow", press if at_import else f"{HOOK}{press}")
    packages.add("duel", ruleset("duel"))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            packages.load()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_plugins_load_in_a_thread_too_where_no_signal_comes(packages: Packages) -> None:
    packages.add("broken", "raise KeyboardInterrupt")
    packages.add("duel", ruleset("duel"))
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(packages.load).result()
    assert list(found.rulesets) == ["duel"]
    assert "failed to import: KeyboardInterrupt" in error_of(found)


def test_a_package_whose_entry_points_cannot_be_read_is_named_while_the_others_load(tmp_path: Path) -> None:
    for name, points in (("garbled", b"[some.group]\nno equals sign\n"), ("bytes", b"\xff\xfe\x00")):
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_bytes(points)
    script = (
        "from rulewright.plugins import registry\nfor one in (*registry().rulesets, *registry().broken): print(one)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert lines[:-2] == sorted(load_plugins().rulesets)
    garbled, broken = sorted(lines[-2:], reverse=True)
    assert garbled.startswith("ruleset plugin 'garbled' (entry_points.txt) has entry points that cannot be read: ")
    assert broken.startswith("ruleset plugin 'bytes' (entry_points.txt) has entry points that cannot be read: Unicode")


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
        def freeze(self, extensions: Any = ()) -> Any:
            raise ValueError("two steps are named 'roll'")

    found = Registry()
    found.register(module(register_ruleset=lambda: Stubborn("duel")))
    found.register(module(extend_ruleset=lambda: Expansion("duel", "more")))
    with pytest.raises(PluginError, match="duel with more cannot be played: ValueError: two steps are named"):
        found.rules("duel")


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt(), RecursionError(), Mute(), GeneratorExit()])
def test_a_ruleset_that_cannot_be_frozen_says_so_whatever_it_raises(error: BaseException) -> None:
    class Stubborn(Game):
        def freeze(self, extensions: Any = ()) -> Any:
            raise error

    found = Registry()
    found.register(module(register_ruleset=lambda: Stubborn("duel")))
    with pytest.raises(PluginError, match=f"duel cannot be played: {type(error).__name__}"):
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
    assert plugins.HOOKS == ("register_ruleset", "extend_ruleset", "read_file_format")
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


# Games that are announced ------------------------------------------------------------

ANNOUNCING = """
from rulewright import Announced
def rules():
    import plugged_{name}_rules
    return plugged_{name}_rules.RULESET
@hookimpl
def register_ruleset(): return Announced({name!r}, "A game", "1", rules)
"""


def announce(packages: Packages, name: str, rules: str) -> Registry:
    """The registry with a game whose rules stand in a module of their own."""
    packages.add(name, ANNOUNCING.format(name=name))
    (packages.folder / f"plugged_{name}_rules.py").write_text(f"from tests.core.test_plugins import Game\n{rules}\n")
    return packages.load()


def test_the_rules_of_a_game_that_is_announced_are_imported_when_someone_asks_for_them(packages: Packages) -> None:
    found = announce(packages, "duel", "RULESET = Game('duel')")
    assert [(one.id, one.title, one.version) for one in found.rulesets.values()] == [("duel", "A game", "1")]
    assert "plugged_duel_rules" not in sys.modules
    assert found.rules("duel") == ("duel",)  # type: ignore[comparison-overlap]
    assert found.get("duel") is found.rulesets["duel"] is sys.modules["plugged_duel_rules"].RULESET
    plugin = found.plugin_of("duel")
    assert plugin is not None and plugin.name == "duel" and not found.broken


@pytest.mark.parametrize(
    ("rules", "error"),
    [
        ("1 / 0", "failed to import its rules: ZeroDivisionError: division by zero (plugged_duel_rules.py, line 2)"),
        ("RULESET = 5", "announced a game whose rules are a int; expected rulewright.Ruleset"),
        (
            "RULESET = Game('duel', 'The game')",
            "announced a game whose title is 'A game', and the title of its rules is 'The game'",
        ),
        ("RULESET = Game('chess')", "announced a game whose id is 'duel', and the id of its rules is 'chess'"),
    ],
)
def test_a_game_whose_rules_fail_is_broken_from_then_on(packages: Packages, rules: str, error: str) -> None:
    packages.add("fine", ruleset("fine"))
    found = announce(packages, "duel", rules)
    with pytest.raises(UnknownRuleset, match=re.escape(error)):
        found.rules("duel")
    assert error_of(found) == f"ruleset plugin 'duel' (plugged_duel) {error}"
    assert list(found.rulesets) == ["fine"] and found.get("fine").id == "fine"


def test_all_rules_can_be_imported_and_those_that_fail_stop_no_other(packages: Packages) -> None:
    announce(packages, "broken", "1 / 0")
    found = announce(packages, "duel", "RULESET = Game('duel')")
    assert list(found.rulesets) == ["broken", "duel"]
    found.import_all()
    assert list(found.rulesets) == ["duel"] and "division by zero" in error_of(found)


def test_games_stay_in_their_order_while_their_rules_are_imported(packages: Packages) -> None:
    announce(packages, "chess", "RULESET = Game('chess')")
    found = announce(packages, "duel", "RULESET = Game('duel')")
    assert [found.get(name).id for name in found.rulesets] == ["chess", "duel"]


def test_only_a_game_can_be_announced(packages: Packages) -> None:
    packages.add("odd", "from rulewright import Announced\n@hookimpl\ndef extend_ruleset():"
                        " return Announced('odd', 'Odd', '1', None)\n")  # fmt: skip
    assert "gave a Announced from its hook extend_ruleset; expected rulewright.Extension" in error_of(packages.load())


def test_listing_the_games_imports_the_rules_of_none() -> None:
    """However large games are, `rulewright games` is there at once: neither their rooms nor pydantic are loaded."""
    code = (
        "import sys; sys.argv = ['rulewright', 'games']; from rulewright.cli import main; main(standalone_mode=False);"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = done.stderr.split()
    rooms = {name for name in loaded if name.startswith(("rulewright_dice_throne.", "rulewright_unmatched_nemesis."))}
    reader = ("importing", "importing.roll_tree", "dice", "dice.notation")  # of a format of files
    assert "Knockdown: Nemesis" in done.stdout and rooms <= {f"rulewright_dice_throne.{room}" for room in reader}
    assert not {"pydantic", "numpy", "rich.console", "rulewright.ruleset"}.intersection(loaded)


# Another version of Rulewright ----------------------------------------------------------


MOVED = [
    (
        "from rulewright.content import fingerprint",
        "rulewright.content.fingerprint is gone: ask the content: Pack.fingerprint() (",
        "docs/upgrading.md",
    ),
    ("from rulewright import Path", "rulewright.Path is gone: ask for the move of one model with", "docs/upgrading.md"),
    ("import rulewright.desk", "No module named 'rulewright.desk' ", "import rulewright.odds_desk (docs/upgrading.md)"),
    (
        "Ruleset(id='a', draw=str)",
        "TypeError: Ruleset.__init__() got an unexpected keyword argument 'draw' ",
        "give panel=, a function (view) -> Panel",
    ),
    (
        "import rulewright; rulewright.Nothing",
        "AttributeError: module 'rulewright' has no attribute 'Nothing' ",
        f"Rulewright {rulewright.__version__} has no such name; docs/upgrading.md says which ones have changed",
    ),
    ("from rulewright.view import Nothing", "cannot import name 'Nothing' from 'rulewright.view'", "has no such name;"),
]


@pytest.mark.parametrize(("code", "error", "help"), MOVED)
@pytest.mark.parametrize("late", [False, True])
def test_a_plugin_that_uses_what_has_gone_is_told_what_to_write_instead(
    packages: Packages, code: str, error: str, help: str, late: bool
) -> None:
    packages.add("broken", f"{HOOK}exec({code!r})" if late else code)
    said = error_of(packages.load())
    assert error in said and help in said.partition("; ")[2]
    assert "(plugged_broken.py, line" in said or "(<string>, line" in said


def test_an_error_of_a_plugin_itself_is_told_no_remedy(packages: Packages) -> None:
    packages.add("broken", "import rulewright_nothing")
    assert error_of(packages.load()).endswith("No module named 'rulewright_nothing' (plugged_broken.py, line 3)")


def test_a_plugin_that_names_this_api_is_loaded(packages: Packages) -> None:
    packages.add("duel", f"RULEWRIGHT_API = {API}\n{ruleset('duel')}{extension('duel', 'more')}")
    found = packages.load()
    assert found.broken == ()
    assert list(found.rulesets) == ["duel"]


@pytest.mark.parametrize(
    ("built", "said"),
    [
        ("1", "was built for API 1 of Rulewright, and this is Rulewright "),
        ("1", "names have moved"),
        ("1", "docs/upgrading.md says what to write instead"),
        (f"{API + 1}", f"was built for API {API + 1} of Rulewright, and "),
        (f"{API + 1}", f"with API {API}; install a newer Rulewright"),
        ("'2'", "says RULEWRIGHT_API = '2'; expected a whole number, and this is Rulewright "),
        ("True", "says RULEWRIGHT_API = True; expected a whole number"),
        ("0", "says RULEWRIGHT_API = 0; expected a whole number"),
    ],
)
def test_a_plugin_built_for_another_api_is_told_which_what_changed_and_where_to_read(
    packages: Packages, built: str, said: str
) -> None:
    """
    Its hooks are not called: what they register may mean something else today.
    """
    packages.add("old", f"RULEWRIGHT_API = {built}\n{HOOK}raise SystemExit('called')")
    packages.add("duel", ruleset("duel"))
    found = packages.load()
    assert said in error_of(found)
    assert "called" not in error_of(found)
    assert list(found.rulesets) == ["duel"]

"""`rulewright new`: the projects that it makes are whole, play, and pass their own tests."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rulewright
from rulewright.cli import main
from rulewright.cli.creating import EXTENSION, GAMES, TEMPLATES
from rulewright.plugins import registry
from tests.lengths import long

from .small_games import install
from .snippets import as_if_installed, with_modules

HOME = Path(rulewright.__file__).parent
CORE = HOME.parent
TEMPLATE = CORE / TEMPLATES

each_game = pytest.mark.parametrize("board", GAMES, ids=[template.id for template in GAMES.values()])


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def made(folder: Path, *words: str) -> Path:
    """The project that the command makes."""
    result = run("new", *words, "--into", str(folder), "--json")
    assert result.exit_code == 0, result.output
    return Path(json.loads(result.stdout)["folder"])


def on(board: str) -> list[str]:
    """The flag with which a game on this board is made; none for one of cards and dice."""
    return [f"--{board}"] if board else []


def inside(project: Path, *command: str, also: Path | None = None, typed: str = "") -> str:
    """What a command prints in a project, with the project, and another one, found as if installed."""
    env = with_modules(project, *([also] if also else []), CORE)
    words = [sys.executable, "-m", *command]
    done = subprocess.run(words, cwd=project, env=env, capture_output=True, text=True, input=typed, check=False)
    assert done.returncode == 0, f"{' '.join(command)}:\n{done.stdout}{done.stderr}"
    return done.stdout


def texts_of(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not re.search("dist-info|__pycache__|_cache", path.relative_to(folder).as_posix())
    }


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A new game from each template, as if it was installed."""
    try:
        metadata.version("rulewright")
    except metadata.PackageNotFoundError:
        pytest.skip("rulewright is not installed")
    found = {board: made(tmp_path_factory.mktemp("new"), "my-game", *on(board)) for board in GAMES}
    for project in found.values():
        as_if_installed(project)
    return found


@pytest.fixture(scope="module")
def game(games: dict[str, Path]) -> Path:
    """The one of cards and dice."""
    return games[""]


# The game -----------------------------------------------------------------------------


@each_game
def test_a_new_game_passes_its_own_tests(games: dict[str, Path], board: str) -> None:
    """
    Rules, conformance kit with texts, hidden hands.
    """
    game = games[board]

    report = inside(game, "pytest", "-q", "-p", "no:cacheprovider", "--rule-report", "rules.json")

    assert re.search(r"\d\d passed", report)
    assert "failed" not in report and "skipped" not in report
    covered = json.loads(inside(game, "rulewright", "coverage", "my_game", "--report", "rules.json", "--json"))
    assert (covered["proven"], covered["open"], covered["unknown"]) == (covered["rules"], [], {})


@each_game
def test_the_commands_of_the_readme_of_a_new_game_work(games: dict[str, Path], board: str) -> None:
    commands = re.findall(r"^rulewright (play .*)$", (games[board] / "README.md").read_text("utf-8"), re.MULTILINE)

    assert commands
    for command in commands:
        inside(games[board], "rulewright", *command.split())


def test_a_new_game_is_described_with_all_that_it_should_show(game: Path) -> None:
    """
    A window, a trigger, hidden cards, dice, content, options and rules: an author finds an example of each.
    """
    shown = json.loads(inside(game, "rulewright", "describe", "my_game", "--json"))

    assert [window["name"] for window in shown["windows"] if window["reactions"]] == ["attack rolled"]
    assert {trigger["name"] for trigger in shown["triggers"]} == {"grit", "knock_out"}
    assert shown["hidden"] and shown["content"] == {"cards": 5}
    assert set(shown["setup"]["properties"]) == {"health", "cards"}
    assert all(shown["faces"][face] for face in ("texts", "evaluate", "determinize", "ledger", "panel"))


@each_game
def test_content_of_a_new_game_is_checked_at_its_place(games: dict[str, Path], board: str) -> None:
    own = inside(games[board], "rulewright", "check", "rulewright_my_game/content", "--game", "my_game")

    assert own == "rulewright_my_game/content: fine (content of my_game)\n"


def test_the_schema_of_a_new_game_knows_the_moments_of_its_cards(game: Path) -> None:
    schema = json.loads(inside(game, "rulewright", "schema", "my_game", "cards"))

    assert schema["$defs"]["Card"]["properties"]["moment"]["enum"] == ["turn", "attacker", "defender"]


@each_game
@pytest.mark.parametrize("name", ["x", "a-game-whose-name-is-as-long-as-may-b-00"])
def test_a_new_game_is_tidy_whatever_it_is_called(name: str, board: str, tmp_path: Path) -> None:
    """
    The linter finds nothing, however the lines have grown or shrunk.
    """
    pytest.importorskip("ruff")

    inside(made(tmp_path, name, *on(board)), "ruff", "check", "--no-cache", ".")


def test_a_battle_in_inches_is_played_at_the_terminal_to_its_end(games: dict[str, Path]) -> None:
    """
    A person takes the first suggestion and the first option; what is typed at the wrong moment is refused.
    """
    play = ("rulewright", "play", "my_game", "--seats", "human,random", "--seed", "5")

    printed = inside(games["inches"], *play, typed="to nowhere\n" + "a\n1\n" * 400)

    assert "nothing here is called 'nowhere'" in printed
    assert "The game is over: " in printed


# The extension ------------------------------------------------------------------------


def test_an_extension_of_a_new_game_adds_content_and_a_step(game: Path, tmp_path: Path) -> None:
    told = inside(game, "rulewright", "new", "bar", "--extension", "my_game", "--into", str(tmp_path), "--json")
    project = Path(json.loads(told)["folder"])
    as_if_installed(project)

    assert "3 passed" in inside(project, "pytest", "-q", "-p", "no:cacheprovider", also=game)
    shown = json.loads(inside(project, "rulewright", "describe", "my_game", "--json", also=game))
    (loop,) = [step for step in shown["flow"]["steps"] if "loop" in step]
    assert [step["step"] for step in loop["steps"][:2] if "step" in step] == ["raise_cheer", "draw_card"]
    assert shown["content"] == {"cards": 6}
    assert 'content=here / "content"' in (project / "rulewright_bar" / "__init__.py").read_text()
    inside(project, "rulewright", "new", "bar2", "--extension", "my_game", "--into", str(tmp_path), also=game)
    assert 'before="draw_card"' in (tmp_path / "rulewright-bar2" / "rulewright_bar2" / "steps.py").read_text()
    assert '["rulewright>=0.2", "rulewright-my-game"]' in (project / "pyproject.toml").read_text()


@pytest.mark.parametrize(("board", "first"), [("squares", "pick_figure"), ("inches", "activation")])
def test_an_extension_of_a_game_on_a_board(board: str, first: str, games: dict[str, Path], tmp_path: Path) -> None:
    """
    It adds some content, and its step comes before the first one of the turn.
    """
    game = games[board]
    inside(game, "rulewright", "new", "bar", "--extension", "my_game", "--into", str(tmp_path), also=game)
    project = tmp_path / "rulewright-bar"
    as_if_installed(project)

    assert "3 passed" in inside(project, "pytest", "-q", "-p", "no:cacheprovider", also=game)
    assert f'before="{first}"' in (project / "rulewright_bar" / "steps.py").read_text()
    assert (project / "rulewright_bar" / "content" / "additions.json").exists()


@long
def test_an_extension_of_a_game_of_any_shape(tmp_path: Path) -> None:
    """
    Dice Throne knows nothing of the template: its content takes ids of another form and lies in another place.
    """
    pytest.importorskip("rulewright_dice_throne")
    project = made(tmp_path, "more-dice", "--extension", "dice_throne")
    as_if_installed(project)

    assert "3 passed" in inside(project, "pytest", "-q", "-p", "no:cacheprovider")
    assert 'dependencies = ["rulewright>=0.2"]' in (project / "pyproject.toml").read_text()
    played = inside(project, "rulewright", "play", "dice_throne", "--seats", "random", "--seed", "4")
    cheered = re.findall(r"The guests cheer for (.*?)  \[", played)
    assert len(cheered) > 4
    assert cheered == re.findall(r"^Turn \d+: (.*?) ─", played, re.MULTILINE)


def test_an_extension_of_a_game_without_content(tmp_path: Path) -> None:
    """
    It has no folder of content, and says nothing of one.
    """
    registry.cache_clear()
    install()
    try:
        project = made(tmp_path, "more-duels", "--extension", "survey")
    finally:
        registry.cache_clear()

    assert not (project / "rulewright_more_duels" / "content").exists()
    assert "content=" not in (project / "rulewright_more_duels" / "__init__.py").read_text()


def test_the_next_steps_can_be_typed_as_they_are_printed(tmp_path: Path) -> None:
    (tmp_path / "my games").mkdir()

    printed = run("new", "whist", "--into", str(tmp_path / "my games")).stdout

    assert f"  cd '{tmp_path}/my games/rulewright-whist'\n" in printed


# What comes of the template -------------------------------------------------------------


@each_game
def test_nothing_of_a_template_is_left_behind_or_forgotten(board: str, tmp_path: Path) -> None:
    found = texts_of(made(tmp_path, "my-thing", *on(board)))

    assert set(found) == renamed_files(GAMES[board].project)
    assert left_behind(found) == set()


def test_nothing_of_the_extension_is_left_behind_or_forgotten(tmp_path: Path) -> None:
    pytest.importorskip("rulewright_dice_throne")

    found = texts_of(made(tmp_path, "my-thing", "--extension", "dice_throne"))

    assert set(found) == renamed_files(EXTENSION.project)
    assert left_behind(found) == set()


NAMES = "|".join(name.id for name in (*GAMES.values(), EXTENSION))


def renamed_files(template: str) -> set[str]:
    """The files that a project under the name my-thing should have."""
    files = texts_of(TEMPLATE / template)
    return {re.sub(NAMES, "my_thing", name).replace("gitignore", ".gitignore") for name in files}


def left_behind(files: dict[str, str]) -> set[str]:
    """The files that speak of a template by its name."""
    return {name for name, text in files.items() if re.search(NAMES, name + text, re.IGNORECASE)}


@each_game
def test_a_readme_links_to_no_page_that_is_not_there(board: str, tmp_path: Path) -> None:
    readme = made(tmp_path, "my-thing", *on(board)) / "README.md"

    links = re.findall(r"\]\(([^)]+)\)", readme.read_text(encoding="utf-8"))

    assert [link for link in links if not (readme.parent / link).exists()] == []


def test_a_name_may_contain_that_of_the_template(tmp_path: Path) -> None:
    project = made(tmp_path, "super-brawl")

    assert 'id="super_brawl"' in (project / "rulewright_super_brawl" / "__init__.py").read_text()


def test_the_templates_are_no_modules_of_rulewright() -> None:
    """
    Their folders have dashes in their names: nobody imports them, and type checkers see projects of their own.
    """
    folders = [folder.name for folder in TEMPLATE.iterdir() if folder.is_dir() and folder.name != "__pycache__"]

    assert set(folders) == {template.project for template in (*GAMES.values(), EXTENSION)}
    assert [name for name in folders if name.isidentifier()] == []
    assert not TEMPLATE.is_relative_to(HOME)


def test_a_template_names_the_version_and_the_api_that_it_is_written_for() -> None:
    release = ".".join(rulewright.__version__.split(".")[:2])

    for template in (*GAMES.values(), EXTENSION):
        found = texts_of(TEMPLATE / template.project)
        assert f'dependencies = ["rulewright>={release}"' in found["pyproject.toml"]
        assert f"RULEWRIGHT_API: Final = {rulewright.API}\n" in found[f"{template.package}/__init__.py"]


# Refusals -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("My Game", "did you mean 'my-game'"),
        ("rulewright-chess", "did you mean 'chess'"),
        ("40k", "beginning with a letter"),
        ("a--b", "did you mean 'a-b'"),
        ("../evil", "did you mean 'evil'"),
        ("国际象棋", "small letters"),
        ("Großes-Café", "did you mean 'grosses-cafe'"),
        ("x" * 41, "40 at most"),
        ("", "small letters"),
    ],
)
def test_a_name_that_is_no_package_is_refused_with_one_that_is(name: str, hint: str, tmp_path: Path) -> None:
    result = run("new", name, "--into", str(tmp_path))

    assert result.exit_code == 1
    assert "is not a name for a project" in result.output and hint in result.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("board", [board for board in GAMES if board])
def test_a_game_on_a_board_is_no_extension(board: str, tmp_path: Path) -> None:
    result = run("new", "mine", *on(board), "--extension", "dice_throne", "--into", str(tmp_path))

    assert result.exit_code == 2
    assert f"--{board}" in result.output and "and --extension make different projects" in result.output
    assert list(tmp_path.iterdir()) == []


def test_names_and_folders_that_are_taken_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("rulewright_dice_throne")
    (tmp_path / "rulewright-mine").mkdir()

    taken = run("new", "dice-throne", "--into", str(tmp_path))
    there = run("new", "mine", "--into", str(tmp_path))
    nowhere = run("new", "mine", "--into", str(tmp_path / "nowhere"))
    of_nothing = run("new", "mine", "--extension", "dice_thrown", "--into", str(tmp_path))

    assert [one.exit_code for one in (taken, there, nowhere, of_nothing)] == [1, 1, 1, 1]
    assert "'dice_throne' is the name of a game already" in taken.output
    assert "rulewright-mine already exists" in there.output
    assert "there is no such folder" in nowhere.output
    assert "did you mean 'dice_throne'" in of_nothing.output
    assert [path.name for path in tmp_path.iterdir()] == ["rulewright-mine"]

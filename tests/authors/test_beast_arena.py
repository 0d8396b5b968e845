"""A game of another author with its powers written again: in the parts of the platform, and the author's own verbs.

The author's game lies beside the checkout. Its package is changed in a copy: its power parts, the context of its
effects, its compiler and its labels of options give way to what the platform has; its own tests say whether it is still
the same game.
"""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from pathlib import Path
from typing import Final

import pytest

from tests.core.snippets import as_if_installed
from tests.core.test_other_authors import AUTHORS, LONG, run
from tests.lengths import FULL

HERE: Final = Path(__file__).parent / "beast_arena"

CHANGES: Final = {
    "words.py": [
        (r"class Run\(Resolution\):.*?\nEFFECTS = [^\n]*\n", ""),
        (r"from rulewright\.programs import [^\n]*", "from rulewright.programs import counted, then_do"),
        (r"Loop, Request", "Request"),
    ],
    "content.py": [
        (r"class Content\(Pack\):.*?(?=def load)", ""),
        (r"from rulewright\.content import Pack, load_pack",
         "from rulewright.content import load_pack\nfrom rulewright.powers.texts import TextContent"),
        (r"from rulewright\.programs import numbers\n", ""),
        (r"import Compiler, ContentModel, Effect, Lexicon, Name, Sayings, Some",
         "import ContentModel, Effect, Lexicon, Name, Some"),
        (r"import OCCASIONS, PowerCard", "import PowerCard"),
        (r"PowerCard, names=\{[^}]*\}, lexicon", "PowerCard, lexicon"),
        (r"-> Content:", "-> TextContent:"),
        (r"    return Content\((load_pack\(.*\)), lexicon\)",
         r"    pack = \1\n"
         "    ids = {'beast': tuple(pack['beasts'])}\n"
         "    return TextContent(pack, lexicon, lambda lang: Wording(TEXTS, lang),\n"
         "                       lambda verb: ids if issubclass(verb, BeastVerb) else {})"),
    ],
    "turn.py": [
        (r"import EFFECTS, hurt", "import hurt"),
        (r"return EFFECTS\(player=turn[^\n]*", "return programs[turn.act]"),
        (r"program = game\.content\.program\(trick\)", 'program = game.content.program("tricks", trick)'),
        (r"yield EFFECTS\((.*)\)", r"yield Call('resolve', OfBearer(\1))"),
        (r"from rulewright\.zones import move",
         "from rulewright import Call\nfrom rulewright.programs import OfBearer\nfrom rulewright.zones import move"),
    ],
    "ruleset.py": [
        (r"import OCCASIONS", "import MOMENTS"),
        (r"power\(OCCASIONS\)", "power(MOMENTS)"),
        (r"import EFFECTS, LEXICON", "import LEXICON"),
        (r"\[ATTACK, EFFECTS\]", "[ATTACK, RESOLVE_OF_BEARER]"),
        (r"from rulewright\.zones", "from rulewright.programs import RESOLVE_OF_BEARER\nfrom rulewright.zones"),
    ],
    "looks.py": [(r'    if request\.ask == "choose_option":.*?(?=    if request\.ask != "act")', "")],
}  # fmt: skip


@pytest.fixture
def written_again(tmp_path: Path) -> Path:
    """The game of the author, with its powers in the parts of the platform."""
    if not (AUTHORS / "beast_arena").is_dir():
        pytest.skip("beast_arena is not beside the checkout")
    project = shutil.copytree(AUTHORS / "beast_arena", tmp_path / "beast_arena")
    package = project / "rulewright_beast_arena"
    for name, changes in CHANGES.items():
        text = (package / name).read_text(encoding="utf-8")
        for pattern, instead in changes:
            text, found = re.subn(pattern, instead, text, flags=re.DOTALL if ".*?" in pattern else 0)
            assert found, f"{name} has no {pattern}"
        (package / name).write_text(text, encoding="utf-8")
    shutil.copy(HERE / "powers.py", package / "powers.py")
    file = package / "content" / "powers.toml"
    does = tomllib.loads((HERE / "powers.toml").read_text(encoding="utf-8"))
    powers = tomllib.loads(file.read_text(encoding="utf-8"))["powers"]
    file.unlink()
    again = {"powers": [{**one, "does": does[one["id"]]} for one in powers]}
    file.with_suffix(".json").write_text(json.dumps(again), encoding="utf-8")
    as_if_installed(project)
    return project


def test_it_is_the_same_game_to_its_authors_tests(written_again: Path) -> None:
    report = run(written_again, "pytest", "-q", "-p", "no:cacheprovider", *([] if FULL else ["-k", f"not {LONG}"]))
    assert f"{46 if FULL else 45} passed" in report


def test_its_platform_code_is_less_than_sixty_lines() -> None:
    """All of `powers.py`, and what makes the content of the pack."""
    lines = len((HERE / "powers.py").read_text(encoding="utf-8").splitlines())
    made = sum(instead.count("\n") for changes in CHANGES.values() for _, instead in changes)
    assert lines + made < 60

"""The game as a whole: what every ruleset owes, what stays hidden, what people read."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from rulewright import View, new_game
from rulewright.narrator import Narrator, snake
from rulewright.panels import Cards
from rulewright.problems import ContentError
from rulewright.testing import check_ruleset
from rulewright.text import Texts

from rulewright_brawl.cards import load_cards
from rulewright_brawl.looks import panel
from rulewright_brawl.ruleset import RULESET
from rulewright_brawl.state import deck, hand

README = Path(__file__).parents[1] / "README.md"


def test_the_game_keeps_what_every_ruleset_owes() -> None:
    """
    Random games end, every listed answer is accepted and nothing else is, saves and forks go on alike, nothing leaks.
    """
    report = check_ruleset("brawl", games=20, seed=1, looks=3, must_exercise=True)

    assert report.checks["leak"] > 0


def test_a_hand_is_seen_by_its_owner_only() -> None:
    game = new_game("brawl", seed=1)
    mine, theirs = game.view(0), game.view(1)

    assert None not in mine.state.zones[hand(0)].cards
    assert theirs.state.zones[hand(0)].cards == (None,) * 4
    assert set(theirs.state.zones[deck(1)].cards) == {None}
    assert [known(mine, event) for event in game.events(0)] != [known(theirs, event) for event in game.events(1)]


def test_the_panel_shows_the_own_hand_and_counts_the_other() -> None:
    view = new_game("brawl", seed=1).view(0)
    hands = {part.about: part for part in panel(view).parts() if isinstance(part, Cards)}

    assert [card.about for card in hands[hand(0)].cards] == list(view.state.zones[hand(0)].cards)
    assert (hands[hand(1)].cards, hands[hand(1)].hidden) == ((), 3)


def known(view: View, event: object) -> str:
    """An event as a player reads it."""
    return Narrator(view.rules).event(view, event)  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_everything_has_a_text(lang: str) -> None:
    """
    No event falls back on its own name, and no text speaks of a field that its event has not.
    """
    texts = Texts.load(RULESET.texts)

    keys = {f"event.{snake(kind.__name__)}": set(kind.__struct_fields__) for kind in RULESET.events}

    assert keys.keys() <= set(texts)
    assert [key for key, fields in keys.items() if not texts.fields(key) <= fields] == []
    assert texts.missing(lang) == ()


def test_wrong_cards_are_refused_with_every_problem(tmp_path: Path) -> None:
    (tmp_path / "cards.toml").write_text(
        '[[cards]]\nid = "mug"\nname = { en = "Mug", zh = "酒杯" }\nmoment = "turn"\neffect = "heel"\n\n'
        '[[cards]]\nid = "stool"\nname = { en = "Stool", zh = "凳子" }\nmoment = "noon"\neffect = "hurt"\n',
        encoding="utf-8",
    )

    with pytest.raises(ContentError) as wrong:
        load_cards([tmp_path])

    assert [(problem.entry, problem.field, problem.nearest) for problem in wrong.value.problems] == [
        ("stool", "moment", ()),
        ("mug", "effect", ("heal",)),
    ]


def test_the_commands_of_the_readme_work(tmp_path: Path) -> None:
    commands = re.findall(r"^rulewright (play .*)$", README.read_text(encoding="utf-8"), re.MULTILINE)

    for command in commands:
        words = [sys.executable, "-m", "rulewright", *command.split()]
        done = subprocess.run(words, cwd=tmp_path, input="", capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}: {done.stderr}"

    assert commands

"""docs/heroes.md: the hero that it writes plays, and its list of verbs is the vocabulary."""

import re
from pathlib import Path
from random import Random

import pytest

from rulewright import new_game, rules_for
from rulewright.testing import check_ruleset
from rulewright_dice_throne.effects.lexicon import LEXICON
from rulewright_dice_throne.effects.values import QUANTITIES, WHOSE

from ..core.snippets import Reader, snippets

PAGE = Path(__file__).parents[2] / "docs" / "heroes.md"


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """Someone who has done everything on the page."""
    reader = Reader(tmp_path_factory.mktemp("heroes"), (), {})
    reader.read(PAGE)
    return reader


def test_every_snippet_runs(reader: Reader) -> None:
    assert reader.count == len(list(snippets(PAGE)))
    assert reader.not_run == []


def test_the_hero_of_the_page_plays_both_seats_and_keeps_what_every_ruleset_owes(reader: Reader) -> None:
    rules = rules_for("dice_throne", [reader.folder / "lamplighter.toml"])
    used: set[str] = set()
    for seed in range(12):
        game = new_game(rules, {"heroes": ["lamplighter", "lamplighter"]}, seed=seed)
        rng = Random(seed)
        while game.request is not None:
            game.answer(game.request.space.sample(rng), game.request.player)
        assert game.result is not None
        used |= {str(getattr(event, "card", "")) for event in game.events()}

    cards = {card.id for card in rules.content["heroes"]["lamplighter"].cards}
    assert cards <= used
    check_ruleset(rules, games=1, seed=1, looks=2)


def test_the_page_lists_the_verbs_of_the_vocabulary() -> None:
    table = PAGE.read_text(encoding="utf-8").rpartition("## 7")[2].partition("\n## ")[0]

    rows = "".join(line for line in table.splitlines() if line.startswith("|"))
    assert set(re.findall(r"`(\w+)`", rows)) == set(LEXICON.verbs)


def test_the_page_lists_every_quantity_of_every_player() -> None:
    text = PAGE.read_text(encoding="utf-8").rpartition("## 8")[2]
    words = set(re.findall(r"`(\w+)`", "".join(line for line in text.splitlines() if line.startswith("|"))))

    assert words == {*(f"{whose}_" for whose in WHOSE), *QUANTITIES}

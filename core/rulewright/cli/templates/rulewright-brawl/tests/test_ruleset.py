"""The game as a whole: what every ruleset owes, what stays hidden, what people read."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulewright import View, new_game
from rulewright.narrator import Narrator
from rulewright.panels import Cards
from rulewright.problems import ContentError
from rulewright.testing import check_ruleset

from rulewright_brawl.cards import load_cards
from rulewright_brawl.looks import panel
from rulewright_brawl.state import deck, hand


def test_the_game_keeps_what_every_ruleset_owes() -> None:
    """
    Random games end, every listed answer is accepted and nothing else is, saves and forks go on alike, nothing leaks;
    and everything is told in texts of its own, in both languages.
    """
    report = check_ruleset("brawl", games=20, seed=1, looks=3, must_exercise=True)

    assert report.checks["leak"] > 0
    assert report.wordless == set()


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

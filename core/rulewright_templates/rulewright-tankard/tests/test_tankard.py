"""What the extension adds, in the game that it extends."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from rulewright import new_game
from rulewright.describe import content_tables
from rulewright.plugins import registry
from rulewright.testing import check_ruleset

import rulewright_tankard
from rulewright_tankard.steps import CheerRaised

ADDITIONS = Path(rulewright_tankard.__file__).parent / "content" / "additions.json"


def test_the_game_keeps_what_every_ruleset_owes() -> None:
    """
    With the extension installed the whole game is still sound.
    """
    report = check_ruleset("brawl", games=2, seed=1, looks=2)

    assert report.exercised["event"]["CheerRaised"] > 0
    assert "tankard" in [extension.id for extension in registry().extensions("brawl")]


@pytest.mark.rule("brawl:tankard.cheer")
def test_the_guests_cheer_for_the_player_whose_turn_it_is() -> None:
    game, rng = new_game("brawl", seed=1), Random(1)
    cheered: list[tuple[int | None, int | None]] = []
    since = 0
    while game.request is not None and len(cheered) < 3:
        cheers = [event for event in game.events(since=since) if isinstance(event, CheerRaised)]
        cheered += [(event.player, game.active) for event in cheers[-1:]]
        since += len(game.events(since=since))
        game.answer(game.request.space.sample(rng), game.request.player)

    assert cheered
    assert [player for player, _ in cheered] == [active for _, active in cheered]


@pytest.mark.skipif(not ADDITIONS.is_file(), reason="this extension adds no content")
def test_the_content_is_in_the_game() -> None:
    tables = content_tables(registry().rules("brawl").content)

    for kind, entries in json.loads(ADDITIONS.read_text(encoding="utf-8")).items():
        assert {entry["id"] for entry in entries} <= set(tables[kind])

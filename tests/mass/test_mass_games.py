"""The mass games in small: every game is among them, fights, is counted, and replays; and what goes wrong is named."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rulewright import choose, new_game
from rulewright.plugins import registry
from tests.lengths import long

from . import playing
from .beginning import FOREIGN, beginning, contents_of, doubled, drawn, ids_in, import_all, rules_of, words_in
from .fighting import ANY, FOND, fight
from .playing import GAMES, IMPORTED, imported, join, play, replay, told

INSTALLED = sorted(registry().rulesets)


def test_no_game_is_forgotten() -> None:
    assert sorted(GAMES) == sorted(FOND) == INSTALLED
    assert set(FOREIGN) <= set(INSTALLED)


def test_the_check_of_a_change_names_no_game_by_hand() -> None:
    script = (Path(__file__).parents[2] / ".ci" / "run").read_text(encoding="utf-8")
    assert [game for game in INSTALLED if game in script] == []


@pytest.mark.parametrize("game", INSTALLED)
def test_games_are_played_counted_and_replayed(game: str, tmp_path: Path) -> None:
    report, failures = play(game, [1], tmp_path)
    assert not failures and report.checks["games"] == 1
    assert not replay(game, [1], tmp_path)
    head, *lines = told(join([report, report]))
    assert head.startswith(f"{game}: ") and "2 games" in head
    kinds = {line.split(":")[0].strip() for line in lines}
    assert {"procedure", "window", "event", "event, never"} <= kinds
    assert any("GameOver 2" in line for line in lines)


@pytest.mark.parametrize(("kind", "wanted"), [("attack", ("attack", "claw")), (ANY, ("move",))])
def test_a_fighter_mostly_chooses_what_leads_to_a_fight(kind: str, wanted: Any) -> None:
    request = choose(0, "act", [None, ("move",), ("attack", "claw")] if kind else [None, ("move",)])
    rng = Random(1)
    chosen = [fight(request, rng, {"act": (kind,)}) for _ in range(200)]
    assert 150 < chosen.count(wanted) < 200
    assert 40 < [fight(request, rng, {}) for _ in range(200)].count(wanted) < 150


def test_fighters_fight() -> None:
    """Two who answer at random roll a handful of dice in a game."""
    rules, found = rules_of("crisis_protocol"), []
    for fond in (FOND["crisis_protocol"], {}):
        rng = Random(5)
        game = new_game(rules, drawn(rules, rng, frozenset()), seed=5)
        while game.requests:
            request = game.requests[0]
            game.answer(fight(request, rng, fond) if fond else request.space.for_program(rng), request.player)
        found.append(sum(type(event).__name__ == "AttackResolved" for event in game.events()))
    assert found[0] > 5 * found[1]


def test_two_of_everything_is_the_same_for_everyone() -> None:
    setup = {"heroes": ("monk", "ninja"), "mode": "duel", "ranks": [1, 2, 3]}
    assert doubled(setup, 2) == {"heroes": ("monk", "monk"), "mode": "duel", "ranks": [1, 2, 3]}


@pytest.mark.parametrize(
    "game",
    [pytest.param(name, marks=long if name == "crisis_protocol" else ()) for name in INSTALLED if name in FOREIGN],
)
def test_what_was_imported_is_in_a_game(game: str, tmp_path: Path) -> None:
    import_all(game, tmp_path / IMPORTED)
    if not (contents := imported(tmp_path)):
        pytest.skip(f"no files of other programs beside the checkout: {FOREIGN[game]}")
    content = contents_of(4, contents)
    assert content and not contents_of(5, contents)
    how = beginning(game, 4, contents)
    assert how.special == ("imported",) and any(ids_in(one) & {*words_in(how.setup)} for one in content)
    assert play(game, [4], tmp_path)[1] == replay(game, [4], tmp_path) == []


def test_what_fails_is_named_with_its_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = "unmatched_nemesis"
    play(game, [7, 8], tmp_path)
    journal = msgspec.json.decode((tmp_path / "7.json").read_bytes())
    (tmp_path / "7.json").write_bytes(msgspec.json.encode({**journal, "digest": "0" * 64}))
    (failure,) = replay(game, [7, 8], tmp_path)
    assert failure.startswith("unmatched_nemesis, game 7, replayed: ")

    def break_down(*_: Any) -> Any:
        raise ValueError("out of ideas")

    monkeypatch.setattr(playing, "fight", break_down)
    assert play(game, [3], tmp_path)[1] == ["unmatched_nemesis, game 3: ValueError: out of ideas"]


def test_a_watch_over_battles_names_what_does_not_hold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def robbed(event: Any, state: Any) -> None:
        state.armies.edit(event.player).cp += 2

    monkeypatch.setattr("rulewright_wh40k.events.command.CPGained.apply", robbed)
    _, failures = play("wh40k", [1], tmp_path)
    assert "has 2 CP, and should have 1" in failures[0]

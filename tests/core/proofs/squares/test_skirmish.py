"""The skirmish on squares: what is refused, by which rule; how it is played, saved, drawn, reckoned and checked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import rulewright as rw
from rulewright import hookimpl
from rulewright.bots import make_bot
from rulewright.cli import main
from rulewright.cli.drawing import drawn
from rulewright.field import Route
from rulewright.geometry import maps
from rulewright.geometry.grid import square_of
from rulewright.geometry.grid.moves import Reach
from rulewright.plugins import registry
from rulewright.testing import check_ruleset

from .figures import BOARD, CARDS, Attacked, Damaged, Fighter, KnockedOut, Setup
from .looks import LEDGER, panel
from .skirmish import MOVING, SKIRMISH, TURNS

RULES = SKIRMISH.freeze()


class Plugin:
    """Brings the skirmish as an installed package would."""

    @staticmethod
    @hookimpl
    def register_ruleset() -> rw.Ruleset:
        return SKIRMISH


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    registry().register(Plugin, "squares_skirmish")
    monkeypatch.chdir(tmp_path)


def stands(*where: str) -> Setup:
    """``ace A4``: a figure on a square; the first three names are those of the first player."""
    pairs = (text.split() for text in where)
    return Setup(tuple((who, int(list(CARDS).index(who) > 2), square_of(at)) for who, at in pairs))


def play(setup: Setup, *answers: Any, dice: Sequence[tuple[int, int]] = ()) -> rw.Game:
    """A game in which these were answered: texts are read as ways, for moves."""
    game = rw.new_game(RULES, setup, seed=1, chance=rw.Scripted(list(dice)))
    for answer in answers:
        go(game, answer)
    return game


def go(game: rw.Game, answer: Any) -> None:
    space = game.request.space
    typed = isinstance(answer, str) and isinstance(space, Route)
    game.answer(space.read(answer) if typed else answer)


def refused(setup: Setup, figure: str, typed: str) -> rw.Refused:
    """What is said to a way that is typed."""
    game = play(setup, figure)
    before = game.digest()
    with pytest.raises(rw.Refused) as error:
        go(game, typed)
    assert game.digest() == before and all(one.rule in LEDGER for one in error.value.violations)
    return error.value


def left(game: rw.Game) -> dict[Any, Fighter]:
    return dict(game.state.fighters)


# ------------------------------------------------------------------------------------------------------------- moving


@pytest.mark.parametrize(
    ("where", "typed", "en", "zh"),
    [
        ("ace A4 dan L1", "I4", "I4 is 1 square too far [move.speed]", "到 I4 超出 1 格 [move.speed]"),
        ("bow A4 ace C4 dan L1", "C4", "a move cannot end in C4: it is occupied [move.end]",
         "移动不能停在 C4：已被占据 [move.end]"),
        ("ace H2 dan L1", "I3", "a move cannot end in I3: it is blocking terrain [move.end]",
         "移动不能停在 I3：那里是阻挡地形 [move.end]"),
        ("ace C8 dan L1", "C8 D8", "a wall is between C8 and D8 [move.wall]", "C8 与 D8 之间有墙 [move.wall]"),
        ("ace D4 dan L1", "D4 E4", "D4 and E4 differ in elevation [move.ramp]", "D4 与 E4 高度不同 [move.ramp]"),
        ("ace A1 dan C1", "A1 B1 B2", "the move has to stop in B1, beside an opposing figure [move.beside]",
         "移动必须停在 B1：旁边有敌方单位 [move.beside]"),
        ("ace A1 dan B1", "A1 B1 C1", "an opposing figure is in B1 [move.way]", "B1 有敌方单位 [move.way]"),
        ("ace A1 dan L1", "Z9", "Z9 is off the board [move.way]", "Z9 不在棋盘上 [move.way]"),
    ],
)  # fmt: skip
def test_a_move_is_refused_with_the_rule_that_forbids_it(where: str, typed: str, en: str, zh: str) -> None:
    """Speed, walls, ramps, opposing figures and where a move may end. (move.*)"""
    words = where.split()
    setup = stands(*(f"{who} {at}" for who, at in zip(words[::2], words[1::2], strict=True)))
    error = refused(setup, words[0], typed)
    assert str(error) == en and error.told("zh") == zh


def test_a_figure_goes_up_a_ramp_and_its_way_is_kept() -> None:
    """Only ramps lead up and down. (move.ramp)"""
    game = play(stands("ace C5", "dan L1"), "ace", "F5")
    assert game.answers[-1] == (0, tuple(map(square_of, ("C5", "D5", "E5", "F5"))))
    assert left(game)["ace"].at == square_of("F5")


def test_every_kind_that_a_move_can_be_refused_for_has_a_rule() -> None:
    assert all(MOVING.rule(kind) in LEDGER for kind in Route.KINDS)


# ---------------------------------------------------------------------------------------------------------- attacking


def test_a_hit_turns_the_dial_of_the_target() -> None:
    """Two dice and the attack value reach the defense value; the dial turns by the damage. (attack.roll, .damage)"""
    game = play(stands("bow A1", "dan F1"), "bow", "stay", "dan", dice=[(3, 4)])
    assert [event for event in game.events() if isinstance(event, Attacked | Damaged)] == [
        Attacked("bow", "dan", (3, 4), True, rule="attack.roll"), Damaged("dan", 2, rule="attack.damage"),
    ]  # fmt: skip
    assert left(game)["dan"].click == 2


def test_behind_hindering_terrain_the_defense_is_one_more() -> None:
    """Ten and seven reach 17, and not through the shrubs. (attack.hindered)"""
    game = play(stands("bow A2", "dan G2"), "bow", "stay", "dan", dice=[(3, 4)])
    assert left(game)["dan"].click == 0


@pytest.mark.parametrize(
    ("where", "found"),
    [
        (("bow A1", "dan H1"), ("dan", None)),
        (("bow A1", "dan J1"), None),
        (("bow G3", "dan L3"), None),
        (("ace A1", "dan B2"), ("dan", None)),
        (("ace A1", "dan C1"), None),
        (("bow A1", "dan C1", "eve F1"), ("dan", None)),
    ],
)
def test_only_those_in_line_of_fire_and_range_can_be_attacked(where: Sequence[str], found: Any) -> None:
    """Blocking terrain and figures block; without range a figure attacks whoever is beside it. (attack.line)"""
    game = play(stands(*where), where[0].split()[0], "stay")
    assert (game.request.space.values if game.request.ask == "target" else None) == found
    if found:
        with pytest.raises(rw.Refused) as error:
            game.answer("fox")
        assert error.value.rule == "attack.line"


def test_the_last_side_standing_wins() -> None:
    """A figure that turns past its last click leaves the map. (attack.out, end.last)"""
    setup = stands("ace A1", "fox B1")
    game = play(setup, "ace", "stay", "fox", dice=[(6, 6)])
    assert any(isinstance(event, KnockedOut) for event in game.events()) and "fox" not in left(game)
    assert game.result is not None and game.result.winners == (0,)


# --------------------------------------------------------------------------------------------- faces, bots, saves, kit


def test_the_skirmish_keeps_what_every_ruleset_owes() -> None:
    check_ruleset(SKIRMISH, games=3, seed=1, looks=2)


def typed_game(lang: str, lines: Sequence[str], *more: str) -> Any:
    arguments = ["play", "squares_skirmish", "--seed", "3", "--seats", "human,random", "--lang", lang, *more]
    return CliRunner().invoke(main, arguments, input="".join(f"{line}\n" for line in lines), prog_name="rulewright")


def test_a_turn_at_the_terminal_is_saved_and_goes_on(installed: None) -> None:
    """A person picks a figure, moves it by a way that is typed, and plays on after a load."""
    result = typed_game("en", ["bow", "M6", "hill", "A5", "save here.json", "quit"])
    assert "Bow moves: A6 A5  [move.way]" in result.stdout, result.output
    assert "M6 is off the board [move.way]" in result.stdout
    assert "hill is not a square; type one such as" in result.stdout
    assert rw.load("here.json", game=RULES).answers[1] == (0, ((0, 5), (0, 4)))
    chinese = typed_game("zh", ["长弓", "M6", "A6 A5", "quit"]).stdout
    assert "M6 不在棋盘上 [move.way]" in chinese and "长弓移动：A6 A5" in chinese


def test_a_person_sees_the_move_on_the_map_before_it_is_made(installed: None) -> None:
    """Reach when the question is asked; `map` and an answer shows what it would do, and answers nothing."""
    shown = typed_game("en", ["bow", "map", "map D6", "map M6", "map C4 hill", "map a", "help", "D6", "quit"]).stdout
    asked, again, possible, off, unread, suggested, helped, *_ = shown.split("Where does Bow go?")
    assert "B+  #   .+  .+  .+2" in asked and "+ reach" in asked and asked.count("Bow  A6  5  10  15  2") == 1
    assert "B+  #   .+  .+  .+2" in again and "* route" not in again
    assert "B*  #   .*  B*  .+2" in possible and "B Bow would stand at D6" in possible
    assert "* route" in possible and "That can be done." in possible
    assert "That cannot be done: M6 is off the board [move.way]" in off and "! fault" not in off
    assert "hill is not a square" in unread and "reach" not in unread
    assert "That can be done." in suggested
    assert "map [ANSWER]" in helped and "the map and where you can go" in helped
    assert shown.count("Bow moves: ") == 1 and "Bow moves: A6 B5 C6 D6" in shown
    chinese = typed_game("zh", ["长弓", "地图 D4 E4", "quit"]).stdout
    assert "+ 可到达" in chinese and "! 不合规则" in chinese and "A6" in chinese
    assert "不能这样做：路线从 D4 开始，而不是 A6 [move.way]" in chinese


def test_a_replay_plans_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever settles and suggests may fail: a save keeps exact ways. (JOINTS 9.3)"""
    game = rw.new_game(RULES, seed=4)
    bots = [make_bot("random", 1), make_bot("random", 2)]
    while (request := game.request) and len(game.answers) < 60:
        go(game, bots[request.player].choose(game.view(request.player), request))
    game.save(tmp_path / "game.json")

    def fails(*_: Any) -> Any:
        raise AssertionError("a replay plans nothing")

    planners = ((Route, "settle"), (Route, "suggest"), (Route, "sample"), (Reach, "path"), (Reach, "attempt"))
    for kind, method in planners:
        monkeypatch.setattr(kind, method, fails)
    assert rw.load(tmp_path / "game.json", game=RULES).digest() == game.digest()


def test_a_view_has_the_board_of_the_game() -> None:
    game = play(stands("bow A1", "dan H1"), "bow")
    view = game.view(1)
    assert BOARD(view).board is BOARD(game).board
    assert BOARD(view).figures.mask("bow") == BOARD(game).figures.mask("bow")
    told = json.loads(game.view(0).to_json())["request"]["space"]
    assert (told["kind"], told["start"], told["steps"]) == ("route", "A1", 5) and "F1" in told["ends"]


def test_a_greedy_player_beats_a_random_one() -> None:
    wins = 0
    for seed in range(4):
        game = rw.new_game(RULES, seed=seed)
        bots = [make_bot("greedy" if seat == seed % 2 else "random", seed) for seat in (0, 1)]
        while request := game.request:
            game.answer(bots[request.player].choose(game.view(request.player), request))
        assert game.result is not None
        wins += game.result.winners == (seed % 2,)
    assert wins == 4


def test_suggestions_lead_to_attacks() -> None:
    game = play(stands("bow A10", "dan L10"), "bow")
    space = game.request.space
    (first, *_) = space.suggest(6, Random(1))
    assert space.hint(first) == {"en": "to attack Dan", "zh": "去攻击丹"}
    game.answer(first)
    assert game.request.ask == "target" and "dan" in game.request.space.values


def test_a_game_without_a_winner_in_time_is_decided_by_clicks() -> None:
    """After forty turns the side with more clicks left wins. (end.time)"""
    game = play(stands("ace A1", "eve L10"))
    for _ in range(TURNS):
        game.answer(game.request.space.values[0])
        go(game, "stay")
    assert game.result is not None and game.result.reason == "time is up" and game.result.winners == (0,)


def test_the_map_in_characters() -> None:
    lines = drawn(panel(rw.new_game(RULES, seed=1).view(0)), "en").plain.split("\n")
    assert any("A" in line and line.split()[:1] == ["4"] for line in lines)
    assert any(line.split()[:6] == ["Ace", "A4", "7", "10", "17", "3"] for line in lines)
    assert max(map(len, lines)) <= 80


def test_the_odds_of_an_attack(installed: None) -> None:
    found = CliRunner().invoke(main, ["odds", "squares_skirmish", "--attack", "10", "--defense", "17", "--json"])
    assert json.loads(found.stdout)["probability"] == "7/12"


def test_a_picture_of_the_position_with_a_move_that_fails() -> None:
    game = play(stands("ace D4", "dan L1"), "ace")
    space = game.request.space
    table = panel(game.view(0)).map
    assert table is not None
    shown = table.over(*space.preview(space.read("D4 E4")))
    assert "D4 and E4 differ in elevation" in maps.as_svg(shown)
    assert "D4 与 E4 高度不同" in maps.as_svg(shown, lang="zh")

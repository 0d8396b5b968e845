"""The battle in inches: what is refused, by which rule; how it is played, saved, drawn, reckoned and checked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import rulewright as rw
from rulewright import hookimpl, odds
from rulewright.bots import make_bot
from rulewright.cli import main
from rulewright.field.inches import Charge, ToolMove, UnitMove
from rulewright.field.inches.questions import Inches
from rulewright.geometry import plane
from rulewright.geometry.maps import as_svg, as_text
from rulewright.plugins import registry
from rulewright.testing import check_ruleset
from tests.lengths import length

from .battle import BY_TOOL, CHARGING, NORMAL, RULES, RULESET, evaluate
from .looks import LEDGER, hits, panel
from .terms import KINDS, TABLE, Advanced, Attacked, ChargeFailed, UnitMoved, WoundLost, models_of


class Plugin:
    """Brings the battle as an installed package would."""

    @staticmethod
    @hookimpl
    def register_ruleset() -> rw.Ruleset:
        return RULESET


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    registry().register(Plugin, "inches_battle")
    monkeypatch.chdir(tmp_path)


def start(*answers: Any, dice: Sequence[tuple[int, ...]] = (), **more: Any) -> rw.Game:
    """A game in which these were answered: texts are read as a person types them."""
    game = rw.new_game(RULES, seed=1, **({"chance": rw.Scripted(list(dice))} if dice else {}), **more)
    for answer in answers:
        go(game, answer)
    return game


def go(game: rw.Game, answer: Any) -> None:
    space = game.request.space
    game.answer(space.read(answer) if isinstance(answer, str) and isinstance(space, Inches) else answer)


def refused(game: rw.Game, typed: Any) -> rw.Refused:
    before = game.digest()
    with pytest.raises(rw.Refused) as error:
        go(game, typed)
    assert game.digest() == before and error.value.rule in LEDGER
    return error.value


# ------------------------------------------------------------------------------------------------------------- moving


def test_a_unit_advances_in_coherency_and_its_exact_ways_are_kept() -> None:
    """Each model moves up to its inches; the journal keeps places, not the goal. (move.inches, move.coherency)"""
    game = start("to Scouts")
    (_, kept) = game.answers[-1]
    assert {name for name, _ in kept} <= {one.id for one in models_of(game, "Mob")}
    assert not plane.measure.coherency(TABLE(game), "Mob").faults
    assert max(one.y for one in models_of(game, "Mob")) > 7.0
    assert isinstance(game.log[-1].event, UnitMoved)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Mob 1 3,12", "Mob 1 moves 3 inches too far [move.inches]"),
        ("Mob 1 3,8", "too far from [move.coherency]"),
        ("Mob 5 10.2,-1", "[move.way]"),
        ("to Atlantis", "nothing here is called 'Atlantis'; there are "),
    ],
)
def test_a_move_is_refused_with_the_rule_that_forbids_it(typed: str, said: str) -> None:
    """Inches, coherency, the edge of the table, and things that are not there. (move.*)"""
    words = str(refused(start(), typed))
    assert all(part in words for part in said.replace(" [", "|[").split("|")), words


def test_a_refusal_is_said_in_chinese_with_the_names_of_models() -> None:
    assert refused(start(), "Mob 1 3,12").told("zh").startswith("暴民1 多移动了 3 英寸 [move.inches]")


def test_nobody_moves_within_an_inch_of_an_enemy() -> None:
    """(move.engagement)"""
    game = start("to Scouts", None)
    while game.request.ask != "move" or game.request.player == 0:
        go(game, {"move": "stay", "advance": "stay"}.get(game.request.ask))
    (foe,) = [one for one in game.state.figures.values() if one.id == "Mob 1"]
    game.state.figures["Scouts 1"]
    error = refused(game, f"Scouts 1 {foe.x},{foe.y + 1.5}")
    assert "move.engagement" in {one.rule for one in error.violations}


def test_a_captain_advances_with_a_bent_tool() -> None:
    """The tool is laid against the base and bent; the base ends touching it. (tool.lies)"""
    game = start("stay", "stay")
    assert game.request.ask == "advance" and isinstance(game.request.space, ToolMove)
    go(game, "lay 120 45")
    event = game.log[-1].event
    assert isinstance(event, Advanced)
    (sx, sy), (ex, ey), (x, y) = event.tool
    assert (ex - sx) * (y - ey) - (ey - sy) * (x - ex) > 1.0, "the tool is straight"
    assert (models_of(game, "Captain")[0].x, models_of(game, "Captain")[0].y) == event.place


def test_a_place_that_no_tool_reaches_is_refused_by_its_rule() -> None:
    """(tool.reach)"""
    error = refused(start("stay", "stay"), "3,9")
    assert error.rule == "tool.reach" and "Captain's own is " in error.reason and "short of there" in error.reason


def test_every_kind_of_fault_has_a_rule() -> None:
    for rules, kind in ((NORMAL, UnitMove), (CHARGING, Charge), (BY_TOOL, ToolMove)):
        assert all(rules.rule(reason) in LEDGER for reason in kind.KINDS)


# --------------------------------------------------------------------------------------------- shooting and charging


def near_game(dice: Sequence[tuple[int, ...]]) -> rw.Game:
    """Both sides have come near: the Mob is to choose whom to shoot."""
    game = rw.new_game(RULES, seed=2, chance=rw.Scripted(list(dice)))
    for _ in range(40):
        request = game.request
        if request.ask == "shoot" and request.about["unit"] == "Mob":
            return game
        go(game, {"move": f"to {'Scouts' if request.player == 0 else 'Mob'}", "advance": "stay"}.get(request.ask))
    raise AssertionError("they never came near")


def test_models_that_see_shoot_and_wounds_are_lost() -> None:
    """Each shot hits on 4 or more; a model without wounds is removed. (shoot.roll, wound.lost)"""
    game = near_game([(4, 4, 4, 3, 1)])
    target = next(one for one in game.request.space.values if one)
    seers = plane.see.seers(TABLE(game), "Mob", target, KINDS["trooper"].reach)
    game = near_game([(6,) * len(seers)])
    before = sum(one.wounds for one in models_of(game, target))
    game.answer(target)
    attacked = next(entry.event for entry in game.log if isinstance(entry.event, Attacked))
    assert attacked.hits == len(seers) > 0
    assert sum(one.wounds for one in models_of(game, target)) == max(0, before - len(seers))
    assert any(isinstance(entry.event, WoundLost) for entry in game.log)


def charging(dice: Sequence[tuple[int, ...]]) -> rw.Game:
    """The Mob has chosen its target; two dice were rolled."""
    game = near_game(dice)
    while game.request.ask != "charge":
        go(game, None)
    game.answer(next(one for one in game.request.space.values if one))
    return game


def test_a_charge_ends_engaged_and_they_fight() -> None:
    """(charge.target, fight.engaged)"""
    game = charging([(6, 6), *[(4,) * 5] * 4])
    assert game.request.ask == "charge move"
    target = game.request.space.targets[0]
    assert refused(game, "Mob 1 1,1").rule in ("charge.target", "charge.roll", "move.way")
    go(game, "charge")
    assert not plane.move.check_engaged(TABLE(game), "Mob", (target,))
    assert game.request.ask == "fight" and target in game.request.space.values


def test_a_charge_that_is_too_short_fails() -> None:
    """Two dice are the inches of a charge. (charge.roll)"""
    game = charging([(1, 1)])
    assert any(isinstance(entry.event, ChargeFailed) for entry in game.log)


# --------------------------------------------------------------------------------------------- faces, bots, saves, kit


def test_the_battle_keeps_what_every_ruleset_owes() -> None:
    check_ruleset(RULESET, games=2, seed=1, looks=2)


def played(seed: int, answers: int, bot: str = "random") -> rw.Game:
    game = rw.new_game(RULES, seed=seed)
    bots = [make_bot(bot, 1), make_bot("random", 2)]
    while (request := game.request) and len(game.answers) < answers:
        game.answer(bots[request.player].choose(game.view(request.player), request), request.player)
    return game


def test_a_replay_plans_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever settles, plans and samples may fail: a save keeps exact ways. (JOINTS 9.3)"""
    game = played(4, 60)
    game.save(tmp_path / "game.json")

    def fails(*given: Any, **more: Any) -> Any:
        raise AssertionError("a replay plans nothing")

    for method in ("settle", "suggest", "sample", "planned"):
        monkeypatch.setattr(Inches, method, fails)
    for kind in (UnitMove, ToolMove, Charge):
        monkeypatch.setattr(kind, "plan", fails)
        monkeypatch.setattr(kind, "draw", fails)
    assert rw.load(tmp_path / "game.json", game=RULES).digest() == game.digest()


def test_a_view_has_the_scene_of_the_game_and_the_question_as_data() -> None:
    game = start()
    assert TABLE(game.view(1)) is TABLE(game) and evaluate(game.view(0), 0) < 5
    told = json.loads(game.view(0).to_json())["request"]["space"]
    assert told["kind"] == "unitmove" and told["unit"] == "Mob" and told["inches"] == 6.0
    assert told["hints"][0] == {
        "words": {"en": "to Wolves", "zh": "前往狼群"},
        "answer": ["beside", "Wolves", 1.1],
    }


def test_a_greedy_player_beats_a_random_one() -> None:
    won, games = 0, length(2, 4)
    for seed in range(1, games + 1):
        game = rw.new_game(RULES, {"rounds": 4}, seed=seed)
        bots = [make_bot("greedy", 3), make_bot("random", 4)]
        while request := game.request:
            game.answer(bots[request.player].choose(game.view(request.player), request), request.player)
        won += game.result is not None and game.result.winners == (0,)
    assert won >= games // 2 + 1


def test_the_table_in_characters_and_as_a_picture() -> None:
    game = start()
    table = panel(game.view(0)).map
    assert table is not None
    drawn = "\n".join(as_text(table))
    assert "Mob 1" in drawn and "ruin" in drawn
    assert as_svg(table).startswith("<svg")


def test_the_odds_of_an_attack(installed: None) -> None:
    """What the desk says is what the rules do."""
    found = CliRunner().invoke(main, ["odds", "inches-battle", "--dice", "3", "--json"])
    assert json.loads(found.stdout)["1"] == "3/8"
    game = near_game([(1,) * 9] * 3)
    target = next(one for one in game.request.space.values if one)
    seers = len(plane.see.seers(TABLE(game), "Mob", target, KINDS["trooper"].reach))

    before = sum(one.wounds for one in models_of(game, target))
    law = odds.distribution(game, lambda after: sum(one.wounds for one in models_of(after, target)), answers=[target])
    expected: dict[int, Fraction] = {}
    for count, chance in hits(seers).items():
        left = max(0, before - count)
        expected[left] = expected.get(left, Fraction(0)) + chance
    assert law == expected


def typed_game(lang: str, lines: Sequence[str]) -> Any:
    arguments = ["play", "inches-battle", "--seed", "3", "--seats", "human,random", "--lang", lang]
    return CliRunner().invoke(main, arguments, input="".join(f"{line}\n" for line in lines), prog_name="rulewright")


def test_an_activation_at_the_terminal_is_saved_and_goes_on(installed: None) -> None:
    """A person types a goal, is refused with the reason, sees suggestions, advances by the tool, and saves."""
    lines = ["to Atlantis", "Mob 1 3,12", "to Wolves", "1", "1", "a", "1", "1", "lay 120 45", "save here.json", "quit"]
    result = typed_game("en", lines)
    for words in (
        "nothing here is called 'Atlantis'",
        "Mob 1 moves 3 inches too far",
        "Mob moves",
        "Captain's own advances",
        "a to Wolves",
        "Type where to go: ",
    ):
        assert words in result.stdout, result.output
    game = rw.load("here.json", game=RULES)
    assert [type(entry.event) for entry in game.log][:3] == [UnitMoved, UnitMoved, Advanced]
    chinese = typed_game("zh", ["到 狼群", "1", "1", "不动", "quit"]).stdout
    assert "a 前往狼群" in chinese and "暴民移动" in chinese and "a 朝首领，弯曲 45 度" in chinese, chinese

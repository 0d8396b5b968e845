"""What the log says of dice, of effects that last, and of what did not happen or was destroyed."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.narrator import Narrator
from rulewright.testing import Scenario
from rulewright_heroclix.attack.sequence import ATTACK
from rulewright_heroclix.events.attacks import Hit, Missed
from rulewright_heroclix.events.damage import DamageDealt
from rulewright_heroclix.events.terrain import TerrainDestroyed

from .specials import act, special, use
from .table import FOE, HERO, at, clix, dice, invent, play, rule, turn


def told(position: Scenario, lang: str = "en") -> list[str]:
    """The lines of the log."""
    game = position.game
    narrator = Narrator(game.rules, lang)
    return [line for entry in game.log if (line := narrator.event(game.view(0), entry.event))]


def fight(*rolls: str, hero: tuple[str, ...] = (), foe: tuple[str, ...] = (), **more: Any) -> Scenario:
    """The turn of a hero beside a foe, with these powers."""
    cards = (
        clix(HERO, *("8/10/17/3",) * 6, traits=[special(id="wise", grants=hero)]),
        clix(FOE, *("8/10/10/1",) * 6, traits=[special(id="nimble", grants=foe)], **more),
    )
    return turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=invent(*cards), rolls=dice(*rolls)))


def first(position: Scenario, *actions: tuple[str, str, str]) -> Scenario:
    """These actions, with the first answer to every question behind them."""
    for action in actions:
        position.answer(action)
        while position.asked != "action":
            position.answer(position.options[0])
    return position


@rule("6.4")
@pytest.mark.parametrize(
    ("power", "rolls", "line"),
    [
        ("super-senses", ("34", "2"), "foe rolls 2 for Super Senses"),
        ("shape-change", ("3", "34"), "foe rolls 3 for Shape Change"),
        ("impervious", ("34", "6"), "foe rolls 6 for Impervious"),
    ],
)
def test_a_d6_of_an_attack_is_told_with_what_it_is_for(power: str, rolls: tuple[str, ...], line: str) -> None:
    position = first(fight(*rolls, foe=(power,)), (HERO, "close", "CLOSE"))
    assert line in told(position)


@rule("6.4")
def test_the_d6_of_an_action_is_told() -> None:
    position = fight("5", hero=("regeneration",)).answer((HERO, "regeneration", "POWER"))
    assert "hero rolls 5 for Regeneration" in told(position)
    assert "hero 为再生掷出 5" in told(position, "zh")


@rule("6.4")
def test_the_d6_of_a_text_is_told_by_its_name() -> None:
    luck = special(act({"do": "roll", "results": [{"least": 5, "effects": [{"do": "heal"}]}]}))
    rules = invent(clix(HERO, traits=[luck]), clix("idle"))
    position = turn(play(at(HERO, "C3"), at("idle", "P16"), at(FOE, "A9"), rules=rules, rolls=dice("2")))
    assert "hero rolls 2 for Brawn" in told(use(position))


def test_outwit_and_perplex_say_on_whom_and_what() -> None:
    position = fight(hero=("outwit", "perplex"), foe=("toughness",))
    first(position, (HERO, "outwit", "FREE"), (HERO, "perplex", "FREE"))
    lines = told(position)
    assert "foe: can't use Toughness" in lines and "hero: Speed +1" in lines


def test_what_is_prevented_says_by_what() -> None:
    position = first(fight("6", foe=("shape-change",)), (HERO, "close", "CLOSE"))
    lines = told(position)
    assert "Prevented by Shape Change: hero attacks foe" in lines and "hero can't target foe" in lines


def test_what_a_text_gives_only_while_it_holds_is_no_line() -> None:
    aura = special({"gives": ["toughness"], "whom": {"every": "friendly", "adjacent": True}})
    rules = invent(clix(HERO, traits=[aura]), clix("mate"))
    position = turn(play(at(HERO, "C3"), at("mate", "D3"), at(FOE, "P16"), rules=rules))
    assert position.state.effects and not any("Toughness" in line for line in told(position))


@rule("16.9")
@pytest.mark.parametrize(
    ("what", "line"),
    [
        ({"squares": ((3, 4),)}, "Terrain in D5 is destroyed"),
        ({"walls": (((3, 4), (4, 4)),)}, "Terrain in D5|E5 is destroyed"),
    ],
)
def test_destroyed_terrain_is_told_where_it_stood(what: Any, line: str) -> None:
    rules = invent(walls=["D5|E5"])
    position = play(at(HERO, "C3"), at(FOE, "P16"), rules=rules).happen(TerrainDestroyed("ruin", **what))
    assert line in told(position)


@rule("12.3")
def test_why_something_was_hit_shows_the_numbers() -> None:
    position = first(fight("34", hero=("close-combat-expert",), foe=("combat-reflexes",)), (HERO, "close", "CLOSE"))
    game = position.game
    lines = [line.strip() for line in Narrator(game.rules, "en").why(game.view(0), position.why(Hit))]

    assert lines[0].endswith("foe is hit: 18 against 12")
    assert lines[3:6] == ["base 10 [13.1]", "+1 Close Combat Expert [pac.close-combat-expert]", "result: 11"]
    assert lines[6:9] == ["dice", "3", "4"] and "+2 Combat Reflexes [pac.combat-reflexes]" in lines


@rule("16.2b")
def test_why_something_was_missed_names_the_terrain() -> None:
    rows = [*("................",) * 2, "...h............", *("................",) * 13]
    rules = invent(clix(HERO, range=6), clix(FOE, *("8/10/17/2",) * 4), rows=rows)
    position = play(at(HERO, "A3"), at(FOE, "F3"), rules=rules, rolls=dice("12"))
    position.begin(ATTACK(player=0, attacker=HERO, kind="range"))
    lines = Narrator(position.game.rules, "en").why(position.game.view(0), position.why(Missed))

    assert any("+1 hindering terrain [16.2b]" in line for line in lines)


@rule("12.3b")
@rule("12.4a", 1)
def test_why_of_damage_shows_what_it_is_the_sum_of() -> None:
    position = first(fight("66", hero=("close-combat-expert",), foe=("toughness",)), (HERO, "close", "CLOSE"))
    game = position.game
    lines = [line.strip() for line in Narrator(game.rules, "en").why(game.view(0), position.why(DamageDealt))]

    assert lines[0].endswith("foe is dealt 5 damage, and takes 4")
    start = lines.index("damage value")
    assert lines[start + 1 : start + 8] == [
        "base 3 [13.1]", "+1 Close Combat Expert [pac.close-combat-expert]", "result: 4",
        "damage dealt", "base 4 [12.4a]", "+1 critical hit [12.3b]", "result: 5",
    ]  # fmt: skip
    told = "\n".join(Narrator(game.rules, "zh").why(game.view(0), position.why(DamageDealt)))
    assert "+1 暴击 [12.3b]" in told and "+1 近战专家 [pac.close-combat-expert]" in told

"""Chapter 6.4: companions with health, companions that are tokens, companions that are placed with someone."""

from typing import Any

import pytest

from rulewright.cli.drawing import drawn
from rulewright_dice_throne.cards.wording import Wording
from rulewright_dice_throne.events.companions import CompanionChanged
from rulewright_dice_throne.events.damage import DamageDealt
from rulewright_dice_throne.faces.panel import panel
from rulewright_dice_throne.state import Companion

from .table import IDLE, NOTHING, Table, card, invent, offence, passive, rule, sit, status

HEROES = ("tester", "tester")
CUT = offence("cut", {"do": "damage", "amount": 7})
WOLF = {"en": "Wolf", "zh": "狼"}


def change(how: str, amount: Any = 1, **more: Any) -> dict[str, Any]:
    return {"do": "companion", "companion": "wolf", "change": how, "amount": amount, **more}


def wolf(**more: Any) -> dict[str, Any]:
    return {"id": "wolf", "name": WOLF, **more}


def shares(amount: Any = None, **more: Any) -> dict[str, Any]:
    effect = {"do": "redirect", "companion": "wolf", **({} if amount is None else {"amount": amount})}
    return {"windows": ["damage_incoming"], "effects": [effect], **more}


def own(table: Table, player: int = 0) -> Companion:
    companion: Companion
    (companion,) = table.game.state.heroes[player].companions
    return companion


def stricken(companion: dict[str, Any], *, dice: Any = (), **seat: Any) -> Table:
    """Seat 0 attacks seat 1 with 7 damage; only seat 1 uses its companion."""
    rules = invent([CUT], companions=[companion])
    return sit(None, seat, rules=rules, heroes=HEROES, dice=[NOTHING, *dice]).attack("cut").defend(None)


# Health -----------------------------------------------------------------------------------------------------


@rule("6.4.companion", 1)
def test_the_health_of_a_companion_stays_between_0_and_its_maximum() -> None:
    rules = invent(
        [CUT],
        [card("feed", change("heal", 5)), card("tease", change("damage", 9))],
        companions=[wolf(health=4, starts="active")],
    )
    table = sit({"cp": 9, "hand": ("feed", "tease", "feed")}, rules=rules, heroes=HEROES)
    table.until(window="main actions").play("feed")
    assert own(table) == Companion("wolf", "active", 4)
    table.play("tease")
    assert own(table) == Companion("wolf", "inactive", 0)
    table.play("feed")
    assert own(table) == Companion("wolf", "active", 4)


@rule("6.4.companion", 1)
@pytest.mark.parametrize(("health", "left"), [(9, 2), (7, 0), (3, 0)])
def test_a_companion_takes_all_of_the_damage_and_what_is_too_much_is_lost(health: int, left: int) -> None:
    table = stricken(wolf(health=health, starts="active", uses=[shares()]))
    table.until(window="last chance", player=1).spend("wolf").settle()

    assert table.health == (50, 50)
    assert (own(table, 1).dial, own(table, 1).condition) == (left, "active" if left else "inactive")


@rule("6.4.companion", 1)
def test_its_owner_may_say_how_much_it_takes() -> None:
    table = stricken(wolf(health=9, starts="active", uses=[shares("any")]))
    table.until(window="last chance", player=1).spend("wolf")
    assert table.asked == "how_many"
    with table.refused():
        table.answer(8)
    table.answer(5).settle()

    assert (table.health[1], own(table, 1).dial) == (48, 4)
    assert table.events(DamageDealt)[-1].prevented == 0


@rule("10.1.reduce-last", 1)
def test_prevention_comes_before_what_the_companion_takes() -> None:
    table = stricken(wolf(health=9, starts="active", uses=[shares(5)]), hand=("not-this-time",))
    table.until(window="last chance", player=1).play("not-this-time").spend("wolf").settle()

    assert (table.health[1], own(table, 1).dial) == (50, 8)
    assert table.events(DamageDealt)[-1].prevented == 6


@rule("6.4.companion", 1)
def test_of_two_companions_the_second_takes_what_the_first_has_left() -> None:
    two = [wolf(health=9, starts="active", uses=[shares(5)])]
    cub = {"do": "redirect", "companion": "cub", "amount": 4}
    use = {"windows": ["damage_incoming"], "effects": [cub]}
    two.append({"id": "cub", "name": WOLF, "health": 9, "starts": "active", "uses": [use]})
    table = sit(rules=invent([CUT], companions=two), heroes=HEROES, dice=[NOTHING]).attack("cut").defend(None)
    table.until(window="last chance", player=1).spend("wolf").until(window="last chance", player=1).spend(
        "cub"
    ).settle()

    assert [companion.dial for companion in table.game.state.heroes[1].companions] == [4, 7]
    assert table.health == (50, 50)


@rule("6.4.companion", 1)
def test_of_a_dial_that_is_full_nothing_is_told() -> None:
    rules = invent([CUT], [card("feed", change("heal", 5))], companions=[wolf(health=4, starts="active")])
    table = sit({"hand": ("feed",)}, rules=rules, heroes=HEROES).until(window="main actions").play("feed")

    assert own(table).dial == 4
    assert not table.events(CompanionChanged)


@rule("5.2.interrupt", 1)
@rule("6.4.companion", 2)
def test_what_a_companion_does_is_no_spent_token_and_can_be_interrupted() -> None:
    sniff = {"do": "roll", "then": [{"do": "gain_cp", "amount": "roll"}]}
    rules = invent(
        [CUT], companions=[wolf(starts="active", count=2, uses=[{"windows": ["any_time"], "effects": [sniff]}])]
    )
    seats: Any = {"cp": 0}, {"cp": 1, "hand": ("tip-it",)}
    table = sit(*seats, rules=rules, heroes=HEROES, dice=[(5,)]).until(window="end of upkeep", player=0).spend("wolf")
    assert table.window == "effect rolled"

    assert table.until(player=1).play("tip-it").answer(6).until(phase="main_1").cp[0] == 6 + 1


def test_what_is_passed_on_altogether_is_not_passed_on_again() -> None:
    table = stricken(wolf(health=9, starts="active", uses=[shares()]))
    table.until(window="last chance", player=1).spend("wolf")

    assert table.window != "last chance" or not table.offered("spend")


@rule("6.4.companion", 1)
def test_an_inactive_companion_neither_triggers_nor_is_used() -> None:
    trigger = {"when": "attacking", "effects": [{"do": "modify_attack", "add": 2}]}
    asleep = wolf(health=9, triggers=[trigger], uses=[shares()])
    table = stricken(asleep)
    while table.phase != "main_2":
        assert not table.offered("spend")
        table.skip()
    assert table.health == (50, 43)

    assert stricken({**asleep, "starts": "active"}).settle().health == (50, 41)


@rule("setup.tokens", 1)
def test_a_companion_is_active_again_only_in_words_that_say_so() -> None:
    """One that starts inactive has its health all the same."""
    rules = invent([CUT], [card("wake", change("activate")), card("sleep", change("deactivate"))],
                   companions=[wolf(health=3)])  # fmt: skip
    table = sit({"cp": 9, "hand": ("wake", "sleep")}, rules=rules, heroes=HEROES).until(window="main actions")
    assert own(table) == Companion("wolf", "inactive", 3)
    assert own(table.play("wake")).condition == "active"
    assert own(table.play("sleep")) == Companion("wolf", "inactive", 3)


# Tokens -----------------------------------------------------------------------------------------------------


SEED = {"windows": ["any_time"], "tokens": 2, "effects": [{"do": "gain_cp", "amount": 3}]}


@rule("6.4.companion", 1)
def test_a_use_of_a_companion_that_is_tokens_takes_them() -> None:
    grow = passive("grow", {"when": "upkeep", "effects": [change("gain", 9)]})
    rules = invent([CUT, grow], companions=[wolf(count=3, uses=[SEED])])
    table = sit({"cp": 0}, rules=rules, heroes=HEROES).until(window="end of upkeep", player=0)
    assert own(table) == Companion("wolf", "active", 3)
    table.spend("wolf")

    assert (own(table).dial, table.cp[0]) == (1, 4)
    assert table.offered("spend") == []


@rule("setup.tokens", 1)
def test_tokens_of_a_companion_begin_with_none_unless_it_starts_active() -> None:
    for starts, dial in (("inactive", 0), ("active", 3)):
        rules = invent([CUT], companions=[wolf(count=3, starts=starts, uses=[SEED])])
        assert own(sit(rules=rules, heroes=HEROES)).dial == dial


def test_a_use_that_modifies_an_attack_waits_for_one() -> None:
    use = {"windows": ["attacking"], "attack_modifier": True, "effects": [{"do": "modify_attack", "add": 3}]}
    rules = invent([CUT], companions=[wolf(count=2, starts="active", uses=[use])])
    table = sit(rules=rules, heroes=HEROES, dice=[NOTHING]).until(window="main actions")
    assert table.offered("spend") == []
    table.attack("cut").until(window="effects inflicted").spend("wolf").defend(None).settle()

    assert (table.health[1], own(table).dial) == (40, 1)


@rule("7.2.modifier-use")
@rule("7.1.pure", 3)
def test_a_companion_modifies_no_attack_that_cannot_be_enhanced() -> None:
    use = {"windows": ["attacking"], "attack_modifier": True, "effects": [{"do": "modify_attack", "add": 3}]}
    pure = offence("cut", {"do": "damage", "amount": 7, "type": "pure"})
    rules = invent([pure], companions=[wolf(count=2, starts="active", uses=[use])])
    table = sit(rules=rules, heroes=HEROES, dice=[NOTHING]).attack("cut")
    while table.phase != "main_2":
        assert not table.offered("spend")
        table.skip()

    assert table.health == (50, 43)


# Where it is ------------------------------------------------------------------------------------------------


@rule("6.4.companion", 1)
@rule("6.4.protection")
def test_a_companion_is_placed_with_an_opponent_and_fetched_by_its_owner_alone() -> None:
    away = {"test": {"companion": "wolf", "state": "away"}}
    home = {"test": {"companion": "wolf", "state": "here"}}
    throw = [change("place", to={"choose": "opponent"}), {"do": "damage", "amount": 1, "to": "chosen"}]
    rules = invent(
        [CUT],
        [
            card("throw", *throw, play=home),
            card("fetch", change("place"), {"do": "gain_cp", "amount": 2}, play=away),
        ],
        companions=[wolf(starts="active")],
    )
    seats: Any = {"cp": 9, "hand": ("throw", "fetch")}, {"cp": 9, "hand": ("what-status-effects", "buh-bye")}
    table = sit(*seats, rules=rules, heroes=HEROES).until(window="main actions")
    assert table.offered("play") == ["throw"]
    table.play("throw")
    assert own(table).at == 1
    shown = panel(table.game.view(0))
    assert "with" in drawn(shown, "en").plain and "处" in drawn(shown, "zh").plain
    assert "buh-bye" not in table.offered("play")
    table.play("fetch")

    assert own(table).at == -1


# What is not there ------------------------------------------------------------------------------------------


def test_a_token_that_speaks_of_a_companion_does_nothing_for_who_has_none() -> None:
    """Nyra's Bond, moved to the Barbarian."""
    table = sit({"tokens": {"nyras-bond": 1}}, heroes=("barbarian", "huntress"), dice=[NOTHING])
    table.until(window="main actions")

    assert table.offered("spend") == []
    assert table.tokens(0) == {"nyras-bond": 1}


def test_nor_does_a_token_that_would_heal_it() -> None:
    leash = status(
        "leash", triggers=[{"when": "upkeep", "effects": [change("heal", 5), {"do": "gain_cp", "amount": 2}]}]
    )
    rules = invent([CUT], statuses=[leash], companions=[wolf(health=9)])
    table = sit({"tokens": {"leash": 1}}, rules=rules, heroes=("barbarian", "tester")).until(window="main actions")

    assert table.cp[0] == 2 + 2 + 1


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_a_companion_does_is_told(lang: str) -> None:
    rules = invent(
        [CUT],
        [card(how, change(how)) for how in ("activate", "deactivate", "heal", "damage", "gain", "spend", "place")],
        companions=[wolf(health=9, uses=[shares(), shares("any"), shares(2)])],
    )
    wording = Wording(rules.content, lang)
    told = [wording.card("tester", how) for how in ("activate", "deactivate", "heal", "damage", "gain", "spend")]
    told += [wording.card("tester", "place"), *(wording.use("wolf", f"wolf#{number}") for number in (1, 2, 3))]

    assert len(set(told)) == len(told)
    assert all(WOLF[lang] in text for text in told)
    assert IDLE not in told

"""Where the rulebook leaves a doubt: the reading that is the default, and the other one, which the setup offers."""

from typing import Any

import pytest

from rulewright_dice_throne.events.attack import AbilityActivated
from rulewright_dice_throne.events.cards import CardsDrawn
from rulewright_dice_throne.events.phases import PhaseBegan
from rulewright_dice_throne.roll_phases.rolling import ROLL_ON

from .table import NOTHING, Table, card, invent, offence, passive, rule, sit, status

HEROES = ("tester", "tester")
ATTACKED = ("barbarian", "paladin")
CUT = offence("cut", {"do": "damage", "amount": 8})
FIVE = (6,) * 5
"""The Ultimate of every hero of the package."""


def rounds(table: Table) -> int:
    """How many Offensive Roll Phases there have been."""
    return [event.phase for event in table.events(PhaseBegan)].count("offensive_roll")


# The Ultimate -----------------------------------------------------------------------------------------------


@rule("11.ultimate", 2)
@pytest.mark.parametrize(("holds", "health", "winners"), [(False, 0, (0,)), (True, 1, None)])
def test_an_ultimate_ignores_the_blessing_of_divinity(holds: bool, health: int, winners: Any) -> None:
    """The Paladin is at 9, the Ultimate deals 15."""
    seat = {"health": 9, "tokens": {"blessing-of-divinity": 1}}
    table = sit(None, seat, heroes=ATTACKED, dice=[FIVE], blessing_holds=holds).attack("rage").settle()

    assert table.health[1] == health
    assert "blessing-of-divinity" not in table.tokens(1)
    assert (table.game.result and table.game.result.winners) == winners


@rule("4.4.unstoppable", 2)
def test_nothing_else_keeps_anybody_alive_under_an_ultimate_either() -> None:
    rise = passive("rise", {"when": "defeated", "effects": [{"do": "set_health", "amount": 1}]})
    doom = offence("doom", {"do": "damage", "amount": 9}, kind="ultimate")
    rules = invent([doom, rise])
    table = sit(None, {"health": 9}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("doom").settle()

    assert table.outcome == ((0,), "defeat")


def test_the_attacker_keeps_what_saves_from_defeat_while_the_ultimate_is_under_way() -> None:
    """Retribution of the target is locked; what hurts the attacker is the price of the Ultimate."""
    hurt = {"do": "damage", "amount": 5, "type": "pure", "to": "self"}
    doom = offence("doom", hurt, {"do": "damage", "amount": 9}, kind="ultimate")
    effects = [{"do": "set_health", "amount": 1}]
    saint = status("saint", polarity="positive", triggers=[{"when": "defeated", "effects": effects}])
    first = {"health": 5, "tokens": {"saint": 1}}
    table = sit(first, rules=invent([doom], statuses=[saint]), heroes=HEROES, dice=[NOTHING]).attack("doom").settle()

    assert table.health == (1, 41)


@rule("11.ultimate", 2)
@pytest.mark.parametrize(("used_up", "left", "later"), [(False, {"shame": 2}, 4), (True, {}, 6)])
def test_an_ultimate_neither_feels_nor_uses_up_shame(used_up: bool, left: dict[str, int], later: int) -> None:
    """2 Shame and an Ultimate of 9: the full damage; the next Attack, of 6, feels them and uses them up."""
    doom = offence("doom", {"do": "damage", "amount": 9}, kind="ultimate", requires={"symbols": {"star": 5}})
    slash = offence("slash", {"do": "damage", "amount": 6})
    rules = invent([doom, slash], besides=["samurai"])
    dice = [FIVE, NOTHING, NOTHING]
    table = sit({"tokens": {"shame": 2}}, rules=rules, heroes=HEROES, dice=dice, used_up=used_up)
    table.attack("doom").settle()
    assert (table.health[1], table.tokens(0)) == (41, left)

    table.until("announce", player=1).answer(None).until("announce", player=0).answer("slash").defend(None).settle()
    assert (table.health[1], table.tokens(0)) == (41 - later, {})


@rule("11.ultimate", 2)
@pytest.mark.parametrize(("used_up", "left"), [(False, {"blind": 1}), (True, {})])
def test_an_ultimate_neither_rolls_for_blind_nor_uses_it_up(used_up: bool, left: dict[str, int]) -> None:
    """No 1 stops it; by the other reading the die falls for nothing. The Ultimate stuns, so there is a second roll."""
    dice = [FIVE, (1,), NOTHING] if used_up else [FIVE, NOTHING]
    table = sit({"tokens": {"blind": 1}}, heroes=("barbarian", "gunslinger"), dice=dice, used_up=used_up)
    table.attack("rage").until("keep_or_reroll")

    assert (table.health, table.tokens(0)) == ((50, 35), left)


def test_what_enhances_an_ultimate_or_has_nothing_to_do_with_it_is_used_up_as_ever() -> None:
    more = [{"do": "modify_attack", "add": 2}, {"do": "remove_status", "status": "rage-x", "of": "self"}]
    rage = status("rage-x", polarity="positive", triggers=[{"when": "attacking", "effects": more}])
    doom = offence("doom", {"do": "damage", "amount": 9}, kind="ultimate")
    rules = invent([doom], statuses=[rage])
    table = sit({"tokens": {"rage-x": 1}}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("doom").settle()

    assert (table.health[1], table.tokens(0)) == (39, {})


@rule("4.4.lock")
@rule("note.ultimate-lock")
@pytest.mark.parametrize(("until_damage", "asked", "health"), [(False, False, 38), (True, True, 41)])
def test_the_lock_of_an_ultimate_lasts_longer_than_its_damage(until_damage: bool, asked: bool, health: int) -> None:
    """After its 9 damage it deals 3 more, which by the other reading can be prevented."""
    late = {"do": "after_damage", "effects": [{"do": "damage", "amount": 3, "to": "target"}]}
    rules = invent([offence("doom", {"do": "damage", "amount": 9}, late, kind="ultimate")])
    second = {"hand": ("not-this-time",), "cp": 5}
    table = sit({}, second, rules=rules, heroes=HEROES, dice=[NOTHING], until_damage=until_damage).attack("doom")
    answered = False
    while table.phase != "main_2":
        if table.player == 1 and "not-this-time" in table.offered("play"):
            answered = True
            assert table.health == (50, 41)
            table.play("not-this-time")
        else:
            table.skip()

    assert (answered, table.health) == (asked, (50, health))


# Dice that someone has altered -----------------------------------------------------------------------------


def altered_to_revolver(*, may_stand: bool) -> Table:
    """Nothing can be announced, no attempt is left, and the opponent turns a die so that three bullets lie there."""
    dice = [NOTHING, NOTHING, (1, 2, 4, 5, 6)]
    table = sit(None, {"hand": ("so-wild",), "cp": 5}, dice=dice, may_stand=may_stand)
    for _ in range(2):
        table.until("keep_or_reroll").answer((0, 1, 2, 3, 4))
    return table.until(window="ability announced", player=1).play("so-wild").answer((0, 2), 3)


@rule("3.4.step-3", 1)
def test_none_that_was_announced_gives_way_to_the_only_ability_that_fits() -> None:
    """By the other reading one may still activate nothing."""
    forced = altered_to_revolver(may_stand=False).until(phase="main_2")
    assert [event.ability for event in forced.events(AbilityActivated)] == ["revolver"]

    free = altered_to_revolver(may_stand=True)
    assert (free.asked, free.options) == ("after_interference", ["revolver", None])
    assert not free.answer(None).until(phase="main_2").events(AbilityActivated)


@rule("3.4.step-3", 1, 2)
@pytest.mark.parametrize(
    ("may_stand", "options"),
    [
        (False, ["showdown", "fan-the-hammer", ROLL_ON]),
        (True, ["revolver", "showdown", "fan-the-hammer", None, ROLL_ON]),
    ],
)
def test_an_announcement_that_still_fits_is_given_up_for_another(may_stand: bool, options: list[Any]) -> None:
    table = sit(None, {"hand": ("so-wild",), "cp": 5}, dice=[(1, 2, 3, 4, 6)], may_stand=may_stand)
    table.until("announce").answer("revolver").until(window="ability announced", player=1)
    table.play("so-wild").answer((0, 4), 5)

    assert table.options == options
    if may_stand:
        table.answer("revolver").until(phase="defensive_roll")
        assert [event.ability for event in table.events(AbilityActivated)] == ["revolver"]


# Leaders, tokens, stun --------------------------------------------------------------------------------------


@rule("9.2.reward-timing")
@pytest.mark.parametrize(("for_damage", "face", "cards"), [(False, 4, 1), (True, 4, 0), (False, 6, 1), (True, 6, 1)])
def test_the_card_for_a_leader_does_not_wait_for_the_damage(for_damage: bool, face: int, cards: int) -> None:
    """Inflict a token, then roll 1 die, 2 damage for a star. The target leads, and there may be no star."""
    chance = {"do": "roll", "dice": 1, "on": {"star": [{"do": "damage", "amount": 2}]}}
    rules = invent([offence("try", {"do": "inflict", "status": "knockdown"}, {"do": "then"}, chance)])
    table = sit(
        {"health": 20}, {"health": 30}, {"health": 25}, rules=rules, heroes=("tester",) * 3,
        dice=[NOTHING, (face,)], card_for_damage=for_damage,
    )  # fmt: skip
    table.until("announce")
    before = len(table.events(CardsDrawn))
    table.answer("try").until("target").answer(1)
    while table.phase != "main_2":
        table.skip()

    assert len(table.events(CardsDrawn)) - before == cards
    assert table.health[1] == (28 if face == 6 else 30)


@rule("6.2.stack-limit", 2)
@pytest.mark.parametrize(("refused", "tokens"), [(False, ({}, {"venom": 3})), (True, ({"venom": 1}, {"venom": 3}))])
def test_a_token_that_is_moved_to_who_has_all_of_them_is_lost(refused: bool, tokens: Any) -> None:
    move = {"do": "transfer_status", "status": "venom", "of": "self", "to": {"choose": "other_player"}}
    poison = status("venom", limit=3, forbids=["selling"])
    rules = invent([CUT], [card("move", move)], [poison])
    seats: list[Any] = [{"hand": ("move",), "tokens": {"venom": 1}}, {"tokens": {"venom": 3}}]
    table = sit(*seats, rules=rules, heroes=HEROES, move_refused=refused).until(window="main actions").play("move")

    assert (table.tokens(0), table.tokens(1)) == tokens


@pytest.mark.parametrize(("refused", "takers"), [(False, [1, 2]), (True, [])])
def test_who_is_at_the_limit_can_not_be_named(refused: bool, takers: list[int]) -> None:
    """Of two others one has no room: by the other reading nobody is left to choose among."""
    move = {"do": "transfer_status", "status": "venom", "of": "self", "to": {"choose": "other_player"}}
    rules = invent([CUT], [card("move", move)], [status("venom", limit=3, forbids=["selling"])])
    seats: list[Any] = [{"hand": ("move",), "tokens": {"venom": 1}}, {"tokens": {"venom": 3}}]
    table = sit(*seats, rules=rules, heroes=("tester",) * 3, move_refused=refused)
    table.until(window="main actions").play("move")

    assert (table.options if table.asked == "give_to" else []) == takers
    assert table.tokens(2) == ({"venom": 1} if refused else {})


@rule("field.status-negative", 8)
@pytest.mark.parametrize(("waits", "left", "rolls"), [(False, {}, 2), (True, {"stun": 1}, 1)])
def test_stun_of_an_ability_without_an_attack_ends_with_it(waits: bool, left: dict[str, int], rolls: int) -> None:
    rules = invent([offence("daze", {"do": "inflict", "status": "stun"})], statuses=[])
    table = sit(rules=rules, heroes=HEROES, dice=[NOTHING, NOTHING], waits_for_attack=waits).attack("daze")
    while table.phase != "main_2":
        table.answer(None) if table.asked == "announce" else table.skip()

    assert (table.tokens(1), rounds(table)) == (left, rolls)


@rule("field.status-negative", 8)
def test_stun_that_waits_ends_with_the_next_attack() -> None:
    rules = invent([CUT])
    table = sit(
        None, {"tokens": {"stun": 1}}, rules=rules, heroes=HEROES, dice=[NOTHING, NOTHING], waits_for_attack=True
    )
    table.attack("cut").until("announce")

    assert (table.tokens(1), rounds(table), table.health) == ({}, 2, (50, 42))

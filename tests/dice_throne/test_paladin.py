"""The Paladin: prayers that become CP, tokens for every need, and a blessing that keeps alive."""

from typing import Any

import pytest

from rulewright_dice_throne.events.damage import HealthSet

from .table import NOTHING, Table, defence, invent, offence, rule, sit, status

HEROES = ("paladin", "barbarian")
ATTACKED = ("barbarian", "paladin")
SWORDS = (1, 1, 2, 4, 6)
"""Smack of the Barbarian: 4 damage."""
COMBAT = (1, 1, 2, 3, 4)
MIGHT = (1, 1, 2, 6, 5)
TIRED = {"health": 40}


def struck(variant: str, *dice: Any, answers: tuple[Any, ...] = (), **seat: Any) -> Table:
    """The Paladin, who has 40 health and 3 CP, activates something; nobody defends; the damage is dealt."""
    table = sit({**TIRED, **seat}, heroes=HEROES, dice=dice).attack(variant)
    for answer in answers:
        while table.asked == "react":
            table.skip()
        table.answer(answer)
    return table.settle()


ATTACKS: list[tuple[str, int, Any, int, int, int, dict[str, int]]] = [
    ("righteous-combat", 1, [COMBAT, (1, 3)], 8, 0, 0, {}),
    ("righteous-combat", 1, [COMBAT, (5, 6)], 5, 2, 1, {}),
    ("righteous-combat", 2, [COMBAT, (1, 2, 4)], 10, 0, 0, {}),
    ("righteous-combat", 2, [COMBAT, (5, 5, 6)], 5, 4, 1, {}),
    ("righteous-combat", 3, [COMBAT, (1, 2, 4)], 11, 0, 0, {}),
    ("steadfast", 2, [(1, 1, 3, 5, 6)], 2, 2, 0, {}),
    ("steadfast", 3, [(1, 1, 3, 5, 6)], 2, 2, 0, {}),
    ("mighty-prayer", 1, [MIGHT], 3, 0, 0, {"crit": 1, "accuracy": 1}),
    ("mighty-prayer", 2, [MIGHT], 4, 0, 0, {"crit": 1, "accuracy": 1}),
    ("holy-light", 1, [(5, 5, 1, 1, 3), (1, 2)], 0, 2, 0, {"crit": 1}),
    ("holy-light", 1, [(5, 5, 5, 1, 3), (4, 1)], 0, 3, 0, {"crit": 1, "protect": 1}),
    ("holy-light", 1, [(5, 5, 1, 1, 3), (4, 6)], 0, 2, 2, {"protect": 1}),
    ("holy-light", 2, [(5, 5, 1, 1, 3), (1, 3, 6)], 0, 2, 2, {"crit": 1, "protect": 1}),
    ("holy-light", 2, [(5, 5, 1, 1, 3), (2, 1, 2)], 0, 2, 0, {"crit": 1}),
    ("requital", 2, [(1, 3, 5, 6, 6)], 3, 1, 0, {"retribution": 1}),
    ("holy-attack", 1, [(1, 2, 3, 4, 6)], 6, 1, 0, {}),
    ("holy-attack", 1, [(1, 2, 3, 4, 5)], 8, 2, 0, {}),
    ("holy-attack", 2, [(1, 2, 3, 4, 6)], 7, 1, 0, {}),
    ("holy-attack", 2, [(1, 2, 3, 4, 5)], 9, 2, 0, {}),
    ("righteous-prayer", 1, [(6, 6, 6, 6, 1)], 8, 0, 2, {"crit": 1}),
    ("righteous-prayer", 2, [(6, 6, 6, 6, 1)], 8, 0, 2, {"crit": 1}),
    ("prosperity", 2, [(6, 6, 6, 1, 3)], 0, 0, 4, {}),
    ("resolute-faith", 1, [(6,) * 5], 10, 5, 0, {"blessing-of-divinity": 1}),
]
ABILITY_OF = {
    "steadfast": "righteous-combat", "requital": "retaliate", "prosperity": "righteous-prayer",
    "offensive-stance": "mighty-prayer",
}  # fmt: skip


@pytest.mark.parametrize(("variant", "level", "dice", "damage", "healed", "cp", "own"), ATTACKS)
def test_each_level_of_each_ability_does_what_the_board_says(
    variant: str, level: int, dice: Any, damage: int, healed: int, cp: int, own: dict[str, int]
) -> None:
    table = struck(variant, *dice, levels={ABILITY_OF.get(variant, variant): level})

    assert table.health == (40 + healed, 50 - damage)
    assert (table.cp[0], table.tokens(0)) == (3 + cp, own)


def test_holy_light_on_a_life_draws_a_card() -> None:
    assert len(struck("holy-light", (5, 5, 1, 1, 3), (5, 5)).hand(0)) == 2


@pytest.mark.parametrize(("option", "token"), [(0, "crit"), (1, "accuracy")])
def test_the_offensive_stance_gives_one_of_two_tokens(option: int, token: str) -> None:
    table = struck("offensive-stance", (1, 1, 6, 5, 3), answers=(option,), levels={"mighty-prayer": 2})

    assert (table.health[1], table.tokens(0)) == (48, {token: 1})


@pytest.mark.parametrize(("level", "cp"), [(1, 6), (2, 7)])
@pytest.mark.parametrize("player", [0, 1])
def test_retaliation_gives_cp_and_retribution_to_anyone(level: int, cp: int, player: int) -> None:
    table = struck("retaliate", (3, 3, 4, 6, 1), answers=(player,), levels={"retaliate": level})

    assert (table.cp[0], table.tokens(player), table.tokens(1 - player)) == (cp, {"retribution": 1}, {})


def test_only_the_better_righteous_prayer_cannot_be_defended() -> None:
    dice = [(6, 6, 6, 6, 1)]
    sit({"levels": {"righteous-prayer": 2}}, heroes=HEROES, dice=dice).attack("righteous-prayer").settle_undefended()
    assert sit(heroes=HEROES, dice=dice).attack("righteous-prayer").until("defence").player == 1


@pytest.mark.parametrize(
    ("level", "dice", "hurt", "prevented", "cp", "own"),
    [
        (1, (1, 3, 6), 1, 1, 1, {}),
        (1, (5, 5, 3), 0, 4, 0, {}),
        (1, (1, 2, 2), 1, 0, 0, {}),
        (2, (1, 2, 3, 6), 2, 1, 1, {}),
        (2, (3, 4, 6, 1), 1, 2, 1, {}),
        (3, (3, 4, 6, 1), 1, 2, 1, {"protect": 1}),
        (3, (3, 5, 6, 6), 0, 3, 2, {}),
    ],
)
def test_divine_defense_strikes_back_prevents_and_prays(
    level: int, dice: Any, hurt: int, prevented: int, cp: int, own: dict[str, int]
) -> None:
    table = sit(None, {"levels": {"divine-defense": level}}, heroes=ATTACKED, dice=[SWORDS, dice])
    table.attack("smack").defend("divine-defense").settle()

    assert table.health == (50 - hurt, 46 + prevented)
    assert (table.cp[1], table.tokens(1)) == (2 + cp, own)


# Tithe ------------------------------------------------------------------------------------------------------


def test_the_tithe_buys_a_throw_of_a_die_and_a_card() -> None:
    table = sit({"cp": 4}, heroes=HEROES, dice=[NOTHING, (3,)]).until(window="dice rolled")
    assert table.offered("spend") == ["tithe", "tithe#2"]
    table.spend("tithe").answer((0, 4))
    assert (table.dice, table.cp[0]) == ((1, 2, 4, 5, 3), 4)
    table.spend("tithe#2")

    assert (len(table.hand(0)), table.cp[0]) == (2, 1)


def test_without_dice_on_the_table_the_tithe_only_draws() -> None:
    assert sit({"cp": 3}, heroes=HEROES).until(window="main actions").offered("spend") == ["tithe#2"]


@pytest.mark.parametrize(("dice", "cp"), [((1, 2, 3, 4, 6), 4), ((1, 2, 3, 4, 5), 3)])
def test_the_better_tithe_is_cheaper_and_pays_for_prayers(dice: Any, cp: int) -> None:
    table = struck("holy-attack", dice, levels={"tithe": 2})
    assert table.cp[0] == cp
    table.until(window="main actions").spend("tithe#2")
    assert table.cp[0] == cp - 2


# Tokens -----------------------------------------------------------------------------------------------------


def test_crit_adds_four_to_an_attack_of_five_or_more() -> None:
    table = sit({"tokens": {"crit": 1}}, heroes=HEROES, dice=[(1, 2, 3, 4, 6)]).attack("holy-attack").spend("crit")
    table.defend(None).settle()
    assert (table.health[1], table.tokens(0)) == (40, {})

    weak = sit({"tokens": {"crit": 1}, "levels": {"mighty-prayer": 2}}, heroes=HEROES, dice=[MIGHT])
    assert "crit" not in weak.attack("mighty-prayer").offered("spend")


def test_accuracy_makes_an_attack_undefendable() -> None:
    table = sit({"tokens": {"accuracy": 1}}, heroes=HEROES, dice=[(1, 2, 3, 4, 6)]).attack("holy-attack")
    table.spend("accuracy").settle_undefended()
    assert table.health[1] == 44

    useless = sit({"tokens": {"accuracy": 1}}, heroes=HEROES, dice=[MIGHT]).attack("mighty-prayer")
    assert "accuracy" not in useless.offered("spend")


def test_protect_halves_and_what_is_prevented_is_rounded_up() -> None:
    table = sit({"levels": {"smack": 2}}, {"tokens": {"protect": 1}}, heroes=ATTACKED, dice=[SWORDS])
    table.attack("smack").defend(None).until(window="last chance", player=1).spend("protect").settle()
    assert table.health[1] == 48


def test_retribution_gives_half_of_the_damage_back_and_lessens_none() -> None:
    table = sit({"levels": {"smack": 2}}, {"tokens": {"retribution": 1}}, heroes=ATTACKED, dice=[SWORDS])
    table.attack("smack").defend(None).until(window="last chance", player=1).spend("retribution").settle()

    assert table.health == (47, 45)


def test_the_blessing_keeps_alive_once() -> None:
    seat = {"health": 4, "tokens": {"blessing-of-divinity": 1}}
    table = sit(None, seat, heroes=ATTACKED, dice=[SWORDS]).attack("smack").defend(None).settle()
    assert (table.health, table.tokens(1)) == ((50, 1), {})
    assert table.events(HealthSet)[-1].health == 1

    table = sit(None, {**seat, "health": 5}, heroes=ATTACKED, dice=[SWORDS]).attack("smack").defend(None).settle()
    assert (table.health[1], table.tokens(1)) == (1, {"blessing-of-divinity": 1})


def test_the_blessing_works_in_the_upkeep() -> None:
    tokens = {"blessing-of-divinity": 1, "burn": 1}
    table = sit({"health": 2, "tokens": tokens}, heroes=HEROES).until(window="main actions")
    assert (table.health[0], table.tokens(0)) == (1, {"burn": 1})


def test_both_could_fall_and_the_blessed_one_stands() -> None:
    """The attacker dies of what the defence deals while the defender would die of the Attack."""
    seat = {"health": 4, "tokens": {"blessing-of-divinity": 1}}
    table = sit({"health": 1}, seat, heroes=ATTACKED, dice=[SWORDS, (1, 2, 6)]).attack("smack")
    table.defend("divine-defense")
    while table.asked:
        table.skip()

    assert table.game.result is not None
    assert table.game.result.winners == (1,)


@rule("6.3.unique", 1)
def test_nothing_else_takes_the_blessing_away() -> None:
    table = sit({"hand": ("buh-bye",), "cp": 5}, {"tokens": {"blessing-of-divinity": 1}}, heroes=HEROES)

    assert table.until(window="main actions").offered("play") == []


def test_healing_of_the_same_phase_may_save_before_the_moment_comes() -> None:
    save = status(
        "spark", kind="unique", polarity="positive", limit=1,
        triggers=[{"when": "defeated", "effects": [{"do": "remove_status", "status": "spark", "of": "self"},
                                                   {"do": "heal", "amount": 3}]}],
    )  # fmt: skip
    rules = invent(
        [offence("cut", {"do": "damage", "amount": 5}), defence("guard", {"do": "heal", "amount": 2})], statuses=[save]
    )
    seat = {"tokens": {"spark": 1}}
    table = sit(None, {"health": 4, **seat}, heroes=("tester", "tester"), rules=rules, dice=[NOTHING, (1,)])
    table.attack("cut").defend("guard").settle()
    assert (table.health[1], table.tokens(1)) == (1, {"spark": 1})

    table = sit(None, {"health": 4, **seat}, heroes=("tester", "tester"), rules=rules, dice=[NOTHING])
    table.attack("cut").defend(None).settle()
    assert (table.health[1], table.tokens(1)) == (2, {})


@rule("10.3.simultaneous")
def test_of_two_who_would_fall_together_each_is_saved_by_what_is_their_own() -> None:
    away = {"do": "remove_status", "status": "spark", "of": "self"}
    spark = status(
        "spark", kind="unique", polarity="positive", limit=1,
        triggers=[{"when": "defeated", "effects": [away, {"do": "set_health", "amount": 1}]}],
    )  # fmt: skip
    thorns = defence("thorns", {"do": "damage", "amount": 5, "to": "attacker"})
    rules = invent([offence("cut", {"do": "damage", "amount": 5}), thorns], statuses=[spark])
    seat = {"health": 4, "tokens": {"spark": 1}}
    table = sit(seat, seat, heroes=("tester", "tester"), rules=rules, dice=[NOTHING, (1,)]).attack("cut")

    assert table.defend("thorns").settle().health == (1, 1)
    assert (table.tokens(0), table.tokens(1)) == ({}, {})


@rule("6.3.unique", 1)
@pytest.mark.parametrize(("effect", "left"), [({"do": "heal", "amount": 3}, 2), ({"do": "set_health", "amount": 1}, 1)])
def test_what_saves_a_life_that_is_saved_already_is_not_used_up(effect: Any, left: int) -> None:
    def saving(name: str) -> Any:
        away = {"do": "remove_status", "status": name, "of": "self"}
        trigger = {"when": "defeated", "effects": [away, effect]}
        return status(name, kind="unique", polarity="positive", limit=1, triggers=[trigger])

    rules = invent([offence("cut", {"do": "damage", "amount": 5})], statuses=[saving("spark"), saving("ember")])
    seat = {"health": 4, "tokens": {"spark": 1, "ember": 1}}
    table = sit(None, seat, heroes=("tester", "tester"), rules=rules, dice=[NOTHING]).attack("cut").defend(None)
    table.until("order").answer(next(key for key in table.options if key.startswith("ember"))).settle()

    assert (table.health[1], table.tokens(1)) == (left, {"spark": 1})


# Cards ------------------------------------------------------------------------------------------------------


def played(card: str, *dice: Any, **seat: Any) -> Table:
    table = sit({"hand": (card,), "cp": 5, **TIRED, **seat}, heroes=HEROES, dice=dice)
    table.until(window="main actions").play(card)
    return table.until(window="main actions") if dice else table


@pytest.mark.parametrize(
    ("card", "tokens"),
    [("mighty", {"crit": 1}), ("consecration", {"protect": 1, "retribution": 1, "crit": 1, "accuracy": 1})],
)
def test_mighty_and_consecration_are_for_anyone(card: str, tokens: dict[str, int]) -> None:
    assert played(card).answer(0).tokens(0) == tokens
    assert played(card).answer(1).tokens(1) == tokens


@pytest.mark.parametrize(
    ("die", "cards", "healed", "cp"), [(1, 2, 0, 0), (3, 0, 3, 0), (5, 0, 4, 0), (6, 0, 0, 3)]
)  # fmt: skip
def test_blessed_draws_heals_or_pays(die: int, cards: int, healed: int, cp: int) -> None:
    table = played("blessed", (die,))
    assert (len(table.hand(0)), table.cp[0]) == (1 + cards, 5 + cp)
    table.until(phase="offensive_roll")
    assert table.health[0] == 40 + healed


def test_divine_favor_pays_for_a_prayer_and_draws_otherwise() -> None:
    assert played("divine-favor", (6,)).cp[0] == 10
    assert len(played("divine-favor", (1,)).hand(0)) == 2


@pytest.mark.parametrize(("die", "health", "cp"), [(1, (47, 46), 4), (3, (50, 49), 4), (5, (50, 50), 4),
                                                   (6, (50, 48), 6)])  # fmt: skip
def test_absolution_answers_an_attack(die: int, health: tuple[int, int], cp: int) -> None:
    table = sit(None, {"hand": ("absolution",), "cp": 5}, heroes=ATTACKED, dice=[SWORDS, (die,)]).attack("smack")
    assert "absolution" not in table.offered("play")
    table.until(window="effects inflicted", player=1).play("absolution").defend(None).settle()

    assert (table.health, table.cp[1]) == (health, cp)

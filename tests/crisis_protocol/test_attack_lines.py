"""What texts of real cards need of the attack: dice windows, types, sight, other successes."""

from typing import Any

import pytest

from rulewright_crisis_protocol.attack.choosing import targets

from .table import HERO, VILLAIN, at, attack, attacking, battle, card, invent, one, piece, power


def rules_for(*specials: Any, hero: Any = (), villain: Any = (), foe: Any = None, **facts: Any) -> Any:
    return invent(
        card("hero", attack("hero-blow", *specials, **facts), superpowers=list(hero)),
        card("villain", superpowers=list(villain), **(foe or {})),
    )


def dealt(rules: Any, *rolls: str, **setup: Any) -> int:
    return one(attacking(rules=rules, rolls=rolls, **setup), VILLAIN).damage


PIERCE = {
    "icons": ["wild"],
    "when": "opposing dice",
    "effects": [{"do": "change_die", "faces": ["critical", "wild", "block"], "to": "blank", "of": "opposing"}],
}


@pytest.mark.parametrize(("roll", "damage"), [("WH-", 1), ("HH-", 0)])
def test_a_line_changes_opposing_dice_before_damage_is_counted(roll: str, damage: int) -> None:
    assert dealt(rules_for(PIERCE), roll, "BB") == damage


def test_a_line_adds_dice_to_its_own_pool() -> None:
    more = {"when": "attack pool", "effects": [{"do": "add_dice", "amount": 2}]}
    assert dealt(rules_for(more), "HHHHH", "--") == 5


def test_the_attacker_chooses_among_the_types_of_an_attack() -> None:
    rules = rules_for(foe={"physical": 4, "mystic": 1}, types=["physical", "mystic"])
    position = attacking(rules=rules, rolls=["HHH", "-"])
    assert position.options == ["physical", "mystic"]
    assert one(position.answer("mystic"), VILLAIN).damage == 3


@pytest.mark.parametrize(("ignores", "found"), [((), []), (("sight",), [VILLAIN])])
def test_an_attack_that_ignores_sight_reaches_behind_a_house(ignores: tuple[str, ...], found: list[str]) -> None:
    rules = rules_for(ignores=ignores, range="5")
    position = battle(at(HERO, 9.5, 10), at(VILLAIN, 16.5, 10, 1), piece("house", 13, 10), rules=rules)
    assert list(targets(position.game, HERO, position.game.content.attacks["hero-blow"])) == found


def innate(**facts: Any) -> Any:
    return power("gift", "innate", **facts)


@pytest.mark.parametrize(
    ("stat", "test", "damage"),
    [
        ("successes for blanks", {"rolls": ["defense"]}, 1),
        ("successes for blanks", {"rolls": ["attack"]}, 3),
        ("successes for blanks", {"attack_is": ["energy"]}, 3),
        ("successes for blanks", {"all": [{"rolls": ["defense"]}, {"attack_is": ["physical"]}]}, 1),
    ],
)
def test_blanks_may_count_as_successes_of_who_rolls_them(stat: str, test: Any, damage: int) -> None:
    gift = innate(does=[{"modifies": stat, "by": 1, "test": test}])
    del gift["effects"]
    assert dealt(rules_for(villain=[gift]), "HHH", "--") == damage


def test_damage_from_enemies_is_reduced_to_no_less_than_one() -> None:
    gift = innate(does=[{"modifies": "damage from enemies", "by": -1}])
    del gift["effects"]
    assert [dealt(rules_for(villain=[gift]), roll, "--") for roll in ("HHH", "H--")] == [2, 1]


def test_criticals_may_be_no_successes() -> None:
    effects = [{"do": "forbid", "cannot": "critical successes", "who": "target", "until": "attack"}]
    line = {"when": "targeted", "effects": [*effects, {**effects[0], "cannot": "critical dice"}]}
    assert dealt(rules_for(line), "HHH", "CB") == 2


def test_a_character_has_the_stat_card_of_its_other_form() -> None:
    line = {"effects": [{"do": "transform", "into": "villain"}]}
    position = attacking(rules=rules_for(line), rolls=["---", "--"])
    assert one(position, HERO).card == "villain"

"""The laws of attacks are those of the rules: equal to playing all dice, keyword by keyword."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import Rules
from rulewright.laws import marginal
from rulewright.odds import ask
from rulewright_wh40k.minds.odds.battle import EXCHANGE, OPEN, rules_of
from rulewright_wh40k.minds.odds.choosing import chosen
from rulewright_wh40k.minds.odds.desk import DESK
from rulewright_wh40k.minds.odds.reading import read
from rulewright_wh40k.minds.odds.sides import matchup, sides

from .table import FOES, MINE, arm, blade, invent, sheet

EXACT = 1e-12


def asked(rules: Rules, **wishes: Any) -> Any:
    """What the desk makes of wishes."""
    book, read_wishes = rules_of(rules).content, DESK.read({"attacker": MINE, "target": FOES, **wishes})
    (attacker,), (target,) = sides(book, read_wishes, "attacker"), sides(book, read_wishes, "target")
    return matchup(book, read_wishes, attacker, target)


def played(rules: Rules, **wishes: Any) -> dict[int, float]:
    """How likely each number of wounds is lost, by playing the steps of the rules with all dice."""
    law = EXCHANGE.law(rules_of(rules), asked(rules, **wishes), battlefield=OPEN)
    return {wounds: float(chance) for wounds, chance in marginal(law, lambda lost: lost[0]).items()}


def told(rules: Rules, **wishes: Any) -> dict[int, float]:
    """The same as the desk tells it."""
    data = ask(rules, **{"attacker": MINE, "target": FOES, **wishes}).data
    assert data
    return {int(wounds): chance for wounds, chance in data["wounds"].items()}


def duel(*abilities: str, foe: dict[str, Any] | None = None, own: dict[str, Any] | None = None, **gun: Any) -> Rules:
    """One gun against a target of three models that is given in numbers."""
    target = {"wounds": 2, "points": {3: 30, 20: 200}, **(foe or {})}
    part = {"profile": "one", "least": 3, "most": 20, "weapons": ["gun"]}
    foes = sheet(FOES, arm(), **target) | {"composition": [part]}
    return invent(sheet(MINE, arm("gun", *abilities, **{"attacks": "2", **gun}), **(own or {})), foes)


CASES: list[tuple[str, tuple[str, ...], dict[str, Any], dict[str, Any]]] = [
    ("plain", (), {}, {}),
    ("random attacks", (), {"attacks": "D3+1"}, {}),
    ("random damage into two wounds, where what is left of it is lost", (), {"damage": "D6", "ap": -2}, {}),
    ("damage 3", (), {"damage": "3"}, {}),
    ("assault", ("assault",), {}, {}),
    ("anti", ("anti-infantry 4+",), {"strength": 2}, {}),
    ("anti with devastating wounds", ("anti-infantry 3+", "devastating wounds"), {"damage": "2"}, {}),
    ("blast", ("blast",), {"attacks": "1"}, {"size": 5}),
    ("devastating wounds", ("devastating wounds",), {"damage": "D3"}, {}),
    ("extra attacks", ("extra attacks",), {}, {}),
    ("hazardous", ("hazardous",), {}, {}),
    ("heavy, stationary", ("heavy",), {"skill": 5}, {}),
    ("heavy, moved", ("heavy",), {"skill": 5}, {"moved": True}),
    ("ignores cover", ("ignores cover",), {}, {"cover": True}),
    ("in cover", (), {}, {"cover": True}),
    ("indirect fire", ("indirect fire",), {}, {}),
    ("lance, charged", ("lance",), {}, {"charged": True}),
    ("lethal hits", ("lethal hits",), {"strength": 2}, {}),
    ("lethal and sustained hits", ("lethal hits", "sustained hits 1"), {}, {}),
    ("lethal hits with devastating wounds", ("lethal hits", "devastating wounds"), {}, {}),
    ("melta, near", ("melta 2",), {"attacks": "1", "damage": "D3"}, {"half": True}),
    ("melta, far", ("melta 2",), {"attacks": "1", "damage": "D3"}, {}),
    ("one shot", ("one shot",), {}, {}),
    ("pistol", ("pistol",), {}, {}),
    ("precision", ("precision",), {}, {}),
    ("psychic", ("psychic",), {}, {}),
    ("rapid fire, near", ("rapid fire 1",), {"attacks": "1"}, {"half": True}),
    ("rapid fire D3, near", ("rapid fire d3",), {"attacks": "1"}, {"half": True}),
    ("searing", ("searing 3",), {}, {}),
    ("searing with devastating wounds", ("searing 1", "devastating wounds"), {"damage": "3"}, {}),
    ("sustained hits", ("sustained hits 2",), {}, {}),
    ("sustained hits d3", ("sustained hits d3",), {"attacks": "1"}, {}),
    ("torrent", ("torrent",), {"skill": None}, {}),
    ("torrent with devastating wounds", ("torrent", "devastating wounds"), {"skill": None}, {}),
    ("twin-linked", ("twin-linked",), {"strength": 3}, {}),
    ("critical hits on 5+", ("sustained hits 1",), {}, {"critical_hit": 5}),
    ("critical wounds on 4+", ("devastating wounds",), {}, {"critical_wound": 4}),
    ("one to the roll, never more", (), {"skill": 5}, {"hit": 2, "wound": -2}),
    ("an invulnerable save", (), {"ap": -4}, {"invulnerable": 4}),
    ("feel no pain", (), {"damage": "2"}, {"feel_no_pain": 5}),
    ("feel no pain of mortal wounds", ("devastating wounds",), {"damage": "3"}, {"feel_no_pain": 4}),
    ("less damage", (), {"damage": "D3"}, {"damage": -1}),
    ("half the damage", (), {"damage": "D6"}, {"halve_damage": True}),
    ("abilities that are given", (), {}, {"gives": ["lethal-hits", "sustained-hits:1"]}),
    ("stealth", (), {}, {"target_gives": ["stealth"]}),
]


@pytest.mark.parametrize(("abilities", "gun", "wishes"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_law_is_that_of_the_dice(abilities: tuple[str, ...], gun: dict[str, Any], wishes: dict[str, Any]) -> None:
    rules = duel(*abilities, **gun)
    assert told(rules, **wishes) == pytest.approx(played(rules, **wishes), abs=EXACT)


@pytest.mark.parametrize(("ability", "wishes"), [("keen-eyed", {"reroll_hits": "ones"}),
                                                 ("thorough", {"reroll_wounds": "failed"})])  # fmt: skip
def test_re_rolls_by_name_are_those_of_abilities(ability: str, wishes: dict[str, Any]) -> None:
    able, plain = duel(own={"abilities": [ability]}), duel()
    assert told(able) == pytest.approx(played(able), abs=EXACT)
    assert told(plain, **wishes) == pytest.approx(told(able), abs=EXACT)
    assert told(plain) != pytest.approx(told(able), abs=EXACT)


def armed(*arms: dict[str, Any], **wishes: Any) -> tuple[Rules, dict[str, Any]]:
    target = sheet(FOES, arm(), wounds=2, points={2: 20}) | {
        "composition": [{"profile": "one", "least": 2, "most": 2, "weapons": ["gun"]}]
    }
    return invent(sheet(MINE, *arms), target), wishes


def test_all_weapons_of_a_unit_attack_in_the_order_of_the_game_and_mortal_wounds_come_last() -> None:
    rules, _ = armed(
        arm("axe", "devastating wounds", attacks="2", damage="2"), arm("bow", "devastating wounds", "searing 1"),
        arm("club", attacks="1", damage="D3"),
    )  # fmt: skip
    assert told(rules) == pytest.approx(played(rules), abs=EXACT)


def test_attacks_are_allocated_to_the_bodyguard_and_then_to_its_leader() -> None:
    hero = sheet("hero", arm(), save=2, wounds=2, invulnerable=4, leads=[FOES], keywords=["Infantry", "Character"])
    rules = invent(sheet(MINE, arm(attacks="3", damage="2", ap=-1)), sheet(FOES, arm(), wounds=1), hero)
    wishes = {"target_leader": ["hero"]}
    assert told(rules, **wishes) == pytest.approx(played(rules, **wishes), abs=EXACT)
    assert max(told(rules, **wishes)) == 3


def test_each_model_uses_what_it_may_use_together_and_of_the_rest_what_does_most() -> None:
    rules, _ = armed(arm("gun"), arm("pistol", "pistol", damage="2"), blade("axe", damage="2"), blade("fist"),
                     blade("tail", "extra attacks"))  # fmt: skip

    def used(**wishes: Any) -> list[str]:
        return [one.weapon for one in chosen(read(rules, asked(rules, **wishes)))]

    assert used() == [f"{MINE}/pistol"]
    assert used(fight=True) == [f"{MINE}/axe", f"{MINE}/tail"]

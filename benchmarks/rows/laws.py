"""The laws of attacks. Of Warhammer 40,000: against playing all dice, of many attacks, and of many units. Of Crisis
Protocol: of an attack whose dice both sides modify."""

from __future__ import annotations

from typing import Any, Final

from rulewright import Rules, rules_for, testing
from rulewright.odds import ask
from rulewright_wh40k.minds.odds.battle import EXCHANGE, OPEN, rules_of
from rulewright_wh40k.minds.odds.desk import DESK
from rulewright_wh40k.minds.odds.sides import matchup, sides

from ..measure import Pair, Row, Tools, cost

EVERYTHING: Final = (
    "sustained hits d3", "lethal hits", "devastating wounds", "twin-linked", "anti-infantry 4+", "searing 1", "lance",
)  # fmt: skip


def _named(id: str) -> dict[str, Any]:
    return {"id": id, "name": {"en": id, "zh": id}}


def _sheet(id: str, wounds: int, count: int, **gun: Any) -> dict[str, Any]:
    """A datasheet of some models with one gun."""
    model = {"base": "32mm", "move": 6, "toughness": 4, "save": 4, "wounds": wounds, "leadership": 7, "oc": 1}
    usual = {"range": 24, "attacks": "1", "skill": 3, "strength": 4, "damage": "1"}
    part = {"profile": "one", "least": count, "most": count, "weapons": ["gun"]}
    return {
        **_named(id), "faction": "A", "keywords": ["Infantry"], "points": {count: 100}, "composition": [part],
        "profiles": [{**_named("one"), **model}], "weapons": [{**_named("gun"), **usual, **gun}],
    }  # fmt: skip


def duel(attacks: str, *abilities: str, damage: str = "D6") -> Rules:
    """A gun against ten models of two wounds, into which its damage does not go evenly."""
    gun = {"attacks": attacks, "damage": damage, "abilities": list(abilities)}
    return testing.invent("wh40k", datasheets=[_sheet("one", 1, 1, **gun), _sheet("ten", 2, 10)])


ASKED: Final = {"attacker": "one", "target": "ten"}


def _dice(tools: Tools) -> Pair:
    rules = duel("3", "sustained hits 1", "lethal hits", damage="2")
    book, wishes = rules_of(rules).content, DESK.read(ASKED)
    (attacker,), (target,) = (sides(book, wishes, seat) for seat in ASKED)
    asked = matchup(book, wishes, attacker, target)

    def played() -> dict[int, float]:
        law = EXCHANGE.law(rules_of(rules), asked, battlefield=OPEN)
        return {wounds: float(chance) for (wounds, _), chance in law.items()}

    told, found = ask(rules, **ASKED).data, played()
    assert told is not None
    assert all(abs(told["wounds"][str(wounds)] - chance) < 1e-12 for wounds, chance in found.items())
    return Pair(cost(lambda: ask(rules, **ASKED)), cost(played), "the same law")


def _many(tools: Tools) -> Pair:
    rules = duel("40", *EVERYTHING)
    return Pair(cost(lambda: ask(rules, **ASKED), 1e3), None, "40 attacks, D6 damage")


def _matrix(tools: Tools) -> Pair:
    rules = rules_for("wh40k")
    names = list(rules.content.units)
    assert len(names) == 12

    def every() -> None:
        for attacker in names:
            for target in names:
                ask(rules, attacker=attacker, target=target)

    return Pair(cost(every, 1.0), None, "144 pairs of units")


REROLLS: Final = {"do": "reroll", "amount": 2}
BLUNTS: Final = {"do": "change_die", "faces": ["critical", "wild", "hit"], "to": "blank", "of": "opposing"}
ARMOR: Final = {"do": "repeat", "times": {"faces": "wild", "of": "defense"}, "then": [BLUNTS]}


def _fighter(id: str, when: str, does: dict[str, Any]) -> dict[str, Any]:
    """A character with an attack of seven dice and something innate."""
    special = {"icons": ["wild"], "effects": [{"do": "condition", "condition": "stun"}]}
    blow = {**_named(f"{id}-blow"), "type": "physical", "range": "3", "strength": 7, "specials": [special]}
    innate = {**_named(f"{id}-innate"), "kind": "innate", "when": when, "effects": [does]}
    side = {"stamina": 5, "physical": 4, "energy": 4, "mystic": 4, "attacks": [blow], "superpowers": [innate]}
    return {**_named(id), "alter_ego": id, "threat": 3, "healthy": side}


def _modified(tools: Tools) -> Pair:
    fighters = [_fighter("hero", "own dice", REROLLS), _fighter("villain", "opposing dice", ARMOR)]
    rules = testing.invent("crisis_protocol", characters=fighters)
    asked = {"attacker": "hero", "attack": "hero-blow", "target": "villain"}
    return Pair(cost(lambda: ask(rules, **asked), 1e3), None, "7 dice against 4")


ROWS: Final = (
    Row("laws-of-attacks", "what three attacks do to ten models, exact", "playing all dice", "us", _dice),
    Row("laws-forty", "what forty attacks with all abilities of weapons do to ten models, exact", "", "ms", _many,
        must=300),
    Row("laws-matrix", "what each of 12 units does to each of 12, exact", "", "s", _matrix, must=20),
    Row("laws-modified", "what an attack of Crisis Protocol does, whose dice both sides modify", "", "ms", _modified,
        must=1000),
)  # fmt: skip

"""Characters with special powers written for one test."""

from __future__ import annotations

from typing import Any

from rulewright.testing import Scenario

from .table import FOE, HERO, at, clix, dice, invent, play, turn


def special(*does: dict[str, Any], id: str = "brawn", grants: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    return {"id": id, "name": {"en": id.title(), "zh": id}, "grants": list(grants), "does": list(does), **more}


def act(*effects: dict[str, Any], action: tuple[str, ...] = ("POWER",), **more: Any) -> dict[str, Any]:
    return {"action": list(action), "effects": list(effects), **more}


def when(moment: str, *effects: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"when": moment, "effects": list(effects), **more}


def acting(
    *things: Any, trait: Any = None, rolls: tuple[str, ...] = (), cards: tuple[Any, ...] = (), **more: Any
) -> Scenario:
    """The turn of the hero in C3 with a trait; a foe in F3 unless given; an idle friend far off keeps the turn open."""
    known = {card["id"] for card in cards}
    own = [] if HERO in known else [clix(HERO, *("8/10/17/3",) * 6, traits=[trait] if trait else [], **more)]
    own += [] if FOE in known else [clix(FOE, *("8/10/16/2",) * 9)]
    names = {str(thing.id) for thing in things}
    hero = () if HERO in names else (at(HERO, "C3"),)
    foe = () if FOE in names else (at(FOE, "F3"),)
    rules = invent(*own, *cards, clix("idle"))
    return turn(play(*hero, *foe, *things, at("idle", "P16"), rules=rules, rolls=dice(*rolls)))


def use(position: Scenario, type: str = "POWER", power: str = "brawn") -> Scenario:
    return position.answer((HERO, power, type))

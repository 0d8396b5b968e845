"""What an effect does, alone on the battlefield or in an attack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulewright.testing import Scenario
from rulewright_crisis_protocol.running import resolve

from .table import HERO, VILLAIN, at, attack, attacking, battle, card, invent, power

Effects = Mapping[str, Any]


def happens(
    *effects: Effects,
    things: Iterable[Any] = (),
    cards: Iterable[Any] = (),
    chosen: str = "",
    spent: int = 0,
    **more: Any,
) -> Scenario:
    """These effects of the hero, who stands 5 inches from the villain where they are not given."""
    things = list(things)
    names = {str(one.id) for one in things}
    hero = () if HERO in names else (at(HERO, 10, 10),)
    villain = () if VILLAIN in names else (at(VILLAIN, 15, 10, 1),)
    cards = list(cards)
    mine = [] if any(one["id"] == HERO for one in cards) else [card(HERO)]
    deed = card("doer", superpowers=[power("deed", "active", *effects)])
    rules = invent(*mine, deed, *cards)
    position = battle(*hero, *villain, *things, rules=rules, **more)
    call = resolve(0, HERO, "deed", rules.content.superpowers["deed"].program, chosen, spent)
    assert call is not None
    return position.begin(call)


def struck(
    *specials: Effects, things: Iterable[Any] = (), rolls: Iterable[str] = ("HHH", "--"), **side: Any
) -> Scenario:
    """The hero attacks the villain with an attack that has these special rules."""
    rules = invent(card(HERO, attack("blow", *specials), **side), card("friend"), card("second"))
    return attacking(*things, attack="blow", rules=rules, rolls=rolls)

"""A table for tests: a duel in any position, with scripted dice and invented cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rulewright import CardsMoved, Game, Round, Rules, Turn, rules_for, testing
from rulewright.state import Id
from rulewright.testing import Scenario, set_up
from rulewright_unmatched_nemesis.attack import ATTACK
from rulewright_unmatched_nemesis.state import ACTIVE, DECK, DISCARD, DISPLAY, HAND, KEPT
from rulewright_unmatched_nemesis.turn import Action

IDLE = "study"
"""An attack card with the symbol eye: what the decks of these tests are made of."""

FAR = ("b1", "b5")
NEAR = ("b2", "b3")


def rule(id: str, *asserts: int) -> pytest.MarkDecorator:
    """The rule, and which of its asserts, that a test proves; all of them where none is named."""
    return pytest.mark.rule(f"unmatched_nemesis:{id}", *asserts)


by_either = pytest.mark.parametrize("player", [0, 1])
"""Whichever player it is who does what a test is about."""


def rules() -> Rules:
    """The ruleset with the content of the package."""
    return rules_for("unmatched_nemesis")


def invent(**content: Sequence[Mapping[str, Any]]) -> Rules:
    """The rules with content of one's own besides: attacks, skills, fighters, arenas."""
    named = {kind: [_named(entry) for entry in entries] for kind, entries in content.items()}
    return testing.invent("unmatched_nemesis", **named)


def _named(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": {"en": entry["id"], "zh": entry["id"]}, "box": "test", **entry}


def attack(id: str = "test", *effects: Mapping[str, Any], type: str = "assault", **more: Any) -> dict[str, Any]:
    """An attack card; without more it deals nothing at any range."""
    return {"id": id, "type": type, "symbol": "fist", "effects": list(effects), **more}


def special(
    id: str, *effects: Mapping[str, Any], type: str = "ability", cost: Sequence[str] = ("fist",), **more: Any
) -> Any:
    """A special attack."""
    return _plain({"id": id, "type": type, "cost": list(cost), "effects": list(effects), **more})


def fighter(*specials: Mapping[str, Any], id: str = "tester") -> dict[str, Any]:
    """A fighter with the same special attacks on both sides."""
    side = {"name": {"en": "side", "zh": "side"}, "specials": list(specials)}
    return {"id": id, "fighter_class": {"en": "Tester", "zh": "试验者"}, "a": side, "b": side}


def _plain(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": {"en": entry["id"], "zh": entry["id"]}, **entry}


def duel(
    *,
    hands: tuple[Sequence[str], Sequence[str]] = ((), ()),
    display: Sequence[str] = (IDLE,) * 4,
    deck: Sequence[str] = (IDLE,) * 12,
    discard: Sequence[str] = (),
    spaces: tuple[str, str] = NEAR,
    heavy: tuple[int, int] = (0, 0),
    light: tuple[int, int] = (0, 0),
    tokens: tuple[int, int] = (0, 0),
    wins: tuple[int, int] = (0, 0),
    active: tuple[Sequence[str], Sequence[str]] = ((), ()),
    kept: tuple[Sequence[str], Sequence[str]] = ((), ()),
    known: bool = True,
    rules: Rules | None = None,
    dice: Sequence[Any] = (),
    cards: Sequence[Any] = (),
    reading: Mapping[str, Any] | None = None,
    **options: Any,
) -> Scenario:
    """A position in which nothing goes on yet; the hands came from the display unless they are not ``known``."""
    zones: dict[Id, Sequence[str]] = {DECK: deck, DISPLAY: display, DISCARD: discard}
    for seat in (0, 1):
        zones |= {HAND[seat]: hands[seat], ACTIVE[seat]: active[seat], KEPT[seat]: kept[seat]}
    facts = {"space": spaces, "heavy": heavy, "light": light, "tokens": tokens, "wins": wins}
    fighters = {seat: {name: values[seat] for name, values in facts.items()} for seat in (0, 1)}
    seen = {HAND[seat]: {"known": ((1 - seat,),) * len(hands[seat]) if known else ()} for seat in (0, 1)}
    changes: dict[str, Any] = {"zones": seen, "fighters": fighters, "match": {0: {"round": 1}}}
    setup = {**options, **(reading or {})}
    return set_up(rules or _rules(), setup=setup, zones=zones, changes=changes, dice=dice, cards=cards)


def _rules() -> Rules:
    return rules()


def seated(player: int, own: Any, other: Any) -> tuple[Any, Any]:
    """What a player has and what the other has, in the order of the seats."""
    return (own, other) if player == 0 else (other, own)


def turn(position: Scenario, player: int = 0, number: int = 1) -> Scenario:
    """Begin the turn of a player."""
    return position.begin("rounds/round/turn/begin_turn", Round(number=1), Turn(player=player, number=number))


def acting(player: int = 0, number: int = 1, **how: Any) -> Scenario:
    """A duel in which a player is asked for an action."""
    position = duel(**how)
    path = "rounds/round/turn/action/act"
    return position.begin(path, Round(number=1), Turn(player=player), Action(player=player, number=number))


def attacking(card: str | Mapping[str, Any], player: int = 0, **how: Any) -> Scenario:
    """A duel in which a card of the display, or an invented one, is being resolved; nothing comes after it."""
    if isinstance(card, str):
        return duel(**how).begin(ATTACK(player=player, name=card))
    return duel(rules=invent(attacks=[card]), **how).begin(ATTACK(player=player, name=str(card["id"])))


def filled_by(position: Scenario) -> str:
    """The rule by which cards came to the display the last time."""
    return next(event.rule for event in reversed(position.events(CardsMoved)) if event.target == DISPLAY)


def cubes(position: Scenario, player: int) -> tuple[int, int]:
    """Heavy and light cubes of a fighter."""
    found = position.state.fighters[player]
    return found.heavy, found.light


def space(position: Scenario, player: int) -> str:
    """Where a fighter stands."""
    return str(position.state.fighters[player].space)


def kinds(position: Scenario) -> set[str]:
    """The kinds of actions that are offered."""
    return {option[0] for option in position.options}


def closed(position: Scenario, kind: str) -> dict[str, str]:
    """What cannot be done of a kind now, with the rule that forbids it."""
    return {choice: why.rule for (name, choice), why in position.game.request.space.barred() if name == kind}


def looks(game: Game, player: int) -> tuple[bytes, list[Any], tuple[int, ...]]:
    """All that a player can see: the position with what is asked, what has happened, and who is asked."""
    view = game.view(player)
    return view.to_json(), view.events(), view.asked

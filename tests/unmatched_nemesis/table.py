"""A table for tests: a duel in any position, with scripted dice and invented cards."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from rulewright import Game, Round, Turn
from rulewright.ruleset import Rules
from rulewright.testing import Position, set_up
from rulewright.zones import CardsMoved
from rulewright_unmatched_nemesis.attack import ATTACK
from rulewright_unmatched_nemesis.book import load_book
from rulewright_unmatched_nemesis.ruleset import RULESET
from rulewright_unmatched_nemesis.state import ACTIVE, DECK, DISCARD, DISPLAY, HAND, KEPT
from rulewright_unmatched_nemesis.turn import Action

IDLE = "study"
"""An attack card with the symbol eye: what the decks of these tests are made of."""

FAR = ("b1", "b5")
NEAR = ("b2", "b3")


def rule(id: str, *asserts: int) -> pytest.MarkDecorator:
    """The rule, and which of its asserts, that a test proves; all of them where none is named."""
    return pytest.mark.rule(f"unmatched_nemesis:{id}", *asserts)


@cache
def rules() -> Rules:
    """The ruleset with the content of the package."""
    return RULESET.freeze()


def invent(**content: Sequence[Mapping[str, Any]]) -> Rules:
    """The rules with content of one's own besides: attacks, skills, fighters, arenas."""
    with TemporaryDirectory() as folder:
        for kind, entries in content.items():
            Path(folder, f"{kind}.json").write_text(json.dumps([_named(entry) for entry in entries]), encoding="utf-8")
        book = load_book([folder])
    return replace(RULESET, content=lambda *_: book).freeze()


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
) -> Position:
    """A position in which nothing goes on yet; the hands came from the display unless they are not ``known``."""
    zones: dict[str, dict[str, Any]] = {
        DECK: {"cards": tuple(deck)},
        DISPLAY: {"cards": tuple(display)},
        DISCARD: {"cards": tuple(discard)},
    }
    for seat in (0, 1):
        seen = ((1 - seat,),) * len(hands[seat]) if known else ()
        zones[HAND[seat]] = {"cards": tuple(hands[seat]), "known": seen}
        zones[ACTIVE[seat]] = {"cards": tuple(active[seat])}
        zones[KEPT[seat]] = {"cards": tuple(kept[seat])}
    facts = {"space": spaces, "heavy": heavy, "light": light, "tokens": tokens, "wins": wins}
    fighters = {seat: {name: values[seat] for name, values in facts.items()} for seat in (0, 1)}
    changes: dict[str, dict[Any, dict[str, Any]]] = {"zones": zones, "fighters": fighters, "match": {0: {"round": 1}}}
    return set_up(rules or _rules(), setup={**options, **(reading or {})}, changes=changes, dice=dice, cards=cards)


def _rules() -> Rules:
    return rules()


def turn(position: Position, player: int = 0, number: int = 1) -> Position:
    """Begin the turn of a player."""
    return position.begin("rounds/round/turn/begin_turn", Round(number=1), Turn(player=player, number=number))


def acting(player: int = 0, number: int = 1, **how: Any) -> Position:
    """A duel in which a player is asked for an action."""
    position = duel(**how)
    path = "rounds/round/turn/action/act"
    return position.begin(path, Round(number=1), Turn(player=player), Action(player=player, number=number))


def attacking(card: str | Mapping[str, Any], player: int = 0, **how: Any) -> Position:
    """A duel in which a card of the display, or an invented one, is being resolved; nothing comes after it."""
    if isinstance(card, str):
        return duel(**how).begin(ATTACK(player=player, name=card))
    return duel(rules=invent(attacks=[card]), **how).begin(ATTACK(player=player, name=str(card["id"])))


def hand(position: Position, player: int) -> list[str]:
    """The cards in a hand."""
    return list(position.state.zones[HAND[player]].cards)


def pile(position: Position, zone: str) -> list[str]:
    """The cards in a zone."""
    return list(position.state.zones[zone].cards)


def filled_by(position: Position) -> str:
    """The rule by which cards came to the display the last time."""
    return next(event.rule for event in reversed(position.events(CardsMoved)) if event.target == DISPLAY)


def cubes(position: Position, player: int) -> tuple[int, int]:
    """Heavy and light cubes of a fighter."""
    found = position.state.fighters[player]
    return found.heavy, found.light


def space(position: Position, player: int) -> str:
    """Where a fighter stands."""
    return str(position.state.fighters[player].space)


def kinds(position: Position) -> set[str]:
    """The kinds of actions that are offered."""
    return {option[0] for option in position.options}


def looks(game: Game, player: int) -> tuple[bytes, list[Any], tuple[int, ...]]:
    """All that a player can see: the position with what is asked, what has happened, and who is asked."""
    view = game.view(player)
    return view.to_json(), view.events(), view.asked


def named(position: Position, kind: str) -> list[str]:
    """What is offered of one kind of action."""
    return [option[1] for option in position.options if option is not None and option[0] == kind]

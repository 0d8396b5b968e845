"""A map for tests: invented characters anywhere on it, with scripted dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import pytest

from rulewright import Game, Rules, Turn, testing
from rulewright.geometry.grid import square_of
from rulewright.testing import Scenario, set_up
from rulewright_heroclix.attack.sequence import ATTACK
from rulewright_heroclix.book.sheets import COLUMNS
from rulewright_heroclix.movement.moves import MOVE
from rulewright_heroclix.state import Character, Force, Marker, Match

HERO, FOE = "hero", "foe"
BLANK = ("................",) * 16


def rule(id: str, *asserts: int) -> pytest.MarkDecorator:
    """The rule, and which of its asserts, that a test proves; all of them where none is named."""
    return pytest.mark.rule(f"heroclix:{id}", *asserts)


# Content ----------------------------------------------------------------------------------------------------


def clix(id: str, *clicks: str, **more: Any) -> dict[str, Any]:
    """A character; each click in the order of the columns: ``8 charge/10/17 toughness/3``. Without any it has four."""
    cells = [click.split("/") for click in clicks or ("8/10/17/3", "8/10/16/3", "7/9/16/2", "6/9/15/2")]
    dial = {column: [click[place] for click in cells] for place, column in enumerate(COLUMNS)}
    points = more.pop("points", 50)
    values = [{"value": points}] if isinstance(points, int) else points
    printed = {"set": "test", "number": id, "points": values, "range": 6, "dial": dial}
    return {"id": id, "name": {"en": id, "zh": id}, **printed, **more}


def invent(
    *cards: Mapping[str, Any], rows: Sequence[str] = BLANK, game: str | Rules = "heroclix", **of_map: Any
) -> Rules:
    """The rules with these characters, a hero and a foe where they are not among them, and the map ``field``."""
    known = {one["id"] for one in cards}
    both = [clix(id) for id in (HERO, FOE) if id not in known]
    field = {"id": "field", "name": {"en": "Field", "zh": "空地"}, "map": {"rows": list(rows), **of_map}}
    return testing.invent(game, characters=[*cards, *both], maps=[field])


# Positions --------------------------------------------------------------------------------------------------


def at(id: str, *squares: str, player: int | None = None, name: str = "", **more: Any) -> Character:
    """A character of that card in squares such as ``C4``; the foe belongs to player 1, others to player 0."""
    seat = (1 if id == FOE else 0) if player is None else player
    facts = {"points": 50, "starting": seat, **more}
    return Character(name or id, id, seat, squares=tuple(map(square_of, squares)), **facts)


def marker(kind: str, *squares: str, name: str = "", **more: Any) -> Marker:
    """A terrain marker in these squares."""
    return Marker(name or kind, kind, more.pop("player", 0), tuple(map(square_of, squares)), **more)


def play(
    *things: Any,
    rules: Rules | None = None,
    rolls: Iterable[Sequence[int]] = (),
    cards: Iterable[tuple[str, ...]] = (),
    forces: Mapping[int, Mapping[str, Any]] | None = None,
    players: int = 2,
    first: int = 0,
    **setup: Any,
) -> Scenario:
    """A map with these characters and markers on it."""
    seats = [Force(seat, seat, **(forces or {}).get(seat, {})) for seat in range(players)]
    records = [*things, *seats, Match(0, first)]
    setup = {"map": "field", "forces": [{"members": [{"character": HERO}]}] * players, **setup}
    return set_up(rules or invent(), records, setup=setup, empty=True, dice=list(map(tuple, rolls)), cards=list(cards))


def turn(position: Scenario, player: int = 0, number: int = 1) -> Scenario:
    """Begin a turn of a player."""
    return position.begin("game/turn", Turn(player=player, number=number))


def attacking(
    *things: Any, kind: str = "close", rolls: Iterable[Sequence[int]] = (), rules: Rules | None = None, **setup: Any
) -> Scenario:
    """An attack of the hero, who stands in C3 unless given, with a foe beside it in D3."""
    names = {str(one.id) for one in things}
    hero = () if HERO in names else (at(HERO, "C3"),)
    foe = () if FOE in names else (at(FOE, "D3"),)
    position = play(*hero, *foe, *things, rules=rules, rolls=rolls, **setup)
    return position.begin(ATTACK(player=0, attacker=HERO, kind=kind))


def moving(position: Scenario, squares: int, id: str = HERO, **more: Any) -> Scenario:
    """A move of a character of player 0 over at most so many squares."""
    return position.begin(MOVE(player=0, character=id, squares=squares, **more))


def one(position: Scenario, id: str) -> Character:
    """A character as it is now."""
    found: Character = position.state.characters[id]
    return found


def happened_in(game: Game, *kinds: type[Any]) -> list[Any]:
    """The events of these kinds in a game, in order."""
    return [event for event in game.events() if isinstance(event, kinds)]


def happened(position: Scenario, *kinds: type[Any]) -> list[Any]:
    """The events of these kinds, in order."""
    return happened_in(position.game, *kinds)


def dice(*pairs: str) -> list[tuple[int, ...]]:
    """Rolls as their digits: ``dice("34", "5")``."""
    return [tuple(map(int, chain.from_iterable(pair))) for pair in pairs]

"""A battlefield for tests: invented characters anywhere on it, with scripted dice in letters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from rulewright import Round, Rules, rules_for, testing
from rulewright.testing import Scenario, set_up
from rulewright_crisis_protocol.attack.sequence import ATTACK
from rulewright_crisis_protocol.state import Character, Mission, Objective, Squad, Terrain
from rulewright_crisis_protocol.terms import TurnOf

LETTERS = {"C": "critical", "W": "wild", "H": "hit", "B": "block", "-": "blank", "F": "failure"}


def rule(id: str, *asserts: int) -> pytest.MarkDecorator:
    """The rule, and which of its asserts, that a test proves; all of them where none is named."""
    return pytest.mark.rule(f"crisis_protocol:{id}", *asserts)


def dice(letters: str) -> tuple[str, ...]:
    """Faces by their letters: C, W, H, B, - for a blank, F."""
    return tuple(LETTERS[letter] for letter in letters)


# Content ----------------------------------------------------------------------------------------------------


def named(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry that is called by its id."""
    return {"name": {"en": entry["id"], "zh": entry["id"]}, **entry}


def attack(id: str = "blow", *specials: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """An attack; without more a physical one of range 3 and strength 3."""
    facts = {"type": "physical", "range": "3", "strength": 3, "specials": list(specials)}
    return named({"id": id, **facts, **more})


def power(id: str, kind: str, *effects: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A superpower."""
    return named({"id": id, "kind": kind, "effects": list(effects), **more})


def card(id: str, *attacks: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A character; stats of the sides may be given besides those of the card. Without attacks it has a weak one."""
    facts = {name: more.pop(name) for name in _OF_CARD if name in more}
    side = {"stamina": 5, "physical": 2, "energy": 2, "mystic": 2, **more}
    side["attacks"] = list(attacks) or [attack(f"{id}-blow")]
    return named({"id": id, "alter_ego": id, "threat": 3, "healthy": side, **facts})


def tactic(id: str, *effects: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A team tactic card."""
    return named({"id": id, "effects": list(effects), **more})


_OF_CARD = ("alter_ego", "threat", "size", "base", "affiliations", "injured", "leadership")

HERO, VILLAIN = "hero", "villain"


@cache
def rules() -> Rules:
    """The ruleset with the content of the package."""
    return rules_for("crisis_protocol")


def invent(*cards: Mapping[str, Any], **content: Sequence[Mapping[str, Any]]) -> Rules:
    """The rules with these characters, and a hero and a villain where they are not among them."""
    known = {one["id"] for one in cards}
    both = [card(id) for id in (HERO, VILLAIN) if id not in known]
    return testing.invent("crisis_protocol", characters=[*cards, *both], **content)


# Positions --------------------------------------------------------------------------------------------------


def at(id: str, x: float, y: float, player: int = 0, *, name: str = "", **more: Any) -> Character:
    """A character of that card on the battlefield."""
    return Character(name or id, id, player, x, y, True, **more)


def piece(kind: str, x: float, y: float, name: str = "", facing: float = 0.0) -> Terrain:
    """A terrain feature with its middle there."""
    return Terrain(name or kind, kind, x, y, facing)


def token(id: str, x: float, y: float, crisis: str = "relays", **more: Any) -> Objective:
    """An objective token."""
    return Objective(id, crisis, x, y, **more)


def battle(
    *things: Any,
    rules: Rules | None = None,
    rolls: Iterable[str] = (),
    mission: Mapping[str, Any] | None = None,
    squads: Mapping[int, Mapping[str, Any]] | None = None,
    **setup: Any,
) -> Scenario:
    """A battlefield with these characters, terrain and tokens on it, and nothing else; player 0 has priority."""
    facts = {"secure": "relays", "extract": "vials", "threat": 16, "round": 1, **(mission or {})}
    sides = [Squad(seat, seat, edge=("south", "north")[seat], **(squads or {}).get(seat, {})) for seat in (0, 1)]
    records = [*things, *sides, Mission(0, **facts)]
    return set_up(rules or invent(), records, setup=setup or None, empty=True, dice=[dice(roll) for roll in rolls])


def attacking(
    *things: Any, attack: str = "hero-blow", rolls: Iterable[str] = (), rules: Rules | None = None, **setup: Any
) -> Scenario:
    """An attack of the hero against the villain, who stand 3 inches apart where they are not given."""
    names = {str(one.id) for one in things}
    hero = () if HERO in names else (at(HERO, 10, 10),)
    villain = () if VILLAIN in names else (at(VILLAIN, 15, 10, 1),)
    position = battle(*hero, *villain, *things, rules=rules, rolls=rolls, **setup)
    return position.begin(ATTACK(player=0, attacker=HERO, attack=attack))


def phase(position: Scenario, path: str, number: int = 1) -> Scenario:
    """Begin a phase of the round, or one of its steps."""
    return position.begin(f"rounds/round/{path}", Round(number=number))


def turn(position: Scenario, player: int = 0) -> Scenario:
    """Begin a turn of a player."""
    path = "rounds/round/activation phase/turn"
    return position.begin(path, Round(number=1), TurnOf(player=player))


def one(position: Scenario, id: str) -> Character:
    """A character as it is now."""
    found: Character = position.state.characters[id]
    return found


def place(position: Scenario, id: str) -> tuple[float, float]:
    """Where a character stands, to a hundredth of an inch."""
    found = one(position, id)
    return round(found.x, 2), round(found.y, 2)

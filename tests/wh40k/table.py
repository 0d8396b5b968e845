"""A battlefield for tests: invented units anywhere on it, with scripted dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import pytest
from msgspec.structs import replace

from rulewright import Rules, Turn, testing
from rulewright.testing import Scenario, set_up
from rulewright_wh40k.attack import STRIKE
from rulewright_wh40k.shooting.select_targets import aimed
from rulewright_wh40k.state import Army, Battle, Model, Objective, Unit
from rulewright_wh40k.terms import Declared

MINE, FOES = "mine", "foes"


def rule(id: str, *asserts: int) -> pytest.MarkDecorator:
    """The rule, and which of its asserts, that a test proves; all of them where none is named."""
    return pytest.mark.rule(f"wh40k:{id}", *asserts)


# Content ----------------------------------------------------------------------------------------------------


def named(id: str) -> dict[str, Any]:
    """An id, which is its name."""
    return {"id": id, "name": {"en": id, "zh": id}}


def arm(id: str = "gun", *abilities: str, **more: Any) -> dict[str, Any]:
    """A weapon: without more a gun of range 24 that hits on 3+, with strength 4, AP 0 and damage 1."""
    usual = {"range": 24, "attacks": "1", "skill": 3, "strength": 4, "damage": "1"}
    return {**named(id), **usual, "abilities": list(abilities), **more}


def blade(id: str = "blade", *abilities: str, **more: Any) -> dict[str, Any]:
    """A melee weapon like that."""
    return {**arm(id, *abilities, **more), "range": 0}


OF_SHEETS = (
    "keywords", "abilities", "faction", "leads", "points", "joins", "warlord", "battleline", "transport", "texts",
)  # fmt: skip
"""What is given for a datasheet, and not for its models."""


def sheet(id: str, *weapons: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A datasheet of up to 20 models; characteristics may be given besides those of the sheet."""
    traits = {name: more.pop(name) for name in OF_SHEETS if name in more}
    usual = {"base": "32mm", "move": 6, "toughness": 4, "save": 4, "wounds": 1, "leadership": 7, "oc": 1}
    arms = list(weapons) or [arm(), blade()]
    part = {"profile": "one", "least": 1, "most": 20, "weapons": [one["id"] for one in arms]}
    one: dict[str, Any] = {
        **named(id), "faction": "A", "keywords": ["Infantry"], "points": {1: 10, 20: 200},
        "profiles": [{**named("one"), **usual, **more}], "composition": [part], "weapons": arms,
    }  # fmt: skip
    return one | traits


def field(*terrain: Mapping[str, Any], width: int = 60) -> dict[str, Any]:
    """An empty battlefield with terrain on it."""
    zones = [
        {"id": "attacker", "outline": [[0, 0], [12, 0], [12, 44], [0, 44]]},
        {"id": "defender", "outline": [[48, 0], [60, 0], [60, 44], [48, 44]]},
    ]
    return {**named("field"), "table": {"width": width, "depth": 44}, "terrain": list(terrain), "zone": zones}


def invent(*sheets: Mapping[str, Any], terrain: Sequence[Mapping[str, Any]] = (), **content: Any) -> Rules:
    """The rules with these datasheets, usual ones for both sides where they are not among them, and a battlefield.

    ``content`` is more of it, such as stratagems.
    """
    known = {one["id"] for one in sheets}
    both = [sheet(id) for id in (MINE, FOES) if id not in known]
    return testing.invent("wh40k", datasheets=[*sheets, *both], battlefields=[field(*terrain)], **content)


# Positions --------------------------------------------------------------------------------------------------


def unit(id: str, *places: tuple[float, float], player: int | None = None, name: str = "", **more: Any) -> list[Any]:
    """A unit of that datasheet with a model at each of these places; the foes belong to player 1.

    What is given more is for the unit, and ``wounds`` for all of its models.
    """
    seat = (1 if id == FOES else 0) if player is None else player
    called = name or id
    wounds = more.pop("wounds", 1)
    weapons = more.pop("weapons", (f"{id}/gun", f"{id}/blade"))
    one = Unit(called, seat, id, area="table", strength=more.pop("strength", len(places)), **more)
    models = [
        Model(f"{called}.{number}", called, called, seat, f"{id}/one", tuple(weapons), wounds, x, y)
        for number, (x, y) in enumerate(places, start=1)
    ]
    return [one, *models]


def attached(body: list[Any], *leaders: list[Any]) -> list[Any]:
    """A unit with its Leaders: one Attached unit, whose Starting Strength is that of all of them."""
    one, *soldiers = body
    heads = [(leader, model) for leader, *models in leaders for model in models]
    ids, strength = tuple(leader.id for leader, *_ in leaders), sum(leader.strength for leader, *_ in leaders)
    return [
        replace(one, leaders=ids, strength=one.strength + strength), *soldiers,
        *(replace(leader, area="attached") for leader, *_ in leaders),
        *(replace(model, unit=one.id) for _, model in heads),
    ]  # fmt: skip


def marker(x: float, y: float, name: str = "A", controller: int | None = None) -> Objective:
    """An objective marker."""
    return Objective(name, x, y, controller)


def army(player: int, cp: int = 0, **more: Any) -> Army:
    """The army of a player."""
    return Army(player, player, "A", role="defender" if player else "attacker", cp=cp, **more)


def battle(
    *things: Any, rules: Rules | None = None, rolls: Iterable[Sequence[int]] = (), round: int = 1, **setup: Any
) -> Scenario:
    """A battlefield with these units and markers; player 0 takes the first turns."""
    flat = list(chain.from_iterable(one if isinstance(one, list) else [one] for one in things))
    armies = [army(seat) for seat in (0, 1) if not any(isinstance(one, Army) and one.id == seat for one in flat)]
    records = [*flat, *armies, Battle(0, round)]
    setup = {"battlefield": "field", **setup}
    return set_up(rules or invent(), records, setup=setup, empty=True, dice=list(map(tuple, rolls)))


def phase(position: Scenario, name: str, player: int = 0, number: int = 1) -> Scenario:
    """Begin a phase of a player's turn, or one of its steps."""
    return position.begin(f"game/round/turn/{name}", Turn(player=player, number=number))


def offered(position: Scenario) -> list[tuple[str, ...]]:
    """The Stratagems that are offered now, each with its units; none where something else is asked."""
    return [one[1] for one in position.options if one is not None] if position.asked == "react" else []


def use(position: Scenario, *choice: str) -> Scenario:
    """Who is asked uses a Stratagem on these units."""
    return position.answer((f"stratagem at {position.window}", choice))


def plain(position: Scenario) -> Scenario:
    """No Stratagems are used until something else is asked."""
    while position.asked == "react":
        position.answer(None)
    return position


def as_declared(position: Scenario) -> Scenario:
    """The attacks of a unit are resolved in the order that is shown."""
    return position.answer(None) if position.asked == "next_attacks" else position


def shooting(
    *things: Any, weapon: str = f"{MINE}/gun", rolls: Iterable[Sequence[int]] = (), rules: Rules | None = None,
    attackers: Sequence[str] = (f"{MINE}.1",), target: str = FOES, melee: bool = False, **setup: Any,
) -> Scenario:  # fmt: skip
    """Attacks of a unit at (20, 20) with its weapon at a unit of one model 10 inches away."""
    ids = {str(one.id) for one in chain.from_iterable(thing for thing in things if isinstance(thing, list))}
    mine = [] if MINE in ids else [unit(MINE, (20, 20))]
    foes = [] if FOES in ids else [unit(FOES, (30, 20))]
    position = battle(*mine, *foes, *things, rules=rules, rolls=rolls, **setup)
    if melee:
        declared = [Declared(target, weapon, tuple(attackers), len(left(position, target)))]
    else:
        declared = aimed(position.game, MINE, target, weapon, attackers)
    return position.begin(STRIKE(player=0, unit=MINE, melee=melee, declared=tuple(declared)))


def left(position: Scenario, unit: str = FOES) -> list[int]:
    """The wounds of the models that a unit has left."""
    return [one.wounds for one in position.state.models.values() if one.unit == unit]


def happened(position: Scenario, *kinds: type[Any]) -> list[Any]:
    """The events of these kinds, in order."""
    return [event for event in position.game.events() if isinstance(event, kinds)]

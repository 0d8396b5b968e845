"""What the small rulesets of this package share: datasheets, armies on a line, and what may happen to them."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

import rulewright as rw

# ---------------------------------------------------------------------------------------- content, setup, state


class Weapon(msgspec.Struct, frozen=True):
    """A profile. Damage is ``damage`` and a D3 or D6 if ``die`` says so; ``again``: results that may be re-rolled."""

    reach: int = 24
    attacks: int = 1
    skill: int = 4
    strength: int = 4
    ap: int = 0
    damage: int = 1
    die: int = 0
    sustained: int = 0
    abilities: tuple[str, ...] = ()
    modifiers: dict[str, int] = {}
    again: dict[str, tuple[int, ...]] = {}


class Kind(msgspec.Struct, frozen=True):
    """A datasheet; 7 stands for no save and no Feel No Pain.

    ``abilities`` are those of each model, ``shared`` those of its unit.
    """

    weapons: tuple[str, ...] = ()
    move: int = 6
    toughness: int = 4
    save: int = 4
    invulnerable: int = 7
    wounds: int = 1
    feel_no_pain: int = 7
    keywords: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()


class Troop(msgspec.Struct, frozen=True):
    """A unit of the setup: how many models of which kind. Characters are attached to the others."""

    owner: int
    x: int
    models: dict[str, int]


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """Who fights with what."""

    units: tuple[Troop, ...]
    kinds: dict[str, Kind]
    weapons: dict[str, Weapon]
    cp: tuple[int, int] = (0, 0)
    rounds: int = 1


class Side(rw.Record):
    """A player's command points."""

    id: int
    cp: int


class Unit(rw.Record):
    """A unit; ``parts`` are the starting strengths of the units it is attached of, the bodyguard's first.

    It has the abilities that its models share as long as one of those that have them is alive.
    """

    id: int
    owner: int
    x: int
    parts: tuple[int, ...]
    abilities: tuple[str, ...] = ()
    done: bool = False


class Model(rw.Record):
    """A model with what its datasheet says. It may stand here although it is destroyed.

    ``allocated``: an attack was, this phase.
    """

    id: int
    unit: int
    part: int
    kind: str
    wounds: int
    destroyed: bool = False
    allocated: bool = False
    avenged: bool = False
    abilities: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()


CARRIERS = [
    rw.Carriers(
        "units", lambda content, unit: unit.abilities, reads=("abilities",), player=lambda game, unit: unit.owner
    ),
    rw.Carriers(
        "models", lambda content, model: model.abilities, reads=("abilities",),
        player=lambda game, model: game.state.units[model.unit].owner,
    ),
]  # fmt: skip


class Battle(rw.State):
    sides: rw.Table[Side]
    units: rw.Table[Unit]
    models: rw.Table[Model]


def populate(battle: Battle, setup: Setup, content: Any) -> None:
    for player, cp in enumerate(setup.cp):
        battle.sides.add(Side(player, cp))
    for number, troop in enumerate(setup.units):
        parts: dict[str, int] = {}
        for kind, count in troop.models.items():
            name = kind if "character" in setup.kinds[kind].keywords else ""
            parts[name] = parts.get(name, 0) + count
            for _ in range(count):
                part = list(parts).index(name)
                sheet = setup.kinds[kind]
                model = Model(len(battle.models), number, part, kind, sheet.wounds)
                battle.models.add(replace(model, abilities=sheet.abilities, shared=sheet.shared))
        battle.units.add(Unit(number, troop.owner, troop.x, tuple(parts.values()), shared(battle, number)))


def shared(battle: Battle, unit: int) -> tuple[str, ...]:
    """The abilities of a unit: those that its living models share."""
    models = [model for model in battle.models.values() if model.unit == unit and not model.destroyed]
    return tuple(dict.fromkeys(ability for model in models for ability in model.shared))


# ------------------------------------------------------------------------------------------------------- events


class CommandPointSpent(rw.Event, frozen=True):
    player: int

    def apply(self, state: Any) -> None:
        state.sides.edit(self.player).cp -= 1


class Moved(rw.Event, frozen=True):
    unit: int
    x: int

    def apply(self, battle: Battle) -> None:
        battle.units.edit(self.unit).x = self.x


class Acted(rw.Event, frozen=True):
    """A unit moved, shot (at these targets) or fought this phase."""

    unit: int
    targets: tuple[int, ...] = ()

    def apply(self, battle: Battle) -> None:
        battle.units.edit(self.unit).done = True


class PhaseOver(rw.Event, frozen=True):
    """What counts "this phase" is forgotten."""

    def apply(self, battle: Battle) -> None:
        for unit in [unit.id for unit in battle.units.values() if unit.done]:
            battle.units.edit(unit).done = False
        for model in [model.id for model in battle.models.values() if model.allocated]:
            battle.models.edit(model).allocated = False


# ---------------------------------------------------------------------------------------------- what things are


def kind_of(game: rw.Game, model: Model) -> Kind:
    kind: Kind = game.setup.kinds[model.kind]
    return kind


def living(game: rw.Game, unit: int) -> list[Model]:
    return [model for model in game.state.models.values() if model.unit == unit and not model.destroyed]


def enemies(game: rw.Game, unit: Unit) -> list[Unit]:
    return [other for other in game.state.units.values() if other.owner != unit.owner and living(game, other.id)]


def engaged(game: rw.Game, unit: Unit) -> list[int]:
    return [other.id for other in enemies(game, unit) if abs(other.x - unit.x) <= 1]


def towards(game: rw.Game, unit: Unit, inches: int) -> list[int]:
    """The places on the way to the closest enemy, the present one first."""
    near = min((foe.x for foe in enemies(game, unit)), key=lambda x: abs(x - unit.x), default=unit.x)
    way = 1 if near > unit.x else -1
    return [unit.x + way * step for step in range(max(0, min(inches, abs(near - unit.x) - 1)) + 1)]

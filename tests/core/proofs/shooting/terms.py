"""What the small rulesets of this package share: datasheets, armies on a line, and what may happen to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

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
    """A datasheet; 7 stands for no save and no Feel No Pain. ``against`` modifies the attackers' rolls."""

    weapons: tuple[str, ...] = ()
    move: int = 6
    toughness: int = 4
    save: int = 4
    invulnerable: int = 7
    wounds: int = 1
    feel_no_pain: int = 7
    abilities: tuple[str, ...] = ()
    against: dict[str, int] = {}


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
    """A unit; ``parts`` are the starting strengths of the units it is attached of, the bodyguard's first."""

    id: int
    owner: int
    x: int
    parts: tuple[int, ...]
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


MODELS = rw.Carriers(
    "models", lambda content, model: model.abilities, reads=("abilities",),
    player=lambda game, model: game.state.units[model.unit].owner,
)  # fmt: skip


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
            name = kind if "character" in setup.kinds[kind].abilities else ""
            parts[name] = parts.get(name, 0) + count
            for _ in range(count):
                part = list(parts).index(name)
                sheet = setup.kinds[kind]
                model = Model(len(battle.models), number, part, kind, sheet.wounds, abilities=sheet.abilities)
                battle.models.add(model)
        battle.units.add(Unit(number, troop.owner, troop.x, tuple(parts.values())))


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


def having(game: rw.Game, unit: int, ability: str) -> bool:
    return any(ability in kind_of(game, model).abilities for model in living(game, unit))


def enemies(game: rw.Game, unit: Unit) -> list[Unit]:
    return [other for other in game.state.units.values() if other.owner != unit.owner and living(game, other.id)]


def engaged(game: rw.Game, unit: Unit) -> list[int]:
    return [other.id for other in enemies(game, unit) if abs(other.x - unit.x) <= 1]


def towards(game: rw.Game, unit: Unit, inches: int) -> list[int]:
    """The places on the way to the closest enemy, the present one first."""
    near = min((foe.x for foe in enemies(game, unit)), key=lambda x: abs(x - unit.x), default=unit.x)
    way = 1 if near > unit.x else -1
    return [unit.x + way * step for step in range(max(0, min(inches, abs(near - unit.x) - 1)) + 1)]


# -------------------------------------------------------------------------------------------------------- the game


class Pick(rw.Context):
    """A player chooses which unit acts next."""

    player: int
    units: tuple[int, ...]


Advance = Callable[[rw.Game, Pick | None], Pick | None]


def picking(able: Callable[[rw.Game, Unit], Any], in_turn: bool = False) -> Advance:
    """Advance: the active player's units one by one, or those of both players in turn, the other player's first."""

    def advance(game: rw.Game, last: Pick | None) -> Pick | None:
        active = game.context(rw.Turn).player
        first = 1 - (last.player if last else active)
        for player in (first, 1 - first) if in_turn else (active,):
            own = [unit for unit in game.state.units.values() if unit.owner == player and not unit.done]
            units = tuple(unit.id for unit in own if able(game, unit))
            if units:
                return Pick(player=player, units=units)
        return None

    return advance


def phase_over(game: rw.Game, turn: rw.Turn) -> rw.Event:
    return PhaseOver()


def wiped_out(game: rw.Game, turn: rw.Turn) -> rw.Event | None:
    owners = {unit.owner for unit in game.state.units.values()}
    return rw.GameOver(tuple(owners)) if len(owners) < 2 else None


def verdict(game: rw.Game, nothing: None) -> rw.Event:
    """Whoever has more models left wins."""
    owners = [game.state.units[model.unit].owner for model in game.state.models.values()]
    return rw.GameOver(tuple(player for player in (0, 1) if owners.count(player) > owners.count(1 - player)))


def ruleset(name: str, *phases: tuple[str, rw.Loop], **parts: Any) -> rw.Ruleset:
    """A battle of some rounds, in whose turns these phases follow each other."""
    steps = [rw.Phase(phase, [loop, phase_over]) for phase, loop in phases]
    turn = rw.Loop("turn", rw.turns(lambda game: game.players, once=True), [*steps, wiped_out])
    battle = rw.Loop("round", lambda game, last: rw.rounds(game.setup.rounds)(game, last), [turn])
    flow = rw.Procedure("battle", [battle, verdict])
    return rw.Ruleset(
        id=name, title=name, state=Battle, flow=flow, populate=populate, setup=Setup,
        active=lambda game: getattr(game.find_context(rw.Turn), "player", None),
        timing=rw.TimingPolicy(rw.active_first), **parts,
    )  # fmt: skip

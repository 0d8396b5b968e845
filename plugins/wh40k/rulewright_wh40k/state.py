"""What is in play: armies, units and their models, objective markers, and the battle."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rulewright import Record, State, Table, rule

Area = Literal["waiting", "table", "reserves", "embarked", "attached", "destroyed"]
"""Where a unit is: ``waiting`` to be deployed, or ``attached`` to a unit that it leads."""

Deed = Literal[
    "normal", "advance", "fall back", "stationary", "arrived", "flew off", "disembarked", "embarked",
    "charge declared", "charge", "been charged", "no charge", "shot", "has shot", "too large", "fought", "has fought",
    "pile in", "consolidate", "bled", "surged", "moved",
]  # fmt: skip
"""What a unit does or undergoes in a turn, and rules ask for later in it.

``moved`` says that it made a Normal move besides those of its Movement phase, ``no charge`` that it can no longer
charge, ``too large`` that it cannot shoot; ``shot`` and ``fought`` that it was selected to, ``has shot`` and
``has fought`` that its attacks are over.
"""


class Kit(Struct, frozen=True):
    """What a model is: its profile, its weapons, and the other ``items`` of wargear that it is equipped with."""

    profile: str
    weapons: tuple[str, ...]
    items: tuple[str, ...] = ()


class Use(Struct, frozen=True):
    """A Stratagem that was used: on which units, and in which phase of whose turn; -1 outside turns."""

    stratagem: str
    units: tuple[str, ...]
    round: int
    turn: int
    phase: str


@rule("core.armies-and-units", "core.muster-roster")
class Army(Record):
    """A player's army; its id is the seat. ``cp`` are command points, ``victory`` victory points."""

    player: int
    faction: str
    role: str = ""
    """attacker or defender."""
    cp: int = 0
    gained: int = 0
    """The CP gained this battle round besides those of Command phases (errata.gaining-cp)."""
    victory: int = 0
    detachment: str = ""
    warlord: str = ""
    """The model that is the Warlord (core.muster-warlord)."""
    used: tuple[Use, ...] = ()
    """The Stratagems that its player used, in order."""


@rule("core.armies-and-units", "core.below-half-strength", "core.attached-units")
class Unit(Record):
    """A unit. While a unit is attached to another one its models belong to that one, and it has none."""

    player: int
    sheet: str
    area: Area = "waiting"
    strength: int = 1
    """Its Starting Strength; that of an Attached unit counts all of its units."""
    points: int = 0
    enhancement: str = ""
    bearer: str = ""
    """The model that bears its Enhancement (commentary.enhancement-bearer)."""
    shocked: bool = False
    carrier: str = ""
    """The Transport that it is embarked within."""
    reserve: str = ""
    """How it was put into Reserves: deep strike or strategic reserves."""
    leaders: tuple[str, ...] = ()
    """The units that are attached to it."""
    borrowed: tuple[str, ...] = ()
    """The weapons that it has from embarked models until it has shot (errata.firing-deck)."""
    hovers: bool = False
    """Whether it is in Hover mode (core.hover)."""
    done: tuple[Deed, ...] = ()
    """What it has done this turn."""
    bonus: int = 0
    """The inches that its Advance roll added (core.advance)."""


@rule("core.armies-and-units", "core.inflict-damage")
class Model(Record):
    """A model. ``unit`` is the unit that it fights in now, ``origin`` that with which it was mustered."""

    unit: str
    origin: str
    player: int
    profile: str
    weapons: tuple[str, ...]
    wounds: int
    """The wounds that it has left, without those by which its Wounds have been raised since it last lost any."""
    x: float = 0.0
    y: float = 0.0
    facing: float = 0.0
    ground: float = 0.0
    """The height of what it stands on, in inches."""
    allocated: bool = False
    """Whether attacks were allocated to it this phase (core.allocate-attack)."""
    doomed: bool = False
    """Whether it is destroyed and still to shoot or fight before it is removed (commentary.fight-on-death)."""
    slayer: str = ""
    """The unit whose attack destroyed it, while it is doomed."""
    spent: tuple[str, ...] = ()
    """What it has used that it has once: One Shot weapons that have been shot, and its survival."""
    away: bool = False
    """Whether it is not on the battlefield: its unit waits, is in Reserves, or is embarked."""


@rule("core.objective-markers", "errata.objective-control")
class Objective(Record):
    """An objective marker, and the player who controls it, or has ``secured`` control of it without models."""

    x: float
    y: float
    controller: int | None = None
    secured: int | None = None


@rule("commentary.has-shot")
class UnitsHit(Record):
    """The units that the attacks of a unit have hit since it selected their targets; its id is that of the unit."""

    units: tuple[str, ...]


@rule("core.random-characteristics")
class RandomMove(Record):
    """What was rolled for the random Moves of a unit, by their dice; its id is that of the unit."""

    inches: tuple[tuple[str, int], ...]


@rule("core.datasheet")
class Equipped(Record):
    """What a model is equipped with beside its weapons; its id is that of the model."""

    items: tuple[str, ...]


@rule("commentary.unit-champion")
class Champion(Record):
    """The model that its player has designated as the champion of a unit that has several; its id is the unit's."""

    model: str


@rule("faq.actions.one-unit-per-action")
class Performing(Record):
    """A unit that performs an Action; its id is that of the unit."""

    action: str
    done: tuple[Deed, ...]
    """What the unit had done this turn when it began."""


@rule("faq.actions.returned-characters-score-again")
class Trophy(Record):
    """A Character unit for which victory points were scored; its id is that of the unit."""


@rule("commentary.one-shot")
class Relic(Record):
    """What a destroyed model has used that it has once: it has used it when it returns; its id is that of the model."""

    origin: str
    profile: str
    spent: tuple[str, ...]


@rule("commentary.adding-models-to-a-unit")
class Newcomer(Record):
    """A model that was not on the battlefield with its unit when the phase began; its id is that of the model."""


@rule("commentary.returning-models-to-a-unit")
class Equipment(Record):
    """What the models of a unit that uses wargear options began the battle with; its id is that of the unit."""

    kits: tuple[Kit, ...]


@rule("commentary.charging-with-units", "commentary.base-contact")
class KeptOff(Record):
    """A model that an enemy's overhanging hull keeps off, and that enemy.

    Until the end of the turn they count as within Engagement Range of each other, or as in base ``contact``.
    """

    model: str
    enemy: str
    contact: bool


@rule("errata.leader", "commentary.returning-models-to-a-unit")
class Led(Record):
    """The unit that a destroyed Leader led, to which it would return; its id is that of the Leader."""

    unit: str
    counts: bool = True
    """Whether its Starting Strength is part of that of the unit, as long as another Leader leads that."""


@rule("commentary.repositioned-units")
class Absence(Record):
    """A unit that a rule took off the battlefield until it is set up again; its id is that of the unit."""

    phases: int
    """The Command phases of its player that had begun by then."""


@rule("core.sequencing")
class Orderer(Record):
    """The player who won the last roll-off for the order of what happens outside turns; its id is 0."""

    player: int


@rule("core.battle-round")
class Battle(Record):
    """The battle; its id is 0."""

    round: int = 0
    first: int = 0
    """The player who takes the first turn of each battle round."""


class War(State):
    """All tables of the game."""

    armies: Table[Army]
    units: Table[Unit]
    models: Table[Model]
    objectives: Table[Objective]
    absences: Table[Absence]
    relics: Table[Relic]
    newcomers: Table[Newcomer]
    kept_off: Table[KeptOff]
    equipment: Table[Equipment]
    champions: Table[Champion]
    led: Table[Led]
    performing: Table[Performing]
    trophies: Table[Trophy]
    orderer: Table[Orderer]
    equipped: Table[Equipped]
    random_moves: Table[RandomMove]
    units_hit: Table[UnitsHit]
    battle: Table[Battle]

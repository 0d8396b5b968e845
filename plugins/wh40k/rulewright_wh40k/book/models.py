"""The shape of the content: datasheets, battlefields and missions. Every model refuses unknown keys."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field, StringConstraints, model_validator

from rulewright import rule
from rulewright.geometry.plane.data import TableData
from rulewright.geometry.plane.shapes import Base, Hull, base_of, covers, joined
from rulewright.vocabulary import ContentModel, Id, Name, OpenWord, Some

from ..dice.amounts import PATTERN
from .choices import ArmyChoice
from .weapons import WEAPON_ABILITIES

Dice = Annotated[str, StringConstraints(pattern=PATTERN)]
"""A number, or dice: ``2``, ``D6+3``."""
Ability = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9 +-]*$")]
"""An ability as it is printed in capitals, in small letters: ``rapid fire 2``, ``anti-vehicle 4+``, ``deep strike``."""

CORE_ABILITIES: Final = (
    "arrives early", "camouflaged", "deadly demise", "deep strike", "deploys last", "feel no pain", "fight on death",
    "fights first", "firing deck", "focused fire", "hardy", "hover", "infiltrators", "invulnerable save",
    "lone operative", "predators", "psychic bolt", "psychic ward", "redeploy", "scouts", "shoot again",
    "shoot on death", "stealth", "stoic", "surge",
)  # fmt: skip
"""What the core abilities of units begin with."""
OWN_ABILITIES: Final = (
    "beacon", "dread", "faltering", "hold fast", "hunter", "keen-eyed", "strategist", "suppressing", "tactician",
    "thorough", "withering",
)  # fmt: skip
"""What other abilities of units begin with."""

ABILITIES: Final = (*CORE_ABILITIES, *OWN_ABILITIES)
LEAST_LEADERSHIP: Final = 5
Inches = Annotated[int, Field(ge=0, le=60)]
DICE: Final = r"^[2-9]?D[36](\+\d+)?$"
Random = Annotated[str, Field(pattern=DICE)]
"""Dice: D6, 2D6, D3+3."""


class Entry(ContentModel):
    """What every entry has."""

    id: Id
    name: Name


@rule("errata.weapon-characteristics", "core.datasheet")
class Weapon(Entry):
    """A weapon; one without a ``range`` is a melee weapon. ``ap`` is 0 or less, as it is printed."""

    range: int = Field(0, ge=0, le=200, description="inches; 0 for a melee weapon")
    attacks: Dice
    skill: int | None = Field(None, ge=2, le=6, description="BS or WS; none where the attacks hit automatically")
    strength: int = Field(ge=1, le=30)
    ap: int = Field(0, le=0, ge=-6)
    damage: Dice
    abilities: tuple[Ability, ...] = ()
    profile_of: str = Field("", description="the weapon of which this is one of several profiles")

    @model_validator(mode="after")
    def _is_printed(self) -> Weapon:
        for ability in self.abilities:
            if not ability.startswith(WEAPON_ABILITIES):
                raise ValueError(f"{ability!r} is no ability of weapons; they are {', '.join(WEAPON_ABILITIES)}")
        if self.skill is None and "torrent" not in self.abilities:
            raise ValueError("a weapon has a skill, or torrent")
        return self


@rule("errata.model-characteristics", "core.datasheet", "core.invulnerable-save")
class Profile(Entry):
    """A kind of model of a datasheet: its characteristics, and the base that it stands on."""

    base: str | None = Field(None, description="32mm, 60x35mm or 60x40mm rectangle; none where it stands without one")
    hull: str | None = Field(
        None, description="the outline of the whole model, written as a base, where it overhangs its base or has none"
    )
    height: float = Field(1.5, gt=0, le=20, description="inches, for lines of sight")
    stem: bool = Field(default=False, description="whether it stands on a flight stem or hover stand")
    move: Inches | Random = Field(description="inches, or dice such as 2D6; 0 is printed as - and cannot move")
    toughness: int = Field(ge=1, le=30)
    save: int = Field(ge=2, le=7)
    invulnerable: int | None = Field(None, ge=2, le=6)
    ranged_invulnerable: int | None = Field(None, ge=2, le=6, description="against ranged attacks only")
    wounds: int = Field(ge=1, le=100)
    leadership: int = Field(ge=0, le=8, description="5 to 8; 0 is printed as -, and its Toughness stands for it")
    oc: int = Field(ge=0, le=50)
    champion: bool = Field(default=False, description="whether such a model leads its unit: a unit champion")

    @model_validator(mode="after")
    def _leads(self) -> Profile:
        if 0 < self.leadership < LEAST_LEADERSHIP:
            raise ValueError(f"leadership: found {self.leadership}, expected 5 to 8, or 0 where it is printed as -")
        return self

    @model_validator(mode="after")
    def _stands(self) -> Profile:
        if self.base is None and self.hull is None:
            raise ValueError("a model has a base, or a hull where it stands without one")
        for shape in filter(None, (self.base, self.hull)):
            base_of(shape)
        return self

    @rule("commentary.hull", "commentary.models-without-bases", "commentary.vehicles-with-bases",
          "commentary.ruins-and-visibility", "faq.movement.overhang-battlefield-edge")  # fmt: skip
    def measured(self, keywords: Collection[str]) -> Base:
        """What is measured to: the base; base and hull of a Vehicle that is no Walker; the hull of what has no base."""
        if self.base is None or self.hull is None:
            return base_of(str(self.base or self.hull))
        base, hull = base_of(self.base), base_of(self.hull)
        return joined(base, hull) if "Vehicle" in keywords and "Walker" not in keywords else base

    @rule("commentary.base-contact", "commentary.charging-with-units", "faq.movement.overhang-visibility",
          "commentary.ruins-and-visibility")  # fmt: skip
    def overhanging(self, keywords: Collection[str]) -> Base | None:
        """Its hull, where parts of it overhang what is measured to."""
        hull = None if self.hull is None else base_of(self.hull)
        return None if hull is None or covers_all(self.measured(keywords), hull) else hull


def covers_all(measured: Base, hull: Base) -> bool:
    """Whether what is measured to has the whole hull in it."""
    return isinstance(measured, Hull) or covers(measured, hull)


@rule("core.datasheet")
class Part(ContentModel):
    """A line of the unit composition: how many models of a profile, and what each is equipped with."""

    profile: str
    least: int = Field(ge=0, le=100)
    most: int = Field(ge=1, le=100)
    weapons: tuple[str, ...] = Field((), description="ids of its weapons, each as often as a model has it")
    wargear: tuple[str, ...] = Field((), description="ids of what else it is equipped with")


@rule("core.datasheet")
class Wargear(Entry):
    """What a model is equipped with and no weapon: a banner, a shield, an icon."""


def _several(given: Any) -> Any:
    return () if given == "" else (given,) if isinstance(given, str) else given


Several = Annotated[tuple[str, ...], BeforeValidator(_several, json_schema_input_type=str | tuple[str, ...])]
"""Ids: one, or a list of them."""


@rule("commentary.all-models-wargear", "commentary.any-number-of-models-wargear")
class Option(ContentModel):
    """A wargear option: what all models have, or any number of those that have it, is replaced by something else.

    Both are weapons or wargear that is no weapon, one or several; where nothing is replaced a model has it besides.
    """

    who: Literal["all", "any"]
    replaces: Several = Field((), description="the ids of weapons and wargear of the datasheet; nothing without")
    by: Several = Field(min_length=1, description="the ids of the weapons and wargear in its place")
    profile: str = Field("", description="the id of the profile whose models alone can use it; any model without")
    most: int | None = Field(None, ge=1, le=100, description="at most so many models of the unit; any number without")
    per: int | None = Field(None, ge=2, le=100, description="at most that many for each so many models of the unit")

    @model_validator(mode="after")
    def _so_many_for_each(self) -> Option:
        if self.per is not None and (self.most is None or self.who == "all"):
            raise ValueError("per: it says for how many models `most` of any are")
        return self


@rule("core.transport-capacity")
class Capacity(ContentModel):
    """What a Transport carries: this many models that have one of the keywords, and none of the others."""

    models: int = Field(ge=1, le=100)
    only: tuple[str, ...] = Field((), description="keywords of which each model has one; any model without")
    never: tuple[str, ...] = Field((), description="keywords of models that it does not carry")
    splits: tuple[str, ...] = Field(
        (), description="ids of datasheets; one unit of them is split in two before the battle, half of it within"
    )
    slots: dict[str, Annotated[int, Field(ge=0, le=100)]] = Field(
        {}, description="for how many models one with a keyword counts"
    )


@rule("core.datasheet")
class Damaged(ContentModel):
    """What a model suffers with few wounds left: 1 less to its Hit rolls, and less Objective Control."""

    wounds: int = Field(ge=1, le=100, description="with so many wounds left, or fewer")
    oc: int = Field(0, ge=0, le=50, description="this much less Objective Control")


@rule("core.muster-enhancements")
class Enhancement(Entry):
    """An Enhancement of a detachment: its points, and the abilities that it gives its bearer."""

    points: int = Field(ge=0, le=200)
    abilities: tuple[Ability, ...] = ()

    @model_validator(mode="after")
    def _gives_abilities(self) -> Enhancement:
        if wrong := next((one for one in self.abilities if not one.startswith(CORE_ABILITIES)), None):
            raise ValueError(f"{wrong!r} is no core ability; they are {', '.join(CORE_ABILITIES)}")
        return self


@rule("core.muster-detachment", "errata.select-units")
class Detachment(Entry):
    """A set of Detachment rules: what it asks of an army, whom it makes Battleline, and its Enhancements."""

    faction: str
    requires: tuple[str, ...] = Field((), description="keywords of each of which the army has a unit")
    forbids: tuple[str, ...] = Field((), description="keywords of which the army has no unit")
    only: str = Field("", description="a keyword that all of its units have")
    besides: tuple[str, ...] = Field((), description="keywords of units that it may have without that one")
    battleline: tuple[str, ...] = Field((), description="ids of datasheets that are Battleline in it")
    enhancements: tuple[Enhancement, ...] = ()


@rule("core.datasheet", "core.keywords")
class Datasheet(Entry):
    """A unit: its profiles, composition, weapons, abilities and keywords, and its points by the number of models."""

    faction: Annotated[str, OpenWord("keyword", carried=True)]
    keywords: Annotated[tuple[str, ...], OpenWord("keyword", carried=True)] = ()
    points: dict[int, Annotated[int, Field(ge=0, le=10_000)]] = Field(min_length=1)
    profiles: Some[Profile]
    composition: Some[Part]
    weapons: tuple[Weapon, ...] = ()
    wargear: tuple[Wargear, ...] = Field((), description="what its models may be equipped with beside weapons")
    options: tuple[Option, ...] = Field((), description="its wargear options, which armies name by their number from 1")
    abilities: tuple[Ability, ...] = ()
    leads: tuple[str, ...] = Field((), description="ids of the datasheets of the units that it can lead")
    joins: tuple[str, ...] = Field((), description="ids of Leaders beside whom it can be attached to a unit")
    warlord: Literal["", "must", "cannot"] = Field("", description="whether it must or cannot be the Warlord")
    battleline: tuple[str, ...] = Field((), description="ids of datasheets that are Battleline if it is the Warlord")
    transport: Capacity | None = Field(None, description="the transport capacity of a Transport")
    damaged: Damaged | None = Field(None, description="what its model suffers with few wounds left")

    @model_validator(mode="after")
    def _fits_together(self) -> Datasheet:
        if wrong := next((one for one in self.abilities if not one.startswith(ABILITIES)), None):
            raise ValueError(f"{wrong!r} is no core ability; they are {', '.join(ABILITIES)}")
        profiles, weapons = {one.id for one in self.profiles}, {one.id for one in self.weapons}
        wargear = {one.id for one in self.wargear}
        if twice := sorted(weapons & wargear):
            raise ValueError(f"wargear: {twice[0]!r} is a weapon, too")
        for part in self.composition:
            if wrong := next((item for item in part.wargear if item not in wargear), None):
                raise ValueError(f"no wargear is called {wrong!r}; there is {', '.join(sorted(wargear)) or 'none'}")
            if part.profile not in profiles:
                raise ValueError(f"no profile is called {part.profile!r}; there are {', '.join(sorted(profiles))}")
            if wrong := next((weapon for weapon in part.weapons if weapon not in weapons), None):
                raise ValueError(f"no weapon is called {wrong!r}; there are {', '.join(sorted(weapons))}")
            if part.least > part.most:
                raise ValueError(f"{part.profile}: at least {part.least} and at most {part.most} models")
        if wrong := next((one.profile for one in self.options if one.profile and one.profile not in profiles), None):
            raise ValueError(f"options: no profile is called {wrong!r}; there are {', '.join(sorted(profiles))}")
        named = (used for one in self.options for used in (*one.replaces, *one.by))
        if wrong := next((used for used in named if used not in weapons | wargear), None):
            known = ", ".join(sorted(weapons | wargear))
            raise ValueError(f"options: no weapon is called {wrong!r}; there are {known}")
        return self


@rule("core.muster-roster")
class Roster(Entry, ArmyChoice):
    """An Army Roster that can be chosen by its name."""


@rule("core.terrain-features", "core.only-war-battlefield", "core.only-war-deployment")
class Battlefield(TableData):
    """A battlefield: terrain, and the deployment zones ``attacker`` and ``defender``."""

    name: Name

    @model_validator(mode="after")
    def _has_zones(self) -> Battlefield:
        zones = {one.id for one in self.zone}
        if missing := {"attacker", "defender"} - zones:
            raise ValueError(f"a battlefield has zones attacker and defender; missing: {', '.join(sorted(missing))}")
        return self


TERRAIN: Final = ("crater", "barricade", "debris", "hill", "woods", "ruin", "tile")
"""The traits of terrain: its category (core.terrain-features), or ``tile``: a floor tile or base, which is ground."""

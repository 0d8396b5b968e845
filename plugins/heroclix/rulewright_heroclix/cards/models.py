"""The shape of the content: characters with dials and cards, teams, game elements, maps; unknown keys are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field, StringConstraints, model_validator

from rulewright import rule
from rulewright.geometry.grid import square_of
from rulewright.geometry.grid.data import BoardData
from rulewright.vocabulary import ContentModel, Effect, Id, Name, OpenWord, Some

from ..book.sheets import COLUMNS, STANDARD_MARKER, Size
from ..powers import IMPROVED
from ..space.board import SIDES
from ..special_powers import AnyPart
from ..special_powers.dice import Again
from ..special_powers.passive import Using

Cell = Annotated[str, StringConstraints(pattern=r"^(KO|countdown \d|\d{1,2}( [a-z][a-z0-9-]*)?)$")]
"""One value of a click, with the power that it shows: ``9 charge``; ``KO`` or ``countdown 3`` for such a click."""
Symbol = Literal["flight", "dolphin", "autonomous", "vehicle"]
Ring = Literal["", "unique", "prime", "promotional"]
Rarity = Literal["common", "uncommon", "rare", "super rare", "chase", "legend"]
Tag = Literal["ally", "captain", "secret identity", "sidekick"]
Border = Literal["", "blue", "purple", "red", "yellow", "white"]
Protection = Literal["outwit", "pulse-wave"]
GivesTo = Literal["holder", "its squares", "adjacent"]
Stairs = Annotated[str, StringConstraints(pattern=r"^[A-I][1-9] (north|east|south|west)$")]
Base = Literal["1x1", "1x2", "2x2", "2x4", "3x6"]
if TYPE_CHECKING:
    Improved = str
else:
    Improved = Literal[IMPROVED]


class Entry(ContentModel):
    """What every entry has."""

    id: Id
    name: Name


@rule("1.2", "1.5", "1.6", "18.1")
class Dial(ContentModel):
    """A combat dial: for each combat value a row of clicks, each with the value and the power that it shows."""

    speed: Some[Cell]
    attack: Some[Cell]
    defense: Some[Cell]
    damage: Some[Cell]

    @model_validator(mode="after")
    def _of_one_length(self) -> Dial:
        lengths = {column: len(getattr(self, column)) for column in COLUMNS}
        if len(set(lengths.values())) > 1:
            told = ", ".join(f"{column} {length}" for column, length in lengths.items())
            raise ValueError(f"the columns of a dial have as many clicks as one another; found {told}")
        return self


@rule("1.7", "1.7a", "2.2", "2.2a")
class PointValue(ContentModel):
    """A point value at which a character can be added to a force, and the click of its starting line."""

    value: int = Field(ge=0, le=1000)
    click: int = Field(1, ge=1, le=30)


@rule("2.2c", "1.7a", "18.2", "19.2")
class Special(Entry):
    """A special power or a trait: the standard powers and keyphrases that it grants, and what else it does."""

    grants: tuple[str, ...] = ()
    protected: tuple[Protection, ...] = Field((), description="what can neither choose nor stop it (22.7)")
    protects: dict[str, tuple[Protection, ...]] = Field(
        {}, description="standard powers that it grants, which alone are protected (22.7)"
    )
    text: str = Field("", description="the text of its owner, for whoever reads the card")
    does: tuple[AnyPart, ...] = ()
    at: int | None = Field(
        None, ge=0, le=2000, description="the point value at which its character has to be added (19.2a)"
    )
    sideline: bool = Field(False, description="SIDELINE ACTIVE: it can be used on the Sideline")
    continuity: bool = Field(False, description="a continuity ability, which Pulse Wave does not stop (24.5b)")
    plot: int = Field(0, ge=-9, le=9, description="the plot points that this plot ability gives, or spends")

    @property
    def results(self) -> dict[str, int]:
        """The standard powers that it grants in a version of its own, each with the change of its d6 (20.7a)."""
        own = (part for part in self.does if isinstance(part, Using) and not part.any)
        return {part.using: part.result for part in own}

    @property
    def contains(self) -> tuple[str, ...]:
        """The standard powers that it says how to use, beside those that it grants."""
        return tuple(part.again for part in self.does if isinstance(part, Again))

    def beside_its_parts(self, wording: Any) -> str:
        granted = wording.comma.join(map(wording.power, self.grants))
        guarded = (wording.say("look.protected", power=wording.power(word)) for word in self.protected)
        granting = [wording.say("part.grants", powers=granted)] if granted else []
        return str(wording.comma.join([*granting, *guarded]))


@rule("2.2c", "1.7a", "2.6", "24.4a", "24.5")
class Trait(Special):
    """A trait: what a card gives on every click."""

    cost: int = Field(0, ge=0, le=500, description="what a force pays for it, if it wants it; 0: it always has it")
    click: int = Field(0, ge=0, le=30, description="the click on which who pays for it may start instead")
    builds_sideline: bool = Field(False, description="a force with it may have a Sideline")
    equipment: str = Field("", description="the equipment that it gives at the beginning of the game")
    pilot: Specified | None = Field(None, description="the pilot with whom a Vehicle can use it (24.4a)")


class Specified(ContentModel):
    """Characters by name or keyword; any of these will do."""

    names: tuple[str, ...] = ()
    keywords: Annotated[tuple[str, ...], OpenWord("keyword")] = ()


@rule("19.4", "19.4a", "19.4b")
class Team(Special):
    """A team ability, which a symbol on the base shows."""

    uncopyable: bool = Field(False, description="wild cards cannot copy it")


@rule("1.9b", "1.9bi", "1.9c")
class Card(Entry):
    """Another card of a character; what it does not name is as on the character's own base, dial and card."""

    kind: Literal["alternate", "team-up", "legacy"] = "alternate"
    number: str | None = Field(None, description="the collector number, that of the figure (1.9a)")
    requires: Specified | None = Field(None, description="another character that the starting force has to have")
    points: tuple[PointValue, ...] | None = None
    keywords: Annotated[tuple[str, ...] | None, OpenWord("keyword", carried=True)] = None
    teams: tuple[str, ...] | None = None
    ring: Ring | None = None
    symbols: tuple[Symbol, ...] | None = None
    dial: Dial | None = None
    specials: tuple[Special, ...] | None = None
    traits: tuple[Trait, ...] | None = None


@rule("1", "24", "1.9", "2.4a", "2.4b", "24.6")
class Character(Entry):
    """A character: its base, its dial and its card.

    ``set`` is its set symbol, ``number`` its collector number; without them it joins no starting force (2.4d).
    """

    set: str = ""
    number: str = ""
    rarity: Rarity = "common"
    points: Some[PointValue]
    range: int = Field(0, ge=0, le=20)
    bolts: int = Field(1, ge=1, le=4)
    dial: Dial
    size: Size = "standard"
    base: Base = "1x1"
    symbols: tuple[Symbol, ...] = ()
    ring: Ring = ""
    keywords: Annotated[tuple[str, ...], OpenWord("keyword", carried=True)] = ()
    teams: tuple[str, ...] = Field((), description="the team abilities that its symbols show")
    tags: tuple[Tag, ...] = ()
    improved: tuple[Improved, ...] = ()
    specials: tuple[Special, ...] = Field((), description="special powers, which clicks of the dial show by their ids")
    traits: tuple[Trait, ...] = ()
    cards: tuple[Card, ...] = Field((), description="its alternate, Team-Up and Legacy cards")
    bystander: bool = Field(False, description="it has one set of values and no dial (24.1)")
    equippable: bool = Field(True, description="whether it can be equipped (25.2b)")
    title: bool = Field(False, description="whether it is a title character (24.5)")
    plot_points: int = Field(0, ge=0, le=20, description="its plot points at the start of the game")
    several_dials: bool = Field(
        False, description="each point value has a dial of its own, one after another, each up to a KO click (24.2f)"
    )
    old: bool = Field(False, description="legal in Modern events only with its Legacy card (1.9c)")
    free_with: Specified | None = Field(None, description="with whom it is added without paying its cost (2.2b)")

    @model_validator(mode="after")
    def _bystanders_have_no_dial(self) -> Character:
        if self.bystander and len(self.dial.speed) != 1:
            raise ValueError(f"a bystander has one set of values (24.1); found {len(self.dial.speed)} clicks")
        return self

    @rule("1.1b", "1.9c")
    def with_card(self, card: Card) -> Character:
        """The character with another of its cards; a Legacy card makes it limited edition (1.9c)."""
        given = {name: getattr(card, name) for name in OF_CARDS if getattr(card, name) is not None}
        rarity: Rarity = "chase" if card.kind == "legacy" else self.rarity
        return self.model_copy(update={**given, "id": card.id, "name": card.name, "rarity": rarity})


OF_CARDS: Final = ("points", "keywords", "teams", "ring", "symbols", "dial", "specials", "traits")
"""What another card of a character may replace."""


@rule("25.6", "25.6a")
class Bonus(Special):
    """A bonus of a location: what it grants all characters of the force, or else the consolation."""

    points: int = Field(ge=1, le=100)
    consolation: tuple[str, ...] = Field((), description="what who could not choose the map has instead")


Suit = Literal["cups", "wands", "swords", "coins", "major arcana"]


class Element(Special):
    """An additional game element, which costs points."""

    kind: Literal["equipment", "id card", "resource", "location", "tarot card", "mystery card"]
    set: str = ""
    number: str = ""
    points: int = Field(0, ge=0, le=500)
    ring: Ring = ""
    suit: Suit | None = Field(None, description="of a tarot card")
    drawn: tuple[Effect, ...] = Field(
        (), description="what happens when a tarot card is drawn: friendly is who is so to the player who drew it"
    )
    leaves: tuple[Effect, ...] = Field((), description="what happens when it leaves play, before the next one acts")
    specified: Specified | None = Field(
        None, description="who carries equipment that is added without paying its cost, or the ID characters of a card"
    )
    inspires: Specified | None = Field(
        None,
        description="of an ID card: which characters of its starting force can use what it grants and does; all "
        "without",
    )
    clues: int = Field(0, ge=0, le=9, description="the clue tokens with which a mystery card gives what it grants")
    clue: Literal["", "knocks out", "is knocked out"] = Field(
        "", description="what a character of its keywords does for a clue token: the CLUE EFFECT of a mystery card"
    )
    bonuses: tuple[Bonus, ...] = Field((), description="the bonuses of a location, each with its cost (25.6)")
    map: str = Field("", description="the map that a location is")
    equip: Literal["friendly", "any"] = Field("friendly", description="who can equip it during the game (25.2e)")
    unequip: Literal["ko", "drop"] = Field("ko", description="destroyed when it is unequipped, or dropped (25.2e)")

    @model_validator(mode="after")
    @rule("25.7")
    def _drawn_from_a_deck(self) -> Element:
        if (self.drawn or self.leaves) and self.kind != "tarot card":
            raise ValueError("drawn, leaves: only a tarot card is drawn and leaves play (25.7)")
        return self


class TerrainPiece(Special):
    """A terrain marker that is no standard one; what is not printed on it has the default value (17.11c).

    With effects it costs points: it is then a special object, which is Indestructible, or EFFECT terrain. What it
    grants and does is as if it stood on the cards of those that ``gives_to`` names, as long as they are. Special
    terrain replaces the terrain under it for the whole game, and costs points, too.
    """

    kind: Literal["object", "hindering", "blocking", "water", "elevated", "clear"] = "object"
    covers: tuple[Annotated[int, Field(ge=1, le=9)], Annotated[int, Field(ge=1, le=9)]] = Field(
        (1, 1), description="the squares that it covers: columns and rows, either way round"
    )
    rises: int = Field(0, ge=0, le=9, description="by how much elevated terrain raises its squares (17.14c)")
    stairs: tuple[Stairs, ...] = Field(
        (), description='where its border has red triangles: a square of it and a side, such as "A1 north" (17.14c)'
    )
    special_terrain: bool = Field(False, description="whether it is special terrain, of which a force has one (25.5)")
    map: str = Field("", description="the map on which special terrain gives its bonus (25.5d)")
    bonus: tuple[str, ...] = Field((), description="the powers of the map bonus of special terrain, for the whole game")
    range: int = Field(STANDARD_MARKER.range, ge=0, le=10, description="the range of a RANGE terrain action")
    reach: int = Field(STANDARD_MARKER.reach, ge=0, le=5, description="the reach of a CLOSE terrain action")
    damage: int = Field(STANDARD_MARKER.damage, ge=0, le=6, description="the damage of a RANGE terrain action")
    close: int = Field(
        STANDARD_MARKER.close, ge=-3, le=3, description="what a CLOSE terrain action adds to the damage value"
    )
    destroy: int = Field(STANDARD_MARKER.destroy, ge=1, le=9, description="the damage value that destroys it")
    indestructible: bool = Field(False, description="only its use in an attack destroys it")
    immobile: bool = Field(False, description="nobody picks it up, and it is not placed elsewhere")
    border: Border = Field("", description="the border of an old object: red is a heavy one, yellow a light one")
    points: int = Field(0, ge=0, le=500, description="what it costs, where it has effects (25.1, 25.9)")
    gives_to: GivesTo = Field(
        "its squares",
        description="whose its effects are: who holds it, who stands in its squares, or who is adjacent to those; it "
        "counts as lying in the squares of its holder (17.7)",
    )

    @model_validator(mode="after")
    @rule("17.1a", "25.1", "25.5", "25.9")
    def _costs_what_it_does(self) -> TerrainPiece:
        if bool(self.grants or self.does or self.special_terrain) != bool(self.points):
            wish = (
                "it costs points where it grants or does something or is special terrain, and only there (25.1, 25.9)"
            )
            raise ValueError(f"{wish}; found {self.points} points")
        return self

    @model_validator(mode="after")
    @rule("25.5", "25.5d")
    def _alone_may_be_clear(self) -> TerrainPiece:
        if (self.kind == "clear" or self.bonus or self.map) and not self.special_terrain:
            raise ValueError("kind = 'clear', map, bonus: only special terrain has them (25.5)")
        return self

    @model_validator(mode="after")
    @rule("17.14c")
    def _elevated_terrain_rises(self) -> TerrainPiece:
        if (self.kind == "elevated") != bool(self.rises):
            raise ValueError(f"rises: elevated terrain raises its squares, and nothing else does; found {self.rises}")
        if self.stairs and not self.rises:
            raise ValueError("stairs: only elevated terrain has them (17.14c)")
        return self

    @model_validator(mode="after")
    @rule("17.1b")
    def _an_object_covers_one_square(self) -> TerrainPiece:
        if self.kind == "object" and (self.special_terrain or self.covers != (1, 1)):
            raise ValueError("covers, special_terrain: an object covers one square, and is no terrain (17.1b)")
        return self

    @model_validator(mode="after")
    @rule("17.14c")
    def _stairs_at_its_border(self) -> TerrainPiece:
        wide, deep = self.covers
        inside = {(column, row) for column in range(wide) for row in range(deep)}
        for words in self.stairs:
            square, side = words.split()
            (column, row), (right, down) = square_of(square), SIDES[side]
            if (column, row) not in inside or (column + right, row + down) in inside:
                raise ValueError(f"stairs: {words} is not at the border of {wide} x {deep} squares (17.14c)")
        return self


@rule("15.1", "15.1a", "15.1b", "15.4")
class Map(Entry):
    """A map; its areas ``start`` and ``start of four`` are the printed starting areas."""

    map: BoardData

"""What can happen. Events alone change the state; the words for them stand in text.toml."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rulewright import Event
from rulewright.geometry.grid import Edge, Square

from .state import MOST_TOKENS, Battle, Character, Marker, Ruin


def _note(state: Battle, id: str, *words: str) -> None:
    character = state.characters.edit(id)
    character.done = tuple(dict.fromkeys((*character.done, *words)))


# Before the game --------------------------------------------------------------------------------------------


class CardChosen(Event, frozen=True):
    """A player uses another card of a character."""

    character: str
    card: str

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).card = self.card


class InitiativeRolled(Event, frozen=True):
    """A player rolled for the first turn; ``bonus`` is that of a themed team."""

    player: int
    faces: tuple[int, ...]
    bonus: int = 0


class FirstPlayerSet(Event, frozen=True):
    """A player takes the first turn; ``winner`` rolled highest."""

    player: int
    winner: int | None = None

    def apply(self, state: Battle) -> None:
        match = state.match.edit(0)
        match.first, match.winner = self.player, self.winner


class MapChosen(Event, frozen=True):
    """The second player has chosen the map."""

    player: int
    map: str

    def apply(self, state: Battle) -> None:
        state.match.edit(0).map = self.map


class EdgeChosen(Event, frozen=True):
    """A player starts at an edge of the map."""

    player: int
    edge: str

    def apply(self, state: Battle) -> None:
        state.forces.edit(self.player).edge = self.edge


class SetUp(Event, frozen=True):
    """A character was placed in its player's starting area."""

    character: str
    squares: tuple[Square, ...]

    def apply(self, state: Battle) -> None:
        character = state.characters.edit(self.character)
        character.squares, character.area = self.squares, "map"


class AreaExpanded(Event, frozen=True):
    """A starting area was expanded, to so many rows where it lies along an edge."""

    player: int
    rows: int

    def apply(self, state: Battle) -> None:
        state.forces.edit(self.player).rows = self.rows


class PlacementRedone(Event, frozen=True):
    """A player takes back the characters that were placed, to place them again in a larger area."""

    player: int

    def apply(self, state: Battle) -> None:
        for character in list(state.characters.values()):
            if character.player == self.player and character.area == "map":
                taken = state.characters.edit(character.id)
                taken.squares, taken.area = (), "outside"


class GameBegan(Event, frozen=True):
    """The game begins."""

    player: int


# Turns and actions ------------------------------------------------------------------------------------------


class TurnBegan(Event, frozen=True):
    """A turn began."""

    player: int


class TurnEnding(Event, frozen=True):
    """The action phase is over."""

    player: int


class TokensCleared(Event, frozen=True):
    """Characters lost their action tokens in the clear phase; each has cleared them."""

    characters: tuple[str, ...]

    def apply(self, state: Battle) -> None:
        for id in self.characters:
            state.characters.edit(id).tokens = 0


class TurnOver(Event, frozen=True):
    """What was done this turn is done."""

    player: int

    def apply(self, state: Battle) -> None:
        force = state.forces.edit(self.player)
        force.actions, force.turns, force.plotted = 0, force.turns + 1, False
        for character in list(state.characters.values()):
            if character.done:
                state.characters.edit(character.id).done = ()


class ActionGiven(Event, frozen=True):
    """A character was given an action: of a type, to use a power or ability. ``counted`` against the action total."""

    character: str
    type: str
    name: str
    free: bool = False
    counted: bool = True
    player: int = 0

    def apply(self, state: Battle) -> None:
        _note(state, self.character, self.name if self.free else "costed")
        if not self.free and state.characters[self.character].tokens >= MOST_TOKENS:
            _note(state, self.character, "strained")
        if self.counted and not self.free:
            state.forces.edit(self.player).actions += 1


class ActionResolved(Event, frozen=True):
    """An action has resolved, its token was given."""

    character: str
    type: str
    name: str


class TokenGiven(Event, frozen=True):
    """A character was given an action token; ``by`` is the character whose effect gave it, where one did."""

    character: str
    by: str = ""

    def apply(self, state: Battle) -> None:
        character = state.characters.edit(self.character)
        if character.tokens < MOST_TOKENS:  # a third is none (9.4a)
            character.tokens += 1
            _note(state, self.character, "token")


class TokenRemoved(Event, frozen=True):
    """An action token was taken off a character."""

    character: str

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).tokens -= 1


# Movement ---------------------------------------------------------------------------------------------------


class BrokeAway(Event, frozen=True):
    """A character broke away from those beside it."""

    character: str
    face: int | None = None
    """What was rolled; None where it broke away automatically."""


class BreakAwayFailed(Event, frozen=True):
    """A character failed to break away: it does not move."""

    character: str
    face: int


class Moved(Event, frozen=True):
    """A character moved: ``way`` are the squares that it moved through, ``squares`` what its base covers now."""

    character: str
    way: tuple[Square, ...]
    squares: tuple[Square, ...]

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).squares = self.squares
        _note(state, self.character, "moved")


class Placed(Event, frozen=True):
    """A character was placed."""

    character: str
    squares: tuple[Square, ...]

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).squares = self.squares
        _note(state, self.character, "placed")


class Carried(Event, frozen=True):
    """A character was carried by another one."""

    character: str
    by: str

    def apply(self, state: Battle) -> None:
        _note(state, self.character, "carried")


class KnockedBack(Event, frozen=True):
    """A character was knocked back, the squares of its way first to last; ``into`` is what stopped it."""

    character: str
    way: tuple[Square, ...]
    into: str = ""

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).squares = (self.way[-1],)
        if len(self.way) > 1:
            _note(state, self.character, "placed")


class ChangedForce(Event, frozen=True):
    """A character is on the force of a player from now on."""

    character: str
    player: int

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).player = self.player


# Attacks ----------------------------------------------------------------------------------------------------


class Targeted(Event, frozen=True):
    """A character is a target of an attack."""

    attacker: str
    target: str


class RollFinalized(Event, frozen=True):
    """The attack roll counts as it is."""

    attacker: str
    faces: tuple[int, ...]


class Hit(Event, frozen=True):
    """An attack hit a target. ``became``: an effect made it a hit target, and it cannot evade (12.3d)."""

    attacker: str
    target: str
    total: int
    defense: int
    critical: bool = False
    became: bool = False


class Missed(Event, frozen=True):
    """An attack missed a target."""

    attacker: str
    target: str
    total: int
    defense: int
    evaded: bool = False


class AttackResolved(Event, frozen=True):
    """An attack is over; ``attacked`` is False where it was cut short, ``damaged`` are those who took damage."""

    attacker: str
    attacked: bool = True
    kind: str = "close"
    damaged: tuple[str, ...] = ()


# Damage -----------------------------------------------------------------------------------------------------


class DamageDealt(Event, frozen=True):
    """A character is dealt damage. ``kind`` is empty, "penetrating" or "unavoidable"; ``taken`` is what is left of it.

    ``least`` is what reductions leave; ``reduced`` says that one has been applied, for no more than one may be.
    """

    character: str
    amount: int
    taken: int
    by: str = ""
    kind: str = ""
    attack: bool = False
    least: int = 0
    reduced: bool = False


class Turned(Event, frozen=True):
    """A dial was turned by one click and reveals what stands there."""

    character: str
    click: int
    healed: bool = False

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).click = self.click


class DialChanged(Event, frozen=True):
    """A character of several dials goes on with the next one, from its first click."""

    character: str
    click: int

    def apply(self, state: Battle) -> None:
        character = state.characters.edit(self.character)
        character.click = character.start = self.click


class TookDamage(Event, frozen=True):
    """A character has taken damage: its dial was turned by so many clicks."""

    character: str
    clicks: int
    by: str = ""
    attack: bool = False

    def apply(self, state: Battle) -> None:
        if self.by in state.characters:
            state.characters.edit(self.character).hurt_by = state.characters[self.by].player


class Healed(Event, frozen=True):
    """A character was healed: its dial was turned back by so many clicks."""

    character: str
    clicks: int


class KnockedOut(Event, frozen=True):
    """A character is KO'd."""

    character: str
    by: str = ""

    def apply(self, state: Battle) -> None:
        character = state.characters.edit(self.character)
        character.fell = character.squares
        character.area, character.squares, character.tokens = "ko", (), 0
        character.gained, character.lost = (), ()


class KeywordGained(Event, frozen=True):
    """A character has gained a keyword, for the rest of the game."""

    character: str
    keyword: str

    def apply(self, state: Battle) -> None:
        one = state.characters.edit(self.character)
        one.gained = tuple(dict.fromkeys((*one.gained, self.keyword)))
        one.lost = tuple(keyword for keyword in one.lost if keyword != self.keyword)


class KeywordLost(Event, frozen=True):
    """A character has lost a keyword, for the rest of the game."""

    character: str
    keyword: str

    def apply(self, state: Battle) -> None:
        one = state.characters.edit(self.character)
        one.lost = tuple(dict.fromkeys((*one.lost, self.keyword)))
        one.gained = tuple(keyword for keyword in one.gained if keyword != self.keyword)


class RemovedFromGame(Event, frozen=True):
    """A character was removed from the game; nothing that looks for a KO looks at it."""

    character: str

    def apply(self, state: Battle) -> None:
        character = state.characters.edit(self.character)
        character.fell = character.squares
        character.area, character.squares, character.tokens = "removed", (), 0


class NamedTokens(Event, frozen=True):
    """Named tokens came onto a character's card, or off it."""

    character: str
    token: str
    change: int

    def apply(self, state: Battle) -> None:
        character = state.characters.edit(self.character)
        counts = dict(character.named)
        counts[self.token] = counts.get(self.token, 0) + self.change
        character.named = tuple((name, count) for name, count in counts.items() if count)


class CharacterGenerated(Event, frozen=True):
    """A character was generated, on the force of a player, perhaps attached to another one."""

    id: str
    card: str
    player: int
    by: str
    squares: tuple[Square, ...]
    attached: str = ""
    points: int = 0

    def apply(self, state: Battle) -> None:
        new = Character(
            self.id, self.card, self.player, self.player, self.squares, points=self.points, by=self.by,
            attached=self.attached,
        )  # fmt: skip
        state.characters.add(new)


class Replaced(Event, frozen=True):
    """Characters of the Sideline took the place of a character, which went there. What it held lies in its square.

    They keep its action tokens, and what it did this turn counts as done by them: a costed action, being carried.
    """

    character: str
    replacements: tuple[str, ...]
    squares: tuple[tuple[Square, ...], ...]
    """What the base of each covers."""
    click: int

    def apply(self, state: Battle) -> None:
        old = state.characters.edit(self.character)
        old.fell = old.squares
        for id, squares in zip(self.replacements, self.squares, strict=True):
            new = state.characters.edit(id)
            new.area, new.squares, new.tokens, new.click = "map", squares, old.tokens, self.click
            new.done = tuple(word for word in old.done if word in ("costed", "token", "carried"))
            new.replaces = self.character
        for marker in list(state.markers.values()):
            if marker.holder == self.character:
                held = state.markers.edit(marker.id)
                held.holder, held.squares = "", old.squares[:1]
        old.area, old.squares, old.tokens = "sideline", (), 0


class Scored(Event, frozen=True):
    """A player gained victory points."""

    player: int
    points: int

    def apply(self, state: Battle) -> None:
        state.forces.edit(self.player).victory += self.points


class ElementLost(Event, frozen=True):
    """A game element besides characters was KO'd or destroyed."""

    player: int
    element: str

    def apply(self, state: Battle) -> None:
        force = state.forces.edit(self.player)
        force.elements = tuple(one for one in force.elements if one != self.element)


class Divided(Event, frozen=True):
    """Nobody scores an element; at the end of the game all but its owner divide its points."""

    player: int
    points: int

    def apply(self, state: Battle) -> None:
        match = state.match.edit(0)
        match.divided = (*match.divided, (self.player, self.points))


class MissionScored(Event, frozen=True):
    """A player was awarded mission points."""

    player: int
    points: int

    def apply(self, state: Battle) -> None:
        state.forces.edit(self.player).mission += self.points


class TieRolled(Event, frozen=True):
    """A player with as many victory points as another one rolled for the game."""

    player: int
    faces: tuple[int, ...]


class Defeated(Event, frozen=True):
    """A player is defeated."""

    player: int

    def apply(self, state: Battle) -> None:
        state.forces.edit(self.player).defeated = True


# Teams, Vehicles, title characters, equipment ------------------------------------------------------------------


def _replaced(given: tuple[str, ...], old: str, *new: str) -> tuple[str, ...]:
    return (*(one for one in given if one != old), *new)


class TeamCopied(Event, frozen=True):
    """A wild card uses a team ability instead of the one that it used before."""

    character: str
    team: str
    before: str = ""

    def apply(self, state: Battle) -> None:
        one = state.characters.edit(self.character)
        one.given = _replaced(one.given, self.before, self.team)


class Boarded(Event, frozen=True):
    """A character has become the pilot of a Vehicle, which can use these pilot abilities now."""

    character: str
    vehicle: str
    abilities: tuple[str, ...] = ()

    def apply(self, state: Battle) -> None:
        pilot, vehicle = state.characters.edit(self.character), state.characters.edit(self.vehicle)
        pilot.area, pilot.squares = "card", ()
        vehicle.pilot, vehicle.given = self.character, (*vehicle.given, *self.abilities)


class Disembarked(Event, frozen=True):
    """A pilot has left a Vehicle, which loses its pilot abilities."""

    character: str
    vehicle: str
    squares: tuple[Square, ...]
    abilities: tuple[str, ...] = ()

    def apply(self, state: Battle) -> None:
        pilot, vehicle = state.characters.edit(self.character), state.characters.edit(self.vehicle)
        pilot.area, pilot.squares = "map", self.squares
        vehicle.pilot = ""
        vehicle.given = tuple(one for one in vehicle.given if one not in self.abilities)


class PlotActivated(Event, frozen=True):
    """A title character has activated a plot ability, and gained or spent plot points."""

    character: str
    ability: str
    points: int
    player: int

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).plot += self.points
        state.forces.edit(self.player).plotted = True


class Equipped(Event, frozen=True):
    """A character was equipped."""

    character: str
    equipment: str

    def apply(self, state: Battle) -> None:
        one = state.characters.edit(self.character)
        one.equipment, one.given = self.equipment, (*one.given, self.equipment)
        force = state.forces.edit(one.player)
        force.elements = tuple(dict.fromkeys((*force.elements, self.equipment)))
        if self.equipment in state.markers:
            state.markers.remove(self.equipment)


class ClueFound(Event, frozen=True):
    """A clue token was put on a mystery card."""

    player: int
    card: str

    def apply(self, state: Battle) -> None:
        force = state.forces.edit(self.player)
        force.clues = (*force.clues, self.card)


class Granted(Event, frozen=True):
    """Characters can use what game elements grant, for the rest of the game."""

    characters: tuple[str, ...]
    grants: tuple[str, ...]

    def apply(self, state: Battle) -> None:
        for id in self.characters:
            one = state.characters.edit(id)
            one.given = tuple(dict.fromkeys((*one.given, *self.grants)))


class Unequipped(Event, frozen=True):
    """A character's equipment was unequipped."""

    character: str
    equipment: str

    def apply(self, state: Battle) -> None:
        one = state.characters.edit(self.character)
        one.equipment, one.given = "", _replaced(one.given, self.equipment)


# Terrain ----------------------------------------------------------------------------------------------------


class MarkerPlaced(Event, frozen=True):
    """A terrain marker lies on the map."""

    id: str
    kind: str
    squares: tuple[Square, ...]
    player: int | None = None
    by: str = ""
    power: str = ""
    until: int | None = None

    def apply(self, state: Battle) -> None:
        marker = Marker(
            self.id, self.kind, self.player, self.squares, by=self.by, power=self.power, until=self.until
        )  # fmt: skip
        state.markers.add(marker)


class MarkerMoved(Event, frozen=True):
    """A terrain marker was placed elsewhere, on top of what lies there."""

    id: str
    squares: tuple[Square, ...]

    def apply(self, state: Battle) -> None:
        marker = state.markers.remove(self.id)
        state.markers.add(replace(marker, squares=self.squares, holder=""))


class MarkerHeld(Event, frozen=True):
    """A character picked up a terrain marker."""

    id: str
    character: str

    def apply(self, state: Battle) -> None:
        marker = state.markers.edit(self.id)
        marker.holder, marker.squares = self.character, ()


class MarkerDestroyed(Event, frozen=True):
    """A terrain marker that lies nowhere was destroyed."""

    id: str

    def apply(self, state: Battle) -> None:
        state.markers.remove(self.id)


class MarkerRemoved(Event, frozen=True):
    """A terrain marker is gone."""

    id: str

    def apply(self, state: Battle) -> None:
        state.markers.remove(self.id)


class TerrainDestroyed(Event, frozen=True):
    """Printed blocking terrain was destroyed: a square, or a wall."""

    id: str
    squares: tuple[Square, ...] = ()
    walls: tuple[Edge, ...] = ()

    def apply(self, state: Battle) -> None:
        state.ruins.add(Ruin(self.id, self.squares, self.walls))


EVENTS: Final[tuple[type[Event], ...]] = (
    CardChosen, InitiativeRolled, FirstPlayerSet, MapChosen, EdgeChosen, SetUp, AreaExpanded, PlacementRedone,
    GameBegan, TurnBegan, TurnEnding, TokensCleared, TurnOver, ActionGiven, ActionResolved, TokenGiven, TokenRemoved,
    BrokeAway, BreakAwayFailed, Moved, Placed, Carried, KnockedBack, ChangedForce, Targeted, RollFinalized, Hit,
    Missed, AttackResolved, DamageDealt, Turned, DialChanged, TookDamage, Healed, KnockedOut, KeywordGained,
    KeywordLost, RemovedFromGame, NamedTokens, CharacterGenerated, Replaced, Scored, ElementLost, Divided,
    MissionScored, TieRolled, Defeated, TeamCopied, Boarded, Disembarked, PlotActivated, Equipped, ClueFound, Granted,
    Unequipped, MarkerPlaced, MarkerMoved, MarkerHeld, MarkerDestroyed, MarkerRemoved, TerrainDestroyed,
)  # fmt: skip

"""What can happen on the battlefield. Events alone change the state; the words for them stand in text.toml."""

from __future__ import annotations

from typing import Annotated, Final

from rulewright import Event, Seen

from .state import Battlefield, Character, Objective, Terrain

MOST_POWER: Final = 10
"""The power that a character can have (power.cap)."""


class RoundBegan(Event, frozen=True):
    """The round token moved on."""

    number: int

    def apply(self, state: Battlefield) -> None:
        mission = state.mission.edit(0)
        mission.round, mission.last = self.number, None


class PlayerEffects(Event, frozen=True):
    """The moment of a phase at which the effects of players happen: of characters, leaderships and cards."""

    phase: str


class CrisisEffects(Event, frozen=True):
    """The moment of a phase at which the effects of crisis cards happen."""

    phase: str


class CrisisStruck(Event, frozen=True):
    """A crisis card does what it says of a character at this moment."""

    crisis: str
    character: str


class PriorityRolled(Event, frozen=True):
    """The dice of a player for priority fell."""

    player: int
    faces: tuple[str, ...]


class PriorityTaken(Event, frozen=True):
    """A player has the priority token now."""

    player: int

    def apply(self, state: Battlefield) -> None:
        state.mission.edit(0).priority = self.player


class Scored(Event, frozen=True):
    """A player gained victory points."""

    player: int
    points: int
    crisis: str = ""

    def apply(self, state: Battlefield) -> None:
        state.squads.edit(self.player).points += self.points


# Turns and activations --------------------------------------------------------------------------------------


class Passed(Event, frozen=True):
    """A player ends the turn without activating a character."""

    player: int


class Activated(Event, frozen=True):
    """A character was activated."""

    character: str
    player: int

    def apply(self, state: Battlefield) -> None:
        state.mission.edit(0).last = self.player


class ActivationEnded(Event, frozen=True):
    """A character has done all that it does in its activation."""

    character: str


class ActivatedTokenPlaced(Event, frozen=True):
    """An activated token lies on a stat card."""

    character: str

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.character).activated = True


class ActivatedTokenRemoved(Event, frozen=True):
    """The activated token of a character is gone."""

    character: str

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.character).activated = False


class ActivatedTokensRemoved(Event, frozen=True):
    """All activated tokens are gone."""

    def apply(self, state: Battlefield) -> None:
        for character in list(state.characters.values()):
            if character.activated:
                state.characters.edit(character.id).activated = False


# Power, damage, conditions ----------------------------------------------------------------------------------


class PowerGained(Event, frozen=True):
    """A character gained power; beyond 10 it is lost."""

    character: str
    amount: int

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        character.power = min(MOST_POWER, character.power + self.amount)


class PowerLost(Event, frozen=True):
    """A character lost power, all that it has where it has no more."""

    character: str
    amount: int

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        character.power = max(0, character.power - self.amount)


class PowerSpent(Event, frozen=True):
    """A character paid power."""

    character: str
    amount: int

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.character).power -= self.amount


class DamageSuffered(Event, frozen=True):
    """A character suffered damage.

    ``by`` is the character whose effect it was; empty for conditions and crisis cards, which are nobody's. ``enemy``
    says whether that is an enemy effect, ``powerless`` that it gives no power even so. ``used`` are the superpowers by
    which it is less, perhaps none at all; ``full`` is what it was before it found too little stamina.
    """

    character: str
    amount: int
    by: str = ""
    enemy: bool = False
    powerless: bool = False
    used: tuple[str, ...] = ()
    full: int = 0

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.character).damage += self.amount


class DamageRemoved(Event, frozen=True):
    """Damage tokens were taken off a stat card."""

    character: str
    amount: int

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        character.damage = max(0, character.damage - self.amount)


class Dazed(Event, frozen=True):
    """A character has as much damage as stamina on its healthy side."""

    character: str

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.character).dazed = True


class Recovered(Event, frozen=True):
    """A dazed character lies on its injured side, without damage and conditions."""

    character: str

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        character.dazed, character.injured = False, True
        character.damage, character.conditions = 0, ()


class KnockedOut(Event, frozen=True):
    """A character is KO'd and leaves the battlefield."""

    character: str
    player: int

    def apply(self, state: Battlefield) -> None:
        state.characters.remove(self.character)


class ConditionGained(Event, frozen=True):
    """A character has a special condition."""

    character: str
    condition: str

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        if self.condition not in character.conditions:
            character.conditions = (*character.conditions, self.condition)


class ConditionRemoved(Event, frozen=True):
    """A character is rid of a special condition."""

    character: str
    condition: str

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        character.conditions = tuple(one for one in character.conditions if one != self.condition)


class Transformed(Event, frozen=True):
    """A character has another stat card: it changed its form."""

    character: str
    card: str

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.character).card = self.card


class TokensChanged(Event, frozen=True):
    """Tokens of a name were laid on a stat card, or taken off it where ``by`` is below 0."""

    character: str
    token: str
    by: int

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        others = tuple(token for token in character.tokens if token != self.token)
        character.tokens = (*others, *(self.token,) * (character.tokens.count(self.token) + self.by))


# Movement ---------------------------------------------------------------------------------------------------


class Deployed(Event, frozen=True):
    """A character was set up."""

    character: str
    x: float
    y: float

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        character.x, character.y, character.deployed = self.x, self.y, True


class Moved(Event, frozen=True):
    """A character came to another place: ``how`` is "advance", "climb", "push", "throw" or "place".

    ``by`` is the character that moved it, itself where it moved.
    """

    character: str
    how: str
    x: float
    y: float
    by: str = ""

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        character.x, character.y = self.x, self.y


class TerrainThrown(Event, frozen=True):
    """A character threw a terrain feature, in degrees from along x, and it hit this."""

    terrain: str
    by: str
    direction: float
    hit: str = ""


class TerrainDestroyed(Event, frozen=True):
    """A terrain feature was removed from the battlefield."""

    terrain: str
    kind: str

    def apply(self, state: Battlefield) -> None:
        state.terrain.remove(self.terrain)


class Collided(Event, frozen=True):
    """Something thrown by a character hit a character or a terrain feature."""

    thrown: str
    hit: str
    by: str = ""


# Attacks ----------------------------------------------------------------------------------------------------


class Targeted(Event, frozen=True):
    """An attack has a target."""

    attacker: str
    target: str
    attack: str


class DiceRolled(Event, frozen=True):
    """The dice of an attack, a defense or a dodge fell, or fell again, or some were added or changed."""

    character: str
    pool: str
    faces: tuple[str, ...]


class BeforeDamage(Event, frozen=True):
    """Step 12 of an attack: what the attack itself does before damage is suffered."""

    attacker: str
    target: str
    attack: str


class AttackReached(Event, frozen=True):
    """A moment of an attack at which special rules of its own happen."""

    attacker: str
    target: str
    attack: str
    moment: str


class DodgeReached(Event, frozen=True):
    """The dice of a dodge lie on the table, and what is innate changes them."""

    character: str


class DiceAdded(Event, frozen=True):
    """Dice fell that criticals of the roll added."""

    character: str
    pool: str
    faces: tuple[str, ...]


class RollOver(Event, frozen=True):
    """All that came of a roll that belongs to no attack is done; the dice as they lay in the end."""

    character: str
    faces: tuple[str, ...]


class MoveBegan(Event, frozen=True):
    """A character takes a move action."""

    character: str


class AttackResolved(Event, frozen=True):
    """An attack against one target is over; ``dealt`` is the damage that it dealt."""

    attacker: str
    target: str
    attack: str
    dealt: int


class SuperpowerUsed(Event, frozen=True):
    """A character uses a superpower."""

    character: str
    superpower: str


class TacticPlayed(Event, frozen=True):
    """A player played a team tactic card, which is discarded."""

    player: int
    card: str

    def apply(self, state: Battlefield) -> None:
        squad = state.squads.edit(self.player)
        squad.tactics = tuple(card for card in squad.tactics if card != self.card)


# Objectives -------------------------------------------------------------------------------------------------


class Interacted(Event, frozen=True):
    """A character interacts with an objective token."""

    character: str
    objective: str


class ObjectiveTaken(Event, frozen=True):
    """A character holds an objective token."""

    character: str
    objective: str

    def apply(self, state: Battlefield) -> None:
        state.objectives.edit(self.objective).holder = self.character


class ObjectiveDropped(Event, frozen=True):
    """An objective token lies on the battlefield again."""

    objective: str
    x: float
    y: float

    def apply(self, state: Battlefield) -> None:
        objective = state.objectives.edit(self.objective)
        objective.holder, objective.x, objective.y = "", self.x, self.y


class ControlTaken(Event, frozen=True):
    """A player's control marker lies on an objective token, and nobody else's."""

    objective: str
    player: int

    def apply(self, state: Battlefield) -> None:
        state.objectives.edit(self.objective).control = self.player


class ControlLost(Event, frozen=True):
    """A player's control marker was taken off an objective token."""

    objective: str
    player: int

    def apply(self, state: Battlefield) -> None:
        state.objectives.edit(self.objective).control = None


# Before the game --------------------------------------------------------------------------------------------


class CrisesDrawn(Event, frozen=True):
    """A player drew crisis cards of a type, which the opponent does not see."""

    player: int
    type: str
    cards: Annotated[tuple[str, ...], Seen.OWNER]

    def apply(self, state: Battlefield) -> None:
        state.squads.edit(self.player).drawn = self.cards


class MissionSet(Event, frozen=True):
    """Both crisis cards were revealed: they are the mission."""

    REVEALS = True

    secure: str
    extract: str

    def apply(self, state: Battlefield) -> None:
        mission = state.mission.edit(0)
        mission.secure, mission.extract = self.secure, self.extract


class ThreatChosen(Event, frozen=True):
    """The maximum threat of a crisis card counts."""

    crisis: str
    threat: int

    def apply(self, state: Battlefield) -> None:
        state.mission.edit(0).threat = self.threat


class CharactersChosen(Event, frozen=True):
    """A player chose characters in secret."""

    player: int
    cards: Annotated[tuple[str, ...], Seen.OWNER]

    def apply(self, state: Battlefield) -> None:
        state.squads.edit(self.player).chosen = self.cards


class AffiliationChosen(Event, frozen=True):
    """A player chose an affiliation, or none, in secret."""

    player: int
    affiliation: Annotated[str, Seen.OWNER]

    def apply(self, state: Battlefield) -> None:
        state.squads.edit(self.player).secret = self.affiliation


class TacticsChosen(Event, frozen=True):
    """A player chose team tactic cards in secret."""

    player: int
    cards: Annotated[tuple[str, ...], Seen.OWNER]

    def apply(self, state: Battlefield) -> None:
        state.squads.edit(self.player).cards = self.cards


class SquadRevealed(Event, frozen=True):
    """A squad and its team tactic cards were revealed; ``ids`` are the characters of these cards."""

    REVEALS = True

    player: int
    ids: tuple[str, ...]
    cards: tuple[str, ...]
    affiliation: str
    tactics: tuple[str, ...]

    def apply(self, state: Battlefield) -> None:
        squad = state.squads.edit(self.player)
        squad.affiliation, squad.tactics = self.affiliation, self.tactics
        squad.drawn, squad.chosen, squad.secret, squad.cards = (), (), "", ()
        for id, card in zip(self.ids, self.cards, strict=True):
            state.characters.add(Character(id, card, self.player))


class BattlefieldBuilt(Event, frozen=True):
    """The terrain of a layout was set up: kind, place in inches, and facing in degrees of each feature."""

    layout: str
    terrain: tuple[tuple[str, float, float, float], ...]

    def apply(self, state: Battlefield) -> None:
        for number, (kind, x, y, facing) in enumerate(self.terrain, 1):
            state.terrain.add(Terrain(f"{kind}#{number}", kind, x, y, facing))


class TokensLaid(Event, frozen=True):
    """The objective tokens of a crisis lie on the battlefield."""

    crisis: str
    spots: tuple[tuple[float, float], ...]

    def apply(self, state: Battlefield) -> None:
        for number, (x, y) in enumerate(self.spots, 1):
            state.objectives.add(Objective(f"{self.crisis}#{number}", self.crisis, x, y))


class TerrainMoved(Event, frozen=True):
    """A terrain feature was moved off an objective token."""

    terrain: str
    x: float
    y: float

    def apply(self, state: Battlefield) -> None:
        terrain = state.terrain.edit(self.terrain)
        terrain.x, terrain.y = self.x, self.y


class EdgeChosen(Event, frozen=True):
    """A player deploys at an edge of the battlefield."""

    player: int
    edge: str

    def apply(self, state: Battlefield) -> None:
        state.squads.edit(self.player).edge = self.edge


class LeaderAnnounced(Event, frozen=True):
    """A player announced the leadership ability of the squad."""

    player: int
    character: str

    def apply(self, state: Battlefield) -> None:
        state.squads.edit(self.player).leader = self.character


EVENTS: Final[tuple[type[Event], ...]] = (
    RoundBegan, PlayerEffects, CrisisEffects, CrisisStruck, PriorityRolled, PriorityTaken, Scored, Passed,
    Activated, ActivationEnded, ActivatedTokenPlaced, ActivatedTokenRemoved, ActivatedTokensRemoved, PowerGained,
    PowerLost, PowerSpent, DamageSuffered, DamageRemoved, Dazed, Recovered, KnockedOut, ConditionGained,
    ConditionRemoved, Transformed, TokensChanged, Deployed, MoveBegan, Moved, TerrainThrown, TerrainDestroyed,
    Collided, Targeted, DiceRolled, DiceAdded, RollOver, BeforeDamage, AttackReached, DodgeReached, AttackResolved,
    SuperpowerUsed, TacticPlayed, Interacted, ObjectiveTaken, ObjectiveDropped, ControlTaken, ControlLost,
    CrisesDrawn, MissionSet, ThreatChosen, CharactersChosen, AffiliationChosen, TacticsChosen, SquadRevealed,
    BattlefieldBuilt, TokensLaid, TerrainMoved, EdgeChosen, LeaderAnnounced,
)  # fmt: skip

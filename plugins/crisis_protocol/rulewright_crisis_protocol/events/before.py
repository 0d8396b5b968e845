"""What can happen before the game."""

from __future__ import annotations

from typing import Annotated, Final

from rulewright import Event, Seen

from ..state import GOALS, Battlefield, Character, Objective, Terrain


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
    goals: tuple[tuple[float, float], ...] = ()

    def apply(self, state: Battlefield) -> None:
        for first, spots in ((1, self.spots), (GOALS + 1, self.goals)):
            for number, (x, y) in enumerate(spots, first):
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


class AffiliationUsed(Event, frozen=True):
    """A squad uses an affiliation by a team tactic card."""

    player: int
    affiliation: str

    def apply(self, state: Battlefield) -> None:
        state.squads.edit(self.player).affiliation = self.affiliation


class Deployed(Event, frozen=True):
    """A character was set up."""

    character: str
    x: float
    y: float

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        character.x, character.y, character.deployed = self.x, self.y, True


EVENTS: Final = (
    CrisesDrawn, MissionSet, ThreatChosen, CharactersChosen, AffiliationChosen, TacticsChosen, SquadRevealed,
    BattlefieldBuilt, TokensLaid, TerrainMoved, EdgeChosen, LeaderAnnounced, AffiliationUsed,
    Deployed,
)  # fmt: skip

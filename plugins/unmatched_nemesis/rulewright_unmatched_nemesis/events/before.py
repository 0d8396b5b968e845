"""What can happen before the first turn."""

from __future__ import annotations

from typing import Annotated, Final

from rulewright import Event, Seen

from ..state import DECK, SKILLS, Duel


class LotsDrawn(Event, frozen=True):
    """Fighters, skill set and arena were drawn; the models stand in it, its attack deck and the skills are taken."""

    fighters: tuple[str, str]
    skill_set: str
    arena: str
    deck: str
    spaces: tuple[str, str]
    skills: Annotated[tuple[str, ...], Seen.NOBODY]
    attacks: Annotated[tuple[str, ...], Seen.NOBODY]

    def apply(self, state: Duel) -> None:
        match = state.match.edit(0)
        match.skill_set, match.arena, match.deck = self.skill_set, self.arena, self.deck
        for seat, (name, space) in enumerate(zip(self.fighters, self.spaces, strict=True)):
            fighter = state.fighters.edit(seat)
            fighter.name, fighter.space = name, space
        state.zones.edit(SKILLS).cards = self.skills
        state.zones.edit(DECK).cards = self.attacks


class StartPlayerFound(Event, frozen=True):
    """A player is the start player of the first round."""

    player: int

    def apply(self, state: Duel) -> None:
        match = state.match.edit(0)
        match.start = match.active = self.player


EVENTS: Final = (LotsDrawn, StartPlayerFound)

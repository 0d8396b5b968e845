"""Page 10, step 4: the secret draft of skills."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Options, Procedure, Request, Together, rule
from rulewright.zones import draw, move, shuffle

from ..state import ACTIVE, DEALT, KEPT, REMOVED, SKILLS
from .setup import DEALT_SKILLS

if TYPE_CHECKING:
    from rulewright import Game, Steps


def _secretly(game: Game, ask: str, places: tuple[str, str]) -> Together:
    """Both players choose from their own cards, neither seeing what the other does."""
    return Together(
        tuple(
            Request(seat, ask, Options(game.state.zones[place].cards), "setup.skill-draft")
            for seat, place in enumerate(places)
        )
    )


@rule("setup.skill-draft")
def deal_skills(game: Game, context: None) -> Steps:
    """The skill cards are shuffled, and each player is dealt three."""
    yield from shuffle(game, SKILLS, rule="setup.skill-draft")
    for place in DEALT:
        yield from draw(game, DEALT_SKILLS, SKILLS, place, rule="setup.skill-draft")


@rule("setup.skill-draft")
def keep_and_pass(game: Game, context: None) -> Steps:
    """Each keeps one of the three and passes the other two."""
    kept = yield _secretly(game, "keep_skill", DEALT)
    left = [[card for card in game.state.zones[DEALT[seat]].cards if card != kept[seat]] for seat in game.players]
    for seat in game.players:
        yield move(game, [kept[seat]], DEALT[seat], KEPT[seat], by=seat, rule="setup.skill-draft")
    for seat in game.players:
        yield move(game, left[seat], DEALT[seat], DEALT[1 - seat], by=seat, rule="setup.skill-draft")


@rule("setup.skill-draft")
def keep_another(game: Game, context: None) -> Steps:
    """Each keeps one of the two that were passed; the other one leaves the game, face down."""
    kept = yield _secretly(game, "keep_passed_skill", DEALT)
    for seat in game.players:
        yield move(game, [kept[seat]], DEALT[seat], KEPT[seat], by=seat, rule="setup.skill-draft")
        yield move(game, game.state.zones[DEALT[seat]].cards, DEALT[seat], REMOVED, by=seat, rule="setup.skill-draft")


@rule("setup.skill-draft", "skill-card.active")
def turn_one_up(game: Game, context: None) -> Steps:
    """Of the two kept skills each player turns one up; the other stays face down."""
    up = yield _secretly(game, "turn_skill_up", KEPT)
    for seat in game.players:
        yield move(game, [up[seat]], KEPT[seat], ACTIVE[seat], by=seat, rule="setup.skill-draft")


SKILL_DRAFT: Final = Procedure("skill draft", [deal_skills, keep_and_pass, keep_another, turn_one_up])

"""Conditions of this game alone."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from rulewright import rule
from rulewright.vocabulary import Some, Test, Whole

from ..damage.attacks import is_defendable
from ..dice.requirements import Requirement as Needed
from ..dice.requirements import read_requirement
from ..moments import EFFECT_ROLL, RECEIVED, ROLLED, SUBJECT, TURNED, UNDER_WAY
from ..resolution import Turned
from .requirements import Requirement
from .values import ROLES, companion_of, faces_shown, symbols_of
from .words import AbilityId, CompanionId, Dice, Phase, Role, SourceId, StatusId

if TYPE_CHECKING:
    from rulewright import Game

    from ..cards.wording import Wording
    from ..resolution import Resolution
    from ..state import Attack

Level = Annotated[int, Field(ge=1, le=3)]


class DiceShow(Test, key="shows"):
    """The dice of the Attack, or of the last effect or defensive roll, satisfy a requirement."""

    shows: Requirement
    dice: Dice = "roll"

    @cached_property
    def needed(self) -> Needed:
        """The requirement as it is looked up."""
        return read_requirement(self.shows.model_dump())

    def holds(self, game: Game, run: Resolution) -> bool:
        return self.needed.met(faces_shown(game, run, self.dice), symbols_of(game, run, self.dice))

    def said(self, wording: Wording) -> str:
        return wording.requirement(self.shows)


class HasStatus(Test, key="has"):
    """Someone holds at least this many tokens of a status effect."""

    has: StatusId
    at_least: Annotated[Whole, Field(ge=1)] = 1
    of: Role = "self"

    def holds(self, game: Game, run: Resolution) -> bool:
        heroes = game.state.heroes
        return any(heroes[player].count(self.has) >= self.at_least for player in ROLES[self.of](game, run))

    def said(self, wording: Wording) -> str:
        count = "" if self.at_least == 1 else f"{self.at_least} "
        facts = {"who": wording.who(self.of), "status": f"{count}{wording.name(self.has)}"}
        return wording.say("test.has" if self.of == "self" else "test.has_other", **facts)


class TurnOf(Test, key="turn"):
    """Whose turn it is, seen from the player of the effect."""

    turn: Literal["own", "other"]

    def holds(self, game: Game, run: Resolution) -> bool:
        return (game.state.round[0].active == run.player) is (self.turn == "own")

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.turn_{self.turn}")


class InPhase(Test, key="phase"):
    """The phase of the turn is one of these."""

    phase: Some[Phase]

    def holds(self, game: Game, run: Resolution) -> bool:
        return game.state.round[0].phase in self.phase

    def said(self, wording: Wording) -> str:
        return wording.say("test.phase", phase=wording.either.join(wording.say(f"phase.{one}") for one in self.phase))


class IsStartPlayer(Test, key="start_player"):
    """The player of the effect is, or is not, the start player."""

    start_player: bool

    def holds(self, game: Game, run: Resolution) -> bool:
        return (game.state.round[0].start == run.player) is self.start_player

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.start_player_{str(self.start_player).lower()}")


class AttackIs(Test, key="attack"):
    """There is an Attack, and it is of this kind; "undefended" on the player of the effect, as long as that player has
    activated no defensive ability.

    When its damage has been applied, that holds until the roll phases are over for the side that attacked, and for the
    target if it was dealt any: at `damage_received` it says whether that damage was an Attack's.
    """

    attack: Literal["any", "defendable", "undefendable", "ultimate", "undefended"]

    def holds(self, game: Game, run: Resolution) -> bool:
        attack = game.state.attack[0]
        if not (attack.attacks and _is_there(attack, game, run)):
            return False
        if self.attack == "ultimate":
            return bool(attack.ultimate)
        if self.attack == "undefended":
            return attack.target == run.player and not attack.defence
        return self.attack == "any" or is_defendable(attack) is (self.attack == "defendable")

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.attack_{self.attack}")


@rule("7.2.attack", "7.1.collateral")
def _is_there(attack: Attack, game: Game, run: Resolution) -> bool:
    """Whether there is an Attack: under way, or over for the side that made it and for the target that it hurt.

    Where someone answers damage received, it is that damage which has to be an Attack's.
    """
    answers = run.moment == RECEIVED
    if attack.stage in UNDER_WAY:
        return not answers
    hurt = attack.target == run.player and attack.dealt > 0
    return attack.stage == "dealt" and (hurt or (not answers and attack.attacker in game.team(run.player)))


class TurnedTo(Test, key="turned", needs=(TURNED, ROLLED)):
    """The die that the text has turned shows a symbol that it has rolled."""

    turned: Literal["rolled"]

    def holds(self, game: Game, run: Resolution) -> bool:
        if not isinstance(run, Turned):
            return False
        place, index = run.die
        lying = game.state.rolls[place]
        if index >= len(lying.faces):
            return False
        shown = game.content.heroes[game.state.heroes[lying.player].name].faces[lying.faces[index] - 1]
        own = symbols_of(game, run, "roll")
        return any(own[face - 1] == shown for face in faces_shown(game, run, "roll"))

    def said(self, wording: Wording) -> str:
        return wording.say("test.turned_rolled")


class RollOf(Test, key="roll_of", needs=(EFFECT_ROLL,)):
    """The effect roll on the table belongs to this status effect, card or ability."""

    roll_of: SourceId

    def holds(self, game: Game, run: Resolution) -> bool:
        return run.about == self.roll_of

    def said(self, wording: Wording) -> str:
        return wording.say("test.roll_of", thing=wording.name(self.roll_of))


class Concerns(Test, key="concerns", needs=(SUBJECT,)):
    """What the moment is about (a token gained or spent, a card played) is this status effect or card."""

    concerns: SourceId

    def holds(self, game: Game, run: Resolution) -> bool:
        return run.about == self.concerns

    def said(self, wording: Wording) -> str:
        return wording.say("test.concerns", thing=wording.name(self.concerns))


class AbilityLevel(Test, key="ability"):
    """The player of the effect has an ability at this level or above."""

    ability: AbilityId
    level: Level

    def holds(self, game: Game, run: Resolution) -> bool:
        hero = game.state.heroes[run.player]
        slot = game.content.heroes[hero.name].slots.get(self.ability)
        return slot is not None and hero.levels[slot] >= self.level

    def said(self, wording: Wording) -> str:
        return wording.say("test.ability", ability=wording.name(self.ability), level=self.level)


class CompanionIs(Test, key="companion"):
    """A companion of the player of the effect is in this state; "away" while it is placed with another player."""

    companion: CompanionId
    state: Literal["active", "inactive", "here", "away"]

    def holds(self, game: Game, run: Resolution) -> bool:
        companion = companion_of(game, run.player, self.companion)
        if companion is None:
            return False
        return self.state in (companion.condition, "here" if companion.at < 0 else "away")

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.companion_{self.state}", companion=wording.name(self.companion))

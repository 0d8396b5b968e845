"""Words that effects share: names, players, phases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field, Tag

from rulewright.vocabulary import ContentModel, Id, Needs, Shape, Whole

from ..moments import DICE, ENDING, ROLLED, ROLLING
from ..resolution import Resolution
from ..terms import in_play
from .values import ROLE_NEEDS, ROLES

if TYPE_CHECKING:
    from rulewright import Game


class Named:
    """For an annotation: what stands there is the name of something else of the content."""

    def __init__(self, sort: str) -> None:
        self.sort = sort


StatusId = Annotated[Id, Named("status effect")]
SymbolId = Annotated[Id, Named("symbol")]
AbilityId = Annotated[Id, Named("ability")]
HeroId = Annotated[Id, Named("hero")]
CompanionId = Annotated[Id, Named("companion")]
SourceId = Annotated[Id, Named("status effect, ability or card")]

# Who --------------------------------------------------------------------------------------------------------

ROLE_WORDS: Final = (
    "self",  # whose card, ability or token this is
    "target",  # the target of the Attack, or of the ability that needs one
    "attacker",
    "defender",
    "roller",  # whose roll phase this is
    "inflicter",  # who inflicted the token that is acting
    "chosen",  # whom the last choice in this effect named
    "each_opponent",
    "each_teammate",
    "each_player",
)
if TYPE_CHECKING:
    Role = str
else:
    Role = Annotated[Literal[ROLE_WORDS], Needs(ROLE_NEEDS)]


class ChosenPlayer(ContentModel):
    """The player of the effect names someone; later `chosen` means the same."""

    choose: Literal["player", "opponent", "teammate", "self_or_teammate", "other_player"]
    count: Annotated[Whole, Field(ge=1)] = 1
    up_to: bool = False
    repeat: bool = False
    """Whether one player may be named more than once."""


class NamedHero(ContentModel):
    """Whoever plays a hero."""

    hero: HeroId


_WHO = Shape("player", "choose", "hero", words=ROLE_WORDS)
Who = Annotated[
    Annotated[Role, Tag("word")] | Annotated[ChosenPlayer, Tag("choose")] | Annotated[NamedHero, Tag("hero")],
    _WHO.discriminator,
    _WHO.known,
]

OWN = ("self", "attacker", "roller", "each_teammate")
"""Roles that are known when an offensive ability is activated, before there is a target."""


def seats(game: Game, run: Resolution, who: Who) -> tuple[int, ...]:
    """The players whom an effect means."""
    if isinstance(who, NamedHero):
        return in_play(game, played_by(game, who.hero))
    return ROLES[who if isinstance(who, str) else "chosen"](game, run)


def played_by(game: Game, hero: str) -> tuple[int, ...]:
    """The players of a hero, whether they are out or not."""
    return tuple(player for player, one in game.state.heroes.items() if one.name == hero)


Phase = Literal["upkeep", "income", "main_1", "offensive_roll", "targeting_roll", "defensive_roll", "main_2", "discard"]
Duration = Annotated[
    Literal["end_of_attack", "end_of_roll_phase", "end_of_turn", "end_of_next_turn", "end_of_game"],
    Needs({"end_of_attack": (ENDING,), "end_of_roll_phase": (ROLLING,)}),
]
Dice = Annotated[Literal["roll", "attack"], Needs({"roll": (ROLLED,), "attack": (DICE,)})]
"""The dice of the last effect roll or the defensive roll, or those of the Offensive Roll Phase."""
CardKind = Literal["upgrade", "main", "roll", "instant"]


def role(who: Who) -> str:
    """The role of the player whom an effect names; "hero" for the player of a named hero."""
    return who if isinstance(who, str) else who.choose if isinstance(who, ChosenPlayer) else "hero"


def names_several(who: Any) -> bool:
    """Whether a role, or the choice of a player, may mean more than one."""
    return who in ("each_opponent", "each_player") or (isinstance(who, ChosenPlayer) and who.count > 1)

"""Effects and triggers under way, as plain data, and the calls that begin them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulewright import Call, Context, programs, rule
from rulewright.effects import effects

if TYPE_CHECKING:
    from rulewright import Game
    from rulewright.programs import Program
    from rulewright.state import Effect

    from .book.sheets import TriggerSheet


class Resolution(programs.Resolution):
    """Effects under way: whose they are, what they come from, which are still to come, and what they refer to."""

    kind: str
    """What they belong to: "ability", "defence", "card", "status", "passive", "companion", "watch", "setup"."""
    later: tuple[int, ...] = ()
    """Effects after all others ("additionally")."""
    last: bool = False
    """Whether those are under way."""
    staged: bool = False
    """Step 4 of the Offensive Roll Phase: what needs the target waits."""
    open: bool = True
    """Whether it can be interrupted."""
    agreed: bool = False
    """Whether the player has just decided that this happens, so that it is not asked again."""
    about: str = ""
    """What the dice in question belong to, the use that is counted, or what the moment is about."""
    moment: str = ""
    """At which moment this was triggered."""
    chosen: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    roller: int = -1
    place: int = -1
    rival: int = -1
    inflicter: int = -1
    target: int = -1
    """Whom the player named in place of a target, where no ability has one."""
    cost: int = 0
    paid: int = 0
    spent: int = 0
    removed: int = 0
    picked: int = 0
    """What the die shows that the player has chosen."""


class Turned(Resolution, kw_only=True):
    """What follows a die that a text has turned: where it lies, and which it is there."""

    die: tuple[int, int]


class Firing(Context):
    """What is triggered at a moment, for one player: what has been dealt with is in ``done``."""

    player: int
    moment: str
    about: str = ""
    """What the dice in question belong to."""
    status: str = ""
    open: bool = True
    done: tuple[str, ...] = ()
    rest: tuple[tuple[Any, ...], ...] = ()
    """Moments and players that come afterwards, and what they are about where that is something else."""


def resolve(player: int, kind: str, source: str, program: Program, **facts: Any) -> Call | None:
    """The call that resolves some effects; None where there are none."""
    return programs.resolve(player, source, program, Resolution, kind=kind, **facts)


def blank_run(player: int, source: str, **facts: Any) -> Resolution:
    """What a condition looks at that is tested before anything runs."""
    return Resolution(player=player, kind="", source=source, queue=(), **facts)


@rule("4.2.passive", "3.1.trigger")
def fire(game: Game, moment: str, player: int, *more: tuple[Any, ...], **facts: Any) -> Call | None:
    """The call that resolves what is triggered at a moment for a player, and at more of them; None for nothing."""
    if is_listened_to(game, moment, player):
        return Call("moment", Firing(player=player, moment=moment, rest=more, **facts))
    if not more:
        return None
    (moment, player, *about), *rest = more
    if about:
        (facts["about"],) = about
    return fire(game, moment, player, *rest, **facts)


def is_listened_to(game: Game, moment: str, player: int) -> bool:
    """Whether a player has anything that may be triggered at a moment; any effect may be a watch."""
    if moment not in game.content.moments:
        return False
    if game.state.effects or game.offers(moment, player):
        return True
    # One that is inactive opens a moment in which nothing happens, too: the numbers in saved games count it.
    companions = game.content.heroes[game.state.heroes[player].name].companions
    return bool(companions) and any(moment in companion.triggers for companion in companions.values())


@rule("4.2.passive")
def watching(game: Game, player: int, moment: str) -> Iterator[tuple[Effect, TriggerSheet]]:
    """The watches of a player that something triggers at a moment."""
    if not game.state.effects:
        return
    for effect in effects(game, "watch"):
        trigger = game.content.triggers[effect.data["trigger"]]
        if effect.player == player and trigger.when == moment:
            yield effect, trigger

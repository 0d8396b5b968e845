"""12.1: targets are determined, and drop out once they are illegal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Request, Subset, ask_which, rule, trigger

from ..events.attacks import Targeted, TargetsDetermined
from ..events.characters import TakenOff
from ..events.damage import KnockedOut
from ..events.movement import KnockedBack, Moved, Placed
from ..terms import Attack, on_map
from .targets import legal_targets, may_target

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright import Event, Game, Steps


FURTHER: Final = "further targets"
"""By this name powers offer targets beyond those chosen: ``(game, attack)`` gives their ids."""


@rule("12.1", "12.1a", "12.1b", "11.5", "pac.shape-change")
def choose_targets(game: Game, attack: Attack) -> Steps:
    """One target, or as many as the character has bolts; all of some kind for an attack that says so."""
    if attack.targets:
        yield game.note(attack, targets=(yield from target(game, attack, attack.targets)))
        return
    tried: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    most = int(game.number("targets", attack.attacker))
    while most:
        legal = [foe for foe in legal_targets(game, attack.attacker, attack.kind, attack.power) if foe not in tried]
        chosen = yield from some_of(attack, legal, most, optional=bool(tried))
        new = yield from target(game, attack, chosen)
        tried, kept, most = tried + chosen, kept + new, len(chosen) - len(new)
        yield game.note(attack, targets=kept, by_bolts=True)


@rule("12.1a", "pac.shape-change")
def some_of(attack: Attack, legal: Sequence[str], most: int, *, optional: bool) -> Steps:
    """So many of the legal targets; none where it may choose others for those that could not be targeted."""
    about: dict[str, Any] = {"character": attack.attacker, "kind": attack.kind}
    if not legal:
        return ()
    if min(most, len(legal)) > 1:
        space = Subset(legal, 0 if optional else 1, min(most, len(legal)))
        return (yield Request(attack.player, "targets", space, "12.1a", about))
    options = (*legal, None) if optional else tuple(legal)
    chosen = yield from ask_which(attack.player, "target", options, "12.1", **about)
    return () if chosen is None else (chosen,)


def target(game: Game, attack: Attack, chosen: Sequence[str]) -> Steps:
    """Characters would be targeted; gives those that are."""
    happened = yield [Targeted(attack.attacker, id, rule="12.1") for id in chosen]
    return tuple(event.target for event in happened if event is not None)


@rule("12.1b", "12.3d", "pac.energy-explosion")
def add_targets(game: Game, attack: Attack) -> Steps:
    """A power may make others targets, too, whether they would be legal ones or not."""
    if attack.targets:
        found = [id for _, more in game.offers(FURTHER, attack.attacker) for id in more(game, attack)]
        new = [id for id in dict.fromkeys(found) if id not in attack.targets and id != attack.attacker]
        if new:
            kept = yield from target(game, attack, new)
            yield game.note(attack, targets=(*attack.targets, *kept), bound=(*attack.bound, *kept))


@trigger(Moved, Placed, KnockedBack, KnockedOut, TakenOff, order_matters=False, player=lambda game, event, source: None)
@rule("12.1c")
def illegal_targets_drop_out(game: Game, event: Event, source: None) -> Steps | None:
    """A target that has become illegal is no longer one, in any of the nested attacks."""
    attacks = list(game.contexts(Attack))
    return _checked(game, attacks) if attacks else None


def _checked(game: Game, attacks: list[Attack]) -> Steps:
    for attack in attacks:
        noted = check_targets(game, attack)
        if noted is not None:
            yield noted


@rule("12.1c")
def check_targets(game: Game, attack: Attack) -> Event | None:
    """Whatever has made a target illegal since it was chosen, it is no longer one."""
    still = tuple(target for target in attack.targets if may_still_target(game, attack, target))
    return game.note(attack, targets=still) if still != attack.targets else None


@rule("12.1", "12.2a", "20.1")
def determined(game: Game, attack: Attack) -> Event:
    """The targets are known: what counts against them alone counts from now on, also for the values of the attack."""
    return TargetsDetermined(attack.attacker, attack.targets, rule="12.1")


def may_still_target(game: Game, attack: Attack, target: str) -> bool:
    """Whether a chosen target is legal now; once it is hit, all that matters is that it is on the map."""
    if not on_map(game, attack.attacker) or not on_map(game, target):
        return False
    if attack.total or target in attack.bound:
        return True
    return may_target(game, attack.attacker, target, attack.kind, attack.power)

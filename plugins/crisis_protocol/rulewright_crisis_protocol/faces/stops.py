"""Where a person is asked: where something could become better, and not about the order of what is alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright import Timely
from rulewright.programs import deed_at

from ..effects.attacks import ReduceDamage
from ..pools import FIGHTER, OTHER, succeeds
from ..terms import Attack, character

if TYPE_CHECKING:
    from rulewright import Request, View

OWN: Final = "modify own dice"
OPPOSING: Final = "modify opposing dice"
"""The windows in which dice are modified that lie there."""


def stops(view: View, request: Request, answer: Any) -> Timely:
    """Whether a thing has its moment now: where it changes something for the better."""
    attack, window = view.find_context(Attack), str(request.about.get("window"))
    if attack is None:
        return Timely.NOW
    if window in (OWN, OPPOSING):
        return _with_dice(view, attack, request.player, window)
    verbs = [*_verbs(view, answer)]
    if verbs and all(isinstance(verb, ReduceDamage) for verb in verbs):
        return _with_damage(view, attack, request.player, verbs)
    return Timely.NOW


def _verbs(view: View, answer: Any) -> Iterator[Any]:
    """The effects of a superpower or a card that is offered; none of anything else."""
    content, (kind, choice) = view.content, answer
    sheet = content.superpowers.get(kind.partition(".")[0]) or content.tactics.get(choice)
    return (deed_at(content, key).verb for key in sheet.program) if sheet is not None else iter(())


def _with_damage(view: View, attack: Attack, player: int, verbs: Sequence[ReduceDamage]) -> Timely:
    """Damage is reduced that one's own character would suffer, as far as it can be less."""
    if character(view, attack.target).player != player:
        return Timely.NEVER
    least = max(verb.least if verb.amount else verb.most or 0 for verb in verbs)
    return Timely.NOW if attack.damage > least else Timely.NOT_NOW


def _with_dice(view: View, attack: Attack, player: int, window: str) -> Timely:
    """One's own dice are modified where one fails, those of others where one succeeds."""
    mine = next(pool for pool, who in FIGHTER.items() if character(view, getattr(attack, who)).player == player)
    pool = mine if window == OWN else OTHER[mine]
    roll = (attack.attack_pool if pool == "attack" else attack.defense_pool).roll
    if roll is None:
        return Timely.NOW
    good = [succeeds(view, getattr(attack, FIGHTER[pool]), pool, str(face)) for face in roll.faces]
    return Timely.NOW if (not all(good) if window == OWN else any(good)) else Timely.NOT_NOW


def usual(view: View, request: Request) -> tuple[Any] | None:
    """What nobody would answer otherwise."""
    found = USUAL.get(request.ask)
    return found(view, request) if found is not None else None


def alike(view: View, request: Request) -> tuple[Any] | None:
    """Which of several resolves first that are the same for different characters, and all of which have to."""
    options = request.options() or ()
    kinds = {option[0] if isinstance(option, tuple) else option for option in options}
    return (options[0],) if len(options) > 1 and len(kinds) == 1 and None not in kinds else None


USUAL: Final[Mapping[str, Callable[[Any, Any], tuple[Any] | None]]] = {"trigger": alike}

"""Players order rules that set one characteristic to different values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from rulewright import FOREVER, Turn, begin_effect, choose, during, rule
from rulewright.powers.hooks import Changes

from ..dice.rolls import roll_off
from .weighing import FIXED, IGNORED, ORDERED, SET, key_of, last_of

if TYPE_CHECKING:
    from rulewright import Game, Position, Rules, Steps

RULE: Final = "faq.timing.two-rules-set-a-characteristic"
SCOPES: Final = ("turn", "round")
"""How long an order counts: for the first of these that is going on."""

Rival = tuple[str, str, int]
"""A rule that sets a characteristic: its name, its source, and the value."""


@rule("faq.timing.two-rules-set-a-characteristic")
def settled(game: Game, stat: str, subjects: Iterable[str]) -> Steps:
    """Where several rules set a characteristic of units or models the active player says which of them comes last.

    That is asked once in a turn, and once for all that are under the same rules; of rules that come to the same value
    nobody is asked.
    """
    if not contested(game, stat):
        return
    known: dict[tuple[Rival, ...], Rival] = {}
    for subject in subjects:
        found = rivals(game, stat, subject)
        if len({one[2] for one in found}) < 2 or last_of(game, stat, subject) in [one[:2] for one in found]:
            continue
        if found not in known:
            (now, _, value), others, player = found[0], found[1:], (yield from _decider(game))
            about: dict[str, Any] = {"subject": subject, "stat": stat, "modifier": now, "value": value}
            known[found] = (yield choose(player, "set_last", [None, *others], RULE, **about)) or found[0]
        table = "models" if subject in game.state.models else "units"
        lasts = next((during(name) for name in SCOPES if game.scope(name) is not None), FOREVER)
        data = {"number": stat, "last": known[found][:2]}
        yield begin_effect(game, ORDERED, lasts, target=(table, subject), data=data, rule=RULE)


@rule("faq.timing.two-rules-set-a-characteristic", "commentary.active-player")
def _decider(game: Game) -> Steps:
    """Who orders such rules: the player whose turn it is; outside turns who wins a roll-off."""
    turn = game.find_context(Turn)
    return (yield from roll_off(game, RULE)) if turn is None else turn.player


@rule("faq.timing.two-rules-set-a-characteristic")
def rivals(position: Position, stat: str, subject: str) -> tuple[Rival, ...]:
    """The rules that set a characteristic now, the one that comes last where nobody decides otherwise before others."""
    lines = [one for one in position.value(stat, subject).trace if one.layer == SET and one.why not in (FIXED, IGNORED)]
    return tuple((*key_of(one), one.amount) for one in reversed(lines))


def contested(position: Position, stat: str) -> bool:
    """Whether several rules of this game might set a characteristic; most of the time that is all there is to see."""
    known = setting(position.rules).get(stat, 0) + len(position.rules.stats[stat].modifiers)
    effects = (one.data for one in position.state.effects.values())
    now = sum(one.get("stat") == stat and one.get("layer") == SET for one in effects)
    return bool(known + now > 1)


@lru_cache(maxsize=8)
def setting(rules: Rules) -> Mapping[str, int]:
    """The characteristics that powers set, each with how many do."""
    hooks: list[Any] = [part.hook for part in rules.powers.parts()]
    return Counter(hook.stat for hook in hooks if isinstance(hook, Changes) and hook.layer == SET)

"""Chapters 4.2 and 6: what tokens, passive abilities and watches trigger, and what tokens are spent for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rulewright import Loop, Request, choose, reaction, rule
from rulewright.effects import EffectEnded, effects
from rulewright.requests import Number

from .damage import is_attack, is_enhanceable, is_preventable
from .effects import can_pay
from .events import OnceUsed, TriggerFired
from .resolution import Firing, Resolution, blank_run, resolve
from .timing import MAIN_PHASES, UNDER_WAY, WINDOWS, is_locked_out

if TYPE_CHECKING:
    from rulewright import Call, Game, Steps

    from .book import TriggerSheet, UseSheet
    from .state import Attack, Round, Token

LANDING_STAGES: Final = ("landing", "counting")
ONCE_AN_ATTACK: Final = ("attacking", "attacked")
"""Moments that last; what triggers in them does so once an Attack."""

# What is forbidden ------------------------------------------------------------------------------------------


def forbidden(game: Game, player: int, what: str) -> bool:
    """Whether a token or an effect forbids a player something."""
    statuses = game.content.statuses
    for token in game.state.heroes[player].tokens:
        if what in statuses[token.status].forbids:
            return True
    if game.state.effects:
        return any(what in effect.data["what"] for effect in effects(game, "forbid", player))
    return False


# Moments ----------------------------------------------------------------------------------------------------


class Scene(NamedTuple):
    """What a moment depends on, for one player."""

    now: Round
    attack: Attack
    player: int


MOMENTS: Final[dict[str, Callable[[Scene], bool]]] = {
    "any_time": lambda scene: True,
    "upkeep": lambda scene: scene.now.phase == "upkeep" and scene.now.active == scene.player,
    "income": lambda scene: scene.now.phase == "income" and scene.now.active == scene.player,
    "main_phase": lambda scene: scene.now.phase in MAIN_PHASES and scene.now.active == scene.player,
    "before_offensive_roll": lambda scene: scene.now.phase == "main_1" and scene.now.active == scene.player,
    "offensive_roll_end": lambda scene: scene.attack.stage == "activated" and scene.attack.attacker == scene.player,
    "ability_activated": lambda scene: scene.attack.stage == "activated" and scene.attack.attacker == scene.player,
    "attacking": lambda scene: (
        scene.attack.stage in UNDER_WAY and scene.attack.attacker == scene.player and is_attack(scene.attack)
    ),
    "attacked": lambda scene: (
        scene.attack.stage in LANDING_STAGES and scene.attack.target == scene.player and is_attack(scene.attack)
    ),
    "defence_rolled": lambda scene: (
        scene.attack.stage in LANDING_STAGES and bool(scene.attack.defence) and scene.attack.target == scene.player
    ),
    "damage_dealt": lambda scene: scene.attack.stage == "dealt" and scene.attack.attacker == scene.player,
    "damage_received": lambda scene: scene.attack.stage == "dealt" and scene.attack.target == scene.player,
    "turn_end": lambda scene: scene.now.phase == "discard" and scene.now.active == scene.player,
}
"""The moments at which something may be used, besides those that need more than a look at the table."""


def is_moment(game: Game, player: int, moment: str, context: Any) -> bool:
    """Whether a window stands open at a moment that a card or a use names."""
    if moment == "damage_incoming":
        return any(is_preventable(game, other) for other in game.players)
    if moment == "effect_rolled":
        return context.__class__ is Resolution and context.roller == player
    state = game.state
    return MOMENTS[moment](Scene(state.round[0], state.attack[0], player))


# Spending ---------------------------------------------------------------------------------------------------


@rule("6.3.spendable", "3.6.step-5")
def spendable(game: Game, player: int, context: Any) -> list[str]:
    """The tokens that a player may spend in an open window, each named with the use if it has several."""
    state = game.state
    hero = state.heroes[player]
    found: list[str] = []
    if not hero.tokens:
        return found
    attack = state.attack[0]
    if (attack.ultimate and is_locked_out(game, attack, player)) or forbidden(game, player, "status_effects"):
        return found
    statuses = game.content.statuses
    for token in hero.tokens:
        for use in statuses[token.status].uses:
            if is_usable(game, player, token, use, context):
                found.append(use.key)
    return found


def is_usable(game: Game, player: int, token: Token, use: UseSheet, context: Any) -> bool:
    """Whether the time, the tokens and the condition of a use are there."""
    state = game.state
    if token.count < use.tokens or (use.rests and token.turn == state.round[0].number):
        return False
    if use.once_per_turn and use.key in state.heroes[player].used:
        return False
    if use.modifier and not is_enhanceable(state.attack[0]):
        return False
    if not any(_is_time(game, player, window, context) for window in use.windows):
        return False
    return use.test is None or use.test(game, blank_run(player, token.status))


def _is_time(game: Game, player: int, window: str, context: Any) -> bool:
    if window == "damage_incoming":
        return is_preventable(game, player)
    return is_moment(game, player, window, context)


@reaction(*(window.name for window in WINDOWS), name="spend", options=spendable)
@rule("6.3.spendable", "6.3.spend-uninterruptible", "10.2.interfere", "8.5.then")
def spend(game: Game, player: int, key: str, context: Any) -> Call | Steps | None:
    """Remove the tokens, then give their effect, which nothing interrupts."""
    status = key.partition("#")[0]
    use = game.content.spend(status, key)
    if use.tokens == 0:
        return _spend_some(game, player, status, use)
    return spending(game, player, status, use, use.tokens)


def _spend_some(game: Game, player: int, status: str, use: UseSheet) -> Steps:
    most = game.state.heroes[player].count(status)
    count = 1 if most == 1 else (yield Request(player, "how_many", Number(1, most), "6.3.spendable", {"status": status}))
    return spending(game, player, status, use, count)


def spending(game: Game, player: int, status: str, use: UseSheet, count: int) -> Call | None:
    """The call that spends tokens."""
    return resolve(player, "status", status, use.program, spent=count, open=False, about=use.key)


def paid_uses(game: Game, player: int, context: Any) -> list[str]:
    """The uses of passive abilities that a player may pay for in an open window."""
    state = game.state
    hero = state.heroes[player]
    sheet = game.content.heroes[hero.name]
    found: list[str] = []
    for slot in sheet.passives:
        for use in sheet.level(slot, hero.levels).uses:
            if _may_pay_for(game, player, use, context):
                found.append(use.key)
    return found


def _may_pay_for(game: Game, player: int, use: UseSheet, context: Any) -> bool:
    if use.once_per_turn and use.key in game.state.heroes[player].used:
        return False
    if use.cost is not None and not can_pay(game, player, use.cost):
        return False
    if is_locked_out(game, game.state.attack[0], player) or forbidden(game, player, "passives"):
        return False
    if not any(_is_time(game, player, window, context) for window in use.windows):
        return False
    return use.test is None or use.test(game, blank_run(player, use.key))


@reaction(*(window.name for window in WINDOWS), name="use", options=paid_uses)
@rule("4.2.passive")
def use_passive(game: Game, player: int, key: str, context: Any) -> Call | None:
    """Pay for a use of a passive ability."""
    hero = game.state.heroes[player]
    sheet = game.content.heroes[hero.name]
    uses = [use for slot in sheet.passives for use in sheet.level(slot, hero.levels).uses]
    program = next(use.program for use in uses if use.key == key)
    return resolve(player, "passive", key.partition("#")[0], program, open=False, about=key)


# Triggers ---------------------------------------------------------------------------------------------------


class Ready(NamedTuple):
    """A trigger that stands ready: its name, what it is, whose token it is, and the watch that it belongs to."""

    key: str
    kind: str
    trigger: TriggerSheet
    by: int
    source: str
    watch: int | None = None


def listening(game: Game, player: int, moment: str) -> Iterator[Ready]:
    """Everything of a player that triggers at a moment: tokens, passive abilities, watches."""
    hero = game.state.heroes[player]
    book = game.content
    for token in hero.tokens:
        for trigger in book.statuses[token.status].triggers.get(moment, ()):
            yield Ready(f"{token.status}.{trigger.number}", "status", trigger, token.by, token.status)
    sheet = book.heroes[hero.name]
    if sheet.passives and not forbidden(game, player, "passives"):
        for slot in sheet.passives:
            for trigger in sheet.level(slot, hero.levels).triggers.get(moment, ()):
                yield Ready(f"{trigger.source}.{trigger.number}", "passive", trigger, player, trigger.source)
    for effect in effects(game, "watch"):
        if effect.player == player:
            trigger = book.triggers[effect.data["trigger"]]
            if trigger.when == moment:
                source: str = effect.data["source"]
                yield Ready(f"{source}.{effect.id}", "watch", trigger, player, source, int(effect.id))


def ready(game: Game, firing: Firing) -> list[Ready]:
    """What is triggered and has not been dealt with."""
    done = firing.done
    if firing.moment in ONCE_AN_ATTACK:
        done += game.state.attack[0].fired
    used = game.state.heroes[firing.player].used
    return [
        item
        for item in listening(game, firing.player, firing.moment)
        if item.key not in done
        and not (item.trigger.once_per_turn and item.key in used)
        and (item.trigger.test is None or item.trigger.test(game, _probe(firing, item)))
    ]


def _probe(firing: Firing, item: Ready) -> Resolution:
    return blank_run(firing.player, item.source, about=firing.about, inflicter=item.by)


def again(game: Game, last: Firing | None) -> Firing | None:
    """The moment lasts until everything that it triggers has been dealt with."""
    if last is None or not ready(game, last):
        return None
    return last.__copy__()  # type: ignore[attr-defined,no-any-return]


@rule("3.1.trigger", "3.1.order", "4.2.passive", "6.3.persistent", "6.3.unique")
def fire_next(game: Game, firing: Firing) -> Steps:
    """Resolve one of the things that are triggered; of several the active player chooses the order."""
    found = ready(game, firing)
    if not found:
        return None
    item = found[0]
    if len(found) > 1:
        keys = tuple(other.key for other in found)
        key = yield choose(game.state.round[0].active, "order", keys, "3.1.order", moment=firing.moment)
        item = next(other for other in found if other.key == key)
    trigger = item.trigger
    agreed = trigger.optional and (
        yield choose(firing.player, "may", (True, False), "4.2.passive", source=item.source, moment=firing.moment)
    )
    yield game.note(firing, done=(*firing.done, item.key))
    if firing.moment in ONCE_AN_ATTACK:
        yield TriggerFired(item.key)
    if trigger.optional and not agreed:
        return None
    if trigger.once_per_turn:
        yield OnceUsed(firing.player, item.key, rule="4.2.passive")
    if item.watch is not None and game.state.effects[item.watch].data["once"]:
        yield EffectEnded(item.watch, "used")
    return resolve(
        firing.player, item.kind, item.source, trigger.program,
        open=firing.open, agreed=agreed, about=firing.about, inflicter=item.by,
    )  # fmt: skip


MOMENT: Final = Loop("moment", again, [fire_next], Firing)

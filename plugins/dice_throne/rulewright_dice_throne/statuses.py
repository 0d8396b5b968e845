"""Chapters 4.2 and 6: what tokens, passive abilities and watches trigger, and what tokens are spent for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec.structs import replace

from rulewright import Loop, Request, Violation, because, choose, reaction, rule
from rulewright.effects import EffectEnded
from rulewright.spaces import Number

from .carried import USES
from .damage import DEFEATED, RECEIVED, is_attack, is_falling, is_modifiable, is_preventable
from .events import OnceUsed, TriggerFired
from .modes import in_play
from .resolution import Firing, Resolution, blank_run, is_listened_to, resolve, watching
from .timing import MAIN_PHASES, UNDER_WAY, WINDOWS, is_locked_out

if TYPE_CHECKING:
    from rulewright import Because, Game, Steps

    from .book import TriggerSheet, UseSheet
    from .state import Attack, Hero, Round

LANDING_STAGES: Final = ("landing", "counting")
ONCE_AN_ATTACK: Final = ("attacking", "attacked")
"""Moments that last; what triggers in them does so once an Attack."""

# What is forbidden ------------------------------------------------------------------------------------------


def forbidden(game: Game, player: int, what: str, key: str) -> Violation | None:
    """The refusal that names what forbids a player something: a token, a passive ability, a companion, or whose effect
    it is. None where nothing does."""
    if game.may(what, player):
        return None
    verdict = game.verdict(what, player)
    by = verdict.forbidden_by
    name, rule = ("", "") if by is None else (by.name, by.rule)
    return Violation(key, rule or verdict.rule, status=game.content.names.get(name, name))


# Moments ----------------------------------------------------------------------------------------------------


Time = Callable[["Round", "Attack", int], bool]


def _in_phase(*phases: str) -> Time:
    return lambda now, attack, player: now.phase in phases and now.active == player


def _own_attack(*stages: str) -> Time:
    return lambda now, attack, player: attack.stage in stages and attack.attacker == player


def _attacking(now: Round, attack: Attack, player: int) -> bool:
    return attack.attacker == player and attack.stage in UNDER_WAY and is_attack(attack)


def _attacked(now: Round, attack: Attack, player: int) -> bool:
    return attack.target == player and attack.stage in LANDING_STAGES and is_attack(attack)


def _defence_rolled(now: Round, attack: Attack, player: int) -> bool:
    return attack.target == player and attack.stage in LANDING_STAGES and bool(attack.defence)


MOMENTS: Final[dict[str, Time]] = {
    "any_time": lambda now, attack, player: True,
    "upkeep": _in_phase("upkeep"),
    "income": _in_phase("income"),
    "main_phase": _in_phase(*MAIN_PHASES),
    "before_offensive_roll": _in_phase("main_1"),
    "offensive_roll_end": _own_attack("activated"),
    "ability_activated": _own_attack("activated"),
    "attacking": _attacking,
    "attacked": _attacked,
    "defence_rolled": _defence_rolled,
    "damage_dealt": _own_attack("dealt"),
    "turn_end": _in_phase("discard"),
}
"""The moments at which something may be used, besides those that need more than a look at the table."""


def is_moment(game: Game, player: int, moment: str, context: Any) -> bool:
    """Whether a window stands open at a moment that a card or a use names."""
    time = MOMENTS.get(moment)
    if time is not None:
        return time(game.state.round[0], game.state.attack[0], player)
    if moment == RECEIVED:
        return bool(game.state.pending[player].received)
    if moment == "damage_incoming":
        return any(is_preventable(game, other) for other in in_play(game, game.players))
    return context.__class__ is Resolution and context.roller == player


# Spending ---------------------------------------------------------------------------------------------------


@rule("6.3.spendable", "3.6.step-5", "4.2.passive", "6.4.companion")
def spendable(game: Game, player: int, context: Any) -> list[str]:
    """What a player may spend or use in an open window, of all that its hero carries; by the key of the use."""
    attack = game.state.attack[0]
    if attack.ultimate and is_locked_out(game, attack, player):
        return []
    attacked = attack.stage in UNDER_WAY
    return [
        use.key
        for _, use in game.offers(USES, player)
        if (attacked or not use.in_attack)
        and not use_hindrance(game, player, use, context)
        and game.may(BARRED_BY[use.kind], player)
    ]


BARRED_BY: Final = {"status": "status_effects", "passive": "passives", "companion": "passives"}
"""The permissions to use what belongs to status effects, passive abilities and companions."""


@rule("6.3.spendable", "7.2.modifier-use", "field.status-positive")
def use_hindrance(game: Game, player: int, use: UseSheet, context: Any) -> str:
    """What is in the way of a use, its price, its time or its condition: the key of the refusal, or nothing."""
    hero = game.state.heroes[player]
    if use.counted and available(game, hero, use) < (use.tokens or 1):
        return "too_few_tokens"
    if use.cost is not None and not use.cost.can_be_paid(game, player):
        return "cannot_pay"
    if not _is_time(game, player, use, context):
        return "not_the_moment"
    if use.once_per_turn and use.key in hero.used:
        return "used_this_turn"
    if use.modifier and not is_modifiable(game.state.attack[0]):
        return "not_this_attack"
    if use.needs and not any(verb.has_object(game, player) for verb in use.needs):
        return "no_object"
    return "" if use.test is None or use.test.holds(game, blank_run(player, use.source)) else "condition"


def available(game: Game, hero: Hero, use: UseSheet) -> int:
    """How many tokens a use may take: those of the status effect, or of the companion."""
    if use.kind == "companion":
        return next((companion.dial for companion in hero.companions if companion.name == use.source), 0)
    token = hero.token(use.source)
    if token is None:
        return 0
    return token.rested(game.state.round[0].number) if use.rests else token.count


def _is_time(game: Game, player: int, use: UseSheet, context: Any) -> bool:
    for window in use.windows:
        if window == "damage_incoming":
            if is_preventable(game, player):
                return True
        elif is_moment(game, player, window, context):
            return True
    return False


USE_RULES: Final = {"status": "6.3.spendable", "passive": "4.2.passive", "companion": "6.4.companion"}
"""The rules by which something is spent or used, by what it is."""
USE_FORBIDDEN_BY: Final = {"not_this_attack": "7.2.modifier-use"}
"""Those that forbid it, by the keys of refusals; the others go by what it is."""


@rule(*USE_RULES.values(), *USE_FORBIDDEN_BY.values())
def unspendable(game: Game, player: int, context: Any) -> Iterator[tuple[str, Violation]]:
    """What a player has uses for, and may not use now, each with the rule that forbids it."""
    for _, use in game.offers(USES, player):
        what = BARRED_BY[use.kind]
        if why := forbidden(game, player, what, f"no_{what}"):
            yield use.key, why
        elif key := use_hindrance(game, player, use, context):
            yield use.key, Violation(key, USE_FORBIDDEN_BY.get(key, USE_RULES[use.kind]))


@reaction(*(window.name for window in WINDOWS), name="spend", options=spendable, why_not=unspendable)
@rule("6.3.spendable", "6.3.spend-uninterruptible", "10.2.interfere", "8.5.then")
def spend(game: Game, player: int, key: str, context: Any) -> Because | Steps | None:
    """Remove the tokens, then give their effect, uninterrupted; or use a companion or a passive ability."""
    use = next(use for _, use in game.offers(USES, player) if use.key == key)
    if use.kind == "passive":
        return because(resolve(player, "passive", use.source, use.program, about=key), rules=("4.2.passive",))
    if use.kind == "companion":
        effect = resolve(player, "companion", use.source, use.program, spent=use.tokens, about=key)
        return because(effect, rules=("6.4.companion",))
    if use.tokens == 0:
        return _spend_some(player, use, available(game, game.state.heroes[player], use))
    return spending(player, use, use.tokens)


def _spend_some(player: int, use: UseSheet, most: int) -> Steps:
    count = 1
    if most > 1:
        count = yield Request(player, "how_many", Number(1, most), "6.3.spendable", {"source": use.source})
    return spending(player, use, count)


def spending(player: int, use: UseSheet, count: int) -> Because | None:
    """The call that spends tokens."""
    effect = resolve(player, "status", use.source, use.program, spent=count, open=False, about=use.key)
    return because(effect, rules=("6.3.spendable", "6.3.spend-uninterruptible"))


# Triggers ---------------------------------------------------------------------------------------------------


class Ready(NamedTuple):
    """A trigger that stands ready: its name, whose token it is, what it comes from, and the watch if it is one."""

    key: str
    trigger: TriggerSheet
    by: int
    source: str
    watch: int | None = None


def listening(game: Game, player: int, moment: str) -> Iterator[Ready]:
    """What triggers at a moment, of what a hero carries and of a player's watches; nothing of the dead."""
    hero = game.state.heroes[player]
    if hero.out:
        return
    for _, trigger in game.offers(moment, player):
        token = hero.token(trigger.source) if trigger.kind == "status" else None
        if trigger.kind == "passive" and not game.may("passives", player):
            continue
        if token is not None and trigger.rests and token.turn == game.state.round[0].number:
            continue
        by = player if token is None else token.by
        yield Ready(f"{trigger.source}.{trigger.number}", trigger, by, trigger.source)
    for effect, trigger in watching(game, player, moment):
        source: str = effect.data["source"]
        yield Ready(f"{source}.{effect.id}", trigger, player, source, int(effect.id))


@rule("4.4.lock", "11.ultimate")
def ready(game: Game, firing: Firing) -> list[Ready]:
    """What is triggered and has not been dealt with; under an Ultimate nothing that its opponents may choose to do."""
    done = firing.done
    if firing.moment == DEFEATED and not is_falling(game, firing.player):
        return []
    attack = game.state.attack[0]
    locked = is_locked_out(game, attack, firing.player)
    if firing.moment in ONCE_AN_ATTACK:
        done += attack.fired
    used = game.state.heroes[firing.player].used
    return [
        item
        for item in listening(game, firing.player, firing.moment)
        if item.key not in done
        and not (locked and item.trigger.optional)
        and not (attack.ultimate and is_ignored(game, firing, item, locked))
        and not (item.trigger.once_per_turn and item.key in used)
        and (item.trigger.test is None or item.trigger.test.holds(game, _probe(firing, item)))
    ]


@rule("11.ultimate")
def is_ignored(game: Game, firing: Firing, item: Ready, locked: bool) -> bool:
    """Whether a status effect would lessen what the Ultimate under way does: it does nothing, and is not used up."""
    if item.trigger.kind != "status":
        return False
    sheet = game.content.statuses[item.source]
    if firing.moment == DEFEATED:
        return locked and sheet.shields and not game.setup.blessing_holds
    return not game.setup.used_up and (sheet.weakens or (locked and sheet.shields))


def is_to_be_modified(game: Game) -> bool:
    """Whether attacker or target have something that the Attack triggers and that has not been dealt with."""
    attack = game.state.attack[0]
    firings = Firing(player=attack.attacker, moment="attacking"), Firing(player=attack.target, moment="attacked")
    return is_attack(attack) and any(
        is_listened_to(game, firing.moment, firing.player) and ready(game, firing) for firing in firings
    )


def _probe(firing: Firing, item: Ready) -> Resolution:
    return blank_run(firing.player, item.source, about=firing.about, inflicter=item.by, moment=firing.moment)


def again(game: Game, last: Firing | None) -> Firing | None:
    """A moment lasts until everything that it triggers has been dealt with; then comes the next."""
    if last is None:
        return None
    following = last
    while not ready(game, following):
        if not following.rest:
            return None
        (moment, player, *about), *rest = following.rest
        following = replace(
            following, moment=moment, player=player, about=about[0] if about else following.about,
            rest=tuple(rest), done=(),
        )  # fmt: skip
    return following


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
    effect = resolve(
        firing.player, trigger.kind, item.source, trigger.program,
        open=firing.open, agreed=agreed, about=firing.about, inflicter=item.by, moment=firing.moment,
    )  # fmt: skip
    kind = {"passive": "4.2.passive", "status": "6.3.persistent"}.get(trigger.kind, "")
    return because(effect, rules=("3.1.trigger", "3.1.order" if len(found) > 1 else "", kind))


MOMENT: Final = Loop("moment", again, [fire_next], Firing)

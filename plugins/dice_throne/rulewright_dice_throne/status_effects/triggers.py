"""3.1, 4.2 and 6: what tokens, passive abilities and watches trigger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from rulewright import Loop, because, choose, rule
from rulewright.effects import EffectEnded
from rulewright.programs import deed_at

from ..damage.attacks import is_attack
from ..damage.phase_end import is_falling
from ..events.attack import TriggerFired
from ..events.phases import OnceUsed
from ..moments import DEFEATED
from ..resolution import Firing, Resolution, blank_run, is_listened_to, resolve, watching
from ..terms import is_locked_out

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from ..book.sheets import TriggerSheet
ONCE_AN_ATTACK: Final = ("attacking", "attacked")
"""Moments that last; what triggers in them does so once an Attack."""


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
        and not (item.trigger.optional and not _can(game, firing, item))
    ]


def _can(game: Game, firing: Firing, item: Ready) -> bool:
    """Whether what is triggered can be done now."""
    first: bool = deed_at(game.content, item.trigger.program[0]).verb.can(game, _probe(firing, item))
    return first


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


@rule("3.1.trigger", "3.1.order", "4.2.passive", "6.3.unique")
def fire_next(game: Game, firing: Firing) -> Steps:
    """Resolve one of the things that are triggered; of several the active player chooses the order."""
    found = ready(game, firing)
    if not found:
        return None
    item, *others = found
    if others:
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
    return because(effect, rules=("3.1.trigger", "3.1.order" if others else "", kind))


MOMENT: Final = Loop("moment", again, [fire_next], Firing)

"""6.3: what tokens are spent for, and what passive abilities and companions are used for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import Request, Violation, because, reaction, rule
from rulewright.spaces import Number

from ..damage.attacks import is_modifiable
from ..damage.prevention import is_preventable
from ..moments import UNDER_WAY, USES, WINDOWS
from ..resolution import blank_run, resolve
from ..terms import forbidden, is_locked_out
from .moments import is_moment

if TYPE_CHECKING:
    from rulewright import Because, Game, Steps

    from ..book.sheets import UseSheet
    from ..state import Hero


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
    if use.test is not None and not use.test.holds(game, blank_run(player, use.source)):
        return "condition"
    return "" if use.needs or _comes_to_something(game, hero, use) else "no_object"


def _comes_to_something(game: Game, hero: Hero, use: UseSheet) -> bool:
    """Whether anything of a use can be done, for as much as may be spent or paid for it."""
    player = int(hero.id)
    paid = 0 if use.cost is None else use.cost.most(game, player)
    run = blank_run(player, use.source, spent=use.tokens or available(game, hero, use), paid=paid)
    return any(effect.can(game, run) for effect in use.effects if not effect.breaks)


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
@rule("6.3.spendable")
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

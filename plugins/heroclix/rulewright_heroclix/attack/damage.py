"""12.4 and 12.5: the damage of an attack, what it does instead of dealing it, and who takes how much."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from rulewright import Allocation, Modifier, Request, ask_which, rule
from rulewright.powers import offers

from ..damage import deal
from ..terms import Attack, attack_of
from ..terms import critical as critical_roll
from .knock_back import knocks, may_knock_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright import Game, Steps
    from rulewright.powers import Bearer
    from rulewright.stats import Value
else:
    Game = Steps = Any  # what msgspec evaluates for a signature

INSTEAD: Final = "instead of normal damage"
"""By this name powers offer what an attack does instead of dealing normal damage."""

Damage = Mapping[str, int]
"""The damage that each hit target is to be dealt."""


class Instead(Struct, frozen=True):
    """What an attack does instead of dealing normal damage: a step that gives the damage that it deals."""

    name: str
    do: Callable[[Game, Attack], Steps]
    optional: bool
    harmless: bool


def instead(
    when: Callable[[Game, Bearer, Attack], bool], *, optional: bool = False, harmless: bool = False
) -> Callable[[Callable[..., Any]], Any]:
    """Mark a step ``(game, me, attack)`` of a power as what attacks do instead of dealing normal damage.

    It gives the damage of each hit target, and nothing where another effect takes the place of damage (``harmless``).
    """

    def mark(do: Callable[..., Any]) -> Any:
        def offer(self: Any, game: Any, me: Bearer) -> Instead | None:
            attack = attack_of(game)
            if attack is None or attack.attacker != me.id or not when(game, me, attack):
                return None
            return Instead(self.name, lambda game, attack: do(self, game, me, attack), optional, harmless)

        offer.__name__ = do.__name__
        return offers(INSTEAD)(offer)

    return mark


@rule("12.4", "12.4a", "12.4b")
def calculate_damage(game: Game, attack: Attack) -> Steps:
    """The damage value, divided among hit targets that were chosen with bolts, or what takes its place."""
    yield game.note(attack, attacked=True)
    hits = [target for target in attack.hits if target in attack.targets]
    if not hits:
        return
    other = yield from choose_instead(game, attack)
    shares: Damage = yield from (normal_damage(game, attack, hits) if other is None else other.do(game, attack))
    yield game.note(attack, shares=tuple(shares.items()))


@rule("12.4", "12.4b", "12.1b")
def normal_damage(game: Game, attack: Attack, hits: Sequence[str]) -> Steps:
    """The damage value, divided among the hit targets that were chosen with bolts; all of it to each without."""
    damage = int(game.number("damage", attack.attacker))
    if attack.by_bolts and len(hits) > 1:
        space = Allocation(damage, tuple(hits))
        return dict(zip(hits, (yield Request(attack.player, "divide", space, "12.4")), strict=True))
    return dict.fromkeys(hits, damage)


@rule("12.4c")
def choose_instead(game: Game, attack: Attack) -> Steps:
    """What takes the place of normal damage; of several the attacker's player chooses one. None for normal damage."""
    found = {one.name: one for _, one in game.offers(INSTEAD, attack.attacker)}
    if not found:
        return None
    optional = all(one.optional for one in found.values())
    names = (*found, None) if optional else tuple(found)
    return found.get((yield from ask_which(attack.player, "instead", names, "12.4c", character=attack.attacker)))


def deals_damage(game: Game, attack: Attack) -> bool:
    """Whether an attack deals damage, unless its player chooses otherwise."""
    return not any(one.harmless and not one.optional for _, one in game.offers(INSTEAD, attack.attacker))


@rule("12.4a", "12.3b")
def increased(game: Game, attack: Attack, target: str) -> Value:
    """The damage that a hit target is dealt, with what increases it: a critical hit deals 1 more."""
    critical = Modifier("dealt", "increase", 1, "critical hit", rule="12.3b")
    return game.value("dealt", target, *((critical,) if critical_roll(game, attack) == "hit" else ()))


@rule("12.4")
def damage_behind(game: Game, attack: Attack, dealt: Value) -> tuple[Value, ...]:
    """The numbers behind the damage of a hit target: the damage value where it is dealt whole, and what is added."""
    value = game.value("damage", attack.attacker)
    return (value, dealt) if value.number == dealt.base else (dealt,)


@rule("12.5", "12.4d", "12.6f")
def resolve_damage(game: Game, attack: Attack) -> Steps:
    """Each target takes its damage; whom nothing keeps from being knocked back is known before dials turn."""
    kind = "penetrating" if game.may("deal penetrating damage", attack.attacker) else ""
    loose = tuple(id for id in attack.hits if may_knock_back(game, id, attack.attacker)) if knocks(game, attack) else ()
    values = {target: increased(game, attack, target) for target, _ in attack.shares}
    dealt = {target: value.number for target, value in values.items()}
    behind = {target: damage_behind(game, attack, value) for target, value in values.items()}
    clicks = yield from deal(game, dealt.items(), attack.attacker, kind, attack=True, rule="12.5", behind=behind)
    yield game.note(attack, damaged=tuple(clicks), loose=loose)

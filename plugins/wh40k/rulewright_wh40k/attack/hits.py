"""How many attacks a weapon makes, and which of them hit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rulewright import Modifier, rule

from ..dice.amounts import Amount
from ..dice.rolls import Goal, amount_thrown, thrown
from ..events.attacks import HitsRolled, UnitHit
from ..lasting import SNAP, under
from ..numbers import as_changed
from ..terms import AttackSequence, wielded
from .settling import settle

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps

NONE: Final = Amount()
D6: Final = (1, 2, 3, 4, 5, 6)
SHARP: Final = frozenset({"sustained hits", "lethal hits"})
"""The abilities of weapons for which a Critical Hit is better than another one."""
MISS: Final = 1
"""An unmodified 1 always fails (core.hit-roll, core.wound-roll, core.saving-throw)."""
BLIND: Final = 3
"""Without a view of the target an unmodified roll up to this fails (errata.indirect-fire 5)."""


@rule("core.make-ranged-attacks", "core.make-melee-attacks", "core.weapon-rapid-fire", "core.weapon-blast",
      "errata.extra-attacks", "core.weapon-extra-attacks", "errata.weapon-characteristics",
      "commentary.attack-characteristics")  # fmt: skip
def count_attacks(game: Game, attack: AttackSequence) -> Steps:
    """Each weapon makes as many attacks as its characteristic says."""
    yield from settle(game, attack)
    used = wielded(game, attack)
    if attack.declared is not None:
        yield game.note(attack, attacks=attack.declared)
        return
    rolled: Any = yield from amount_thrown(
        game, attack.player, attack.unit, used.attacks, len(attack.models), "attacks", "core.random-characteristics"
    )
    rapid: Any = () if "extra attacks" in used.abilities else (yield from _rapid(game, attack))
    found = zip_longest(rolled, rapid, fillvalue=0)
    yield game.note(attack, attacks=sum(attacks_of(game, attack, each, more) for each, more in found))


@rule("core.weapon-rapid-fire", "core.weapon-extra-attacks", "errata.extra-attacks", "errata.weapon-characteristics")
def attacks_of(position: Position, attack: AttackSequence, came_to: int, rapid: int) -> int:
    """The attacks of one weapon whose characteristic came to so many, with what Rapid Fire adds."""
    if "extra attacks" in wielded(position, attack).abilities:
        return max(1, came_to)
    more = Modifier("attacks", "changed", rapid, "rapid fire", rule="core.weapon-rapid-fire")
    return as_changed(position, "attacks", attack.unit, came_to, more)


@rule("core.weapon-rapid-fire")
def _rapid(game: Game, attack: AttackSequence) -> Steps:
    """The attacks that each weapon makes more within half of its range; receives the numbers."""
    one = wielded(game, attack).amount("rapid fire") if attack.near else NONE
    rolled: Any = yield from amount_thrown(
        game, attack.player, attack.unit, one, len(attack.models), "attacks", "core.weapon-rapid-fire"
    )
    if not one.most:
        return rolled
    return tuple(as_changed(game, "rapid fire", attack.unit, each) for each in rolled)


class Aim(NamedTuple):
    """What hits: the skill, what is added to the roll, what is a Critical Hit, and up to what a roll always fails.

    ``sharp`` says whether a Critical Hit is better than another one.
    """

    skill: int
    modifier: int
    critical: int
    fails: int
    sharp: bool
    always: bool = False
    """Whether each hit is a Critical Hit."""

    @rule("core.hit-roll", "errata.indirect-fire", "commentary.critical-hit")
    def hits(self, face: int) -> bool:
        """Whether an unmodified roll of so much hits."""
        return face > self.fails and (face >= self.critical or face + self.modifier >= self.skill)

    @property
    def goal(self) -> Goal:
        """The least roll that hits, and the best that there is."""
        least = next(filter(self.hits, D6))
        return Goal(least, max(least, self.critical) if self.sharp and not self.always else least)

    @rule("commentary.critical-hit")
    def is_critical(self, face: int) -> bool:
        """Whether an unmodified roll that hits is a Critical Hit."""
        return self.always or face >= self.critical


@rule("core.hit-roll", "errata.indirect-fire", "errata.stratagem-fire-overwatch")
def aim(position: Position, attack: AttackSequence) -> Aim:
    """What hits with attacks now."""
    used = wielded(position, attack)
    skill, modifier, critical = (int(position.number(one, attack.unit)) for one in ("skill", "hit", "critical hit"))
    fails = BLIND if attack.unseen else MISS
    if under(position, SNAP, attack.unit) and not used.melee:
        skill, modifier = int(position.number("overwatch", attack.unit)), 0
        fails = skill - 1
    always = bool(position.may("only critical hits", attack.unit))
    return Aim(skill, modifier, critical, fails, bool(used.abilities.keys() & SHARP), always)


@rule("core.hit-roll", "core.weapon-torrent", "core.weapon-sustained-hits", "core.weapon-lethal-hits",
      "commentary.automatically-successful", "commentary.automatically-hits",
      "commentary.critical-hit", "commentary.additional-hits")  # fmt: skip
def roll_to_hit(game: Game, attack: AttackSequence) -> Steps:
    """A D6 for each attack: its skill or more hits, an unmodified 6 always does, a 1 never."""
    used = wielded(game, attack)
    if used.skill is None or "torrent" in used.abilities:
        yield game.note(attack, hits=attack.attacks)
        yield from note_hit(game, attack, attack.attacks)
        return
    throw: Any = yield from thrown(
        game, attack.player, attack.unit, "hit", attack.attacks, "core.hit-roll", goal=lambda: aim(game, attack).goal
    )
    faces, aimed = throw.faces, aim(game, attack)
    hit = [face for face in faces if aimed.hits(face)]
    criticals = sum(map(aimed.is_critical, hit))
    scored: Any = yield from amount_thrown(
        game, attack.player, attack.unit, used.amount("sustained hits"), criticals, "sustained hits",
        "core.weapon-sustained-hits",
    )  # fmt: skip
    more = sum(as_changed(game, "sustained hits", attack.unit, each) for each in scored)
    lethal = criticals if "lethal hits" in used.abilities else 0
    yield HitsRolled(attack.unit, attack.target, faces, len(hit) + more, rule="core.hit-roll")
    yield game.note(attack, hits=len(hit) + more - lethal, lethal=lethal)
    yield from note_hit(game, attack, len(hit) + more)


def note_hit(game: Game, attack: AttackSequence, hits: int) -> Iterator[Event]:
    """What has been hit is remembered, where any text asks for it."""
    if game.content.follow_shots and hits:
        yield UnitHit(attack.unit, attack.target, rule="commentary.has-shot")

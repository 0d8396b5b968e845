"""The content as the rules use it: plain structures, made once when the ruleset is frozen.

The models of `cards.models` are for people who write content; looking into them in play would be slow. Here
every effect gets a number, an `Op` each, so that a running effect is a list of numbers in the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
from msgspec import Struct

from rulewright.programs import Deed, Program
from rulewright.readonly import Sealed

from ..dice.requirements import Requirement

if TYPE_CHECKING:
    from rulewright.vocabulary import Test

    from ..effects.paying import Cost
    from ..effects.verb import Verb

Names = Mapping[str, str]
"""A name by language."""

UPGRADE: Final = 1
MAIN: Final = 2
ROLL: Final = 4
INSTANT: Final = 8
KINDS: Final[Mapping[str, int]] = {"upgrade": UPGRADE, "main": MAIN, "roll": ROLL, "instant": INSTANT}
"""The kinds of cards as bits."""

_BITS: Final[dict[tuple[int, ...], int]] = {}
"""A bit for each throw, sorted, in the order in which they came up."""


class Op(Deed):
    """A deed of a verb, and what is known about it before it is done; of further steps of a verb nothing is known."""

    verb: Verb
    needs_target = False
    """Whether it waits for step 1 of the Defensive Roll Phase when it is part of an offensive ability."""

    at_target = False
    """Whether it means the target, whom someone has to determine where there are several opponents."""
    aims_only = False
    """Whether that is only to deal it damage, which as part of an ability is the Attack itself (7.2)."""
    special = False
    """Whether it is collateral damage, which has a target of its own (7.3)."""
    strikes = False
    """Whether it, or an effect inside it, deals damage to the target of an ability."""

    tells = False
    """Whether it only tells what happens: it neither asks nor rolls nor leads to others."""


class TriggerSheet(Struct, frozen=True):
    """Effects at a moment."""

    number: int
    kind: str
    """What they belong to: "status", "passive", "companion", "watch"."""
    source: str
    when: str
    test: Test | None
    optional: bool
    once_per_turn: bool
    rests: bool
    """Whether that of a token does nothing in the turn in which the token came."""
    program: Program


class UseSheet(Struct, frozen=True):
    """What tokens may be spent for, or what a passive ability or a companion may be used for."""

    key: str
    kind: str
    """What it belongs to: "status", "passive", "companion"."""
    source: str
    windows: tuple[str, ...]
    tokens: int
    """How many are spent; 0 for any number."""
    counted: bool
    """Whether these have to be there: the tokens of a status effect, or those of a companion."""
    cost: Cost | None
    test: Test | None
    modifier: bool
    in_attack: bool
    """Whether it can be used only while an Attack is under way."""
    once_per_turn: bool
    rests: bool
    """Whether it takes tokens only that were there before this turn."""
    program: Program
    effects: tuple[Verb, ...]
    """What it does; where none of that can be done there is no use in it."""
    needs: tuple[Verb, ...] = ()
    """Its effects if each of them can be without an object; with none that has one there is no use in it."""


class Change(NamedTuple):
    """What becomes of a registered number, by a layer and an amount, or of a permission, which is then taken."""

    name: str
    layer: str
    amount: int = 0


Triggers = Mapping[str, tuple[TriggerSheet, ...]]
"""Triggers by moment."""


class StatusSheet(Struct, frozen=True):
    """A status effect."""

    id: str
    name: Names
    kind: str
    positive: bool
    limit: int
    removable: bool
    transferable: bool
    covers: bool
    changes: tuple[Change, ...]
    """What it changes for its holder, and forbids."""
    triggers: Triggers
    uses: tuple[UseSheet, ...]
    weakens: bool
    """Whether what it triggers takes from the damage of an Attack, or lets it fail."""
    shields: bool
    """Whether what it triggers keeps something from its holder: damage, tokens, defeat."""


class CompanionSheet(Struct, frozen=True):
    """A companion of a hero."""

    id: str
    name: Names
    has_health: bool
    most: int
    """What its dial shows at most."""
    starts: str
    triggers: Triggers
    uses: tuple[UseSheet, ...]
    changes: tuple[Change, ...]


@dataclass(slots=True)
class RowSheet(Sealed):
    """One tier of an ability."""

    requires: Requirement
    effects: tuple[Verb, ...]
    program: Program
    attacks: bool
    """Whether it deals damage to its target."""
    _tried: int = field(default=0, init=False)
    """The throws that were looked at, a bit for each, and among them those that satisfy it."""
    _met: int = field(default=0, init=False)

    def met(self, faces: tuple[int, ...], symbols: tuple[str, ...]) -> bool:
        """Whether these dice, sorted, satisfy the requirement; remembered, for there are only 252 throws."""
        bit = _BITS.get(faces) or _BITS.setdefault(faces, 1 << len(_BITS))
        if not self._tried & bit:
            self._tried |= bit
            if self.requires.met(faces, symbols):
                self._met |= bit
        return bool(self._met & bit)


class VariantSheet(Struct, frozen=True):
    """One thing that may be announced."""

    id: str
    name: Names
    ability: str
    slot: int
    rows: tuple[RowSheet, ...]
    ultimate: bool
    straights: bool
    """Whether a straight is what it asks for."""


class LevelSheet(Struct, frozen=True):
    """An ability at one level: variants, or dice and effects of a defence, or triggers and uses of a passive."""

    name: Names
    variants: tuple[VariantSheet, ...] = ()
    dice: int = 0
    program: Program = ()
    triggers: Triggers = msgspec.field(default_factory=dict)
    uses: tuple[UseSheet, ...] = ()
    changes: tuple[Change, ...] = ()


class AbilitySheet(Struct, frozen=True):
    """An ability of the board with all its levels, level I first."""

    id: str
    kind: str
    name: Names
    levels: tuple[LevelSheet, ...]


class CardSheet(Struct, frozen=True):
    """A card as one hero has it."""

    id: str
    name: Names
    kind: str
    bit: int
    cost: int
    copies: int
    modifier: bool
    phases: tuple[str, ...]
    window: str
    test: Test | None
    slot: int
    level: int
    program: Program
    needs: tuple[Verb, ...]
    """Its effects if each of them can be without an object; with none that has one the card cannot be played."""
    price: Cost | None
    """What is paid besides CP."""
    plain: bool
    """Whether its kind and its cost say all about when it may be played."""


class HeroSheet(Struct, frozen=True):
    """A hero: die, board and cards."""

    id: str
    name: Names
    health: int
    faces: tuple[str, ...]
    symbols: Mapping[str, Names]
    abilities: tuple[AbilitySheet, ...]
    slots: Mapping[str, int]
    passives: tuple[int, ...]
    defences: tuple[int, ...]
    cards: Mapping[str, CardSheet]
    easiest: tuple[CardSheet, ...]
    """The same cards, those first that can be played most often."""
    deck: tuple[str, ...]
    upgrade_costs: Mapping[tuple[int, int], int]
    """The printed cost of the upgrade of an ability (by its slot) to a level."""
    companions: Mapping[str, CompanionSheet]
    setup: Program

    def level(self, slot: int, levels: tuple[int, ...]) -> LevelSheet:
        """An ability as it is now."""
        return self.abilities[slot].levels[levels[slot] - 1]

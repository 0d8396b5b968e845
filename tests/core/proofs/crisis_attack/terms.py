"""What the small rulesets of this package share: the die, stat cards, damage, activations and reactive superpowers.

Two squads stand on a line: a place is a number, a range the difference of two places. In turn the players activate
one of their characters. Rules are cited by their ids in the catalogue of Marvel: Crisis Protocol.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from msgspec import Struct

import rulewright as rw
from rulewright.powers import Bearer, after

CRISIS = rw.Die("crisis", ("critical", "wild", "hit", "block", "blank", "failure"), (1, 1, 2, 1, 2, 1))
REROLLS = rw.RerollRule(per_source_per_die=1, locked=("failure",), rule="attack.reroll-limit")
ONCE = rw.Limit(1, "attack", per="source")
FIGHTER = {"attack": "attacker", "defense": "target"}
SUCCESSES = {"attack": ("critical", "wild", "hit"), "defense": ("critical", "wild", "block")}


# ------------------------------------------------------------------------------------------------- what there is


class Icons(Struct, frozen=True):
    """A special rule of an attack: it pushes the target if the final attack roll shows these faces."""

    faces: tuple[str, ...]
    push: int = 1


class Profile(Struct, frozen=True):
    """An attack of a stat card."""

    strength: int = 3
    reach: int = 2
    cost: int = 0
    icons: tuple[Icons, ...] = ()


class Character(rw.Record):
    """A stat card and what has become of it; ``id`` is its name."""

    player: int
    place: int
    attack: Profile = Profile()
    powers: tuple[str, ...] = ()
    defense: int = 1
    stamina: int = 9
    power: int = 0
    covered: bool = False
    injured: bool = False
    conditions: tuple[str, ...] = ()
    damage: int = 0
    dazed: bool = False


class Battlefield(rw.State):
    characters: rw.Table[Character]


class Skirmish(Struct, frozen=True):
    """The squads; ``crisis`` names a superpower to re-roll dice that every character has in a version for nothing."""

    characters: tuple[Character, ...]
    crisis: str = ""
    turns: int = 20


def populate(state: Battlefield, setup: Skirmish, content: Any) -> None:
    free = (f"{setup.crisis}:free",) if setup.crisis else ()
    for character in setup.characters:
        state.characters.add(msgspec.structs.replace(character, powers=(*character.powers, *free)))


@rw.rule("damage.dazed-limits")
def carried(content: Any, card: Character) -> tuple[str, ...]:
    """Special conditions, and the superpowers of whoever is not dazed."""
    return card.conditions if card.dazed else (*card.powers, *card.conditions)


CARRIERS = rw.Carriers("characters", carried, reads=("powers", "conditions", "dazed"))


class Activation(rw.Context):
    character: str = ""


# ----------------------------------------------------------------------------------------------- what can happen


class Moved(rw.Event, frozen=True):
    target: str
    by: int

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.target).place += self.by


class PowerChanged(rw.Event, frozen=True):
    target: str
    by: int

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.target)
        character.power = min(10, character.power + self.by)


class Damaged(rw.Event, frozen=True):
    """``by`` is the character whose effect it was; empty for conditions, which are nobody's."""

    target: str
    amount: int
    by: str = ""

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.target).damage += self.amount


class Fell(rw.Event, frozen=True):
    """A character is dazed, or knocked out and gone."""

    target: str
    out: bool

    def apply(self, state: Battlefield) -> None:
        if self.out:
            state.characters.remove(self.target)
        else:
            state.characters.edit(self.target).dazed = True


# ------------------------------------------------------------------------------------------------- what holds now


def able(game: rw.Game, who: str) -> bool:
    """On the battlefield and not dazed; whoever is not has no superpowers and is affected by none."""
    character = game.state.characters.get(who)
    return character is not None and not character.dazed


def can_pay(game: rw.Game, me: Bearer, anything: Any = None) -> bool:
    """Whether its bearer has the 1 power that a reactive superpower costs, unless this version is free."""
    return me.version == "free" or me.record.power >= 1


def squad(game: rw.Game, event: Any, who: str) -> int:
    """Whose character it is."""
    return int(game.state.characters[who].player)


def nobody(game: rw.Game, event: Any, source: Any) -> None:
    """The controller of what the rules do by themselves."""


def near(game: rw.Game, who: str, reach: int, enemies: bool) -> list[str]:
    """The others of the squad, or the enemies, within this range."""
    here = game.state.characters[who]
    others = [c for c in game.state.characters.values() if c.id != who and (c.player != here.player) == enemies]
    return [c.id for c in others if abs(c.place - here.place) <= reach]


@rw.rule("attack.range", "damage.dazed-limits")
def targets(game: rw.Game, attacker: str) -> tuple[str, ...]:
    """Enemies in range of the attack; dazed ones cannot be targets."""
    reach = game.state.characters[attacker].attack.reach
    return tuple([who for who in near(game, attacker, reach, enemies=True) if able(game, who)])


@rw.rule("power.spend")
def may_attack(game: rw.Game, who: str) -> bool:
    """Whether the attack can be paid in full and has a target."""
    card = game.state.characters[who]
    return card.attack.cost <= card.power and bool(targets(game, who))


def roller(attack: Any, side: str) -> int:
    """Who rolls the dice of this side of an attack."""
    return int(attack.player if side == "attack" else 1 - attack.player)


def attacker_first(kind: type[rw.Context]) -> Callable[[rw.Game], tuple[int, ...]]:
    """Inside an attack the attacker, then the defender; otherwise the player with priority, here seat 0."""

    def order(game: rw.Game) -> tuple[int, ...]:
        attack: Any = game.find_context(kind)
        return (attack.player, 1 - attack.player) if attack else (0, 1)

    return order


# ---------------------------------------------------------------------------------------- activations and reactions


def next_turn(game: rw.Game, last: rw.Turn | None) -> rw.Turn | None:
    return None if last and last.number == game.setup.turns else rw.turns(lambda game: (0, 1))(game, last)


@rw.rule("activation.alternate")
def activate(game: rw.Game, activation: Activation) -> rw.Steps:
    """A character is chosen; the power for its activation comes first."""
    player = game.context(rw.Turn).player
    own = [card.id for card in game.state.characters.values() if card.player == player and not card.dazed]
    who = yield rw.choose(player, "activate", own)
    yield game.note(activation, character=who)
    yield PowerChanged(who, 1)


Reactive = Callable[[Any, rw.Game, Bearer, Any], Any]


def reactive(on: type[rw.Event], me: str = "", *, only: Callable[[rw.Game, Bearer, Any], bool]) -> Callable[[Any], Any]:
    """A reactive superpower of cost 1: who carries it may use it, once for each such event."""

    def register(use: Reactive) -> Reactive:
        @rw.rule("superpower.reactive")
        @after(on, me=me, only=only, optional=True, usable=can_pay)
        @wraps(use)
        def pay_and_use(self: Any, game: rw.Game, me: Bearer, event: Any) -> rw.Steps:
            yield PowerChanged(me.id, -1)
            return use(self, game, me, event)

        return pay_and_use

    return register

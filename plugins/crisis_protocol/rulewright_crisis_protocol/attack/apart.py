"""Which dice of an attack are told apart: dice among which nothing makes a difference are one, so that odds are quick.

It is noted in every attack and decides which dice its pools keep, so it is part of positions and their digests.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from rulewright import DiceRoll

from ..book.sheets import Looks, of_roller
from ..pools import BESIDES, FIGHTER, MODIFIABLE, OPPOSING, OTHER, UNCOUNTED
from ..superpowers.powers import cost_of
from ..terms import (
    DIE,
    ICONS,
    PICKED,
    SUCCESSES,
    Apart,
    Attack,
    attack_sheet,
    can_pay,
    character,
    characters_of,
    freed,
    takeable,
)
from .cover import COVERABLE, covered

if TYPE_CHECKING:
    from rulewright import Game


def told_apart(
    game: Game, attack: Attack, moments: Collection[str], looks: Callable[[Any], Looks] = attrgetter("apart")
) -> dict[str, Any]:
    """What specials of the attack at these moments, superpowers and cards of both sides and cover tell apart.

    ``looks`` says it of a text: in a game all that it says of itself, in an experiment as far as that plays it.
    """
    found: dict[str, dict[tuple[str, ...], None]] = {"attack": {}, "defense": {}}
    modifiable = {pool: bool(game.number(MODIFIABLE, getattr(attack, who))) for pool, who in FIGHTER.items()}
    for sheet, names in texts_of(game, attack, moments):
        for pool, icons in looks(sheet):
            for whose in names[pool]:
                found[whose][freed(icons, modifiable[whose])] = None
    if "own dice" in moments:
        if attack.terms.reroll:
            icons = takeable(ICONS, attack.terms.reroll == "failures", own=True)
            found["attack"] |= dict.fromkeys((PICKED, freed(icons, modifiable["attack"])))
        if covered(game, attack):
            found["defense"] |= dict.fromkeys((PICKED, COVERABLE))
    for pool, fighter in FIGHTER.items():
        who = getattr(attack, fighter)
        found[pool] |= {(face,): None for face, stat in BESIDES.items() if game.number(stat, who)}
        found[pool] |= {(face,): None for face, deed in UNCOUNTED.items() if not game.may(deed, who)}
        if game.number(OPPOSING, who):
            found[OTHER[pool]][("failure",)] = None
    return {f"{pool}_apart": tuple(sorted(sets)) for pool, sets in found.items()}


def texts_of(game: Game, attack: Attack, moments: Collection[str]) -> Iterator[tuple[Any, Mapping[str, Sequence[str]]]]:
    """The specials of an attack at these moments, and what both sides and their helpers have that looks at dice; with
    the pools that each means by "own", "opposing" and "chosen"."""
    for special in attack_sheet(game, attack).specials:
        if special.when in moments:
            yield special, _names("attack")
    for own, fighter in FIGHTER.items():
        for sheet in _sheets(game, getattr(attack, fighter)):
            yield sheet, _names(own, sheet.when == "allied dice")
    for sheet in _helping(game, (attack.attacker, attack.target)):
        yield sheet, _names("")  # who helps has no dice of its own in the attack


@lru_cache
def _names(own: str, ally: bool = False) -> Mapping[str, Sequence[str]]:
    """Which pools a text means whose character rolls that one; who is "chosen" may be anyone, but for an ally."""
    named: dict[str, tuple[str, ...]] = {
        "own": (own,) if own else (), "opposing": (OTHER[own],) if own else (), "attack": ("attack",),
        "defense": ("defense",), "chosen": (own,) if ally else (*FIGHTER,),
    }  # fmt: skip
    rolled = (*FIGHTER, "dodge")
    return named | {of_roller(word, by): named[word] if by == own else () for word in named for by in rolled}


def _sheets(game: Game, id: str) -> Iterator[Any]:
    """The superpowers that look at dice and that a character could pay for now, and the cards that an ally could."""
    content = game.content
    for name in (item.name for item in game.carried(id)):
        power = content.superpowers.get(name)
        if power is not None and power.apart:
            if can_pay(game, id, cost_of(game, id, power)):
                yield power
    player = character(game, id).player
    for card in (content.tactics[card] for card in game.state.squads[player].tactics):
        if card.apart and any(can_pay(game, str(one.id), card.cost) for one in characters_of(game, player)):
            yield card


def _helping(game: Game, fighters: Collection[str]) -> Iterator[Any]:
    """The superpowers of others that modify dice of the fighters, or look at them when the attack is over."""
    helping = game.content.helping
    for id in game.state.characters if helping else ():
        if id not in fighters:
            yield from (helping[item.name] for item in game.carried(id) if item.name in helping)


def kept(name: str, apart: Apart, faces: Iterable[Any]) -> DiceRoll | None:
    """The dice of a pool that count from now on where nobody picks one: all successes, and what something tells apart.

    They lie in one order however they fell, so that like pools are one. None where successes alone count.
    """
    if not apart:
        return None
    wanted = {*SUCCESSES[name], *(icon for icons in apart for icon in icons)}
    left = sorted((face for face in faces if face in wanted), key=DIE.faces.index)
    return DiceRoll.of((DIE,) * len(left), left)

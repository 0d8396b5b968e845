"""Rolls that can be re-rolled as soon as the dice have fallen, before anything counts them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import Struct

from rulewright import CHANCE, D6, Context, Procedure, Roll, ask_which, choose, rule
from rulewright.windows import at_stake

from ..events.dice import Rerolled, RollOff
from ..moments import moment

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from .amounts import Amount


class Again(Struct, frozen=True):
    """What an ability offers under the name "re-roll": rolls of that kind that show these results; any without."""

    what: str
    results: tuple[int, ...] = ()


REROLLS: Final = "re-rolls"
"""By this name texts offer re-rolls: a function of a unit, which gives what its player may re-roll; None for others."""


class Throw(Context):
    """Dice that a player throws for a unit: ``count`` rolls of ``size`` dice each, made together.

    ``again`` are the places of the dice that were re-rolled. With ``half`` each die is a D3.
    """

    player: int
    unit: str
    what: str
    count: int
    size: int = 1
    half: bool = False
    cites: str = ""
    faces: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    needed: int = 0
    """The least result that passes; 0 where none is asked for."""
    best: int = 0
    """No roll that shows this or more gets better; 0 for the highest result of its dice."""


class Goal(NamedTuple):
    """What rolls are made for: the least result that passes, and the one from which no roll gets better."""

    needed: int = 0
    best: int = 0


def passing(needed: int) -> Goal:
    """Rolls pass with so much; more is no better."""
    return Goal(needed, needed)


@rule("core.inflict-damage")
def falling(count: int, player: int, what: str, cites: str) -> Roll:
    """Dice that fall; those of damage one after the other, as it matters which attack a model suffers first."""
    return Roll((D6,) * count, player, what, rule=cites, ordered=what == "damage")


def cast(game: Game, throw: Throw) -> Steps:
    """The dice fall."""
    faces: Any = yield falling(throw.count * throw.size, throw.player, throw.what, throw.cites)
    yield game.note(throw, faces=tuple(faces))


def whose(game: Game, throw: Throw) -> tuple[int]:
    """Only who made the roll may re-roll it."""
    return (throw.player,)


@rule("commentary.re-rolls", "core.re-rolls")
def by_ability(game: Game, throw: Throw) -> Steps:
    """Abilities of the unit may allow its player to re-roll any of the rolls that show certain results.

    All that failed can be selected at once; where none did, nothing is re-rolled unless the player wants it.
    """
    cites = "commentary.re-rolls"
    for again in offers(game, throw.player, throw.unit, throw.what):
        while kinds := sorted(roll for roll in open_to_reroll(throw) if allowed(throw, roll, again)):
            failed = [place for place in open_places(throw) if fails(throw, place) and allowed_at(throw, place, again)]
            options: list[Any] = [*kinds, None] if failed or not throw.needed else [None, *kinds]
            if len(failed) > 1:
                options.insert(0, FAILED)
            roll = yield choose(throw.player, "reroll", options, cites, **about(throw))
            if roll is None:
                break
            yield from reroll(game, throw, failed if roll == FAILED else [alike(throw, roll)], cites)
            throw = game.context(Throw)


FAILED: Final = "failed"
"""All rolls that failed are made again."""


def fails(throw: Throw, place: int) -> bool:
    """Whether a roll that has something to pass does not pass."""
    return result_of(throw, rolls_of(throw)[place]) < throw.needed


def allowed_at(throw: Throw, place: int, again: Again) -> bool:
    """Whether an ability lets a roll be made again that can become better by that."""
    roll = rolls_of(throw)[place]
    return may_gain(throw, roll) and allowed(throw, roll, again)


@rule("commentary.re-rolls")
def allowed(throw: Throw, roll: tuple[int, ...], again: Again) -> bool:
    """Whether a roll shows what may be re-rolled; of a D3 the halved result counts."""
    return not again.results or result_of(throw, roll) in again.results


@rule("core.dice")
def result_of(throw: Throw, roll: tuple[int, ...]) -> int:
    """What the dice of a roll come to; a D3 is half of a D6, rounded up."""
    return sum((face + 1) // 2 if throw.half else face for face in roll)


@rule("core.re-rolls")
def may_gain(throw: Throw, roll: tuple[int, ...]) -> bool:
    """Whether a roll can become better when it is made again: it is not the best yet, and can pass."""
    most = throw.size * (3 if throw.half else 6)
    return throw.needed <= most and result_of(throw, roll) < min(throw.best or most, most)


def about(throw: Throw) -> dict[str, Any]:
    """What questions say of rolls: whose they are, what they are for, what they show, and what is needed."""
    return {"unit": throw.unit, "roll": throw.what, "faces": throw.faces, "goal": throw.needed}


def offers(game: Game, player: int, unit: str, what: str) -> list[Again]:
    """What the abilities of a unit let its player re-roll."""
    if unit not in game.state.units or game.state.units[unit].player != player:
        return []
    found = [again for _, again in game.offers("re-roll", unit) if again.what == what]
    if game.content.rerolling:
        found += [again for again in _lent(game, unit) if again.what == what]
    return [*found, Again(what)] if what == "wound" and game.may("reroll wounds", unit) else found


def _lent(game: Game, unit: str) -> Iterator[Again]:
    """What texts let the player of a unit re-roll: its own, those of who leads it, and Auras."""
    for id in game.state.units:
        for _, lend in game.offers(REROLLS, id):
            if (again := lend(unit)) is not None:
                yield again


THROW: Final = Procedure("throw", [cast, by_ability, moment("rolled", order=whose)], Throw)


@rule("commentary.just-after", "commentary.after", "commentary.immediately")
def thrown(
    game: Game, player: int, unit: str, what: str, count: int, cites: str, size: int = 1, *, half: bool = False,
    goal: Callable[[], Goal] = Goal,
) -> Steps:  # fmt: skip
    """Rolls for a unit that its player may re-roll; receives a `Throw` with the faces that count.

    ``goal`` says what they are made for; that is asked where someone may re-roll them.
    """
    throw = Throw(player=player, unit=unit, what=what, count=count, size=size, half=half, cites=cites)
    if not offers(game, player, unit, what) and not at_stake(game, "rolled", throw, player):
        faces: Any = yield falling(count * size, player, what, cites)
        return Throw(player=player, unit=unit, what=what, count=count, size=size, half=half, faces=tuple(faces))
    needed, best = goal()
    return (yield THROW(player=player, unit=unit, what=what, count=count, size=size, half=half, cites=cites,
                        needed=needed, best=best))  # fmt: skip


def amount_thrown(game: Game, player: int, unit: str, one: Amount, times: int, what: str, cites: str) -> Steps:
    """What a random characteristic comes to each of some times, each rolled individually; receives the numbers."""
    if not one.dice or not times:
        return (one.plus,) * times
    throw: Any = yield from thrown(game, player, unit, what, times, cites, one.dice, half=one.sides == 3)
    return tuple(map(one.of, rolls_of(throw)))


def rolls_of(throw: Throw) -> list[tuple[int, ...]]:
    """The rolls that were made together, each with all its dice."""
    return [throw.faces[start : start + throw.size] for start in range(0, len(throw.faces), throw.size)]


@rule("commentary.fast-dice-and-single-reroll")
def open_to_reroll(throw: Throw) -> list[tuple[int, ...]]:
    """The different rolls of which one can be re-rolled: none that was re-rolled already or can become no better."""
    rolls = rolls_of(throw)
    return [roll for roll in dict.fromkeys(rolls[place] for place in open_places(throw)) if may_gain(throw, roll)]


def open_places(throw: Throw) -> list[int]:
    """The places of the rolls that have not been re-rolled."""
    return [place for place in range(throw.count) if place * throw.size not in throw.again]


def alike(throw: Throw, picked: tuple[int, ...]) -> int:
    """The place of the first roll that shows this and has not been re-rolled."""
    rolls = rolls_of(throw)
    return next(place for place in open_places(throw) if rolls[place] == tuple(picked))


@rule("core.re-rolls", "commentary.re-rolls", "errata.stratagem-command-reroll")
def reroll_one(game: Game, throw: Throw, cites: str) -> Steps:
    """One of the rolls is made again, with all of its dice: the one that the player selects."""
    kinds = sorted(open_to_reroll(throw))
    picked = yield from ask_which(throw.player, "reroll", kinds, cites, **about(throw))
    yield from reroll(game, throw, [alike(throw, picked)], cites)


def reroll(game: Game, throw: Throw, places: Sequence[int], cites: str) -> Steps:
    """The rolls at these places are made again, each with all of its dice."""
    dice = [die for place in places for die in range(place * throw.size, (place + 1) * throw.size)]
    faces: Any = yield falling(len(dice), throw.player, throw.what, cites)
    yield Rerolled(throw.unit, tuple(throw.faces[die] for die in dice), tuple(faces), rule=cites)
    now = dict(enumerate(throw.faces)) | dict(zip(dice, faces, strict=True))
    yield game.note(throw, faces=tuple(now.values()), again=(*throw.again, *dice))


@rule("core.roll-off")
def roll_off(game: Game, rule: str) -> Steps:
    """Both players roll a D6 until one has more; receives that player."""
    while True:
        faces: Any = yield Roll.d6(2, CHANCE, "roll-off", rule="core.roll-off")
        if faces[0] != faces[1]:
            winner = 0 if faces[0] > faces[1] else 1
            yield RollOff(faces, winner, rule=rule)
            return winner

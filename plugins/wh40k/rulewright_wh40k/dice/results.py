"""What rules call certain results: D66, doubles and triples, the highest die, a result that counts as another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal

from rulewright import Roll, Turn, ask_which, rule

if TYPE_CHECKING:
    from rulewright import Game, Steps

Extreme = Literal["lowest", "highest"]
EXTREMES: Final = {"lowest": min, "highest": max}


@rule("commentary.d66")
def d66(game: Game, player: int, ask: str, cites: str) -> Steps:
    """Two D6, one after the other: the first is the tens, the second the units. Receives the number, 11 to 66."""
    (tens,) = yield Roll.d6(1, player, ask, rule=cites)
    (units,) = yield Roll.d6(1, player, ask, rule=cites)
    return 10 * tens + units


@rule("commentary.doubles")
def doubles(faces: Sequence[int]) -> tuple[int, ...]:
    """The results that any two dice of a roll show, in order."""
    return _shown(faces, 2)


@rule("commentary.triples")
def triples(faces: Sequence[int]) -> tuple[int, ...]:
    """The results that any three dice of a roll show, in order."""
    return _shown(faces, 3)


def _shown(faces: Sequence[int], times: int) -> tuple[int, ...]:
    return tuple(sorted(face for face, count in Counter(faces).items() if count >= times))


@rule("commentary.highest-dice", "commentary.lowest-dice")
def extreme(game: Game, faces: Sequence[int], which: Extreme, cites: str) -> Steps:
    """The place of the highest or lowest die of a roll; the active player chooses among several. Receives the place."""
    wanted = EXTREMES[which](faces)
    places = [place for place, face in enumerate(faces) if face == wanted]
    return (yield from ask_which(game.context(Turn).player, f"{which}_die", places, cites, faces=tuple(faces)))


@rule("commentary.discard-dice")
def discard(game: Game, player: int, faces: Sequence[int], rules: Sequence[Extreme], cites: str) -> Steps:
    """Each of these rules takes away the lowest or highest die, in the order that the player of the roll decides.

    Receives the dice that are left; what counts doubles or triples is asked of these.
    """
    left, waiting = list(faces), list(rules)
    while waiting:
        kinds = list(dict.fromkeys(waiting))
        next = yield from ask_which(player, "discard", kinds, cites, faces=tuple(left))
        waiting.remove(next)
        left.remove(EXTREMES[next](left))
    return tuple(left)


@rule("commentary.treated-as-dice", "commentary.counts-as-dice", "commentary.considered-as-dice")
def treated(faces: Sequence[int], instead: Mapping[int, int]) -> tuple[int, ...]:
    """The results, each treated as what ``instead`` says; rules triggered by a value are triggered by what counts."""
    return tuple(instead.get(face, face) for face in faces)

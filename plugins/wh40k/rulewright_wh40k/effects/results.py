"""What rolls for texts come to: D66, doubles and triples, the highest die, dice that are discarded or treated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, model_validator

from rulewright import Roll, rule
from rulewright.programs import counted
from rulewright.vocabulary import Amount, ContentModel, Effect, Some, Verb

from ..dice.results import Extreme, d66, discard, doubles, extreme, treated, triples
from ..events.stratagems import ResultsRolled
from ..running import resolving
from .rolls import MOST

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from ..book.wording import Wording
    from ..running import Run

Face = Annotated[int, Field(ge=1, le=6)]


@rule("commentary.dice-results-with-no-effect")
class Result(ContentModel):
    """What happens for a result: for each die that ``shows`` one of these, for the total, a double or triple of them,
    or where the highest or lowest die is one of them. Without ``shows`` any will do.
    """

    of: Literal["each", "total", "double", "triple", "highest", "lowest"] = "each"
    shows: tuple[Annotated[int, Field(ge=1, le=120)], ...] = ()
    then: Some[Effect]

    @rule("commentary.dice-results-with-no-effect", "commentary.doubles", "commentary.triples")
    def times(self, game: Game, faces: Sequence[int], cites: str) -> Steps:
        """How often it happens with these dice; receives the number. A result that it does not list does nothing."""
        found: Sequence[int]
        match self.of:
            case "highest" | "lowest":
                place = (yield from extreme(game, faces, self.of, cites)) if faces else None
                found = () if place is None else (faces[place],)
            case "total":
                found = (sum(faces),) if faces else ()
            case "double" | "triple":
                found = (doubles if self.of == "double" else triples)(faces)
            case _:
                found = faces
        return sum(not self.shows or one in self.shows for one in found)

    def said(self, wording: Wording) -> str:
        """It in words."""
        shows = wording.listed(map(str, self.shows)) if self.shows else wording.say("outcome.any")
        told = wording.say(f"outcome.{self.of}", shows=shows)
        return told + wording.colon + wording.effects(self.then)


class RollFor(Verb, name="roll_for", rule="core.dice"):
    """Dice are rolled for a text, and their results decide what happens: ``dice`` D6, or a D66.

    A result may count as another one (``counts_as``), and the lowest or highest dice may be discarded. Doubles and
    triples are those of the dice that are left.
    """

    dice: Amount = 1
    d66: bool = Field(False, description="a D66: two D6 one after the other, the tens and the units")
    counts_as: dict[Face, Face] = Field({}, description="results, each with the one that it counts as")
    discard: tuple[Extreme, ...] = Field((), description="dice that are discarded, one for each word")
    most: int = Field(MOST, ge=1, le=MOST, description="each result happens so often at most")
    results: Some[Result]

    sayable = False

    @model_validator(mode="after")
    def _is_one_roll(self) -> RollFor:
        if self.d66 and (self.counts_as or self.discard or self.dice != 1):
            raise ValueError("d66: a D66 is one result of two dice; none of them counts as another one or is discarded")
        return self

    @rule("core.dice", "commentary.d66")
    def do(self, game: Game, run: Run) -> Steps:
        """Dice are rolled, counted as they are treated, discarded; then what each result says happens."""
        if self.d66:
            number = yield from d66(game, run.player, run.source, run.cites)
            faces, left = (number,), (number,)
        else:
            count = min(counted(self.dice, game, run), MOST)
            if not count:
                return
            faces = tuple((yield Roll.d6(count, run.player, run.source, rule=run.cites)))
            left = yield from self._left(game, run, faces)
        yield ResultsRolled(run.player, run.source, faces, left, rule=run.cites)
        for one in self.results:
            times: Any = yield from one.times(game, left, run.cites)
            for _ in range(min(times, self.most)):
                yield resolving(run, one.then)

    @rule("commentary.counts-as-dice", "commentary.treated-as-dice", "commentary.considered-as-dice",
          "commentary.discard-dice")  # fmt: skip
    def _left(self, game: Game, run: Run, faces: Sequence[int]) -> Steps:
        """The results that count; receives them."""
        counting = treated(faces, self.counts_as)
        return (yield from discard(game, run.player, counting, self.discard[: len(counting)], run.cites))

    def can(self, game: Game, run: Run) -> bool:
        return self.d66 or counted(self.dice, game, run) > 0

    def worth(self, judge: Any) -> float:
        return float(sum(judge.effects(one.then) for one in self.results) / len(self.results) / 2)

    def said(self, wording: Wording) -> str:
        rolled = wording.say("outcome.d66") if self.d66 else wording.say("outcome.d6", dice=wording.amount(self.dice))
        parts = [rolled, *self._told(wording)]
        return wording.comma.join(parts) + wording.colon + wording.apart.join(one.said(wording) for one in self.results)

    def _told(self, wording: Wording) -> Iterator[str]:
        """What becomes of its dice before they count, in words."""
        for one, other in self.counts_as.items():
            yield wording.say("outcome.counts_as", one=one, other=other)
        for word in self.discard:
            yield wording.say(f"outcome.discard_{word}")
        if self.most < MOST:
            yield wording.say("outcome.most", most=self.most)

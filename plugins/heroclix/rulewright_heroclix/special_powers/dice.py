"""Rerolls and replaced dice (21.3, 21.4)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Self

from msgspec.structs import replace
from pydantic import Field, model_validator

from rulewright import Call, Limit, Roll, ask_which, rule
from rulewright.powers import after, offers, use
from rulewright.powers.index import countered as taken_by
from rulewright.programs import numbers
from rulewright.vocabulary import Effect

from ..attack.dice import lie
from ..effects.resolution import RESOLVING
from ..effects.words import ACTION, ATTACK
from ..events.attacks import Rerolled as HasRerolled
from ..lasting import protection
from ..powers.damage import may_change
from ..terms import CRITICAL_ROLLS, RESOLUTIONS, Attack, friendly, on_map
from .conditional import Part, Whose

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from rulewright.kinds import Location
    from rulewright.powers import Bearer
    from rulewright.powers.written import Marked

    from ..book.wording import Wording
    from ..dice.rolls import Rolling


class OfDice(Part):
    """Something that may be done to a roll of a character, once a turn, attack or game."""

    roll: Literal["attack", "break away", "any"] = "attack"
    whose: Whose = "self"
    once: Literal["attack", "turn", "game"] = "turn"

    @model_validator(mode="after")
    def _once_an_attack(self) -> Self:
        if self.once == "attack" and self.roll != "attack":
            raise ValueError(f"once: 'attack' is for attack rolls, but roll is {self.roll!r}")
        return self

    def facts(self, wording: Wording) -> dict[str, str]:
        """Whose roll it is, which one, and how often."""
        roll = wording.say(f"roll.{self.roll.replace(' ', '_')}")
        return {"whose": wording.whose(self.whose), "roll": roll, "once": wording.say(f"once.{self.once}")}

    def limit(self, place: Location) -> Limit:
        """How often it may be done."""
        return Limit(1, self.once, name=f"{place.entry} {place.number}")

    def _reaches(self, game: Any, me: Bearer, roll: Any, id: str) -> bool:
        who = roll.attacker if isinstance(roll, Attack) else roll.character
        kind = "attack" if isinstance(roll, Attack) else roll.what
        if self.roll not in ("any", kind) or not on_map(game, who) or not self.met(game, me, id):
            return False
        if self.whose == "self":
            return bool(who == me.id)
        return self.whose == "any" or friendly(game, str(me.id), who) == (self.whose == "friendly")


class Rerolled(OfDice):
    """``{ rerolls = true, dice = "one", effects = [...] }``: the roll, or one die of it, may be rolled again.

    The effects follow if that was done.
    """

    key = called = "rerolls"

    rerolls: Literal[True]
    dice: Literal["all", "one"] = "all"
    effects: tuple[Effect, ...] = ()
    after_resolutions: bool = Field(False, description="the effects wait until what resolves has resolved (8.1c)")

    @rule("8.1c")
    def offered(self) -> frozenset[str]:
        """What resolves is over when effects after it come."""
        return super().offered() - {ATTACK, ACTION} if self.after_resolutions else super().offered()

    def told(self, wording: Wording) -> str:
        told = wording.say(f"part.rerolls_{self.dice}", **self.facts(wording))
        if not self.effects:
            return told
        late = [wording.say("part.after_resolutions")] if self.after_resolutions else []
        follows = wording.comma.join([*late, wording.effects(self.effects)])
        return wording.say("part.if_rerolled", told=told, effects=follows)

    def marks(self, moments: Any, place: Location) -> Iterator[Marked]:
        yield from super().marks(moments, place)
        if self.effects:
            yield self._follows(place)

    @rule("21.3", "21.3a", "21.11")
    def marked(self, moments: Any, place: Location) -> Marked:
        id, limit = place.entry, self.limit(place)

        def again(game: Any, me: Bearer, roll: Attack | Rolling) -> Any:
            chosen = list(range(len(roll.roll.numbers)))
            if self.dice == "one":
                chosen = [(yield from ask_which(me.player, "die", chosen, "21.3"))]
            faces = yield Roll.d6(len(chosen), roll.player, "reroll", "21.3")
            dice = roll.roll.rerolled(dict(zip(chosen, faces, strict=True)), id, me.player)
            yield from lie(game, roll, dice, "rerolled", "21.3")
            if self.effects:
                yield HasRerolled(str(me.id), limit.name, rule="21.3")

        return use("reroll", only=partial(self._reaches, id=id), limit=limit)(again)

    @rule("21.3", "8.1c")
    def _follows(self, place: Location) -> Marked:
        program, name = numbers(self.effects), self.limit(place).name

        def follow(game: Any, me: Bearer, event: HasRerolled) -> Call:
            run = self.resolution(me, place.entry, None, program)
            return Call("resolve", replace(run, over=RESOLVING if self.after_resolutions else ()))

        follow.__name__ = f"{self.label(place)}_follows"
        delay = RESOLUTIONS if self.after_resolutions else ""
        return after(HasRerolled, me="character", only=lambda game, me, event: event.by == name, delay=delay)(follow)


class Again(OfDice):
    """``{ again = "probability-control", once = "attack" }``: it can use that power once more each time."""

    key = called = "again"

    again: Literal["probability-control"]

    def told(self, wording: Wording) -> str:
        once = wording.say(f"once.{self.once}")
        return wording.say("part.again", power=wording.power(self.again), once=once)

    @rule("pac.probability-control", "20.2", "21.11")
    def marked(self, moments: Any, place: Location) -> Marked:
        def reached(game: Any, me: Bearer, roll: Attack | Rolling) -> bool:
            if not may_change(game, me, roll) or not self.met(game, me, place.entry):
                return False
            return not countered(game, me, self.again, protection(game.content.specials[place.entry]))

        def again(game: Any, me: Bearer, roll: Attack | Rolling) -> Any:
            return game.rules.powers.powers[self.again].reroll(game, me, roll)

        return use("reroll", only=reached, limit=self.limit(place))(again)


@rule("20.4", "20.6b", "keyword.protected-outwit", "keyword.protected-pulse-wave")
def countered(game: Any, me: Bearer, power: str, proof: Collection[str]) -> bool:
    """Whether an effect keeps a character from using a power by a text that is proof against effects of some kinds."""
    on = (one for one in game.state.effects.values() if one.target == me.id and one.kind not in proof)
    taken = {name for one in on for name in taken_by(one)}
    return not taken.isdisjoint((power, "*"))


class Criticals(Part):
    """``{ criticals = "hit", roll = 10 }``: an attack roll of at least so much is a critical hit, or one
    of at most so much a critical miss."""

    key = called = "criticals"

    criticals: Literal["hit", "miss"]
    roll: int = Field(ge=2, le=12)

    def told(self, wording: Wording) -> str:
        return wording.say(f"part.critical_{self.criticals}", roll=self.roll)

    @rule("12.3b", "12.3c")
    def marked(self, moments: Any, place: Location) -> Marked:
        def roll(game: Any, me: Bearer) -> Any:
            return lambda position, total: self._fate(position, me, place.entry, total)

        return offers(CRITICAL_ROLLS)(roll)

    def _fate(self, position: Any, me: Bearer, source: str, total: int) -> str:
        comes = total >= self.roll if self.criticals == "hit" else total <= self.roll
        return self.criticals if comes and self.met(position, me, source) else ""


class DieReplaced(OfDice):
    """``{ replaces_die = 6, roll = "attack" }``: a die of the roll may be replaced by one with this result."""

    key, called = "replaces_die", "replaces"

    replaces_die: int = Field(ge=1, le=6)

    def told(self, wording: Wording) -> str:
        return wording.say("part.replaces_die", result=self.replaces_die, **self.facts(wording))

    @rule("21.4", "21.11")
    def marked(self, moments: Any, place: Location) -> Marked:
        id = place.entry

        def put(game: Any, me: Bearer, roll: Attack | Rolling) -> Any:
            options = list(range(len(roll.roll.numbers)))
            die = yield from ask_which(me.player, "die", options, "21.4")
            yield from lie(game, roll, roll.roll.changed({die: self.replaces_die}, id, me.player), "replaced", "21.4")

        only = partial(self._reaches, id=id)
        return use("replace dice", only=only, limit=self.limit(place))(put)

"""Rerolls and replaced dice (21.3, 21.4)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from rulewright import Limit, Roll, ask_which, rule
from rulewright.powers import use

from ..terms import Attack, friendly, on_map
from .conditional import Part, Whose

if TYPE_CHECKING:
    from rulewright.kinds import Location
    from rulewright.powers import Bearer
    from rulewright.powers.written import Marked

    from ..book.wording import Wording
    from ..dice.rolls import Rolling


class OfDice(Part):
    """Something that may be done to a roll of a character, once a turn."""

    roll: Literal["attack", "break away", "any"] = "attack"
    whose: Whose = "self"
    once: Literal["turn", "game"] = "turn"

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
    """``{ rerolls = true, roll = "attack" }``: the roll may be rolled again."""

    key = called = "rerolls"

    rerolls: Literal[True]

    def told(self, wording: Wording) -> str:
        return wording.say("part.rerolls", **self.facts(wording))

    @rule("21.3", "21.3a", "21.11")
    def marked(self, moments: Any, place: Location) -> Marked:
        id = place.entry

        def again(game: Any, me: Bearer, roll: Attack | Rolling) -> Any:
            faces = yield Roll.d6(len(roll.roll.numbers), roll.player, "reroll", "21.3")
            yield game.note(roll, roll=roll.roll.rerolled(dict(enumerate(faces)), id, me.player))

        return use("reroll", only=partial(self._reaches, id=id), limit=self.limit(place))(again)


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
            yield game.note(roll, roll=roll.roll.changed({die: self.replaces_die}, id, me.player))

        only = partial(self._reaches, id=id)
        return use("replace dice", only=only, limit=self.limit(place))(put)

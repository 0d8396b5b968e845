"""Amounts and conditions."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field

from rulewright import rule, vocabulary
from rulewright.programs import number
from rulewright.vocabulary import Amount, Count, OpenWord, Test

from ..space.board import adjacent, occupies
from ..terms import Doing, Move, attack_of, character, friendly, keywords, remembered, sheet, shows
from .words import ATTACK, D6, DONE, ROLES, CombatValue, Filter, Role, Side, meant

if TYPE_CHECKING:
    from rulewright import Game

    from ..book.wording import Wording
    from .resolution import Run


class OfCharacter(Count, key="number"):
    """A number of a character: a combat value as it is now, its action tokens, points or click number."""

    number: CombatValue | Literal["tokens", "points", "click"]
    of: Role = "self"

    def count(self, game: Game, run: Run) -> int:
        found = meant(game, run, self.of)
        if not found:
            return 0
        if self.number in ("tokens", "points", "click"):
            return int(getattr(character(game, found[0]), self.number))
        return int(game.number(self.number, found[0]))

    def said(self, wording: Wording) -> str:
        key = "amount.tokens" if self.number == "tokens" else "amount.number"
        return wording.say(key, number=wording.number(self.number), of=wording.whom(self.of))

    @rule("24.1")
    def unknown(self, game: Game, run: Run) -> bool:
        """Whether a character is meant that has no click number."""
        return any(sheet(game, id).printed.bystander for id in meant(game, run, self.of))


class Compare(vocabulary.Compare, key="amount"):
    """An amount against a bound, which is an amount, too; the click number of a bystander is compared with nothing."""

    @cached_property
    def clicks(self) -> tuple[OfCharacter, ...]:
        """The click numbers that it asks for."""
        asked = (part for _, part in vocabulary.walk(self) if isinstance(part, OfCharacter))
        return tuple(part for part in asked if part.number == "click")

    @rule("24.1")
    def holds(self, game: Game, run: Run) -> bool:
        return not any(part.unknown(game, run) for part in self.clicks) and super().holds(game, run)


class NamedCount(Count, key="named_tokens"):
    """How many tokens of a name are on the card of a character (21.5)."""

    named_tokens: str
    of: Role = "self"

    def count(self, game: Game, run: Run) -> int:
        held = (dict(character(game, id).named) for id in meant(game, run, self.of))
        return sum(one.get(self.named_tokens, 0) for one in held)

    def said(self, wording: Wording) -> str:
        key = "amount.named_tokens" if self.of == "self" else "amount.named_tokens_of"
        return wording.say(key, name=self.named_tokens, of=wording.whom(self.of))


class Rolled(Count, key="rolled", needs=(D6,)):
    """The result of the d6 that was rolled for the effect."""

    rolled: Literal[True]

    def count(self, game: Game, run: Run) -> int:
        return run.rolled

    def said(self, wording: Wording) -> str:
        return wording.say("amount.rolled")


class Many(Filter, Count, key="how_many", sort="how_many"):
    """How many characters of a side there are for which something holds."""

    how_many: Side

    def count(self, game: Game, run: Run) -> int:
        return len(self.found(game, run))

    def said(self, wording: Wording) -> str:
        return wording.say("amount.how_many", among=self.told(wording, "each"))


class Has(Test, key="has"):
    """A character can use a power or ability."""

    has: str
    who: Role = "self"

    def holds(self, game: Game, run: Run) -> bool:
        found = meant(game, run, self.who)
        return bool(found) and all(game.has(self.has, id) for id in found)

    def said(self, wording: Wording) -> str:
        return wording.say("test.has", who=wording.whom(self.who), power=wording.power(self.has))


class Attacking(Test, key="attacking"):
    """An attack of a kind is being made, by the character or against it."""

    attacking: Literal["close", "range", "any"]
    against: bool = False

    def holds(self, game: Game, run: Run) -> bool:
        attack = attack_of(game)
        if attack is None or self.attacking not in ("any", attack.kind):
            return False
        return run.character in attack.targets if self.against else attack.attacker == run.character

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.{'against' if self.against else 'attacking'}_{self.attacking}")


class AttackBy(Test, key="attack_by"):
    """The attack that is being made is one of a side."""

    attack_by: Literal["friendly", "opposing"]

    def holds(self, game: Game, run: Run) -> bool:
        attack = attack_of(game)
        if attack is None or attack.attacker not in game.state.characters:
            return False
        return friendly(game, run.character, attack.attacker) is (self.attack_by == "friendly")

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.attack_by_{self.attack_by}")


class SharesKeyword(Test, key="shares_keyword"):
    """The character has a keyword that another one has, too, who may be gone from the map."""

    shares_keyword: Role

    def holds(self, game: Game, run: Run) -> bool:
        own = set(keywords(game, run.character))
        others = ROLES.named(game, run, self.shares_keyword)
        return any(not own.isdisjoint(keywords(game, id)) for id in others if id in game.state.characters)

    def said(self, wording: Wording) -> str:
        return wording.say("test.shares_keyword", who=wording.whom(self.shares_keyword))


class HasKeyword(Test, key="keyword"):
    """A character has a keyword, of its card or gained (23.1)."""

    keyword: Annotated[str, OpenWord("keyword")]
    of: Role = "self"

    def holds(self, game: Game, run: Run) -> bool:
        return any(self.keyword in keywords(game, id) for id in meant(game, run, self.of))

    def said(self, wording: Wording) -> str:
        return wording.say("test.keyword", who=wording.whom(self.of), keyword=self.keyword)


class Occupies(Test, key="occupies"):
    """A character occupies terrain of a kind (16, 16.5)."""

    occupies: Literal["clear", "hindering", "water", "elevated", "highest outdoor"]
    who: Role = "self"

    @rule("16.2", "16.5", "16.6")
    def holds(self, game: Game, run: Run) -> bool:
        return any(occupies(game, id, self.occupies) for id in meant(game, run, self.who))

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.occupies_{self.occupies.replace(' ', '_')}", who=wording.whom(self.who))


class CountsDown(Test, key="counts_down"):
    """A character is on a countdown click: on any, or on that of a number (24.3)."""

    counts_down: Literal[True]
    number: int | None = Field(None, ge=1, le=9)
    who: Role = "self"

    @rule("24.3")
    def holds(self, game: Game, run: Run) -> bool:
        found = [shows(game, id).countdown for id in meant(game, run, self.who)]
        return any(found) if self.number is None else self.number in found

    def said(self, wording: Wording) -> str:
        key = "counts_down" if self.number is None else "counts_down_at"
        return wording.say(f"test.{key}", who=wording.whom(self.who), number=self.number)


class Beside(Test, key="adjacent_to"):
    """The character is adjacent to another one."""

    adjacent_to: Role

    def holds(self, game: Game, run: Run) -> bool:
        return any(adjacent(game, run.character, id) for id in meant(game, run, self.adjacent_to))

    def said(self, wording: Wording) -> str:
        return wording.say("test.adjacent_to", who=wording.whom(self.adjacent_to))


class Did(Test, key="did", needs=(DONE,)):
    """What may be done was done ("if you do", 20.9b)."""

    did: bool

    def holds(self, game: Game, run: Run) -> bool:
        return run.did is self.did

    def said(self, wording: Wording) -> str:
        return wording.say("test.did" if self.did else "test.did_not")


class WhoseTurn(Test, key="turn"):
    """It is the turn of a side."""

    turn: Literal["friendly", "opposing"]

    @rule("9.1", "26")
    def holds(self, game: Game, run: Run) -> bool:
        return game.active is not None and (game.active in game.team(run.player)) is (self.turn == "friendly")

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.turn_{self.turn}")


class AttackWith(Test, key="attack_with"):
    """The attack that is being made is one with a power, such as Energy Explosion."""

    attack_with: str

    def holds(self, game: Game, run: Run) -> bool:
        attack = attack_of(game)
        return attack is not None and attack.power.partition(":")[0] == self.attack_with

    def said(self, wording: Wording) -> str:
        return wording.say("test.attack_with", power=wording.power(self.attack_with))


class HitAll(Test, key="hit_all"):
    """The attack that the character makes has hit all of its targets."""

    hit_all: Literal[True]

    def holds(self, game: Game, run: Run) -> bool:
        attack = attack_of(game)
        if attack is None or attack.attacker != run.character:
            return False
        return bool(attack.hits) and set(attack.targets).issubset(attack.hits)

    def said(self, wording: Wording) -> str:
        return wording.say("test.hit_all")


class HasDamaged(Test, key="has_damaged"):
    """A character of a side has taken damage from the attack that the character makes, be it KO'd by it or not."""

    has_damaged: Literal["friendly", "opposing"]

    def holds(self, game: Game, run: Run) -> bool:
        attack = attack_of(game)
        if attack is None or attack.attacker != run.character:
            return False
        hurt = (id for id in attack.damaged if id in game.state.characters)
        return any(friendly(game, run.character, id) is (self.has_damaged == "friendly") for id in hurt)

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.has_damaged_{self.has_damaged}")


class Targets(Count, key="targets", needs=(ATTACK,)):
    """How many characters the attack targets."""

    targets: Literal[True]

    def count(self, game: Game, run: Run) -> int:
        attack = attack_of(game)
        return 0 if attack is None else len(attack.targets)

    def said(self, wording: Wording) -> str:
        return wording.say("amount.targets")


class Doubles(Test, key="doubles"):
    """The attack roll shows the same number twice."""

    doubles: Literal[True]

    def holds(self, game: Game, run: Run) -> bool:
        attack = attack_of(game)
        return attack is not None and len(attack.roll.numbers) == 2 and len(set(attack.roll.numbers)) == 1

    def said(self, wording: Wording) -> str:
        return wording.say("test.doubles")


class FirstAttack(Test, key="first_attack"):
    """No character has made an attack this turn before the one that is being made."""

    remembers: ClassVar[str] = "attacked"

    first_attack: Literal[True]

    def holds(self, game: Game, run: Run) -> bool:
        return not any("attacked" in one.words for one in game.state.memory.values())

    def said(self, wording: Wording) -> str:
        return wording.say("test.first_attack")


class AttackedBefore(Test, key="attacked_before"):
    """In its action of a power the character has attacked before: one of the present targets, or only others."""

    attacked_before: Literal["same", "other"]
    using: str

    def holds(self, game: Game, run: Run) -> bool:
        attack, doing = attack_of(game), game.find_context(Doing)
        if attack is None or attack.attacker != run.character or not isinstance(doing, Doing):
            return False
        if doing.character != run.character or doing.name.partition(":")[0] != self.using or not doing.attacks:
            return False
        earlier = {target for targets, _ in doing.attacks for target in targets}
        return earlier.isdisjoint(attack.targets) is (self.attacked_before == "other")

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.attacked_before_{self.attacked_before}", power=wording.power(self.using))


class AttacksThatHit(Count, key="attacks_that_hit"):
    """How many attacks of the action have hit."""

    attacks_that_hit: Literal[True]

    def count(self, game: Game, run: Run) -> int:
        doing = game.find_context(Doing)
        return 0 if doing is None else sum(bool(hits) for _, hits in doing.attacks)

    def said(self, wording: Wording) -> str:
        return wording.say("amount.attacks_that_hit")


class SquaresMoved(Count, key="squares_moved"):
    """How many squares the character has moved in the action."""

    squares_moved: Literal[True]

    def count(self, game: Game, run: Run) -> int:
        doing = game.find_context(Doing)
        return 0 if doing is None else int(doing.moved)

    def said(self, wording: Wording) -> str:
        return wording.say("amount.squares_moved")


class Carries(Test, key="carries"):
    """The character carries someone in the move that it makes."""

    carries: Literal[True]

    def holds(self, game: Game, run: Run) -> bool:
        move = game.find_context(Move)
        return move is not None and move.character == run.character and bool(move.carried)

    def said(self, wording: Wording) -> str:
        return wording.say("test.carries")


class Happened(Test, key="this_turn"):
    """The character has moved, been placed, been carried, been given a token or come to the map this turn."""

    this_turn: Literal["moved", "placed", "carried", "token", "costed", "came"]
    who: Role = "self"

    @property
    def remembers(self) -> str:
        """What is not known of a turn in any case."""
        return "came" if self.this_turn == "came" else ""

    def holds(self, game: Game, run: Run) -> bool:
        done = ((*character(game, id).done, *remembered(game, id).words) for id in meant(game, run, self.who))
        return any(self.this_turn in words for words in done)

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.{self.this_turn}", who=wording.whom(self.who))


def amount_of(amount: Amount, game: Game, run: Run) -> int:
    """An amount now, never below 0."""
    return max(0, number(amount, game, run))

"""Amounts and conditions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from rulewright import rule
from rulewright.text import show
from rulewright.vocabulary import Count, Id, Needs, Some, Test, speaks_of

from ..leaderships import active_of
from ..objectives import contested_by, contests, held_by, secured_by, tokens_of
from ..running import Run, named, who
from ..space.battlefield import within
from ..superpowers.moments import DEALT, FALLEN, MUCH, ROLLED
from ..terms import Attack, Condition, attack_type, card_of, character, own_activation, pool_in, side
from .words import Everyone, Icon, Role, has_mark, is_called, sheet_of

if TYPE_CHECKING:
    from rulewright import Game

    from ..book.wording import Wording

Characteristic = Literal["size", "physical", "energy", "mystic", "stamina", "threat", "power", "damage", "conditions"]


# Amounts ----------------------------------------------------------------------------------------------------


class Faces(Count, key="faces"):
    """How many dice of a roll show an icon, or one of several: of the attack, or of the dice rolled for the effect."""

    faces: Icon | Some[Icon]
    of: Annotated[
        Literal["attack", "defense", "roll"],
        Needs({"attack": (FALLEN,), "defense": (FALLEN,), "roll": (ROLLED,)}),
    ] = "attack"

    def apart(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What it tells apart: the icons that it counts in the attack."""
        if self.of != "roll":
            yield self.of, self.icons

    def count(self, game: Game, run: Run) -> int:
        if self.of == "roll":
            return sum(face in self.icons for face in run.rolled)
        return self.lying(game)

    def lying(self, game: Game) -> int:
        """How many dice of the attack show them now."""
        assert self.of != "roll"
        attack = game.find_context(Attack)
        roll = None if attack is None else pool_in(attack, self.of).roll
        return 0 if roll is None else roll.count(self.icons)

    @property
    def icons(self) -> tuple[Icon, ...]:
        """Which icons count."""
        return self.faces if isinstance(self.faces, tuple) else (self.faces,)

    def said(self, wording: Wording) -> str:
        icon = wording.icons(self.icons)
        if self.of == "roll":
            return wording.say("amount.rolled", icon=icon)
        return wording.say("amount.faces", icon=icon, pool=wording.pool(self.of))


class OfCharacter(Count, key="stat"):
    """A number of a character: what its card says now, its power and damage, how many conditions it has; or the size of
    a terrain feature that was chosen."""

    stat: Characteristic
    who: Role = "self"

    def count(self, game: Game, run: Run) -> int:
        id = named(game, run, self.who)
        if self.stat == "size" and id in game.state.terrain:
            return int(game.content.terrain[game.state.terrain[id].kind].size)
        return number_of(game, id, self.stat) if id in game.state.characters else 0

    def said(self, wording: Wording) -> str:
        return wording.say(f"amount.{self.stat}", whose=wording.whose(self.who))


def number_of(game: Game, id: str, stat: str) -> int:
    """A number of a character, as texts call it."""
    one = character(game, id)
    if stat in ("power", "damage"):
        return int(getattr(one, stat))
    if stat in ("size", "threat"):
        return int(getattr(game.content.characters[one.card], stat))
    if stat == "stamina":
        return side(game, id).stamina
    return len(one.conditions) if stat == "conditions" else int(game.number(stat, id))


class Characters(Count, key="characters"):
    """How many characters of a sort there are."""

    characters: Everyone

    def count(self, game: Game, run: Run) -> int:
        return len(self.characters.found(game, run))

    def said(self, wording: Wording) -> str:
        return wording.say("amount.characters", characters=wording.whom(self.characters))


class Total(Count, key="total"):
    """What a number of several characters comes to together; "defense" is that against the attack that is made."""

    total: Characteristic | Literal["defense"]
    among: Everyone

    def count(self, game: Game, run: Run) -> int:
        attack = game.find_context(Attack)
        stat = self.total if self.total != "defense" else "" if attack is None else attack_type(game, attack)
        return sum(number_of(game, one, stat) for one in self.among.found(game, run)) if stat else 0

    def said(self, wording: Wording) -> str:
        what = wording.say(f"amount.{self.total}", whose=wording.say("whose.together"))
        return wording.say("amount.total", what=what, characters=wording.whom(self.among))


class TokensOn(Count, key="tokens"):
    """How many tokens of a name lie on a stat card."""

    tokens: str
    who: Role = "self"

    def count(self, game: Game, run: Run) -> int:
        id = named(game, run, self.who)
        return character(game, id).tokens.count(self.tokens) if id in game.state.characters else 0

    def said(self, wording: Wording) -> str:
        return wording.say("amount.tokens", token=wording.token(self.tokens), whose=wording.whose(self.who))


@speaks_of(DEALT)
def dealt(game: Game, run: Run) -> int:
    """The damage that the attack has dealt."""
    attack = game.find_context(Attack)
    return 0 if attack is None else attack.dealt


def spent(game: Game, run: Run) -> int:
    """The power that was paid for the effect."""
    return run.spent


@speaks_of(MUCH)
def that_much(game: Game, run: Run) -> int:
    """How much came of the effect before it: power lost, dice changed, damage suffered."""
    return run.much


def round_number(game: Game, run: Run) -> int:
    """Which round it is."""
    return int(game.state.mission[0].round)


class SecureTokens(Count, key="secure_tokens"):
    """How many tokens of the secure crisis there are on the battlefield, or a player secures."""

    secure_tokens: Literal["all", "own", "opposing"]

    @rule("objective.contest")
    def count(self, game: Game, run: Run) -> int:
        tokens = [str(one.id) for one in tokens_of(game, game.state.mission[0].secure)]
        if self.secure_tokens == "all":
            return len(tokens)
        player = run.player if self.secure_tokens == "own" else 1 - run.player
        return sum(secured_by(game, token) == player for token in tokens)

    def said(self, wording: Wording) -> str:
        return wording.say(f"amount.secure_tokens_{self.secure_tokens}")


# Conditions -------------------------------------------------------------------------------------------------


class SizeAtMost(Test, key="size_at_most"):
    """A character is of this size or less."""

    size_at_most: int = Field(ge=1, le=6)
    who: Role = "target"

    def holds(self, game: Game, run: Run) -> bool:
        one = who(game, run, self.who)
        return bool(one) and game.content.characters[character(game, one).card].size <= self.size_at_most

    def said(self, wording: Wording) -> str:
        return wording.say("test.size", size=self.size_at_most, who=wording.whom(self.who))


class Has(Test, key="has"):
    """A character has a special condition, or one of several; one that is dazed keeps its own until it recovers."""

    has: Condition | Some[Condition]
    who: Role = "target"

    @rule("cleanup.dazed")
    def holds(self, game: Game, run: Run) -> bool:
        one = named(game, run, self.who)
        wanted = self.has if isinstance(self.has, tuple) else (self.has,)
        return one in game.state.characters and any(each in wanted for each in character(game, one).conditions)

    def said(self, wording: Wording) -> str:
        wanted = self.has if isinstance(self.has, tuple) else (self.has,)
        told = wording.either.join(map(wording.affliction, wanted))
        return wording.say("test.has", condition=told, who=wording.whom(self.who))


class Near(Test, key="near"):
    """A character is within a range of another one, without more of the one whose effect it is."""

    near: int = Field(ge=1, le=5, description="the range")
    who: Role = "target"
    of: Role = "self"

    def holds(self, game: Game, run: Run) -> bool:
        one, other = who(game, run, self.who), who(game, run, self.of)
        return bool(one) and bool(other) and within(game, other, one, self.near)

    def said(self, wording: Wording) -> str:
        facts = {"who": wording.whom(self.who), "of": wording.whom(self.of)}
        return wording.say("test.near", range=self.near, **facts)


class Marked(Test, key="marked"):
    """A character has the mark of a text: a certain one, even one that is gone, or anyone who is left, dazed or not."""

    marked: str
    who: Literal["anyone"] | Role = "target"
    gone: bool = Field(False, description="whether anyone who has it may be gone, too")

    def holds(self, game: Game, run: Run) -> bool:
        if self.who == "anyone":
            marks = (one.data for one in game.state.effects.values() if one.data.get("marks") == self.marked)
            return any(self.gone or one["marked"] in game.state.characters for one in marks)
        return has_mark(game, named(game, run, self.who), self.marked)

    def said(self, wording: Wording) -> str:
        whom = wording.say("who.anyone") if self.who == "anyone" else wording.whom(self.who)
        return wording.say("test.marked", who=whom)


class InState(Test, key="state"):
    """How a character is, on the battlefield, dazed, or gone."""

    state: Literal[
        "dazed", "gone", "injured", "healthy", "activated", "holding", "contesting", "contesting secure", "enemy",
        "allied", "active", "leader", "leading",
    ]  # fmt: skip
    who: Role = "target"

    def holds(self, game: Game, run: Run) -> bool:
        id = named(game, run, self.who)
        one = game.state.characters.get(id)
        if self.state == "leader":
            return bool(id) and any(squad.leader == id for squad in game.state.squads.values())
        if one is None or self.state == "gone":
            return bool(id) and one is None and self.state == "gone"
        if self.state in ("enemy", "allied"):
            return (one.player == run.player) is (self.state == "allied")
        if self.state == "leading":
            return bool(active_of(game, id))
        if self.state == "active":
            return own_activation(game, id) is not None
        if self.state == "holding":
            return any(held_by(game, id))
        if self.state == "contesting":
            return contests(game, id)
        if self.state == "contesting secure":
            objectives, cards = game.state.objectives, game.content["crises"]
            return any(cards[objectives[one].crisis].type == "secure" for one in contested_by(game, id))
        return not one.injured if self.state == "healthy" else bool(getattr(one, self.state))

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.{self.state.replace(' ', '_')}", who=wording.whom(self.who))


class Prints(Test, key="prints"):
    """The stat card of a character, dazed or gone or not, has a superpower of this English name on either side."""

    prints: str
    who: Role = "target"

    def holds(self, game: Game, run: Run) -> bool:
        id = named(game, run, self.who)
        card = game.content.characters.get(card_of(game, id))
        powers = () if card is None else (*card.healthy.superpowers, *card.injured.superpowers)
        called = (show(game.content.name_of(power), "en").casefold() for power in powers)
        return self.prints.casefold() in called

    def said(self, wording: Wording) -> str:
        return wording.say("test.prints", who=wording.whom(self.who), superpower=wording.called(self.prints))


class IsOne(Test, key="is_one"):
    """A character has one of these cards, or belongs to one of these affiliations."""

    is_one: Some[Id]
    who: Role = "target"

    def holds(self, game: Game, run: Run) -> bool:
        card = sheet_of(game, named(game, run, self.who))
        return card is not None and any(each in (card.id, *card.affiliations) for each in self.is_one)

    def said(self, wording: Wording) -> str:
        names = wording.either.join(map(wording.called, self.is_one))
        return wording.say("test.is_one", who=wording.whom(self.who), names=names)


class Called(Test, key="called"):
    """A character has one of these English names, or one of these is its alter ego."""

    called: Some[str]
    who: Role = "target"

    def holds(self, game: Game, run: Run) -> bool:
        card = sheet_of(game, named(game, run, self.who))
        return card is not None and is_called(card, self.called)

    def said(self, wording: Wording) -> str:
        return wording.say(
            "test.called", who=wording.whom(self.who), names=wording.either.join(map(wording.called, self.called))
        )


class AnyOf(Test, key="there_is"):
    """There is a character of a sort."""

    there_is: Everyone

    def holds(self, game: Game, run: Run) -> bool:
        return bool(self.there_is.found(game, run))

    def said(self, wording: Wording) -> str:
        return wording.say("test.there_is", one=self.there_is.told(wording, "one"))

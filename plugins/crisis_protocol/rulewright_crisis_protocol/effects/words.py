"""What words of effects have in common: whom they mean, and the names of what lies on the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, model_validator

from rulewright import ask_which, rule
from rulewright.programs import counted
from rulewright.text import show
from rulewright.vocabulary import Amount, Group, Id, Needs, OpenWord, Some, Verb

from ..conditions import immune
from ..leaderships import active_of, leaderships_of, may_lead
from ..objectives import contested_by, contests, held_by, of_type
from ..running import ROLES, Run, named, who
from ..space.battlefield import around, sees, within
from ..space.tools import inches
from ..superpowers.moments import ATTACK, CARD_TOKEN, CHOSEN, TOKEN
from ..terms import Condition, able, card_of, characters_of, own_activation, waiting

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..book.sheets import CharacterSheet
    from ..book.wording import Wording

Role = Annotated[
    Literal["self", "chosen", "attacker", "target"],
    Needs({"chosen": (CHOSEN,), "attacker": (ATTACK,), "target": (ATTACK,)}),
]
"""Whose effect it is, whom the text speaks of last, and the two sides of the attack."""
Origin = Role | Annotated[Literal["token", "card token"], Needs({"token": (TOKEN,), "card token": (CARD_TOKEN,)})]
"""From where a range is measured: from someone, or from the objective token or that of a card of which the text
speaks."""
Side = Literal["enemy", "allied", "any"]
Tool = Literal["short", "medium", "long"]
Icon = Literal["critical", "wild", "hit", "block", "blank", "failure"]
Way = Literal["", "away", "toward"]

LARGEST: Final = 6
"""The largest size of a character."""


class Filter(Group):
    """Which characters a text may mean: those of a side for which all that it says holds."""

    own = "allied"
    qualities: ClassVar[tuple[str, ...]] = (
        "named", "affiliation", "size", "threat", "power", "has", "superpower", "leads", "injured", "holding", "holds",
        "objective", "contests", "activated", "active", "played", "marked", "not_marked", "among", "attacked",
        "highest", "beside", "not_named", "leadership", "passive", "open_to", "token", "not_affiliation", "no_larger",
        "dazed", "or_dazed", "range", "sight", "other_than",
    )  # fmt: skip

    range: int | None = Field(None, ge=1, le=5, description="how near they are; anywhere without")
    of: Origin = Field("self", description="from whom the range is measured")
    sight: bool = Field(False, description="whether that character has to see them")
    size: int = Field(LARGEST, ge=1, le=LARGEST, description="of this size or less")
    has: Condition | None = None
    threat: Amount | None = Field(None, description="of this threat value or less")
    power: int | None = Field(None, ge=1, le=10, description="with this much power or more")
    superpower: str = Field("", description="a superpower or keyword that they have now, by its English name")
    leads: Annotated[Literal["any"] | Id | None, OpenWord("affiliation")] = Field(
        None, description="the affiliation, or any, whose leadership ability they have that is active"
    )
    holding: bool | None = Field(None, description="whether they hold an objective token, or hold none")
    holds: Literal["", "civilian", "asset", "point of interest"] = Field("", description="a token that they hold")
    objective: bool | None = Field(None, description="whether they hold or contest an objective token, or do neither")
    contests: Literal["", "secure", "extract"] = Field("", description="of which type a token is that they contest")
    named: tuple[str, ...] = Field((), description="what they are called, in English, or their alter egos")
    not_named: tuple[str, ...] = Field((), description="what they are not called, in English, nor their alter egos")
    leadership: Annotated[Literal["any"] | Id | Some[Id] | None, OpenWord("affiliation")] = Field(
        None,
        description="the affiliation, one of several, or any, of which they have a leadership ability, active or not",
    )
    passive: Literal["", "any", "squad"] = Field(
        "", description="whether a leadership ability of theirs is not active: any, or one that their squad may use"
    )
    token: str = Field("", description="a token that lies on their stat card, as the text calls it")
    not_affiliation: Annotated[Id | None, OpenWord("affiliation")] = None
    no_larger: bool = Field(
        False, description="whether they are no larger than the one from whom the range is measured"
    )
    dazed: bool = Field(False, description="whether those are meant that are dazed, as nobody is without it")
    or_dazed: bool = Field(False, description="whether those that are dazed are meant, too")
    open_to: Condition | None = Field(None, description="a special condition that they neither have nor are immune to")
    injured: bool = Field(False, description="whether they are injured")
    activated: bool | None = Field(None, description="whether they have an activated token, or have none")
    active: bool = Field(False, description="whether it is their activation")
    played: bool = Field(False, description="whether they played the card")
    marked: str = Field("", description="the mark of a text that they have")
    not_marked: str = Field("", description="the mark of a text that they do not have")
    among: bool = Field(False, description="whether the text has chosen them together")
    attacked: bool = Field(False, description="whether the one whose effect it is has attacked them in its activation")
    highest: bool = Field(False, description="whether nobody of their squad has a higher threat value")
    beside: int | None = Field(None, ge=1, le=5, description="within which range another ally of theirs has to be")
    affiliation: Annotated[Id | None, OpenWord("affiliation")] = None
    itself: bool = Field(False, description="whether the one whose effect it is may be among them")
    other_than: tuple[Role, ...] = ()

    @model_validator(mode="after")
    def _near_or_not(self) -> Filter:
        if self.range is None and self.of != "self" and not self.sight:
            raise ValueError("of: without a range or sight nothing is measured from there")
        return self

    def anyone(self, position: Position, run: Run) -> Iterator[str]:
        """Those who are neither dazed nor gone, or those who are dazed; nobody where nothing can be measured from whom
        it is said to be."""
        without = {who(position, run, role) for role in self.other_than}
        if not self.itself:
            without.add(run.character)
        if self._origin(position, run) or (self.range is None and not self.sight):
            ids = (str(one.id) for one in position.state.characters.values())
            yield from (id for id in ids if id not in without and self._is_there(position, id))

    def _is_there(self, position: Position, id: str) -> bool:
        if self.dazed:
            return bool(position.state.characters[id].dazed)
        return self.or_dazed or able(position, id) or waiting(position, id)

    def _has_leadership(self, position: Position, one: str) -> bool:
        """Whether a character has a leadership ability of an affiliation that is meant."""
        wanted = self.leadership if isinstance(self.leadership, tuple) else (self.leadership,)
        required = position.content.required
        return any("any" in wanted or required[each] in wanted for each in leaderships_of(position, one))

    @rule("measure.within", "damage.dazed-limits")
    def _origin(self, position: Position, run: Run) -> str:
        """The character, terrain feature or token from which it is measured: also someone else who is dazed."""
        if self.of == "card token":
            return run.token if run.token in position.state.card_tokens else ""
        if self.of == "token":
            token = position.state.objectives.get(run.token)
            return "" if token is None or token.holder else run.token
        feature = run.chosen if self.of == "chosen" and run.chosen in position.state.terrain else ""
        if feature or self.of == "self":
            return feature or who(position, run, self.of)
        one = named(position, run, self.of)
        return one if one in position.state.characters else ""

    def fits(self, position: Position, run: Run, one: str) -> bool:
        character = position.state.characters[one]
        card = position.content.characters[character.card]
        return (
            self.of_side(character.player == run.player)
            and card.size <= self.size
            and self.has in (None, *character.conditions)
            and belongs(card, self.affiliation, self.not_affiliation)
            and self.activated in (None, character.activated)
            and (self.threat is None or card.threat <= self._most_threat(position, run))
            and (self.power is None or character.power >= self.power)
            and not (self.superpower and not has_superpower(position, one, self.superpower))
            and not (self.leads and not leads(position, one, self.leads))
            and not (self.holds and not any(_kind(position, token) == self.holds for token in held_by(position, one)))
            and (self.objective is None or self.objective == (_holds(position, one) or contests(position, one)))
            and not (self.open_to and not _can_gain(position, one, self.open_to))
            and not (
                self.contests and all(of_type(position, id) != self.contests for id in contested_by(position, one))
            )
            and not (self.marked and not has_mark(position, one, self.marked))
            and not (self.not_marked and has_mark(position, one, self.not_marked))
            and not (self.injured and not character.injured)
            and not (self.active and own_activation(position, one) is None)
            and not (self.played and one not in run.players)
            and (self.holding is None or self.holding == _holds(position, one))
            and self._is_named(card)
            and not (self.among and one not in run.ones)
            and not (self.attacked and not _has_attacked(position, run.character, one))
            and not (self.highest and card.threat < _highest_threat(position, character.player))
            and (self.leadership is None or self._has_leadership(position, one))
            and not (self.passive and not _passive(position, one, self.passive))
            and not (self.token and self.token not in character.tokens)
            and not (self.no_larger and card.size > self._size(position, run))
            and (self.beside is None or _accompanied(position, one, self.beside))
            and (self.range is None or self._is_near(position, run, one))
            and not (self.sight and not sees(position, self._origin(position, run), one))
        )

    def _is_near(self, position: Position, run: Run, one: str) -> bool:
        origin = self._origin(position, run)
        return bool(origin) and one in around(position, origin, inches(self.range or 0))

    def _is_named(self, card: CharacterSheet) -> bool:
        return (not self.named or is_called(card, self.named)) and not is_called(card, self.not_named)

    def _most_threat(self, position: Any, run: Run) -> int:
        return 0 if self.threat is None else counted(self.threat, position, run)

    def _size(self, position: Position, run: Run) -> int:
        """The size of the one from whom the range is measured."""
        origin = sheet_of(position, self._origin(position, run))
        return 0 if origin is None else origin.size

    def noun(self, wording: Wording, how: str) -> str:
        itself = "_itself" if self.itself and self.sort != "enemy" else ""
        return wording.say(f"among.{how}_{self.sort}{itself}")

    def told(self, wording: Wording, how: str) -> str:
        told = super().told(wording, how)
        without = [
            wording.say(f"among.{name}_none")
            for name in ("holding", "activated", "objective")
            if getattr(self, name) is False
        ]
        return wording.qualified([told, *without]) if without else told

    def quality(self, wording: Wording, name: str) -> str:
        if name == "named":
            return wording.say("among.named", names=wording.either.join(map(wording.called, self.named)))
        if name == "size" and self.size == LARGEST:
            return ""
        if name in ("leads", "leadership") and getattr(self, name) == "any":
            return wording.say(f"among.{name}_any")
        if name == "passive":
            return wording.say(f"among.passive_{self.passive}")
        if name in ("not_affiliation", "leadership"):
            named = getattr(self, name)
            told = [wording.called(one) for one in (named if isinstance(named, tuple) else (named,))]
            return wording.say(f"among.{name}", **{name: wording.either.join(told)})
        if name == "not_named":
            return wording.say("among.not_named", names=wording.either.join(map(wording.called, self.not_named)))
        if name == "threat" and self.threat is not None:
            return wording.say("among.threat", threat=wording.amount(self.threat))
        if name == "contests":
            return wording.say("among.contests", type=wording.say(f"crisis_type.{self.contests}"))
        if name == "no_larger":
            return wording.say("among.no_larger", of=wording.whom(self.of))
        if name == "other_than":
            return wording.say("among.other_than", role=wording.either.join(map(wording.whom, self.other_than)))
        if name == "beside":
            return wording.say("among.beside", range=self.beside)
        if name in ("range", "sight"):
            return wording.say(f"among.{name}", range=self.range, of=wording.whom(self.of))
        return super().quality(wording, name)


@rule("affiliation.shorthand")
def belongs(card: CharacterSheet, affiliation: str | None, other: str | None = None) -> bool:
    """Whether a character has an affiliation, if one is asked for, and does not have another one."""
    return affiliation in (None, *card.affiliations) and other not in card.affiliations


@rule("stat-card.name", "stat-card.alter-ego")
def is_called(card: CharacterSheet, names: Iterable[str]) -> bool:
    """Whether one of these is the English name of a character, or its alter ego."""
    own = {show(card.name, "en").casefold(), card.alter_ego.casefold()}
    return not own.isdisjoint(name.casefold() for name in names)


def sheet_of(position: Position, id: str) -> CharacterSheet | None:
    """What is printed of a character, also of one that is KO'd; None for what is none."""
    found: CharacterSheet | None = position.content.characters.get(card_of(position, id))
    return found


def _holds(position: Position, one: str) -> bool:
    """Whether a character holds any token."""
    return any(held_by(position, one))


def _kind(position: Position, token: Any) -> str:
    return str(position.content["crises"][token.crisis].token)


@rule("superpower.keywords", "stat-card.superpowers")
def has_superpower(position: Position, one: str, name: str) -> bool:
    """Whether a character has a superpower or a keyword of this English name, whatever number stands behind it."""
    wanted = name.casefold()
    carried = position.carried(one, "characters")
    called = (show(position.content.name_of(power.name), "en").casefold() for power in carried)
    return any(each == wanted or re.fullmatch(rf"{re.escape(wanted)} \W?\d+\W?", each) for each in called)


@rule("leadership.active")
def leads(position: Position, one: str, affiliation: str) -> bool:
    """Whether a character has the active leadership ability of its squad, which is of an affiliation or of any."""
    required = position.content.required
    return any(affiliation in ("any", required[ability]) for ability in active_of(position, one))


@rule("leadership.active")
def _passive(position: Position, one: str, which: str) -> bool:
    """Whether a character has a leadership ability that is not active: any, or one that its squad may use."""
    own = may_lead(position, one) if which == "squad" else leaderships_of(position, one)
    return not active_of(position, one).issuperset(own)


def has_mark(position: Position, one: str, mark: str) -> bool:
    """Whether a text has marked a character."""
    effects = position.state.effects.values()
    return any(effect.data.get("marks") == mark and effect.data["marked"] == one for effect in effects)


@rule("condition.gain", "keyword.immunity")
def _can_gain(position: Position, one: str, condition: Condition) -> bool:
    """Whether a character can gain a special condition: it neither has it nor is immune to it."""
    return condition not in position.state.characters[one].conditions and not immune(position, one, condition)


def _has_attacked(position: Position, id: str, other: str) -> bool:
    """Whether a character has attacked another one in its activation."""
    activation = own_activation(position, id)
    return activation is not None and any(target == other for target, _ in activation.struck)


def _highest_threat(position: Position, player: int) -> int:
    """The highest threat value among those of a squad who are neither dazed nor gone."""
    squad = (one for one in characters_of(position, player) if able(position, str(one.id)))
    return max((position.content.characters[one.card].threat for one in squad), default=0)


def _accompanied(position: Position, one: str, range: int) -> bool:
    """Whether another character of the same squad is within a range of a character."""
    others = (str(each.id) for each in characters_of(position, position.state.characters[one].player))
    return any(other != one and able(position, other) and within(position, one, other, range) for other in others)


class Everyone(Filter, sort="every"):
    """All characters of a side for which something holds: ``{ every = "enemy", range = 2 }``."""

    every: Side


Who = Role | Everyone
"""Whom an effect means: a role, or everyone of a sort."""


meant = ROLES.meant
"""Those whom a text means and who can be affected."""


@rule("attack.effect-order")
def next_of(game: Game, run: Run, left: list[str], rule: str) -> Steps:
    """Who of those that are left comes next, as the player of the effect decides, and is left no longer; "" at the end.

    Who has been KO'd in between does not come.
    """
    left[:] = [one for one in left if one in game.state.characters]
    if not left:
        return ""
    one = yield from ask_which(run.player, "character", left, rule, character=run.character)
    left.remove(one)
    return one


def worded(amount: Amount) -> str:
    """The variant of a sentence with an amount: "equal" to what is neither a plain number nor "that much"."""
    return "" if isinstance(amount, int) or getattr(amount, "name", "") == "that_much" else "equal"


class OneOf(Verb):
    """A verb by which a player chooses one of several things or characters; where there is none, it cannot be done."""

    def candidates(self, game: Game, run: Run) -> list[str]:
        """What may be chosen now."""
        raise NotImplementedError

    def can(self, game: Game, run: Run) -> bool:
        return bool(self.candidates(game, run))

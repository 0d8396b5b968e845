"""The shape of the content: characters, team tactic cards, crises, terrain, layouts of the battlefield.

The verbs, amounts and conditions of effects are in `effects`. Every model refuses unknown keys and is immutable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias, get_args

from pydantic import Field, StringConstraints, model_validator

from rulewright import rule
from rulewright.geometry.plane import Piece
from rulewright.geometry.plane.data import Degrees, Spot
from rulewright.powers import written
from rulewright.powers.written import WrittenChange, parts_of
from rulewright.text import LANGUAGES
from rulewright.vocabulary import (
    Condition,
    ContentModel,
    Effect,
    Id,
    Name,
    OpenWord,
    Some,
    TextPart,
    Whole,
    earlier_fields,
)

from ..damage import FALLS
from ..effects import Condition as Affliction
from ..effects import Icon
from ..effects.common import SomeTerrain
from ..effects.words import Everyone, Filter, sheet_of
from ..numbers import PERMISSIONS, STATS
from ..running import Run
from ..space.battlefield import within
from ..superpowers.moments import CHOSEN, DICE, IN_WINDOWS, MOMENTS, NOW, OVER, TOKEN, UNROLLED
from ..terms import Attack as AttackUnderWay
from ..terms import able, allied

NUMBERS: Final = {one.stat.name: {lang: getattr(one.stat, lang) for lang in LANGUAGES} for one in STATS}
PERMITTED: Final = {one.name: {lang: getattr(one, lang) for lang in LANGUAGES} for one in PERMISSIONS}
AFFLICTIONS: Final = "|".join(get_args(Affliction))
AttackType = Literal["physical", "energy", "mystic"]
Speed = Literal["short", "medium", "long"]
Period = Literal["activation", "turn", "round", "game", "attack"]
NEAR: Final = tuple(name for name, one in MOMENTS.items() if CHOSEN in one.offers)
"""The moments at which someone else is concerned, who may have to be near."""
POWER_MOMENTS: Final = MOMENTS.of(*(name for name, one in MOMENTS.items() if not one.for_cards))
SPECIAL_MOMENTS: Final = MOMENTS.of(
    "targeted", "attack pool", "own dice", "opposing dice", "before damage", "after attack"
)

if TYPE_CHECKING:
    from rulewright import Position
    from rulewright.kinds import Location
    from rulewright.powers import Bearer
    from rulewright.powers.written import Marked
    from rulewright.programs import Program

    from ..book.wording import Wording

    Moment: TypeAlias = str
    CardMoment: TypeAlias = str
    SpecialMoment: TypeAlias = str
else:
    Moment = Literal[tuple(POWER_MOMENTS)]
    """When a reactive superpower may be used, or an innate one does something."""
    CardMoment = Literal[tuple(MOMENTS)]
    SpecialMoment = Literal[tuple(SPECIAL_MOMENTS)]

Range = Annotated[str, StringConstraints(pattern=r"^[AB]?[1-5]$")]
Stat = Literal[
    "attack dice", "defense dice", "dodge dice", "physical", "energy", "mystic", "speed", "actions", "move actions",
    "movement size", "targeted within",
    "attack cost", "superpower cost", "power gained", "damage", "damage suffered",
    "damage from enemies", "successes for blanks", "dice for criticals",
    "successes for wilds", "successes for failures", "successes for opposing failures", "interaction range",
    "drop range", "modifiable failures", "worth for tokens", "superpower discount",
]  # fmt: skip
Permitted = Literal[
    "critical dice", "go without cover", "power from damage", "power from attacks", "move", "be moved",
    "be moved by enemies", "be advanced", "be placed", "be pushed", "be thrown", "attack",
    "be targeted", "cover",
    "critical successes", "wild successes", "roll defense dice", "benefit from stealth", "need sight",
    "power by own attacks", "add defense dice", "remove damage", "be damaged by enemies",
    "modify dice", "modify attack dice", "modify defense dice", "superpowers", "interact", "hold",
    "contest", "damage from collisions", "damage from characters",
    "reactive superpowers", "cards", "reactive cards",
] | Annotated[
    str, StringConstraints(pattern=rf"^(shake off ({AFFLICTIONS})|(contest|hold|interact with) (secure|extract))$")
]  # fmt: skip
KEYWORDS: Final = (
    "flight", "wall crawler", "stealth", "rogue agent", "always in cover", "never injured for tokens",
    "drops its own tokens", "never injured", "free interaction:(secure|extract|civilian|asset|point-of-interest|next)",
    "contests for the enemy:(secure|extract)",
    "dodges by:(energy|mystic)", rf"immunity:({AFFLICTIONS})",
)  # fmt: skip
Keyword = Annotated[str, StringConstraints(pattern=rf"^({'|'.join(KEYWORDS)})$")]


def is_keyword(name: str) -> bool:
    """Whether a superpower of that name is printed as a keyword only."""
    return re.fullmatch(get_args(Keyword)[1].pattern, name) is not None


PHASES: Final = ("power phase", "cleanup")
"""The moments of superpowers that are steps of the round, at which effects of crisis cards have a step of their own."""


class Entry(ContentModel):
    """What every entry has."""

    id: Id
    name: Name


class Printed(ContentModel):
    """What a rule from a card of one's own has besides: its text, and whether the program plays all of it."""

    printed: str = Field("", description="the text as its owner has it")
    played: Literal["program", "partly", "by hand"] = Field(
        "program", description="who plays it: the program, the player at its moment, or the player alone"
    )


class CardText(TextPart):
    """What a text of a card does at its moment, if its condition holds."""

    def said(self, wording: Wording) -> str:
        told = wording.effects(getattr(self, "effects", ()))
        when = wording.say(f"moment.{moment.name}") if (moment := self.moment()) else ""
        return conditional(wording, self, when, told) if told else ""


def conditional(wording: Wording, text: Any, head: str, told: str) -> str:
    """What a text does, with its condition in front, behind what it is about."""
    test = wording.say("test.if", test=wording.condition(text.test)) if getattr(text, "test", None) is not None else ""
    heads = wording.comma.join(filter(None, (head, test)))
    return f"{heads}{wording.colon}{told}" if heads else told


class Aura(WrittenChange):
    """Whom what a text changes or forbids is about: its character, or the others on a side, within a range or all."""

    always = (*OVER, DICE, UNROLLED)

    side: Literal["allied", "enemy", "opposing"] | None = Field(
        None, description="opposing is who fights an attack with its character"
    )
    range: int | None = Field(None, ge=1, le=5)

    def resolution(self, me: Bearer, source: str, other: Any, program: Program, subject: Any = None) -> Run:
        """Effects of the character that has it."""
        return Run(player=me.player, source=source, queue=program, character=str(me.id))

    def reaches_others(self) -> bool:
        return self.side is not None

    @rule("terms.duplicates")
    def stacks_as(self, place: Location) -> str:
        """Texts of one name do not stack, whoever has them."""
        return f"{place.entry}: {_joined(*self.words())}"

    def label(self, place: Location) -> str:
        return _joined(*self.words(), self.side)

    def words(self) -> tuple[Any, ...]:
        """What it does, whomever it is about."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it does")

    @rule("superpower.innate", "measure.within", "character.ally-enemy")
    def concerns(self, game: Any, me: Bearer, other: str) -> bool:
        """Whether someone else is on its side, and near."""
        if other == me.id or not able(game, other) or not self._on_side(game, str(me.id), other):
            return False
        return not self.range or within(game, str(me.id), other, self.range)

    def _on_side(self, game: Any, id: str, other: str) -> bool:
        if self.side != "opposing":
            return allied(game, id, other) is (self.side == "allied")
        attack = game.find_context(AttackUnderWay)
        return attack is not None and {attack.attacker, attack.target} == {id, other}

    def said(self, wording: Wording) -> str:
        """Whom it is about, and if what, before what it says."""
        whom = wording.say(f"look.of_{self.side}") if self.side else ""
        near = wording.say("look.near", range=self.range) if self.range else ""
        return conditional(wording, self, f"{whom}{near}", self.told(wording))

    @model_validator(mode="after")
    def _range_of_whom(self) -> Aura:
        if self.range is not None and self.side is None:
            raise ValueError("range: it counts only where a side is named")
        return self


class Change(Aura):
    """How a text changes a number of its character, by so much, or halves or limits it."""

    key, earlier = "modifies", "stat"

    modifies: Stat
    by: Whole = 0
    halve: bool = False
    least: int | None = Field(None, ge=0, le=99)
    most: int | None = Field(None, ge=0, le=99)

    @model_validator(mode="after")
    def _one_way(self) -> Change:
        if [bool(self.by), self.halve, self.least is not None, self.most is not None].count(True) != 1:
            raise ValueError("by, halve, least, most: a change says exactly one of them")
        return self

    def marked(self, moments: Any, place: Location) -> Marked:
        return self.changes(self.modifies, self.layer, self.amount, place)

    def words(self) -> tuple[Any, ...]:
        return self.modifies, self.layer, self.amount

    def told(self, wording: Wording) -> str:
        ways = {"halved": "halve", "at least": "least", "at most": "most"}
        return wording.say(f"look.{ways.get(self.layer, 'change')}", what=NUMBERS[self.modifies], by=self.amount)

    @property
    def layer(self) -> str:
        """The layer of the number in which it counts."""
        if self.halve:
            return "halved"
        if self.least is not None:
            return "at least"
        if self.most is not None:
            return "at most"
        return "dice" if self.modifies.endswith("dice") else "changed"

    @property
    def amount(self) -> int:
        """Its amount in that layer."""
        limit = self.least if self.most is None else self.most
        return 2 if self.halve else self.by if limit is None else limit


class Ban(Aura, written.Ban):
    """What a text forbids its character, or forbids others to do to it."""

    earlier = "cannot"

    forbids: Permitted

    def words(self) -> tuple[Any, ...]:
        return self.forbids, 0

    def told(self, wording: Wording) -> str:
        return wording.say("look.ban", what=PERMITTED[self.forbids])


def _joined(*words: Any) -> str:
    """Words as the name of a function."""
    return "_".join(" ".join(str(word) for word in words if word is not None).split()).replace("-", "minus")


if TYPE_CHECKING:
    LastingPart = Aura
else:
    LastingPart = parts_of(
        Aura, Change, Ban, without=("permits", "reduce", "increase", "prevent", "offers", "effects"),
        kind="part of a text that lasts",
    )  # fmt: skip


class Lasting(ContentModel):
    """What lasts as long as its text counts: numbers that it changes, and what it forbids."""

    does: tuple[LastingPart, ...] = ()

    _read_earlier = earlier_fields(changes="does", bans="does")


@rule("attack-profile.special-rules", "attack.icon-rules", "attack.icon-example")
class Special(Printed, CardText):
    """A special rule of an attack: with icons it happens where the final roll shows each of them on its own die."""

    moments = SPECIAL_MOMENTS
    always = (CHOSEN,)

    name: Name | None = None
    icons: tuple[Icon, ...] = ()
    when: SpecialMoment = "after attack"
    test: Condition | None = None
    optional: bool = False
    effects: Some[Effect]

    def apart(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What it tells apart: its icons."""
        yield from (("own", (icon,)) for icon in dict.fromkeys(self.icons))


@rule("attack-profile.type", "attack-profile.range", "attack-profile.strength", "attack-profile.cost",
      "beam.definition", "area.definition")  # fmt: skip
class Attack(Entry):
    """An attack of a stat card; its range is that of a range tool, with B for a beam and A for an area."""

    type: AttackType
    range: Range
    strength: int = Field(ge=1, le=15)
    cost: int = Field(0, ge=0, le=10)
    types: tuple[AttackType, ...] = Field((), description="of which the attacker chooses one; else it is of its type")
    ignores: tuple[Literal["sight", "range", "stealth", "allies"], ...] = Field(
        (), description="what does not keep it from a target; as a beam or an area it may spare allies"
    )
    criticals_only: bool = Field(False, description="whether dice are added to it for criticals alone")
    specials: tuple[Special, ...] = ()


@rule("superpower.anatomy", "superpower.active", "superpower.reactive", "superpower.innate")
class Superpower(Entry, Printed, CardText, Lasting):
    """A superpower: an active one is used in its character's activation, a reactive one at its moment, an innate one
    changes something or does something at its moment, without cost."""

    moments = POWER_MOMENTS

    kind: Literal["active", "reactive", "innate"]
    cost: int = Field(0, ge=0, le=10)
    action: bool = False
    once: Period | None = None
    counted: str = Field("", description="the name under which its uses are counted, with others of that name")
    when: Moment | None = None
    range: int | None = Field(None, ge=1, le=5, description="how near the ally or attacker must be")
    test: Condition | None = None
    effects: tuple[Effect, ...] = ()

    def offered(self) -> frozenset[str]:
        """What is used without a moment is used in an activation."""
        return super().offered() if self.when else frozenset((*NOW, CHOSEN))

    def said(self, wording: Wording) -> str:
        """What it does, and what it changes and forbids as long as it is there."""
        lasting = (one.said(wording) for one in self.does)
        return wording.apart.join(filter(None, (super().said(wording), *lasting)))

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Superpower:
        if self.kind == "reactive" and (self.when is None or not self.effects):
            raise ValueError("when, effects: a reactive superpower has effects and a moment")
        if self.kind == "active" and (self.when is not None or not self.effects):
            raise ValueError("when, effects: an active superpower has effects and no moment")
        if self.kind == "innate" and (self.cost or self.action):
            raise ValueError("cost, action: an innate superpower costs nothing")
        if self.kind == "innate" and bool(self.effects) != (self.when is not None):
            raise ValueError("when, effects: an innate superpower that does something says when, and no other does")
        if self.kind != "innate" and self.does:
            raise ValueError("does: only an innate superpower changes or forbids something as long as it is there")
        if self.kind == "reactive" and self.action:
            raise ValueError("action: only an active superpower takes an action")
        if self.when == "would suffer" and [one.word for one in self.effects] != ["reduce_suffered"]:
            raise ValueError("effects: before damage is suffered there can only be less of it, and that once")
        if self.when == "would suffer" and any(not isinstance(getattr(one, "amount", 1), int) for one in self.effects):
            raise ValueError("effects: a superpower says in a number how much less damage is suffered")
        if self.when in FALLS and self.kind != "innate":
            raise ValueError("when: only an innate superpower does something before its character falls")
        if self.range is not None and self.when not in NEAR:
            raise ValueError(f"range: it counts at these moments only: {', '.join(NEAR)}")
        if not self.effects and (self.test is not None or self.once is not None):
            raise ValueError("test, once: they are about effects; a change or a ban has a test of its own")
        if self.once == "attack" and self.when not in IN_WINDOWS:
            raise ValueError(f"once: in an attack are these moments only: {', '.join(IN_WINDOWS)}")
        if self.counted and (self.once is None or self.when is not None):
            raise ValueError("counted: only what an active superpower does once in a while is counted by a name")
        return self


class Side(ContentModel):
    """One side of a stat card."""

    stamina: int = Field(ge=1, le=20)
    speed: Speed = "medium"
    physical: int = Field(ge=0, le=10)
    energy: int = Field(ge=0, le=10)
    mystic: int = Field(ge=0, le=10)
    attacks: Some[Attack]
    superpowers: tuple[Superpower, ...] = ()
    keywords: tuple[Keyword, ...] = ()


@rule("stat-card.leadership", "leadership.active")
class Ability(Entry, CardText):
    """What a leadership ability does for a character of the squad at a moment, or lets it do: "when an allied
    character ..."; its text speaks of that character as "self". Without a moment it is used in an activation."""

    moments = POWER_MOMENTS

    cost: int = Field(0, ge=0, le=10)
    once: Period | None = None
    each: bool = Field(False, description="whether each character may once, and not only the squad")
    optional: bool = Field(False, description="whether its player decides if it happens")
    when: Moment | None = None
    range: int | None = Field(None, ge=1, le=5, description="how near the other one that is concerned must be")
    test: Condition | None = None
    effects: Some[Effect]

    def offered(self) -> frozenset[str]:
        """What is used without a moment is used in an activation."""
        return super().offered() if self.when else frozenset((*NOW, CHOSEN))

    @model_validator(mode="after")
    def _at_its_moment(self) -> Ability:
        if self.when is None and not self.optional:
            raise ValueError("when, optional: what happens without being asked for has a moment")
        if self.cost and not self.optional:
            raise ValueError("cost, optional: what has to be paid for is optional")
        if self.each and self.once is None:
            raise ValueError("each, once: it says whose limit it is")
        if self.range is not None and self.when not in NEAR:
            raise ValueError(f"range: it counts at these moments only: {', '.join(NEAR)}")
        if self.once == "attack" and self.when not in IN_WINDOWS:
            raise ValueError(f"once: in an attack are these moments only: {', '.join(IN_WINDOWS)}")
        return self


@rule("stat-card.leadership", "leadership.active")
class Leadership(Entry, Printed, Lasting):
    """A leadership ability: what every character of the squad has as long as the leader is on the battlefield."""

    affiliation: Id
    superpowers: tuple[Superpower, ...] = ()
    abilities: tuple[Ability, ...] = ()
    others: tuple[Ability, ...] = Field((), description="abilities of all the others of the squad")
    own: tuple[Ability, ...] = Field(
        (), description="what happens once for the squad, as an ability of the leader alone"
    )


@rule("stat-card.alter-ego", "stat-card.sides", "field.bases")
class Character(Entry):
    """A character: what both sides of the stat card share, and the two sides; without the second it is the first."""

    alter_ego: str
    threat: int = Field(ge=1, le=10)
    size: int = Field(2, ge=1, le=6)
    base: int = Field(35, ge=20, le=130, description="the diameter of the base in millimetres: 35, 50, 65, 80")
    affiliations: Annotated[tuple[Id, ...], OpenWord("affiliation", carried=True)] = ()
    healthy: Side
    injured: Side | None = None
    leadership: Leadership | None = None


MANY: Final = 10
"""Characters that play a card together, at most."""


class PlayedBy(Filter, sort="every"):
    """Who may play a card: an ally of the player for whom all that it says holds."""

    qualities = (*Filter.qualities, "another_name")

    every: Literal["allied"] = "allied"
    itself: bool = True
    another_name: bool = Field(False, description="whether it is called otherwise than the first one who plays it")

    def fits(self, position: Position, run: Run, one: str) -> bool:
        return super().fits(position, run, one) and not (self.another_name and self._shares_name(position, run, one))

    def _shares_name(self, position: Position, run: Run, one: str) -> bool:
        first, other = sheet_of(position, run.chosen), sheet_of(position, one)
        return first is not None and other is not None and first.name == other.name


@rule("tactic-card.definition")
class Tactic(Entry, Printed, CardText):
    """A team tactic card; a character of the squad that can pay its cost plays it, or several that each pay it."""

    moments = MOMENTS

    affiliation: Annotated[Id | None, OpenWord("affiliation")] = None
    by: tuple[PlayedBy, ...] = Field((), description="who may play it, as one of these says; any of the squad without")
    least: int = Field(1, ge=1, le=MANY, description="how many characters play it at least, each of whom pays its cost")
    most: int = Field(1, ge=1, le=MANY, description="how many at most")
    together: bool = Field(False, description="whether one of each that `by` names plays it, and each pays its cost")
    when: CardMoment | None = Field(None, description="the moment of a reactive card; an active one has none")
    range: int | None = Field(None, ge=1, le=5, description="how near the other one that is concerned must be")
    around: Everyone | SomeTerrain | None = Field(
        None, description='whom or what all who play it have to be near; its text means that one by "chosen"'
    )
    test: Condition | None = None
    cost: int = Field(0, ge=0, le=10)
    costs: Literal["", "size", "threat"] = Field("", description="the number of its card that each pays besides")
    action: bool = Field(False, description="whether it takes an action of who plays it, in its activation")
    not_with: tuple[str, ...] = Field((), description="the cards beside which no roster or squad has it, in English")
    attacks: tuple[Attack, ...] = Field((), description="attacks that it lets characters make")
    superpowers: tuple[Superpower, ...] = Field((), description="superpowers that it gives to characters")
    abilities: tuple[Ability, ...] = Field((), description="what it lets characters do, which is no superpower")
    leadership: Leadership | None = Field(None, description="a leadership ability that it gives to a character")
    effects: Some[Effect]

    def said(self, wording: Wording) -> str:
        """Who plays it, and what it does."""
        told = super().said(wording)
        told = wording.say("look.action", told=told) if self.action else told
        if self.around is not None:
            told = wording.say("look.around", whom=self.around.told(wording, "one"), told=told)
        sorts = [one.told(wording, "one") for one in self.by]
        if self.together:
            return wording.say("look.played_together", whom=wording.listed(sorts), told=told)
        by = wording.either.join(sorts) or wording.say("among.one_allied_itself")
        if self.most > 1:
            count = f"{self.least}" if self.least == self.most else f"{self.least}-{min(self.most, MANY)}"
            return wording.say("look.played_by_several", count=count, whom=by, told=told)
        return wording.say("look.played_by", whom=by, told=told) if self.by else told

    @model_validator(mode="after")
    def _by_how_many(self) -> Tactic:
        if self.least > self.most:
            raise ValueError("least, most: at least no more than at most")
        if self.together and (self.most > 1 or len(self.by) < 2):
            raise ValueError("together: it is about two or more that `by` names, without least and most")
        return self

    @model_validator(mode="after")
    def _takes_an_action(self) -> Tactic:
        if self.action and (self.when is not None or self.most > 1):
            raise ValueError("action: only an active card takes one, of the one who plays it")
        return self

    @model_validator(mode="after")
    def _near_something(self) -> Tactic:
        if self.around is not None and self.most > 1:
            raise ValueError("around: it is about one who plays the card, or those who do together")
        if self.around is not None and self.when in IN_WINDOWS:
            raise ValueError(f"around: it counts at no moment in an attack: {', '.join(IN_WINDOWS)}")
        return self

    @model_validator(mode="after")
    def _near_whom(self) -> Tactic:
        if self.range is not None and self.when not in NEAR:
            raise ValueError(f"range: it counts at these moments only: {', '.join(NEAR)}")
        return self

    def offered(self) -> frozenset[str]:
        """An active card is played in the turn of its player; of several that play one there is always another."""
        found = super().offered() if self.when else frozenset((*NOW, CHOSEN))
        return found | {CHOSEN} if self.together or self.around is not None else found


@rule("power-phase.step-3", "activation.step-1", "activation.step-3", "cleanup.crisis-effects")
class CrisisEffect(CardText):
    """What a crisis card does at a moment of the round; its text speaks of each character that it concerns as "it"."""

    when: Literal["power phase", "activation phase begins", "activation phase ends", "cleanup"]
    whom: Literal["each holder", "each contesting", "each near", "each player", "each character", "each side"] = Field(
        description="whoever holds one of its tokens; whoever contests one; whoever is within range 1 of one; a "
        "character that each player chooses; all that are not dazed; each player, whichever the character"
    )
    in_turn: bool = Field(
        False, description="whether it comes for those of the player with priority first, for one after the other"
    )
    follows: bool = Field(False, description="whether it comes right after the one before it on the card")
    test: Condition | None = Field(None, description="what has to hold for whom it concerns")
    effects: Some[Effect]


@rule("objective.interact", "objective.hold")
class TokenText(CardText):
    """What happens when a character interacts with a token of a crisis, or picks it up; its text speaks of that
    character as "it"."""

    always = (TOKEN,)

    test: Condition | None = None
    effects: Some[Effect]


@rule(
    "crisis-card.anatomy", "field.crisis-data", "objective.civilian", "objective.asset", "objective.point-of-interest"
)
class Crisis(Entry, Printed):
    """A crisis card: its tokens, how they are interacted with, and what they score."""

    type: Literal["secure", "extract"]
    threat: int = Field(ge=10, le=25)
    token: Literal["civilian", "asset", "point of interest"]
    spots: Some[Spot]
    interaction: Literal["take", "control", "other"] | None = Field(
        None, description="whether an interaction takes the token, or control of it, or does only what is said besides"
    )
    interacting: TokenText | None = Field(None, description="what happens at an interaction besides")
    taken: TokenText | None = Field(None, description="what happens to whoever picks up a token")
    roll: int = Field(0, ge=0, le=6, description="dice that must show the icon for the interaction to succeed")
    needs: Icon = "critical"
    score: Literal["secured", "controlled", "held"]
    points: int = Field(1, ge=1, le=5)
    far: int | None = Field(None, ge=1, le=5, description="points for the token farthest from the edge of a player")
    goals: tuple[Spot, ...] = Field((), description="tokens that mark where to bring the others, one for each player")
    brought: int = Field(
        0, ge=0, le=5, description="points more for a token within range 1 of the far goal of a player"
    )
    cover: bool = Field(False, description="whether who contests a token has cover from all who do not contest it")
    most: int = Field(1, ge=1, le=6, description="tokens that a character may hold")
    holder: tuple[Superpower, ...] = Field((), description="what whoever holds a token has, as innate superpowers")
    abilities: tuple[Ability, ...] = Field((), description="what whoever holds a token may do, which is no superpower")
    effects: tuple[CrisisEffect, ...] = Field((), description="what it does at moments of the round")

    @model_validator(mode="after")
    def _can_score(self) -> Crisis:
        needed = {"held": "take", "controlled": "control"}.get(self.score)
        taking = needed == "control" and self.interaction == "other" and self.gives_control()
        if needed is not None and self.interaction != needed and not taking:
            raise ValueError(
                f"score, interaction: tokens that are {self.score} score where the interaction is {needed!r}"
            )
        if self.roll and self.interaction is None:
            raise ValueError("roll: there is no interaction that it could decide")
        if self.token == "point of interest" and self.interaction == "take":
            raise ValueError("token, interaction: a point of interest is not picked up")
        if bool(self.goals) != bool(self.brought):
            raise ValueError("goals, brought: goals are what tokens are brought to for points")
        if self.interacting is None and self.interaction == "other":
            raise ValueError("interaction, interacting: it does not say what else an interaction does")
        if self.interacting is not None and self.interaction is None:
            raise ValueError("interacting: there is no interaction at which it could happen")
        return self

    def gives_control(self) -> bool:
        """Whether its interaction may give control of the token by what it says besides."""
        from rulewright.vocabulary import walk

        from ..effects.of_crises import TakeControl

        return self.interacting is not None and any(isinstance(part, TakeControl) for _, part in walk(self.interacting))

    @model_validator(mode="after")
    def _has_an_order(self) -> Crisis:
        before = (None, *self.effects)
        if any(
            one.follows and (last is None or last.when != one.when)
            for last, one in zip(before, self.effects, strict=False)
        ):
            raise ValueError("effects, follows: what follows has one before it at the same moment")
        return self

    @model_validator(mode="after")
    def _holders_are_burdened(self) -> Crisis:
        held = self.holder or self.abilities or self.taken or any(one.whom == "each holder" for one in self.effects)
        if self.interaction != "take" and held:
            raise ValueError("holder, effects: nobody holds a token that is not taken")
        if any(power.when in PHASES for power in self.holder):
            raise ValueError(f"holder: what happens in these phases stands in effects: {', '.join(PHASES)}")
        return self


@rule("terrain.size", "terrain.interactive", "terrain.non-interactive", "terrain.size-table")
class Terrain(Entry):
    """A kind of terrain feature; its outline is in inches around its middle."""

    size: int = Field(ge=1, le=6)
    outline: Annotated[tuple[Spot, ...], Field(min_length=3)]
    interactive: bool = True
    balance: bool = Field(True, description="whether a base can stand on top of it (move.balance)")

    @model_validator(mode="after")
    def _is_a_piece(self) -> Terrain:
        Piece(self.id, self.outline)
        return self


class Feature(ContentModel):
    """Where a terrain feature stands, with its middle; ``facing`` in degrees."""

    kind: Id
    at: Spot
    facing: Degrees = 0.0


class Layout(Entry):
    """Terrain on the battlefield."""

    terrain: tuple[Feature, ...]

"""What words of effects have in common: whom they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field

from rulewright import rule
from rulewright.geometry.grid import LineState
from rulewright.programs import Roles
from rulewright.vocabulary import Group, Needs, OpenWord

from ..book.sheets import SIZES, Size
from ..lasting import chosen_powers
from ..powers.card import column_of, printed
from ..space.board import adjacent, beside_elevated, within
from ..space.sight import direct_line, line
from ..terms import (
    attack_of,
    character,
    force,
    friendly,
    keywords,
    on_map,
    remembered,
    safe_from,
    shares_keyword,
    sheet,
    size_of,
)

if TYPE_CHECKING:
    from rulewright import Position

    from ..book.wording import Wording
    from ..terms import Attack
    from .resolution import Run

ATTACK: Final = "an attack that is being made"
ACTION: Final = "an action that is being resolved"
SUBJECT: Final = "a character whose moment it is"
OTHER: Final = "another character whom the moment concerns"
CHOSEN: Final = "a character whom the text has chosen"
POWER: Final = "a power or ability that is being used"
DONE: Final = "something that may be done"
D6: Final = "a d6 that the text has rolled"

Role = Annotated[
    Literal["self", "chosen", "other", "attacker", "targets", "hit"],
    Needs({"chosen": (CHOSEN,), "other": (OTHER,), "attacker": (ATTACK,), "targets": (ATTACK,), "hit": (ATTACK,)}),
]
"""The character whose effect it is, whom the text has chosen, the other one of the event, and those of the attack."""
Side = Literal["friendly", "opposing", "any"]
CombatValue = Literal["speed", "attack", "defense", "damage", "range"]
Column = Literal["", "speed", "attack", "defense", "damage"]
"""A column of the dial; empty where none is named."""
Increased = Literal["attack roll", "attack total", "dealt", "targets", "action total", "break away"]
"""Numbers that are no combat values: they are increased and decreased (6.10)."""

TITLES: Final = {
    "mr": "mister", "mrs": "missus", "dr": "doctor", "prof": "professor", "lt": "lieutenant", "capt": "captain",
    "sgt": "sergeant", "st": "saint", "jr": "junior", "sr": "senior",
}  # fmt: skip
"""Abbreviated titles with their long forms (21.9a)."""


@rule("21.9", "21.9a")
def plain_name(name: str) -> str:
    """A name as effects look for it: without what stands in parentheses, titles in full, without an article."""
    words = name.partition("(")[0].casefold().replace(".", "").split()
    words = [TITLES.get(word, word) for word in words]
    return " ".join(words[1:] if words[:1] == ["the"] and len(words) > 1 else words)


@rule("21.9", "21.9a")
def names_of(position: Position, id: str) -> list[str]:
    """The name of a character as effects look for it, in each language."""
    found = sheet(position, id).name
    return [plain_name(name) for name in (found.values() if not isinstance(found, str) else (found,))]


@rule("21.9", "21.9c")
def called(position: Position, id: str, name: str) -> bool:
    """Whether a character has a name: the whole of it, and no other."""
    return plain_name(name) in names_of(position, id)


def targets_of(position: Position, id: str) -> tuple[str, ...]:
    """The targets of the attack that a character makes; none where it makes none."""
    attack = attack_of(position)
    return attack.targets if attack is not None and attack.attacker == id else ()


@rule("20")
def has_used(position: Position, id: str, power: str) -> bool:
    """Whether a character was given an action of a power this turn."""
    given = (*character(position, id).done, *remembered(position, id).words)
    return power in {word.removeprefix("use ").partition(":")[0] for word in given}


FARTHEST: Final = 99
"""More squares than any map has: a line of fire of any length."""

Holds = Callable[[Any, str, str, Any], bool]
"""Whether a quality holds for a character, seen from the one whose effect it is: ``(position, me, one, value)``."""

HOLDS: Final[Mapping[str, Holds]] = {
    "alone": lambda position, me, one, value: one == me,
    "tokens": lambda position, me, one, value: character(position, one).tokens >= value,
    "points_at_most": lambda position, me, one, value: character(position, one).points <= value,
    "fewer_points": lambda position, me, one, value: character(position, one).points < character(position, me).points,
    "past_click": lambda position, me, one, value: character(position, one).click > value,
    "keyword": lambda position, me, one, value: value in keywords(position, one),
    "size": lambda position, me, one, value: SIZES[size_of(position, one)] == value,
    "can_use": lambda position, me, one, value: position.has(value, one),
    "named": lambda position, me, one, value: called(position, one, value),
    "targeted": lambda position, me, one, value: one in targets_of(position, me),
    "attacks": lambda position, me, one, value: me in targets_of(position, one),
    "range": lambda position, me, one, value: one == me or within(position, me, one, value),
    "touching": lambda position, me, one, value: one != me and within(position, me, one, 1),
    "adjacent": lambda position, me, one, value: one == me or adjacent(position, me, one),
    "nonadjacent": lambda position, me, one, value: one != me and not adjacent(position, me, one),
    "shares_keyword": lambda position, me, one, value: shares_keyword(position, me, one),
    "has_used": lambda position, me, one, value: has_used(position, one, value),
    "can_use_chosen": lambda position, me, one, value: any(
        position.has(power, one) for power in chosen_powers(position, me)
    ),
    "by_elevated": lambda position, me, one, value: beside_elevated(position, one),
    "sight": lambda position, me, one, value: one == me or line(position, me, one, value) is not LineState.BLOCKED,
    "direct": direct_line,
}
"""The qualities that texts may ask of a character, those that are quickly looked up first."""

OF_STANDING: Final = (
    "alone", "size", "can_use", "range", "touching", "adjacent", "nonadjacent", "by_elevated", "sight", "direct",
)  # fmt: skip
"""Those that stay as they are as long as all stand where they do and carry what they do (`space.board.standing`)."""


class Filter(Group):
    """Which characters a text may mean: those of a side for which all that it says holds."""

    own = "friendly"
    qualities = (
        "adjacent", "nonadjacent", "touching", "sight", "direct", "by_elevated", "range", "keyword", "shares_keyword",
        "named", "size", "can_use", "tokens", "points_at_most", "fewer_points", "past_click", "points", "targeted",
        "attacks", "has_used", "can_use_chosen",
        "itself", "alone",
    )  # fmt: skip

    adjacent: bool = Field(False, description="adjacent to the character whose effect it is")
    nonadjacent: bool = Field(False, description="not adjacent to it")
    touching: bool = Field(False, description="touching it, adjacent or not (6.3c)")
    range: int | None = Field(None, ge=1, le=20, description="within so many squares")
    sight: bool = Field(False, description="within line of fire")
    direct: bool = Field(False, description="within a direct line of fire (11.4f)")
    by_elevated: bool = Field(False, description="adjacent to elevated terrain (16.5f)")
    keyword: Annotated[str, OpenWord("keyword")] = ""
    shares_keyword: bool = Field(False, description="with a keyword of the character whose effect it is")
    named: str = Field("", description="characters of that name (21.9c)")
    size: Size | None = None
    can_use: str = Field("", description="those that can use a power or ability")
    tokens: int | None = Field(None, ge=1, le=2, description="with at least so many action tokens")
    points_at_most: int | None = Field(None, ge=1, le=1000)
    fewer_points: bool = Field(False, description="of fewer points than the character whose effect it is")
    past_click: int | None = Field(None, ge=1, le=40, description="those on a click of a higher number")
    targeted: bool = Field(False, description="targets of the attack that it makes")
    attacks: bool = Field(False, description="who makes an attack that targets it")
    can_use_chosen: bool = Field(False, description="those that can use a power that was chosen for it")
    has_used: str = Field("", description="those that were given an action of a power or ability this turn")
    itself: bool = Field(False, description="whether the one whose effect it is may be among them")
    alone: bool = Field(False, description="nobody but the one whose effect it is")
    points: Literal["", "highest", "lowest"] = Field("", description="those of the most or the least points (21.10)")

    @property
    def remembers(self) -> str:
        """What is to be remembered of a turn for it."""
        return "use" if self.has_used else ""

    def found(self, position: Position, run: Run) -> list[str]:
        those = [one for one in self.anyone(position, run) if self._qualifies(position, run, one)]
        return extreme(position, those, self.points) if self.points else those

    @rule("6.2", "26")
    def anyone(self, position: Position, run: Run) -> Iterator[str]:
        """All on the map who are on that side."""
        me, own = run.character, position.team(force(position, run.character))
        for one in position.state.characters.values():
            if one.area == "map" and (one.id != me or self.itself or self.alone) and self.of_side(one.player in own):
                yield str(one.id)

    @rule("21.10")
    def fits(self, position: Position, run: Run, one: str) -> bool:
        if not (self.of_side(friendly(position, run.character, one)) and self._qualifies(position, run, one)):
            return False
        return not self.points or one in extreme(position, (*self.found(position, run), one), self.points)

    @rule("6.3d", "11.3c", "11.4e", "11.4f")
    def _qualifies(self, position: Position, run: Run, one: str) -> bool:
        """Whether all holds for a character of that side that can be said of it alone."""
        me = run.character
        for holds, value in self.asked:
            if not holds(position, me, one, value):
                return False
        return not safe_from(position, one, run.source, me)

    @cached_property
    def asked(self) -> tuple[tuple[Holds, Any], ...]:
        """What it asks of each character, with the value of each field: what is quickly answered comes first."""
        reach = self.range or FARTHEST
        fields = ((name, reach if name in ("sight", "direct") else getattr(self, name)) for name in HOLDS)
        return tuple((HOLDS[name], value) for name, value in fields if getattr(self, name))

    @cached_property
    def steady(self) -> bool:
        """Whether it means the same as long as all stand where they do and carry what they do."""
        asked = (name for name in (*HOLDS, "points") if getattr(self, name))
        return all(name in OF_STANDING for name in asked)

    def quality(self, wording: Wording, name: str) -> str:
        if name in ("can_use", "has_used"):
            return wording.say(f"among.{name}", **{name: wording.power(getattr(self, name))})
        return wording.say(f"among.{self.points}") if name == "points" else super().quality(wording, name)


@rule("18.3")
def standard_of(column: str) -> tuple[str, ...]:
    """The standard powers of a column, as the Powers and Abilities Card lists them; none without a column."""
    return tuple(one.power.name for one in printed() if column and column_of(one.power.name) == column)


@rule("18.1", "18.2", "18.3")
def of_column(position: Position, column: str) -> tuple[str, ...]:
    """The standard powers of a column, and the special powers that dials show there; none without a column."""
    return (*standard_of(column), *(position.content.in_column[column] if column else ()))


def powers_or_column(wording: Wording, powers: Iterable[str], column: str) -> list[str]:
    """Powers by name and all those of a column, in words."""
    all_of_it = [wording.say("part.column", column=wording.number(column))] if column else []
    return [*map(wording.power, powers), *all_of_it]


@rule("21.10", "21.10a")
def extreme(position: Position, ids: Iterable[str], which: str) -> list[str]:
    """Those of the highest or lowest points; of several that are tied the one who chooses picks one."""
    points = {id: character(position, id).points for id in ids}
    best = (max if which == "highest" else min)(points.values(), default=0)
    return [id for id, value in points.items() if value == best]


class Everyone(Filter, sort="every"):
    """All characters of a side for which something holds: ``{ every = "friendly", adjacent = true }``."""

    every: Side


Who = Role | Everyone
"""Whom an effect means: a role, or everyone of a sort."""


def _of_attack(those: Callable[[Attack], tuple[str, ...]]) -> Callable[[Position, Run], tuple[str, ...]]:
    """A role in the attack that is being made."""

    def found(position: Position, run: Run) -> tuple[str, ...]:
        attack = attack_of(position)
        return () if attack is None else those(attack)

    return found


ROLES: Final = Roles(
    {
        "self": lambda position, run: (run.character,),
        "chosen": lambda position, run: run.chosen,
        "other": lambda position, run: (run.other,),
        "attacker": _of_attack(lambda attack: (attack.attacker,)),
        "targets": _of_attack(lambda attack: attack.targets),
        "hit": _of_attack(lambda attack: attack.hits),
    },
    on_map,
)


@rule("20", "21.9b", "21.9d")
def meant(position: Position, run: Run, whom: Any) -> list[str]:
    """Those on the map whom a text means; its own character's name means that very one, or whoever has copied it."""
    return ROLES.meant(position, run, whom)

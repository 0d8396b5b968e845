"""What words of effects have in common: whom they mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import Field

from rulewright import rule
from rulewright.vocabulary import ContentModel

from ..space.board import adjacent, beside_elevated, distance
from ..space.sight import direct_line, line
from ..terms import attack_of, character, force, on_map, on_maps, safe_from, sheet

if TYPE_CHECKING:
    from rulewright import Position

    from ..book.wording import Wording
    from .resolution import Run

Role = Literal["self", "chosen", "other", "attacker", "targets", "hit"]
"""The character whose effect it is, whom the text has chosen, the other one of the event, and those of the attack."""
Side = Literal["friendly", "opposing", "any"]
CombatValue = Literal["speed", "attack", "defense", "damage", "range"]

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


@rule("21.9", "21.9c")
def called(position: Position, id: str, name: str) -> bool:
    """Whether a character has a name: the whole of it, and no other."""
    names = sheet(position, id).name
    known = names.values() if not isinstance(names, str) else (names,)
    return plain_name(name) in map(plain_name, known)


class Filter(ContentModel):
    """Which characters a text may mean: those of a side for which all that it says holds."""

    adjacent: bool = Field(False, description="adjacent to the character whose effect it is")
    range: int | None = Field(None, ge=1, le=20, description="within so many squares")
    sight: bool = Field(False, description="within line of fire")
    direct: bool = Field(False, description="within a direct line of fire (11.4f)")
    by_elevated: bool = Field(False, description="adjacent to elevated terrain (16.5f)")
    keyword: str = ""
    named: str = Field("", description="characters of that name (21.9c)")
    itself: bool = Field(False, description="whether the one whose effect it is may be among them")
    points: Literal["", "highest", "lowest"] = Field("", description="those of the most or the least points (21.10)")

    @property
    def sort(self) -> Side:
        """Of which side they are."""
        raise NotImplementedError

    def found(self, position: Position, run: Run) -> list[str]:
        """Whom it means now."""
        found = [id for id in self._all(position, run) if not safe_from(position, id, run.source, run.character)]
        return extreme(position, found, self.points) if self.points else found

    def _all(self, position: Position, run: Run) -> Iterator[str]:
        for one in on_maps(position):
            id = str(one.id)
            if self._fits(position, run.character, id):
                yield id

    @rule("6.3d", "11.3c", "11.4e", "11.4f")
    def _fits(self, position: Position, me: str, id: str) -> bool:
        own = force(position, id) == force(position, me)
        if id == me and not self.itself:
            return False
        return (
            (self.sort == "any" or own == (self.sort == "friendly"))
            and (id == me or not self.adjacent or adjacent(position, me, id))
            and (id == me or self.range is None or distance(position, me, id) <= self.range)
            and (id == me or not self.sight or line(position, me, id, self.range or 99).name != "BLOCKED")
            and (not self.direct or direct_line(position, me, id, self.range or 99))
            and (not self.by_elevated or beside_elevated(position, id))
            and (not self.keyword or self.keyword in sheet(position, id).keywords)
            and (not self.named or called(position, id, self.named))
        )

    def told(self, wording: Wording, how: str) -> str:
        """It in words: one of them, or each of them."""
        parts = [wording.say(f"among.{how}_{self.sort}")]
        parts += [
            wording.say(f"among.{word}")
            for word in ("adjacent", "sight", "direct", "by_elevated")
            if getattr(self, word)
        ]
        if self.range is not None:
            parts.append(wording.say("among.range", range=self.range))
        if self.keyword:
            parts.append(wording.say("among.keyword", keyword=self.keyword))
        if self.named:
            parts.append(wording.say("among.named", name=self.named))
        if self.points:
            parts.append(wording.say(f"among.{self.points}"))
        return wording.together(parts)


@rule("21.10", "21.10a")
def extreme(position: Position, ids: Iterable[str], which: str) -> list[str]:
    """Those of the highest or lowest points; of several that are tied the one who chooses picks one."""
    points = {id: character(position, id).points for id in ids}
    best = (max if which == "highest" else min)(points.values(), default=0)
    return [id for id, value in points.items() if value == best]


class Everyone(Filter):
    """All characters of a side for which something holds: ``{ every = "friendly", adjacent = true }``."""

    every: Side

    @property
    def sort(self) -> Side:
        return self.every

    def said(self, wording: Wording) -> str:
        """It in words."""
        return self.told(wording, "each")


Who = Role | Everyone
"""Whom an effect means: a role, or everyone of a sort."""


@rule("20", "21.9b", "21.9d")
def meant(position: Position, run: Run, whom: Any) -> list[str]:
    """Those on the map whom a text means; its own character's name means that very one, or whoever has copied it."""
    if isinstance(whom, Everyone):
        return whom.found(position, run)
    attack = attack_of(position)
    found: tuple[str, ...]
    if whom in ("attacker", "targets", "hit"):
        of = {} if attack is None else {"attacker": (attack.attacker,), "targets": attack.targets, "hit": attack.hits}
        found = of.get(whom, ())
    else:
        found = {"self": (run.character,), "chosen": run.chosen, "other": (run.other,)}[whom]
    return [id for id in found if on_map(position, id)]

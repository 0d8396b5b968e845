"""Whom a text means: a group, everyone of a side for whom all holds that it says.

Roles such as "self" and "attacker" are :class:`rulewright.programs.Roles`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, ClassVar

from .models import ContentModel


class Group(ContentModel):
    """Whom a text may mean: those of a side for whom all holds that it says.

    A game derives its own, with a field for each quality that its texts may ask for, and from that the words in which
    it is used; ``sort`` names the field that says of which side they are::

        class Everyone(Group, sort="every"):
            every: Side

    The words of a quality are the text ``among.FIELD``, those of the whole ``among.each_enemy``.
    """

    qualities: ClassVar[tuple[str, ...]] = ()
    """The fields that say what holds for those who are meant, in the order of a sentence; each is unset where false."""
    own: ClassVar[str] = ""
    """What the side is called that is one's own; all are of the side "any"."""
    sort_field: ClassVar[str] = ""

    def __init_subclass__(cls, *, sort: str = "", **others: Any) -> None:
        super().__init_subclass__(**others)
        cls.sort_field = sort or cls.sort_field

    @property
    def sort(self) -> str:
        """Of which side they are."""
        return str(getattr(self, self.sort_field))

    # -- whom it means

    def found(self, position: Any, run: Any) -> list[Any]:
        """Whom it means now."""
        return [one for one in self.anyone(position, run) if self.fits(position, run, one)]

    def finds(self, position: Any, run: Any) -> bool:
        """Whether it means anyone now."""
        return any(self.fits(position, run, one) for one in self.anyone(position, run))

    def anyone(self, position: Any, run: Any) -> Iterable[Any]:
        """Those among whom it looks."""
        raise NotImplementedError

    def fits(self, position: Any, run: Any, one: Any) -> bool:
        """Whether all that it says holds for one of them."""
        raise NotImplementedError

    def of_side(self, own: bool) -> bool:
        """Whether someone of one's own side, or of the other one, is of the side that it says."""
        return own in self._sides

    @cached_property
    def _sides(self) -> tuple[bool, ...]:
        """Whether those of one's own side are meant, of the other one, or of both."""
        return (True, False) if self.sort == "any" else (self.sort == self.own,)

    # -- how it is said

    def told(self, wording: Any, how: str) -> str:
        """It in words: "one" of them, or "each" of them."""
        asked = (self.quality(wording, name) for name in self.qualities if getattr(self, name))
        said: str = wording.qualified([self.noun(wording, how), *filter(None, asked)])
        return said

    def noun(self, wording: Any, how: str) -> str:
        """What they are called, whatever else it says of them."""
        return str(wording.say(f"among.{how}_{self.sort}"))

    def quality(self, wording: Any, name: str) -> str:
        """What it says of them in one field; nothing where that is no more than what is always so."""
        return str(wording.say(f"among.{name}", **{name: wording.fact(name, getattr(self, name))}))

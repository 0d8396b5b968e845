"""The shape of what has texts: datasheets, profiles, weapons, detachments and Enhancements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from rulewright import rule
from rulewright.text import Words
from rulewright.vocabulary import ContentModel, Name, Some

from ..abilities.parts import AnyPart
from ..book import models

if TYPE_CHECKING:
    from ..book.wording import Wording


class RuleText(ContentModel):
    """A rule: its name, the text of whoever wrote the file, and what of it the program plays; people play the rest."""

    name: str | Name
    text: str = ""
    does: tuple[AnyPart, ...] = ()
    repeats: bool = Field(False, description="it repeats a core rule, which the program plays in any case")

    @property
    def called(self) -> Words:
        """Its name, by language where it has one in each."""
        return self.name if isinstance(self.name, str) else self.name.words

    def said(self, wording: Wording) -> str:
        """What the program plays of it, in words."""
        return wording.apart.join(one.said(wording) for one in self.does)


class Texts(ContentModel):
    """What has rules of its own."""

    texts: tuple[RuleText, ...] = Field((), description="its rules in words, with what the program plays of them")


@rule("core.datasheet")
class Weapon(Texts, models.Weapon):
    """A weapon; its texts are about attacks with it."""


@rule("core.datasheet")
class Wargear(Texts, models.Wargear):
    """Wargear that is no weapon; its texts count while a model of the unit is equipped with it."""


@rule("core.datasheet")
class Profile(Texts, models.Profile):
    """A kind of model of a datasheet; its texts are those of each such model."""


@rule("core.muster-enhancements")
class Enhancement(Texts, models.Enhancement):
    """An Enhancement; its texts are those of its bearer."""


@rule("core.muster-detachment")
class Detachment(Texts, models.Detachment):
    """A set of Detachment rules; its texts are those of each unit of the army."""

    enhancements: tuple[Enhancement, ...] = ()


@rule("core.datasheet")
class Datasheet(Texts, models.Datasheet):
    """A unit; its texts are those of the whole unit, and of the unit that it leads where they say so."""

    profiles: Some[Profile]
    weapons: tuple[Weapon, ...] = ()
    wargear: tuple[Wargear, ...] = Field((), description="what its models may be equipped with beside weapons")

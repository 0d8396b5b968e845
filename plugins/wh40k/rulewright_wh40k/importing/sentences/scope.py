"""What the beginning of a sentence says about its rest, and the words in which sentences name whom they are about."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ..abilities import unmarked
from ..nouns import ALONE, KEYWORDS, LEFT_OUT, all_of, either, left_out
from ..patterns import matched

Document: TypeAlias = dict[str, Any]
Parts: TypeAlias = list[Document]

SELF: Final = r"this model|this unit|the unit|the bearer|the bearer's unit|this model's unit"
NAMES: Final = (
    r"(this model's unit|the bearer's unit|this model|this unit|the unit|that unit|that enemy unit|the bearer|"
    r"this fortification)"
)
ARMY: Final = rf"{KEYWORDS} (?:models?|units?)(?: \(excluding [^)]+\))? from your army"
"""Models or units of an army, of whom Detachment rules speak."""
WHO: Final = rf"(?:(?:all |each )?(?:the )?models? in )?({NAMES[1:-1]}|{ARMY})"
HAVE: Final = r"(?:has|have)"


LED: Final[Document] = {"of": "led"}
ANYONE: Final[Document] = {}


class Scope(Struct, frozen=True):
    """What the beginning of a sentence says: of ``whom`` "that unit" is, the field ``of`` of what is about it, the
    reach of an Aura, and the conditions so far."""

    that: str = ""
    """What "that unit" is: one that is led, or one within an Aura; nothing where it was not named."""
    reach: Document = {}
    tests: tuple[Document, ...] = ()
    army: bool = False
    """Whether it is a rule of a detachment, which may speak of a whole army."""

    @property
    def subject(self) -> str:
        """Who "that unit" or "this unit" is in conditions."""
        return "acting" if self.that == "aura" else "target"

    def when(self, test: Document) -> Scope:
        """The same under one more condition."""
        return replace(self, tests=(*self.tests, test))

    def of(self, printed: str) -> Document | None:
        """Whom a part is about that speaks of these; None where it is not known, or where these are several."""
        found = self.of_each(printed)
        return found[0] if len(found) == 1 else None

    def of_each(self, printed: str) -> Parts:
        """Whom parts are about that speak of these, one for each; nothing where it is not known."""
        plain = printed.lower()
        if plain in ("this model", "the bearer", "this fortification"):
            return [] if self.that == "aura" else [{"of": "model"}]
        if plain in ("this unit", "the unit", "the bearer's unit", "this model's unit"):
            return [] if self.that else [{"of": "unit"}]
        if plain in ("that unit", "that enemy unit"):
            return {"led": [LED], "aura": [ANYONE]}.get(self.that, [])
        return self._of_army(printed)

    def _of_army(self, printed: str) -> Parts:
        """Units of the army with keywords, of which a rule of its detachment speaks."""
        found = matched(rf"(?:an? )?({KEYWORDS}) (models?|units?)(?: {LEFT_OUT})? from your army", printed)
        if found is None or not self.army or self.that:
            return []
        each = either(found[1], named=True) or []
        without = left_out(found[3]) if found[3] else []
        if without is None:
            return []
        more: Document = {"without": without} if without else {}
        more |= {"themselves": True} if found[2].lower().startswith("model") else {}
        return [{"of": "unit", "keywords": one, **more} for one in each]

    def part(self, part: Document, about: Document) -> Document:
        """A part with its reach and its conditions."""
        tests = [one["test"] for one in (about, part) if "test" in one]
        return {**part, **about, **self.reach, **self.under({"test": all_of(tests)} if tests else {})}

    def under(self, part: Document) -> Document:
        """The condition of a part under those of the scope."""
        tests = [*self.tests, *([part["test"]] if "test" in part else ())]
        return {"test": all_of(tests)} if tests else {}


def folded(text: str) -> str:
    """A text as the patterns have it: keywords in capitals where they are marked, signs folded, without notes."""
    text = re.sub(r"\*", "", text)
    text = re.sub(r"\^\^(.+?)\^\^", lambda found: found[1].upper(), text)
    text = unmarked(text).replace("’", "'").replace("‑", "-").replace("‐", "-").replace("”", '"').replace("“", '"')
    text = re.sub(r"\s*Designer's Note:.*$", "", text, flags=re.IGNORECASE)
    return re.sub(r"[\[\]]", "", text).strip().removeprefix(":").lstrip()


Reads: TypeAlias = Callable[[str, Scope], Parts]


def listed(printed: str, scope: Scope, one: Reads, behind: Reads) -> Parts:
    """What a list of effects says: all of them, with "and" between two; ``behind`` reads what stands behind that."""
    if found := one(printed, scope):
        return found
    for place in re.finditer(r",? and,?(?: you can)? ", printed):
        first, rest = one(printed[: place.start()], scope), printed[place.end() :]
        if not first:
            continue
        subject = re.match(rf"{WHO} {HAVE} ", printed, re.IGNORECASE)
        for more in (rest, *([subject[0] + rest] if subject else ())):
            if last := listed(more, scope, behind, behind):
                return first + last
    return []


def signed(word: str, by: str) -> int:
    """A number that is added or subtracted."""
    return int(by) * (1 if word.lower() == "add" else -1)


def better(word: str, stat: str, by: str) -> Document:
    """A number that is improved or worsened."""
    return {"modifies": stat, "layer": f"{word.lower().removesuffix('e')}ed", "by": int(by)}


def whole_unit(about: Document | None) -> Document | None:
    """Whom something is about that only whole units do; a model does it where it is one."""
    return {"of": "unit", "test": ALONE} if about == {"of": "model"} else about


def attacking(printed: str | None) -> Document:
    """The field of a part that is about ranged or melee attacks."""
    return {"attacking": printed.strip().lower()} if printed and printed.strip() else {}

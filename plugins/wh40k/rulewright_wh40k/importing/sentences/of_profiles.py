"""Texts of datasheets that are about one kind of model in the unit: these are texts of its profile."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rulewright import rule
from rulewright.importing import slug

from ..nouns import ALONE
from . import by_program
from .scope import Document, Parts, folded

HAS: Final = r"[Tt]his unit's ([A-Z][\w' -]+?) model\b"
CONTAINS: Final = r"While this unit contains (?:an? |one or more )?([A-Z][\w' -]+?)(?: models?)?, "
OF_MODEL: Final = ("model", "attackers")


@rule("core.datasheet", "commentary.bearer")
def of_profile(text: str, names: Iterable[str]) -> tuple[str, Parts]:
    """The name of a profile whose text it is, and what it says, where every word of it is understood.

    "This unit's captain model" is then the model that has the text, which counts as long as the unit has such a model.
    """
    printed, known = folded(text), {slug(name): name for name in names}
    if found := re.match(CONTAINS, printed):
        rest = printed[found.end() :]
        parts = by_program(rest[0].upper() + rest[1:]) if slug(found[1]) in known else []
        return known.get(slug(found[1]), ""), [] if any(one.get("of") in OF_MODEL for one in parts) else parts
    called = {slug(one) for one in re.findall(HAS, printed)}
    if len(called) != 1 or not called <= known.keys():
        return "", []
    parts = by_program(re.sub(HAS, "this model", printed))
    return known[called.pop()], parts if all(map(_is_of_a_model, parts)) else []


def _is_of_a_model(part: Document) -> bool:
    """Whether a part is about a model, or measured from it, and not about its unit where that is this model alone."""
    test = part.get("test", {})
    own = "aura" in part or "when" in part or part.get("of") == "model"
    return own and ALONE not in test.get("all", [test])

"""Whether the game takes a datasheet that an import has made."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from rulewright.problems import ContentError

if TYPE_CHECKING:
    from rulewright.vocabulary import Lexicon


@cache
def _words() -> Lexicon:
    from ..cards.loading import lexicon

    return lexicon()


def refuse_unsound(sheet: dict[str, Any]) -> None:
    """Raises ContentError naming the first thing that the game would refuse in a datasheet."""
    from pydantic import ValidationError

    from rulewright.validation import problems_of

    from ..cards.models import Datasheet

    try:
        _words().read(Datasheet, sheet)
    except ValidationError as error:
        raise ContentError(islice(problems_of(error, Datasheet, data=sheet, lexicon=_words()), 1)) from None

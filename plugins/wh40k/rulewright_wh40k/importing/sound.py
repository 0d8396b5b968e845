"""Whether the game takes what an import has made."""

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


def refuse_unsound(entry: dict[str, Any], kind: str = "Datasheet") -> None:
    """Raises ContentError naming the first thing that the game would refuse in an entry; ``kind`` is its model."""
    from pydantic import ValidationError

    from rulewright.validation import problems_of

    from ..cards import models

    model = getattr(models, kind)
    try:
        _words().read(model, entry)
    except ValidationError as error:
        raise ContentError(islice(problems_of(error, model, data=entry, lexicon=_words()), 1)) from None

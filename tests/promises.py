"""What bots make of the texts of a game: what they answer where nothing else tells answers apart, and of which words
nobody has said what they are worth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.bots import GreedyBot
from rulewright.programs import Judge
from rulewright.testing import Scenario
from rulewright.vocabulary import Lexicon, Verb
from rulewright.vocabulary.words import Said

SEEDS = range(8)


def answers(position: Scenario) -> set[Any]:
    """What greedy bots with several seeds answer."""
    request = position.game.request
    assert request is not None
    view = position.game.view(request.player)
    return {GreedyBot(seed, worlds=2).choose(view, request) for seed in SEEDS}


def worthless(lexicon: Lexicon, judge: Judge) -> set[str]:
    """The verbs that say nothing of their worth, of whose thing the judge knows none, and that lead to no others."""
    silent = {word: verb for word, verb in lexicon.verbs.items() if verb.worth is Verb.worth}
    return {word for word, verb in silent.items() if not judge.worths.get(verb.stake.thing) and not _leads_on(verb)}


def _leads_on(verb: type[Verb]) -> bool:
    return any("effect" in _sorts(field.annotation, field.metadata) for field in verb.model_fields.values())


def _sorts(annotation: Any, marks: Iterable[Any]) -> set[str]:
    """The sorts of words that may stand in a field."""
    found = {mark.sort for mark in marks if isinstance(mark, Said)}
    inside = (*getattr(annotation, "__args__", ()), *getattr(annotation, "__metadata__", ()))
    return found.union(*(_sorts(one, (one,)) for one in inside))

"""Changed saves: refused by name or told not to be verified; none is verified with another log or another future."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Final

import msgspec

from rulewright import Game, SaveError
from rulewright.api import from_journal, rules_for
from rulewright.journal import doubt, journal_of, log_digest, parse
from rulewright.plugins import registry
from rulewright.requests import CHANCE
from rulewright.testing import playthrough
from rulewright.testing.spoiling import spoilt

OF_EACH: Final = 2


def attack(count: int, seed: int, dice: int | None = None, games: Sequence[str] = ()) -> Counter[str]:
    """Change saved games in ``count`` random ways, and every single die in them (or ``dice`` dice of each).

    Counts what was "refused", "not verified" (a save whose chain is gone), or "the same" (another way to write it).
    """
    rng, found = Random(seed), Counter[str]()
    played = saved(tuple(games or registry().rulesets))
    for number, (game, data) in enumerate(played):
        changes = [*_dice(data, dice, rng), *spoilt(data, rng, count // len(played)), *_unchained(data, rng, count)]
        for what, changed in changes:
            found[_outcome(game, changed, f"game {number}: {what}")] += 1
    return found


@cache
def saved(names: tuple[str, ...]) -> tuple[tuple[Game, bytes], ...]:
    """Two games of each ruleset, played to their end by random bots, and their saves."""
    games = [playthrough(name, ["random"], seed=seed) for name in names for seed in range(OF_EACH)]
    return tuple((game, msgspec.json.encode(journal_of(game))) for game in games)


def _outcome(game: Game, data: bytes, what: str) -> str:
    try:
        journal = parse(data)
        again = from_journal(journal, game=rules_for(game.rules.id))
    except SaveError as error:
        assert str(error).strip(), what
        return "refused"
    if doubt(journal, again):
        return "not verified"
    assert (again.header, again.answers, again.positions()) == (game.header, game.answers, game.positions()), what
    assert (again.digest(), log_digest(again)) == (game.digest(), log_digest(game)), what
    return "the same"


def _dice(data: bytes, most: int | None, rng: Random) -> Iterator[tuple[str, bytes]]:
    """Each face that fell, and each thing in a shuffle, one at a time is another one."""
    document = json.loads(data)
    places = [
        (answer, place)
        for player, answer in document["answers"]
        if player == CHANCE and isinstance(answer, list)
        for place in range(len(answer))
    ]
    for answer, place in places if most is None else rng.sample(places, min(most, len(places))):
        kept = answer[place]
        for other in _others(kept, answer):
            answer[place] = other
            yield f"{kept!r} of {answer!r} became {other!r}", json.dumps(document).encode()
        answer[place] = kept


def _others(face: Any, answer: list[Any]) -> list[Any]:
    if isinstance(face, int):
        return [face % 6 + 1, (face + 2) % 6 + 1]
    return [other for other in answer if other != face][:2]


def _unchained(data: bytes, rng: Random, count: int) -> Iterator[tuple[str, bytes]]:
    """Changes by someone who takes the chain away as well; a few, for each of these games is played again."""
    document = json.loads(data)
    document["chain"] = []
    for what, changed in spoilt(json.dumps(document).encode(), rng, count // 200):
        yield f"without its chain, {what}", changed


if __name__ == "__main__":
    print(dict(attack(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)))

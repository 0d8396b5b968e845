"""Nothing leaks: what a viewer cannot tell apart looks the same, to the byte, with its log and its explanations."""

from random import Random
from typing import Any

import msgspec
import pytest

from rulewright import Game, new_game
from rulewright.describe import has_secrets
from rulewright.plugins import registry
from rulewright.view import Onlooker
from rulewright.web.door import Door
from tests.lengths import length

GAMES = sorted(registry().rulesets)


def played(name: str, seed: int, answers: int) -> Game:
    game = new_game(name, seed=seed)
    rng = Random(seed)
    for _ in range(answers):
        if game.request is None:
            break
        game.answer(game.request.space.sample(rng), game.request.player)
    return game


def shown(game: Game, seat: int | None, lang: str = "en") -> bytes:
    """What a seat is shown: the picture and the log."""
    door = Door(game, seat, lang)
    return msgspec.json.encode([door.picture(), door.log()])


def explained(game: Game, seat: int | None) -> list[list[str]]:
    """Why each of the last lines happened."""
    door = Door(game, seat, "en")
    lines = door.log()
    return [door.why(line) for line in range(max(0, len(lines) - 8), len(lines)) if not lines[line].opens]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", length([2], [1, 2, 3]))
def test_positions_that_a_viewer_cannot_tell_apart_look_the_same(name: str, seed: int) -> None:
    game = played(name, seed, 15 * seed)
    for seat in game.players:
        one, other = (game.view(seat).imagine(Random(number)) for number in (seed, seed + 1))
        for viewer in (seat, None):
            assert shown(one, viewer) == shown(other, viewer) == shown(game, viewer)
            assert explained(one, viewer) == explained(other, viewer)


@pytest.mark.parametrize("name", ["dice_throne"])
def test_what_a_seat_knows_does_not_look_the_same_to_it(name: str) -> None:
    game = played(name, 5, 40)
    assert has_secrets(game.rules)
    imagined = game.view(0).imagine(Random(1))
    assert imagined.digest() != game.digest()
    assert shown(imagined, 1) != shown(game, 1)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_onlookers_are_shown_the_table_of_the_game_and_asked_nothing(name: str, lang: str) -> None:
    game = played(name, 4, 50)
    picture = Door(game, None, lang).picture()
    assert picture["panel"] and "failed" not in str(picture["panel"][0])
    assert picture["question"] is None
    assert Onlooker(game).requests == ()


def texts_in(thing: Any) -> list[str]:
    if isinstance(thing, dict):
        return [text for part in thing.values() for text in texts_in(part)]
    if isinstance(thing, list | tuple):
        return [text for part in thing for text in texts_in(part)]
    return [thing] if isinstance(thing, str) else []


def test_a_picture_is_in_one_language() -> None:
    game = played("dice_throne", 1, 30)
    chinese = [text for text in texts_in(Door(game, 0, "zh").picture()) if any(char > "\u3000" for char in text)]
    english = [text for text in texts_in(Door(game, 0, "en").picture()) if any(char > "\u3000" for char in text)]
    assert len(chinese) > 10
    assert english == []


def test_the_log_follows_the_game_back() -> None:
    game = played("dice_throne", 1, 30)
    door = Door(game, 0, "en")
    before = list(door.log())
    fork = game.fork()
    fork.answer(fork.request.space.sample(Random(0)), fork.request.player)
    ahead = Door(fork, 0, "en")
    assert len(ahead.log()) > len(before)
    fork.undo(force=True)
    assert ahead.log() == before
    assert ahead.unchanged <= len(before)


def test_lines_are_numbered_as_the_viewer_has_read_them() -> None:
    game = played("dice_throne", 1, 40)
    for seat in (0, 1):
        door = Door(game, seat, "en")
        lines = door.log()
        last = max(number for number, line in enumerate(lines) if not line.opens)
        assert any(f"{last + 1}" in text for text in door.why(last)[:1])
        with pytest.raises(LookupError, match=f"no line {len(lines)}"):
            door.why(len(lines))

"""Random games by the hundred: they finish, keep what must always hold, and replay alike in another process.

``python -m tests.crisis_protocol.many_games 3000 --seed 1 --workers 2`` plays them over all crises, affiliations and
readings of the setup, prints what came up how often, and stops with the seed of the first game that breaks something.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import islice
from math import dist
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final

from rulewright import Game, Rules, load, new_game, rules_for
from rulewright.geometry import TOLERANCE, plane
from rulewright.reasons import Reason
from rulewright_crisis_protocol.before.terrain import SCATTERED
from rulewright_crisis_protocol.damage import FALLS
from rulewright_crisis_protocol.events.before import BattlefieldBuilt
from rulewright_crisis_protocol.events.characters import MOST_POWER, DamageSuffered, Dazed, KnockedOut
from rulewright_crisis_protocol.events.movement import Moved
from rulewright_crisis_protocol.movement.throws import slide
from rulewright_crisis_protocol.running import Run
from rulewright_crisis_protocol.space.battlefield import TABLE
from rulewright_crisis_protocol.space.tools import BOARD, LENGTHS, MM, RANGES
from rulewright_crisis_protocol.state import SEATS
from rulewright_crisis_protocol.terms import side

from ..mass.fighting import FOND, fight

READINGS: Final = ("passing", "control", "cover", "tool_width", "may_end_wholly_on", "to_the_far_end", "dazed_collide")
"""The fields of the setup of which several values should come up."""
FALLEN: Final = (Dazed, KnockedOut)
"""What becomes of a character with full damage."""


@cache
def rules() -> Rules:
    """The ruleset with the content of the package."""
    return rules_for("crisis_protocol")


# What must hold ---------------------------------------------------------------------------------------------


class Watch:
    """What holds at every question of a game, and from one question to the next."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seen = len(game.log)
        self.before = _facts(game)

    def look(self) -> None:
        """Raises AssertionError for the first thing that is wrong."""
        now = _facts(self.game)
        self._places()
        self._tokens()
        self._characters()
        self._steps(now)
        self._ways()
        self.before, self.seen = now, len(self.game.log)

    def _places(self) -> None:
        """Nobody overlaps, all are on the board, beside terrain or wholly on top where it balances."""
        scene = TABLE(self.game)
        for name in scene.models:
            assert not plane.place.check_stand(scene, name, scene.models[name].pose), name

    def _tokens(self) -> None:
        scene, state, crises = TABLE(self.game), self.game.state, self.game.content["crises"]
        held: Counter[tuple[str, str]] = Counter()
        for token in state.objectives.values():
            assert not token.holder or token.holder in state.characters
            assert 0 <= token.x <= scene.width and 0 <= token.y <= scene.depth
            if token.holder:
                held[token.holder, token.crisis] += 1
        assert all(count <= crises[crisis].most for (_, crisis), count in held.items())
        for effect in state.effects.values():
            if effect.kind == "held token":
                assert state.objectives[effect.source].holder == effect.target

    def _characters(self) -> None:
        game = self.game
        falls = _someone_falls(game)
        for one in game.state.characters.values():
            stamina = side(game, str(one.id)).stamina
            assert 0 <= one.power <= MOST_POWER
            assert 0 <= one.damage <= stamina
            assert falls or one.dazed == (one.damage == stamina) or _is_to_fall(game, str(one.id))
            assert len(set(one.conditions)) == len(one.conditions)

    def _steps(self, now: Mapping[str, Any]) -> None:
        """Nothing comes back, no token is lost that its card does not remove, nobody loses points, and the dazed stay
        where they are."""
        before, crises = self.before, self.game.content["crises"]
        assert not before["tokens"] or now["tokens"] <= before["tokens"]
        removing = [id for id, card in crises.items() if card.abilities]
        assert all(str(one).split("#")[0] in removing for one in before["tokens"] - now["tokens"])
        assert not before["round"] or now["characters"] <= before["characters"]
        assert now["terrain"] <= before["terrain"] and now["fixed"] == before["fixed"]
        assert all(late >= early for early, late in zip(before["points"], now["points"], strict=True))
        for id, place in before["dazed"].items():
            assert now["dazed"].get(id, place) == place

    def _ways(self) -> None:
        """Nobody goes farther than its tool allows: each movement, from where the last one of that character ended."""
        game, places = self.game, dict(self.before["places"])
        for event in game.events(since=self.seen):
            if isinstance(event, Moved):
                start, places[event.character] = places[event.character], (event.x, event.y)
                if event.character in game.state.characters:
                    assert dist(start, (event.x, event.y)) <= _farthest(game, event) + TOLERANCE, event


def _someone_falls(game: Game) -> bool:
    """Whether someone who is about to be KO'd drops its tokens, or a card is played before that."""
    if game.request is None:
        return False
    if game.request.ask == "drop" or game.request.about.get("event") == "Falling":
        return True
    running = {frame.context.source for frame in game.frames() if isinstance(frame.context, Run)}
    powers = game.content.superpowers
    if any(powers[source].when in FALLS for source in running & {*powers}):
        return True
    cards = {game.request.about.get("card"), *running} & {*game.content.tactics}
    return any(game.content.tactics[id].when in FALLS for id in cards)


def _facts(game: Game) -> dict[str, Any]:
    state, kinds = game.state, game.content.terrain
    return {
        "round": state.mission[0].round,
        "tokens": set(state.objectives),
        "characters": set(state.characters),
        "terrain": set(state.terrain),
        "fixed": {one.id for one in state.terrain.values() if not kinds[one.kind].interactive},
        "points": [state.squads[seat].points for seat in SEATS],
        "places": {one.id: (one.x, one.y) for one in state.characters.values()},
        "dazed": {one.id: (one.x, one.y) for one in state.characters.values() if one.dazed},
    }


def _is_to_fall(game: Game, id: str) -> bool:
    """Whether a character was hurt at once with someone at whose fall a question is asked: it falls after that."""
    causes = [*_causes(game)]
    asked = game.request is not None and game.request.about.get("event") in [fall.__name__ for fall in FALLEN]
    at_a_fall = asked or any(isinstance(game.log[number].event, FALLEN) for number in causes)
    return at_a_fall and any(id in _hurt_at_once(game, number) for number in causes)


def _causes(game: Game) -> Iterator[int]:
    """The numbers of the events that led to what is being done, the latest first."""
    cause = game.cause
    while cause != -1:
        if isinstance(cause, Reason):
            cause = cause.cause
        else:
            yield cause
            cause = game.log[cause].cause


def _hurt_at_once(game: Game, number: int) -> Iterator[str]:
    """Who suffered damage in this event of the log, and in those that happened at once with it and stand after it."""
    for entry in islice(game.log, number, None):
        if not isinstance(entry.event, DamageSuffered):
            return
        yield entry.event.character


def _farthest(game: Game, event: Moved) -> float:
    """How far a character may come by such a movement, whatever its tool was."""
    base = float(game.content.characters[game.state.characters[event.character].card].base * MM)
    if event.how in ("push", "throw"):
        return slide(game, event.character, "long")
    if event.how == "place" and not event.by:
        return dist((0, 0), (BOARD, BOARD))  # a crisis card leads to another of its tokens, wherever that lies
    if event.how == "place":
        return 2 * max(RANGES.values()) + base  # near someone who was chosen within a range
    return LENGTHS["short" if event.how == "climb" else "long"] + base


# Playing ----------------------------------------------------------------------------------------------------


def play(seed: int) -> Game:
    """A game of two who look for a fight, to its end, watched at every question."""
    rng = Random(seed)
    setup = rules().ruleset.sample_setup(rules().content, rng)  # type: ignore[misc]
    game = new_game(rules(), setup, seed=seed)
    watch = Watch(game)
    while game.request is not None:
        for request in game.requests:
            game.answer(fight(request, rng, FOND["crisis_protocol"]), request.player)
        watch.look()
    assert game.result is not None and len(game.result.winners) == 1
    return game


def counts(game: Game) -> Counter[str]:
    """What came up in a game: crises, affiliations, readings, and kinds of events."""
    mission, setup = game.state.mission[0], game.setup
    found = Counter({"games": 1, "answers": len(game.answers), "rounds": mission.round})
    found.update(f"crisis {crisis}" for crisis in (mission.secure, mission.extract))
    found.update(f"affiliation {game.state.squads[seat].affiliation or 'none'}" for seat in SEATS)
    found.update(f"{reading} {getattr(setup, reading)}" for reading in READINGS)
    found.update(f"layout {event.layout.split()[0]}" for event in game.events() if isinstance(event, BattlefieldBuilt))
    found.update(f"event {type(event).__name__}" for event in game.events())
    found.update(f"moved {event.how}" for event in game.events() if isinstance(event, Moved))
    return found


def saved(seed: int, folder: str) -> tuple[int, str, Counter[str]]:
    """Play a game and save it. Returns its seed, the digest of its end, and what came up."""
    try:
        game = play(seed)
    except Exception as error:
        raise AssertionError(f"the game with seed {seed}: {error!r}") from error
    game.save(Path(folder) / f"{seed}.json")
    return seed, game.digest(), counts(game)


def replayed(seed: int, folder: str) -> str:
    """The digest of a saved game, played again; the save is removed."""
    path = Path(folder) / f"{seed}.json"
    digest = load(path, game=rules()).digest()
    path.unlink()
    return digest


def run(seeds: range, workers: int = 1) -> Counter[str]:
    """Play these games, and replay each in a process that did not play it. Returns what came up."""
    found: Counter[str] = Counter()
    os.environ.pop("PYTHONHASHSEED", None)  # each process hashes strings in its own way
    with tempfile.TemporaryDirectory() as folder:
        playing, replaying = (ProcessPoolExecutor(count, get_context("spawn")) for count in (workers, 1))
        with playing, replaying:
            for seed, digest, came_up in playing.map(saved, seeds, [folder] * len(seeds)):
                again = replaying.submit(replayed, seed, folder).result()
                assert again == digest, f"the game with seed {seed} replays to another digest"
                found += came_up
    return found


def missing(found: Mapping[str, int]) -> Iterator[str]:
    """Crises, affiliations, layouts and readings that never came up."""
    content = rules().content
    groups = {group for card in content.characters.values() for group in card.affiliations}
    wanted = {"crisis": content["crises"], "affiliation": groups, "layout": (*content["layouts"], SCATTERED)}
    for kind, names in wanted.items():
        yield from (f"{kind} {name}" for name in sorted(names) if f"{kind} {name}" not in found)
    for reading in READINGS:
        if sum(name.startswith(f"{reading} ") for name in found) < 2:
            yield f"another {reading}"


def main(arguments: list[str]) -> None:
    """Play, and print what came up."""
    parser = argparse.ArgumentParser(prog="python -m tests.crisis_protocol.many_games", description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=100)
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--workers", type=int, default=1, help="processes that play; one more replays")
    given = parser.parse_args(arguments)
    began = time.perf_counter()
    found = run(range(given.seed, given.seed + given.games), given.workers)
    for name, count in sorted(found.items()):
        print(f"{count:>9} {name}")
    print(f"{given.games} games in {time.perf_counter() - began:.0f} s, each replayed to the same digest")
    if never := list(missing(found)):
        print("never came up:", ", ".join(never))


if __name__ == "__main__":
    main(sys.argv[1:])

"""Random games between squads of a whole imported catalogue, with its crises and cards; what was used, and how.

``python -m tests.crisis_protocol.whole_catalogue CATALOGUE 300`` imports a catalogue of another program, plays games
that keep what must always hold, replays each in a process that did not play it, and tells of its superpowers, team
tactic cards, leadership abilities and crises how many were used, and how many of these are played by hand.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from rulewright import Game, Rules, new_game, rules_for
from rulewright.cli.converting import import_file
from rulewright.testing.exercised import counting
from rulewright.testing.findings import Report
from rulewright_crisis_protocol.before.mission import affiliations_of, compatible, filled, missions, threat_of, usable
from rulewright_crisis_protocol.book.choices import Setup
from rulewright_crisis_protocol.events.before import LeaderAnnounced, SquadRevealed
from rulewright_crisis_protocol.events.superpowers import SuperpowerUsed, TacticPlayed
from rulewright_crisis_protocol.state import SEATS

from ..mass.fighting import FOND, fight
from ..mass.twice import twice
from .many_games import Watch

MOST: Final = 20_000
"""A game with more answers than this does not end."""
CARDS: Final = 5
"""How many team tactic cards a squad has."""
SORTS: Final = ("superpowers", "leaderships", "tactics", "crises")


@cache
def table(content: str) -> tuple[Rules, Mapping[str, Any]]:
    """The rules with an imported catalogue, and its entries."""
    path = Path(content)
    return rules_for("crisis_protocol", (path,)), json.loads(path.read_bytes())


def entries(document: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """All that is asked about in a catalogue: its sort, its id and how it is played."""
    for card in document["characters"]:
        faces = (card["healthy"], card.get("injured", {}))
        for one in (one for face in faces for one in face.get("superpowers", ())):
            yield "superpowers", one["id"], one.get("played", "program")
        if leadership := card.get("leadership"):
            yield "leaderships", card["id"], leadership.get("played", "program")
    for sort in ("tactics", "crises"):
        yield from ((sort, one["id"], one.get("played", "program")) for one in document[sort])


# Playing ----------------------------------------------------------------------------------------------------


def setup_of(content: str, rng: Random) -> dict[str, Any]:
    """Two squads of the catalogue, most of them around a leader, with cards that they may play, and a mission of its
    crises."""
    rules, document = table(content)
    book = rules.content
    mine = {sort: {one["id"] for one in document[sort]} for sort in ("characters", "tactics", "crises")}
    known = [one for one in missions(book, Setup.model_validate({})) if {*one[:2]} <= mine["crises"]]
    mission = rng.choice(known)
    squads = []
    for _ in SEATS:
        order, led = rng.sample(sorted(mine["characters"]), len(mine["characters"])), rng.random() < 0.7
        order.sort(key=lambda card: bool(book.characters[card].leads) is not led)
        first = book.characters[order[0]]
        wanted = first.leads if led else rng.choice([*first.affiliations, ""])
        cards = filled(book, order, wanted, threat_of(book, mission))
        affiliation = wanted if wanted in affiliations_of(book, cards) else ""
        hand = usable(book, sorted(mine["tactics"]), affiliation)
        tactics = compatible(book, rng.sample(hand, min(CARDS, len(hand))))
        squads.append({"characters": cards, "affiliation": affiliation, "tactics": tactics})
    return {"squads": tuple(squads), "secure": mission[0], "extract": mission[1], "threat": mission[2]}


def play(content: str, seed: int) -> tuple[Game, Counter[tuple[str, str]]]:
    """A game of two who look for a fight, watched at every question; and what was used in it."""
    rng = Random(f"catalogue/{seed}")
    rules, _ = table(content)
    report = Report(rules.id)
    with counting(rules, report):
        game = new_game(rules, setup_of(content, rng), seed=seed)
        watch = Watch(game)
        while game.request is not None:
            for request in game.requests:
                game.answer(fight(request, rng, FOND["crisis_protocol"]), request.player)
            watch.look()
            assert len(game.answers) < MOST, "it does not end"
    return game, used(game, report)


def used(game: Game, report: Report) -> Counter[tuple[str, str]]:
    """What was used in a game: superpowers and cards that were paid for or happened by themselves, leaderships of
    announced leaders, and both crises."""
    found: Counter[tuple[str, str]] = Counter()
    for event in game.events():
        if isinstance(event, SuperpowerUsed):
            found["superpowers", event.superpower] += 1
        elif isinstance(event, TacticPlayed):
            found["tactics", event.card] += 1
    kinds = game.content.superpowers
    for name, times in report.exercised.get("power", Counter[str]()).items():
        if (id := name.partition(".")[0]) in kinds and kinds[id].kind == "innate":
            found["superpowers", id] += times
    mission = game.state.mission[0]
    found.update(("crises", crisis) for crisis in (mission.secure, mission.extract))
    squads = [event for event in game.events() if isinstance(event, SquadRevealed)]
    card_of = {id: card for squad in squads for id, card in zip(squad.ids, squad.cards, strict=True)}
    announced = [event.character for event in game.events() if isinstance(event, LeaderAnnounced)]
    found.update(("leaderships", card_of[id]) for id in announced)
    return found


def rules_of(content: str) -> Rules:
    """The rules with an imported catalogue."""
    return table(content)[0]


# What is told -----------------------------------------------------------------------------------------------


def told(content: str, found: Mapping[tuple[str, str], int]) -> Iterator[str]:
    """For each sort how many there are and were used, and how the used ones are played; then those never used."""
    known = {(sort, id): played for sort, id, played in entries(table(content)[1])}
    for sort in SORTS:
        here = {one: played for one, played in known.items() if one[0] == sort}
        came_up = Counter(played for one, played in here.items() if found.get(one))
        how = ", ".join(f"{count} {played}" for played, count in sorted(came_up.items()))
        yield f"{sort}: {came_up.total()} of {len(here)} used ({how})"
        if never := [id for one, id in sorted((one, one[1]) for one in here) if not found.get(one)]:
            yield f"  never: {', '.join(never)}"


def main(arguments: list[str]) -> int:
    """Play, and print what was used."""
    parser = argparse.ArgumentParser(prog="python -m tests.crisis_protocol.whole_catalogue", description=__doc__)
    parser.add_argument("catalogue", type=Path)
    parser.add_argument("games", type=int)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--workers", type=int, default=2, help="processes that play, and then replay")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        content = Path(folder) / "catalogue.json"
        import_file(given.catalogue, content, "crisis_protocol")
        found, failures = twice(
            play, rules_of, str(content), range(given.first, given.first + given.games), given.workers
        )
        for line in told(str(content), found):
            print(line)
    print(f"{given.games} games, {len(failures)} failures")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Content that a person might write: what `rulewright check` accepts can be played, told and shown.

The content of the packages is written as a person's file under other names and changed. Where `check` names a problem,
that is the end of it; where it says "fine", games are begun with the content in all seats, played by bots at random,
and told, drawn and described in both languages.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from io import StringIO
from itertools import chain
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any, Final, TypeAlias

from rich.console import Console

from rulewright import Game, SetupError, new_game, rules_for
from rulewright.cli.checking import check
from rulewright.cli.describing import show_description
from rulewright.cli.drawing import drawn
from rulewright.describe import content_schemas, content_tables, describe
from rulewright.documents import read_document
from rulewright.narrator import Narrator
from rulewright.plugins import GROUP, own_content, registry
from rulewright.ruleset import Rules
from rulewright.testing.comparing import random_answer
from rulewright.testing.mutants import Mutator
from rulewright.testing.patience import frugality, patience
from rulewright.testing.spoiling import at as value_at
from rulewright.testing.spoiling import places, put, spoilt

from ..mass.beginning import drawn as drawn_setup

MOST: Final = 1500
"""After this many answers a game is left: content may be dull."""
LOOKS: Final = 4
"""How often a game is told and shown."""
BYTES: Final = 0.1
"""The share of mutants that are damaged as files, not as content."""
SETUPS: Final = 0.1
"""The share of mutants that are setups."""

Document = dict[str, list[dict[str, Any]]]


class Fault(AssertionError):
    """Content that was accepted, and cannot be played."""


# The content of a person -----------------------------------------------------------------------------------


def dice_throne(rng: Random) -> tuple[Document, list[dict[str, Any]]]:
    """A hero with its status effects under other names, and setups with it.

    Common cards are in every deck, so a person cannot add one; the cards of a hero stand in the hero.
    """
    library = LIBRARY["dice_throne"]
    hero = rng.choice(library["heroes"])
    statuses = [one for one in library["statuses"] if one["id"] in hero["statuses"]]
    document = renamed({"heroes": [hero], "statuses": statuses}, [hero["id"]])
    hero = document["heroes"][0]
    mine, other = hero["id"], rng.choice(library["heroes"])["id"]
    return document, [
        {"heroes": [mine, other]},
        {"heroes": [other, mine]},
        {"heroes": [mine, mine]},
        {"heroes": [mine, other, other, mine], "mode": "teams"},
        {"heroes": [other, mine, mine]},
    ]


def unmatched_nemesis(rng: Random) -> tuple[Document, list[dict[str, Any]]]:
    """Two fighters, attacks, skills and an arena as a box of their own, and matches with them."""
    library = LIBRARY["unmatched_nemesis"]
    fighters = rng.sample(library["fighters"], 2)
    arena = rng.choice(library["arenas"])
    skills = library["skills"]
    document: Document = {"fighters": fighters, "attacks": library["attacks"], "skills": skills, "arenas": [arena]}
    document = renamed(document, [one["id"] for one in fighters])
    for kind in ("attacks", "skills"):
        for one in document[kind]:
            one["box"] = "mine"
    document["arenas"][0]["deck"] = "mine"
    names = [one["id"] for one in document["fighters"]]
    setup = {"deck": "mine", "skill_set": "mine", "arena": document["arenas"][0]["id"]}
    return document, [
        {**setup, "fighters": names, "sides": ["a", "b"]},
        {**setup, "fighters": names[::-1], "sides": ["a", "b"], "wild": "costs only", "block": "light dear"},
        {"fighters": [names[0], "katie"], "sides": [rng.choice("ab"), "a"], "asked": "whoever can"},
    ]


def anyone(game: str, rng: Random) -> tuple[Document, list[dict[str, Any]]]:
    """A few entries of each kind, for setups that are drawn."""
    few = {kind: rng.sample(entries, min(FEW, len(entries))) for kind, entries in LIBRARY[game].items()}
    document = renamed(few, (), parts=False)
    for entry in chain.from_iterable(document.values()):
        entry["name"] = {lang: f"{text} II" for lang, text in entry.get("name", {}).items()}
    return document, []


FEW: Final = 2
"""So many entries of each kind does anyone change."""

Person: TypeAlias = Callable[[Random], tuple[Document, list[dict[str, Any]]]]
CAREFUL: Final[Mapping[str, Person]] = {"dice_throne": dice_throne, "unmatched_nemesis": unmatched_nemesis}
"""Who writes content of which one part needs another."""
PERSONS: Final[Mapping[str, Person]] = {
    game: CAREFUL.get(game) or partial(anyone, game) for game in sorted(registry().rulesets)
}


def read_library(package: Path) -> Document:
    """The content of a package as plain data: entries by kind."""
    found: Document = {}
    for path in sorted((package / "content").rglob("*.*")):
        data = json.loads(path.read_bytes()) if path.suffix == ".json" else tomllib.loads(path.read_text("utf-8"))
        if path.suffix == ".toml":
            for kind, entries in data.items():
                found.setdefault(kind, []).extend(entries)
        else:
            found.setdefault(path.parent.name, []).extend(data if isinstance(data, list) else [data])
    return found


LIBRARY: Final = {
    point.name: read_library(Path(str(import_module(point.value).__file__)).parent)
    for point in entry_points(group=GROUP)
}


def renamed(document: Document, also: Sequence[str], *, parts: bool = True) -> Document:
    """A copy in which every entry, and with ``parts`` what each has with an id, is called "my-" and its name."""
    copied: Document = json.loads(json.dumps(document))
    ids = {*also, *(entry["id"] for entries in copied.values() for entry in entries if "id" in entry)}
    for place in list(places(copied)) if parts else ():
        value = value_at(copied, place)
        if isinstance(value, dict) and "id" in value and len(place) > 2 and "symbol" not in value:
            ids.add(value["id"])
    ids -= {one["id"] for arena in copied.get("arenas", ()) for one in arena.get("spaces", ())}
    for place in list(places(copied)):
        if isinstance(value := value_at(copied, place), str) and value in ids and place[-1] not in ("en", "zh", "do"):
            put(copied, place, f"my-{value}")
    return copied


# Playing it ------------------------------------------------------------------------------------------------


def attack(count: int, seed: int, games: Sequence[str] = tuple(PERSONS)) -> dict[str, Counter[str]]:
    """Try this many mutants of the content of each game. Raises Fault for the first that is accepted and fails.

    Counts those "refused" by `check`, and those "played", by game.
    """
    found: dict[str, Counter[str]] = {}
    for game in games:
        found[game] = Counter()
        for number in range(count):
            result, fault = one_mutant(game, f"{seed}/{game}/{number}")
            found[game][result] += 1
            if fault:
                raise Fault(f"{game}, mutant {number} of seed {seed}: {fault}")
    return found


def one_mutant(game: str, seed: str, keep: Path | None = None) -> tuple[str, str]:
    """Make one mutant, check it and play it: what became of it, and what is wrong, if anything.

    The file stays in the folder ``keep``, if one is given.
    """
    rng = Random(seed)
    if rng.random() < SETUPS:
        what, data = spoilt_setup(game, rng)
        trial = partial(tried_setup, game)
    else:
        what, data, setups = spoilt_content(game, rng)
        trial = partial(tried, game, setups)
    with tempfile.TemporaryDirectory() as folder:
        path = (keep or Path(folder)) / "mine.json"
        path.write_bytes(data)
        try:
            with patience(60), frugality(1024):
                return trial(path, rng), ""
        except Exception as error:
            last = extract_tb(error.__cause__.__traceback__ if error.__cause__ else error.__traceback__)[-1]
            place = f"{Path(last.filename).name}:{last.lineno}"
            return "failed", f"{what}\n  {type(error).__name__} ({place}): {str(error)[:500]}"


def spoilt_content(game: str, rng: Random) -> tuple[str, bytes, list[dict[str, Any]]]:
    """A person's content with something changed: what, the file, and setups with the content."""
    document, setups = PERSONS[game](rng)
    if rng.random() < BYTES:
        return (*spoilt_once(document, rng), setups)
    mutator = MUTATORS.get(game) or MUTATORS.setdefault(game, Mutator(schemas_of(game), [LIBRARY[game]]))
    what, changed = mutator.mutant(document, rng)
    return what, json.dumps(changed).encode(), setups


def spoilt_setup(game: str, rng: Random) -> tuple[str, bytes]:
    """A setup with something changed."""
    rules = rules_for(game)
    assert rules.ruleset.sample_setup is not None
    return spoilt_once(rules.ruleset.sample_setup(rules.content, rng), rng)


def spoilt_once(document: Any, rng: Random) -> tuple[str, bytes]:
    """A document as a file with something changed, and what."""
    *_, (what, data) = spoilt(json.dumps(document).encode(), rng, rng.randint(4, 30))
    return what, data


def is_refused(path: Path, game: str) -> bool:
    """Whether check names problems, each in words."""
    checked = check(path, game)
    assert all(problem.strip() for problem in checked.problems)
    return bool(checked.problems)


def tried_setup(game: str, path: Path, rng: Random) -> str:
    """Check a setup; where it is fine, play and show games that begin with it."""
    if is_refused(path, game):
        return "refused"
    rules = rules_for(game)
    play(new_game(rules, read_document(path), seed=rng.getrandbits(32)), tellers_of(rules), rng)
    return "played"


def tried(game: str, setups: Sequence[Mapping[str, Any]], path: Path, rng: Random) -> str:
    """Check a file; where it is fine, play and show games with what it holds."""
    if is_refused(path, game):
        return "refused"
    rules = registry().get(game).freeze([own_content(game, path)])  # the registry would keep it
    with redirect_stdout(StringIO()):
        show_description(Console(file=StringIO(), width=120), json.loads(json.dumps(describe(rules))))
    tellers = tellers_of(rules)
    began, order = 0, rng.sample(list(setups), len(setups))
    for number in range(2):
        try:
            setup = order[number] if order else drawn_setup(rules, rng, frozenset(ids_of_person(rules.content)))
            played = new_game(rules, setup, seed=rng.getrandbits(32))
        except SetupError:  # what it names is not there any more, or is too little
            continue
        began += 1
        play(played, tellers, rng)
    return "played" if began else "no setup"


def tellers_of(rules: Rules) -> list[Narrator]:
    """One for each language."""
    return [Narrator(rules, lang) for lang in ("en", "zh")]


def play(game: Game, tellers: Sequence[Narrator], rng: Random) -> None:
    """Play a game to its end, more or less; tell and show it at times."""
    looks = {rng.randrange(1, 150) for _ in range(LOOKS)}
    for number in range(MOST):
        request = game.request
        if request is None:
            break
        if number in looks:
            show(game, tellers, rng)
        game.answer(random_answer(request, rng), request.player)
    show(game, tellers, rng)


def show(game: Game, tellers: Sequence[Narrator], rng: Random) -> None:
    """Tell the log and the questions, draw the table and look at some things that have a name, in both languages."""
    ruleset: Any = game.rules.ruleset
    for teller in tellers:
        for player in game.players:
            view = game.view(player)
            for event in view.events(max(0, len(game.log) - 40)):
                teller.event(view, event)
                teller.heading(view, event)
            if view.result is not None:
                teller.result(view, view.result)
            if (request := view.request) is not None:
                teller.question(view, request)
                for answer in list(request.space.options() or request.space.suggest(8, rng))[:20]:
                    teller.option(view, request, answer)
            drawn(ruleset.panel(view), teller.lang)
            if ruleset.evaluate is not None:
                ruleset.evaluate(view, player)
        if ruleset.look is None:
            continue
        names = list(names_of(game, teller.lang))
        for what in ("", *rng.sample(names, min(4, len(names)))):
            if (seen := ruleset.look(view, what)) is not None:
                drawn(seen, teller.lang)
    if game.log:
        tellers[0].why(view, game.why(rng.randrange(len(game.log))))


def names_of(game: Game, lang: str) -> Iterator[str]:
    """What the entries of the person and their parts are called."""
    mine = {*ids_of_person(game.content)}
    for entries in content_tables(game.content).values():
        for id in mine & entries.keys():
            entry = entries[id]
            for part in (entry, *getattr(entry, "abilities", ()), *getattr(entry, "cards", ())):
                if (name := getattr(part, "name", None)) is not None:
                    yield getattr(name, lang)


def ids_of_person(content: Any) -> Iterator[str]:
    """The ids of the entries of the person."""
    for entries in content_tables(content).values():
        yield from (id for id in map(str, entries) if id.startswith("my-"))


@cache
def schemas_of(game: str) -> Mapping[str, Any]:
    """The schema of each kind of content."""
    return {kind: schema for kind, schema in content_schemas(rules_for(game).content).items() if kind != "content"}


MUTATORS: Final[dict[str, Mutator]] = {}


def main() -> None:
    """Attack in full, every fault named: ``python -m tests.attack.content 5000 [SEED [GAME]]``."""
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    faults: Counter[str] = Counter()
    for game in sys.argv[3:] or PERSONS:
        found: Counter[str] = Counter()
        for number in range(count):
            result, fault = one_mutant(game, f"{seed}/{game}/{number}")
            found[result] += 1
            if fault:
                faults[key := re.sub(r"'[^']*'|\d+", "*", fault.splitlines()[-1])] += 1
                if faults[key] == 1:
                    print(f"{game}, mutant {number} of seed {seed}: {fault}", flush=True)
        print(game, dict(found), flush=True)
    for line, often in faults.most_common():
        print(often, line)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()

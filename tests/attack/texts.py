"""Texts made at random from the schema itself: every verb at every moment that admits it, on characters that play.

Each character of a person's content gets texts that are drawn until they are accepted, so that what is left to find is
what was accepted and breaks a game, whomever a text has KO'd, replaced or taken away at any moment.
``python -m tests.attack.texts GAME COUNT [SEED]`` tries so many contents.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any, Final, TypeAlias

from msgspec import Struct

from rulewright import LoopDetected, rules_for
from rulewright.testing.mutants import Mutator
from rulewright.testing.patience import frugality, patience

from .content import LIBRARY, PERSONS, Document, Fault, schemas_of, tried

TEXTS: Final = 4
"""So many texts has each who has any."""
TRIES: Final = 200
"""So often a text is drawn before another moment is tried."""

Part: TypeAlias = dict[str, Any]


def heroclix(draw: Callable[[str, Random], Any], rng: Random) -> Part:
    """A trait: effects at a moment, or in an action."""
    from rulewright_heroclix.special_powers.moments import MOMENTS

    if rng.random() < 0.2:
        part: Part = {"action": [rng.choice(("FREE", "POWER", "MOVE", "CLOSE"))]}
    else:
        part = {"when": rng.choice([*MOMENTS]), "whose": rng.choice(("self", "self", "any", "opposing", "friendly"))}
        part |= rng.choice(({}, {}, {"may": True}, {"after_resolutions": True}, {"immediately": True}))
    part["effects"] = [draw("Effect", rng) for _ in range(rng.choice((1, 1, 2)))]
    return {"does": [part]}


def crisis_protocol(draw: Callable[[str, Random], Any], rng: Random) -> Part:
    """A superpower: active, or reactive or innate at a moment."""
    from rulewright_crisis_protocol.superpowers.moments import MOMENTS

    kind = rng.choice(("active", "innate", "innate", "reactive", "reactive"))
    part: Part = {"kind": kind, "effects": [draw("Effect", rng) for _ in range(rng.choice((1, 1, 2)))]}
    return part if kind == "active" else {**part, "when": rng.choice([*MOMENTS])}


def wh40k(draw: Callable[[str, Random], Any], rng: Random) -> Part:
    """A Stratagem that costs nothing, so that it is used: at a moment, or at two, on any units."""
    from rulewright_wh40k.moments import MOMENTS

    also = rng.sample([*MOMENTS], 1) if rng.random() < 0.2 else []
    who = rng.choice(("own", "own", "acting", "attacked", "reserves", "none"))
    target = {"who": who, "count": rng.choice((1, 1, 2))}
    return {
        "labels": ["battle tactic"], "cp": 0, "detachment": "mine", "target": target,
        "when": {"moment": rng.choice([*MOMENTS]), "also": also},
        "does": [draw("Effect", rng) for _ in range(rng.choice((1, 1, 2)))],
    }  # fmt: skip


def armies(rng: Random) -> tuple[Document, list[dict[str, Any]]]:
    """A detachment for each side, and armies that have them."""
    rules = rules_for("wh40k")
    assert rules.ruleset.sample_setup is not None
    setup = {**rules.ruleset.sample_setup(rules.content, rng), "size": "incursion", "battle_rounds": 2}
    own: list[dict[str, Any]] = []
    for seat, army in enumerate(setup["armies"]):
        id = army["detachment"] = f"my-{seat}"
        own.append({"id": id, "name": {"en": id, "zh": id}, "faction": army["faction"]})
        army["units"] = [{**one, "enhancement": ""} for one in army["units"][:5]]
    return {"detachments": own, "stratagems": []}, [setup, {**setup, "armies": setup["armies"][::-1]}]


def _read_wh40k(text: Any) -> None:
    from rulewright_wh40k.cards.stratagems import Stratagem
    from rulewright_wh40k.effects import LEXICON

    LEXICON.read(Stratagem, text)


def _read_heroclix(text: Any) -> None:
    from rulewright_heroclix.cards.models import Special
    from rulewright_heroclix.effects import LEXICON

    LEXICON.read(Special, text)


def _read_crisis_protocol(text: Any) -> None:
    from rulewright_crisis_protocol.cards.models import Superpower
    from rulewright_crisis_protocol.effects import LEXICON

    LEXICON.read(Superpower, text)


class Texts(Struct, frozen=True):
    """The texts of a game: how one is drawn and read, in which kind of content, whose they are, and where they stand.

    ``place(document, one)`` is the list in which the texts of one who has them are. Where no ``person`` writes the
    content, anyone does. ``owned(one)`` is what a text says of whose it is.
    """

    draw: Callable[[Callable[[str, Random], Any], Random], Part]
    read: Callable[[Any], None]
    kind: str
    owners: str
    place: Callable[[Document, dict[str, Any]], list[Any]]
    person: Callable[[Random], tuple[Document, list[dict[str, Any]]]] | None = None
    owned: Callable[[dict[str, Any]], Part] = lambda one: {}


GAMES: Final[Mapping[str, Texts]] = {
    "heroclix": Texts(
        heroclix, _read_heroclix, "characters", "characters", lambda document, one: one.setdefault("traits", [])
    ),
    "crisis_protocol": Texts(
        crisis_protocol, _read_crisis_protocol, "characters", "characters",
        lambda document, one: one["healthy"].setdefault("superpowers", []),
    ),
    "wh40k": Texts(
        wh40k, _read_wh40k, "stratagems", "detachments", lambda document, one: document["stratagems"], armies,
        lambda one: {"detachment": one["id"]},
    ),
}  # fmt: skip


class Drawer:
    """Draws accepted texts for one document."""

    def __init__(self, game: str, document: Document) -> None:
        self.texts = GAMES[game]
        self.document = document
        self.schema = schemas_of(game)[self.texts.kind]
        self.mutator = Mutator({}, [LIBRARY[game], document])
        self.verbs = self.schema["$defs"]["Effect"]["discriminator"]["mapping"]

    def part(self, sort: str, rng: Random) -> Any:
        """Something of a sort that the schema allows; an effect has any verb as often as any other."""
        field = {"$ref": self.verbs[rng.choice([*self.verbs])]} if sort == "Effect" else self.schema["$defs"][sort]
        return self.mutator._made_up(field, self.schema, sort.lower(), self.document, rng, 3)

    def text(self, id: str, rng: Random) -> Part:
        """A text that is accepted."""
        named = {"id": id, "name": {"en": id, "zh": id}}
        for _ in range(TRIES):
            made = {**named, **self.texts.draw(self.part, rng)}
            try:
                self.texts.read(made)
            except ValueError:
                continue
            return made
        raise Fault(f"no text for {id} was accepted")


def one_content(game: str, seed: str) -> tuple[str, str]:
    """Make content with random texts, check it and play it: what became of it, and what is wrong, if anything."""
    rng = Random(seed)
    texts = GAMES[game]
    document, setups = (texts.person or PERSONS[game])(rng)
    drawer = Drawer(game, document)
    for number, one in enumerate(document[texts.owners]):
        made = [drawer.text(f"t{number}-{place}", rng) | texts.owned(one) for place in range(TEXTS)]
        texts.place(document, one).extend(made)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.json"
        path.write_text(json.dumps(document))
        try:
            with patience(60), frugality(1024):
                return tried(game, setups, path, rng), ""
        except LoopDetected:  # whoever writes "when it attacks, it attacks" is told so
            return "in circles", ""
        except Exception as error:
            last = extract_tb(error.__cause__.__traceback__ if error.__cause__ else error.__traceback__)[-1]
            return "failed", f"{type(error).__name__} ({Path(last.filename).name}:{last.lineno}): {str(error)[:400]}"


def attack(count: int, seed: int, game: str) -> Counter[str]:
    """Try so many contents of a game. Raises Fault for the first that is accepted and fails."""
    rules_for(game)
    found: Counter[str] = Counter()
    for number in range(count):
        result, fault = one_content(game, f"{seed}/{game}/{number}")
        found[result] += 1
        if fault:
            raise Fault(f"{game}, content {number} of seed {seed}: {fault}")
    return found


if __name__ == "__main__":
    game, count, *rest = sys.argv[1:]
    seed = int(rest[0]) if rest else 1
    faults: Counter[str] = Counter()
    results: Counter[str] = Counter()
    for number in range(int(count)):
        result, fault = one_content(game, f"{seed}/{game}/{number}")
        results[result] += 1
        if fault:
            faults[fault] += 1
            print(f"{number}: {fault}", flush=True)
    print(dict(results))
    sys.exit(1 if faults else 0)

"""Every standard power and every kind of part against every other: one on the active character, one on its opponent.

``python -m tests.heroclix.pairs`` plays two short turns for each ordered pair, on a small board with terrain, once from
beside each other and once from afar, with several seeds; for all it takes an hour or more. ``--of powers`` (3 minutes)
or ``--of parts`` takes only those, ``--share`` some of them. A pair fails where the rules break, where the turns do not
end, and where an action that is not said to come to nothing does nothing: it asks nothing, and nothing happens but what
happens in every action.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any, Final

from rulewright import Event, LoopDetected, Rules
from rulewright.events import Began, Ended, Noted
from rulewright.game import BrokenRules
from rulewright.testing import Scenario
from rulewright.triggers import Due, Postponed, Used
from rulewright_heroclix.book.sheets import COLUMNS
from rulewright_heroclix.events.turns import ActionGiven, ActionResolved, TokenGiven, TurnOver
from rulewright_heroclix.numbers import PERMISSIONS
from rulewright_heroclix.powers import LIMITED, ROLLED, STANDARD, USED
from rulewright_heroclix.powers.card import column_of
from rulewright_heroclix.powers.reach import TARGETING
from rulewright_heroclix.special_powers.moments import MOMENTS

from .specials import act, special, when
from .table import at, clix, invent, play, turn

MOST: Final = 400
"""Two turns with more answers than this do not end."""
BOOKKEEPING: Final = (Noted, Used, Postponed, Due, Began, Ended, ActionGiven, ActionResolved)
"""What happens in an action that does nothing, besides the token for it."""
ROWS: Final = ("........", "..hh....", "........", ".....##.", "........", "~~......", "........", "........")
NEAR: Final[Mapping[str, Sequence[str]]] = {"near": ("C3", "B2", "D3", "E5"), "far": ("B3", "A2", "G3", "H5")}
"""Where the active character, its friend, the opponent and the friend of that stand."""

HURT: Final = {"do": "damage", "to": "other"}
HURT_BY_CHOICE: Final = {"do": "target", "range": 6, "then": [{"do": "damage", "kind": "penetrating"}]}
NOTE: Final = {"do": "named_tokens", "token": "noted"}
STRONGER: Final = {"do": "modify", "values": ["attack"]}
FOES: Final = {"every": "opposing", "range": 4}
BESIDE_A_FOE: Final = {"amount": {"how_many": "opposing", "adjacent": True}, "at_least": 1}
NOBODY: Final = {"every": "any", "keyword": "Nobody"}
FRIENDS: Final = {"every": "friendly", "adjacent": True}


# What is paired ---------------------------------------------------------------------------------------------


def _triggers() -> Iterator[tuple[str, Any]]:
    for name, moment in MOMENTS.items():
        if moment.before:
            continue
        more = {"using": USED[0]} if name == "uses a power" else {}
        yield f"when {name}", when(name, NOTE, STRONGER, **more)
        if moment.other:
            yield f"when {name}, other", when(name, HURT, once="turn", against={"every": "opposing"}, **more)
        if moment.me and not moment.of_player:
            yield f"when {name}, opposing", when(name, HURT, whose="opposing", of=FOES, once="turn", may=True)


def _actions() -> Iterator[tuple[str, Any]]:
    effects: dict[str, Any] = {
        "target": {"do": "target", "range": 6, "then": [{"do": "damage"}]},
        "place": {"do": "target", "among": "any", "range": 6, "then": [{"do": "place", "who": "chosen", "near": "self"}]
        },
        "attack": {"do": "attack", "by": 1, "damage": 1, "optional": True},
        "attack who": {"do": "target", "among": "friendly", "then": [{"do": "attack", "who": "chosen"}]},
        "as free": {"do": "as_free"},
        "as free lent": {"do": "as_free", "powers": ["smoke-cloud", "outwit", "charge"], "lends": True},
        "permit": {"do": "permit", "what": "deal penetrating damage", "until": "your next turn"},
        "as free who": {"do": "target", "among": "friendly", "then": [{"do": "as_free", "who": "chosen"}]},
        "move": {"do": "may", "effects": [{"do": "move", "squares": 2}], "if_done": [{"do": "heal"}]},
        "keyword": {"do": "keyword", "to": FOES, "gain": "Marked"},
        "tokens": {"do": "named_tokens", "token": "noted", "to": FOES},
        "cannot use": {"do": "cannot_use", "to": FOES, "powers": list(STANDARD[:24])},
        "cannot use more": {"do": "cannot_use", "to": FOES, "powers": list(STANDARD[24:])},
        "copy": {"do": "target", "range": 6, "then": [{"do": "copy", "until": "this game"}]},
        "size": {"do": "change_size", "to": FOES, "size": "colossal", "until": "your next turn"},
        "smaller": {"do": "change_size", "size": "tiny"},
        "take off": {"do": "target", "range": 6, "then": [{"do": "take_off"}]},
        "ko": {"do": "target", "adjacent": True, "then": [{"do": "ko"}]},
        "generate": {"do": "generate", "card": "mate", "most": 1},
        "markers": {"do": "generate_marker", "marker": "blocking", "amount": 3, "range": 4},
        "tokens of action": {"do": "give_token", "to": FOES},
        "flip": {"do": "flip", "heads": [{"do": "heal"}], "tails": [{"do": "damage", "to": "self"}]},
    }  # fmt: skip
    for number, (name, effect) in enumerate(effects.items()):
        yield f"action {name}", act(effect, action=("FREE", "POWER")[number % 2 :][:1], once="turn")


def _others() -> Iterator[tuple[str, Any]]:
    yield from ((f"forbids {one.name}", {"forbids": one.name, "whom": FOES}) for one in PERMISSIONS)
    yield from ((f"permits {one.name}", {"permits": one.name}) for one in PERMISSIONS if not one.default)
    for number in ("speed", "attack", "defense", "damage", "range"):
        yield f"modifies {number}", {"modifies": number, "by": -1, "whom": FOES}
        yield f"doubles {number}", {"modifies": number, "layer": "multiply", "by": 2}
    for number in ("attack roll", "attack total", "dealt", "targets", "break away"):
        yield f"increases {number}", {"increases": number, "by": 1}
        yield f"decreases {number}", {"increases": number, "by": -2, "whom": FOES}
    yield "reduces", {"when": "would take damage", "reduce": 1, "piercing": True}
    yield "prevents", {"when": "would take damage", "prevent": True, "may": True, "once": "turn"}
    yield "evades", {"when": "would be hit", "evade": 3, "may": True, "once": "attack"}
    yield "evades at once", {"when": "would be hit", "evade": 1, "whose": "friendly"}
    yield "untargetable", {"untargetable": "any", "nonadjacent": True}
    yield "untargetable beside", {"untargetable": "close", "test": {"amount": {"number": "tokens"}, "at_most": 0}}
    for power in TARGETING:
        yield f"limits {power} to friends", {"limits": power, "whom": FRIENDS}
        yield f"limits {power} to nobody", {"limits": power, "whom": NOBODY}
    yield "limits", {"limits": LIMITED[0], "test": {"amount": {"number": "tokens"}, "at_most": 0}}
    yield "result", {"using": ROLLED[0], "result": 1}
    yield "rerolls", {"rerolls": True, "dice": "one", "roll": "any", "effects": [NOTE]}
    yield "rerolls of others", {"rerolls": True, "whose": "opposing", "once": "attack", "effects": [HURT_BY_CHOICE]}
    yield "replaces a die", {"replaces_die": 6, "roll": "any"}
    for first in range(0, len(STANDARD), 8):
        powers = list(STANDARD[first : first + 8])
        yield f"gives {powers[0]} and more", {"gives": powers, "test": BESIDE_A_FOE}
        yield f"bars {powers[0]} and more", {"bars": powers, "whom": FOES}
    yield "at least 3 targets", {"increases": "targets", "layer": "minimum", "by": 3}
    yield "gives to others", {"gives": ["toughness", "charge", "stealth"], "whom": {"every": "any", "adjacent": True}}


PARTS: Final[Mapping[str, Any]] = dict((*_triggers(), *_actions(), *_others()))
"""Parts of special powers by a name: each kind of part, each moment, each permission and number."""


def _card(number: int, name: str) -> Any:
    """A character with a power, or with a part in a trait."""
    if part := PARTS.get(name):
        about = tuple(part[key] for key in ("limits", "using") if key in part)
        return clix(f"one-{number}", *("8/10/16/3",) * 4, traits=[special(part, id=f"part-{number}", grants=about)])
    place = COLUMNS.index(column_of(name))
    cells = [f"{value} {name}" if column == place else value for column, value in enumerate(("8", "10", "16", "3"))]
    return clix(f"one-{number}", *("/".join(cells),) * 4)


POWERS: Final = STANDARD
EVERYTHING: Final = (*POWERS, *PARTS)


@cache
def table() -> Rules:
    """The rules with a character for each power and each part."""
    cards = [_card(number, name) for number, name in enumerate(EVERYTHING)]
    return invent(*cards, clix("mate", points=30), clix("nobody", keywords=["Nobody"]), rows=ROWS)


# Playing a pair ---------------------------------------------------------------------------------------------


def two_turns(one: str, other: str, where: str, seed: int) -> Scenario:
    """A turn of whoever has the one, and a turn of whoever has the other. Raises AssertionError for what is wrong."""
    rng = Random(f"{one}/{other}/{where}/{seed}")
    mine, theirs = (f"one-{EVERYTHING.index(name)}" for name in (one, other))
    places = NEAR[where]
    position = play(
        at(mine, places[0], name="hero"), at("mate", places[1], name="friend"),
        at(theirs, places[2], player=1, name="foe"), at("mate", places[3], player=1, name="guard"), rules=table(),
    )  # fmt: skip
    turn(position)
    answers, silent = 0, Silence(position)
    while position.asked and not position.game.result and _turns_over(position) < 2:
        request = position.game.request
        answer = _answer(request, rng)
        wrong = silent.before(request, answer)
        assert not wrong, wrong
        position.game.answer(answer, request.player)
        answers += 1
        assert answers < MOST, "the turns do not end"
    return position


def _turns_over(position: Scenario) -> int:
    return sum(isinstance(entry.event, TurnOver) for entry in position.game.log)


def _answer(request: Any, rng: Random) -> Any:
    """Any answer; of actions mostly one that its own power or part offers, or an attack."""
    if request.ask == "action" and rng.random() < 0.9:
        options = [option for option in request.space.options() if option is not None]
        special = [option for option in options if option[1] not in ("move", "destroy", "terrain", "carry", "equip")]
        if found := special or options:
            return rng.choice(found)
    return request.space.for_program(rng)


def _counts(event: Event) -> bool:
    """Whether an event is one that not every action has."""
    return bool(event.by) if isinstance(event, TokenGiven) else not isinstance(event, BOOKKEEPING)


class Silence:
    """Looks for actions that were offered and did nothing, though nobody said so."""

    def __init__(self, position: Scenario) -> None:
        self.position = position
        self.begun: tuple[int, Any] | None = None

    def before(self, request: Any, answer: Any) -> str:
        """What is wrong with the action that was given last, where the next choice of one comes immediately after."""
        begun, self.begun = self.begun, None
        if request.ask != "action":
            return ""
        if answer is not None and answer not in request.space.idle:
            self.begun = len(self.position.game.log), answer
        if begun is None or any(map(_counts, self.position.game.events(since=begun[0]))):
            return ""
        return f"{begun[1]} was offered and did nothing"


def wrong_with(one: str, other: str, seeds: Sequence[int] = (0, 1)) -> Iterator[str]:
    """What goes wrong between two of them."""
    for where, seed in product(NEAR, seeds):
        try:
            two_turns(one, other, where, seed)
        except (AssertionError, BrokenRules, LoopDetected) as error:
            yield f"{one} / {other} ({where}, seed {seed}): {type(error).__name__}: {str(error)[:300]}"


def main(arguments: list[str]) -> int:
    """Play all pairs, and print what is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.heroclix.pairs", description=__doc__)
    parser.add_argument("--of", choices=("powers", "parts", "all"), default="all")
    parser.add_argument("--seeds", type=int, default=2, help="how often each pair is played in each place")
    parser.add_argument("--share", type=float, default=1.0, help="the share of the pairs that is played, drawn by lot")
    given = parser.parse_args(arguments)
    names = {"powers": POWERS, "parts": tuple(PARTS), "all": EVERYTHING}[given.of]
    lot = Random(given.seeds)
    pairs = [pair for pair in product(names, names) if lot.random() < given.share]
    wrong = 0
    for one, other in pairs:
        for fault in wrong_with(one, other, range(given.seeds)):
            wrong += 1
            print(fault, flush=True)
    print(f"{len(pairs)} pairs, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""One attack of a character on another one: the exact law of what it does, by playing the steps of the attack."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict

from rulewright import Procedure, Turn, laws, rule
from rulewright.content import Pack
from rulewright.odds.experiments import Experiment, known

from ..attack.determine_targets import choose_targets
from ..attack.knock_back import knock_back_hits
from ..attack.sequence import SEQUENCE
from ..book.sheets import COLUMNS
from ..cards.loading import Book, lexicon
from ..cards.models import Character as Printed
from ..cards.models import Map
from ..state import Battle, Character, Force, Marker, Match
from ..terms import CRITICAL, CRITICAL_MISS, Attack

if TYPE_CHECKING:
    from rulewright import Game
    from rulewright.ruleset import Rules

ATTACKER, TARGET, HELPER = "attacker", "target", "helper"
FIELD: Final = "field-of-odds"
WIDTH: Final = 40
LEFT, ROW = 10, 12
"""Where the attacker stands."""


class Numbers(BaseModel):
    """A character that only numbers describe, with the powers that it can use."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    attack: int = 10
    defense: int = 17
    damage: int = 3
    clicks: int = 30
    range: int = 6
    powers: tuple[str, ...] = ()


class Figure(BaseModel):
    """A character of the content as its dial shows it at a click, with powers besides."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    card: str
    click: int = 1
    powers: tuple[str, ...] = ()


class Duel(BaseModel):
    """An attack: who attacks whom, the kind, how far apart they stand, and who may roll it again.

    ``hindered`` says that hindering terrain lies between them; ``rerolls`` are the sides ("attacker", "target") that
    have a friend with Probability Control, each as often as it is named.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    attacker: Numbers | Figure
    target: Numbers | Figure
    kind: str = "close"
    distance: int = 1
    hindered: bool = False
    rerolls: tuple[str, ...] = ()


class Outcome(NamedTuple):
    """What an attack did: whether it hit, the clicks that the target took, and whether it is KO'd."""

    hit: bool
    clicks: int
    ko: bool


Law = laws.Law[Outcome]
"""How likely each outcome is."""


# The position -----------------------------------------------------------------------------------------------


def with_numbers(book: Book, asked: Duel) -> Book:
    """The content with an empty field, and the characters for whom only numbers are given."""
    blank = {"id": FIELD, "name": {"en": "Field", "zh": "空地"}, "map": {"rows": ["." * WIDTH] * WIDTH}}
    sides = ((ATTACKER, asked.attacker), (TARGET, asked.target), (HELPER, Numbers(range=20)))
    cards = {id: _printed(id, side) for id, side in sides if isinstance(side, Numbers)}
    more = Pack({"characters": cards, "maps": {FIELD: Map.model_validate(blank)}})
    return Book(book.pack.join(more), lexicon())


def _printed(id: str, side: Numbers) -> Printed:
    values = {"speed": 8, "attack": side.attack, "defense": side.defense, "damage": side.damage}
    dial = {column: [str(values[column])] * side.clicks for column in COLUMNS}
    name = {"en": id, "zh": id}
    return Printed.model_validate(
        {"id": id, "name": name, "points": [{"value": 50}], "range": side.range, "dial": dial}
    )


def _stand(state: Battle, setup: Any, book: Book) -> None:
    """The two characters, what hinders the line between them, and friends who may change the roll."""
    asked: Duel = setup.wishes
    state.match.add(Match(0, map=FIELD))
    column = LEFT
    for seat, (id, side) in enumerate(((ATTACKER, asked.attacker), (TARGET, asked.target))):
        state.forces.add(Force(seat, seat))
        card = book.characters[id if isinstance(side, Numbers) else side.card]
        wide, deep = card.shape
        squares = tuple((column + x, ROW + y) for y in range(deep) for x in range(wide))
        click = side.click if isinstance(side, Figure) else 1
        points = max((value for value, start in card.points.items() if start <= click), default=min(card.points))
        state.characters.add(
            Character(id, card.id, seat, seat, squares, click, card.points[points], points, given=side.powers)
        )
        column += wide - 1 + asked.distance
    for number, side_name in enumerate(asked.rerolls):
        seat = 0 if side_name == ATTACKER else 1
        square = (LEFT - 2, ROW + 4 + number)
        record = Character(f"{HELPER}{number}", HELPER, seat, seat, (square,), given=("probability-control",))
        state.characters.add(record)
    if asked.hindered:
        left = state.characters[TARGET].squares[0][0]
        state.markers.add(Marker("hindering", "hindering", None, ((left - 1, ROW),)))


# The steps --------------------------------------------------------------------------------------------------


def _begin(game: Game, context: None) -> Any:
    """The turn of the attacker."""
    return TURN(player=0)


def _attack(game: Game, turn: Turn) -> Any:
    """The attacker attacks the target."""
    return DUEL(player=turn.player, attacker=ATTACKER, kind=game.setup.wishes.kind, targets=(TARGET,))


TURN: Final = Procedure("only turn", [_attack], Turn, scope="turn")
WITHOUT_KNOCK_BACK: Final = Procedure(
    "attack sequence of odds", [step for step in SEQUENCE.steps if step.name != knock_back_hits.__name__],
    as_long_as=SEQUENCE.as_long_as,
)  # fmt: skip
DUEL: Final = Procedure("duel", [choose_targets, WITHOUT_KNOCK_BACK, known], Attack, scope="attack")


# The law ----------------------------------------------------------------------------------------------------


def measured(before: Game, after: Game) -> Outcome:
    """What the attack did."""
    target = after.state.characters[TARGET]
    clicks = target.click - before.state.characters[TARGET].click
    return Outcome(TARGET in after.context(Attack).hits, clicks, target.area != "map")


def _decide(game: Game, request: Any) -> Any:
    """What both sides do: evade and reduce what they can, roll again what is against them, and deal normal damage."""
    options = request.space.options()
    if options is None:
        return request.space.sample(Random(0))
    if None not in options:
        return options[0]
    attack = game.find_context(Attack)
    if attack is not None and attack.roll.numbers and not attack.total:
        wished = request.player == 0
        if would_hit(attack) == wished:
            return None
    if request.ask == "instead":
        return None
    return next(one for one in options if one is not None)


@rule("12.3", "12.3b", "12.3c")
def would_hit(attack: Attack) -> bool:
    """Whether the roll as it lies hits the target."""
    faces, needed = attack.roll.numbers, dict(attack.defenses)[TARGET]
    return faces == CRITICAL or (faces != CRITICAL_MISS and sum(faces) + attack.value >= needed)


EXCHANGE: Final = Experiment(Duel, _stand, Procedure("table", [_begin]), measured, _decide, procedures=(TURN, DUEL))
"""One attack, up to where it is known what it did."""


def law_of(rules: Rules, asked: Duel) -> Law:
    """The law of an attack. Raises OddsError where there are too many courses."""
    return EXCHANGE.law(EXCHANGE.rules(rules, with_numbers(rules.content, asked)), asked)

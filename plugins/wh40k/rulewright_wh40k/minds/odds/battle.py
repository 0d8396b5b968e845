"""What is asked: a unit that attacks and its target, put on an empty battlefield as the rules of the game have them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict

from rulewright import Procedure, rule
from rulewright.content import load_pack
from rulewright.odds.experiments import Experiment, known
from rulewright.state import Effect

from ...attack import STRIKE, SUFFER, alike, toughness
from ...before.muster import muster_unit
from ...book.choices import UnitChoice
from ...cards.loading import CONTENT
from ...effects.lasting import OF_MODELS
from ...state import Army, Battle, Deed, War
from ...terms import Declared, below_half, has_keyword, models, weapon, wounds_left

if TYPE_CHECKING:
    from rulewright import Game
    from rulewright.ruleset import Rules

    from ...cards.loading import Book

ATTACKER, TARGET = 0, 1
"""The seats of who attacks and of who is attacked."""


class Altered(BaseModel):
    """A number of a unit is another one, in a layer of that number."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    stat: str
    layer: str
    amount: int


class Side(BaseModel):
    """A unit as a list has it, with the Leaders that are attached to it, and what counts for it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    unit: UnitChoice
    faction: str = ""
    detachment: str = ""
    leaders: tuple[UnitChoice, ...] = ()
    gives: tuple[str, ...] = ()
    """Abilities that it has besides."""
    changes: tuple[Altered, ...] = ()
    done: tuple[Deed, ...] = ()

    @property
    def choices(self) -> tuple[UnitChoice, ...]:
        """The unit and its Leaders."""
        return (self.unit, *self.leaders)


class Harm(BaseModel):
    """A wound that a model suffers: a mortal one, or by a Psychic Attack."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str
    mortal: bool
    psychic: bool


class Matchup(BaseModel):
    """A unit attacks another one, in the open.

    ``weapons`` are those of its weapons that it uses, all where none is named; ``count`` is how many models use each.
    ``hits`` and ``wounds`` say which of these rolls it re-rolls besides what the rules let it: ``ones``, those that
    ``failed``, or those that are ``uncritical``.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    attacker: Side
    target: Side
    melee: bool = False
    weapons: tuple[str, ...] = ()
    count: int | None = None
    half: bool = False
    precise: bool = False
    hits: str = ""
    wounds: str = ""
    harm: Harm | None = None
    """What a model of the target suffers in place of the attacks."""


# The position -----------------------------------------------------------------------------------------------

OPEN: Final = "open"
RANK: Final = 20
"""Models that stand beside each other."""
MIDDLE: Final = 22.0
"""The middle of a rank: models stand on both sides of it in turn."""
PLACES: Final = ((12.0, -2.0), (36.0, 2.0))
"""How far from the edge the first model of each side stands, and by how much each further row is behind it."""


def _populate(state: War, setup: Any, book: Book) -> None:
    """Both units in the open, each in rows; nobody is engaged."""
    asked: Matchup = setup.wishes
    numbers: Counter[str] = Counter()
    for seat, side in enumerate((asked.attacker, asked.target)):
        faction = side.faction or book.units[side.unit.sheet].faction
        state.armies.add(Army(seat, seat, faction, detachment=side.detachment, role=ROLES[seat]))
        for choice in side.choices:
            numbers[choice.sheet] += 1
            muster_unit(state, book, seat, choice, numbers[choice.sheet])
        _set_up(state, seat, side)
    state.battle.add(Battle(0, 1))


ROLES: Final = ("attacker", "defender")


@rule("core.attached-units")
def _set_up(state: War, seat: int, side: Side) -> None:
    """A side is one unit on the battlefield, to which its Leaders are attached."""
    own = [one for one in state.units.values() if one.player == seat]
    body, *leaders = own
    strength = sum(one.strength for one in own)
    ids = tuple(str(one.id) for one in leaders)
    state.units.put(replace(body, area="table", strength=strength, leaders=ids, done=side.done))
    for leader in leaders:
        state.units.put(replace(leader, area="attached"))
    (x, back), ranks = PLACES[seat], [one for one in state.models.values() if one.player == seat]
    for place, model in enumerate(ranks):
        row, column = divmod(place, RANK)
        y = MIDDLE + (column + 1) // 2 * (2.0 if column % 2 else -2.0)
        state.models.put(replace(model, unit=str(body.id), away=False, x=x + back * row, y=y))
    for number, (kind, data) in enumerate(_counting(side)):
        for id in [str(one.id) for one in ranks] if kind == "models" else [str(body.id)]:
            effect = Effect(f"asked.{seat}.{number}.{id}", "stratagem", target_table=kind, target=id, data=data)
            state.effects.add(effect)


def _counting(side: Side) -> Iterator[tuple[str, dict[str, Any]]]:
    """What counts for a unit or for each of its models, as effects have it."""
    if side.gives:
        yield "units", {"gives": side.gives, "name": "asked"}
    for one in side.changes:
        yield "models" if one.stat in OF_MODELS else "units", {**one.model_dump(), "name": "asked", "rule": ""}


def unit_of(game: Game, seat: int) -> str:
    """The unit of a side."""
    return next(str(one.id) for one in game.state.units.values() if one.player == seat)


# What happens -----------------------------------------------------------------------------------------------


@rule("core.fast-dice-rolling", "core.select-ranged-targets", "core.select-melee-targets")
def declarations(game: Game) -> tuple[Declared, ...]:
    """Every weapon that is asked about, used by all models that have it; those that attack alike together."""
    asked: Matchup = game.setup.wishes
    id, foe = unit_of(game, ATTACKER), unit_of(game, TARGET)
    tough, size, weak = toughness(game, foe), len(models(game, foe)), below_half(game, foe)
    groups: dict[tuple[str, Any], list[str]] = {}
    for used in weapons_of(game):
        for one in _bearers(game, id, used):
            groups.setdefault((used, alike(game, id, used, foe, one)), []).append(one)
    return tuple(
        Declared(foe, used, tuple(group), size, near=asked.half, toughness=tough, weak=weak, closest=not asked.melee)
        for (used, _), group in groups.items()
    )


def _bearers(game: Game, id: str, used: str) -> list[str]:
    """The models of a unit that use a weapon, once for each that they have; any number of them where one is asked."""
    asked: Matchup = game.setup.wishes
    own = [str(one.id) for one in models(game, id) for at in one.weapons if at == used]
    return own if asked.count is None else [(own or [str(models(game, id)[0].id)])[0]] * asked.count


def weapons_of(game: Game) -> list[str]:
    """The weapons that are asked about: those that are named, or all that the unit shoots or fights with."""
    asked: Matchup = game.setup.wishes
    own = dict.fromkeys(used for one in models(game, unit_of(game, ATTACKER)) for used in one.weapons)
    return list(asked.weapons) or [used for used in own if weapon(game, used).melee is asked.melee]


def _begin(game: Game, context: None) -> Any:
    """The unit attacks; or a model of the target suffers a wound."""
    if (harm := game.setup.wishes.harm) is not None:
        foe = unit_of(game, TARGET)
        return SUFFER(player=TARGET, unit=foe, damages=(1,), by=unit_of(game, ATTACKER), **harm.model_dump())
    declared = declarations(game)
    melee = bool(declared) and weapon(game, declared[0].weapon).melee
    return STRIKE(player=ATTACKER, unit=unit_of(game, ATTACKER), melee=melee, declared=declared)


def decide(game: Game, request: Any) -> Any:
    """Rolls that failed are made again, and Leaders are picked out where that is asked; nobody uses anything else that
    need not be used, and what is first is taken."""
    options, wanted = request.space.options(), {"reroll": True, "precision": game.setup.wishes.precise}
    return None if None in options and not wanted.get(request.ask) else options[0]


@rule("core.weapon-precision")
def picked_leader(game: Game) -> str:
    """The one Character that attacks with Precision can be allocated to; nothing where there is none, or several."""
    foe = unit_of(game, TARGET)
    found = [str(one.id) for one in models(game, foe) if one.origin != foe]
    return found[0] if len(found) == 1 and has_keyword(game, game.state.models[found[0]].origin, "Character") else ""


def lost(before: Game, after: Game) -> tuple[int, int]:
    """The wounds that the target has lost, and the models of it that are slain."""
    (wounds, count), (left, standing) = _standing(before), _standing(after)
    return wounds - left, count - standing


def _standing(game: Game) -> tuple[int, int]:
    left = [one for one in game.state.models.values() if one.player == TARGET and one.wounds > 0]
    return sum(wounds_left(game, str(one.id)) for one in left), len(left)


EXCHANGE: Final = Experiment(Matchup, _populate, Procedure("table", [_begin, known]), lost, decide)
"""The attacks of one unit."""


USUAL: Final = Path(__file__).with_name("usual.toml")
"""The battlefield, and units of usual profiles."""


@lru_cache(maxsize=4)
def rules_of(rules: Rules) -> Rules:
    """The rules of the game, of which only the attacks of one unit are played, on an empty battlefield."""
    words = CONTENT.lexicon()
    pack = load_pack(USUAL, CONTENT.kinds(words))
    return EXCHANGE.rules(rules, CONTENT.book(rules.content.pack.join(pack), words))

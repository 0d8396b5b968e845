"""Odds of attacks: what a unit does to another one with a weapon, by playing the steps of the attacks."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ConfigDict

from rulewright import Procedure
from rulewright.laws import marginal, mean
from rulewright.odds.experiments import Experiment, known
from rulewright.odds_desk import BadWish, OddsDesk, Option, Told, listing, one_of
from rulewright.text import show

from ..attack import STRIKE, toughness
from ..book.sheets import composition
from ..book.wording import say
from ..state import Army, Battle, Kit, Model, Unit, War
from ..terms import Declared, models, wounds_left

if TYPE_CHECKING:
    from rulewright import Game
    from rulewright.ruleset import Rules

    from ..cards.loading import Book

ATTACKER, TARGET = "attacker", "target"
OPTIONS: Final = (
    Option("attacker", "the datasheet that attacks, by id", metavar="ID"),
    Option("weapon", "its weapon, by id", metavar="ID"),
    Option("target", "the datasheet that is attacked, by id", metavar="ID"),
    Option("count", "how many models attack", int, 1, least=1, most=20),
    Option("half", "the target is within half of the weapon's range", bool, False),
)


class Matchup(BaseModel):
    """Models of a unit attack the smallest unit of another datasheet, in the open."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    attacker: str
    weapon: str
    target: str
    count: int = 1
    half: bool = False


# The position -----------------------------------------------------------------------------------------------


def _populate(state: War, setup: Any, book: Book) -> None:
    """Both units in the open, each in a row; nobody is engaged."""
    asked: Matchup = setup.wishes
    bearer = next(part.profile for part in book.units[asked.attacker].parts if asked.weapon in part.weapons)
    target = book.units[asked.target]
    ranks: list[tuple[str, str, list[Kit]]] = [
        (ATTACKER, asked.attacker, [Kit(bearer, (asked.weapon,))] * asked.count),
        (TARGET, asked.target, list(composition(target, sum(part.least for part in target.parts)))),
    ]
    for seat, (id, sheet, rank) in enumerate(ranks):
        state.armies.add(Army(seat, seat, book.units[sheet].faction, role=id))
        state.units.add(Unit(id, seat, sheet, area="table", strength=len(rank)))
        for place, kit in enumerate(rank):
            x, y, wounds = 3.0 + 8.0 * seat, 2.0 + 2.0 * place, book.profiles[kit.profile].wounds
            state.models.add(Model(f"{id}.{place}", id, id, seat, kit.profile, kit.weapons, wounds, x, y))
    state.battle.add(Battle(0, 1))


def _begin(game: Game, context: None) -> Any:
    """The unit attacks."""
    asked: Matchup = game.setup.wishes
    attackers = tuple(str(one.id) for one in models(game, ATTACKER))
    declared = Declared(
        TARGET, asked.weapon, attackers, len(models(game, TARGET)), near=asked.half, toughness=toughness(game, TARGET)
    )
    melee = game.content.weapons[asked.weapon].melee
    return STRIKE(player=0, unit=ATTACKER, melee=melee, declared=(declared,))


def _decide(game: Game, request: Any) -> Any:
    """Both sides take what is first: a Character for Precision, the first model for an attack."""
    return request.space.options()[0]


def lost(before: Game, after: Game) -> tuple[int, int]:
    """The wounds that the target has lost, and the models of it that are slain."""
    (wounds, count), (left, standing) = _standing(before), _standing(after)
    return wounds - left, count - standing


def _standing(game: Game) -> tuple[int, int]:
    left = models(game, TARGET)
    return sum(wounds_left(game, str(one.id)) for one in left), len(left)


EXCHANGE: Final = Experiment(Matchup, _populate, Procedure("table", [_begin, known]), lost, _decide)
"""The attacks of one unit."""


# Question and answer ----------------------------------------------------------------------------------------


def ask(rules: Rules, wishes: Mapping[str, Any], lang: str) -> Told:
    """How many models the attacks slay. Raises BadWish for what is missing or unknown."""
    book: Book = rules.content
    for name in ("attacker", "target"):
        _known_name(name, wishes[name], book.units, "datasheet")
    armed = dict.fromkeys(used for part in book.units[wishes["attacker"]].parts for used in part.weapons)
    _known_name("weapon", wishes["weapon"], armed, f"weapon of {wishes['attacker']}")
    asked = Matchup(**{name: wishes[name] for name in Matchup.model_fields})
    law = EXCHANGE.law(EXCHANGE.rules(rules), asked)
    wounds, slain = (marginal(law, itemgetter(which)) for which in (0, 1))
    means = {"wounds": float(mean(wounds)), "slain": float(mean(slain))}
    named = {name: show(book.name_of(wishes[name]), lang) for name in ("attacker", "weapon", "target")}
    data = {
        "game": "wh40k", **asked.model_dump(), "mean": means,
        "distribution": {str(count): float(chance) for count, chance in slain.items()},
    }  # fmt: skip
    told = say("odds.mean", lang, **{name: f"{number:.4f}" for name, number in means.items()})
    title = say("odds.title", lang, count=asked.count, **named)
    heads = (say("odds.slain", lang), say("odds.exactly", lang), say("odds.at_least", lang))
    return Told(title, (listing(say("odds.law", lang), heads, slain),), (told,), data)


def _known_name(option: str, name: str | None, there: Any, what: str) -> None:
    if name is None:
        raise BadWish(option, "attacks of a unit need --attacker, --weapon and --target")
    one_of(option, name, there, what)


DESK: Final = OddsDesk("How much damage a unit does to another one with a weapon.", ask, OPTIONS)

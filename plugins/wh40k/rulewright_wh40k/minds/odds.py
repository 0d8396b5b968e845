"""Odds of attacks: what a unit does to another one with a weapon, by playing the steps of the attacks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ConfigDict

from rulewright import Options, Procedure, Request
from rulewright.odds_desk import BadWish, Listing, OddsDesk, Option, Told, one_of
from rulewright.text import show

from ..attack import STRIKE, toughness
from ..before.muster import composition
from ..book.wording import say
from ..state import Army, Battle, Model, Unit, War
from ..terms import Declared, models

if TYPE_CHECKING:
    from rulewright import Game, Steps
    from rulewright.ruleset import Rules

    from ..book.loading import Book

ATTACKER, TARGET = "attacker", "target"
OPTIONS: Final = (
    Option("attacker", "the datasheet that attacks, by id", metavar="ID"),
    Option("weapon", "its weapon, by id", metavar="ID"),
    Option("target", "the datasheet that is attacked, by id", metavar="ID"),
    Option("count", "how many models attack", int, 1, least=1, most=20),
    Option("half", "the target is within half of the weapon's range", bool, False),
)

Law = Mapping[tuple[int, int], Fraction]
"""How likely each number of wounds lost together with each number of models slain is."""


class Matchup(BaseModel):
    """Models of a unit attack the smallest unit of another datasheet, in the open."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    attacker: str
    weapon: str
    target: str
    count: int = 1
    half: bool = False


# The position -----------------------------------------------------------------------------------------------


def exchanges(rules: Rules) -> Rules:
    """The rules of the game, of which the attacks of one unit are played."""
    from ..book.choices import Setup

    class Exchange(Setup):
        """Two units, and what is asked about them."""

        wishes: Matchup

    content = rules.content
    own = replace(
        rules.ruleset, flow=Procedure("table", [_begin, _known]), setup=Exchange, populate=_stand,
        procedures=[rules.ruleset.flow, *rules.ruleset.procedures], content=lambda *_: content,
    )  # fmt: skip
    return own.freeze(rules.extensions)


def _stand(state: War, setup: Any, book: Book) -> None:
    """Both units in the open, each in a row; nobody is engaged."""
    asked: Matchup = setup.wishes
    bearer = next(part.profile for part in book.units[asked.attacker].parts if asked.weapon in part.weapons)
    target = book.units[asked.target]
    ranks: list[tuple[str, str, list[tuple[str, tuple[str, ...]]]]] = [
        (ATTACKER, asked.attacker, [(bearer, (asked.weapon,))] * asked.count),
        (TARGET, asked.target, list(composition(target, sum(part.least for part in target.parts)))),
    ]
    for seat, (id, sheet, rank) in enumerate(ranks):
        state.armies.add(Army(seat, seat, book.units[sheet].faction, role=id))
        state.units.add(Unit(id, seat, sheet, area="table", strength=len(rank)))
        for place, (profile, weapons) in enumerate(rank):
            x, y, wounds = 3.0 + 8.0 * seat, 2.0 + 2.0 * place, book.profiles[profile].wounds
            state.models.add(Model(f"{id}.{place}", id, id, seat, profile, weapons, wounds, x, y))
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


def _known(game: Game, context: None) -> Steps:
    """What the attacks did is known."""
    yield Request(0, "known", Options((True,)))


# The law ----------------------------------------------------------------------------------------------------


def law_of(frozen: Rules, asked: Matchup) -> Law:
    """The law of attacks. Raises OddsError where there are too many courses."""
    from rulewright import new_game
    from rulewright.odds import distribution

    game = new_game(frozen, {"wishes": asked}, seed=0, chance="manual")
    began = _standing(game)

    def measured(then: Game) -> tuple[int, int]:
        wounds, count = _standing(then)
        return began[0] - wounds, began[1] - count

    return distribution(
        game, measured, policy=_decide,
        until=lambda then: then.request is not None and then.request.ask == "known",
    )  # fmt: skip


def _decide(game: Game, request: Any) -> Any:
    """Both sides take what is first: a Character for Precision, the first model for an attack."""
    return request.space.options()[0]


def _standing(game: Game) -> tuple[int, int]:
    left = models(game, TARGET)
    return sum(one.wounds for one in left), len(left)


def mean(law: Law, which: int) -> Fraction:
    """The mean of the wounds (0) or of the models (1)."""
    return sum((values[which] * chance for values, chance in law.items()), Fraction(0))


# Question and answer ----------------------------------------------------------------------------------------


def ask(rules: Rules, wishes: Mapping[str, Any], lang: str) -> Told:
    """How many models the attacks slay. Raises BadWish for what is missing or unknown."""
    book: Book = rules.content
    for name in ("attacker", "target"):
        _known_name(name, wishes[name], book.units, "datasheet")
    armed = [used for part in book.units[wishes["attacker"]].parts for used in part.weapons]
    _known_name("weapon", wishes["weapon"], armed, f"weapon of {wishes['attacker']}")
    asked = Matchup(**{name: wishes[name] for name in Matchup.model_fields})
    law = law_of(exchanges(rules), asked)
    slain: dict[int, Fraction] = {}
    for (_, count), chance in sorted(law.items()):
        slain[count] = slain.get(count, Fraction(0)) + chance
    rows = tuple(
        (str(count), _percent(chance), _percent(sum(slain[more] for more in slain if more >= count)))
        for count, chance in sorted(slain.items())
    )
    heads = tuple(say(f"odds.{key}", lang) for key in ("slain", "exactly", "at_least"))
    means = {"wounds": float(mean(law, 0)), "slain": float(mean(law, 1))}
    named = {name: show(book.name_of(wishes[name]), lang) for name in ("attacker", "weapon", "target")}
    data = {
        "game": "wh40k", **asked.model_dump(), "mean": means,
        "distribution": {str(count): float(chance) for count, chance in slain.items()},
    }  # fmt: skip
    told = say("odds.mean", lang, **{name: f"{number:.4f}" for name, number in means.items()})
    title = say("odds.title", lang, count=asked.count, **named)
    return Told(title, (Listing(say("odds.law", lang), heads, rows),), (told,), data)


def _known_name(option: str, name: str | None, there: Any, what: str) -> None:
    if name is None:
        raise BadWish(option, "attacks of a unit need --attacker, --weapon and --target")
    one_of(option, name, there, what)


def _percent(chance: Any) -> str:
    return f"{float(100 * chance):.2f}%"


DESK: Final = OddsDesk("How much damage a unit does to another one with a weapon.", ask, OPTIONS)

"""Odds of the knockdown test, and of planned attacks against an opponent whose cards are known.

A plan is played by the rules themselves, with everything that the dice may show. Where a player has a choice the best
answer is found in the same way: the attacker's is the likeliest to end the round, the opponent's the least likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ConfigDict

from rulewright import Context, Loop, Procedure
from rulewright.laws import chance_that, percent
from rulewright.odds.experiments import Experiment, is_known, known
from rulewright.odds_desk import BadWish, Listing, OddsDesk, Option, Told, one_of

from ..attack import ATTACK
from ..before.setup import lay_table
from ..book.wording import called, say
from ..events.attacks import AttackMissed
from ..knockdown import chance_to_stand
from ..numbers import TEST_DICE
from ..space.arena import is_in_range
from ..state import ACTIVE, DECK, HAND, Duel
from ..terms import Attack, sheet_of

if TYPE_CHECKING:
    from rulewright import Game, Request
    from rulewright.ruleset import Rules

    from ..cards.loading import Book

OPTIONS: Final = (
    Option("heavy", "heavy cubes of the tested fighter", int, 0, least=0),
    Option("light", "light cubes of the tested fighter", int, 0, least=0),
    Option("plan", "attack cards and special attacks by their ids, in order", many=True, apart=",", metavar="IDS"),
    Option("hand", "the cards that the opponent holds", many=True, apart=",", metavar="IDS"),
    Option("skills", "active skills of the attacker", many=True, apart=",", metavar="IDS"),
    Option("against", "active skills of the opponent", many=True, apart=",", metavar="IDS"),
    Option("tokens", "tokens of the attacking fighter", int, 0, least=0),
    Option("distance", "spaces between the two fighters", int, 1, least=1, most=4),
)


TESTED: Final = ("heavy", "light")
"""What a question about the test alone looks at."""

# A plan -----------------------------------------------------------------------------------------------------


class Plan(BaseModel):
    """Attacks one after the other, and what both fighters have."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    plan: tuple[str, ...]
    hand: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    heavy: int = 0
    light: int = 0
    tokens: int = 0
    distance: int = 1


class Planned(Context):
    """Which attack of the plan is made."""

    number: int


def next_planned(game: Game, last: Planned | None) -> Planned | None:
    """One attack after the other."""
    number = 0 if last is None else last.number + 1
    return Planned(number=number) if number < len(game.setup.wishes.plan) else None


def make_attack(game: Game, planned: Planned) -> Any:
    """An attack of the plan; out of range nothing comes of it."""
    name = game.setup.wishes.plan[planned.number]
    reach = sheet_of(game, Attack(player=0, name=name)).range
    return ATTACK(player=0, name=name) if is_in_range(game, 0, reach) else AttackMissed(0, name)


def _lay_plan(state: Duel, setup: Any, book: Book) -> None:
    """The two fighters in the middle row, the opponent with known cards; the next round won decides the match."""
    lay_table(state, setup, book)
    asked: Plan = setup.wishes
    arena = book.arenas[setup.arena]
    row = arena.place.row(arena.starts[0])
    attacker, target = state.fighters.edit(0), state.fighters.edit(1)
    attacker.space, target.space = row[0], row[asked.distance]
    attacker.wins = target.wins = 1
    attacker.tokens, target.heavy, target.light = asked.tokens, asked.heavy, asked.light
    state.zones.edit(DECK).cards = ()
    state.zones.edit(HAND[1]).cards = asked.hand
    state.zones.edit(HAND[1]).known = ((0,),) * len(asked.hand)
    state.zones.edit(ACTIVE[0]).cards = asked.skills
    state.zones.edit(ACTIVE[1]).cards = asked.against


def won(before: Game, after: Game) -> bool:
    """Whether the plan has ended the round."""
    return after.result is not None and after.result.winners == (0,)


def _best(game: Game, request: Request) -> Any:
    """The answer that is best for whoever is asked."""
    from rulewright.odds import probability

    def promise(answer: Any) -> Fraction:
        return probability(game.fork(), partial(won, game), answers=[answer], policy=_best, until=is_known)

    choose = max if request.player == 0 else min
    return choose(request.space.options() or (), key=promise)


TURN: Final = Procedure("planned turn", [Loop("plan", next_planned, [make_attack])], scope="turn")
PLAN: Final = Experiment(Plan, _lay_plan, Procedure("table", [TURN, known], scope="round"), won, _best)
"""Planned attacks, one after the other."""


def chance_of_plan(rules: Rules, wishes: Mapping[str, Any]) -> Fraction:
    """How likely a plan ends the round, if both players choose the best."""
    fighters, sides = _panels_for(rules.content, wishes["plan"])
    law = PLAN.law(PLAN.rules(rules), Plan(**wishes), fighters=fighters, sides=sides, asked="whoever can")
    return chance_that(law, bool)


def _panels_for(book: Book, plan: Iterable[str]) -> tuple[tuple[str, str], tuple[str, str]]:
    """The panel that has the special attacks of a plan, against some other fighter. Raises BadWish."""
    needed = [id for id in plan if id not in book.attacks]
    for (name, side), panel in book.panels.items():
        if all(id in panel.specials for id in needed):
            other = next(fighter for fighter in book["fighters"] if fighter != name)
            return (name, other), (side, "a")
    raise BadWish("plan", f"no side of a panel has all of these special attacks: {', '.join(needed)}")


# Answers ----------------------------------------------------------------------------------------------------


def ask(rules: Rules, wishes: Mapping[str, Any], lang: str) -> Told:
    """The chance to pass a test, and that of a plan."""
    book: Book = rules.content
    _refuse_unknown(book, wishes)
    _refuse_without_plan(wishes)
    cubes = wishes["heavy"] + wishes["light"]
    if wishes["plan"]:
        chance = chance_of_plan(rules, wishes)
        plan = (called(book, id, lang) or id for id in wishes["plan"])
        title = say("odds.plan", lang, plan=" > ".join(plan), cubes=cubes)
        data = {"plan": list(wishes["plan"]), "cubes": cubes, **_both(chance)}
        return Told(title, (), (say("odds.promise", lang, chance=percent(chance)),), _named(data))
    chance = chance_to_stand(cubes)
    table = Listing(
        say("odds.table", lang),
        (say("odds.cubes", lang), say("odds.stands", lang), say("odds.falls", lang)),
        tuple(_row(count) for count in range(TEST_DICE, 6 * TEST_DICE + 2)),
    )
    title = say("odds.test", lang, cubes=cubes)
    told = say("odds.pass", lang, chance=percent(chance), cubes=cubes)
    return Told(title, (table,), (told,), _named({"cubes": cubes, **_both(chance)}))


def _named(data: dict[str, Any]) -> dict[str, Any]:
    return {"game": "unmatched_nemesis", **data}


def _row(cubes: int) -> tuple[str, str, str]:
    chance = chance_to_stand(cubes)
    return str(cubes), percent(chance), percent(1 - chance)


def _refuse_unknown(book: Book, wishes: Mapping[str, Any]) -> None:
    specials = {id for panel in book.panels.values() for id in panel.specials}
    known = {"plan": {*book.attacks, *specials}, "hand": set(book.attacks)}
    for option in ("plan", "hand", "skills", "against"):
        ids = known.get(option, set(book.skills))
        for id in wishes[option]:
            one_of(option, id, sorted(ids), "card")


def _refuse_without_plan(wishes: Mapping[str, Any]) -> None:
    """What would count for nothing in a question about the test alone is not taken."""
    for option in OPTIONS:
        if option.name not in TESTED and not wishes["plan"] and wishes[option.name] not in (option.default, ()):
            raise BadWish(option.name, "it counts for attacks only, which --plan names")


def _both(chance: Fraction) -> dict[str, Any]:
    """A chance as a decimal and as a fraction."""
    return {"probability": float(chance), "exact": f"{chance.numerator}/{chance.denominator}"}


DESK: Final = OddsDesk(
    "How likely a fighter stands after a knockdown test; with --plan, how likely attacks one after the other end the "
    "round against an opponent whose cards are known, if both choose the best.",
    ask,
    OPTIONS,
)

"""Odds of attacks: the exact law of the damage, by playing the steps of the attack with everything that may fall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from rulewright import Options, Procedure, Request
from rulewright.odds_desk import Listing, OddsDesk, Option, Told

from .attack import DICE
from .state import Battlefield, Character, Mission, Squad, Terrain
from .terms import LOCKED, Apart, Attack, Pool
from .wording import say

if TYPE_CHECKING:
    from rulewright import Game, Steps
    from rulewright.ruleset import Rules

    from .book import Book

ATTACKER, TARGET = "attacker", "target"
OPTIONS: Final = (
    Option("strength", "dice of the attack", int, 5, least=1, most=20),
    Option("defense", "dice of the defense", int, 3, least=1, most=20),
    Option("cover", "the defender has cover", bool, False),
)


def lay_pools(game: Game, attack: Attack) -> Any:
    """The pools as the question names them."""
    wishes = game.setup.wishes
    strength, defense = Pool(wishes["strength"]), Pool(wishes["defense"])
    apart: Apart = (LOCKED,) if wishes["cover"] else ()
    return game.note(attack, attack_pool=strength, defense_pool=defense, attack_apart=(), defense_apart=apart)


def stop(game: Game, attack: Attack) -> Steps:
    """The damage is known."""
    yield Request(0, "known", Options((True,)))


EXCHANGE: Final = Procedure("exchange", [lay_pools, *DICE, stop], Attack, scope="attack")


def begin(game: Game, context: None) -> Any:
    """The attacker rolls against the target."""
    return EXCHANGE(player=0, attacker=ATTACKER, attack="", target=TARGET)


def rules_of_exchange(rules: Rules) -> Rules:
    """The rules of the game, of which one exchange of dice is played."""
    from .setup_model import Setup

    class Exchange(Setup):
        """Two characters of whom nothing counts but their dice."""

        wishes: dict[str, Any]

    content = rules.content
    table, procedures = Procedure("table", [begin]), [rules.ruleset.flow, *rules.ruleset.procedures, EXCHANGE]
    own = replace(
        rules.ruleset, flow=table, procedures=procedures, setup=Exchange, populate=_two_characters,
        content=lambda *_: content,
    )  # fmt: skip
    return own.freeze(rules.extensions)


def _two_characters(state: Battlefield, setup: Any, book: Book) -> None:
    """Dazed, so that nothing on their cards counts; a kiosk beside the target gives cover."""
    card = min(id for id, sheet in book.characters.items() if sheet.size <= book.terrain["kiosk"].size)
    for seat, (id, x) in enumerate(((ATTACKER, 5.0), (TARGET, 12.0))):
        state.characters.add(Character(id, card, seat, x, 10.0, True, dazed=True))
        state.squads.add(Squad(seat, seat))
    state.mission.add(Mission(0))
    if setup.wishes["cover"]:
        state.terrain.add(Terrain("kiosk", "kiosk", 10.0, 10.0))


def law_of_damage(rules: Rules, strength: int, defense: int, cover: bool = False) -> dict[int, Fraction]:
    """How likely each amount of damage is. A defender with cover uses it."""
    from rulewright import new_game
    from rulewright.odds import distribution

    wishes = {"strength": strength, "defense": defense, "cover": cover}
    game = new_game(rules_of_exchange(rules), {"wishes": wishes}, seed=0, chance="manual")

    def decide(then: Game, request: Any) -> Any:
        return next((option for option in request.space.options() or () if option is not None), None)

    return distribution(
        game, lambda then: then.context(Attack).damage, policy=decide if cover else None,
        until=lambda then: then.request is not None and then.request.ask == "known",
    )  # fmt: skip


# Answers ----------------------------------------------------------------------------------------------------


def ask(rules: Rules, wishes: Mapping[str, Any], lang: str) -> Told:
    """The law of the damage, its mean, and how likely at least so much is."""
    law = law_of_damage(rules, wishes["strength"], wishes["defense"], wishes["cover"])
    mean = sum((damage * chance for damage, chance in law.items()), Fraction(0))
    rows, left = [], Fraction(1)
    for damage, chance in sorted(law.items()):
        rows.append((str(damage), _percent(chance), _percent(left)))
        left -= chance
    heads = tuple(say(f"odds.{key}", lang) for key in ("damage", "exactly", "at_least"))
    title = say("odds.cover" if wishes["cover"] else "odds.plain", lang, **wishes)
    table = Listing(say("odds.law", lang), heads, tuple(rows))
    data = {
        "game": "crisis_protocol",
        **wishes,
        "mean": float(mean),
        "distribution": {str(damage): float(chance) for damage, chance in sorted(law.items())},
    }
    return Told(title, (table,), (say("odds.mean", lang, mean=f"{float(mean):.4f}"),), data)


def _percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.2f}%"


DESK: Final = OddsDesk("How much damage an attack deals, by the number of dice on each side.", ask, OPTIONS)

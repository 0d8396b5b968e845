"""Odds of attacks: what a player asks, and the answer in words, numbers and tables."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from rulewright.laws import chance_that, marginal, mean, percent
from rulewright.odds_desk import BadWish, OddsDesk, Option, Told, listing, one_of
from rulewright.text import show

from ..book.wording import say
from ..powers import NAMES

if TYPE_CHECKING:
    from rulewright.ruleset import Rules

    from ..cards.loading import Book
    from .matchup import Duel, Figure

OPTIONS: Final = (
    Option("attack", "the attack value, 10 unless given", int, least=1, most=30),
    Option("defense", "the defense value, 17 unless given", int, least=1, most=40),
    Option("damage", "the damage value, 3 unless given", int, least=0, most=20),
    Option("clicks", "the clicks that the target has left, 30 unless given", int, least=1, most=30),
    Option("attacker", "the character that attacks, by id", metavar="ID"),
    Option("target", "the character that is attacked, by id", metavar="ID"),
    Option("attacker_click", "what the dial of the attacker shows", int, 1, least=1, most=30),
    Option("target_click", "what the dial of the target shows", int, 1, least=1, most=30),
    Option("attacker_has", "a power or ability that the attacker can use besides", many=True, apart=",", metavar="ID"),
    Option("target_has", "a power or ability that the target can use besides", many=True, apart=",", metavar="ID"),
    Option("kind", "close or range", str, "close"),
    Option("distance", "squares between them in a range attack", int, 4, least=2, most=14),
    Option("hindered", "hindering terrain lies between them", bool, False),
    Option(
        "reroll", "who may roll once again by Probability Control: attacker or target", many=True, apart=",",
        metavar="SIDE",
    ),
)  # fmt: skip
OF_FIGURES: Final = ("attacker", "target")
OF_NUMBERS: Final = ("attack", "defense", "damage", "clicks")
MOST_REROLLS: Final = 3


def ask(rules: Rules, wishes: Mapping[str, Any], lang: str) -> Told:
    """The answer to what was asked: numbers against numbers, or a character against a character."""
    from .matchup import law_of

    book: Book = rules.content
    asked = duel(book, wishes)
    law = law_of(rules, asked)
    if not law:
        raise BadWish("attacker", "that attack cannot be made")
    if wishes["attacker"]:
        names = {name: show(book.name_of(wishes[name]), lang) for name in OF_FIGURES}
        title, data = say("odds.figures", lang, **names), {name: wishes[name] for name in OF_FIGURES}
    else:
        data = {name: getattr(side, name) for side, name in ((asked.attacker, "attack"), (asked.target, "defense"))}
        title = say("odds.numbers", lang, **data)
    hit, ko = (chance_that(law, attrgetter(what)) for what in ("hit", "ko"))
    taken = marginal(law, attrgetter("clicks"))
    clicks = float(mean(taken))
    advice = (
        say("odds.hit", lang, chance=percent(hit)),
        say("odds.mean", lang, mean=f"{clicks:.4f}"),
        say("odds.ko", lang, chance=percent(ko)),
    )
    told = {str(number): float(chance) for number, chance in taken.items()}
    data = {"game": "heroclix", **data, "hit": float(hit), "ko": float(ko), "mean": clicks, "distribution": told}
    heads = (say("odds.damage", lang), say("odds.exactly", lang), say("odds.at_least", lang))
    return Told(title, (listing(say("odds.law", lang), heads, taken),), advice, data)


# What was asked ---------------------------------------------------------------------------------------------


def duel(book: Book, wishes: Mapping[str, Any]) -> Duel:
    """The attack that was asked about. Raises BadWish for names and numbers that are none, with the nearest."""
    from .matchup import Duel, Numbers

    one_of("kind", wishes["kind"], ("close", "range"), "kind of attack")
    for side in wishes["reroll"]:
        one_of("reroll", side, OF_FIGURES, "side")
    if len(wishes["reroll"]) > MOST_REROLLS:
        raise BadWish("reroll", f"at most {MOST_REROLLS} of them are counted")
    for name in ("attacker_has", "target_has"):
        for power in wishes[name]:
            one_of(name, power.partition(":")[0], NAMES, "power or ability")
    ranged = wishes["kind"] == "range"
    shared = {
        "kind": wishes["kind"], "distance": wishes["distance"] if ranged else 1, "rerolls": wishes["reroll"],
        "hindered": wishes["hindered"],
    }  # fmt: skip
    if wishes["hindered"] and not ranged:
        raise BadWish("hindered", "hindering terrain counts in range attacks; add --kind range")
    if wishes["attacker"] is None and wishes["target"] is None:
        given = {name: wishes[name] for name in OF_NUMBERS if wishes[name] is not None}
        reach = max(6, wishes["distance"])
        numbers = Numbers(**given, range=reach, powers=wishes["attacker_has"])
        return Duel(attacker=numbers, target=Numbers(**given, powers=wishes["target_has"]), **shared)
    for name in OF_NUMBERS:
        if wishes[name] is not None:
            raise BadWish(name, "the dials say it; --attacker-click and --target-click turn them")
    one, other = (_figure(book, name, wishes) for name in OF_FIGURES)
    reach = book.characters[one.card].range
    if ranged and wishes["distance"] > reach:
        raise BadWish("distance", f"{one.card} has range {reach}")
    return Duel(attacker=one, target=other, **shared)


def _figure(book: Book, name: str, wishes: Mapping[str, Any]) -> Figure:
    from .matchup import Figure

    if wishes[name] is None:
        raise BadWish(name, "an attack between characters needs --attacker and --target")
    card, click = one_of(name, wishes[name], book.characters, "character"), wishes[f"{name}_click"]
    dial = book.characters[card].shows(click)
    if dial.ko or dial.countdown:
        raise BadWish(f"{name}_click", f"click {click} of {card} shows no combat values")
    return Figure(card=card, click=click, powers=wishes[f"{name}_has"])


DESK: Final = OddsDesk("How likely an attack hits, what it deals, and whether it KOs.", ask, OPTIONS)

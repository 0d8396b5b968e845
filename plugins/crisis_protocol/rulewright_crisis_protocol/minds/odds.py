"""Odds of attacks: what a player asks, and the answer in words, numbers and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from rulewright.laws import chance_that, mean, percent
from rulewright.odds_desk import BadWish, Listing, OddsDesk, Option, Told, listing, one_of
from rulewright.text import show

from ..book.wording import say
from .halves import PARTS, law_of
from .matchup import COVERED, DURING, EXCHANGE, Dice, Law, Matchup, by_hand, damages, face, side_with

if TYPE_CHECKING:
    from rulewright.ruleset import Rules

    from ..cards.loading import Book

OPTIONS: Final = (
    Option("strength", "dice of the attack, 5 unless given", int, least=1, most=20),
    Option("defense", "dice of the defense, 3 unless given", int, least=1, most=20),
    Option("attacker", "the character that attacks, by id", metavar="ID"),
    Option("attack", "the attack that it makes, by id", metavar="ID"),
    Option("target", "the character that is attacked, by id", metavar="ID"),
    Option("side", "the side of the target: healthy or injured", metavar="SIDE", default="healthy"),
    Option("damage", "the damage that the target has already", int, 0, least=0, most=20),
    Option("cover", "the target has cover, and uses it", bool, False),
    Option("attack_dice", "dice added to the attack, or removed", int, 0, least=-10, most=10),
    Option("defense_dice", "dice added to the defense, or removed", int, 0, least=-10, most=10),
    Option("attacker_uses", "a superpower or card that the attacker pays for and uses", many=True, metavar="ID"),
    Option("target_uses", "a superpower or card that the target pays for and uses", many=True, metavar="ID"),
    Option("all", "every attack against every character: the mean damage", bool, False),
)
OF_A_MATCHUP: Final = ("attacker", "attack", "target")
SIDES: Final = ("healthy", "injured")
BEYOND_DICE: Final = ("side", "damage", "attack_dice", "defense_dice", "attacker_uses", "target_uses")


def ask(rules: Rules, wishes: Mapping[str, Any], lang: str) -> Told:
    """The answer to what was asked: dice against dice, an attack against a character, or all against all."""
    given = [name for name in OF_A_MATCHUP if wishes[name] is not None]
    if wishes["all"]:
        if given:
            raise BadWish("all", f"all attacks are asked for, so --{given[0]} cannot choose one")
        return _of_all(rules, wishes, lang)
    one_of("side", wishes["side"], SIDES, "side")
    if not given:
        for name in BEYOND_DICE:
            if wishes[name] not in (0, (), SIDES[0]):
                raise BadWish(name, "it is about an attack of a character: name --attacker, --attack and --target")
        return _of_dice(rules, wishes, lang)
    for name in ("strength", "defense"):
        if wishes[name] is not None:
            raise BadWish(name, f"the cards say it; --{name.replace('strength', 'attack')}-dice adds dice")
    return _of_matchup(rules, wishes, lang)


def law_of_damage(rules: Rules, strength: int, defense: int, cover: bool = False) -> dict[int, Fraction]:
    """How likely each amount of damage is. A defender with cover uses it."""
    return damages(EXCHANGE.law(EXCHANGE.rules(rules), Dice(strength=strength, defense=defense, cover=cover)))


# What was asked ---------------------------------------------------------------------------------------------


def matchup(book: Book, wishes: Mapping[str, Any]) -> Matchup:
    """The attack that was asked about. Raises BadWish for names that are not there, with the nearest."""
    for name in OF_A_MATCHUP:
        if wishes[name] is None:
            raise BadWish(name, "an attack of a character needs --attacker, --attack and --target")
    for name in ("attacker", "target"):
        one_of(name, wishes[name], book.characters, "character")
    injured = wishes["side"] != SIDES[0]
    card = book.characters[wishes["attacker"]]
    attacks = dict.fromkeys((*card.healthy.attacks, *card.injured.attacks))
    one_of("attack", wishes["attack"], attacks, f"attack of {card.id}")
    sheet = book.attacks[wishes["attack"]]
    if wishes["cover"] and sheet.range < COVERED:
        raise BadWish("cover", f"{sheet.id} has range {sheet.range}: there is no cover against an attack so near")
    sides = (face(book, card.id, side_with(book, card.id, sheet.id)), face(book, wishes["target"], injured))
    for name, side in zip(("attacker_uses", "target_uses"), sides, strict=True):
        for text in wishes[name]:
            one_of(name, text, (*side.superpowers, *book.tactics), "superpower of that side, or card")
    return Matchup(
        attacker=card.id, attack=sheet.id, target=wishes["target"], injured=injured, cover=wishes["cover"],
        uses=(wishes["attacker_uses"], wishes["target_uses"]), more=(wishes["attack_dice"], wishes["defense_dice"]),
    )  # fmt: skip


# Answers ----------------------------------------------------------------------------------------------------


def _of_dice(rules: Rules, wishes: Mapping[str, Any], lang: str) -> Told:
    asked = {"strength": wishes["strength"] or 5, "defense": wishes["defense"] or 3, "cover": wishes["cover"]}
    law = law_of_damage(rules, **asked)
    title = say("odds.cover" if asked["cover"] else "odds.plain", lang, **asked)
    data = {"game": "crisis_protocol", **asked, **_law_as_data(law)}
    return Told(title, (_law_as_table(law, lang),), (_mean_told(law, lang),), data)


def _of_matchup(rules: Rules, wishes: Mapping[str, Any], lang: str) -> Told:
    book: Book = rules.content
    asked = matchup(book, wishes)
    joint = law_of(PARTS.rules(rules), asked)
    law = damages(joint)
    named = {name: show(book.name_of(wishes[name]), lang) for name in OF_A_MATCHUP}
    title = say("odds.matchup_cover" if asked.cover else "odds.matchup", lang, **named)
    triggers = list(_triggers(book, asked, joint))
    left = face(book, asked.target, asked.injured).stamina - wishes["damage"]
    falls = chance_that(law, lambda damage: damage >= left)
    fall = "ko" if asked.injured else "daze"
    heads = (say("odds.trigger", lang), say("odds.icons", lang), say("odds.chance", lang))
    icons = [" ".join(say(f"icon.{icon}", lang) for icon in one["icons"]) for one in triggers]
    rows = tuple(
        (show(one["name"], lang), shown, percent(one["chance"])) for one, shown in zip(triggers, icons, strict=True)
    )
    tables = (_law_as_table(law, lang), *([Listing(say("odds.triggers", lang), heads, rows)] if rows else []))
    advice = [_mean_told(law, lang), say(f"odds.{fall}", lang, chance=percent(falls), left=max(0, left))]
    uncounted = [*_uncounted(book, asked)]
    if uncounted:
        told = [say(f"odds.uncounted_{why}", lang, text=show(book.name_of(id), lang)) for id, why in uncounted]
        advice.append(say("odds.uncounted", lang, texts=say("odds.and_so_on", lang).join(told)))
    data = {
        "game": "crisis_protocol", **{name: wishes[name] for name in OF_A_MATCHUP}, "side": wishes["side"],
        "cover": asked.cover, "damage": wishes["damage"], **_law_as_data(law), fall: float(falls),
        "triggers": [{**one, "chance": float(one["chance"])} for one in triggers],
        "uncounted": [{"id": id, "why": why} for id, why in uncounted],
    }  # fmt: skip
    return Told(title, tables, tuple(advice), data)


def _uncounted(book: Book, asked: Matchup) -> Iterator[tuple[str, str]]:
    """The superpowers of both sides that could be used up to the damage and are not counted, each with the reason: its
    cost was not asked to be paid, or players say by hand what it does."""
    sides = (
        face(book, asked.attacker, side_with(book, asked.attacker, asked.attack)),
        face(book, asked.target, asked.injured),
    )
    for side, used in zip(sides, asked.uses, strict=True):
        for id in side.superpowers:
            power = book.superpowers[id]
            if power.when in DURING and by_hand(book, power):
                yield id, "by_hand"
            elif power.when in DURING and power.cost and id not in used:
                yield id, "cost"


def _triggers(book: Book, asked: Matchup, joint: Law) -> Iterator[dict[str, Any]]:
    """The specials of an attack with icons, and how likely all of these are shown."""
    for number, special in enumerate(book.attacks[asked.attack].specials):
        if special.icons:
            chance = sum((part for (_, shown), part in joint.items() if number in shown), Fraction(0))
            yield {"name": special.name, "icons": list(special.icons), "chance": chance}


def _of_all(rules: Rules, wishes: Mapping[str, Any], lang: str) -> Told:
    """The mean damage of every attack against every character."""
    book: Book = rules.content
    played, injured = PARTS.rules(rules), one_of("side", wishes["side"], ("healthy", "injured"), "side") == "injured"
    rows, means = [], []
    for card in book.characters.values():
        for attack in dict.fromkeys((*card.healthy.attacks, *card.injured.attacks)):
            cover = wishes["cover"] and book.attacks[attack].range >= COVERED
            row = {}
            for target in book.characters:
                asked = Matchup(
                    attacker=card.id, attack=attack, target=target, injured=injured, cover=cover, triggers=False
                )
                row[target] = float(mean(damages(law_of(played, asked))))
            means.append({"attacker": card.id, "attack": attack, "mean": row})
            names = (show(card.name, lang), show(book.name_of(attack), lang))
            rows.append((*names, *(f"{number:.2f}" for number in row.values())))
    heads = (*(say(f"odds.{key}", lang) for key in ("attacker", "attack")),)
    columns = (*heads, *(show(card.name, lang) for card in book.characters.values()))
    data = {"game": "crisis_protocol", "side": wishes["side"], "cover": wishes["cover"], "means": means}
    return Told(say("odds.all", lang), (Listing("", columns, tuple(rows)),), (), data)


def _law_as_table(law: Mapping[int, Fraction], lang: str) -> Listing:
    heads = (say("odds.damage", lang), say("odds.exactly", lang), say("odds.at_least", lang))
    return listing(say("odds.law", lang), heads, law)


def _law_as_data(law: Mapping[int, Fraction]) -> dict[str, Any]:
    distribution = {str(damage): float(chance) for damage, chance in law.items()}
    return {"mean": float(mean(law)), "distribution": distribution}


def _mean_told(law: Mapping[int, Fraction], lang: str) -> str:
    return say("odds.mean", lang, mean=f"{float(mean(law)):.4f}")


DESK: Final = OddsDesk("How much damage an attack deals: dice against dice, or a character's attack.", ask, OPTIONS)

"""The question about attacks, and its answer: the laws of one unit against another one, or a table of many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rulewright.laws import percent
from rulewright.odds_desk import Listing, OddsDesk, Option, Told, listing, one_of
from rulewright.text import show

from ...book.wording import say

if TYPE_CHECKING:
    from rulewright.ruleset import Rules

    from ...cards.loading import Book
    from .battle import Side
    from .law import Stages

Law = Mapping[int, float]

OPTIONS: Final = (
    Option("mine", "the list of who attacks: the id of a roster in the content", metavar="ROSTER"),
    Option("theirs", "the list of who is attacked", metavar="ROSTER"),
    Option("attacker", "the unit that attacks: a datasheet by id, in a list also as ID#2; without, all of the list",
           metavar="ID"),
    Option("target", "the unit that is attacked, likewise", metavar="ID"),
    Option("usual", "the targets are usual profiles, from a horde to a giant", bool, False),
    Option("measure", "what the first table of many units shows: slain, wounds, destroyed or traded", str, "slain",
           metavar="WHICH"),
    Option("fight", "it fights with its melee weapons, and does not shoot", bool, False),
    Option("weapon", "its weapon, by id; all that it shoots or fights with without", many=True, metavar="ID"),
    Option("count", "how many models use each weapon; all that have it, or one of a datasheet whose weapon is named",
           int, least=1, most=100),
    Option("models", "the models of the unit that attacks", int, least=1, most=100),
    Option("size", "the models of the target", int, least=1, most=100),
    Option("leader", "who leads the unit that attacks, by id", many=True, metavar="ID"),
    Option("target_leader", "who leads the target, by id", many=True, metavar="ID"),
    Option("precise", "attacks with Precision are allocated to the Leader of the target", bool, False),
    Option("half", "the target is within half of the range: Rapid Fire, Melta", bool, False),
    Option("moved", "the attackers have moved, and did not Remain Stationary", bool, False),
    Option("charged", "the attackers made a Charge move", bool, False),
    Option("cover", "the target has the Benefit of Cover", bool, False),
    Option("hit", "what is added to Hit rolls", int, 0, least=-3, most=3),
    Option("wound", "what is added to Wound rolls", int, 0, least=-3, most=3),
    Option("reroll_hits", "Hit rolls that are made again: ones, failed, or uncritical", metavar="WHICH"),
    Option("reroll_wounds", "Wound rolls that are made again: ones, failed, or uncritical", metavar="WHICH"),
    Option("critical_hit", "the unmodified roll of a Critical Hit", int, least=2, most=6),
    Option("critical_wound", "the unmodified roll of a Critical Wound", int, least=2, most=6),
    Option("attacks", "what is added to the Attacks of weapons", int, 0, least=-9, most=9),
    Option("strength", "what is added to the Strength of weapons", int, 0, least=-9, most=9),
    Option("ap", "by how much the Armour Penetration is better", int, 0, least=-6, most=6),
    Option("damage", "what is added to the Damage of attacks", int, 0, least=-6, most=6),
    Option("halve_damage", "the Damage of attacks is halved", bool, False),
    Option("save", "what is added to saving throws", int, 0, least=-3, most=3),
    Option("toughness", "what is added to the Toughness of the target", int, 0, least=-6, most=6),
    Option("invulnerable", "an invulnerable save of the target", int, least=2, most=6),
    Option("feel_no_pain", "a Feel No Pain of the target", int, least=2, most=6),
    Option("gives", "an ability that the attackers have besides, such as lethal-hits or sustained-hits:1", many=True,
           metavar="ABILITY"),
    Option("target_gives", "an ability that the target has besides, such as stealth", many=True, metavar="ABILITY"),
    Option("stratagem", "a Stratagem that is used on the attackers, by id", many=True, metavar="ID"),
    Option("target_stratagem", "a Stratagem that is used on the target, by id", many=True, metavar="ID"),
)  # fmt: skip


class Result(NamedTuple):
    """What a unit does to another one: laws of wounds lost and of models slain, and what that comes to.

    ``traded`` are the points of the target that are destroyed on average for each point of who attacks.
    """

    wounds: Law
    slain: Law
    destroyed: float
    traded: float
    stages: Sequence[tuple[str, int, Stages]]
    unseen: Sequence[str]
    conditional: Sequence[str]


def ask(rules: Rules, wishes: Mapping[str, Any], lang: str) -> Told:
    """What attacks do. Raises BadWish for what is missing or unknown."""
    from .battle import rules_of
    from .sides import sides

    one_of("measure", wishes["measure"], MEASURES, "measure")
    book: Book = rules_of(rules).content
    attackers, targets = (sides(book, wishes, seat) for seat in ("attacker", "target"))
    if len(attackers) == len(targets) == 1:
        return _one(rules, wishes, attackers[0], targets[0], lang)
    return _matrix(rules, wishes, attackers, targets, lang)


def result(rules: Rules, wishes: Mapping[str, Any], attacker: Side, target: Side, lang: str) -> Result:
    """What a unit does to another one."""
    from .battle import ATTACKER, TARGET, rules_of
    from .choosing import chosen
    from .law import stages, strike
    from .reading import read
    from .sides import matchup
    from .unseen import conditional, unseen

    asked = matchup(rules_of(rules).content, wishes, attacker, target)
    found = read(rules, asked)
    volleys = list(found.volleys) if asked.weapons else chosen(found)
    law, ranks = strike(found.ranks, volleys), found.ranks
    lost, slain = _summed(law, ranks.lost), _summed(law, ranks.slain)
    ours, theirs = (
        sum(one.points for one in found.before.state.units.values() if one.player == seat)
        for seat in (ATTACKER, TARGET)
    )
    fallen = _mean(slain) / len(ranks.wounds) * theirs
    return Result(
        lost, slain, slain.get(len(ranks.wounds), 0.0), fallen / ours if ours else 0.0,
        [(one.weapon, one.models, stages(one)) for one in volleys], unseen(found.before, wishes, volleys, lang),
        conditional(found.before, lang),
    )  # fmt: skip


def _summed(law: Iterable[float], count: Callable[[int], int]) -> dict[int, float]:
    """The law of what is counted at each place, where it can come to that."""
    found: dict[int, float] = {}
    for place, chance in enumerate(law):
        if chance:
            found[count(place)] = found.get(count(place), 0.0) + float(chance)
    return dict(sorted(found.items()))


def _mean(law: Law) -> float:
    return sum(number * chance for number, chance in law.items())


# One unit ---------------------------------------------------------------------------------------------------


def _one(rules: Rules, wishes: Mapping[str, Any], attacker: Side, target: Side, lang: str) -> Told:
    """The laws of one unit against another one."""
    found = result(rules, wishes, attacker, target, lang)
    names = {"attacker": _name(rules, attacker, lang), "target": _name(rules, target, lang)}
    means = {"wounds": _mean(found.wounds), "slain": _mean(found.slain)}
    chances = {"destroyed": found.destroyed, "traded": found.traded}
    tables = (_law("slain", found.slain, lang), _law("wounds", found.wounds, lang), _steps(rules, found, lang))
    advice = [
        say("odds.mean", lang, **{name: f"{number:.4f}" for name, number in means.items()}),
        say("odds.worth", lang, destroyed=percent(found.destroyed), traded=f"{found.traded:.3f}"),
    ]
    advice += _notes([found], lang).values()
    data = {
        "game": "wh40k", "attacker": attacker.unit.sheet, "target": target.unit.sheet, "mean": means, **chances,
        "distribution": {str(count): chance for count, chance in found.slain.items()},
        "wounds": {str(count): chance for count, chance in found.wounds.items()},
        "weapons": [{"weapon": id, "models": models, **each._asdict()} for id, models, each in found.stages],
        **_names([found]),
    }  # fmt: skip
    return Told(say("odds.title", lang, **names), tables, tuple(advice), data)


def _names(found: Sequence[Result]) -> dict[str, list[str]]:
    """What is not counted, and what counts as things stand here."""
    return {
        "not_counted": list(dict.fromkeys(name for one in found for name in one.unseen)),
        "as_it_stands": list(dict.fromkeys(name for one in found for name in one.conditional)),
    }


def _notes(found: Sequence[Result], lang: str) -> dict[str, str]:
    """The same in words."""
    return {
        kind: say(f"odds.{kind}", lang, names=", ".join(names)) for kind, names in _names(found).items() if names
    }  # fmt: skip


def _law(name: str, law: Law, lang: str) -> Listing:
    heads = (say(f"odds.{name}", lang), say("odds.exactly", lang), say("odds.at_least", lang))
    return listing(say(f"odds.law_of_{name}", lang), heads, law)  # type: ignore[arg-type]


def _steps(rules: Rules, found: Result, lang: str) -> Listing:
    """What each weapon comes to on average, however much the target can lose."""
    heads = ("weapon", "models", "attacks", "hits", "scored", "unsaved", "damage", "felt")
    rows = tuple(
        (show(rules.content.name_of(id), lang), str(models), *(f"{each:.3f}" for each in stages))
        for id, models, stages in found.stages
    )
    return Listing(say("odds.steps", lang), tuple(say(f"odds.{head}", lang) for head in heads), rows)


def _name(rules: Rules, side: Side, lang: str) -> str:
    from .battle import rules_of

    book: Book = rules_of(rules).content
    return " + ".join(show(book.name_of(one.sheet), lang) for one in side.choices)


# Many units -------------------------------------------------------------------------------------------------

MEASURES: Final = ("slain", "wounds", "destroyed", "traded")
"""What the tables of a matrix show, each of all pairs."""


def _matrix(
    rules: Rules, wishes: Mapping[str, Any], attackers: Sequence[Side], targets: Sequence[Side], lang: str
) -> Told:
    """What each unit does to each other one on average: a table for each measure."""
    first = wishes["measure"]
    found = [[result(rules, wishes, one, other, lang) for other in targets] for one in attackers]
    rows, columns = (_numbered([_name(rules, one, lang) for one in some]) for some in (attackers, targets))
    numbers = {name: [[_measured(one, name) for one in line] for line in found] for name in MEASURES}
    tables = tuple(
        Listing(
            say(f"odds.matrix_{name}", lang),
            (say("odds.attacker", lang), *columns),
            tuple((row, *(f"{number:.3f}" for number in line)) for row, line in zip(rows, numbers[name], strict=True)),
        )
        for name in sorted(MEASURES, key=lambda name: name != first)
    )
    every = [one for line in found for one in line]
    data = {"game": "wh40k", "attackers": rows, "targets": columns, **numbers, **_names(every)}
    return Told(tables[0].title, tables, tuple(_notes(every, lang).values()), data)


def _measured(one: Result, name: str) -> float:
    found = getattr(one, name)
    return found if isinstance(found, float) else _mean(found)


def _numbered(names: Sequence[str]) -> list[str]:
    """Names, of which those that come again have a number."""
    return [
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]


DESK: Final = OddsDesk("How much damage a unit does to another one, or each of a list to each.", ask, OPTIONS)

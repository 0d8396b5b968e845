"""The numbers of attacks as the game has them: a unit attacks, every die shows a 1, and each weapon is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rulewright import Roll, rule
from rulewright.odds.experiments import is_known

from ...attack.hits import MISS, NONE, aim, attacks_of
from ...attack.psychic import is_psychic
from ...attack.saves import save_needed
from ...attack.wounds import wounds_on
from ...dice.rolls import offers
from ...numbers import as_changed
from ...terms import AttackSequence, models, wielded, wounds_left
from .battle import OPEN, TARGET, Harm, decide, picked_leader, rules_of, unit_of
from .law import CRITICAL, D6, FAILS, PASSES, Chances, Grades, Ranks, Volley, dice, graded, law_of, mean

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rulewright import Game
    from rulewright.ruleset import Rules

    from ...dice.amounts import Amount
    from .battle import Matchup

ANY: Final = frozenset(D6)
NONE_AGAIN: Final[frozenset[int]] = frozenset()


class Reading(NamedTuple):
    """The models of the target, and what attacks need and do, in the order in which the game makes them.

    ``bearers`` are the models that could make the attacks of each volley, once for each such weapon that they have.
    """

    before: Game
    ranks: Ranks
    volleys: tuple[Volley, ...]
    bearers: tuple[tuple[str, ...], ...]


def read(rules: Rules, asked: Matchup) -> Reading:
    """What attacks need and do, by the rules of the game."""
    from rulewright import new_game

    game = new_game(rules_of(rules), {"wishes": asked, "battlefield": OPEN}, seed=0, chance="manual")
    before, found = game.fork(), {}
    apart = asked.precise and bool(picked_leader(game))
    ranks = Ranks(tuple(wounds_left(game, id) for id in _targets(game)), apart)
    while not is_known(game):
        request, attack = game.request, game.find_context(AttackSequence)
        if isinstance(request, Roll):
            if attack is not None and attack.index not in found:
                found[attack.index] = _volley(game, attack, asked), attack.models
            game.answer((1,) * len(request.dice))
        else:
            game.answer(None if request.ask == "reroll" else decide(game, request))
    return Reading(before, ranks, *zip(*found.values(), strict=True)) if found else Reading(before, ranks, (), ())


@rule("core.attached-units", "core.allocate-attack")
def _targets(game: Game) -> list[str]:
    """The models of the target in the order in which attacks are allocated to them: first its Bodyguard."""
    foe = unit_of(game, TARGET)
    return [str(one.id) for one in sorted(models(game, foe), key=lambda one: one.origin != foe)]


def _volley(game: Game, attack: AttackSequence, asked: Matchup) -> Volley:
    """The numbers of attacks that are about to be made."""
    used, ids = wielded(game, attack), _targets(game)
    psychic = is_psychic(game, attack.weapon, attack.unit)
    foe = game.state.units[attack.target].player
    searing = as_changed(game, "searing", attack.unit, used.number("searing")) if "searing" in used.abilities else 0
    return Volley(
        attack.weapon,
        len(attack.models),
        _attacks(game, attack),
        None if used.skill is None or "torrent" in used.abilities else _hit(game, attack, asked),
        _wound(game, attack, asked),
        _damage(game, attack),
        tuple(_unsaved(save_needed(game, attack, id), _again(game, foe, attack.target, "save")) for id in ids),
        _felt(game, asked, ids, mortal=False, psychic=psychic),
        _felt(game, asked, ids, mortal=True, psychic=psychic),
        _changed(used.amount("sustained hits"), lambda each: as_changed(game, "sustained hits", attack.unit, each)),
        "lethal hits" in used.abilities,
        "devastating wounds" in used.abilities,
        searing,
        asked.precise and "precision" in used.abilities,
    )


@rule("commentary.re-rolls", "core.weapon-twin-linked")
def _again(game: Game, player: int, unit: str, what: str) -> frozenset[int]:
    """The results of rolls that a unit may re-roll."""
    return frozenset().union(*(one.results or ANY for one in offers(game, player, unit, what)))


def _hit(game: Game, attack: AttackSequence, asked: Matchup) -> Grades:
    """How likely an attack hits."""
    aimed = aim(game, attack)

    def grade(face: int) -> int:
        if not aimed.hits(face):
            return FAILS
        return CRITICAL if aimed.is_critical(face) else PASSES

    return _rolled(grade, _again(game, attack.player, attack.unit, "hit"), asked.hits)


def _wound(game: Game, attack: AttackSequence, asked: Matchup) -> Grades:
    """How likely a hit wounds."""
    need, modifier = wounds_on(game, attack), int(game.number("wound", attack.unit))
    critical = int(game.number("critical wound", attack.unit))

    def grade(face: int) -> int:
        if face >= critical:
            return CRITICAL
        return PASSES if face > MISS and face + modifier >= need else FAILS

    return _rolled(grade, _again(game, attack.player, attack.unit, "wound"), asked.wounds)


RESULTS: Final = {"": NONE_AGAIN, "ones": frozenset({1}), "failed": ANY, "uncritical": ANY}
"""The results that are re-rolled where that is asked for."""


def _rolled(grade: Callable[[int], int], again: frozenset[int], asked: str) -> Grades:
    """How likely the grades of a roll are, with the re-rolls of the rules and those that are asked for."""
    return graded(grade, again | RESULTS[asked], CRITICAL if asked == "uncritical" else PASSES)


def _unsaved(need: int, again: frozenset[int]) -> float:
    """How likely a save fails."""
    return graded(
        lambda face: FAILS if face < need or face == MISS else PASSES, again if need <= 6 else NONE_AGAIN
    ).fails


WARDS: Final = {"mortal": "mortal-ward", "psychic": "psychic-ward"}
"""What ignores wounds of one kind only."""


@rule("core.feel-no-pain", "commentary.psychic-attack")
def _felt(game: Game, asked: Matchup, ids: Sequence[str], **kinds: bool) -> tuple[float, ...]:
    """How likely each model does not ignore a wound; where some have a ward against its kind that is tried out."""
    carriers = (unit_of(game, TARGET), *game.state.units[unit_of(game, TARGET)].leaders)
    wards = [ward for kind, ward in WARDS.items() if kinds[kind]]
    warded = any(game.has(ward, one) for ward in wards for one in carriers)
    alike: dict[tuple[str, str], float] = {}
    found = []
    for id in ids:
        need, kin = int(game.number("feel no pain", id)), (game.state.models[id].origin, game.state.models[id].profile)
        if warded and kin not in alike:
            alike[kin] = _tried(game, asked.model_copy(update={"harm": Harm(model=id, **kinds)}))
        found.append(min(_lost_on(need), alike.get(kin, 1.0)))
    return tuple(found)


def _lost_on(need: int) -> float:
    """How likely a wound is lost that is ignored on so much."""
    return min(1.0, (need - 1) / 6)


def _tried(game: Game, asked: Matchup) -> float:
    """How likely a model loses a wound that it suffers, as the rules have it then."""
    from rulewright import new_game

    then = new_game(game.rules, {"wishes": asked, "battlefield": OPEN}, seed=0, chance="manual")
    rolled = isinstance(then.request, Roll) and then.request.ask == "feel no pain"
    return _lost_on(int(then.number("feel no pain", asked.harm.model))) if rolled and asked.harm else 1.0


# Random characteristics -------------------------------------------------------------------------------------


def _law(one: Amount, again: frozenset[int] = NONE_AGAIN) -> Chances:
    """What an amount comes to; who may re-roll such a result does where it is below the mean."""
    law = dice(one.dice, one.sides)
    worst = [result for result in range(len(law)) if result in again and result < mean(law)] if one.dice else []
    once = law.copy()
    once[worst] = 0.0
    law = once + law * law[worst].sum()
    return law_of([(result + one.plus, float(chance)) for result, chance in enumerate(law)])


def _changed(one: Amount, change: Callable[[int], int], again: frozenset[int] = NONE_AGAIN) -> Chances:
    """What an amount comes to when rules have changed it."""
    return law_of([(change(each), float(chance)) for each, chance in enumerate(_law(one, again)) if chance])


@rule("core.weapon-rapid-fire")
def _attacks(game: Game, attack: AttackSequence) -> Chances:
    """How many attacks one model makes."""
    used = wielded(game, attack)
    again = _again(game, attack.player, attack.unit, "attacks")
    rapid = used.amount("rapid fire") if attack.near else NONE
    more = _changed(rapid, lambda each: as_changed(game, "rapid fire", attack.unit, each) if rapid.most else 0, again)
    return law_of([
        (attacks_of(game, attack, came_to, extra), float(chance * other))
        for came_to, chance in enumerate(_law(used.attacks, again)) if chance
        for extra, other in enumerate(more) if other
    ])  # fmt: skip


@rule("core.inflict-damage")
def _damage(game: Game, attack: AttackSequence) -> Chances:
    """How much damage one attack does."""
    nothing = game.may("damage of 0", attack.target)
    again = _again(game, attack.player, attack.unit, "damage")
    one = wielded(game, attack).damage
    return _changed(one, lambda each: as_changed(game, "damage", attack.unit, 0 if nothing else each), again)

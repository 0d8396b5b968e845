"""What follows the attacks of a unit: mortal wounds of Critical Wounds, and Hazardous tests."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, ask_which, choose, rule

from ..dice.rolls import passing, thrown
from ..events.attacks import HazardTested, WoundScored
from ..numbers import unmodified
from ..terms import DeclaredCharge, Hazard, Strike, did, has_full_wounds, models, sheet, unit, weapon
from .allocation import picked_out
from .damage import SUFFER
from .psychic import is_psychic

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

SAFE: Final = 2
"""The least result that passes a Hazardous test."""
HAZARD: Final = 3
"""The mortal wounds of a failed Hazardous test (errata.hazardous 7)."""


@rule("errata.mortal-wounds", "errata.devastating-wounds")
def next_mortal(game: Game, last: Any) -> Any:
    """The mortal wounds of Critical Wounds, after all other attacks of the unit."""
    strike = game.context(Strike)
    return Mortal(player=strike.player) if strike.mortal else None


class Mortal(Context):
    """Mortal wounds that one attack inflicts."""

    player: int


@rule("errata.mortal-wounds", "errata.devastating-wounds", "core.weapon-precision", "commentary.mortal-wounds")
def inflict_mortal(game: Game, mortal: Mortal) -> Steps:
    """They are inflicted on one model after the other, or what is left when the first is destroyed is lost.

    Those of an attack with Precision are allocated to a visible Character if the attacker wants that.
    """
    strike = game.context(Strike)
    owed = strike.mortal[0]
    yield game.note(strike, mortal=strike.mortal[1:])
    if not models(game, owed.target):
        return None
    if not owed.spills:
        yield WoundScored(strike.unit, owed.target, 1, rule="commentary.scores-a-wound")
    found, id = picked_out(game, strike.unit, owed.weapon, owed.attackers, owed.target), None
    if found:
        id = yield choose(strike.player, "precision", [*found, None], "core.weapon-precision", unit=owed.target)
    return SUFFER(
        player=unit(game, owed.target).player, unit=owed.target, damages=(owed.wounds,), model=id or "",
        by=strike.unit, spills=owed.spills, mortal=True, psychic=is_psychic(game, owed.weapon, strike.unit),
    )  # fmt: skip


@rule("errata.hazardous", "core.weapon-hazardous", "faq.psychic.hazardous-psychic-weapon")
def test_hazards(game: Game, strike: Strike) -> Steps:
    """A D6 for each Hazardous weapon that was used; on a 1 a model that has one suffers mortal wounds.

    Who shot at a unit that charges suffers them when that charge is over.
    """
    used = [(id, arm) for id, arm in used_by(game, strike) if _hazardous(game, arm, strike.unit)]
    if not used:
        return
    throw: Any = yield from thrown(
        game, strike.player, strike.unit, "hazardous", len(used), "errata.hazardous",
        goal=lambda: passing(unmodified(game, "hazardous", strike.unit, SAFE)),
    )  # fmt: skip
    faces, safe = throw.faces, unmodified(game, "hazardous", strike.unit, SAFE)
    yield HazardTested(strike.unit, faces, rule="errata.hazardous")
    failed = [arm for face, (_, arm) in zip(faces, used, strict=True) if face < safe]
    hazards = tuple(Hazard(strike.unit, is_psychic(game, arm, strike.unit)) for arm in failed)
    charge = game.find_context(DeclaredCharge)
    if charge is not None and not did(game, charge.unit, "charge"):
        yield game.note(charge, hazards=(*charge.hazards, *hazards))
    else:
        for hazard in hazards:
            yield from suffer_hazard(game, hazard)


@rule("errata.hazardous")
def suffer_hazard(game: Game, hazard: Hazard) -> Steps:
    """One model, which its player selects where several may be selected, suffers the mortal wounds."""
    found, player = hazardous_models(game, hazard.unit), unit(game, hazard.unit).player
    if found:
        id = yield from ask_which(player, "hazard", found, "errata.hazardous", unit=hazard.unit)
        yield SUFFER(
            player=player, unit=hazard.unit, damages=(HAZARD,), model=id, mortal=True, psychic=hazard.psychic
        )  # fmt: skip


@rule("errata.hazardous")
def used_by(position: Position, strike: Strike) -> list[tuple[str, str]]:
    """The models that are left, each with every weapon that it used: one whose attacks were split is one weapon."""
    declared = Counter((id, one.weapon) for one in strike.declared for id in one.models if id in position.state.models)
    return [
        pair for pair, times in declared.items()
        for _ in range(min(times, max(1, position.state.models[pair[0]].weapons.count(pair[1]))))
    ]  # fmt: skip


def _hazardous(position: Position, used: str, unit: str) -> bool:
    return "hazardous" in weapon(position, used, unit).abilities


@rule("errata.hazardous")
def hazardous_models(position: Position, id: str) -> list[str]:
    """Who may suffer for a failed test: the wounded before others, no Character before others."""
    own = [one for one in models(position, id) if any(_hazardous(position, used, id) for used in one.weapons)]
    hurt = [one for one in own if not has_full_wounds(position, str(one.id))]
    plain = [one for one in own if "Character" not in sheet(position, one.origin).keywords]
    return [str(one.id) for one in hurt or plain or own]

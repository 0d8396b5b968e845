"""The attack action: a character chooses one of its attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from rulewright import Context, Procedure, ask_which, rule

from ..lasting import lent_dice, used_up
from ..terms import Granted, origin_of
from .choosing import closed_attacks, open_attacks
from .sequence import ATTACK
from .series import SERIES

if TYPE_CHECKING:
    from rulewright import Game, Steps


class AttackAction(Context):
    """An attack action; ``attack`` is the only one that may be made, if not empty."""

    player: int
    character: str
    attack: str = ""
    terms: Granted = Granted()


@rule("attack-profile.name")
def is_referred_to(named: str, attack: str) -> bool:
    """Whether a text means an attack: the one that it names, or any where it names none."""
    return named in ("", attack)


@rule("action.attack", "attack.step-1", "attack.target", "beam.specific-target", "area.specific-target")
def choose_attack(game: Game, action: AttackAction) -> Steps:
    """Step 1: the character chooses one of its attacks, which has to reach the target where one is given."""
    of_card = action.attack if action.attack in game.content.of_tactics else ""
    open_ones = open_attacks(game, action.character, action.terms, of_card)
    found = [name for name in open_ones if is_referred_to(action.attack, name)]
    if not found:
        return None
    name = yield from ask_which(
        action.player, "attack", found, "attack.step-1",
        why_not=game.on_demand(closed_attacks, action.character), character=action.character,
    )  # fmt: skip
    origin = origin_of(game, action.character, name, action.terms)
    terms = action.terms if origin == action.character else replace(action.terms, origin=origin)
    terms = replace(terms, dice=terms.dice + lent_dice(game, action.character, name))
    if spent := used_up(game, action.character, name):
        yield spent
    procedure = SERIES if game.content.attacks[name].shape else ATTACK
    return procedure(player=action.player, attacker=action.character, attack=name, terms=terms, type=terms.type)


ATTACK_ACTION: Final = Procedure("attack action", [choose_attack], AttackAction)

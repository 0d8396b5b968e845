"""Effects under way: whose they are, who is meant in them, and how much has come of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Call, Loop, rule
from rulewright.programs import Program, Resolution, next_effect, perform

from .terms import Attack, able, character

if TYPE_CHECKING:
    from rulewright import Position


class Run(Resolution):
    """Effects of a character. ``chosen`` is whom the text speaks of last ("that character"); ``free`` says that its
    attack or superpower costs nothing; ``spent`` is the power that was paid for it."""

    character: str
    chosen: str = ""
    spent: int = 0


def resolve(player: int, id: str, source: str, program: Program, chosen: str = "", spent: int = 0) -> Call | None:
    """The call that resolves effects of a character; None where there are none."""
    if not program:
        return None
    run = Run(player=player, source=source, queue=program, character=id, chosen=chosen, spent=spent)
    return Call("resolve", run)


RESOLVE: Final = Loop("resolve", next_effect, [perform], Run)


@rule("terms.effects", "note.icon-recipient", "attack.icon-rules")
def who(position: Position, run: Run, whom: str) -> str:
    """Whom a text means: "self", "chosen", or a side of the attack; empty where nobody is meant who can be affected."""
    if whom == "self":
        found = run.character
    elif whom == "chosen":
        found = run.chosen
    else:
        attack = position.find_context(Attack)
        found = "" if attack is None else (attack.attacker if whom == "attacker" else attack.target)
    return found if found and able(position, found) else ""


@rule("terms.enemy-effect", "condition.not-enemy", "field.power")
def doer(position: Position, run: Run) -> str:
    """Whose effect it is; empty for a crisis card, which is neither an enemy nor an ally, and for who is gone."""
    gone = run.character not in position.state.characters
    return "" if gone or run.source in position.content.nobodys else run.character


def chooser(position: Position, run: Run) -> int:
    """The player who decides what a text leaves open: that of the character whose effect it is."""
    found = position.state.characters.get(run.character)
    return run.player if found is None else character(position, run.character).player

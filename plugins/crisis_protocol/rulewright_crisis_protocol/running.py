"""Effects under way: whose they are, who is meant in them, and how much has come of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Call, Loop, programs, rule
from rulewright.programs import Program, Resolution, Roles, next_effect, perform

from .terms import Activation, Attack, able, character, waiting

if TYPE_CHECKING:
    from rulewright import Game, Position


class Run(Resolution):
    """Effects of a character. ``chosen`` is whom the text speaks of last ("that character"), or a terrain feature;
    ``spent`` is the power that was paid for them, ``paid`` what their character spent in them besides, ``much`` how
    much came of the last effect that says so; ``rolled`` are the faces of the dice that were rolled for them;
    ``players`` are those who played the card; ``token`` is the objective token of which the text speaks; ``ones`` are
    those whom it has chosen together. ``due`` is what is left of the damage before which they come, and ``prevented``
    says that what they come before does not happen."""

    character: str
    chosen: str = ""
    spent: int = 0
    paid: int = 0
    much: int = 0
    rolled: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    token: str = ""
    ones: tuple[str, ...] = ()
    due: int = 0
    prevented: bool = False


def resolve(
    player: int, id: str, source: str, program: Program, chosen: str = "", spent: int = 0,
    rolled: tuple[str, ...] = (), players: tuple[str, ...] = (), token: str = "", much: int = 0, due: int = 0,
) -> Call | None:  # fmt: skip
    """The call that resolves effects of a character; None where there are none."""
    return programs.resolve(
        player, source, program, Run, character=id, chosen=chosen, spent=spent, rolled=rolled, players=players,
        token=token, much=much, due=due,
    )  # fmt: skip


@rule("damage.dazed-limits", "leadership.active")
def go_on(game: Game, run: Run) -> Any:
    """Do the next effect; whoever fell in its own activation does nothing more, but a leadership ability goes on."""
    activation = game.find_context(Activation)
    fell = activation is not None and activation.character == run.character and not able(game, run.character)
    return None if fell and not of_leadership(game, run) else perform(game, run)


@rule("leadership.active")
def of_leadership(position: Position, run: Run) -> bool:
    """Whether effects are those of a leadership ability, whose leader is on the battlefield, dazed or not."""
    power = position.content.superpowers.get(run.source)
    return power is not None and power.led and run.character in position.state.characters


RESOLVE: Final = Loop("resolve", next_effect, [go_on], Run)


ROLES: Final = Roles(
    {
        "self": lambda position, run: (run.character,),
        "chosen": lambda position, run: (run.chosen,) if run.chosen else (),
        "attacker": lambda position, run: (attack.attacker for attack in _attacks(position)),
        "target": lambda position, run: (attack.target for attack in _attacks(position)),
    },
    lambda position, id: able(position, id) or waiting(position, id),
)


def _attacks(position: Position) -> tuple[Attack, ...]:
    """The attack that is being made, if there is one."""
    attack = position.find_context(Attack)
    return () if attack is None else (attack,)


@rule("note.icon-recipient", "attack.icon-rules")
def named(position: Position, run: Run, role: str) -> str:
    """Whom a text names: "self", "chosen", or a side of the attack, dazed or gone or not; empty for nobody."""
    return next(iter(ROLES.named(position, run, role)), "")


@rule("damage.dazed-limits")
def who(position: Position, run: Run, role: str) -> str:
    """Whom a text names who can be affected; empty for nobody."""
    return next(iter(ROLES.meant(position, run, role)), "")


@rule("terms.enemy-effect", "field.power")
def doer(position: Position, run: Run) -> str:
    """Whose effect it is; empty for a crisis card, which is neither an enemy nor an ally, and for who is gone."""
    gone = run.character not in position.state.characters
    return "" if gone or run.source in position.content.nobodys else run.character


def chooser(position: Position, run: Run) -> int:
    """The player who decides what a text leaves open: that of the character whose effect it is."""
    found = position.state.characters.get(run.character)
    return run.player if found is None else character(position, run.character).player

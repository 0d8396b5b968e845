"""Plot abilities of title characters (24.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import Power, begin_effect, rule, until_next
from rulewright.powers import offers

from ..actions import ACTION, Action
from ..events.belongings import PlotActivated
from ..lasting import LENT
from ..terms import character, force

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps
    from rulewright.powers import Bearer

    from ..terms import Doing
    from .models import Special


@rule("24.5", "24.5a")
def can_plot(position: Position, id: str, trait: Special) -> bool:
    """Whether no plot ability was activated this turn, and there are enough plot points for this one."""
    plotted = position.state.forces[force(position, id)].plotted
    return not plotted and character(position, id).plot + trait.plot >= 0


@rule("24.5", "24.5a")
def plot_ability(trait: Special) -> Power:
    """A plot ability. FREE: it adds or spends plot points, and gives what it grants until its player's next turn."""

    def activate(game: Game, doing: Doing) -> Steps:
        id = doing.character
        yield PlotActivated(id, trait.id, trait.plot, doing.player, rule="24.5")
        if trait.grants:
            yield begin_effect(
                game, LENT, until_next("turn", doing.player), target=("characters", id),
                data={"gives": trait.grants}, rule="24.5",
            )  # fmt: skip

    def offer(game: Game, me: Bearer) -> Action:
        return Action("FREE", trait.id, activate, lambda position, id: can_plot(position, id, trait))

    return Power.of(trait.id, offers(ACTION)(offer), rule="24.5", text=trait.name.en)

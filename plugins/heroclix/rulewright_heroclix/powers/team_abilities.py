"""Team abilities that wild cards copy (19.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Power, choose, rule

from ..actions import action
from ..events.belongings import TeamCopied
from ..terms import character, friendly, on_map

if TYPE_CHECKING:
    from rulewright import Game, Position

    from ..terms import Doing


@rule("19.4a", "19.4b")
def copyable(position: Position, id: str) -> list[str]:
    """The team abilities that other friendly characters can use, and that can be copied."""
    able = [team.id for team in position.content.teams.values() if not team.uncopyable]
    return [team for team in able if any(_may_lend(position, str(one), id) for one in position.bearers(team))]


def _may_lend(position: Position, one: str, to: str) -> bool:
    return one != to and on_map(position, one) and friendly(position, one, to)


class WildCard(Power, name="wild-card", rule="19.4a"):
    """FREE: it can use a team ability of a friendly character until its player chooses again."""

    @action("FREE", copyable, "no_team_to_copy")
    def copy(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        team = yield choose(doing.player, "team", copyable(game, id), self.rule, character=id)
        before = next((one for one in character(game, id).given if one in game.content.teams), "")
        yield TeamCopied(id, team, before, rule=self.rule)


KEYPHRASES: Final = (WildCard(),)

"""Team abilities that wild cards copy (19.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Power, choose, rule

from ..actions import action
from ..events.belongings import TeamCopied
from ..terms import character, friendly, has, on_map

if TYPE_CHECKING:
    from rulewright import Game, Position

    from ..terms import Doing


@rule("19.4a", "19.4b")
def copyable(position: Position, id: str) -> list[str]:
    """The team abilities that other friendly characters can use, and that can be copied."""
    others = [
        str(one.id) for one in position.state.characters.values() if str(one.id) != id and on_map(position, one.id)
    ]
    friends = [one for one in others if friendly(position, one, id)]
    teams = position.content.teams.values()
    return [team.id for team in teams if not team.uncopyable and any(has(position, team.id, one) for one in friends)]


class WildCard(Power, name="wild-card", rule="19.4a"):
    """FREE: it can use a team ability of a friendly character until its player chooses again."""

    @action("FREE", copyable, "no_team_to_copy")
    def copy(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        team = yield choose(doing.player, "team", copyable(game, id), self.rule, character=id)
        before = next((one for one in character(game, id).given if one in game.content.teams), "")
        yield TeamCopied(id, team, before, rule=self.rule)


KEYPHRASES: Final = (WildCard(),)

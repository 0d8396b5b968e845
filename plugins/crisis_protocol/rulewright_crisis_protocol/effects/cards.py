"""Team tactic cards that come back, and what they leave for the next Cleanup Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from rulewright import FOREVER, Request, Subset, begin_effect, during
from rulewright.programs import numbers, then_do
from rulewright.vocabulary import Effect, Id, OpenWord, Some, Test, Verb

from ..events.superpowers import TacticDiscarded, TacticReturned
from ..lasting import IN_CLEANUP, WATCHING
from ..running import Run
from ..superpowers.moments import ATTACK, CHOSEN

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps

    from ..book.wording import Wording


class InCleanup(Verb, name="in_cleanup", rule="cleanup.player-effects"):
    """Effects come in the next Cleanup Phase, whatever becomes of the character whose they are until then."""

    effects: Some[Effect]

    en = "in the next Cleanup Phase: {effects}"
    zh = "在下一个清理阶段：{effects}"

    def do(self, game: Game, run: Run) -> Event:
        data = {
            "name": run.source, "queue": numbers(self.effects), "character": run.character, "chosen": run.chosen,
            "spent": run.spent, "players": run.players,
        }  # fmt: skip
        return begin_effect(game, IN_CLEANUP.name, FOREVER, player=run.player, data=data, rule=self.rule)

    def worth(self, judge: Any) -> float:
        return float(judge.effects(self.effects))


class Whenever(Verb, name="whenever", rule="terms.effects", opens=(CHOSEN, ATTACK)):
    """Effects come each time that something happens, whatever has become of the character whose they are; what follows
    means by "chosen" whom it happened to: an enemy that an ally has damaged, an ally that was KO'd, or that character
    itself after an attack against it."""

    when: Literal["enemy damaged", "ally KO'd", "attacked"]
    until: Literal["round", "game"] = "round"
    effects: Some[Effect]

    en = "{until}, {when}: {effects}"
    zh = "{until}，{when}：{effects}"

    def do(self, game: Game, run: Run) -> Event | None:
        if self.until == "round" and game.scope("round") is None:
            return None
        data = {"name": run.source, "queue": numbers(self.effects), "character": run.character, "when": self.when}
        ends = FOREVER if self.until == "game" else during("round")
        return begin_effect(game, WATCHING.name, ends, player=run.player, data=data, rule=self.rule)

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {
            "until": wording.say(f"for.{self.until}"),
            "when": wording.say(f"whenever.{self.when.replace(' ', '_').replace(chr(39), '')}"),
            "effects": wording.effects(self.effects),
        }

    def worth(self, judge: Any) -> float:
        return float(judge.where(chosen=-1 if self.when == "enemy damaged" else 1).effects(self.effects))


class ReturnCard(Verb, name="return_card", rule="tactic-card.play", whom=None):
    """The team tactic card whose text it is can be played again."""

    en = "this card can be played again"
    zh = "此卡可再次打出"

    def can(self, game: Game, run: Run) -> bool:
        return run.source in game.content.tactics and run.source not in game.state.squads[run.player].tactics

    def do(self, game: Game, run: Run) -> Event | None:
        return TacticReturned(run.player, run.source, rule=self.rule) if self.can(game, run) else None


class DiscardCards(Verb, name="discard_cards", rule="tactic-card.play", whom=None):
    """The player of the effect discards team tactic cards that could still be played; without as many nothing
    happens."""

    amount: int = Field(1, ge=1, le=5)
    then: Some[Effect]

    en = "discard {amount} team tactic cards: {then}"
    zh = "弃置 {amount} 张团队战术卡：{then}"

    def can(self, game: Game, run: Run) -> bool:
        return len(game.state.squads[run.player].tactics) >= self.amount

    def do(self, game: Game, run: Run) -> Steps:
        cards = game.state.squads[run.player].tactics
        if len(cards) < self.amount:
            return
        if len(cards) > self.amount:
            space = Subset(cards, self.amount, self.amount)
            cards = yield Request(run.player, "discard", space, self.rule, {"character": run.character})
        yield [TacticDiscarded(run.player, card, rule=self.rule) for card in cards]
        yield then_do(game, run, self.then)


class SquadUses(Test, key="squad_uses"):
    """The squad of its player uses an affiliation, or none."""

    squad_uses: Annotated[Literal["none"] | Id, OpenWord("affiliation")]

    def holds(self, game: Game, run: Run) -> bool:
        return bool((game.state.squads[run.player].affiliation or "none") == self.squad_uses)

    def said(self, wording: Wording) -> str:
        if self.squad_uses == "none":
            return wording.say("test.squad_uses_none")
        return wording.say("test.squad_uses", affiliation=wording.called(self.squad_uses))

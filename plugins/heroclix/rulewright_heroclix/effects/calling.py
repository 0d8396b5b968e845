"""Characters that come to the map from elsewhere: called in from the Sideline (25.3), or from the KO area (3.2a)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field

from rulewright import EffectEnded, ask_which, rule, trigger
from rulewright.programs import then_do
from rulewright.vocabulary import Effect, OpenWord, Verb, variants

from ..events.characters import CalledIn, CameBack, SentBack
from ..movement.placing import ask_where, free_placements, nearest_placements, opponent_of
from ..space.board import beside
from ..state import element_of
from ..terms import character, friendly, numbered, on_map, sheet
from .lasting import begin
from .words import CHOSEN, Side, called

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright import Game, Steps
    from rulewright.geometry.grid import Mask

    from .resolution import Run

CALLED_IN: Final = "called in"
"""The kind of effect for whose time a character of the Sideline is on the map."""


class Comes(Verb):
    """A character comes to the map, adjacent to the one whose effect it is."""

    @rule("21.6a", "24.2a")
    def room(self, game: Game, run: Run, id: str) -> list[Mask]:
        """Where it finds room beside that one."""
        around = beside(game, run.character)
        return [placement for placement in free_placements(game, id) if placement & around]

    @rule("13.2")
    def anywhere(self, game: Game, run: Run, id: str) -> Sequence[Mask]:
        """Where it is placed that has to come: adjacent, or as close as possible."""
        return nearest_placements(game, id, character(game, run.character).squares)

    @rule("13.2")
    def finds_room(self, game: Game, run: Run, id: str) -> bool:
        """Whether there is room for it: adjacent, or anywhere at all where it has to come."""
        return bool(self.room(game, run, id) if run.may else self.anywhere(game, run, id))

    @rule("13.2")
    def where(self, game: Game, run: Run, id: str) -> Steps:
        """The squares that its player chooses, or, where there is no room, an opponent as close as possible."""
        if room := self.room(game, run, id):
            return (yield from ask_where(game, run.player, id, room, self.rule, "put_down"))
        opponent = yield from opponent_of(game, run.player, id)
        return (yield from ask_where(game, opponent, id, self.anywhere(game, run, id), "13.2", "put_down"))


class CallIn(Comes, name="call_in", rule="25.3", opens=(CHOSEN,)):
    """A character of the Sideline comes to the map, adjacent, for a while; ``then`` refers to it as "chosen".

    Without ``named`` it is one of the ID characters of the card that says so.
    """

    named: str = Field("", description="only those of that name (21.9c)")
    until: Literal["action", "this turn", "your next turn", "end of your next turn"] = "this turn"
    then: tuple[Effect, ...] = ()

    en = variants(
        "call an ID character in ({until})", more="call an ID character in ({until}), then {then}",
        named="call {named} in ({until})", named_more="call {named} in ({until}), then {then}",
    )  # fmt: skip
    zh = variants(
        "召唤一个 ID 角色（{until}）", more="召唤一个 ID 角色（{until}），然后{then}",
        named="召唤{named}（{until}）", named_more="召唤{named}（{until}），然后{then}",
    )  # fmt: skip

    @rule("25.3", "13.2")
    def do(self, game: Game, run: Run) -> Steps:
        if not self.can(game, run):
            return
        one = yield from ask_which(run.player, "call_in", self.able(game, run), self.rule, source=run.source)
        squares = yield from self.where(game, run, one)
        yield CalledIn(one, squares, rule=self.rule)
        yield begin(game, run, one, self.until, {}, kind=CALLED_IN, rule=self.rule)
        yield then_do(game, run, self.then, chosen=(one,))

    @rule("20.9b", "13.2")
    def can(self, game: Game, run: Run) -> bool:
        return on_map(game, run.character) and bool(self.able(game, run))

    @rule("25.3", "21.9c")
    def able(self, game: Game, run: Run) -> list[str]:
        """The characters of the Sideline that can be called in: of the name, or the ID characters of the card."""
        own = character(game, run.character).starting
        waiting = (one for one in game.state.characters.values() if (one.area, one.starting) == ("sideline", own))
        meant = (str(one.id) for one in waiting if self._means(game, run, str(one.id)))
        return [id for id in meant if self.finds_room(game, run, id)]

    def _means(self, game: Game, run: Run, id: str) -> bool:
        card = game.content.elements.get(element_of(run.source))
        if self.named or card is None:
            return called(game, id, self.named)
        return card.specified is None or sheet(game, id).fits(card.specified)

    def variant(self) -> str:
        return "_".join(word for word, said in (("named", self.named), ("more", self.then)) if said)


class BringBack(Comes, name="bring_back", rule="3.2a", opens=(CHOSEN,)):
    """A KO'd character returns as a new one, adjacent or to the Sideline; ``then`` refers to it as "chosen"."""

    among: Side = "friendly"
    named: str = Field("", description="only those of that name (21.9c)")
    keyword: Annotated[str, OpenWord("keyword")] = ""
    points_at_most: int | None = Field(None, ge=1, le=1000)
    to: Literal["map", "sideline"] = "map"
    then: tuple[Effect, ...] = ()

    en = variants(
        "return a KO'd character to the map", more="return a KO'd character to the map, then {then}",
        sideline="return a KO'd character to the Sideline",
    )  # fmt: skip
    zh = variants(
        "将一个被击倒的角色返回地图", more="将一个被击倒的角色返回地图，然后{then}",
        sideline="将一个被击倒的角色返回备用区",
    )  # fmt: skip

    @rule("3.2a", "12.5d")
    def do(self, game: Game, run: Run) -> Steps:
        if not self.can(game, run):
            return
        one = yield from ask_which(run.player, "bring_back", self.able(game, run), self.rule, source=run.source)
        squares = (yield from self.where(game, run, one)) if self.to == "map" else ()
        old = character(game, one)
        new, start = numbered(game, game.state.characters, old.card), sheet(game, one).points[old.points]
        yield CameBack(new, one, start, squares, rule=self.rule)
        if self.to == "map":
            yield then_do(game, run, self.then, chosen=(new,))

    @rule("20.9b")
    def can(self, game: Game, run: Run) -> bool:
        return on_map(game, run.character) and bool(self.able(game, run))

    @rule("3.2a", "12.5d", "13.2")
    def able(self, game: Game, run: Run) -> list[str]:
        """The characters of the KO area that it means, and that find room."""
        ids = (str(one.id) for one in game.state.characters.values() if one.area == "ko")
        return [id for id in ids if self._means(game, run, id) and (self.to != "map" or self.finds_room(game, run, id))]

    def _means(self, game: Game, run: Run, id: str) -> bool:
        one = character(game, id)
        friends = friendly(game, run.character, id)
        return (
            (self.among == "any" or friends is (self.among == "friendly"))
            and (not self.named or called(game, id, self.named))
            and (not self.keyword or self.keyword in sheet(game, id).keywords)
            and (self.points_at_most is None or one.points <= self.points_at_most)
        )

    def variant(self) -> str:
        return "sideline" if self.to == "sideline" else "more" if self.then else ""


def _over(game: Game, event: EffectEnded) -> tuple[Any, ...]:
    effect = game.state.effects.get(event.effect)
    due = effect is not None and effect.kind == CALLED_IN and on_map(game, str(effect.target))
    return (str(effect.target),) if due and effect is not None and not isinstance(event, SentBack) else ()


@trigger(EffectEnded, before=True, sources=_over, order_matters=False, player=lambda game, event, source: None)
@rule("20.3", "25.3", "2.6")
def goes_back(game: Game, event: EffectEnded, source: str) -> EffectEnded:
    """When its time on the map is over, who was called in is on the Sideline again."""
    return SentBack(event.effect, event.why, source, rule="25.3")

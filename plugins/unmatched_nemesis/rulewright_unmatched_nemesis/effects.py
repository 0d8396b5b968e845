"""The vocabulary of effects: each verb with what content says, what it does, and its words.

The acting player decides where the text does not say who. Whom an effect means is "self", the player whose card, panel
or skill it is, or "opponent".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import Field, model_validator

from rulewright import Violation, choose, rule, vocabulary
from rulewright.programs import Resolution, counted, then_do
from rulewright.vocabulary import LARGEST, Amount, ContentModel, Lexicon, Test, Verb, variants
from rulewright.zones import draw as draw_cards
from rulewright.zones import reveal

from .arena import is_red, ways
from .events import CubesDiscarded, DamageTaken, Moved, TokensChanged
from .hands import cards_with, discard, hand, has_secrets, selections
from .state import DECK, HAND
from .values import VALUES, seat

if TYPE_CHECKING:
    from rulewright import Game, Steps, View

    from .wording import Wording

Symbol = Literal["shield", "dash", "yin_yang", "fist", "eye", "wild"]
"""What is printed in the corner of an attack card, and what costs are made of; "wild" is the question mark."""
Who = Literal["self", "opponent"]
Way = Literal["any", "teleport", "forward", "backward"]


# Conditions -------------------------------------------------------------------------------------------------


class OnRed(Test, key="on_red"):
    """A fighter stands on a red space, a corridor entrance."""

    on_red: Who

    def holds(self, game: Game, run: Resolution) -> bool:
        return is_red(game, seat(run, self.on_red))

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.on_red_{self.on_red}")


# Damage and movement ----------------------------------------------------------------------------------------


@rule("block.only-assault")
class Damage(Verb, name="damage", rule="attack.step-2"):
    """Damage besides that of the damage slot: it cannot be reduced by a block."""

    heavy: Amount = 0
    light: Amount = 0
    to: Who = "opponent"

    en = variants(self="you take {damage}", opponent="the opponent takes {damage}")
    zh = variants(self="自己受到 {damage}", opponent="对手受到 {damage}")

    @model_validator(mode="after")
    def _hurts(self) -> Damage:
        if self.heavy == 0 and self.light == 0:
            raise ValueError("heavy, light: damage has at least one of them")
        return self

    def do(self, game: Game, run: Resolution) -> DamageTaken | None:
        heavy, light = counted(self.heavy, game, run), counted(self.light, game, run)
        return DamageTaken(seat(run, self.to), heavy, light, rule=self.rule) if heavy or light else None

    def variant(self) -> str:
        return self.to

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"damage": wording.damage(self.heavy, self.light)}


@rule("panel.order", "move.backward", "move.forward", "move.teleport")
class Move(Verb, name="move", rule="attack.step-2"):
    """A fighter moves; the acting player says where. Unless it ``must``, it may go less far, or stay.

    "backward" is the opponent's way, away from one's own fighter: without ``who`` the opponent moves then.
    """

    who: Who = Field("self", description='who moves; without it oneself, or the opponent where the way is "backward"')
    spaces: int = Field(1, ge=1, le=LARGEST)
    way: Way = "any"
    must: bool = False

    @model_validator(mode="before")
    @classmethod
    def _whom_backward_means(cls, data: Any) -> Any:
        if isinstance(data, dict) and data.get("way") == "backward":
            return {"who": "opponent", **data}
        return data

    @model_validator(mode="after")
    def _backward_is_not_for_oneself(self) -> Move:
        if self.way == "backward" and self.who == "self":
            raise ValueError(
                'who: "backward" moves the opponent away, never one\'s own fighter (move.backward); '
                'leave who out, or let one\'s own fighter move with way = "any"'
            )
        return self

    def do(self, game: Game, run: Resolution) -> Steps:
        """As far as the fighter can go where it must; nothing happens where it cannot move."""
        mover = seat(run, self.who)
        found = ways(game, mover, self.spaces, self.way)
        if self.must:
            longest = max(map(len, found.values()), default=0)
            found = {space: path for space, path in found.items() if len(path) == longest}
        if found:
            stay = () if self.must else (None,)
            options, how = (*stay, *found), (self.spaces, self.way, self.must)
            space = yield choose(run.player, "move_to", options, self.rule, fighter=mover, how=how)
            if space is not None:
                yield Moved(mover, found[space], rule=self.rule)

    def hindrance(self, view: View, run: Resolution) -> Violation | None:
        """A fighter that cannot leave its space does not move."""
        mover = seat(run, self.who)
        rule = f"move.{self.way}" if self.way in ("backward", "forward") else "turn.move-limits"
        return None if ways(view, mover, self.spaces, self.way) else Violation("cannot_move", rule)

    def said(self, wording: Wording) -> str:
        return wording.move(self.who, self.spaces, self.way, self.must)


class SpendToMove(Verb, name="spend_to_move", rule="panel.suppressing-fire"):
    """The own fighter moves one space for each token that is discarded."""

    en = "move a space for each {token} you discard"
    zh = "每舍弃 1 个{token}可移动 1 格"

    def do(self, game: Game, run: Resolution) -> Steps:
        player = run.player
        found = ways(game, player, game.state.fighters[player].tokens)
        if found:
            space = yield choose(player, "spend_to_move", (None, *found), self.rule, fighter=player)
            if space is not None:
                yield TokensChanged(player, 1 - len(found[space]), rule=self.rule)
                yield Moved(player, found[space], rule=self.rule)


# Cards ------------------------------------------------------------------------------------------------------


class Discard(Verb, name="discard", rule="attack.step-2"):
    """A player discards cards of their choice."""

    amount: Amount = 1
    of: Who = "self"

    en = variants(self="you discard {amount} card{amount:s}", opponent="the opponent discards {amount} card{amount:s}")
    zh = variants(self="自己弃掉 {amount} 张牌", opponent="对手弃掉 {amount} 张牌")

    def do(self, game: Game, run: Resolution) -> Steps:
        """All where they have no more."""
        loser = seat(run, self.of)
        chosen = yield from some_of_hand(game, loser, counted(self.amount, game, run), "discard", self.rule)
        if chosen:
            yield discard(game, loser, chosen, self.rule)

    def variant(self) -> str:
        return self.of


def some_of_hand(game: Game, player: int, count: int, ask: str, rule: str) -> Steps:
    """This many cards of a hand, as its player chooses; all without a question where there are no more."""
    held = hand(game, player)
    if count <= 0:
        return ()
    return held if len(held) <= count else (yield choose(player, ask, selections(held, count, count), rule))


class ShowAndDiscard(Verb, name="show_and_discard", rule="panel.order"):
    """The opponent shows cards of their choice, and the acting player discards one of them."""

    amount: Amount = 2

    en = "the opponent shows {amount} card{amount:s}, you discard one of them"
    zh = "对手展示 {amount} 张手牌，你弃掉其中 1 张"

    def do(self, game: Game, run: Resolution) -> Steps:
        """All are shown where there are no more."""
        player, other = run.player, 1 - run.player
        shown = yield from some_of_hand(game, other, counted(self.amount, game, run), "show", self.rule)
        if not shown:
            return
        yield reveal(game, HAND[other], shown, rule=self.rule)
        card = yield choose(player, "discard_shown", tuple(dict.fromkeys(shown)), self.rule, fighter=other)
        yield discard(game, other, [card], self.rule)


class Draw(Verb, name="draw", rule="attack.step-2"):
    """Cards are drawn from the attack deck, unseen."""

    amount: Amount = 1
    to: Who = "self"

    en = variants(
        self="draw {amount} card{amount:s} from the deck",
        opponent="the opponent draws {amount} card{amount:s} from the deck",
    )
    zh = variants(self="从牌库抽 {amount} 张牌", opponent="对手从牌库抽 {amount} 张牌")

    def do(self, game: Game, run: Resolution) -> Steps:
        """Fewer where the deck has no more."""
        for _ in range(counted(self.amount, game, run)):
            yield from draw_cards(game, 1, DECK, HAND[seat(run, self.to)], rule=self.rule)

    def variant(self) -> str:
        return self.to


# Tokens and cubes -------------------------------------------------------------------------------------------


class GainTokens(Verb, name="gain_tokens", rule="panel.reload"):
    """The own fighter gains tokens."""

    amount: Amount = 1

    en = "gain {amount} {token}{amount:s}"
    zh = "获得 {amount} 个{token}"

    def do(self, game: Game, run: Resolution) -> TokensChanged | None:
        count = counted(self.amount, game, run)
        return TokensChanged(run.player, count, rule=self.rule) if count > 0 else None


class TradeForTokens(Verb, name="trade_for_tokens", rule="panel.reload"):
    """Any number of cards with a symbol are discarded for a token each."""

    symbol: Symbol

    en = "discard {symbol} cards for a {token} each"
    zh = "每弃 1 张{symbol}牌获得 1 个{token}"

    def do(self, game: Game, run: Resolution) -> Steps:
        player = run.player
        able = cards_with(game, player, self.symbol)
        held = [card for card in hand(game, player) if card in able]
        if held or has_secrets(game, player):
            cards = yield choose(player, "trade", selections(held, 0, len(held)), self.rule, symbol=self.symbol)
            if cards:
                yield discard(game, player, cards, self.rule)
                yield TokensChanged(player, len(cards), rule=self.rule)


class Recover(Verb, name="recover", rule="attack.step-2"):
    """The own fighter discards light cubes."""

    amount: Amount = 1

    en = "discard {amount} light cube{amount:s}"
    zh = "弃掉 {amount} 个轻伤方块"

    def do(self, game: Game, run: Resolution) -> CubesDiscarded | None:
        """As many as it has."""
        count = min(counted(self.amount, game, run), game.state.fighters[run.player].light)
        return CubesDiscarded(run.player, count, rule=self.rule) if count > 0 else None

    def hindrance(self, view: View, run: Resolution) -> Violation | None:
        """Who has no light cubes discards none."""
        return None if view.state.fighters[run.player].light else Violation("no_cubes", self.rule)


# Choices ----------------------------------------------------------------------------------------------------


class Choose(vocabulary.Choose, name="choose", rule="attack.step-2"):
    """The acting player picks one of several effects."""


class May(vocabulary.May, name="may", rule="attack.step-2"):
    """The acting player decides whether something happens."""


class ByHand(vocabulary.ByHand, name="by_hand", rule="rule.golden"):
    """The acting player says what a text does that no program understands."""


class Cost(ContentModel):
    """What an effect asks for: tokens of the own fighter, cards of the own hand, damage that the own fighter takes."""

    tokens: int = Field(0, ge=0, le=LARGEST)
    cards: int = Field(0, ge=0, le=LARGEST)
    heavy: int = Field(0, ge=0, le=LARGEST)
    light: int = Field(0, ge=0, le=LARGEST)

    @model_validator(mode="after")
    def _costs_something(self) -> Cost:
        if not (self.tokens or self.cards or self.heavy or self.light):
            raise ValueError("tokens, cards, heavy, light: a cost has at least one of them")
        return self

    def said(self, wording: Wording) -> str:
        """What is paid."""
        parts = (
            wording.say("cost.tokens", tokens=self.tokens) if self.tokens else "",
            wording.say("cost.cards", cards=self.cards) if self.cards else "",
            wording.say("cost.hurt", damage=wording.damage(self.heavy, self.light)) if self.heavy or self.light else "",
        )
        return wording.listed(parts)


class Pay(vocabulary.Pay, name="pay", rule="attack.step-2"):
    """Tokens, cards and cubes may be paid for effects."""

    cost: Cost

    en = variants(
        "you may {cost}: {then}", instead="{cost} or {otherwise}", both="you may {cost}: {then}; else {otherwise}"
    )
    zh = variants("可{cost}：{then}", instead="{cost}，否则{otherwise}", both="可{cost}：{then}；否则{otherwise}")

    def do(self, game: Game, run: Resolution) -> Steps:
        player, cost = run.player, self.cost
        if game.state.fighters[player].tokens >= cost.tokens and len(hand(game, player)) >= cost.cards:
            asked = choose(player, "spend", (True, False), self.rule, tokens=cost.tokens, effect=self.deed.number)
            if (yield asked):
                yield from self._pay(game, player)
                return then_do(game, run, self.then)
        return then_do(game, run, self.otherwise)

    def _pay(self, game: Game, player: int) -> Steps:
        cost = self.cost
        if cost.tokens:
            yield TokensChanged(player, -cost.tokens, rule=self.rule)
        if cost.cards:
            cards = yield from some_of_hand(game, player, cost.cards, "discard", self.rule)
            yield discard(game, player, cards, self.rule)
        if cost.heavy or cost.light:
            yield DamageTaken(player, cost.heavy, cost.light, rule=self.rule)


LEXICON: Final = Lexicon(
    OnRed, Damage, Move, SpendToMove, Discard, ShowAndDiscard, Draw, GainTokens, TradeForTokens, Recover,
    Choose, May, Pay, ByHand, values=VALUES, least=0,
)  # fmt: skip

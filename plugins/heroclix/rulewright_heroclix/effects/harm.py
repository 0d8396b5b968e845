"""Damage, healing, tokens and KO."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from rulewright import rule
from rulewright.vocabulary import Amount, Verb, Whole, variants

from ..damage import TURN_DIAL, checked_for_ko, deal, heal
from ..events.characters import NamedTokens, RemovedFromGame, TakenOff
from ..events.damage import KnockedOut
from ..events.turns import TokenGiven, TokenRemoved
from ..events.victory import MadeToLose
from ..state import MOST_TOKENS
from ..terms import character, on_map, sheet, shows
from .amounts import amount_of
from .words import Who, meant

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps

    from .resolution import Run


class OnCharacters(Verb, whom="who"):
    """What is done to characters; it can be done where it means any to whom it can be done (13.3, 20.9b)."""

    @rule("13.3", "20.9b")
    def can(self, game: Game, run: Run) -> bool:
        return bool(self.able(game, run))

    @rule("8.1k")
    def able(self, game: Game, run: Run) -> list[str]:
        """Those whom it means and to whom it can be done."""
        return [id for id in meant(game, run, getattr(self, str(self.stake.whom))) if self.possible(game, id)]

    def possible(self, game: Game, id: str) -> bool:
        """Whether it can be done to a character on the map."""
        return True


class Damage(OnCharacters, name="damage", rule="12.5", whom="to"):
    """Characters are dealt damage, which is not that of an attack."""

    amount: Amount = 1
    to: Who = "chosen"
    kind: Literal["", "penetrating", "unavoidable"] = ""

    en = variants("deal {to} {amount} damage", special="deal {to} {amount} {kind} damage")
    zh = variants("对{to}造成 {amount} 点伤害", special="对{to}造成 {amount} 点{kind}伤害")

    def do(self, game: Game, run: Run) -> Steps:
        amount = amount_of(self.amount, game, run)
        yield from deal(game, [(id, amount) for id in self.able(game, run)], run.character, self.kind, rule=self.rule)

    def variant(self) -> str:
        return "special" if self.kind else ""


class Heal(OnCharacters, name="heal", rule="6.6"):
    """Characters are healed."""

    amount: Amount = 1
    who: Who = "self"
    past: bool = Field(False, description="past its starting line, too (6.6b)")

    en = variants(
        "heal {who} {amount} click{amount:s}", past="heal {who} {amount} click{amount:s}, past the starting line, too"
    )
    zh = variants("治疗{who} {amount} 点", past="治疗{who} {amount} 点，可以超过起始线")

    def do(self, game: Game, run: Run) -> Steps:
        for id in self.able(game, run):
            yield from heal(game, id, amount_of(self.amount, game, run), self.rule, past=self.past)

    def variant(self) -> str:
        return "past" if self.past else ""


class TurnDial(OnCharacters, name="turn_dial", rule="1.6a", whom="who"):
    """The dials of characters are turned on, which is no damage: so countdown clicks go by, as a card says (24.3)."""

    who: Who = "self"
    clicks: int = Field(1, ge=1, le=20)

    en = "turn the dial of {who} by {clicks} click{clicks:s}"
    zh = "将{who}的转盘转动 {clicks} 格"

    @rule("1.6a", "24.3", "12.5d")
    def do(self, game: Game, run: Run) -> Steps:
        for id in self.able(game, run):
            yield TURN_DIAL(character=id, clicks=self.clicks)
            if on_map(game, id) and shows(game, id).ko:
                yield checked_for_ko(game, id)

    @rule("24.1")
    def possible(self, game: Game, id: str) -> bool:
        return not sheet(game, id).printed.bystander


class GiveToken(OnCharacters, name="give_token", rule="13.3", whom="to"):
    """Characters are given action tokens, as far as they can have them; nobody chooses a third one for anyone."""

    to: Who = "chosen"
    amount: int = Field(1, ge=1, le=MOST_TOKENS)

    en = variants("give {to} an action token", several="give {to} {amount} action tokens")
    zh = variants("给予{to}一枚行动指示物", several="给予{to} {amount} 枚行动指示物")

    @rule("8.1k", "13.3")
    def do(self, game: Game, run: Run) -> list[Event]:
        found = meant(game, run, self.to)
        given = ((id, min(self.amount, MOST_TOKENS - character(game, id).tokens)) for id in found)
        return [TokenGiven(id, run.character, rule=self.rule) for id, tokens in given for _ in range(tokens)]

    @rule("13.3")
    def possible(self, game: Game, id: str) -> bool:
        return bool(character(game, id).tokens + self.amount <= MOST_TOKENS)

    def variant(self) -> str:
        return "" if self.amount == 1 else "several"


class RemoveToken(OnCharacters, name="remove_token", rule="7.8"):
    """Action tokens are removed from characters."""

    who: Who = "self"

    en = "remove an action token from {who}"
    zh = "从{who}移除一枚行动指示物"

    def do(self, game: Game, run: Run) -> list[Event]:
        return [TokenRemoved(id, rule=self.rule) for id in self.able(game, run)]

    def possible(self, game: Game, id: str) -> bool:
        return bool(character(game, id).tokens)


class ChangeNamedTokens(OnCharacters, name="named_tokens", rule="21.5", by="change", whom="to"):
    """Named tokens are put on the cards of characters, or taken off them; they are no action tokens."""

    to: Who = "self"
    token: str
    change: Whole = 1

    en = variants("{token} tokens {change}", others="{token} tokens of {to} {change}")
    zh = variants("{token}指示物 {change}", others="{to}的{token}指示物 {change}")

    def do(self, game: Game, run: Run) -> list[Event]:
        return [
            NamedTokens(id, self.token, max(self.change, -self.held(game, id)), rule=self.rule)
            for id in self.able(game, run)
        ]

    def able(self, game: Game, run: Run) -> list[str]:
        """Whoever has its card; its own it has off the map, too."""
        whom = [run.character] if self.to == "self" else meant(game, run, self.to)
        return [id for id in whom if id in game.state.characters and self.possible(game, id)]

    def possible(self, game: Game, id: str) -> bool:
        return self.change > 0 or bool(self.held(game, id))

    def held(self, game: Game, id: str) -> int:
        """How many of them a character has."""
        return dict(character(game, id).named).get(self.token, 0)

    def variant(self) -> str:
        return "" if self.to == "self" else "others"


class KnockOut(OnCharacters, name="ko", rule="12.5d"):
    """Characters are KO'd."""

    who: Who = "chosen"

    en = "KO {who}"
    zh = "击败{who}"

    def do(self, game: Game, run: Run) -> list[Event]:
        return [KnockedOut(id, run.character, rule=self.rule) for id in self.able(game, run)]


class TakeOff(OnCharacters, name="take_off", rule="15.3"):
    """Characters are removed from the map, until the next turn of the player whose effect it is begins."""

    who: Who = "chosen"

    en = "remove {who} from the map; it returns at the beginning of your next turn"
    zh = "将{who}移出地图；它在你的下一回合开始时返回"

    def do(self, game: Game, run: Run) -> list[Event]:
        return [TakenOff(id, run.player, rule=self.rule) for id in self.able(game, run)]


class Lose(Verb, name="lose", rule="5.3b"):
    """The player of the character, or each opponent, loses."""

    who: Literal["you", "opponents"] = "opponents"

    en = variants(you="you lose the game", opponents="your opponents lose the game")
    zh = variants(you="你输掉游戏", opponents="你的对手输掉游戏")

    def do(self, game: Game, run: Run) -> list[Event]:
        seats = (run.player,) if self.who == "you" else game.opponents(run.player)
        return [MadeToLose(seat, rule=self.rule) for seat in seats]

    def variant(self) -> str:
        return self.who


class RemoveFromGame(OnCharacters, name="remove_from_game", rule="21.8"):
    """Characters are removed from the game: scored as if KO'd, without being KO'd."""

    who: Who = "chosen"

    en = "remove {who} from the game"
    zh = "将{who}从游戏中移除"

    def do(self, game: Game, run: Run) -> list[Event]:
        return [RemovedFromGame(id, rule=self.rule) for id in self.able(game, run)]

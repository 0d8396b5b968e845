"""Small games for the tests of bots, simulations and the command line: a duel with secrets, a survey of spaces."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Annotated, Any

from pydantic import BaseModel, Field

from rulewright import (
    Allocation,
    Event,
    GameOver,
    Limit,
    Loop,
    Number,
    Ordering,
    Phase,
    Procedure,
    Record,
    Request,
    Roll,
    Ruleset,
    Seen,
    Shuffle,
    State,
    Steps,
    Subset,
    Table,
    TimingPolicy,
    Together,
    Turn,
    View,
    Window,
    active_first,
    choose,
    hookimpl,
    panels,
    reaction,
    rule,
    turns,
)
from rulewright.geometry import maps
from rulewright.geometry.maps import Item
from rulewright.plugins import registry
from rulewright.reading import Prompt, Unreadable, read_measure, show_measure
from rulewright.refusals import Violation
from rulewright.rules import Ledger, Rule
from rulewright.ruleset import Rules, StatRule
from rulewright.spaces import Options, Space
from rulewright.state import Context
from rulewright.stats import Layer, Modifier, Stat
from rulewright.text import Texts

# The duel: strike with a die, block with a card from a hidden hand --------------------


class Fighter(Record):
    hp: int = 8
    hand: Annotated[tuple[str, ...], Seen.COUNT] = ()
    deck: Annotated[tuple[str, ...], Seen.NOBODY] = ()

    @property
    def player(self) -> int:
        return int(self.id)


class Arena(State):
    fighters: Table[Fighter]


class DeckShuffled(Event, frozen=True):
    player: int
    deck: Annotated[tuple[str, ...], Seen.NOBODY]

    def apply(self, state: Arena) -> None:
        state.fighters.edit(self.player).deck = self.deck


class CardDrawn(Event, frozen=True):
    player: int
    card: Annotated[str, Seen.OWNER]

    def apply(self, state: Arena) -> None:
        fighter = state.fighters.edit(self.player)
        fighter.hand, fighter.deck = (*fighter.hand, fighter.deck[0]), fighter.deck[1:]


class CardPlayed(Event, frozen=True):
    player: int
    card: str

    def apply(self, state: Arena) -> None:
        fighter = state.fighters.edit(self.player)
        at = fighter.hand.index(self.card)
        fighter.hand = fighter.hand[:at] + fighter.hand[at + 1 :]


class Struck(Event, frozen=True):
    player: int
    target: int
    faces: tuple[int, ...]


class Hurt(Event, frozen=True):
    target: int
    amount: int

    def apply(self, state: Arena) -> None:
        fighter = state.fighters.edit(self.target)
        fighter.hp = max(0, fighter.hp - self.amount)


class Blow(Context):
    player: int
    target: int
    damage: int = 0


DECK = ("shield", "shield", "potion", "oil")


def shuffle_decks(game: Any, turn: Turn) -> Steps:
    if turn.number <= 2:
        deck = yield Shuffle(DECK, turn.player)
        yield DeckShuffled(turn.player, deck)


@rule("1.1")
def draw_card(game: Any, turn: Turn) -> Steps:
    """The player draws a card."""
    deck = game.state.fighters[turn.player].deck
    if deck:
        yield CardDrawn(turn.player, deck[0], rule="1.1")


def act(game: Any, turn: Turn) -> Steps:
    hand = game.state.fighters[turn.player].hand
    actions = ["strike", *(["drink"] if "potion" in hand else []), "wait"]
    action = yield choose(turn.player, "action", actions, rule="2.1", hp=game.state.fighters[turn.player].hp)
    if action == "drink":
        yield CardPlayed(turn.player, "potion", rule="2.2")
        yield Hurt(turn.player, -2, rule="2.2")
    if action == "strike":
        return BLOW(player=turn.player, target=1 - turn.player)
    return None


@rule("3.1")
def roll_blow(game: Any, blow: Blow) -> Steps:
    """One die is rolled: that is the damage."""
    faces = yield Roll.d6(1, blow.player, "blow", rule="3.1")
    yield Struck(blow.player, blow.target, faces, rule="3.1")
    yield game.note(blow, damage=faces[0])


def deal(game: Any, blow: Blow) -> Steps:
    if blow.damage:
        yield Hurt(blow.target, blow.damage, rule="3.2")
    if game.state.fighters[blow.target].hp == 0:
        yield GameOver((blow.player,), "knockout", rule="4.1")


def shields(game: Any, player: int, blow: Blow) -> list[str]:
    return ["shield"] if player == blow.target and "shield" in game.state.fighters[player].hand else []


@rule("3.3")
def use_block(game: Any, player: int, choice: str, blow: Blow) -> Steps:
    """The target plays a card and takes three damage less."""
    yield CardPlayed(player, choice, rule="3.3")
    yield game.note(blow, damage=max(0, blow.damage - 3))


BLOCK = reaction("struck", options=shields, limit=Limit(1, "blow", per="player"), name="block")(use_block)
BLOW = Procedure("blow", [roll_blow, Window("struck", rule="3.3"), deal], Blow)


class DuelSetup(BaseModel, extra="forbid"):
    """The options of a duel."""

    hp: int = Field(8, ge=1, le=30, title="Health", description="how much each fighter can take")
    fail_at: int = Field(0, description="the turn in which the rules fail, for tests")


def populate(state: Arena, setup: DuelSetup, content: Any) -> None:
    for seat in (0, 1):
        state.fighters.add(Fighter(seat, setup.hp))


def fail(game: Any, turn: Turn) -> None:
    if game.setup.fail_at and turn.number >= game.setup.fail_at:
        raise KeyError("the rules fail on purpose")


def guess(view: View, rng: Random) -> dict[str, list[Fighter]]:
    """Fill hidden hands and decks with what the player has not seen."""
    found = []
    for fighter in view.state.fighters.values():
        if fighter.deck is None:
            played = [e.card for e in view.events() if isinstance(e, CardPlayed) and e.player == fighter.id]
            known = played + ([*fighter.hand] if fighter.id == view.player else [])
            left = list(DECK)
            for card in known:
                left.remove(card)
            rng.shuffle(left)
            if fighter.id == view.player:
                hand = fighter.hand
            else:
                hand = tuple(left.pop() for _ in fighter.hand)
            shuffled = any(isinstance(e, DeckShuffled) and e.player == fighter.id for e in view.events())
            found.append(Fighter(fighter.id, fighter.hp, hand, tuple(left) if shuffled else ()))
    return {"fighters": found}


def evaluate(view: View, player: int) -> float:
    fighters = view.state.fighters
    return float(fighters[player].hp - fighters[1 - player].hp + 0.1 * len(fighters[player].hand))


NAMES = {
    "shield": {"en": "Shield", "zh": "盾牌"},
    "potion": {"en": "Potion", "zh": "药水"},
    "oil": {"en": "Oil", "zh": "油"},
}


def name(view: View, field: str, value: Any, lang: str) -> str | None:
    if field == "target":
        return f"Player {value + 1}" if lang == "en" else f"玩家 {value + 1}"
    return NAMES[value][lang] if field in ("card", "choice", "hand") and value in NAMES else None


def panel(view: View) -> panels.Panel:
    fighters = view.state.fighters
    told = (f"{seat}: {fighters[seat].hp} hp, {len(fighters[seat].hand)} cards" for seat in view.players)
    held = tuple(panels.Item(card, about=card) for card in fighters[view.player].hand)
    return panels.Panel((*map(panels.Text, told), panels.Cards(held, "hand")))


TEXTS = Texts(
    {
        "event.struck": {"en": "{player} strikes {target}: {faces}", "zh": "{player}攻击{target}：{faces}"},
        "event.hurt": {"en": "{target} loses {amount} health", "zh": "{target}失去 {amount} 点生命"},
        "event.card_played": {"en": "{player} plays {card}", "zh": "{player}打出{card}"},
        "event.card_drawn": {"en": "{player} draws {card}", "zh": "{player}抽到{card}"},
        "card.hidden": {"en": "a card", "zh": "一张牌"},
        "event.deck_shuffled": {"en": "", "zh": ""},
        "question.action": {"en": "What do you do at {hp} health?", "zh": "你有 {hp} 点生命，要做什么？"},
        "option.strike": {"en": "Strike", "zh": "攻击"},
        "option.wait": {"en": "Wait", "zh": "等待"},
        "option.drink": {"en": "Drink a potion", "zh": "喝药水"},
        "reaction.block": {"en": "Block with {choice}", "zh": "用{choice}格挡"},
        "until.struck": {"en": "blow", "zh": "攻击之后"},
        "window.struck": {"en": "after the blow", "zh": "攻击之后"},
        "phase.deed": {"en": "Deed phase", "zh": "行动阶段"},
        "result.knockout": {"en": "knocked out", "zh": "被击倒"},
    }
)

LEDGER = Ledger(
    "duel",
    [
        Rule("1.1", "Drawing", "抽牌", "mechanic", 1, ("a player draws a card at the start of the turn",), "duel"),
        Rule("2.1", "Deeds", "行动", "mechanic", 2, ("a player does one thing",), "duel"),
        Rule("3.1", "Blow", "攻击", "mechanic", 3, ("a die is the damage",), "duel"),
        Rule("3.2", "Damage", "伤害", "mechanic", 4, ("damage is taken off",), "duel"),
        Rule("3.3", "Block", "格挡", "timing", 5, ("a shield takes three off",), "duel"),
        Rule("9.9", "Play fair", "公平竞赛", "advice", 6, (), "duel"),
    ],
)

MIGHT = Stat("might", (Layer("modify", "add", least=-3, most=3, rule="5.1"),), least=0, en="might", zh="力量")


def might_of_wounds(game: Any, subject: Any) -> list[Modifier]:
    return [Modifier("might", "modify", game.state.fighters[subject].hp - 8, name="wounds", rule="5.2")]


DUEL = Ruleset(
    id="duel",
    title="A duel for tests",
    version="1",
    state=Arena,
    flow=Loop(
        "turn",
        turns(lambda game: game.players),
        [fail, shuffle_decks, draw_card, Phase("deed", [act])],
        announce=True,
    ),
    procedures=[BLOW],
    reactions=[BLOCK],
    populate=populate,
    setup=DuelSetup,
    stats=[StatRule(stat=MIGHT, base=lambda game, subject: 3, modifiers=(might_of_wounds,))],
    timing=TimingPolicy(active_first),
    texts=TEXTS,
    ledger=LEDGER,
    determinize=guess,
    evaluate=evaluate,
    name=name,
    panel=panel,
)


def duel(**changes: Any) -> Rules:
    """The frozen duel, with some of its registration changed."""
    from dataclasses import replace

    return replace(DUEL, **changes).freeze()


# One of each space -------------------------------------------------------------------


class Answered(Event, frozen=True):
    player: int
    ask: str
    what: Any


class Nothing(State):
    pass


WINDS = {"north": (0.0, 1.0), "east": (1.0, 0.0), "south": (0.0, -1.0), "west": (-1.0, 0.0)}
BAD_WALK = {"en": "type where to as x,y, or a wind such as north", "zh": "请输入 x,y，或风向，例如 north"}


class Walk(Space, frozen=True):
    """Where a straight walk ends, (x, y); a wind is a walk that way as far as it goes. A kind nobody else knows."""

    start: tuple[float, float]
    length: float
    size: float = 10.0

    def check(self, answer: Any) -> tuple[Violation, ...]:
        if not (isinstance(answer, tuple) and [*map(type, answer)] == [float, float]):
            return (Violation("no_point"),)
        gone = math.dist(self.start, answer)
        if not gone <= self.length + 1e-9:
            return (Violation("too_long", "7.2", gone=gone, length=self.length),)
        if not all(0 <= part <= self.size for part in answer):
            return (Violation("off_the_field", "7.3"),)
        return ()

    def sample(self, rng: Random) -> Any:
        x, y = rng.random(), rng.random()
        share = rng.random() * self._far(x, y)
        return (self.start[0] + share * x, self.start[1] + share * y)

    def _far(self, x: float, y: float) -> float:
        """How often the step (x, y) can be made."""
        steps = zip(self.start, (x, y), strict=True)
        room = [(self.size - at if by > 0 else at) / abs(by) for at, by in steps if by]
        return max(0.0, min(self.length / math.hypot(x, y), *room))

    def settle(self, answer: Any) -> Any:
        if not isinstance(answer, str) or answer not in WINDS:
            return answer
        x, y = WINDS[answer]
        far = self._far(x, y)
        return (self.start[0] + far * x, self.start[1] + far * y)

    def prompt(self, names: Sequence[str] = ()) -> Prompt:
        how = {"en": f"Type where to, at most {self.length:g} away.", "zh": f"输入目的地，距离至多 {self.length:g}。"}
        return Prompt(how, enter={"en": "stay", "zh": "不动"}, suggests=True)

    def read(self, text: str, names: Sequence[str] = ()) -> Any:
        if not text:
            return self.start
        if text in WINDS:
            return text
        try:
            x, y = map(read_measure, text.split(","))
        except (ValueError, Unreadable):
            raise Unreadable(BAD_WALK) from None
        return (float(x), float(y))

    def shown(self, answer: Any, names: Sequence[str] = ()) -> str:
        return ",".join(map(show_measure, answer))

    def preview(self, answer: Any = None) -> tuple[Item, ...]:
        end = self.settle(answer)
        return (maps.route((self.start, end)),) if not self.check(end) else ()

    def describe(self) -> dict[str, Any]:
        return {"kind": "walk", "start": list(self.start), "length": self.length, "size": self.size}

    def ideas(self, rng: Random) -> Iterator[Any]:
        return (self.settle(wind) for wind in WINDS)


SPACES = {
    "pick": Options(("red", "green", None)),
    "some": Subset(("a", "b", "c"), 1, 2),
    "order": Ordering(("x", "y", "z")),
    "share": Allocation(3, ("left", "right"), most=2),
    "number": Number(0, 10),
    "measure": Number(0.5, 2.5, 0),
    "cell": Subset(((0, 0), (0, 1), (1, 1)), 1, 1),
    "cells": Subset(((0, 0), (0, 1), (1, 1)), 2, 2),
    "walk": Walk((1.0, 1.0), 6.0),
}


def ask_all(game: Any, turn: Turn) -> Steps:
    for ask, space in SPACES.items():
        what = yield Request(turn.player, ask, space, rule="7.1")
        yield Answered(turn.player, ask, what)
    secret = yield Together(tuple(choose(player, "secret", ("stone", "paper")) for player in game.players))
    for player, what in zip(game.players, secret, strict=True):
        yield Answered(player, "secret", what)


def finish(game: Any, turn: Turn) -> Any:
    return GameOver((), "done") if turn.player == 1 else None


SURVEY = Ruleset(
    id="survey",
    title="One question of each kind, for tests",
    state=Nothing,
    flow=Loop("turn", turns(lambda game: game.players), [ask_all, finish]),
    texts=Texts(
        {
            "refusal.no_point": {"en": "a walk ends at a point (x, y)", "zh": "行走应停在一个点 (x, y)"},
            "refusal.too_long": {
                "en": "the walk is {gone:.1f} long, {length} at most",
                "zh": "行走长 {gone:.1f}，最多 {length}",
            },
            "refusal.off_the_field": {"en": "the walk leaves the field", "zh": "行走离开了场地"},
            "refusal.taken": {"en": "{colour} is taken", "zh": "{colour} 已被选走"},
        }
    ),
)


# Against the clock -------------------------------------------------------------------


def stack(game: Any, turn: Turn) -> Steps:
    """Each player stacks two plates before the clock has run down; the first one to drop them loses."""
    player = turn.player
    stands = yield choose(player, "plates", ("stand", "fall"), rule="8.1", seconds=game.setup.seconds, plates=2)
    yield Answered(player, "plates", stands)
    if stands == "fall":
        yield GameOver((1 - player,), "plates")


class PlatesSetup(BaseModel, extra="forbid"):
    """The option of the plates."""

    seconds: float = 1.5


PLATES = Ruleset(
    id="plates",
    title="Plates against the clock, for tests",
    state=Nothing,
    setup=PlatesSetup,
    flow=Loop("turn", turns(lambda game: game.players), [stack]),
    texts=Texts({"question.plates": {"en": "{plates} plates in {seconds} s", "zh": "{seconds} 秒叠 {plates} 盘"}}),
)


# As a plugin -------------------------------------------------------------------------


class SmallGames:
    """The hooks of a plugin with the small games."""

    @staticmethod
    @hookimpl
    def register_ruleset() -> list[Ruleset]:
        return [DUEL, SURVEY, PLATES]


def install() -> None:
    """Make the small games known to this process, as an installed plugin would be."""
    registry().register(SmallGames, "small_games")

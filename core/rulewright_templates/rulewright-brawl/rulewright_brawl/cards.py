"""The cards: what a card is, what its effects do, and how cards are loaded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, Field
from rulewright import Context, Game, Roll, Steps, begin_effect, during, rule
from rulewright.content import Pack, load_pack
from rulewright.kinds import ContentKind, NameRegistry
from rulewright.vocabulary import Name
from rulewright.zones import move

from .state import DiceRolled, Healed, Wounded, discard, hand


class Card(BaseModel):
    """One card, as it stands in a file of content."""

    id: str = Field(pattern="^[a-z][a-z0-9_]*$", description="what other files and saved games call it")
    name: Name
    copies: int = Field(1, ge=1, le=6, description="how many of them are in each deck")
    moment: Literal["turn", "attacker", "defender"] = Field(description="when it may be played, and by whom")
    effect: str = Field(description="what it does: a name from cards.py")
    amount: int = Field(1, ge=1, le=6, description="how much of it")


HITS = (4, 5, 6)
"""The faces that hit."""


def count_hits(faces: Sequence[int]) -> int:
    """How many of these dice hit."""
    return sum(face in HITS for face in faces)


class Attack(Context):
    """The working facts of one attack."""

    player: int
    opponent: int
    hits: int = 0
    misses: int = 0


Effect = Callable[[Game, int, int], Steps]
EFFECTS: NameRegistry[Effect] = NameRegistry("effect")
"""The effects that a card may name."""


@EFFECTS.register("heal")
@rule("6.1")
def heal(game: Game, player: int, amount: int) -> Steps:
    """The player regains health."""
    yield Healed(player, amount, rule="6.1")


@EFFECTS.register("strengthen")
@rule("6.2")
def strengthen(game: Game, player: int, amount: int) -> Steps:
    """The player's fighter is stronger for the rest of the turn."""
    yield begin_effect(
        game, "strengthened", during("turn"), target=("fighters", player), player=player, rule="6.2",
        data={"stat": "strength", "layer": "modify", "amount": amount, "rule": "6.2"},
    )  # fmt: skip


@EFFECTS.register("cancel")
@rule("6.3")
def cancel(game: Game, player: int, amount: int) -> Steps:
    """The attack has fewer hits."""
    attack = game.context(Attack)
    yield game.note(attack, hits=max(0, attack.hits - amount))


@EFFECTS.register("reroll")
@rule("6.4")
def reroll(game: Game, player: int, amount: int) -> Steps:
    """Some dice that missed are rolled again."""
    attack = game.context(Attack)
    if again := min(amount, attack.misses):
        faces = yield Roll.d6(again, player, "attack", rule="6.4")
        yield DiceRolled(player, faces, rule="6.4")
        hits = count_hits(faces)
        yield game.note(attack, hits=attack.hits + hits, misses=attack.misses - hits)


@EFFECTS.register("hurt")
@rule("6.5")
def hurt(game: Game, player: int, amount: int) -> Steps:
    """The opponent loses health."""
    yield Wounded(1 - player, amount, rule="6.5")


# Playing them


def playable(game: Game, player: int, moment: str) -> list[str]:
    """The different cards of a hand that may be played at this moment."""
    cards = game.content["cards"]
    return [card for card in dict.fromkeys(game.state.zones[hand(player)].cards) if cards[card].moment == moment]


def play(game: Game, player: int, id: str, *, rule: str) -> Steps:
    """A card goes to the discard pile, and its effect happens."""
    card: Card = game.content["cards"][id]
    yield move(game, [id], hand(player), discard(player), rule=rule)
    yield from EFFECTS.get(card.effect)(game, player, card.amount)


# Loading them

KINDS = [ContentKind("cards", Card, names={"effect": EFFECTS})]
load_cards = partial(load_pack, files(__package__) / "content", KINDS)
"""The cards of this package, and those of the folders that extensions add."""


def deck_list(content: Pack) -> tuple[str, ...]:
    """The cards of a deck, before it is shuffled."""
    return tuple(card.id for card in content["cards"].values() for _ in range(card.copies))

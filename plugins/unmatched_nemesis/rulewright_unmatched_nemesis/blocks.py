"""Page 16: blocking an assault with shields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rulewright import Procedure, Violation, Window, reaction, rule

from .attack_terms import Attack, sheet_of
from .events import Blocked
from .hands import cards_with, discard, hand, has_secrets
from .numbers import changed
from .wording import attack_name

if TYPE_CHECKING:
    from rulewright import Game, Steps, View

CANCEL: Final = "cancel"
REDUCE: Final = "reduce"


@rule("attack.step-1", "attack-card.damage-slot")
def threatened(game: Game | View, attack: Attack) -> tuple[int, int]:
    """The heavy and light damage of the damage slot, as active skills change it."""
    sheet = sheet_of(game, attack)
    if sheet.type != "assault":
        return sheet.heavy, sheet.light
    dealt = changed(game, "assault dealt", attack.player, sheet.heavy, sheet.light)
    return changed(game, "assault taken", 1 - attack.player, *dealt)


@rule("block.only-assault", "attack-card.block-by-type", "block.both", "block.use", "block.cancel")
def open_uses(game: Game, attack: Attack) -> tuple[str, ...]:
    """What a shield can still do against an attack: each use is made once, and only where there is something to it."""
    return tuple(use for use in (REDUCE, CANCEL) if is_open(game, attack, use))


def is_open(game: Game, attack: Attack, use: str) -> bool:
    """Whether a shield can be used in a way against an attack."""
    sheet = sheet_of(game, attack)
    if sheet.type != "assault" or use in attack.blocks or not game.may("block", 1 - attack.player):
        return False
    return bool(sheet.program) if use == CANCEL else any(threatened(game, attack))


def is_blockable(game: Game) -> bool:
    """Whether a shield can still do anything against the attack under way."""
    attack = game.context(Attack)
    return is_open(game, attack, CANCEL) or is_open(game, attack, REDUCE)


@rule("block.use", "icon.block")
def blocks(game: Game, player: int, attack: Attack) -> list[tuple[str, str]]:
    """Each use of a shield with each card that shows one."""
    shields = cards_with(game, player, "shield")
    return [(use, shield) for use in open_uses(game, attack) for shield in shields] if shields else []


@rule("icon.block", "block.use", "block.both", "block.cancel")
def closed_blocks(game: Game, player: int, attack: Attack) -> Iterator[tuple[tuple[str, str], Violation]]:
    """The uses of the cards in hand that are no block now, each with why."""
    shields = cards_with(game, player, "shield")
    for use in (REDUCE, CANCEL):
        for card in dict.fromkeys(hand(game, player)):
            key, id = "no_shield", "icon.block"
            if card in shields:
                if is_open(game, attack, use):
                    continue
                key, id = ("blocked_so", "block.both") if use in attack.blocks else ("nothing_to_block", "block.use")
                if not game.may("block", player):
                    key = "no_blocks"
            yield (use, card), Violation(key, id, what=attack_name(game.content, card))


@reaction("assault declared", options=blocks, why_not=closed_blocks)
@rule("block.use", "block.both")
def block(game: Game, player: int, choice: tuple[str, str], attack: Attack) -> Steps:
    """A shield is discarded to reduce the damage or to cancel the effect; two shields do both."""
    use, shield = choice
    yield discard(game, player, [shield], "block.use")
    yield game.note(attack, blocks=(*attack.blocks, use))
    yield Blocked(player, shield, use, rule="block.use")


@rule("field.hidden", "block.use")
def might_block(game: Game, player: int) -> bool:
    """Whether the opponent cannot rule out a shield: then the player is asked, whatever the hand is."""
    return has_secrets(game, player) and is_blockable(game)


@rule("block.reduce-heavy", "block.reduce-light", "block.reduce-stack", "note.block-icons")
def reduced(game: Game | View, cards: int, heavy: int, light: int) -> tuple[int, int]:
    """A reducing block ignores 1 heavy for every two cards left in hand and 1 light for each."""
    half = cards // 2
    off_heavy, off_light = (half, cards) if game.setup.block == "heavy dear" else (cards, half)
    return max(0, heavy - off_heavy), max(0, light - off_light)


BLOCKING: Final = Procedure(
    "blocking",
    [Window("assault declared", "each until pass", lambda game, attack: (1 - attack.player,), "block.use")],
    when=is_blockable,
)

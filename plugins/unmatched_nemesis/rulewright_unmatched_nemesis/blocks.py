"""Page 16: blocking an assault with shields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rulewright import Layer, Modifier, Procedure, Stat, Violation, Window, because, reaction, rule

from .book.wording import name_of
from .events.attacks import Blocked
from .hands import cards_with, discard, hand, has_secrets
from .numbers import changed, explained
from .terms import Attack, sheet_of

if TYPE_CHECKING:
    from rulewright import Game, Steps, View
    from rulewright.stats import Value

CANCEL: Final = "cancel"
REDUCE: Final = "reduce"
NOTHING_TO: Final = {REDUCE: ("nothing_to_block", "block.use"), CANCEL: ("nothing_to_block", "block.cancel")}
"""How a block is refused that would do nothing, with the rule of its use."""


@rule("attack.step-1")
def threatened(game: Game | View, attack: Attack) -> tuple[int, int]:
    """The heavy and light damage of the damage slot, as active skills change it."""
    sheet = sheet_of(game, attack)
    if not is_assault(game, attack):
        return sheet.heavy, sheet.light
    dealt = changed(game, "assault dealt", attack.player, sheet.heavy, sheet.light)
    return changed(game, "assault taken", 1 - attack.player, *dealt)


def why_threatened(game: Game, attack: Attack) -> list[Value]:
    """The numbers from which the damage of an assault came, where texts have changed what is printed on the card."""
    sheet, target = sheet_of(game, attack), 1 - attack.player
    printed = sheet.heavy, sheet.light
    if not is_assault(game, attack):
        return []
    dealt = changed(game, "assault dealt", attack.player, *printed)
    numbers = explained(game, "assault dealt", attack.player, *printed) if dealt != printed else []
    if changed(game, "assault taken", target, *dealt) != dealt:
        numbers += explained(game, "assault taken", target, *dealt)
    return numbers


@rule("block.only-assault", "attack-card.block-by-type")
def is_assault(game: Game | View, attack: Attack) -> bool:
    """Whether an attack is an assault: only those are blocked, answered, and changed by skills."""
    return sheet_of(game, attack).type == "assault"


@rule("block.use", "block.cancel")
def has_use(game: Game, attack: Attack, use: str) -> bool:
    """Whether there is any damage to reduce, or a text of the effect box to cancel."""
    sheet = sheet_of(game, attack)
    return bool(sheet.program or sheet.changes) if use == CANCEL else any(threatened(game, attack))


@rule("block.use", "block.both")
def is_open(game: Game, attack: Attack, use: str) -> bool:
    """Whether a shield can be used in a way against an attack: each use is made once."""
    may = is_assault(game, attack) and game.may("block", 1 - attack.player)
    return may and use not in attack.blocks and has_use(game, attack, use)


def is_blockable(game: Game) -> bool:
    """Whether a shield can still do anything against the attack under way."""
    attack = game.context(Attack)
    return is_open(game, attack, CANCEL) or is_open(game, attack, REDUCE)


@rule("block.use", "icon.block")
def blocks(game: Game, player: int, attack: Attack) -> list[tuple[str, str]]:
    """Each use of a shield with each card that shows one."""
    shields = cards_with(game, player, "shield")
    return [(use, shield) for use in (REDUCE, CANCEL) if is_open(game, attack, use) for shield in shields]


@rule("block.use", "block.both", "block.cancel")
def closed_blocks(game: Game, player: int, attack: Attack) -> Iterator[tuple[tuple[str, str], Violation]]:
    """The uses of the cards in hand that are no block now, each with why."""
    shields = cards_with(game, player, "shield")
    for use in (REDUCE, CANCEL):
        why = Violation(*(("blocked_so", "block.both") if use in attack.blocks else NOTHING_TO[use]))
        for card in dict.fromkeys(hand(game, player)):
            if card not in shields:
                yield (use, card), Violation("no_shield", "icon.block", what=name_of(game.content, card))
            elif not is_open(game, attack, use):
                yield (use, card), why


@reaction("assault declared", options=blocks, why_not=closed_blocks)
@rule("block.use", "block.both")
def block(game: Game, player: int, choice: tuple[str, str], attack: Attack) -> Steps:
    """A shield is discarded to reduce the damage or to cancel the effect; two shields do both."""
    use, shield = choice
    yield discard(game, player, [shield], "block.use")
    yield game.note(attack, blocks=(*attack.blocks, use))
    both = "block.both" if attack.blocks else ""
    yield because(Blocked(player, shield, use, rule="block.use"), rules=("block.use", both))


@rule("field.hidden")
def might_block(game: Game, player: int) -> bool:
    """Whether the opponent cannot rule out a shield: then the player is asked, whatever the hand is."""
    return has_secrets(game, player) and is_blockable(game)


def reduced(game: Game | View, cards: int, heavy: int, light: int) -> tuple[int, int]:
    """A reducing block ignores 1 heavy for every two cards left in hand and 1 light for each."""
    left_heavy, left_light = why_reduced(game, cards, heavy, light)
    return left_heavy.number, left_light.number


@rule("block.reduce-heavy", "block.reduce-light", "block.reduce-stack", "note.block-icons")
def why_reduced(game: Game | View, cards: int, heavy: int, light: int) -> tuple[Value, Value]:
    """What a reducing block leaves of heavy and light damage, with what it ignores."""
    half = cards // 2
    off_heavy, off_light = (half, cards) if game.setup.block == "heavy dear" else (cards, half)
    return _less(LEFT_HEAVY, heavy, off_heavy), _less(LEFT_LIGHT, light, off_light)


def _less(stat: Stat, damage: int, ignored: int) -> Value:
    return stat.value(damage, [Modifier(stat.name, "block", ignored, "cards", rule=stat.rule)])


LEFT_HEAVY: Final = Stat("heavy unblocked", (Layer("block", "subtract"),), least=0, rule="block.reduce-heavy")
LEFT_LIGHT: Final = Stat("light unblocked", (Layer("block", "subtract"),), least=0, rule="block.reduce-light")


BLOCKING: Final = Procedure(
    "blocking",
    [Window("assault declared", "each until pass", lambda game, attack: (1 - attack.player,), "block.use")],
    when=is_blockable,
)

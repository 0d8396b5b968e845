"""Pages 12 and 13: a combo of special attacks and dashes, paid with the symbols of cards in hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Violation, because, choose, rule

from .attack import ATTACK
from .book.wording import name_of
from .events.attacks import AttackMissed
from .events.movement import Moved
from .hands import can_pay, cards_with, hand, has_secrets
from .numbers import forbidden
from .paying import PAY
from .space.arena import closed_ways, is_in_range, space_of, ways
from .terms import panel_of

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from .book.sheets import AttackSheet

What = tuple[str, str]
"""A link of a combo: ("special", its id) or ("dash", the space)."""

DASH_COST: Final = ("dash",)


class Link(Context):
    """One link of a combo: the special attacks used before in it, and what is done now; None ends the combo."""

    player: int
    used: tuple[str, ...] = ()
    what: What | None = None


@rule("special.pay", "special.once", "combo.contents")
def payable(game: Game, player: int, used: tuple[str, ...]) -> list[AttackSheet]:
    """The special attacks that were not used in this combo and can be paid."""
    sheets, held = panel_of(game, player).specials.values(), hand(game, player)
    return [sheet for sheet in sheets if sheet.id not in used and can_pay(game, held, sheet.cost)]


@rule("attack.range-required")
def may_be_paid(game: Game, player: int, sheet: AttackSheet) -> bool:
    """Whether a special attack reaches the opponent, or may be paid for although it does not."""
    return game.setup.out_of_range == "wasted" or is_in_range(game, player, sheet.range)


@rule("dash.pay", "icon.dash")
def open_dashes(game: Game, player: int) -> list[What]:
    """A dash to each adjacent space, for a player with an arrow."""
    if not cards_with(game, player, "dash") or not game.may("dash", player):
        return []
    return [("dash", space) for space in ways(game, player)]


@rule("combo.contents", "combo.end", "note.combo-end", "note.empty-combo")
def open_links(game: Game, player: int, used: tuple[str, ...] | None = None) -> list[What]:
    """What a player can begin a combo with, or do next in it."""
    specials = payable(game, player, used or ())
    if not specials and used is not None and game.setup.combo_end == "specials over":
        return []
    open_specials = [("special", sheet.id) for sheet in specials if may_be_paid(game, player, sheet)]
    return open_specials + open_dashes(game, player)


@rule("special.once", "special.pay", "attack.range-required", "dash.pay")
def closed_links(game: Game, player: int, used: tuple[str, ...] = ()) -> Iterator[tuple[What, Violation]]:
    """What a player cannot begin a combo with or do next in it, each with why."""
    for sheet in panel_of(game, player).specials.values():
        what = ("special", sheet.id)
        if sheet.id in used:
            yield what, Violation("used_in_combo", "special.once", what=name_of(game.content, sheet.id))
        elif not can_pay(game, hand(game, player), sheet.cost):
            yield what, Violation("cannot_pay", "special.pay", what=name_of(game.content, sheet.id))
        elif not may_be_paid(game, player, sheet):
            yield what, Violation("out_of_range", "attack.range-required", what=name_of(game.content, sheet.id))
    if no_dash := _no_dash(game, player, used):
        yield from ((("dash", space), no_dash) for space in ways(game, player))
    for space, why in closed_ways(game, player, "dash.pay"):
        yield ("dash", space), why


@rule("combo.end", "dash.pay")
def _no_dash(game: Game, player: int, used: tuple[str, ...]) -> Violation | None:
    """Why a player cannot dash at all; None where nothing is in the way."""
    if used and not payable(game, player, used) and game.setup.combo_end == "specials over":
        return Violation("combo_over", "combo.end")
    if not cards_with(game, player, "dash"):
        return Violation("no_arrow", "dash.pay")
    return forbidden(game, player, "dash", "no_dash")


@rule("combo.end", "field.hidden")
def next_link(game: Game, last: Link) -> Link | None:
    """The combo goes on until the player stops or can do nothing more; a hand that is not known tells nothing."""
    if last.what is None:
        return None
    kind, name = last.what
    used = (*last.used, name) if kind == "special" else last.used
    goes_on = open_links(game, last.player, used) or has_secrets(game, last.player)
    return Link(player=last.player, used=used) if goes_on else None


@rule("corridor.not-during-action")
def links_or_end(game: Game, link: Link) -> list[What | None]:
    """What may be chosen in a combo that has begun; None ends it."""
    return [None, *open_links(game, link.player, link.used)]


@rule("combo.contents", "combo.end")
def choose_link(game: Game, link: Link) -> Steps:
    """A further special attack or dash, or the end. The first one was chosen with the action."""
    if link.what is None:
        why_not = game.on_demand(closed_links, link.player, link.used)
        what = yield choose(link.player, "combo", game.on_demand(links_or_end, link), "combo.contents", why_not=why_not)
        yield game.note(link, what=what)


@rule("special.pay", "dash.pay")
def pay_link(game: Game, link: Link) -> Any:
    """What is done is paid first."""
    if link.what is None:
        return None
    kind, name = link.what
    if kind == "dash":
        return because(PAY(player=link.player, cost=DASH_COST, rule="dash.pay"), rules=("dash.pay",))
    cost = panel_of(game, link.player).specials[name].cost
    return because(PAY(player=link.player, cost=cost), rules=("special.pay",))


@rule("special.resolve", "dash.pay", "attack.range-required")
def do_link(game: Game, link: Link) -> Any:
    """A special attack is resolved by the attack procedure, a dash is a move of one space."""
    if link.what is None:
        return None
    kind, name = link.what
    if kind == "dash":
        return Moved(link.player, (space_of(game, link.player), name), rule="dash.pay")
    if not is_in_range(game, link.player, panel_of(game, link.player).specials[name].range):
        return AttackMissed(link.player, name, rule="attack.range-required")
    return because(ATTACK(player=link.player, name=name), rules=("special.resolve",))


COMBO: Final = Loop("combo", next_link, [choose_link, pay_link, do_link], Link)

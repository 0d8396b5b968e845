"""A combo: special attacks and dashes paid with symbols from a hidden hand, and corridors free at their moments.

Nothing that is asked, and nothing that is left out, tells more of a hand than what was paid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import rulewright as rw
from rulewright.zones import Zone, draw, reveal

from .hands import DEAL, Action, Fighter, Hurt, Scene, discard, hand, imagine, lay_out, symbol, two_actions
from .market import discard_at_once

RED = {5: (1, 0), 7: (0, 1), 9: (1, 0)}
"""Of an arena of 3 rows of 5 spaces those with a corridor, and the heavy and light damage of coming out there."""


class Positions(Scene, frozen=True):
    spaces: tuple[int, int] = (5, 9)


class Walker(Fighter):
    space: int = 0


class Arena(rw.State):
    fighters: rw.Table[Walker]
    zones: rw.Table[Zone]


def populate(arena: Arena, setup: Positions, content: Any) -> None:
    lay_out(arena, setup)
    for player, space in enumerate(setup.spaces):
        arena.fighters.add(Walker(player, space=space))


class Moved(rw.Event, frozen=True):
    fighter: int
    space: int

    def apply(self, arena: Arena) -> None:
        arena.fighters.edit(self.fighter).space = self.space


# ----------------------------------------------------------------------------------------------------------- a turn


def steps_between(one: int, other: int) -> int:
    return abs(one // 5 - other // 5) + abs(one % 5 - other % 5)


def next_to(game: rw.Game, player: int) -> tuple[int, ...]:
    """The spaces a fighter may step to: adjacent, in the arena, and not the opponent's."""
    me, other = game.state.fighters[player], game.state.fighters[1 - player]
    return tuple(space for space in range(15) if steps_between(me.space, space) == 1 and space != other.space)


@rw.rule("round-end.deck-out")
def draw_one(game: rw.Game, turn: rw.Turn) -> rw.Steps:
    """A card a turn; with none left the round is over: least heavy, then least light, then who is on turn."""
    if not (yield from draw(game, 1, "deck", f"hand:{turn.player}", rule="turn.draw")):
        fighters = game.state.fighters.values()
        best = min(fighters, key=lambda fighter: (fighter.heavy, fighter.light, fighter.id != turn.player))
        yield rw.GameOver((int(best.id),), "least wounds", rule="round-end.deck-out")


@rw.rule("turn.actions")
def act(game: rw.Game, action: Action) -> rw.Steps:
    choices: list[Any] = [("move", space) for space in next_to(game, action.player)]
    choices += [("combo",)] if links(game, action.player, ()) else []
    what = yield rw.choose(action.player, "action", choices, "turn.actions")
    return COMBO() if what == ("combo",) else Moved(action.player, what[1], rule="turn.move")


def corridors(game: rw.Game, player: int, action: Action) -> Iterator[int]:
    taken = [fighter.space for fighter in game.state.fighters.values()]
    if game.state.fighters[player].space in RED:
        yield from (space for space in RED if space not in taken)


@rw.reaction("free moment", options=corridors)
@rw.rule("corridor.free")
def use_corridor(game: rw.Game, player: int, space: int, action: Action) -> rw.Steps:
    """From red space to red space, as often as one likes, for the damage that stands beside it."""
    yield Moved(player, space, rule="corridor.free")
    yield Hurt(player, *RED[space], rule="corridor.damage")


FREE_MOMENT = rw.Window("free moment", "each until pass", lambda game, action: (action.player,), "corridor.free")
"""Before each action of a turn: not during one, and not after the second."""


# ---------------------------------------------------------------------------------------------------------- paying


def lacking(cards: Sequence[str], cost: Sequence[str]) -> list[str]:
    """The symbols of a cost that these cards do not show; a question mark takes any card that is left."""
    named = Counter(wanted for wanted in cost if wanted != "?")
    missing = list((named - Counter(map(symbol, cards))).elements())
    return missing + ["?"] * max(0, len(cost) - len(cards) - len(missing))


class Special(rw.Context):
    player: int
    name: str
    paid: bool = False


@rw.rule("special.pay")
def pay(game: rw.Game, special: Special) -> rw.Steps:
    cost, _ = SPECIALS[special.name]

    def judge(answer: Any) -> Iterator[rw.Violation]:
        if missing := lacking(answer, cost):
            yield rw.Violation(f"the cost {' '.join(cost)} is not paid: {' '.join(missing)} is lacking")

    space = rw.Subset(hand(game, special.player), len(cost), len(cost), judge=judge)
    paid = yield rw.Request(special.player, "pay", space, "special.pay")
    yield game.note(special, paid=True)
    return discard(game, special.player, paid, "special.pay")


def take_effect(game: rw.Game, special: Special) -> rw.Steps:
    _, effect = SPECIALS[special.name]
    return (yield from effect(game, special.player))


def aim(game: rw.Game, player: int) -> rw.Steps:
    yield Hurt(1 - player, 1, 1, rule="panel.aim")


@rw.rule("panel.order")
def order(game: rw.Game, player: int) -> rw.Steps:
    """The opponent shows two cards and loses the one that you choose; the other one stays known."""
    other, held = 1 - player, hand(game, 1 - player)
    shown = yield rw.Request(other, "show", rw.Subset(held, min(2, len(held)), 2), "panel.order")
    if shown:
        yield reveal(game, f"hand:{other}", shown, rule="panel.order")
        card = yield rw.choose(player, "discard one", shown, "panel.order")
        yield discard(game, other, [card], "panel.order")


Effect = Callable[[rw.Game, int], rw.Steps]
SPECIALS: dict[str, tuple[tuple[str, ...], Effect]] = {"aim": (("fist", "?"), aim), "order": (("eye",), order)}


# ---------------------------------------------------------------------------------------------------------- the combo


class Link(rw.Context):
    """One link of a combo: what was done before in it, what is done now (empty: it ends)."""

    player: int
    used: tuple[str, ...] = ()
    now: str = ""


def links(game: rw.Game, player: int, used: tuple[str, ...]) -> list[Any]:
    """What a player can pay for now: a special attack not used in this combo, a dash for an arrow."""
    held = hand(game, player)
    arrows = [card for card in held if symbol(card) == "arrow"]
    specials = [name for name, (cost, _) in SPECIALS.items() if name not in used and not lacking(held, cost)]
    return [*specials, *product(arrows, next_to(game, player))]


def next_link(game: rw.Game, last: Link | None) -> Link | None:
    """As long as the player goes on; that an empty hand ends it tells nothing."""
    if last is None:
        return Link(player=game.context(Action).player)
    goes_on = last.now and hand(game, last.player)
    return Link(player=last.player, used=(*last.used, last.now)) if goes_on else None


@rw.rule("combo.end")
def add_link(game: rw.Game, link: Link) -> rw.Steps:
    """Who can pay for nothing more is asked all the same: to be passed over would tell the hand."""
    stop = [None] if link.used else []
    what = yield rw.choose(link.player, "combo", [*stop, *links(game, link.player, link.used)], "combo.contents")
    if what is None:
        return None
    yield game.note(link, now=what if isinstance(what, str) else "dash")
    if isinstance(what, str):
        return SPECIAL(player=link.player, name=what)
    yield discard(game, link.player, what[:1], "dash.pay")
    return Moved(link.player, what[1], rule="dash.pay")


def determinize(view: rw.View, rng: Random) -> dict[str, list[Zone]]:
    """All cards that are not seen, dealt at random; but who has named a special attack can pay for it."""
    special = view.find_context(Special)
    while True:
        made_up = imagine(view, rng)
        hands = {zone.owner: [str(card) for card in zone.cards] for zone in made_up["zones"] if zone.owner is not None}
        if special is None or special.paid or not lacking(hands[special.player], SPECIALS[special.name][0]):
            return made_up


SPECIAL = rw.Procedure("special attack", [pay, take_effect], Special)
COMBO = rw.Loop("combo", next_link, [add_link])
ACTIONS = rw.Loop("action", two_actions, [FREE_MOMENT, act])
RULESET = rw.Ruleset(
    id="hidden-duel-combo",
    title="Combos from a hidden hand",
    state=Arena,
    flow=rw.Procedure("duel", [DEAL, rw.Loop("turn", rw.turns(lambda game: game.players), [draw_one, ACTIONS])]),
    procedures=[SPECIAL, COMBO],
    populate=populate,
    setup=Positions,
    triggers=[discard_at_once],
    reactions=[use_corridor],
    timing=rw.TimingPolicy(rw.active_first),
    determinize=determinize,
)
RULES = RULESET.freeze()

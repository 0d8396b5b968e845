"""Using a Stratagem: who knows it, what it costs now, how often it is used, and the windows in which it is offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import Context, Procedure, Turn, Violation, ask_which, reaction, rule
from rulewright.programs import can_do
from rulewright.timing import use_key
from rulewright.triggers import carry_out
from rulewright.triggers import use as count_use
from rulewright.windows import at_stake

from ..effects.words import AtOnce
from ..events.stratagems import StratagemUsed
from ..moments import MOMENTS, moment
from ..running import resolving
from ..terms import Bargain, bargains, unit
from .targets import begun, targets

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps
    from rulewright.timing import Reaction

    from ..cards.stratagems import Stratagem
    from ..running import Run

Choice = tuple[str, ...]
"""A Stratagem, and the units that it is used on."""


# When -------------------------------------------------------------------------------------------------------


@rule("core.stratagems")
def known(position: Position, player: int, moment: str) -> Iterator[Stratagem]:
    """The Stratagems of a moment that a player can use: the core ones, and those of the army's detachment."""
    book = position.content
    yield from book.stratagems_at(moment, position.state.armies[player].detachment)


@rule("commentary.active-player", "commentary.the-turn-the-phase", "commentary.unit-phase",
      "commentary.models-or-units-phase", "commentary.you", "errata.out-of-phase",
      "commentary.start-of-battle-round-turn-phase",
      "commentary.out-of-phase-rules", "commentary.your-opponents-stratagem",
      "faq.out-of-phase.overwatch-and-your-shooting-phase-rules")  # fmt: skip
def is_time(game: Game, player: int, stratagem: Stratagem) -> bool:
    """Whether its phase and turn are now; what acts out of phase acts in no phase."""
    when = stratagem.when
    if when.phases and game.phase.removesuffix(" phase") not in when.phases:
        return False
    active = active_player(game)
    return when.turn == "either" or (active >= 0 and (active == player) is (when.turn == "yours"))


@rule("commentary.active-player")
def active_player(game: Game) -> int:
    """The player whose turn it is; -1 outside turns."""
    turn = game.find_context(Turn)
    return -1 if turn is None else turn.player


def phase_now(game: Game) -> str:
    """The phase that is going on, also round what acts out of phase."""
    frame = game.scope("phase")
    return "" if frame is None else str(frame.node.name)


# How much, and how often ------------------------------------------------------------------------------------


@rule("commentary.modifying-stratagem-cost", "faq.general.stratagem-cost-several-friendly-targets",
      "faq.general.stratagem-cost-friendly-and-enemy-targets")  # fmt: skip
def cost(position: Position, stratagem: Stratagem, chosen: tuple[str, ...], bargain: Bargain | None = None) -> int:
    """The CP that a Stratagem costs if it is used on these units, never less than 0.

    Each of them may change that; what the same rule does to several of them counts once. A ``bargain`` is a text that
    its player uses to make it cheaper, besides those that always count.
    """
    if len(chosen) == 1 and not position.number("stratagem cost", chosen[0]) and not position.content.freeing:
        return int(stratagem.cp)
    lines = [line for id in chosen for line in position.value("stratagem cost", id).trace]
    changes = {line.name: line.amount for line in lines if line.layer == "changed" and line.counted}
    found = (one for one in found_on(position, stratagem, chosen) if one == bargain or one.limit is None)
    return max(0, stratagem.cp + sum(changes.values()) - max((one.less for one in found), default=0))


def found_on(position: Position, stratagem: Stratagem, chosen: tuple[str, ...]) -> list[Bargain]:
    """What texts make of its cost on these units, each once."""
    return list(dict.fromkeys(one for id in chosen for one in bargains(position, id, stratagem.id)))


@rule("core.stratagems", "errata.stratagem-insane-bravery", "errata.stratagem-fire-overwatch",
      "faq.timing.repeat-stratagem-ability-order", "commentary.your-stratagem")  # fmt: skip
def used_up(game: Game, player: int, stratagem: Stratagem, chosen: tuple[str, ...], *, bargained: bool = True) -> bool:
    """Whether a player has used a Stratagem in this phase, or as often as it may be used.

    On a unit with an ability that says so it may be used again in the phase, or on another one than before; what is
    used once in a while counts for that where it is ``bargained`` for.
    """
    round, turn, phase = game.state.battle[0].round, active_player(game), phase_now(game)
    mine = [use for use in game.state.armies[player].used if use.stratagem == stratagem.id]
    if stratagem.once == "battle" and mine:
        return True
    mine = [use for use in mine if (use.round, use.turn) == (round, turn)]
    if stratagem.once == "turn" and mine:
        return True
    mine = [use for use in mine if use.phase == phase]
    before = {id for use in mine for id in use.units}

    def again(id: str) -> bool:
        if game.may("repeat stratagems", id):
            return True
        found = (one for one in bargains(game, id, stratagem.id) if bargained or one.limit is None)
        return id not in before and any(one.again for one in found)

    return bool(mine) and not (chosen and all(map(again, chosen)))


@rule("core.stratagems", "core.command-phase-battle-shock-step", "commentary.affected-by-a-stratagem")
def hindrance(game: Game, player: int, stratagem: Stratagem, chosen: tuple[str, ...]) -> Violation | None:
    """Why a player cannot use a Stratagem on units that it could be used on; None where nothing forbids it."""
    ways = [None, *(one for one in found_on(game, stratagem, chosen) if one.limit is not None)]
    price, points = min(cost(game, stratagem, chosen, one) for one in ways), game.state.armies[player].cp
    if price > points:
        return Violation("too_few_cp", "core.stratagems", cost=price, cp=points)
    if used_up(game, player, stratagem, chosen):
        return Violation("stratagem_used", stratagem.rule if stratagem.once != "phase" else "core.stratagems")
    free = "stratagems while shocked"
    shocked = next((id for id in chosen if unit(game, id).shocked and not game.may(free, id)), None)
    return None if shocked is None else Violation("battle_shocked", "core.stratagems", unit=shocked)


# Offering ---------------------------------------------------------------------------------------------------


def uses(game: Game, player: int, moment: str, context: Any) -> Iterator[Choice]:
    """The Stratagems that a player can use at a moment, each with its units.

    Cheap questions come first: most of the time a player has no CP left. What the battlefield says is asked last.
    """
    may_be_cheaper: bool | None = None
    for stratagem, now in thought_of(game, player, moment, context):
        if stratagem.cp > game.state.armies[player].cp:
            may_be_cheaper = cheaper_for_some(game) if may_be_cheaper is None else may_be_cheaper
            if not may_be_cheaper and stratagem.target.count == 1:
                continue

        def free(chosen: tuple[str, ...], stratagem: Stratagem = stratagem) -> bool:
            return hindrance(game, player, stratagem, chosen) is None

        for chosen in targets(game, stratagem, now, free):
            if does(game, stratagem, now, chosen):
                yield (stratagem.id, *chosen)


def cheaper_for_some(game: Game) -> bool:
    """Whether Stratagems may cost less than is printed on some unit."""
    return bool(game.content.freeing) or any(game.number("stratagem cost", id) < 0 for id in game.state.units)


def hindered(game: Game, player: int, moment: str, context: Any) -> Iterator[tuple[Choice, Violation]]:
    """The Stratagems that a player might use at a moment if nothing forbade it, and what does."""
    for stratagem, now in thought_of(game, player, moment, context):
        for chosen in targets(game, stratagem, now):
            why = hindrance(game, player, stratagem, chosen)
            if why is not None and does(game, stratagem, now, chosen):
                yield (stratagem.id, *chosen), why


def thought_of(game: Game, player: int, moment: str, context: Any) -> Iterator[tuple[Stratagem, Run]]:
    """The Stratagems whose time it is, and what each would do on no units yet."""
    for stratagem in known(game, player, moment):
        if is_time(game, player, stratagem):
            yield stratagem, begun(player, stratagem, context)


def does(game: Game, stratagem: Stratagem, now: Run, chosen: Choice) -> bool:
    """Whether what a Stratagem says can be done with units."""
    return can_do(game, replace(now, units=chosen), stratagem.does)


@rule("core.stratagems", "commentary.affected-by-a-stratagem", "commentary.just-after", "commentary.after",
      "commentary.immediately", "commentary.when")  # fmt: skip
def use(game: Game, player: int, choice: Choice, context: Any) -> Steps:
    """A player pays for a Stratagem, and what it says happens at once."""
    id, *rest = choice
    chosen, stratagem = tuple(rest), game.content.stratagems[id]
    bargain = yield from strike_bargain(game, player, stratagem, chosen)
    price = cost(game, stratagem, chosen, bargain)
    run = replace(begun(player, stratagem, context), units=chosen)
    yield StratagemUsed(player, id, chosen, price, active_player(game), phase_now(game), rule=stratagem.rule)
    if bargain is not None and bargain.limit is not None:
        yield count_use(game, use_key(game, bargain.limit, bargain.source, bargain.unit, player))
    for one in chosen:
        about = AfterUse(player=player, unit=one)
        if at_stake(game, "stratagem used", about):
            yield AFTER_USE(player=player, unit=one)
    for effect in stratagem.does:
        yield from carry_out(effect.do(game, run) if isinstance(effect, AtOnce) else resolving(run, (effect,)))


@rule("commentary.modifying-stratagem-cost")
def strike_bargain(game: Game, player: int, stratagem: Stratagem, chosen: tuple[str, ...]) -> Steps:
    """Receives the text that a player uses once in a while to make a Stratagem cheaper, or to use it again.

    The player may leave it where the Stratagem can be used without.
    """
    usual = cost(game, stratagem, chosen)
    again = used_up(game, player, stratagem, chosen, bargained=False)
    counted = [one for one in found_on(game, stratagem, chosen) if one.limit is not None]
    found = {one.source: one for one in counted if (one.again if again else cost(game, stratagem, chosen, one) < usual)}
    if not found:
        return None
    free = not again and usual <= game.state.armies[player].cp
    options = [*found, *([None] if free else ())]
    return found.get((yield from ask_which(player, "bargain", options, "core.stratagems", stratagem=stratagem.id)))


class AfterUse(Context):
    """A player has paid for a Stratagem that is used on a unit."""

    player: int
    unit: str


AFTER_USE: Final = Procedure("after a Stratagem", [moment("stratagem used")], AfterUse)
OFFERED: Final = "stratagem at "
"""What these reactions are called, before their moment."""


def _reaction_at(moment: str) -> Reaction:
    def options(game: Game, player: int, context: Any) -> list[Choice]:
        return list(uses(game, player, moment, context))

    def why_not(game: Game, player: int, context: Any) -> Iterator[tuple[Choice, Violation]]:
        return hindered(game, player, moment, context)

    @reaction(moment, options=options, why_not=why_not, name=OFFERED + moment)
    @rule("core.stratagems")
    def react(game: Game, player: int, choice: Choice, context: Any) -> Steps:
        """A Stratagem is used at its moment."""
        return (yield from use(game, player, choice, context))

    return react


REACTIONS: Final = [_reaction_at(moment) for moment in MOMENTS]

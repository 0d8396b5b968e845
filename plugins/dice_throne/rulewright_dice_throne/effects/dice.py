"""Verbs about dice: rolls of effects, and dice on the table that are turned or rolled again (chapters 8, 10.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import Request, Roll, choose, rule
from rulewright.dice import D6
from rulewright.requests import Subset
from rulewright_dice_throne.old_programs import counted, then_do

from ..dice import KEEPS, free_place, loose_dice, reroll, values_for
from ..events import (
    DiceTaken,
    DieChanged,
    EffectDiceRolled,
    FewerRollsOrdered,
)
from ..resolution import Resolution, fire, is_listened_to
from ..state import DEFENCE, OFFENCE
from ..timing import EFFECT_ROLLED
from .running import part, together, verb

if TYPE_CHECKING:
    from rulewright import Game, Steps
    from rulewright_dice_throne.old_programs import Program

    from ..book import Op


@verb
@rule("8.1.roll")
def roll(game: Game, run: Resolution, op: Op) -> Steps:
    """Dice are rolled at once for an effect; before they count they may be changed, unless nothing may interrupt."""
    count = counted(op.dice, game, run)
    for player in op.by(game, run):
        if not count:
            return then_do(game, run, results(game, player, op, ()), dice=(), roller=player, place=-1)
        faces = yield Roll((D6,) * count, player, "effect_roll", "8.1.roll", {"source": run.source})
        after = aftermath(game, run, op)
        if len(after) == 1:  # nobody can touch them, so they need not lie on the table
            yield EffectDiceRolled(player, -1, faces, run.source, rule="8.1.roll")
            return then_do(game, run, results(game, player, op, faces), dice=faces, roller=player, place=-1)
        place = free_place(game)
        yield EffectDiceRolled(player, place, faces, run.source, rule="8.1.roll")
        return then_do(game, run, after, place=place, roller=player)
    return None


@rule("10.2.interfere", "5.2.uninterruptible", "6.3.spend-uninterruptible", "11.instant", "11.roll-phase-card")
def aftermath(game: Game, run: Resolution, op: Op) -> Program:
    """What follows the fall of the dice: what they trigger, a window if the effect can be interrupted, the count."""
    program: Program = (op.counted,)
    if run.open:
        program = (op.interrupted, *program)
    if is_listened_to(game, "effect_rolled", run.player):
        program = (op.triggered, *program)
    return program


@part
def effect_triggers(game: Game, run: Resolution, op: Op) -> Any:
    """What is triggered by dice of an effect that lie on the table."""
    return fire(game, "effect_rolled", run.player, about=run.source, open=run.open)


@part
@rule("10.2.interfere")
def effect_window(game: Game, run: Resolution, op: Op) -> Any:
    """What players do about dice of an effect."""
    return EFFECT_ROLLED


@part
def count_roll(game: Game, run: Resolution, op: Op) -> Steps:
    """Dice that lay on the table count as they lie now."""
    faces = game.state.rolls[run.place].faces
    yield DiceTaken((run.place,))
    return then_do(game, run, results(game, run.roller, op, faces), dice=faces, place=-1)


@rule("8.2.on-symbol", "8.1.roll")
def results(game: Game, roller: int, op: Op, faces: tuple[int, ...]) -> Program:
    """Each branch that the dice show happens once, "otherwise" if none did, "then" in any case."""
    if not op.on:
        found: Program = op.then
        return found
    symbols = game.content.heroes[game.state.heroes[roller].name].faces
    shown = {*faces, *(symbols[face - 1] for face in faces)}
    program: Program = ()
    for wanted, effects in op.on:
        if not shown.isdisjoint(wanted):
            program += effects
    program = program or op.otherwise
    return (*program, *op.then)


@verb
@rule("8.1.roll")
def contest(game: Game, run: Resolution, op: Op) -> Steps:
    """Two players compare one die each; the own die is rolled now, or is that of the defensive roll, if any."""
    rivals = op.against(game, run)
    if not rivals or (op.own == "defence" and not game.state.rolls[DEFENCE].faces):
        return None
    place = DEFENCE
    if op.own == "new":
        place = free_place(game)
        faces = yield Roll((D6,), run.player, "contest", "8.1.roll", {"source": run.source})
        yield EffectDiceRolled(run.player, place, faces, run.source, rule="8.1.roll")
    rival, theirs = rivals[0], free_place(game)
    faces = yield Roll((D6,), rival, "contest", "8.1.roll", {"source": run.source})
    yield EffectDiceRolled(rival, theirs, faces, run.source, rule="8.1.roll")
    return then_do(game, run, aftermath(game, run, op), place=place, rival=theirs, roller=run.player)


@part
@rule("10.2.example")
def count_contest(game: Game, run: Resolution, op: Op) -> Steps:
    """The dice as they lie after all interference decide."""
    rolls = game.state.rolls
    own, other = rolls[run.place].faces[0], rolls[run.rival].faces[0]
    outcome = op.tie if own == other else "win" if own > other else "lose"
    yield DiceTaken((run.rival,) if run.place == DEFENCE else (run.place, run.rival))
    place = DEFENCE if run.kind == "defence" else -1
    return then_do(game, run, {"win": op.win, "lose": op.lose}.get(outcome, ()), place=place)


@verb
@rule("10.2.interfere", "9.1.dice-interference", "field.dice")
def change_die(game: Game, run: Resolution, op: Op) -> Steps:
    """Dice on the table are turned to other numbers; the symbol goes with the number."""
    done: list[tuple[int, int]] = []
    while len(done) < op.count:
        dice = tuple(
            die for die in loose_dice(game, run.player, op.whose) if die not in done and values_for(game, die, op)
        )
        if not dice:
            return
        may_stop = op.up_to and bool(done)
        place, index = yield from _chosen_die(game, run, dice, may_stop)
        if place < 0:
            return
        done.append((place, index))
        values = values_for(game, (place, index), op)
        value = values[0]
        if len(values) > 1:
            value = yield choose(
                run.player, "choose_value", values, "10.2.interfere", die=(place, index), source=run.source
            )
        rolled = game.state.rolls[place]
        before = rolled.faces[index]
        yield DieChanged(run.player, rolled.player, place, index, before, value, run.source, rule="10.2.interfere")


def _chosen_die(game: Game, run: Resolution, dice: tuple[tuple[int, int], ...], may_stop: bool) -> Steps:
    """One of these dice, or (-1, -1) to stop."""
    if len(dice) == 1 and not may_stop:
        return dice[0]
    options = (*dice, None) if may_stop else dice
    answer = yield choose(run.player, "choose_die", options, "10.2.interfere", source=run.source)
    return (-1, -1) if answer is None else answer


@verb
@rule("10.2.interfere")
def reroll_dice(game: Game, run: Resolution, op: Op) -> Steps:
    """Dice on the table are rolled again, together or one by one."""
    declinable = op.up_to and run.kind != "card" and not run.agreed
    if op.one_by_one or op.count == 1:
        for turn in range(op.count):
            dice = loose_dice(game, run.player, op.whose)
            if not dice:
                return
            die = yield from _chosen_die(game, run, dice, (op.up_to and bool(turn)) or declinable)
            if die[0] < 0:
                return
            yield from reroll(game, run.player, run.source, (die,))
        return
    dice = loose_dice(game, run.player, op.whose)
    most = min(op.count, len(dice))
    least = (0 if declinable else min(1, most)) if op.up_to else most
    space = Subset(dice, least, most)
    picked = yield Request(run.player, "choose_dice", space, "10.2.interfere", {"source": run.source})
    yield from reroll(game, run.player, run.source, picked)


@verb
@rule("3.4.step-1", "field.defence")
def extra_roll(game: Game, run: Resolution, op: Op) -> Steps:
    """One more roll attempt of up to this many dice."""
    place = OFFENCE if op.phase == "offensive_roll" else DEFENCE
    for player in op.to(game, run):
        rolled = game.state.rolls[place]
        if rolled.player != player or rolled.locked or not rolled.faces:
            continue
        count = len(rolled.faces)
        about = {"place": place, "source": run.source}
        if op.dice >= count:
            indexes = yield Request(player, "keep_or_reroll", KEEPS[count], "3.4.step-1", about)
        else:
            indexes = yield Request(player, "keep_or_reroll", Subset(range(count), 0, op.dice), "3.4.step-1", about)
        yield from reroll(game, run.player, run.source, tuple((place, index) for index in indexes))


@verb
def fewer_rolls(game: Game, run: Resolution, op: Op) -> Any:
    """Roll attempts fewer in the Offensive Roll Phase of this turn, or in that of the next turn of a player."""
    amount = counted(op.amount, game, run)
    return together(FewerRollsOrdered(player, amount, rule="3.4.step-1") for player in op.to(game, run))

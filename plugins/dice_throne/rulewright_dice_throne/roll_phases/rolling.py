"""Chapter 3.4, steps 1 to 3: rolling, announcing, and what happens when someone alters the dice."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from rulewright import Context, Loop, Options, Request, Roll, choose, rule
from rulewright.dice import D6

from ..dice.on_the_table import KEEPS
from ..events.attack import AbilityAnnounced, RollResumed
from ..events.dice import DiceRerolled, DiceRolled
from ..moments import ANNOUNCED, DICE_ROLLED
from ..numbers import explained
from ..state import OFFENCE

if TYPE_CHECKING:
    from rulewright import Game, Steps, View

    from ..book.sheets import VariantSheet
    from ..state import Hero


PLACE: Final = {"place": OFFENCE}
ROLL_ON: Final = "(roll)"
"""The answer that goes back to step 1; no ability has such a name."""


class RollPhases(Context):
    """The roll phases of a turn, which an effect may bring about once more: who rolls, and perhaps against whom."""

    player: int
    against: int = -1
    again: bool = False


class OffensiveRoll(Context):
    """The active player's roll. How many attempts were used is known by the dice."""

    player: int


@rule("overview.structure", "3.4.step-1")
def attempts_left(game: Game | View) -> int:
    """How many roll attempts remain to whoever rolls; there is always one."""
    rolled = game.state.rolls[OFFENCE]
    roller = rolled.player if rolled.faces else game.state.round[0].active
    return int(game.number("attempts", roller) - rolled.attempts)


@rule("3.4.step-3")
def next_pass(game: Game, last: OffensiveRoll | None) -> OffensiveRoll | None:
    """Steps 1 to 3 go round until an announcement stands."""
    if last is None:
        return OffensiveRoll(player=game.context(RollPhases).player)
    return None if stands(game, last.player) else last


@rule("3.4.step-3", "4.4.counter", "11.ultimate")
def stands(game: Game, player: int) -> bool:
    """Whether the dice show what they showed when something was announced, and no text has forbidden it since."""
    attack = game.state.attack[0]
    if not attack.stage or attack.announced != tuple(sorted(game.state.rolls[OFFENCE].faces)):
        return False
    hero = game.state.heroes[player]
    variant = game.content.variants(hero.name, hero.levels).get(attack.variant)
    return variant is None or may_activate(game, player, variant)


@rule("overview.structure", "4.1.requirement")
def satisfied(game: Game, player: int) -> tuple[str, ...]:
    """The offensive abilities whose requirement the dice on the table satisfy."""
    hero = game.state.heroes[player]
    book = game.content
    names: tuple[str, ...] = book.matches(hero.name, hero.levels, game.state.rolls[OFFENCE].faces)
    if names:
        variants = book.variants(hero.name, hero.levels)
        names = tuple(name for name in names if may_activate(game, player, variants[name]))
    return uncovered_among(game, hero, names)


def may_activate(game: Game | View, player: int, variant: VariantSheet) -> bool:
    """Whether nothing forbids a player what kind of ability this is."""
    if variant.straights and not game.may("straights", player):
        return False
    return not variant.ultimate or game.may("ultimates", player)


@rule("6.3.unique")
def uncovered_among(game: Game | View, hero: Hero, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some offensive abilities on which no token lies."""
    if not hero.covered:
        return names
    variants = game.content.variants(hero.name, hero.levels)
    covered = {ability for _, ability in hero.covered}
    return tuple(name for name in names if variants[name].ability not in covered)


@rule("3.4.step-1", "3.4.step-2", "3.4.step-3")
def roll_or_announce(game: Game, roll: OffensiveRoll) -> Steps:
    """Roll while there are attempts, then announce; think again when the dice were altered after that."""
    if game.state.attack[0].stage:
        return reconsider(game, roll)
    if attempts_left(game) > 0:
        return attempt(game, roll)
    return announce(game, roll)


@cache
def offensive_roll(player: int, dice: int) -> Roll:
    """A roll of this many of a hero's dice; the log holds it, so each is made once."""
    return Roll((D6,) * dice, player, "offensive_roll", "3.4.step-1")


@rule("3.4.step-1", "3.4.windows", "field.dice")
def attempt(game: Game, roll: OffensiveRoll) -> Steps:
    """Step 1: roll all dice, then up to twice any number of them; after each roll cards may be played."""
    player = roll.player
    rolled = game.state.rolls[OFFENCE]
    if not rolled.faces:
        faces = yield offensive_roll(player, int(game.number("dice", player)))
        yield explained(game, DiceRolled(player, OFFENCE, faces, rule="3.4.step-1"), "dice", player)
        return DICE_ROLLED
    indexes = yield Request(player, "keep_or_reroll", KEEPS[len(rolled.faces)], "3.4.step-1", PLACE)
    if not indexes:
        return (yield from announce(game, roll))
    faces = yield offensive_roll(player, len(indexes))
    yield DiceRerolled(player, OFFENCE, _in_order(indexes), faces, rule="3.4.step-1")
    return DICE_ROLLED


@cache
def _in_order(indexes: tuple[int, ...]) -> tuple[int, ...]:
    """The same dice in the order in which they lie; there are few ways to keep some of five."""
    return tuple(sorted(indexes))


@rule("3.4.step-2", "3.4.step-2-advice", "3.4.windows")
def announce(game: Game, roll: OffensiveRoll) -> Steps:
    """Step 2: announce one ability that the dice satisfy, or that none is activated."""
    names = satisfied(game, roll.player)
    answer = None
    if names:
        answer = yield Request(roll.player, "announce", Options((*names, None)), "3.4.step-2")
    yield AbilityAnnounced(roll.player, answer or "", game.state.rolls[OFFENCE].faces, rule="3.4.step-2")
    return ANNOUNCED


@rule("3.4.step-3")
def reconsider(game: Game, roll: OffensiveRoll) -> Steps:
    """Step 3: after an alteration announce another ability or roll on; what can do neither stays, or fails.

    With the option ``may_stand`` what was announced may stay where it still fits, and nothing need be activated.
    """
    announced = game.state.attack[0].variant
    names = satisfied(game, roll.player)
    options: list[str | None] = [name for name in names if name != announced]
    if game.setup.may_stand:
        options = [*names, None]
    if attempts_left(game) > 0:
        options.append(ROLL_ON)
    answer: str | None = announced if announced in names else ""
    if options:
        answer = options[0]
    if len(options) > 1:
        answer = yield choose(roll.player, "after_interference", options, "3.4.step-3")
    if answer == ROLL_ON:
        yield RollResumed(roll.player, rule="3.4.step-3")
        return (yield from attempt(game, roll))
    yield AbilityAnnounced(roll.player, answer or "", game.state.rolls[OFFENCE].faces, rule="3.4.step-3")
    return ANNOUNCED if options and (answer or "") != announced else None


ROLLING: Final = Loop("rolling", next_pass, [roll_or_announce])

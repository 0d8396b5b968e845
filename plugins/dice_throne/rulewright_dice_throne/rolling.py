"""Chapter 3.4, steps 1 to 3: rolling, announcing, and what happens when somebody alters the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Request, Roll, choose, rule
from rulewright.dice import D6

from .activation import DICE
from .dice import KEEPS
from .events import AbilityAnnounced, DiceRerolled, DiceRolled
from .state import OFFENCE
from .statuses import forbidden
from .timing import ANNOUNCED, DICE_ROLLED

if TYPE_CHECKING:
    from rulewright import Game, Steps

ATTEMPTS: Final = 3
ROLL_ON: Final = "(roll)"
"""The answer that goes back to step 1; no ability has such a name."""


class OffensiveRoll(Context):
    """The active player's roll: how many attempts there are, whether it goes on, and what was announced."""

    player: int
    limit: int = ATTEMPTS
    stopped: bool = False
    announced: str | None = None
    """The ability, empty for none; None before step 2."""
    settled: bool = False


@rule("3.4.step-1", "overview.structure")
def next_pass(game: Game, last: OffensiveRoll | None) -> OffensiveRoll | None:
    """Steps 1 to 3 go round until the announcement stands."""
    if last is None:
        from .attack import RollPhases

        now = game.state.round[0]
        phases = game.find_context(RollPhases)
        player = now.active if phases is None else phases.player
        return OffensiveRoll(player=player, limit=max(1, ATTEMPTS - now.fewer))
    return None if last.settled else last.__copy__()  # type: ignore[attr-defined]


def satisfied(game: Game, player: int) -> tuple[str, ...]:
    """The offensive abilities whose requirement the dice on the table satisfy."""
    hero = game.state.heroes[player]
    book = game.content
    names: tuple[str, ...] = book.matches(hero.name, hero.levels, game.state.rolls[OFFENCE].faces)
    if names and forbidden(game, player, "straights"):
        variants = book.variants(hero.name, hero.levels)
        names = tuple(name for name in names if not variants[name].straights)
    return names


@rule("3.4.step-1", "3.4.windows", "field.dice")
def roll_dice(game: Game, roll: OffensiveRoll) -> Steps | None:
    """Step 1: roll all dice, then up to twice any number of them; after each roll cards may be played."""
    return None if roll.stopped else _attempt(game, roll)


def _attempt(game: Game, roll: OffensiveRoll) -> Steps:
    player = roll.player
    rolled = game.state.rolls[OFFENCE]
    if not rolled.faces:
        faces = yield Roll((D6,) * DICE, player, "offensive_roll", "3.4.step-1")
        yield DiceRolled(player, OFFENCE, faces, rule="3.4.step-1")
    else:
        indexes = yield Request(player, "keep_or_reroll", KEEPS[len(rolled.faces)], "3.4.step-1", {"place": OFFENCE})
        if not indexes:
            yield game.note(roll, stopped=True)
            return None
        faces = yield Roll((D6,) * len(indexes), player, "offensive_roll", "3.4.step-1")
        yield DiceRerolled(player, OFFENCE, tuple(sorted(indexes)), faces, rule="3.4.step-1")
    if game.state.rolls[OFFENCE].attempts >= roll.limit:
        yield game.note(roll, stopped=True)
    return DICE_ROLLED


@rule("3.4.step-2", "4.1.requirement")
def announce(game: Game, roll: OffensiveRoll) -> Steps | None:
    """Step 2: announce one ability that the dice satisfy, or that none is activated."""
    return _announce(game, roll) if roll.stopped and roll.announced is None else None


def _announce(game: Game, roll: OffensiveRoll) -> Steps:
    names = satisfied(game, roll.player)
    answer = None
    if names:
        answer = yield choose(roll.player, "announce", (*names, None), "3.4.step-2")
    return (yield from _announced(game, roll, answer or ""))


def _announced(game: Game, roll: OffensiveRoll, ability: str) -> Steps:
    yield AbilityAnnounced(roll.player, ability, rule="3.4.step-2")
    yield game.note(roll, announced=ability)
    return ANNOUNCED


@rule("3.4.step-3")
def reconsider(game: Game, roll: OffensiveRoll) -> Any:
    """Step 3: after an alteration announce another ability or roll on; otherwise the announcement stands."""
    if roll.announced is None:
        return None
    if not game.state.rolls[OFFENCE].altered:
        return game.note(roll, settled=True)
    return _reconsider(game, roll)


def _reconsider(game: Game, roll: OffensiveRoll) -> Steps:
    names = satisfied(game, roll.player)
    options = [name for name in names if name != roll.announced]
    if game.state.rolls[OFFENCE].attempts < roll.limit:
        options.append(ROLL_ON)
    if not options:
        if roll.announced and roll.announced not in names:
            yield AbilityAnnounced(roll.player, "", rule="3.4.step-3")
        yield game.note(roll, settled=True)
        return None
    answer = options[0]
    if len(options) > 1:
        answer = yield choose(roll.player, "after_interference", options, "3.4.step-3")
    if answer == ROLL_ON:
        yield game.note(roll, announced=None, stopped=False)
        return None
    return (yield from _announced(game, roll, answer))


ROLLING: Final = Loop("rolling", next_pass, [roll_dice, announce, reconsider])

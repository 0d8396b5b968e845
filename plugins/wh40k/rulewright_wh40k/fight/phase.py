"""The Fight phase: units that fight first, then all others; each piles in, attacks and consolidates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Procedure, Turn, ask_which, rule, trigger

from ..events.attached_units import Separated
from ..events.attacks import Selected
from ..lasting import NO_BONUS, under
from ..moments import moment
from ..space.barricades import foes_across
from ..space.battlefield import engaged
from ..terms import Combat, did, models, unit, units
from .melee_attacks import attack, meets
from .on_death import LAST_FIGHTS
from .pile_in import consolidate, pile_in

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps


@rule("core.fight-eligibility", "core.terrain-barricades")
def can_fight(position: Position, id: str) -> bool:
    """Whether a unit is eligible to fight: it is engaged, or it charged."""
    if did(position, id, "fought"):
        return False
    return bool(engaged(position, id)) or did(position, id, "charge") or _across(position, id)


def _across(position: Position, id: str) -> bool:
    """Whether a unit has enemies across a Barricade (core.terrain-barricades 4)."""
    return any(meets(position, id, foe) for one in models(position, id) for foe in foes_across(position, str(one.id)))


@rule("core.fights-first", "core.charge-bonus", "commentary.charge-bonus", "errata.stratagem-heroic-intervention")
def fights_first(position: Position, id: str) -> bool:
    """Whether a unit has Fights First: a unit that charged does."""
    return (did(position, id, "charge") and not under(position, NO_BONUS, id)) or position.may("fight first", id)


class Fighting(Context):
    """The Fight phase: which units fight in its first step, and in which step it is."""

    first: tuple[str, ...] = ()
    next: str = ""
    """The unit that fights next, whoever would be (core.stratagem-counter-offensive)."""


class Fighter(Context):
    """The next unit fights: that of ``player``, who has to select one; ``first`` in the Fights First step."""

    player: int
    first: bool
    unit: str = ""


@rule("core.fights-first", "core.remaining-combats")
def begin_fights(game: Game, fighting: Fighting) -> Any:
    """Who fights in the Fights First step is settled at the start of the phase."""
    first = [id for seat in game.players for id in units(game, seat) if can_fight(game, id) and fights_first(game, id)]
    return game.note(fighting, first=tuple(first))


@trigger(Separated, immediate=True, order_matters=False)
@rule("core.fights-first", "errata.leader")
def stays_first(game: Game, event: Separated, source: None) -> Event | None:
    """A Leader that is on its own again fights in the Fights First step if its Attached unit would have."""
    fighting = game.find_context(Fighting)
    if fighting is None or event.unit not in fighting.first:
        return None
    return game.note(fighting, first=(*fighting.first, event.leader))


TRIGGERS: Final = [stays_first]


@rule("core.fight-phase-sequence", "core.fights-first", "core.remaining-combats", "core.stratagem-counter-offensive",
      "commentary.when")  # fmt: skip
def next_fighter(game: Game, last: Fighter | None) -> Fighter | None:
    """The players alternate, beginning with the one whose turn it is not; in the first step, then in the second.

    The first step is over when nobody is left to fight in it, whoever could fight again later.
    """
    called = game.context(Fighting).next
    first = set(game.context(Fighting).first)
    ready = {seat: [id for id in units(game, seat) if can_fight(game, id)] for seat in game.players}
    step = {seat: [id for id in ready[seat] if id in first] for seat in game.players}
    in_first = any(step.values()) and (last is None or last.first)
    if called and can_fight(game, called):
        return Fighter(player=unit(game, called).player, first=in_first if last is None else last.first, unit=called)
    waiting = step if in_first else ready
    waits = 1 - game.context(Turn).player
    order = waits if last is None or last.first is not in_first else 1 - last.player
    for seat in (order, 1 - order):
        if waiting[seat]:
            return Fighter(player=seat, first=in_first)
    return None


@rule("core.fight-phase-sequence", "core.fight-eligibility")
def select_fighter(game: Game, fighter: Fighter) -> Steps:
    """The player selects an eligible unit."""
    fighting = game.context(Fighting)
    able = [id for id in units(game, fighter.player) if can_fight(game, id)]
    ready = [fighter.unit] if fighter.unit else [id for id in able if not fighter.first or id in fighting.first]
    if fighting.next:
        yield game.note(fighting, next="")
    id = yield from ask_which(fighter.player, "fight", ready, "core.fight-phase-sequence")
    yield Selected(id, "fought", rule="core.fight-phase-sequence")
    return FIGHT(player=fighter.player, unit=id)


FIGHT: Final = Procedure(
    "fight",
    [moment("selected to fight"), pile_in, attack, LAST_FIGHTS, consolidate, moment("has fought")],
    Combat,
)
FIGHTS: Final = Procedure("fights", [begin_fights, Loop("fighters", next_fighter, [select_fighter])], Fighting)

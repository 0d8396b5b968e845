"""Leadership abilities: who has one, which are active, and how a squad has what they say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rulewright import FOREVER, EffectEnded, EffectKind, begin_effect, rule

from .terms import LEADING, characters_of

if TYPE_CHECKING:
    from rulewright import Event, Game, Position

LEADERSHIP: Final = EffectKind(LEADING)
"""The leadership ability of a leader, which a character of the squad has."""
GAINED: Final = EffectKind("gained leadership")
"""A leadership ability that a text has given to a character, active or not."""


@rule("stat-card.leadership")
def leaderships_of(position: Position, id: str) -> tuple[str, ...]:
    """The leadership abilities of a character: that of its stat card, and those that texts have given to it."""
    printed = position.content.characters[position.state.characters[id].card].leadership
    effects = position.state.effects.values()
    gained = (str(one.data["leadership"]) for one in effects if one.kind == GAINED.name and one.target == id)
    return tuple(filter(None, (printed, *gained)))


@rule("affiliation.leadership", "leadership.active")
def may_lead(position: Position, id: str) -> list[str]:
    """The leadership abilities of a character that require the affiliation which its squad uses."""
    squad = position.state.squads[position.state.characters[id].player]
    required = position.content.required
    return [one for one in leaderships_of(position, id) if squad.affiliation and required[one] == squad.affiliation]


@rule("leadership.active")
def active_of(position: Position, id: str) -> set[str]:
    """The leadership abilities of a character that are active: those of its squad which no text has suspended."""
    effects = position.state.effects.values()
    if any(one.data.get("suspends") == id for one in effects):
        return set()
    return {str(one.data["gives"][0]) for one in effects if one.kind == LEADING and one.source == id}


def led_by(position: Position, id: str) -> list[tuple[str, tuple[str, ...]]]:
    """Who has something by the leadership abilities of a character, and what."""
    effects = position.state.effects.values()
    return [(str(one.target), one.data["gives"]) for one in effects if one.kind == LEADING and one.source == id]


def is_led(position: Position, player: int) -> bool:
    """Whether some leadership ability of a squad is active."""
    return any(active_of(position, str(one.id)) for one in characters_of(position, player))


@rule("leadership.active")
def gain(game: Game, id: str, leadership: str) -> Event:
    """A character has a leadership ability besides that of its card, if it has one."""
    return begin_effect(
        game, GAINED.name, FOREVER, target=("characters", id), data={"leadership": leadership},
        rule="leadership.active",
    )  # fmt: skip


@rule("leadership.active", "leadership.example")
def lead(game: Game, player: int, leader: str, leadership: str = "") -> Iterator[Event]:
    """Every character of the squad has the ability as long as the leader is on the battlefield; what happens once for
    the squad is the leader's alone, and something may be of the others. Without a name it is that of its card."""
    book, found = game.content, game.state.characters.get(leader)
    ability = leadership or ("" if found is None else book.characters[found.card].leadership)
    for one in characters_of(game, player) if ability else ():
        alone = (book.for_leaders if str(one.id) == leader else book.for_others)[ability]
        yield begin_effect(
            game, LEADERSHIP.name, FOREVER, source=("characters", leader), target=("characters", one.id),
            player=player, data={"gives": (*book.gifts[ability], *alone)}, rule="leadership.active",
        )  # fmt: skip


@rule("leadership.active")
def stop_leading(position: Position, player: int) -> list[Event]:
    """No leadership ability of a squad is active from now on, and what they have changed for a time is over."""
    own = {str(one.id) for one in characters_of(position, player)}
    effects = position.state.effects.values()
    led = [one for one in effects if one.kind == LEADING and one.source in own]
    names = {name for one in led for name in one.data["gives"]}
    by_them = [one for one in effects if one.source in own and one.data.get("name") in names]
    return [EffectEnded(one.id, rule="leadership.active") for one in (*led, *by_them)]

"""Damage, healing and KO: dials turn click by click, and players score."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rulewright import Context, Procedure, because, rule

from .events.damage import DamageDealt, DialChanged, Healed, KnockedOut, TookDamage, Turned
from .terms import character, friendly, has, on_map, sheet, shows

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rulewright import Event, Game, Position, Steps
    from rulewright.stats import Value


class Turning(Context):
    """A dial is turned by so many clicks, back where it is healed; ``turned`` counts them."""

    character: str
    clicks: int
    attack: bool = False
    """Whether that is damage of an opponent's attack."""
    past: bool = False
    """Whether it may be healed past its starting line (6.6b)."""
    turned: int = 0


@rule("1.6a", "6.6", "12.5c", "18.4")
def turn_dial(game: Game, turning: Turning) -> Steps:
    """Click by click: to the KO click or as far as a STOP click, or back as far as it is healed."""
    id, step = turning.character, 1 if turning.clicks > 0 else -1
    for turned in range(1, abs(turning.clicks) + 1):
        if shows(game, id).ko if step > 0 else not heals_on(game, id, past=turning.past):
            return
        yield Turned(id, character(game, id).click + step, step < 0, rule="12.5c" if step > 0 else "6.6")
        yield game.note(turning, turned=turned)
        if step > 0 and stops(game, turning):
            return


@rule("6.6", "6.6b")
def heals_on(position: Position, id: str, *, past: bool) -> bool:
    """Whether healing turns a dial back one more click: to the starting line, or ``past`` it to the first click."""
    first = 1 if past else character(position, id).start
    return character(position, id).click > first and not counting_down(position, id)


@rule("24.3")
def counting_down(position: Position, id: str) -> bool:
    """Whether a dial shows a countdown click or is one click beyond it: nobody is healed off one or onto one."""
    now = character(position, id).click
    return any(sheet(position, id).shows(click).countdown for click in (now, now - 1))


@rule("18.4a", "20.4", "keyword.stop")
def stops(position: Position, turning: Turning) -> bool:
    """Whether damage turns a dial no further: at a STOP click in an opponent's attack, or where an effect says so."""
    held = turning.attack and has(position, "stop", turning.character)
    return held or not position.may("turn on", turning.character)


TURN_DIAL: Final = Procedure("turn the dial", [turn_dial], Turning)


@rule("12.4d")
def preventable(dealt: DamageDealt) -> bool:
    """Whether an effect may prevent damage; nothing prevents unavoidable damage."""
    return dealt.kind != "unavoidable"


@rule("12.5", "12.5a", "12.5d", "12.4d", "12.4")
def deal(
    game: Game, shares: Iterable[tuple[str, int]], by: str = "", kind: str = "", *, attack: bool = False, rule: str,
    behind: Mapping[str, Sequence[Value]] = MappingProxyType({}),
) -> Steps:  # fmt: skip
    """Characters are dealt damage at the same time; each then turns its dial and is checked for KO.

    ``behind`` are the numbers behind the damage of each, for who asks why. Receives the clicks that each has taken: 0
    where it has no dial, as a bystander, which any damage KO's.
    """
    dealt = [
        because(DamageDealt(id, amount, amount, by, kind, attack, rule=rule), *behind.get(id, ()))
        for id, amount in shares
        if on_map(game, id)
    ]
    taken = yield dealt
    clicks: dict[str, int] = {}
    for event in taken:
        if event is not None and event.taken and on_map(game, event.character):
            if sheet(game, event.character).printed.bystander:
                clicks[event.character] = 0
                continue
            hostile = attack and not friendly(game, by, event.character)
            done = yield TURN_DIAL(character=event.character, clicks=event.taken, attack=hostile)
            if done.turned:
                clicks[event.character] = done.turned
    yield [TookDamage(id, turned, by, attack, rule="12.5c") for id, turned in clicks.items()]
    yield [checked_for_ko(game, id, by) for id in clicks if on_map(game, id) and is_out(game, id)]
    return clicks


@rule("12.5d", "24.1")
def is_out(position: Position, id: str) -> bool:
    """Whether a character that has taken damage is KO'd: at a KO click, or a bystander, which has no dial at all."""
    return shows(position, id).ko or sheet(position, id).printed.bystander


@rule("12.5d", "12.5e", "1.8", "24.1", "24.2f")
def checked_for_ko(game: Game, id: str, by: str = "") -> Event:
    """A character whose dial shows KO is KO'd, or goes on with the next of its dials."""
    click = next_dial(game, id)
    return DialChanged(id, click, rule="24.2f") if click else KnockedOut(id, by, rule="12.5d")


@rule("24.2f")
def next_dial(position: Position, id: str) -> int:
    """The first click of the dial of the next highest point value; 0 where there is none."""
    card, now = sheet(position, id), character(position, id).click
    later = [click for click in card.points.values() if click > now]
    return min(later, default=0) if card.printed.several_dials else 0


@rule("6.6", "6.6a")
def heal(game: Game, id: str, clicks: int, rule: str, *, past: bool = False) -> Steps:
    """A character is healed, which it has been only if its dial turned; ``past`` its starting line, if that is said."""
    if on_map(game, id):
        done = yield TURN_DIAL(character=id, clicks=-clicks, past=past)
        if done.turned:
            yield Healed(id, done.turned, rule=rule)

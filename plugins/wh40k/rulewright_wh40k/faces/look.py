"""A closer look: the datasheet of a unit with all its numbers, abilities and texts, and Stratagems."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from rulewright import rule
from rulewright.panels import Heading, Item, Items, Panel, Piece, Row, Rows, Text
from rulewright.text import LANGUAGES, Words, show

from ..book.sheets import split
from ..book.wording import both
from ..numbers import values
from ..terms import models

if TYPE_CHECKING:
    from rulewright import View

    from ..book.models import Datasheet, Profile, Weapon

STATS: Final = ("M", "T", "Sv", "W", "Ld", "OC")
ARMS: Final = ("range", "A", "BS/WS", "S", "AP", "D", "")


def look(view: View, what: str) -> Panel | None:
    """What has a name, or a part of it, in either language: a unit in play, a datasheet, a Stratagem.

    Without a name these are the datasheets of the viewer's own units. None if nothing has that name.
    """
    if not what.strip():
        own = dict.fromkeys(one.sheet for one in view.state.units.values() if one.player == view.player)
        return Panel(tuple(piece for sheet in own for piece in datasheet(view, sheet)))
    wanted = _plain(what)
    found = [thing for thing in _things(view) if any(wanted in _plain(name) for name in thing[0])]
    exact = [thing for thing in found if any(wanted == _plain(name) for name in thing[0])]
    pieces: list[Piece] = []
    for _, tell in exact or found:
        pieces += [piece for piece in tell() if piece not in pieces]
    return Panel(tuple(pieces)) if pieces else None


def _plain(name: str) -> str:
    """A name without what nobody types."""
    return re.sub(r"[^\w]+", "", name).casefold()


def _things(view: View) -> Iterator[tuple[tuple[str, ...], Callable[[], tuple[Piece, ...]]]]:
    """The names of all that can be looked at in this game, and what there is to see."""
    for one in view.state.units.values():
        yield _names(view, str(one.id)), partial(unit_in_play, view, str(one.id))
    for id in view.content.units:
        yield _names(view, id), partial(datasheet, view, id)
    for id in view.content.stratagems:
        yield _names(view, id), partial(stratagem, view, id)


def _names(view: View, id: str) -> tuple[str, ...]:
    return tuple(show(view.content.names(id), lang) for lang in LANGUAGES)


def unit_in_play(view: View, id: str) -> tuple[Piece, ...]:
    """A unit as it is now, and its datasheet."""
    left = models(view, id)
    wounds = sum(one.wounds for one in left)
    now: list[Piece] = [Heading(view.content.names(id), about=id)]
    if left:
        control = sum(values(view, "oc", id))
        now.append(Text(both("look.now", models=len(left), wounds=wounds, oc=control)))
    return (*now, *datasheet(view, view.state.units[id].sheet))


@rule("core.datasheet")
def datasheet(view: View, id: str) -> tuple[Piece, ...]:
    """A datasheet: stat lines, weapons, abilities, keywords, and the rules that only people play, with their texts."""
    printed: Datasheet = view.content.pack["datasheets"][id]
    lines = Rows(tuple(map(_line, printed.profiles)), heads=("", *STATS))
    arms = Rows(tuple(map(_arm, printed.weapons)), heads=("", *ARMS))
    points = ", ".join(f"{models}: {points}" for models, points in printed.points.items())
    pieces: list[Piece] = [Heading(view.content.names(id)), lines, arms]
    if abilities := [_ability(one) for one in printed.abilities]:
        pieces.append(Text(both("look.abilities", abilities=", ".join(abilities))))
    if printed.damaged is not None:
        pieces.append(Text(both("look.damaged", wounds=printed.damaged.wounds, oc=printed.damaged.oc)))
    pieces.append(Text(both("look.keywords", keywords=", ".join((printed.faction, *printed.keywords)))))
    pieces.append(Text(both("look.points", points=points)))
    if printed.texts:
        texts = tuple(Item(one.name, one.text) for one in printed.texts)
        pieces.append(Items(texts, both("look.by_hand")))
    return tuple(pieces)


def _line(one: Profile) -> Row:
    """A stat line, with its invulnerable save beside the Save."""
    saves = [f"{one.save}+"]
    saves += [f"{one.invulnerable}++"] * (one.invulnerable is not None)
    cells: list[Words] = [
        _words(one.name), f'{one.move}"' if one.move else "-", str(one.toughness), " ".join(saves), str(one.wounds),
        f"{one.leadership}+", str(one.oc),
    ]  # fmt: skip
    if one.ranged_invulnerable is not None:
        cells[3] = both("look.ranged_save", save=" ".join(saves), ranged=one.ranged_invulnerable)
    return Row(tuple(map(Text, cells)))


def _arm(one: Weapon) -> Row:
    """A weapon."""
    reach: Words = f'{one.range}"' if one.range else both("look.melee")
    skill = f"{one.skill}+" if one.skill is not None else "-"
    abilities = ", ".join(map(_ability, one.abilities))
    cells = (_words(one.name), reach, one.attacks, skill, str(one.strength), str(one.ap), one.damage, abilities)
    return Row(tuple(map(Text, cells)))


def _ability(printed: str) -> str:
    """An ability as players write it: ``Rapid Fire 1``."""
    words, number = split(printed)
    return words.title() + printed[len(words) :].upper() if number else words.title()


def stratagem(view: View, id: str) -> tuple[Piece, ...]:
    """A Stratagem: its cost and kind, and when it is used."""
    one = view.content.stratagems[id]
    facts = {"cp": one.cp, "labels": ", ".join(one.labels), "moments": ", ".join(one.when.moments)}
    return (Heading(view.content.names(id)), Text(both("look.stratagem", **facts)))


def _words(name: Any) -> Words:
    return {lang: getattr(name, lang) for lang in LANGUAGES}

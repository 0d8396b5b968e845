"""A closer look: units, datasheets with numbers and texts, weapons, Stratagems, terrain, objective markers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from rulewright import rule
from rulewright.looks import Thing, look_for, names_of
from rulewright.panels import Heading, Item, Items, Piece, Row, Rows, Text
from rulewright.text import LANGUAGES, Words

from ..book.sheets import split
from ..book.wording import Wording, both
from ..command import level
from ..numbers import values
from ..space.battlefield import field
from ..terms import models, wounds_left

if TYPE_CHECKING:
    from rulewright import View
    from rulewright.geometry.plane import Piece as Terrain

    from ..cards.models import Datasheet, Profile, RuleText, Weapon

STATS: Final = ("M", "T", "Sv", "W", "Ld", "OC")
ARMS: Final = ("range", "A", "BS/WS", "S", "AP", "D", "")


def own_datasheets(view: View) -> Iterator[Piece]:
    """The datasheets of the viewer's own units."""
    for sheet in dict.fromkeys(one.sheet for one in view.state.units.values() if one.player == view.player):
        yield from datasheet(view, sheet)


def things(view: View) -> Iterator[Thing]:
    """All that has a name: units in play, datasheets, weapons, Stratagems, Enhancements, terrain, objective markers."""
    book, state = view.content, view.state
    shown: tuple[tuple[Callable[[View, str], tuple[Piece, ...]], Iterable[Any]], ...] = (
        (unit_in_play, state.units), (datasheet, book.units), (weapon, book.weapons), (stratagem, book.stratagems),
        (enhancement, book.enhancements), (objective, state.objectives),
    )  # fmt: skip
    for tell, ids in shown:
        yield from (Thing(names_of(book.names(str(id)), str(id)), partial(tell, view, str(id))) for id in ids)
    for piece in field(view).terrain:
        yield Thing(names_of(piece.id, *map(_trait, sorted(piece.traits))), partial(terrain, piece))


look: Final = look_for(things, own_datasheets)


def unit_in_play(view: View, id: str) -> tuple[Piece, ...]:
    """A unit as it is now, and its datasheet."""
    left = models(view, id)
    wounds = sum(wounds_left(view, str(one.id)) for one in left)
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
    every = [one for part in (printed, *printed.profiles, *printed.weapons) for one in part.texts]
    for played, title in ((True, "look.by_program"), (False, "look.by_hand")):
        if texts := tuple(_text(one) for one in every if (bool(one.does) or one.repeats) is played):
            pieces.append(Items(texts, both(title)))
    return tuple(pieces)


def _text(one: RuleText) -> Item:
    """A rule as its owner has it; one without a text says what the program plays of it."""
    return Item(one.called, one.text or {lang: one.said(Wording(lang)) for lang in LANGUAGES})


def _line(one: Profile) -> Row:
    """A stat line, with its invulnerable save beside the Save."""
    saves = [f"{one.save}+"]
    saves += [f"{one.invulnerable}++"] * (one.invulnerable is not None)
    cells: list[Words] = [
        one.name.words, f'{one.move}"' if one.move else "-", str(one.toughness), " ".join(saves), str(one.wounds),
        f"{one.leadership}+" if one.leadership else "-", str(one.oc),
    ]  # fmt: skip
    if one.ranged_invulnerable is not None:
        cells[3] = both("look.ranged_save", save=" ".join(saves), ranged=one.ranged_invulnerable)
    return Row(tuple(map(Text, cells)))


def _arm(one: Weapon) -> Row:
    """A weapon."""
    reach: Words = f'{one.range}"' if one.range else both("look.melee")
    skill = f"{one.skill}+" if one.skill is not None else "-"
    abilities = ", ".join(map(_ability, one.abilities))
    cells = (one.name.words, reach, one.attacks, skill, str(one.strength), str(one.ap), one.damage, abilities)
    return Row(tuple(map(Text, cells)))


def _ability(printed: str) -> str:
    """An ability as players write it: ``Rapid Fire 1``."""
    words, number = split(printed)
    return words.title() + printed[len(words) :].upper() if number else words.title()


def stratagem(view: View, id: str) -> tuple[Piece, ...]:
    """A Stratagem: its cost and kind, when it is used, on whom, and what it does."""
    one = view.content.stratagems[id]
    facts = {"cp": one.cp, "labels": ", ".join(one.labels), "moments": ", ".join(one.when.moments)}
    kind = Item(view.content.names(id), both("look.stratagem", **facts))
    return (Items((kind, Item("", {lang: one.said(Wording(lang)) for lang in LANGUAGES}))),)


def weapon(view: View, id: str) -> tuple[Piece, ...]:
    """A weapon, under the datasheet that has it."""
    sheet, _, own = id.partition("/")
    printed = next(one for one in view.content.pack["datasheets"][sheet].weapons if one.id == own)
    return (Rows((_arm(printed),), heads=("", *ARMS), title=view.content.names(sheet)),)


def enhancement(view: View, id: str) -> tuple[Piece, ...]:
    """An Enhancement: its points, and what its bearer gains."""
    one = view.content.enhancements[id]
    known = [_ability(printed) for printed in one.abilities if printed not in view.content.texts]
    texts = [view.content.texts[id] for id in one.abilities if id in view.content.texts]
    told = both("look.enhancement", points=one.points, abilities=known)
    return (Items((Item(one.name, told), *(Item(text.name, text.text) for text in texts))),)


def objective(view: View, id: str) -> tuple[Piece, ...]:
    """An objective marker: where it lies, who controls it, and how much Objective Control each player has there."""
    one = view.state.objectives[id]
    controller = both("look.nobody") if one.controller is None else both("seat.name", number=one.controller + 1)
    levels = [level(view, id, seat) for seat in view.players]
    place = both("look.objective", x=one.x, y=one.y, controller=controller, levels=levels)
    return (Items((Item(view.content.names(id), place, about=id),)),)


def terrain(piece: Terrain) -> tuple[Piece, ...]:
    """A terrain feature: what it is, and how high it reaches, in inches."""
    traits = [_trait(trait) for trait in sorted(piece.traits)]
    told = both("look.terrain", traits=traits, height=piece.height if isfinite(piece.height) else "∞")
    return (Items((Item(piece.id, told, about=piece.id),)),)


def _trait(trait: str) -> Words:
    return both(f"terrain.{trait}")

"""A closer look: stat cards, attacks, superpowers, team tactic cards, crises, terrain, objective tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from rulewright import rule
from rulewright.looks import Thing, look_for, names_of
from rulewright.panels import Heading, Item, Items, Piece, Row, Rows, Section, Text
from rulewright.text import LANGUAGES, Words, by_language

from ..book.wording import both
from ..numbers import PERMISSIONS, STATS
from ..objectives import held_by
from ..terms import side

if TYPE_CHECKING:
    from rulewright import View

    from ..cards.models import Attack, Character, Crisis, Leadership, Special, Superpower, Tactic
    from ..cards.models import Side as Printed

ARMS: Final = tuple(both(f"look.{head}") for head in ("attack", "type", "range", "strength", "cost"))
NUMBERS: Final = {one.stat.name: {lang: getattr(one.stat, lang) for lang in LANGUAGES} for one in STATS}
PERMITTED: Final = {one.name: {lang: getattr(one, lang) for lang in LANGUAGES} for one in PERMISSIONS}

Shown = Callable[[Any, Any], tuple[Piece, ...]]


def own_cards(view: View) -> Iterator[Piece]:
    """The stat cards of the viewer's own characters in play."""
    for one in view.state.characters.values():
        if one.player == view.player:
            yield from in_play(view, str(one.id))


def things(view: View) -> Iterator[Thing]:
    """All that has a name, what is in play first."""
    book, state = view.content, view.state
    in_play_by_table: tuple[tuple[Shown, Iterable[Any]], ...] = (
        (in_play, state.characters), (feature, state.terrain), (token, state.objectives),
        (card_token, state.card_tokens),
    )  # fmt: skip
    for tell, ids in in_play_by_table:
        yield from (Thing(names_of(book.names(str(id)), str(id)), partial(tell, view, str(id))) for id in ids)
    printed = book.pack
    kinds: tuple[tuple[Shown, Iterable[Any]], ...] = (
        (stat_card, printed["characters"].values()), (attack, _of_sides(printed, "attacks")),
        (superpower, _of_sides(printed, "superpowers")), (leadership, _leaderships(printed)),
        (tactic, printed["tactics"].values()), (crisis, printed["crises"].values()),
        (terrain, printed["terrain"].values()),
    )  # fmt: skip
    for shown, entries in kinds:
        yield from (Thing(names_of(one.name.words, one.id), partial(shown, view, one)) for one in entries)


def _of_sides(pack: Any, field: str) -> Iterator[Any]:
    """The attacks or superpowers of all stat cards."""
    for card in pack["characters"].values():
        for printed in filter(None, (card.healthy, card.injured)):
            yield from getattr(printed, field)


def _leaderships(pack: Any) -> Iterator[Leadership]:
    return (card.leadership for card in pack["characters"].values() if card.leadership is not None)


look: Final = look_for(things, own_cards)


# In play ----------------------------------------------------------------------------------------------------


def in_play(view: View, id: str) -> tuple[Piece, ...]:
    """A character as it is now, and its stat card."""
    one, sheet = view.state.characters[id], side(view, id)
    states: list[Words] = [both(f"state.{name}") for name in ("injured", "dazed", "activated") if getattr(one, name)]
    states += [both(f"condition.{condition}") for condition in one.conditions]
    states += [both("state.holds", token=view.content.names(str(each.id))) for each in held_by(view, id)]
    now: list[Words] = [
        both("table.health", damage=one.damage, stamina=sheet.stamina), both("table.power", power=one.power), *states,
    ]  # fmt: skip
    card = view.content.pack["characters"][one.card]
    return (Heading(view.content.names(id), about=id), Text(both("look.now", now=now)), *stat_card(view, card))


def feature(view: View, id: str) -> tuple[Piece, ...]:
    """A terrain feature on the battlefield."""
    return terrain(view, view.content.pack["terrain"][view.state.terrain[id].kind])


def token(view: View, id: str) -> tuple[Piece, ...]:
    """An objective token: of which crisis it is, where it lies, and who holds or controls it."""
    one = view.state.objectives[id]
    holder = view.content.names(one.holder) if one.holder else ""
    owner = both("seat.name", number=one.control + 1) if one.control is not None else ""
    where = both("look.token_held", holder=holder) if holder else both("look.at", x=one.x, y=one.y)
    told: list[Words] = [where, *([both("look.by", player=owner)] if owner else [])]
    told += [both("look.goal")] if one.goal else []
    about = (Items((Item(view.content.names(id), both("look.parts", parts=told), about=id),)),)
    return (*about, *crisis(view, view.content.pack["crises"][one.crisis]))


def card_token(view: View, id: str) -> tuple[Piece, ...]:
    """A token of a team tactic card on the battlefield: what it is called, where it lies, and the card."""
    one = view.state.card_tokens[id]
    where = both("look.parts", parts=[one.kind, both("look.at", x=one.x, y=one.y)])
    card = view.content.pack["tactics"][id.rpartition("#")[0]]
    return (Items((Item(view.content.names(id), where, about=id),)), *tactic(view, card))


# Cards ------------------------------------------------------------------------------------------------------


@rule("stat-card.sides")
def stat_card(view: View, card: Character) -> tuple[Piece, ...]:
    """A stat card: what both sides share, both sides, and the leadership ability."""
    sides = [_side(view, both("look.healthy"), card.healthy)]
    if card.injured is not None:
        sides.append(_side(view, both("look.injured"), card.injured))
    led = () if card.leadership is None else leadership(view, card.leadership)
    return (_head(card), _facts(view, card), *sides, *led)


@rule("stat-card.name", "stat-card.alter-ego")
def _head(card: Character) -> Heading:
    """What the character is called, and who it is besides."""
    return Heading(both("look.character", name=card.name.words, alter_ego=card.alter_ego))


@rule("stat-card.size")
def _facts(view: View, card: Character) -> Text:
    """What both sides share."""
    affiliations = [view.content.names(one) for one in card.affiliations]
    return Text(both("look.card", threat=card.threat, size=card.size, base=card.base, affiliations=affiliations))


def _side(view: View, title: Words, printed: Printed) -> Section:
    """One side of a stat card."""
    numbers = {name: getattr(printed, name) for name in ("stamina", "physical", "energy", "mystic")}
    speed = both(f"tool.{printed.speed}")
    attacks = Rows(tuple(_arm(view, one) for one in printed.attacks), heads=ARMS)
    pieces: list[Piece] = [Text(both("look.side", speed=speed, **numbers)), attacks]
    if printed.superpowers:
        pieces.append(Items(tuple(_superpower(view, one) for one in printed.superpowers)))
    if printed.keywords:
        pieces.append(Text(both("look.keywords", keywords=[_keyword(view, one) for one in printed.keywords])))
    return Section(tuple(pieces), title)


def _keyword(view: View, printed: str) -> Words:
    return by_language(lambda lang: str(view.content.wording(lang).power(printed)))


def attack(view: View, one: Attack) -> tuple[Piece, ...]:
    """An attack with its special rules."""
    return (Rows((_arm(view, one),), heads=ARMS),)


@rule("attack-profile.type", "attack-profile.range", "attack-profile.strength", "attack-profile.cost")
def _arm(view: View, one: Attack) -> Row:
    """An attack, and below it its special rules."""
    types = [both(f"attack_type.{type}") for type in one.types or (one.type,)]
    numbers = (one.range, str(one.strength), str(one.cost))
    cells: tuple[Words, ...] = (one.name.words, both("look.parts", parts=types), *numbers)
    below = (Items(tuple(_special(view, each) for each in one.specials)),) if one.specials else ()
    return Row(tuple(map(Text, cells)), below)


def _special(view: View, one: Special) -> Item:
    """A special rule of an attack: its icons, its moment, and what it does."""
    name = both("look.special") if one.name is None else one.name.words
    icons = tuple(both(f"icon.{icon}") for icon in one.icons)
    return Item(name, by_language(_told(view, one)), icons)


def superpower(view: View, one: Superpower) -> tuple[Piece, ...]:
    """A superpower."""
    return (Items((_superpower(view, one),)),)


@rule("superpower.anatomy")
def _superpower(view: View, one: Superpower) -> Item:
    """A superpower: its kind and cost, and its text."""
    notes = (both(f"look.{one.kind}"), *((both("table.power", power=one.cost),) if one.cost else ()))
    return Item(one.name.words, by_language(_told(view, one)), notes)


def leadership(view: View, one: Leadership) -> tuple[Piece, ...]:
    """A leadership ability: for whom, what it changes, and what it does."""

    def told(lang: str) -> str:
        words = view.content.wording(lang)
        return one.printed or words.apart.join(
            text.said(words) for text in (*one.does, *one.abilities, *one.others, *one.own)
        )

    notes = (both("look.leadership", affiliation=view.content.names(one.affiliation)),)
    led = Item(one.name.words, by_language(told), notes)
    return (Items((led, *(_superpower(view, each) for each in one.superpowers))),)


@rule("tactic-card.anatomy")
def tactic(view: View, one: Tactic) -> tuple[Piece, ...]:
    """A team tactic card."""
    notes: list[Words] = [both("look.tactic"), both("table.power", power=one.cost)]
    if one.affiliation:
        notes.append(view.content.names(one.affiliation))
    return (Items((Item(one.name.words, by_language(_told(view, one)), tuple(notes)),)),)


@rule("crisis-card.anatomy")
def crisis(view: View, one: Crisis) -> tuple[Piece, ...]:
    """A crisis card: its tokens, what they score, and what it does."""
    facts = {"type": both(f"crisis_type.{one.type}"), "tokens": len(one.spots), "threat": one.threat}
    scores = both(f"look.{one.score}", points=one.points)
    if one.far is not None:
        scores = both("look.far", scores=scores, far=one.far)
    if one.goals:
        scores = both("look.brought", scores=scores, brought=one.brought)
    pieces: list[Piece] = [Heading(one.name.words), Text(both("look.crisis", scores=scores, **facts))]
    if one.cover:
        pieces.append(Text(both("look.cover")))
    texts = [
        _token_text(view, field, text)
        for field in ("interacting", "taken")
        if (text := getattr(one, field)) is not None
    ]
    does = [_crisis_effect(view, effect) for effect in one.effects]
    able = [Item(each.name.words, by_language(_told(view, each)), (both("look.ability"),)) for each in one.abilities]
    held = [_superpower(view, each) for each in one.holder]
    if things := (*texts, *does, *held, *able):
        pieces.append(Items(things))
    return tuple(pieces)


def _token_text(view: View, field: str, text: Any) -> Item:
    return Item(both(f"look.{field}"), by_language(_told(view, text)))


def _told(view: View, text: Any) -> Callable[[str], str]:
    """A text as its owner has it, or else in the words of the program."""
    return lambda lang: str(getattr(text, "printed", "") or text.said(view.content.wording(lang)))


def _crisis_effect(view: View, one: Any) -> Item:
    return Item(both(f"moment.{one.when}"), by_language(_told(view, one)), (both(f"look.{one.whom}"),))


@rule("terrain.size", "terrain.interactive", "terrain.non-interactive")
def terrain(view: View, one: Any) -> tuple[Piece, ...]:
    """A kind of terrain feature."""
    facts = both("look.terrain" if one.interactive else "look.fixed_terrain", size=one.size)
    return (Items((Item(one.name.words, facts),)),)

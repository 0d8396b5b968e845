"""What a game shows: the heroes, the dice with what they are good for, the Attack, and the hand of whoever looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from rulewright import laws
from rulewright.panels import (
    Bar,
    Cards,
    Cell,
    Dice,
    DieFace,
    Emphasis,
    Heading,
    Item,
    Items,
    Panel,
    Piece,
    Row,
    Rows,
    Section,
    Text,
    Tokens,
)
from rulewright.text import Words, by_language

from ..book.wording import both
from ..cards.wording import Wording
from ..minds.glance import glance
from ..moments import DICE_ROLLED, UNDER_WAY
from ..numbers import ATTEMPTS
from ..playing import play_cost
from ..roll_phases.rolling import PLACE, attempts_left, may_activate, uncovered_among
from ..state import DECK, DEFENCE, DISCARD, HAND, OFFENCE
from ..terms import has_leaders, leaders
from .about import die_id, hero_id, token_id
from .table import (
    announced,
    announcement,
    attack_text,
    called,
    damage_text,
    face_symbol,
    numbered,
    player_name,
    rolls_left,
)

if TYPE_CHECKING:
    from rulewright import Request, View

    from ..minds.glance import Glance
    from ..state import Companion, Hero, Rolled, Side

_COUNTED: Final = {"table.in_hand": HAND, "table.in_deck": DECK, "table.discarded": DISCARD}


def panel(view: View) -> Panel:
    """The table as one player sees it, or someone who looks on."""
    table = (*_dice(view), *_attack(view))
    hands = _hands(view) if view.player in view.players else ()
    return Panel((_head(view), Section((*_sides(view),)), *((Section(table),) if table else ()), *hands))


def _hands(view: View) -> Iterator[Section]:
    """The hands that a player may look into."""
    yield Section((hand(view, view.player),), both("table.hand"))
    yield from (_partner(view, seat) for seat in view.team(view.player) if seat != view.player)


def _head(view: View) -> Heading:
    now = view.state.round[0]
    phase = both(f"phase.{now.phase or 'rolls'}") if now.number else both("phase.setup")
    return Heading(both("table.turn", number=now.number, player=player(view, now.active), phase=phase))


# Names in both languages ------------------------------------------------------------------------------------


def player(view: View, seat: int) -> Words:
    """The hero of a seat; empty for no seat."""
    return by_language(lambda lang: player_name(view, seat, lang) or "")


def name(view: View, id: str) -> Words:
    """What a card, an ability or a status effect is called."""
    return by_language(partial(called, view, id))


# The heroes -------------------------------------------------------------------------------------------------


def _sides(view: View) -> Iterator[Piece]:
    """The heroes; where there are teams, those of each below the health that they share."""
    teams = any(len(team) > 1 for team in view.teams)
    for side, seats in zip(view.state.sides.values(), view.teams, strict=True):
        if teams:
            title = both("table.own_team" if view.player in seats else "table.other_team")
            partners = Rows(tuple(_hero(view, seat, alone=False) for seat in seats))
            yield Rows((Row((Text(title, Emphasis.STRONG), _health(side)), (partners,)),))
    if not teams:
        yield Rows(tuple(_hero(view, seat, alone=True) for seat in view.state.heroes))
    if has_leaders(view):
        yield Text(both("table.leaders"), Emphasis.QUIET)


def _health(side: Side) -> Bar:
    return Bar(side.health, side.start)


def _hero(view: View, seat: int, *, alone: bool) -> Row:
    """A hero; with the health that is its own where it is ``alone``."""
    hero, now = view.state.heroes[seat], view.state.round[0]
    title = player(view, seat)
    if seat == view.player:
        title = both("table.you", player=title)
    if hero.out:
        return Row((Text(title, Emphasis.QUIET), Text(both("table.out"), Emphasis.QUIET)), about=hero_id(seat))
    cells: list[Cell] = [Text(title, Emphasis.STRONG)]
    if alone:
        cells.append(_health(view.state.sides[hero.side]))
    cells.append(Text(both("table.cp", cp=hero.cp)))
    cells += [Text(both(key, count=len(view.state.zones[zone[seat]].cards))) for key, zone in _COUNTED.items()]
    mark = ">" if now.number and seat == now.active else " "
    mark += "*" if has_leaders(view) and seat in leaders(view) else ""
    return Row(tuple(cells), tuple(_below(view, seat, hero)), mark, about=hero_id(seat))


def _below(view: View, seat: int, hero: Hero) -> Iterator[Piece]:
    """What lies on a hero, its upgrades, and what waits for the end of the phase."""
    tokens = [Item(name(view, one.status), count=one.count, about=token_id(seat, one.status)) for one in hero.tokens]
    tokens += [Item(_companion(view, one), about=token_id(seat, one.name)) for one in hero.companions]
    if tokens:
        yield Tokens(tuple(tokens), both("table.tokens"))
    if hero.upgrades:
        yield Cards(tuple(Item(name(view, card), about=card) for card in hero.upgrades), both("table.upgrades"))
    if pending := tuple(_pending(view, seat)):
        yield Items(pending, both("table.pending"))


def _companion(view: View, companion: Companion) -> Words:
    """A companion, whether it is active, what its dial shows, and with whom it is."""
    facts = {"companion": name(view, companion.name), "condition": both(f"condition.{companion.condition}")}
    told = both("table.companion", dial=companion.dial, **facts)
    if companion.at not in view.state.heroes:
        return told
    return both("table.placed", companion=told, player=player(view, companion.at))


def _pending(view: View, seat: int) -> Iterator[Item]:
    pending = view.state.pending[seat]
    for type, amount, _ in pending.damage:
        yield Item(by_language(partial(damage_text, type, amount)), emphasis=Emphasis.BAD)
    if pending.healing:
        yield Item(both("table.healing", amount=pending.healing), emphasis=Emphasis.GOOD)
    if pending.fixed:
        yield Item(both("table.prevention", amount=pending.fixed), emphasis=Emphasis.GOOD)
    for companion, amount in pending.shares:
        share = both("amount.all") if amount < 0 else amount
        yield Item(both("table.shared", companion=name(view, companion), amount=share), about=token_id(seat, companion))
    for part in pending.fractions:
        yield Item(both("table.prevention", amount=both(f"part.{part.replace(' ', '_')}")), emphasis=Emphasis.GOOD)


# The dice ---------------------------------------------------------------------------------------------------


def _dice(view: View) -> Iterator[Piece]:
    for place, rolled in view.state.rolls.items():
        if rolled.faces:
            dice = tuple(_die(view, rolled, place, index) for index in range(len(rolled.faces)))
            yield Dice(dice, _rolled_for(view, place, rolled))
            if place == OFFENCE and not rolled.locked:
                yield from _odds(view, rolled) or (_fits(view, rolled),)


def _die(view: View, rolled: Rolled, place: int, index: int) -> DieFace:
    face = rolled.faces[index]
    return DieFace(str(face), by_language(partial(face_symbol, view, rolled.player, face)), about=die_id(place, index))


def _rolled_for(view: View, place: int, rolled: Rolled) -> Words:
    """Whose dice they are, and what for."""
    who = player(view, rolled.player)
    if place == OFFENCE:
        left = both("left.locked") if rolled.locked else by_language(partial(rolls_left, view))
        return both("table.dice", player=who, left=left)
    source = name(view, rolled.source) if rolled.source else ""
    return both("table.defence" if place == DEFENCE else "table.effect", player=who, source=source)


def _fits(view: View, rolled: Rolled) -> Items:
    """What the dice are good for as they lie."""
    hero = view.state.heroes[rolled.player]
    fits = uncovered_among(view, hero, view.content.matches(hero.name, hero.levels, rolled.faces))
    does = {id: by_language(partial(announced, view, hero, id, rolled.faces)) for id in fits}
    told = tuple(Item(name(view, id), what, about=id) for id, what in does.items())
    return Items(told or (Item(both("table.fits_nothing"), emphasis=Emphasis.QUIET),), both("table.fits"))


def _odds(view: View, rolled: Rolled) -> tuple[Piece, ...]:
    """For a player who chooses dice to keep: how likely each ability is, and which dice are best rolled again."""
    seat, left = rolled.player, attempts_left(view)
    if view.player != seat or left < 1 or not _chooses_dice(view.request, seat):
        return ()
    hero, held = view.state.heroes[seat], view.state.zones[HAND[seat]].cards
    variants = view.content.variants(hero.name, hero.levels)
    can = tuple(id for id, variant in variants.items() if may_activate(view, seat, variant))
    usable = view.may("cards", seat) and view.may("dice_changes", seat)
    cards = tuple(sorted(held)) if usable else ()
    further = int(view.number("card cost", seat))
    faces, rolls = rolled.faces, min(left, ATTEMPTS)
    seen = glance(view.content, hero.name, can, hero.levels, faces, rolls, cards, hero.cp, further)
    helped = any(percent(chance) != percent(seen.chances[id]) for id, chance in seen.with_cards.items())
    table = Rows(tuple(_chance(view, hero, id, seen, helped) for id in seen.chances))
    title = both("odds.chances_helped" if helped else "odds.chances")
    return (Section((table,), title), Text(_advised(rolled.faces, seen.keep, seen.value)))


def _chance(view: View, hero: Hero, id: str, seen: Glance, helped: bool) -> Row:
    chances = [Text(percent(seen.chances[id])), *([Text(percent(seen.with_cards[id]))] if helped else [])]

    def tell(lang: str) -> str:
        what = Wording(view.content, lang).variant(hero.name, id, hero.levels)
        return f"{called(view, id, lang)}{'：' if lang == 'zh' else ': '}{what}"

    return Row((*chances, Text(by_language(tell), brief=by_language(partial(called, view, id)))), about=id)


def _chooses_dice(request: Request | None, player: int) -> bool:
    """Whether a player is asked about their own roll, and may still roll again; not where a card gives the roll."""
    if request is None or request.player != player:
        return False
    if request.ask == "react":
        return request.about.get("window") == DICE_ROLLED.name
    return request.ask == "keep_or_reroll" and request.about == PLACE


def _advised(faces: tuple[int, ...], keep: tuple[int, ...], value: float) -> Words:
    """Which dice are best rolled again, and what the roll then promises."""
    spare = list(keep)
    again = []
    for index, face in enumerate(faces):
        if face in spare:
            spare.remove(face)
        else:
            again.append(index)
    dice = by_language(partial(numbered, tuple(again)))
    what = both("odds.reroll_these", dice=dice) if again else both("option.keep_all")
    return both("odds.best", what=what, value=f"{value:.1f}")


percent: Final = partial(laws.percent, places=0)
"""A chance at a glance."""


def _attack(view: View) -> tuple[Piece, ...]:
    attack = view.state.attack[0]
    if attack.stage == "announced":
        return (Text(both("table.announced", ability=by_language(partial(announcement, view, attack)))),)
    return (Text(by_language(partial(attack_text, view, attack))),) if attack.stage in UNDER_WAY else ()


# Cards ------------------------------------------------------------------------------------------------------


def hand(view: View, seat: int) -> Cards:
    """The cards of a player, each with its cost, its kind and all that it does."""
    held = Counter(view.state.zones[HAND[seat]].cards)
    return Cards(tuple(_card(view, seat, card, count) for card, count in held.items()), about=HAND[seat])


def _card(view: View, seat: int, card: str, count: int) -> Item:
    hero = view.state.heroes[seat].name
    sheet = view.content.heroes[hero].cards[card]
    notes = both("table.cp", cp=play_cost(view, seat, sheet)), both(f"short.{sheet.kind}")
    what = by_language(lambda lang: Wording(view.content, lang).card(hero, card))
    return Item(name(view, card), what, notes, count, about=card)


def _partner(view: View, seat: int) -> Section:
    """The hand of a partner: what each card costs, and of which kind it is."""
    held = Counter(view.state.zones[HAND[seat]].cards)
    cards = tuple(Item(_priced(view, seat, card), count=count, about=card) for card, count in held.items())
    return Section((Cards(cards, both("table.partner_hand", player=player(view, seat)), about=HAND[seat]),))


def _priced(view: View, seat: int, card: str) -> Words:
    sheet = view.content.heroes[view.state.heroes[seat].name].cards[card]
    kind = both(f"short.{sheet.kind}")
    return both("table.card", card=name(view, card), cost=play_cost(view, seat, sheet), kind=kind)

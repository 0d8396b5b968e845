"""Zones of cards (decks, hands, piles) with hidden faces.

A ruleset that uses them declares the table ``zones: Table[Zone]``. Steps move cards with
``yield move(game, cards, "hand:0", "discard:0")`` and ``cards = yield from draw(game, 2, ...)``.

The first card of a zone is its top. Several cards put on top or at the bottom together keep their order.

Who knows a face: everyone whom the zone's ``seen`` admits, and those in ``known``, who saw that card before (it
was shown to them, or it came from an open zone). Nothing else leaves the game: views of zones, and events about
cards, have None in place of a face that the viewer does not know. Knowledge ends where a person at the table
would lose it: when the zone is shuffled, and when someone else takes cards out of it unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

import msgspec

from .events import Event
from .requests import CHANCE
from .rolls import Shuffle
from .state import Id, Record, Seen, Viewer, may_see

if TYPE_CHECKING:
    from .flow import Steps
    from .position import Position

Place = str | int
"""Where in a zone cards are put: "top", "bottom", or how many cards lie above them."""

Cards = tuple[Id, ...]
Knowers = tuple[tuple[int, ...], ...]


_FACE_DOWN: Final = (Seen.COUNT, Seen.NOBODY)


class ZoneError(ValueError):
    """Rules code moved, showed or shuffled cards that are not where it says, or misnamed a place."""


class Zone(Record):
    """Cards in order, the top first. Equal ids are equal cards: which of them is moved makes no difference.

    ``seen`` says who sees the faces: PUBLIC, OWNER or TEAM; the others see how many cards there are. With COUNT
    nobody sees more than that (a face-down deck, whoever owns it), with NOBODY not even that. ``known`` is empty,
    or has for each card the players who know it although ``seen`` does not admit them.
    """

    owner: int | None = None
    seen: Seen = Seen.PUBLIC
    cards: Cards = ()
    known: Knowers = ()

    HIDES: ClassVar[tuple[str, ...]] = ("cards", "known")

    def seen_by(self, viewer: Viewer) -> Self:
        """This zone as ``viewer`` may know it: None for each hidden face, or for all of a zone seen by nobody.

        Who sees the faces sees as well who else knows them: whoever holds a hand remembers what was shown of it.
        """
        if self.seen is Seen.PUBLIC:
            return self
        if self.seen is Seen.NOBODY:
            return msgspec.structs.replace(self, cards=None, known=())
        if admits(self, viewer):
            return self
        return msgspec.structs.replace(
            self, cards=_masked(self.cards, self.known, viewer), known=_own(self.known, viewer)
        )


class CardsMoved(Event, frozen=True):
    """Cards went from one zone to another, or to another place of the same one. Made by :func:`move`.

    ``watchers`` has for each card the players who see its face as it moves. ``by`` is the player who looked
    through a face-down zone and picked the cards: the others cannot tell which cards of the zone are gone.
    """

    cards: Cards
    origin: Id
    target: Id
    place: Place = "top"
    watchers: Knowers = ()
    by: int | None = None

    HIDES: ClassVar[tuple[str, ...]] = ("cards", "watchers")

    def apply(self, state: Any) -> None:
        origin = state.zones.edit(self.origin)
        places = _places(origin, self.cards)
        origin.known = _still_known(self, origin, places)
        origin.cards = tuple(card for place, card in enumerate(origin.cards) if place not in places)
        target = state.zones.edit(self.target)
        at = _index(self.place, len(target.cards))
        target.known = _newly_known(self, target, at)
        target.cards = (*target.cards[:at], *self.cards, *target.cards[at:])

    def seen_by(self, viewer: Viewer) -> Self:
        """The event with None for each face that ``viewer`` does not see."""
        return msgspec.structs.replace(
            self, cards=_masked(self.cards, self.watchers, viewer), watchers=_own(self.watchers, viewer)
        )


class CardsUncovered(CardsMoved, frozen=True):
    """Cards moved, and someone saw a face that was hidden from them before: it cannot be taken back."""

    REVEALS: ClassVar[bool] = True


class Revealed(Event, frozen=True):
    """Cards of a zone were shown to some players, who know them from then on. Made by :func:`reveal`."""

    zone: Id
    cards: Cards
    to: tuple[int, ...]

    HIDES: ClassVar[tuple[str, ...]] = ("cards",)
    REVEALS: ClassVar[bool] = True

    def apply(self, state: Any) -> None:
        zone = state.zones.edit(self.zone)
        places = _places(zone, self.cards)
        known = zone.known or ((),) * len(zone.cards)
        zone.known = _tidied(
            zone, [_joined(knowers, self.to) if place in places else knowers for place, knowers in enumerate(known)]
        )

    def seen_by(self, viewer: Viewer) -> Self:
        """The event with None for each face, unless the cards were shown to ``viewer``."""
        if viewer.player in self.to:
            return self
        return msgspec.structs.replace(self, cards=(None,) * len(self.cards))


class Shuffled(Event, frozen=True):
    """A zone has a new random order; what was known of its cards is over. Made by :func:`shuffle`."""

    zone: Id
    order: Cards

    HIDES: ClassVar[tuple[str, ...]] = ("order",)

    def apply(self, state: Any) -> None:
        zone = state.zones.edit(self.zone)
        if Counter(zone.cards) != Counter(self.order):
            raise ZoneError(f"the new order of {self.zone!r} does not have the cards that are in it")
        zone.cards = self.order
        zone.known = ()

    def seen_by(self, viewer: Viewer) -> Self:
        """The event without the order; a view of the zone has it where the viewer sees the faces."""
        return msgspec.structs.replace(self, order=(None,) * len(self.order))


def move(
    game: Position, cards: Iterable[Id], origin: Id, target: Id, place: Place = "top", *, by: int | None = None,
    rule: str = "",
) -> CardsMoved:  # fmt: skip
    """The event by which cards go from one zone to another, with the players who see their faces.

    Say ``by`` whom when someone looks through a face-down zone and picks cards, or puts them in another order;
    without it they are the top or the bottom cards as they lie, unseen. Raises ZoneError when a card is not in
    the zone.
    """
    cards = tuple(cards)
    source, goal = _zone(game, origin), _zone(game, target)
    _index(place, len(goal.cards) - (len(cards) if source is goal else 0))
    before = _knowers(game, source, _places(source, cards))
    if _in_the_open(source, cards, by):
        follow = before
    else:
        seers = _admitted(game, source)
        follow = (seers if by is None else _joined(seers, (by,)),) * len(cards)
    arriving = _admitted(game, goal)
    watchers = tuple([_joined(knowers, arriving) for knowers in follow])
    news = any(player not in knew for knew, knowers in zip(before, watchers, strict=True) for player in knowers)
    kind = CardsUncovered if news else CardsMoved
    return kind(cards, origin, target, place, watchers, by, rule=rule)


def reveal(
    game: Position, zone: Id, cards: Iterable[Id], to: Iterable[int] | None = None, *, rule: str = ""
) -> Revealed:
    """The event by which cards are shown to these players (to all of them when None), staying where they are.

    Raises ZoneError when a card is not in the zone.
    """
    cards = tuple(cards)
    _places(_zone(game, zone), cards)
    return Revealed(zone, cards, tuple(game.players if to is None else to), rule=rule)


def shuffle(game: Position, zone: Id, *, player: int = CHANCE, rule: str = "") -> Steps:
    """Steps that put a zone in random order.

    The request names the cards, so it goes to no player unless ``player`` is one who may know them all.
    """
    # Sorted, the cards say nothing about the order they lie in.
    cards = tuple(sorted(_zone(game, zone).cards, key=lambda card: (isinstance(card, str), card)))
    if len(cards) > 1:
        order = yield Shuffle(cards, player, rule=rule, about={"zone": zone})
        yield Shuffled(zone, order, rule=rule)


def draw(
    game: Position,
    count: int,
    deck: Id,
    hand: Id,
    discard: Id | None = None,
    *,
    rule: str = "",
    reshuffle_rule: str = "",
) -> Steps:
    """Steps that take cards from the top of a deck and put them behind those of a hand.

    When the deck is empty and more is to be drawn, the cards of ``discard`` are shuffled and become the deck.
    Where there is no discard pile, or it is empty too, fewer are drawn. Returns the cards drawn, in order.
    """
    drawn: Cards = ()
    while len(drawn) < count:
        top = _zone(game, deck).cards[: count - len(drawn)]
        if top:
            yield move(game, top, deck, hand, "bottom", rule=rule)
            drawn += top
        elif discard is not None and _zone(game, discard).cards:
            yield move(game, _zone(game, discard).cards, discard, deck, rule=reshuffle_rule)
            yield from shuffle(game, deck, rule=reshuffle_rule)
        else:
            break
    return drawn


def fill_hidden(zones: Iterable[Zone], cards: Iterable[Id], rng: Random) -> list[Zone]:
    """For a ruleset's ``determinize``: zones of a view with the hidden faces made up.

    ``cards`` are all cards that are spread over these zones, seen or not; those not seen are dealt at random.
    Raises ZoneError when they do not fit the zones, and for a zone whose number of cards is hidden.
    """
    zones = list(zones)
    left = Counter(cards)
    hidden = 0
    for zone in zones:
        if zone.cards is None:
            raise ZoneError(f"zone {zone.id!r} hides how many cards it has; fill it by hand")
        for card in zone.cards:
            if card is None:
                hidden += 1
            elif left[card]:
                left[card] -= 1
            else:
                raise ZoneError(f"card {card!r} of zone {zone.id!r} is not among the cards to be spread")
    unseen = list(left.elements())
    if len(unseen) != hidden:
        raise ZoneError(f"{len(unseen)} cards are not seen, but the zones have {hidden} hidden places")
    rng.shuffle(unseen)
    deal = iter(unseen)
    return [
        msgspec.structs.replace(zone, cards=tuple([next(deal) if card is None else card for card in zone.cards]))
        for zone in zones
    ]


def admits(zone: Zone, viewer: Viewer) -> bool:
    """Whether the zone's ``seen`` lets the viewer see all its faces."""
    return zone.seen is not Seen.COUNT and may_see(zone.seen, zone.owner, viewer)


# ------------------------------------------------------------------------------------------- who knows which card


def _zone(game: Position, zone: Id) -> Zone:
    found: Zone | None = game.state.zones.get(zone)
    if found is None:
        raise ZoneError(f"there is no zone {zone!r}; there are {', '.join(map(repr, game.state.zones))}")
    return found


def _places(zone: Zone, cards: Cards) -> Sequence[int]:
    """Where in the zone the cards lie: on its top or at its bottom, else of equal ones the best known first."""
    if not zone.known or zone.seen in _FACE_DOWN:
        count, size = len(cards), len(zone.cards)
        if zone.cards[:count] == cards:
            return range(count)
        if zone.cards[size - count :] == cards:
            return range(size - count, size)
    places: list[int] = []
    for card in cards:
        equal = [place for place, other in enumerate(zone.cards) if other == card and place not in places]
        if not equal:
            raise ZoneError(f"card {card!r} is not in zone {zone.id!r}")
        places.append(max(equal, key=lambda place: len(zone.known[place])) if zone.known else equal[0])
    return places


def _index(place: Place, size: int) -> int:
    if place == "top":
        return 0
    if place == "bottom":
        return size
    if not isinstance(place, int) or not 0 <= place <= size:
        raise ZoneError(f"place is 'top', 'bottom' or a number from 0 to {size}, not {place!r}")
    return place


def _in_the_open(origin: Zone, cards: Cards, by: int | None) -> bool:
    """Whether everyone can tell which places the cards leave: the top or the bottom of a face-down zone."""
    count, size = len(cards), len(origin.cards)
    return by is None and origin.seen in _FACE_DOWN and cards in (origin.cards[:count], origin.cards[size - count :])


def _still_known(event: CardsMoved, origin: Zone, places: Sequence[int]) -> Knowers:
    """Who knows the cards that stay behind: not those who cannot tell which ones they are."""
    if not origin.known or not event.cards:
        return origin.known
    stay = [knowers for place, knowers in enumerate(origin.known) if place not in places]
    if not _in_the_open(origin, event.cards, event.by):
        watchers = event.watchers or ((),)
        stay = [tuple(p for p in knowers if all(p in seers for seers in watchers)) for knowers in stay]
    return _tidied(origin, stay)


def _newly_known(event: CardsMoved, target: Zone, at: int) -> Knowers:
    """Who knows which card of the zone that the cards come to."""
    known = target.known or ((),) * len(target.cards)
    arriving = event.watchers or ((),) * len(event.cards)
    return _tidied(target, [*known[:at], *arriving, *known[at:]])


def _tidied(zone: Zone, known: Sequence[tuple[int, ...]]) -> Knowers:
    """Without those who see the zone anyway; empty where no one else knows anything."""
    if zone.seen is Seen.PUBLIC:
        return ()
    if zone.seen is Seen.OWNER:
        known = [tuple(player for player in knowers if player != zone.owner) for knowers in known]
    return tuple(known) if any(known) else ()


def _admitted(game: Position, zone: Zone) -> tuple[int, ...]:
    """The players who see all faces of the zone."""
    if zone.seen is Seen.PUBLIC:
        return tuple(game.players)
    if zone.seen in _FACE_DOWN or zone.owner is None:
        return ()
    if zone.seen is Seen.OWNER:
        return (zone.owner,)
    return tuple(player for player in game.players if zone.owner in game.viewer(player).team)


def _knowers(game: Position, zone: Zone, places: Sequence[int]) -> Knowers:
    """For each of these cards the players who know it where it lies."""
    admitted = _admitted(game, zone)
    return tuple([_joined(admitted, zone.known[place]) if zone.known else admitted for place in places])


def _joined(some: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({*some, *others})) if others else some


def _masked(cards: Sequence[Id | None], known: Knowers, viewer: Viewer) -> tuple[Id | None, ...]:
    if not known:
        return (None,) * len(cards)
    return tuple([card if viewer.player in knowers else None for card, knowers in zip(cards, known, strict=True)])


def _own(known: Knowers, viewer: Viewer) -> Knowers:
    """The viewer's part of what players know: what the others know is theirs."""
    me = (viewer.player,)
    return tuple([me if viewer.player in knowers else () for knowers in known])

"""Random set-ups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..book.sheets import MARKERS
from .starting_areas import areas_for

if TYPE_CHECKING:
    from random import Random

    from ..cards.loading import Book


def sample_setup(book: Book, rng: Random) -> dict[str, Any]:
    """Random forces within the build total, on a random map; now and then more than two of them."""
    total, players = 300, rng.choice((2, 2, 2, 3, 4))
    maps = [one.id for one in book.maps.values() if len(areas_for(one.board_for(players), players)) >= players]
    if players > 2 and not maps:
        players, maps = 2, list(book.maps)
    return {
        "forces": [_random_force(book, rng, total // (players - 1)) for _ in range(players)],
        "build_total": total,
        "map": rng.choice(maps),
    }


def _random_force(book: Book, rng: Random, total: int) -> dict[str, Any]:
    members: list[dict[str, Any]] = []
    left, primes, titles = total, 0, 0
    equipment = [one for one in book.elements.values() if one.kind == "equipment"]
    figures = [one for one in book.characters.values() if one.version is None and not one.printed.bystander]
    for card in rng.sample(figures, len(figures)):
        points = rng.choice(list(card.points))
        one_too_many = (card.ring == "prime" and primes) or (card.printed.title and titles)
        if not 1 <= points <= left or one_too_many or not (card.printed.set and card.printed.number):
            continue
        primes += card.ring == "prime"
        titles += card.printed.title
        left -= points
        member = {"character": card.id, "points": points}
        cheap = [one for one in equipment if one.points <= left]
        if card.standard and cheap and rng.random() < 0.3:
            one = rng.choice(cheap)
            equipment.remove(one)
            left -= one.points
            member["equipment"] = one.id
        members.append(member)
    markers = []
    for name in rng.sample([*MARKERS, *book.markers], rng.randrange(4)):
        points = book.markers[name].points if name in book.markers else 0
        if points <= left:
            left -= points
            markers.append(name)
    return {"members": members, "markers": markers}

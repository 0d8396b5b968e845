"""What the tests of the duels share: what a player sees, and pairs of positions that one player cannot tell apart."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from rulewright import Game, new_game
from rulewright.bots import RandomBot
from rulewright.ruleset import Rules


def answer(game: Game, *answers: Any) -> Game:
    for one in answers:
        game.answer(one)
    return game


def hand(game: Game, player: int) -> tuple[str, ...]:
    found: tuple[str, ...] = game.state.zones[f"hand:{player}"].cards
    return found


def looks(game: Game, player: int) -> tuple[bytes, list[Any], tuple[int, ...]]:
    """All that a player can see."""
    view = game.view(player)
    return view.to_json(), view.events(), view.asked


def play(game: Game, seed: int, most: int) -> list[Game]:
    """So many answers of random bots, or to the end; a fork at each question."""
    bot = RandomBot(seed)
    found: list[Game] = []
    while (request := game.request) is not None and len(found) < most:
        found.append(game.fork())
        game.answer(bot.choose(game.view(request.player), request), request.player)
    return found


def check_pairs(rules: Rules, cards: Iterable[str], seed: int = 3) -> int:
    """At every question both players can imagine a position: it looks the same to them, has the cards there are, and
    can be played on. Returns how many of them differed from the true one."""
    differed, all_cards = 0, Counter(cards)
    for number, game in enumerate(play(new_game(rules, seed=seed), seed, 200)):
        for player in game.players:
            imagined = game.view(player).imagine(Random(number))
            assert looks(imagined, player) == looks(game, player)
            assert Counter(card for zone in imagined.state.zones.values() for card in zone.cards) == all_cards
            differed += imagined.state.digest() != game.state.digest()
            play(imagined, number, 6)
    return differed

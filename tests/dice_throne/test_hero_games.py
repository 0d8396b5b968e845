"""Games of every hero against every hero: they end, they replay, and bots use whatever a hero has."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

import rulewright
from rulewright import Game
from rulewright.journal import journal_of, rebuild
from rulewright_dice_throne.events.attack import DefenceChosen
from rulewright_dice_throne.events.cards import AbilityUpgraded, CardPlayed
from rulewright_dice_throne.events.status_effects import StatusGained, StatusSpent
from tests.lengths import length

from .table import HEROES, packaged

PAIRS = list(combinations_with_replacement(HEROES, 2))
SIXES = 0.4
"""In how many turns the roll goes for the ultimate, from the first reroll to the last."""
MOST_GAMES = 30
"""This many games of a hero must be enough for everything of it to be used."""


@cache
def played(first: str, second: str, seed: int) -> Game:
    """A game in which both do at random what they can."""
    game = rulewright.new_game("dice_throne", {"heroes": (first, second), "asked": "whoever can"}, seed=seed)
    rng = Random(seed)
    while game.request is not None:
        game.answer(sensible(game, rng), game.request.player)
    return game


def sensible(game: Game, rng: Random) -> Any:
    """Any answer, seldom to do nothing, more seldom to sell or to pay for a passive. Some turns go for sixes."""
    request = game.request
    assert request is not None
    if request.ask == "keep_or_reroll" and goes_for_sixes(game):
        rolled = game.state.rolls[request.about["place"]]
        return tuple(index for index, face in enumerate(rolled.faces) if face != 6)
    answer = request.space.sample(rng)
    for attempt in range(6):
        if is_second_choice(answer) or (attempt < 2 and answer in (None, ())):
            answer = request.space.sample(rng)
    return answer


def goes_for_sixes(game: Game) -> bool:
    """Decided once for a turn: two rerolls for sixes make an ultimate, one of two seldom does."""
    return Random(f"{game.header.seed}/{game.state.round[0].number}").random() < SIXES


def is_second_choice(answer: Any) -> bool:
    match answer:
        case ("sell", _):
            return True
        case ("spend", str(key)):
            return key.split("#")[0] not in packaged().statuses
    return False


@pytest.mark.parametrize("pair", PAIRS[:: length(3, 1)], ids="-".join)
def test_every_pairing_ends_and_replays(pair: tuple[str, str]) -> None:
    game = played(*pair, seed=1)
    again = rebuild(game.rules, game.setup, journal_of(game))

    assert game.result is not None
    assert again.digest() == game.digest()


def used(game: Game) -> Iterator[str]:
    """What the first player used in a game: cards, tokens that came to someone or were spent, defences."""
    for entry in game.log:
        match entry.event:
            case CardPlayed(player=0) | AbilityUpgraded(player=0):
                yield entry.event.card
            case StatusSpent():
                yield f"{entry.event.status} spent"
            case StatusGained():
                yield entry.event.status
            case DefenceChosen(player=0):
                yield entry.event.ability


@pytest.mark.parametrize("hero", HEROES)
def test_bots_use_every_card_and_token_of_a_hero(hero: str) -> None:
    model = packaged().heroes[hero]
    wanted = {card.id for card in model.cards} | set(model.statuses)
    wanted |= {f"{status} spent" for status in model.statuses if packaged().statuses[status].uses}
    wanted |= {ability.id for ability in model.abilities if ability.kind == "defensive"}

    others = [other for other in HEROES if other != hero]

    for number in range(MOST_GAMES):
        wanted -= set(used(played(hero, others[number % len(others)], seed=number)))
        if not wanted:
            break

    assert not wanted

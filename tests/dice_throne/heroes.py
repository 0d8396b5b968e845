"""What is asked of every hero: whole games that end and replay, and bots that use everything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import rulewright
from rulewright import Game
from rulewright.api import from_journal
from rulewright.journal import journal_of
from rulewright.testing import playthrough
from rulewright_dice_throne.events import AbilityActivated, AbilityUpgraded, CardPlayed, DefenceChosen, StatusGained

from .table import packaged


def random_game(heroes: Sequence[str], seed: int) -> Game:
    """A game of random answers, to its end."""
    game = rulewright.new_game("dice_throne", {"heroes": tuple(heroes), "asked": "whoever can"}, seed=seed)
    rng = Random(seed)
    while game.request is not None:
        game.answer(game.request.space.sample(rng))
    return game


def check_games(heroes: Sequence[str], seeds: Iterable[int]) -> None:
    """Random games of these heroes end, and their journals lead to the same position again."""
    for seed in seeds:
        game = random_game(heroes, seed)
        assert game.result is not None
        assert from_journal(journal_of(game)).digest() == game.digest()


def used_by_bots(hero: str, against: str, seeds: Iterable[int], bot: str = "greedy") -> set[str]:
    """The ids of cards, abilities, variants and tokens of a hero that came up in games of bots."""
    used: set[str] = set()
    for seed in seeds:
        setup = {"heroes": (hero, against), "asked": "whoever can"}
        for entry in playthrough("dice_throne", [bot, "random"], setup=setup, seed=seed).log:
            used |= set(_names_in(entry.event))
    return used


def _names_in(event: Any) -> Iterable[str]:
    match event:
        case AbilityUpgraded() | CardPlayed() if event.player == 0:
            return (event.card,)
        case AbilityActivated() | DefenceChosen() if event.player == 0:
            return (event.ability,)
        case StatusGained():
            return (event.status,)
    return ()


def unused(hero: str, used: set[str]) -> list[str]:
    """What of a hero never came up: own cards, abilities with all their variants, tokens."""
    model = packaged().heroes[hero]
    names = {card.id for card in model.cards} | set(model.statuses)
    for ability in model.abilities:
        if ability.kind == "defensive":
            names.add(ability.id)
        elif ability.kind != "passive":
            names |= {variant.id for level in ability.levels.values() for variant in level.variants}
    return sorted(names - used)

"""What an ability does to its target and for its player is the same in a duel, among three and between two teams.

In a duel the target is known at once; otherwise what concerns it waits for the Targeting Roll Phase. Every variant of
every level of the ten heroes is activated with the same dice, and the same decisions are made.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from rulewright_dice_throne.book.compiled import Book
from rulewright_dice_throne.cards.compiling import make_book
from tests.lengths import length

from .table import HEROES, NOTHING, Table, packaged, rule, sit

OPPONENT = 1
SIX_LETS_CHOOSE = (6,)
MODIFIERS = ("reload", "honor", "ninjutsu", "crit", "chi#2", "sneak-attack")
SHARED = ("burning-soul", "meteorite", "scorch-the-earth")
"""Their collateral damage hits both players of a team, who share the health."""


@cache
def book() -> Book:
    """The content as the rules use it."""
    return make_book(packaged())


class Dice:
    """The first offensive roll shows these faces, the targeting die a 6; the same player rolls the same for effects."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = faces
        self.luck = f"{faces}"
        self.rolls: dict[int, Random] = {}

    def draw(self, request: Any) -> Any:
        if request.ask == "offensive_roll":
            faces, self.faces = self.faces, NOTHING
            return faces[: len(request.dice)]
        if request.ask == "targeting_roll":
            return SIX_LETS_CHOOSE
        if not hasattr(request, "dice"):
            return request.items[: getattr(request, "count", None)]
        rolls = self.rolls.setdefault(request.player, Random(f"{self.luck} {request.player}"))
        return tuple(rolls.randint(1, 6) for _ in request.dice)

    def positions(self) -> dict[str, int]:
        return {}


def outcome(heroes: tuple[str, ...], levels: dict[str, int], faces: tuple[int, ...], variant: str, spends: bool) -> Any:
    """What attacker and target have lost and hold when the roll phases are over."""
    statuses = packaged().statuses
    tokens = {
        name: min(2, statuses[name].stack_limit)
        for name in packaged().heroes[heroes[0]].statuses
        if statuses[name].polarity == "positive" and name != "shadows"
    }
    attacker = {"cp": 9, "levels": levels, "tokens": tokens}
    table = sit(attacker, {"cp": 5, "tokens": {"targeted": 1}, "by": 0}, heroes=heroes)
    chance: Any = Dice(faces)
    table.game.go_on_with(chance)
    table.until("announce").answer(variant)
    while table.asked and table.phase != "main_2":
        table.answer(decision(table, spends))
    state = table.game.state
    return [
        (
            state.sides[hero.side].start - state.sides[hero.side].health,
            sorted((token.status, token.count) for token in hero.tokens),
            hero.cp,
            hero.companions,
        )
        for hero in (state.heroes[0], state.heroes[OPPONENT])
    ]


def decision(table: Table, spends: bool) -> Any:
    """Attack the opponent, defend, pay, take what comes first; modify the Attack where that is wanted."""
    request = table.game.request
    options = table.options
    if request.ask == "react":
        modifiers = [("spend", name) for name in MODIFIERS if ("spend", name) in options]
        return modifiers[0] if spends and modifiers and table.window == "last chance" else None
    if request.ask in ("target", "choose_player"):
        return OPPONENT
    if request.ask == "choose_players":
        return (OPPONENT,)
    if request.ask == "how_many":
        return request.space.most
    if request.ask in ("keep_or_reroll", "announce"):
        return () if request.ask == "keep_or_reroll" else None  # a second roll phase does nothing
    return True if request.ask in ("may", "pay") else options[0]


def variants(hero: str) -> Iterator[tuple[dict[str, int], str, tuple[int, ...]]]:
    """Every variant of every level with the level that it takes and some rolls that satisfy it."""
    sheet = book().heroes[hero]
    for ability in packaged().heroes[hero].abilities:
        if ability.kind not in ("offensive", "ultimate"):
            continue
        for name, printed in ability.levels.items():
            level = int(name)
            levels = tuple(level if other.id == ability.id else 1 for other in sheet.abilities)
            for variant in printed.variants:
                found = [
                    faces
                    for faces in combinations_with_replacement(range(1, 7), 5)
                    if variant.id in book().matches(hero, levels, faces)
                ]
                for faces in Random(variant.id).choices(found, k=length(1, 2)):
                    yield ({ability.id: level} if level > 1 else {}), variant.id, faces


@rule("3.5.trigger", 1)
@rule("3.6.step-1")
@pytest.mark.parametrize("spends", [False, True], ids=["plain", "modified"])
@pytest.mark.parametrize("hero", HEROES)
def test_an_ability_does_the_same_to_its_target_however_many_play(hero: str, spends: bool) -> None:
    for levels, variant, faces in variants(hero):
        duel = outcome((hero, "paladin"), levels, faces, variant, spends)
        assert outcome((hero, "paladin", "monk"), levels, faces, variant, spends) == duel, (variant, levels, faces)
        if variant not in SHARED:
            four = outcome((hero, "paladin", "monk", "monk"), levels, faces, variant, spends)
            assert four == duel, (variant, levels, faces)

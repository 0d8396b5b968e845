"""A table for tests: any position at the beginning of a turn, scripted dice, and answers by name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from rulewright import Rules, rules_for, testing
from rulewright.content import Pack
from rulewright.testing import Scenario, set_up
from rulewright.vocabulary import Lexicon
from rulewright_dice_throne.book.compiled import Book
from rulewright_dice_throne.cards.compiling import make_book
from rulewright_dice_throne.cards.content import Content, add_content, load_content
from rulewright_dice_throne.ruleset import RULESET
from rulewright_dice_throne.state import DECK, DISCARD, HAND, Companion, Throne, Token

IDLE = "transference"
"""A card that can hardly ever be played: what the decks of these tests are made of."""

GUNSLINGER, BARBARIAN = 0, 1

NOTHING = (1, 2, 4, 5, 6)
"""Dice that satisfy no ability of the two heroes: five different numbers without a straight."""

MOST_PASSES = 1_000
"""So often no test passes."""

DECLINED = ("announce", "defence")
"""Questions that tests decline on their way to something else."""


def rule(id: str, *asserts: int) -> pytest.MarkDecorator:
    """The rule, and which of its asserts, that a test proves; all of them where none is named."""
    return pytest.mark.rule(f"dice_throne:{id}", *asserts)


class Seat(BaseModel):
    """What one player has when the position begins. Levels are given by the ids of abilities."""

    model_config = ConfigDict(extra="forbid")

    health: int | None = None
    """Without it that of the mode; one of two partners is enough."""
    cp: int = 2
    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = (IDLE,) * 8
    discard: tuple[str, ...] = ()
    tokens: dict[str, int] = {}
    by: int = -1
    levels: dict[str, int] = {}
    skips: tuple[str, ...] = ()
    companions: dict[str, int] = {}
    """What the dials of companions show."""


def seat_players(state: Throne, book: Book, seats: Sequence[Seat], start: int = 0, turn: int = 2) -> None:
    """Change the table as it is laid into the position: who begins which turn, and what each player has."""
    now = state.round.edit(0)
    now.start = start
    now.number = turn - 1
    for number, hero in enumerate(map(state.heroes.edit, list(state.heroes))):
        seat = seats[number] if number < len(seats) else Seat()
        sheet = book.heroes[hero.name]
        hero.cp = seat.cp
        hero.skips = seat.skips
        hero.tokens = tuple(
            Token(status, count, seat.by if seat.by >= 0 else 1 - min(number, 1), 0)
            for status, count in seat.tokens.items()
        )
        levels = list(hero.levels)
        for ability, level in seat.levels.items():
            levels[sheet.slots[ability]] = level
            hero.upgrades = (*hero.upgrades, *(f"{ability}-{step}" for step in range(2, level + 1)))
        hero.levels = tuple(levels)
        hero.companions = tuple(_as_given(companion, seat) for companion in hero.companions)
        if seat.health is not None:
            state.sides.edit(hero.side).health = seat.health
        state.zones.edit(DECK[number]).cards = seat.deck
        state.zones.edit(HAND[number]).cards = seat.hand
        state.zones.edit(DISCARD[number]).cards = seat.discard


def _as_given(companion: Companion, seat: Seat) -> Companion:
    """A companion with the dial that a seat names."""
    if companion.name not in seat.companions:
        return companion
    dial = seat.companions[companion.name]
    return Companion(companion.name, "active" if dial else "inactive", dial)


_HEROES = files("rulewright_dice_throne").joinpath("content", "heroes")
HEROES = tuple(sorted(Path(file.name).stem.replace("_", "-") for file in _HEROES.iterdir()))
"""The heroes of the package, by the names of their files: so collecting tests reads no content."""


@cache
def packaged() -> Content:
    """The content that comes with the package, read once."""
    return load_content()


@cache
def _with_heroes(*heroes: str) -> Rules:
    """The game with only these heroes of the package, and their tokens and the gunslinger's: content is added to it in
    a quarter of the time."""
    whole = packaged()
    there = ("gunslinger", *heroes)
    left_out = {status for id, hero in whole.heroes.items() if id not in there for status in hero.statuses}
    left_out -= {status for id in there for status in whole.heroes[id].statuses}
    kinds = {
        "heroes": {id: whole.heroes[id] for id in heroes},
        "cards": whole.cards,
        "statuses": {id: status for id, status in whole.statuses.items() if id not in left_out},
    }
    sources = {(kind, id): whole.pack.file_of(kind, id) for kind in kinds for id in kinds[kind]}
    few = Pack(kinds, sources, whole.pack.forms)

    def load(extras: Iterable[Any] = (), words: Lexicon = whole.words) -> Book:
        return make_book(add_content(few, *extras, words=words))

    return replace(RULESET, content=load).freeze()


def invent(
    abilities: Sequence[Mapping[str, Any]] = (),
    cards: Sequence[Mapping[str, Any]] = (),
    statuses: Sequence[Mapping[str, Any]] = (),
    besides: Collection[str] = (),
    **hero: Any,
) -> Rules:
    """Rules with a hero of one's own, "tester", who has these abilities, cards and status effects.

    Of the heroes of the package only the barbarian is there ``besides`` those that are named.
    The die shows sword on 1 to 3, shield on 4 and 5, star on 6. Without a defence it gets one that does nothing much.
    """
    boards = [_named(ability) for ability in abilities]
    if not any(board["kind"] == "defensive" for board in boards):
        boards.append(_named(defence("guard", {"do": "heal", "amount": {"per": "star"}})))
    in_deck = [*(common.copies for common in packaged().cards.values()), *(card.get("copies", 1) for card in cards)]
    tester = {
        "id": "tester",
        "name": {"en": "Tester", "zh": "试验者"},
        "sources": ["a test"],
        "edition": "none",
        "die": {
            "symbols": {name: {"en": name, "zh": name} for name in ("sword", "shield", "star")},
            "faces": ["sword", "sword", "sword", "shield", "shield", "star"],
        },
        "statuses": [status["id"] for status in statuses],
        "abilities": boards,
        "cards": [_named(card) for card in cards],
        "deck": {"size": sum(in_deck)},
        **hero,
    }
    game = _with_heroes("barbarian", *besides)
    return testing.invent(game, heroes=[tester], statuses=[_named(status) for status in statuses])


def _named(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": {"en": entry["id"], "zh": entry["id"]}, **entry}


SWORD: Mapping[str, Any] = {"symbols": {"sword": 1}}


def offence(
    name: str, *effects: Mapping[str, Any], requires: Mapping[str, Any] = SWORD, kind: str = "offensive"
) -> Any:
    """An offensive ability of one level and one row, which most dice satisfy."""
    rows = [{"requires": requires, "effects": list(effects)}]
    return {"id": name, "kind": kind, "levels": {"1": {"variants": [{"id": name, "rows": rows}]}}}


def defence(name: str, *effects: Mapping[str, Any], dice: int = 1) -> Any:
    """A defensive ability of one level."""
    return {"id": name, "kind": "defensive", "levels": {"1": {"dice": dice, "effects": list(effects)}}}


def passive(name: str, *triggers: Mapping[str, Any], uses: Sequence[Mapping[str, Any]] = ()) -> Any:
    """A passive ability of one level."""
    return {"id": name, "kind": "passive", "levels": {"1": {"triggers": list(triggers), "uses": list(uses)}}}


def card(name: str, *effects: Mapping[str, Any], kind: str = "main", cost: int = 0, **more: Any) -> Any:
    """An action card."""
    return {"id": name, "kind": kind, "cost": cost, "effects": list(effects), **more}


def status(name: str, *, kind: str = "persistent", limit: int = 3, polarity: str = "negative", **more: Any) -> Any:
    """A status effect."""
    return {"id": name, "kind": kind, "polarity": polarity, "stack_limit": limit, **more}


class Table(Scenario):
    """A game in a test."""

    def skip(self) -> Table:
        """Pass; fails where a test would go on passing for ever."""
        assert len(self.passed) < MOST_PASSES, f"{MOST_PASSES} passes do not lead anywhere"
        return super().skip()

    def play(self, card: str) -> Table:
        """Play a card."""
        return self.answer(("play", card))

    def spend(self, token: str) -> Table:
        """Spend a token."""
        return self.answer(("spend", token))

    def sell(self, card: str) -> Table:
        """Sell a card."""
        return self.answer(("sell", card))

    def until(
        self, ask: str = "", *, window: str = "", player: int | None = None, phase: str = "",
        declines: Collection[str] = DECLINED,
    ) -> Table:  # fmt: skip
        """Pass until then, without an attack or a defence on the way."""
        return super().until(ask, window=window, player=player, phase=phase, declines=declines)

    def attack(self, ability: str) -> Table:
        """Pass until an ability can be announced, announce it, and let the announcement stand."""
        self.until("announce").answer(ability)
        while self.window == "ability announced":
            self.skip()
        return self

    def defend(self, ability: str | None) -> Table:
        """Pass until the defender is asked, and answer."""
        return self.until("defence").answer(ability)

    def settle(self, phase: str = "main_2") -> Table:
        """Pass until a phase is on, or the game is over."""
        while self.asked and self.phase != phase:
            self.skip()
        return self

    def settle_undefended(self) -> Table:
        """Pass until Main Phase 2 is on; fails where the defender is asked for a defensive ability."""
        while self.asked and self.phase != "main_2":
            assert self.asked != "defence"
            self.skip()
        return self

    # -- how it stands

    @property
    def phase(self) -> str:
        return str(self.game.state.round[0].phase)

    @property
    def active(self) -> int:
        return int(self.game.state.round[0].active)

    @property
    def health(self) -> tuple[int, ...]:
        """The health of each side."""
        return tuple(side.health for side in self.game.state.sides.values())

    @property
    def outcome(self) -> tuple[tuple[int, ...], str]:
        """Who has won, and by what; fails while the game is going on."""
        assert self.game.result is not None
        return self.game.result.winners, self.game.result.reason

    @property
    def cp(self) -> tuple[int, ...]:
        return tuple(hero.cp for hero in self.game.state.heroes.values())

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice of the offensive roll."""
        return tuple(self.game.state.rolls[0].faces)

    def tokens(self, player: int) -> dict[str, int]:
        return {token.status: token.count for token in self.game.state.heroes[player].tokens}

    def hand(self, player: int) -> list[Any]:
        return self.cards(HAND[player])

    def deck(self, player: int) -> list[Any]:
        return self.cards(DECK[player])

    def discards(self, player: int) -> list[Any]:
        return self.cards(DISCARD[player])


def sit(
    first: Mapping[str, Any] | None = None,
    second: Mapping[str, Any] | None = None,
    *others: Mapping[str, Any] | None,
    dice: Iterable[Sequence[Any]] = (),
    cards: Iterable[Sequence[Any]] = (),
    rules: Rules | None = None,
    heroes: tuple[str, ...] = ("gunslinger", "barbarian"),
    active: int = 0,
    turn: int = 2,
    **options: Any,
) -> Table:
    """Begin a turn of seat ``active`` with what each has, and with these dice to fall. Only who can react is asked."""
    rules = rules or rules_for("dice_throne")
    seats = [Seat(**(seat or {})) for seat in (first, second, *others)]
    return set_up(
        rules,
        setup={"heroes": heroes, "start_player": active, "asked": "whoever can", **options},
        arrange=lambda state: seat_players(state, rules.content, seats, active, turn),
        dice=dice,
        cards=cards,
        otherwise={"offensive_roll": NOTHING},
        kind=Table,
    ).begin("turn")

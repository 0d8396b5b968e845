"""A table for tests: any position at the beginning of a turn, scripted dice, and answers by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

import pytest
from pydantic import BaseModel, ConfigDict

from rulewright import Event, Game, Options, Procedure, Refused, Scripted, Violation, new_game
from rulewright.ruleset import Rules
from rulewright_dice_throne.book import Book
from rulewright_dice_throne.compiling import make_book
from rulewright_dice_throne.content import Content, load_content
from rulewright_dice_throne.content_models import Hero, Status
from rulewright_dice_throne.phases import TURNS
from rulewright_dice_throne.ruleset import RULESET
from rulewright_dice_throne.setup import lay_table
from rulewright_dice_throne.setup_model import Setup
from rulewright_dice_throne.state import DECK, DISCARD, HAND, Companion, Throne, Token

E = TypeVar("E", bound=Event)

IDLE = "transference"
"""A card that can hardly ever be played: what the decks of these tests are made of."""

GUNSLINGER, BARBARIAN = 0, 1

NOTHING = (1, 2, 4, 5, 6)
"""Dice that satisfy no ability of the two heroes."""


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


class Position(Setup):
    """A setup with the position in it, so that the game can be saved and loaded like any other."""

    seats: tuple[Seat, ...] = (Seat(), Seat())
    """What each has; whoever is not named has what a seat has by default."""
    turn: int = 2
    """The number of the first turn; the first turn of a game has no income."""


def put_up(state: Throne, setup: Position, book: Book) -> None:
    """Lay the table, and then change it into the position."""
    lay_table(state, setup, book)
    now = state.round.edit(0)
    now.start = setup.start_player or 0
    now.number = setup.turn - 1
    for number, seat in enumerate((*setup.seats, *(Seat(),) * (len(setup.heroes) - len(setup.seats)))):
        hero = state.heroes.edit(number)
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


@cache
def packaged() -> Content:
    """The content that comes with the package, read once."""
    return load_content()


@cache
def packaged_rules() -> Rules:
    """The ruleset from the first turn on, with positions for a setup."""
    return rules_of(make_book(packaged()))


def rules_of(book: Book) -> Rules:
    """The ruleset from the first turn on, with other content."""
    return replace(
        RULESET,
        flow=Procedure("game", [TURNS]),
        setup=Position,
        populate=put_up,
        content=lambda *_: book,
    ).freeze()


def invent(
    abilities: Sequence[Mapping[str, Any]] = (),
    cards: Sequence[Mapping[str, Any]] = (),
    statuses: Sequence[Mapping[str, Any]] = (),
    **hero: Any,
) -> Rules:
    """Rules with a hero of one's own, "tester", who has these abilities, cards and status effects.

    The die shows sword on 1 to 3, shield on 4 and 5, star on 6. Without a defence it gets one that does nothing much.
    """
    content = packaged()
    invented = {status["id"]: Status.model_validate(_named(status)) for status in statuses}
    boards = [_named(ability) for ability in abilities]
    if not any(board["kind"] == "defensive" for board in boards):
        boards.append(_named(defence("guard", {"do": "heal", "amount": {"per": "star"}})))
    tester = Hero.model_validate(
        {
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
            **hero,
        }
    )
    joined = Content(
        {**content.heroes, "tester": tester},
        content.cards,
        {**content.statuses, **invented},
        content.pack,
    )
    return rules_of(make_book(joined))


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


class Filler:
    """Chance after the script: offensive rolls that satisfy nothing, decks as they lie, and nothing else."""

    def draw(self, request: Any) -> Any:
        """Five different numbers without a straight, or the cards in their order."""
        if request.ask == "offensive_roll":
            return NOTHING[: len(request.dice)]
        if request.ask == "shuffle":
            return request.items
        raise Refused(Violation("script_over", ask=repr(request.ask), space=str(request.space.describe())))

    def copy(self) -> Filler:
        return self

    def take_back(self, draws: int) -> None:
        """Nothing to take back."""

    def positions(self) -> dict[str, int]:
        return {}


class Table:
    """A game in a test."""

    def __init__(self, game: Game) -> None:
        self.game = game

    # -- what is asked

    @property
    def ask(self) -> str:
        """What is asked now; empty when the game is over."""
        request = self.game.request
        return "" if request is None else str(request.ask)

    @property
    def player(self) -> int:
        """Who is asked."""
        return int(self.game.request.player)

    @property
    def window(self) -> str:
        """The window that stands open."""
        return str(self.game.request.about["window"]) if self.ask == "react" else ""

    @property
    def options(self) -> list[Any]:
        """The legal answers."""
        return list(self.game.request.options() or ())

    def reactions(self, name: str) -> list[Any]:
        """What may be played, sold or spent now."""
        if self.ask != "react":
            return []
        return [option[1] for option in self.options if option is not None and option[0] == name]

    # -- answering

    def answer(self, *answers: Any) -> Table:
        """Answer questions, one after the other."""
        for answer in answers:
            self.game.answer(answer)
        return self

    def play(self, card: str) -> Table:
        """Play a card."""
        return self.answer(("play", card))

    def spend(self, token: str) -> Table:
        """Spend a token."""
        return self.answer(("spend", token))

    def sell(self, card: str) -> Table:
        """Sell a card."""
        return self.answer(("sell", card))

    def skip(self) -> Table:
        """Pass, or keep all dice."""
        return self.answer(() if self.ask == "keep_or_reroll" else None)

    def until(self, ask: str = "", *, window: str = "", player: int | None = None, phase: str = "") -> Table:
        """Pass until this is asked, this window opens, this phase is on; fails where passing is not possible."""
        for _ in range(200):
            request = self.game.request
            if request is None:
                raise AssertionError(f"the game ended before {ask or window or phase!r}: {self.game.result}")
            if (
                (not ask or request.ask == ask)
                and (not window or request.about.get("window") == window)
                and (player is None or request.player == player)
                and (not phase or self.phase == phase)
            ):
                return self
            if request.ask != "keep_or_reroll" and not (
                isinstance(request.space, Options) and None in request.space.values
            ):
                raise AssertionError(f"{request.ask!r} is asked before {ask or window or phase!r}")
            self.skip()
        raise AssertionError(f"{ask or window or phase!r} is never asked")

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
        while self.ask and self.phase != phase:
            self.skip()
        return self

    def settle_undefended(self) -> Table:
        """Pass until Main Phase 2 is on; fails where the defender is asked for a defensive ability."""
        while self.ask and self.phase != "main_2":
            assert self.ask != "defence"
            self.skip()
        return self

    def refusal(self, answer: Any) -> Refused:
        """The refusal of an illegal answer; checks that it changes nothing."""
        before = self.game.digest()
        try:
            self.game.answer(answer)
        except Refused as refused:
            assert self.game.digest() == before
            return refused
        raise AssertionError(f"{answer!r} was accepted")

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

    def hand(self, player: int) -> list[str]:
        return list(self.game.state.zones[HAND[player]].cards)

    def deck(self, player: int) -> list[str]:
        return list(self.game.state.zones[DECK[player]].cards)

    def discards(self, player: int) -> list[str]:
        return list(self.game.state.zones[DISCARD[player]].cards)

    def events(self, kind: type[E]) -> list[E]:
        """The events of a kind so far."""
        return [entry.event for entry in self.game.log if type(entry.event) is kind]

    def rules_of_last(self, kind: type[Event]) -> tuple[str, ...]:
        """The rules that the latest event of a kind names."""
        return self.game.why(self.events(kind)[-1]).rules


def sit(
    first: Mapping[str, Any] | None = None,
    second: Mapping[str, Any] | None = None,
    *others: Mapping[str, Any] | None,
    dice: Iterable[Sequence[Any]] = (),
    rules: Rules | None = None,
    heroes: tuple[str, ...] = ("gunslinger", "barbarian"),
    active: int = 0,
    turn: int = 2,
    **options: Any,
) -> Table:
    """Begin a turn of seat ``active`` with what each has, and with these dice to fall. Only who can react is asked."""
    setup = Position(
        heroes=heroes,
        seats=tuple(Seat(**(seat or {})) for seat in (first, second, *others)),
        start_player=active,
        turn=turn,
        **{"asked": "whoever can", **options},
    )
    chance = Scripted([tuple(faces) for faces in dice], Filler())
    return Table(new_game(rules or packaged_rules(), setup, seed=1, chance=chance))

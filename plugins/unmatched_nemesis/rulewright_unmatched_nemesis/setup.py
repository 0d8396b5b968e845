"""Pages 10 and 11: fighters, arena, the secret draft of skills, the start player and the first hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Matchups, Options, Pick, Procedure, Request, SetupError, Together, choose, rule
from rulewright.problems import did_you_mean, nearest
from rulewright.requests import CHANCE
from rulewright.zones import draw, move, shuffle

from .events import LotsDrawn, StartPlayerFound
from .skills import initiative
from .state import ACTIVE, DEALT, DECK, DISPLAY, DISPLAY_SIZE, HAND, KEPT, REMOVED, SKILLS, Duel, Fighter, Match
from .state import empty_zones as zones

if TYPE_CHECKING:
    from random import Random

    from rulewright import Game, Steps
    from rulewright.zones import CardsMoved

    from .book import Book

DEALT_SKILLS: Final = 3
FIRST_CARDS: Final = 2 * DISPLAY_SIZE
"""Attack cards with which a round begins: those of the first hands, and those of the display after the draft."""


def setup_model() -> Any:
    """The setup model; imported when a match is set up, for it needs pydantic."""
    from .setup_model import Setup

    return Setup


@rule("setup.step-1", "setup.step-2", "setup.step-3", "setup.step-7", "arena.start-space", "note.start-spaces")
def lay_table(state: Duel, setup: Any, book: Book) -> None:
    """Each player has a fighter and a side of its panel, and a starting space; cards lie unshuffled."""
    if problems := list(_problems(setup, book)):
        raise SetupError("setup of unmatched_nemesis", problems)
    state.match.add(Match(0, setup.arena, setup.skill_set, setup.deck))
    for seat, start in enumerate(book.arenas[setup.arena].starts):
        state.fighters.add(Fighter(seat, setup.fighters[seat], setup.sides[seat], start))
    for zone in zones():
        state.zones.add(zone)
    state.zones.edit(SKILLS).cards = book.skill_set(setup.skill_set)
    state.zones.edit(DECK).cards = book.deck(setup.deck)


@rule("mix.nemesis-arena", "mix.tokens")
def _problems(setup: Any, book: Book) -> Iterable[str]:
    """Names that nothing has, and an arena with a deck that is not its own."""
    for field, kind, names in (("fighters", "fighters", setup.fighters), ("arena", "arenas", (setup.arena,))):
        for name in names:
            if name not in book[kind]:
                known = ", ".join(sorted(book[kind]))
                yield f"{field}: there is no {name!r}{did_you_mean(nearest(name, book[kind]))}; there are {known}"
    boxes = {box: len(book.skill_set(box)) for box in (*book.boxes("skills"), setup.skill_set)}
    yield from _short("skill_set", "skill cards", setup.skill_set, boxes, 2 * DEALT_SKILLS)
    drawn = setup.mix == "random"
    decks = dict.fromkeys(deck_in(book, setup, arena) for arena in book.arenas) if drawn else (setup.deck,)
    for deck in decks:
        boxes = {box: len(book.deck(box)) for box in (*book.boxes("attacks"), deck)}
        yield from _short("deck", "attack cards", deck, boxes, FIRST_CARDS)
    if not drawn and setup.arena in book.arenas and (needed := deck_in(book, setup, setup.arena)) != setup.deck:
        yield f"deck: the arena {setup.arena!r} is used with the attack deck of {needed!r}, not of {setup.deck!r}"


def _short(field: str, cards: str, box: str, boxes: Mapping[str, int], needed: int) -> Iterable[str]:
    """A box that has fewer cards of a kind than are needed, with those that have enough."""
    enough = [other for other, count in boxes.items() if count >= needed]
    if box not in enough:
        hint = did_you_mean(nearest(box, enough))
        wish = f"{needed} are needed{hint}; there are {', '.join(enough) or 'none'}"
        yield f"{field}: the box {box!r} has {boxes[box]} {cards}, {wish}"


@rule("mix.nemesis-arena")
def deck_in(book: Book, setup: Any, arena: str) -> str:
    """The box whose attack deck is used in an arena: the one that it needs, else the one that was chosen."""
    return book.arenas[arena].deck or str(setup.deck)


def sample_setup(book: Book, rng: Random) -> dict[str, Any]:
    """Any fighters, sides and readings, with everyone asked who might, so that no question tells a hand."""
    from .setup_model import Setup

    fixed = ("fighters", "sides", "skill_set", "arena", "deck", "asked")
    readings = {
        name: rng.choice(field.annotation.__args__)  # type: ignore[union-attr]
        for name, field in Setup.model_fields.items()
        if name not in fixed
    }
    return {
        "fighters": tuple(rng.sample(sorted(book["fighters"]), 2)),
        "sides": (rng.choice("ab"), rng.choice("ab")),
        **readings,
    }


SIDES: Final = ("a", "b")


def _panels(book: Book) -> tuple[str, ...]:
    """Each side of each fighter's panel, such as "james-a"."""
    return tuple(f"{fighter}-{side}" for fighter in book["fighters"] for side in SIDES)


def _meeting(setup: Mapping[str, Any], panels: Sequence[str]) -> dict[str, Any]:
    """A match between the fighters of two panels."""
    fighters, sides = zip(*(panel.rsplit("-", 1) for panel in panels), strict=True)
    return {**setup, "fighters": fighters, "sides": sides}


def _differ(one: str, other: str) -> bool:
    """Whether two panels are of two fighters."""
    return one.rpartition("-")[0] != other.rpartition("-")[0]


MATCHUPS: Final = Matchups(_panels, _meeting, _differ)

# Mixing boxes -----------------------------------------------------------------------------------------------


def _drawn(items: Iterable[str], count: int, ask: str) -> Steps:
    """This many of some tokens at random, shuffled face down."""
    tokens = tuple(items)
    if len(tokens) == count == 1:
        return tokens
    return (yield Pick(tokens, count, CHANCE, ask, "mix.random", ordered=True, stream="setup"))


@rule("mix.random", "mix.tokens", "mix.nemesis-arena", "setup.step-3")
def draw_lots(game: Game, context: None) -> Steps:
    """Fighters, the skill set and the arena are drawn; an arena that needs its own attack deck brings it."""
    book: Book = game.content
    fighters = yield from _drawn(book["fighters"], 2, "draw_fighters")
    (skill_set,) = yield from _drawn(book.boxes("skills", 2 * DEALT_SKILLS), 1, "draw_skill_set")
    (arena,) = yield from _drawn(book["arenas"], 1, "draw_arena")
    deck = deck_in(book, game.setup, arena)
    cards = book.skill_set(skill_set), book.deck(deck)
    yield LotsDrawn(fighters, skill_set, arena, deck, book.arenas[arena].starts, *cards, rule="mix.random")


LOTS: Final = Procedure("lots", [draw_lots], when=lambda game: bool(game.setup.mix == "random"))

# Step 4: the skill draft ------------------------------------------------------------------------------------


def _secretly(game: Game, ask: str, places: tuple[str, str]) -> Together:
    """Both players choose from their own cards, neither seeing what the other does."""
    return Together(
        tuple(
            Request(seat, ask, Options(game.state.zones[place].cards), "setup.skill-draft")
            for seat, place in enumerate(places)
        )
    )


@rule("setup.skill-draft")
def deal_skills(game: Game, context: None) -> Steps:
    """The skill cards are shuffled, and each player is dealt three."""
    yield from shuffle(game, SKILLS, rule="setup.skill-draft")
    for place in DEALT:
        yield from draw(game, DEALT_SKILLS, SKILLS, place, rule="setup.skill-draft")


@rule("setup.skill-draft")
def keep_and_pass(game: Game, context: None) -> Steps:
    """Each keeps one of the three and passes the other two."""
    kept = yield _secretly(game, "keep_skill", DEALT)
    left = [[card for card in game.state.zones[DEALT[seat]].cards if card != kept[seat]] for seat in game.players]
    for seat in game.players:
        yield move(game, [kept[seat]], DEALT[seat], KEPT[seat], by=seat, rule="setup.skill-draft")
    for seat in game.players:
        yield move(game, left[seat], DEALT[seat], DEALT[1 - seat], by=seat, rule="setup.skill-draft")


@rule("setup.skill-draft")
def keep_another(game: Game, context: None) -> Steps:
    """Each keeps one of the two that were passed; the other one leaves the game, face down."""
    kept = yield _secretly(game, "keep_passed_skill", DEALT)
    for seat in game.players:
        yield move(game, [kept[seat]], DEALT[seat], KEPT[seat], by=seat, rule="setup.skill-draft")
        yield move(game, game.state.zones[DEALT[seat]].cards, DEALT[seat], REMOVED, by=seat, rule="setup.skill-draft")


@rule("setup.skill-draft", "skill-card.active")
def turn_one_up(game: Game, context: None) -> Steps:
    """Of the two kept skills each player turns one up; the other stays face down."""
    up = yield _secretly(game, "turn_skill_up", KEPT)
    for seat in game.players:
        yield move(game, [up[seat]], KEPT[seat], ACTIVE[seat], by=seat, rule="setup.skill-draft")


SKILL_DRAFT: Final = Procedure("skill draft", [deal_skills, keep_and_pass, keep_another, turn_one_up])

# Steps 5 and 6: display, start player, first hands ----------------------------------------------------------


def fill_display(game: Game, rule: str) -> CardsMoved | None:
    """Turn up cards until four lie in the display, as far as the deck goes."""
    zones = game.state.zones
    top = zones[DECK].cards[: DISPLAY_SIZE - len(zones[DISPLAY].cards)]
    return move(game, top, DECK, DISPLAY, "bottom", rule=rule) if top else None


@rule("setup.display", "next-round.deck")
def lay_display(game: Game, context: Any) -> Steps:
    """The attack deck is shuffled, and four cards are turned up."""
    yield from shuffle(game, DECK, rule="setup.display")
    yield fill_display(game, "setup.display")


@rule("setup.step-6-first", "skill-card.initiative", "note.start-player-term")
def find_start_player(game: Game, context: Any) -> Steps:
    """The higher initiative starts round 1, chance where they are equal; the loser of a round starts the next one."""
    if game.state.match[0].round > 1:
        yield StartPlayerFound(int(game.state.match[0].start), rule="next-round.start-player")
        return
    first, second = (initiative(game, seat) for seat in game.players)
    if first == second:
        (player,) = yield Pick(game.players, 1, CHANCE, "start_player", "setup.step-6-first", stream="setup")
    else:
        player = 0 if first > second else 1
    yield StartPlayerFound(player, rule="setup.step-6-first")


class Taking(Context):
    """Whose turn it is to take a card from the display, and which card it is, counting from 1."""

    player: int
    number: int = 1


@rule("setup.step-6-draft", "next-round.hands", "note.initiative")
def draft_leader(game: Game) -> int:
    """Who takes the first card: the start player in round 1, then the higher initiative; a tie goes to the former."""
    start = int(game.state.match[0].start)
    if game.state.match[0].round == 1 or game.setup.draft_order == "start player":
        return start
    return max((start, 1 - start), key=lambda player: initiative(game, player))


@rule("setup.step-6-draft", "next-round.hands")
def next_taking(game: Game, last: Taking | None) -> Taking | None:
    """The first player takes one card, the other two, the first the last one."""
    if last is None:
        return Taking(player=draft_leader(game))
    if last.number == DISPLAY_SIZE:
        return None
    return Taking(player=1 - last.player if last.number in (1, 3) else last.player, number=last.number + 1)


@rule("setup.step-6-draft", "next-round.hands")
def take_from_display(game: Game, taking: Taking) -> Steps:
    """A card of the display comes into the hand; its attack is not resolved."""
    cards = tuple(dict.fromkeys(game.state.zones[DISPLAY].cards))
    card = cards[0] if len(cards) == 1 else (yield choose(taking.player, "take_card", cards, "setup.step-6-draft"))
    yield take(game, taking.player, card, "setup.step-6-draft")


def take(game: Game, player: int, card: str, rule: str) -> CardsMoved:
    """A card of the display comes into a hand; both players have seen it."""
    return move(game, [card], DISPLAY, HAND[player], "bottom", rule=rule)


@rule("setup.step-6-refill", "next-round.hands")
def refill_after_draft(game: Game, context: Any) -> CardsMoved | None:
    """Four new cards are turned up."""
    return fill_display(game, "setup.step-6-refill")


OPENING: Final = Procedure(
    "opening",
    [lay_display, find_start_player, Loop("opening draft", next_taking, [take_from_display]), refill_after_draft],
)
